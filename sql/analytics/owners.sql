grant create on schema analytics to vitrine_gate;
alter function analytics.due_attribution_changes() owner to vitrine_gate;
alter function analytics.due_switches() owner to vitrine_gate;
alter function analytics.claim_switches() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
grant execute on function analytics.due_attribution_changes() to vitrine_worker;
grant execute on function analytics.due_switches(), analytics.claim_switches() to vitrine_oauth;

-- Jobs judge alert rules, and compose digests, with the rights of a key.
grant create on schema analytics to vitrine_key;
alter function analytics.judge_due_days(analytics.alert_rules) owner to vitrine_key;
alter function analytics.digest_to_send(text, date) owner to vitrine_key;
revoke create on schema analytics from vitrine_key;
grant execute on function analytics.judge_due_days(analytics.alert_rules), analytics.digest_to_send(text, date) to vitrine_worker;
