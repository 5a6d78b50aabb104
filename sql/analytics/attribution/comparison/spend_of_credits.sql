create function analytics.spend_of_credits(
  brand_id text, level text, date_from date, date_to date, ratio_from date, ratio_to date
)
returns table (is_asked boolean, platform text, entity_id bigint, spend_micros numeric)
language sql stable
as $$
  with ranges as (
    select true as is_asked, spend_of_credits.date_from as first_on, spend_of_credits.date_to as last_on
    union all
    select false, spend_of_credits.ratio_from, spend_of_credits.ratio_to where spend_of_credits.ratio_from is not null
  )
  select ranges.is_asked, held.platform, null::bigint, held.spend_micros
  from ranges
  cross join lateral analytics.platform_spend(spend_of_credits.brand_id, ranges.first_on, ranges.last_on) as held
  where spend_of_credits.level = 'channel'
  union all
  select ranges.is_asked, null, facts.entity_id, sum(facts.spend_micros)
  from ranges
  join analytics.rollups_daily as facts on facts.day between ranges.first_on and ranges.last_on
  where spend_of_credits.level = 'campaign' and facts.brand_id = spend_of_credits.brand_id and facts.level = 'campaign'
  group by ranges.is_asked, facts.entity_id
  union all
  select ranges.is_asked, null, place.entity_id, sum(facts.spend_micros)
  from ranges
  join analytics.facts_daily as facts on facts.day between ranges.first_on and ranges.last_on
  join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
  cross join lateral (
    select case spend_of_credits.level when 'ad' then facts.entity_id else entities.creative_id end as entity_id
  ) as place
  where spend_of_credits.level in ('ad', 'creative') and facts.brand_id = spend_of_credits.brand_id
  group by ranges.is_asked, place.entity_id;
$$;
comment on function analytics.spend_of_credits(text, text, date, date, date, date) is
  'The spend beside the credits of a level: of platforms (level channel), campaigns, ads or creatives, with the id of the entity or creative. is_asked: in the '
  'range; otherwise in the days of ROAS (analytics.ratio_days). Null ratio days have no rows.';
grant execute on function analytics.spend_of_credits(text, text, date, date, date, date) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
