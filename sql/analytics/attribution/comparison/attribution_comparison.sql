create function analytics.attribution_comparison(
  brand_id text,
  date_from date, date_to date,
  level text default 'channel',
  model text default null,
  compared_model text default null,
  click_days integer default null, view_days integer default null,
  platform text default null,
  "limit" integer default 100,
  models text[] default null,
  channel_windows text[] default null
)
returns json
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_orders analytics.data_status;
  v_settings analytics.attribution_settings;
  v_used analytics.attribution_settings;
  v_is_own boolean;
  v_known_models constant text[] := array(
    select known.model from analytics.attribution_models as known where known.is_additive order by known.position
  );
  v_models text[];
  v_all text[];
  v_windows jsonb;
  v_platforms text[];
  v_days analytics.ratio_days;
  v_sums record;
  v_value numeric;
  v_rows record;
begin
  perform platform.require_page(attribution_comparison."limit", 1);
  perform platform.require_choice('level', attribution_comparison.level, array['channel', 'campaign', 'ad', 'creative']);
  perform platform.require_choice('model', attribution_comparison.model, v_known_models || null::text);
  perform platform.require_choice('compared_model', attribution_comparison.compared_model, v_known_models || null::text);
  perform platform.require_choice('models', named.model, v_known_models)
  from pg_catalog.unnest(attribution_comparison.models) as named (model);
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
  v_windows := analytics.read_channel_windows(v_brand.brand_id, attribution_comparison.channel_windows);
  v_is_own := v_used.click_days = v_settings.click_days and v_used.view_days = v_settings.view_days and v_windows = '{}';

  v_models[1] := coalesce(
    attribution_comparison.model, attribution_comparison.models[1], case when v_settings.model = 'markov' and not v_is_own then 'linear' else v_settings.model end
  );
  v_models[2] := coalesce(attribution_comparison.compared_model, (pg_catalog.array_remove(attribution_comparison.models, v_models[1]))[1], case when v_models[1] = 'last_touch' then 'first_touch' else 'last_touch' end);
  v_all := array(select distinct named.model from pg_catalog.unnest(v_models || attribution_comparison.models) as named (model) order by named.model);
  if 'markov' = any (v_all) then
    perform analytics.require_lost_journeys(v_brand.brand_id);
    if not v_is_own then
      perform platform.fail(
        'BADRQ', 'markov_needs_the_windows_of_the_brand', case when attribution_comparison.model = 'markov' then 'model' when attribution_comparison.compared_model = 'markov' then 'compared_model' else 'models' end,
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
  from analytics.customer_kinds(v_brand, v_settings.accounting, attribution_comparison.date_from, attribution_comparison.date_to, v_orders) as kinds;

  v_days := analytics.ratio_days(v_brand, attribution_comparison.date_from, attribution_comparison.date_to, v_orders);
  with ranges as (
    select true as is_asked, attribution_comparison.date_from as first_on, attribution_comparison.date_to as last_on
    union all
    -- The days of ROAS, if they are not all.
    select false, v_days.first_on, v_days.last_on where not v_days.is_whole and v_days.first_on is not null
  ),
  credits as materialized (
    select ranges.is_asked, chosen.model, held.*
    from pg_catalog.unnest(case when v_is_own then v_all else '{}' end) as chosen (model)
    cross join ranges
    cross join lateral analytics.ad_credits(v_brand.brand_id, chosen.model, ranges.first_on, ranges.last_on) as held
    union all
    select true, within.* from analytics.credits_in_windows(v_brand, v_used, v_all, attribution_comparison.date_from, attribution_comparison.date_to, v_windows) as within
    where not v_is_own
    union all
    select false, within.* from analytics.credits_in_windows(v_brand, v_used, v_all, v_days.first_on, v_days.last_on, v_windows) as within
    where not v_is_own and not v_days.is_whole
  ),
  channels as materialized (
    select known.channel, analytics.platform_of_channel(v_brand.brand_id, known.channel) as platform from (select distinct credits.channel from credits) as known
  ),
  keyed as materialized (
    select
      credits.is_asked, credits.model, credits.channel, channels.platform,
      case when attribution_comparison.level in ('campaign', 'ad') then coalesce(campaigns.external_id, nullif(credits.campaign, '')) end as campaign,
      campaigns.entity_id as campaign_entity_id, campaigns.name as campaign_name,
      case when attribution_comparison.level = 'ad' then coalesce(ads.external_id, nullif(credits.ad, '')) end as ad,
      ads.entity_id as ad_entity_id, ads.name as ad_name,
      case when attribution_comparison.level = 'creative' then nullif(credits.creative, '') end as creative,
      creatives.creative_id as creative_entity_id, creatives.name as creative_name,
      credits.value_micros, credits.conversions, credits.new_customers
    from credits
    join channels using (channel)
    left join analytics.ad_keys as campaigns
      on attribution_comparison.level in ('campaign', 'ad')
      and campaigns.brand_id = v_brand.brand_id
      and campaigns.level = 'campaign'
      and campaigns.platform = channels.platform
      and campaigns.key = credits.campaign
    left join analytics.ad_keys as ads
      on attribution_comparison.level = 'ad'
      and ads.brand_id = v_brand.brand_id
      and ads.level = 'ad'
      and ads.platform = channels.platform
      and ads.key = credits.ad
    left join analytics.creatives
      on attribution_comparison.level = 'creative'
      and creatives.brand_id = v_brand.brand_id
      and creatives.platform = channels.platform
      and creatives.external_id = credits.creative
  ),
  placed as materialized (
    select
      keyed.*,
      pg_catalog.dense_rank() over (
        order by keyed.channel, keyed.campaign, keyed.campaign_entity_id, keyed.ad, keyed.ad_entity_id, keyed.creative, keyed.creative_entity_id
      ) as position
    from keyed
  ),
  things as materialized (
    select distinct on (placed.position)
      placed.position, placed.channel, placed.platform, placed.campaign, placed.campaign_entity_id, placed.campaign_name, placed.ad, placed.ad_entity_id,
      placed.ad_name, placed.creative, placed.creative_entity_id, placed.creative_name
    from placed
    order by placed.position
  ),
  cells as materialized (
    select
      things.position, named.model,
      coalesce(sum(placed.value_micros) filter (where placed.is_asked), 0) as value_micros,
      coalesce(sum(placed.conversions) filter (where placed.is_asked), 0) as conversions,
      coalesce(sum(placed.new_customers) filter (where placed.is_asked), 0) as new_customers,
      coalesce(sum(placed.value_micros) filter (where placed.is_asked = v_days.is_whole), 0) as ratio_micros
    from things
    cross join pg_catalog.unnest(v_all) as named (model)
    left join placed on placed.position = things.position and placed.model = named.model
    group by things.position, named.model
  ),
  spent as materialized (
    select held.* from analytics.spend_of_credits(
      v_brand.brand_id, attribution_comparison.level, attribution_comparison.date_from, attribution_comparison.date_to, v_days.first_on, v_days.last_on
    ) as held
  ),
  -- The spend of a platform is that of its channel. It cannot be divided among several channels.
  spends as materialized (
    select things.position, ranges.is_asked, held.spend_micros
    from (select things.*, count(*) over (partition by things.platform) as channels from things) as things
    cross join ranges
    cross join lateral (
      select
        case attribution_comparison.level when 'campaign' then things.campaign_entity_id when 'ad' then things.ad_entity_id else things.creative_entity_id end as entity_id
    ) as keyed
    left join spent as held
      on held.is_asked = ranges.is_asked
      and case when attribution_comparison.level = 'channel'
        then held.platform = things.platform and things.channels = 1
        else held.entity_id = keyed.entity_id
      end
  ),
  -- Rounded together, so that the rows and the unattributed part add up to the total exactly.
  rounded as materialized (
    select
      cells.model,
      analytics.round_to_total(
        pg_catalog.array_agg(cells.value_micros / 1000000 order by cells.position), (sum(cells.value_micros) / 1000000)::numeric, v_exponent
      ) as revenues,
      analytics.round_to_total(pg_catalog.array_agg(cells.conversions order by cells.position), sum(cells.conversions)::numeric, 6) as conversions,
      analytics.round_to_total(pg_catalog.array_agg(cells.new_customers order by cells.position), sum(cells.new_customers)::numeric, 6) as new_customers
    from cells
    group by cells.model
  ),
  figures as materialized (
    select
      cells.position, cells.model, rounded.revenues[cells.position] as revenue,
      analytics.model_figures(
        rounded.revenues[cells.position], cells.ratio_micros, rounded.conversions[cells.position], rounded.new_customers[cells.position], spends.spend_micros, v_sums.value_micros
      ) as answer
    from cells
    join rounded using (model)
    left join spends on spends.position = cells.position and spends.is_asked = v_days.is_whole
  ),
  shown as (
    select
      pg_catalog.json_build_object(
        'channel', things.channel,
        'platform', things.platform,
        'campaign_id', case when things.campaign_entity_id is not null then things.campaign end,
        'campaign', coalesce(things.campaign_name, things.campaign),
        'ad_id', case when things.ad_entity_id is not null then things.ad end,
        'ad', coalesce(things.ad_name, things.ad),
        'creative_id', case when things.creative_entity_id is not null then things.creative end,
        'creative', coalesce(things.creative_name, things.creative),
        'spend', pg_catalog.trim_scale(pg_catalog.round(spends.spend_micros * 0.000001, v_exponent)),
        'attributed', attributed.answer,
        'compared', compared.answer,
        'by_model', case when attribution_comparison.models is not null then (
          select pg_catalog.json_object_agg(figures.model, figures.answer order by pg_catalog.array_position(attribution_comparison.models, figures.model))
          from figures
          where figures.position = things.position and figures.model = any (attribution_comparison.models)
        ) end
      ) as answer,
      attributed.revenue, compared.revenue as compared_revenue, things.position,
      v_platforms is null or things.platform = any (v_platforms) as is_shown
    from things
    join spends on spends.position = things.position and spends.is_asked
    join figures as attributed on attributed.position = things.position and attributed.model = v_models[1]
    join figures as compared on compared.position = things.position and compared.model = v_models[2]
  )
  select
    (
      select pg_catalog.json_agg(page.answer order by page.revenue desc, page.compared_revenue desc, page.position)
      from (
        select * from shown where shown.is_shown
        order by shown.revenue desc, shown.compared_revenue desc, shown.position
        limit attribution_comparison."limit"
      ) as page
    ) as data,
    (select count(*) from shown where shown.is_shown) as total_rows,
    (select count(*) from things where coalesce(things.campaign, things.ad, things.creative) is not null) as named,
    (select coalesce(sum(shown.revenue), 0) from shown) as credited,
    (select coalesce(pg_catalog.round(sum(cells.conversions)::numeric, 6), 0) from cells where cells.model = v_models[1]) as conversions
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
      'own_click_days', v_settings.click_days, 'own_view_days', v_settings.view_days, 'channels', v_windows
    ),
    'data', coalesce(v_rows.data, '[]'),
    'total', pg_catalog.jsonb_build_object('revenue', pg_catalog.trim_scale(v_value), 'conversions', v_sums.conversions)
      || analytics.store_ratios(v_brand, v_settings.accounting, v_days, v_orders),
    'unattributed', pg_catalog.json_build_object(
      'revenue', pg_catalog.trim_scale(v_value - v_rows.credited),
      'conversions', pg_catalog.trim_scale(v_sums.conversions - v_rows.conversions)
    ),
    'customers', v_sums.customers,
    'partial', analytics.is_attribution_partial(v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', v_orders),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_orders.last_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > attribution_comparison."limit",
      'warnings', analytics.store_ratio_warnings(v_brand, v_days, attribution_comparison.date_from, attribution_comparison.date_to, v_orders) || analytics.acquisition_warnings(v_brand, v_days) || analytics.attribution_warnings(
        v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', attribution_comparison.platform, v_orders, '{}'
      ) || case when 'markov' = any (v_all) then analytics.markov_warnings(v_brand.brand_id, 'markov') else '{}' end
        || case when attribution_comparison.level <> 'channel' and v_rows.total_rows > 0 and v_rows.named = 0
          then array[
            platform.warning(case attribution_comparison.level when 'campaign' then 'touches_name_no_campaign' else 'touches_name_no_ad' end)
          ]
          else '{}'
        end
    )
  );
end
$$;
comment on function analytics.attribution_comparison(text, date, date, text, text, text, integer, integer, text, integer, text[], text[]) is
  'GET /v1/attribution/comparison: the credits of each channel, campaign, ad or creative for the orders of a range, under two or more models, and with other windows than those of the brand, also of single channels. '
  'Raises NTRDY as analytics.attribution does, and BADRQ for the model markov with other windows.';

grant execute on function
  analytics.attribution_comparison(text, date, date, text, text, text, integer, integer, text, integer, text[], text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution_comparison', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
