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
    perform platform.fail('NTFND', 'account: there is no account ' || require_account.account_id || '. "vitrine brands list" shows those that have brands.');
  end if;
end
$$;
comment on function core.require_account(text) is 'Raises NTFND, in words for an operator, when there is no such account.';

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
  if not exists (select from core.currencies where currencies.currency = create_brand.currency) then
    perform platform.fail('BADRQ', 'currency: ' || create_brand.currency || ' is not an ISO 4217 code. Use one such as USD or EUR.');
  end if;
  if not exists (select from pg_catalog.pg_timezone_names where pg_timezone_names.name = create_brand.timezone) then
    perform platform.fail('BADRQ', 'timezone: ' || create_brand.timezone || ' is not an IANA zone. Use one such as America/New_York.');
  end if;
  perform core.require_account(create_brand.account_id);
  if create_brand.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform platform.fail('BADRQ', 'slug: ' || create_brand.slug || ' is not lower-case letters and digits with single hyphens between. Use one such as my-brand.');
  elsif exists (select from core.brands where brands.account_id = create_brand.account_id and brands.slug = create_brand.slug) then
    perform platform.fail('BADRQ', 'slug: the account has a brand ' || create_brand.slug || ' already. Choose another.');
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
  'Creates a brand in an account and returns its id. Whoever owns all other brands of the account owns it too, so that what is the account''s stays theirs.';

create function core.list_brands()
returns setof core.brands
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select * from core.brands order by brands.account_id, brands.slug;
$$;
comment on function core.list_brands() is 'Every brand of the installation, for its operator.';

create function core.find_brand(reference text)
returns core.brands
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_brand core.brands;
begin
  select * into v_brand
  from core.brands
  where brands.brand_id = find_brand.reference or brands.slug = find_brand.reference
  order by (brands.brand_id = find_brand.reference) desc, brands.created_at
  limit 1;
  if not found then
    perform platform.fail('NTFND', 'brand: there is none with the id or slug ' || find_brand.reference || '. "vitrine brands list" shows them.');
  end if;
  return v_brand;
end
$$;
comment on function core.find_brand(text) is 'The brand with this id or slug.';

create function core.key_scopes(prefix text, scopes text[])
returns text[]
language plpgsql stable
as $$
declare
  v_kind core.key_kinds;
begin
  select key_kinds.* into v_kind from core.key_kinds where key_kinds.prefix = key_scopes.prefix;
  if v_kind.prefix is null then
    perform platform.fail('BADRQ', 'prefix: ' || key_scopes.prefix || ' is no kind of key. core.key_kinds lists them.');
  end if;
  if not key_scopes.scopes <@ v_kind.scopes or key_scopes.scopes = '{}' then
    perform platform.fail('BADRQ', 'scope: a key of this kind carries ' || pg_catalog.array_to_string(v_kind.scopes, ', ') || '.');
  end if;
  return coalesce(key_scopes.scopes, v_kind.default_scopes);
end
$$;
comment on function core.key_scopes(text, text[]) is 'The scopes of a key: those asked for, or what its kind carries unless told. BADRQ for what it cannot carry.';

create function core.create_key(
  account_id text,
  prefix text,
  hash bytea,
  display text,
  name text,
  brand_id text default null,
  expires_at timestamptz default null,
  scopes text[] default null
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scopes constant text[] := core.key_scopes(create_key.prefix, create_key.scopes);
  v_key_id text;
begin
  if create_key.brand_id is not null and not exists (
    select from core.brands where brands.brand_id = create_key.brand_id and brands.account_id = create_key.account_id
  ) then
    perform platform.fail('NTFND', 'brand: the account ' || create_key.account_id || ' has no brand ' || create_key.brand_id || '.');
  end if;
  insert into core.api_keys (account_id, brand_id, prefix, hash, display, name, scopes, expires_at)
  values (
    create_key.account_id, create_key.brand_id, create_key.prefix, create_key.hash, create_key.display, create_key.name,
    v_scopes, create_key.expires_at
  )
  returning api_keys.key_id into v_key_id;
  return v_key_id;
end
$$;
comment on function core.create_key(text, text, bytea, text, text, text, timestamptz, text[]) is
  'Records a key by its hash, with the scopes of its kind or fewer, and returns its id. The key itself is known to its holder alone.';

create function core.revoke_key(key_id text)
returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with revoked as (
    update core.api_keys set revoked_at = platform.now()
    where api_keys.key_id = revoke_key.key_id and api_keys.revoked_at is null
    returning true
  )
  select exists (select from revoked);
$$;
comment on function core.revoke_key(text) is 'Ends a key at once. False when there is no such key or it was revoked before.';

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
comment on function core.expire_key(text, timestamptz) is 'Sets when a key ends: the overlap of a rotation. False when there is no such living key.';

create function core.list_keys(account_id text)
returns setof core.api_keys
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select * from core.api_keys where api_keys.account_id = list_keys.account_id order by api_keys.created_at, api_keys.key_id;
$$;
comment on function core.list_keys(text) is 'The keys of an account, oldest first.';

create function core.set_plan(account_id text, plan text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select core.require_account(set_plan.account_id);
  update core.accounts set plan = set_plan.plan where accounts.account_id = set_plan.account_id;
$$;
comment on function core.set_plan(text, text) is 'Moves an account to another plan: its limits apply to the next request.';
