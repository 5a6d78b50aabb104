create function analytics.quotient(numerator numeric, denominator numeric, multiplier integer, is_ratio boolean, decimals integer)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round(
  case when quotient.is_ratio then quotient.multiplier * quotient.numerator / nullif(quotient.denominator, 0) else quotient.numerator end, quotient.decimals
));
comment on function analytics.quotient(numeric, numeric, integer, boolean, integer) is
  'Returns the rounded quotient of two amounts, null if the denominator is 0; or the rounded numerator if it is not a ratio.';

create function analytics.shown_parts(parts jsonb, change numeric, decimals integer, "limit" integer)
returns jsonb
language sql immutable
as $$
  with ranked as materialized (
    select
      part.value - 'contribution' as answer, (part.value ->> 'contribution')::double precision as contribution,
      pg_catalog.row_number() over (order by pg_catalog.abs((part.value ->> 'contribution')::double precision) desc, part.position) as place
    from pg_catalog.jsonb_array_elements(shown_parts.parts) with ordinality as part (value, position)
  ),
  rounded as materialized (
    select analytics.round_to_total(pg_catalog.array_agg(ranked.contribution order by ranked.place), shown_parts.change, shown_parts.decimals) as contributions
    from ranked
  ),
  final as (
    select ranked.*, pg_catalog.trim_scale(rounded.contributions[ranked.place]) as share_of from ranked cross join rounded
  )
  select pg_catalog.jsonb_build_object(
    'rows', coalesce(
      pg_catalog.jsonb_agg(
        final.answer || pg_catalog.jsonb_build_object(
          'contribution', final.share_of, 'share_of_change', pg_catalog.round(final.share_of / nullif(shown_parts.change, 0), 6)
        )
        order by final.place
      ) filter (where final.place <= shown_parts."limit"), '[]'
    ),
    'other', case when count(*) > shown_parts."limit" then pg_catalog.jsonb_build_object(
      'count', count(*) - shown_parts."limit",
      'contribution', pg_catalog.trim_scale(sum(final.share_of) filter (where final.place > shown_parts."limit")),
      'share_of_change', pg_catalog.round(sum(final.share_of) filter (where final.place > shown_parts."limit") / nullif(shown_parts.change, 0), 6)
    ) end
  )
  from final;
$$;
comment on function analytics.shown_parts(jsonb, numeric, integer, integer) is
  'Returns the largest of these parts of a change with rounded contributions, and the sum of the others. All of them add up to the change exactly.';

create function analytics.explanation(
  brand core.brands, metric text, first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb, "limit" integer,
  expected_direction text default null
)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand constant core.brands := explanation.brand;
  v_metric analytics.metric_definitions;
  v_is_ratio boolean;
  v_decimals integer;
  v_current numeric;
  v_previous numeric;
  v_change numeric;
  -- What a day changed by. Of periods of different lengths, it decides whether a sum went up.
  v_change_of_days numeric;
  v_campaigns jsonb;
  v_factors jsonb;
  v_cells jsonb;
  v_facts jsonb;
  v_is_of_one boolean;
