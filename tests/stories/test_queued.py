"""A run that waits for a driver can be stopped, and the thread goes on."""

from interlock.domain.agents import Agent
from interlock.domain.messages import UserMessage, text_of
from interlock.models.scripted import Scripted
from interlock.testing import Story
from interlock.testing.story import ANN


async def test_a_run_that_nobody_drives_yet_ends_when_it_is_stopped(tmp_path, database):
    model = Scripted(["text: Hello."])
    async with Story([Agent("clerk", model=model)], tmp_path, database_url=database) as story:
        await story.runtime.worker.park(0)
        run_id = await story.begin("first")
        told = await story.stop(run_id, "too slow")
    assert (told.status, told.end.by, told.end.text) == ("cancelled", ANN.user, "too slow")
    async with Story([Agent("clerk", model=model)], tmp_path, database_url=database) as story:
        again = await story.say("second", told.thread_id)
    assert (again.status, again.text, len(model.requests)) == ("success", "Hello.", 1)
    said = [text_of(m) for m in model.requests[0].messages if isinstance(m, UserMessage)]
    assert said == ["first", "second"]
