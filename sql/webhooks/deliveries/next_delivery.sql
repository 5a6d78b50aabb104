create function webhooks.seconds_to_next_delivery()
returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select extract(epoch from min(deliveries.next_attempt_at) - platform.clock()) from webhooks.deliveries where deliveries.status = 'pending';
$$;
comment on function webhooks.seconds_to_next_delivery() is
  'Returns the seconds until the next delivery is due, over all brands. Negative if one is already due, null if none is pending.';
revoke execute on function webhooks.seconds_to_next_delivery() from public;

create function webhooks.wake_worker()
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  notify vitrine_events;
end
$$;
comment on function webhooks.wake_worker() is
  'Wakes the worker at commit, for deliveries that no new event creates. Without it they wait for the next pass of the worker.';
grant execute on function webhooks.wake_worker() to vitrine_key, vitrine_simulated, vitrine_person;
