create function analytics.instant(at text, timezone text)
returns timestamptz
language sql stable
return case
  when instant.at ~ '(Z|[+-]\d\d(:?\d\d)?)$' and instant.at ~ ':' then instant.at::timestamptz
  else instant.at::timestamp at time zone instant.timezone
end;
comment on function analytics.instant(text, text) is 'Returns an ISO 8601 time as an instant. A time without an offset is in the given zone.';

create function analytics.visitor_id(customer_id text, device_id text)
returns text
language sql immutable
return coalesce(visitor_id.customer_id, 'device:' || visitor_id.device_id);
comment on function analytics.visitor_id(text, text) is 'Returns the customer id, or device: and the device id if there is no customer id.';

create function analytics.stitch_identities(brand_id text)
returns void
language plpgsql volatile
as $$
declare
  v_moved bigint;
begin
  if not exists (select from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id) then
    return;
  end if;
  create temporary table persons on commit drop as
  select distinct node.visitor_id, node.visitor_id as person_id
  from analytics.identity_links as links
  cross join lateral (values (links.visitor_id), (links.linked_id)) as node (visitor_id)
  where links.brand_id = stitch_identities.brand_id;
  create index on pg_temp.persons (visitor_id);
  analyze pg_temp.persons;
  -- Each visitor takes the least id among its linked visitors, until no id changes.
  loop
    with edges as (
      select links.visitor_id, links.linked_id from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id
      union all
      select links.linked_id, links.visitor_id from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id
    ),
    least_names as (
      select edges.visitor_id, min(others.person_id) as person_id
      from edges
      join pg_temp.persons as others on others.visitor_id = edges.linked_id
      group by edges.visitor_id
    )
    update pg_temp.persons as held
    set person_id = least_names.person_id
    from least_names
    where held.visitor_id = least_names.visitor_id and least_names.person_id < held.person_id;
    get diagnostics v_moved = row_count;
    exit when v_moved = 0;
  end loop;
  update analytics.touchpoints as held
  set person_id = persons.person_id
  from pg_temp.persons
  where held.brand_id = stitch_identities.brand_id and held.visitor_id = persons.visitor_id and held.person_id <> persons.person_id;
  update analytics.orders as held
  set person_id = persons.person_id
  from pg_temp.persons
  where held.brand_id = stitch_identities.brand_id and held.visitor_id = persons.visitor_id and held.person_id <> persons.person_id;
  drop table pg_temp.persons;
end
$$;
comment on function analytics.stitch_identities(text) is
  'Gives one person_id to all visitor ids that are linked, directly or through others (connected components by least label).';

