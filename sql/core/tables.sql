create table core.plans (
  plan text not null,
  requests_per_minute integer not null,
  constraint plans_pkey primary key (plan),
  constraint plans_requests_per_minute_check check (requests_per_minute > 0)
);
comment on table core.plans is 'Plans with their limit of analytics requests per key and minute (specification, Limits).';

insert into core.plans (plan, requests_per_minute) values
  ('TRIAL', 60), ('GROWTH', 120), ('AGENCY', 300), ('SCALE', 600), ('ENTERPRISE', 1200);

create table core.currencies (
  currency text not null,
  exponent smallint not null,
  constraint currencies_pkey primary key (currency),
  constraint currencies_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint currencies_exponent_check check (exponent between 0 and 4)
);
comment on table core.currencies is 'ISO 4217 codes with the number of decimals of the minor unit. Amounts are rounded to it only in responses.';

create table core.exchange_rates (
  on_day date not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null,
  source text not null,
  constraint exchange_rates_pkey primary key (from_currency, to_currency, on_day),
  constraint exchange_rates_from_currency_fkey foreign key (from_currency) references core.currencies on delete restrict,
  constraint exchange_rates_to_currency_fkey foreign key (to_currency) references core.currencies on delete restrict,
  constraint exchange_rates_rate_check check (rate > 0)
);
comment on table core.exchange_rates is 'Daily reference rates: one unit of from_currency in to_currency. Facts are converted on import at the rate of their day.';

create table core.accounts (
  account_id text not null default platform.new_id('acc'),
  name text not null,
  plan text not null default 'TRIAL',
  created_at timestamptz not null default pg_catalog.now(),
  constraint accounts_pkey primary key (account_id),
  constraint accounts_plan_fkey foreign key (plan) references core.plans on delete restrict
);
call platform.keep_plain('core.accounts', 'name');
comment on table core.accounts is 'Customers. An account owns brands and keys and has a plan.';

create table core.brands (
  brand_id text not null default platform.new_id('brd'),
  account_id text not null,
  slug text not null,
  name text,
  currency text not null default 'USD',
  timezone text not null default 'UTC',
  status text not null default 'active',
  revenue_source text not null default 'platform',
  is_simulated boolean not null default false,
  lookup_sampling_rate numeric not null default 1,
  created_at timestamptz not null default pg_catalog.now(),
  is_storefront_published boolean not null default true,
  version integer not null default 1,
  deletion_due_at timestamptz,
  quiet_from time,
  quiet_to time,
  quiet_days smallint[],
  constraint brands_pkey primary key (brand_id),
  constraint brands_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint brands_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint brands_slug_key unique (account_id, slug),
  constraint brands_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint brands_status_check check (status in ('active', 'paused', 'archived')),
  constraint brands_revenue_source_check check (revenue_source in ('platform', 'store')),
  constraint brands_lookup_sampling_rate_check check (lookup_sampling_rate between 0 and 1),
  constraint brands_quiet_hours_check check (
    pg_catalog.num_nonnulls(quiet_from, quiet_to, quiet_days) in (0, 3) and quiet_days <@ '{1,2,3,4,5,6,7}' and quiet_days <> '{}'
    and (quiet_from <> quiet_to or pg_catalog.cardinality(quiet_days) < 7)
  )
);
call platform.keep_plain('core.brands', 'name');
comment on table core.brands is 'Tenants. Every fact, product and event belongs to exactly one brand.';
comment on column core.brands.timezone is 'IANA time zone of the days, weeks and hours in all responses.';
comment on column core.brands.currency is 'ISO 4217 code of every amount stored for the brand.';
comment on column core.brands.lookup_sampling_rate is
  'The fraction of searches, recommendations and lookups that emit query.received and query.responded, from 0 (none) to 1 (all, the default).';
comment on column core.brands.revenue_source is 'platform: revenue as attributed by the ad platforms. store: revenue of the store''s own orders.';
comment on column core.brands.is_storefront_published is
  'False: the storefront answers only to credentials that reach the brand. For all others it does not exist.';
