create function analytics.question_names(brand_id text, out names json, out other_names json, out left_out bigint)
language sql stable
as $$
  with named as (
    select
      entities.name, entities.level, kind.is_other,
      -- Campaigns come before ad sets, and accounts before ads.
      pg_catalog.row_number() over (partition by kind.is_other order by entities.level in ('campaign', 'account') desc, entities.name) as place
    from analytics.entities
    cross join lateral (select entities.level in ('account', 'ad') as is_other) as kind
    where entities.brand_id = question_names.brand_id and entities.name <> ''
    group by entities.name, entities.level, kind.is_other
  ),
  known as (
    select
      named.place, named.is_other, named.place <= 5000 as is_read,
      pg_catalog.json_build_object('name', named.name, 'level', named.level) as value
    from named
  )
  select
    coalesce(pg_catalog.json_agg(known.value order by known.place) filter (where known.is_read and not known.is_other), '[]'),
    coalesce(pg_catalog.json_agg(known.value order by known.place) filter (where known.is_read and known.is_other), '[]'),
    count(*) filter (where not known.is_read)
  from known;
$$;
comment on function analytics.question_names(text) is
  'Returns the names that words of questions are compared with: 5,000 of campaigns and ad sets (names), 5,000 of accounts and ads (other_names), and the '
  'number of the others (left_out).';

create function analytics.question_context(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_names record;
begin
  v_brand := core.data_brand(question_context.brand_id);
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id) then
    perform platform.fail('NTRDY', 'nothing_is_ingested');
  end if;
  v_names := analytics.question_names(v_brand.brand_id);
  return pg_catalog.json_build_object(
    'today', (platform.now() at time zone v_brand.timezone)::date,
    'timezone', v_brand.timezone,
    'currency', v_brand.currency,
    'target', (
      select pg_catalog.json_build_object(
        'roas', pg_catalog.trim_scale(targets.roas), 'cpa', pg_catalog.trim_scale(targets.cpa_micros * 0.000001)
      )
      from analytics.targets
      where targets.brand_id = v_brand.brand_id and targets.campaign_entity_id is null
        and targets.month = pg_catalog.date_trunc('month', platform.now() at time zone v_brand.timezone)::date
    ),
    'brand_name', v_brand.name,
    'has_orders', exists (
      select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders'
    ),
    'has_experiments', exists (
      select from analytics.experiments where experiments.brand_id = v_brand.brand_id and experiments.result_at_end is not null
    ),
    'has_targets', exists (select from analytics.targets where targets.brand_id = v_brand.brand_id),
    'has_daily_budgets', exists (
      select from analytics.entities where entities.brand_id = v_brand.brand_id and entities.daily_budget_micros is not null
    ),
    'unreported', analytics.unreported_metrics(v_brand.brand_id),
    'platforms', array(select distinct entities.platform from analytics.entities where entities.brand_id = v_brand.brand_id),
    'channels', array(
      select channels.channel from analytics.channels where channels.brand_id = v_brand.brand_id order by channels.channel limit 200
    ),
    'platform_aliases', (
      select pg_catalog.json_agg(pg_catalog.json_build_object('name', named.name, 'platform', named.platform, 'is_part', named.is_part))
      from analytics.platform_aliases as named
    ),
    'names', v_names.names,
    'other_names', v_names.other_names,
    'names_left_out', v_names.left_out
  );
end
$$;
comment on function analytics.question_context(text) is 'Returns what the parser of questions needs of a brand: today''s date, time zone, currency, '
  'targets of the month, whether it has orders, results of experiments, targets and daily budgets, unreported metrics, platforms with their aliases, channels of journeys, and names. Raises NTRDY if the brand has no data.';

create function analytics.unreported_metrics(brand_id text)
returns text[]
language sql stable
as $$
  -- Orders are imported separately. Missing order metrics in ad reports are misleading only if the brand has imported orders.
  select case when exists (select from analytics.orders where orders.brand_id = unreported_metrics.brand_id) then (
    select pg_catalog.array_remove(
      array[
        case when count(facts.orders) = 0 then 'orders' end,
        case when count(facts.refunds_micros) = 0 then 'refunds' end,
        case when count(facts.store_revenue_micros) = 0 then 'store_revenue' end,
        case when count(facts.store_revenue_micros) = 0 then 'mer' end
      ],
      null
    )
    from analytics.rollups_daily as facts
    where facts.brand_id = unreported_metrics.brand_id and facts.level = 'account'
  ) else '{}' end;
