-- Written by cli/generate/migration.ts from sql/changes/ and from what changed in sql/ since the last release.
set check_function_bodies = off;

set role vitrine_owner;
-- sql/changes/sources.sql
reset role;
create schema sources authorization vitrine_owner;
set role vitrine_owner;

create table sources.connections (
  connection_id text not null default platform.new_id('con'),
  account_id text not null,
  platform text not null,
  subject text,
  shop text,
  scopes text[] not null default '{}',
  sealed text,
  key_id text generated always as (pg_catalog.split_part(sealed, '.', 1)) stored,
  version integer not null default 1,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  granted_at timestamptz not null default platform.now(),
  refreshed_at timestamptz not null default platform.now(),
  refreshing_until timestamptz,
  connected_by text not null,
  connected_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  ended_for text,
  constraint connections_pkey primary key (connection_id),
  constraint connections_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint connections_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify')),
  constraint connections_sealed_check check (sealed ~ '^[\w-]{16}\.[\w-]+$'),
  constraint connections_ended_check check ((ended_at is null) = (ended_for is null)),
  constraint connections_ended_for_check check (ended_for in ('disconnected', 'replaced', 'uninstalled'))
);

create index connections_account_id_idx on sources.connections (account_id);

create table sources.reachable_accounts (
  connection_id text not null,
  external_id text not null,
  name text not null,
  currency text not null,
  timezone text not null,
  manager_id text,
  unavailable text,
  constraint reachable_accounts_pkey primary key (connection_id, external_id),
  constraint reachable_accounts_connection_id_fkey foreign key (connection_id) references sources.connections on delete cascade
);

create table sources.authorizations (
  brand_id text not null,
  state_hash bytea not null,
  platform text not null,
  bound_to text not null,
  sealed_verifier text not null,
  redirect_uri text not null,
  shop text,
  created_at timestamptz not null default platform.clock(),
  expires_at timestamptz not null default platform.clock() + interval '10 minutes',
  taken_at timestamptz,
  constraint authorizations_pkey primary key (brand_id, state_hash),
  constraint authorizations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint authorizations_state_hash_check check (pg_catalog.octet_length(state_hash) = 32),
  constraint authorizations_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify'))
);

create table sources.sources (
  brand_id text not null,
  source_id text not null default platform.new_id('src'),
  connection_id text not null,
  platform text not null,
  external_id text not null,
  name text not null,
  currency text not null,
  timezone text not null,
  manager_id text,
  status text not null default 'connected',
  attention jsonb,
  attention_since timestamptz,
  data_through date,
  planned jsonb not null default '{}',
  last_read_at timestamptz,
  updated_until timestamptz,
  restatement_days integer,
  lease text,
  busy_until timestamptz,
  retry_at timestamptz,
  stale_since timestamptz,
  connected_at timestamptz not null default platform.now(),
  disconnected_at timestamptz,
  is_deletion_due boolean not null default false,
  constraint sources_pkey primary key (brand_id, source_id),
  constraint sources_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint sources_connection_id_fkey foreign key (connection_id) references sources.connections on delete cascade,
  constraint sources_external_key unique (brand_id, platform, external_id),
  constraint sources_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify')),
  constraint sources_status_check check (status in ('connected', 'needs_attention', 'paused', 'disconnected')),
  constraint sources_attention_check check ((status = 'needs_attention') = (attention is not null) and (attention is null) = (attention_since is null)),
  constraint sources_disconnected_at_check check ((status = 'disconnected') = (disconnected_at is not null))
);

create index sources_connection_id_idx on sources.sources (connection_id);

create index sources_account_idx on sources.sources (platform, external_id);

create table sources.windows (
  brand_id text not null,
  window_id text not null default platform.new_id('win'),
  source_id text not null,
  report text not null,
  purpose text not null,
  first_on date not null,
  last_on date not null,
  state text not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default platform.clock(),
  report_id text,
  requested_at timestamptz,
  failure jsonb,
  rows bigint,
  rows_changed bigint,
  unknown_fields integer not null default 0,
  limitations text[] not null default '{}',
  planned_at timestamptz not null default platform.now(),
  read_at timestamptz,
  constraint windows_pkey primary key (brand_id, window_id),
  constraint windows_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint windows_days_key unique (brand_id, source_id, report, first_on, last_on),
  constraint windows_report_check check (report in ('ads_daily', 'ads_hourly', 'sessions', 'transactions', 'orders', 'products')),
  constraint windows_purpose_check check (purpose in ('hourly', 'recent', 'nightly', 'weekly', 'backfill')),
  constraint windows_state_check check (state in ('due', 'requested', 'read')),
  constraint windows_days_check check (first_on <= last_on)
);

create index windows_due_idx on sources.windows (brand_id, source_id, due_at) where state <> 'read';

