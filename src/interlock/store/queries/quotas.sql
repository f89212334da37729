-- Quotas, the meters that they count on, and what is reserved there.

-- name: add_quota
-- Set a bound, in place of an earlier one of the same kind.
INSERT INTO quotas (id, tenant, scope, subject, measure, period, cap, created_at, created_by)
VALUES (:id, :tenant, :scope, :subject, :measure, :period, :cap, :created_at, :created_by)
ON CONFLICT (tenant, scope, subject, measure, period) DO UPDATE SET
    cap = excluded.cap, created_at = excluded.created_at, created_by = excluded.created_by;

-- name: quota_like
-- The bound of a kind.
SELECT * FROM quotas
WHERE tenant = :tenant AND scope = :scope AND subject = :subject AND measure = :measure
  AND period = :period;

-- name: quota
-- One bound.
SELECT * FROM quotas WHERE tenant = :tenant AND id = :id;

-- name: drop_quota
-- Lift a bound.
DELETE FROM quotas WHERE tenant = :tenant AND id = :id;

-- name: quotas_of_tenant
-- A tenant's bounds.
SELECT * FROM quotas WHERE tenant = :tenant ORDER BY number;

-- name: every_quota
-- All bounds.
SELECT * FROM quotas ORDER BY number;

-- name: every_zone
-- All time zones that tenants chose.
SELECT tenant, zone FROM ledger_zones;

-- name: meter
-- One meter.
SELECT * FROM meters
WHERE tenant = :tenant AND stretch = :stretch AND scope = :scope AND subject = :subject;

-- name: every_meter
-- All meters of a tenant.
SELECT * FROM meters WHERE tenant = :tenant ORDER BY stretch, scope, subject;

-- name: meters_of
-- All meters of a stretch of time.
SELECT * FROM meters WHERE tenant = :tenant AND stretch = :stretch AND scope = :scope
ORDER BY subject;

-- name: add_meter
-- Begin a meter at what was used already.
INSERT INTO meters (
    tenant, scope, subject, stretch, spent_usd, spent_tokens, reserved_usd, reserved_tokens
) VALUES (:tenant, :scope, :subject, :stretch, :usd, :tokens, 0, 0)
ON CONFLICT (tenant, stretch, scope, subject) DO NOTHING;

-- name: hold
-- Reserve on a meter if every bound leaves room; no row changes if one does not.
UPDATE meters
SET reserved_usd = reserved_usd + :usd, reserved_tokens = reserved_tokens + :tokens
WHERE tenant = :tenant AND stretch = :stretch AND scope = :scope AND subject = :subject
  AND spent_usd + reserved_usd + :usd <= :cap_usd
  AND spent_tokens + reserved_tokens + :tokens <= :cap_tokens;

-- name: let_go
-- Give back what was reserved on a meter.
UPDATE meters
SET reserved_usd = reserved_usd - :usd, reserved_tokens = reserved_tokens - :tokens
WHERE tenant = :tenant AND stretch = :stretch AND scope = :scope AND subject = :subject;

-- name: add_reservation
-- Note a reservation.
INSERT INTO reservations (
    run_id, call_index, attempt, tenant, scope, subject, stretch, fence, usd, tokens, made_at
) VALUES (
    :run_id, :call_index, :attempt, :tenant, :scope, :subject, :stretch, :fence, :usd, :tokens,
    :made_at
);

-- name: reservations_of_call
-- What an attempt has reserved.
SELECT * FROM reservations
WHERE run_id = :run_id AND call_index = :call_index AND attempt = :attempt
ORDER BY scope, subject, stretch;

-- name: reservations_of_run
-- What a run has reserved.
SELECT * FROM reservations WHERE run_id = :run_id
ORDER BY call_index, attempt, scope, subject, stretch;

-- name: drop_reservation
-- Forget a reservation. No row changes when it was forgotten before.
DELETE FROM reservations
WHERE run_id = :run_id AND call_index = :call_index AND attempt = :attempt
  AND scope = :scope AND subject = :subject AND stretch = :stretch;

-- name: spend
-- Add what a call used to every meter that it counts on.
UPDATE meters
SET spent_usd = spent_usd + :spent, spent_tokens = spent_tokens + :tokens
WHERE tenant = :tenant AND stretch IN (:day_stretch, :month_stretch, :run_stretch)
  AND (
      scope = 'tenant'
      OR (scope = 'user' AND subject = :user)
      OR (scope = 'agent' AND subject = :agent)
      OR (scope = 'key' AND subject = :key)
  );

