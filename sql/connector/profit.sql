create function connector.profit_of(
  revenue numeric, costed_revenue numeric, cogs numeric, spend numeric, sold_cogs numeric, sold_spend numeric, mer numeric, exponent smallint
)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'revenue', pg_catalog.trim_scale(pg_catalog.round(profit_of.revenue, profit_of.exponent)),
    'cogs', pg_catalog.trim_scale(pg_catalog.round(profit_of.cogs, profit_of.exponent)),
    'ad_spend', pg_catalog.trim_scale(pg_catalog.round(profit_of.spend, profit_of.exponent)),
    'fees', null,
    'gross_profit', pg_catalog.trim_scale(pg_catalog.round(known.gross, profit_of.exponent)),
    'contribution_profit', pg_catalog.trim_scale(pg_catalog.round(known.contribution, profit_of.exponent)),
    'margin', pg_catalog.trim_scale(pg_catalog.round(known.contribution / nullif(profit_of.revenue, 0), 6)),
    'mer', pg_catalog.trim_scale(pg_catalog.round(profit_of.mer, 6)),
    -- Covers only revenue with a known cost. Without a positive margin there is no break-even.
    'break_even_roas', case when profit_of.costed_revenue > profit_of.sold_cogs
      then pg_catalog.trim_scale(pg_catalog.round(profit_of.costed_revenue / (profit_of.costed_revenue - profit_of.sold_cogs), 6))
    end,
    'missing_cost_share', pg_catalog.trim_scale(pg_catalog.round(1 - known.costed_share, 6))
  )
  from (
    select
      sold.gross,
      -- Spend without a sale is a loss. sold_spend is null for an account that never reports revenue.
      case when profit_of.revenue is null then -coalesce(profit_of.sold_cogs, 0) else sold.gross end - profit_of.sold_spend as contribution,
      coalesce(profit_of.costed_revenue, 0) / nullif(profit_of.revenue, 0) as costed_share
    from (
      select case when profit_of.costed_revenue = profit_of.revenue then profit_of.revenue - profit_of.sold_cogs end as gross
    ) as sold
  ) as known;
$$;
comment on function connector.profit_of(numeric, numeric, numeric, numeric, numeric, numeric, numeric, smallint) is
  'Returns profit and its components, in units. sold_cogs and sold_spend cover the accounts that report revenue, including days without a sale. If '
  'the cost of some revenue is unknown, profit is null and missing_cost_share is the share of that revenue.';

