create function connector.pacing(
  budget numeric, spend numeric, month date, through date, exponent smallint, weights numeric[] default null, rest jsonb default null
)
returns jsonb
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.jsonb_build_object(
      'budget', pg_catalog.trim_scale(pg_catalog.round(pacing.budget, pacing.exponent)),
      'spend_to_date', pg_catalog.trim_scale(pg_catalog.round(pacing.spend, pacing.exponent)),
      'pacing_percent', pg_catalog.trim_scale(pg_catalog.round(pace.percent, 1)),
      'projected_end_of_period', pg_catalog.trim_scale(pg_catalog.round(pace.projected, pacing.exponent)),
      'projected_low', pg_catalog.trim_scale(pg_catalog.round(pace.low, pacing.exponent)),
      'projected_high', pg_catalog.trim_scale(pg_catalog.round(pace.high, pacing.exponent)),
      'status', case
        when pacing.spend > pacing.budget and pace.percent is not null then 'over'
        when pace.percent < 90 and coalesce(pace.high < pacing.budget, true) then 'under'
        when pace.percent > 110 and coalesce(pace.low > pacing.budget, true) then 'over'
        when pace.percent is not null then 'on_track'
      end
    )
    from (
      select projection.*, 100 * projection.projected / nullif(pacing.budget, 0) as percent
      from analytics.pace_of_month(pacing.spend, pacing.month, pacing.through, pacing.weights, pacing.rest) as projection
    ) as pace
  );
end
$$;
comment on function connector.pacing(numeric, numeric, date, date, smallint, numeric[], jsonb) is
  'Returns the pacing of a month: projected spend (analytics.pace_of_month) in percent of the budget. 100 means that the month ends on budget. over: the '
  'spend to date exceeds the budget, or the projection does. on_track: 90 to 110, or the budget is within the 80 % interval of the projection. Null without a budget or a finished day.';

create function connector.month_spend(brand_id text, level text, month date, through date)
returns table (entity_id bigint, spend_micros numeric)
language sql stable
as $$
  select facts.entity_id, sum(facts.spend_micros)
  from analytics.rollups_daily as facts
  where facts.brand_id = month_spend.brand_id
    and facts.level = month_spend.level
    and facts.day between month_spend.month and month_spend.through
  group by facts.entity_id;
$$;
comment on function connector.month_spend(text, text, date, date) is
  'Returns the spend of each account, campaign or ad set, in micros, from the first day of a month through a given day.';

create function connector.month_budgets(brand_id text, level text, month date, through date, is_this_month boolean)
returns table (entity_id bigint, budget numeric, spend numeric)
language sql stable
as $$
  -- A campaign has the budget that the brand set, otherwise its daily budget on each day. Daily budgets of earlier months are not recorded.
  with amounts as (
    select
      held.entity_id, held.level, held.account_entity_id, held.status, held.daily_budget_micros,
      coalesce(
        targets.budget_micros,
        case when month_budgets.is_this_month then held.daily_budget_micros end * extract(day from month_budgets.month + interval '1 month - 1 day')
      ) as budget_micros,
      targets.budget_micros is not null as is_set
    from analytics.entities as held
    left join analytics.targets
      on targets.brand_id = held.brand_id and targets.campaign_entity_id = held.entity_id and targets.month = month_budgets.month
    where held.brand_id = month_budgets.brand_id and held.level in ('campaign', month_budgets.level)
  ),
  campaigns as (
    select held.account_entity_id, held.budget_micros, held.daily_budget_micros
    from amounts as held
    left join connector.month_spend(month_budgets.brand_id, 'campaign', month_budgets.month, month_budgets.through) as spent using (entity_id)
    where held.level = 'campaign' and (spent.spend_micros > 0 or connector.is_running(held.status) or held.is_set)
  ),
  -- The budget of an account is the sum of its campaigns. It is unknown if one of them is unknown.
  accounts as (
    select
      campaigns.account_entity_id,
      case when count(*) = count(campaigns.budget_micros) then sum(campaigns.budget_micros) end as budget_micros,
      count(*) = count(coalesce(campaigns.budget_micros, campaigns.daily_budget_micros)) as has_budgets
    from campaigns
    group by campaigns.account_entity_id
  )
  select
    held.entity_id,
    case when held.level = 'account' then accounts.budget_micros else held.budget_micros end * 0.000001,
    spent.spend_micros * 0.000001
  from amounts as held
  left join connector.month_spend(month_budgets.brand_id, month_budgets.level, month_budgets.month, month_budgets.through) as spent using (entity_id)
  left join accounts on accounts.account_entity_id = held.entity_id
  where held.level = month_budgets.level
    and (
      spent.spend_micros > 0
      or held.is_set
      or (connector.is_running(held.status) and held.daily_budget_micros is not null)
      or accounts.has_budgets
    );
