create function oauth.claim_notification(token_hash bytea)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail oauth.notification_mails;
  v_email text;
begin
  perform oauth.begin_notifications(to_slack => false);
  loop
    update oauth.notification_mails as held
    set attempts = held.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << held.attempts)
    where held.mail_id = (
      select due.mail_id from oauth.notification_mails as due
      where due.person_id is not null and due.next_attempt_at <= platform.clock()
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

create function oauth.fail_notification(mail_id text, smtp_code integer, refuses_address boolean default false)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update oauth.notification_mails as held
  set refusal = json_build_object('smtp_code', fail_notification.smtp_code)
  where held.mail_id = fail_notification.mail_id;
  select oauth.end_notification_mail(fail_notification.mail_id, 'failed')
  where fail_notification.refuses_address;
$$;
comment on function oauth.fail_notification(text, integer, boolean) is
  'Records that an attempt failed, with the code of the mail server, or null if it did not answer. refuses_address: whether the server permanently '
  'refused the address. Such a refusal ends the mail, because the address gets no mail if it is tried again. Otherwise oauth.claim_notification tries again.';

create function oauth.count_failed_notifications()
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*) from oauth.notification_mails where notification_mails.failed_at is not null and notification_mails.person_id is not null;
$$;
comment on function oauth.count_failed_notifications() is
  'Returns for how many members and kinds the last mail about a brand was given up, for the operator.';
