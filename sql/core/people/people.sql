create function core.require_own_people()
returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not has_schema_privilege('auth', 'usage') then
    perform platform.fail('BADRQ', 'people_are_managed_by_the_platform', 'person');
  end if;
end
$$;
comment on function core.require_own_people() is 'Raises BADRQ if a hosted platform manages accounts and passwords.';

create function core.hash_password(password text)
returns text
language plpgsql volatile
as $$
begin
  if length(hash_password.password) < 12 or octet_length(hash_password.password) > 72 then
    perform platform.fail('BADRQ', 'has_the_wrong_length', 'password', pg_catalog.json_build_object('characters_min', 12, 'bytes_max', 72));
  end if;
  return extensions.crypt(hash_password.password, extensions.gen_salt('bf', 10));
end
$$;
comment on function core.hash_password(text) is
  'Returns the bcrypt hash of a password. bcrypt uses 72 bytes. Raises BADRQ if the password is too short or too long.';

create function core.email_address(email text)
returns text
language plpgsql immutable
as $$
declare
  v_email constant text := lower(btrim(email_address.email));
begin
  -- A mail client reads the other characters as a list of addresses, or as a name before an address.
  if v_email !~ '^[^@\s<>()\[\],;:\\"]+@[^@\s<>()\[\],;:\\"]+$' or length(v_email) > 254 or v_email <> platform.plain(v_email) then
    perform platform.fail('BADRQ', 'is_no_email_address', 'email', pg_catalog.json_build_object('email', email_address.email));
  end if;
  return v_email;
end
$$;
comment on function core.email_address(text) is
  'Returns an e-mail address in the form in which it is stored: in lower case. Raises BADRQ for a text that is none or has hidden characters.';

create function core.display_name(name text)
returns text
language plpgsql immutable
as $$
declare
  v_name constant text := btrim(platform.plain(display_name.name));
begin
  if v_name = '' or length(v_name) > 100 then
    perform platform.fail('BADRQ', 'must_have_1_to_100_characters', 'name');
  end if;
  return v_name;
end
$$;
comment on function core.display_name(text) is 'Returns the name of a person or a brand without hidden characters. Raises BADRQ if it is empty or longer than 100 characters.';

create function core.create_person(email text, password text, name text)
returns uuid
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email constant text := core.email_address(create_person.email);
  v_name constant text := core.display_name(create_person.name);
  v_person_id uuid;
begin
  perform core.require_own_people();
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  values (v_email, core.hash_password(create_person.password), jsonb_build_object('name', v_name))
  on conflict on constraint users_email_key do nothing
  returning users.id into v_person_id;
  if v_person_id is null then
    perform platform.fail('CNFLT', 'this_email_address_is_taken', 'email', pg_catalog.json_build_object('email', v_email));
  end if;
  return v_person_id;
end
$$;
comment on function core.create_person(text, text, text) is 'Creates a person who signs in with an e-mail address and a password (bcrypt).';

