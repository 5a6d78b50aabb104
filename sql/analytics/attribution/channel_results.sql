create function analytics.channel_touches(brand_id text, date_from date, date_to date)
returns table (channel text, first_touches double precision, last_touches double precision, assisted_conversions double precision)
language sql stable
as $$
  select counted.channel, coalesce(counted.first, 0), coalesce(counted.last, 0), coalesce(counted.participations, 0) - coalesce(counted.last, 0)
  from (
    select
      credits.channel,
      sum(credits.conversions) filter (where credits.model = 'first_touch') as first,
      sum(credits.conversions) filter (where credits.model = 'last_touch') as last,
      sum(credits.conversions) filter (where credits.model = 'participation') as participations
    from analytics.attribution_credits as credits
    where credits.brand_id = core.data_brand_id(channel_touches.brand_id)
      and credits.model in ('first_touch', 'last_touch', 'participation')
      and credits.day between channel_touches.date_from and channel_touches.date_to
    group by credits.channel
  ) as counted;
$$;
comment on function analytics.channel_touches(text, date, date) is
  'The conversions of a range that a channel began (first touch), ended (last touch), and took part in without ending them (assisted). Raises '
  'NTFND for an unknown brand.';

create type analytics.channel_result as (
  channel text,
  platform text,
  attributed_value numeric,
  revenue numeric,
  conversions numeric,
  spend numeric,
  roas numeric,
  cac numeric,
  assisted_conversions numeric,
  first_touches numeric,
  last_touches numeric
);
comment on type analytics.channel_result is
  'The results of a channel in a range, money in units of the currency. attributed_value is one of the others, as the metric says. spend, roas and cac are null for a channel without a platform of its own. '
  'roas and cac are those of analytics.ratio_days.';

create function analytics.channel_spend(brand_id text, channels text[], date_from date, date_to date)
returns table (channel text, platform text, spend_micros numeric)
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  -- The spend of a platform is that of its channel. It cannot be divided among several channels.
  select named.channel, named.platform, case when count(*) over (partition by named.platform) = 1 then platforms.spend_micros end
  from (
    select given.channel, analytics.platform_of_channel(channel_spend.brand_id, given.channel) as platform from pg_catalog.unnest(channel_spend.channels) as given (channel)
  ) as named
  left join analytics.platform_spend(channel_spend.brand_id, channel_spend.date_from, channel_spend.date_to) as platforms
    on platforms.platform = named.platform;
end
$$;
comment on function analytics.channel_spend(text, text[], date, date) is
  'The platform of each of these channels, and its spend in a range, in micros. Null spend for a channel without a platform of its own. Raises NTFND for an '
  'unknown brand.';

create function analytics.channel_results(
  brand_id text, model text, date_from date, date_to date, metric text, exponent integer, ratio_days analytics.ratio_days default null
)
returns setof analytics.channel_result
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand constant core.brands := core.data_brand(channel_results.brand_id);
  v_days analytics.ratio_days := channel_results.ratio_days;
  v_orders analytics.data_status;
  v_has_other_days boolean;
  v_unknown_orders bigint;
