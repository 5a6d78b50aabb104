create function simulate.lines(rows text)
returns table (cells text[])
language sql immutable
as $$
  select pg_catalog.string_to_array(line, E'\t', '')
  from pg_catalog.string_to_table(lines.rows, E'\n') as line
  where line <> ''
  -- Prevents the planner from splitting a line again for each cell that is read.
  offset 0;
$$;
comment on function simulate.lines(text) is 'Splits a text into lines and tab-separated cells. An empty cell is null.';

create function simulate.import_ads(world jsonb, from_day date, by_hour boolean)
returns void
language plpgsql volatile
as $$
declare
  -- Reach is deduplicated over a day, so it has no hourly values.
  v_measures constant text[] := case when import_ads.by_hour then '{}' else array['reach'] end || array[
    'spend_micros', 'revenue_micros', 'cogs_micros', 'impressions', 'clicks', 'conversions_micros', 'view_conversions_micros',
    'new_customers_micros', 'add_to_carts_micros', 'checkouts_micros', 'purchases_micros', 'link_clicks', 'landing_page_views',
    'video_views_3s', 'thruplays', 'video_p25', 'video_p50', 'video_p75', 'video_p100'
  ];
  -- Cumulative share of a day's total at the end of each local hour, in thousandths.
  v_passed constant integer[] := array[
    22, 36, 46, 54, 61, 70, 88, 116, 154, 199, 247, 297, 350, 402, 452, 502, 554, 609, 668, 733, 802, 868, 930, 1000
  ];
  v_rows bigint;
begin
  perform analytics.open_ad_import(v_measures);
  insert into pg_temp.ad_entities
    (entity_no, platform, account_id, account_name, campaign_id, campaign_name, objective, daily_budget_micros, adset_id, adset_name, ad_id, ad_name, creative_id, status)
  select
    cells[1]::integer, cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]::bigint, cells[9], cells[10], cells[11], cells[12], cells[13],
    'active'
  from simulate.lines(import_ads.world ->> 'ads');

  create temporary table ad_days on commit drop as
  select
    cells[1]::integer as entity_no, cells[2]::date as day, cells[4]::bigint as spend_micros, cells[5]::bigint as revenue_micros,
    cells[6]::bigint as cogs_micros, counts.impressions, counts.clicks, cells[9]::bigint as reach, cells[10]::bigint as conversions_micros,
    cells[11]::bigint as view_conversions_micros, cells[12]::bigint as new_customers_micros, cells[13]::bigint as add_to_carts_micros,
    cells[14]::bigint as checkouts_micros, cells[10]::bigint as purchases_micros, counts.clicks * 86 / 100 as link_clicks,
    counts.clicks * 68 / 100 as landing_page_views, video.impressions * 29 / 100 as video_views_3s, video.impressions * 11 / 100 as thruplays,
    video.impressions * 19 / 100 as video_p25, video.impressions * 13 / 100 as video_p50, video.impressions * 9 / 100 as video_p75,
    video.impressions * 6 / 100 as video_p100
  from simulate.lines(import_ads.world ->> 'ad_days')
  cross join lateral (select cells[7]::bigint as impressions, cells[8]::bigint as clicks) as counts
  cross join lateral (select case when cells[3] = 'video' then counts.impressions end as impressions) as video
  where cells[2]::date >= import_ads.from_day;

  if import_ads.by_hour then
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s)
      select facts.entity_no, 0, facts.day, hour.number, %2$s
      from pg_temp.ad_days as facts
      cross join lateral (
        select number, pg_catalog.lag(number) over (order by number) + 1 as passed_before
        from pg_catalog.generate_series(0, 23) as number
        where (facts.day + pg_catalog.make_time(number, 0, 0)) at time zone $2 at time zone $2 = facts.day + pg_catalog.make_time(number, 0, 0)
      ) as hour',
      pg_catalog.array_to_string(v_measures, ', '),
      (
        select pg_catalog.string_agg(
          pg_catalog.format(
            'facts.%1$I * ($1)[hour.number + 1] / 1000 - facts.%1$I * coalesce(($1)[hour.passed_before], 0) / 1000', measure.name
          ),
          ', '
        )
        from pg_catalog.unnest(v_measures) as measure (name)
      )
    )
    using v_passed, 'America/New_York';
  else
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, %1$s) select entity_no, 0, day, %1$s from pg_temp.ad_days',
      pg_catalog.array_to_string(v_measures, ', ')
    );
  end if;
  get diagnostics v_rows = row_count;
  drop table pg_temp.ad_days;
  perform analytics.commit_ad_import('brd_simulated', 'simulation', 'simulation', v_rows, v_measures);
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections;
end
$$;
comment on function simulate.import_ads(jsonb, date, boolean) is
  'Imports the ad reports of a simulated world from a given day on, with the functions that import real reports. by_hour divides each day among its '
  'hours.';

create function simulate.import_creatives(world jsonb)
returns void
language plpgsql volatile
as $$
begin
  perform analytics.open_creative_import();
  insert into pg_temp.creatives (line, platform, creative_id, name, format, headline, call_to_action, landing_url, thumbnail_url)
  select pg_catalog.row_number() over (), cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]
  from simulate.lines(import_creatives.world ->> 'creatives');
  perform analytics.commit_creative_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.creatives));
  drop table pg_temp.creatives, pg_temp.rejections;
end
$$;
comment on function simulate.import_creatives(jsonb) is 'Imports the creatives of a simulated world, with the functions that import real creatives.';

grant execute on function
  simulate.lines(text),
  simulate.import_ads(jsonb, date, boolean),
  simulate.import_creatives(jsonb)
to vitrine_worker;
