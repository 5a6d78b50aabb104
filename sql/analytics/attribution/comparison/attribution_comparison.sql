create function analytics.model_choices(brand_id text, own text, is_own_window boolean)
returns json
language sql stable
as $$
  select pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'model', models.model,
      'label', models.label,
      'rule', models.rule,
      'is_own', models.model = model_choices.own,
      'is_available', models.model <> 'markov' or (model_choices.is_own_window and not analytics.lacks_lost_journeys(model_choices.brand_id))
    )
    order by models.position
  )
  from analytics.attribution_models as models
  where models.is_additive;
$$;
comment on function analytics.model_choices(text, text, boolean) is
  'The models whose credits add up to the orders. Markov is not available for brands without lost journeys, and for other windows than those of the brand.';

create function analytics.customer_kinds(brand core.brands, accounting text, date_from date, date_to date)
returns table (kind text, conversions bigint, value_micros numeric)
language sql stable
as $$
  with sums as materialized (
    select movements.is_new_customer, sum(movements.conversions) as conversions, sum(movements.value_micros) as value_micros
    from analytics.order_movements(
      (customer_kinds.brand).brand_id, customer_kinds.accounting, (customer_kinds.brand).timezone, customer_kinds.date_from, customer_kinds.date_to
    ) as movements
    group by movements.is_new_customer
  )
  select named.kind, coalesce(sums.conversions, 0), coalesce(sums.value_micros, 0)
  from (values ('new', true), ('returning', false), ('unknown', null)) as named (kind, is_new_customer)
  left join sums on sums.is_new_customer is not distinct from named.is_new_customer;
$$;
comment on function analytics.customer_kinds(core.brands, text, date, date) is
  'The orders of a range, less refunds, by whether the store marks the customer as new, as returning, or not at all.';

