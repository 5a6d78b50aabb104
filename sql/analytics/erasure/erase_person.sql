create function analytics.person_visitors(brand_id text, visitor_ids text[])
returns text[]
language plpgsql stable
as $$
declare
  v_known text[];
  v_next text[] := person_visitors.visitor_ids;
begin
  while v_next <> '{}' loop
    v_known := v_known || v_next;
    v_next := array(
      select links.linked_id from analytics.identity_links as links
      where links.brand_id = person_visitors.brand_id and links.visitor_id = any (v_next) and links.linked_id <> all (v_known)
      union
      select links.visitor_id from analytics.identity_links as links
      where links.brand_id = person_visitors.brand_id and links.linked_id = any (v_next) and links.visitor_id <> all (v_known)
    );
  end loop;
  return v_known;
end
$$;
comment on function analytics.person_visitors(text, text[]) is
  'Returns these visitor ids and all that are linked to them: customer ids, and device ids after device:.';

create function analytics.erase_person(brand_id text, person_id text, order_ids text[] default '{}')
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_visitors text[];
  v_orders text[];
  v_order_days date[];
  v_touch_days date[];
  v_touches bigint;
  v_traded json;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || erase_person.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = erase_person.brand_id;
  -- An order of a shop that names no customer has a visitor of its own.
  v_visitors := analytics.person_visitors(
    erase_person.brand_id,
    array[erase_person.person_id]
    || array(select analytics.visitor_id(null, 'order:' || given.order_id) from pg_catalog.unnest(erase_person.order_ids) as given (order_id))
  );
  insert into analytics.erased_visitors as held (brand_id, visitor_hash)
  select erase_person.brand_id, analytics.visitor_hash(erase_person.brand_id, visitors.visitor_id)
  from pg_catalog.unnest(v_visitors) as visitors (visitor_id)
  on conflict on constraint erased_visitors_pkey do update set erased_at = greatest(held.erased_at, excluded.erased_at);

  -- The order of a file can name the person otherwise than the shop does.
  update analytics.orders as held
  set file_order = held.file_order || pg_catalog.jsonb_build_object('visitor_id', analytics.erased_visitor_id(held.order_id))
  where held.brand_id = erase_person.brand_id and held.file_order is not null and (
      held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors) or held.order_id = any (erase_person.order_ids)
      or held.file_order ->> 'visitor_id' = any (v_visitors)
    );
  with erased as (
    update analytics.orders as held
    set visitor_id = analytics.erased_visitor_id(held.order_id), person_id = analytics.erased_visitor_id(held.order_id)
    where held.brand_id = erase_person.brand_id and (
        held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors) or held.order_id = any (erase_person.order_ids)
      )
    returning held.order_id, held.ordered_at, held.refunded_at
  )
  select
    coalesce(pg_catalog.array_agg(distinct erased.order_id), '{}'),
    pg_catalog.array_agg(distinct (moved.at at time zone v_timezone)::date) filter (where moved.at is not null)
  into v_orders, v_order_days
  from erased
  cross join lateral (values (erased.ordered_at), (erased.refunded_at)) as moved (at);
  with erased as (
    delete from analytics.touchpoints as held
    where held.brand_id = erase_person.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
    returning held.touched_at
  )
  select count(*), pg_catalog.array_agg(distinct (erased.touched_at at time zone v_timezone)::date) into v_touches, v_touch_days from erased;
  delete from analytics.identity_links as held
  where held.brand_id = erase_person.brand_id and (held.visitor_id = any (v_visitors) or held.linked_id = any (v_visitors));
  -- Otherwise the orders would get a touch of Google Analytics.
  delete from analytics.ga4_transactions as held where held.brand_id = erase_person.brand_id and held.transaction_id = any (v_orders);
  update sources.data_requests as held
  set customer_id = null, order_ids = '{}'
  where held.brand_id = erase_person.brand_id and (held.customer_id = any (v_visitors) or held.order_ids && (erase_person.order_ids || v_orders));
  if pg_catalog.cardinality(v_order_days || v_touch_days) > 0 then
    perform analytics.attribute_shop_days(erase_person.brand_id, v_order_days || v_touch_days);
  end if;
  -- Last, because reviews lock the version of the catalog, which writers of the catalog wait for.
  v_traded := commerce.erase_buyer(erase_person.brand_id, v_visitors, v_orders);
  return pg_catalog.json_build_object(
    'visitors', pg_catalog.cardinality(v_visitors), 'orders', pg_catalog.cardinality(v_orders), 'touches', v_touches,
    'transactions', v_traded -> 'transactions', 'reviews', v_traded -> 'reviews'
  );
end
$$;
comment on function analytics.erase_person(text, text, text[]) is
  'Erases a customer of a brand, given by any of the visitor ids: touches, links between ids, the ids in requests for data, and the buyer in commerce data. Orders keep their amounts '
  'and times, without a person and touches, and attribution is computed again. Data of the person up to now is not restored by later '
  'imports. order_ids: further orders of the person, such as those that name no customer. Returns the numbers of ids and of changed rows.';

grant execute on function analytics.person_visitors(text, text[]), analytics.erase_person(text, text, text[]) to vitrine_worker;
