create type core.credential as (
  key_id text,
  credential_id text,
  is_token boolean,
  is_simulated boolean,
  scopes text[],
  accepted_by text[],
  account_id text,
  brand_ids text[],
  person_id uuid,
  client_id text,
  role text,
  rate_limit integer,
  last_used_at timestamptz,
  expires_at timestamptz
);
comment on type core.credential is
  'A resolved credential: an API key, an access token or a session. key_id is the id of the key or of the grant. credential_id is recorded in rows that it '
  'creates. accepted_by lists the functions that accept it. account_id is set if it acts for all brands of an account. role is the role of a signed-in '
  'person. A field that does not apply is null.';

create function core.find_key(credential_hash bytea, resource text)
returns setof core.credential
language sql stable
as $$
  select
    api_keys.key_id,
    api_keys.key_id,
    false,
    not key_kinds.is_live,
    api_keys.scopes,
    case when find_key.resource is null then pg_catalog.array_remove(key_kinds.accepted_by, 'mcp') else '{mcp}'::text[] end,
    case when api_keys.brand_id is null then api_keys.account_id end,
    array(
      select brands.brand_id
      from core.brands
      where brands.account_id = api_keys.account_id
        and brands.status <> 'archived'
        and (api_keys.brand_id is null or brands.brand_id = api_keys.brand_id)
      order by brands.brand_id
    ),
    null::uuid,
    null::text,
    null::text,
    coalesce(key_kinds.requests_per_minute, plans.requests_per_minute),
    api_keys.last_used_at,
    api_keys.expires_at
  from core.api_keys
  join core.key_kinds on key_kinds.prefix = api_keys.prefix
  join core.accounts on accounts.account_id = api_keys.account_id
  join core.plans on plans.plan = accounts.plan
  where api_keys.hash = find_key.credential_hash
    and api_keys.revoked_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > platform.clock())
    and (find_key.resource is null or 'mcp' = any (key_kinds.accepted_by));
$$;
comment on function core.find_key(bytea, text) is
  'Returns the credential of an API key by its hash; no row for an invalid key. With resource, only a key of the connector. resource never '
  'widens the reach: it only selects the connector instead of the other functions.';

create function core.find_token(credential_hash bytea, resource text)
returns setof core.credential
language sql stable
as $$
  select
    grants.grant_id,
    -- An app keeps its credential id when its person connects it again, so that it can continue what it began.
    'app_' || pg_catalog.md5(grants.client_id || '/' || grants.person_id),
    true,
    false,
    access_tokens.scopes,
    '{mcp}'::text[],
    null::text,
    array(
      select brands.brand_id
      from core.memberships
      join core.brands on brands.brand_id = memberships.brand_id
      where memberships.person_id = grants.person_id
        and brands.brand_id = any (grants.brand_ids)
        and brands.status <> 'archived'
      order by brands.brand_id
    ),
    grants.person_id,
    grants.client_id,
    null::text,
    600,
    grants.last_used_at,
    access_tokens.expires_at
  from oauth.access_tokens
  join oauth.grants on grants.grant_id = access_tokens.grant_id
  where access_tokens.token_hash = find_token.credential_hash
    and access_tokens.expires_at > platform.clock()
    and grants.resource = find_token.resource
    and grants.revoked_at is null
    and grants.expires_at > platform.clock();
$$;
comment on function core.find_token(bytea, text) is
  'Returns the credential of an access token of the connector by its hash, for the resource of its grant (RFC 8707); no row for an invalid token. It reaches '
  'those brands of its grant of which the person is a member.';
grant execute on function core.find_key(bytea, text), core.find_token(bytea, text) to vitrine_gate;

create function core.identify(
  credential_hash bytea,
  client_ip text,
  resource text default null,
  out status text,
  out key_id text,
  out is_token boolean,
  out is_simulated boolean,
  out scopes text[],
  out brand_ids text[],
  out expires_at timestamptz,
  out client_id text,
  out person_id uuid
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  select
    credential.key_id, credential.is_token, credential.is_simulated, credential.scopes, credential.brand_ids, credential.expires_at,
    credential.client_id, credential.person_id
  into key_id, is_token, is_simulated, scopes, brand_ids, expires_at, client_id, person_id
  from (
    select found.* from core.find_key(identify.credential_hash, identify.resource) as found
    union all
    select found.* from core.find_token(identify.credential_hash, identify.resource) as found
  ) as credential;
  if key_id is null then
    status := case when core.take('unauthorized:' || identify.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end;
  end if;
end
$$;
comment on function core.identify(bytea, text, text) is
  'Returns the owner and reach of a credential for responses that run no operation. Does not count against the limit. status is null, NAUTH or '
  'RLMTD.';
grant execute on function core.identify(bytea, text, text) to vitrine_functions;
