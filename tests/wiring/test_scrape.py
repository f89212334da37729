"""A listener of its own for metrics, in a process that may serve nobody else."""

import socket

import aiohttp
import pytest

from interlock.domain.agents import Agent
from interlock.errors import ConfigError
from interlock.models.scripted import Scripted
from interlock.settings import Settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import runtime


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def process(tmp_path, address: str):
    app = Interlock([Agent("clerk", model=Scripted([]))])
    settings = Settings(data_dir=str(tmp_path), metrics_listen=address, drain_seconds=0.1)
    return runtime(app, settings, environment={})


async def test_a_process_tells_its_metrics_where_the_settings_say(tmp_path):
    address = f"127.0.0.1:{free_port()}"
    async with process(tmp_path, address), aiohttp.ClientSession() as session:
        async with session.get(f"http://{address}/metrics") as answer:
            text = await answer.text()
            kind = answer.headers["content-type"]
        async with session.get(f"http://{address}/v1/runs") as other:
            assert other.status == 404
    assert kind == "text/plain; version=0.0.4; charset=utf-8"
    assert "\ninterlock_worker_capacity 200\n" in text
    assert "\ninterlock_questions_open 0\n" in text


async def test_nothing_listens_unless_it_is_asked_to(tmp_path):
    async with process(tmp_path, ""):
        pass


@pytest.mark.parametrize("address", ["9464", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:99999"])
async def test_an_address_that_is_none_is_refused_at_the_start(tmp_path, address):
    with pytest.raises(ConfigError, match="INTERLOCK_METRICS_LISTEN"):
        async with process(tmp_path, address):
            pass


async def test_an_address_that_is_taken_is_refused_at_the_start(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigError, match="choose another"):
            async with process(tmp_path, address):
                pass
