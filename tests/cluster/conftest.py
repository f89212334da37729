"""Two servers for the tests of a file; each test begins workers of its own."""

from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis
from tests.bus.conftest import URL
from tests.cluster.nodes import Client, Cluster, Node, client_of
from tests.databases import postgres_schema

from interlock.domain.ids import new_id


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, Node, Node]]:
    prefix = new_id("test")
    with postgres_schema() as database:
        cluster = Cluster(tmp_path_factory.mktemp("cluster"), database, URL, prefix)
        try:
            first = cluster.serve("server-1").until_ready()
            second = cluster.serve("server-2").until_ready()
            yield cluster, first, second
        finally:
            cluster.close()
    with Redis.from_url(URL) as redis:
        for key in redis.scan_iter(f"{{{prefix}}}*", count=1000):
            redis.delete(key)


@pytest.fixture
def cluster(base: tuple[Cluster, Node, Node]) -> Iterator[Cluster]:
    """The cluster, with no worker and no effect yet."""
    one = base[0]
    for name in ("go", "effects"):
        (one.place / name).unlink(missing_ok=True)
    yield one
    one.end_workers()


@pytest.fixture
async def here(base: tuple[Cluster, Node, Node]) -> AsyncIterator[Client]:
    async with client_of(base[1]) as client:
        yield client


@pytest.fixture
async def there(base: tuple[Cluster, Node, Node]) -> AsyncIterator[Client]:
    """The same person at the other server."""
    async with client_of(base[2]) as client:
        yield client
