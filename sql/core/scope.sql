create function core.scope_brand_ids()
returns text[]
language sql stable
return coalesce(nullif(pg_catalog.current_setting('vitrine.brand_ids', true), ''), '{}')::text[];
comment on function core.scope_brand_ids() is 'The brands that the resolved credential reaches. Empty before one is resolved.';
grant execute on function core.scope_brand_ids() to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker, vitrine_oauth;

create function core.scope_credential_id()
returns text
language sql stable
return nullif(pg_catalog.current_setting('vitrine.credential_id', true), '');
comment on function core.scope_credential_id() is 'The id of the API key, or of the app whose access token is used. Null for an anonymous caller.';

create function core.scope_agent()
returns text
language sql stable
return nullif(pg_catalog.current_setting('vitrine.agent', true), '');
comment on function core.scope_agent() is
  'The agent whose signature the functions have verified, for example chatgpt.com. Null for others. It names the caller and gives no rights.';
grant execute on function core.scope_agent() to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;

create function core.scope_person_id()
returns uuid
language sql stable
return nullif(pg_catalog.current_setting('vitrine.person_id', true), '')::uuid;
comment on function core.scope_person_id() is 'Returns the person of the access token or session. Null for a key.';
grant execute on function core.scope_credential_id(), core.scope_person_id() to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function core.scope_person_id() to vitrine_gate, vitrine_oauth;

create function core.scope_writer_id()
returns text
language sql stable
return coalesce(core.scope_person_id()::text, core.scope_credential_id());
comment on function core.scope_writer_id() is 'The id of the signed-in person, or else of the key, to record who wrote a row.';
grant execute on function core.scope_writer_id() to vitrine_key, vitrine_simulated, vitrine_person;

create function core.scope_account_id()
returns text
language sql stable
return nullif(pg_catalog.current_setting('vitrine.account_id', true), '');
comment on function core.scope_account_id() is
  'Returns the account of a credential that covers all its brands. Null for a credential of one brand, and for a person who is not a member of all '
  'its brands.';
grant execute on function core.scope_account_id() to vitrine_key, vitrine_simulated, vitrine_person;

create function core.role_rank(role text)
returns integer
language sql immutable
return pg_catalog.array_position(array['viewer', 'analyst', 'admin', 'owner'], role_rank.role);
comment on function core.role_rank(text) is 'The rank of a role, from viewer to owner. Null for an unknown role.';

create function core.scope_role_is(role text)
returns boolean
language sql stable
return coalesce(core.role_rank(pg_catalog.current_setting('vitrine.role', true)) >= core.role_rank(scope_role_is.role), false);
comment on function core.scope_role_is(text) is
  'Whether the signed-in person has at least this role in the brands in scope. Policies check it before a person writes.';
grant execute on function core.role_rank(text) to vitrine_gate, vitrine_person;
grant execute on function core.scope_role_is(text) to vitrine_person;

create function core.merchant_brand_ids()
returns text[]
language sql stable
return coalesce(nullif(pg_catalog.current_setting('vitrine.merchant_brand_ids', true), ''), '{}')::text[];
comment on function core.merchant_brand_ids() is
  'Returns the shops for which the caller may act: those of a key''s own account with the scope write:storefront, and that of a member in the console for an '
  'operation that acts for the shop.';
grant execute on function core.merchant_brand_ids() to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;

create function core.is_of_shop(brand_id text)
returns boolean
language sql stable
return is_of_shop.brand_id = any (core.merchant_brand_ids()) or coalesce(nullif(pg_catalog.current_setting('vitrine.is_member', true), '')::boolean, false);
comment on function core.is_of_shop(text) is 'Whether the caller belongs to the shop: a key that may act for it, or a member.';
grant execute on function core.is_of_shop(text) to vitrine_key, vitrine_simulated, vitrine_person;

create function core.simulated_brand_ids()
returns text[]
language sql immutable
return array['brd_simulated'];
comment on function core.simulated_brand_ids() is 'Returns the simulated brand, the only one whose facts a test key sees.';
grant execute on function core.simulated_brand_ids() to vitrine_gate, vitrine_simulated, vitrine_key, vitrine_person, vitrine_worker;

