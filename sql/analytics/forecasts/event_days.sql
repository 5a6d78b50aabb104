create function analytics.event_days(brand_id text, first_on date, last_on date)
returns table (kind text, name text, starts_on date, ends_on date)
language sql stable
as $$
  select 'holiday', named.name, min(named.day), max(named.day)
  from (
    select event.key::date as day, event.value as name
    from analytics.forecasts as held
    cross join lateral pg_catalog.jsonb_each_text(held.events) as event
    where held.brand_id = event_days.brand_id and held.metric = 'spend'
      and event.key between event_days.first_on::text and event_days.last_on::text
      -- The days beside a holiday are no holidays.
      and event.value !~ '^(Before|After) '
      -- A promotion is stored, and its day ahead has its name.
      and not exists (
        select
        from analytics.promotions as promotion
        where promotion.brand_id = event_days.brand_id and event.value = promotion.name and event.key::date between promotion.starts_on and promotion.ends_on
      )
  ) as named
  group by named.name, pg_catalog.date_trunc('year', named.day::timestamp)
  union all
  select 'promotion', held.name, held.starts_on, held.ends_on
  from analytics.promotions as held
  where held.brand_id = event_days.brand_id and held.starts_on <= event_days.last_on and held.ends_on >= event_days.first_on
$$;
comment on function analytics.event_days(text, date, date) is
  'Returns the holidays and promotions of a brand with a day in a range: Black Friday, Christmas and the public holidays of its country, by the latest forecast of spend, and '
  'the promotions that it stated. A brand without a forecast has only its promotions. A holiday has its days within the range.';

create function analytics.shown_events(brand_id text, first_on date, last_on date)
returns jsonb
language sql stable
as $$
  select coalesce(
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('kind', held.kind, 'name', held.name, 'date_from', held.starts_on, 'date_to', held.ends_on)
      order by held.starts_on, held.kind, held.name
    ), '[]'
  )
  from analytics.event_days(shown_events.brand_id, shown_events.first_on, shown_events.last_on) as held;
$$;
comment on function analytics.shown_events(text, date, date) is 'Returns the holidays and promotions of a range as in responses.';

grant execute on function analytics.event_days(text, date, date), analytics.shown_events(text, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
