create function core.minute(at timestamptz)
returns timestamptz
language sql immutable
return pg_catalog.date_trunc('minute', minute.at, 'UTC');
comment on function core.minute(timestamptz) is
  'Returns the start of the fixed one-minute window of an instant. The quota is restored at its end, which is the reset time of the response.';

create function core.taken(bucket text)
returns integer
language plpgsql stable
as $$
declare
  v_used integer;
begin
  select rate_limits.used into v_used
  from core.rate_limits
  where rate_limits.bucket = taken.bucket and rate_limits.window_start >= core.minute(platform.clock());
  return coalesce(v_used, 0);
end
$$;
comment on function core.taken(text) is 'Returns the number of requests that a bucket counted in the present minute.';

create function core.take(bucket text, requests_max integer)
returns integer
language plpgsql volatile
as $$
declare
  v_used integer;
begin
  -- A call that began in the previous minute counts in the newer window. The window never moves back.
  insert into core.rate_limits as held (bucket, window_start, used)
  values (take.bucket, core.minute(platform.clock()), 1)
  on conflict on constraint rate_limits_pkey do update
  set
    used = case when held.window_start < excluded.window_start then 1 else held.used + 1 end,
    window_start = greatest(held.window_start, excluded.window_start)
  where held.window_start < excluded.window_start or held.used < take.requests_max
  returning held.used into v_used;
  return v_used;
end
$$;
comment on function core.take(text, integer) is
  'Counts one request in a bucket and returns the count, or null if the limit was reached. A refused request writes nothing.';

create function core.try_take(bucket text, requests_max integer)
returns boolean
language plpgsql volatile
as $$
declare
  v_minute constant timestamptz := core.minute(platform.clock());
begin
  if core.taken(try_take.bucket) >= try_take.requests_max then
    return false;
  end if;
  update core.rate_limits as held
  set used = case when held.window_start < v_minute then 1 else held.used + 1 end, window_start = greatest(held.window_start, v_minute)
  where held.bucket = (
    select counted.bucket from core.rate_limits as counted where counted.bucket = try_take.bucket for update skip locked
  );
  if not found and not exists (select from core.rate_limits where rate_limits.bucket = try_take.bucket) then
    insert into core.rate_limits (bucket, window_start, used) values (try_take.bucket, v_minute, 1)
    on conflict on constraint rate_limits_pkey do nothing;
  end if;
  return true;
end
$$;
comment on function core.try_take(text, integer) is
  'Counts one request in a bucket and returns whether it was within the limit. Does not wait for a lock, so concurrent requests may remain '
  'uncounted. For limits that need not be exact.';

grant execute on function core.minute(timestamptz), core.taken(text), core.take(text, integer), core.try_take(text, integer) to vitrine_gate;

create function core.prune_rate_limits()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from core.rate_limits where rate_limits.window_start < platform.clock() - interval '1 hour' returning true
  )
  select count(*) from pruned;
$$;
comment on function core.prune_rate_limits() is 'Deletes buckets that were not used for an hour. Returns their number.';