begin
  -- channel_credits checks the model.
  perform platform.require_choice('metric', channel_results.metric, array['purchases', 'revenue', 'spend', 'roas', 'cac']);
  if v_days is null then
    select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
    v_days := analytics.ratio_days(v_brand, channel_results.date_from, channel_results.date_to, v_orders);
  end if;
  v_has_other_days := not v_days.is_whole;
  v_unknown_orders := analytics.unmarked_orders(v_brand, v_days.first_on, v_days.last_on);
  return query
  with results as materialized (
    select
      coalesce(credits.channel, touches.channel) as channel,
      coalesce(credits.value_micros, 0) as value_micros,
      coalesce(credits.conversions, 0) as conversions,
      coalesce(credits.new_customers, 0) as new_customers,
      coalesce(touches.first_touches, 0) as first_touches,
      coalesce(touches.last_touches, 0) as last_touches,
      coalesce(touches.assisted_conversions, 0) as assisted_conversions
    from analytics.channel_touches(channel_results.brand_id, channel_results.date_from, channel_results.date_to) as touches
    full join analytics.channel_credits(channel_results.brand_id, channel_results.model, channel_results.date_from, channel_results.date_to) as credits
      on credits.channel = touches.channel
  ),
  -- Rounded together, so that channels and unattributed add up to the total exactly.
  rounded as (
    select
      amounts.channels,
      analytics.round_to_total(
        amounts.revenues, (sums.value_micros - sums.unattributed_value_micros) * 0.000001, channel_results.exponent
      ) as revenues,
      analytics.round_to_total(amounts.conversions, sums.conversions - sums.unattributed_conversions, 6) as conversions
    from (
      select
        pg_catalog.array_agg(results.channel order by results.channel) as channels,
        pg_catalog.array_agg(results.value_micros / 1000000 order by results.channel) as revenues,
        pg_catalog.array_agg(results.conversions order by results.channel) as conversions
      from results
    ) as amounts
    cross join analytics.attribution_sums(channel_results.brand_id, channel_results.date_from, channel_results.date_to) as sums
  ),
  spent as (
    select
      results.*,
      platforms.platform,
      platforms.spend_micros,
      -- The same days for orders and spend.
      case when v_has_other_days then paid.spend_micros else platforms.spend_micros end as paid_micros,
      case when v_has_other_days then coalesce(credits.value_micros, 0) else results.value_micros end as ratio_value_micros,
      case when v_has_other_days then coalesce(credits.new_customers, 0) else results.new_customers end as ratio_customers
    from results
    join analytics.channel_spend(
      channel_results.brand_id, array(select held.channel from results as held), channel_results.date_from, channel_results.date_to
    ) as platforms on platforms.channel = results.channel
    -- Without other days, the functions are not called. offset 0 keeps the condition from becoming one of the join.
    left join (
      select other.* from analytics.channel_credits(channel_results.brand_id, channel_results.model, v_days.first_on, v_days.last_on) as other
      where v_has_other_days
      offset 0
    ) as credits on credits.channel = results.channel
    left join (
      select other.*
      from analytics.channel_spend(channel_results.brand_id, array(select held.channel from results as held), v_days.first_on, v_days.last_on) as other
      where v_has_other_days
      offset 0
    ) as paid on paid.channel = results.channel
  ),
  measured as (
    select
      spent.*,
      parts.revenue,
      parts.purchases,
      pg_catalog.round(spent.spend_micros * 0.000001, channel_results.exponent) as spend,
      pg_catalog.round((spent.ratio_value_micros / nullif(spent.paid_micros, 0))::numeric, 6) as roas,
      case when v_unknown_orders = 0 then pg_catalog.round(
        spent.paid_micros / 1000000 / nullif(pg_catalog.round(spent.ratio_customers::numeric, 9), 0), channel_results.exponent
      ) end as cac
    from rounded
    cross join lateral rows from (
      pg_catalog.unnest(rounded.channels), pg_catalog.unnest(rounded.revenues), pg_catalog.unnest(rounded.conversions)
    ) as parts (channel, revenue, purchases)
    join spent on spent.channel = parts.channel
  )
  select
    measured.channel, measured.platform,
    analytics.attributed_value(
      channel_results.metric, measured.revenue, measured.purchases, measured.spend, measured.roas, measured.cac
    ),
    measured.revenue, measured.purchases, measured.spend, measured.roas, measured.cac,
    pg_catalog.round(measured.assisted_conversions::numeric),
    pg_catalog.round(measured.first_touches::numeric),
    pg_catalog.round(measured.last_touches::numeric)
  from measured;
end
$$;
comment on function analytics.channel_results(text, text, date, date, text, integer, analytics.ratio_days) is
  'The results of each channel in a range under a model, with money rounded to the exponent of the currency. ratio_days: the days of ROAS and CAC, by '
  'default those of analytics.ratio_days. Raises NTFND for an unknown '
  'brand, and BADRQ for an unknown model or metric.';
grant execute on function
  analytics.channel_touches(text, date, date),
  analytics.channel_spend(text, text[], date, date),
  analytics.channel_results(text, text, date, date, text, integer, analytics.ratio_days)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
