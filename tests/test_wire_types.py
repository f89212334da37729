"""The types that the web UI reads the API with are those that the server has today."""

import shutil
import subprocess
from pathlib import Path

from scripts.describe_api import document

WEB = Path(__file__).parent.parent / "web"
SECONDS = 30


def test_the_types_of_the_web_ui_are_those_of_the_api():
    node = shutil.which("node")
    assert node, "The web UI needs Node.js 20.19 or newer."
    check = [node, "scripts/schema.mjs", "--check"]
    done = subprocess.run(
        check, cwd=WEB, input=document(), capture_output=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
