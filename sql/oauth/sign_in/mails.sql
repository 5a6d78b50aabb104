create function oauth.admit_mail(email text, purpose text, client_ip text)
returns boolean
language plpgsql volatile
as $$
begin
  perform oauth.admit('mail:' || admit_mail.client_ip, 5);
  perform oauth.admit('mail:' || oauth.network_of(admit_mail.client_ip), 10);
  if core.take(admit_mail.purpose || ':all', 60) is null then
    perform platform.fail('RLMTD', 'too_many_mails_were_requested', given => pg_catalog.json_build_object('retry_after', 60));
  end if;
  -- An error here would reveal that mails were requested before, so the limit of an address is silent.
  if oauth.attempts(oauth.bucket('mail', admit_mail.email)) >= 3 then
    return false;
  end if;
  perform oauth.count_attempt(oauth.bucket('mail', admit_mail.email));
  return true;
end
$$;
comment on function oauth.admit_mail(text, text, text) is
  'Returns whether a mail that an anonymous caller requests may be sent. Limits: 5 a minute from an IP address, 10 from its network, 60 in total for a '
  'purpose (RLMTD), and 3 an hour to an address (false).';

create function oauth.request_mail(email text, kind text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if oauth.admit_mail(request_mail.email, 'mail', request_mail.client_ip) then
    insert into oauth.mails (kind, person_id, next_attempt_at, expires_at)
    values (
      request_mail.kind, (platform.find_person(request_mail.email)).person_id, platform.clock(), platform.clock() + interval '30 minutes'
    );
  end if;
end
$$;
comment on function oauth.request_mail(text, text, text) is
  'Requests a mail that resets the password or unlocks the sign-in. The same for known and unknown addresses. Limits: oauth.admit_mail.';

create function oauth.notify(person_id uuid, kind text)
returns void
language plpgsql volatile
as $$
declare
  v_bucket constant text := oauth.bucket('notice', notify.person_id::text);
begin
  if oauth.attempts(v_bucket) >= 20 then
    return;
  end if;
  perform oauth.count_attempt(v_bucket);
  insert into oauth.mails (kind, person_id, next_attempt_at, expires_at)
  values (notify.kind, notify.person_id, platform.clock(), platform.clock() + interval '30 minutes');
end
$$;
comment on function oauth.notify(uuid, text) is
  'Requests a mail that informs a person of a change of the second factors. At most 20 an hour, so that a session cannot flood the mailbox.';

create function oauth.has_due_mail()
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from oauth.mails where mails.next_attempt_at <= platform.clock())
    or exists (select from oauth.address_mails where address_mails.next_attempt_at <= platform.clock())
    or exists (
      select from oauth.notification_mails where notification_mails.person_id is not null and notification_mails.next_attempt_at <= platform.clock()
    )
    or exists (select from oauth.due_notifications() as due where due.person_id is not null)
    or exists (select from oauth.due_digests() as due where due.person_id is not null)
    or exists (select from analytics.due_switches());
$$;
comment on function oauth.has_due_mail() is 'Returns whether the worker has a mail to send.';

create function oauth.measure_mails(out waiting bigint, out oldest_seconds double precision)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*), coalesce(extract(epoch from platform.clock() - min(waiting_mails.begun_at)), 0)
  from (
    select mails.expires_at - interval '30 minutes' as begun_at from oauth.mails
    where mails.person_id is not null and mails.expires_at > platform.clock()
    union all
    select address_mails.expires_at - case address_mails.kind when 'invitation' then interval '1 day' else interval '30 minutes' end
    from oauth.address_mails where address_mails.expires_at > platform.clock()
    union all
    -- A mail server that refuses one address works.
    select notification_mails.expires_at - interval '1 day' from oauth.notification_mails
    where notification_mails.mail_id is not null and notification_mails.person_id is not null and notification_mails.refusal ->> 'smtp_code' is null
  ) as waiting_mails;
$$;
comment on function oauth.measure_mails() is 'Returns the number of mails that are not sent, and the age of the oldest in seconds.';

create function oauth.claim_mail(token_hash bytea)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail oauth.mails;
begin
  delete from oauth.mails where mails.expires_at <= platform.clock() or mails.person_id is null;
  update oauth.mails
  set attempts = mails.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << mails.attempts)
  where mails.mail_id = (
    select due.mail_id from oauth.mails as due
    where due.next_attempt_at <= platform.clock()
    order by due.next_attempt_at, due.mail_id
    limit 1
    for update skip locked
  )
  returning mails.* into v_mail;
  if v_mail.mail_id is null then
    return null;
  end if;
  if v_mail.kind in ('reset', 'unlock') then
    insert into oauth.mail_tokens (token_hash, kind, person_id, expires_at)
    values (claim_mail.token_hash, v_mail.kind, v_mail.person_id, platform.clock() + interval '30 minutes');
  end if;
  return json_build_object(
    'mail_id', v_mail.mail_id, 'kind', v_mail.kind, 'email', platform.person_email(v_mail.person_id), 'attempts', v_mail.attempts
  );
