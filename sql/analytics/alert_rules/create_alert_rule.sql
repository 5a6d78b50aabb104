create function analytics.create_alert_rule(
  brand_id text, metric text, comparison text, threshold numeric, days integer default 1, platform text default null, campaign_id text default null,
  name text default null
)
returns json
language plpgsql volatile
as $$
declare
  v_rules_max constant integer := 100;
  v_brand core.brands;
  v_draft analytics.alert_rules;
  v_rule analytics.alert_rules;
begin
  perform analytics.require_live_alert_rule();
  v_brand := core.data_brand(create_alert_rule.brand_id);
  v_draft := analytics.draft_alert_rule(
    v_brand, create_alert_rule.metric, create_alert_rule.comparison, create_alert_rule.threshold, create_alert_rule.days,
    create_alert_rule.platform, create_alert_rule.campaign_id, create_alert_rule.name
  );
  perform analytics.require_other_alert_rule(v_draft);
  if (select count(*) from analytics.alert_rules as held where held.brand_id = v_brand.brand_id) >= v_rules_max then
    perform platform.fail('NMOVE', 'the_brand_has_too_many_alert_rules', given => pg_catalog.json_build_object('rules_max', v_rules_max));
  end if;
  insert into analytics.alert_rules as held (
    brand_id, name, metric, platform, campaign_id, comparison, threshold, days, created_by, changed_by
  )
  values (
    v_draft.brand_id, v_draft.name, v_draft.metric, v_draft.platform, v_draft.campaign_id, v_draft.comparison, v_draft.threshold, v_draft.days,
    core.scope_writer_id(), core.scope_writer_id()
  )
  returning held.* into v_rule;
  perform core.make_due(v_rule.brand_id, 'anomalies');
  return analytics.alert_rule_answer(v_brand, create_alert_rule.brand_id, v_rule);
end
$$;
comment on function analytics.create_alert_rule(text, text, text, numeric, integer, text, text, text) is
  'POST /v1/alert-rules: adds an alert rule, which the worker judges within minutes and then every day. Raises BADRQ for a rule that cannot be judged, and NMOVE if '
  'the brand has the same rule or 100 rules.';
grant execute on function analytics.create_alert_rule(text, text, text, numeric, integer, text, text, text) to vitrine_key, vitrine_simulated, vitrine_person;
grant execute on function core.make_due(text, text) to vitrine_key, vitrine_person;
call core.register_operation('analytics.create_alert_rule', 'write:alert_rules', access => 'write', role => 'analyst', served_by => '{analytics,console}');
