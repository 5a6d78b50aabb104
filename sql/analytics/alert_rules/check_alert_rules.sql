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

create function analytics.note_judged_day(rule analytics.alert_rules, day date, holds boolean, value numeric, base numeric)
returns boolean
language plpgsql volatile
as $$
declare
  v_alert analytics.rule_alerts;
begin
  if not note_judged_day.holds then
    perform analytics.end_rule_alert((note_judged_day.rule).brand_id, (note_judged_day.rule).rule_id, 'no_longer_holds');
    return false;
  end if;
  update analytics.rule_alerts as held
  set
    last_on = greatest(held.last_on, note_judged_day.day),
    value = case when note_judged_day.day >= held.last_on then note_judged_day.value else held.value end,
    base = case when note_judged_day.day >= held.last_on then note_judged_day.base else held.base end
  where held.brand_id = (note_judged_day.rule).brand_id and held.rule_id = (note_judged_day.rule).rule_id and held.ended_at is null;
  -- Neither a corrected report that changes a day back and forth nor a rule that is turned off and on raises a second alert of the same terms.
  if found or exists (
    select
    from analytics.rule_alerts as earlier
    where earlier.brand_id = (note_judged_day.rule).brand_id and earlier.rule_id = (note_judged_day.rule).rule_id
      and earlier.last_on >= note_judged_day.day and earlier.end_reason in ('no_longer_holds', 'rule_changed')
      and earlier.rule - 'name' = analytics.alert_rule_terms(note_judged_day.rule) - 'name'
  ) then
    return false;
  end if;
  insert into analytics.rule_alerts as held (brand_id, rule_id, first_on, last_on, value, base, rule)
  values (
    (note_judged_day.rule).brand_id, (note_judged_day.rule).rule_id, note_judged_day.day - (note_judged_day.rule).days + 1, note_judged_day.day,
    note_judged_day.value, note_judged_day.base, analytics.alert_rule_terms(note_judged_day.rule)
  )
  returning held.* into v_alert;
  perform events.emit((note_judged_day.rule).brand_id, 'alert.triggered', analytics.alert_of_rule(v_alert));
  return true;
end
$$;
comment on function analytics.note_judged_day(analytics.alert_rules, date, boolean, numeric, numeric) is
  'Raises the alert of a rule that begins to hold, continues that of a rule that holds, and ends that of a rule that no longer holds. Returns whether it raised '
  'one.';

create function analytics.rules_to_judge(brand_id text)
returns setof text
language sql stable
as $$
  select held.rule_id
  from analytics.alert_rules as held
  join core.brands on brands.brand_id = held.brand_id and not brands.is_simulated
  where held.brand_id = rules_to_judge.brand_id and held.is_on
  order by held.judged_through nulls first, held.rule_id;
$$;
comment on function analytics.rules_to_judge(text) is
  'Returns the rules of a brand that are on, first those that were judged the longest time ago, so that a run that is interrupted continues with the next.';

create function analytics.check_alert_rule(brand_id text, rule_id text)
returns integer
language plpgsql volatile
as $$
declare
  v_rule analytics.alert_rules;
  v_judged record;
  v_raised integer := 0;
  v_has_days boolean := false;
begin
  select held.* into v_rule
  from analytics.alert_rules as held
  where held.brand_id = check_alert_rule.brand_id and held.rule_id = check_alert_rule.rule_id and held.is_on
  for update;
  if not found then
    return 0;
  end if;
  for v_judged in select judged.* from analytics.judge_due_days(v_rule) as judged loop
    v_has_days := true;
    if v_judged.holds is null then
      v_rule.unknown_since := coalesce(v_rule.unknown_since, v_judged.day);
    else
      v_rule.unknown_since := null;
      v_rule.judged_through := v_judged.day;
      v_raised := v_raised + analytics.note_judged_day(v_rule, v_judged.day, v_judged.holds, v_judged.value, v_judged.base)::integer;
    end if;
  end loop;
  if not v_has_days then
    v_rule.unknown_since := coalesce(v_rule.unknown_since, analytics.yesterday(v_rule.brand_id));
  end if;
  update analytics.alert_rules as held
  set judged_through = v_rule.judged_through, unknown_since = v_rule.unknown_since
  where held.brand_id = v_rule.brand_id and held.rule_id = v_rule.rule_id;
  perform core.clear_failures(v_rule.brand_id, 'anomalies', 'alert rule ' || v_rule.rule_id);
  return v_raised;
end
$$;
comment on function analytics.check_alert_rule(text, text) is
  'Judges one rule on each complete day since it was judged. A day that is not known neither raises nor ends an alert. Returns the number of alerts that it '
  'raised. The worker calls it in one transaction for each rule, so that a rule that fails does not affect the others.';
grant execute on function
  analytics.alert_of_rule(analytics.rule_alerts),
  analytics.end_rule_alert(text, text, text)
to vitrine_key, vitrine_person, vitrine_worker;
grant execute on function
  analytics.note_judged_day(analytics.alert_rules, date, boolean, numeric, numeric),
  analytics.rules_to_judge(text),
  analytics.check_alert_rule(text, text)
to vitrine_worker;
