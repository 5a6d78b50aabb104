-- The whole database in reading order; run with plain psql as a role that may create roles.
-- Roles are cluster-wide: several databases share them, and two loads may run at once.
-- vitrine_functions logs in and owns nothing; it may only call core.call. What a resolved
-- credential may read is decided by the executor role that the gate hands the operation to.
do $$
declare
  v_role text;
begin
  set local client_min_messages = warning;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('vitrine.roles'));
  foreach v_role in array array[
    'vitrine_owner', 'vitrine_gate', 'vitrine_anonymous', 'vitrine_key', 'vitrine_simulated', 'vitrine_person', 'vitrine_analyst', 'vitrine_clock'
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

comment on role vitrine_owner is 'Owns every object. Subject to row-level security like everybody: it has no policy on brand data.';
comment on role vitrine_gate is 'Owns core.call: reads credentials and plans, writes the limiter, sees no brand data.';
comment on role vitrine_functions is 'Login role of the serverless functions. Owns nothing, may execute core.call and nothing else.';
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

grant usage on schema platform, core, analytics to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema core to vitrine_functions;
grant usage on schema simulate to vitrine_worker;

alter default privileges for role vitrine_owner revoke execute on functions from public;
alter default privileges for role vitrine_gate revoke execute on functions from public;

-- What a hosted platform brings along and a bare Postgres lacks: the table of those who sign in,
-- in the columns that Supabase Auth uses, and pgcrypto for bcrypt.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create schema if not exists auth;
create table if not exists auth.users (
  id uuid not null default pg_catalog.gen_random_uuid(),
  email text,
  encrypted_password text,
  raw_user_meta_data jsonb,
  created_at timestamptz default pg_catalog.now(),
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email)
);
grant usage on schema extensions, auth to vitrine_owner, vitrine_gate;
grant select, references on auth.users to vitrine_owner;
grant select, insert on auth.users to vitrine_gate;

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
  constraint memberships_person_id_fkey foreign key (person_id) references auth.users on delete cascade,
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
  requests_per_minute integer,
  constraint key_kinds_pkey primary key (prefix),
  constraint key_kinds_kind_key unique (kind, is_live)
);
comment on table core.key_kinds is 'The kinds of key by prefix, with the scopes that they can carry.';
comment on column core.key_kinds.requests_per_minute is 'Fixed limit of the kind; null means the limit of the account''s plan.';

insert into core.key_kinds (prefix, kind, is_live, scopes, requests_per_minute) values
  ('svc_sk_live_', 'analytics', true, '{read:marketing}', null),
  ('svc_sk_test_', 'analytics', false, '{read:marketing}', null),
  ('sk_live_', 'secret', true, '{read:marketing,read:commerce,write:negotiation,write:proposals}', 600),
  ('sk_test_', 'secret', false, '{read:marketing,read:commerce,write:negotiation,write:proposals}', 600),
  ('pk_live_', 'publishable', true, '{read:commerce}', 120),
  ('pk_test_', 'publishable', false, '{read:commerce}', 120),
  ('svc_ak_', 'stream', true, '{analytics:read}', null);

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
  allow_anonymous boolean not null default false,
  call text not null,
  constraint operations_pkey primary key (operation),
  constraint operations_brand_check check (brand in ('one', 'none')),
  constraint operations_access_check check (access in ('read', 'write'))
);
comment on table core.operations is 'Every operation that the gate can run, filled by core.register_operation beside the function of the same name.';
comment on column core.operations.brand is 'one: the gate resolves brand_id to exactly one reachable brand; none: the operation speaks of all of them.';
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

create function core.simulated_brand_ids()
returns text[]
language sql immutable
return array['brd_simulated'];
comment on function core.simulated_brand_ids() is 'The brand that the simulator fills: all that a test key sees of any fact.';
grant execute on function core.simulated_brand_ids() to vitrine_simulated;

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

comment on function core.run_as_anonymous(text, jsonb) is 'Runs an operation''s statement as vitrine_anonymous.';
comment on function core.run_as_key(text, jsonb) is 'Runs an operation''s statement as vitrine_key.';
comment on function core.run_as_simulated(text, jsonb) is 'Runs an operation''s statement as vitrine_simulated.';

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