$$;
comment on function analytics.unreported_metrics(text) is 'Returns the order metrics that are missing in all ad reports of a brand with orders.';
grant execute on function analytics.unreported_metrics(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.ads_through(brand_id text, granularity text)
returns date
language plpgsql stable
as $$
declare
  v_last_on date;
begin
  select data_status.last_on into v_last_on
  from analytics.data_status
  where data_status.brand_id = ads_through.brand_id
    and data_status.kind = case when ads_through.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  if not found then
    perform platform.fail('NTRDY', case when ads_through.granularity = 'hour' then 'no_hourly_ad_data_is_ingested' else 'no_ad_data_is_ingested' end);
  end if;
  return v_last_on;
end
$$;
comment on function analytics.ads_through(text, text) is 'Returns the last day with ad data, by hour or by day. Raises NTRDY if there is none.';

create function analytics.query(brand_id text, question text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_intent constant text := query.interpretation ->> 'intent';
  v_interpretation jsonb;
  v_through date;
  v_answer json;
begin
  v_brand := core.data_brand(query.brand_id);
  if query.question is null then
    perform platform.fail('BADRQ', 'is_required', 'question');
  end if;
  perform platform.require_object('interpretation', query.interpretation);
  -- The parser states null if it could not read the question.
  if not query.interpretation ? 'intent' then
    perform platform.fail('BADRQ', 'is_required', 'interpretation.intent');
  end if;
  perform platform.require_choice('interpretation.intent', v_intent, array[
    'metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison', 'anomalies', 'explain_change', 'forecast', 'attribution', 'creatives',
    'budget_recommendations', 'scenario', 'pacing', 'orders', 'targets', 'experiments', 'list', 'definition', null
  ]);
  v_interpretation := analytics.with_compared_range(v_brand.brand_id, query.interpretation);
  if v_intent not in ('forecast', 'attribution', 'orders', 'targets', 'experiments', 'scenario', 'definition') then
    v_through := analytics.ads_through(v_brand.brand_id, query.interpretation #>> '{time,granularity}');
  end if;
  if v_intent in ('metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison', 'pacing') then
    v_answer := analytics.answer_in_numbers(v_brand, v_interpretation);
  elsif v_intent = 'orders' then
    v_answer := analytics.answer_with_orders(v_brand, v_interpretation);
  elsif v_intent = 'targets' then
    v_answer := analytics.answer_with_targets(
      query.brand_id, (v_interpretation #>> '{time,date_from}')::date, v_interpretation #>> '{filters,pace}'
    );
  elsif v_intent is not null then
    v_answer := analytics.answer_by_operation(v_brand, query.brand_id, v_interpretation);
  end if;
  return pg_catalog.json_build_object(
    'question', query.question,
    'brand_id', query.brand_id,
    'interpretation', v_interpretation - '{warnings,direction,merit}'::text[],
    'data', coalesce(v_answer -> 'data', '[]'),
    'forecast_total', v_answer -> 'forecast_total',
    'forecast_accuracy', v_answer -> 'forecast_accuracy',
    'budget_total', v_answer -> 'budget_total',
    'explanations', v_answer -> 'explanations',
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', coalesce(v_answer ->> 'data_through', v_through::text),
      'total_rows', coalesce((v_answer ->> 'total_rows')::bigint, 0),
      'truncated', coalesce((v_answer ->> 'truncated')::boolean, false),
      'warnings', coalesce(query.interpretation -> 'warnings', '[]') || coalesce((v_answer -> 'warnings')::jsonb, '[]')
    )
  );
end
$$;
comment on function analytics.query(text, text, jsonb) is
  'POST /v1/query: answers what the parser read in a question, by the same functions that the endpoints answer with. An intent of null, for a question '
  'that it could not read, has no data. Raises BADRQ for a missing or unknown intent.';

grant execute on function
  analytics.question_names(text),
  analytics.question_context(text),
  analytics.ads_through(text, text),
  analytics.query(text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.question_context', 'read:marketing', is_part => true, may_lag => true, served_by => '{analytics,mcp,console}');
call core.register_operation('analytics.query', 'read:marketing', may_lag => true, served_by => '{analytics,mcp,console}');
