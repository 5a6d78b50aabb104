create function console.disconnect_slack(brand_id text)
returns json
language plpgsql volatile
as $$
begin
  delete from core.slack_receivers as receivers where receivers.brand_id = disconnect_slack.brand_id;
  return pg_catalog.json_build_object('slack', console.slack_state(disconnect_slack.brand_id));
end
$$;
comment on function console.disconnect_slack(text) is 'Disconnects the Slack channel of a brand, and deletes its address and the messages that wait. No effect without one.';
grant execute on function console.disconnect_slack(text) to vitrine_person;
call core.register_operation('console.disconnect_slack', 'console', access => 'write');
