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
call platform.keep_plain('sources.connections', 'subject', 'connected_by');
create index connections_account_id_idx on sources.connections (account_id);
comment on table sources.connections is 'Grants at platforms, by which the worker reads accounts. They belong to an account of Vitrine.';
comment on column sources.connections.client_id is 'The registration of Vitrine at the platform that the access was given to. Null if it is not known.';
comment on column sources.connections.subject is 'The person or shop at the platform. Null if the platform does not name it.';
comment on column sources.connections.shop is 'The domain of the shop, for Shopify only.';
comment on column sources.connections.sealed is
  'The grant with its tokens, encrypted by SOURCE_TOKEN_KEY: id of the key, a dot, base64url of nonce and ciphertext. Only the worker reads it. Null '
  'after the access ended at the platform.';
comment on column sources.connections.version is 'The number of grants that replaced each other. A refresh raises it.';
comment on column sources.connections.lease is 'The process that refreshes or revokes the grant.';
comment on column sources.connections.refreshing_until is 'The end of the lease of the process that refreshes the grant.';
comment on column sources.connections.revoking_until is
  'The end of the lease of the process that ends all access of the person or shop. No other access of them is exchanged meanwhile.';
comment on column sources.connections.connected_by is 'The e-mail address with which the person signs in to Vitrine, or cli. subject may be another person.';
comment on column sources.connections.person_id is 'The person who gave the access, and alone chooses accounts of it. Null for the command line.';
comment on column sources.connections.ended_at is 'When it ended. The worker then revokes the grant and removes it.';
comment on column sources.connections.ended_for is
  'disconnected: its last source was. replaced: another connection has its sources. expired: no account was chosen for a day. uninstalled, deauthorized: '
  'the access was removed at the platform.';

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
call platform.keep_plain('sources.reachable_accounts', 'external_id', 'name', 'manager_name', 'unavailable');
comment on table sources.reachable_accounts is 'The accounts of a platform that a grant reaches: ad accounts, GA4 properties or a shop. A person chooses from them.';
comment on column sources.reachable_accounts.manager_id is 'The account through which it is reached, such as the login-customer-id of Google Ads.';
comment on column sources.reachable_accounts.manager_name is 'Its name at the platform. Null if it is not known.';
comment on column sources.reachable_accounts.unavailable is 'Why it cannot be read. Null if it can.';

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
comment on table sources.authorizations is 'Authorizations at platforms that a person began. Each is valid for 10 minutes, one callback, and the session that began it.';
comment on column sources.authorizations.state_hash is 'SHA-256 of the state parameter.';
comment on column sources.authorizations.bound_to is 'SHA-256 of the session that began it, in hexadecimal, or the process id of the command line.';
comment on column sources.authorizations.source_id is 'The source whose access the person renews. Null if the person connects accounts.';
comment on column sources.authorizations.taken_at is 'When the platform sent the person back.';
comment on column sources.authorizations.stored_at is 'When the connection was stored. From then on the connection shows that the access is in use.';
comment on column sources.authorizations.sealed_verifier is 'The code verifier of PKCE, encrypted by SOURCE_TOKEN_KEY.';

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
call platform.keep_plain('sources.sources', 'external_id', 'name');
create index sources_connection_id_idx on sources.sources (connection_id);
create index sources_account_idx on sources.sources (platform, external_id);
comment on table sources.sources is 'Accounts of platforms that feed a brand: ad accounts, GA4 properties and shops.';
comment on column sources.sources.external_id is 'The id of the account at the platform.';
comment on column sources.sources.currency is 'The currency of the account (ISO 4217).';
comment on column sources.sources.timezone is 'The time zone of the days of the account.';
comment on column sources.sources.attention is 'What a person must do: {reason, values}. Null if nothing.';
comment on column sources.sources.lacks_rates_from is
  'The first of the newest days that were left out, because their exchange rates are not published yet. Null if none. Orders of shops have their own (due_objects).';
comment on column sources.sources.data_through is
  'The last day of the account of which all reports are stored, whole or in part: the one before the first day that is planned and was not read.';
comment on column sources.sources.planned is 'When its windows were last planned, by purpose and the clock of the data.';
comment on column sources.sources.retry_at is 'When a source that needs attention is tried again without a person. Null if it waits for a person.';
comment on column sources.sources.waits_until is 'No request is sent before, because the platform asked for this wait. Null if it did not.';
comment on column sources.sources.last_read_at is 'When a window was last read, by the clock of the data.';
comment on column sources.sources.updated_until is 'When the last complete read of changed orders began, from which the next read of a shop continues.';
comment on column sources.sources.restatement_days is 'The days that are read again every night, as last planned.';
comment on column sources.sources.lease is 'The process that reads it. A write of another process is refused.';
comment on column sources.sources.stale_since is 'When the alert data_stale was raised. Null without an open alert.';
comment on column sources.sources.is_deletion_due is 'Whether the worker must delete the data of the account.';
comment on column sources.sources.version_notice is
  'That the platform announced the end of the version of its API that is used: {reason, values}. Null if it did not.';

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
call platform.keep_plain('sources.windows', 'report_id', 'limitations');
create index windows_due_idx on sources.windows (brand_id, source_id, due_at) where state <> 'read';
create index windows_cut_idx on sources.windows (brand_id, source_id) where read_from is not null;
comment on table sources.windows is 'The days of a report of a source that are due or were read. Days are those of the account.';
comment on column sources.windows.purpose is
  'recent: the first days after connecting. backfill: older days. hourly: today. nightly: the days that the platform restates. weekly: a deeper re-read.';
comment on column sources.windows.state is 'due: to be read. requested: the platform prepares an asynchronous report. read: stored.';
comment on column sources.windows.internal_errors is 'The attempts since the last complete read that failed with an internal error.';
comment on column sources.windows.due_at is 'When the next attempt may begin.';
comment on column sources.windows.report_id is 'The id of the asynchronous report at the platform. Stored before the first poll.';
comment on column sources.windows.requested_at is 'When an asynchronous report was requested, by the clock of waits.';
comment on column sources.windows.reported_at is
  'When an asynchronous report was requested, by the clock of the data. It contains nothing that happened later.';
comment on column sources.windows.failure is 'Why it cannot be stored until a person acts: {reason, values}. Null otherwise.';
comment on column sources.windows.trouble is 'Why the last attempt failed: {reason, values}. Null after a read.';
comment on column sources.windows.tried_at is 'When the last attempt failed, by the clock of waits. Null after a read.';
comment on column sources.windows.rows is 'The rows of the last reply.';
comment on column sources.windows.rows_changed is 'The cells or records that the last reply changed. 0 if it was the same as before.';
comment on column sources.windows.unknown_fields is 'The number of fields of the last reply that Vitrine does not know.';
comment on column sources.windows.rows_left_out is 'The rows of the last reply that have no place, because the clock skipped their hour.';
comment on column sources.windows.read_from is
  'The first day that a reply covered. Null if one covered all days. After last_on if the platform had none of them any more.';
comment on column sources.windows.limitations is 'What the platform said about the completeness of the last reply, such as sampled.';
