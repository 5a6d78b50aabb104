create function storefront.network_rank(brand_id text)
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
return (
  select (
    select 1 + count(distinct others.network_score)
    from storefront.trust_scores as others
    where others.category = own.category and others.network_score > own.network_score
  )
  from storefront.trust_scores as own
  where own.brand_id = network_rank.brand_id and own.network_score is not null and own.category is not null
);
comment on function storefront.network_rank(text) is
  'Returns the dense rank of a shop by its stored score among the shops of its category. Null without a score or a category. It takes no score, so that no '
  'caller can find the scores of other shops by comparing.';
revoke execute on function storefront.network_rank(text) from public;

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
        -- A platform without signals has a null score and the baseline. Other unknown members are omitted.
        pg_catalog.jsonb_build_object('platform', platforms.platform, 'transactions', 0)
          || coalesce(pg_catalog.jsonb_strip_nulls(seen.entry), '{}')
          || pg_catalog.jsonb_build_object('score', seen.entry -> 'score', 'baseline', 70)
        order by platforms.position
      )
      from storefront.platforms
      left join pg_catalog.jsonb_array_elements(held.platform_scores) as seen (entry) on seen.entry ->> 'platform' = platforms.platform
    )
  ) || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'network_rank', storefront.network_rank(held.brand_id),
    'calculated_at', platform.utc(held.calculated_at)
  )))
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust_network.brand_id);
$$;
comment on function storefront.trust_network(text) is
  'GET /trust/network: returns the combined score over the assistant platforms with signals. Lists all nine platforms. One without signals has a '
  'null score.';

grant execute on function
  storefront.trust_network(text),
  storefront.network_rank(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.trust_network', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
