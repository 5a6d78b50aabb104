grant create on schema analytics to vitrine_gate;
alter function analytics.due_attribution_changes() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
grant execute on function analytics.due_attribution_changes() to vitrine_worker;
