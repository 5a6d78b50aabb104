create function console.create_brand(name text, currency text, timezone text)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := core.scope_person_id();
  v_name constant text := core.display_name(create_brand.name);
  v_slug text := coalesce(nullif(btrim(regexp_replace(lower(extensions.unaccent(v_name)), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'brand');
  v_account_id text;
  v_brand_id text;
begin
  -- console.call counts the request of the person first, so requests of one person run one after the other.
  if (select count(*) from core.memberships where memberships.person_id = v_person_id and memberships.role = 'owner') >= 10 then
    perform platform.fail('BADRQ', 'you_own_too_many_brands', given => json_build_object('brands_max', 10));
  end if;
  select brands.account_id into v_account_id
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id and brands.status <> 'archived'
  where memberships.person_id = v_person_id and memberships.role = 'owner'
    and v_person_id in (select core.account_owners(brands.account_id))
  order by brands.created_at, brands.brand_id
  limit 1;
  v_account_id := coalesce(v_account_id, core.create_account(v_name, 'TRIAL'));
  v_slug := (
    select offered.slug
    from (
      select v_slug as slug, 1 as position
      union all
      select v_slug || '-' || suffix, suffix from generate_series(2, 1000) as suffix
    ) as offered
    where not exists (select from core.brands where brands.account_id = v_account_id and brands.slug = offered.slug)
    order by offered.position
    limit 1
  );
  v_brand_id := core.create_brand(v_account_id, v_slug, v_name, create_brand.currency, create_brand.timezone);
  -- Nothing is public before a person decides it.
  update core.brands set is_storefront_published = false where brands.brand_id = v_brand_id;
  insert into core.memberships (person_id, brand_id, role) values (v_person_id, v_brand_id, 'owner')
  on conflict on constraint memberships_pkey do nothing;
  return jsonb_build_object('id', v_brand_id, 'account_id', v_account_id, 'name', v_name);
end
$$;
comment on function console.create_brand(text, text, text) is
  'Creates a brand of which the signed-in person is an owner: in the oldest account whose brands this person owns, otherwise in a new account on the plan '
  'TRIAL. Its storefront is not published. Raises BADRQ for a person who owns 10 brands, and as core.create_brand for the currency and the time zone.';
revoke execute on function console.create_brand(text, text, text) from public;
grant execute on function console.create_brand(text, text, text) to vitrine_person;
call core.register_operation('console.create_brand', 'console', brand => 'none', access => 'write', role => 'viewer');
