create function core.delete_brand(brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- An import that runs ends first. A later one finds no brand.
  perform pg_advisory_xact_lock(hashtextextended('analytics.import/' || delete_brand.brand_id, 0));
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
