create function simulate.import_ads(first_on date, last_on date, by_hour boolean)
returns void
language plpgsql volatile
as $$
declare
  -- Reach is deduplicated over a day: it has no hours.
  v_measures constant text[] := case when import_ads.by_hour then '{}' else array['reach'] end || array[
    'spend_micros', 'revenue_micros', 'cogs_micros', 'impressions', 'clicks', 'link_clicks', 'landing_page_views', 'conversions_micros', 'purchases_micros', 'add_to_carts_micros', 'checkouts_micros', 'new_customers_micros',
    'video_views_3s', 'thruplays', 'video_p25', 'video_p50', 'video_p75', 'video_p100'
  ];
  -- Thousandths of a day's total that have passed when each local hour is over.
  v_passed constant integer[] := array[
    22, 36, 46, 54, 61, 70, 88, 116, 154, 199, 247, 297, 350, 402, 452, 502, 554, 609, 668, 733, 802, 868, 930, 1000
  ];
begin
  perform analytics.open_ad_import(v_measures);
  insert into pg_temp.ad_entities
    (entity_no, platform, account_id, account_name, campaign_id, campaign_name, status, objective, daily_budget_micros, adset_id, adset_name, ad_id, ad_name, creative_id)
  select
    ads.ad_no,
    campaigns.platform,
    'sim-' || campaigns.platform,
    pg_catalog.initcap(campaigns.platform) || ' (simulated)',
    (70000000 + campaigns.campaign_no)::text,
    campaigns.name,
    'active',
    campaigns.objective,
    campaigns.spend_micros * 3 / 2,
    case when ads.adset_name is not null then (80000000 + ads.ad_no / 10 * 10 + (ads.ad_no % 10 + 1) / 2)::text end,
    ads.adset_name,
    case when ads.ad_name is not null then (90000000 + ads.ad_no)::text end,
    ads.ad_name,
    case when ads.ad_name is not null then (60000000 + ads.ad_no)::text end
  from simulate.ads
  join simulate.campaigns on campaigns.campaign_no = ads.campaign_no;

  if import_ads.by_hour then
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s)
      select facts.ad_no, 0, facts.day, hour.number, %2$s
      from simulate.facts($1, $2) as facts
      cross join lateral (
        select number, pg_catalog.lag(number) over (order by number) + 1 as passed_before
        from pg_catalog.generate_series(0, 23) as number
        where (facts.day + pg_catalog.make_time(number, 0, 0)) at time zone $4 at time zone $4 = facts.day + pg_catalog.make_time(number, 0, 0)
      ) as hour',
      pg_catalog.array_to_string(v_measures, ', '),
      (
        select pg_catalog.string_agg(
          pg_catalog.format(
            'facts.%1$I * ($3)[hour.number + 1] / 1000 - facts.%1$I * coalesce(($3)[hour.passed_before], 0) / 1000', measure.name
          ),
          ', '
        )
        from pg_catalog.unnest(v_measures) as measure (name)
      )
    )
    using import_ads.first_on, import_ads.last_on, v_passed, 'America/New_York';
  else
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, %1$s) select ad_no, 0, day, %1$s from simulate.facts($1, $2)',
      pg_catalog.array_to_string(v_measures, ', ')
    )
    using import_ads.first_on, import_ads.last_on;
  end if;
  perform analytics.commit_ad_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.ad_facts), v_measures);
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections;
end
$$;
comment on function simulate.import_ads(date, date, boolean) is
  'Brings simulated days in through the very functions that import real ones, by day or by hour.';
grant execute on function simulate.import_ads(date, date, boolean) to vitrine_worker;

