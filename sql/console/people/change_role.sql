create function console.change_role(brand_id text, person_id text, role text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_person_id uuid;
begin
  v_person_id := console.require_member(change_role.brand_id, change_role.person_id, change_role.role);
  if change_role.role <> 'owner' then
    perform core.keep_an_owner(v_person_id, change_role.brand_id);
  end if;
  update core.memberships set role = change_role.role
  where memberships.brand_id = change_role.brand_id and memberships.person_id = v_person_id;
  return pg_catalog.jsonb_build_object('id', v_person_id, 'role', change_role.role);
end
$$;
comment on function console.change_role(text, text, text) is
  'Changes the role of a member. Only owners change owners. Raises NMOVE for the last owner, DNIED for a role above that of the caller, and NTFND for a '
  'person who is no member.';
grant execute on function console.change_role(text, text, text), core.keep_an_owner(uuid, text) to vitrine_person;
call core.register_operation('console.change_role', 'console', access => 'write');
