"""Which adapters the settings choose, and what an embedded start leaves alone."""

import subprocess
import sys

import pytest

from interlock.domain.agents import Agent
from interlock.errors import ConfigError
from interlock.models.scripted import Scripted
from interlock.settings import Settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import runtime

LIGHT = """
import sys
import interlock.cli.serve, interlock.cli.worker, interlock.wiring.runtime
print(sorted({"redis", "psycopg", "psycopg_pool"} & sys.modules.keys()))
"""


def test_a_start_on_sqlite_loads_no_client_of_postgresql_or_redis():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    "more", [{"role": "server"}, {"role": "worker"}, {"redis_url": "redis://127.0.0.1"}]
)
async def test_half_an_installation_of_many_is_refused_on_sqlite(tmp_path, more):
    app = Interlock([Agent("clerk", model=Scripted(["text: Hello."]))])
    settings = Settings(data_dir=str(tmp_path), **more)
    with pytest.raises(ConfigError, match="postgresql://"):
        async with runtime(app, settings, environment={}):
            pass
