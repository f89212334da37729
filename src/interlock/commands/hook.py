"""Make, change and remove webhooks, and send notices once more. For the tenant's administrators."""

from collections.abc import Callable

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from interlock.domain.address import check_url
from interlock.domain.audit import act
from interlock.domain.hooks import OVERLAP_MS, PING, Delivery, Hook, HookEvent, Secrets
from interlock.domain.ids import new_id
from interlock.domain.messages import Json
from interlock.domain.notices import ping_body
from interlock.domain.principals import Principal
from interlock.domain.rights import ADMIN
from interlock.domain.signing import make_secret
from interlock.errors import Conflict, Forbidden, Invalid, NotFound
from interlock.ports import Reader, Tx

MOST = 50
"""Webhooks of a tenant."""

NAME_CHARACTERS = 100


class HookForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook as an administrator writes it; for the fields see ``domain.hooks.Hook``."""

    name: str
    url: str
    events: tuple[HookEvent, ...]
    agent: str = ""
    details: bool = False


class HookPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to change. ``enabled`` switches it off, and on again."""

    name: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    events: tuple[HookEvent, ...] | UnsetType = UNSET
    agent: str | UnsetType = UNSET
    details: bool | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET


class Rules(Struct, frozen=True):
    """What differs from one installation to another.

    Args:
        private: Whether http and private addresses are allowed.
        random: Draws secret bytes.
    """

    private: bool
    random: Callable[[int], bytes]


class MadeHook(Struct, frozen=True):
    """A webhook and its new secret, which nobody is shown a second time."""

    hook: Hook
    secret: str


def find_hook(reader: Reader, principal: Principal, hook_id: str) -> Hook:
    """A webhook of an administrator's tenant.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: There is none, or it is another tenant's.
    """
    require_admin(principal)
    return _found(principal, reader.hooks.get(hook_id))


def require_admin(principal: Principal) -> None:
    """Refuse whoever is no administrator: a webhook hears of everybody's runs.

    Raises:
        Forbidden: The principal is none.
    """
    if ADMIN not in principal.roles:
        raise Forbidden("Webhooks need the role admin.", "admin_only")


def create(tx: Tx, principal: Principal, form: HookForm, now: int, rules: Rules) -> MadeHook:
    """Make a webhook.

    Raises:
        Forbidden: The principal is no administrator.
        Invalid: Something about the form is wrong.
        Conflict: The tenant has too many.
    """
    require_admin(principal)
    _check(form, rules)
    if len(tx.hooks.of_tenant(principal.tenant)) >= MOST:
        raise Conflict(f"There are {MOST} webhooks, which is the most.", "too_many_webhooks")
    hook = Hook(
        id=new_id("hook"),
        tenant=principal.tenant,
        user=principal.user,
        name=form.name.strip(),
        url=form.url,
        events=tuple(dict.fromkeys(form.events)),
        agent=form.agent,
        details=form.details,
        created_at=now,
        updated_at=now,
        rotated_at=now,
    )
    secret = make_secret(rules.random)
    tx.hooks.add(hook, secret)
    _record(tx, principal, "webhook.create", hook, now)
    return MadeHook(hook, secret)


def edit(
    tx: Tx, principal: Principal, hook_id: str, patch: HookPatch, at: tuple[int, Rules]
) -> Hook:
    """Change a webhook. Switched off, it sets aside what was on its way.

    Args:
        tx: The transaction.
        principal: Who changes it.
        hook_id: Which.
        patch: What is to change.
        at: The time in ms, and the installation's rules.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook.
        Invalid: Something about it is wrong.
    """
    now, rules = at
    before = _held(tx, principal, hook_id)
    new: dict[str, Json] = to_builtins(patch)
    enabled = new.pop("enabled", not before.disabled_at)
    form = HookForm(
        name=before.name,
        url=before.url,
        events=before.events,
        agent=before.agent,
        details=before.details,
    )
    form = replace(form, **new)
    _check(form, rules)
    after = replace(
        before,
        name=form.name.strip(),
        url=form.url,
        events=tuple(dict.fromkeys(form.events)),
        agent=form.agent,
        details=form.details,
        disabled_at=0 if enabled else before.disabled_at or now,
        disabled_why="" if enabled else before.disabled_why,
        updated_at=now,
    )
    if not enabled:
        tx.hooks.give_up(hook_id, now, "switched_off")
    tx.hooks.change(after)
    _record(tx, principal, "webhook.edit", after, now)
    return after


