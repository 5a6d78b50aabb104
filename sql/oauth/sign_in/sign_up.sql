create function oauth.has_account(email text)
returns boolean
language sql stable
as $$
  select exists (select from platform.list_people(has_account.email));
$$;
comment on function oauth.has_account(text) is 'Returns whether a person has this e-mail address, also one who may not sign in.';

create function oauth.is_invited(email text)
returns boolean
language sql stable
as $$
  select exists (select from core.invitations where invitations.email = is_invited.email and invitations.expires_at > platform.clock());
$$;
comment on function oauth.is_invited(text) is 'Returns whether an e-mail address has an open invitation to a brand.';

create function oauth.request_sign_up(email text, is_open boolean, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  perform core.require_own_people();
  v_email := core.email_address(request_sign_up.email);
  -- Whether the address has an account or an invitation is asked when the mail is sent, so that the request takes the same time.
  if oauth.admit_mail(v_email, 'sign_up', request_sign_up.client_ip) then
    insert into oauth.address_mails (kind, email, next_attempt_at, expires_at)
    values (
      case when request_sign_up.is_open then 'sign_up' else 'sign_up_if_invited' end, v_email,
      platform.clock(), platform.clock() + interval '30 minutes'
    );
  end if;
end
$$;
comment on function oauth.request_sign_up(text, boolean, text) is
  'Requests a mail with a link that creates an account; unless is_open, only for an invited address. The same for all addresses; the mail to a known one has '
  'no such link. Limits: oauth.admit_mail. Raises BADRQ for a text that is no address.';

create function oauth.next_address_mail()
returns oauth.address_mails
language plpgsql volatile
as $$
declare
  v_mail oauth.address_mails;
begin
  delete from oauth.address_mails
  where address_mails.expires_at <= platform.clock()
    or address_mails.kind = 'sign_up_if_invited' and not oauth.is_invited(address_mails.email) and not oauth.has_account(address_mails.email)
    or address_mails.kind = 'invitation' and not exists (
      select from core.invitations where invitations.invitation_id = address_mails.invitation_id and invitations.expires_at > platform.clock()
    );
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
  return v_mail;
end
$$;
comment on function oauth.next_address_mail() is
  'Claims the next due mail to an address, as oauth.claim_mail does for mails to people. Deletes mails to addresses without a required invitation.';

create function oauth.claim_address_mail(token_hash bytea)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail constant oauth.address_mails := oauth.next_address_mail();
  -- A hosted platform creates its accounts itself.
  v_is_new constant boolean := not oauth.has_account(v_mail.email) and has_schema_privilege('vitrine_gate', 'auth', 'usage');
begin
  if v_mail.mail_id is null then
    return null;
  elsif v_is_new then
    insert into oauth.sign_up_links (token_hash, email, invitation_id, expires_at)
    values (
      claim_address_mail.token_hash, v_mail.email, v_mail.invitation_id,
      coalesce(
        (select invitations.expires_at from core.invitations where invitations.invitation_id = v_mail.invitation_id),
        platform.clock() + interval '30 minutes'
      )
    );
  end if;
  return json_build_object(
    'mail_id', v_mail.mail_id,
    'kind', case when v_mail.kind = 'invitation' then 'invitation' when v_is_new then 'sign_up' else 'account_exists' end,
    'email', v_mail.email,
    'attempts', v_mail.attempts,
    'invitation', (
      select json_build_object(
        'id', invitations.invitation_id, 'brand', regexp_replace(coalesce(brands.name, brands.slug), '\s+', ' ', 'g'), 'role', invitations.role,
        'invited_by', platform.person_email(invitations.invited_by), 'creates_account', v_is_new
      )
      from core.invitations
      join core.brands on brands.brand_id = invitations.brand_id
      where invitations.invitation_id = v_mail.invitation_id
    )
  );
end
$$;
comment on function oauth.claim_address_mail(bytea) is
  'Claims the next due mail to an address, and makes this token valid for its link, unless the address has an account. The kind is sign_up, '
  'account_exists or invitation.';

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
  where sign_up_links.token_hash = show_sign_up.token_hash
    and sign_up_links.expires_at > platform.clock()
    and (
      sign_up_links.invitation_id is null
      or exists (
        select from core.invitations
        where invitations.invitation_id = sign_up_links.invitation_id and invitations.expires_at > platform.clock()
      )
    );
  if v_email is null or oauth.has_account(v_email) then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  return v_email;
end
$$;
comment on function oauth.show_sign_up(bytea) is
  'Returns the e-mail address for which a link creates an account. Raises NTFND if the link is unknown, used or expired, its invitation is over, or the '
  'address has an account.';

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
