-- The whole database in reading order; run with plain psql as a role that may create roles.
-- Roles are cluster-wide: several databases share them, and two loads may run at once.
-- vitrine_functions logs in and owns nothing; it may only call core.call, console.call and the doors of oauth.
-- What a resolved credential may read is decided by the executor role that the gate hands the operation to.
do $$
declare
  v_role text;
begin
  set local client_min_messages = warning;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('vitrine.roles'));
  foreach v_role in array array[
    'vitrine_owner', 'vitrine_gate', 'vitrine_oauth', 'vitrine_anonymous', 'vitrine_key', 'vitrine_simulated', 'vitrine_person', 'vitrine_analyst', 'vitrine_clock'
  ] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I nologin nobypassrls', v_role);
    end if;
    execute format('grant %I to current_user', v_role);
  end loop;
  foreach v_role in array array['vitrine_functions', 'vitrine_worker'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I login nobypassrls', v_role);
    end if;
    execute format('grant %I to current_user', v_role);
  end loop;
end
$$;

-- Compiling costs more than these short statements take; a server may have it on by default.
alter role vitrine_functions set jit = off;
alter role vitrine_worker set jit = off;
-- A request is given up after this, also behind a transaction pooler, through which no session says it for itself.
alter role vitrine_functions set statement_timeout = '8s';
alter role vitrine_functions set lock_timeout = '2s';
alter role vitrine_worker set lock_timeout = '10s';
alter role vitrine_functions set idle_in_transaction_session_timeout = '10s';

comment on role vitrine_owner is 'Owns every object. Subject to row-level security like everybody: it has no policy on brand data.';
comment on role vitrine_gate is 'Owns core.call: reads credentials and plans, writes the limiter, sees no brand data.';
comment on role vitrine_oauth is 'Owns the functions of oauth: reads who signs in and their memberships, writes grants and tokens, sees no brand data.';
comment on role vitrine_functions is 'Login role of the serverless functions. Owns nothing, may execute core.call, core.identify, console.call and the functions of oauth.';
comment on role vitrine_anonymous is 'Executes operations for callers without a credential.';
comment on role vitrine_key is 'Executes operations for a live key or token, within the brands that it reaches.';
comment on role vitrine_simulated is 'Executes operations for a test key: sees simulated facts only.';
comment on role vitrine_person is 'Executes operations for a signed-in person, within the brands of their memberships.';
comment on role vitrine_analyst is 'Group role for people who use psql: grant it to a login role and list the brands in core.analyst_grants.';
comment on role vitrine_worker is 'Login role of jobs and importers: works on one brand at a time, the one named by core.enter_brand.';
comment on role vitrine_clock is 'Members may fix the service''s clock (VITRINE_NOW): logins of tests and demonstrations, nobody in production.';

create schema platform authorization vitrine_owner;
comment on schema platform is 'What every topic needs: the clock, ids, and the raising of errors.';
create schema core authorization vitrine_owner;
comment on schema core is 'Accounts, brands, people, credentials, plans, the rate limiter, and the one door: core.call.';
create schema analytics authorization vitrine_owner;
comment on schema analytics is 'Ad entities, facts, roll-ups, the metric catalogue and the operations that read them.';
create schema storefront authorization vitrine_owner;
comment on schema storefront is 'What a shop shows to agents: products, reviews, search.';
create schema commerce authorization vitrine_owner;
comment on schema commerce is 'Negotiations, held prices, orders handed over and what was said of them afterwards. It holds no funds.';
create schema connector authorization vitrine_owner;
comment on schema connector is 'What only the connector''s tools answer, and the proposals that agents make through them.';
create schema oauth authorization vitrine_owner;
comment on schema oauth is 'The authorisation server of the connector: clients, consent, grants, tokens, sessions.';
create schema events authorization vitrine_owner;
comment on schema events is 'What happened: the outbox, its order, and who is told.';
create schema webhooks authorization vitrine_owner;
comment on schema webhooks is 'Who is told of what happened by a request of ours: endpoints, their secrets, deliveries.';
create schema console authorization vitrine_owner;
comment on schema console is 'What people look at: the gate of the signed-in, and the operations that only they have.';
create schema simulate authorization vitrine_owner;
comment on schema simulate is 'The deterministic generator behind test keys.';
create schema pgboss authorization vitrine_worker;
comment on schema pgboss is 'The job queue. pg-boss makes and keeps its own tables here.';

-- Temporary objects stand in everybody's search path: only the worker, who copies into them, may make any.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to vitrine_worker', current_database());
end
$$;

grant usage on schema platform, core, analytics, storefront, events, webhooks to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema commerce to vitrine_gate, vitrine_anonymous;
grant usage on schema commerce, connector to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema core, oauth, events, console to vitrine_functions;
grant usage on schema console to vitrine_gate, vitrine_person;
grant usage on schema platform, core, oauth to vitrine_oauth;
grant usage on schema oauth to vitrine_gate, vitrine_worker;
grant usage on schema simulate to vitrine_worker;

alter default privileges for role vitrine_owner revoke execute on functions from public;
alter default privileges for role vitrine_gate revoke execute on functions from public;
alter default privileges for role vitrine_oauth revoke execute on functions from public;

-- What a hosted platform brings along and a bare Postgres lacks: the tables of those who sign in
-- and of their sessions, in the columns that Supabase Auth uses, and pgcrypto for bcrypt.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Where the platform has them nobody else may make or grant anything there: "if not exists" would be refused too.
do $$
begin
  if pg_catalog.to_regclass('auth.users') is not null then
    return;
  end if;
  create schema if not exists auth;
  create table auth.users (
    id uuid not null default pg_catalog.gen_random_uuid(),
    email text,
    encrypted_password text,
    raw_user_meta_data jsonb,
    created_at timestamptz default pg_catalog.now(),
    constraint users_pkey primary key (id),
    constraint users_email_key unique (email)
  );
  create table auth.sessions (
    id uuid not null,
    user_id uuid not null,
    created_at timestamptz default pg_catalog.now(),
    not_after timestamptz,
    constraint sessions_pkey primary key (id),
    constraint sessions_user_id_fkey foreign key (user_id) references auth.users on delete cascade
  );
  grant usage on schema auth to vitrine_gate;
  grant select, insert, update (encrypted_password) on auth.users to vitrine_gate;
end
$$;

-- Trigrams, edit distance and bcrypt.
grant usage on schema extensions to
  vitrine_owner, vitrine_gate, vitrine_oauth, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

set role vitrine_owner;
set check_function_bodies = off;
create function platform.fail(code text, message text, detail text default null)
returns void
language plpgsql volatile
as $$
begin
  raise exception using errcode = fail.code, message = fail.message, detail = coalesce(fail.detail, '');
end
$$;
comment on function platform.fail(text, text, text) is
  'Raises one of the mnemonic SQLSTATEs of sql/README.md. The message is shown to the caller: name the field, say what to do next.';
grant execute on function platform.fail(text, text, text) to public;

create function platform.now()
returns timestamptz
language sql stable parallel safe
return case
  when pg_catalog.current_setting('vitrine.now', true) <> '' and pg_catalog.pg_has_role(session_user, 'vitrine_clock', 'member')
    then pg_catalog.current_setting('vitrine.now')::timestamptz
  else pg_catalog.now()
end;
comment on function platform.now() is 'The service''s clock: the database''s, unless a member of vitrine_clock fixes it by the setting vitrine.now (VITRINE_NOW).';
grant execute on function platform.now() to public;

create function platform.utc(at timestamptz)
returns text
language sql stable parallel safe
return pg_catalog.to_char(utc.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function platform.utc(timestamptz) is 'An instant as every answer writes it, whatever zone the session is in: 2026-11-20T12:00:00Z.';
grant execute on function platform.utc(timestamptz) to public;

create function platform.new_id(prefix text)
returns text
language sql volatile
return new_id.prefix || '_' || pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-', '');
comment on function platform.new_id(text) is 'A prefixed random id, e.g. brd_ and 32 hexadecimal digits (122 random bits).';
grant execute on function platform.new_id(text) to public;


create table core.plans (
  plan text not null,
  requests_per_minute integer not null,
  constraint plans_pkey primary key (plan),
  constraint plans_requests_per_minute_check check (requests_per_minute > 0)
);
comment on table core.plans is 'What an account may ask for: analytics requests per key and minute (specification, Limits).';

insert into core.plans (plan, requests_per_minute) values
  ('TRIAL', 60), ('GROWTH', 120), ('AGENCY', 300), ('SCALE', 600), ('ENTERPRISE', 1200);

create table core.currencies (
  currency text not null,
  exponent smallint not null,
  constraint currencies_pkey primary key (currency),
  constraint currencies_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint currencies_exponent_check check (exponent between 0 and 4)
);
comment on table core.currencies is 'ISO 4217 codes with the number of decimals of the minor unit. Money is rounded to it on output, never before.';

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
comment on table core.accounts is 'The customer: it owns brands and keys and has a plan.';

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
  created_at timestamptz not null default pg_catalog.now(),
  constraint brands_pkey primary key (brand_id),
  constraint brands_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint brands_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint brands_slug_key unique (account_id, slug),
  constraint brands_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint brands_status_check check (status in ('active', 'paused', 'archived')),
  constraint brands_revenue_source_check check (revenue_source in ('platform', 'store'))
);
comment on table core.brands is 'The tenant: every fact, product and event belongs to exactly one brand.';
comment on column core.brands.timezone is 'IANA zone: the days, weeks and hours of every answer are the brand''s.';
comment on column core.brands.currency is 'ISO 4217: the currency of every amount stored for the brand.';
comment on column core.brands.revenue_source is 'platform: revenue as the ad platforms attribute it; store: revenue of the store''s own orders.';
comment on column core.brands.is_simulated is 'True for the one brand that the simulator fills; test keys read it and nothing else.';
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
comment on table core.memberships is 'Which person may see which brand, and as what.';
create index memberships_person_id_idx on core.memberships (person_id);

create table core.analyst_grants (
  role_name name not null,
  brand_id text not null,
  constraint analyst_grants_pkey primary key (brand_id, role_name),
  constraint analyst_grants_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table core.analyst_grants is 'Which brands a psql login (a member of vitrine_analyst) may read.';

create table core.key_kinds (
  prefix text not null,
  kind text not null,
  is_live boolean not null,
  scopes text[] not null,
  default_scopes text[] not null,
  requests_per_minute integer,
  constraint key_kinds_pkey primary key (prefix),
  constraint key_kinds_kind_key unique (kind, is_live)
);
comment on table core.key_kinds is 'The kinds of key by prefix, with the scopes that they can carry.';
comment on column core.key_kinds.default_scopes is 'What a key carries unless it is made otherwise: none speaks for a shop by accident.';
comment on column core.key_kinds.requests_per_minute is 'Fixed limit of the kind; null means the limit of the account''s plan.';

insert into core.key_kinds (prefix, kind, is_live, scopes, default_scopes, requests_per_minute) values
  ('svc_sk_live_', 'analytics', true, '{read:marketing}', '{read:marketing}', null),
  ('svc_sk_test_', 'analytics', false, '{read:marketing}', '{read:marketing}', null),
  (
    'sk_live_', 'secret', true, '{read:marketing,read:commerce,write:negotiation,write:proposals,write:storefront,write:webhooks}',
    '{read:marketing,read:commerce,write:negotiation,write:proposals,write:webhooks}', 600
  ),
  (
    'sk_test_', 'secret', false, '{read:marketing,read:commerce,write:negotiation,write:proposals,write:storefront,write:webhooks}',
    '{read:marketing,read:commerce,write:negotiation,write:proposals,write:webhooks}', 600
  ),
  ('pk_live_', 'publishable', true, '{read:commerce}', '{read:commerce}', 120),
  ('pk_test_', 'publishable', false, '{read:commerce}', '{read:commerce}', 120),
  ('svc_ak_', 'stream', true, '{analytics:read}', '{analytics:read}', null);

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
  constraint api_keys_pkey primary key (key_id),
  constraint api_keys_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint api_keys_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint api_keys_prefix_fkey foreign key (prefix) references core.key_kinds on delete restrict,
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_hash_check check (pg_catalog.octet_length(hash) = 32)
);
comment on table core.api_keys is 'Credentials of scripts. Only the SHA-256 of a key is stored; 190 random bits leave nothing to guess.';
comment on column core.api_keys.brand_id is 'Narrows the key to one brand; null reaches every brand of the account.';
comment on column core.api_keys.display is 'Prefix and last four characters: enough to recognise a key, not to use it.';
comment on column core.api_keys.last_used_at is 'Written at most once a minute.';
create index api_keys_account_id_idx on core.api_keys (account_id);

create unlogged table core.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  constraint rate_limits_pkey primary key (bucket)
) with (fillfactor = 50);
comment on table core.rate_limits is
  'Requests taken per bucket in its current minute, by the database''s clock. Unlogged: counters may be lost in a crash, nothing else may.';

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
  call text not null,
  constraint operations_pkey primary key (operation),
  constraint operations_brand_check check (brand in ('one', 'none', 'shown')),
  constraint operations_access_check check (access in ('read', 'write')),
  constraint operations_may_lag_check check (not may_lag or access = 'read'),
  constraint operations_is_idempotent_check check (not is_idempotent or brand <> 'none'),
  constraint operations_role_check check (role in ('owner', 'admin', 'analyst', 'viewer'))
);
comment on table core.operations is 'Every operation that the gate can run, filled by core.register_operation beside the function of the same name.';
comment on column core.operations.brand is 'one: the gate resolves brand_id to exactly one reachable brand; none: the operation speaks of all of them; shown: the address names a brand whose shop window is for everybody.';
comment on column core.operations.role is 'The least that a signed-in person must be of the brand; keys and tokens have scopes instead.';
comment on column core.operations.is_part is 'Half of another operation''s answer: it takes nothing from the limit and has no route.';
comment on column core.operations.is_idempotent is 'Whether it wants an idempotency_key among its input, by which the gate does it once.';
comment on column core.operations.may_lag is
  'Whether a read replica may answer it, some seconds late: what comes in by imports and jobs. What callers write themselves they read on the primary.';
comment on column core.operations.call is 'The statement that calls the function with its parameters read from the input object, derived from the catalogue.';

-- ISO 4217, list one: active codes and their minor unit.
insert into core.currencies (currency, exponent) values
  ('AED', 2), ('AFN', 2), ('ALL', 2), ('AMD', 2), ('ANG', 2), ('AOA', 2), ('ARS', 2), ('AUD', 2),
  ('AWG', 2), ('AZN', 2), ('BAM', 2), ('BBD', 2), ('BDT', 2), ('BGN', 2), ('BHD', 3), ('BIF', 0),
  ('BMD', 2), ('BND', 2), ('BOB', 2), ('BRL', 2), ('BSD', 2), ('BTN', 2), ('BWP', 2), ('BYN', 2),
  ('BZD', 2), ('CAD', 2), ('CDF', 2), ('CHF', 2), ('CLF', 4), ('CLP', 0), ('CNY', 2), ('COP', 2),
  ('CRC', 2), ('CUP', 2), ('CVE', 2), ('CZK', 2), ('DJF', 0), ('DKK', 2), ('DOP', 2), ('DZD', 2),
  ('EGP', 2), ('ERN', 2), ('ETB', 2), ('EUR', 2), ('FJD', 2), ('FKP', 2), ('GBP', 2), ('GEL', 2),
  ('GHS', 2), ('GIP', 2), ('GMD', 2), ('GNF', 0), ('GTQ', 2), ('GYD', 2), ('HKD', 2), ('HNL', 2),
  ('HTG', 2), ('HUF', 2), ('IDR', 2), ('ILS', 2), ('INR', 2), ('IQD', 3), ('IRR', 2), ('ISK', 0),
  ('JMD', 2), ('JOD', 3), ('JPY', 0), ('KES', 2), ('KGS', 2), ('KHR', 2), ('KMF', 0), ('KPW', 2),
  ('KRW', 0), ('KWD', 3), ('KYD', 2), ('KZT', 2), ('LAK', 2), ('LBP', 2), ('LKR', 2), ('LRD', 2),
  ('LSL', 2), ('LYD', 3), ('MAD', 2), ('MDL', 2), ('MGA', 2), ('MKD', 2), ('MMK', 2), ('MNT', 2),
  ('MOP', 2), ('MRU', 2), ('MUR', 2), ('MVR', 2), ('MWK', 2), ('MXN', 2), ('MYR', 2), ('MZN', 2),
  ('NAD', 2), ('NGN', 2), ('NIO', 2), ('NOK', 2), ('NPR', 2), ('NZD', 2), ('OMR', 3), ('PAB', 2),
  ('PEN', 2), ('PGK', 2), ('PHP', 2), ('PKR', 2), ('PLN', 2), ('PYG', 0), ('QAR', 2), ('RON', 2),
  ('RSD', 2), ('RUB', 2), ('RWF', 0), ('SAR', 2), ('SBD', 2), ('SCR', 2), ('SDG', 2), ('SEK', 2),
  ('SGD', 2), ('SHP', 2), ('SLE', 2), ('SOS', 2), ('SRD', 2), ('SSP', 2), ('STN', 2), ('SVC', 2),
  ('SYP', 2), ('SZL', 2), ('THB', 2), ('TJS', 2), ('TMT', 2), ('TND', 3), ('TOP', 2), ('TRY', 2),
  ('TTD', 2), ('TWD', 2), ('TZS', 2), ('UAH', 2), ('UGX', 0), ('USD', 2), ('UYU', 2), ('UZS', 2),
  ('VED', 2), ('VES', 2), ('VND', 0), ('VUV', 0), ('WST', 2), ('XAF', 0), ('XCD', 2), ('XOF', 0),
  ('XPF', 0), ('YER', 2), ('ZAR', 2), ('ZMW', 2), ('ZWG', 2);

create function core.scope_brand_ids()
returns text[]
language sql stable
return coalesce(nullif(pg_catalog.current_setting('vitrine.brand_ids', true), ''), '{}')::text[];
comment on function core.scope_brand_ids() is 'The brands that the resolved credential reaches. Empty before one is resolved.';
grant execute on function core.scope_brand_ids() to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;

create function core.scope_credential_id()
returns text
language sql stable
return nullif(pg_catalog.current_setting('vitrine.credential_id', true), '');
comment on function core.scope_credential_id() is 'The key that asks, or the app of the person whose token does. Null for somebody without either.';

create function core.scope_person_id()
returns uuid
language sql stable
return nullif(pg_catalog.current_setting('vitrine.person_id', true), '')::uuid;
comment on function core.scope_person_id() is 'The person behind the token that asks. Null for a key.';
grant execute on function core.scope_credential_id(), core.scope_person_id() to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function core.scope_person_id() to vitrine_oauth;
create function core.scope_account_id()
returns text
language sql stable
return nullif(pg_catalog.current_setting('vitrine.account_id', true), '');
comment on function core.scope_account_id() is 'The account that the resolved credential speaks for as a whole; null for one of a single brand, and for a person who is not a member of all its brands.';
grant execute on function core.scope_account_id() to vitrine_key, vitrine_simulated, vitrine_person;

create function core.role_rank(role text)
returns integer
language sql immutable
return pg_catalog.array_position(array['viewer', 'analyst', 'admin', 'owner'], role_rank.role);
comment on function core.role_rank(text) is 'How much a member may do: a viewer least, an owner most. Null for somebody who is none.';

create function core.scope_role_is(role text)
returns boolean
language sql stable
return coalesce(core.role_rank(pg_catalog.current_setting('vitrine.role', true)) >= core.role_rank(scope_role_is.role), false);
comment on function core.scope_role_is(text) is 'Whether the signed-in person is at least this in the brands in scope: what policies ask before a person writes.';
grant execute on function core.role_rank(text) to vitrine_gate, vitrine_person;
grant execute on function core.scope_role_is(text) to vitrine_person;

create function core.merchant_brand_ids()
returns text[]
language sql stable
return coalesce(nullif(pg_catalog.current_setting('vitrine.merchant_brand_ids', true), ''), '{}')::text[];
comment on function core.merchant_brand_ids() is 'The shops that the caller speaks for: by a key of their own account with the scope write:storefront.';
grant execute on function core.merchant_brand_ids() to vitrine_key, vitrine_simulated, vitrine_worker;

create function core.is_of_shop(brand_id text)
returns boolean
language sql stable
return is_of_shop.brand_id = any (core.merchant_brand_ids()) or coalesce(nullif(pg_catalog.current_setting('vitrine.is_member', true), '')::boolean, false);
comment on function core.is_of_shop(text) is 'Whether who asks belongs to the shop: a key that speaks for it, or a person who is a member of it.';
grant execute on function core.is_of_shop(text) to vitrine_key, vitrine_simulated;

create function core.simulated_brand_ids()
returns text[]
language sql immutable
return array['brd_simulated'];
comment on function core.simulated_brand_ids() is 'The brand that the simulator fills: all that a test key sees of any fact.';
grant execute on function core.simulated_brand_ids() to vitrine_simulated, vitrine_key, vitrine_person, vitrine_worker;

create function core.analyst_brand_ids()
returns text[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
return array(
  select analyst_grants.brand_id from core.analyst_grants where analyst_grants.role_name = session_user
);
comment on function core.analyst_brand_ids() is 'The brands granted to the psql login of this session.';
revoke execute on function core.analyst_brand_ids() from public;
grant execute on function core.analyst_brand_ids() to vitrine_analyst;

create function core.data_brand_id(brand_id text)
returns text
language sql stable
return case when current_user = 'vitrine_simulated' then 'brd_simulated' else data_brand_id.brand_id end;
comment on function core.data_brand_id(text) is
  'Whose facts answer for a brand: its own, or the simulated brand''s under a test key. The policies hold whatever this says.';
grant execute on function core.data_brand_id(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function core.enter_brand(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.set_config('vitrine.brand_ids', array[enter_brand.brand_id]::text, true);
$$;
comment on function core.enter_brand(text) is 'Limits the rest of the transaction to one brand: jobs and importers call it first.';
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
  'Gives a table of brand data its forced row-level security: who reads it, who writes it, and only within which brands.';

create function core.minute(at timestamptz)
returns timestamptz
language sql immutable
return pg_catalog.date_trunc('minute', minute.at, 'UTC');
comment on function core.minute(timestamptz) is 'The fixed window that an instant falls in: honest, because Reset is when the quota is whole again.';

create function core.taken(bucket text)
returns integer
language plpgsql stable
as $$
declare
  v_used integer;
begin
  select rate_limits.used into v_used
  from core.rate_limits
  where rate_limits.bucket = taken.bucket and rate_limits.window_start >= core.minute(platform.now());
  return coalesce(v_used, 0);
end
$$;
comment on function core.taken(text) is 'Requests already taken from a bucket in the present minute.';

create function core.take(bucket text, requests_max integer)
returns integer
language plpgsql volatile
as $$
declare
  v_used integer;
begin
  -- A call that began in the minute before counts in the newer one: the window never moves back.
  insert into core.rate_limits as held (bucket, window_start, used)
  values (take.bucket, core.minute(platform.now()), 1)
  on conflict on constraint rate_limits_pkey do update
  set
    used = case when held.window_start < excluded.window_start then 1 else held.used + 1 end,
    window_start = greatest(held.window_start, excluded.window_start)
  where held.window_start < excluded.window_start or held.used < take.requests_max
  returning held.used into v_used;
  return v_used;
end
$$;
comment on function core.take(text, integer) is
  'Takes one request from a bucket and returns how many are taken, or null when none was left. A refusal writes nothing.';

grant execute on function core.minute(timestamptz), core.taken(text), core.take(text, integer) to vitrine_gate;

create function core.prune_rate_limits()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from core.rate_limits where rate_limits.window_start < platform.now() - interval '1 hour' returning true
  )
  select count(*) from pruned;
$$;
comment on function core.prune_rate_limits() is 'Forgets the buckets of callers who have been away for an hour; returns how many.';

create function core.find_credential(
  credential_hash bytea,
  resource text,
  out key_id text,
  out is_token boolean,
  out is_simulated boolean,
  out scopes text[],
  out account_id text,
  out brand_ids text[],
  out rate_limit integer,
  out last_used_at timestamptz,
  out expires_at timestamptz,
  out client_id text,
  out person_id uuid
)
language plpgsql stable
as $$
declare
  v_now constant timestamptz := platform.now();
begin
  is_token := false;
  select
    api_keys.key_id,
    api_keys.last_used_at,
    api_keys.expires_at,
    api_keys.scopes,
    not key_kinds.is_live,
    case when api_keys.brand_id is null then api_keys.account_id end,
    coalesce(key_kinds.requests_per_minute, plans.requests_per_minute),
    array(
      select brands.brand_id
      from core.brands
      where brands.account_id = api_keys.account_id
        and brands.status <> 'archived'
        and (api_keys.brand_id is null or brands.brand_id = api_keys.brand_id)
      order by brands.brand_id
    )
  into key_id, last_used_at, expires_at, scopes, is_simulated, account_id, rate_limit, brand_ids
  from core.api_keys
  join core.key_kinds on key_kinds.prefix = api_keys.prefix
  join core.accounts on accounts.account_id = api_keys.account_id
  join core.plans on plans.plan = accounts.plan
  where api_keys.hash = find_credential.credential_hash
    and api_keys.revoked_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > v_now);
  if key_id is not null or find_credential.resource is null then
    return;
  end if;

  select
    grants.grant_id,
    true,
    false,
    access_tokens.scopes,
    grants.last_used_at,
    access_tokens.expires_at,
    grants.client_id,
    grants.person_id,
    600,
    array(
      select brands.brand_id
      from core.memberships
      join core.brands on brands.brand_id = memberships.brand_id
      where memberships.person_id = grants.person_id
        and brands.brand_id = any (grants.brand_ids)
        and brands.status <> 'archived'
      order by brands.brand_id
    )
  into key_id, is_token, is_simulated, scopes, last_used_at, expires_at, client_id, person_id, rate_limit, brand_ids
  from oauth.access_tokens
  join oauth.grants on grants.grant_id = access_tokens.grant_id
  where access_tokens.token_hash = find_credential.credential_hash
    and access_tokens.expires_at > v_now
    and grants.resource = find_credential.resource
    and grants.revoked_at is null
    and grants.expires_at > v_now;
  is_token := key_id is not null;
end
$$;
comment on function core.find_credential(bytea, text) is
  'What a credential is and reaches, by its hash: an API key, or, where a resource is named, an access token for that very resource (RFC 8707). '
  'key_id is null for one that does not hold. account_id is that of a key for all of its brands. A token reaches the brands of its grant that the person is a member of now.';
grant execute on function core.find_credential(bytea, text) to vitrine_gate;

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
  from core.find_credential(identify.credential_hash, identify.resource) as credential;
  if key_id is null then
    status := case when core.take('unauthorized:' || identify.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end;
  end if;
end
$$;
comment on function core.identify(bytea, text, text) is
  'Who holds a credential and what it reaches, for answers that run no operation: takes nothing from its limit. status is null, NAUTH or RLMTD.';
grant execute on function core.identify(bytea, text, text) to vitrine_functions;

create table core.idempotent_requests (
  brand_id text not null,
  credential_id text not null,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamptz not null default platform.now(),
  constraint idempotent_requests_pkey primary key (brand_id, credential_id, operation, idempotency_key),
  constraint idempotent_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint idempotent_requests_request_hash_check check (pg_catalog.octet_length(request_hash) = 32)
);
create index idempotent_requests_created_at_idx on core.idempotent_requests (created_at);
comment on table core.idempotent_requests is
  'What was answered to requests that must happen once, written in the transaction of their effect and kept for a day. A refusal has no effect and no row.';

create function core.find_answer(brand_id text, credential_id text, operation text, idempotency_key text, request_hash bytea)
returns json
language plpgsql volatile
as $$
declare
  v_known core.idempotent_requests;
begin
  if find_answer.idempotency_key is null then
    perform platform.fail('BADRQ', 'idempotency_key: required. Send a new one with each thing to be done, and the same when trying again.');
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(
    pg_catalog.hashtextextended(
      pg_catalog.concat_ws('/', find_answer.brand_id, find_answer.credential_id, find_answer.operation, find_answer.idempotency_key), 0
    )
  ) then
    perform platform.fail('INFLT', 'idempotency_key: a request with it is being worked on. Try again in a second.');
  end if;
  select held.* into v_known
  from core.idempotent_requests as held
  where held.brand_id = find_answer.brand_id and held.credential_id = find_answer.credential_id
    and held.operation = find_answer.operation and held.idempotency_key = find_answer.idempotency_key
    and held.created_at > platform.now() - interval '1 day';
  if v_known.request_hash <> find_answer.request_hash then
    perform platform.fail('CNFLT', 'idempotency_key: it came with another request before. Send the same request with it, or a new key.');
  end if;
  return v_known.answer;
end
$$;
comment on function core.find_answer(text, text, text, text, bytea) is
  'What the same request was answered within the last day, or null if it is new. CNFLT: the key came with another request; INFLT: its twin is under way.';

create function core.keep_answer(brand_id text, credential_id text, operation text, idempotency_key text, request_hash bytea, answer json)
returns void
language sql volatile
as $$
  insert into core.idempotent_requests as held (brand_id, credential_id, operation, idempotency_key, request_hash, answer)
  values (
    keep_answer.brand_id, keep_answer.credential_id, keep_answer.operation, keep_answer.idempotency_key, keep_answer.request_hash, keep_answer.answer
  )
  on conflict on constraint idempotent_requests_pkey do update
  set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at;
$$;
comment on function core.keep_answer(text, text, text, text, bytea, json) is 'Remembers an answer for who asks again, in place of one that is older than a day.';

create function core.prune_answers()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from core.idempotent_requests where idempotent_requests.created_at < platform.now() - interval '1 day' returning true
  )
  select count(*) from pruned;
$$;
comment on function core.prune_answers() is 'Forgets answers that are older than a day; returns how many.';

grant execute on function
  core.find_answer(text, text, text, text, bytea),
  core.keep_answer(text, text, text, text, bytea, json)
to vitrine_gate;

-- Executors: each runs a statement as the role that owns it, so that row-level security and grants
-- decide what an operation may see. Only the gate may call them.
create function core.run_as_anonymous(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_anonymous.statement into v_body using run_as_anonymous.input; return v_body; end $$;

create function core.run_as_key(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_key.statement into v_body using run_as_key.input; return v_body; end $$;

create function core.run_as_simulated(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_simulated.statement into v_body using run_as_simulated.input; return v_body; end $$;

create function core.run_as_person(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_person.statement into v_body using run_as_person.input; return v_body; end $$;

comment on function core.run_as_anonymous(text, jsonb) is 'Runs an operation''s statement as vitrine_anonymous.';
comment on function core.run_as_key(text, jsonb) is 'Runs an operation''s statement as vitrine_key.';
comment on function core.run_as_simulated(text, jsonb) is 'Runs an operation''s statement as vitrine_simulated.';
comment on function core.run_as_person(text, jsonb) is 'Runs an operation''s statement as vitrine_person.';

create function core.choose_brand(brand_id text, reachable_brand_ids text[])
returns text
language plpgsql immutable
as $$
begin
  if choose_brand.brand_id = any (choose_brand.reachable_brand_ids) then
    return choose_brand.brand_id;
  elsif choose_brand.brand_id is not null then
    perform platform.fail('DNIED', 'brand_id: this key is not scoped to that brand. GET /v1/brands lists those it can reach.');
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 1 then
    return choose_brand.reachable_brand_ids[1];
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 0 then
    perform platform.fail('DNIED', 'brand_id: this key reaches no brand yet. Create one, or use a key of an account that has one.');
  end if;
  return platform.fail('BADRQ', 'brand_id: required, because this key can reach more than one brand. GET /v1/brands lists them.');
end
$$;
comment on function core.choose_brand(text, text[]) is
  'The brand_id rule: optional when exactly one brand is reachable, else required; a brand out of reach is forbidden whether it exists or not.';

create function core.choose_shown_brand(brand_id text, reachable_brand_ids text[])
returns text[]
language plpgsql stable
as $$
begin
  if not exists (select from core.brands where brands.brand_id = choose_shown_brand.brand_id and brands.status <> 'archived' and not brands.is_simulated) then
    perform platform.fail('NTFND', 'brand_id: there is no such storefront.');
  elsif not choose_shown_brand.brand_id = any (choose_shown_brand.reachable_brand_ids) then
    perform platform.fail('DNIED', 'brand_id: this key is not scoped to that brand. Leave the key out to see what everybody sees.');
  end if;
  return array[choose_shown_brand.brand_id];
end
$$;
comment on function core.choose_shown_brand(text, text[]) is
  'The brand that an address names: there for everybody without a key (null), and with one only within its reach.';

create function core.is_level(admission jsonb)
returns boolean
language sql stable
return coalesce(
  pg_catalog.pg_last_wal_replay_lsn() >= (is_level.admission ->> 'lsn')::pg_lsn
  or (is_level.admission ->> 'at')::timestamptz - pg_catalog.pg_last_xact_replay_timestamp()
    <= pg_catalog.make_interval(secs => (is_level.admission ->> 'lag_seconds_max')::double precision),
  false
);
comment on function core.is_level(jsonb) is
  'Whether this replica holds all that the primary held when it admitted a read, or lacks no more than its last seconds, by the primary''s clock alone. '
  'False on what is no replica.';
grant execute on function core.is_level(jsonb) to vitrine_gate;

create function core.call(
  operation text,
  credential_hash bytea,
  client_ip text,
  input jsonb,
  resource text default null,
  counted integer default null,
  admission jsonb default null,
  out status text,
  out message text,
  out detail text,
  out body json,
  out is_simulated boolean,
  out key_id text,
  out rate_limit integer,
  out rate_remaining integer,
  out rate_reset_at bigint,
  out retry_after_seconds integer,
  out scopes text[],
  out is_replayed boolean,
  out admitted jsonb
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_bucket text;
  v_taken integer;
  v_last_used_at timestamptz;
  v_is_token boolean := false;
  v_person_id uuid;
  v_client_id text;
  v_credential_id text;
  v_account_id text;
  v_brand_ids text[];
  v_operation core.operations;
  v_input jsonb := call.input;
  v_is_own boolean;
  v_request_hash bytea;
  v_reach text;
  v_is_replica constant boolean := coalesce(call.admission ? 'reach', false);
begin
  rate_reset_at := extract(epoch from core.minute(v_now))::bigint + 60;
  retry_after_seconds := greatest(1, pg_catalog.ceil(rate_reset_at - extract(epoch from v_now)));
  is_simulated := false;
  is_replayed := false;
  if call.counted < 1 then
    perform platform.fail('UNAVL', 'a request that is counted elsewhere is the first at least');
  end if;
  -- What a primary admitted is metered there: read on any other primary it would not be.
  if v_is_replica and not pg_catalog.pg_is_in_recovery() then
    perform platform.fail('UNAVL', 'what a primary admits is read on its replica');
  end if;
  if call.operation is not null then
    select operations.* into strict v_operation from core.operations where operations.operation = call.operation;
  end if;

  if call.credential_hash is null then
    if call.operation is not null and not v_operation.allow_anonymous then
      status := 'NAUTH';
      return;
    end if;
    v_bucket := 'ip:' || call.client_ip;
    rate_limit := 10;
  else
    select credential.key_id, credential.is_token, credential.is_simulated, credential.scopes, credential.account_id,
      credential.brand_ids, credential.rate_limit, credential.last_used_at, credential.person_id, credential.client_id
    into key_id, v_is_token, is_simulated, scopes, v_account_id, v_brand_ids, rate_limit, v_last_used_at, v_person_id, v_client_id
    from core.find_credential(call.credential_hash, call.resource) as credential;

    if key_id is null then
      is_simulated := false;
      rate_limit := 100;
      status := case
        when call.counted is not null then 'NAUTH'
        when core.take('unauthorized:' || call.client_ip, rate_limit) is null then 'RLMTD'
        else 'NAUTH'
      end;
      return;
    end if;
    -- An app is the same to what it began when its person connects it again.
    v_credential_id := case when v_is_token then 'app_' || pg_catalog.md5(v_client_id || '/' || v_person_id) else key_id end;
    v_bucket := case when v_is_token then 'grant:' else 'key:' end || key_id;
  end if;

  v_taken := coalesce(call.counted - 1, core.taken(v_bucket));
  if v_taken >= rate_limit then
    rate_remaining := 0;
    status := 'RLMTD';
    return;
  end if;

  if call.operation is not null then
    begin
      if scopes is not null and not v_operation.scope = any (scopes) then
        perform platform.fail('DNIED', 'this key does not carry the scope ' || v_operation.scope || '.', v_operation.scope);
      end if;
      if v_operation.brand = 'one' then
        v_input := v_input || jsonb_build_object('brand_id', core.choose_brand(v_input ->> 'brand_id', v_brand_ids));
      end if;
      v_is_own := v_input ->> 'brand_id' = any (v_brand_ids);
      if v_operation.brand = 'shown' then
        -- Through the connector everybody looks at any shop window; at its own address a key is for one account.
        v_brand_ids := core.choose_shown_brand(v_input ->> 'brand_id', case when call.resource is null then v_brand_ids end);
      end if;
      perform
        pg_catalog.set_config('vitrine.account_id', coalesce(v_account_id, ''), true),
        pg_catalog.set_config('vitrine.brand_ids', coalesce(v_brand_ids, '{}')::text, true),
        pg_catalog.set_config(
          'vitrine.merchant_brand_ids', case when v_is_own and 'write:storefront' = any (scopes) then array[v_input ->> 'brand_id'] else '{}' end::text, true
        ),
        pg_catalog.set_config('vitrine.credential_id', coalesce(v_credential_id, ''), true),
        pg_catalog.set_config(
          'vitrine.is_member',
          (
            v_person_id is not null
            and exists (select from core.memberships where memberships.person_id = v_person_id and memberships.brand_id = v_input ->> 'brand_id')
          )::text, true
        ),
        pg_catalog.set_config('vitrine.person_id', coalesce(v_person_id::text, ''), true);
      if call.admission is not null then
        v_reach := pg_catalog.md5(
          row(key_id, is_simulated, scopes, v_account_id, v_brand_ids, v_person_id, v_is_own, v_input ->> 'brand_id')::text
        );
      end if;
      if v_is_replica then
        if v_reach is distinct from call.admission ->> 'reach' or not v_operation.may_lag or not core.is_level(call.admission) then
          return;
        end if;
        admitted := call.admission;
      elsif call.admission is not null and v_operation.may_lag then
        admitted := call.admission || jsonb_build_object(
          'reach', v_reach, 'lsn', pg_catalog.pg_current_wal_lsn(), 'at', pg_catalog.clock_timestamp()
        );
      end if;
      if v_operation.is_idempotent then
        v_request_hash := pg_catalog.sha256(pg_catalog.convert_to((v_input - '{idempotency_key,base_url}'::text[])::text, 'UTF8'));
        body := core.find_answer(v_input ->> 'brand_id', v_credential_id, call.operation, v_input ->> 'idempotency_key', v_request_hash);
        is_replayed := body is not null;
      end if;
      if not is_replayed and (admitted is null or v_is_replica) then
        body := case
          when call.credential_hash is null then core.run_as_anonymous(v_operation.call, v_input)
          when is_simulated then core.run_as_simulated(v_operation.call, v_input)
          else core.run_as_key(v_operation.call, v_input)
        end;
        if v_operation.is_idempotent then
          perform core.keep_answer(v_input ->> 'brand_id', v_credential_id, call.operation, v_input ->> 'idempotency_key', v_request_hash, body);
        end if;
      end if;
    exception when others or query_canceled then
      get stacked diagnostics status = returned_sqlstate, message = message_text, detail = pg_exception_detail;
    end;
  end if;

  -- Half of an answer costs nothing, because the other half does; one that fails is all there is. A replica's was paid for.
  if v_operation.is_part and status is null or v_is_replica then
    return;
  end if;

  -- Taken last, so that no lock on the bucket is held while the operation works.
  -- A twin that took the last request meanwhile undoes this call as a whole.
  v_taken := coalesce(call.counted, core.take(v_bucket, rate_limit));
  if v_taken is null then
    perform platform.fail(
      'RLMTD', 'the quota of this minute is spent',
      pg_catalog.json_build_object('limit', rate_limit, 'resetAt', rate_reset_at, 'resetInSeconds', retry_after_seconds)::text
    );
  end if;
  rate_remaining := rate_limit - v_taken;
  if key_id is not null and (v_last_used_at is null or v_last_used_at < v_now - interval '1 minute') then
    if v_is_token then
      update oauth.grants set last_used_at = v_now where grants.grant_id = call.key_id;
    else
      update core.api_keys set last_used_at = v_now where api_keys.key_id = call.key_id;
    end if;
  end if;
end
$$;
comment on function core.call(text, bytea, text, jsonb, text, integer, jsonb) is
  'The one door of the functions: resolves the credential, checks the limit, sets the scope, runs the operation and takes from the limit, in one statement. '
  'status is null or a SQLSTATE of sql/README.md; a null operation checks credential and limit only. '
  'counted is which request of this minute the caller''s is where something else counts them: the limit is then held against it and nothing is taken here. '
  'resource is the audience that an access token must be for; without one only keys hold. '
  'admission is of a caller with a replica, {"lag_seconds_max": 10}: a read that may lag is checked and taken from the limit but not run, and admitted is '
  'what the replica is to be given for admission. It runs the read where the credential reaches the same there and it is level; else admitted is null. '
  'An unknown credential (NAUTH) leaves to whoever counts its address the limit of such failures, as rate_limit.';
grant execute on function core.choose_brand(text, text[]), core.choose_shown_brand(text, text[]) to vitrine_gate;
grant execute on function core.call(text, bytea, text, jsonb, text, integer, jsonb) to vitrine_functions;

create procedure core.register_operation(
  operation regproc,
  scope text,
  brand text default 'one',
  access text default 'read',
  allow_anonymous boolean default false,
  is_part boolean default false,
  is_idempotent boolean default false,
  role text default null,
  may_lag boolean default false
)
language sql
as $$
  insert into core.operations (operation, scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, call)
  select
    register_operation.operation::text,
    register_operation.scope,
    register_operation.brand,
    register_operation.access,
    coalesce(register_operation.role, case register_operation.access when 'read' then 'viewer' else 'admin' end),
    register_operation.allow_anonymous,
    register_operation.is_part,
    register_operation.is_idempotent,
    register_operation.may_lag,
    case
      when pg_proc.pronargs = 0 then pg_catalog.format('select %s()', register_operation.operation)
      else pg_catalog.format(
        'select %s(%s) from pg_catalog.jsonb_to_record($1) as input (%s)',
        register_operation.operation,
        pg_catalog.string_agg(pg_catalog.format('%1$I => input.%1$I', parameter.name), ', ' order by parameter.position)
          filter (where parameter.name is not null),
        pg_catalog.string_agg(
          pg_catalog.format('%I %s', parameter.name, pg_catalog.format_type(parameter.type, null)), ', ' order by parameter.position
        ) filter (where parameter.name is not null)
      )
    end
  from pg_catalog.pg_proc
  left join lateral rows from (
    pg_catalog.unnest(pg_proc.proargnames), pg_catalog.unnest(pg_proc.proargtypes::oid[])
  ) with ordinality as parameter (name, type, position) on true
  where pg_proc.oid = register_operation.operation
  group by pg_proc.oid, pg_proc.pronargs;
$$;
comment on procedure core.register_operation(regproc, text, text, text, boolean, boolean, boolean, text, boolean) is
  'Makes a function callable through the gate. Its parameters are read by name from the input object, so it stays callable from psql as it is. '
  'Of people, a read takes a viewer and a write an admin unless role says otherwise.';

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

create function core.require_own_people()
returns void
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not has_schema_privilege('auth', 'usage') then
    perform platform.fail('BADRQ', 'person: this platform keeps its own accounts and passwords. Invite the person there, then "vitrine people add" makes them a member of a brand.');
  end if;
end
$$;
comment on function core.require_own_people() is 'Raises BADRQ, in words for an operator, where accounts and passwords are a hosted platform''s.';

create function core.hash_password(password text)
returns text
language plpgsql volatile
as $$
begin
  if length(hash_password.password) < 12 or octet_length(hash_password.password) > 72 then
    perform platform.fail('BADRQ', 'password: it takes 12 characters or more, and 72 bytes at most.');
  end if;
  return extensions.crypt(hash_password.password, extensions.gen_salt('bf', 10));
end
$$;
comment on function core.hash_password(text) is 'A password as it is stored (bcrypt, which looks at 72 bytes). BADRQ where it is too short or too long.';

create function core.create_person(email text, password text, name text)
returns uuid
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email constant text := lower(btrim(create_person.email));
  v_person_id uuid;
begin
  perform core.require_own_people();
  if v_email !~ '^[^@\s]+@[^@\s]+$' or length(v_email) > 254 then
    perform platform.fail('BADRQ', 'email: ' || create_person.email || ' is no e-mail address. Write it as ada@example.com.');
  end if;
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  values (v_email, core.hash_password(create_person.password), jsonb_build_object('name', create_person.name))
  on conflict on constraint users_email_key do nothing
  returning users.id into v_person_id;
  if v_person_id is null then
    perform platform.fail('CNFLT', 'email: somebody signs in as ' || v_email || ' already. "vitrine people add" makes them a member of a brand, "vitrine people password" gives them another password.');
  end if;
  return v_person_id;
end
$$;
comment on function core.create_person(text, text, text) is 'Creates somebody who signs in with an e-mail address and a password (bcrypt).';

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
  'Gives somebody another password, which ends all their sessions and grants (oauth.end_person).';

create function core.find_person(reference text)
returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_ids constant uuid[] := array(select known.person_id from platform.list_people(find_person.reference) as known);
begin
  if cardinality(v_person_ids) = 0 then
    perform platform.fail('NTFND', 'person: nobody signs in as ' || find_person.reference || '. "vitrine people list" shows who does; ' ||
      case when has_schema_privilege('auth', 'usage') then '"vitrine people create" adds somebody.' else 'invite the person on the platform first.' end);
  elsif cardinality(v_person_ids) > 1 then
    perform platform.fail('BADRQ', 'person: several sign in as ' || find_person.reference || '. Name one by id: ' || array_to_string(v_person_ids, ', ') || '.');
  end if;
  return v_person_ids[1];
end
$$;
comment on function core.find_person(text) is 'The person with this e-mail address or id.';

create function core.keep_an_owner(person_id uuid, brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- Two owners who let each other go at once: the second waits here, and is the last.
  perform from core.brands where brands.brand_id = keep_an_owner.brand_id for no key update;
  if exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id = keep_an_owner.person_id and memberships.role = 'owner'
  ) and not exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id <> keep_an_owner.person_id and memberships.role = 'owner'
  ) then
    perform platform.fail('CNFLT', 'person: the last owner of ' || keep_an_owner.brand_id || ' stays it. Make somebody else an owner first: "vitrine people add".');
  end if;
end
$$;
comment on function core.keep_an_owner(uuid, text) is 'Raises CNFLT where this person is the only owner of a brand: a brand that had an owner keeps one.';

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
  'Lets a person see a brand, as owner, admin, analyst or viewer; another role than before takes its place.';

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
    perform platform.fail('NTFND', 'person: is no member of ' || coalesce(remove_member.brand_id, 'any brand') || '. "vitrine people list" shows who is what.');
  end if;
  foreach v_brand_id in array v_brand_ids loop
    perform core.keep_an_owner(remove_member.person_id, v_brand_id);
    delete from core.memberships where memberships.person_id = remove_member.person_id and memberships.brand_id = v_brand_id;
  end loop;
  return v_brand_ids;
end
$$;
comment on function core.remove_member(uuid, text) is
  'Takes a person out of a brand, or out of all of them (null), and says which; their grants lose these too (oauth.end_membership).';

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
  'Who owns every brand of an account, and so what belongs to all of it. An owner of some of its brands is not among them.';

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
comment on function core.list_people() is 'Who signs in and what they are of each brand, for the operator; with nulls who is a member of none.';

create table core.schedules (
  queue text not null,
  every interval not null,
  past interval not null,
  is_of_brands boolean not null default false,
  made_at timestamptz not null default platform.now(),
  constraint schedules_pkey primary key (queue),
  constraint schedules_past_check check (past >= interval '0' and past < every)
);
comment on table core.schedules is 'When the worker''s queues come due by themselves, in UTC. Of what was missed one is made up for, however late.';
comment on column core.schedules.past is 'How long past the beginning of the minute, hour or day.';
comment on column core.schedules.is_of_brands is 'Whether it is the daily work of brands: of whom, core.brand_schedules says.';
comment on column core.schedules.made_at is 'When jobs were last made of it; infinity where none are to be made.';

insert into core.schedules (queue, every, past, is_of_brands) values
  ('clocks', '1 minute', '0', false),
  ('prune_rate_limits', '1 hour', '5 minutes', false),
  ('extend_simulation', '1 hour', '20 minutes', false),
  ('maintain_partitions', '1 day', '2 hours 10 minutes', false),
  ('prune_events', '1 day', '3 hours 50 minutes', false),
  ('prune_oauth', '1 day', '4 hours 25 minutes', false),
  ('attribution', '1 hour', '15 minutes', true),
  ('anomalies', '1 hour', '25 minutes', true),
  ('forecasts', '1 hour', '35 minutes', true),
  ('trust', '1 hour', '40 minutes', true);
-- An installation that is new needs the months ahead now.
update core.schedules set made_at = '-infinity' where schedules.queue = 'maintain_partitions';

create table core.brand_schedules (
  brand_id text not null,
  queue text not null,
  made_at timestamptz not null,
  constraint brand_schedules_pkey primary key (brand_id, queue),
  constraint brand_schedules_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint brand_schedules_queue_fkey foreign key (queue) references core.schedules on delete cascade
);
comment on table core.brand_schedules is 'When a brand''s daily work of each queue was last made jobs of; a brand that is new counts from when it was made.';

create function core.last_due(every interval, past interval)
returns timestamptz
language sql stable
return pg_catalog.date_bin(last_due.every, platform.now() - last_due.past, '2000-01-01T00:00:00Z') + last_due.past;
comment on function core.last_due(interval, interval) is 'When something of this rhythm last came due.';

create function core.take_due(queues text[])
returns table (queue text, brand_ids text[])
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_of_brands boolean;
begin
  for take_due.queue, v_is_of_brands in
    update core.schedules as held
    set made_at = platform.now()
    where held.queue = any (take_due.queues)
      -- One that is still to come was made by a clock that was wrong.
      and (held.made_at < core.last_due(held.every, held.past) or held.made_at > platform.now() and isfinite(held.made_at))
    returning held.queue, held.is_of_brands
  loop
    take_due.brand_ids := null;
    if v_is_of_brands then
      with taken as (
        insert into core.brand_schedules as held (brand_id, queue, made_at)
        select brands.brand_id, take_due.queue, platform.now()
        from core.brands
        left join core.brand_schedules as made on made.brand_id = brands.brand_id and made.queue = take_due.queue
        where brands.status <> 'archived'
          -- Each has an hour of its own by its id, so that nights are not one rush.
          and (
            made.made_at > platform.now()
            or coalesce(made.made_at, brands.created_at)
              < core.last_due('1 day', make_interval(hours => (hashtext(brands.brand_id) & 2147483647) % 24))
          )
        on conflict on constraint brand_schedules_pkey do update set made_at = excluded.made_at
        returning held.brand_id
      )
      select coalesce(array_agg(taken.brand_id order by taken.brand_id), '{}') into take_due.brand_ids from taken;
    end if;
    return next;
  end loop;
end
$$;
comment on function core.take_due(text[]) is
  'Which of these queues have come due since jobs were last made of them, and of daily work for which brands. It counts as made when the transaction '
  'ends well: make the jobs within it. Whoever asks meanwhile waits, and finds nothing.';

create function core.working_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select brands.brand_id from core.brands where brands.status <> 'archived' order by brands.brand_id;
$$;
comment on function core.working_brands() is 'The brands that daily work is done for.';

-- The gate reads credentials and plans of everybody; nobody else reads them at all.
alter table core.accounts enable row level security;
alter table core.accounts force row level security;
create policy gate on core.accounts to vitrine_gate using (true);
grant select, insert, update on core.accounts to vitrine_gate;

alter table core.api_keys enable row level security;
alter table core.api_keys force row level security;
create policy gate on core.api_keys to vitrine_gate using (true);
grant select, insert, update on core.api_keys to vitrine_gate;

alter table core.analyst_grants enable row level security;
alter table core.analyst_grants force row level security;
create policy gate on core.analyst_grants to vitrine_gate using (true);
grant select on core.analyst_grants to vitrine_gate;

alter table core.memberships enable row level security;
alter table core.memberships force row level security;
create policy gate on core.memberships to vitrine_gate using (true);
grant select, insert, update, delete on core.memberships to vitrine_gate;

alter table core.rate_limits enable row level security;
alter table core.rate_limits force row level security;
create policy gate on core.rate_limits to vitrine_gate using (true);
grant select, insert, update, delete on core.rate_limits to vitrine_gate;

alter table core.idempotent_requests enable row level security;
alter table core.idempotent_requests force row level security;
create policy gate on core.idempotent_requests to vitrine_gate using (true);
grant select, insert, update, delete on core.idempotent_requests to vitrine_gate;

-- What is due is found over all brands.
alter table core.schedules enable row level security;
alter table core.schedules force row level security;
create policy everybody on core.schedules for select using (true);
create policy gate on core.schedules to vitrine_gate using (true);
grant select on core.schedules to vitrine_gate, vitrine_worker;
grant update on core.schedules to vitrine_gate;
grant execute on function core.last_due(interval, interval) to vitrine_gate;

alter table core.brand_schedules enable row level security;
alter table core.brand_schedules force row level security;
create policy gate on core.brand_schedules to vitrine_gate using (true);
grant select, insert, update on core.brand_schedules to vitrine_gate;

-- Brands: the gate sees them all, an executor those in scope. A test key also sees the simulated
-- brand, whose currency and zone belong to the facts that answer it.
call core.protect('core.brands');
create policy gate on core.brands to vitrine_gate using (true);
-- Whoever stands before a shop window may read its name.
create policy anonymous on core.brands for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant select (brand_id, name, currency, timezone, status) on core.brands to vitrine_anonymous;
grant select, insert, update on core.brands to vitrine_gate;
create policy simulated_scope on core.brands for select to vitrine_simulated
using (brand_id = any ((select core.scope_brand_ids())::text[]));
revoke insert, update, delete on core.brands from vitrine_worker;

-- Reference data: the same for everybody, written by migrations only.
alter table core.plans enable row level security;
alter table core.plans force row level security;
create policy everybody on core.plans for select using (true);
create policy owner on core.plans to vitrine_owner using (true);
alter table core.currencies enable row level security;
alter table core.currencies force row level security;
create policy everybody on core.currencies for select using (true);
create policy owner on core.currencies to vitrine_owner using (true);
alter table core.key_kinds enable row level security;
alter table core.key_kinds force row level security;
create policy everybody on core.key_kinds for select using (true);
create policy owner on core.key_kinds to vitrine_owner using (true);
alter table core.operations enable row level security;
alter table core.operations force row level security;
create policy everybody on core.operations for select using (true);
create policy owner on core.operations to vitrine_owner using (true);
alter table core.exchange_rates enable row level security;
alter table core.exchange_rates force row level security;
create policy everybody on core.exchange_rates for select using (true);
create policy worker on core.exchange_rates to vitrine_worker using (true);

grant select on core.plans, core.currencies, core.key_kinds, core.operations to vitrine_gate;
grant execute on function core.key_scopes(text, text[]) to vitrine_gate, vitrine_person;
grant select on core.currencies to vitrine_anonymous;
grant select on core.currencies, core.exchange_rates to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant insert, update on core.exchange_rates to vitrine_worker;


create function events.new_event_id()
returns text
language sql volatile
return 'evt_' || pg_catalog.lpad(pg_catalog.to_hex((extract(epoch from platform.now()) * 1000)::bigint), 12, '0')
  || pg_catalog.substr(pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-', ''), 1, 20);
comment on function events.new_event_id() is 'An id that says when: one that is older than what is kept is told from one that never was.';
grant execute on function events.new_event_id() to vitrine_worker, vitrine_gate;

create function events.emit(brand_id text, type text, data jsonb)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not emit.brand_id = any (core.scope_brand_ids()) then
    perform platform.fail('DNIED', 'an event of a brand that is not in scope.');
  end if;
  insert into events.outbox (brand_id, type, data) values (emit.brand_id, emit.type, emit.data);
end
$$;
comment on function events.emit(text, text, jsonb) is
  'Writes an event of a brand in scope into the outbox, in the transaction of whatever it tells of.';
revoke execute on function events.emit(text, text, jsonb) from public;
grant execute on function events.emit(text, text, jsonb) to vitrine_anonymous, vitrine_key, vitrine_person, vitrine_worker;

create table events.types (
  type text not null,
  position smallint not null,
  is_streamed boolean not null,
  description text not null,
  constraint types_pkey primary key (type)
);
comment on table events.types is 'Everything that can happen. is_streamed: also on the event stream; all of them go to webhooks.';

insert into events.types (position, type, is_streamed, description)
select pg_catalog.row_number() over (), given.type, given.is_streamed, given.description
from (
  values
    ('product.created', true, 'A product came into the catalogue.'),
    ('product.updated', true, 'What is said of a product changed.'),
    ('product.deleted', true, 'A product left the catalogue.'),
    ('product.price_changed', false, 'A product costs something else.'),
    ('product.availability_changed', false, 'A product went in or out of stock.'),
    ('query.received', true, 'An agent asked the shop in words.'),
    ('query.responded', true, 'The shop answered.'),
    ('negotiation.opened', false, 'An agent made an offer.'),
    ('negotiation.countered', false, 'A side made a counter-offer.'),
    ('negotiation.accepted', false, 'An offer was accepted.'),
    ('negotiation.rejected', false, 'An offer was rejected for good.'),
    ('negotiation.withdrawn', false, 'The agent withdrew.'),
    ('negotiation.expired', false, 'Nobody answered in time.'),
    ('price_hold.created', false, 'A price is held.'),
    ('price_hold.consumed', false, 'A held price became a transaction.'),
    ('price_hold.released', false, 'A held price was let go.'),
    ('price_hold.expired', false, 'A held price ran out.'),
    ('transaction.created', true, 'An order was handed to the merchant.'),
    ('transaction.confirmed', false, 'The merchant reports the order placed.'),
    ('transaction.fulfilled', false, 'The merchant reports it delivered.'),
    ('transaction.completed', true, 'A transaction is complete.'),
    ('transaction.cancelled', false, 'A transaction was cancelled.'),
    ('transaction.expired', false, 'A handoff ran out.'),
    ('confirmation_window.opened', false, 'The buyer may confirm or dispute.'),
    ('confirmation_window.closed', false, 'The buyer may no longer.'),
    ('dispute.recorded', false, 'A dispute was recorded.'),
    ('dispute.updated', false, 'A side added to a dispute.'),
    ('dispute.closed', false, 'A dispute was closed.'),
    ('offer.published', false, 'An offer for agents was published.'),
    ('bundle.updated', false, 'The bundles of a shop changed.'),
    ('feedback.received', false, 'An agent said how it went.'),
    ('trust.updated', true, 'A trust score or tier changed.'),
    ('deployment.created', true, 'A shop was opened to assistants.'),
    ('deployment.updated', true, 'What a shop publishes changed.'),
    ('alert.triggered', true, 'Something went out of its way.'),
    ('alert.resolved', false, 'It is as it was again.')
) as given (type, is_streamed, description);

create table events.outbox (
  brand_id text not null,
  event_id text not null default events.new_event_id(),
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null default platform.now(),
  written bigint generated always as identity,
  seq bigint,
  constraint outbox_pkey primary key (brand_id, event_id),
  constraint outbox_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint outbox_type_fkey foreign key (type) references events.types on delete restrict,
  constraint outbox_data_check check (pg_catalog.octet_length(data::text) <= 20000)
);
create unique index outbox_seq_idx on events.outbox (brand_id, seq) where seq is not null;
create index outbox_unsequenced_idx on events.outbox (written) where seq is null;
create index outbox_occurred_idx on events.outbox (occurred_at);
comment on table events.outbox is 'What happened, written in the transaction in which it did.';
comment on column events.outbox.seq is
  'Its place in the brand''s order, without gaps, given after the commit: what has one is there for everybody, and nothing comes before it later.';

create table events.streams (
  brand_id text not null,
  last_seq bigint not null,
  constraint streams_pkey primary key (brand_id),
  constraint streams_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table events.streams is 'How far the order of each brand''s events has been made.';

create function events.sequence_events("limit" integer default 200, bytes_max integer default 100000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count integer;
begin
  if not exists (select from events.outbox where outbox.seq is null) then
    return 0;
  end if;
  -- One at a time; whoever comes second finds its work done.
  if not pg_try_advisory_xact_lock(hashtextextended('events.sequence', 0)) then
    return 0;
  end if;
  with pending as (
    -- No more at once than can be told to many endpoints in a moment; the first one always.
    select next.brand_id, next.event_id, next.written
    from (
      select
        outbox.brand_id, outbox.event_id, outbox.written,
        sum(octet_length(outbox.data::text)) over (order by outbox.written) - octet_length(outbox.data::text) as bytes_before
      from (
        select held.brand_id, held.event_id, held.written, held.data
        from events.outbox as held
        where held.seq is null
        order by held.written
        limit sequence_events."limit"
      ) as outbox
    ) as next
    where next.bytes_before < sequence_events.bytes_max
  ),
  counted as (
    select pending.brand_id, count(*) as events from pending group by pending.brand_id
  ),
  advanced as (
    insert into events.streams as held (brand_id, last_seq)
    select counted.brand_id, counted.events from counted
    on conflict on constraint streams_pkey do update set last_seq = held.last_seq + excluded.last_seq
    returning held.brand_id, held.last_seq
  ),
  placed as (
    select
      pending.brand_id, pending.event_id,
      advanced.last_seq - counted.events + row_number() over (partition by pending.brand_id order by pending.written) as seq
    from pending
    join counted using (brand_id)
    join advanced using (brand_id)
  )
  update events.outbox
  set seq = placed.seq
  from placed
  where outbox.brand_id = placed.brand_id and outbox.event_id = placed.event_id;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    notify vitrine_events;
  end if;
  return v_count;
end
$$;
comment on function events.sequence_events(integer, integer) is
  'Gives committed events their place and wakes whoever waits. Returns how many; 0 when there are none or when somebody else is at it. '
  'Open transactions hold nothing up: what they write comes after, when they commit.';
revoke execute on function events.sequence_events(integer, integer) from public;
grant execute on function events.sequence_events(integer, integer) to vitrine_functions, vitrine_worker;

create function events.prune_events(days integer default 7)
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from events.outbox
    where outbox.seq is not null and outbox.occurred_at < platform.now() - make_interval(days => prune_events.days)
    returning true
  )
  select count(*) from pruned;
$$;
comment on function events.prune_events(integer) is 'Forgets what happened longer ago than events are kept; returns how many.';
revoke execute on function events.prune_events(integer) from public;
grant execute on function events.prune_events(integer) to vitrine_worker;

create function events.require_types(types text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  select given.type into v_unknown
  from pg_catalog.unnest(require_types.types) as given (type)
  where not exists (select from events.types where types.type = given.type and types.is_streamed)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', pg_catalog.format(
      'types: there is no %s on the stream. There are %s.', v_unknown,
      (select pg_catalog.string_agg(types.type, ', ' order by types.position) from events.types where types.is_streamed)
    ));
  end if;
end
$$;
comment on function events.require_types(text[]) is 'BADRQ in words for the caller, unless all of the types are on the stream.';

create function events.position_id(seq bigint)
returns text
language sql stable
return 'evt_' || pg_catalog.lpad(pg_catalog.to_hex((extract(epoch from platform.now()) * 1000)::bigint), 12, '0') || '0000'
  || pg_catalog.lpad(pg_catalog.to_hex(position_id.seq), 16, '0');
comment on function events.position_id(bigint) is 'A place in the order as an id, for a reader who has received nothing yet: where it goes on if it is cut off.';

create function events.position_of(id text)
returns bigint
language sql immutable
return case when position_of.id ~ '^evt_[0-9a-f]{12}00000[0-9a-f]{15}$' then ('x' || pg_catalog.substr(position_of.id, 21, 16))::bit(64)::bigint end;
comment on function events.position_of(text) is 'The place that position_id made an id of; null for the id of an event.';

create function events.stream(brand_id text, types text[] default null, last_event_id text default null)
returns json
language plpgsql stable
as $$
declare
  v_last_seq constant bigint := coalesce((select streams.last_seq from events.streams where streams.brand_id = stream.brand_id), 0);
  v_seq bigint;
  v_oldest text;
begin
  perform events.require_types(stream.types);
  if stream.last_event_id is null then
    return pg_catalog.json_build_object('cursor', v_last_seq, 'cursor_id', events.position_id(v_last_seq));
  end if;
  select outbox.seq into v_seq
  from events.outbox
  where outbox.brand_id = stream.brand_id and outbox.event_id = stream.last_event_id and outbox.seq is not null;
  if v_seq is not null then
    return pg_catalog.json_build_object('cursor', v_seq, 'cursor_id', null);
  end if;
  if stream.last_event_id !~ '^evt_[0-9a-f]{32}$' then
    perform platform.fail('BADRQ', 'last_event_id: is no id of an event. Send the id of the last one that you received.');
  end if;
  select outbox.event_id into v_oldest
  from events.outbox
  where outbox.brand_id = stream.brand_id and outbox.seq is not null
  order by outbox.seq
  limit 1;
  if pg_catalog.to_timestamp((('x' || pg_catalog.substr(stream.last_event_id, 5, 12))::bit(48)::bigint) / 1000.0) < platform.now() - interval '7 days' then
    perform platform.fail(
      'GONEE',
      'last_event_id: is older than events are kept. ' || coalesce('The oldest one that is left is ' || v_oldest || '.', 'Nothing is left since.')
    );
  end if;
  -- Where a reader stood that had not received anything yet.
  v_seq := events.position_of(stream.last_event_id);
  if v_seq <= v_last_seq then
    return pg_catalog.json_build_object('cursor', v_seq, 'cursor_id', null);
  end if;
  perform platform.fail('BADRQ', 'last_event_id: this brand has no such event. Send the id of the last one that you received.');
end
$$;
comment on function events.stream(text, text[], text) is
  'GET /events/stream: where a reader stands. From now on without an id; never past something it has not seen.';

create function events.read_stream(brand_id text, cursor bigint, types text[] default null, "limit" integer default 100)
returns json
language sql stable
as $$
  with page as (
    select outbox.seq, outbox.event_id, outbox.type, outbox.occurred_at, outbox.data
    from events.outbox
    join events.types on types.type = outbox.type and types.is_streamed
    where outbox.brand_id = read_stream.brand_id
      and outbox.seq > read_stream.cursor
      and (read_stream.types is null or outbox.type = any (read_stream.types))
    order by outbox.seq
    limit read_stream."limit"
  ),
  -- What the filter passes over moves the cursor too, up to where the page ends.
  passed as (
    select outbox.seq, outbox.event_id
    from events.outbox
    where outbox.brand_id = read_stream.brand_id and outbox.seq > read_stream.cursor
      and (select count(*) from page) < read_stream."limit"
    order by outbox.seq desc
    limit 1
  )
  select pg_catalog.json_build_object(
    'events', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'seq', page.seq, 'id', page.event_id, 'type', page.type,
            'timestamp', pg_catalog.to_char(page.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', page.data
          )
          order by page.seq
        )
        from page
      ), '[]'
    ),
    'cursor', coalesce((select passed.seq from passed), (select max(page.seq) from page), read_stream.cursor),
    'cursor_id', (select passed.event_id from passed)
  );
$$;
comment on function events.read_stream(text, bigint, text[], integer) is 'The next events of a brand after a cursor, in order, and how far that is.';

grant execute on function
  events.require_types(text[]),
  events.position_id(bigint),
  events.position_of(text),
  events.stream(text, text[], text),
  events.read_stream(text, bigint, text[], integer)
to vitrine_key, vitrine_person, vitrine_analyst;
call core.register_operation('events.stream', 'analytics:read', brand => 'shown');
call core.register_operation('events.read_stream', 'analytics:read', brand => 'shown', is_part => true);

call core.protect('events.outbox');
call core.protect('events.streams');
revoke insert, update, delete on events.streams from vitrine_worker;
revoke update, delete on events.outbox from vitrine_worker;
alter table events.types enable row level security;
alter table events.types force row level security;
create policy everybody on events.types for select using (true);
grant select on events.types to vitrine_gate, vitrine_key, vitrine_person, vitrine_analyst, vitrine_worker;

-- Order is made over the events of every brand.
create policy gate on events.outbox to vitrine_gate using (true) with check (true);
create policy gate on events.streams to vitrine_gate using (true) with check (true);
grant select, insert, update, delete on events.outbox to vitrine_gate;
grant select, insert, update on events.streams to vitrine_gate;


create table webhooks.endpoints (
  endpoint_id text not null default platform.new_id('whe'),
  account_id text not null,
  brand_id text,
  url text not null,
  description text not null default '',
  types text[] not null default '{*}',
  status text not null default 'active',
  disabled_reason text,
  created_at timestamptz not null default platform.now(),
  failures integer not null default 0,
  failing_since timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  busy_until timestamptz,
  quiet_until timestamptz,
  constraint endpoints_pkey primary key (endpoint_id),
  constraint endpoints_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint endpoints_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint endpoints_url_check check (pg_catalog.length(url) <= 2000),
  constraint endpoints_types_check check (pg_catalog.cardinality(types) > 0),
  constraint endpoints_status_check check (status in ('active', 'disabled')),
  constraint endpoints_disabled_reason_check check (
    (status = 'active') = (disabled_reason is null) and disabled_reason in ('by_request', 'gone', 'failing')
  )
);
create index endpoints_account_id_idx on webhooks.endpoints (account_id);
comment on table webhooks.endpoints is 'Where an account wants to be told of what happens.';
comment on column webhooks.endpoints.brand_id is 'Narrows the endpoint to one brand; null hears of every brand of the account.';
comment on column webhooks.endpoints.types is 'The types of events that it hears of; * for all of them.';
comment on column webhooks.endpoints.failures is 'Attempts that failed since the last one that did not.';
comment on column webhooks.endpoints.failing_since is 'When the failures began that have gone on until now.';
comment on column webhooks.endpoints.busy_until is 'The lease of the one delivery that is under way: whoever holds it and dies lets go at this time.';
comment on column webhooks.endpoints.quiet_until is 'Nothing is sent before: the endpoint asked for it, or fails again and again.';

create table webhooks.secrets (
  secret_id text not null default platform.new_id('whs'),
  endpoint_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz,
  constraint secrets_pkey primary key (secret_id),
  constraint secrets_endpoint_id_fkey foreign key (endpoint_id) references webhooks.endpoints on delete cascade,
  constraint secrets_sealed_check check (pg_catalog.octet_length(sealed) between 40 and 200)
);
create index secrets_endpoint_id_idx on webhooks.secrets (endpoint_id);
comment on table webhooks.secrets is
  'What deliveries are signed with, sealed by AES-256-GCM under a key that the database does not know: a signature needs the secret itself, so no hash would do.';
comment on column webhooks.secrets.expires_at is 'When a secret that was rotated out signs no more; null for the present one.';

create table webhooks.deliveries (
  brand_id text not null,
  delivery_id text not null default 'dlv_' || pg_catalog.substr(events.new_event_id(), 5),
  endpoint_id text not null,
  event_id text not null,
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  failures integer not null default 0,
  next_attempt_at timestamptz default platform.now(),
  locked_until timestamptz,
  created_at timestamptz not null default platform.now(),
  delivered_at timestamptz,
  written bigint generated always as identity,
  constraint deliveries_pkey primary key (brand_id, delivery_id),
  constraint deliveries_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint deliveries_endpoint_id_fkey foreign key (endpoint_id) references webhooks.endpoints on delete cascade,
  constraint deliveries_event_key unique (endpoint_id, event_id, brand_id),
  constraint deliveries_status_check check (status in ('pending', 'delivered', 'failed')),
  constraint deliveries_next_attempt_at_check check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due_idx on webhooks.deliveries (endpoint_id, next_attempt_at, written) where status = 'pending';
create index deliveries_newest_idx on webhooks.deliveries (endpoint_id, written);
create index deliveries_created_at_idx on webhooks.deliveries (created_at);
comment on table webhooks.deliveries is
  'One event for one endpoint, written in the transaction that gives the event its place. It holds what is sent, so that it outlives the outbox.';
comment on column webhooks.deliveries.written is 'Tells events of one moment apart, in their order.';
comment on column webhooks.deliveries.attempts is 'Attempts begun, all in all.';
comment on column webhooks.deliveries.failures is 'Attempts that failed in this round; a replay begins another.';
comment on column webhooks.deliveries.locked_until is 'While an attempt is under way, when it counts as dead.';

create table webhooks.attempts (
  brand_id text not null,
  delivery_id text not null,
  attempt integer not null,
  attempted_at timestamptz not null default platform.now(),
  status integer,
  latency_ms integer,
  answer text,
  error text,
  constraint attempts_pkey primary key (brand_id, delivery_id, attempt),
  constraint attempts_delivery_id_fkey foreign key (brand_id, delivery_id) references webhooks.deliveries on delete cascade,
  constraint attempts_answer_check check (pg_catalog.length(answer) <= 1024)
);
comment on table webhooks.attempts is 'What came of each attempt: the status and the beginning of the answer, or the kind of failure.';

create function webhooks.enqueue()
returns trigger
language plpgsql volatile
as $$
begin
  insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at)
  select placed.brand_id, endpoints.endpoint_id, placed.event_id, placed.type, placed.data, placed.occurred_at
  from placed
  join unplaced using (brand_id, event_id)
  join core.brands on brands.brand_id = placed.brand_id
  join webhooks.endpoints on endpoints.account_id = brands.account_id
  where unplaced.seq is null
    and placed.seq is not null
    and endpoints.status = 'active'
    and (endpoints.brand_id is null or endpoints.brand_id = placed.brand_id)
    and endpoints.types && array['*', placed.type]
  order by placed.brand_id, placed.seq
  -- One that is being deleted gets nothing more, and holds up nobody's order.
  for key share of endpoints;
  return null;
end
$$;
comment on function webhooks.enqueue() is
  'Makes the deliveries of events as they get their place: once each, because an event gets it once, and none is lost, because both happen or neither.';

create trigger outbox_placed after update on events.outbox
referencing old table as unplaced new table as placed for each statement execute function webhooks.enqueue();

create function webhooks.claim_deliveries("limit" integer default 16, seconds integer default 30)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_until constant timestamptz := v_now + make_interval(secs => claim_deliveries.seconds);
  v_claimed json;
begin
  -- One after another of each account, and no more than eight at once: nobody's slow receivers, and nobody's many, keep others waiting.
  with candidates as (
    select
      endpoints.endpoint_id, due.brand_id, due.delivery_id, due.next_attempt_at, due.locked_until,
      row_number() over (partition by endpoints.account_id order by due.next_attempt_at, endpoints.endpoint_id)
        + (select count(*) from webhooks.endpoints as busy where busy.account_id = endpoints.account_id and busy.busy_until > v_now) as turn
    from webhooks.endpoints
    cross join lateral (
      select deliveries.brand_id, deliveries.delivery_id, deliveries.next_attempt_at, deliveries.locked_until
      from webhooks.deliveries
      where deliveries.endpoint_id = endpoints.endpoint_id and deliveries.status = 'pending' and deliveries.next_attempt_at <= v_now
      order by deliveries.next_attempt_at, deliveries.written
      limit 1
    ) as due
    where endpoints.status = 'active'
      and (endpoints.busy_until is null or endpoints.busy_until <= v_now)
      and (endpoints.quiet_until is null or endpoints.quiet_until <= v_now)
  ),
  free as (
    select endpoints.endpoint_id, endpoints.url, candidates.brand_id, candidates.delivery_id, candidates.locked_until
    from candidates
    join webhooks.endpoints using (endpoint_id)
    where candidates.turn <= 8
      and endpoints.status = 'active'
      and (endpoints.busy_until is null or endpoints.busy_until <= v_now)
    order by candidates.turn, candidates.next_attempt_at
    limit claim_deliveries."limit"
    for update of endpoints skip locked
  ),
  -- What another worker has done meanwhile is no longer pending.
  leased as (
    update webhooks.deliveries
    set attempts = deliveries.attempts + 1, locked_until = v_until
    from free
    where deliveries.brand_id = free.brand_id and deliveries.delivery_id = free.delivery_id
      and deliveries.status = 'pending' and deliveries.next_attempt_at <= v_now
      and (deliveries.locked_until is null or deliveries.locked_until <= v_now)
    returning deliveries.*, free.url, free.locked_until as lease_ended_at
  ),
  held as (
    update webhooks.endpoints
    set busy_until = v_until
    from leased
    where endpoints.endpoint_id = leased.endpoint_id
  ),
  -- Whoever let a lease end said nothing of what came of it.
  abandoned as (
    insert into webhooks.attempts (brand_id, delivery_id, attempt, attempted_at, error)
    select
      leased.brand_id, leased.delivery_id, leased.attempts - 1,
      leased.lease_ended_at - make_interval(secs => claim_deliveries.seconds), 'abandoned'
    from leased
    where leased.lease_ended_at is not null
    on conflict on constraint attempts_pkey do nothing
  )
  select json_agg(
    json_build_object(
      'delivery_id', leased.delivery_id, 'brand_id', leased.brand_id, 'endpoint_id', leased.endpoint_id, 'attempt', leased.attempts,
      -- Receivers hold it against their own clocks, so it is the real one.
      'url', leased.url, 'claimed_at', floor(extract(epoch from clock_timestamp()))::bigint, 'event_id', leased.event_id, 'type', leased.type,
      'timestamp', to_char(leased.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', leased.data,
      'secrets', (
        select json_agg(encode(secrets.sealed, 'hex') order by secrets.expires_at desc nulls first)
        from webhooks.secrets
        where secrets.endpoint_id = leased.endpoint_id and (secrets.expires_at is null or secrets.expires_at > v_now)
      )
    )
  )
  into v_claimed
  from leased;
  return coalesce(v_claimed, '[]');
end
$$;
comment on function webhooks.claim_deliveries(integer, integer) is
  'Hands out what is due, the oldest of each endpoint that is free, under a lease: whoever dies with it lets the next one have it when it ends.';
revoke execute on function webhooks.claim_deliveries(integer, integer) from public;

create function webhooks.retry_delay(failures integer, delivery_id text)
returns interval
language sql immutable
return pg_catalog.make_interval(
  secs => (array[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[retry_delay.failures]
    * (0.8 + 0.4 * (pg_catalog.hashtextextended(retry_delay.delivery_id || retry_delay.failures, 0) & 1023) / 1023.0)
);
comment on function webhooks.retry_delay(integer, text) is
  'How long to wait after so many failures: 5 s to 24 h, 75 h in all, a fifth more or less by the delivery, so that retries of one moment spread. '
  'Null after the last.';
grant execute on function webhooks.retry_delay(integer, text) to vitrine_gate;

create function webhooks.disable(endpoint_id text, reason text, brand_id text)
returns void
language plpgsql volatile
as $$
begin
  update webhooks.endpoints set status = 'disabled', disabled_reason = disable.reason
  where endpoints.endpoint_id = disable.endpoint_id and endpoints.status = 'active';
  if found then
    insert into events.outbox (brand_id, type, data)
    values (disable.brand_id, 'alert.triggered', pg_catalog.jsonb_build_object(
      'detector', 'webhook_disabled', 'endpoint_id', disable.endpoint_id, 'reason', disable.reason
    ));
  end if;
end
$$;
comment on function webhooks.disable(text, text, text) is 'Sends nothing more to an endpoint, and tells of it.';
grant execute on function webhooks.disable(text, text, text) to vitrine_gate;

create function webhooks.record_attempt(
  brand_id text,
  delivery_id text,
  attempt integer,
  status integer,
  latency_ms integer,
  answer text,
  error text,
  retry_after_seconds integer default null
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_wait constant interval := case when record_attempt.retry_after_seconds > 0 then make_interval(secs => least(record_attempt.retry_after_seconds, 86400)) end;
  v_delivery webhooks.deliveries;
  v_endpoint webhooks.endpoints;
begin
  -- The endpoint before the delivery, as whoever claims or deletes locks them.
  perform from webhooks.endpoints
  where endpoints.endpoint_id = (
    select deliveries.endpoint_id
    from webhooks.deliveries
    where deliveries.brand_id = record_attempt.brand_id and deliveries.delivery_id = record_attempt.delivery_id
  )
  for update;
  select deliveries.* into v_delivery
  from webhooks.deliveries
  where deliveries.brand_id = record_attempt.brand_id and deliveries.delivery_id = record_attempt.delivery_id
  for update;
  -- The endpoint was deleted meanwhile.
  if not found then
    return 'gone';
  end if;
  insert into webhooks.attempts (brand_id, delivery_id, attempt, attempted_at, status, latency_ms, answer, error)
  values (
    record_attempt.brand_id, record_attempt.delivery_id, record_attempt.attempt, v_now, record_attempt.status, record_attempt.latency_ms,
    left(record_attempt.answer, 1024), record_attempt.error
  )
  on conflict on constraint attempts_pkey do update
  set status = excluded.status, latency_ms = excluded.latency_ms, answer = excluded.answer, error = excluded.error;
  -- Whoever let the lease run out has nothing to say any more, unless it is that the event arrived.
  if v_delivery.status <> 'pending' or (v_delivery.attempts <> record_attempt.attempt and record_attempt.error is not null) then
    return v_delivery.status;
  end if;

  if record_attempt.error is null then
    update webhooks.deliveries
    set status = 'delivered', delivered_at = v_now, next_attempt_at = null, locked_until = null
    where deliveries.brand_id = v_delivery.brand_id and deliveries.delivery_id = v_delivery.delivery_id;
    update webhooks.endpoints
    set
      failures = 0, failing_since = null, quiet_until = null, last_attempt_at = v_now, last_success_at = v_now,
      busy_until = case when v_delivery.attempts <> record_attempt.attempt then endpoints.busy_until end
    where endpoints.endpoint_id = v_delivery.endpoint_id;
    return 'delivered';
  end if;

  update webhooks.deliveries as held
  set
    status = case when record_attempt.status = 410 or held.failures >= 9 then 'failed' else 'pending' end,
    failures = held.failures + 1,
    next_attempt_at = case
      when record_attempt.status is distinct from 410
        then v_now + greatest(webhooks.retry_delay(held.failures + 1, held.delivery_id), case when held.failures < 9 then v_wait end)
    end,
    locked_until = null
  where held.brand_id = v_delivery.brand_id and held.delivery_id = v_delivery.delivery_id
  returning held.* into v_delivery;
  update webhooks.endpoints as held
  set
    failures = held.failures + 1,
    -- Failures without an attempt for two days between them are not one time of failure.
    failing_since = case when held.last_attempt_at < v_now - interval '2 days' then v_now else coalesce(held.failing_since, v_now) end,
    last_attempt_at = v_now,
    busy_until = null,
    -- A breaker: whoever fails five times running is asked less and less often, once a minute at least.
    quiet_until = greatest(
      v_now + v_wait,
      case when held.failures >= 4 then v_now + make_interval(secs => least(60, power(2, least(held.failures - 3, 6)))) end
    )
  where held.endpoint_id = v_delivery.endpoint_id
  returning held.* into v_endpoint;
  if record_attempt.status = 410 then
    perform webhooks.disable(v_delivery.endpoint_id, 'gone', v_delivery.brand_id);
  elsif v_endpoint.failing_since <= v_now - interval '5 days' then
    perform webhooks.disable(v_delivery.endpoint_id, 'failing', v_delivery.brand_id);
  end if;
  return v_delivery.status;
end
$$;
comment on function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) is
  'What came of an attempt, and with it when the next one is due. error is null for a success. Ten attempts fail a delivery, '
  '410 disables the endpoint at once, and so do five days of nothing but failures.';
revoke execute on function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) from public;

create function webhooks.prune_deliveries(days integer default 30)
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from webhooks.deliveries
    where deliveries.created_at < platform.now() - make_interval(days => prune_deliveries.days)
    returning true
  )
  select count(*) from pruned;
$$;
comment on function webhooks.prune_deliveries(integer) is 'Forgets deliveries older than they are kept, waiting ones of disabled endpoints too; returns how many.';
revoke execute on function webhooks.prune_deliveries(integer) from public;

create function webhooks.require_endpoint(id text)
returns json
language plpgsql stable
as $$
begin
  if not exists (select from webhooks.endpoints where endpoints.endpoint_id = require_endpoint.id) then
    perform platform.fail('NTFND', 'id: there is no such endpoint. GET /api/webhooks lists those that this key reaches.');
  end if;
  return pg_catalog.json_build_object('endpoint_id', require_endpoint.id);
end
$$;
comment on function webhooks.require_endpoint(text) is 'NTFND for an endpoint that the key does not reach, be it there or not.';

create function webhooks.hold_endpoint(id text)
returns webhooks.endpoints
language plpgsql volatile
as $$
declare
  v_endpoint webhooks.endpoints;
begin
  perform webhooks.require_endpoint(hold_endpoint.id);
  select endpoints.* into v_endpoint from webhooks.endpoints where endpoints.endpoint_id = hold_endpoint.id for key share;
  -- It may have gone between the two.
  perform webhooks.require_endpoint(hold_endpoint.id);
  return v_endpoint;
end
$$;
comment on function webhooks.hold_endpoint(text) is 'An endpoint that stays until the transaction ends, for what is to refer to it; else NTFND.';

create function webhooks.show_endpoint(endpoint webhooks.endpoints)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_endpoint.endpoint).endpoint_id,
    'url', (show_endpoint.endpoint).url,
    'description', (show_endpoint.endpoint).description,
    'brand_id', (show_endpoint.endpoint).brand_id,
    'types', (show_endpoint.endpoint).types,
    'status', (show_endpoint.endpoint).status,
    'disabled_reason', (show_endpoint.endpoint).disabled_reason,
    'created_at', platform.utc((show_endpoint.endpoint).created_at),
    'failing_since', platform.utc((show_endpoint.endpoint).failing_since),
    'last_attempt_at', platform.utc((show_endpoint.endpoint).last_attempt_at),
    'last_success_at', platform.utc((show_endpoint.endpoint).last_success_at),
    'previous_secret_expires_at', (
      select platform.utc(max(secrets.expires_at))
      from webhooks.secrets
      where secrets.endpoint_id = (show_endpoint.endpoint).endpoint_id and secrets.expires_at > platform.now()
    )
  );
$$;
comment on function webhooks.show_endpoint(webhooks.endpoints) is 'An endpoint as every answer writes it: never with a secret.';

create function webhooks.endpoint(id text)
returns json
language plpgsql stable
as $$
begin
  perform webhooks.require_endpoint(endpoint.id);
  return (
    select pg_catalog.json_build_object('data', webhooks.show_endpoint(endpoints))
    from webhooks.endpoints
    where endpoints.endpoint_id = endpoint.id
  );
end
$$;
comment on function webhooks.endpoint(text) is 'GET /api/webhooks/{id}: one endpoint.';
grant execute on function webhooks.require_endpoint(text), webhooks.hold_endpoint(text), webhooks.show_endpoint(webhooks.endpoints), webhooks.endpoint(text)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.endpoint', 'write:webhooks', brand => 'none');
call core.register_operation('webhooks.require_endpoint', 'write:webhooks', brand => 'none', is_part => true, role => 'admin');

create function webhooks.endpoints()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('data', coalesce(
    pg_catalog.json_agg(webhooks.show_endpoint(endpoints) order by endpoints.created_at, endpoints.endpoint_id), '[]'
  ))
  from webhooks.endpoints;
$$;
comment on function webhooks.endpoints() is 'GET /api/webhooks: the endpoints that the key reaches, oldest first.';
grant execute on function webhooks.endpoints() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.endpoints', 'write:webhooks', brand => 'none');

create function webhooks.require_types(types text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  select given.type into v_unknown
  from pg_catalog.unnest(require_types.types) as given (type)
  where given.type <> '*' and not exists (select from events.types where types.type = given.type)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', pg_catalog.format('types: there is no %s. GET /api/webhooks/event-types lists them; * is all of them.', v_unknown));
  end if;
end
$$;
comment on function webhooks.require_types(text[]) is 'BADRQ in words for the caller, unless all of the types can happen.';

create function webhooks.count_endpoints(account_id text)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks.endpoints/' || count_endpoints.account_id, 0));
  return (select count(*) from webhooks.endpoints where endpoints.account_id = count_endpoints.account_id);
end
$$;
comment on function webhooks.count_endpoints(text) is
  'How many endpoints an account has, also those that the key cannot see; until the transaction ends nobody else makes one.';
revoke execute on function webhooks.count_endpoints(text) from public;
grant execute on function webhooks.count_endpoints(text) to vitrine_key, vitrine_simulated, vitrine_person;

create function webhooks.admit_endpoint(brand_id text, types text[])
returns json
language plpgsql volatile
as $$
declare
  v_account_id text := core.scope_account_id();
  v_brand_id text := admit_endpoint.brand_id;
begin
  if v_brand_id is not null and not v_brand_id = any (core.scope_brand_ids()) then
    perform platform.fail('DNIED', 'brand_id: this key is not scoped to that brand. GET /v1/brands lists those it can reach.');
  end if;
  -- A key of one brand makes endpoints of that brand.
  if v_account_id is null then
    v_brand_id := (core.scope_brand_ids())[1];
    select brands.account_id into v_account_id from core.brands where brands.brand_id = v_brand_id;
  end if;
  if v_account_id is null then
    perform platform.fail('DNIED', 'brand_id: this key reaches no brand any more.');
  end if;
  perform webhooks.require_types(admit_endpoint.types);
  if webhooks.count_endpoints(v_account_id) >= 50 then
    perform platform.fail('BADRQ', 'url: there are 50 endpoints already. Delete one first.');
  end if;
  return pg_catalog.json_build_object('endpoint_id', platform.new_id('whe'), 'account_id', v_account_id, 'brand_id', v_brand_id);
end
$$;
comment on function webhooks.admit_endpoint(text, text[]) is 'Whether the key may make such an endpoint, and what that would be called: its secret is sealed for that id alone.';

create function webhooks.create_endpoint(
  endpoint_id text,
  url text,
  types text[],
  sealed_secret text,
  description text default null,
  brand_id text default null
)
returns json
language plpgsql volatile
as $$
declare
  v_admitted constant json := webhooks.admit_endpoint(create_endpoint.brand_id, create_endpoint.types);
  v_endpoint webhooks.endpoints;
begin
  v_endpoint.endpoint_id := create_endpoint.endpoint_id;
  v_endpoint.account_id := v_admitted ->> 'account_id';
  v_endpoint.brand_id := v_admitted ->> 'brand_id';
  v_endpoint.url := create_endpoint.url;
  v_endpoint.description := coalesce(create_endpoint.description, '');
  v_endpoint.types := create_endpoint.types;
  v_endpoint.status := 'active';
  v_endpoint.created_at := platform.now();
  -- Of a test key nothing is stored.
  if current_user <> 'vitrine_simulated' then
    insert into webhooks.endpoints (endpoint_id, account_id, brand_id, url, description, types)
    values (v_endpoint.endpoint_id, v_endpoint.account_id, v_endpoint.brand_id, v_endpoint.url, v_endpoint.description, v_endpoint.types);
    insert into webhooks.secrets (endpoint_id, sealed)
    values (v_endpoint.endpoint_id, pg_catalog.decode(create_endpoint.sealed_secret, 'hex'));
  end if;
  return pg_catalog.json_build_object('data', webhooks.show_endpoint(v_endpoint));
end
$$;
comment on function webhooks.create_endpoint(text, text, text[], text, text, text) is
  'POST /api/webhooks: a new endpoint. Its secret comes sealed and is shown by whoever sealed it, once.';
grant execute on function
  webhooks.require_types(text[]),
  webhooks.admit_endpoint(text, text[]),
  webhooks.create_endpoint(text, text, text[], text, text, text)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.create_endpoint', 'write:webhooks', brand => 'none', access => 'write');
call core.register_operation('webhooks.admit_endpoint', 'write:webhooks', brand => 'none', is_part => true, role => 'admin');

create function webhooks.update_endpoint(
  id text,
  url text default null,
  types text[] default null,
  description text default null,
  status text default null
)
returns json
language plpgsql volatile
as $$
begin
  perform webhooks.require_endpoint(update_endpoint.id);
  perform webhooks.require_types(update_endpoint.types);
  update webhooks.endpoints as held
  set
    url = coalesce(update_endpoint.url, held.url),
    types = coalesce(update_endpoint.types, held.types),
    description = coalesce(update_endpoint.description, held.description),
    status = coalesce(update_endpoint.status, held.status),
    disabled_reason = case coalesce(update_endpoint.status, held.status) when 'disabled' then coalesce(held.disabled_reason, 'by_request') end,
    -- Whoever switches it on again has mended it.
    failures = case when update_endpoint.status = 'active' then 0 else held.failures end,
    failing_since = case when update_endpoint.status = 'active' then null else held.failing_since end,
    quiet_until = case when update_endpoint.status = 'active' then null else held.quiet_until end
  where held.endpoint_id = update_endpoint.id;
  return webhooks.endpoint(update_endpoint.id);
end
$$;
comment on function webhooks.update_endpoint(text, text, text[], text, text) is
  'PATCH /api/webhooks/{id}: changes what is given. What waits for a disabled endpoint goes out when it is active again.';
grant execute on function webhooks.update_endpoint(text, text, text[], text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.update_endpoint', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.delete_endpoint(id text)
returns json
language plpgsql volatile
as $$
begin
  perform webhooks.require_endpoint(delete_endpoint.id);
  delete from webhooks.endpoints where endpoints.endpoint_id = delete_endpoint.id;
  return pg_catalog.json_build_object('data', pg_catalog.json_build_object('id', delete_endpoint.id, 'deleted', true));
end
$$;
comment on function webhooks.delete_endpoint(text) is 'DELETE /api/webhooks/{id}: forgets an endpoint, its secrets and its deliveries.';
grant execute on function webhooks.delete_endpoint(text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.delete_endpoint', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.rotate_secret(id text, sealed_secret text, end_previous boolean default false)
returns json
language plpgsql volatile
as $$
declare
  v_first_ends_at timestamptz;
begin
  -- Twins wait for each other here, so that neither overlooks the other's secret; it may have gone meanwhile.
  perform from webhooks.endpoints where endpoints.endpoint_id = rotate_secret.id for update;
  perform webhooks.require_endpoint(rotate_secret.id);
  delete from webhooks.secrets
  where secrets.endpoint_id = rotate_secret.id and (rotate_secret.end_previous or secrets.expires_at <= platform.now());
  select min(secrets.expires_at) into v_first_ends_at
  from webhooks.secrets
  where secrets.endpoint_id = rotate_secret.id
  having count(*) >= 4;
  -- What was promised to sign for a day does, however often somebody rotates meanwhile.
  if v_first_ends_at is not null then
    perform platform.fail(
      'BADRQ', 'id: four secrets sign for this endpoint already. Wait until ' || platform.utc(v_first_ends_at)
      || ', or send end_previous: true to end them all at once.'
    );
  end if;
  update webhooks.secrets set expires_at = platform.now() + interval '24 hours'
  where secrets.endpoint_id = rotate_secret.id and secrets.expires_at is null;
  insert into webhooks.secrets (endpoint_id, sealed)
  values (rotate_secret.id, pg_catalog.decode(rotate_secret.sealed_secret, 'hex'));
  return webhooks.endpoint(rotate_secret.id);
end
$$;
comment on function webhooks.rotate_secret(text, text, boolean) is
  'POST /api/webhooks/{id}/rotate-secret: a new secret. Deliveries are signed with those before as well, each for a day from when it was replaced, '
  'unless end_previous says that they are to be trusted no more. BADRQ where four sign already.';
grant execute on function webhooks.rotate_secret(text, text, boolean) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.rotate_secret', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.show_delivery(delivery webhooks.deliveries)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_delivery.delivery).delivery_id,
    'event_id', (show_delivery.delivery).event_id,
    'type', (show_delivery.delivery).type,
    'brand_id', (show_delivery.delivery).brand_id,
    'status', (show_delivery.delivery).status,
    'created_at', platform.utc((show_delivery.delivery).created_at),
    'delivered_at', platform.utc((show_delivery.delivery).delivered_at),
    'next_attempt_at', platform.utc((show_delivery.delivery).next_attempt_at),
    'attempts', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'attempt', attempts.attempt, 'attempted_at', platform.utc(attempts.attempted_at), 'status', attempts.status,
            'latency_ms', attempts.latency_ms, 'answer', attempts.answer, 'error', attempts.error
          )
          order by attempts.attempt
        )
        from webhooks.attempts
        where attempts.brand_id = (show_delivery.delivery).brand_id and attempts.delivery_id = (show_delivery.delivery).delivery_id
      ), '[]'
    )
  );
$$;
comment on function webhooks.show_delivery(webhooks.deliveries) is 'A delivery with its log, as every answer writes it.';

create function webhooks.deliveries(id text, status text default null, cursor text default null, "limit" integer default 50)
returns json
language plpgsql stable
as $$
declare
  v_written bigint;
begin
  perform webhooks.require_endpoint(deliveries.id);
  if deliveries.cursor is not null then
    select held.written into v_written
    from webhooks.deliveries as held
    where held.endpoint_id = deliveries.id and held.delivery_id = deliveries.cursor;
    if v_written is null then
      perform platform.fail('BADRQ', 'cursor: is no delivery of this endpoint. Send next_cursor of the page before.');
    end if;
  end if;
  return (
    with page as (
      select held as delivery, held.delivery_id, held.written
      from webhooks.deliveries as held
      where held.endpoint_id = deliveries.id
        and (deliveries.status is null or held.status = deliveries.status)
        and (v_written is null or held.written < v_written)
      order by held.written desc
      limit deliveries."limit"
    )
    select pg_catalog.json_build_object(
      'data', coalesce(pg_catalog.json_agg(webhooks.show_delivery(page.delivery) order by page.written desc), '[]'),
      'next_cursor', case when count(*) = deliveries."limit" then (pg_catalog.array_agg(page.delivery_id order by page.written))[1] end
    )
    from page
  );
end
$$;
comment on function webhooks.deliveries(text, text, text, integer) is 'GET /api/webhooks/{id}/deliveries: what was sent and what came of it, newest first.';
grant execute on function webhooks.show_delivery(webhooks.deliveries), webhooks.deliveries(text, text, text, integer) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.deliveries', 'write:webhooks', brand => 'none');

create function webhooks.test_endpoint(id text)
returns json
language plpgsql volatile
as $$
declare
  v_endpoint constant webhooks.endpoints := webhooks.hold_endpoint(test_endpoint.id);
  v_delivery webhooks.deliveries;
begin
  if v_endpoint.status <> 'active' then
    perform platform.fail('BADRQ', 'id: the endpoint is disabled. PATCH its status to active first.');
  elsif pg_catalog.cardinality(core.scope_brand_ids()) = 0 then
    perform platform.fail('DNIED', 'id: this key reaches no brand yet. Create one, or use a key of an account that has one.');
  end if;
  insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at)
  values (
    coalesce(v_endpoint.brand_id, (core.scope_brand_ids())[1]), v_endpoint.endpoint_id, events.new_event_id(), 'webhook.test',
    pg_catalog.jsonb_build_object('endpoint_id', v_endpoint.endpoint_id, 'message', 'It works.'), platform.now()
  )
  returning deliveries.* into v_delivery;
  return pg_catalog.json_build_object('data', webhooks.show_delivery(v_delivery));
end
$$;
comment on function webhooks.test_endpoint(text) is 'POST /api/webhooks/{id}/test: sends webhook.test, whatever types the endpoint wants.';
grant execute on function webhooks.test_endpoint(text) to vitrine_key, vitrine_simulated, vitrine_person;
grant execute on function events.new_event_id() to vitrine_key, vitrine_person;
call core.register_operation('webhooks.test_endpoint', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.replay(id text, delivery_id text)
returns json
language plpgsql volatile
as $$
declare
  v_delivery webhooks.deliveries;
begin
  perform webhooks.require_endpoint(replay.id);
  -- One that waits is brought forward; one that is under way stays under its lease.
  update webhooks.deliveries as held
  set status = 'pending', failures = 0, next_attempt_at = platform.now(), delivered_at = null
  where held.endpoint_id = replay.id and held.delivery_id = replay.delivery_id
  returning held.* into v_delivery;
  if v_delivery.delivery_id is null then
    perform platform.fail('NTFND', 'delivery_id: this endpoint has no such delivery. GET /api/webhooks/{id}/deliveries lists those of the last 30 days.');
  end if;
  return pg_catalog.json_build_object('data', webhooks.show_delivery(v_delivery));
end
$$;
comment on function webhooks.replay(text, text) is
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay: sends an event again under the same webhook-id, with all its retries before it.';
grant execute on function webhooks.replay(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.replay', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.event_types()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('data', pg_catalog.json_agg(
    pg_catalog.json_build_object('type', types.type, 'description', types.description, 'is_streamed', types.is_streamed)
    order by types.position
  ))
  from events.types;
$$;
comment on function webhooks.event_types() is 'GET /api/webhooks/event-types: everything that an endpoint can be told of.';
grant execute on function webhooks.event_types() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.event_types', 'write:webhooks', brand => 'none');

-- A key of the whole account reaches every endpoint of it; one of a single brand reaches that brand's.
alter table webhooks.endpoints enable row level security;
alter table webhooks.endpoints force row level security;
create policy key on webhooks.endpoints to vitrine_key
using (account_id = (select core.scope_account_id()) or brand_id = any ((select core.scope_brand_ids())::text[]))
with check (account_id = (select core.scope_account_id()) or brand_id = any ((select core.scope_brand_ids())::text[]));
create policy gate on webhooks.endpoints to vitrine_gate using (true) with check (true);
-- Whose an endpoint is never changes.
grant
  select, insert, delete,
  update (url, types, description, status, disabled_reason, failures, failing_since, quiet_until)
on webhooks.endpoints to vitrine_key;
grant select, update on webhooks.endpoints to vitrine_gate;

-- Whoever may see an endpoint may give it a secret, and nobody may read one back.
alter table webhooks.secrets enable row level security;
alter table webhooks.secrets force row level security;
create policy key on webhooks.secrets to vitrine_key
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id))
with check (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id));
create policy gate on webhooks.secrets for select to vitrine_gate using (true);
grant select (secret_id, endpoint_id, created_at, expires_at), insert, update (expires_at), delete on webhooks.secrets to vitrine_key;
grant select on webhooks.secrets to vitrine_gate;

call core.protect('webhooks.deliveries');
revoke insert, update, delete on webhooks.deliveries from vitrine_worker;
create policy key_sends on webhooks.deliveries for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy key_replays on webhooks.deliveries for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant insert, update (status, failures, next_attempt_at, delivered_at) on webhooks.deliveries to vitrine_key;
create policy gate on webhooks.deliveries to vitrine_gate using (true) with check (true);
grant select, insert, update, delete on webhooks.deliveries to vitrine_gate;

call core.protect('webhooks.attempts');
revoke insert, update, delete on webhooks.attempts from vitrine_worker;
create policy gate on webhooks.attempts to vitrine_gate using (true) with check (true);
grant select, insert, update on webhooks.attempts to vitrine_gate;

-- A test key has no endpoints: it reads the tables, and no policy shows it a row.
grant select on webhooks.endpoints to vitrine_simulated;
grant select (secret_id, endpoint_id, created_at, expires_at) on webhooks.secrets to vitrine_simulated;
grant select on events.types to vitrine_simulated;


create function events.measure_outbox(
  out unplaced bigint,
  out unplaced_seconds double precision,
  out due bigint,
  out due_seconds double precision
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.events, coalesce(extract(epoch from clock.at - held.oldest_at), 0),
    waiting.deliveries, coalesce(extract(epoch from clock.at - waiting.oldest_at), 0)
  from (select platform.now() as at) as clock
  cross join (
    select count(*) as events, min(outbox.occurred_at) as oldest_at from events.outbox where outbox.seq is null
  ) as held
  cross join (
    select count(*) as deliveries, min(deliveries.next_attempt_at) as oldest_at
    from webhooks.deliveries
    -- What is pending is the few rows of an index; a subquery, for the clock is read once.
    where deliveries.status = 'pending' and deliveries.next_attempt_at <= (select platform.now())
  ) as waiting;
$$;
comment on function events.measure_outbox() is
  'How many events have no place yet, how many deliveries are due, over all brands, and for how long the oldest of each has waited.';
revoke execute on function events.measure_outbox() from public;
grant execute on function events.measure_outbox() to vitrine_worker;

create function core.measure_jobs()
returns table (queue text, state text, jobs bigint)
language plpgsql stable
as $$
begin
  -- pg-boss makes its tables when it first starts.
  if pg_catalog.to_regclass('pgboss.job') is null then
    return;
  end if;
  return query
  select queues.name, states.state, coalesce(counted.jobs, 0)
  from pgboss.queue as queues
  cross join pg_catalog.unnest(array['created', 'retry', 'active', 'failed']) as states (state)
  left join (
    select job.name, job.state::text as state, count(*) as jobs from pgboss.job where job.state <> 'completed' group by job.name, job.state
  ) as counted on counted.name = queues.name and counted.state = states.state
  where queues.name not like '\_\_%'
  order by queues.name, states.state;
end
$$;
comment on function core.measure_jobs() is 'The jobs of every queue that wait, run or have failed. Names queues, and nobody.';
grant execute on function core.measure_jobs() to vitrine_worker;


create table analytics.entities (
  brand_id text not null,
  entity_id bigint generated always as identity,
  level text not null,
  platform text not null,
  external_id text not null,
  name text,
  status text,
  objective text,
  currency text,
  timezone text,
  daily_budget_micros bigint,
  account_entity_id bigint,
  campaign_entity_id bigint,
  adset_entity_id bigint,
  creative_id bigint,
  first_seen_at timestamptz not null default pg_catalog.now(),
  constraint entities_pkey primary key (brand_id, entity_id),
  constraint entities_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint entities_account_fkey foreign key (brand_id, account_entity_id) references analytics.entities on delete cascade,
  constraint entities_campaign_fkey foreign key (brand_id, campaign_entity_id) references analytics.entities on delete cascade,
  constraint entities_adset_fkey foreign key (brand_id, adset_entity_id) references analytics.entities on delete cascade,
  constraint entities_external_key unique nulls not distinct
    (brand_id, platform, level, account_entity_id, campaign_entity_id, adset_entity_id, external_id),
  constraint entities_level_check check (level in ('account', 'campaign', 'adset', 'ad')),
  constraint entities_ancestors_check check (
    case level
      when 'account' then account_entity_id is null and campaign_entity_id is null and adset_entity_id is null
      when 'campaign' then account_entity_id is not null and campaign_entity_id is null and adset_entity_id is null
      when 'adset' then account_entity_id is not null and campaign_entity_id is not null and adset_entity_id is null
      else account_entity_id is not null and campaign_entity_id is not null and adset_entity_id is not null
    end
  )
);
create index entities_children_idx on analytics.entities (brand_id, adset_entity_id, campaign_entity_id, account_entity_id);
comment on table analytics.entities is 'Ad accounts, campaigns, ad sets and ads of every platform: one row each, with the ids of its ancestors.';
comment on column analytics.entities.external_id is 'The platform''s own id; where a source gives names only, the name.';
comment on column analytics.entities.timezone is 'Of an ad account: the zone in which its platform cuts days and hours. Null: the brand''s.';
comment on column analytics.entities.currency is 'Of an ad account: the currency that its platform bills. Facts are stored in the brand''s.';
comment on column analytics.entities.daily_budget_micros is 'Daily budget in millionths of the brand''s currency, where the platform sets one at this level.';

create table analytics.creatives (
  brand_id text not null,
  creative_id bigint generated always as identity,
  platform text not null,
  external_id text not null,
  name text,
  format text,
  headline text,
  body text,
  call_to_action text,
  landing_url text,
  thumbnail_url text,
  constraint creatives_pkey primary key (brand_id, creative_id),
  constraint creatives_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint creatives_external_key unique (brand_id, platform, external_id),
  constraint creatives_format_check check (format in ('image', 'video', 'carousel', 'text', 'catalog'))
);
comment on table analytics.creatives is 'What an ad shows. Several ads may show one creative.';
alter table analytics.entities add constraint entities_creative_fkey
  foreign key (brand_id, creative_id) references analytics.creatives on delete set null (creative_id);

-- The columns of every fact table: only a pattern for the three below.
create table analytics.measures (
  spend_micros bigint,
  revenue_micros bigint,
  cogs_micros bigint,
  refunds_micros bigint,
  store_revenue_micros bigint,
  impressions bigint,
  clicks bigint,
  link_clicks bigint,
  landing_page_views bigint,
  reach bigint,
  conversions_micros bigint,
  view_conversions_micros bigint,
  purchases_micros bigint,
  leads_micros bigint,
  installs_micros bigint,
  add_to_carts_micros bigint,
  checkouts_micros bigint,
  new_customers_micros bigint,
  orders bigint,
  video_views_3s bigint,
  thruplays bigint,
  video_p25 bigint,
  video_p50 bigint,
  video_p75 bigint,
  video_p100 bigint
);
comment on column analytics.measures.spend_micros is 'Millionths of the brand''s currency, like every column that ends in _micros and is money.';
comment on column analytics.measures.conversions_micros is 'Millionths of a conversion: platforms credit fractions. The same holds for every count that ends in _micros.';
comment on column analytics.measures.reach is 'People reached, deduplicated by the platform for this row only: reach cannot be added up.';
comment on column analytics.measures.store_revenue_micros is 'Revenue of the store''s own orders, whoever may claim it.';

create table analytics.facts_daily (
  brand_id text not null,
  day date not null,
  entity_id bigint not null,
  summed_measures text[] not null default '{}',
  like analytics.measures including comments,
  constraint facts_daily_pkey primary key (brand_id, day, entity_id)
) partition by range (day);
comment on table analytics.facts_daily is
  'What each ad did on each day, at the finest level that its source reports. A null was not reported; a zero was reported as zero.';
comment on column analytics.facts_daily.day is
  'Day in the brand''s zone for sources with hours; the platform''s own day for sources that report days only.';
comment on column analytics.facts_daily.summed_measures is 'Measures summed from facts_hourly, which may hold some of the day''s hours only; a report by day replaces them.';
comment on column analytics.facts_daily.entity_id is 'The ad, or the ad set, campaign or account where the source reports no ads.';

create table analytics.facts_hourly (
  brand_id text not null,
  hour timestamptz not null,
  entity_id bigint not null,
  like analytics.measures including comments,
  constraint facts_hourly_pkey primary key (brand_id, hour, entity_id)
) partition by range (hour);
comment on table analytics.facts_hourly is 'The same by hour, for sources that report hours; facts_daily is summed from it.';
comment on column analytics.facts_hourly.hour is 'Start of the hour as an instant: clock changes need no special care.';

create table analytics.rollups_daily (
  brand_id text not null,
  level text not null,
  day date not null,
  entity_id bigint not null,
  like analytics.measures including comments,
  constraint rollups_daily_pkey primary key (brand_id, level, day, entity_id),
  constraint rollups_daily_level_check check (level in ('account', 'campaign', 'adset'))
) partition by range (day);
comment on table analytics.rollups_daily is
  'facts_daily summed per ad set, campaign and ad account; kept right by every import. The ad level is facts_daily itself.';
comment on column analytics.rollups_daily.entity_id is
  'The entity of this level, or the deepest one above it where the source reports nothing so fine.';

drop table analytics.measures;

create table analytics.imports (
  brand_id text not null,
  import_id text not null default platform.new_id('imp'),
  kind text not null,
  dialect text not null,
  file_name text not null,
  rows_read bigint not null,
  rows_accepted bigint not null,
  rows_rejected bigint not null,
  first_on date,
  last_on date,
  warnings text[] not null default '{}',
  imported_at timestamptz not null default platform.now(),
  constraint imports_pkey primary key (brand_id, import_id),
  constraint imports_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.imports is 'One row per imported file.';

create table analytics.import_rejections (
  brand_id text not null,
  import_id text not null,
  line bigint not null,
  reason text not null,
  constraint import_rejections_pkey primary key (brand_id, import_id, line),
  constraint import_rejections_import_fkey foreign key (brand_id, import_id) references analytics.imports on delete cascade
);
comment on table analytics.import_rejections is 'Rows of a file that were not taken, with the line and what to fix.';

create table analytics.data_status (
  brand_id text not null,
  kind text not null,
  first_on date not null,
  last_on date not null,
  updated_at timestamptz not null default platform.now(),
  constraint data_status_pkey primary key (brand_id, kind),
  constraint data_status_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint data_status_kind_check check (kind in ('ads_daily', 'ads_hourly', 'journeys', 'orders'))
);
comment on table analytics.data_status is 'From when to when a brand has data of a kind. No row: nothing was ever ingested, and the answer is data_not_ready.';

create table analytics.platform_status (
  brand_id text not null,
  platform text not null,
  kind text not null,
  first_on date not null,
  last_on date not null,
  updated_at timestamptz not null default platform.now(),
  constraint platform_status_pkey primary key (brand_id, platform, kind),
  constraint platform_status_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint platform_status_kind_check check (kind in ('ads_daily', 'ads_hourly'))
);
comment on table analytics.platform_status is 'The same for each platform: from when to when it reported, by day and by hour, and when it last did.';

create function analytics.ensure_partitions(first_on date, last_on date)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_month date;
  v_parent text;
  v_child text;
  v_made integer := 0;
begin
  for v_month in
    select pg_catalog.generate_series(
      pg_catalog.date_trunc('month', ensure_partitions.first_on::timestamp),
      ensure_partitions.last_on,
      interval '1 month'
    )::date
  loop
    foreach v_parent in array array['facts_daily', 'facts_hourly', 'rollups_daily'] loop
      v_child := v_parent || pg_catalog.to_char(v_month, '"_"YYYY_MM');
      if pg_catalog.to_regclass('analytics.' || v_child) is null then
        -- Two imports may need the same month: the second waits, then finds it made.
        perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('analytics.' || v_child));
        -- Read from the catalogue itself: to_regclass may still remember that there was none.
        if not exists (
          select from pg_class
          where pg_class.relnamespace = 'analytics'::regnamespace and pg_class.relname = v_child
        ) then
          -- Attached rather than created in place: readers of the parent go on meanwhile.
          execute pg_catalog.format('create table analytics.%I (like analytics.%I including defaults including constraints)', v_child, v_parent);
          execute pg_catalog.format(
            'alter table analytics.%I attach partition analytics.%I for values from (%L) to (%L)',
            v_parent, v_child,
            case when v_parent = 'facts_hourly' then v_month || ' 00:00+00' else v_month::text end,
            case when v_parent = 'facts_hourly' then (v_month + interval '1 month')::date || ' 00:00+00'
              else (v_month + interval '1 month')::date::text end
          );
          execute pg_catalog.format('alter table analytics.%I enable row level security', v_child);
          execute pg_catalog.format('alter table analytics.%I force row level security', v_child);
          v_made := v_made + 1;
        end if;
      end if;
    end loop;
  end loop;
  return v_made;
end
$$;
comment on function analytics.ensure_partitions(date, date) is
  'Makes the monthly partitions of the fact tables from the month of first_on to that of last_on; returns how many were missing.';
grant execute on function analytics.ensure_partitions(date, date) to vitrine_worker;

create function analytics.drop_partitions(kept_from date)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Less than a read waits for a lock: reads queue behind this one for as long as it waits.
set lock_timeout = '500ms'
as $$
declare
  v_child text;
  v_dropped integer := 0;
begin
  if drop_partitions.kept_from > (platform.now() - interval '14 months')::date then
    perform platform.fail('BADRQ', 'kept_from: 14 months at least are kept, for a year to be compared with the one before.');
  end if;
  -- A twin at the same work drops them all.
  if not pg_try_advisory_xact_lock(hashtext('analytics.drop_partitions')) then
    return 0;
  end if;
  for v_child in
    select pg_class.relname
    from pg_inherits
    join pg_class on pg_class.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent in (
        'analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass, 'analytics.rollups_daily'::regclass
      )
      and pg_class.relname < left(pg_class.relname, -7) || pg_catalog.to_char(drop_partitions.kept_from, 'YYYY_MM')
    order by pg_class.relname
  loop
    execute pg_catalog.format('drop table if exists analytics.%I', v_child);
    v_dropped := v_dropped + 1;
  end loop;
  return v_dropped;
exception
  when lock_not_available then
    raise exception using errcode = 'object_in_use',
      message = 'The facts are being read, so that no month was dropped. Try again when pg_stat_activity shows no long read of them.';
end
$$;
comment on function analytics.drop_partitions(date) is
  'Forgets the months of facts that ended before that of kept_from, of every brand; returns how many partitions went: all, or none while somebody reads them. What they held is not to be had again but by importing it.';
grant execute on function analytics.drop_partitions(date) to vitrine_worker;

create table analytics.metric_definitions (
  position smallint generated always as identity,
  name text not null,
  label text not null,
  unit text not null,
  better text not null,
  source_column text,
  multiplier integer not null default 1,
  numerator text not null,
  denominator text,
  formula text not null generated always as (
    case when multiplier = 1 then '' else multiplier::text || ' * ' end
    || case when denominator is not null and numerator like '% %' then '(' || numerator || ')' else numerator end
    || coalesce(' / ' || denominator, '')
  ) stored,
  additive boolean not null generated always as (denominator is null and name <> 'reach') stored,
  bases text[] not null default '{}',
  constraint metric_definitions_pkey primary key (name),
  constraint metric_definitions_unit_check check (unit in ('money', 'count', 'fraction', 'multiple')),
  constraint metric_definitions_better_check check (better in ('up', 'down'))
);
comment on table analytics.metric_definitions is
  'The metric catalogue: base metrics are columns of the facts, the others are derived from summed bases. Both the answers and this text come from it.';
comment on column analytics.metric_definitions.numerator is 'Expression over base metrics. With a denominator of 0 or null the metric is null, never 0.';
comment on column analytics.metric_definitions.additive is 'Whether rows may be added up. Ratios and reach may not.';
comment on column analytics.metric_definitions.better is 'up: more is better; down: less is better.';

insert into analytics.metric_definitions (name, label, unit, better, source_column, numerator) values
  ('spend', 'Spend', 'money', 'down', 'spend_micros', 'spend'),
  ('revenue', 'Revenue', 'money', 'up', 'revenue_micros', 'revenue'),
  ('cogs', 'Cost of goods sold', 'money', 'down', 'cogs_micros', 'cogs'),
  ('refunds', 'Refunds', 'money', 'down', 'refunds_micros', 'refunds'),
  ('store_revenue', 'Store revenue', 'money', 'up', 'store_revenue_micros', 'store_revenue'),
  ('impressions', 'Impressions', 'count', 'up', 'impressions', 'impressions'),
  ('clicks', 'Clicks (all)', 'count', 'up', 'clicks', 'clicks'),
  ('link_clicks', 'Link clicks', 'count', 'up', 'link_clicks', 'link_clicks'),
  ('landing_page_views', 'Landing page views', 'count', 'up', 'landing_page_views', 'landing_page_views'),
  ('reach', 'Reach', 'count', 'up', 'reach', 'reach'),
  ('conversions', 'Conversions', 'count', 'up', 'conversions_micros', 'conversions'),
  ('view_conversions', 'View-through conversions', 'count', 'up', 'view_conversions_micros', 'view_conversions'),
  ('purchases', 'Purchases', 'count', 'up', 'purchases_micros', 'purchases'),
  ('leads', 'Leads', 'count', 'up', 'leads_micros', 'leads'),
  ('installs', 'App installs', 'count', 'up', 'installs_micros', 'installs'),
  ('add_to_carts', 'Adds to cart', 'count', 'up', 'add_to_carts_micros', 'add_to_carts'),
  ('checkouts', 'Checkouts started', 'count', 'up', 'checkouts_micros', 'checkouts'),
  ('new_customers', 'New customers', 'count', 'up', 'new_customers_micros', 'new_customers'),
  ('orders', 'Store orders', 'count', 'up', 'orders', 'orders'),
  ('video_views_3s', '3-second video views', 'count', 'up', 'video_views_3s', 'video_views_3s'),
  ('thruplays', 'ThruPlays', 'count', 'up', 'thruplays', 'thruplays'),
  ('video_p25', 'Video watched to 25 %', 'count', 'up', 'video_p25', 'video_p25'),
  ('video_p50', 'Video watched to 50 %', 'count', 'up', 'video_p50', 'video_p50'),
  ('video_p75', 'Video watched to 75 %', 'count', 'up', 'video_p75', 'video_p75'),
  ('video_p100', 'Video watched to the end', 'count', 'up', 'video_p100', 'video_p100');

insert into analytics.metric_definitions (name, label, unit, better, multiplier, numerator, denominator) values
  ('profit', 'Profit', 'money', 'up', 1, 'revenue - cogs - spend', null),
  ('roas', 'Return on ad spend', 'multiple', 'up', 1, 'revenue', 'spend'),
  ('poas', 'Profit on ad spend', 'multiple', 'up', 1, 'revenue - cogs - spend', 'spend'),
  ('mer', 'Marketing efficiency ratio', 'multiple', 'up', 1, 'store_revenue', 'spend'),
  ('cpa', 'Cost per conversion', 'money', 'down', 1, 'spend', 'conversions'),
  ('cpp', 'Cost per purchase', 'money', 'down', 1, 'spend', 'purchases'),
  ('cpl', 'Cost per lead', 'money', 'down', 1, 'spend', 'leads'),
  ('cpi', 'Cost per install', 'money', 'down', 1, 'spend', 'installs'),
  ('cac', 'Customer acquisition cost', 'money', 'down', 1, 'spend', 'new_customers'),
  ('cpc', 'Cost per click', 'money', 'down', 1, 'spend', 'clicks'),
  ('cplc', 'Cost per link click', 'money', 'down', 1, 'spend', 'link_clicks'),
  ('cpm', 'Cost per thousand impressions', 'money', 'down', 1000, 'spend', 'impressions'),
  ('cpv', 'Cost per 3-second video view', 'money', 'down', 1, 'spend', 'video_views_3s'),
  ('ctr', 'Click-through rate', 'fraction', 'up', 1, 'clicks', 'impressions'),
  ('link_ctr', 'Link click-through rate', 'fraction', 'up', 1, 'link_clicks', 'impressions'),
  ('cvr', 'Conversion rate', 'fraction', 'up', 1, 'conversions', 'clicks'),
  ('atc_rate', 'Add-to-cart rate', 'fraction', 'up', 1, 'add_to_carts', 'link_clicks'),
  ('aov', 'Average order value', 'money', 'up', 1, 'revenue', 'purchases'),
  ('rpc', 'Revenue per click', 'money', 'up', 1, 'revenue', 'clicks'),
  ('acos', 'Advertising cost of sales', 'fraction', 'down', 1, 'spend', 'revenue'),
  ('frequency', 'Frequency', 'multiple', 'down', 1, 'impressions', 'reach'),
  ('spend_share', 'Share of spend', 'fraction', 'up', 1, 'spend', 'total_spend'),
  ('hook_rate', 'Hook rate', 'fraction', 'up', 1, 'video_views_3s', 'impressions'),
  ('hold_rate', 'Hold rate', 'fraction', 'up', 1, 'thruplays', 'video_views_3s');

update analytics.metric_definitions as metric
set bases = array(
  select base.name
  from analytics.metric_definitions as base
  where base.source_column is not null
    and pg_catalog.concat_ws(' ', metric.numerator, metric.denominator) ~ ('\m' || base.name || '\M')
  order by base.position
);

create function analytics.metric_catalogue()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'data',
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'name', metric_definitions.name,
        'label', metric_definitions.label,
        'unit', metric_definitions.unit,
        'formula', metric_definitions.formula,
        'additive', metric_definitions.additive,
        'better', metric_definitions.better
      )
      order by metric_definitions.position
    )
  )
  from analytics.metric_definitions;
$$;
comment on function analytics.metric_catalogue() is 'GET /v1/metrics/definitions: every metric with its unit and formula.';
grant execute on function analytics.metric_catalogue() to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.metric_catalogue', 'read:marketing', brand => 'none', may_lag => true);

create function analytics.brands()
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'data',
      coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', brands.brand_id,
            'name', brands.name,
            'currency', data_brands.currency,
            'timezone', data_brands.timezone,
            'status', brands.status,
            'platforms', array(
              select distinct entities.platform
              from analytics.entities
              where entities.brand_id = data_brands.brand_id and entities.level = 'account'
              order by entities.platform
            )
          )
          order by brands.name, brands.brand_id
        ),
        '[]'
      )
    )
    from core.brands
    join core.brands as data_brands on data_brands.brand_id = core.data_brand_id(brands.brand_id)
    where brands.brand_id = any (core.scope_brand_ids())
  );
end
$$;
comment on function analytics.brands() is 'GET /v1/brands: the brands in scope, with the platforms of their ad accounts.';
grant execute on function analytics.brands() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.brands', 'read:marketing', brand => 'none', may_lag => true);

create index entities_accounts_idx on analytics.entities (brand_id, platform) where level = 'account';

create function analytics.local_hour(hour timestamptz, timezone text)
returns text
language sql stable
as $$
  select
    pg_catalog.to_char(local.at, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when local.offset_minutes < 0 then '-' else '+' end
    || pg_catalog.to_char(pg_catalog.make_interval(mins => pg_catalog.abs(local.offset_minutes)), 'HH24:MI')
  from (
    select
      local_hour.hour at time zone local_hour.timezone as at,
      (extract(epoch from (local_hour.hour at time zone local_hour.timezone) - (local_hour.hour at time zone 'UTC')) / 60)::integer
        as offset_minutes
  ) as local;
$$;
comment on function analytics.local_hour(timestamptz, text) is 'RFC 3339 with the zone''s own offset: 2026-10-25T02:00:00+01:00.';
grant execute on function analytics.local_hour(timestamptz, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metric_expression(metric analytics.metric_definitions, level text, currency_exponent smallint)
returns text
language sql immutable
as $$
  select case
    when (metric_expression.metric).name = 'mer' and metric_expression.level <> 'account' then 'null::numeric'
    else pg_catalog.format(
      'pg_catalog.trim_scale(pg_catalog.round(%s(%s)%s, %s))',
      case when (metric_expression.metric).multiplier = 1 then '' else (metric_expression.metric).multiplier || ' * ' end,
      (metric_expression.metric).numerator,
      coalesce(' / nullif(' || (metric_expression.metric).denominator || ', 0)', ''),
      case when (metric_expression.metric).unit = 'money' then metric_expression.currency_exponent else 6 end
    )
  end;
$$;
comment on function analytics.metric_expression(analytics.metric_definitions, text, smallint) is
  'The SQL of one metric over summed bases: money rounded to the currency''s minor unit, the rest to six decimals.';
grant execute on function analytics.metric_expression(analytics.metric_definitions, text, smallint) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.object_expression(names text[], expressions text[])
returns text
language plpgsql immutable
as $$
begin
  -- A function takes a hundred arguments: of more than fifty pairs a row is made first.
  return (
    select case when pg_catalog.cardinality(object_expression.names) <= 50
      then 'pg_catalog.json_build_object(' || pg_catalog.string_agg(pg_catalog.format('%L, %s', pair.name, pair.expression), ', ' order by pair.position) || ')'
      else '(select pg_catalog.row_to_json(wide) from (select '
        || pg_catalog.string_agg(pg_catalog.format('%s as %I', pair.expression, pair.name), ', ' order by pair.position) || ') as wide)'
    end
    from rows from (pg_catalog.unnest(object_expression.names), pg_catalog.unnest(object_expression.expressions)) with ordinality as pair (name, expression, position)
  );
end
$$;
comment on function analytics.object_expression(text[], text[]) is 'The SQL of a JSON object that has these names in their order, each with the value of its expression.';
grant execute on function analytics.object_expression(text[], text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metrics_query(
  metrics text[],
  level text,
  granularity text,
  currency_exponent smallint,
  revenue_source text,
  filters jsonb default '{}',
  sort_by text default null,
  "order" text default 'desc'
)
returns text
language plpgsql stable
as $$
declare
  v_is_filtered constant boolean := metrics_query.filters <> '{}';
  -- What is of some platforms or campaigns only is not of the whole account.
  v_shown_level constant text := case when v_is_filtered then 'campaign' else metrics_query.level end;
  v_read_level constant text := case when metrics_query.level = 'account' and metrics_query.filters ? 'campaign_id' then 'campaign' else metrics_query.level end;
  v_order text;
  v_whole text;
  v_sums text;
  v_total_sums text;
  v_units text;
  v_first_metric text;
  v_expressions text[];
  v_keys text[];
  v_key_columns text;
  v_entity text;
  v_source text;
  v_bucket text;
  v_date text;
  v_is_partial text;
  -- By day below account level the rows to read are the rows to answer.
  v_is_summed constant boolean := metrics_query.level = 'account' or metrics_query.granularity <> 'day';
begin
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        case
          when not v_is_summed then 'facts.%2$I as %1$I'
          when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%2$I) end as %1$I'
          else 'sum(facts.%2$I) as %1$I'
        end,
        base.name,
        case when base.name = 'revenue' and metrics_query.revenue_source = 'store' then 'store_revenue_micros' else base.source_column end
      ),
      ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.name = 'reach' then 'case when count(*) = 1 then max(%1$I) end as %1$I' else 'sum(%1$I) as %1$I' end, base.name
      ),
      ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(case when base.source_column like '%\_micros' then '%1$I * 0.000001 as %1$I' else '%1$I::numeric as %1$I' end, base.name), ', '
    )
  into v_sums, v_total_sums, v_units
  from analytics.metric_definitions as base
  where base.source_column is not null
    and (
      base.name = 'spend'
      or exists (
        select from analytics.metric_definitions as metric
        where metric.name = any (metrics_query.metrics || metrics_query.sort_by) and base.name = any (metric.bases)
      )
    );

  select
    pg_catalog.array_agg(
      analytics.metric_expression(metric_definitions, v_shown_level, metrics_query.currency_exponent) order by requested.position
    )
  into v_expressions
  from pg_catalog.unnest(metrics_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions on metric_definitions.name = requested.name;
  v_first_metric := coalesce(
    (
      select analytics.metric_expression(metric_definitions, v_shown_level, metrics_query.currency_exponent)
      from analytics.metric_definitions
      where metric_definitions.name = metrics_query.sort_by
    ),
    v_expressions[1]
  );
  v_order := pg_catalog.format(
    case when metrics_query.sort_by is null then 'bucket, first_metric %s nulls last' else 'first_metric %s nulls last, bucket' end,
    case metrics_query."order" when 'asc' then 'asc' else 'desc' end
  );

  select
    coalesce(pg_catalog.array_agg(key.name order by key.position), '{}'),
    pg_catalog.string_agg(key.name, ', ' order by key.position)
  into v_keys, v_key_columns
  from (
    values
      (1, 'platform', '{campaign,adset,ad}'),
      (2, 'account_id', '{campaign,adset,ad}'),
      (3, 'campaign_id', '{campaign,adset,ad}'),
      (4, 'campaign_name', '{campaign,adset,ad}'),
      (5, 'campaign_status', '{campaign,adset,ad}'),
      (6, 'adset_id', '{adset,ad}'),
      (7, 'adset_name', '{adset,ad}'),
      (8, 'ad_id', '{ad}'),
      (9, 'ad_name', '{ad}'),
      (10, 'creative_id', '{ad}')
  ) as key (position, name, levels)
  where metrics_query.level = any (key.levels::text[]);

  if metrics_query.granularity = 'hour' then
    -- An account in a zone that is half an hour off has its hours begin within the brand's.
    v_bucket := 'facts.hour - pg_catalog.make_interval(mins => extract(minute from facts.hour at time zone $4)::integer)';
    v_date := 'analytics.local_hour(bucket, $4)';
    v_is_partial := 'bucket + interval ''1 hour'' > platform.now()';
    v_entity := case metrics_query.level
      when 'account' then 'null::bigint'
      when 'campaign' then 'coalesce(entities.campaign_entity_id, facts.entity_id)'
      when 'adset' then 'coalesce(entities.adset_entity_id, facts.entity_id)'
      else 'facts.entity_id'
    end;
    v_source := 'analytics.facts_hourly as facts'
      ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id'
      ' where facts.brand_id = $1'
      ' and facts.hour >= $2::timestamp at time zone $4 and facts.hour < ($3 + 1)::timestamp at time zone $4';
  else
    v_bucket := case metrics_query.granularity when 'day' then 'facts.day' when 'none' then 'null::date'
      else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', metrics_query.granularity)
    end;
    v_date := 'bucket';
    v_is_partial := case when metrics_query.granularity = 'none' then 'false'
      else pg_catalog.format('bucket < $2 or (bucket + interval %L)::date - 1 > least($6, $7 - 1)', '1 ' || metrics_query.granularity)
    end;
    v_entity := case when metrics_query.level = 'account' then 'null::bigint' else 'facts.entity_id' end;
    v_source := case when v_read_level = 'ad' then 'analytics.facts_daily as facts where'
      else pg_catalog.format('analytics.rollups_daily as facts where facts.level = %L and', v_read_level)
    end || ' facts.brand_id = $1 and facts.day between $2 and $3';
  end if;
  if v_is_filtered then
    -- A share is of all spend, whatever is left out.
    v_whole := case when 'spend_share' = any (metrics_query.metrics || metrics_query.sort_by) then '(select sum(facts.spend_micros) from ' || v_source || ')' end;
    v_source := v_source || ' and facts.entity_id in ('
      'select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $8))';
  end if;

  return pg_catalog.format(
    $query$
with sums as materialized (
  select %1$s as bucket, %2$s as entity_id, %3$s
  from %4$s%15$s
),
total as materialized (
  select count(*) as total_rows, %16$s * 0.000001 as total_spend from sums
),
top as (
  select units.*, total.total_spend, %5$s as first_metric, %6$s as is_partial
  from (select bucket, entity_id, %8$s from sums) as units
  cross join total
  order by %17$s
  fetch first ($5 + $9) rows with ties
),
page as (
  select top.*%7$s
  from top
  %9$s
  order by %17$s%10$s
  limit $5 offset $9
)
select
  (select total_rows from total) as total_rows,
  (
    select pg_catalog.json_agg(
      case when is_partial
        then %11$s
        else %12$s
      end
    )
    from page
  ) as data,
  (
    select %13$s
    from (select %8$s from (select %14$s from sums) as total_sums) as units
    cross join total
    where total.total_rows > 0
  ) as totals
    $query$,
    v_bucket, v_entity, v_sums, v_source,
    v_first_metric, v_is_partial,
    coalesce(', ' || v_key_columns, ''),
    v_units,
    case when v_keys = '{}' then ''
      else 'join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id'
    end,
    coalesce(', ' || v_key_columns, ''),
    analytics.object_expression(array['date', 'partial'] || v_keys || metrics_query.metrics, array[v_date, 'true'] || v_keys || v_expressions),
    case when metrics_query.granularity = 'none'
      then analytics.object_expression(v_keys || metrics_query.metrics, v_keys || v_expressions)
      else analytics.object_expression(array['date'] || v_keys || metrics_query.metrics, array[v_date] || v_keys || v_expressions)
    end,
    analytics.object_expression(metrics_query.metrics, v_expressions),
    v_total_sums,
    case when v_is_summed then E'\n  group by 1, 2' else '' end,
    coalesce(v_whole, 'sum(spend)'),
    v_order
  );
end
$$;
comment on function analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text) is
  'The query behind analytics.metrics, built from the metric catalogue: sums of the base metrics asked for, then the first rows and the totals. '
  'Rows are by period, and within it by the first metric, unless sort_by names one; granularity none is the whole range. '
  'Parameters: brand, first and last day to read, zone, limit, last day asked for, today, filters as of analytics.is_meant, rows to pass over.';
grant execute on function analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.check_range(date_from date, date_to date, granularity text)
returns void
language plpgsql immutable
as $$
begin
  if check_range.date_from > check_range.date_to then
    perform platform.fail('BADRQ', 'date_to: must not be before date_from.');
  elsif check_range.date_to - check_range.date_from >= 1127 then
    perform platform.fail('BADRQ', 'date_to: at most 1127 days (37 months) in one request. Ask for a shorter range.');
  elsif check_range.granularity = 'hour' and check_range.date_to - check_range.date_from >= 31 then
    perform platform.fail('BADRQ', 'date_to: at most 31 days by hour. Ask for a shorter range or granularity=day.');
  end if;
end
$$;
comment on function analytics.check_range(date, date, text) is 'Refuses ranges that run backwards or are too long, naming the parameter.';
grant execute on function analytics.check_range(date, date, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.check_metrics(metrics text[])
returns text[]
language plpgsql stable
as $$
declare
  v_metrics text[];
  v_unknown text;
begin
  select
    pg_catalog.array_agg(requested.name order by requested.position),
    pg_catalog.string_agg(requested.name, ', ' order by requested.position) filter (where metric_definitions.name is null)
  into v_metrics, v_unknown
  from (
    select request.name, min(request.position) as position
    from pg_catalog.unnest(check_metrics.metrics) with ordinality as request (name, position)
    group by request.name
  ) as requested
  left join analytics.metric_definitions on metric_definitions.name = requested.name;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ',
      'metrics: unknown metric ' || v_unknown || '. Valid names: '
      || (select pg_catalog.string_agg(metric_definitions.name, ', ' order by metric_definitions.position) from analytics.metric_definitions)
      || '.'
    );
  end if;
  return v_metrics;
end
$$;
comment on function analytics.check_metrics(text[]) is 'The metric names without repetitions, in the order asked for; refuses names that the catalogue lacks.';
grant execute on function analytics.check_metrics(text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.unreported_bases(brand_id text, metrics text[], date_from date, date_to date)
returns table (platform text, external_id text, bases text)
language plpgsql stable
as $$
declare
  v_query constant text := (
    select pg_catalog.format(
      $query$
      select accounts.platform, accounts.external_id, pg_catalog.concat_ws(', ', %1$s)
      from analytics.rollups_daily as facts
      join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
      where facts.brand_id = $1 and facts.level = 'account' and facts.day between $2 and $3
      group by accounts.platform, accounts.external_id
      having not (%2$s)
      $query$,
      pg_catalog.string_agg(pg_catalog.format('case when count(facts.%I) = 0 then %L end', base.source_column, base.name), ', ' order by base.position),
      pg_catalog.string_agg(pg_catalog.format('count(facts.%I) > 0', base.source_column), ' and ')
    )
    from analytics.metric_definitions as base
    where base.source_column is not null
      and exists (
        select from analytics.metric_definitions as metric
        where metric.name = any (unreported_bases.metrics) and metric.name <> 'mer' and pg_catalog.cardinality(metric.bases) > 1 and base.name = any (metric.bases)
      )
    having count(*) > 0
  );
begin
  if v_query is not null then
    return query execute v_query using unreported_bases.brand_id, unreported_bases.date_from, unreported_bases.date_to;
  end if;
end
$$;
comment on function analytics.unreported_bases(text, text[], date, date) is
  'Ad accounts that in this range report none of a base metric that one of these derived metrics needs.';
grant execute on function analytics.unreported_bases(text, text[], date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metric_warnings(brand core.brands, metrics text[], level text, date_from date, date_to date, today date, granularity text)
returns text[]
language plpgsql stable
as $$
begin
  return (
    select coalesce(pg_catalog.array_agg(warning.text order by warning.position, warning.text), '{}')
    from (
      select 1 as position, 'date_to is in the future: answered through today, ' || metric_warnings.today || '.' as text
      where metric_warnings.date_to > metric_warnings.today
      union all
      select 2, 'reach and frequency cannot be added up: they are null where several rows were combined.'
      where metric_warnings.metrics && array['reach', 'frequency']
      union all
      select 3, 'mer compares the whole store with all spend: it is null below level=account.'
      where 'mer' = any (metric_warnings.metrics) and metric_warnings.level <> 'account'
      union all
      select
        4,
        pg_catalog.format(
          'Account %s on %s bills in %s: its amounts are converted at the rate of their day, and null where none is known.',
          entities.external_id, entities.platform, entities.currency
        )
      from analytics.entities
      where entities.brand_id = (metric_warnings.brand).brand_id
        and entities.level = 'account'
        and entities.currency <> (metric_warnings.brand).currency
      union all
      select
        5,
        pg_catalog.format(
          'Account %s on %s cuts its days in %s: what it reports by day only keeps those days.',
          entities.external_id, entities.platform, entities.timezone
        )
      from analytics.entities
      where entities.brand_id = (metric_warnings.brand).brand_id
        and entities.level = 'account'
        and entities.timezone <> (metric_warnings.brand).timezone
        and metric_warnings.granularity <> 'hour'
      union all
      select
        6, pg_catalog.format('Account %s on %s reports by day only: these hours are without it.', accounts.external_id, accounts.platform)
      from analytics.entities as accounts
      where accounts.brand_id = (metric_warnings.brand).brand_id
        and accounts.level = 'account'
        and metric_warnings.granularity = 'hour'
        and exists (
          select from analytics.rollups_daily
          where rollups_daily.brand_id = accounts.brand_id
            and rollups_daily.level = 'account'
            and rollups_daily.entity_id = accounts.entity_id
            and rollups_daily.day between metric_warnings.date_from and metric_warnings.date_to
        )
        and not exists (
          select
          from analytics.facts_hourly as facts
          join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
          where facts.brand_id = accounts.brand_id
            and coalesce(entities.account_entity_id, entities.entity_id) = accounts.entity_id
            and facts.hour >= metric_warnings.date_from::timestamp at time zone (metric_warnings.brand).timezone
            and facts.hour < (metric_warnings.date_to + 1)::timestamp at time zone (metric_warnings.brand).timezone
        )
      union all
      select
        7, pg_catalog.format('Account %s on %s reports no %s: what is derived from it leaves that account’s part out.', unreported.external_id, unreported.platform, unreported.bases)
      from analytics.unreported_bases((metric_warnings.brand).brand_id, metric_warnings.metrics, metric_warnings.date_from, metric_warnings.date_to) as unreported
      where metric_warnings.granularity <> 'hour'
    ) as warning
  );
end
$$;
comment on function analytics.metric_warnings(core.brands, text[], text, date, date, date, text) is
  'What a reader of the numbers must know and the numbers do not show.';
grant execute on function analytics.metric_warnings(core.brands, text[], text, date, date, date, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metrics(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'account',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  granularity text default 'day',
  "limit" integer default 50
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_exponent smallint;
  v_today date;
  v_metrics text[];
  v_total_rows bigint;
  v_data json;
  v_totals json;
begin
  perform analytics.check_range(metrics.date_from, metrics.date_to, metrics.granularity);
  v_metrics := analytics.check_metrics(metrics.metrics);

  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(metrics.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select data_status.* into v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id
    and data_status.kind = case when metrics.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  if not found then
    perform platform.fail(
      'NTRDY',
      case when metrics.granularity = 'hour'
        then 'No hourly ad data has been ingested for this brand. Ask for granularity=day, or import a report by hour.'
        else 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.'
      end
    );
  end if;
  v_today := (platform.now() at time zone v_brand.timezone)::date;

  execute analytics.metrics_query(v_metrics, metrics.level, metrics.granularity, v_exponent, v_brand.revenue_source)
  into v_total_rows, v_data, v_totals
  using
    v_brand.brand_id, metrics.date_from, least(metrics.date_to, v_today), v_brand.timezone, metrics."limit",
    metrics.date_to, v_today, '{}'::jsonb, 0;

  return pg_catalog.json_build_object(
    'brand_id', metrics.brand_id,
    'level', metrics.level,
    'granularity', metrics.granularity,
    'date_from', metrics.date_from,
    'date_to', metrics.date_to,
    'data', coalesce(v_data, '[]'),
    'totals', v_totals,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_total_rows,
      'truncated', v_total_rows > metrics."limit",
      'attribution_setting', v_brand.revenue_source,
      'warnings', analytics.metric_warnings(v_brand, v_metrics, metrics.level, metrics.date_from, metrics.date_to, v_today, metrics.granularity)
    )
  );
end
$$;
comment on function analytics.metrics(text, date, date, text, text[], text, integer) is
  'GET /v1/metrics: rows per period and entity, totals over the whole range whatever the limit, and what to know about both. '
  'Days, weeks (Monday) and months are the brand''s. Raises BADRQ for a bad range or metric, NTRDY when nothing was ever ingested.';
grant execute on function analytics.metrics(text, date, date, text, text[], text, integer) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.metrics', 'read:marketing', may_lag => true);

create view analytics.entity_paths
with (security_invoker = true)
as
select
  entities.brand_id,
  entities.entity_id,
  entities.level,
  entities.platform,
  accounts.external_id as account_id,
  accounts.name as account_name,
  campaigns.external_id as campaign_id,
  campaigns.name as campaign_name,
  campaigns.status as campaign_status,
  adsets.external_id as adset_id,
  adsets.name as adset_name,
  case when entities.level = 'ad' then entities.external_id end as ad_id,
  case when entities.level = 'ad' then entities.name end as ad_name,
  creatives.external_id as creative_id
from analytics.entities
left join analytics.entities as accounts
  on accounts.brand_id = entities.brand_id
  and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
left join analytics.entities as campaigns
  on campaigns.brand_id = entities.brand_id
  and campaigns.entity_id = case when entities.level = 'campaign' then entities.entity_id else entities.campaign_entity_id end
left join analytics.entities as adsets
  on adsets.brand_id = entities.brand_id
  and adsets.entity_id = case when entities.level = 'adset' then entities.entity_id else entities.adset_entity_id end
left join analytics.creatives
  on creatives.brand_id = entities.brand_id
  and creatives.creative_id = entities.creative_id;
comment on view analytics.entity_paths is 'Every ad account, campaign, ad set and ad with the platform''s ids and the names of all that it belongs to.';
grant select on analytics.entity_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_performance
with (security_invoker = true)
as
select
  facts_daily.brand_id,
  facts_daily.day,
  entity_paths.platform,
  entity_paths.account_name,
  entity_paths.campaign_name,
  entity_paths.adset_name,
  entity_paths.ad_name,
  facts_daily.spend_micros / 1000000.0 as spend,
  facts_daily.revenue_micros / 1000000.0 as revenue,
  facts_daily.impressions,
  facts_daily.clicks,
  facts_daily.conversions_micros / 1000000.0 as conversions,
  facts_daily.purchases_micros / 1000000.0 as purchases,
  facts_daily.revenue_micros::numeric / nullif(facts_daily.spend_micros, 0) as roas,
  facts_daily.spend_micros::numeric / nullif(facts_daily.conversions_micros, 0) as cpa
from analytics.facts_daily
join analytics.entity_paths
  on entity_paths.brand_id = facts_daily.brand_id
  and entity_paths.entity_id = facts_daily.entity_id;
comment on view analytics.daily_performance is
  'What each ad did on each day, with names and in whole units of the brand''s currency. Add up spend and revenue, never roas or cpa.';
grant select on analytics.daily_performance to vitrine_key, vitrine_person, vitrine_analyst, vitrine_simulated, vitrine_worker;

create function analytics.active_accounts(brand_id text)
returns table (platform text, account_id text, reported_through date, lag_days integer)
language plpgsql stable
as $$
declare
  v_last_on date;
begin
  -- A day that has not ended tells nothing yet.
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_last_on
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = active_accounts.brand_id and data_status.kind = 'ads_daily';
  return query
  select accounts.platform, accounts.external_id, max(facts.day), v_last_on - max(facts.day)
  from analytics.rollups_daily as facts
  join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
  where facts.brand_id = active_accounts.brand_id and facts.level = 'account' and facts.day > v_last_on - 14 and facts.day <= v_last_on
  group by accounts.platform, accounts.external_id
  having sum(facts.spend_micros) > 0 or sum(facts.store_revenue_micros) > 0;
end
$$;
comment on function analytics.active_accounts(text) is
  'The accounts of a brand that spent or sold in its last 14 finished days, how far each has reported, and how many days that is behind the first.';

create function analytics.reported_through(brand_id text)
returns date
language sql stable
as $$
  select coalesce(
    (select min(accounts.reported_through) from analytics.active_accounts(reported_through.brand_id) as accounts),
    least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  )
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = reported_through.brand_id and data_status.kind = 'ads_daily';
$$;
comment on function analytics.reported_through(text) is 'The last finished day of a brand that every active account has reported: later ones are half a day''s business.';

grant execute on function
  analytics.active_accounts(text),
  analytics.reported_through(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create table analytics.attribution_models (
  model text not null,
  position smallint not null,
  label text not null,
  rule text not null,
  is_additive boolean not null default true,
  constraint attribution_models_pkey primary key (model)
);
comment on table analytics.attribution_models is 'How the value of an order can be shared out among the touches that led to it.';
comment on column analytics.attribution_models.is_additive is 'Whether the shares of an order add up to one. Participation counts an order once for every channel.';
insert into analytics.attribution_models (model, position, label, rule, is_additive) values
  ('first_touch', 1, 'First touch', 'All to the first touch.', true),
  ('last_touch', 2, 'Last touch', 'All to the last touch.', true),
  ('last_non_direct', 3, 'Last touch but direct', 'All to the last touch that is not direct; to the last one where all are.', true),
  ('linear', 4, 'Linear', 'The same to every touch.', true),
  ('linear_unique', 5, 'Linear by channel', 'The same to every channel: the exact Shapley value of the channels.', true),
  ('position', 6, 'Position', '40 % to the first touch, 40 % to the last, the rest to those between.', true),
  ('time_decay', 7, 'Time decay', 'Halved with every half-life that a touch lies before the order.', true),
  ('markov', 8, 'Markov', 'By how many orders would be lost without the channel: removal effects of the first-order chain.', true),
  ('participation', 9, 'Participation', 'All to every channel of the path.', false);

create table analytics.attribution_settings (
  brand_id text not null,
  model text not null default 'position',
  click_days integer not null default 30,
  view_days integer not null default 1,
  half_life_hours integer not null default 168,
  first_share numeric not null default 0.4,
  last_share numeric not null default 0.4,
  accounting text not null default 'accrual',
  is_collapsed boolean not null default true,
  is_cut_at_orders boolean not null default false,
  direct_channels text[] not null default '{direct,(direct),none,(none),unknown}',
  version integer not null default 1,
  constraint attribution_settings_pkey primary key (brand_id),
  constraint attribution_settings_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_settings_model_fkey foreign key (model) references analytics.attribution_models on delete restrict,
  constraint attribution_settings_windows_check check (click_days between 1 and 365 and view_days between 0 and 365),
  constraint attribution_settings_half_life_check check (half_life_hours between 1 and 8760),
  constraint attribution_settings_shares_check check (first_share >= 0 and last_share >= 0 and first_share + last_share between 0.01 and 1),
  constraint attribution_settings_accounting_check check (accounting in ('accrual', 'cash'))
);
comment on table analytics.attribution_settings is 'How a brand shares out its orders. Change it with analytics.configure_attribution.';
comment on column analytics.attribution_settings.accounting is 'accrual: a refund counts on the day of its order; cash: on its own day.';
comment on column analytics.attribution_settings.is_collapsed is 'Touches of one channel in a row count as one, the last of them.';
comment on column analytics.attribution_settings.is_cut_at_orders is 'An order looks back no further than the order before it.';

create table analytics.channels (
  brand_id text not null,
  key text not null,
  channel text not null,
  constraint channels_pkey primary key (brand_id, key),
  constraint channels_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.channels is 'How a brand spells its channels: one spelling each, the first that came in.';
comment on column analytics.channels.key is 'What all spellings of a channel have in common: analytics.channel_key.';

create table analytics.touchpoints (
  brand_id text not null,
  visitor_id text not null,
  touched_at timestamptz not null,
  kind text not null,
  channel text not null,
  touch_id text not null default '',
  person_id text not null,
  campaign text,
  constraint touchpoints_pkey primary key (brand_id, visitor_id, touched_at, kind, channel, touch_id),
  constraint touchpoints_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint touchpoints_kind_check check (kind in ('view', 'click'))
);
create index touchpoints_person_idx on analytics.touchpoints (brand_id, person_id, touched_at) include (channel, kind, touch_id);
create index touchpoints_time_idx on analytics.touchpoints (brand_id, touched_at);
comment on table analytics.touchpoints is 'What somebody saw or clicked before they bought, or did not buy.';
comment on column analytics.touchpoints.visitor_id is 'As the source knows them: a customer''s id, or device: and a device''s.';
comment on column analytics.touchpoints.person_id is 'One id for all visitor ids that are linked to each other: the first of them by name.';

create table analytics.orders (
  brand_id text not null,
  order_id text not null,
  visitor_id text not null,
  person_id text not null,
  ordered_at timestamptz not null,
  revenue_micros bigint not null,
  is_new_customer boolean,
  refunded_micros bigint not null default 0,
  refunded_at timestamptz,
  constraint orders_pkey primary key (brand_id, order_id),
  constraint orders_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint orders_revenue_check check (revenue_micros >= 0),
  constraint orders_refund_check check (refunded_micros between 0 and revenue_micros and (refunded_micros = 0 or refunded_at >= ordered_at))
);
create index orders_time_idx on analytics.orders (brand_id, ordered_at);
create index orders_person_idx on analytics.orders (brand_id, person_id, ordered_at);
create index orders_refund_idx on analytics.orders (brand_id, refunded_at) where refunded_at is not null;
comment on table analytics.orders is 'Orders of the brand''s store, in millionths of its currency.';
comment on column analytics.orders.is_new_customer is 'Null: the source does not say.';

create table analytics.identity_links (
  brand_id text not null,
  visitor_id text not null,
  linked_id text not null,
  constraint identity_links_pkey primary key (brand_id, visitor_id, linked_id),
  constraint identity_links_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.identity_links is 'Two visitor ids that were seen together: they are one person.';

create table analytics.attribution_days (
  brand_id text not null,
  day date not null,
  orders bigint not null,
  value_micros bigint not null,
  conversions bigint not null,
  unattributed_value_micros bigint not null,
  unattributed_conversions bigint not null,
  touches bigint not null,
  computed_at timestamptz not null default platform.now(),
  constraint attribution_days_pkey primary key (brand_id, day),
  constraint attribution_days_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.attribution_days is 'All there was to share out on a day of the brand, and what no touch led to.';

create table analytics.attribution_credits (
  brand_id text not null,
  model text not null,
  day date not null,
  channel text not null,
  value_micros double precision not null,
  conversions double precision not null,
  new_customers double precision not null,
  constraint attribution_credits_pkey primary key (brand_id, model, day, channel),
  constraint attribution_credits_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_credits_model_fkey foreign key (model) references analytics.attribution_models on delete cascade
);
comment on table analytics.attribution_credits is 'Each channel''s part in the orders of a day by every model but markov, which looks at a whole range at once.';

create table analytics.attribution_transitions (
  brand_id text not null,
  day date not null,
  from_channel text not null,
  to_channel text not null,
  paths double precision not null,
  value_micros double precision not null,
  new_customers double precision not null,
  constraint attribution_transitions_pkey primary key (brand_id, day, from_channel, to_channel),
  constraint attribution_transitions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.attribution_transitions is
  'How often one touch followed another in the paths that ended on a day: (start), channels, (order), (none). The markov model is counted from it.';
comment on column analytics.attribution_transitions.value_micros is 'Of the orders, where to_channel is (order).';

create view analytics.conversion_touches
with (security_invoker = true)
as
-- Every window is cut by brand, time and order, so that a question about one brand and month reads no more than that.
with touches as (
  select
    orders.brand_id,
    orders.ordered_at,
    orders.order_id,
    orders.person_id,
    touchpoints.touched_at,
    touchpoints.kind,
    touchpoints.channel,
    touchpoints.touch_id,
    settings.is_collapsed,
    settings.half_life_hours,
    settings.first_share::double precision as first_share,
    settings.last_share::double precision as last_share,
    pg_catalog.lower(touchpoints.channel) = any (settings.direct_channels) as is_direct,
    pg_catalog.bool_or(touchpoints.kind = 'click') over of_channel as is_clicked,
    pg_catalog.row_number() over (
      partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel, touchpoints.kind
      order by touchpoints.touched_at desc, touchpoints.touch_id desc
    ) as number_from_last
  from analytics.orders
  join analytics.attribution_settings as settings on settings.brand_id = orders.brand_id
  join analytics.touchpoints
    on touchpoints.brand_id = orders.brand_id
    and touchpoints.person_id = orders.person_id
    and touchpoints.touched_at <= orders.ordered_at
    and touchpoints.touched_at > orders.ordered_at - pg_catalog.make_interval(hours => 24 * greatest(settings.click_days, settings.view_days))
    and touchpoints.touched_at > orders.ordered_at
      - pg_catalog.make_interval(hours => 24 * case touchpoints.kind when 'click' then settings.click_days else settings.view_days end)
  where not settings.is_cut_at_orders
    or not exists (
      select from analytics.orders as earlier
      where earlier.brand_id = orders.brand_id
        and earlier.person_id = orders.person_id
        and earlier.ordered_at < orders.ordered_at
        and earlier.ordered_at >= touchpoints.touched_at
    )
  window of_channel as (partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel)
),
counted as (
  select
    touches.*,
    pg_catalog.lead(touches.channel) over path as next_channel
  from touches
  where touches.kind = 'click' or (not touches.is_clicked and touches.number_from_last = 1)
  window path as (
    partition by touches.brand_id, touches.ordered_at, touches.order_id
    order by touches.touched_at, touches.kind desc, touches.channel, touches.touch_id
  )
),
placed as (
  select
    counted.*,
    pg_catalog.row_number() over path as position,
    count(*) over whole as path_length,
    pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel)
    + pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel desc)
    - 1 as channels,
    count(*) over (partition by counted.brand_id, counted.ordered_at, counted.order_id, counted.channel) as touches_of_channel,
    pg_catalog.bool_and(counted.is_direct) over whole as is_all_direct,
    pg_catalog.row_number() over (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.is_direct, counted.touched_at desc, counted.kind, counted.channel desc, counted.touch_id desc
    ) as number_from_last_non_direct,
    pg_catalog.power(
      2,
      -- Beyond a thousand half-lives a double would be too small to hold.
      greatest(
        -1000,
        -extract(epoch from pg_catalog.max(counted.touched_at) over whole - counted.touched_at)::double precision / (3600 * counted.half_life_hours)
      )
    ) as freshness
  from counted
  where not counted.is_collapsed or counted.next_channel is distinct from counted.channel
  window
    path as (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
    ),
    whole as (partition by counted.brand_id, counted.ordered_at, counted.order_id)
)
select
  placed.brand_id,
  placed.ordered_at,
  placed.order_id,
  placed.person_id,
  placed.touched_at,
  placed.kind,
  placed.channel,
  placed.position,
  placed.path_length,
  (placed.position = 1)::integer::double precision as first_touch,
  (placed.position = placed.path_length)::integer::double precision as last_touch,
  (placed.number_from_last_non_direct = 1)::integer::double precision as last_non_direct,
  1::double precision / placed.path_length as linear,
  1::double precision / (placed.channels * placed.touches_of_channel) as linear_unique,
  case
    when placed.path_length = 1 then 1
    when placed.path_length = 2 and placed.position = 1 then placed.first_share / (placed.first_share + placed.last_share)
    when placed.path_length = 2 then placed.last_share / (placed.first_share + placed.last_share)
    when placed.position = 1 then placed.first_share
    when placed.position = placed.path_length then placed.last_share
    else (1 - placed.first_share - placed.last_share) / (placed.path_length - 2)
  end as "position_based",
  placed.freshness / sum(placed.freshness) over (partition by placed.brand_id, placed.ordered_at, placed.order_id) as time_decay,
  1::double precision / placed.touches_of_channel as participation
from placed;
comment on view analytics.conversion_touches is
  'Every touch that led to an order, within the brand''s windows, with the part of the order that each model gives it. Ask for one brand and a range of ordered_at.';
comment on column analytics.conversion_touches.position is 'From 1, the earliest, to path_length. At one instant views come before clicks, then by channel.';
grant select on analytics.conversion_touches to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.conversion_paths
with (security_invoker = true)
as
select
  touches.brand_id,
  touches.ordered_at,
  touches.order_id,
  pg_catalog.string_agg(touches.channel, ' > ' order by touches.position) as path,
  count(*) as touches,
  min(touches.touched_at) as first_touched_at
from analytics.conversion_touches as touches
group by touches.brand_id, touches.ordered_at, touches.order_id;
comment on view analytics.conversion_paths is 'The way to each order as text: tiktok > meta > google. Orders that no touch led to are absent.';
grant select on analytics.conversion_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_attribution
with (security_invoker = true)
as
select
  credits.brand_id,
  credits.model,
  credits.day,
  credits.channel,
  (credits.value_micros / 1000000)::numeric as value,
  credits.conversions::numeric as conversions,
  credits.new_customers::numeric as new_customers
from analytics.attribution_credits as credits;
comment on view analytics.daily_attribution is
  'Each channel''s part in the orders of a day, by model, in whole units of the brand''s currency. One model at a time adds up; participation does not.';
grant select on analytics.daily_attribution to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.invert_matrix(matrix double precision[], size integer)
returns double precision[]
language plpgsql immutable
as $$
declare
  v_left double precision[] := invert_matrix.matrix;
  v_right double precision[] := pg_catalog.array_fill(0::double precision, array[invert_matrix.size * invert_matrix.size]);
  v_size constant integer := invert_matrix.size;
  v_pivot_row integer;
  v_pivot double precision;
  v_factor double precision;
  v_swap double precision;
begin
  for i in 1 .. v_size loop
    v_right[(i - 1) * v_size + i] := 1;
  end loop;
  for i in 1 .. v_size loop
    v_pivot_row := i;
    for j in i + 1 .. v_size loop
      if abs(v_left[(j - 1) * v_size + i]) > abs(v_left[(v_pivot_row - 1) * v_size + i]) then
        v_pivot_row := j;
      end if;
    end loop;
    v_pivot := v_left[(v_pivot_row - 1) * v_size + i];
    if v_pivot = 0 then
      return null;
    end if;
    for k in 1 .. v_size loop
      v_swap := v_left[(i - 1) * v_size + k];
      v_left[(i - 1) * v_size + k] := v_left[(v_pivot_row - 1) * v_size + k] / v_pivot;
      if v_pivot_row <> i then
        v_left[(v_pivot_row - 1) * v_size + k] := v_swap;
      end if;
      v_swap := v_right[(i - 1) * v_size + k];
      v_right[(i - 1) * v_size + k] := v_right[(v_pivot_row - 1) * v_size + k] / v_pivot;
      if v_pivot_row <> i then
        v_right[(v_pivot_row - 1) * v_size + k] := v_swap;
      end if;
    end loop;
    for j in 1 .. v_size loop
      v_factor := v_left[(j - 1) * v_size + i];
      if j <> i and v_factor <> 0 then
        for k in 1 .. v_size loop
          v_left[(j - 1) * v_size + k] := v_left[(j - 1) * v_size + k] - v_factor * v_left[(i - 1) * v_size + k];
          v_right[(j - 1) * v_size + k] := v_right[(j - 1) * v_size + k] - v_factor * v_right[(i - 1) * v_size + k];
        end loop;
      end if;
    end loop;
  end loop;
  return v_right;
end
$$;
comment on function analytics.invert_matrix(double precision[], integer) is
  'The inverse of a square matrix, row after row, by Gauss and Jordan with partial pivoting; null of a singular one.';

create function analytics.markov_removal_effects(from_channels text[], to_channels text[], paths double precision[], values_of_orders double precision[] default null)
returns table (channel text, removal_effect double precision)
language plpgsql immutable
as $$
declare
  v_states text[];
  v_size integer;
  v_kept double precision[];
  v_reach double precision[];
  v_inverse double precision[];
  v_win double precision[];
begin
  select array['(start)'] || pg_catalog.array_agg(distinct states.state order by states.state)
  into v_states
  from pg_catalog.unnest(markov_removal_effects.from_channels || markov_removal_effects.to_channels) as states (state)
  where states.state not in ('(start)', '(order)', '(none)');
  v_size := pg_catalog.cardinality(v_states);
  if v_size is null or v_size < 2 then
    return;
  end if;

  with counted as (
    select
      pg_catalog.array_position(v_states, given.from_channel) as from_no,
      pg_catalog.array_position(v_states, given.to_channel) as to_no,
      given.to_channel = '(order)' as is_order,
      sum(given.paths) as paths,
      sum(given.value) as value
    from rows from (
      pg_catalog.unnest(markov_removal_effects.from_channels),
      pg_catalog.unnest(markov_removal_effects.to_channels),
      pg_catalog.unnest(markov_removal_effects.paths),
      pg_catalog.unnest(coalesce(markov_removal_effects.values_of_orders, markov_removal_effects.paths))
    ) as given (from_channel, to_channel, paths, value)
    group by 1, 2, 3
  ),
  totals as (
    select counted.from_no, sum(counted.paths) as paths from counted group by counted.from_no
  ),
  shares as (
    select
      counted.from_no, counted.to_no, counted.is_order,
      counted.paths / totals.paths as share,
      counted.value / totals.paths as value
    from counted
    join totals using (from_no)
    where totals.paths > 0
  ),
  cells as (
    select
      from_no, to_no,
      (from_no = to_no)::integer - coalesce(shares.share, 0) as kept
    from pg_catalog.generate_series(1, v_size) as from_no
    cross join pg_catalog.generate_series(1, v_size) as to_no
    left join shares using (from_no, to_no)
  )
  select
    (select pg_catalog.array_agg(cells.kept order by cells.from_no, cells.to_no) from cells),
    (
      select pg_catalog.array_agg(coalesce(ends.value, 0) order by from_no)
      from pg_catalog.generate_series(1, v_size) as from_no
      left join (select shares.from_no, sum(shares.value) as value from shares where shares.is_order group by shares.from_no) as ends using (from_no)
    )
  into v_kept, v_reach;

  v_inverse := analytics.invert_matrix(v_kept, v_size);
  if v_inverse is null then
    return;
  end if;
  -- From each state: what is won in the end, of orders or of their value.
  select pg_catalog.array_agg(won.value order by won.from_no)
  into v_win
  from (
    select from_no, sum(v_inverse[(from_no - 1) * v_size + to_no] * v_reach[to_no]) as value
    from pg_catalog.generate_series(1, v_size) as from_no
    cross join pg_catalog.generate_series(1, v_size) as to_no
    group by from_no
  ) as won;
  return query
  select
    v_states[k],
    case when v_win[1] = 0 then 0 else v_inverse[k] / v_inverse[(k - 1) * v_size + k] * v_win[k] / v_win[1] end
  from pg_catalog.generate_series(2, v_size) as k
  order by 1;
end
$$;
comment on function analytics.markov_removal_effects(text[], text[], double precision[], double precision[]) is
  'Which part of the orders (or of their value) would be lost without each channel, of a first-order chain given by its counted transitions between '
  '(start), channels, (order) and (none). Exact for all channels by one inversion: N[S,k] / N[k,k] * p[k] / p[S], with N the fundamental matrix '
  '(Kemeny and Snell 1960; Anderl et al. 2016).';
grant execute on function
  analytics.invert_matrix(double precision[], integer),
  analytics.markov_removal_effects(text[], text[], double precision[], double precision[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.attribute(brand_id text, first_on date, last_on date)
returns bigint
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_settings analytics.attribution_settings;
  v_from timestamptz;
  v_to timestamptz;
  v_orders bigint;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = attribute.brand_id;
  select * into v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute.brand_id;
  if not found then
    return 0;
  end if;
  v_from := attribute.first_on::timestamp at time zone v_timezone;
  v_to := (attribute.last_on + 1)::timestamp at time zone v_timezone;

  create temporary table attributed_orders on commit drop as
  select
    orders.order_id, orders.ordered_at, orders.revenue_micros, orders.refunded_micros, orders.is_new_customer,
    orders.refunded_micros > 0 and orders.refunded_micros = orders.revenue_micros as is_undone,
    (orders.ordered_at at time zone v_timezone)::date as ordered_on,
    case when v_settings.accounting = 'cash' then (orders.refunded_at at time zone v_timezone)::date
      when orders.refunded_at is not null then (orders.ordered_at at time zone v_timezone)::date
    end as refunded_on
  from analytics.orders
  where orders.brand_id = attribute.brand_id and orders.ordered_at >= v_from and orders.ordered_at < v_to
  union
  select
    orders.order_id, orders.ordered_at, orders.revenue_micros, orders.refunded_micros, orders.is_new_customer,
    orders.refunded_micros = orders.revenue_micros,
    (orders.ordered_at at time zone v_timezone)::date,
    (orders.refunded_at at time zone v_timezone)::date
  from analytics.orders
  where orders.brand_id = attribute.brand_id
    and orders.refunded_at >= v_from
    and orders.refunded_at < v_to
    and orders.refunded_micros > 0
    and v_settings.accounting = 'cash';
  get diagnostics v_orders = row_count;

  -- An order is worth its revenue on one day and, refunded, less on another or on the same.
  create temporary table attributed_values on commit drop as
  select attributed_orders.order_id, movement.*
  from pg_temp.attributed_orders
  cross join lateral (
    values
      (
        attributed_orders.ordered_on, attributed_orders.revenue_micros, 1, coalesce(attributed_orders.is_new_customer, false)::integer
      ),
      (
        attributed_orders.refunded_on, -attributed_orders.refunded_micros, -attributed_orders.is_undone::integer,
        -(attributed_orders.is_undone and coalesce(attributed_orders.is_new_customer, false))::integer
      )
  ) as movement (day, value_micros, conversions, new_customers)
  where movement.day between attribute.first_on and attribute.last_on;

  create temporary table attributed_touches on commit drop as
  select touches.*
  from analytics.conversion_touches as touches
  where touches.brand_id = attribute.brand_id
    and touches.ordered_at >= (select min(attributed_orders.ordered_at) from pg_temp.attributed_orders)
    and touches.ordered_at < v_to;
  analyze pg_temp.attributed_touches;
  analyze pg_temp.attributed_values;

  delete from analytics.attribution_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_credits (brand_id, model, day, channel, value_micros, conversions, new_customers)
  select
    attribute.brand_id, credit.model, movements.day, touches.channel,
    sum(credit.share * movements.value_micros), sum(credit.share * movements.conversions), sum(credit.share * movements.new_customers)
  from pg_temp.attributed_touches as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  cross join lateral (
    values
      ('first_touch', touches.first_touch),
      ('last_touch', touches.last_touch),
      ('last_non_direct', touches.last_non_direct),
      ('linear', touches.linear),
      ('linear_unique', touches.linear_unique),
      ('position', touches.position_based),
      ('time_decay', touches.time_decay),
      ('participation', touches.participation)
  ) as credit (model, share)
  where credit.share > 0
  group by credit.model, movements.day, touches.channel;

  delete from analytics.attribution_days as held
  where held.brand_id = attribute.brand_id and held.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_days
    (brand_id, day, orders, value_micros, conversions, unattributed_value_micros, unattributed_conversions, touches)
  select
    attribute.brand_id,
    movements.day,
    count(distinct movements.order_id),
    sum(movements.value_micros),
    sum(movements.conversions),
    coalesce(sum(movements.value_micros) filter (where paths.order_id is null), 0),
    coalesce(sum(movements.conversions) filter (where paths.order_id is null), 0),
    coalesce(sum(paths.touches) filter (where movements.conversions = 1), 0)
  from pg_temp.attributed_values as movements
  left join (
    select touches.order_id, count(*) as touches from pg_temp.attributed_touches as touches group by touches.order_id
  ) as paths on paths.order_id = movements.order_id
  group by movements.day;

  if v_settings.model = 'markov' then
    perform analytics.count_transitions(attribute.brand_id, attribute.first_on, attribute.last_on, v_timezone, v_settings.click_days);
  end if;
  drop table pg_temp.attributed_orders, pg_temp.attributed_values, pg_temp.attributed_touches;
  return v_orders;
end
$$;
comment on function analytics.attribute(text, date, date) is
  'Shares out the orders and refunds of these days of the brand anew, into analytics.attribution_days and _credits; returns how many orders.';
grant execute on function analytics.attribute(text, date, date) to vitrine_worker;

create function analytics.count_transitions(brand_id text, first_on date, last_on date, timezone text, click_days integer)
returns void
language plpgsql volatile
as $$
begin
  delete from analytics.attribution_transitions as held
  where held.brand_id = count_transitions.brand_id and held.day between count_transitions.first_on and count_transitions.last_on;
  insert into analytics.attribution_transitions (brand_id, day, from_channel, to_channel, paths, value_micros, new_customers)
  with lost as (
    -- Touches after which nothing was ordered within the window, in visits that a whole window of silence ends.
    select
      touchpoints.person_id, touchpoints.touched_at, touchpoints.kind, touchpoints.channel, touchpoints.touch_id,
      coalesce(
        touchpoints.touched_at - pg_catalog.lag(touchpoints.touched_at) over person > pg_catalog.make_interval(days => count_transitions.click_days),
        true
      ) as begins
    from analytics.touchpoints
    where touchpoints.brand_id = count_transitions.brand_id
      and touchpoints.kind = 'click'
      and touchpoints.touched_at >= (count_transitions.first_on - count_transitions.click_days)::timestamp at time zone count_transitions.timezone
      and touchpoints.touched_at < (count_transitions.last_on + 1)::timestamp at time zone count_transitions.timezone
      and not exists (
        select from analytics.orders
        where orders.brand_id = touchpoints.brand_id
          and orders.person_id = touchpoints.person_id
          and orders.ordered_at >= touchpoints.touched_at
          and orders.ordered_at < touchpoints.touched_at + pg_catalog.make_interval(days => count_transitions.click_days)
      )
    window person as (partition by touchpoints.person_id order by touchpoints.touched_at, touchpoints.kind desc, touchpoints.channel, touchpoints.touch_id)
  ),
  lost_paths as (
    select
      lost.*,
      sum(lost.begins::integer) over (
        partition by lost.person_id order by lost.touched_at, lost.kind desc, lost.channel, lost.touch_id
      ) as visit
    from lost
  ),
  steps as (
    select
      movements.day,
      pg_catalog.lag(touches.channel) over path as from_channel,
      touches.channel,
      touches.position = touches.path_length as is_last,
      '(order)' as ends_in,
      movements.value_micros,
      movements.new_customers
    from pg_temp.attributed_touches as touches
    join (
      select attributed_values.order_id, attributed_values.day, sum(attributed_values.value_micros) as value_micros,
        sum(attributed_values.new_customers) as new_customers
      from pg_temp.attributed_values
      group by 1, 2
      having sum(attributed_values.conversions) > 0
    ) as movements on movements.order_id = touches.order_id
    window path as (partition by touches.order_id order by touches.position)
    union all
    select
      (pg_catalog.max(lost_paths.touched_at) over (partition by lost_paths.person_id, lost_paths.visit) at time zone count_transitions.timezone)::date,
      pg_catalog.lag(lost_paths.channel) over path,
      lost_paths.channel,
      pg_catalog.lead(lost_paths.channel) over path is null,
      '(none)',
      0,
      0
    from lost_paths
    window path as (
      partition by lost_paths.person_id, lost_paths.visit
      order by lost_paths.touched_at, lost_paths.kind desc, lost_paths.channel, lost_paths.touch_id
    )
  )
  select
    count_transitions.brand_id, steps.day, transition.from_channel, transition.to_channel,
    count(*), sum(transition.value_micros), sum(transition.new_customers)
  from steps
  cross join lateral (
    values
      (coalesce(steps.from_channel, '(start)'), steps.channel, true, 0, 0),
      (steps.channel, steps.ends_in, steps.is_last, steps.value_micros, steps.new_customers)
  ) as transition (from_channel, to_channel, is_there, value_micros, new_customers)
  where transition.is_there
    and steps.day between count_transitions.first_on and count_transitions.last_on
    and (transition.from_channel <> transition.to_channel)
  group by steps.day, transition.from_channel, transition.to_channel;
end
$$;
comment on function analytics.count_transitions(text, date, date, text, integer) is
  'The transitions of the paths that ended on these days, with those that no order ended. A channel followed by itself changes no removal effect.';
grant execute on function analytics.count_transitions(text, date, date, text, integer) to vitrine_worker;

create function analytics.last_attributed_on(brand_id text)
returns date
language sql stable
as $$
  select (
    greatest(
      (select max(orders.ordered_at) from analytics.orders where orders.brand_id = last_attributed_on.brand_id),
      (select max(orders.refunded_at) from analytics.orders where orders.brand_id = last_attributed_on.brand_id)
    ) at time zone brands.timezone
  )::date
  from core.brands
  where brands.brand_id = last_attributed_on.brand_id;
$$;
comment on function analytics.last_attributed_on(text) is 'The last day of a brand on which something was ordered or refunded.';
grant execute on function analytics.last_attributed_on(text) to vitrine_worker;

create function analytics.attribute_lately(brand_id text)
returns bigint
language sql volatile
as $$
  select coalesce(
    (
      select analytics.attribute(data_status.brand_id, greatest(data_status.first_on, data_status.last_on - 90), analytics.last_attributed_on(data_status.brand_id))
      from analytics.data_status
      where data_status.brand_id = attribute_lately.brand_id and data_status.kind = 'orders'
    ),
    0
  );
$$;
comment on function analytics.attribute_lately(text) is 'Shares out the orders of the last 90 days anew; returns how many they were.';
grant execute on function analytics.attribute_lately(text) to vitrine_worker;

create function analytics.configure_attribution(
  brand_id text,
  model text default null,
  click_days integer default null,
  view_days integer default null,
  half_life_hours integer default null,
  accounting text default null,
  is_collapsed boolean default null,
  is_cut_at_orders boolean default null,
  direct_channels text[] default null
)
returns void
language plpgsql volatile
as $$
begin
  if configure_attribution.model = 'participation'
    or not exists (select from analytics.attribution_models as models where models.model = coalesce(configure_attribution.model, 'linear')) then
    perform platform.fail(
      'BADRQ',
      'model: ' || configure_attribution.model || ' cannot share out orders. Use one of '
      || (select pg_catalog.string_agg(models.model, ', ' order by models.position) from analytics.attribution_models as models where models.is_additive) || '.'
    );
  end if;
  insert into analytics.attribution_settings (brand_id) values (configure_attribution.brand_id) on conflict do nothing;
  update analytics.attribution_settings as held
  set
    model = coalesce(configure_attribution.model, held.model),
    click_days = coalesce(configure_attribution.click_days, held.click_days),
    view_days = coalesce(configure_attribution.view_days, held.view_days),
    half_life_hours = coalesce(configure_attribution.half_life_hours, held.half_life_hours),
    accounting = coalesce(configure_attribution.accounting, held.accounting),
    is_collapsed = coalesce(configure_attribution.is_collapsed, held.is_collapsed),
    is_cut_at_orders = coalesce(configure_attribution.is_cut_at_orders, held.is_cut_at_orders),
    direct_channels = coalesce(configure_attribution.direct_channels, held.direct_channels),
    version = held.version + 1
  where held.brand_id = configure_attribution.brand_id;
  perform analytics.attribute(data_status.brand_id, data_status.first_on, analytics.last_attributed_on(data_status.brand_id))
  from analytics.data_status
  where data_status.brand_id = configure_attribution.brand_id and data_status.kind = 'orders';
end
$$;
comment on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) is
  'Sets what is given of a brand''s attribution_settings, leaves the rest, and shares out all of its orders anew. '
  'Windows in days before the order, half-life in hours.';
grant execute on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) to vitrine_worker;

create function analytics.round_to_total(amounts double precision[], total numeric, decimals integer)
returns numeric[]
language sql immutable
as $$
  -- Hare and Niemeyer: everybody is rounded down, and the units left over go to the largest remainders.
  with parts as (
    select
      part.position,
      pg_catalog.floor((part.amount::numeric) * pg_catalog.power(10::numeric, round_to_total.decimals)) as units,
      (part.amount::numeric) * pg_catalog.power(10::numeric, round_to_total.decimals) as exact
    from pg_catalog.unnest(round_to_total.amounts) with ordinality as part (amount, position)
  ),
  missing as (
    select pg_catalog.round(round_to_total.total * pg_catalog.power(10::numeric, round_to_total.decimals)) - sum(parts.units) as units
    from parts
  ),
  ranked as (
    select parts.*, pg_catalog.row_number() over (order by parts.exact - parts.units desc, parts.position) as rank from parts
  )
  select pg_catalog.array_agg(
    pg_catalog.round(
      (
        ranked.units + pg_catalog.floor(missing.units / (select count(*) from parts))
        + (ranked.rank <= missing.units - (select count(*) from parts) * pg_catalog.floor(missing.units / (select count(*) from parts)))::integer
      ) / pg_catalog.power(10::numeric, round_to_total.decimals),
      round_to_total.decimals
    )
    order by ranked.position
  )
  from ranked
  cross join missing;
$$;
comment on function analytics.round_to_total(double precision[], numeric, integer) is
  'Amounts rounded to this many decimals so that they add up to the total exactly, by largest remainder.';

create function analytics.platform_of_channel(channel text)
returns text
language sql immutable
as $$
  select case
    when named.channel ~ '(google|adwords|youtube|gads|dv360)' then 'google'
    when named.channel ~ '(meta|facebook|instagram|^fb|^ig)' then 'meta'
    when named.channel ~ '(tiktok|^tt)' then 'tiktok'
    when named.channel ~ '(bing|microsoft)' then 'microsoft'
    else named.channel
  end
  from (
    select pg_catalog.lower(platform_of_channel.channel) as channel
    where pg_catalog.lower(platform_of_channel.channel) !~ '(organic|referral|email|direct)'
  ) as named;
$$;
comment on function analytics.platform_of_channel(text) is 'The ad platform whose spend buys a channel''s touches, by its name; null of channels that cost nothing.';

create function analytics.channel_credits(brand_id text, model text, date_from date, date_to date)
returns table (channel text, value_micros double precision, conversions double precision, new_customers double precision)
language plpgsql stable
as $$
begin
  if channel_credits.model <> 'markov' then
    return query
    select credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = channel_credits.model
      and credits.day between channel_credits.date_from and channel_credits.date_to
    group by credits.channel;
    return;
  end if;
  return query
  with transitions as materialized (
    select
      pg_catalog.array_agg(counted.from_channel) as from_channels,
      pg_catalog.array_agg(counted.to_channel) as to_channels,
      pg_catalog.array_agg(counted.paths) as paths,
      pg_catalog.array_agg(case when counted.to_channel = '(order)' then counted.value_micros else counted.paths end) as value_micros,
      pg_catalog.array_agg(case when counted.to_channel = '(order)' then counted.new_customers else counted.paths end) as new_customers
    from (
      select
        held.from_channel, held.to_channel, sum(held.paths) as paths, sum(held.value_micros) as value_micros, sum(held.new_customers) as new_customers
      from analytics.attribution_transitions as held
      where held.brand_id = channel_credits.brand_id and held.day between channel_credits.date_from and channel_credits.date_to
      group by 1, 2
    ) as counted
  ),
  totals as (
    select
      sum(days.value_micros - days.unattributed_value_micros)::double precision as value_micros,
      sum(days.conversions - days.unattributed_conversions)::double precision as conversions
    from analytics.attribution_days as days
    where days.brand_id = channel_credits.brand_id and days.day between channel_credits.date_from and channel_credits.date_to
  ),
  new_totals as (
    select sum(credits.new_customers) as new_customers
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = 'linear'
      and credits.day between channel_credits.date_from and channel_credits.date_to
  ),
  by_count as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(transitions.from_channels, transitions.to_channels, transitions.paths) as effects
  ),
  by_value as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(
      transitions.from_channels, transitions.to_channels, transitions.paths, transitions.value_micros
    ) as effects
  ),
  by_new as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(
      transitions.from_channels, transitions.to_channels, transitions.paths, transitions.new_customers
    ) as effects
  )
  select
    by_count.channel,
    coalesce(by_value.share, by_count.share) * totals.value_micros,
    by_count.share * totals.conversions,
    coalesce(by_new.share, by_count.share) * coalesce(new_totals.new_customers, 0)
  from by_count
  join by_value using (channel)
  join by_new using (channel)
  cross join totals
  cross join new_totals
  where by_count.share is not null;
end
$$;
comment on function analytics.channel_credits(text, text, date, date) is
  'Each channel''s part in the orders of a range under a model, unrounded: value in micros, conversions, new customers.';

create function analytics.lowered(words text[])
returns text[]
language sql immutable
return array(select pg_catalog.lower(pg_catalog.btrim(word)) from pg_catalog.unnest(lowered.words) as word);
comment on function analytics.lowered(text[]) is 'Words in lower case, without blanks around them.';

create function analytics.attribution_warnings(brand_id text, date_from date, date_to date, orders analytics.data_status)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(warning.text order by warning.position), '{}')
  from (
    select 1 as position, 'Orders are known from ' || (attribution_warnings.orders).first_on || ' on only.' as text
    where attribution_warnings.date_from < (attribution_warnings.orders).first_on
    union all
    select 2, 'Orders are known through ' || (attribution_warnings.orders).last_on || ' only.'
    where attribution_warnings.date_to > (attribution_warnings.orders).last_on
    union all
    select 3, 'No orders were ingested for this range: what came of it is not known.'
    where attribution_warnings.date_from > (attribution_warnings.orders).last_on or attribution_warnings.date_to < (attribution_warnings.orders).first_on
    union all
    select 4, 'No journeys have been ingested: every order is unattributed.'
    where not exists (
      select from analytics.data_status where data_status.brand_id = attribution_warnings.brand_id and data_status.kind = 'journeys'
    )
  ) as warning;
$$;
comment on function analytics.attribution_warnings(text, date, date, analytics.data_status) is 'What a reader of attributed numbers must know; orders: from when to when the brand has any.';

create function analytics.unattributed_spend(brand core.brands, date_from date, date_to date, platforms text[])
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(spent.text order by spent.platform), '{}')
  from (
    select
      accounts.platform,
      pg_catalog.format(
        'No single channel stands for %s: what it spent, %s %s, is in the total and in no row.',
        accounts.platform, pg_catalog.round(sum(facts.spend_micros) * 0.000001, currencies.exponent), (unattributed_spend.brand).currency
      ) as text
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    join core.currencies on currencies.currency = (unattributed_spend.brand).currency
    where facts.brand_id = (unattributed_spend.brand).brand_id
      and facts.level = 'account'
      and facts.day between unattributed_spend.date_from and unattributed_spend.date_to
      and facts.spend_micros > 0
      and accounts.platform <> all (unattributed_spend.platforms)
    group by accounts.platform, currencies.exponent
  ) as spent;
$$;
comment on function analytics.unattributed_spend(core.brands, date, date, text[]) is
  'A warning for each platform beyond these that spent in the range: no channel of the paths is its, or several are and nobody could say whose the spend is.';

grant execute on function
  analytics.round_to_total(double precision[], numeric, integer),
  analytics.platform_of_channel(text),
  analytics.channel_credits(text, text, date, date),
  analytics.lowered(text[]),
  analytics.attribution_warnings(text, date, date, analytics.data_status),
  analytics.unattributed_spend(core.brands, date, date, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.attribution(
  brand_id text,
  date_from date,
  date_to date,
  metric text default 'revenue',
  channels text[] default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_settings analytics.attribution_settings;
  v_status analytics.data_status;
  v_exponent smallint;
  v_is_money constant boolean := attribution.metric in ('revenue', 'spend', 'cac');
  v_known integer;
  v_days record;
  v_channels json;
  v_total numeric;
  v_unattributed numeric;
  v_shown_platforms text[];
  v_shown_spend numeric;
begin
  perform analytics.check_range(attribution.date_from, attribution.date_to, 'day');
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(attribution.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_status from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'No orders have been ingested for this brand yet. Import orders and journeys, or connect the store.');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  -- A day between the first order and the last had none; what lies outside is not known.
  v_known := case when attribution.date_from <= v_status.last_on and attribution.date_to >= v_status.first_on then 0 end;
  select
    coalesce(sum(days.orders), v_known) as orders,
    coalesce(sum(days.value_micros), v_known) as value_micros,
    coalesce(sum(days.conversions), v_known) as conversions,
    coalesce(sum(days.unattributed_value_micros), v_known) as unattributed_value_micros,
    coalesce(sum(days.unattributed_conversions), v_known) as unattributed_conversions,
    coalesce(sum(days.touches), v_known) as touches,
    max(days.computed_at) as computed_at
  into v_days
  from analytics.attribution_days as days
  where days.brand_id = v_brand.brand_id and days.day between attribution.date_from and attribution.date_to;

  with credits as (
    select * from analytics.channel_credits(v_brand.brand_id, v_settings.model, attribution.date_from, attribution.date_to)
  ),
  models as (
    select
      held.channel,
      sum(held.conversions) filter (where held.model = 'first_touch') as first_touches,
      sum(held.conversions) filter (where held.model = 'last_touch') as last_touches,
      sum(held.conversions) filter (where held.model = 'participation') as participations
    from analytics.attribution_credits as held
    where held.brand_id = v_brand.brand_id
      and held.model in ('first_touch', 'last_touch', 'participation')
      and held.day between attribution.date_from and attribution.date_to
    group by held.channel
  ),
  spent as (
    select accounts.platform, sum(facts.spend_micros) as spend_micros
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    where facts.brand_id = v_brand.brand_id
      and facts.level = 'account'
      and facts.day between attribution.date_from and attribution.date_to
    group by accounts.platform
  ),
  -- A platform's spend is shown once: with several channels of its own nobody could say whose it is.
  named as (
    select
      coalesce(credits.channel, models.channel) as channel,
      coalesce(credits.value_micros, 0) as value_micros,
      coalesce(credits.conversions, 0) as conversions,
      coalesce(credits.new_customers, 0) as new_customers,
      coalesce(models.first_touches, 0) as first_touches,
      coalesce(models.last_touches, 0) as last_touches,
      coalesce(models.participations, 0) - coalesce(models.last_touches, 0) as assisted,
      analytics.platform_of_channel(coalesce(credits.channel, models.channel)) as platform
    from models
    full join credits on credits.channel = models.channel
  ),
  rounded as (
    select
      pg_catalog.array_agg(named.channel order by named.channel) as channels,
      analytics.round_to_total(
        pg_catalog.array_agg(named.value_micros / 1000000 order by named.channel),
        (v_days.value_micros - v_days.unattributed_value_micros) * 0.000001, v_exponent
      ) as revenues,
      analytics.round_to_total(
        pg_catalog.array_agg(named.conversions order by named.channel), v_days.conversions - v_days.unattributed_conversions, 6
      ) as conversions
    from named
  ),
  rows as (
    select
      named.*,
      parts.revenue,
      parts.purchases,
      case when count(*) over (partition by named.platform) = 1 then spent.spend_micros end as spend_micros
    from rounded
    cross join lateral rows from (
      pg_catalog.unnest(rounded.channels), pg_catalog.unnest(rounded.revenues), pg_catalog.unnest(rounded.conversions)
    ) as parts (channel, revenue, purchases)
    join named on named.channel = parts.channel
    left join spent on spent.platform = named.platform
  ),
  measured as (
    select
      rows.*,
      case attribution.metric
        when 'revenue' then rows.revenue
        when 'purchases' then rows.purchases
        when 'spend' then pg_catalog.round(rows.spend_micros * 0.000001, v_exponent)
        when 'roas' then pg_catalog.round((rows.value_micros / nullif(rows.spend_micros, 0))::numeric, 6)
        else pg_catalog.round((rows.spend_micros / 1000000 / nullif(pg_catalog.round(rows.new_customers::numeric, 9), 0))::numeric, v_exponent)
      end as attributed_value
    from rows
  )
  select
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'channel', measured.channel,
        'platform', measured.platform,
        'attributed_value', pg_catalog.trim_scale(measured.attributed_value),
        'share', case when attribution.metric in ('revenue', 'purchases', 'spend')
          then pg_catalog.round(measured.attributed_value / nullif(totals.total, 0), 6)
        end,
        'attributed_revenue', pg_catalog.trim_scale(measured.revenue),
        'attributed_conversions', pg_catalog.trim_scale(measured.purchases),
        'assisted_conversions', pg_catalog.round(measured.assisted::numeric),
        'first_touches', pg_catalog.round(measured.first_touches::numeric),
        'last_touches', pg_catalog.round(measured.last_touches::numeric),
        'spend', pg_catalog.trim_scale(pg_catalog.round(measured.spend_micros * 0.000001, v_exponent)),
        'roas', pg_catalog.trim_scale(pg_catalog.round((measured.value_micros / nullif(measured.spend_micros, 0))::numeric, 6)),
        'cac', pg_catalog.trim_scale(
          pg_catalog.round((measured.spend_micros / 1000000 / nullif(pg_catalog.round(measured.new_customers::numeric, 9), 0))::numeric, v_exponent)
        )
      )
      order by measured.attributed_value desc nulls last, measured.channel
    ) filter (where attribution.channels is null or pg_catalog.lower(measured.channel) = any (analytics.lowered(attribution.channels))),
    coalesce(pg_catalog.array_agg(measured.platform) filter (where measured.spend_micros is not null), '{}'),
    coalesce(sum(pg_catalog.round(measured.spend_micros * 0.000001, v_exponent)), 0)
  into v_channels, v_shown_platforms, v_shown_spend
  from measured
  cross join (
    select case attribution.metric
      when 'revenue' then v_days.value_micros * 0.000001
      when 'purchases' then v_days.conversions
      else (select sum(spent.spend_micros) * 0.000001 from spent)
    end as total
  ) as totals;

  select
    case attribution.metric
      when 'revenue' then v_days.value_micros * 0.000001
      when 'purchases' then v_days.conversions
      when 'spend' then sum(facts.spend_micros) * 0.000001
      when 'roas' then v_days.value_micros / nullif(sum(facts.spend_micros), 0)
      else sum(facts.spend_micros) * 0.000001 / nullif(
        (
          select sum(credits.new_customers)::numeric
          from analytics.attribution_credits as credits
          where credits.brand_id = v_brand.brand_id
            and credits.model = 'linear'
            and credits.day between attribution.date_from and attribution.date_to
        ), 0
      )
    end
  into v_total
  from analytics.rollups_daily as facts
  where facts.brand_id = v_brand.brand_id
    and facts.level = 'account'
    and facts.day between attribution.date_from and attribution.date_to;
  v_unattributed := case attribution.metric
    when 'revenue' then v_days.unattributed_value_micros * 0.000001
    when 'purchases' then v_days.unattributed_conversions
    when 'spend' then pg_catalog.round(v_total, v_exponent) - v_shown_spend
  end;

  return pg_catalog.json_build_object(
    'brand_id', attribution.brand_id,
    'date_from', attribution.date_from,
    'date_to', attribution.date_to,
    'metric', attribution.metric,
    'model', v_settings.model,
    'model_version', v_settings.version,
    'window', pg_catalog.json_build_object(
      'click_days', v_settings.click_days, 'view_days', v_settings.view_days, 'basis', 'conversion_time'
    ),
    'accounting', v_settings.accounting,
    'channels', coalesce(v_channels, '[]'),
    'total', pg_catalog.trim_scale(pg_catalog.round(v_total, case when v_is_money then v_exponent else 6 end)),
    'unattributed', pg_catalog.json_build_object(
      'value', pg_catalog.trim_scale(pg_catalog.round(v_unattributed, case when v_is_money then v_exponent else 6 end)),
      'conversions', v_days.unattributed_conversions,
      'share', pg_catalog.round(v_unattributed / nullif(v_total, 0), 6)
    ),
    'conversions_considered', v_days.orders,
    'touchpoints_considered', v_days.touches,
    'currency', v_brand.currency,
    'timezone', v_brand.timezone,
    'computed_at', platform.utc(
      -- What is simulated is the same whenever it was made.
      case when current_user = 'vitrine_simulated' then (v_status.last_on + 1)::timestamp at time zone 'UTC' else v_days.computed_at end
    ),
    'data_through', v_status.last_on,
    'warnings', analytics.attribution_warnings(v_brand.brand_id, attribution.date_from, attribution.date_to, v_status)
      || case when attribution.metric in ('spend', 'roas', 'cac')
        then analytics.unattributed_spend(v_brand, attribution.date_from, attribution.date_to, v_shown_platforms) else '{}'
      end
  );
end
$$;
comment on function analytics.attribution(text, date, date, text, text[]) is
  'GET /v1/attribution: what each channel did for the orders of a range, under the brand''s own model and windows. Credits and unattributed add up '
  'to the total to the cent. channels hides rows and changes no credit. Raises NTRDY when no order was ever ingested.';

grant execute on function analytics.attribution(text, date, date, text, text[]) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution', 'read:marketing', may_lag => true);

create table analytics.forecasts (
  brand_id text not null,
  metric text not null,
  trained_from date not null,
  trained_through date not null,
  horizon_days integer not null,
  model text not null,
  accuracy jsonb not null,
  factors jsonb not null,
  computed_at timestamptz not null default platform.now(),
  constraint forecasts_pkey primary key (brand_id, metric),
  constraint forecasts_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint forecasts_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint forecasts_horizon_check check (horizon_days between 1 and 365)
);
comment on table analytics.forecasts is 'The latest forecast of each metric of a brand, made by the worker every night.';
comment on column analytics.forecasts.accuracy is 'Of forecasts made from earlier days against what came; never of days that were trained on.';

create table analytics.forecast_points (
  brand_id text not null,
  metric text not null,
  day date not null,
  value double precision not null,
  low_80 double precision not null,
  high_80 double precision not null,
  low_95 double precision not null,
  high_95 double precision not null,
  constraint forecast_points_pkey primary key (brand_id, metric, day),
  constraint forecast_points_forecast_fkey foreign key (brand_id, metric) references analytics.forecasts on delete cascade
);
comment on table analytics.forecast_points is 'What is expected of each day to come, in units of the brand''s currency, counts or multiples, with intervals.';

create function analytics.daily_series(brand_id text, metric text, days integer default 730)
returns table (day date, numerator double precision, denominator double precision)
language plpgsql stable
as $$
declare
  v_metric analytics.metric_definitions;
  v_bases text;
  v_first_on date;
  v_last_on date;
begin
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = daily_series.metric;
  select pg_catalog.string_agg(
    pg_catalog.format('sum(facts.%I)::double precision%s as %I', base.source_column, case when base.source_column like '%\_micros' then ' / 1000000' else '' end, base.name),
    ', '
  )
  into v_bases
  from analytics.metric_definitions as base
  where base.source_column is not null and base.name = any (v_metric.bases);
  if v_bases is null or v_metric.name <> all (analytics.forecastable_metrics()) then
    return;
  end if;
  v_last_on := analytics.reported_through(daily_series.brand_id);
  select greatest(data_status.first_on, v_last_on - daily_series.days + 1)
  into v_first_on
  from analytics.data_status
  where data_status.brand_id = daily_series.brand_id and data_status.kind = 'ads_daily';
  return query execute pg_catalog.format(
    $query$
    select days.day::date, (%1$s)::double precision, (%2$s)::double precision
    from pg_catalog.generate_series($2::timestamp, $3, interval '1 day') as days (day)
    left join lateral (
      select %3$s
      from analytics.rollups_daily as facts
      where facts.brand_id = $1 and facts.level = 'account' and facts.day = days.day::date
    ) as bases on true
    order by 1
    $query$,
    case when v_metric.multiplier = 1 then v_metric.numerator else v_metric.multiplier || ' * ' || v_metric.numerator end,
    coalesce(v_metric.denominator, 'null'), v_bases
  )
  using daily_series.brand_id, v_first_on, v_last_on;
end
$$;
comment on function analytics.daily_series(text, text, integer) is
  'A metric of a brand day by day, without gaps, up to the last finished day that every active account has reported: the numerator and, of ratios, the denominator. Null where nothing was reported.';

create function analytics.forecast_input(brand_id text, metric text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'unit', metric_definitions.unit,
    'is_ratio', metric_definitions.denominator is not null,
    'days', coalesce(
      (select pg_catalog.json_agg(series order by series.day) from analytics.daily_series(forecast_input.brand_id, forecast_input.metric) as series), '[]'
    )
  )
  from analytics.metric_definitions
  where metric_definitions.name = forecast_input.metric;
$$;
comment on function analytics.forecast_input(text, text) is 'All that a forecast of a metric is made from.';

create function analytics.forecastable_metrics()
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(metric_definitions.name order by metric_definitions.position)
  from analytics.metric_definitions
  where metric_definitions.name not in ('reach', 'frequency', 'spend_share');
$$;
comment on function analytics.forecastable_metrics() is 'The metrics whose days add up, or whose parts do.';

create function analytics.store_forecast(brand_id text, forecast jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_metric constant text := store_forecast.forecast ->> 'metric';
begin
  insert into analytics.forecasts as held (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors)
  select store_forecast.brand_id, given.metric, given.trained_from, given.trained_through, given.horizon_days, given.model, given.accuracy, given.factors
  from pg_catalog.jsonb_to_record(store_forecast.forecast) as given
    (metric text, trained_from date, trained_through date, horizon_days integer, model text, accuracy jsonb, factors jsonb)
  on conflict on constraint forecasts_pkey do update
  set
    trained_from = excluded.trained_from,
    trained_through = excluded.trained_through,
    horizon_days = excluded.horizon_days,
    model = excluded.model,
    accuracy = excluded.accuracy,
    factors = excluded.factors,
    computed_at = excluded.computed_at;
  delete from analytics.forecast_points as held where held.brand_id = store_forecast.brand_id and held.metric = v_metric;
  insert into analytics.forecast_points (brand_id, metric, day, value, low_80, high_80, low_95, high_95)
  select store_forecast.brand_id, v_metric, point.day, point.value, point.low_80, point.high_80, point.low_95, point.high_95
  from pg_catalog.jsonb_to_recordset(store_forecast.forecast -> 'points') as point
    (day date, value double precision, low_80 double precision, high_80 double precision, low_95 double precision, high_95 double precision);
end
$$;
comment on function analytics.store_forecast(text, jsonb) is 'Takes a forecast in the place of the brand''s last one of the metric.';

create function analytics.split_forecasts(brand_ids text[])
returns table (brand_id text, type text, metrics text[])
language sql stable
as $$
  select brands.brand_id, kinds.type, pg_catalog.array_agg(kinds.name order by kinds.position)
  from pg_catalog.unnest(split_forecasts.brand_ids) as brands (brand_id)
  cross join (
    select
      case when metric_definitions.name in ('revenue', 'cac', 'roas', 'conversions') then metric_definitions.name else 'custom' end as type,
      metric_definitions.name, metric_definitions.position
    from analytics.metric_definitions
    where metric_definitions.name = any (analytics.forecastable_metrics())
  ) as kinds
  group by brands.brand_id, kinds.type
  order by brands.brand_id, min(kinds.position);
$$;
comment on function analytics.split_forecasts(text[]) is 'What is forecast of brands, each in a job of its own: brand, type of forecast, and its metrics.';

grant execute on function
  analytics.daily_series(text, text, integer),
  analytics.forecast_input(text, text),
  analytics.forecastable_metrics(),
  analytics.store_forecast(text, jsonb),
  analytics.split_forecasts(text[])
to vitrine_worker;
grant execute on function analytics.daily_series(text, text, integer), analytics.forecastable_metrics() to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.forecasts(
  brand_id text, type text, horizon_days integer default 30, include_confidence boolean default true, metric text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_definition analytics.metric_definitions;
  v_forecast analytics.forecasts;
  v_name constant text := case when forecasts.type = 'custom' then forecasts.metric else forecasts.type end;
  v_decimals integer;
  v_today date;
  v_points json;
  v_count integer;
begin
  if forecasts.type = 'custom' and forecasts.metric is null then
    perform platform.fail('BADRQ', 'metric: required when type is custom. GET /v1/metrics/definitions lists the names.');
  elsif forecasts.type <> 'custom' and forecasts.metric is not null and forecasts.metric <> forecasts.type then
    perform platform.fail('BADRQ', 'metric: only with type=custom. Leave it out, or send type=custom.');
  end if;
  perform analytics.check_metrics(array[v_name]);
  select * into strict v_definition from analytics.metric_definitions where metric_definitions.name = v_name;
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(forecasts.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  select * into v_forecast from analytics.forecasts as held where held.brand_id = v_brand.brand_id and held.metric = v_name;
  if not found then
    perform platform.fail(
      'NTRDY', 'There is no forecast of ' || v_name || ' for this brand: it needs 28 days of history, and is made every night.'
    );
  end if;
  select case when v_definition.unit = 'money' then currencies.exponent when v_definition.unit = 'count' then 2 else 6 end
  into strict v_decimals
  from core.currencies
  where currencies.currency = v_brand.currency;

  select
    count(*),
    pg_catalog.json_agg(
      case when forecasts.include_confidence then
        pg_catalog.json_build_object(
          'date', points.day,
          'predicted_value', analytics.rounded(points.value, v_decimals),
          'confidence_interval', pg_catalog.json_build_object(
            'low', analytics.rounded(points.low_80, v_decimals), 'high', analytics.rounded(points.high_80, v_decimals)
          ),
          'confidence_interval_95', pg_catalog.json_build_object(
            'low', analytics.rounded(points.low_95, v_decimals), 'high', analytics.rounded(points.high_95, v_decimals)
          )
        )
      else pg_catalog.json_build_object('date', points.day, 'predicted_value', analytics.rounded(points.value, v_decimals))
      end
      order by points.day
    )
  into v_count, v_points
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id
    and points.metric = v_name
    and points.day > v_forecast.trained_through
    and points.day <= v_forecast.trained_through + forecasts.horizon_days;

  return pg_catalog.json_build_object(
    'type', forecasts.type,
    'horizon_days', forecasts.horizon_days,
    'granularity', 'day',
    'points', coalesce(v_points, '[]'),
    'factors', v_forecast.factors,
    'accuracy', v_forecast.accuracy || pg_catalog.jsonb_build_object('model', v_forecast.model),
    'meta', pg_catalog.json_build_object(
      'brand_id', forecasts.brand_id,
      'metric', v_name,
      'unit', v_definition.unit,
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'confidence_level', 0.8,
      'trained_from', v_forecast.trained_from,
      'trained_through', v_forecast.trained_through,
      'warnings', coalesce(
        (
          select pg_catalog.json_agg(warning.text order by warning.position, warning.text)
          from (
            select 1 as position, 'The forecast reaches ' || v_forecast.horizon_days || ' days: the history is too short for more.' as text
            where v_count < forecasts.horizon_days
            union all
            select 2, 'The forecast was trained through ' || v_forecast.trained_through || '. Newer days have not come in or not been used yet.'
            where v_forecast.trained_through < v_today - 3
            union all
            select
              3,
              pg_catalog.format(
                'Account %s on %s has reported through %s only: the forecast is trained on the days that every account has reported.',
                accounts.account_id, accounts.platform, accounts.reported_through
              )
            from analytics.active_accounts(v_brand.brand_id) as accounts
            where accounts.lag_days > 0
          ) as warning
        ),
        '[]'
      )
    )
  );
end
$$;
comment on function analytics.forecasts(text, text, integer, boolean, text) is
  'GET /v1/forecasts: the stored forecast of a metric with intervals, what moves it, and how right it was before. Raises NTRDY when there is none.';

create function analytics.rounded(amount double precision, decimals integer)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round(rounded.amount::numeric, rounded.decimals));
comment on function analytics.rounded(double precision, integer) is 'To so many decimals, without zeroes behind.';

grant execute on function
  analytics.rounded(double precision, integer),
  analytics.forecasts(text, text, integer, boolean, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.forecasts', 'read:marketing', may_lag => true);

create table analytics.detectors (
  detector text not null,
  position smallint not null,
  metric text not null,
  direction text not null,
  constraint detectors_pkey primary key (detector),
  constraint detectors_metric_fkey foreign key (metric) references analytics.metric_definitions on delete restrict,
  constraint detectors_direction_check check (direction in ('spike', 'drop'))
);
comment on column analytics.detectors.position is 'Causes before consequences: more spend or fewer conversions explain less return, not the other way round.';
comment on table analytics.detectors is 'What is watched: a metric of every campaign and ad account, and the direction that somebody should hear of.';
insert into analytics.detectors values
  ('spend_surge', 1, 'spend', 'spike'),
  ('cpa_spike', 2, 'cpa', 'spike'),
  ('roas_drop', 3, 'roas', 'drop');

create table analytics.anomaly_transitions (
  from_status text not null,
  to_status text not null,
  constraint anomaly_transitions_pkey primary key (from_status, to_status)
);
comment on table analytics.anomaly_transitions is 'Which status of an anomaly may follow which. What is not here is refused.';
insert into analytics.anomaly_transitions values
  ('active', 'confirmed'),
  ('active', 'false_positive'),
  ('active', 'resolved'),
  ('confirmed', 'resolved');

create table analytics.anomalies (
  brand_id text not null,
  anomaly_id text not null,
  detector text not null,
  entity_id bigint not null,
  level text not null,
  first_on date not null,
  last_on date not null,
  day date not null,
  value double precision not null,
  expected double precision not null,
  scale double precision not null,
  z_score double precision not null,
  impact double precision not null,
  spend_share double precision not null,
  grouped_count integer not null default 1,
  status text not null default 'active',
  detected_at timestamptz not null default platform.now(),
  changed_at timestamptz not null default platform.now(),
  constraint anomalies_pkey primary key (brand_id, anomaly_id),
  constraint anomalies_once_key unique (brand_id, detector, entity_id, first_on),
  constraint anomalies_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade,
  constraint anomalies_detector_fkey foreign key (detector) references analytics.detectors on delete restrict,
  constraint anomalies_status_check check (status in ('active', 'confirmed', 'false_positive', 'resolved'))
);
create index anomalies_latest_idx on analytics.anomalies (brand_id, last_on desc);
comment on table analytics.anomalies is 'What went out of its way, once an episode: the worst of its days with what was expected of it.';
comment on column analytics.anomalies.value is 'Of the day, in units of the brand''s currency or as a multiple.';
comment on column analytics.anomalies.impact is 'What the deviation cost or lost on that day, in units of the brand''s currency.';
comment on column analytics.anomalies.grouped_count is 'How many (metric, entity) deviated together and stand behind this one.';

create table analytics.anomaly_thresholds (
  brand_id text not null,
  detector text not null,
  entity_id bigint not null,
  z_min double precision not null,
  constraint anomaly_thresholds_pkey primary key (brand_id, detector, entity_id),
  constraint anomaly_thresholds_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade,
  constraint anomaly_thresholds_detector_fkey foreign key (detector) references analytics.detectors on delete cascade,
  constraint anomaly_thresholds_z_check check (z_min between 3 and 5)
);
comment on table analytics.anomaly_thresholds is 'Series that raised a false alarm: each one raises the bar by half a deviation, to five at most. All others: three.';

create table analytics.detected_days (
  brand_id text not null,
  day date not null,
  tested integer not null,
  flagged integer not null,
  detected_at timestamptz not null default platform.now(),
  changed_at timestamptz,
  constraint detected_days_pkey primary key (brand_id, day),
  constraint detected_days_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.detected_days is 'Which days of a brand were looked at, and how many series were tested.';
comment on column analytics.detected_days.changed_at is 'When an import first changed the day since, or one before it: it is to be looked at again.';

create function analytics.median(amounts double precision[])
returns double precision
language sql immutable parallel safe
as $$
  select pg_catalog.percentile_cont(0.5) within group (order by amount) from pg_catalog.unnest(median.amounts) as amount;
$$;
comment on function analytics.median(double precision[]) is 'The middle one; between the two of them where they are even. Nulls are passed over.';

create function analytics.weekday_factors(history double precision[])
returns double precision[]
language plpgsql immutable parallel safe
as $$
declare
  v_days constant integer := pg_catalog.cardinality(weekday_factors.history);
  v_week double precision[];
  v_middle double precision;
  v_ratios double precision[] := '{}';
begin
  -- Weeks are counted back from the day before the last one, which is the day under test.
  for week in 1 .. least(26, (v_days - 1) / 7) loop
    v_week := weekday_factors.history[v_days - 7 * week : v_days - 7 * week + 6];
    v_middle := analytics.median(v_week);
    if v_middle > 0 and pg_catalog.cardinality(pg_catalog.array_remove(v_week, null)) >= 5 then
      for day in 1 .. 7 loop
        v_ratios := v_ratios || (v_week[day] / v_middle);
      end loop;
    end if;
  end loop;
  return (
    select pg_catalog.array_agg(coalesce(greatest(0.05, factors.factor), 1) order by weekday)
    from pg_catalog.generate_series(0, 6) as weekday
    left join (
      select (ratio.position - 1) % 7 as back, pg_catalog.percentile_cont(0.5) within group (order by ratio.value) as factor
      from pg_catalog.unnest(v_ratios) with ordinality as ratio (value, position)
      where ratio.value is not null
      group by 1
    ) as factors on factors.back = (7 - weekday) % 7
  );
end
$$;
comment on function analytics.weekday_factors(double precision[]) is
  'How each weekday compares with the middle of its week, over the last 26 whole weeks of daily values before the last one: element 1 is the '
  'weekday of that last day, element 2 the day before it.';

create function analytics.score_last(history double precision[], noise double precision default 0)
returns table (expected double precision, scale double precision, z_score double precision, points integer)
language plpgsql immutable parallel safe
as $$
declare
  v_days constant integer := pg_catalog.cardinality(score_last.history);
  v_factors double precision[];
  v_level_days constant integer := 42;
  v_first constant integer := greatest(1, v_days - v_level_days);
  v_adjusted double precision[];
  v_middle double precision;
  v_spread double precision;
  v_level double precision;
  v_residual double precision;
  v_previous double precision;
  v_products double precision := 0;
  v_squares_before double precision := 0;
  v_carry double precision;
  v_squares double precision := 0;
  v_count integer := 0;
  v_squares_same double precision := 0;
  v_count_same integer := 0;
  v_deviation double precision;
  v_t double precision;
  v_residuals double precision[] := '{}';
  v_ages integer[] := '{}';
  -- Half of what was known of the level a week ago is forgotten.
  v_weight constant double precision := 1 - pg_catalog.power(2::double precision, -1.0 / 7);
begin
  select count(*) into score_last.points
  from pg_catalog.unnest(score_last.history[greatest(1, v_days - 182) : v_days - 1]) as value
  where value is not null;
  if score_last.points < 28 or score_last.history[v_days] is null then
    return;
  end if;
  v_factors := analytics.weekday_factors(score_last.history);
  for i in v_first .. v_days - 1 loop
    v_adjusted[i] := score_last.history[i] / v_factors[(v_days - i) % 7 + 1];
  end loop;
  v_middle := analytics.median(v_adjusted);
  select greatest(1.4826 * pg_catalog.percentile_cont(0.5) within group (order by pg_catalog.abs(value - v_middle)), 0.05 * pg_catalog.abs(v_middle))
  into v_spread
  from pg_catalog.unnest(v_adjusted) as value;

  for i in v_first .. v_days - 1 loop
    if v_adjusted[i] is not null then
      v_adjusted[i] := least(v_middle + 3 * v_spread, greatest(v_middle - 3 * v_spread, v_adjusted[i]));
    end if;
  end loop;
  select pg_catalog.avg(value) into v_level from pg_catalog.unnest(v_adjusted[v_first : v_first + 6]) as value;
  v_level := coalesce(v_level, v_middle);
  for i in v_first .. v_days - 1 loop
    continue when v_adjusted[i] is null;
    if i >= v_first + 7 then
      v_residuals := v_residuals || (v_adjusted[i] - v_level);
      v_ages := v_ages || (v_days - i);
    end if;
    v_level := v_level + v_weight * (v_adjusted[i] - v_level);
  end loop;

  -- A good day is often followed by another: half of that is expected, and not counted as news.
  foreach v_residual in array v_residuals loop
    if v_previous is not null then
      v_products := v_products + v_residual * v_previous;
      v_squares_before := v_squares_before + v_previous * v_previous;
    end if;
    v_previous := v_residual;
  end loop;
  v_carry := 0.5 * least(0.6, greatest(0, v_products / (v_squares_before + 1e-9)));
  for i in 2 .. pg_catalog.cardinality(v_residuals) loop
    v_residual := v_residuals[i] - v_carry * v_residuals[i - 1];
    v_squares := v_squares + v_residual * v_residual;
    v_count := v_count + 1;
    if v_ages[i] % 7 = 0 then
      v_squares_same := v_squares_same + v_residual * v_residual;
      v_count_same := v_count_same + 1;
    end if;
  end loop;
  if v_count < 14 then
    return;
  end if;
  v_level := v_level + v_carry * v_previous;
  -- Its own weekdays tell how much such a day varies, as far as there are any; the others for eight more.
  v_deviation := pg_catalog.sqrt((v_squares_same + 8 * v_squares / v_count) / (v_count_same + 8));
  v_deviation := greatest(v_deviation, 0.05 * pg_catalog.abs(v_level), score_last.noise * pg_catalog.abs(v_level), 1e-9);
  score_last.expected := v_level * v_factors[1];
  score_last.scale := v_deviation * v_factors[1];
  v_t := (score_last.history[v_days] - score_last.expected) / score_last.scale;
  -- Student's t as a normal deviate (Wallace 1959): a few weeks of history are not proof.
  score_last.z_score := pg_catalog.sign(v_t) * (8.0 * v_count + 1) / (8.0 * v_count + 3) * pg_catalog.sqrt(v_count * pg_catalog.ln(1 + v_t * v_t / v_count));
  return next;
end
$$;
comment on function analytics.score_last(double precision[], double precision) is
  'How unusual the last of consecutive daily values is (oldest first, null for a gap): what was expected of it, the scale of ordinary deviations, and '
  'z. Weekday-adjusted over 26 weeks, level by exponential smoothing of the last 42 days, winsorised at three deviations; the scale is at least 5 % '
  'of the level, or noise (a fraction). No row with less than 28 usable days before it. '
  'Example: select (analytics.score_last(array_agg(spend order by day))).* from ...';
grant execute on function
  analytics.median(double precision[]),
  analytics.weekday_factors(double precision[]),
  analytics.score_last(double precision[], double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.upper_tail(z double precision)
returns double precision
language sql immutable parallel safe
as $$
  -- Abramowitz and Stegun 26.2.17, to 7.5e-8.
  select pg_catalog.exp(-power.z * power.z / 2) / pg_catalog.sqrt(2 * pg_catalog.pi())
    * power.t * (0.319381530 + power.t * (-0.356563782 + power.t * (1.781477937 + power.t * (-1.821255978 + power.t * 1.330274429))))
  from (select least(37, pg_catalog.abs(upper_tail.z)) as z, 1 / (1 + 0.2316419 * least(37, pg_catalog.abs(upper_tail.z))) as t) as power;
$$;
comment on function analytics.upper_tail(double precision) is 'How likely a normal deviate is to lie further out on its side than |z|.';
grant execute on function analytics.upper_tail(double precision) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.score_entities(brand_id text, day date)
returns table (
  detector text,
  entity_id bigint,
  level text,
  account_entity_id bigint,
  value double precision,
  expected double precision,
  scale double precision,
  z_score double precision,
  impact double precision,
  spend_share double precision,
  p_value double precision
)
language sql stable
as $$
  with today as (
    select facts.level, facts.entity_id, facts.spend_micros, facts.revenue_micros, facts.conversions_micros
    from analytics.rollups_daily as facts
    where facts.brand_id = score_entities.brand_id
      and facts.level in ('account', 'campaign')
      and facts.day = score_entities.day
      and facts.spend_micros > 0
  ),
  shares as (
    select today.*, today.spend_micros::double precision / sum(today.spend_micros) over (partition by today.level) as spend_share
    from today
  ),
  histories as materialized (
    select
      shares.entity_id, shares.level, shares.spend_share,
      shares.spend_micros / 1000000.0 as spend, coalesce(shares.conversions_micros, 0) / 1000000.0 as conversions,
      past.spends, past.cpas, past.roass
    from shares
    cross join lateral (
      select
        pg_catalog.array_agg(facts.spend_micros / 1000000.0::double precision order by days.day) as spends,
        pg_catalog.array_agg(
          -- A day without a conversion cost at least what it spent.
          case when facts.conversions_micros is not null
            then facts.spend_micros::double precision / case when facts.conversions_micros > 0 then facts.conversions_micros else 1000000 end
          end order by days.day
        ) as cpas,
        pg_catalog.array_agg(facts.revenue_micros::double precision / nullif(facts.spend_micros, 0) order by days.day) as roass
      from pg_catalog.generate_series(score_entities.day - 182, score_entities.day, interval '1 day') as days (day)
      left join analytics.rollups_daily as facts
        on facts.brand_id = score_entities.brand_id
        and facts.level = shares.level
        and facts.entity_id = shares.entity_id
        and facts.day = days.day::date
    ) as past
    where shares.spend_share >= 0.01
  ),
  scored as (
    select
      watched.detector, histories.*, score.expected, score.scale, score.z_score,
      case watched.detector when 'cpa_spike' then histories.cpas[183] when 'roas_drop' then histories.roass[183] else histories.spend end as value
    from histories
    cross join lateral (
      select analytics.median(histories.cpas[156 : 182]) as cpa
    ) as usual
    cross join lateral (values ('cpa_spike', histories.cpas), ('roas_drop', histories.roass), ('spend_surge', histories.spends)) as watched (detector, series)
    cross join lateral analytics.score_last(
      watched.series,
      -- A ratio over few conversions varies by chance alone, by about one over the root of their number.
      case when watched.detector = 'spend_surge' then 0.05 else pg_catalog.sqrt(usual.cpa / nullif(histories.spend, 0)) end
    ) as score
    where watched.detector = 'spend_surge' or histories.spend / nullif(usual.cpa, 0) >= 10
  )
  select
    scored.detector, scored.entity_id, scored.level, coalesce(entities.account_entity_id, entities.entity_id),
    scored.value, scored.expected, scored.scale, scored.z_score,
    case scored.detector
      when 'cpa_spike' then (scored.value - scored.expected) * greatest(scored.conversions, 1)
      when 'roas_drop' then (scored.expected - scored.value) * scored.spend
      else scored.value - scored.expected
    end,
    scored.spend_share,
    analytics.upper_tail(scored.z_score)
  from scored
  join analytics.entities on entities.brand_id = score_entities.brand_id and entities.entity_id = scored.entity_id
  where scored.z_score is not null;
$$;
comment on function analytics.score_entities(text, date) is
  'Every campaign and ad account of a brand with at least 1 % of the day''s spend, tested by every detector against its own half year. '
  'Ratios are tested where ten conversions or more were to be expected.';
grant execute on function analytics.score_entities(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.episode_around(brand_id text, detector text, entity_id bigint, day date)
returns text
language sql stable
as $$
  select known.anomaly_id
  from analytics.anomalies as known
  where known.brand_id = episode_around.brand_id
    and known.detector = episode_around.detector
    and known.entity_id = episode_around.entity_id
    and episode_around.day between known.first_on - 3 and known.last_on + 3
  -- One that began after the day comes last: the day was not known when it was found.
  order by known.first_on > episode_around.day, case when known.first_on <= episode_around.day then known.last_on end desc, known.first_on
  limit 1;
$$;
comment on function analytics.episode_around(text, text, bigint, date) is 'The anomaly of a series that a deviating day belongs to, no more than three days off; null where it is a new one.';

create function analytics.detect_anomalies(brand_id text, day date)
returns integer
language plpgsql volatile
as $$
declare
  v_tested integer;
  v_flagged integer;
  v_through date;
  v_is_again constant boolean := exists (
    select from analytics.detected_days as held where held.brand_id = detect_anomalies.brand_id and held.day = detect_anomalies.day
  );
begin
  create temporary table flagged on commit drop as
  with scores as materialized (
    select scored.*, detectors.direction
    from analytics.score_entities(detect_anomalies.brand_id, detect_anomalies.day) as scored
    join analytics.detectors using (detector)
  ),
  tests as (
    select
      scores.*,
      case when (scores.z_score > 0) = (scores.direction = 'spike') then scores.p_value else 1 - scores.p_value end as p,
      coalesce(thresholds.z_min, 3) as z_min,
      (
        select 0.01 * sum(facts.spend_micros) / 1000000
        from analytics.rollups_daily as facts
        where facts.brand_id = detect_anomalies.brand_id and facts.level = 'account' and facts.day = detect_anomalies.day
      ) as impact_min
    from scores
    left join analytics.anomaly_thresholds as thresholds
      on thresholds.brand_id = detect_anomalies.brand_id
      and thresholds.detector = scores.detector
      and thresholds.entity_id = scores.entity_id
  ),
  ranked as (
    select tests.*, pg_catalog.row_number() over (order by tests.p) as rank, count(*) over () as tested from tests
  ),
  -- Benjamini and Hochberg 1995: of what is raised in a day, a tenth may be chance.
  raised as (
    select ranked.*
    from ranked
    where ranked.rank <= (select coalesce(max(held.rank), 0) from ranked as held where held.p <= 0.1 * held.rank / held.tested)
      and pg_catalog.abs(ranked.z_score) >= ranked.z_min
      and ranked.p < 0.5
      -- Worth hearing of: a fifth off or more, and a hundredth of the day's spend.
      and pg_catalog.abs(ranked.value / ranked.expected - 1) >= 0.2
      and ranked.impact >= ranked.impact_min
  ),
  -- On one entity and day the cause is told and its consequences are counted: fewer conversions explain less revenue.
  causes as (
    select
      raised.*,
      pg_catalog.row_number() over of_entity as place,
      count(*) over (partition by raised.entity_id) as together
    from raised
    join analytics.detectors using (detector)
    window of_entity as (partition by raised.entity_id order by detectors.position)
  ),
  -- An account that one campaign threw is told by the campaign; one that several threw, by the account.
  families as (
    select
      causes.*,
      pg_catalog.row_number() over family as of_kin,
      count(*) filter (where causes.level = 'campaign') over kin as children,
      sum(causes.together) over kin as deviations,
      pg_catalog.bool_or(causes.level = 'account') over kin as is_account_raised
    from causes
    where causes.place = 1
    window
      kin as (partition by causes.detector, causes.account_entity_id),
      family as (partition by causes.detector, causes.account_entity_id order by causes.impact desc)
  )
  select
    families.*,
    case when families.is_account_raised and families.children <> 1 and families.level = 'account' or families.children = 1
      then families.deviations else families.together
    end as behind
  from families
  where case
    when not families.is_account_raised then true
    when families.children = 1 then families.level = 'campaign'
    else families.level = 'account'
  end;
  get diagnostics v_flagged = row_count;
  select count(*) into v_tested from analytics.rollups_daily as facts
  where facts.brand_id = detect_anomalies.brand_id and facts.level in ('account', 'campaign') and facts.day = detect_anomalies.day;

  -- The same deviation goes on, or began before it was known: one episode, told by its worst day.
  update analytics.anomalies as held
  set
    first_on = case when known.is_open then least(held.first_on, detect_anomalies.day) else held.first_on end,
    last_on = case when known.is_open then greatest(held.last_on, detect_anomalies.day) else held.last_on end,
    day = case when known.is_told then detect_anomalies.day else held.day end,
    value = case when known.is_told then flagged.value else held.value end,
    expected = case when known.is_told then flagged.expected else held.expected end,
    scale = case when known.is_told then flagged.scale else held.scale end,
    z_score = case when known.is_told then flagged.z_score else held.z_score end,
    impact = case when known.is_told then flagged.impact else held.impact end,
    spend_share = case when known.is_restated then flagged.spend_share else held.spend_share end,
    grouped_count = case when known.is_restated and held.first_on = held.day then flagged.behind else held.grouped_count end
  from pg_temp.flagged
  cross join lateral (
    select
      episode.anomaly_id,
      open.is_open,
      episode.day = detect_anomalies.day as is_restated,
      episode.day = detect_anomalies.day or (open.is_open and pg_catalog.abs(flagged.z_score) > pg_catalog.abs(episode.z_score)) as is_told
    from analytics.anomalies as episode
    -- What is over may still have begun earlier.
    cross join lateral (
      select episode.status in ('active', 'confirmed') or (episode.status = 'resolved' and episode.first_on > detect_anomalies.day) as is_open
    ) as open
    where episode.brand_id = detect_anomalies.brand_id
      and episode.anomaly_id = analytics.episode_around(detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day)
  ) as known
  where held.brand_id = detect_anomalies.brand_id and held.anomaly_id = known.anomaly_id;

  insert into analytics.anomalies
    (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, grouped_count, detected_at)
  select
    detect_anomalies.brand_id,
    'ano_' || pg_catalog.md5(pg_catalog.concat_ws('/', detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day)),
    flagged.detector, flagged.entity_id, flagged.level, detect_anomalies.day, detect_anomalies.day, detect_anomalies.day,
    flagged.value, flagged.expected, flagged.scale, flagged.z_score, flagged.impact, flagged.spend_share, flagged.behind,
    -- Found the morning after, however late the job ran; but what came in late is found when it came.
    case when v_is_again then platform.now() else least(platform.now(), (detect_anomalies.day + 1)::timestamp at time zone 'UTC' + interval '6 hours') end
  from pg_temp.flagged
  where analytics.episode_around(detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day) is null
  on conflict on constraint anomalies_once_key do nothing;

  -- What the reports no longer say is over, unless somebody has confirmed it.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = detect_anomalies.brand_id
    and held.status = 'active'
    and held.first_on = detect_anomalies.day
    and held.last_on = detect_anomalies.day
    and not exists (select from pg_temp.flagged where flagged.detector = held.detector and flagged.entity_id = held.entity_id);

  select greatest(detect_anomalies.day, max(known.day)) into v_through
  from analytics.detected_days as known
  where known.brand_id = detect_anomalies.brand_id;
  -- Three ordinary days end an episode, and so does a week: what lasts a week is the new level.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = detect_anomalies.brand_id
    and held.status in ('active', 'confirmed')
    and (held.last_on <= v_through - 3 or held.last_on - held.first_on >= 7);
  insert into analytics.detected_days as held (brand_id, day, tested, flagged)
  values (detect_anomalies.brand_id, detect_anomalies.day, v_tested, v_flagged)
  on conflict on constraint detected_days_pkey do update
  set tested = excluded.tested, flagged = excluded.flagged, detected_at = platform.now(), changed_at = null;
  drop table pg_temp.flagged;
  return v_flagged;
end
$$;
comment on function analytics.detect_anomalies(text, date) is
  'Looks at a finished day of a brand and records what is out of its way: false-discovery control over all tests of the day, causes before '
  'consequences, one row an episode. Returns how many were found. The same day again changes nothing but what reports have changed since; '
  'statuses stay.';
grant execute on function analytics.detect_anomalies(text, date) to vitrine_worker;

create function analytics.detect_due_anomalies(brand_id text, days_max integer default 35)
returns integer
language plpgsql volatile
as $$
declare
  v_found integer := 0;
  v_through date;
  v_day date;
begin
  -- No import meanwhile: what it changes must be seen, or be due again.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || detect_due_anomalies.brand_id, 0));
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_through
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = detect_due_anomalies.brand_id and data_status.kind = 'ads_daily';
  -- Days in order: an episode is told by the days before it.
  for v_day in
    select days.day::date
    from pg_catalog.generate_series((v_through - detect_due_anomalies.days_max + 1)::timestamp, v_through, interval '1 day') as days (day)
    left join analytics.detected_days as held on held.brand_id = detect_due_anomalies.brand_id and held.day = days.day::date
    where held.day is null or held.changed_at is not null
    order by 1
  loop
    v_found := v_found + analytics.detect_anomalies(detect_due_anomalies.brand_id, v_day);
  end loop;
  -- What changed longer ago is let be.
  update analytics.detected_days as held
  set changed_at = null
  where held.brand_id = detect_due_anomalies.brand_id and held.changed_at is not null;
  return v_found;
end
$$;
comment on function analytics.detect_due_anomalies(text, integer) is
  'Looks at every finished day of a brand that was not looked at yet, or that an import changed since, or one before it, at most this many back. '
  'Returns how many anomalies were found.';

create function analytics.note_changed_days(brand_id text, days date[])
returns void
language sql volatile
as $$
  update analytics.detected_days as held
  set changed_at = platform.now()
  where held.brand_id = note_changed_days.brand_id
    -- What is expected of a day follows from those before it.
    and held.day >= (select min(day) from pg_catalog.unnest(note_changed_days.days) as day)
    and held.changed_at is null
    -- Platforms restate four weeks.
    and held.day > (select max(known.day) - 28 from analytics.detected_days as known where known.brand_id = note_changed_days.brand_id);
$$;
comment on function analytics.note_changed_days(text, date[]) is 'Makes the days due again that were looked at already, from the first of these on.';

grant execute on function
  analytics.episode_around(text, text, bigint, date),
  analytics.detect_due_anomalies(text, integer),
  analytics.note_changed_days(text, date[])
to vitrine_worker;

create function analytics.move_anomaly(brand_id text, anomaly_id text, status text)
returns text
language plpgsql volatile
as $$
declare
  v_anomaly analytics.anomalies;
  v_allowed text;
begin
  select * into v_anomaly
  from analytics.anomalies
  where anomalies.brand_id = move_anomaly.brand_id and anomalies.anomaly_id = move_anomaly.anomaly_id
  for update;
  if not found then
    perform platform.fail('NTFND', 'anomaly_id: this brand has no anomaly ' || move_anomaly.anomaly_id || '. GET /v1/anomalies lists them.');
  end if;
  if not exists (
    select from analytics.anomaly_transitions as allowed where allowed.from_status = v_anomaly.status and allowed.to_status = move_anomaly.status
  ) then
    select pg_catalog.string_agg(allowed.to_status, ', ' order by allowed.to_status) into v_allowed
    from analytics.anomaly_transitions as allowed
    where allowed.from_status = v_anomaly.status;
    perform platform.fail(
      'BADRQ', 'status: an anomaly that is ' || v_anomaly.status || ' cannot become ' || move_anomaly.status || '. '
      || coalesce('It may become ' || v_allowed || '.', 'It stays as it is.')
    );
  end if;
  update analytics.anomalies
  set status = move_anomaly.status, changed_at = platform.now()
  where anomalies.brand_id = move_anomaly.brand_id and anomalies.anomaly_id = move_anomaly.anomaly_id;
  if move_anomaly.status = 'false_positive' then
    insert into analytics.anomaly_thresholds as held (brand_id, detector, entity_id, z_min)
    values (v_anomaly.brand_id, v_anomaly.detector, v_anomaly.entity_id, 3.5)
    on conflict on constraint anomaly_thresholds_pkey do update set z_min = least(5, held.z_min + 0.5);
  end if;
  return move_anomaly.status;
end
$$;
comment on function analytics.move_anomaly(text, text, text) is
  'Confirms, dismisses or resolves an anomaly, as analytics.anomaly_transitions allows. A false positive raises the bar for its series.';
grant execute on function analytics.move_anomaly(text, text, text) to vitrine_worker;

create function analytics.alert()
returns trigger
language plpgsql volatile
as $$
begin
  insert into events.outbox (brand_id, type, data)
  select
    changed.brand_id,
    'alert.triggered',
    pg_catalog.jsonb_build_object(
      'anomaly_id', changed.anomaly_id, 'detector', changed.detector, 'level', changed.level, 'status', changed.status,
      'day', changed.day, 'value', changed.value, 'z_score', changed.z_score
    )
  from changed
  join core.brands on brands.brand_id = changed.brand_id
  where not brands.is_simulated
    -- What a first import finds in the past is news to nobody.
    and changed.day >= (platform.now() at time zone brands.timezone)::date - 7;
  return null;
end
$$;
comment on function analytics.alert() is 'Tells of anomalies that were found.';
grant execute on function analytics.alert() to vitrine_worker;

create trigger anomalies_found after insert on analytics.anomalies
referencing new table as changed for each statement execute function analytics.alert();

create function analytics.alert_over()
returns trigger
language plpgsql volatile
as $$
begin
  perform events.emit(
    now_held.brand_id, 'alert.resolved',
    pg_catalog.jsonb_build_object(
      'anomaly_id', now_held.anomaly_id, 'detector', now_held.detector, 'level', now_held.level, 'status', now_held.status,
      'day', now_held.day, 'value', now_held.value, 'z_score', now_held.z_score
    )
  )
  from now_held
  join was_held using (brand_id, anomaly_id)
  join core.brands on brands.brand_id = now_held.brand_id
  where not brands.is_simulated
    and was_held.status <> now_held.status
    and now_held.status in ('resolved', 'false_positive')
    and now_held.day >= (platform.now() at time zone brands.timezone)::date - 30;
  return null;
end
$$;
comment on function analytics.alert_over() is 'Tells of anomalies that are over, or that were none.';
grant execute on function analytics.alert_over() to vitrine_worker;

create trigger anomalies_over after update on analytics.anomalies
referencing old table as was_held new table as now_held for each statement execute function analytics.alert_over();

create function analytics.severity(z_score double precision, spend_share double precision)
returns integer
language sql immutable
return least(5, greatest(1,
  case when pg_catalog.abs(severity.z_score) >= 8 then 5 when pg_catalog.abs(severity.z_score) >= 6 then 4
    when pg_catalog.abs(severity.z_score) >= 4 then 3 when pg_catalog.abs(severity.z_score) >= 3 then 2 else 1
  end
  + case when severity.spend_share > 0.3 then 1 when severity.spend_share < 0.05 then -1 else 0 end
));
comment on function analytics.severity(double precision, double precision) is
  '1 to 5: by how far out it is, one more for an entity with more than 30 % of the spend, one less below 5 %.';

create function analytics.detection_warnings(brand_id text)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(warning.text order by warning.position, warning.text), '{}')
  from (
    select 1 as position, 'No day has been looked at yet: detection runs every night, on 28 days of history or more.' as text
    where not exists (select from analytics.detected_days as held where held.brand_id = detection_warnings.brand_id)
    union all
    select 2, 'Reports have come in since for ' || min(held.day) || ': the days from then on are looked at again tonight.'
    from analytics.detected_days as held
    where held.brand_id = detection_warnings.brand_id and held.changed_at is not null
    having count(*) > 0
    union all
    select
      3,
      pg_catalog.format(
        'Account %s on %s has reported through %s only: its later days are looked at when they come in.',
        accounts.account_id, accounts.platform, accounts.reported_through
      )
    from analytics.active_accounts(detection_warnings.brand_id) as accounts
    where accounts.lag_days > 0
  ) as warning;
$$;
comment on function analytics.detection_warnings(text) is 'Which days of a brand were not looked at, or not as they are now.';

create function analytics.anomalies(
  brand_id text,
  days integer default 30,
  status text default null,
  metric text default null,
  "limit" integer default 50,
  page integer default 1
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_data json;
  v_total bigint;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(anomalies.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (
    select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily'
  ) then
    perform platform.fail('NTRDY', 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;
  v_today := (platform.now() at time zone v_brand.timezone)::date;

  with found as (
    select held.*, detectors.metric, detectors.direction, entity_paths.platform, names.name, names.external_id
    from analytics.anomalies as held
    join analytics.detectors using (detector)
    join analytics.entity_paths on entity_paths.brand_id = held.brand_id and entity_paths.entity_id = held.entity_id
    join analytics.entities as names on names.brand_id = held.brand_id and names.entity_id = held.entity_id
    where held.brand_id = v_brand.brand_id
      and held.last_on > v_today - anomalies.days
      and (anomalies.status is null or held.status = anomalies.status)
      and (anomalies.metric is null or detectors.metric = anomalies.metric)
  ),
  page as (
    select found.*
    from found
    order by found.last_on desc, found.detected_at desc, found.anomaly_id
    limit anomalies."limit" offset anomalies."limit"::bigint * (anomalies.page - 1)
  )
  select
    (select count(*) from found),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', page.anomaly_id,
        'metric', page.metric,
        'value', pg_catalog.trim_scale(pg_catalog.round(page.value::numeric, case when page.metric = 'roas' then 6 else v_exponent end)),
        'z_score', pg_catalog.round(page.z_score::numeric, 2),
        'severity', analytics.severity(page.z_score, page.spend_share),
        'status', page.status,
        'detected_at', platform.utc(page.detected_at),
        'detector', page.detector,
        'direction', page.direction,
        'date', page.day,
        'date_from', page.first_on,
        'date_to', page.last_on,
        'expected', pg_catalog.trim_scale(pg_catalog.round(page.expected::numeric, case when page.metric = 'roas' then 6 else v_exponent end)),
        'expected_low', pg_catalog.trim_scale(
          pg_catalog.round(greatest(0, page.expected - 3 * page.scale)::numeric, case when page.metric = 'roas' then 6 else v_exponent end)
        ),
        'expected_high', pg_catalog.trim_scale(
          pg_catalog.round((page.expected + 3 * page.scale)::numeric, case when page.metric = 'roas' then 6 else v_exponent end)
        ),
        'change_pct', pg_catalog.round((100 * (page.value / nullif(page.expected, 0) - 1))::numeric, 1),
        'impact', pg_catalog.trim_scale(pg_catalog.round(page.impact::numeric, v_exponent)),
        'level', page.level,
        'entity', pg_catalog.json_build_object('platform', page.platform, 'id', page.external_id, 'name', page.name),
        'method', 'weekday_adjusted_winsorised_z',
        'window_days', 182,
        'grouped_count', page.grouped_count,
        'dedupe_key', pg_catalog.concat_ws('/', page.detector, page.platform, page.level, page.external_id)
      )
      order by page.last_on desc, page.detected_at desc, page.anomaly_id
    )
  into v_total, v_data
  from page;

  return pg_catalog.json_build_object(
    'brand_id', anomalies.brand_id,
    'data', coalesce(v_data, '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', coalesce(v_total, 0),
      'truncated', coalesce(v_total, 0) > anomalies."limit"::bigint * anomalies.page,
      'detected_through', (
        select least(max(held.day), min(held.day) filter (where held.changed_at is not null) - 1)
        from analytics.detected_days as held
        where held.brand_id = v_brand.brand_id
      ),
      'warnings', analytics.detection_warnings(v_brand.brand_id)
    )
  );
end
$$;
comment on function analytics.anomalies(text, integer, text, text, integer, integer) is
  'GET /v1/anomalies: what was detected in the last days, latest first, with what was expected. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.severity(double precision, double precision),
  analytics.detection_warnings(text),
  analytics.anomalies(text, integer, text, text, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.anomalies', 'read:marketing', may_lag => true);

create function analytics.creative_fatigue(brand_id text, through date)
returns table (
  creative_id bigint, state text, score numeric, frequency_7d numeric, ctr_change_pct numeric, cpa_change_pct numeric, since date
)
language sql stable
as $$
  with days as (
    select
      ads.creative_id, facts.day,
      sum(facts.impressions) as impressions, sum(facts.clicks) as clicks, sum(facts.spend_micros) as spend_micros,
      sum(facts.conversions_micros) as conversions_micros, max(facts.reach) as reach, count(*) as reports
    from analytics.facts_daily as facts
    join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
    where facts.brand_id = creative_fatigue.brand_id
      and facts.day between creative_fatigue.through - 89 and creative_fatigue.through
      and ads.creative_id is not null
      and facts.impressions > 0
    group by 1, 2
  ),
  windows as (
    select
      days.creative_id, days.day,
      sum(days.impressions) over week as impressions, sum(days.clicks) over week as clicks, sum(days.spend_micros) over week as spend_micros,
      sum(days.conversions_micros) over week as conversions_micros,
      -- Reach is of one report: that of several days or ads counts some people twice.
      case when sum(days.reports) over week = 1 then days.reach end as reach,
      count(*) over week as days_in_window,
      pg_catalog.row_number() over (partition by days.creative_id order by days.day desc) as number_from_last,
      count(*) over (partition by days.creative_id) as active_days,
      sum(days.impressions) over (partition by days.creative_id) as all_impressions,
      min(days.day) over (partition by days.creative_id) as first_on
    from days
    window week as (partition by days.creative_id order by days.day range between interval '6 days' preceding and current row)
  ),
  lasts as (select * from windows where windows.number_from_last = 1),
  bests as (
    select distinct on (windows.creative_id) windows.*
    from windows
    join lasts on lasts.creative_id = windows.creative_id and windows.day <= lasts.day - 7
    where windows.impressions >= 1000 and windows.days_in_window >= 4
    order by windows.creative_id, windows.clicks::numeric / windows.impressions desc, windows.day
  ),
  compared as (
    select
      lasts.*, bests.day as best_on, bests.impressions as best_impressions, bests.clicks as best_clicks,
      (lasts.clicks::numeric / lasts.impressions) / nullif(bests.clicks::numeric / bests.impressions, 0) - 1 as ctr_change,
      (lasts.spend_micros::numeric / nullif(lasts.conversions_micros, 0)) / nullif(bests.spend_micros::numeric / nullif(bests.conversions_micros, 0), 0) - 1 as cpa_change,
      -- Two proportions (Wald): is the fall in click-through more than chance?
      (lasts.clicks::numeric / lasts.impressions - bests.clicks::numeric / bests.impressions)
      / nullif(pg_catalog.sqrt(
        ((lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * (1 - (lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * (1::numeric / lasts.impressions + 1::numeric / bests.impressions)
      ), 0) as z
    from lasts
    left join bests using (creative_id)
  )
  select
    compared.creative_id,
    case
      when compared.active_days < 7 or compared.all_impressions < 2000 then 'insufficient_data'
      when compared.z <= -3 and compared.ctr_change <= -0.3 then 'fatigued'
      when compared.z <= -2 and compared.ctr_change <= -0.15 then 'fatiguing'
      when compared.first_on > creative_fatigue.through - 14 then 'fresh'
      else 'stable'
    end,
    case when compared.active_days < 7 or compared.all_impressions < 2000 then null
      when compared.z <= -2 then pg_catalog.round(least(1, greatest(0, -compared.ctr_change * 2)), 3)
      else 0
    end,
    pg_catalog.round(compared.impressions::numeric / nullif(compared.reach, 0), 3),
    pg_catalog.round(100 * compared.ctr_change, 1),
    pg_catalog.round(100 * compared.cpa_change, 1),
    case when compared.z <= -2 and compared.ctr_change <= -0.15 then compared.best_on + 1 end
  from compared;
$$;
comment on function analytics.creative_fatigue(text, date) is
  'Whether people have seen enough of a creative: its click-through of the last seven days against that of its best seven, where the fall is more '
  'than chance. Needs seven active days and 2,000 impressions of the last 90 days. frequency_7d is null unless all of the week is one report.';

create function analytics.creatives(
  brand_id text,
  date_from date,
  date_to date,
  platform text default null,
  format text default null,
  status text default null,
  sort text default 'spend',
  "order" text default 'desc',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  "limit" integer default 50,
  page integer default 1
)
returns json
language plpgsql stable
-- Everything that is joined is read whole: a loop would read it again for each row.
set enable_nestloop = off
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_metrics text[];
  v_expressions text[];
  v_data json;
  v_totals json;
  v_total bigint;
begin
  perform analytics.check_range(creatives.date_from, creatives.date_to, 'day');
  v_metrics := analytics.check_metrics(creatives.metrics);
  perform analytics.check_metrics(array[creatives.sort]);
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(creatives.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;

  select pg_catalog.array_agg(analytics.metric_expression(metric, 'ad', v_exponent) order by requested.position)
  into v_expressions
  from pg_catalog.unnest(v_metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as metric on metric.name = requested.name;
  execute (
    select pg_catalog.format(
      $query$
      with shown as (
        select
          creatives.creative_id, min(facts.day) as first_seen, max(facts.day) as last_seen, count(distinct facts.day) as days_active,
          pg_catalog.array_agg(distinct ads.external_id) as ad_ids, %1$s
        from analytics.facts_daily as facts
        join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
        join analytics.creatives on creatives.brand_id = ads.brand_id and creatives.creative_id = ads.creative_id
        where facts.brand_id = $1 and facts.day between $2 and $3
          and ($4::text is null or creatives.platform = $4) and ($5::text is null or creatives.format = $5)
        group by creatives.creative_id
      ),
      units as (
        select shown.creative_id, shown.first_seen, shown.last_seen, shown.days_active, shown.ad_ids, %2$s,
          (select sum(spend) * 0.000001 from shown) as total_spend
        from shown
      ),
      fatigue as materialized (
        select * from analytics.creative_fatigue($1, $3)
      ),
      ranked as (
        select
          units.*, fatigue.state, fatigue.score, fatigue.frequency_7d, fatigue.ctr_change_pct, fatigue.cpa_change_pct, fatigue.since,
          pg_catalog.row_number() over (order by %3$s %4$s nulls last, units.creative_id) as rank
        from units
        left join fatigue using (creative_id)
        where $6::text is null or coalesce(fatigue.state, 'insufficient_data') = $6
      )
      select
        (select count(*) from ranked),
        (
          select pg_catalog.json_agg(
            pg_catalog.jsonb_build_object(
              'creative_id', creatives.external_id, 'platform', creatives.platform, 'format', creatives.format, 'name', creatives.name,
              'headline', creatives.headline, 'body', creatives.body, 'call_to_action', creatives.call_to_action,
              'landing_url', creatives.landing_url, 'thumbnail_url', creatives.thumbnail_url,
              'ad_ids', ranked.ad_ids, 'ad_count', pg_catalog.cardinality(ranked.ad_ids),
              'first_seen', ranked.first_seen, 'last_seen', ranked.last_seen, 'days_active', ranked.days_active
            )
            || (%5$s)::jsonb
            || pg_catalog.jsonb_build_object(
              'rank', ranked.rank,
              'fatigue', pg_catalog.jsonb_build_object(
                'state', coalesce(ranked.state, 'insufficient_data'), 'score', ranked.score, 'frequency_7d', ranked.frequency_7d,
                'ctr_change_pct', ranked.ctr_change_pct, 'cpa_change_pct', ranked.cpa_change_pct, 'since', ranked.since
              )
            )
            order by ranked.rank
          )
          from ranked
          join analytics.creatives on creatives.brand_id = $1 and creatives.creative_id = ranked.creative_id
          where ranked.rank > $7 * ($8 - 1) and ranked.rank <= $7 * $8
        ),
        (select %5$s from (select %6$s from ranked) as ranked)
      $query$,
      pg_catalog.string_agg(
        pg_catalog.format(
          case when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%1$I) end as %2$I' else 'sum(facts.%1$I) as %2$I' end, base.source_column, base.name
        ), ', '
      ),
      pg_catalog.string_agg(
        pg_catalog.format(case when base.source_column like '%\_micros' then 'shown.%1$I * 0.000001 as %1$I' else 'shown.%1$I::numeric as %1$I' end, base.name), ', '
      ),
      (select analytics.metric_expression(metric, 'ad', v_exponent) from analytics.metric_definitions as metric where metric.name = creatives.sort),
      case creatives."order" when 'asc' then 'asc' else 'desc' end,
      analytics.object_expression(v_metrics, v_expressions),
      pg_catalog.string_agg(
        pg_catalog.format(
          case when base.name = 'reach' then 'case when count(*) = 1 then max(ranked.%1$I) end as %1$I' else 'sum(ranked.%1$I) as %1$I' end, base.name
        ), ', '
      ) || ', max(ranked.total_spend) as total_spend'
    )
    from analytics.metric_definitions as base
    where base.source_column is not null
  )
  into v_total, v_data, v_totals
  using
    v_brand.brand_id, creatives.date_from, creatives.date_to, creatives.platform, creatives.format, creatives.status, creatives."limit"::bigint, creatives.page;

  return pg_catalog.json_build_object(
    'brand_id', creatives.brand_id,
    'date_from', creatives.date_from,
    'date_to', creatives.date_to,
    'data', coalesce(v_data, '[]'),
    'totals', case when v_total > 0 then v_totals end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > creatives."limit"::bigint * creatives.page,
      'warnings', (
        select coalesce(pg_catalog.json_agg(warning.text order by warning.position), '[]')
        from (
          select 1 as position, 'The reports of this brand name no creatives. Add the creative id to the report and import it again.' as text
          where not exists (select from analytics.creatives as held where held.brand_id = v_brand.brand_id)
          union all
          select 2, 'reach and frequency cannot be added up: they are null where several rows were combined.'
          where v_metrics || creatives.sort && array['reach', 'frequency']
          union all
          select 3, 'mer compares the whole store with all spend: it is null for a creative.'
          where 'mer' = any (v_metrics || creatives.sort)
        ) as warning
      )
    )
  );
end
$$;
comment on function analytics.creatives(text, date, date, text, text, text, text, text, text[], integer, integer) is
  'GET /v1/creatives: what each creative did over a range, over all ads that show it, and whether it is wearing out. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.creative_fatigue(text, date),
  analytics.creatives(text, date, date, text, text, text, text, text, text[], integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.creatives', 'read:marketing', may_lag => true);

create function analytics.response_curves(brand_id text, level text, objective text, lookback_days integer)
returns table (
  entity_id bigint, daily_spend double precision, scale double precision, elasticity double precision, error double precision,
  spend_days bigint, conversions double precision, spend double precision, revenue double precision, outcome double precision
)
language plpgsql stable
as $$
declare
  v_last_on constant date := analytics.reported_through(response_curves.brand_id);
begin
  -- y = a * s^b by least squares on logarithms, a day of a month ago counting half as much as yesterday.
  return query
  with days as (
    select
      facts.entity_id, facts.day,
      facts.spend_micros / 1000000.0::double precision as spend,
      coalesce(facts.revenue_micros, 0) / 1000000.0::double precision as revenue,
      coalesce(facts.conversions_micros, 0) / 1000000.0::double precision as conversions,
      pg_catalog.power(2::double precision, -(v_last_on - facts.day) / 30.0) as weight
    from analytics.rollups_daily as facts
    -- A roll-up stands for what is above where the source reports nothing so fine.
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level = response_curves.level
    where facts.brand_id = response_curves.brand_id
      and facts.level = response_curves.level
      and facts.day > v_last_on - response_curves.lookback_days
      and facts.day <= v_last_on
      and facts.spend_micros > 0
  ),
  outcomes as (
    select days.*, case response_curves.objective when 'conversions' then days.conversions else days.revenue end as outcome from days
  ),
  fits as (
    select
      outcomes.entity_id,
      sum(outcomes.spend) filter (where outcomes.day > v_last_on - 14) / 14 as daily_spend,
      count(*) as spend_days, sum(outcomes.conversions) as conversions, sum(outcomes.spend) as spend, sum(outcomes.revenue) as revenue,
      sum(outcomes.outcome) as outcome,
      sum(outcomes.weight) filter (where outcomes.outcome > 0) as n,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend)) filter (where outcomes.outcome > 0) as x,
      sum(outcomes.weight * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as y,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as xy,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) ^ 2) filter (where outcomes.outcome > 0) as xx
    from (select outcomes.*, nullif(outcomes.outcome, 0) is not null as counts from outcomes) as outcomes
    group by outcomes.entity_id
  ),
  slopes as (
    select fits.*, least(0.95, greatest(0.2, coalesce((fits.n * fits.xy - fits.x * fits.y) / nullif(fits.n * fits.xx - fits.x ^ 2, 0), 0.6))) as slope
    from fits
  ),
  shrunk as (
    select
      slopes.*,
      -- Few days say little about a slope: the brand's own middle weighs as much as three weeks.
      (slopes.n * slopes.slope + 15 * pg_catalog.avg(slopes.slope) over ()) / (slopes.n + 15) as elasticity
    from slopes
  ),
  levels as (
    select
      shrunk.entity_id,
      sum(outcomes.weight * outcomes.outcome) / nullif(sum(outcomes.weight * pg_catalog.power(outcomes.spend, shrunk.elasticity)), 0) as scale
    from shrunk
    join outcomes using (entity_id)
    group by shrunk.entity_id
  )
  select
    shrunk.entity_id, shrunk.daily_spend, levels.scale, shrunk.elasticity,
    (
      select pg_catalog.stddev(outcomes.outcome - levels.scale * pg_catalog.power(outcomes.spend, shrunk.elasticity))
      from outcomes where outcomes.entity_id = shrunk.entity_id
    ) / pg_catalog.sqrt(shrunk.spend_days),
    shrunk.spend_days, shrunk.conversions, shrunk.spend, shrunk.revenue, shrunk.outcome
  from shrunk
  join levels using (entity_id)
  where shrunk.daily_spend > 0 and levels.scale > 0;
end
$$;
comment on function analytics.response_curves(text, text, text, integer) is
  'How the outcome of a day follows from its spend, per campaign or ad set: outcome = scale * spend ^ elasticity, with elasticity from 0.2 to 0.95.';

create function analytics.equal_margins(
  spends double precision[], scales double precision[], elasticities double precision[], budget double precision, shift_max double precision
)
returns double precision[]
language plpgsql immutable
as $$
declare
  v_low double precision := 1e-12;
  v_high double precision := 1e12;
  v_price double precision;
  v_plan double precision[];
  v_sum double precision;
begin
  -- The best plan pays the same for the last unit everywhere: that price is found by halving.
  for i in 1 .. 100 loop
    v_price := pg_catalog.sqrt(v_low * v_high);
    select
      pg_catalog.array_agg(planned.spend order by planned.position), sum(planned.spend)
    into v_plan, v_sum
    from (
      select
        curve.position,
        least(
          curve.spend * (1 + equal_margins.shift_max),
          greatest(
            curve.spend * (1 - equal_margins.shift_max),
            pg_catalog.exp(least(50, pg_catalog.ln(curve.scale * curve.elasticity / v_price) / (1 - curve.elasticity)))
          )
        ) as spend
      from rows from (
        pg_catalog.unnest(equal_margins.spends), pg_catalog.unnest(equal_margins.scales), pg_catalog.unnest(equal_margins.elasticities)
      ) with ordinality as curve (spend, scale, elasticity, position)
    ) as planned;
    if v_sum > equal_margins.budget then
      v_low := v_price;
    else
      v_high := v_price;
    end if;
  end loop;
  return v_plan;
end
$$;
comment on function analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision) is
  'How to spend a budget so that the last unit earns the same everywhere, no spend moving by more than shift_max (a fraction).';

grant execute on function
  analytics.response_curves(text, text, text, integer),
  analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.budget_warnings(
  brand_id text, level text, currency_exponent smallint, last_on date, lookback_days integer, withheld bigint
)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(warning.text order by warning.position, warning.text), '{}')
  from (
    select
      1 as position,
      budget_warnings.withheld || ' left out: less than 14 days of spend or 30 conversions in the last ' || budget_warnings.lookback_days || ' days.' as text
    where budget_warnings.withheld > 0
    union all
    select
      2,
      pg_catalog.format(
        'Left out: what %s reports without %s, %s of spend in the last %s days.',
        entities.platform, case budget_warnings.level when 'adset' then 'ad sets' else 'campaigns' end,
        pg_catalog.round(sum(facts.spend_micros) * 0.000001, budget_warnings.currency_exponent), budget_warnings.lookback_days
      )
    from analytics.rollups_daily as facts
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level <> budget_warnings.level
    where facts.brand_id = budget_warnings.brand_id
      and facts.level = budget_warnings.level
      and facts.day > budget_warnings.last_on - budget_warnings.lookback_days
      and facts.day <= budget_warnings.last_on
      and facts.spend_micros > 0
    group by entities.platform
  ) as warning;
$$;
comment on function analytics.budget_warnings(text, text, smallint, date, integer, bigint) is 'What recommendations at a level leave out, and why.';

create function analytics.budget_recommendations(
  brand_id text,
  level text default 'campaign',
  objective text default 'revenue',
  budget_change_pct integer default 0,
  max_shift_pct integer default 20,
  lookback_days integer default 56,
  "limit" integer default 50,
  status text default null,
  page integer default 1
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_plan double precision[];
  v_data json;
  v_totals json;
  v_withheld bigint;
  v_total bigint;
  v_planned bigint;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(budget_recommendations.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;
  if pg_catalog.abs(budget_recommendations.budget_change_pct) > budget_recommendations.max_shift_pct then
    perform platform.fail('BADRQ', 'budget_change_pct: cannot be more than max_shift_pct. Raise max_shift_pct, or ask for a smaller change.');
  end if;

  select count(*) into v_withheld
  from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
  where curves.spend_days < 14 or curves.conversions < 30;

  with curves as materialized (
    select curves.*, pg_catalog.row_number() over (order by curves.entity_id) as no
    from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
    where curves.spend_days >= 14 and curves.conversions >= 30
  ),
  plan as (
    select analytics.equal_margins(
      pg_catalog.array_agg(curves.daily_spend order by curves.no), pg_catalog.array_agg(curves.scale order by curves.no),
      pg_catalog.array_agg(curves.elasticity order by curves.no),
      sum(curves.daily_spend) * (1 + budget_recommendations.budget_change_pct / 100.0), budget_recommendations.max_shift_pct / 100.0
    ) as spends
    from curves
  ),
  moved as (
    select
      curves.*, plan.spends[curves.no] as planned,
      curves.scale * pg_catalog.power(plan.spends[curves.no], curves.elasticity) - curves.scale * pg_catalog.power(curves.daily_spend, curves.elasticity) as gain,
      curves.revenue / nullif(curves.spend, 0) as average_roas,
      curves.conversions / nullif(curves.spend, 0) as conversions_per_unit,
      curves.outcome / nullif(curves.spend, 0) as average_outcome,
      case when plan.spends[curves.no] between curves.daily_spend * 0.995 and curves.daily_spend * 1.005 then 'met' else 'open' end as status,
      case when curves.spend_days >= 42 and curves.conversions >= 200 then 'high' when curves.spend_days >= 28 and curves.conversions >= 60 then 'medium' else 'low' end as confidence
    from curves
    cross join plan
  ),
  told as (
    select
      moved.*,
      -- What is gained of the objective carries the other along at its average.
      moved.gain / nullif(moved.average_outcome, 0) as gained_spend_equivalent,
      pg_catalog.row_number() over (partition by wanted.is_told order by pg_catalog.abs(moved.gain) desc, moved.entity_id) as rank,
      wanted.is_told
    from moved
    cross join lateral (select budget_recommendations.status is null or budget_recommendations.status = moved.status as is_told) as wanted
  )
  select
    count(*),
    count(*) filter (where told.is_told),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', pg_catalog.concat_ws('/', entities.platform, budget_recommendations.level, entities.external_id),
        'level', budget_recommendations.level,
        'entity', pg_catalog.json_build_object('id', entities.external_id, 'name', entities.name),
        'platform', entities.platform,
        'status', told.status,
        'current_daily_spend', analytics.rounded(told.daily_spend, v_exponent),
        'recommended_daily_spend', analytics.rounded(told.planned, v_exponent),
        'change_pct', analytics.rounded(100 * (told.planned / told.daily_spend - 1), 1),
        'expected_change', pg_catalog.json_build_object(
          'spend', analytics.rounded(told.planned - told.daily_spend, v_exponent),
          'revenue', analytics.rounded(told.gained_spend_equivalent * told.average_roas, v_exponent),
          'conversions', analytics.rounded(told.gained_spend_equivalent * told.conversions_per_unit, 2),
          'low', analytics.rounded(told.gain - 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end),
          'high', analytics.rounded(told.gain + 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end)
        ),
        'marginal_roas', analytics.rounded(told.average_roas * told.elasticity, 4),
        'average_roas', analytics.rounded(told.average_roas, 4),
        'saturation', analytics.rounded(1 - told.elasticity, 3),
        'confidence', told.confidence,
        'reasons', pg_catalog.json_build_array(
          case when told.status = 'met' then 'Spend is where it earns the most already.'
            when told.planned > told.daily_spend then 'The last unit spent here earns more than elsewhere.'
            else 'The last unit spent here earns less than elsewhere.'
          end,
          pg_catalog.format('Spending 10 %% more brings about %s %% more %s.', pg_catalog.round((100 * (pg_catalog.power(1.1, told.elasticity) - 1))::numeric, 1), budget_recommendations.objective)
        ),
        'options', (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'change_pct', option.pct,
              'budget', analytics.rounded(told.daily_spend * (1 + option.pct / 100.0), v_exponent),
              'expected_' || budget_recommendations.objective, analytics.rounded(
                told.scale * pg_catalog.power(told.daily_spend * (1 + option.pct / 100.0), told.elasticity), case budget_recommendations.objective when 'revenue' then v_exponent else 2 end
              )
            )
            order by option.pct
          )
          from (values (-20), (-10), (0), (10), (20)) as option (pct)
        )
      )
      order by told.rank
    ) filter (
      where told.is_told
        and told.rank > budget_recommendations."limit"::bigint * (budget_recommendations.page - 1)
        and told.rank <= budget_recommendations."limit"::bigint * budget_recommendations.page
    ),
    pg_catalog.json_build_object(
      'current_daily_spend', analytics.rounded(sum(told.daily_spend), v_exponent),
      'recommended_daily_spend', analytics.rounded(sum(told.planned), v_exponent),
      'expected_revenue_change', analytics.rounded(sum(told.gained_spend_equivalent * told.average_roas), v_exponent),
      'expected_conversions_change', analytics.rounded(sum(told.gained_spend_equivalent * told.conversions_per_unit), 2)
    )
  into v_planned, v_total, v_data, v_totals
  from told
  join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = told.entity_id;

  return pg_catalog.json_build_object(
    'brand_id', budget_recommendations.brand_id,
    'level', budget_recommendations.level,
    'objective', budget_recommendations.objective,
    'data', coalesce(v_data, '[]'),
    'totals', case when v_planned > 0 then v_totals end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > budget_recommendations."limit"::bigint * budget_recommendations.page,
      'warnings', analytics.budget_warnings(
        v_brand.brand_id, budget_recommendations.level, v_exponent, analytics.reported_through(v_brand.brand_id),
        budget_recommendations.lookback_days, v_withheld
      )
    )
  );
end
$$;
comment on function analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer) is
  'GET /v1/budget-recommendations: how the same spend (or so much more or less) would earn the most, from the brand''s own response curves. '
  'Advice only: nothing is changed anywhere. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.budget_warnings(text, text, smallint, date, integer, bigint),
  analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.budget_recommendations', 'read:marketing', may_lag => true);

create function analytics.texts(given jsonb)
returns text[]
language sql immutable
return case pg_catalog.jsonb_typeof(texts.given)
  when 'array' then array(select pg_catalog.jsonb_array_elements_text(texts.given))
  when 'string' then array[texts.given #>> '{}']
end;
comment on function analytics.texts(jsonb) is 'One text or several, as an array.';

create function analytics.is_meant(path analytics.entity_paths, filters jsonb)
returns boolean
language sql immutable
as $$
  select (not is_meant.filters ? 'platform' or (is_meant.path).platform = any (analytics.texts(is_meant.filters -> 'platform')))
    and (not is_meant.filters ? 'platform_not' or (is_meant.path).platform <> all (analytics.texts(is_meant.filters -> 'platform_not')))
    and (not is_meant.filters ? 'account_id' or (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account_id')))
    and (
      not is_meant.filters ? 'campaign_id'
      or coalesce((is_meant.path).campaign_id = any (analytics.texts(is_meant.filters -> 'campaign_id')), false)
    )
    and (
      not is_meant.filters ? 'campaign_name'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name'))), false)
    )
    and (
      not is_meant.filters ? 'adset_name'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name'))), false)
    )
    and (
      not is_meant.filters ? 'campaign_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name_not'))), true)
    )
    and (
      not is_meant.filters ? 'adset_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name_not'))), true)
    );
$$;
comment on function analytics.is_meant(analytics.entity_paths, jsonb) is
  'Whether an account, campaign, ad set or ad is among those that the filters of a question, or of a tool, ask for.';

create function analytics.whole_names(brand_id text, filters jsonb)
returns jsonb
language sql stable
as $$
  select whole_names.filters || coalesce(
    (
      select pg_catalog.jsonb_object_agg(
        filter.key,
        (
          select coalesce(pg_catalog.jsonb_agg(distinct named.name), '[]')
          from analytics.entities as named
          join pg_catalog.unnest(analytics.lowered(analytics.texts(filter.value))) as given (name)
            on pg_catalog.lower(named.name) = given.name
            or (
              pg_catalog.strpos(pg_catalog.lower(named.name), given.name) > 0
              and not exists (
                select from analytics.entities as exact
                where exact.brand_id = whole_names.brand_id
                  and exact.level = pg_catalog.split_part(filter.key, '_', 1)
                  and pg_catalog.lower(exact.name) = given.name
              )
            )
          where named.brand_id = whole_names.brand_id and named.level = pg_catalog.split_part(filter.key, '_', 1)
        )
      )
      from pg_catalog.jsonb_each(whole_names.filters) as filter
      where filter.key in ('campaign_name_not', 'adset_name_not')
    ),
    '{}'
  );
$$;
comment on function analytics.whole_names(text, jsonb) is
  'Filters whose parts of names to leave out are whole names: a part is of every name that holds it, unless it is a name of its own.';

create function analytics.holds(answer jsonb, thresholds jsonb)
returns boolean
language sql immutable
as $$
  select not exists (
    select
    from pg_catalog.jsonb_array_elements(holds.thresholds) as bound
    cross join lateral (
      select (holds.answer ->> (bound.value ->> 'metric'))::numeric as given, (bound.value ->> 'value')::numeric as bound
    ) as compared
    where not coalesce(
      case bound.value ->> 'operator'
        when '>' then compared.given > compared.bound
        when '>=' then compared.given >= compared.bound
        when '<' then compared.given < compared.bound
        when '<=' then compared.given <= compared.bound
        else compared.given = compared.bound
      end,
      false
    )
  );
$$;
comment on function analytics.holds(jsonb, jsonb) is 'Whether a row of an answer keeps all bounds; what is null keeps none.';

create function analytics.shown_level(group_by text, filters jsonb)
returns text
language sql immutable
return case when shown_level.group_by is null and shown_level.filters = '{}' then 'account' else 'campaign' end;
comment on function analytics.shown_level(text, jsonb) is 'account where an answer is of everything: some metrics are of nothing less.';

grant execute on function
  analytics.texts(jsonb),
  analytics.is_meant(analytics.entity_paths, jsonb),
  analytics.whole_names(text, jsonb),
  analytics.holds(jsonb, jsonb),
  analytics.shown_level(text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.ask_bounds(thresholds jsonb, shown_level text, currency_exponent smallint)
returns text
language sql stable
as $$
  select coalesce(
    pg_catalog.string_agg(
      pg_catalog.format(
        '%s %s %L::numeric',
        analytics.metric_expression(metric_definitions, ask_bounds.shown_level, ask_bounds.currency_exponent),
        case bound.value ->> 'operator' when '>' then '>' when '>=' then '>=' when '<' then '<' when '<=' then '<=' else '=' end,
        bound.value ->> 'value'
      ),
      ' and ' order by bound.position
    ),
    'true'
  )
  from pg_catalog.jsonb_array_elements(ask_bounds.thresholds) with ordinality as bound (value, position)
  join analytics.metric_definitions on metric_definitions.name = bound.value ->> 'metric';
$$;
comment on function analytics.ask_bounds(jsonb, text, smallint) is 'The condition that bounds of metrics make, each with its own metric and operator.';

create function analytics.ask_query(
  brand core.brands, metrics text[], level text, group_by text, granularity text, shown_level text, thresholds jsonb, sort text
)
returns text
language plpgsql stable
as $$
declare
  v_exponent smallint;
  v_sums text;
  v_units text;
  v_metrics text[];
  v_keys text[];
  v_first text;
  v_columns text[] := '{}';
  v_expressions text[] := '{}';
  v_is_hourly constant boolean := ask_query.granularity is not distinct from 'hour';
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = (ask_query.brand).currency;
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%1$I) end as %2$I' else 'sum(facts.%1$I) as %2$I' end,
        case when base.name = 'revenue' and (ask_query.brand).revenue_source = 'store' then 'store_revenue_micros' else base.source_column end,
        base.name
      ), ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(case when base.source_column like '%\_micros' then '%1$I * 0.000001 as %1$I' else '%1$I::numeric as %1$I' end, base.name), ', '
    )
  into v_sums, v_units
  from analytics.metric_definitions as base
  where base.source_column is not null
    and (
      base.name = 'spend'
      or exists (
        select from analytics.metric_definitions as metric where metric.name = any (ask_query.metrics) and base.name = any (metric.bases)
      )
    );
  select
    pg_catalog.array_agg(analytics.metric_expression(definition, ask_query.shown_level, v_exponent) order by requested.position),
    min(analytics.metric_expression(definition, ask_query.shown_level, v_exponent)) filter (where requested.position = 1)
  into v_metrics, v_first
  from pg_catalog.unnest(ask_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as definition on definition.name = requested.name;

  if ask_query.granularity is not null then
    v_columns := array['date'];
    v_expressions := array[
      -- An account in a zone that is half an hour off has its hours begin within the brand's.
      case when v_is_hourly then 'facts.hour - pg_catalog.make_interval(mins => extract(minute from facts.hour at time zone $5)::integer)'
        else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', ask_query.granularity)
      end
    ];
  end if;
  v_columns := v_columns || case ask_query.group_by
    when 'platform' then array['platform']
    when 'campaign' then array['platform', 'campaign_id', 'campaign_name']
    when 'adset' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name']
    when 'ad' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name']
    else '{}'
  end;
  v_expressions := v_expressions || array(
    select 'paths.' || name from pg_catalog.unnest(v_columns) as name where name <> 'date'
  );
  v_keys := array(
    select case when name = 'date' and v_is_hourly then 'analytics.local_hour(date, $5)' else name end
    from pg_catalog.unnest(v_columns) with ordinality as named (name, position)
    order by position
  );

  return pg_catalog.format(
    $query$
    with kept as (
      select paths.*
      from analytics.entity_paths as paths
      where paths.brand_id = $1 and analytics.is_meant(paths, $4)
    ),
    sums as (
      select %2$s%1$s
      from %3$s as facts
      join kept as paths on paths.entity_id = facts.entity_id
      where facts.brand_id = $1 and %4$s
      %5$s
    ),
    units as (
      select %7$s%6$s,
        (
          select sum(facts.spend_micros) * 0.000001
          from analytics.rollups_daily as facts
          where facts.brand_id = $1 and facts.level = 'account' and facts.day between $2 and $3
        ) as total_spend
      from sums
    ),
    answers as (
      select %8$s as answer, %9$s as first_metric, %10$s as date
      from units
      where %12$s
    ),
    page as (
      select answers.*
      from answers
      order by answers.date nulls first, answers.first_metric %11$s nulls last, answers.answer::text
      limit $6
    )
    select pg_catalog.json_build_object(
      'data', (
        select coalesce(pg_catalog.json_agg(page.answer order by page.date nulls first, page.first_metric %11$s nulls last, page.answer::text), '[]')
        from page
      ),
      'total_rows', (select count(*) from answers)
    )
    $query$,
    v_sums,
    (
      select coalesce(pg_catalog.string_agg(pg_catalog.format('%s as %I, ', named.expression, named.name), '' order by named.position), '')
      from rows from (pg_catalog.unnest(v_expressions), pg_catalog.unnest(v_columns)) with ordinality as named (expression, name, position)
    ),
    case when v_is_hourly then 'analytics.facts_hourly' when ask_query.level = 'ad' then 'analytics.facts_daily' else 'analytics.rollups_daily' end,
    case
      when v_is_hourly then 'facts.hour >= $2::timestamp at time zone $5 and facts.hour < ($3 + 1)::timestamp at time zone $5'
      when ask_query.level = 'ad' then 'facts.day between $2 and $3'
      else pg_catalog.format('facts.day between $2 and $3 and facts.level = %L', ask_query.level)
    end,
    case when v_columns = '{}' then 'having count(*) > 0' else 'group by ' || pg_catalog.array_to_string(v_expressions, ', ') end,
    v_units,
    pg_catalog.array_to_string(v_columns || '{}'::text[], ', ') || case when v_columns = '{}' then '' else ', ' end,
    analytics.object_expression(v_columns || ask_query.metrics, v_keys || v_metrics),
    v_first,
    case when ask_query.granularity is null then 'null::date' else 'date' end,
    case ask_query.sort when 'asc' then 'asc' else 'desc' end,
    analytics.ask_bounds(ask_query.thresholds, ask_query.shown_level, v_exponent)
  );
end
$$;
comment on function analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text) is
  'The query behind an answer in numbers, built from the metric catalogue as that of analytics.metrics is. Parameters: brand, first and last day, '
  'filters, zone, limit.';

create function analytics.ask(
  brand core.brands,
  metrics text[],
  date_from date,
  date_to date,
  group_by text default null,
  granularity text default null,
  filters jsonb default '{}',
  thresholds jsonb default '[]',
  sort text default 'desc',
  "limit" integer default 50
)
returns json
language plpgsql stable
as $$
declare
  v_group_by text;
  v_level text;
  v_data json;
begin
  -- Several names stand beside each other.
  v_group_by := coalesce(
    ask.group_by,
    case
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'campaign_name')) > 1 then 'campaign'
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'adset_name')) > 1 then 'adset'
    end
  );
  -- The coarsest level that still knows what is asked for.
  v_level := case
    when v_group_by = 'ad' then 'ad'
    when v_group_by = 'adset' or ask.filters ?| '{adset_name,adset_name_not}' then 'adset'
    when v_group_by = 'campaign' or ask.filters ?| '{campaign_id,campaign_name,campaign_name_not}' then 'campaign'
    else 'account'
  end;
  execute analytics.ask_query(
    ask.brand, analytics.check_metrics(ask.metrics), v_level, v_group_by, ask.granularity,
    analytics.shown_level(v_group_by, ask.filters), ask.thresholds, ask.sort
  )
  into v_data
  using (ask.brand).brand_id, ask.date_from, ask.date_to, ask.filters, (ask.brand).timezone, ask."limit";
  return v_data;
end
$$;
comment on function analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer) is
  'Metrics of a brand over a range, for some platforms or names, as one row or by platform, entity or period: the rows, and how many there are without the limit.';

grant execute on function
  analytics.ask_bounds(jsonb, text, smallint),
  analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text),
  analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.projected_for_month(amount numeric, month date, through date)
returns numeric
language sql immutable
return projected_for_month.amount
  * extract(day from projected_for_month.month + interval '1 month - 1 day')
  / nullif(projected_for_month.through - projected_for_month.month + 1, 0);
comment on function analytics.projected_for_month(numeric, date, date) is
  'What the days of a month through this one come to by its end at the same pace. month is its first day.';
grant execute on function analytics.projected_for_month(numeric, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.answer_in_numbers(brand core.brands, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_in_numbers.brand;
  v_intent constant text := answer_in_numbers.interpretation ->> 'intent';
  v_time constant jsonb := answer_in_numbers.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_in_numbers.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_in_numbers.interpretation -> 'metrics');
  v_group_by constant text := answer_in_numbers.interpretation ->> 'group_by';
  v_granularity constant text := case when v_intent = 'timeseries' then v_time ->> 'granularity' end;
  v_limit constant integer := case when v_intent = 'timeseries' then 500 else coalesce((answer_in_numbers.interpretation ->> 'limit')::integer, 50) end;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_month constant date := pg_catalog.date_trunc('month', v_today)::date;
  v_from date := (v_time ->> 'date_from')::date;
  v_to date := (v_time ->> 'date_to')::date;
  v_data json;
  v_total bigint;
  v_most bigint;
begin
  if v_intent = 'pacing' then
    v_from := v_month;
    v_to := greatest(v_today - 1, v_month);
  end if;
  with periods (position, period, first_on, last_on) as (
    values (1, 'current', v_from, v_to), (2, 'previous', (v_time ->> 'compare_from')::date, (v_time ->> 'compare_to')::date)
  ),
  answers as materialized (
    select
      periods.*,
      analytics.ask(
        v_brand, v_metrics, periods.first_on, periods.last_on, v_group_by, v_granularity, v_filters,
        coalesce(answer_in_numbers.interpretation -> 'thresholds', '[]'), coalesce(answer_in_numbers.interpretation ->> 'sort', 'desc'), v_limit
      ) as answer
    from periods
    where periods.first_on is not null and (periods.position = 1 or v_intent = 'comparison')
  ),
  compared as (
    select count(*) > 1 as is_compared from answers
  )
  select
    (
      select pg_catalog.json_agg(
        case when compared.is_compared
          then (pg_catalog.jsonb_build_object('period', answers.period, 'date_from', answers.first_on, 'date_to', answers.last_on) || coalesce(answer.value::jsonb, '{}'))::json
          else answer.value
        end
        order by answers.position, answer.position
      )
      from answers
      cross join compared
      left join lateral pg_catalog.json_array_elements(answers.answer -> 'data') with ordinality as answer (value, position) on true
      where compared.is_compared or answer.value is not null
    ),
    -- A period without data has a row that says so.
    sum(greatest((answers.answer ->> 'total_rows')::bigint, case when compared.is_compared then 1 else 0 end)),
    max((answers.answer ->> 'total_rows')::bigint)
  into v_data, v_total, v_most
  from answers
  cross join compared;

  if v_intent = 'pacing' then
    v_data := (
      select pg_catalog.json_agg(
        answer.value::jsonb || pg_catalog.jsonb_build_object(
          'days_elapsed', v_today - v_month,
          'days_in_month', extract(day from v_month + interval '1 month - 1 day'),
          'projected_' || v_metrics[1], pg_catalog.round(analytics.projected_for_month((answer.value ->> v_metrics[1])::numeric, v_month, v_to), 2)
        )
      )
      from pg_catalog.json_array_elements(v_data) as answer
    );
  end if;
  return pg_catalog.json_build_object(
    'data', coalesce(v_data, '[]'),
    'total_rows', v_total,
    'truncated', v_most > v_limit,
    'warnings', analytics.metric_warnings(
      v_brand, v_metrics, analytics.shown_level(v_group_by, v_filters), v_from, v_to, v_today, coalesce(v_granularity, 'day')
    )
  );
end
$$;
comment on function analytics.answer_in_numbers(core.brands, jsonb) is
  'The answer to a question after metrics, for one range or two, with what GET /v1/metrics says in meta.';
grant execute on function analytics.answer_in_numbers(core.brands, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.explain_change(brand core.brands, metrics text[], "time" jsonb, filters jsonb)
returns json
language sql stable
as $$
  -- How much of the difference each campaign and platform made: bases add up, so their differences do.
  with named as (
    select metric_definitions.name, metric_definitions.source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
      and exists (
        select from analytics.metric_definitions as asked
        where asked.name = explain_change.metrics[1] and metric_definitions.name = any (asked.bases)
      )
  ),
  periods as (
    select 'current' as period, (explain_change."time" ->> 'date_from')::date as first_on, (explain_change."time" ->> 'date_to')::date as last_on
    union all
    select 'previous', (explain_change."time" ->> 'compare_from')::date, (explain_change."time" ->> 'compare_to')::date
  ),
  sums as (
    select
      entity_paths.platform, entity_paths.campaign_id, entity_paths.campaign_name, named.name as metric,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'current') as current_value,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'previous') as previous_value,
      pg_catalog.bool_or(named.source_column like '%\_micros') as is_micros
    from periods
    join analytics.rollups_daily as facts
      on facts.brand_id = (explain_change.brand).brand_id
      and facts.level = case when explain_change.filters ?| '{adset_name,adset_name_not}' then 'adset' else 'campaign' end
      and facts.day between periods.first_on and periods.last_on
    join analytics.entity_paths on entity_paths.brand_id = facts.brand_id and entity_paths.entity_id = facts.entity_id
    cross join named
    where analytics.is_meant(entity_paths, explain_change.filters)
    group by 1, 2, 3, 4
  ),
  changes as (
    select
      sums.*,
      (coalesce(sums.current_value, 0) - coalesce(sums.previous_value, 0)) * case when sums.is_micros then 0.000001 else 1 end as change
    from sums
  )
  select pg_catalog.json_build_object('data', coalesce(pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'metric', top.metric, 'platform', top.platform, 'campaign_id', top.campaign_id, 'campaign_name', top.campaign_name,
      'current', pg_catalog.trim_scale(pg_catalog.round(top.current_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'previous', pg_catalog.trim_scale(pg_catalog.round(top.previous_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'change', pg_catalog.trim_scale(pg_catalog.round(top.change, 2)),
      'share_of_change', pg_catalog.round(top.change / nullif(top.total, 0), 4)
    )
    order by top.metric, pg_catalog.abs(top.change) desc
  ) filter (where top.rank <= 5), '[]'), 'total_rows', count(*))
  from (
    select
      changes.*,
      sum(changes.change) over (partition by changes.metric) as total,
      pg_catalog.row_number() over (partition by changes.metric order by pg_catalog.abs(changes.change) desc) as rank
    from changes
  ) as top;
$$;
comment on function analytics.explain_change(core.brands, text[], jsonb, jsonb) is
  'Which campaigns made the difference between two periods, for every base of a metric: change and share of it, largest first.';
grant execute on function analytics.explain_change(core.brands, text[], jsonb, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.answer_with_forecast(brand_id text, metric text, date_from date, date_to date, today date)
returns json
language sql stable
as $$
  with made as materialized (
    select analytics.forecasts(
      answer_with_forecast.brand_id, 'custom', least(365, greatest(7, answer_with_forecast.date_to - answer_with_forecast.today + 2)), true,
      answer_with_forecast.metric
    )::jsonb as forecast
  ),
  points as (
    select point.value, (point.value ->> 'date')::date as day
    from made
    cross join pg_catalog.jsonb_array_elements(made.forecast -> 'points') as point
  )
  select pg_catalog.json_build_object(
    'data', pg_catalog.jsonb_agg(points.value order by points.day) filter (where points.day between answer_with_forecast.date_from and answer_with_forecast.date_to),
    'total_rows', count(*) filter (where points.day between answer_with_forecast.date_from and answer_with_forecast.date_to),
    'data_through', min(made.forecast -> 'meta' ->> 'trained_through'),
    'warnings', (
      select coalesce(pg_catalog.jsonb_agg(warning.text order by warning.position), '[]')
      from (
        select 0 as position, pg_catalog.format('The forecast ends on %s: there is nothing for the days from then to %s.', max(points.day), answer_with_forecast.date_to) as text
        where max(points.day) < answer_with_forecast.date_to
        union all
        select 1, pg_catalog.format('The forecast begins on %s: days before it are no forecast.', min(points.day))
        where min(points.day) > answer_with_forecast.date_from
        union all
        select 1 + said.position, said.text
        from made
        cross join pg_catalog.jsonb_array_elements_text(made.forecast -> 'meta' -> 'warnings') with ordinality as said (text, position)
      ) as warning
    )
  )
  from made
  left join points on true;
$$;
comment on function analytics.answer_with_forecast(text, text, date, date, date) is 'The stored forecast of the days asked for, and which of them it does not reach.';

create function analytics.answer_with_anomalies(brand_id text, metrics text[], filters jsonb, date_from date, date_to date, today date)
returns json
language sql stable
as $$
  with detected as materialized (
    select analytics.anomalies(
      answer_with_anomalies.brand_id, least(3660, greatest(1, answer_with_anomalies.today - answer_with_anomalies.date_from + 1)), "limit" => 1000
    )::jsonb as answer
  ),
  found as (
    select anomaly.value, anomaly.position
    from detected
    cross join pg_catalog.jsonb_array_elements(detected.answer -> 'data') with ordinality as anomaly (value, position)
    where (anomaly.value ->> 'date')::date between answer_with_anomalies.date_from and answer_with_anomalies.date_to
      and (answer_with_anomalies.metrics is null or anomaly.value ->> 'metric' = any (answer_with_anomalies.metrics))
      and analytics.is_meant(
        (
          null, null, anomaly.value ->> 'level', anomaly.value #>> '{entity,platform}', null, null, null,
          case when anomaly.value ->> 'level' = 'campaign' then anomaly.value #>> '{entity,name}' end, null, null, null, null, null, null
        )::analytics.entity_paths,
        answer_with_anomalies.filters
      )
  )
  select pg_catalog.json_build_object(
    'data', (select pg_catalog.jsonb_agg(found.value order by found.position) from found),
    'total_rows', (select count(*) from found),
    'truncated', detected.answer #> '{meta,truncated}',
    'warnings', detected.answer #> '{meta,warnings}'
  )
  from detected;
$$;
comment on function analytics.answer_with_anomalies(text, text[], jsonb, date, date, date) is 'What was detected in a range, for some metrics, platforms or campaigns.';

create function analytics.answer_with_creatives(brand_id text, interpretation jsonb, filters jsonb, date_from date, date_to date)
returns json
language sql stable
as $$
  -- What the operation cannot leave out is left out of all that it gives.
  with asked as (
    select
      analytics.texts(answer_with_creatives.interpretation -> 'metrics') as metrics,
      analytics.texts(answer_with_creatives.filters -> 'platform') as platforms,
      coalesce(answer_with_creatives.interpretation -> 'thresholds', '[]') as thresholds,
      coalesce((answer_with_creatives.interpretation ->> 'limit')::integer, 50) as row_limit
  ),
  given as materialized (
    select
      asked.*,
      analytics.creatives(
        answer_with_creatives.brand_id, answer_with_creatives.date_from, answer_with_creatives.date_to,
        case when pg_catalog.cardinality(asked.platforms) = 1 then asked.platforms[1] end, null, null,
        asked.metrics[1], coalesce(answer_with_creatives.interpretation ->> 'sort', 'desc'), asked.metrics, 1000000
      )::jsonb as answer
    from asked
  ),
  kept as (
    select
      creative.value, given.row_limit,
      pg_catalog.row_number() over (order by creative.position) as rank
    from given
    cross join pg_catalog.jsonb_array_elements(given.answer -> 'data') with ordinality as creative (value, position)
    where (given.platforms is null or creative.value ->> 'platform' = any (given.platforms))
      and (
        not answer_with_creatives.filters ? 'platform_not'
        or creative.value ->> 'platform' <> all (analytics.texts(answer_with_creatives.filters -> 'platform_not'))
      )
      and analytics.holds(creative.value, given.thresholds)
  )
  select pg_catalog.json_build_object(
    'data', (
      select pg_catalog.jsonb_agg(kept.value || pg_catalog.jsonb_build_object('rank', kept.rank) order by kept.rank)
      from kept
      where kept.rank <= kept.row_limit
    ),
    'total_rows', (select count(*) from kept),
    'truncated', (select count(*) from kept) > given.row_limit,
    'warnings', given.answer #> '{meta,warnings}'
  )
  from given;
$$;
comment on function analytics.answer_with_creatives(text, jsonb, jsonb, date, date) is 'Creatives of some platforms, within bounds, in the order asked for.';

create function analytics.answer_with_budgets(data_brand_id text, brand_id text, level text, filters jsonb)
returns json
language sql stable
as $$
  with planned as materialized (
    select analytics.budget_recommendations(answer_with_budgets.brand_id, answer_with_budgets.level, "limit" => 1000000) as answer
  ),
  kept as (
    select advice.value, advice.position
    from planned
    cross join pg_catalog.json_array_elements(planned.answer -> 'data') with ordinality as advice (value, position)
    join analytics.entity_paths as paths
      on paths.brand_id = answer_with_budgets.data_brand_id
      and paths.level = answer_with_budgets.level
      and paths.platform = advice.value ->> 'platform'
      and case answer_with_budgets.level when 'adset' then paths.adset_id else paths.campaign_id end = advice.value #>> '{entity,id}'
    where analytics.is_meant(paths, answer_with_budgets.filters)
  )
  select pg_catalog.json_build_object(
    'data', (select pg_catalog.json_agg(kept.value order by kept.position) from (select kept.* from kept order by kept.position limit 50) as kept),
    'total_rows', (select count(*) from kept),
    'truncated', (select count(*) from kept) > 50,
    'warnings', (planned.answer #> '{meta,warnings}')::jsonb || case when answer_with_budgets.filters = '{}' then '[]'::jsonb
      else '["The plan moves the spend of the whole brand; shown is the part that was asked for."]'::jsonb
    end
  )
  from planned;
$$;
comment on function analytics.answer_with_budgets(text, text, text, jsonb) is 'The part of the budget recommendations that is about some platforms, campaigns or ad sets.';

create function analytics.answer_with_attribution(brand_id text, metric text, models text[], filters jsonb, date_from date, date_to date)
returns json
language sql stable
as $$
  with asked as (
    select case
      when answer_with_attribution.metric in ('purchases', 'revenue', 'spend', 'roas', 'cac') then answer_with_attribution.metric
      when answer_with_attribution.metric = 'conversions' then 'purchases'
      else 'revenue'
    end as metric
  ),
  given as materialized (
    select
      asked.metric,
      analytics.attribution(
        answer_with_attribution.brand_id, answer_with_attribution.date_from, answer_with_attribution.date_to, asked.metric,
        analytics.texts(answer_with_attribution.filters -> 'channel')
      ) as answer
    from asked
  ),
  kept as (
    select channel.value, channel.position
    from given
    cross join pg_catalog.json_array_elements(given.answer -> 'channels') with ordinality as channel (value, position)
    where not coalesce(
      array[channel.value ->> 'channel', channel.value ->> 'platform'] && analytics.texts(answer_with_attribution.filters -> 'channel_not'), false
    )
  )
  select pg_catalog.json_build_object(
    'data', (select pg_catalog.json_agg(kept.value order by kept.position) from kept),
    'total_rows', (select count(*) from kept),
    'data_through', given.answer ->> 'data_through',
    'warnings', (given.answer -> 'warnings')::jsonb || (
      select coalesce(pg_catalog.jsonb_agg(warning.text), '[]')
      from (
        select pg_catalog.format('%s is not attributed to channels: this is %s.', answer_with_attribution.metric, given.metric) as text
        where answer_with_attribution.metric not in (given.metric, 'conversions')
        union all
        select pg_catalog.format('Credit is given by the model that is set for the brand, %s.', given.answer ->> 'model')
        where given.answer ->> 'model' <> all (answer_with_attribution.models)
      ) as warning
    )
  )
  from given;
$$;
comment on function analytics.answer_with_attribution(text, text, text[], jsonb, date, date) is 'What each channel did, without those to be left out, and which model says so.';

grant execute on function
  analytics.answer_with_forecast(text, text, date, date, date),
  analytics.answer_with_anomalies(text, text[], jsonb, date, date, date),
  analytics.answer_with_creatives(text, jsonb, jsonb, date, date),
  analytics.answer_with_budgets(text, text, text, jsonb),
  analytics.answer_with_attribution(text, text, text[], jsonb, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.answer_by_operation(brand core.brands, brand_id text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_by_operation.brand;
  v_intent constant text := answer_by_operation.interpretation ->> 'intent';
  v_time constant jsonb := answer_by_operation.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_by_operation.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_by_operation.interpretation -> 'metrics');
  v_level constant text := answer_by_operation.interpretation ->> 'level';
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  -- The operations answer for 1127 days at most.
  v_from constant date := case when v_intent in ('attribution', 'creatives') then greatest((v_time ->> 'date_from')::date, v_to - 1126) else (v_time ->> 'date_from')::date end;
  v_answer json;
  v_data json;
begin
  case v_intent
    when 'forecast' then
      v_answer := analytics.answer_with_forecast(answer_by_operation.brand_id, v_metrics[1], v_from, v_to, v_today);
    when 'anomalies' then
      v_answer := analytics.answer_with_anomalies(answer_by_operation.brand_id, v_metrics, v_filters, v_from, v_to, v_today);
    when 'creatives' then
      v_answer := analytics.answer_with_creatives(answer_by_operation.brand_id, answer_by_operation.interpretation, v_filters, v_from, v_to);
    when 'budget_recommendations' then
      v_answer := analytics.answer_with_budgets(v_brand.brand_id, answer_by_operation.brand_id, v_level, v_filters);
    when 'explain_change' then
      v_answer := analytics.explain_change(v_brand, v_metrics, v_time, v_filters);
    when 'attribution' then
      v_answer := analytics.answer_with_attribution(
        answer_by_operation.brand_id, v_metrics[1], analytics.texts(nullif(answer_by_operation.interpretation -> 'model', 'null')), v_filters, v_from, v_to
      );
    when 'list' then
      select pg_catalog.json_build_object('data', pg_catalog.json_agg(listed.answer order by listed.rank) filter (where listed.rank <= 500), 'total_rows', count(*))
      into v_answer
      from (
        select
          pg_catalog.json_build_object('platform', entities.platform, 'id', entities.external_id, 'name', entities.name, 'status', entities.status) as answer,
          pg_catalog.row_number() over (order by entities.platform, entities.name, entities.entity_id) as rank
        from analytics.entities
        join analytics.entity_paths as paths on paths.brand_id = entities.brand_id and paths.entity_id = entities.entity_id
        where entities.brand_id = v_brand.brand_id and entities.level = v_level and analytics.is_meant(paths, v_filters)
      ) as listed;
    when 'definition' then
      select pg_catalog.json_build_object('data', pg_catalog.json_agg(definition.value), 'total_rows', count(*))
      into v_answer
      from pg_catalog.json_array_elements(analytics.metric_catalogue() -> 'data') as definition
      where definition.value ->> 'name' = any (v_metrics);
  end case;
  v_data := case when pg_catalog.json_typeof(v_answer -> 'data') = 'array' then v_answer -> 'data' else '[]' end;
  return pg_catalog.json_build_object(
    'data', v_data,
    'data_through', v_answer ->> 'data_through',
    'total_rows', v_answer -> 'total_rows',
    'truncated', (v_answer ->> 'total_rows')::bigint > pg_catalog.json_array_length(v_data)
      or coalesce((v_answer ->> 'truncated')::boolean, false),
    'warnings', case when v_from = (v_time ->> 'date_from')::date then '[]'::jsonb
      else pg_catalog.jsonb_build_array(pg_catalog.format('At most 1127 days can be answered: these begin on %s.', v_from))
    end || coalesce((v_answer -> 'warnings')::jsonb, '[]')
  );
end
$$;
comment on function analytics.answer_by_operation(core.brands, text, jsonb) is
  'The answer to a question that an endpoint of its own answers: by the same function, cut down to what was asked for.';
grant execute on function analytics.answer_by_operation(core.brands, text, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.question_context(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(question_context.brand_id);
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id) then
    perform platform.fail('NTRDY', 'Nothing has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;
  return pg_catalog.json_build_object(
    'today', (platform.now() at time zone v_brand.timezone)::date,
    'timezone', v_brand.timezone,
    'platforms', array(select distinct entities.platform from analytics.entities where entities.brand_id = v_brand.brand_id),
    'names', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', named.name, 'level', named.level)), '[]')
      from (
        select distinct entities.name, entities.level
        from analytics.entities
        where entities.brand_id = v_brand.brand_id and entities.level in ('campaign', 'adset') and entities.name <> ''
        order by entities.level desc, entities.name
        limit 5000
      ) as named
    )
  );
end
$$;
comment on function analytics.question_context(text) is 'What must be known of a brand to read a question about it: its day, its zone and its names.';

create function analytics.ads_through(brand_id text, granularity text)
returns date
language plpgsql stable
as $$
declare
  v_last_on date;
begin
  select data_status.last_on into v_last_on
  from analytics.data_status
  where data_status.brand_id = ads_through.brand_id
    and data_status.kind = case when ads_through.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  if not found then
    perform platform.fail(
      'NTRDY',
      case when ads_through.granularity = 'hour'
        then 'No hourly ad data has been ingested for this brand. Ask by day, or import a report by hour.'
        else 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.'
      end
    );
  end if;
  return v_last_on;
end
$$;
comment on function analytics.ads_through(text, text) is 'The last day with ad data of a brand, by hour or by day. Raises NTRDY when none was ever ingested.';

create function analytics.query(brand_id text, question text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_intent constant text := query.interpretation ->> 'intent';
  v_through date;
  v_answer json;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(query.brand_id);
  if v_intent not in ('forecast', 'attribution', 'definition') then
    v_through := analytics.ads_through(v_brand.brand_id, query.interpretation #>> '{time,granularity}');
  end if;
  if v_intent in ('metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison', 'pacing') then
    v_answer := analytics.answer_in_numbers(v_brand, query.interpretation);
  elsif v_intent is not null then
    v_answer := analytics.answer_by_operation(v_brand, query.brand_id, query.interpretation);
  end if;
  return pg_catalog.json_build_object(
    'question', query.question,
    'brand_id', query.brand_id,
    'interpretation', query.interpretation - 'warnings',
    'data', coalesce(v_answer -> 'data', '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', coalesce(v_answer ->> 'data_through', v_through::text),
      'total_rows', coalesce((v_answer ->> 'total_rows')::bigint, 0),
      'truncated', coalesce((v_answer ->> 'truncated')::boolean, false),
      'warnings', coalesce(query.interpretation -> 'warnings', '[]') || coalesce((v_answer -> 'warnings')::jsonb, '[]')
    )
  );
end
$$;
comment on function analytics.query(text, text, jsonb) is
  'POST /v1/query: answers what the parser read in a question, by the same functions that the endpoints answer with. What it could not read has no data.';

grant execute on function
  analytics.question_context(text),
  analytics.ads_through(text, text),
  analytics.query(text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.question_context', 'read:marketing', is_part => true, may_lag => true);
call core.register_operation('analytics.query', 'read:marketing', may_lag => true);

create function analytics.note_data(brand_id text, kinds text[], first_on date, last_on date)
returns void
language sql volatile
as $$
  insert into analytics.data_status as held (brand_id, kind, first_on, last_on)
  select note_data.brand_id, status.kind, note_data.first_on, note_data.last_on
  from pg_catalog.unnest(note_data.kinds) as status (kind)
  on conflict on constraint data_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    updated_at = platform.now();
$$;
comment on function analytics.note_data(text, text[], date, date) is 'Remembers that a brand has data of these kinds for these days.';
grant execute on function analytics.note_data(text, text[], date, date) to vitrine_worker;

create function analytics.note_platforms(brand_id text, kinds text[])
returns void
language sql volatile
as $$
  insert into analytics.platform_status as held (brand_id, platform, kind, first_on, last_on)
  select note_platforms.brand_id, reported.platform, status.kind, reported.first_on, reported.last_on
  from (
    select staged.platform, min(facts.first_on) as first_on, max(facts.last_on) as last_on
    from (
      select ad_facts.entity_no, min(ad_facts.day) as first_on, max(ad_facts.day) as last_on
      from pg_temp.ad_facts
      group by ad_facts.entity_no
    ) as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
    group by staged.platform
  ) as reported
  cross join pg_catalog.unnest(note_platforms.kinds) as status (kind)
  on conflict on constraint platform_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    updated_at = platform.now();
$$;
comment on function analytics.note_platforms(text, text[]) is 'Remembers which platforms the staged rows of an import came from, and their days.';
grant execute on function analytics.note_platforms(text, text[]) to vitrine_worker;

create function analytics.record_import(
  brand_id text, kind text, dialect text, file_name text, rows_read bigint, rows_accepted bigint, first_on date, last_on date, warnings text[]
)
returns json
language plpgsql volatile
as $$
declare
  v_import_id constant text := platform.new_id('imp');
  v_rejections json;
begin
  select coalesce(pg_catalog.json_agg(firsts), '[]') into v_rejections
  from (select rejections.line, rejections.reason from pg_temp.rejections order by 1, 2 limit 100) as firsts;
  if record_import.rows_accepted = 0 then
    return pg_catalog.json_build_object('rows_accepted', 0, 'rejections', v_rejections);
  end if;
  insert into analytics.imports
    (brand_id, import_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, first_on, last_on, warnings)
  values (
    record_import.brand_id, v_import_id, record_import.kind, record_import.dialect, record_import.file_name, record_import.rows_read,
    record_import.rows_accepted, record_import.rows_read - record_import.rows_accepted, record_import.first_on, record_import.last_on,
    record_import.warnings
  );
  insert into analytics.import_rejections (brand_id, import_id, line, reason)
  select record_import.brand_id, v_import_id, rejections.line, pg_catalog.string_agg(distinct rejections.reason, ' ')
  from pg_temp.rejections
  group by rejections.line;
  return pg_catalog.json_build_object(
    'import_id', v_import_id,
    'brand_id', record_import.brand_id,
    'dialect', record_import.dialect,
    'file_name', record_import.file_name,
    'rows_read', record_import.rows_read,
    'rows_accepted', record_import.rows_accepted,
    'rows_rejected', record_import.rows_read - record_import.rows_accepted,
    'first_on', record_import.first_on,
    'last_on', record_import.last_on,
    'warnings', record_import.warnings,
    'rejections', v_rejections
  );
end
$$;
comment on function analytics.record_import(text, text, text, text, bigint, bigint, date, date, text[]) is
  'Records an imported file with the rows of the temporary table rejections, and returns the report on it.';
grant execute on function analytics.record_import(text, text, text, text, bigint, bigint, date, date, text[]) to vitrine_worker;

create function analytics.channel_key(channel text)
returns text
language sql immutable parallel safe
return pg_catalog.lower(pg_catalog.btrim(pg_catalog.regexp_replace(normalize(channel_key.channel, nfkc), '\s+', ' ', 'g')));
comment on function analytics.channel_key(text) is 'The name of a channel without what means nothing: case, blanks around and doubled, widths of characters.';

create function analytics.name_channels(brand_id text)
returns void
language sql volatile
as $$
  insert into analytics.channels (brand_id, key, channel)
  select distinct on (analytics.channel_key(written.channel))
    name_channels.brand_id, analytics.channel_key(written.channel), pg_catalog.btrim(pg_catalog.regexp_replace(written.channel, '\s+', ' ', 'g'))
  from (
    select journeys.channel, min(journeys.line) as line from pg_temp.journeys where journeys.reason is null group by journeys.channel
  ) as written
  order by analytics.channel_key(written.channel), written.line
  on conflict on constraint channels_pkey do nothing;
  with misspelt as materialized (
    select written.channel as written, channels.channel
    from (select distinct journeys.channel from pg_temp.journeys where journeys.reason is null) as written
    join analytics.channels on channels.brand_id = name_channels.brand_id and channels.key = analytics.channel_key(written.channel)
    where channels.channel <> written.channel
  )
  update pg_temp.journeys as held
  set channel = misspelt.channel
  from misspelt
  where held.channel = misspelt.written;
$$;
comment on function analytics.name_channels(text) is 'Gives the channels of the temporary table journeys the brand''s own spelling: that of a new one is the first in the file.';

grant execute on function
  analytics.channel_key(text),
  analytics.name_channels(text)
to vitrine_worker;

create function analytics.open_journey_import()
returns void
language sql volatile
as $$
  create temporary table journeys (
    line bigint not null,
    customer_id text,
    device_id text,
    touched_at text,
    channel text,
    kind text,
    touch_id text,
    campaign text,
    reason text
  ) on commit drop;
$$;
comment on function analytics.open_journey_import() is 'Makes the temporary table that an import of journeys copies its rows into.';

create function analytics.open_order_import()
returns void
language sql volatile
as $$
  create temporary table orders (
    line bigint not null,
    order_id text,
    customer_id text,
    device_id text,
    ordered_at text,
    revenue_micros bigint,
    currency text,
    is_new_customer boolean,
    refunded_micros bigint,
    refunded_at text,
    reason text
  ) on commit drop;
$$;
comment on function analytics.open_order_import() is 'Makes the temporary table that an import of orders copies its rows into.';

create function analytics.instant(at text, timezone text)
returns timestamptz
language sql stable
return case
  when instant.at ~ '(Z|[+-]\d\d(:?\d\d)?)$' and instant.at ~ ':' then instant.at::timestamptz
  else instant.at::timestamp at time zone instant.timezone
end;
comment on function analytics.instant(text, text) is 'An ISO 8601 time as an instant: in its own offset, or without one in this zone.';

create function analytics.visitor_id(customer_id text, device_id text)
returns text
language sql immutable
return coalesce(visitor_id.customer_id, 'device:' || visitor_id.device_id);
comment on function analytics.visitor_id(text, text) is 'One name for a customer or, where there is none, for a device.';

create function analytics.stitch_identities(brand_id text)
returns void
language plpgsql volatile
as $$
declare
  v_moved bigint;
begin
  if not exists (select from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id) then
    return;
  end if;
  create temporary table persons on commit drop as
  select distinct node.visitor_id, node.visitor_id as person_id
  from analytics.identity_links as links
  cross join lateral (values (links.visitor_id), (links.linked_id)) as node (visitor_id)
  where links.brand_id = stitch_identities.brand_id;
  create index on pg_temp.persons (visitor_id);
  analyze pg_temp.persons;
  -- Everybody takes the least name among those they are linked to, until nobody's name changes.
  loop
    with edges as (
      select links.visitor_id, links.linked_id from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id
      union all
      select links.linked_id, links.visitor_id from analytics.identity_links as links where links.brand_id = stitch_identities.brand_id
    ),
    least_names as (
      select edges.visitor_id, min(others.person_id) as person_id
      from edges
      join pg_temp.persons as others on others.visitor_id = edges.linked_id
      group by edges.visitor_id
    )
    update pg_temp.persons as held
    set person_id = least_names.person_id
    from least_names
    where held.visitor_id = least_names.visitor_id and least_names.person_id < held.person_id;
    get diagnostics v_moved = row_count;
    exit when v_moved = 0;
  end loop;
  update analytics.touchpoints as held
  set person_id = persons.person_id
  from pg_temp.persons
  where held.brand_id = stitch_identities.brand_id and held.visitor_id = persons.visitor_id and held.person_id <> persons.person_id;
  update analytics.orders as held
  set person_id = persons.person_id
  from pg_temp.persons
  where held.brand_id = stitch_identities.brand_id and held.visitor_id = persons.visitor_id and held.person_id <> persons.person_id;
  drop table pg_temp.persons;
end
$$;
comment on function analytics.stitch_identities(text) is
  'Gives one person_id to all visitor ids that are linked, directly or through others: connected components by least label.';

create function analytics.commit_journey_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_accepted bigint;
  v_first_on date;
  v_last_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_journey_import.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_journey_import.brand_id;
  create temporary table rejections on commit drop as
  select journeys.line, journeys.reason from pg_temp.journeys where journeys.reason is not null;
  perform analytics.name_channels(commit_journey_import.brand_id);

  create temporary table touches on commit drop as
  select
    journeys.line,
    analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id,
    case when journeys.customer_id is not null and journeys.device_id is not null then analytics.visitor_id(null, journeys.device_id) end as linked_id,
    analytics.instant(journeys.touched_at, v_timezone) as touched_at,
    journeys.kind, journeys.channel, coalesce(journeys.touch_id, '') as touch_id, journeys.campaign
  from pg_temp.journeys
  where journeys.reason is null;
  with removed as (
    delete from pg_temp.touches where touches.touched_at > platform.now() + interval '1 day' returning touches.line
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, 'touched_at: in the future. Correct it.' from removed;
  select count(*), min((touches.touched_at at time zone v_timezone)::date), max((touches.touched_at at time zone v_timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.touches;

  insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign)
  select distinct on (touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id)
    commit_journey_import.brand_id, touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id,
    touches.visitor_id, touches.campaign
  from pg_temp.touches
  order by touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id, touches.line desc
  on conflict on constraint touchpoints_pkey do update
  set campaign = excluded.campaign
  where excluded.campaign <> coalesce(held.campaign, '');
  insert into analytics.identity_links (brand_id, visitor_id, linked_id)
  select distinct commit_journey_import.brand_id, touches.visitor_id, touches.linked_id from pg_temp.touches where touches.linked_id is not null
  on conflict on constraint identity_links_pkey do nothing;
  perform analytics.stitch_identities(commit_journey_import.brand_id);
  if v_accepted > 0 then
    perform analytics.note_data(commit_journey_import.brand_id, array['journeys'], v_first_on, v_last_on);
    perform analytics.attribute_imported(commit_journey_import.brand_id, v_first_on);
  end if;
  return analytics.record_import(
    commit_journey_import.brand_id, 'journeys', commit_journey_import.dialect, commit_journey_import.file_name,
    commit_journey_import.rows_read, v_accepted, v_first_on, v_last_on, '{}'
  );
end
$$;
comment on function analytics.commit_journey_import(text, text, text, bigint) is
  'Takes the rows of the temporary table journeys as one import, and shares out anew the orders that they may have led to. The same again changes nothing.';

create function analytics.commit_order_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_accepted bigint;
  v_first_on date;
  v_last_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_order_import.brand_id, 0));
  select brands.* into strict v_brand from core.brands where brands.brand_id = commit_order_import.brand_id;
  create temporary table rejections on commit drop as
  select orders.line, orders.reason from pg_temp.orders where orders.reason is not null;

  create temporary table bought on commit drop as
  select
    given.line, given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id,
    case when given.customer_id is not null and given.device_id is not null then analytics.visitor_id(null, given.device_id) end as linked_id,
    given.at as ordered_at,
    case when coalesce(given.currency, v_brand.currency) = v_brand.currency then 1 else rates.rate end as rate,
    given.revenue_micros, given.currency, given.is_new_customer, coalesce(given.refunded_micros, 0) as refunded_micros,
    analytics.instant(given.refunded_at, v_brand.timezone) as refunded_at,
    pg_catalog.row_number() over (partition by given.order_id order by given.line) as number
  from (select orders.*, analytics.instant(orders.ordered_at, v_brand.timezone) as at from pg_temp.orders where orders.reason is null) as given
  left join core.exchange_rates as rates
    on rates.from_currency = given.currency and rates.to_currency = v_brand.currency and rates.on_day = (given.at at time zone v_brand.timezone)::date;
  with removed as (
    delete from pg_temp.bought
    where bought.rate is null
      or bought.ordered_at > platform.now() + interval '1 day'
      or bought.refunded_micros > bought.revenue_micros
      or bought.refunded_at < bought.ordered_at
      or bought.number > 1
    returning bought.*
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    case
      when removed.rate is null
        then pg_catalog.format('currency: no rate from %s to %s on that day. Bring it in (vitrine import rates).', removed.currency, v_brand.currency)
      when removed.ordered_at > platform.now() + interval '1 day' then 'ordered_at: in the future. Correct it.'
      when removed.refunded_micros > removed.revenue_micros then 'refunded: more than the revenue of the order. Correct it.'
      when removed.refunded_at < removed.ordered_at then 'refunded_at: before the order. Correct it.'
      else 'order_id: stands on an earlier line too. Keep one line an order.'
    end
  from removed;
  select count(*), min((bought.ordered_at at time zone v_brand.timezone)::date), max((bought.ordered_at at time zone v_brand.timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.bought;

  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select
    v_brand.brand_id, bought.order_id, bought.visitor_id, bought.visitor_id, bought.ordered_at,
    pg_catalog.round(bought.revenue_micros * bought.rate), bought.is_new_customer, pg_catalog.round(bought.refunded_micros * bought.rate),
    case when bought.refunded_micros > 0 then coalesce(bought.refunded_at, bought.ordered_at) end
  from pg_temp.bought
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at,
    revenue_micros = excluded.revenue_micros,
    is_new_customer = coalesce(excluded.is_new_customer, held.is_new_customer),
    refunded_micros = excluded.refunded_micros,
    refunded_at = excluded.refunded_at;
  insert into analytics.identity_links (brand_id, visitor_id, linked_id)
  select distinct v_brand.brand_id, bought.visitor_id, bought.linked_id from pg_temp.bought where bought.linked_id is not null
  on conflict on constraint identity_links_pkey do nothing;
  perform analytics.stitch_identities(v_brand.brand_id);
  if v_accepted > 0 then
    perform analytics.note_data(v_brand.brand_id, array['orders'], v_first_on, v_last_on);
    perform analytics.attribute_imported(v_brand.brand_id, v_first_on);
  end if;
  return analytics.record_import(
    v_brand.brand_id, 'orders', commit_order_import.dialect, commit_order_import.file_name, commit_order_import.rows_read,
    v_accepted, v_first_on, v_last_on, '{}'
  );
end
$$;
comment on function analytics.commit_order_import(text, text, text, bigint) is
  'Takes the rows of the temporary table orders as one import, a later line of an order over an earlier import of it, and shares them out.';

create function analytics.attribute_imported(brand_id text, first_on date)
returns void
language plpgsql volatile
as $$
declare
  v_settings analytics.attribution_settings;
begin
  insert into analytics.attribution_settings (brand_id) values (attribute_imported.brand_id) on conflict do nothing;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute_imported.brand_id;
  -- A touch may lead to orders as late as its window; stitching may have moved older ones.
  perform analytics.attribute(
    data_status.brand_id,
    greatest(
      data_status.first_on,
      case when exists (select from analytics.identity_links as links where links.brand_id = data_status.brand_id)
        then least(attribute_imported.first_on, data_status.last_on - 90) else attribute_imported.first_on
      end
    ),
    analytics.last_attributed_on(data_status.brand_id)
  )
  from analytics.data_status
  where data_status.brand_id = attribute_imported.brand_id
    and data_status.kind = 'orders'
    and attribute_imported.first_on <= data_status.last_on + v_settings.click_days;
end
$$;
comment on function analytics.attribute_imported(text, date) is 'Shares out anew what an import that begins on this day may have changed.';

grant execute on function
  analytics.open_journey_import(),
  analytics.open_order_import(),
  analytics.instant(text, text),
  analytics.visitor_id(text, text),
  analytics.stitch_identities(text),
  analytics.commit_journey_import(text, text, text, bigint),
  analytics.commit_order_import(text, text, text, bigint),
  analytics.attribute_imported(text, date)
to vitrine_worker;

create function analytics.resolve_ad_accounts(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- A report that names no account is of the platform's only one; the platform's name stands for it until one is named.
  -- One report names an account by its id, another by its name.
  update pg_temp.ad_entities as staged
  set account_id = known.external_id
  from (
    select held.platform, held.name, min(held.external_id) as external_id
    from analytics.entities as held
    where held.brand_id = resolve_ad_accounts.brand_id and held.level = 'account' and held.external_id <> held.name
    group by 1, 2
    having count(*) = 1
  ) as known
  where staged.platform = known.platform
    and staged.account_name = known.name
    and (staged.account_id is null or staged.account_id = staged.account_name);
  update analytics.entities as held
  set external_id = named.account_id
  from (
    select ad_entities.platform, ad_entities.account_name, min(ad_entities.account_id) as account_id
    from pg_temp.ad_entities
    where ad_entities.account_id <> ad_entities.account_name
    group by 1, 2
    having count(distinct ad_entities.account_id) = 1
  ) as named
  where held.brand_id = resolve_ad_accounts.brand_id
    and held.level = 'account'
    and held.platform = named.platform
    and named.account_name in (held.external_id, held.name)
    and held.external_id in (held.name, held.platform)
    and not exists (
      select from analytics.entities as others
      where others.brand_id = held.brand_id and others.level = 'account' and others.platform = held.platform and others.external_id = named.account_id
    );
  -- A report that names no account may still name a campaign that one account alone has.
  update pg_temp.ad_entities as staged
  set account_id = owners.external_id
  from (
    select campaigns.platform, campaigns.external_id as campaign_id, min(accounts.external_id) as external_id
    from analytics.entities as campaigns
    join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
    where campaigns.brand_id = resolve_ad_accounts.brand_id and campaigns.level = 'campaign'
    group by 1, 2
    having count(distinct accounts.entity_id) = 1
  ) as owners
  where staged.account_id is null and staged.platform = owners.platform and staged.campaign_id = owners.campaign_id;

  update pg_temp.ad_entities as staged
  set account_id = coalesce(
    (
      select min(accounts.external_id)
      from analytics.entities as accounts
      where accounts.brand_id = resolve_ad_accounts.brand_id and accounts.level = 'account' and accounts.platform = staged.platform
      having count(*) = 1
    ),
    staged.platform
  )
  where staged.account_id is null;

  update analytics.entities as unnamed
  set external_id = named.account_id
  from (
    select staged.platform, min(staged.account_id) as account_id
    from pg_temp.ad_entities as staged
    group by staged.platform
    having count(distinct staged.account_id) = 1
  ) as named
  where unnamed.brand_id = resolve_ad_accounts.brand_id
    and unnamed.level = 'account'
    and unnamed.platform = named.platform
    and unnamed.external_id = named.platform
    and named.account_id <> named.platform
    and not exists (
      select from analytics.entities as others
      where others.brand_id = unnamed.brand_id
        and others.level = 'account'
        and others.platform = unnamed.platform
        and others.entity_id <> unnamed.entity_id
    );

  insert into analytics.entities as held (brand_id, level, platform, external_id, name, currency, timezone)
  select distinct on (staged.platform, staged.account_id)
    resolve_ad_accounts.brand_id, 'account', staged.platform, staged.account_id, staged.account_name, staged.currency, staged.account_timezone
  from pg_temp.ad_entities as staged
  order by staged.platform, staged.account_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, held.name),
    currency = coalesce(excluded.currency, held.currency),
    timezone = coalesce(excluded.timezone, held.timezone)
  where excluded.name <> coalesce(held.name, '')
    or excluded.currency <> coalesce(held.currency, '')
    or excluded.timezone <> coalesce(held.timezone, '');

  update pg_temp.ad_entities as staged
  set
    account_entity_id = accounts.entity_id,
    entity_id = accounts.entity_id,
    currency = coalesce(staged.currency, accounts.currency),
    account_timezone = coalesce(staged.account_timezone, accounts.timezone)
  from analytics.entities as accounts
  where accounts.brand_id = resolve_ad_accounts.brand_id
    and accounts.level = 'account'
    and accounts.platform = staged.platform
    and accounts.external_id = staged.account_id;
end
$$;
comment on function analytics.resolve_ad_accounts(text) is
  'Finds or creates the ad accounts of ad_entities; what a report does not say of its account, currency and zone, is what is known of it.';
grant execute on function analytics.resolve_ad_accounts(text) to vitrine_worker;

create function analytics.list_measures(measures text[], pattern text, separator text default ', ')
returns text
language sql immutable
as $$
  select pg_catalog.string_agg(pg_catalog.format(list_measures.pattern, measure.name), list_measures.separator order by measure.position)
  from pg_catalog.unnest(list_measures.measures) with ordinality as measure (name, position);
$$;
comment on function analytics.list_measures(text[], text, text) is
  'Columns of the facts put into a pattern of format() and joined: list_measures(array[''clicks''], ''sum(%I)'').';
grant execute on function analytics.list_measures(text[], text, text) to vitrine_worker;

create function analytics.in_brand_currency(brand_id text, amount_micros bigint, currency text, on_day date)
returns bigint
language sql stable
as $$
  select case
    when in_brand_currency.currency is null or in_brand_currency.currency = brands.currency then in_brand_currency.amount_micros
    else pg_catalog.round(in_brand_currency.amount_micros * exchange_rates.rate)::bigint
  end
  from core.brands
  left join core.exchange_rates
    on exchange_rates.from_currency = in_brand_currency.currency
    and exchange_rates.to_currency = brands.currency
    and exchange_rates.on_day = in_brand_currency.on_day
  where brands.brand_id = in_brand_currency.brand_id;
$$;
comment on function analytics.in_brand_currency(text, bigint, text, date) is
  'An amount in millionths of a currency (null: the brand''s) in millionths of the brand''s, at the rate of the day; null where no rate is known.';
grant execute on function analytics.in_brand_currency(text, bigint, text, date) to vitrine_worker;

create function analytics.open_ad_import(measures text[])
returns void
language plpgsql volatile
as $$
begin
  create temporary table ad_entities (
    entity_no integer not null,
    last_on date,
    platform text not null,
    account_id text,
    account_name text,
    account_timezone text,
    currency text,
    campaign_id text,
    campaign_name text,
    status text,
    objective text,
    daily_budget_micros bigint,
    adset_id text,
    adset_name text,
    ad_id text,
    ad_name text,
    creative_id text,
    account_entity_id bigint,
    campaign_entity_id bigint,
    adset_entity_id bigint,
    entity_id bigint
  ) on commit drop;
  execute pg_catalog.format(
    'create temporary table ad_facts (entity_no integer, line bigint not null, day date, hour smallint, is_second boolean, reason text, %s) on commit drop',
    analytics.list_measures(open_ad_import.measures, '%I bigint')
  );
  create temporary table rejections (line bigint not null, reason text not null) on commit drop;
end
$$;
comment on function analytics.open_ad_import(text[]) is
  'Makes the temporary tables that an import copies its rows into: ad_entities, each ad once, and ad_facts, with these columns of analytics.facts_daily. '
  'A row of ad_facts either has an entity_no and a day, or the reason why it is rejected.';
grant execute on function analytics.open_ad_import(text[]) to vitrine_worker;

create function analytics.ensure_entity_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Planned on an almost empty table the look-ups of foreign keys would read all of a brand's rows, and keep that plan while it fills.
  if (select pg_class.reltuples < 1000 from pg_catalog.pg_class where pg_class.oid = 'analytics.entities'::pg_catalog.regclass) then
    analyze analytics.entities;
  end if;
end
$$;
comment on function analytics.ensure_entity_statistics() is 'For the first large import of an installation: tells the planner what analytics.entities holds.';
grant execute on function analytics.ensure_entity_statistics() to vitrine_worker;

create function analytics.match_ad_names(brand_id text, level text, parent text)
returns void
language plpgsql volatile
as $$
begin
  -- One source gives ids, another the name only: a name that one sibling alone bears is that sibling.
  execute pg_catalog.format(
    $query$
    update pg_temp.ad_entities as staged
    set %1$s_id = known.external_id
    from (
      select held.%2$s_entity_id as parent_id, held.name, min(held.external_id) as external_id
      from analytics.entities as held
      where held.brand_id = $1 and held.level = %1$L and held.external_id <> held.name
      group by 1, 2
      having count(*) = 1
    ) as known
    where staged.%2$s_entity_id = known.parent_id and staged.%1$s_name = known.name and staged.%1$s_id = staged.%1$s_name
    $query$,
    match_ad_names.level, match_ad_names.parent
  )
  using match_ad_names.brand_id;
  execute pg_catalog.format(
    $query$
    update analytics.entities as held
    set external_id = staged.external_id
    from (
      -- Of several names that one id bore, one is made it; the others are its twins.
      select distinct on (named.parent_id, named.external_id) named.*
      from (
        select ad_entities.%2$s_entity_id as parent_id, ad_entities.%1$s_name as name, min(ad_entities.%1$s_id) as external_id
        from pg_temp.ad_entities
        where ad_entities.%1$s_id <> ad_entities.%1$s_name
        group by 1, 2
        having count(distinct ad_entities.%1$s_id) = 1
      ) as named
      join analytics.entities as known
        on known.brand_id = $1 and known.level = %1$L and known.%2$s_entity_id = named.parent_id and known.external_id = named.name
      order by named.parent_id, named.external_id, named.name
    ) as staged
    where held.brand_id = $1 and held.level = %1$L and held.%2$s_entity_id = staged.parent_id and held.external_id = staged.name
      and not exists (
        select from analytics.entities as others
        where others.brand_id = $1 and others.level = %1$L and others.%2$s_entity_id = staged.parent_id and others.external_id = staged.external_id
      )
    $query$,
    match_ad_names.level, match_ad_names.parent
  )
  using match_ad_names.brand_id;
end
$$;
comment on function analytics.match_ad_names(text, text, text) is
  'Makes one entity of what one report gives by id and another by name, at a level and under the same parent.';
grant execute on function analytics.match_ad_names(text, text, text) to vitrine_worker;

create function analytics.resolve_ad_entities(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  analyze pg_temp.ad_entities;
  perform analytics.resolve_ad_accounts(resolve_ad_entities.brand_id);
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'campaign', 'account');

  insert into analytics.entities as held
    (brand_id, level, platform, external_id, name, status, objective, daily_budget_micros, account_entity_id)
  select
    resolve_ad_entities.brand_id, 'campaign', latest.platform, latest.campaign_id, latest.campaign_name, latest.status, latest.objective,
    analytics.in_brand_currency(resolve_ad_entities.brand_id, latest.daily_budget_micros, latest.currency, latest.last_on),
    latest.account_entity_id
  from (
    select distinct on (staged.account_entity_id, staged.campaign_id) staged.*
    from pg_temp.ad_entities as staged
    where staged.campaign_id is not null
    order by staged.account_entity_id, staged.campaign_id, staged.last_on desc nulls last, staged.entity_no desc
  ) as latest
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, held.name),
    status = coalesce(excluded.status, held.status),
    objective = coalesce(excluded.objective, held.objective),
    daily_budget_micros = coalesce(excluded.daily_budget_micros, held.daily_budget_micros)
  where excluded.name <> coalesce(held.name, '')
    or excluded.status <> coalesce(held.status, '')
    or excluded.objective <> coalesce(held.objective, '')
    or excluded.daily_budget_micros <> coalesce(held.daily_budget_micros, -1);
  update pg_temp.ad_entities as staged
  set campaign_entity_id = campaigns.entity_id, entity_id = campaigns.entity_id
  from analytics.entities as campaigns
  where campaigns.brand_id = resolve_ad_entities.brand_id
    and campaigns.level = 'campaign'
    and campaigns.account_entity_id = staged.account_entity_id
    and campaigns.external_id = staged.campaign_id;
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'adset', 'campaign');

  insert into analytics.entities as held (brand_id, level, platform, external_id, name, account_entity_id, campaign_entity_id)
  select distinct on (staged.campaign_entity_id, staged.adset_id)
    resolve_ad_entities.brand_id, 'adset', staged.platform, staged.adset_id, staged.adset_name,
    staged.account_entity_id, staged.campaign_entity_id
  from pg_temp.ad_entities as staged
  where staged.adset_id is not null
  order by staged.campaign_entity_id, staged.adset_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set name = excluded.name
  where excluded.name <> coalesce(held.name, '');
  update pg_temp.ad_entities as staged
  set adset_entity_id = adsets.entity_id, entity_id = adsets.entity_id
  from analytics.entities as adsets
  where adsets.brand_id = resolve_ad_entities.brand_id
    and adsets.level = 'adset'
    and adsets.campaign_entity_id = staged.campaign_entity_id
    and adsets.external_id = staged.adset_id;
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'ad', 'adset');

  if (select count(*) > 1000 from pg_temp.ad_entities) then
    perform analytics.ensure_entity_statistics();
  end if;
  insert into analytics.creatives (brand_id, platform, external_id)
  select distinct resolve_ad_entities.brand_id, staged.platform, staged.creative_id
  from pg_temp.ad_entities as staged
  where staged.creative_id is not null
  on conflict on constraint creatives_external_key do nothing;

  insert into analytics.entities as held
    (brand_id, level, platform, external_id, name, account_entity_id, campaign_entity_id, adset_entity_id, creative_id)
  select distinct on (staged.adset_entity_id, staged.ad_id)
    resolve_ad_entities.brand_id, 'ad', staged.platform, staged.ad_id, staged.ad_name,
    staged.account_entity_id, staged.campaign_entity_id, staged.adset_entity_id, creatives.creative_id
  from pg_temp.ad_entities as staged
  left join analytics.creatives
    on creatives.brand_id = resolve_ad_entities.brand_id
    and creatives.platform = staged.platform
    and creatives.external_id = staged.creative_id
  where staged.ad_id is not null
  order by staged.adset_entity_id, staged.ad_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set name = coalesce(excluded.name, held.name), creative_id = coalesce(excluded.creative_id, held.creative_id)
  where excluded.name <> coalesce(held.name, '') or excluded.creative_id <> coalesce(held.creative_id, -1);
  update pg_temp.ad_entities as staged
  set entity_id = ads.entity_id
  from analytics.entities as ads
  where ads.brand_id = resolve_ad_entities.brand_id
    and ads.level = 'ad'
    and ads.adset_entity_id = staged.adset_entity_id
    and ads.external_id = staged.ad_id;
end
$$;
comment on function analytics.resolve_ad_entities(text) is
  'Finds or creates the entities of ad_entities, parents first, takes over names, states and budgets as of the last day, and notes their ids.';
grant execute on function analytics.resolve_ad_entities(text) to vitrine_worker;

create function analytics.reject_future_facts()
returns void
language sql volatile
as $$
  -- A day may have begun elsewhere: tomorrow is somebody's today.
  with removed as (
    delete from pg_temp.ad_facts
    where ad_facts.day > (platform.now() at time zone 'UTC')::date + 1
    returning ad_facts.line, ad_facts.day
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, pg_catalog.format('date: %s is in the future. Correct it.', removed.day)
  from removed;
$$;
comment on function analytics.reject_future_facts() is 'Rejects staged rows of days that have not come anywhere on earth.';
grant execute on function analytics.reject_future_facts() to vitrine_worker;

create function analytics.convert_staged_money(brand_id text, measures text[])
returns text[]
language plpgsql volatile
as $$
declare
  v_currency text;
  v_money text[];
  v_warnings text[];
begin
  select brands.currency into strict v_currency from core.brands where brands.brand_id = convert_staged_money.brand_id;
  select pg_catalog.array_agg(definition.source_column)
  into v_money
  from analytics.metric_definitions as definition
  where definition.unit = 'money' and definition.source_column = any (convert_staged_money.measures);
  if v_money is null or not exists (select from pg_temp.ad_entities as staged where staged.currency <> v_currency) then
    return '{}';
  end if;

  execute pg_catalog.format(
    $query$
    with foreign_facts as (
      select facts.ctid as row_id, staged.currency, facts.day, exchange_rates.rate, coalesce(%1$s) is not null as has_money
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      left join core.exchange_rates
        on exchange_rates.from_currency = staged.currency
        and exchange_rates.to_currency = $1
        and exchange_rates.on_day = facts.day
      where staged.currency <> $1
    ),
    converted as (
      update pg_temp.ad_facts as facts set %2$s from foreign_facts where facts.ctid = foreign_facts.row_id
    )
    select pg_catalog.array_agg(missing.warning order by missing.warning)
    from (
      select pg_catalog.format(
        'No rate from %%s to %%s on %%s of the days from %%s to %%s: the money of %%s rows is null. '
        'Bring the rates in (vitrine import rates), then import the file again.',
        foreign_facts.currency, $1, count(distinct foreign_facts.day), min(foreign_facts.day), max(foreign_facts.day), count(*)
      ) as warning
      from foreign_facts
      where foreign_facts.rate is null and foreign_facts.has_money
      group by foreign_facts.currency
    ) as missing
    $query$,
    analytics.list_measures(v_money, 'facts.%I'),
    analytics.list_measures(v_money, '%1$I = pg_catalog.round(facts.%1$I * foreign_facts.rate)::bigint')
  )
  into v_warnings
  using v_currency;
  return coalesce(v_warnings, '{}');
end
$$;
comment on function analytics.convert_staged_money(text, text[]) is
  'Turns staged money in another currency into the brand''s, at the rate of each day; null, with a warning, where no rate is known.';
grant execute on function analytics.convert_staged_money(text, text[]) to vitrine_worker;

create function analytics.place_staged_hours(timezone text)
returns void
language plpgsql volatile
as $$
begin
  -- On the night that the clock is put back an hour comes twice; which of the two is meant, the order of the rows tells.
  create temporary table ad_hours on commit drop as
  with stated as (
    select distinct coalesce(staged.account_timezone, place_staged_hours.timezone) as timezone, facts.day, facts.hour
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  ),
  placed as (
    select stated.*, local.at as local_at, local.at at time zone stated.timezone as at
    from stated
    cross join lateral (select stated.day + pg_catalog.make_time(stated.hour, 0, 0) as at) as local
  ),
  repeated as (
    select placed.*, (placed.at - interval '1 hour') at time zone placed.timezone = placed.local_at as comes_twice
    from placed
    where placed.at at time zone placed.timezone = placed.local_at
  )
  select
    repeated.timezone, repeated.day, repeated.hour, occurrence.is_second,
    case when repeated.comes_twice and not occurrence.is_second then repeated.at - interval '1 hour' else repeated.at end as at
  from repeated
  cross join (values (false), (true)) as occurrence (is_second)
  where repeated.comes_twice or not occurrence.is_second;
  analyze pg_temp.ad_hours;

  update pg_temp.ad_facts as facts
  set is_second = true
  from (
    select candidates.ctid as row_id, pg_catalog.row_number() over (partition by candidates.entity_no, candidates.day, candidates.hour order by candidates.line) as number
    from pg_temp.ad_facts as candidates
    join pg_temp.ad_entities as staged on staged.entity_no = candidates.entity_no
    join pg_temp.ad_hours as hours
      on hours.is_second
      and hours.timezone = coalesce(staged.account_timezone, place_staged_hours.timezone)
      and (hours.day, hours.hour) = (candidates.day, candidates.hour)
  ) as numbered
  where facts.ctid = numbered.row_id and numbered.number = 2;

  with removed as (
    delete from pg_temp.ad_facts as facts
    using pg_temp.ad_entities as staged
    where staged.entity_no = facts.entity_no
      and not exists (
        select from pg_temp.ad_hours as hours
        where hours.timezone = coalesce(staged.account_timezone, place_staged_hours.timezone)
          and (hours.day, hours.hour) = (facts.day, facts.hour)
      )
    returning facts.line, facts.day, facts.hour, coalesce(staged.account_timezone, place_staged_hours.timezone) as timezone
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    pg_catalog.format('hour: %s does not exist on %s in %s, where the clock was put forward. Correct the hour.', removed.hour, removed.day, removed.timezone)
  from removed;
end
$$;
comment on function analytics.place_staged_hours(text) is
  'Finds the instant of every staged hour in its account''s zone, or in this one, and rejects hours that the clock skipped.';
grant execute on function analytics.place_staged_hours(text) to vitrine_worker;

create function analytics.reject_repeated_facts()
returns void
language plpgsql volatile
as $$
begin
  -- An ad may have come in several currencies: it is one ad all the same.
  update pg_temp.ad_facts as facts
  set entity_no = firsts.entity_no
  from pg_temp.ad_entities as staged
  join (
    select ad_entities.entity_id, min(ad_entities.entity_no) as entity_no
    from pg_temp.ad_entities
    group by ad_entities.entity_id
    having count(*) > 1
  ) as firsts on firsts.entity_id = staged.entity_id
  where facts.entity_no = staged.entity_no and staged.entity_no <> firsts.entity_no;

  create temporary table ad_repeated on commit drop as
  select ad_facts.entity_no, ad_facts.day, ad_facts.hour, ad_facts.is_second
  from pg_temp.ad_facts
  group by ad_facts.entity_no, ad_facts.day, ad_facts.hour, ad_facts.is_second
  having count(*) > 1;
  with numbered as (
    select
      facts.ctid as row_id,
      pg_catalog.row_number() over same_time as number,
      pg_catalog.first_value(facts.line) over same_time as first_line
    from pg_temp.ad_facts as facts
    join pg_temp.ad_repeated as repeated on (repeated.entity_no, repeated.day) = (facts.entity_no, facts.day)
    where repeated.hour is not distinct from facts.hour and repeated.is_second is not distinct from facts.is_second
    window same_time as (partition by facts.entity_no, facts.day, facts.hour, facts.is_second order by facts.line)
  ),
  removed as (
    delete from pg_temp.ad_facts as facts
    using numbered
    where facts.ctid = numbered.row_id and numbered.number > 1
    returning facts.line, numbered.first_line
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    pg_catalog.format('duplicate of line %s: the same entity and time. Remove the segment that splits them from the report.', removed.first_line)
  from removed;
  drop table pg_temp.ad_repeated;
end
$$;
comment on function analytics.reject_repeated_facts() is 'Of staged rows about the same entity and time the first is kept.';
grant execute on function analytics.reject_repeated_facts() to vitrine_worker;

create function analytics.staged_relatives(brand_id text)
returns table (entity_id bigint, relative_id bigint)
language sql stable
as $$
  select staged.entity_id, relatives.entity_id
  from (
    select distinct
      ad_entities.entity_id, ad_entities.account_entity_id, ad_entities.campaign_entity_id, ad_entities.adset_entity_id,
      ad_entities.platform, ad_entities.campaign_id, ad_entities.campaign_name
    from pg_temp.ad_entities
    where ad_entities.entity_id is not null
  ) as staged
  cross join lateral (
    select ancestors.entity_id
    from pg_catalog.unnest(array[staged.account_entity_id, staged.campaign_entity_id, staged.adset_entity_id]) as ancestors (entity_id)
    union
    select descendants.entity_id
    from analytics.entities as descendants
    where descendants.brand_id = staged_relatives.brand_id
      and staged.entity_id in (descendants.account_entity_id, descendants.campaign_entity_id, descendants.adset_entity_id)
      and descendants.entity_id <> staged.entity_id
    union
    -- What another source knows by the campaign's name only, with all that is below it.
    select below.entity_id
    from analytics.entities as twins
    join analytics.entities as below
      on below.brand_id = twins.brand_id and twins.entity_id in (below.entity_id, below.campaign_entity_id)
    where twins.brand_id = staged_relatives.brand_id
      and twins.level = 'campaign'
      and twins.entity_id <> staged.campaign_entity_id
      and (
        (twins.account_entity_id = staged.account_entity_id and twins.external_id = staged.campaign_name)
        -- Or under the account that stood in as long as none was named.
        or (
          twins.platform = staged.platform
          and twins.external_id = staged.campaign_id
          and exists (
            select from analytics.entities as accounts
            where accounts.brand_id = twins.brand_id and accounts.entity_id = twins.account_entity_id and accounts.external_id = accounts.platform
          )
        )
      )
  ) as relatives
  where relatives.entity_id is not null and relatives.entity_id <> staged.entity_id;
$$;
comment on function analytics.staged_relatives(text) is 'What stands above and below each entity of a staged report, and what another source calls by its campaign''s name.';
grant execute on function analytics.staged_relatives(text) to vitrine_worker;

create function analytics.find_held_relatives(brand_id text, target regclass, key text, first_key text, last_key text)
returns boolean
language plpgsql volatile
as $$
begin
  execute pg_catalog.format(
    $query$
    create temporary table ad_relatives on commit drop as
    with held as materialized (
      select distinct facts.entity_id from %1$s as facts where facts.brand_id = $1 and facts.%2$s between %3$L and %4$L
    )
    select related.entity_id, related.relative_id
    from analytics.staged_relatives($1) as related
    where related.relative_id in (select held.entity_id from held)
    $query$,
    find_held_relatives.target, find_held_relatives.key, find_held_relatives.first_key, find_held_relatives.last_key
  )
  using find_held_relatives.brand_id;
  analyze pg_temp.ad_relatives;
  return exists (select from pg_temp.ad_relatives);
end
$$;
comment on function analytics.find_held_relatives(text, regclass, text, text, text) is
  'Leaves in a temporary table ad_relatives those relatives of a staged report that have facts between two keys; mostly there are none.';
grant execute on function analytics.find_held_relatives(text, regclass, text, text, text) to vitrine_worker;

create function analytics.all_measures()
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(metric_definitions.source_column order by metric_definitions.position)
  from analytics.metric_definitions
  where metric_definitions.source_column is not null;
$$;
comment on function analytics.all_measures() is 'The columns of facts that measure something.';
grant execute on function analytics.all_measures() to vitrine_worker;

-- Temporary tables of a moment ago have no statistics: without the setting the planner would loop over them.
create function analytics.supersede_relatives(brand_id text, measures text[], first_on date, last_on date)
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
declare
  v_days date[];
begin
  if not analytics.find_held_relatives(
    supersede_relatives.brand_id, 'analytics.facts_daily', 'day', supersede_relatives.first_on::text, supersede_relatives.last_on::text
  ) then
    drop table pg_temp.ad_relatives;
    return;
  end if;
  execute pg_catalog.format(
    $query$
    with relatives as materialized (
      select distinct facts.day, related.relative_id
      from pg_temp.ad_relatives as related
      join pg_temp.ad_entities as staged on staged.entity_id = related.entity_id
      join pg_temp.ad_facts as facts on facts.entity_no = staged.entity_no
      where not exists (
        select from pg_temp.ad_entities as same join pg_temp.ad_facts as told on told.entity_no = same.entity_no
        where same.entity_id = related.relative_id and told.day = facts.day
      )
    ),
    superseded as (
      update analytics.facts_daily as held
      set %1$s
      from relatives
      where held.brand_id = $1 and held.day = relatives.day and held.entity_id = relatives.relative_id and pg_catalog.num_nonnulls(%2$s) > 0
      returning held.day
    )
    select pg_catalog.array_agg(distinct superseded.day) from superseded
    $query$,
    analytics.list_measures(supersede_relatives.measures, '%I = null'), analytics.list_measures(supersede_relatives.measures, 'held.%I')
  )
  into v_days
  using supersede_relatives.brand_id;
  drop table pg_temp.ad_relatives;
  if v_days is null then
    return;
  end if;
  execute pg_catalog.format(
    'delete from analytics.facts_daily as held where held.brand_id = $1 and held.day = any ($2) and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using supersede_relatives.brand_id, v_days;
  delete from analytics.rollups_daily as held where held.brand_id = supersede_relatives.brand_id and held.day = any (v_days);
  perform analytics.roll_up(supersede_relatives.brand_id, v_days, analytics.all_measures());
end
$$;
comment on function analytics.supersede_relatives(text, text[], date, date) is
  'The same money may be reported by campaign today and by ad tomorrow: of a day the newer report holds, and what stood above or below it is forgotten.';
grant execute on function analytics.supersede_relatives(text, text[], date, date) to vitrine_worker;

create function analytics.supersede_sums(brand_id text, measures text[])
returns void
language sql volatile
as $$
  update analytics.facts_daily as held
  set summed_measures = array(select pg_catalog.unnest(held.summed_measures) except select pg_catalog.unnest(supersede_sums.measures))
  from pg_temp.ad_facts as facts
  join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  where held.brand_id = supersede_sums.brand_id
    and held.day = facts.day
    and held.entity_id = staged.entity_id
    and held.summed_measures && supersede_sums.measures
    and exists (
      select from analytics.data_status where data_status.brand_id = supersede_sums.brand_id and data_status.kind = 'ads_hourly'
    );
$$;
comment on function analytics.supersede_sums(text, text[]) is 'Marks these measures of a staged report by day as reported, whatever hours were summed before.';
grant execute on function analytics.supersede_sums(text, text[]) to vitrine_worker;

create function analytics.is_reported(measures text[])
returns text
language sql immutable
as $$
  select analytics.list_measures(is_reported.measures, '(held.%1$I is not null and not %1$L = any (held.summed_measures))', ' or ');
$$;
comment on function analytics.is_reported(text[]) is 'The condition, on a row "held" of facts_daily, that any of these measures was reported by day rather than summed from hours.';
grant execute on function analytics.is_reported(text[]) to vitrine_worker;

create function analytics.leave_reported_days(brand_id text, measures text[])
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  execute pg_catalog.format(
    $query$
    with kin as materialized (
      select related.entity_id, related.relative_id from analytics.staged_relatives($1) as related
      union all
      select distinct days.entity_id, days.entity_id from pg_temp.ad_entity_days as days
    )
    delete from pg_temp.ad_entity_days as days
    using kin, analytics.facts_daily as held
    where kin.entity_id = days.entity_id and held.brand_id = $1 and held.day = days.day and held.entity_id = kin.relative_id and (%s)
    $query$,
    analytics.is_reported(leave_reported_days.measures)
  )
  using leave_reported_days.brand_id;
end
$$;
comment on function analytics.leave_reported_days(text, text[]) is
  'Takes the days of which these measures were reported by day, at any level, from those that are summed from hours: hours may be some of the day only.';
grant execute on function analytics.leave_reported_days(text, text[]) to vitrine_worker;

create function analytics.supersede_hours(brand_id text, measures text[], timezone text, first_hour timestamptz, last_hour timestamptz)
returns date[]
language plpgsql volatile
set enable_nestloop = off
as $$
declare
  v_days date[];
begin
  if not analytics.find_held_relatives(
    supersede_hours.brand_id, 'analytics.facts_hourly', 'hour', supersede_hours.first_hour::text, supersede_hours.last_hour::text
  ) then
    drop table pg_temp.ad_relatives;
    return null;
  end if;
  execute pg_catalog.format(
    $query$
    create temporary table ad_superseded on commit drop as
    with placed as materialized (
      select staged.entity_id, hours.at
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      join pg_temp.ad_hours as hours
        on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))
        and hours.timezone = coalesce(staged.account_timezone, $2)
    ),
    relatives as materialized (
      select distinct placed.at, related.relative_id
      from pg_temp.ad_relatives as related
      join placed on placed.entity_id = related.entity_id
      where not exists (select from placed as told where told.entity_id = related.relative_id and told.at = placed.at)
    ),
    superseded as (
      update analytics.facts_hourly as held
      set %1$s
      from relatives
      where held.brand_id = $1 and held.hour = relatives.at and held.entity_id = relatives.relative_id and pg_catalog.num_nonnulls(%2$s) > 0
      returning held.entity_id, held.hour
    )
    select distinct superseded.entity_id, (superseded.hour at time zone $2)::date as day from superseded
    $query$,
    analytics.list_measures(supersede_hours.measures, '%I = null'), analytics.list_measures(supersede_hours.measures, 'held.%I')
  )
  using supersede_hours.brand_id, supersede_hours.timezone;
  select pg_catalog.array_agg(distinct ad_superseded.day) into v_days from pg_temp.ad_superseded;
  if v_days is not null then
    -- Their days are summed anew from the hours that are left to them.
    execute pg_catalog.format(
      'update analytics.facts_daily as held set %s from pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id',
      analytics.list_measures(supersede_hours.measures, '%1$I = case when %1$L = any (held.summed_measures) then null else held.%1$I end')
    )
    using supersede_hours.brand_id;
    execute pg_catalog.format(
      'delete from analytics.facts_hourly as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
      analytics.list_measures(analytics.all_measures(), 'held.%I')
    )
    using supersede_hours.brand_id;
    execute pg_catalog.format(
      'delete from analytics.facts_daily as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
      analytics.list_measures(analytics.all_measures(), 'held.%I')
    )
    using supersede_hours.brand_id;
    insert into pg_temp.ad_entity_days (entity_id, day)
    select ad_superseded.entity_id, ad_superseded.day from pg_temp.ad_superseded
    where not exists (
      select from pg_temp.ad_entity_days as known where known.entity_id = ad_superseded.entity_id and known.day = ad_superseded.day
    );
  end if;
  drop table pg_temp.ad_superseded, pg_temp.ad_relatives;
  return v_days;
end
$$;
comment on function analytics.supersede_hours(text, text[], text, timestamptz, timestamptz) is
  'Of an hour, too, the newer report holds: what stood above or below it is forgotten, and the days of that are to be summed anew. Returns those days.';
grant execute on function analytics.supersede_hours(text, text[], text, timestamptz, timestamptz) to vitrine_worker;

create function analytics.sum_measures(measures text[])
returns text
language sql immutable
as $$
  select pg_catalog.string_agg(
    case when measure.name = 'reach' then 'case when count(*) = 1 then max(facts.reach) end'
      else pg_catalog.format('sum(facts.%I)::bigint', measure.name)
    end,
    ', ' order by measure.position
  )
  from pg_catalog.unnest(sum_measures.measures) with ordinality as measure (name, position);
$$;
comment on function analytics.sum_measures(text[]) is
  'Aggregates of the columns of facts. Reach is deduplicated by its platform: it is known of a sum only when that is of one row.';
grant execute on function analytics.sum_measures(text[]) to vitrine_worker;

create function analytics.merge_facts(brand_id text, target regclass, key text, source text, first_key text, last_key text, measures text[])
returns void
language plpgsql volatile
-- The planner has no statistics of rows written a moment ago and would loop over them.
set enable_nestloop = off
as $$
begin
  -- What is held already is left out first: most rows of a report that is fetched again say what they said before.
  execute pg_catalog.format(
    $query$
    create temporary table ad_changes on commit drop as
    select source.*
    from (%1$s) as source (%2$s, entity_id, %3$s)
    left join %4$s as held
      on held.brand_id = %5$L and held.%2$s = source.%2$s and held.entity_id = source.entity_id and held.%2$s between %6$L and %7$L
    where held.entity_id is null or (%8$s) is distinct from (%9$s)
    $query$,
    merge_facts.source, merge_facts.key, analytics.list_measures(merge_facts.measures, '%I'),
    merge_facts.target, merge_facts.brand_id, merge_facts.first_key, merge_facts.last_key,
    analytics.list_measures(merge_facts.measures, 'source.%I'), analytics.list_measures(merge_facts.measures, 'held.%I')
  );
  execute pg_catalog.format(
    'insert into %1$s (brand_id, %2$s, entity_id, %3$s) select $1, %2$s, entity_id, %3$s from pg_temp.ad_changes'
    ' on conflict (brand_id, %2$s, entity_id) do update set %4$s',
    merge_facts.target, merge_facts.key, analytics.list_measures(merge_facts.measures, '%I'),
    analytics.list_measures(merge_facts.measures, '%1$I = excluded.%1$I')
  )
  using merge_facts.brand_id;
end
$$;
comment on function analytics.merge_facts(text, regclass, text, text, text, text, text[]) is
  'Takes rows (key, entity_id, measures) into a table of facts: new ones go in, known ones take the newer values. '
  'Those that changed anything are left in a temporary table ad_changes. Keys lie between first_key and last_key.';
grant execute on function analytics.merge_facts(text, regclass, text, text, text, text, text[]) to vitrine_worker;

create function analytics.roll_up_level(brand_id text, level text, source text, measures text[], replaces boolean)
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  execute pg_catalog.format(
    $query$
    insert into analytics.rollups_daily as held (brand_id, level, day, entity_id, %1$s)
    select $1, $2, facts.day, facts.%2$I, %3$s
    from (%4$s) as facts
    group by facts.day, facts.%2$I
    $query$
    || case when roll_up_level.replaces then
      'on conflict on constraint rollups_daily_pkey do update set %5$s where (%6$s) is distinct from (%7$s)' else '' end,
    analytics.list_measures(roll_up_level.measures, '%I'),
    roll_up_level.level,
    analytics.sum_measures(roll_up_level.measures),
    roll_up_level.source,
    analytics.list_measures(roll_up_level.measures, '%1$I = excluded.%1$I'),
    analytics.list_measures(roll_up_level.measures, 'held.%I'),
    analytics.list_measures(roll_up_level.measures, 'excluded.%I')
  )
  using roll_up_level.brand_id, roll_up_level.level;
end
$$;
comment on function analytics.roll_up_level(text, text, text, text[], boolean) is
  'Sums rows (day, measures, and a column named for the level with its entity) into analytics.rollups_daily. '
  'replaces false: none are there yet for these days.';
grant execute on function analytics.roll_up_level(text, text, text, text[], boolean) to vitrine_worker;

create function analytics.roll_up(brand_id text, days date[], measures text[], is_staged boolean default false)
returns void
language plpgsql volatile
as $$
declare
  -- An ad that has come in beside another ends the reach of both, whether its own report speaks of reach or not.
  v_measures constant text[] := case when roll_up.is_staged or 'reach' = any (roll_up.measures) then roll_up.measures
    else roll_up.measures || array['reach'] end;
  v_finer constant text := $query$
    select facts.*, coalesce(entities.%2$s_entity_id, entities.entity_id) as %2$s
    from analytics.%1$s as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = %3$L and facts.day between %4$L and %5$L and facts.day = any (%6$L)
  $query$;
  v_first_on constant date := (select min(day) from pg_catalog.unnest(roll_up.days) as day);
  v_last_on constant date := (select max(day) from pg_catalog.unnest(roll_up.days) as day);
begin
  if v_first_on is null then
    return;
  end if;
  perform analytics.roll_up_level(
    roll_up.brand_id, 'adset',
    case when roll_up.is_staged then
      'select facts.*, coalesce(staged.adset_entity_id, staged.entity_id) as adset'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
    else
      pg_catalog.format(v_finer, 'facts_daily', 'adset', roll_up.brand_id, v_first_on, v_last_on, roll_up.days)
    end,
    v_measures, not roll_up.is_staged
  );
  perform analytics.roll_up_level(
    roll_up.brand_id, 'campaign',
    pg_catalog.format(v_finer || ' and facts.level = ''adset''', 'rollups_daily', 'campaign', roll_up.brand_id, v_first_on, v_last_on, roll_up.days),
    v_measures, not roll_up.is_staged
  );
  perform analytics.roll_up_level(
    roll_up.brand_id, 'account',
    pg_catalog.format(v_finer || ' and facts.level = ''campaign''', 'rollups_daily', 'account', roll_up.brand_id, v_first_on, v_last_on, roll_up.days),
    v_measures, not roll_up.is_staged
  );
  perform analytics.note_changed_days(roll_up.brand_id, roll_up.days);
end
$$;
comment on function analytics.roll_up(text, date[], text[], boolean) is
  'Keeps analytics.rollups_daily right after facts of these days changed: ad sets are summed from the facts, campaigns from ad sets, accounts '
  'from campaigns. is_staged: the staged rows are all the facts that the brand has of these days.';
grant execute on function analytics.roll_up(text, date[], text[], boolean) to vitrine_worker;

create function analytics.write_daily_facts(brand_id text, measures text[], out first_on date, out last_on date)
language plpgsql volatile
as $$
declare
  v_source constant text := pg_catalog.format(
    'select facts.day, staged.entity_id, %s from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
    analytics.list_measures(write_daily_facts.measures, 'facts.%I')
  );
  v_is_new boolean;
begin
  create temporary table ad_days on commit drop as
  select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  select min(ad_days.day), max(ad_days.day) into write_daily_facts.first_on, write_daily_facts.last_on from pg_temp.ad_days;
  if write_daily_facts.first_on is null then
    return;
  end if;
  perform analytics.ensure_partitions(min(ad_days.day), max(ad_days.day)) from pg_temp.ad_days group by pg_catalog.date_trunc('month', ad_days.day::timestamp);
  v_is_new := not exists (
    select from analytics.facts_daily
    where facts_daily.brand_id = write_daily_facts.brand_id
      and facts_daily.day between write_daily_facts.first_on and write_daily_facts.last_on
  );
  begin
    if v_is_new then
      execute pg_catalog.format(
        'insert into analytics.facts_daily (brand_id, day, entity_id, %s) select $1, source.* from (%s) as source',
        analytics.list_measures(write_daily_facts.measures, '%I'), v_source
      )
      using write_daily_facts.brand_id;
    end if;
  exception when unique_violation then
    -- Looking for repeated rows costs more than meeting one.
    v_is_new := false;
  end;
  if not v_is_new then
    perform analytics.reject_repeated_facts();
    perform analytics.merge_facts(
      write_daily_facts.brand_id, 'analytics.facts_daily', 'day', v_source,
      write_daily_facts.first_on::text, write_daily_facts.last_on::text, write_daily_facts.measures
    );
    perform analytics.supersede_relatives(
      write_daily_facts.brand_id, write_daily_facts.measures, write_daily_facts.first_on, write_daily_facts.last_on
    );
    perform analytics.supersede_sums(write_daily_facts.brand_id, write_daily_facts.measures);
    perform analytics.roll_up(
      write_daily_facts.brand_id, array(select distinct ad_changes.day from pg_temp.ad_changes), write_daily_facts.measures
    );
    drop table pg_temp.ad_changes, pg_temp.ad_days;
    create temporary table ad_days on commit drop as
    select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  else
    perform analytics.roll_up(
      write_daily_facts.brand_id, array(select ad_days.day from pg_temp.ad_days), write_daily_facts.measures, is_staged => true
    );
  end if;
end
$$;
comment on function analytics.write_daily_facts(text, text[]) is
  'Writes staged rows into analytics.facts_daily, rolls up what changed, and leaves the days with their rows in a temporary table ad_days.';
grant execute on function analytics.write_daily_facts(text, text[]) to vitrine_worker;

create function analytics.write_hourly_facts(brand_id text, measures text[], timezone text, out first_on date, out last_on date)
language plpgsql volatile
as $$
declare
  v_from timestamptz;
  v_to timestamptz;
  v_superseded date[];
begin
  perform analytics.place_staged_hours(write_hourly_facts.timezone);
  perform analytics.reject_repeated_facts();
  create temporary table ad_days on commit drop as
  select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  if not exists (select from pg_temp.ad_days) then
    drop table pg_temp.ad_hours;
    return;
  end if;
  select
    min(ad_hours.at), max(ad_hours.at),
    (min(ad_hours.at) at time zone write_hourly_facts.timezone)::date, (max(ad_hours.at) at time zone write_hourly_facts.timezone)::date
  into v_from, v_to, write_hourly_facts.first_on, write_hourly_facts.last_on
  from pg_temp.ad_hours;
  -- A day more on either side: the partitions of hours are cut in UTC.
  perform analytics.ensure_partitions(min(ad_days.day) - 1, max(ad_days.day) + 1)
  from pg_temp.ad_days
  group by pg_catalog.date_trunc('month', ad_days.day::timestamp);
  perform analytics.merge_facts(
    write_hourly_facts.brand_id, 'analytics.facts_hourly', 'hour',
    pg_catalog.format(
      $query$
      select hours.at, staged.entity_id, %1$s
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      join pg_temp.ad_hours as hours
        on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))
        and hours.timezone = coalesce(staged.account_timezone, %2$L)
      $query$,
      analytics.list_measures(write_hourly_facts.measures, 'facts.%I'), write_hourly_facts.timezone
    ),
    v_from::text, v_to::text, write_hourly_facts.measures
  );

  -- A day is summed anew from all of its hours, of which the file may hold only some.
  create temporary table ad_entity_days on commit drop as
  select distinct ad_changes.entity_id, (ad_changes.hour at time zone write_hourly_facts.timezone)::date as day
  from pg_temp.ad_changes;
  drop table pg_temp.ad_changes;
  v_superseded := analytics.supersede_hours(
    write_hourly_facts.brand_id, write_hourly_facts.measures, write_hourly_facts.timezone, v_from, v_to
  );
  perform analytics.leave_reported_days(write_hourly_facts.brand_id, write_hourly_facts.measures);
  perform analytics.merge_facts(
    write_hourly_facts.brand_id, 'analytics.facts_daily', 'day',
    pg_catalog.format(
      $query$
      select days.day, days.entity_id, %1$s
      from analytics.facts_hourly as facts
      join pg_temp.ad_entity_days as days on days.entity_id = facts.entity_id and days.day = (facts.hour at time zone %2$L)::date
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      join analytics.entities as accounts
        on accounts.brand_id = facts.brand_id and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
      -- An evening may belong to the day after, which its own zone reported by day already.
      left join analytics.facts_daily as held
        on held.brand_id = facts.brand_id
        and held.entity_id = facts.entity_id
        and held.day = (facts.hour at time zone coalesce(accounts.timezone, %2$L))::date
        and (%6$s)
      where held.entity_id is null
        and facts.brand_id = %3$L
        and facts.hour >= %4$L::timestamp at time zone %2$L and facts.hour < %5$L::timestamp at time zone %2$L
      group by days.day, days.entity_id
      $query$,
      analytics.sum_measures(write_hourly_facts.measures), write_hourly_facts.timezone, write_hourly_facts.brand_id,
      write_hourly_facts.first_on, write_hourly_facts.last_on + 1, analytics.is_reported(write_hourly_facts.measures)
    ),
    write_hourly_facts.first_on::text, write_hourly_facts.last_on::text, write_hourly_facts.measures
  );
  update analytics.facts_daily as held
  set summed_measures = array(select pg_catalog.unnest(held.summed_measures) union select pg_catalog.unnest(write_hourly_facts.measures))
  from pg_temp.ad_entity_days as days
  where held.brand_id = write_hourly_facts.brand_id and held.day = days.day and held.entity_id = days.entity_id
    and not held.summed_measures @> write_hourly_facts.measures;
  if v_superseded is not null then
    delete from analytics.rollups_daily as held where held.brand_id = write_hourly_facts.brand_id and held.day = any (v_superseded);
    perform analytics.roll_up(write_hourly_facts.brand_id, v_superseded, analytics.all_measures());
  end if;
  perform analytics.roll_up(
    write_hourly_facts.brand_id, array(select distinct ad_changes.day from pg_temp.ad_changes), write_hourly_facts.measures
  );
  drop table pg_temp.ad_hours, pg_temp.ad_entity_days, pg_temp.ad_changes;
end
$$;
comment on function analytics.write_hourly_facts(text, text[], text) is
  'Writes staged rows into analytics.facts_hourly, sums the days of this zone that they changed, rolls those up, '
  'and leaves the days with their rows in a temporary table ad_days.';
grant execute on function analytics.write_hourly_facts(text, text[], text) to vitrine_worker;

create function analytics.describe_staged_days(timezone text)
returns text[]
language sql stable
as $$
  with gaps as (
    select ad_days.day - pg_catalog.lag(ad_days.day) over (order by ad_days.day) as length from pg_temp.ad_days
  ),
  foreign_zones as (
    select staged.platform, staged.account_timezone as timezone
    from pg_temp.ad_entities as staged
    where exists (
      select from pg_temp.ad_days
      where ad_days.day::timestamp at time zone staged.account_timezone <> ad_days.day::timestamp at time zone describe_staged_days.timezone
    )
    group by 1, 2
  )
  select
    array(
      select pg_catalog.format(
        '%s reports the days of %s: its figures keep them, though the brand''s days are those of %s.',
        foreign_zones.platform, foreign_zones.timezone, describe_staged_days.timezone
      )
      from foreign_zones
      order by 1
    )
    || array(
      select 'The dates are seven days apart: each row stands on its own date, and the days between have none.'
      from gaps
      having count(gaps.length) > 1 and min(gaps.length) = 7 and max(gaps.length) = 7
    );
$$;
comment on function analytics.describe_staged_days(text) is
  'What somebody who reads days of this zone should know of staged rows: accounts that cut their days elsewhere, and rows that stand for weeks.';
grant execute on function analytics.describe_staged_days(text) to vitrine_worker;

create function analytics.commit_ad_import(
  brand_id text,
  dialect text,
  file_name text,
  rows_read bigint,
  measures text[],
  warnings text[] default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_is_hourly boolean;
  v_kinds text[];
  v_has_rejections boolean;
  v_first_on date;
  v_last_on date;
  v_warnings text[];
  v_accepted bigint;
begin
  -- One import of a brand at a time: two that touch the same ads would otherwise wait for each other crosswise.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ad_import.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_ad_import.brand_id;

  select
    coalesce(pg_catalog.bool_or(ad_facts.hour is not null), false),
    coalesce(pg_catalog.bool_or(ad_facts.reason is not null), false)
  into v_is_hourly, v_has_rejections
  from pg_temp.ad_facts;
  if v_has_rejections then
    insert into pg_temp.rejections (line, reason)
    select ad_facts.line, ad_facts.reason from pg_temp.ad_facts where ad_facts.reason is not null;
    delete from pg_temp.ad_facts where ad_facts.reason is not null;
  end if;
  perform analytics.reject_future_facts();
  analyze pg_temp.ad_facts;
  perform analytics.resolve_ad_entities(commit_ad_import.brand_id);
  v_warnings := commit_ad_import.warnings || analytics.convert_staged_money(commit_ad_import.brand_id, commit_ad_import.measures);
  if v_is_hourly then
    select * into v_first_on, v_last_on
    from analytics.write_hourly_facts(commit_ad_import.brand_id, commit_ad_import.measures, v_timezone);
  else
    select * into v_first_on, v_last_on
    from analytics.write_daily_facts(commit_ad_import.brand_id, commit_ad_import.measures);
    v_warnings := v_warnings || analytics.describe_staged_days(v_timezone);
  end if;
  select coalesce(sum(ad_days.rows), 0) into v_accepted from pg_temp.ad_days;
  drop table pg_temp.ad_days;
  if v_accepted > 0 then
    v_kinds := case when v_is_hourly then array['ads_daily', 'ads_hourly'] else array['ads_daily'] end;
    perform analytics.note_data(commit_ad_import.brand_id, v_kinds, v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ad_import.brand_id, v_kinds);
  end if;
  return analytics.record_import(
    commit_ad_import.brand_id, 'ads', commit_ad_import.dialect, commit_ad_import.file_name, commit_ad_import.rows_read, v_accepted,
    v_first_on, v_last_on, v_warnings
  );
end
$$;
comment on function analytics.commit_ad_import(text, text, text, bigint, text[], text[]) is
  'Takes what was copied into the temporary tables of analytics.open_ad_import as one import: entities, facts, roll-ups, rejections. '
  'Importing the same again changes nothing. Columns that a file lacks stay as they are.';
grant execute on function analytics.commit_ad_import(text, text, text, bigint, text[], text[]) to vitrine_worker;

call core.protect('analytics.entities');
call core.protect('analytics.creatives');
call core.protect('analytics.facts_daily');
call core.protect('analytics.facts_hourly');
call core.protect('analytics.rollups_daily');
call core.protect('analytics.imports');
call core.protect('analytics.import_rejections');
call core.protect('analytics.data_status');
call core.protect('analytics.platform_status');
call core.protect('analytics.attribution_settings');
call core.protect('analytics.channels');
call core.protect('analytics.touchpoints');
call core.protect('analytics.orders');
call core.protect('analytics.identity_links');
call core.protect('analytics.attribution_days');
call core.protect('analytics.attribution_credits');
call core.protect('analytics.attribution_transitions');
call core.protect('analytics.forecasts');
call core.protect('analytics.forecast_points');
call core.protect('analytics.anomalies');
call core.protect('analytics.anomaly_thresholds');
call core.protect('analytics.detected_days');

alter table analytics.detectors enable row level security;
alter table analytics.detectors force row level security;
create policy everybody on analytics.detectors for select using (true);
alter table analytics.anomaly_transitions enable row level security;
alter table analytics.anomaly_transitions force row level security;
create policy everybody on analytics.anomaly_transitions for select using (true);
grant select on analytics.detectors, analytics.anomaly_transitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter table analytics.attribution_models enable row level security;
alter table analytics.attribution_models force row level security;
create policy everybody on analytics.attribution_models for select using (true);
grant select on analytics.attribution_models to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter table analytics.metric_definitions enable row level security;
alter table analytics.metric_definitions force row level security;
create policy everybody on analytics.metric_definitions for select using (true);
grant select on analytics.metric_definitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;


create text search configuration storefront.shop (copy = pg_catalog.english);
alter text search configuration storefront.shop
  alter mapping for hword, hword_part, word with extensions.unaccent, pg_catalog.english_stem;
comment on text search configuration storefront.shop is 'English, with accents taken off before stemming: cafetière and cafetiere are one word.';

create table storefront.products (
  brand_id text not null,
  product_id text not null,
  item_group_id text,
  title text not null,
  description text,
  link text,
  images text[] not null default '{}',
  price_micros bigint not null,
  list_price_micros bigint,
  currency text not null,
  availability text not null,
  quantity integer,
  product_brand text,
  category text,
  gtin text,
  mpn text,
  sku text,
  group_key text not null generated always as (coalesce(item_group_id, product_id)) stored,
  sku_key text generated always as (pg_catalog.lower(sku)) stored,
  mpn_key text generated always as (pg_catalog.lower(mpn)) stored,
  condition text,
  attributes jsonb not null default '{}',
  rating_score numeric,
  rating_count integer,
  review_score numeric,
  review_count integer not null default 0,
  shown_score numeric generated always as (coalesce(review_score, rating_score)) stored,
  shown_count integer generated always as (
    case when review_score is not null then review_count when rating_score is not null then rating_count else 0 end
  ) stored,
  related jsonb not null default '[]',
  title_length smallint not null default 0,
  name_length smallint not null default 0,
  description_length smallint not null default 0,
  attributes_length smallint not null default 0,
  content_hash text not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint products_pkey primary key (brand_id, product_id),
  constraint products_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint products_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint products_price_check check (price_micros >= 0 and list_price_micros >= price_micros),
  constraint products_availability_check check (availability in ('in_stock', 'low_stock', 'out_of_stock', 'preorder')),
  constraint products_condition_check check (condition in ('new', 'refurbished', 'used')),
  constraint products_rating_check check (rating_score between 0 and 5)
);
create index products_group_idx on storefront.products (brand_id, item_group_id) where item_group_id is not null;
create index products_group_key_idx on storefront.products (brand_id, group_key, product_id);
create index products_category_idx on storefront.products (brand_id, category) include (product_id);
create index products_brand_idx on storefront.products (brand_id, product_brand) include (product_id);
create index products_sku_idx on storefront.products (brand_id, sku_key) where sku_key is not null;
create index products_gtin_idx on storefront.products (brand_id, gtin) where gtin is not null;
create index products_mpn_idx on storefront.products (brand_id, mpn_key) where mpn_key is not null;
comment on table storefront.products is 'What a brand sells: one row a variant, with what its feed said of it.';
comment on column storefront.products.price_micros is 'Millionths of the product''s own currency.';
comment on column storefront.products.sku_key is 'In lower case, in a column of its own: under row-level security an index on lower() would not be used.';
comment on column storefront.products.rating_score is 'As the feed says, 0 to 5; null without ratings, never 0.';
comment on column storefront.products.review_score is 'What the reviews held here come to.';
comment on column storefront.products.shown_score is 'What its own buyers said here comes before what its feed claims.';
comment on column storefront.products.related is 'Products that its feed names beside it: [{"id", "type"}], the type as GET /recommend has it.';
comment on column storefront.products.title_length is 'How many words its title has; the other lengths likewise. name: brand and model.';

create table storefront.postings (
  brand_id text not null,
  term text not null,
  product_id text not null,
  weight real not null,
  constraint postings_pkey primary key (brand_id, term, product_id) include (weight),
  constraint postings_product_fkey foreign key (brand_id, product_id) references storefront.products on delete cascade
);
create index postings_product_idx on storefront.postings (brand_id, product_id);
comment on table storefront.postings is
  'Which products a word leads to, with its weighted frequency: the fields are added up before saturation, each by its weight and length (BM25F).';

create table storefront.terms (
  brand_id text not null,
  term text not null,
  products integer not null,
  constraint terms_pkey primary key (brand_id, term),
  constraint terms_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
create index terms_trigram_idx on storefront.terms using gin (term extensions.gin_trgm_ops);
comment on table storefront.terms is 'The words of a brand''s catalogue and how many products have each.';

create table storefront.names (
  brand_id text not null,
  kind text not null,
  name text not null,
  words text not null,
  products integer not null,
  currency text not null,
  middle_price_micros bigint not null,
  constraint names_pkey primary key (brand_id, kind, name),
  constraint names_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint names_kind_check check (kind in ('brand', 'category'))
);
create index names_words_idx on storefront.names (brand_id, words);
comment on table storefront.names is 'The brands and categories of a catalogue, by the words in which a query may name them, and what their products cost in the middle.';

create table storefront.catalogues (
  brand_id text not null,
  products integer not null,
  title_length real not null,
  name_length real not null,
  description_length real not null,
  attributes_length real not null,
  updated_at timestamptz not null default platform.now(),
  constraint catalogues_pkey primary key (brand_id),
  constraint catalogues_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table storefront.catalogues is 'How many products a brand has, and how many words its fields have on average when its catalogue was last taken in.';

create table storefront.reviews (
  brand_id text not null,
  review_id text not null,
  product_id text not null,
  author text,
  rating numeric not null,
  title text,
  body text,
  language text,
  verified_purchase boolean not null default false,
  helpful_count integer not null default 0,
  pros text[] not null default '{}',
  cons text[] not null default '{}',
  is_incentivised boolean not null default false,
  source_name text,
  source_url text,
  reply text,
  replied_at timestamptz,
  created_at timestamptz not null,
  constraint reviews_pkey primary key (brand_id, review_id),
  constraint reviews_product_fkey foreign key (brand_id, product_id) references storefront.products on delete cascade,
  constraint reviews_rating_check check (rating between 1 and 5)
);
create index reviews_product_idx on storefront.reviews (brand_id, product_id, created_at desc);
comment on table storefront.reviews is 'What buyers say of products.';

create function storefront.plain(words text)
returns text
language sql immutable
return pg_catalog.regexp_replace(plain.words, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000E0000-\U000E0FFF]', '', 'g');
comment on function storefront.plain(text) is
  'Text without what nobody sees: control characters, invisible ones and those that turn the direction of reading.';

grant execute on function storefront.plain(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create table storefront.shops (
  brand_id text not null,
  website text,
  description text,
  category text,
  legal_name text,
  support_contact text,
  privacy_policy text,
  terms_of_service text,
  returns_policy text,
  shipping_state text not null default 'unconfigured',
  shipping_statement text,
  payment_state text not null default 'unconfigured',
  payment_statement text,
  updated_at timestamptz not null default platform.now(),
  constraint shops_pkey primary key (brand_id),
  constraint shops_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint shops_shipping_state_check check (shipping_state in ('unconfigured', 'configured', 'partial', 'not_offered')),
  constraint shops_payment_state_check check (payment_state in ('unconfigured', 'configured', 'partial', 'not_offered'))
);
comment on table storefront.shops is 'What a merchant publishes of the shop itself.';
comment on column storefront.shops.category is 'Its line of business: shops are ranked among those of the same.';
comment on column storefront.shops.shipping_state is 'unconfigured: the merchant has published nothing, which says nothing of whether anything is shipped.';

create table storefront.shipping_destinations (
  brand_id text not null,
  position integer not null,
  country text not null,
  regions text[] not null default '{}',
  postal_codes text[] not null default '{}',
  service text not null,
  price_micros bigint,
  free_over_micros bigint,
  currency text,
  handling_days_min integer,
  handling_days_max integer,
  transit_days_min integer,
  transit_days_max integer,
  constraint shipping_destinations_pkey primary key (brand_id, position),
  constraint shipping_destinations_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint shipping_destinations_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint shipping_destinations_country_check check (country ~ '^[A-Z]{2}$'),
  constraint shipping_destinations_price_check check (price_micros >= 0 and free_over_micros >= 0),
  constraint shipping_destinations_money_check check (currency is not null or (price_micros is null and free_over_micros is null)),
  constraint shipping_destinations_days_check check (
    handling_days_min between 0 and handling_days_max and transit_days_min between 0 and transit_days_max
  )
);
comment on table storefront.shipping_destinations is 'Where a shop ships to, by which service, for how much and how fast; a null price is one that is not published.';

create table storefront.payment_methods (
  brand_id text not null,
  position integer not null,
  type text not null,
  brands text[] not null default '{}',
  constraint payment_methods_pkey primary key (brand_id, position),
  constraint payment_methods_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint payment_methods_type_check check (type in ('card', 'wallet', 'bank_transfer', 'bnpl', 'invoice', 'cash_on_delivery'))
);
comment on table storefront.payment_methods is 'How the merchant''s own checkout is paid. Nothing is paid here.';

create table storefront.bundles (
  brand_id text not null,
  bundle_id text not null,
  name text not null,
  description text,
  price_micros bigint not null,
  currency text not null,
  source text not null default 'manual',
  confidence numeric not null default 1,
  valid_until timestamptz,
  products_count integer not null,
  constraint bundles_pkey primary key (brand_id, bundle_id),
  constraint bundles_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint bundles_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint bundles_source_check check (source in ('manual', 'rule', 'co_purchase')),
  constraint bundles_confidence_check check (confidence between 0 and 1),
  constraint bundles_price_check check (price_micros >= 0),
  constraint bundles_products_count_check check (products_count >= 2)
);
comment on table storefront.bundles is 'Products sold together for less than apart.';

create table storefront.bundle_products (
  brand_id text not null,
  bundle_id text not null,
  product_id text not null,
  position integer not null,
  constraint bundle_products_pkey primary key (brand_id, bundle_id, product_id),
  constraint bundle_products_bundle_fkey foreign key (brand_id, bundle_id) references storefront.bundles on delete cascade,
  constraint bundle_products_product_fkey foreign key (brand_id, product_id) references storefront.products on delete cascade
);
comment on table storefront.bundle_products is 'What is in a bundle. A product that leaves the catalogue takes its bundles off the window.';
create index bundle_products_product_idx on storefront.bundle_products (brand_id, product_id);

create table storefront.trust_components (
  component text not null,
  position smallint not null,
  weight numeric not null,
  baseline numeric not null,
  kind text not null,
  description text not null,
  constraint trust_components_pkey primary key (component),
  constraint trust_components_weight_check check (weight > 0 and weight <= 1),
  constraint trust_components_baseline_check check (baseline between 0 and 100),
  constraint trust_components_kind_check check (kind in ('rate', 'mean', 'known'))
);
comment on table storefront.trust_components is 'What a trust score is made of, with the weight of each and what a shop of which nothing is known is held to be.';

comment on column storefront.trust_components.kind is
  'rate: a share of observations, by its lower bound; mean: their mean; both drawn to the baseline. known: a fact, taken as it is.';

insert into storefront.trust_components values
  ('fulfilment', 1, 0.20, 70, 'rate', 'Orders that arrived as promised.'),
  ('description_accuracy', 2, 0.15, 70, 'rate', 'Products that were what their description says.'),
  ('price_and_stock', 3, 0.15, 70, 'rate', 'Prices and stock that held at the checkout.'),
  ('disputes', 4, 0.15, 70, 'rate', 'Transactions without a dispute.'),
  ('reviews', 5, 0.15, 70, 'mean', 'What buyers'' reviews come to.'),
  ('policies', 6, 0.10, 50, 'known', 'Published identity, policies, shipping and payment.'),
  ('responsiveness', 7, 0.10, 70, 'rate', 'Questions and disputes that were answered in time.');

create table storefront.trust_tiers (
  tier text not null,
  rank smallint not null,
  score_min numeric not null,
  signals_min integer not null,
  days_min integer not null,
  constraint trust_tiers_pkey primary key (tier),
  constraint trust_tiers_rank_key unique (rank)
);
comment on table storefront.trust_tiers is 'What each tier asks for. The highest that holds is the shop''s; below all of them it is new.';

insert into storefront.trust_tiers values
  ('new', 0, 0, 0, 0), ('basic', 1, 0, 20, 30), ('established', 2, 60, 20, 30), ('trusted', 3, 75, 100, 30), ('exemplary', 4, 90, 500, 30);

create table storefront.platforms (
  platform text not null,
  name text not null,
  position smallint not null,
  citation_format text not null,
  constraint platforms_pkey primary key (platform)
);
comment on table storefront.platforms is 'The assistants that a shop is configured for, one of them any other.';

insert into storefront.platforms values
  ('chatgpt', 'ChatGPT', 1, 'markdown_link'), ('claude', 'Claude', 2, 'markdown_link'), ('gemini', 'Gemini', 3, 'markdown_link'),
  ('perplexity', 'Perplexity', 4, 'numbered_source'), ('copilot', 'Copilot', 5, 'numbered_source'), ('meta_ai', 'Meta AI', 6, 'plain_link'),
  ('grok', 'Grok', 7, 'plain_link'), ('alexa', 'Alexa', 8, 'spoken'), ('generic', 'Any other assistant', 9, 'plain_link');

create table storefront.trust_signals (
  brand_id text not null,
  signal_id text not null,
  component text not null,
  platform text,
  value numeric not null,
  occurred_at timestamptz not null,
  source text not null,
  constraint trust_signals_pkey primary key (brand_id, signal_id),
  constraint trust_signals_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint trust_signals_component_fkey foreign key (component) references storefront.trust_components on delete restrict,
  constraint trust_signals_platform_fkey foreign key (platform) references storefront.platforms on delete restrict,
  constraint trust_signals_value_check check (value between 0 and 1)
);
create index trust_signals_time_idx on storefront.trust_signals (brand_id, occurred_at);
comment on table storefront.trust_signals is 'What was seen of a shop, one row an observation: 1 is as it should be, 0 is not.';
comment on column storefront.trust_signals.platform is 'The assistant through which it came about, where it was one.';

create table storefront.trust_scores (
  brand_id text not null,
  score numeric,
  tier text not null,
  falling_runs smallint not null default 0,
  signals integer not null,
  dispute_rate numeric,
  components jsonb not null,
  network_score numeric,
  compound_factor numeric,
  platform_scores jsonb not null,
  category text,
  calculated_at timestamptz not null,
  constraint trust_scores_pkey primary key (brand_id),
  constraint trust_scores_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint trust_scores_tier_fkey foreign key (tier) references storefront.trust_tiers on delete restrict,
  constraint trust_scores_score_check check (score between 0 and 100)
);
create index trust_scores_category_idx on storefront.trust_scores (category, network_score);
comment on table storefront.trust_scores is 'What a shop''s signals came to when they were last looked at.';
comment on column storefront.trust_scores.score is '0 to 100; null below five signals.';
comment on column storefront.trust_scores.falling_runs is 'How many runs on end would have given a lower tier: the second takes it.';

create table storefront.trust_history (
  brand_id text not null,
  day date not null,
  score numeric,
  tier text not null,
  constraint trust_history_pkey primary key (brand_id, day),
  constraint trust_history_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table storefront.trust_history is 'A shop''s score at the end of each day (UTC) on which it was calculated.';

create table storefront.certificates (
  brand_id text not null,
  certificate_id text not null default platform.new_id('crt'),
  level text not null,
  state text not null default 'valid',
  checks jsonb not null default '[]',
  issued_at timestamptz not null default platform.now(),
  valid_until timestamptz not null,
  constraint certificates_pkey primary key (brand_id, certificate_id),
  constraint certificates_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint certificates_level_check check (level in ('bronze', 'silver', 'gold', 'platinum')),
  constraint certificates_state_check check (state in ('valid', 'suspended', 'revoked')),
  constraint certificates_valid_until_check check (valid_until > issued_at and valid_until <= issued_at + interval '366 days')
);
comment on table storefront.certificates is 'Certificates that an operator issued; no score alone ever does.';

create function storefront.word_counts(words tsvector)
returns smallint
language sql immutable
return coalesce((select sum(pg_catalog.cardinality(word.positions)) from pg_catalog.unnest(word_counts.words) as word (lexeme, positions, weights)), 0);
comment on function storefront.word_counts(tsvector) is 'How many words a text has, repeated ones each time.';

create function storefront.attribute_text(attributes jsonb)
returns text
language sql immutable
return (
  select pg_catalog.string_agg(value #>> '{}', ' ')
  from pg_catalog.jsonb_path_query(attribute_text.attributes, 'lax $.*[*]') as value
  where value #>> '{}' not in ('true', 'false')
);
comment on function storefront.attribute_text(jsonb) is 'What attributes say, without their names and without yes and no.';

create function storefront.word_products()
returns void
language sql volatile
as $$
  create temporary table worded on commit drop as
  select
    offered.id as product_id,
    pg_catalog.to_tsvector('storefront.shop', coalesce(offered.title, '')) as title,
    pg_catalog.to_tsvector('storefront.shop', pg_catalog.concat_ws(' ', offered.brand, offered.mpn, offered.sku)) as name,
    pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(coalesce(offered.description, ''), 20000)) as description,
    pg_catalog.to_tsvector(
      'storefront.shop', pg_catalog.left(pg_catalog.concat_ws(' ', offered.category, storefront.attribute_text(offered.attributes)), 20000)
    ) as attributes
  from pg_temp.offered;
$$;
comment on function storefront.word_products() is 'The words of the products of the temporary table offered, field by field, as the temporary table worded.';

create function storefront.forget_words(brand_id text, product_ids text[])
returns void
language plpgsql volatile
as $$
begin
  update storefront.terms as held
  set products = held.products - gone.products
  from (
    select postings.term, count(*) as products
    from storefront.postings
    where postings.brand_id = forget_words.brand_id and postings.product_id = any (forget_words.product_ids)
    group by postings.term
  ) as gone
  where held.brand_id = forget_words.brand_id and held.term = gone.term;
  delete from storefront.postings
  where postings.brand_id = forget_words.brand_id and postings.product_id = any (forget_words.product_ids);
end
$$;
comment on function storefront.forget_words(text, text[]) is 'Takes products out of everything that leads to them.';

create function storefront.index_products(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- Averages of the whole; a little drift of older postings changes no order that anybody sees.
  insert into storefront.catalogues (brand_id, products, title_length, name_length, description_length, attributes_length)
  select
    index_products.brand_id, count(*),
    greatest(1, pg_catalog.avg(products.title_length)), greatest(1, pg_catalog.avg(products.name_length)),
    greatest(1, pg_catalog.avg(products.description_length)), greatest(1, pg_catalog.avg(products.attributes_length))
  from storefront.products
  where products.brand_id = index_products.brand_id
  on conflict on constraint catalogues_pkey do update
  set
    products = excluded.products, title_length = excluded.title_length, name_length = excluded.name_length,
    description_length = excluded.description_length, attributes_length = excluded.attributes_length, updated_at = excluded.updated_at;

  create temporary table weighted on commit drop as
  select
    word.lexeme as term, worded.product_id,
    sum(field.weight * pg_catalog.cardinality(word.positions) / (0.25 + 0.75 * field.length / field.length_on_average))::real as weight
  from pg_temp.worded
  join storefront.products on products.brand_id = index_products.brand_id and products.product_id = worded.product_id
  join storefront.catalogues on catalogues.brand_id = index_products.brand_id
  cross join lateral (
    values
      (worded.title, 3.0, products.title_length, catalogues.title_length),
      (worded.name, 1.5, products.name_length, catalogues.name_length),
      (worded.description, 1.0, products.description_length, catalogues.description_length),
      (worded.attributes, 0.5, products.attributes_length, catalogues.attributes_length)
  ) as field (words, weight, length, length_on_average)
  cross join lateral pg_catalog.unnest(field.words) as word (lexeme, positions, weights)
  -- No word of a shop is this long.
  where pg_catalog.length(word.lexeme) <= 100
  group by word.lexeme, worded.product_id;

  insert into storefront.postings (brand_id, term, product_id, weight)
  select index_products.brand_id, weighted.term, weighted.product_id, weighted.weight
  from pg_temp.weighted
  order by weighted.term, weighted.product_id;
  insert into storefront.terms as held (brand_id, term, products)
  select index_products.brand_id, weighted.term, count(*) from pg_temp.weighted group by weighted.term
  on conflict on constraint terms_pkey do update set products = held.products + excluded.products;
  delete from storefront.terms where terms.brand_id = index_products.brand_id and terms.products <= 0;
  drop table pg_temp.weighted;

  delete from storefront.names where names.brand_id = index_products.brand_id;
  insert into storefront.names (brand_id, kind, name, words, products, currency, middle_price_micros)
  select distinct on (named.kind, named.name)
    index_products.brand_id, named.kind, named.name, storefront.name_words(named.name), sum(named.products) over (partition by named.kind, named.name),
    named.currency, named.middle_price_micros
  from (
    select
      kind.kind, kind.name, products.currency, count(*) as products,
      pg_catalog.percentile_disc(0.5) within group (order by products.price_micros) as middle_price_micros
    from storefront.products
    cross join lateral (values ('brand', products.product_brand), ('category', products.category)) as kind (kind, name)
    where products.brand_id = index_products.brand_id and kind.name is not null
    group by kind.kind, kind.name, products.currency
  ) as named
  order by named.kind, named.name, named.products desc, named.currency;
end
$$;
comment on function storefront.index_products(text) is
  'Makes the products of the temporary table worded findable by what they say now; forget_words first what they said before.';

create function storefront.refresh_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  analyze storefront.products, storefront.postings, storefront.terms, storefront.names;
end
$$;
comment on function storefront.refresh_statistics() is 'Tells the planner of a catalogue that has come in, before anybody searches it.';
revoke execute on function storefront.refresh_statistics() from public;

create function storefront.name_words(name text)
returns text
language sql stable
return pg_catalog.array_to_string(
  pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.regexp_replace(name_words.name, '^.* > ', ''))), ' '
);
comment on function storefront.name_words(text) is 'The words of a brand, or of the last part of a category, as a query would have them.';

grant execute on function
  storefront.word_counts(tsvector),
  storefront.attribute_text(jsonb),
  storefront.word_products(),
  storefront.forget_words(text, text[]),
  storefront.index_products(text),
  storefront.refresh_statistics()
to vitrine_worker;
grant execute on function storefront.name_words(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function storefront.tell_products(brand_id text)
returns void
language sql volatile
as $$
  insert into events.outbox (brand_id, type, data)
  select
    tell_products.brand_id, change.type,
    pg_catalog.jsonb_build_object(
      'product_id', offered.id, 'title', offered.title, 'availability', offered.availability,
      'price', pg_catalog.jsonb_build_object('amount', offered.price, 'currency', offered.currency)
    ) || change.more
  from pg_temp.offered
  left join storefront.products as held on held.brand_id = tell_products.brand_id and held.product_id = offered.id
  cross join lateral (
    values
      (case when held.product_id is null then 'product.created' else 'product.updated' end, '{}'::jsonb),
      (
        case when held.price_micros <> pg_catalog.round(offered.price * 1000000) or held.currency <> offered.currency then 'product.price_changed' end,
        pg_catalog.jsonb_build_object('previous_price', pg_catalog.jsonb_build_object('amount', held.price_micros * 0.000001, 'currency', held.currency))
      ),
      (
        case when held.availability <> offered.availability then 'product.availability_changed' end,
        pg_catalog.jsonb_build_object('previous_availability', held.availability)
      )
  ) as change (type, more)
  where change.type is not null
    and not exists (select from core.brands where brands.brand_id = tell_products.brand_id and brands.is_simulated)
  order by offered.line;
$$;
comment on function storefront.tell_products(text) is
  'Tells of the products of the temporary table offered, before they take the place of what was there.';

create function storefront.tell_gone(brand_id text, product_ids text[])
returns void
language sql volatile
as $$
  insert into events.outbox (brand_id, type, data)
  select tell_gone.brand_id, 'product.deleted', pg_catalog.jsonb_build_object('product_id', gone.id)
  from pg_catalog.unnest(tell_gone.product_ids) as gone (id)
  where not exists (select from core.brands where brands.brand_id = tell_gone.brand_id and brands.is_simulated);
$$;
comment on function storefront.tell_gone(text, text[]) is 'Tells of products that left the catalogue.';
grant execute on function storefront.tell_products(text), storefront.tell_gone(text, text[]) to vitrine_worker;

create function storefront.open_product_import()
returns void
language sql volatile
as $$
  create temporary table products (line bigint not null, product jsonb, reason text) on commit drop;
$$;
comment on function storefront.open_product_import() is
  'Makes the temporary table that an import copies its products into: each as an object, or the reason why it is rejected.';

create function storefront.commit_product_import(brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean default false)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
  v_changed text[];
  v_gone text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || commit_product_import.brand_id, 0));
  create temporary table rejections on commit drop as
  select products.line, products.reason from pg_temp.products where products.reason is not null;
  create temporary table offered on commit drop as
  select
    storefront.plain(given.id) as id, storefront.plain(given.item_group_id) as item_group_id, given.title, given.description, given.link, given.image_links,
    pg_catalog.round(given.price, currencies.exponent) as price, pg_catalog.round(given.list_price, currencies.exponent) as list_price,
    given.currency, given.availability, given.quantity, storefront.plain(given.brand) as brand, storefront.plain(given.category) as category,
    given.gtin, storefront.plain(given.mpn) as mpn, storefront.plain(given.sku) as sku, given.condition,
    storefront.plain(given.attributes::text)::jsonb as attributes, given.rating_score, given.rating_count, given.related,
    pg_catalog.md5(products.product::text) as content_hash, products.line,
    pg_catalog.row_number() over (partition by storefront.plain(given.id) order by products.line desc) as number
  from pg_temp.products
  cross join lateral pg_catalog.jsonb_to_record(products.product) as given (
    id text, item_group_id text, title text, description text, link text, image_links jsonb, price numeric, list_price numeric, currency text,
    availability text, quantity integer, brand text, category text, gtin text, mpn text, sku text, condition text, attributes jsonb,
    rating_score numeric, rating_count integer, related jsonb
  )
  left join core.currencies on currencies.currency = given.currency
  where products.reason is null;
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, pg_catalog.format('currency: %s is not an ISO 4217 code. Use one such as USD or EUR.', removed.currency) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*) into v_accepted from pg_temp.offered;
  analyze pg_temp.offered;

  -- A product that says what it said before is left as it is: most of a feed is.
  if commit_product_import.replaces and v_accepted > 0 then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.products as held
    where held.brand_id = commit_product_import.brand_id
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    perform storefront.tell_gone(commit_product_import.brand_id, v_gone);
    perform storefront.forget_words(commit_product_import.brand_id, v_gone);
    delete from storefront.products as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone);
  end if;
  delete from pg_temp.offered
  using storefront.products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash;
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  perform storefront.tell_products(commit_product_import.brand_id);
  perform storefront.word_products();
  insert into storefront.products as held (
    brand_id, product_id, item_group_id, title, description, link, images, price_micros, list_price_micros, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, condition, attributes, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash
  )
  select
    commit_product_import.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.price * 1000000), pg_catalog.round(offered.list_price * 1000000), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku, offered.condition, coalesce(offered.attributes, '{}'),
    nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    storefront.word_counts(worded.title), storefront.word_counts(worded.name),
    storefront.word_counts(worded.description), storefront.word_counts(worded.attributes),
    offered.content_hash
  from pg_temp.offered
  join pg_temp.worded on worded.product_id = offered.id
  on conflict on constraint products_pkey do update
  set
    item_group_id = excluded.item_group_id, title = excluded.title, description = excluded.description, link = excluded.link,
    images = excluded.images, price_micros = excluded.price_micros, list_price_micros = excluded.list_price_micros,
    currency = excluded.currency, availability = excluded.availability, quantity = excluded.quantity, product_brand = excluded.product_brand,
    category = excluded.category, gtin = excluded.gtin, mpn = excluded.mpn, sku = excluded.sku, condition = excluded.condition,
    attributes = excluded.attributes, rating_score = excluded.rating_score, rating_count = excluded.rating_count, related = excluded.related,
    title_length = excluded.title_length, name_length = excluded.name_length, description_length = excluded.description_length,
    attributes_length = excluded.attributes_length, content_hash = excluded.content_hash, updated_at = excluded.updated_at;
  if v_changed <> '{}' or v_gone <> '{}' then
    perform storefront.forget_words(commit_product_import.brand_id, v_changed);
    perform storefront.index_products(commit_product_import.brand_id);
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  drop table pg_temp.worded;
  drop table pg_temp.offered;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null, '{}'
  );
end
$$;
comment on function storefront.commit_product_import(text, text, text, bigint, boolean) is
  'Takes the temporary table products as one import: products are found by it when it commits. The same again changes nothing. '
  'replaces: what the file does not have is taken out of the catalogue.';

create function storefront.open_review_import()
returns void
language sql volatile
as $$
  create temporary table reviews (line bigint not null, review jsonb, reason text) on commit drop;
$$;
comment on function storefront.open_review_import() is 'Makes the temporary table that an import copies its reviews into.';

create function storefront.commit_review_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
  v_products text[];
begin
  create temporary table rejections on commit drop as
  select reviews.line, reviews.reason from pg_temp.reviews where reviews.reason is not null;
  create temporary table said on commit drop as
  select distinct on (given.id) given.*, reviews.line, matched.product_id as matched_id
  from pg_temp.reviews
  cross join lateral pg_catalog.jsonb_to_record(reviews.review) as given (
    id text, product_id text, author text, rating numeric, title text, body text, language text, verified_purchase boolean,
    helpful_count integer, pros jsonb, cons jsonb, incentivised boolean, source_name text, source_url text, reply text, replied_at timestamptz,
    created_at timestamptz
  )
  -- A review may name its product by any of its numbers.
  left join lateral (
    select products.product_id
    from storefront.products
    where products.brand_id = commit_review_import.brand_id
      and given.product_id in (products.product_id, products.sku, products.gtin, products.mpn)
    order by products.product_id <> given.product_id, products.product_id
    limit 1
  ) as matched on true
  where reviews.reason is null
  order by given.id, reviews.line desc;
  insert into pg_temp.rejections (line, reason)
  select said.line, pg_catalog.format('product_id: the catalogue has no product %s. Import the products first.', said.product_id)
  from pg_temp.said
  where said.matched_id is null;
  select pg_catalog.array_agg(distinct held.product_id) into v_products
  from (
    select said.matched_id as product_id from pg_temp.said where said.matched_id is not null
    union all
    select reviews.product_id
    from storefront.reviews
    join pg_temp.said on said.id = reviews.review_id
    where reviews.brand_id = commit_review_import.brand_id
  ) as held;
  insert into storefront.reviews as held (brand_id, review_id, product_id, author, rating, title, body, language, verified_purchase, helpful_count,
    pros, cons, is_incentivised, source_name, source_url, reply, replied_at, created_at)
  select
    commit_review_import.brand_id, said.id, said.matched_id, said.author, said.rating, said.title, said.body, said.language,
    coalesce(said.verified_purchase, false), coalesce(said.helpful_count, 0),
    array(select storefront.plain(words) from pg_catalog.jsonb_array_elements_text(said.pros) as words),
    array(select storefront.plain(words) from pg_catalog.jsonb_array_elements_text(said.cons) as words),
    coalesce(said.incentivised, false), said.source_name, said.source_url, said.reply, said.replied_at, said.created_at
  from pg_temp.said
  where said.matched_id is not null
  on conflict on constraint reviews_pkey do update
  set
    product_id = excluded.product_id, author = excluded.author, rating = excluded.rating, title = excluded.title, body = excluded.body,
    language = excluded.language, verified_purchase = excluded.verified_purchase, helpful_count = excluded.helpful_count,
    pros = excluded.pros, cons = excluded.cons, is_incentivised = excluded.is_incentivised, source_name = excluded.source_name,
    source_url = excluded.source_url, reply = excluded.reply, replied_at = excluded.replied_at, created_at = excluded.created_at;
  update storefront.products
  set review_score = said.score, review_count = said.count
  from (
    select touched.product_id, pg_catalog.round(pg_catalog.avg(reviews.rating), 2) as score, count(reviews.rating) as count
    from pg_catalog.unnest(v_products) as touched (product_id)
    left join storefront.reviews on reviews.brand_id = commit_review_import.brand_id and reviews.product_id = touched.product_id
    group by touched.product_id
  ) as said
  where products.brand_id = commit_review_import.brand_id and products.product_id = said.product_id;
  select count(*) into v_accepted from pg_temp.said where said.matched_id is not null;
  drop table pg_temp.said;
  return analytics.record_import(
    commit_review_import.brand_id, 'reviews', commit_review_import.dialect, commit_review_import.file_name, commit_review_import.rows_read,
    v_accepted, null, null, '{}'
  );
end
$$;
comment on function storefront.commit_review_import(text, text, text, bigint) is
  'Takes the temporary table reviews as one import; a later import of a review replaces it.';

grant execute on function
  storefront.open_product_import(),
  storefront.commit_product_import(text, text, text, bigint, boolean),
  storefront.open_review_import(),
  storefront.commit_review_import(text, text, text, bigint)
to vitrine_worker;

create function storefront.configure_shop(brand_id text, shop jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_shipping constant jsonb := configure_shop.shop -> 'shipping';
  v_payment constant jsonb := configure_shop.shop -> 'payment';
  v_unknown text;
  v_is_new constant boolean := not exists (select from storefront.shops where shops.brand_id = configure_shop.brand_id);
begin
  insert into storefront.shops as held (
    brand_id, website, description, category, legal_name, support_contact, privacy_policy, terms_of_service, returns_policy,
    shipping_state, shipping_statement, payment_state, payment_statement
  )
  select
    configure_shop.brand_id, said.website, said.description, said.category, said.legal_name, said.support_contact,
    said.privacy_policy, said.terms_of_service, said.returns_policy,
    coalesce(v_shipping ->> 'state', 'unconfigured'), v_shipping ->> 'statement',
    coalesce(v_payment ->> 'state', 'unconfigured'), v_payment ->> 'statement'
  from pg_catalog.jsonb_to_record(configure_shop.shop) as said (
    website text, description text, category text, legal_name text, support_contact text, privacy_policy text, terms_of_service text, returns_policy text
  )
  on conflict on constraint shops_pkey do update
  set
    website = excluded.website, description = excluded.description, category = excluded.category, legal_name = excluded.legal_name,
    support_contact = excluded.support_contact, privacy_policy = excluded.privacy_policy, terms_of_service = excluded.terms_of_service,
    returns_policy = excluded.returns_policy, shipping_state = excluded.shipping_state, shipping_statement = excluded.shipping_statement,
    payment_state = excluded.payment_state, payment_statement = excluded.payment_statement, updated_at = excluded.updated_at;

  delete from storefront.shipping_destinations as held where held.brand_id = configure_shop.brand_id;
  insert into storefront.shipping_destinations (
    brand_id, position, country, regions, postal_codes, service, price_micros, free_over_micros, currency,
    handling_days_min, handling_days_max, transit_days_min, transit_days_max
  )
  select
    configure_shop.brand_id, given.position, given.destination ->> 'country',
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'regions')),
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'postal_codes')),
    given.destination ->> 'service',
    pg_catalog.round((given.destination ->> 'price')::numeric * 1000000), pg_catalog.round((given.destination ->> 'free_over')::numeric * 1000000),
    coalesce(given.destination ->> 'currency', (select brands.currency from core.brands where brands.brand_id = configure_shop.brand_id)),
    (given.destination #>> '{handling_days,min}')::integer, (given.destination #>> '{handling_days,max}')::integer,
    (given.destination #>> '{transit_days,min}')::integer, (given.destination #>> '{transit_days,max}')::integer
  from pg_catalog.jsonb_array_elements(coalesce(v_shipping -> 'destinations', '[]')) with ordinality as given (destination, position);

  delete from storefront.payment_methods as held where held.brand_id = configure_shop.brand_id;
  insert into storefront.payment_methods (brand_id, position, type, brands)
  select
    configure_shop.brand_id, given.position, given.method ->> 'type', array(select pg_catalog.jsonb_array_elements_text(given.method -> 'brands'))
  from pg_catalog.jsonb_array_elements(coalesce(v_payment -> 'methods', '[]')) with ordinality as given (method, position);

  delete from storefront.bundles as held where held.brand_id = configure_shop.brand_id and held.source = 'manual';
  insert into storefront.bundles (brand_id, bundle_id, name, description, price_micros, currency, valid_until, products_count)
  select
    configure_shop.brand_id, given.id, given.name, given.description, pg_catalog.round(given.price, currencies.exponent) * 1000000,
    currencies.currency, given.valid_until,
    (select count(distinct product.id) from pg_catalog.jsonb_array_elements_text(given.products) as product (id))
  from pg_catalog.jsonb_to_recordset(coalesce(configure_shop.shop -> 'bundles', '[]')) as given (
    id text, name text, description text, price numeric, currency text, valid_until timestamptz, products jsonb
  )
  join core.currencies
    on currencies.currency = coalesce(given.currency, (select brands.currency from core.brands where brands.brand_id = configure_shop.brand_id));
  select product.id into v_unknown
  from pg_catalog.jsonb_to_recordset(coalesce(configure_shop.shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) as product (id)
  where not exists (select from storefront.products where products.brand_id = configure_shop.brand_id and products.product_id = product.id)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', pg_catalog.format('bundles: the catalogue has no product %s. Import the products first.', v_unknown));
  end if;
  insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
  select configure_shop.brand_id, given.id, product.id, min(product.position)
  from pg_catalog.jsonb_to_recordset(coalesce(configure_shop.shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) with ordinality as product (id, position)
  group by given.id, product.id;
  if not exists (select from core.brands where brands.brand_id = configure_shop.brand_id and brands.is_simulated) then
    perform events.emit(
      configure_shop.brand_id, case when v_is_new then 'deployment.created' else 'deployment.updated' end,
      pg_catalog.jsonb_build_object('platforms', (select pg_catalog.jsonb_agg(platforms.platform order by platforms.position) from storefront.platforms))
    );
    if configure_shop.shop ? 'bundles' then
      perform events.emit(
        configure_shop.brand_id, 'bundle.updated',
        pg_catalog.jsonb_build_object('bundles', pg_catalog.jsonb_array_length(configure_shop.shop -> 'bundles'))
      );
    end if;
  end if;
end
$$;
comment on function storefront.configure_shop(text, jsonb) is
  'Takes what a merchant publishes of the shop, in place of what was published before: profile, policies, shipping, payment and bundles.';
grant execute on function storefront.configure_shop(text, jsonb) to vitrine_worker;

create function storefront.near_term(brand_id text, word text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (
      select terms.term
      from storefront.terms
      cross join lateral (select case when length(near_term.word) >= 8 then 2 else 1 end as slips) as allowed
      where length(near_term.word) >= 4
        and terms.brand_id = near_term.brand_id
        and terms.term operator(extensions.%) near_term.word
        and abs(length(terms.term) - length(near_term.word)) <= 2
        and extensions.levenshtein_less_equal(terms.term, near_term.word, allowed.slips) <= allowed.slips
      order by extensions.levenshtein_less_equal(terms.term, near_term.word, 2), terms.products desc, terms.term
      limit 1
    ),
    (
      select terms.term
      from storefront.terms
      where near_term.word ~ '^[[:alnum:]]{3,}$'
        and terms.brand_id = near_term.brand_id
        and terms.term like near_term.word || '%'
      order by terms.products desc, terms.term
      limit 1
    )
  );
$$;
comment on function storefront.near_term(text, text) is
  'The word of a catalogue that a slip of the pen meant, or that begins so. Runs as its owner: no index of similar words works under row-level '
  'security, and what a shop sells is for everybody.';
revoke execute on function storefront.near_term(text, text) from public;

create function storefront.query_terms(brand_id text, query text)
returns table (asked text, term text)
language sql stable
as $$
  -- limit keeps the planner to the index, whatever it believes of a catalogue that has just come in.
  select
    asked.term,
    coalesce(
      known.term,
      -- Whoever slips more often than that is not looking for anything.
      case when known.term is null and pg_catalog.row_number() over (partition by known.term is null order by asked.term) <= 8
        then storefront.near_term(query_terms.brand_id, asked.term)
      end,
      asked.term
    )
  from pg_catalog.unnest(
    pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(query_terms.query, 500)))
  ) as asked (term)
  left join lateral (
    select terms.term from storefront.terms where terms.brand_id = query_terms.brand_id and terms.term = asked.term limit 1
  ) as known on true;
$$;
comment on function storefront.query_terms(text, text) is 'The words of a query, and each as the catalogue knows it: slips of the pen repaired, beginnings completed.';

create function storefront.rank_products(brand_id text, terms text[], query text)
returns table (product_id text, score double precision, has_all boolean)
language plpgsql stable
as $$
declare
  v_products integer;
  v_number constant text := pg_catalog.btrim(rank_products.query);
begin
  select catalogues.products into v_products from storefront.catalogues where catalogues.brand_id = rank_products.brand_id;
  return query
  with asked as (
    select
      terms.term,
      2.2 * pg_catalog.ln(1 + (v_products - terms.products + 0.5::double precision) / (terms.products + 0.5::double precision)) as rarity
    from storefront.terms
    where terms.brand_id = rank_products.brand_id and terms.term = any (rank_products.terms)
  ),
  hits as (
    select
      found.product_id,
      sum(asked.rarity * found.weight / (1.2::real + found.weight)) as score,
      count(*) = (select count(*) from asked) as has_all
    from asked
    cross join lateral (
      select postings.product_id, postings.weight
      from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = asked.term
      offset 0
    ) as found
    group by found.product_id
  ),
  named as (
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.product_id = v_number
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.sku_key = pg_catalog.lower(v_number)
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.gtin = v_number
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.mpn_key = pg_catalog.lower(v_number)
  )
  select
    coalesce(hits.product_id, named.product_id),
    -- Half as much again for having every word; a number that names one product comes first.
    coalesce(hits.score * case when hits.has_all then 1.5 else 1 end, 0) + case when named.product_id is null then 0 else 1000 end,
    coalesce(hits.has_all, true)
  from hits
  full join named using (product_id);
end
$$;
comment on function storefront.rank_products(text, text[], text) is
  'Every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009): fields weighted and added up before saturation, '
  'times 1.5 where every word is there that the catalogue knows.';
grant execute on function storefront.near_term(text, text), storefront.query_terms(text, text), storefront.rank_products(text, text[], text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.read_number(digits text, thousands text)
returns numeric
language sql immutable
return pg_catalog.replace(pg_catalog.regexp_replace(read_number.digits, ',(?=\d{1,2}$)', '.'), ',', '')::numeric
  * case when read_number.thousands is null then 1 else 1000 end;
comment on function storefront.read_number(text, text) is 'A number as people write it: 1,500 and 1.50 and 1,50, with a k for thousands.';

create function storefront.read_currency(word text)
returns text
language sql immutable
-- A dollar may be any of many.
return case when read_currency.word ~* '^(€|eur)' then 'EUR' when read_currency.word ~* '^(£|gbp|pound)' then 'GBP' when read_currency.word ~* '^usd' then 'USD' end;
comment on function storefront.read_currency(text) is 'The currency that a sign or a word names for certain.';

create function storefront.read_query(query text, out words text, out filters jsonb)
language plpgsql immutable
as $$
declare
  v_number constant text := '(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d{1,2})?)';
  v_unit constant text := '(dollars?|euros?|pounds?|bucks|usd|eur|gbp|[$€£])';
  -- With a currency it is a price. Without one it is a price only where no other thing follows that it could be the number of.
  v_priced constant text := '(?:([$€£])\s*' || v_number || '(k\M)?|' || v_number || '(k)?\s*' || v_unit || '(?![[:alnum:]]))';
  v_price constant text := '(?:' || v_priced || '|' || v_number || '(k\M)?(?=\s*(?:$|[,;:!?)]|\.(?:\s|$)|\m(?:and|or|for|with|without|in|that|which|please|by|from|rated|at|on|if|but|only|not)\M)))';
  v_not constant text := '(?:\mnot|n''t|\mnever|\mnothing|\mno)\s+(?:(?:want(?:ing)?|to|spend|pay|be|is|cost|costs|costing|priced|go|going|anything|any|it|that|which)\s+){0,5}';
  v_above constant text := '(?:more\s+than|over|above|exceeding|higher\s+than)';
  v_below constant text := '(?:under|below|less\s+than|cheaper\s+than|lower\s+than)';
  v_rule record;
  v_found text[];
  v_shift integer;
  v_value numeric;
begin
  words := read_query.query;
  filters := '{}';
  for v_rule in
    select rule.kind, rule.pattern
    from (
      values
        (1, 'out of stock', '\m(?:not|isn''?t|aren''?t)\s+(?:currently\s+)?(?:in[ -]stock|available)\M|\m(?:out\s+of\s+stock|sold\s+out)\M'),
        (2, 'in stock', '\m(?:in[ -]stock|available\s+now)\M'),
        (3, 'rating_max', '(?:\mrated\s+)?\m(?:below|under|less\s+than|worse\s+than|at\s+most|up\s+to|not\s+(?:over|above|more\s+than))\s+([1-5](?:\.\d)?)\s*stars?\M'),
        (4, 'rating_max', '\m([1-5](?:\.\d)?)\s*stars?(?=(?:\s+[[:alpha:]]+){0,3}\s+or\s+(?:worse|less|fewer|below|lower)\M)'),
        (5, 'rating_min', '(?:\m(?:rated|at\s+least|over|above|more\s+than)\s+)*\m([1-5](?:\.\d)?)\s*\+?\s*stars?(?:\s+(?:and\s+(?:up|above|more)|or\s+(?:more|better|above|higher)))?\M'),
        (6, 'signed range', '(?:\m(?:between|from)\s+)?([$€£])\s*' || v_number || '\s*(?:-|–|to|and)\s*[$€£]?\s*' || v_number),
        (7, 'named range', '(?:\m(?:between|from)\s+)?\m' || v_number || '\s*(?:-|–|to|and)\s*' || v_number || '\s*' || v_unit || '(?![[:alnum:]])'),
        (8, 'bare range', '\mbetween\s+' || v_number || '\s+and\s+' || v_number || '(?=\s*(?:$|[,;:!?)]|\m(?:and|or|for|with|in|that|please|by|from|rated)\M))'),
        (9, 'price_max', '()' || v_not || v_above || '\s+' || v_price),
        (10, 'price_min', '()' || v_not || v_below || '\s+' || v_price),
        (11, 'price_max', '(\m(?:sizes?|model|version|level)\s+)?(?:\m(?:' || v_below || '|up\s+to|at\s+most|within|max(?:imum)?(?:\s+of)?)\s+|<=?\s*)' || v_price),
        (12, 'price_max', '()' || v_priced || '\s+(?:or\s+(?:less|cheaper|under|below)|max(?:imum)?)\M'),
        (13, 'price_min', '()(?:\m(?:' || v_above || '|at\s+least|min(?:imum)?(?:\s+of)?|from)\s+|>=?\s*)' || v_priced),
        (14, 'price_min', '()' || v_priced || '\s+(?:or\s+more|and\s+(?:up|above)|or\s+above)\M')
    ) as rule (number, kind, pattern)
    order by rule.number
  loop
    v_found := pg_catalog.regexp_match(words, v_rule.pattern, 'i');
    continue when v_found is null;
    if v_rule.kind = 'out of stock' then
      filters := filters || '{"in_stock": false}';
    elsif v_rule.kind = 'in stock' then
      filters := filters || '{"in_stock": true}';
    elsif v_rule.kind in ('rating_min', 'rating_max') then
      continue when filters ? 'rating_max';
      filters := filters || pg_catalog.jsonb_build_object(v_rule.kind, v_found[1]::numeric);
    elsif v_rule.kind like '% range' then
      v_shift := case v_rule.kind when 'signed range' then 1 else 0 end;
      filters := filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'price_min', least(storefront.read_number(v_found[1 + v_shift], null), storefront.read_number(v_found[2 + v_shift], null)),
        'price_max', greatest(storefront.read_number(v_found[1 + v_shift], null), storefront.read_number(v_found[2 + v_shift], null)),
        'currency', storefront.read_currency(v_found[case v_rule.kind when 'signed range' then 1 else 3 end])
      ));
    else
      -- "size under 42" is no price, and what is said first holds.
      continue when nullif(v_found[1], '') is not null or filters ? v_rule.kind;
      v_value := coalesce(
        storefront.read_number(v_found[3], v_found[4]), storefront.read_number(v_found[5], v_found[6]), storefront.read_number(v_found[8], v_found[9])
      );
      filters := filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        v_rule.kind, v_value, 'currency', storefront.read_currency(coalesce(v_found[2], v_found[7]))
      ));
    end if;
    words := pg_catalog.regexp_replace(words, v_rule.pattern, ' ', 'i');
  end loop;
end
$$;
comment on function storefront.read_query(text) is
  'What a query says of price, stock and rating, and the words that are left: "tents under 300 in stock" is tents, up to 300, in stock.';

create function storefront.read_intent(query text, out words text, out intent text)
language plpgsql immutable
as $$
declare
  v_cue record;
  v_found text[];
begin
  words := read_intent.query;
  for v_cue in
    select cue.intent, cue.pattern
    from (
      values
        (1, 'compare', '\m(compar(?:e|ing|ison)(?:\s+(?:of|between))?|(?:the\s+)?differences?\s+between|which\s+is\s+better)\M'),
        (2, 'compare', '()\m(?=\S+.*\s(?:vs\.?|versus)\s)'),
        (3, 'review', '\m((?:customer\s+|buyer\s+)?(?:reviews?|opinions?|ratings?)(?:\s+(?:of|for|on|about))?|what\s+(?:do\s+|are\s+)?(?:people|customers|buyers|others)\s+(?:think|say|saying)(?:\s+(?:of|about))?)\M'),
        (4, 'availability', '\m(do\s+you\s+(?:have|stock|carry|sell)|is\s+there\s+any|availability(?:\s+of)?|(?:is|are)\s+(?=.*\m(?:available|in\s+stock|sold\s+out)\M)|when\s+(?:is|will|are)\s+(?=.*\m(?:back|available)\M))'),
        (5, 'recommend', '\m(recommend(?:ations?)?(?:\s+(?:me|for))?|suggest(?:ions?)?(?:\s+(?:me|for))?|(?:something|anything|products?)\s+(?:like|similar\s+to)|similar\s+to|alternatives?\s+(?:to|for)|what\s+goes\s+with|gifts?\s+for)\M'),
        (6, 'detail', '\m(tell\s+me\s+(?:more\s+)?about|details?\s+(?:of|about|on|for)|spec(?:s|ifications?)\s+(?:of|for)|more\s+about|what\s+is\s+the(?!\s+(?:best|cheapest|price|dearest|difference)))\M')
    ) as cue (number, intent, pattern)
    order by cue.number
  loop
    v_found := pg_catalog.regexp_match(words, v_cue.pattern, 'i');
    if v_found is not null then
      words := pg_catalog.regexp_replace(words, v_cue.pattern, ' ', 'i');
      intent := v_cue.intent;
      return;
    end if;
  end loop;
  intent := 'search';
end
$$;
comment on function storefront.read_intent(text) is 'What somebody wants of the products that they name: search, compare, recommend, detail, review or availability.';

create function storefront.read_names(brand_id text, query text)
returns table (kind text, name text, words text[], is_negated boolean)
language sql stable
as $$
  with said as (
    select pg_catalog.lower(token.word) as word, token.position::integer
    from pg_catalog.regexp_split_to_table(pg_catalog.btrim(pg_catalog.left(read_names.query, 500)), '\s+') with ordinality as token (word, position)
    where token.position <= 20
  ),
  phrases as (
    select
      first.position, size.words as size,
      (select pg_catalog.array_agg(said.word order by said.position) from said where said.position between first.position and first.position + size.words - 1) as words,
      exists (
        select
        from said
        where said.word in ('not', 'no', 'without', 'except', 'excluding', 'but', 'non', 'never')
          and (
            said.position = first.position - 1
            or (said.position = first.position - 2 and (
              select between_them.word in ('by', 'from', 'the', 'a', 'any', 'of') from said as between_them where between_them.position = first.position - 1
            ))
          )
      ) as is_negated
    from said as first
    cross join pg_catalog.generate_series(1, 4) as size (words)
    where first.position + size.words - 1 <= (select max(said.position) from said)
  )
  -- The longest name that is said; of two, the one that more products bear.
  select distinct on (names.kind, phrases.is_negated) names.kind, names.name, phrases.words, phrases.is_negated
  from phrases
  cross join lateral (select storefront.name_words(pg_catalog.array_to_string(phrases.words, ' ')) as words) as spoken
  join storefront.names on names.brand_id = read_names.brand_id and names.words = spoken.words
  where spoken.words <> ''
  order by names.kind, phrases.is_negated, phrases.size desc, names.products desc, names.name;
$$;
comment on function storefront.read_names(text, text) is
  'The brand and the category that a query names or does not want, if the catalogue has them, and in which words.';

create function storefront.understand(brand_id text, query text, given jsonb, out words text, out filters jsonb, out names jsonb, out name_words text[])
language plpgsql stable
as $$
declare
  v_named record;
begin
  select read.words, read.filters into words, filters from storefront.read_query(understand.query) as read;
  -- What is given comes before what is said, with the currency that it is given in.
  if understand.given ->> 'price_min' is not null or understand.given ->> 'price_max' is not null then
    filters := filters - 'currency';
  end if;
  filters := filters || pg_catalog.jsonb_strip_nulls(understand.given);
  names := '{}';
  name_words := '{}';
  for v_named in
    select read.kind, read.name, read.words as said, read.is_negated
    from storefront.read_names(understand.brand_id, words) as read
    order by read.is_negated desc
  loop
    if v_named.is_negated then
      filters := filters || pg_catalog.jsonb_build_object(v_named.kind || '_not', v_named.name);
      -- What is not wanted is no word to look for.
      words := pg_catalog.regexp_replace(
        words, '\m' || pg_catalog.regexp_replace(pg_catalog.array_to_string(v_named.said, ' '), '[^[:alnum:][:space:]]', '.', 'g'), ' ', 'gi'
      );
    elsif not filters ? v_named.kind then
      names := names || pg_catalog.jsonb_build_object(v_named.kind, v_named.name);
      name_words := name_words || v_named.said;
    end if;
  end loop;
end
$$;
comment on function storefront.understand(text, text, jsonb) is
  'The whole of a query: words to search by, filters that hold (given ones first), and names that hold where they leave something.';

grant execute on function
  storefront.read_number(text, text),
  storefront.read_currency(text),
  storefront.read_query(text),
  storefront.read_intent(text),
  storefront.read_names(text, text),
  storefront.understand(text, text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.meets(product storefront.products, filters jsonb)
returns boolean
language sql immutable
return
  (meets.filters ->> 'category' is null or pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(meets.filters ->> 'category')) > 0)
  and (
    meets.filters -> 'categories' is null
    or exists (
      select from pg_catalog.jsonb_array_elements_text(meets.filters -> 'categories') as wanted (name)
      where pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(wanted.name)) > 0
    )
  )
  and (meets.filters ->> 'brand' is null or pg_catalog.lower(meets.product.product_brand) = pg_catalog.lower(meets.filters ->> 'brand'))
  and (meets.filters ->> 'brand_not' is null or pg_catalog.lower(meets.product.product_brand) is distinct from pg_catalog.lower(meets.filters ->> 'brand_not'))
  and (meets.filters ->> 'category_not' is null or meets.product.category is distinct from meets.filters ->> 'category_not')
  and (meets.filters -> 'not_ids' is null or not meets.filters -> 'not_ids' ? meets.product.product_id)
  and (meets.filters ->> 'currency' is null or meets.product.currency = meets.filters ->> 'currency')
  and (meets.filters ->> 'price_min' is null or meets.product.price_micros >= (meets.filters ->> 'price_min')::numeric * 1000000)
  and (meets.filters ->> 'price_max' is null or meets.product.price_micros <= (meets.filters ->> 'price_max')::numeric * 1000000)
  and (meets.filters -> 'in_stock' is distinct from 'true' or meets.product.availability in ('in_stock', 'low_stock'))
  and (meets.filters -> 'in_stock' is distinct from 'false' or meets.product.availability not in ('in_stock', 'low_stock'))
  and (meets.filters ->> 'rating_min' is null or meets.product.shown_score >= (meets.filters ->> 'rating_min')::numeric)
  and (meets.filters ->> 'rating_max' is null or meets.product.shown_score <= (meets.filters ->> 'rating_max')::numeric)
  and (
    meets.filters -> 'attributes' is null
    or not exists (
      select from pg_catalog.jsonb_each(meets.filters -> 'attributes') as wanted
      where not exists (
        select
        from pg_catalog.jsonb_path_query(meets.product.attributes -> wanted.key, 'lax $[*]') as has
        join pg_catalog.jsonb_path_query(wanted.value, 'lax $[*]') as any_of on pg_catalog.lower(has #>> '{}') = pg_catalog.lower(any_of #>> '{}')
      )
    )
  );
comment on function storefront.meets(storefront.products, jsonb) is
  'Whether a product passes filters: category (a part of its name), categories (any of them), brand, currency, price_min, price_max, in_stock, rating_min, rating_max, '
  'attributes; and what it must not be: brand_not, category_not, not_ids.';

create function storefront.preferred(brand_id text, preferences jsonb)
returns table (product_id text, preferences text[])
language sql stable
as $$
  select postings.product_id, pg_catalog.array_agg(distinct wish.words order by wish.words)
  from pg_catalog.jsonb_array_elements_text(preferred.preferences) as wish (words)
  cross join lateral pg_catalog.unnest(pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', wish.words))) as said (term)
  join storefront.postings on postings.brand_id = preferred.brand_id and postings.term = said.term
  group by postings.product_id;
$$;
comment on function storefront.preferred(text, jsonb) is 'Which products speak of which preferences.';

create function storefront.find_products(
  brand_id text,
  query text,
  filters jsonb default '{}',
  names jsonb default '{}',
  context jsonb default '{}',
  sort text default 'relevance',
  "limit" integer default 10,
  "offset" bigint default 0
)
returns table (product_id text, score double precision, has_all boolean, number bigint, total bigint, goes_by_names boolean, is_repaired boolean)
language plpgsql stable
as $$
declare
  v_terms text[];
  v_is_repaired boolean;
  v_brand constant text := find_products.names ->> 'brand';
  v_category constant text := find_products.names ->> 'category';
  v_filters constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.filters);
  v_context constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.context);
  -- Without any of these, only what may come on the page has to be looked at.
  v_is_plain constant boolean := v_filters = '{}' and v_context = '{}' and find_products.sort = 'relevance';
begin
  select coalesce(pg_catalog.array_agg(distinct said.term), '{}'), coalesce(pg_catalog.bool_or(said.term <> said.asked), false)
  into v_terms, v_is_repaired
  from storefront.query_terms(find_products.brand_id, find_products.query) as said;
  return query
  with ranked as materialized (
    select hits.product_id, hits.score, hits.has_all
    from storefront.rank_products(find_products.brand_id, v_terms, find_products.query) as hits
    where v_terms <> '{}'
    union all
    select products.product_id, 0, true
    from storefront.products
    where v_terms = '{}' and products.brand_id = find_products.brand_id
  ),
  named as materialized (
    select ranked.*
    from ranked
    join (
      select products.product_id
      from storefront.products
      where find_products.names <> '{}'
        and products.brand_id = find_products.brand_id
        and (v_brand is null or products.product_brand = v_brand)
        and (v_category is null or products.category = v_category)
    ) as bearer using (product_id)
  ),
  -- A name in the words is a filter where some product answers to the name and to every word; else it is a word like others.
  choice as materialized (
    select exists (
      select
      from named
      join storefront.products on products.brand_id = find_products.brand_id and products.product_id = named.product_id
      where named.has_all and (v_filters = '{}' or storefront.meets(products, v_filters))
    ) as goes_by_names
  ),
  chosen as materialized (
    select named.* from named where (select choice.goes_by_names from choice)
    union all
    select ranked.* from ranked where not (select choice.goes_by_names from choice)
  ),
  edge as (
    select chosen.score from chosen where v_is_plain order by chosen.score desc limit 1 offset find_products."limit" + find_products."offset" - 1
  ),
  held as (
    select chosen.*, product.price_micros, product.shown_score, product.created_at
    from chosen
    cross join lateral (
      select products.price_micros, products.shown_score, products.created_at
      from storefront.products
      where products.brand_id = find_products.brand_id and products.product_id = chosen.product_id
        and (v_filters = '{}' or storefront.meets(products, v_filters))
      offset 0
    ) as product
    where chosen.score >= coalesce((select edge.score from edge), 0)
  ),
  weighed as (
    select
      held.*,
      held.score
        * case when held.price_micros > (v_context ->> 'user_budget')::numeric * 1000000 then 0.5 else 1 end
        * (1 + 0.15 * coalesce(pg_catalog.cardinality(preferred.preferences), 0)) as weight
    from held
    left join storefront.preferred(find_products.brand_id, coalesce(v_context -> 'user_preferences', '[]')) as preferred using (product_id)
  ),
  ordered as (
    select
      weighed.*,
      pg_catalog.row_number() over (
        order by
          case find_products.sort when 'price_asc' then weighed.price_micros when 'price_desc' then -weighed.price_micros end,
          case when find_products.sort = 'rating' then -weighed.shown_score end,
          case when find_products.sort = 'newest' then -extract(epoch from weighed.created_at) end,
          weighed.weight desc, weighed.shown_score desc nulls last, weighed.product_id
      ) as number,
      case when v_is_plain then (select count(*) from chosen) else count(*) over () end as total
    from weighed
  )
  select ordered.product_id, ordered.weight, ordered.has_all, ordered.number, ordered.total, (select choice.goes_by_names from choice), v_is_repaired
  from ordered
  where ordered.number > find_products."offset" and ordered.number <= find_products."offset" + find_products."limit"
  order by ordered.number;
end
$$;
comment on function storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint) is
  'A page of the products that answer a query, in order, and how many there are. Filters always hold; names only where they leave something that '
  'has every word; context moves what is above a budget down and what somebody prefers up.';

create function storefront.facets(brand_id text, query text, filters jsonb)
returns json
language sql stable
as $$
  with terms as (
    select array(select said.term from storefront.query_terms(facets.brand_id, facets.query) as said) as terms
  ),
  kept as materialized (
    select products.product_brand, products.category, products.availability, products.attributes, products.price_micros, products.currency
    from storefront.products
    where products.brand_id = facets.brand_id
      and (
        (select terms.terms from terms) = '{}'
        or products.product_id in (select ranked.product_id from storefront.rank_products(facets.brand_id, (select terms.terms from terms), facets.query) as ranked)
      )
      and storefront.meets(products, pg_catalog.jsonb_strip_nulls(facets.filters))
  ),
  counted as (
    select facet.name, facet.value, count(*) as count
    from kept
    cross join lateral (
      values ('brand', kept.product_brand), ('category', kept.category), ('availability', kept.availability)
      union all
      select 'attributes.' || attribute.key, attribute.value #>> '{}'
      from pg_catalog.jsonb_each(kept.attributes) as attribute
      where pg_catalog.jsonb_typeof(attribute.value) <> 'array'
      union all
      select 'attributes.' || attribute.key, said
      from pg_catalog.jsonb_each(kept.attributes) as attribute
      cross join lateral pg_catalog.jsonb_array_elements_text(attribute.value) as said
      where pg_catalog.jsonb_typeof(attribute.value) = 'array'
    ) as facet (name, value)
    where facet.value is not null
    group by facet.name, facet.value
  ),
  placed as (
    select
      counted.*,
      pg_catalog.row_number() over (partition by counted.name order by counted.count desc, counted.value) as place,
      pg_catalog.dense_rank() over (order by counted.name) as facet_place
    from counted
  )
  select pg_catalog.json_build_object(
    'values', coalesce(
      (
        select pg_catalog.json_object_agg(listed.name, listed.values order by listed.name)
        from (
          select placed.name, pg_catalog.json_agg(pg_catalog.json_build_object('value', placed.value, 'count', placed.count) order by placed.place) as values
          from placed
          where placed.place <= 20 and placed.facet_place <= 40
          group by placed.name
        ) as listed
      ), '{}'
    ),
    'price', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object('currency', price.currency, 'min', price.min_micros * 0.000001, 'max', price.max_micros * 0.000001) order by price.currency
      )
      from (
        select kept.currency, min(kept.price_micros) as min_micros, max(kept.price_micros) as max_micros from kept group by kept.currency
      ) as price
    )
  );
$$;
comment on function storefront.facets(text, text, jsonb) is
  'How many of the products that answer a query bear each brand, category, availability and attribute: the twenty most frequent values of each.';

grant execute on function
  storefront.meets(storefront.products, jsonb),
  storefront.preferred(text, jsonb),
  storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint),
  storefront.facets(text, text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.amount_minor(price_micros bigint, currency core.currencies)
returns numeric
language sql immutable
return pg_catalog.round(amount_minor.price_micros * 0.000001 * 10::numeric ^ amount_minor.currency.exponent);
comment on function storefront.amount_minor(bigint, core.currencies) is 'An amount in the minor unit of its currency.';

create function storefront.formatted_price(price_micros bigint, currency core.currencies)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'amount', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent),
  'currency', formatted_price.currency.currency,
  'formatted', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent)::text || ' ' || formatted_price.currency.currency,
  'amount_minor', storefront.amount_minor(formatted_price.price_micros, formatted_price.currency)
);
comment on function storefront.formatted_price(bigint, core.currencies) is 'A price as number, in minor units, and as text: 12.50 EUR.';

create function storefront.summary(description text)
returns text
language sql immutable
return case when pg_catalog.length(summary.description) <= 200 then summary.description
  else pg_catalog.regexp_replace(pg_catalog.left(summary.description, 200), '\s+\S*$', '') || '…'
end;
comment on function storefront.summary(text) is 'The beginning of a description, cut between words.';

create function storefront.web_address(link text)
returns text
language sql immutable
return case when web_address.link ~* '^https?://[^[:space:]<>"''\\]+$' then web_address.link end;
comment on function storefront.web_address(text) is 'A link if it leads to the web; null for javascript:, data: and the like.';

create function storefront.web_addresses(links text[])
returns text[]
language sql immutable
return array(select link from pg_catalog.unnest(web_addresses.links) with ordinality as given (link, number) where storefront.web_address(link) is not null order by number);
comment on function storefront.web_addresses(text[]) is 'Those of the links that lead to the web, in their order.';

create function storefront.rating(score numeric, count bigint)
returns json
language sql immutable
return case when rating.score is not null and rating.count > 0
  then pg_catalog.json_build_object('score', pg_catalog.round(rating.score, 2), 'count', rating.count)
end;
comment on function storefront.rating(numeric, bigint) is 'A rating, or null without any; never 0 (specification, Storefront compact product card).';

create function storefront.comparison_context(price_micros bigint, currency text, category storefront.names)
returns text
language sql stable
return case when comparison_context.category.products >= 3 and comparison_context.category.currency = comparison_context.currency
  and comparison_context.category.middle_price_micros > 0
then pg_catalog.format(
  'Costs %s %% %s than the middle of %s products in %s.',
  pg_catalog.abs(pg_catalog.round(100.0 * comparison_context.price_micros / comparison_context.category.middle_price_micros - 100)),
  case when comparison_context.price_micros >= comparison_context.category.middle_price_micros then 'more' else 'less' end,
  comparison_context.category.products, comparison_context.category.name
) end;
comment on function storefront.comparison_context(bigint, text, storefront.names) is 'How a price stands among its category, where there are three or more to compare.';

create function storefront.cards(brand_id text, product_ids text[])
returns table (product_id text, card jsonb)
language sql stable
as $$
  select
    products.product_id,
    pg_catalog.jsonb_build_object(
      'id', products.product_id,
      'title', storefront.plain(products.title),
      'summary', coalesce(storefront.plain(storefront.summary(products.description)), ''),
      'price', storefront.formatted_price(products.price_micros, currencies),
      'availability', products.availability,
      'rating', storefront.rating(products.shown_score, products.shown_count),
      'attributes', storefront.plain(products.attributes::text)::jsonb,
      'comparison_context', storefront.comparison_context(products.price_micros, products.currency, peers),
      'purchase_url', storefront.web_address(products.link),
      'images', storefront.web_addresses(products.images)
    )
  from storefront.products
  join core.currencies on currencies.currency = products.currency
  left join storefront.names as peers
    on peers.brand_id = products.brand_id and peers.kind = 'category' and peers.name = products.category
  where products.brand_id = cards.brand_id and products.product_id = any (cards.product_ids);
$$;
comment on function storefront.cards(text, text[]) is 'Compact product cards (specification, Storefront compact product card).';

create function storefront.page_meta(brand_id text, total bigint, page integer)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'total', page_meta.total,
    'page', page_meta.page,
    'authority_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = page_meta.brand_id),
    'data_freshness', platform.utc(coalesce(
      (select catalogues.updated_at from storefront.catalogues where catalogues.brand_id = page_meta.brand_id), platform.now()
    ))
  );
$$;
comment on function storefront.page_meta(text, bigint, integer) is 'The meta block of the GET endpoints; the time that the answer took is added by the server.';

create function storefront.degradation(brand_id text, notes text[] default '{}')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'status', case when pg_catalog.cardinality(degradation.notes) > 0 then 'partial' when age.seconds > 30 * 86400 then 'stale' else 'live' end,
    'age_seconds', age.seconds,
    'notes', degradation.notes || case when age.seconds > 30 * 86400 then array['catalogue;reason=stale'] else '{}' end
  )
  from (
    select greatest(0, extract(epoch from platform.now() - max(catalogues.updated_at)))::bigint as seconds
    from storefront.catalogues
    where catalogues.brand_id = degradation.brand_id
  ) as age;
$$;
comment on function storefront.degradation(text, text[]) is
  'What the headers of an answer say of its age and of what is missing from it. A catalogue that nothing was heard of for 30 days is stale.';

grant execute on function
  storefront.formatted_price(bigint, core.currencies),
  storefront.amount_minor(bigint, core.currencies),
  storefront.summary(text),
  storefront.web_address(text),
  storefront.web_addresses(text[]),
  storefront.rating(numeric, bigint),
  storefront.comparison_context(bigint, text, storefront.names),
  storefront.cards(text, text[]),
  storefront.page_meta(text, bigint, integer),
  storefront.degradation(text, text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.search(
  brand_id text,
  q text,
  "limit" integer default 10,
  page integer default 1,
  category text default null,
  brand text default null,
  price_min numeric default null,
  price_max numeric default null,
  in_stock boolean default null,
  rating_min numeric default null,
  sort text default 'relevance',
  facets boolean default false
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(search.brand_id);
  v_words text;
  v_filters jsonb;
  v_names jsonb;
begin
  select understood.words, understood.filters, understood.names
  into v_words, v_filters, v_names
  from storefront.understand(v_brand_id, search.q, pg_catalog.jsonb_build_object(
    'category', search.category, 'brand', search.brand, 'price_min', search.price_min, 'price_max', search.price_max,
    'in_stock', search.in_stock, 'rating_min', search.rating_min
  )) as understood;
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_words, v_filters, v_names, sort => search.sort,
        "limit" => search."limit", "offset" => (search.page - 1) * search."limit"::bigint
      ) as found
    ),
    -- A page beyond the last one is empty; what it is a page of is the same.
    summed as (
      select coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        coalesce(pg_catalog.bool_or(found.is_repaired), false) as is_repaired
      from (
        select page.total, page.goes_by_names, page.is_repaired from page
        union all
        select first.total, first.goes_by_names, first.is_repaired
        from storefront.find_products(v_brand_id, v_words, v_filters, v_names, "limit" => 1) as first
        where search.page > 1 and not exists (select from page)
      ) as found
    )
    select pg_catalog.json_build_object(
      'query', search.q,
      'products', (
        select coalesce(
          pg_catalog.json_agg(
            cards.card || pg_catalog.jsonb_build_object('relevance', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
            order by page.number
          ), '[]'
        )
        from page
        join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
      ),
      'applied_filters', v_filters || case when summed.goes_by_names then v_names else '{}' end,
      'facets', case when search.facets then storefront.facets(v_brand_id, v_words, v_filters || case when summed.goes_by_names then v_names else '{}' end) end,
      'meta', storefront.page_meta(v_brand_id, summed.total, search.page),
      'degradation', storefront.degradation(v_brand_id, case when summed.is_repaired then array['search;reason=words_repaired'] else '{}' end)
    )
    from summed
  );
end
$$;
comment on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean) is
  'GET /search: products by relevance. A price, rating or stock that the words name is a filter; parameters come before it.';

grant execute on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.products(brand_id text, "limit" integer default 20, page integer default 1, category text default null, in_stock boolean default null)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(products.brand_id);
  v_products json;
  v_total bigint;
begin
  with kept as (
    select held.product_id
    from storefront.products as held
    where held.brand_id = v_brand_id
      and storefront.meets(held, pg_catalog.jsonb_build_object('category', products.category, 'in_stock', products.in_stock))
  ),
  page as (
    select kept.product_id from kept order by kept.product_id limit products."limit" offset (products.page - 1) * products."limit"::bigint
  )
  select
    (select count(*) from kept),
    (
      select pg_catalog.json_agg(cards.card order by cards.product_id)
      from storefront.cards(v_brand_id, array(select page.product_id from page)) as cards
    )
  into v_total, v_products;
  return pg_catalog.json_build_object('products', coalesce(v_products, '[]'), 'meta', storefront.page_meta(v_brand_id, v_total, products.page));
end
$$;
comment on function storefront.products(text, integer, integer, text, boolean) is 'GET /products: the catalogue by id, page by page.';

create function storefront.require_product(brand_id text, product_id text)
returns storefront.products
language plpgsql stable
as $$
declare
  v_product storefront.products;
begin
  select held.* into v_product
  from storefront.products as held
  where held.brand_id = require_product.brand_id and held.product_id = require_product.product_id;
  if not found then
    perform platform.fail('NTFND', 'product_id: this shop has no product ' || require_product.product_id || '. GET /products lists them.');
  end if;
  return v_product;
end
$$;
comment on function storefront.require_product(text, text) is 'The product, or NTFND in words for the caller.';

create function storefront.product(brand_id text, product_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, product.product_id);
begin
  return (
    select (
      cards.card
      || pg_catalog.jsonb_build_object(
        'description', coalesce(storefront.plain(v_product.description), ''),
        'brand', storefront.plain(v_product.product_brand),
        'category', storefront.plain(v_product.category),
        'gtin', v_product.gtin,
        'mpn', v_product.mpn,
        'sku', v_product.sku,
        'condition', v_product.condition,
        'list_price', case when v_product.list_price_micros > v_product.price_micros
          then (
            select storefront.formatted_price(v_product.list_price_micros, currencies) from core.currencies where currencies.currency = v_product.currency
          )
        end,
        'variants', coalesce(
          (
            select pg_catalog.jsonb_agg(others.product_id order by others.product_id)
            from storefront.products as others
            where others.brand_id = v_brand_id and others.item_group_id = v_product.item_group_id and others.product_id <> v_product.product_id
          ), '[]'
        ),
        'updated_at', platform.utc(v_product.updated_at)
      )
    )::json
    from storefront.cards(v_brand_id, array[v_product.product_id]) as cards
  );
end
$$;
comment on function storefront.product(text, text) is 'GET /products/{product_id}: one product, with its numbers, its variants and its price before a reduction.';

create function storefront.compare(brand_id text, ids text[])
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(compare.brand_id);
  v_ids constant text[] := array(select given.id from pg_catalog.unnest(compare.ids) with ordinality as given (id, position) group by given.id order by min(given.position));
begin
  if pg_catalog.cardinality(v_ids) not between 2 and 5 then
    perform platform.fail('BADRQ', 'ids: must name 2 to 5 different products, with commas between them.');
  end if;
  perform storefront.require_product(v_brand_id, id) from pg_catalog.unnest(v_ids) as id;
  return (
    select pg_catalog.json_build_object(
      'products', pg_catalog.json_agg(cards.card order by pg_catalog.array_position(v_ids, cards.product_id)),
      'comparison', pg_catalog.json_build_object(
        'products_compared', count(*),
        'highest_rated', (
          select pg_catalog.json_build_object('id', rated.product_id, 'score', pg_catalog.round(rated.shown_score, 2))
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_score desc, rated.shown_count desc, rated.product_id limit 1
        ),
        'most_reviewed', (
          select pg_catalog.json_build_object('id', rated.product_id, 'count', rated.shown_count)
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_count desc, rated.shown_score desc, rated.product_id limit 1
        )
      ),
      'meta', storefront.page_meta(v_brand_id, count(*), 1)
    )
    from storefront.cards(v_brand_id, v_ids) as cards
  );
end
$$;
comment on function storefront.compare(text, text[]) is 'GET /compare: two to five products side by side.';

create function storefront.reviews(brand_id text, product_id text, "limit" integer default 20, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(reviews.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, reviews.product_id);
  v_total bigint;
begin
  select count(*) into v_total from storefront.reviews as held where held.brand_id = v_brand_id and held.product_id = v_product.product_id;
  return (
    select pg_catalog.json_build_object(
      'product_id', v_product.product_id,
      'summary', pg_catalog.json_build_object(
        'score', pg_catalog.round(pg_catalog.avg(held.rating), 2),
        'count', v_total,
        'histogram', pg_catalog.json_build_object(
          '1', count(*) filter (where pg_catalog.round(held.rating) = 1), '2', count(*) filter (where pg_catalog.round(held.rating) = 2),
          '3', count(*) filter (where pg_catalog.round(held.rating) = 3), '4', count(*) filter (where pg_catalog.round(held.rating) = 4),
          '5', count(*) filter (where pg_catalog.round(held.rating) = 5)
        ),
        'verified_count', count(*) filter (where held.verified_purchase),
        'highlights', (
          select coalesce(pg_catalog.json_agg(said.words order by said.count desc, said.words), '[]')
          from (
            select praise as words, count(*) as count
            from storefront.reviews as praised
            cross join lateral pg_catalog.unnest(praised.pros) as praise
            where praised.brand_id = v_brand_id and praised.product_id = v_product.product_id
            group by praise
            order by count(*) desc, praise
            limit 3
          ) as said
        )
      ),
      'reviews', (
        select coalesce(pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', page.review_id, 'product_id', page.product_id,
            'rating', pg_catalog.json_build_object('value', page.rating, 'scale_min', 1, 'scale_max', 5),
            'title', storefront.plain(page.title), 'body', storefront.plain(page.body),
            'author', pg_catalog.json_build_object('display_name', storefront.plain(page.author), 'verified', page.verified_purchase),
            'pros', page.pros, 'cons', page.cons, 'incentivised', page.is_incentivised,
            'source', pg_catalog.json_build_object('type', 'imported', 'name', page.source_name, 'url', storefront.web_address(page.source_url)),
            'merchant_reply', case when page.reply is not null then pg_catalog.json_build_object('text', storefront.plain(page.reply), 'at', platform.utc(page.replied_at)) end,
            'verified_purchase', page.verified_purchase, 'language', page.language, 'helpful_count', page.helpful_count,
            'created_at', platform.utc(page.created_at)
          )
          order by page.created_at desc, page.review_id
        ), '[]')
        from (
          select listed.*
          from storefront.reviews as listed
          where listed.brand_id = v_brand_id and listed.product_id = v_product.product_id
          order by listed.created_at desc, listed.review_id
          limit reviews."limit" offset (reviews.page - 1) * reviews."limit"::bigint
        ) as page
      ),
      'pagination', pg_catalog.json_build_object(
        'page', reviews.page, 'limit', reviews."limit",
        'total_pages', pg_catalog.ceil(v_total::numeric / reviews."limit"), 'has_more', reviews.page * reviews."limit"::bigint < v_total
      ),
      'meta', storefront.page_meta(v_brand_id, v_total, reviews.page)
    )
    from storefront.reviews as held
    where held.brand_id = v_brand_id and held.product_id = v_product.product_id
  );
end
$$;
comment on function storefront.reviews(text, text, integer, integer) is 'GET /reviews/{product_id}: what buyers say, newest first. Without reviews the score is null, never 0.';

grant execute on function
  storefront.products(text, integer, integer, text, boolean),
  storefront.require_product(text, text),
  storefront.product(text, text),
  storefront.compare(text, text[]),
  storefront.reviews(text, text, integer, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.products', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.compare', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.reviews', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.relations(brand_id text, product_id text, type text)
returns table (related_id text, strength numeric, reasoning text)
language plpgsql stable
as $$
declare
  v_product constant storefront.products := storefront.require_product(relations.brand_id, relations.product_id);
  v_terms constant text[] := array(select distinct said.term from storefront.query_terms(relations.brand_id, v_product.title) as said);
begin
  return query
  with others as (
    select held.*, coalesce(ranked.score, 0) as score, max(coalesce(ranked.score, 0)) over () as best
    from storefront.products as held
    left join storefront.rank_products(relations.brand_id, v_terms, '') as ranked on ranked.product_id = held.product_id
    where held.brand_id = relations.brand_id
      and held.product_id <> v_product.product_id
      and (relations.type = 'variant_of' or held.item_group_id is distinct from v_product.item_group_id or held.item_group_id is null)
  ),
  likened as (
    select
      others.*,
      others.score / nullif(others.best, 0) as likeness,
      others.category is not distinct from v_product.category and others.category is not null as is_same_category,
      pg_catalog.split_part(others.category, ' > ', 1) = pg_catalog.split_part(v_product.category, ' > ', 1) as is_same_department,
      (
        select pg_catalog.string_agg(attribute.key, ', ' order by attribute.key)
        from pg_catalog.jsonb_each(others.attributes) as attribute
        where v_product.attributes -> attribute.key = attribute.value
      ) as shared,
      v_product.related @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('id', others.product_id, 'type', relations.type)) as is_told
    from others
  )
  select
    likened.product_id,
    pg_catalog.round(case when likened.is_told then 1 else case relations.type
      when 'variant_of' then 1
      when 'similar_to' then coalesce(likened.likeness, 0) * case when likened.is_same_category then 1 else 0.7 end
      when 'alternative_to' then coalesce(likened.likeness, 0) * 0.9
      when 'upgrade_from' then least(1, coalesce(likened.likeness, 0) * 0.6 + 0.4 * (1 - v_product.price_micros::numeric / likened.price_micros))
      when 'pairs_with' then 0.4 + 0.3 * coalesce(likened.likeness, 0)
      when 'complement' then 0.3 + 0.3 * coalesce(likened.likeness, 0)
      else 0.2 + 0.1 * least(5, pg_catalog.cardinality(pg_catalog.string_to_array(likened.shared, ', ')))
    end end::numeric, 4),
    case when likened.is_told then 'The shop names it beside this product.' else case relations.type
      when 'variant_of' then 'Another variant of the same product.'
      when 'similar_to' then case when likened.is_same_category then 'Described in the same words, in ' || likened.category || '.' else 'Described in the same words.' end
      when 'alternative_to' then pg_catalog.format('The same kind of product by %s.', likened.product_brand)
      when 'upgrade_from' then pg_catalog.format('Of the same kind, for %s %% more.', pg_catalog.round(100.0 * likened.price_micros / nullif(v_product.price_micros, 0) - 100))
      when 'pairs_with' then pg_catalog.format('By %s too, from %s.', likened.product_brand, likened.category)
      when 'complement' then 'From the same department, of another kind: ' || likened.category || '.'
      else 'Has in common: ' || likened.shared || '.'
    end end
  from likened
  where likened.is_told or case relations.type
    when 'variant_of' then likened.item_group_id = v_product.item_group_id
    when 'similar_to' then likened.likeness > 0.05
    when 'alternative_to' then likened.product_brand <> v_product.product_brand and (likened.is_same_category or likened.likeness > 0.3)
    when 'upgrade_from' then likened.price_micros > v_product.price_micros * 1.1 and likened.currency = v_product.currency
      and (likened.is_same_category or likened.likeness > 0.3)
    when 'pairs_with' then likened.product_brand = v_product.product_brand and not likened.is_same_category and likened.category is not null
    when 'complement' then likened.is_same_department and not likened.is_same_category
    else likened.shared is not null
  end;
end
$$;
comment on function storefront.relations(text, text, text) is
  'Products that stand in a relation to one, how strongly, and the data that says so. upgrade_from: what would be an upgrade from it.';

create function storefront.recommend(brand_id text, product_id text, type text default 'similar_to', "limit" integer default 10)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(recommend.brand_id);
begin
  return (
    with related as materialized (
      select relations.related_id as product_id, relations.strength, relations.reasoning from storefront.relations(v_brand_id, recommend.product_id, recommend.type) as relations
    ),
    page as (
      select related.* from related order by related.strength desc, related.product_id limit recommend."limit"
    )
    select pg_catalog.json_build_object(
      'source_product', recommend.product_id,
      'recommendation_type', recommend.type,
      'products', coalesce(
        (
          select pg_catalog.json_agg(
            cards.card || pg_catalog.jsonb_build_object(
              'relationship', pg_catalog.jsonb_build_object('type', recommend.type, 'strength', page.strength, 'reasoning', page.reasoning)
            )
            order by page.strength desc, page.product_id
          )
          from page
          join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
        ), '[]'
      ),
      'meta', storefront.page_meta(v_brand_id, (select count(*) from related), 1)
    )
  );
end
$$;
comment on function storefront.recommend(text, text, text, integer) is 'GET /recommend: products related to one, strongest first, each with its reason.';
grant execute on function storefront.relations(text, text, text), storefront.recommend(text, text, text, integer) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.recommend', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.rating_summary(brand_id text, product_id text, score numeric, count bigint)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'score', pg_catalog.round(rating_summary.score, 2),
    'count', rating_summary.count,
    'summary', case when count(reviews.rating) > 0 then pg_catalog.format(
      '%s of 5 from %s, %s of them of a verified purchase.',
      pg_catalog.round(rating_summary.score, 1),
      case rating_summary.count when 1 then '1 review' else rating_summary.count || ' reviews' end,
      count(*) filter (where reviews.verified_purchase)
    ) else pg_catalog.format('%s of 5 from %s, as the shop''s feed says.', pg_catalog.round(rating_summary.score, 1),
      case rating_summary.count when 1 then '1 rating' else rating_summary.count || ' ratings' end) end
  )
  from storefront.reviews
  where reviews.brand_id = rating_summary.brand_id and reviews.product_id = rating_summary.product_id
  having rating_summary.score is not null and rating_summary.count > 0;
$$;
comment on function storefront.rating_summary(text, text, numeric, bigint) is 'A rating with a sentence on where it comes from; null without any.';

create function storefront.purchase_confidence(
  availability text, rating numeric, has_all boolean, is_within_budget boolean, preferences_met integer, preferences_count integer
)
returns numeric
language sql immutable
as $$
  -- avg() passes over what is not known.
  select pg_catalog.round(pg_catalog.avg(part.value), 2)
  from (
    values
      (case purchase_confidence.availability when 'in_stock' then 1 when 'low_stock' then 0.8 when 'preorder' then 0.5 else 0 end),
      (purchase_confidence.rating / 5),
      (purchase_confidence.has_all::integer::numeric),
      (purchase_confidence.is_within_budget::integer::numeric),
      (purchase_confidence.preferences_met::numeric / nullif(purchase_confidence.preferences_count, 0))
  ) as part (value);
$$;
comment on function storefront.purchase_confidence(text, numeric, boolean, boolean, integer, integer) is
  'The mean, 0 to 1, of what is known: stock, rating of 5, whether every word matches, whether it is within the budget, share of preferences met.';

create function storefront.rich_cards(brand_id text, product_ids text[], format text, context jsonb, search_terms text[])
returns table (product_id text, card jsonb)
language sql stable
as $$
  with asked as materialized (
    select term.word, term.position, array(select said.term from storefront.query_terms(rich_cards.brand_id, term.word) as said) as terms
    from pg_catalog.unnest(rich_cards.search_terms) with ordinality as term (word, position)
    where term.position <= 20
  )
  select
    products.product_id,
    pg_catalog.jsonb_build_object(
      'id', products.product_id,
      'title', storefront.plain(products.title),
      'price', storefront.formatted_price(products.price_micros, currencies),
      'availability', pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object('status', products.availability, 'quantity', products.quantity))
    )
    || case when rich_cards.format = 'minimal' then '{}' else pg_catalog.jsonb_build_object(
      'summary', coalesce(storefront.plain(storefront.summary(products.description)), ''),
      'rating', storefront.rating_summary(rich_cards.brand_id, products.product_id, products.shown_score, products.shown_count),
      'agent_context', pg_catalog.jsonb_build_object(
        'why_recommended', pg_catalog.concat_ws(
          '; ',
          case when pg_catalog.cardinality(matched.terms) > 0 then 'Matches ' || pg_catalog.array_to_string(matched.terms, ', ') else 'Passes the filters' end,
          case when products.shown_count > 0 then pg_catalog.format('rated %s of 5 by %s', pg_catalog.round(products.shown_score, 1), products.shown_count) end,
          pg_catalog.replace(products.availability, '_', ' '),
          case when budget.is_within then 'within the budget' when not budget.is_within then 'above the budget' end,
          'speaks of ' || pg_catalog.array_to_string(preferred.preferences, ', ')
        ) || '.',
        'purchase_confidence', storefront.purchase_confidence(
          products.availability, products.shown_score,
          pg_catalog.cardinality(matched.terms) = pg_catalog.cardinality(rich_cards.search_terms), budget.is_within,
          coalesce(pg_catalog.cardinality(preferred.preferences), 0), pg_catalog.jsonb_array_length(rich_cards.context -> 'user_preferences')
        )
      )
    ) end
    || case when rich_cards.format <> 'full' then '{}' else pg_catalog.jsonb_build_object(
      'description', coalesce(storefront.plain(products.description), ''),
      'attributes', storefront.plain(products.attributes::text)::jsonb,
      'images', pg_catalog.jsonb_build_object(
        'primary', (storefront.web_addresses(products.images))[1], 'thumbnails', (storefront.web_addresses(products.images))[2:]
      ),
      'urls', pg_catalog.jsonb_build_object('product', storefront.web_address(products.link), 'purchase', storefront.web_address(products.link))
    ) end
  from storefront.products
  join core.currencies on currencies.currency = products.currency
  left join storefront.preferred(rich_cards.brand_id, coalesce(rich_cards.context -> 'user_preferences', '[]')) as preferred using (product_id)
  cross join lateral (
    select products.price_micros <= (rich_cards.context ->> 'user_budget')::numeric * 1000000 as is_within
  ) as budget
  cross join lateral (
    select array(
      select asked.word
      from asked
      where exists (
        select
        from storefront.postings
        where postings.brand_id = rich_cards.brand_id and postings.product_id = products.product_id and postings.term = any (asked.terms)
      )
      order by asked.position
    ) as terms
  ) as matched
  where products.brand_id = rich_cards.brand_id and products.product_id = any (rich_cards.product_ids);
$$;
comment on function storefront.rich_cards(text, text[], text, jsonb, text[]) is
  'Rich product cards (specification, Storefront rich product card) as full, summary or minimal; why_recommended says what the data says.';

grant execute on function
  storefront.rating_summary(text, text, numeric, bigint),
  storefront.purchase_confidence(text, numeric, boolean, boolean, integer, integer),
  storefront.rich_cards(text, text[], text, jsonb, text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.search_terms(words text, without text[])
returns text[]
language sql stable
return array(
  select token.word
  from pg_catalog.regexp_split_to_table(pg_catalog.lower(pg_catalog.left(search_terms.words, 500)), '[^[:alnum:]''.-]+') with ordinality as token (word, position)
  where pg_catalog.to_tsvector('storefront.shop', token.word) <> ''
    and not token.word = any (search_terms.without)
  group by token.word
  order by min(token.position)
);
comment on function storefront.search_terms(text, text[]) is 'The words of a query that a search goes by, as they were said.';

create function storefront.choose_products(brand_id text, intent text, words text, filters jsonb, names jsonb, context jsonb, "limit" integer, "offset" bigint)
returns table (product_id text, score double precision, number bigint, total bigint, goes_by_names boolean, is_repaired boolean)
language plpgsql stable
as $$
declare
  -- The last five of those that there are: what was viewed long ago says little.
  v_viewed constant jsonb := coalesce(
    (
      select pg_catalog.jsonb_agg(viewed.id)
      from (
        select given.id
        from pg_catalog.jsonb_array_elements_text(coalesce(choose_products.context -> 'previous_products_viewed', '[]')) with ordinality as given (id, number)
        join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = given.id
        order by given.number desc
        limit 5
      ) as viewed
    ), '[]'
  );
begin
  if choose_products.intent = 'compare' then
    -- What is compared: the best of each thing that is named, then the products that are given.
    return query
    with said as (
      select best.product_id, 0 as source, subject.number, best.is_repaired
      from pg_catalog.regexp_split_to_table(choose_products.words, '\s+(?:vs\.?|versus|and|with|or|against|to)\s+', 'i') with ordinality as subject (words, number)
      cross join lateral storefront.find_products(
        choose_products.brand_id, subject.words, choose_products.filters, context => choose_products.context - 'comparison_against', "limit" => 1
      ) as best
      where storefront.search_terms(subject.words, '{}') <> '{}' and subject.number <= 5
      union all
      select products.product_id, 1, given.number, false
      from pg_catalog.jsonb_array_elements_text(coalesce(choose_products.context -> 'comparison_against', '[]')) with ordinality as given (id, number)
      join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = given.id
    ),
    once as (
      select distinct on (said.product_id) said.* from said order by said.product_id, said.source, said.number
    ),
    listed as (
      select once.*, pg_catalog.row_number() over (order by once.source, once.number) as place, count(*) over () as total from once
    )
    select listed.product_id, 8 / listed.place::double precision, listed.place, listed.total, false, listed.is_repaired
    from listed
    where listed.place > choose_products."offset" and listed.place <= choose_products."offset" + choose_products."limit";
  elsif choose_products.intent = 'recommend' and v_viewed <> '[]' and storefront.search_terms(choose_products.words, '{}') = '{}' then
    return query
    with viewed as (
      select given.id as product_id from pg_catalog.jsonb_array_elements_text(v_viewed) as given (id)
    ),
    related as (
      select relation.related_id as product_id, max(relation.strength) as strength
      from viewed
      cross join lateral storefront.relations(choose_products.brand_id, viewed.product_id, 'similar_to') as relation
      where not exists (select from viewed as seen where seen.product_id = relation.related_id)
      group by relation.related_id
    ),
    listed as (
      select related.*, pg_catalog.row_number() over (order by related.strength desc, related.product_id) as place, count(*) over () as total
      from related
      join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = related.product_id
      where storefront.meets(products, choose_products.filters)
    )
    select listed.product_id, 16 * listed.strength::double precision, listed.place, listed.total, false, false
    from listed
    where listed.place > choose_products."offset" and listed.place <= choose_products."offset" + choose_products."limit";
  else
    return query
    select found.product_id, found.score, found.number, found.total, found.goes_by_names, found.is_repaired
    from storefront.find_products(
      choose_products.brand_id, choose_products.words,
      choose_products.filters || case when choose_products.intent = 'recommend' and v_viewed <> '[]' then pg_catalog.jsonb_build_object('not_ids', v_viewed) else '{}' end,
      choose_products.names,
      pg_catalog.jsonb_build_object(
        'user_budget', choose_products.context -> 'user_budget',
        'user_preferences', nullif(choose_products.context -> 'user_preferences', '[]')
      ),
      "limit" => choose_products."limit", "offset" => choose_products."offset"
    ) as found;
  end if;
end
$$;
comment on function storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint) is
  'A page of the products that answer a query under its intent: compare, recommend by what was viewed, or search for all others.';

create function storefront.answer_query(
  brand_id text,
  protocol_version text default '1.0',
  request_id text default null,
  query jsonb default '{}',
  pagination jsonb default '{}',
  response jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(answer_query.brand_id);
  v_given constant jsonb := coalesce(answer_query.query -> 'filters', '{}');
  v_context constant jsonb := coalesce(answer_query.query -> 'context', '{}');
  v_limit constant integer := coalesce((answer_query.pagination ->> 'limit')::integer, 20);
  v_page constant integer := coalesce((answer_query.pagination ->> 'page')::integer, 1);
  v_language constant text := coalesce(answer_query.response ->> 'language', 'en');
  v_intent text;
  v_words text;
  v_filters jsonb;
  v_names jsonb;
  v_name_words text[];
  v_terms text[];
begin
  select read.words, read.intent into v_words, v_intent from storefront.read_intent(coalesce(answer_query.query ->> 'text', '')) as read;
  v_intent := coalesce(answer_query.query ->> 'intent', case when pg_catalog.jsonb_array_length(v_context -> 'comparison_against') > 0 then 'compare' else v_intent end);
  select understood.words, understood.filters, understood.names, understood.name_words
  into v_words, v_filters, v_names, v_name_words
  from storefront.understand(v_brand_id, v_words, v_given) as understood;
  -- Whoever asks whether something is in stock wants to see it also if it is not.
  if v_intent = 'availability' and not v_given ? 'in_stock' then
    v_filters := v_filters - 'in_stock';
  end if;
  v_terms := storefront.search_terms(v_words, '{}');
  return (
    with page as materialized (
      select chosen.*
      from storefront.choose_products(
        v_brand_id, v_intent, v_words, v_filters, v_names, v_context, v_limit, (v_page - 1) * v_limit::bigint
      ) as chosen
    ),
    counted as (
      select
        coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        case when pg_catalog.bool_or(found.is_repaired) then array['search;reason=words_repaired'] else '{}' end as notes
      from (
        select page.total, page.goes_by_names, page.is_repaired from page
        union all
        select first.total, first.goes_by_names, first.is_repaired
        from storefront.choose_products(v_brand_id, v_intent, v_words, v_filters, v_names, v_context, 1, 0) as first
        where v_page > 1 and not exists (select from page)
      ) as found
    )
    select pg_catalog.json_build_object(
      'protocol_version', answer_query.protocol_version,
      'request_id', answer_query.request_id,
      'meta', pg_catalog.json_build_object(
        'brand', (select brands.name from core.brands where brands.brand_id = answer_query.brand_id),
        'authority_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = v_brand_id),
        'total_results', counted.total,
        'cache_status', 'live'
      ),
      'results', coalesce(
        (
          select pg_catalog.json_agg(
            cards.card || pg_catalog.jsonb_build_object('relevance_score', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
            order by page.number
          )
          from page
          join storefront.rich_cards(
            v_brand_id, array(select page.product_id from page), coalesce(answer_query.response ->> 'format', 'full'), v_context, v_terms
          ) as cards using (product_id)
        ), '[]'
      ),
      'pagination', pg_catalog.json_build_object(
        'page', v_page, 'limit', v_limit, 'total_pages', pg_catalog.ceil(counted.total::numeric / v_limit), 'has_more', v_page * v_limit::bigint < counted.total
      ),
      'query_interpretation', pg_catalog.json_build_object(
        'parsed_intent', v_intent,
        'applied_filters', v_filters || case when counted.goes_by_names then v_names else '{}' end,
        'search_terms', storefront.search_terms(v_words, case when counted.goes_by_names then v_name_words else '{}' end)
      ),
      'messages', case when v_language ~* '^en\M' then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object(
        'type', 'info', 'code', 'language_fallback', 'content', pg_catalog.format('The shop has no texts in %s: these are in the language of its feed.', v_language)
      )) end,
      'degradation', storefront.degradation(v_brand_id, counted.notes)
    )
    from counted
  );
end
$$;
comment on function storefront.answer_query(text, text, text, jsonb, jsonb, jsonb) is
  'What the words mean, the products that answer them, and why each of them does.';

create function storefront.query(
  brand_id text,
  protocol_version text default '1.0',
  request_id text default null,
  "timestamp" text default null,
  agent jsonb default '{}',
  query jsonb default '{}',
  pagination jsonb default '{}',
  response jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_answer constant json := storefront.answer_query(
    query.brand_id, query.protocol_version, query.request_id, query.query, query.pagination, query.response
  );
  v_query_id constant text := platform.new_id('qry');
begin
  -- What is asked of the simulated shop is no news to a merchant.
  if core.data_brand_id(query.brand_id) = query.brand_id then
    perform events.emit(query.brand_id, 'query.received', pg_catalog.jsonb_build_object(
      'queryId', v_query_id, 'query', coalesce(query.query ->> 'text', ''), 'platform', query.agent ->> 'platform'
    ));
    perform events.emit(query.brand_id, 'query.responded', pg_catalog.jsonb_build_object(
      'queryId', v_query_id, 'intent', v_answer #>> '{query_interpretation,parsed_intent}', 'total_results', (v_answer #>> '{meta,total_results}')::integer
    ));
  end if;
  return v_answer;
end
$$;
comment on function storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb) is 'POST /query: asks the shop in words, and tells the merchant that somebody did.';

grant execute on function
  storefront.search_terms(text, text[]),
  storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint),
  storefront.answer_query(text, text, text, jsonb, jsonb, jsonb),
  storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.query', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

create function storefront.amount(micros bigint, currency text)
returns numeric
language sql stable
return (
  select pg_catalog.round(amount.micros * 0.000001, currencies.exponent) from core.currencies where currencies.currency = amount.currency
);
comment on function storefront.amount(bigint, text) is 'An amount in units of its currency, with its decimals.';

create function storefront.fulfillment(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(fulfillment.brand_id);
  v_shop storefront.shops;
begin
  select shops.* into v_shop from storefront.shops where shops.brand_id = v_brand_id;
  return pg_catalog.json_build_object(
    'brand_id', fulfillment.brand_id,
    'shipping', pg_catalog.json_build_object(
      'state', coalesce(v_shop.shipping_state, 'unconfigured'),
      'statement', coalesce(
        v_shop.shipping_statement,
        case coalesce(v_shop.shipping_state, 'unconfigured')
          when 'unconfigured' then 'The merchant has not published where it ships to. This does not say that it does not ship.'
          when 'not_offered' then 'The merchant does not ship.'
          when 'partial' then 'The merchant has published some of its shipping; ask it about the rest.'
          else 'The merchant ships to the destinations listed.'
        end
      ),
      'destinations', (
        select coalesce(pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'country', destinations.country, 'regions', destinations.regions, 'postal_codes', destinations.postal_codes,
            'service', storefront.plain(destinations.service),
            'price', storefront.amount(destinations.price_micros, destinations.currency),
            'free_over', storefront.amount(destinations.free_over_micros, destinations.currency),
            'currency', destinations.currency,
            'handling_days', pg_catalog.json_build_object('min', destinations.handling_days_min, 'max', destinations.handling_days_max),
            'transit_days', pg_catalog.json_build_object('min', destinations.transit_days_min, 'max', destinations.transit_days_max)
          )
          order by destinations.position
        ), '[]')
        from storefront.shipping_destinations as destinations
        where destinations.brand_id = v_brand_id
      )
    ),
    'payment', pg_catalog.json_build_object(
      'state', coalesce(v_shop.payment_state, 'unconfigured'),
      'statement', coalesce(
        v_shop.payment_statement,
        case coalesce(v_shop.payment_state, 'unconfigured')
          when 'unconfigured' then 'The merchant has not published how it is paid. This does not say that nothing is accepted.'
          when 'not_offered' then 'The merchant takes no payment online.'
          else 'The merchant''s own checkout takes the methods listed; nothing is paid here.'
        end
      ),
      'methods', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', methods.type, 'brands', methods.brands) order by methods.position), '[]')
        from storefront.payment_methods as methods
        where methods.brand_id = v_brand_id
      )
    )
  );
end
$$;
comment on function storefront.fulfillment(text) is 'GET /fulfillment: where the shop ships to and how its own checkout is paid, as far as the merchant says.';

grant execute on function
  storefront.amount(bigint, text),
  storefront.fulfillment(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.fulfillment', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.bundles(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(bundles.brand_id);
begin
  return (
    with priced as (
      select
        held.bundle_id, held.name, held.description, held.price_micros, held.currency, held.source, held.confidence, held.valid_until,
        held.products_count, sum(products.price_micros) as apart_micros,
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'price', storefront.amount(products.price_micros, products.currency), 'title', storefront.plain(products.title), 'productId', products.product_id
          )
          order by parts.position
        ) as products,
        count(*) as parts,
        pg_catalog.bool_and(products.currency = held.currency) as is_one_currency
      from storefront.bundles as held
      join storefront.bundle_products as parts on parts.brand_id = held.brand_id and parts.bundle_id = held.bundle_id
      join storefront.products on products.brand_id = parts.brand_id and products.product_id = parts.product_id
      where held.brand_id = v_brand_id and (held.valid_until is null or held.valid_until > platform.now())
      group by held.brand_id, held.bundle_id
    ),
    -- A bundle that costs more than its parts is no bundle: a price may have fallen since.
    shown as (
      select priced.* from priced where priced.parts = priced.products_count and priced.is_one_currency and priced.price_micros < priced.apart_micros
    )
    select pg_catalog.json_build_object(
      'bundles', coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', shown.bundle_id, 'name', storefront.plain(shown.name), 'description', storefront.plain(shown.description), 'products', shown.products,
            'bundlePrice', storefront.amount(shown.price_micros, shown.currency)::text || ' ' || shown.currency,
            'originalTotal', storefront.amount(shown.apart_micros::bigint, shown.currency)::text || ' ' || shown.currency,
            'savingsPercent', pg_catalog.round(100 - 100.0 * shown.price_micros / shown.apart_micros, 1)::text,
            'source', shown.source, 'confidence', pg_catalog.round(shown.confidence, 2)::text, 'validUntil', platform.utc(shown.valid_until)
          )
          order by shown.bundle_id
        ), '[]'
      ),
      'count', count(*),
      'cacheStatus', 'live'
    )
    from shown
  );
end
$$;
comment on function storefront.bundles(text) is 'GET /bundles: products that cost less together than apart, while all of them are in the catalogue.';

grant execute on function storefront.bundles(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.bundles', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.wilson_lower(positives numeric, observations numeric)
returns numeric
language sql immutable
as $$
  -- Wilson (1927), z = 1.96: with few observations, little is claimed.
  select case when wilson_lower.observations > 0 then greatest(0,
    (share.p + 1.9208 / n.n - 1.96 * pg_catalog.sqrt(greatest(0, share.p * (1 - share.p)) / n.n + 0.9604 / (n.n * n.n))) / (1 + 3.8416 / n.n)
  ) end
  from (select wilson_lower.observations as n) as n
  cross join lateral (select wilson_lower.positives / nullif(n.n, 0) as p) as share;
$$;
comment on function storefront.wilson_lower(numeric, numeric) is 'The lower end of the 95 % interval of a share; null without observations.';

create function storefront.component_score(kind text, positives numeric, observations numeric, baseline numeric)
returns numeric
language sql immutable
return case component_score.kind
  when 'rate' then (100 * storefront.wilson_lower(component_score.positives, component_score.observations) * component_score.observations + 20 * component_score.baseline)
    / (component_score.observations + 20)
  when 'mean' then (100 * component_score.positives + 20 * component_score.baseline) / (nullif(component_score.observations, 0) + 20)
  else 100 * component_score.positives / nullif(component_score.observations, 0)
end;
comment on function storefront.component_score(text, numeric, numeric, numeric) is
  'A score of 0 to 100: of a rate its lower bound, of a mean itself, drawn to the baseline as if twenty observations had given it; a known fact as it is. '
  'Null without observations.';

create function storefront.seen_signals(brand_id text, at timestamptz default platform.now())
returns table (component text, platform text, value numeric, occurred_at timestamptz)
language sql stable
as $$
  select signals.component, signals.platform, signals.value, signals.occurred_at
  from storefront.trust_signals as signals
  where signals.brand_id = seen_signals.brand_id
    and signals.occurred_at > seen_signals.at - interval '365 days' and signals.occurred_at <= seen_signals.at
  union all
  select 'reviews', null, (reviews.rating - 1) / 4, reviews.created_at
  from storefront.reviews
  where reviews.brand_id = seen_signals.brand_id
    and reviews.created_at > seen_signals.at - interval '365 days' and reviews.created_at <= seen_signals.at
  union all
  select 'policies', null, published.is_there::integer, shops.updated_at
  from storefront.shops
  cross join lateral (
    values
      (shops.legal_name is not null), (shops.support_contact is not null), (shops.privacy_policy is not null), (shops.terms_of_service is not null),
      (shops.returns_policy is not null), (shops.shipping_state <> 'unconfigured'), (shops.payment_state <> 'unconfigured')
  ) as published (is_there)
  where shops.brand_id = seen_signals.brand_id;
$$;
comment on function storefront.seen_signals(text, timestamptz) is
  'Every signal of a shop in the 365 days before: recorded ones, reviews, and what the merchant publishes.';

create function storefront.component_scores(brand_id text, at timestamptz default platform.now())
returns table (component text, score numeric, weight numeric, signals bigint, updated_at timestamptz)
language sql stable
as $$
  with seen as (
    select components.component, sum(signals.value) as positives, count(signals.value) as signals, max(signals.occurred_at) as updated_at
    from storefront.trust_components as components
    left join storefront.seen_signals(component_scores.brand_id, component_scores.at) as signals using (component)
    group by components.component
  )
  select
    components.component,
    pg_catalog.round(storefront.component_score(components.kind, seen.positives, seen.signals, components.baseline), 1),
    -- The weight of what nothing is known of goes to the rest.
    case when seen.signals > 0 then pg_catalog.round(components.weight / sum(components.weight) filter (where seen.signals > 0) over (), 4) end,
    seen.signals,
    seen.updated_at
  from storefront.trust_components as components
  join seen using (component)
  order by components.position;
$$;
comment on function storefront.component_scores(text, timestamptz) is 'The seven components of a shop''s trust; null where nothing was seen.';

create function storefront.platform_scores(brand_id text, at timestamptz default platform.now())
returns table (platform text, "position" smallint, score numeric, signals bigint, transactions bigint, avg_feedback numeric, last_activity timestamptz)
language sql stable
as $$
  select
    platforms.platform, platforms.position,
    coalesce(pg_catalog.round(storefront.component_score('rate', sum(signals.value), count(signals.value), 70), 1), 70),
    count(signals.value), count(signals.value) filter (where signals.component = 'fulfilment'),
    pg_catalog.round(avg(signals.value), 3), max(signals.occurred_at)
  from storefront.platforms
  left join storefront.seen_signals(platform_scores.brand_id, platform_scores.at) as signals using (platform)
  group by platforms.platform
  order by platforms.position;
$$;
comment on function storefront.platform_scores(text, timestamptz) is 'A shop''s score on each assistant; the baseline where nothing was seen.';

create function storefront.reached_tier(score numeric, signals bigint, days numeric)
returns text
language sql stable
return (
  select tiers.tier
  from storefront.trust_tiers as tiers
  where tiers.rank = 0
    or (reached_tier.score >= tiers.score_min and reached_tier.signals >= tiers.signals_min and reached_tier.days >= tiers.days_min)
  order by tiers.rank desc
  limit 1
);
comment on function storefront.reached_tier(numeric, bigint, numeric) is 'The highest tier that a score, a number of signals and the days since the first allow.';

create function storefront.score_trust(brand_id text, at timestamptz default platform.now())
returns storefront.trust_scores
language plpgsql volatile
as $$
declare
  v_new storefront.trust_scores;
  v_held storefront.trust_scores;
  v_days numeric;
  v_reached smallint;
  v_holding smallint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.trust/' || score_trust.brand_id, 0));
  select held.* into v_held from storefront.trust_scores as held where held.brand_id = score_trust.brand_id;
  select extract(epoch from score_trust.at - min(signals.occurred_at)) / 86400 into v_days
  from storefront.seen_signals(score_trust.brand_id, score_trust.at) as signals;
  select
    case when sum(components.signals) filter (where components.component <> 'policies') >= 5 then pg_catalog.round(sum(components.score * components.weight) / sum(components.weight), 1) end,
    coalesce(sum(components.signals) filter (where components.component <> 'policies'), 0),
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'key', components.component, 'score', components.score, 'weight', components.weight, 'signals', components.signals,
      'updated_at', platform.utc(components.updated_at)
    ))
  into v_new.score, v_new.signals, v_new.components
  from storefront.component_scores(score_trust.brand_id, score_trust.at) as components;
  select pg_catalog.round(1 - avg(signals.value), 4) into v_new.dispute_rate
  from storefront.seen_signals(score_trust.brand_id, score_trust.at) as signals
  where signals.component = 'disputes';
  select
    pg_catalog.round(least(1.10, 1 + 0.02 * greatest(0, count(*) filter (where platforms.signals >= 10) - 1)), 2),
    sum(platforms.score * platforms.signals) / nullif(sum(platforms.signals), 0),
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'platform', platforms.platform, 'score', platforms.score, 'signals', platforms.signals, 'transactions', platforms.transactions,
      'avg_feedback', platforms.avg_feedback, 'last_activity', platform.utc(platforms.last_activity)
    ) order by platforms.position)
  into v_new.compound_factor, v_new.network_score, v_new.platform_scores
  from storefront.platform_scores(score_trust.brand_id, score_trust.at) as platforms;
  v_new.network_score := case when v_new.signals >= 5 then pg_catalog.round(least(100, v_new.network_score * v_new.compound_factor), 1) end;

  v_new.tier := storefront.reached_tier(v_new.score, v_new.signals, v_days);
  select tiers.rank into v_reached from storefront.trust_tiers as tiers where tiers.tier = v_new.tier;
  select tiers.rank into v_holding from storefront.trust_tiers as tiers where tiers.tier = v_held.tier;
  -- A run is a day: whoever asks twice on one of them does not hurry the second.
  v_new.falling_runs := case
    when v_reached >= v_holding or v_holding is null then 0
    when (v_held.calculated_at at time zone 'UTC')::date = (score_trust.at at time zone 'UTC')::date then greatest(1, v_held.falling_runs)
    else v_held.falling_runs + 1
  end;
  -- Up at once, down only when a second run says so too.
  if v_new.falling_runs = 1 then
    v_new.tier := v_held.tier;
  elsif v_new.falling_runs > 1 then
    v_new.falling_runs := 0;
  end if;

  insert into storefront.trust_scores as held (
    brand_id, score, tier, falling_runs, signals, dispute_rate, components, network_score, compound_factor, platform_scores, category, calculated_at
  )
  values (
    score_trust.brand_id, v_new.score, v_new.tier, v_new.falling_runs, v_new.signals, v_new.dispute_rate, v_new.components, v_new.network_score,
    v_new.compound_factor, v_new.platform_scores,
    (
      -- The simulated shop has a category of its own: it ranks beside nobody, and nobody beside it.
      select case when brands.is_simulated then 'simulated/' else '' end || shops.category
      from storefront.shops
      join core.brands using (brand_id)
      where shops.brand_id = score_trust.brand_id
    ), score_trust.at
  )
  on conflict on constraint trust_scores_pkey do update
  set
    score = excluded.score, tier = excluded.tier, falling_runs = excluded.falling_runs, signals = excluded.signals, dispute_rate = excluded.dispute_rate,
    components = excluded.components, network_score = excluded.network_score, compound_factor = excluded.compound_factor,
    platform_scores = excluded.platform_scores, category = excluded.category, calculated_at = excluded.calculated_at
  returning held.* into v_new;
  insert into storefront.trust_history as held (brand_id, day, score, tier)
  values (score_trust.brand_id, (score_trust.at at time zone 'UTC')::date, v_new.score, v_new.tier)
  on conflict on constraint trust_history_pkey do update set score = excluded.score, tier = excluded.tier;
  if (v_held.score, v_held.tier) is distinct from (v_new.score, v_new.tier)
    and not exists (select from core.brands where brands.brand_id = score_trust.brand_id and brands.is_simulated)
  then
    perform events.emit(score_trust.brand_id, 'trust.updated', pg_catalog.jsonb_build_object(
      'score', v_new.score, 'tier', v_new.tier, 'previous_score', v_held.score, 'previous_tier', v_held.tier
    ));
  end if;
  return v_new;
end
$$;
comment on function storefront.score_trust(text, timestamptz) is
  'Calculates a shop''s trust from its signals and keeps it: by job every night, or whenever somebody asks.';

grant execute on function
  storefront.wilson_lower(numeric, numeric),
  storefront.component_score(text, numeric, numeric, numeric),
  storefront.seen_signals(text, timestamptz),
  storefront.component_scores(text, timestamptz),
  storefront.platform_scores(text, timestamptz),
  storefront.reached_tier(numeric, bigint, numeric)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function storefront.score_trust(text, timestamptz) to vitrine_worker;

create function storefront.open_signal_import()
returns void
language sql volatile
as $$
  create temporary table signals (
    line bigint not null, reason text, signal_id text, component text, platform text, value numeric, occurred_at timestamptz
  ) on commit drop;
$$;
comment on function storefront.open_signal_import() is 'Makes the temporary table that an import copies its trust signals into.';

create function storefront.commit_signal_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
begin
  create temporary table rejections on commit drop as
  select signals.line, signals.reason from pg_temp.signals where signals.reason is not null
  union all
  select signals.line, 'occurred_at: lies in the future. Correct it.'
  from pg_temp.signals
  where signals.reason is null and signals.occurred_at > platform.now() + interval '1 day';
  delete from pg_temp.signals where signals.occurred_at > platform.now() + interval '1 day';
  insert into storefront.trust_signals as held (brand_id, signal_id, component, platform, value, occurred_at, source)
  select distinct on (signals.signal_id)
    commit_signal_import.brand_id, signals.signal_id, signals.component, signals.platform, signals.value, signals.occurred_at, 'import'
  from pg_temp.signals
  where signals.reason is null
  order by signals.signal_id, signals.line desc
  on conflict on constraint trust_signals_pkey do update
  set component = excluded.component, platform = excluded.platform, value = excluded.value, occurred_at = excluded.occurred_at;
  get diagnostics v_accepted = row_count;
  if v_accepted > 0 then
    perform storefront.score_trust(commit_signal_import.brand_id);
  end if;
  return analytics.record_import(
    commit_signal_import.brand_id, 'signals', commit_signal_import.dialect, commit_signal_import.file_name, commit_signal_import.rows_read,
    v_accepted, null, null, '{}'
  );
end
$$;
comment on function storefront.commit_signal_import(text, text, text, bigint) is
  'Takes the temporary table signals as one import, and scores the shop anew; a later import of a signal replaces it.';

grant execute on function storefront.open_signal_import(), storefront.commit_signal_import(text, text, text, bigint) to vitrine_worker;

create function storefront.certificate(brand_id text)
returns storefront.certificates
language sql stable
return (
  select certificates
  from storefront.certificates
  where certificates.brand_id = certificate.brand_id and certificates.state = 'valid' and certificates.valid_until > platform.now()
  order by certificates.valid_until desc
  limit 1
);
comment on function storefront.certificate(text) is 'The certificate that a shop holds now, if any.';

create function storefront.certification(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select case when certificate.certificate_id is not null then pg_catalog.json_build_object(
    'certified', true,
    'level', certificate.level,
    'certificate_id', certificate.certificate_id,
    'valid_until', platform.utc(certificate.valid_until),
    'verified_url', certification.base_url || '/api/storefront/' || certification.brand_id || '/certification',
    '_cache', 'live'
  ) end
  from storefront.certificate(core.data_brand_id(certification.brand_id)) as certificate;
$$;
comment on function storefront.certification(text, text) is 'GET /certification: the certificate, or null without one.';

create function storefront.trust(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'brand_id', trust.brand_id,
    'score', held.score,
    'tier', coalesce(held.tier, 'new'),
    'components', coalesce(
      held.components,
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object('key', components.component, 'score', null, 'weight', null, 'signals', 0, 'updated_at', null) order by components.position
        )
        from storefront.trust_components as components
      )
    ),
    'signals_total', coalesce(held.signals, 0),
    'window_days', 365,
    'dispute_rate', held.dispute_rate,
    'certification', storefront.certification(trust.brand_id, trust.base_url),
    'method_version', '1',
    'calculated_at', platform.utc(held.calculated_at),
    'history', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('date', days.day, 'score', days.score) order by days.day), '[]')
      from (
        select history.day, history.score
        from storefront.trust_history as history
        where history.brand_id = core.data_brand_id(trust.brand_id)
        order by history.day desc
        limit 90
      ) as days
    ),
    'statement', 'Computed by this service from its own records.',
    'degradation', pg_catalog.json_build_object(
      'status', case when held.calculated_at < platform.now() - interval '3 days' then 'stale' else 'live' end,
      'age_seconds', greatest(0, extract(epoch from platform.now() - held.calculated_at))::bigint,
      'notes', case when held.calculated_at < platform.now() - interval '3 days' then array['trust;reason=stale'] else '{}' end
    )
  )
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust.brand_id);
$$;
comment on function storefront.trust(text, text) is 'GET /trust: the trust record. Nulls where too little was seen.';

create function storefront.network_rank(category text, network_score numeric)
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
return (
  select 1 + count(distinct others.network_score)
  from storefront.trust_scores as others
  where others.category = network_rank.category and others.network_score > network_rank.network_score
);
comment on function storefront.network_rank(text, numeric) is 'The dense rank of a score among the shops of its category: a number, and nothing of the others.';
revoke execute on function storefront.network_rank(text, numeric) from public;

create function storefront.trust_network(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('network_trust', pg_catalog.json_build_object(
    'score', held.network_score,
    'tier', coalesce(held.tier, 'new'),
    'compound_factor', coalesce(held.compound_factor, 1),
    'category_baseline', 70,
    'network_rank', case when held.network_score is not null and held.category is not null then storefront.network_rank(held.category, held.network_score) end,
    'verified_platforms', (
      select count(*) from pg_catalog.jsonb_array_elements(held.platform_scores) as entry where (entry ->> 'signals')::bigint >= 10
    ),
    'total_platforms', (select count(*) from storefront.platforms),
    'total_signals', coalesce((select sum((entry ->> 'signals')::bigint) from pg_catalog.jsonb_array_elements(held.platform_scores) as entry), 0),
    'platform_scores', coalesce(
      held.platform_scores,
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object('platform', platforms.platform, 'score', 70, 'transactions', 0, 'avg_feedback', null, 'last_activity', null)
          order by platforms.position
        )
        from storefront.platforms
      )
    ),
    'calculated_at', platform.utc(coalesce(held.calculated_at, platform.now()))
  ))
  from (select) as always
  left join storefront.trust_scores as held on held.brand_id = core.data_brand_id(trust_network.brand_id);
$$;
comment on function storefront.trust_network(text) is 'GET /trust/network: the score over the assistants through which signals came, all nine of them always listed.';

grant execute on function
  storefront.certificate(text),
  storefront.certification(text, text),
  storefront.trust(text, text),
  storefront.trust_network(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function storefront.network_rank(text, numeric) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.certification', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.trust', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.trust_network', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create table storefront.feed_platforms (
  platform text not null,
  version text not null,
  files text[] not null,
  constraint feed_platforms_pkey primary key (platform)
);
comment on table storefront.feed_platforms is 'Whom a catalogue is exported for, and which files they take.';

insert into storefront.feed_platforms values
  ('google', '2026-11', '{feed.tsv,feed.xml}'), ('openai', '2026-11', '{feed.csv,feed.jsonl}'), ('acp', '2026-04-17', '{feed.jsonl}'),
  ('meta', '2026-11', '{feed.csv}'), ('shopify', '2024-10', '{feed.csv}');
insert into storefront.feed_platforms
select platforms.platform, '1.0', '{feed.jsonl}' from storefront.platforms;

create function storefront.require_feed_platform(platform text)
returns storefront.feed_platforms
language plpgsql stable
as $$
declare
  v_platform storefront.feed_platforms;
begin
  select held.* into v_platform from storefront.feed_platforms as held where held.platform = require_feed_platform.platform;
  if not found then
    perform platform.fail('NTFND', 'platform: there is no feed for it. There is one for ' || (
      select pg_catalog.string_agg(held.platform, ', ' order by held.platform) from storefront.feed_platforms as held
    ) || '.');
  end if;
  return v_platform;
end
$$;
comment on function storefront.require_feed_platform(text) is 'The platform of a feed, or NTFND in words for the caller.';

create function storefront.feed_price(micros bigint, currency text)
returns text
language sql stable
return storefront.amount(feed_price.micros, feed_price.currency)::text || ' ' || feed_price.currency;
comment on function storefront.feed_price(bigint, text) is 'A price as feeds write it: 15.00 USD.';

create function storefront.feed(brand_id text, platform text, "limit" integer default 1000, page integer default 1, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(feed.brand_id);
  v_platform constant storefront.feed_platforms := storefront.require_feed_platform(feed.platform);
  v_root constant text := feed.base_url || '/api/storefront/' || feed.brand_id;
begin
  return pg_catalog.json_build_object(
    'format', v_platform.platform,
    'version', v_platform.version,
    'brand', (
      select pg_catalog.json_build_object(
        'name', brands.name, 'website', storefront.web_address(shops.website), 'description', storefront.plain(shops.description)
      )
      from core.brands
      left join storefront.shops on shops.brand_id = v_brand_id
      where brands.brand_id = feed.brand_id
    ),
    'feed_url', v_root || '/platforms/' || v_platform.platform || '/feed',
    'files', (select pg_catalog.json_agg(v_root || '/platforms/' || v_platform.platform || '/' || file order by file) from pg_catalog.unnest(v_platform.files) as file),
    'acp_storefront', v_root,
    'total_products', coalesce((select catalogues.products from storefront.catalogues where catalogues.brand_id = v_brand_id), 0),
    'page', feed.page,
    'products', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'id', listed.product_id,
          'title', storefront.plain(listed.title),
          'description', coalesce(storefront.plain(listed.description), ''),
          'link', coalesce(storefront.web_address(listed.link), ''),
          'image_link', coalesce((storefront.web_addresses(listed.images))[1], ''),
          'price', storefront.feed_price(listed.price_micros, listed.currency),
          'availability', listed.availability,
          'condition', coalesce(listed.condition, 'new'),
          'brand', coalesce(listed.product_brand, ''),
          'merchant_product_category', coalesce(listed.category, ''),
          'gtin', coalesce(listed.gtin, ''),
          'item_group_id', coalesce(listed.item_group_id, listed.product_id),
          'custom_label_0', case when listed.list_price_micros > listed.price_micros then 'reduced' else '' end
        )
        order by listed.product_id
      ), '[]')
      from (
        select products.*
        from storefront.products
        where products.brand_id = v_brand_id
        order by products.product_id
        limit feed."limit" offset (feed.page - 1) * feed."limit"::bigint
      ) as listed
    )
  );
end
$$;
comment on function storefront.feed(text, text, integer, integer, text) is
  'GET /platforms/{platform}/feed: the catalogue as merchant feeds have it, by id, page by page.';

grant select on storefront.feed_platforms, storefront.platforms, storefront.trust_components, storefront.trust_tiers to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  storefront.require_feed_platform(text),
  storefront.feed_price(bigint, text),
  storefront.feed(text, text, integer, integer, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.attribute_words(value jsonb)
returns text
language sql immutable
return (select pg_catalog.string_agg(said #>> '{}', '/') from pg_catalog.jsonb_path_query(attribute_words.value, 'lax $[*]') as said);
comment on function storefront.attribute_words(jsonb) is 'What an attribute says, several values with slashes between, as feeds have them.';

create function storefront.feed_values(product storefront.products, seller_name text, seller_url text)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'id', feed_values.product.product_id,
  'group_id', coalesce(feed_values.product.item_group_id, feed_values.product.product_id),
  'has_group', feed_values.product.item_group_id is not null,
  'title', storefront.plain(feed_values.product.title),
  'description', pg_catalog.regexp_replace(coalesce(storefront.plain(feed_values.product.description), ''), '\s+', ' ', 'g'),
  'link', storefront.web_address(feed_values.product.link),
  'image', (storefront.web_addresses(feed_values.product.images))[1],
  'more_images', pg_catalog.array_to_string((storefront.web_addresses(feed_values.product.images))[2:11], ','),
  'full_price', storefront.feed_price(greatest(feed_values.product.list_price_micros, feed_values.product.price_micros), feed_values.product.currency),
  'full_amount', storefront.amount(greatest(feed_values.product.list_price_micros, feed_values.product.price_micros), feed_values.product.currency),
  'sale_price', case when feed_values.product.list_price_micros > feed_values.product.price_micros
    then storefront.feed_price(feed_values.product.price_micros, feed_values.product.currency)
  end,
  'amount', storefront.amount(feed_values.product.price_micros, feed_values.product.currency),
  'is_reduced', feed_values.product.list_price_micros > feed_values.product.price_micros,
  'stock', case feed_values.product.availability when 'low_stock' then 'in_stock' else feed_values.product.availability end,
  'quantity', feed_values.product.quantity,
  'condition', coalesce(feed_values.product.condition, 'new'),
  'brand', feed_values.product.product_brand,
  'gtin', feed_values.product.gtin,
  'mpn', feed_values.product.mpn,
  'sku', feed_values.product.sku,
  'category', feed_values.product.category,
  'color', coalesce(storefront.attribute_words(feed_values.product.attributes -> 'color'), storefront.attribute_words(feed_values.product.attributes -> 'colour')),
  'size', storefront.attribute_words(feed_values.product.attributes -> 'size'),
  'material', storefront.attribute_words(feed_values.product.attributes -> 'material'),
  'rating_score', feed_values.product.shown_score,
  'rating_count', nullif(feed_values.product.shown_count, 0),
  'seller_name', feed_values.seller_name,
  'seller_url', feed_values.seller_url
);
comment on function storefront.feed_values(storefront.products, text, text) is 'What feeds say of a product, under names of our own.';

create table storefront.feed_columns (
  platform text not null,
  position smallint not null,
  name text not null,
  value text not null,
  constraint feed_columns_pkey primary key (platform, position),
  constraint feed_columns_platform_fkey foreign key (platform) references storefront.feed_platforms on delete cascade
);
comment on table storefront.feed_columns is 'The columns of a platform''s file in their order: a name of feed_values, or a constant after an equals sign.';

insert into storefront.feed_columns (platform, position, name, value)
select given.platform, column_of.position, pg_catalog.split_part(column_of.pair, ':', 1), pg_catalog.split_part(column_of.pair, ':', 2)
from (
  values
    ('google', 'id:id,title:title,description:description,link:link,image_link:image,additional_image_link:more_images,availability:stock,price:full_price,sale_price:sale_price,condition:condition,brand:brand,gtin:gtin,mpn:mpn,product_type:category,item_group_id:group_id,color:color,size:size,material:material'),
    ('meta', 'id:id,title:title,description:description,availability:stock,condition:condition,price:full_price,sale_price:sale_price,link:link,image_link:image,additional_image_link:more_images,brand:brand,gtin:gtin,mpn:mpn,product_type:category,item_group_id:group_id,color:color,size:size,material:material,quantity_to_sell_on_facebook:quantity'),
    ('openai', 'item_id:id,title:title,description:description,url:link,brand:brand,image_url:image,price:full_price,sale_price:sale_price,availability:openai_stock,group_id:group_id,listing_has_variations:has_group,gtin:gtin,mpn:mpn,condition:condition,product_category:category,material:material,color:color,size:size,additional_image_urls:more_images,seller_name:seller_name,seller_url:seller_url,review_count:rating_count,star_rating:rating_score,is_eligible_search:=true,is_eligible_checkout:=false'),
    ('shopify', 'Title:title,URL handle:group_id,Description:description,Vendor:brand,Type:category,Published on online store:=true,Status:=active,SKU:shopify_sku,Barcode:gtin,Option1 name:=Variant,Option1 value:id,Price:amount,Compare-at price:compare_amount,Inventory quantity:quantity,Product image URL:image')
) as given (platform, columns)
cross join lateral pg_catalog.string_to_table(given.columns, ',') with ordinality as column_of (pair, position);

create function storefront.feed_rows(brand_id text, shop_brand_id text, platform text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  with seller as (
    select brands.name, storefront.web_address(shops.website) as website
    from core.brands
    left join storefront.shops on shops.brand_id = feed_rows.shop_brand_id
    where brands.brand_id = feed_rows.brand_id
  ),
  page as (
    select held
    from storefront.products as held
    where held.brand_id = feed_rows.shop_brand_id
    order by held.group_key, held.product_id
    limit feed_rows."limit" offset feed_rows."offset"
  ),
  listed as (
    select
      pg_catalog.row_number() over (order by said.values ->> 'group_id', said.values ->> 'id') as number,
      said.values || pg_catalog.jsonb_build_object(
        'openai_stock', case (page.held).availability when 'preorder' then 'pre_order' else said.values ->> 'stock' end,
        'shopify_sku', coalesce((page.held).sku, (page.held).product_id),
        'compare_amount', case when (page.held).list_price_micros > (page.held).price_micros then said.values -> 'full_amount' end
      ) as values
    from page
    cross join seller
    cross join lateral (select storefront.feed_values(page.held, seller.name, seller.website) as values) as said
  )
  select
    listed.number,
    (
      select pg_catalog.json_object_agg(
        columns.name,
        case when columns.value like '=%' then pg_catalog.substr(columns.value, 2) else coalesce(listed.values ->> columns.value, '') end
        order by columns.position
      )
      from storefront.feed_columns as columns
      where columns.platform = feed_rows.platform
    )
  from listed;
$$;
comment on function storefront.feed_rows(text, text, text, integer, bigint) is 'The rows of a platform''s file, variants of one product beside each other.';

create function storefront.acp_products(brand_id text, shop_brand_id text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  -- Agentic Commerce Protocol, schema.feed.json of 2026-04-17: Product and Variant.
  with groups as (
    select distinct products.group_key
    from storefront.products
    where products.brand_id = acp_products.shop_brand_id
    order by products.group_key
    limit acp_products."limit" offset acp_products."offset"
  ),
  variants as (
    select products.*, pg_catalog.row_number() over (partition by products.group_key order by products.product_id) as place
    from groups
    join storefront.products on products.brand_id = acp_products.shop_brand_id and products.group_key = groups.group_key
  ),
  said as (
    select
      variants.group_key, variants.place, variants.title, variants.description, variants.link, variants.images,
      pg_catalog.json_build_object(
        'id', variants.product_id,
        'title', storefront.plain(variants.title),
        'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(variants.description), '')),
        'url', storefront.web_address(variants.link),
        'barcodes', case when variants.gtin is null then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'gtin', 'value', variants.gtin)) end,
        'price', pg_catalog.json_build_object('amount', storefront.amount_minor(variants.price_micros, currencies), 'currency', variants.currency),
        'list_price', case when variants.list_price_micros > variants.price_micros then pg_catalog.json_build_object(
          'amount', storefront.amount_minor(variants.list_price_micros, currencies), 'currency', variants.currency
        ) end,
        'availability', pg_catalog.json_build_object(
          'available', variants.availability <> 'out_of_stock',
          'status', case variants.availability when 'low_stock' then 'limited_stock' else variants.availability end
        ),
        'categories', case when variants.category is null then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object('value', variants.category, 'taxonomy', 'merchant')) end,
        'condition', pg_catalog.json_build_array(coalesce(variants.condition, 'new')),
        'variant_options', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', option.key, 'value', option.value #>> '{}') order by option.key), '[]')
          from pg_catalog.jsonb_each(variants.attributes) as option
          where pg_catalog.jsonb_typeof(option.value) = 'string'
        ),
        'media', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
          from pg_catalog.unnest(storefront.web_addresses(variants.images)) with ordinality as image (link, number)
        )
      ) as variant
    from variants
    join core.currencies on currencies.currency = variants.currency
  )
  select
    pg_catalog.row_number() over (order by said.group_key),
    pg_catalog.json_build_object(
      'id', said.group_key,
      'title', storefront.plain(min(said.title) filter (where said.place = 1)),
      'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(min(said.description) filter (where said.place = 1)), '')),
      'url', storefront.web_address(min(said.link) filter (where said.place = 1)),
      'variants', pg_catalog.json_agg(said.variant order by said.place)
    )
  from said
  group by said.group_key;
$$;
comment on function storefront.acp_products(text, text, integer, bigint) is 'The catalogue as Products of the Agentic Commerce Protocol, variants within them.';

create function storefront.feed_file(brand_id text, platform text, file text, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(feed_file.brand_id);
  v_platform constant storefront.feed_platforms := storefront.require_feed_platform(feed_file.platform);
  v_rows_max constant integer := 5000;
  v_offset constant bigint := (feed_file.page - 1) * 5000::bigint;
  v_rows json;
begin
  if not feed_file.file = any (v_platform.files) then
    perform platform.fail('NTFND', pg_catalog.format('file: %s takes %s.', v_platform.platform, pg_catalog.array_to_string(v_platform.files, ', ')));
  end if;
  if v_platform.platform = 'acp' then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.acp_products(feed_file.brand_id, v_brand_id, v_rows_max, v_offset) as products;
  elsif exists (select from storefront.feed_columns as columns where columns.platform = v_platform.platform) then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.feed_rows(feed_file.brand_id, v_brand_id, v_platform.platform, v_rows_max, v_offset) as products;
  else
    v_rows := storefront.feed(feed_file.brand_id, v_platform.platform, v_rows_max, feed_file.page) -> 'products';
  end if;
  return pg_catalog.json_build_object(
    'file', feed_file.file,
    'title', (select brands.name from core.brands where brands.brand_id = feed_file.brand_id),
    'rows', coalesce(v_rows, '[]')
  );
end
$$;
comment on function storefront.feed_file(text, text, text, integer) is 'GET /platforms/{platform}/{file}: the rows of a file that a platform takes, 5,000 a page.';

grant select on storefront.feed_columns to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function
  storefront.attribute_words(jsonb),
  storefront.feed_values(storefront.products, text, text),
  storefront.feed_rows(text, text, text, integer, bigint),
  storefront.acp_products(text, text, integer, bigint),
  storefront.feed_file(text, text, text, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed_file', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.platform_config(brand_id text, platform text, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(platform_config.brand_id);
  v_root constant text := platform_config.base_url || '/api/storefront/' || platform_config.brand_id;
  v_platform storefront.platforms;
  v_shop storefront.shops;
  v_name text;
begin
  select held.* into v_platform from storefront.platforms as held where held.platform = platform_config.platform;
  if not found then
    perform platform.fail('NTFND', 'platform: there is no configuration for it. There is one for ' || (
      select pg_catalog.string_agg(held.platform, ', ' order by held.position) from storefront.platforms as held
    ) || '.');
  end if;
  select shops.* into v_shop from storefront.shops where shops.brand_id = v_brand_id;
  select brands.name into v_name from core.brands where brands.brand_id = platform_config.brand_id;
  return pg_catalog.json_build_object(
    'provider', v_platform.platform,
    'version', '1.0',
    'brand', pg_catalog.json_build_object(
      'name', v_name,
      'website', storefront.web_address(v_shop.website),
      'description', storefront.plain(v_shop.description),
      'trust_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = v_brand_id),
      'certification', storefront.certification(platform_config.brand_id, platform_config.base_url)
    ),
    'api', pg_catalog.json_build_object(
      'base_url', v_root,
      'authentication', pg_catalog.json_build_object('type', 'bearer', 'header', 'Authorization', 'required', false),
      'endpoints', pg_catalog.json_build_object(
        'search', pg_catalog.json_build_object('method', 'GET', 'path', '/search', 'params', array['q', 'limit', 'category']),
        'product', pg_catalog.json_build_object('method', 'GET', 'path', '/products/{productId}'),
        'query', pg_catalog.json_build_object('method', 'POST', 'path', '/query'),
        'trust', pg_catalog.json_build_object('method', 'GET', 'path', '/trust'),
        'certification', pg_catalog.json_build_object('method', 'GET', 'path', '/certification'),
        -- Listed as POST by the specification, exported as GET by it too.
        'compare', pg_catalog.json_build_object('method', 'POST', 'path', '/compare', 'params', array['ids'], 'served_methods', array['GET'])
      )
    ),
    'citation', pg_catalog.json_build_object(
      'format', v_platform.citation_format,
      'include_price', true,
      'include_availability', true,
      'include_trust_score', exists (select from storefront.trust_scores as scores where scores.brand_id = v_brand_id and scores.score is not null),
      'include_certification', (storefront.certificate(v_brand_id)).certificate_id is not null,
      'source_attribution', 'Source: ' || coalesce(v_name, platform_config.brand_id),
      'source_url', coalesce(storefront.web_address(v_shop.website), v_root)
    ),
    'capabilities', array['product_search', 'product_comparison', 'trust_verification', 'real_time_pricing']
      || case when exists (select from storefront.bundles as held where held.brand_id = v_brand_id) then array['bundle_deals'] else '{}' end,
    '_cache', 'live'
  );
end
$$;
comment on function storefront.platform_config(text, text, text) is 'GET /platforms/{platform}/config: how an assistant asks this shop, and how it is to cite it.';

grant execute on function storefront.platform_config(text, text, text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.platform_config', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.manifest(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'protocol', pg_catalog.json_build_object('name', 'agent-query-protocol', 'version', '1.0', 'supported_versions', array['1.0']),
    'osp_version', '2026-08-01',
    'brand', pg_catalog.json_build_object('id', brands.brand_id, 'name', brands.name, 'currency', brands.currency),
    'api_base_url', root.url,
    'transports', array['rest'],
    'auth', array[
      pg_catalog.json_build_object('type', 'anonymous', 'limit_per_minute', 10, 'counted_by', 'address'),
      pg_catalog.json_build_object('type', 'bearer', 'prefixes', array['pk_live_', 'pk_test_'], 'limit_per_minute', 120),
      pg_catalog.json_build_object('type', 'bearer', 'prefixes', array['sk_live_', 'sk_test_'], 'limit_per_minute', 600)
    ],
    'capabilities', pg_catalog.json_build_object(
      'search', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/search', 'limits', pg_catalog.json_build_object('limit_max', 30)),
      'query', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/query', 'limits', pg_catalog.json_build_object('limit_max', 50)),
      'compare', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/compare', 'limits', pg_catalog.json_build_object('ids_max', 5)),
      'recommend', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/recommend', 'limits', pg_catalog.json_build_object('limit_max', 30)),
      'reviews', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/reviews/{productId}', 'limits', pg_catalog.json_build_object('limit_max', 100)),
      'bundles', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/bundles', 'limits', '{}'::json),
      'trust', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/trust', 'limits', '{}'::json),
      'negotiation', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/negotiations', 'limits', '{}'::json),
      'price_holds', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/holds', 'limits', pg_catalog.json_build_object('minutes_max', 1440)),
      'transactions', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/transactions', 'limits', pg_catalog.json_build_object('items_max', 20)),
      'offers', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/offers', 'limits', '{}'::json),
      'feedback', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/feedback', 'limits', '{}'::json),
      'ucp_catalog', pg_catalog.json_build_object('versions', array['2026-04-08'], 'endpoint', root.url || '/.well-known/ucp', 'limits', '{}'::json)
    ),
    'keys', '[]'::json,
    'feeds', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object('format', feeds.platform, 'url', root.url || '/platforms/' || feeds.platform || '/feed') order by feeds.platform
      )
      from storefront.feed_platforms as feeds
    ),
    'policies', pg_catalog.json_build_object(
      'privacy', storefront.web_address(shops.privacy_policy), 'terms', storefront.web_address(shops.terms_of_service),
      'returns', storefront.web_address(shops.returns_policy)
    )
  )
  from core.brands
  cross join lateral (select manifest.base_url || '/api/storefront/' || manifest.brand_id as url) as root
  left join storefront.shops on shops.brand_id = core.data_brand_id(manifest.brand_id)
  where brands.brand_id = manifest.brand_id;
$$;
comment on function storefront.manifest(text, text) is 'GET /.well-known/osp.json: what this shop can be asked, where and how often.';

create function storefront.docs(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'protocol', 'Agent Query Protocol',
    'version', '1.0',
    'supported_versions', array['1.0'],
    'description', pg_catalog.format('How agents discover what %s sells.', coalesce(brands.name, brands.brand_id)),
    'base_url', docs.base_url || '/api/storefront/' || docs.brand_id
  )
  from core.brands
  where brands.brand_id = docs.brand_id;
$$;
comment on function storefront.docs(text, text) is 'GET /docs: the documentation of a shop; the server adds its endpoints.';

create function storefront.health()
returns json
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select pg_catalog.json_build_object(
    'active_brands', (select count(*) from core.brands where brands.status = 'active' and not brands.is_simulated),
    'timestamp', platform.utc(platform.now())
  );
$$;
comment on function storefront.health() is 'GET /api/storefront/health: what only the database knows of it.';
revoke execute on function storefront.health() from public;

grant execute on function storefront.manifest(text, text), storefront.docs(text, text), storefront.health() to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.manifest', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.docs', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.health', 'read:commerce', brand => 'none', allow_anonymous => true);

create function storefront.ucp_price(micros bigint, currency text)
returns json
language sql stable
return (
  select pg_catalog.json_build_object('amount', storefront.amount_minor(ucp_price.micros, currencies), 'currency', currencies.currency)
  from core.currencies
  where currencies.currency = ucp_price.currency
);
comment on function storefront.ucp_price(bigint, text) is 'A price in minor units, as the Universal Commerce Protocol has it.';

create function storefront.ucp_variant(product storefront.products)
returns json
language sql stable
return pg_catalog.json_build_object(
  'id', ucp_variant.product.product_id,
  'sku', ucp_variant.product.sku,
  'title', storefront.plain(ucp_variant.product.title),
  'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(ucp_variant.product.description), '')),
  'price', storefront.ucp_price(ucp_variant.product.price_micros, ucp_variant.product.currency),
  'list_price', case when ucp_variant.product.list_price_micros > ucp_variant.product.price_micros
    then storefront.ucp_price(ucp_variant.product.list_price_micros, ucp_variant.product.currency)
  end,
  'barcodes', case when ucp_variant.product.gtin is null then '[]'::json
    else pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'GTIN', 'value', ucp_variant.product.gtin))
  end,
  'availability', pg_catalog.json_build_object(
    'available', ucp_variant.product.availability <> 'out_of_stock',
    'status', case ucp_variant.product.availability when 'low_stock' then 'in_stock' else ucp_variant.product.availability end
  ),
  'options', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', option.key, 'label', option.value #>> '{}') order by option.key), '[]')
    from pg_catalog.jsonb_each(ucp_variant.product.attributes) as option
    where pg_catalog.jsonb_typeof(option.value) = 'string'
  )
);
comment on function storefront.ucp_variant(storefront.products) is 'A Variant of the Universal Commerce Protocol.';

create function storefront.ucp_products(brand_id text, product_ids text[])
returns table (product_id text, product json)
language sql stable
as $$
  select
    held.product_id,
    pg_catalog.json_build_object(
      'id', held.product_id,
      'title', storefront.plain(held.title),
      'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(held.description), '')),
      'url', storefront.web_address(held.link),
      'categories', case when held.category is null then '[]'::json
        else pg_catalog.json_build_array(pg_catalog.json_build_object('value', held.category, 'taxonomy', 'merchant'))
      end,
      'price_range', pg_catalog.json_build_object(
        'min', storefront.ucp_price(min(variants.price_micros), held.currency), 'max', storefront.ucp_price(max(variants.price_micros), held.currency)
      ),
      'media', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
        from pg_catalog.unnest(storefront.web_addresses(held.images)) with ordinality as image (link, number)
      ),
      'rating', case when held.shown_count > 0 then pg_catalog.json_build_object(
        'value', pg_catalog.round(held.shown_score, 2), 'scale_min', 1, 'scale_max', 5, 'count', held.shown_count
      ) end,
      'variants', pg_catalog.json_agg(storefront.ucp_variant(variants) order by variants.product_id <> held.product_id, variants.product_id)
    )
  from storefront.products as held
  -- Variants of one currency: a range over two would say nothing.
  join storefront.products as variants
    on variants.brand_id = held.brand_id and variants.currency = held.currency
    and (variants.product_id = held.product_id or variants.item_group_id = held.item_group_id)
  where held.brand_id = ucp_products.brand_id and held.product_id = any (ucp_products.product_ids)
  group by held.brand_id, held.product_id;
$$;
comment on function storefront.ucp_products(text, text[]) is 'Products of the Universal Commerce Protocol, each with the variants of its group, itself first.';

create function storefront.ucp(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', pg_catalog.json_build_object(
      'version', '2026-04-08',
      'services', pg_catalog.json_build_object('dev.ucp.shopping', pg_catalog.json_build_array(pg_catalog.json_build_object(
        'version', '2026-04-08', 'transport', 'rest', 'endpoint', ucp.base_url || '/api/storefront/' || ucp.brand_id,
        'schema', 'https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json'
      ))),
      'capabilities', (
        select pg_catalog.json_object_agg(
          capability.name,
          pg_catalog.json_build_array(pg_catalog.json_build_object(
            'version', '2026-04-08', 'spec', 'https://ucp.dev/2026-04-08/specification/catalog/' || capability.page,
            'schema', 'https://ucp.dev/2026-04-08/schemas/shopping/catalog_' || capability.page || '.json'
          ))
        )
        from (values ('dev.ucp.shopping.catalog.search', 'search'), ('dev.ucp.shopping.catalog.lookup', 'lookup')) as capability (name, page)
      ),
      'payment_handlers', '{}'::json
    ),
    'keys', '[]'::json
  );
$$;
comment on function storefront.ucp(text, text) is 'GET /.well-known/ucp: the business profile of the Universal Commerce Protocol; catalogue only, nothing is paid here.';

create function storefront.ucp_envelope(capability text)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'version', '2026-04-08',
  'capabilities', pg_catalog.json_build_object(ucp_envelope.capability, pg_catalog.json_build_array(pg_catalog.json_build_object('version', '2026-04-08')))
);
comment on function storefront.ucp_envelope(text) is 'What an answer says of the protocol: the capability that gave it.';

create function storefront.ucp_search(
  brand_id text, query text default null, filters jsonb default '{}', context jsonb default '{}', pagination jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_search.brand_id);
  v_limit constant integer := coalesce((ucp_search.pagination ->> 'limit')::integer, 10);
  v_offset constant bigint := coalesce((ucp_search.pagination ->> 'cursor')::bigint, 0);
  v_exponent integer;
  v_read record;
  v_filters jsonb;
begin
  if ucp_search.query is null and ucp_search.filters = '{}' then
    perform platform.fail('BADRQ', 'query: required where there are no filters.');
  end if;
  select currencies.exponent into v_exponent
  from core.currencies
  where currencies.currency = coalesce(
    ucp_search.context ->> 'currency', (select brands.currency from core.brands where brands.brand_id = ucp_search.brand_id)
  );
  select * into v_read from storefront.read_query(coalesce(ucp_search.query, ''));
  v_filters := v_read.filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'categories', nullif(ucp_search.filters -> 'categories', '[]'),
    'currency', ucp_search.context ->> 'currency',
    'price_min', (ucp_search.filters #>> '{price,min}')::numeric / 10 ^ coalesce(v_exponent, 2),
    'price_max', (ucp_search.filters #>> '{price,max}')::numeric / 10 ^ coalesce(v_exponent, 2)
  ));
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(v_brand_id, v_read.words, v_filters, "limit" => v_limit, "offset" => v_offset) as found
    )
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.search'),
      'products', coalesce(pg_catalog.json_agg(products.product order by page.number), '[]'),
      'pagination', pg_catalog.json_build_object(
        'cursor', case when v_offset + v_limit < max(page.total) then (v_offset + v_limit)::text end,
        'has_next_page', coalesce(v_offset + v_limit < max(page.total), false),
        'total_count', coalesce(max(page.total), 0)
      ),
      'messages', '[]'::json
    )
    from page
    join storefront.ucp_products(v_brand_id, array(select page.product_id from page)) as products using (product_id)
  );
end
$$;
comment on function storefront.ucp_search(text, text, jsonb, jsonb, jsonb) is 'POST /catalog/search of the Universal Commerce Protocol, over the same search.';

create function storefront.ucp_lookup(brand_id text, ids text[])
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'),
    'products', coalesce(pg_catalog.json_agg(found.product order by given.position) filter (where found.product_id is not null), '[]'),
    'messages', coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'type', 'warning', 'code', 'not_found', 'content', 'The shop has no product ' || given.id || '.', 'path', '$.ids[' || given.position - 1 || ']'
        )
        order by given.position
      ) filter (where found.product_id is null), '[]'
    )
  )
  from pg_catalog.unnest(ucp_lookup.ids) with ordinality as given (id, position)
  left join storefront.ucp_products(core.data_brand_id(ucp_lookup.brand_id), ucp_lookup.ids) as found on found.product_id = given.id;
$$;
comment on function storefront.ucp_lookup(text, text[]) is 'POST /catalog/lookup of the Universal Commerce Protocol: products by id; those that there are none of are named.';

create function storefront.ucp_product(brand_id text, id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, ucp_product.id);
begin
  return (
    select pg_catalog.json_build_object('ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'), 'product', found.product, 'messages', '[]'::json)
    from storefront.ucp_products(v_brand_id, array[v_product.product_id]) as found
  );
end
$$;
comment on function storefront.ucp_product(text, text) is 'POST /catalog/product of the Universal Commerce Protocol: one product with all of its variants.';

grant execute on function
  storefront.ucp_price(bigint, text),
  storefront.ucp_variant(storefront.products),
  storefront.ucp_products(text, text[]),
  storefront.ucp(text, text),
  storefront.ucp_envelope(text),
  storefront.ucp_search(text, text, jsonb, jsonb, jsonb),
  storefront.ucp_lookup(text, text[]),
  storefront.ucp_product(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.ucp_search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.ucp_lookup', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.ucp_product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

do $$
declare
  v_table text;
begin
  -- A shop window is for everybody who stands before it: the brand that the address names.
  foreach v_table in array array[
    'products', 'postings', 'terms', 'names', 'catalogues', 'reviews', 'shops', 'shipping_destinations', 'payment_methods',
    'bundles', 'bundle_products', 'trust_scores', 'trust_history', 'certificates'
  ] loop
    call core.protect(format('storefront.%I', v_table)::regclass);
    execute format(
      'create policy anonymous on storefront.%I for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format('grant select on storefront.%I to vitrine_anonymous', v_table);
  end loop;
  -- Reference data: the same for everybody, written by migrations only.
  foreach v_table in array array['trust_components', 'trust_tiers', 'platforms', 'feed_platforms', 'feed_columns'] loop
    execute format('alter table storefront.%I enable row level security', v_table);
    execute format('alter table storefront.%I force row level security', v_table);
    execute format('create policy everybody on storefront.%I for select using (true)', v_table);
  end loop;
end
$$;
call core.protect('storefront.trust_signals');

-- Ranks are counted over every shop of a category.
create policy gate on storefront.trust_scores for select to vitrine_gate using (true);
create policy gate on storefront.terms for select to vitrine_gate using (true);
grant usage on schema storefront to vitrine_gate;
grant select on storefront.trust_scores, storefront.terms to vitrine_gate;


create table commerce.machines (
  machine text not null,
  relation text not null,
  id_column text not null,
  event_fields text[] not null,
  clock_action text,
  description text not null,
  constraint machines_pkey primary key (machine)
);
comment on table commerce.machines is 'What has states: the table that holds it, and which of its columns an event tells.';
comment on column commerce.machines.clock_action is 'What its time running out does to it; expires_at says when.';

create table commerce.transitions (
  machine text not null,
  from_state text not null,
  action text not null,
  actor text not null,
  to_state text not null,
  event text,
  constraint transitions_pkey primary key (machine, from_state, action, actor),
  constraint transitions_machine_fkey foreign key (machine) references commerce.machines on delete cascade,
  constraint transitions_event_fkey foreign key (event) references events.types on delete restrict,
  constraint transitions_actor_check check (actor in ('agent', 'merchant', 'policy', 'service', 'clock'))
);
comment on table commerce.transitions is 'Every move there is; any other is refused. The state none is before the first. From a state that is no from_state nothing moves.';
comment on column commerce.transitions.actor is 'policy: the shop''s pricing policy; service: what follows from another move; clock: time that ran out.';
comment on column commerce.transitions.event is 'What is told of the move; null where another event tells it.';

insert into commerce.machines (machine, relation, id_column, event_fields, clock_action, description) values
  ('negotiation', 'negotiations', 'negotiation_id', '{negotiation_id,product_id,bundle_id,quantity,round,status,resolution,hold_id}', 'expire', 'Offers and counter-offers for a product or bundle.'),
  ('offer', 'negotiation_offers', 'offer_id', '{}', null, 'One offer within a negotiation.'),
  ('price_hold', 'price_holds', 'hold_id', '{hold_id,product_id,bundle_id,quantity,source,negotiation_id,status}', 'expire', 'A price that is kept for a while. It reserves no stock.'),
  ('transaction', 'transactions', 'transaction_id', '{transaction_id,status,merchant_order_id,completion_reason,cancellation_reason}', 'expire', 'An order handed to the merchant, who alone takes payment.'),
  ('confirmation_window', 'confirmation_windows', 'transaction_id', '{transaction_id,status}', 'lapse', 'How long the buyer may confirm or dispute.'),
  ('dispute', 'disputes', 'dispute_id', '{dispute_id,transaction_id,reason_code,status}', 'lapse', 'What is said when something went wrong: recorded, never adjudicated.');

insert into commerce.transitions (machine, from_state, action, actor, to_state, event) values
  ('negotiation', 'none', 'open', 'agent', 'pending_merchant', 'negotiation.opened'),
  ('negotiation', 'pending_merchant', 'accept', 'policy', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_merchant', 'accept', 'merchant', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_merchant', 'reject', 'policy', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_merchant', 'decline', 'merchant', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_merchant', 'counter', 'policy', 'pending_agent', 'negotiation.countered'),
  ('negotiation', 'pending_merchant', 'counter', 'merchant', 'pending_agent', 'negotiation.countered'),
  ('negotiation', 'pending_merchant', 'withdraw', 'agent', 'withdrawn', 'negotiation.withdrawn'),
  ('negotiation', 'pending_merchant', 'expire', 'clock', 'expired', 'negotiation.expired'),
  ('negotiation', 'pending_agent', 'counter', 'agent', 'pending_merchant', 'negotiation.countered'),
  ('negotiation', 'pending_agent', 'accept', 'agent', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_agent', 'reject', 'agent', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_agent', 'reject', 'policy', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_agent', 'withdraw', 'agent', 'withdrawn', 'negotiation.withdrawn'),
  ('negotiation', 'pending_agent', 'expire', 'clock', 'expired', 'negotiation.expired'),
  ('negotiation', 'accepted', 'convert', 'service', 'converted', null),
  ('negotiation', 'accepted', 'lapse', 'service', 'lapsed', null),

  ('offer', 'none', 'make', 'service', 'pending', null),
  ('offer', 'pending', 'counter', 'service', 'countered', null),
  ('offer', 'pending', 'accept', 'service', 'accepted', null),
  ('offer', 'pending', 'accept', 'policy', 'auto_accepted', null),
  ('offer', 'pending', 'decline', 'service', 'declined', null),
  ('offer', 'pending', 'decline', 'policy', 'auto_declined', null),
  ('offer', 'pending', 'retract', 'service', 'retracted', null),
  ('offer', 'pending', 'expire', 'service', 'expired', null),

  ('price_hold', 'none', 'create', 'agent', 'active', 'price_hold.created'),
  ('price_hold', 'active', 'consume', 'service', 'consumed', 'price_hold.consumed'),
  ('price_hold', 'active', 'release', 'agent', 'released', 'price_hold.released'),
  ('price_hold', 'active', 'expire', 'clock', 'expired', 'price_hold.expired'),

  ('transaction', 'none', 'create', 'agent', 'created', 'transaction.created'),
  ('transaction', 'created', 'open_handoff', 'service', 'handed_off', null),
  ('transaction', 'created', 'acknowledge', 'merchant', 'handed_off', null),
  ('transaction', 'created', 'confirm', 'merchant', 'confirmed', 'transaction.confirmed'),
  ('transaction', 'created', 'cancel', 'agent', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'created', 'cancel', 'merchant', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'created', 'expire', 'clock', 'expired', 'transaction.expired'),
  ('transaction', 'handed_off', 'confirm', 'merchant', 'confirmed', 'transaction.confirmed'),
  ('transaction', 'handed_off', 'cancel', 'agent', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'handed_off', 'cancel', 'merchant', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'handed_off', 'expire', 'clock', 'expired', 'transaction.expired'),
  ('transaction', 'confirmed', 'cancel', 'agent', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'confirmed', 'cancel', 'merchant', 'cancelled', 'transaction.cancelled'),
  ('transaction', 'confirmed', 'fulfil', 'merchant', 'fulfilled', 'transaction.fulfilled'),
  ('transaction', 'fulfilled', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'fulfilled', 'open_window', 'service', 'awaiting_confirmation', null),
  ('transaction', 'awaiting_confirmation', 'confirm', 'agent', 'completed', 'transaction.completed'),
  ('transaction', 'awaiting_confirmation', 'dispute', 'agent', 'disputed', null),
  ('transaction', 'awaiting_confirmation', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'disputed', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'disputed', 'cancel', 'service', 'cancelled', 'transaction.cancelled'),

  ('confirmation_window', 'none', 'open', 'service', 'open', 'confirmation_window.opened'),
  ('confirmation_window', 'open', 'confirm', 'agent', 'confirmed', 'confirmation_window.closed'),
  ('confirmation_window', 'open', 'dispute', 'agent', 'disputed', 'confirmation_window.closed'),
  ('confirmation_window', 'open', 'lapse', 'clock', 'lapsed', 'confirmation_window.closed'),

  ('dispute', 'none', 'record', 'agent', 'open', 'dispute.recorded'),
  ('dispute', 'open', 'state', 'agent', 'open', 'dispute.updated'),
  ('dispute', 'open', 'state', 'merchant', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'open', 'resolve', 'agent', 'resolved_by_parties', 'dispute.closed'),
  ('dispute', 'open', 'withdraw', 'agent', 'withdrawn', 'dispute.closed'),
  ('dispute', 'open', 'lapse', 'clock', 'closed_unresolved', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'state', 'agent', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'merchant_responded', 'state', 'merchant', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'merchant_responded', 'resolve', 'agent', 'resolved_by_parties', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'withdraw', 'agent', 'withdrawn', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'lapse', 'clock', 'closed_unresolved', 'dispute.closed');

create table commerce.pricing_policies (
  brand_id text not null,
  policy_id text not null default platform.new_id('pol'),
  product_id text,
  is_enabled boolean not null default true,
  floor_percent numeric,
  floor_micros bigint,
  floor_currency text,
  list_price_min_micros bigint,
  target_percent numeric not null,
  accept_percent numeric,
  decline_percent numeric,
  rounds_max smallint not null default 3,
  price_step_micros bigint not null default 10000,
  answered_by text not null default 'policy',
  answer_minutes integer not null default 15,
  hold_minutes integer not null default 60,
  negotiations_per_day_max integer not null default 100,
  version integer not null default 1,
  updated_at timestamptz not null default platform.now(),
  constraint pricing_policies_pkey primary key (brand_id, policy_id),
  constraint pricing_policies_product_key unique nulls not distinct (brand_id, product_id),
  constraint pricing_policies_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint pricing_policies_floor_currency_fkey foreign key (floor_currency) references core.currencies on delete restrict,
  constraint pricing_policies_floor_check check (
    pg_catalog.num_nonnulls(floor_percent, floor_micros) = 1
    and pg_catalog.num_nulls(floor_micros, floor_currency, list_price_min_micros) in (0, 3)
    and (floor_micros is null or product_id is not null)
    and coalesce(floor_micros, 0) >= 0
  ),
  constraint pricing_policies_percents_check check (
    target_percent > 0 and target_percent < 100 and coalesce(floor_percent, 0) between 0 and target_percent
    and coalesce(accept_percent, target_percent) between target_percent and 100 and coalesce(decline_percent, 0) between 0 and target_percent
  ),
  constraint pricing_policies_rounds_max_check check (rounds_max between 1 and 10),
  constraint pricing_policies_price_step_check check (price_step_micros > 0),
  constraint pricing_policies_answered_by_check check (answered_by in ('policy', 'merchant')),
  constraint pricing_policies_minutes_check check (answer_minutes between 1 and 10080 and hold_minutes between 1 and 1440),
  constraint pricing_policies_day_check check (negotiations_per_day_max > 0)
);
comment on table commerce.pricing_policies is 'How a shop negotiates: one policy of its own for a product, and one for all the others (product_id null).';
comment on column commerce.pricing_policies.floor_percent is
  'Of the list price. Nothing is accepted below the floor, and no answer depends on it: whatever the policy itself goes down to lies above.';
comment on column commerce.pricing_policies.list_price_min_micros is
  'With an amount as floor: the list price for which the policy was set. Below it, it does not answer until it is set again.';
comment on column commerce.pricing_policies.version is 'What one version has offered, another does not stand to.';
comment on column commerce.pricing_policies.target_percent is 'Of the price for the quantity: where the last counter-offer stands.';
comment on column commerce.pricing_policies.accept_percent is 'Of the same: an offer as high is accepted at once. So is one as high as the counter-offer would be.';
comment on column commerce.pricing_policies.decline_percent is 'Of the same: an offer below ends the negotiation.';
comment on column commerce.pricing_policies.answered_by is 'merchant: what is neither accepted nor declined at once waits for a person.';
comment on column commerce.pricing_policies.answer_minutes is 'How long either side has to answer.';

create table commerce.quantity_tiers (
  brand_id text not null,
  policy_id text not null,
  quantity_min integer not null,
  percent_off numeric not null,
  constraint quantity_tiers_pkey primary key (brand_id, policy_id, quantity_min),
  constraint quantity_tiers_policy_fkey foreign key (brand_id, policy_id) references commerce.pricing_policies on delete cascade,
  constraint quantity_tiers_quantity_min_check check (quantity_min > 1),
  constraint quantity_tiers_percent_off_check check (percent_off > 0 and percent_off < 100)
);
comment on table commerce.quantity_tiers is 'What comes off the list price from a quantity on, before anything is negotiated.';

create table commerce.exclusive_offers (
  brand_id text not null,
  offer_id text not null default platform.new_id('exo'),
  type text not null,
  title text not null,
  product_ids text[] not null default '{}',
  category text,
  bundle_id text,
  percent_off numeric,
  amount_micros bigint,
  currency text,
  gift text,
  platforms text[],
  redemptions_max integer,
  redemptions integer not null default 0,
  terms_url text,
  starts_at timestamptz not null default platform.now(),
  ends_at timestamptz,
  created_at timestamptz not null default platform.now(),
  constraint exclusive_offers_pkey primary key (brand_id, offer_id),
  constraint exclusive_offers_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint exclusive_offers_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint exclusive_offers_type_check check (
    case type
      when 'percent_off' then coalesce(percent_off > 0 and percent_off < 100, false)
      when 'amount_off' then coalesce(amount_micros > 0, false) and currency is not null
      when 'fixed_price' then coalesce(amount_micros > 0, false) and currency is not null
      when 'gift' then gift is not null
      else type = 'free_shipping'
    end
  ),
  constraint exclusive_offers_redemptions_check check (redemptions >= 0 and redemptions <= redemptions_max),
  constraint exclusive_offers_ends_at_check check (ends_at >= starts_at)
);
comment on table commerce.exclusive_offers is 'Offers that a shop makes to agents only.';
comment on column commerce.exclusive_offers.platforms is 'The assistants it is for; null is all of them.';
comment on column commerce.exclusive_offers.redemptions is 'How many orders used it. A held price counts when it becomes one.';

create table commerce.negotiations (
  brand_id text not null,
  negotiation_id text not null default platform.new_id('neg'),
  status text not null default 'none',
  version integer not null default 0,
  product_id text,
  bundle_id text,
  title text not null,
  quantity integer not null,
  list_price_micros bigint not null,
  currency text not null,
  policy_id text not null,
  rounds_max smallint not null,
  round smallint not null default 1,
  current_offer_id text,
  resolution text,
  price_micros bigint,
  hold_id text,
  transaction_id text,
  agent jsonb not null default '{}',
  link text,
  price_observed_at timestamptz not null,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint negotiations_pkey primary key (brand_id, negotiation_id),
  constraint negotiations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint negotiations_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint negotiations_subject_check check (pg_catalog.num_nonnulls(product_id, bundle_id) = 1),
  constraint negotiations_quantity_check check (quantity between 1 and 1000000),
  constraint negotiations_round_check check (round between 1 and rounds_max),
  constraint negotiations_accepted_check check (status not in ('accepted', 'converted', 'lapsed') or (price_micros is not null and hold_id is not null))
);
create index negotiations_created_idx on commerce.negotiations (brand_id, created_by, created_at);
create index negotiations_status_idx on commerce.negotiations (status, expires_at);
comment on table commerce.negotiations is 'What agents negotiate, with the list price as it was when they began.';
comment on column commerce.negotiations.round is 'How many offers the agent has made.';
comment on column commerce.negotiations.price_micros is 'A unit, as accepted.';
comment on column commerce.negotiations.created_by is 'The key, or the app of the person whose access token it was, that is the agent''s side.';

create table commerce.negotiation_offers (
  brand_id text not null,
  offer_id text not null default platform.new_id('off'),
  negotiation_id text not null,
  position smallint not null,
  status text not null default 'none',
  version integer not null default 0,
  party text not null,
  type text not null,
  terms jsonb not null,
  quantity integer not null,
  unit_price_micros bigint not null,
  currency text not null,
  policy_version integer not null,
  message text,
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  constraint negotiation_offers_pkey primary key (brand_id, offer_id),
  constraint negotiation_offers_position_key unique (brand_id, negotiation_id, position),
  constraint negotiation_offers_negotiation_fkey foreign key (brand_id, negotiation_id) references commerce.negotiations on delete cascade,
  constraint negotiation_offers_party_check check (party in ('agent', 'merchant', 'policy')),
  constraint negotiation_offers_type_check check (type in ('unit_price', 'percent_off', 'quantity_break', 'bundle', 'free_shipping', 'add_on')),
  constraint negotiation_offers_unit_price_check check (unit_price_micros > 0),
  constraint negotiation_offers_message_check check (pg_catalog.length(message) <= 500)
);
comment on table commerce.negotiation_offers is 'Offers of a negotiation in their order; of both sides together no more than two a round.';

create table commerce.price_holds (
  brand_id text not null,
  hold_id text not null default platform.new_id('hold'),
  status text not null default 'none',
  version integer not null default 0,
  product_id text,
  bundle_id text,
  title text not null,
  link text,
  quantity integer not null,
  unit_price_micros bigint not null,
  currency text not null,
  terms jsonb not null default '{}',
  source text not null,
  price_observed_at timestamptz not null,
  negotiation_id text,
  exclusive_offer_id text,
  transaction_id text,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint price_holds_pkey primary key (brand_id, hold_id),
  constraint price_holds_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint price_holds_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint price_holds_negotiation_fkey foreign key (brand_id, negotiation_id) references commerce.negotiations on delete cascade,
  constraint price_holds_subject_check check (pg_catalog.num_nonnulls(product_id, bundle_id) = 1),
  constraint price_holds_quantity_check check (quantity between 1 and 1000000),
  constraint price_holds_source_check check (source in ('list', 'sale', 'negotiation', 'exclusive_offer')),
  constraint price_holds_expires_at_check check (expires_at > created_at and expires_at <= created_at + interval '24 hours')
);
create unique index price_holds_active_key on commerce.price_holds (brand_id, created_by, coalesce(product_id, bundle_id)) where status = 'active';
create index price_holds_status_idx on commerce.price_holds (status, expires_at);
comment on table commerce.price_holds is 'Prices that are kept for somebody for a while, one at a time of each product. They reserve no stock and take no money.';
comment on column commerce.price_holds.terms is 'What was agreed on beside the price, as it was offered.';
comment on column commerce.price_holds.price_observed_at is 'When the shop last said what the price is made from.';

create table commerce.transactions (
  brand_id text not null,
  transaction_id text not null default platform.new_id('txn'),
  status text not null default 'none',
  version integer not null default 0,
  currency text not null,
  agent jsonb not null default '{}',
  buyer_reference text,
  merchant_order_id text,
  handoff_token text not null default platform.new_id('hnd'),
  handed_off_at timestamptz,
  payment_state text not null default 'unreported',
  payment_method text,
  payment_reference text,
  payment_reported_at timestamptz,
  completion_reason text,
  cancellation_reason text,
  is_of_shop boolean not null,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint transactions_pkey primary key (brand_id, transaction_id),
  constraint transactions_handoff_token_key unique (brand_id, handoff_token),
  constraint transactions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint transactions_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint transactions_payment_state_check check (payment_state in ('unreported', 'reported_paid', 'reported_failed', 'reported_refunded')),
  constraint transactions_completion_reason_check check (
    completion_reason in ('fulfilled', 'confirmed', 'window_lapsed', 'dispute_resolved', 'dispute_withdrawn', 'dispute_unresolved')
  )
);
create index transactions_created_idx on commerce.transactions (brand_id, created_at desc, transaction_id);
create index transactions_status_idx on commerce.transactions (status, expires_at);
comment on table commerce.transactions is 'Orders handed to the merchant, as both sides report them.';
comment on column commerce.transactions.is_of_shop is 'Whether a key that speaks for the shop made it: then it says nothing of the shop''s trust.';
comment on column commerce.transactions.payment_state is 'What the merchant says of a payment between the two of them. Nothing is paid here.';
comment on column commerce.transactions.expires_at is 'When the handoff runs out, if it has not come to an order.';
comment on column commerce.transactions.buyer_reference is 'Whatever the agent knows its buyer by; not a name.';

create table commerce.transaction_items (
  brand_id text not null,
  transaction_id text not null,
  position smallint not null,
  product_id text,
  bundle_id text,
  title text not null,
  quantity integer not null,
  unit_price_micros bigint not null,
  terms jsonb not null default '{}',
  hold_id text,
  link text,
  created_by text not null,
  constraint transaction_items_pkey primary key (brand_id, transaction_id, position),
  constraint transaction_items_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint transaction_items_hold_fkey foreign key (brand_id, hold_id) references commerce.price_holds on delete cascade,
  constraint transaction_items_quantity_check check (quantity between 1 and 1000000)
);
create unique index transaction_items_hold_key on commerce.transaction_items (brand_id, hold_id) where hold_id is not null;
comment on table commerce.transaction_items is 'What was ordered at which price.';

create table commerce.adjustments (
  brand_id text not null,
  transaction_id text not null,
  position smallint not null,
  type text not null,
  status text not null,
  amount_micros bigint,
  note text,
  reported_at timestamptz not null default platform.now(),
  created_by text not null,
  constraint adjustments_pkey primary key (brand_id, transaction_id, position),
  constraint adjustments_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint adjustments_type_check check (type in ('refund', 'credit', 'return', 'exchange', 'price_adjustment', 'cancellation', 'dispute')),
  constraint adjustments_status_check check (status in ('pending', 'completed', 'failed')),
  constraint adjustments_note_check check (pg_catalog.length(note) <= 1000)
);
comment on table commerce.adjustments is 'What the merchant reports to have changed of an order since, added to and never rewritten.';

create table commerce.confirmation_windows (
  brand_id text not null,
  transaction_id text not null,
  status text not null default 'none',
  version integer not null default 0,
  days smallint not null,
  opened_at timestamptz,
  expires_at timestamptz,
  acted_at timestamptz,
  note text,
  created_by text not null,
  updated_at timestamptz not null default platform.now(),
  constraint confirmation_windows_pkey primary key (brand_id, transaction_id),
  constraint confirmation_windows_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint confirmation_windows_days_check check (days between 1 and 30)
);
create index confirmation_windows_status_idx on commerce.confirmation_windows (status, expires_at);
comment on table commerce.confirmation_windows is 'How long after delivery a buyer may confirm or dispute, where the order asked for it.';

create table commerce.disputes (
  brand_id text not null,
  dispute_id text not null default platform.new_id('dsp'),
  transaction_id text not null,
  status text not null default 'none',
  version integer not null default 0,
  reason_code text not null,
  created_by text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint disputes_pkey primary key (brand_id, dispute_id),
  constraint disputes_transaction_key unique (brand_id, transaction_id),
  constraint disputes_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint disputes_reason_code_check check (
    reason_code in (
      'not_received', 'not_as_described', 'damaged', 'wrong_item', 'incorrect_amount', 'duplicate', 'not_authorised', 'refund_not_processed', 'other'
    )
  )
);
create index disputes_status_idx on commerce.disputes (status, expires_at);
comment on table commerce.disputes is 'Disputes as the parties report them. Nobody here decides who is right.';
comment on column commerce.disputes.expires_at is 'Thirty days after anybody last said something.';

create table commerce.dispute_statements (
  brand_id text not null,
  dispute_id text not null,
  position smallint not null,
  party text not null,
  statement text not null,
  evidence_urls text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  constraint dispute_statements_pkey primary key (brand_id, dispute_id, position),
  constraint dispute_statements_dispute_fkey foreign key (brand_id, dispute_id) references commerce.disputes on delete cascade,
  constraint dispute_statements_party_check check (party in ('agent', 'merchant')),
  constraint dispute_statements_statement_check check (pg_catalog.length(statement) between 1 and 4000)
);
comment on table commerce.dispute_statements is 'What either side said in a dispute, added to and never rewritten.';

create table commerce.feedback (
  brand_id text not null,
  feedback_id text not null default platform.new_id('fb'),
  subject_type text not null,
  subject_id text not null,
  outcome text not null,
  rating smallint,
  tags text[] not null default '{}',
  comment text,
  agent jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  constraint feedback_pkey primary key (brand_id, feedback_id),
  constraint feedback_subject_key unique (brand_id, created_by, subject_type, subject_id),
  constraint feedback_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint feedback_subject_type_check check (subject_type in ('query', 'product', 'negotiation', 'transaction', 'response')),
  constraint feedback_outcome_check check (
    outcome in ('purchased', 'recommended', 'abandoned', 'not_relevant', 'wrong_data', 'price_mismatch', 'unavailable', 'slow', 'error')
  ),
  constraint feedback_rating_check check (rating between 1 and 5),
  constraint feedback_comment_check check (pg_catalog.length(comment) <= 1000)
);
comment on table commerce.feedback is 'How it went, as agents say: once for each thing, the last word counting.';

create function commerce.allowed_actions(machine text, state text, actors text[])
returns text[]
language sql stable
return array(
  select distinct transitions.action
  from commerce.transitions
  where transitions.machine = allowed_actions.machine
    and transitions.from_state = allowed_actions.state
    and transitions.actor = any (allowed_actions.actors)
  order by transitions.action
);
comment on function commerce.allowed_actions(text, text, text[]) is 'What these may do from there.';

create function commerce.refuse_move(machine text, state text, action text, allowed text[])
returns void
language plpgsql stable
as $$
begin
  perform platform.fail(
    'NMOVE',
    pg_catalog.format(
      'this %s is %s: %s is not possible%s.', pg_catalog.replace(refuse_move.machine, '_', ' '), refuse_move.state, refuse_move.action,
      case when refuse_move.allowed = '{}' then ' any more' else ', but ' || pg_catalog.array_to_string(refuse_move.allowed, ', ') || ' is' end
    ),
    pg_catalog.json_build_object('from', refuse_move.state, 'action', refuse_move.action, 'allowed', refuse_move.allowed)::text
  );
end
$$;
comment on function commerce.refuse_move(text, text, text, text[]) is 'NMOVE, with what would be possible instead.';

-- A function for each machine, so that its statements are planned once and not at every move.
do $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines loop
    execute format(
      $function$
        create function commerce.step_%1$s(brand_id text, id text, action text, actor text, expected_version integer)
        returns jsonb
        language plpgsql volatile
        as $body$
        declare
          v_row jsonb;
        begin
          update commerce.%2$I as held
          set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
          from commerce.transitions
          where held.brand_id = step_%1$s.brand_id and held.%3$I = step_%1$s.id
            and transitions.machine = %4$L and transitions.from_state = held.status
            and transitions.action = step_%1$s.action and transitions.actor = step_%1$s.actor
            and held.version = coalesce(step_%1$s.expected_version, held.version)
            and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
          returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
          return v_row;
        end
        $body$
      $function$,
      v_machine.machine, v_machine.relation, v_machine.id_column, v_machine.machine
    );
    execute format(
      'comment on function commerce.step_%s(text, text, text, text, integer) is %L', v_machine.machine,
      'A move of commerce.move, if it is possible now; the row as it then is, or null.'
    );
    execute format(
      $function$
        create function commerce.find_%1$s_state(brand_id text, id text)
        returns table (status text, version integer, created_by text, expires_at timestamptz)
        language plpgsql stable
        as $body$
        begin
          return query
          select held.status, held.version, held.created_by, held.expires_at
          from commerce.%2$I as held
          where held.brand_id = find_%1$s_state.brand_id and held.%3$I = find_%1$s_state.id;
        end
        $body$
      $function$,
      v_machine.machine, v_machine.relation, v_machine.id_column
    );
    execute format(
      'comment on function commerce.find_%s_state(text, text) is %L', v_machine.machine, 'Where it stands and whose it is, for commerce.move and commerce.settle.'
    );
  end loop;
end
$$;

create function commerce.step(machine text, brand_id text, id text, action text, actor text, expected_version integer default null)
returns text
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  execute pg_catalog.format('select commerce.step_%s($1, $2, $3, $4, $5)', step.machine)
  into v_row
  using step.brand_id, step.id, step.action, step.actor, step.expected_version;
  if v_row ->> 'event' is not null and not step.brand_id = any (core.simulated_brand_ids()) then
    perform events.emit(
      step.brand_id, v_row ->> 'event',
      (
        select pg_catalog.jsonb_object_agg(told.field, v_row -> told.field)
        from commerce.machines
        cross join lateral pg_catalog.unnest(machines.event_fields) as told (field)
        where machines.machine = step.machine
      )
    );
  end if;
  return v_row ->> 'status';
end
$$;
comment on function commerce.step(text, text, text, text, text, integer) is
  'A move by commerce.transitions, told in the same transaction; returns the new state, or null where it is not possible now.';

create function commerce.move(machine text, brand_id text, id text, action text, actor text, expected_version integer default null)
returns text
language plpgsql volatile
as $$
declare
  v_to constant text := commerce.step(move.machine, move.brand_id, move.id, move.action, move.actor, move.expected_version);
  v_found record;
begin
  if v_to is not null then
    return v_to;
  end if;
  execute pg_catalog.format('select * from commerce.find_%s_state($1, $2)', move.machine) into v_found using move.brand_id, move.id;
  if v_found.status is null then
    perform platform.fail('NTFND', pg_catalog.format('there is no such %s.', pg_catalog.replace(move.machine, '_', ' ')));
  end if;
  perform commerce.require_version(v_found.version, move.expected_version);
  perform commerce.refuse_move(
    move.machine, v_found.status, move.action,
    pg_catalog.array_remove(commerce.allowed_actions(move.machine, v_found.status, array[move.actor]), move.action)
  );
  return null;
end
$$;
comment on function commerce.move(text, text, text, text, text, integer) is
  'The one way from state to state. NTFND, STALE or NMOVE where it cannot be. Whoever moves something holds its agent''s lock.';

create function commerce.guard_state()
returns trigger
language plpgsql volatile
as $$
declare
  v_from constant text := case when tg_op = 'UPDATE' then old.status end;
begin
  if (v_from is null and new.status <> 'none')
    or (v_from is distinct from new.status and v_from is not null and not exists (
      select from commerce.transitions
      where transitions.machine = tg_argv[0] and transitions.from_state = v_from and transitions.to_state = new.status
    ))
  then
    perform platform.fail('NMOVE', pg_catalog.format('a %s does not go from %s to %s.', tg_argv[0], coalesce(v_from, 'nothing'), new.status));
  end if;
  return new;
end
$$;
comment on function commerce.guard_state() is 'Refuses a change of state that commerce.transitions does not know, whoever makes it.';

do $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines loop
    execute format(
      'create trigger guard_state before insert or update of status on commerce.%I for each row execute function commerce.guard_state(%L)',
      v_machine.relation, v_machine.machine
    );
  end loop;
end
$$;

create function commerce.lock_agent(brand_id text, created_by text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'commerce', lock_agent.brand_id, lock_agent.created_by), 0)
  );
$$;
comment on function commerce.lock_agent(text, text) is
  'Taken first by whatever changes something of an agent: its negotiations, holds and orders touch each other, and are so changed one after the other.';

create function commerce.require_version(version integer, expected_version integer)
returns void
language plpgsql stable
as $$
begin
  if require_version.version <> require_version.expected_version then
    perform platform.fail(
      'STALE', pg_catalog.format('version: it has moved on to %s. Read it again and decide anew.', require_version.version),
      pg_catalog.json_build_object('version', require_version.version)::text
    );
  end if;
end
$$;
comment on function commerce.require_version(integer, integer) is 'STALE if the caller has seen another version than there is; nothing is expected of null.';

create function commerce.require_agent(created_by text)
returns void
language plpgsql stable
as $$
begin
  if require_agent.created_by is distinct from core.scope_credential_id() then
    perform platform.fail('DNIED', 'this is for the agent that began it, with the key that it began with.');
  end if;
end
$$;
comment on function commerce.require_agent(text) is 'DNIED for everybody but whoever began something.';

create function commerce.require_merchant(created_by text)
returns void
language plpgsql stable
as $$
begin
  if require_merchant.created_by = core.scope_credential_id() then
    perform platform.fail('DNIED', 'this key began it, and does not answer itself. Use another key of the shop.');
  end if;
end
$$;
comment on function commerce.require_merchant(text) is 'DNIED for whoever began something: nobody stands on both sides of it.';

create function commerce.require_action(machine text, state text, action text, allowed text[])
returns void
language plpgsql stable
as $$
begin
  if not require_action.action = any (require_action.allowed) then
    perform commerce.refuse_move(require_action.machine, require_action.state, require_action.action, require_action.allowed);
  end if;
end
$$;
comment on function commerce.require_action(text, text, text, text[]) is 'NMOVE unless it is among what is possible.';

create function commerce.pagination(total bigint, page integer, "limit" integer)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'page', pagination.page,
  'limit', pagination."limit",
  'total', pagination.total,
  'total_pages', pg_catalog.ceil(pagination.total::numeric / pagination."limit")::bigint,
  'has_more', pagination.total > pagination.page::bigint * pagination."limit"
);
comment on function commerce.pagination(bigint, integer, integer) is 'Where a page stands among all.';

create function commerce.settle(machine text, brand_id text, id text, is_read boolean default false)
returns boolean
language plpgsql volatile
as $$
declare
  v_found record;
begin
  execute pg_catalog.format('select * from commerce.find_%s_state($1, $2)', settle.machine) into v_found using settle.brand_id, settle.id;
  if v_found.status is null then
    return false;
  end if;
  -- Who only looks need not wait, unless there is something to do.
  if settle.is_read and coalesce(v_found.expires_at > platform.now(), true) then
    return false;
  end if;
  perform commerce.lock_agent(settle.brand_id, v_found.created_by);
  if commerce.step(
    settle.machine, settle.brand_id, settle.id, (select machines.clock_action from commerce.machines where machines.machine = settle.machine), 'clock'
  ) is null then
    return false;
  end if;
  perform commerce.follow(settle.machine, settle.brand_id, settle.id);
  return true;
end
$$;
comment on function commerce.settle(text, text, text, boolean) is
  'Lets the clock have its say over one thing before anybody else has theirs; returns whether it moved. Whoever does not only look holds the agent''s lock '
  'afterwards.';

create function commerce.follow(machine text, brand_id text, id text)
returns void
language plpgsql volatile
as $$
declare
  v_id text;
begin
  case follow.machine
    when 'negotiation' then
      select negotiations.current_offer_id into v_id
      from commerce.negotiations
      where negotiations.brand_id = follow.brand_id and negotiations.negotiation_id = follow.id;
      perform commerce.move('offer', follow.brand_id, v_id, 'expire', 'service');
    when 'price_hold' then
      select price_holds.negotiation_id into v_id
      from commerce.price_holds
      where price_holds.brand_id = follow.brand_id and price_holds.hold_id = follow.id;
      if v_id is not null then
        perform commerce.move('negotiation', follow.brand_id, v_id, 'lapse', 'service');
      end if;
    when 'transaction' then perform commerce.return_offers(follow.brand_id, follow.id);
    when 'confirmation_window' then
      update commerce.confirmation_windows as held set acted_at = platform.now() where held.brand_id = follow.brand_id and held.transaction_id = follow.id;
      perform commerce.complete_transaction(follow.brand_id, follow.id, 'window_lapsed');
    when 'dispute' then
      select disputes.transaction_id into v_id from commerce.disputes where disputes.brand_id = follow.brand_id and disputes.dispute_id = follow.id;
      perform commerce.complete_transaction(follow.brand_id, v_id, 'dispute_unresolved');
    else null;
  end case;
end
$$;
comment on function commerce.follow(text, text, text) is 'What follows when time runs out on something, or it is given up.';

create function commerce.due(brand_id text, created_by text)
returns table (machine text, id text, due_of text)
language plpgsql stable
as $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines where machines.clock_action is not null order by machines.machine loop
    return query execute pg_catalog.format(
      'select %L, held.%I, held.created_by from commerce.%I as held '
        'where held.brand_id = $1 and held.created_by = coalesce($2, held.created_by) and held.expires_at <= platform.now() '
        'and held.status = any (commerce.clock_states(%1$L)) order by held.expires_at, held.%2$I limit 100',
      v_machine.machine, v_machine.id_column, v_machine.relation
    )
    using due.brand_id, due.created_by;
  end loop;
end
$$;
comment on function commerce.due(text, text) is 'What has run out of time, a hundred of each kind at most, of an agent (null: of every one) and as far as the caller sees it.';

create function commerce.clock_states(machine text)
returns text[]
language sql stable
return array(
  select transitions.from_state from commerce.transitions where transitions.machine = clock_states.machine and transitions.actor = 'clock'
);
comment on function commerce.clock_states(text) is 'Where time can run out.';

create function commerce.settle_agent(brand_id text, created_by text)
returns integer
language plpgsql volatile
as $$
declare
  v_due record;
  v_moved integer := 0;
begin
  for v_due in select due.machine, due.id from commerce.due(settle_agent.brand_id, settle_agent.created_by) as due loop
    v_moved := v_moved + commerce.settle(v_due.machine, settle_agent.brand_id, v_due.id)::integer;
  end loop;
  return v_moved;
end
$$;
comment on function commerce.settle_agent(text, text) is
  'Lets the clock have its say over all that is due of one agent, and so under one agent''s lock; returns how many moved.';

create function commerce.due_agents(brand_id text)
returns setof text
language sql stable
as $$ select distinct due.due_of from commerce.due(due_agents.brand_id, null) as due order by 1; $$;
comment on function commerce.due_agents(text) is 'Of whom something has run out of time.';

create function commerce.due_brands()
returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_query text;
begin
  select string_agg(
    format(
      'select held.brand_id from commerce.%I as held where held.status = any (commerce.clock_states(%L)) and held.expires_at <= platform.now()',
      machines.relation, machines.machine
    ), ' union '
  )
  into v_query
  from commerce.machines
  where machines.clock_action is not null;
  return query execute v_query;
end
$$;
comment on function commerce.due_brands() is 'The brands of which something has run out of time.';
revoke execute on function commerce.due_brands() from public;

create function commerce.money(micros bigint, currency text)
returns json
language plpgsql stable
as $$
begin
  return (
    select storefront.formatted_price(money.micros, currencies) from core.currencies where currencies.currency = money.currency and money.micros is not null
  );
end
$$;
comment on function commerce.money(bigint, text) is 'An amount as every price is written: number, currency, text and minor units. Null for none.';

create function commerce.micros(amount numeric, currency text, field text)
returns bigint
language plpgsql stable
as $$
declare
  v_exponent smallint;
begin
  select currencies.exponent into v_exponent from core.currencies where currencies.currency = micros.currency;
  if v_exponent is null then
    perform platform.fail('BADRQ', micros.field || '.currency: must be an ISO 4217 code.');
  elsif pg_catalog.round(micros.amount, v_exponent) <> micros.amount then
    perform platform.fail('BADRQ', pg_catalog.format('%s.amount: %s has %s decimals.', micros.field, micros.currency, v_exponent));
  end if;
  return (micros.amount * 1000000)::bigint;
end
$$;
comment on function commerce.micros(numeric, text, text) is 'An amount in millionths; BADRQ, naming the field, for a currency there is not or a fraction of its smallest coin.';

create type commerce.subject as (
  title text,
  price_micros bigint,
  is_reduced boolean,
  currency text,
  category text,
  link text,
  observed_at timestamptz
);
comment on type commerce.subject is 'What is to be bought, with its price and when the shop last said so.';

create function commerce.find_subject(brand_id text, product_id text, bundle_id text)
returns commerce.subject
language plpgsql stable
as $$
declare
  v_subject commerce.subject;
begin
  if pg_catalog.num_nonnulls(find_subject.product_id, find_subject.bundle_id) <> 1 then
    perform platform.fail('BADRQ', 'product_id: name one product, or one bundle by bundle_id.');
  elsif find_subject.product_id is not null then
    select
      storefront.plain(held.title), held.price_micros, coalesce(held.list_price_micros > held.price_micros, false), held.currency, held.category,
      storefront.web_address(held.link), held.updated_at
    into v_subject
    from storefront.products as held
    where held.brand_id = find_subject.brand_id and held.product_id = find_subject.product_id;
    if not found then
      perform platform.fail('NTFND', 'product_id: this shop has no such product. Search finds what it has.');
    end if;
  else
    select storefront.plain(held.name), held.price_micros, true, held.currency, null, storefront.web_address(shops.website), shops.updated_at
    into v_subject
    from storefront.bundles as held
    join storefront.shops on shops.brand_id = held.brand_id
    where held.brand_id = find_subject.brand_id and held.bundle_id = find_subject.bundle_id
      and (held.valid_until is null or held.valid_until > platform.now());
    if not found then
      perform platform.fail('NTFND', 'bundle_id: this shop has no such bundle. GET /bundles lists those it has.');
    end if;
  end if;
  if v_subject.price_micros = 0 then
    perform platform.fail('BADRQ', 'product_id: costs nothing.');
  end if;
  return v_subject;
end
$$;
comment on function commerce.find_subject(text, text, text) is 'One product or one bundle as it is sold now; NTFND, naming the field, where there is none.';

create function commerce.minutes_from_now(minutes integer)
returns timestamptz
language sql stable
return platform.now() + pg_catalog.make_interval(mins => minutes_from_now.minutes);
comment on function commerce.minutes_from_now(integer) is 'A moment to come.';

create type commerce.price_terms as (
  policy commerce.pricing_policies,
  step_micros bigint,
  reference_micros bigint,
  floor_micros bigint,
  target_micros bigint,
  accept_micros bigint,
  decline_micros bigint
);
comment on type commerce.price_terms is
  'What a policy comes to for a quantity at a list price, a unit. commerce.set_pricing_policy sees to it that the target never lies below the floor.';

create function commerce.round_up(micros numeric, step_micros bigint)
returns bigint
language sql immutable
return (pg_catalog.ceil(round_up.micros / round_up.step_micros) * round_up.step_micros)::bigint;
comment on function commerce.round_up(numeric, bigint) is 'The next whole step.';

create function commerce.price_terms(brand_id text, product_id text, quantity integer, list_price_micros bigint, currency text)
returns commerce.price_terms
language plpgsql stable
as $$
declare
  v_policy commerce.pricing_policies;
  v_coin_micros bigint;
  v_reference_micros bigint;
begin
  select held.* into v_policy
  from commerce.pricing_policies as held
  where held.brand_id = price_terms.brand_id and (held.product_id = price_terms.product_id or held.product_id is null)
  order by held.product_id nulls last
  limit 1;
  -- A product whose own policy does not answer is not negotiated: the shop's is for all the others.
  if not found or not v_policy.is_enabled or v_policy.floor_currency <> price_terms.currency
    or price_terms.list_price_micros < v_policy.list_price_min_micros then
    return null;
  end if;
  select 10 ^ (6 - currencies.exponent) into v_coin_micros from core.currencies where currencies.currency = price_terms.currency;
  v_reference_micros := commerce.round_up(
    price_terms.list_price_micros * (
      100 - coalesce(
        (
          select tiers.percent_off
          from commerce.quantity_tiers as tiers
          where tiers.brand_id = v_policy.brand_id and tiers.policy_id = v_policy.policy_id and tiers.quantity_min <= price_terms.quantity
          order by tiers.quantity_min desc
          limit 1
        ), 0
      )
    ) / 100,
    v_coin_micros
  );
  return row(
    v_policy,
    commerce.round_up(v_policy.price_step_micros, v_coin_micros),
    v_reference_micros,
    coalesce(v_policy.floor_micros, pg_catalog.ceil(price_terms.list_price_micros * v_policy.floor_percent / 100)),
    pg_catalog.ceil(v_reference_micros * v_policy.target_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.accept_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.decline_percent / 100)
  )::commerce.price_terms;
end
$$;
comment on function commerce.price_terms(text, text, integer, bigint, text) is
  'How far a shop goes for so many, by the policy of the product or else of the brand; null where nothing is negotiated.';

create function commerce.counter_price_micros(terms commerce.price_terms, round integer)
returns bigint
language sql immutable
as $$
  select least(
    counter_price_micros.terms.reference_micros,
    commerce.round_up(
      counter_price_micros.terms.reference_micros
        - (counter_price_micros.terms.reference_micros - counter_price_micros.terms.target_micros)
          * least(counter_price_micros.round, policy.rounds_max)::numeric / policy.rounds_max,
      counter_price_micros.terms.step_micros
    )
  )
  from (select ((counter_price_micros.terms).policy).rounds_max) as policy;
$$;
comment on function commerce.counter_price_micros(commerce.price_terms, integer) is
  'What a policy asks in a round: in equal steps from the price for the quantity down to the target, rounded up to the price step. The floor has no part in it.';

create function commerce.show_pricing_policy(policy commerce.pricing_policies)
returns json
language sql stable
return pg_catalog.json_build_object(
  'id', (show_pricing_policy.policy).policy_id,
  'product_id', (show_pricing_policy.policy).product_id,
  'is_enabled', (show_pricing_policy.policy).is_enabled,
  'target_percent', (show_pricing_policy.policy).target_percent,
  'accept_percent', (show_pricing_policy.policy).accept_percent,
  'decline_percent', (show_pricing_policy.policy).decline_percent,
  'rounds_max', (show_pricing_policy.policy).rounds_max,
  'answered_by', (show_pricing_policy.policy).answered_by,
  'answer_minutes', (show_pricing_policy.policy).answer_minutes,
  'hold_minutes', (show_pricing_policy.policy).hold_minutes,
  'negotiations_per_day_max', (show_pricing_policy.policy).negotiations_per_day_max,
  'quantity_tiers', coalesce(
    (
      select pg_catalog.json_agg(pg_catalog.json_build_object('quantity_min', tiers.quantity_min, 'percent_off', tiers.percent_off) order by tiers.quantity_min)
      from commerce.quantity_tiers as tiers
      where tiers.brand_id = (show_pricing_policy.policy).brand_id and tiers.policy_id = (show_pricing_policy.policy).policy_id
    ), '[]'
  ),
  'updated_at', platform.utc((show_pricing_policy.policy).updated_at)
);
comment on function commerce.show_pricing_policy(commerce.pricing_policies) is 'A policy as it may be shown: without its floor, which no answer holds.';

create function commerce.pricing_policies(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'pricing_policies', coalesce(pg_catalog.json_agg(commerce.show_pricing_policy(held) order by held.product_id nulls first), '[]')
  )
  from commerce.pricing_policies as held
  where held.brand_id = core.data_brand_id(pricing_policies.brand_id);
$$;
comment on function commerce.pricing_policies(text) is 'GET /pricing-policies: how the shop negotiates, but for its floors.';

create function commerce.set_pricing_policy(
  brand_id text,
  floor jsonb,
  target_percent numeric,
  product_id text default null,
  is_enabled boolean default true,
  accept_percent numeric default null,
  decline_percent numeric default null,
  rounds_max integer default 3,
  price_step numeric default 1,
  quantity_tiers jsonb default '[]',
  answered_by text default 'policy',
  answer_minutes integer default null,
  hold_minutes integer default 60,
  negotiations_per_day_max integer default 100
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_currency text;
  v_subject commerce.subject;
  v_floor_micros bigint;
  v_percent_off_max numeric;
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_live();
  select brands.currency into v_brand_currency from core.brands where brands.brand_id = set_pricing_policy.brand_id;
  select coalesce(max(given.percent_off), 0) into v_percent_off_max
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (percent_off numeric);
  if set_pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(set_pricing_policy.brand_id, set_pricing_policy.product_id, null);
  end if;
  if set_pricing_policy.floor ? 'amount' then
    if set_pricing_policy.product_id is null then
      perform platform.fail('BADRQ', 'floor: an amount is for one product, by product_id. For the whole shop give a percent.');
    elsif v_subject.currency <> set_pricing_policy.floor ->> 'currency' then
      perform platform.fail('BADRQ', pg_catalog.format('floor.currency: must be %s, as the price is.', v_subject.currency));
    end if;
    v_floor_micros := commerce.micros((set_pricing_policy.floor ->> 'amount')::numeric, v_subject.currency, 'floor');
  end if;
  -- An answer that had to give way to the floor would tell where it is.
  if coalesce(v_floor_micros::numeric / v_subject.price_micros * 100, (set_pricing_policy.floor ->> 'percent')::numeric)
    > set_pricing_policy.target_percent * (100 - v_percent_off_max) / 100 then
    perform platform.fail('BADRQ', 'floor: must not be above the target, less the highest percent_off of quantity_tiers.');
  end if;
  insert into commerce.pricing_policies as held (
    brand_id, product_id, is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent,
    decline_percent, rounds_max, price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max
  )
  values (
    set_pricing_policy.brand_id, set_pricing_policy.product_id, set_pricing_policy.is_enabled, (set_pricing_policy.floor ->> 'percent')::numeric,
    v_floor_micros, set_pricing_policy.floor ->> 'currency', case when v_floor_micros is not null then v_subject.price_micros end,
    set_pricing_policy.target_percent, set_pricing_policy.accept_percent, set_pricing_policy.decline_percent, set_pricing_policy.rounds_max,
    commerce.micros(set_pricing_policy.price_step, v_brand_currency, 'price_step'), set_pricing_policy.answered_by,
    coalesce(set_pricing_policy.answer_minutes, case set_pricing_policy.answered_by when 'merchant' then 48 * 60 else 15 end),
    set_pricing_policy.hold_minutes, set_pricing_policy.negotiations_per_day_max
  )
  on conflict on constraint pricing_policies_product_key do update
  set
    is_enabled = excluded.is_enabled, floor_percent = excluded.floor_percent, floor_micros = excluded.floor_micros,
    floor_currency = excluded.floor_currency, list_price_min_micros = excluded.list_price_min_micros, target_percent = excluded.target_percent,
    accept_percent = excluded.accept_percent, decline_percent = excluded.decline_percent, rounds_max = excluded.rounds_max,
    price_step_micros = excluded.price_step_micros, answered_by = excluded.answered_by, answer_minutes = excluded.answer_minutes,
    hold_minutes = excluded.hold_minutes, negotiations_per_day_max = excluded.negotiations_per_day_max, version = held.version + 1,
    updated_at = platform.now()
  returning held.* into v_policy;
  delete from commerce.quantity_tiers as held where held.brand_id = v_policy.brand_id and held.policy_id = v_policy.policy_id;
  insert into commerce.quantity_tiers (brand_id, policy_id, quantity_min, percent_off)
  select v_policy.brand_id, v_policy.policy_id, given.quantity_min, given.percent_off
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (quantity_min integer, percent_off numeric);
  return commerce.show_pricing_policy(v_policy);
exception
  when unique_violation then
    perform platform.fail('BADRQ', 'quantity_tiers: name each quantity_min once.');
  when check_violation then
    perform platform.fail(
      'BADRQ', 'target_percent: the percents must rise from floor and decline over target to accept, each at most the next, the target below 100.'
    );
end
$$;
comment on function commerce.set_pricing_policy(text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer) is
  'POST /pricing-policies: how the shop negotiates a product, or all that have no policy of their own; in place of what was set before.';

call core.register_operation('commerce.pricing_policies', 'write:storefront', brand => 'shown');
call core.register_operation('commerce.set_pricing_policy', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);

create function commerce.show_offer(offer commerce.negotiation_offers)
returns json
language sql stable
return pg_catalog.json_build_object(
  'id', (show_offer.offer).offer_id,
  'position', (show_offer.offer).position,
  'party', (show_offer.offer).party,
  'type', (show_offer.offer).type,
  'terms', (show_offer.offer).terms,
  'quantity', (show_offer.offer).quantity,
  'unit_price', commerce.money((show_offer.offer).unit_price_micros, (show_offer.offer).currency),
  'message', (show_offer.offer).message,
  'status', (show_offer.offer).status,
  'valid_until', platform.utc((show_offer.offer).expires_at),
  'created_at', platform.utc((show_offer.offer).created_at)
);
comment on function commerce.show_offer(commerce.negotiation_offers) is 'An offer as both sides see it.';

create function commerce.actors(brand_id text, created_by text)
returns text[]
language sql stable
return case
  when actors.created_by = core.scope_credential_id() then array['agent']
  when actors.brand_id = any (core.merchant_brand_ids()) then array['merchant']
  else '{}'
end;
comment on function commerce.actors(text, text) is 'On whose side the caller stands: whoever began something is its agent, another key of the shop its merchant.';

create function commerce.negotiation_actions(negotiation commerce.negotiations, brand_id text)
returns text[]
language sql stable
return array(
  select action
  from pg_catalog.unnest(
    commerce.allowed_actions(
      'negotiation', (negotiation_actions.negotiation).status,
      commerce.actors(negotiation_actions.brand_id, (negotiation_actions.negotiation).created_by)
    )
  ) as allowed (action)
  where not (
    action = 'counter' and (negotiation_actions.negotiation).status = 'pending_agent'
    and (negotiation_actions.negotiation).round >= (negotiation_actions.negotiation).rounds_max
  )
  order by action
);
comment on function commerce.negotiation_actions(commerce.negotiations, text) is 'What the caller may do next: no counter-offer after the last round.';

create function commerce.show_negotiation(brand_id text, negotiation_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.negotiation_id,
      'brand_id', show_negotiation.brand_id,
      'status', held.status,
      'version', held.version,
      'product_id', held.product_id,
      'bundle_id', held.bundle_id,
      'title', held.title,
      'quantity', held.quantity,
      'list_price', commerce.money(held.list_price_micros, held.currency),
      'currency', held.currency,
      'round', held.round,
      'rounds_max', held.rounds_max,
      'current_offer', (
        select commerce.show_offer(offers)
        from commerce.negotiation_offers as offers
        where offers.brand_id = held.brand_id and offers.offer_id = held.current_offer_id
      ),
      'offers', (
        select pg_catalog.json_agg(commerce.show_offer(offers) order by offers.position)
        from commerce.negotiation_offers as offers
        where offers.brand_id = held.brand_id and offers.negotiation_id = held.negotiation_id
      ),
      'outcome', case when held.hold_id is not null then pg_catalog.json_build_object(
        'price', commerce.money(held.price_micros, held.currency), 'quantity', held.quantity, 'hold_id', held.hold_id, 'transaction_id', held.transaction_id
      ) end,
      'resolution', held.resolution,
      'next_actions', commerce.negotiation_actions(held, show_negotiation.brand_id),
      'agent', held.agent,
      'expires_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.negotiations as held
    where held.brand_id = core.data_brand_id(show_negotiation.brand_id) and held.negotiation_id = show_negotiation.negotiation_id
  );
end
$$;
comment on function commerce.show_negotiation(text, text) is 'A negotiation as its agent and its shop see it. What the shop would go to is not in it.';

create function commerce.find_negotiation(brand_id text, negotiation_id text, is_read boolean default false)
returns commerce.negotiations
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_negotiation.brand_id);
  v_negotiation commerce.negotiations;
begin
  perform commerce.settle('negotiation', v_brand_id, find_negotiation.negotiation_id, find_negotiation.is_read);
  select held.* into v_negotiation
  from commerce.negotiations as held
  where held.brand_id = v_brand_id and held.negotiation_id = find_negotiation.negotiation_id;
  if not found then
    perform platform.fail('NTFND', 'negotiation_id: there is no such negotiation, or another agent''s.');
  elsif v_negotiation.status = 'accepted' then
    perform commerce.settle('price_hold', v_brand_id, v_negotiation.hold_id, find_negotiation.is_read);
    select held.* into v_negotiation
    from commerce.negotiations as held
    where held.brand_id = v_brand_id and held.negotiation_id = find_negotiation.negotiation_id;
  end if;
  return v_negotiation;
end
$$;
comment on function commerce.find_negotiation(text, text, boolean) is 'A negotiation as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.offer_price_micros(negotiation commerce.negotiations, offer jsonb)
returns bigint
language plpgsql stable
as $$
declare
  v_type constant text := coalesce(offer_price_micros.offer ->> 'type', 'unit_price');
begin
  if offer_price_micros.offer ? 'quantity_min' and v_type <> 'quantity_break' then
    perform platform.fail('BADRQ', 'offer.quantity_min: goes with an offer of type quantity_break only.');
  elsif offer_price_micros.offer ? 'currency' and offer_price_micros.offer ->> 'currency' <> offer_price_micros.negotiation.currency then
    perform platform.fail('BADRQ', pg_catalog.format('offer.currency: must be %s, as the price is.', offer_price_micros.negotiation.currency));
  end if;
  if v_type in ('unit_price', 'quantity_break', 'bundle', 'add_on')
    and pg_catalog.num_nulls(offer_price_micros.offer ->> 'amount', offer_price_micros.offer ->> 'currency') > 0 then
    perform platform.fail('BADRQ', pg_catalog.format('offer.amount: required with its currency for an offer of type %s.', v_type));
  end if;
  case v_type
    when 'percent_off' then
      if offer_price_micros.offer ->> 'percent' is null then
        perform platform.fail('BADRQ', 'offer.percent: required for an offer of type percent_off.');
      end if;
      return commerce.round_up(
        offer_price_micros.negotiation.list_price_micros * (100 - (offer_price_micros.offer ->> 'percent')::numeric) / 100,
        (select (10 ^ (6 - currencies.exponent))::bigint from core.currencies where currencies.currency = offer_price_micros.negotiation.currency)
      );
    when 'quantity_break' then
      if coalesce((offer_price_micros.offer ->> 'quantity_min')::integer, 0) < offer_price_micros.negotiation.quantity then
        perform platform.fail('BADRQ', 'offer.quantity_min: must be the quantity of the negotiation or more.');
      end if;
    when 'bundle' then
      if offer_price_micros.offer ->> 'bundle_id' is distinct from offer_price_micros.negotiation.bundle_id then
        perform platform.fail('BADRQ', 'offer.bundle_id: must be the bundle that is negotiated.');
      end if;
    when 'add_on' then
      perform commerce.find_subject(offer_price_micros.negotiation.brand_id, coalesce(offer_price_micros.offer ->> 'add_on_product_id', ''), null);
      perform commerce.micros((offer_price_micros.offer ->> 'amount')::numeric, offer_price_micros.offer ->> 'currency', 'offer');
      return offer_price_micros.negotiation.list_price_micros;
    when 'free_shipping' then return offer_price_micros.negotiation.list_price_micros;
    else null;
  end case;
  return commerce.micros((offer_price_micros.offer ->> 'amount')::numeric, offer_price_micros.offer ->> 'currency', 'offer');
end
$$;
comment on function commerce.offer_price_micros(commerce.negotiations, jsonb) is 'What an offer comes to a unit; BADRQ where it lacks what its type needs.';

create function commerce.record_offer(
  negotiation commerce.negotiations, party text, offer jsonb, message text, policy commerce.pricing_policies, quantity integer
)
returns commerce.negotiation_offers
language plpgsql volatile
as $$
declare
  v_price_micros constant bigint := commerce.offer_price_micros(record_offer.negotiation, record_offer.offer);
  v_type constant text := coalesce(record_offer.offer ->> 'type', 'unit_price');
  v_has_price constant boolean := v_type not in ('free_shipping', 'add_on');
  v_last commerce.negotiation_offers;
  v_offer commerce.negotiation_offers;
begin
  select held.* into v_last
  from commerce.negotiation_offers as held
  where held.brand_id = record_offer.negotiation.brand_id and held.negotiation_id = record_offer.negotiation.negotiation_id
    and (held.party = 'agent') = (record_offer.party = 'agent')
    and held.type not in ('free_shipping', 'add_on')
  order by held.position desc
  limit 1;
  if record_offer.party = 'agent' and v_has_price then
    if v_price_micros >= record_offer.negotiation.list_price_micros then
      perform platform.fail('BADRQ', 'offer.amount: must be below the list price. At the list price there is nothing to negotiate.');
    elsif v_price_micros <= v_last.unit_price_micros then
      perform platform.fail('BADRQ', 'offer.amount: must be above the offer before.');
    end if;
  elsif record_offer.party = 'merchant' and v_has_price and v_price_micros > coalesce(v_last.unit_price_micros, record_offer.negotiation.list_price_micros) then
    perform platform.fail('BADRQ', 'offer.amount: must not be above the counter-offer before, nor above the list price.');
  end if;
  if v_price_micros <= 0 then
    perform platform.fail('BADRQ', 'offer.amount: must be above 0.');
  end if;
  if record_offer.negotiation.current_offer_id is not null then
    perform commerce.move('offer', record_offer.negotiation.brand_id, record_offer.negotiation.current_offer_id, 'counter', 'service');
  end if;
  insert into commerce.negotiation_offers as held (
    brand_id, negotiation_id, position, party, type, terms, quantity, unit_price_micros, currency, policy_version, message, created_by, expires_at
  )
  values (
    record_offer.negotiation.brand_id, record_offer.negotiation.negotiation_id,
    (
      select count(*) + 1
      from commerce.negotiation_offers as earlier
      where earlier.brand_id = record_offer.negotiation.brand_id and earlier.negotiation_id = record_offer.negotiation.negotiation_id
    ),
    record_offer.party, v_type, record_offer.offer - 'type',
    coalesce((record_offer.offer ->> 'quantity_min')::integer, record_offer.quantity), v_price_micros,
    record_offer.negotiation.currency, record_offer.policy.version, record_offer.message, record_offer.negotiation.created_by,
    commerce.minutes_from_now(record_offer.policy.answer_minutes)
  )
  returning held.* into v_offer;
  perform commerce.move('offer', v_offer.brand_id, v_offer.offer_id, 'make', 'service');
  update commerce.negotiations as held
  set current_offer_id = v_offer.offer_id, expires_at = v_offer.expires_at
  where held.brand_id = v_offer.brand_id and held.negotiation_id = v_offer.negotiation_id;
  return v_offer;
end
$$;
comment on function commerce.record_offer(commerce.negotiations, text, jsonb, text, commerce.pricing_policies, integer) is
  'The next offer of a negotiation, for so many unless it names its own number, in place of the one before. An agent''s rise from offer to offer, a shop''s fall.';

create function commerce.answer_offer(brand_id text, negotiation_id text)
returns void
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations;
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
  v_counter_micros bigint;
begin
  select held.* into strict v_negotiation
  from commerce.negotiations as held
  where held.brand_id = answer_offer.brand_id and held.negotiation_id = answer_offer.negotiation_id;
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = answer_offer.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(v_negotiation.brand_id, v_negotiation.product_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency);
  if v_terms is null or (v_terms.policy).policy_id <> v_negotiation.policy_id then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'policy_changed');
    return;
  end if;
  v_counter_micros := commerce.counter_price_micros(v_terms, v_negotiation.round);
  if (v_terms.policy).answered_by = 'merchant' then
    v_counter_micros := null;
  end if;
  if v_offer.type in ('free_shipping', 'add_on') then
    if v_counter_micros is not null then
      perform platform.fail('BADRQ', 'offer.type: this shop answers by rule, and takes unit_price, percent_off, quantity_break or bundle.');
    end if;
  elsif v_offer.unit_price_micros >= least(v_terms.accept_micros, v_counter_micros) then
    perform commerce.accept(v_negotiation, v_offer, 'policy', 'auto_accepted');
    return;
  elsif v_offer.unit_price_micros < v_terms.decline_micros then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'auto_declined');
    return;
  end if;
  if v_counter_micros is not null then
    perform commerce.record_offer(
      v_negotiation, 'policy',
      pg_catalog.jsonb_build_object('type', 'unit_price', 'amount', v_counter_micros / 1000000.0, 'currency', v_negotiation.currency), null,
      v_terms.policy, v_offer.quantity
    );
    perform commerce.move('negotiation', answer_offer.brand_id, answer_offer.negotiation_id, 'counter', 'policy');
  end if;
end
$$;
comment on function commerce.answer_offer(text, text) is
  'What the policy makes of the agent''s offer: takes it, ends the negotiation, counters, or leaves it to a person. The same offers find the same answers.';

create function commerce.accept(negotiation commerce.negotiations, offer commerce.negotiation_offers, actor text, resolution text)
returns void
language plpgsql volatile
as $$
declare
  v_terms constant commerce.price_terms := commerce.price_terms(
    accept.negotiation.brand_id, accept.negotiation.product_id, accept.offer.quantity, accept.negotiation.list_price_micros, accept.negotiation.currency
  );
  v_hold_id text;
begin
  if accept.actor = 'merchant' then
    if v_terms is null or accept.offer.unit_price_micros < v_terms.floor_micros then
      perform platform.fail('BADRQ', 'action: the pricing policy of this product does not allow that price. Counter, or change the policy.');
    end if;
  elsif v_terms is null
    or (v_terms.policy).policy_id <> accept.negotiation.policy_id
    or (v_terms.policy).version <> accept.offer.policy_version
    or accept.offer.unit_price_micros < v_terms.floor_micros then
    -- Whatever changed: to end what a newer floor forbids, and nothing else, would tell where it is.
    perform commerce.end_negotiation(accept.negotiation, 'reject', 'policy', 'policy_changed');
    return;
  end if;
  v_hold_id := commerce.hold_price(
    accept.negotiation.brand_id, accept.negotiation.product_id, accept.negotiation.bundle_id,
    row(
      accept.negotiation.title, accept.offer.unit_price_micros, false, accept.negotiation.currency, null, accept.negotiation.link,
      accept.negotiation.price_observed_at
    )::commerce.subject,
    accept.offer.quantity, 'negotiation', (v_terms.policy).hold_minutes, accept.negotiation.created_by, accept.negotiation.person_id,
    negotiation_id => accept.negotiation.negotiation_id,
    terms => case when accept.offer.type in ('free_shipping', 'add_on') then pg_catalog.jsonb_build_object('type', accept.offer.type) || accept.offer.terms
      else '{}' end
  );
  perform commerce.move('offer', accept.negotiation.brand_id, accept.offer.offer_id, 'accept', case accept.actor when 'policy' then 'policy' else 'service' end);
  update commerce.negotiations as held
  set resolution = accept.resolution, price_micros = accept.offer.unit_price_micros, quantity = accept.offer.quantity, hold_id = v_hold_id
  where held.brand_id = accept.negotiation.brand_id and held.negotiation_id = accept.negotiation.negotiation_id;
  perform commerce.move('negotiation', accept.negotiation.brand_id, accept.negotiation.negotiation_id, 'accept', accept.actor);
end
$$;
comment on function commerce.accept(commerce.negotiations, commerce.negotiation_offers, text, text) is
  'An offer becomes an agreement, and its price is held with what else was agreed on; not below the floor, nor by a policy that is no more.';

create function commerce.end_negotiation(negotiation commerce.negotiations, action text, actor text, resolution text)
returns void
language plpgsql volatile
as $$
begin
  update commerce.negotiations as held
  set resolution = end_negotiation.resolution
  where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id;
  perform commerce.move(
    'negotiation', end_negotiation.negotiation.brand_id, end_negotiation.negotiation.negotiation_id, end_negotiation.action, end_negotiation.actor
  );
  perform commerce.move(
    'offer', end_negotiation.negotiation.brand_id,
    (
      select held.current_offer_id
      from commerce.negotiations as held
      where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id
    ),
    case when end_negotiation.action = 'withdraw' then 'retract' else 'decline' end,
    case when end_negotiation.resolution = 'auto_declined' then 'policy' else 'service' end
  );
end
$$;
comment on function commerce.end_negotiation(commerce.negotiations, text, text, text) is 'A negotiation that comes to nothing, and its last offer with it.';

create function commerce.open_negotiation(
  brand_id text,
  offer jsonb,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  message text default null,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(open_negotiation.brand_id);
  v_subject commerce.subject;
  v_terms commerce.price_terms;
  v_negotiation commerce.negotiations;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  v_subject := commerce.find_subject(v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id);
  v_terms := commerce.price_terms(v_brand_id, open_negotiation.product_id, open_negotiation.quantity, v_subject.price_micros, v_subject.currency);
  if v_terms is null then
    perform platform.fail('NTFND', 'product_id: negotiation is not enabled for this. Its price is as listed; buy at the product''s purchase_url.');
  end if;
  if (
    select count(*) >= (v_terms.policy).negotiations_per_day_max
    from commerce.negotiations as held
    where held.brand_id = v_brand_id and held.created_by = core.scope_credential_id() and held.created_at > platform.now() - interval '1 day'
  ) then
    perform platform.fail(
      'QUOTA', 'you began as many negotiations with this shop as it takes of one agent in a day. Begin the next later.',
      pg_catalog.json_build_object('retry_after', 3600)::text
    );
  end if;
  insert into commerce.negotiations as held (
    brand_id, product_id, bundle_id, title, quantity, list_price_micros, currency, policy_id, rounds_max, agent, link,
    price_observed_at, created_by, person_id, expires_at
  )
  values (
    v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id, v_subject.title, open_negotiation.quantity, v_subject.price_micros,
    v_subject.currency, (v_terms.policy).policy_id, (v_terms.policy).rounds_max, open_negotiation.agent, v_subject.link,
    v_subject.observed_at, core.scope_credential_id(), core.scope_person_id(), commerce.minutes_from_now((v_terms.policy).answer_minutes)
  )
  returning held.* into v_negotiation;
  perform commerce.record_offer(
    v_negotiation, 'agent', open_negotiation.offer, open_negotiation.message, v_terms.policy, open_negotiation.quantity
  );
  perform commerce.move('negotiation', v_brand_id, v_negotiation.negotiation_id, 'open', 'agent');
  perform commerce.answer_offer(v_brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(open_negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.open_negotiation(text, jsonb, integer, text, text, text, jsonb) is
  'POST /negotiations: an agent''s first offer, with the answer of the shop''s policy if it has one at once.';

create function commerce.make_offer(brand_id text, negotiation_id text, offer jsonb, message text default null, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations := commerce.find_negotiation(make_offer.brand_id, make_offer.negotiation_id);
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, make_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'counter', commerce.negotiation_actions(v_negotiation, make_offer.brand_id)
  );
  update commerce.negotiations as held
  set round = held.round + 1
  where held.brand_id = v_negotiation.brand_id and held.negotiation_id = v_negotiation.negotiation_id
  returning held.* into v_negotiation;
  select policies.* into v_policy
  from commerce.pricing_policies as policies
  where policies.brand_id = v_negotiation.brand_id and policies.policy_id = v_negotiation.policy_id;
  perform commerce.record_offer(v_negotiation, 'agent', make_offer.offer, make_offer.message, v_policy, v_negotiation.quantity);
  perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'agent');
  perform commerce.answer_offer(v_negotiation.brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(make_offer.brand_id, make_offer.negotiation_id);
end
$$;
comment on function commerce.make_offer(text, text, jsonb, text, integer) is 'POST /negotiations/{negotiation_id}/offers: the agent''s next offer, above the one before, while there are rounds.';

create function commerce.accept_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(accept_offer.brand_id, accept_offer.negotiation_id);
  v_offer commerce.negotiation_offers;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, accept_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'accept', commerce.negotiation_actions(v_negotiation, accept_offer.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  perform commerce.accept(v_negotiation, v_offer, 'agent', 'accepted_by_agent');
  return commerce.show_negotiation(accept_offer.brand_id, accept_offer.negotiation_id);
end
$$;
comment on function commerce.accept_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/accept: the agent takes the counter-offer, and its price is held.';

create function commerce.leave_negotiation(brand_id text, negotiation_id text, action text, version integer)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, leave_negotiation.version);
  perform commerce.end_negotiation(v_negotiation, leave_negotiation.action, 'agent', case leave_negotiation.action when 'reject' then 'rejected_by_agent' end);
  return commerce.show_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
end
$$;
comment on function commerce.leave_negotiation(text, text, text, integer) is 'The agent will not go on.';

create function commerce.reject_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(reject_offer.brand_id, reject_offer.negotiation_id, 'reject', reject_offer.version); $$;
comment on function commerce.reject_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/reject: the agent does not take the counter-offer.';

create function commerce.withdraw_negotiation(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(withdraw_negotiation.brand_id, withdraw_negotiation.negotiation_id, 'withdraw', withdraw_negotiation.version); $$;
comment on function commerce.withdraw_negotiation(text, text, integer) is 'POST /negotiations/{negotiation_id}/withdraw: the agent takes back its offer.';

create function commerce.respond(
  brand_id text,
  negotiation_id text,
  action text,
  offer jsonb default null,
  message text default null,
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(respond.brand_id, respond.negotiation_id);
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
begin
  perform commerce.require_version(v_negotiation.version, respond.version);
  if (respond.action = 'counter') <> (respond.offer is not null) then
    perform platform.fail('BADRQ', 'offer: goes with action=counter, and with no other.');
  end if;
  perform commerce.require_merchant(v_negotiation.created_by);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, respond.action, commerce.negotiation_actions(v_negotiation, respond.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(v_negotiation.brand_id, v_negotiation.product_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency);
  case respond.action
    when 'accept' then perform commerce.accept(v_negotiation, v_offer, 'merchant', 'accepted_by_merchant');
    when 'decline' then perform commerce.end_negotiation(v_negotiation, 'decline', 'merchant', 'declined_by_merchant');
    else
      if v_terms is null then
        perform platform.fail('BADRQ', 'action: this product has no pricing policy any more. Decline, or set one.');
      end if;
      v_offer := commerce.record_offer(v_negotiation, 'merchant', respond.offer, respond.message, v_terms.policy, v_offer.quantity);
      if v_offer.unit_price_micros < v_terms.floor_micros then
        perform platform.fail('BADRQ', 'offer.amount: the pricing policy of this product does not allow that price.');
      end if;
      perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'merchant');
  end case;
  return commerce.show_negotiation(respond.brand_id, respond.negotiation_id);
end
$$;
comment on function commerce.respond(text, text, text, jsonb, text, integer) is
  'POST /negotiations/{negotiation_id}/respond: the shop''s people accept, counter or decline. Never below the floor of the policy.';

create function commerce.negotiation(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiation.brand_id, negotiation.negotiation_id, is_read => true);
begin
  return commerce.show_negotiation(negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.negotiation(text, text) is 'GET /negotiations/{negotiation_id}: a negotiation as it is now.';

create function commerce.negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(negotiations.brand_id);
begin
  perform commerce.settle_agent(v_brand_id, core.scope_credential_id());
  return (
    with matching as (
      select held.negotiation_id, held.created_at
      from commerce.negotiations as held
      where held.brand_id = v_brand_id and (negotiations.status is null or held.status = negotiations.status)
    )
    select pg_catalog.json_build_object(
      'negotiations', coalesce(
        pg_catalog.json_agg(commerce.show_negotiation(negotiations.brand_id, shown.negotiation_id) order by shown.created_at desc, shown.negotiation_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), negotiations.page, negotiations."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.negotiation_id
      limit negotiations."limit" offset (negotiations.page - 1)::bigint * negotiations."limit"
    ) as shown
  );
end
$$;
comment on function commerce.negotiations(text, text, integer, integer) is 'GET /negotiations: an agent''s own, or all of the shop, newest first.';

call core.register_operation('commerce.open_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.make_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.accept_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.reject_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.withdraw_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.respond', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.negotiation', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.negotiations', 'write:negotiation', brand => 'shown', access => 'write');

create function commerce.show_hold(brand_id text, hold_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.hold_id,
      'brand_id', show_hold.brand_id,
      'status', held.status,
      'version', held.version,
      'product_id', held.product_id,
      'bundle_id', held.bundle_id,
      'quantity', held.quantity,
      'unit_price', commerce.money(held.unit_price_micros, held.currency),
      'currency', held.currency,
      'source', held.source,
      'terms', held.terms,
      'price_source', pg_catalog.json_build_object('observed_at', platform.utc(held.price_observed_at)),
      'negotiation_id', held.negotiation_id,
      'offer_id', held.exclusive_offer_id,
      'transaction_id', held.transaction_id,
      'stock_reserved', false,
      'quote', case when held.status = 'active' and not held.brand_id = any (core.simulated_brand_ids()) then pg_catalog.json_build_object(
        'hold_id', held.hold_id, 'brand_id', show_hold.brand_id, 'product_id', held.product_id, 'bundle_id', held.bundle_id,
        'quantity', held.quantity, 'unit_price', commerce.money(held.unit_price_micros, held.currency), 'terms', held.terms,
        'iat', extract(epoch from held.created_at)::bigint, 'exp', extract(epoch from held.expires_at)::bigint
      ) end,
      'expires_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.price_holds as held
    where held.brand_id = core.data_brand_id(show_hold.brand_id) and held.hold_id = show_hold.hold_id
  );
end
$$;
comment on function commerce.show_hold(text, text) is 'A held price. quote is what the server signs: of one that is active, and of a shop that there is.';

create function commerce.find_hold(brand_id text, hold_id text, is_read boolean default false)
returns commerce.price_holds
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_hold.brand_id);
  v_hold commerce.price_holds;
begin
  perform commerce.settle('price_hold', v_brand_id, find_hold.hold_id, find_hold.is_read);
  select held.* into v_hold from commerce.price_holds as held where held.brand_id = v_brand_id and held.hold_id = find_hold.hold_id;
  if not found then
    perform platform.fail('NTFND', 'hold_id: there is no such hold, or another agent''s.');
  end if;
  return v_hold;
end
$$;
comment on function commerce.find_hold(text, text, boolean) is 'A hold as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.give_up_hold(hold commerce.price_holds)
returns void
language plpgsql volatile
as $$
begin
  perform commerce.move('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id, 'release', 'agent');
  perform commerce.follow('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id);
end
$$;
comment on function commerce.give_up_hold(commerce.price_holds) is 'A hold is let go, and with it the agreement it came from.';

create function commerce.hold_price(
  brand_id text,
  product_id text,
  bundle_id text,
  subject commerce.subject,
  quantity integer,
  source text,
  minutes integer,
  created_by text,
  person_id uuid,
  negotiation_id text default null,
  exclusive_offer_id text default null,
  terms jsonb default '{}'
)
returns text
language plpgsql volatile
as $$
declare
  v_other commerce.price_holds;
  v_hold_id text;
begin
  select held.* into v_other
  from commerce.price_holds as held
  where held.brand_id = hold_price.brand_id and held.created_by = hold_price.created_by and held.status = 'active'
    and coalesce(held.product_id, held.bundle_id) = coalesce(hold_price.product_id, hold_price.bundle_id);
  if found and not commerce.settle('price_hold', v_other.brand_id, v_other.hold_id) then
    if hold_price.negotiation_id is null then
      perform platform.fail(
        'HOLDX', 'product_id: you hold a price of it already. Use that hold, or release it first.',
        pg_catalog.json_build_object('hold_id', v_other.hold_id)::text
      );
    end if;
    -- What was agreed on now stands in place of what was held before.
    perform commerce.give_up_hold(v_other);
  end if;
  insert into commerce.price_holds as held (
    brand_id, product_id, bundle_id, title, link, quantity, unit_price_micros, currency, terms, source, price_observed_at, negotiation_id,
    exclusive_offer_id, created_by, person_id, expires_at
  )
  values (
    hold_price.brand_id, hold_price.product_id, hold_price.bundle_id, hold_price.subject.title, hold_price.subject.link, hold_price.quantity,
    hold_price.subject.price_micros, hold_price.subject.currency, hold_price.terms, hold_price.source, hold_price.subject.observed_at,
    hold_price.negotiation_id, hold_price.exclusive_offer_id, hold_price.created_by, hold_price.person_id,
    commerce.minutes_from_now(hold_price.minutes)
  )
  returning held.hold_id into v_hold_id;
  perform commerce.move('price_hold', hold_price.brand_id, v_hold_id, 'create', 'agent');
  return v_hold_id;
end
$$;
comment on function commerce.hold_price(text, text, text, commerce.subject, integer, text, integer, text, uuid, text, text, jsonb) is
  'Keeps a price for an agent. It has one of each product at a time: HOLDX, unless an agreement takes the place of the one before.';

create function commerce.create_hold(
  brand_id text,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  offer_id text default null,
  negotiation_id text default null,
  minutes integer default 15,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_hold.brand_id);
  v_subject commerce.subject;
  v_source text;
  v_hold_id text;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  if create_hold.negotiation_id is not null then
    return commerce.negotiated_hold(create_hold.brand_id, create_hold.negotiation_id);
  end if;
  v_subject := commerce.find_subject(v_brand_id, create_hold.product_id, create_hold.bundle_id);
  v_source := case when v_subject.is_reduced then 'sale' else 'list' end;
  if create_hold.offer_id is not null then
    v_subject.price_micros := commerce.offered_price_micros(
      v_brand_id, create_hold.offer_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.agent ->> 'platform'
    );
    v_source := 'exclusive_offer';
  end if;
  v_hold_id := commerce.hold_price(
    v_brand_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.quantity, v_source, create_hold.minutes,
    core.scope_credential_id(), core.scope_person_id(), exclusive_offer_id => create_hold.offer_id
  );
  return commerce.show_hold(create_hold.brand_id, v_hold_id);
end
$$;
comment on function commerce.create_hold(text, integer, text, text, text, text, integer, jsonb) is
  'POST /holds: keeps the price of today, or of an exclusive offer, for a while.';

create function commerce.negotiated_hold(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiated_hold.brand_id, negotiated_hold.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  if v_negotiation.status <> 'accepted' then
    perform commerce.refuse_move(
      'negotiation', v_negotiation.status, 'hold', commerce.negotiation_actions(v_negotiation, negotiated_hold.brand_id)
    );
  end if;
  return commerce.show_hold(negotiated_hold.brand_id, v_negotiation.hold_id);
end
$$;
comment on function commerce.negotiated_hold(text, text) is 'The hold that an agreement made: there is no other of it.';

create function commerce.hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(hold.brand_id, hold.hold_id, is_read => true);
begin
  return commerce.show_hold(hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.hold(text, text) is 'GET /holds/{hold_id}: a held price as it is now.';

create function commerce.release_hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(release_hold.brand_id, release_hold.hold_id);
begin
  perform commerce.require_agent(v_hold.created_by);
  if v_hold.status <> 'released' then
    perform commerce.give_up_hold(v_hold);
  end if;
  return commerce.show_hold(release_hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.release_hold(text, text) is 'DELETE /holds/{hold_id}: the agent needs the price no longer. Again is the same as once.';

call core.register_operation('commerce.create_hold', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.hold', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.release_hold', 'write:negotiation', brand => 'shown', access => 'write');

create function commerce.offered_price_micros(
  brand_id text, offer_id text, product_id text, bundle_id text, subject commerce.subject, platform text
)
returns bigint
language plpgsql stable
as $$
declare
  v_offer commerce.exclusive_offers;
  v_price_micros bigint;
begin
  select held.* into v_offer
  from commerce.exclusive_offers as held
  where held.brand_id = offered_price_micros.brand_id and held.offer_id = offered_price_micros.offer_id
    and held.starts_at <= platform.now() and (held.ends_at is null or held.ends_at > platform.now());
  if not found then
    perform platform.fail('NTFND', 'offer_id: there is no such offer now. GET /offers lists those there are.');
  elsif not offered_price_micros.platform = any (coalesce(v_offer.platforms, array[offered_price_micros.platform])) then
    perform platform.fail('DNIED', 'offer_id: this offer is for ' || pg_catalog.array_to_string(v_offer.platforms, ', ') || '. Say in agent.platform what you are.');
  elsif v_offer.platforms is not null and offered_price_micros.platform is null then
    perform platform.fail('BADRQ', 'agent.platform: required, because this offer is for some platforms only.');
  elsif v_offer.redemptions >= v_offer.redemptions_max then
    perform platform.fail('NTFND', 'offer_id: this offer has been used as often as it may be.');
  elsif not commerce.covers(v_offer, offered_price_micros.product_id, offered_price_micros.bundle_id, offered_price_micros.subject.category) then
    perform platform.fail('BADRQ', 'offer_id: this offer is not for that product.');
  end if;
  v_price_micros := commerce.reduced_price_micros(v_offer, offered_price_micros.subject.price_micros, offered_price_micros.subject.currency);
  if v_price_micros is null then
    perform platform.fail('BADRQ', 'offer_id: this offer makes no lower price of that product. It is good at the shop''s own checkout.');
  end if;
  return v_price_micros;
end
$$;
comment on function commerce.offered_price_micros(text, text, text, text, commerce.subject, text) is
  'What something costs with an exclusive offer; refuses one that is over, used up, or for others.';

create function commerce.covers(offer commerce.exclusive_offers, product_id text, bundle_id text, category text)
returns boolean
language sql immutable
return case
  when covers.bundle_id is not null then (covers.offer).bundle_id is not distinct from covers.bundle_id
  when (covers.offer).bundle_id is not null then false
  when (covers.offer).product_ids <> '{}' then covers.product_id = any ((covers.offer).product_ids)
  when (covers.offer).category is not null then coalesce(
    covers.category = (covers.offer).category or pg_catalog.starts_with(covers.category, (covers.offer).category || ' > '), false
  )
  else true
end;
comment on function commerce.covers(commerce.exclusive_offers, text, text, text) is 'Whether an offer is for it: a bundle, certain products, a category with what is below it, or everything.';

create function commerce.reduced_price_micros(offer commerce.exclusive_offers, price_micros bigint, currency text)
returns bigint
language sql stable
as $$
  select case when reduced.micros > 0 and reduced.micros < reduced_price_micros.price_micros then reduced.micros end
  from core.currencies
  cross join lateral (
    select case (reduced_price_micros.offer).type
      when 'percent_off' then commerce.round_up(
        reduced_price_micros.price_micros * (100 - (reduced_price_micros.offer).percent_off) / 100, (10 ^ (6 - currencies.exponent))::bigint
      )
      when 'amount_off' then case when (reduced_price_micros.offer).currency = currencies.currency
        then reduced_price_micros.price_micros - (reduced_price_micros.offer).amount_micros end
      when 'fixed_price' then case when (reduced_price_micros.offer).currency = currencies.currency then (reduced_price_micros.offer).amount_micros end
    end as micros
  ) as reduced
  where currencies.currency = reduced_price_micros.currency;
$$;
comment on function commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text) is 'A price with an offer taken off; null where it makes none lower.';

create function commerce.show_exclusive_offer(offer commerce.exclusive_offers)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_exclusive_offer.offer).offer_id,
    'type', (show_exclusive_offer.offer).type,
    'title', storefront.plain((show_exclusive_offer.offer).title),
    'product_ids', (show_exclusive_offer.offer).product_ids,
    'category', (show_exclusive_offer.offer).category,
    'bundle_id', (show_exclusive_offer.offer).bundle_id,
    'percent_off', (show_exclusive_offer.offer).percent_off,
    'amount', commerce.money((show_exclusive_offer.offer).amount_micros, (show_exclusive_offer.offer).currency),
    'gift', storefront.plain((show_exclusive_offer.offer).gift),
    'products', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'product_id', held.product_id, 'list_price', commerce.money(held.price_micros, held.currency),
            'price', commerce.money(commerce.reduced_price_micros(show_exclusive_offer.offer, held.price_micros, held.currency), held.currency)
          )
          order by held.product_id
        )
        from storefront.products as held
        where held.brand_id = (show_exclusive_offer.offer).brand_id and held.product_id = any ((show_exclusive_offer.offer).product_ids)
      ), '[]'
    ),
    'audience', pg_catalog.json_build_object('platforms', coalesce((show_exclusive_offer.offer).platforms, array['all'])),
    'starts_at', platform.utc((show_exclusive_offer.offer).starts_at),
    'ends_at', platform.utc((show_exclusive_offer.offer).ends_at),
    'redemptions_max', (show_exclusive_offer.offer).redemptions_max,
    'terms_url', storefront.web_address((show_exclusive_offer.offer).terms_url)
  );
$$;
comment on function commerce.show_exclusive_offer(commerce.exclusive_offers) is 'An exclusive offer as agents see it, with what the products it names come to.';

create function commerce.exclusive_offers(brand_id text, platform text default null)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('offers', coalesce(pg_catalog.json_agg(commerce.show_exclusive_offer(held) order by held.starts_at desc, held.offer_id), '[]'))
  from commerce.exclusive_offers as held
  where held.brand_id = core.data_brand_id(exclusive_offers.brand_id)
    and held.starts_at <= platform.now() and (held.ends_at is null or held.ends_at > platform.now())
    and coalesce(held.redemptions < held.redemptions_max, true)
    and (exclusive_offers.platform is null or held.platforms is null or exclusive_offers.platform = any (held.platforms));
$$;
comment on function commerce.exclusive_offers(text, text) is 'GET /offers: what the shop offers to agents now.';

create function commerce.publish_offer(
  brand_id text,
  type text,
  title text,
  product_ids text[] default '{}',
  category text default null,
  bundle_id text default null,
  percent_off numeric default null,
  amount numeric default null,
  currency text default null,
  gift text default null,
  platforms text[] default null,
  redemptions_max integer default null,
  terms_url text default null,
  starts_at timestamptz default null,
  ends_at timestamptz default null
)
returns json
language plpgsql volatile
as $$
declare
  v_unknown text;
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  select given.product_id into v_unknown
  from pg_catalog.unnest(publish_offer.product_ids) as given (product_id)
  where not exists (
    select from storefront.products as held where held.brand_id = publish_offer.brand_id and held.product_id = given.product_id
  )
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', pg_catalog.format('product_ids: the catalogue has no product %s.', v_unknown));
  elsif publish_offer.bundle_id is not null then
    perform commerce.find_subject(publish_offer.brand_id, null, publish_offer.bundle_id);
  end if;
  insert into commerce.exclusive_offers as held (
    brand_id, type, title, product_ids, category, bundle_id, percent_off, amount_micros, currency, gift, platforms, redemptions_max, terms_url, starts_at, ends_at
  )
  values (
    publish_offer.brand_id, publish_offer.type, publish_offer.title, publish_offer.product_ids, publish_offer.category, publish_offer.bundle_id,
    publish_offer.percent_off,
    case when publish_offer.amount is not null then commerce.micros(publish_offer.amount, publish_offer.currency, 'offer') end,
    publish_offer.currency, publish_offer.gift, publish_offer.platforms, publish_offer.redemptions_max, publish_offer.terms_url,
    coalesce(publish_offer.starts_at, platform.now()), publish_offer.ends_at
  )
  returning held.* into v_offer;
  perform events.emit(
    v_offer.brand_id, 'offer.published', pg_catalog.jsonb_build_object('offer_id', v_offer.offer_id, 'type', v_offer.type, 'title', v_offer.title)
  );
  return commerce.show_exclusive_offer(v_offer);
exception
  when check_violation then
    perform platform.fail(
      'BADRQ', 'type: percent_off goes with percent_off, amount_off and fixed_price with amount and currency, gift with gift; ends_at comes after starts_at.'
    );
end
$$;
comment on function commerce.publish_offer(
  text, text, text, text[], text, text, numeric, numeric, text, text, text[], integer, text, timestamptz, timestamptz
) is 'POST /offers: the shop makes an offer to agents.';

create function commerce.end_offer(brand_id text, offer_id text)
returns json
language plpgsql volatile
as $$
declare
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  update commerce.exclusive_offers as held
  set ends_at = greatest(held.starts_at, least(held.ends_at, platform.now()))
  where held.brand_id = end_offer.brand_id and held.offer_id = end_offer.offer_id
  returning held.* into v_offer;
  if not found then
    perform platform.fail('NTFND', 'offer_id: this shop has made no such offer.');
  end if;
  return commerce.show_exclusive_offer(v_offer);
end
$$;
comment on function commerce.end_offer(text, text) is 'DELETE /offers/{offer_id}: it is over. Prices that are held stay held. Again is the same as once.';

create function commerce.lock_offers(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('commerce.exclusive_offers/' || lock_offers.brand_id, 0));
$$;
comment on function commerce.lock_offers(text) is
  'Taken last, after an agent''s lock: whoever counts the offers of a shop does so alone, in whatever order the orders name them.';

create function commerce.redeem_offers(brand_id text, transaction_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_used record;
begin
  perform commerce.lock_offers(redeem_offers.brand_id);
  for v_used in
    select holds.exclusive_offer_id as offer_id, count(*) as holds
    from commerce.price_holds as holds
    where holds.brand_id = redeem_offers.brand_id and holds.transaction_id = redeem_offers.transaction_id and holds.exclusive_offer_id is not null
    group by holds.exclusive_offer_id
  loop
    update commerce.exclusive_offers as held
    set redemptions = held.redemptions + v_used.holds
    where held.brand_id = redeem_offers.brand_id and held.offer_id = v_used.offer_id
      and coalesce(held.redemptions + v_used.holds <= held.redemptions_max, true);
    if not found then
      perform platform.fail('NTFND', 'hold_id: the offer that a price is held by has been used as often as it may be.');
    end if;
  end loop;
end
$$;
comment on function commerce.redeem_offers(text, text) is 'Counts the offers that an order uses, none more often than it may be.';
revoke execute on function commerce.redeem_offers(text, text) from public;

create function commerce.return_offers(brand_id text, transaction_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select commerce.lock_offers(return_offers.brand_id);
  update commerce.exclusive_offers as held
  set redemptions = held.redemptions - used.holds
  from (
    select holds.exclusive_offer_id as offer_id, count(*) as holds
    from commerce.price_holds as holds
    where holds.brand_id = return_offers.brand_id and holds.transaction_id = return_offers.transaction_id
    group by holds.exclusive_offer_id
  ) as used
  where held.brand_id = return_offers.brand_id and held.offer_id = used.offer_id;
$$;
comment on function commerce.return_offers(text, text) is 'An order that came to nothing has used no offer.';
revoke execute on function commerce.return_offers(text, text) from public;

create function commerce.require_live()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'the simulated shop''s offers and prices are as they are. Use a live key to publish your own.');
  end if;
end
$$;
comment on function commerce.require_live() is 'DNIED for a test key: everybody''s share one simulated shop, which nobody rearranges.';

call core.register_operation('commerce.exclusive_offers', 'read:commerce', brand => 'shown', allow_anonymous => true);
call core.register_operation('commerce.publish_offer', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.end_offer', 'write:storefront', brand => 'shown', access => 'write');

create function commerce.show_transaction(brand_id text, transaction_id text, base_url text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.transaction_id,
      'brand_id', show_transaction.brand_id,
      'status', held.status,
      'version', held.version,
      'items', items.items,
      'totals', pg_catalog.json_build_array(
        pg_catalog.json_build_object('type', 'items', 'amount', commerce.money(items.total_micros::bigint, held.currency))
      ),
      'currency', held.currency,
      'handoff', pg_catalog.json_build_object(
        'url', show_transaction.base_url || '/api/storefront/' || show_transaction.brand_id || '/handoff/' || held.handoff_token,
        'token', held.handoff_token, 'expires_at', platform.utc(held.expires_at), 'opened_at', platform.utc(held.handed_off_at)
      ),
      'agent', held.agent,
      'buyer_reference', held.buyer_reference,
      'merchant_order_id', held.merchant_order_id,
      'payment', pg_catalog.json_build_object(
        'state', held.payment_state, 'reported_by', case when held.payment_reported_at is not null then 'merchant' end,
        'method', held.payment_method, 'reference', held.payment_reference, 'reported_at', platform.utc(held.payment_reported_at)
      ),
      'confirmation_window', case when windows.transaction_id is null then pg_catalog.json_build_object(
        'state', 'none', 'days', null, 'opened_at', null, 'closes_at', null, 'acted_at', null, 'note', null
      ) else pg_catalog.json_build_object(
        'state', windows.status, 'days', windows.days, 'opened_at', platform.utc(windows.opened_at), 'closes_at', platform.utc(windows.expires_at),
        'acted_at', platform.utc(windows.acted_at), 'note', windows.note
      ) end,
      'dispute_id', (
        select disputes.dispute_id from commerce.disputes where disputes.brand_id = held.brand_id and disputes.transaction_id = held.transaction_id
      ),
      'adjustments', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'type', adjustments.type, 'status', adjustments.status, 'amount', commerce.money(adjustments.amount_micros, held.currency),
              'note', adjustments.note, 'reported_at', platform.utc(adjustments.reported_at)
            )
            order by adjustments.position
          )
          from commerce.adjustments
          where adjustments.brand_id = held.brand_id and adjustments.transaction_id = held.transaction_id
        ), '[]'
      ),
      'completion_reason', held.completion_reason,
      'cancellation_reason', held.cancellation_reason,
      'next_actions', commerce.allowed_actions('transaction', held.status, commerce.actors(show_transaction.brand_id, held.created_by)),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.transactions as held
    left join commerce.confirmation_windows as windows on windows.brand_id = held.brand_id and windows.transaction_id = held.transaction_id
    cross join lateral (
      select
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'product_id', parts.product_id, 'bundle_id', parts.bundle_id, 'title', parts.title, 'quantity', parts.quantity,
            'unit_price', commerce.money(parts.unit_price_micros, held.currency), 'terms', parts.terms, 'hold_id', parts.hold_id
          )
          order by parts.position
        ) as items,
        sum(parts.unit_price_micros::numeric * parts.quantity) as total_micros
      from commerce.transaction_items as parts
      where parts.brand_id = held.brand_id and parts.transaction_id = held.transaction_id
    ) as items
    where held.brand_id = core.data_brand_id(show_transaction.brand_id) and held.transaction_id = show_transaction.transaction_id
  );
end
$$;
comment on function commerce.show_transaction(text, text, text) is 'An order as both sides see it. Payment is what the merchant reports of it, and no more.';

create function commerce.find_transaction(brand_id text, transaction_id text, is_read boolean default false)
returns commerce.transactions
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_transaction.brand_id);
  v_transaction commerce.transactions;
begin
  perform commerce.settle('transaction', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('confirmation_window', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('dispute', v_brand_id, disputes.dispute_id, find_transaction.is_read)
  from commerce.disputes
  where disputes.brand_id = v_brand_id and disputes.transaction_id = find_transaction.transaction_id;
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = v_brand_id and held.transaction_id = find_transaction.transaction_id;
  if not found then
    perform platform.fail('NTFND', 'transaction_id: there is no such transaction, or another agent''s.');
  end if;
  return v_transaction;
end
$$;
comment on function commerce.find_transaction(text, text, boolean) is 'A transaction as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.use_hold(transaction commerce.transactions, brand_id text, hold_id text)
returns commerce.price_holds
language plpgsql volatile
as $$
declare
  v_created_by text;
  v_hold commerce.price_holds;
begin
  select held.created_by into v_created_by
  from commerce.price_holds as held
  where held.brand_id = use_hold.transaction.brand_id and held.hold_id = use_hold.hold_id;
  if found then
    -- Before anything of another agent's is locked.
    perform commerce.require_agent(v_created_by);
  end if;
  v_hold := commerce.find_hold(use_hold.brand_id, use_hold.hold_id);
  perform commerce.move('price_hold', v_hold.brand_id, v_hold.hold_id, 'consume', 'service');
  update commerce.price_holds as held
  set transaction_id = use_hold.transaction.transaction_id
  where held.brand_id = v_hold.brand_id and held.hold_id = v_hold.hold_id;
  if v_hold.negotiation_id is not null then
    update commerce.negotiations as held
    set transaction_id = use_hold.transaction.transaction_id
    where held.brand_id = v_hold.brand_id and held.negotiation_id = v_hold.negotiation_id;
    perform commerce.move('negotiation', v_hold.brand_id, v_hold.negotiation_id, 'convert', 'service');
  end if;
  return v_hold;
end
$$;
comment on function commerce.use_hold(commerce.transactions, text, text) is 'A held price of the agent''s own becomes part of an order.';

create function commerce.take_item(transaction commerce.transactions, brand_id text, item jsonb, "position" integer)
returns text
language plpgsql volatile
as $$
declare
  v_hold commerce.price_holds;
  v_subject commerce.subject;
begin
  if take_item.item ->> 'hold_id' is not null then
    -- What is held is what it was when it was held, whatever the catalogue says by now.
    v_hold := commerce.use_hold(take_item.transaction, take_item.brand_id, take_item.item ->> 'hold_id');
    v_subject.title := v_hold.title;
    v_subject.link := v_hold.link;
    v_subject.price_micros := v_hold.unit_price_micros;
    v_subject.currency := v_hold.currency;
  else
    v_subject := commerce.find_subject(take_item.transaction.brand_id, take_item.item ->> 'product_id', take_item.item ->> 'bundle_id');
  end if;
  insert into commerce.transaction_items (
    brand_id, transaction_id, position, product_id, bundle_id, title, quantity, unit_price_micros, terms, hold_id, link, created_by
  )
  values (
    take_item.transaction.brand_id, take_item.transaction.transaction_id, take_item."position",
    coalesce(v_hold.product_id, take_item.item ->> 'product_id'), coalesce(v_hold.bundle_id, take_item.item ->> 'bundle_id'), v_subject.title,
    coalesce(v_hold.quantity, (take_item.item ->> 'quantity')::integer), v_subject.price_micros, coalesce(v_hold.terms, '{}'), v_hold.hold_id,
    v_subject.link, take_item.transaction.created_by
  );
  return v_subject.currency;
end
$$;
comment on function commerce.take_item(commerce.transactions, text, jsonb, integer) is
  'Puts into an order what a hold keeps, using it up, or a product at its price of today; returns the currency.';

create function commerce.create_transaction(
  brand_id text,
  items jsonb,
  agent jsonb default '{}',
  buyer_reference text default null,
  confirmation_window_days integer default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_transaction.brand_id);
  v_transaction commerce.transactions;
  v_item record;
  v_currencies text[];
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  insert into commerce.transactions as held (brand_id, currency, agent, buyer_reference, is_of_shop, created_by, person_id, expires_at)
  select
    v_brand_id, brands.currency, create_transaction.agent, create_transaction.buyer_reference,
    core.is_of_shop(create_transaction.brand_id), core.scope_credential_id(), core.scope_person_id(),
    commerce.minutes_from_now(24 * 60)
  from core.brands
  where brands.brand_id = v_brand_id
  returning held.* into v_transaction;
  for v_item in
    select given.item, given.position from pg_catalog.jsonb_array_elements(create_transaction.items) with ordinality as given (item, position)
  loop
    v_currencies := v_currencies || commerce.take_item(v_transaction, create_transaction.brand_id, v_item.item, v_item.position::integer);
  end loop;
  if (select count(distinct given.currency) from pg_catalog.unnest(v_currencies) as given (currency)) > 1 then
    perform platform.fail('BADRQ', 'items: are of several currencies. Make a transaction of each.');
  elsif (
    select sum(items.unit_price_micros::numeric * items.quantity) > 9e18
    from commerce.transaction_items as items
    where items.brand_id = v_brand_id and items.transaction_id = v_transaction.transaction_id
  ) then
    perform platform.fail('BADRQ', 'items: come to more than an order can be. Order fewer.');
  end if;
  perform commerce.redeem_offers(v_brand_id, v_transaction.transaction_id);
  update commerce.transactions as held
  set currency = v_currencies[1]
  where held.brand_id = v_brand_id and held.transaction_id = v_transaction.transaction_id;
  if create_transaction.confirmation_window_days is not null then
    insert into commerce.confirmation_windows (brand_id, transaction_id, days, created_by)
    values (v_brand_id, v_transaction.transaction_id, create_transaction.confirmation_window_days, v_transaction.created_by);
  end if;
  perform commerce.move('transaction', v_brand_id, v_transaction.transaction_id, 'create', 'agent');
  return commerce.show_transaction(create_transaction.brand_id, v_transaction.transaction_id, create_transaction.base_url);
end
$$;
comment on function commerce.create_transaction(text, jsonb, jsonb, text, integer, text) is
  'POST /transactions: an order, to be handed to the merchant by its link. Nothing is paid here, nor is stock reserved.';

create function commerce.transaction(brand_id text, transaction_id text, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(transaction.brand_id, transaction.transaction_id, is_read => true);
begin
  return commerce.show_transaction(transaction.brand_id, v_transaction.transaction_id, transaction.base_url);
end
$$;
comment on function commerce.transaction(text, text, text) is 'GET /transactions/{transaction_id}: an order as it is now.';

create function commerce.transactions(brand_id text, status text default null, page integer default 1, "limit" integer default 20, base_url text default '')
returns json
language plpgsql volatile
as $$
begin
  perform commerce.settle_agent(core.data_brand_id(transactions.brand_id), core.scope_credential_id());
  return (
  with matching as (
    select held.transaction_id, held.created_at
    from commerce.transactions as held
    where held.brand_id = core.data_brand_id(transactions.brand_id) and (transactions.status is null or held.status = transactions.status)
  )
  select pg_catalog.json_build_object(
    'transactions', coalesce(
      pg_catalog.json_agg(
        commerce.show_transaction(transactions.brand_id, shown.transaction_id, transactions.base_url) order by shown.created_at desc, shown.transaction_id
      ), '[]'
    ),
    'pagination', commerce.pagination((select count(*) from matching), transactions.page, transactions."limit")
  )
  from (
    select matching.* from matching order by matching.created_at desc, matching.transaction_id
    limit transactions."limit" offset (transactions.page - 1)::bigint * transactions."limit"
  ) as shown
  );
end
$$;
comment on function commerce.transactions(text, text, integer, integer, text) is 'GET /transactions: an agent''s own, or all of the shop, newest first.';

create function commerce.open_handoff(brand_id text, token text)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_transaction commerce.transactions;
  v_link text;
begin
  -- Orders of test keys are the simulated shop's, whichever shop the key was for.
  perform set_config('vitrine.brand_ids', (core.scope_brand_ids() || core.simulated_brand_ids())::text, true);
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = any (core.scope_brand_ids()) and held.handoff_token = open_handoff.token;
  if not found then
    perform platform.fail('NTFND', 'token: there is no such handoff.');
  end if;
  perform commerce.settle('transaction', v_transaction.brand_id, v_transaction.transaction_id);
  select held.* into strict v_transaction
  from commerce.transactions as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if v_transaction.status in ('expired', 'cancelled') then
    perform platform.fail('GONEE', pg_catalog.format('token: this order is %s. The agent makes a new one.', v_transaction.status));
  elsif v_transaction.status = 'created' then
    update commerce.transactions as held
    set handed_off_at = platform.now()
    where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
    perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, 'open_handoff', 'service');
  end if;
  select coalesce(items.link, storefront.web_address(shops.website)) into v_link
  from commerce.transaction_items as items
  left join storefront.shops on shops.brand_id = items.brand_id
  where items.brand_id = v_transaction.brand_id and items.transaction_id = v_transaction.transaction_id
  order by items.position
  limit 1;
  if v_link is null then
    perform platform.fail('NTFND', 'token: this shop has published no address to go to. Ask it for one.');
  end if;
  return pg_catalog.json_build_object(
    'transaction_id', v_transaction.transaction_id,
    'url', pg_catalog.regexp_replace(
      v_link, '(#.*)?$', case when v_link ~ '^[^#]*\?' then '&' else '?' end || 'agent_order=' || v_transaction.transaction_id || '\1'
    )
  );
end
$$;
comment on function commerce.open_handoff(text, text) is
  'GET /handoff/{token}: whoever was given the link goes to the merchant, who finds the order by its id in the address.';
revoke execute on function commerce.open_handoff(text, text) from public;

call core.register_operation('commerce.create_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.transaction', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.transactions', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.open_handoff', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

create function commerce.complete_transaction(brand_id text, transaction_id text, reason text)
returns void
language plpgsql volatile
as $$
declare
  v_is_of_shop boolean;
begin
  update commerce.transactions as held
  set completion_reason = complete_transaction.reason
  where held.brand_id = complete_transaction.brand_id and held.transaction_id = complete_transaction.transaction_id
  returning held.is_of_shop into v_is_of_shop;
  perform commerce.move(
    'transaction', complete_transaction.brand_id, complete_transaction.transaction_id,
    case when complete_transaction.reason = 'confirmed' then 'confirm' else 'complete' end,
    case when complete_transaction.reason = 'confirmed' then 'agent' else 'service' end
  );
  -- A shop does not speak for itself, and what was resolved in a dispute speaks neither for nor against it.
  if not v_is_of_shop and complete_transaction.reason in ('fulfilled', 'confirmed', 'window_lapsed') then
    perform commerce.record_signal(complete_transaction.brand_id, complete_transaction.transaction_id, 'fulfilment', 1, null);
    perform commerce.record_signal(complete_transaction.brand_id, complete_transaction.transaction_id, 'disputes', 1, null);
  end if;
end
$$;
comment on function commerce.complete_transaction(text, text, text) is 'An order has come to its good end, which speaks for the shop.';

create function commerce.report_transaction(
  brand_id text,
  transaction_id text,
  action text default null,
  merchant_order_id text default null,
  reason text default null,
  payment jsonb default null,
  adjustment jsonb default null,
  version integer default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(report_transaction.brand_id, report_transaction.transaction_id);
begin
  perform commerce.require_merchant(v_transaction.created_by);
  perform commerce.require_version(v_transaction.version, report_transaction.version);
  if pg_catalog.num_nonnulls(report_transaction.action, report_transaction.payment, report_transaction.adjustment) = 0 then
    perform platform.fail('BADRQ', 'action: say what happened by action, payment or adjustment.');
  elsif (report_transaction.merchant_order_id is not null) <> coalesce(report_transaction.action = 'confirm', false) then
    perform platform.fail('BADRQ', 'merchant_order_id: goes with action=confirm, and with no other: the number of the order in your shop.');
  elsif report_transaction.action = 'cancel' and report_transaction.reason is null then
    perform platform.fail('BADRQ', 'reason: required to cancel.');
  end if;
  update commerce.transactions as held
  set
    merchant_order_id = coalesce(report_transaction.merchant_order_id, held.merchant_order_id),
    cancellation_reason = case when report_transaction.action = 'cancel' then report_transaction.reason else held.cancellation_reason end,
    handed_off_at = case when report_transaction.action = 'acknowledge' then platform.now() else held.handed_off_at end,
    payment_state = coalesce(report_transaction.payment ->> 'state', held.payment_state),
    payment_method = case when report_transaction.payment is null then held.payment_method else report_transaction.payment ->> 'method' end,
    payment_reference = case when report_transaction.payment is null then held.payment_reference else report_transaction.payment ->> 'reference' end,
    payment_reported_at = case when report_transaction.payment is null then held.payment_reported_at else platform.now() end,
    version = held.version + 1,
    updated_at = platform.now()
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if report_transaction.adjustment is not null then
    insert into commerce.adjustments (brand_id, transaction_id, position, type, status, amount_micros, note, created_by)
    select
      v_transaction.brand_id, v_transaction.transaction_id,
      (
        select count(*) + 1
        from commerce.adjustments as earlier
        where earlier.brand_id = v_transaction.brand_id and earlier.transaction_id = v_transaction.transaction_id
      ),
      given.type, given.status, case when given.amount is not null then commerce.micros(given.amount, v_transaction.currency, 'adjustment') end,
      given.note, v_transaction.created_by
    from pg_catalog.jsonb_to_record(report_transaction.adjustment) as given (type text, status text, amount numeric, note text);
  end if;
  if report_transaction.action is not null then
    perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, report_transaction.action, 'merchant');
  end if;
  if report_transaction.action = 'fulfil' then
    perform commerce.open_window(v_transaction.brand_id, v_transaction.transaction_id);
  elsif report_transaction.action = 'cancel' then
    perform commerce.return_offers(v_transaction.brand_id, v_transaction.transaction_id);
  end if;
  return commerce.show_transaction(report_transaction.brand_id, report_transaction.transaction_id, report_transaction.base_url);
end
$$;
comment on function commerce.report_transaction(text, text, text, text, text, jsonb, jsonb, integer, text) is
  'POST /transactions/{transaction_id}/report: the merchant says what became of an order, and of the payment between buyer and merchant.';

create function commerce.cancel_transaction(brand_id text, transaction_id text, reason text, version integer default null, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(cancel_transaction.brand_id, cancel_transaction.transaction_id);
begin
  perform commerce.require_agent(v_transaction.created_by);
  update commerce.transactions as held
  set cancellation_reason = cancel_transaction.reason
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, 'cancel', 'agent', cancel_transaction.version);
  perform commerce.return_offers(v_transaction.brand_id, v_transaction.transaction_id);
  return commerce.show_transaction(cancel_transaction.brand_id, cancel_transaction.transaction_id, cancel_transaction.base_url);
end
$$;
comment on function commerce.cancel_transaction(text, text, text, integer, text) is
  'POST /transactions/{transaction_id}/cancel: the buyer''s side calls an order off. What it means for a payment is between buyer and merchant.';

call core.register_operation('commerce.report_transaction', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.cancel_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);

create function commerce.open_window(brand_id text, transaction_id text)
returns void
language plpgsql volatile
as $$
declare
  v_window commerce.confirmation_windows;
begin
  update commerce.confirmation_windows as held
  set opened_at = platform.now(), expires_at = platform.now() + pg_catalog.make_interval(days => held.days)
  where held.brand_id = open_window.brand_id and held.transaction_id = open_window.transaction_id
  returning held.* into v_window;
  if not found then
    perform commerce.complete_transaction(open_window.brand_id, open_window.transaction_id, 'fulfilled');
    return;
  end if;
  perform commerce.move('transaction', open_window.brand_id, open_window.transaction_id, 'open_window', 'service');
  perform commerce.move('confirmation_window', open_window.brand_id, open_window.transaction_id, 'open', 'service');
end
$$;
comment on function commerce.open_window(text, text) is 'After delivery: the buyer may confirm or dispute for a while, if the order asked for it; otherwise it is complete.';

create function commerce.find_window(brand_id text, transaction_id text, wanted text)
returns commerce.confirmation_windows
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(find_window.brand_id, find_window.transaction_id);
  v_window commerce.confirmation_windows;
begin
  perform commerce.require_agent(v_transaction.created_by);
  select held.* into v_window
  from commerce.confirmation_windows as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if v_window.status is null or v_window.status = 'none' then
    perform platform.fail('NOWIN', 'transaction_id: no confirmation window is open. It opens with delivery, where the order asked for one.');
  elsif v_window.status not in ('open', find_window.wanted) then
    perform platform.fail('WNCLS', pg_catalog.format('transaction_id: the confirmation window is %s already.', v_window.status));
  end if;
  return v_window;
end
$$;
comment on function commerce.find_window(text, text, text) is
  'The window of the agent''s order, open or already closed by just what is wanted now. NOWIN where there is none, WNCLS where it is closed otherwise.';

create function commerce.confirm_window(brand_id text, transaction_id text, note text default null, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_window constant commerce.confirmation_windows := commerce.find_window(confirm_window.brand_id, confirm_window.transaction_id, 'confirmed');
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now(), note = confirm_window.note
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'confirm', 'agent');
    perform commerce.complete_transaction(v_window.brand_id, v_window.transaction_id, 'confirmed');
  end if;
  return commerce.show_transaction(confirm_window.brand_id, confirm_window.transaction_id, confirm_window.base_url);
end
$$;
comment on function commerce.confirm_window(text, text, text, text) is
  'POST /transactions/{transaction_id}/confirmation-window/confirm: the buyer has what was ordered. Again is the same as once.';

create function commerce.dispute_window(
  brand_id text,
  transaction_id text,
  reason_code text,
  description text,
  evidence_urls text[] default '{}',
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_window constant commerce.confirmation_windows := commerce.find_window(dispute_window.brand_id, dispute_window.transaction_id, 'disputed');
  v_dispute_id text;
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now()
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    perform commerce.move('transaction', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    insert into commerce.disputes as held (brand_id, transaction_id, reason_code, created_by, expires_at)
    values (
      v_window.brand_id, v_window.transaction_id, dispute_window.reason_code, v_window.created_by, platform.now() + interval '30 days'
    )
    returning held.dispute_id into v_dispute_id;
    insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
    values (v_window.brand_id, v_dispute_id, 1, 'agent', dispute_window.description, dispute_window.evidence_urls, v_window.created_by);
    perform commerce.move('dispute', v_window.brand_id, v_dispute_id, 'record', 'agent');
    perform commerce.record_signal(v_window.brand_id, v_window.transaction_id, spoken.component, 0, null)
    from pg_catalog.unnest(
      array['disputes', case
        when dispute_window.reason_code = 'not_received' then 'fulfilment'
        when dispute_window.reason_code in ('not_as_described', 'damaged', 'wrong_item') then 'description_accuracy'
      end]
    ) as spoken (component)
    where spoken.component is not null
      and not (
        select transactions.is_of_shop
        from commerce.transactions
        where transactions.brand_id = v_window.brand_id and transactions.transaction_id = v_window.transaction_id
      );
  end if;
  return pg_catalog.json_build_object(
    'transaction', commerce.show_transaction(dispute_window.brand_id, dispute_window.transaction_id, dispute_window.base_url),
    'dispute', (
      select commerce.show_dispute(dispute_window.brand_id, disputes.dispute_id)
      from commerce.disputes
      where disputes.brand_id = v_window.brand_id and disputes.transaction_id = v_window.transaction_id
    )
  );
end
$$;
comment on function commerce.dispute_window(text, text, text, text, text[], text) is
  'POST /transactions/{transaction_id}/confirmation-window/dispute: the buyer says what is wrong. It is recorded, and nobody here decides. Again is the same as once.';

create function commerce.show_dispute(brand_id text, dispute_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.dispute_id,
      'brand_id', show_dispute.brand_id,
      'transaction_id', held.transaction_id,
      'status', held.status,
      'version', held.version,
      'reason_code', held.reason_code,
      'adjudicated', false,
      'statements', (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'party', said.party, 'text', said.statement, 'evidence_urls', storefront.web_addresses(said.evidence_urls), 'created_at', platform.utc(said.created_at)
          )
          order by said.position
        )
        from commerce.dispute_statements as said
        where said.brand_id = held.brand_id and said.dispute_id = held.dispute_id
      ),
      'next_actions', commerce.allowed_actions('dispute', held.status, commerce.actors(show_dispute.brand_id, held.created_by)),
      'closes_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.disputes as held
    where held.brand_id = core.data_brand_id(show_dispute.brand_id) and held.dispute_id = show_dispute.dispute_id
  );
end
$$;
comment on function commerce.show_dispute(text, text) is 'A dispute with what either side said.';

create function commerce.find_dispute(brand_id text, dispute_id text, is_read boolean default false)
returns commerce.disputes
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_dispute.brand_id);
  v_dispute commerce.disputes;
begin
  perform commerce.settle('dispute', v_brand_id, find_dispute.dispute_id, find_dispute.is_read);
  select held.* into v_dispute from commerce.disputes as held where held.brand_id = v_brand_id and held.dispute_id = find_dispute.dispute_id;
  if not found then
    perform platform.fail('NTFND', 'dispute_id: there is no such dispute, or another agent''s.');
  end if;
  return v_dispute;
end
$$;
comment on function commerce.find_dispute(text, text, boolean) is 'A dispute as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.dispute(brand_id text, dispute_id text)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(dispute.brand_id, dispute.dispute_id, is_read => true);
begin
  return commerce.show_dispute(dispute.brand_id, v_dispute.dispute_id);
end
$$;
comment on function commerce.dispute(text, text) is 'GET /disputes/{dispute_id}: a dispute as it is now.';

create function commerce.state_dispute(brand_id text, dispute_id text, statement text, evidence_urls text[] default '{}', version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(state_dispute.brand_id, state_dispute.dispute_id);
  v_party constant text := case when v_dispute.created_by = core.scope_credential_id() then 'agent' else 'merchant' end;
  v_position integer;
begin
  select count(*) + 1 into v_position
  from commerce.dispute_statements as said
  where said.brand_id = v_dispute.brand_id and said.dispute_id = v_dispute.dispute_id;
  if v_position > 100 then
    perform platform.fail('BADRQ', 'statement: all has been said: a dispute takes a hundred statements.');
  end if;
  insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
  values (
    v_dispute.brand_id, v_dispute.dispute_id, v_position, v_party, state_dispute.statement, state_dispute.evidence_urls, v_dispute.created_by
  );
  update commerce.disputes as held
  set expires_at = platform.now() + interval '30 days'
  where held.brand_id = v_dispute.brand_id and held.dispute_id = v_dispute.dispute_id;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, 'state', v_party, state_dispute.version);
  perform commerce.record_signal(v_dispute.brand_id, v_dispute.dispute_id, 'responsiveness', 1, null)
  from commerce.transactions
  where v_party = 'merchant' and transactions.brand_id = v_dispute.brand_id and transactions.transaction_id = v_dispute.transaction_id
    and not transactions.is_of_shop;
  return commerce.show_dispute(state_dispute.brand_id, state_dispute.dispute_id);
end
$$;
comment on function commerce.state_dispute(text, text, text, text[], integer) is 'POST /disputes/{dispute_id}/statements: either side adds what it has to say.';

create function commerce.close_dispute(
  brand_id text,
  dispute_id text,
  action text,
  "transaction" text default 'completed',
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(close_dispute.brand_id, close_dispute.dispute_id);
begin
  perform commerce.require_agent(v_dispute.created_by);
  if close_dispute.action = 'withdraw' and close_dispute."transaction" <> 'completed' then
    perform platform.fail('BADRQ', 'transaction: whoever withdraws a dispute lets the order stand. To call it off, resolve.');
  end if;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, close_dispute.action, 'agent', close_dispute.version);
  if close_dispute.action = 'withdraw' then
    perform commerce.forget_signals(v_dispute.brand_id, v_dispute.transaction_id);
  end if;
  if close_dispute."transaction" = 'cancelled' then
    update commerce.transactions as held
    set cancellation_reason = 'dispute_resolved'
    where held.brand_id = v_dispute.brand_id and held.transaction_id = v_dispute.transaction_id;
    perform commerce.move('transaction', v_dispute.brand_id, v_dispute.transaction_id, 'cancel', 'service');
    perform commerce.return_offers(v_dispute.brand_id, v_dispute.transaction_id);
  else
    perform commerce.complete_transaction(
      v_dispute.brand_id, v_dispute.transaction_id, case close_dispute.action when 'withdraw' then 'dispute_withdrawn' else 'dispute_resolved' end
    );
  end if;
  return commerce.show_dispute(close_dispute.brand_id, close_dispute.dispute_id);
end
$$;
comment on function commerce.close_dispute(text, text, text, text, integer) is
  'POST /disputes/{dispute_id}/close: the buyer''s side, which opened it, reports how it ended, and what that made of the order.';

call core.register_operation('commerce.confirm_window', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.dispute_window', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.dispute', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.state_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.close_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);

create function commerce.record_signal(brand_id text, subject_id text, component text, value numeric, platform text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into storefront.trust_signals as held (brand_id, signal_id, component, platform, value, occurred_at, source)
  select
    record_signal.brand_id, record_signal.subject_id || '/' || record_signal.component, record_signal.component,
    (select platforms.platform from storefront.platforms where platforms.platform = lower(record_signal.platform)), record_signal.value,
    platform.now(), 'commerce'
  where not record_signal.brand_id = any (core.simulated_brand_ids())
  on conflict on constraint trust_signals_pkey do update set value = excluded.value, occurred_at = excluded.occurred_at;
$$;
comment on function commerce.record_signal(text, text, text, numeric, text) is
  'What an order or an agent''s word says of a shop, for its trust: once for each thing and component.';
revoke execute on function commerce.record_signal(text, text, text, numeric, text) from public;

create function commerce.show_feedback(feedback commerce.feedback)
returns json
language sql stable
return pg_catalog.json_build_object(
  'feedback_id', (show_feedback.feedback).feedback_id,
  'status', 'accepted',
  'subject', pg_catalog.json_build_object('type', (show_feedback.feedback).subject_type, 'id', (show_feedback.feedback).subject_id),
  'outcome', (show_feedback.feedback).outcome,
  'rating', (show_feedback.feedback).rating,
  'created_at', platform.utc((show_feedback.feedback).created_at)
);
comment on function commerce.show_feedback(commerce.feedback) is 'Feedback as whoever gave it sees it.';

create function commerce.give_feedback(
  brand_id text,
  subject jsonb,
  outcome text,
  rating integer default null,
  tags text[] default '{}',
  comment text default null,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(give_feedback.brand_id);
  v_type constant text := give_feedback.subject ->> 'type';
  v_id constant text := give_feedback.subject ->> 'id';
  v_feedback commerce.feedback;
begin
  case v_type
    when 'product' then perform storefront.require_product(v_brand_id, v_id);
    when 'negotiation' then perform commerce.find_negotiation(give_feedback.brand_id, v_id);
    when 'transaction' then perform commerce.find_transaction(give_feedback.brand_id, v_id);
    else null;
  end case;
  insert into commerce.feedback as held (brand_id, subject_type, subject_id, outcome, rating, tags, comment, agent, created_by)
  values (
    v_brand_id, v_type, v_id, give_feedback.outcome, give_feedback.rating, give_feedback.tags, give_feedback.comment, give_feedback.agent,
    core.scope_credential_id()
  )
  on conflict on constraint feedback_subject_key do update
  set outcome = excluded.outcome, rating = excluded.rating, tags = excluded.tags, comment = excluded.comment, agent = excluded.agent, created_at = excluded.created_at
  returning held.* into v_feedback;
  perform commerce.forget_signals(v_brand_id, v_feedback.feedback_id);
  perform commerce.record_signal(
    v_brand_id, v_feedback.feedback_id, 'price_and_stock', (give_feedback.outcome = 'purchased')::integer, give_feedback.agent ->> 'platform'
  )
  where give_feedback.outcome in ('purchased', 'price_mismatch', 'unavailable') and v_type in ('product', 'negotiation', 'transaction')
    -- A shop does not speak for itself.
    and not core.is_of_shop(give_feedback.brand_id);
  if not v_brand_id = any (core.simulated_brand_ids()) then
    perform events.emit(
      v_brand_id, 'feedback.received',
      pg_catalog.jsonb_build_object(
        'feedback_id', v_feedback.feedback_id, 'subject', give_feedback.subject, 'outcome', v_feedback.outcome, 'rating', v_feedback.rating
      )
    );
  end if;
  return commerce.show_feedback(v_feedback);
end
$$;
comment on function commerce.give_feedback(text, jsonb, text, integer, text[], text, jsonb) is
  'POST /feedback: how it went. Once for each thing; said again, it takes the place of what was said before.';

create function commerce.revoke_feedback(brand_id text, feedback_id text)
returns json
language plpgsql volatile
as $$
declare
  v_feedback commerce.feedback;
begin
  delete from commerce.feedback as held
  where held.brand_id = core.data_brand_id(revoke_feedback.brand_id) and held.feedback_id = revoke_feedback.feedback_id
    and held.created_by = core.scope_credential_id()
  returning held.* into v_feedback;
  if not found then
    perform platform.fail('NTFND', 'feedback_id: you have given no such feedback.');
  end if;
  perform commerce.forget_signals(v_feedback.brand_id, v_feedback.feedback_id);
  return pg_catalog.json_build_object('feedback_id', v_feedback.feedback_id, 'status', 'revoked');
end
$$;
comment on function commerce.revoke_feedback(text, text) is 'DELETE /feedback/{feedback_id}: it was not so.';

create function commerce.forget_signals(brand_id text, subject_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from storefront.trust_signals as held
  where held.brand_id = forget_signals.brand_id and held.signal_id like forget_signals.subject_id || '/%' and held.source = 'commerce';
$$;
comment on function commerce.forget_signals(text, text) is 'What was taken back speaks neither for nor against a shop.';
revoke execute on function commerce.forget_signals(text, text) from public;

call core.register_operation('commerce.give_feedback', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.revoke_feedback', 'write:negotiation', brand => 'shown', access => 'write');

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'negotiations', 'negotiation_offers', 'price_holds', 'transactions', 'transaction_items', 'adjustments', 'confirmation_windows', 'disputes',
    'dispute_statements', 'feedback'
  ] loop
    call core.protect(format('commerce.%I', v_table)::regclass);
    execute format(
      'create policy key_writes on commerce.%I to vitrine_key using (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format(
      'create policy simulated_writes on commerce.%I to vitrine_simulated using (brand_id = any ((select core.simulated_brand_ids())::text[]))', v_table
    );
    -- Between whoever began it and the shop: no other agent has a part in it.
    execute format(
      'create policy party on commerce.%I as restrictive to vitrine_key using ('
        'created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))',
      v_table
    );
    execute format(
      'create policy own_simulated on commerce.%I as restrictive to vitrine_simulated using (created_by = (select core.scope_credential_id()))', v_table
    );
    execute format('grant insert, update on commerce.%I to vitrine_key, vitrine_simulated', v_table);
  end loop;
  foreach v_table in array array['negotiations', 'price_holds', 'transactions', 'confirmation_windows', 'disputes'] loop
    execute format('create policy gate on commerce.%I for select to vitrine_gate using (true)', v_table);
    execute format('grant select (brand_id, status, expires_at) on commerce.%I to vitrine_gate', v_table);
  end loop;
  grant execute on function commerce.clock_states(text) to vitrine_gate;
  foreach v_table in array array['machines', 'transitions'] loop
    execute format('alter table commerce.%I enable row level security', v_table);
    execute format('alter table commerce.%I force row level security', v_table);
    execute format('create policy everybody on commerce.%I for select using (true)', v_table);
    execute format('grant select on commerce.%I to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker', v_table);
  end loop;
end
$$;
revoke update on commerce.negotiation_offers, commerce.transaction_items, commerce.adjustments, commerce.dispute_statements from vitrine_key, vitrine_simulated;
grant update (status, version, updated_at) on commerce.negotiation_offers to vitrine_key, vitrine_simulated;
grant delete on commerce.feedback to vitrine_key, vitrine_simulated;

call core.protect('commerce.pricing_policies');
call core.protect('commerce.quantity_tiers');
call core.protect('commerce.exclusive_offers');
do $$
declare
  v_table text;
begin
  -- Only the shop says how it negotiates and what it offers.
  foreach v_table in array array['pricing_policies', 'quantity_tiers', 'exclusive_offers'] loop
    execute format(
      'create policy merchant_writes on commerce.%I to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]))', v_table
    );
    execute format('grant insert, update, delete on commerce.%I to vitrine_key', v_table);
  end loop;
end
$$;
create policy anonymous on commerce.exclusive_offers for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant select on commerce.exclusive_offers to vitrine_anonymous;

-- The functions do what the policies of the tables let their caller do.
grant execute on all functions in schema commerce to vitrine_key, vitrine_simulated, vitrine_worker;
revoke execute on function commerce.due_brands() from vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function
  commerce.exclusive_offers(text, text),
  commerce.show_exclusive_offer(commerce.exclusive_offers),
  commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text),
  commerce.round_up(numeric, bigint),
  commerce.money(bigint, text)
to vitrine_anonymous;


create table connector.proposals (
  brand_id text not null,
  proposal_id text not null default platform.new_id('prp'),
  target jsonb not null,
  change jsonb not null,
  rationale text not null,
  evidence text[] not null default '{}',
  idempotency_key text not null,
  request_hash bytea not null,
  status text not null default 'pending_approval',
  created_by text not null,
  person_id uuid,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null default platform.now() + interval '14 days',
  decided_by uuid,
  decided_at timestamptz,
  note text,
  constraint proposals_pkey primary key (brand_id, proposal_id),
  constraint proposals_once_key unique (brand_id, created_by, idempotency_key),
  constraint proposals_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint proposals_decided_check check ((decided_at is not null) = (status in ('approved', 'rejected'))),
  constraint proposals_note_check check (pg_catalog.length(note) <= 1000),
  constraint proposals_status_check check (status in ('pending_approval', 'approved', 'rejected', 'expired')),
  constraint proposals_target_check check (target ->> 'level' in ('account', 'campaign', 'adset', 'ad') and target ?& '{level,platform,id}'),
  constraint proposals_change_check check (change ->> 'kind' in ('budget', 'bid', 'status', 'creative', 'other') and change ?& '{kind,to}'),
  constraint proposals_rationale_check check (pg_catalog.length(rationale) between 1 and 4000),
  constraint proposals_expires_at_check check (expires_at > created_at and expires_at <= created_at + interval '14 days')
);
comment on table connector.proposals is
  'Changes that agents suggest, until a person approves or rejects them. A decision is a record: nothing is changed on any platform.';
comment on column connector.proposals.created_by is 'The key, or the app of the person whose access token it was, that made it.';
comment on column connector.proposals.person_id is 'The person behind the token. Null for a key.';
comment on column connector.proposals.idempotency_key is 'Chosen by the caller, once a credential: asking again with it makes no second proposal.';
comment on column connector.proposals.request_hash is 'SHA-256 of what was asked for: the same key with another request is a mistake.';

create function connector.list_digest(list jsonb)
returns text
language sql immutable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(list_digest.list::text, 'UTF8')), 'hex'), 12);
comment on function connector.list_digest(jsonb) is 'Which list a cursor belongs to: the operation, the brand and all that narrows or orders it.';

create function connector.row_key(row_path text[])
returns text
language sql stable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row_key.row_path::text, 'UTF8')), 'hex'), 32);
comment on function connector.row_key(text[]) is 'A row of a list, by what it is found by, as its cursor names it: short, and telling nothing.';

create function connector.read_cursor(cursor text, list jsonb)
returns text
language plpgsql immutable
as $$
begin
  if read_cursor.cursor is null then
    return null;
  elsif read_cursor.cursor !~ '^[0-9a-f]{44}$' then
    perform platform.fail('BADRQ', 'cursor: malformed. Send next_cursor of the answer before, as it is.');
  elsif pg_catalog.left(read_cursor.cursor, 12) <> connector.list_digest(read_cursor.list) then
    perform platform.fail('BADRQ', 'cursor: it belongs to another list. Send it with the arguments that it came from, or start without it.');
  end if;
  return pg_catalog.substr(read_cursor.cursor, 13);
end
$$;
comment on function connector.read_cursor(text, jsonb) is 'The row that the answer before ended with, or null to begin. Refuses what is no cursor of this list.';

create function connector.write_cursor(list jsonb, row_key text)
returns text
language sql immutable
return connector.list_digest(write_cursor.list) || write_cursor.row_key;
comment on function connector.write_cursor(jsonb, text) is 'The cursor behind a row of a list.';

create function connector.refuse_stale_cursor()
returns void
language sql volatile
as $$
  select platform.fail('BADRQ', 'cursor: the row it ended with is no longer in the list. Start again without it.');
$$;
comment on function connector.refuse_stale_cursor() is 'For a cursor whose row has left the list: nobody knows where to go on.';

create function connector.version_digest(version text)
returns text
language sql immutable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(version_digest.version, 'UTF8')), 'hex'), 24);
comment on function connector.version_digest(text) is 'What the rows of a list were counted in, as a cursor that counts them names it.';

create function connector.read_place(cursor text, list jsonb, version text)
returns bigint
language plpgsql immutable
as $$
declare
  v_place constant text := connector.read_cursor(read_place.cursor, read_place.list);
begin
  if pg_catalog.left(v_place, 24) <> connector.version_digest(read_place.version) then
    perform platform.fail('BADRQ', 'cursor: reports have come in since. Start again without it.');
  end if;
  return coalesce(('x' || pg_catalog.right(v_place, 8))::bit(32)::bigint, 0);
end
$$;
comment on function connector.read_place(text, jsonb, text) is
  'How many rows the answers before have shown, of a list whose rows have no name: counted in one version of it, and refused in another.';

create function connector.write_place(list jsonb, version text, place bigint)
returns text
language sql immutable
return connector.write_cursor(
  write_place.list, connector.version_digest(write_place.version) || pg_catalog.lpad(pg_catalog.to_hex(write_place.place), 8, '0')
);
comment on function connector.write_place(jsonb, text, bigint) is 'The cursor behind so many rows of a list in one version of it.';

create function connector.ads_as_of(brand_id text)
returns text
language sql stable
return (
  select platform.utc(max(data_status.updated_at))
  from analytics.data_status
  where data_status.brand_id = ads_as_of.brand_id and data_status.kind in ('ads_daily', 'ads_hourly')
);
comment on function connector.ads_as_of(text) is 'When ad data of a brand last came in.';

grant execute on function
  connector.list_digest(jsonb),
  connector.row_key(text[]),
  connector.read_cursor(text, jsonb),
  connector.write_cursor(jsonb, text),
  connector.refuse_stale_cursor(),
  connector.version_digest(text),
  connector.read_place(text, jsonb, text),
  connector.write_place(jsonb, text, bigint),
  connector.ads_as_of(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function connector.covered(status analytics.data_status)
returns json
language sql stable
return pg_catalog.json_build_object(
  'ready', (covered.status).kind is not null,
  'first_date', (covered.status).first_on,
  'last_date', (covered.status).last_on,
  'last_sync_at', platform.utc((covered.status).updated_at)
);
comment on function connector.covered(analytics.data_status) is 'From when to when there is data of a kind; all null and not ready where there never was.';

create function connector.data_status(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(data_status.brand_id);
  return pg_catalog.json_build_object(
    'brand_id', data_status.brand_id,
    'ready', exists (select from analytics.data_status as held where held.brand_id = v_brand.brand_id and held.kind = 'ads_daily'),
    'reported_through', analytics.reported_through(v_brand.brand_id),
    'platforms', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'platform', known.platform,
          'connected', known.accounts > 0,
          'accounts', known.accounts,
          'ready', daily.platform is not null,
          'last_sync_at', platform.utc(greatest(daily.updated_at, hourly.updated_at)),
          'by_day', pg_catalog.json_build_object('first_date', daily.first_on, 'last_date', daily.last_on),
          'by_hour', pg_catalog.json_build_object('first_date', hourly.first_on, 'last_date', hourly.last_on)
        )
        order by known.accounts > 0 desc, known.platform
      )
      from (
        -- Those that reports are read of by name are listed even where nothing of them came in.
        select named.platform, count(accounts.entity_id) as accounts
        from (
          values ('google'), ('meta'), ('tiktok')
          union
          select held.platform from analytics.entities as held where held.brand_id = v_brand.brand_id and held.level = 'account'
        ) as named (platform)
        left join analytics.entities as accounts
          on accounts.brand_id = v_brand.brand_id and accounts.level = 'account' and accounts.platform = named.platform
        group by named.platform
      ) as known
      left join analytics.platform_status as daily
        on daily.brand_id = v_brand.brand_id and daily.platform = known.platform and daily.kind = 'ads_daily'
      left join analytics.platform_status as hourly
        on hourly.brand_id = v_brand.brand_id and hourly.platform = known.platform and hourly.kind = 'ads_hourly'
    ),
    'orders', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'orders'
    ),
    'journeys', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'journeys'
    ),
    'forecasts', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'metrics', coalesce(pg_catalog.json_agg(held.metric order by held.metric), '[]'),
        'trained_through', max(held.trained_through)
      )
      from analytics.forecasts as held
      where held.brand_id = v_brand.brand_id
    ),
    'anomalies', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'detected_through', least(max(held.day), min(held.day) filter (where held.changed_at is not null) - 1),
        'detected_at', platform.utc(max(held.detected_at)),
        'open', (
          select count(*)
          from analytics.anomalies
          where anomalies.brand_id = v_brand.brand_id and anomalies.status in ('active', 'confirmed')
        )
      )
      from analytics.detected_days as held
      where held.brand_id = v_brand.brand_id
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', (select platform.utc(max(held.updated_at)) from analytics.data_status as held where held.brand_id = v_brand.brand_id),
      'warnings', analytics.detection_warnings(v_brand.brand_id)
    )
  );
end
$$;
comment on function connector.data_status(text) is
  'get_data_status: what a brand has data of, from when to when and since when, by platform. What is not ready is what answers data_not_ready.';
grant execute on function
  connector.covered(analytics.data_status),
  connector.data_status(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.data_status', 'read:marketing', may_lag => true);

create function connector.compared_days(compare_to text, date_from date, date_to date, out first_on date, out last_on date)
language sql immutable
as $$
  select
    case compared_days.compare_to
      when 'previous_period' then compared_days.date_from - (compared_days.date_to - compared_days.date_from + 1)
      when 'previous_year' then (compared_days.date_from - interval '1 year')::date
    end,
    case compared_days.compare_to
      when 'previous_period' then compared_days.date_from - 1
      when 'previous_year' then (compared_days.date_to - interval '1 year')::date
    end
  where compared_days.date_from <= compared_days.date_to;
$$;
comment on function connector.compared_days(text, date, date) is
  'The as many days just before a range, or its dates a year earlier (29 February is compared with 28 February). Null where there is nothing to compare.';

create function connector.deltas(answer jsonb, base jsonb, metrics text[])
returns jsonb
language sql immutable
as $$
  select pg_catalog.jsonb_object_agg(
    metric.name,
    pg_catalog.trim_scale(
      pg_catalog.round(
        ((deltas.answer ->> metric.name)::numeric - (deltas.base ->> metric.name)::numeric)
        / nullif(pg_catalog.abs((deltas.base ->> metric.name)::numeric), 0),
        6
      )
    )
  )
  from pg_catalog.unnest(deltas.metrics) as metric (name);
$$;
comment on function connector.deltas(jsonb, jsonb, text[]) is
  'Relative changes of metrics as fractions, from the numbers as they are shown. Null, never 0, where one of the two is missing or the base is zero.';

create function connector.entity_of(answer json)
returns text[]
language sql immutable
return array[
  entity_of.answer ->> 'platform', entity_of.answer ->> 'account_id', entity_of.answer ->> 'campaign_id', entity_of.answer ->> 'adset_id',
  entity_of.answer ->> 'ad_id'
];
comment on function connector.entity_of(json) is 'Whom a row of performance is about.';

create function connector.row_deltas(data json, base json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    shown.value::jsonb || pg_catalog.jsonb_build_object('deltas', connector.deltas(shown.value::jsonb, held.value::jsonb, row_deltas.metrics))
    order by shown.position
  )
  from pg_catalog.json_array_elements(row_deltas.data) with ordinality as shown (value, position)
  left join pg_catalog.json_array_elements(row_deltas.base) as held (value) on connector.entity_of(held.value) = connector.entity_of(shown.value);
$$;
comment on function connector.row_deltas(json, json, text[]) is 'Rows of a whole range, each with its change against the same entity in the compared one.';

create function connector.performance_warnings(
  brand core.brands, metrics text[], shown_level text, date_from date, date_to date, granularity text, campaign_ids text[], compared_from date,
  compared_to date
)
returns text[]
language sql stable
as $$
  select analytics.metric_warnings(
    performance_warnings.brand, performance_warnings.metrics, performance_warnings.shown_level, performance_warnings.date_from,
    performance_warnings.date_to, (platform.now() at time zone (performance_warnings.brand).timezone)::date, performance_warnings.granularity
  ) || array(
    select pg_catalog.format('No campaign has the id %s.', asked.id)
    from pg_catalog.unnest(performance_warnings.campaign_ids) as asked (id)
    where not exists (
      select from analytics.entities
      where entities.brand_id = (performance_warnings.brand).brand_id and entities.level = 'campaign' and entities.external_id = asked.id
    )
    union all
    select pg_catalog.format('Compared are %s to %s, but data begins on %s.', performance_warnings.compared_from, performance_warnings.compared_to, data_status.first_on)
    from analytics.data_status
    where data_status.brand_id = (performance_warnings.brand).brand_id
      and data_status.kind = case when performance_warnings.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end
      and performance_warnings.compared_from < data_status.first_on
  );
$$;
comment on function connector.performance_warnings(core.brands, text[], text, date, date, text, text[], date, date) is
  'What GET /v1/metrics warns of, campaigns that nobody knows, and a comparison with days before the first.';

create function connector.ad_performance(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'account',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  granularity text default 'day',
  platform text default null,
  campaign_ids text[] default null,
  compare_to text default 'none',
  sort_by text default null,
  "order" text default 'desc',
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_metrics constant text[] := analytics.check_metrics(ad_performance.metrics);
  v_filters constant jsonb := pg_catalog.jsonb_strip_nulls(
    pg_catalog.jsonb_build_object('platform', pg_catalog.lower(ad_performance.platform), 'campaign_id', ad_performance.campaign_ids)
  );
  v_list constant jsonb := pg_catalog.jsonb_build_array(
    'ad_performance', ad_performance.brand_id, ad_performance.date_from, ad_performance.date_to, ad_performance.level, v_metrics,
    ad_performance.granularity, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  v_is_whole constant boolean := ad_performance.granularity = 'none';
  v_today date;
  v_through date;
  v_place bigint;
  v_total bigint;
  v_query text;
  v_data json;
  v_totals json;
  v_compared record;
  v_base_total bigint;
  v_base json;
  v_base_totals json;
begin
  perform analytics.check_range(ad_performance.date_from, ad_performance.date_to, ad_performance.granularity);
  perform analytics.check_metrics(array[ad_performance.sort_by]) where ad_performance.sort_by is not null;
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(ad_performance.brand_id);
  perform analytics.ads_through(v_brand.brand_id, ad_performance.granularity);
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id
    and data_status.kind = case when ad_performance.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_place := connector.read_place(ad_performance.cursor, v_list, v_status.updated_at || v_brand.revenue_source);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_through := least(ad_performance.date_to, v_today);

  v_query := analytics.metrics_query(
    v_metrics, ad_performance.level, ad_performance.granularity,
    (select currencies.exponent from core.currencies where currencies.currency = v_brand.currency),
    v_brand.revenue_source, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  execute v_query into v_total, v_data, v_totals
  using
    v_brand.brand_id, ad_performance.date_from, v_through, v_brand.timezone, ad_performance."limit", ad_performance.date_to, v_today, v_filters, v_place;

  -- What has not begun, or was not reported yet, is compared with nothing: five days of a month with five, not with thirty.
  select days.* into v_compared from connector.compared_days(ad_performance.compare_to, ad_performance.date_from, least(v_through, v_status.last_on)) as days;
  if v_compared.first_on is not null then
    execute v_query into v_base_total, v_base, v_base_totals
    using
      v_brand.brand_id, v_compared.first_on, v_compared.last_on, v_brand.timezone, case when v_is_whole then 1000000 else 0 end,
      v_compared.last_on, v_today, v_filters, 0;
  end if;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(
      case when v_is_whole and v_compared.first_on is not null then connector.row_deltas(v_data, v_base, v_metrics) else v_data end, '[]'
    ),
    'totals', v_totals,
    'compared', case when v_compared.first_on is not null
      then pg_catalog.json_build_object('date_from', v_compared.first_on, 'date_to', v_compared.last_on, 'totals', v_base_totals)
    end,
    'deltas', case when v_compared.first_on is not null then connector.deltas(v_totals::jsonb, v_base_totals::jsonb, v_metrics) end,
    'next_cursor', case when v_place + ad_performance."limit" < v_total
      then connector.write_place(v_list, v_status.updated_at || v_brand.revenue_source, v_place + ad_performance."limit")
    end,
    'total', v_total,
    'truncated', v_place + ad_performance."limit" < v_total,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'attribution_setting', v_brand.revenue_source,
      'warnings', connector.performance_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then ad_performance.level else 'campaign' end, ad_performance.date_from, ad_performance.date_to,
        ad_performance.granularity, ad_performance.campaign_ids, v_compared.first_on, v_compared.last_on
      )
    )
  );
end
$$;
comment on function connector.ad_performance(
  text, date, date, text, text[], text, text, text[], text, text, text, integer, text
) is
  'get_ad_performance: what GET /v1/metrics answers, also of some platforms or campaigns, as a whole, sorted, beside an earlier period, and page by page. '
  'totals and deltas are of the whole range whatever the page. Raises BADRQ for a bad range or metric, NTRDY when nothing was ever ingested.';
grant execute on function
  connector.compared_days(text, date, date),
  connector.deltas(jsonb, jsonb, text[]),
  connector.entity_of(json),
  connector.row_deltas(json, json, text[]),
  connector.performance_warnings(core.brands, text[], text, date, date, text, text[], date, date),
  connector.ad_performance(text, date, date, text, text[], text, text, text[], text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.ad_performance', 'read:marketing', may_lag => true);

create function connector.is_running(status text)
returns boolean
language sql immutable
return coalesce(pg_catalog.lower(is_running.status) in ('active', 'enabled', 'eligible', 'delivering', 'learning', 'limited by budget'), false);
comment on function connector.is_running(text) is 'Whether a status, in the words of whichever platform, means that it may spend.';
grant execute on function connector.is_running(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function connector.campaigns(
  brand_id text,
  level text default 'campaign',
  platform text default null,
  status text default null,
  parent_id text default null,
  search text default null,
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_list constant jsonb := pg_catalog.jsonb_build_array(
    'campaigns', campaigns.brand_id, campaigns.level, campaigns.platform, campaigns.status, campaigns.parent_id, campaigns.search
  );
  v_after constant text := connector.read_cursor(campaigns.cursor, v_list);
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(campaigns.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');

  with kept as materialized (
    select
      entities.entity_id,
      entities.external_id,
      entities.name,
      entities.platform,
      entities.status,
      entities.objective,
      entities.daily_budget_micros,
      accounts.external_id as account_id,
      coalesce(adsets.external_id, parents.external_id, accounts.external_id) as parent_id,
      array[entities.platform, accounts.external_id, parents.external_id, adsets.external_id, entities.external_id] as path,
      pg_catalog.row_number() over (
        order by entities.platform collate "C", entities.name collate "C" nulls last, entities.external_id collate "C", entities.entity_id
      ) as position
    from analytics.entities
    join analytics.entities as accounts on accounts.brand_id = v_brand.brand_id and accounts.entity_id = entities.account_entity_id
    left join analytics.entities as parents on parents.brand_id = v_brand.brand_id and parents.entity_id = entities.campaign_entity_id
    left join analytics.entities as adsets on adsets.brand_id = v_brand.brand_id and adsets.entity_id = entities.adset_entity_id
    where entities.brand_id = v_brand.brand_id
      and entities.level = campaigns.level
      and (campaigns.platform is null or entities.platform = pg_catalog.lower(campaigns.platform))
      and (
        campaigns.status is null
        or pg_catalog.lower(entities.status) = pg_catalog.lower(campaigns.status)
        or (pg_catalog.lower(campaigns.status) = 'active' and connector.is_running(entities.status))
      )
      and (campaigns.parent_id is null or coalesce(adsets.external_id, parents.external_id, accounts.external_id) = campaigns.parent_id)
      and (
        campaigns.search is null
        or pg_catalog.strpos(pg_catalog.lower(entities.name), pg_catalog.lower(campaigns.search)) > 0
        or entities.external_id = campaigns.search
      )
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit campaigns."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', page.external_id,
        'name', page.name,
        'level', campaigns.level,
        'platform', page.platform,
        'account_id', page.account_id,
        'parent_id', page.parent_id,
        'status', page.status,
        'objective', page.objective,
        'daily_budget', pg_catalog.trim_scale(pg_catalog.round(page.daily_budget_micros * 0.000001, v_exponent))
      )
      order by page.position
    )
  into v_position, v_total, v_last, v_last_key, v_data
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', campaigns.brand_id,
    'level', campaigns.level,
    'data', coalesce(v_data, '[]'),
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency, 'timezone', v_brand.timezone, 'data_as_of', connector.ads_as_of(v_brand.brand_id)
    )
  );
end
$$;
comment on function connector.campaigns(text, text, text, text, text, text, integer, text) is
  'list_campaigns: campaigns, ad sets or ads as their platforms describe them, by platform, name and id, page by page. Raises NTRDY when nothing was ever ingested.';
grant execute on function connector.campaigns(text, text, text, text, text, text, integer, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.campaigns', 'read:marketing', may_lag => true);

create function connector.require_campaign(brand_id text, campaign_id text, platform text default null, account_id text default null)
returns analytics.entities
language plpgsql stable
as $$
declare
  v_found analytics.entities[];
begin
  select pg_catalog.array_agg(held) into v_found
  from analytics.entities as held
  join analytics.entities as accounts on accounts.brand_id = held.brand_id and accounts.entity_id = held.account_entity_id
  where held.brand_id = require_campaign.brand_id
    and held.level = 'campaign'
    and held.external_id = require_campaign.campaign_id
    and (require_campaign.platform is null or held.platform = pg_catalog.lower(require_campaign.platform))
    and (require_campaign.account_id is null or accounts.external_id = require_campaign.account_id);
  if v_found is null then
    perform platform.fail('NTFND', 'campaign_id: this brand has no such campaign. list_campaigns lists them.');
  elsif pg_catalog.cardinality(v_found) > 1 then
    perform platform.fail('BADRQ', 'campaign_id: more than one campaign has this id. Name its platform, or its account_id, too.');
  end if;
  return v_found[1];
end
$$;
comment on function connector.require_campaign(text, text, text, text) is
  'The campaign of a platform''s id, or NTFND in words for the caller. Ids are the platforms'' own: two of them may have the same.';

create function connector.ranked_adsets(brand core.brands, filters jsonb, date_from date, date_to date)
returns json
language plpgsql stable
as $$
declare
  v_ranked json;
begin
  with ranked as (
    select
      row.value,
      pg_catalog.row_number() over (order by row.position) as rank,
      count(*) over () as adsets
    from pg_catalog.json_array_elements(
      analytics.ask(
        ranked_adsets.brand, '{roas,spend,revenue,conversions,cpa}', ranked_adsets.date_from, ranked_adsets.date_to, 'adset', null,
        ranked_adsets.filters, "limit" => 10000
      ) -> 'data'
    ) with ordinality as row (value, position)
    -- What spent nothing has no return to be ranked by.
    where row.value ->> 'adset_id' is not null and row.value ->> 'roas' is not null
  ),
  told as (
    select
      ranked.rank,
      ranked.adsets,
      pg_catalog.json_build_object(
        'id', ranked.value -> 'adset_id', 'name', ranked.value -> 'adset_name', 'roas', ranked.value -> 'roas', 'spend', ranked.value -> 'spend',
        'revenue', ranked.value -> 'revenue', 'conversions', ranked.value -> 'conversions', 'cpa', ranked.value -> 'cpa'
      ) as adset
    from ranked
  )
  select pg_catalog.json_build_object(
    'top', coalesce(pg_catalog.json_agg(told.adset order by told.rank) filter (where told.rank <= least(3, (told.adsets + 1) / 2)), '[]'),
    -- None stands on both ends.
    'bottom', coalesce(pg_catalog.json_agg(told.adset order by told.rank desc) filter (where told.rank > told.adsets - least(3, told.adsets / 2)), '[]')
  )
  into v_ranked
  from told;
  return v_ranked;
end
$$;
comment on function connector.ranked_adsets(core.brands, jsonb, date, date) is 'The three ad sets with the highest return and the three with the lowest.';

create function connector.campaign(
  brand_id text, campaign_id text, platform text default null, account_id text default null, date_from date default null, date_to date default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_campaign analytics.entities;
  v_account analytics.entities;
  v_filters jsonb;
  v_today date;
  v_from date;
  v_to date;
  v_metrics constant text[] := '{spend,revenue,conversions,impressions,clicks,roas,cpa,ctr,cpc,cvr}';
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(campaign.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  -- Thirty days that are over, unless told otherwise.
  v_to := coalesce(campaign.date_to, greatest(v_today - 1, campaign.date_from));
  v_from := coalesce(campaign.date_from, v_to - 29);
  perform analytics.check_range(v_from, v_to, 'day');
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_campaign := connector.require_campaign(v_brand.brand_id, campaign.campaign_id, campaign.platform, campaign.account_id);
  select held.* into strict v_account
  from analytics.entities as held
  where held.brand_id = v_brand.brand_id and held.entity_id = v_campaign.account_entity_id;
  v_filters := pg_catalog.jsonb_build_object('platform', v_campaign.platform, 'account_id', v_account.external_id, 'campaign_id', v_campaign.external_id);

  return pg_catalog.json_build_object(
    'brand_id', campaign.brand_id,
    'id', v_campaign.external_id,
    'name', v_campaign.name,
    'platform', v_campaign.platform,
    'account', pg_catalog.json_build_object('id', v_account.external_id, 'name', v_account.name),
    'status', v_campaign.status,
    'objective', v_campaign.objective,
    'daily_budget', pg_catalog.trim_scale(pg_catalog.round(v_campaign.daily_budget_micros * 0.000001, v_exponent)),
    'adsets', (
      select count(*)
      from analytics.entities as held
      where held.brand_id = v_brand.brand_id and held.level = 'adset' and held.campaign_entity_id = v_campaign.entity_id
    ),
    'ads', (
      select count(*)
      from analytics.entities as held
      where held.brand_id = v_brand.brand_id and held.level = 'ad' and held.campaign_entity_id = v_campaign.entity_id
    ),
    'date_from', v_from,
    'date_to', v_to,
    'totals', analytics.ask(v_brand, v_metrics, v_from, least(v_to, v_today), null, null, v_filters) -> 'data' -> 0,
    'adsets_by_roas', connector.ranked_adsets(v_brand, v_filters, v_from, least(v_to, v_today)),
    'open_anomalies', (
      select coalesce(pg_catalog.json_agg(found.value order by found.position), '[]')
      from pg_catalog.json_array_elements(analytics.anomalies(campaign.brand_id, 365, "limit" => 1000) -> 'data') with ordinality as found (value, position)
      where found.value ->> 'status' in ('active', 'confirmed')
        and found.value ->> 'level' = 'campaign'
        and found.value #>> '{entity,platform}' = v_campaign.platform
        and found.value #>> '{entity,id}' = v_campaign.external_id
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', analytics.reported_through(v_brand.brand_id),
      'warnings', analytics.metric_warnings(v_brand, v_metrics, 'campaign', v_from, v_to, v_today, 'day')
    )
  );
end
$$;
comment on function connector.campaign(text, text, text, text, date, date) is
  'get_campaign: what a campaign is set to, what it did in a range (the last 30 finished days unless told), its best and worst ad sets, and what went out of its way.';
grant execute on function
  connector.require_campaign(text, text, text, text),
  connector.ranked_adsets(core.brands, jsonb, date, date),
  connector.campaign(text, text, text, text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.campaign', 'read:marketing', may_lag => true);

create function connector.pacing(budget numeric, spend numeric, month date, through date, exponent smallint)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'budget', pg_catalog.trim_scale(pg_catalog.round(pacing.budget, pacing.exponent)),
    'spend_to_date', pg_catalog.trim_scale(pg_catalog.round(pacing.spend, pacing.exponent)),
    'pacing_percent', pg_catalog.trim_scale(pg_catalog.round(pace.percent, 1)),
    'projected_end_of_period', pg_catalog.trim_scale(pg_catalog.round(pace.projected, pacing.exponent)),
    'status', case when pace.percent < 90 then 'under' when pace.percent > 110 then 'over' when pace.percent is not null then 'on_track' end
  )
  from (select analytics.projected_for_month(pacing.spend, pacing.month, pacing.through) as projected) as projection
  cross join lateral (select projection.projected, 100 * projection.projected / nullif(pacing.budget, 0) as percent) as pace;
$$;
comment on function connector.pacing(numeric, numeric, date, date, smallint) is
  'How spend stands to a month''s budget: 100 percent ends the month on it, ten more or less are on track. Null without a budget or a finished day.';

create function connector.month_spend(brand_id text, level text, month date, through date)
returns table (entity_id bigint, spend_micros numeric)
language sql stable
as $$
  select facts.entity_id, sum(facts.spend_micros)
  from analytics.rollups_daily as facts
  where facts.brand_id = month_spend.brand_id
    and facts.level = month_spend.level
    and facts.day between month_spend.month and month_spend.through
  group by facts.entity_id;
$$;
comment on function connector.month_spend(text, text, date, date) is 'What each account, campaign or ad set spent in the days of a month through this one.';

create function connector.month_budgets(brand_id text, level text, month date, through date)
returns table (entity_id bigint, budget numeric, spend numeric)
language sql stable
as $$
  with campaigns as (
    select held.account_entity_id, held.daily_budget_micros
    from analytics.entities as held
    left join connector.month_spend(month_budgets.brand_id, 'campaign', month_budgets.month, month_budgets.through) as spent using (entity_id)
    where held.brand_id = month_budgets.brand_id and held.level = 'campaign' and (spent.spend_micros > 0 or connector.is_running(held.status))
  ),
  -- An account's budget is that of its campaigns, and unknown where that of one of them is.
  accounts as (
    select campaigns.account_entity_id, case when count(*) = count(campaigns.daily_budget_micros) then sum(campaigns.daily_budget_micros) end as daily_budget_micros
    from campaigns
    group by campaigns.account_entity_id
  )
  select
    held.entity_id,
    case when held.level = 'account' then accounts.daily_budget_micros else held.daily_budget_micros end * 0.000001
      * extract(day from month_budgets.month + interval '1 month - 1 day'),
    spent.spend_micros * 0.000001
  from analytics.entities as held
  left join connector.month_spend(month_budgets.brand_id, month_budgets.level, month_budgets.month, month_budgets.through) as spent using (entity_id)
  left join accounts on accounts.account_entity_id = held.entity_id
  where held.brand_id = month_budgets.brand_id
    and held.level = month_budgets.level
    and (
      spent.spend_micros > 0
      or (connector.is_running(held.status) and held.daily_budget_micros is not null)
      or accounts.daily_budget_micros is not null
    );
$$;
comment on function connector.month_budgets(text, text, date, date) is
  'The budget of a whole month, from the daily one, and the spend of it so far, of each account, campaign or ad set that spends or is to spend.';

create function connector.budgets(
  brand_id text,
  month text default null,
  level text default 'campaign',
  platform text default null,
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_this_month date;
  v_month date;
  v_through date;
  v_list jsonb;
  v_after text;
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
  v_totals jsonb;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(budgets.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_this_month := pg_catalog.date_trunc('month', v_today::timestamp)::date;
  v_month := coalesce((budgets.month || '-01')::date, v_this_month);
  if v_month > v_this_month then
    perform platform.fail('BADRQ', 'month: has not begun. Ask for ' || pg_catalog.to_char(v_this_month, 'YYYY-MM') || ' or an earlier one.');
  end if;
  -- Through the last day that every account has reported; null where no day of the month is that far.
  v_through := least(analytics.reported_through(v_brand.brand_id), (v_month + interval '1 month - 1 day')::date);
  v_through := case when v_through >= v_month then v_through end;
  v_list := pg_catalog.jsonb_build_array(
    'budgets', budgets.brand_id, v_month, budgets.level, budgets.platform, connector.ads_as_of(v_brand.brand_id)
  );
  v_after := connector.read_cursor(budgets.cursor, v_list);

  with kept as materialized (
    select
      entities.*,
      paths.account_id,
      paths.campaign_id,
      paths.campaign_name,
      -- What a budget was in an earlier month is not recorded.
      case when v_month = v_this_month then known.budget end as budget,
      known.spend,
      array[entities.platform, paths.account_id, paths.campaign_id, paths.adset_id] as path,
      pg_catalog.row_number() over (order by known.spend desc nulls last, entities.platform collate "C", entities.external_id collate "C", entities.entity_id)
        as position
    from connector.month_budgets(v_brand.brand_id, budgets.level, v_month, v_through) as known
    join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = known.entity_id
    join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = known.entity_id
    where budgets.platform is null or entities.platform = pg_catalog.lower(budgets.platform)
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit budgets."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.jsonb_build_object(
        'id', page.external_id, 'name', page.name, 'platform', page.platform, 'status_on_platform', page.status, 'account_id', page.account_id,
        'campaign_id', page.campaign_id, 'campaign_name', page.campaign_name,
        'daily_budget', pg_catalog.trim_scale(pg_catalog.round(page.daily_budget_micros * 0.000001, v_exponent))
      ) || connector.pacing(page.budget, page.spend, v_month, v_through, v_exponent)
      order by page.position
    ),
    (
      select connector.pacing(
        case when not pg_catalog.bool_or(kept.budget is null and kept.spend > 0) then sum(kept.budget) end, sum(kept.spend), v_month, v_through, v_exponent
      )
      from kept
      having count(*) > 0
    )
  into v_position, v_total, v_last, v_last_key, v_data, v_totals
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', budgets.brand_id,
    'month', pg_catalog.to_char(v_month, 'YYYY-MM'),
    'level', budgets.level,
    'days_elapsed', coalesce(v_through - v_month + 1, 0),
    'days_in_month', extract(day from v_month + interval '1 month - 1 day'),
    'data', coalesce(v_data, '[]'),
    'totals', v_totals,
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', v_through,
      'warnings', array(
        select 'What budgets were in an earlier month is not recorded: budget and what follows from it are null.' where v_month < v_this_month
        union all
        select 'No finished day of this month has been reported by every account yet: there is nothing to project from.' where v_through is null
        union all
        select warning.text
        from pg_catalog.unnest(analytics.budget_warnings(v_brand.brand_id, budgets.level, v_exponent, v_through, v_through - v_month + 1, 0)) as warning (text)
      )
    )
  );
end
$$;
comment on function connector.budgets(text, text, text, text, integer, text) is
  'get_budgets: how spend stands to the budget of a month, largest spend first, page by page. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  connector.pacing(numeric, numeric, date, date, smallint),
  connector.month_spend(text, text, date, date),
  connector.month_budgets(text, text, date, date),
  connector.budgets(text, text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.budgets', 'read:marketing', may_lag => true);

create function connector.profit_of(
  revenue numeric, costed_revenue numeric, cogs numeric, spend numeric, sold_cogs numeric, sold_spend numeric, mer numeric, exponent smallint
)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'revenue', pg_catalog.trim_scale(pg_catalog.round(profit_of.revenue, profit_of.exponent)),
    'cogs', pg_catalog.trim_scale(pg_catalog.round(profit_of.cogs, profit_of.exponent)),
    'ad_spend', pg_catalog.trim_scale(pg_catalog.round(profit_of.spend, profit_of.exponent)),
    'fees', null,
    'gross_profit', pg_catalog.trim_scale(pg_catalog.round(known.gross, profit_of.exponent)),
    'contribution_profit', pg_catalog.trim_scale(pg_catalog.round(known.gross - profit_of.sold_spend, profit_of.exponent)),
    'margin', pg_catalog.trim_scale(pg_catalog.round((known.gross - profit_of.sold_spend) / nullif(profit_of.revenue, 0), 6)),
    'mer', pg_catalog.trim_scale(pg_catalog.round(profit_of.mer, 6)),
    -- Of revenue whose cost is known: a margin of nothing or less never breaks even.
    'break_even_roas', case when profit_of.costed_revenue > profit_of.sold_cogs
      then pg_catalog.trim_scale(pg_catalog.round(profit_of.costed_revenue / (profit_of.costed_revenue - profit_of.sold_cogs), 6))
    end,
    'missing_cost_share', pg_catalog.trim_scale(pg_catalog.round(1 - known.costed_share, 6))
  )
  from (
    select
      case when profit_of.costed_revenue = profit_of.revenue then profit_of.revenue - profit_of.sold_cogs end as gross,
      coalesce(profit_of.costed_revenue, 0) / nullif(profit_of.revenue, 0) as costed_share
  ) as known;
$$;
comment on function connector.profit_of(numeric, numeric, numeric, numeric, numeric, numeric, numeric, smallint) is
  'Profit from its bases, in units, of what reports its revenue: costs and spend of what does not stand beside none (sold_cogs, sold_spend). Where the cost of some revenue is not known there is no profit, only how much of the revenue that is.';

create function connector.profit(
  brand_id text,
  date_from date,
  date_to date,
  granularity text default 'none',
  "by" text default 'none',
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_list constant jsonb := pg_catalog.jsonb_build_array('profit', profit.brand_id, profit.date_from, profit.date_to, profit.granularity, profit."by");
  v_after constant text := connector.read_cursor(profit.cursor, v_list);
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
  v_totals jsonb;
begin
  perform analytics.check_range(profit.date_from, profit.date_to, profit.granularity);
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(profit.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_today := (platform.now() at time zone v_brand.timezone)::date;

  with sold as materialized (
    select
      case when profit.granularity <> 'none' then pg_catalog.date_trunc(profit.granularity, facts.day::timestamp)::date end as date,
      case when profit."by" <> 'none' then entities.platform end as channel,
      -- What a source reports of an account as a whole is of no campaign.
      case when profit."by" = 'campaign' then case when entities.level = 'campaign' then entities.entity_id else entities.campaign_entity_id end end as campaign_entity_id,
      case when v_brand.revenue_source = 'store' then facts.store_revenue_micros else facts.revenue_micros end * 0.000001 as revenue,
      facts.cogs_micros * 0.000001 as cogs,
      facts.spend_micros * 0.000001 as spend,
      facts.store_revenue_micros * 0.000001 as store_revenue
    from analytics.facts_daily as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = v_brand.brand_id and facts.day between profit.date_from and least(profit.date_to, v_today)
  ),
  sums as materialized (
    select
      sold.date, sold.channel, sold.campaign_entity_id,
      sum(sold.revenue) as revenue, sum(sold.revenue) filter (where sold.cogs is not null) as costed_revenue, sum(sold.cogs) as cogs,
      sum(sold.spend) as spend, sum(sold.store_revenue) as store_revenue,
      -- A store's revenue is of no ad: all costs stand against all of it.
      sum(sold.cogs) filter (where v_brand.revenue_source = 'store' or sold.revenue is not null) as sold_cogs,
      sum(sold.spend) filter (where v_brand.revenue_source = 'store' or sold.revenue is not null) as sold_spend
    from sold
    group by sold.date, sold.channel, sold.campaign_entity_id
  ),
  kept as materialized (
    select
      sums.*,
      campaigns.external_id as campaign_id,
      campaigns.name as campaign_name,
      array[sums.date::text, sums.channel, paths.account_id, campaigns.external_id] as path,
      pg_catalog.row_number() over (
        order by sums.date, sums.revenue desc nulls last, sums.channel collate "C", campaigns.external_id collate "C", sums.campaign_entity_id
      ) as position
    from sums
    left join analytics.entities as campaigns on campaigns.brand_id = v_brand.brand_id and campaigns.entity_id = sums.campaign_entity_id
    left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = sums.campaign_entity_id
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit profit."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.jsonb_build_object('date', page.date, 'channel', page.channel, 'campaign_id', page.campaign_id, 'campaign_name', page.campaign_name)
      -- The store's revenue is of no channel: only all of it can be held against all spend.
      || connector.profit_of(
        page.revenue, page.costed_revenue, page.cogs, page.spend, page.sold_cogs, page.sold_spend,
        case when profit."by" = 'none' then page.store_revenue / nullif(page.spend, 0) end, v_exponent
      )
      order by page.position
    ),
    (
      select connector.profit_of(
        sum(sums.revenue), sum(sums.costed_revenue), sum(sums.cogs), sum(sums.spend), sum(sums.sold_cogs), sum(sums.sold_spend),
        sum(sums.store_revenue) / nullif(sum(sums.spend), 0), v_exponent
      )
      from sums
      having count(*) > 0
    )
  into v_position, v_total, v_last, v_last_key, v_data, v_totals
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', profit.brand_id,
    'date_from', profit.date_from,
    'date_to', profit.date_to,
    'granularity', profit.granularity,
    'by', profit."by",
    'data', coalesce(v_data, '[]'),
    'totals', v_totals,
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'data_through', analytics.reported_through(v_brand.brand_id),
      'attribution_setting', v_brand.revenue_source,
      'warnings', pg_catalog.array_cat(
        array(
          select 'No fees are held: they are null, and contribution_profit is before them.'
          union all
          select 'The cost of some revenue was not reported (missing_cost_share): profit and margin are null there, break_even_roas is of the rest.'
          where (v_totals ->> 'missing_cost_share')::numeric > 0
        ),
        analytics.metric_warnings(
          v_brand, '{profit}', case profit."by" when 'none' then 'account' else 'campaign' end, profit.date_from, profit.date_to, v_today, 'day'
        )
      )
    )
  );
end
$$;
comment on function connector.profit(text, date, date, text, text, integer, text) is
  'get_profit: what was left of revenue, by period and by channel or campaign; totals of the whole range whatever the page. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  connector.profit_of(numeric, numeric, numeric, numeric, numeric, numeric, numeric, smallint),
  connector.profit(text, date, date, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.profit', 'read:marketing', may_lag => true);

create function connector.store_overview(brand_id text, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(store_overview.brand_id);
  v_fulfillment constant json := storefront.fulfillment(store_overview.brand_id);
  v_bundles constant json := storefront.bundles(store_overview.brand_id);
  v_manifest constant json := storefront.manifest(store_overview.brand_id, store_overview.base_url);
  v_shop storefront.shops;
  v_catalogue storefront.catalogues;
begin
  select held.* into v_shop from storefront.shops as held where held.brand_id = v_brand_id;
  select held.* into v_catalogue from storefront.catalogues as held where held.brand_id = v_brand_id;
  return (
    select pg_catalog.json_build_object(
      'brand_id', store_overview.brand_id,
      'name', brands.name,
      'currency', brands.currency,
      'description', storefront.plain(v_shop.description),
      'website', storefront.web_address(v_shop.website),
      'products', coalesce(v_catalogue.products, 0),
      'categories', (
        select coalesce(
          pg_catalog.json_agg(pg_catalog.json_build_object('name', storefront.plain(listed.name), 'products', listed.products) order by listed.products desc, listed.name), '[]'
        )
        from (
          select held.name, held.products
          from storefront.names as held
          where held.brand_id = v_brand_id and held.kind = 'category'
          order by held.products desc, held.name
          limit 50
        ) as listed
      ),
      'categories_total', (select count(*) from storefront.names as held where held.brand_id = v_brand_id and held.kind = 'category'),
      'bundles', (
        select coalesce(
          pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'id', bundle.value -> 'id', 'name', bundle.value -> 'name', 'price', bundle.value -> 'bundlePrice', 'apart', bundle.value -> 'originalTotal',
              'product_ids', (select pg_catalog.json_agg(part -> 'productId') from pg_catalog.json_array_elements(bundle.value -> 'products') as part)
            )
            order by bundle.position
          ), '[]'
        )
        from pg_catalog.json_array_elements(v_bundles -> 'bundles') with ordinality as bundle (value, position)
        where bundle.position <= 20
      ),
      'bundles_total', v_bundles -> 'count',
      'fulfillment', pg_catalog.json_build_object('state', v_fulfillment #> '{shipping,state}', 'statement', v_fulfillment #> '{shipping,statement}'),
      'payment', pg_catalog.json_build_object('state', v_fulfillment #> '{payment,state}', 'statement', v_fulfillment #> '{payment,statement}'),
      'feeds', v_manifest -> 'feeds',
      'policies', v_manifest -> 'policies',
      'data_freshness', platform.utc(v_catalogue.updated_at),
      'meta', pg_catalog.json_build_object('data_as_of', platform.utc(greatest(v_catalogue.updated_at, v_shop.updated_at)))
    )
    from core.brands
    where brands.brand_id = store_overview.brand_id
  );
end
$$;
comment on function connector.store_overview(text, text) is
  'get_store_overview: what a shop is, sells and says of shipping and payment, and where its feeds are. The largest 50 categories, the first 20 bundles.';
grant execute on function connector.store_overview(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.store_overview', 'read:commerce', brand => 'shown', may_lag => true);

create function connector.trust_signals(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'brand_id', trust_signals.brand_id,
    'trust', record.trust,
    'network_trust', storefront.trust_network(trust_signals.brand_id) -> 'network_trust',
    'certification', record.trust -> 'certification',
    'meta', pg_catalog.json_build_object('data_as_of', record.trust -> 'calculated_at', 'status', record.trust #> '{degradation,status}')
  )
  from (select storefront.trust(trust_signals.brand_id, trust_signals.base_url) as trust) as record;
$$;
comment on function connector.trust_signals(text, text) is
  'get_trust_signals: the trust record, the trust over the assistants and the certificate, in one answer. Nulls where too little was seen.';
grant execute on function connector.trust_signals(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.trust_signals', 'read:commerce', brand => 'shown', may_lag => true);

create function connector.check_change(change jsonb)
returns void
language plpgsql stable
as $$
declare
  v_to constant jsonb := check_change.change -> 'to';
begin
  if check_change.change ->> 'kind' in ('budget', 'bid') then
    if pg_catalog.jsonb_typeof(v_to) is distinct from 'number' or (v_to #>> '{}')::numeric < 0 then
      perform platform.fail('BADRQ', 'change.to: must be an amount of 0 or more in the brand''s currency; of a budget, a day.');
    end if;
  elsif pg_catalog.jsonb_typeof(v_to) is distinct from 'string' then
    perform platform.fail('BADRQ', 'change.to: must say in words what it should become.');
  end if;
  if v_to = check_change.change -> 'from' then
    perform platform.fail('BADRQ', 'change.to: is what it is already. Propose something else.');
  end if;
end
$$;
comment on function connector.check_change(jsonb) is 'Refuses a change that is none, or that is no amount where one is needed.';

create function connector.require_target(brand_id text, target jsonb)
returns void
language plpgsql stable
as $$
begin
  if not exists (
    select from analytics.entities
    where entities.brand_id = require_target.brand_id
      and entities.level = require_target.target ->> 'level'
      and entities.platform = pg_catalog.lower(require_target.target ->> 'platform')
      and entities.external_id = require_target.target ->> 'id'
  ) then
    perform platform.fail('NTFND', 'target.id: this brand has no such ' || (require_target.target ->> 'level') || ' there. list_campaigns lists what there is.');
  end if;
end
$$;
comment on function connector.require_target(text, jsonb) is 'Refuses a target that the brand does not have.';

create function connector.told_proposal(proposal connector.proposals, brand_id text, base_url text)
returns json
language sql stable
return pg_catalog.json_build_object(
  'brand_id', told_proposal.brand_id,
  'proposal_id', (told_proposal.proposal).proposal_id,
  'status', case
    when (told_proposal.proposal).status = 'pending_approval' and (told_proposal.proposal).expires_at <= platform.now() then 'expired'
    else (told_proposal.proposal).status
  end,
  'target', (told_proposal.proposal).target,
  'change', (told_proposal.proposal).change,
  'approval_url', told_proposal.base_url || '/console/proposals/' || (told_proposal.proposal).proposal_id,
  'created_at', platform.utc((told_proposal.proposal).created_at),
  'expires_at', platform.utc((told_proposal.proposal).expires_at),
  'meta', pg_catalog.json_build_object('data_as_of', platform.utc((told_proposal.proposal).created_at))
);
comment on function connector.told_proposal(connector.proposals, text, text) is 'A proposal as its maker sees it: whoever has not been answered in time is told so.';

create function connector.propose_change(
  brand_id text,
  target jsonb,
  change jsonb,
  rationale text,
  idempotency_key text,
  evidence text[] default '{}',
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(propose_change.brand_id);
  v_request_hash constant bytea := pg_catalog.sha256(
    pg_catalog.convert_to(
      pg_catalog.jsonb_build_array(
        propose_change.brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence
      )::text,
      'UTF8'
    )
  );
  v_proposal connector.proposals;
begin
  -- Twins with one key wait for each other, whichever brand they name.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'connector.propose', core.scope_credential_id(), propose_change.idempotency_key), 0)
  );
  select held.* into v_proposal
  from connector.proposals as held
  where held.created_by = core.scope_credential_id() and held.idempotency_key = propose_change.idempotency_key;
  if not found then
    perform connector.check_change(propose_change.change);
    perform connector.require_target(v_brand_id, propose_change.target);
    insert into connector.proposals as held (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
    values (
      v_brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence, propose_change.idempotency_key,
      v_request_hash, core.scope_credential_id(), core.scope_person_id()
    )
    returning held.* into v_proposal;
    if not v_brand_id = any (core.simulated_brand_ids()) then
      perform events.emit(
        v_brand_id, 'alert.triggered',
        pg_catalog.jsonb_build_object('detector', 'proposal', 'proposal_id', v_proposal.proposal_id, 'status', v_proposal.status)
      );
    end if;
  elsif v_proposal.request_hash <> v_request_hash then
    perform platform.fail(
      'CNFLT', 'idempotency_key: it came with another proposal before. Send the same request with it, or a new key for a new proposal.'
    );
  end if;
  return connector.told_proposal(v_proposal, propose_change.brand_id, propose_change.base_url);
end
$$;
comment on function connector.propose_change(text, jsonb, jsonb, text, text, text[], text) is
  'propose_change: puts a suggested change before the people who may approve it. Approves nothing and changes nothing on any platform. '
  'The same idempotency_key and request find the same proposal, with what became of it; another request with it raises CNFLT.';
grant execute on function
  connector.check_change(jsonb),
  connector.require_target(text, jsonb),
  connector.told_proposal(connector.proposals, text, text),
  connector.propose_change(text, jsonb, jsonb, text, text, text[], text)
to vitrine_key, vitrine_simulated;
call core.register_operation('connector.propose_change', 'write:proposals', access => 'write');

create function connector.check_negotiation(action text, negotiation_id text, offer jsonb, confirm boolean)
returns void
language plpgsql stable
as $$
begin
  if check_negotiation.action = 'open' and check_negotiation.negotiation_id is not null then
    perform platform.fail('BADRQ', 'negotiation_id: not with action=open, which begins a new one.');
  elsif check_negotiation.action <> 'open' and check_negotiation.negotiation_id is null then
    perform platform.fail('BADRQ', 'negotiation_id: required unless action is open.');
  elsif check_negotiation.action in ('open', 'counter') and check_negotiation.offer is null then
    perform platform.fail('BADRQ', 'offer: required when action is open or counter.');
  elsif check_negotiation.action in ('accept', 'withdraw') and check_negotiation.offer is not null then
    perform platform.fail('BADRQ', 'offer: only with action=open or action=counter.');
  elsif check_negotiation.action = 'accept' and check_negotiation.confirm is distinct from true then
    perform platform.fail('BADRQ', 'confirm: must be true to accept. Ask the person first: accepting may end in an order.');
  elsif check_negotiation.offer is not null
    and not exists (select from core.currencies where currencies.currency = check_negotiation.offer ->> 'currency') then
    perform platform.fail('BADRQ', 'offer.currency: must be an ISO 4217 code.');
  end if;
end
$$;
comment on function connector.check_negotiation(text, text, jsonb, boolean) is 'Refuses a move that lacks what it needs.';

create function connector.order_negotiated(brand_id text, negotiation_id text, base_url text)
returns text
language plpgsql volatile
as $$
declare
  v_negotiation json := commerce.negotiation(order_negotiated.brand_id, order_negotiated.negotiation_id);
begin
  -- What the shop took at once is agreed on already: then it is the order that the person says yes to.
  if v_negotiation ->> 'status' <> 'accepted' then
    v_negotiation := commerce.accept_offer(order_negotiated.brand_id, order_negotiated.negotiation_id);
  end if;
  if v_negotiation ->> 'status' <> 'accepted' then
    return null;
  end if;
  return commerce.create_transaction(
    order_negotiated.brand_id,
    pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('hold_id', v_negotiation #>> '{outcome,hold_id}')),
    base_url => order_negotiated.base_url
  ) #>> '{handoff,url}';
end
$$;
comment on function connector.order_negotiated(text, text, text) is
  'Accepts what was negotiated and makes it an order; returns where the buyer goes on to the merchant, or null where the shop no longer agrees.';

create function connector.negotiate_price(
  brand_id text,
  product_id text,
  quantity integer,
  action text,
  negotiation_id text default null,
  offer jsonb default null,
  confirm boolean default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation json;
  v_url text;
begin
  perform connector.check_negotiation(negotiate_price.action, negotiate_price.negotiation_id, negotiate_price.offer, negotiate_price.confirm);
  if negotiate_price.action <> 'open' then
    v_negotiation := commerce.negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
    if v_negotiation ->> 'product_id' is distinct from negotiate_price.product_id then
      perform platform.fail('BADRQ', 'product_id: is not what this negotiation is about.');
    end if;
  end if;
  case negotiate_price.action
    when 'open' then
      v_negotiation := commerce.open_negotiation(
        negotiate_price.brand_id, negotiate_price.offer, negotiate_price.quantity, product_id => negotiate_price.product_id
      );
    when 'counter' then
      v_negotiation := commerce.make_offer(negotiate_price.brand_id, negotiate_price.negotiation_id, negotiate_price.offer);
    when 'withdraw' then
      v_negotiation := commerce.withdraw_negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
    else
      v_url := connector.order_negotiated(negotiate_price.brand_id, negotiate_price.negotiation_id, negotiate_price.base_url);
      v_negotiation := commerce.negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
  end case;
  return pg_catalog.json_build_object(
    'brand_id', negotiate_price.brand_id,
    'negotiation', pg_catalog.json_build_object(
      'id', v_negotiation ->> 'id',
      'state', v_negotiation ->> 'status',
      'round', v_negotiation -> 'round',
      'rounds_max', v_negotiation -> 'rounds_max',
      'quantity', v_negotiation -> 'quantity',
      'list_price', connector.plain_price(v_negotiation -> 'list_price'),
      'counter_offer', case when v_negotiation ->> 'status' = 'pending_agent'
        then connector.plain_price(v_negotiation #> '{current_offer,unit_price}') end,
      'agreed_price', connector.plain_price(v_negotiation #> '{outcome,price}'),
      'next_actions', case when v_negotiation ->> 'status' = 'accepted' then array['accept'] else array(
        select possible.action
        from pg_catalog.json_array_elements_text(v_negotiation -> 'next_actions') as possible (action)
        where possible.action in ('accept', 'counter', 'withdraw')
      ) end,
      'expires_at', v_negotiation ->> 'expires_at'
    ),
    'order_handoff_url', v_url,
    'meta', pg_catalog.json_build_object('data_as_of', platform.utc(platform.now()))
  );
end
$$;
comment on function connector.negotiate_price(text, text, integer, text, text, jsonb, boolean, text) is
  'negotiate_price: one move of a negotiation, by the functions that serve the shop''s own address. Accepting makes an order of it. Never touches funds.';

create function connector.plain_price(price json)
returns json
language sql immutable
return case when plain_price.price ->> 'amount' is not null
  then pg_catalog.json_build_object('amount', plain_price.price -> 'amount', 'currency', plain_price.price -> 'currency')
end;
comment on function connector.plain_price(json) is 'Of a price what an agent needs.';

grant execute on function
  connector.check_negotiation(text, text, jsonb, boolean),
  connector.order_negotiated(text, text, text),
  connector.plain_price(json),
  connector.negotiate_price(text, text, integer, text, text, jsonb, boolean, text)
to vitrine_key, vitrine_simulated;
call core.register_operation('connector.negotiate_price', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);

-- Proposals come in through connector.propose_change alone: whoever asks writes in their own name, within the brands in
-- scope, and pending is all that a new one can be. Nobody but the owner of a decision may change one later.
call core.protect('connector.proposals');
revoke insert, update, delete on connector.proposals from vitrine_worker;
create policy propose on connector.proposals for insert to vitrine_key
with check (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and created_by = core.scope_credential_id()
  and person_id is not distinct from core.scope_person_id()
);
create policy propose_simulated on connector.proposals for insert to vitrine_simulated
with check (brand_id = any ((select core.simulated_brand_ids())::text[]) and created_by = core.scope_credential_id());
grant insert (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
on connector.proposals to vitrine_key, vitrine_simulated;

-- Test keys of everybody share the simulated brand, but not each other's words; what expired there is swept away.
create policy own_simulated on connector.proposals as restrictive for select to vitrine_simulated
using (created_by = core.scope_credential_id());
create policy sweep on connector.proposals as restrictive for delete to vitrine_worker
using (brand_id = any (array['brd_simulated']));
grant delete on connector.proposals to vitrine_worker;


create table simulate.campaigns (
  campaign_no integer not null,
  platform text not null,
  name text not null,
  objective text not null,
  spend_micros bigint not null,
  cpm_micros bigint not null,
  ctr_ppm integer not null,
  cvr_ppm integer not null,
  aov_micros bigint not null,
  constraint campaigns_pkey primary key (campaign_no)
);
comment on table simulate.campaigns is 'The campaigns of the simulated brand and how each does on an ordinary day.';
comment on column simulate.campaigns.ctr_ppm is 'Clicks per million impressions.';
comment on column simulate.campaigns.cvr_ppm is 'Purchases per million clicks.';

insert into simulate.campaigns values
  (1, 'google', 'Brand search', 'search', 2100000000, 42000000, 92000, 61000, 84000000),
  (2, 'google', 'Jackets search', 'search', 1800000000, 38000000, 51000, 29000, 118000000),
  (3, 'google', 'Tents search', 'search', 1500000000, 35000000, 47000, 24000, 205000000),
  (4, 'google', 'Shopping all products', 'shopping', 3200000000, 12000000, 14000, 27000, 96000000),
  (5, 'google', 'Shopping best sellers', 'shopping', 2600000000, 14000000, 17000, 33000, 102000000),
  (6, 'google', 'Performance Max', 'performance_max', 4100000000, 9500000, 9000, 22000, 99000000),
  (7, 'google', 'YouTube spring films', 'video', 900000000, 8000000, 4200, 30000, 91000000),
  (8, 'meta', 'Prospecting broad', 'sales', 3800000000, 11000000, 12500, 17000, 88000000),
  (9, 'meta', 'Prospecting lookalikes', 'sales', 2400000000, 13000000, 13800, 19000, 90000000),
  (10, 'meta', 'Retargeting visitors', 'sales', 1200000000, 18000000, 21000, 41000, 93000000),
  (11, 'meta', 'Retargeting carts', 'sales', 800000000, 21000000, 24000, 63000, 97000000),
  (12, 'meta', 'Catalogue ads', 'sales', 2000000000, 10500000, 15600, 23000, 85000000),
  (13, 'meta', 'New collection', 'traffic', 1100000000, 9800000, 16100, 12000, 104000000),
  (14, 'meta', 'Gift guide', 'sales', 950000000, 12400000, 14700, 21000, 72000000),
  (15, 'meta', 'Loyalty members', 'sales', 600000000, 16500000, 26500, 52000, 110000000),
  (16, 'tiktok', 'Trail stories', 'sales', 1400000000, 6200000, 9800, 10500, 79000000),
  (17, 'tiktok', 'Creator films', 'sales', 1700000000, 5800000, 11200, 12500, 76000000),
  (18, 'tiktok', 'Packing list', 'traffic', 700000000, 5400000, 12900, 8000, 74000000),
  (19, 'tiktok', 'Retargeting viewers', 'sales', 600000000, 8900000, 15400, 21000, 81000000),
  (20, 'tiktok', 'Weekend offers', 'sales', 850000000, 6600000, 10700, 14000, 69000000);

create table simulate.ads (
  ad_no integer not null,
  campaign_no integer not null,
  adset_name text,
  ad_name text,
  format text,
  share_percent integer not null,
  constraint ads_pkey primary key (ad_no),
  constraint ads_campaign_no_fkey foreign key (campaign_no) references simulate.campaigns on delete cascade
);
comment on table simulate.ads is
  'What the simulated platforms report on: the ads of Meta and TikTok, and the campaigns themselves of Google, with their share of the campaign.';

insert into simulate.ads (ad_no, campaign_no, adset_name, ad_name, format, share_percent)
select
  campaigns.campaign_no * 10 + coalesce(variant.ad_no, 0),
  campaigns.campaign_no,
  variant.adset_name,
  campaigns.name || ' - ' || variant.ad_name,
  variant.format,
  coalesce(variant.share_percent, 100)
from simulate.campaigns
left join (
  values
    ('meta', 1, 'Women 25-54', 'summit film', 'video', 34),
    ('meta', 2, 'Women 25-54', 'jacket still', 'image', 21),
    ('meta', 3, 'Men 25-54', 'ridge film', 'video', 27),
    ('meta', 4, 'Men 25-54', 'gear carousel', 'carousel', 18),
    ('tiktok', 1, 'Everybody 18-44', 'first light', 'video', 58),
    ('tiktok', 2, 'Everybody 18-44', 'unboxing', 'video', 42)
) as variant (platform, ad_no, adset_name, ad_name, format, share_percent)
  on variant.platform = campaigns.platform;

alter table simulate.campaigns enable row level security;
alter table simulate.campaigns force row level security;
create policy everybody on simulate.campaigns for select using (true);
alter table simulate.ads enable row level security;
alter table simulate.ads force row level security;
create policy everybody on simulate.ads for select using (true);
grant select on simulate.campaigns, simulate.ads to vitrine_worker;

create function simulate.noise(seed text, spread_percent integer)
returns integer
language sql immutable parallel safe
return 100 - noise.spread_percent
  + ('x' || pg_catalog.left(pg_catalog.md5(noise.seed), 6))::bit(24)::integer % (2 * noise.spread_percent + 1);
comment on function simulate.noise(text, integer) is
  'A percentage around 100 that follows from the seed alone: the same on any machine and any day.';

create function simulate.season(day date)
returns bigint
language sql immutable parallel safe
as $$
  -- From the middle of one month to the middle of the next, in thousandths.
  select case when extract(day from season.day) <= 15
    then (months.factors[(extract(month from season.day)::integer + 10) % 12 + 1] * (15 - extract(day from season.day)::bigint)
      + months.factors[extract(month from season.day)::integer] * (15 + extract(day from season.day)::bigint)) / 3
    else (months.factors[extract(month from season.day)::integer] * (45 - extract(day from season.day)::bigint)
      + months.factors[extract(month from season.day)::integer % 12 + 1] * (extract(day from season.day)::bigint - 15)) / 3
  end
  from (select array[88, 84, 92, 98, 103, 106, 99, 95, 98, 104, 122, 130]::bigint[] as factors) as months;
$$;
comment on function simulate.season(date) is 'How busy a day is for its place in the year, in thousandths of an ordinary one.';

create function simulate.planted_anomalies(first_on date, last_on date)
returns table (on_day date, detector text, campaign_no integer)
language sql immutable
as $$
  select day::date, planted.detector, ((day::date - date '2000-01-01') / 29 * planted.stride) % 20 + 1
  from pg_catalog.generate_series(planted_anomalies.first_on::timestamp, planted_anomalies.last_on, interval '1 day') as day
  join (values (7, 'cpa_spike', 3), (16, 'roas_drop', 7), (25, 'spend_surge', 11)) as planted (remainder, detector, stride)
    on planted.remainder = (day::date - date '2000-01-01') % 29;
$$;
comment on function simulate.planted_anomalies(date, date) is
  'What the simulator does on purpose: every 29 days each detector has one campaign and one day to find.';

create function simulate.facts(first_on date, last_on date)
returns table (
  ad_no integer,
  day date,
  spend_micros bigint,
  revenue_micros bigint,
  cogs_micros bigint,
  impressions bigint,
  clicks bigint,
  link_clicks bigint,
  landing_page_views bigint,
  reach bigint,
  conversions_micros bigint,
  purchases_micros bigint,
  add_to_carts_micros bigint,
  checkouts_micros bigint,
  new_customers_micros bigint,
  video_views_3s bigint,
  thruplays bigint,
  video_p25 bigint,
  video_p50 bigint,
  video_p75 bigint,
  video_p100 bigint
)
language sql stable
as $$
  -- Each step is kept, or every column would roll its dice anew.
  with days as (
    select
      series.day::date as day,
      -- In billionths: percent, percent, percent and thousandths.
      (array[96, 92, 95, 98, 104, 112, 106])[extract(isodow from series.day)::integer]::bigint
      * simulate.season(series.day::date) / 10
      * case
        when extract(month from series.day) = 11 and extract(day from series.day) >= 20
          then (array[104, 109, 115, 121, 128, 135, 142, 149, 149, 140, 130])[extract(day from series.day)::integer - 19]
        when extract(month from series.day) = 12 and extract(day from series.day) <= 3 then (array[120, 112, 105])[extract(day from series.day)::integer]
        when extract(month from series.day) = 4 and extract(day from series.day) between 7 and 15
          then (array[105, 111, 117, 122, 124, 122, 117, 111, 105])[extract(day from series.day)::integer - 6]
        else 100
      end
      * (900 + (series.day::date - date '2024-01-01') / 8) as level
    from pg_catalog.generate_series(facts.first_on::timestamp, facts.last_on, interval '1 day') as series (day)
  ),
  spent as materialized (
    select
      ads.*,
      campaigns.*,
      days.day,
      anomalies.detector,
      campaigns.spend_micros / 10000 * ads.share_percent * (days.level / 1000000)
      * simulate.noise('spend' || ads.ad_no || days.day, 14)
      * case anomalies.detector when 'spend_surge' then 270 else 100 end
      / 1000000000 * 10000 as spend
    from days
    cross join simulate.ads
    join simulate.campaigns using (campaign_no)
    left join simulate.planted_anomalies(facts.first_on, facts.last_on) as anomalies
      on anomalies.on_day = days.day and anomalies.campaign_no = ads.campaign_no
  ),
  seen as materialized (
    select
      *,
      spent.spend * 1000 / (spent.cpm_micros * simulate.noise('cpm' || spent.ad_no || spent.day, 9) / 100) as impressions
    from spent
  ),
  clicked as materialized (
    select
      *,
      seen.impressions * seen.ctr_ppm / 1000000 * simulate.noise('ctr' || seen.ad_no || seen.day, 8) / 100 as clicks
    from seen
  ),
  bought as materialized (
    select
      *,
      clicked.clicks * clicked.cvr_ppm * simulate.noise('cvr' || clicked.ad_no || clicked.day, 12) / 100
      * case clicked.detector when 'cpa_spike' then 30 else 100 end / 100 as purchases
    from clicked
  ),
  counted as materialized (
    select *, case when platform = 'google' then bought.purchases / 10000 * 10000 else bought.purchases / 1000000 * 1000000 end as whole
    from bought
  ),
  earned as materialized (
    select
      *,
      counted.whole / 10000 * counted.aov_micros / 100 * simulate.noise('aov' || counted.ad_no || counted.day, 10) / 100
      * case counted.detector when 'roas_drop' then 8 else 100 end / 1000000 * 10000 as revenue
    from counted
  )
  select
    earned.ad_no,
    earned.day,
    earned.spend,
    earned.revenue,
    earned.revenue / 10000 * 42 / 100 * 10000,
    earned.impressions,
    earned.clicks,
    earned.clicks * 86 / 100,
    earned.clicks * 68 / 100,
    earned.impressions * 71 / 100,
    earned.whole,
    earned.whole,
    earned.clicks * 11 / 100 * 1000000 + earned.whole,
    earned.clicks * 5 / 100 * 1000000 + earned.whole,
    earned.whole / 1000000 * 58 / 100 * 1000000,
    case when earned.format = 'video' then earned.impressions * 29 / 100 end,
    case when earned.format = 'video' then earned.impressions * 11 / 100 end,
    case when earned.format = 'video' then earned.impressions * 19 / 100 end,
    case when earned.format = 'video' then earned.impressions * 13 / 100 end,
    case when earned.format = 'video' then earned.impressions * 9 / 100 end,
    case when earned.format = 'video' then earned.impressions * 6 / 100 end
  from earned;
$$;
comment on function simulate.facts(date, date) is
  'What each simulated ad did on each day: weekday, month, promotion, trend, noise and planted anomalies in whole numbers only. '
  'A row follows from its ad and its date, so that it is the same bytes everywhere.';
grant execute on function simulate.noise(text, integer), simulate.season(date), simulate.planted_anomalies(date, date), simulate.facts(date, date) to vitrine_worker;

create function simulate.roll(seed text, sides integer)
returns integer
language sql immutable parallel safe
return ('x' || pg_catalog.left(pg_catalog.md5(roll.seed), 7))::bit(28)::integer % roll.sides;
comment on function simulate.roll(text, integer) is 'A number from 0 to sides - 1 that follows from the seed alone.';

create function simulate.visits(first_on date, last_on date)
returns table (visitor_id text, arrived_at timestamptz, has_ordered boolean, touches integer)
language sql stable
as $$
  select
    'v' || pg_catalog.to_char(series.day, 'YYMMDD') || '-' || visit.no,
    (series.day + pg_catalog.make_interval(mins => 420 + simulate.roll('minute' || series.day || visit.no, 960))) at time zone 'America/New_York',
    visit.no <= 22 + simulate.roll('orders' || series.day, 12),
    case simulate.roll('touches' || series.day || visit.no, 12) when 0 then 0 when 1 then 4 when 2 then 4 when 3 then 3 when 4 then 3 when 5 then 3
      when 6 then 2 when 7 then 2 when 8 then 2 else 1
    end
  from pg_catalog.generate_series(visits.first_on::timestamp, visits.last_on, interval '1 day') as series (day)
  cross join pg_catalog.generate_series(1, 60) as visit (no);
$$;
comment on function simulate.visits(date, date) is 'Who came on a day, whether they bought, and how many touches had led them there; every day sixty.';

create function simulate.import_journeys(first_on date, last_on date)
returns void
language plpgsql volatile
as $$
begin
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind)
  select
    pg_catalog.row_number() over (), visits.visitor_id,
    (visits.arrived_at - pg_catalog.make_interval(mins => 7 + (touch.no - 1) * 1900 + simulate.roll('ago' || visits.visitor_id || touch.no, 1800)))::text,
    (array['google', 'google', 'google', 'meta', 'meta', 'meta', 'tiktok', 'email', 'organic search', 'direct'])
      [simulate.roll('channel' || visits.visitor_id || touch.no, 10) + 1],
    case when simulate.roll('kind' || visits.visitor_id || touch.no, 100) < 14 then 'view' else 'click' end
  from simulate.visits(import_journeys.first_on, import_journeys.last_on) as visits
  cross join lateral pg_catalog.generate_series(1, visits.touches) as touch (no);
  perform analytics.commit_journey_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.journeys));
  drop table pg_temp.journeys, pg_temp.touches, pg_temp.rejections;

  perform analytics.open_order_import();
  insert into pg_temp.orders (line, order_id, customer_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select
    pg_catalog.row_number() over (), 'o' || visits.visitor_id, visits.visitor_id, visits.arrived_at::text, amount.micros,
    simulate.roll('new' || visits.visitor_id, 100) < 58,
    case when simulate.roll('refund' || visits.visitor_id, 100) < 4 then amount.micros else 0 end,
    (visits.arrived_at + interval '6 days')::text
  from simulate.visits(import_journeys.first_on, import_journeys.last_on) as visits
  cross join lateral (select (3900 + simulate.roll('amount' || visits.visitor_id, 14100)) * 10000::bigint as micros) as amount
  where visits.has_ordered;
  perform analytics.commit_order_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.orders));
  drop table pg_temp.orders, pg_temp.bought, pg_temp.rejections;
end
$$;
comment on function simulate.import_journeys(date, date) is 'Brings the simulated visits of these days in through the functions that import real ones.';
grant execute on function
  simulate.roll(text, integer),
  simulate.visits(date, date),
  simulate.import_journeys(date, date)
to vitrine_worker;

create function simulate.products()
returns table (number bigint, product jsonb)
language sql immutable
as $$
  select
    pg_catalog.row_number() over (order by kind.number, variant.number),
    pg_catalog.jsonb_build_object(
      'id', 'sim-' || pg_catalog.lpad(kind.number::text, 2, '0') || '-' || variant.number,
      'item_group_id', 'sim-' || pg_catalog.lpad(kind.number::text, 2, '0'),
      'title', kind.title || ', ' || variant.colour,
      'description', kind.title || ' in ' || variant.colour || '. ' || kind.description,
      'link', 'https://simulated.example/p/' || kind.number || '-' || variant.number,
      'image_links', pg_catalog.jsonb_build_array('https://simulated.example/i/' || kind.number || '-' || variant.number || '.jpg'),
      'price', kind.price + variant.number * 2,
      'list_price', case when simulate.roll('reduced' || kind.number, 4) = 0 then kind.price + variant.number * 2 + 20 end,
      'currency', 'USD',
      'availability', (array['in_stock', 'in_stock', 'in_stock', 'low_stock', 'out_of_stock', 'preorder'])
        [simulate.roll('stock' || kind.number || variant.number, 6) + 1],
      'quantity', simulate.roll('quantity' || kind.number || variant.number, 40),
      'brand', kind.brand,
      'category', kind.category,
      'mpn', 'SIM-' || (1000 + simulate.roll('mpn' || kind.number || variant.number, 9000)),
      'condition', 'new',
      'attributes', pg_catalog.jsonb_build_object('colour', variant.colour, 'season', kind.season)
    )
  from (
    values
      (1, 'Ridge tent for two', 'Northfold', 'Outdoor > Tents', 'all year', 219, 'Two kilos, dry in a storm, up in four minutes.'),
      (2, 'Valley tent for four', 'Northfold', 'Outdoor > Tents', 'summer', 349, 'Room for a family and a porch for their boots.'),
      (3, 'Dome tent for one', 'Stillwater', 'Outdoor > Tents', 'all year', 159, 'Goes into a pannier, stands without pegs.'),
      (4, 'Down jacket', 'Stillwater', 'Clothing > Jackets', 'winter', 189, 'Recycled down, warm to minus ten.'),
      (5, 'Rain jacket', 'Northfold', 'Clothing > Jackets', 'all year', 129, 'Three layers, taped seams, a hood for a helmet.'),
      (6, 'Fleece jacket', 'Loden & Sons', 'Clothing > Jackets', 'winter', 79, 'Soft, quick to dry, good under a shell.'),
      (7, 'Hiking boot', 'Loden & Sons', 'Footwear > Boots', 'all year', 169, 'Leather, resoleable, waterproof.'),
      (8, 'Trail shoe', 'Stillwater', 'Footwear > Shoes', 'summer', 119, 'Light and sure on wet rock.'),
      (9, 'Sleeping bag', 'Northfold', 'Outdoor > Sleeping', 'all year', 149, 'Comfortable to freezing, packs to a loaf.'),
      (10, 'Sleeping mat', 'Stillwater', 'Outdoor > Sleeping', 'all year', 69, 'Six centimetres of air against stones.'),
      (11, 'Gas stove', 'Kettle', 'Outdoor > Cooking', 'all year', 49, 'A litre of water boils in three minutes.'),
      (12, 'Titanium mug', 'Kettle', 'Outdoor > Cooking', 'all year', 29, 'Weighs ninety grams, keeps for a lifetime.'),
      (13, 'Headlamp', 'Kettle', 'Outdoor > Lights', 'all year', 45, 'Four hundred lumens, rechargeable.'),
      (14, 'Camping lantern', 'Kettle', 'Outdoor > Lights', 'summer', 39, 'Warm light for a table of six.'),
      (15, 'Backpack 40 litres', 'Loden & Sons', 'Bags > Backpacks', 'all year', 139, 'A frame that carries, a lid that closes.'),
      (16, 'Day pack 20 litres', 'Northfold', 'Bags > Backpacks', 'all year', 79, 'For a laptop on weekdays and lunch on Sundays.')
  ) as kind (number, title, brand, category, season, price, description)
  cross join (values (1, 'forest green'), (2, 'slate grey'), (3, 'rust red')) as variant (number, colour);
$$;
comment on function simulate.products() is 'What the simulated shop sells: sixteen products in three colours, the same ones always.';

create function simulate.stock_shop(through date)
returns void
language plpgsql volatile
as $$
declare
  -- The simulated shop''s own midnight: what it says of its age does not depend on when it was filled.
  v_at constant timestamptz := (stock_shop.through + 1)::timestamp at time zone 'America/New_York';
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product) select products.number, products.product from simulate.products() as products;
  perform storefront.commit_product_import('brd_simulated', 'simulation', 'simulation', 48, replaces => true);
  drop table pg_temp.products, pg_temp.rejections;

  delete from storefront.reviews where reviews.brand_id = 'brd_simulated';
  perform storefront.open_review_import();
  insert into pg_temp.reviews (line, review)
  select
    pg_catalog.row_number() over (),
    pg_catalog.jsonb_build_object(
      'id', 'simr-' || products.number || '-' || said.no, 'product_id', products.product ->> 'id', 'author', 'Buyer ' || simulate.roll('who' || products.number || said.no, 900),
      'rating', 5 - (array[0, 0, 0, 0, 1, 1, 1, 2, 2, 4])[simulate.roll('stars' || products.number || said.no, 10) + 1],
      'title', (array['As described', 'Good for the price', 'Would buy again', 'Not quite for me'])[simulate.roll('title' || products.number || said.no, 4) + 1],
      'body', 'Used on ' || (1 + simulate.roll('uses' || products.number || said.no, 30)) || ' days out.',
      'language', 'en', 'verified_purchase', simulate.roll('verified' || products.number || said.no, 10) < 8,
      'helpful_count', simulate.roll('helpful' || products.number || said.no, 12),
      'created_at', v_at - pg_catalog.make_interval(days => 1 + simulate.roll('day' || products.number || said.no, 300))
    )
  from simulate.products() as products
  cross join lateral pg_catalog.generate_series(1, simulate.roll('reviews' || products.number, 9)) as said (no);
  perform storefront.commit_review_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.reviews));
  drop table pg_temp.reviews, pg_temp.rejections;

  perform storefront.configure_shop('brd_simulated', '{
    "website": "https://simulated.example", "description": "Things for days out, simulated.", "category": "outdoor", "legal_name": "Simulated Outdoor Inc.",
    "support_contact": "help@simulated.example", "privacy_policy": "https://simulated.example/privacy",
    "terms_of_service": "https://simulated.example/terms", "returns_policy": "https://simulated.example/returns",
    "shipping": {"state": "configured", "destinations": [
      {"country": "US", "service": "Standard", "price": 6.5, "free_over": 80, "handling_days": {"min": 0, "max": 1}, "transit_days": {"min": 2, "max": 5}},
      {"country": "CA", "service": "Standard", "price": 14, "handling_days": {"min": 0, "max": 1}, "transit_days": {"min": 4, "max": 9}}
    ]},
    "payment": {"state": "configured", "methods": [{"type": "card", "brands": ["visa", "mastercard"]}, {"type": "wallet", "brands": ["apple_pay"]}]},
    "bundles": [{"id": "simb-night", "name": "A night out", "description": "Tent, bag and mat.", "price": 389, "products": ["sim-01-1", "sim-09-1", "sim-10-1"]}]
  }');

  insert into commerce.pricing_policies (
    brand_id, policy_id, floor_percent, target_percent, accept_percent, decline_percent, price_step_micros, updated_at
  )
  values ('brd_simulated', 'pol_simulated', 60, 80, 95, 40, 500000, v_at)
  on conflict on constraint pricing_policies_pkey do update set updated_at = excluded.updated_at;
  insert into commerce.exclusive_offers (brand_id, offer_id, type, title, product_ids, percent_off, starts_at, created_at)
  values ('brd_simulated', 'exo_simulated', 'percent_off', 'A tenth off tents, for assistants', '{sim-01-1}', 10, '2026-01-01', '2026-01-01')
  on conflict on constraint exclusive_offers_pkey do nothing;

  delete from storefront.trust_signals where trust_signals.brand_id = 'brd_simulated';
  insert into storefront.trust_signals (brand_id, signal_id, component, platform, value, occurred_at, source)
  select
    'brd_simulated', 'sims-' || components.position || '-' || seen.no, components.component,
    (array['chatgpt', 'claude', 'gemini', 'perplexity', 'generic'])[simulate.roll('platform' || components.position || seen.no, 5) + 1],
    case when simulate.roll('value' || components.position || seen.no, 100) < 94 then 1 else 0 end,
    v_at - pg_catalog.make_interval(days => 1 + simulate.roll('seen' || components.position || seen.no, 350)), 'simulation'
  from storefront.trust_components as components
  cross join pg_catalog.generate_series(1, 40) as seen (no)
  where components.component not in ('reviews', 'policies');
  delete from storefront.trust_scores where trust_scores.brand_id = 'brd_simulated';
  delete from storefront.trust_history where trust_history.brand_id = 'brd_simulated';
  update storefront.shops set updated_at = v_at where shops.brand_id = 'brd_simulated';
  update storefront.products set created_at = v_at, updated_at = v_at where products.brand_id = 'brd_simulated';
  update storefront.catalogues set updated_at = v_at where catalogues.brand_id = 'brd_simulated';
  perform storefront.score_trust('brd_simulated', v_at - pg_catalog.make_interval(days => ago)) from pg_catalog.generate_series(13, 0, -1) as ago;
end
$$;
comment on function simulate.stock_shop(date) is
  'Fills the simulated shop as of the end of a day, through the functions that import real ones: what test keys see.';
grant execute on function simulate.products(), simulate.stock_shop(date) to vitrine_worker;

create function simulate.import_ads(first_on date, last_on date, by_hour boolean)
returns void
language plpgsql volatile
as $$
declare
  -- Reach is deduplicated over a day: it has no hours.
  v_measures constant text[] := case when import_ads.by_hour then '{}' else array['reach'] end || array[
    'spend_micros', 'revenue_micros', 'cogs_micros', 'impressions', 'clicks', 'link_clicks', 'landing_page_views', 'conversions_micros', 'purchases_micros', 'add_to_carts_micros', 'checkouts_micros', 'new_customers_micros',
    'video_views_3s', 'thruplays', 'video_p25', 'video_p50', 'video_p75', 'video_p100'
  ];
  -- Thousandths of a day's total that have passed when each local hour is over.
  v_passed constant integer[] := array[
    22, 36, 46, 54, 61, 70, 88, 116, 154, 199, 247, 297, 350, 402, 452, 502, 554, 609, 668, 733, 802, 868, 930, 1000
  ];
begin
  perform analytics.open_ad_import(v_measures);
  insert into pg_temp.ad_entities
    (entity_no, platform, account_id, account_name, campaign_id, campaign_name, status, objective, daily_budget_micros, adset_id, adset_name, ad_id, ad_name, creative_id)
  select
    ads.ad_no,
    campaigns.platform,
    'sim-' || campaigns.platform,
    pg_catalog.initcap(campaigns.platform) || ' (simulated)',
    (70000000 + campaigns.campaign_no)::text,
    campaigns.name,
    'active',
    campaigns.objective,
    campaigns.spend_micros * 3 / 2,
    case when ads.adset_name is not null then (80000000 + ads.ad_no / 10 * 10 + (ads.ad_no % 10 + 1) / 2)::text end,
    ads.adset_name,
    case when ads.ad_name is not null then (90000000 + ads.ad_no)::text end,
    ads.ad_name,
    case when ads.ad_name is not null then (60000000 + ads.ad_no)::text end
  from simulate.ads
  join simulate.campaigns on campaigns.campaign_no = ads.campaign_no;

  if import_ads.by_hour then
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s)
      select facts.ad_no, 0, facts.day, hour.number, %2$s
      from simulate.facts($1, $2) as facts
      cross join lateral (
        select number, pg_catalog.lag(number) over (order by number) + 1 as passed_before
        from pg_catalog.generate_series(0, 23) as number
        where (facts.day + pg_catalog.make_time(number, 0, 0)) at time zone $4 at time zone $4 = facts.day + pg_catalog.make_time(number, 0, 0)
      ) as hour',
      pg_catalog.array_to_string(v_measures, ', '),
      (
        select pg_catalog.string_agg(
          pg_catalog.format(
            'facts.%1$I * ($3)[hour.number + 1] / 1000 - facts.%1$I * coalesce(($3)[hour.passed_before], 0) / 1000', measure.name
          ),
          ', '
        )
        from pg_catalog.unnest(v_measures) as measure (name)
      )
    )
    using import_ads.first_on, import_ads.last_on, v_passed, 'America/New_York';
  else
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, %1$s) select ad_no, 0, day, %1$s from simulate.facts($1, $2)',
      pg_catalog.array_to_string(v_measures, ', ')
    )
    using import_ads.first_on, import_ads.last_on;
  end if;
  perform analytics.commit_ad_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.ad_facts), v_measures);
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections;
end
$$;
comment on function simulate.import_ads(date, date, boolean) is
  'Brings simulated days in through the very functions that import real ones, by day or by hour.';
grant execute on function simulate.import_ads(date, date, boolean) to vitrine_worker;

create function simulate.forget_moves()
returns void
language plpgsql volatile
as $$
begin
  delete from connector.proposals where proposals.brand_id = 'brd_simulated' and proposals.expires_at <= platform.now();
  delete from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.created_at <= platform.now() - interval '1 day';
  delete from commerce.negotiations
  where negotiations.brand_id = 'brd_simulated' and negotiations.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = negotiations.transaction_id);
  delete from commerce.price_holds
  where price_holds.brand_id = 'brd_simulated' and price_holds.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = price_holds.transaction_id);
  delete from commerce.feedback where feedback.brand_id = 'brd_simulated' and feedback.created_at <= platform.now() - interval '1 day';
end
$$;
comment on function simulate.forget_moves() is 'What test keys proposed, negotiated and ordered is forgotten after a day; nothing of it before the order that it belongs to.';

create function simulate.extend(through date default null)
returns integer
language plpgsql volatile
as $$
declare
  v_days constant integer := 400;
  v_days_by_hour constant integer := 35;
  v_through constant date := coalesce(extend.through, (platform.now() at time zone 'America/New_York')::date - 1);
  -- When the last day ended: the same on every machine, whenever this runs.
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
  v_first_on date;
begin
  perform core.enter_brand('brd_simulated');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('simulate.extend', 0));
  perform simulate.forget_moves();
  select greatest(max(data_status.last_on) + 1, v_through - v_days + 1) into v_first_on
  from analytics.data_status
  where data_status.brand_id = 'brd_simulated' and data_status.kind = 'ads_daily';
  if v_first_on > v_through then
    return 0;
  end if;
  perform simulate.import_ads(v_first_on, v_through, by_hour => false);
  perform simulate.import_ads(greatest(v_first_on, v_through - v_days_by_hour + 1), v_through, by_hour => true);

  perform simulate.import_journeys(v_first_on, v_through);
  perform simulate.stock_shop(v_through);

  update analytics.creatives
  set name = ads.ad_name, format = ads.format, headline = 'Made for the weather you get', call_to_action = 'Shop now'
  from simulate.ads
  where creatives.brand_id = 'brd_simulated'
    and creatives.external_id = (60000000 + ads.ad_no)::text
    and creatives.name is null;
  delete from analytics.facts_daily where facts_daily.brand_id = 'brd_simulated' and facts_daily.day <= v_through - v_days;
  delete from analytics.rollups_daily where rollups_daily.brand_id = 'brd_simulated' and rollups_daily.day <= v_through - v_days;
  delete from analytics.facts_hourly
  where facts_hourly.brand_id = 'brd_simulated'
    and facts_hourly.hour < (v_through - v_days_by_hour + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.orders
  where orders.brand_id = 'brd_simulated' and orders.ordered_at < (v_through - v_days + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.touchpoints
  where touchpoints.brand_id = 'brd_simulated' and touchpoints.touched_at < (v_through - v_days - 9)::timestamp at time zone 'America/New_York';
  delete from analytics.attribution_credits as credits where credits.brand_id = 'brd_simulated' and credits.day <= v_through - v_days;
  delete from analytics.attribution_days as days where days.brand_id = 'brd_simulated' and days.day <= v_through - v_days;
  update analytics.data_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour when 'journeys' then v_days + 10 else v_days end, updated_at = v_at
  where data_status.brand_id = 'brd_simulated';
  update analytics.platform_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, updated_at = v_at
  where platform_status.brand_id = 'brd_simulated';
  -- Every morning has looked at the day before, as it would for a real brand.
  perform analytics.detect_due_anomalies('brd_simulated', 60);
  update analytics.detected_days set detected_at = v_at where detected_days.brand_id = 'brd_simulated';
  delete from analytics.anomalies where anomalies.brand_id = 'brd_simulated' and anomalies.last_on <= v_through - 60;
  return v_through - v_first_on + 1;
end
$$;
comment on function simulate.extend(date) is
  'Carries the simulated brand on through this day, or through yesterday, and lets go of what is older than 400 days (35 by the hour). '
  'Returns how many days were missing.';
grant execute on function simulate.forget_moves() to vitrine_worker;
grant execute on function simulate.extend(date) to vitrine_worker;


create table oauth.scopes (
  scope text not null,
  position smallint not null,
  is_default boolean not null,
  title text not null,
  meaning text not null,
  constraint scopes_pkey primary key (scope),
  constraint scopes_position_key unique (position)
);
comment on table oauth.scopes is 'What a person can grant (specification, Connector 6), in the order of the consent page.';
comment on column oauth.scopes.is_default is 'Ticked unless the person clears it; the others are off whatever a client asks for.';

insert into oauth.scopes (scope, position, is_default, title, meaning) values
  ('read:marketing', 1, true, 'Read marketing data', 'Ad performance, campaigns, anomalies, forecasts, budgets and profit of the brands you choose.'),
  ('read:commerce', 2, true, 'Read public storefronts', 'Products, prices, trust signals and catalogues, as everybody sees them.'),
  ('write:negotiation', 3, false, 'Negotiate prices', 'Open real price negotiations. One may end in an accepted order at a discount.'),
  ('write:proposals', 4, false, 'Propose changes', 'Place suggested changes in the approvals queue. It cannot approve anything or change an ad account.');

create table oauth.clients (
  client_id text not null default platform.new_id('client'),
  is_document boolean not null default false,
  client_name text,
  redirect_uris text[] not null,
  grant_types text[] not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default pg_catalog.now(),
  fresh_until timestamptz,
  constraint clients_pkey primary key (client_id),
  constraint clients_redirect_uris_check check (pg_catalog.cardinality(redirect_uris) between 1 and 10),
  constraint clients_fresh_until_check check (is_document = (fresh_until is not null))
);
comment on table oauth.clients is 'Who may ask for a grant: registered by RFC 7591, or described by a client ID metadata document.';
comment on column oauth.clients.client_id is 'Ours, or the https address of the document.';
comment on column oauth.clients.redirect_uris is 'Verbatim, compared character for character.';
comment on column oauth.clients.metadata is 'What else the client says of itself: shown as unverified, never acted upon.';
comment on column oauth.clients.fresh_until is 'When a document must be fetched again.';

create table oauth.authorization_requests (
  request_hash bytea not null,
  browser_hash bytea not null,
  client_id text not null,
  redirect_uri text not null,
  registered_uri text not null,
  code_challenge text not null,
  resource text not null,
  scopes text[] not null,
  state text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  constraint authorization_requests_pkey primary key (request_hash),
  constraint authorization_requests_client_id_fkey foreign key (client_id) references oauth.clients on delete cascade
);
comment on table oauth.authorization_requests is
  'What a client asked for at /oauth/authorize, held here while the person signs in and decides: nothing of it travels through the pages.';
comment on column oauth.authorization_requests.browser_hash is 'The browser that began: no other one may look or decide.';
comment on column oauth.authorization_requests.registered_uri is 'The redirect URI as the client registered it; differs from redirect_uri in the port of a loopback at most.';
comment on column oauth.authorization_requests.state is 'As it stood in the address, still percent-encoded, so that it goes back byte for byte.';
create index authorization_requests_client_id_idx on oauth.authorization_requests (client_id);

create table oauth.grants (
  grant_id text not null default platform.new_id('gra'),
  person_id uuid not null,
  client_id text not null,
  resource text not null,
  redirect_uri text not null,
  scopes text[] not null,
  brand_ids text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_for text,
  constraint grants_pkey primary key (grant_id),
  constraint grants_client_id_fkey foreign key (client_id) references oauth.clients on delete restrict,
  constraint grants_scopes_check check (pg_catalog.cardinality(scopes) > 0),
  constraint grants_revoked_check check ((revoked_at is null) = (revoked_for is null)),
  constraint grants_revoked_for_check check (
    revoked_for in ('code_replay', 'refresh_replay', 'replaced', 'client', 'person', 'password_changed', 'no_brand_left')
  )
);
comment on table oauth.grants is 'What one person allowed one client: these scopes, these brands, one resource, at most 365 days.';
comment on column oauth.grants.brand_ids is 'Of these, a call reaches the ones that the person is still a member of. Brands of later are never added.';
comment on column oauth.grants.redirect_uri is 'As registered: a new consent of the same person, client, resource and redirect replaces the older one.';
comment on column oauth.grants.last_used_at is 'Written at most once a minute.';
create index grants_person_id_idx on oauth.grants (person_id);
create index grants_client_id_idx on oauth.grants (client_id);

create table oauth.codes (
  code_hash bytea not null,
  grant_id text not null,
  client_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint codes_pkey primary key (code_hash),
  constraint codes_grant_id_fkey foreign key (grant_id) references oauth.grants on delete cascade
);
comment on table oauth.codes is 'Authorisation codes by their SHA-256: 60 seconds, one use. A used one is kept to know its second use.';
create index codes_grant_id_idx on oauth.codes (grant_id);

create table oauth.access_tokens (
  token_hash bytea not null,
  grant_id text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  constraint access_tokens_pkey primary key (token_hash),
  constraint access_tokens_grant_id_fkey foreign key (grant_id) references oauth.grants on delete cascade
);
comment on table oauth.access_tokens is 'Access tokens by their SHA-256: an hour, or until the grant ends.';
comment on column oauth.access_tokens.scopes is 'The grant''s, or fewer where the client asked for fewer.';
create index access_tokens_grant_id_idx on oauth.access_tokens (grant_id);

create table oauth.refresh_tokens (
  token_hash bytea not null,
  grant_id text not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  pair_hashes bytea[],
  sealed_pair text,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_pair_check check (pg_catalog.num_nulls(consumed_at, pair_hashes, sealed_pair) = 0 or pg_catalog.num_nulls(pair_hashes, sealed_pair) = 2),
  constraint refresh_tokens_grant_id_fkey foreign key (grant_id) references oauth.grants on delete cascade
);
comment on table oauth.refresh_tokens is
  'Refresh tokens by their SHA-256: one use, 30 days. Used ones are kept as long as the grant, to know a replay.';
comment on column oauth.refresh_tokens.pair_hashes is 'Of the access and the refresh token that this one was used for. Null without a grace.';
comment on column oauth.refresh_tokens.sealed_pair is
  'Those two, encrypted under a key that only whoever holds this token can derive, for the seconds of the grace. Null without one.';
create index refresh_tokens_grant_id_idx on oauth.refresh_tokens (grant_id);

create table oauth.sessions (
  session_hash bytea not null,
  person_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz not null default platform.now(),
  constraint sessions_pkey primary key (session_hash)
);
comment on table oauth.sessions is 'People signed in, by the SHA-256 of their cookie: 12 hours, and 2 without a page.';
comment on column oauth.sessions.used_at is 'Written at most once a minute.';
create index sessions_person_id_idx on oauth.sessions (person_id);

create table oauth.sent_forms (
  session_hash bytea not null,
  form_id text not null,
  constraint sent_forms_pkey primary key (session_hash, form_id),
  constraint sent_forms_session_hash_fkey foreign key (session_hash) references oauth.sessions on delete cascade,
  constraint sent_forms_form_id_check check (pg_catalog.length(form_id) between 8 and 100)
);
comment on table oauth.sent_forms is 'The forms of the console that did what they ask for, until the session ends: none does it twice.';

create table oauth.sign_in_failures (
  bucket text not null,
  window_start timestamptz not null,
  failures integer not null,
  constraint sign_in_failures_pkey primary key (bucket)
);
comment on table oauth.sign_in_failures is 'Wrong passwords of the present hour, by e-mail address and by e-mail with IP address.';

create table oauth.audit_events (
  event_id bigint generated always as identity,
  occurred_at timestamptz not null,
  event text not null,
  client_id text,
  grant_id text,
  person_id uuid,
  client_ip text,
  detail jsonb not null default '{}',
  constraint audit_events_pkey primary key (event_id)
);
comment on table oauth.audit_events is 'Who registered, signed in, granted, exchanged, refreshed, replayed and revoked, and when. Names no secret. Only ever added to.';
create index audit_events_grant_id_idx on oauth.audit_events (grant_id);

-- Everything of oauth is vitrine_oauth's alone; the gate reads what it needs to resolve an access token.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'scopes', 'clients', 'authorization_requests', 'grants', 'codes', 'access_tokens', 'refresh_tokens', 'sessions', 'sent_forms', 'sign_in_failures',
    'audit_events'
  ] loop
    execute format('alter table oauth.%I enable row level security', v_table);
    execute format('alter table oauth.%I force row level security', v_table);
    execute format('create policy oauth on oauth.%I to vitrine_oauth using (true)', v_table);
  end loop;
end
$$;

grant select on oauth.scopes to vitrine_oauth;
grant select, insert on oauth.audit_events, oauth.sent_forms to vitrine_oauth;
grant select, insert, update, delete on
  oauth.clients, oauth.authorization_requests, oauth.grants, oauth.codes, oauth.access_tokens, oauth.refresh_tokens, oauth.sessions,
  oauth.sign_in_failures
to vitrine_oauth;

create policy gate on oauth.access_tokens for select to vitrine_gate using (true);
create policy gate on oauth.grants to vitrine_gate using (true);
grant select on oauth.access_tokens, oauth.grants to vitrine_gate;
grant update (last_used_at) on oauth.grants to vitrine_gate;

create policy oauth on core.brands for select to vitrine_oauth using (true);
create policy oauth on core.memberships for select to vitrine_oauth using (true);
create policy oauth on core.rate_limits to vitrine_oauth using (true);
grant select on core.brands, core.memberships to vitrine_oauth;
grant select, insert, update on core.rate_limits to vitrine_oauth;
grant execute on function core.minute(timestamptz), core.take(text, integer) to vitrine_oauth;

create function oauth.record(
  event text,
  client_id text default null,
  grant_id text default null,
  person_id uuid default null,
  client_ip text default null,
  detail jsonb default '{}'
)
returns void
language sql volatile
as $$
  insert into oauth.audit_events (occurred_at, event, client_id, grant_id, person_id, client_ip, detail)
  values (platform.now(), record.event, record.client_id, record.grant_id, record.person_id, record.client_ip, record.detail);
$$;
comment on function oauth.record(text, text, text, uuid, text, jsonb) is 'Adds to the audit.';

create function oauth.admit(bucket text, requests_max integer)
returns void
language plpgsql volatile
as $$
begin
  if core.take(admit.bucket, admit.requests_max) is null then
    perform platform.fail('RLMTD', 'Too many requests from this address. Try again in a minute.');
  end if;
end
$$;
comment on function oauth.admit(text, integer) is 'Takes one request from a bucket, or raises RLMTD when none is left in this minute.';

create function oauth.refusal(error text, description text, status integer default 400)
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'status', refusal.status,
  'body', pg_catalog.jsonb_build_object('error', refusal.error, 'error_description', refusal.description)
);
comment on function oauth.refusal(text, text, integer) is 'An error as RFC 6749, section 5.2 writes it, with its HTTP status.';

create function oauth.end_grant(grant_id text, reason text, client_ip text default null)
returns void
language plpgsql volatile
as $$
declare
  v_ended oauth.grants;
begin
  update oauth.grants
  set revoked_at = platform.now(), revoked_for = end_grant.reason
  where grants.grant_id = end_grant.grant_id and grants.revoked_at is null
  returning grants.* into v_ended;
  if v_ended.grant_id is not null then
    perform oauth.record(
      'grant_revoked', v_ended.client_id, v_ended.grant_id, v_ended.person_id, end_grant.client_ip,
      pg_catalog.jsonb_build_object('reason', end_grant.reason)
    );
  end if;
end
$$;
comment on function oauth.end_grant(text, text, text) is 'Ends a grant, and with it every token of it, at once. Does nothing to one that has ended.';

create function oauth.session_person(session_hash bytea)
returns uuid
language sql stable
as $$
  select sessions.person_id from oauth.sessions
  where sessions.session_hash = session_person.session_hash
    and sessions.expires_at > platform.now()
    and sessions.used_at > platform.now() - interval '2 hours';
$$;
comment on function oauth.session_person(bytea) is 'Who is signed in by this cookie, or null: after twelve hours, or two without a page of the console.';

create function oauth.use_session(session_hash bytea, out person_id uuid, out email text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  person_id := oauth.session_person(use_session.session_hash);
  if person_id is null then
    return;
  end if;
  email := platform.person_email(use_session.person_id);
  update oauth.sessions
  set used_at = platform.now()
  where sessions.session_hash = use_session.session_hash and sessions.used_at < platform.now() - interval '1 minute';
end
$$;
comment on function oauth.use_session(bytea) is 'Who is signed in by this cookie, and notes that they are here. Null for nobody.';

create function oauth.spend_form(session_hash bytea, form_id text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into oauth.sent_forms (session_hash, form_id) values (spend_form.session_hash, spend_form.form_id)
  on conflict on constraint sent_forms_pkey do nothing;
  return found;
end
$$;
comment on function oauth.spend_form(bytea, text) is
  'Whether a form is sent for the first time; its twin waits here for what becomes of it. Undone with what the form asks for.';

create function oauth.record_change(person_id uuid, client_ip text, operation text, brand_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.record(
    'changed', person_id => record_change.person_id, client_ip => record_change.client_ip,
    detail => pg_catalog.jsonb_build_object('operation', record_change.operation, 'brand_id', record_change.brand_id)
  );
$$;
comment on function oauth.record_change(uuid, text, text, text) is 'Adds to the audit what a person changed at the console.';

create function oauth.person_brands(person_id uuid)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(brands.brand_id order by brands.name, brands.brand_id), '{}')
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id
  where memberships.person_id = person_brands.person_id and brands.status <> 'archived';
$$;
comment on function oauth.person_brands(uuid) is 'The brands that a person may let others read: their memberships of now.';

create function oauth.register_client(
  client_name text,
  redirect_uris text[],
  grant_types text[],
  metadata jsonb,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client oauth.clients;
begin
  perform oauth.admit('register:' || register_client.client_ip, 30);
  insert into oauth.clients (client_name, redirect_uris, grant_types, metadata, created_at)
  values (
    register_client.client_name, register_client.redirect_uris, register_client.grant_types, register_client.metadata, platform.now()
  )
  returning * into v_client;
  perform oauth.record('client_registered', v_client.client_id, client_ip => register_client.client_ip);
  return jsonb_build_object('client_id', v_client.client_id, 'client_id_issued_at', extract(epoch from v_client.created_at)::bigint)
    || jsonb_strip_nulls(jsonb_build_object(
      'client_name', v_client.client_name,
      'redirect_uris', v_client.redirect_uris,
      'grant_types', v_client.grant_types,
      'response_types', array['code'],
      'token_endpoint_auth_method', 'none'
    ))
    || v_client.metadata;
end
$$;
comment on function oauth.register_client(text, text[], text[], jsonb, text) is
  'RFC 7591, section 3: remembers a client as it describes itself and grants it nothing. Answers with what was registered.';

create function oauth.find_client_document(client_id text, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from oauth.clients
    where clients.client_id = find_client_document.client_id and clients.is_document and clients.fresh_until > platform.now()
  ) then
    return true;
  end if;
  perform oauth.admit('client_document:' || find_client_document.client_ip, 10);
  return false;
end
$$;
comment on function oauth.find_client_document(text, text) is
  'Whether a client ID metadata document is known and fresh. False lets the caller fetch it, ten times a minute.';

create function oauth.keep_client_document(
  client_id text,
  client_name text,
  redirect_uris text[],
  grant_types text[],
  metadata jsonb,
  seconds_fresh integer
)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into oauth.clients (client_id, is_document, client_name, redirect_uris, grant_types, metadata, created_at, fresh_until)
  values (
    keep_client_document.client_id, true, keep_client_document.client_name, keep_client_document.redirect_uris,
    keep_client_document.grant_types, keep_client_document.metadata, platform.now(),
    platform.now() + pg_catalog.make_interval(secs => least(keep_client_document.seconds_fresh, 604800))
  )
  on conflict (client_id) do update
  set
    client_name = excluded.client_name,
    redirect_uris = excluded.redirect_uris,
    grant_types = excluded.grant_types,
    metadata = excluded.metadata,
    fresh_until = excluded.fresh_until
  where clients.is_document;
$$;
comment on function oauth.keep_client_document(text, text, text[], text[], jsonb, integer) is
  'Keeps what a client ID metadata document said, for at most a week. Never touches a registered client.';

create function oauth.without_loopback_port(uri text)
returns text
language sql immutable
return pg_catalog.regexp_replace(
  without_loopback_port.uri, '^(http://(localhost|127([.][0-9]{1,3}){3}|\[::1\])):[0-9]{1,5}(?=[/?]|$)', '\1'
);
comment on function oauth.without_loopback_port(text) is 'A loopback redirect URI without its port (RFC 8252, section 7.3); any other as it is.';

create function oauth.registered_uri(client oauth.clients, redirect_uri text)
returns text
language sql immutable
as $$
  select registered.uri
  from pg_catalog.unnest((registered_uri.client).redirect_uris) as registered (uri)
  where registered.uri = registered_uri.redirect_uri
    or (
      (registered_uri.client).is_document
      and oauth.without_loopback_port(registered.uri) = oauth.without_loopback_port(registered_uri.redirect_uri)
    )
  order by registered.uri = registered_uri.redirect_uri desc
  limit 1;
$$;
comment on function oauth.registered_uri(oauth.clients, text) is
  'The registered URI that a given one is, character for character, or null. Documents alone leave the port of a loopback open.';

create function oauth.request_fault(parameters jsonb, resource text)
returns text[]
language sql stable
as $$
  select case
    when exists (select from jsonb_each(request_fault.parameters) as given where jsonb_array_length(given.value) > 1)
      then array['invalid_request', 'A parameter is given more than once.']
    when request_fault.parameters #>> '{response_type,0}' is null
      then array['invalid_request', 'response_type: required. Send code.']
    when request_fault.parameters #>> '{response_type,0}' <> 'code'
      then array['unsupported_response_type', 'response_type: only code is supported.']
    when coalesce(request_fault.parameters #>> '{response_mode,0}', 'query') <> 'query'
      then array['invalid_request', 'response_mode: only query is supported.']
    when coalesce(request_fault.parameters #>> '{code_challenge,0}', '') !~ '^[A-Za-z0-9_-]{43}$'
      then array['invalid_request', 'code_challenge: required. Send the base64url of the SHA-256 of the verifier.']
    when request_fault.parameters #>> '{code_challenge_method,0}' is distinct from 'S256'
      then array['invalid_request', 'code_challenge_method: must be S256.']
    when request_fault.parameters #>> '{resource,0}' is distinct from request_fault.resource
      then array['invalid_target', 'resource: required. Send ' || request_fault.resource || '.']
    when length(request_fault.parameters #>> '{state,0}') > 4000
      then array['invalid_request', 'state: at most 4000 characters.']
    when oauth.known_scopes(request_fault.parameters #>> '{scope,0}') = '{}'
      then array['invalid_scope', 'scope: none of them is known. The discovery document lists those that are.']
  end;
$$;
comment on function oauth.request_fault(jsonb, text) is
  'What is wrong with an authorisation request, as error and description (RFC 6749, 4.1.2.1; RFC 7636, 4.4.1; RFC 8707, 2), or null.';

create function oauth.known_scopes(scope text)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(scopes.scope order by scopes.position), '{}')
  from oauth.scopes
  where case
    when coalesce(known_scopes.scope, '') = '' then scopes.is_default
    else scopes.scope = any (pg_catalog.string_to_array(known_scopes.scope, ' '))
  end;
$$;
comment on function oauth.known_scopes(text) is 'Those of a space-separated list that exist; the default ones for an empty list. Unknown ones are left out.';

create function oauth.request_authorization(
  parameters jsonb,
  state text,
  resource text,
  request_hash bytea,
  browser_hash bytea,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client oauth.clients;
  v_redirect_uri constant text := request_authorization.parameters #>> '{redirect_uri,0}';
  v_registered_uri text;
  v_fault text[];
begin
  perform oauth.admit('authorize:' || request_authorization.client_ip, 60);
  if jsonb_array_length(request_authorization.parameters -> 'client_id') = 1 then
    select clients.* into v_client from oauth.clients
    where clients.client_id = request_authorization.parameters #>> '{client_id,0}';
  end if;
  if v_client.client_id is null then
    return jsonb_build_object('refused', 'The app that sent you here is not known to us. Connect it anew from the app itself.');
  end if;
  if jsonb_array_length(request_authorization.parameters -> 'redirect_uri') = 1 then
    v_registered_uri := oauth.registered_uri(v_client, v_redirect_uri);
  end if;
  if v_registered_uri is null then
    return jsonb_build_object('refused', 'The app asked to be answered at an address that it has not registered. Nothing was sent there.');
  end if;

  v_fault := oauth.request_fault(request_authorization.parameters, request_authorization.resource);
  if v_fault is not null then
    return jsonb_build_object(
      'redirect_uri', v_redirect_uri, 'state', request_authorization.state, 'error', v_fault[1], 'error_description', v_fault[2]
    );
  end if;

  insert into oauth.authorization_requests (
    request_hash, browser_hash, client_id, redirect_uri, registered_uri, code_challenge, resource, scopes, state, created_at, expires_at
  )
  values (
    request_authorization.request_hash, request_authorization.browser_hash, v_client.client_id, v_redirect_uri, v_registered_uri,
    request_authorization.parameters #>> '{code_challenge,0}', request_authorization.resource,
    oauth.known_scopes(request_authorization.parameters #>> '{scope,0}'), request_authorization.state,
    platform.now(), platform.now() + interval '10 minutes'
  );
  return '{}';
end
$$;
comment on function oauth.request_authorization(jsonb, text, text, bytea, bytea, text) is
  'RFC 6749, section 4.1.1: holds a request for ten minutes and answers {}; or refused, which must not be redirected anywhere; or an error to redirect with. '
  'Parameters come as lists, so that a repeated one is seen.';

create function oauth.open_request(request_hash bytea, browser_hash bytea)
returns oauth.authorization_requests
language sql stable
as $$
  select authorization_requests.* from oauth.authorization_requests
  where authorization_requests.request_hash = open_request.request_hash
    and authorization_requests.browser_hash = open_request.browser_hash
    and authorization_requests.decided_at is null
    and authorization_requests.expires_at > platform.now();
$$;
comment on function oauth.open_request(bytea, bytea) is 'A request that waits for this browser''s decision, or null for a stranger, after ten minutes and after the decision.';

create function oauth.show_request(request_hash bytea, browser_hash bytea, session_hash bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_request constant oauth.authorization_requests := oauth.open_request(show_request.request_hash, show_request.browser_hash);
  v_person_id constant uuid := oauth.session_person(show_request.session_hash);
  v_client oauth.clients;
begin
  if v_request.request_hash is null then
    perform platform.fail('NTFND', 'This request has expired, was answered already, or began in another browser. Connect again from the app.');
  end if;
  select clients.* into v_client from oauth.clients where clients.client_id = v_request.client_id;
  return jsonb_build_object(
    'client_name', v_client.client_name,
    'client_id', v_client.client_id,
    'is_document', v_client.is_document,
    'redirect_uri', v_request.redirect_uri,
    'is_signed_in', v_person_id is not null,
    'person', platform.person_email(v_person_id),
    'grant_days', 365,
    'scopes', (
      select jsonb_agg(
        jsonb_build_object(
          'scope', scopes.scope,
          'title', scopes.title,
          'meaning', scopes.meaning,
          'is_ticked', scopes.is_default,
          'is_highlighted', not scopes.is_default and scopes.scope = any (v_request.scopes)
        )
        order by scopes.position
      )
      from oauth.scopes
    ),
    'brands', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'brand_id', brands.brand_id,
            'name', coalesce(brands.name, brands.slug),
            'is_ticked', cardinality(oauth.person_brands(v_person_id)) = 1
          )
          order by reached.position
        )
        from unnest(oauth.person_brands(v_person_id)) with ordinality as reached (brand_id, position)
        join core.brands on brands.brand_id = reached.brand_id
      ),
      '[]'
    )
  );
end
$$;
comment on function oauth.show_request(bytea, bytea, bytea) is
  'What the sign-in and consent pages show of a request: the client, every scope whatever was asked for, and the person''s brands. Only one brand is ticked beforehand, when it is the only one.';

create function oauth.failures(bucket text)
returns integer
language sql stable
as $$
  select coalesce(
    (
      select sign_in_failures.failures from oauth.sign_in_failures
      where sign_in_failures.bucket = failures.bucket and sign_in_failures.window_start > platform.now() - interval '1 hour'
    ),
    0
  );
$$;
comment on function oauth.failures(text) is 'Wrong passwords counted in a bucket since its hour began.';

create function oauth.count_failure(bucket text)
returns void
language sql volatile
as $$
  insert into oauth.sign_in_failures as held (bucket, window_start, failures)
  values (count_failure.bucket, platform.now(), 1)
  on conflict (bucket) do update
  set
    failures = case when held.window_start > platform.now() - interval '1 hour' then held.failures + 1 else 1 end,
    window_start = case when held.window_start > platform.now() - interval '1 hour' then held.window_start else platform.now() end;
$$;
comment on function oauth.count_failure(text) is 'Counts one wrong password. The hour begins with the first.';

create function oauth.admit_sign_in(email text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.admit('sign_in:' || admit_sign_in.client_ip, 20);
  if oauth.failures(admit_sign_in.email) >= 100 or oauth.failures(admit_sign_in.email || ' ' || admit_sign_in.client_ip) >= 10 then
    perform platform.fail('RLMTD', 'Too many wrong passwords. Try again in an hour.', '3600');
  end if;
end
$$;
comment on function oauth.admit_sign_in(text, text) is
  'Raises RLMTD against guessing: 20 attempts a minute from an address, 10 wrong passwords an hour for an account from an address, 100 for an account from anywhere.';

create function oauth.fail_sign_in(email text, client_ip text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.count_failure(fail_sign_in.email);
  select oauth.count_failure(fail_sign_in.email || ' ' || fail_sign_in.client_ip);
  select oauth.record('sign_in_failed', client_ip => fail_sign_in.client_ip);
$$;
comment on function oauth.fail_sign_in(text, text) is 'Counts a wrong password for an account, known or not.';

create function oauth.open_session(person_id uuid, session_hash bytea, client_ip text)
returns void
language sql volatile
as $$
  insert into oauth.sessions (session_hash, person_id, created_at, expires_at)
  values (open_session.session_hash, open_session.person_id, platform.now(), platform.now() + interval '12 hours');
  select oauth.record('signed_in', person_id => open_session.person_id, client_ip => open_session.client_ip);
$$;
comment on function oauth.open_session(uuid, bytea, text) is 'Opens a session of twelve hours.';

create function oauth.sign_in(email text, password text, session_hash bytea, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person record;
begin
  perform oauth.admit_sign_in(sign_in.email, sign_in.client_ip);
  select found.* into v_person from platform.find_person(sign_in.email) as found;
  -- An account that does not exist takes as long as one that does.
  if extensions.crypt(sign_in.password, coalesce(nullif(v_person.encrypted_password, ''), extensions.gen_salt('bf', 10)))
    is distinct from v_person.encrypted_password
  then
    perform oauth.fail_sign_in(sign_in.email, sign_in.client_ip);
    return false;
  end if;
  perform oauth.open_session(v_person.person_id, sign_in.session_hash, sign_in.client_ip);
  return true;
end
$$;
comment on function oauth.sign_in(text, text, bytea, text) is
  'Opens a session for the right password (bcrypt) and says whether it was right; never whether the account exists.';

create function oauth.enter_hosted_session(hosted_session_id uuid, session_hash bytea, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := platform.session_person(enter_hosted_session.hosted_session_id);
begin
  if v_person_id is null then
    return false;
  end if;
  perform oauth.open_session(v_person_id, enter_hosted_session.session_hash, enter_hosted_session.client_ip);
  return true;
end
$$;
comment on function oauth.enter_hosted_session(uuid, bytea, text) is
  'Opens a session for whoever the platform''s own sign-in has just let in. The proof is the platform''s session, which stands in auth.sessions: the word of a function would not be enough.';

create function oauth.sign_out(session_hash bytea)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.sessions where sessions.session_hash = sign_out.session_hash;
$$;
comment on function oauth.sign_out(bytea) is 'Ends a session.';

create function oauth.decide(
  request_hash bytea,
  browser_hash bytea,
  session_hash bytea,
  is_approved boolean,
  scopes text[],
  brand_ids text[],
  code_hash bytea,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_request oauth.authorization_requests;
  v_person_id constant uuid := oauth.session_person(decide.session_hash);
  v_scopes constant text[] := array(
    select known.scope from oauth.scopes as known where known.scope = any (decide.scopes) order by known.position
  );
  v_brand_ids constant text[] := array(
    select reached.brand_id from unnest(oauth.person_brands(v_person_id)) as reached (brand_id)
    where reached.brand_id = any (decide.brand_ids)
  );
  v_grant_id text;
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'Your session has ended. Sign in again.');
  end if;
  -- One statement: of two decisions on one request, the second finds nothing.
  update oauth.authorization_requests
  set decided_at = v_now
  where authorization_requests.request_hash = (oauth.open_request(decide.request_hash, decide.browser_hash)).request_hash
    and authorization_requests.decided_at is null
  returning * into v_request;
  if v_request.request_hash is null then
    perform platform.fail('NTFND', 'This request has expired, was answered already, or began in another browser. Connect again from the app.');
  end if;

  if not decide.is_approved or v_scopes = '{}' or v_brand_ids = '{}' then
    perform oauth.record('consent_denied', v_request.client_id, null, v_person_id, decide.client_ip);
    return jsonb_build_object(
      'redirect_uri', v_request.redirect_uri, 'state', v_request.state,
      'error', 'access_denied', 'error_description', 'The person did not allow it.'
    );
  end if;

  -- Of consents at the same time each replaces the one before.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'oauth.decide', v_person_id, v_request.client_id), 0));
  perform oauth.end_grant(replaced.grant_id, 'replaced', decide.client_ip)
  from oauth.grants as replaced
  where replaced.person_id = v_person_id
    and replaced.client_id = v_request.client_id
    and replaced.resource = v_request.resource
    and replaced.redirect_uri = v_request.registered_uri
    and replaced.revoked_at is null;

  insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
  values (
    v_person_id, v_request.client_id, v_request.resource, v_request.registered_uri, v_scopes, v_brand_ids, v_now,
    v_now + interval '365 days'
  )
  returning grants.grant_id into v_grant_id;
  insert into oauth.codes (code_hash, grant_id, client_id, redirect_uri, code_challenge, expires_at)
  values (
    decide.code_hash, v_grant_id, v_request.client_id, v_request.redirect_uri, v_request.code_challenge, v_now + interval '60 seconds'
  );
  perform oauth.record(
    'consent_given', v_request.client_id, v_grant_id, v_person_id, decide.client_ip,
    jsonb_build_object('scopes', v_scopes, 'brand_ids', v_brand_ids)
  );
  return jsonb_build_object('redirect_uri', v_request.redirect_uri, 'state', v_request.state, 'is_approved', true);
end
$$;
comment on function oauth.decide(bytea, bytea, bytea, boolean, text[], text[], bytea, text) is
  'Answers a request, once: a grant of the ticked scopes and brands with a code, or access_denied when nothing is ticked. '
  'What the client asked for plays no part: only what the person ticked. An older grant of the same person, client, resource and redirect ends.';

create function oauth.issue_tokens(grant_id text, scopes text[], access_hash bytea, refresh_hash bytea)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now constant timestamptz := platform.now();
  v_grant oauth.grants;
  v_expires_at timestamptz;
begin
  select grants.* into v_grant from oauth.grants where grants.grant_id = issue_tokens.grant_id;
  v_expires_at := least(v_now + interval '3600 seconds', v_grant.expires_at);
  insert into oauth.access_tokens (token_hash, grant_id, scopes, expires_at)
  values (issue_tokens.access_hash, v_grant.grant_id, issue_tokens.scopes, v_expires_at);
  if issue_tokens.refresh_hash is not null then
    insert into oauth.refresh_tokens (token_hash, grant_id, expires_at)
    values (issue_tokens.refresh_hash, v_grant.grant_id, least(v_now + interval '30 days', v_grant.expires_at));
  end if;
  return jsonb_build_object(
    'status', 200,
    'body', jsonb_build_object(
      'token_type', 'Bearer',
      'expires_in', pg_catalog.floor(extract(epoch from v_expires_at - v_now))::integer,
      'scope', array_to_string(issue_tokens.scopes, ' ')
    ),
    'has_refresh_token', issue_tokens.refresh_hash is not null
  );
end
$$;
comment on function oauth.issue_tokens(text, text[], bytea, bytea) is
  'Records an access token of an hour and a refresh token of 30 days, neither longer than the grant.';

create function oauth.token_fault(client_id text, resource text, known_resource text, client_ip text)
returns jsonb
language plpgsql volatile
as $$
begin
  if not exists (select from oauth.clients where clients.client_id = token_fault.client_id) then
    perform oauth.admit('unauthorized:' || token_fault.client_ip, 100);
    return oauth.refusal('invalid_client', 'client_id: unknown. Register again.', 401);
  end if;
  if token_fault.resource is not null and token_fault.resource <> token_fault.known_resource then
    return oauth.refusal('invalid_target', 'resource: not the one that was granted.');
  end if;
  return null;
end
$$;
comment on function oauth.token_fault(text, text, text, text) is
  'What is wrong with a token request before its code or token is looked at, so that neither is used up by it; or null.';

create function oauth.exchange_code(
  code_hash bytea,
  client_id text,
  redirect_uri text,
  code_challenge text,
  resource text,
  known_resource text,
  access_hash bytea,
  refresh_hash bytea,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_fault constant jsonb :=
    oauth.token_fault(exchange_code.client_id, exchange_code.resource, exchange_code.known_resource, exchange_code.client_ip);
  v_code oauth.codes;
  v_grant oauth.grants;
begin
  if v_fault is not null then
    return v_fault;
  end if;
  -- One statement consumes: of any number of twins, one gets the row.
  update oauth.codes
  set consumed_at = v_now
  where codes.code_hash = exchange_code.code_hash
    and codes.client_id = exchange_code.client_id
    and codes.redirect_uri = exchange_code.redirect_uri
    and codes.code_challenge = exchange_code.code_challenge
    and codes.expires_at > v_now
    and codes.consumed_at is null
  returning * into v_code;
  if v_code.code_hash is null then
    perform oauth.end_grant(codes.grant_id, 'code_replay', exchange_code.client_ip)
    from oauth.codes
    where codes.code_hash = exchange_code.code_hash and codes.consumed_at is not null;
    -- The limit is for codes that nobody knows: a replay always ends its grant.
    if not exists (select from oauth.codes where codes.code_hash = exchange_code.code_hash) then
      perform oauth.admit('unauthorized:' || exchange_code.client_ip, 100);
    end if;
    return oauth.refusal('invalid_grant', 'code: unknown, expired, used before, or issued for another client, redirect URI or verifier.');
  end if;
  update oauth.grants
  set redeemed_at = v_now
  where grants.grant_id = v_code.grant_id and grants.revoked_at is null and grants.resource = exchange_code.known_resource
  returning * into v_grant;
  if v_grant.grant_id is null then
    return oauth.refusal('invalid_grant', 'code: its grant has been revoked.');
  end if;
  perform oauth.record('code_exchanged', v_grant.client_id, v_grant.grant_id, v_grant.person_id, exchange_code.client_ip);
  return oauth.issue_tokens(
    v_grant.grant_id, v_grant.scopes, exchange_code.access_hash,
    case when (
      select 'refresh_token' = any (clients.grant_types) from oauth.clients where clients.client_id = v_grant.client_id
    ) then exchange_code.refresh_hash end
  );
end
$$;
comment on function oauth.exchange_code(bytea, text, text, text, text, text, bytea, bytea, text) is
  'RFC 6749, section 4.1.3 and RFC 7636, section 4.6: a code for tokens, once, for the client, redirect URI and verifier it was made for. A second use ends the grant.';

create function oauth.repeat_refresh(token_hash bytea, client_id text, scopes text[], known_resource text, grace_seconds integer)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'status', 200,
    'body', jsonb_build_object(
      'token_type', 'Bearer',
      'expires_in', pg_catalog.floor(extract(epoch from access_tokens.expires_at - platform.now()))::integer,
      'scope', array_to_string(access_tokens.scopes, ' ')
    ),
    'sealed_pair', used.sealed_pair
  )
  from oauth.refresh_tokens as used
  join oauth.grants on grants.grant_id = used.grant_id
  join oauth.access_tokens on access_tokens.token_hash = used.pair_hashes[1]
  join oauth.refresh_tokens as next on next.token_hash = used.pair_hashes[2] and next.consumed_at is null
  where used.token_hash = repeat_refresh.token_hash
    and used.consumed_at > platform.now() - pg_catalog.make_interval(secs => least(repeat_refresh.grace_seconds, 60))
    and grants.client_id = repeat_refresh.client_id
    and grants.resource = repeat_refresh.known_resource
    and grants.revoked_at is null
    and grants.expires_at > platform.now()
    and access_tokens.scopes @> coalesce(repeat_refresh.scopes, grants.scopes)
    and access_tokens.scopes <@ coalesce(repeat_refresh.scopes, grants.scopes);
$$;
comment on function oauth.repeat_refresh(bytea, text, text[], text, integer) is
  'The answer that a used refresh token had, within the grace, to the same request of the same client, as long as what it gave is not used itself. '
  'Null otherwise, and always without a grace.';

create function oauth.refresh(
  token_hash bytea,
  client_id text,
  scope text,
  resource text,
  known_resource text,
  access_hash bytea,
  refresh_hash bytea,
  client_ip text,
  sealed_pair text default null,
  grace_seconds integer default 0
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_fault constant jsonb := oauth.token_fault(refresh.client_id, refresh.resource, refresh.known_resource, refresh.client_ip);
  v_wanted constant text[] := string_to_array(nullif(refresh.scope, ''), ' ');
  v_grant oauth.grants;
  v_grant_id text;
  v_repeated jsonb;
begin
  if v_fault is not null then
    return v_fault;
  end if;
  select grants.* into v_grant
  from oauth.refresh_tokens
  join oauth.grants on grants.grant_id = refresh_tokens.grant_id
  where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is null and grants.client_id = refresh.client_id;
  if not v_wanted <@ v_grant.scopes then
    return oauth.refusal('invalid_scope', 'scope: more than was granted. Ask the person by a new authorisation request.');
  end if;
  -- One statement consumes: of any number of twins, one gets the row.
  update oauth.refresh_tokens
  set
    consumed_at = v_now,
    pair_hashes = case when refresh.sealed_pair is not null then array[refresh.access_hash, refresh.refresh_hash] end,
    sealed_pair = refresh.sealed_pair
  from oauth.grants
  where refresh_tokens.token_hash = refresh.token_hash
    and refresh_tokens.consumed_at is null
    and refresh_tokens.expires_at > v_now
    and grants.grant_id = refresh_tokens.grant_id
    and grants.client_id = refresh.client_id
    and grants.resource = refresh.known_resource
    and grants.revoked_at is null
    and grants.expires_at > v_now
  returning grants.grant_id into v_grant_id;
  if v_grant_id is null then
    v_repeated := oauth.repeat_refresh(refresh.token_hash, refresh.client_id, v_wanted, refresh.known_resource, refresh.grace_seconds);
    if v_repeated is not null then
      perform oauth.record('refresh_repeated', refresh.client_id, client_ip => refresh.client_ip);
      return v_repeated;
    end if;
    perform oauth.end_grant(refresh_tokens.grant_id, 'refresh_replay', refresh.client_ip)
    from oauth.refresh_tokens
    where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is not null;
    if not exists (select from oauth.refresh_tokens where refresh_tokens.token_hash = refresh.token_hash) then
      perform oauth.admit('unauthorized:' || refresh.client_ip, 100);
    end if;
    return oauth.refusal('invalid_grant', 'refresh_token: unknown, expired, used before, revoked, or issued to another client.');
  end if;
  perform oauth.record('refreshed', v_grant.client_id, v_grant.grant_id, v_grant.person_id, refresh.client_ip);
  return oauth.issue_tokens(v_grant.grant_id, coalesce(v_wanted, v_grant.scopes), refresh.access_hash, refresh.refresh_hash);
end
$$;
comment on function oauth.refresh(bytea, text, text, text, text, bytea, bytea, text, text, integer) is
  'RFC 6749, section 6: a refresh token for new tokens, once, for the client it was issued to. The replay of a used one ends the grant '
  '(after grace_seconds, at most 60, where there are any); scope can only narrow.';

create function oauth.person_grants(person_id uuid)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'person', platform.person_email(person_grants.person_id),
    'data', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', held.grant_id,
          'client_id', held.client_id,
          'client_name', clients.client_name,
          'redirect_uri', held.redirect_uri,
          'resource', held.resource,
          'scopes', held.scopes,
          'permissions', (
            select jsonb_agg(scopes.title order by scopes.position) from oauth.scopes where scopes.scope = any (held.scopes)
          ),
          'brands', (
            select coalesce(jsonb_agg(jsonb_build_object('id', brands.brand_id, 'name', coalesce(brands.name, brands.slug)) order by brands.name), '[]')
            from core.brands
            where brands.brand_id = any (held.brand_ids) and brands.brand_id = any (oauth.person_brands(person_grants.person_id))
          ),
          'created_at', platform.utc(held.created_at),
          'expires_at', platform.utc(held.expires_at),
          'last_used_at', platform.utc(held.last_used_at)
        )
        order by held.created_at desc, held.grant_id
      ),
      '[]'
    )
  )
  from oauth.grants as held
  join oauth.clients on clients.client_id = held.client_id
  where held.person_id = person_grants.person_id
    and held.redeemed_at is not null
    and held.revoked_at is null
    and held.expires_at > platform.now();
$$;
comment on function oauth.person_grants(uuid) is 'The apps that a person has connected, newest first, with what each may do.';

create function oauth.grants(session_hash bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.session_person(grants.session_hash);
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'Sign in to see the apps that you have connected.');
  end if;
  return oauth.person_grants(v_person_id);
end
$$;
comment on function oauth.grants(bytea) is 'The apps that the person signed in by this cookie has connected.';

create function oauth.revoke_grant(session_hash bytea, grant_id text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.session_person(revoke_grant.session_hash);
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'Sign in to disconnect an app.');
  end if;
  if not exists (
    select from oauth.grants as held
    where held.grant_id = revoke_grant.grant_id and held.person_id = v_person_id and held.revoked_at is null
  ) then
    perform platform.fail('NTFND', 'You have no such connection.');
  end if;
  perform oauth.end_grant(revoke_grant.grant_id, 'person', revoke_grant.client_ip);
end
$$;
comment on function oauth.revoke_grant(bytea, text, text) is 'Ends a grant of the person signed in by this cookie. Somebody else''s is not found.';

create function oauth.revoke_token(token_hash bytea, client_id text, client_ip text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.end_grant(held.grant_id, 'client', revoke_token.client_ip)
  from oauth.grants as held
  where held.grant_id in (
      select access_tokens.grant_id from oauth.access_tokens where access_tokens.token_hash = revoke_token.token_hash
      union all
      select refresh_tokens.grant_id from oauth.refresh_tokens where refresh_tokens.token_hash = revoke_token.token_hash
    )
    and held.client_id = coalesce(revoke_token.client_id, held.client_id);
$$;
comment on function oauth.revoke_token(bytea, text, text) is
  'RFC 7009, section 2.1: either kind of token ends its whole grant. A token of another client, or of nobody, changes nothing.';

create function oauth.prune()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.sessions where sessions.expires_at < platform.now();
  delete from oauth.sign_in_failures where sign_in_failures.window_start < platform.now() - interval '1 day';
  delete from oauth.authorization_requests where authorization_requests.expires_at < platform.now() - interval '1 day';
  delete from oauth.access_tokens where access_tokens.expires_at < platform.now() - interval '1 day';
  update oauth.refresh_tokens set pair_hashes = null, sealed_pair = null
  where refresh_tokens.sealed_pair is not null and refresh_tokens.consumed_at < platform.now() - interval '60 seconds';
  delete from oauth.grants
  where grants.expires_at < platform.now() - interval '30 days' or grants.revoked_at < platform.now() - interval '30 days';
  with pruned as (
    delete from oauth.clients
    where clients.created_at < platform.now() - interval '30 days'
      and not exists (select from oauth.grants where grants.client_id = clients.client_id)
      and not exists (select from oauth.authorization_requests where authorization_requests.client_id = clients.client_id)
    returning true
  )
  select count(*) from pruned;
$$;
comment on function oauth.prune() is
  'Forgets what has expired, grants that ended 30 days ago, and clients of 30 days without a grant; returns how many clients. The audit stays.';

create function oauth.end_person()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from oauth.sessions where sessions.person_id = new.id;
  perform oauth.end_grant(held.grant_id, 'password_changed') from oauth.grants as held
  where held.person_id = new.id and held.revoked_at is null;
  return null;
end
$$;
comment on function oauth.end_person() is 'Ends every session and grant of somebody whose password has changed: whoever knew the old one is out.';

create function oauth.end_membership()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update oauth.grants
  set brand_ids = array_remove(grants.brand_ids, old.brand_id)
  where grants.person_id = old.person_id and old.brand_id = any (grants.brand_ids);
  perform oauth.end_grant(held.grant_id, 'no_brand_left') from oauth.grants as held
  where held.person_id = old.person_id and held.brand_ids = '{}' and held.revoked_at is null;
  return null;
end
$$;
comment on function oauth.end_membership() is 'Takes a brand out of the grants of somebody who has left it, for good: coming back does not bring it back.';

create trigger end_membership after delete on core.memberships
for each row execute function oauth.end_membership();


create function console.person_brands(person_id uuid)
returns table (brand_id text, account_id text, name text, currency text, timezone text, role text)
language sql stable
as $$
  select brands.brand_id, brands.account_id, coalesce(brands.name, brands.slug), brands.currency, brands.timezone, memberships.role
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id
  where memberships.person_id = person_brands.person_id and brands.status <> 'archived'
  order by 3, 1;
$$;
comment on function console.person_brands(uuid) is 'The brands that a person is a member of now, and as what.';

create function console.speaks_for_account(person_id uuid, account_id text, role text)
returns boolean
language sql stable
as $$
  select not exists (
    select from core.brands
    left join core.memberships on memberships.brand_id = brands.brand_id and memberships.person_id = speaks_for_account.person_id
    where brands.account_id = speaks_for_account.account_id
      and brands.status <> 'archived'
      and coalesce(core.role_rank(memberships.role), 0) < core.role_rank(speaks_for_account.role)
  );
$$;
comment on function console.speaks_for_account(uuid, text, text) is
  'Whether somebody is at least this of every brand of an account: then what belongs to the account as a whole is theirs to see or change too.';

create function console.permitted_operations(role text)
returns text[]
language sql stable
return array(
  select operations.operation
  from core.operations
  where operations.access = 'write' and core.role_rank(operations.role) <= core.role_rank(permitted_operations.role)
  order by operations.operation
);
comment on function console.permitted_operations(text) is 'What somebody may change who is this of a brand: pages offer that and nothing else.';

create function console.call(session_hash bytea, client_ip text, brand_id text, access text, requests jsonb, form_id text default null)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_session record;
  v_brands jsonb;
  v_brand record;
  v_brand_ids text[];
  v_request jsonb;
  v_operation core.operations;
  v_input jsonb;
  v_status text;
  v_message text;
  v_answers jsonb := '[]';
begin
  select used.person_id, used.email into v_session from oauth.use_session(call.session_hash) as used;
  if v_session.person_id is null then
    return jsonb_build_object('status', case when core.take('unauthorized:' || call.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end);
  elsif core.take('person:' || v_session.person_id, 300) is null then
    return jsonb_build_object('status', 'RLMTD');
  end if;
  select
    coalesce(jsonb_agg(jsonb_build_object('id', reached.brand_id, 'name', reached.name, 'role', reached.role)), '[]'),
    coalesce(array_agg(reached.brand_id), '{}')
  into v_brands, v_brand_ids
  from console.person_brands(v_session.person_id) as reached;
  select reached.* into v_brand from console.person_brands(v_session.person_id) as reached where reached.brand_id = call.brand_id;
  if call.brand_id is not null then
    -- Whether a brand of others exists is nobody's business.
    if v_brand.brand_id is null then
      return jsonb_build_object('status', 'NTFND', 'person', v_session.email, 'brands', v_brands);
    end if;
    v_brand_ids := array[v_brand.brand_id];
  end if;

  for v_request in select request.value from jsonb_array_elements(call.requests) as request loop
    v_status := null;
    v_input := v_request -> 'input';
    begin
      select operations.* into strict v_operation from core.operations where operations.operation = v_request ->> 'operation';
      if v_operation.access = 'write' and call.access <> 'write' then
        perform platform.fail('DNIED', 'Looking at a page changes nothing.');
      elsif core.role_rank(coalesce(v_brand.role, 'viewer')) < core.role_rank(v_operation.role) then
        perform platform.fail(
          'DNIED', format('You are %s of this brand; this takes %s. Ask somebody who is.', v_brand.role, v_operation.role)
        );
      end if;
      if v_operation.access = 'write' then
        if call.form_id is null or length(call.form_id) not between 8 and 100 then
          perform platform.fail('BADRQ', 'This form is out of date. Go back, reload, and try again.');
        elsif not oauth.spend_form(call.session_hash, call.form_id) then
          perform platform.fail(
            'STALE', 'This form was sent before, and what it asks for is done: nothing was done again. A key or a secret that it made is shown '
            'once, in the answer to the first sending. If that is lost, make another.'
          );
        end if;
      end if;
      if v_operation.brand <> 'none' then
        v_input := v_input || jsonb_build_object('brand_id', v_brand.brand_id);
      end if;
      perform
        set_config('vitrine.account_id', case
          when console.speaks_for_account(v_session.person_id, v_brand.account_id, v_operation.role) then v_brand.account_id else ''
        end, true),
        set_config('vitrine.brand_ids', v_brand_ids::text, true),
        set_config('vitrine.credential_id', '', true),
        set_config('vitrine.person_id', v_session.person_id::text, true),
        set_config('vitrine.role', coalesce(v_brand.role, 'viewer'), true);
      v_answers := v_answers || jsonb_build_array(jsonb_build_object('body', core.run_as_person(v_operation.call, v_input)));
      if v_operation.access = 'write' then
        perform oauth.record_change(v_session.person_id, call.client_ip, v_operation.operation, v_brand.brand_id);
      end if;
    exception when others or query_canceled then
      get stacked diagnostics v_status = returned_sqlstate, v_message = message_text;
      v_answers := v_answers || jsonb_build_array(jsonb_build_object('status', v_status, 'message', v_message));
    end;
  end loop;

  return jsonb_build_object(
    'person', v_session.email,
    'brands', v_brands,
    'brand', case when v_brand.brand_id is not null then jsonb_build_object(
      'id', v_brand.brand_id, 'name', v_brand.name, 'role', v_brand.role, 'currency', v_brand.currency, 'timezone', v_brand.timezone,
      'may', to_jsonb(console.permitted_operations(v_brand.role))
    ) end,
    'answers', v_answers
  );
end
$$;
comment on function console.call(bytea, text, text, text, jsonb, text) is
  'The one door of the console: resolves the session, looks up what the person is of the brand, sets the scope and runs operations in their name, '
  'each answered by itself, in one statement. status says why nothing was run. access is read for a page that is only looked at. '
  'form_id is of the form that asks for a change: one that has done so does nothing again (STALE).';
grant execute on function console.person_brands(uuid), console.speaks_for_account(uuid, text, text), console.permitted_operations(text) to vitrine_gate;

create function console.performance(brand_id text, days integer default 90)
returns jsonb
language plpgsql stable
as $$
declare
  v_metrics constant text[] := '{spend,revenue,roas,cpa,conversions}';
  v_yesterday date;
  v_first date;
  v_shown jsonb;
begin
  select (platform.now() at time zone brands.timezone)::date - 1 into strict v_yesterday
  from core.brands
  where brands.brand_id = performance.brand_id;
  v_first := v_yesterday - performance.days + 1;
  v_shown := analytics.metrics(performance.brand_id, v_first, v_yesterday, metrics => v_metrics, "limit" => 500);
  -- Half as many days are nothing to compare with.
  return v_shown || pg_catalog.jsonb_build_object('previous', case
    when (v_shown #>> '{meta,ready_from}')::date <= v_first - performance.days then
      analytics.metrics(performance.brand_id, v_first - performance.days, v_first - 1, metrics => v_metrics, granularity => 'month') -> 'totals'
  end);
end
$$;
comment on function console.performance(text, integer) is
  'The finished days of a brand up to yesterday, as GET /v1/metrics tells them, with the totals of as many days before, where all of them are known.';
grant execute on function console.performance(text, integer) to vitrine_person;
call core.register_operation('console.performance', 'console');

create function console.attribution(brand_id text, days integer default 90, compared_model text default null)
returns jsonb
language plpgsql stable
as $$
declare
  v_yesterday date;
  v_first date;
  v_exponent smallint;
  v_own jsonb;
  v_model text;
  v_models jsonb;
  v_names text[];
  v_credited numeric;
  v_channels jsonb;
begin
  select (platform.now() at time zone brands.timezone)::date - 1, currencies.exponent into strict v_yesterday, v_exponent
  from core.brands
  join core.currencies on currencies.currency = brands.currency
  where brands.brand_id = attribution.brand_id;
  v_first := v_yesterday - attribution.days + 1;
  v_own := analytics.attribution(attribution.brand_id, v_first, v_yesterday)::jsonb;
  v_model := coalesce(attribution.compared_model, case when v_own ->> 'model' = 'last_touch' then 'first_touch' else 'last_touch' end);
  -- The chain of markov is counted for brands whose own model it is, and for no other.
  select
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('model', known.model, 'label', known.label, 'rule', known.rule) order by known.position),
    pg_catalog.array_agg(known.model order by known.position)
  into v_models, v_names
  from analytics.attribution_models as known
  where known.is_additive and (known.model <> 'markov' or v_own ->> 'model' = 'markov');
  if not v_model = any (v_names) then
    perform platform.fail('BADRQ', 'compared_model: must be one of ' || pg_catalog.array_to_string(v_names, ', ') || '.');
  end if;
  v_credited := (v_own ->> 'total')::numeric - (v_own #>> '{unattributed,value}')::numeric;
  select pg_catalog.jsonb_object_agg(parts.channel, pg_catalog.trim_scale(parts.value)) into v_channels
  from (
    select
      pg_catalog.array_agg(credits.channel order by credits.channel) as channels,
      analytics.round_to_total(pg_catalog.array_agg(credits.value_micros / 1000000 order by credits.channel), v_credited, v_exponent) as values
    from analytics.channel_credits(attribution.brand_id, v_model, v_first, v_yesterday) as credits
  ) as credited
  cross join lateral rows from (pg_catalog.unnest(credited.channels), pg_catalog.unnest(credited.values)) as parts (channel, value);
  return pg_catalog.jsonb_build_object(
    'own', v_own,
    'compared', pg_catalog.jsonb_build_object('model', v_model, 'channels', coalesce(v_channels, '{}')),
    'models', v_models
  );
end
$$;
comment on function console.attribution(text, integer, text) is
  'What each channel did for the orders of the days up to yesterday: as GET /v1/attribution tells it, and under another model beside it.';
grant execute on function console.attribution(text, integer, text) to vitrine_person;
call core.register_operation('console.attribution', 'console');

create function console.imports(brand_id text, kinds text[] default null, page integer default 1)
returns jsonb
language sql stable
as $$
  with found as (
    select held.*
    from analytics.imports as held
    where held.brand_id = imports.brand_id and (imports.kinds is null or held.kind = any (imports.kinds))
  ),
  shown as (
    select found.* from found order by found.imported_at desc, found.import_id limit 25 offset (imports.page - 1) * 25
  )
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', shown.import_id, 'kind', shown.kind, 'dialect', shown.dialect, 'file_name', shown.file_name, 'rows_read', shown.rows_read,
            'rows_accepted', shown.rows_accepted, 'rows_rejected', shown.rows_rejected, 'first_on', shown.first_on, 'last_on', shown.last_on,
            'warnings', shown.warnings, 'imported_at', platform.utc(shown.imported_at)
          )
          order by shown.imported_at desc, shown.import_id
        )
        from shown
      ), '[]'
    ),
    'page', imports.page,
    'pages', greatest(1, pg_catalog.ceil((select count(*) from found) / 25.0)),
    'total', (select count(*) from found)
  );
$$;
comment on function console.imports(text, text[], integer) is 'The files that came in for a brand, newest first.';
grant execute on function console.imports(text, text[], integer) to vitrine_person;
call core.register_operation('console.imports', 'console');

create function console.import_file(brand_id text, import_id text, page integer default 1)
returns jsonb
language plpgsql stable
as $$
declare
  v_import analytics.imports;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = import_file.brand_id and held.import_id = import_file.import_id;
  if not found then
    perform platform.fail('NTFND', 'This brand has no such import.');
  end if;
  return pg_catalog.jsonb_build_object(
    'id', v_import.import_id, 'kind', v_import.kind, 'dialect', v_import.dialect, 'file_name', v_import.file_name, 'rows_read', v_import.rows_read,
    'rows_accepted', v_import.rows_accepted, 'rows_rejected', v_import.rows_rejected, 'first_on', v_import.first_on, 'last_on', v_import.last_on,
    'warnings', v_import.warnings, 'imported_at', platform.utc(v_import.imported_at),
    'rejections', coalesce(
      (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('line', shown.line, 'reason', shown.reason) order by shown.line)
        from (
          select rejections.line, rejections.reason
          from analytics.import_rejections as rejections
          where rejections.brand_id = import_file.brand_id and rejections.import_id = import_file.import_id
          order by rejections.line
          limit 100 offset (import_file.page - 1) * 100
        ) as shown
      ), '[]'
    ),
    'page', import_file.page,
    'pages', (
      select greatest(1, pg_catalog.ceil(count(*) / 100.0))
      from analytics.import_rejections as rejections
      where rejections.brand_id = import_file.brand_id and rejections.import_id = import_file.import_id
    )
  );
end
$$;
comment on function console.import_file(text, text, integer) is 'One imported file with the rows that were not taken, a hundred a page: line and reason.';
grant execute on function console.import_file(text, text, integer) to vitrine_person;
call core.register_operation('console.import_file', 'console');

create function console.move_anomaly(brand_id text, anomaly_id text, status text)
returns jsonb
language sql volatile
as $$
  select pg_catalog.jsonb_build_object(
    'id', move_anomaly.anomaly_id,
    'status', analytics.move_anomaly(move_anomaly.brand_id, move_anomaly.anomaly_id, move_anomaly.status)
  );
$$;
comment on function console.move_anomaly(text, text, text) is 'Confirms, dismisses or resolves an anomaly in the name of an analyst.';
grant execute on function console.move_anomaly(text, text, text), analytics.move_anomaly(text, text, text) to vitrine_person;
call core.register_operation('console.move_anomaly', 'console', access => 'write', role => 'analyst');

create function console.anomaly_moves()
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object('moves', coalesce(pg_catalog.jsonb_object_agg(allowed.from_status, allowed.to_statuses), '{}'))
  from (
    select transitions.from_status, pg_catalog.jsonb_agg(transitions.to_status order by transitions.to_status) as to_statuses
    from analytics.anomaly_transitions as transitions
    group by transitions.from_status
  ) as allowed;
$$;
comment on function console.anomaly_moves() is 'Which status of an anomaly may follow which: what the page of anomalies offers.';
grant execute on function console.anomaly_moves() to vitrine_person;
call core.register_operation('console.anomaly_moves', 'console', brand => 'none');

create function console.keys(brand_id text)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', held.key_id, 'name', held.name, 'display', held.display, 'brand_id', held.brand_id, 'kind', kinds.kind, 'is_live', kinds.is_live,
            'scopes', held.scopes,
            'state', case
              when held.revoked_at is not null then 'revoked'
              when held.expires_at <= platform.now() then 'expired'
              else 'active'
            end,
            'created_at', platform.utc(held.created_at), 'expires_at', platform.utc(held.expires_at),
            'revoked_at', platform.utc(held.revoked_at), 'last_used_at', platform.utc(held.last_used_at)
          )
          order by
            held.revoked_at is not null or coalesce(held.expires_at <= platform.now(), false), held.created_at desc, held.key_id
        )
        from core.api_keys as held
        join core.key_kinds as kinds on kinds.prefix = held.prefix
      ), '[]'
    ),
    'kinds', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('prefix', kinds.prefix, 'kind', kinds.kind, 'is_live', kinds.is_live, 'scopes', kinds.scopes)
        order by kinds.is_live desc, kinds.kind
      )
      from core.key_kinds as kinds
    )
  );
$$;
comment on function console.keys(text) is
  'The keys of a brand, living ones first, and those of its whole account for whoever is a member of all of it; with the kinds that there are.';
grant execute on function console.keys(text) to vitrine_person;
call core.register_operation('console.keys', 'console');

create function console.admit_key(brand_id text, prefix text, scopes text[])
returns jsonb
language plpgsql stable
as $$
begin
  perform core.key_scopes(admit_key.prefix, admit_key.scopes);
  if (
    select count(*) from core.api_keys
    where api_keys.brand_id = admit_key.brand_id
      and api_keys.revoked_at is null
      and coalesce(api_keys.expires_at > platform.now(), true)
  ) >= 50 then
    perform platform.fail('BADRQ', 'name: this brand has 50 living keys already. Revoke one first.');
  end if;
  return '{}';
end
$$;
comment on function console.admit_key(text, text, text[]) is 'Whether there may be such a key, asked before one is made.';

create function console.create_key(brand_id text, prefix text, name text, scopes text[], days integer, hash text, display text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_key core.api_keys;
begin
  perform console.admit_key(create_key.brand_id, create_key.prefix, create_key.scopes);
  v_key.key_id := platform.new_id('key');
  insert into core.api_keys (key_id, account_id, brand_id, prefix, hash, display, name, scopes, expires_at)
  select
    v_key.key_id, brands.account_id, brands.brand_id, create_key.prefix, pg_catalog.decode(create_key.hash, 'hex'), create_key.display,
    create_key.name, core.key_scopes(create_key.prefix, create_key.scopes), platform.now() + pg_catalog.make_interval(days => create_key.days)
  from core.brands
  where brands.brand_id = create_key.brand_id;
  return pg_catalog.jsonb_build_object('id', v_key.key_id, 'name', create_key.name);
end
$$;
comment on function console.create_key(text, text, text, text[], integer, text, text) is
  'A new key of this brand alone, by its hash: it is made, and shown once, by whoever calls. days is how long it lives; null for ever.';
grant execute on function
  console.admit_key(text, text, text[]),
  console.create_key(text, text, text, text[], integer, text, text)
to vitrine_person;
call core.register_operation('console.admit_key', 'console', is_part => true, role => 'admin');
call core.register_operation('console.create_key', 'console', access => 'write');

create function console.revoke_key(brand_id text, key_id text)
returns jsonb
language plpgsql volatile
as $$
begin
  update core.api_keys set revoked_at = platform.now()
  where api_keys.key_id = revoke_key.key_id and api_keys.revoked_at is null;
  if not found then
    perform platform.fail('NTFND', 'There is no such living key within your reach. One of the whole account takes an admin of all its brands.');
  end if;
  return pg_catalog.jsonb_build_object('id', revoke_key.key_id);
end
$$;
comment on function console.revoke_key(text, text) is 'Ends a key of the brand, or of its account, at once.';
grant execute on function console.revoke_key(text, text) to vitrine_person;
call core.register_operation('console.revoke_key', 'console', access => 'write');

create function console.apps()
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
return oauth.person_grants(core.scope_person_id());
comment on function console.apps() is 'The apps that the signed-in person has connected.';
revoke execute on function console.apps() from public;
grant execute on function console.apps() to vitrine_person;
call core.register_operation('console.apps', 'console', brand => 'none');

create function console.person_name(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.person_email(person_name.person_id);
$$;
comment on function console.person_name(uuid) is 'By which address somebody signs in who proposed or decided something.';

create function console.app_name(credential_id text, person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select clients.client_name
  from oauth.grants
  join oauth.clients using (client_id)
  where grants.person_id = app_name.person_id and app_name.credential_id = 'app_' || md5(clients.client_id || '/' || app_name.person_id)
  limit 1;
$$;
comment on function console.app_name(text, uuid) is
  'What an app of somebody calls itself, by the id that it acts under (core.call); null where nothing is known of it.';
revoke execute on function console.person_name(uuid), console.app_name(text, uuid) from public;
grant execute on function console.person_name(uuid), console.app_name(text, uuid) to vitrine_person;

create function console.proposals(brand_id text, status text default null, page integer default 1)
returns jsonb
language sql stable
as $$
  with found as (
    select
      held.*,
      case when held.status = 'pending_approval' and held.expires_at <= platform.now() then 'expired' else held.status end as said_status,
      names.name as target_name,
      used.name as key_name,
      used.display as key_display
    from connector.proposals as held
    left join analytics.entities as names
      on names.brand_id = held.brand_id
      and names.level = held.target ->> 'level'
      and names.platform = pg_catalog.lower(held.target ->> 'platform')
      and names.external_id = held.target ->> 'id'
    left join core.api_keys as used on used.key_id = held.created_by
    where held.brand_id = proposals.brand_id
  ),
  kept as (
    select found.* from found where proposals.status is null or found.said_status = proposals.status
  ),
  shown as (
    select kept.* from kept order by kept.created_at desc, kept.proposal_id limit 25 offset (proposals.page - 1) * 25
  )
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', shown.proposal_id, 'status', shown.said_status, 'target', shown.target, 'target_name', shown.target_name,
            'change', shown.change, 'rationale', shown.rationale, 'evidence', shown.evidence,
            'proposed_by', pg_catalog.jsonb_build_object(
              'person', console.person_name(shown.person_id), 'app', console.app_name(shown.created_by, shown.person_id),
              'key', shown.key_name, 'key_display', shown.key_display
            ),
            'decided_by', console.person_name(shown.decided_by), 'decided_at', platform.utc(shown.decided_at), 'note', shown.note,
            'created_at', platform.utc(shown.created_at), 'expires_at', platform.utc(shown.expires_at)
          )
          order by shown.created_at desc, shown.proposal_id
        )
        from shown
      ), '[]'
    ),
    'page', proposals.page,
    'pages', greatest(1, pg_catalog.ceil((select count(*) from kept) / 25.0))
  );
$$;
comment on function console.proposals(text, text, integer) is 'What agents suggest for a brand, newest first; those that nobody answered in time are said to be expired.';
grant execute on function console.proposals(text, text, integer) to vitrine_person;
call core.register_operation('console.proposals', 'console');

create function console.decide_proposal(brand_id text, proposal_id text, decision text, note text default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_proposal connector.proposals;
begin
  update connector.proposals as held
  set
    status = case decide_proposal.decision when 'approve' then 'approved' else 'rejected' end,
    decided_by = core.scope_person_id(), decided_at = platform.now(), note = decide_proposal.note
  where held.brand_id = decide_proposal.brand_id and held.proposal_id = decide_proposal.proposal_id
    and held.status = 'pending_approval' and held.expires_at > platform.now()
  returning held.* into v_proposal;
  if not found then
    select held.* into v_proposal
    from connector.proposals as held
    where held.brand_id = decide_proposal.brand_id and held.proposal_id = decide_proposal.proposal_id;
    if not found then
      perform platform.fail('NTFND', 'proposal_id: this brand has no such proposal.');
    end if;
    perform commerce.refuse_move(
      'proposal', case v_proposal.status when 'pending_approval' then 'expired' else v_proposal.status end, decide_proposal.decision, '{}'
    );
  end if;
  perform events.emit(
    v_proposal.brand_id, 'alert.resolved',
    pg_catalog.jsonb_build_object('detector', 'proposal', 'proposal_id', v_proposal.proposal_id, 'status', v_proposal.status)
  );
  return pg_catalog.jsonb_build_object('id', v_proposal.proposal_id, 'status', v_proposal.status);
end
$$;
comment on function console.decide_proposal(text, text, text, text) is
  'Approves or rejects what an agent suggests, in the name of an admin: a record, which is told, and changes nothing on any platform. Once; NMOVE after that.';
grant execute on function console.decide_proposal(text, text, text, text), commerce.refuse_move(text, text, text, text[]) to vitrine_person;
call core.register_operation('console.decide_proposal', 'console', access => 'write');

create function console.find_proposal(proposal_id text)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand_id text;
begin
  select proposals.brand_id into v_brand_id from connector.proposals where proposals.proposal_id = find_proposal.proposal_id;
  if v_brand_id is null then
    perform platform.fail('NTFND', 'There is no such proposal for a brand of yours.');
  end if;
  return pg_catalog.jsonb_build_object('brand_id', v_brand_id);
end
$$;
comment on function console.find_proposal(text) is 'Which of the person''s brands a proposal is for: its address names none.';
grant execute on function console.find_proposal(text) to vitrine_person;
call core.register_operation('console.find_proposal', 'console', brand => 'none');

-- What a signed-in person may write, by what they are of the brand; what they read, core.protect decides.
create policy person_moves on analytics.anomalies for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')));
grant update (status, changed_at) on analytics.anomalies to vitrine_person;
create policy person_raises on analytics.anomaly_thresholds for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')));
create policy person_raises_again on analytics.anomaly_thresholds for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')));
grant insert, update (z_min) on analytics.anomaly_thresholds to vitrine_person;

create policy person_decides on connector.proposals for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant update (status, decided_by, decided_at, note) on connector.proposals to vitrine_person;

-- Keys of the brand, and those of the account where the person speaks for all of it. Nobody reads a hash.
create policy person on core.api_keys for select to vitrine_person
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  or (brand_id is null and account_id = (select core.scope_account_id()))
);
create policy person_creates on core.api_keys for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_revokes on core.api_keys for update to vitrine_person
using (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
grant
  select (key_id, account_id, brand_id, prefix, display, name, scopes, created_at, expires_at, revoked_at, last_used_at),
  insert (key_id, account_id, brand_id, prefix, hash, display, name, scopes, expires_at),
  update (revoked_at)
on core.api_keys to vitrine_person;
grant select on core.key_kinds to vitrine_person;

-- Endpoints likewise.
create policy person on webhooks.endpoints for select to vitrine_person
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  or (brand_id is null and account_id = (select core.scope_account_id()))
);
create policy person_manages on webhooks.endpoints to vitrine_person
using (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
create policy person on webhooks.secrets for select to vitrine_person
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id));
create policy person_manages on webhooks.secrets to vitrine_person
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id) and (select core.scope_role_is('admin')));
create policy person_sends on webhooks.deliveries for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_replays on webhooks.deliveries for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  select, insert, delete,
  update (url, types, description, status, disabled_reason, failures, failing_since, quiet_until)
on webhooks.endpoints to vitrine_person;
grant select (secret_id, endpoint_id, created_at, expires_at), insert, update (expires_at), delete on webhooks.secrets to vitrine_person;
grant insert, update (status, failures, next_attempt_at, delivered_at) on webhooks.deliveries to vitrine_person;


reset role;
-- Security definer functions run as their owner, so the owner is what each of them is allowed to do.
grant create on schema core to vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;

alter function core.run_as_anonymous(text, jsonb) owner to vitrine_anonymous;
alter function core.run_as_key(text, jsonb) owner to vitrine_key;
alter function core.run_as_simulated(text, jsonb) owner to vitrine_simulated;
alter function core.run_as_person(text, jsonb) owner to vitrine_person;
grant execute on function
  core.run_as_anonymous(text, jsonb),
  core.run_as_key(text, jsonb),
  core.run_as_simulated(text, jsonb),
  core.run_as_person(text, jsonb)
to vitrine_gate;

alter function core.call(text, bytea, text, jsonb, text, integer, jsonb) owner to vitrine_gate;
alter function core.identify(bytea, text, text) owner to vitrine_gate;
alter function core.analyst_brand_ids() owner to vitrine_gate;
alter function core.prune_rate_limits() owner to vitrine_gate;
alter function core.prune_answers() owner to vitrine_gate;
grant execute on function core.prune_rate_limits(), core.prune_answers() to vitrine_worker;
alter function core.create_account(text, text, text) owner to vitrine_gate;
alter function core.require_account(text) owner to vitrine_gate;
alter function core.create_brand(text, text, text, text, text, text) owner to vitrine_gate;
alter function core.require_own_people() owner to vitrine_gate;
alter function core.create_person(text, text, text) owner to vitrine_gate;
alter function core.set_password(uuid, text) owner to vitrine_gate;
alter function core.find_person(text) owner to vitrine_gate;
alter function core.add_member(uuid, text, text) owner to vitrine_gate;
alter function core.remove_member(uuid, text) owner to vitrine_gate;
alter function core.list_people() owner to vitrine_gate;
alter function core.create_key(text, text, bytea, text, text, text, timestamptz, text[]) owner to vitrine_gate;
alter function core.revoke_key(text) owner to vitrine_gate;
alter function core.expire_key(text, timestamptz) owner to vitrine_gate;
alter function core.list_keys(text) owner to vitrine_gate;
alter function core.find_brand(text) owner to vitrine_gate;
alter function core.take_due(text[]) owner to vitrine_gate;
alter function core.working_brands() owner to vitrine_gate;
alter function core.list_brands() owner to vitrine_gate;
alter function core.set_plan(text, text) owner to vitrine_gate;
grant execute on function
  core.create_account(text, text, text),
  core.require_account(text),
  core.create_brand(text, text, text, text, text, text),
  core.create_person(text, text, text),
  core.set_password(uuid, text),
  core.find_person(text),
  core.add_member(uuid, text, text),
  core.remove_member(uuid, text),
  core.list_people(),
  core.create_key(text, text, bytea, text, text, text, timestamptz, text[]),
  core.revoke_key(text),
  core.expire_key(text, timestamptz),
  core.list_keys(text),
  core.list_brands(),
  core.set_plan(text, text)
to vitrine_owner;
grant execute on function core.hash_password(text), core.keep_an_owner(uuid, text), core.account_owners(text) to vitrine_gate;
grant execute on function core.find_brand(text) to vitrine_owner, vitrine_worker;
grant execute on function core.take_due(text[]), core.working_brands() to vitrine_worker;

revoke create on schema core from vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;

grant create on schema storefront to vitrine_gate;
alter function storefront.network_rank(text, numeric) owner to vitrine_gate;
alter function storefront.health() owner to vitrine_gate;
alter function storefront.near_term(text, text) owner to vitrine_gate;
revoke create on schema storefront from vitrine_gate;

grant create on schema events to vitrine_gate;
alter function events.emit(text, text, jsonb) owner to vitrine_gate;
alter function events.sequence_events(integer, integer) owner to vitrine_gate;
alter function events.prune_events(integer) owner to vitrine_gate;
alter function events.measure_outbox() owner to vitrine_gate;
revoke create on schema events from vitrine_gate;

grant create on schema webhooks to vitrine_gate;
alter function webhooks.count_endpoints(text) owner to vitrine_gate;
alter function webhooks.claim_deliveries(integer, integer) owner to vitrine_gate;
alter function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) owner to vitrine_gate;
alter function webhooks.prune_deliveries(integer) owner to vitrine_gate;
grant execute on function
  webhooks.claim_deliveries(integer, integer),
  webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer),
  webhooks.prune_deliveries(integer)
to vitrine_worker;
revoke create on schema webhooks from vitrine_gate;

grant create on schema console to vitrine_gate, vitrine_oauth;
alter function console.call(bytea, text, text, text, jsonb, text) owner to vitrine_gate;
alter function console.apps() owner to vitrine_oauth;
alter function console.person_name(uuid) owner to vitrine_oauth;
alter function console.app_name(text, uuid) owner to vitrine_oauth;
grant execute on function console.call(bytea, text, text, text, jsonb, text) to vitrine_functions;
revoke create on schema console from vitrine_gate, vitrine_oauth;

grant create on schema commerce to vitrine_gate, vitrine_worker;
alter function commerce.due_brands() owner to vitrine_gate;
grant execute on function commerce.due_brands() to vitrine_worker;

-- What neither an agent's key nor a stranger may write by itself.
alter function commerce.open_handoff(text, text) owner to vitrine_worker;
alter function commerce.record_signal(text, text, text, numeric, text) owner to vitrine_worker;
alter function commerce.forget_signals(text, text) owner to vitrine_worker;
alter function commerce.redeem_offers(text, text) owner to vitrine_worker;
alter function commerce.return_offers(text, text) owner to vitrine_worker;
grant execute on function storefront.web_address(text) to vitrine_worker;
grant execute on function commerce.open_handoff(text, text) to vitrine_anonymous;
revoke create on schema commerce from vitrine_gate, vitrine_worker;

-- Security definer functions run as their owner: vitrine_oauth reads no brand data.
grant create on schema oauth to vitrine_oauth;

do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select pg_proc.oid::regprocedure from pg_catalog.pg_proc where pg_proc.pronamespace = 'oauth'::regnamespace
  loop
    execute format('alter function %s owner to vitrine_oauth', v_function);
  end loop;
end
$$;

revoke create on schema oauth from vitrine_oauth;

-- The doors of the functions' login: nothing else of oauth is within its reach.
grant execute on function
  oauth.register_client(text, text[], text[], jsonb, text),
  oauth.find_client_document(text, text),
  oauth.keep_client_document(text, text, text[], text[], jsonb, integer),
  oauth.request_authorization(jsonb, text, text, bytea, bytea, text),
  oauth.show_request(bytea, bytea, bytea),
  oauth.admit_sign_in(text, text),
  oauth.fail_sign_in(text, text),
  oauth.sign_in(text, text, bytea, text),
  oauth.enter_hosted_session(uuid, bytea, text),
  oauth.sign_out(bytea),
  oauth.decide(bytea, bytea, bytea, boolean, text[], text[], bytea, text),
  oauth.exchange_code(bytea, text, text, text, text, text, bytea, bytea, text),
  oauth.refresh(bytea, text, text, text, text, bytea, bytea, text, text, integer),
  oauth.revoke_token(bytea, text, text),
  oauth.grants(bytea),
  oauth.revoke_grant(bytea, text, text)
to vitrine_functions;
grant execute on function oauth.prune() to vitrine_worker;
grant execute on function oauth.use_session(bytea), oauth.spend_form(bytea, text), oauth.record_change(uuid, text, text, text) to vitrine_gate;

-- People belong to the platform (auth.users), whose row-level security lets nobody see them but the role that migrates: on Supabase
-- `postgres`, which may reference and read them and hand on neither. So what is known of people stands here, as that role's.
create function platform.person_email(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.email from auth.users where users.id = person_email.person_id;
$$;
comment on function platform.person_email(uuid) is 'By which address a person signs in.';

create function platform.find_person(email text, out person_id uuid, out encrypted_password text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.id, users.encrypted_password from auth.users where users.email = find_person.email order by users.id limit 1;
$$;
comment on function platform.find_person(text) is 'Who signs in by an address, with the bcrypt hash of the password; nulls where nobody does.';

create function platform.session_person(session_id uuid)
returns uuid
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select sessions.user_id
  from auth.sessions
  where sessions.id = session_person.session_id and coalesce(sessions.not_after, 'infinity') > platform.now();
$$;
comment on function platform.session_person(uuid) is 'Whose session of the platform this is, null where there is none or it is over.';

create function platform.list_people(reference text default null)
returns table (person_id uuid, email text, name text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.id, users.email, users.raw_user_meta_data ->> 'name'
  from auth.users
  where list_people.reference is null
    or users.email = lower(list_people.reference)
    or users.id::text = lower(list_people.reference);
$$;
comment on function platform.list_people(text) is 'Who signs in, by what name; of those only whose address or id this is, where one is named.';

revoke execute on function
  platform.person_email(uuid), platform.find_person(text), platform.session_person(uuid), platform.list_people(text)
from public;
grant execute on function platform.person_email(uuid), platform.find_person(text), platform.session_person(uuid) to vitrine_oauth;
grant execute on function platform.list_people(text) to vitrine_gate;

alter table core.memberships
  add constraint memberships_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.grants
  add constraint grants_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.sessions
  add constraint sessions_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table connector.proposals
  add constraint proposals_person_id_fkey foreign key (person_id) references auth.users on delete set null,
  add constraint proposals_decided_by_fkey foreign key (decided_by) references auth.users on delete set null;
alter table commerce.negotiations
  add constraint negotiations_person_id_fkey foreign key (person_id) references auth.users on delete set null;
alter table commerce.price_holds
  add constraint price_holds_person_id_fkey foreign key (person_id) references auth.users on delete set null;
alter table commerce.transactions
  add constraint transactions_person_id_fkey foreign key (person_id) references auth.users on delete set null;

-- A password changes in the table of the platform, whoever changes it.
create trigger end_person after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function oauth.end_person();

do $$
begin
  perform core.create_account('Simulation', 'ENTERPRISE', 'acc_simulated');
  perform core.create_brand('acc_simulated', 'simulated', 'Simulated', 'USD', 'America/New_York', 'brd_simulated');
  update core.brands set is_simulated = true where brands.brand_id = 'brd_simulated';
end
$$;

