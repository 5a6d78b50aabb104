create function oauth.quiet_until(brand_id text, kind text)
returns timestamptz
language sql stable
as $$
  select core.quiet_until(brands, platform.clock())
  from core.brands
  join core.notification_kinds() as kinds on kinds.kind = quiet_until.kind and kinds.waits_for_quiet_hours
  where brands.brand_id = quiet_until.brand_id;
$$;
comment on function oauth.quiet_until(text, text) is
  'Returns when the quiet hours end for which mails and messages of a kind wait. Null if they need not wait.';

create function oauth.due_notifications()
returns table (brand_id text, person_id uuid, receiver_id text, kind text)
language sql stable
as $$
  select waiting.brand_id, waiting.person_id, waiting.receiver_id, waiting.kind
  from oauth.notifications as waiting
  left join oauth.notification_mails as held
    on held.brand_id = waiting.brand_id and held.recipient = waiting.recipient and held.kind = waiting.kind
  where waiting.mail_id is null and held.mail_id is null
  group by waiting.brand_id, waiting.person_id, waiting.receiver_id, waiting.kind, held.sent_at, held.failed_at
  -- A minute gathers a burst. An hour follows the last mail.
  having greatest(min(waiting.noted_at) + interval '1 minute', greatest(held.sent_at, held.failed_at) + interval '1 hour') <= platform.clock()
    and oauth.quiet_until(waiting.brand_id, waiting.kind) is null;
$$;
comment on function oauth.due_notifications() is
  'Returns the recipients and kinds for which a mail or message must begin: a minute after the first event, and an hour after the last one, '
  'but not in quiet hours.';

create function oauth.end_notification_mail(mail_id text, outcome text)
returns void
language sql volatile
as $$
  update oauth.notification_mails as held
  set
    mail_id = null, next_attempt_at = null, expires_at = null,
    refusal = case when end_notification_mail.outcome = 'failed' then held.refusal end,
    sent_at = case when end_notification_mail.outcome = 'sent' then platform.clock() else held.sent_at end,
    failed_at = case end_notification_mail.outcome when 'failed' then platform.clock() when 'sent' then null else held.failed_at end
  where held.mail_id = end_notification_mail.mail_id;
  delete from oauth.notifications where notifications.mail_id = end_notification_mail.mail_id;
$$;
comment on function oauth.end_notification_mail(text, text) is
  'Ends a mail or message with its notifications. outcome: sent, failed (given up), or dropped, because nothing in it applies any more.';

create function oauth.postpone_mails()
returns void
language sql volatile
as $$
  with postponed as materialized (
    select waiting.mail_id, oauth.quiet_until(waiting.brand_id, waiting.kind) as ends_at
    from oauth.notification_mails as waiting
    -- Others are not locked, so that workers can claim them meanwhile.
    where (waiting.next_attempt_at <= platform.clock() or waiting.expires_at <= platform.clock())
      and oauth.quiet_until(waiting.brand_id, waiting.kind) is not null
    order by waiting.mail_id
    for update skip locked
  )
  update oauth.notification_mails as held
  set next_attempt_at = postponed.ends_at, expires_at = greatest(held.expires_at, postponed.ends_at + interval '1 day')
  from postponed
  where held.mail_id = postponed.mail_id;
$$;
comment on function oauth.postpone_mails() is
  'Postpones the next attempts of mails and messages that were begun before the quiet hours, until these end. They are then tried for another day.';

create function oauth.begin_notifications(to_slack boolean)
returns void
language plpgsql volatile
as $$
begin
  perform oauth.begin_digests(begin_notifications.to_slack);
  perform oauth.begin_reminders();
  perform oauth.postpone_mails();
  perform oauth.end_notification_mail(held.mail_id, 'failed') from oauth.notification_mails as held where held.expires_at <= platform.clock();
  insert into oauth.notification_mails as held (brand_id, person_id, receiver_id, kind, mail_id, next_attempt_at, expires_at)
  select
    due.brand_id, due.person_id, due.receiver_id, due.kind, platform.new_id('mai'), platform.clock(), platform.clock() + interval '1 day'
  from oauth.due_notifications() as due
  where (due.receiver_id is not null) = begin_notifications.to_slack
  order by due.brand_id, due.person_id, due.receiver_id, due.kind
  on conflict on constraint notification_mails_pkey do update
  set mail_id = excluded.mail_id, attempts = 0, next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at
  -- Another worker may have begun, or even sent, a mail meanwhile.
  where held.mail_id is null and coalesce(greatest(held.sent_at, held.failed_at) + interval '1 hour' <= platform.clock(), true);
end
$$;
comment on function oauth.begin_notifications(boolean) is
  'Begins the due mails to members, or the due messages to Slack, postpones those of quiet hours, and gives up those that were tried for a day.';
