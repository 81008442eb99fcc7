-- A workload for wrk: method, path, body, first id, last id, first n, then a header in every further argument.
-- {id} is a random id; {n} in a body is a number that no request before had.

local method, path, body, first, last, n
local prepared, next_prepared

function init(args)
  method, path, body = args[1], args[2], args[3]
  first, last, n = tonumber(args[4]), tonumber(args[5]), tonumber(args[6])
  for i = 7, #args do
    local name, value = args[i]:match("^([^:]+): (.*)$")
    wrk.headers[name] = value
  end
  math.randomseed(n)
  if body == "" then prepare() end
end

-- Requests without a body are made beforehand, so that making them does not slow the load.
function prepare()
  prepared, next_prepared = {}, 0
  for i = 1, 50000 do prepared[i] = wrk.format(method, filled(path, random_id())) end
end

function request()
  if prepared then
    next_prepared = next_prepared % #prepared + 1
    return prepared[next_prepared]
  end
  n = n + 1
  local id = random_id()
  return wrk.format(method, filled(path, id), nil, filled(body:gsub("{n}", string.format("%d", n)), id))
end

function random_id()
  return string.format("%d", math.random(first, last))
end

function filled(template, id)
  local text = template:gsub("{id}", id)
  return text
end

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    '\nbench {"requests":%d,"us":%d,"failed":%d,"refused":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50), latency:percentile(99)))
end