create function simulate.forget_moves()
returns void
language plpgsql volatile
as $$
begin
  delete from connector.proposals where proposals.brand_id = 'brd_simulated' and proposals.expires_at <= platform.now();
  delete from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.created_at <= platform.now() - interval '1 day';
  delete from commerce.negotiations
  where negotiations.brand_id = 'brd_simulated' and negotiations.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = negotiations.transaction_id);
  delete from commerce.price_holds
  where price_holds.brand_id = 'brd_simulated' and price_holds.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = price_holds.transaction_id);
  delete from commerce.feedback where feedback.brand_id = 'brd_simulated' and feedback.created_at <= platform.now() - interval '1 day';
end
$$;
comment on function simulate.forget_moves() is 'What test keys proposed, negotiated and ordered is forgotten after a day; nothing of it before the order that it belongs to.';

create function simulate.extend(through date default null)
returns integer
language plpgsql volatile
as $$
declare
  v_days constant integer := 400;
  v_days_by_hour constant integer := 35;
  v_through constant date := coalesce(extend.through, (platform.now() at time zone 'America/New_York')::date - 1);
  -- When the last day ended: the same on every machine, whenever this runs.
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
  v_first_on date;
begin
  perform core.enter_brand('brd_simulated');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('simulate.extend', 0));
  perform simulate.forget_moves();
  select greatest(max(data_status.last_on) + 1, v_through - v_days + 1) into v_first_on
  from analytics.data_status
  where data_status.brand_id = 'brd_simulated' and data_status.kind = 'ads_daily';
  if v_first_on > v_through then
    return 0;
  end if;
  perform simulate.import_ads(v_first_on, v_through, by_hour => false);
  perform simulate.import_ads(greatest(v_first_on, v_through - v_days_by_hour + 1), v_through, by_hour => true);

  perform simulate.import_journeys(v_first_on, v_through);
  perform simulate.stock_shop(v_through);

  update analytics.creatives
  set name = ads.ad_name, format = ads.format, headline = 'Made for the weather you get', call_to_action = 'Shop now'
  from simulate.ads
  where creatives.brand_id = 'brd_simulated'
    and creatives.external_id = (60000000 + ads.ad_no)::text
    and creatives.name is null;
  delete from analytics.facts_daily where facts_daily.brand_id = 'brd_simulated' and facts_daily.day <= v_through - v_days;
  delete from analytics.rollups_daily where rollups_daily.brand_id = 'brd_simulated' and rollups_daily.day <= v_through - v_days;
  delete from analytics.facts_hourly
  where facts_hourly.brand_id = 'brd_simulated'
    and facts_hourly.hour < (v_through - v_days_by_hour + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.orders
  where orders.brand_id = 'brd_simulated' and orders.ordered_at < (v_through - v_days + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.touchpoints
  where touchpoints.brand_id = 'brd_simulated' and touchpoints.touched_at < (v_through - v_days - 9)::timestamp at time zone 'America/New_York';
  delete from analytics.attribution_credits as credits where credits.brand_id = 'brd_simulated' and credits.day <= v_through - v_days;
  delete from analytics.attribution_days as days where days.brand_id = 'brd_simulated' and days.day <= v_through - v_days;
  update analytics.data_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour when 'journeys' then v_days + 10 else v_days end, updated_at = v_at
  where data_status.brand_id = 'brd_simulated';
  update analytics.platform_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, updated_at = v_at
  where platform_status.brand_id = 'brd_simulated';
  -- Every morning has looked at the day before, as it would for a real brand.
  perform analytics.detect_due_anomalies('brd_simulated', 60);
  update analytics.detected_days set detected_at = v_at where detected_days.brand_id = 'brd_simulated';
  delete from analytics.anomalies where anomalies.brand_id = 'brd_simulated' and anomalies.last_on <= v_through - 60;
  return v_through - v_first_on + 1;
end
$$;
comment on function simulate.extend(date) is
  'Carries the simulated brand on through this day, or through yesterday, and lets go of what is older than 400 days (35 by the hour). '
  'Returns how many days were missing.';
grant execute on function simulate.forget_moves() to vitrine_worker;
grant execute on function simulate.extend(date) to vitrine_worker;
