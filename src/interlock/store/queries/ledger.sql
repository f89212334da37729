-- The ledger: a row an attempt, and the sums that are kept with it.

-- name: ledger_head
-- What a row must know of its run beside the event, and whether anything is measured at all.
SELECT runs.tenant, runs."user", runs.agent, runs.key, runs.thread_id,
       coalesce(ledger_zones.zone, 'UTC') AS zone,
       EXISTS (SELECT 1 FROM meters) AS metered
FROM runs LEFT JOIN ledger_zones ON ledger_zones.tenant = runs.tenant
WHERE runs.id = :run_id;

-- name: add_ledger_row
-- Book an attempt. No row changes when it is booked already.
INSERT INTO ledger (
    run_id, call_index, attempt, revision, seq, tenant, "user", agent, role, key, thread_id, at,
    day, provider, model, requested, kind, outcome, fallback, tier, input_tokens, cached_tokens,
    cache_write_tokens, output_tokens, reasoning_tokens, audio_tokens, other_units, cost, version,
    source, consistent, reported, response_id, lines_json, why
) VALUES (
    :run_id, :call_index, :attempt, :revision, :seq, :tenant, :user, :agent, :role, :key,
    :thread_id, :at, :day, :provider, :model, :requested, :kind, :outcome, :fallback, :tier,
    :input_tokens, :cached_tokens, :cache_write_tokens, :output_tokens, :reasoning_tokens,
    :audio_tokens, :other_units, :cost, :version, :source, :consistent, :reported, :response_id,
    :lines_json, :why
) ON CONFLICT (run_id, call_index, attempt, revision) DO NOTHING;

-- name: add_to_day
-- Add a row to the sum of its day.
INSERT INTO usage_days (
    tenant, day, "user", agent, role, provider, model, kind, outcome, fallback, calls,
    input_tokens, cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens, audio_tokens,
    other_units, cost, unpriced, estimated
) VALUES (
    :tenant, :day, :user, :agent, :role, :provider, :model, :kind, :outcome, :fallback, :calls,
    :input_tokens, :cached_tokens, :cache_write_tokens, :output_tokens, :reasoning_tokens,
    :audio_tokens, :other_units, :spent, :unpriced, :estimated
) ON CONFLICT (
    tenant, day, "user", agent, role, provider, model, kind, outcome, fallback
) DO UPDATE SET
    calls = usage_days.calls + excluded.calls,
    input_tokens = usage_days.input_tokens + excluded.input_tokens,
    cached_tokens = usage_days.cached_tokens + excluded.cached_tokens,
    cache_write_tokens = usage_days.cache_write_tokens + excluded.cache_write_tokens,
    output_tokens = usage_days.output_tokens + excluded.output_tokens,
    reasoning_tokens = usage_days.reasoning_tokens + excluded.reasoning_tokens,
    audio_tokens = usage_days.audio_tokens + excluded.audio_tokens,
    other_units = usage_days.other_units + excluded.other_units,
    cost = usage_days.cost + excluded.cost,
    unpriced = usage_days.unpriced + excluded.unpriced,
    estimated = usage_days.estimated + excluded.estimated;

-- name: count_run
-- A run of a day ended.
INSERT INTO usage_runs (tenant, day, "user", agent, status, runs)
VALUES (:tenant, :day, :user, :agent, :status, 1)
ON CONFLICT (tenant, day, "user", agent, status) DO UPDATE SET runs = usage_runs.runs + 1;

-- name: count_action
-- A business action succeeded.
INSERT INTO usage_actions (tenant, day, "user", agent, tool, actions)
VALUES (:tenant, :day, :user, :agent, :tool, 1)
ON CONFLICT (tenant, day, "user", agent, tool)
DO UPDATE SET actions = usage_actions.actions + 1;

-- name: zone
-- The time zone in which a tenant's days begin.
SELECT zone FROM ledger_zones WHERE tenant = :tenant;

