create function analytics.answer_with_targets(brand_id text, date_from date, pace text default null)
returns json
language sql stable
as $$
  with held as materialized (
    select analytics.targets(answer_with_targets.brand_id, pg_catalog.to_char(answer_with_targets.date_from, 'YYYY-MM'))::jsonb as answer
  ),
  held_rows as (
    select 0::bigint as place, held.answer -> 'brand' || '{"level": "brand", "name": null, "platform": null}' as value
    from held
    where pg_catalog.num_nonnulls(
      held.answer #>> '{brand,roas_target}', held.answer #>> '{brand,cpa_target}', held.answer #>> '{brand,budget}'
    ) > 0
    union all
    select campaign.position, campaign.value - '{campaign,account_id}'::text[] || '{"level": "campaign"}'
    from held
    cross join pg_catalog.jsonb_array_elements(held.answer -> 'campaigns') with ordinality as campaign (value, position)
  ),
  rows as (
    select held_rows.*
    from held_rows
    where answer_with_targets.pace is null
      or held_rows.value ->> 'level' = 'campaign' and case answer_with_targets.pace
        when 'over' then (held_rows.value ->> 'projected_end_of_period')::numeric > (held_rows.value ->> 'budget')::numeric
        else (held_rows.value ->> 'projected_end_of_period')::numeric < (held_rows.value ->> 'budget')::numeric
      end
  )
  select pg_catalog.json_build_object(
    'data', coalesce((select pg_catalog.jsonb_agg(rows.value - 'version' order by rows.place) from rows), '[]'),
    'total_rows', (select count(*) from rows),
    'data_through', held.answer -> 'data_through',
    'warnings', case
      when answer_with_targets.pace is not null and not exists (
        select from held_rows where held_rows.value ->> 'level' = 'campaign' and held_rows.value ->> 'budget' is not null
      ) then pg_catalog.jsonb_build_array(
        platform.warning('no_campaign_has_a_budget', pg_catalog.jsonb_build_object('month', held.answer ->> 'month'))
      )
      when not exists (select from held_rows) then pg_catalog.jsonb_build_array(
        platform.warning('no_target_is_set', pg_catalog.jsonb_build_object('month', held.answer ->> 'month'))
      )
      else '[]'
    end || case
      when answer_with_targets.pace is not null and unknown.campaigns > 0 then pg_catalog.jsonb_build_array(
        platform.warning('pace_of_campaigns_is_unknown', pg_catalog.jsonb_build_object('month', held.answer ->> 'month', 'campaigns', unknown.campaigns))
      )
      else '[]'
    end
  )
  from held
  cross join (
    select count(*) as campaigns
    from held_rows
    where held_rows.value ->> 'level' = 'campaign' and held_rows.value ->> 'budget' is not null and held_rows.value ->> 'projected_end_of_period' is null
  ) as unknown;
$$;
comment on function analytics.answer_with_targets(text, date, text) is
  'Answers a question about targets and budgets: those that are set for the month of this day, of the brand first, beside the results so far, as GET '
  '/v1/targets. pace keeps the campaigns whose projected spend is over or under their budget. Warnings say that none is set, and of how many campaigns the pace is unknown.';
grant execute on function analytics.answer_with_targets(text, date, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
