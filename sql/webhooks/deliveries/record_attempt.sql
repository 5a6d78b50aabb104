create function webhooks.retry_delay(failures integer, delivery_id text)
returns interval
language sql immutable
return pg_catalog.make_interval(
  secs => (array[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[retry_delay.failures]
    * (0.8 + 0.4 * (pg_catalog.hashtextextended(retry_delay.delivery_id || retry_delay.failures, 0) & 1023) / 1023.0)
);
comment on function webhooks.retry_delay(integer, text) is
  'Returns the delay after a number of failures: 5 s to 24 h, about 75 h in total. It varies by up to 20 % with the delivery, so that simultaneous '
  'retries spread. Null after the last failure.';
grant execute on function webhooks.retry_delay(integer, text) to vitrine_gate;

create function webhooks.disable(endpoint_id text, reason text, brand_id text)
returns void
language plpgsql volatile
as $$
begin
  update webhooks.endpoints set status = 'disabled', disabled_reason = disable.reason
  where endpoints.endpoint_id = disable.endpoint_id and endpoints.status = 'active';
  if found then
    insert into events.outbox (brand_id, type, data)
    values (disable.brand_id, 'alert.triggered', pg_catalog.jsonb_build_object(
      'detector', 'webhook_disabled', 'endpoint_id', disable.endpoint_id, 'reason', disable.reason
    ));
  end if;
end
$$;
comment on function webhooks.disable(text, text, text) is 'Disables an endpoint and emits alert.triggered. Has no effect on a disabled endpoint.';
grant execute on function webhooks.disable(text, text, text) to vitrine_gate;

create function webhooks.record_attempt(
  brand_id text,
  delivery_id text,
  attempt integer,
  status integer,
  latency_ms integer,
  answer text,
  error text,
  retry_after_seconds integer default null
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_wait constant interval := case when record_attempt.retry_after_seconds > 0 then make_interval(secs => least(record_attempt.retry_after_seconds, 86400)) end;
  v_delivery webhooks.deliveries;
  v_endpoint webhooks.endpoints;
begin
  -- Locks the endpoint before the delivery, as claims and deletions do.
  perform from webhooks.endpoints
  where endpoints.endpoint_id = (
    select deliveries.endpoint_id
    from webhooks.deliveries
    where deliveries.brand_id = record_attempt.brand_id and deliveries.delivery_id = record_attempt.delivery_id
  )
  for update;
  select deliveries.* into v_delivery
  from webhooks.deliveries
  where deliveries.brand_id = record_attempt.brand_id and deliveries.delivery_id = record_attempt.delivery_id
  for update;
  -- The endpoint was deleted meanwhile.
  if not found then
    return 'gone';
  end if;
  insert into webhooks.attempts (brand_id, delivery_id, attempt, attempted_at, status, latency_ms, answer, error)
  values (
    record_attempt.brand_id, record_attempt.delivery_id, record_attempt.attempt, platform.clock(), record_attempt.status, record_attempt.latency_ms,
    left(record_attempt.answer, 1024), record_attempt.error
  )
  on conflict on constraint attempts_pkey do update
  set status = excluded.status, latency_ms = excluded.latency_ms, answer = excluded.answer, error = excluded.error;
  -- After its lease has expired, a worker may only report success.
  if v_delivery.status <> 'pending' or (v_delivery.attempts <> record_attempt.attempt and record_attempt.error is not null) then
    return v_delivery.status;
  end if;

  if record_attempt.error is null then
    update webhooks.deliveries
    set status = 'delivered', delivered_at = platform.clock(), next_attempt_at = null, locked_until = null
    where deliveries.brand_id = v_delivery.brand_id and deliveries.delivery_id = v_delivery.delivery_id;
    update webhooks.endpoints
    set
      failures = 0, failing_since = null, quiet_until = null, last_attempt_at = v_now, last_success_at = v_now,
      busy_until = case when v_delivery.attempts <> record_attempt.attempt then endpoints.busy_until end
    where endpoints.endpoint_id = v_delivery.endpoint_id;
    return 'delivered';
  end if;

  update webhooks.deliveries as held
  set
    status = case when record_attempt.status = 410 or held.failures >= 9 then 'failed' else 'pending' end,
    failures = held.failures + 1,
    next_attempt_at = case
      when record_attempt.status is distinct from 410
        then v_now + greatest(webhooks.retry_delay(held.failures + 1, held.delivery_id), case when held.failures < 9 then v_wait end)
    end,
    locked_until = null
  where held.brand_id = v_delivery.brand_id and held.delivery_id = v_delivery.delivery_id
  returning held.* into v_delivery;
  update webhooks.endpoints as held
  set
    failures = held.failures + 1,
    -- Failures with two days between attempts do not belong to the same period of failure.
    failing_since = case when held.last_attempt_at < v_now - interval '2 days' then v_now else coalesce(held.failing_since, v_now) end,
    last_attempt_at = v_now,
    busy_until = null,
    -- Circuit breaker: after five failures in a row an endpoint is called less often, at least once a minute.
    quiet_until = greatest(
      v_now + v_wait,
      case when held.failures >= 4 then v_now + make_interval(secs => least(60, power(2, least(held.failures - 3, 6)))) end
    )
  where held.endpoint_id = v_delivery.endpoint_id
  returning held.* into v_endpoint;
  if record_attempt.status = 410 then
    perform webhooks.disable(v_delivery.endpoint_id, 'gone', v_delivery.brand_id);
  elsif v_endpoint.failing_since <= v_now - interval '5 days' then
    perform webhooks.disable(v_delivery.endpoint_id, 'failing', v_delivery.brand_id);
  end if;
  return v_delivery.status;
end
$$;
comment on function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) is
  'Records the result of an attempt and sets the time of the next one. error is null for a success. A delivery fails after ten attempts. Status 410 '
  'disables the endpoint at once, and so do five days of failures only. Returns the status of the delivery, or gone if the endpoint was deleted.';
revoke execute on function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) from public;

create function webhooks.prune_deliveries(days integer default 30)
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from webhooks.deliveries
    where deliveries.created_at < platform.clock() - make_interval(days => prune_deliveries.days)
    returning true
  )
  select count(*) from pruned;
$$;
comment on function webhooks.prune_deliveries(integer) is
  'Deletes deliveries older than the retention time, including pending ones of disabled endpoints. Returns the number of deleted deliveries.';
revoke execute on function webhooks.prune_deliveries(integer) from public;
