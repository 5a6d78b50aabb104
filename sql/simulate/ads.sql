create function simulate.noise(seed text, spread_percent integer)
returns integer
language sql immutable parallel safe
return 100 - noise.spread_percent
  + ('x' || pg_catalog.left(pg_catalog.md5(noise.seed), 6))::bit(24)::integer % (2 * noise.spread_percent + 1);
comment on function simulate.noise(text, integer) is
  'A percentage around 100 that follows from the seed alone: the same on any machine and any day.';

create function simulate.season(day date)
returns bigint
language sql immutable parallel safe
as $$
  -- From the middle of one month to the middle of the next, in thousandths.
  select case when extract(day from season.day) <= 15
    then (months.factors[(extract(month from season.day)::integer + 10) % 12 + 1] * (15 - extract(day from season.day)::bigint)
      + months.factors[extract(month from season.day)::integer] * (15 + extract(day from season.day)::bigint)) / 3
    else (months.factors[extract(month from season.day)::integer] * (45 - extract(day from season.day)::bigint)
      + months.factors[extract(month from season.day)::integer % 12 + 1] * (extract(day from season.day)::bigint - 15)) / 3
  end
  from (select array[88, 84, 92, 98, 103, 106, 99, 95, 98, 104, 122, 130]::bigint[] as factors) as months;
$$;
comment on function simulate.season(date) is 'How busy a day is for its place in the year, in thousandths of an ordinary one.';

create function simulate.planted_anomalies(first_on date, last_on date)
returns table (on_day date, detector text, campaign_no integer)
language sql immutable
as $$
  select day::date, planted.detector, ((day::date - date '2000-01-01') / 29 * planted.stride) % 20 + 1
  from pg_catalog.generate_series(planted_anomalies.first_on::timestamp, planted_anomalies.last_on, interval '1 day') as day
  join (values (7, 'cpa_spike', 3), (16, 'roas_drop', 7), (25, 'spend_surge', 11)) as planted (remainder, detector, stride)
    on planted.remainder = (day::date - date '2000-01-01') % 29;
$$;
comment on function simulate.planted_anomalies(date, date) is
  'What the simulator does on purpose: every 29 days each detector has one campaign and one day to find.';

create function simulate.facts(first_on date, last_on date)
returns table (
  ad_no integer,
  day date,
  spend_micros bigint,
  revenue_micros bigint,
  cogs_micros bigint,
  impressions bigint,
  clicks bigint,
  link_clicks bigint,
  landing_page_views bigint,
  reach bigint,
  conversions_micros bigint,
  purchases_micros bigint,
  add_to_carts_micros bigint,
  checkouts_micros bigint,
  new_customers_micros bigint,
  video_views_3s bigint,
  thruplays bigint,
  video_p25 bigint,
  video_p50 bigint,
  video_p75 bigint,
  video_p100 bigint
)
language sql stable
as $$
  -- Each step is kept, or every column would roll its dice anew.
  with days as (
    select
      series.day::date as day,
      -- In billionths: percent, percent, percent and thousandths.
      (array[96, 92, 95, 98, 104, 112, 106])[extract(isodow from series.day)::integer]::bigint
      * simulate.season(series.day::date) / 10
      * case
        when extract(month from series.day) = 11 and extract(day from series.day) >= 20
          then (array[104, 109, 115, 121, 128, 135, 142, 149, 149, 140, 130])[extract(day from series.day)::integer - 19]
        when extract(month from series.day) = 12 and extract(day from series.day) <= 3 then (array[120, 112, 105])[extract(day from series.day)::integer]
        when extract(month from series.day) = 4 and extract(day from series.day) between 7 and 15
          then (array[105, 111, 117, 122, 124, 122, 117, 111, 105])[extract(day from series.day)::integer - 6]
        else 100
      end
      * (900 + (series.day::date - date '2024-01-01') / 8) as level
    from pg_catalog.generate_series(facts.first_on::timestamp, facts.last_on, interval '1 day') as series (day)
  ),
  spent as materialized (
    select
      ads.*,
      campaigns.*,
      days.day,
      anomalies.detector,
      campaigns.spend_micros / 10000 * ads.share_percent * (days.level / 1000000)
      * simulate.noise('spend' || ads.ad_no || days.day, 14)
      * case anomalies.detector when 'spend_surge' then 270 else 100 end
      / 1000000000 * 10000 as spend
    from days
    cross join simulate.ads
    join simulate.campaigns using (campaign_no)
    left join simulate.planted_anomalies(facts.first_on, facts.last_on) as anomalies
      on anomalies.on_day = days.day and anomalies.campaign_no = ads.campaign_no
  ),
  seen as materialized (
    select
      *,
      spent.spend * 1000 / (spent.cpm_micros * simulate.noise('cpm' || spent.ad_no || spent.day, 9) / 100) as impressions
    from spent
  ),
  clicked as materialized (
    select
      *,
      seen.impressions * seen.ctr_ppm / 1000000 * simulate.noise('ctr' || seen.ad_no || seen.day, 8) / 100 as clicks
    from seen
  ),
  bought as materialized (
    select
      *,
      clicked.clicks * clicked.cvr_ppm * simulate.noise('cvr' || clicked.ad_no || clicked.day, 12) / 100
      * case clicked.detector when 'cpa_spike' then 30 else 100 end / 100 as purchases
    from clicked
  ),
  counted as materialized (
    select *, case when platform = 'google' then bought.purchases / 10000 * 10000 else bought.purchases / 1000000 * 1000000 end as whole
    from bought
  ),
  earned as materialized (
    select
      *,
      counted.whole / 10000 * counted.aov_micros / 100 * simulate.noise('aov' || counted.ad_no || counted.day, 10) / 100
      * case counted.detector when 'roas_drop' then 8 else 100 end / 1000000 * 10000 as revenue
    from counted
  )
  select
    earned.ad_no,
    earned.day,
    earned.spend,
    earned.revenue,
    earned.revenue / 10000 * 42 / 100 * 10000,
    earned.impressions,
    earned.clicks,
    earned.clicks * 86 / 100,
    earned.clicks * 68 / 100,
    earned.impressions * 71 / 100,
    earned.whole,
    earned.whole,
    earned.clicks * 11 / 100 * 1000000 + earned.whole,
    earned.clicks * 5 / 100 * 1000000 + earned.whole,
    earned.whole / 1000000 * 58 / 100 * 1000000,
    case when earned.format = 'video' then earned.impressions * 29 / 100 end,
    case when earned.format = 'video' then earned.impressions * 11 / 100 end,
    case when earned.format = 'video' then earned.impressions * 19 / 100 end,
    case when earned.format = 'video' then earned.impressions * 13 / 100 end,
    case when earned.format = 'video' then earned.impressions * 9 / 100 end,
    case when earned.format = 'video' then earned.impressions * 6 / 100 end
  from earned;
$$;
comment on function simulate.facts(date, date) is
  'What each simulated ad did on each day: weekday, month, promotion, trend, noise and planted anomalies in whole numbers only. '
  'A row follows from its ad and its date, so that it is the same bytes everywhere.';
grant execute on function simulate.noise(text, integer), simulate.season(date), simulate.planted_anomalies(date, date), simulate.facts(date, date) to vitrine_worker;
