create function storefront.trust(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'brand_id', trust.brand_id,
    'score', held.score,
    'tier', coalesce(held.tier, 'new'),
    'components', coalesce(
      held.components,
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object('key', components.component, 'score', null, 'weight', null, 'signals', 0, 'updated_at', null) order by components.position
        )
        from storefront.trust_components as components
      )
    ),
    'missing_information', (
      select coalesce(pg_catalog.json_agg(published.name order by published.position), '[]')
      from storefront.published_information(core.data_brand_id(trust.brand_id)) as published
      where not published.is_there
    ),
    'signals_total', coalesce(held.signals, 0),
    'window_days', 365,
    'dispute_rate', held.dispute_rate,
    'certification', storefront.certification(trust.brand_id, trust.base_url),
    'method_version', '1',
    'calculated_at', platform.utc(held.calculated_at),
    'history', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('date', days.day, 'score', days.score) order by days.day), '[]')
      from (
        select history.day, history.score
        from storefront.trust_history as history
        where history.brand_id = core.data_brand_id(trust.brand_id)
        order by history.day desc
        limit 90
      ) as days
    ),
    'statement', platform.statement('score_is_computed_from_own_records'),
    'degradation', pg_catalog.json_build_object(
      'status', case when held.calculated_at < platform.now() - interval '3 days' then 'stale' else 'live' end,
      'age_seconds', greatest(0, extract(epoch from platform.now() - held.calculated_at))::bigint,
      'notes', case when held.calculated_at < platform.now() - interval '3 days' then array['trust;reason=stale'] else '{}' end
    )
  )
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust.brand_id);
$$;
comment on function storefront.trust(text, text) is 'GET /trust: returns the trust record of a shop. Values without enough signals are null.';
grant execute on function storefront.published_information(text), storefront.trust(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.trust', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,console}');
