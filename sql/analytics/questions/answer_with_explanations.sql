create function analytics.answer_with_explanations(
  brand core.brands, metrics text[], first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb, direction text
)
returns json
language plpgsql stable
as $$
begin
  return (
    with explained as materialized (
      select
        named.position, named.metric, definition.unit,
        case when analytics.explained_bases(named.metric) is not null
          and not (answer_with_explanations.filters <> '{}' and named.metric in ('mer', 'store_revenue'))
        then analytics.explanation(
          answer_with_explanations.brand, named.metric, answer_with_explanations.first_on, answer_with_explanations.last_on,
          answer_with_explanations.base_first_on, answer_with_explanations.base_last_on, answer_with_explanations.filters, 50,
          answer_with_explanations.direction
        ) end as answer
      from pg_catalog.unnest(answer_with_explanations.metrics) with ordinality as named (metric, position)
      join analytics.metric_definitions as definition on definition.name = named.metric
    ),
    rows as (
      select
        explained.position, campaign.position as place,
        pg_catalog.json_build_object(
          'metric', explained.metric,
          'platform', campaign.value -> 'platform',
          'campaign_id', campaign.value -> 'campaign_id',
          'campaign_name', campaign.value -> 'campaign_name',
          'status', campaign.value -> 'status',
          'current', campaign.value -> 'current',
          'previous', campaign.value -> 'previous',
          'contribution', campaign.value -> 'contribution',
          'share_of_change', campaign.value -> 'share_of_change',
          'factors', campaign.value -> 'factors'
        ) as answer
      from explained
      cross join lateral pg_catalog.jsonb_array_elements(explained.answer -> 'campaigns') with ordinality as campaign (value, position)
    )
    select pg_catalog.json_build_object(
      'data', coalesce((select pg_catalog.json_agg(rows.answer order by rows.position, rows.place) from rows), '[]'),
      'total_rows', (select count(*) from rows)
        + (select coalesce(sum((explained.answer #>> '{other_campaigns,count}')::bigint), 0) from explained),
      'explanations', (
        select pg_catalog.json_agg(
          explained.answer - '{campaigns,other_campaigns,contributions,other_contributions}'::text[]
          order by explained.position
        ) filter (where explained.answer is not null)
        from explained
      ),
      'warnings', (
        select coalesce(pg_catalog.json_agg(warned.warning order by explained.position, warned.place), '[]')
        from explained
        cross join lateral (
          select 1 as place, platform.warning('metric_is_not_explained', pg_catalog.jsonb_build_object('metric', explained.metric)) as warning
          where explained.answer is null and explained.metric not in ('reach', 'frequency')
          union all
          select 2, platform.warning(
            'premise_is_contradicted',
            pg_catalog.jsonb_build_object(
              'metric', explained.metric, 'direction', answer_with_explanations.direction, 'current', explained.answer #> '{current,value}',
              'previous', explained.answer #> '{previous,value}'
            )
          )
          where (explained.answer ->> 'is_as_expected')::boolean = false
          union all
          select 3, platform.warning('reach_cannot_be_added_up')
          where explained.metric in ('reach', 'frequency')
          union all
          select 4, held.warning
          from pg_catalog.unnest(
            analytics.left_out_warnings(
              (answer_with_explanations.brand).brand_id, answer_with_explanations.first_on, answer_with_explanations.last_on,
              answer_with_explanations.base_first_on, answer_with_explanations.base_last_on,
              analytics.filtered_platforms((answer_with_explanations.brand).brand_id, answer_with_explanations.filters)
            )
          ) as held (warning)
          where explained.position = 1
        ) as warned
      )
    )
  );
end
$$;
comment on function analytics.answer_with_explanations(core.brands, text[], date, date, date, date, jsonb, text) is
  'Answers why metrics changed between two periods: one row for each metric and campaign with its contribution, and the explanation of each metric '
  '(analytics.explanation). direction: the change that the question presumes. Warnings name a metric that cannot be explained, a change that went the '
  'other way, and days that are left out because an account did not report them.';
grant execute on function analytics.answer_with_explanations(core.brands, text[], date, date, date, date, jsonb, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