create function core.set_password(person_id uuid, password text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform core.require_own_people();
  update auth.users set encrypted_password = core.hash_password(set_password.password) where users.id = set_password.person_id;
end
$$;
comment on function core.set_password(uuid, text) is
  'Changes the password of a person and ends all their sessions and grants (oauth.end_person).';

create function core.set_name(person_id uuid, name text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform core.require_own_people();
  update auth.users
  set raw_user_meta_data = coalesce(users.raw_user_meta_data, '{}') || jsonb_build_object('name', core.display_name(set_name.name))
  where users.id = set_name.person_id;
end
$$;
comment on function core.set_name(uuid, text) is 'Changes the name of a person. Raises BADRQ for an unsuitable name, and where a hosted platform has the people.';

create function core.find_person(reference text)
returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_ids constant uuid[] := array(select known.person_id from platform.list_people(find_person.reference) as known);
begin
  if cardinality(v_person_ids) = 0 then
    perform platform.fail(
      'NTFND', 'names_no_person', 'person',
      pg_catalog.json_build_object('person', find_person.reference, 'may_be_created', has_schema_privilege('auth', 'usage'))
    );
  elsif cardinality(v_person_ids) > 1 then
    perform platform.fail(
      'BADRQ', 'several_people_match', 'person',
      pg_catalog.json_build_object('person', find_person.reference, 'person_ids', v_person_ids)
    );
  end if;
  return v_person_ids[1];
end
$$;
comment on function core.find_person(text) is 'Returns the person with this e-mail address or id.';

create function core.keep_an_owner(person_id uuid, brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two owners may remove each other at the same time. The second waits here and is refused as the last owner.
  perform from core.brands where brands.brand_id = keep_an_owner.brand_id for no key update;
  if exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id = keep_an_owner.person_id and memberships.role = 'owner'
  ) and not exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id <> keep_an_owner.person_id and memberships.role = 'owner'
  ) then
    perform platform.fail('NMOVE', 'is_the_last_owner', 'person', pg_catalog.json_build_object('brand_id', keep_an_owner.brand_id));
  end if;
end
$$;
comment on function core.keep_an_owner(uuid, text) is 'Raises NMOVE if this person is the only owner of a brand.';

create function core.add_member(person_id uuid, brand_id text, role text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if add_member.role <> 'owner' then
    perform core.keep_an_owner(add_member.person_id, add_member.brand_id);
  end if;
  insert into core.memberships (person_id, brand_id, role)
  values (add_member.person_id, add_member.brand_id, add_member.role)
  on conflict on constraint memberships_pkey do update set role = excluded.role;
end
$$;
comment on function core.add_member(uuid, text, text) is
  'Makes a person a member of a brand with the role owner, admin, analyst or viewer. Replaces an earlier role.';

create function core.remove_member(person_id uuid, brand_id text default null)
returns text[]
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand_ids constant text[] := array(
    select memberships.brand_id
    from core.memberships
    where memberships.person_id = remove_member.person_id
      and (remove_member.brand_id is null or memberships.brand_id = remove_member.brand_id)
    order by 1
  );
  v_brand_id text;
begin
  if v_brand_ids = '{}' then
    perform platform.fail('NTFND', 'is_not_a_member', 'person', pg_catalog.json_build_object('brand_id', remove_member.brand_id));
  end if;
  foreach v_brand_id in array v_brand_ids loop
    perform core.keep_an_owner(remove_member.person_id, v_brand_id);
    delete from core.memberships where memberships.person_id = remove_member.person_id and memberships.brand_id = v_brand_id;
  end loop;
  return v_brand_ids;
end
$$;
comment on function core.remove_member(uuid, text) is
  'Ends the membership of a person in a brand, or in all brands if null, and returns these. Their grants lose the brands too '
  '(oauth.end_membership).';

create function core.account_owners(account_id text)
returns setof uuid
language sql stable
as $$
  select memberships.person_id
  from core.brands
  join core.memberships on memberships.brand_id = brands.brand_id and memberships.role = 'owner'
  where brands.account_id = account_owners.account_id and brands.status <> 'archived'
  group by memberships.person_id
  having count(*) = (
    select count(*) from core.brands where brands.account_id = account_owners.account_id and brands.status <> 'archived'
  );
$$;
comment on function core.account_owners(text) is
  'Returns the owners of every brand of an account. They may access account-wide data; owners of only some brands may not.';

create function core.list_people()
returns table (email text, name text, person_id uuid, brand_id text, slug text, role text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select known.email, known.name, known.person_id, brands.brand_id, brands.slug, memberships.role
  from platform.list_people() as known
  left join core.memberships on memberships.person_id = known.person_id
  left join core.brands on brands.brand_id = memberships.brand_id
  order by known.email, known.person_id, brands.account_id, brands.slug;
$$;
comment on function core.list_people() is
  'Returns the people and their roles by brand, for the operator. Brand and role are null for people without a membership.';
