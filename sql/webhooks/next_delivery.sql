create function webhooks.seconds_to_next_delivery()
returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select extract(epoch from min(deliveries.next_attempt_at) - platform.now()) from webhooks.deliveries where deliveries.status = 'pending';
$$;
comment on function webhooks.seconds_to_next_delivery() is 'How long until a delivery is due, over all brands; negative where one is due already, null where none waits.';
revoke execute on function webhooks.seconds_to_next_delivery() from public;
