"""One tenant's many runs do not hold back another one's, through queue, claim and worker."""

import pytest
from tests.cluster.nodes import Cluster, until
from tests.cluster.program import AGENT

from interlock.bus.clock import SystemClock
from interlock.bus.local import LocalBus
from interlock.bus.redis_link import Link
from interlock.bus.redis_queue import RedisQueue
from interlock.commands.begin import Begin
from interlock.commands.desk import Desk
from interlock.domain.ids import new_id
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.messages import TextPart, UserMessage
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.store.postgres import PostgresStore

pytestmark = pytest.mark.timeout(120)

MANY = 60


async def test_the_one_run_of_a_quiet_tenant_does_not_wait_for_the_many_of_a_loud_one(
    cluster: Cluster,
):
    bus = LocalBus()
    store = PostgresStore(cluster.database, bus.publish)
    queue = RedisQueue(Link(cluster.redis, cluster.prefix), "test", 30.0)
    desk = Desk(store, queue, bus, SystemClock())

    async def begin(tenant: str) -> Run:
        message = UserMessage(new_id("msg"), (TextPart("say hello"),))
        who = Principal(tenant, "ann")
        return (await desk.begin(Begin(principal=who, agent=AGENT, message=message))).run

    async def over(run: Run) -> bool:
        found = await store.read(lambda reader: reader.run(run.id))
        return found is not None and found.status in RUN_OVER

    loud = [await begin("loud") for _ in range(MANY)]
    quiet = await begin("quiet")
    cluster.worker("lonely", concurrency="1").until_ready()
    await until(lambda: over(quiet))
    done = sum([await over(run) for run in loud])
    await until(lambda: over(loud[-1]))
    await queue.close()
    await store.close()
    assert done < MANY // 2
