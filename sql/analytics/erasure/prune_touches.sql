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
    -- Each removed link can leave its other id with a single link.
    loop
      with rows_left as (
        select held.visitor_id, held.person_id from analytics.touchpoints as held where held.brand_id = prune_touches.brand_id
        union all
        select held.visitor_id, held.person_id from analytics.orders as held where held.brand_id = prune_touches.brand_id
      ),
      single_links as (
        select known.id, min(links.visitor_id) as visitor_id, min(links.linked_id) as linked_id
        from analytics.identity_links as links
        cross join lateral (values (links.visitor_id), (links.linked_id)) as known (id)
        where links.brand_id = prune_touches.brand_id
        group by known.id
        having count(*) = 1
      )
      delete from analytics.identity_links as held
      using single_links as links
      where held.brand_id = prune_touches.brand_id and held.visitor_id = links.visitor_id and held.linked_id = links.linked_id
        and not exists (select from rows_left where rows_left.visitor_id = links.id)
        and not exists (select from rows_left where rows_left.person_id = links.id);
      exit when not found;
    end loop;
  end if;
  return v_touches;
end
$$;
comment on function analytics.prune_touches(text, integer) is
  'Deletes touches of a brand that are older than these days, reports of transactions by GA4, and single links to visitors of whom nothing else is stored. A '
  'link stays if a row has its id as person_id or if it connects two other ids, so that analytics.erase_person finds every row of a person. Keeps what '
  'the nightly attribution needs: 92 days and the longest attribution window. Credits that were computed stay. Returns the number of touches.';
grant execute on function analytics.prune_touches(text, integer) to vitrine_worker;
