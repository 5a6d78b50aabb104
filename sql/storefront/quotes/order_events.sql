create function storefront.want_order_events(brand_id text, transaction_id text, order_webhook jsonb)
returns void
language plpgsql volatile
as $$
begin
  insert into storefront.order_events (brand_id, transaction_id, webhook_url, protocol_version, created_by)
  values (
    want_order_events.brand_id, want_order_events.transaction_id, want_order_events.order_webhook ->> 'url',
    want_order_events.order_webhook ->> 'version', core.scope_credential_id()
  );
end
$$;
comment on function storefront.want_order_events(text, text, jsonb) is
  'Makes the events of an order go to the webhook {url, version} of the platform that creates it.';
grant execute on function storefront.want_order_events(text, text, jsonb) to vitrine_key, vitrine_simulated;

create function storefront.note_order_event()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update storefront.order_events as held
  set event_id = events.new_event_id(), occurred_at = platform.clock(), next_attempt_at = platform.clock(), failures = 0
  where held.brand_id = new.brand_id and held.transaction_id = new.transaction_id
    -- An adjustment before the merchant confirms the order is part of the first event.
    and (tg_table_name = 'transactions' or held.event_id is not null);
  if found then
    -- Wakes the worker at commit.
    notify vitrine_events;
  end if;
  return null;
end
$$;
comment on function storefront.note_order_event() is
  'Makes an event of each change of an order that its merchant has confirmed. Several changes in one transaction are one event. A report of what is '
  'known already is none, so that it does not shorten the retry delay of a receiver that fails.';
revoke execute on function storefront.note_order_event() from public;

create trigger transactions_order_event after update on commerce.transactions
for each row when (
  -- The erasure of a buyer raises no version.
  new.merchant_order_id is not null and new.version > old.version
  and (
    new.status is distinct from old.status or new.merchant_order_id is distinct from old.merchant_order_id
    or new.order_url is distinct from old.order_url or new.payment_state is distinct from old.payment_state
  )
) execute function storefront.note_order_event();
create trigger adjustments_order_event after insert on commerce.adjustments
for each row execute function storefront.note_order_event();

create function storefront.receiver(webhook_url text)
returns text
language sql immutable
return pg_catalog.substring(receiver.webhook_url, '^[^:]+://[^/?#]+');
comment on function storefront.receiver(text) is
  'Returns the origin of a webhook. It is the receiver of order events, because one platform can have any number of addresses.';
grant execute on function storefront.receiver(text) to vitrine_gate;

create function storefront.claim_order_events("limit" integer default 4, agent_limit integer default 4, seconds integer default 30)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_claimed json;
begin
  with busy as (
    select storefront.receiver(order_events.webhook_url) as receiver, order_events.created_by
    from storefront.order_events
    where order_events.next_attempt_at is not null and order_events.locked_until > v_now
  ),
  candidates as (
    select
      due.brand_id, due.transaction_id, due.created_by, due.next_attempt_at,
      row_number() over (
        partition by due.created_by, storefront.receiver(due.webhook_url) order by due.next_attempt_at, due.brand_id, due.transaction_id
      ) as turn
    from storefront.order_events as due
    where due.next_attempt_at <= v_now and (due.locked_until is null or due.locked_until <= v_now)
      -- A receiver gets one event of an agent at a time, so that a slow one delays only those of its agent. Any agent can name any receiver.
      and not exists (
        select from busy where busy.created_by = due.created_by and busy.receiver = storefront.receiver(due.webhook_url)
      )
  ),
  admitted as (
    select
      candidates.*,
      row_number() over (partition by candidates.created_by order by candidates.next_attempt_at)
        + (select count(*) from busy where busy.created_by = candidates.created_by) as place
    from candidates
    where candidates.turn = 1
  ),
  free as (
    select held.brand_id, held.transaction_id
    from admitted
    join storefront.order_events as held using (brand_id, transaction_id)
    where admitted.place <= claim_order_events.agent_limit
      and held.next_attempt_at <= v_now and (held.locked_until is null or held.locked_until <= v_now)
    order by admitted.next_attempt_at
    limit claim_order_events."limit"
    for update of held skip locked
  ),
  leased as (
    update storefront.order_events as held
    set attempts = held.attempts + 1, locked_until = v_now + make_interval(secs => claim_order_events.seconds)
    from free
    where held.brand_id = free.brand_id and held.transaction_id = free.transaction_id
    returning held.*
  )
  select json_agg(json_build_object(
    'brand_id', leased.brand_id, 'transaction_id', leased.transaction_id, 'url', leased.webhook_url, 'version', leased.protocol_version,
    'event_id', leased.event_id, 'occurred_at', floor(extract(epoch from leased.occurred_at))::bigint, 'attempt', leased.attempts,
    'claimed_at', floor(extract(epoch from clock_timestamp()))::bigint
  ))
  into v_claimed
  from leased;
  return coalesce(v_claimed, '[]');
