create function webhooks.enqueue()
returns trigger
language plpgsql volatile
as $$
begin
  insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at)
  select placed.brand_id, endpoints.endpoint_id, placed.event_id, placed.type, placed.data, placed.occurred_at
  from placed
  join unplaced using (brand_id, event_id)
  join core.brands on brands.brand_id = placed.brand_id
  join webhooks.endpoints on endpoints.account_id = brands.account_id
  where unplaced.seq is null
    and placed.seq is not null
    and endpoints.status = 'active'
    and (endpoints.brand_id is null or endpoints.brand_id = placed.brand_id)
    and endpoints.types && array['*', placed.type]
  order by placed.brand_id, placed.seq
  -- An endpoint that is being deleted gets no more deliveries and blocks no event.
  for key share of endpoints;
  return null;
end
$$;
comment on function webhooks.enqueue() is
  'Creates the deliveries of events in the transaction that assigns their sequence numbers. Each event gets a number once, so no delivery is '
  'duplicated or lost.';

create trigger outbox_placed after update on events.outbox
referencing old table as unplaced new table as placed for each statement execute function webhooks.enqueue();