create function analytics.commit_journey_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_accepted bigint;
  v_first_on date;
  v_last_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_journey_import.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_journey_import.brand_id;
  create temporary table rejections on commit drop as
  select journeys.line, journeys.reason from pg_temp.journeys where journeys.reason is not null;
  perform analytics.name_channels(commit_journey_import.brand_id);

  create temporary table touches on commit drop as
  select
    journeys.line,
    analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id,
    case when journeys.customer_id is not null and journeys.device_id is not null then analytics.visitor_id(null, journeys.device_id) end as linked_id,
    analytics.instant(journeys.touched_at, v_timezone) as touched_at,
    journeys.kind, journeys.channel, coalesce(journeys.touch_id, '') as touch_id, journeys.campaign, journeys.ad, journeys.creative
  from pg_temp.journeys
  where journeys.reason is null;
  with removed as (
    delete from pg_temp.touches where touches.touched_at > platform.now() + interval '1 day' returning touches.line
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('instant_is_in_the_future', '{"field": "touched_at"}') from removed;
  with removed as (
    delete from pg_temp.touches
    using analytics.erased_visitors as erased
    where erased.brand_id = commit_journey_import.brand_id
      and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, touches.visitor_id)
      and erased.erased_at >= touches.touched_at
    returning touches.line
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('person_is_erased') from removed;
  update pg_temp.touches
  set linked_id = null
  from analytics.erased_visitors as erased
  where erased.brand_id = commit_journey_import.brand_id
    and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, touches.linked_id)
    and erased.erased_at >= touches.touched_at;
  select count(*), min((touches.touched_at at time zone v_timezone)::date), max((touches.touched_at at time zone v_timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.touches;

  insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign, ad, creative)
  select distinct on (touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id)
    commit_journey_import.brand_id, touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id,
    touches.visitor_id, touches.campaign, touches.ad, touches.creative
  from pg_temp.touches
  order by touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id, touches.line desc
  on conflict on constraint touchpoints_pkey do update
  set
    campaign = coalesce(excluded.campaign, held.campaign),
    ad = coalesce(excluded.ad, held.ad),
    creative = coalesce(excluded.creative, held.creative)
  where excluded.campaign <> coalesce(held.campaign, '') or excluded.ad <> coalesce(held.ad, '') or excluded.creative <> coalesce(held.creative, '');
  insert into analytics.identity_links (brand_id, visitor_id, linked_id)
  select distinct commit_journey_import.brand_id, touches.visitor_id, touches.linked_id from pg_temp.touches where touches.linked_id is not null
  on conflict on constraint identity_links_pkey do nothing;
  perform analytics.stitch_identities(commit_journey_import.brand_id);
  if v_accepted > 0 then
    perform analytics.note_data(commit_journey_import.brand_id, array['journeys'], v_first_on, v_last_on);
    perform analytics.attribute_imported(commit_journey_import.brand_id, v_first_on, v_accepted);
  end if;
  return analytics.record_import(
    commit_journey_import.brand_id, 'journeys', commit_journey_import.dialect, commit_journey_import.file_name,
    commit_journey_import.rows_read, v_accepted, v_first_on, v_last_on
  );
end
$$;
comment on function analytics.commit_journey_import(text, text, text, bigint) is
  'Imports the rows of the temporary table journeys and recomputes the attribution of the orders that they can affect. Importing the same file '
  'again changes nothing. Returns the report on the import.';

create function analytics.commit_order_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_accepted bigint;
  v_first_on date;
  v_last_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_order_import.brand_id, 0));
  select brands.* into strict v_brand from core.brands where brands.brand_id = commit_order_import.brand_id;
  create temporary table rejections on commit drop as
  select orders.line, orders.reason from pg_temp.orders where orders.reason is not null;

  create temporary table bought on commit drop as
  select
    given.line, given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id,
    case when given.customer_id is not null and given.device_id is not null then analytics.visitor_id(null, given.device_id) end as linked_id,
    given.at as ordered_at,
    case when coalesce(given.currency, v_brand.currency) = v_brand.currency then 1 else rates.rate end as rate,
    given.revenue_micros, given.currency, given.is_new_customer, coalesce(given.refunded_micros, 0) as refunded_micros,
    analytics.instant(given.refunded_at, v_brand.timezone) as refunded_at, false as is_of_shop,
    pg_catalog.row_number() over (partition by given.order_id order by given.line) as number
  from (select orders.*, analytics.instant(orders.ordered_at, v_brand.timezone) as at from pg_temp.orders where orders.reason is null) as given
  left join core.exchange_rates as rates
    on rates.from_currency = given.currency and rates.to_currency = v_brand.currency and rates.on_day = (given.at at time zone v_brand.timezone)::date;
  with removed as (
    delete from pg_temp.bought
    where bought.rate is null
      or bought.ordered_at > platform.now() + interval '1 day'
      or bought.refunded_micros > bought.revenue_micros
      or bought.refunded_at < bought.ordered_at
      or bought.number > 1
    returning bought.*
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    case
      when removed.rate is null
        then platform.warning(
          'row_lacks_exchange_rate', pg_catalog.jsonb_build_object('from_currency', removed.currency, 'to_currency', v_brand.currency)
        )
      when removed.ordered_at > platform.now() + interval '1 day' then platform.warning('instant_is_in_the_future', '{"field": "ordered_at"}')
      when removed.refunded_micros > removed.revenue_micros then platform.warning('refund_exceeds_revenue')
      when removed.refunded_at < removed.ordered_at then platform.warning('refund_precedes_order')
      else platform.warning('order_is_repeated')
    end
  from removed;
  update pg_temp.bought
  set visitor_id = analytics.erased_visitor_id(bought.order_id), linked_id = null
  where exists (
      select from analytics.orders as held
      where held.brand_id = v_brand.brand_id and held.order_id = bought.order_id
        and held.visitor_id = analytics.erased_visitor_id(bought.order_id)
    )
    or exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = v_brand.brand_id and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, bought.visitor_id)
        and erased.erased_at >= bought.ordered_at
    );
  update pg_temp.bought
  set linked_id = null
  from analytics.erased_visitors as erased
  where erased.brand_id = v_brand.brand_id
    and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, bought.linked_id)
    and erased.erased_at >= bought.ordered_at;
  select count(*), min((bought.ordered_at at time zone v_brand.timezone)::date), max((bought.ordered_at at time zone v_brand.timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.bought;

  perform analytics.keep_file_orders(v_brand.brand_id);
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select
    v_brand.brand_id, bought.order_id, bought.visitor_id, bought.visitor_id, bought.ordered_at,
    pg_catalog.round(bought.revenue_micros * bought.rate), bought.is_new_customer, pg_catalog.round(bought.refunded_micros * bought.rate),
    case when bought.refunded_micros > 0 then coalesce(bought.refunded_at, bought.ordered_at) end
  from pg_temp.bought
  where not bought.is_of_shop
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at,
    revenue_micros = excluded.revenue_micros,
    is_new_customer = coalesce(excluded.is_new_customer, held.is_new_customer),
    refunded_micros = excluded.refunded_micros,
    refunded_at = excluded.refunded_at;
  insert into analytics.identity_links (brand_id, visitor_id, linked_id)
  select distinct v_brand.brand_id, bought.visitor_id, bought.linked_id from pg_temp.bought where bought.linked_id is not null
  on conflict on constraint identity_links_pkey do nothing;
  perform analytics.stitch_identities(v_brand.brand_id);
  if v_accepted > 0 then
    perform analytics.note_data(v_brand.brand_id, array['orders'], v_first_on, v_last_on);
    perform analytics.attribute_imported(v_brand.brand_id, v_first_on, v_accepted);
  end if;
  return analytics.record_import(
    v_brand.brand_id, 'orders', commit_order_import.dialect, commit_order_import.file_name, commit_order_import.rows_read,
    v_accepted, v_first_on, v_last_on
  );
end
$$;
comment on function analytics.commit_order_import(text, text, text, bigint) is
  'Imports the rows of the temporary table orders and recomputes their attribution. An order replaces its earlier import. Rejects later lines of '
  'the same order in a file. Returns the report on the import.';

create function analytics.attribute_imported(brand_id text, first_on date, rows_imported bigint)
returns void
language plpgsql volatile
as $$
declare
  v_settings analytics.attribution_settings;
begin
  perform analytics.ensure_journey_statistics(attribute_imported.rows_imported);
  insert into analytics.attribution_settings (brand_id) values (attribute_imported.brand_id) on conflict do nothing;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute_imported.brand_id;
  -- A touch can affect orders until the end of its window. Identity links can also affect the orders of the last 90 days.
  perform analytics.attribute(
    data_status.brand_id,
    greatest(
      data_status.first_on,
      case when exists (select from analytics.identity_links as links where links.brand_id = data_status.brand_id)
        then least(attribute_imported.first_on, data_status.last_on - 90) else attribute_imported.first_on
      end
    ),
    analytics.last_attributed_on(data_status.brand_id)
  )
  from analytics.data_status
  where data_status.brand_id = attribute_imported.brand_id
    and data_status.kind = 'orders'
    and attribute_imported.first_on <= data_status.last_on + v_settings.click_days;
end
$$;
comment on function analytics.attribute_imported(text, date, bigint) is 'Recomputes the attribution that an import from this day on can change.';

grant execute on function
  analytics.open_journey_import(),
  analytics.open_order_import(),
  analytics.instant(text, text),
  analytics.visitor_id(text, text),
  analytics.stitch_identities(text),
  analytics.commit_journey_import(text, text, text, bigint),
  analytics.keep_file_orders(text),
  analytics.commit_order_import(text, text, text, bigint),
  analytics.attribute_imported(text, date, bigint)
to vitrine_worker;