comment on column core.brands.version is 'Increases with every change of the settings of the brand by a person.';
comment on column core.brands.deletion_due_at is
  'When the worker deletes an archived brand that an owner deleted (console.delete_brand). Null for any other brand.';
comment on column core.brands.quiet_from is 'When the quiet hours begin, in the time zone of the brand. Null: there are none.';
comment on column core.brands.quiet_to is 'When the quiet hours end: on the next day if it is not after quiet_from.';
comment on column core.brands.quiet_days is 'The weekdays on which the quiet hours begin, from 1 for Monday to 7.';
comment on column core.brands.is_simulated is 'True for the one brand that the simulator fills. Test keys read only this brand.';
create index brands_account_id_idx on core.brands (account_id);

create table core.memberships (
  person_id uuid not null,
  brand_id text not null,
  role text not null,
  created_at timestamptz not null default pg_catalog.now(),
  constraint memberships_pkey primary key (brand_id, person_id),
  constraint memberships_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint memberships_role_check check (role in ('owner', 'admin', 'analyst', 'viewer'))
);
comment on table core.memberships is 'The roles of people in brands.';
create index memberships_person_id_idx on core.memberships (person_id);

create table core.analyst_grants (
  role_name name not null,
  brand_id text not null,
  constraint analyst_grants_pkey primary key (brand_id, role_name),
  constraint analyst_grants_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table core.analyst_grants is 'The brands that a psql login (a member of vitrine_analyst) may read.';

create table core.key_kinds (
  prefix text not null,
  kind text not null,
  is_live boolean not null,
  scopes text[] not null,
  default_scopes text[] not null,
  reach text not null,
  accepted_by text[] not null,
  requests_per_minute integer,
  constraint key_kinds_pkey primary key (prefix),
  constraint key_kinds_reach_check check (reach in ('account', 'brand_or_account', 'brand')),
  constraint key_kinds_kind_key unique (kind, is_live)
);
comment on table core.key_kinds is 'The kinds of key by prefix, with the scopes that they can carry.';
comment on column core.key_kinds.default_scopes is 'The scopes of a key for which none are given: read scopes only.';
comment on column core.key_kinds.reach is
  'account: every brand of the account unless one is given. brand_or_account: one brand, or every brand on request. brand: always one brand.';
comment on column core.key_kinds.accepted_by is 'The functions that accept a key of the kind. mcp is the connector.';
comment on column core.key_kinds.requests_per_minute is 'The fixed limit of the kind. Null means the limit of the account''s plan.';

insert into core.key_kinds (prefix, kind, is_live, scopes, default_scopes, reach, accepted_by, requests_per_minute) values
  ('svc_sk_live_', 'analytics', true, '{read:marketing,write:alert_rules,write:anomalies,write:experiments,write:promotions,write:proposals}', '{read:marketing}', 'account', '{analytics}', null),
  ('svc_sk_test_', 'analytics', false, '{read:marketing,write:alert_rules,write:anomalies,write:experiments,write:promotions,write:proposals}', '{read:marketing}', 'account', '{analytics}', null),
  (
    'sk_live_', 'secret', true, '{read:marketing,read:commerce,write:negotiation,write:proposals,write:storefront,write:webhooks}',
    '{read:marketing,read:commerce}', 'brand_or_account', '{storefront,commerce,webhooks,mcp}', 600
  ),
  (
    'sk_test_', 'secret', false, '{read:marketing,read:commerce,write:negotiation,write:proposals,write:storefront,write:webhooks}',
    '{read:marketing,read:commerce}', 'brand_or_account', '{storefront,commerce,webhooks,mcp}', 600
  ),
  ('pk_live_', 'publishable', true, '{read:commerce}', '{read:commerce}', 'brand', '{storefront,commerce}', 120),
  ('pk_test_', 'publishable', false, '{read:commerce}', '{read:commerce}', 'brand', '{storefront,commerce}', 120),
  ('svc_ak_', 'stream', true, '{analytics:read}', '{analytics:read}', 'brand_or_account', '{events}', null);

create table core.api_keys (
  key_id text not null default platform.new_id('key'),
  account_id text not null,
  brand_id text,
  prefix text not null,
  hash bytea not null,
  display text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default pg_catalog.now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  platform_origin text,
  constraint api_keys_pkey primary key (key_id),
  constraint api_keys_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint api_keys_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint api_keys_prefix_fkey foreign key (prefix) references core.key_kinds on delete restrict,
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_hash_check check (pg_catalog.octet_length(hash) = 32),
  constraint api_keys_platform_origin_check check (platform_origin ~ '^https://[!-.0-~]+$' and pg_catalog.length(platform_origin) <= 2000)
);
call platform.keep_plain('core.api_keys', 'name');
comment on table core.api_keys is 'API keys. Only the SHA-256 hash of a key is stored. A key has 190 random bits.';
comment on column core.api_keys.brand_id is 'The one brand that the key reaches. Null means every brand of the account.';
comment on column core.api_keys.display is 'Prefix and last four characters, by which a person recognizes the key.';
comment on column core.api_keys.last_used_at is 'Written at most once a minute.';
comment on column core.api_keys.platform_origin is
  'The platform (Universal Commerce Protocol) that a secret key acts for: the origin of the profile that the first successful request with it named. Null before.';
create index api_keys_account_id_idx on core.api_keys (account_id);
create index api_keys_brand_id_idx on core.api_keys (brand_id);

create unlogged table core.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  constraint rate_limits_pkey primary key (bucket)
) with (fillfactor = 50);
comment on table core.rate_limits is
  'Requests counted per bucket in its current minute, by the database clock. Unlogged, because counters may be lost in a crash.';

