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
  'Returns when the quiet hours end for which mails of a kind wait. Null if they need not wait.';

create function oauth.due_notifications()
returns table (brand_id text, person_id uuid, kind text)
language sql stable
as $$
  select waiting.brand_id, waiting.person_id, waiting.kind
  from oauth.notifications as waiting
  left join oauth.notification_mails as held
    on held.brand_id = waiting.brand_id and held.person_id = waiting.person_id and held.kind = waiting.kind
  where waiting.mail_id is null and held.mail_id is null
  group by waiting.brand_id, waiting.person_id, waiting.kind, held.sent_at, held.failed_at
  -- A minute gathers a burst. An hour follows the last mail.
  having greatest(min(waiting.noted_at) + interval '1 minute', greatest(held.sent_at, held.failed_at) + interval '1 hour') <= platform.clock()
    and oauth.quiet_until(waiting.brand_id, waiting.kind) is null;
$$;
comment on function oauth.due_notifications() is
  'Returns the members and kinds for which a mail must begin: a minute after the first event, and an hour after the last mail, '
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
  'Ends a mail with its notifications. outcome: sent, failed (given up), or dropped, because nothing in it applies any more.';

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
  'Postpones the next attempts of mails that were begun before the quiet hours, until these end. The mails are then tried for another day.';

create function oauth.claim_notification(token_hash bytea)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail oauth.notification_mails;
  v_email text;
begin
  perform oauth.begin_digests();
  perform oauth.postpone_mails();
  perform oauth.end_notification_mail(held.mail_id, 'failed') from oauth.notification_mails as held where held.expires_at <= platform.clock();
  insert into oauth.notification_mails as held (brand_id, person_id, kind, mail_id, next_attempt_at, expires_at)
  select due.brand_id, due.person_id, due.kind, platform.new_id('mai'), platform.clock(), platform.clock() + interval '1 day'
  from oauth.due_notifications() as due
  order by due.brand_id, due.person_id, due.kind
  on conflict on constraint notification_mails_pkey do update
  set mail_id = excluded.mail_id, attempts = 0, next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at
  -- Another worker may have begun, or even sent, a mail meanwhile.
  where held.mail_id is null and coalesce(greatest(held.sent_at, held.failed_at) + interval '1 hour' <= platform.clock(), true);
  loop
    update oauth.notification_mails as held
    set attempts = held.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << held.attempts)
    where held.mail_id = (
      select due.mail_id from oauth.notification_mails as due
      where due.next_attempt_at <= platform.clock()
      order by due.next_attempt_at, due.mail_id
      limit 1
      for update skip locked
    )
    returning held.* into v_mail;
    if v_mail.mail_id is null then
      return null;
    end if;
    if v_mail.attempts = 1 then
      update oauth.notifications as waiting set mail_id = v_mail.mail_id
      where waiting.brand_id = v_mail.brand_id and waiting.person_id = v_mail.person_id and waiting.kind = v_mail.kind and waiting.mail_id is null;
    end if;
    v_email := case when oauth.gets_notifications(v_mail.brand_id, v_mail.person_id, v_mail.kind) and platform.may_sign_in(v_mail.person_id)
      then platform.person_email(v_mail.person_id) end;
    exit when v_email is not null;
    perform oauth.end_notification_mail(v_mail.mail_id, 'dropped');
  end loop;
  insert into oauth.unsubscribe_tokens (token_hash, brand_id, person_id, kind, expires_at)
  values (claim_notification.token_hash, v_mail.brand_id, v_mail.person_id, v_mail.kind, platform.clock() + interval '60 days');
  return json_build_object(
    'mail_id', v_mail.mail_id, 'kind', v_mail.kind, 'email', v_email, 'attempts', v_mail.attempts, 'brand_id', v_mail.brand_id,
    'subject_ids', array(select distinct notifications.subject_id from oauth.notifications where notifications.mail_id = v_mail.mail_id order by 1)
  );
end
$$;
comment on function oauth.claim_notification(bytea) is
  'Claims the next due mail about a brand, as oauth.claim_mail does, and makes this token valid for its link to unsubscribe. The first attempt decides '
  'what the mail contains. Membership, role and choice are checked for each attempt. A mail that is not sent within a day is given up.';

create function oauth.drop_notification(mail_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.end_notification_mail(drop_notification.mail_id, 'dropped');
$$;
comment on function oauth.drop_notification(text) is 'Ends a mail that is not sent, because nothing of it applies any more. The next event begins another one.';

create function oauth.fail_notification(mail_id text, smtp_code integer)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update oauth.notification_mails as held
  set refusal = json_build_object('smtp_code', fail_notification.smtp_code)
  where held.mail_id = fail_notification.mail_id;
$$;
comment on function oauth.fail_notification(text, integer) is
  'Records that an attempt failed, with the code of the mail server, or null if it did not answer. oauth.claim_notification tries again.';

create function oauth.count_failed_notifications()
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*) from oauth.notification_mails where notification_mails.failed_at is not null;
$$;
comment on function oauth.count_failed_notifications() is
  'Returns for how many members and kinds the last mail about a brand was given up, for the operator.';
