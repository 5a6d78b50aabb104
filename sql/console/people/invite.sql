create function console.invite(brand_id text, email text, role text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_email constant text := core.email_address(invite.email);
  v_invitation_id constant text := platform.new_id('inv');
begin
  if not core.scope_role_is(invite.role) then
    perform platform.fail('DNIED', 'only_an_owner_changes_owners');
  elsif console.is_member(invite.brand_id, v_email) then
    perform platform.fail('BADRQ', 'is_the_address_of_a_member', 'email');
  end if;
  perform core.keep_inviter(invite.brand_id, invite.role);
  delete from core.invitations
  where invitations.brand_id = invite.brand_id and invitations.expires_at <= platform.clock();
  if (select count(*) from core.invitations where invitations.brand_id = invite.brand_id) >= 50 then
    perform platform.fail('BADRQ', 'this_brand_has_too_many_invitations', given => pg_catalog.json_build_object('invitations_max', 50));
  end if;
  insert into core.invitations (brand_id, invitation_id, email, role)
  values (invite.brand_id, v_invitation_id, v_email, invite.role)
  on conflict do nothing;
  if not found then
    perform platform.fail('BADRQ', 'is_invited_already', 'email');
  end if;
  perform console.mail_invitation(v_invitation_id, v_email);
  return pg_catalog.jsonb_build_object('id', v_invitation_id, 'email', v_email);
end
$$;
comment on function console.invite(text, text, text) is
  'Invites an e-mail address to a brand, by a mail. The invitation is valid for seven days. Raises BADRQ for an address of a member or of an open '
  'invitation, DNIED for a role above that of the caller, NTFND if the membership ended meanwhile, and RLMTD beyond the budgets of console.mail_invitation.';
grant execute on function console.invite(text, text, text), core.email_address(text) to vitrine_person;
call core.register_operation('console.invite', 'console', access => 'write');
