create function oauth.has_account(email text)
returns boolean
language sql stable
as $$
  select exists (select from platform.list_people(has_account.email));
$$;
comment on function oauth.has_account(text) is 'Returns whether a person has this e-mail address, also one who may not sign in.';

create function oauth.request_sign_up(email text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  perform core.require_own_people();
  v_email := core.email_address(request_sign_up.email);
  -- Whether the address has an account is asked when the mail is sent, so that the request takes the same time.
  if oauth.admit_mail(v_email, 'sign_up', request_sign_up.client_ip) then
    insert into oauth.address_mails (kind, email, next_attempt_at, expires_at)
    values ('sign_up', v_email, platform.clock(), platform.clock() + interval '30 minutes');
  end if;
end
$$;
comment on function oauth.request_sign_up(text, text) is
  'Requests a mail with a link that creates an account. The same for known and unknown addresses; the mail to a known one has no such link. Limits: '
  'oauth.admit_mail. Raises BADRQ for a text that is no address.';

create function oauth.claim_address_mail(token_hash bytea)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail oauth.address_mails;
begin
  delete from oauth.address_mails where address_mails.expires_at <= platform.clock();
  update oauth.address_mails
  set attempts = address_mails.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << address_mails.attempts)
  where address_mails.mail_id = (
    select due.mail_id from oauth.address_mails as due
    where due.next_attempt_at <= platform.clock()
    order by due.next_attempt_at, due.mail_id
    limit 1
    for update skip locked
  )
  returning address_mails.* into v_mail;
  if v_mail.mail_id is null then
    return null;
  elsif oauth.has_account(v_mail.email) then
    v_mail.kind := 'account_exists';
  else
    insert into oauth.sign_up_links (token_hash, email, expires_at)
    values (claim_address_mail.token_hash, v_mail.email, platform.clock() + interval '30 minutes');
  end if;
  return json_build_object('mail_id', v_mail.mail_id, 'kind', v_mail.kind, 'email', v_mail.email, 'attempts', v_mail.attempts);
end
$$;
comment on function oauth.claim_address_mail(bytea) is
  'Claims the next due mail to an address, as oauth.claim_mail does for mails to people, and makes this token valid for its link. The kind is account_exists '
  'for the sign-up of an address that has an account. Then there is no link.';

create function oauth.show_sign_up(token_hash bytea)
returns text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  select sign_up_links.email into v_email
  from oauth.sign_up_links
  where sign_up_links.token_hash = show_sign_up.token_hash and sign_up_links.expires_at > platform.clock();
  if v_email is null or oauth.has_account(v_email) then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  return v_email;
end
$$;
comment on function oauth.show_sign_up(bytea) is
  'Returns the e-mail address for which a link creates an account. Raises NTFND if the link is unknown, used or expired, or the address has an account.';

create function oauth.sign_up(
  token_hash bytea, name text, password text, session_hash bytea, device_hash bytea, device text, client_ip text
)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email constant text := oauth.show_sign_up(sign_up.token_hash);
  v_person_id uuid;
begin
  -- Of two concurrent uses of the links of an address, the second waits here and finds none.
  perform from oauth.sign_up_links where sign_up_links.email = v_email order by sign_up_links.token_hash for update;
  delete from oauth.sign_up_links where sign_up_links.email = v_email;
  if not found then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  v_person_id := core.create_person(v_email, sign_up.password, sign_up.name);
  perform oauth.record('signed_up', person_id => v_person_id, client_ip => sign_up.client_ip);
  perform oauth.open_session(v_person_id, sign_up.session_hash, sign_up.device_hash, sign_up.device, sign_up.client_ip);
end
$$;
comment on function oauth.sign_up(bytea, text, text, bytea, bytea, text, text) is
  'Creates the account of a link and opens a session. All links of the address end. Raises NTFND if the link is not valid, and BADRQ for an unsuitable '
  'name or password, after which the link stays valid.';
