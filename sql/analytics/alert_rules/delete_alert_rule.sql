create function analytics.delete_alert_rule(brand_id text, rule_id text, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id text;
begin
  perform analytics.require_live_alert_rule();
  v_brand_id := core.data_brand_id(delete_alert_rule.brand_id);
  perform analytics.lock_alert_rule(v_brand_id, delete_alert_rule.rule_id, delete_alert_rule.version);
  perform analytics.end_rule_alert(v_brand_id, delete_alert_rule.rule_id, 'rule_removed');
  delete from analytics.alert_rules as held where held.brand_id = v_brand_id and held.rule_id = delete_alert_rule.rule_id;
  return pg_catalog.json_build_object('brand_id', delete_alert_rule.brand_id, 'rule_id', delete_alert_rule.rule_id, 'deleted', true);
end
$$;
comment on function analytics.delete_alert_rule(text, text, integer) is
  'DELETE /v1/alert-rules/{rule_id}: removes a rule and its alerts, and ends its open alert. version is the one that the caller read. Raises NTFND for an '
  'unknown id, and STALE if the rule has another version.';
grant execute on function analytics.delete_alert_rule(text, text, integer) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.delete_alert_rule', 'write:alert_rules', access => 'write', role => 'analyst', served_by => '{analytics,console}');