end
$$;
comment on function storefront.claim_order_events(integer, integer, integer) is
  'Claims due order events under a lease: one of each agent and receiver, and at most agent_limit of one agent. If the worker dies, another one claims them after the lease ends.';
revoke execute on function storefront.claim_order_events(integer, integer, integer) from public;

create function storefront.record_order_event(
  brand_id text, transaction_id text, event_id text, attempt integer, status integer, error text, retry_after_seconds integer default null
)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if record_order_event.status = 410 then
    delete from storefront.order_events as held
    where held.brand_id = record_order_event.brand_id and held.transaction_id = record_order_event.transaction_id
      and held.attempts = record_order_event.attempt;
    return;
  end if;
  update storefront.order_events as held
  set
    locked_until = null,
    last_status = record_order_event.status,
    last_error = record_order_event.error,
    delivered_at = case when record_order_event.error is null then platform.clock() else held.delivered_at end,
    -- The order changed during the attempt: its next event is due now.
    failures = case when held.event_id <> record_order_event.event_id or record_order_event.error is null then 0 else held.failures + 1 end,
    next_attempt_at = case
      when held.event_id <> record_order_event.event_id then held.next_attempt_at
      when record_order_event.error is null or held.failures >= 9 then null
      else platform.clock() + greatest(
        webhooks.retry_delay(held.failures + 1, held.event_id),
        make_interval(secs => least(greatest(record_order_event.retry_after_seconds, 0), 86400))
      )
    end
  where held.brand_id = record_order_event.brand_id and held.transaction_id = record_order_event.transaction_id
    -- A worker that outlived its lease does not change the result of its successor.
    and held.attempts = record_order_event.attempt;
end
$$;
comment on function storefront.record_order_event(text, text, text, integer, integer, text, integer) is
  'Records the result of an attempt, and sets the time of the next one. error is null for a success. An event has ten attempts, as other deliveries. '
  'Status 410 ends the events of the order.';
revoke execute on function storefront.record_order_event(text, text, text, integer, integer, text, integer) from public;

create function storefront.seconds_to_next_order_event()
returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select extract(epoch from min(greatest(order_events.next_attempt_at, order_events.locked_until)) - platform.clock())
  from storefront.order_events
  where order_events.next_attempt_at is not null;
$$;
comment on function storefront.seconds_to_next_order_event() is
  'Returns the seconds until the next order event is due, over all brands. Negative if one is already due, null if there is none.';
revoke execute on function storefront.seconds_to_next_order_event() from public;

create function storefront.website(brand_id text)
returns text
language plpgsql stable
as $$
begin
  return (
    select storefront.web_address(shops.website) from storefront.shops where shops.brand_id = website.brand_id
  );
end
$$;
comment on function storefront.website(text) is 'Returns the website of a shop, whose domain can publish its profile. Null if none is known.';
grant execute on function storefront.website(text) to vitrine_worker;
