create function console.test_slack(brand_id text)
returns json
language plpgsql volatile
as $$
begin
  perform console.begin_slack_test(test_slack.brand_id);
  return pg_catalog.json_build_object('slack', console.slack_state(test_slack.brand_id));
end
$$;
comment on function console.test_slack(text) is 'Sends a test message to the Slack channel of a brand. Raises NTFND without a channel, and BADRQ for a disabled one.';
grant execute on function console.test_slack(text) to vitrine_person;
call core.register_operation('console.test_slack', 'console', access => 'write');
