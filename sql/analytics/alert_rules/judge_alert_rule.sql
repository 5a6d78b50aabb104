create function analytics.alert_rule_days(rule analytics.alert_rules, date_from date, date_to date)
returns table (day date, value numeric)
language plpgsql stable
as $$
declare
  v_answer constant json := analytics.metrics(
    (alert_rule_days.rule).brand_id, alert_rule_days.date_from, alert_rule_days.date_to,
    metrics => array[(alert_rule_days.rule).metric], platform => (alert_rule_days.rule).platform,
    campaign_ids => case when (alert_rule_days.rule).campaign_id is not null then array[(alert_rule_days.rule).campaign_id] end, "limit" => 500
  );
  v_is_additive boolean;
begin
  select definitions.additive into v_is_additive from analytics.metric_definitions as definitions where definitions.name = (alert_rule_days.rule).metric;
  return query
    select
      calendar.day::date,
      case
        when reported.row is null then case when v_is_additive and silent.is_reported then 0 end
        when reported.row ->> 'partial' is null then (reported.row ->> (alert_rule_days.rule).metric)::numeric
      end
    from pg_catalog.generate_series(alert_rule_days.date_from::timestamp, alert_rule_days.date_to, interval '1 day') as calendar (day)
    left join (
      select given.row, (given.row ->> 'date')::date as day from pg_catalog.json_array_elements(v_answer -> 'data') as given (row)
    ) as reported on reported.day = calendar.day
    -- A platform leaves out the rows of a campaign that did nothing.
    left join lateral (
      select
        not analytics.is_cut_off(campaign.brand_id, campaign.account_entity_id, calendar.day::date)
        and analytics.is_read_as_zero(campaign.brand_id, campaign.account_entity_id, false, calendar.day::date, held.days) as is_reported
      from analytics.entities as campaign
      join analytics.entities as account on account.brand_id = campaign.brand_id and account.entity_id = campaign.account_entity_id
      left join sources.reported_days((alert_rule_days.rule).brand_id) as held on held.platform = account.platform and held.account_id = account.external_id
      where campaign.brand_id = (alert_rule_days.rule).brand_id and campaign.level = 'campaign'
        and campaign.external_id = (alert_rule_days.rule).campaign_id
        and campaign.platform = (alert_rule_days.rule).platform
    ) as silent on reported.row is null and (alert_rule_days.rule).campaign_id is not null
    order by calendar.day;
end
$$;
comment on function analytics.alert_rule_days(analytics.alert_rules, date, date) is
  'Returns the value of a rule on each day of a range, as GET /v1/metrics has it. Null if the day is not complete or not reported, or the metric is null. A '
  'campaign without a row on a finished day that is known to be without spend (analytics.is_read_as_zero) has 0 of a metric that can be added up.';

create function analytics.alert_rule_totals(rule analytics.alert_rules, date_from date, date_to date)
returns table (day date, value numeric)
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand((alert_rule_totals.rule).brand_id);
  v_filters jsonb;
begin
  v_filters := analytics.require_filters(
    v_brand.brand_id, analytics.require_platforms(v_brand.brand_id, (alert_rule_totals.rule).platform), null,
    case when (alert_rule_totals.rule).campaign_id is not null then array[(alert_rule_totals.rule).campaign_id] end, null, null
  );
  return query select totals.* from analytics.moving_totals(
    v_brand, (alert_rule_totals.rule).metric, (alert_rule_totals.rule).days, v_filters, alert_rule_totals.date_from, alert_rule_totals.date_to
  ) as totals;
end
$$;
comment on function analytics.alert_rule_totals(analytics.alert_rules, date, date) is
  'Returns for each day of a range the value of a rule over its days together that end on this day (analytics.moving_totals). Null if a day is not complete, '
  'or the metric is null.';

create function analytics.alert_rule_complete_through(rule analytics.alert_rules)
returns date
language plpgsql stable
as $$
begin
  return analytics.complete_through(
    (alert_rule_complete_through.rule).brand_id,
    analytics.require_platforms((alert_rule_complete_through.rule).brand_id, (alert_rule_complete_through.rule).platform)
  );
