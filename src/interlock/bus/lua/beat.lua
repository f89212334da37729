-- Note that a process lives. KEYS: base. ARGV: id, its description as JSON, milliseconds to keep it.
-- The time is Redis's own, so that members with different clocks can be compared.
local base, id, body, keep = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', base .. ':member:' .. id, string.format('%d', now) .. ' ' .. body, 'PX', keep)
redis.call('ZADD', base .. ':members', now, id)
redis.call('ZREMRANGEBYSCORE', base .. ':members', '-inf', now - keep)
return now
