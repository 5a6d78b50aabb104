create function analytics.attributed_to_experiment(experiment analytics.experiments, model text, counted datemultirange)
returns table (orders double precision, revenue_micros double precision)
language sql stable
as $$
  with span as (
    select
      pg_catalog.lower(attributed_to_experiment.counted) as first_on, pg_catalog.upper(attributed_to_experiment.counted) - 1 as last_on
  ),
  -- The platform of a channel is looked up once.
  channels as materialized (
    select credits.channel, sum(credits.conversions) as orders, sum(credits.value_micros) as revenue_micros
    from span
    join analytics.attribution_credits as credits on credits.day between span.first_on and span.last_on
    where (attributed_to_experiment.experiment).campaign_ids is null
      and credits.brand_id = (attributed_to_experiment.experiment).brand_id
      and credits.model = attributed_to_experiment.model
      and attributed_to_experiment.counted @> credits.day
    group by credits.channel
  )
  select sum(channels.orders), sum(channels.revenue_micros)
  from channels
  where analytics.platform_of_channel((attributed_to_experiment.experiment).brand_id, channels.channel) = (attributed_to_experiment.experiment).platform
  having count(*) > 0
  union all
  select sum(credits.conversions)::double precision, sum(credits.value)::double precision * 1000000
  from span
  join analytics.daily_ad_attribution as credits on credits.day between span.first_on and span.last_on
  where (attributed_to_experiment.experiment).campaign_ids is not null
    and credits.brand_id = (attributed_to_experiment.experiment).brand_id
    and credits.model = attributed_to_experiment.model
    and attributed_to_experiment.counted @> credits.day
    and credits.platform = (attributed_to_experiment.experiment).platform
    and credits.campaign_id = any ((attributed_to_experiment.experiment).campaign_ids)
  having count(*) > 0;
$$;
comment on function analytics.attributed_to_experiment(analytics.experiments, text, datemultirange) is
  'Returns the orders and the revenue that a model attributes to the ads of an experiment on these days. No row without credits.';

create function analytics.estimate(value double precision, lower double precision, upper double precision, factor double precision default 1)
returns jsonb
language sql immutable
return case when estimate.value * estimate.factor is not null then pg_catalog.jsonb_build_object(
  'value', analytics.shown(estimate.value * estimate.factor),
  'lower', analytics.shown(estimate.lower * estimate.factor),
  'upper', analytics.shown(estimate.upper * estimate.factor)
) end;
comment on function analytics.estimate(double precision, double precision, double precision, double precision) is
  'Returns an estimate with its interval, each multiplied by a factor. Null without one of value and factor.';

create function analytics.claims_of_all(brand core.brands, experiment analytics.experiments, counted datemultirange)
returns table (orders double precision, revenue double precision, with_conversions text[], unknown_of text[])
language sql stable
as $$
  with span as (
    select pg_catalog.lower(claims_of_all.counted) as first_on, pg_catalog.upper(claims_of_all.counted) - 1 as last_on
  ),
  facts as (
    select
      entities.platform, rows.conversions_micros, rows.purchases_micros, rows.revenue_micros,
      count(rows.purchases_micros) over (partition by rows.entity_id) > 0 as has_purchases
    from span
    join analytics.rollups_daily as rows
      on rows.brand_id = (claims_of_all.brand).brand_id and rows.level = 'account' and rows.day between span.first_on and span.last_on
    join analytics.entities on entities.brand_id = rows.brand_id and entities.entity_id = rows.entity_id
    where claims_of_all.counted @> rows.day
  ),
  late as (
    select missing.platform, missing.account_id
    from span
    cross join lateral analytics.unreported_days((claims_of_all.brand).brand_id, span.first_on, span.last_on) as missing
    where missing.days && claims_of_all.counted
    union
    select unread.platform, unread.account_id
    from span
    cross join lateral sources.unread_days((claims_of_all.brand).brand_id, span.first_on, span.last_on) as unread
    where claims_of_all.counted && pg_catalog.daterange(unread.first_on, unread.last_on, '[]')
  ),
  -- The reports of the experiment's own accounts are known on the counted days.
  unknown as (
    select distinct late.platform
    from late
    where late.platform <> (claims_of_all.experiment).platform
      or late.account_id not in (select accounts.account_id from analytics.experiment_accounts(claims_of_all.experiment) as accounts)
  )
  select
    (sum(case when facts.has_purchases then facts.purchases_micros else facts.conversions_micros end) * 0.000001)::double precision,
    (sum(facts.revenue_micros) * 0.000001)::double precision,
    array(
      select distinct named.platform
      from facts as named
      where not named.has_purchases and named.conversions_micros > 0
      order by named.platform
    ),
    array(select unknown.platform from unknown order by unknown.platform)
  from facts;
