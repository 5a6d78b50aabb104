create function analytics.is_explained_as_whole(brand core.brands, metric text, first_on date, last_on date, base_first_on date, base_last_on date)
returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
    from analytics.metric_definitions as definition
    where definition.name = is_explained_as_whole.metric
      and (
        'store_revenue' = any (definition.bases)
        or ('revenue' = any (definition.bases) and (is_explained_as_whole.brand).revenue_source = 'store')
      )
  ) and exists (
    select
    from analytics.rollups_daily as facts
    where facts.brand_id = (is_explained_as_whole.brand).brand_id
      and facts.level = 'campaign'
      and (
        facts.day between is_explained_as_whole.first_on and is_explained_as_whole.last_on
        or facts.day between is_explained_as_whole.base_first_on and is_explained_as_whole.base_last_on
      )
      and (facts.store_revenue_micros is null) <> (facts.spend_micros is null)
  );
end
$$;
comment on function analytics.is_explained_as_whole(core.brands, text, date, date, date, date) is
  'Returns whether a metric has revenue of the store that these periods report apart from the spend of campaigns. Its change is then not divided among '
  'campaigns.';

create function analytics.campaign_amounts(
  brand core.brands, metric text, date_from date, date_to date, filters jsonb, is_whole boolean, left_out jsonb
)
returns table (entity_id bigint, amounts numeric[], is_reported boolean[])
language plpgsql stable
as $$
declare
  v_brand constant core.brands := campaign_amounts.brand;
  v_bases constant text[] := analytics.explained_bases(campaign_amounts.metric);
  v_is_profit constant boolean := campaign_amounts.metric = 'profit';
  v_level constant text := analytics.read_level(
    'campaign', campaign_amounts.filters,
    analytics.has_mixed_reports(
      v_brand.brand_id, v_bases, v_brand.revenue_source, campaign_amounts.date_from, campaign_amounts.date_to
    )
  );
  v_amounts text;
  v_reported text;
  v_condition text;
begin
  select
    pg_catalog.string_agg(
      pg_catalog.format('sum(facts.%I)%s', base.source_column, case when base.source_column like '%\_micros' then ' * 0.000001' else '::numeric' end), ', '
      order by base.position
    ),
    -- An amount that some of the facts lack would make the factors on both of its sides wrong.
    pg_catalog.string_agg(
      pg_catalog.format(case when campaign_amounts.is_whole then 'count(facts.%I) > 0' else 'count(facts.%I) = count(*)' end, base.source_column), ', '
      order by base.position
    ),
    case
      when campaign_amounts.is_whole or v_is_profit then 'true'
      else pg_catalog.string_agg(pg_catalog.format('facts.%I is not null', base.source_column), ' and ') filter (where base.is_needed)
    end
  into v_amounts, v_reported, v_condition
  from (
    select
      named.position,
      case when named.name = 'revenue' and v_brand.revenue_source = 'store' then 'store_revenue_micros' else definition.source_column end as source_column,
      named.name in (metric.numerator, metric.denominator) as is_needed
    from pg_catalog.unnest(v_bases) with ordinality as named (name, position)
    join analytics.metric_definitions as definition on definition.name = named.name
    join analytics.metric_definitions as metric on metric.name = campaign_amounts.metric
  ) as base;
  return query execute pg_catalog.format(
    'select %1$s, array[%2$s], array[%3$s] from %4$s as facts%5$s where %6$s and (%7$s) and facts.entity_id <> all ($6)%8$s%9$s group by 1',
    case when campaign_amounts.is_whole then '0::bigint' when v_level = 'campaign' then 'facts.entity_id' else 'coalesce(entities.campaign_entity_id, facts.entity_id)' end,
    v_amounts, v_reported, analytics.fact_table(v_level, 'none'),
    case when v_level = 'campaign' or campaign_amounts.is_whole then ''
      else ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id'
    end,
    analytics.fact_condition(v_level, 'none'), v_condition,
    case when campaign_amounts.filters = '{}' then ''
      else ' and facts.entity_id in (select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $5))'
    end,
    case when campaign_amounts.left_out = '{}' then ''
      else ' and not coalesce((select ($7 ->> coalesce(owned.account_entity_id, owned.entity_id)::text)::datemultirange @> facts.day '
        'from analytics.entities as owned where owned.brand_id = $1 and owned.entity_id = facts.entity_id), false)'
    end
  )
  using
    v_brand.brand_id, campaign_amounts.date_from, campaign_amounts.date_to, v_brand.timezone, campaign_amounts.filters,
    analytics.entities_without(v_brand.brand_id, array[campaign_amounts.metric], v_brand.revenue_source), campaign_amounts.left_out;
end
$$;
comment on function analytics.campaign_amounts(core.brands, text, date, date, jsonb, boolean, jsonb) is
  'Returns the sums of the base metrics of an explanation (analytics.explained_bases) for each campaign over a range, in units, from the reports that hold '
  'the metric. is_reported: whether all of these reports have the base. A report above campaigns has a row of its ad account. is_whole: one '
  'row of entity 0. left_out: days that do not count (a datemultirange), by entity_id of the ad account.';
grant execute on function
  analytics.is_explained_as_whole(core.brands, text, date, date, date, date),
  analytics.campaign_amounts(core.brands, text, date, date, jsonb, boolean, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
