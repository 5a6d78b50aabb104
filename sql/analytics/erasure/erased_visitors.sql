create function analytics.visitor_hash(brand_id text, visitor_id text)
returns bytea
language sql immutable
return pg_catalog.sha256(pg_catalog.convert_to(visitor_hash.brand_id || '/' || visitor_hash.visitor_id, 'UTF8'));
comment on function analytics.visitor_hash(text, text) is 'Returns the hash under which analytics.erased_visitors stores a visitor id.';

create function analytics.erased_visitor_id(order_id text)
returns text
language sql immutable
return 'device:erased:' || erased_visitor_id.order_id;
comment on function analytics.erased_visitor_id(text) is
  'Returns the visitor id of an order whose person was erased. Each order has its own, so that two orders of a person are not linked.';

create function analytics.forget_erased_visits(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  update pg_temp.shop_orders as given
  set customer_id = null, device_id = 'erased:' || given.order_id
  where exists (
      select from analytics.orders as held
      where held.brand_id = forget_erased_visits.brand_id and held.order_id = given.order_id
        and held.visitor_id = analytics.erased_visitor_id(given.order_id)
    )
    or exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = forget_erased_visits.brand_id
        and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, analytics.visitor_id(given.customer_id, given.device_id))
        and erased.erased_at >= given.ordered_at
    );
  delete from pg_temp.journeys as visits
  where exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = forget_erased_visits.brand_id
        and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, analytics.visitor_id(visits.customer_id, visits.device_id))
        and erased.erased_at >= visits.touched_at::timestamptz
    )
    or visits.touch_id in (
      select 'shopify:' || known.visit_id
      from pg_temp.shop_orders as given
      cross join pg_catalog.jsonb_to_recordset(given.visits) as known (visit_id text)
      where given.device_id = 'erased:' || given.order_id
    );
end
$$;
comment on function analytics.forget_erased_visits(text) is
  'Makes the staged orders of erased persons anonymous, and removes their staged visits (temporary tables shop_orders and journeys).';

grant execute on function analytics.visitor_hash(text, text), analytics.forget_erased_visits(text) to vitrine_worker;
grant execute on function analytics.erased_visitor_id(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