create function analytics.attribution_comparison(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'channel',
  model text default null,
  compared_model text default null,
  click_days integer default null,
  view_days integer default null,
  platform text default null,
  "limit" integer default 100
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_orders analytics.data_status;
  v_settings analytics.attribution_settings;
  v_used analytics.attribution_settings;
  v_is_own boolean;
  v_models text[];
  v_platforms text[];
  v_sums record;
  v_value numeric;
  v_rows record;
begin
  perform platform.require_page(attribution_comparison."limit", 1);
  perform platform.require_choice('level', attribution_comparison.level, array['channel', 'campaign']);
  perform platform.require_choice(
    'model', attribution_comparison.model,
    array(select known.model from analytics.attribution_models as known where known.is_additive order by known.position) || null::text
  );
  perform platform.require_choice(
    'compared_model', attribution_comparison.compared_model,
    array(select known.model from analytics.attribution_models as known where known.is_additive order by known.position) || null::text
  );
  perform analytics.check_range(attribution_comparison.date_from, attribution_comparison.date_to, 'day');
  v_brand := core.data_brand(attribution_comparison.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_platforms := analytics.require_platforms(v_brand.brand_id, attribution_comparison.platform);
  v_used := v_settings;
  v_used.click_days := coalesce(attribution_comparison.click_days, v_settings.click_days);
  v_used.view_days := coalesce(attribution_comparison.view_days, v_settings.view_days);
  perform platform.require_number('click_days', v_used.click_days, 1, 365);
  perform platform.require_number('view_days', v_used.view_days, 0, 365);
  v_is_own := v_used.click_days = v_settings.click_days and v_used.view_days = v_settings.view_days;

  v_models[1] := coalesce(
    attribution_comparison.model, case when v_settings.model = 'markov' and not v_is_own then 'linear' else v_settings.model end
  );
  v_models[2] := coalesce(attribution_comparison.compared_model, case when v_models[1] = 'last_touch' then 'first_touch' else 'last_touch' end);
  if 'markov' = any (v_models) then
    perform analytics.require_lost_journeys(v_brand.brand_id);
    if not v_is_own then
      perform platform.fail(
        'BADRQ', 'markov_needs_the_windows_of_the_brand', case when v_models[1] = 'markov' then 'model' else 'compared_model' end,
        pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days)
      );
    end if;
  end if;

  select
    sum(kinds.value_micros) as value_micros,
    sum(kinds.conversions) as conversions,
    pg_catalog.json_object_agg(
      kinds.kind,
      pg_catalog.json_build_object(
        'orders', kinds.conversions, 'revenue', pg_catalog.trim_scale(pg_catalog.round(kinds.value_micros * 0.000001, v_exponent))
      )
    ) as customers
  into v_sums
  from analytics.customer_kinds(v_brand, v_settings.accounting, attribution_comparison.date_from, attribution_comparison.date_to) as kinds;

  with credits as materialized (
    select chosen.model, held.channel, held.campaign, held.value_micros, held.conversions, held.new_customers
    from (select distinct named.model from pg_catalog.unnest(v_models) as named (model) where v_is_own) as chosen
    cross join lateral analytics.campaign_credits(
      v_brand.brand_id, chosen.model, attribution_comparison.date_from, attribution_comparison.date_to
    ) as held
    union all
    select within.*
    from (select v_models as models where not v_is_own) as chosen
    cross join lateral analytics.credits_in_windows(
      v_brand, v_used, chosen.models, attribution_comparison.date_from, attribution_comparison.date_to
    ) as within
  ),
  channels as materialized (
    select known.channel, analytics.platform_of_channel(known.channel) as platform from (select distinct credits.channel from credits) as known
  ),
  keyed as (
    select
      credits.model, credits.channel, channels.platform,
      case when attribution_comparison.level = 'campaign' then coalesce(keys.external_id, nullif(credits.campaign, '')) end as campaign,
      case when attribution_comparison.level = 'campaign' then keys.entity_id end as entity_id,
      case when attribution_comparison.level = 'campaign' then keys.name end as name,
      credits.value_micros, credits.conversions, credits.new_customers
    from credits
    join channels using (channel)
    left join analytics.ad_keys as keys
      on attribution_comparison.level = 'campaign'
      and keys.brand_id = v_brand.brand_id
      and keys.level = 'campaign'
      and keys.platform = channels.platform
      and keys.key = credits.campaign
  ),
  sums as materialized (
    select
      keyed.channel, keyed.platform, keyed.campaign, keyed.entity_id, min(keyed.name) as name,
      coalesce(sum(keyed.value_micros) filter (where keyed.model = v_models[1]), 0) as value_micros,
      coalesce(sum(keyed.conversions) filter (where keyed.model = v_models[1]), 0) as conversions,
      coalesce(sum(keyed.new_customers) filter (where keyed.model = v_models[1]), 0) as new_customers,
      coalesce(sum(keyed.value_micros) filter (where keyed.model = v_models[2]), 0) as compared_micros,
      coalesce(sum(keyed.conversions) filter (where keyed.model = v_models[2]), 0) as compared_conversions,
      coalesce(sum(keyed.new_customers) filter (where keyed.model = v_models[2]), 0) as compared_new_customers
    from keyed
    group by keyed.channel, keyed.platform, keyed.campaign, keyed.entity_id
  ),
  -- The spend of a platform is that of its channel. It cannot be divided among several channels.
  spent as (
    select
      sums.*,
      pg_catalog.row_number() over (order by sums.channel, sums.campaign, sums.entity_id) as position,
      case
        when sums.entity_id is not null then (
          select sum(facts.spend_micros) from analytics.rollups_daily as facts
          where facts.brand_id = v_brand.brand_id and facts.level = 'campaign' and facts.entity_id = sums.entity_id
            and facts.day between attribution_comparison.date_from and attribution_comparison.date_to
        )
        when attribution_comparison.level = 'channel' and count(*) over (partition by sums.platform) = 1 then platforms.spend_micros
      end as spend_micros
    from sums
    left join analytics.platform_spend(
      attribution_comparison.brand_id, attribution_comparison.date_from, attribution_comparison.date_to
    ) as platforms on platforms.platform = sums.platform
  ),
  -- Rounded together, so that the rows and the unattributed part add up to the total exactly.
  rounded as (
    select
      analytics.round_to_total(
        pg_catalog.array_agg(spent.value_micros / 1000000 order by spent.position), (sum(spent.value_micros) / 1000000)::numeric, v_exponent
      ) as revenues,
      analytics.round_to_total(
        pg_catalog.array_agg(spent.compared_micros / 1000000 order by spent.position), (sum(spent.compared_micros) / 1000000)::numeric, v_exponent
      ) as compared_revenues
    from spent
  ),
  shown as (
    select
      pg_catalog.json_build_object(
        'channel', spent.channel,
        'platform', spent.platform,
        'campaign_id', case when spent.entity_id is not null then spent.campaign end,
        'campaign', coalesce(spent.name, spent.campaign),
        'spend', pg_catalog.trim_scale(pg_catalog.round(spent.spend_micros * 0.000001, v_exponent)),
        'attributed', analytics.model_figures(
          rounded.revenues[spent.position], spent.value_micros, spent.conversions, spent.new_customers, spent.spend_micros, v_sums.value_micros
        ),
        'compared', analytics.model_figures(
          rounded.compared_revenues[spent.position], spent.compared_micros, spent.compared_conversions, spent.compared_new_customers, spent.spend_micros,
          v_sums.value_micros
        )
      ) as answer,
      rounded.revenues[spent.position] as revenue, rounded.compared_revenues[spent.position] as compared_revenue, spent.channel, spent.campaign,
      v_platforms is null or spent.platform = any (v_platforms) as is_shown
    from spent
    cross join rounded
  )
  select
    (
      select pg_catalog.json_agg(page.answer order by page.revenue desc, page.compared_revenue desc, page.channel, page.campaign)
      from (
        select * from shown where shown.is_shown
        order by shown.revenue desc, shown.compared_revenue desc, shown.channel, shown.campaign
        limit attribution_comparison."limit"
      ) as page
    ) as data,
    (select count(*) from shown where shown.is_shown) as total_rows,
    (select count(*) from keyed where keyed.campaign is not null) as campaigns,
    (select coalesce(sum(shown.revenue), 0) from shown) as credited,
    (select coalesce(sum(sums.conversions), 0) from sums) as conversions
  into v_rows;
  v_value := pg_catalog.round(v_sums.value_micros * 0.000001, v_exponent);

  return pg_catalog.json_build_object(
    'brand_id', attribution_comparison.brand_id,
    'date_from', attribution_comparison.date_from,
    'date_to', attribution_comparison.date_to,
    'level', attribution_comparison.level,
    'model', v_models[1],
    'compared_model', v_models[2],
    'models', analytics.model_choices(v_brand.brand_id, v_settings.model, v_is_own),
    'window', pg_catalog.json_build_object(
      'click_days', v_used.click_days, 'view_days', v_used.view_days, 'is_own', v_is_own,
      'own_click_days', v_settings.click_days, 'own_view_days', v_settings.view_days
    ),
    'data', coalesce(v_rows.data, '[]'),
    'total', pg_catalog.json_build_object('revenue', pg_catalog.trim_scale(v_value), 'conversions', v_sums.conversions),
    'unattributed', pg_catalog.json_build_object(
      'revenue', pg_catalog.trim_scale(v_value - v_rows.credited),
      'conversions', pg_catalog.trim_scale(pg_catalog.round((v_sums.conversions - v_rows.conversions)::numeric, 6))
    ),
    'customers', v_sums.customers,
    'partial', analytics.is_attribution_partial(
      v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', v_orders
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_orders.last_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > attribution_comparison."limit",
      'warnings', analytics.attribution_warnings(
        v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', attribution_comparison.platform, v_orders, '{}'
      ) || case when 'markov' = any (v_models) then analytics.markov_warnings(v_brand.brand_id, 'markov') else '{}' end
        || case when attribution_comparison.level = 'campaign' and v_rows.total_rows > 0 and v_rows.campaigns = 0
          then array[platform.warning('touches_name_no_campaign')]
          else '{}'
        end
    )
  );
end
$$;
comment on function analytics.attribution_comparison(text, date, date, text, text, text, integer, integer, text, integer) is
  'GET /v1/attribution/comparison: the credits of each channel or campaign for the orders of a range, under two models and with other windows than those of the brand. '
  'Raises NTRDY as analytics.attribution does, and BADRQ for the model markov with other windows.';

create function analytics.model_figures(
  revenue numeric, value_micros double precision, conversions double precision, new_customers double precision, spend_micros numeric,
  total_micros numeric
)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'revenue', pg_catalog.trim_scale(model_figures.revenue),
  'share', pg_catalog.round(model_figures.revenue * 1000000 / nullif(model_figures.total_micros, 0), 6),
  'conversions', pg_catalog.trim_scale(pg_catalog.round(model_figures.conversions::numeric, 6)),
  'new_customers', pg_catalog.trim_scale(pg_catalog.round(model_figures.new_customers::numeric, 6)),
  'roas', pg_catalog.trim_scale(pg_catalog.round((model_figures.value_micros / nullif(model_figures.spend_micros, 0))::numeric, 6))
);
comment on function analytics.model_figures(numeric, double precision, double precision, double precision, numeric, numeric) is
  'The figures of a row under one model. share: its part of the revenue of all orders.';
grant execute on function
  analytics.model_choices(text, text, boolean),
  analytics.customer_kinds(core.brands, text, date, date),
  analytics.model_figures(numeric, double precision, double precision, double precision, numeric, numeric),
  analytics.attribution_comparison(text, date, date, text, text, text, integer, integer, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution_comparison', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
