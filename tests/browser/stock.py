"""What a server with accounts has on its pages when somebody looks after it."""

from typing import Any

from tests.browser.served import Served

HOOK = "https://hooks.example.com/interlock"
"""Nobody answers there: example.com has no such host."""


def stock(server: Served) -> dict[str, str]:
    """Fill a server with accounts; the addresses of its pages by name."""

    def post(path: str, body: dict[str, Any]) -> Any:
        return server.call("POST", path, body)

    bea = {"name": "Bea Okonkwo", "roles": ["approver", "group:finance"]}
    server.call("PUT", "/v1/users/bea", bea)
    carl = {"name": "Carl Lindqvist", "roles": ["editor"], "disabled": True}
    server.call("PUT", "/v1/users/carl", carl)
    post("/v1/keys", {"name": "build server", "scopes": ["read"], "days": 30})
    post("/v1/keys", {"name": "deploy bot", "scopes": ["read", "run"], "days": 90})
    hook = post("/v1/webhooks", {"name": "Desk", "url": HOOK, "events": EVENTS})["hook"]
    weather = post("/v1/schedules", morning())
    post("/v1/schedules", every_day())
    post(f"/v1/schedules/{weather['id']}/run", {})
    post("/v1/rules", mail_to("anna@example.com"))
    return {
        "workers": "/workers",
        "schedules": "/schedules",
        "schedule": f"/schedules/{weather['id']}",
        "webhooks": "/webhooks",
        "webhook": f"/webhooks/{hook['id']}",
        "keys": "/access",
        "people": "/access?view=people",
        "rules": "/access?view=rules",
        "audit": "/access?view=audit",
    }


EVENTS = ["interrupt.opened", "run.ended", "schedule.result"]


def morning(name: str = "Morning weather") -> dict[str, Any]:
    """A schedule of every working day."""
    return {
        "name": name,
        "agent": "demo",
        "message": "weather in Oslo",
        "cron": "0 7 * * 1-5",
        "zone": "Europe/Oslo",
    }


def every_day() -> dict[str, Any]:
    """A schedule of every 24 hours."""
    return {
        "name": "Clean the archive",
        "agent": "demo",
        "message": "delete old reports",
        "every": 86_400,
    }


def mail_to(address: str) -> dict[str, Any]:
    """A rule that lets mail to one address go."""
    free = [{"field": "subject", "any": True}, {"field": "body", "any": True}]
    return {
        "agent": "demo",
        "tool": "send_email",
        "where": [{"field": "to", "equals": address}, *free],
        "days": 7,
        "reason": "the weekly report",
    }
