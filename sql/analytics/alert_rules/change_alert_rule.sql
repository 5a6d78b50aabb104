create function analytics.lock_alert_rule(brand_id text, rule_id text, version integer)
returns analytics.alert_rules
language plpgsql volatile
as $$
declare
  v_rule analytics.alert_rules;
begin
  select held.* into v_rule
  from analytics.alert_rules as held
  where held.brand_id = lock_alert_rule.brand_id and held.rule_id = lock_alert_rule.rule_id
  for update;
  if not found then
    perform platform.fail(
      'NTFND', 'names_no_alert_rule_of_this_brand', 'rule_id', pg_catalog.json_build_object('rule_id', lock_alert_rule.rule_id)
    );
  end if;
  if v_rule.version <> lock_alert_rule.version then
    perform platform.fail(
      'STALE', 'the_alert_rule_changed_meanwhile', 'version', pg_catalog.json_build_object('version', v_rule.version)
    );
  end if;
  return v_rule;
end
$$;
comment on function analytics.lock_alert_rule(text, text, integer) is
  'Returns a rule of a brand and locks it, before its alert is locked: the order of the worker. Raises NTFND for an unknown id, and STALE for another version '
  'than the one that the caller read. Null is any version.';

create function analytics.change_alert_rule(
  brand_id text, rule_id text, version integer, metric text, comparison text, threshold numeric, is_on boolean, days integer default 1,
  platform text default null, campaign_id text default null, name text default null
)
returns json
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_draft analytics.alert_rules;
  v_before analytics.alert_rules;
  v_rule analytics.alert_rules;
  v_has_other_terms boolean;
begin
  perform analytics.require_live_alert_rule();
  v_brand := core.data_brand(change_alert_rule.brand_id);
  v_before := analytics.lock_alert_rule(v_brand.brand_id, change_alert_rule.rule_id, change_alert_rule.version);
  v_draft := analytics.draft_alert_rule(
    v_brand, change_alert_rule.metric, change_alert_rule.comparison, change_alert_rule.threshold, change_alert_rule.days,
    change_alert_rule.platform, change_alert_rule.campaign_id, change_alert_rule.name
  );
  v_draft.rule_id := change_alert_rule.rule_id;
  perform analytics.require_other_alert_rule(v_draft);
  if change_alert_rule.is_on is null then
    perform platform.fail('BADRQ', 'is_required', 'is_on');
  end if;
  v_has_other_terms := analytics.alert_rule_terms(v_draft) - 'name' <> analytics.alert_rule_terms(v_before) - 'name';
  update analytics.alert_rules as held
  set
    name = v_draft.name, metric = v_draft.metric, platform = v_draft.platform, campaign_id = v_draft.campaign_id, comparison = v_draft.comparison,
    threshold = v_draft.threshold, days = v_draft.days, is_on = change_alert_rule.is_on, version = held.version + 1,
    changed_at = platform.now(), changed_by = core.scope_writer_id(),
    -- A rule that is turned on is not judged on the days on which it was off.
    judged_through = case when not v_has_other_terms and v_before.is_on then held.judged_through end,
    unknown_since = case when not v_has_other_terms and v_before.is_on then held.unknown_since end
  where held.brand_id = v_brand.brand_id and held.rule_id = change_alert_rule.rule_id
  returning held.* into v_rule;
  -- The open alert says what the rule said before.
  if not v_rule.is_on or v_has_other_terms then
    perform analytics.end_rule_alert(v_rule.brand_id, v_rule.rule_id, 'rule_changed');
  end if;
  perform core.make_due(v_rule.brand_id, 'anomalies');
  return analytics.alert_rule_answer(v_brand, change_alert_rule.brand_id, v_rule);
end
$$;
comment on function analytics.change_alert_rule(text, text, integer, text, text, numeric, boolean, integer, text, text, text) is
  'PUT /v1/alert-rules/{rule_id}: replaces what a rule says, or turns it off. A rule that says something else or is off ends its open alert. version is the one that '
  'the caller read. Raises STALE if the rule has another version, NTFND for an unknown id, NMOVE if another rule says the same, and '
  'BADRQ for a rule that cannot be judged.';
grant execute on function
  analytics.lock_alert_rule(text, text, integer),
  analytics.change_alert_rule(text, text, integer, text, text, numeric, boolean, integer, text, text, text)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.change_alert_rule', 'write:alert_rules', access => 'write', role => 'analyst', served_by => '{analytics,console}');