def rotate(tx: Tx, principal: Principal, hook_id: str, now: int, rules: Rules) -> MadeHook:
    """Give it a new secret. For a day both sign, so that the receiver can change over.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook.
    """
    before = _held(tx, principal, hook_id)
    secrets = tx.hooks.secrets(hook_id)
    secret = make_secret(rules.random)
    previous = "" if secrets is None else secrets.current
    tx.hooks.change_secrets(hook_id, Secrets(secret, previous, now + OVERLAP_MS))
    after = replace(before, rotated_at=now, updated_at=now)
    tx.hooks.change(after)
    _record(tx, principal, "webhook.rotate", after, now)
    return MadeHook(after, secret)


def remove(tx: Tx, principal: Principal, hook_id: str, now: int) -> None:
    """Forget a webhook and what was on its way.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook.
    """
    hook = _held(tx, principal, hook_id)
    tx.hooks.remove(hook.id)
    _record(tx, principal, "webhook.remove", hook, now)


def ping(tx: Tx, principal: Principal, hook_id: str, now: int) -> Delivery:
    """Send a test message.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook.
        Conflict: It is switched off.
    """
    hook = _on(_held(tx, principal, hook_id))
    delivery = Delivery(
        id=new_id("msg"),
        hook_id=hook.id,
        tenant=hook.tenant,
        event=PING,
        created_at=now,
    )
    tx.hooks.send(hook, delivery, ping_body(hook, now))
    return delivery


def redeliver(tx: Tx, principal: Principal, hook_id: str, delivery_id: str, now: int) -> Delivery:
    """Send a notice once more, whatever became of it, with all its attempts.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook, or no such notice.
        Conflict: It is switched off.
    """
    hook = _on(_held(tx, principal, hook_id))
    tx.hooks.redeliver(hook.id, delivery_id, now)
    found = tx.hooks.delivery(hook.id, delivery_id)
    if found is None:
        raise NotFound("There is no such delivery.", "delivery_not_found")
    return found[0]


def redeliver_failed(tx: Tx, principal: Principal, hook_id: str, since: int, now: int) -> int:
    """Send everything once more that was set aside and happened since a time. How much that is.

    Raises:
        Forbidden: The principal is no administrator.
        NotFound: No such webhook.
        Conflict: It is switched off.
    """
    hook = _on(_held(tx, principal, hook_id))
    return tx.hooks.redeliver_failed(hook.id, since, now)


def _check(form: HookForm, rules: Rules) -> None:
    if not 0 < len(form.name.strip()) <= NAME_CHARACTERS:
        raise Invalid(f"A webhook's name has 1 to {NAME_CHARACTERS} characters.", "bad_name")
    if not form.events:
        raise Invalid("A webhook hears of one kind of event at least. Name some.", "bad_events")
    check_url(form.url, private=rules.private)


def _held(tx: Tx, principal: Principal, hook_id: str) -> Hook:
    require_admin(principal)
    return _found(principal, tx.hooks.get_to_change(hook_id))


def _found(principal: Principal, hook: Hook | None) -> Hook:
    if hook is None or hook.tenant != principal.tenant:
        raise NotFound("There is no such webhook.", "webhook_not_found")
    return hook


def _on(hook: Hook) -> Hook:
    if hook.disabled_at:
        raise Conflict("The webhook is switched off. Switch it on first.", "webhook_off")
    return hook


def _record(tx: Tx, principal: Principal, action: str, hook: Hook, now: int) -> None:
    details: Json = {
        "name": hook.name,
        "url": hook.url,
        "events": list(hook.events),
        "agent": hook.agent,
        "details": hook.details,
        "enabled": not hook.disabled_at,
    }
    tx.access.audit.record(act(principal, action, hook.id, now, details))
