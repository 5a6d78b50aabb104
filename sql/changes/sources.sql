reset role;
create schema sources authorization vitrine_owner;
set role vitrine_owner;

create table sources.connections (
  connection_id text not null default platform.new_id('con'),
  account_id text not null,
  platform text not null,
  client_id text,
  subject text,
  shop text,
  scopes text[] not null default '{}',
  sealed text,
  key_id text generated always as (pg_catalog.split_part(sealed, '.', 1)) stored,
  version integer not null default 1,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  granted_at timestamptz not null default platform.clock(),
  refreshed_at timestamptz not null default platform.clock(),
  lease text,
  refreshing_until timestamptz,
  revoking_until timestamptz,
  connected_by text not null,
  person_id uuid default core.scope_person_id(),
  connected_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  ended_for text,
  constraint connections_pkey primary key (connection_id),
  constraint connections_account_id_fkey foreign key (account_id) references core.accounts on delete cascade,
  constraint connections_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify')),
  constraint connections_sealed_check check (sealed ~ '^[\w-]{16}\.[\w-]+$'),
  constraint connections_ended_check check ((ended_at is null) = (ended_for is null)),
  constraint connections_ended_for_check check (
    ended_for in ('disconnected', 'replaced', 'expired', 'uninstalled', 'deauthorized')
  )
);

create index connections_account_id_idx on sources.connections (account_id);

create table sources.reachable_accounts (
  connection_id text not null,
  external_id text not null,
  name text not null,
  currency text not null,
  timezone text not null,
  manager_id text,
  manager_name text,
  unavailable text,
  constraint reachable_accounts_pkey primary key (connection_id, external_id),
  constraint reachable_accounts_connection_id_fkey foreign key (connection_id) references sources.connections on delete cascade
);

create table sources.authorizations (
  brand_id text not null,
  state_hash bytea not null,
  platform text not null,
  bound_to text not null,
  sealed_verifier text not null,
  redirect_uri text not null,
  shop text,
  source_id text,
  created_at timestamptz not null default platform.clock(),
  expires_at timestamptz not null default platform.clock() + interval '10 minutes',
  taken_at timestamptz,
  stored_at timestamptz,
  constraint authorizations_pkey primary key (brand_id, state_hash),
  constraint authorizations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint authorizations_state_hash_check check (pg_catalog.octet_length(state_hash) = 32),
  constraint authorizations_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify'))
);

create table sources.sources (
  brand_id text not null,
  source_id text not null default platform.new_id('src'),
  connection_id text not null,
  platform text not null,
  external_id text not null,
  name text not null,
  currency text not null,
  timezone text not null,
  manager_id text,
  status text not null default 'connected',
  attention jsonb,
  attention_since timestamptz,
  data_through date,
  planned jsonb not null default '{}',
  last_read_at timestamptz,
  updated_until timestamptz,
  restatement_days integer,
  lease text,
  busy_until timestamptz,
  retry_at timestamptz,
  waits_until timestamptz,
  stale_since timestamptz,
  connected_at timestamptz not null default platform.now(),
  disconnected_at timestamptz,
  is_deletion_due boolean not null default false,
  version_notice jsonb,
  lacks_rates_from date,
  constraint sources_pkey primary key (brand_id, source_id),
  constraint sources_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint sources_connection_id_fkey foreign key (connection_id) references sources.connections on delete cascade,
  constraint sources_external_key unique (brand_id, platform, external_id),
  constraint sources_platform_check check (platform in ('google_ads', 'meta', 'tiktok', 'ga4', 'shopify')),
  constraint sources_status_check check (status in ('connected', 'needs_attention', 'paused', 'disconnected')),
  constraint sources_attention_check check ((status = 'needs_attention') = (attention is not null) and (attention is null) = (attention_since is null)),
  constraint sources_disconnected_at_check check ((status = 'disconnected') = (disconnected_at is not null))
);

create index sources_connection_id_idx on sources.sources (connection_id);

create index sources_account_idx on sources.sources (platform, external_id);

create table sources.windows (
  brand_id text not null,
  window_id text not null default platform.new_id('win'),
  source_id text not null,
  report text not null,
  purpose text not null,
  first_on date not null,
  last_on date not null,
  state text not null default 'due',
  attempts integer not null default 0,
  internal_errors integer not null default 0,
  due_at timestamptz not null default platform.clock(),
  report_id text,
  requested_at timestamptz,
  reported_at timestamptz,
  failure jsonb,
  trouble jsonb,
  tried_at timestamptz,
  rows bigint,
  rows_changed bigint,
  unknown_fields integer not null default 0,
  rows_left_out bigint not null default 0,
  read_from date,
  limitations text[] not null default '{}',
  planned_at timestamptz not null default platform.now(),
  read_at timestamptz,
  constraint windows_pkey primary key (brand_id, window_id),
  constraint windows_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint windows_days_key unique (brand_id, source_id, report, first_on, last_on),
  constraint windows_report_check check (report in ('ads_daily', 'ads_hourly', 'sessions', 'transactions', 'orders', 'products')),
  constraint windows_purpose_check check (purpose in ('hourly', 'recent', 'nightly', 'weekly', 'backfill')),
  constraint windows_state_check check (state in ('due', 'requested', 'read')),
  constraint windows_days_check check (first_on <= last_on)
);

create index windows_due_idx on sources.windows (brand_id, source_id, due_at) where state <> 'read';
create index windows_cut_idx on sources.windows (brand_id, source_id) where read_from is not null;

create table analytics.ga4_sessions (
  brand_id text not null,
  property_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  sessions bigint not null,
  key_events numeric not null,
  purchases numeric not null,
  revenue_micros bigint not null,
  constraint ga4_sessions_pkey primary key (brand_id, property_id, hour, source, medium, campaign),
  constraint ga4_sessions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

create table analytics.ga4_transactions (
  brand_id text not null,
  property_id text not null,
  transaction_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  constraint ga4_transactions_pkey primary key (brand_id, property_id, transaction_id, hour),
  constraint ga4_transactions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

alter table analytics.touchpoints add column reported_by text;
-- Its condition holds for no row yet.
create index touchpoints_ga4_idx on analytics.touchpoints (brand_id, touch_id) where reported_by = 'ga4';

reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('sync_sources', '1 minute', '0', false);
set role vitrine_owner;
