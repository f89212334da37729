"""Which addresses notices may go to."""

import pytest

from interlock.domain.address import check_url, is_public
from interlock.errors import Invalid


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",  # noqa: S104 - nothing binds to it
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "198.18.0.1",
        "203.0.113.5",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "3fff::1",
        "192.88.99.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "::127.0.0.1",
        "localhost",
        "",
    ],
)
def test_an_address_of_this_machine_or_its_network_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111"])
def test_an_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/hook",
        "https://example.com:8443/hook?key=1",
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/",
    ],
)
def test_a_public_https_address_is_fine(url):
    check_url(url, private=False)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://",
        "example.com",
        "",
        "https://user:word@example.com/",
        "https://user@example.com/",
        "https://example.com/#part",
        "https://example.com:99999/",
        "https://[::1/",
        "https://exa mple.com/",
        "https://example.com/\n",
        "https://éxample.com/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://db.internal/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://printer.local/",
        "https://example.com/" + "a" * 2000,
    ],
)
def test_any_other_address_is_refused(url):
    with pytest.raises(Invalid, match="webhook can't go"):
        check_url(url, private=False)


def test_development_may_use_http_and_this_machine_and_nothing_else():
    check_url("http://127.0.0.1:9000/hook", private=True)
    check_url("http://localhost:9000/hook", private=True)
    for url in ("ftp://127.0.0.1/", "http://user:word@localhost/", "http://"):
        with pytest.raises(Invalid):
            check_url(url, private=True)
