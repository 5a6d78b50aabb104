create function connector.require_campaign(brand_id text, campaign_id text, platform text default null, account_id text default null)
returns analytics.entities
language plpgsql stable
as $$
declare
  v_platforms constant text[] := analytics.require_platforms(require_campaign.brand_id, require_campaign.platform);
  v_found analytics.entities[];
begin
  select pg_catalog.array_agg(held) into v_found
  from analytics.entities as held
  join analytics.entities as accounts on accounts.brand_id = held.brand_id and accounts.entity_id = held.account_entity_id
  where held.brand_id = require_campaign.brand_id
    and held.level = 'campaign'
    and held.external_id = require_campaign.campaign_id
    and (v_platforms is null or held.platform = any (v_platforms))
    and (require_campaign.account_id is null or accounts.external_id = require_campaign.account_id);
  if v_found is null then
    perform platform.fail('NTFND', 'names_no_campaign_of_this_brand', 'campaign_id');
  elsif pg_catalog.cardinality(v_found) > 1 then
    perform platform.fail('BADRQ', 'several_campaigns_have_this_id', 'campaign_id');
  end if;
  return v_found[1];
end
$$;
comment on function connector.require_campaign(text, text, text, text) is
  'Returns the campaign with a platform''s id. Raises NTFND for an unknown id. Raises BADRQ if several platforms or accounts have the same id.';

create function connector.ranked_adsets(brand core.brands, filters jsonb, date_from date, date_to date)
returns json
language plpgsql stable
as $$
declare
  v_ranked json;
begin
  with ranked as (
    select
      row.value,
      pg_catalog.row_number() over (order by row.position) as rank,
      count(*) over () as adsets
    from pg_catalog.json_array_elements(
      analytics.ask(
        ranked_adsets.brand, '{roas,spend,revenue,conversions,cpa}', ranked_adsets.date_from, ranked_adsets.date_to, 'adset', null,
        ranked_adsets.filters, "limit" => 10000
      ) -> 'data'
    ) with ordinality as row (value, position)
    -- An ad set without spend has no return to rank by.
    where row.value ->> 'adset_id' is not null and row.value ->> 'roas' is not null
  ),
  ranked_adsets as (
    select
      ranked.rank,
      ranked.adsets,
      pg_catalog.json_build_object(
        'id', ranked.value -> 'adset_id', 'name', ranked.value -> 'adset_name', 'roas', ranked.value -> 'roas', 'spend', ranked.value -> 'spend',
        'revenue', ranked.value -> 'revenue', 'conversions', ranked.value -> 'conversions', 'cpa', ranked.value -> 'cpa'
      ) as adset
    from ranked
  )
  select pg_catalog.json_build_object(
    'top', coalesce(pg_catalog.json_agg(ranked_adsets.adset order by ranked_adsets.rank) filter (where ranked_adsets.rank <= least(3, (ranked_adsets.adsets + 1) / 2)), '[]'),
    -- No ad set is in both lists.
    'bottom', coalesce(pg_catalog.json_agg(ranked_adsets.adset order by ranked_adsets.rank desc) filter (where ranked_adsets.rank > ranked_adsets.adsets - least(3, ranked_adsets.adsets / 2)), '[]')
  )
  into v_ranked
  from ranked_adsets;
  return v_ranked;
end
$$;
comment on function connector.ranked_adsets(core.brands, jsonb, date, date) is
  'Returns up to three ad sets with the highest return on ad spend, and up to three others with the lowest.';

create function connector.campaign(
  brand_id text, campaign_id text, platform text default null, account_id text default null, date_from date default null, date_to date default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_campaign analytics.entities;
  v_account analytics.entities;
  v_filters jsonb;
  v_today date;
  v_from date;
  v_to date;
  v_totals jsonb;
  v_is_complete boolean;
  v_metrics constant text[] := array['spend', 'revenue', 'conversions', 'impressions', 'clicks', 'roas', 'cpa', 'ctr', 'cpc', 'cvr'];
begin
  v_brand := core.data_brand(campaign.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  -- By default the last 30 finished days.
  v_to := coalesce(campaign.date_to, greatest(v_today - 1, campaign.date_from));
  v_from := coalesce(campaign.date_from, v_to - 29);
  perform analytics.check_range(v_from, v_to, 'day');
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_campaign := connector.require_campaign(v_brand.brand_id, campaign.campaign_id, campaign.platform, campaign.account_id);
  select held.* into strict v_account
  from analytics.entities as held
  where held.brand_id = v_brand.brand_id and held.entity_id = v_campaign.account_entity_id;
  v_filters := pg_catalog.jsonb_build_object('platform', v_campaign.platform, 'account_id', v_account.external_id, 'campaign_id', v_campaign.external_id);
  v_totals := analytics.ask(v_brand, v_metrics, v_from, least(v_to, v_today), null, null, v_filters) -> 'data' -> 0;
  v_is_complete := analytics.complete_days(v_brand.brand_id, v_from, v_to, array[v_campaign.platform]) @> pg_catalog.daterange(v_from, v_to, '[]');

  return pg_catalog.json_build_object(
    'brand_id', campaign.brand_id,
    'id', v_campaign.external_id,
    'name', v_campaign.name,
    'platform', v_campaign.platform,
    'account', pg_catalog.json_build_object('id', v_account.external_id, 'name', v_account.name),
    'status', v_campaign.status,
    'objective', v_campaign.objective,
    'daily_budget', pg_catalog.trim_scale(pg_catalog.round(v_campaign.daily_budget_micros * 0.000001, v_exponent)),
    'adsets', (
      select count(*)
      from analytics.entities as held
      where held.brand_id = v_brand.brand_id and held.level = 'adset' and held.campaign_entity_id = v_campaign.entity_id
    ),
    'ads', (
      select count(*)
      from analytics.entities as held
      where held.brand_id = v_brand.brand_id and held.level = 'ad' and held.campaign_entity_id = v_campaign.entity_id
    ),
    'date_from', v_from,
    'date_to', v_to,
    'totals', case when v_is_complete then v_totals else pg_catalog.jsonb_build_object('partial', true) || v_totals end,
    'adsets_by_roas', connector.ranked_adsets(v_brand, v_filters, v_from, least(v_to, v_today)),
    'open_anomalies', (
      select coalesce(pg_catalog.json_agg(found.value order by found.position), '[]')
      from pg_catalog.json_array_elements(
        analytics.anomalies(
          campaign.brand_id, 365, "limit" => 1000, platform => v_campaign.platform, campaign_ids => array[v_campaign.external_id], level => 'campaign'
        ) -> 'data'
      ) with ordinality as found (value, position)
      where found.value ->> 'status' in ('active', 'confirmed')
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', analytics.reported_through(v_brand.brand_id),
      'warnings', analytics.metric_warnings(
        v_brand, v_metrics, 'campaign', v_from, v_to, v_today, 'day', array[v_campaign.platform]
      )
    )
  );
end
$$;
comment on function connector.campaign(text, text, text, text, date, date) is
  'get_campaign: returns the settings of a campaign, its metrics in a range, its best and worst ad sets, and its open anomalies. The default range '
  'is the last 30 finished days. Raises NTFND for an unknown id and NTRDY if no ad data was ever imported.';
grant execute on function
  connector.require_campaign(text, text, text, text),
  connector.ranked_adsets(core.brands, jsonb, date, date),
  connector.campaign(text, text, text, text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.campaign', 'read:marketing', may_lag => true);
