create function core.delete_brand(brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- An import that runs ends first. A later one finds no brand.
  perform pg_advisory_xact_lock(hashtextextended('analytics.import/' || delete_brand.brand_id, 0));
  perform storefront.lock_catalog(delete_brand.brand_id);
  perform from core.brands where brands.brand_id = delete_brand.brand_id and not brands.is_simulated for update;
  if not found then
    perform platform.fail('NTFND', 'names_no_brand', 'brand', json_build_object('brand', delete_brand.brand_id));
  end if;
  perform analytics.delete_brand_data(delete_brand.brand_id);
  -- Tables of brand data refer to the brand, and delete their rows with it.
  delete from core.brands where brands.brand_id = delete_brand.brand_id;
  perform oauth.forget_brand(delete_brand.brand_id);
end
$$;
comment on function core.delete_brand(text) is
  'Deletes a brand with all its data in every schema. Connections at platforms belong to the account and stay: disconnect their sources first. Raises NTFND '
  'for a brand that does not exist, and for the simulated brand of test keys.';

create function core.delete_account(account_id text)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand_ids text[];
  v_person_ids uuid[];
begin
  perform core.require_account(delete_account.account_id);
  v_brand_ids := array(select brands.brand_id from core.brands where brands.account_id = delete_account.account_id order by brands.brand_id);
  v_person_ids := array(
    select memberships.person_id
    from core.memberships
    group by memberships.person_id
    having bool_and(memberships.brand_id = any (v_brand_ids))
    order by memberships.person_id
  );
  perform core.delete_brand(brand_id) from unnest(v_brand_ids) as brand_id;
  delete from core.accounts where accounts.account_id = delete_account.account_id;
  -- A hosted platform has its own people.
  if has_schema_privilege('auth', 'usage') then
    delete from auth.users where users.id = any (v_person_ids);
  end if;
  perform oauth.forget_person(person_id) from unnest(v_person_ids) as person_id;
  return json_build_object('account_id', delete_account.account_id, 'brand_ids', v_brand_ids, 'person_ids', v_person_ids);
end
$$;
comment on function core.delete_account(text) is
  'Deletes an account with its brands, keys, connections, webhook endpoints, and the people who are members of no other brand, with their sessions and '
  'grants. End the connections at the platforms first (sources.end_account_connections). Returns the ids of the brands and people. A hosted platform keeps '
  'its own people: delete those there. Raises NTFND for an account that does not exist.';

create function core.brands_to_delete()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select brands.brand_id from core.brands
  where brands.status = 'archived' and brands.deletion_due_at <= platform.clock()
  order by brands.deletion_due_at, brands.brand_id;
$$;
comment on function core.brands_to_delete() is 'Returns the brands that an owner deleted and whose data is due for deletion.';

create function core.delete_due_brand(brand_id text)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The same locks as core.delete_brand, before the check, so that a brand which is restored during the wait is kept.
  perform pg_advisory_xact_lock(hashtextextended('analytics.import/' || delete_due_brand.brand_id, 0));
  perform storefront.lock_catalog(delete_due_brand.brand_id);
  perform from core.brands
  where brands.brand_id = delete_due_brand.brand_id and brands.status = 'archived' and brands.deletion_due_at <= platform.clock()
  for update;
  if not found then
    return 0;
  end if;
  perform core.delete_brand(delete_due_brand.brand_id);
  return 1;
end
$$;
comment on function core.delete_due_brand(text) is
  'Deletes a brand whose deletion is due, for the worker, and returns 1. Returns 0 for any other brand, such as one that was restored or deleted.';

create function core.restore_brand(brand_id text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update core.brands set status = 'active', deletion_due_at = null, version = brands.version + 1
  where brands.brand_id = restore_brand.brand_id and brands.deletion_due_at is not null;
  if not found then
    perform platform.fail('NTFND', 'names_no_deleted_brand', 'brand', json_build_object('brand', restore_brand.brand_id));
  end if;
  return exists (select from core.memberships where memberships.brand_id = restore_brand.brand_id and memberships.role = 'owner');
end
$$;
comment on function core.restore_brand(text) is
  'Opens a brand again that an owner deleted and whose data is still stored. Its keys stay revoked, its sources disconnected and its storefront '
  'unpublished. Returns whether it has an owner: the only owner may have deleted their account since. Raises NTFND for a brand that is not deleted.';

create function core.sole_brands(person_id uuid)
returns text[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(coalesce(brands.name, brands.slug) order by 1), '{}')
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id and brands.status <> 'archived'
  where memberships.person_id = sole_brands.person_id and memberships.role = 'owner'
    and not exists (
      select from core.memberships as others
      where others.brand_id = memberships.brand_id and others.role = 'owner' and others.person_id <> memberships.person_id
    );
$$;
comment on function core.sole_brands(uuid) is 'Returns the names of the brands of which a person is the only owner.';

create function core.delete_person(person_id uuid)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand_names text[];
begin
  perform core.require_own_people();
  -- Two owners of a brand may delete themselves at the same time. The second waits here.
  perform from core.brands
  join core.memberships on memberships.brand_id = brands.brand_id
  where memberships.person_id = delete_person.person_id
  order by brands.brand_id
  for no key update of brands;
  v_brand_names := core.sole_brands(delete_person.person_id);
  if v_brand_names <> '{}' then
    perform platform.fail('NMOVE', 'you_own_brands_alone', given => json_build_object('brands', v_brand_names));
  end if;
  delete from core.memberships where memberships.person_id = delete_person.person_id;
  delete from auth.users where users.id = delete_person.person_id;
  perform oauth.forget_person(delete_person.person_id);
end
$$;
comment on function core.delete_person(uuid) is
  'Deletes a person with memberships, sessions, grants and audit events. Raises NMOVE for the only owner of a brand, and BADRQ if a hosted platform has '
  'the people.';
