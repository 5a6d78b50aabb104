create function console.remove_member(brand_id text, person_id text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_person_id uuid;
begin
  if remove_member.person_id <> core.scope_person_id()::text and not core.scope_role_is('admin') then
    perform platform.fail('DNIED', 'only_admins_remove_others');
  end if;
  v_person_id := console.require_member(remove_member.brand_id, remove_member.person_id, null);
  perform core.keep_an_owner(v_person_id, remove_member.brand_id);
  delete from core.memberships
  where memberships.brand_id = remove_member.brand_id and memberships.person_id = v_person_id;
  return pg_catalog.jsonb_build_object('id', v_person_id);
end
$$;
comment on function console.remove_member(text, text) is
  'Ends a membership: that of the caller, or for admins that of another person with at most their role. Raises NMOVE for the last owner, DNIED, and NTFND for a '
  'person who is no member.';
grant execute on function console.remove_member(text, text) to vitrine_person;
call core.register_operation('console.remove_member', 'console', access => 'write', role => 'viewer');
