create function console.admit_slack(brand_id text)
returns json
language sql volatile
as $$
  select pg_catalog.json_build_object('receiver_id', platform.new_id('slk'));
$$;
comment on function console.admit_slack(text) is 'Returns the id of a new Slack channel. The address is encrypted for this id only.';

create function console.connect_slack(brand_id text, receiver_id text, sealed text, host text, ending text)
returns json
language plpgsql volatile
as $$
begin
  -- Of two concurrent calls, the second waits here and replaces the channel of the first.
  perform from core.brands where brands.brand_id = connect_slack.brand_id for no key update;
  -- Messages to the former channel end with it.
  delete from core.slack_receivers as receivers where receivers.brand_id = connect_slack.brand_id;
  insert into core.slack_receivers (brand_id, receiver_id, sealed, host, ending)
  values (connect_slack.brand_id, connect_slack.receiver_id, connect_slack.sealed, connect_slack.host, connect_slack.ending);
  return pg_catalog.json_build_object('slack', console.slack_state(connect_slack.brand_id));
end
$$;
comment on function console.connect_slack(text, text, text, text, text) is
  'Connects a Slack channel to a brand, in place of a former one. The address is passed encrypted.';
grant execute on function console.admit_slack(text), console.connect_slack(text, text, text, text, text) to vitrine_person;
call core.register_operation('console.connect_slack', 'console', access => 'write');
call core.register_operation('console.admit_slack', 'console', is_part => true, role => 'admin');