create function core.analyst_brand_ids()
returns text[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
return array(
  select analyst_grants.brand_id
  from core.analyst_grants
  join core.brands on brands.brand_id = analyst_grants.brand_id and brands.status <> 'archived'
  where analyst_grants.role_name = session_user
);
comment on function core.analyst_brand_ids() is 'Returns the brands granted to the psql login of this session that are not archived.';
revoke execute on function core.analyst_brand_ids() from public;
grant execute on function core.analyst_brand_ids() to vitrine_analyst;

create function core.data_brand(brand_id text)
returns core.brands
language plpgsql stable
as $$
declare
  v_brand core.brands;
begin
  select brands.* into v_brand
  from core.brands
  where brands.brand_id = case when current_user = 'vitrine_simulated' then 'brd_simulated' else data_brand.brand_id end;
  if not found then
    perform platform.fail('NTFND', 'names_no_brand_that_you_can_read', 'brand_id', pg_catalog.json_build_object('brand_id', data_brand.brand_id));
  end if;
  return v_brand;
end
$$;
comment on function core.data_brand(text) is
  'Returns the brand whose facts are read: the brand itself, or the simulated brand for a test key. Raises NTFND for a brand that does not exist or '
  'that the caller may not read.';

create function core.data_brand_id(brand_id text)
returns text
language sql stable
return case
  when current_user = 'vitrine_simulated' then 'brd_simulated'
  -- The gate has checked the brand of these roles.
  when current_user in ('vitrine_anonymous', 'vitrine_key', 'vitrine_person', 'vitrine_worker') then data_brand_id.brand_id
  else (core.data_brand(data_brand_id.brand_id)).brand_id
end;
comment on function core.data_brand_id(text) is
  'Returns the id of the brand whose facts are read: the brand itself, or the simulated brand for a test key. Raises NTFND like core.data_brand for an '
  'analyst. Row-level security applies regardless.';
grant execute on function core.data_brand(text), core.data_brand_id(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function core.enter_brand(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.set_config('vitrine.brand_ids', array[enter_brand.brand_id]::text, true);
$$;
comment on function core.enter_brand(text) is 'Limits the rest of the transaction to one brand. Jobs and importers call it first.';
grant execute on function core.enter_brand(text) to vitrine_worker;

create procedure core.protect(protected_table regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', protect.protected_table);
  execute format('alter table %s force row level security', protect.protected_table);
  execute format(
    'create policy key on %s for select to vitrine_key, vitrine_person using (brand_id = any ((select core.scope_brand_ids())::text[]))',
    protect.protected_table
  );
  execute format(
    'create policy simulated on %s for select to vitrine_simulated using (brand_id = any ((select core.simulated_brand_ids())::text[]))',
    protect.protected_table
  );
  execute format(
    'create policy analyst on %s for select to vitrine_analyst using (brand_id = any ((select core.analyst_brand_ids())::text[]))',
    protect.protected_table
  );
  execute format(
    'create policy worker on %1$s to vitrine_worker using (brand_id = any ((select core.scope_brand_ids())::text[]))'
      ' with check (brand_id = any ((select core.scope_brand_ids())::text[]))',
    protect.protected_table
  );
  execute format('grant select on %s to vitrine_key, vitrine_person, vitrine_simulated, vitrine_analyst', protect.protected_table);
  execute format('grant select, insert, update, delete on %s to vitrine_worker', protect.protected_table);
end
$$;
comment on procedure core.protect(regclass) is
  'Enables forced row-level security on a table of brand data and creates its policies: roles that read, roles that write, each within its brands.';

create procedure core.protect_reference(protected_table regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', protect_reference.protected_table);
  execute format('alter table %s force row level security', protect_reference.protected_table);
  execute format('create policy every_role on %s for select using (true)', protect_reference.protected_table);
end
$$;
comment on procedure core.protect_reference(regclass) is
  'Enables forced row-level security on a table of reference data: the same for all callers, written by migrations only.';

create procedure core.protect_for_role(protected_table regclass, role name)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', protect_for_role.protected_table);
  execute format('alter table %s force row level security', protect_for_role.protected_table);
  execute format(
    'create policy %I on %s to %I using (true)',
    pg_catalog.replace(protect_for_role.role, 'vitrine_', ''), protect_for_role.protected_table, protect_for_role.role
  );
end
$$;
comment on procedure core.protect_for_role(regclass, name) is 'Enables forced row-level security on a table that only one role may access.';