$$;
comment on function analytics.claims_of_all(core.brands, analytics.experiments, datemultirange) is
  'Returns the orders and the revenue that all platforms claim on these days, the platforms whose conversions count as orders because an account of '
  'them reports no purchases, and the platforms with an account, other than those of the experiment, that has not reported all of these days.';

create function analytics.calibration(brand core.brands, experiment analytics.experiments, counted datemultirange, effects jsonb)
returns jsonb
language sql stable
as $$
  with days as (
    select sum(pg_catalog.upper(part.days) - pg_catalog.lower(part.days))::double precision as number
    from pg_catalog.unnest(calibration.counted) as part (days)
  ),
  claimed as (
    select
      sum(facts.claimed_orders)::double precision as orders, (sum(facts.claimed_revenue_micros) * 0.000001)::double precision as revenue,
      coalesce(pg_catalog.bool_or(facts.has_conversions), false) as has_conversions
    from analytics.experiment_days(calibration.experiment, (calibration.experiment).starts_on, (calibration.experiment).ends_on) as facts
    where calibration.counted @> facts.day
  ),
  settings as (
    select held.model from analytics.attribution_settings_of((calibration.brand).brand_id) as held
  ),
  attributed as (
    select credits.orders, credits.revenue_micros * 0.000001 as revenue
    from settings
    cross join lateral analytics.attributed_to_experiment(calibration.experiment, settings.model, calibration.counted) as credits
  ),
  claimed_by_all as materialized (
    select * from analytics.claims_of_all(calibration.brand, calibration.experiment, calibration.counted)
  ),
  own as (
    select
      coalesce(sum(movements.conversions), 0)::double precision as orders,
      coalesce(sum(movements.value_micros) * 0.000001, 0)::double precision as revenue
    from analytics.order_movements(
      (calibration.brand).brand_id, 'accrual', (calibration.brand).timezone, (calibration.experiment).starts_on, (calibration.experiment).ends_on
    ) as movements
    where calibration.counted @> movements.day
  ),
  compared as (
    select named.*, effect.value, effect.lower, effect.upper
    from claimed
    cross join claimed_by_all
    cross join own
    left join attributed on true
    cross join lateral (
      values
        ('orders', claimed.orders, attributed.orders, claimed_by_all.orders - own.orders),
        ('revenue', claimed.revenue, attributed.revenue, claimed_by_all.revenue - own.revenue)
    ) as named (metric, claimed, attributed, beyond)
    cross join lateral pg_catalog.jsonb_to_record(calibration.effects -> named.metric)
      as effect (value double precision, lower double precision, upper double precision)
  )
  select pg_catalog.jsonb_build_object(
    'days_on', days.number,
    'model', settings.model,
    'conversions_as_orders_of', (
      select coalesce(pg_catalog.jsonb_agg(named.platform order by named.platform), '[]')
      from (
        select pg_catalog.unnest(claimed_by_all.with_conversions) as platform
        union
        select (calibration.experiment).platform where claimed.has_conversions
      ) as named
    ),
    'claims_unknown_of', pg_catalog.to_jsonb(claimed_by_all.unknown_of)
  ) || (
    select pg_catalog.jsonb_object_agg(compared.metric, pg_catalog.jsonb_build_object(
      'claimed', analytics.shown(compared.claimed),
      'attributed', analytics.shown(compared.attributed),
      'incremental', analytics.estimate(compared.value, compared.lower, compared.upper, days.number),
      'incremental_per_claimed', analytics.estimate(compared.value, compared.lower, compared.upper, days.number / nullif(compared.claimed, 0)),
      'claimed_beyond_orders', case when claimed_by_all.unknown_of = '{}' then analytics.shown(compared.beyond) end
    ))
    from compared
  )
  from days
  cross join claimed
  cross join settings
  cross join claimed_by_all
  where calibration.counted is not null;
$$;
comment on function analytics.calibration(core.brands, analytics.experiments, datemultirange, jsonb) is
  'Compares on the counted days with the ads, as far as their reports are known, what their platform claims, what the model of the brand attributes to '
  'them, and what the experiment finds to be incremental, with its interval. effects has the effect a day of orders and revenue of the whole spend, which is '
  'not known if the blocks without ads had more than half of it. '
  'claimed_beyond_orders: what all platforms claim together minus all orders of the brand on these days; above 0, at least so much is claimed twice or '
  'was no order. Null where nothing is reported, and claimed_beyond_orders also if another account has not reported all of these days.';
grant execute on function
  analytics.attributed_to_experiment(analytics.experiments, text, datemultirange),
  analytics.estimate(double precision, double precision, double precision, double precision),
  analytics.claims_of_all(core.brands, analytics.experiments, datemultirange),
  analytics.calibration(core.brands, analytics.experiments, datemultirange, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
