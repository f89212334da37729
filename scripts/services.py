"""A PostgreSQL and a Redis for the tests, started where none answers. Prints the URL of one.

    python -m scripts.services postgres|redis|programs|stop

``INTERLOCK_TEST_POSTGRES`` and ``INTERLOCK_TEST_REDIS_URL`` name servers of one's own. Without them
the usual ports are tried, then servers are started that stay for the next run; ``stop`` ends them.
Missing programs are installed where that is possible: as root, on Debian or Ubuntu; ``programs``
does only that, for ``make prove``, which starts servers of its own.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
import redis

from interlock.errors import ConfigError
from interlock.prove.engines import find, unprivileged

HOME = Path(tempfile.gettempdir()) / f"interlock-test-services-{os.getuid()}"
POSTGRES_PORT, REDIS_PORT = 54329, 63799
START_SECONDS = 30.0
OLDEST = 140_000
"""PostgreSQL 14."""


def main(arguments: Sequence[str]) -> int:
    """Print the URL of a service that answers, or say what is missing."""
    match list(arguments):
        case ["postgres"]:
            find_or_start = postgres
        case ["redis"]:
            find_or_start = redis_server
        case ["programs"]:
            find_or_start = programs
        case ["stop"]:
            return stop()
        case _:
            sys.stderr.write(f"{__doc__}")
            return 2
    try:
        sys.stdout.write(find_or_start() + "\n")
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def postgres() -> str:
    """The URL of a PostgreSQL whose login may make schemas and roles."""
    given = os.environ.get("INTERLOCK_TEST_POSTGRES")
    usual = "postgresql://postgres@127.0.0.1:5432/postgres"
    own = f"postgresql://postgres@127.0.0.1:{POSTGRES_PORT}/postgres"
    for url in [given] if given else [usual, own]:
        if postgres_answers(url):
            return url
    if given:
        raise ConfigError(
            "INTERLOCK_TEST_POSTGRES names no PostgreSQL 14 or newer whose login is a superuser"
        )
    start_postgres(needed(["initdb", "postgres"], "postgresql"))
    wait(lambda: postgres_answers(own), HOME / "postgres" / "log")
    return own


def redis_server() -> str:
    """The URL of a Redis or Valkey."""
    given = os.environ.get("INTERLOCK_TEST_REDIS_URL")
    usual, own = "redis://127.0.0.1:6379", f"redis://127.0.0.1:{REDIS_PORT}"
    for url in [given] if given else [usual, own]:
        if redis_answers(url):
            return url
    if given:
        raise ConfigError("INTERLOCK_TEST_REDIS_URL names no Redis that answers")
    [program] = needed(["redis-server"], "redis-server")
    folder = HOME / "redis"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--port", str(REDIS_PORT), "--bind", "127.0.0.1", "--save", ""]
    launch([program, *options, "--dir", str(folder)], folder, None)
    wait(lambda: redis_answers(own), folder / "log")
    return own


def programs() -> str:
    """The programs of both, without starting one."""
    found = needed(["initdb", "postgres"], "postgresql") + needed(["redis-server"], "redis-server")
    return "\n".join(found)


def start_postgres(programs: Sequence[str]) -> None:
    """Make a cluster, unless it is there, and start it in the background."""
    initdb, server = programs
    folder, user = HOME / "postgres", unprivileged()
    folder.mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o711)
    if user is not None:
        shutil.chown(folder, user)
    if not (folder / "data" / "PG_VERSION").exists():
        make = [initdb, "--pgdata", str(folder / "data"), "--username", "postgres"]
        options = ["--auth", "trust", "--no-sync", "--no-instructions", "--encoding", "UTF8"]
        subprocess.run(
            [*make, *options], cwd=folder, user=user, check=True, stdout=subprocess.DEVNULL
        )
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(POSTGRES_PORT),
        "unix_socket_directories": str(folder),
        "max_connections": "200",
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    launch([server, "-D", str(folder / "data"), *words], folder, user)


def launch(command: Sequence[str], folder: Path, user: str | None) -> None:
    """Start a server that outlives us."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            command, cwd=folder, user=user, stdout=log, stderr=log, start_new_session=True
        )
    (HOME / f"{folder.name}.pid").write_text(str(process.pid))


def stop() -> int:
    """End the servers that we started."""
    for file in HOME.glob("*.pid"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(file.read_text()), signal.SIGINT)
        file.unlink()
    return 0


def wait(answers: Callable[[], bool], log: Path) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + START_SECONDS
    while not answers():
        if time.monotonic() > end:
            last = log.read_text("utf-8", "replace")[-500:]
            raise ConfigError(f"a server for the tests did not start; its log ends with:\n{last}")
        time.sleep(0.1)


def needed(names: Sequence[str], package: str) -> list[str]:
    """Where programs are, after installing them if need be."""
    try:
        return [find(name) for name in names]
    except ConfigError:
        install(package)
    return [find(name) for name in names]


def install(package: str) -> None:
    """Install a package of Debian or Ubuntu, without the servers that it would start."""
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        raise ConfigError(
            f"The tests need {package} and find none: install it (Debian and Ubuntu: apt-get "
            f"install {package}), or name a server with INTERLOCK_TEST_POSTGRES and "
            "INTERLOCK_TEST_REDIS_URL."
        )
    if package == "postgresql":
        quiet = Path("/etc/postgresql-common/createcluster.conf")
        if not quiet.exists():
            quiet.parent.mkdir(parents=True, exist_ok=True)
            quiet.write_text("create_main_cluster = false\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    options = ["-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"]
    for command in (["update", "-qq"], ["install", *options, package]):
        done = subprocess.run(
            ["apt-get", *command], env=environment, stdout=sys.stderr, check=False
        )
        if done.returncode:
            raise ConfigError(f"apt-get could not install {package}; what it said is above")


def postgres_answers(url: str) -> bool:
    """Whether it is new enough and takes us as a superuser."""
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            mine = connection.execute(
                "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
            return connection.info.server_version >= OLDEST and mine == (True,)
    except psycopg.Error:
        return False


def redis_answers(url: str) -> bool:
    """Whether it takes commands from us."""
    try:
        with redis.Redis.from_url(url, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
