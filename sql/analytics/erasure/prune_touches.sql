create function analytics.prune_touches(brand_id text, days integer)
returns bigint
language plpgsql volatile
as $$
declare
  v_before timestamptz;
  v_touches bigint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || prune_touches.brand_id, 0));
  -- Every night the orders of 90 days are attributed again. Their touches must remain.
  select platform.now() - pg_catalog.make_interval(days => greatest(prune_touches.days, 92 + coalesce(max(greatest(settings.click_days, settings.view_days)), 0)))
  into v_before
  from analytics.attribution_settings as settings
  where settings.brand_id = prune_touches.brand_id;
  delete from analytics.touchpoints as held where held.brand_id = prune_touches.brand_id and held.touched_at < v_before;
  get diagnostics v_touches = row_count;
  -- Otherwise old orders would get touches of Google Analytics instead.
  delete from analytics.ga4_transactions as held where held.brand_id = prune_touches.brand_id and held.hour < v_before;
  if v_touches > 0 then
    delete from analytics.identity_links as held
    where held.brand_id = prune_touches.brand_id
      and exists (
        select from (values (held.visitor_id), (held.linked_id)) as known (visitor_id)
        where not exists (
            select from analytics.touchpoints
            where touchpoints.brand_id = prune_touches.brand_id and touchpoints.visitor_id = known.visitor_id
          )
          and not exists (
            select from analytics.orders
            where orders.brand_id = prune_touches.brand_id and orders.visitor_id = known.visitor_id
          )
      );
  end if;
  return v_touches;
end
$$;
comment on function analytics.prune_touches(text, integer) is
  'Deletes touches of a brand that are older than these days, reports of transactions by GA4, and links to visitors of whom nothing else is stored. Keeps what '
  'the nightly attribution needs: 92 days and the longest attribution window. Credits that were computed stay. Returns the number of touches.';
grant execute on function analytics.prune_touches(text, integer) to vitrine_worker;