end
$$;
comment on function oauth.claim_mail(bytea) is
  'Claims the next due mail, and makes this token valid for its link if it has one. Returns mail_id, kind, email and attempts, or null if none is due. '
  'The mail is due again after 30 seconds, 1 minute, 2 minutes and so on, until oauth.finish_mail deletes it or it expires.';

create function oauth.finish_mail(mail_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.mails where mails.mail_id = finish_mail.mail_id;
  update core.invitations set mailed_at = platform.clock()
  from oauth.address_mails
  where address_mails.mail_id = finish_mail.mail_id and invitations.invitation_id = address_mails.invitation_id;
  delete from oauth.address_mails where address_mails.mail_id = finish_mail.mail_id;
  select oauth.end_notification_mail(finish_mail.mail_id, 'sent');
$$;
comment on function oauth.finish_mail(text) is 'Ends a mail, or a message to Slack, that was sent.';

create function oauth.mail_token_person(token_hash bytea, kind text)
returns uuid
language plpgsql stable
as $$
declare
  v_person_id uuid;
begin
  select mail_tokens.person_id into v_person_id
  from oauth.mail_tokens
  where mail_tokens.token_hash = mail_token_person.token_hash
    and mail_tokens.kind = mail_token_person.kind
    and mail_tokens.expires_at > platform.clock()
    and platform.may_sign_in(mail_tokens.person_id);
  if v_person_id is null then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  return v_person_id;
end
$$;
comment on function oauth.mail_token_person(bytea, text) is
  'Returns the person of a link. Raises NTFND if it is unknown, used or expired, and for a person who may not sign in.';

create function oauth.show_link(token_hash bytea, kind text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.person_email(oauth.mail_token_person(show_link.token_hash, show_link.kind));
$$;
comment on function oauth.show_link(bytea, text) is 'Returns the e-mail address of the person of a link. Raises NTFND if it is unknown, used or expired.';

create function oauth.accept_link(person_id uuid, device_hash bytea)
returns void
language sql volatile
as $$
  delete from oauth.mail_tokens where mail_tokens.person_id = accept_link.person_id;
  delete from oauth.attempt_counts
  where (attempt_counts.bucket::jsonb)[0] = '"account"'
    and (attempt_counts.bucket::jsonb)[1] = pg_catalog.to_jsonb(platform.person_email(accept_link.person_id));
  select oauth.remember_device(accept_link.person_id, accept_link.device_hash);
$$;
comment on function oauth.accept_link(uuid, bytea) is
  'Ends all links of a person, forgets the wrong passwords, and makes the browser a known device.';

create function oauth.unlock(token_hash bytea, device_hash bytea, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.mail_token_person(unlock.token_hash, 'unlock');
begin
  -- Of two concurrent uses, the second finds nothing.
  delete from oauth.mail_tokens where mail_tokens.token_hash = unlock.token_hash;
  if not found then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  perform oauth.accept_link(v_person_id, unlock.device_hash);
  perform oauth.record('unlocked', person_id => v_person_id, client_ip => unlock.client_ip);
end
$$;
comment on function oauth.unlock(bytea, bytea, text) is
  'Makes this browser a known device of the person of a link, which strangers cannot lock out. Raises NTFND if the link is not valid.';

create function oauth.reset_password(token_hash bytea, password text, device_hash bytea, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.mail_token_person(reset_password.token_hash, 'reset');
begin
  delete from oauth.mail_tokens where mail_tokens.token_hash = reset_password.token_hash;
  if not found then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  perform core.set_password(v_person_id, reset_password.password);
  -- An intruder may have added one of the passkeys.
  update oauth.passkeys set needs_password = true where passkeys.person_id = v_person_id;
  perform oauth.accept_link(v_person_id, reset_password.device_hash);
  perform oauth.record('password_reset', person_id => v_person_id, client_ip => reset_password.client_ip);
end
$$;
comment on function oauth.reset_password(bytea, text, bytea, text) is
  'Changes the password of the person of a link, ends all sessions and grants, and makes this browser a known device. The second factors stay, but '
  'a passkey signs in only after the new password, until it has done so once. Raises NTFND if the link is not valid, and BADRQ for an unsuitable '
  'password, after which the link stays valid.';
