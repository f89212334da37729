-- The ledger, where many runs are booked at once.

-- name: quiet_ledger
-- Wait for whoever is booking, and let nobody book until this transaction ends. It comes before the
-- view that the transaction has of the database.
LOCK TABLE usage_days IN SHARE MODE;

-- name: ledger_head
-- What a row must know of its run beside the event. A meter may begin until the row is booked.
SELECT runs.tenant, runs."user", runs.agent, runs.key, runs.thread_id,
       coalesce(ledger_zones.zone, 'UTC') AS zone, TRUE AS metered
FROM runs LEFT JOIN ledger_zones ON ledger_zones.tenant = runs.tenant
WHERE runs.id = :run_id;

-- name: ledger_heads
-- What rows must know of their runs beside the events.
SELECT runs.id, runs.tenant, runs."user", runs.agent, runs.key, runs.thread_id,
       coalesce(ledger_zones.zone, 'UTC') AS zone
FROM runs LEFT JOIN ledger_zones ON ledger_zones.tenant = runs.tenant
WHERE runs.id = ANY(:run_ids::text[]);

-- name: book_many
-- Book attempts, add them to the sums of their days and to the meters that they count on. What is
-- booked already is left alone.
WITH fresh AS (
    INSERT INTO ledger (
        run_id, call_index, attempt, revision, seq, tenant, "user", agent, role, key, thread_id, at,
        day, provider, model, requested, kind, outcome, fallback, tier, input_tokens,
        cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens, audio_tokens,
        other_units, cost, version, source, consistent, reported, response_id, lines_json, why
    )
    SELECT given.run_id, call_index, attempt, 0, seq, tenant, "user", agent, role, key, thread_id,
        at, day, provider, model, requested, kind, outcome, fallback, tier, input_tokens,
        cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens, audio_tokens,
        other_units, cost, version, source, consistent, reported, response_id, lines_json, ''
    FROM unnest(
        :run_id::text[], :call_index::bigint[], :attempt::bigint[], :seq::bigint[],
        :tenant::text[], :user::text[], :agent::text[], :role::text[], :key::text[],
        :thread_id::text[], :at::bigint[], :day::text[], :provider::text[], :model::text[],
        :requested::text[], :kind::text[], :outcome::text[], :fallback::bigint[], :tier::text[],
        :input_tokens::bigint[], :cached_tokens::bigint[], :cache_write_tokens::bigint[],
        :output_tokens::bigint[], :reasoning_tokens::bigint[], :audio_tokens::bigint[],
        :other_units::bigint[], :cost::bigint[], :version::text[], :source::text[],
        :consistent::bigint[], :reported::bigint[], :response_id::text[], :lines_json::bytea[]
    ) AS given (
        run_id, call_index, attempt, seq, tenant, "user", agent, role, key, thread_id, at, day,
        provider, model, requested, kind, outcome, fallback, tier, input_tokens, cached_tokens,
        cache_write_tokens, output_tokens, reasoning_tokens, audio_tokens, other_units, cost,
        version, source, consistent, reported, response_id, lines_json
    )
    ON CONFLICT (run_id, call_index, attempt, revision) DO NOTHING
    RETURNING *
), days AS (
    INSERT INTO usage_days (
        tenant, day, "user", agent, role, provider, model, kind, outcome, fallback, calls,
        input_tokens, cached_tokens, cache_write_tokens, output_tokens, reasoning_tokens,
        audio_tokens, other_units, cost, unpriced, estimated
    )
    SELECT tenant, day, "user", agent, role, provider, model, kind, outcome, fallback, count(*),
        sum(input_tokens), sum(cached_tokens), sum(cache_write_tokens), sum(output_tokens),
        sum(reasoning_tokens), sum(audio_tokens), sum(other_units), sum(coalesce(cost, 0)),
        count(*) FILTER (WHERE cost IS NULL), count(*) FILTER (WHERE source = 'estimated')
    FROM fresh
    GROUP BY tenant, day, "user", agent, role, provider, model, kind, outcome, fallback
    ORDER BY tenant, day, "user", agent, role, provider, model, kind, outcome, fallback
    ON CONFLICT (
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
        estimated = usage_days.estimated + excluded.estimated
), measured AS (
    UPDATE meters
    SET spent_usd = meters.spent_usd + used.usd, spent_tokens = meters.spent_tokens + used.tokens
    FROM (
        SELECT meters.tenant, meters.stretch, meters.scope, meters.subject,
            sum(coalesce(fresh.cost, 0)) AS usd,
            sum(
                fresh.input_tokens + fresh.cached_tokens + fresh.cache_write_tokens
                + fresh.output_tokens + fresh.reasoning_tokens + fresh.audio_tokens
            ) AS tokens
        FROM fresh JOIN meters ON meters.tenant = fresh.tenant
            AND meters.stretch IN (
                'd:' || fresh.day, 'm:' || left(fresh.day, 7), 'r:' || fresh.run_id
            )
            AND (
                meters.scope = 'tenant'
                OR (meters.scope = 'user' AND meters.subject = fresh."user")
                OR (meters.scope = 'agent' AND meters.subject = fresh.agent)
                OR (meters.scope = 'key' AND meters.subject = fresh.key)
            )
        GROUP BY meters.tenant, meters.stretch, meters.scope, meters.subject
    ) AS used
    WHERE meters.tenant = used.tenant AND meters.stretch = used.stretch
      AND meters.scope = used.scope AND meters.subject = used.subject
)
SELECT run_id, call_index, attempt FROM fresh;

-- name: count_runs
-- Runs of several days ended.
INSERT INTO usage_runs (tenant, day, "user", agent, status, runs)
SELECT tenant, day, "user", agent, status, count(*)
FROM unnest(:tenant::text[], :day::text[], :user::text[], :agent::text[], :status::text[])
    AS given (tenant, day, "user", agent, status)
GROUP BY tenant, day, "user", agent, status ORDER BY tenant, day, "user", agent, status
ON CONFLICT (tenant, day, "user", agent, status)
DO UPDATE SET runs = usage_runs.runs + excluded.runs
RETURNING tenant;

-- name: runs_with_reservations
-- Which of these runs have something reserved.
SELECT DISTINCT run_id FROM reservations WHERE run_id = ANY(:run_ids::text[]) ORDER BY run_id;
