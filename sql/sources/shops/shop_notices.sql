create table sources.shop_notices (
  notice_id text not null,
  kind text not null,
  shop text not null,
  object_ids text[] not null default '{}',
  customer_id text,
  request_id text,
  triggered_at timestamptz not null,
  proof text not null,
  received_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  handled_at timestamptz,
  constraint shop_notices_pkey primary key (notice_id),
  constraint shop_notices_notice_id_check check (notice_id ~ '^[\w-]{1,100}$'),
  constraint shop_notices_kind_check check (kind in ('orders', 'products', 'uninstalled', 'data_request', 'redact_customer', 'redact_shop'))
);
call platform.keep_plain('sources.shop_notices', 'object_ids', 'customer_id', 'request_id');
create index shop_notices_due_idx on sources.shop_notices (due_at) where handled_at is null;
comment on table sources.shop_notices is
  'Webhooks of shops that the worker handles: what to read again, or what to erase. They have ids, and nothing else of their content.';
comment on column sources.shop_notices.notice_id is 'The id of the webhook at the platform, by which a repeated one is recognized.';
comment on column sources.shop_notices.object_ids is 'Orders or products to read again, or orders of the customer. Empty after it was handled.';
comment on column sources.shop_notices.customer_id is 'The customer whose data is requested or erased. Null after it was handled.';
comment on column sources.shop_notices.request_id is 'The id of the request for data at the platform. Null after it was handled.';
comment on column sources.shop_notices.triggered_at is 'When the platform noticed the change, or when the webhook was received.';
comment on column sources.shop_notices.proof is 'HMAC of the notice with the client secret, which the worker checks, in hexadecimal.';
comment on column sources.shop_notices.due_at is 'When the next attempt may begin.';

create function sources.receive_shop_notice(notice jsonb, proof text)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
      select from sources.sources as held
      where held.platform = 'shopify' and held.external_id = receive_shop_notice.notice ->> 'shop'
    )
    and not exists (
      select from sources.connections as held
      where held.platform = 'shopify' and held.shop = receive_shop_notice.notice ->> 'shop' and held.ended_at is null
    ) then
    return 'unknown_shop';
  end if;
  insert into sources.shop_notices (notice_id, kind, shop, object_ids, customer_id, request_id, triggered_at, proof)
  select
    given.notice_id, given.kind, given.shop, coalesce(given.object_ids, '{}'), given.customer_id, given.request_id,
    -- A later time than now would end an access that is given meanwhile.
    least(given.triggered_at, platform.clock()), receive_shop_notice.proof
  from jsonb_to_record(receive_shop_notice.notice) as given (
    notice_id text, kind text, shop text, object_ids text[], customer_id text, request_id text, triggered_at timestamptz
  )
  on conflict on constraint shop_notices_pkey do nothing;
  return case when found then 'stored' else 'repeated' end;
end
$$;
comment on function sources.receive_shop_notice(jsonb, text) is
  'Stores a signed notice of a shop (ShopNotice of shared/sources/shopify/notices/notice.ts) for the worker, with its proof. Returns stored, repeated, or '
  'unknown_shop for a shop that no account has connected.';
revoke execute on function sources.receive_shop_notice(jsonb, text) from public;

create function sources.next_shop_notices("limit" integer)
returns table (notice jsonb, proof text, attempts integer, targets jsonb)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    jsonb_build_object(
      'notice_id', held.notice_id, 'kind', held.kind, 'shop', held.shop, 'object_ids', held.object_ids, 'customer_id', held.customer_id,
      'request_id', held.request_id, 'triggered_at', held.triggered_at
    ),
    held.proof, held.attempts,
    coalesce(
      (
        select jsonb_agg(jsonb_build_object('brand_id', target.brand_id, 'source_id', target.source_id) order by target.brand_id, target.source_id)
        from sources.sources as target
        where target.platform = 'shopify' and target.external_id = held.shop
      ), '[]'
    )
  from sources.shop_notices as held
  where held.handled_at is null and held.due_at <= platform.clock()
  order by held.triggered_at, held.notice_id
  limit next_shop_notices."limit";
$$;
comment on function sources.next_shop_notices(integer) is
  'Returns the notices of shops that the worker must handle now, oldest first, with the sources of the shop in all brands.';
revoke execute on function sources.next_shop_notices(integer) from public;

create function sources.finish_shop_notice(notice_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  -- Only the id of the notice is needed to recognize a repeated one.
  update sources.shop_notices as held
  set handled_at = platform.clock(), object_ids = '{}', customer_id = null, request_id = null
  where held.notice_id = finish_shop_notice.notice_id and held.handled_at is null;
$$;
comment on function sources.finish_shop_notice(text) is 'Records a notice as handled, and removes its ids.';
revoke execute on function sources.finish_shop_notice(text) from public;

create function sources.prune_shop_notices()
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from sources.shop_notices as held where held.handled_at < platform.clock() - interval '7 days';
$$;
comment on function sources.prune_shop_notices() is 'Deletes notices that were handled 7 days ago. Until then, repeated ones are recognized.';
revoke execute on function sources.prune_shop_notices() from public;

create function sources.delay_shop_notice(notice_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.shop_notices as held
  set attempts = held.attempts + 1, due_at = platform.clock() + least(interval '1 hour', interval '10 seconds' * power(2, least(held.attempts, 10)))
  where held.notice_id = delay_shop_notice.notice_id and held.handled_at is null;
$$;
comment on function sources.delay_shop_notice(text) is 'Makes a notice that could not be handled due later: after 10 seconds, then twice as long, at most an hour.';
revoke execute on function sources.delay_shop_notice(text) from public;

create function sources.count_late_shop_notices()
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*) from sources.shop_notices as held where held.handled_at is null and held.received_at < platform.clock() - interval '1 hour';
$$;
comment on function sources.count_late_shop_notices() is 'Returns how many notices of shops were not handled within an hour, for the operator.';
revoke execute on function sources.count_late_shop_notices() from public;

create function sources.end_uninstalled(shop text, triggered_at timestamptz)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection_id text;
  v_ended integer := 0;
begin
  for v_connection_id in
    select held.connection_id
    from sources.connections as held
    where held.platform = 'shopify' and held.shop = end_uninstalled.shop and held.ended_at is null
      -- An access that was given later belongs to a new installation.
      and held.granted_at <= end_uninstalled.triggered_at
    for update
  loop
    perform sources.end_at_platform(v_connection_id, 'uninstalled', 'app_is_uninstalled');
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$$;
comment on function sources.end_uninstalled(text, timestamptz) is
  'Ends the accesses to a shop that removed the app, in all brands. Their sources need attention until a person connects the shop again. Returns their number.';
revoke execute on function sources.end_uninstalled(text, timestamptz) from public;