create table core.operations (
  operation text not null,
  scope text not null,
  brand text not null,
  access text not null,
  role text not null,
  allow_anonymous boolean not null default false,
  is_part boolean not null default false,
  is_idempotent boolean not null default false,
  may_lag boolean not null default false,
  served_by text[] not null,
  is_public_in_connector boolean not null default false,
  call text not null,
  recorder text,
  acts_for_shop boolean not null default false,
  constraint operations_pkey primary key (operation),
  constraint operations_brand_check check (brand in ('one', 'none', 'shown')),
  constraint operations_access_check check (access in ('read', 'write')),
  constraint operations_served_by_check
    check (served_by <> '{}' and served_by <@ '{analytics,storefront,commerce,events,webhooks,mcp,console}'::text[]),
  constraint operations_is_public_in_connector_check check (not is_public_in_connector or (brand = 'shown' and 'mcp' = any (served_by))),
  constraint operations_may_lag_check check (not may_lag or access = 'read'),
  constraint operations_is_idempotent_check check (not is_idempotent or brand <> 'none'),
  constraint operations_role_check check (role in ('owner', 'admin', 'analyst', 'viewer'))
);
comment on table core.operations is 'Every operation of the gate, registered by core.register_operation beside the function of the same name.';
comment on column core.operations.brand is
  'one: brand_id resolves to exactly one reachable brand. none: the operation covers all reachable brands. shown: the URL names a brand with a '
  'public storefront.';
comment on column core.operations.role is 'The lowest role of a signed-in person. Keys and tokens have scopes instead.';
comment on column core.operations.recorder is
  'The function that records each response in the statement of the operation. For responses of a replica, the primary runs it as a separate '
  'operation.';
comment on column core.operations.is_part is
  'Whether it is a preparation call of another operation. It does not count against the limit and has no route.';
comment on column core.operations.is_idempotent is 'Whether the input has an idempotency_key, by which the gate runs the request once.';
comment on column core.operations.may_lag is
  'Whether a read replica may answer it, up to some seconds late. For data from imports and jobs; callers read their own writes on the primary.';
comment on column core.operations.served_by is
  'The functions that serve it. A credential may run it only if one of them accepts the credential.';
comment on column core.operations.is_public_in_connector is
  'Whether a credential of the connector may name any storefront. Otherwise it reaches only its own brands. Only reads of storefronts and negotiate_price.';
comment on column core.operations.acts_for_shop is
  'Whether a member who runs it in the console acts for the shop: it runs as a key of the shop with write:storefront would. The role of the member is checked before.';
comment on column core.operations.call is
  'The statement that calls the function with its parameters from the input object, derived from the catalog.';