-- name: put_zone
-- Choose it.
INSERT INTO ledger_zones (tenant, zone) VALUES (:tenant, :zone)
ON CONFLICT (tenant) DO UPDATE SET zone = excluded.zone;

-- name: ledger_of_run
-- The rows of a run, corrections included, in order.
SELECT * FROM ledger WHERE run_id = :run_id ORDER BY call_index, attempt, revision;

-- name: corrections_of_run
-- The corrections of a run's rows.
SELECT * FROM ledger WHERE run_id = :run_id AND revision > 0 ORDER BY call_index, attempt, revision;

-- name: ledger_page
-- Rows of a tenant by the time of the call, corrections after what they correct.
SELECT * FROM ledger
WHERE tenant = :tenant AND at >= :since AND at < :until
ORDER BY at, number LIMIT :limit;

-- name: usage_sums
-- What a stretch of days holds, grouped as asked for.
SELECT day_or_month AS day, who AS "user", agent, role, provider, model, kind, outcome, fallback,
       CAST(sum(calls) AS BIGINT) AS calls,
       CAST(sum(input_tokens) AS BIGINT) AS input_tokens,
       CAST(sum(cached_tokens) AS BIGINT) AS cached_tokens,
       CAST(sum(cache_write_tokens) AS BIGINT) AS cache_write_tokens,
       CAST(sum(output_tokens) AS BIGINT) AS output_tokens,
       CAST(sum(reasoning_tokens) AS BIGINT) AS reasoning_tokens,
       CAST(sum(audio_tokens) AS BIGINT) AS audio_tokens,
       CAST(sum(other_units) AS BIGINT) AS other_units,
       CAST(sum(cost) AS BIGINT) AS cost,
       CAST(sum(unpriced) AS BIGINT) AS unpriced,
       CAST(sum(estimated) AS BIGINT) AS estimated
FROM (
    SELECT CASE WHEN :by_day = 1 THEN day WHEN :by_month = 1 THEN substr(day, 1, 7) ELSE '' END
               AS day_or_month,
           CASE WHEN :by_user = 1 THEN "user" ELSE '' END AS who,
           CASE WHEN :by_agent = 1 THEN agent ELSE '' END AS agent,
           CASE WHEN :by_role = 1 THEN role ELSE '' END AS role,
           CASE WHEN :by_provider = 1 THEN provider ELSE '' END AS provider,
           CASE WHEN :by_model = 1 THEN model ELSE '' END AS model,
           CASE WHEN :by_kind = 1 THEN kind ELSE '' END AS kind,
           CASE WHEN :by_outcome = 1 THEN outcome ELSE '' END AS outcome,
           CASE WHEN :by_outcome = 1 THEN fallback ELSE 0 END AS fallback,
           calls, input_tokens, cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens,
           audio_tokens, other_units, cost, unpriced, estimated
    FROM usage_days
    WHERE tenant = :tenant AND day >= :since AND day < :until
      AND (:user = '' OR "user" = :user) AND (:agent = '' OR agent = :agent)
) AS days
GROUP BY day_or_month, who, agent, role, provider, model, kind, outcome, fallback
ORDER BY day_or_month, who, agent, role, provider, model, kind, outcome, fallback;

-- name: usage_run_count
-- How many runs ended in a stretch of days, and how.
SELECT status, CAST(sum(runs) AS BIGINT) AS runs FROM usage_runs
WHERE tenant = :tenant AND day >= :since AND day < :until
  AND (:user = '' OR "user" = :user) AND (:agent = '' OR agent = :agent)
GROUP BY status ORDER BY status;

-- name: usage_action_count
-- The business actions of a stretch of days.
SELECT tool, CAST(sum(actions) AS BIGINT) AS actions FROM usage_actions
WHERE tenant = :tenant AND day >= :since AND day < :until
  AND (:user = '' OR "user" = :user) AND (:agent = '' OR agent = :agent)
