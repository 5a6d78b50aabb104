create function core.create_account(name text, plan text, account_id text default null)
returns text
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into core.accounts (account_id, name, plan)
  values (coalesce(create_account.account_id, platform.new_id('acc')), create_account.name, create_account.plan)
  returning accounts.account_id;
$$;
comment on function core.create_account(text, text, text) is 'Creates an account on a plan of core.plans and returns its id.';

create function core.require_account(account_id text)
returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from core.accounts where accounts.account_id = require_account.account_id) then
    perform platform.fail('NTFND', 'names_no_account', 'account', pg_catalog.json_build_object('account_id', require_account.account_id));
  end if;
end
$$;
comment on function core.require_account(text) is 'Raises NTFND if the account does not exist.';

create function core.check_brand_settings(currency text, timezone text)
returns void
language plpgsql stable
as $$
begin
  if not exists (select from core.currencies where currencies.currency = check_brand_settings.currency) then
    perform platform.fail('BADRQ', 'is_no_currency_code', 'currency', pg_catalog.json_build_object('currency', check_brand_settings.currency));
  end if;
  if not exists (select from pg_catalog.pg_timezone_names where pg_timezone_names.name = check_brand_settings.timezone) then
    perform platform.fail('BADRQ', 'is_no_time_zone', 'timezone', pg_catalog.json_build_object('timezone', check_brand_settings.timezone));
  end if;
end
$$;
comment on function core.check_brand_settings(text, text) is 'Raises BADRQ unless a brand can have this currency and time zone.';
grant execute on function core.check_brand_settings(text, text) to vitrine_gate, vitrine_person;

