create function console.mail_invitation(invitation_id text, email text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_by_person constant text := oauth.bucket('invitations', core.scope_person_id()::text);
  v_to_address constant text := oauth.bucket('invitation', mail_invitation.email);
begin
  if oauth.attempts(v_by_person) >= 30 or oauth.attempts(v_to_address) >= 3 then
    perform platform.fail('RLMTD', 'too_many_invitations_were_sent', given => json_build_object('retry_after', 3600));
  end if;
  perform oauth.count_attempt(v_by_person);
  perform oauth.count_attempt(v_to_address);
  -- A mail that waits is replaced.
  delete from oauth.address_mails where address_mails.invitation_id = mail_invitation.invitation_id;
  insert into oauth.address_mails (kind, email, invitation_id, next_attempt_at, expires_at)
  values ('invitation', mail_invitation.email, mail_invitation.invitation_id, platform.clock(), platform.clock() + interval '1 day');
end
$$;
comment on function console.mail_invitation(text, text) is
  'Requests the mail of an invitation, which is tried for a day. Raises RLMTD beyond 30 an hour of a person, and 3 an hour to an address.';
revoke execute on function console.mail_invitation(text, text) from public;
grant execute on function console.mail_invitation(text, text) to vitrine_person;
