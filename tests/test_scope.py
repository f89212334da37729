import asyncio

import pytest

from interlock import scope


def test_without_a_word_it_is_everybody():
    assert scope.current() == scope.EVERYBODY


def test_a_scope_lasts_as_long_as_its_block():
    with scope.nobody():
        assert scope.current() == scope.NOBODY
        with scope.tenant("acme"):
            assert scope.current() == "acme"
            with scope.everybody():
                assert scope.current() == scope.EVERYBODY
            assert scope.current() == "acme"
        assert scope.current() == scope.NOBODY
    assert scope.current() == scope.EVERYBODY


@pytest.mark.parametrize("name", ["*", ""])
def test_no_tenant_is_called_like_all_or_none(name: str):
    with pytest.raises(ValueError, match="is no tenant"), scope.tenant(name):
        pass


async def test_a_task_has_the_scope_in_which_it_began_and_no_other_ones():
    async def look() -> str:
        await asyncio.sleep(0)
        return scope.current()

    async with asyncio.TaskGroup() as group:
        with scope.tenant("acme"):
            inside = group.create_task(look())
        with scope.tenant("other"):
            beside = group.create_task(look())
        outside = group.create_task(look())
    assert (inside.result(), beside.result(), outside.result()) == ("acme", "other", "*")
