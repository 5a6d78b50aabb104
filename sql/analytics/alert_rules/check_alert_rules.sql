create function analytics.alert_of_rule(alert analytics.rule_alerts)
returns jsonb
language sql stable
return (alert_of_rule.alert).rule || pg_catalog.jsonb_strip_nulls(
  pg_catalog.jsonb_build_object(
    'alert_id', (alert_of_rule.alert).alert_id, 'detector', 'alert_rule', 'day', (alert_of_rule.alert).last_on,
    'value', (alert_of_rule.alert).value, 'base', (alert_of_rule.alert).base, 'end_reason', (alert_of_rule.alert).end_reason
  )
);
comment on function analytics.alert_of_rule(analytics.rule_alerts) is 'Returns the data of alert.triggered and alert.resolved for the alert of a rule.';

create function analytics.end_rule_alert(brand_id text, rule_id text, reason text)
returns void
language plpgsql volatile
as $$
declare
  v_alert analytics.rule_alerts;
begin
  update analytics.rule_alerts as held
  set ended_at = platform.now(), end_reason = end_rule_alert.reason
  where held.brand_id = end_rule_alert.brand_id and held.rule_id = end_rule_alert.rule_id and held.ended_at is null
  returning held.* into v_alert;
  if found then
    perform events.emit(end_rule_alert.brand_id, 'alert.resolved', analytics.alert_of_rule(v_alert));
  end if;
end
$$;
comment on function analytics.end_rule_alert(text, text, text) is 'Ends the open alert of a rule, if it has one, and emits alert.resolved.';

create function analytics.check_alert_rule(rule analytics.alert_rules)
returns boolean
language plpgsql volatile
as $$
declare
  v_judged constant record := analytics.judge_alert_rule_now(check_alert_rule.rule);
  v_alert analytics.rule_alerts;
begin
  update analytics.alert_rules as held
  set
    judged_through = case when v_judged.holds is null then held.judged_through else v_judged.day end,
    unknown_since = case when v_judged.holds is null then coalesce(held.unknown_since, v_judged.day, platform.now()::date) end
  where held.brand_id = (check_alert_rule.rule).brand_id and held.rule_id = (check_alert_rule.rule).rule_id;
  if not v_judged.holds then
    perform analytics.end_rule_alert((check_alert_rule.rule).brand_id, (check_alert_rule.rule).rule_id, 'no_longer_holds');
  elsif v_judged.holds then
    update analytics.rule_alerts as held
    set last_on = greatest(held.last_on, v_judged.day), value = v_judged.value, base = v_judged.base
    where held.brand_id = (check_alert_rule.rule).brand_id and held.rule_id = (check_alert_rule.rule).rule_id and held.ended_at is null;
    -- Days that a corrected report changed to and fro raise no second alert.
    if not found and not exists (
      select
      from analytics.rule_alerts as earlier
      where earlier.brand_id = (check_alert_rule.rule).brand_id and earlier.rule_id = (check_alert_rule.rule).rule_id
        and earlier.last_on >= v_judged.day and earlier.end_reason = 'no_longer_holds'
    ) then
      insert into analytics.rule_alerts as held (brand_id, rule_id, first_on, last_on, value, base, rule)
      values (
        (check_alert_rule.rule).brand_id, (check_alert_rule.rule).rule_id, v_judged.day - (check_alert_rule.rule).days + 1, v_judged.day, v_judged.value, v_judged.base,
        analytics.alert_rule_terms(check_alert_rule.rule)
      )
      returning held.* into v_alert;
      perform events.emit((check_alert_rule.rule).brand_id, 'alert.triggered', analytics.alert_of_rule(v_alert));
      return true;
    end if;
  end if;
  return false;
end
$$;
comment on function analytics.check_alert_rule(analytics.alert_rules) is
  'Judges one rule on the last complete day. Raises an alert when the rule begins to hold, and ends it when the rule no longer holds. A day that is not known '
  'changes neither. Returns whether it raised an alert.';

create function analytics.check_alert_rules(brand_id text)
returns integer
language plpgsql volatile
as $$
declare
  v_rule analytics.alert_rules;
  v_raised integer := 0;
begin
  for v_rule in
    select held.*
    from analytics.alert_rules as held
    join core.brands on brands.brand_id = held.brand_id and not brands.is_simulated
    where held.brand_id = check_alert_rules.brand_id and held.is_on
    order by held.rule_id
    for update of held
  loop
    v_raised := v_raised + analytics.check_alert_rule(v_rule)::integer;
  end loop;
  return v_raised;
end
$$;
comment on function analytics.check_alert_rules(text) is
  'Judges every rule of a brand that is on, on its last complete day. Returns the number of alerts that it raised. The worker calls it after the detection '
  'of anomalies.';
grant execute on function
  analytics.alert_of_rule(analytics.rule_alerts),
  analytics.end_rule_alert(text, text, text)
to vitrine_key, vitrine_person, vitrine_worker;
grant execute on function analytics.check_alert_rule(analytics.alert_rules), analytics.check_alert_rules(text) to vitrine_worker;