create table analytics.ga4_sessions (
  brand_id text not null,
  property_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  sessions bigint not null,
  key_events numeric not null,
  purchases numeric not null,
  revenue_micros bigint not null,
  constraint ga4_sessions_pkey primary key (brand_id, property_id, hour, source, medium, campaign),
  constraint ga4_sessions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

create table analytics.ga4_transactions (
  brand_id text not null,
  property_id text not null,
  transaction_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  constraint ga4_transactions_pkey primary key (brand_id, property_id, transaction_id),
  constraint ga4_transactions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

alter table analytics.touchpoints add column reported_by text;

reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('sync_sources', '1 minute', '0', false);
set role vitrine_owner;

-- sql/changes/sources_of_shops.sql
alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz;
alter table storefront.catalog_products add column source_id text;
-- Its condition holds for no row yet.
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;

create table sources.due_objects (
  brand_id text not null,
  source_id text not null,
  report text not null,
  object_id text not null,
  noted_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  constraint due_objects_pkey primary key (brand_id, source_id, report, object_id),
  constraint due_objects_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint due_objects_report_check check (report in ('orders', 'products'))
);
create index due_objects_due_idx on sources.due_objects (brand_id, source_id, due_at);
reset role;

drop function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb);
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.schema_version()
 RETURNS TABLE(version text, compatible_since text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '20261123034220', '20261121000000';
$function$;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF property_id, source, medium, campaign ON analytics.ga4_sessions FOR EACH ROW WHEN (((NOT platform.is_plain(new.property_id)) OR (NOT platform.is_plain(new.source)) OR (NOT platform.is_plain(new.medium)) OR (NOT platform.is_plain(new.campaign)))) EXECUTE FUNCTION platform.write_plain('property_id', 'source', 'medium', 'campaign');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF property_id, transaction_id, source, medium, campaign ON analytics.ga4_transactions FOR EACH ROW WHEN (((NOT platform.is_plain(new.property_id)) OR (NOT platform.is_plain(new.transaction_id)) OR (NOT platform.is_plain(new.source)) OR (NOT platform.is_plain(new.medium)) OR (NOT platform.is_plain(new.campaign)))) EXECUTE FUNCTION platform.write_plain('property_id', 'transaction_id', 'source', 'medium', 'campaign');
create policy key on analytics.ga4_sessions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.ga4_sessions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.ga4_sessions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.ga4_sessions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.ga4_transactions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.ga4_transactions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.ga4_transactions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.ga4_transactions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
CREATE OR REPLACE FUNCTION analytics.stage_shop_orders(orders jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  create temporary table shop_orders (
    order_id text not null,
    customer_id text,
    device_id text,
    changed_at timestamptz not null,
    ordered_at timestamptz not null,
    revenue numeric not null,
    currency text not null,
    is_new_customer boolean,
    refunded numeric not null,
    refunded_at timestamptz,
    canceled_at timestamptz,
    visits jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.shop_orders', 'order_id', 'customer_id', 'device_id');
  insert into pg_temp.shop_orders
  select
    given.order_id, given.customer_id,
    -- An order without a customer has a visitor of its own.
    case when given.customer_id is null then 'order:' || given.order_id end,
    given.updated_at, given.ordered_at, given.revenue, given.currency, given.is_new_customer, given.refunded, given.refunded_at, given.canceled_at,
    given.visits
  from pg_catalog.jsonb_to_recordset(stage_shop_orders.orders) as given (
    order_id text, customer_id text, updated_at timestamptz, ordered_at timestamptz, revenue numeric, currency text, is_new_customer boolean,
    refunded numeric, refunded_at timestamptz, canceled_at timestamptz, visits jsonb
  );
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, device_id, touched_at, channel, touch_id, campaign)
  select
    pg_catalog.row_number() over (), given.customer_id, given.device_id, visits.occurred_at, visits.channel, 'shopify:' || visits.visit_id, visits.campaign
  from pg_temp.shop_orders as given
  cross join pg_catalog.jsonb_to_recordset(given.visits) as visits (visit_id text, occurred_at text, channel text, campaign text);
  analyze pg_temp.shop_orders, pg_temp.journeys;
end
$function$;
revoke execute on function analytics.stage_shop_orders(jsonb) from public;
CREATE OR REPLACE FUNCTION analytics.change_shop_orders(brand_id text, source_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_brand core.brands;
  v_missing json;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = change_shop_orders.brand_id;
  create temporary table shop_changes on commit drop as
  with reported as (
    select
      given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id, given.changed_at, given.ordered_at,
      pg_catalog.round(given.revenue * 1000000 * rated.rate)::bigint as revenue_micros,
      -- A canceled order is no sale, even if nothing was paid or paid back. A refund beyond the price is more than the order.
      pg_catalog.round(
        case when given.canceled_at is null then least(given.refunded, given.revenue) else given.revenue end * 1000000 * rated.rate
      )::bigint as refunded_micros,
      greatest(coalesce(given.canceled_at, given.refunded_at, given.changed_at), given.ordered_at) as refunded_at,
      given.is_new_customer, given.currency, rated.rate
    from pg_temp.shop_orders as given
    left join core.exchange_rates as rates
      on rates.from_currency = given.currency and rates.to_currency = v_brand.currency
      and rates.on_day = (given.ordered_at at time zone v_brand.timezone)::date
    cross join lateral (select case when given.currency = v_brand.currency then 1 else rates.rate end as rate) as rated
  )
  select
    reported.order_id, reported.visitor_id, reported.changed_at, reported.ordered_at, reported.revenue_micros, reported.refunded_micros,
    case when reported.refunded_micros > 0 then reported.refunded_at end as refunded_at,
    coalesce(reported.is_new_customer, held.is_new_customer) as is_new_customer, reported.currency, reported.rate,
    held.visitor_id as old_visitor_id, held.ordered_at as old_ordered_at, held.refunded_at as old_refunded_at,
    held.revenue_micros as old_revenue_micros, held.refunded_micros as old_refunded_micros, held.is_new_customer as old_is_new_customer
  from reported
  left join analytics.orders as held on held.brand_id = change_shop_orders.brand_id and held.order_id = reported.order_id
  -- A reply that is older than the stored order, such as one that was delayed, changes nothing.
  where held.order_id is null or held.changed_at is null or reported.changed_at >= held.changed_at;
  select pg_catalog.json_build_object(
    'from_currency', changes.currency, 'to_currency', v_brand.currency, 'date_from', min(changes.ordered_at)::date, 'date_to', max(changes.ordered_at)::date
  )
  into v_missing
  from pg_temp.shop_changes as changes
  where changes.rate is null
  group by changes.currency
  order by changes.currency
  limit 1;
  if found then
    perform platform.fail('BADRQ', 'rates_are_missing', given => v_missing);
  end if;
  delete from pg_temp.shop_changes as changes
  using analytics.orders as held
  where held.brand_id = change_shop_orders.brand_id and held.order_id = changes.order_id
    and (held.source_id, held.changed_at, held.visitor_id, held.ordered_at, held.revenue_micros, held.refunded_micros, held.refunded_at, held.is_new_customer)
      is not distinct from (
        change_shop_orders.source_id, changes.changed_at, changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros,
        changes.refunded_at, changes.is_new_customer
      );
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at, source_id, changed_at)
  select
    change_shop_orders.brand_id, changes.order_id, changes.visitor_id, changes.visitor_id, changes.ordered_at, changes.revenue_micros,
    changes.is_new_customer, changes.refunded_micros, changes.refunded_at, change_shop_orders.source_id, changes.changed_at
  from pg_temp.shop_changes as changes
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at, revenue_micros = excluded.revenue_micros, is_new_customer = excluded.is_new_customer,
    refunded_micros = excluded.refunded_micros, refunded_at = excluded.refunded_at, source_id = excluded.source_id, changed_at = excluded.changed_at;
end
$function$;
revoke execute on function analytics.change_shop_orders(text,text) from public;
CREATE OR REPLACE FUNCTION analytics.add_shop_touches(brand_id text)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
begin
  perform analytics.name_channels(add_shop_touches.brand_id);
  -- The visits of an order follow it to another customer, for example when the shop merges two customers.
  delete from analytics.touchpoints as held
  using pg_temp.shop_changes as changes
  where held.brand_id = add_shop_touches.brand_id and held.visitor_id = changes.old_visitor_id and changes.visitor_id <> changes.old_visitor_id
    and held.touch_id in (select journeys.touch_id from pg_temp.journeys);
  return query
  with written as (
    insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign)
    select distinct on (visits.visitor_id, visits.touched_at, visits.channel, visits.touch_id)
      add_shop_touches.brand_id, visits.visitor_id, visits.touched_at, 'click', visits.channel, visits.touch_id, visits.visitor_id, visits.campaign
    from (
      select
        analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id, journeys.touched_at::timestamptz as touched_at, journeys.channel,
        journeys.touch_id, journeys.campaign
      from pg_temp.journeys
    ) as visits
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select distinct (written.touched_at at time zone brands.timezone)::date
  from written
  join core.brands on brands.brand_id = add_shop_touches.brand_id;
end
$function$;
revoke execute on function analytics.add_shop_touches(text) from public;
CREATE OR REPLACE FUNCTION analytics.delete_shop_orders(brand_id text, source_id text, order_ids text[] DEFAULT NULL::text[], ordered_from timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
begin
  return query
  with gone as (
    delete from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id
      and (delete_shop_orders.order_ids is null or held.order_id = any (delete_shop_orders.order_ids))
      and (delete_shop_orders.ordered_from is null or held.ordered_at >= delete_shop_orders.ordered_from)
    returning held.visitor_id, held.order_id, held.ordered_at, held.refunded_at
  ),
  forgotten as (
    -- Visits are those of customers who ordered, so they go with the last order.
    delete from analytics.touchpoints as held
    using gone
    where held.brand_id = delete_shop_orders.brand_id and held.visitor_id = gone.visitor_id and held.touch_id like 'shopify:%'
      and not exists (
        select from analytics.orders as others
        where others.brand_id = delete_shop_orders.brand_id and others.person_id = held.person_id
          and not exists (select from gone as deleted where deleted.order_id = others.order_id)
      )
    returning held.touched_at
  )
  select distinct (moved.at at time zone brands.timezone)::date
  from (
    select gone.ordered_at as at from gone
    union all
    select gone.refunded_at from gone
    union all
    select forgotten.touched_at from forgotten
  ) as moved
  join core.brands on brands.brand_id = delete_shop_orders.brand_id
  where moved.at is not null;
end
$function$;
revoke execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.attribute_shop_days(brand_id text, days date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_settings analytics.attribution_settings;
begin
  insert into analytics.attribution_settings (brand_id) values (attribute_shop_days.brand_id) on conflict do nothing;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute_shop_days.brand_id;
  -- Days that are near each other are one range. Old refunds make single days, so that they do not recompute all days since.
  perform analytics.attribute(
    runs.brand_id, greatest(runs.first_on, runs.known_from), least(runs.last_on, runs.known_to)
  )
  from (
    select
      status.brand_id, status.first_on as known_from, analytics.last_attributed_on(status.brand_id) as known_to,
      min(numbered.day) as first_on, max(numbered.day) as last_on
    from (
      select steps.day, sum(steps.begins::integer) over (order by steps.day) as run
      from (
        select given.day, coalesce(given.day - pg_catalog.lag(given.day) over (order by given.day) > 3, true) as begins
        from (select distinct changed.day from pg_catalog.unnest(attribute_shop_days.days) as changed (day)) as given
      ) as steps
    ) as numbered
    join analytics.data_status as status on status.brand_id = attribute_shop_days.brand_id and status.kind = 'orders'
    group by status.brand_id, status.first_on, numbered.run
  ) as runs
  where runs.last_on >= runs.known_from and runs.first_on <= runs.known_to;
end
$function$;
revoke execute on function analytics.attribute_shop_days(text,date[]) from public;
CREATE OR REPLACE FUNCTION analytics.commit_shop_orders(brand_id text, source_id text, reply jsonb, first_on date DEFAULT NULL::date, last_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_updated_from constant timestamptz := commit_shop_orders.reply ->> 'updatedFrom';
  v_updated_to constant timestamptz := commit_shop_orders.reply ->> 'updatedTo';
  v_visible_since constant timestamptz := commit_shop_orders.reply ->> 'visibleSince';
  v_timezone text;
  v_window integer;
  v_known_from date;
  v_changed bigint;
  v_touch_days date[];
  v_gone_days date[] := '{}';
  v_days date[];
  v_vanished text[] := '{}';
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_shop_orders.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_shop_orders.brand_id;
  select greatest(settings.click_days, settings.view_days) into v_window
  from analytics.attribution_settings as settings
  where settings.brand_id = commit_shop_orders.brand_id;
  perform analytics.stage_shop_orders(commit_shop_orders.reply -> 'orders');
  perform analytics.change_shop_orders(commit_shop_orders.brand_id, commit_shop_orders.source_id);
  select count(*) into v_changed from pg_temp.shop_changes;
  v_touch_days := array(select analytics.add_shop_touches(commit_shop_orders.brand_id));
  if commit_shop_orders.reply ? 'only' then
    v_gone_days := array(
      select analytics.delete_shop_orders(
        commit_shop_orders.brand_id, commit_shop_orders.source_id,
        array(
          select asked.order_id from pg_catalog.jsonb_array_elements_text(commit_shop_orders.reply -> 'only') as asked (order_id)
          where not exists (select from pg_temp.shop_orders where shop_orders.order_id = asked.order_id)
        ),
        v_visible_since
      )
    );
  elsif v_updated_from is not null then
    v_vanished := array(
      select held.order_id
      from analytics.orders as held
      where held.brand_id = commit_shop_orders.brand_id and held.source_id = commit_shop_orders.source_id
        and held.changed_at >= v_updated_from
        and (v_updated_to is null or held.changed_at < v_updated_to)
        and (v_visible_since is null or held.ordered_at >= v_visible_since)
        and not exists (select from pg_temp.shop_orders where shop_orders.order_id = held.order_id)
    );
  end if;
  if v_changed > 0 or v_touch_days <> '{}' then
    perform analytics.stitch_identities(commit_shop_orders.brand_id);
    perform analytics.ensure_journey_statistics(v_changed + (select count(*) from pg_temp.journeys));
  end if;
  select status.first_on into v_known_from
  from analytics.data_status as status
  where status.brand_id = commit_shop_orders.brand_id and status.kind = 'orders';
  if commit_shop_orders.first_on is not null then
    perform analytics.note_data(commit_shop_orders.brand_id, array[known.kind], commit_shop_orders.first_on, commit_shop_orders.last_on)
    from (values ('orders', true), ('journeys', exists (select from pg_temp.journeys))) as known (kind, is_reported)
    where known.is_reported
      and not exists (
        select from analytics.data_status as held
        where held.brand_id = commit_shop_orders.brand_id and held.kind = known.kind
          and held.first_on <= commit_shop_orders.first_on and held.last_on >= commit_shop_orders.last_on
      );
  end if;
  v_days := array(
    select (moved.at at time zone v_timezone)::date
    from pg_temp.shop_changes as changes
    cross join lateral (values (changes.ordered_at), (changes.old_ordered_at), (changes.refunded_at), (changes.old_refunded_at)) as moved (at)
    where moved.at is not null
      and (changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros, changes.refunded_at, changes.is_new_customer)
        is distinct from (
          changes.old_visitor_id, changes.old_ordered_at, changes.old_revenue_micros, changes.old_refunded_micros, changes.old_refunded_at,
          changes.old_is_new_customer
        )
    union
    -- A new touch, or one without its order, can change the credits of orders until the end of its window.
    select touched.day + after.days
    from pg_catalog.unnest(v_touch_days || v_gone_days) as touched (day)
    cross join pg_catalog.generate_series(0, coalesce(v_window, 30) + 1) as after (days)
    union
    -- Orders that were stored before their days were read belong to known days now.
    select days.day::date
    from pg_catalog.generate_series(commit_shop_orders.first_on::timestamp, v_known_from - 1, interval '1 day') as days (day)
  );
  if v_days <> '{}' then
    perform analytics.attribute_shop_days(commit_shop_orders.brand_id, v_days);
  end if;
  drop table pg_temp.shop_orders, pg_temp.journeys, pg_temp.shop_changes;
  return pg_catalog.jsonb_build_object(
    'changed', v_changed, 'vanished', v_vanished, 'is_changed', v_changed > 0 or v_touch_days <> '{}' or v_gone_days <> '{}'
  );
end
$function$;
revoke execute on function analytics.commit_shop_orders(text,text,jsonb,date,date) from public;
CREATE OR REPLACE FUNCTION storefront.commit_product_import(brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean DEFAULT false, warnings jsonb DEFAULT '[]'::jsonb, source_id text DEFAULT NULL::text, only_groups text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_accepted bigint;
  v_changed text[];
  v_gone text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || commit_product_import.brand_id, 0));
  create temporary table rejections on commit drop as
  select products.line, products.reason from pg_temp.products where products.reason is not null;
  create temporary table offered on commit drop as
  select
    given.id, given.item_group_id, given.title, given.description, given.link, given.image_links,
    priced.regular_price,
    -- A sale price that equals the regular price is not a reduction.
    case when priced.sale_price < priced.regular_price then priced.sale_price end as sale_price,
    case when priced.sale_price < priced.regular_price then given.sale_starts_at end as sale_starts_at,
    case when priced.sale_price < priced.regular_price then given.sale_ends_at end as sale_ends_at,
    case when priced.sale_price < priced.regular_price and storefront.is_within(given.sale_starts_at, given.sale_ends_at)
      then priced.sale_price else priced.regular_price
    end as price,
    given.currency, given.availability, given.quantity, given.brand, given.category,
    given.gtin, given.mpn, given.sku, given.condition,
    given.attributes, given.rating_score, given.rating_count, given.related,
    pg_catalog.md5(products.product::text) as content_hash, products.line,
    pg_catalog.row_number() over (partition by given.id order by products.line desc) as number
  from pg_temp.products
  cross join lateral pg_catalog.jsonb_to_record(products.product) as given (
    id text, item_group_id text, title text, description text, link text, image_links jsonb, price numeric, list_price numeric,
    sale_price numeric, sale_starts_at timestamptz, sale_ends_at timestamptz, currency text,
    availability text, quantity integer, brand text, category text, gtin text, mpn text, sku text, condition text, attributes jsonb,
    rating_score numeric, rating_count integer, related jsonb
  )
  left join core.currencies on currencies.currency = given.currency
  -- A list price together with a lower price is a sale without stated dates.
  cross join lateral (
    select
      pg_catalog.round(coalesce(given.list_price, given.price), currencies.exponent) as regular_price,
      pg_catalog.round(case when given.list_price is not null then given.price else given.sale_price end, currencies.exponent) as sale_price
  ) as priced
  where products.reason is null;
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('currency_is_unknown', pg_catalog.jsonb_build_object('currency', removed.currency)) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*) into v_accepted from pg_temp.offered;
  analyze pg_temp.offered;
  -- The import states the current stock, so quantities of earlier orders are no longer subtracted. This also applies if the number is unchanged.
  delete from commerce.ordered_stock as taken
  using pg_temp.offered
  where taken.brand_id = commit_product_import.brand_id and taken.product_id = offered.id;

  -- Unchanged products are removed from the temporary table below, because most products of a feed are unchanged.
  if commit_product_import.replaces and (v_accepted > 0 or commit_product_import.source_id is not null) then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.catalog_products as held
    where held.brand_id = commit_product_import.brand_id
      and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id)
      and (commit_product_import.only_groups is null or held.group_key = any (commit_product_import.only_groups))
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    perform storefront.emit_product_deletions(commit_product_import.brand_id, v_gone);
    perform storefront.forget_words(commit_product_import.brand_id, v_gone);
    delete from storefront.products as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone);
  end if;
  delete from pg_temp.offered
  using storefront.catalog_products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash
    and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id);
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  perform storefront.emit_product_events(commit_product_import.brand_id);
  perform storefront.word_products();
  insert into storefront.catalog_products as held (
    brand_id, product_id, item_group_id, title, description, link, images, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at,
    announced_price_micros, price_changes_at, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, condition, attributes, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash, source_id
  )
  select
    commit_product_import.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.regular_price * 1000000), pg_catalog.round(offered.sale_price * 1000000), offered.sale_starts_at, offered.sale_ends_at,
    pg_catalog.round(offered.price * 1000000), storefront.next_price_change(offered.sale_starts_at, offered.sale_ends_at), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku, offered.condition, coalesce(offered.attributes, '{}'),
    nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    storefront.word_counts(worded.title), storefront.word_counts(worded.name),
    storefront.word_counts(worded.description), storefront.word_counts(worded.attributes),
    offered.content_hash, commit_product_import.source_id
  from pg_temp.offered
  join pg_temp.worded on worded.product_id = offered.id
  on conflict on constraint catalog_products_pkey do update
  set
    item_group_id = excluded.item_group_id, title = excluded.title, description = excluded.description, link = excluded.link,
    images = excluded.images, regular_price_micros = excluded.regular_price_micros, sale_price_micros = excluded.sale_price_micros,
    sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, announced_price_micros = excluded.announced_price_micros,
    price_changes_at = excluded.price_changes_at,
    currency = excluded.currency, availability = excluded.availability, quantity = excluded.quantity, product_brand = excluded.product_brand,
    category = excluded.category, gtin = excluded.gtin, mpn = excluded.mpn, sku = excluded.sku, condition = excluded.condition,
    attributes = excluded.attributes, rating_score = excluded.rating_score, rating_count = excluded.rating_count, related = excluded.related,
    title_length = excluded.title_length, name_length = excluded.name_length, description_length = excluded.description_length,
    attributes_length = excluded.attributes_length, content_hash = excluded.content_hash, source_id = excluded.source_id,
    updated_at = excluded.updated_at;
  if v_changed <> '{}' or v_gone <> '{}' then
    perform storefront.forget_words(commit_product_import.brand_id, v_changed);
    perform storefront.index_products(commit_product_import.brand_id);
  elsif v_accepted > 0 then
    -- An import of an identical catalog also updates its freshness.
    update storefront.catalogs set updated_at = platform.now() where catalogs.brand_id = commit_product_import.brand_id;
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  drop table pg_temp.worded;
  drop table pg_temp.offered;
  if commit_product_import.source_id is not null then
    return pg_catalog.json_build_object('changed', pg_catalog.cardinality(v_changed), 'deleted', coalesce(pg_catalog.cardinality(v_gone), 0));
  end if;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null, commit_product_import.warnings
  );
end
$function$;
revoke execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) from public;
CREATE OR REPLACE FUNCTION storefront.commit_shop_products(brand_id text, source_id text, products jsonb, only_groups text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_report jsonb;
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product, reason)
  select given.line, given.entry -> 'product', given.entry -> 'reason'
  from pg_catalog.jsonb_array_elements(commit_shop_products.products) with ordinality as given (entry, line);
  v_report := storefront.commit_product_import(
    commit_shop_products.brand_id, 'source', commit_shop_products.source_id, pg_catalog.jsonb_array_length(commit_shop_products.products), true, '[]',
    commit_shop_products.source_id, commit_shop_products.only_groups
  );
  drop table pg_temp.products, pg_temp.rejections;
  return v_report;
