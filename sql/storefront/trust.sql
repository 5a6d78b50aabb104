create function storefront.certificate(brand_id text)
returns storefront.certificates
language sql stable
return (
  select certificates
  from storefront.certificates
  where certificates.brand_id = certificate.brand_id and certificates.state = 'valid' and certificates.valid_until > platform.now()
  order by certificates.valid_until desc
  limit 1
);
comment on function storefront.certificate(text) is 'The certificate that a shop holds now, if any.';

create function storefront.certification(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select case when certificate.certificate_id is not null then pg_catalog.json_build_object(
    'certified', true,
    'level', certificate.level,
    'certificate_id', certificate.certificate_id,
    'valid_until', platform.utc(certificate.valid_until),
    'verified_url', certification.base_url || '/api/storefront/' || certification.brand_id || '/certification',
    '_cache', 'live'
  ) end
  from storefront.certificate(core.data_brand_id(certification.brand_id)) as certificate;
$$;
comment on function storefront.certification(text, text) is 'GET /certification: the certificate, or null without one.';

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
    'statement', 'Computed by this service from its own records.',
    'degradation', pg_catalog.json_build_object(
      'status', case when held.calculated_at < platform.now() - interval '3 days' then 'stale' else 'live' end,
      'age_seconds', greatest(0, extract(epoch from platform.now() - held.calculated_at))::bigint,
      'notes', case when held.calculated_at < platform.now() - interval '3 days' then array['trust;reason=stale'] else '{}' end
    )
  )
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust.brand_id);
$$;
comment on function storefront.trust(text, text) is 'GET /trust: the trust record. Nulls where too little was seen.';

create function storefront.network_rank(category text, network_score numeric)
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
return (
  select 1 + count(distinct others.network_score)
  from storefront.trust_scores as others
  where others.category = network_rank.category and others.network_score > network_rank.network_score
);
comment on function storefront.network_rank(text, numeric) is 'The dense rank of a score among the shops of its category: a number, and nothing of the others.';
revoke execute on function storefront.network_rank(text, numeric) from public;

create function storefront.trust_network(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('network_trust', pg_catalog.jsonb_build_object(
    'score', held.network_score,
    'tier', coalesce(held.tier, 'new'),
    'compound_factor', coalesce(held.compound_factor, 1),
    'category_baseline', 70,
    'verified_platforms', (
      select count(*) from pg_catalog.jsonb_array_elements(held.platform_scores) as entry where (entry ->> 'signals')::bigint >= 10
    ),
    'total_platforms', (select count(*) from storefront.platforms),
    'total_signals', coalesce((select sum((entry ->> 'signals')::bigint) from pg_catalog.jsonb_array_elements(held.platform_scores) as entry), 0),
    'platform_scores', (
      select pg_catalog.jsonb_agg(
        -- A score without a signal would be made up: it is null, with the baseline beside it. Other unknown members are left out.
        pg_catalog.jsonb_build_object('platform', platforms.platform, 'transactions', 0)
          || coalesce(pg_catalog.jsonb_strip_nulls(seen.entry), '{}')
          || pg_catalog.jsonb_build_object('score', case when (seen.entry ->> 'signals')::bigint > 0 then seen.entry -> 'score' end, 'baseline', 70)
        order by platforms.position
      )
      from storefront.platforms
      left join pg_catalog.jsonb_array_elements(held.platform_scores) as seen (entry) on seen.entry ->> 'platform' = platforms.platform
    )
  ) || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'network_rank', case when held.network_score is not null and held.category is not null then storefront.network_rank(held.category, held.network_score) end,
    'calculated_at', platform.utc(held.calculated_at)
  )))
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust_network.brand_id);
$$;
comment on function storefront.trust_network(text) is 'GET /trust/network: the score over the assistants through which signals came. All nine are always listed; one without signals has no score.';

grant execute on function
  storefront.certificate(text),
  storefront.certification(text, text),
  storefront.trust(text, text),
  storefront.trust_network(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function storefront.network_rank(text, numeric) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.certification', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.trust', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.trust_network', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
