"""What belongs to somebody else does not exist."""

import asyncio

import pytest

MISSING = "0" * 32
READS = [
    "/v1/runs/{run}",
    "/v1/runs/{run}/events",
    "/v1/threads/{thread}",
    "/v1/threads/{thread}/messages",
    "/v1/interrupts/{interrupt}",
]
STREAM = {"Accept": "text/event-stream"}


async def answer_of(house, method, path, who, options):
    async with house.open(method, path, who, **options) as response:
        names = [name for name in response.headers if name.lower() != "date"]
        return (
            response.status,
            {name: response.headers[name] for name in names},
            (await response.read()),
        )


@pytest.mark.parametrize("who", ["bob", "eve"])
async def test_foreign_and_unknown_ids_get_the_same_answer_byte_for_byte(serve, who):
    """C4: on every verb and on streams, from the same tenant and from another one."""
    async with serve(['call: delete {"folder": "a"}']) as house:
        [asked] = await house.asked()
        real = {"run": asked["run_id"], "thread": asked["thread_id"], "interrupt": asked["id"]}
        none = {
            "run": "run_" + MISSING,
            "thread": "thread_" + MISSING,
            "interrupt": "int_" + MISSING,
        }
        requests = [("GET", path, {}) for path in READS]
        requests += [
            ("GET", "/v1/runs/{run}/events", {"headers": STREAM}),
            ("GET", "/v1/runs/{run}/events?after=3", {"headers": STREAM}),
            ("GET", "/v1/runs/{run}/events?after=99999", {}),
            ("POST", "/v1/runs/{run}/cancel", {"json": {}}),
            ("POST", "/v1/interrupts/{interrupt}/answer", {"json": {"abandon": True}}),
            ("GET", "/v1/runs?thread_id={thread}", {}),
            ("GET", "/v1/interrupts?thread_id={thread}", {}),
        ]
        for method, path, options in requests:
            foreign = await answer_of(house, method, path.format(**real), who, options)
            unknown = await answer_of(house, method, path.format(**none), who, options)
            assert foreign == unknown
            assert foreign[0] == (200 if "?thread_id" in path else 404)
        assert (await house.get(f"/v1/interrupts/{asked['id']}"))[1]["status"] == "open"


@pytest.mark.parametrize("who", ["bob", "eve"])
async def test_nobody_writes_into_somebody_elses_thread(serve, who):
    """C4."""
    async with serve(["text: Hi.", "text: No."]) as house:
        run = await house.run()
        order = {"agent": "clerk", "message": "me too", "thread_id": run["thread_id"]}
        status, problem = await house.post("/v1/runs", order, who)
        listed = await house.get(f"/v1/runs?thread_id={run['thread_id']}")
    assert (status, problem["code"]) == (404, "thread_not_found")
    assert [one["id"] for one in listed[1]["runs"]] == [run["id"]]


async def test_lists_are_the_callers_whatever_the_address_asks_for(serve):
    """C5: the scope comes from the token alone."""
    async with serve(['call: delete {"folder": "a"}', "text: Hi."]) as house:
        [asked] = await house.asked("ann")
        mine = await house.run("hello", "bob")
        query = "?owner=ann&user=ann&tenant=acme&principal=ann&role=admin"
        runs = (await house.get(f"/v1/runs{query}", "bob"))[1]["runs"]
        threads = (await house.get(f"/v1/threads{query}", "bob"))[1]["threads"]
        questions = (await house.get(f"/v1/interrupts{query}", "bob"))[1]["interrupts"]
        evil = [await house.get(f"/v1/{what}{query}", "eve") for what in ("runs", "threads")]
    assert [run["id"] for run in runs] == [mine["id"]]
    assert [thread["id"] for thread in threads] == [mine["thread_id"]]
    assert questions == []
    assert [body for _, body in evil] == [
        {"runs": [], "before": None},
        {"threads": [], "before": None},
    ]
    assert asked["user"] == "ann"


async def test_ids_say_nothing_about_the_next_one(serve):
    """C6: 128 random bits, and still an owner is checked."""
    async with serve(["text: Hi."] * 20) as house:
        runs = [await house.run() for _ in range(20)]
    ids = {run[name] for run in runs for name in ("id", "thread_id", "turn_id")}
    bits = [int(name.rsplit("_", 1)[1], 16) for name in ids]
    assert len(ids) == 60
    assert all(len(name.rsplit("_", 1)[1]) == 32 for name in ids)
    for place in range(128):
        assert 0 < sum(number >> place & 1 for number in bits) < 60


async def test_an_idempotency_key_is_its_owners(serve):
    """C14: the same key of two users and of two tenants are three keys."""
    async with serve(["text: Hi."] * 3) as house:
        order = {"agent": "clerk", "message": "hello"}
        key = {"Idempotency-Key": "k-1"}
        begun = await asyncio.gather(
            *[house.post("/v1/runs", order, who, headers=key) for who in ("ann", "bob", "eve")]
        )
        again = await asyncio.gather(
            *[house.post("/v1/runs", order, who, headers=key) for who in ("ann", "bob", "eve")]
        )
        for who in ("ann", "bob", "eve"):
            assert len((await house.get("/v1/runs", who))[1]["runs"]) == 1
    ids = [run["id"] for _, run in begun]
    assert len(set(ids)) == 3
    assert [run["id"] for _, run in again] == ids


async def test_an_admin_sees_the_whole_tenant_and_no_other(serve):
    async with serve(["text: Hi."] * 2) as house:
        mine = await house.run("hello", "eve")
        hers = await house.run("hello", "ann")
        assert (await house.get(f"/v1/runs/{mine['id']}", "eve"))[0] == 200
        assert (await house.get(f"/v1/runs/{hers['id']}", "eve"))[0] == 404


@pytest.mark.parametrize("path", ["/v1/runs/a%00b", "/v1/runs?thread_id=%00", "/v1/threads/%00"])
async def test_a_nul_in_an_address_is_refused_before_anybody_looks(serve, path):
    """D7."""
    async with serve([]) as house:
        status, problem = await house.get(path)
    assert (status, problem["code"]) == (400, "bad_query")
