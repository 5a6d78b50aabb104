create function console.move_invitation(brand_id text, invitation_id text, action text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_email text;
begin
  if move_invitation.action = 'withdraw' then
    delete from core.invitations
    where invitations.brand_id = move_invitation.brand_id and invitations.invitation_id = move_invitation.invitation_id
    returning invitations.email into v_email;
  else
    update core.invitations
    set expires_at = platform.clock() + interval '7 days', mail_requested_at = platform.clock(), mailed_at = null
    where invitations.brand_id = move_invitation.brand_id and invitations.invitation_id = move_invitation.invitation_id
    returning invitations.email into v_email;
  end if;
  if v_email is null then
    perform platform.fail('NTFND', 'there_is_no_such_invitation');
  end if;
  if move_invitation.action = 'resend' then
    perform console.mail_invitation(move_invitation.invitation_id, v_email);
  end if;
  return pg_catalog.jsonb_build_object('id', move_invitation.invitation_id, 'email', v_email);
end
$$;
comment on function console.move_invitation(text, text, text) is
  'Withdraws an invitation, or sends its mail again and extends it to seven days. Raises NTFND for an unknown one, and RLMTD beyond the budgets of '
  'console.mail_invitation.';
grant execute on function console.move_invitation(text, text, text) to vitrine_person;
call core.register_operation('console.move_invitation', 'console', access => 'write');
