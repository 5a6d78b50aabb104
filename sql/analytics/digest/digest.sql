create function analytics.last_week(brand core.brands)
returns date
language sql stable
return pg_catalog.date_trunc('week', platform.now() at time zone (last_week.brand).timezone)::date - 7;
comment on function analytics.last_week(core.brands) is 'Returns the Monday of the last complete week, in the time zone of the brand.';

create function analytics.digest(brand_id text, week date default null)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(digest.brand_id);
  v_last_week constant date := analytics.last_week(v_brand);
  v_from constant date := coalesce(digest.week, v_last_week);
  v_to constant date := v_from + 6;
  v_now json;
  v_before json;
  v_answers jsonb;
begin
  perform platform.require_day('week', v_from);
  if extract(isodow from v_from) <> 1 then
    perform platform.fail('BADRQ', 'must_be_a_monday', 'week');
  elsif v_from > v_last_week then
    perform platform.fail('BADRQ', 'must_be_a_complete_week', 'week', pg_catalog.json_build_object('last_week', v_last_week));
  end if;
  v_now := analytics.metrics(digest.brand_id, v_from, v_to, granularity => 'week', metrics => '{spend,revenue,roas,conversions}', "limit" => 1);
  v_before := analytics.metrics(digest.brand_id, v_from - 7, v_from - 1, granularity => 'week', metrics => '{spend,revenue,roas,conversions}', "limit" => 1);
  if v_now ->> 'totals' is not null then
    select pg_catalog.jsonb_agg(
      analytics.explanations(
        digest.brand_id, named.metric, v_from, v_to, compared_from => v_from - 7, compared_to => v_from - 1, "limit" => 3
      )
      order by named.position
    )
    into v_answers
    from pg_catalog.unnest('{spend,revenue,roas}'::text[]) with ordinality as named (metric, position);
  end if;
  return pg_catalog.json_build_object(
    'brand_id', digest.brand_id,
    'week', v_from,
    'date_to', v_to,
    'compared_from', v_from - 7,
    'compared_to', v_from - 1,
    'is_reported', v_now ->> 'totals' is not null,
    'is_complete', v_now ->> 'totals' is not null and v_now #>> '{totals,partial}' is null,
    'metrics', analytics.digest_metrics((v_now -> 'totals')::jsonb, (v_before -> 'totals')::jsonb),
    'explanations', pg_catalog.jsonb_path_query_array(coalesce(v_answers, '[]'), '$[*].explanation ? (@ != null)'),
    'anomalies', analytics.digest_anomalies(v_brand, v_from, v_to),
    'alerts', analytics.digest_alerts(v_brand.brand_id, v_from, v_to),
    'budgets', analytics.digest_budgets(digest.brand_id, v_to),
    'proposals', analytics.digest_proposals(v_brand.brand_id),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_now #> '{meta,data_through}',
      'attribution_setting', v_brand.revenue_source,
      'warnings', (
        -- One warning can be of several metrics.
        select coalesce(pg_catalog.jsonb_agg(held.warning order by held.position), '[]')
        from (
          select warnings.value as warning, min(warnings.position) as position
          from (
            select listed.value, listed.position from pg_catalog.jsonb_array_elements((v_now #> '{meta,warnings}')::jsonb) with ordinality as listed (value, position)
            union all
            select listed.value, 1000 + listed.position
            from pg_catalog.jsonb_path_query(coalesce(v_answers, '[]'), '$[*].meta.warnings[*]') with ordinality as listed (value, position)
          ) as warnings
          group by warnings.value
        ) as held
      )
    )
  );
end
$$;
comment on function analytics.digest(text, date) is
  'GET /v1/digest: a complete week of a brand against the week before: totals, explanations of their changes, open anomalies and alerts, the pace of budgets and '
  'what waits for a decision. week: its Monday, by default that of the last complete week. Raises BADRQ for another day or a week that has '
  'not ended, and NTRDY if the brand has no ad data.';
grant execute on function analytics.last_week(core.brands), analytics.digest(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.digest', 'read:marketing', may_lag => true, served_by => '{analytics,console}');

create function analytics.digest_to_send(brand_id text, week date)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_digest constant jsonb := analytics.digest(digest_to_send.brand_id, digest_to_send.week);
begin
  -- Only the first week without a report has a mail about it.
  return case
    when (v_digest ->> 'is_reported')::boolean or v_digest @? '$.metrics[*].previous ? (@ != null)' then v_digest || pg_catalog.jsonb_build_object(
      'unanswered_requests', analytics.digest_unanswered(core.data_brand(digest_to_send.brand_id), digest_to_send.week, digest_to_send.week + 6)
    )
  end;
exception when sqlstate 'NTRDY' or sqlstate 'BADRQ' then
  -- The time of a demonstration is fixed (VITRINE_NOW) before the weeks of the worker.
  return null;
end
$$;
comment on function analytics.digest_to_send(text, date) is
  'Returns the digest of a week for the worker, in the scope of its caller and with the rights of a key, with the searches of agents that found nothing, which members '
  'read in the console and keys by GET /queries. Null if the brand has no ad data, or none of this week and of '
  'the week before.';