create function connector.profit(
  brand_id text,
  date_from date,
  date_to date,
  granularity text default 'none',
  "by" text default 'none',
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_list constant jsonb := pg_catalog.jsonb_build_array('profit', profit.brand_id, profit.date_from, profit.date_to, profit.granularity, profit."by");
  v_after constant text := connector.read_cursor(profit.cursor, v_list);
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
  v_totals jsonb;
  v_silent_accounts bigint[];
begin
  perform platform.require_page(profit."limit");
  perform platform.require_choice('granularity', profit.granularity, array['day', 'week', 'month', 'none']);
  perform platform.require_choice('by', profit."by", array['channel', 'campaign', 'none']);
  perform analytics.check_range(profit.date_from, profit.date_to, profit.granularity);
  v_brand := core.data_brand(profit.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  -- The store's revenue belongs to no ad account, so it is compared with the costs of all accounts.
  v_silent_accounts := case when v_brand.revenue_source = 'store' then '{}' else analytics.accounts_without(v_brand.brand_id, '{revenue}') end;

  with sold as materialized (
    select
      case when profit.granularity <> 'none' then pg_catalog.date_trunc(profit.granularity, facts.day::timestamp)::date end as date,
      case when profit."by" <> 'none' then entities.platform end as channel,
      -- Facts of an account as a whole belong to no campaign.
      case when profit."by" = 'campaign' then case when entities.level = 'campaign' then entities.entity_id else entities.campaign_entity_id end end as campaign_entity_id,
      case when v_brand.revenue_source = 'store' then facts.store_revenue_micros else facts.revenue_micros end * 0.000001 as revenue,
      facts.cogs_micros * 0.000001 as cogs,
      facts.spend_micros * 0.000001 as spend,
      facts.store_revenue_micros * 0.000001 as store_revenue,
      coalesce(entities.account_entity_id, entities.entity_id) <> all (v_silent_accounts) as is_sold
    from analytics.facts_daily as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = v_brand.brand_id and facts.day between profit.date_from and least(profit.date_to, v_today)
  ),
  sums as materialized (
    select
      sold.date, sold.channel, sold.campaign_entity_id,
      sum(sold.revenue) as revenue, sum(sold.revenue) filter (where sold.cogs is not null) as costed_revenue, sum(sold.cogs) as cogs,
      sum(sold.spend) as spend, sum(sold.store_revenue) as store_revenue,
      sum(sold.cogs) filter (where sold.is_sold) as sold_cogs,
      sum(sold.spend) filter (where sold.is_sold) as sold_spend
    from sold
    group by sold.date, sold.channel, sold.campaign_entity_id
  ),
  kept as materialized (
    select
      sums.*,
      campaigns.external_id as campaign_id,
      campaigns.name as campaign_name,
      array[sums.date::text, sums.channel, paths.account_id, campaigns.external_id] as path,
      pg_catalog.row_number() over (
        order by sums.date, sums.revenue desc nulls last, sums.channel collate "C", campaigns.external_id collate "C", sums.campaign_entity_id
      ) as position
    from sums
    left join analytics.entities as campaigns on campaigns.brand_id = v_brand.brand_id and campaigns.entity_id = sums.campaign_entity_id
    left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = sums.campaign_entity_id
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit profit."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.jsonb_build_object('date', page.date, 'channel', page.channel, 'campaign_id', page.campaign_id, 'campaign_name', page.campaign_name)
      -- The store's revenue has no channel, so mer exists only for all spend together.
      || connector.profit_of(
        page.revenue, page.costed_revenue, page.cogs, page.spend, page.sold_cogs, page.sold_spend,
        case when profit."by" = 'none' then page.store_revenue / nullif(page.spend, 0) end, v_exponent
      )
      order by page.position
    ),
    (
      select connector.profit_of(
        sum(sums.revenue), sum(sums.costed_revenue), sum(sums.cogs), sum(sums.spend), sum(sums.sold_cogs), sum(sums.sold_spend),
        sum(sums.store_revenue) / nullif(sum(sums.spend), 0), v_exponent
      )
      from sums
      having count(*) > 0
    )
  into v_position, v_total, v_last, v_last_key, v_data, v_totals
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', profit.brand_id,
    'date_from', profit.date_from,
    'date_to', profit.date_to,
    'granularity', profit.granularity,
    'by', profit."by",
    'data', coalesce(v_data, '[]'),
    'totals', v_totals,
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', analytics.reported_through(v_brand.brand_id),
      'attribution_setting', v_brand.revenue_source,
      'warnings', array[platform.warning('fees_are_unknown')]
        || case when (v_totals ->> 'missing_cost_share')::numeric > 0 then array[platform.warning('some_costs_are_unknown')] end
        || analytics.metric_warnings(
          v_brand, '{profit}', case profit."by" when 'none' then 'account' else 'campaign' end, profit.date_from, profit.date_to, v_today, 'day'
        )
    )
  );
end
$$;
comment on function connector.profit(text, date, date, text, text, integer, text) is
  'get_profit: returns revenue, costs and profit by period and by channel or campaign, in pages. totals cover the whole range, not only the page. '
  'Raises NTRDY if no ad data was ever imported.';
grant execute on function
  connector.profit_of(numeric, numeric, numeric, numeric, numeric, numeric, numeric, smallint),
  connector.profit(text, date, date, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.profit', 'read:marketing', may_lag => true);
