/**
 * Lua scripts for the rate-limit store, each atomic. Each bucket and client has a log: a sorted set
 * of ids by the time at which they were counted. The time is that of the store, since the clocks of
 * instances differ. A slot is first held, as `h:<id>`, and made permanent once its submission is
 * written. If the process dies in between, the held slot becomes free after a while.
 */

/**
 * Takes one slot in each log of KEYS, or in none, and returns the wait in milliseconds until all
 * logs have room. ARGV: id; 1 to take, 0 only to report; milliseconds to hold (0 is permanent);
 * then tokens and window for each log. An id counts once even if the call arrives twice.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, taking, hold = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3])
local own = hold > 0 and 'h:' .. id or id
local wait = 0
for i, key in ipairs(KEYS) do
  local tokens, window = tonumber(ARGV[2 + 2 * i]), tonumber(ARGV[3 + 2 * i])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local log = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  local counted = {}
  for j = 1, #log, 2 do
    local member, at = log[j], tonumber(log[j + 1])
    if string.sub(member, 1, 2) == 'h:' and at + hold <= now then
      redis.call('ZREM', key, member)
    elseif member ~= own then
      counted[#counted + 1] = at
    end
  end
  if #counted >= tokens then
    wait = math.max(wait, counted[#counted - tokens + 1] + window - now)
  end
end
if taking and wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now, own)
    redis.call('PEXPIRE', key, tonumber(ARGV[3 + 2 * i]))
  end
end
return wait`

/** Makes the held slots of a submission permanent. ARGV: its id, then the window of each log. */
export const keepScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i, key in ipairs(KEYS) do
  local held = 'h:' .. ARGV[1]
  local at = redis.call('ZSCORE', key, held) or redis.call('ZSCORE', key, ARGV[1]) or now
  redis.call('ZREM', key, held)
  redis.call('ZADD', key, at, ARGV[1])
  redis.call('PEXPIRE', key, tonumber(ARGV[1 + i]))
end
return #KEYS`

/** Frees the held slots of a submission. ARGV: its id. */
export const giveBackScript = `
local freed = 0
for _, key in ipairs(KEYS) do
  freed = freed + redis.call('ZREM', key, 'h:' .. ARGV[1])
end
return freed`
