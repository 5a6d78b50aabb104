create function analytics.digest_metrics(current_totals jsonb, previous_totals jsonb)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object(
      'metric', definitions.name, 'label', definitions.label, 'unit', definitions.unit, 'value', amounts.now, 'previous', amounts.before,
      'change_rate', case
        when amounts.before > 0 and digest_metrics.current_totals ->> 'partial' is null and digest_metrics.previous_totals ->> 'partial' is null
        then pg_catalog.round((amounts.now - amounts.before) / amounts.before, 6)
      end
    )
    order by named.position
  )
  from pg_catalog.unnest('{spend,revenue,roas,conversions}'::text[]) with ordinality as named (name, position)
  join analytics.metric_definitions as definitions on definitions.name = named.name
  cross join lateral (
    select (digest_metrics.current_totals ->> named.name)::numeric as now, (digest_metrics.previous_totals ->> named.name)::numeric as before
  ) as amounts;
$$;
comment on function analytics.digest_metrics(jsonb, jsonb) is
  'Returns the metrics of a week beside those of the week before, from the totals of GET /v1/metrics. change_rate is a fraction of the week before, null if a day '
  'of the two weeks is not complete.';

create function analytics.digest_anomalies(brand core.brands, date_from date, date_to date)
returns jsonb
language sql stable
as $$
  with open_anomalies as (
    select
      held as anomaly,
      pg_catalog.row_number() over (order by analytics.anomaly_severity(held) desc, held.day desc, held.anomaly_id) as place
    from analytics.anomalies as held
    where held.brand_id = (digest_anomalies.brand).brand_id and held.status in ('active', 'confirmed')
      and held.first_on <= digest_anomalies.date_to and held.last_on >= digest_anomalies.date_from
  )
  select pg_catalog.jsonb_build_object(
    'total', count(*),
    'data', coalesce(
      pg_catalog.jsonb_agg(analytics.shown_anomaly(digest_anomalies.brand, open_anomalies.anomaly) order by open_anomalies.place)
        filter (where open_anomalies.place <= 5), '[]'
    ),
    'detected_through', analytics.detected_through((digest_anomalies.brand).brand_id)
  )
  from open_anomalies;
$$;
comment on function analytics.digest_anomalies(core.brands, date, date) is
  'Returns the anomalies of these days that are active or confirmed, as in GET /v1/anomalies: their number and the five most severe.';

create function analytics.digest_alerts(brand_id text, date_from date, date_to date)
returns jsonb
language sql stable
as $$
  with open_alerts as (
    select held, pg_catalog.row_number() over (order by held.triggered_at desc, held.alert_id) as place
    from analytics.rule_alerts as held
    where held.brand_id = digest_alerts.brand_id and held.ended_at is null
      and held.first_on <= digest_alerts.date_to and held.last_on >= digest_alerts.date_from
  )
  select pg_catalog.jsonb_build_object(
    'total', count(*),
    'data', coalesce(
      pg_catalog.jsonb_agg(
        analytics.alert_rule_terms(rules) || analytics.shown_rule_alert(open_alerts.held) || pg_catalog.jsonb_build_object(
          'label', definitions.label, 'unit', definitions.unit, 'campaign_name', analytics.campaign_name(rules.brand_id, rules.platform, rules.campaign_id)
        )
        order by open_alerts.place
      ) filter (where open_alerts.place <= 5), '[]'
    )
  )
  from open_alerts
  join analytics.alert_rules as rules on rules.brand_id = (open_alerts.held).brand_id and rules.rule_id = (open_alerts.held).rule_id
  join analytics.metric_definitions as definitions on definitions.name = rules.metric;
$$;
comment on function analytics.digest_alerts(text, date, date) is
  'Returns the open alerts of alert rules that held on one of these days: their number and the five latest, with the terms of their rules.';

create function analytics.digest_budgets(brand_id text, month date)
returns jsonb
language plpgsql stable
as $$
declare
  v_month constant text := pg_catalog.to_char(digest_budgets.month, 'YYYY-MM');
  v_target constant json := analytics.targets(digest_budgets.brand_id, v_month) -> 'brand';
  v_page json;
  v_budgets jsonb := '[]'::jsonb;
