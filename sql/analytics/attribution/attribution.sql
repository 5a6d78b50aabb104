create function analytics.attribution(
  brand_id text,
  date_from date,
  date_to date,
  metric text default 'revenue',
  channels text[] default null,
  model text default null,
  platform text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_settings analytics.attribution_settings;
  v_status analytics.data_status;
  v_exponent smallint;
  v_is_money constant boolean := attribution.metric in ('revenue', 'spend', 'cac');
  v_known integer;
  v_days record;
  v_channels json;
  v_total numeric;
  v_unattributed numeric;
  v_shown_platforms text[];
  v_shown_spend numeric;
  v_platforms text[];
  v_model text;
  v_today date;
begin
  perform analytics.check_range(attribution.date_from, attribution.date_to, 'day');
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(attribution.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_status from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_model := coalesce(attribution.model, v_settings.model);
  v_platforms := analytics.require_platforms(v_brand.brand_id, attribution.platform);
  perform analytics.check_channels(v_brand.brand_id, attribution.channels);
  -- A day between the first order and the last had none; what lies outside is not known.
  v_known := case when attribution.date_from <= v_status.last_on and attribution.date_to >= v_status.first_on then 0 end;
  select
    coalesce(sum(days.orders), v_known) as orders,
    coalesce(sum(days.value_micros), v_known) as value_micros,
    coalesce(sum(days.conversions), v_known) as conversions,
    coalesce(sum(days.unattributed_value_micros), v_known) as unattributed_value_micros,
    coalesce(sum(days.unattributed_conversions), v_known) as unattributed_conversions,
    coalesce(sum(days.touches), v_known) as touches,
    max(days.computed_at) as computed_at
  into v_days
  from analytics.attribution_days as days
  where days.brand_id = v_brand.brand_id and days.day between attribution.date_from and attribution.date_to;

  with credits as (
    select * from analytics.channel_credits(v_brand.brand_id, v_model, attribution.date_from, attribution.date_to)
  ),
  models as (
    select
      held.channel,
      sum(held.conversions) filter (where held.model = 'first_touch') as first_touches,
      sum(held.conversions) filter (where held.model = 'last_touch') as last_touches,
      sum(held.conversions) filter (where held.model = 'participation') as participations
    from analytics.attribution_credits as held
    where held.brand_id = v_brand.brand_id
      and held.model in ('first_touch', 'last_touch', 'participation')
      and held.day between attribution.date_from and attribution.date_to
    group by held.channel
  ),
  spent as (
    select accounts.platform, sum(facts.spend_micros) as spend_micros
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    where facts.brand_id = v_brand.brand_id
      and facts.level = 'account'
      and facts.day between attribution.date_from and attribution.date_to
    group by accounts.platform
  ),
  -- The spend of a platform is shown once. With several channels of the platform it cannot be divided.
  named as (
    select
      coalesce(credits.channel, models.channel) as channel,
      coalesce(credits.value_micros, 0) as value_micros,
      coalesce(credits.conversions, 0) as conversions,
      coalesce(credits.new_customers, 0) as new_customers,
      coalesce(models.first_touches, 0) as first_touches,
      coalesce(models.last_touches, 0) as last_touches,
      coalesce(models.participations, 0) - coalesce(models.last_touches, 0) as assisted,
      analytics.platform_of_channel(coalesce(credits.channel, models.channel)) as platform
    from models
    full join credits on credits.channel = models.channel
  ),
  rounded as (
    select
      pg_catalog.array_agg(named.channel order by named.channel) as channels,
      analytics.round_to_total(
        pg_catalog.array_agg(named.value_micros / 1000000 order by named.channel),
        (v_days.value_micros - v_days.unattributed_value_micros) * 0.000001, v_exponent
      ) as revenues,
      analytics.round_to_total(
        pg_catalog.array_agg(named.conversions order by named.channel), v_days.conversions - v_days.unattributed_conversions, 6
      ) as conversions
    from named
  ),
  rows as (
    select
      named.*,
      parts.revenue,
      parts.purchases,
      case when count(*) over (partition by named.platform) = 1 then spent.spend_micros end as spend_micros
    from rounded
    cross join lateral rows from (
      pg_catalog.unnest(rounded.channels), pg_catalog.unnest(rounded.revenues), pg_catalog.unnest(rounded.conversions)
    ) as parts (channel, revenue, purchases)
    join named on named.channel = parts.channel
    left join spent on spent.platform = named.platform
  ),
  measured as (
    select
      rows.*,
      case attribution.metric
        when 'revenue' then rows.revenue
        when 'purchases' then rows.purchases
        when 'spend' then pg_catalog.round(rows.spend_micros * 0.000001, v_exponent)
        when 'roas' then pg_catalog.round((rows.value_micros / nullif(rows.spend_micros, 0))::numeric, 6)
        else pg_catalog.round((rows.spend_micros / 1000000 / nullif(pg_catalog.round(rows.new_customers::numeric, 9), 0))::numeric, v_exponent)
      end as attributed_value
    from rows
  )
  select
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'channel', measured.channel,
        'platform', measured.platform,
        'attributed_value', pg_catalog.trim_scale(measured.attributed_value),
        'share', case when attribution.metric in ('revenue', 'purchases', 'spend')
          then pg_catalog.round(measured.attributed_value / nullif(totals.total, 0), 6)
        end,
        'attributed_revenue', pg_catalog.trim_scale(measured.revenue),
        'attributed_conversions', pg_catalog.trim_scale(measured.purchases),
        'assisted_conversions', pg_catalog.round(measured.assisted::numeric),
        'first_touches', pg_catalog.round(measured.first_touches::numeric),
        'last_touches', pg_catalog.round(measured.last_touches::numeric),
        'spend', pg_catalog.trim_scale(pg_catalog.round(measured.spend_micros * 0.000001, v_exponent)),
        'roas', pg_catalog.trim_scale(pg_catalog.round((measured.value_micros / nullif(measured.spend_micros, 0))::numeric, 6)),
        'cac', pg_catalog.trim_scale(
          pg_catalog.round((measured.spend_micros / 1000000 / nullif(pg_catalog.round(measured.new_customers::numeric, 9), 0))::numeric, v_exponent)
        )
      )
      order by measured.attributed_value desc nulls last, measured.channel
    ) filter (
      where (attribution.channels is null or pg_catalog.lower(measured.channel) = any (analytics.lowered(attribution.channels)))
        and (v_platforms is null or measured.platform = any (v_platforms))
    ),
    coalesce(pg_catalog.array_agg(measured.platform) filter (where measured.spend_micros is not null), '{}'),
    coalesce(sum(pg_catalog.round(measured.spend_micros * 0.000001, v_exponent)), 0)
  into v_channels, v_shown_platforms, v_shown_spend
  from measured
  cross join (
    select case attribution.metric
      when 'revenue' then v_days.value_micros * 0.000001
      when 'purchases' then v_days.conversions
      else (select sum(spent.spend_micros) * 0.000001 from spent)
    end as total
  ) as totals;

  select
    case attribution.metric
      when 'revenue' then v_days.value_micros * 0.000001
      when 'purchases' then v_days.conversions
      when 'spend' then sum(facts.spend_micros) * 0.000001
      when 'roas' then v_days.value_micros / nullif(sum(facts.spend_micros), 0)
      else sum(facts.spend_micros) * 0.000001 / nullif(
        (
          select sum(credits.new_customers)::numeric
          from analytics.attribution_credits as credits
          where credits.brand_id = v_brand.brand_id
            and credits.model = 'linear'
            and credits.day between attribution.date_from and attribution.date_to
        ), 0
      )
    end
  into v_total
  from analytics.rollups_daily as facts
  where facts.brand_id = v_brand.brand_id
    and facts.level = 'account'
    and facts.day between attribution.date_from and attribution.date_to;
  v_unattributed := case attribution.metric
    when 'revenue' then v_days.unattributed_value_micros * 0.000001
    when 'purchases' then v_days.unattributed_conversions
    when 'spend' then pg_catalog.round(v_total, v_exponent) - v_shown_spend
  end;

  return pg_catalog.json_build_object(
    'brand_id', attribution.brand_id,
    'date_from', attribution.date_from,
    'date_to', attribution.date_to,
    'metric', attribution.metric,
    'model', v_model,
    'model_version', v_settings.version,
    'window', pg_catalog.json_build_object(
      'click_days', v_settings.click_days, 'view_days', v_settings.view_days, 'basis', 'conversion_time'
    ),
    'accounting', v_settings.accounting,
    'channels', coalesce(v_channels, '[]'),
    'total', pg_catalog.trim_scale(pg_catalog.round(v_total, case when v_is_money then v_exponent else 6 end)),
    'unattributed', pg_catalog.json_build_object(
      'value', pg_catalog.trim_scale(pg_catalog.round(v_unattributed, case when v_is_money then v_exponent else 6 end)),
      'conversions', v_days.unattributed_conversions,
      'share', pg_catalog.round(v_unattributed / nullif(v_total, 0), 6)
    ),
    'conversions_considered', v_days.orders,
    'touchpoints_considered', v_days.touches,
    'currency', v_brand.currency,
    'timezone', v_brand.timezone,
    'computed_at', platform.utc(
      -- What is simulated is the same whenever it was made.
      case when current_user = 'vitrine_simulated' then (v_status.last_on + 1)::timestamp at time zone 'UTC' else v_days.computed_at end
    ),
    'data_through', v_status.last_on,
    'partial', not (
      attribution.date_from >= v_status.first_on and attribution.date_to <= least(v_status.last_on, v_today - 1)
      and (
        attribution.metric in ('revenue', 'purchases')
        or analytics.complete_days(v_brand.brand_id, attribution.date_from, attribution.date_to)
          @> pg_catalog.daterange(attribution.date_from, attribution.date_to, '[]')
      )
    ),
    'warnings', analytics.attribution_warnings(v_brand.brand_id, attribution.date_from, attribution.date_to, v_status)
      || analytics.platform_warnings(v_brand.brand_id, attribution.platform)
      || case when attribution.metric in ('revenue', 'purchases')
        then array(
          select platform.warning('orders_of_today_are_not_over', pg_catalog.jsonb_build_object('today', v_today))
          where v_today between attribution.date_from and attribution.date_to
        )
        else analytics.partial_warnings(v_brand, attribution.date_from, attribution.date_to)
      end
      || case when attribution.metric in ('spend', 'roas', 'cac')
        then analytics.unattributed_spend(v_brand, attribution.date_from, attribution.date_to, v_shown_platforms) else '{}'
      end
  );
end
$$;
comment on function analytics.attribution(text, date, date, text, text[], text, text) is
  'GET /v1/attribution: what each channel did for the orders of a range, under the brand''s own model and windows. Credits and unattributed add up '
  'to the total to the cent. channels hides rows and changes no credit. Raises NTRDY when no order was ever ingested.';

grant execute on function analytics.attribution(text, date, date, text, text[], text, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution', 'read:marketing', may_lag => true);
