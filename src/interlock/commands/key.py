"""API keys: make, rotate, revoke; and the codes and sessions that come from them."""

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.audit import act
from interlock.domain.keys import ApiKey, read_token, token_of
from interlock.domain.messages import Json
from interlock.domain.people import User
from interlock.domain.principals import SCOPES, Principal
from interlock.domain.rights import OPERATOR, may_administer, may_scope
from interlock.domain.rules import DAY_MS
from interlock.errors import Conflict, Forbidden, Invalid, NotFound
from interlock.ports import Reader, Tx

CODE_MS = DAY_MS
"""How long a code waits to be used."""

SESSION_MS = 7 * DAY_MS
"""How long a session of the web UI lasts."""

GUEST_MS = 8 * 3_600_000
"""How long one lasts that no key stands behind: its user came with a token of somebody else's."""

MOST_DAYS = 3650
MOST_OVERLAP_HOURS = 30 * 24
NAME_CHARACTERS = 100


class NewKey(Struct, frozen=True, kw_only=True):
    """A key to be made.

    Args:
        principal: Who makes it.
        user: For whom; empty for oneself.
        name: What to call it.
        scopes: What it may be used for; empty gives all that the principal has.
        days: How long it works; 0 until it is revoked.
        channel: Through which door.
    """

    principal: Principal
    user: str = ""
    name: str = ""
    scopes: tuple[str, ...] = ()
    days: int = 0
    channel: str = "api"


class Fresh(Struct, frozen=True):
    """What a transaction that makes a key must not think up itself: it may run twice."""

    id: str
    secret: bytes
    now: int


class MadeKey(Struct, frozen=True):
    """A key, and its token: shown once, and kept nowhere."""

    key: ApiKey
    token: str


def create_key(tx: Tx, order: NewKey, fresh: Fresh) -> MadeKey:
    """Make a key for oneself, or, as an administrator, for another user of the tenant.

    Raises:
        Forbidden: The principal may not, or has less than the key would.
        NotFound: There is no such user.
        Invalid: A scope, the name or the days are wrong.
    """
    who, now = order.principal, fresh.now
    user = _holder(tx, who, order.user or who.user)
    scopes = order.scopes or tuple(one for one in SCOPES if one in who.scopes)
    _check(order, scopes)
    token, digest = token_of(fresh.id, fresh.secret)
    key = ApiKey(
        id=fresh.id,
        tenant=who.tenant,
        user=user.id,
        name=" ".join(order.name.split()) or "key",
        digest=digest,
        scopes=scopes,
        created_at=now,
        created_by=who.user,
        expires_at=now + order.days * DAY_MS if order.days else 0,
    )
    tx.access.keys.add(key)
    _note(tx, who, "key.create", key, (now, order.channel))
    return MadeKey(key, token)


def rotate_key(
    tx: Tx, who: Principal, key_id: str, hours: int, fresh: Fresh, channel: str = "api"
) -> MadeKey:
    """Make the successor of a key; both work until the old one ends, ``hours`` from now.

    Raises:
        NotFound: There is no such key, or it is not the principal's to change.
        Conflict: It is over, or two live ones are there already.
        Forbidden: The principal has less than the key.
    """
    old, now = own_key(tx, who, key_id), fresh.now
    if not 0 <= hours <= MOST_OVERLAP_HOURS:
        raise Invalid(f"Both keys may work for 0 to {MOST_OVERLAP_HOURS} hours.", "bad_key")
    if not old.good(now) or old.kind != "key":
        raise Conflict("This key does not work any more. Make a new one.", "key_over")
    if tx.access.keys.successors(old.id, now):
        text = "This key was rotated, and both work. Revoke the one that is not used, then rotate."
        raise Conflict(text, "key_rotated")
    _refuse_more(who, old.scopes)
    token, digest = token_of(fresh.id, fresh.secret)
    life = old.expires_at - old.created_at if old.expires_at else 0
    key = replace(
        old,
        id=fresh.id,
        digest=digest,
        created_at=now,
        created_by=who.user,
        expires_at=now + life if life else 0,
        last_used_at=0,
        root=old.id,
    )
    tx.access.keys.add(key)
    tx.access.keys.end(old.id, now + hours * 3_600_000)
    _note(tx, who, "key.rotate", key, (now, channel))
    return MadeKey(key, token)


def revoke_key(tx: Tx, who: Principal, key_id: str, now: int, channel: str = "api") -> None:
    """End a key, and the sessions that came from it. Doing so again is fine.

    Raises:
        NotFound: There is no such key, or it is not the principal's to change.
    """
    key = own_key(tx, who, key_id)
    if tx.access.keys.revoke(key.id, now):
        _note(tx, who, "key.revoke", key, (now, channel))