GROUP BY tool ORDER BY tool;

-- name: active_users
-- How many users have a booked call in a stretch of days.
SELECT count(DISTINCT "user") AS users FROM usage_days
WHERE tenant = :tenant AND day >= :since AND day < :until
  AND (:user = '' OR "user" = :user) AND (:agent = '' OR agent = :agent);

-- name: usage_days
-- The kept sums of a stretch of days, as they are.
SELECT * FROM usage_days WHERE tenant = :tenant AND day >= :since AND day < :until
ORDER BY day, "user", agent, role, provider, model, kind, outcome, fallback;

-- name: usage_recount
-- The same sums, counted anew from the rows.
SELECT tenant, day, "user", agent, role, provider, model, kind, outcome, fallback,
       CAST(sum(CASE WHEN revision = 0 THEN 1 ELSE 0 END) AS BIGINT) AS calls,
       CAST(sum(input_tokens) AS BIGINT) AS input_tokens,
       CAST(sum(cached_tokens) AS BIGINT) AS cached_tokens,
       CAST(sum(cache_write_tokens) AS BIGINT) AS cache_write_tokens,
       CAST(sum(output_tokens) AS BIGINT) AS output_tokens,
       CAST(sum(reasoning_tokens) AS BIGINT) AS reasoning_tokens,
       CAST(sum(audio_tokens) AS BIGINT) AS audio_tokens,
       CAST(sum(other_units) AS BIGINT) AS other_units,
       CAST(sum(coalesce(cost, 0)) AS BIGINT) AS cost,
       CAST(sum(CASE WHEN revision = 0 AND cost IS NULL THEN 1
                     WHEN revision > 0 AND why = 'priced' THEN -1 ELSE 0 END) AS BIGINT)
           AS unpriced,
       CAST(sum(CASE WHEN revision = 0 AND source = 'estimated' THEN 1 ELSE 0 END) AS BIGINT)
           AS estimated
FROM ledger WHERE tenant = :tenant AND day >= :since AND day < :until
GROUP BY tenant, day, "user", agent, role, provider, model, kind, outcome, fallback
ORDER BY day, "user", agent, role, provider, model, kind, outcome, fallback;

-- name: invoice_days
-- What was booked by day of UTC, provider and model: how providers write invoices.
SELECT at / 86400000 AS day, provider, model,
       CAST(sum(CASE WHEN revision = 0 THEN 1 ELSE 0 END) AS BIGINT) AS calls,
       CAST(sum(input_tokens + cached_tokens + cache_write_tokens + audio_tokens) AS BIGINT)
           AS tokens_in,
       CAST(sum(output_tokens + reasoning_tokens) AS BIGINT) AS tokens_out,
       CAST(sum(coalesce(cost, 0)) AS BIGINT) AS cost,
       CAST(sum(CASE WHEN revision = 0 AND cost IS NULL THEN 1
                     WHEN revision > 0 AND why = 'priced' THEN -1 ELSE 0 END) AS BIGINT)
           AS unpriced
FROM ledger
WHERE tenant = :tenant AND at >= :since AND at < :until
  AND (:provider = '' OR provider = :provider)
GROUP BY at / 86400000, provider, model
ORDER BY at / 86400000, provider, model;

-- name: billed_runs
-- The runs of a tenant that began in a stretch of time, for a recount. In the order in which they
-- were added: a clock that stepped back does not turn it around.
SELECT id FROM runs
WHERE tenant = :tenant AND created_at >= :since AND created_at < :until
ORDER BY number;

-- name: run_counts
-- The counts of ended runs, as they are kept.
SELECT * FROM usage_runs WHERE tenant = :tenant ORDER BY day, "user", agent, status;

-- name: action_counts
-- The counts of business actions, as they are kept.
SELECT * FROM usage_actions WHERE tenant = :tenant ORDER BY day, "user", agent, tool;
