create function analytics.target_answer(
  target analytics.targets, actual jsonb, month date, through date, exponent smallint, weights numeric[], rest jsonb default null
)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'version', coalesce((target_answer.target).version, 0),
    'roas_target', pg_catalog.trim_scale((target_answer.target).roas),
    'cpa_target', pg_catalog.trim_scale((target_answer.target).cpa_micros * 0.000001),
    'roas', target_answer.actual -> 'roas',
    'cpa', target_answer.actual -> 'cpa'
  ) || connector.pacing(
    (target_answer.target).budget_micros * 0.000001, (target_answer.actual ->> 'spend')::numeric, target_answer.month, target_answer.through,
    target_answer.exponent, target_answer.weights, target_answer.rest
  );
$$;
comment on function analytics.target_answer(analytics.targets, jsonb, date, date, smallint, numeric[], jsonb) is
  'The targets of a brand or campaign beside its results in the month so far, as in GET /v1/targets. actual: a row of GET /v1/breakdown. weights and rest: as in '
  'analytics.pace_of_month.';

create function analytics.month_results(brand core.brands, date_from date, date_to date, campaign_ids text[] default null)
returns analytics.metric_rows
language plpgsql stable
as $$
begin
  return analytics.metric_rows(
    month_results.brand, '{spend,roas,cpa}', 'campaign', 'none', month_results.date_from, month_results.date_to,
    analytics.entity_filters(null, month_results.campaign_ids), '{"{(,)}"}', "limit" => case when month_results.campaign_ids is null then 0 else 500 end,
    sort_by => 'spend'
  );
end
$$;
comment on function analytics.month_results(core.brands, date, date, text[]) is
  'Spend, ROAS and CPA of a brand, or of these campaigns with a row for each, as in GET /v1/breakdown.';

create function analytics.targets(brand_id text, month text default null)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(targets.brand_id);
  v_exponent smallint;
  v_month date;
  v_through date;
  v_warning jsonb;
  v_totals jsonb;
  v_results jsonb;
  v_campaign_ids text[];
  v_brand_target analytics.targets;
begin
  if targets.month !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then
    perform platform.fail('BADRQ', 'must_be_a_month', 'month');
  end if;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_month := coalesce(
    (targets.month || '-01')::date, pg_catalog.date_trunc('month', platform.now() at time zone v_brand.timezone)::date
  );
  select paced.last_on, paced.warning into v_through, v_warning from analytics.paced_through(v_brand.brand_id, v_month) as paced;
  if v_through is not null then
    v_totals := (analytics.month_results(v_brand, v_month, v_through)).totals;
    v_campaign_ids := array(
      select campaigns.external_id
      from analytics.targets as held
      join analytics.entities as campaigns on campaigns.brand_id = held.brand_id and campaigns.entity_id = held.campaign_entity_id
      where held.brand_id = v_brand.brand_id and held.month = v_month
        and pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0
    );
    if v_campaign_ids <> '{}' then
      v_results := (analytics.month_results(v_brand, v_month, v_through, v_campaign_ids)).data;
    end if;
  end if;
  select * into v_brand_target
  from analytics.targets as held
  where held.brand_id = v_brand.brand_id and held.month = v_month and held.campaign_entity_id is null;
  return pg_catalog.jsonb_build_object(
    'brand_id', targets.brand_id,
    'month', pg_catalog.to_char(v_month, 'YYYY-MM'),
    'currency', v_brand.currency,
    'data_through', v_through,
    'meta', pg_catalog.jsonb_build_object('warnings', array(select v_warning where v_warning is not null)),
    'brand', analytics.target_answer(
      v_brand_target, v_totals, v_month, v_through, v_exponent, analytics.weekday_amounts(v_brand.brand_id, v_through),
      analytics.rest_of_month(v_brand.brand_id, 'spend', v_month, v_through)
    ),
    'campaigns', (
      -- Read once: a month can have targets of 500 campaigns.
      with shown as materialized (
        select
          result.value ->> 'campaign_id' as campaign_id, result.value ->> 'account_id' as account_id, result.value ->> 'platform' as platform,
          result.value as actual
        from pg_catalog.jsonb_array_elements(v_results) as result
      )
      select coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'campaign', pg_catalog.concat_ws('/', campaigns.platform, accounts.external_id, campaigns.external_id),
            'campaign_id', campaigns.external_id,
            'account_id', accounts.external_id,
            'platform', campaigns.platform,
            'name', campaigns.name
          ) || analytics.target_answer(held, shown.actual, v_month, v_through, v_exponent, profiles.weights)
          order by held.budget_micros desc nulls last, campaigns.platform, campaigns.name, campaigns.entity_id
        ), '[]'
      )
      from analytics.targets as held
      join analytics.entities as campaigns on campaigns.brand_id = held.brand_id and campaigns.entity_id = held.campaign_entity_id
      join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
      left join analytics.weekday_spend(v_brand.brand_id, 'campaign', v_through) as profiles on profiles.entity_id = campaigns.entity_id
      left join shown
        on shown.campaign_id = campaigns.external_id and shown.account_id = accounts.external_id and shown.platform = campaigns.platform
      where held.brand_id = v_brand.brand_id and held.month = v_month
        and pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0
    )
  );
end
$$;
comment on function analytics.targets(text, text) is
  'GET /v1/targets: the targets and budgets that a brand set for a month, beside the results so far. Null where no target is set. Raises BADRQ for '
  'an invalid month.';

create function analytics.campaign_key(brand_id text, entity_id bigint)
returns text
language sql stable
as $$
  select pg_catalog.concat_ws('/', campaigns.platform, accounts.external_id, campaigns.external_id)
  from analytics.entities as campaigns
  join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
  where campaigns.brand_id = campaign_key.brand_id and campaigns.entity_id = campaign_key.entity_id;
$$;
comment on function analytics.campaign_key(text, bigint) is 'The platform, account id and id of a campaign as one text, which names it uniquely in a form.';

grant execute on function
  analytics.target_answer(analytics.targets, jsonb, date, date, smallint, numeric[], jsonb),
  analytics.month_results(core.brands, date, date, text[]),
  analytics.campaign_key(text, bigint),
  analytics.targets(text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.targets', 'read:marketing', served_by => '{analytics,console}');
