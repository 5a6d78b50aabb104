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
  -- Days that a corrected report changed to and fro raise no second alert of the same terms.
  if found or exists (
    select
    from analytics.rule_alerts as earlier
    where earlier.brand_id = (note_judged_day.rule).brand_id and earlier.rule_id = (note_judged_day.rule).rule_id
      and earlier.last_on >= note_judged_day.day and earlier.end_reason = 'no_longer_holds'
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

create function analytics.check_alert_rule(rule analytics.alert_rules)
returns integer
language plpgsql volatile
as $$
declare
  v_judged record;
  v_raised integer := 0;
  v_judged_through date;
  v_unknown_since date := (check_alert_rule.rule).unknown_since;
  v_has_days boolean := false;
begin
  for v_judged in select judged.* from analytics.judge_due_days(check_alert_rule.rule) as judged loop
    v_has_days := true;
    if v_judged.holds is null then
      v_unknown_since := coalesce(v_unknown_since, v_judged.day);
    else
      v_unknown_since := null;
      v_judged_through := v_judged.day;
      v_raised := v_raised + analytics.note_judged_day(check_alert_rule.rule, v_judged.day, v_judged.holds, v_judged.value, v_judged.base)::integer;
    end if;
  end loop;
  if not v_has_days and v_unknown_since is null then
    select (platform.now() at time zone brands.timezone)::date - 1 into v_unknown_since
    from core.brands
    where brands.brand_id = (check_alert_rule.rule).brand_id;
  end if;
  update analytics.alert_rules as held
  set judged_through = coalesce(v_judged_through, held.judged_through), unknown_since = v_unknown_since
  where held.brand_id = (check_alert_rule.rule).brand_id and held.rule_id = (check_alert_rule.rule).rule_id;
  return v_raised;
end
$$;
comment on function analytics.check_alert_rule(analytics.alert_rules) is
  'Judges one rule on each complete day since it was judged. A day that is not known neither raises nor ends an alert. Returns the number of alerts that it '
  'raised.';

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
    v_raised := v_raised + analytics.check_alert_rule(v_rule);
  end loop;
  return v_raised;
end
$$;
comment on function analytics.check_alert_rules(text) is
  'Judges every rule of a brand that is on, on its complete days. Returns the number of alerts that it raised. The worker calls it after the detection '
  'of anomalies.';
grant execute on function
  analytics.alert_of_rule(analytics.rule_alerts),
  analytics.end_rule_alert(text, text, text)
to vitrine_key, vitrine_person, vitrine_worker;
grant execute on function
  analytics.note_judged_day(analytics.alert_rules, date, boolean, numeric, numeric),
  analytics.check_alert_rule(analytics.alert_rules),
  analytics.check_alert_rules(text)
to vitrine_worker;
