create function console.slack_messages(brand_id text)
returns json
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    json_agg(
      json_build_object(
        'kind', held.kind, 'is_waiting', held.mail_id is not null, 'sent_at', platform.utc(held.sent_at), 'failed_at', platform.utc(held.failed_at),
        'refusal', held.refusal
      )
      order by held.kind
    ),
    '[]'
  )
  from core.slack_receivers as receivers
  join oauth.notification_mails as held on held.brand_id = receivers.brand_id and held.recipient = receivers.receiver_id
  where receivers.brand_id = slack_messages.brand_id and receivers.brand_id = any (core.scope_brand_ids());
$$;
comment on function console.slack_messages(text) is
  'Returns how the last message of each kind to the Slack channel of a brand ended, for members of the brand.';

create function console.slack_state(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'host', receivers.host, 'ending', receivers.ending, 'connected_at', platform.utc(receivers.connected_at),
    'wait_until', platform.utc(case when receivers.wait_until > platform.clock() then receivers.wait_until end),
    'disabled_at', platform.utc(receivers.disabled_at), 'refusal', receivers.refusal, 'messages', console.slack_messages(slack_state.brand_id)
  )
  from core.slack_receivers as receivers
  where receivers.brand_id = slack_state.brand_id;
$$;
comment on function console.slack_state(text) is
  'Returns the Slack channel of a brand: host and last characters of its address, whether it is disabled and why, and its last messages. Null without one.';

create function console.begin_slack_test(brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_receiver core.slack_receivers;
begin
  select receivers.* into v_receiver
  from core.slack_receivers as receivers
  where receivers.brand_id = begin_slack_test.brand_id and receivers.brand_id = any (core.scope_brand_ids());
  if not found then
    perform platform.fail('NTFND', 'no_slack_channel_is_connected');
  elsif v_receiver.disabled_at is not null then
    perform platform.fail('BADRQ', 'this_slack_channel_is_disabled', 'brand_id');
  end if;
  insert into oauth.notification_mails as held (brand_id, receiver_id, kind, mail_id, next_attempt_at, expires_at)
  values (
    v_receiver.brand_id, v_receiver.receiver_id, 'test', platform.new_id('mai'), platform.clock(), platform.clock() + interval '10 minutes'
  )
  on conflict on constraint notification_mails_pkey do update
  set
    mail_id = excluded.mail_id, attempts = 0, next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at, refusal = null, failed_at = null
  -- A message that waits is not sent twice.
  where held.mail_id is null and coalesce(held.sent_at + interval '10 seconds' <= platform.clock(), true);
end
$$;
comment on function console.begin_slack_test(text) is
  'Requests a test message to the Slack channel of a brand. It is tried for ten minutes, in quiet hours too. No effect while one waits, and within ten seconds '
  'of the last one. Raises NTFND without a channel, and BADRQ for a disabled one.';
revoke execute on function console.slack_messages(text), console.begin_slack_test(text) from public;
grant execute on function console.slack_messages(text), console.begin_slack_test(text), console.slack_state(text) to vitrine_person;
