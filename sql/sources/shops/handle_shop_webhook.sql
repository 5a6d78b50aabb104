create table sources.data_requests (
  brand_id text not null,
  request_id text not null,
  shop text not null,
  customer_id text,
  order_ids text[] not null default '{}',
  requested_at timestamptz not null,
  answered_at timestamptz,
  constraint data_requests_pkey primary key (brand_id, request_id),
  constraint data_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('sources.data_requests', 'request_id', 'customer_id', 'order_ids');
comment on table sources.data_requests is
  'Requests of customers for their data that shops passed on. The operator answers them within 30 days.';
comment on column sources.data_requests.request_id is 'The id of the request at the platform.';
comment on column sources.data_requests.customer_id is 'The customer at the platform. Null after the answer, or after the customer or the shop was erased.';
comment on column sources.data_requests.order_ids is 'The orders whose data is requested. Empty when customer_id is null.';

create function sources.redact_shop(brand_id text, source_id text, triggered_at timestamptz)
returns boolean
language plpgsql volatile
as $$
begin
  -- Shopify asks 48 hours after the app was removed. A later grant or read shows that it was installed again.
  if exists (
    select
    from sources.sources as held
    join sources.connections on connections.connection_id = held.connection_id
    where held.brand_id = redact_shop.brand_id and held.source_id = redact_shop.source_id and held.status <> 'disconnected'
      and connections.ended_at is null
      and greatest(connections.granted_at, held.last_read_at) > redact_shop.triggered_at - interval '47 hours'
  ) then
    return false;
  end if;
  perform sources.end_source(redact_shop.brand_id, redact_shop.source_id, true);
  return true;
end
$$;
comment on function sources.redact_shop(text, text, timestamptz) is
  'Disconnects a shop that removed the app, and makes the worker delete its data. Returns false if the app was installed again.';

create function sources.shop_sources(shop text)
returns table (brand_id text, source_id text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id, held.source_id
  from sources.sources as held
  where held.platform = 'shopify' and held.external_id = shop_sources.shop
  order by held.brand_id, held.source_id;
$$;
comment on function sources.shop_sources(text) is 'Returns the sources of a shop in all brands, for the worker that handles its webhooks.';
revoke execute on function sources.shop_sources(text) from public;

create function sources.handle_shop_webhook(brand_id text, source_id text, webhook jsonb)
returns boolean
language plpgsql volatile
as $$
declare
  v_kind constant text := handle_shop_webhook.webhook ->> 'kind';
  v_triggered_at constant timestamptz := (handle_shop_webhook.webhook ->> 'triggered_at')::timestamptz;
  v_ids constant text[] := array(select pg_catalog.jsonb_array_elements_text(handle_shop_webhook.webhook -> 'object_ids'));
begin
  case v_kind
    when 'redact_customer' then
      perform analytics.erase_person(handle_shop_webhook.brand_id, handle_shop_webhook.webhook ->> 'customer_id', v_ids);
    when 'redact_shop' then
      return sources.redact_shop(handle_shop_webhook.brand_id, handle_shop_webhook.source_id, v_triggered_at);
    when 'data_request' then
      insert into sources.data_requests as held (brand_id, request_id, shop, customer_id, order_ids, requested_at)
      values (
        handle_shop_webhook.brand_id, handle_shop_webhook.webhook ->> 'request_id', handle_shop_webhook.webhook ->> 'shop',
        handle_shop_webhook.webhook ->> 'customer_id', v_ids, v_triggered_at
      )
      -- Repeated webhooks can arrive in any order. The answer is due by the first.
      on conflict on constraint data_requests_pkey do update
      set requested_at = excluded.requested_at
      where excluded.requested_at < held.requested_at and held.answered_at is null;
    else
      if not exists (
        select from sources.sources as held
        where held.brand_id = handle_shop_webhook.brand_id and held.source_id = handle_shop_webhook.source_id and held.status <> 'disconnected'
      ) then
        return false;
      end if;
      perform sources.note_due_objects(handle_shop_webhook.brand_id, handle_shop_webhook.source_id, v_kind, v_ids);
  end case;
  return true;
end
$$;
comment on function sources.handle_shop_webhook(text, text, jsonb) is
  'Does what a webhook of a shop demands for one brand: makes orders or products due, records a request for data, or erases a customer or the shop. '
  'Returns false if there is nothing to do. Repetition changes nothing.';

create function sources.answer_data_request(brand_id text, request_id text)
returns boolean
language plpgsql volatile
as $$
begin
  update sources.data_requests as held
  set answered_at = platform.now(), customer_id = null, order_ids = '{}'
  where held.brand_id = answer_data_request.brand_id and held.request_id = answer_data_request.request_id and held.answered_at is null;
  return found;
end
$$;
comment on function sources.answer_data_request(text, text) is
  'Records that the operator answered a request for the data of a customer, and removes its ids. Returns false if it is unknown or was answered.';

create function sources.open_data_requests()
returns table (brand_id text, request_id text, shop text, customer_id text, order_ids text[], requested_at text, due_on date)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.brand_id, held.request_id, held.shop, held.customer_id, held.order_ids, platform.utc(held.requested_at),
    (held.requested_at at time zone 'UTC')::date + 30
  from sources.data_requests as held
  where held.answered_at is null
  order by held.requested_at, held.brand_id, held.request_id;
$$;
comment on function sources.open_data_requests() is
  'Returns the requests of customers for their data that are not answered, in all brands, for the operator. They are due 30 days after the request.';
revoke execute on function sources.open_data_requests() from public;
