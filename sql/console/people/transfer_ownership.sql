create function console.transfer_ownership(brand_id text, person_id text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_person_id uuid;
begin
  v_person_id := console.require_member(transfer_ownership.brand_id, transfer_ownership.person_id, 'owner');
  if v_person_id = core.scope_person_id() then
    perform platform.fail('BADRQ', 'you_are_the_owner');
  end if;
  update core.memberships set role = 'owner'
  where memberships.brand_id = transfer_ownership.brand_id and memberships.person_id = v_person_id;
  perform core.keep_an_owner(core.scope_person_id(), transfer_ownership.brand_id);
  update core.memberships set role = 'admin'
  where memberships.brand_id = transfer_ownership.brand_id and memberships.person_id = core.scope_person_id();
  return pg_catalog.jsonb_build_object('id', v_person_id, 'role', 'owner');
end
$$;
comment on function console.transfer_ownership(text, text) is
  'Makes a member an owner, and the caller, who must be an owner, an admin. Raises NTFND for a person who is no member.';
grant execute on function console.transfer_ownership(text, text) to vitrine_person;
call core.register_operation('console.transfer_ownership', 'console', access => 'write', role => 'owner');
