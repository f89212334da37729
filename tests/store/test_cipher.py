"""The cipher: opens what it sealed, and nothing in which a bit is not the same."""

from interlock.store.cipher import Cipher

KEY = bytes(range(32))


def test_what_is_sealed_opens_and_never_looks_the_same_twice():
    cipher = Cipher(KEY)
    one, two = cipher.seal(b"secret", b"here"), cipher.seal(b"secret", b"here")
    assert one != two
    assert b"secret" not in one
    assert cipher.open(one, b"here") == cipher.open(two, b"here") == b"secret"


def test_no_bit_may_change_nor_the_place_nor_the_key():
    cipher = Cipher(KEY)
    body = cipher.seal(b"secret", b"here")
    for at in range(len(body) * 8):
        changed = bytearray(body)
        changed[at // 8] ^= 1 << at % 8
        assert cipher.open(bytes(changed), b"here") is None
    assert cipher.open(body, b"there") is None
    assert Cipher(bytes(32)).open(body, b"here") is None
    assert all(cipher.open(body[:length], b"here") is None for length in range(len(body)))
