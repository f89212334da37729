-- Take an entry out for good. KEYS: base. ARGV: receipt, run, and why it is set aside, or ''.
local base, receipt, run, why = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local stream, id = string.match(receipt, '^(.*) (%S+)$')

redis.call('XACK', stream, 'workers', id)
redis.call('XDEL', stream, id)
if redis.call('HGET', base .. ':known', run) == receipt then
  redis.call('HDEL', base .. ':known', run)
end
if redis.call('XLEN', stream) == 0 then
  redis.call('DEL', stream)
  redis.call('SREM', base .. ':streams', stream)
end
if why ~= '' then
  redis.call('XADD', base .. ':dead', 'MAXLEN', '~', 1000, '*', 'run', run, 'why', why)
  redis.call('INCR', base .. ':set_aside')
end
return 1
