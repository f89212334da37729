"""The proxies of ``deploy/``, started from their own files on free ports."""

import asyncio
import re
import socket
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.deploy.files import DEPLOY

BOUND = 20.0
NAME = "agents.example.com"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    gzip on;
    include {folder}/site.conf;
}}
"""
"""What a distribution's own nginx.conf says, gzip included."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def nginx(folder: Path, ports: list[int]) -> AsyncGenerator[str]:
    """The site of ``deploy/proxy`` before two servers; its ``https`` address."""
    port = free_port()
    certificate(folder)
    site = (DEPLOY / "proxy" / "nginx-interlock.conf").read_text("utf-8")
    site = site.replace("127.0.0.1:8420", f"127.0.0.1:{ports[0]}")
    site = site.replace("127.0.0.1:8421", f"127.0.0.1:{ports[1]}")
    site = re.sub(r"listen \[::\].*\n", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}")
    site = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), site)
    (folder / "site.conf").write_text(site, "utf-8")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder), "utf-8")
    command = ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    check(command)
    async with process(command, {"PATH": PATH}, port, folder):
        yield f"https://127.0.0.1:{port}"


def check(command: list[str]) -> None:
    """What nginx itself says about its file."""
    done = subprocess.run(
        [*command, "-t"], capture_output=True, text=True, timeout=BOUND, env={"PATH": PATH}
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr, done.stderr


@asynccontextmanager
async def caddy(folder: Path, ports: list[int]) -> AsyncGenerator[str]:
    """The Caddyfile of ``deploy/proxy`` before two servers, without TLS; its address."""
    port = free_port()
    text = (DEPLOY / "proxy" / "Caddyfile").read_text("utf-8")
    text = text.replace("admin 127.0.0.1:2019", "admin off")
    (folder / "Caddyfile").write_text(text, "utf-8")
    environment = {
        "PATH": PATH,
        "HOME": str(folder),
        "INTERLOCK_ADDRESS": f"http://{NAME}:{port}",
        "INTERLOCK_UPSTREAMS": " ".join(f"127.0.0.1:{one}" for one in ports),
    }
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    async with process(command, environment, port, folder):
        yield f"http://127.0.0.1:{port}"


@asynccontextmanager
async def process(
    command: list[str], environment: dict[str, str], port: int, folder: Path
) -> AsyncGenerator[None]:
    """Run a proxy until the block ends."""
    with (folder / "log").open("wb") as log:
        started = await asyncio.create_subprocess_exec(
            *command, env=environment, stdout=log, stderr=log
        )
        try:
            async with asyncio.timeout(BOUND):
                await listening(port, started, folder)
            yield
        finally:
            started.terminate()
            await started.wait()


async def listening(port: int, started: asyncio.subprocess.Process, folder: Path) -> None:
    while True:
        assert started.returncode is None, (folder / "log").read_text("utf-8")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def certificate(folder: Path) -> None:
    """A certificate that nobody vouches for, where the site looks for its own."""
    subject = ["-subj", f"/CN={NAME}", "-days", "1", "-nodes"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command = ["openssl", "req", "-x509", *kind, *subject, *files]
    subprocess.run(command, check=True, capture_output=True, timeout=BOUND)
