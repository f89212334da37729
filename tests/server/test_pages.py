"""The web UI's files: public, with a strict policy, and nothing outside their folder."""

import gzip

from tests.server.house import serving

from interlock.domain.agents import Agent
from interlock.server.pages import Site
from interlock.testing import Story


def built(folder):
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Interlock</title>", encoding="utf-8")
    (folder / "artifact.html").write_text("<!doctype html>", encoding="utf-8")
    (folder / "assets" / "diagram-1a.html").write_text("<!doctype html>", encoding="utf-8")
    (folder / "theme.js").write_text("// first", encoding="utf-8")
    (folder / "assets" / "app-1a.js").write_text("x" * 5000, encoding="utf-8")
    (folder.parent / "secret.txt").write_text("hidden", encoding="utf-8")
    return Site(folder)


async def test_every_page_is_the_same_document_under_a_strict_policy(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        for path in ("/", "/inbox", "/chat/demo/thread_1", "/runs/run_1"):
            async with house.session.get(house.url + path) as response:
                assert response.status == 200
                assert "<title>Interlock</title>" in await response.text()
                policy = response.headers["content-security-policy"]
                assert "script-src 'self';" in policy
                assert "frame-ancestors 'none'" in policy
                assert "http" not in policy


async def test_files_are_compressed_and_kept_by_browsers(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        path = f"{house.url}/assets/app-1a.js"
        headers = {"Accept-Encoding": "gzip"}
        async with house.session.get(path, headers=headers, auto_decompress=False) as response:
            assert response.headers["content-encoding"] == "gzip"
            assert "immutable" in response.headers["cache-control"]
            assert gzip.decompress(await response.read()) == b"x" * 5000


async def test_a_script_beside_the_page_is_asked_for_anew(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        response = await house.session.get(f"{house.url}/theme.js")
        assert (response.status, await response.text()) == (200, "// first")
        assert response.headers["content-type"].startswith("text/javascript")
        assert response.headers["cache-control"] == "no-cache"


async def test_an_artifact_page_is_an_origin_of_its_own_without_a_network(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        async with house.session.get(f"{house.url}/artifact.html") as response:
            policy = response.headers["content-security-policy"]
        assert policy.startswith("sandbox allow-scripts; default-src 'none'")
        assert "allow-same-origin" not in policy
        assert "connect-src" not in policy


async def test_a_diagram_page_is_an_origin_of_its_own_that_browsers_keep(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        response = await house.session.get(f"{house.url}/assets/diagram-1a.html")
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "immutable" in response.headers["cache-control"]
        assert response.headers["content-security-policy"] == (
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
            "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'self'"
        )


async def test_no_path_leads_out_of_the_folder(tmp_path):
    site = built(tmp_path / "web")
    async with Story([Agent("a")], tmp_path) as story, serving(story.runtime, site=site) as house:
        for path in (b"/assets/../../secret.txt", b"/assets/%2e%2e/%2e%2e/secret.txt"):
            head = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % path
            answer = await house.raw(head)
            assert b"hidden" not in answer
            assert not answer.startswith(b"HTTP/1.1 200")


async def test_a_file_that_a_new_build_took_away_is_missing_and_no_failure(tmp_path):
    site = built(tmp_path / "web")
    (tmp_path / "web" / "assets" / "app-1a.js").unlink()
    async with (
        Story([Agent("a")], tmp_path) as story,
        serving(story.runtime, site=site) as house,
        house.session.get(f"{house.url}/assets/app-1a.js") as response,
    ):
        assert response.status == 404
        assert (await response.json())["code"] == "no_such_file"