begin
  loop
    v_page := connector.budgets(digest_budgets.brand_id, v_month, "limit" => 200, cursor => v_page ->> 'next_cursor');
    v_budgets := v_budgets || (v_page -> 'data')::jsonb;
    exit when v_page ->> 'next_cursor' is null;
  end loop;
  return (
    with kept as (
      select budget.value, pg_catalog.row_number() over (
        order by pg_catalog.abs((budget.value ->> 'projected_end_of_period')::numeric - (budget.value ->> 'budget')::numeric) desc, budget.position
      ) as place
      from pg_catalog.jsonb_array_elements(v_budgets) with ordinality as budget (value, position)
      where budget.value ->> 'status' in ('under', 'over')
    )
    select pg_catalog.jsonb_build_object(
      'month', v_month,
      'data_through', v_page #> '{meta,data_through}',
      'brand', case when v_target ->> 'budget' is not null then pg_catalog.jsonb_build_object(
        'budget', v_target -> 'budget', 'spend_to_date', v_target -> 'spend_to_date', 'pacing_percent', v_target -> 'pacing_percent',
        'projected_end_of_period', v_target -> 'projected_end_of_period', 'status', v_target -> 'status'
      ) end,
      'campaigns_off_pace', count(*),
      'campaigns', coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'platform', kept.value -> 'platform', 'account_id', kept.value -> 'account_id', 'campaign_id', kept.value -> 'campaign_id',
            'campaign_name', kept.value -> 'campaign_name', 'budget', kept.value -> 'budget', 'spend_to_date', kept.value -> 'spend_to_date',
            'pacing_percent', kept.value -> 'pacing_percent', 'projected_end_of_period', kept.value -> 'projected_end_of_period',
            'status', kept.value -> 'status'
          )
          order by kept.place
        ) filter (where kept.place <= 5), '[]'
      )
    )
    from kept
  );
end
$$;
comment on function analytics.digest_budgets(text, date) is
  'Returns the pace of the budget that the brand set for a month (GET /v1/targets), null without one, the number of campaigns that miss their budgets '
  '(get_budgets), and the five that miss them by most.';

create function analytics.digest_proposals(brand_id text)
returns jsonb
language sql stable
as $$
  with waiting as (
    select held.*, pg_catalog.row_number() over (order by held.expires_at, held.proposal_id) as place
    from connector.proposals as held
    where held.brand_id = digest_proposals.brand_id and held.status = 'pending_approval' and held.expires_at > platform.now()
  )
  select pg_catalog.jsonb_build_object(
    'total', count(*),
    'data', coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'id', waiting.proposal_id, 'change', waiting.change ->> 'kind', 'level', waiting.target ->> 'level',
          'platform', waiting.target ->> 'platform', 'target_id', waiting.target ->> 'id',
          'name', connector.target_name(waiting.brand_id, waiting.target), 'expires_at', platform.utc(waiting.expires_at)
        )
        order by waiting.place
      ) filter (where waiting.place <= 5), '[]'
    )
  )
  from waiting;
$$;
comment on function analytics.digest_proposals(text) is
  'Returns the proposals that wait for a decision now: their number and the five that expire first.';

create function analytics.digest_unanswered(brand core.brands, date_from date, date_to date)
returns jsonb
language plpgsql stable
as $$
declare
  v_starts_at constant timestamptz := digest_unanswered.date_from::timestamp at time zone (digest_unanswered.brand).timezone;
  v_ends_at constant timestamptz := (digest_unanswered.date_to + 1)::timestamp at time zone (digest_unanswered.brand).timezone;
  -- Events are kept for seven days.
  v_known_from constant timestamptz := greatest(v_starts_at, platform.now() - interval '7 days');
begin
  if v_known_from >= v_ends_at or (digest_unanswered.brand).lookup_sampling_rate = 0 then
    return null;
  end if;
  return (
    with asked as (
      select pg_catalog.left(queries.words, 200) as words, pg_catalog.round(sum(queries.weight))::integer as requests
      from storefront.agent_queries as queries
      where queries.brand_id = (digest_unanswered.brand).brand_id and queries.asked_at >= v_known_from and queries.asked_at < v_ends_at
        and queries.results = 0 and queries.words <> '' and queries.operation in ('search', 'query', 'recommend', 'ucp_search')
      group by 1
    ),
    ranked as (
      select asked.*, pg_catalog.row_number() over (order by asked.requests desc, asked.words) as place from asked
    )
    select pg_catalog.jsonb_build_object(
      'known_from', platform.utc(v_known_from),
      'total', coalesce(sum(ranked.requests), 0),
      'data', coalesce(
        pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('words', ranked.words, 'requests', ranked.requests) order by ranked.place)
          filter (where ranked.place <= 5), '[]'
      )
    )
    from ranked
  );
end
$$;
comment on function analytics.digest_unanswered(core.brands, date, date) is
  'Returns the searches of agents in the shop on these days that found nothing: their number, estimated from the sampled ones, and the five most frequent. '
  'known_from: events are kept for seven days. Null if no event of these days is kept, or if the brand records none.';

grant execute on function
  analytics.digest_metrics(jsonb, jsonb),
  analytics.digest_anomalies(core.brands, date, date),
  analytics.digest_alerts(text, date, date),
  analytics.digest_budgets(text, date),
  analytics.digest_proposals(text),
  analytics.digest_unanswered(core.brands, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
