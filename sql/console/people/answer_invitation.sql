create function console.answer_invitation(invitation_id text, answer text)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_invitation constant core.invitations := console.require_invitation(answer_invitation.invitation_id);
begin
  -- Of two concurrent answers, the second finds nothing. A withdrawal may also have come first.
  delete from core.invitations where invitations.brand_id = v_invitation.brand_id and invitations.invitation_id = v_invitation.invitation_id;
  if not found then
    perform platform.fail('NTFND', 'this_invitation_is_over');
  end if;
  if answer_invitation.answer = 'accept' then
    insert into core.memberships (person_id, brand_id, role)
    values (core.scope_person_id(), v_invitation.brand_id, v_invitation.role)
    on conflict on constraint memberships_pkey do nothing;
  end if;
  return jsonb_build_object('id', v_invitation.invitation_id, 'brand_id', v_invitation.brand_id);
end
$$;
comment on function console.answer_invitation(text, text) is
  'Accepts or declines an invitation of the signed-in person, and returns its brand. A member keeps the role. Raises as console.require_invitation.';
revoke execute on function console.answer_invitation(text, text) from public;
grant execute on function console.answer_invitation(text, text) to vitrine_person;
call core.register_operation('console.answer_invitation', 'console', brand => 'none', access => 'write', role => 'viewer');