create function core.keep_units(brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from core.brands where brands.brand_id = keep_units.brand_id for share;
end
$$;
comment on function core.keep_units(text) is
  'Keeps the currency and the time zone of a brand until the end of the transaction. Each function calls it before it stores the first amount or day '
  '(console.stored_data), unless it has the lock of the imports. console.set_brand waits for it, and then refuses to change them.';

create function core.create_brand(
  account_id text,
  slug text,
  name text,
  currency text,
  timezone text,
  brand_id text default null
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand_id text := coalesce(create_brand.brand_id, platform.new_id('brd'));
  v_owner_ids constant uuid[] := array(select core.account_owners(create_brand.account_id));
begin
  perform core.check_brand_settings(create_brand.currency, create_brand.timezone);
  perform core.require_account(create_brand.account_id);
  if create_brand.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform platform.fail('BADRQ', 'is_no_slug', 'slug', pg_catalog.json_build_object('slug', create_brand.slug));
  elsif exists (select from core.brands where brands.account_id = create_brand.account_id and brands.slug = create_brand.slug) then
    perform platform.fail('BADRQ', 'this_slug_is_taken', 'slug', pg_catalog.json_build_object('slug', create_brand.slug));
  end if;
  insert into core.brands (brand_id, account_id, slug, name, currency, timezone)
  values (
    v_brand_id, create_brand.account_id, create_brand.slug, create_brand.name, create_brand.currency, create_brand.timezone
  );
  perform core.add_member(owner_id, v_brand_id, 'owner') from unnest(v_owner_ids) as owner_id;
  return v_brand_id;
end
$$;
comment on function core.create_brand(text, text, text, text, text, text) is
  'Creates a brand in an account and returns its id. Owners of all other brands of the account become its owners, so that they keep access to data of the account.';

create function core.list_brands()
returns setof core.brands
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select * from core.brands order by brands.account_id, brands.slug;
$$;
comment on function core.list_brands() is 'Returns every brand of the installation, for its operator.';

create function core.find_brand(reference text, account_id text default null)
returns core.brands
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand core.brands;
  v_ids text[];
begin
  select * into v_brand
  from core.brands
  where brands.brand_id = find_brand.reference and coalesce(brands.account_id = find_brand.account_id, true);
  if found then
    return v_brand;
  end if;
  v_ids := array(
    select brands.brand_id from core.brands
    where brands.slug = find_brand.reference and coalesce(brands.account_id = find_brand.account_id, true)
    order by brands.brand_id
  );
  if pg_catalog.cardinality(v_ids) > 1 then
    perform platform.fail(
      'BADRQ', 'several_accounts_have_this_brand', 'brand',
      pg_catalog.json_build_object('brand', find_brand.reference, 'brand_ids', v_ids)
    );
  elsif pg_catalog.cardinality(v_ids) = 0 and find_brand.account_id is not null then
    perform platform.fail(
      'NTFND', 'names_no_brand_of_this_account', 'brand',
      pg_catalog.json_build_object('brand', find_brand.reference, 'account_id', find_brand.account_id)
    );
  elsif pg_catalog.cardinality(v_ids) = 0 then
    perform platform.fail('NTFND', 'names_no_brand', 'brand', pg_catalog.json_build_object('brand', find_brand.reference));
  end if;
  select * into v_brand from core.brands where brands.brand_id = v_ids[1];
  return v_brand;
end
$$;
comment on function core.find_brand(text, text) is
  'Returns the brand with this id or slug, within one account if one is given. Raises NTFND if there is none, BADRQ if several accounts use the '
  'slug.';

create function core.key_scopes(prefix text, scopes text[])
returns text[]
language plpgsql stable
as $$
declare
  v_kind core.key_kinds;
begin
  select key_kinds.* into v_kind from core.key_kinds where key_kinds.prefix = key_scopes.prefix;
  if v_kind.prefix is null then
    perform platform.fail(
      'BADRQ', 'is_no_kind_of_key', 'prefix',
      pg_catalog.json_build_object(
        'prefix', key_scopes.prefix,
        'prefixes', array(select key_kinds.prefix from core.key_kinds order by key_kinds.prefix)
      )
    );
  end if;
  if not key_scopes.scopes <@ v_kind.scopes or key_scopes.scopes = '{}' then
    perform platform.fail('BADRQ', 'is_no_scope_of_this_kind_of_key', 'scope', pg_catalog.json_build_object('scopes', v_kind.scopes));
  end if;
  return coalesce(key_scopes.scopes, v_kind.default_scopes);
end
$$;
comment on function core.key_scopes(text, text[]) is
  'Returns the scopes of a new key: the given ones, or the read scopes of its kind. Raises BADRQ for a scope that its kind cannot have.';

create function core.key_reach(prefix text, account_id text, brand_id text, all_brands boolean)
returns text
language plpgsql stable
as $$
declare
  v_reach text;
  v_ids text[];
begin
  select key_kinds.reach into strict v_reach from core.key_kinds where key_kinds.prefix = key_reach.prefix;
  if key_reach.brand_id is not null and key_reach.all_brands then
    perform platform.fail('BADRQ', 'a_key_is_for_one_brand_or_for_all_brands', 'all_brands');
  elsif key_reach.all_brands and v_reach = 'brand' then
    perform platform.fail('BADRQ', 'this_kind_of_key_is_for_one_brand', 'all_brands', pg_catalog.json_build_object('prefix', key_reach.prefix));
  elsif key_reach.brand_id is not null or key_reach.all_brands or v_reach = 'account' then
    return key_reach.brand_id;
  end if;
  v_ids := array(
    select brands.brand_id from core.brands
    where brands.account_id = key_reach.account_id and brands.status <> 'archived'
    order by brands.brand_id
  );
  if pg_catalog.cardinality(v_ids) = 0 then
    perform platform.fail(
      'BADRQ', 'this_account_has_no_brand', 'brand',
      pg_catalog.json_build_object('prefix', key_reach.prefix, 'account_id', key_reach.account_id)
    );
  elsif pg_catalog.cardinality(v_ids) > 1 then
    perform platform.fail(
      'BADRQ', 'this_account_has_several_brands', 'brand',
      pg_catalog.json_build_object(
        'prefix', key_reach.prefix,
        'account_id', key_reach.account_id,
        'brand_ids', v_ids,
        'may_reach_all', v_reach <> 'brand'
      )
    );
  end if;
  return v_ids[1];
end
$$;
comment on function core.key_reach(text, text, text, boolean) is
  'Returns the brand of a new key, or null for every brand of the account. Raises BADRQ if its kind requires a brand and none is given.';

create function core.create_key(
  account_id text,
  prefix text,
  hash bytea,
  display text,
  name text,
  brand_id text default null,
  expires_at timestamptz default null,
  scopes text[] default null,
  all_brands boolean default false
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scopes constant text[] := core.key_scopes(create_key.prefix, create_key.scopes);
  v_brand_id constant text := core.key_reach(create_key.prefix, create_key.account_id, create_key.brand_id, create_key.all_brands);
  v_key_id text;
begin
  if v_brand_id is not null and not exists (
    select from core.brands where brands.brand_id = v_brand_id and brands.account_id = create_key.account_id
  ) then
    perform platform.fail(
      'NTFND', 'names_no_brand_of_this_account', 'brand',
      pg_catalog.json_build_object('brand', v_brand_id, 'account_id', create_key.account_id)
    );
  end if;
  insert into core.api_keys (account_id, brand_id, prefix, hash, display, name, scopes, expires_at)
  values (
    create_key.account_id, v_brand_id, create_key.prefix, create_key.hash, create_key.display, create_key.name,
    v_scopes, create_key.expires_at
  )
  returning api_keys.key_id into v_key_id;
  return v_key_id;
end
$$;
comment on function core.create_key(text, text, bytea, text, text, text, timestamptz, text[], boolean) is
  'Stores the hash of a new key and returns its id. Without scopes it gets read scopes. A storefront or stream key gets one brand: the given one, '
  'or the only one of the account. all_brands creates an account-wide key if its kind allows that. The key itself is not stored.';

create function core.revoke_key(key_id text)
returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with revoked as (
    update core.api_keys set revoked_at = platform.clock()
    where api_keys.key_id = revoke_key.key_id and api_keys.revoked_at is null
    returning true
  )
  select exists (select from revoked);
$$;
comment on function core.revoke_key(text) is 'Revokes a key immediately. Returns false if it does not exist or was revoked before.';

create function core.expire_key(key_id text, expires_at timestamptz)
returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with expired as (
    update core.api_keys set expires_at = expire_key.expires_at
    where api_keys.key_id = expire_key.key_id and api_keys.revoked_at is null
    returning true
  )
  select exists (select from expired);
$$;
comment on function core.expire_key(text, timestamptz) is
  'Sets the expiry of a key, for the overlap of a rotation. Returns false if no active key has this id.';

create function core.list_keys(account_id text)
returns setof core.api_keys
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select * from core.api_keys where api_keys.account_id = list_keys.account_id order by api_keys.created_at, api_keys.key_id;
$$;
comment on function core.list_keys(text) is 'Returns the keys of an account, oldest first.';

create function core.set_plan(account_id text, plan text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select core.require_account(set_plan.account_id);
  update core.accounts set plan = set_plan.plan where accounts.account_id = set_plan.account_id;
$$;
comment on function core.set_plan(text, text) is 'Moves an account to another plan. Its limits apply from the next request.';
