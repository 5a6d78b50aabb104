create function analytics.creatives_query(metrics text[], sort text, "order" text, currency_exponent smallint)
returns text
language plpgsql stable
as $$
declare
  -- The revenue of a store belongs to no ad.
  v_columns constant analytics.sum_columns := analytics.sum_columns(creatives_query.metrics || creatives_query.sort, 'platform');
  v_metrics constant text[] := analytics.metric_expressions(creatives_query.metrics, 'ad', creatives_query.currency_exponent, v_columns.paired);
  v_sorted constant text[] := analytics.metric_expressions(array[creatives_query.sort], 'ad', creatives_query.currency_exponent, v_columns.paired);
  v_values constant text := analytics.partial_expression('$10', null, creatives_query.metrics, v_metrics);
  v_shown text;
  v_units text;
  v_ranked text;
  v_data text;
  v_totals text;
begin
  v_shown := pg_catalog.format(
    $query$
    select
      creatives.creative_id, min(facts.day) as first_seen, max(facts.day) as last_seen, count(distinct facts.day) as days_active,
      pg_catalog.array_agg(distinct ads.external_id) as ad_ids, min(ads.name) as ad_name, %s
    from analytics.facts_daily as facts
    join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
    join analytics.creatives on creatives.brand_id = ads.brand_id and creatives.creative_id = ads.creative_id
    where %s
      and ($4::text[] is null or creatives.platform = any ($4)) and ($5::text is null or creatives.format = $5)
      and ($9::text[] is null or ads.campaign_entity_id in (
        select held.entity_id from analytics.entities as held where held.brand_id = $1 and held.level = 'campaign' and held.external_id = any ($9)
      ))
    group by creatives.creative_id
    $query$,
    v_columns.of_facts, analytics.fact_condition('ad', 'day')
  );
  v_units := pg_catalog.format(
    'select creative_id, first_seen, last_seen, days_active, ad_ids, ad_name, %s, %s as total_spend from shown', v_columns.in_units, analytics.whole_spend('day')
  );
  v_ranked := pg_catalog.format(
    $query$
    select
      units.*, fatigue.state, fatigue.score, fatigue.frequency_7d, fatigue.ctr_change_pct, fatigue.cpa_change_pct, fatigue.since,
      pg_catalog.row_number() over (order by %s, units.creative_id) as rank
    from units
    left join fatigue using (creative_id)
    where $6::text is null or coalesce(fatigue.state, 'insufficient_data') = $6
    $query$,
    analytics.metric_order(v_sorted[1], creatives_query."order")
  );
  v_data := pg_catalog.format(
    $query$
    select pg_catalog.json_agg(
      pg_catalog.jsonb_build_object(
        'creative_id', creatives.external_id, 'platform', creatives.platform, 'format', creatives.format,
        -- Connected accounts report the name of the ad only.
        'name', coalesce(creatives.name, ranked.ad_name),
        'headline', creatives.headline, 'body', creatives.body, 'call_to_action', creatives.call_to_action,
        'landing_url', creatives.landing_url,
        -- Thumbnails that this service serves are stored as paths.
        'thumbnail_url', case when pg_catalog.left(creatives.thumbnail_url, 1) = '/' then coalesce($11, '') else '' end || creatives.thumbnail_url,
        'ad_ids', ranked.ad_ids, 'ad_count', pg_catalog.cardinality(ranked.ad_ids),
        'first_seen', ranked.first_seen, 'last_seen', ranked.last_seen, 'days_active', ranked.days_active
      )
      || (%s)::jsonb
      || pg_catalog.jsonb_build_object(
        'rank', ranked.rank,
        'fatigue', pg_catalog.jsonb_build_object(
          'state', coalesce(ranked.state, 'insufficient_data'), 'score', ranked.score, 'frequency_7d', ranked.frequency_7d,
          'ctr_change_pct', ranked.ctr_change_pct, 'cpa_change_pct', ranked.cpa_change_pct, 'since', ranked.since
        )
      )
      order by ranked.rank
    )
    from ranked
    join analytics.creatives on creatives.brand_id = $1 and creatives.creative_id = ranked.creative_id
    where ranked.rank > $7 * ($8 - 1) and ranked.rank <= $7 * $8
    $query$,
    v_values
  );
  v_totals := pg_catalog.format('select %s from (select %s, max(total_spend) as total_spend from ranked) as ranked', v_values, v_columns.of_sums);
  return 'with shown as (' || v_shown || E'),\n'
    'units as (' || v_units || E'),\n'
    'fatigue as materialized (select * from analytics.creative_fatigue($1, $3)), '
    'ranked as (' || v_ranked || E')\n'
    'select (select count(*) from ranked), (' || v_data || E'),\n  (' || v_totals || ')';
end
$$;
comment on function analytics.creatives_query(text[], text, text, smallint) is
  'The query of analytics.creatives: the number of creatives, those of a page, and totals. Parameters: $1 brand, $2 first day, $3 last day, $4 platforms, $5 format, '
  '$6 state of fatigue, $7 limit, $8 page, $9 campaigns, $10 whether days are missing, $11 base of stored paths. $4, $5, $6 and $9 may be null: no filter.';
grant execute on function analytics.creatives_query(text[], text, text, smallint) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
