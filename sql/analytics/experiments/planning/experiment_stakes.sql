create function analytics.experiment_stakes(brand core.brands, platform text, campaign_ids text[], plan jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand_id constant text := (experiment_stakes.brand).brand_id;
  v_last_on constant date := (experiment_stakes.plan ->> 'history_to')::date;
  v_off_days constant integer := (experiment_stakes.plan ->> 'days')::integer / 2;
  v_model constant text := (analytics.attribution_settings_of(v_brand_id)).model;
  v_ads analytics.experiments;
  v_first_on date;
  v_days datemultirange;
  v_number double precision;
  v_reported record;
  v_attributed record;
begin
  v_ads.brand_id := v_brand_id;
  v_ads.platform := experiment_stakes.platform;
  v_ads.campaign_ids := experiment_stakes.campaign_ids;
  -- Ads that began later have their means from their first day on.
  select min(facts.day) into v_first_on from analytics.experiment_days(v_ads, v_last_on - 27, v_last_on) as facts;
  v_days := case when v_first_on is null then '{}' else analytics.days_without(v_first_on, v_last_on, (
    select pg_catalog.range_agg(missing.days)
    from (
      select gaps.days
      from analytics.unreported_days(v_brand_id, v_first_on, v_last_on, array[v_ads.platform]) as gaps
      join analytics.experiment_accounts(v_ads) as accounts on accounts.account_id = gaps.account_id
      union all
      select unread.days from analytics.experiment_unread_days(v_ads, v_first_on, v_last_on) as unread
    ) as missing
  )) end;
  select sum(pg_catalog.upper(part.days) - pg_catalog.lower(part.days)) into v_number from pg_catalog.unnest(v_days) as part (days);
  select
    sum(facts.spend_micros) * 0.000001 / v_number as spend, sum(facts.claimed_orders) / v_number as orders,
    sum(facts.claimed_revenue_micros) * 0.000001 / v_number as revenue, coalesce(pg_catalog.bool_or(facts.has_conversions), false) as has_conversions
  into v_reported
  from analytics.experiment_days(v_ads, v_first_on, v_last_on) as facts
  where v_days @> facts.day;
  select sum(credits.orders) / v_number as orders, sum(credits.revenue_micros) * 0.000001 / v_number as revenue
  into v_attributed
  from analytics.attributed_to_experiment(v_ads, v_model, v_days) as credits;
  return pg_catalog.jsonb_build_object(
    'platform', v_ads.platform,
    'campaign_ids', v_ads.campaign_ids,
    'days', coalesce(v_number, 0),
    'date_from', pg_catalog.lower(v_days),
    'date_to', pg_catalog.upper(v_days) - 1,
    'off_days', v_off_days,
    'spend_per_day', analytics.shown(v_reported.spend),
    'spend', analytics.shown(v_off_days * v_reported.spend),
    'model', v_model,
    'conversions_are_orders', v_reported.has_conversions,
    'outcomes', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'metric', named.metric,
          'claimed_per_day', analytics.shown(named.claimed),
          'attributed_per_day', analytics.shown(named.attributed),
          'at_stake', analytics.shown(v_off_days * credited.per_day),
          'detectable_percent', analytics.shown(100 * planned.detectable / nullif(credited.per_day, 0)),
          'verdict', judged.verdict,
          'statement', case judged.verdict
            when 'can_find' then platform.statement('plan_can_find', facts.given)
            when 'cannot_find' then platform.statement('plan_cannot_find', facts.given)
            else platform.statement('plan_is_unknown', facts.given)
          end
        )
        order by named.metric
      )
      from (values ('orders', v_reported.orders::double precision, v_attributed.orders), ('revenue', v_reported.revenue, v_attributed.revenue))
        as named (metric, claimed, attributed)
      join pg_catalog.jsonb_to_recordset(experiment_stakes.plan -> 'effects') as planned (metric text, detectable double precision) on planned.metric = named.metric
      cross join lateral (select greatest(named.claimed, named.attributed) as per_day) as credited
      cross join lateral (
        select case
          when planned.detectable is null or credited.per_day is null then 'is_unknown'
          when planned.detectable > credited.per_day then 'cannot_find'
          else 'can_find'
        end as verdict
      ) as judged
      cross join lateral (
        select pg_catalog.jsonb_build_object(
          'metric', named.metric, 'platform', v_ads.platform, 'currency', (experiment_stakes.brand).currency, 'per_day', analytics.shown(credited.per_day),
          'percent', pg_catalog.round(100 * planned.detectable / nullif(credited.per_day, 0)),
          'is_claimed', coalesce(named.claimed >= named.attributed, named.claimed is not null)
        ) as given
      ) as facts
    )
  );
end
$$;
comment on function analytics.experiment_stakes(core.brands, text, text[], jsonb) is
  'Returns what an experiment on these ads costs and can show, from the last 28 days of the history of its plan (analytics.experiment_power) of which the reports '
  'are known: the spend that is switched off, and for each outcome what the platform claims and the model of the brand attributes a day. The larger one is at stake. '
  'verdict: cannot_find if the smallest detectable effect is larger than that, is_unknown without reports or a detectable effect.';
grant execute on function analytics.experiment_stakes(core.brands, text, text[], jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
