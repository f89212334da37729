"""Ids: unguessable, never twice, whoever makes them."""

import os
from concurrent.futures import ThreadPoolExecutor

from interlock.domain.ids import is_id, new_id


def test_an_id_says_what_it_names_and_carries_128_random_bits():
    name, _, random = new_id("run").partition("_")
    assert (name, len(random), is_id(f"run_{random}")) == ("run", 32, True)
    assert int(random, 16) >= 0


def test_ids_of_many_threads_are_all_different():
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: new_id("call"), range(5_000)))
    assert len(set(made)) == 5_000


def test_a_forked_process_makes_other_ids_than_its_parent():
    new_id("run")
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(send, " ".join(new_id("run") for _ in range(20)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = set(os.read(receive, 4_096).decode().split())
    ours = {new_id("run") for _ in range(20)}
    os.close(receive)
    os.close(send)
    assert (len(theirs), theirs & ours) == (20, set())
