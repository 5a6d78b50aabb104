create function core.choose_brand(brand_id text, reachable_brand_ids text[])
returns text
language plpgsql immutable
as $$
begin
  if choose_brand.brand_id = any (choose_brand.reachable_brand_ids) then
    return choose_brand.brand_id;
  elsif choose_brand.brand_id is not null then
    perform platform.fail('DNIED', 'is_out_of_reach', 'brand_id');
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 1 then
    return choose_brand.reachable_brand_ids[1];
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 0 then
    perform platform.fail('DNIED', 'this_key_reaches_no_brand', 'brand_id');
  end if;
  return platform.fail('BADRQ', 'is_required_with_several_brands', 'brand_id');
end
$$;
comment on function core.choose_brand(text, text[]) is
  'The brand_id rule: optional if exactly one brand is reachable, otherwise required. An unreachable brand is forbidden, whether or not it exists.';

create function core.choose_shown_brand(brand_id text, reachable_brand_ids text[], is_public boolean)
returns text
language plpgsql stable
as $$
begin
  if not exists (
    select
    from core.brands
    where brands.brand_id = choose_shown_brand.brand_id and brands.status <> 'archived' and not brands.is_simulated
      and (brands.is_storefront_published or brands.brand_id = any (choose_shown_brand.reachable_brand_ids))
  ) then
    perform platform.fail('NTFND', 'names_no_storefront', 'brand_id');
  elsif choose_shown_brand.is_public or choose_shown_brand.brand_id = any (choose_shown_brand.reachable_brand_ids) then
    return choose_shown_brand.brand_id;
  end if;
  return platform.fail('DNIED', 'names_a_storefront_out_of_reach', 'brand_id');
end
$$;
comment on function core.choose_shown_brand(text, text[], boolean) is
  'Returns the brand in a URL. Unless the operation is public for the caller, the credential must reach the brand. A storefront that is not published '
  'exists only for credentials that reach it.';

create function core.is_member(person_id uuid, brand_id text)
returns boolean
language plpgsql stable
as $$
begin
  return exists (select from core.memberships where memberships.person_id = is_member.person_id and memberships.brand_id = is_member.brand_id);
end
$$;
comment on function core.is_member(uuid, text) is 'Whether a person is a member of a brand.';

create function core.enter_scope(credential core.credential, operation core.operations, brand_id text)
returns text
language plpgsql volatile
as $$
declare
  v_credential alias for enter_scope.credential;
  v_operation alias for enter_scope.operation;
  v_brand_id text := enter_scope.brand_id;
  v_brand_ids text[] := v_credential.brand_ids;
  v_is_person constant boolean := v_credential.key_id is null and v_credential.person_id is not null;
begin
  -- Keys and tokens need the scope, signed-in persons the role, and anonymous callers an operation that allows them. A comparison with
  -- null is not true, and refuses.
  if (v_credential.key_id is not null or not v_is_person and not v_operation.allow_anonymous)
    and (v_operation.scope = any (v_credential.scopes)) is not true then
    perform platform.fail('DNIED', 'this_key_lacks_the_scope', given => pg_catalog.json_build_object('scope', v_operation.scope));
  elsif (v_operation.served_by && v_credential.accepted_by) is not true then
    perform platform.fail('DNIED', 'this_operation_is_not_offered');
  elsif v_operation.role is not null and (v_is_person or v_credential.role is not null)
    and (core.role_rank(v_credential.role) >= core.role_rank(v_operation.role)) is not true then
    perform platform.fail(
      'DNIED', 'this_role_is_too_low', given => pg_catalog.json_build_object('role', v_credential.role, 'required', v_operation.role)
    );
  end if;
  if v_operation.brand = 'one' then
    v_brand_id := core.choose_brand(v_brand_id, v_brand_ids);
  elsif v_operation.brand = 'shown' then
    v_brand_id := core.choose_shown_brand(
      v_brand_id, v_brand_ids,
      case
        when v_credential.key_id is null and v_credential.person_id is null then v_operation.allow_anonymous
        when 'mcp' = any (v_credential.accepted_by) then v_operation.is_public_in_connector
        else false
      end
    );
    v_brand_ids := array[v_brand_id];
  end if;
  perform
    pg_catalog.set_config('vitrine.account_id', coalesce(v_credential.account_id, ''), true),
    pg_catalog.set_config('vitrine.brand_ids', coalesce(v_brand_ids, '{}')::text, true),
    pg_catalog.set_config(
      'vitrine.merchant_brand_ids',
      case
        when v_brand_id = any (v_credential.brand_ids) and (
          'write:storefront' = any (v_credential.scopes) or v_is_person and v_operation.acts_for_shop
        ) then array[v_brand_id]
        else '{}'
      end::text,
      true
    ),
    pg_catalog.set_config('vitrine.credential_id', coalesce(v_credential.credential_id, ''), true),
    pg_catalog.set_config(
      'vitrine.is_member', (v_credential.person_id is not null and core.is_member(v_credential.person_id, v_brand_id))::text, true
    ),
    pg_catalog.set_config('vitrine.person_id', coalesce(v_credential.person_id::text, ''), true),
    pg_catalog.set_config('vitrine.role', coalesce(v_credential.role, ''), true);
  return v_brand_id;
end
$$;
comment on function core.enter_scope(core.credential, core.operations, text) is
  'Sets for the rest of the transaction what policies compare with, and returns the brand of the request. The only function that sets a scope for a request: '
  'core.call and console.call use it. Raises DNIED unless the credential may run the operation for the brand. The scope follows from the credential and the '
  'registration of the operation; brand_id only selects a brand within it.';

create function core.scope_hash(credential core.credential)
returns text
language sql stable
return pg_catalog.md5(
  row(
    (scope_hash.credential).key_id, (scope_hash.credential).is_simulated, (scope_hash.credential).scopes,
    pg_catalog.current_setting('vitrine.account_id'), pg_catalog.current_setting('vitrine.brand_ids'),
    pg_catalog.current_setting('vitrine.merchant_brand_ids'), pg_catalog.current_setting('vitrine.person_id')
  )::text
);
comment on function core.scope_hash(core.credential) is
  'Returns a hash of the credential and of the scope that core.enter_scope has set. A replica compares it with that of the primary.';

grant execute on function
  core.choose_brand(text, text[]),
  core.choose_shown_brand(text, text[], boolean),
  core.is_member(uuid, text),
  core.enter_scope(core.credential, core.operations, text),
  core.scope_hash(core.credential)
to vitrine_gate;
