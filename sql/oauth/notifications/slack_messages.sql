create function oauth.due_messages()
returns table (mail_id text, turn bigint)
language sql stable
as $$
  select waiting.mail_id, row_number() over (partition by brands.account_id order by waiting.next_attempt_at, waiting.mail_id)
  from oauth.notification_mails as waiting
  join core.slack_receivers as receivers on receivers.receiver_id = waiting.receiver_id
  join core.brands on brands.brand_id = waiting.brand_id
  where waiting.next_attempt_at <= platform.clock() and coalesce(receivers.wait_until <= platform.clock(), true);
$$;
comment on function oauth.due_messages() is
  'Returns the messages to Slack whose next attempt is due, with the turn of each one within its account. None is due while Slack requested a delay.';

create function oauth.has_due_message()
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (select oauth.due_messages())
    or exists (select from oauth.due_notifications() as due where due.receiver_id is not null)
    or exists (select from oauth.due_digests() as due where due.receiver_id is not null)
    or exists (select from analytics.due_switches());
$$;
comment on function oauth.has_due_message() is 'Returns whether the worker has a message to send to Slack.';

create function oauth.claim_messages("limit" integer)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail_ids text[];
begin
  perform oauth.begin_notifications(to_slack => true);
  perform oauth.end_notification_mail(held.mail_id, 'dropped')
  from oauth.notification_mails as held
  where held.mail_id is not null and held.receiver_id is not null and not oauth.gets_messages(held.receiver_id);
  with chosen as materialized (
    select waiting.mail_id
    from oauth.due_messages() as due
    join oauth.notification_mails as waiting on waiting.mail_id = due.mail_id
    -- Another worker may have claimed it meanwhile.
    where waiting.next_attempt_at <= platform.clock()
    -- Accounts take turns, so that the slow addresses of one account do not delay others.
    order by due.turn, waiting.next_attempt_at, waiting.mail_id
    limit claim_messages."limit"
    for update of waiting skip locked
  ),
  claimed as (
    update oauth.notification_mails as held
    set attempts = held.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << held.attempts)
    from chosen
    where held.mail_id = chosen.mail_id
    returning held.mail_id
  )
  select array_agg(claimed.mail_id) into v_mail_ids from claimed;
  update oauth.notifications as waiting set mail_id = held.mail_id
  from oauth.notification_mails as held
  where held.mail_id = any (v_mail_ids) and held.attempts = 1
    and waiting.brand_id = held.brand_id and waiting.recipient = held.recipient and waiting.kind = held.kind and waiting.mail_id is null;
  return (
    select coalesce(
      json_agg(json_build_object(
        'mail_id', held.mail_id, 'kind', held.kind, 'attempts', held.attempts, 'brand_id', held.brand_id, 'receiver_id', held.receiver_id,
        'sealed', receivers.sealed,
        -- The real clock, because Slack can name a date in Retry-After.
        'claimed_at', floor(extract(epoch from clock_timestamp()))::bigint,
        'subject_ids', array(select distinct notifications.subject_id from oauth.notifications where notifications.mail_id = held.mail_id order by 1)
      )),
      '[]'
    )
    from oauth.notification_mails as held
    join core.slack_receivers as receivers on receivers.receiver_id = held.receiver_id
    where held.mail_id = any (v_mail_ids)
  );
end
$$;
comment on function oauth.claim_messages(integer) is
  'Claims due messages to Slack, as oauth.claim_notification does with mails, each with the encrypted address. A message is due again after 30 seconds, '
  '1 minute, 2 minutes and so on, until oauth.finish_mail ends it or it was tried for a day. The first attempt decides what it contains.';

create function oauth.fail_message(mail_id text, refusal jsonb, retry_after_seconds integer, is_gone boolean)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_receiver_id text;
begin
  update oauth.notification_mails as held
  set refusal = fail_message.refusal
  where held.mail_id = fail_message.mail_id
  returning held.receiver_id into v_receiver_id;
  if fail_message.is_gone then
    update core.slack_receivers as receivers set disabled_at = platform.clock(), refusal = fail_message.refusal
    where receivers.receiver_id = v_receiver_id and receivers.disabled_at is null;
    perform oauth.end_notification_mail(held.mail_id, 'failed')
    from oauth.notification_mails as held
    where held.receiver_id = v_receiver_id and held.mail_id is not null;
    delete from oauth.notifications where notifications.receiver_id = v_receiver_id;
  elsif fail_message.retry_after_seconds > 0 then
    update core.slack_receivers as receivers
    set wait_until = platform.clock() + make_interval(secs => least(fail_message.retry_after_seconds, 86400))
    where receivers.receiver_id = v_receiver_id;
  end if;
end
$$;
comment on function oauth.fail_message(text, jsonb, integer, boolean) is
  'Records why an attempt failed. A requested delay (Retry-After, at most a day) applies to all messages of the Slack channel. An address that is gone is '
  'disabled, and its messages end. No effect on a message that ended meanwhile.';