-- name: warn
-- Note that a bound has warned for a stretch of time. No row changes when it had.
INSERT INTO quota_warnings (tenant, quota_id, subject, stretch, at)
VALUES (:tenant, :quota_id, :subject, :stretch, :now)
ON CONFLICT (tenant, quota_id, subject, stretch) DO NOTHING;

-- name: note_full
-- Note that a bound had no room in a stretch of time. No row changes when that was noted before.
INSERT INTO quota_full (tenant, quota_id, subject, stretch, at)
VALUES (:tenant, :quota_id, :subject, :stretch, :now)
ON CONFLICT (tenant, quota_id, subject, stretch) DO NOTHING;

-- name: quota_notes
-- Which bounds of a tenant were noted to be nearly full or without room, and when.
SELECT quota_id, subject, stretch, 'quota.warning' AS event, at FROM quota_warnings
WHERE tenant = :tenant
UNION ALL
SELECT quota_id, subject, stretch, 'quota.exceeded' AS event, at FROM quota_full
WHERE tenant = :tenant;

-- name: spent_before
-- What was used in a stretch of days before its meter began.
SELECT CAST(coalesce(sum(cost), 0) AS BIGINT) AS usd,
       CAST(coalesce(sum(
           input_tokens + cached_tokens + cache_write_tokens + output_tokens + reasoning_tokens
           + audio_tokens
       ), 0) AS BIGINT) AS tokens
FROM usage_days
WHERE tenant = :tenant AND day >= :since AND day < :until
  AND (:user = '' OR "user" = :user) AND (:agent = '' OR agent = :agent);

-- name: spent_by_key
-- The same of a key, from the rows.
SELECT CAST(coalesce(sum(cost), 0) AS BIGINT) AS usd,
       CAST(coalesce(sum(
           input_tokens + cached_tokens + cache_write_tokens + output_tokens + reasoning_tokens
           + audio_tokens
       ), 0) AS BIGINT) AS tokens
FROM ledger
WHERE tenant = :tenant AND key = :key AND key <> '' AND day >= :since AND day < :until;

-- name: spent_by_subjects
-- What each user or agent used in a stretch of days, or the tenant.
SELECT subject, CAST(sum(cost) AS BIGINT) AS usd, CAST(sum(tokens) AS BIGINT) AS tokens
FROM (
    SELECT CASE :scope WHEN 'user' THEN "user" WHEN 'agent' THEN agent ELSE '' END AS subject, cost,
           input_tokens + cached_tokens + cache_write_tokens + output_tokens + reasoning_tokens
           + audio_tokens AS tokens
    FROM usage_days WHERE tenant = :tenant AND day >= :since AND day < :until
) AS used
GROUP BY subject;

-- name: spent_by_keys
-- The same of each key, from the rows.
SELECT key AS subject, CAST(coalesce(sum(cost), 0) AS BIGINT) AS usd,
       CAST(sum(
           input_tokens + cached_tokens + cache_write_tokens + output_tokens + reasoning_tokens
           + audio_tokens
       ) AS BIGINT) AS tokens
FROM ledger WHERE tenant = :tenant AND key <> '' AND day >= :since AND day < :until
GROUP BY key;

-- name: spent_in_run
-- The same of a run.
SELECT CAST(coalesce(sum(cost), 0) AS BIGINT) AS usd,
       CAST(coalesce(sum(
           input_tokens + cached_tokens + cache_write_tokens + output_tokens + reasoning_tokens
           + audio_tokens
       ), 0) AS BIGINT) AS tokens
FROM ledger WHERE run_id = :run_id;

-- name: held_on_meters
-- What is reserved, by meter.
SELECT scope, subject, stretch, CAST(sum(usd) AS BIGINT) AS usd,
       CAST(sum(tokens) AS BIGINT) AS tokens
FROM reservations WHERE tenant = :tenant GROUP BY stretch, scope, subject
ORDER BY stretch, scope, subject;

-- name: left_reservations
-- What runs that are over have not given back.
SELECT reservations.run_id, reservations.call_index, reservations.attempt
FROM reservations JOIN runs ON runs.id = reservations.run_id
WHERE reservations.tenant = :tenant AND runs.status NOT IN ('queued', 'running')
ORDER BY reservations.stretch, reservations.scope, reservations.subject;
