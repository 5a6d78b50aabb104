create function console.require_invitation(invitation_id text)
returns core.invitations
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_invitation core.invitations;
begin
  select invitations.* into v_invitation
  from core.invitations
  join core.brands on brands.brand_id = invitations.brand_id and brands.status <> 'archived'
  where invitations.invitation_id = require_invitation.invitation_id and invitations.expires_at > platform.clock();
  if not found then
    perform platform.fail('NTFND', 'this_invitation_is_over');
  elsif not exists (
    select from platform.list_people(core.scope_person_id()::text) as known where lower(known.email) = v_invitation.email
  ) then
    perform platform.fail('DNIED', 'this_invitation_is_for_another_address');
  end if;
  return v_invitation;
end
$$;
comment on function console.require_invitation(text) is
  'Returns an open invitation of the address of the signed-in person. Raises NTFND if it is unknown, expired or withdrawn, and DNIED for one of another '
  'address.';

create function console.invitation(invitation_id text)
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', found.invitation_id, 'brand', coalesce(brands.name, brands.slug), 'role', found.role,
    'invited_by', console.person_name(found.invited_by), 'expires_at', platform.utc(found.expires_at)
  )
  from console.require_invitation(invitation.invitation_id) as found
  join core.brands on brands.brand_id = found.brand_id;
$$;
comment on function console.invitation(text) is 'Returns an invitation of the signed-in person, with the name of its brand. Raises as console.require_invitation.';
revoke execute on function console.require_invitation(text), console.invitation(text) from public;
grant execute on function console.invitation(text) to vitrine_person;
call core.register_operation('console.invitation', 'console', brand => 'none');