def invite(tx: Tx, who: Principal, fresh: Fresh) -> str:
    """A code that opens one session of the principal's with the same scopes."""
    return _derived(tx, who, "code", fresh, CODE_MS).token


def redeem(tx: Tx, text: str, fresh: Fresh) -> tuple[str, int] | None:
    """Open a session with a code, which is thereby used, or with a key, which is not.

    Returns:
        The session's token and its end in ms since the epoch; None for what opens nothing.
    """
    now = fresh.now
    found = held_by(tx, text, now)
    if found is None or found.kind == "session":
        return None
    if found.kind == "code" and not tx.access.keys.revoke(found.id, now):
        return None
    who = Principal(found.tenant, found.user, scopes=frozenset(found.scopes), key=_root(found))
    made = _derived(tx, who, "session", fresh, SESSION_MS if who.key else GUEST_MS)
    return made.token, made.key.expires_at


def held_by(reader: Reader, token: str, now: int) -> ApiKey | None:
    """The key, session or code behind a token, if it is good; compared in constant time."""
    parts = read_token(token)
    if parts is None:
        return None
    key = reader.access.keys.get(parts[0])
    proved = (key or _NOBODYS).opened_by(parts[1])
    return key if key is not None and proved and key.good(now) else None


def own_key(reader: Reader, who: Principal, key_id: str) -> ApiKey:
    """A key that the principal may see and change.

    Raises:
        NotFound: There is none, or it is somebody else's: nobody learns which.
    """
    key = reader.access.keys.get(key_id)
    mine = key is not None and key.tenant == who.tenant and key.kind != "code"
    if key is None or not mine or (key.user != who.user and not may_administer(who)):
        raise NotFound("There is no such key.", "key_not_found")
    if key.user != who.user:
        user = reader.access.people.user(key.tenant, key.user)
        if user is not None and OPERATOR in user.roles and OPERATOR not in who.roles:
            raise NotFound("There is no such key.", "key_not_found")
    return key


_NOBODYS = ApiKey(id="", tenant="", user="", name="", digest="0" * 64)
"""What is compared when there is no key, so that a wrong id takes as long as a wrong secret."""


def _derived(tx: Tx, who: Principal, kind: str, fresh: Fresh, ms: int) -> MadeKey:
    token, digest = token_of(fresh.id, fresh.secret)
    key = ApiKey(
        id=fresh.id,
        tenant=who.tenant,
        user=who.user,
        name="web",
        digest=digest,
        kind="code" if kind == "code" else "session",
        scopes=tuple(sorted(who.scopes)),
        created_at=fresh.now,
        created_by=who.user,
        expires_at=_end(tx, who.key, fresh.now + ms),
        root=who.key,
    )
    tx.access.keys.add(key)
    return MadeKey(key, token)


def _end(tx: Tx, root: str, end: int) -> int:
    """No session outlives the key that it came from."""
    key = tx.access.keys.get(root) if root else None
    return min(end, key.expires_at) if key is not None and key.expires_at else end


def _root(key: ApiKey) -> str:
    return key.root if key.kind != "key" else key.id


def _holder(reader: Reader, who: Principal, user_id: str) -> User:
    if user_id != who.user and not may_administer(who):
        raise Forbidden("Making a key for somebody else needs the role admin.", "not_admin")
    user = reader.access.people.user(who.tenant, user_id)
    if user is None or user.disabled_at:
        raise NotFound("There is no such user.", "user_not_found")
    if OPERATOR in user.roles and OPERATOR not in who.roles:
        raise Forbidden("Only an operator can make a key for an operator.", "not_operator")
    return user


def _check(order: NewKey, scopes: tuple[str, ...]) -> None:
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown:
        raise Invalid(f"There is no scope {unknown[0]}: {', '.join(SCOPES)}.", "bad_key")
    if len(order.name) > NAME_CHARACTERS or not 0 <= order.days <= MOST_DAYS:
        text = f"A key has at most {NAME_CHARACTERS} characters of name and {MOST_DAYS} days."
        raise Invalid(text, "bad_key")
    _refuse_more(order.principal, scopes)


def _refuse_more(who: Principal, scopes: tuple[str, ...]) -> None:
    objection = may_scope(who, scopes)
    if objection:
        raise Forbidden(objection, "scope_missing")


def _note(tx: Tx, who: Principal, action: str, key: ApiKey, when: tuple[int, str]) -> None:
    now, channel = when
    details: dict[str, Json] = {
        "user": key.user,
        "name": key.name,
        "scopes": list(key.scopes),
        "expires_at": key.expires_at,
    }
    if action == "key.rotate":
        details["replaces"] = key.root
    tx.access.audit.record(replace(act(who, action, key.id, now, details), channel=channel))