begin
  select definition.* into strict v_metric from analytics.metric_definitions as definition where definition.name = explanation.metric;
  v_is_ratio := v_metric.denominator is not null;
  select case when v_metric.unit = 'money' and not v_is_ratio then currencies.exponent else 6 end
  into strict v_decimals
  from core.currencies
  where currencies.currency = v_brand.currency;

  with parts as materialized (
    select divided.*
    from analytics.divide_change(
      v_brand, explanation.metric, explanation.first_on, explanation.last_on, explanation.base_first_on, explanation.base_last_on, explanation.filters
    ) as divided
  ),
  campaigns as materialized (
    select parts.entity_id, min(parts.amounts) as amounts, sum(parts.contribution) as contribution from parts group by parts.entity_id
  ),
  factors as (
    select
      parts.factor, min(parts.unit) as unit, sum(parts.contribution) as contribution, min(parts.multiplier) as multiplier,
      pg_catalog.bool_or(parts.factor_amounts[2] is not null or parts.factor_amounts[4] is not null) as is_ratio,
      -- All campaigns have the same days.
      case parts.factor when 'days' then min(parts.factor_amounts[1]) else sum(parts.factor_amounts[1]) end as now_amount,
      sum(parts.factor_amounts[2]) as now_base,
      case parts.factor when 'days' then min(parts.factor_amounts[3]) else sum(parts.factor_amounts[3]) end as before_amount, sum(parts.factor_amounts[4]) as before_base
    from parts
    group by parts.factor
  ),
  unknown as (
    -- Profit is known if all of its parts are.
    select
      coalesce(pg_catalog.bool_or(factors.now_amount is null), false) as is_now, coalesce(pg_catalog.bool_or(factors.before_amount is null), false) as is_before
    from factors
    where v_metric.name = 'profit'
  )
  select
    (
      select analytics.quotient(sum(campaigns.amounts[1]), sum(campaigns.amounts[2]), v_metric.multiplier, v_is_ratio, v_decimals)
      from campaigns, unknown where not unknown.is_now
    ),
    (
      select analytics.quotient(sum(campaigns.amounts[3]), sum(campaigns.amounts[4]), v_metric.multiplier, v_is_ratio, v_decimals)
      from campaigns, unknown where not unknown.is_before
    ),
    (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'factor', factors.factor, 'unit', factors.unit, 'contribution', factors.contribution,
        'current', analytics.quotient(factors.now_amount, factors.now_base, factors.multiplier, factors.is_ratio, 6),
        'previous', analytics.quotient(factors.before_amount, factors.before_base, factors.multiplier, factors.is_ratio, 6)
      ) order by factors.factor)
      from factors
    ),
    (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'platform', paths.platform, 'account_id', paths.account_id, 'campaign_id', paths.campaign_id, 'campaign_name', paths.campaign_name,
          'status', case when campaigns.amounts[1] is null then 'ended' when campaigns.amounts[3] is null then 'new' else 'continued' end,
          'current', analytics.quotient(campaigns.amounts[1], campaigns.amounts[2], v_metric.multiplier, v_is_ratio, v_decimals),
          'previous', analytics.quotient(campaigns.amounts[3], campaigns.amounts[4], v_metric.multiplier, v_is_ratio, v_decimals),
          'contribution', campaigns.contribution,
          'factors', (
            select pg_catalog.jsonb_object_agg(
              parts.factor, pg_catalog.trim_scale(pg_catalog.round(parts.contribution::numeric, v_decimals)) order by pg_catalog.abs(parts.contribution) desc
            )
            from parts
            where parts.entity_id = campaigns.entity_id and parts.contribution <> 0
          )
        )
        order by paths.platform, paths.account_id, paths.campaign_id
      )
      from campaigns
      left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = campaigns.entity_id
    ),
    (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'platform', paths.platform, 'account_id', paths.account_id, 'campaign_id', paths.campaign_id, 'campaign_name', paths.campaign_name,
          'factor', parts.factor, 'contribution', parts.contribution
        )
        order by paths.platform, paths.account_id, paths.campaign_id, parts.factor
      )
      from parts
      left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = parts.entity_id
      where parts.contribution <> 0
    )
  into v_current, v_previous, v_factors, v_campaigns, v_cells;
  v_change := v_current - v_previous;
  v_change_of_days := case when v_is_ratio then v_change
    else v_current / (explanation.last_on - explanation.first_on + 1) - v_previous / (explanation.base_last_on - explanation.base_first_on + 1)
  end;
  if v_change is null then
    v_factors := '[]';
    v_campaigns := '[]';
    v_cells := '[]';
  end if;
  v_is_of_one := pg_catalog.jsonb_array_length(v_campaigns) = 1;
  v_factors := analytics.shown_parts(coalesce(v_factors, '[]'), v_change, v_decimals, 100);
  v_campaigns := analytics.shown_parts(coalesce(v_campaigns, '[]'), v_change, v_decimals, explanation."limit");
  v_cells := analytics.shown_parts(coalesce(v_cells, '[]'), v_change, v_decimals, explanation."limit");
  select coalesce(
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('kind', found.kind, 'period', found.period, 'happened_on', found.happened_on, 'statement', found.statement)
        || case when found.anomaly_id is null then '{}' else pg_catalog.jsonb_build_object('anomaly_id', found.anomaly_id) end
    ), '[]'
  )
  into v_facts
  from analytics.coinciding_facts(
    v_brand, explanation.metric, explanation.first_on, explanation.last_on, explanation.base_first_on, explanation.base_last_on, explanation.filters,
    v_factors #>> '{rows,0,factor}'
  ) as found;

  return pg_catalog.jsonb_build_object(
    'metric', explanation.metric,
    'unit', v_metric.unit,
    'current', pg_catalog.jsonb_build_object('date_from', explanation.first_on, 'date_to', explanation.last_on, 'value', v_current),
    'previous', pg_catalog.jsonb_build_object('date_from', explanation.base_first_on, 'date_to', explanation.base_last_on, 'value', v_previous),
    'change', pg_catalog.trim_scale(v_change),
    'change_rate', pg_catalog.round(v_change / case when v_previous > 0 then v_previous end, 6),
    'direction', case pg_catalog.sign(v_change) when 1 then 'up' when -1 then 'down' when 0 then 'none' end,
    'is_as_expected', case when explanation.expected_direction is not null and v_change is not null
      then pg_catalog.sign(v_change_of_days) = case explanation.expected_direction when 'up' then 1 else -1 end
    end,
    'summary', platform.statement(
      'change_is_explained',
      pg_catalog.jsonb_build_object(
        'metric', explanation.metric, 'unit', v_metric.unit, 'currency', v_brand.currency, 'current', v_current, 'previous', v_previous,
        'change', v_change, 'change_of_days', v_change_of_days, 'expected_direction', explanation.expected_direction, 'date_from', explanation.first_on, 'date_to', explanation.last_on,
        'compared_from', explanation.base_first_on, 'compared_to', explanation.base_last_on,
        'factors', pg_catalog.jsonb_path_query_array(v_factors, '$.rows[0 to 2]'),
        -- The only campaign has the whole change, which explains nothing.
        'campaigns', case when v_is_of_one then '[]' else pg_catalog.jsonb_path_query_array(v_campaigns, '$.rows[0 to 1]') end,
        'facts', pg_catalog.jsonb_array_length(v_facts)
      )
    ),
    'factors', v_factors -> 'rows',
    'campaigns', v_campaigns -> 'rows',
    'other_campaigns', v_campaigns -> 'other',
    'contributions', v_cells -> 'rows',
    'other_contributions', v_cells -> 'other',
    'facts', v_facts
  );
end
$$;
comment on function analytics.explanation(core.brands, text, date, date, date, date, jsonb, integer, text) is
  'Explains the change of a metric between two periods: both values, the contributions of factors, campaigns and both (analytics.divide_change), coinciding '
  'facts and a summary. expected_direction: the change of a day that a question presumes, up or down. Each list of contributions adds up to the change exactly, with its '
  'other part. No contribution is given if the metric has no value in one of the periods.';
grant execute on function
  analytics.quotient(numeric, numeric, integer, boolean, integer),
  analytics.shown_parts(jsonb, numeric, integer, integer),
  analytics.explanation(core.brands, text, date, date, date, date, jsonb, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