end
$$;
comment on function analytics.alert_rule_complete_through(analytics.alert_rules) is
  'Returns the last day that all accounts of the platform of a rule have reported, or of all platforms. Null before the first report.';

create function analytics.judge_alert_rule(rule analytics.alert_rules, date_from date, date_to date)
returns table (day date, holds boolean, value numeric, base numeric)
language plpgsql stable
as $$
begin
  if (judge_alert_rule.rule).comparison in ('below', 'above') then
    return query
      select judged.day, judged.holds, judged.value, null::numeric
      from (
        select
          known.day,
          known.value,
          -- One day that does not meet the threshold decides, also beside days that are not known.
          case when count(*) filter (where not met.is_met) over few > 0 or count(*) over few < (judge_alert_rule.rule).days then false
            when count(*) filter (where met.is_met is null) over few = 0 then true
          end as holds
        from analytics.alert_rule_days(
          judge_alert_rule.rule, judge_alert_rule.date_from - (judge_alert_rule.rule).days + 1, judge_alert_rule.date_to
        ) as known
        cross join lateral (
          select case (judge_alert_rule.rule).comparison
            when 'below' then known.value < (judge_alert_rule.rule).threshold
            else known.value > (judge_alert_rule.rule).threshold
          end as is_met
        ) as met
        window few as (order by known.day rows between (judge_alert_rule.rule).days - 1 preceding and current row)
      ) as judged
      where judged.day >= judge_alert_rule.date_from
      order by judged.day;
    return;
  end if;
  return query
    with totals as materialized (
      select * from analytics.alert_rule_totals(
        judge_alert_rule.rule, judge_alert_rule.date_from - (judge_alert_rule.rule).days, judge_alert_rule.date_to
      )
    )
    select
      totals.day,
      case when before.value > 0 then case (judge_alert_rule.rule).comparison
          when 'falls_by' then totals.value <= before.value * (1 - (judge_alert_rule.rule).threshold)
          else totals.value >= before.value * (1 + (judge_alert_rule.rule).threshold)
        end
      end,
      totals.value,
      before.value
    from totals
    left join totals as before on before.day = totals.day - (judge_alert_rule.rule).days
    where totals.day >= judge_alert_rule.date_from
    order by totals.day;
end
$$;
comment on function analytics.judge_alert_rule(analytics.alert_rules, date, date) is
  'Returns for each day of a range whether a rule holds at its end, with the value and the value that it is compared with. holds is null if that is not '
  'known: a day of the rule is not complete or has no value, or the value before is not above zero.';

create function analytics.judge_due_days(rule analytics.alert_rules)
returns table (day date, holds boolean, value numeric, base numeric)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_last_on constant date := analytics.alert_rule_complete_through(judge_due_days.rule);
begin
  -- An account that was added with older reports makes later days incomplete. An older day does not end the alert of a later one.
  if v_last_on < (judge_due_days.rule).judged_through then
    return;
  end if;
  return query
    select judged.*
    from analytics.judge_alert_rule(
      judge_due_days.rule,
      -- Days that were reported late are judged too, and the last day again, because its report can be corrected.
      greatest(least(coalesce((judge_due_days.rule).judged_through + 1, v_last_on), v_last_on), v_last_on - 30),
      v_last_on
    ) as judged
    order by judged.day;
exception when sqlstate 'BADRQ' or sqlstate 'NTFND' or sqlstate 'NTRDY' then
  -- Its platform or campaign no longer has any reports.
  return;
end
$$;
comment on function analytics.judge_due_days(analytics.alert_rules) is
  'Judges a rule on the complete days since it was judged, at most 31, oldest first. A rule that was not judged yet is judged on the last complete day. No row '
  'if there is no such day, or if its platform or campaign no longer exists. Has the rights of a key, because a job cannot read metrics, and the scope of its '
  'caller.';
grant execute on function
  analytics.alert_rule_days(analytics.alert_rules, date, date),
  analytics.alert_rule_totals(analytics.alert_rules, date, date),
  analytics.alert_rule_complete_through(analytics.alert_rules),
  analytics.judge_alert_rule(analytics.alert_rules, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.judge_due_days(analytics.alert_rules) to vitrine_worker;