$$;
comment on function connector.month_budgets(text, text, date, date, boolean) is
  'Returns the budget of a whole month, as set for a campaign or calculated from the daily budget, and the spend so far, in units. Includes each '
  'account, campaign or ad set that has spend or a set budget, or that is running and has a budget.';

create function connector.budgets(
  brand_id text,
  month text default null,
  level text default 'campaign',
  platform text default null,
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_this_month date;
  v_month date;
  v_through date;
  v_no_pace jsonb;
  v_list jsonb;
  v_after text;
  v_platforms text[];
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
  v_totals jsonb;
  v_weights numeric[];
  v_rest jsonb;
begin
  perform platform.require_page(budgets."limit");
  perform platform.require_choice('level', budgets.level, array['account', 'campaign', 'adset']);
  if budgets.month !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then
    perform platform.fail('BADRQ', 'must_be_a_month', 'month');
  end if;
  v_brand := core.data_brand(budgets.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_platforms := analytics.require_platforms(v_brand.brand_id, budgets.platform);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_this_month := pg_catalog.date_trunc('month', v_today::timestamp)::date;
  v_month := coalesce((budgets.month || '-01')::date, v_this_month);
  if v_month > v_this_month then
    perform platform.fail(
      'BADRQ', 'must_not_be_after', 'month',
      pg_catalog.json_build_object('this_month', pg_catalog.to_char(v_this_month, 'YYYY-MM'))
    );
  end if;
  select paced.last_on, paced.warning into v_through, v_no_pace from analytics.paced_through(v_brand.brand_id, v_month, analytics.entity_filters(v_platforms, null)) as paced;
  v_weights := analytics.weekday_amounts(v_brand.brand_id, v_through, filters => analytics.entity_filters(v_platforms, null));
  -- The forecast is of the spend of the whole brand, also if the platforms of the filter have all of it.
  v_rest := case when not exists (
    select
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    where facts.brand_id = v_brand.brand_id and facts.level = 'account' and facts.spend_micros > 0
      and facts.day between v_through - 55 and v_today
      and accounts.platform <> all (v_platforms)
  ) then analytics.rest_of_month(v_brand.brand_id, 'spend', v_month, v_through) end;
  v_list := pg_catalog.jsonb_build_array(
    'budgets', budgets.brand_id, v_month, budgets.level, v_platforms, connector.ads_as_of(v_brand.brand_id)
  );
  v_after := connector.read_cursor(budgets.cursor, v_list);

  with kept as materialized (
    select
      entities.*,
      paths.account_id,
      paths.account_name,
      paths.campaign_id,
      paths.campaign_name,
      known.budget,
      known.spend,
      profile.weights,
      array[entities.platform, paths.account_id, paths.campaign_id, paths.adset_id] as path,
      pg_catalog.row_number() over (order by known.spend desc nulls last, entities.platform collate "C", entities.external_id collate "C", entities.entity_id)
        as position
    from connector.month_budgets(v_brand.brand_id, budgets.level, v_month, v_through, v_month = v_this_month) as known
    join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = known.entity_id
    join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = known.entity_id
    left join analytics.weekday_spend(v_brand.brand_id, budgets.level, v_through) as profile on profile.entity_id = known.entity_id
    where v_platforms is null or entities.platform = any (v_platforms)
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit budgets."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.jsonb_build_object(
        'id', page.external_id, 'name', page.name, 'platform', page.platform, 'status_on_platform', page.status, 'account_id', page.account_id,
        'account_name', page.account_name, 'campaign_id', page.campaign_id, 'campaign_name', page.campaign_name,
        'daily_budget', pg_catalog.trim_scale(pg_catalog.round(page.daily_budget_micros * 0.000001, v_exponent))
      ) || connector.pacing(page.budget, page.spend, v_month, v_through, v_exponent, page.weights) - '{projected_low,projected_high}'::text[]
      order by page.position
    ),
    (
      -- budget, pacing_percent and status cover the rows with a known budget. Spend and projection cover all rows.
      select connector.pacing(null, sum(kept.spend), v_month, v_through, v_exponent, v_weights, v_rest) - '{projected_low,projected_high}'::text[]
        || pg_catalog.jsonb_strip_nulls(
          connector.pacing(
            sum(kept.budget), sum(kept.spend) filter (where kept.budget is not null), v_month, v_through, v_exponent, v_weights,
            case when count(*) = count(kept.budget) then v_rest end
          ) - '{spend_to_date,projected_end_of_period,projected_low,projected_high}'::text[]
        )
        || pg_catalog.jsonb_build_object(
          'budgets_known', count(kept.budget),
          'budgets_unknown', count(*) - count(kept.budget),
          'spend_without_budget', case
            when count(*) = count(kept.budget) then 0
            else pg_catalog.trim_scale(pg_catalog.round(sum(kept.spend) filter (where kept.budget is null), v_exponent))
          end
        )
      from kept
      having count(*) > 0
    )
  into v_position, v_total, v_last, v_last_key, v_data, v_totals
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', budgets.brand_id,
    'month', pg_catalog.to_char(v_month, 'YYYY-MM'),
    'level', budgets.level,
    'days_elapsed', coalesce(v_through - v_month + 1, 0),
    'days_in_month', extract(day from v_month + interval '1 month - 1 day'),
    'data', coalesce(v_data, '[]'),
    'totals', v_totals,
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', v_through,
      'warnings', array(
        select platform.warning('earlier_budgets_are_unknown') where v_month < v_this_month
        union all
        select platform.warning(
          'some_budgets_are_unknown',
          pg_catalog.jsonb_build_object(
            'rows', v_total, 'budgets_unknown', v_totals -> 'budgets_unknown',
            'spend_without_budget', coalesce(v_totals -> 'spend_without_budget', '0'),
            'currency', v_brand.currency
          )
        )
        where (v_totals ->> 'budgets_known')::bigint > 0 and (v_totals ->> 'budgets_unknown')::bigint > 0
        union all
        select v_no_pace where v_no_pace is not null
      )
        || analytics.platform_warnings(v_brand.brand_id, budgets.platform)
        || analytics.budget_warnings(v_brand, budgets.level, v_through, v_through - v_month + 1, 0, v_platforms)
    )
  );
end
$$;
comment on function connector.budgets(text, text, text, text, integer, text) is
  'get_budgets: returns spend relative to the budget of a month, largest spend first, in pages. The projection of the totals uses the forecast of the brand '
  'if the rows have all its spend. It need not be the sum of the rows, which are projected at the pace of their weekdays. Raises BADRQ for a future month and '
  'NTRDY if no ad data was ever imported.';
grant execute on function
  connector.pacing(numeric, numeric, date, date, smallint, numeric[], jsonb),
  connector.month_spend(text, text, date, date),
  connector.month_budgets(text, text, date, date, boolean),
  connector.budgets(text, text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.budgets', 'read:marketing', may_lag => true, served_by => '{mcp,console}');