end
$function$;
revoke execute on function storefront.commit_shop_products(text,text,jsonb,text[]) from public;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF subject, connected_by ON sources.connections FOR EACH ROW WHEN (((NOT platform.is_plain(new.subject)) OR (NOT platform.is_plain(new.connected_by)))) EXECUTE FUNCTION platform.write_plain('subject', 'connected_by');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF external_id, name, unavailable ON sources.reachable_accounts FOR EACH ROW WHEN (((NOT platform.is_plain(new.external_id)) OR (NOT platform.is_plain(new.name)) OR (NOT platform.is_plain(new.unavailable)))) EXECUTE FUNCTION platform.write_plain('external_id', 'name', 'unavailable');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF external_id, name ON sources.sources FOR EACH ROW WHEN (((NOT platform.is_plain(new.external_id)) OR (NOT platform.is_plain(new.name)))) EXECUTE FUNCTION platform.write_plain('external_id', 'name');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF report_id, limitations ON sources.windows FOR EACH ROW WHEN (((NOT platform.is_plain(new.report_id)) OR (NOT platform.is_plain(new.limitations)))) EXECUTE FUNCTION platform.write_plain('report_id', 'limitations');
CREATE OR REPLACE FUNCTION sources.add_authorization(brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from sources.authorizations as held
  where held.brand_id = add_authorization.brand_id and held.expires_at < platform.clock() - interval '1 day';
  insert into sources.authorizations (brand_id, state_hash, platform, bound_to, sealed_verifier, redirect_uri, shop)
  values (
    add_authorization.brand_id, pg_catalog.decode(add_authorization.state_hash, 'hex'), add_authorization.platform, add_authorization.bound_to,
    add_authorization.sealed_verifier, add_authorization.redirect_uri, add_authorization.shop
  );
$function$;
revoke execute on function sources.add_authorization(text,text,text,text,text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.spend_authorization(brand_id text, state_hash text, bound_to text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_taken sources.authorizations;
begin
  update sources.authorizations as held
  set taken_at = platform.clock()
  where held.brand_id = spend_authorization.brand_id
    and held.state_hash = pg_catalog.decode(spend_authorization.state_hash, 'hex')
    and held.bound_to = spend_authorization.bound_to
    and held.taken_at is null
    and held.expires_at > platform.clock()
  returning held.* into v_taken;
  if not found then
    perform platform.fail('BADRQ', 'authorization_is_foreign');
  end if;
  return pg_catalog.jsonb_build_object(
    'platform', v_taken.platform, 'sealed_verifier', v_taken.sealed_verifier, 'redirect_uri', v_taken.redirect_uri, 'shop', v_taken.shop
  );
end
$function$;
revoke execute on function sources.spend_authorization(text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.add_connection(brand_id text, "grant" jsonb, accounts jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_connection_id constant text := add_connection."grant" ->> 'connection_id';
begin
  insert into sources.connections (
    connection_id, account_id, platform, subject, shop, scopes, sealed, access_expires_at, refresh_expires_at, connected_by
  )
  select
    v_connection_id, brands.account_id, given.platform, given.subject, given.shop, coalesce(given.scopes, '{}'), given.sealed, given.access_expires_at,
    given.refresh_expires_at, given.connected_by
  from core.brands
  cross join pg_catalog.jsonb_to_record(add_connection."grant") as given (
    platform text, subject text, shop text, scopes text[], sealed text, access_expires_at timestamptz, refresh_expires_at timestamptz, connected_by text
  )
  where brands.brand_id = add_connection.brand_id;
  insert into sources.reachable_accounts (connection_id, external_id, name, currency, timezone, manager_id, unavailable)
  select v_connection_id, given.*
  from pg_catalog.jsonb_to_recordset(add_connection.accounts) as given (
    external_id text, name text, currency text, timezone text, manager_id text, unavailable text
  )
  on conflict on constraint reachable_accounts_pkey do nothing;
  return v_connection_id;
end
$function$;
revoke execute on function sources.add_connection(text,jsonb,jsonb) from public;
CREATE OR REPLACE FUNCTION sources.add_sources(brand_id text, connection_id text, external_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_unknown text[];
  v_unavailable text[];
begin
  select
    pg_catalog.array_agg(asked.id) filter (where reached.external_id is null),
    pg_catalog.array_agg(asked.id) filter (where reached.unavailable is not null)
  into v_unknown, v_unavailable
  from pg_catalog.unnest(add_sources.external_ids) as asked (id)
  left join sources.reachable_accounts as reached on reached.connection_id = add_sources.connection_id and reached.external_id = asked.id;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'names_no_account_of_the_connection', 'account_ids', pg_catalog.json_build_object('account_ids', v_unknown)
    );
  elsif v_unavailable is not null then
    perform platform.fail(
      'BADRQ', 'names_an_account_that_cannot_be_read', 'account_ids', pg_catalog.json_build_object('account_ids', v_unavailable)
    );
  end if;
  insert into sources.sources as held (brand_id, connection_id, platform, external_id, name, currency, timezone, manager_id)
  select
    add_sources.brand_id, connections.connection_id, connections.platform, reached.external_id, reached.name, reached.currency, reached.timezone,
    reached.manager_id
  from sources.connections
  join sources.reachable_accounts as reached on reached.connection_id = connections.connection_id
  where connections.connection_id = add_sources.connection_id
    and connections.ended_at is null
    and reached.external_id = any (add_sources.external_ids)
  on conflict on constraint sources_external_key do update
  set
    connection_id = excluded.connection_id, name = excluded.name, currency = excluded.currency, timezone = excluded.timezone,
    manager_id = excluded.manager_id, status = 'connected', attention = null, attention_since = null, disconnected_at = null,
    is_deletion_due = false, retry_at = null, planned = held.planned - '{hourly,nightly,weekly}'::text[];
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  from sources.sources
  where sources.brand_id = add_sources.brand_id and sources.connection_id = add_sources.connection_id
    and sources.external_id = any (add_sources.external_ids)
    and held.brand_id = sources.brand_id and held.source_id = sources.source_id and held.state <> 'read';
  return (
    select pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('id', held.source_id, 'account_id', held.external_id, 'name', held.name) order by held.external_id
    )
    from sources.sources as held
    where held.brand_id = add_sources.brand_id and held.connection_id = add_sources.connection_id and held.external_id = any (add_sources.external_ids)
  );
end
$function$;
revoke execute on function sources.add_sources(text,text,text[]) from public;
CREATE OR REPLACE FUNCTION sources.end_source(brand_id text, source_id text, deletes_data boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update sources.sources as held
  set
    status = 'disconnected', disconnected_at = platform.now(), attention = null, attention_since = null, retry_at = null,
    is_deletion_due = end_source.deletes_data
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id;
  delete from sources.windows as held
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id and held.state <> 'read';
  perform sources.end_unused_connections();
end
$function$;
revoke execute on function sources.end_source(text,text,boolean) from public;
CREATE OR REPLACE FUNCTION sources.end_unused_connections()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'disconnected'
  where held.ended_at is null
    -- A new grant has no sources until accounts are chosen.
    and exists (select from sources.sources where sources.connection_id = held.connection_id)
    and not exists (
      select from sources.sources where sources.connection_id = held.connection_id and sources.status <> 'disconnected'
    );
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.end_unused_connections() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_unused_connections() from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.take_grant(connection_id text, seconds integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held sources.connections;
begin
  if take_grant.seconds is not null then
    update sources.connections as held
    set refreshing_until = platform.clock() + make_interval(secs => take_grant.seconds)
    where held.connection_id = take_grant.connection_id and coalesce(held.refreshing_until <= platform.clock(), true)
    returning held.* into v_held;
    if not found then
      return null;
    end if;
  else
    select held.* into v_held from sources.connections as held where held.connection_id = take_grant.connection_id;
  end if;
  return jsonb_build_object(
    'connection_id', v_held.connection_id, 'platform', v_held.platform, 'shop', v_held.shop, 'sealed', v_held.sealed, 'version', v_held.version,
    'refreshed_at', platform.utc(v_held.refreshed_at), 'ended_at', platform.utc(v_held.ended_at)
  );
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.take_grant(text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.take_grant(text,integer) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.store_grant(connection_id text, version integer, sealed text, access_expires_at timestamp with time zone, refresh_expires_at timestamp with time zone, scopes text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update sources.connections as held
  set
    sealed = store_grant.sealed, version = held.version + 1, access_expires_at = store_grant.access_expires_at,
    refresh_expires_at = store_grant.refresh_expires_at, scopes = coalesce(store_grant.scopes, held.scopes), refreshed_at = platform.now(),
    refreshing_until = null
  where held.connection_id = store_grant.connection_id and held.version = store_grant.version;
  return found;
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.release_grant(connection_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held set refreshing_until = null where held.connection_id = release_grant.connection_id;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.release_grant(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.release_grant(text) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.keep_grant(connection_id text, version integer, seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set refreshing_until = platform.clock() + make_interval(secs => keep_grant.seconds)
  where held.connection_id = keep_grant.connection_id and held.version = keep_grant.version and held.refreshing_until is not null;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.keep_grant(text,integer,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.keep_grant(text,integer,integer) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.fail_connection(connection_id text, attention jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_failed integer;
begin
  update sources.sources as held
  set status = 'needs_attention', attention = fail_connection.attention, attention_since = coalesce(held.attention_since, platform.now()), retry_at = null
  where held.connection_id = fail_connection.connection_id and held.status in ('connected', 'needs_attention');
  get diagnostics v_failed = row_count;
  update sources.connections as held set refreshing_until = null where held.connection_id = fail_connection.connection_id;
  return v_failed;
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.fail_connection(text,jsonb) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.fail_connection(text,jsonb) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.connections_to_revoke()
 RETURNS TABLE(connection_id text, platform text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.connection_id, connections.platform
  from sources.connections
  where connections.ended_at is not null and connections.sealed is not null and coalesce(connections.refreshing_until <= platform.clock(), true)
  order by connections.connection_id;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.connections_to_revoke() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.connections_to_revoke() from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.forget_grant(connection_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held set sealed = null, refreshing_until = null
  where held.connection_id = forget_grant.connection_id and held.ended_at is not null;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.forget_grant(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.forget_grant(text) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.count_token_keys()
 RETURNS TABLE(key_id text, secrets bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.key_id, count(*) from sources.connections where connections.sealed is not null group by connections.key_id order by 1;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.count_token_keys() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.count_token_keys() from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.list_grants_of_other_keys(key_id text, after text, "limit" integer)
 RETURNS TABLE(secret_id text, sealed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.connection_id, connections.sealed
  from sources.connections
  where connections.key_id <> list_grants_of_other_keys.key_id and connections.connection_id > list_grants_of_other_keys.after
  order by connections.connection_id
  limit list_grants_of_other_keys."limit";
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.list_grants_of_other_keys(text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.list_grants_of_other_keys(text,text,integer) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.reseal_grant(secret_id text, sealed_before text, sealed text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- A refresh meanwhile stored another grant, under the newest key.
  update sources.connections as held set sealed = reseal_grant.sealed
  where held.connection_id = reseal_grant.secret_id and held.sealed = reseal_grant.sealed_before;
  return found;
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.reseal_grant(text,text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.reseal_grant(text,text,text) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.add_windows(brand_id text, source_id text, report text, purpose text, first_on date, last_on date, days_max integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  -- Smaller windows that wait are part of the new ones.
  delete from sources.windows as held
  where held.brand_id = add_windows.brand_id and held.source_id = add_windows.source_id and held.report = add_windows.report
    and held.purpose in ('hourly', 'nightly', 'weekly')
    and held.first_on >= add_windows.first_on and held.last_on <= add_windows.last_on
    and (held.state = 'due' or held.state = 'read' and held.planned_at < platform.now() - interval '8 days');
  insert into sources.windows as held (brand_id, source_id, report, purpose, first_on, last_on)
  select
    add_windows.brand_id, add_windows.source_id, add_windows.report, add_windows.purpose,
    greatest(add_windows.first_on, add_windows.last_on - (part.number + 1) * add_windows.days_max + 1),
    add_windows.last_on - part.number * add_windows.days_max
  from pg_catalog.generate_series(0, (add_windows.last_on - add_windows.first_on) / add_windows.days_max) as part (number)
  on conflict on constraint windows_days_key do update
  set purpose = excluded.purpose, state = 'due', attempts = 0, due_at = excluded.due_at, planned_at = excluded.planned_at, report_id = null
  where held.state <> 'requested';
$function$;
revoke execute on function sources.add_windows(text,text,text,text,date,date,integer) from public;
CREATE OR REPLACE FUNCTION sources.last_night(timezone text, hour integer, weekday integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(night.at)
  from pg_catalog.generate_series(0, 7) as back (days)
  cross join lateral (
    select (pg_catalog.date_trunc('day', platform.now() at time zone last_night.timezone) - pg_catalog.make_interval(days => back.days)
      + pg_catalog.make_interval(hours => last_night.hour)) as local_at
  ) as local
  cross join lateral (select local.local_at at time zone last_night.timezone as at) as night
  where night.at <= platform.now() and (last_night.weekday is null or extract(isodow from local.local_at) = last_night.weekday);
$function$;
revoke execute on function sources.last_night(text,integer,integer) from public;
CREATE OR REPLACE FUNCTION sources.plan_windows(brand_id text, source_id text, lease text, reports jsonb, restatement jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_hourly constant integer := (plan_windows.restatement ->> 'hourly')::integer;
  v_nightly constant integer := (plan_windows.restatement ->> 'nightly')::integer;
  v_weekly constant integer := greatest((plan_windows.restatement ->> 'weekly')::integer, v_nightly);
  v_today date;
  v_through date;
  v_purpose text;
  v_first_on date;
  v_report record;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.lease = plan_windows.lease
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  v_today := (platform.now() at time zone v_source.timezone)::date;
  -- After a pause, the days since the last read are due too.
  v_through := least(v_today, coalesce(v_source.data_through, v_today));
  v_purpose := case
    when not v_source.planned ? 'recent' then 'recent'
    when coalesce((v_source.planned ->> 'weekly')::timestamptz < sources.last_night(v_source.timezone, 4, 1), true) then 'weekly'
    when coalesce((v_source.planned ->> 'nightly')::timestamptz < sources.last_night(v_source.timezone, 3), true) then 'nightly'
    when coalesce((v_source.planned ->> 'hourly')::timestamptz < pg_catalog.date_trunc('hour', platform.now()), true) then 'hourly'
  end;
  if v_purpose is null then
    return null;
  end if;
  for v_report in
    select
      given.name, given.days_max,
      least(
        coalesce(given.days_back_max, 1200),
        case when not exists (
          select from sources.connections
          where connections.connection_id = v_source.connection_id and given.back_scope = any (connections.scopes)
        ) then given.days_back_max_without end
      ) as days_back_max
    from pg_catalog.jsonb_to_recordset(plan_windows.reports) as given (
      name text, days_max integer, days_back_max integer, back_scope text, days_back_max_without integer
    )
  loop
    if v_report.name = 'products' then
      -- Products have no days: a read lists all of them.
      if v_purpose <> 'hourly' then
        perform sources.add_windows(plan_windows.brand_id, plan_windows.source_id, 'products', v_purpose, v_today, v_today, 1);
      end if;
      continue;
    end if;
    v_first_on := case v_purpose
      when 'recent' then v_today - case v_report.name when 'ads_hourly' then v_nightly else 89 end
      when 'weekly' then v_through - v_weekly
      when 'nightly' then v_through - v_nightly
      else least(v_today - v_hourly + 1, v_through)
    end;
    if v_purpose = 'weekly' and v_report.name = 'ads_hourly' then
      -- Hours are kept up to date as far back as they were read.
      select greatest(v_first_on, least(min(held.first_on), v_through - v_nightly)) into v_first_on
      from sources.windows as held
      where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.report = 'ads_hourly';
    end if;
    v_first_on := greatest(v_first_on, v_today - v_report.days_back_max);
    perform sources.add_windows(
      plan_windows.brand_id, plan_windows.source_id, v_report.name, v_purpose, v_first_on, v_today, v_report.days_max
    );
    if v_purpose = 'recent' and v_report.name <> 'ads_hourly' then
      v_first_on := greatest((v_today - interval '37 months')::date, v_today - v_report.days_back_max);
      if v_first_on < v_today - 89 then
        perform sources.add_windows(
          plan_windows.brand_id, plan_windows.source_id, v_report.name, 'backfill', v_first_on, v_today - 90, v_report.days_max
        );
      end if;
    end if;
  end loop;
  update sources.sources as held
  set
    restatement_days = v_nightly,
    planned = held.planned || (
      select pg_catalog.jsonb_object_agg(done.purpose, platform.now())
      from (values ('hourly', 1), ('nightly', 2), ('weekly', 3), ('recent', 4)) as done (purpose, reach)
      where done.reach <= case v_purpose when 'hourly' then 1 when 'nightly' then 2 when 'weekly' then 3 else 4 end
    )
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id;
  return v_purpose;
end
$function$;
revoke execute on function sources.plan_windows(text,text,text,jsonb,jsonb) from public;
CREATE OR REPLACE FUNCTION sources.due_sources(brand_id text DEFAULT NULL::text, source_id text DEFAULT NULL::text, counts_waiting boolean DEFAULT false)
 RETURNS TABLE(brand_id text, source_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id, held.source_id
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  where (due_sources.brand_id is null or held.brand_id = due_sources.brand_id)
    and (due_sources.source_id is null or held.source_id = due_sources.source_id)
    and brands.status <> 'archived'
    and (coalesce(held.busy_until <= platform.clock(), true) or due_sources.counts_waiting)
    and (
      held.is_deletion_due
      or (
        (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock())
        and (
          coalesce((held.planned ->> 'hourly')::timestamptz < date_trunc('hour', platform.now()), true)
          or exists (
            select from sources.windows
            where windows.brand_id = held.brand_id and windows.source_id = held.source_id and windows.state <> 'read'
              and (windows.due_at <= platform.clock() or due_sources.counts_waiting)
          )
          or exists (
            select from sources.due_objects
            where due_objects.brand_id = held.brand_id and due_objects.source_id = held.source_id and due_objects.due_at <= platform.clock()
          )
        )
      )
    )
  order by held.brand_id, held.source_id;
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.due_sources(text,text,boolean) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.due_sources(text,text,boolean) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.claim_source(brand_id text, source_id text, lease text, seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_source sources.sources;
begin
  -- Claims run one at a time, so that the limits below hold.
  perform pg_advisory_xact_lock(hashtextextended('sources.claim', 0));
  update sources.sources as held
  set
    lease = claim_source.lease, busy_until = platform.clock() + make_interval(secs => claim_source.seconds)
  where held.brand_id = claim_source.brand_id and held.source_id = claim_source.source_id
    and held.brand_id = any (core.scope_brand_ids())
    and coalesce(held.busy_until <= platform.clock(), true)
    and (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock() or held.is_deletion_due)
    -- An account that two brands read, and the registration of Vitrine at the platform, have limits of their own.
    and not exists (
      select from sources.sources as others
      where others.platform = held.platform and others.external_id = held.external_id and others.source_id <> held.source_id
        and others.busy_until > platform.clock()
    )
    and (select count(*) from sources.sources as others where others.platform = held.platform and others.busy_until > platform.clock()) < 4
  returning held.* into v_source;
  if not found then
    return null;
  end if;
  return to_jsonb(v_source) - '{lease,planned}'::text[];
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.claim_source(text,text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.claim_source(text,text,text,integer) from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.keep_source(brand_id text, source_id text, lease text, seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update sources.sources as held
  set busy_until = platform.clock() + pg_catalog.make_interval(secs => keep_source.seconds)
  where held.brand_id = keep_source.brand_id and held.source_id = keep_source.source_id and held.lease = keep_source.lease;
  return found;
end
$function$;
revoke execute on function sources.keep_source(text,text,text,integer) from public;
CREATE OR REPLACE FUNCTION sources.next_window(brand_id text, source_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('waited_seconds', extract(epoch from platform.clock() - held.requested_at))
  from sources.windows as held
  where held.brand_id = next_window.brand_id and held.source_id = next_window.source_id and held.state <> 'read' and held.due_at <= platform.clock()
    -- A report that the platform prepares and a newer one of the same days could arrive in the wrong order.
    and (
      held.state = 'requested'
      or (
        not exists (
          select from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.report = held.report and others.state = 'requested'
            and others.first_on <= held.last_on and others.last_on >= held.first_on
        )
        and (
          select count(*) from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.state = 'requested'
        ) < 4
      )
    )
  order by
    pg_catalog.array_position('{hourly,recent,nightly,weekly,backfill}'::text[], held.purpose), held.last_on desc,
    pg_catalog.array_position('{ads_daily,ads_hourly,orders,products,sessions,transactions}'::text[], held.report), held.state desc, held.window_id
  limit 1;
$function$;
revoke execute on function sources.next_window(text,text) from public;
CREATE OR REPLACE FUNCTION sources.seconds_to_next_window(brand_id text, source_id text)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(0, extract(epoch from min(held.due_at) - platform.clock()))::double precision
  from sources.windows as held
  where held.brand_id = seconds_to_next_window.brand_id and held.source_id = seconds_to_next_window.source_id and held.state <> 'read'
    and held.failure is null;
$function$;
revoke execute on function sources.seconds_to_next_window(text,text) from public;
CREATE OR REPLACE FUNCTION sources.require_lease(brand_id text, source_id text, lease text)
 RETURNS sources.sources
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = require_lease.brand_id and held.source_id = require_lease.source_id and held.lease = require_lease.lease
    and held.status in ('connected', 'needs_attention')
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  return v_source;
end
$function$;
revoke execute on function sources.require_lease(text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.note_request(brand_id text, window_id text, lease text, report_id text, seconds double precision)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform sources.require_lease(note_request.brand_id, held.source_id, note_request.lease)
  from sources.windows as held
  where held.brand_id = note_request.brand_id and held.window_id = note_request.window_id;
  update sources.windows as held
  set
    state = 'requested', report_id = note_request.report_id, requested_at = coalesce(held.requested_at, platform.clock()),
    due_at = platform.clock() + pg_catalog.make_interval(secs => note_request.seconds)
  where held.brand_id = note_request.brand_id and held.window_id = note_request.window_id;
end
$function$;
revoke execute on function sources.note_request(text,text,text,text,double precision) from public;
CREATE OR REPLACE FUNCTION sources.delay_window(brand_id text, window_id text, lease text, seconds double precision, restarts boolean DEFAULT false, delays_source boolean DEFAULT false, failure jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_due_at constant timestamptz := platform.clock() + pg_catalog.make_interval(secs => delay_window.seconds);
  v_window sources.windows;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = delay_window.brand_id and held.window_id = delay_window.window_id;
  perform sources.require_lease(delay_window.brand_id, v_window.source_id, delay_window.lease);
  update sources.windows as held
  set
    attempts = held.attempts + 1,
    due_at = v_due_at,
    failure = coalesce(delay_window.failure, held.failure),
    state = case when delay_window.restarts then 'due' else held.state end,
    report_id = case when delay_window.restarts then null else held.report_id end,
    requested_at = case when delay_window.restarts then null else held.requested_at end
  where held.brand_id = delay_window.brand_id and held.window_id = delay_window.window_id;
  if delay_window.failure is not null then
    perform sources.need_attention(delay_window.brand_id, v_window.source_id, delay_window.failure, 0);
  end if;
  if delay_window.delays_source then
    update sources.windows as held
    set due_at = greatest(held.due_at, v_due_at)
    where held.brand_id = delay_window.brand_id and held.source_id = v_window.source_id and held.state <> 'read';
  end if;
end
$function$;
revoke execute on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb) from public;
CREATE OR REPLACE FUNCTION sources.split_window(brand_id text, window_id text, lease text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_middle date;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = split_window.brand_id and held.window_id = split_window.window_id;
  perform sources.require_lease(split_window.brand_id, v_window.source_id, split_window.lease);
  if v_window.first_on = v_window.last_on then
    return false;
  end if;
  v_middle := v_window.first_on + (v_window.last_on - v_window.first_on) / 2;
  delete from sources.windows as held where held.brand_id = split_window.brand_id and held.window_id = split_window.window_id;
  insert into sources.windows as held (brand_id, source_id, report, purpose, first_on, last_on)
  values
    (v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_window.first_on, v_middle),
    (v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_middle + 1, v_window.last_on)
  on conflict on constraint windows_days_key do update
  set purpose = excluded.purpose, state = 'due', attempts = 0, due_at = excluded.due_at, planned_at = excluded.planned_at, report_id = null
  where held.state <> 'requested';
  return true;
end
$function$;
revoke execute on function sources.split_window(text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.need_attention(brand_id text, source_id text, attention jsonb, retry_seconds double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.sources as held
  set
    status = 'needs_attention',
    attention = need_attention.attention,
    attention_since = coalesce(held.attention_since, platform.now()),
    retry_at = platform.clock() + pg_catalog.make_interval(secs => need_attention.retry_seconds)
  where held.brand_id = need_attention.brand_id and held.source_id = need_attention.source_id
    and held.status in ('connected', 'needs_attention');
$function$;
revoke execute on function sources.need_attention(text,text,jsonb,double precision) from public;
CREATE OR REPLACE FUNCTION sources.retry_source(brand_id text, source_id text)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.state <> 'read';
  update sources.sources as held
  set retry_at = case when held.status = 'needs_attention' then platform.clock() end, planned = held.planned - 'hourly'
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.status in ('connected', 'needs_attention');
$function$;
revoke execute on function sources.retry_source(text,text) from public;
CREATE OR REPLACE FUNCTION sources.finish_window(brand_id text, window_id text, lease text, rows bigint, rows_changed bigint, unknown_fields integer, limitations text[] DEFAULT '{}'::text[], updated_until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_is_well boolean;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = finish_window.brand_id and held.window_id = finish_window.window_id;
  v_source := sources.require_lease(finish_window.brand_id, v_window.source_id, finish_window.lease);
  update sources.windows as held
  set
    state = 'read', attempts = 0, report_id = null, requested_at = null, failure = null, rows = finish_window.rows, rows_changed = finish_window.rows_changed,
    unknown_fields = finish_window.unknown_fields, limitations = finish_window.limitations, read_at = platform.now()
  where held.brand_id = finish_window.brand_id and held.window_id = finish_window.window_id;
  v_is_well := not exists (
    select from sources.windows as others
    where others.brand_id = v_window.brand_id and others.source_id = v_window.source_id and others.failure is not null
  );
  update sources.sources as held
  set
    last_read_at = platform.now(),
    data_through = case when v_window.report = 'ads_hourly' then held.data_through else greatest(held.data_through, v_window.last_on) end,
    updated_until = greatest(held.updated_until, finish_window.updated_until),
    status = case when v_is_well then 'connected' else held.status end,
    attention = case when not v_is_well then held.attention end,
    attention_since = case when not v_is_well then held.attention_since end,
    retry_at = case when not v_is_well then held.retry_at end,
    stale_since = case when not v_is_well then held.stale_since end
  where held.brand_id = finish_window.brand_id and held.source_id = v_window.source_id;
  if v_is_well and v_source.stale_since is not null then
    perform events.emit(finish_window.brand_id, 'alert.resolved', sources.stale_alert(v_source));
  end if;
end
$function$;
revoke execute on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION sources.stale_alert(source sources.sources)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('detector', 'data_stale', 'source_id', (source).source_id, 'platform', (source).platform, 'account_id', (source).external_id, 'name', (source).name, 'data_through', (source).data_through, 'reason', ((source).attention ->> 'reason'::text));
revoke execute on function sources.stale_alert(sources.sources) from public;
CREATE OR REPLACE FUNCTION sources.raise_stale()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_source sources.sources;
  v_raised integer := 0;
begin
  for v_source in
    update sources.sources as held
    set stale_since = platform.now()
    where held.stale_since is null
      and (
        held.status = 'needs_attention'
        or held.status = 'connected' and coalesce(held.last_read_at, held.connected_at) < platform.now() - interval '24 hours'
      )
    returning held.*
  loop
    insert into events.outbox (brand_id, type, data) values (v_source.brand_id, 'alert.triggered', sources.stale_alert(v_source));
    v_raised := v_raised + 1;
  end loop;
  return v_raised;
end
$function$;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.raise_stale() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.raise_stale() from public;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION sources.stage_ads(source sources.sources, platform text, fields text[], rows jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_measures text[];
  v_count bigint;
begin
  select pg_catalog.array_agg(definition.source_column order by definition.position) into v_measures
  from analytics.metric_definitions as definition
  where definition.source_column is not null and definition.name = any (stage_ads.fields);
  perform analytics.open_ad_import(v_measures);
  -- Numbers stay decimal text until here, so that no digit is lost.
  execute pg_catalog.format(
    $query$
    create temporary table ad_reply on commit drop as
    select
      reply.line, %1$s,
      pg_catalog.dense_rank() over (order by %2$s) as entity_no
    from pg_catalog.jsonb_array_elements($1) with ordinality as reply (cells, line)
    $query$,
    (
      select pg_catalog.string_agg(
        case
          when definition.unit = 'money' or definition.source_column like '%\_micros' then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric * 1000000)::bigint as %I', given.position - 1, definition.source_column)
          when definition.source_column is not null then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric)::bigint as %I', given.position - 1, definition.source_column)
          else pg_catalog.format('nullif(reply.cells ->> %s, '''') as %I', given.position - 1, given.name)
        end,
        ', ' order by given.position
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      left join analytics.metric_definitions as definition on definition.name = given.name and definition.source_column is not null
    ),
    (
      select coalesce(
        pg_catalog.string_agg(pg_catalog.format('reply.cells ->> %s', given.position - 1), ', ' order by given.position), '1'
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      where given.name in ('campaign_id', 'adset_id', 'ad_id')
    )
  )
  using stage_ads.rows;
  execute pg_catalog.format(
    'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s) select entity_no, line, date::date, %2$s, %1$s from pg_temp.ad_reply',
    analytics.list_measures(v_measures, '%I'),
    case when 'hour' = any (stage_ads.fields) then 'hour::smallint' else 'null' end
  );
  execute pg_catalog.format(
    $query$
    insert into pg_temp.ad_entities (entity_no, last_on, platform, account_id, account_name, account_timezone, currency%1$s)
    select distinct on (reply.entity_no) reply.entity_no, reply.date::date, $1, $2, $3, $4, $5%2$s
    from pg_temp.ad_reply as reply
    order by reply.entity_no, reply.date desc, reply.line desc
    $query$,
    coalesce((select pg_catalog.string_agg(', ' || listed.target, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), ''),
    coalesce((select pg_catalog.string_agg(', ' || listed.expression, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), '')
  )
  using stage_ads.platform, (stage_ads.source).external_id, (stage_ads.source).name, (stage_ads.source).timezone, (stage_ads.source).currency;
  drop table pg_temp.ad_reply;
  select count(*) - count(distinct (ad_facts.entity_no, ad_facts.day, ad_facts.hour)) into v_count from pg_temp.ad_facts;
  if v_count > 0 then
    perform platform.fail('STALE', 'reply_has_repeated_rows', given => pg_catalog.json_build_object('rows', v_count));
  end if;
  analyze pg_temp.ad_facts;
  return v_measures;
end
$function$;
revoke execute on function sources.stage_ads(sources.sources,text,text[],jsonb) from public;
CREATE OR REPLACE FUNCTION sources.staged_columns(fields text[])
 RETURNS TABLE(target text, expression text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select
    case given.name when 'daily_budget' then 'daily_budget_micros' else given.name end,
    case given.name when 'daily_budget' then 'pg_catalog.round(reply.daily_budget::numeric * 1000000)::bigint' else 'reply.' || given.name end
  from pg_catalog.unnest(staged_columns.fields) as given (name)
  where given.name in (
    'campaign_id', 'campaign_name', 'status', 'objective', 'daily_budget', 'adset_id', 'adset_name', 'ad_id', 'ad_name', 'creative_id'
  );
$function$;
revoke execute on function sources.staged_columns(text[]) from public;
CREATE OR REPLACE FUNCTION sources.account_entities(brand_id text, platform text, external_id text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select entities.entity_id
  from analytics.entities as accounts
  join analytics.entities on entities.brand_id = accounts.brand_id and accounts.entity_id in (entities.entity_id, entities.account_entity_id)
  where accounts.brand_id = account_entities.brand_id
    and accounts.level = 'account'
    and accounts.platform = account_entities.platform
    and accounts.external_id = account_entities.external_id;
$function$;
revoke execute on function sources.account_entities(text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.remove_unreported(brand_id text, target regclass, key text, measures text[], first_key text, last_key text, reported text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_rows bigint;
  v_others constant text[] := array(
    select measure.name from pg_catalog.unnest(analytics.all_measures()) as measure (name) where not measure.name = any (remove_unreported.measures)
  );
begin
  execute pg_catalog.format(
    $query$
    create temporary table ad_gone on commit drop as
    select held.%2$I as key, held.entity_id, pg_catalog.num_nonnulls(%3$s) > 0 as has_others
    from %1$s as held
    join pg_temp.ad_account as own on own.entity_id = held.entity_id
    left join (%4$s) as reported (key, entity_id) on reported.key = held.%2$I and reported.entity_id = held.entity_id
    where held.brand_id = $1 and held.%2$I >= %5$L and held.%2$I < %6$L and reported.entity_id is null and pg_catalog.num_nonnulls(%7$s) > 0
    $query$,
    remove_unreported.target, remove_unreported.key, analytics.list_measures(v_others, 'held.%I'), remove_unreported.reported,
    remove_unreported.first_key, remove_unreported.last_key, analytics.list_measures(remove_unreported.measures, 'held.%I')
  )
  using remove_unreported.brand_id;
  get diagnostics v_rows = row_count;
  if v_rows > 0 then
    execute pg_catalog.format(
      'delete from %1$s as held using pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and not gone.has_others',
      remove_unreported.target, remove_unreported.key
    )
    using remove_unreported.brand_id;
    execute pg_catalog.format(
      'update %1$s as held set %3$s from pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and gone.has_others',
      remove_unreported.target, remove_unreported.key, analytics.list_measures(remove_unreported.measures, '%I = null')
    )
    using remove_unreported.brand_id;
  end if;
  return v_rows;
end
$function$;
revoke execute on function sources.remove_unreported(text,regclass,text,text[],text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.write_days(brand_id text, measures text[], first_on date, last_on date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_removed bigint;
  v_days date[];
  v_changed bigint;
begin
  v_removed := sources.remove_unreported(
    write_days.brand_id, 'analytics.facts_daily', 'day', write_days.measures, write_days.first_on::text, (write_days.last_on + 1)::text,
    'select facts.day, staged.entity_id from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
  );
  v_days := array(select distinct ad_gone.key from pg_temp.ad_gone);
  drop table pg_temp.ad_gone;
  if v_removed > 0 then
    delete from analytics.rollups_daily as held where held.brand_id = write_days.brand_id and held.day = any (v_days);
    perform analytics.roll_up(write_days.brand_id, v_days, analytics.all_measures());
  end if;
  execute pg_catalog.format(
    $query$
    select count(*)
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
    left join analytics.facts_daily as held on held.brand_id = $1 and held.day = facts.day and held.entity_id = staged.entity_id and held.day between $2 and $3
    where held.entity_id is null or (%s) is distinct from (%s)
    $query$,
    analytics.list_measures(write_days.measures, 'facts.%I'), analytics.list_measures(write_days.measures, 'held.%I')
  )
  into v_changed
  using write_days.brand_id, write_days.first_on, write_days.last_on;
  if v_changed > 0 then
    perform analytics.write_daily_facts(write_days.brand_id, write_days.measures);
    drop table pg_temp.ad_days;
  else
    perform analytics.supersede_sums(write_days.brand_id, write_days.measures);
  end if;
  return v_removed + v_changed;
end
$function$;
revoke execute on function sources.write_days(text,text[],date,date) from public;
CREATE OR REPLACE FUNCTION sources.write_hours(brand_id text, measures text[], first_on date, last_on date, timezone text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_from constant timestamptz := write_hours.first_on::timestamp at time zone write_hours.timezone;
  v_to constant timestamptz := (write_hours.last_on + 1)::timestamp at time zone write_hours.timezone;
  v_placed constant text :=
    'select hours.at, staged.entity_id from pg_temp.ad_facts as facts'
    ' join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
    ' join pg_temp.ad_hours as hours on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))'
    ' and hours.timezone = staged.account_timezone';
  v_removed bigint;
  v_changed bigint;
begin
  perform analytics.place_staged_hours(write_hours.timezone);
  v_removed := sources.remove_unreported(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour', write_hours.measures, v_from::text, v_to::text, v_placed
  );
  drop table pg_temp.ad_gone;
  perform analytics.ensure_partitions(write_hours.first_on - 1, write_hours.last_on + 1);
  -- Days come from the daily report. Hours are never summed to days, so that a measure without hours, such as Meta's conversions, stays.
  perform analytics.merge_facts(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour',
    pg_catalog.replace(v_placed, 'select hours.at, staged.entity_id', 'select hours.at, staged.entity_id, ' || analytics.list_measures(write_hours.measures, 'facts.%I')),
    v_from::text, v_to::text, write_hours.measures
  );
  select count(*) into v_changed from pg_temp.ad_changes;
  drop table pg_temp.ad_changes, pg_temp.ad_hours;
  return v_removed + v_changed;
end
$function$;
revoke execute on function sources.write_hours(text,text[],date,date,text) from public;
CREATE OR REPLACE FUNCTION sources.commit_ads(brand_id text, window_id text, lease text, platform text, fields text[], rows jsonb, unknown_fields integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_measures text[];
  v_warnings jsonb[];
  v_changed bigint;
  v_first_on date;
  v_last_on date;
  v_is_hourly boolean;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ads.brand_id, 0));
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = commit_ads.brand_id and held.window_id = commit_ads.window_id;
  v_source := sources.require_lease(commit_ads.brand_id, v_window.source_id, commit_ads.lease);
  v_is_hourly := v_window.report = 'ads_hourly';
  v_measures := sources.stage_ads(v_source, commit_ads.platform, commit_ads.fields, commit_ads.rows);
  perform analytics.resolve_ad_entities(commit_ads.brand_id);
  v_warnings := analytics.convert_staged_money(commit_ads.brand_id, v_measures);
  if v_warnings <> '{}' then
    perform platform.fail('BADRQ', 'rates_are_missing', given => (v_warnings[1] -> 'values')::json);
  end if;
  create temporary table ad_account on commit drop as
  select entities.entity_id
  from sources.account_entities(commit_ads.brand_id, analytics.imported_platform(commit_ads.platform), v_source.external_id) as entities (entity_id);
  analyze pg_temp.ad_account;
  if v_is_hourly then
    v_changed := sources.write_hours(commit_ads.brand_id, v_measures, v_window.first_on, v_window.last_on, v_source.timezone);
  else
    v_changed := sources.write_days(commit_ads.brand_id, v_measures, v_window.first_on, v_window.last_on);
  end if;
  select min(ad_facts.day), max(ad_facts.day) into v_first_on, v_last_on from pg_temp.ad_facts;
  if v_first_on is not null then
    perform analytics.note_data(commit_ads.brand_id, array[v_window.report], v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ads.brand_id, array[v_window.report]);
  end if;
  if not v_is_hourly then
    -- Days that have ended are whole, also those without rows.
    delete from analytics.unfinished_days as held
    using pg_temp.ad_account as own
    where held.brand_id = commit_ads.brand_id and held.entity_id = own.entity_id and held.day between v_window.first_on and v_window.last_on
      and (held.day + 1)::timestamp at time zone v_source.timezone <= platform.now();
    perform analytics.note_unfinished_days(commit_ads.brand_id);
  end if;
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections, pg_temp.ad_account;
  perform sources.finish_window(
    commit_ads.brand_id, commit_ads.window_id, commit_ads.lease, pg_catalog.jsonb_array_length(commit_ads.rows), v_changed, commit_ads.unknown_fields
  );
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_ads.rows), 'changed', v_changed);
end
$function$;
revoke execute on function sources.commit_ads(text,text,text,text,text[],jsonb,integer) from public;
CREATE OR REPLACE FUNCTION sources.commit_sessions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_missing record;
  v_changed bigint;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = commit_sessions.brand_id and held.window_id = commit_sessions.window_id;
  v_source := sources.require_lease(commit_sessions.brand_id, v_window.source_id, commit_sessions.lease);
  create temporary table ga4_rows on commit drop as
  select
    (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign,
    sum(given.sessions)::bigint as sessions, sum(given.key_events) as key_events, sum(given.purchases) as purchases,
    sum(
      analytics.in_brand_currency(
        commit_sessions.brand_id, pg_catalog.round(given.revenue * 1000000)::bigint, case when given.revenue <> 0 then v_source.currency end, given.day
      )
    )::bigint as revenue_micros,
    pg_catalog.bool_or(
      given.revenue <> 0 and analytics.in_brand_currency(commit_sessions.brand_id, 1000000, v_source.currency, given.day) is null
    ) as lacks_rate,
    given.day
  from pg_catalog.jsonb_to_recordset(commit_sessions.rows) as given (
    day date, hour integer, source text, medium text, campaign text, sessions numeric, key_events numeric, purchases numeric, revenue numeric
  )
  group by given.day, 1, given.source, given.medium, given.campaign;
  call platform.keep_plain('pg_temp.ga4_rows', 'source', 'medium', 'campaign');
  select min(ga4_rows.day) as first_on, max(ga4_rows.day) as last_on, count(distinct ga4_rows.day) as days, count(*) as rows
  into v_missing
  from pg_temp.ga4_rows
  where ga4_rows.lacks_rate;
  if v_missing.rows > 0 then
    perform platform.fail(
      'BADRQ', 'rates_are_missing',
      given => (
        select pg_catalog.json_build_object(
          'from_currency', v_source.currency, 'to_currency', brands.currency, 'days', v_missing.days, 'date_from', v_missing.first_on,
          'date_to', v_missing.last_on, 'rows', v_missing.rows
        )
        from core.brands
        where brands.brand_id = commit_sessions.brand_id
      )
    );
  end if;
  with removed as (
    delete from analytics.ga4_sessions as held
    where held.brand_id = commit_sessions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_window.last_on + 1)::timestamp at time zone v_source.timezone
      and not exists (
        select from pg_temp.ga4_rows as rows
        where (rows.hour, rows.source, rows.medium, rows.campaign) = (held.hour, held.source, held.medium, held.campaign)
      )
    returning held.hour
  ),
  written as (
    insert into analytics.ga4_sessions as held
      (brand_id, property_id, hour, source, medium, campaign, sessions, key_events, purchases, revenue_micros)
    select
      commit_sessions.brand_id, v_source.external_id, rows.hour, rows.source, rows.medium, rows.campaign,
      rows.sessions, rows.key_events, rows.purchases, rows.revenue_micros
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_sessions_pkey do update
    set
      sessions = excluded.sessions, key_events = excluded.key_events, purchases = excluded.purchases, revenue_micros = excluded.revenue_micros
    where (held.sessions, held.key_events, held.purchases, held.revenue_micros)
      is distinct from (excluded.sessions, excluded.key_events, excluded.purchases, excluded.revenue_micros)
    returning held.hour
  )
  select (select count(*) from removed) + (select count(*) from written) into v_changed;
  drop table pg_temp.ga4_rows;
  perform sources.finish_window(
    commit_sessions.brand_id, commit_sessions.window_id, commit_sessions.lease, pg_catalog.jsonb_array_length(commit_sessions.rows), v_changed,
    commit_sessions.unknown_fields, commit_sessions.limitations
  );
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_sessions.rows), 'changed', v_changed);
end
$function$;
revoke execute on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) from public;
CREATE OR REPLACE FUNCTION sources.commit_transactions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed bigint;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = commit_transactions.brand_id and held.window_id = commit_transactions.window_id;
  v_source := sources.require_lease(commit_transactions.brand_id, v_window.source_id, commit_transactions.lease);
  -- GA4 gives a transaction several rows if it was sent twice. The first hour counts.
  create temporary table ga4_rows on commit drop as
  select distinct on (given.transaction_id)
    given.transaction_id, (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign
  from pg_catalog.jsonb_to_recordset(commit_transactions.rows) as given (
    transaction_id text, day date, hour integer, source text, medium text, campaign text
  )
  where given.transaction_id not in ('', '(not set)', '(other)')
  order by given.transaction_id, given.day, given.hour, given.source, given.medium, given.campaign;
  call platform.keep_plain('pg_temp.ga4_rows', 'transaction_id', 'source', 'medium', 'campaign');
  with removed as (
    delete from analytics.ga4_transactions as held
    where held.brand_id = commit_transactions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_window.last_on + 1)::timestamp at time zone v_source.timezone
      and not exists (select from pg_temp.ga4_rows as rows where rows.transaction_id = held.transaction_id)
    returning held.transaction_id
  ),
  written as (
    insert into analytics.ga4_transactions as held (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    select
      commit_transactions.brand_id, v_source.external_id, rows.transaction_id, rows.hour, rows.source, rows.medium, rows.campaign
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_transactions_pkey do update
    set hour = excluded.hour, source = excluded.source, medium = excluded.medium, campaign = excluded.campaign
    where (held.hour, held.source, held.medium, held.campaign) is distinct from (excluded.hour, excluded.source, excluded.medium, excluded.campaign)
    returning held.transaction_id
  )
  select (select count(*) from removed) + (select count(*) from written) into v_changed;
  drop table pg_temp.ga4_rows;
  perform sources.touch_ga4_orders(commit_transactions.brand_id);
  perform sources.finish_window(
    commit_transactions.brand_id, commit_transactions.window_id, commit_transactions.lease, pg_catalog.jsonb_array_length(commit_transactions.rows),
    v_changed, commit_transactions.unknown_fields, commit_transactions.limitations
  );
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_transactions.rows), 'changed', v_changed);
end
$function$;
revoke execute on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) from public;
CREATE OR REPLACE FUNCTION sources.touch_ga4_orders(brand_id text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_written bigint;
  v_removed bigint;
  v_first_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || touch_ga4_orders.brand_id, 0));
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind, touch_id, campaign)
  select
    pg_catalog.row_number() over (order by orders.order_id), orders.order_id, least(reported.hour, orders.ordered_at)::text,
    case when reported.medium in ('', '(none)', '(not set)') then reported.source else reported.source || ' / ' || reported.medium end,
    'click', 'ga4:' || orders.order_id, nullif(nullif(reported.campaign, '(not set)'), '(direct)')
  from analytics.orders
  join (
    select distinct on (held.transaction_id) held.*
    from analytics.ga4_transactions as held
    where held.brand_id = touch_ga4_orders.brand_id
    order by held.transaction_id, held.hour, held.property_id
  ) as reported on reported.transaction_id = orders.order_id
  where orders.brand_id = touch_ga4_orders.brand_id
    and not exists (
      select from analytics.touchpoints as observed
      where observed.brand_id = orders.brand_id and observed.person_id = orders.person_id and observed.reported_by is null
        and observed.touched_at <= orders.ordered_at
    );
  perform analytics.name_channels(touch_ga4_orders.brand_id);
  create temporary table ga4_touches on commit drop as
  select
    orders.visitor_id, orders.person_id, journeys.touched_at::timestamptz as touched_at, journeys.channel, journeys.touch_id, journeys.campaign
  from pg_temp.journeys
  join analytics.orders on orders.brand_id = touch_ga4_orders.brand_id and orders.order_id = journeys.customer_id;
  with removed as (
    delete from analytics.touchpoints as held
    where held.brand_id = touch_ga4_orders.brand_id and held.reported_by = 'ga4'
      and not exists (
        select from pg_temp.ga4_touches as touches
        where (touches.visitor_id, touches.touched_at, touches.channel, touches.touch_id)
          = (held.visitor_id, held.touched_at, held.channel, held.touch_id)
      )
    returning held.touched_at
  )
  select count(*), min(removed.touched_at)::date - 1 into v_removed, v_first_on from removed;
  with written as (
    insert into analytics.touchpoints as held
      (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign, reported_by)
    select
      touch_ga4_orders.brand_id, touches.visitor_id, touches.touched_at, 'click', touches.channel, touches.touch_id, touches.person_id,
      touches.campaign, 'ga4'
    from pg_temp.ga4_touches as touches
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select count(*), least(v_first_on, min(written.touched_at)::date - 1) into v_written, v_first_on from written;
  drop table pg_temp.journeys, pg_temp.ga4_touches;
  if v_written + v_removed > 0 then
    perform analytics.attribute_imported(touch_ga4_orders.brand_id, v_first_on, v_written + v_removed);
  end if;
  return v_written + v_removed;
end
$function$;
revoke execute on function sources.touch_ga4_orders(text) from public;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF object_id ON sources.due_objects FOR EACH ROW WHEN ((NOT platform.is_plain(new.object_id))) EXECUTE FUNCTION platform.write_plain('object_id');
CREATE OR REPLACE FUNCTION sources.note_due_objects(brand_id text, source_id text, report text, object_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id)
  select distinct note_due_objects.brand_id, note_due_objects.source_id, note_due_objects.report, given.id
  from pg_catalog.unnest(note_due_objects.object_ids) as given (id)
  on conflict on constraint due_objects_pkey do update
  set noted_at = excluded.noted_at, due_at = excluded.due_at;
$function$;
revoke execute on function sources.note_due_objects(text,text,text,text[]) from public;
CREATE OR REPLACE FUNCTION sources.note_unready_journeys(brand_id text, source_id text, order_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id, due_at)
  select
    orders.brand_id, note_unready_journeys.source_id, 'orders', orders.order_id,
    platform.clock() + greatest(interval '15 minutes', (platform.now() - orders.ordered_at) / 2)
  from analytics.orders
  where orders.brand_id = note_unready_journeys.brand_id
    and orders.order_id = any (note_unready_journeys.order_ids)
    and orders.ordered_at > platform.now() - interval '7 days'
  on conflict on constraint due_objects_pkey do nothing;
$function$;
revoke execute on function sources.note_unready_journeys(text,text,text[]) from public;
CREATE OR REPLACE FUNCTION sources.next_objects(brand_id text, source_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object('report', due.report, 'ids', pg_catalog.jsonb_agg(due.object_id order by due.due_at), 'began_at', platform.clock())
  from (
    select held.report, held.object_id, held.due_at
    from sources.due_objects as held
    where held.brand_id = next_objects.brand_id and held.source_id = next_objects.source_id and held.due_at <= platform.clock()
      and held.report = (
        select first.report
        from sources.due_objects as first
        where first.brand_id = next_objects.brand_id and first.source_id = next_objects.source_id and first.due_at <= platform.clock()
        order by first.due_at, first.report
        limit 1
      )
    order by held.due_at, held.object_id
    limit 50
  ) as due
  group by due.report;
$function$;
revoke execute on function sources.next_objects(text,text) from public;
CREATE OR REPLACE FUNCTION sources.delay_objects(brand_id text, source_id text, report text, object_ids text[], seconds double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.due_objects as held
  set due_at = platform.clock() + pg_catalog.make_interval(secs => delay_objects.seconds)
  where held.brand_id = delay_objects.brand_id and held.source_id = delay_objects.source_id and held.report = delay_objects.report
    and held.object_id = any (delay_objects.object_ids);
$function$;
revoke execute on function sources.delay_objects(text,text,text,text[],double precision) from public;
CREATE OR REPLACE FUNCTION sources.write_orders(source sources.sources, reply jsonb, first_on date DEFAULT NULL::date, last_on date DEFAULT NULL::date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_written jsonb;
begin
  v_written := analytics.commit_shop_orders(
    (write_orders.source).brand_id, (write_orders.source).source_id, write_orders.reply, write_orders.first_on, write_orders.last_on
  );
  perform sources.note_due_objects(
    (write_orders.source).brand_id, (write_orders.source).source_id, 'orders',
    array(select pg_catalog.jsonb_array_elements_text(v_written -> 'vanished'))
  );
  perform sources.note_unready_journeys(
    (write_orders.source).brand_id, (write_orders.source).source_id,
    array(select pg_catalog.jsonb_array_elements_text(write_orders.reply -> 'unreadyJourneys'))
  );
  if (v_written ->> 'is_changed')::boolean
    and exists (select from analytics.ga4_transactions as held where held.brand_id = (write_orders.source).brand_id) then
    perform sources.touch_ga4_orders((write_orders.source).brand_id);
  end if;
  return (v_written ->> 'changed')::bigint;
end
$function$;
revoke execute on function sources.write_orders(sources.sources,jsonb,date,date) from public;
CREATE OR REPLACE FUNCTION sources.commit_orders(brand_id text, window_id text, lease text, reply jsonb, unknown_fields integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed bigint;
  v_first_on date;
  v_last_on date;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = commit_orders.brand_id and held.window_id = commit_orders.window_id;
  v_source := sources.require_lease(commit_orders.brand_id, v_window.source_id, commit_orders.lease);
  -- Days on which some orders are invisible are not known.
  v_first_on := greatest(v_window.first_on, ((commit_orders.reply ->> 'visibleSince')::timestamptz at time zone v_source.timezone)::date + 1);
  v_last_on := least(v_window.last_on, (platform.now() at time zone v_source.timezone)::date);
  v_changed := sources.write_orders(
    v_source, commit_orders.reply, case when v_first_on <= v_last_on then v_first_on end, case when v_first_on <= v_last_on then v_last_on end
  );
  perform sources.finish_window(
    commit_orders.brand_id, commit_orders.window_id, commit_orders.lease, pg_catalog.jsonb_array_length(commit_orders.reply -> 'orders'),
    v_changed, commit_orders.unknown_fields, '{}', (commit_orders.reply ->> 'updatedUntil')::timestamptz
  );
end
$function$;
revoke execute on function sources.commit_orders(text,text,text,jsonb,integer) from public;
CREATE OR REPLACE FUNCTION sources.commit_products(brand_id text, window_id text, lease text, products jsonb, unknown_fields integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_written jsonb;
begin
  select held.* into strict v_window from sources.windows as held
  where held.brand_id = commit_products.brand_id and held.window_id = commit_products.window_id;
  v_source := sources.require_lease(commit_products.brand_id, v_window.source_id, commit_products.lease);
  v_written := storefront.commit_shop_products(commit_products.brand_id, v_source.source_id, commit_products.products);
  perform sources.finish_window(
    commit_products.brand_id, commit_products.window_id, commit_products.lease, pg_catalog.jsonb_array_length(commit_products.products),
    (v_written ->> 'changed')::bigint + (v_written ->> 'deleted')::bigint, commit_products.unknown_fields,
    case when commit_products.products @? '$[*].reason' then '{products_rejected}'::text[] else '{}' end
  );
end
$function$;
revoke execute on function sources.commit_products(text,text,text,jsonb,integer) from public;
CREATE OR REPLACE FUNCTION sources.commit_objects(brand_id text, source_id text, lease text, report text, reply jsonb, began_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_ids constant text[] := array(select pg_catalog.jsonb_array_elements_text(commit_objects.reply -> 'only'));
begin
  v_source := sources.require_lease(commit_objects.brand_id, commit_objects.source_id, commit_objects.lease);
  delete from sources.due_objects as held
  where held.brand_id = commit_objects.brand_id and held.source_id = commit_objects.source_id and held.report = commit_objects.report
    and held.object_id = any (v_ids) and held.noted_at <= commit_objects.began_at;
  if commit_objects.report = 'orders' then
    perform sources.write_orders(v_source, commit_objects.reply);
  else
    perform storefront.commit_shop_products(commit_objects.brand_id, commit_objects.source_id, commit_objects.reply -> 'products', v_ids);
  end if;
end
$function$;
revoke execute on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION sources.delete_data(brand_id text, source_id text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_platform text;
  v_days date[];
  v_deleted bigint := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || delete_data.brand_id, 0));
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = delete_data.brand_id and held.source_id = delete_data.source_id and held.is_deletion_due
  for update;
  if not found then
    return 0;
  end if;
  delete from analytics.ga4_sessions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  delete from analytics.ga4_transactions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  if v_source.platform = 'ga4' then
    perform sources.touch_ga4_orders(v_source.brand_id);
  end if;
  if v_source.platform = 'shopify' then
    perform analytics.attribute_shop_days(
      v_source.brand_id, array(select analytics.delete_shop_orders(v_source.brand_id, v_source.source_id))
    );
    perform storefront.commit_shop_products(v_source.brand_id, v_source.source_id, '[]');
  end if;
  v_platform := analytics.imported_platform(v_source.platform);
  create temporary table ad_account on commit drop as
  select entities.entity_id from sources.account_entities(v_source.brand_id, v_platform, v_source.external_id) as entities (entity_id);
  delete from analytics.facts_hourly as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  with deleted as (
    delete from analytics.facts_daily as held using pg_temp.ad_account as own
    where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id
    returning held.day
  )
  select count(*), pg_catalog.array_agg(distinct deleted.day) into v_deleted, v_days from deleted;
  if v_days is not null then
    delete from analytics.rollups_daily as held where held.brand_id = v_source.brand_id and held.day = any (v_days);
    perform analytics.roll_up(v_source.brand_id, v_days, analytics.all_measures());
  end if;
  delete from analytics.entities as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id and held.level = 'account';
  delete from analytics.platform_status as held
  where held.brand_id = v_source.brand_id and held.platform = v_platform
    and not exists (
      select from analytics.entities where entities.brand_id = held.brand_id and entities.level = 'account' and entities.platform = held.platform
    );
  drop table pg_temp.ad_account;
  delete from sources.sources as held where held.brand_id = v_source.brand_id and held.source_id = v_source.source_id;
  return v_deleted;
end
$function$;
revoke execute on function sources.delete_data(text,text) from public;
CREATE OR REPLACE FUNCTION sources.shown(source sources.sources)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'id', (shown.source).source_id,
    'platform', (shown.source).platform,
    'account_id', (shown.source).external_id,
    'name', (shown.source).name,
    'currency', (shown.source).currency,
    'timezone', (shown.source).timezone,
    'status', case when (shown.source).status = 'connected' and (days.read < days.planned or not (shown.source).planned ? 'recent') then 'syncing' else (shown.source).status end,
    'attention', (shown.source).attention,
    'attention_since', platform.utc((shown.source).attention_since),
    'needs', case
      when (shown.source).status <> 'needs_attention' then null
      when (shown.source).attention ->> 'reason' = any ('{grant_is_dead,access_denied,scope_missing,permission_is_missing}'::text[]) then 'reconnect'
      when (shown.source).attention ->> 'reason' = 'rate_of_exchange_is_missing' then 'import_rates'
      else 'sync'
    end,
    'progress', case
      when not (shown.source).planned ? 'recent' then 0
      when days.read < days.planned then pg_catalog.round(days.read::numeric / days.planned, 4)
    end,
    'data_from', days.first_on,
    'data_through', (shown.source).data_through,
    'last_read_at', platform.utc((shown.source).last_read_at),
    'restatement_days', (shown.source).restatement_days,
    'unknown_fields', days.unknown_fields,
    'limitations', days.limitations,
    'connection_id', (shown.source).connection_id,
    'connected_at', platform.utc((shown.source).connected_at),
    'disconnected_at', platform.utc((shown.source).disconnected_at)
  )
  from (
    select
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill')), 0) as planned,
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill') and held.state = 'read'), 0) as read,
      min(held.first_on) filter (where held.state = 'read' and held.report <> 'ads_hourly') as first_on,
      coalesce(max(held.unknown_fields), 0) as unknown_fields,
      array(
        select distinct listed.limitation
        from sources.windows as stated
        cross join lateral pg_catalog.unnest(stated.limitations) as listed (limitation)
        where stated.brand_id = (shown.source).brand_id and stated.source_id = (shown.source).source_id
        order by listed.limitation
      ) as limitations
    from sources.windows as held
    where held.brand_id = (shown.source).brand_id and held.source_id = (shown.source).source_id
  ) as days;
$function$;
revoke execute on function sources.shown(sources.sources) from public;
CREATE OR REPLACE FUNCTION sources.sources(brand_id text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := core.data_brand(sources.brand_id);
begin
  return pg_catalog.json_build_object(
    'brand_id', sources.brand_id,
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(sources.shown(held) order by held.platform, held.name, held.external_id)
        from sources.sources as held
        where held.brand_id = v_brand.brand_id
      ), '[]'
    )
  );
end
$function$;
revoke execute on function sources.sources(text) from public;
CREATE OR REPLACE FUNCTION sources.start_authorization(brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select sources.add_authorization(
    start_authorization.brand_id, start_authorization.platform, start_authorization.state_hash, start_authorization.bound_to,
    start_authorization.sealed_verifier, start_authorization.redirect_uri, start_authorization.shop
  );
  select pg_catalog.jsonb_build_object('platform', start_authorization.platform);
$function$;
revoke execute on function sources.start_authorization(text,text,text,text,text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.take_authorization(brand_id text, state_hash text, bound_to text)
 RETURNS jsonb
 LANGUAGE sql
RETURN sources.spend_authorization(brand_id, state_hash, bound_to);
revoke execute on function sources.take_authorization(text,text,text) from public;
CREATE OR REPLACE FUNCTION sources.store_connection(brand_id text, "grant" jsonb, accounts jsonb)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select pg_catalog.jsonb_build_object(
    'connection_id', sources.add_connection(store_connection.brand_id, store_connection."grant", store_connection.accounts)
  );
$function$;
revoke execute on function sources.store_connection(text,jsonb,jsonb) from public;
CREATE OR REPLACE FUNCTION sources.reachable_accounts(brand_id text, connection_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (
    select
    from sources.connections
    join core.brands on brands.account_id = connections.account_id
    where connections.connection_id = reachable_accounts.connection_id and connections.ended_at is null
      and brands.brand_id = reachable_accounts.brand_id
  ) then
    perform platform.fail('NTFND', 'there_is_no_such_connection', 'connection_id');
  end if;
  return pg_catalog.jsonb_build_object(
    'connection_id', reachable_accounts.connection_id,
    'platform', (select connections.platform from sources.connections where connections.connection_id = reachable_accounts.connection_id),
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'account_id', reached.external_id, 'name', reached.name, 'currency', reached.currency, 'timezone', reached.timezone,
            'manager_id', reached.manager_id, 'unavailable', reached.unavailable,
            'is_connected', exists (
              select from sources.sources as held
              where held.brand_id = reachable_accounts.brand_id and held.external_id = reached.external_id and held.status <> 'disconnected'
                and held.platform = (
                  select connections.platform from sources.connections where connections.connection_id = reached.connection_id
                )
            )
          )
          order by reached.name, reached.external_id
        )
        from sources.reachable_accounts as reached
        where reached.connection_id = reachable_accounts.connection_id
      ), '[]'
    )
  );
end
$function$;
revoke execute on function sources.reachable_accounts(text,text) from public;
CREATE OR REPLACE FUNCTION sources.choose_accounts(brand_id text, connection_id text, account_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  perform sources.reachable_accounts(choose_accounts.brand_id, choose_accounts.connection_id);
  return pg_catalog.jsonb_build_object(
    'data', sources.add_sources(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids)
  );
end
$function$;
revoke execute on function sources.choose_accounts(text,text,text[]) from public;
CREATE OR REPLACE FUNCTION sources.move_source(brand_id text, source_id text, action text, delete_data boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_source', 'source_id');
  elsif v_source.status = 'disconnected' then
    perform platform.fail('STALE', 'this_source_is_disconnected', 'source_id');
  end if;
  case move_source.action
    when 'pause' then
      update sources.sources as held
      set status = 'paused', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
    when 'resume' then
      update sources.sources as held
      set status = 'connected', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id and held.status = 'paused';
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'sync' then
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'disconnect' then
      perform sources.end_source(move_source.brand_id, move_source.source_id, move_source.delete_data);
    else
      perform platform.require_choice('action', move_source.action, '{pause,resume,sync,disconnect}');
  end case;
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  return sources.shown(v_source);
end
$function$;
revoke execute on function sources.move_source(text,text,text,boolean) from public;
create policy key on sources.sources for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.sources for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.sources for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.sources for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on sources.windows for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.windows for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.windows for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.windows for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on sources.due_objects for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.due_objects for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.due_objects for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.due_objects for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy worker on sources.connections for all to vitrine_worker
using (true);
create policy gate on sources.connections for all to vitrine_gate
using (true);
create policy person on sources.connections for select to vitrine_person
using ((EXISTS ( SELECT
   FROM core.brands
  WHERE ((brands.brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (brands.account_id = connections.account_id)))));
create policy person_adds on sources.connections for insert to vitrine_person
with check ((( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND (EXISTS ( SELECT
   FROM core.brands
  WHERE ((brands.brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (brands.account_id = connections.account_id))))));
create policy worker on sources.reachable_accounts for all to vitrine_worker
using (true);
create policy person on sources.reachable_accounts for select to vitrine_person
using ((EXISTS ( SELECT
   FROM sources.connections
  WHERE (connections.connection_id = reachable_accounts.connection_id))));
create policy person_adds on sources.reachable_accounts for insert to vitrine_person
with check ((( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND (EXISTS ( SELECT
   FROM sources.connections
  WHERE (connections.connection_id = reachable_accounts.connection_id)))));
create policy worker on sources.authorizations for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person on sources.authorizations for select to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_adds on sources.authorizations for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.authorizations for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_deletes on sources.authorizations for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy gate on sources.sources for all to vitrine_gate
using (true);
create policy gate on sources.windows for select to vitrine_gate
using (true);
create policy gate on sources.due_objects for select to vitrine_gate
using (true);
create policy person_adds on sources.sources for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.sources for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.windows for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_deletes on sources.windows for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy backup on analytics.ga4_sessions for select to vitrine_backup
using (true);
create policy backup on analytics.ga4_transactions for select to vitrine_backup
using (true);
create policy backup on sources.authorizations for select to vitrine_backup
using (true);
create policy backup on sources.connections for select to vitrine_backup
using (true);
create policy backup on sources.due_objects for select to vitrine_backup
using (true);
create policy backup on sources.reachable_accounts for select to vitrine_backup
using (true);
create policy backup on sources.sources for select to vitrine_backup
using (true);
create policy backup on sources.windows for select to vitrine_backup
using (true);
reset role;
comment on function analytics.add_shop_touches(text) is 'Adds the visits of the temporary table journeys as clicks, and returns the days of the new ones. They are visits of customers who ordered.';
grant execute on function analytics.add_shop_touches(text) to vitrine_worker;
comment on function analytics.attribute_shop_days(text,date[]) is 'Recomputes the attribution of the orders of these days.';
grant execute on function analytics.attribute_shop_days(text,date[]) to vitrine_worker;
comment on function analytics.change_shop_orders(text,text) is 'Writes the orders of the temporary table shop_orders that differ from the stored ones, and leaves those in the temporary table shop_changes. Raises BADRQ if a rate of exchange is missing.';
grant execute on function analytics.change_shop_orders(text,text) to vitrine_worker;
comment on function analytics.commit_shop_orders(text,text,jsonb,date,date) is 'Writes the orders and visits of a reply of a connected shop (OrdersReply of shared/sources/platform.ts), and recomputes the attribution that they change. Unchanged orders write nothing. Single orders that were asked for and do not exist are deleted. Stored orders that changed between the times of the reply and are not in it are returned as vanished, because they changed again or were deleted. first_on, last_on: the days on which all orders are known now. Raises BADRQ if a rate of exchange is missing.';
grant execute on function analytics.commit_shop_orders(text,text,jsonb,date,date) to vitrine_worker;
comment on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) is 'Deletes orders of a source, all or some, with the visits of customers who then have no order. Returns the days whose attribution changes.';
grant execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) to vitrine_worker;
comment on function analytics.stage_shop_orders(jsonb) is 'Creates the temporary tables of the orders that a connected shop reported, with amounts in the currency of the shop, and of the visits before them.';
grant execute on function analytics.stage_shop_orders(jsonb) to vitrine_worker;
comment on function sources.account_entities(text,text,text) is 'Returns an ad account with all entities below it.';
grant execute on function sources.account_entities(text,text,text) to vitrine_worker;
comment on function sources.add_authorization(text,text,text,text,text,text,text) is 'Records an authorization that begins at a platform. state_hash is hexadecimal.';
grant execute on function sources.add_authorization(text,text,text,text,text,text,text) to vitrine_person;
grant execute on function sources.add_authorization(text,text,text,text,text,text,text) to vitrine_worker;
comment on function sources.add_connection(text,jsonb,jsonb) is 'Stores a sealed grant for the account of a brand, with the accounts that it reaches. Returns the id of the connection.';
grant execute on function sources.add_connection(text,jsonb,jsonb) to vitrine_person;
grant execute on function sources.add_connection(text,jsonb,jsonb) to vitrine_worker;
comment on function sources.add_sources(text,text,text[]) is 'Connects accounts that a grant reaches to a brand, and returns their sources. An account that was connected before continues with the new grant.';
grant execute on function sources.add_sources(text,text,text[]) to vitrine_person;
grant execute on function sources.add_sources(text,text,text[]) to vitrine_worker;
comment on function sources.add_windows(text,text,text,text,date,date,integer) is 'Makes the days of a report of a source due, in windows of at most days_max days.';
grant execute on function sources.add_windows(text,text,text,text,date,date,integer) to vitrine_worker;
comment on function sources.choose_accounts(text,text,text[]) is 'Connects the chosen accounts of a grant to a brand. The worker begins to read them.';
grant execute on function sources.choose_accounts(text,text,text[]) to vitrine_person;
comment on function sources.claim_source(text,text,text,integer) is 'Leases a source of the brand in scope to one process. Returns null if it needs a person, if another process reads it or the same account, or if four sources of the platform are being read.';
grant execute on function sources.claim_source(text,text,text,integer) to vitrine_worker;
comment on function sources.commit_ads(text,text,text,text,text[],jsonb,integer) is 'Replaces one window of a report of an ad account by a whole reply: writes changed facts, removes those that the reply lacks, and keeps measures that the report does not have. Writes nothing if a rate of exchange is missing (BADRQ).';
grant execute on function sources.commit_ads(text,text,text,text,text[],jsonb,integer) to vitrine_worker;
comment on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) is 'Stores single orders or products of a shop, deletes those that do not exist, and settles what was due before the read began.';
grant execute on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) to vitrine_worker;
comment on function sources.commit_orders(text,text,text,jsonb,integer) is 'Stores the orders of one window of a shop, which are those that changed in it (OrdersReply of shared/sources/platform.ts).';
grant execute on function sources.commit_orders(text,text,text,jsonb,integer) to vitrine_worker;
comment on function sources.commit_products(text,text,text,jsonb,integer) is 'Stores the whole catalog of a shop: [{product}], or [{reason}] for variants that cannot be in a catalog.';
grant execute on function sources.commit_products(text,text,text,jsonb,integer) to vitrine_worker;
comment on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) is 'Replaces one window of sessions of a GA4 property by a whole reply. Unchanged rows are not written.';
grant execute on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) to vitrine_worker;
comment on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) is 'Replaces one window of transactions of a GA4 property by a whole reply, and gives their orders a touch (sources.touch_ga4_orders).';
grant execute on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) to vitrine_worker;
comment on function sources.connections_to_revoke() is 'Returns ended grants that are not revoked at their platform yet.';
grant execute on function sources.connections_to_revoke() to vitrine_worker;
comment on function sources.count_token_keys() is 'Returns the number of grants for each key that encrypts them.';
grant execute on function sources.count_token_keys() to vitrine_owner;
grant execute on function sources.count_token_keys() to vitrine_worker;
comment on function sources.delay_objects(text,text,text,text[],double precision) is 'Makes objects whose read failed due later.';
grant execute on function sources.delay_objects(text,text,text,text[],double precision) to vitrine_worker;
comment on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb) is 'Records a failed attempt and when to try again. restarts discards an asynchronous report. delays_source makes all windows of the source wait. With a failure the source needs attention, and its other windows are still read.';
grant execute on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb) to vitrine_worker;
comment on function sources.delete_data(text,text) is 'Deletes the data of a disconnected source for which a person asked: facts and entities of the ad account, or sessions and transactions of the GA4 property, and the source. Returns the number of daily facts.';
grant execute on function sources.delete_data(text,text) to vitrine_worker;
comment on function sources.due_sources(text,text,boolean) is 'Returns the sources that have work now, in all brands or one. counts_waiting includes those whose work waits or is done by another process.';
grant execute on function sources.due_sources(text,text,boolean) to vitrine_worker;
comment on function sources.end_source(text,text,boolean) is 'Disconnects a source. The worker revokes a grant without sources at the platform, and deletes the data of the account if that is asked.';
grant execute on function sources.end_source(text,text,boolean) to vitrine_person;
grant execute on function sources.end_source(text,text,boolean) to vitrine_worker;
comment on function sources.end_unused_connections() is 'Ends grants whose sources are all disconnected.';
grant execute on function sources.end_unused_connections() to vitrine_person;
grant execute on function sources.end_unused_connections() to vitrine_worker;
comment on function sources.fail_connection(text,jsonb) is 'Stops all sources of a grant that the platform no longer accepts, in every brand, until a person gives access again. Returns their number.';
grant execute on function sources.fail_connection(text,jsonb) to vitrine_worker;
comment on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],timestamp with time zone) is 'Records a window as read. If no other window waits for a person, the source no longer needs attention, and an open alert is resolved.';
grant execute on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],timestamp with time zone) to vitrine_worker;
comment on function sources.forget_grant(text) is 'Removes the tokens of an ended grant after it was revoked.';
grant execute on function sources.forget_grant(text) to vitrine_worker;
comment on function sources.keep_grant(text,integer,integer) is 'Extends the lease of a refresh that is running.';
grant execute on function sources.keep_grant(text,integer,integer) to vitrine_worker;
comment on function sources.keep_source(text,text,text,integer) is 'Extends a lease, or ends it with 0 seconds. Returns false if another process has the source.';
grant execute on function sources.keep_source(text,text,text,integer) to vitrine_worker;
comment on function sources.last_night(text,integer,integer) is 'Returns when this local hour last began, on any day or on one weekday (1 is Monday).';
grant execute on function sources.last_night(text,integer,integer) to vitrine_worker;
comment on function sources.list_grants_of_other_keys(text,text,integer) is 'Returns encrypted grants that have another key, in the order of their connections, after an id.';
grant execute on function sources.list_grants_of_other_keys(text,text,integer) to vitrine_owner;
comment on function sources.move_source(text,text,text,boolean) is 'Pauses, resumes or disconnects a source, or reads it now. The worker revokes a grant without sources at the platform.';
grant execute on function sources.move_source(text,text,text,boolean) to vitrine_person;
comment on function sources.need_attention(text,text,jsonb,double precision) is 'Stops a source until a person has acted, or until retry_seconds have passed. The stored data stays.';
grant execute on function sources.need_attention(text,text,jsonb,double precision) to vitrine_worker;
comment on function sources.next_objects(text,text) is 'Returns up to 50 single objects of one report to read now, as {report, ids, began_at}. Null if none is due.';
grant execute on function sources.next_objects(text,text) to vitrine_worker;
comment on function sources.next_window(text,text) is 'Returns the window of a source to read next: today first, then the newest days. Returns null if none is due now.';
grant execute on function sources.next_window(text,text) to vitrine_worker;
comment on function sources.note_due_objects(text,text,text,text[]) is 'Makes single objects of a source due now.';
grant execute on function sources.note_due_objects(text,text,text,text[]) to vitrine_worker;
comment on function sources.note_request(text,text,text,text,double precision) is 'Records the id of an asynchronous report and when to poll it next.';
grant execute on function sources.note_request(text,text,text,text,double precision) to vitrine_worker;
comment on function sources.note_unready_journeys(text,text,text[]) is 'Makes orders whose journey is not ready due again after half of their age, at least 15 minutes. Orders of more than 7 days have no journey.';
grant execute on function sources.note_unready_journeys(text,text,text[]) to vitrine_worker;
comment on function sources.plan_windows(text,text,text,jsonb,jsonb) is 'Makes the windows of a source due that its clock demands, in the time zone of the account: at first the last 90 days and the backfill to 37 months, then today every hour, the restatement window every night at 3:00, and a deeper one on Mondays at 4:00. reports are {name, days_max, days_back_max, back_scope, days_back_max_without}, restatement is {hourly, nightly, weekly} in days. Returns the purpose, or null if nothing is due.';
grant execute on function sources.plan_windows(text,text,text,jsonb,jsonb) to vitrine_worker;
comment on function sources.raise_stale() is 'Emits alert.triggered (data_stale) once for each source that needs attention or was not read for 24 hours. Returns the number of new alerts.';
grant execute on function sources.raise_stale() to vitrine_worker;
comment on function sources.reachable_accounts(text,text) is 'Returns the accounts that a grant reaches, for a person to choose from. Raises NTFND for a grant of another account.';
grant execute on function sources.reachable_accounts(text,text) to vitrine_person;
comment on function sources.release_grant(text) is 'Ends the lease of a refresh that failed.';
grant execute on function sources.release_grant(text) to vitrine_worker;
comment on function sources.remove_unreported(text,regclass,text,text[],text,text,text) is 'Removes the measures of a report from the facts of the entities in pg_temp.ad_account between two keys that the reply does not have. reported is a query for its keys and entities. Leaves the keys in pg_temp.ad_gone and returns their number.';
grant execute on function sources.remove_unreported(text,regclass,text,text[],text,text,text) to vitrine_worker;
comment on function sources.require_lease(text,text,text) is 'Locks a source that this process has leased and returns it. Raises STALE if another process has it, or a person paused or disconnected it.';
grant execute on function sources.require_lease(text,text,text) to vitrine_worker;
comment on function sources.reseal_grant(text,text,text) is 'Replaces an encrypted grant by the same grant under another key. Returns false if it was changed meanwhile.';
grant execute on function sources.reseal_grant(text,text,text) to vitrine_owner;
comment on function sources.retry_source(text,text) is 'Makes a source due now, also one that needs attention.';
grant execute on function sources.retry_source(text,text) to vitrine_person;
grant execute on function sources.retry_source(text,text) to vitrine_worker;
comment on function sources.seconds_to_next_window(text,text) is 'Returns when the next window of a source is due, without those that wait for a person. Null if there is none.';
grant execute on function sources.seconds_to_next_window(text,text) to vitrine_worker;
comment on function sources.shown(sources.sources) is 'Returns a source as callers see it. Its status is syncing until the first days and the backfill are read. needs is what a person can do: reconnect, import_rates or sync.';
grant execute on function sources.shown(sources.sources) to vitrine_analyst;
grant execute on function sources.shown(sources.sources) to vitrine_key;
grant execute on function sources.shown(sources.sources) to vitrine_person;
grant execute on function sources.shown(sources.sources) to vitrine_simulated;
grant execute on function sources.shown(sources.sources) to vitrine_worker;
comment on function sources.sources(text) is 'GET /v1/sources: the connected accounts of a brand, with their status, what a person must do, and how far their data reaches.';
grant execute on function sources.sources(text) to vitrine_analyst;
grant execute on function sources.sources(text) to vitrine_key;
grant execute on function sources.sources(text) to vitrine_person;
grant execute on function sources.sources(text) to vitrine_simulated;
comment on function sources.spend_authorization(text,text,text) is 'Takes a pending authorization of the same session, once. Raises BADRQ (authorization_is_foreign) for one of another session, an expired or a used one.';
grant execute on function sources.spend_authorization(text,text,text) to vitrine_person;
grant execute on function sources.spend_authorization(text,text,text) to vitrine_worker;
comment on function sources.split_window(text,text,text) is 'Replaces a window by its two halves, because the platform refuses its size. Returns false for a single day.';
grant execute on function sources.split_window(text,text,text) to vitrine_worker;
comment on function sources.stage_ads(sources.sources,text,text[],jsonb) is 'Stages the rows of a reply, lists of texts in the order of fields, as analytics.open_ad_import expects. Returns the columns of its measures.';
grant execute on function sources.stage_ads(sources.sources,text,text[],jsonb) to vitrine_worker;
comment on function sources.staged_columns(text[]) is 'Returns the columns of ad_entities that a reply has, with their expressions.';
grant execute on function sources.staged_columns(text[]) to vitrine_worker;
comment on function sources.stale_alert(sources.sources) is 'Returns the data of an alert about a source whose data stopped.';
grant execute on function sources.stale_alert(sources.sources) to vitrine_gate;
grant execute on function sources.stale_alert(sources.sources) to vitrine_worker;
comment on function sources.start_authorization(text,text,text,text,text,text,text) is 'Records that a person goes to a platform to give access. The state and the session are hashes, and the code verifier is encrypted.';
grant execute on function sources.start_authorization(text,text,text,text,text,text,text) to vitrine_person;
comment on function sources.store_connection(text,jsonb,jsonb) is 'Stores the encrypted grant of an authorization, with the accounts that it reaches. Nothing reads it again but the worker.';
grant execute on function sources.store_connection(text,jsonb,jsonb) to vitrine_person;
comment on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) is 'Replaces the grant of this version after a refresh, and ends the lease. Returns false if another process replaced it.';
grant execute on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) to vitrine_worker;
comment on function sources.take_authorization(text,text,text) is 'Takes a pending authorization when the platform sends the person back: once, by the same session, within 10 minutes.';
grant execute on function sources.take_authorization(text,text,text) to vitrine_person;
comment on function sources.take_grant(text,integer) is 'Returns the sealed grant of a connection. With seconds it also takes the lease for a refresh. Returns null if another process has it.';
grant execute on function sources.take_grant(text,integer) to vitrine_worker;
comment on function sources.touch_ga4_orders(text) is 'Gives each order that GA4 knows by its id, and that has no observed touch, one touch with the origin that GA4 attributes it to. Removes such touches that no longer apply. Returns the number of changed touches.';
grant execute on function sources.touch_ga4_orders(text) to vitrine_worker;
comment on function sources.write_days(text,text[],date,date) is 'Replaces the daily facts of the staged account from first_on to last_on by the staged ones. Returns the number of changed cells. Writes nothing if none changed.';
grant execute on function sources.write_days(text,text[],date,date) to vitrine_worker;
comment on function sources.write_hours(text,text[],date,date,text) is 'Replaces the hourly facts of the staged account on these local days by the staged ones. Returns the number of changed cells.';
grant execute on function sources.write_hours(text,text[],date,date,text) to vitrine_worker;
comment on function sources.write_orders(sources.sources,jsonb,date,date) is 'Writes orders of a shop, and makes those due that must be read singly. Returns the number of changed orders.';
grant execute on function sources.write_orders(sources.sources,jsonb,date,date) to vitrine_worker;
comment on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) is 'Imports the temporary table products and indexes it for the search in the same transaction. Unchanged products are not written. replaces: deletes products that the file does not contain, unless the file has no valid row. warnings: reports of truncated values. source_id: the connected shop that reported the products, of which only its own are deleted; nothing is recorded as an import then. only_groups: the products that were read.';
grant execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) to vitrine_worker;
comment on function storefront.commit_shop_products(text,text,jsonb,text[]) is 'Writes the variants that a connected shop reported: [{product}], or [{reason}] for those that cannot be in the catalog. Unchanged ones are not written, and those that the shop no longer has leave the catalog. only_groups: the products that were read, if not all. Returns {changed, deleted}.';
grant execute on function storefront.commit_shop_products(text,text,jsonb,text[]) to vitrine_worker;
comment on schema sources is 'Connected accounts of platforms that feed brands: grants, accounts, and the windows of their reports.';
grant usage on schema sources to vitrine_analyst;
grant usage on schema sources to vitrine_backup;
grant usage on schema sources to vitrine_gate;
grant usage on schema sources to vitrine_key;
grant usage on schema sources to vitrine_person;
grant usage on schema sources to vitrine_simulated;
grant usage on schema sources to vitrine_worker;
alter table analytics.ga4_sessions enable row level security;
alter table analytics.ga4_sessions force row level security;
comment on column analytics.ga4_sessions.brand_id is 'The brand.';
comment on column analytics.ga4_sessions.campaign is 'Session campaign name, such as (direct).';
comment on column analytics.ga4_sessions.hour is 'Start of the hour as an instant.';
comment on column analytics.ga4_sessions.key_events is 'Key events (formerly conversions). GA4 credits fractions.';
comment on column analytics.ga4_sessions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_sessions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_sessions.purchases is 'E-commerce purchases.';
comment on column analytics.ga4_sessions.revenue_micros is 'Purchase revenue in micros of the brand''s currency.';
comment on column analytics.ga4_sessions.sessions is 'Sessions.';
comment on column analytics.ga4_sessions.source is 'Session source, such as google.';
comment on table analytics.ga4_sessions is 'Sessions that Google Analytics 4 counted, by hour and origin. They are totals without persons, so they are never touches of journeys.';
grant delete on analytics.ga4_sessions to vitrine_worker;
grant insert on analytics.ga4_sessions to vitrine_worker;
grant select on analytics.ga4_sessions to vitrine_analyst;
grant select on analytics.ga4_sessions to vitrine_backup;
grant select on analytics.ga4_sessions to vitrine_key;
grant select on analytics.ga4_sessions to vitrine_person;
grant select on analytics.ga4_sessions to vitrine_simulated;
grant select on analytics.ga4_sessions to vitrine_worker;
grant update on analytics.ga4_sessions to vitrine_worker;
alter table analytics.ga4_transactions enable row level security;
alter table analytics.ga4_transactions force row level security;
comment on column analytics.ga4_transactions.brand_id is 'The brand.';
comment on column analytics.ga4_transactions.campaign is 'Session campaign name.';
comment on column analytics.ga4_transactions.hour is 'Start of the hour of the transaction as an instant.';
comment on column analytics.ga4_transactions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_transactions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_transactions.source is 'Session source, such as google.';
comment on column analytics.ga4_transactions.transaction_id is 'The transaction id that the shop sent to GA4: the id of the order.';
comment on table analytics.ga4_transactions is 'Origins to which Google Analytics 4 attributes transactions. An order with this id and without another touch gets one touch from it.';
grant delete on analytics.ga4_transactions to vitrine_worker;
grant insert on analytics.ga4_transactions to vitrine_worker;
grant select on analytics.ga4_transactions to vitrine_analyst;
grant select on analytics.ga4_transactions to vitrine_backup;
grant select on analytics.ga4_transactions to vitrine_key;
grant select on analytics.ga4_transactions to vitrine_person;
grant select on analytics.ga4_transactions to vitrine_simulated;
grant select on analytics.ga4_transactions to vitrine_worker;
grant update on analytics.ga4_transactions to vitrine_worker;
comment on column analytics.orders.changed_at is 'When the order last changed in the connected shop.';
comment on column analytics.orders.source_id is 'The connected shop that reported the order. Null for orders of files.';
comment on column analytics.touchpoints.reported_by is 'ga4: not observed, but the origin that Google Analytics 4 attributes the order to. Null for an observed touch.';
alter table sources.authorizations enable row level security;
alter table sources.authorizations force row level security;
comment on column sources.authorizations.bound_to is 'SHA-256 of the session that began it, in hexadecimal, or the process id of the command line.';
comment on column sources.authorizations.sealed_verifier is 'The code verifier of PKCE, encrypted by SOURCE_TOKEN_KEY.';
comment on column sources.authorizations.state_hash is 'SHA-256 of the state parameter.';
comment on table sources.authorizations is 'Authorizations at platforms that a person began. Each is valid for 10 minutes, one callback, and the session that began it.';
grant delete on sources.authorizations to vitrine_person;
grant delete on sources.authorizations to vitrine_worker;
grant insert on sources.authorizations to vitrine_person;
grant insert on sources.authorizations to vitrine_worker;
grant select on sources.authorizations to vitrine_backup;
grant select on sources.authorizations to vitrine_person;
grant select on sources.authorizations to vitrine_worker;
grant update (taken_at) on sources.authorizations to vitrine_person;
grant update on sources.authorizations to vitrine_worker;
alter table sources.connections enable row level security;
alter table sources.connections force row level security;
comment on column sources.connections.connected_by is 'The e-mail address of the person, or cli.';
comment on column sources.connections.ended_at is 'When the last source was disconnected. The worker then revokes the grant and removes it.';
comment on column sources.connections.refreshing_until is 'The end of the lease of the process that refreshes the grant.';
comment on column sources.connections.sealed is 'The grant with its tokens, encrypted by SOURCE_TOKEN_KEY: id of the key, a dot, base64url of nonce and ciphertext. Only the worker reads it. Null after the access ended at the platform.';
comment on column sources.connections.shop is 'The domain of the shop, for Shopify only.';
comment on column sources.connections.subject is 'The person or shop at the platform. Null if the platform does not name it.';
comment on column sources.connections.version is 'The number of grants that replaced each other. A refresh raises it.';
comment on table sources.connections is 'Grants at platforms, by which the worker reads accounts. They belong to an account of Vitrine.';
grant insert (access_expires_at) on sources.connections to vitrine_person;
grant insert (account_id) on sources.connections to vitrine_person;
grant insert (connected_by) on sources.connections to vitrine_person;
grant insert (connection_id) on sources.connections to vitrine_person;
grant insert (platform) on sources.connections to vitrine_person;
grant insert (refresh_expires_at) on sources.connections to vitrine_person;
grant insert (scopes) on sources.connections to vitrine_person;
grant insert (sealed) on sources.connections to vitrine_person;
grant insert (shop) on sources.connections to vitrine_person;
grant insert (subject) on sources.connections to vitrine_person;
grant insert on sources.connections to vitrine_worker;
grant select (access_expires_at) on sources.connections to vitrine_person;
grant select (account_id) on sources.connections to vitrine_person;
grant select (connected_at) on sources.connections to vitrine_person;
grant select (connected_by) on sources.connections to vitrine_person;
grant select (connection_id) on sources.connections to vitrine_person;
grant select (ended_at) on sources.connections to vitrine_person;
grant select (ended_for) on sources.connections to vitrine_person;
grant select (granted_at) on sources.connections to vitrine_person;
grant select (platform) on sources.connections to vitrine_person;
grant select (refresh_expires_at) on sources.connections to vitrine_person;
grant select (refreshed_at) on sources.connections to vitrine_person;
grant select (scopes) on sources.connections to vitrine_person;
grant select (shop) on sources.connections to vitrine_person;
grant select (subject) on sources.connections to vitrine_person;
grant select (version) on sources.connections to vitrine_person;
grant select on sources.connections to vitrine_backup;
grant select on sources.connections to vitrine_gate;
grant select on sources.connections to vitrine_worker;
grant update on sources.connections to vitrine_gate;
alter table sources.due_objects enable row level security;
alter table sources.due_objects force row level security;
comment on column sources.due_objects.due_at is 'When the read may begin.';
comment on column sources.due_objects.noted_at is 'When it was last noted. A read that began before does not settle it.';
comment on table sources.due_objects is 'Single orders and products of a shop that are read again: those of a webhook, orders whose journey was not ready, and orders that a read missed.';
grant delete on sources.due_objects to vitrine_worker;
grant insert on sources.due_objects to vitrine_worker;
grant select on sources.due_objects to vitrine_analyst;
grant select on sources.due_objects to vitrine_backup;
grant select on sources.due_objects to vitrine_gate;
grant select on sources.due_objects to vitrine_key;
grant select on sources.due_objects to vitrine_person;
grant select on sources.due_objects to vitrine_simulated;
grant select on sources.due_objects to vitrine_worker;
grant update on sources.due_objects to vitrine_worker;
alter table sources.reachable_accounts enable row level security;
alter table sources.reachable_accounts force row level security;
comment on column sources.reachable_accounts.manager_id is 'The account through which it is reached, such as the login-customer-id of Google Ads.';
comment on column sources.reachable_accounts.unavailable is 'Why it cannot be read. Null if it can.';
comment on table sources.reachable_accounts is 'The accounts of a platform that a grant reaches: ad accounts, GA4 properties or a shop. A person chooses from them.';
grant delete on sources.reachable_accounts to vitrine_worker;
grant insert on sources.reachable_accounts to vitrine_person;
grant insert on sources.reachable_accounts to vitrine_worker;
grant select on sources.reachable_accounts to vitrine_backup;
grant select on sources.reachable_accounts to vitrine_person;
grant select on sources.reachable_accounts to vitrine_worker;
alter table sources.sources enable row level security;
alter table sources.sources force row level security;
comment on column sources.sources.attention is 'What a person must do: {reason, values}. Null if nothing.';
comment on column sources.sources.currency is 'The currency of the account (ISO 4217).';
comment on column sources.sources.data_through is 'The last day of the account that was read whole or in part.';
comment on column sources.sources.external_id is 'The id of the account at the platform.';
comment on column sources.sources.is_deletion_due is 'Whether the worker must delete the data of the account.';
comment on column sources.sources.last_read_at is 'When a window was last read, by the clock of the data.';
comment on column sources.sources.lease is 'The process that reads it. A write of another process is refused.';
comment on column sources.sources.planned is 'When its windows were last planned, by purpose and the clock of the data.';
comment on column sources.sources.restatement_days is 'The days that are read again every night, as last planned.';
comment on column sources.sources.retry_at is 'When a source that needs attention is tried again without a person. Null if it waits for a person.';
comment on column sources.sources.stale_since is 'When the alert data_stale was raised. Null without an open alert.';
comment on column sources.sources.timezone is 'The time zone of the days of the account.';
comment on column sources.sources.updated_until is 'The latest change of an order that was read, from which the next read of a shop continues.';
comment on table sources.sources is 'Accounts of platforms that feed a brand: ad accounts, GA4 properties and shops.';
grant delete on sources.sources to vitrine_worker;
grant insert (brand_id) on sources.sources to vitrine_person;
grant insert (connection_id) on sources.sources to vitrine_person;
grant insert (currency) on sources.sources to vitrine_person;
grant insert (external_id) on sources.sources to vitrine_person;
grant insert (manager_id) on sources.sources to vitrine_person;
grant insert (name) on sources.sources to vitrine_person;
grant insert (platform) on sources.sources to vitrine_person;
grant insert (timezone) on sources.sources to vitrine_person;
grant insert on sources.sources to vitrine_worker;
grant select on sources.sources to vitrine_analyst;
grant select on sources.sources to vitrine_backup;
grant select on sources.sources to vitrine_gate;
grant select on sources.sources to vitrine_key;
grant select on sources.sources to vitrine_person;
grant select on sources.sources to vitrine_simulated;
grant select on sources.sources to vitrine_worker;
grant update (attention) on sources.sources to vitrine_person;
grant update (attention_since) on sources.sources to vitrine_person;
grant update (connection_id) on sources.sources to vitrine_person;
grant update (currency) on sources.sources to vitrine_person;
grant update (disconnected_at) on sources.sources to vitrine_person;
grant update (is_deletion_due) on sources.sources to vitrine_person;
grant update (manager_id) on sources.sources to vitrine_person;
grant update (name) on sources.sources to vitrine_person;
grant update (planned) on sources.sources to vitrine_person;
grant update (retry_at) on sources.sources to vitrine_person;
grant update (status) on sources.sources to vitrine_person;
grant update (timezone) on sources.sources to vitrine_person;
grant update on sources.sources to vitrine_gate;
grant update on sources.sources to vitrine_worker;
alter table sources.windows enable row level security;
alter table sources.windows force row level security;
comment on column sources.windows.due_at is 'When the next attempt may begin.';
comment on column sources.windows.failure is 'Why it cannot be stored until a person acts: {reason, values}. Null otherwise.';
comment on column sources.windows.limitations is 'What the platform said about the completeness of the last reply, such as sampled.';
comment on column sources.windows.purpose is 'recent: the first days after connecting. backfill: older days. hourly: today. nightly: the days that the platform restates. weekly: a deeper re-read.';
comment on column sources.windows.report_id is 'The id of the asynchronous report at the platform. Stored before the first poll.';
comment on column sources.windows.rows is 'The rows of the last reply.';
comment on column sources.windows.rows_changed is 'The cells or records that the last reply changed. 0 if it was the same as before.';
comment on column sources.windows.state is 'due: to be read. requested: the platform prepares an asynchronous report. read: stored.';
comment on column sources.windows.unknown_fields is 'The number of fields of the last reply that Vitrine does not know.';
comment on table sources.windows is 'The days of a report of a source that are due or were read. Days are those of the account.';
grant delete on sources.windows to vitrine_person;
grant delete on sources.windows to vitrine_worker;
grant insert on sources.windows to vitrine_worker;
grant select on sources.windows to vitrine_analyst;
grant select on sources.windows to vitrine_backup;
grant select on sources.windows to vitrine_gate;
grant select on sources.windows to vitrine_key;
grant select on sources.windows to vitrine_person;
grant select on sources.windows to vitrine_simulated;
grant select on sources.windows to vitrine_worker;
grant update (attempts) on sources.windows to vitrine_person;
grant update (due_at) on sources.windows to vitrine_person;
grant update on sources.windows to vitrine_worker;
comment on column storefront.catalog_products.source_id is 'The connected shop that reported the product. Null for products of files.';
set role vitrine_owner;
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.choose_accounts(brand_id => input.brand_id, connection_id => input.connection_id, account_ids => input.account_ids) from pg_catalog.jsonb_to_record($1) as input (brand_id text, connection_id text, account_ids text[])", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.choose_accounts", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.move_source(brand_id => input.brand_id, source_id => input.source_id, action => input.action, delete_data => input.delete_data) from pg_catalog.jsonb_to_record($1) as input (brand_id text, source_id text, action text, delete_data boolean)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.move_source", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.reachable_accounts(brand_id => input.brand_id, connection_id => input.connection_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, connection_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.reachable_accounts", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.sources(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.sources", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.start_authorization(brand_id => input.brand_id, platform => input.platform, state_hash => input.state_hash, bound_to => input.bound_to, sealed_verifier => input.sealed_verifier, redirect_uri => input.redirect_uri, shop => input.shop) from pg_catalog.jsonb_to_record($1) as input (brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.start_authorization", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.store_connection(brand_id => input.brand_id, \"grant\" => input.\"grant\", accounts => input.accounts) from pg_catalog.jsonb_to_record($1) as input (brand_id text, \"grant\" jsonb, accounts jsonb)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.store_connection", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.take_authorization(brand_id => input.brand_id, state_hash => input.state_hash, bound_to => input.bound_to) from pg_catalog.jsonb_to_record($1) as input (brand_id text, state_hash text, bound_to text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.take_authorization", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
reset role;
call core.record_catalog();