create function core.call(
  operation text,
  credential_hash bytea,
  client_ip text,
  input jsonb,
  out status text,
  out message text,
  out detail text,
  out body json,
  out is_simulated boolean,
  out key_id text,
  out rate_limit integer,
  out rate_remaining integer,
  out rate_reset_at bigint,
  out retry_after_seconds integer
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_bucket text;
  v_taken integer;
  v_last_used_at timestamptz;
  v_scopes text[];
  v_brand_ids text[];
  v_operation core.operations;
  v_input jsonb := call.input;
begin
  rate_reset_at := extract(epoch from core.minute(v_now))::bigint + 60;
  retry_after_seconds := greatest(1, pg_catalog.ceil(rate_reset_at - extract(epoch from v_now)));
  is_simulated := false;
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
    select
      api_keys.key_id,
      api_keys.last_used_at,
      api_keys.scopes,
      not key_kinds.is_live,
      coalesce(key_kinds.requests_per_minute, plans.requests_per_minute),
      array(
        select brands.brand_id
        from core.brands
        where brands.account_id = api_keys.account_id
          and brands.status <> 'archived'
          and (api_keys.brand_id is null or brands.brand_id = api_keys.brand_id)
        order by brands.brand_id
      )
    into key_id, v_last_used_at, v_scopes, is_simulated, rate_limit, v_brand_ids
    from core.api_keys
    join core.key_kinds on key_kinds.prefix = api_keys.prefix
    join core.accounts on accounts.account_id = api_keys.account_id
    join core.plans on plans.plan = accounts.plan
    where api_keys.hash = call.credential_hash
      and api_keys.revoked_at is null
      and (api_keys.expires_at is null or api_keys.expires_at > v_now);

    if key_id is null then
      status := case when core.take('unauthorized:' || call.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end;
      return;
    end if;
    v_bucket := 'key:' || key_id;
  end if;

  v_taken := core.taken(v_bucket);
  if v_taken >= rate_limit then
    rate_remaining := 0;
    status := 'RLMTD';
    return;
  end if;

  if call.operation is not null then
    begin
      if v_scopes is not null and not v_operation.scope = any (v_scopes) then
        perform platform.fail('DNIED', 'this key does not carry the scope ' || v_operation.scope || '.');
      end if;
      if v_operation.brand = 'one' then
        v_input := v_input || jsonb_build_object('brand_id', core.choose_brand(v_input ->> 'brand_id', v_brand_ids));
      end if;
      perform pg_catalog.set_config('vitrine.brand_ids', coalesce(v_brand_ids, '{}')::text, true);
      body := case
        when call.credential_hash is null then core.run_as_anonymous(v_operation.call, v_input)
        when is_simulated then core.run_as_simulated(v_operation.call, v_input)
        else core.run_as_key(v_operation.call, v_input)
      end;
    exception when others or query_canceled then
      get stacked diagnostics status = returned_sqlstate, message = message_text, detail = pg_exception_detail;
    end;
  end if;

  -- Taken last, so that no lock on the bucket is held while the operation works.
  -- A twin that took the last request meanwhile undoes this call as a whole.
  v_taken := core.take(v_bucket, rate_limit);
  if v_taken is null then
    perform platform.fail(
      'RLMTD', 'the quota of this minute is spent',
      pg_catalog.json_build_object('limit', rate_limit, 'resetAt', rate_reset_at, 'resetInSeconds', retry_after_seconds)::text
    );
  end if;
  rate_remaining := rate_limit - v_taken;
  if key_id is not null and (v_last_used_at is null or v_last_used_at < v_now - interval '1 minute') then
    update core.api_keys set last_used_at = v_now where api_keys.key_id = call.key_id;
  end if;
end
$$;
comment on function core.call(text, bytea, text, jsonb) is
  'The one door of the functions: resolves the credential, checks the limit, sets the scope, runs the operation and takes from the limit, in one statement. '
  'status is null or a SQLSTATE of sql/README.md; a null operation checks credential and limit only.';
grant execute on function core.choose_brand(text, text[]) to vitrine_gate;
grant execute on function core.call(text, bytea, text, jsonb) to vitrine_functions;

create procedure core.register_operation(
  operation regproc,
  scope text,
  brand text default 'one',
  access text default 'read',
  allow_anonymous boolean default false
)
language sql
as $$
  insert into core.operations (operation, scope, brand, access, allow_anonymous, call)
  select
    register_operation.operation::text,
    register_operation.scope,
    register_operation.brand,
    register_operation.access,
    register_operation.allow_anonymous,
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
comment on procedure core.register_operation(regproc, text, text, text, boolean) is
  'Makes a function callable through the gate. Its parameters are read by name from the input object, so it stays callable from psql as it is.';

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
  return v_brand_id;
end
$$;
comment on function core.create_brand(text, text, text, text, text, text) is 'Creates a brand in an account and returns its id.';

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

create function core.create_person(email text, password text, name text)
returns uuid
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  values (
    pg_catalog.lower(create_person.email),
    extensions.crypt(create_person.password, extensions.gen_salt('bf')),
    pg_catalog.jsonb_build_object('name', create_person.name)
  )
  returning users.id;
$$;
comment on function core.create_person(text, text, text) is 'Creates somebody who signs in with an e-mail address and a password (bcrypt).';

create function core.add_member(person_id uuid, brand_id text, role text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into core.memberships (person_id, brand_id, role)
  values (add_member.person_id, add_member.brand_id, add_member.role)
  on conflict (brand_id, person_id) do update set role = excluded.role;
$$;
comment on function core.add_member(uuid, text, text) is 'Lets a person see a brand, as owner, admin, analyst or viewer.';

create function core.create_key(
  account_id text,
  prefix text,
  hash bytea,
  display text,
  name text,
  brand_id text default null,
  expires_at timestamptz default null
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_key_id text;
begin
  if create_key.brand_id is not null and not exists (
    select from core.brands where brands.brand_id = create_key.brand_id and brands.account_id = create_key.account_id
  ) then
    perform platform.fail('NTFND', 'brand: the account ' || create_key.account_id || ' has no brand ' || create_key.brand_id || '.');
  end if;
  insert into core.api_keys (account_id, brand_id, prefix, hash, display, name, scopes, expires_at)
  select
    create_key.account_id, create_key.brand_id, create_key.prefix, create_key.hash, create_key.display, create_key.name,
    key_kinds.scopes, create_key.expires_at
  from core.key_kinds
  where key_kinds.prefix = create_key.prefix
  returning api_keys.key_id into v_key_id;
  if v_key_id is null then
    perform platform.fail('BADRQ', 'prefix: ' || create_key.prefix || ' is no kind of key. core.key_kinds lists them.');
  end if;
  return v_key_id;
end
$$;
comment on function core.create_key(text, text, bytea, text, text, text, timestamptz) is
  'Records a key by its hash, with the scopes of its kind, and returns its id. The key itself is known to its holder alone.';

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
grant select, insert, update on core.memberships to vitrine_gate;

alter table core.rate_limits enable row level security;
alter table core.rate_limits force row level security;
create policy gate on core.rate_limits to vitrine_gate using (true);
grant select, insert, update, delete on core.rate_limits to vitrine_gate;

-- Brands: the gate sees them all, an executor those in scope. A test key also sees the simulated
-- brand, whose currency and zone belong to the facts that answer it.
call core.protect('core.brands');
create policy gate on core.brands to vitrine_gate using (true);
grant select, insert, update on core.brands to vitrine_gate;
create policy simulated_scope on core.brands for select to vitrine_simulated
using (brand_id = any ((select core.scope_brand_ids())::text[]));
revoke insert, update, delete on core.brands from vitrine_worker;

-- Reference data: the same for everybody, written by migrations only.
alter table core.plans enable row level security;
alter table core.plans force row level security;
create policy everybody on core.plans for select using (true);
alter table core.currencies enable row level security;
alter table core.currencies force row level security;
create policy everybody on core.currencies for select using (true);
alter table core.key_kinds enable row level security;
alter table core.key_kinds force row level security;
create policy everybody on core.key_kinds for select using (true);
alter table core.operations enable row level security;
alter table core.operations force row level security;
create policy everybody on core.operations for select using (true);
create policy owner on core.operations to vitrine_owner using (true);
alter table core.exchange_rates enable row level security;
alter table core.exchange_rates force row level security;
create policy everybody on core.exchange_rates for select using (true);
create policy worker on core.exchange_rates to vitrine_worker using (true);

grant select on core.plans, core.currencies, core.key_kinds, core.operations to vitrine_gate;
grant select on core.currencies, core.exchange_rates to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant insert, update on core.exchange_rates to vitrine_worker;


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
  is_summed boolean not null default false,
  like analytics.measures including comments,
  constraint facts_daily_pkey primary key (brand_id, day, entity_id)
) partition by range (day);
comment on table analytics.facts_daily is
  'What each ad did on each day, at the finest level that its source reports. A null was not reported; a zero was reported as zero.';
comment on column analytics.facts_daily.day is
  'Day in the brand''s zone for sources with hours; the platform''s own day for sources that report days only.';
comment on column analytics.facts_daily.is_summed is 'Summed from facts_hourly, which may hold some of the day''s hours only; a report by day replaces it.';
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
  constraint data_status_kind_check check (kind in ('ads_daily', 'ads_hourly'))
);
comment on table analytics.data_status is 'From when to when a brand has data of a kind. No row: nothing was ever ingested, and the answer is data_not_ready.';

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
        if pg_catalog.to_regclass('analytics.' || v_child) is null then
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
call core.register_operation('analytics.metric_catalogue', 'read:marketing', brand => 'none');

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
call core.register_operation('analytics.brands', 'read:marketing', brand => 'none');

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

create function analytics.metrics_query(
  metrics text[],
  level text,
  granularity text,
  currency_exponent smallint,
  revenue_source text
)
returns text
language plpgsql stable
as $$
declare
  v_sums text;
  v_total_sums text;
  v_units text;
  v_first_metric text;
  v_pairs text;
  v_keys text;
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
        where metric.name = any (metrics_query.metrics) and base.name = any (metric.bases)
      )
    );

  select
    pg_catalog.string_agg(
      pg_catalog.format(
        '%L, %s', requested.name,
        analytics.metric_expression(metric_definitions, metrics_query.level, metrics_query.currency_exponent)
      ),
      ', ' order by requested.position
    ),
    pg_catalog.min(
      analytics.metric_expression(metric_definitions, metrics_query.level, metrics_query.currency_exponent)
    ) filter (where requested.position = 1)
  into v_pairs, v_first_metric
  from pg_catalog.unnest(metrics_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions on metric_definitions.name = requested.name;

  select
    coalesce(pg_catalog.string_agg(pg_catalog.format('%1$L, %1$I, ', key.name), '' order by key.position), ''),
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
    v_bucket := case when metrics_query.granularity = 'day' then 'facts.day'
      else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', metrics_query.granularity)
    end;
    v_date := 'bucket';
    v_is_partial := pg_catalog.format(
      'bucket < $2 or (bucket + interval %L)::date - 1 > least($6, $7 - 1)', '1 ' || metrics_query.granularity
    );
    v_entity := case when metrics_query.level = 'account' then 'null::bigint' else 'facts.entity_id' end;
    v_source := case when metrics_query.level = 'ad' then 'analytics.facts_daily as facts where'
      else pg_catalog.format('analytics.rollups_daily as facts where facts.level = %L and', metrics_query.level)
    end || ' facts.brand_id = $1 and facts.day between $2 and $3';
  end if;

  return pg_catalog.format(
    $query$
with sums as materialized (
  select %1$s as bucket, %2$s as entity_id, %3$s
  from %4$s%15$s
),
total as materialized (
  select count(*) as total_rows, sum(spend) * 0.000001 as total_spend from sums
),
top as (
  select units.*, total.total_spend, %5$s as first_metric, %6$s as is_partial
  from (select bucket, entity_id, %8$s from sums) as units
  cross join total
  order by bucket, first_metric desc nulls last
  fetch first ($5) rows with ties
),
page as (
  select top.*%7$s
  from top
  %9$s
  order by bucket, first_metric desc nulls last%10$s
  limit $5
)
select
  (select total_rows from total) as total_rows,
  (
    select pg_catalog.json_agg(
      case when is_partial
        then pg_catalog.json_build_object('date', %11$s, 'partial', true, %12$s%13$s)
        else pg_catalog.json_build_object('date', %11$s, %12$s%13$s)
      end
    )
    from page
  ) as data,
  (
    select pg_catalog.json_build_object(%13$s)
    from (select %8$s from (select %14$s from sums) as total_sums) as units
    cross join total
    where total.total_rows > 0
  ) as totals
    $query$,
    v_bucket, v_entity, v_sums, v_source,
    v_first_metric, v_is_partial,
    coalesce(', ' || v_key_columns, ''),
    v_units,
    case when v_keys = '' then ''
      else 'join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id'
    end,
    coalesce(', ' || v_key_columns, ''),
    v_date, v_keys, v_pairs, v_total_sums,
    case when v_is_summed then E'\n  group by 1, 2' else '' end
  );
end
$$;
comment on function analytics.metrics_query(text[], text, text, smallint, text) is
  'The query behind analytics.metrics, built from the metric catalogue: sums of the base metrics asked for, then the first rows and the totals. '
  'Parameters: brand, first and last day to read, zone, limit, last day asked for, today.';
grant execute on function analytics.metrics_query(text[], text, text, smallint, text) to
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
    metrics.date_to, v_today;

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
call core.register_operation('analytics.metrics', 'read:marketing');

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
  create temporary table ad_rejections (line bigint not null, reason text not null) on commit drop;
end
$$;
comment on function analytics.open_ad_import(text[]) is
  'Makes the temporary tables that an import copies its rows into: ad_entities, each ad once, and ad_facts, with these columns of analytics.facts_daily. '
  'A row of ad_facts either has an entity_no and a day, or the reason why it is rejected.';
grant execute on function analytics.open_ad_import(text[]) to vitrine_worker;

create function analytics.resolve_ad_accounts(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- A report that names no account is of the platform's only one; the platform's name stands for it until one is named.
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
      select ad_entities.%2$s_entity_id as parent_id, ad_entities.%1$s_name as name, min(ad_entities.%1$s_id) as external_id
      from pg_temp.ad_entities
      where ad_entities.%1$s_id <> ad_entities.%1$s_name
      group by 1, 2
      having count(distinct ad_entities.%1$s_id) = 1
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
  insert into pg_temp.ad_rejections (line, reason)
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
  insert into pg_temp.ad_rejections (line, reason)
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
  insert into pg_temp.ad_rejections (line, reason)
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
  -- Relatives that are in the report themselves are its own breakdown.
  select staged.entity_id, relatives.entity_id
  from (
    select distinct ad_entities.entity_id, ad_entities.account_entity_id, ad_entities.campaign_entity_id, ad_entities.adset_entity_id
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
      and staged.adset_entity_id is distinct from descendants.adset_entity_id
  ) as relatives
  where relatives.entity_id is not null
    and not exists (select from pg_temp.ad_entities as same where same.entity_id = relatives.entity_id);
$$;
comment on function analytics.staged_relatives(text) is 'What stands above and below each entity of a staged report, and is not in it.';
grant execute on function analytics.staged_relatives(text) to vitrine_worker;

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

create function analytics.supersede_relatives(brand_id text, measures text[])
returns void
language plpgsql volatile
as $$
declare
  v_days date[];
begin
  execute pg_catalog.format(
    $query$
    with relatives as materialized (
      select distinct facts.day, related.relative_id
      from analytics.staged_relatives($1) as related
      join pg_temp.ad_entities as staged on staged.entity_id = related.entity_id
      join pg_temp.ad_facts as facts on facts.entity_no = staged.entity_no
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
comment on function analytics.supersede_relatives(text, text[]) is
  'The same money may be reported by campaign today and by ad tomorrow: of a day the newer report holds, and what stood above or below it is forgotten.';
grant execute on function analytics.supersede_relatives(text, text[]) to vitrine_worker;

create function analytics.supersede_sums(brand_id text)
returns void
language sql volatile
as $$
  update analytics.facts_daily as held
  set is_summed = false
  from pg_temp.ad_facts as facts
  join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  where held.brand_id = supersede_sums.brand_id
    and held.day = facts.day
    and held.entity_id = staged.entity_id
    and held.is_summed
    and exists (
      select from analytics.data_status where data_status.brand_id = supersede_sums.brand_id and data_status.kind = 'ads_hourly'
    );
$$;
comment on function analytics.supersede_sums(text) is 'Marks the days of a staged report by day as reported, whatever hours were summed before.';
grant execute on function analytics.supersede_sums(text) to vitrine_worker;

create function analytics.leave_reported_days(brand_id text)
returns void
language sql volatile
as $$
  delete from pg_temp.ad_entity_days as days
  where exists (
    select from analytics.facts_daily as held
    where held.brand_id = leave_reported_days.brand_id
      and held.day = days.day
      and not held.is_summed
      and (
        held.entity_id = days.entity_id
        or held.entity_id in (
          select related.relative_id from analytics.staged_relatives(leave_reported_days.brand_id) as related where related.entity_id = days.entity_id
        )
      )
  );
$$;
comment on function analytics.leave_reported_days(text) is
  'Takes the days that were reported by day, at any level, from those that are summed from hours: hours may be some of the day only.';
grant execute on function analytics.leave_reported_days(text) to vitrine_worker;

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
    perform analytics.supersede_relatives(write_daily_facts.brand_id, write_daily_facts.measures);
    perform analytics.supersede_sums(write_daily_facts.brand_id);
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
  perform analytics.leave_reported_days(write_hourly_facts.brand_id);
  perform analytics.merge_facts(
    write_hourly_facts.brand_id, 'analytics.facts_daily', 'day',
    pg_catalog.format(
      $query$
      select days.day, days.entity_id, %1$s
      from analytics.facts_hourly as facts
      join pg_temp.ad_entity_days as days on days.entity_id = facts.entity_id and days.day = (facts.hour at time zone %2$L)::date
      where facts.brand_id = %3$L
        and facts.hour >= %4$L::timestamp at time zone %2$L and facts.hour < %5$L::timestamp at time zone %2$L
      group by days.day, days.entity_id
      $query$,
      analytics.sum_measures(write_hourly_facts.measures), write_hourly_facts.timezone, write_hourly_facts.brand_id,
      write_hourly_facts.first_on, write_hourly_facts.last_on + 1
    ),
    write_hourly_facts.first_on::text, write_hourly_facts.last_on::text, write_hourly_facts.measures
  );
  update analytics.facts_daily as held
  set is_summed = true
  from pg_temp.ad_changes
  where held.brand_id = write_hourly_facts.brand_id and held.day = ad_changes.day and held.entity_id = ad_changes.entity_id and not held.is_summed;
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
  v_has_rejections boolean;
  v_first_on date;
  v_last_on date;
  v_warnings text[];
  v_accepted bigint;
  v_import_id text := platform.new_id('imp');
  v_rejections json;
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
    insert into pg_temp.ad_rejections (line, reason)
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
  select pg_catalog.json_agg(firsts) into v_rejections
  from (select ad_rejections.line, ad_rejections.reason from pg_temp.ad_rejections order by 1, 2 limit 100) as firsts;
  if v_accepted = 0 then
    return pg_catalog.json_build_object('rows_accepted', 0, 'rejections', coalesce(v_rejections, '[]'));
  end if;

  insert into analytics.data_status as held (brand_id, kind, first_on, last_on)
  select commit_ad_import.brand_id, status.kind, v_first_on, v_last_on
  from pg_catalog.unnest(case when v_is_hourly then array['ads_daily', 'ads_hourly'] else array['ads_daily'] end) as status (kind)
  on conflict on constraint data_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    updated_at = platform.now();

  insert into analytics.imports
    (brand_id, import_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, first_on, last_on, warnings)
  values (
    commit_ad_import.brand_id, v_import_id, 'ads', commit_ad_import.dialect, commit_ad_import.file_name, commit_ad_import.rows_read,
    v_accepted, commit_ad_import.rows_read - v_accepted, v_first_on, v_last_on, v_warnings
  );
  insert into analytics.import_rejections (brand_id, import_id, line, reason)
  select commit_ad_import.brand_id, v_import_id, ad_rejections.line, pg_catalog.string_agg(distinct ad_rejections.reason, ' ')
  from pg_temp.ad_rejections
  group by ad_rejections.line;

  return pg_catalog.json_build_object(
    'import_id', v_import_id,
    'brand_id', commit_ad_import.brand_id,
    'dialect', commit_ad_import.dialect,
    'file_name', commit_ad_import.file_name,
    'rows_read', commit_ad_import.rows_read,
    'rows_accepted', v_accepted,
    'rows_rejected', commit_ad_import.rows_read - v_accepted,
    'first_on', v_first_on,
    'last_on', v_last_on,
    'warnings', v_warnings,
    'rejections', coalesce(v_rejections, '[]')
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

alter table analytics.metric_definitions enable row level security;
alter table analytics.metric_definitions force row level security;
create policy everybody on analytics.metric_definitions for select using (true);
grant select on analytics.metric_definitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;


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
  (1, 'google', 'Brand search', 'search', 210000000, 42000000, 92000, 61000, 84000000),
  (2, 'google', 'Jackets search', 'search', 180000000, 38000000, 51000, 29000, 118000000),
  (3, 'google', 'Tents search', 'search', 150000000, 35000000, 47000, 24000, 205000000),
  (4, 'google', 'Shopping all products', 'shopping', 320000000, 12000000, 14000, 27000, 96000000),
  (5, 'google', 'Shopping best sellers', 'shopping', 260000000, 14000000, 17000, 33000, 102000000),
  (6, 'google', 'Performance Max', 'performance_max', 410000000, 9500000, 9000, 22000, 99000000),
  (7, 'google', 'YouTube spring films', 'video', 90000000, 8000000, 4200, 9000, 91000000),
  (8, 'meta', 'Prospecting broad', 'sales', 380000000, 11000000, 12500, 17000, 88000000),
  (9, 'meta', 'Prospecting lookalikes', 'sales', 240000000, 13000000, 13800, 19000, 90000000),
  (10, 'meta', 'Retargeting visitors', 'sales', 120000000, 18000000, 21000, 41000, 93000000),
  (11, 'meta', 'Retargeting carts', 'sales', 80000000, 21000000, 24000, 63000, 97000000),
  (12, 'meta', 'Catalogue ads', 'sales', 200000000, 10500000, 15600, 23000, 85000000),
  (13, 'meta', 'New collection', 'traffic', 110000000, 9800000, 16100, 12000, 104000000),
  (14, 'meta', 'Gift guide', 'sales', 95000000, 12400000, 14700, 21000, 72000000),
  (15, 'meta', 'Loyalty members', 'sales', 60000000, 16500000, 26500, 52000, 110000000),
  (16, 'tiktok', 'Trail stories', 'sales', 140000000, 6200000, 9800, 10500, 79000000),
  (17, 'tiktok', 'Creator films', 'sales', 170000000, 5800000, 11200, 12500, 76000000),
  (18, 'tiktok', 'Packing list', 'traffic', 70000000, 5400000, 12900, 8000, 74000000),
  (19, 'tiktok', 'Retargeting viewers', 'sales', 60000000, 8900000, 15400, 21000, 81000000),
  (20, 'tiktok', 'Weekend offers', 'sales', 85000000, 6600000, 10700, 14000, 69000000);

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
  with days as (
    select
      series.day::date as day,
      -- In billionths: percent, percent, percent and thousandths.
      (array[96, 92, 95, 98, 104, 112, 106])[extract(isodow from series.day)::integer]::bigint
      * (array[88, 84, 92, 98, 103, 106, 99, 95, 98, 104, 128, 134])[extract(month from series.day)::integer]
      * case
        when extract(month from series.day) = 11 and extract(day from series.day) between 22 and 30 then 165
        when extract(month from series.day) = 4 and extract(day from series.day) between 8 and 14 then 130
        else 100
      end
      * (900 + (series.day::date - date '2024-01-01') / 8) as level
    from pg_catalog.generate_series(facts.first_on::timestamp, facts.last_on, interval '1 day') as series (day)
  ),
  spent as (
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
  seen as (
    select
      *,
      spent.spend * 1000 / (spent.cpm_micros * simulate.noise('cpm' || spent.ad_no || spent.day, 9) / 100) as impressions
    from spent
  ),
  clicked as (
    select
      *,
      seen.impressions * seen.ctr_ppm / 1000000 * simulate.noise('ctr' || seen.ad_no || seen.day, 8) / 100 as clicks
    from seen
  ),
  bought as (
    select
      *,
      clicked.clicks * clicked.cvr_ppm * simulate.noise('cvr' || clicked.ad_no || clicked.day, 12) / 100
      * case clicked.detector when 'cpa_spike' then 30 else 100 end / 100 as purchases
    from clicked
  ),
  counted as (
    select *, case when platform = 'google' then bought.purchases / 10000 * 10000 else bought.purchases / 1000000 * 1000000 end as whole
    from bought
  ),
  earned as (
    select
      *,
      counted.whole / 10000 * counted.aov_micros / 100 * simulate.noise('aov' || counted.ad_no || counted.day, 10) / 100
      * case counted.detector when 'roas_drop' then 32 else 100 end / 1000000 * 10000 as revenue
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
grant execute on function simulate.noise(text, integer), simulate.planted_anomalies(date, date), simulate.facts(date, date) to vitrine_worker;

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
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.ad_rejections;
end
$$;
comment on function simulate.import_ads(date, date, boolean) is
  'Brings simulated days in through the very functions that import real ones, by day or by hour.';
grant execute on function simulate.import_ads(date, date, boolean) to vitrine_worker;

create function simulate.extend_ads(through date default null)
returns integer
language plpgsql volatile
as $$
declare
  v_days constant integer := 400;
  v_days_by_hour constant integer := 35;
  v_through date := coalesce(extend_ads.through, (platform.now() at time zone 'America/New_York')::date - 1);
  v_first_on date;
begin
  perform core.enter_brand('brd_simulated');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('simulate.extend_ads', 0));
  select greatest(max(data_status.last_on) + 1, v_through - v_days + 1) into v_first_on
  from analytics.data_status
  where data_status.brand_id = 'brd_simulated' and data_status.kind = 'ads_daily';
  if v_first_on > v_through then
    return 0;
  end if;
  perform simulate.import_ads(v_first_on, v_through, by_hour => false);
  perform simulate.import_ads(greatest(v_first_on, v_through - v_days_by_hour + 1), v_through, by_hour => true);

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
  update analytics.data_status
  set first_on = case kind when 'ads_daily' then v_through - v_days + 1 else v_through - v_days_by_hour + 1 end
  where data_status.brand_id = 'brd_simulated';
  return v_through - v_first_on + 1;
end
$$;
comment on function simulate.extend_ads(date) is
  'Carries the simulated brand on through this day, or through yesterday, and lets go of what is older than 400 days (35 by the hour). '
  'Returns how many days were missing.';
grant execute on function simulate.extend_ads(date) to vitrine_worker;


reset role;
-- Security definer functions run as their owner, so the owner is what each of them is allowed to do.
grant create on schema core to vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated;

alter function core.run_as_anonymous(text, jsonb) owner to vitrine_anonymous;
alter function core.run_as_key(text, jsonb) owner to vitrine_key;
alter function core.run_as_simulated(text, jsonb) owner to vitrine_simulated;
grant execute on function core.run_as_anonymous(text, jsonb), core.run_as_key(text, jsonb), core.run_as_simulated(text, jsonb) to vitrine_gate;

alter function core.call(text, bytea, text, jsonb) owner to vitrine_gate;
alter function core.analyst_brand_ids() owner to vitrine_gate;
alter function core.prune_rate_limits() owner to vitrine_gate;
grant execute on function core.prune_rate_limits() to vitrine_worker;
alter function core.create_account(text, text, text) owner to vitrine_gate;
alter function core.require_account(text) owner to vitrine_gate;
alter function core.create_brand(text, text, text, text, text, text) owner to vitrine_gate;
alter function core.create_person(text, text, text) owner to vitrine_gate;
alter function core.add_member(uuid, text, text) owner to vitrine_gate;
alter function core.create_key(text, text, bytea, text, text, text, timestamptz) owner to vitrine_gate;
alter function core.revoke_key(text) owner to vitrine_gate;
alter function core.expire_key(text, timestamptz) owner to vitrine_gate;
alter function core.list_keys(text) owner to vitrine_gate;
alter function core.find_brand(text) owner to vitrine_gate;
alter function core.list_brands() owner to vitrine_gate;
alter function core.set_plan(text, text) owner to vitrine_gate;
grant execute on function
  core.create_account(text, text, text),
  core.require_account(text),
  core.create_brand(text, text, text, text, text, text),
  core.create_person(text, text, text),
  core.add_member(uuid, text, text),
  core.create_key(text, text, bytea, text, text, text, timestamptz),
  core.revoke_key(text),
  core.expire_key(text, timestamptz),
  core.list_keys(text),
  core.list_brands(),
  core.set_plan(text, text)
to vitrine_owner;
grant execute on function core.find_brand(text) to vitrine_owner, vitrine_worker;

revoke create on schema core from vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated;

do $$
begin
  perform core.create_account('Simulation', 'ENTERPRISE', 'acc_simulated');
  perform core.create_brand('acc_simulated', 'simulated', 'Simulated', 'USD', 'America/New_York', 'brd_simulated');
  update core.brands set is_simulated = true where brands.brand_id = 'brd_simulated';
end
$$;

