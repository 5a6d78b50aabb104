create function console.display_name(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select known.name from platform.list_people(display_name.person_id::text) as known;
$$;
comment on function console.display_name(uuid) is 'Returns the name that a person entered. Null if the hosting platform has none.';

create function console.is_member(brand_id text, email text)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from platform.list_people(is_member.email) as known
    join core.memberships on memberships.person_id = known.person_id and memberships.brand_id = is_member.brand_id
  );
$$;
comment on function console.is_member(text, text) is 'Returns whether the person with an e-mail address is a member of a brand.';

create function console.require_member(brand_id text, person_id text, new_role text)
returns uuid
language plpgsql stable
as $$
declare
  v_person_id uuid;
  v_role text;
begin
  select memberships.person_id, memberships.role into v_person_id, v_role
  from core.memberships
  where memberships.brand_id = require_member.brand_id and memberships.person_id::text = require_member.person_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_member');
  elsif not (core.scope_role_is(v_role) and core.scope_role_is(coalesce(require_member.new_role, v_role))) then
    perform platform.fail('DNIED', 'only_an_owner_changes_owners');
  end if;
  return v_person_id;
end
$$;
comment on function console.require_member(text, text, text) is
  'Returns the id of a member, if the caller has at least this role and the new one. Raises NTFND for a person who is no member, and DNIED otherwise.';

revoke execute on function console.display_name(uuid), console.is_member(text, text) from public;
grant execute on function
  console.display_name(uuid),
  console.is_member(text, text),
  console.require_member(text, text, text)
to vitrine_person;
