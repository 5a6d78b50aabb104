-- Written by cli/generate/migration.ts from sql/changes/ and from what changed in sql/ since the last release.
set check_function_bodies = off;

set role vitrine_owner;
do $$ begin
  lock table core.accounts in share row exclusive mode;
  lock table core.brands in access exclusive mode;
  lock table core.memberships in access exclusive mode;
  lock table analytics.attribution_models in share row exclusive mode;
  lock table analytics.data_status in access exclusive mode;
  lock table analytics.entities in share row exclusive mode;
  lock table analytics.facts_daily in access exclusive mode;
  lock table analytics.facts_hourly in access exclusive mode;
  lock table analytics.imports in access exclusive mode;
  lock table analytics.metric_definitions in share row exclusive mode;
  lock table analytics.orders in access exclusive mode;
  lock table analytics.touchpoints in access exclusive mode;
  lock table commerce.pricing_policies in access exclusive mode;
  lock table commerce.quantity_tiers in access exclusive mode;
  lock table connector.proposals in share row exclusive mode;
  lock table events.outbox in share row exclusive mode;
  lock table storefront.catalog_products in access exclusive mode;
  lock table storefront.shops in access exclusive mode;
end $$;

-- sql/changes/notifications.sql
create table core.notification_choices (
  brand_id text not null,
  person_id uuid not null default core.scope_person_id(),
  kind text not null,
  is_on boolean not null,
  chosen_at timestamptz not null default platform.clock(),
  constraint notification_choices_pkey primary key (brand_id, person_id, kind),
  constraint notification_choices_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_choices_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports'))
);

create table oauth.notifications (
  brand_id text not null,
  notification_id text not null default platform.new_id('ntf'),
  person_id uuid not null,
  kind text not null,
  subject_id text not null,
  noted_at timestamptz not null default platform.clock(),
  mail_id text,
  constraint notifications_pkey primary key (brand_id, notification_id),
  constraint notifications_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notifications_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports'))
);
create index notifications_membership_idx on oauth.notifications (brand_id, person_id);
create index notifications_mail_id_idx on oauth.notifications (mail_id) where mail_id is not null;

create table oauth.notification_mails (
  brand_id text not null,
  person_id uuid not null,
  kind text not null,
  mail_id text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  expires_at timestamptz,
  refusal jsonb,
  sent_at timestamptz,
  failed_at timestamptz,
  constraint notification_mails_pkey primary key (brand_id, person_id, kind),
  constraint notification_mails_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_mails_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports')),
  constraint notification_mails_mail_check check (pg_catalog.num_nonnulls(mail_id, next_attempt_at, expires_at) in (0, 3))
);
create unique index notification_mails_mail_id_idx on oauth.notification_mails (mail_id) where mail_id is not null;
create index notification_mails_next_attempt_at_idx on oauth.notification_mails (next_attempt_at) where next_attempt_at is not null;

create table oauth.unsubscribe_tokens (
  token_hash bytea not null,
  brand_id text not null,
  person_id uuid not null,
  kind text not null,
  expires_at timestamptz not null,
  constraint unsubscribe_tokens_pkey primary key (token_hash),
  constraint unsubscribe_tokens_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint unsubscribe_tokens_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports'))
);
create index unsubscribe_tokens_membership_idx on oauth.unsubscribe_tokens (brand_id, person_id);

-- sql/changes/people.sql
create table core.invitations (
  brand_id text not null,
  invitation_id text not null default platform.new_id('inv'),
  email text not null,
  role text not null,
  invited_by uuid default core.scope_person_id(),
  created_at timestamptz not null default platform.clock(),
  expires_at timestamptz not null default platform.clock() + interval '7 days',
  constraint invitations_pkey primary key (brand_id, invitation_id),
  constraint invitations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint invitations_email_key unique (brand_id, email),
  constraint invitations_role_check check (role in ('owner', 'admin', 'analyst', 'viewer'))
);
create index invitations_invitation_id_idx on core.invitations (invitation_id);
create index invitations_email_idx on core.invitations (email);

create table oauth.address_mails (
  mail_id text not null default platform.new_id('mai'),
  kind text not null,
  email text not null,
  invitation_id text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  constraint address_mails_pkey primary key (mail_id),
  constraint address_mails_kind_check check (kind in ('sign_up', 'sign_up_if_invited', 'invitation')),
  constraint address_mails_invitation_id_check check ((kind = 'invitation') = (invitation_id is not null))
);
create index address_mails_next_attempt_at_idx on oauth.address_mails (next_attempt_at);

create table oauth.sign_up_links (
  token_hash bytea not null,
  email text not null,
  invitation_id text,
  expires_at timestamptz not null,
  constraint sign_up_links_pkey primary key (token_hash)
);
create index sign_up_links_email_idx on oauth.sign_up_links (email);

-- A hosted platform has its own people, and the gate has no access to them.
reset role;
do $$
begin
  if pg_catalog.has_schema_privilege('vitrine_gate', 'auth', 'usage') then
    grant update (raw_user_meta_data) on auth.users to vitrine_gate;
  end if;
end
$$;
set role vitrine_owner;

-- sql/changes/privacy.sql
create table analytics.erased_visitors (
  brand_id text not null,
  visitor_hash bytea not null,
  erased_at timestamptz not null default platform.now(),
  constraint erased_visitors_pkey primary key (brand_id, visitor_hash),
  constraint erased_visitors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint erased_visitors_visitor_hash_check check (pg_catalog.octet_length(visitor_hash) = 32)
);

-- A hosted platform has its own people, and the gate has no access to them.
reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('prune_touches', '1 hour', '50 minutes', true);
do $$
begin
  if pg_catalog.has_schema_privilege('vitrine_gate', 'auth', 'usage') then
    grant delete on auth.users to vitrine_gate;
  end if;
end
$$;
set role vitrine_owner;

-- sql/changes/restatements.sql
-- The history of rows that exist already begins with the migration.
alter table analytics.facts_daily
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.facts_hourly
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.data_status add column first_stored_at timestamptz not null default now();
alter table analytics.facts_daily alter column first_stored_at set default platform.now();
alter table analytics.facts_hourly alter column first_stored_at set default platform.now();
alter table analytics.data_status alter column first_stored_at set default platform.now();

create table analytics.facts_daily_versions (
  replaced_at timestamptz not null,
  like analytics.facts_daily including comments,
  constraint facts_daily_versions_pkey primary key (brand_id, day, entity_id, replaced_at)
) partition by range (day);
create table analytics.facts_hourly_versions (
  replaced_at timestamptz not null,
  like analytics.facts_hourly including comments,
  constraint facts_hourly_versions_pkey primary key (brand_id, hour, entity_id, replaced_at)
) partition by range (hour);

-- The months that have facts.
do $$
declare
  v_month record;
  v_child text;
begin
  for v_month in
    select parent.relname as facts, pg_catalog.right(child.relname, 7) as name, pg_catalog.pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_catalog.pg_inherits
    join pg_catalog.pg_class as parent on parent.oid = pg_inherits.inhparent
    join pg_catalog.pg_class as child on child.oid = pg_inherits.inhrelid
    where parent.oid in ('analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass)
  loop
    v_child := v_month.facts || '_versions_' || v_month.name;
    execute pg_catalog.format('create table analytics.%I partition of analytics.%I %s', v_child, v_month.facts || '_versions', v_month.bound);
    execute pg_catalog.format('alter table analytics.%I enable row level security', v_child);
    execute pg_catalog.format('alter table analytics.%I force row level security', v_child);
  end loop;
end
$$;

create table analytics.restatement_factors (
  brand_id text not null,
  platform text not null,
  metric text not null,
  age integer not null,
  factor double precision not null,
  days integer not null,
  computed_at timestamptz not null default platform.now(),
  constraint restatement_factors_pkey primary key (brand_id, platform, metric, age),
  constraint restatement_factors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint restatement_factors_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint restatement_factors_factor_check check (factor > 0)
);

-- sql/changes/settings.sql
create table analytics.attribution_changes (
  brand_id text not null,
  model text not null,
  click_days integer not null,
  view_days integer not null,
  half_life_hours integer not null,
  accounting text not null,
  version integer not null,
  is_refused boolean not null default false,
  requested_at timestamptz not null default platform.clock(),
  constraint attribution_changes_pkey primary key (brand_id),
  constraint attribution_changes_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_changes_model_fkey foreign key (model) references analytics.attribution_models on delete restrict,
  constraint attribution_changes_windows_check check (click_days between 1 and 365 and view_days between 0 and 365),
  constraint attribution_changes_half_life_check check (half_life_hours between 1 and 8760),
  constraint attribution_changes_accounting_check check (accounting in ('accrual', 'cash'))
);
create table analytics.targets (
  brand_id text not null,
  target_id text not null default platform.new_id('tgt'),
  month date not null,
  campaign_entity_id bigint,
  roas numeric,
  cpa_micros bigint,
  budget_micros bigint,
  version integer not null default 1,
  constraint targets_pkey primary key (brand_id, target_id),
  constraint targets_month_key unique nulls not distinct (brand_id, month, campaign_entity_id),
  constraint targets_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint targets_campaign_fkey foreign key (brand_id, campaign_entity_id) references analytics.entities on delete cascade,
  constraint targets_month_check check (extract(day from month) = 1),
  constraint targets_amounts_check check (roas > 0 and cpa_micros > 0 and budget_micros > 0)
);
create index targets_campaign_idx on analytics.targets (brand_id, campaign_entity_id);

alter table core.brands
  add column is_storefront_published boolean not null default true,
  add column version integer not null default 1;
alter table storefront.shops add column version integer not null default 1;

reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('configure_attribution', '1 minute', '0', false);
set role vitrine_owner;

-- sql/changes/sources.sql
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

-- sql/changes/sources_of_shops.sql
alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz,
  add column file_order jsonb;
alter table storefront.catalog_products add column source_id text;
-- Its condition holds for no row yet.
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;

create table sources.due_objects (
  brand_id text not null,
  source_id text not null,
  report text not null,
  object_id text not null,
  noted_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  internal_errors integer not null default 0,
  failure jsonb,
  is_unready boolean not null default false,
  constraint due_objects_pkey primary key (brand_id, source_id, report, object_id),
  constraint due_objects_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint due_objects_report_check check (report in ('orders', 'products'))
);
create index due_objects_due_idx on sources.due_objects (brand_id, source_id, due_at);

create table sources.webhooks (
  platform text not null,
  webhook_id text not null,
  content text,
  proof text not null,
  received_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  handled_at timestamptz,
  constraint webhooks_pkey primary key (platform, webhook_id),
  constraint webhooks_platform_check check (platform in ('meta', 'shopify')),
  constraint webhooks_webhook_id_check check (webhook_id ~ '^[\w-]{1,100}$'),
  constraint webhooks_handled_check check ((content is null) = (handled_at is not null))
);
create index webhooks_due_idx on sources.webhooks (due_at) where handled_at is null;
create index webhooks_handled_idx on sources.webhooks (handled_at) where handled_at is not null;

create table sources.data_requests (
  brand_id text not null,
  request_id text not null,
  shop text not null,
  customer_id text,
  order_ids text[] not null default '{}',
  requested_at timestamptz not null,
  answered_at timestamptz,
  constraint data_requests_pkey primary key (brand_id, request_id),
  constraint data_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

-- sql/changes/uploads.sql
create table analytics.uploads (
  brand_id text not null,
  upload_id text not null default platform.new_id('upl'),
  file_name text not null,
  bytes bigint not null default 0,
  state text not null default 'receiving',
  kind text,
  options jsonb not null default '{}',
  attempts integer not null default 0,
  lease text,
  busy_until timestamptz,
  rows_read bigint not null default 0,
  part_read double precision not null default 0,
  failure jsonb,
  rejections jsonb not null default '[]',
  import_id text,
  created_at timestamptz not null default platform.clock(),
  uploaded_by uuid default core.scope_person_id(),
  constraint uploads_pkey primary key (brand_id, upload_id),
  constraint uploads_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint uploads_state_check check (state in ('receiving', 'received', 'confirmed', 'importing', 'imported', 'failed')),
  constraint uploads_failure_check check ((state = 'failed') = (failure is not null)),
  constraint uploads_import_check check ((state = 'imported') = (import_id is not null))
);
create index uploads_uploaded_by_idx on analytics.uploads (uploaded_by) where uploaded_by is not null;

create table analytics.upload_chunks (
  brand_id text not null,
  upload_id text not null,
  position integer not null,
  bytes bytea not null,
  constraint upload_chunks_pkey primary key (brand_id, upload_id, position),
  constraint upload_chunks_upload_fkey foreign key (brand_id, upload_id) references analytics.uploads on delete cascade,
  constraint upload_chunks_bytes_check check (pg_catalog.octet_length(bytes) between 1 and 1048576)
);

alter table analytics.imports
  add column platforms text[],
  add column is_exact boolean not null default false,
  add column undo_requested_at timestamptz,
  add column undo_refused jsonb,
  add column undone_at timestamptz;

reset role;
alter table analytics.uploads
  add constraint uploads_uploaded_by_fkey foreign key (uploaded_by) references auth.users on delete set null;
insert into core.schedules (queue, every, past, is_of_brands) values ('import_uploads', '1 minute', '0', false);
set role vitrine_owner;
reset role;

drop function core.keep_an_owner(uuid,text);
drop trigger keep_plain on analytics.imports;
drop function analytics.entities_without(text,text[],text);
drop function analytics.missing_warnings(core.brands,text[],date,date,text[]);
drop function analytics.whole_spend(text,text);
drop function analytics.fact_table(text,text);
drop function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean);
drop function analytics.partial_condition(text,text);
drop function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[]);
drop function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone);
drop function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[]);
drop function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer);
drop function analytics.comparable_time(text,jsonb,jsonb);
drop function analytics.daily_series(text,text,integer);
drop function analytics.budget_warnings(core.brands,text,date,integer,bigint);
drop function analytics.asked_range(core.brands,jsonb,jsonb,date);
drop function analytics.note_unfinished_days(text);
drop function analytics.supersede_hours(text,text[],text,timestamp with time zone,timestamp with time zone);
drop function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb);
drop function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer);
drop function connector.hourly_accounts(core.brands,date,date,text[]);
drop function connector.comparison(core.brands,text,date,date,text[]);
drop function connector.month_budgets(text,text,date,date);
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.schema_version()
 RETURNS TABLE(version text, compatible_since text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '20261123035357', '20261121000000';
$function$;
CREATE OR REPLACE FUNCTION core.choose_shown_brand(brand_id text, reachable_brand_ids text[], is_public boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION core.check_brand_settings(currency text, timezone text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (select from core.currencies where currencies.currency = check_brand_settings.currency) then
    perform platform.fail('BADRQ', 'is_no_currency_code', 'currency', pg_catalog.json_build_object('currency', check_brand_settings.currency));
  end if;
  if not exists (select from pg_catalog.pg_timezone_names where pg_timezone_names.name = check_brand_settings.timezone) then
    perform platform.fail('BADRQ', 'is_no_time_zone', 'timezone', pg_catalog.json_build_object('timezone', check_brand_settings.timezone));
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION core.keep_units(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from core.brands where brands.brand_id = keep_units.brand_id for share;
end
$function$;
reset role;
CREATE OR REPLACE FUNCTION core.create_brand(account_id text, slug text, name text, currency text, timezone text, brand_id text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.email_address(email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_email constant text := lower(btrim(email_address.email));
begin
  -- A mail client reads the other characters as a list of addresses, or as a name before an address.
  if v_email !~ '^[^@\s<>()\[\],;:\\"]+@[^@\s<>()\[\],;:\\"]+$' or length(v_email) > 254 or v_email <> platform.plain(v_email) then
    perform platform.fail('BADRQ', 'is_no_email_address', 'email', pg_catalog.json_build_object('email', email_address.email));
  end if;
  return v_email;
end
$function$;
CREATE OR REPLACE FUNCTION core.display_name(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_name constant text := btrim(platform.plain(display_name.name));
begin
  if v_name = '' or length(v_name) > 100 then
    perform platform.fail('BADRQ', 'must_have_1_to_100_characters', 'name');
  end if;
  return v_name;
end
$function$;
reset role;
CREATE OR REPLACE FUNCTION core.create_person(email text, password text, name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_email constant text := core.email_address(create_person.email);
  v_name constant text := core.display_name(create_person.name);
  v_person_id uuid;
begin
  perform core.require_own_people();
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  values (v_email, core.hash_password(create_person.password), jsonb_build_object('name', v_name))
  on conflict on constraint users_email_key do nothing
  returning users.id into v_person_id;
  if v_person_id is null then
    perform platform.fail('CNFLT', 'this_email_address_is_taken', 'email', pg_catalog.json_build_object('email', v_email));
  end if;
  return v_person_id;
end
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.set_name(person_id uuid, name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform core.require_own_people();
  update auth.users
  set raw_user_meta_data = coalesce(users.raw_user_meta_data, '{}') || jsonb_build_object('name', core.display_name(set_name.name))
  where users.id = set_name.person_id;
end
$function$;
CREATE OR REPLACE FUNCTION core.keep_an_owner(person_id uuid, brand_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Two owners may remove each other at the same time. The second waits here and is refused as the last owner.
  perform from core.brands where brands.brand_id = keep_an_owner.brand_id for no key update;
  if exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id = keep_an_owner.person_id and memberships.role = 'owner'
  ) and not exists (
    select from core.memberships
    where memberships.brand_id = keep_an_owner.brand_id and memberships.person_id <> keep_an_owner.person_id and memberships.role = 'owner'
  ) then
    perform platform.fail('NMOVE', 'is_the_last_owner', 'person', pg_catalog.json_build_object('brand_id', keep_an_owner.brand_id));
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION core.delete_brand(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- An import that runs ends first. A later one finds no brand.
  perform pg_advisory_xact_lock(hashtextextended('analytics.import/' || delete_brand.brand_id, 0));
  perform from core.brands where brands.brand_id = delete_brand.brand_id and not brands.is_simulated for update;
  if not found then
    perform platform.fail('NTFND', 'names_no_brand', 'brand', json_build_object('brand', delete_brand.brand_id));
  end if;
  perform analytics.delete_brand_data(delete_brand.brand_id);
  -- Tables of brand data refer to the brand, and delete their rows with it.
  delete from core.brands where brands.brand_id = delete_brand.brand_id;
  perform oauth.forget_brand(delete_brand.brand_id);
end
$function$;
CREATE OR REPLACE FUNCTION core.delete_account(account_id text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_brand_ids text[];
  v_person_ids uuid[];
begin
  perform core.require_account(delete_account.account_id);
  v_brand_ids := array(select brands.brand_id from core.brands where brands.account_id = delete_account.account_id order by brands.brand_id);
  v_person_ids := array(
    select memberships.person_id
    from core.memberships
    group by memberships.person_id
    having bool_and(memberships.brand_id = any (v_brand_ids))
    order by memberships.person_id
  );
  perform core.delete_brand(brand_id) from unnest(v_brand_ids) as brand_id;
  delete from core.accounts where accounts.account_id = delete_account.account_id;
  -- A hosted platform has its own people.
  if has_schema_privilege('auth', 'usage') then
    delete from auth.users where users.id = any (v_person_ids);
  end if;
  perform oauth.forget_person(person_id) from unnest(v_person_ids) as person_id;
  return json_build_object('account_id', delete_account.account_id, 'brand_ids', v_brand_ids, 'person_ids', v_person_ids);
end
$function$;
create policy gate on core.invitations for all to vitrine_gate
using (true);
create policy oauth on core.invitations for select to vitrine_oauth
using (true);
create policy person on core.invitations for select to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_invites on core.invitations for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND core.scope_role_is(role)));
create policy person_resends on core.invitations for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_withdraws on core.invitations for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person on core.memberships for select to vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person_changes on core.memberships for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND core.scope_role_is(role)));
create policy person_removes on core.memberships for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ((person_id = ( SELECT core.scope_person_id() AS scope_person_id)) OR (( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND core.scope_role_is(role)))));
CREATE OR REPLACE FUNCTION core.notification_kinds()
 RETURNS TABLE(kind text, role text, is_default boolean)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('alerts', 'viewer', false), ('sources', 'admin', true), ('proposals', 'admin', true), ('imports', 'admin', false);
$function$;
create policy oauth on core.notification_choices for all to vitrine_oauth
using (true);
create policy person on core.notification_choices for select to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (person_id = ( SELECT core.scope_person_id() AS scope_person_id))));
create policy person_chooses on core.notification_choices for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (person_id = ( SELECT core.scope_person_id() AS scope_person_id))));
create policy person_chooses_again on core.notification_choices for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (person_id = ( SELECT core.scope_person_id() AS scope_person_id))));
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF dialect, file_name, platforms, warnings ON analytics.imports FOR EACH ROW WHEN (((NOT platform.is_plain(new.dialect)) OR (NOT platform.is_plain(new.file_name)) OR (NOT platform.is_plain(new.platforms)) OR (NOT platform.is_plain(new.warnings)))) EXECUTE FUNCTION platform.write_plain('dialect', 'file_name', 'platforms', 'warnings');
CREATE OR REPLACE FUNCTION analytics.ensure_partitions(first_on date, last_on date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    foreach v_parent in array array['facts_daily', 'facts_hourly', 'facts_daily_versions', 'facts_hourly_versions', 'rollups_daily'] loop
      v_child := v_parent || pg_catalog.to_char(v_month, '"_"YYYY_MM');
      if pg_catalog.to_regclass('analytics.' || v_child) is null then
        -- Two imports can need the same month. The second waits for the first and then finds the partition.
        perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('analytics.' || v_child));
        -- Reads the catalog itself, because to_regclass can return a cached result.
        if not exists (
          select from pg_class
          where pg_class.relnamespace = 'analytics'::regnamespace and pg_class.relname = v_child
        ) then
          -- Creates the partition separately and attaches it, so that reads of the parent are not blocked.
          execute pg_catalog.format('create table analytics.%I (like analytics.%I including defaults including constraints)', v_child, v_parent);
          execute pg_catalog.format(
            'alter table analytics.%I attach partition analytics.%I for values from (%L) to (%L)',
            v_parent, v_child,
            case when v_parent like 'facts\_hourly%' then v_month || ' 00:00+00' else v_month::text end,
            case when v_parent like 'facts\_hourly%' then (v_month + interval '1 month')::date || ' 00:00+00'
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
$function$;
CREATE OR REPLACE FUNCTION analytics.drop_partitions(kept_from date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  v_child text;
  v_dropped integer := 0;
begin
  if drop_partitions.kept_from > (platform.now() at time zone 'UTC' - interval '14 months')::date then
    perform platform.fail('BADRQ', 'keeps_too_few_months', 'kept_from', pg_catalog.json_build_object('months_min', 14));
  end if;
  -- If another session is already deleting partitions, this one does nothing.
  if not pg_try_advisory_xact_lock(hashtext('analytics.drop_partitions')) then
    return 0;
  end if;
  for v_child in
    select pg_class.relname
    from pg_inherits
    join pg_class on pg_class.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent in (
        'analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass, 'analytics.facts_daily_versions'::regclass,
        'analytics.facts_hourly_versions'::regclass, 'analytics.rollups_daily'::regclass
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
    perform platform.fail('UNAVL', 'a_running_query_reads_the_facts');
    return 0;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.keep_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_measures constant text[] := array(
    select metric_definitions.source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
    order by metric_definitions.position
  );
  v_key constant text := case tg_table_name when 'facts_daily' then 'day' else 'hour' end;
begin
  -- Several changes at one time leave one version, the row as it was before that time. The time of a row never goes back: a report that began
  -- earlier and was stored later gets the time just after.
  execute pg_catalog.format(
    $query$
    insert into analytics.%1$I
    select moment.at, was.*
    from was
    join core.brands on brands.brand_id = was.brand_id and not brands.is_simulated
    %3$s
    cross join lateral (
      select case when platform.now() < latest.at then latest.at + interval '1 microsecond' else platform.now() end as at
      from (
        select greatest(was.first_stored_at, max(held.replaced_at)) as at
        from analytics.%1$I as held
        where held.brand_id = was.brand_id and held.%2$I = was.%2$I and held.entity_id = was.entity_id
      ) as latest
    ) as moment
    where moment.at > was.first_stored_at %4$s
    on conflict do nothing
    $query$,
    tg_table_name || '_versions',
    v_key,
    case when tg_op = 'UPDATE' then
      pg_catalog.format('join became on became.brand_id = was.brand_id and became.%1$I = was.%1$I and became.entity_id = was.entity_id', v_key)
    end,
    case when tg_op = 'UPDATE' then
      pg_catalog.format(
        'and (%s) is distinct from (%s)',
        (select pg_catalog.string_agg(pg_catalog.format('was.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name)),
        (select pg_catalog.string_agg(pg_catalog.format('became.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name))
      )
    end
  );
  return null;
end
$function$;
CREATE TRIGGER keep_replaced AFTER UPDATE ON analytics.facts_daily REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_removed AFTER DELETE ON analytics.facts_daily REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_replaced AFTER UPDATE ON analytics.facts_hourly REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_removed AFTER DELETE ON analytics.facts_hourly REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE OR REPLACE FUNCTION analytics.stored_before(as_of date, timezone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN (((as_of + 1))::timestamp without time zone AT TIME ZONE timezone);
CREATE OR REPLACE FUNCTION analytics.facts_as_of(brand_id text, first_on date, last_on date, stored_before timestamp with time zone)
 RETURNS SETOF analytics.facts_daily_versions
 LANGUAGE sql
 STABLE
AS $function$
  select null::timestamptz, facts.*
  from analytics.facts_daily as facts
  where facts.brand_id = facts_as_of.brand_id
    and facts.day between facts_as_of.first_on and facts_as_of.last_on
    and facts.first_stored_at < facts_as_of.stored_before
    and not exists (
      select
      from analytics.facts_daily_versions as later
      where later.brand_id = facts.brand_id and later.day = facts.day and later.entity_id = facts.entity_id
        and later.replaced_at >= facts_as_of.stored_before
        -- Repeated for the hash join, which then reads only these rows.
        and later.brand_id = facts_as_of.brand_id
        and later.day between facts_as_of.first_on and facts_as_of.last_on
    )
  union all
  select held.*
  from (
    select distinct on (versions.day, versions.entity_id) versions.*
    from analytics.facts_daily_versions as versions
    where versions.brand_id = facts_as_of.brand_id
      and versions.day between facts_as_of.first_on and facts_as_of.last_on
      and versions.replaced_at >= facts_as_of.stored_before
    order by versions.day, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < facts_as_of.stored_before;
$function$;
CREATE OR REPLACE FUNCTION analytics.hours_as_of(brand_id text, first_hour timestamp with time zone, last_hour timestamp with time zone, stored_before timestamp with time zone)
 RETURNS SETOF analytics.facts_hourly_versions
 LANGUAGE sql
 STABLE
AS $function$
  select null::timestamptz, facts.*
  from analytics.facts_hourly as facts
  where facts.brand_id = hours_as_of.brand_id
    and facts.hour >= hours_as_of.first_hour and facts.hour < hours_as_of.last_hour
    and facts.first_stored_at < hours_as_of.stored_before
    and not exists (
      select
      from analytics.facts_hourly_versions as later
      where later.brand_id = facts.brand_id and later.hour = facts.hour and later.entity_id = facts.entity_id
        and later.replaced_at >= hours_as_of.stored_before
        and later.brand_id = hours_as_of.brand_id
        and later.hour >= hours_as_of.first_hour and later.hour < hours_as_of.last_hour
    )
  union all
  select held.*
  from (
    select distinct on (versions.hour, versions.entity_id) versions.*
    from analytics.facts_hourly_versions as versions
    where versions.brand_id = hours_as_of.brand_id
      and versions.hour >= hours_as_of.first_hour and versions.hour < hours_as_of.last_hour
      and versions.replaced_at >= hours_as_of.stored_before
    order by versions.hour, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < hours_as_of.stored_before;
$function$;
CREATE OR REPLACE FUNCTION analytics.hours_stored_at(brand_id text, first_hour timestamp with time zone, last_hour timestamp with time zone, stored_before timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(
    (
      select max(facts.first_stored_at)
      from analytics.facts_hourly as facts
      where facts.brand_id = hours_stored_at.brand_id and facts.hour >= hours_stored_at.first_hour and facts.hour < hours_stored_at.last_hour
        and facts.first_stored_at < hours_stored_at.stored_before
    ),
    (
      select max(moment.at)
      from analytics.facts_hourly_versions as versions
      cross join lateral (values (versions.first_stored_at), (versions.replaced_at)) as moment (at)
      where versions.brand_id = hours_stored_at.brand_id and versions.hour >= hours_stored_at.first_hour and versions.hour < hours_stored_at.last_hour
        and moment.at < hours_stored_at.stored_before
    )
  );
$function$;
CREATE OR REPLACE FUNCTION analytics.connected_platforms(brand_id text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select distinct entities.platform
    from analytics.entities
    where entities.brand_id = connected_platforms.brand_id and entities.level = 'account'
    order by entities.platform
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.require_platforms(brand_id text, platform text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_connected text[];
  v_platforms text[];
  v_unknown text;
begin
  if require_platforms.platform is null then
    return null;
  elsif analytics.listed(require_platforms.platform) = '{}' then
    perform platform.fail('BADRQ', 'names_no_platform', 'platform');
  end if;
  v_connected := analytics.connected_platforms(require_platforms.brand_id);
  select
    pg_catalog.array_agg(distinct coalesce(named.own, named.meant)),
    min(named.name) filter (where coalesce(named.own, named.meant) is null)
  into v_platforms, v_unknown
  from (
    select
      given.name,
      (select connected.platform from pg_catalog.unnest(v_connected) as connected (platform)
        where analytics.platform_key(connected.platform) = analytics.platform_key(given.name) limit 1) as own,
      (select platform_aliases.platform from analytics.platform_aliases
        where platform_aliases.alias = analytics.platform_key(given.name) and platform_aliases.platform = any (v_connected)) as meant
    from pg_catalog.unnest(analytics.listed(require_platforms.platform)) as given (name)
  ) as named;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'names_a_platform_that_is_not_connected', 'platform',
      pg_catalog.json_build_object('platform', pg_catalog.left(v_unknown, 60), 'connected', v_connected)
    );
  end if;
  return v_platforms;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.platform_warnings(brand_id text, platform text)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if platform_warnings.platform is null then
    return array[]::jsonb[];
  end if;
  return array(
    select platform.warning(
      'surface_is_part_of_platform', pg_catalog.jsonb_build_object('surface', given.name, 'platform', platform_aliases.platform)
    )
    from pg_catalog.unnest(analytics.listed(platform_warnings.platform)) as given (name)
    join analytics.platform_aliases on platform_aliases.alias = analytics.platform_key(given.name) and platform_aliases.is_part
    where not exists (
      select
      from pg_catalog.unnest(analytics.connected_platforms(platform_warnings.brand_id)) as connected (platform)
      where analytics.platform_key(connected.platform) = platform_aliases.alias
    )
    order by given.name
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.require_entities(brand_id text, level text, ids text[], platforms text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_field constant text := require_entities.level || '_ids';
  v_unknown text[];
begin
  if require_entities.ids = '{}' then
    perform platform.fail('BADRQ', 'names_no_id', v_field);
  end if;
  v_unknown := array(
    select asked.id
    from pg_catalog.unnest(require_entities.ids) with ordinality as asked (id, position)
    where not exists (
      select from analytics.entities
      where entities.brand_id = require_entities.brand_id
        and entities.level = require_entities.level
        and entities.external_id = asked.id
        and (require_entities.platforms is null or entities.platform = any (require_entities.platforms))
    )
    order by asked.position
    limit 5
  );
  if v_unknown <> '{}' then
    perform platform.fail(
      'BADRQ', 'names_no_entity_of_these_platforms', v_field,
      pg_catalog.json_build_object(
        'level', require_entities.level, 'ids', v_unknown,
        'platforms', coalesce(require_entities.platforms, analytics.connected_platforms(require_entities.brand_id))
      )
    );
  end if;
  return require_entities.ids;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.require_campaigns(brand_id text, campaign_ids text[], platforms text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN analytics.require_entities(brand_id, 'campaign'::text, campaign_ids, platforms);
CREATE OR REPLACE FUNCTION analytics.filtered_platforms(brand_id text, filters jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select case
    when filtered_platforms.filters ? 'campaign_id' then array(
      select distinct entities.platform
      from analytics.entities
      where entities.brand_id = filtered_platforms.brand_id
        and entities.level = 'campaign'
        and entities.external_id = any (analytics.texts(filtered_platforms.filters -> 'campaign_id'))
        and (not filtered_platforms.filters ? 'platform' or entities.platform = any (analytics.texts(filtered_platforms.filters -> 'platform')))
    )
    when filtered_platforms.filters ?| '{platform_not,account_id,campaign_name,campaign_name_not,adset_id,adset_name,adset_name_not}' then array(
      select distinct paths.platform
      from analytics.entity_paths as paths
      where paths.brand_id = filtered_platforms.brand_id and paths.level <> 'account' and analytics.is_meant(paths, filtered_platforms.filters)
    )
    when filtered_platforms.filters ? 'platform' then analytics.texts(filtered_platforms.filters -> 'platform')
    end
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.brands()
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
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
              select entities.platform
              from analytics.entities
              where entities.brand_id = data_brands.brand_id and entities.level = 'account'
              union
              select analytics.imported_platform(held.platform)
              from sources.sources as held
              where held.brand_id = data_brands.brand_id and held.status <> 'disconnected' and held.platform in ('google_ads', 'meta', 'tiktok')
              order by 1
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
$function$;
CREATE OR REPLACE FUNCTION analytics.accounts_without_as_of(brand_id text, bases text[], stored_before timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_accounts bigint[];
begin
  execute (
    select pg_catalog.format(
      'select coalesce(pg_catalog.array_agg(accounts.entity_id), ''{}'') from analytics.entities as accounts'
      ' where accounts.brand_id = $1 and accounts.level = ''account'' and accounts.entity_id not in ('
      'select coalesce(entities.account_entity_id, entities.entity_id)'
      ' from analytics.facts_as_of($1, ''-infinity'', ''infinity'', $2) as facts'
      ' join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id'
      ' group by 1 having %s)',
      coalesce(pg_catalog.string_agg(pg_catalog.format('count(facts.%I) > 0', base.source_column), ' and '), 'true')
    )
    from analytics.metric_definitions as base
    where base.source_column is not null and base.name = any (accounts_without_as_of.bases)
  )
  into v_accounts
  using accounts_without_as_of.brand_id, accounts_without_as_of.stored_before;
  return v_accounts;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.missing_bases_as_of(brand_id text, metrics text[], revenue_source text, date_from date, date_to date, stored_before timestamp with time zone)
 RETURNS TABLE(entity_id bigint, base text, is_never boolean, days datemultirange)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_bases constant text[] := analytics.counted_bases(missing_bases_as_of.metrics, missing_bases_as_of.revenue_source);
  v_query constant text := (
    select pg_catalog.format(
      $query$
      with account_days as (
        select coalesce(entities.account_entity_id, entities.entity_id) as entity_id, facts.day, count(*) as reports, %1$s
        from analytics.facts_as_of($1, $2, $3, $4) as facts
        join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id
        group by 1, 2
      ),
      gaps as (
        select
          account_days.entity_id, missing.base, sum(missing.reports) as reports,
          pg_catalog.range_agg(pg_catalog.daterange(account_days.day, account_days.day + 1)) filter (where missing.reports < account_days.reports) as days
        from account_days
        cross join lateral (values %2$s) as missing (base, reports)
        group by account_days.entity_id, missing.base
      )
      select gaps.entity_id, gaps.base, gaps.reports = 0 and gaps.entity_id = any (analytics.accounts_without_as_of($1, array[gaps.base], $4)), gaps.days
      from gaps
      where gaps.days is not null
      $query$,
      pg_catalog.string_agg(pg_catalog.format('count(facts.%1$I) as %2$I', base.source_column, base.name), ', '),
      pg_catalog.string_agg(pg_catalog.format('(%1$L, account_days.%1$I)', base.name), ', ')
    )
    from analytics.metric_definitions as base
    where base.name = any (v_bases)
    having count(*) > 0
  );
begin
  if v_query is not null then
    return query execute v_query
    using missing_bases_as_of.brand_id, missing_bases_as_of.date_from, missing_bases_as_of.date_to, missing_bases_as_of.stored_before;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.paired_metrics(metrics text[], revenue_source text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    -- Excludes ratios with bases from different rows: store revenue belongs to no ad, and mer compares the store with all spend. Reach cannot be added
    -- up.
    select coalesce(pg_catalog.array_agg(metric.name order by metric.position), '{}')
    from analytics.metric_definitions as metric
    where metric.name = any (paired_metrics.metrics)
      and metric.denominator is not null
      and pg_catalog.cardinality(metric.bases) > 1
      and metric.name not in ('mer', 'frequency')
      and not (paired_metrics.revenue_source = 'store' and 'revenue' = any (metric.bases))
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.entities_without(brand_id text, metrics text[], revenue_source text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when 'profit' = any (entities_without.metrics) and entities_without.revenue_source <> 'store' then coalesce(
      (
        select pg_catalog.array_agg(entities.entity_id)
        from analytics.entities
        where entities.brand_id = entities_without.brand_id
          and coalesce(entities.account_entity_id, entities.entity_id) = any (
            case when entities_without.stored_before is null then analytics.accounts_without(entities_without.brand_id, '{revenue,cogs}')
              else analytics.accounts_without_as_of(entities_without.brand_id, '{revenue,cogs}', entities_without.stored_before)
            end
          )
      ),
      '{}'
    )
    else '{}'
  end;
$function$;
CREATE OR REPLACE FUNCTION analytics.missing_warnings(brand core.brands, metrics text[], date_from date, date_to date, platforms text[], stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE("position" integer, warning jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
  with missing as materialized (
    select accounts.platform, accounts.external_id, found.base, found.is_never, found.days, derived.names
    from (
      select bases.*
      from analytics.missing_bases(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from, missing_warnings.date_to
      ) as bases
      where missing_warnings.stored_before is null
      union all
      select bases.*
      from analytics.missing_bases_as_of(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from,
        missing_warnings.date_to, missing_warnings.stored_before
      ) as bases
      where missing_warnings.stored_before is not null
    ) as found
    join analytics.entities as accounts on accounts.brand_id = (missing_warnings.brand).brand_id and accounts.entity_id = found.entity_id
    -- The requested metrics that exclude reports without this base. profit excludes only accounts that never report it.
    cross join lateral (
      select pg_catalog.array_agg(metric.name) as names
      from analytics.metric_definitions as metric
      where found.base = any (metric.bases)
        and (
          metric.name = any (analytics.paired_metrics(missing_warnings.metrics, (missing_warnings.brand).revenue_source))
          or metric.name = 'profit' and 'profit' = any (missing_warnings.metrics) and found.is_never and found.base <> 'spend'
            and (missing_warnings.brand).revenue_source <> 'store'
        )
    ) as derived
    where missing_warnings.platforms is null or accounts.platform = any (missing_warnings.platforms)
  )
  select
    7,
    platform.warning(
      'account_never_reports_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', pg_catalog.jsonb_agg(distinct metric.name)
      )
    )
  from missing
  cross join lateral pg_catalog.unnest(missing.names) as metric (name)
  where missing.is_never
  group by missing.platform, missing.external_id
  union all
  select
    8,
    platform.warning(
      'account_reports_without_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', coalesce(pg_catalog.jsonb_agg(distinct metric.name) filter (where metric.name is not null), '[]')
      ) || analytics.listed_periods(missing.days)
    )
  from missing
  left join lateral pg_catalog.unnest(missing.names) as metric (name) on true
  where not missing.is_never
  group by missing.platform, missing.external_id, missing.days;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.read_level(level text, filters jsonb, is_by_ad boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (is_by_ad OR (level = 'ad'::text) OR (filters ? 'ad_id'::text)) THEN 'ad'::text WHEN ((level = 'adset'::text) OR (filters ?| '{adset_id,adset_name,adset_name_not}'::text[])) THEN 'adset'::text WHEN ((level = 'campaign'::text) OR (filters ?| '{campaign_id,campaign_name,campaign_name_not}'::text[])) THEN 'campaign'::text ELSE 'account'::text END;
CREATE OR REPLACE FUNCTION analytics.fact_table(level text, granularity text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((stored_before IS NOT NULL) AND (granularity = ANY (ARRAY['hour'::text, 'hours'::text]))) THEN format('analytics.hours_as_of($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L)'::text, stored_before) WHEN (stored_before IS NOT NULL) THEN format('analytics.facts_as_of($1, $2, $3, %L)'::text, stored_before) WHEN (granularity = ANY (ARRAY['hour'::text, 'hours'::text])) THEN 'analytics.facts_hourly'::text WHEN (level = 'ad'::text) THEN 'analytics.facts_daily'::text ELSE 'analytics.rollups_daily'::text END;
CREATE OR REPLACE FUNCTION analytics.whole_spend(granularity text, per text DEFAULT NULL::text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN format('(select sum(facts.spend_micros) * 0.000001 from %s as facts where %s)%s'::text, analytics.fact_table('account'::text, granularity, stored_before), analytics.fact_condition(CASE WHEN (stored_before IS NULL) THEN 'account'::text ELSE 'ad'::text END, granularity), (' / '::text || per));
CREATE OR REPLACE FUNCTION analytics.level_keys(level text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(pg_catalog.array_agg(key.name order by key.position), '{}')
  from (
    values
      (1, 'platform', '{ad_account,campaign,adset,ad}'),
      (2, 'account_id', '{ad_account,campaign,adset,ad}'),
      (3, 'account_name', '{ad_account}'),
      (4, 'campaign_id', '{campaign,adset,ad}'),
      (5, 'campaign_name', '{campaign,adset,ad}'),
      (6, 'campaign_status', '{campaign,adset,ad}'),
      (7, 'adset_id', '{adset,ad}'),
      (8, 'adset_name', '{adset,ad}'),
      (9, 'ad_id', '{ad}'),
      (10, 'ad_name', '{ad}'),
      (11, 'creative_id', '{ad}')
  ) as key (position, name, levels)
  where level_keys.level = any (key.levels::text[]);
$function$;
CREATE OR REPLACE FUNCTION analytics.entity_sums(columns analytics.sum_columns, level text, granularity text, filters jsonb, is_mixed boolean, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_level constant text := entity_sums.level;
  -- Hours are reported by ad. The rollups do not tell which facts hold both parts of a ratio, and not what they were at an earlier time.
  v_read_level constant text := analytics.read_level(
    v_level, entity_sums.filters,
    entity_sums.granularity in ('hour', 'hours') or entity_sums.is_mixed or entity_sums.stored_before is not null
  );
  v_entity_level constant text := case v_level when 'ad_account' then 'account' else v_level end;
  v_is_above constant boolean := v_level <> 'account' and v_entity_level <> v_read_level;
  v_entity constant text := case
    when v_level = 'account' then 'null::bigint'
    when v_is_above then pg_catalog.format('coalesce(entities.%I, facts.entity_id)', v_entity_level || '_entity_id')
    else 'facts.entity_id'
  end;
  v_source text := analytics.fact_table(v_read_level, entity_sums.granularity, entity_sums.stored_before) || ' as facts';
begin
  if v_is_above then
    v_source := v_source || ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id';
  end if;
  v_source := v_source || ' where ' || analytics.fact_condition(v_read_level, entity_sums.granularity);
  if entity_sums.filters <> '{}' then
    v_source := v_source || ' and facts.entity_id in ('
      'select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $5))';
  end if;
  -- By day below account level, one fact is one row.
  if entity_sums.granularity = 'day' and v_entity = 'facts.entity_id' then
    return pg_catalog.format('select facts.day as bucket, facts.entity_id, %s from %s', (entity_sums.columns).of_fact, v_source);
  end if;
  return pg_catalog.format(
    'select %s as bucket, %s as entity_id, %s from %s group by 1, 2',
    analytics.fact_bucket(entity_sums.granularity), v_entity, (entity_sums.columns).of_facts, v_source
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.partial_condition(level text, granularity text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (granularity = 'hours'::text) THEN 'false'::text WHEN ((granularity = 'hour'::text) AND (stored_before IS NOT NULL)) THEN format('page.bucket + interval ''1 hour'' > (select analytics.hours_stored_at($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L))'::text, stored_before) WHEN (granularity = 'hour'::text) THEN 'page.bucket + interval ''1 hour'' > platform.now()'::text ELSE format('not %s @> %s'::text, CASE WHEN (level = 'account'::text) THEN '($10)[1]'::text ELSE '($10)[1 + pg_catalog.array_position($11, page.platform)]'::text END, CASE WHEN (granularity = 'none'::text) THEN 'pg_catalog.daterange($2, $9, ''[]'')'::text ELSE format('pg_catalog.daterange(page.bucket, (page.bucket + interval %L)::date)'::text, ('1 '::text || granularity)) END) END;
CREATE OR REPLACE FUNCTION analytics.metrics_query(metrics text[], level text, granularity text, currency_exponent smallint, revenue_source text, filters jsonb DEFAULT '{}'::jsonb, sort_by text DEFAULT NULL::text, "order" text DEFAULT 'desc'::text, is_mixed boolean DEFAULT false, without bigint[] DEFAULT '{}'::bigint[], stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Metrics of some platforms or campaigns are not of the whole account.
  v_shown_level constant text := case when metrics_query.filters = '{}' then metrics_query.level else 'campaign' end;
  v_used constant text[] := metrics_query.metrics || metrics_query.sort_by;
  v_columns constant analytics.sum_columns := analytics.sum_columns(v_used, metrics_query.revenue_source, metrics_query.without);
  v_metrics constant text[] := analytics.metric_expressions(
    metrics_query.metrics, v_shown_level, metrics_query.currency_exponent, v_columns.paired
  );
  v_sorted constant text[] := analytics.metric_expressions(
    array[metrics_query.sort_by], v_shown_level, metrics_query.currency_exponent, v_columns.paired
  );
  v_first constant text := analytics.metric_order('first_metric', metrics_query."order");
  v_order constant text := case when metrics_query.sort_by is null then 'bucket, ' || v_first else v_first || ', bucket' end;
  v_keys constant text[] := analytics.level_keys(metrics_query.level);
  v_key_list constant text := coalesce(', ' || nullif(pg_catalog.array_to_string(v_keys, ', '), ''), '');
  v_date constant text := case
    when metrics_query.granularity in ('none', 'hours') then null
    when metrics_query.granularity = 'hour' then 'analytics.local_hour(bucket, $4)'
    else 'bucket'
  end;
  v_sums text;
  v_total text;
  v_top text;
  v_page text;
  v_data text;
  v_totals text;
begin
  if (pg_catalog.cardinality(metrics_query.metrics) > 0 and pg_catalog.cardinality(v_metrics) = pg_catalog.cardinality(metrics_query.metrics)) is not true then
    perform analytics.check_metrics(metrics_query.metrics);
  elsif metrics_query.sort_by is not null and v_sorted = '{}' then
    perform analytics.check_metrics(array[metrics_query.sort_by], 'sort_by');
  end if;
  perform platform.require_choice('level', metrics_query.level, array['account', 'ad_account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', metrics_query.granularity, array['none', 'hours', 'hour', 'day', 'week', 'month']);
  perform platform.require_choice('order', metrics_query."order", array['desc', 'asc']);
  perform platform.require_choice('revenue_source', metrics_query.revenue_source, array['platform', 'store']);
  perform platform.require_number('currency_exponent', metrics_query.currency_exponent, 0, 4);
  perform platform.require_object('filters', metrics_query.filters, array[
    'platform', 'platform_not', 'account', 'account_id', 'campaign_id', 'campaign_name', 'campaign_name_not', 'adset_id', 'adset_name', 'adset_name_not',
    'ad_id', 'search', 'search_level'
  ]);
  v_sums := analytics.entity_sums(
    v_columns, metrics_query.level, metrics_query.granularity, metrics_query.filters, metrics_query.is_mixed, metrics_query.stored_before
  );
  v_total := pg_catalog.format(
    'select count(*) as total_rows, %s as total_spend from sums',
    case when 'spend_share' = any (v_used) then analytics.whole_spend(metrics_query.granularity, null, metrics_query.stored_before) else 'null::numeric' end
  );
  v_top := pg_catalog.format(
    'select units.*, total.total_spend, %s as first_metric from (select bucket, entity_id, %s from sums) as units cross join total'
    ' order by %s fetch first ($7 + $8) rows with ties',
    coalesce(v_sorted[1], v_metrics[1]), v_columns.in_units, v_order
  );
  -- Names are read for the rows of the page only, and order those that are equal otherwise.
  v_page := pg_catalog.format(
    'select top.*%s from top%s order by %s%s limit $7 offset $8',
    v_key_list,
    case when v_keys = '{}' then '' else ' join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id' end,
    v_order, v_key_list
  );
  v_data := pg_catalog.format(
    'select pg_catalog.json_agg(%s) from page',
    analytics.partial_expression(
      analytics.partial_condition(metrics_query.level, metrics_query.granularity, metrics_query.stored_before), v_date, v_keys || metrics_query.metrics, v_keys || v_metrics
    )
  );
  v_totals := pg_catalog.format(
    'select %s from (select %s from (select %s from sums) as total_sums) as units cross join total where total.total_rows > 0',
    analytics.partial_expression('not ($10)[1] @> pg_catalog.daterange($2, $9, ''[]'')', null, metrics_query.metrics, v_metrics),
    v_columns.in_units, v_columns.of_sums
  );
  return 'with sums as materialized (' || v_sums || E'),\n'
    'total as materialized (' || v_total || E'),\n'
    'top as (' || v_top || E'),\n'
    'page as (' || v_page || E')\n'
    'select total.total_rows, (' || v_data || E') as data,\n  (' || v_totals || E') as totals\nfrom total';
end
$function$;
CREATE OR REPLACE FUNCTION analytics.metric_rows(brand core.brands, metrics text[], level text, granularity text, date_from date, date_to date, filters jsonb, complete_days datemultirange[], platforms text[] DEFAULT '{}'::text[], "limit" integer DEFAULT 50, "offset" bigint DEFAULT 0, sort_by text DEFAULT NULL::text, "order" text DEFAULT 'desc'::text, until time without time zone DEFAULT NULL::time without time zone, as_of date DEFAULT NULL::date)
 RETURNS analytics.metric_rows
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := metric_rows.brand;
  v_used constant text[] := metric_rows.metrics || metric_rows.sort_by;
  v_through constant date := least(metric_rows.date_to, metric_rows.as_of, (platform.now() at time zone v_brand.timezone)::date);
  v_stored_before constant timestamptz := analytics.stored_before(metric_rows.as_of, v_brand.timezone);
  v_exponent smallint;
  v_rows analytics.metric_rows;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  execute analytics.metrics_query(
    metric_rows.metrics, metric_rows.level, metric_rows.granularity, v_exponent, v_brand.revenue_source, metric_rows.filters, metric_rows.sort_by,
    metric_rows."order",
    is_mixed => metric_rows.granularity not in ('hour', 'hours')
      and analytics.has_mixed_reports(v_brand.brand_id, v_used, v_brand.revenue_source, metric_rows.date_from, v_through),
    without => analytics.entities_without(v_brand.brand_id, v_used, v_brand.revenue_source, v_stored_before),
    stored_before => v_stored_before
  )
  into v_rows.total_rows, v_rows.data, v_rows.totals
  using
    v_brand.brand_id, metric_rows.date_from, v_through, v_brand.timezone, metric_rows.filters, metric_rows.until, metric_rows."limit", metric_rows."offset",
    metric_rows.date_to, metric_rows.complete_days, metric_rows.platforms;
  return v_rows;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.hour_warnings(brand core.brands, date_from date, date_to date, platforms text[], stored_before timestamp with time zone)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
  select
    platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', accounts.external_id, 'platform', accounts.platform))
  from analytics.entities as accounts
  where accounts.brand_id = (hour_warnings.brand).brand_id
    and accounts.level = 'account'
    and (hour_warnings.platforms is null or accounts.platform = any (hour_warnings.platforms))
    and hour_warnings.stored_before is null
    and exists (
      select from analytics.rollups_daily
      where rollups_daily.brand_id = accounts.brand_id
        and rollups_daily.level = 'account'
        and rollups_daily.entity_id = accounts.entity_id
        and rollups_daily.day between hour_warnings.date_from and hour_warnings.date_to
    )
    and not exists (
      select
      from analytics.facts_hourly as facts
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      where facts.brand_id = accounts.brand_id
        and coalesce(entities.account_entity_id, entities.entity_id) = accounts.entity_id
        and facts.hour >= hour_warnings.date_from::timestamp at time zone (hour_warnings.brand).timezone
        and facts.hour < (hour_warnings.date_to + 1)::timestamp at time zone (hour_warnings.brand).timezone
    )
  union all
  select
    platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', days.account_id, 'platform', days.platform))
  from analytics.account_days_as_of(
    hour_warnings.brand, hour_warnings.date_from, hour_warnings.date_to, hour_warnings.platforms, hour_warnings.stored_before
  ) as days
  where hour_warnings.stored_before is not null
    and not exists (
      select
      from analytics.hours_as_of(
        (hour_warnings.brand).brand_id,
        hour_warnings.date_from::timestamp at time zone (hour_warnings.brand).timezone,
        (hour_warnings.date_to + 1)::timestamp at time zone (hour_warnings.brand).timezone,
        hour_warnings.stored_before
      ) as facts
      join analytics.entity_paths as paths on paths.brand_id = facts.brand_id and paths.entity_id = facts.entity_id
      where paths.platform = days.platform and paths.account_id = days.account_id
    )
  group by days.platform, days.account_id;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.measure_warnings(brand core.brands, metrics text[], level text, date_from date, date_to date, today date, granularity text, platforms text[] DEFAULT NULL::text[], as_of date DEFAULT NULL::date)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_before constant timestamptz := analytics.stored_before(measure_warnings.as_of, (measure_warnings.brand).timezone);
begin
  return (
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.warning), '{}')
    from (
      select 1 as position, platform.warning('date_to_is_in_the_future', pg_catalog.jsonb_build_object('today', measure_warnings.today)) as warning
      where measure_warnings.date_to > measure_warnings.today and (measure_warnings.as_of is null or measure_warnings.as_of >= measure_warnings.today)
      union all
      select 1, platform.warning('date_to_is_after_as_of', pg_catalog.jsonb_build_object('as_of', measure_warnings.as_of))
      where measure_warnings.date_to > measure_warnings.as_of and measure_warnings.as_of < measure_warnings.today
      union all
      select 1, platform.warning('names_are_of_today', pg_catalog.jsonb_build_object('as_of', measure_warnings.as_of))
      where measure_warnings.as_of is not null
      union all
      select 2, platform.warning('reach_cannot_be_added_up')
      where measure_warnings.metrics && array['reach', 'frequency']
      union all
      select 3, platform.warning('mer_is_of_the_store')
      where 'mer' = any (measure_warnings.metrics) and measure_warnings.level <> 'account'
      union all
      select
        4,
        platform.warning(
          'account_has_another_currency',
          pg_catalog.jsonb_build_object('account_id', entities.external_id, 'platform', entities.platform, 'currency', entities.currency)
        )
      from analytics.entities
      where entities.brand_id = (measure_warnings.brand).brand_id
        and entities.level = 'account'
        and (measure_warnings.platforms is null or entities.platform = any (measure_warnings.platforms))
        and entities.currency <> (measure_warnings.brand).currency
      union all
      select
        5,
        platform.warning(
          'account_has_another_time_zone',
          pg_catalog.jsonb_build_object('account_id', entities.external_id, 'platform', entities.platform, 'timezone', entities.timezone)
        )
      from analytics.entities
      where entities.brand_id = (measure_warnings.brand).brand_id
        and entities.level = 'account'
        and (measure_warnings.platforms is null or entities.platform = any (measure_warnings.platforms))
        and entities.timezone <> (measure_warnings.brand).timezone
        and measure_warnings.granularity <> 'hour'
      union all
      select 6, missing.warning
      from analytics.hour_warnings(
        measure_warnings.brand, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms, v_before
      ) as missing (warning)
      where measure_warnings.granularity = 'hour'
      union all
      select missing.position, missing.warning
      from analytics.missing_warnings(
        measure_warnings.brand, measure_warnings.metrics, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms, v_before
      ) as missing
      where measure_warnings.granularity <> 'hour'
      union all
      select 9, platform.warning('cac_counts_claimed_customers')
      where 'cac' = any (measure_warnings.metrics)
        and exists (
          select from analytics.orders where orders.brand_id = (measure_warnings.brand).brand_id and orders.is_new_customer is not null
        )
    ) as known
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.metrics(brand_id text, date_from date, date_to date, level text DEFAULT 'account'::text, metrics text[] DEFAULT '{spend,revenue,roas,cpa,conversions}'::text[], granularity text DEFAULT 'day'::text, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[], "limit" integer DEFAULT 50, page integer DEFAULT 1, as_of date DEFAULT NULL::date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_kind constant text := case when metrics.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_before timestamptz;
  v_today date;
  v_metrics text[];
  v_platforms text[];
  v_row_platforms text[];
  v_days record;
  v_filters jsonb;
  v_offset constant bigint := metrics."limit"::bigint * (metrics.page - 1);
  v_rows analytics.metric_rows;
begin
  perform platform.require_page(metrics."limit", metrics.page);
  perform platform.require_choice('level', metrics.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', metrics.granularity, array['hour', 'day', 'week', 'month']);
  perform analytics.check_range(metrics.date_from, metrics.date_to, metrics.granularity);
  perform platform.require_day('as_of', coalesce(metrics.as_of, metrics.date_to));
  v_metrics := analytics.check_metrics(metrics.metrics);

  v_brand := core.data_brand(metrics.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_before := analytics.stored_before(metrics.as_of, v_brand.timezone);
  if metrics.as_of > v_today then
    perform platform.fail('BADRQ', 'must_not_be_after_today', 'as_of', pg_catalog.json_build_object('today', v_today));
  end if;
  select data_status.* into v_status from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = v_kind;
  if not found then
    perform platform.fail('NTRDY', case when metrics.granularity = 'hour' then 'no_hourly_ad_data_is_ingested' else 'no_ad_data_is_ingested' end);
  elsif v_before is not null then
    select days.first_on, days.last_on into v_status.first_on, v_status.last_on from analytics.days_as_of(v_brand.brand_id, v_kind, v_before) as days;
    if v_status.first_on is null then
      perform platform.fail(
        'NTRDY', 'nothing_was_stored_by_then',
        given => pg_catalog.json_build_object(
          'as_of', metrics.as_of, 'first_stored_on', (v_status.first_stored_at at time zone v_brand.timezone)::date
        )
      );
    end if;
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, metrics.platform);
  v_filters := analytics.entity_filters(v_platforms, analytics.require_campaigns(v_brand.brand_id, metrics.campaign_ids, v_platforms));
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_row_platforms := case when metrics.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  if metrics.as_of is null then
    select * into v_days
    from analytics.completeness(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms);
  else
    select * into v_days
    from analytics.completeness_as_of(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms, metrics.as_of);
  end if;

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, metrics.level, metrics.granularity, metrics.date_from, metrics.date_to, v_filters, v_days.complete_days, v_row_platforms,
    metrics."limit", v_offset, as_of => metrics.as_of
  );

  return pg_catalog.json_build_object(
    'brand_id', metrics.brand_id,
    'level', metrics.level,
    'granularity', metrics.granularity,
    'date_from', metrics.date_from,
    'date_to', metrics.date_to,
    'columns', array['date', 'partial'] || analytics.level_keys(metrics.level) || v_metrics,
    'data', coalesce(v_rows.data, '[]'),
    'totals', v_rows.totals,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > v_offset + metrics."limit",
      'attribution_setting', v_brand.revenue_source,
      'as_of', metrics.as_of,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then metrics.level else 'campaign' end, metrics.date_from, metrics.date_to, v_today,
        metrics.granularity, v_platforms, metrics.as_of
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, metrics.platform)
    )
  );
end
$function$;
create or replace view analytics.entity_paths with (security_invoker=true) as
 SELECT entities.brand_id,
    entities.entity_id,
    entities.level,
    entities.platform,
    accounts.external_id AS account_id,
    accounts.name AS account_name,
    campaigns.external_id AS campaign_id,
    campaigns.name AS campaign_name,
    campaigns.status AS campaign_status,
    adsets.external_id AS adset_id,
    adsets.name AS adset_name,
        CASE
            WHEN (entities.level = 'ad'::text) THEN entities.external_id
            ELSE NULL::text
        END AS ad_id,
        CASE
            WHEN (entities.level = 'ad'::text) THEN entities.name
            ELSE NULL::text
        END AS ad_name,
    creatives.external_id AS creative_id,
    accounts.currency AS account_currency
   FROM ((((analytics.entities
     LEFT JOIN analytics.entities accounts ON (((accounts.brand_id = entities.brand_id) AND (accounts.entity_id = COALESCE(entities.account_entity_id, entities.entity_id)))))
     LEFT JOIN analytics.entities campaigns ON (((campaigns.brand_id = entities.brand_id) AND (campaigns.entity_id =
        CASE
            WHEN (entities.level = 'campaign'::text) THEN entities.entity_id
            ELSE entities.campaign_entity_id
        END))))
     LEFT JOIN analytics.entities adsets ON (((adsets.brand_id = entities.brand_id) AND (adsets.entity_id =
        CASE
            WHEN (entities.level = 'adset'::text) THEN entities.entity_id
            ELSE entities.adset_entity_id
        END))))
     LEFT JOIN analytics.creatives ON (((creatives.brand_id = entities.brand_id) AND (creatives.creative_id = entities.creative_id))));
create or replace view analytics.daily_performance with (security_invoker=true) as
 SELECT facts_daily.brand_id,
    facts_daily.day,
    entity_paths.platform,
    entity_paths.account_id,
    entity_paths.account_name,
    entity_paths.campaign_id,
    entity_paths.campaign_name,
    entity_paths.adset_id,
    entity_paths.adset_name,
    entity_paths.ad_id,
    entity_paths.ad_name,
    entity_paths.creative_id,
    ((facts_daily.spend_micros)::numeric / 1000000.0) AS spend,
    ((facts_daily.revenue_micros)::numeric / 1000000.0) AS revenue,
    facts_daily.impressions,
    facts_daily.clicks,
    ((facts_daily.conversions_micros)::numeric / 1000000.0) AS conversions,
    ((facts_daily.purchases_micros)::numeric / 1000000.0) AS purchases,
    ((facts_daily.revenue_micros)::numeric / (NULLIF(facts_daily.spend_micros, 0))::numeric) AS roas,
    ((facts_daily.spend_micros)::numeric / (NULLIF(facts_daily.conversions_micros, 0))::numeric) AS cpa,
    brands.currency,
    ((
        CASE
            WHEN (entity_paths.account_currency <> brands.currency) THEN facts_daily.reported_spend_micros
            ELSE facts_daily.spend_micros
        END)::numeric / 1000000.0) AS reported_spend,
    ((
        CASE
            WHEN (entity_paths.account_currency <> brands.currency) THEN facts_daily.reported_revenue_micros
            ELSE facts_daily.revenue_micros
        END)::numeric / 1000000.0) AS reported_revenue,
    COALESCE(entity_paths.account_currency, brands.currency) AS reported_currency
   FROM ((analytics.facts_daily
     JOIN core.brands ON ((brands.brand_id = facts_daily.brand_id)))
     JOIN analytics.entity_paths ON (((entity_paths.brand_id = facts_daily.brand_id) AND (entity_paths.entity_id = facts_daily.entity_id))));
create or replace view analytics.restatements with (security_invoker=true) as
 WITH replaced AS (
         SELECT versions.brand_id,
            versions.entity_id,
            versions.day,
            NULL::timestamp with time zone AS hour,
            versions.replaced_at,
            to_jsonb(versions.*) AS was,
            later.first_stored_at AS next_stored_at,
            later.measures AS next
           FROM (analytics.facts_daily_versions versions
             LEFT JOIN LATERAL ( SELECT found.first_stored_at,
                    found.measures
                   FROM ( SELECT held.first_stored_at,
                            held.replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_daily_versions held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.day = versions.day) AND (held.entity_id = versions.entity_id) AND (held.replaced_at > versions.replaced_at))
                        UNION ALL
                         SELECT held.first_stored_at,
                            NULL::timestamp with time zone AS replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_daily held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.day = versions.day) AND (held.entity_id = versions.entity_id))) found
                  ORDER BY found.replaced_at
                 LIMIT 1) later ON (true))
        UNION ALL
         SELECT versions.brand_id,
            versions.entity_id,
            ((versions.hour AT TIME ZONE brands.timezone))::date AS day,
            versions.hour,
            versions.replaced_at,
            to_jsonb(versions.*) AS was,
            later.first_stored_at AS next_stored_at,
            later.measures AS next
           FROM ((analytics.facts_hourly_versions versions
             JOIN core.brands ON ((brands.brand_id = versions.brand_id)))
             LEFT JOIN LATERAL ( SELECT found.first_stored_at,
                    found.measures
                   FROM ( SELECT held.first_stored_at,
                            held.replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_hourly_versions held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.hour = versions.hour) AND (held.entity_id = versions.entity_id) AND (held.replaced_at > versions.replaced_at))
                        UNION ALL
                         SELECT held.first_stored_at,
                            NULL::timestamp with time zone AS replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_hourly held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.hour = versions.hour) AND (held.entity_id = versions.entity_id))) found
                  ORDER BY found.replaced_at
                 LIMIT 1) later ON (true))
        ), changes AS (
         SELECT replaced.brand_id,
            replaced.entity_id,
            replaced.day,
            replaced.hour,
            replaced.replaced_at,
            replaced.was,
            replaced.next_stored_at,
            replaced.next,
            step.before,
            step.after,
            step.learned_at
           FROM (replaced
             CROSS JOIN LATERAL ( SELECT replaced.was AS before,
                        CASE
                            WHEN (replaced.next_stored_at <= replaced.replaced_at) THEN replaced.next
                            ELSE NULL::jsonb
                        END AS after,
                    replaced.replaced_at AS learned_at
                UNION ALL
                 SELECT NULL::jsonb AS before,
                    replaced.next AS after,
                    replaced.next_stored_at AS learned_at
                  WHERE (replaced.next_stored_at > replaced.replaced_at)) step)
        )
 SELECT changes.brand_id,
    entity_paths.platform,
    entity_paths.level,
    entity_paths.account_id,
    entity_paths.campaign_id,
    entity_paths.adset_id,
    entity_paths.ad_id,
    changes.day,
    changes.hour,
    definition.name AS measure,
    (((changes.before ->> definition.source_column))::numeric / unit.size) AS from_value,
    (((changes.after ->> definition.source_column))::numeric / unit.size) AS to_value,
    changes.learned_at
   FROM (((changes
     JOIN analytics.entity_paths ON (((entity_paths.brand_id = changes.brand_id) AND (entity_paths.entity_id = changes.entity_id))))
     JOIN analytics.metric_definitions definition ON (((definition.source_column IS NOT NULL) AND ((changes.before ->> definition.source_column) IS DISTINCT FROM (changes.after ->> definition.source_column)))))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (definition.source_column ~~ '%\_micros'::text) THEN 1000000.0
                    ELSE (1)::numeric
                END AS size) unit);
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF platform ON analytics.restatement_factors FOR EACH ROW WHEN ((NOT platform.is_plain(new.platform))) EXECUTE FUNCTION platform.write_plain('platform');
CREATE OR REPLACE FUNCTION analytics.restated_metrics()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['spend'::text, 'impressions'::text, 'clicks'::text, 'conversions'::text, 'revenue'::text, 'purchases'::text];
CREATE OR REPLACE FUNCTION analytics.is_provisional(factor double precision)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (abs((factor - (1)::double precision)) > (0.02)::double precision);
CREATE OR REPLACE FUNCTION analytics.development(brand_id text, first_on date, last_on date)
 RETURNS TABLE(platform text, account_entity_id bigint, day date, age integer, metric text, change double precision)
 LANGUAGE sql
 STABLE
AS $function$
  with states as (
    select
      held.*,
      greatest(
        held.first_stored_at, pg_catalog.lag(held.replaced_at) over (partition by held.day, held.entity_id order by held.replaced_at nulls last)
      ) as began_at
    from (
      select
        facts.day, facts.entity_id, facts.first_stored_at, null::timestamptz as replaced_at,
        array[
          facts.spend_micros, facts.impressions, facts.clicks, facts.conversions_micros, facts.revenue_micros, facts.purchases_micros
        ] as amounts
      from analytics.facts_daily as facts
      where facts.brand_id = development.brand_id and facts.day between development.first_on and development.last_on
      union all
      select
        versions.day, versions.entity_id, versions.first_stored_at, versions.replaced_at,
        array[
          versions.spend_micros, versions.impressions, versions.clicks, versions.conversions_micros, versions.revenue_micros,
          versions.purchases_micros
        ]
      from analytics.facts_daily_versions as versions
      where versions.brand_id = development.brand_id and versions.day between development.first_on and development.last_on
    ) as held
  ),
  changes as (
    select states.day, states.entity_id, moment.at, moment.sign, states.amounts
    from states
    cross join lateral (values (states.began_at, 1), (states.replaced_at, -1)) as moment (at, sign)
    where moment.at is not null
  ),
  -- Summed by entity first, because there are many more changes than entities and platforms.
  sums as materialized (
    select
      changes.entity_id,
      changes.day,
      -- The first report after the end of the day is the first value. What was stored during the day was not complete.
      greatest(1, (changes.at at time zone brands.timezone)::date - changes.day) as age,
      sum(changes.sign * changes.amounts[1]) as spend,
      sum(changes.sign * changes.amounts[2]) as impressions,
      sum(changes.sign * changes.amounts[3]) as clicks,
      sum(changes.sign * changes.amounts[4]) as conversions,
      sum(changes.sign * changes.amounts[5]) as revenue,
      sum(changes.sign * changes.amounts[6]) as purchases
    from changes
    join core.brands on brands.brand_id = development.brand_id
    group by 1, 2, 3
  ),
  accounts as (
    select
      entities.platform, coalesce(entities.account_entity_id, entities.entity_id) as account_entity_id, sums.day, sums.age,
      array[
        sum(sums.spend), sum(sums.impressions), sum(sums.clicks), sum(sums.conversions), sum(sums.revenue), sum(sums.purchases)
      ]::double precision[] as amounts
    from sums
    join analytics.entities on entities.brand_id = development.brand_id and entities.entity_id = sums.entity_id
    group by 1, 2, 3, 4
  )
  select accounts.platform, accounts.account_entity_id, accounts.day, accounts.age, measure.name, accounts.amounts[measure.position]
  from accounts
  cross join lateral pg_catalog.unnest(analytics.restated_metrics()) with ordinality as measure (name, position);
$function$;
CREATE OR REPLACE FUNCTION analytics.expected_restatement(brand_id text)
 RETURNS TABLE(platform text, metric text, age integer, factor double precision, days integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_ages_max constant integer := 35;
  v_days_min constant integer := 28;
  v_days_max constant integer := 120;
  v_today date;
begin
  select (platform.now() at time zone brands.timezone)::date into v_today from core.brands where brands.brand_id = expected_restatement.brand_id;
  return query
  with changes as materialized (
    select found.platform, found.day, found.age, found.metric, sum(found.change) as change
    from analytics.development(expected_restatement.brand_id, v_today - v_days_max, v_today - 2) as found
    group by 1, 2, 3, 4
  ),
  firsts as (
    select changes.platform, changes.metric, changes.day, min(changes.age) as age from changes group by 1, 2, 3
  ),
  enough as (
    select firsts.platform from firsts where firsts.metric = 'spend' and firsts.age = 1 group by 1 having count(*) >= v_days_min
  ),
  steps as (
    select
      firsts.platform, firsts.metric, firsts.day, ages.age,
      sum(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age) as value,
      coalesce(
        pg_catalog.lead(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age), 0
      ) as change
    from firsts
    join enough on enough.platform = firsts.platform
    cross join pg_catalog.generate_series(1, v_ages_max) as ages (age)
    left join changes
      on changes.platform = firsts.platform and changes.metric = firsts.metric and changes.day = firsts.day and changes.age = ages.age
    where ages.age >= firsts.age and firsts.day + ages.age < v_today
  ),
  links as (
    select
      steps.platform, steps.metric, steps.age, count(*)::integer as days,
      pg_catalog.percentile_cont(0.5) within group (order by 1 + steps.change / steps.value) as link
    from steps
    -- The change at the next age is known when that day is over.
    where steps.value > 0 and steps.day + steps.age + 1 < v_today
    group by 1, 2, 3
  )
  -- Chain ladder: the product of the medians from this age on (Mack 1993, with medians in place of means).
  select
    links.platform, links.metric, links.age,
    pg_catalog.exp(sum(pg_catalog.ln(greatest(links.link, 0.01))) over (partition by links.platform, links.metric order by links.age desc)),
    links.days
  from links
  order by 1, 2, 3;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.renew_restatement_factors(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- The jobs of a night need the factors once.
  if exists (
    select from analytics.restatement_factors as held
    where held.brand_id = renew_restatement_factors.brand_id and held.computed_at > platform.now() - interval '12 hours'
      and held.computed_at <= platform.now()
  ) then
    return;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.restatement/' || renew_restatement_factors.brand_id, 0));
  delete from analytics.restatement_factors as held where held.brand_id = renew_restatement_factors.brand_id;
  insert into analytics.restatement_factors (brand_id, platform, metric, age, factor, days)
  select renew_restatement_factors.brand_id, expected.platform, expected.metric, expected.age, expected.factor, expected.days
  from analytics.expected_restatement(renew_restatement_factors.brand_id) as expected;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.last_reported_on(brand_id text, account analytics.entities, day date)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select (greatest(
    (
      select max(windows.read_at)
      from sources.sources as held
      join sources.windows on windows.brand_id = held.brand_id and windows.source_id = held.source_id
      where held.brand_id = last_reported_on.brand_id
        and analytics.imported_platform(held.platform) = (last_reported_on.account).platform
        and held.external_id = (last_reported_on.account).external_id
        and windows.report = 'ads_daily'
        and last_reported_on.day between greatest(windows.first_on, windows.read_from) and windows.last_on
    ),
    (
      -- An import states its platforms, but not its accounts.
      select max(held.imported_at)
      from analytics.imports as held
      where held.brand_id = last_reported_on.brand_id
        and held.kind = 'ads'
        and held.undone_at is null
        and (last_reported_on.account).platform = any (held.platforms)
        and last_reported_on.day between held.first_on and held.last_on
    )
  ) at time zone brands.timezone)::date
  from core.brands
  where brands.brand_id = last_reported_on.brand_id;
$function$;
CREATE OR REPLACE FUNCTION analytics.restatement_status(brand_id text, is_by_account boolean DEFAULT false)
 RETURNS TABLE(platform text, account_id text, metric text, last_week double precision, this_week double precision, is_known boolean, has_last_week boolean, is_reported_again boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with moment as (
    select (platform.now() at time zone brands.timezone)::date as today from core.brands where brands.brand_id = restatement_status.brand_id
  ),
  changes as materialized (
    select found.*, moment.today
    from moment
    cross join lateral analytics.development(restatement_status.brand_id, moment.today - 14, moment.today - 1) as found
    where found.metric in ('spend', 'impressions', 'clicks', 'conversions', 'revenue')
  ),
  -- Of each account, because the first report of another account does not change what was reported.
  days as (
    select
      changes.platform, changes.account_entity_id, changes.metric, changes.day, changes.today, sum(changes.change) as value,
      (pg_catalog.array_agg(changes.change order by changes.age))[1] as first_value,
      changes.day + min(changes.age) as first_reported_on,
      changes.day + max(changes.age) as last_changed_on
    from changes
    group by 1, 2, 3, 4, 5
  ),
  -- A day that was reported once can have changed at the platform since, so that its change is not known.
  repeated as (
    select
      held.account_entity_id,
      pg_catalog.bool_and(
        greatest(held.last_changed_on, analytics.last_reported_on(restatement_status.brand_id, accounts, held.day)) > held.first_reported_on
      ) as is_reported_again
    from (
      select days.account_entity_id, days.day, min(days.first_reported_on) as first_reported_on, max(days.last_changed_on) as last_changed_on
      from days
      where days.day < days.today - 7
      group by 1, 2
    ) as held
    join analytics.entities as accounts on accounts.brand_id = restatement_status.brand_id and accounts.entity_id = held.account_entity_id
    group by held.account_entity_id
  )
  select
    days.platform,
    shown.account_id,
    days.metric,
    case when pg_catalog.bool_and(coalesce(repeated.is_reported_again, true)) then
      sum(days.value) filter (where days.day < days.today - 7) / nullif(sum(days.first_value) filter (where days.day < days.today - 7), 0) - 1
    end,
    sum(days.value * factors.factor) filter (where days.day >= days.today - 7)
      / nullif(sum(days.value) filter (where days.day >= days.today - 7 and factors.factor is not null), 0) - 1,
    coalesce(pg_catalog.bool_or(factors.factor is not null), false),
    pg_catalog.bool_or(repeated.is_reported_again is not null),
    -- Accounts without reports of last week do not count.
    coalesce(pg_catalog.bool_and(repeated.is_reported_again), false)
  from days
  join analytics.entities as accounts on accounts.brand_id = restatement_status.brand_id and accounts.entity_id = days.account_entity_id
  cross join lateral (select case when restatement_status.is_by_account then accounts.external_id end as account_id) as shown
  left join repeated on repeated.account_entity_id = days.account_entity_id
  left join analytics.restatement_factors as factors
    on factors.brand_id = restatement_status.brand_id and factors.platform = days.platform and factors.metric = days.metric
    and factors.age = days.today - days.day
  group by days.platform, shown.account_id, days.metric
  having sum(days.value) is not null;
$function$;
CREATE OR REPLACE FUNCTION analytics.active_accounts(brand_id text)
 RETURNS TABLE(platform text, account_id text, reported_through date, lag_days integer)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_last_on date;
begin
  -- A day that has not ended is incomplete, so that it is excluded.
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_last_on
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = active_accounts.brand_id and data_status.kind = 'ads_daily';
  return query
  with reported as (
    select
      accounts.platform, accounts.external_id,
      coalesce(max(facts.day) filter (where unfinished.day is null), min(facts.day) - 1) as through
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    left join analytics.unfinished_days as unfinished
      on unfinished.brand_id = facts.brand_id and unfinished.entity_id = facts.entity_id and unfinished.day = facts.day
    where facts.brand_id = active_accounts.brand_id and facts.level = 'account' and facts.day > v_last_on - 14 and facts.day <= v_last_on
    group by accounts.platform, accounts.external_id
    having sum(facts.spend_micros) > 0 or sum(facts.store_revenue_micros) > 0
  )
  select reported.platform, reported.external_id, known.through, v_last_on - known.through
  from reported
  left join (
    select listed.platform, listed.account_id, period.days
    from sources.reported_days(active_accounts.brand_id) as listed
    cross join lateral pg_catalog.unnest(listed.days) as period (days)
  ) as read
    on read.platform = reported.platform and read.account_id = reported.external_id and read.days @> reported.through + 1
  cross join lateral (
    -- least and greatest ignore null.
    select case when read.days is null then reported.through else greatest(reported.through, least(pg_catalog.upper(read.days) - 1, v_last_on)) end as through
  ) as known;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.unreported_days(brand_id text, date_from date, date_to date, platforms text[] DEFAULT NULL::text[])
 RETURNS TABLE(platform text, account_id text, days datemultirange, ends_after date)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  with accounts as (
    select held.entity_id, held.platform, held.external_id
    from analytics.entities as held
    where held.brand_id = unreported_days.brand_id
      and held.level = 'account'
      and held.account_entity_id is null and held.campaign_entity_id is null and held.adset_entity_id is null
      and (unreported_days.platforms is null or held.platform = any (unreported_days.platforms))
  ),
  reported as (
    select accounts.*, held.day, held.was_active
    from accounts
    cross join lateral (
      (
        select facts.day, facts.spend_micros > 0 or facts.store_revenue_micros > 0 as was_active
        from analytics.rollups_daily as facts
        where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
          and facts.day >= unreported_days.date_from - 90 and facts.day < unreported_days.date_from
        order by facts.day desc
        limit 1
      )
      union all
      select facts.day, facts.spend_micros > 0 or facts.store_revenue_micros > 0
      from analytics.rollups_daily as facts
      where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
        and facts.day between unreported_days.date_from and unreported_days.date_to
      union all
      (
        select facts.day, true
        from analytics.rollups_daily as facts
        where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
          and facts.day > unreported_days.date_to and facts.day <= unreported_days.date_to + 90
        order by facts.day
        limit 1
      )
    ) as held
  ),
  steps as (
    select reported.*, pg_catalog.lead(reported.day) over (partition by reported.entity_id order by reported.day) as next_on from reported
  ),
  missing as (
    select
      steps.platform, steps.external_id,
      pg_catalog.range_agg(
        pg_catalog.daterange(greatest(steps.day + 1, unreported_days.date_from), least(steps.next_on, steps.day + 91, unreported_days.date_to + 1))
      ) as days,
      max(steps.day) filter (where steps.next_on is null) as ends_after
    from steps
    where steps.was_active
      and steps.day < unreported_days.date_to
      and coalesce(steps.next_on, unreported_days.date_to + 1) - 1 >= unreported_days.date_from
      and (steps.next_on is null or steps.next_on - steps.day > 7)
    group by steps.platform, steps.entity_id, steps.external_id
  )
  select missing.platform, missing.external_id, unknown.days, missing.ends_after
  from missing
  left join sources.reported_days(unreported_days.brand_id) as read
    on read.platform = missing.platform and read.account_id = missing.external_id
  cross join lateral (select missing.days - coalesce(read.days, '{}') as days) as unknown
  where unknown.days <> '{}';
end
$function$;
CREATE OR REPLACE FUNCTION analytics.gap_warning(platform text, account_id text, days daterange, reported_through date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (reported_through IS NOT NULL) THEN platform.warning('account_is_late'::text, jsonb_build_object('account_id', account_id, 'platform', platform, 'reported_through', reported_through)) ELSE platform.warning('account_has_a_gap'::text, jsonb_build_object('account_id', account_id, 'platform', platform, 'date_from', lower(days), 'date_to', (upper(days) - 1))) END;
CREATE OR REPLACE FUNCTION analytics.days_without(first_on date, last_on date, missing datemultirange)
 RETURNS datemultirange
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (first_on <= last_on) THEN (datemultirange(daterange(first_on, last_on, '[]'::text)) - COALESCE(missing, '{}'::datemultirange)) ELSE '{}'::datemultirange END;
CREATE OR REPLACE FUNCTION analytics.completeness(brand core.brands, date_from date, date_to date, granularity text, platforms text[], row_platforms text[], OUT complete_days datemultirange[], OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with moment as (
    select
      (platform.now() at time zone (completeness.brand).timezone)::date as today,
      (
        select data_status.first_on
        from analytics.data_status
        where data_status.brand_id = (completeness.brand).brand_id and data_status.kind = 'ads_hourly' and completeness.granularity = 'hour'
      ) as hours_begin_on
  ),
  accounts as materialized (
    select * from analytics.active_accounts((completeness.brand).brand_id)
  ),
  histories as materialized (
    select status.platform, status.first_on, status.last_on
    from analytics.platform_status as status
    where status.brand_id = (completeness.brand).brand_id and status.kind = 'ads_daily'
  ),
  scopes as (
    select 1 as position, completeness.platforms as names
    union all
    select 1 + named.position, array[named.platform]
    from pg_catalog.unnest(completeness.row_platforms) with ordinality as named (platform, position)
  ),
  bounds as materialized (
    select
      scopes.position,
      scopes.names,
      histories.first_on as begins_on,
      greatest(completeness.date_from, histories.first_on) as first_on,
      least(completeness.date_to, coalesce(reports.through, least(histories.last_on, moment.today - 1))) as last_on
    from scopes
    cross join moment
    cross join lateral (
      select min(held.first_on) as first_on, max(held.last_on) as last_on
      from histories as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as histories
    cross join lateral (
      select min(held.reported_through) as through
      from accounts as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as reports
  ),
  gaps as materialized (
    select missing.*
    from bounds
    cross join lateral analytics.unreported_days((completeness.brand).brand_id, bounds.first_on, bounds.last_on, completeness.platforms) as missing
    where bounds.position = 1 and bounds.first_on <= bounds.last_on
  ),
  unfinished as materialized (
    select reporting.platform, reporting.external_id as account_id, held.day
    from analytics.unfinished_days as held
    join analytics.entities as reporting on reporting.brand_id = held.brand_id and reporting.entity_id = held.entity_id
    cross join moment
    where held.brand_id = (completeness.brand).brand_id
      and held.day between completeness.date_from and least(completeness.date_to, moment.today - 1)
      and (completeness.platforms is null or reporting.platform = any (completeness.platforms))
  ),
  unread as materialized (
    select held.platform, held.days, held.days_no_longer_kept
    from sources.unread_accounts(
      (completeness.brand).brand_id, completeness.platforms, case completeness.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end
    ) as held
  ),
  unreported as (
    select gaps.platform, gaps.days as days from gaps
    union all
    select unread.platform, unread.days + unread.days_no_longer_kept from unread
    union all
    select unfinished.platform, pg_catalog.datemultirange(pg_catalog.daterange(unfinished.day, unfinished.day, '[]')) from unfinished
  ),
  known as (
    select
      1 as position,
      case
        when exists (
          select from histories as held
          where held.last_on >= moment.today and (completeness.platforms is null or held.platform = any (completeness.platforms))
        )
        then platform.warning('today_is_not_over', pg_catalog.jsonb_build_object('today', moment.today))
        else platform.warning('today_is_not_reported', pg_catalog.jsonb_build_object('today', moment.today))
      end as warning
    from moment
    where moment.today between completeness.date_from and completeness.date_to
    union all
    select 2, platform.warning('data_begins_later', pg_catalog.jsonb_build_object('first_on', coalesce(moment.hours_begin_on, bounds.begins_on)))
    from bounds
    cross join moment
    where bounds.position = 1 and completeness.date_from < coalesce(moment.hours_begin_on, bounds.begins_on)
      -- While earlier days are being read, it is not known where the data begins.
      and not exists (
        select from unread
        where unread.days && pg_catalog.daterange(completeness.date_from, coalesce(moment.hours_begin_on, bounds.begins_on))
      )
    union all
    select 2, still.warning
    from pg_catalog.unnest(
      sources.unread_warnings(
        (completeness.brand).brand_id, completeness.date_from, completeness.date_to, completeness.platforms,
        case completeness.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end
      )
    ) as still (warning)
    union all
    select
      3,
      case when not exists (
          select from accounts as others
          where others.reported_through > accounts.reported_through
            and (completeness.platforms is null or others.platform = any (completeness.platforms))
        )
        then platform.warning('data_ends_earlier', pg_catalog.jsonb_build_object('reported_through', accounts.reported_through))
        else analytics.gap_warning(accounts.platform, accounts.account_id, null, accounts.reported_through)
      end
    from accounts
    cross join moment
    where completeness.granularity <> 'hour'
      and accounts.reported_through < least(completeness.date_to, moment.today - 1)
      and (completeness.platforms is null or accounts.platform = any (completeness.platforms))
    union all
    select
      4,
      analytics.gap_warning(
        gaps.platform, gaps.account_id, missing.days,
        case when pg_catalog.upper(missing.days) = pg_catalog.upper(gaps.days) then gaps.ends_after end
      )
    from gaps
    cross join lateral pg_catalog.unnest(gaps.days) as missing (days)
    where completeness.granularity <> 'hour'
    union all
    select
      5,
      platform.warning(
        'account_reported_too_early',
        pg_catalog.jsonb_build_object('account_id', unfinished.account_id, 'platform', unfinished.platform, 'day', unfinished.day)
      )
    from unfinished
    where completeness.granularity <> 'hour'
  )
  select
    array(
      select analytics.days_without(
        bounds.first_on, bounds.last_on,
        (select pg_catalog.range_agg(unreported.days) from unreported where bounds.names is null or unreported.platform = any (bounds.names))
      )
      from bounds
      order by bounds.position
    ),
    array(select known.warning from known group by known.position, known.warning order by known.position, known.warning)
  into completeness.complete_days, completeness.warnings;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.account_days_as_of(brand core.brands, date_from date, date_to date, platforms text[], stored_before timestamp with time zone)
 RETURNS TABLE(platform text, account_id text, day date, was_active boolean, is_cut_off boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with accounts as materialized (
    select
      entities.entity_id, reporting.entity_id as account_entity_id, reporting.platform, reporting.external_id,
      coalesce(reporting.timezone, (account_days_as_of.brand).timezone) as timezone
    from analytics.entities
    join analytics.entities as reporting
      on reporting.brand_id = entities.brand_id and reporting.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
    where entities.brand_id = (account_days_as_of.brand).brand_id
      and (account_days_as_of.platforms is null or reporting.platform = any (account_days_as_of.platforms))
  ),
  held as (
    select
      accounts.account_entity_id, facts.day,
      sum(facts.spend_micros) > 0 or sum(facts.store_revenue_micros) > 0 as was_active,
      max(facts.first_stored_at) as stored_at
    from analytics.facts_as_of(
      (account_days_as_of.brand).brand_id, account_days_as_of.date_from, account_days_as_of.date_to, account_days_as_of.stored_before
    ) as facts
    join accounts on accounts.entity_id = facts.entity_id
    group by 1, 2
  ),
  changed as (
    select accounts.account_entity_id, versions.day, max(versions.replaced_at) as changed_at
    from analytics.facts_daily_versions as versions
    join accounts on accounts.entity_id = versions.entity_id
    where versions.brand_id = (account_days_as_of.brand).brand_id
      and versions.day between account_days_as_of.date_from and account_days_as_of.date_to
      and versions.replaced_at < account_days_as_of.stored_before
    group by 1, 2
  )
  select
    accounts.platform, accounts.external_id, held.day, coalesce(held.was_active, false),
    greatest(held.stored_at, changed.changed_at) < (held.day + 1)::timestamp at time zone accounts.timezone
  from held
  join accounts on accounts.entity_id = held.account_entity_id
  left join changed on changed.account_entity_id = held.account_entity_id and changed.day = held.day;
$function$;
CREATE OR REPLACE FUNCTION analytics.completeness_as_of(brand core.brands, date_from date, date_to date, granularity text, platforms text[], row_platforms text[], as_of date, OUT complete_days datemultirange[], OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_before constant timestamptz := analytics.stored_before(completeness_as_of.as_of, (completeness_as_of.brand).timezone);
  v_today constant date := least(completeness_as_of.as_of, (platform.now() at time zone (completeness_as_of.brand).timezone)::date);
begin
  with reported as materialized (
    select days.*
    from analytics.account_days_as_of(
      completeness_as_of.brand, completeness_as_of.date_from - 90, least(completeness_as_of.date_to + 90, v_today), completeness_as_of.platforms, v_before
    ) as days
  ),
  steps as (
    select
      reported.*,
      pg_catalog.lead(reported.day) over (partition by reported.platform, reported.account_id order by reported.day) as next_on
    from reported
  ),
  gaps as materialized (
    select
      steps.platform, steps.account_id, steps.day as ends_after, steps.next_on is null as is_last,
      pg_catalog.daterange(
        greatest(steps.day + 1, completeness_as_of.date_from), least(steps.next_on, steps.day + 91, completeness_as_of.date_to + 1, v_today)
      ) as days
    from steps
    where steps.was_active
      and (steps.next_on is null or steps.next_on - steps.day > 7)
      and greatest(steps.day + 1, completeness_as_of.date_from) < least(steps.next_on, steps.day + 91, completeness_as_of.date_to + 1, v_today)
  ),
  unfinished as materialized (
    select reported.platform, reported.account_id, reported.day
    from reported
    where reported.is_cut_off and reported.day between completeness_as_of.date_from and completeness_as_of.date_to
  ),
  unread as materialized (
    select held.platform, held.days, held.days_no_longer_kept
    from sources.unread_accounts(
      (completeness_as_of.brand).brand_id, completeness_as_of.platforms,
      case completeness_as_of.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end, v_before
    ) as held
  ),
  scopes as (
    select 1 as position, completeness_as_of.platforms as names
    union all
    select 1 + named.position, array[named.platform]
    from pg_catalog.unnest(completeness_as_of.row_platforms) with ordinality as named (platform, position)
  ),
  bounds as materialized (
    select
      scopes.position, scopes.names, history.begins_on,
      greatest(completeness_as_of.date_from, history.begins_on) as first_on,
      least(completeness_as_of.date_to, v_today, case when not history.is_active then history.ends_on end) as last_on
    from scopes
    cross join lateral (
      select
        -- Only a history that seems to begin within the range needs the search of all earlier days.
        case when min(held.day) < completeness_as_of.date_from then min(held.day)
          else least(
            min(held.day),
            (
              select min(facts.day)
              from analytics.facts_daily as facts
              join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
              where facts.brand_id = (completeness_as_of.brand).brand_id
                and facts.day < completeness_as_of.date_from
                and facts.first_stored_at < v_before
                and (scopes.names is null or entities.platform = any (scopes.names))
            )
          )
        end as begins_on,
        max(held.day) as ends_on,
        coalesce(pg_catalog.bool_or(held.was_active and held.day > v_today - 15), false) as is_active
      from reported as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as history
  ),
  hours as (
    select (facts.hour at time zone (completeness_as_of.brand).timezone)::date as begin_on
    from analytics.facts_hourly as facts
    where completeness_as_of.granularity = 'hour'
      and facts.brand_id = (completeness_as_of.brand).brand_id
      and facts.first_stored_at < v_before
    order by facts.hour
    limit 1
  ),
  unreported as (
    select gaps.platform, pg_catalog.datemultirange(gaps.days) as days from gaps
    union all
    select unread.platform, unread.days + unread.days_no_longer_kept from unread
    union all
    select unfinished.platform, pg_catalog.datemultirange(pg_catalog.daterange(unfinished.day, unfinished.day, '[]')) from unfinished
  ),
  known as (
    select 2 as position, platform.warning('data_begins_later', pg_catalog.jsonb_build_object('first_on', begins.first_on)) as warning
    from bounds
    left join hours on true
    cross join lateral (select coalesce(hours.begin_on, bounds.begins_on) as first_on) as begins
    where bounds.position = 1 and completeness_as_of.date_from < begins.first_on
      and not exists (select from unread where unread.days && pg_catalog.daterange(completeness_as_of.date_from, begins.first_on))
    union all
    select 2, still.warning
    from pg_catalog.unnest(
      sources.unread_warnings(
        (completeness_as_of.brand).brand_id, completeness_as_of.date_from, completeness_as_of.date_to, completeness_as_of.platforms,
        case completeness_as_of.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end, v_before
      )
    ) as still (warning)
    union all
    select
      case when gaps.is_last then 3 else 4 end,
      analytics.gap_warning(gaps.platform, gaps.account_id, gaps.days, case when gaps.is_last then gaps.ends_after end)
    from gaps
    where completeness_as_of.granularity <> 'hour'
    union all
    select
      5,
      platform.warning(
        'account_reported_too_early',
        pg_catalog.jsonb_build_object('account_id', unfinished.account_id, 'platform', unfinished.platform, 'day', unfinished.day)
      )
    from unfinished
    where completeness_as_of.granularity <> 'hour'
  )
  select
    array(
      select analytics.days_without(
        bounds.first_on, bounds.last_on,
        (select pg_catalog.range_agg(unreported.days) from unreported where bounds.names is null or unreported.platform = any (bounds.names))
      )
      from bounds
      order by bounds.position
    ),
    array(select known.warning from known group by known.position, known.warning order by known.position, known.warning)
  into completeness_as_of.complete_days, completeness_as_of.warnings;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.days_as_of(brand_id text, kind text, stored_before timestamp with time zone, OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  -- A row that counted at that time still exists with its first time, or was removed later and has a version.
  select
    least(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour
        limit 1
      ),
      min(versions.day)
    ),
    greatest(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day desc
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour desc
        limit 1
      ),
      max(versions.day)
    )
  from (
    select held.day
    from analytics.facts_daily_versions as held
    where days_as_of.kind = 'ads_daily' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
    union all
    select (held.hour at time zone brands.timezone)::date
    from analytics.facts_hourly_versions as held
    join core.brands on brands.brand_id = held.brand_id
    where days_as_of.kind = 'ads_hourly' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
  ) as versions;
$function$;
CREATE OR REPLACE FUNCTION analytics.compared_range(compare_to text, date_from date, date_to date, complete_through date, OUT base_from date, OUT base_to date)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (compared_range.date_from - back.length)::date, (compared_range.date_to - back.length)::date
  from (values (true)) as one (row)
  left join lateral (
    -- The shortest calendar period that begins with the range and is not complete yet.
    select named.length
    from (
      values
        (1, interval '1 week', extract(isodow from compared_range.date_from) = 1),
        (2, interval '1 month', extract(day from compared_range.date_from) = 1),
        (3, interval '3 months', compared_range.date_from = pg_catalog.date_trunc('quarter', compared_range.date_from::timestamp)::date),
        (4, interval '1 year', extract(doy from compared_range.date_from) = 1)
    ) as named (position, length, is_begin)
    where compared_range.compare_to = 'previous_period'
      and named.is_begin
      and compared_range.date_to < compared_range.date_from + named.length
      and compared_range.date_to >= compared_range.complete_through
      and compared_range.date_from + named.length - interval '1 day' > compared_range.complete_through
    order by named.position
    limit 1
  ) as period on true
  cross join lateral (
    select case
      when compared_range.compare_to = 'previous_year' then interval '1 year'
      when compared_range.compare_to = 'previous_year_weekdays' then interval '364 days'
      else coalesce(period.length, pg_catalog.make_interval(days => compared_range.date_to - compared_range.date_from + 1))
    end as length
  ) as back
  where compared_range.compare_to in ('previous_period', 'previous_year', 'previous_year_weekdays');
$function$;
CREATE OR REPLACE FUNCTION analytics.comparable_days(compare_to text, date_from date, date_to date, complete_through date, OUT first_on date, OUT last_on date, OUT base_first_on date, OUT base_last_on date)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select part.first_on, part.last_on, part.base_first_on, part.base_last_on
  from analytics.compared_range(
    comparable_days.compare_to, comparable_days.date_from, comparable_days.date_to, comparable_days.complete_through
  ) as base
  cross join lateral analytics.comparable_part(
    comparable_days.date_from, comparable_days.date_to, base.base_from, base.base_to, comparable_days.complete_through
  ) as part
  where base.base_from is not null and part.first_on is not null;
$function$;
CREATE OR REPLACE FUNCTION analytics.with_compared_range(brand_id text, interpretation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_time constant jsonb := with_compared_range.interpretation -> 'time';
  v_from constant date := (v_time ->> 'date_from')::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  v_filters constant jsonb := coalesce(with_compared_range.interpretation -> 'filters', '{}');
  v_complete_through date;
  v_base record;
  v_name text;
begin
  if v_time ->> 'comparison' is null and v_time ->> 'compare_from' is null then
    return with_compared_range.interpretation;
  end if;
  v_complete_through := analytics.complete_through(
    with_compared_range.brand_id, analytics.filtered_platforms(with_compared_range.brand_id, v_filters)
  );
  if v_time ->> 'comparison' is not null then
    v_base := analytics.compared_range(v_time ->> 'comparison', v_from, v_to, v_complete_through);
    return pg_catalog.jsonb_set(
      with_compared_range.interpretation, '{time}',
      v_time || pg_catalog.jsonb_build_object('compare_from', v_base.base_from, 'compare_to', v_base.base_to)
    );
  end if;
  select named.name into v_name
  from pg_catalog.unnest(array['previous_period', 'previous_year', 'previous_year_weekdays']) with ordinality as named (name, position)
  cross join lateral analytics.compared_range(named.name, v_from, v_to, v_complete_through) as base
  where base.base_from = (v_time ->> 'compare_from')::date and base.base_to = (v_time ->> 'compare_to')::date
  order by named.position
  limit 1;
  return pg_catalog.jsonb_set(with_compared_range.interpretation, '{time,comparison}', coalesce(pg_catalog.to_jsonb(v_name), 'null'));
end
$function$;
CREATE OR REPLACE FUNCTION analytics.comparable_time(brand_id text, "time" jsonb, filters jsonb, OUT first_on date, OUT last_on date, OUT base_first_on date, OUT base_last_on date, OUT is_comparable boolean, OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_from constant date := (comparable_time."time" ->> 'date_from')::date;
  v_to constant date := (comparable_time."time" ->> 'date_to')::date;
  v_base_from constant date := (comparable_time."time" ->> 'compare_from')::date;
  v_base_to constant date := (comparable_time."time" ->> 'compare_to')::date;
  v_platforms constant text[] := analytics.filtered_platforms(comparable_time.brand_id, comparable_time.filters);
  v_unread record;
begin
  select part.* into first_on, last_on, base_first_on, base_last_on
  from analytics.comparable_part(
    v_from, v_to, v_base_from, v_base_to,
    analytics.complete_through(comparable_time.brand_id, v_platforms)
  ) as part;
  warnings := '{}';
  if first_on is null then
    warnings := array[platform.warning('nothing_can_be_compared', pg_catalog.jsonb_build_object('date_from', v_from, 'date_to', v_to))];
  else
    v_unread := sources.unread_comparison(comparable_time.brand_id, first_on, last_on, base_first_on, base_last_on, v_platforms);
    warnings := v_unread.warnings;
  end if;
  is_comparable := warnings = '{}';
  if not is_comparable then
    first_on := v_from;
    last_on := v_to;
    base_first_on := v_base_from;
    base_last_on := v_base_to;
  elsif last_on < v_to then
    warnings := array[
      platform.warning(
        'only_complete_days_are_compared',
        pg_catalog.jsonb_build_object('date_from', first_on, 'date_to', last_on, 'compared_from', base_first_on, 'compared_to', base_last_on)
      )
    ];
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.ids_of_rows(rows json)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(
    (
      select pg_catalog.jsonb_build_object(
        key.name, (select pg_catalog.jsonb_agg(distinct shown.value ->> key.name) from pg_catalog.json_array_elements(ids_of_rows.rows) as shown)
      )
      from pg_catalog.unnest(array['ad_id', 'adset_id', 'campaign_id', 'account_id']) with ordinality as key (name, position)
      where not exists (select from pg_catalog.json_array_elements(ids_of_rows.rows) as shown where shown.value ->> key.name is null)
      order by key.position
      limit 1
    ),
    '{}'
  );
$function$;
CREATE OR REPLACE FUNCTION analytics.rows_of_page(brand core.brands, page json, metrics text[], level text, granularity text, date_from date, date_to date, filters jsonb, complete_days datemultirange, until time without time zone, is_all boolean)
 RETURNS analytics.metric_rows
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_rows analytics.metric_rows;
begin
  v_rows := analytics.metric_rows(
    rows_of_page.brand, rows_of_page.metrics, rows_of_page.level, rows_of_page.granularity, rows_of_page.date_from, rows_of_page.date_to,
    rows_of_page.filters, array[rows_of_page.complete_days], "limit" => case when rows_of_page.is_all then 1000000 else 0 end, until => rows_of_page.until
  );
  if rows_of_page.page is not null and not rows_of_page.is_all then
    v_rows.data := (analytics.metric_rows(
      rows_of_page.brand, rows_of_page.metrics, rows_of_page.level, rows_of_page.granularity, rows_of_page.date_from, rows_of_page.date_to,
      rows_of_page.filters || analytics.ids_of_rows(rows_of_page.page), array[rows_of_page.complete_days], "limit" => 1000000,
      until => rows_of_page.until
    )).data;
  end if;
  return v_rows;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.compare_metrics(brand core.brands, rows analytics.metric_rows, metrics text[], level text, granularity text, date_from date, date_to date, filters jsonb, platforms text[], compare_to text, OUT data json, OUT base json, OUT deltas jsonb, OUT warnings jsonb[], OUT not_compared text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := compare_metrics.brand;
  v_is_whole constant boolean := compare_metrics.granularity = 'none';
  v_page constant json := case when v_is_whole then (compare_metrics.rows).data end;
  v_is_all constant boolean := coalesce(pg_catalog.json_array_length(v_page) = (compare_metrics.rows).total_rows, false);
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_days record;
  v_filters jsonb;
  v_granularity text;
  v_part analytics.metric_rows;
  v_base analytics.metric_rows;
begin
  select days.* into v_days
  from connector.comparison(
    v_brand, compare_metrics.compare_to, compare_metrics.date_from, compare_metrics.date_to, compare_metrics.platforms
  ) as days;
  data := (compare_metrics.rows).data;
  warnings := v_days.warnings;
  not_compared := v_days.not_compared;
  if v_days.first_on is null then
    return;
  end if;
  v_filters := compare_metrics.filters || case when v_days.accounts is null then '{}' else pg_catalog.jsonb_build_object('account', v_days.accounts) end;
  v_granularity := case when v_days.until is null then 'none' else 'hours' end;
  -- Calculates the comparable part of the range, unless that is the whole range.
  if v_days.until is null and v_days.first_on = compare_metrics.date_from and v_days.last_on = least(compare_metrics.date_to, v_today) then
    v_part := compare_metrics.rows;
  else
    v_part := analytics.rows_of_page(
      v_brand, v_page, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.first_on, v_days.last_on, v_filters, '{(,)}', v_days.until,
      v_is_all
    );
  end if;
  v_base := analytics.rows_of_page(
    v_brand, v_page, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.base_first_on, v_days.base_last_on, v_filters,
    case when v_days.until is null
      then analytics.complete_days(v_brand.brand_id, v_days.base_first_on, v_days.base_last_on, compare_metrics.platforms)
      else '{(,)}'
    end,
    v_days.until, v_is_all
  );
  if v_is_whole then
    data := connector.row_deltas(data, v_part.data, v_base.data, compare_metrics.metrics);
  end if;
  base := pg_catalog.json_build_object(
    'date_from', v_days.base_first_on,
    'date_to', v_days.base_last_on,
    'until', pg_catalog.to_char(v_days.until, 'HH24:MI'),
    'totals', v_base.totals,
    'of', pg_catalog.json_build_object('date_from', v_days.first_on, 'date_to', v_days.last_on, 'totals', v_part.totals)
  );
  deltas := connector.deltas(v_part.totals::jsonb, v_base.totals::jsonb, compare_metrics.metrics);
end
$function$;
CREATE OR REPLACE FUNCTION analytics.breakdown_trends(brand core.brands, level text, rows json, metric text, granularity text, date_from date, date_to date, filters jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_trends analytics.metric_rows;
begin
  v_trends := analytics.metric_rows(
    breakdown_trends.brand, array[breakdown_trends.metric], breakdown_trends.level, breakdown_trends.granularity, breakdown_trends.date_from,
    breakdown_trends.date_to,
    breakdown_trends.filters || analytics.ids_of_rows(breakdown_trends.rows), '{"{(,)}"}', "limit" => 1000000
  );
  return (
    select pg_catalog.json_agg(shown.value::jsonb || pg_catalog.jsonb_build_object('trend', coalesce(trends.points, '[]')) order by shown.position)
    from pg_catalog.json_array_elements(breakdown_trends.rows) with ordinality as shown (value, position)
    left join (
      select
        connector.entity_of(point.value) as entity,
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object('date', point.value -> 'date', 'value', point.value -> breakdown_trends.metric) order by point.value ->> 'date'
        ) as points
      from pg_catalog.json_array_elements(v_trends.data) as point
      group by 1
    ) as trends on trends.entity = connector.entity_of(shown.value)
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.breakdown(brand_id text, date_from date, date_to date, level text DEFAULT 'campaign'::text, metrics text[] DEFAULT '{spend,revenue,roas,cpa,conversions}'::text[], platform text DEFAULT NULL::text, account_ids text[] DEFAULT NULL::text[], campaign_ids text[] DEFAULT NULL::text[], adset_ids text[] DEFAULT NULL::text[], search text DEFAULT NULL::text, compare_to text DEFAULT 'none'::text, trend text DEFAULT NULL::text, sort text DEFAULT 'spend'::text, "order" text DEFAULT 'desc'::text, "limit" integer DEFAULT 50, page integer DEFAULT 1)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_metrics text[];
  v_platforms text[];
  v_filters jsonb;
  v_days record;
  v_today date;
  v_trend_granularity text;
  v_offset constant bigint := breakdown."limit"::bigint * (breakdown.page - 1);
  v_rows analytics.metric_rows;
  v_compared record;
begin
  perform platform.require_page(breakdown."limit", breakdown.page);
  perform platform.require_choice('level', breakdown.level, array['ad_account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('compare_to', breakdown.compare_to, array['none', 'previous_period', 'previous_year', 'previous_year_weekdays']);
  perform platform.require_choice('order', breakdown."order", array['desc', 'asc']);
  perform analytics.check_range(breakdown.date_from, breakdown.date_to, 'none');
  v_metrics := analytics.check_metrics(breakdown.metrics);
  perform analytics.check_metrics(array[breakdown.sort], 'sort');
  perform analytics.check_metrics(array[breakdown.trend], 'trend') where breakdown.trend is not null;

  v_brand := core.data_brand(breakdown.brand_id);
  perform analytics.ads_through(v_brand.brand_id, 'day');
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily';
  v_trend_granularity := case when breakdown.date_to - breakdown.date_from < 92 then 'day' else 'week' end;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_platforms := analytics.require_platforms(v_brand.brand_id, breakdown.platform);
  v_filters := pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'platform', v_platforms,
    'account_id', analytics.require_entities(v_brand.brand_id, 'account', breakdown.account_ids, v_platforms),
    'campaign_id', analytics.require_campaigns(v_brand.brand_id, breakdown.campaign_ids, v_platforms),
    'adset_id', analytics.require_entities(v_brand.brand_id, 'adset', breakdown.adset_ids, v_platforms)
  ));
  v_platforms := coalesce(analytics.filtered_platforms(v_brand.brand_id, v_filters), analytics.connected_platforms(v_brand.brand_id));
  v_filters := v_filters || case
    when breakdown.search is null then '{}'
    else pg_catalog.jsonb_build_object('search', breakdown.search, 'search_level', breakdown.level)
  end;
  select * into v_days
  from analytics.completeness(v_brand, breakdown.date_from, breakdown.date_to, 'none', v_platforms, v_platforms);

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, breakdown.level, 'none', breakdown.date_from, breakdown.date_to, v_filters, v_days.complete_days, v_platforms,
    breakdown."limit", v_offset, breakdown.sort, breakdown."order"
  );
  select compared.* into v_compared
  from analytics.compare_metrics(
    v_brand, v_rows, v_metrics, breakdown.level, 'none', breakdown.date_from, breakdown.date_to, v_filters, v_platforms, breakdown.compare_to
  ) as compared;

  return pg_catalog.json_build_object(
    'brand_id', breakdown.brand_id,
    'level', breakdown.level,
    'date_from', breakdown.date_from,
    'date_to', breakdown.date_to,
    'columns', 'partial'::text || analytics.level_keys(breakdown.level) || v_metrics
      || case when v_compared.base is null then '{}' else array(select 'deltas.' || metric.name from pg_catalog.unnest(v_metrics) as metric (name)) end,
    'data', coalesce(
      case
        when breakdown.trend is null or v_rows.data is null then v_compared.data
        else analytics.breakdown_trends(
          v_brand, breakdown.level, v_compared.data, breakdown.trend, v_trend_granularity, breakdown.date_from, breakdown.date_to, v_filters
        )
      end,
      '[]'
    ),
    'totals', v_rows.totals,
    'compared', v_compared.base,
    'not_compared', v_compared.not_compared,
    'deltas', v_compared.deltas,
    'trend_granularity', case when breakdown.trend is not null then v_trend_granularity end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > v_offset + breakdown."limit",
      'attribution_setting', v_brand.revenue_source,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, 'campaign', breakdown.date_from, breakdown.date_to, v_today, 'none', v_platforms
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, breakdown.platform) || v_compared.warnings
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.visitor_hash(brand_id text, visitor_id text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256(convert_to(((brand_id || '/'::text) || visitor_id), 'UTF8'::name));
CREATE OR REPLACE FUNCTION analytics.erased_visitor_id(order_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ('device:erased:'::text || order_id);
CREATE OR REPLACE FUNCTION analytics.forget_erased_visits(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update pg_temp.shop_orders as given
  set customer_id = null, device_id = 'erased:' || given.order_id
  where exists (
      select from analytics.orders as held
      where held.brand_id = forget_erased_visits.brand_id and held.order_id = given.order_id
        and held.visitor_id = analytics.erased_visitor_id(given.order_id)
    )
    or exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = forget_erased_visits.brand_id
        and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, analytics.visitor_id(given.customer_id, given.device_id))
        and erased.erased_at >= given.ordered_at
    );
  delete from pg_temp.journeys as visits
  where exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = forget_erased_visits.brand_id
        and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, analytics.visitor_id(visits.customer_id, visits.device_id))
        and erased.erased_at >= visits.touched_at::timestamptz
    )
    or visits.touch_id in (
      select 'shopify:' || known.visit_id
      from pg_temp.shop_orders as given
      cross join pg_catalog.jsonb_to_recordset(given.visits) as known (visit_id text)
      where given.device_id = 'erased:' || given.order_id
    );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.touches_before_orders(brand_id text, click_days integer, view_days integer, half_life_hours integer, first_share double precision, last_share double precision, is_collapsed boolean, is_cut_at_orders boolean, direct_channels text[])
 RETURNS TABLE(brand_id text, ordered_at timestamp with time zone, order_id text, person_id text, touched_at timestamp with time zone, kind text, channel text, "position" bigint, path_length bigint, first_touch double precision, last_touch double precision, last_non_direct double precision, linear double precision, linear_unique double precision, position_based double precision, time_decay double precision, participation double precision, campaign text, ad text, creative text, opening_campaign text, opening_ad text, opening_creative text)
 LANGUAGE sql
 STABLE
AS $function$
-- All windows are partitioned by brand, time and order, so that a query for one brand and month reads only those rows.
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
    touchpoints.campaign,
    touchpoints.ad,
    touchpoints.creative,
    pg_catalog.lower(touchpoints.channel) = any (touches_before_orders.direct_channels) as is_direct,
    pg_catalog.bool_or(touchpoints.kind = 'click') over of_channel as is_clicked,
    pg_catalog.row_number() over (
      partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel, touchpoints.kind
      order by touchpoints.touched_at desc, touchpoints.touch_id desc
    ) as number_from_last
  from analytics.orders
  join analytics.touchpoints
    on touchpoints.brand_id = orders.brand_id
    and touchpoints.person_id = orders.person_id
    and touchpoints.touched_at <= orders.ordered_at
    and touchpoints.touched_at > orders.ordered_at - pg_catalog.make_interval(hours => 24 * greatest(touches_before_orders.click_days, touches_before_orders.view_days))
    and touchpoints.touched_at > orders.ordered_at
      - pg_catalog.make_interval(
        hours => 24 * case touchpoints.kind when 'click' then touches_before_orders.click_days else touches_before_orders.view_days end
      )
  where orders.brand_id = touches_before_orders.brand_id
    and (
      not touches_before_orders.is_cut_at_orders
      or not exists (
        select from analytics.orders as earlier
        where earlier.brand_id = orders.brand_id
          and earlier.person_id = orders.person_id
          and earlier.ordered_at < orders.ordered_at
          and earlier.ordered_at >= touchpoints.touched_at
      )
    )
  window of_channel as (partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel)
),
counted as (
  select
    touches.*,
    pg_catalog.lead(touches.channel) over path as next_channel,
    pg_catalog.lag(touches.channel) over path as previous_channel
  from touches
  where touches.kind = 'click' or (not touches.is_clicked and touches.number_from_last = 1)
  window path as (
    partition by touches.brand_id, touches.ordered_at, touches.order_id
    order by touches.touched_at, touches.kind desc, touches.channel, touches.touch_id
  )
),
-- A run counts as one touch. If the brand collapses touches, it contains consecutive touches of one channel, otherwise one touch.
in_runs as (
  select
    counted.*,
    count(*) filter (where not touches_before_orders.is_collapsed or counted.previous_channel is distinct from counted.channel) over path as run
  from counted
  window path as (
    partition by counted.brand_id, counted.ordered_at, counted.order_id
    order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
  )
),
opened as (
  select
    in_runs.*,
    pg_catalog.first_value(in_runs.campaign) over run as opening_campaign,
    pg_catalog.first_value(in_runs.ad) over run as opening_ad,
    pg_catalog.first_value(in_runs.creative) over run as opening_creative
  from in_runs
  window run as (
    partition by in_runs.brand_id, in_runs.ordered_at, in_runs.order_id, in_runs.run
    order by in_runs.touched_at, in_runs.kind desc, in_runs.channel, in_runs.touch_id
  )
),
placed as (
  select
    counted.*,
    pg_catalog.row_number() over path as position,
    count(*) over all_touches as path_length,
    pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel)
    + pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel desc)
    - 1 as channels,
    count(*) over (partition by counted.brand_id, counted.ordered_at, counted.order_id, counted.channel) as touches_of_channel,
    pg_catalog.bool_and(counted.is_direct) over all_touches as is_all_direct,
    pg_catalog.row_number() over (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.is_direct, counted.touched_at desc, counted.kind, counted.channel desc, counted.touch_id desc
    ) as number_from_last_non_direct,
    pg_catalog.power(
      2,
      -- The limit of 1000 half-lives prevents an underflow.
      greatest(
        -1000,
        -extract(epoch from pg_catalog.max(counted.touched_at) over all_touches - counted.touched_at)::double precision / (3600 * touches_before_orders.half_life_hours)
      )
    ) as freshness
  from opened as counted
  where not touches_before_orders.is_collapsed or counted.next_channel is distinct from counted.channel
  window
    path as (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
    ),
    all_touches as (partition by counted.brand_id, counted.ordered_at, counted.order_id)
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
    when placed.path_length = 2 and placed.position = 1 then touches_before_orders.first_share / (touches_before_orders.first_share + touches_before_orders.last_share)
    when placed.path_length = 2 then touches_before_orders.last_share / (touches_before_orders.first_share + touches_before_orders.last_share)
    when placed.position = 1 then touches_before_orders.first_share
    when placed.position = placed.path_length then touches_before_orders.last_share
    else (1 - touches_before_orders.first_share - touches_before_orders.last_share) / (placed.path_length - 2)
  end as "position_based",
  placed.freshness / sum(placed.freshness) over (partition by placed.brand_id, placed.ordered_at, placed.order_id) as time_decay,
  1::double precision / placed.touches_of_channel as participation,
  placed.campaign,
  placed.ad,
  placed.creative,
  placed.opening_campaign,
  placed.opening_ad,
  placed.opening_creative
from placed;
$function$;
create or replace view analytics.conversion_touches with (security_invoker=true) as
 SELECT touches.brand_id,
    touches.ordered_at,
    touches.order_id,
    touches.person_id,
    touches.touched_at,
    touches.kind,
    touches.channel,
    touches."position",
    touches.path_length,
    touches.first_touch,
    touches.last_touch,
    touches.last_non_direct,
    touches.linear,
    touches.linear_unique,
    touches.position_based,
    touches.time_decay,
    touches.participation,
    touches.campaign,
    touches.ad,
    touches.creative,
    touches.opening_campaign,
    touches.opening_ad,
    touches.opening_creative
   FROM (analytics.attribution_settings settings
     CROSS JOIN LATERAL analytics.touches_before_orders(settings.brand_id, settings.click_days, settings.view_days, settings.half_life_hours, (settings.first_share)::double precision, (settings.last_share)::double precision, settings.is_collapsed, settings.is_cut_at_orders, settings.direct_channels) touches(brand_id, ordered_at, order_id, person_id, touched_at, kind, channel, "position", path_length, first_touch, last_touch, last_non_direct, linear, linear_unique, position_based, time_decay, participation, campaign, ad, creative, opening_campaign, opening_ad, opening_creative))
  WHERE (touches.brand_id = settings.brand_id);
CREATE OR REPLACE FUNCTION analytics.order_movements(brand_id text, accounting text, timezone text, first_on date, last_on date)
 RETURNS TABLE(order_id text, ordered_at timestamp with time zone, day date, value_micros bigint, conversions integer, new_customers integer, is_new_customer boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select
    counted.order_id,
    counted.ordered_at,
    movement.day,
    case when part.is_refund then -counted.refunded_micros else counted.revenue_micros end,
    case when part.is_refund then -counted.undone else 1 end,
    case when part.is_refund then -counted.undone * counted.new_customers else counted.new_customers end,
    counted.is_new_customer
  from (
    select
      orders.order_id, orders.ordered_at, orders.revenue_micros, orders.refunded_micros, orders.refunded_at,
      orders.is_new_customer,
      coalesce(orders.is_new_customer, false)::integer as new_customers,
      (orders.refunded_micros > 0 and orders.refunded_micros = orders.revenue_micros)::integer as undone,
      (orders.ordered_at at time zone order_movements.timezone)::date as ordered_on
    from analytics.orders
    cross join lateral (
      values (
        order_movements.first_on::timestamp at time zone order_movements.timezone,
        (order_movements.last_on + 1)::timestamp at time zone order_movements.timezone
      )
    ) as range (begins_at, ends_at)
    where orders.brand_id = order_movements.brand_id
      and (
        orders.ordered_at >= range.begins_at and orders.ordered_at < range.ends_at
        or order_movements.accounting = 'cash' and orders.refunded_micros > 0
          and orders.refunded_at >= range.begins_at and orders.refunded_at < range.ends_at
      )
    -- Keeps the subquery apart, so that the day of an order is calculated once and not at each use.
    offset 0
  ) as counted
  join (values (false), (true)) as part (is_refund) on not part.is_refund or counted.refunded_at is not null
  cross join lateral (
    select case
      when part.is_refund and order_movements.accounting = 'cash' then (counted.refunded_at at time zone order_movements.timezone)::date
      else counted.ordered_on
    end as day
  ) as movement
  where movement.day between order_movements.first_on and order_movements.last_on;
$function$;
CREATE OR REPLACE FUNCTION analytics.touch_credits(touch analytics.conversion_touches, first_share numeric, last_share numeric)
 RETURNS TABLE(model text, share double precision, campaign text, ad text, creative text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- If several touches count as one, the first gets the credit for opening the path and the last gets the rest.
  select credit.model, credit.share, coalesce(credit.campaign, ''), coalesce(credit.ad, ''), coalesce(credit.creative, '')
  from (
    select case
      when (touch_credits.touch)."position" > 1 then 0
      when (touch_credits.touch).path_length > 1 then (touch_credits.touch).position_based
      else touch_credits.first_share / (touch_credits.first_share + touch_credits.last_share)
    end as share
  ) as opening
  cross join lateral (
    values
      (
        'first_touch', (touch_credits.touch).first_touch, (touch_credits.touch).opening_campaign, (touch_credits.touch).opening_ad,
        (touch_credits.touch).opening_creative
      ),
      ('position', opening.share, (touch_credits.touch).opening_campaign, (touch_credits.touch).opening_ad, (touch_credits.touch).opening_creative),
      (
        'position', (touch_credits.touch).position_based - opening.share, (touch_credits.touch).campaign, (touch_credits.touch).ad,
        (touch_credits.touch).creative
      ),
      ('last_touch', (touch_credits.touch).last_touch, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      (
        'last_non_direct', (touch_credits.touch).last_non_direct, (touch_credits.touch).campaign, (touch_credits.touch).ad,
        (touch_credits.touch).creative
      ),
      ('linear', (touch_credits.touch).linear, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      ('linear_unique', (touch_credits.touch).linear_unique, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      ('time_decay', (touch_credits.touch).time_decay, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative)
  ) as credit (model, share, campaign, ad, creative);
$function$;
CREATE OR REPLACE FUNCTION analytics.attribute(brand_id text, first_on date, last_on date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_timezone text;
  v_settings analytics.attribution_settings;
  v_to timestamptz;
  v_orders bigint;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = attribute.brand_id;
  select * into v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute.brand_id;
  if not found then
    return 0;
  end if;
  v_to := (attribute.last_on + 1)::timestamp at time zone v_timezone;

  create temporary table attributed_values on commit drop as
  select movements.*
  from analytics.order_movements(attribute.brand_id, v_settings.accounting, v_timezone, attribute.first_on, attribute.last_on) as movements;
  select count(distinct held.order_id) into v_orders from pg_temp.attributed_values as held;

  create temporary table attributed_touches on commit drop as
  select touches.*
  from analytics.conversion_touches as touches
  where touches.brand_id = attribute.brand_id
    and touches.ordered_at >= (select min(held.ordered_at) from pg_temp.attributed_values as held)
    and touches.ordered_at < v_to;
  analyze pg_temp.attributed_touches;
  analyze pg_temp.attributed_values;

  delete from analytics.attribution_ad_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_ad_credits
    (brand_id, model, day, channel, campaign, ad, creative, value_micros, conversions, new_customers, weight)
  select
    attribute.brand_id, credit.model, movements.day, touches.channel, credit.campaign, credit.ad, credit.creative,
    sum(credit.share * movements.value_micros), sum(credit.share * movements.conversions), sum(credit.share * movements.new_customers),
    sum(credit.share)
  from pg_temp.attributed_touches as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  cross join lateral analytics.touch_credits(
    row(touches.*)::analytics.conversion_touches, v_settings.first_share, v_settings.last_share
  ) as credit
  where credit.share > 0
  group by credit.model, movements.day, touches.channel, credit.campaign, credit.ad, credit.creative;

  delete from analytics.attribution_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_credits (brand_id, model, day, channel, value_micros, conversions, new_customers)
  select credits.brand_id, credits.model, credits.day, credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
  from analytics.attribution_ad_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on
  group by credits.brand_id, credits.model, credits.day, credits.channel
  union all
  select
    attribute.brand_id, 'participation', movements.day, touches.channel,
    sum(touches.participation * movements.value_micros), sum(touches.participation * movements.conversions),
    sum(touches.participation * movements.new_customers)
  from pg_temp.attributed_touches as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  group by movements.day, touches.channel;

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

  perform analytics.count_transitions(attribute.brand_id, attribute.first_on, attribute.last_on, v_timezone, v_settings.click_days, v_settings.view_days);
  drop table pg_temp.attributed_values, pg_temp.attributed_touches;
  return v_orders;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.lacks_lost_journeys(brand_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select
    not brands.is_simulated
    and exists (select from analytics.attribution_transitions as held where held.brand_id = brands.brand_id)
    and not exists (select from analytics.imports where imports.brand_id = brands.brand_id and imports.kind = 'journeys')
  from core.brands
  where brands.brand_id = core.data_brand_id(lacks_lost_journeys.brand_id);
$function$;
CREATE OR REPLACE FUNCTION analytics.require_lost_journeys(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if analytics.lacks_lost_journeys(require_lost_journeys.brand_id) then
    perform platform.fail('NTRDY', 'lost_journeys_are_not_reported');
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.markov_warnings(brand_id text, model text)
 RETURNS jsonb[]
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((model = 'markov'::text) AND (EXISTS (SELECT FROM analytics.attribution_transitions held WHERE (held.brand_id = markov_warnings.brand_id))) AND (NOT (EXISTS (SELECT FROM analytics.attribution_transitions held WHERE ((held.brand_id = markov_warnings.brand_id) AND (held.to_channel = '(none)'::text)))))) THEN ARRAY[platform.warning('no_journey_is_lost'::text)] ELSE '{}'::jsonb[] END;
CREATE OR REPLACE FUNCTION analytics.channel_credits(brand_id text, model text, date_from date, date_to date)
 RETURNS TABLE(channel text, value_micros double precision, conversions double precision, new_customers double precision)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Days on which no path ended in an order, only in refunds, have no chain. Their amounts are divided equally among the touches.
  v_has_chain constant boolean := channel_credits.model = 'markov' and exists (
    select from analytics.attribution_transitions as held
    where held.brand_id = channel_credits.brand_id
      and held.day between channel_credits.date_from and channel_credits.date_to
      and held.to_channel = '(order)'
  );
begin
  perform core.data_brand_id(channel_credits.brand_id);
  perform platform.require_choice(
    'model', channel_credits.model, array(select models.model from analytics.attribution_models as models order by models.position)
  );
  if channel_credits.model = 'markov' then
    perform analytics.require_lost_journeys(channel_credits.brand_id);
  end if;
  if v_has_chain then
    return query
    select * from analytics.markov_credits(channel_credits.brand_id, channel_credits.date_from, channel_credits.date_to);
  else
    return query
    select credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = case channel_credits.model when 'markov' then 'linear' else channel_credits.model end
      and credits.day between channel_credits.date_from and channel_credits.date_to
    group by credits.channel;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.channel_spend(brand_id text, channels text[], date_from date, date_to date)
 RETURNS TABLE(channel text, spend_micros numeric)
 LANGUAGE sql
 STABLE
AS $function$
  -- The spend of a platform is that of its channel. It cannot be divided among several channels.
  select named.channel, case when count(*) over (partition by named.platform) = 1 then platforms.spend_micros end
  from (
    select given.channel, analytics.platform_of_channel(given.channel) as platform from pg_catalog.unnest(channel_spend.channels) as given (channel)
  ) as named
  left join analytics.platform_spend(channel_spend.brand_id, channel_spend.date_from, channel_spend.date_to) as platforms
    on platforms.platform = named.platform;
$function$;
CREATE OR REPLACE FUNCTION analytics.channel_results(brand_id text, model text, date_from date, date_to date, metric text, exponent integer)
 RETURNS SETOF analytics.channel_result
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform core.data_brand_id(channel_results.brand_id);
  -- channel_credits checks the model.
  perform platform.require_choice('metric', channel_results.metric, array['purchases', 'revenue', 'spend', 'roas', 'cac']);
  return query
  with results as (
    select
      coalesce(credits.channel, touches.channel) as channel,
      analytics.platform_of_channel(coalesce(credits.channel, touches.channel)) as platform,
      coalesce(credits.value_micros, 0) as value_micros,
      coalesce(credits.conversions, 0) as conversions,
      coalesce(credits.new_customers, 0) as new_customers,
      coalesce(touches.first_touches, 0) as first_touches,
      coalesce(touches.last_touches, 0) as last_touches,
      coalesce(touches.assisted_conversions, 0) as assisted_conversions
    from analytics.channel_touches(channel_results.brand_id, channel_results.date_from, channel_results.date_to) as touches
    full join analytics.channel_credits(channel_results.brand_id, channel_results.model, channel_results.date_from, channel_results.date_to) as credits
      on credits.channel = touches.channel
  ),
  -- Rounded together, so that channels and unattributed add up to the total exactly.
  rounded as (
    select
      amounts.channels,
      analytics.round_to_total(
        amounts.revenues, (sums.value_micros - sums.unattributed_value_micros) * 0.000001, channel_results.exponent
      ) as revenues,
      analytics.round_to_total(amounts.conversions, sums.conversions - sums.unattributed_conversions, 6) as conversions
    from (
      select
        pg_catalog.array_agg(results.channel order by results.channel) as channels,
        pg_catalog.array_agg(results.value_micros / 1000000 order by results.channel) as revenues,
        pg_catalog.array_agg(results.conversions order by results.channel) as conversions
      from results
    ) as amounts
    cross join analytics.attribution_sums(channel_results.brand_id, channel_results.date_from, channel_results.date_to) as sums
  ),
  spent as (
    select results.*, platforms.spend_micros
    from results
    join analytics.channel_spend(
      channel_results.brand_id, array(select held.channel from results as held), channel_results.date_from, channel_results.date_to
    ) as platforms on platforms.channel = results.channel
  ),
  measured as (
    select
      spent.*,
      parts.revenue,
      parts.purchases,
      pg_catalog.round(spent.spend_micros * 0.000001, channel_results.exponent) as spend,
      pg_catalog.round((spent.value_micros / nullif(spent.spend_micros, 0))::numeric, 6) as roas,
      pg_catalog.round(
        spent.spend_micros / 1000000 / nullif(pg_catalog.round(spent.new_customers::numeric, 9), 0), channel_results.exponent
      ) as cac
    from rounded
    cross join lateral rows from (
      pg_catalog.unnest(rounded.channels), pg_catalog.unnest(rounded.revenues), pg_catalog.unnest(rounded.conversions)
    ) as parts (channel, revenue, purchases)
    join spent on spent.channel = parts.channel
  )
  select
    measured.channel, measured.platform,
    analytics.attributed_value(
      channel_results.metric, measured.revenue, measured.purchases, measured.spend, measured.roas, measured.cac
    ),
    measured.revenue, measured.purchases, measured.spend, measured.roas, measured.cac,
    pg_catalog.round(measured.assisted_conversions::numeric),
    pg_catalog.round(measured.first_touches::numeric),
    pg_catalog.round(measured.last_touches::numeric)
  from measured;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.credit_markov(brand_id text, days_max integer DEFAULT 1200)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_days date[];
begin
  v_days := array(
    select days.day from analytics.attribution_days as days
    where days.brand_id = credit_markov.brand_id and days.is_markov_due
    order by days.day desc
    limit credit_markov.days_max
  );
  if v_days = '{}' then
    return 0;
  end if;
  if analytics.lacks_lost_journeys(credit_markov.brand_id) then
    delete from analytics.attribution_credits as credits where credits.brand_id = credit_markov.brand_id and credits.model = 'markov';
    delete from analytics.attribution_ad_credits as credits where credits.brand_id = credit_markov.brand_id and credits.model = 'markov';
    -- The days are computed when journeys without an order are imported.
    update analytics.attribution_days as days set is_markov_due = true
    where days.brand_id = credit_markov.brand_id and not days.is_markov_due;
    return 0;
  end if;
  delete from analytics.attribution_credits as credits
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);
  delete from analytics.attribution_ad_credits as credits
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);

  insert into analytics.attribution_credits (brand_id, model, day, channel, value_micros, conversions, new_customers)
  select credit_markov.brand_id, 'markov', due.day, credits.channel, credits.value_micros, credits.conversions, credits.new_customers
  from pg_catalog.unnest(v_days) as due (day)
  cross join lateral analytics.channel_credits(credit_markov.brand_id, 'markov', due.day, due.day) as credits;

  insert into analytics.attribution_ad_credits
    (brand_id, model, day, channel, campaign, ad, creative, value_micros, conversions, new_customers, weight)
  select
    credits.brand_id, 'markov', credits.day, credits.channel,
    coalesce(parts.campaign, ''), coalesce(parts.ad, ''), coalesce(parts.creative, ''),
    credits.value_micros * coalesce(parts.part, 1), credits.conversions * coalesce(parts.part, 1),
    credits.new_customers * coalesce(parts.part, 1), coalesce(parts.weight, 0)
  -- The chain can credit a channel that has no touch in the orders of the day. These credits have no campaign.
  from analytics.attribution_credits as credits
  left join (
    select
      held.day, held.channel, held.campaign, held.ad, held.creative, held.weight,
      held.weight / sum(held.weight) over (partition by held.day, held.channel) as part
    from analytics.attribution_ad_credits as held
    where held.brand_id = credit_markov.brand_id and held.model = 'linear' and held.day = any (v_days)
  ) as parts on parts.day = credits.day and parts.channel = credits.channel
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);
  update analytics.attribution_days as days
  set is_markov_due = false
  where days.brand_id = credit_markov.brand_id and days.day = any (v_days);
  return pg_catalog.cardinality(v_days);
end
$function$;
create or replace view analytics.ad_keys with (security_invoker=true) as
 SELECT brand_id,
    level,
    platform,
    key,
    min(external_id) AS external_id,
    min(name) AS name,
    min(entity_id) AS entity_id
   FROM ( SELECT entities.brand_id,
            entities.level,
            entities.platform,
            entities.external_id AS key,
            entities.entity_id,
            entities.external_id,
            entities.name
           FROM analytics.entities
          WHERE (entities.level = ANY (ARRAY['campaign'::text, 'ad'::text]))
        UNION
         SELECT entities.brand_id,
            entities.level,
            entities.platform,
            entities.name,
            entities.entity_id,
            entities.external_id,
            entities.name
           FROM analytics.entities
          WHERE (entities.level = ANY (ARRAY['campaign'::text, 'ad'::text]))) keys
  GROUP BY brand_id, level, platform, key
 HAVING (count(DISTINCT entity_id) = 1);
create or replace view analytics.daily_ad_attribution with (security_invoker=true) as
 WITH credits AS (
         SELECT held.brand_id,
            held.model,
            held.day,
            held.channel,
            held.campaign,
            held.ad,
            held.creative,
            held.value_micros,
            held.conversions,
            held.new_customers,
            held.weight,
            analytics.platform_of_channel(held.channel) AS platform
           FROM analytics.attribution_ad_credits held
        )
 SELECT credits.brand_id,
    credits.model,
    credits.day,
    credits.channel,
    NULLIF(credits.campaign, ''::text) AS campaign,
    NULLIF(credits.ad, ''::text) AS ad,
    NULLIF(credits.creative, ''::text) AS creative,
    credits.platform,
    campaigns.external_id AS campaign_id,
    campaigns.name AS campaign_name,
    ads.external_id AS ad_id,
    ads.name AS ad_name,
    ((credits.value_micros / (1000000)::double precision))::numeric AS value,
    (credits.conversions)::numeric AS conversions,
    (credits.new_customers)::numeric AS new_customers,
    brands.currency
   FROM (((credits
     JOIN core.brands ON ((brands.brand_id = credits.brand_id)))
     LEFT JOIN analytics.ad_keys campaigns ON (((campaigns.brand_id = credits.brand_id) AND (campaigns.level = 'campaign'::text) AND (campaigns.platform = credits.platform) AND (campaigns.key = credits.campaign))))
     LEFT JOIN analytics.ad_keys ads ON (((ads.brand_id = credits.brand_id) AND (ads.level = 'ad'::text) AND (ads.platform = credits.platform) AND (ads.key = credits.ad))));
CREATE OR REPLACE FUNCTION analytics.channel_attribution(brand_id text, date_from date, date_to date)
 RETURNS TABLE(model text, channel text, value numeric, conversions numeric, new_customers numeric)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_lacks_lost_journeys boolean;
begin
  perform core.data_brand_id(channel_attribution.brand_id);
  perform analytics.check_range(channel_attribution.date_from, channel_attribution.date_to, 'day');
  v_lacks_lost_journeys := analytics.lacks_lost_journeys(channel_attribution.brand_id);
  return query
  select models.model, credits.channel, (credits.value_micros / 1000000)::numeric, credits.conversions::numeric, credits.new_customers::numeric
  from analytics.attribution_models as models
  cross join lateral analytics.channel_credits(channel_attribution.brand_id, models.model, channel_attribution.date_from, channel_attribution.date_to) as credits
  where models.model <> 'markov' or not v_lacks_lost_journeys
  order by models.position, credits.value_micros desc, credits.channel;
end
$function$;
create or replace view analytics.customers with (security_invoker=true) as
 SELECT orders.brand_id,
    orders.person_id,
    min(orders.ordered_at) AS first_ordered_at,
    max(orders.ordered_at) AS last_ordered_at,
        CASE
            WHEN ((array_agg(orders.is_new_customer ORDER BY orders.ordered_at, orders.order_id))[1] IS DISTINCT FROM false) THEN (date_trunc('month'::text, (min(orders.ordered_at) AT TIME ZONE brands.timezone)))::date
            ELSE NULL::date
        END AS cohort_month,
    count(*) AS orders,
    (sum((orders.revenue_micros - orders.refunded_micros)) / 1000000.0) AS revenue,
    brands.currency
   FROM (analytics.orders
     JOIN core.brands ON ((brands.brand_id = orders.brand_id)))
  WHERE (orders.visitor_id <> analytics.erased_visitor_id(orders.order_id))
  GROUP BY orders.brand_id, orders.person_id, brands.timezone, brands.currency;
CREATE OR REPLACE FUNCTION analytics.order_warnings(brand_id text, date_from date, date_to date, orders analytics.data_status)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select
      coalesce(pg_catalog.array_agg(known.warning order by known.position), '{}')
      || sources.unread_warnings(order_warnings.brand_id, order_warnings.date_from, order_warnings.date_to, report => 'orders')
      || sources.unread_warnings(order_warnings.brand_id, order_warnings.date_from, order_warnings.date_to, report => 'transactions')
    from (
      select
        1 as position,
        platform.warning('earlier_orders_are_unknown', pg_catalog.jsonb_build_object('first_on', (order_warnings.orders).first_on)) as warning
      where order_warnings.date_from < (order_warnings.orders).first_on
      union all
      select 2, platform.warning('later_orders_are_unknown', pg_catalog.jsonb_build_object('last_on', (order_warnings.orders).last_on))
      where order_warnings.date_to > (order_warnings.orders).last_on
      union all
      select 3, platform.warning('range_has_no_known_orders')
      where order_warnings.date_from > (order_warnings.orders).last_on or order_warnings.date_to < (order_warnings.orders).first_on
      union all
      select 4, platform.warning('journeys_are_unknown')
      where not exists (
        select from analytics.data_status where data_status.brand_id = order_warnings.brand_id and data_status.kind = 'journeys'
      )
      union all
      select 5, core.failure_warning(order_warnings.brand_id, 'attribution')
    ) as known
    where known.warning is not null
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.attribution_warnings(brand core.brands, date_from date, date_to date, metric text, platform text, orders analytics.data_status, results analytics.channel_result[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select
      analytics.order_warnings((attribution_warnings.brand).brand_id, attribution_warnings.date_from, attribution_warnings.date_to, attribution_warnings.orders)
      || analytics.platform_warnings((attribution_warnings.brand).brand_id, attribution_warnings.platform)
      || case when attribution_warnings.metric in ('revenue', 'purchases')
        then array(
          select platform.warning('orders_of_today_are_not_over', pg_catalog.jsonb_build_object('today', today.day))
          from (select (platform.now() at time zone (attribution_warnings.brand).timezone)::date as day) as today
          where today.day between attribution_warnings.date_from and attribution_warnings.date_to
        )
        else analytics.partial_warnings(attribution_warnings.brand, attribution_warnings.date_from, attribution_warnings.date_to)
          || analytics.unattributed_spend(
            attribution_warnings.brand, attribution_warnings.date_from, attribution_warnings.date_to, attribution_warnings.results
          )
      end
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.attribution(brand_id text, date_from date, date_to date, metric text DEFAULT 'revenue'::text, channels text[] DEFAULT NULL::text[], model text DEFAULT NULL::text, platform text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_settings analytics.attribution_settings;
  v_orders analytics.data_status;
  v_model text;
  v_platforms text[];
  v_totals record;
  v_results analytics.channel_result[];
  v_unattributed numeric;
  v_decimals integer;
begin
  perform platform.require_choice('metric', attribution.metric, array['purchases', 'revenue', 'spend', 'roas', 'cac']);
  perform platform.require_choice(
    'model', attribution.model, array(select models.model from analytics.attribution_models as models order by models.position) || null::text
  );
  perform analytics.check_range(attribution.date_from, attribution.date_to, 'day');
  v_brand := core.data_brand(attribution.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_model := coalesce(attribution.model, v_settings.model);
  if v_model = 'markov' then
    perform analytics.require_lost_journeys(v_brand.brand_id);
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, attribution.platform);
  perform analytics.check_channels(v_brand.brand_id, attribution.channels);

  select * into strict v_totals
  from analytics.attribution_totals(v_brand.brand_id, attribution.date_from, attribution.date_to, attribution.metric, v_orders);
  v_results := array(
    select results
    from analytics.channel_results(
      v_brand.brand_id, v_model, attribution.date_from, attribution.date_to, attribution.metric, v_exponent
    ) as results
  );
  v_decimals := case when attribution.metric in ('revenue', 'spend', 'cac') then v_exponent else 6 end;
  v_unattributed := case attribution.metric
    when 'revenue' then v_totals.unattributed_revenue
    when 'purchases' then v_totals.unattributed_conversions
    when 'spend' then pg_catalog.round(v_totals.total, v_decimals) - (select coalesce(sum(results.spend), 0) from pg_catalog.unnest(v_results) as results)
  end;

  return pg_catalog.json_build_object(
    'brand_id', attribution.brand_id,
    'date_from', attribution.date_from,
    'date_to', attribution.date_to,
    'metric', attribution.metric,
    'model', v_model,
    'model_version', v_settings.version,
    'window', pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days, 'basis', 'conversion_time'),
    'accounting', v_settings.accounting,
    'channels', (
      select coalesce(
        pg_catalog.json_agg(
          analytics.channel_answer(results, attribution.metric, v_totals.total)
          order by results.attributed_value desc nulls last, results.channel
        ), '[]'
      )
      from pg_catalog.unnest(v_results) as results
      where (attribution.channels is null or pg_catalog.lower(results.channel) = any (analytics.lowered(attribution.channels)))
        and (v_platforms is null or results.platform = any (v_platforms))
    ),
    'total', pg_catalog.trim_scale(pg_catalog.round(v_totals.total, v_decimals)),
    'unattributed', pg_catalog.json_build_object(
      'value', pg_catalog.trim_scale(pg_catalog.round(v_unattributed, v_decimals)),
      'conversions', v_totals.unattributed_conversions,
      'share', pg_catalog.round(v_unattributed / nullif(v_totals.total, 0), 6)
    ),
    'conversions_considered', v_totals.orders,
    'touchpoints_considered', v_totals.touches,
    'currency', v_brand.currency,
    'timezone', v_brand.timezone,
    'computed_at', platform.utc(v_totals.computed_at),
    'data_through', v_orders.last_on,
    'partial', analytics.is_attribution_partial(v_brand, attribution.date_from, attribution.date_to, attribution.metric, v_orders),
    'warnings', analytics.attribution_warnings(
      v_brand, attribution.date_from, attribution.date_to, attribution.metric, attribution.platform, v_orders, v_results
    ) || analytics.markov_warnings(v_brand.brand_id, v_model)
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.campaign_credits(brand_id text, model text, date_from date, date_to date)
 RETURNS TABLE(channel text, campaign text, value_micros double precision, conversions double precision, new_customers double precision)
 LANGUAGE sql
 STABLE
AS $function$
  -- The chain of markov credits channels. Within a channel, its credits are divided like those of the model linear.
  with held as materialized (
    select credits.channel, credits.campaign, sum(credits.value_micros) as value_micros, sum(credits.conversions) as conversions,
      sum(credits.new_customers) as new_customers, sum(credits.weight) as weight
    from analytics.attribution_ad_credits as credits
    where credits.brand_id = campaign_credits.brand_id
      and credits.model = case campaign_credits.model when 'markov' then 'linear' else campaign_credits.model end
      and credits.day between campaign_credits.date_from and campaign_credits.date_to
    group by credits.channel, credits.campaign
  )
  select held.channel, held.campaign, held.value_micros, held.conversions, held.new_customers
  from held
  where campaign_credits.model <> 'markov'
  union all
  select
    chained.channel, coalesce(parts.campaign, ''), chained.value_micros * coalesce(parts.part, 1), chained.conversions * coalesce(parts.part, 1),
    chained.new_customers * coalesce(parts.part, 1)
  from (select campaign_credits.model where campaign_credits.model = 'markov') as chosen
  cross join lateral analytics.channel_credits(
    campaign_credits.brand_id, chosen.model, campaign_credits.date_from, campaign_credits.date_to
  ) as chained
  left join (
    select held.channel, held.campaign, held.weight / sum(held.weight) over (partition by held.channel) as part from held
  ) as parts on parts.channel = chained.channel;
$function$;
CREATE OR REPLACE FUNCTION analytics.touches_of_range(brand core.brands, settings analytics.attribution_settings, date_from date, date_to date)
 RETURNS SETOF analytics.conversion_touches
 LANGUAGE sql
 STABLE
AS $function$
  with range as materialized (
    select min(movements.ordered_at) as first_at, max(movements.ordered_at) as last_at
    from analytics.order_movements(
      (touches_of_range.brand).brand_id, (touches_of_range.settings).accounting, (touches_of_range.brand).timezone, touches_of_range.date_from,
      touches_of_range.date_to
    ) as movements
  )
  select touches.*
  from analytics.touches_before_orders(
    (touches_of_range.brand).brand_id, (touches_of_range.settings).click_days, (touches_of_range.settings).view_days,
    (touches_of_range.settings).half_life_hours, (touches_of_range.settings).first_share::double precision,
    (touches_of_range.settings).last_share::double precision, (touches_of_range.settings).is_collapsed,
    (touches_of_range.settings).is_cut_at_orders, (touches_of_range.settings).direct_channels
  ) as touches
  -- Postgres pushes a comparison with a subquery into the function, unlike a join with one.
  where touches.ordered_at >= (select range.first_at from range) and touches.ordered_at <= (select range.last_at from range);
$function$;
CREATE OR REPLACE FUNCTION analytics.credits_in_windows(brand core.brands, settings analytics.attribution_settings, models text[], date_from date, date_to date)
 RETURNS TABLE(model text, channel text, campaign text, value_micros double precision, conversions double precision, new_customers double precision)
 LANGUAGE sql
 STABLE
AS $function$
  select
    credit.model, touches.channel, credit.campaign, sum(credit.share * movements.value_micros), sum(credit.share * movements.conversions),
    sum(credit.share * movements.new_customers)
  from analytics.touches_of_range(
    credits_in_windows.brand, credits_in_windows.settings, credits_in_windows.date_from, credits_in_windows.date_to
  ) as touches
  join analytics.order_movements(
    (credits_in_windows.brand).brand_id, (credits_in_windows.settings).accounting, (credits_in_windows.brand).timezone,
    credits_in_windows.date_from, credits_in_windows.date_to
  ) as movements on movements.order_id = touches.order_id
  cross join lateral analytics.touch_credits(
    touches, (credits_in_windows.settings).first_share, (credits_in_windows.settings).last_share
  ) as credit
  where credit.model = any (credits_in_windows.models) and credit.share > 0
  group by credit.model, touches.channel, credit.campaign;
$function$;
CREATE OR REPLACE FUNCTION analytics.model_choices(brand_id text, own text, is_own_window boolean)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'model', models.model,
      'label', models.label,
      'rule', models.rule,
      'is_own', models.model = model_choices.own,
      'is_available', models.model <> 'markov' or (model_choices.is_own_window and not analytics.lacks_lost_journeys(model_choices.brand_id))
    )
    order by models.position
  )
  from analytics.attribution_models as models
  where models.is_additive;
$function$;
CREATE OR REPLACE FUNCTION analytics.customer_kinds(brand core.brands, accounting text, date_from date, date_to date)
 RETURNS TABLE(kind text, conversions bigint, value_micros numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with sums as materialized (
    select movements.is_new_customer, sum(movements.conversions) as conversions, sum(movements.value_micros) as value_micros
    from analytics.order_movements(
      (customer_kinds.brand).brand_id, customer_kinds.accounting, (customer_kinds.brand).timezone, customer_kinds.date_from, customer_kinds.date_to
    ) as movements
    group by movements.is_new_customer
  )
  select named.kind, coalesce(sums.conversions, 0), coalesce(sums.value_micros, 0)
  from (values ('new', true), ('returning', false), ('unknown', null)) as named (kind, is_new_customer)
  left join sums on sums.is_new_customer is not distinct from named.is_new_customer;
$function$;
CREATE OR REPLACE FUNCTION analytics.attribution_comparison(brand_id text, date_from date, date_to date, level text DEFAULT 'channel'::text, model text DEFAULT NULL::text, compared_model text DEFAULT NULL::text, click_days integer DEFAULT NULL::integer, view_days integer DEFAULT NULL::integer, platform text DEFAULT NULL::text, "limit" integer DEFAULT 100)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_orders analytics.data_status;
  v_settings analytics.attribution_settings;
  v_used analytics.attribution_settings;
  v_is_own boolean;
  v_models text[];
  v_platforms text[];
  v_sums record;
  v_value numeric;
  v_rows record;
begin
  perform platform.require_page(attribution_comparison."limit", 1);
  perform platform.require_choice('level', attribution_comparison.level, array['channel', 'campaign']);
  perform platform.require_choice(
    'model', attribution_comparison.model,
    array(select known.model from analytics.attribution_models as known where known.is_additive order by known.position) || null::text
  );
  perform platform.require_choice(
    'compared_model', attribution_comparison.compared_model,
    array(select known.model from analytics.attribution_models as known where known.is_additive order by known.position) || null::text
  );
  perform analytics.check_range(attribution_comparison.date_from, attribution_comparison.date_to, 'day');
  v_brand := core.data_brand(attribution_comparison.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_platforms := analytics.require_platforms(v_brand.brand_id, attribution_comparison.platform);
  v_used := v_settings;
  v_used.click_days := coalesce(attribution_comparison.click_days, v_settings.click_days);
  v_used.view_days := coalesce(attribution_comparison.view_days, v_settings.view_days);
  perform platform.require_number('click_days', v_used.click_days, 1, 365);
  perform platform.require_number('view_days', v_used.view_days, 0, 365);
  v_is_own := v_used.click_days = v_settings.click_days and v_used.view_days = v_settings.view_days;

  v_models[1] := coalesce(
    attribution_comparison.model, case when v_settings.model = 'markov' and not v_is_own then 'linear' else v_settings.model end
  );
  v_models[2] := coalesce(attribution_comparison.compared_model, case when v_models[1] = 'last_touch' then 'first_touch' else 'last_touch' end);
  if 'markov' = any (v_models) then
    perform analytics.require_lost_journeys(v_brand.brand_id);
    if not v_is_own then
      perform platform.fail(
        'BADRQ', 'markov_needs_the_windows_of_the_brand', case when v_models[1] = 'markov' then 'model' else 'compared_model' end,
        pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days)
      );
    end if;
  end if;

  select
    sum(kinds.value_micros) as value_micros,
    sum(kinds.conversions) as conversions,
    pg_catalog.json_object_agg(
      kinds.kind,
      pg_catalog.json_build_object(
        'orders', kinds.conversions, 'revenue', pg_catalog.trim_scale(pg_catalog.round(kinds.value_micros * 0.000001, v_exponent))
      )
    ) as customers
  into v_sums
  from analytics.customer_kinds(v_brand, v_settings.accounting, attribution_comparison.date_from, attribution_comparison.date_to) as kinds;

  with credits as materialized (
    select chosen.model, held.channel, held.campaign, held.value_micros, held.conversions, held.new_customers
    from (select distinct named.model from pg_catalog.unnest(v_models) as named (model) where v_is_own) as chosen
    cross join lateral analytics.campaign_credits(
      v_brand.brand_id, chosen.model, attribution_comparison.date_from, attribution_comparison.date_to
    ) as held
    union all
    select within.*
    from (select v_models as models where not v_is_own) as chosen
    cross join lateral analytics.credits_in_windows(
      v_brand, v_used, chosen.models, attribution_comparison.date_from, attribution_comparison.date_to
    ) as within
  ),
  channels as materialized (
    select known.channel, analytics.platform_of_channel(known.channel) as platform from (select distinct credits.channel from credits) as known
  ),
  keyed as (
    select
      credits.model, credits.channel, channels.platform,
      case when attribution_comparison.level = 'campaign' then coalesce(keys.external_id, nullif(credits.campaign, '')) end as campaign,
      case when attribution_comparison.level = 'campaign' then keys.entity_id end as entity_id,
      case when attribution_comparison.level = 'campaign' then keys.name end as name,
      credits.value_micros, credits.conversions, credits.new_customers
    from credits
    join channels using (channel)
    left join analytics.ad_keys as keys
      on attribution_comparison.level = 'campaign'
      and keys.brand_id = v_brand.brand_id
      and keys.level = 'campaign'
      and keys.platform = channels.platform
      and keys.key = credits.campaign
  ),
  sums as materialized (
    select
      keyed.channel, keyed.platform, keyed.campaign, keyed.entity_id, min(keyed.name) as name,
      coalesce(sum(keyed.value_micros) filter (where keyed.model = v_models[1]), 0) as value_micros,
      coalesce(sum(keyed.conversions) filter (where keyed.model = v_models[1]), 0) as conversions,
      coalesce(sum(keyed.new_customers) filter (where keyed.model = v_models[1]), 0) as new_customers,
      coalesce(sum(keyed.value_micros) filter (where keyed.model = v_models[2]), 0) as compared_micros,
      coalesce(sum(keyed.conversions) filter (where keyed.model = v_models[2]), 0) as compared_conversions,
      coalesce(sum(keyed.new_customers) filter (where keyed.model = v_models[2]), 0) as compared_new_customers
    from keyed
    group by keyed.channel, keyed.platform, keyed.campaign, keyed.entity_id
  ),
  -- The spend of a platform is that of its channel. It cannot be divided among several channels.
  spent as (
    select
      sums.*,
      pg_catalog.row_number() over (order by sums.channel, sums.campaign, sums.entity_id) as position,
      case
        when sums.entity_id is not null then (
          select sum(facts.spend_micros) from analytics.rollups_daily as facts
          where facts.brand_id = v_brand.brand_id and facts.level = 'campaign' and facts.entity_id = sums.entity_id
            and facts.day between attribution_comparison.date_from and attribution_comparison.date_to
        )
        when attribution_comparison.level = 'channel' and count(*) over (partition by sums.platform) = 1 then platforms.spend_micros
      end as spend_micros
    from sums
    left join analytics.platform_spend(
      attribution_comparison.brand_id, attribution_comparison.date_from, attribution_comparison.date_to
    ) as platforms on platforms.platform = sums.platform
  ),
  -- Rounded together, so that the rows and the unattributed part add up to the total exactly.
  rounded as (
    select
      analytics.round_to_total(
        pg_catalog.array_agg(spent.value_micros / 1000000 order by spent.position), (sum(spent.value_micros) / 1000000)::numeric, v_exponent
      ) as revenues,
      analytics.round_to_total(
        pg_catalog.array_agg(spent.compared_micros / 1000000 order by spent.position), (sum(spent.compared_micros) / 1000000)::numeric, v_exponent
      ) as compared_revenues
    from spent
  ),
  shown as (
    select
      pg_catalog.json_build_object(
        'channel', spent.channel,
        'platform', spent.platform,
        'campaign_id', case when spent.entity_id is not null then spent.campaign end,
        'campaign', coalesce(spent.name, spent.campaign),
        'spend', pg_catalog.trim_scale(pg_catalog.round(spent.spend_micros * 0.000001, v_exponent)),
        'attributed', analytics.model_figures(
          rounded.revenues[spent.position], spent.value_micros, spent.conversions, spent.new_customers, spent.spend_micros, v_sums.value_micros
        ),
        'compared', analytics.model_figures(
          rounded.compared_revenues[spent.position], spent.compared_micros, spent.compared_conversions, spent.compared_new_customers, spent.spend_micros,
          v_sums.value_micros
        )
      ) as answer,
      rounded.revenues[spent.position] as revenue, rounded.compared_revenues[spent.position] as compared_revenue, spent.channel, spent.campaign,
      v_platforms is null or spent.platform = any (v_platforms) as is_shown
    from spent
    cross join rounded
  )
  select
    (
      select pg_catalog.json_agg(page.answer order by page.revenue desc, page.compared_revenue desc, page.channel, page.campaign)
      from (
        select * from shown where shown.is_shown
        order by shown.revenue desc, shown.compared_revenue desc, shown.channel, shown.campaign
        limit attribution_comparison."limit"
      ) as page
    ) as data,
    (select count(*) from shown where shown.is_shown) as total_rows,
    (select count(*) from keyed where keyed.campaign is not null) as campaigns,
    (select coalesce(sum(shown.revenue), 0) from shown) as credited,
    (select coalesce(sum(sums.conversions), 0) from sums) as conversions
  into v_rows;
  v_value := pg_catalog.round(v_sums.value_micros * 0.000001, v_exponent);

  return pg_catalog.json_build_object(
    'brand_id', attribution_comparison.brand_id,
    'date_from', attribution_comparison.date_from,
    'date_to', attribution_comparison.date_to,
    'level', attribution_comparison.level,
    'model', v_models[1],
    'compared_model', v_models[2],
    'models', analytics.model_choices(v_brand.brand_id, v_settings.model, v_is_own),
    'window', pg_catalog.json_build_object(
      'click_days', v_used.click_days, 'view_days', v_used.view_days, 'is_own', v_is_own,
      'own_click_days', v_settings.click_days, 'own_view_days', v_settings.view_days
    ),
    'data', coalesce(v_rows.data, '[]'),
    'total', pg_catalog.json_build_object('revenue', pg_catalog.trim_scale(v_value), 'conversions', v_sums.conversions),
    'unattributed', pg_catalog.json_build_object(
      'revenue', pg_catalog.trim_scale(v_value - v_rows.credited),
      'conversions', pg_catalog.trim_scale(pg_catalog.round((v_sums.conversions - v_rows.conversions)::numeric, 6))
    ),
    'customers', v_sums.customers,
    'partial', analytics.is_attribution_partial(
      v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', v_orders
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_orders.last_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > attribution_comparison."limit",
      'warnings', analytics.attribution_warnings(
        v_brand, attribution_comparison.date_from, attribution_comparison.date_to, 'revenue', attribution_comparison.platform, v_orders, '{}'
      ) || case when 'markov' = any (v_models) then analytics.markov_warnings(v_brand.brand_id, 'markov') else '{}' end
        || case when attribution_comparison.level = 'campaign' and v_rows.total_rows > 0 and v_rows.campaigns = 0
          then array[platform.warning('touches_name_no_campaign')]
          else '{}'
        end
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.model_figures(revenue numeric, value_micros double precision, conversions double precision, new_customers double precision, spend_micros numeric, total_micros numeric)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
RETURN json_build_object('revenue', trim_scale(revenue), 'share', round(((revenue * (1000000)::numeric) / NULLIF(total_micros, (0)::numeric)), 6), 'conversions', trim_scale(round((conversions)::numeric, 6)), 'new_customers', trim_scale(round((new_customers)::numeric, 6)), 'roas', trim_scale(round(((value_micros / (NULLIF(spend_micros, (0)::numeric))::double precision))::numeric, 6)));
CREATE OR REPLACE FUNCTION analytics.attribution_paths(brand_id text, date_from date, date_to date, click_days integer DEFAULT NULL::integer, view_days integer DEFAULT NULL::integer, "limit" integer DEFAULT 50, page integer DEFAULT 1)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_orders analytics.data_status;
  v_settings analytics.attribution_settings;
  v_rows record;
begin
  perform platform.require_page(attribution_paths."limit", attribution_paths.page);
  perform analytics.check_range(attribution_paths.date_from, attribution_paths.date_to, 'day');
  v_brand := core.data_brand(attribution_paths.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_settings.click_days := coalesce(attribution_paths.click_days, v_settings.click_days);
  v_settings.view_days := coalesce(attribution_paths.view_days, v_settings.view_days);
  perform platform.require_number('click_days', v_settings.click_days, 1, 365);
  perform platform.require_number('view_days', v_settings.view_days, 0, 365);
  with movements as materialized (
    select held.order_id, sum(held.value_micros) as value_micros, sum(held.conversions) as conversions,
      sum(held.new_customers) as new_customers
    from analytics.order_movements(
      v_brand.brand_id, v_settings.accounting, v_brand.timezone, attribution_paths.date_from, attribution_paths.date_to
    ) as held
    group by held.order_id
  ),
  paths as (
    select
      touches.order_id, pg_catalog.array_agg(touches.channel order by touches.position) as path,
      extract(epoch from touches.ordered_at - min(touches.touched_at)) / 86400 as days
    from analytics.touches_of_range(v_brand, v_settings, attribution_paths.date_from, attribution_paths.date_to) as touches
    group by touches.ordered_at, touches.order_id
  ),
  counted as materialized (
    select
      paths.path, sum(movements.conversions) as orders, sum(movements.value_micros) as value_micros, sum(movements.new_customers) as new_customers,
      avg(paths.days) as days
    from paths
    join movements using (order_id)
    group by paths.path
  )
  select
    (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'path', shown.path,
          'orders', shown.orders,
          'share', pg_catalog.round(shown.orders / nullif((select sum(counted.orders) from counted), 0), 6),
          'revenue', pg_catalog.trim_scale(pg_catalog.round(shown.value_micros * 0.000001, v_exponent)),
          'new_customers', shown.new_customers,
          'days_to_order', pg_catalog.trim_scale(pg_catalog.round(shown.days, 1))
        )
        order by shown.orders desc, shown.value_micros desc, shown.path
      )
      from (
        select * from counted
        order by counted.orders desc, counted.value_micros desc, counted.path
        limit attribution_paths."limit" offset attribution_paths."limit"::bigint * (attribution_paths.page - 1)
      ) as shown
    ) as data,
    (select count(*) from counted) as total_rows
  into v_rows;
  return pg_catalog.json_build_object(
    'brand_id', attribution_paths.brand_id,
    'date_from', attribution_paths.date_from,
    'date_to', attribution_paths.date_to,
    'window', pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days),
    'data', coalesce(v_rows.data, '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_orders.last_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > attribution_paths."limit"::bigint * attribution_paths.page,
      'warnings', analytics.attribution_warnings(
        v_brand, attribution_paths.date_from, attribution_paths.date_to, 'revenue', null, v_orders, '{}'
      )
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.require_attribution_model(brand_id text, model text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if require_attribution_model.model = 'participation'
    or not exists (select from analytics.attribution_models as models where models.model = coalesce(require_attribution_model.model, 'linear')) then
    perform platform.fail(
      'BADRQ', 'cannot_divide_orders_among_channels', 'model',
      pg_catalog.json_build_object(
        'model', require_attribution_model.model,
        'models', array(
          select models.model from analytics.attribution_models as models where models.is_additive order by models.position
        )
      )
    );
  end if;
  if require_attribution_model.model = 'markov' then
    perform analytics.require_lost_journeys(require_attribution_model.brand_id);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.check_attribution(settings analytics.attribution_settings)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform platform.require_number('click_days', (check_attribution.settings).click_days, 1, 365);
  perform platform.require_number('view_days', (check_attribution.settings).view_days, 0, 365);
  perform platform.require_number('half_life_hours', (check_attribution.settings).half_life_hours, 1, 8760);
  perform platform.require_choice('accounting', (check_attribution.settings).accounting, array['accrual', 'cash']);
  perform analytics.require_attribution_model((check_attribution.settings).brand_id, (check_attribution.settings).model);
end
$function$;
CREATE OR REPLACE FUNCTION analytics.configure_attribution(brand_id text, model text DEFAULT NULL::text, click_days integer DEFAULT NULL::integer, view_days integer DEFAULT NULL::integer, half_life_hours integer DEFAULT NULL::integer, accounting text DEFAULT NULL::text, is_collapsed boolean DEFAULT NULL::boolean, is_cut_at_orders boolean DEFAULT NULL::boolean, direct_channels text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform analytics.require_attribution_model(configure_attribution.brand_id, configure_attribution.model);
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
$function$;
CREATE OR REPLACE FUNCTION analytics.apply_attribution_change(brand_id text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_change analytics.attribution_changes;
begin
  select held.* into v_change
  from analytics.attribution_changes as held
  where held.brand_id = apply_attribution_change.brand_id and not held.is_refused
  for update;
  if not found then
    return false;
  end if;
  -- The command line may have changed the settings since the request. It waits here until this change is decided.
  perform from analytics.attribution_settings as held where held.brand_id = v_change.brand_id for update;
  if (analytics.attribution_settings_of(v_change.brand_id)).version = v_change.version then
    begin
      perform analytics.configure_attribution(
        v_change.brand_id, v_change.model, v_change.click_days, v_change.view_days, v_change.half_life_hours, v_change.accounting
      );
      delete from analytics.attribution_changes as held where held.brand_id = v_change.brand_id;
      return true;
    exception when sqlstate 'NTRDY' then
      null;
    end;
  end if;
  update analytics.attribution_changes as held set is_refused = true where held.brand_id = v_change.brand_id;
  return false;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.due_attribution_changes()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id from analytics.attribution_changes as held where not held.is_refused order by held.requested_at;
$function$;
CREATE OR REPLACE FUNCTION analytics.attribution_settings_of(brand_id text)
 RETURNS analytics.attribution_settings
 LANGUAGE sql
 STABLE
AS $function$
  select held.*
  from analytics.attribution_settings as held
  where held.brand_id = attribution_settings_of.brand_id
  union all
  -- The defaults of the table, which apply from the first import of orders.
  select
    attribution_settings_of.brand_id, 'position', 30, 1, 168, 0.4, 0.4, 'accrual', true, false,
    '{direct,(direct),none,(none),unknown}'::text[], 1
  where not exists (select from analytics.attribution_settings as held where held.brand_id = attribution_settings_of.brand_id);
$function$;
CREATE OR REPLACE FUNCTION analytics.shown_attribution(settings analytics.attribution_settings)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN jsonb_build_object('model', (settings).model, 'click_days', (settings).click_days, 'view_days', (settings).view_days, 'half_life_hours', (settings).half_life_hours, 'accounting', (settings).accounting);
CREATE OR REPLACE FUNCTION analytics.attribution_settings(brand_id text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := core.data_brand(attribution_settings.brand_id);
  v_settings constant analytics.attribution_settings := analytics.attribution_settings_of(v_brand.brand_id);
begin
  return pg_catalog.jsonb_build_object(
    'brand_id', attribution_settings.brand_id,
    'settings', analytics.shown_attribution(v_settings),
    'version', v_settings.version,
    'change', (
      select pg_catalog.jsonb_build_object(
        'settings', pg_catalog.jsonb_build_object(
          'model', held.model, 'click_days', held.click_days, 'view_days', held.view_days, 'half_life_hours', held.half_life_hours,
          'accounting', held.accounting
        ),
        'status', case when held.is_refused then 'refused' else 'pending' end,
        'requested_at', platform.utc(held.requested_at)
      )
      from analytics.attribution_changes as held
      where held.brand_id = v_brand.brand_id
    ),
    'models', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('model', models.model, 'label', models.label, 'rule', models.rule) order by models.position
      )
      from analytics.attribution_models as models
      where models.is_additive
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.previewed_credits(brand core.brands, settings analytics.attribution_settings, date_from date, date_to date, OUT channels text[], OUT credits double precision[], OUT total numeric, OUT credited numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_first timestamptz;
  v_last timestamptz;
begin
  select sum(movements.value_micros) * 0.000001, min(movements.ordered_at), max(movements.ordered_at) into total, v_first, v_last
  from analytics.order_movements(
    (previewed_credits.brand).brand_id, (previewed_credits.settings).accounting, (previewed_credits.brand).timezone,
    previewed_credits.date_from, previewed_credits.date_to
  ) as movements;
  with amounts as materialized (
    select movements.order_id, sum(movements.value_micros) as value_micros
    from analytics.order_movements(
      (previewed_credits.brand).brand_id, (previewed_credits.settings).accounting, (previewed_credits.brand).timezone,
      previewed_credits.date_from, previewed_credits.date_to
    ) as movements
    group by movements.order_id
  ),
  touches as materialized (
    select
      held.order_id, held.channel,
      sum(case (previewed_credits.settings).model
        when 'first_touch' then held.first_touch
        when 'last_touch' then held.last_touch
        when 'last_non_direct' then held.last_non_direct
        when 'linear' then held.linear
        when 'linear_unique' then held.linear_unique
        when 'position' then held.position_based
        when 'time_decay' then held.time_decay
      end) as share
    from analytics.touches_before_orders(
      (previewed_credits.brand).brand_id, (previewed_credits.settings).click_days, (previewed_credits.settings).view_days,
      (previewed_credits.settings).half_life_hours, (previewed_credits.settings).first_share::double precision,
      (previewed_credits.settings).last_share::double precision, (previewed_credits.settings).is_collapsed,
      (previewed_credits.settings).is_cut_at_orders, (previewed_credits.settings).direct_channels
    ) as held
    where held.brand_id = (previewed_credits.brand).brand_id and held.ordered_at >= v_first and held.ordered_at <= v_last
    group by held.order_id, held.channel
  ),
  parts as (
    select touches.channel, sum(touches.share * amounts.value_micros) / 1000000 as credit
    from touches
    join amounts on amounts.order_id = touches.order_id
    group by touches.channel
  )
  select
    pg_catalog.array_agg(parts.channel order by parts.channel),
    pg_catalog.array_agg(parts.credit order by parts.channel),
    (select sum(amounts.value_micros) * 0.000001 from amounts where amounts.order_id in (select touches.order_id from touches))
  into channels, credits, credited
  from parts;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.previewed_channels(brand core.brands, settings analytics.attribution_settings, date_from date, date_to date, exponent integer)
 RETURNS TABLE(channel text, revenue numeric, roas numeric, total numeric, unattributed numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select
    parts.channel, parts.revenue,
    pg_catalog.round((parts.credit * 1000000 / nullif(spent.spend_micros, 0))::numeric, 6),
    pg_catalog.round(preview.total, previewed_channels.exponent),
    pg_catalog.round(preview.total - coalesce(preview.credited, 0), previewed_channels.exponent)
  from analytics.previewed_credits(
    previewed_channels.brand, previewed_channels.settings, previewed_channels.date_from, previewed_channels.date_to
  ) as preview
  left join lateral rows from (
    pg_catalog.unnest(preview.channels),
    pg_catalog.unnest(preview.credits),
    pg_catalog.unnest(analytics.round_to_total(preview.credits, preview.credited, previewed_channels.exponent))
  ) as parts (channel, credit, revenue) on true
  left join lateral analytics.channel_spend(
    (previewed_channels.brand).brand_id, preview.channels, previewed_channels.date_from, previewed_channels.date_to
  ) as spent on spent.channel = parts.channel;
$function$;
CREATE OR REPLACE FUNCTION analytics.stored_channels(brand_id text, model text, date_from date, date_to date, exponent integer)
 RETURNS TABLE(channel text, revenue numeric, roas numeric, total numeric, unattributed numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select
    results.channel, results.revenue, results.roas,
    pg_catalog.round(sums.value_micros * 0.000001, stored_channels.exponent),
    pg_catalog.round(sums.unattributed_value_micros * 0.000001, stored_channels.exponent)
  from analytics.attribution_sums(stored_channels.brand_id, stored_channels.date_from, stored_channels.date_to) as sums
  left join analytics.channel_results(
    stored_channels.brand_id, stored_channels.model, stored_channels.date_from, stored_channels.date_to, 'revenue', stored_channels.exponent
  ) as results on true;
$function$;
CREATE OR REPLACE FUNCTION analytics.attribution_preview(brand_id text, model text DEFAULT NULL::text, click_days integer DEFAULT NULL::integer, view_days integer DEFAULT NULL::integer, half_life_hours integer DEFAULT NULL::integer, accounting text DEFAULT NULL::text, days integer DEFAULT 28)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := core.data_brand(attribution_preview.brand_id);
  v_stored constant analytics.attribution_settings := analytics.attribution_settings_of(v_brand.brand_id);
  v_chosen analytics.attribution_settings := v_stored;
  v_orders analytics.data_status;
  v_exponent smallint;
  v_last constant date := (platform.now() at time zone v_brand.timezone)::date - 1;
  v_first date;
  v_has_stored_paths boolean;
  v_channels jsonb;
  v_totals jsonb;
begin
  perform platform.require_number('days', attribution_preview.days, 1, 92);
  perform platform.require_choice(
    'model', attribution_preview.model,
    array(select models.model from analytics.attribution_models as models where models.model <> 'participation' order by models.position) || null::text
  );
  v_first := v_last - attribution_preview.days + 1;
  v_chosen.model := coalesce(attribution_preview.model, v_stored.model);
  v_chosen.click_days := coalesce(attribution_preview.click_days, v_stored.click_days);
  v_chosen.view_days := coalesce(attribution_preview.view_days, v_stored.view_days);
  v_chosen.half_life_hours := coalesce(attribution_preview.half_life_hours, v_stored.half_life_hours);
  v_chosen.accounting := coalesce(attribution_preview.accounting, v_stored.accounting);
  perform analytics.check_attribution(v_chosen);
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_has_stored_paths := (v_chosen.click_days, v_chosen.view_days, v_chosen.half_life_hours, v_chosen.accounting)
    = (v_stored.click_days, v_stored.view_days, v_stored.half_life_hours, v_stored.accounting);
  if v_chosen.model = 'markov' and not v_has_stored_paths then
    perform platform.fail('NTRDY', 'markov_is_previewed_with_stored_windows');
  end if;

  with stored as materialized (
    select * from analytics.stored_channels(v_brand.brand_id, v_stored.model, v_first, v_last, v_exponent)
  ),
  chosen as materialized (
    select held.* from analytics.stored_channels(v_brand.brand_id, v_chosen.model, v_first, v_last, v_exponent) as held where v_has_stored_paths
    union all
    select held.* from analytics.previewed_channels(v_brand, v_chosen, v_first, v_last, v_exponent) as held where not v_has_stored_paths
  )
  select
    (
      select coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'channel', coalesce(stored.channel, chosen.channel),
            'stored', pg_catalog.jsonb_build_object('revenue', coalesce(stored.revenue, 0), 'roas', pg_catalog.trim_scale(stored.roas)),
            'chosen', pg_catalog.jsonb_build_object('revenue', coalesce(chosen.revenue, 0), 'roas', pg_catalog.trim_scale(chosen.roas))
          )
          order by stored.revenue desc nulls last, chosen.revenue desc nulls last, coalesce(stored.channel, chosen.channel)
        ), '[]'
      )
      from (select * from stored where stored.channel is not null) as stored
      full join (select * from chosen where chosen.channel is not null) as chosen on chosen.channel = stored.channel
    ),
    pg_catalog.jsonb_build_object(
      'stored', (select pg_catalog.jsonb_build_object('total', stored.total, 'unattributed', stored.unattributed) from stored limit 1),
      'chosen', (select pg_catalog.jsonb_build_object('total', chosen.total, 'unattributed', chosen.unattributed) from chosen limit 1)
    )
  into v_channels, v_totals;
  return pg_catalog.jsonb_build_object(
    'brand_id', attribution_preview.brand_id,
    'date_from', v_first,
    'date_to', v_last,
    'currency', v_brand.currency,
    'stored', analytics.shown_attribution(v_stored) || (v_totals -> 'stored'),
    'chosen', analytics.shown_attribution(v_chosen) || (v_totals -> 'chosen'),
    'channels', v_channels,
    'data_through', v_orders.last_on,
    'partial', analytics.is_attribution_partial(v_brand, v_first, v_last, 'revenue', v_orders)
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.target_answer(target analytics.targets, actual jsonb, month date, through date, exponent smallint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'version', coalesce((target_answer.target).version, 0),
    'roas_target', pg_catalog.trim_scale((target_answer.target).roas),
    'cpa_target', pg_catalog.trim_scale((target_answer.target).cpa_micros * 0.000001),
    'roas', target_answer.actual -> 'roas',
    'cpa', target_answer.actual -> 'cpa'
  ) || connector.pacing(
    (target_answer.target).budget_micros * 0.000001, (target_answer.actual ->> 'spend')::numeric, target_answer.month, target_answer.through,
    target_answer.exponent
  );
$function$;
CREATE OR REPLACE FUNCTION analytics.month_results(brand_id text, date_from date, date_to date, campaign_ids text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return analytics.breakdown(
    month_results.brand_id, month_results.date_from, month_results.date_to, metrics => '{spend,roas,cpa}',
    campaign_ids => month_results.campaign_ids, "limit" => 500
  );
exception when sqlstate 'NTRDY' or sqlstate 'NTFND' then
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.targets(brand_id text, month text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := core.data_brand(targets.brand_id);
  v_exponent smallint;
  v_month date;
  v_through date;
  v_totals jsonb;
  v_results jsonb;
  v_campaign_ids text[];
  v_brand_target analytics.targets;
begin
  if targets.month !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then
    perform platform.fail('BADRQ', 'must_be_a_month', 'month');
  end if;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_month := coalesce(
    (targets.month || '-01')::date, pg_catalog.date_trunc('month', platform.now() at time zone v_brand.timezone)::date
  );
  select paced.last_on into v_through from analytics.paced_through(v_brand.brand_id, v_month) as paced;
  if v_through is not null then
    v_totals := analytics.month_results(v_brand.brand_id, v_month, v_through) -> 'totals';
    v_campaign_ids := array(
      select campaigns.external_id
      from analytics.targets as held
      join analytics.entities as campaigns on campaigns.brand_id = held.brand_id and campaigns.entity_id = held.campaign_entity_id
      where held.brand_id = v_brand.brand_id and held.month = v_month
    );
    if v_campaign_ids <> '{}' then
      v_results := analytics.month_results(v_brand.brand_id, v_month, v_through, v_campaign_ids) -> 'data';
    end if;
  end if;
  select * into v_brand_target
  from analytics.targets as held
  where held.brand_id = v_brand.brand_id and held.month = v_month and held.campaign_entity_id is null;
  return pg_catalog.jsonb_build_object(
    'brand_id', targets.brand_id,
    'month', pg_catalog.to_char(v_month, 'YYYY-MM'),
    'currency', v_brand.currency,
    'data_through', v_through,
    'brand', analytics.target_answer(v_brand_target, v_totals, v_month, v_through, v_exponent),
    'campaigns', (
      select coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'campaign', analytics.campaign_key(v_brand.brand_id, campaigns.entity_id),
            'campaign_id', campaigns.external_id,
            'account_id', accounts.external_id,
            'platform', campaigns.platform,
            'name', campaigns.name
          ) || analytics.target_answer(held, shown.value, v_month, v_through, v_exponent)
          order by held.budget_micros desc nulls last, campaigns.platform, campaigns.name, campaigns.entity_id
        ), '[]'
      )
      from analytics.targets as held
      join analytics.entities as campaigns on campaigns.brand_id = held.brand_id and campaigns.entity_id = held.campaign_entity_id
      join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
      left join pg_catalog.jsonb_array_elements(v_results) as shown
        on shown.value ->> 'campaign_id' = campaigns.external_id
        and shown.value ->> 'account_id' = accounts.external_id
        and shown.value ->> 'platform' = campaigns.platform
      where held.brand_id = v_brand.brand_id and held.month = v_month
        and pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.campaign_key(brand_id text, entity_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.concat_ws('/', campaigns.platform, accounts.external_id, campaigns.external_id)
  from analytics.entities as campaigns
  join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
  where campaigns.brand_id = campaign_key.brand_id and campaigns.entity_id = campaign_key.entity_id;
$function$;
CREATE OR REPLACE FUNCTION analytics.daily_series(brand_id text, metric text, days integer DEFAULT 730)
 RETURNS TABLE(day date, numerator double precision, denominator double precision, is_corrected boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_metric analytics.metric_definitions;
  v_bases text;
  v_restated text[];
  v_factors text;
  v_first_on date;
  v_last_on date;
begin
  perform core.data_brand_id(daily_series.brand_id);
  perform platform.require_choice(
    'metric', daily_series.metric, array(select definitions.name from analytics.metric_definitions as definitions order by definitions.position)
  );
  perform platform.require_number('days', daily_series.days, 1);
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = daily_series.metric;
  v_restated := array(
    select distinct factors.metric
    from analytics.restatement_factors as factors
    where factors.brand_id = daily_series.brand_id and factors.metric = any (v_metric.bases) and analytics.is_provisional(factors.factor)
  );
  v_factors := (
    select pg_catalog.string_agg(
      pg_catalog.format(
        ' left join analytics.restatement_factors as %1$I on %1$I.brand_id = facts.brand_id and %1$I.platform = accounts.platform'
        ' and %1$I.metric = %2$L and %1$I.age = $4 - days.day::date and analytics.is_provisional(%1$I.factor)',
        restated.name || '_factor', restated.name
      ),
      ''
    )
    from pg_catalog.unnest(v_restated) as restated (name)
  );
  select pg_catalog.string_agg(
    pg_catalog.format(
      'sum(facts.%I%s)%s::double precision%s as %I',
      base.source_column, case when base.name = any (v_restated) then pg_catalog.format(' * coalesce(%I.factor, 1)', base.name || '_factor') end,
      ' filter (where ' || pair.condition || ')', case when base.source_column like '%\_micros' then ' / 1000000' else '' end, base.name
    ),
    ', '
  )
  into v_bases
  from analytics.metric_definitions as base
  left join analytics.paired_sums(array[daily_series.metric], 'platform') as pair on pair.name = daily_series.metric || '_' || base.name
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
    select days.day::date, (%1$s)::double precision, (%2$s)::double precision, coalesce(bases.is_corrected, false)
    from pg_catalog.generate_series($2::timestamp, $3, interval '1 day') as days (day)
    left join lateral (
      select %3$s, %4$s as is_corrected
      from analytics.rollups_daily as facts
      join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
      %5$s
      where facts.brand_id = $1 and facts.level = 'account' and facts.day = days.day::date
        -- A day that an account reported only in part is not used for training.
        and not exists (select from analytics.unfinished_days as held where held.brand_id = $1 and held.day = days.day::date)
    ) as bases on true
    order by 1
    $query$,
    case when v_metric.multiplier = 1 then v_metric.numerator else v_metric.multiplier || ' * ' || v_metric.numerator end,
    coalesce(v_metric.denominator, 'null'), v_bases,
    coalesce(
      (
        select pg_catalog.format('pg_catalog.bool_or(%s)', pg_catalog.string_agg(pg_catalog.format('%I.factor is not null', restated.name || '_factor'), ' or '))
        from pg_catalog.unnest(v_restated) as restated (name)
        having count(*) > 0
      ),
      'false'
    ),
    v_factors
  )
  using
    daily_series.brand_id, v_first_on, v_last_on,
    (select (platform.now() at time zone brands.timezone)::date from core.brands where brands.brand_id = daily_series.brand_id);
end
$function$;
CREATE OR REPLACE FUNCTION analytics.forecast_warnings(brand core.brands, forecast analytics.forecasts, points_count integer, horizon_days integer)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.place), '{}')
    from (
      select
        1 as position, null::bigint as place,
        platform.warning('forecast_is_shorter', pg_catalog.jsonb_build_object('horizon_days', (forecast_warnings.forecast).horizon_days)) as warning
      where forecast_warnings.points_count < forecast_warnings.horizon_days
      union all
      select
        2, null, platform.warning('forecast_is_outdated', pg_catalog.jsonb_build_object('trained_through', (forecast_warnings.forecast).trained_through))
      where (forecast_warnings.forecast).trained_through < (platform.now() at time zone (forecast_warnings.brand).timezone)::date - 3
      union all
      select
        3, pg_catalog.row_number() over (order by accounts.account_id),
        platform.warning(
          case when accounts.is_silent then 'training_goes_on_without_account' else 'training_ends_with_account' end,
          pg_catalog.jsonb_build_object(
            'account_id', accounts.account_id, 'platform', accounts.platform, 'reported_through', accounts.reported_through
          )
        )
      from (
        select active.account_id, active.platform, active.reported_through, false as is_silent
        from analytics.active_accounts((forecast_warnings.brand).brand_id) as active
        where active.lag_days > 0
        union all
        select silent.account_id, silent.platform, silent.reported_through, true
        from analytics.silent_accounts((forecast_warnings.brand).brand_id) as silent
      ) as accounts
      union all
      select 4, stored.place, analytics.warning_in_units(stored.warning, (forecast_warnings.forecast).metric, (forecast_warnings.brand).currency)
      from pg_catalog.jsonb_array_elements((forecast_warnings.forecast).warnings) with ordinality as stored (warning, place)
      union all
      select 5, holiday.place, analytics.warning_in_units(holiday.warning, (forecast_warnings.forecast).metric, (forecast_warnings.brand).currency)
      from rows from (
        pg_catalog.jsonb_to_recordset((forecast_warnings.forecast).holidays) as (date_from date, date_to date, warning jsonb)
      ) with ordinality as holiday (date_from, date_to, warning, place)
      where holiday.date_to > (forecast_warnings.forecast).trained_through
        and holiday.date_from <= (forecast_warnings.forecast).trained_through + forecast_warnings.horizon_days
      union all
      select
        6, null,
        platform.warning(
          'forecast_was_not_renewed',
          pg_catalog.jsonb_build_object(
            'failed_on', (failed.last_failed_at at time zone (forecast_warnings.brand).timezone)::date, 'error', failed.error_class
          )
        )
      from core.job_failures as failed
      where failed.brand_id = (forecast_warnings.brand).brand_id
        and failed.queue = 'forecasts'
        and failed.subject = (forecast_warnings.forecast).metric
    ) as known
  );
end
$function$;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF property_id, source, medium, campaign ON analytics.ga4_sessions FOR EACH ROW WHEN (((NOT platform.is_plain(new.property_id)) OR (NOT platform.is_plain(new.source)) OR (NOT platform.is_plain(new.medium)) OR (NOT platform.is_plain(new.campaign)))) EXECUTE FUNCTION platform.write_plain('property_id', 'source', 'medium', 'campaign');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF property_id, transaction_id, source, medium, campaign ON analytics.ga4_transactions FOR EACH ROW WHEN (((NOT platform.is_plain(new.property_id)) OR (NOT platform.is_plain(new.transaction_id)) OR (NOT platform.is_plain(new.source)) OR (NOT platform.is_plain(new.medium)) OR (NOT platform.is_plain(new.campaign)))) EXECUTE FUNCTION platform.write_plain('property_id', 'transaction_id', 'source', 'medium', 'campaign');
create policy key on analytics.ga4_sessions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.ga4_sessions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.ga4_sessions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.ga4_sessions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.ga4_transactions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.ga4_transactions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.ga4_transactions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.ga4_transactions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
CREATE OR REPLACE FUNCTION analytics.detected_through(brand_id text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select least(
      max(held.day),
      min(held.day) filter (where held.changed_at is not null) - 1,
      (
        select min(failed.day) - 1
        from core.job_failures as failed
        where failed.brand_id = detected_through.brand_id and failed.queue = 'anomalies'
      )
    )
    from analytics.detected_days as held
    where held.brand_id = detected_through.brand_id
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.detected_from(brand_id text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select pg_catalog.lower(period.days)
    from (
      select pg_catalog.range_agg(pg_catalog.daterange(held.day, held.day + 1)) as days
      from analytics.detected_days as held
      where held.brand_id = detected_from.brand_id
    ) as detected
    cross join lateral pg_catalog.unnest(detected.days) as period (days)
    where period.days @> analytics.detected_through(detected_from.brand_id)
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.detection_warnings(brand_id text, first_on date DEFAULT NULL::date)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_detected_from constant date := analytics.detected_from(detection_warnings.brand_id);
begin
  return (
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.account_id), '{}')
    from (
      select 1 as position, null as account_id, platform.warning('no_day_was_checked') as warning
      where not exists (select from analytics.detected_days as held where held.brand_id = detection_warnings.brand_id)
      union all
      select 2, null, platform.warning('days_are_checked_again', pg_catalog.jsonb_build_object('changed_from', min(held.day)))
      from analytics.detected_days as held
      where held.brand_id = detection_warnings.brand_id and held.changed_at is not null
      having count(*) > 0
      union all
      select 3, accounts.account_id, platform.warning('account_is_not_checked_yet', pg_catalog.to_jsonb(accounts))
      from (
        select active.account_id, active.platform, active.reported_through
        from analytics.active_accounts(detection_warnings.brand_id) as active
        where active.lag_days > 0
        union all
        select silent.account_id, silent.platform, silent.reported_through from analytics.silent_accounts(detection_warnings.brand_id) as silent
      ) as accounts
      union all
      select 4, null, platform.warning('earlier_days_were_not_checked', pg_catalog.jsonb_build_object('detected_from', v_detected_from))
      where detection_warnings.first_on < v_detected_from
      union all
      select 5, null, core.failure_warning(detection_warnings.brand_id, 'anomalies')
    ) as known
    where known.warning is not null
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.is_preliminary(brand_id text, platform text, metric text, age integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select
    from analytics.restatement_factors as factors
    join analytics.metric_definitions as definition on definition.name = is_preliminary.metric
    where factors.brand_id = is_preliminary.brand_id
      and factors.platform = is_preliminary.platform
      and factors.metric = any (definition.bases)
      and factors.age = is_preliminary.age
      and analytics.is_provisional(factors.factor)
  );
$function$;
CREATE OR REPLACE FUNCTION analytics.anomalies(brand_id text, days integer DEFAULT 30, status text DEFAULT NULL::text, metric text DEFAULT NULL::text, "limit" integer DEFAULT 50, page integer DEFAULT 1, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_data json;
  v_total bigint;
  v_platforms text[];
  v_campaign_ids text[];
begin
  perform platform.require_number('days', anomalies.days, 1, 3660);
  perform platform.require_page(anomalies."limit", anomalies.page);
  perform platform.require_choice('status', anomalies.status, array['active', 'confirmed', 'false_positive', 'resolved', null]);
  perform platform.require_choice('metric', anomalies.metric, array['spend', 'cpa', 'roas', null]);
  v_brand := core.data_brand(anomalies.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (
    select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily'
  ) then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, anomalies.platform);
  v_campaign_ids := analytics.require_campaigns(v_brand.brand_id, anomalies.campaign_ids, v_platforms);
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
      and (v_platforms is null or entity_paths.platform = any (v_platforms))
      and (v_campaign_ids is null or entity_paths.campaign_id = any (v_campaign_ids))
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
        'method', 'weekday_adjusted_winsorized_z',
        'window_days', 182,
        'grouped_count', page.grouped_count,
        'preliminary', analytics.is_preliminary(v_brand.brand_id, page.platform, page.metric, v_today - page.day),
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
      'detected_from', analytics.detected_from(v_brand.brand_id),
      'detected_through', analytics.detected_through(v_brand.brand_id),
      'warnings', analytics.detection_warnings(v_brand.brand_id, v_today - anomalies.days + 1) || analytics.platform_warnings(v_brand.brand_id, anomalies.platform)
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.creatives_query(metrics text[], sort text, "order" text, currency_exponent smallint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- The revenue of a store belongs to no ad.
  v_columns constant analytics.sum_columns := analytics.sum_columns(creatives_query.metrics || creatives_query.sort, 'platform');
  v_metrics constant text[] := analytics.metric_expressions(creatives_query.metrics, 'ad', creatives_query.currency_exponent, v_columns.paired);
  v_sorted constant text[] := analytics.metric_expressions(array[creatives_query.sort], 'ad', creatives_query.currency_exponent, v_columns.paired);
  v_values constant text := analytics.partial_expression('$10', null, creatives_query.metrics, v_metrics);
  v_shown text;
  v_units text;
  v_ranked text;
  v_data text;
  v_totals text;
begin
  v_shown := pg_catalog.format(
    $query$
    select
      creatives.creative_id, min(facts.day) as first_seen, max(facts.day) as last_seen, count(distinct facts.day) as days_active,
      pg_catalog.array_agg(distinct ads.external_id) as ad_ids, min(ads.name) as ad_name, %s
    from analytics.facts_daily as facts
    join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
    join analytics.creatives on creatives.brand_id = ads.brand_id and creatives.creative_id = ads.creative_id
    where %s
      and ($4::text[] is null or creatives.platform = any ($4)) and ($5::text is null or creatives.format = $5)
      and ($9::text[] is null or ads.campaign_entity_id in (
        select held.entity_id from analytics.entities as held where held.brand_id = $1 and held.level = 'campaign' and held.external_id = any ($9)
      ))
    group by creatives.creative_id
    $query$,
    v_columns.of_facts, analytics.fact_condition('ad', 'day')
  );
  v_units := pg_catalog.format(
    'select creative_id, first_seen, last_seen, days_active, ad_ids, ad_name, %s, %s as total_spend from shown', v_columns.in_units, analytics.whole_spend('day')
  );
  v_ranked := pg_catalog.format(
    $query$
    select
      units.*, fatigue.state, fatigue.score, fatigue.frequency_7d, fatigue.ctr_change_pct, fatigue.cpa_change_pct, fatigue.since,
      pg_catalog.row_number() over (order by %s, units.creative_id) as rank
    from units
    left join fatigue using (creative_id)
    where $6::text is null or coalesce(fatigue.state, 'insufficient_data') = $6
    $query$,
    analytics.metric_order(v_sorted[1], creatives_query."order")
  );
  v_data := pg_catalog.format(
    $query$
    select pg_catalog.json_agg(
      pg_catalog.jsonb_build_object(
        'creative_id', creatives.external_id, 'platform', creatives.platform, 'format', creatives.format,
        -- Connected accounts report the name of the ad only.
        'name', coalesce(creatives.name, ranked.ad_name),
        'headline', creatives.headline, 'body', creatives.body, 'call_to_action', creatives.call_to_action,
        'landing_url', creatives.landing_url,
        -- Thumbnails that this service serves are stored as paths.
        'thumbnail_url', case when pg_catalog.left(creatives.thumbnail_url, 1) = '/' then coalesce($11, '') else '' end || creatives.thumbnail_url,
        'ad_ids', ranked.ad_ids, 'ad_count', pg_catalog.cardinality(ranked.ad_ids),
        'first_seen', ranked.first_seen, 'last_seen', ranked.last_seen, 'days_active', ranked.days_active
      )
      || (%s)::jsonb
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
    $query$,
    v_values
  );
  v_totals := pg_catalog.format('select %s from (select %s, max(total_spend) as total_spend from ranked) as ranked', v_values, v_columns.of_sums);
  return 'with shown as (' || v_shown || E'),\n'
    'units as (' || v_units || E'),\n'
    'fatigue as materialized (select * from analytics.creative_fatigue($1, $3)), '
    'ranked as (' || v_ranked || E')\n'
    'select (select count(*) from ranked), (' || v_data || E'),\n  (' || v_totals || ')';
end
$function$;
CREATE OR REPLACE FUNCTION analytics.budget_warnings(brand core.brands, level text, last_on date, lookback_days integer, withheld bigint, platforms text[] DEFAULT NULL::text[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select
      coalesce(pg_catalog.array_agg(known.warning order by known.platform nulls first), '{}')
      || case when budget_warnings.last_on is not null then sources.unread_warnings(
        (budget_warnings.brand).brand_id, budget_warnings.last_on - budget_warnings.lookback_days + 1, budget_warnings.last_on, budget_warnings.platforms
      ) end
    from (
      select
        null as platform,
        platform.warning(
          'rows_have_too_little_data', pg_catalog.jsonb_build_object('rows', budget_warnings.withheld, 'days', budget_warnings.lookback_days)
        ) as warning
      where budget_warnings.withheld > 0
      union all
      select
        entities.platform,
        platform.warning(
          'spend_is_not_of_the_level',
          pg_catalog.jsonb_build_object(
            'platform', entities.platform,
            'level', budget_warnings.level,
            'spend', pg_catalog.round(sum(facts.spend_micros) * 0.000001, currencies.exponent)::text,
            'currency', currencies.currency,
            'days', budget_warnings.lookback_days
          )
        )
      from analytics.rollups_daily as facts
      join analytics.entities
        on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level <> budget_warnings.level
      join core.currencies on currencies.currency = (budget_warnings.brand).currency
      where facts.brand_id = (budget_warnings.brand).brand_id
        and facts.level = budget_warnings.level
        and facts.day > budget_warnings.last_on - budget_warnings.lookback_days
        and facts.day <= budget_warnings.last_on
        and facts.spend_micros > 0
      group by entities.platform, currencies.currency, currencies.exponent
    ) as known
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.is_found(path analytics.entity_paths, level text, search text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select found.id = is_found.search or pg_catalog.strpos(pg_catalog.lower(found.name), pg_catalog.lower(is_found.search)) > 0
  from (
    select
      case is_found.level
        when 'ad_account' then (is_found.path).account_id
        when 'campaign' then (is_found.path).campaign_id
        when 'adset' then (is_found.path).adset_id
        else (is_found.path).ad_id
      end as id,
      case is_found.level
        when 'ad_account' then (is_found.path).account_name
        when 'campaign' then (is_found.path).campaign_name
        when 'adset' then (is_found.path).adset_name
        else (is_found.path).ad_name
      end as name
  ) as found;
$function$;
CREATE OR REPLACE FUNCTION analytics.is_meant(path analytics.entity_paths, filters jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (not is_meant.filters ? 'platform' or (is_meant.path).platform = any (analytics.texts(is_meant.filters -> 'platform')))
    and (not is_meant.filters ? 'platform_not' or (is_meant.path).platform <> all (analytics.texts(is_meant.filters -> 'platform_not')))
    and (not is_meant.filters ? 'account_id' or (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account_id')))
    and (
      not is_meant.filters ? 'account'
      or (is_meant.path).platform || '/' || (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account'))
    )
    and (
      not is_meant.filters ? 'campaign_id'
      or coalesce((is_meant.path).campaign_id = any (analytics.texts(is_meant.filters -> 'campaign_id')), false)
    )
    and (
      not is_meant.filters ? 'adset_id'
      or coalesce((is_meant.path).adset_id = any (analytics.texts(is_meant.filters -> 'adset_id')), false)
    )
    and (
      not is_meant.filters ? 'ad_id'
      or coalesce((is_meant.path).ad_id = any (analytics.texts(is_meant.filters -> 'ad_id')), false)
    )
    and (
      not is_meant.filters ? 'search'
      or coalesce(analytics.is_found(is_meant.path, is_meant.filters ->> 'search_level', is_meant.filters ->> 'search'), false)
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
$function$;
CREATE OR REPLACE FUNCTION analytics.paced_through(brand_id text, month date, OUT last_on date, OUT warning jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  -- Without data there is no row: least() would ignore a null and return the end of the month.
  select least(analytics.reported_through(paced_through.brand_id), (paced_through.month + interval '1 month - 1 day')::date)
  into last_on
  from analytics.data_status
  where data_status.brand_id = paced_through.brand_id and data_status.kind = 'ads_daily'
    and data_status.first_on < paced_through.month + interval '1 month';
  if last_on is null or last_on < paced_through.month then
    last_on := null;
    warning := platform.warning('no_complete_day_to_project_from');
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.adds_up(metric text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select metric_definitions.additive from analytics.metric_definitions where metric_definitions.name = adds_up.metric), false
  );
$function$;
CREATE OR REPLACE FUNCTION analytics.with_projection(rows json, metric text, month date, through date)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.json_agg(
    row.value::jsonb || pg_catalog.jsonb_build_object(
      'days_elapsed', coalesce(with_projection.through - with_projection.month + 1, 0),
      'days_in_month', extract(day from with_projection.month + interval '1 month - 1 day'),
      'projected_' || with_projection.metric,
      case when analytics.adds_up(with_projection.metric) then
        pg_catalog.round(analytics.projected_for_month((row.value ->> with_projection.metric)::numeric, with_projection.month, with_projection.through), 2)
      end
    )
  )
  from pg_catalog.json_array_elements(with_projection.rows) as row (value);
$function$;
CREATE OR REPLACE FUNCTION analytics.asked_range(brand core.brands, interpretation jsonb, filters jsonb, today date, OUT first_on date, OUT last_on date, OUT base_first_on date, OUT base_last_on date, OUT is_comparable boolean, OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_intent constant text := asked_range.interpretation ->> 'intent';
  v_operation constant text := asked_range.interpretation ->> 'operation';
  v_group_by constant text := asked_range.interpretation ->> 'group_by';
  v_unit constant text := case
    when v_operation like 'average\_per\_%' then pg_catalog.substr(v_operation, 13)
    when v_operation = 'best_period' or v_group_by = 'weekday' then case v_group_by when 'weekday' then 'day' else v_group_by end
  end;
  v_status analytics.data_status;
  v_whole daterange;
  v_warning jsonb;
begin
  first_on := (asked_range.interpretation #>> '{time,date_from}')::date;
  last_on := (asked_range.interpretation #>> '{time,date_to}')::date;
  if asked_range.interpretation #>> '{time,compare_from}' is not null then
    select compared.* into first_on, last_on, base_first_on, base_last_on, is_comparable, warnings
    from analytics.comparable_time((asked_range.brand).brand_id, asked_range.interpretation -> 'time', asked_range.filters) as compared;
  elsif v_intent = 'pacing' then
    first_on := pg_catalog.date_trunc('month', asked_range.today)::date;
    select paced.last_on, paced.warning into last_on, v_warning from analytics.paced_through((asked_range.brand).brand_id, first_on) as paced;
  elsif v_unit is not null then
    select data_status.* into v_status
    from analytics.data_status
    where data_status.brand_id = (asked_range.brand).brand_id and data_status.kind = 'ads_daily';
    v_whole := analytics.whole_periods(greatest(first_on, v_status.first_on), least(last_on, v_status.last_on, asked_range.today - 1), v_unit);
    if v_whole is null then
      v_warning := platform.warning(
        'no_complete_period', pg_catalog.jsonb_build_object('unit', v_unit, 'date_from', first_on, 'date_to', last_on)
      );
    elsif pg_catalog.lower(v_whole) <> first_on or pg_catalog.upper(v_whole) - 1 <> last_on then
      first_on := pg_catalog.lower(v_whole);
      last_on := pg_catalog.upper(v_whole) - 1;
      v_warning := platform.warning(
        'only_complete_periods_count', pg_catalog.jsonb_build_object('unit', v_unit, 'date_from', first_on, 'date_to', last_on)
      );
    end if;
  end if;
  warnings := coalesce(warnings, pg_catalog.array_remove(array[v_warning], null));
end
$function$;
CREATE OR REPLACE FUNCTION analytics.answer_in_numbers(brand core.brands, interpretation jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := answer_in_numbers.brand;
  v_intent constant text := answer_in_numbers.interpretation ->> 'intent';
  v_operation constant text := answer_in_numbers.interpretation ->> 'operation';
  v_time constant jsonb := answer_in_numbers.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_in_numbers.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_in_numbers.interpretation -> 'metrics');
  v_asked_group constant text := answer_in_numbers.interpretation ->> 'group_by';
  v_is_by_period constant boolean := coalesce(v_asked_group in ('day', 'week', 'month', 'quarter', 'weekday'), false);
  v_group_by constant text := case when not v_is_by_period then v_asked_group end;
  v_granularity constant text := case when v_intent = 'timeseries' or v_operation = 'count' and v_group_by is null or v_is_by_period then v_time ->> 'granularity' end;
  v_thresholds constant jsonb := coalesce(answer_in_numbers.interpretation -> 'thresholds', '[]');
  v_is_total constant boolean := v_intent = 'metric_value' and v_group_by is null and v_granularity is null;
  v_rank constant integer := (answer_in_numbers.interpretation ->> 'rank')::integer;
  -- For an order by change, the limit applies after the changes are known.
  v_is_by_change constant boolean := v_intent = 'comparison' and answer_in_numbers.interpretation ->> 'sort' is not null;
  -- A ranking or count of ad sets or ads excludes the rows of higher levels.
  v_is_of_named constant boolean := coalesce(v_asked_group in ('adset', 'ad'), false) and (v_intent = 'ranking' or v_operation = 'count');
  v_limit constant integer := case when v_is_by_change then 1000000
    when v_intent in ('timeseries', 'comparison') then 500
    else coalesce(v_rank, (answer_in_numbers.interpretation ->> 'limit')::integer, 50)
  end;
  v_ranked constant text := case v_operation when 'best_period' then 'periods' else answer_in_numbers.interpretation ->> 'within' end;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_range record;
  v_current json;
  v_data json;
  v_warnings jsonb[] := '{}'::jsonb[];
  v_platforms text[];
  v_total bigint;
  v_most bigint;
begin
  v_range := analytics.asked_range(v_brand, answer_in_numbers.interpretation, v_filters, v_today);
  v_warnings := v_range.warnings;
  v_current := analytics.ask(
    v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters,
    case when v_is_total then '[]' else v_thresholds end, coalesce(answer_in_numbers.interpretation ->> 'sort', 'desc'), v_limit, v_ranked, v_is_of_named
  );
  v_data := v_current -> 'data';
  v_total := (v_current ->> 'total_rows')::bigint;
  v_most := v_total;
  if v_intent = 'comparison' and v_time ->> 'compare_from' is not null then
    v_current := analytics.answer_with_periods(
      v_brand, answer_in_numbers.interpretation, v_metrics, v_group_by, v_filters, v_data, v_limit,
      v_range.first_on, v_range.last_on, v_range.base_first_on, v_range.base_last_on, v_range.is_comparable
    );
    -- A period without data still has one row.
    v_total := greatest(v_total, 1) + (v_current ->> 'total_rows')::bigint;
    v_most := greatest(v_most, (v_current ->> 'total_rows')::bigint);
    v_data := v_current -> 'data';
  elsif v_intent = 'comparison' and v_group_by is not null then
    v_data := analytics.with_difference(v_data, v_metrics, case v_group_by when 'platform' then 'platform' else v_group_by || '_name' end, analytics.texts(coalesce(v_filters -> v_group_by, v_filters -> (v_group_by || '_name'))));
  elsif v_operation = 'share' then
    v_data := analytics.with_shares(
      v_data,
      analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, null, null, analytics.whole_filters(v_filters, v_group_by)) #> '{data,0}',
      v_metrics
    );
  elsif v_operation = 'versus_total' then
    v_data := analytics.with_totals(
      v_data,
      analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, null, null, analytics.whole_filters(v_filters, v_group_by)) #> '{data,0}',
      v_metrics
    );
  elsif v_operation like 'average\_per\_%' then
    v_data := analytics.with_averages(v_data, v_metrics, pg_catalog.substr(v_operation, 13), analytics.periods_between(v_range.first_on, v_range.last_on, pg_catalog.substr(v_operation, 13)));
  elsif v_operation = 'count' then
    v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(
      'counted', coalesce(v_group_by, v_granularity), 'count', v_total,
      'of', analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters, '[]', 'desc', 1, null, v_is_of_named) -> 'total_rows'
    ));
    v_total := 1;
    v_most := 1;
  elsif v_operation in ('ratio', 'difference') or v_is_total and v_thresholds <> '[]' then
    v_data := analytics.with_computed(v_data, v_metrics, v_operation, v_thresholds);
  elsif v_intent = 'pacing' then
    -- A month without a reported day still has one row.
    if v_range.last_on is null then
      v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(v_metrics[1], null));
      v_total := 1;
    end if;
    v_data := analytics.with_projection(v_data, v_metrics[1], v_range.first_on, v_range.last_on);
    if not analytics.adds_up(v_metrics[1]) then
      v_warnings := v_warnings || array[platform.warning('ratio_is_not_projected', pg_catalog.jsonb_build_object('metric', v_metrics[1]))];
    end if;
  end if;
  if v_rank is not null then
    v_data := case when pg_catalog.json_array_length(v_data) >= v_rank then pg_catalog.json_build_array(v_data -> (v_rank - 1)) else '[]' end;
  end if;
  if v_granularity in ('week', 'month', 'quarter')
    and analytics.whole_periods(v_range.first_on, v_range.last_on, v_granularity) is distinct from pg_catalog.daterange(v_range.first_on, v_range.last_on, '[]') then
    v_warnings := v_warnings || array[
      platform.warning('periods_are_cut', pg_catalog.jsonb_build_object('unit', v_granularity, 'date_from', v_range.first_on, 'date_to', v_range.last_on))
    ];
  end if;
  if v_asked_group = 'weekday' then
    v_warnings := v_warnings || array[platform.warning('weekdays_are_averages')];
  end if;
  if v_is_of_named then
    v_platforms := analytics.platforms_above(v_brand.brand_id, v_asked_group, v_filters, v_range.first_on, v_range.last_on);
    if v_platforms <> '{}' then
      v_warnings := v_warnings || array[
        platform.warning('reports_end_above_level', pg_catalog.jsonb_build_object('level', v_asked_group, 'platforms', v_platforms))
      ];
    end if;
  end if;
  return pg_catalog.json_build_object(
    'data', coalesce(v_data, '[]'),
    'total_rows', v_total,
    'truncated', v_most > coalesce(pg_catalog.json_array_length(v_data), 0) and v_most > v_limit,
    'warnings', v_warnings || case when v_range.last_on is not null
      then analytics.metric_warnings(
        v_brand, v_metrics, analytics.shown_level(v_group_by, v_filters), v_range.first_on, v_range.last_on, v_today,
        case when v_granularity = 'hour' then 'hour' else coalesce(nullif(v_granularity, 'weekday'), 'day') end
      )
    end
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.answer_with_anomalies(brand_id text, metrics text[], filters jsonb, date_from date, date_to date, today date)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
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
          case when anomaly.value ->> 'level' = 'campaign' then anomaly.value #>> '{entity,name}' end, null, null, null, null, null, null, null
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
$function$;
CREATE OR REPLACE FUNCTION analytics.answer_by_operation(brand core.brands, brand_id text, interpretation jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := answer_by_operation.brand;
  v_intent constant text := answer_by_operation.interpretation ->> 'intent';
  v_time constant jsonb := answer_by_operation.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_by_operation.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_by_operation.interpretation -> 'metrics');
  v_level constant text := answer_by_operation.interpretation ->> 'level';
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  -- These operations accept at most 1127 days.
  v_from constant date := case when v_intent in ('attribution', 'creatives') then greatest((v_time ->> 'date_from')::date, v_to - 1126) else (v_time ->> 'date_from')::date end;
  v_answer json;
  v_data json;
  v_compared record;
  v_warnings jsonb[] := '{}'::jsonb[];
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
      select compared.* into v_compared from analytics.comparable_time(v_brand.brand_id, v_time, v_filters) as compared;
      v_warnings := v_compared.warnings;
      if v_compared.is_comparable then
        v_answer := analytics.explain_change(
          v_brand, v_metrics, v_compared.first_on, v_compared.last_on, v_compared.base_first_on, v_compared.base_last_on, v_filters
        );
        v_warnings := v_warnings || array[
          analytics.contradiction(
            v_brand, v_metrics[1], answer_by_operation.interpretation ->> 'direction', v_compared.first_on, v_compared.last_on, v_compared.base_first_on,
            v_compared.base_last_on, v_filters
          ),
          case when v_metrics && array['reach', 'frequency'] then platform.warning('reach_cannot_be_added_up') end
        ];
      end if;
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
      from pg_catalog.json_array_elements(analytics.metric_definitions() -> 'data') as definition
      where definition.value ->> 'name' = any (v_metrics);
  end case;
  if v_from is distinct from (v_time ->> 'date_from')::date then
    v_warnings := v_warnings || array[
      platform.warning('range_is_cut', pg_catalog.jsonb_build_object('days_max', 1127, 'date_from', v_from))
    ];
  end if;
  v_data := case when pg_catalog.json_typeof(v_answer -> 'data') = 'array' then v_answer -> 'data' else '[]' end;
  return pg_catalog.json_build_object(
    'data', v_data,
    'data_through', v_answer ->> 'data_through',
    'total_rows', v_answer -> 'total_rows',
    'truncated', (v_answer ->> 'total_rows')::bigint > pg_catalog.json_array_length(v_data)
      or coalesce((v_answer ->> 'truncated')::boolean, false),
    'warnings', pg_catalog.to_jsonb(pg_catalog.array_remove(v_warnings, null)) || coalesce((v_answer -> 'warnings')::jsonb, '[]')
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.query(brand_id text, question text, interpretation jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_intent constant text := query.interpretation ->> 'intent';
  v_interpretation jsonb;
  v_through date;
  v_answer json;
begin
  v_brand := core.data_brand(query.brand_id);
  if query.question is null then
    perform platform.fail('BADRQ', 'is_required', 'question');
  end if;
  perform platform.require_object('interpretation', query.interpretation);
  -- The parser states null if it could not read the question.
  if not query.interpretation ? 'intent' then
    perform platform.fail('BADRQ', 'is_required', 'interpretation.intent');
  end if;
  perform platform.require_choice('interpretation.intent', v_intent, array[
    'metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison', 'anomalies', 'explain_change', 'forecast', 'attribution', 'creatives',
    'budget_recommendations', 'pacing', 'list', 'definition', null
  ]);
  v_interpretation := analytics.with_compared_range(v_brand.brand_id, query.interpretation);
  if v_intent not in ('forecast', 'attribution', 'definition') then
    v_through := analytics.ads_through(v_brand.brand_id, query.interpretation #>> '{time,granularity}');
  end if;
  if v_intent in ('metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison', 'pacing') then
    v_answer := analytics.answer_in_numbers(v_brand, v_interpretation);
  elsif v_intent is not null then
    v_answer := analytics.answer_by_operation(v_brand, query.brand_id, v_interpretation);
  end if;
  return pg_catalog.json_build_object(
    'question', query.question,
    'brand_id', query.brand_id,
    'interpretation', v_interpretation - '{warnings,direction,merit}'::text[],
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
$function$;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF file_name, failure, rejections ON analytics.uploads FOR EACH ROW WHEN (((NOT platform.is_plain(new.file_name)) OR (NOT platform.is_plain(new.failure)) OR (NOT platform.is_plain(new.rejections)))) EXECUTE FUNCTION platform.write_plain('file_name', 'failure', 'rejections');
CREATE OR REPLACE FUNCTION analytics.waiting_uploads()
 RETURNS TABLE(brand_id text, upload_id text, attempts integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id, held.upload_id, held.attempts
  from analytics.uploads as held
  where held.state = 'confirmed' or held.state = 'importing' and held.busy_until <= platform.clock()
  order by held.created_at;
$function$;
CREATE OR REPLACE FUNCTION analytics.prune_uploads()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_uploads bigint;
begin
  delete from analytics.uploads as held
  where held.created_at <= platform.clock() - interval '1 day' and coalesce(held.busy_until <= platform.clock(), true);
  get diagnostics v_uploads = row_count;
  return v_uploads;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.claim_upload(brand_id text, upload_id text, lease text, seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_upload analytics.uploads;
  v_attempts_max constant integer := 3;
begin
  select held.* into v_upload
  from analytics.uploads as held
  where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id
    and (held.state = 'confirmed' or held.state = 'importing' and held.busy_until <= platform.clock())
  for update;
  if not found then
    return null;
  end if;
  if v_upload.attempts >= v_attempts_max then
    update analytics.uploads as held
    set
      state = 'failed', lease = null, busy_until = null,
      failure = platform.statement('import_was_interrupted', pg_catalog.jsonb_build_object('attempts', v_upload.attempts))
    where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id;
    return null;
  end if;
  update analytics.uploads as held
  set
    state = 'importing', lease = claim_upload.lease, attempts = held.attempts + 1, rows_read = 0, part_read = 0,
    busy_until = platform.clock() + pg_catalog.make_interval(secs => claim_upload.seconds)
  where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id;
  return pg_catalog.jsonb_build_object(
    'file_name', v_upload.file_name, 'bytes', v_upload.bytes, 'kind', v_upload.kind, 'options', v_upload.options,
    'chunks', (
      select count(*) from analytics.upload_chunks as chunks
      where chunks.brand_id = claim_upload.brand_id and chunks.upload_id = claim_upload.upload_id
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.keep_upload(brand_id text, upload_id text, lease text, seconds integer, rows_read bigint, part_read double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  update analytics.uploads as held
  set
    busy_until = platform.clock() + pg_catalog.make_interval(secs => keep_upload.seconds), rows_read = keep_upload.rows_read,
    part_read = keep_upload.part_read
  where held.brand_id = keep_upload.brand_id and held.upload_id = keep_upload.upload_id and held.state = 'importing' and held.lease = keep_upload.lease;
$function$;
CREATE OR REPLACE FUNCTION analytics.upload_chunk(brand_id text, upload_id text, "position" integer)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select chunks.bytes
  from analytics.upload_chunks as chunks
  where chunks.brand_id = upload_chunk.brand_id and chunks.upload_id = upload_chunk.upload_id and chunks.position = upload_chunk.position;
$function$;
CREATE OR REPLACE FUNCTION analytics.finish_upload(brand_id text, upload_id text, lease text, import_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update analytics.uploads as held
  set
    state = 'imported', lease = null, busy_until = null, part_read = 1, import_id = finish_upload.import_id,
    rows_read = (
      select imports.rows_read from analytics.imports
      where imports.brand_id = finish_upload.brand_id and imports.import_id = finish_upload.import_id
    )
  where held.brand_id = finish_upload.brand_id and held.upload_id = finish_upload.upload_id
    and held.state = 'importing' and held.lease = finish_upload.lease;
  if not found then
    perform platform.fail('STALE', 'this_upload_is_imported_elsewhere', 'upload_id');
  end if;
  -- The lock of the import is held, so no other report of the brand is stored meanwhile.
  if pg_catalog.to_regclass('pg_temp.ad_entities') is not null then
    update analytics.imports as held
    set is_exact = held.imported_at = platform.now()
        and not exists (
          select from analytics.imports as others
          where others.brand_id = held.brand_id and others.import_id <> held.import_id and others.imported_at >= held.imported_at
        )
        and not exists (select from sources.windows where windows.brand_id = held.brand_id and windows.read_at >= held.imported_at)
    where held.brand_id = finish_upload.brand_id and held.import_id = finish_upload.import_id;
  end if;
  delete from analytics.upload_chunks as chunks
  where chunks.brand_id = finish_upload.brand_id and chunks.upload_id = finish_upload.upload_id;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.fail_upload(brand_id text, upload_id text, lease text, message text, rejections jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  update analytics.uploads as held
  set
    state = 'failed', lease = null, busy_until = null, rejections = fail_upload.rejections,
    failure = platform.statement('file_was_refused', pg_catalog.jsonb_build_object('message', fail_upload.message))
  where held.brand_id = fail_upload.brand_id and held.upload_id = fail_upload.upload_id and held.state = 'importing' and held.lease = fail_upload.lease;
$function$;
CREATE OR REPLACE FUNCTION analytics.refuse_undo(brand_id text, import_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_import analytics.imports;
  v_later text;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = refuse_undo.brand_id and held.import_id = refuse_undo.import_id;
  if v_import.undone_at is not null then
    return platform.statement('import_is_undone');
  elsif v_import.kind <> 'ads' then
    return platform.statement('import_has_no_history', pg_catalog.jsonb_build_object('kind', v_import.kind));
  elsif not v_import.is_exact then
    return platform.statement('import_is_not_exact');
  end if;
  -- An import that repeats the same values leaves no version, so the days of later imports decide.
  select held.file_name into v_later
  from analytics.imports as held
  where held.brand_id = v_import.brand_id and held.kind = 'ads' and held.import_id <> v_import.import_id and held.undone_at is null
    and held.imported_at >= v_import.imported_at
    and held.first_on <= v_import.last_on + 1 and held.last_on >= v_import.first_on - 1
    and coalesce(held.platforms && v_import.platforms, true)
  order by held.imported_at desc
  limit 1;
  if found then
    return platform.statement('import_has_a_successor', pg_catalog.jsonb_build_object('file_name', v_later));
  end if;
  select held.name into v_later
  from sources.sources as held
  where held.brand_id = v_import.brand_id and analytics.imported_platform(held.platform) = any (v_import.platforms)
    and exists (
      select from sources.windows
      where windows.brand_id = held.brand_id and windows.source_id = held.source_id and windows.read_at >= v_import.imported_at - interval '1 minute'
        and windows.first_on <= v_import.last_on + 1 and windows.last_on >= v_import.first_on - 1
    )
  limit 1;
  if found then
    return platform.statement('import_is_read_again', pg_catalog.jsonb_build_object('name', v_later));
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.undo_facts(brand_id text, target regclass, versions regclass, key text, first_key text, last_key text, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(analytics.all_measures())
    || case when undo_facts.key = 'day' then array['summed_measures'] else '{}'::text[] end;
  v_later bigint;
  v_changed bigint;
  v_removed bigint;
begin
  -- What the import replaced or removed, and what it created.
  execute pg_catalog.format(
    $query$
    create temporary table undone on commit drop as
    select versions.%1$I as key, versions.entity_id, true as was_held
    from %2$s as versions
    where versions.brand_id = $1 and versions.%1$I between %3$L and %4$L and versions.replaced_at = $2
    union all
    select held.%1$I, held.entity_id, false
    from %5$s as held
    where held.brand_id = $1 and held.%1$I between %3$L and %4$L and held.first_stored_at = $2
      and not exists (
        select from %2$s as versions
        where versions.brand_id = $1 and versions.%1$I = held.%1$I and versions.entity_id = held.entity_id and versions.replaced_at = $2
      )
    $query$,
    undo_facts.key, undo_facts.versions, undo_facts.first_key, undo_facts.last_key, undo_facts.target
  )
  using undo_facts.brand_id, undo_facts.at;
  analyze pg_temp.undone;
  execute pg_catalog.format(
    'select count(*) from %1$s as versions join pg_temp.undone on undone.key = versions.%2$I and undone.entity_id = versions.entity_id'
    ' where versions.brand_id = $1 and versions.%2$I between %3$L and %4$L and versions.replaced_at > $2',
    undo_facts.versions, undo_facts.key, undo_facts.first_key, undo_facts.last_key
  )
  into v_later
  using undo_facts.brand_id, undo_facts.at;
  if v_later > 0 then
    return null;
  end if;
  execute pg_catalog.format(
    'delete from %1$s as held using pg_temp.undone where not undone.was_held and held.brand_id = $1 and held.%2$I = undone.key'
    ' and held.entity_id = undone.entity_id',
    undo_facts.target, undo_facts.key
  )
  using undo_facts.brand_id;
  get diagnostics v_removed = row_count;
  execute pg_catalog.format(
    $query$
    insert into %1$s as held (brand_id, %2$I, entity_id, %3$s)
    select versions.brand_id, versions.%2$I, versions.entity_id, %4$s
    from %5$s as versions
    where versions.brand_id = $1 and versions.%2$I between %6$L and %7$L and versions.replaced_at = $2
    on conflict (brand_id, %2$I, entity_id) do update set %8$s
    $query$,
    undo_facts.target, undo_facts.key, analytics.list_measures(v_columns, '%I'), analytics.list_measures(v_columns, 'versions.%I'),
    undo_facts.versions, undo_facts.first_key, undo_facts.last_key, analytics.list_measures(v_columns, '%1$I = excluded.%1$I')
  )
  using undo_facts.brand_id, undo_facts.at;
  get diagnostics v_changed = row_count;
  return v_removed + v_changed;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.undo_ad_import(import analytics.imports)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_brand_id constant text := (undo_ad_import.import).brand_id;
  v_at constant timestamptz := (undo_ad_import.import).imported_at;
  v_first_on constant date := (undo_ad_import.import).first_on - 1;
  v_last_on constant date := (undo_ad_import.import).last_on + 1;
  v_days date[];
  v_hours bigint;
  v_rows bigint;
begin
  v_hours := analytics.undo_facts(
    v_brand_id, 'analytics.facts_hourly', 'analytics.facts_hourly_versions', 'hour',
    (v_first_on - 1)::text, (v_last_on + 2)::text, v_at
  );
  drop table pg_temp.undone;
  v_rows := analytics.undo_facts(
    v_brand_id, 'analytics.facts_daily', 'analytics.facts_daily_versions', 'day', v_first_on::text, v_last_on::text, v_at
  );
  v_days := array(select distinct undone.key from pg_temp.undone);
  drop table pg_temp.undone;
  if v_hours is null or v_rows is null then
    return null;
  end if;
  delete from analytics.rollups_daily as held where held.brand_id = v_brand_id and held.day = any (v_days);
  perform analytics.roll_up(v_brand_id, v_days, analytics.all_measures());
  delete from analytics.unfinished_days as held
  where held.brand_id = v_brand_id and held.day = any (v_days)
    and not exists (
      select
      from analytics.facts_daily as facts
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      where facts.brand_id = held.brand_id and facts.day = held.day and held.entity_id in (entities.entity_id, entities.account_entity_id)
    );
  with remaining as (
    select entities.platform, 'ads_daily' as kind, min(facts.day) as first_on, max(facts.day) as last_on
    from analytics.facts_daily as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = v_brand_id and entities.platform = any ((undo_ad_import.import).platforms)
    group by 1
  ),
  gone as (
    delete from analytics.platform_status as held
    where held.brand_id = v_brand_id and held.platform = any ((undo_ad_import.import).platforms)
      and not exists (select from remaining where remaining.platform = held.platform)
  )
  update analytics.platform_status as held
  set first_on = greatest(held.first_on, remaining.first_on), last_on = least(held.last_on, remaining.last_on)
  from remaining
  where held.brand_id = v_brand_id and held.platform = remaining.platform
    and remaining.first_on <= held.last_on and remaining.last_on >= held.first_on;
  perform sources.shrink_data_status(v_brand_id, '{ads_daily,ads_hourly}');
  return v_hours + v_rows;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.undo_import(brand_id text, import_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_import analytics.imports;
  v_refused jsonb;
  v_rows bigint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || undo_import.brand_id, 0));
  select held.* into v_import
  from analytics.imports as held
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id and held.undo_requested_at is not null
  for update;
  if not found then
    return null;
  end if;
  v_refused := analytics.refuse_undo(undo_import.brand_id, undo_import.import_id);
  if v_refused is null then
    begin
      v_rows := analytics.undo_ad_import(v_import);
      if v_rows is null then
        perform platform.fail('STALE', 'later_reports_changed_this_import', 'import_id');
      end if;
    exception when sqlstate 'STALE' then
      v_refused := platform.statement('import_was_changed');
    end;
  end if;
  update analytics.imports as held
  set
    undo_requested_at = null, undo_refused = v_refused,
    undone_at = case when v_refused is null then platform.now() end
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  return pg_catalog.jsonb_build_object('rows', v_rows, 'is_refused', v_refused is not null);
end
$function$;
CREATE OR REPLACE FUNCTION analytics.waiting_undos()
 RETURNS TABLE(brand_id text, import_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id, held.import_id from analytics.imports as held where held.undo_requested_at is not null;
$function$;
CREATE OR REPLACE FUNCTION analytics.note_unfinished_days(brand_id text, reported_at timestamp with time zone DEFAULT platform.now())
 RETURNS void
 LANGUAGE sql
AS $function$
  with brand as (
    select
      brands.brand_id, brands.timezone,
      least(
        (note_unfinished_days.reported_at at time zone brands.timezone)::date,
        (select min(held.day) from analytics.unfinished_days as held where held.brand_id = brands.brand_id)
      ) - 1 as read_from
    from core.brands
    where brands.brand_id = note_unfinished_days.brand_id
  ),
  staged as (
    select
      entities.account_entity_id as entity_id, days.day, facts.hour is not null as by_hour,
      -- Hours are summed by days of the brand's time zone. Daily reports have the days of the account's time zone.
      max((days.day + 1)::timestamp at time zone case when facts.hour is null then zones.account else brand.timezone end) as ends_at
    from brand
    join (select distinct ad_facts.entity_no, ad_facts.day, ad_facts.hour from pg_temp.ad_facts) as facts on facts.day >= brand.read_from
    join pg_temp.ad_entities as entities on entities.entity_no = facts.entity_no
    cross join lateral (select coalesce(entities.account_timezone, brand.timezone) as account) as zones
    cross join lateral (
      select case when facts.hour is null then facts.day
        else ((facts.day + pg_catalog.make_time(facts.hour, 0, 0)) at time zone zones.account at time zone brand.timezone)::date
      end as day
    ) as days
    group by 1, 2, 3
  ),
  completed as (
    delete from analytics.unfinished_days as held
    using staged
    where held.brand_id = note_unfinished_days.brand_id
      and held.entity_id = staged.entity_id
      and held.day = staged.day
      and staged.ends_at <= note_unfinished_days.reported_at
      and (held.by_hour or not staged.by_hour)
  )
  insert into analytics.unfinished_days as held (brand_id, entity_id, day, by_hour, reported_at)
  select
    note_unfinished_days.brand_id, staged.entity_id, staged.day, pg_catalog.bool_and(staged.by_hour), note_unfinished_days.reported_at
  from staged
  where staged.ends_at > note_unfinished_days.reported_at
  group by staged.entity_id, staged.day
  on conflict on constraint unfinished_days_pkey do update
  set by_hour = held.by_hour and excluded.by_hour, reported_at = excluded.reported_at;
$function$;
CREATE OR REPLACE FUNCTION analytics.record_import(brand_id text, kind text, dialect text, file_name text, rows_read bigint, rows_accepted bigint, first_on date, last_on date, warnings jsonb DEFAULT '[]'::jsonb)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
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
    (brand_id, import_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, first_on, last_on, warnings, imported_at)
  values (
    record_import.brand_id, v_import_id, record_import.kind, record_import.dialect, record_import.file_name, record_import.rows_read,
    record_import.rows_accepted, record_import.rows_read - record_import.rows_accepted, record_import.first_on, record_import.last_on,
    record_import.warnings,
    -- Imports of a brand wait for each other after they began, so a later one can have an earlier time.
    greatest(platform.now(), (select max(held.imported_at) from analytics.imports as held where held.brand_id = record_import.brand_id))
  );
  insert into analytics.import_rejections (brand_id, import_id, line, reasons)
  select record_import.brand_id, v_import_id, rejections.line, pg_catalog.jsonb_agg(distinct rejections.reason)
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
$function$;
CREATE OR REPLACE FUNCTION analytics.keep_file_orders(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- A connected shop says more about its orders than a file, such as later refunds.
  update pg_temp.bought
  set is_of_shop = true
  from analytics.orders as held
  where held.brand_id = keep_file_orders.brand_id and held.order_id = bought.order_id and held.source_id is not null;
  update analytics.orders as held
  set file_order = pg_catalog.jsonb_build_object(
    'visitor_id', bought.visitor_id, 'ordered_at', bought.ordered_at, 'revenue_micros', pg_catalog.round(bought.revenue_micros * bought.rate),
    'is_new_customer', bought.is_new_customer, 'refunded_micros', pg_catalog.round(bought.refunded_micros * bought.rate),
    'refunded_at', case when bought.refunded_micros > 0 then coalesce(bought.refunded_at, bought.ordered_at) end
  )
  from pg_temp.bought
  where held.brand_id = keep_file_orders.brand_id and held.order_id = bought.order_id and bought.is_of_shop;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.commit_journey_import(brand_id text, dialect text, file_name text, rows_read bigint)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
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
    journeys.kind, journeys.channel, coalesce(journeys.touch_id, '') as touch_id, journeys.campaign, journeys.ad, journeys.creative
  from pg_temp.journeys
  where journeys.reason is null;
  with removed as (
    delete from pg_temp.touches where touches.touched_at > platform.now() + interval '1 day' returning touches.line
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('instant_is_in_the_future', '{"field": "touched_at"}') from removed;
  with removed as (
    delete from pg_temp.touches
    using analytics.erased_visitors as erased
    where erased.brand_id = commit_journey_import.brand_id
      and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, touches.visitor_id)
      and erased.erased_at >= touches.touched_at
    returning touches.line
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('person_is_erased') from removed;
  update pg_temp.touches
  set linked_id = null
  from analytics.erased_visitors as erased
  where erased.brand_id = commit_journey_import.brand_id
    and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, touches.linked_id)
    and erased.erased_at >= touches.touched_at;
  select count(*), min((touches.touched_at at time zone v_timezone)::date), max((touches.touched_at at time zone v_timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.touches;

  insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign, ad, creative)
  select distinct on (touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id)
    commit_journey_import.brand_id, touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id,
    touches.visitor_id, touches.campaign, touches.ad, touches.creative
  from pg_temp.touches
  order by touches.visitor_id, touches.touched_at, touches.kind, touches.channel, touches.touch_id, touches.line desc
  on conflict on constraint touchpoints_pkey do update
  set
    campaign = coalesce(excluded.campaign, held.campaign),
    ad = coalesce(excluded.ad, held.ad),
    creative = coalesce(excluded.creative, held.creative)
  where excluded.campaign <> coalesce(held.campaign, '') or excluded.ad <> coalesce(held.ad, '') or excluded.creative <> coalesce(held.creative, '');
  insert into analytics.identity_links (brand_id, visitor_id, linked_id)
  select distinct commit_journey_import.brand_id, touches.visitor_id, touches.linked_id from pg_temp.touches where touches.linked_id is not null
  on conflict on constraint identity_links_pkey do nothing;
  perform analytics.stitch_identities(commit_journey_import.brand_id);
  if v_accepted > 0 then
    perform analytics.note_data(commit_journey_import.brand_id, array['journeys'], v_first_on, v_last_on);
    perform analytics.attribute_imported(commit_journey_import.brand_id, v_first_on, v_accepted);
  end if;
  return analytics.record_import(
    commit_journey_import.brand_id, 'journeys', commit_journey_import.dialect, commit_journey_import.file_name,
    commit_journey_import.rows_read, v_accepted, v_first_on, v_last_on
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.commit_order_import(brand_id text, dialect text, file_name text, rows_read bigint)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
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
    analytics.instant(given.refunded_at, v_brand.timezone) as refunded_at, false as is_of_shop,
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
        then platform.warning(
          'row_lacks_exchange_rate', pg_catalog.jsonb_build_object('from_currency', removed.currency, 'to_currency', v_brand.currency)
        )
      when removed.ordered_at > platform.now() + interval '1 day' then platform.warning('instant_is_in_the_future', '{"field": "ordered_at"}')
      when removed.refunded_micros > removed.revenue_micros then platform.warning('refund_exceeds_revenue')
      when removed.refunded_at < removed.ordered_at then platform.warning('refund_precedes_order')
      else platform.warning('order_is_repeated')
    end
  from removed;
  update pg_temp.bought
  set visitor_id = analytics.erased_visitor_id(bought.order_id), linked_id = null
  where exists (
      select from analytics.orders as held
      where held.brand_id = v_brand.brand_id and held.order_id = bought.order_id
        and held.visitor_id = analytics.erased_visitor_id(bought.order_id)
    )
    or exists (
      select from analytics.erased_visitors as erased
      where erased.brand_id = v_brand.brand_id and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, bought.visitor_id)
        and erased.erased_at >= bought.ordered_at
    );
  update pg_temp.bought
  set linked_id = null
  from analytics.erased_visitors as erased
  where erased.brand_id = v_brand.brand_id
    and erased.visitor_hash = analytics.visitor_hash(erased.brand_id, bought.linked_id)
    and erased.erased_at >= bought.ordered_at;
  select count(*), min((bought.ordered_at at time zone v_brand.timezone)::date), max((bought.ordered_at at time zone v_brand.timezone)::date)
  into v_accepted, v_first_on, v_last_on
  from pg_temp.bought;

  perform analytics.keep_file_orders(v_brand.brand_id);
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select
    v_brand.brand_id, bought.order_id, bought.visitor_id, bought.visitor_id, bought.ordered_at,
    pg_catalog.round(bought.revenue_micros * bought.rate), bought.is_new_customer, pg_catalog.round(bought.refunded_micros * bought.rate),
    case when bought.refunded_micros > 0 then coalesce(bought.refunded_at, bought.ordered_at) end
  from pg_temp.bought
  where not bought.is_of_shop
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
    perform analytics.attribute_imported(v_brand.brand_id, v_first_on, v_accepted);
  end if;
  return analytics.record_import(
    v_brand.brand_id, 'orders', commit_order_import.dialect, commit_order_import.file_name, commit_order_import.rows_read,
    v_accepted, v_first_on, v_last_on
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.stage_shop_orders(orders jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  create temporary table shop_orders (
    order_id text not null,
    customer_id text,
    device_id text,
    changed_at timestamptz not null,
    ordered_at timestamptz not null,
    revenue numeric not null,
    currency text not null,
    is_new_customer boolean,
    refunded numeric not null,
    refunded_at timestamptz,
    canceled_at timestamptz,
    visits jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.shop_orders', 'order_id', 'customer_id', 'device_id');
  insert into pg_temp.shop_orders
  select
    given.order_id, given.customer_id,
    -- An order without a customer has a visitor of its own.
    case when given.customer_id is null then 'order:' || given.order_id end,
    given.updated_at, given.ordered_at, given.revenue, given.currency, given.is_new_customer, given.refunded, given.refunded_at, given.canceled_at,
    given.visits
  from pg_catalog.jsonb_to_recordset(stage_shop_orders.orders) as given (
    order_id text, customer_id text, updated_at timestamptz, ordered_at timestamptz, revenue numeric, currency text, is_new_customer boolean,
    refunded numeric, refunded_at timestamptz, canceled_at timestamptz, visits jsonb
  );
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, device_id, touched_at, channel, touch_id, campaign)
  select
    pg_catalog.row_number() over (), given.customer_id, given.device_id, visits.occurred_at, visits.channel, 'shopify:' || visits.visit_id, visits.campaign
  from pg_temp.shop_orders as given
  cross join pg_catalog.jsonb_to_recordset(given.visits) as visits (visit_id text, occurred_at text, channel text, campaign text);
  analyze pg_temp.shop_orders, pg_temp.journeys;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.change_shop_orders(brand_id text, source_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_brand core.brands;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = change_shop_orders.brand_id;
  create temporary table shop_changes on commit drop as
  with reported as (
    select
      given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id, given.changed_at, given.ordered_at,
      pg_catalog.round(given.revenue * 1000000 * rated.rate)::bigint as revenue_micros,
      -- A canceled order is no sale, even if nothing was paid or paid back. A refund beyond the price is more than the order.
      pg_catalog.round(
        case when given.canceled_at is null then least(given.refunded, given.revenue) else given.revenue end * 1000000 * rated.rate
      )::bigint as refunded_micros,
      -- A cancellation refunds what was not refunded before. If nothing is left, the refund keeps its own time.
      greatest(
        case when given.canceled_at is null or given.refunded >= given.revenue and given.revenue > 0
            then coalesce(given.refunded_at, given.canceled_at)
          else greatest(given.canceled_at, given.refunded_at)
        end,
        given.ordered_at
      ) as refunded_at,
      coalesce(given.refunded_at, given.canceled_at) is null as lacks_refund_time,
      given.is_new_customer, given.currency, rated.rate, ordered.day as ordered_on
    from pg_temp.shop_orders as given
    cross join lateral (select (given.ordered_at at time zone v_brand.timezone)::date as day) as ordered
    left join core.exchange_rates as rates
      on rates.from_currency = given.currency and rates.to_currency = v_brand.currency and rates.on_day = ordered.day
    cross join lateral (select case when given.currency = v_brand.currency then 1 else rates.rate end as rate) as rated
  )
  select
    reported.order_id, reported.visitor_id, reported.changed_at, reported.ordered_at, reported.revenue_micros, reported.refunded_micros,
    case
      when reported.refunded_micros = 0 then null
      when not reported.lacks_refund_time then reported.refunded_at
      -- A refund without a time stays where it was first seen.
      when held.refunded_micros = reported.refunded_micros then held.refunded_at
      else greatest(reported.changed_at, reported.ordered_at)
    end as refunded_at,
    coalesce(reported.is_new_customer, held.is_new_customer) as is_new_customer, reported.currency, reported.rate,
    reported.ordered_on,
    held.visitor_id as old_visitor_id, held.ordered_at as old_ordered_at, held.refunded_at as old_refunded_at,
    held.revenue_micros as old_revenue_micros, held.refunded_micros as old_refunded_micros, held.is_new_customer as old_is_new_customer
  from reported
  left join analytics.orders as held on held.brand_id = change_shop_orders.brand_id and held.order_id = reported.order_id
  -- A reply that is older than the stored order, such as one that was delayed, changes nothing.
  where held.order_id is null or held.changed_at is null or reported.changed_at >= held.changed_at;
  perform analytics.refuse_missing_rates(
    (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('from_currency', missing.currency, 'to_currency', v_brand.currency, 'days', missing.days)
        order by missing.currency
      )
      from (
        select changes.currency, pg_catalog.range_agg(pg_catalog.daterange(changes.ordered_on, changes.ordered_on, '[]')) as days
        from pg_temp.shop_changes as changes
        where changes.rate is null
        group by changes.currency
      ) as missing
    )
  );
  delete from pg_temp.shop_changes as changes
  using analytics.orders as held
  where held.brand_id = change_shop_orders.brand_id and held.order_id = changes.order_id
    and (held.source_id, held.changed_at, held.visitor_id, held.ordered_at, held.revenue_micros, held.refunded_micros, held.refunded_at, held.is_new_customer)
      is not distinct from (
        change_shop_orders.source_id, changes.changed_at, changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros,
        changes.refunded_at, changes.is_new_customer
      );
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at, source_id, changed_at)
  select
    change_shop_orders.brand_id, changes.order_id, changes.visitor_id, changes.visitor_id, changes.ordered_at, changes.revenue_micros,
    changes.is_new_customer, changes.refunded_micros, changes.refunded_at, change_shop_orders.source_id, changes.changed_at
  from pg_temp.shop_changes as changes
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at, revenue_micros = excluded.revenue_micros, is_new_customer = excluded.is_new_customer,
    refunded_micros = excluded.refunded_micros, refunded_at = excluded.refunded_at, source_id = excluded.source_id, changed_at = excluded.changed_at,
    file_order = case
      when held.source_id is not null then held.file_order
      else pg_catalog.jsonb_build_object(
        'visitor_id', held.visitor_id, 'ordered_at', held.ordered_at, 'revenue_micros', held.revenue_micros,
        'is_new_customer', held.is_new_customer, 'refunded_micros', held.refunded_micros, 'refunded_at', held.refunded_at
      )
    end;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.add_shop_touches(brand_id text)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
begin
  perform analytics.name_channels(add_shop_touches.brand_id);
  -- The visits of an order follow it to another customer, for example when the shop merges two customers.
  delete from analytics.touchpoints as held
  using pg_temp.shop_changes as changes
  where held.brand_id = add_shop_touches.brand_id and held.visitor_id = changes.old_visitor_id and changes.visitor_id <> changes.old_visitor_id
    and held.touch_id in (select journeys.touch_id from pg_temp.journeys);
  return query
  with written as (
    insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign)
    select distinct on (visits.visitor_id, visits.touched_at, visits.channel, visits.touch_id)
      add_shop_touches.brand_id, visits.visitor_id, visits.touched_at, 'click', visits.channel, visits.touch_id, visits.visitor_id, visits.campaign
    from (
      select
        analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id, journeys.touched_at::timestamptz as touched_at, journeys.channel,
        journeys.touch_id, journeys.campaign
      from pg_temp.journeys
    ) as visits
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select distinct (written.touched_at at time zone brands.timezone)::date
  from written
  join core.brands on brands.brand_id = add_shop_touches.brand_id;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.delete_shop_orders(brand_id text, source_id text, order_ids text[] DEFAULT NULL::text[], ordered_from timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
declare
  v_has_files constant boolean := exists (
    select from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id and held.file_order is not null
  );
begin
  return query
  with doomed as materialized (
    select held.*
    from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id
      and (delete_shop_orders.order_ids is null or held.order_id = any (delete_shop_orders.order_ids))
      and (delete_shop_orders.ordered_from is null or held.ordered_at >= delete_shop_orders.ordered_from)
    for update
  ),
  gone as (
    delete from analytics.orders as held
    using doomed
    where held.brand_id = doomed.brand_id and held.order_id = doomed.order_id and doomed.file_order is null
  ),
  returned as (
    -- An order that a file has too becomes that of the file again.
    update analytics.orders as held
    set
      visitor_id = given.visitor_id, person_id = given.visitor_id, ordered_at = given.ordered_at, revenue_micros = given.revenue_micros,
      is_new_customer = given.is_new_customer, refunded_micros = given.refunded_micros, refunded_at = given.refunded_at, source_id = null,
      changed_at = null, file_order = null
    from doomed
    cross join pg_catalog.jsonb_to_record(doomed.file_order) as given (
      visitor_id text, ordered_at timestamptz, revenue_micros bigint, is_new_customer boolean, refunded_micros bigint, refunded_at timestamptz
    )
    where held.brand_id = doomed.brand_id and held.order_id = doomed.order_id and doomed.file_order is not null
    returning held.ordered_at, held.refunded_at
  ),
  forgotten as (
    -- Visits are those of customers who ordered, so they go with the last order.
    delete from analytics.touchpoints as held
    using doomed
    where held.brand_id = delete_shop_orders.brand_id and held.visitor_id = doomed.visitor_id
      and (
        held.touch_id = 'ga4:' || doomed.order_id and held.reported_by = 'ga4'
        or held.touch_id like 'shopify:%'
        and not exists (
          select from analytics.orders as others
          where others.brand_id = delete_shop_orders.brand_id and others.person_id = held.person_id
            and not exists (select from doomed as deleted where deleted.order_id = others.order_id)
        )
      )
    returning held.touched_at
  )
  select distinct (moved.at at time zone brands.timezone)::date
  from (
    select doomed.ordered_at as at from doomed
    union all
    select doomed.refunded_at from doomed
    union all
    select returned.ordered_at from returned
    union all
    select returned.refunded_at from returned
    union all
    select forgotten.touched_at from forgotten
  ) as moved
  join core.brands on brands.brand_id = delete_shop_orders.brand_id
  where moved.at is not null;
  if v_has_files then
    perform analytics.stitch_identities(delete_shop_orders.brand_id);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.attribute_shop_days(brand_id text, days date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into analytics.attribution_settings (brand_id) values (attribute_shop_days.brand_id) on conflict do nothing;
  -- Days that are near each other are one range. Old refunds make single days, so that they do not recompute all days since.
  perform analytics.attribute(
    runs.brand_id, greatest(runs.first_on, runs.known_from), least(runs.last_on, runs.known_to)
  )
  from (
    select
      status.brand_id, status.first_on as known_from, platform.now()::date + 1 as known_to,
      min(numbered.day) as first_on, max(numbered.day) as last_on
    from (
      select steps.day, sum(steps.begins::integer) over (order by steps.day) as run
      from (
        select given.day, coalesce(given.day - pg_catalog.lag(given.day) over (order by given.day) > 3, true) as begins
        from (select distinct changed.day from pg_catalog.unnest(attribute_shop_days.days) as changed (day)) as given
      ) as steps
    ) as numbered
    join analytics.data_status as status on status.brand_id = attribute_shop_days.brand_id and status.kind = 'orders'
    group by status.brand_id, status.first_on, numbered.run
  ) as runs
  where runs.last_on >= runs.known_from and runs.first_on <= runs.known_to;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.commit_shop_orders(brand_id text, source_id text, reply jsonb, first_on date DEFAULT NULL::date, last_on date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_updated_from constant timestamptz := (commit_shop_orders.reply ->> 'updatedFrom')::timestamptz;
  v_updated_to constant timestamptz := (commit_shop_orders.reply ->> 'updatedTo')::timestamptz;
  v_visible_since constant timestamptz := (commit_shop_orders.reply ->> 'visibleSince')::timestamptz;
  v_timezone text;
  v_window integer;
  v_known_from date;
  v_changed bigint;
  v_touch_days date[];
  v_gone_days date[] := array[]::date[];
  v_days date[];
  v_vanished text[] := array[]::text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_shop_orders.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_shop_orders.brand_id;
  select greatest(settings.click_days, settings.view_days) into v_window
  from analytics.attribution_settings as settings
  where settings.brand_id = commit_shop_orders.brand_id;
  perform analytics.stage_shop_orders(commit_shop_orders.reply -> 'orders');
  perform analytics.forget_erased_visits(commit_shop_orders.brand_id);
  perform analytics.change_shop_orders(commit_shop_orders.brand_id, commit_shop_orders.source_id);
  select count(*) into v_changed from pg_temp.shop_changes;
  v_touch_days := array(select analytics.add_shop_touches(commit_shop_orders.brand_id));
  if commit_shop_orders.reply ? 'only' then
    v_gone_days := array(
      select analytics.delete_shop_orders(
        commit_shop_orders.brand_id, commit_shop_orders.source_id,
        array(
          select asked.order_id from pg_catalog.jsonb_array_elements_text(commit_shop_orders.reply -> 'only') as asked (order_id)
          where not exists (select from pg_temp.shop_orders where shop_orders.order_id = asked.order_id)
        ),
        v_visible_since
      )
    );
  elsif v_updated_from is not null then
    v_vanished := array(
      select held.order_id
      from analytics.orders as held
      where held.brand_id = commit_shop_orders.brand_id and held.source_id = commit_shop_orders.source_id
        and held.changed_at >= v_updated_from
        and (v_updated_to is null or held.changed_at < v_updated_to)
        and (v_visible_since is null or held.ordered_at >= v_visible_since)
        and not exists (select from pg_temp.shop_orders where shop_orders.order_id = held.order_id)
    );
  end if;
  if v_changed > 0 or v_touch_days <> '{}' then
    perform analytics.stitch_identities(commit_shop_orders.brand_id);
    perform analytics.ensure_journey_statistics(v_changed + (select count(*) from pg_temp.journeys));
  end if;
  select status.first_on into v_known_from
  from analytics.data_status as status
  where status.brand_id = commit_shop_orders.brand_id and status.kind = 'orders';
  if commit_shop_orders.first_on is not null then
    perform analytics.note_data(commit_shop_orders.brand_id, array[known.kind], commit_shop_orders.first_on, commit_shop_orders.last_on)
    from (values ('orders', true), ('journeys', exists (select from pg_temp.journeys))) as known (kind, is_reported)
    where known.is_reported
      and not exists (
        select from analytics.data_status as held
        where held.brand_id = commit_shop_orders.brand_id and held.kind = known.kind
          and held.first_on <= commit_shop_orders.first_on and held.last_on >= commit_shop_orders.last_on
      );
  end if;
  v_days := array(
    select (moved.at at time zone v_timezone)::date
    from pg_temp.shop_changes as changes
    cross join lateral (values (changes.ordered_at), (changes.old_ordered_at), (changes.refunded_at), (changes.old_refunded_at)) as moved (at)
    where moved.at is not null
      and (changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros, changes.refunded_at, changes.is_new_customer)
        is distinct from (
          changes.old_visitor_id, changes.old_ordered_at, changes.old_revenue_micros, changes.old_refunded_micros, changes.old_refunded_at,
          changes.old_is_new_customer
        )
    union
    -- A new touch, or one without its order, can change the credits of orders until the end of its window.
    select touched.day + after.days
    from pg_catalog.unnest(v_touch_days || v_gone_days) as touched (day)
    cross join pg_catalog.generate_series(0, coalesce(v_window, 30) + 1) as after (days)
    union
    -- Orders that were stored before their days were read belong to known days now.
    select days.day::date
    from pg_catalog.generate_series(commit_shop_orders.first_on::timestamp, v_known_from - 1, interval '1 day') as days (day)
  );
  if v_days <> '{}' then
    perform analytics.attribute_shop_days(commit_shop_orders.brand_id, v_days);
  end if;
  drop table pg_temp.shop_orders, pg_temp.journeys, pg_temp.shop_changes;
  return pg_catalog.jsonb_build_object(
    'changed', v_changed, 'vanished', v_vanished, 'is_changed', v_changed > 0 or v_touch_days <> '{}' or v_gone_days <> '{}'
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.person_visitors(brand_id text, visitor_ids text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_known text[];
  v_next text[] := person_visitors.visitor_ids;
begin
  while v_next <> '{}' loop
    v_known := v_known || v_next;
    v_next := array(
      select links.linked_id from analytics.identity_links as links
      where links.brand_id = person_visitors.brand_id and links.visitor_id = any (v_next) and links.linked_id <> all (v_known)
      union
      select links.visitor_id from analytics.identity_links as links
      where links.brand_id = person_visitors.brand_id and links.linked_id = any (v_next) and links.visitor_id <> all (v_known)
    );
  end loop;
  return v_known;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.erase_person(brand_id text, person_id text, order_ids text[] DEFAULT '{}'::text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_timezone text;
  v_visitors text[];
  v_orders text[];
  v_order_days date[];
  v_touch_days date[];
  v_touches bigint;
  v_traded json;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || erase_person.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = erase_person.brand_id;
  -- An order of a shop that names no customer has a visitor of its own.
  v_visitors := analytics.person_visitors(
    erase_person.brand_id,
    array[erase_person.person_id]
    || array(select analytics.visitor_id(null, 'order:' || given.order_id) from pg_catalog.unnest(erase_person.order_ids) as given (order_id))
  );
  insert into analytics.erased_visitors as held (brand_id, visitor_hash)
  select erase_person.brand_id, analytics.visitor_hash(erase_person.brand_id, visitors.visitor_id)
  from pg_catalog.unnest(v_visitors) as visitors (visitor_id)
  on conflict on constraint erased_visitors_pkey do update set erased_at = greatest(held.erased_at, excluded.erased_at);

  -- The order of a file can name the person otherwise than the shop does.
  update analytics.orders as held
  set file_order = held.file_order || pg_catalog.jsonb_build_object('visitor_id', analytics.erased_visitor_id(held.order_id))
  where held.brand_id = erase_person.brand_id and held.file_order is not null and (
      held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors) or held.order_id = any (erase_person.order_ids)
      or held.file_order ->> 'visitor_id' = any (v_visitors)
    );
  with erased as (
    update analytics.orders as held
    set visitor_id = analytics.erased_visitor_id(held.order_id), person_id = analytics.erased_visitor_id(held.order_id)
    where held.brand_id = erase_person.brand_id and (
        held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors) or held.order_id = any (erase_person.order_ids)
      )
    returning held.order_id, held.ordered_at, held.refunded_at
  )
  select
    coalesce(pg_catalog.array_agg(distinct erased.order_id), '{}'),
    pg_catalog.array_agg(distinct (moved.at at time zone v_timezone)::date) filter (where moved.at is not null)
  into v_orders, v_order_days
  from erased
  cross join lateral (values (erased.ordered_at), (erased.refunded_at)) as moved (at);
  with erased as (
    delete from analytics.touchpoints as held
    where held.brand_id = erase_person.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
    returning held.touched_at
  )
  select count(*), pg_catalog.array_agg(distinct (erased.touched_at at time zone v_timezone)::date) into v_touches, v_touch_days from erased;
  delete from analytics.identity_links as held
  where held.brand_id = erase_person.brand_id and (held.visitor_id = any (v_visitors) or held.linked_id = any (v_visitors));
  -- Otherwise the orders would get a touch of Google Analytics.
  delete from analytics.ga4_transactions as held where held.brand_id = erase_person.brand_id and held.transaction_id = any (v_orders);
  update sources.data_requests as held
  set customer_id = null, order_ids = '{}'
  where held.brand_id = erase_person.brand_id and (held.customer_id = any (v_visitors) or held.order_ids && (erase_person.order_ids || v_orders));
  v_traded := commerce.erase_buyer(erase_person.brand_id, v_visitors, v_orders);
  if pg_catalog.cardinality(v_order_days || v_touch_days) > 0 then
    perform analytics.attribute_shop_days(erase_person.brand_id, v_order_days || v_touch_days);
  end if;
  return pg_catalog.json_build_object(
    'visitors', pg_catalog.cardinality(v_visitors), 'orders', pg_catalog.cardinality(v_orders), 'touches', v_touches,
    'transactions', v_traded -> 'transactions', 'reviews', v_traded -> 'reviews'
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.person_data(brand_id text, person_id text)
 RETURNS TABLE(table_name text, record jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_visitors constant text[] := analytics.person_visitors(person_data.brand_id, array[person_data.person_id]);
  v_orders constant text[] := array(
    select held.order_id from analytics.orders as held
    where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
  );
  v_transactions constant text[] := commerce.buyer_transactions(person_data.brand_id, v_visitors, v_orders);
begin
  return query
  select 'analytics.orders', pg_catalog.to_jsonb(held) from analytics.orders as held
  where held.brand_id = person_data.brand_id and held.order_id = any (v_orders)
  union all
  select 'analytics.touchpoints', pg_catalog.to_jsonb(held) from analytics.touchpoints as held
  where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
  union all
  select 'analytics.identity_links', pg_catalog.to_jsonb(held) from analytics.identity_links as held
  where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.linked_id = any (v_visitors))
  union all
  select 'analytics.ga4_transactions', pg_catalog.to_jsonb(held) from analytics.ga4_transactions as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_orders)
  union all
  select 'sources.data_requests', pg_catalog.to_jsonb(held) from sources.data_requests as held
  where held.brand_id = person_data.brand_id and (held.customer_id = any (v_visitors) or held.order_ids && v_orders)
  union all
  select 'commerce.transactions', pg_catalog.to_jsonb(held) - 'handoff_token' from commerce.transactions as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.transaction_items', pg_catalog.to_jsonb(held) from commerce.transaction_items as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.adjustments', pg_catalog.to_jsonb(held) from commerce.adjustments as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.confirmation_windows', pg_catalog.to_jsonb(held) from commerce.confirmation_windows as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.disputes', pg_catalog.to_jsonb(held) from commerce.disputes as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.dispute_statements', pg_catalog.to_jsonb(held)
  from commerce.dispute_statements as held
  join commerce.disputes on disputes.brand_id = held.brand_id and disputes.dispute_id = held.dispute_id
  where held.brand_id = person_data.brand_id and disputes.transaction_id = any (v_transactions)
  union all
  select 'commerce.price_holds', pg_catalog.to_jsonb(held) from commerce.price_holds as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.negotiations', pg_catalog.to_jsonb(held) from commerce.negotiations as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.negotiation_offers', pg_catalog.to_jsonb(held)
  from commerce.negotiation_offers as held
  join commerce.negotiations on negotiations.brand_id = held.brand_id and negotiations.negotiation_id = held.negotiation_id
  where held.brand_id = person_data.brand_id and negotiations.transaction_id = any (v_transactions)
  union all
  select 'commerce.feedback', pg_catalog.to_jsonb(held) from commerce.feedback as held
  where held.brand_id = person_data.brand_id
    and (
      held.subject_type = 'transaction' and held.subject_id = any (v_transactions)
      or held.subject_type = 'negotiation' and held.subject_id in (
        select negotiations.negotiation_id from commerce.negotiations
        where negotiations.brand_id = held.brand_id and negotiations.transaction_id = any (v_transactions)
      )
    )
  union all
  select 'storefront.reviews', pg_catalog.to_jsonb(held) from storefront.reviews as held
  where held.brand_id = person_data.brand_id and held.author = any (v_visitors);
end
$function$;
CREATE OR REPLACE FUNCTION analytics.prune_touches(brand_id text, days integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_before timestamptz;
  v_touches bigint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || prune_touches.brand_id, 0));
  -- Every night the orders of 90 days are attributed again. Their touches must remain.
  select platform.now() - pg_catalog.make_interval(days => greatest(prune_touches.days, 92 + coalesce(max(greatest(settings.click_days, settings.view_days)), 0)))
  into v_before
  from analytics.attribution_settings as settings
  where settings.brand_id = prune_touches.brand_id;
  delete from analytics.touchpoints as held where held.brand_id = prune_touches.brand_id and held.touched_at < v_before;
  get diagnostics v_touches = row_count;
  -- Otherwise old orders would get touches of Google Analytics instead.
  delete from analytics.ga4_transactions as held where held.brand_id = prune_touches.brand_id and held.hour < v_before;
  if v_touches > 0 then
    -- Each removed link can leave its other id with a single link.
    loop
      with rows_left as (
        select held.visitor_id, held.person_id from analytics.touchpoints as held where held.brand_id = prune_touches.brand_id
        union all
        select held.visitor_id, held.person_id from analytics.orders as held where held.brand_id = prune_touches.brand_id
      ),
      single_links as (
        select known.id, min(links.visitor_id) as visitor_id, min(links.linked_id) as linked_id
        from analytics.identity_links as links
        cross join lateral (values (links.visitor_id), (links.linked_id)) as known (id)
        where links.brand_id = prune_touches.brand_id
        group by known.id
        having count(*) = 1
      )
      delete from analytics.identity_links as held
      using single_links as links
      where held.brand_id = prune_touches.brand_id and held.visitor_id = links.visitor_id and held.linked_id = links.linked_id
        and not exists (select from rows_left where rows_left.visitor_id = links.id)
        and not exists (select from rows_left where rows_left.person_id = links.id);
      exit when not found;
    end loop;
  end if;
  return v_touches;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.delete_brand_data(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform core.enter_brand(delete_brand_data.brand_id);
  delete from analytics.rollups_daily as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_hourly as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_daily as held where held.brand_id = delete_brand_data.brand_id;
  -- A deletion of facts keeps their last version, so that versions are deleted after facts.
  delete from analytics.facts_hourly_versions as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_daily_versions as held where held.brand_id = delete_brand_data.brand_id;
  -- pg-boss creates its tables when it first starts.
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where job.data ->> 'brand_id' = delete_brand_data.brand_id;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.plain_account_id(platform text, account_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((platform = 'google'::text) AND (account_id ~ '^\d{3}-\d{3}-\d{4}$'::text)) THEN replace(account_id, '-'::text, ''::text) WHEN ((platform = 'meta'::text) AND (account_id ~ '^act_\d+$'::text)) THEN substr(account_id, 5) ELSE account_id END;
CREATE OR REPLACE FUNCTION analytics.resolve_ad_accounts(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update pg_temp.ad_entities as staged
  set account_id = analytics.plain_account_id(staged.platform, staged.account_id)
  where staged.account_id <> analytics.plain_account_id(staged.platform, staged.account_id);
  -- Accounts that were imported before ids were written in one form.
  update analytics.entities as held
  set external_id = analytics.plain_account_id(held.platform, held.external_id)
  where held.brand_id = resolve_ad_accounts.brand_id and held.level = 'account'
    and held.external_id <> analytics.plain_account_id(held.platform, held.external_id)
    and not exists (
      select from analytics.entities as others
      where others.brand_id = held.brand_id and others.level = 'account' and others.platform = held.platform
        and others.external_id = analytics.plain_account_id(held.platform, held.external_id)
    );
  -- Some reports name an account by its id, others by its name. A report without accounts belongs to the only account of the platform. The
  -- platform's name is used until an account is named.
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
  -- A report without accounts can name a campaign that only one account has.
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
$function$;
CREATE OR REPLACE FUNCTION analytics.stored_columns(measures text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select stored_columns.measures || coalesce(pg_catalog.array_agg('reported_' || measure.name order by measure.position), '{}')
  from pg_catalog.unnest(stored_columns.measures) with ordinality as measure (name, position)
  where measure.name in ('spend_micros', 'revenue_micros');
$function$;
CREATE OR REPLACE FUNCTION analytics.refuse_missing_rates(rates jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if refuse_missing_rates.rates is not null then
    perform platform.fail('BADRQ', 'exchange_rates_are_missing', given => pg_catalog.json_build_object('rates', refuse_missing_rates.rates));
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.convert_staged_money(brand_id text, measures text[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
declare
  v_currency text;
  v_money text[];
  v_reported constant text[] := array(
    select measure.name from pg_catalog.unnest(convert_staged_money.measures) as measure (name) where measure.name in ('spend_micros', 'revenue_micros')
  );
  v_warnings jsonb[];
begin
  if v_reported <> '{}' then
    execute 'alter table pg_temp.ad_facts ' || analytics.list_measures(v_reported, 'add column reported_%1$I bigint');
  end if;
  select brands.currency into strict v_currency from core.brands where brands.brand_id = convert_staged_money.brand_id;
  select pg_catalog.array_agg(definition.source_column)
  into v_money
  from analytics.metric_definitions as definition
  where definition.unit = 'money' and definition.source_column = any (convert_staged_money.measures);
  if v_money is null or not exists (select from pg_temp.ad_entities as staged where staged.currency <> v_currency) then
    return '{}'::jsonb[];
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
      select platform.warning(
        'exchange_rate_is_missing',
        pg_catalog.jsonb_build_object(
          'from_currency', foreign_facts.currency, 'to_currency', $1, 'days', count(distinct foreign_facts.day),
          'date_from', min(foreign_facts.day), 'date_to', max(foreign_facts.day), 'rows', count(*),
          'missing_days', pg_catalog.range_agg(pg_catalog.daterange(foreign_facts.day, foreign_facts.day, '[]'))
        )
      ) as warning
      from foreign_facts
      where foreign_facts.rate is null and foreign_facts.has_money
      group by foreign_facts.currency
    ) as missing
    $query$,
    analytics.list_measures(v_money, 'facts.%I'),
    analytics.list_measures(v_money, '%1$I = pg_catalog.round(facts.%1$I * foreign_facts.rate)::bigint')
      || coalesce(', ' || analytics.list_measures(v_reported, 'reported_%1$I = facts.%1$I'), '')
  )
  into v_warnings
  using v_currency;
  return coalesce(v_warnings, '{}');
end
$function$;
CREATE OR REPLACE FUNCTION analytics.supersede_hours(brand_id text, measures text[], timezone text, first_hour timestamp with time zone, last_hour timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not analytics.find_held_relatives(
    supersede_hours.brand_id, 'analytics.facts_hourly', 'hour', supersede_hours.first_hour::text, supersede_hours.last_hour::text
  ) then
    drop table pg_temp.ad_relatives;
    return false;
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
      where not exists (select from placed as reported where reported.entity_id = related.relative_id and reported.at = placed.at)
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
  execute pg_catalog.format(
    'delete from analytics.facts_hourly as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using supersede_hours.brand_id;
  drop table pg_temp.ad_relatives;
  if exists (select from pg_temp.ad_superseded) then
    return true;
  end if;
  drop table pg_temp.ad_superseded;
  return false;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.clear_superseded_sums(brand_id text, measures text[])
 RETURNS date[]
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_days constant date[] := array(select distinct ad_superseded.day from pg_temp.ad_superseded);
begin
  execute pg_catalog.format(
    'update analytics.facts_daily as held set %s from pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id',
    analytics.list_measures(clear_superseded_sums.measures, '%1$I = case when %1$L = any (held.summed_measures) then null else held.%1$I end')
  )
  using clear_superseded_sums.brand_id;
  execute pg_catalog.format(
    'delete from analytics.facts_daily as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using clear_superseded_sums.brand_id;
  insert into pg_temp.ad_entity_days (entity_id, day)
  select ad_superseded.entity_id, ad_superseded.day from pg_temp.ad_superseded
  where not exists (
    select from pg_temp.ad_entity_days as known where known.entity_id = ad_superseded.entity_id and known.day = ad_superseded.day
  );
  drop table pg_temp.ad_superseded;
  return v_days;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.write_daily_facts(brand_id text, measures text[], OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_daily_facts.measures);
  v_source constant text := pg_catalog.format(
    'select facts.day, staged.entity_id, %s from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
    analytics.list_measures(v_columns, 'facts.%I')
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
        analytics.list_measures(v_columns, '%I'), v_source
      )
      using write_daily_facts.brand_id;
    end if;
  exception when unique_violation then
    -- A search for repeated rows costs more than handling a violation.
    v_is_new := false;
  end;
  if not v_is_new then
    perform analytics.reject_repeated_facts();
    perform analytics.merge_facts(
      write_daily_facts.brand_id, 'analytics.facts_daily', 'day', v_source,
      write_daily_facts.first_on::text, write_daily_facts.last_on::text, v_columns
    );
    perform analytics.supersede_relatives(
      write_daily_facts.brand_id, v_columns, write_daily_facts.first_on, write_daily_facts.last_on
    );
    perform analytics.supersede_sums(write_daily_facts.brand_id, v_columns);
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
$function$;
CREATE OR REPLACE FUNCTION analytics.write_hourly_facts(brand_id text, measures text[], timezone text, OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_hourly_facts.measures);
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
  -- One day more on either side, because the partitions of hours have bounds in UTC.
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
      analytics.list_measures(v_columns, 'facts.%I'), write_hourly_facts.timezone
    ),
    v_from::text, v_to::text, v_columns
  );

  -- A day is summed again from all of its hours, because the file may contain only some.
  create temporary table ad_entity_days on commit drop as
  select distinct ad_changes.entity_id, (ad_changes.hour at time zone write_hourly_facts.timezone)::date as day
  from pg_temp.ad_changes;
  drop table pg_temp.ad_changes;
  if analytics.supersede_hours(write_hourly_facts.brand_id, v_columns, write_hourly_facts.timezone, v_from, v_to) then
    v_superseded := analytics.clear_superseded_sums(write_hourly_facts.brand_id, v_columns);
  end if;
  perform analytics.leave_reported_days(write_hourly_facts.brand_id, v_columns);
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
      -- Excludes hours of days that were reported by day. In the account's time zone, an evening may belong to the next day.
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
      analytics.sum_measures(v_columns), write_hourly_facts.timezone, write_hourly_facts.brand_id,
      write_hourly_facts.first_on, write_hourly_facts.last_on + 1, analytics.is_reported(v_columns)
    ),
    write_hourly_facts.first_on::text, write_hourly_facts.last_on::text, v_columns
  );
  update analytics.facts_daily as held
  set summed_measures = array(select pg_catalog.unnest(held.summed_measures) union select pg_catalog.unnest(v_columns))
  from pg_temp.ad_entity_days as days
  where held.brand_id = write_hourly_facts.brand_id and held.day = days.day and held.entity_id = days.entity_id
    and not held.summed_measures @> v_columns;
  if v_superseded is not null then
    delete from analytics.rollups_daily as held where held.brand_id = write_hourly_facts.brand_id and held.day = any (v_superseded);
    perform analytics.roll_up(write_hourly_facts.brand_id, v_superseded, analytics.all_measures());
  end if;
  perform analytics.roll_up(
    write_hourly_facts.brand_id, array(select distinct ad_changes.day from pg_temp.ad_changes), write_hourly_facts.measures
  );
  drop table pg_temp.ad_hours, pg_temp.ad_entity_days, pg_temp.ad_changes;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.commit_ad_import(brand_id text, dialect text, file_name text, rows_read bigint, measures text[], warnings jsonb DEFAULT '[]'::jsonb)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_timezone text;
  v_is_hourly boolean;
  v_kinds text[];
  v_has_rejections boolean;
  v_first_on date;
  v_last_on date;
  v_warnings jsonb;
  v_accepted bigint;
  v_report json;
begin
  -- Imports of a brand run one at a time. Two imports that write the same ads could otherwise deadlock.
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
  v_warnings := commit_ad_import.warnings
    || pg_catalog.to_jsonb(analytics.convert_staged_money(commit_ad_import.brand_id, commit_ad_import.measures));
  if v_is_hourly then
    select * into v_first_on, v_last_on
    from analytics.write_hourly_facts(commit_ad_import.brand_id, commit_ad_import.measures, v_timezone);
  else
    select * into v_first_on, v_last_on
    from analytics.write_daily_facts(commit_ad_import.brand_id, commit_ad_import.measures);
    v_warnings := v_warnings || pg_catalog.to_jsonb(analytics.describe_staged_days(v_timezone));
  end if;
  select coalesce(sum(ad_days.rows), 0) into v_accepted from pg_temp.ad_days;
  drop table pg_temp.ad_days;
  if v_accepted > 0 then
    v_kinds := case when v_is_hourly then array['ads_daily', 'ads_hourly'] else array['ads_daily'] end;
    perform analytics.note_data(commit_ad_import.brand_id, v_kinds, v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ad_import.brand_id, v_kinds);
    perform analytics.note_unfinished_days(commit_ad_import.brand_id);
  end if;
  v_report := analytics.record_import(
    commit_ad_import.brand_id, 'ads', commit_ad_import.dialect, commit_ad_import.file_name, commit_ad_import.rows_read, v_accepted,
    v_first_on, v_last_on, v_warnings
  );
  update analytics.imports as held
  set platforms = array(select distinct staged.platform from pg_temp.ad_entities as staged)
  where held.brand_id = commit_ad_import.brand_id and held.import_id = v_report ->> 'import_id';
  return v_report;
end
$function$;
create policy key on analytics.facts_daily_versions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.facts_daily_versions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.facts_daily_versions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.facts_daily_versions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.facts_hourly_versions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.facts_hourly_versions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.facts_hourly_versions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.facts_hourly_versions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.restatement_factors for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.restatement_factors for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.restatement_factors for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.restatement_factors for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.attribution_changes for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.attribution_changes for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.attribution_changes for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.attribution_changes for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.targets for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.targets for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.targets for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.targets for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.erased_visitors for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.erased_visitors for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.erased_visitors for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.erased_visitors for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy gate on analytics.attribution_changes for select to vitrine_gate
using (true);
create policy worker on analytics.uploads for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy worker on analytics.upload_chunks for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person on analytics.uploads for select to vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person_adds on analytics.uploads for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on analytics.uploads for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_deletes on analytics.uploads for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person on analytics.upload_chunks for select to vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person_adds on analytics.upload_chunks for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy gate on analytics.uploads for all to vitrine_gate
using (true);
create policy person_undoes on analytics.imports for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy gate on analytics.imports for select to vitrine_gate
using ((undo_requested_at IS NOT NULL));
CREATE OR REPLACE FUNCTION storefront.commit_product_import(brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean DEFAULT false, warnings jsonb DEFAULT '[]'::jsonb, source_id text DEFAULT NULL::text, only_groups text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
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
    given.id, given.item_group_id, given.title, given.description, given.link, given.image_links,
    priced.regular_price,
    -- A sale price that equals the regular price is not a reduction.
    case when priced.sale_price < priced.regular_price then priced.sale_price end as sale_price,
    case when priced.sale_price < priced.regular_price then given.sale_starts_at end as sale_starts_at,
    case when priced.sale_price < priced.regular_price then given.sale_ends_at end as sale_ends_at,
    case when priced.sale_price < priced.regular_price and storefront.is_within(given.sale_starts_at, given.sale_ends_at)
      then priced.sale_price else priced.regular_price
    end as price,
    given.currency, given.availability, given.quantity, given.brand, given.category,
    given.gtin, given.mpn, given.sku, given.condition,
    given.attributes, given.rating_score, given.rating_count, given.related,
    pg_catalog.md5(products.product::text) as content_hash, products.line,
    pg_catalog.row_number() over (partition by given.id order by products.line desc) as number
  from pg_temp.products
  cross join lateral pg_catalog.jsonb_to_record(products.product) as given (
    id text, item_group_id text, title text, description text, link text, image_links jsonb, price numeric, list_price numeric,
    sale_price numeric, sale_starts_at timestamptz, sale_ends_at timestamptz, currency text,
    availability text, quantity integer, brand text, category text, gtin text, mpn text, sku text, condition text, attributes jsonb,
    rating_score numeric, rating_count integer, related jsonb
  )
  left join core.currencies on currencies.currency = given.currency
  -- A list price together with a lower price is a sale without stated dates.
  cross join lateral (
    select
      pg_catalog.round(coalesce(given.list_price, given.price), currencies.exponent) as regular_price,
      pg_catalog.round(case when given.list_price is not null then given.price else given.sale_price end, currencies.exponent) as sale_price
  ) as priced
  where products.reason is null;
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('currency_is_unknown', pg_catalog.jsonb_build_object('currency', removed.currency)) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*) into v_accepted from pg_temp.offered;
  analyze pg_temp.offered;
  -- The import states the current stock, so quantities of earlier orders are no longer subtracted. This also applies if the number is unchanged.
  delete from commerce.ordered_stock as taken
  using pg_temp.offered
  where taken.brand_id = commit_product_import.brand_id and taken.product_id = offered.id;

  -- Unchanged products are removed from the temporary table below, because most products of a feed are unchanged.
  if commit_product_import.replaces and (v_accepted > 0 or commit_product_import.source_id is not null) then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.catalog_products as held
    where held.brand_id = commit_product_import.brand_id
      and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id)
      and (commit_product_import.only_groups is null or held.group_key = any (commit_product_import.only_groups))
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    perform storefront.emit_product_deletions(commit_product_import.brand_id, v_gone);
    perform storefront.forget_words(commit_product_import.brand_id, v_gone);
    delete from storefront.products as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone);
  end if;
  delete from pg_temp.offered
  using storefront.catalog_products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash
    and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id);
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  perform storefront.emit_product_events(commit_product_import.brand_id);
  perform storefront.word_products();
  insert into storefront.catalog_products as held (
    brand_id, product_id, item_group_id, title, description, link, images, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at,
    announced_price_micros, price_changes_at, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, condition, attributes, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash, source_id
  )
  select
    commit_product_import.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.regular_price * 1000000), pg_catalog.round(offered.sale_price * 1000000), offered.sale_starts_at, offered.sale_ends_at,
    pg_catalog.round(offered.price * 1000000), storefront.next_price_change(offered.sale_starts_at, offered.sale_ends_at), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku, offered.condition, coalesce(offered.attributes, '{}'),
    nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    storefront.word_counts(worded.title), storefront.word_counts(worded.name),
    storefront.word_counts(worded.description), storefront.word_counts(worded.attributes),
    offered.content_hash, commit_product_import.source_id
  from pg_temp.offered
  join pg_temp.worded on worded.product_id = offered.id
  on conflict on constraint catalog_products_pkey do update
  set
    item_group_id = excluded.item_group_id, title = excluded.title, description = excluded.description, link = excluded.link,
    images = excluded.images, regular_price_micros = excluded.regular_price_micros, sale_price_micros = excluded.sale_price_micros,
    sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, announced_price_micros = excluded.announced_price_micros,
    price_changes_at = excluded.price_changes_at,
    currency = excluded.currency, availability = excluded.availability, quantity = excluded.quantity, product_brand = excluded.product_brand,
    category = excluded.category, gtin = excluded.gtin, mpn = excluded.mpn, sku = excluded.sku, condition = excluded.condition,
    attributes = excluded.attributes, rating_score = excluded.rating_score, rating_count = excluded.rating_count, related = excluded.related,
    title_length = excluded.title_length, name_length = excluded.name_length, description_length = excluded.description_length,
    attributes_length = excluded.attributes_length, content_hash = excluded.content_hash, source_id = excluded.source_id,
    updated_at = excluded.updated_at;
  if v_changed <> '{}' or v_gone <> '{}' then
    perform storefront.forget_words(commit_product_import.brand_id, v_changed);
    perform storefront.index_products(commit_product_import.brand_id);
  elsif v_accepted > 0 then
    -- An import of an identical catalog also updates its freshness.
    update storefront.catalogs set updated_at = platform.now() where catalogs.brand_id = commit_product_import.brand_id;
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  drop table pg_temp.worded;
  drop table pg_temp.offered;
  if commit_product_import.source_id is not null then
    return pg_catalog.json_build_object('changed', pg_catalog.cardinality(v_changed), 'deleted', coalesce(pg_catalog.cardinality(v_gone), 0));
  end if;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null, commit_product_import.warnings
  );
end
$function$;
CREATE OR REPLACE FUNCTION storefront.commit_shop_products(brand_id text, source_id text, products jsonb, only_groups text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_report jsonb;
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product, reason)
  select given.line, given.entry -> 'product', given.entry -> 'reason'
  from pg_catalog.jsonb_array_elements(commit_shop_products.products) with ordinality as given (entry, line);
  v_report := storefront.commit_product_import(
    commit_shop_products.brand_id, 'source', commit_shop_products.source_id, pg_catalog.jsonb_array_length(commit_shop_products.products), true, '[]',
    commit_shop_products.source_id, commit_shop_products.only_groups
  );
  drop table pg_temp.products, pg_temp.rejections;
  return v_report;
end
$function$;
CREATE OR REPLACE FUNCTION storefront.write_profile(brand_id text, profile jsonb)
 RETURNS integer
 LANGUAGE sql
AS $function$
  insert into storefront.shops as held (
    brand_id, website, description, category, legal_name, support_contact, privacy_policy, terms_of_service, returns_policy,
    shipping_state, shipping_statement, payment_state, payment_statement
  )
  select
    write_profile.brand_id, said.website, said.description, said.category, said.legal_name, said.support_contact,
    said.privacy_policy, said.terms_of_service, said.returns_policy,
    coalesce(said.shipping ->> 'state', 'unconfigured'), said.shipping ->> 'statement',
    coalesce(said.payment ->> 'state', 'unconfigured'), said.payment ->> 'statement'
  from pg_catalog.jsonb_to_record(write_profile.profile) as said (
    website text, description text, category text, legal_name text, support_contact text, privacy_policy text, terms_of_service text,
    returns_policy text, shipping jsonb, payment jsonb
  )
  on conflict on constraint shops_pkey do update
  set
    website = excluded.website, description = excluded.description, category = excluded.category, legal_name = excluded.legal_name,
    support_contact = excluded.support_contact, privacy_policy = excluded.privacy_policy, terms_of_service = excluded.terms_of_service,
    returns_policy = excluded.returns_policy, shipping_state = excluded.shipping_state, shipping_statement = excluded.shipping_statement,
    payment_state = excluded.payment_state, payment_statement = excluded.payment_statement, updated_at = excluded.updated_at,
    version = held.version + 1
  returning held.version;
$function$;
CREATE OR REPLACE FUNCTION storefront.emit_deployment(brand_id text, type text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select events.emit(
    emit_deployment.brand_id, emit_deployment.type,
    pg_catalog.jsonb_build_object('platforms', (select pg_catalog.jsonb_agg(platforms.platform order by platforms.position) from storefront.platforms))
  );
$function$;
CREATE OR REPLACE FUNCTION storefront.configure_shop(brand_id text, shop jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_shop constant jsonb := platform.plain(configure_shop.shop);
  v_shipping constant jsonb := v_shop -> 'shipping';
  v_payment constant jsonb := v_shop -> 'payment';
  v_unknown text;
  v_is_new constant boolean := not exists (select from storefront.shops where shops.brand_id = configure_shop.brand_id);
begin
  perform storefront.write_profile(configure_shop.brand_id, v_shop);

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
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (
    id text, name text, description text, price numeric, currency text, valid_until timestamptz, products jsonb
  )
  join core.currencies
    on currencies.currency = coalesce(given.currency, (select brands.currency from core.brands where brands.brand_id = configure_shop.brand_id));
  select product.id into v_unknown
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) as product (id)
  where not exists (select from storefront.products where products.brand_id = configure_shop.brand_id and products.product_id = product.id)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', 'names_no_product_of_the_catalog', 'bundles', pg_catalog.json_build_object('product_id', v_unknown));
  end if;
  insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
  select configure_shop.brand_id, given.id, product.id, min(product.position)
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) with ordinality as product (id, position)
  group by given.id, product.id;
  if not exists (select from core.brands where brands.brand_id = configure_shop.brand_id and brands.is_simulated) then
    perform storefront.emit_deployment(configure_shop.brand_id, case when v_is_new then 'deployment.created' else 'deployment.updated' end);
    if v_shop ? 'bundles' then
      perform events.emit(
        configure_shop.brand_id, 'bundle.updated',
        pg_catalog.jsonb_build_object('bundles', pg_catalog.jsonb_array_length(v_shop -> 'bundles'))
      );
    end if;
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION storefront.web_address(link text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((link ~* '^https?://[^[:space:][:cntrl:]<>"''\\^`{|}]+$'::text) AND (link !~ '^[^/]*//[^/?#]*@'::text)) THEN link ELSE NULL::text END;
CREATE OR REPLACE FUNCTION commerce.policy_for(brand_id text, product_id text)
 RETURNS commerce.pricing_policies
 LANGUAGE sql
 STABLE
AS $function$
  select held
  from commerce.pricing_policies as held
  where held.brand_id = policy_for.brand_id and (held.product_id = policy_for.product_id or held.product_id is null)
  order by held.product_id nulls last
  limit 1;
$function$;
CREATE OR REPLACE FUNCTION commerce.tiers_of(policy commerce.pricing_policies)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('quantity_min', tiers.quantity_min, 'percent_off', tiers.percent_off) order by tiers.quantity_min
    ), '[]'
  )
  from commerce.quantity_tiers as tiers
  where tiers.brand_id = (tiers_of.policy).brand_id and tiers.policy_id = (tiers_of.policy).policy_id;
$function$;
CREATE OR REPLACE FUNCTION commerce.not_negotiable_reason(policy commerce.pricing_policies, list_price_micros bigint, currency text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((policy).target_percent IS NULL) THEN 'no_policy'::text WHEN (NOT (policy).is_enabled) THEN 'disabled'::text WHEN ((policy).floor_currency <> currency) THEN 'currency_differs'::text WHEN (list_price_micros < (policy).list_price_min_micros) THEN 'list_price_is_lower'::text ELSE NULL::text END;
CREATE OR REPLACE FUNCTION commerce.policy_terms(policy commerce.pricing_policies, quantity_tiers jsonb, quantity integer, list_price_micros bigint, currency text)
 RETURNS commerce.price_terms
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_policy constant commerce.pricing_policies := policy_terms.policy;
  v_coin_micros bigint;
  v_reference_micros bigint;
begin
  if commerce.not_negotiable_reason(v_policy, policy_terms.list_price_micros, policy_terms.currency) is not null then
    return null;
  end if;
  select 10 ^ (6 - currencies.exponent) into v_coin_micros from core.currencies where currencies.currency = policy_terms.currency;
  v_reference_micros := commerce.round_up(
    policy_terms.list_price_micros * (
      100 - coalesce(
        (
          select tiers.percent_off
          from pg_catalog.jsonb_to_recordset(policy_terms.quantity_tiers) as tiers (quantity_min integer, percent_off numeric)
          where tiers.quantity_min <= policy_terms.quantity
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
    coalesce(v_policy.floor_micros, pg_catalog.ceil(policy_terms.list_price_micros * v_policy.floor_percent / 100)),
    pg_catalog.ceil(v_reference_micros * v_policy.target_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.accept_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.decline_percent / 100)
  )::commerce.price_terms;
end
$function$;
CREATE OR REPLACE FUNCTION commerce.price_terms(brand_id text, product_id text, quantity integer, list_price_micros bigint, currency text)
 RETURNS commerce.price_terms
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- A product whose own policy does not answer is not negotiable. The shop's policy applies only to products without their own.
  v_policy constant commerce.pricing_policies := commerce.policy_for(price_terms.brand_id, price_terms.product_id);
begin
  return commerce.policy_terms(
    v_policy, commerce.tiers_of(v_policy), price_terms.quantity, price_terms.list_price_micros, price_terms.currency
  );
end
$function$;
CREATE OR REPLACE FUNCTION commerce.policy_answer(terms commerce.price_terms, round integer, unit_price_micros bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_counter_micros constant bigint := case ((policy_answer.terms).policy).answered_by
    when 'policy' then commerce.counter_price_micros(policy_answer.terms, policy_answer.round)
  end;
begin
  return case
    when policy_answer.unit_price_micros >= least((policy_answer.terms).accept_micros, v_counter_micros) then 'accept'
    when policy_answer.unit_price_micros < (policy_answer.terms).decline_micros then 'decline'
    when v_counter_micros is not null then 'counter'
    else 'merchant'
  end;
end
$function$;
CREATE OR REPLACE FUNCTION commerce.require_agent_price(price_micros bigint, list_price_micros bigint, earlier_micros bigint, field text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if require_agent_price.price_micros >= require_agent_price.list_price_micros then
    perform platform.fail('BADRQ', 'must_be_below_the_list_price', require_agent_price.field);
  elsif require_agent_price.price_micros <= require_agent_price.earlier_micros then
    perform platform.fail('BADRQ', 'must_be_above_the_offer_before', require_agent_price.field);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION commerce.show_pricing_policy(policy commerce.pricing_policies)
 RETURNS json
 LANGUAGE sql
 STABLE
RETURN json_build_object('id', (policy).policy_id, 'product_id', (policy).product_id, 'is_enabled', (policy).is_enabled, 'target_percent', (policy).target_percent, 'accept_percent', (policy).accept_percent, 'decline_percent', (policy).decline_percent, 'rounds_max', (policy).rounds_max, 'answered_by', (policy).answered_by, 'answer_minutes', (policy).answer_minutes, 'hold_minutes', (policy).hold_minutes, 'negotiations_per_day_max', (policy).negotiations_per_day_max, 'price_step', (((policy).price_step_micros)::numeric / 1000000.0), 'quantity_tiers', commerce.tiers_of(policy), 'version', (policy).version, 'updated_at', platform.utc((policy).updated_at));
CREATE OR REPLACE FUNCTION commerce.draft_pricing_policy(brand_id text, floor jsonb, target_percent numeric, product_id text, is_enabled boolean, accept_percent numeric, decline_percent numeric, rounds_max integer, price_step numeric, quantity_tiers jsonb, answered_by text, answer_minutes integer, hold_minutes integer, negotiations_per_day_max integer)
 RETURNS commerce.pricing_policies
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand_currency text;
  v_subject commerce.subject;
  v_policy commerce.pricing_policies;
begin
  select brands.currency into v_brand_currency from core.brands where brands.brand_id = draft_pricing_policy.brand_id;
  if draft_pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(draft_pricing_policy.brand_id, draft_pricing_policy.product_id, null);
  end if;
  v_policy.brand_id := draft_pricing_policy.brand_id;
  v_policy.product_id := draft_pricing_policy.product_id;
  v_policy.is_enabled := draft_pricing_policy.is_enabled;
  v_policy.target_percent := draft_pricing_policy.target_percent;
  v_policy.accept_percent := draft_pricing_policy.accept_percent;
  v_policy.decline_percent := draft_pricing_policy.decline_percent;
  v_policy.rounds_max := draft_pricing_policy.rounds_max;
  v_policy.answered_by := draft_pricing_policy.answered_by;
  v_policy.answer_minutes := coalesce(draft_pricing_policy.answer_minutes, case draft_pricing_policy.answered_by when 'merchant' then 48 * 60 else 15 end);
  v_policy.hold_minutes := draft_pricing_policy.hold_minutes;
  v_policy.negotiations_per_day_max := draft_pricing_policy.negotiations_per_day_max;
  perform platform.fail_for(commerce.pricing_policy_faults(
    v_policy, draft_pricing_policy.floor, draft_pricing_policy.price_step, draft_pricing_policy.quantity_tiers, v_subject
  ));
  v_policy.price_step_micros := commerce.micros(draft_pricing_policy.price_step, v_brand_currency, 'price_step');
  v_policy.floor_percent := (draft_pricing_policy.floor ->> 'percent')::numeric;
  v_policy.floor_currency := draft_pricing_policy.floor ->> 'currency';
  if draft_pricing_policy.floor ? 'amount' then
    v_policy.floor_micros := commerce.micros((draft_pricing_policy.floor ->> 'amount')::numeric, v_subject.currency, 'floor');
    v_policy.list_price_min_micros := v_subject.price_micros;
  end if;
  return v_policy;
end
$function$;
CREATE OR REPLACE FUNCTION commerce.set_pricing_policy(brand_id text, floor jsonb, target_percent numeric, product_id text DEFAULT NULL::text, is_enabled boolean DEFAULT true, accept_percent numeric DEFAULT NULL::numeric, decline_percent numeric DEFAULT NULL::numeric, rounds_max integer DEFAULT 3, price_step numeric DEFAULT 1, quantity_tiers jsonb DEFAULT '[]'::jsonb, answered_by text DEFAULT 'policy'::text, answer_minutes integer DEFAULT NULL::integer, hold_minutes integer DEFAULT 60, negotiations_per_day_max integer DEFAULT 100, version integer DEFAULT NULL::integer)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_draft commerce.pricing_policies;
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_live();
  perform core.keep_units(set_pricing_policy.brand_id);
  v_draft := commerce.draft_pricing_policy(
    set_pricing_policy.brand_id, set_pricing_policy.floor, set_pricing_policy.target_percent, set_pricing_policy.product_id,
    set_pricing_policy.is_enabled, set_pricing_policy.accept_percent, set_pricing_policy.decline_percent, set_pricing_policy.rounds_max,
    set_pricing_policy.price_step, set_pricing_policy.quantity_tiers, set_pricing_policy.answered_by, set_pricing_policy.answer_minutes,
    set_pricing_policy.hold_minutes, set_pricing_policy.negotiations_per_day_max
  );
  insert into commerce.pricing_policies as held (
    brand_id, product_id, is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent,
    decline_percent, rounds_max, price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max
  )
  values (
    v_draft.brand_id, v_draft.product_id, v_draft.is_enabled, v_draft.floor_percent, v_draft.floor_micros, v_draft.floor_currency,
    v_draft.list_price_min_micros, v_draft.target_percent, v_draft.accept_percent, v_draft.decline_percent, v_draft.rounds_max,
    v_draft.price_step_micros, v_draft.answered_by, v_draft.answer_minutes, v_draft.hold_minutes, v_draft.negotiations_per_day_max
  )
  on conflict on constraint pricing_policies_product_key do update
  set
    is_enabled = excluded.is_enabled, floor_percent = excluded.floor_percent, floor_micros = excluded.floor_micros,
    floor_currency = excluded.floor_currency, list_price_min_micros = excluded.list_price_min_micros, target_percent = excluded.target_percent,
    accept_percent = excluded.accept_percent, decline_percent = excluded.decline_percent, rounds_max = excluded.rounds_max,
    price_step_micros = excluded.price_step_micros, answered_by = excluded.answered_by, answer_minutes = excluded.answer_minutes,
    hold_minutes = excluded.hold_minutes, negotiations_per_day_max = excluded.negotiations_per_day_max, version = held.version + 1,
    updated_at = platform.now()
  where set_pricing_policy.version is null or held.version = set_pricing_policy.version
  returning held.* into v_policy;
  -- The first version of a policy is 1, after version 0, which is none.
  if v_policy.policy_id is null or v_policy.version <> coalesce(set_pricing_policy.version + 1, v_policy.version) then
    perform platform.fail('STALE', 'the_pricing_policy_changed_meanwhile');
  end if;
  delete from commerce.quantity_tiers as held where held.brand_id = v_policy.brand_id and held.policy_id = v_policy.policy_id;
  insert into commerce.quantity_tiers (brand_id, policy_id, quantity_min, percent_off)
  select v_policy.brand_id, v_policy.policy_id, given.quantity_min, given.percent_off
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (quantity_min integer, percent_off numeric);
  return commerce.show_pricing_policy(v_policy);
end
$function$;
CREATE OR REPLACE FUNCTION commerce.simulated_rounds(terms commerce.price_terms, prices_micros bigint[], currency text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_policy constant commerce.pricing_policies := (simulated_rounds.terms).policy;
  v_answer text;
  v_outcome text;
  v_rounds jsonb := pg_catalog.jsonb_build_array();
begin
  for v_round in 1 .. pg_catalog.cardinality(simulated_rounds.prices_micros) loop
    if v_outcome in ('accepted', 'rejected') then
      v_answer := 'negotiation_is_over';
    elsif v_outcome = 'pending_merchant' then
      -- In this state, an agent can only withdraw.
      v_answer := 'pending_merchant';
    elsif v_round > v_policy.rounds_max then
      v_answer := 'no_round_left';
    else
      v_answer := commerce.policy_answer(simulated_rounds.terms, v_round, simulated_rounds.prices_micros[v_round]);
      v_outcome := case v_answer when 'accept' then 'accepted' when 'decline' then 'rejected' when 'merchant' then 'pending_merchant' else 'pending_agent' end;
    end if;
    v_rounds := v_rounds || pg_catalog.jsonb_build_object(
      'round', v_round,
      'offer', commerce.money(simulated_rounds.prices_micros[v_round], simulated_rounds.currency),
      'answer', v_answer,
      'counter_offer', case
        when v_answer = 'counter' then commerce.money(commerce.counter_price_micros(simulated_rounds.terms, v_round), simulated_rounds.currency)
      end
    );
  end loop;
  return pg_catalog.jsonb_build_object('outcome', v_outcome, 'rounds', v_rounds);
end
$function$;
CREATE OR REPLACE FUNCTION commerce.simulate_policy(policy commerce.pricing_policies, quantity_tiers jsonb, subject commerce.subject, quantity integer, prices_micros bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_currency constant text := (simulate_policy.subject).currency;
  v_list_price_micros constant bigint := (simulate_policy.subject).price_micros;
  v_reason constant text := commerce.not_negotiable_reason(simulate_policy.policy, v_list_price_micros, v_currency);
  v_terms commerce.price_terms;
  v_ran jsonb := pg_catalog.jsonb_build_object('outcome', null, 'rounds', pg_catalog.jsonb_build_array());
begin
  if v_reason is null then
    v_terms := commerce.policy_terms(simulate_policy.policy, simulate_policy.quantity_tiers, simulate_policy.quantity, v_list_price_micros, v_currency);
    v_ran := commerce.simulated_rounds(v_terms, simulate_policy.prices_micros, v_currency);
  end if;
  return v_ran || pg_catalog.jsonb_build_object(
    'policy_product_id', (simulate_policy.policy).product_id,
    'not_negotiable', v_reason,
    'quantity_price', commerce.money(v_terms.reference_micros, v_currency),
    'rounds_max', (simulate_policy.policy).rounds_max,
    'answer_minutes', (simulate_policy.policy).answer_minutes,
    'hold_minutes', (simulate_policy.policy).hold_minutes
  );
end
$function$;
CREATE OR REPLACE FUNCTION commerce.simulate_negotiation(brand_id text, offers jsonb, quantity integer DEFAULT 1, product_id text DEFAULT NULL::text, bundle_id text DEFAULT NULL::text, policy jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand_id constant text := core.data_brand_id(simulate_negotiation.brand_id);
  v_subject constant commerce.subject := commerce.find_subject(v_brand_id, simulate_negotiation.product_id, simulate_negotiation.bundle_id);
  v_stored constant commerce.pricing_policies := commerce.policy_for(v_brand_id, simulate_negotiation.product_id);
  v_draft commerce.pricing_policies;
  v_prices_micros bigint[] := array[]::bigint[];
  v_price_micros bigint;
  v_applies boolean;
begin
  for v_index in 0 .. pg_catalog.jsonb_array_length(simulate_negotiation.offers) - 1 loop
    v_price_micros := commerce.micros((simulate_negotiation.offers ->> v_index)::numeric, v_subject.currency, 'offers');
    perform commerce.require_agent_price(v_price_micros, v_subject.price_micros, v_prices_micros[v_index], 'offers');
    v_prices_micros := v_prices_micros || v_price_micros;
  end loop;
  if simulate_negotiation.policy is not null then
    select drafted.*
    into v_draft
    from pg_catalog.jsonb_to_record(simulate_negotiation.policy) as given (
      floor jsonb, target_percent numeric, product_id text, is_enabled boolean, accept_percent numeric, decline_percent numeric,
      rounds_max integer, price_step numeric, quantity_tiers jsonb, answered_by text, answer_minutes integer, hold_minutes integer,
      negotiations_per_day_max integer
    )
    cross join lateral commerce.draft_pricing_policy(
      v_brand_id, given.floor, given.target_percent, given.product_id, given.is_enabled, given.accept_percent, given.decline_percent,
      given.rounds_max, given.price_step, given.quantity_tiers, given.answered_by, given.answer_minutes, given.hold_minutes,
      given.negotiations_per_day_max
    ) as drafted;
    -- The default policy does not apply to a product with its own, nor the policy of another product.
    v_applies := case when v_draft.product_id is null then v_stored.product_id is null
      else v_draft.product_id is not distinct from simulate_negotiation.product_id end;
  end if;
  return pg_catalog.json_build_object(
    'product_id', simulate_negotiation.product_id,
    'bundle_id', simulate_negotiation.bundle_id,
    'title', v_subject.title,
    'list_price', commerce.money(v_subject.price_micros, v_subject.currency),
    'quantity', simulate_negotiation.quantity,
    'stored', commerce.simulate_policy(v_stored, commerce.tiers_of(v_stored), v_subject, simulate_negotiation.quantity, v_prices_micros),
    'draft_applies', v_applies,
    'draft', case
      when v_applies
        then commerce.simulate_policy(v_draft, simulate_negotiation.policy -> 'quantity_tiers', v_subject, simulate_negotiation.quantity, v_prices_micros)
    end
  );
end
$function$;
CREATE OR REPLACE FUNCTION commerce.record_offer(negotiation commerce.negotiations, party text, offer jsonb, message text, policy commerce.pricing_policies, quantity integer)
 RETURNS commerce.negotiation_offers
 LANGUAGE plpgsql
AS $function$
declare
  v_price_micros constant bigint := commerce.offer_price_micros(record_offer.negotiation, record_offer.offer);
  v_type constant text := coalesce(record_offer.offer ->> 'type', 'unit_price');
  v_has_price constant boolean := v_type not in ('free_shipping', 'add_on');
  v_field constant text := case v_type when 'percent_off' then 'offer.percent' else 'offer.amount' end;
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
    perform commerce.require_agent_price(v_price_micros, record_offer.negotiation.list_price_micros, v_last.unit_price_micros, v_field);
  elsif record_offer.party = 'merchant' and v_has_price and v_price_micros > coalesce(v_last.unit_price_micros, record_offer.negotiation.list_price_micros) then
    perform platform.fail('BADRQ', 'must_not_be_above_the_counter_offer', v_field);
  end if;
  if v_price_micros <= 0 then
    perform platform.fail('BADRQ', 'must_be_above_0', v_field);
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
$function$;
CREATE OR REPLACE FUNCTION commerce.answer_offer(brand_id text, negotiation_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_negotiation commerce.negotiations;
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
  v_answer text;
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
  if v_offer.type in ('free_shipping', 'add_on') then
    if (v_terms.policy).answered_by = 'policy' then
      perform platform.fail('BADRQ', 'is_not_answered_by_rule', 'offer.type');
    end if;
    return;
  end if;
  v_answer := commerce.policy_answer(v_terms, v_negotiation.round, v_offer.unit_price_micros);
  if v_answer = 'accept' then
    perform commerce.accept(v_negotiation, v_offer, 'policy', 'auto_accepted');
  elsif v_answer = 'decline' then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'auto_declined');
  elsif v_answer = 'counter' then
    perform commerce.record_offer(
      v_negotiation, 'policy',
      pg_catalog.jsonb_build_object('type', 'unit_price', 'amount', commerce.counter_price_micros(v_terms, v_negotiation.round) / 1000000.0, 'currency', v_negotiation.currency), null,
      v_terms.policy, v_offer.quantity
    );
    perform commerce.move('negotiation', answer_offer.brand_id, answer_offer.negotiation_id, 'counter', 'policy');
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION commerce.buyer_transactions(brand_id text, buyer_references text[], order_ids text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT held.transaction_id FROM commerce.transactions held WHERE ((held.brand_id = buyer_transactions.brand_id) AND ((held.buyer_reference = ANY (buyer_transactions.buyer_references)) OR (held.merchant_order_id = ANY (buyer_transactions.order_ids)))) ORDER BY held.transaction_id);
CREATE OR REPLACE FUNCTION commerce.erase_buyer(brand_id text, buyer_references text[], order_ids text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_transactions constant text[] := commerce.buyer_transactions(erase_buyer.brand_id, erase_buyer.buyer_references, erase_buyer.order_ids);
  v_negotiations text[];
  v_reviews bigint;
begin
  update commerce.transactions as held
  set
    buyer_reference = null, payment_reference = null, cancellation_reason = null, person_id = null, agent = held.agent - 'session_id',
    updated_at = platform.now()
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.adjustments as held
  set note = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.confirmation_windows as held
  set note = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.dispute_statements as held
  set statement = '[erased]', evidence_urls = '{}'
  from commerce.disputes
  where disputes.brand_id = erase_buyer.brand_id and disputes.transaction_id = any (v_transactions)
    and held.brand_id = disputes.brand_id and held.dispute_id = disputes.dispute_id;
  update commerce.price_holds as held
  set person_id = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  with erased as (
    update commerce.negotiations as held
    set person_id = null, agent = held.agent - 'session_id'
    where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions)
    returning held.negotiation_id
  )
  select coalesce(pg_catalog.array_agg(erased.negotiation_id), '{}') into v_negotiations from erased;
  update commerce.negotiation_offers as held
  set message = null
  where held.brand_id = erase_buyer.brand_id and held.negotiation_id = any (v_negotiations);
  update commerce.feedback as held
  set comment = null, agent = held.agent - 'session_id'
  where held.brand_id = erase_buyer.brand_id
    and (held.subject_type, held.subject_id) in (
      select 'transaction', given.id from pg_catalog.unnest(v_transactions) as given (id)
      union all
      select 'negotiation', given.id from pg_catalog.unnest(v_negotiations) as given (id)
    );
  update storefront.reviews as held
  set author = null
  where held.brand_id = erase_buyer.brand_id and held.author = any (erase_buyer.buyer_references);
  get diagnostics v_reviews = row_count;
  return pg_catalog.json_build_object('transactions', pg_catalog.cardinality(v_transactions), 'reviews', v_reviews);
end
$function$;
CREATE OR REPLACE FUNCTION connector.restatements(brand core.brands, is_by_account boolean DEFAULT false)
 RETURNS TABLE(platform text, account_id text, restatement json)
 LANGUAGE sql
 STABLE
AS $function$
  select
    status.platform,
    status.account_id,
    pg_catalog.json_build_object(
      'last_week', pg_catalog.json_build_object('date_from', moment.today - 14, 'date_to', moment.today - 8),
      'this_week', pg_catalog.json_build_object('date_from', moment.today - 7, 'date_to', moment.today - 1),
      'metrics', pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'metric', status.metric,
          'last_week_change', pg_catalog.round(status.last_week::numeric, 4),
          'expected_change', pg_catalog.round(status.this_week::numeric, 4)
        )
        order by definition.position
      ),
      'last_week_reason', case
        when not pg_catalog.bool_or(status.has_last_week) then platform.statement('last_week_was_not_reported')
        when not pg_catalog.bool_or(status.is_reported_again) then platform.statement('last_week_was_reported_once')
      end,
      'reason', case when not pg_catalog.bool_or(status.is_known)
        then platform.warning('restatement_history_is_too_short', pg_catalog.jsonb_build_object('days_min', 28))
      end
    )
  from (select (platform.now() at time zone (restatements.brand).timezone)::date as today) as moment
  cross join lateral analytics.restatement_status((restatements.brand).brand_id, restatements.is_by_account) as status
  join analytics.metric_definitions as definition on definition.name = status.metric
  group by moment.today, status.platform, status.account_id;
$function$;
CREATE OR REPLACE FUNCTION connector.data_status(brand_id text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
begin
  v_brand := core.data_brand(data_status.brand_id);
  return pg_catalog.json_build_object(
    'brand_id', data_status.brand_id,
    'ready', exists (select from analytics.data_status as held where held.brand_id = v_brand.brand_id and held.kind = 'ads_daily'),
    'reported_through', analytics.reported_through(v_brand.brand_id),
    'platforms', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'platform', known.platform,
          'connected', known.accounts > 0 or held.sources > 0,
          'stale', coalesce(held.troubled > 0, false),
          'attention', held.attention,
          'accounts', known.accounts,
          'ready', daily.platform is not null,
          'last_sync_at', platform.utc(greatest(daily.updated_at, hourly.updated_at)),
          'by_day', pg_catalog.json_build_object('first_date', daily.first_on, 'last_date', daily.last_on),
          'by_hour', pg_catalog.json_build_object('first_date', hourly.first_on, 'last_date', hourly.last_on),
          'restatement', restated.restatement
        )
        order by known.accounts > 0 desc, known.platform
      )
      from (
        -- google, meta and tiktok are listed even without data.
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
      left join lateral (
        select
          count(*) as sources,
          count(*) filter (where connected.status = 'needs_attention' or connected.stale_since is not null) as troubled,
          (
            pg_catalog.array_agg(sources.attention_of(connected) order by connected.attention_since, connected.source_id)
              filter (where connected.status = 'needs_attention')
          )[1] as attention
        from sources.sources as connected
        where connected.brand_id = v_brand.brand_id and connected.status <> 'disconnected'
          and analytics.imported_platform(connected.platform) = known.platform
      ) as held on true
      left join analytics.platform_status as daily
        on daily.brand_id = v_brand.brand_id and daily.platform = known.platform and daily.kind = 'ads_daily'
      left join analytics.platform_status as hourly
        on hourly.brand_id = v_brand.brand_id and hourly.platform = known.platform and hourly.kind = 'ads_hourly'
      left join connector.restatements(v_brand) as restated on restated.platform = known.platform
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
        'detected_through', analytics.detected_through(v_brand.brand_id),
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
        || array(
          select unread.warning
          from pg_catalog.unnest('{ads_daily,orders,transactions}'::text[]) as report (name)
          cross join lateral pg_catalog.unnest(
            sources.unread_warnings(v_brand.brand_id, '-infinity', 'infinity', report => report.name)
          ) as unread (warning)
        )
        -- Those of ad accounts are in platforms.
        || array(
          select platform.warning(
            'source_needs_attention', pg_catalog.jsonb_build_object('platform', held.platform, 'account_id', held.external_id)
          )
          from sources.sources as held
          where held.brand_id = v_brand.brand_id and not sources.has_report(held.platform, 'ads_daily')
            and (held.status = 'needs_attention' or held.status <> 'disconnected' and held.stale_since is not null)
          order by held.platform, held.external_id
        )
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION connector.hourly_accounts(brand core.brands, today date, base_on date, platforms text[] DEFAULT NULL::text[])
 RETURNS TABLE(platform text, account_id text, reported_until timestamp with time zone, has_base boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select
    accounts.platform, accounts.external_id,
    max(facts.hour + interval '1 hour') filter (where facts.hour >= bounds.begins_at),
    pg_catalog.bool_or(facts.hour < bounds.begins_at)
  from (select hourly_accounts.today::timestamp at time zone (hourly_accounts.brand).timezone as begins_at) as bounds
  join analytics.facts_hourly as facts
    on facts.brand_id = (hourly_accounts.brand).brand_id
    and facts.hour + interval '1 hour' <= platform.now()
    and (
      facts.hour >= bounds.begins_at
      or facts.hour >= hourly_accounts.base_on::timestamp at time zone (hourly_accounts.brand).timezone
      and facts.hour < (hourly_accounts.base_on + 1)::timestamp at time zone (hourly_accounts.brand).timezone
    )
  join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
  join analytics.entities as accounts
    on accounts.brand_id = facts.brand_id and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
  where hourly_accounts.platforms is null or accounts.platform = any (hourly_accounts.platforms)
  group by accounts.entity_id, accounts.platform, accounts.external_id;
$function$;
CREATE OR REPLACE FUNCTION connector.comparison(brand core.brands, compare_to text, date_from date, date_to date, platforms text[], OUT first_on date, OUT last_on date, OUT base_first_on date, OUT base_last_on date, OUT until time without time zone, OUT accounts text[], OUT warnings jsonb[], OUT not_compared text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_today constant date := (platform.now() at time zone (comparison.brand).timezone)::date;
  v_brand_id constant text := (comparison.brand).brand_id;
  v_unread record;
begin
  warnings := '{}';
  if comparison.compare_to = 'none' or comparison.date_from > v_today then
    return;
  end if;
  select days.* into first_on, last_on, base_first_on, base_last_on
  from analytics.comparable_days(
    comparison.compare_to, comparison.date_from, comparison.date_to, analytics.complete_through(v_brand_id, comparison.platforms)
  ) as days;
  if first_on is null and comparison.date_from = v_today then
    base_first_on := case comparison.compare_to
      when 'previous_year' then (v_today - interval '1 year')::date
      when 'previous_year_weekdays' then v_today - 364
      else v_today - 1
    end;
    select
      (min(hourly.reported_until) filter (where hourly.has_base) at time zone (comparison.brand).timezone)::time,
      -- Both days use the same accounts: those that reported both.
      case when pg_catalog.bool_or(hourly.reported_until is null or not hourly.has_base)
        then pg_catalog.array_agg(hourly.platform || '/' || hourly.account_id) filter (where hourly.reported_until is not null and hourly.has_base)
      end,
      pg_catalog.array_agg(
        platform.warning(
          'account_is_not_compared',
          pg_catalog.jsonb_build_object(
            'account_id', hourly.account_id, 'platform', hourly.platform,
            'unreported', case when hourly.reported_until is null then v_today else base_first_on end
          )
        )
        order by hourly.platform, hourly.account_id
      ) filter (where hourly.reported_until is null or not hourly.has_base)
    into until, accounts, warnings
    from connector.hourly_accounts(comparison.brand, v_today, base_first_on, comparison.platforms) as hourly;
    if until is not null then
      first_on := v_today;
      last_on := v_today;
      base_last_on := base_first_on;
      warnings := array[
        platform.warning(
          'hours_of_today_are_compared',
          pg_catalog.jsonb_build_object('today', v_today, 'until', pg_catalog.to_char(until, 'HH24:MI'), 'compared_on', base_first_on)
        )
      ] || coalesce(warnings, '{}');
    end if;
  end if;
  if first_on is null then
    base_first_on := null;
    not_compared := 'no_complete_day';
    warnings := array[
      platform.warning(
        'nothing_can_be_compared', pg_catalog.jsonb_build_object('date_from', comparison.date_from, 'date_to', comparison.date_to)
      )
    ];
    return;
  end if;
  v_unread := sources.unread_comparison(
    v_brand_id, first_on, last_on, base_first_on, base_last_on, comparison.platforms, case when until is null then 'ads_daily' else 'ads_hourly' end
  );
  if v_unread.not_compared is not null then
    not_compared := v_unread.not_compared;
    warnings := v_unread.warnings;
    first_on := null;
    last_on := null;
    base_first_on := null;
    base_last_on := null;
    until := null;
    accounts := null;
    return;
  elsif until is not null then
    return;
  end if;
  if last_on < comparison.date_to then
    warnings := array[
      platform.warning(
        'only_complete_days_are_compared',
        pg_catalog.jsonb_build_object('date_from', first_on, 'date_to', last_on, 'compared_from', base_first_on, 'compared_to', base_last_on)
      )
    ];
  end if;
  if last_on - first_on <> base_last_on - base_first_on then
    warnings := warnings || array[
      platform.warning(
        'compared_periods_differ_in_length',
        pg_catalog.jsonb_build_object(
          'days', last_on - first_on + 1, 'date_from', first_on, 'date_to', last_on,
          'compared_days', base_last_on - base_first_on + 1, 'compared_from', base_first_on, 'compared_to', base_last_on
        )
      )
    ];
  end if;
  if not analytics.complete_days(v_brand_id, base_first_on, base_last_on, comparison.platforms)
    @> pg_catalog.daterange(base_first_on, base_last_on, '[]')
  then
    warnings := warnings || array(
      select platform.warning(
        'compared_days_are_incomplete',
        pg_catalog.jsonb_build_object('compared_from', base_first_on, 'compared_to', base_last_on, 'warning', partial.warning)
      )
      from pg_catalog.unnest(
        analytics.partial_warnings(comparison.brand, base_first_on, base_last_on, 'day', comparison.platforms)
      ) as partial (warning)
    );
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION connector.ad_performance(brand_id text, date_from date, date_to date, level text DEFAULT 'account'::text, metrics text[] DEFAULT '{spend,revenue,roas,cpa,conversions}'::text[], granularity text DEFAULT 'day'::text, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[], compare_to text DEFAULT 'none'::text, sort_by text DEFAULT NULL::text, "order" text DEFAULT 'desc'::text, "limit" integer DEFAULT 50, cursor text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_metrics constant text[] := analytics.check_metrics(ad_performance.metrics);
  v_platforms text[];
  v_filters jsonb;
  v_list jsonb;
  v_days record;
  v_row_platforms text[];
  v_today date;
  v_place bigint;
  v_rows analytics.metric_rows;
  v_compared record;
begin
  perform platform.require_page(ad_performance."limit");
  perform platform.require_choice('level', ad_performance.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', ad_performance.granularity, array['hour', 'day', 'week', 'month', 'none']);
  perform platform.require_choice('compare_to', ad_performance.compare_to, array['none', 'previous_period', 'previous_year']);
  perform platform.require_choice('order', ad_performance."order", array['desc', 'asc']);
  perform analytics.check_range(ad_performance.date_from, ad_performance.date_to, ad_performance.granularity);
  perform analytics.check_metrics(array[ad_performance.sort_by], 'sort_by') where ad_performance.sort_by is not null;
  v_brand := core.data_brand(ad_performance.brand_id);
  perform analytics.ads_through(v_brand.brand_id, ad_performance.granularity);
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id
    and data_status.kind = case when ad_performance.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_platforms := analytics.require_platforms(v_brand.brand_id, ad_performance.platform);
  v_filters := analytics.entity_filters(
    v_platforms, analytics.require_campaigns(v_brand.brand_id, ad_performance.campaign_ids, v_platforms)
  );
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_list := pg_catalog.jsonb_build_array(
    'ad_performance', ad_performance.brand_id, ad_performance.date_from, ad_performance.date_to, ad_performance.level, v_metrics,
    ad_performance.granularity, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  v_place := connector.read_place(ad_performance.cursor, v_list, v_status.updated_at || v_brand.revenue_source);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_row_platforms := case when ad_performance.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  select * into v_days
  from analytics.completeness(v_brand, ad_performance.date_from, ad_performance.date_to, ad_performance.granularity, v_platforms, v_row_platforms);

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, ad_performance.level, ad_performance.granularity, ad_performance.date_from, ad_performance.date_to, v_filters,
    v_days.complete_days, v_row_platforms, ad_performance."limit", v_place, ad_performance.sort_by, ad_performance."order"
  );

  select compared.* into v_compared
  from analytics.compare_metrics(
    v_brand, v_rows, v_metrics, ad_performance.level, ad_performance.granularity, ad_performance.date_from, ad_performance.date_to, v_filters, v_platforms,
    ad_performance.compare_to
  ) as compared;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(v_compared.data, '[]'),
    'totals', v_rows.totals,
    'compared', v_compared.base,
    'deltas', v_compared.deltas,
    'next_cursor', case when v_place + ad_performance."limit" < v_rows.total_rows
      then connector.write_place(v_list, v_status.updated_at || v_brand.revenue_source, v_place + ad_performance."limit")
    end,
    'total', v_rows.total_rows,
    'truncated', v_place + ad_performance."limit" < v_rows.total_rows,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'attribution_setting', v_brand.revenue_source,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then ad_performance.level else 'campaign' end, ad_performance.date_from, ad_performance.date_to,
        v_today, ad_performance.granularity, v_platforms
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, ad_performance.platform) || v_compared.warnings
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION connector.month_budgets(brand_id text, level text, month date, through date, is_this_month boolean)
 RETURNS TABLE(entity_id bigint, budget numeric, spend numeric)
 LANGUAGE sql
 STABLE
AS $function$
  -- A campaign has the budget that the brand set, otherwise its daily budget on each day. Daily budgets of earlier months are not recorded.
  with amounts as (
    select
      held.entity_id, held.level, held.account_entity_id, held.status, held.daily_budget_micros,
      coalesce(
        targets.budget_micros,
        case when month_budgets.is_this_month then held.daily_budget_micros end * extract(day from month_budgets.month + interval '1 month - 1 day')
      ) as budget_micros,
      targets.budget_micros is not null as is_set
    from analytics.entities as held
    left join analytics.targets
      on targets.brand_id = held.brand_id and targets.campaign_entity_id = held.entity_id and targets.month = month_budgets.month
    where held.brand_id = month_budgets.brand_id and held.level in ('campaign', month_budgets.level)
  ),
  campaigns as (
    select held.account_entity_id, held.budget_micros, held.daily_budget_micros
    from amounts as held
    left join connector.month_spend(month_budgets.brand_id, 'campaign', month_budgets.month, month_budgets.through) as spent using (entity_id)
    where held.level = 'campaign' and (spent.spend_micros > 0 or connector.is_running(held.status) or held.is_set)
  ),
  -- The budget of an account is the sum of its campaigns. It is unknown if one of them is unknown.
  accounts as (
    select
      campaigns.account_entity_id,
      case when count(*) = count(campaigns.budget_micros) then sum(campaigns.budget_micros) end as budget_micros,
      count(*) = count(coalesce(campaigns.budget_micros, campaigns.daily_budget_micros)) as has_budgets
    from campaigns
    group by campaigns.account_entity_id
  )
  select
    held.entity_id,
    case when held.level = 'account' then accounts.budget_micros else held.budget_micros end * 0.000001,
    spent.spend_micros * 0.000001
  from amounts as held
  left join connector.month_spend(month_budgets.brand_id, month_budgets.level, month_budgets.month, month_budgets.through) as spent using (entity_id)
  left join accounts on accounts.account_entity_id = held.entity_id
  where held.level = month_budgets.level
    and (
      spent.spend_micros > 0
      or held.is_set
      or (connector.is_running(held.status) and held.daily_budget_micros is not null)
      or accounts.has_budgets
    );
$function$;
CREATE OR REPLACE FUNCTION connector.budgets(brand_id text, month text DEFAULT NULL::text, level text DEFAULT 'campaign'::text, platform text DEFAULT NULL::text, "limit" integer DEFAULT 50, cursor text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_this_month date;
  v_month date;
  v_through date;
  v_no_pace jsonb;
  v_list jsonb;
  v_after text;
  v_platforms text[];
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
  v_totals jsonb;
begin
  perform platform.require_page(budgets."limit");
  perform platform.require_choice('level', budgets.level, array['account', 'campaign', 'adset']);
  if budgets.month !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then
    perform platform.fail('BADRQ', 'must_be_a_month', 'month');
  end if;
  v_brand := core.data_brand(budgets.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_platforms := analytics.require_platforms(v_brand.brand_id, budgets.platform);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_this_month := pg_catalog.date_trunc('month', v_today::timestamp)::date;
  v_month := coalesce((budgets.month || '-01')::date, v_this_month);
  if v_month > v_this_month then
    perform platform.fail(
      'BADRQ', 'must_not_be_after', 'month',
      pg_catalog.json_build_object('this_month', pg_catalog.to_char(v_this_month, 'YYYY-MM'))
    );
  end if;
  select paced.last_on, paced.warning into v_through, v_no_pace from analytics.paced_through(v_brand.brand_id, v_month) as paced;
  v_list := pg_catalog.jsonb_build_array(
    'budgets', budgets.brand_id, v_month, budgets.level, v_platforms, connector.ads_as_of(v_brand.brand_id)
  );
  v_after := connector.read_cursor(budgets.cursor, v_list);

  with kept as materialized (
    select
      entities.*,
      paths.account_id,
      paths.campaign_id,
      paths.campaign_name,
      known.budget,
      known.spend,
      array[entities.platform, paths.account_id, paths.campaign_id, paths.adset_id] as path,
      pg_catalog.row_number() over (order by known.spend desc nulls last, entities.platform collate "C", entities.external_id collate "C", entities.entity_id)
        as position
    from connector.month_budgets(v_brand.brand_id, budgets.level, v_month, v_through, v_month = v_this_month) as known
    join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = known.entity_id
    join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = known.entity_id
    where v_platforms is null or entities.platform = any (v_platforms)
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
      -- budget, pacing_percent and status cover the rows with a known budget. Spend and projection cover all rows.
      select connector.pacing(null, sum(kept.spend), v_month, v_through, v_exponent)
        || pg_catalog.jsonb_strip_nulls(
          connector.pacing(sum(kept.budget), sum(kept.spend) filter (where kept.budget is not null), v_month, v_through, v_exponent)
            - 'spend_to_date' - 'projected_end_of_period'
        )
        || pg_catalog.jsonb_build_object(
          'budgets_known', count(kept.budget),
          'budgets_unknown', count(*) - count(kept.budget),
          'spend_without_budget', case
            when count(*) = count(kept.budget) then 0
            else pg_catalog.trim_scale(pg_catalog.round(sum(kept.spend) filter (where kept.budget is null), v_exponent))
          end
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
        select platform.warning('earlier_budgets_are_unknown') where v_month < v_this_month
        union all
        select platform.warning(
          'some_budgets_are_unknown',
          pg_catalog.jsonb_build_object(
            'rows', v_total, 'budgets_unknown', v_totals -> 'budgets_unknown',
            'spend_without_budget', coalesce(v_totals -> 'spend_without_budget', '0'),
            'currency', v_brand.currency
          )
        )
        where (v_totals ->> 'budgets_known')::bigint > 0 and (v_totals ->> 'budgets_unknown')::bigint > 0
        union all
        select v_no_pace where v_no_pace is not null
      )
        || analytics.platform_warnings(v_brand.brand_id, budgets.platform)
        || analytics.budget_warnings(v_brand, budgets.level, v_through, v_through - v_month + 1, 0, v_platforms)
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION simulate.import_ads(world jsonb, from_day date, by_hour boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- Reach is deduplicated over a day, so it has no hourly values.
  v_measures constant text[] := case when import_ads.by_hour then '{}' else array['reach'] end || array[
    'spend_micros', 'revenue_micros', 'cogs_micros', 'impressions', 'clicks', 'conversions_micros', 'view_conversions_micros',
    'new_customers_micros', 'add_to_carts_micros', 'checkouts_micros', 'purchases_micros', 'link_clicks', 'landing_page_views',
    'video_views_3s', 'thruplays', 'video_p25', 'video_p50', 'video_p75', 'video_p100'
  ];
  -- Cumulative share of a day's total at the end of each local hour, in thousandths.
  v_passed constant integer[] := array[
    22, 36, 46, 54, 61, 70, 88, 116, 154, 199, 247, 297, 350, 402, 452, 502, 554, 609, 668, 733, 802, 868, 930, 1000
  ];
  v_rows bigint;
begin
  perform analytics.open_ad_import(v_measures);
  insert into pg_temp.ad_entities
    (entity_no, platform, account_id, account_name, campaign_id, campaign_name, objective, daily_budget_micros, adset_id, adset_name, ad_id, ad_name, creative_id, status)
  select
    cells[1]::integer, cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]::bigint, cells[9], cells[10], cells[11], cells[12], cells[13],
    'active'
  from simulate.lines(import_ads.world ->> 'ads');

  create temporary table ad_days on commit drop as
  select
    cells[1]::integer as entity_no, cells[2]::date as day, cells[4]::bigint as spend_micros, cells[5]::bigint as revenue_micros,
    cells[6]::bigint as cogs_micros, counts.impressions, counts.clicks, cells[9]::bigint as reach, cells[10]::bigint as conversions_micros,
    cells[11]::bigint as view_conversions_micros, cells[12]::bigint as new_customers_micros, cells[13]::bigint as add_to_carts_micros,
    cells[14]::bigint as checkouts_micros, cells[10]::bigint as purchases_micros, counts.clicks * 86 / 100 as link_clicks,
    counts.clicks * 68 / 100 as landing_page_views, video.impressions * 29 / 100 as video_views_3s, video.impressions * 11 / 100 as thruplays,
    video.impressions * 19 / 100 as video_p25, video.impressions * 13 / 100 as video_p50, video.impressions * 9 / 100 as video_p75,
    video.impressions * 6 / 100 as video_p100
  from simulate.lines(import_ads.world ->> 'ad_days')
  cross join lateral (select cells[7]::bigint as impressions, cells[8]::bigint as clicks) as counts
  cross join lateral (select case when cells[3] = 'video' then counts.impressions end as impressions) as video
  where cells[2]::date >= import_ads.from_day;

  if import_ads.by_hour then
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s)
      select facts.entity_no, 0, facts.day, hour.number, %2$s
      from pg_temp.ad_days as facts
      cross join lateral (
        select number, pg_catalog.lag(number) over (order by number) + 1 as passed_before
        from pg_catalog.generate_series(0, 23) as number
        where (facts.day + pg_catalog.make_time(number, 0, 0)) at time zone $2 at time zone $2 = facts.day + pg_catalog.make_time(number, 0, 0)
      ) as hour',
      pg_catalog.array_to_string(v_measures, ', '),
      (
        select pg_catalog.string_agg(
          pg_catalog.format(
            'facts.%1$I * ($1)[hour.number + 1] / 1000 - facts.%1$I * coalesce(($1)[hour.passed_before], 0) / 1000', measure.name
          ),
          ', '
        )
        from pg_catalog.unnest(v_measures) as measure (name)
      )
    )
    using v_passed, 'America/New_York';
  else
    execute pg_catalog.format(
      'insert into pg_temp.ad_facts (entity_no, line, day, %1$s) select entity_no, 0, day, %1$s from pg_temp.ad_days',
      pg_catalog.array_to_string(v_measures, ', ')
    );
  end if;
  get diagnostics v_rows = row_count;
  drop table pg_temp.ad_days;
  perform analytics.commit_ad_import('brd_simulated', 'simulation', 'simulation', v_rows, v_measures);
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections;
end
$function$;
CREATE OR REPLACE FUNCTION simulate.extend_ads(world jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_days constant integer := simulate.days_kept();
  v_days_by_hour constant integer := 35;
  v_first_on constant date := (extend_ads.world ->> 'first_on')::date;
  v_through constant date := (extend_ads.world ->> 'last_on')::date;
  -- End of the last day. It does not depend on the machine or the time of the run.
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
begin
  if not simulate.begin_extension(extend_ads.world) then
    return false;
  end if;
  perform simulate.import_ads(extend_ads.world, v_first_on, by_hour => false);
  perform simulate.import_ads(extend_ads.world, v_through - v_days_by_hour + 1, by_hour => true);
  perform simulate.import_creatives(extend_ads.world);
  perform simulate.stock_shop(extend_ads.world, v_through);

  delete from analytics.facts_daily where facts_daily.brand_id = 'brd_simulated' and facts_daily.day <= v_through - v_days;
  delete from analytics.rollups_daily where rollups_daily.brand_id = 'brd_simulated' and rollups_daily.day <= v_through - v_days;
  delete from analytics.facts_hourly
  where facts_hourly.brand_id = 'brd_simulated'
    and facts_hourly.hour < (v_through - v_days_by_hour + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.detected_days where detected_days.brand_id = 'brd_simulated' and detected_days.day <= v_through - v_days;
  delete from analytics.mixed_reports as held where held.brand_id = 'brd_simulated' and held.day <= v_through - v_days;
  -- The simulated reports count as stored when their day or hour ended.
  update analytics.facts_daily
  set first_stored_at = (facts_daily.day + 1)::timestamp at time zone 'America/New_York'
  where facts_daily.brand_id = 'brd_simulated'
    and facts_daily.first_stored_at <> (facts_daily.day + 1)::timestamp at time zone 'America/New_York';
  update analytics.facts_hourly
  set first_stored_at = facts_hourly.hour + interval '1 hour'
  where facts_hourly.brand_id = 'brd_simulated' and facts_hourly.first_stored_at <> facts_hourly.hour + interval '1 hour';
  update analytics.data_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, last_on = v_through, updated_at = v_at
  where data_status.brand_id = 'brd_simulated' and data_status.kind in ('ads_daily', 'ads_hourly');
  update analytics.platform_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, updated_at = v_at
  where platform_status.brand_id = 'brd_simulated';
  delete from analytics.unfinished_days where unfinished_days.brand_id = 'brd_simulated';
  -- Detects anomalies for each day, as the daily run does for a real brand.
  perform analytics.detect_due_anomalies('brd_simulated', 60);
  update analytics.detected_days set detected_at = v_at where detected_days.brand_id = 'brd_simulated';
  delete from analytics.anomalies where anomalies.brand_id = 'brd_simulated' and anomalies.last_on <= v_through - 60;
  return true;
end
$function$;
create policy oauth on oauth.address_mails for all to vitrine_oauth
using (true);
create policy oauth on oauth.sign_up_links for all to vitrine_oauth
using (true);
create policy oauth on oauth.notifications for all to vitrine_oauth
using (true);
create policy oauth on oauth.notification_mails for all to vitrine_oauth
using (true);
create policy oauth on oauth.unsubscribe_tokens for all to vitrine_oauth
using (true);
reset role;
CREATE OR REPLACE FUNCTION oauth.show_security(session_hash bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_person_id constant uuid := oauth.require_session(show_security.session_hash);
begin
  perform oauth.use_session(show_security.session_hash);
  return jsonb_build_object(
    'person', platform.person_email(v_person_id),
    'name', (select known.name from platform.list_people(v_person_id::text) as known),
    'has_totp', oauth.has_totp(v_person_id),
    'passkeys', oauth.passkeys_of(v_person_id),
    'recovery_codes', (select count(*) from oauth.recovery_codes where recovery_codes.person_id = v_person_id),
    'sessions', (
      select jsonb_agg(
        jsonb_build_object(
          'id', sessions.session_id,
          'device', sessions.device,
          'network', sessions.network,
          'created_at', platform.utc(sessions.created_at),
          'used_at', platform.utc(sessions.used_at),
          'is_current', sessions.session_hash = show_security.session_hash
        )
        order by sessions.session_hash = show_security.session_hash desc, sessions.used_at desc, sessions.session_id
      )
      from oauth.sessions
      where sessions.person_id = v_person_id
        and sessions.expires_at > platform.clock()
        and sessions.used_at > platform.clock() - interval '2 hours'
    )
  );
end
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION oauth.change_name(session_hash bytea, name text, client_ip text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_person_id constant uuid := oauth.require_session(change_name.session_hash);
begin
  perform core.set_name(v_person_id, change_name.name);
  perform oauth.record('name_changed', person_id => v_person_id, client_ip => change_name.client_ip);
end
$function$;
CREATE OR REPLACE FUNCTION oauth.has_account(email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from platform.list_people(has_account.email));
$function$;
CREATE OR REPLACE FUNCTION oauth.is_invited(email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from core.invitations where invitations.email = is_invited.email and invitations.expires_at > platform.clock());
$function$;
CREATE OR REPLACE FUNCTION oauth.request_sign_up(email text, is_open boolean, client_ip text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_email text;
begin
  perform core.require_own_people();
  v_email := core.email_address(request_sign_up.email);
  -- Whether the address has an account or an invitation is asked when the mail is sent, so that the request takes the same time.
  if oauth.admit_mail(v_email, 'sign_up', request_sign_up.client_ip) then
    insert into oauth.address_mails (kind, email, next_attempt_at, expires_at)
    values (
      case when request_sign_up.is_open then 'sign_up' else 'sign_up_if_invited' end, v_email,
      platform.clock(), platform.clock() + interval '30 minutes'
    );
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION oauth.next_address_mail()
 RETURNS oauth.address_mails
 LANGUAGE plpgsql
AS $function$
declare
  v_mail oauth.address_mails;
begin
  delete from oauth.address_mails
  where address_mails.expires_at <= platform.clock()
    or address_mails.kind = 'sign_up_if_invited' and not oauth.is_invited(address_mails.email) and not oauth.has_account(address_mails.email)
    or address_mails.kind = 'invitation' and not exists (
      select from core.invitations where invitations.invitation_id = address_mails.invitation_id and invitations.expires_at > platform.clock()
    );
  update oauth.address_mails
  set attempts = address_mails.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << address_mails.attempts)
  where address_mails.mail_id = (
    select due.mail_id from oauth.address_mails as due
    where due.next_attempt_at <= platform.clock()
    order by due.next_attempt_at, due.mail_id
    limit 1
    for update skip locked
  )
  returning address_mails.* into v_mail;
  return v_mail;
end
$function$;
CREATE OR REPLACE FUNCTION oauth.claim_address_mail(token_hash bytea)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_mail constant oauth.address_mails := oauth.next_address_mail();
  -- A hosted platform creates its accounts itself.
  v_is_new constant boolean := not oauth.has_account(v_mail.email) and has_schema_privilege('vitrine_gate', 'auth', 'usage');
begin
  if v_mail.mail_id is null then
    return null;
  elsif v_is_new then
    insert into oauth.sign_up_links (token_hash, email, invitation_id, expires_at)
    values (
      claim_address_mail.token_hash, v_mail.email, v_mail.invitation_id,
      coalesce(
        (select invitations.expires_at from core.invitations where invitations.invitation_id = v_mail.invitation_id),
        platform.clock() + interval '30 minutes'
      )
    );
  end if;
  return json_build_object(
    'mail_id', v_mail.mail_id,
    'kind', case when v_mail.kind = 'invitation' then 'invitation' when v_is_new then 'sign_up' else 'account_exists' end,
    'email', v_mail.email,
    'attempts', v_mail.attempts,
    'invitation', (
      select json_build_object(
        'id', invitations.invitation_id, 'brand', regexp_replace(coalesce(brands.name, brands.slug), '\s+', ' ', 'g'), 'role', invitations.role,
        'invited_by', platform.person_email(invitations.invited_by), 'creates_account', v_is_new
      )
      from core.invitations
      join core.brands on brands.brand_id = invitations.brand_id
      where invitations.invitation_id = v_mail.invitation_id
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION oauth.show_sign_up(token_hash bytea)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_email text;
begin
  select sign_up_links.email into v_email
  from oauth.sign_up_links
  where sign_up_links.token_hash = show_sign_up.token_hash
    and sign_up_links.expires_at > platform.clock()
    and (
      sign_up_links.invitation_id is null
      or exists (
        select from core.invitations
        where invitations.invitation_id = sign_up_links.invitation_id and invitations.expires_at > platform.clock()
      )
    );
  if v_email is null or oauth.has_account(v_email) then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  return v_email;
end
$function$;
CREATE OR REPLACE FUNCTION oauth.sign_up(token_hash bytea, name text, password text, session_hash bytea, device_hash bytea, device text, client_ip text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_email constant text := oauth.show_sign_up(sign_up.token_hash);
  v_person_id uuid;
begin
  -- Of two concurrent uses of the links of an address, the second waits here and finds none.
  perform from oauth.sign_up_links where sign_up_links.email = v_email order by sign_up_links.token_hash for update;
  delete from oauth.sign_up_links where sign_up_links.email = v_email;
  if not found then
    perform platform.fail('NTFND', 'this_link_is_not_valid');
  end if;
  v_person_id := core.create_person(v_email, sign_up.password, sign_up.name);
  perform oauth.record('signed_up', person_id => v_person_id, client_ip => sign_up.client_ip);
  perform oauth.open_session(v_person_id, sign_up.session_hash, sign_up.device_hash, sign_up.device, sign_up.client_ip);
end
$function$;
CREATE OR REPLACE FUNCTION oauth.admit_mail(email text, purpose text, client_ip text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform oauth.admit('mail:' || admit_mail.client_ip, 5);
  perform oauth.admit('mail:' || oauth.network_of(admit_mail.client_ip), 10);
  if core.take(admit_mail.purpose || ':all', 60) is null then
    perform platform.fail('RLMTD', 'too_many_mails_were_requested', given => pg_catalog.json_build_object('retry_after', 60));
  end if;
  -- An error here would reveal that mails were requested before, so the limit of an address is silent.
  if oauth.attempts(oauth.bucket('mail', admit_mail.email)) >= 3 then
    return false;
  end if;
  perform oauth.count_attempt(oauth.bucket('mail', admit_mail.email));
  return true;
end
$function$;
reset role;
CREATE OR REPLACE FUNCTION oauth.request_mail(email text, kind text, client_ip text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if oauth.admit_mail(request_mail.email, 'mail', request_mail.client_ip) then
    insert into oauth.mails (kind, person_id, next_attempt_at, expires_at)
    values (
      request_mail.kind, (platform.find_person(request_mail.email)).person_id, platform.clock(), platform.clock() + interval '30 minutes'
    );
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION oauth.has_due_mail()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from oauth.mails where mails.next_attempt_at <= platform.clock())
    or exists (select from oauth.address_mails where address_mails.next_attempt_at <= platform.clock())
    or exists (select from oauth.notification_mails where notification_mails.next_attempt_at <= platform.clock())
    or exists (select oauth.due_notifications());
$function$;
CREATE OR REPLACE FUNCTION oauth.measure_mails(OUT waiting bigint, OUT oldest_seconds double precision)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*), coalesce(extract(epoch from platform.clock() - min(waiting_mails.begun_at)), 0)
  from (
    select mails.expires_at - interval '30 minutes' as begun_at from oauth.mails
    where mails.person_id is not null and mails.expires_at > platform.clock()
    union all
    select address_mails.expires_at - interval '30 minutes' from oauth.address_mails where address_mails.expires_at > platform.clock()
    union all
    -- A mail server that refuses one address works.
    select notification_mails.expires_at - interval '1 day' from oauth.notification_mails
    where notification_mails.mail_id is not null and notification_mails.refusal ->> 'smtp_code' is null
  ) as waiting_mails;
$function$;
CREATE OR REPLACE FUNCTION oauth.finish_mail(mail_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from oauth.mails where mails.mail_id = finish_mail.mail_id;
  delete from oauth.address_mails where address_mails.mail_id = finish_mail.mail_id;
  select oauth.end_notification_mail(finish_mail.mail_id, 'sent');
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION oauth.gets_notifications(brand_id text, person_id uuid, kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from core.memberships
    join core.brands on brands.brand_id = memberships.brand_id and brands.status <> 'archived'
    join core.notification_kinds() as kinds
      on kinds.kind = gets_notifications.kind and core.role_rank(memberships.role) >= core.role_rank(kinds.role)
    left join core.notification_choices as chosen
      on chosen.brand_id = memberships.brand_id and chosen.person_id = memberships.person_id and chosen.kind = kinds.kind
    where memberships.brand_id = gets_notifications.brand_id and memberships.person_id = gets_notifications.person_id
      and coalesce(chosen.is_on, kinds.is_default)
  );
$function$;
CREATE OR REPLACE FUNCTION oauth.notify_members(brand_id text, kind text, subject_id text, only_person uuid DEFAULT NULL::uuid, except_kind text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into oauth.notifications (brand_id, person_id, kind, subject_id)
  select memberships.brand_id, memberships.person_id, notify_members.kind, notify_members.subject_id
  from core.memberships
  where memberships.brand_id = notify_members.brand_id
    and (notify_members.only_person is null or memberships.person_id = notify_members.only_person)
    and oauth.gets_notifications(memberships.brand_id, memberships.person_id, notify_members.kind)
    and (
      notify_members.except_kind is null
      or not oauth.gets_notifications(memberships.brand_id, memberships.person_id, notify_members.except_kind)
    );
$function$;
CREATE OR REPLACE FUNCTION oauth.notify_of_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform oauth.notify_members(
    new.brand_id, 'alerts', new.event_id,
    except_kind => case when new.data ->> 'detector' = 'data_stale' and new.data ->> 'reason' is not null then 'sources' end
  );
  return null;
end
$function$;
CREATE TRIGGER notify_of_alert AFTER INSERT ON events.outbox FOR EACH ROW WHEN ((new.type = 'alert.triggered'::text)) EXECUTE FUNCTION oauth.notify_of_alert();
CREATE OR REPLACE FUNCTION oauth.notify_of_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform oauth.notify_members(new.brand_id, 'proposals', new.proposal_id);
  return null;
end
$function$;
CREATE TRIGGER notify_of_proposal AFTER INSERT ON connector.proposals FOR EACH ROW WHEN ((new.status = 'pending_approval'::text)) EXECUTE FUNCTION oauth.notify_of_proposal();
CREATE OR REPLACE FUNCTION oauth.notify_of_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform oauth.notify_members(new.brand_id, 'imports', coalesce(new.import_id, new.upload_id), only_person => new.uploaded_by);
  return null;
end
$function$;
CREATE TRIGGER notify_of_upload AFTER UPDATE OF state ON analytics.uploads FOR EACH ROW WHEN (((new.uploaded_by IS NOT NULL) AND (new.state = ANY (ARRAY['imported'::text, 'failed'::text])) AND (new.state <> old.state))) EXECUTE FUNCTION oauth.notify_of_upload();
CREATE OR REPLACE FUNCTION oauth.notify_of_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform oauth.notify_members(new.brand_id, 'sources', new.source_id);
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION oauth.due_notifications()
 RETURNS TABLE(brand_id text, person_id uuid, kind text)
 LANGUAGE sql
 STABLE
AS $function$
  select waiting.brand_id, waiting.person_id, waiting.kind
  from oauth.notifications as waiting
  left join oauth.notification_mails as held
    on held.brand_id = waiting.brand_id and held.person_id = waiting.person_id and held.kind = waiting.kind
  where waiting.mail_id is null and held.mail_id is null
  group by waiting.brand_id, waiting.person_id, waiting.kind, held.sent_at, held.failed_at
  -- A minute gathers a burst. An hour follows the last mail.
  having greatest(min(waiting.noted_at) + interval '1 minute', greatest(held.sent_at, held.failed_at) + interval '1 hour') <= platform.clock();
$function$;
CREATE OR REPLACE FUNCTION oauth.end_notification_mail(mail_id text, outcome text)
 RETURNS void
 LANGUAGE sql
AS $function$
  update oauth.notification_mails as held
  set
    mail_id = null, next_attempt_at = null, expires_at = null,
    refusal = case when end_notification_mail.outcome = 'failed' then held.refusal end,
    sent_at = case when end_notification_mail.outcome = 'sent' then platform.clock() else held.sent_at end,
    failed_at = case end_notification_mail.outcome when 'failed' then platform.clock() when 'sent' then null else held.failed_at end
  where held.mail_id = end_notification_mail.mail_id;
  delete from oauth.notifications where notifications.mail_id = end_notification_mail.mail_id;
$function$;
CREATE OR REPLACE FUNCTION oauth.claim_notification(token_hash bytea)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_mail oauth.notification_mails;
  v_email text;
begin
  perform oauth.end_notification_mail(held.mail_id, 'failed') from oauth.notification_mails as held where held.expires_at <= platform.clock();
  insert into oauth.notification_mails as held (brand_id, person_id, kind, mail_id, next_attempt_at, expires_at)
  select due.brand_id, due.person_id, due.kind, platform.new_id('mai'), platform.clock(), platform.clock() + interval '1 day'
  from oauth.due_notifications() as due
  order by due.brand_id, due.person_id, due.kind
  on conflict on constraint notification_mails_pkey do update
  set mail_id = excluded.mail_id, attempts = 0, next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at
  -- Another worker may have begun, or even sent, a mail meanwhile.
  where held.mail_id is null and coalesce(greatest(held.sent_at, held.failed_at) + interval '1 hour' <= platform.clock(), true);
  loop
    update oauth.notification_mails as held
    set attempts = held.attempts + 1, next_attempt_at = platform.clock() + interval '30 seconds' * (1 << held.attempts)
    where held.mail_id = (
      select due.mail_id from oauth.notification_mails as due
      where due.next_attempt_at <= platform.clock()
      order by due.next_attempt_at, due.mail_id
      limit 1
      for update skip locked
    )
    returning held.* into v_mail;
    if v_mail.mail_id is null then
      return null;
    end if;
    if v_mail.attempts = 1 then
      update oauth.notifications as waiting set mail_id = v_mail.mail_id
      where waiting.brand_id = v_mail.brand_id and waiting.person_id = v_mail.person_id and waiting.kind = v_mail.kind and waiting.mail_id is null;
    end if;
    v_email := case when oauth.gets_notifications(v_mail.brand_id, v_mail.person_id, v_mail.kind) and platform.may_sign_in(v_mail.person_id)
      then platform.person_email(v_mail.person_id) end;
    exit when v_email is not null;
    perform oauth.end_notification_mail(v_mail.mail_id, 'dropped');
  end loop;
  insert into oauth.unsubscribe_tokens (token_hash, brand_id, person_id, kind, expires_at)
  values (claim_notification.token_hash, v_mail.brand_id, v_mail.person_id, v_mail.kind, platform.clock() + interval '60 days');
  return json_build_object(
    'mail_id', v_mail.mail_id, 'kind', v_mail.kind, 'email', v_email, 'attempts', v_mail.attempts, 'brand_id', v_mail.brand_id,
    'subject_ids', array(select distinct notifications.subject_id from oauth.notifications where notifications.mail_id = v_mail.mail_id order by 1)
  );
end
$function$;
CREATE OR REPLACE FUNCTION oauth.drop_notification(mail_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select oauth.end_notification_mail(drop_notification.mail_id, 'dropped');
$function$;
CREATE OR REPLACE FUNCTION oauth.fail_notification(mail_id text, smtp_code integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update oauth.notification_mails as held
  set refusal = json_build_object('smtp_code', fail_notification.smtp_code)
  where held.mail_id = fail_notification.mail_id;
$function$;
CREATE OR REPLACE FUNCTION oauth.count_failed_notifications()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from oauth.notification_mails where notification_mails.failed_at is not null;
$function$;
CREATE OR REPLACE FUNCTION oauth.show_unsubscription(token_hash bytea)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_token oauth.unsubscribe_tokens;
begin
  select held.* into v_token
  from oauth.unsubscribe_tokens as held
  where held.token_hash = show_unsubscription.token_hash and held.expires_at > platform.clock();
  if not found then
    perform platform.fail('NTFND', 'this_unsubscribe_link_is_not_valid');
  end if;
  return (
    select json_build_object(
      'brand_id', brands.brand_id, 'brand', coalesce(brands.name, brands.slug), 'kind', v_token.kind,
      'is_on', oauth.gets_notifications(v_token.brand_id, v_token.person_id, v_token.kind)
    )
    from core.brands
    where brands.brand_id = v_token.brand_id
  );
end
$function$;
CREATE OR REPLACE FUNCTION oauth.unsubscribe(token_hash bytea, client_ip text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_shown constant json := oauth.show_unsubscription(unsubscribe.token_hash);
  v_token oauth.unsubscribe_tokens;
begin
  select held.* into strict v_token from oauth.unsubscribe_tokens as held where held.token_hash = unsubscribe.token_hash;
  if (v_shown ->> 'is_on')::boolean then
    insert into core.notification_choices as held (brand_id, person_id, kind, is_on)
    values (v_token.brand_id, v_token.person_id, v_token.kind, false)
    on conflict on constraint notification_choices_pkey do update set is_on = false, chosen_at = platform.clock();
    perform oauth.record(
      'unsubscribed', person_id => v_token.person_id, client_ip => unsubscribe.client_ip,
      detail => jsonb_build_object('brand_id', v_token.brand_id, 'kind', v_token.kind)
    );
  end if;
  return v_shown;
end
$function$;
reset role;
CREATE OR REPLACE FUNCTION oauth.prune()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from oauth.sessions where sessions.expires_at < platform.clock();
  delete from oauth.pending_sign_ins where pending_sign_ins.expires_at < platform.clock();
  delete from oauth.passkey_challenges where passkey_challenges.expires_at < platform.clock();
  delete from oauth.mail_tokens where mail_tokens.expires_at < platform.clock();
  delete from oauth.mails where mails.expires_at < platform.clock();
  delete from oauth.address_mails where address_mails.expires_at < platform.clock();
  delete from oauth.sign_up_links where sign_up_links.expires_at < platform.clock();
  delete from oauth.notifications where notifications.noted_at < platform.clock() - interval '7 days' and notifications.mail_id is null;
  delete from oauth.unsubscribe_tokens where unsubscribe_tokens.expires_at < platform.clock();
  delete from oauth.devices where devices.used_at < platform.clock() - interval '400 days';
  delete from oauth.attempt_counts where attempt_counts.window_start < platform.clock() - interval '1 day';
  delete from oauth.authorization_requests where authorization_requests.expires_at < platform.clock() - interval '1 day';
  delete from oauth.access_tokens where access_tokens.expires_at < platform.clock() - interval '1 day';
  update oauth.refresh_tokens set pair_hashes = null, sealed_pair = null
  where refresh_tokens.sealed_pair is not null and refresh_tokens.consumed_at < platform.clock() - interval '60 seconds';
  delete from oauth.grants
  where grants.expires_at < platform.clock() - interval '30 days'
    or grants.revoked_at < platform.clock() - interval '30 days'
    or (grants.redeemed_at is null and grants.created_at < platform.clock() - interval '1 day');
  delete from oauth.audit_events
  where audit_events.occurred_at < platform.clock() - interval '400 days'
    or (
      audit_events.person_id is null and audit_events.grant_id is null
      and audit_events.occurred_at < platform.clock() - interval '30 days'
    );
  with pruned as (
    delete from oauth.clients
    where clients.created_at < platform.clock() - interval '30 days'
      and not exists (select from oauth.grants where grants.client_id = clients.client_id)
      and not exists (select from oauth.authorization_requests where authorization_requests.client_id = clients.client_id)
    returning true
  )
  select count(*) from pruned;
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION oauth.forget_brand(brand_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update oauth.grants set brand_ids = array_remove(grants.brand_ids, forget_brand.brand_id)
  where forget_brand.brand_id = any (grants.brand_ids);
  delete from oauth.audit_events where audit_events.detail ->> 'brand_id' = forget_brand.brand_id;
  update oauth.audit_events
  set detail = jsonb_set(audit_events.detail, '{brand_ids}', (audit_events.detail -> 'brand_ids') - forget_brand.brand_id)
  where audit_events.detail -> 'brand_ids' ? forget_brand.brand_id;
$function$;
CREATE OR REPLACE FUNCTION oauth.forget_person(person_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from oauth.grants where grants.person_id = forget_person.person_id;
  delete from oauth.sessions where sessions.person_id = forget_person.person_id;
  delete from oauth.audit_events where audit_events.person_id = forget_person.person_id;
$function$;
reset role;
CREATE OR REPLACE FUNCTION console.call(session_hash bytea, client_ip text, brand_id text, access text, requests jsonb, form_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_session record;
  v_brands jsonb;
  v_brand record;
  v_brand_ids text[];
  v_brand_id text;
  v_credential core.credential;
  v_request jsonb;
  v_operation core.operations;
  v_input jsonb;
  v_status text;
  v_message text;
  v_detail text;
  v_reason text;
  v_field text;
  v_values text;
  v_answers jsonb := '[]'::jsonb;
begin
  select used.person_id, used.email into v_session from oauth.use_session(call.session_hash) as used;
  if v_session.person_id is null then
    return jsonb_build_object('status', case when core.take('unauthorized:' || call.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end);
  elsif core.take('person:' || v_session.person_id, 300) is null then
    return jsonb_build_object('status', 'RLMTD');
  end if;
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', reached.brand_id, 'account_id', reached.account_id, 'name', reached.name, 'role', reached.role, 'currency', reached.currency
        )
      ), '[]'
    ),
    coalesce(array_agg(reached.brand_id), '{}')
  into v_brands, v_brand_ids
  from console.person_brands(v_session.person_id) as reached;
  select reached.* into v_brand from console.person_brands(v_session.person_id) as reached where reached.brand_id = call.brand_id;
  if call.brand_id is not null then
    -- The response does not reveal whether a brand of other persons exists.
    if v_brand.brand_id is null then
      return jsonb_build_object('status', 'NTFND', 'person', v_session.email, 'brands', v_brands);
    end if;
    v_brand_ids := array[v_brand.brand_id];
  end if;
  v_credential.is_simulated := false;
  v_credential.accepted_by := '{console}';
  v_credential.person_id := v_session.person_id;
  v_credential.brand_ids := v_brand_ids;
  v_credential.role := coalesce(v_brand.role, 'viewer');

  for v_request in select request.value from jsonb_array_elements(call.requests) as request loop
    v_status := null;
    v_input := v_request -> 'input';
    begin
      select operations.* into strict v_operation from core.operations where operations.operation = v_request ->> 'operation';
      if v_operation.access = 'write' and call.access <> 'write' then
        perform platform.fail('DNIED', 'a_page_may_not_write');
      end if;
      v_credential.account_id := case
        when console.speaks_for_account(v_session.person_id, v_brand.account_id, v_operation.role) then v_brand.account_id
      end;
      v_brand_id := core.enter_scope(v_credential, v_operation, v_brand.brand_id);
      if v_operation.access = 'write' then
        if call.form_id is null or length(call.form_id) not between 8 and 100 then
          perform platform.fail('BADRQ', 'this_form_is_outdated');
        elsif not oauth.spend_form(call.session_hash, call.form_id) then
          perform platform.fail('STALE', 'this_form_was_sent_before');
        end if;
      end if;
      if v_input ? 'period' then
        v_input := v_input - 'period' || (
          select jsonb_build_object('date_from', days.first_on, 'date_to', days.last_on)
          from console.period_days(v_brand.timezone, v_input ->> 'period') as days
        );
      end if;
      if v_operation.brand <> 'none' then
        v_input := v_input || jsonb_build_object('brand_id', v_brand_id);
      end if;
      v_answers := v_answers || jsonb_build_array(jsonb_build_object('body', core.run_as_person(v_operation.call, v_input)));
      if v_operation.access = 'write' then
        perform oauth.record_change(v_session.person_id, call.client_ip, v_operation.operation, v_brand.brand_id);
      end if;
    exception when others or query_canceled then
      get stacked diagnostics
        v_status = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
        v_reason = constraint_name, v_field = column_name, v_values = pg_datatype_name;
      v_detail := coalesce(platform.raised(v_status, v_reason, v_field, v_values), v_detail);
      v_answers := v_answers || jsonb_build_array(jsonb_build_object('status', v_status, 'message', v_message, 'detail', v_detail));
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
$function$;
set role vitrine_owner;
CREATE OR REPLACE FUNCTION console.period_days(timezone text, period text, OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_today constant date := (platform.now() at time zone period_days.timezone)::date;
begin
  select named.first_on, named.last_on into first_on, last_on
  from (
    values
      ('last_7_days', v_today - 7, v_today - 1),
      ('last_28_days', v_today - 28, v_today - 1),
      ('last_90_days', v_today - 90, v_today - 1),
      ('last_180_days', v_today - 180, v_today - 1),
      ('last_365_days', v_today - 365, v_today - 1)
  ) as named (period, first_on, last_on)
  where named.period = period_days.period
  union all
  select part.begins_on, case when part.relation = 'last' then (part.begins_on + part.length - interval '1 day')::date else v_today end
  from (
    select
      relations.relation, units.length,
      (pg_catalog.date_trunc(units.unit, v_today::timestamp) - case relations.relation when 'last' then units.length else interval '0' end)::date
        as begins_on
    from (values ('week', interval '1 week'), ('month', interval '1 month'), ('quarter', interval '3 months'), ('year', interval '1 year'))
      as units (unit, length)
    cross join (values ('this'), ('last')) as relations (relation)
    where relations.relation || '_' || units.unit = period_days.period
  ) as part;
  if first_on is null then
    perform platform.require_choice('period', period_days.period, array[
      'last_7_days', 'last_28_days', 'last_90_days', 'last_180_days', 'last_365_days', 'this_week', 'last_week', 'this_month', 'last_month',
      'this_quarter', 'last_quarter', 'this_year', 'last_year'
    ]);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION console.view(brand_id text, date_from date, date_to date, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform analytics.check_range(view.date_from, view.date_to, 'day');
  return pg_catalog.json_build_object(
    'date_from', view.date_from,
    'date_to', view.date_to,
    'platforms', analytics.connected_platforms(view.brand_id),
    'unread', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('source_id', unread.source_id, 'name', unread.name, 'status', unread.status, 'progress', unread.progress)
          order by unread.name, unread.source_id
        )
        from sources.unread_accounts(
          view.brand_id,
          analytics.filtered_platforms(
            view.brand_id,
            analytics.entity_filters(
              case when view.platform is not null
                then array(select analytics.imported_platform(named.name) from pg_catalog.unnest(analytics.listed(view.platform)) as named (name))
              end,
              view.campaign_ids
            )
          )
        ) as unread
        where unread.days && pg_catalog.daterange(view.date_from, view.date_to, '[]')
      ), '[]'
    ),
    'campaigns', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('id', campaigns.external_id, 'name', campaigns.name, 'platform', campaigns.platform)
          order by spent.spend_micros desc, campaigns.external_id
        )
        from (
          select facts.entity_id, sum(facts.spend_micros) as spend_micros
          from analytics.rollups_daily as facts
          where facts.brand_id = view.brand_id and facts.level = 'campaign' and facts.day between view.date_from and view.date_to
          group by facts.entity_id
          order by 2 desc nulls last, 1
          limit 20
        ) as spent
        join analytics.entities as campaigns on campaigns.brand_id = view.brand_id and campaigns.entity_id = spent.entity_id
      ), '[]'
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION console.create_brand(name text, currency text, timezone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
  insert into core.memberships (person_id, brand_id, role) values (v_person_id, v_brand_id, 'owner')
  on conflict on constraint memberships_pkey do nothing;
  return jsonb_build_object('id', v_brand_id, 'account_id', v_account_id, 'name', v_name);
end
$function$;
CREATE OR REPLACE FUNCTION console.display_name(person_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select known.name from platform.list_people(display_name.person_id::text) as known;
$function$;
CREATE OR REPLACE FUNCTION console.is_member(brand_id text, email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from platform.list_people(is_member.email) as known
    join core.memberships on memberships.person_id = known.person_id and memberships.brand_id = is_member.brand_id
  );
$function$;
CREATE OR REPLACE FUNCTION console.require_member(brand_id text, person_id text, new_role text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_person_id uuid;
  v_role text;
begin
  select memberships.person_id, memberships.role into v_person_id, v_role
  from core.memberships
  where memberships.brand_id = require_member.brand_id and memberships.person_id::text = require_member.person_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_member');
  elsif not (core.scope_role_is(v_role) and core.scope_role_is(coalesce(require_member.new_role, v_role))) then
    perform platform.fail('DNIED', 'only_an_owner_changes_owners');
  end if;
  return v_person_id;
end
$function$;
CREATE OR REPLACE FUNCTION console.end_invitations_by(brand_id text, person_id uuid, role text)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from core.invitations
  where invitations.brand_id = end_invitations_by.brand_id
    and invitations.invited_by = end_invitations_by.person_id
    and (
      coalesce(core.role_rank(end_invitations_by.role), 0) < core.role_rank('admin')
      or core.role_rank(invitations.role) > core.role_rank(end_invitations_by.role)
    );
$function$;
CREATE OR REPLACE FUNCTION console.mail_invitation(invitation_id text, email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_by_person constant text := oauth.bucket('invitations', core.scope_person_id()::text);
  v_to_address constant text := oauth.bucket('invitation', mail_invitation.email);
begin
  if oauth.attempts(v_by_person) >= 30 or oauth.attempts(v_to_address) >= 3 then
    perform platform.fail('RLMTD', 'too_many_invitations_were_sent', given => json_build_object('retry_after', 3600));
  end if;
  perform oauth.count_attempt(v_by_person);
  perform oauth.count_attempt(v_to_address);
  -- A mail that waits is replaced.
  delete from oauth.address_mails where address_mails.invitation_id = mail_invitation.invitation_id;
  insert into oauth.address_mails (kind, email, invitation_id, next_attempt_at, expires_at)
  values ('invitation', mail_invitation.email, mail_invitation.invitation_id, platform.clock(), platform.clock() + interval '30 minutes');
end
$function$;
CREATE OR REPLACE FUNCTION console.people(brand_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'data', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'id', held.person_id, 'email', console.person_name(held.person_id), 'name', console.display_name(held.person_id), 'role', held.role,
          'is_you', held.person_id = core.scope_person_id(), 'created_at', platform.utc(held.created_at)
        )
        order by core.role_rank(held.role) desc, held.created_at, held.person_id
      )
      from core.memberships as held
      where held.brand_id = people.brand_id
    ),
    'invitations', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', open.invitation_id, 'email', open.email, 'role', open.role, 'invited_by', console.person_name(open.invited_by),
            'created_at', platform.utc(open.created_at), 'expires_at', platform.utc(open.expires_at),
            'is_expired', open.expires_at <= platform.clock()
          )
          order by open.created_at desc, open.invitation_id
        )
        from core.invitations as open
        where open.brand_id = people.brand_id
      ), '[]'
    )
  );
$function$;
CREATE OR REPLACE FUNCTION console.invite(brand_id text, email text, role text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_email constant text := core.email_address(invite.email);
  v_invitation_id constant text := platform.new_id('inv');
begin
  if not core.scope_role_is(invite.role) then
    perform platform.fail('DNIED', 'only_an_owner_changes_owners');
  elsif console.is_member(invite.brand_id, v_email) then
    perform platform.fail('BADRQ', 'is_the_address_of_a_member', 'email');
  end if;
  delete from core.invitations
  where invitations.brand_id = invite.brand_id and invitations.expires_at <= platform.clock();
  if (select count(*) from core.invitations where invitations.brand_id = invite.brand_id) >= 50 then
    perform platform.fail('BADRQ', 'this_brand_has_too_many_invitations', given => pg_catalog.json_build_object('invitations_max', 50));
  end if;
  insert into core.invitations (brand_id, invitation_id, email, role)
  values (invite.brand_id, v_invitation_id, v_email, invite.role)
  on conflict do nothing;
  if not found then
    perform platform.fail('BADRQ', 'is_invited_already', 'email');
  end if;
  perform console.mail_invitation(v_invitation_id, v_email);
  return pg_catalog.jsonb_build_object('id', v_invitation_id, 'email', v_email);
end
$function$;
CREATE OR REPLACE FUNCTION console.move_invitation(brand_id text, invitation_id text, action text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_email text;
begin
  if move_invitation.action = 'withdraw' then
    delete from core.invitations
    where invitations.brand_id = move_invitation.brand_id and invitations.invitation_id = move_invitation.invitation_id
    returning invitations.email into v_email;
  else
    update core.invitations set expires_at = platform.clock() + interval '7 days'
    where invitations.brand_id = move_invitation.brand_id and invitations.invitation_id = move_invitation.invitation_id
    returning invitations.email into v_email;
  end if;
  if v_email is null then
    perform platform.fail('NTFND', 'there_is_no_such_invitation');
  end if;
  if move_invitation.action = 'resend' then
    perform console.mail_invitation(move_invitation.invitation_id, v_email);
  end if;
  return pg_catalog.jsonb_build_object('id', move_invitation.invitation_id, 'email', v_email);
end
$function$;
CREATE OR REPLACE FUNCTION console.change_role(brand_id text, person_id text, role text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_person_id uuid;
begin
  v_person_id := console.require_member(change_role.brand_id, change_role.person_id, change_role.role);
  if change_role.role <> 'owner' then
    perform core.keep_an_owner(v_person_id, change_role.brand_id);
  end if;
  -- First, because the policies of the caller apply to the role of the caller, which this may change.
  perform console.end_invitations_by(change_role.brand_id, v_person_id, change_role.role);
  update core.memberships set role = change_role.role
  where memberships.brand_id = change_role.brand_id and memberships.person_id = v_person_id;
  return pg_catalog.jsonb_build_object('id', v_person_id, 'role', change_role.role);
end
$function$;
CREATE OR REPLACE FUNCTION console.transfer_ownership(brand_id text, person_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_person_id uuid;
begin
  v_person_id := console.require_member(transfer_ownership.brand_id, transfer_ownership.person_id, 'owner');
  if v_person_id = core.scope_person_id() then
    perform platform.fail('BADRQ', 'you_are_the_owner');
  end if;
  update core.memberships set role = 'owner'
  where memberships.brand_id = transfer_ownership.brand_id and memberships.person_id = v_person_id;
  perform core.keep_an_owner(core.scope_person_id(), transfer_ownership.brand_id);
  perform console.end_invitations_by(transfer_ownership.brand_id, core.scope_person_id(), 'admin');
  update core.memberships set role = 'admin'
  where memberships.brand_id = transfer_ownership.brand_id and memberships.person_id = core.scope_person_id();
  return pg_catalog.jsonb_build_object('id', v_person_id, 'role', 'owner');
end
$function$;
CREATE OR REPLACE FUNCTION console.remove_member(brand_id text, person_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_person_id uuid;
begin
  if remove_member.person_id <> core.scope_person_id()::text and not core.scope_role_is('admin') then
    perform platform.fail('DNIED', 'only_admins_remove_others');
  end if;
  v_person_id := console.require_member(remove_member.brand_id, remove_member.person_id, null);
  perform core.keep_an_owner(v_person_id, remove_member.brand_id);
  perform console.end_invitations_by(remove_member.brand_id, v_person_id, null);
  delete from core.memberships
  where memberships.brand_id = remove_member.brand_id and memberships.person_id = v_person_id;
  return pg_catalog.jsonb_build_object('id', v_person_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.require_invitation(invitation_id text)
 RETURNS core.invitations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_invitation core.invitations;
begin
  select invitations.* into v_invitation
  from core.invitations
  join core.brands on brands.brand_id = invitations.brand_id and brands.status <> 'archived'
  where invitations.invitation_id = require_invitation.invitation_id and invitations.expires_at > platform.clock();
  if not found then
    perform platform.fail('NTFND', 'this_invitation_is_over');
  elsif not exists (
    select from platform.list_people(core.scope_person_id()::text) as known where lower(known.email) = v_invitation.email
  ) then
    perform platform.fail('DNIED', 'this_invitation_is_for_another_address');
  end if;
  return v_invitation;
end
$function$;
CREATE OR REPLACE FUNCTION console.invitation(invitation_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'id', found.invitation_id, 'brand', coalesce(brands.name, brands.slug), 'role', found.role,
    'invited_by', console.person_name(found.invited_by), 'expires_at', platform.utc(found.expires_at)
  )
  from console.require_invitation(invitation.invitation_id) as found
  join core.brands on brands.brand_id = found.brand_id;
$function$;
CREATE OR REPLACE FUNCTION console.answer_invitation(invitation_id text, answer text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_invitation constant core.invitations := console.require_invitation(answer_invitation.invitation_id);
begin
  -- Of two concurrent answers, the second finds nothing. A withdrawal may also have come first.
  delete from core.invitations where invitations.brand_id = v_invitation.brand_id and invitations.invitation_id = v_invitation.invitation_id;
  if not found then
    perform platform.fail('NTFND', 'this_invitation_is_over');
  end if;
  if answer_invitation.answer = 'accept' then
    insert into core.memberships (person_id, brand_id, role)
    values (core.scope_person_id(), v_invitation.brand_id, v_invitation.role)
    on conflict on constraint memberships_pkey do nothing;
  end if;
  return jsonb_build_object('id', v_invitation.invitation_id, 'brand_id', v_invitation.brand_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.imports(brand_id text, kinds text[] DEFAULT NULL::text[], page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
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
            'warnings', shown.warnings, 'imported_at', platform.utc(shown.imported_at), 'undone_at', platform.utc(shown.undone_at)
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
$function$;
CREATE OR REPLACE FUNCTION console.import_file(brand_id text, import_id text, page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_import analytics.imports;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = import_file.brand_id and held.import_id = import_file.import_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_import');
  end if;
  return pg_catalog.jsonb_build_object(
    'id', v_import.import_id, 'kind', v_import.kind, 'dialect', v_import.dialect, 'file_name', v_import.file_name, 'rows_read', v_import.rows_read,
    'rows_accepted', v_import.rows_accepted, 'rows_rejected', v_import.rows_rejected, 'first_on', v_import.first_on, 'last_on', v_import.last_on,
    'warnings', v_import.warnings, 'imported_at', platform.utc(v_import.imported_at),
    'is_exact', v_import.is_exact, 'is_undoing', v_import.undo_requested_at is not null, 'undo_refused', v_import.undo_refused,
    'undone_at', platform.utc(v_import.undone_at),
    'rejections', coalesce(
      (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('line', shown.line, 'reason', shown.reasons) order by shown.line)
        from (
          select rejections.line, rejections.reasons
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
$function$;
CREATE OR REPLACE FUNCTION console.undo_import(brand_id text, import_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_import analytics.imports;
  v_refused jsonb;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_import');
  end if;
  v_refused := analytics.refuse_undo(undo_import.brand_id, undo_import.import_id);
  if v_refused is not null then
    perform platform.fail('STALE', 'import_cannot_be_undone', 'import_id', pg_catalog.json_build_object('statement', v_refused));
  end if;
  update analytics.imports as held
  set undo_requested_at = platform.clock(), undo_refused = null
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  return pg_catalog.jsonb_build_object('id', v_import.import_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.shown_upload(upload analytics.uploads)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('id', (upload).upload_id, 'file_name', (upload).file_name, 'bytes', (upload).bytes, 'state', (upload).state, 'kind', (upload).kind, 'rows_read', (upload).rows_read, 'part_read', (upload).part_read, 'failure', (upload).failure, 'rejections', (upload).rejections, 'import_id', (upload).import_id, 'uploaded_at', platform.utc((upload).created_at));
CREATE OR REPLACE FUNCTION console.uploads(brand_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'data', coalesce(pg_catalog.jsonb_agg(console.shown_upload(held) order by held.created_at desc, held.upload_id), '[]')
  )
  from analytics.uploads as held
  where held.brand_id = uploads.brand_id and held.state not in ('receiving', 'imported');
$function$;
CREATE OR REPLACE FUNCTION console.upload(brand_id text, upload_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_upload analytics.uploads;
begin
  select held.* into v_upload from analytics.uploads as held where held.brand_id = upload.brand_id and held.upload_id = upload.upload_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
  end if;
  return console.shown_upload(v_upload) || pg_catalog.jsonb_build_object(
    'head', case when v_upload.state in ('received', 'failed') then (
      select pg_catalog.translate(pg_catalog.encode(pg_catalog.substr(chunks.bytes, 1, 131072), 'base64'), E'\n', '')
      from analytics.upload_chunks as chunks
      where chunks.brand_id = upload.brand_id and chunks.upload_id = upload.upload_id and chunks.position = 0
    ) end
  );
end
$function$;
CREATE OR REPLACE FUNCTION console.start_upload(brand_id text, file_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_uploads_max constant integer := 10;
  v_upload_id text;
begin
  perform core.keep_units(start_upload.brand_id);
  if (
    select count(*) from analytics.uploads as held where held.brand_id = start_upload.brand_id and held.state <> 'imported'
  ) >= v_uploads_max then
    perform platform.fail(
      'BADRQ', 'this_brand_has_too_many_uploads', 'file', pg_catalog.json_build_object('uploads_max', v_uploads_max)
    );
  end if;
  insert into analytics.uploads (brand_id, file_name) values (start_upload.brand_id, start_upload.file_name)
  returning uploads.upload_id into v_upload_id;
  return pg_catalog.jsonb_build_object('id', v_upload_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.add_chunk(brand_id text, upload_id text, "position" integer, bytes bytea, is_last boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update analytics.uploads as held
  set bytes = held.bytes + octet_length(add_chunk.bytes), state = case when add_chunk.is_last then 'received' else 'receiving' end
  where held.brand_id = add_chunk.brand_id and held.upload_id = add_chunk.upload_id and held.state = 'receiving';
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
  end if;
  if octet_length(add_chunk.bytes) > 0 then
    insert into analytics.upload_chunks (brand_id, upload_id, position, bytes)
    values (add_chunk.brand_id, add_chunk.upload_id, add_chunk.position, add_chunk.bytes);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION console.store_chunk(session_hash bytea, brand_id text, upload_id text, "position" integer, bytes bytea, is_last boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_person_id uuid;
  v_credential core.credential;
  v_operation core.operations;
begin
  select used.person_id into v_person_id from oauth.use_session(store_chunk.session_hash) as used;
  if v_person_id is null then
    return 'NAUTH';
  end if;
  select reached.role into v_credential.role
  from console.person_brands(v_person_id) as reached
  where reached.brand_id = store_chunk.brand_id;
  if v_credential.role is null then
    return 'NTFND';
  end if;
  v_credential.is_simulated := false;
  v_credential.accepted_by := '{console}';
  v_credential.person_id := v_person_id;
  v_credential.brand_ids := array[store_chunk.brand_id];
  select operations.* into strict v_operation from core.operations where operations.operation = 'console.start_upload';
  perform core.enter_scope(v_credential, v_operation, store_chunk.brand_id);
  perform console.add_chunk(store_chunk.brand_id, store_chunk.upload_id, store_chunk.position, store_chunk.bytes, store_chunk.is_last);
  return 'OK';
end
$function$;
CREATE OR REPLACE FUNCTION console.confirm_upload(brand_id text, upload_id text, kind text, columns jsonb DEFAULT NULL::jsonb, platform text DEFAULT NULL::text, currency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_upload analytics.uploads;
begin
  update analytics.uploads as held
  set
    state = 'confirmed', kind = confirm_upload.kind, failure = null, rejections = '[]', attempts = 0,
    options = pg_catalog.jsonb_strip_nulls(
      pg_catalog.jsonb_build_object(
        'columns', confirm_upload.columns, 'platform', confirm_upload.platform, 'currency', confirm_upload.currency
      )
    )
  where held.brand_id = confirm_upload.brand_id and held.upload_id = confirm_upload.upload_id and held.state in ('received', 'failed')
  returning held.* into v_upload;
  if found then
    return console.shown_upload(v_upload);
  elsif exists (
    select from analytics.uploads as held where held.brand_id = confirm_upload.brand_id and held.upload_id = confirm_upload.upload_id
  ) then
    perform platform.fail('STALE', 'this_upload_was_confirmed', 'upload_id');
  end if;
  perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
end
$function$;
CREATE OR REPLACE FUNCTION console.delete_upload(brand_id text, upload_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  delete from analytics.uploads as held
  where held.brand_id = delete_upload.brand_id and held.upload_id = delete_upload.upload_id
    and held.state in ('receiving', 'received', 'failed');
  if found then
    return pg_catalog.jsonb_build_object('id', delete_upload.upload_id);
  elsif exists (
    select from analytics.uploads as held where held.brand_id = delete_upload.brand_id and held.upload_id = delete_upload.upload_id
  ) then
    perform platform.fail('STALE', 'this_upload_was_confirmed', 'upload_id');
  end if;
  perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
end
$function$;
CREATE OR REPLACE FUNCTION console.change_attribution(brand_id text, version integer, model text, click_days integer, view_days integer, half_life_hours integer, accounting text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_settings analytics.attribution_settings := analytics.attribution_settings_of(change_attribution.brand_id);
  v_requested_at timestamptz;
begin
  v_settings.model := change_attribution.model;
  v_settings.click_days := change_attribution.click_days;
  v_settings.view_days := change_attribution.view_days;
  v_settings.half_life_hours := change_attribution.half_life_hours;
  v_settings.accounting := change_attribution.accounting;
  perform analytics.check_attribution(v_settings);
  insert into analytics.attribution_changes as held (brand_id, model, click_days, view_days, half_life_hours, accounting, version, requested_at)
  values (
    change_attribution.brand_id, change_attribution.model, change_attribution.click_days, change_attribution.view_days,
    change_attribution.half_life_hours, change_attribution.accounting, change_attribution.version, platform.clock()
  )
  on conflict on constraint attribution_changes_pkey do update
  set
    model = excluded.model, click_days = excluded.click_days, view_days = excluded.view_days, half_life_hours = excluded.half_life_hours,
    accounting = excluded.accounting, version = excluded.version, is_refused = false, requested_at = excluded.requested_at
  where held.is_refused
  returning held.requested_at into v_requested_at;
  -- Read after the insert, which waits for a change that is applied at the same time.
  if v_requested_at is null or (analytics.attribution_settings_of(change_attribution.brand_id)).version <> change_attribution.version then
    perform platform.fail('STALE', 'attribution_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('requested_at', platform.utc(v_requested_at));
end
$function$;
CREATE OR REPLACE FUNCTION console.target_fault(amount numeric, field text, currency core.currencies)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (round(amount, ((currency).exponent)::integer) <> amount) THEN platform.fault('has_too_many_decimals'::text, field, json_build_object('currency', (currency).currency, 'decimals', (currency).exponent)) ELSE NULL::jsonb END;
CREATE OR REPLACE FUNCTION console.set_target(brand_id text, month text, version integer, campaign text DEFAULT NULL::text, roas numeric DEFAULT NULL::numeric, cpa numeric DEFAULT NULL::numeric, budget numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_month constant date := (set_target.month || '-01')::date;
  v_cpa_micros constant bigint := set_target.cpa * 1000000;
  v_budget_micros constant bigint := set_target.budget * 1000000;
  v_currency core.currencies;
  v_campaign_entity_id bigint;
  v_version integer;
begin
  perform core.keep_units(set_target.brand_id);
  select currencies.* into strict v_currency
  from core.brands
  join core.currencies on currencies.currency = brands.currency
  where brands.brand_id = set_target.brand_id;
  perform platform.fail_for(array[
    console.target_fault(set_target.cpa, 'cpa', v_currency),
    console.target_fault(set_target.budget, 'budget', v_currency)
  ]);
  if set_target.campaign is not null then
    select held.entity_id into v_campaign_entity_id
    from analytics.entities as held
    where held.brand_id = set_target.brand_id and held.level = 'campaign'
      and held.platform = pg_catalog.split_part(set_target.campaign, '/', 1)
      and analytics.campaign_key(held.brand_id, held.entity_id) = set_target.campaign;
    if not found then
      perform platform.fail('BADRQ', 'must_name_a_campaign', 'campaign');
    end if;
    if set_target.version = 0 and (
      select count(*) from analytics.targets as held where held.brand_id = set_target.brand_id and held.month = v_month
    ) >= 500 then
      perform platform.fail('BADRQ', 'month_has_too_many_targets', 'campaign', pg_catalog.json_build_object('targets_max', 500));
    end if;
  end if;
  if set_target.version = 0 then
    insert into analytics.targets as held (brand_id, month, campaign_entity_id, roas, cpa_micros, budget_micros)
    values (set_target.brand_id, v_month, v_campaign_entity_id, set_target.roas, v_cpa_micros, v_budget_micros)
    -- Removed targets have no version on the page.
    on conflict on constraint targets_month_key do update
    set roas = excluded.roas, cpa_micros = excluded.cpa_micros, budget_micros = excluded.budget_micros, version = held.version + 1
    where pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) = 0
    returning held.version into v_version;
  else
    update analytics.targets as held
    set roas = set_target.roas, cpa_micros = v_cpa_micros, budget_micros = v_budget_micros, version = held.version + 1
    where held.brand_id = set_target.brand_id and held.month = v_month
      and held.campaign_entity_id is not distinct from v_campaign_entity_id and held.version = set_target.version
    returning held.version into v_version;
  end if;
  if v_version is null then
    perform platform.fail('STALE', 'targets_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('version', v_version);
end
$function$;
CREATE OR REPLACE FUNCTION console.pricing_policy(brand_id text, product_id text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_policy commerce.pricing_policies;
  v_applied constant commerce.pricing_policies := commerce.policy_for(pricing_policy.brand_id, pricing_policy.product_id);
  v_subject commerce.subject;
begin
  if pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(pricing_policy.brand_id, pricing_policy.product_id, null);
  end if;
  if v_applied.product_id is not distinct from pricing_policy.product_id then
    v_policy := v_applied;
  end if;
  return (
    select pg_catalog.json_build_object(
      'product', case when pricing_policy.product_id is not null then pg_catalog.json_build_object(
        'id', pricing_policy.product_id, 'title', v_subject.title, 'list_price', commerce.money(v_subject.price_micros, v_subject.currency)
      ) end,
      'policy', case when v_policy.policy_id is not null then commerce.show_pricing_policy(v_policy)::jsonb || pg_catalog.jsonb_build_object(
        'floor_percent', v_policy.floor_percent,
        'floor_amount', v_policy.floor_micros / 1000000.0,
        'floor_currency', v_policy.floor_currency
      ) end,
      'not_negotiable', commerce.not_negotiable_reason(v_applied, v_subject.price_micros, v_subject.currency),
      'currency', brands.currency,
      'products', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object('id', own.product_id, 'title', own.title, 'is_enabled', own.is_enabled) order by own.updated_at desc, own.product_id
          )
          from (
            select held.product_id, held.is_enabled, held.updated_at, products.title
            from commerce.pricing_policies as held
            left join storefront.catalog_products as products on products.brand_id = held.brand_id and products.product_id = held.product_id
            where held.brand_id = pricing_policy.brand_id and held.product_id is not null
            order by held.updated_at desc, held.product_id
            limit 100
          ) as own
        ), '[]'
      ),
      'products_total', (
        select count(*) from commerce.pricing_policies as held where held.brand_id = pricing_policy.brand_id and held.product_id is not null
      )
    )
    from core.brands
    where brands.brand_id = pricing_policy.brand_id
  );
end
$function$;
CREATE OR REPLACE FUNCTION console.remove_pricing_policy(brand_id text, product_id text, version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  delete from commerce.pricing_policies as held
  where held.brand_id = remove_pricing_policy.brand_id and held.product_id = remove_pricing_policy.product_id
    and held.version = remove_pricing_policy.version;
  if not found then
    perform platform.fail('STALE', 'the_pricing_policy_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('product_id', remove_pricing_policy.product_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.stored_data(brand_id text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select held.kind
    from (
      values
        ('ad_reports', exists (select from analytics.entities where entities.brand_id = stored_data.brand_id)),
        ('orders', exists (select from analytics.orders where orders.brand_id = stored_data.brand_id)),
        ('journeys', exists (select from analytics.touchpoints where touchpoints.brand_id = stored_data.brand_id)),
        (
          'targets',
          exists (
            select from analytics.targets
            where targets.brand_id = stored_data.brand_id
              and pg_catalog.num_nonnulls(targets.roas, targets.cpa_micros, targets.budget_micros) > 0
          )
        ),
        ('accounts', exists (select from sources.sources where sources.brand_id = stored_data.brand_id)),
        ('uploads', exists (select from analytics.uploads where uploads.brand_id = stored_data.brand_id)),
        ('pricing_policies', exists (select from commerce.pricing_policies where pricing_policies.brand_id = stored_data.brand_id))
    ) as held (kind, is_stored)
    where held.is_stored
  );
$function$;
CREATE OR REPLACE FUNCTION console.brand_settings(brand_id text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.json_build_object(
    'name', coalesce(brands.name, brands.slug),
    'slug', brands.slug,
    'currency', brands.currency,
    'timezone', brands.timezone,
    'version', brands.version,
    'stored_data', console.stored_data(brands.brand_id)
  )
  from core.brands
  where brands.brand_id = brand_settings.brand_id;
$function$;
CREATE OR REPLACE FUNCTION console.set_brand(brand_id text, version integer, name text, currency text, timezone text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_brand core.brands;
  v_stored text[];
  v_given json;
begin
  perform core.check_brand_settings(set_brand.currency, set_brand.timezone);
  -- Imports take the same lock before they store amounts and days.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || set_brand.brand_id, 0));
  -- A row of another table that refers to the brand locks its key, so this waits for uncommitted first rows, and later ones wait.
  select brands.* into strict v_brand from core.brands where brands.brand_id = set_brand.brand_id for update;
  if v_brand.version <> set_brand.version then
    perform platform.fail('STALE', 'the_brand_changed_meanwhile');
  end if;
  if (v_brand.currency, v_brand.timezone) <> (set_brand.currency, set_brand.timezone) then
    v_stored := console.stored_data(set_brand.brand_id);
    v_given := pg_catalog.json_build_object('stored', v_stored, 'currency', v_brand.currency, 'timezone', v_brand.timezone);
    if pg_catalog.cardinality(v_stored) > 0 then
      perform platform.fail_for(array[
        case when v_brand.currency <> set_brand.currency then platform.fault('amounts_are_stored', 'currency', v_given) end,
        case when v_brand.timezone <> set_brand.timezone then platform.fault('days_are_stored', 'timezone', v_given) end
      ]);
    end if;
  end if;
  update core.brands
  set name = core.display_name(set_brand.name), currency = set_brand.currency, timezone = set_brand.timezone, version = brands.version + 1
  where brands.brand_id = set_brand.brand_id;
  return pg_catalog.jsonb_build_object('version', v_brand.version + 1);
end
$function$;
CREATE OR REPLACE FUNCTION console.storefront_settings(brand_id text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.json_build_object(
    'is_published', brands.is_storefront_published,
    'brand_version', brands.version,
    'version', coalesce(shops.version, 0),
    'profile', pg_catalog.json_build_object(
      'website', shops.website,
      'description', shops.description,
      'category', shops.category,
      'legal_name', shops.legal_name,
      'support_contact', shops.support_contact,
      'privacy_policy', shops.privacy_policy,
      'terms_of_service', shops.terms_of_service,
      'returns_policy', shops.returns_policy,
      'shipping_state', coalesce(shops.shipping_state, 'unconfigured'),
      'shipping_statement', shops.shipping_statement,
      'payment_state', coalesce(shops.payment_state, 'unconfigured'),
      'payment_statement', shops.payment_statement
    ),
    'countries', array(
      select distinct held.country from storefront.shipping_destinations as held where held.brand_id = brands.brand_id order by 1
    ),
    'payment_methods', array(
      select held.type from storefront.payment_methods as held where held.brand_id = brands.brand_id order by held.position
    ),
    'bundles', (
      select count(*) from storefront.bundles as held
      where held.brand_id = brands.brand_id and (held.valid_until is null or held.valid_until > platform.now())
    ),
    'negotiates', commerce.negotiates(brands.brand_id),
    'products', coalesce(catalogs.products, 0),
    'catalog_updated_at', platform.utc(catalogs.updated_at),
    'feeds', (select pg_catalog.json_agg(feeds.platform order by feeds.platform) from storefront.feed_platforms as feeds)
  )
  from core.brands
  left join storefront.shops on shops.brand_id = brands.brand_id
  left join storefront.catalogs on catalogs.brand_id = brands.brand_id
  where brands.brand_id = storefront_settings.brand_id;
$function$;
CREATE OR REPLACE FUNCTION console.set_storefront(brand_id text, version integer, website text DEFAULT NULL::text, description text DEFAULT NULL::text, category text DEFAULT NULL::text, legal_name text DEFAULT NULL::text, support_contact text DEFAULT NULL::text, privacy_policy text DEFAULT NULL::text, terms_of_service text DEFAULT NULL::text, returns_policy text DEFAULT NULL::text, shipping_state text DEFAULT 'unconfigured'::text, shipping_statement text DEFAULT NULL::text, payment_state text DEFAULT 'unconfigured'::text, payment_statement text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_version integer;
begin
  -- One change of a brand at a time: the first profile has no row to lock.
  perform from core.brands where brands.brand_id = set_storefront.brand_id for no key update;
  select coalesce(max(shops.version), 0) into v_version from storefront.shops where shops.brand_id = set_storefront.brand_id;
  if v_version <> set_storefront.version then
    perform platform.fail('STALE', 'the_profile_changed_meanwhile');
  end if;
  v_version := storefront.write_profile(set_storefront.brand_id, platform.plain(pg_catalog.jsonb_build_object(
    'website', set_storefront.website,
    'description', set_storefront.description,
    'category', set_storefront.category,
    'legal_name', set_storefront.legal_name,
    'support_contact', set_storefront.support_contact,
    'privacy_policy', set_storefront.privacy_policy,
    'terms_of_service', set_storefront.terms_of_service,
    'returns_policy', set_storefront.returns_policy,
    'shipping', pg_catalog.jsonb_build_object('state', set_storefront.shipping_state, 'statement', set_storefront.shipping_statement),
    'payment', pg_catalog.jsonb_build_object('state', set_storefront.payment_state, 'statement', set_storefront.payment_statement)
  )));
  perform storefront.emit_deployment(set_storefront.brand_id, 'deployment.updated');
  return pg_catalog.jsonb_build_object('version', v_version);
end
$function$;
CREATE OR REPLACE FUNCTION console.publish_storefront(brand_id text, version integer, is_published boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_version integer;
begin
  update core.brands
  set is_storefront_published = publish_storefront.is_published, version = brands.version + 1
  where brands.brand_id = publish_storefront.brand_id and brands.version = publish_storefront.version
  returning brands.version into v_version;
  if v_version is null then
    perform platform.fail('STALE', 'the_brand_changed_meanwhile');
  end if;
  perform storefront.emit_deployment(
    publish_storefront.brand_id, case when publish_storefront.is_published then 'deployment.created' else 'deployment.updated' end
  );
  return pg_catalog.jsonb_build_object('version', v_version, 'is_published', publish_storefront.is_published);
end
$function$;
CREATE OR REPLACE FUNCTION console.end_unsubscribe_links(brand_id text, kind text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from oauth.unsubscribe_tokens
  where unsubscribe_tokens.brand_id = end_unsubscribe_links.brand_id and unsubscribe_tokens.person_id = core.scope_person_id()
    and unsubscribe_tokens.kind = end_unsubscribe_links.kind;
$function$;
CREATE OR REPLACE FUNCTION console.notification_states(brand_id text)
 RETURNS TABLE(kind text, gets boolean, sent_at timestamp with time zone, failed_at timestamp with time zone, refusal jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select
    kinds.kind, oauth.gets_notifications(notification_states.brand_id, core.scope_person_id(), kinds.kind),
    held.sent_at, held.failed_at, held.refusal
  from core.notification_kinds() as kinds
  left join oauth.notification_mails as held
    on held.brand_id = notification_states.brand_id and held.person_id = core.scope_person_id() and held.kind = kinds.kind;
$function$;
CREATE OR REPLACE FUNCTION console.notification_settings(brand_id text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.json_build_object(
    'data', pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'kind', kinds.kind,
        'role', kinds.role,
        'is_allowed', core.scope_role_is(kinds.role),
        'is_on', states.gets,
        'is_chosen', chosen.kind is not null,
        'sent_at', platform.utc(states.sent_at),
        'failed_at', platform.utc(states.failed_at),
        'refusal', states.refusal
      )
      order by kinds.position
    )
  )
  from core.notification_kinds() with ordinality as kinds (kind, role, is_default, position)
  join console.notification_states(notification_settings.brand_id) as states on states.kind = kinds.kind
  left join core.notification_choices as chosen
    on chosen.brand_id = notification_settings.brand_id and chosen.person_id = core.scope_person_id() and chosen.kind = kinds.kind;
$function$;
CREATE OR REPLACE FUNCTION console.set_notifications(brand_id text, alerts boolean DEFAULT NULL::boolean, sources boolean DEFAULT NULL::boolean, proposals boolean DEFAULT NULL::boolean, imports boolean DEFAULT NULL::boolean)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_given constant jsonb := pg_catalog.jsonb_strip_nulls(
    pg_catalog.jsonb_build_object(
      'alerts', set_notifications.alerts, 'sources', set_notifications.sources, 'proposals', set_notifications.proposals,
      'imports', set_notifications.imports
    )
  );
  v_kind record;
begin
  for v_kind in
    select kinds.kind, kinds.role, (v_given ->> kinds.kind)::boolean as is_on, states.gets
    from core.notification_kinds() as kinds
    join console.notification_states(set_notifications.brand_id) as states on states.kind = kinds.kind
    where v_given ? kinds.kind
  loop
    if v_kind.is_on and not core.scope_role_is(v_kind.role) then
      perform platform.fail('BADRQ', 'these_mails_are_not_for_this_role', v_kind.kind, pg_catalog.json_build_object('role', v_kind.role));
    end if;
    insert into core.notification_choices as held (brand_id, kind, is_on)
    values (set_notifications.brand_id, v_kind.kind, v_kind.is_on)
    on conflict on constraint notification_choices_pkey do update set is_on = excluded.is_on, chosen_at = platform.clock()
    where held.is_on <> excluded.is_on;
    if v_kind.is_on and not v_kind.gets then
      perform console.end_unsubscribe_links(set_notifications.brand_id, v_kind.kind);
    end if;
  end loop;
  return console.notification_settings(set_notifications.brand_id);
end
$function$;
CREATE OR REPLACE FUNCTION console.notified_alerts(brand_id text, subject_ids text[])
 RETURNS TABLE(at timestamp with time zone, item jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select
    alerts.occurred_at,
    pg_catalog.jsonb_build_object(
      'detector', alerts.data ->> 'detector', 'level', alerts.data ->> 'level', 'day', alerts.data ->> 'day',
      'name', coalesce(named.name, named.external_id, alerts.data ->> 'name')
    )
  from events.outbox as alerts
  left join analytics.anomalies as found on found.brand_id = alerts.brand_id and found.anomaly_id = alerts.data ->> 'anomaly_id'
  left join analytics.entities as named on named.brand_id = found.brand_id and named.entity_id = found.entity_id
  where alerts.brand_id = notified_alerts.brand_id and alerts.event_id = any (notified_alerts.subject_ids)
    and case
      when alerts.data ? 'anomaly_id' then found.status in ('active', 'confirmed')
      when alerts.data ? 'source_id' then exists (
        select from sources.sources as held
        where held.brand_id = notified_alerts.brand_id and held.source_id = alerts.data ->> 'source_id' and held.stale_since is not null
      )
      else true
    end;
$function$;
CREATE OR REPLACE FUNCTION console.notified_sources(brand_id text, subject_ids text[])
 RETURNS TABLE(at timestamp with time zone, item jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select
    held.attention_since,
    pg_catalog.jsonb_build_object('platform', held.platform, 'name', held.name, 'attention', sources.attention_of(held))
  from sources.sources as held
  where held.brand_id = notified_sources.brand_id and held.source_id = any (notified_sources.subject_ids) and held.status = 'needs_attention';
$function$;
CREATE OR REPLACE FUNCTION console.notified_proposals(brand_id text, subject_ids text[])
 RETURNS TABLE(at timestamp with time zone, item jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select
    held.created_at,
    pg_catalog.jsonb_build_object(
      'change', held.change ->> 'kind', 'level', held.target ->> 'level', 'name', coalesce(named.name, held.target ->> 'id')
    )
  from connector.proposals as held
  left join analytics.entities as named
    on named.brand_id = held.brand_id and named.level = held.target ->> 'level'
    and named.platform = pg_catalog.lower(held.target ->> 'platform') and named.external_id = held.target ->> 'id'
  where held.brand_id = notified_proposals.brand_id and held.proposal_id = any (notified_proposals.subject_ids)
    and held.status = 'pending_approval' and held.expires_at > platform.now();
$function$;
CREATE OR REPLACE FUNCTION console.notified_imports(brand_id text, subject_ids text[])
 RETURNS TABLE(at timestamp with time zone, item jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select
    held.imported_at,
    pg_catalog.jsonb_build_object(
      'name', held.file_name, 'is_imported', true, 'rows_accepted', held.rows_accepted, 'rows_rejected', held.rows_rejected
    )
  from analytics.imports as held
  where held.brand_id = notified_imports.brand_id and held.import_id = any (notified_imports.subject_ids)
  union all
  select held.created_at, pg_catalog.jsonb_build_object('name', held.file_name, 'is_imported', false)
  from analytics.uploads as held
  where held.brand_id = notified_imports.brand_id and held.upload_id = any (notified_imports.subject_ids) and held.state = 'failed';
$function$;
CREATE OR REPLACE FUNCTION console.notified(brand_id text, kind text, subject_ids text[])
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  with found as (
    select alerts.at, alerts.item from console.notified_alerts(notified.brand_id, notified.subject_ids) as alerts where notified.kind = 'alerts'
    union all
    select held.at, held.item from console.notified_sources(notified.brand_id, notified.subject_ids) as held where notified.kind = 'sources'
    union all
    select held.at, held.item from console.notified_proposals(notified.brand_id, notified.subject_ids) as held where notified.kind = 'proposals'
    union all
    select held.at, held.item from console.notified_imports(notified.brand_id, notified.subject_ids) as held where notified.kind = 'imports'
  ),
  first_found as (
    select found.at, found.item from found order by found.at, found.item limit 5
  )
  select pg_catalog.json_build_object(
    'brand', coalesce(brands.name, brands.slug),
    'timezone', brands.timezone,
    'count', (select count(*) from found),
    'since', (select platform.utc(min(found.at)) from found),
    'items', coalesce((select pg_catalog.jsonb_agg(first_found.item order by first_found.at, first_found.item) from first_found), '[]')
  )
  from core.brands
  where brands.brand_id = notified.brand_id;
$function$;
create policy person_requests on analytics.attribution_changes for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_replaces on analytics.attribution_changes for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_adds on analytics.targets for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on analytics.targets for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_is_admin on commerce.pricing_policies as restrictive for select to vitrine_person
using (( SELECT core.scope_role_is('admin'::text) AS scope_role_is));
create policy person_is_admin on commerce.quantity_tiers as restrictive for select to vitrine_person
using (( SELECT core.scope_role_is('admin'::text) AS scope_role_is));
create policy person_adds on commerce.pricing_policies for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on commerce.pricing_policies for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_removes on commerce.pricing_policies for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_adds on commerce.quantity_tiers for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_removes on commerce.quantity_tiers for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on core.brands for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_adds on storefront.shops for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on storefront.shops for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF subject, connected_by ON sources.connections FOR EACH ROW WHEN (((NOT platform.is_plain(new.subject)) OR (NOT platform.is_plain(new.connected_by)))) EXECUTE FUNCTION platform.write_plain('subject', 'connected_by');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF external_id, name, unavailable ON sources.reachable_accounts FOR EACH ROW WHEN (((NOT platform.is_plain(new.external_id)) OR (NOT platform.is_plain(new.name)) OR (NOT platform.is_plain(new.unavailable)))) EXECUTE FUNCTION platform.write_plain('external_id', 'name', 'unavailable');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF external_id, name ON sources.sources FOR EACH ROW WHEN (((NOT platform.is_plain(new.external_id)) OR (NOT platform.is_plain(new.name)))) EXECUTE FUNCTION platform.write_plain('external_id', 'name');
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF report_id, limitations ON sources.windows FOR EACH ROW WHEN (((NOT platform.is_plain(new.report_id)) OR (NOT platform.is_plain(new.limitations)))) EXECUTE FUNCTION platform.write_plain('report_id', 'limitations');
CREATE OR REPLACE FUNCTION sources.add_authorization(brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text DEFAULT NULL::text, source_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from sources.authorizations as held
  where held.brand_id = add_authorization.brand_id and held.expires_at < platform.clock() - interval '1 day';
  insert into sources.authorizations (brand_id, state_hash, platform, bound_to, sealed_verifier, redirect_uri, shop, source_id)
  values (
    add_authorization.brand_id, pg_catalog.decode(add_authorization.state_hash, 'hex'), add_authorization.platform, add_authorization.bound_to,
    add_authorization.sealed_verifier, add_authorization.redirect_uri, add_authorization.shop,
    add_authorization.source_id
  );
$function$;
CREATE OR REPLACE FUNCTION sources.spend_authorization(brand_id text, state_hash text, bound_to text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_taken sources.authorizations;
begin
  -- A code that is exchanged while the access of the same person is revoked would give tokens that are dead.
  for v_tries in 1 .. 12 loop
    exit when not sources.is_revoking(spend_authorization.brand_id, spend_authorization.state_hash);
    if v_tries = 12 then
      perform platform.fail('STALE', 'an_earlier_access_is_being_ended');
    end if;
    perform pg_catalog.pg_sleep(0.25);
  end loop;
  update sources.authorizations as held
  set taken_at = platform.clock()
  where held.brand_id = spend_authorization.brand_id
    and held.state_hash = pg_catalog.decode(spend_authorization.state_hash, 'hex')
    and held.bound_to = spend_authorization.bound_to
    and held.taken_at is null
    and held.expires_at > platform.clock()
  returning held.* into v_taken;
  if not found then
    -- A person who signed in again has another session.
    perform platform.fail('BADRQ', 'authorization_is_used')
    from sources.authorizations as held
    where held.brand_id = spend_authorization.brand_id and held.state_hash = pg_catalog.decode(spend_authorization.state_hash, 'hex')
      and held.taken_at is not null;
    perform platform.fail('BADRQ', 'authorization_is_foreign');
  end if;
  return pg_catalog.jsonb_build_object(
    'platform', v_taken.platform, 'sealed_verifier', v_taken.sealed_verifier, 'redirect_uri', v_taken.redirect_uri, 'shop', v_taken.shop,
    'renews', (
      select pg_catalog.jsonb_build_object('connection_id', renewed.connection_id, 'account_ids', pg_catalog.jsonb_agg(held.external_id))
      from sources.sources as renewed
      join sources.sources as held on held.brand_id = renewed.brand_id and held.connection_id = renewed.connection_id
      where renewed.brand_id = v_taken.brand_id and renewed.source_id = v_taken.source_id and renewed.platform = v_taken.platform
        and held.status <> 'disconnected'
      group by renewed.connection_id
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.add_connection(brand_id text, "grant" jsonb, accounts jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_connection_id constant text := add_connection."grant" ->> 'connection_id';
begin
  insert into sources.connections (
    connection_id, account_id, platform, client_id, subject, shop, scopes, sealed, access_expires_at, refresh_expires_at, connected_by
  )
  select
    v_connection_id, brands.account_id, given.platform, given.client_id, given.subject, given.shop, coalesce(given.scopes, '{}'), given.sealed,
    given.access_expires_at, given.refresh_expires_at, given.connected_by
  from core.brands
  cross join pg_catalog.jsonb_to_record(add_connection."grant") as given (
    platform text, client_id text, subject text, shop text, scopes text[], sealed text, access_expires_at timestamptz, refresh_expires_at timestamptz,
    connected_by text
  )
  where brands.brand_id = add_connection.brand_id;
  insert into sources.reachable_accounts (connection_id, external_id, name, currency, timezone, manager_id, unavailable)
  select v_connection_id, given.*
  from pg_catalog.jsonb_to_recordset(add_connection.accounts) as given (
    external_id text, name text, currency text, timezone text, manager_id text, unavailable text
  )
  on conflict on constraint reachable_accounts_pkey do nothing;
  -- From here on the connection shows that the access is in use.
  update sources.authorizations as held
  set stored_at = platform.clock()
  where held.brand_id = add_connection.brand_id and held.state_hash = pg_catalog.decode(add_connection."grant" ->> 'state_hash', 'hex');
  return v_connection_id;
end
$function$;
CREATE OR REPLACE FUNCTION sources.add_sources(brand_id text, connection_id text, external_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_unknown text[];
  v_unavailable text[];
  v_earlier text[];
  v_stale sources.sources;
begin
  perform core.keep_units(add_sources.brand_id);
  select
    pg_catalog.array_agg(asked.id) filter (where reached.external_id is null),
    pg_catalog.array_agg(asked.id) filter (where reached.unavailable is not null)
  into v_unknown, v_unavailable
  from pg_catalog.unnest(add_sources.external_ids) as asked (id)
  left join (
    select listed.external_id, listed.unavailable
    from sources.reachable_accounts as listed
    join sources.connections on connections.connection_id = listed.connection_id
    join core.brands on brands.account_id = connections.account_id
    where listed.connection_id = add_sources.connection_id and brands.brand_id = add_sources.brand_id and connections.ended_at is null
  ) as reached on reached.external_id = asked.id;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'names_no_account_of_the_connection', 'account_ids', pg_catalog.json_build_object('account_ids', v_unknown)
    );
  elsif v_unavailable is not null then
    perform platform.fail(
      'BADRQ', 'names_an_account_that_cannot_be_read', 'account_ids', pg_catalog.json_build_object('account_ids', v_unavailable)
    );
  end if;
  v_earlier := sources.earlier_connections(add_sources.brand_id, add_sources.connection_id, add_sources.external_ids);
  for v_stale in
    update sources.sources as held
    set stale_since = null
    from sources.connections
    where connections.connection_id = add_sources.connection_id and connections.platform = held.platform and connections.ended_at is null
      and held.brand_id = add_sources.brand_id and held.external_id = any (add_sources.external_ids) and held.stale_since is not null
    returning held.*
  loop
    perform events.emit(add_sources.brand_id, 'alert.resolved', sources.stale_alert(v_stale));
  end loop;
  insert into sources.sources as held (brand_id, connection_id, platform, external_id, name, currency, timezone, manager_id)
  select
    add_sources.brand_id, connections.connection_id, connections.platform, reached.external_id, reached.name, reached.currency, reached.timezone,
    reached.manager_id
  from sources.connections
  join sources.reachable_accounts as reached on reached.connection_id = connections.connection_id
  where connections.connection_id = add_sources.connection_id
    and connections.ended_at is null
    and reached.external_id = any (add_sources.external_ids)
  on conflict on constraint sources_external_key do update
  set
    connection_id = excluded.connection_id,
    name = excluded.name,
    currency = excluded.currency,
    timezone = excluded.timezone,
    manager_id = excluded.manager_id,
    status = case held.status when 'paused' then 'paused' else 'connected' end,
    attention = null,
    attention_since = null,
    disconnected_at = null,
    is_deletion_due = false,
    retry_at = null,
    -- The first plan replaces the windows that were not read before.
    planned = case when held.status = 'disconnected' then '{}' else held.planned - '{hourly,nightly,weekly}'::text[] end;
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  from sources.sources
  where sources.brand_id = add_sources.brand_id and sources.connection_id = add_sources.connection_id
    and sources.external_id = any (add_sources.external_ids)
    and held.brand_id = sources.brand_id and held.source_id = sources.source_id and held.state <> 'read';
  perform sources.end_replaced_connections(v_earlier);
  return (
    select pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('id', held.source_id, 'account_id', held.external_id, 'name', held.name) order by held.external_id
    )
    from sources.sources as held
    where held.brand_id = add_sources.brand_id and held.connection_id = add_sources.connection_id and held.external_id = any (add_sources.external_ids)
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.take_grant(connection_id text, seconds integer DEFAULT NULL::integer, lease text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_held sources.connections;
begin
  if take_grant.seconds is not null then
    update sources.connections as held
    set lease = take_grant.lease, refreshing_until = platform.clock() + make_interval(secs => take_grant.seconds)
    where held.connection_id = take_grant.connection_id and coalesce(held.refreshing_until <= platform.clock(), true)
    returning held.* into v_held;
    if not found then
      return null;
    end if;
  else
    select held.* into v_held from sources.connections as held where held.connection_id = take_grant.connection_id;
  end if;
  return jsonb_build_object(
    'connection_id', v_held.connection_id, 'platform', v_held.platform, 'shop', v_held.shop, 'sealed', v_held.sealed, 'version', v_held.version,
    'refreshed_at', platform.utc(v_held.refreshed_at), 'ended_at', platform.utc(v_held.ended_at)
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.store_grant(connection_id text, version integer, sealed text, access_expires_at timestamp with time zone, refresh_expires_at timestamp with time zone, scopes text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update sources.connections as held
  set
    sealed = store_grant.sealed, version = held.version + 1, access_expires_at = store_grant.access_expires_at,
    refresh_expires_at = store_grant.refresh_expires_at, scopes = coalesce(store_grant.scopes, held.scopes), refreshed_at = platform.clock(),
    refreshing_until = null
  where held.connection_id = store_grant.connection_id and held.version = store_grant.version;
  if not found then
    return false;
  end if;
  -- Another process that exchanged the same refresh token later may have called the grant dead.
  update sources.sources as held
  set retry_at = platform.clock()
  where held.connection_id = store_grant.connection_id and held.status = 'needs_attention' and held.attention ->> 'reason' = 'grant_is_dead';
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION sources.release_grant(connection_id text, lease text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set refreshing_until = null, revoking_until = null
  where held.connection_id = release_grant.connection_id and held.lease = release_grant.lease;
$function$;
CREATE OR REPLACE FUNCTION sources.keep_grant(connection_id text, lease text, seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set
    refreshing_until = platform.clock() + make_interval(secs => keep_grant.seconds),
    revoking_until = case when held.revoking_until is not null then platform.clock() + make_interval(secs => keep_grant.seconds) end
  where held.connection_id = keep_grant.connection_id and held.lease = keep_grant.lease and held.refreshing_until is not null;
$function$;
CREATE OR REPLACE FUNCTION sources.fail_connection(connection_id text, attention jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_failed integer;
begin
  update sources.sources as held
  set status = 'needs_attention', attention = fail_connection.attention, attention_since = coalesce(held.attention_since, platform.now()), retry_at = null
  where held.connection_id = fail_connection.connection_id and held.status in ('connected', 'needs_attention');
  get diagnostics v_failed = row_count;
  update sources.connections as held set refreshing_until = null where held.connection_id = fail_connection.connection_id;
  return v_failed;
end
$function$;
CREATE OR REPLACE FUNCTION sources.end_source(brand_id text, source_id text, deletes_data boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update sources.sources as held
  set
    status = 'disconnected', disconnected_at = coalesce(held.disconnected_at, platform.now()), attention = null, attention_since = null,
    retry_at = null, is_deletion_due = end_source.deletes_data
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id;
  -- Days that were never read stay known, because the stored days do not become whole.
  delete from sources.windows as held
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id and held.state <> 'read'
    and (held.read_at is not null or held.purpose not in ('recent', 'backfill'));
  perform sources.end_unused_connections();
end
$function$;
CREATE OR REPLACE FUNCTION sources.is_in_use(connection_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from sources.sources where sources.connection_id = is_in_use.connection_id and sources.status <> 'disconnected');
$function$;
CREATE OR REPLACE FUNCTION sources.end_unused_connections()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'disconnected'
  where held.ended_at is null
    -- A new grant has no sources until accounts are chosen.
    and exists (select from sources.sources where sources.connection_id = held.connection_id)
    and not sources.is_in_use(held.connection_id);
$function$;
CREATE OR REPLACE FUNCTION sources.earlier_connections(brand_id text, connection_id text, external_ids text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT DISTINCT held.connection_id FROM (sources.sources held JOIN sources.connections ON (((connections.connection_id = earlier_connections.connection_id) AND (connections.platform = held.platform)))) WHERE ((held.brand_id = earlier_connections.brand_id) AND (held.external_id = ANY (earlier_connections.external_ids)) AND (held.connection_id <> earlier_connections.connection_id)));
CREATE OR REPLACE FUNCTION sources.end_replaced_connections(connection_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'replaced'
  from core.brands
  where held.connection_id = any (end_replaced_connections.connection_ids)
    and held.ended_at is null
    and brands.brand_id = any (core.scope_brand_ids()) and brands.account_id = held.account_id
    and not sources.is_in_use(held.connection_id);
$function$;
CREATE OR REPLACE FUNCTION sources.end_abandoned_connections()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'expired'
  where held.ended_at is null
    and held.granted_at < platform.clock() - interval '1 day'
    and not exists (select from sources.sources where sources.connection_id = held.connection_id);
$function$;
CREATE OR REPLACE FUNCTION sources.connections_to_revoke()
 RETURNS TABLE(connection_id text, platform text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.connection_id, connections.platform
  from sources.connections
  where connections.ended_at is not null and connections.sealed is not null
    and coalesce(connections.refreshing_until <= platform.clock(), true)
    -- An account can be chosen at the moment at which the connection ends.
    and not sources.is_in_use(connections.connection_id)
  order by connections.connection_id;
$function$;
CREATE OR REPLACE FUNCTION sources.shares_access(connection_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select
    from sources.connections as held
    join sources.connections as others on others.connection_id <> held.connection_id
    where held.connection_id = shares_access.connection_id
      and others.sealed is not null
      and (others.ended_at is null or sources.is_in_use(others.connection_id))
      and coalesce(others.client_id = held.client_id, true)
      and case
        when held.subject is not null and others.subject is not null
          then others.platform = held.platform and others.subject = held.subject
        when others.platform = held.platform or '{google_ads,ga4}'::text[] @> array[others.platform, held.platform]
          then others.person_id = held.person_id
            or others.person_id is null and held.person_id is null and others.account_id = held.account_id
            or others.platform = held.platform and exists (
              select
              from sources.reachable_accounts as reached
              join sources.reachable_accounts as same on same.external_id = reached.external_id
              where reached.connection_id = held.connection_id and same.connection_id = others.connection_id
            )
        else false
      end
  );
$function$;
CREATE OR REPLACE FUNCTION sources.begin_revocation(connection_id text, lease text, seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('sources.revocation', 0));
  if exists (
    select
    from sources.connections as held
    join sources.authorizations as begun
      on begun.platform = held.platform or '{google_ads,ga4}'::text[] @> array[begun.platform, held.platform]
    join core.brands on brands.brand_id = begun.brand_id
    where held.connection_id = begin_revocation.connection_id
      and begun.taken_at > platform.clock() - interval '3 minutes' and begun.stored_at is null
      -- Others may be of the same person too, but must not delay the revocation without end.
      and (brands.account_id = held.account_id or begun.shop = held.shop or held.ended_at > platform.now() - interval '1 hour')
  ) then
    return 'waits';
  end if;
  if sources.shares_access(begin_revocation.connection_id) then
    return 'shared';
  end if;
  update sources.connections as held
  set
    refreshing_until = platform.clock() + make_interval(secs => begin_revocation.seconds),
    revoking_until = platform.clock() + make_interval(secs => begin_revocation.seconds)
  where held.connection_id = begin_revocation.connection_id and held.lease = begin_revocation.lease and held.ended_at is not null;
  return case when found then 'begun' else 'waits' end;
end
$function$;
CREATE OR REPLACE FUNCTION sources.is_revoking(brand_id text, state_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Until the end of this transaction no revocation begins.
  perform pg_advisory_xact_lock(hashtextextended('sources.revocation', 0));
  return exists (
    select
    from sources.authorizations as begun
    join sources.connections as held
      on held.platform = begun.platform or '{google_ads,ga4}'::text[] @> array[begun.platform, held.platform]
    where begun.brand_id = is_revoking.brand_id and begun.brand_id = any (core.scope_brand_ids())
      and begun.state_hash = decode(is_revoking.state_hash, 'hex')
      and held.revoking_until > platform.clock()
      and coalesce(held.shop = begun.shop, true)
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.forget_grant(connection_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.connections as held set sealed = null, refreshing_until = null, revoking_until = null
  where held.connection_id = forget_grant.connection_id and held.ended_at is not null;
$function$;
CREATE OR REPLACE FUNCTION sources.end_account_connections(account_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.sources as held
  set status = 'disconnected', disconnected_at = platform.now(), attention = null, attention_since = null, retry_at = null
  from sources.connections
  where connections.account_id = end_account_connections.account_id and held.connection_id = connections.connection_id
    and held.status <> 'disconnected';
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'disconnected'
  where held.account_id = end_account_connections.account_id and held.ended_at is null;
$function$;
CREATE OR REPLACE FUNCTION sources.count_unrevoked(account_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from sources.connections
  where connections.account_id = count_unrevoked.account_id and connections.ended_at is not null and connections.sealed is not null;
$function$;
CREATE OR REPLACE FUNCTION sources.end_at_platform(connection_id text, ended_for text, reason text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform sources.fail_connection(
    end_at_platform.connection_id, pg_catalog.jsonb_build_object('reason', end_at_platform.reason, 'values', pg_catalog.jsonb_build_object())
  );
  update sources.connections as held
  set
    ended_at = coalesce(held.ended_at, platform.now()), ended_for = coalesce(held.ended_for, end_at_platform.ended_for), sealed = null,
    -- A refresh that runs meanwhile cannot store its grant.
    version = held.version + 1, refreshing_until = null
  where held.connection_id = end_at_platform.connection_id;
end
$function$;
CREATE OR REPLACE FUNCTION sources.end_person(platform text, client_id text, subject text, granted_by timestamp with time zone, is_deletion boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_connection_id text;
begin
  for v_connection_id in
    select held.connection_id
    from sources.connections as held
    where held.platform = end_person.platform and held.client_id = end_person.client_id and held.subject = end_person.subject
      and held.granted_at <= end_person.granted_by
  loop
    perform sources.end_at_platform(v_connection_id, 'deauthorized', 'grant_is_dead');
    if end_person.is_deletion then
      update sources.connections as held set subject = null where held.connection_id = v_connection_id;
      delete from sources.reachable_accounts as held where held.connection_id = v_connection_id;
    end if;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION sources.count_token_keys()
 RETURNS TABLE(key_id text, secrets bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.key_id, count(*) from sources.connections where connections.sealed is not null group by connections.key_id order by 1;
$function$;
CREATE OR REPLACE FUNCTION sources.list_grants_of_other_keys(key_id text, after text, "limit" integer)
 RETURNS TABLE(secret_id text, sealed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select connections.connection_id, connections.sealed
  from sources.connections
  where connections.key_id <> list_grants_of_other_keys.key_id and connections.connection_id > list_grants_of_other_keys.after
  order by connections.connection_id
  limit list_grants_of_other_keys."limit";
$function$;
CREATE OR REPLACE FUNCTION sources.reseal_grant(secret_id text, sealed_before text, sealed text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- A refresh meanwhile stored another grant, under the newest key.
  update sources.connections as held set sealed = reseal_grant.sealed
  where held.connection_id = reseal_grant.secret_id and held.sealed = reseal_grant.sealed_before;
  return found;
end
$function$;
CREATE OR REPLACE FUNCTION sources.has_report(platform text, report text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (report = ANY (ARRAY['orders'::text, 'products'::text])) THEN (platform = 'shopify'::text) WHEN (report = ANY (ARRAY['sessions'::text, 'transactions'::text])) THEN (platform = 'ga4'::text) ELSE (platform <> ALL ('{ga4,shopify}'::text[])) END;
CREATE OR REPLACE FUNCTION sources.first_day_to_read(today date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN ((today - '3 years 1 mon'::interval))::date;
CREATE OR REPLACE FUNCTION sources.add_window(brand_id text, source_id text, report text, purpose text, first_on date, last_on date)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sources.windows as held (brand_id, source_id, report, purpose, first_on, last_on)
  values (
    add_window.brand_id, add_window.source_id, add_window.report, add_window.purpose, add_window.first_on, add_window.last_on
  )
  on conflict on constraint windows_days_key do update
  set
    -- Days that were never read remain those of the first read or the backfill.
    purpose = case when held.read_at is null and held.purpose in ('recent', 'backfill') then held.purpose else excluded.purpose end,
    state = 'due', attempts = 0, due_at = excluded.due_at, planned_at = excluded.planned_at, report_id = null
  where held.state <> 'requested';
$function$;
CREATE OR REPLACE FUNCTION sources.add_windows(brand_id text, source_id text, report text, purpose text, first_on date, last_on date, days_max integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  -- Smaller windows that wait are part of the new ones.
  delete from sources.windows as held
  where held.brand_id = add_windows.brand_id and held.source_id = add_windows.source_id and held.report = add_windows.report
    and held.purpose in ('hourly', 'nightly', 'weekly')
    and held.first_on >= add_windows.first_on and held.last_on <= add_windows.last_on
    and (held.state = 'due' or held.state = 'read' and held.planned_at < platform.now() - interval '8 days');
  select sources.add_window(
    add_windows.brand_id, add_windows.source_id, add_windows.report, add_windows.purpose,
    greatest(add_windows.first_on, add_windows.last_on - (part.number + 1) * add_windows.days_max + 1),
    add_windows.last_on - part.number * add_windows.days_max
  )
  from pg_catalog.generate_series(0, (add_windows.last_on - add_windows.first_on) / add_windows.days_max) as part (number);
$function$;
CREATE OR REPLACE FUNCTION sources.replace_unread_windows(brand_id text, source_id text, report text, first_on date)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.windows as held
  set state = 'read', read_at = platform.now(), read_from = held.last_on + 1, report_id = null, failure = null, limitations = '{days_no_longer_kept}'
  where held.brand_id = replace_unread_windows.brand_id and held.source_id = replace_unread_windows.source_id
    and held.report = replace_unread_windows.report and held.state <> 'read' and held.first_on < replace_unread_windows.first_on;
  delete from sources.windows as held
  where held.brand_id = replace_unread_windows.brand_id and held.source_id = replace_unread_windows.source_id
    and held.report = replace_unread_windows.report and held.state <> 'read';
$function$;
CREATE OR REPLACE FUNCTION sources.last_night(timezone text, hour integer, weekday integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(night.at)
  from pg_catalog.generate_series(0, 7) as back (days)
  cross join lateral (
    select (pg_catalog.date_trunc('day', platform.now() at time zone last_night.timezone) - pg_catalog.make_interval(days => back.days)
      + pg_catalog.make_interval(hours => last_night.hour)) as local_at
  ) as local
  cross join lateral (select local.local_at at time zone last_night.timezone as at) as night
  where night.at <= platform.now() and (last_night.weekday is null or extract(isodow from local.local_at) = last_night.weekday);
$function$;
CREATE OR REPLACE FUNCTION sources.plan_windows(brand_id text, source_id text, lease text, reports jsonb, restatement jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_hourly constant integer := (plan_windows.restatement ->> 'hourly')::integer;
  v_nightly constant integer := (plan_windows.restatement ->> 'nightly')::integer;
  v_weekly constant integer := greatest((plan_windows.restatement ->> 'weekly')::integer, v_nightly);
  v_today date;
  v_through date;
  v_purpose text;
  v_first_on date;
  v_report record;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.lease = plan_windows.lease
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  v_today := (platform.now() at time zone v_source.timezone)::date;
  -- After a pause, the days since the last read are due too.
  v_through := least(v_today, coalesce(v_source.data_through, v_today));
  v_purpose := case
    when not v_source.planned ? 'recent' then 'recent'
    when coalesce((v_source.planned ->> 'weekly')::timestamptz < sources.last_night(v_source.timezone, 4, 1), true) then 'weekly'
    when coalesce((v_source.planned ->> 'nightly')::timestamptz < sources.last_night(v_source.timezone, 3), true) then 'nightly'
    when coalesce((v_source.planned ->> 'hourly')::timestamptz < pg_catalog.date_trunc('hour', platform.now()), true) then 'hourly'
  end;
  if v_purpose is null then
    return null;
  end if;
  for v_report in
    select
      given.name, given.days_max,
      least(
        coalesce(given.days_back_max, 1200),
        case when not exists (
          select from sources.connections
          where connections.connection_id = v_source.connection_id and given.back_scope = any (connections.scopes)
        ) then given.days_back_max_without end
      ) as days_back_max
    from pg_catalog.jsonb_to_recordset(plan_windows.reports) as given (
      name text, days_max integer, days_back_max integer, back_scope text, days_back_max_without integer
    )
  loop
    if v_report.name = 'products' then
      -- Products have no days: a read lists all of them.
      if v_purpose <> 'hourly' then
        perform sources.add_windows(plan_windows.brand_id, plan_windows.source_id, 'products', v_purpose, v_today, v_today, 1);
      end if;
      continue;
    end if;
    v_first_on := case v_purpose
      when 'recent' then v_today - case v_report.name when 'ads_hourly' then v_nightly else 89 end
      when 'weekly' then v_through - v_weekly
      when 'nightly' then v_through - v_nightly
      else least(v_today - v_hourly + 1, v_through)
    end;
    if v_purpose = 'weekly' and v_report.name = 'ads_hourly' then
      -- Hours are kept up to date as far back as they were read.
      select greatest(v_first_on, least(min(held.first_on), v_through - v_nightly)) into v_first_on
      from sources.windows as held
      where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.report = 'ads_hourly';
    end if;
    v_first_on := greatest(v_first_on, v_today - v_report.days_back_max);
    if v_purpose = 'recent' then
      perform sources.replace_unread_windows(
        plan_windows.brand_id, plan_windows.source_id, v_report.name,
        case v_report.name when 'ads_hourly' then v_first_on else greatest(sources.first_day_to_read(v_today), v_today - v_report.days_back_max) end
      );
    end if;
    perform sources.add_windows(
      plan_windows.brand_id, plan_windows.source_id, v_report.name, v_purpose, v_first_on, v_today, v_report.days_max
    );
    if v_purpose = 'recent' and v_report.name <> 'ads_hourly' then
      v_first_on := greatest(sources.first_day_to_read(v_today), v_today - v_report.days_back_max);
      if v_first_on < v_today - 89 then
        perform sources.add_windows(
          plan_windows.brand_id, plan_windows.source_id, v_report.name, 'backfill', v_first_on, v_today - 90, v_report.days_max
        );
      end if;
    end if;
  end loop;
  update sources.sources as held
  set
    restatement_days = v_nightly,
    planned = held.planned || (
      select pg_catalog.jsonb_object_agg(done.purpose, platform.now())
      from (values ('hourly', 1), ('nightly', 2), ('weekly', 3), ('recent', 4)) as done (purpose, reach)
      where done.reach <= case v_purpose when 'hourly' then 1 when 'nightly' then 2 when 'weekly' then 3 else 4 end
    )
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id;
  return v_purpose;
end
$function$;
CREATE OR REPLACE FUNCTION sources.due_sources(brand_id text DEFAULT NULL::text, source_id text DEFAULT NULL::text, counts_waiting boolean DEFAULT false)
 RETURNS TABLE(brand_id text, source_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id, held.source_id
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  where (due_sources.brand_id is null or held.brand_id = due_sources.brand_id)
    and (due_sources.source_id is null or held.source_id = due_sources.source_id)
    and (brands.status <> 'archived' or held.is_deletion_due)
    and (coalesce(held.busy_until <= platform.clock(), true) or due_sources.counts_waiting)
    and (coalesce(held.waits_until <= platform.clock(), true) or held.is_deletion_due or due_sources.counts_waiting)
    and (
      held.is_deletion_due
      or (
        (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock())
        and (
          coalesce((held.planned ->> 'hourly')::timestamptz < date_trunc('hour', platform.now()), true)
          or exists (
            select from sources.windows
            where windows.brand_id = held.brand_id and windows.source_id = held.source_id and windows.state <> 'read'
              and (windows.due_at <= platform.clock() or due_sources.counts_waiting)
          )
          or exists (
            select from sources.due_objects
            where due_objects.brand_id = held.brand_id and due_objects.source_id = held.source_id and due_objects.due_at <= platform.clock()
          )
        )
      )
    )
  order by held.brand_id, held.source_id;
$function$;
CREATE OR REPLACE FUNCTION sources.claim_source(brand_id text, source_id text, lease text, seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_source sources.sources;
begin
  -- Claims run one at a time, so that the limits below hold.
  perform pg_advisory_xact_lock(hashtextextended('sources.claim', 0));
  update sources.sources as held
  set
    lease = claim_source.lease, busy_until = platform.clock() + make_interval(secs => claim_source.seconds)
  where held.brand_id = claim_source.brand_id and held.source_id = claim_source.source_id
    and held.brand_id = any (core.scope_brand_ids())
    and coalesce(held.busy_until <= platform.clock(), true)
    and (
      (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock())
        and coalesce(held.waits_until <= platform.clock(), true)
      or held.is_deletion_due
    )
    -- An account that two brands read, and the registration of Vitrine at the platform, have limits of their own.
    and not exists (
      select from sources.sources as others
      where others.platform = held.platform and others.external_id = held.external_id and others.source_id <> held.source_id
        and others.busy_until > platform.clock()
    )
    and (select count(*) from sources.sources as others where others.platform = held.platform and others.busy_until > platform.clock()) < 4
  returning held.* into v_source;
  if not found then
    return null;
  end if;
  return to_jsonb(v_source) - '{lease,planned}'::text[];
end
$function$;
CREATE OR REPLACE FUNCTION sources.keep_source(brand_id text, source_id text, lease text, seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update sources.sources as held
  set busy_until = platform.clock() + pg_catalog.make_interval(secs => keep_source.seconds)
  where held.brand_id = keep_source.brand_id and held.source_id = keep_source.source_id and held.lease = keep_source.lease;
  return found;
end
$function$;
CREATE OR REPLACE FUNCTION sources.readable_windows(brand_id text, source_id text)
 RETURNS SETOF sources.windows
 LANGUAGE sql
 STABLE
AS $function$
  select held.*
  from sources.windows as held
  where held.brand_id = readable_windows.brand_id and held.source_id = readable_windows.source_id and held.state <> 'read'
    -- A report that the platform prepares and a newer one of the same days could arrive in the wrong order.
    and (
      held.state = 'requested'
      or (
        not exists (
          select from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.report = held.report and others.state = 'requested'
            and others.first_on <= held.last_on and others.last_on >= held.first_on
        )
        and (
          select count(*) from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.state = 'requested'
        ) < 4
      )
    );
$function$;
CREATE OR REPLACE FUNCTION sources.next_window(brand_id text, source_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object(
    'waited_seconds', extract(epoch from platform.clock() - held.requested_at), 'reported_at', coalesce(held.reported_at, platform.now())
  )
  from sources.readable_windows(next_window.brand_id, next_window.source_id) as held
  where held.due_at <= platform.clock()
  order by
    pg_catalog.array_position('{hourly,recent,nightly,weekly,backfill}'::text[], held.purpose), held.last_on desc,
    pg_catalog.array_position('{ads_daily,ads_hourly,orders,products,sessions,transactions}'::text[], held.report), held.state desc, held.window_id
  limit 1;
$function$;
CREATE OR REPLACE FUNCTION sources.seconds_to_next_read(brand_id text, source_id text)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  -- greatest would ignore null.
  select
    case when count(*) > 0 then greatest(0, extract(epoch from greatest(min(due.due_at), min(held.waits_until)) - platform.clock())) end::double precision
  from sources.sources as held
  cross join lateral (
    select windows.due_at, windows.failure, windows.attempts from sources.readable_windows(held.brand_id, held.source_id) as windows
    union all
    select objects.due_at, objects.failure, objects.attempts from sources.waiting_objects(held.brand_id, held.source_id) as objects
  ) as due
  where held.brand_id = seconds_to_next_read.brand_id and held.source_id = seconds_to_next_read.source_id
    and (due.failure is null or due.attempts = 0) and due.due_at < 'infinity';
$function$;
CREATE OR REPLACE FUNCTION sources.require_lease(brand_id text, source_id text, lease text)
 RETURNS sources.sources
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = require_lease.brand_id and held.source_id = require_lease.source_id and held.lease = require_lease.lease
    and held.status in ('connected', 'needs_attention')
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  return v_source;
end
$function$;
CREATE OR REPLACE FUNCTION sources.require_window(brand_id text, window_id text, lease text)
 RETURNS sources.windows
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
begin
  select held.* into v_window
  from sources.windows as held
  where held.brand_id = require_window.brand_id and held.window_id = require_window.window_id;
  -- Without the window, no source is found.
  perform sources.require_lease(require_window.brand_id, v_window.source_id, require_window.lease);
  return v_window;
end
$function$;
CREATE OR REPLACE FUNCTION sources.days_in_timezone(days datemultirange, timezone text, other_timezone text)
 RETURNS datemultirange
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    pg_catalog.range_agg(
      pg_catalog.daterange(
        (pg_catalog.lower(part.days)::timestamp at time zone days_in_timezone.timezone at time zone days_in_timezone.other_timezone)::date,
        (
          pg_catalog.upper(part.days)::timestamp at time zone days_in_timezone.timezone at time zone days_in_timezone.other_timezone
            - interval '1 microsecond'
        )::date,
        '[]'
      )
    ), '{}'
  )
  from pg_catalog.unnest(days_in_timezone.days) as part (days);
$function$;
CREATE OR REPLACE FUNCTION sources.reported_days(brand_id text)
 RETURNS TABLE(platform text, account_id text, days datemultirange)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
  select
    analytics.imported_platform(held.platform), held.external_id,
    pg_catalog.range_agg(
      pg_catalog.daterange(
        greatest(windows.first_on, windows.read_from),
        -- A day that had not ended when it was read is not whole.
        least(windows.last_on + 1, (windows.read_at at time zone held.timezone)::date)
      )
    )
  from sources.sources as held
  join sources.windows on windows.brand_id = reported_days.brand_id and windows.source_id = held.source_id
  where held.brand_id = reported_days.brand_id
    and windows.report = 'ads_daily' and windows.read_at is not null
    and greatest(windows.first_on, windows.read_from) < least(windows.last_on + 1, (windows.read_at at time zone held.timezone)::date)
  group by 1, 2;
end
$function$;
CREATE OR REPLACE FUNCTION sources.note_days_without_rows(source sources.sources, first_on date, last_on date, reported_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_whole_on constant date := least(
    note_days_without_rows.last_on, (note_days_without_rows.reported_at at time zone (note_days_without_rows.source).timezone)::date - 1
  );
begin
  if v_whole_on < note_days_without_rows.first_on then
    return;
  end if;
  update analytics.data_status as held
  set last_on = v_whole_on, updated_at = platform.now()
  where held.brand_id = (note_days_without_rows.source).brand_id and held.kind = 'ads_daily' and held.last_on < v_whole_on;
  update analytics.platform_status as held
  set last_on = v_whole_on, updated_at = platform.now()
  where held.brand_id = (note_days_without_rows.source).brand_id and held.kind = 'ads_daily' and held.last_on < v_whole_on
    and held.platform = analytics.imported_platform((note_days_without_rows.source).platform);
end
$function$;
CREATE OR REPLACE FUNCTION sources.unread_accounts(brand_id text, platforms text[] DEFAULT NULL::text[], report text DEFAULT 'ads_daily'::text, read_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS TABLE(source_id text, platform text, account_id text, name text, status text, progress numeric, days datemultirange, days_no_longer_kept datemultirange)
 LANGUAGE sql
 STABLE
AS $function$
  select
    held.source_id, named.platform, held.external_id, held.name, held.status, (sources.shown(held) ->> 'progress')::numeric, shown.days,
    shown.days_no_longer_kept
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  cross join lateral (select analytics.imported_platform(held.platform) as platform) as named
  cross join lateral (
    select
      moment.today,
      case when held.planned ? 'recent' or held.status = 'disconnected'
        then pg_catalog.range_agg(windows.days) filter (where not windows.is_read and windows.purpose in ('recent', 'backfill'))
        -- Before the first plan it is not known how far back the platform has data.
        else pg_catalog.datemultirange(pg_catalog.daterange(sources.first_day_to_read(moment.today), moment.today, '[]'))
      end as planned,
      pg_catalog.range_agg(windows.days) filter (where windows.is_read) as asked,
      pg_catalog.range_agg(windows.days * pg_catalog.daterange(windows.read_from, null)) filter (where windows.is_read) as read
    from (select (platform.now() at time zone held.timezone)::date as today) as moment
    left join (
      select
        listed.purpose, listed.read_from, coalesce(listed.read_at < unread_accounts.read_before, false) as is_read,
        pg_catalog.daterange(listed.first_on, listed.last_on, '[]') as days
      from sources.windows as listed
      where listed.brand_id = unread_accounts.brand_id and listed.source_id = held.source_id and listed.report = unread_accounts.report
    ) as windows on true
    group by moment.today
  ) as reads
  cross join lateral (
    select
      reads.today,
      coalesce(reads.planned, '{}') - coalesce(reads.asked, '{}') as days,
      coalesce(reads.asked, '{}') - coalesce(reads.read, '{}') as days_no_longer_kept
  ) as unread
  cross join lateral (
    select
      case
        -- Hours are moments, so that they are queried by the days of the brand. Daily reports keep the days of the account.
        when unread_accounts.report = 'ads_hourly' then sources.days_in_timezone(unread.days, held.timezone, brands.timezone)
        -- Orders are read by the day of their last change, which is after that of the order.
        when unread_accounts.report = 'orders' and unread.days <> '{}'
          then pg_catalog.datemultirange(pg_catalog.daterange(sources.first_day_to_read(unread.today), pg_catalog.upper(unread.days)))
        else unread.days
      end as days,
      case when unread_accounts.report = 'ads_hourly'
        then sources.days_in_timezone(unread.days_no_longer_kept, held.timezone, brands.timezone) else unread.days_no_longer_kept
      end as days_no_longer_kept
  ) as shown
  where held.brand_id = unread_accounts.brand_id
    and held.connected_at < unread_accounts.read_before
    and sources.has_report(held.platform, unread_accounts.report)
    and (unread_accounts.platforms is null or named.platform = any (unread_accounts.platforms))
    -- An account that ended before its first read has no numbers.
    and (held.status <> 'disconnected' or reads.read <> '{}')
    -- Most accounts have been read, which the small indexes of windows show.
    and (
      not held.planned ? 'recent'
      or exists (
        select from sources.windows as waiting
        where waiting.brand_id = unread_accounts.brand_id and waiting.source_id = held.source_id and waiting.state <> 'read' and waiting.read_at is null
      )
      or exists (
        select from sources.windows as cut
        where cut.brand_id = unread_accounts.brand_id and cut.source_id = held.source_id and cut.read_from is not null
      )
      or unread_accounts.read_before < platform.now()
    )
    and (shown.days <> '{}' or shown.days_no_longer_kept <> '{}');
$function$;
CREATE OR REPLACE FUNCTION sources.unread_days(brand_id text, date_from date, date_to date, platforms text[] DEFAULT NULL::text[], report text DEFAULT 'ads_daily'::text, read_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS TABLE(platform text, account_id text, status text, progress numeric, reason text, first_on date, last_on date)
 LANGUAGE sql
 STABLE
AS $function$
  select
    unread.platform, unread.account_id, unread.status, unread.progress, listed.reason, pg_catalog.lower(asked.days), pg_catalog.upper(asked.days) - 1
  from sources.unread_accounts(unread_days.brand_id, unread_days.platforms, unread_days.report, unread_days.read_before) as unread
  cross join lateral (values ('not_read_yet', unread.days), ('no_longer_kept', unread.days_no_longer_kept)) as listed (reason, days)
  cross join lateral (
    select listed.days * pg_catalog.datemultirange(pg_catalog.daterange(unread_days.date_from, unread_days.date_to, '[]')) as days
  ) as asked
  where asked.days <> '{}';
$function$;
CREATE OR REPLACE FUNCTION sources.unread_warnings(brand_id text, date_from date, date_to date, platforms text[] DEFAULT NULL::text[], report text DEFAULT 'ads_daily'::text, read_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select platform.warning(
      case unread.reason when 'not_read_yet' then 'account_is_not_read_completely' else 'account_no_longer_has_days' end,
      pg_catalog.jsonb_build_object('account_id', unread.account_id, 'platform', unread.platform, 'date_from', unread.first_on, 'date_to', unread.last_on)
        || case when unread.reason = 'not_read_yet'
          then pg_catalog.jsonb_build_object('status', unread.status, 'progress', unread.progress) else '{}'
        end
    )
    from sources.unread_days(
      unread_warnings.brand_id, unread_warnings.date_from, unread_warnings.date_to, unread_warnings.platforms, unread_warnings.report,
      unread_warnings.read_before
    ) as unread
    order by unread.platform, unread.account_id, unread.reason
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.unread_comparison(brand_id text, first_on date, last_on date, base_first_on date, base_last_on date, platforms text[] DEFAULT NULL::text[], report text DEFAULT 'ads_daily'::text, OUT not_compared text, OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  with ranges (position, first_on, last_on) as (
    values
      (1, unread_comparison.base_first_on, unread_comparison.base_last_on),
      (2, unread_comparison.first_on, unread_comparison.last_on)
  ),
  found as materialized (
    select ranges.position, unread.*
    from ranges
    cross join lateral sources.unread_days(
      unread_comparison.brand_id, ranges.first_on, ranges.last_on, unread_comparison.platforms, unread_comparison.report
    ) as unread
  )
  select
    case when pg_catalog.bool_or(found.reason = 'not_read_yet') then 'not_read_yet' when count(*) > 0 then 'no_longer_kept' end,
    coalesce(
      pg_catalog.array_agg(
        platform.warning(
          case found.reason when 'not_read_yet' then 'compared_days_are_not_read_yet' else 'compared_days_are_no_longer_kept' end,
          pg_catalog.jsonb_build_object(
            'account_id', found.account_id, 'platform', found.platform, 'date_from', found.first_on, 'date_to', found.last_on
          )
        )
        order by found.platform, found.account_id, found.reason
      ), '{}'
    )
  into not_compared, warnings
  from found
  where found.position = (select min(earlier.position) from found as earlier);
end
$function$;
CREATE OR REPLACE FUNCTION sources.note_request(brand_id text, window_id text, lease text, report_id text, seconds double precision, reported_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform sources.require_window(note_request.brand_id, note_request.window_id, note_request.lease);
  update sources.windows as held
  set
    state = 'requested', report_id = note_request.report_id, requested_at = coalesce(held.requested_at, platform.clock()),
    reported_at = coalesce(held.reported_at, note_request.reported_at),
    due_at = platform.clock() + pg_catalog.make_interval(secs => note_request.seconds)
  where held.brand_id = note_request.brand_id and held.window_id = note_request.window_id;
end
$function$;
CREATE OR REPLACE FUNCTION sources.delay_window(brand_id text, window_id text, lease text, seconds double precision, restarts boolean DEFAULT false, delays_source boolean DEFAULT false, failure jsonb DEFAULT NULL::jsonb, counts boolean DEFAULT true, is_internal boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
begin
  v_window := sources.require_window(delay_window.brand_id, delay_window.window_id, delay_window.lease);
  update sources.windows as held
  set
    attempts = held.attempts + delay_window.counts::integer,
    internal_errors = held.internal_errors + delay_window.is_internal::integer,
    due_at = platform.clock() + pg_catalog.make_interval(secs => delay_window.seconds),
    failure = coalesce(delay_window.failure, held.failure),
    state = case when delay_window.restarts then 'due' else held.state end,
    report_id = case when delay_window.restarts then null else held.report_id end,
    requested_at = case when delay_window.restarts then null else held.requested_at end,
    reported_at = case when delay_window.restarts then null else held.reported_at end
  where held.brand_id = delay_window.brand_id and held.window_id = delay_window.window_id;
  if delay_window.failure is not null then
    perform sources.need_attention(delay_window.brand_id, v_window.source_id, delay_window.failure, 0);
  end if;
  if delay_window.delays_source then
    perform sources.wait_for_platform(delay_window.brand_id, v_window.source_id, delay_window.lease, delay_window.seconds);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION sources.wait_for_platform(brand_id text, source_id text, lease text, seconds double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.sources as held
  set waits_until = greatest(held.waits_until, platform.clock() + pg_catalog.make_interval(secs => wait_for_platform.seconds))
  where held.brand_id = wait_for_platform.brand_id and held.source_id = wait_for_platform.source_id and held.lease = wait_for_platform.lease;
$function$;
CREATE OR REPLACE FUNCTION sources.split_window(brand_id text, window_id text, lease text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_middle date;
begin
  v_window := sources.require_window(split_window.brand_id, split_window.window_id, split_window.lease);
  if v_window.first_on = v_window.last_on then
    return false;
  end if;
  v_middle := v_window.first_on + (v_window.last_on - v_window.first_on) / 2;
  delete from sources.windows as held where held.brand_id = split_window.brand_id and held.window_id = split_window.window_id;
  perform sources.add_window(v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_window.first_on, v_middle);
  perform sources.add_window(v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_middle + 1, v_window.last_on);
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION sources.shorten_window(window_read sources.windows, last_on date)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from sources.windows as held
  where held.brand_id = (shorten_window.window_read).brand_id and held.source_id = (shorten_window.window_read).source_id
    and held.report = (shorten_window.window_read).report
    and held.first_on = (shorten_window.window_read).first_on and held.last_on = shorten_window.last_on;
  update sources.windows as held
  set last_on = shorten_window.last_on
  where held.brand_id = (shorten_window.window_read).brand_id and held.window_id = (shorten_window.window_read).window_id;
$function$;
CREATE OR REPLACE FUNCTION sources.need_attention(brand_id text, source_id text, attention jsonb, retry_seconds double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.sources as held
  set
    status = 'needs_attention',
    attention = need_attention.attention,
    attention_since = coalesce(held.attention_since, platform.now()),
    retry_at = platform.clock() + pg_catalog.make_interval(secs => need_attention.retry_seconds)
  where held.brand_id = need_attention.brand_id and held.source_id = need_attention.source_id
    and held.status in ('connected', 'needs_attention');
$function$;
CREATE OR REPLACE FUNCTION sources.note_failed_run(brand_id text, source_id text, lease text, error text, attempts_max integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_times integer;
begin
  if not exists (
    select from sources.sources as held
    where held.brand_id = note_failed_run.brand_id and held.source_id = note_failed_run.source_id and held.lease = note_failed_run.lease
  ) then
    return;
  end if;
  perform core.record_failure(note_failed_run.brand_id, 'sync_sources', note_failed_run.source_id, note_failed_run.error);
  select held.attempts into v_times
  from core.job_failures as held
  where held.brand_id = note_failed_run.brand_id and held.queue = 'sync_sources' and held.subject = note_failed_run.source_id;
  if v_times >= note_failed_run.attempts_max then
    perform sources.need_attention(
      note_failed_run.brand_id, note_failed_run.source_id,
      platform.statement('reading_failed', pg_catalog.jsonb_build_object('error', note_failed_run.error, 'times', v_times)), 3600
    );
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION sources.retry_source(brand_id text, source_id text)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.state <> 'read';
  update sources.due_objects as held
  set due_at = platform.clock(), attempts = 0
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.attempts > 0;
  update sources.sources as held
  set retry_at = case when held.status = 'needs_attention' then platform.clock() end, planned = held.planned - 'hourly'
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.status in ('connected', 'needs_attention');
$function$;
CREATE OR REPLACE FUNCTION sources.note_version(brand_id text, source_id text, lease text, notice jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.sources as held
  set version_notice = note_version.notice
  where held.brand_id = note_version.brand_id and held.source_id = note_version.source_id and held.lease = note_version.lease
    and held.version_notice is distinct from note_version.notice;
$function$;
CREATE OR REPLACE FUNCTION sources.finish_window(brand_id text, window_id text, lease text, rows bigint, rows_changed bigint, unknown_fields integer, limitations text[] DEFAULT '{}'::text[], read_from date DEFAULT NULL::date, rows_left_out bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_is_well boolean;
  v_is_stale boolean;
begin
  v_window := sources.require_window(finish_window.brand_id, finish_window.window_id, finish_window.lease);
  v_source := sources.require_lease(finish_window.brand_id, v_window.source_id, finish_window.lease);
  update sources.windows as held
  set
    state = 'read', attempts = 0, internal_errors = 0, report_id = null, requested_at = null, reported_at = null, failure = null, rows = finish_window.rows,
    rows_changed = finish_window.rows_changed, unknown_fields = finish_window.unknown_fields, limitations = finish_window.limitations,
    rows_left_out = finish_window.rows_left_out, read_at = platform.now(),
    -- Days that an earlier reply had stay, also when the platform no longer keeps them.
    read_from = case when held.read_at is null then finish_window.read_from
      when held.read_from is not null and finish_window.read_from is not null then least(held.read_from, finish_window.read_from)
    end
  where held.brand_id = finish_window.brand_id and held.window_id = finish_window.window_id;
  -- The platform can end the connection during the read.
  v_is_well := exists (
      select from sources.connections as held
      where held.connection_id = v_source.connection_id and held.ended_at is null and held.sealed is not null
    )
    and not exists (
      select from sources.windows as others
      where others.brand_id = v_window.brand_id and others.source_id = v_window.source_id and others.failure is not null
    )
    and not exists (
      select from sources.due_objects as objects
      where objects.brand_id = v_window.brand_id and objects.source_id = v_window.source_id and objects.failure is not null
    );
  -- Of a source that was reconnected, windows that failed before can remain.
  v_is_stale := not v_is_well and v_source.status = 'needs_attention';
  update sources.sources as held
  set
    last_read_at = platform.now(),
    -- A catalog has no days, and hours are part of days.
    data_through = case when v_window.report in ('ads_hourly', 'products') or finish_window.read_from > v_window.last_on then held.data_through
      else greatest(held.data_through, v_window.last_on) end,
    status = case when v_is_well then 'connected' else held.status end,
    attention = case when not v_is_well then held.attention end,
    attention_since = case when not v_is_well then held.attention_since end,
    retry_at = case when not v_is_well then held.retry_at end,
    stale_since = case when v_is_stale then held.stale_since end
  where held.brand_id = finish_window.brand_id and held.source_id = v_window.source_id;
  if v_source.stale_since is not null and not v_is_stale then
    perform events.emit(finish_window.brand_id, 'alert.resolved', sources.stale_alert(v_source));
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION sources.missing_rates(source sources.sources)
 RETURNS TABLE(from_currency text, to_currency text, days datemultirange)
 LANGUAGE sql
 STABLE
AS $function$
  with failed as (
    select held.failure as stated
    from sources.windows as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'exchange_rates_are_missing'
    union all
    select held.failure
    from sources.due_objects as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'exchange_rates_are_missing'
  ),
  asked as (
    select failed.stated -> 'values' -> 'rates' as rates from failed
    union all
    -- A window that failed can have been replaced by one of more days, which has not been read yet.
    select (missing_rates.source).attention -> 'values' -> 'rates'
    where (missing_rates.source).attention ->> 'reason' = 'exchange_rates_are_missing' and not exists (select from failed)
  ),
  needed as (
    select lacking.from_currency, lacking.to_currency, pg_catalog.range_agg(lacking.days) as days
    from asked
    cross join pg_catalog.jsonb_to_recordset(asked.rates) as lacking (from_currency text, to_currency text, days datemultirange)
    group by 1, 2
  )
  select needed.from_currency, needed.to_currency, unknown.days
  from needed
  cross join lateral (
    select needed.days - coalesce(
      (
        select pg_catalog.range_agg(pg_catalog.daterange(rates.on_day, rates.on_day, '[]'))
        from core.exchange_rates as rates
        where rates.from_currency = needed.from_currency and rates.to_currency = needed.to_currency
          and rates.on_day between pg_catalog.lower(needed.days) and pg_catalog.upper(needed.days) - 1
      ), '{}'
    ) as days
  ) as unknown
  where unknown.days <> '{}'
  order by 1, 2;
$function$;
CREATE OR REPLACE FUNCTION sources.attention_of(source sources.sources)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when (attention_of.source).attention ->> 'reason' is distinct from 'exchange_rates_are_missing' then (attention_of.source).attention
    when missing.rates is not null
      then platform.statement('exchange_rates_are_missing', pg_catalog.jsonb_build_object('rates', missing.rates))
    else platform.statement('exchange_rates_were_added')
  end
  from (
    select
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'from_currency', lacking.from_currency, 'to_currency', lacking.to_currency, 'days', lacking.days
        )
      ) as rates
    from sources.missing_rates(attention_of.source) as lacking
    where (attention_of.source).attention ->> 'reason' = 'exchange_rates_are_missing'
  ) as missing;
$function$;
CREATE TRIGGER notify_of_source AFTER UPDATE OF status ON sources.sources FOR EACH ROW WHEN (((new.status = 'needs_attention'::text) AND (old.status <> 'needs_attention'::text))) EXECUTE FUNCTION oauth.notify_of_source();
CREATE OR REPLACE FUNCTION sources.stale_alert(source sources.sources)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('detector', 'data_stale', 'source_id', (source).source_id, 'platform', (source).platform, 'account_id', (source).external_id, 'name', (source).name, 'data_through', (source).data_through, 'reason', ((source).attention ->> 'reason'::text));
CREATE OR REPLACE FUNCTION sources.reachable_since(source sources.sources)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(connections.connected_at, (reachable_since.source).last_read_at)
  from sources.connections
  where connections.connection_id = (reachable_since.source).connection_id;
$function$;
CREATE OR REPLACE FUNCTION sources.has_stopped(source sources.sources)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((source).status = 'needs_attention'::text) OR (((source).status = 'connected'::text) AND (sources.reachable_since(source) < (platform.now() - '24:00:00'::interval))));
CREATE OR REPLACE FUNCTION sources.working_sources()
 RETURNS SETOF sources.sources
 LANGUAGE sql
 STABLE
AS $function$
  select held.*
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  where brands.status <> 'archived';
$function$;
CREATE OR REPLACE FUNCTION sources.troubled_sources()
 RETURNS TABLE(brand_id text, source_id text, platform text, name text, reason text, "values" jsonb, since text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select
    held.brand_id, held.source_id, held.platform, held.name, stated.attention ->> 'reason', stated.attention -> 'values',
    platform.utc(coalesce(held.attention_since, held.last_read_at, held.connected_at))
  from sources.working_sources() as held
  cross join lateral (select sources.attention_of(held) as attention) as stated
  where sources.has_stopped(held)
  union all
  select
    held.brand_id, held.source_id, held.platform, held.name, held.version_notice ->> 'reason', held.version_notice -> 'values', null
  from sources.working_sources() as held
  where held.status in ('connected', 'needs_attention') and held.version_notice is not null
  order by 1, 3, 4, 2;
$function$;
CREATE OR REPLACE FUNCTION sources.raise_stale()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_source sources.sources;
  v_raised integer := 0;
begin
  for v_source in
    update sources.sources as held
    set stale_since = platform.now()
    from sources.working_sources() as working
    where working.brand_id = held.brand_id and working.source_id = held.source_id
      and held.stale_since is null and sources.has_stopped(held)
    returning held.*
  loop
    insert into events.outbox (brand_id, type, data) values (v_source.brand_id, 'alert.triggered', sources.stale_alert(v_source));
    v_raised := v_raised + 1;
  end loop;
  return v_raised;
end
$function$;
CREATE OR REPLACE FUNCTION sources.stage_ads(source sources.sources, platform text, fields text[], rows jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  v_measures text[];
  v_count bigint;
begin
  select pg_catalog.array_agg(definition.source_column order by definition.position) into v_measures
  from analytics.metric_definitions as definition
  where definition.source_column is not null and definition.name = any (stage_ads.fields);
  perform analytics.open_ad_import(v_measures);
  -- Numbers stay decimal text until here, so that no digit is lost.
  execute pg_catalog.format(
    $query$
    create temporary table ad_reply on commit drop as
    select
      reply.line, %1$s,
      pg_catalog.dense_rank() over (order by %2$s) as entity_no
    from pg_catalog.jsonb_array_elements($1) with ordinality as reply (cells, line)
    $query$,
    (
      select pg_catalog.string_agg(
        case
          when definition.unit = 'money' or definition.source_column like '%\_micros' then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric * 1000000)::bigint as %I', given.position - 1, definition.source_column)
          when definition.source_column is not null then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric)::bigint as %I', given.position - 1, definition.source_column)
          else pg_catalog.format('nullif(reply.cells ->> %s, '''') as %I', given.position - 1, given.name)
        end,
        ', ' order by given.position
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      left join analytics.metric_definitions as definition on definition.name = given.name and definition.source_column is not null
    ),
    (
      select coalesce(
        pg_catalog.string_agg(pg_catalog.format('reply.cells ->> %s', given.position - 1), ', ' order by given.position), '1'
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      where given.name in ('campaign_id', 'adset_id', 'ad_id')
    )
  )
  using stage_ads.rows;
  execute pg_catalog.format(
    'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s) select entity_no, line, date::date, %2$s, %1$s from pg_temp.ad_reply',
    analytics.list_measures(v_measures, '%I'),
    case when 'hour' = any (stage_ads.fields) then 'hour::smallint' else 'null' end
  );
  execute pg_catalog.format(
    $query$
    insert into pg_temp.ad_entities (entity_no, last_on, platform, account_id, account_name, account_timezone, currency%1$s)
    select distinct on (reply.entity_no) reply.entity_no, reply.date::date, $1, $2, $3, $4, $5%2$s
    from pg_temp.ad_reply as reply
    order by reply.entity_no, reply.date desc, reply.line desc
    $query$,
    coalesce((select pg_catalog.string_agg(', ' || listed.target, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), ''),
    coalesce((select pg_catalog.string_agg(', ' || listed.expression, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), '')
  )
  using stage_ads.platform, (stage_ads.source).external_id, (stage_ads.source).name, (stage_ads.source).timezone, (stage_ads.source).currency;
  drop table pg_temp.ad_reply;
  select count(*) - count(distinct (ad_facts.entity_no, ad_facts.day, ad_facts.hour)) into v_count from pg_temp.ad_facts;
  if v_count > 0 then
    perform platform.fail('STALE', 'reply_has_repeated_rows', given => pg_catalog.json_build_object('rows', v_count));
  end if;
  analyze pg_temp.ad_facts;
  return v_measures;
end
$function$;
CREATE OR REPLACE FUNCTION sources.staged_columns(fields text[])
 RETURNS TABLE(target text, expression text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select
    case given.name when 'daily_budget' then 'daily_budget_micros' else given.name end,
    case given.name when 'daily_budget' then 'pg_catalog.round(reply.daily_budget::numeric * 1000000)::bigint' else 'reply.' || given.name end
  from pg_catalog.unnest(staged_columns.fields) as given (name)
  where given.name in (
    'campaign_id', 'campaign_name', 'status', 'objective', 'daily_budget', 'adset_id', 'adset_name', 'ad_id', 'ad_name', 'creative_id'
  );
$function$;
CREATE OR REPLACE FUNCTION sources.account_entities(brand_id text, platform text, external_id text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select entities.entity_id
  from analytics.entities as accounts
  join analytics.entities on entities.brand_id = accounts.brand_id and accounts.entity_id in (entities.entity_id, entities.account_entity_id)
  where accounts.brand_id = account_entities.brand_id
    and accounts.level = 'account'
    and accounts.platform = account_entities.platform
    and accounts.external_id = account_entities.external_id;
$function$;
CREATE OR REPLACE FUNCTION sources.remove_unreported(brand_id text, target regclass, key text, measures text[], first_key text, last_key text, reported text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_rows bigint;
  v_others constant text[] := array(
    select measure.name from pg_catalog.unnest(analytics.all_measures()) as measure (name) where not measure.name = any (remove_unreported.measures)
  );
begin
  execute pg_catalog.format(
    $query$
    create temporary table ad_gone on commit drop as
    select held.%2$I as key, held.entity_id, pg_catalog.num_nonnulls(%3$s) > 0 as has_others
    from %1$s as held
    join pg_temp.ad_account as own on own.entity_id = held.entity_id
    left join (%4$s) as reported (key, entity_id) on reported.key = held.%2$I and reported.entity_id = held.entity_id
    where held.brand_id = $1 and held.%2$I >= %5$L and held.%2$I < %6$L and reported.entity_id is null and pg_catalog.num_nonnulls(%7$s) > 0
    $query$,
    remove_unreported.target, remove_unreported.key, analytics.list_measures(v_others, 'held.%I'), remove_unreported.reported,
    remove_unreported.first_key, remove_unreported.last_key, analytics.list_measures(remove_unreported.measures, 'held.%I')
  )
  using remove_unreported.brand_id;
  get diagnostics v_rows = row_count;
  if v_rows > 0 then
    execute pg_catalog.format(
      'delete from %1$s as held using pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and not gone.has_others',
      remove_unreported.target, remove_unreported.key
    )
    using remove_unreported.brand_id;
    execute pg_catalog.format(
      'update %1$s as held set %3$s from pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and gone.has_others',
      remove_unreported.target, remove_unreported.key, analytics.list_measures(analytics.stored_columns(remove_unreported.measures), '%I = null')
    )
    using remove_unreported.brand_id;
  end if;
  return v_rows;
end
$function$;
CREATE OR REPLACE FUNCTION sources.write_days(brand_id text, measures text[], first_on date, last_on date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_days.measures);
  v_removed bigint;
  v_days date[];
  v_changed bigint;
begin
  v_removed := sources.remove_unreported(
    write_days.brand_id, 'analytics.facts_daily', 'day', write_days.measures, write_days.first_on::text, (write_days.last_on + 1)::text,
    'select facts.day, staged.entity_id from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
  );
  v_days := array(select distinct ad_gone.key from pg_temp.ad_gone);
  drop table pg_temp.ad_gone;
  if v_removed > 0 then
    delete from analytics.rollups_daily as held where held.brand_id = write_days.brand_id and held.day = any (v_days);
    perform analytics.roll_up(write_days.brand_id, v_days, analytics.all_measures());
  end if;
  execute pg_catalog.format(
    $query$
    select count(*)
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
    left join analytics.facts_daily as held on held.brand_id = $1 and held.day = facts.day and held.entity_id = staged.entity_id and held.day between $2 and $3
    where held.entity_id is null or (%s) is distinct from (%s)
    $query$,
    analytics.list_measures(v_columns, 'facts.%I'), analytics.list_measures(v_columns, 'held.%I')
  )
  into v_changed
  using write_days.brand_id, write_days.first_on, write_days.last_on;
  if v_changed > 0 then
    perform analytics.write_daily_facts(write_days.brand_id, write_days.measures);
    drop table pg_temp.ad_days;
  else
    perform analytics.supersede_sums(write_days.brand_id, write_days.measures);
  end if;
  return v_removed + v_changed;
end
$function$;
CREATE OR REPLACE FUNCTION sources.write_hours(brand_id text, measures text[], first_on date, last_on date, timezone text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_hours.measures);
  v_from constant timestamptz := write_hours.first_on::timestamp at time zone write_hours.timezone;
  v_to constant timestamptz := (write_hours.last_on + 1)::timestamp at time zone write_hours.timezone;
  v_placed constant text :=
    'select hours.at, staged.entity_id from pg_temp.ad_facts as facts'
    ' join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
    ' join pg_temp.ad_hours as hours on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))'
    ' and hours.timezone = staged.account_timezone';
  v_removed bigint;
  v_changed bigint;
begin
  perform analytics.place_staged_hours(write_hours.timezone);
  v_removed := sources.remove_unreported(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour', write_hours.measures, v_from::text, v_to::text, v_placed
  );
  drop table pg_temp.ad_gone;
  perform analytics.ensure_partitions(write_hours.first_on - 1, write_hours.last_on + 1);
  -- Days come from the daily report. Hours are never summed to days, so that a measure without hours, such as Meta's conversions, stays.
  perform analytics.merge_facts(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour',
    pg_catalog.replace(v_placed, 'select hours.at, staged.entity_id', 'select hours.at, staged.entity_id, ' || analytics.list_measures(v_columns, 'facts.%I')),
    v_from::text, v_to::text, v_columns
  );
  select count(*) into v_changed from pg_temp.ad_changes;
  -- Facts of the account itself are replaced above. Campaigns of a file can be those of this account by name, or under no account.
  if v_changed > 0 and analytics.supersede_hours(write_hours.brand_id, v_columns, write_hours.timezone, v_from, v_to) then
    drop table pg_temp.ad_superseded;
  end if;
  drop table pg_temp.ad_changes, pg_temp.ad_hours;
  return v_removed + v_changed;
end
$function$;
CREATE OR REPLACE FUNCTION sources.leave_out_newest(missing_rates jsonb, source sources.sources, last_on date)
 RETURNS date
 LANGUAGE plpgsql
AS $function$
declare
  -- Rates of a day are published when it has ended, or later.
  v_newest_on constant date := (platform.now() at time zone (leave_out_newest.source).timezone)::date - 1;
  v_missing datemultirange;
  v_first_on date;
begin
  select pg_catalog.range_agg(period.days) into v_missing
  from pg_catalog.jsonb_to_recordset(leave_out_newest.missing_rates) as missing (days datemultirange)
  cross join pg_catalog.unnest(missing.days) as period (days);
  v_first_on := pg_catalog.lower(v_missing * pg_catalog.datemultirange(pg_catalog.daterange(v_newest_on, null)));
  if v_first_on is null then
    return leave_out_newest.last_on;
  end if;
  perform analytics.refuse_missing_rates(
    (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_set(given.rate, '{days}', pg_catalog.to_jsonb(older.days)))
      from pg_catalog.jsonb_array_elements(leave_out_newest.missing_rates) as given (rate)
      cross join lateral (
        select (given.rate ->> 'days')::datemultirange * pg_catalog.datemultirange(pg_catalog.daterange(null, v_newest_on)) as days
      ) as older
      where older.days <> '{}'
    )
  );
  delete from pg_temp.ad_facts where ad_facts.day >= v_first_on;
  return v_first_on - 1;
end
$function$;
CREATE OR REPLACE FUNCTION sources.commit_ads(brand_id text, window_id text, lease text, platform text, fields text[], rows jsonb, unknown_fields integer, reported_at timestamp with time zone, read_from date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_measures text[];
  v_warnings jsonb[];
  v_changed bigint;
  v_left_out bigint;
  v_missing_rates jsonb;
  v_read_from date;
  v_read_to date;
  v_first_on date;
  v_last_on date;
  v_is_hourly boolean;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ads.brand_id, 0));
  v_window := sources.require_window(commit_ads.brand_id, commit_ads.window_id, commit_ads.lease);
  v_source := sources.require_lease(commit_ads.brand_id, v_window.source_id, commit_ads.lease);
  v_is_hourly := v_window.report = 'ads_hourly';
  v_read_from := greatest(v_window.first_on, commit_ads.read_from);
  v_measures := sources.stage_ads(v_source, commit_ads.platform, commit_ads.fields, commit_ads.rows);
  perform analytics.resolve_ad_entities(commit_ads.brand_id);
  v_warnings := analytics.convert_staged_money(commit_ads.brand_id, v_measures);
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object('from_currency', missing.from_currency, 'to_currency', missing.to_currency, 'days', missing.missing_days)
  )
  into v_missing_rates
  from pg_catalog.unnest(v_warnings) as stated (warning)
  cross join pg_catalog.jsonb_to_record(stated.warning -> 'values') as missing (from_currency text, to_currency text, missing_days text);
  v_read_to := sources.leave_out_newest(v_missing_rates, v_source, v_window.last_on);
  perform analytics.refuse_missing_rates(case when v_read_to = v_window.last_on then v_missing_rates end);
  create temporary table ad_account on commit drop as
  select entities.entity_id
  from sources.account_entities(commit_ads.brand_id, analytics.imported_platform(commit_ads.platform), v_source.external_id) as entities (entity_id);
  analyze pg_temp.ad_account;
  if v_is_hourly then
    v_changed := sources.write_hours(commit_ads.brand_id, v_measures, v_read_from, v_read_to, v_source.timezone);
  else
    v_changed := sources.write_days(commit_ads.brand_id, v_measures, v_read_from, v_read_to);
  end if;
  select min(ad_facts.day), max(ad_facts.day) into v_first_on, v_last_on from pg_temp.ad_facts;
  if v_first_on is not null then
    perform analytics.note_data(commit_ads.brand_id, array[v_window.report], v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ads.brand_id, array[v_window.report]);
  end if;
  if not v_is_hourly then
    -- Days that had ended are whole, also those without rows.
    delete from analytics.unfinished_days as held
    using pg_temp.ad_account as own
    where held.brand_id = commit_ads.brand_id and held.entity_id = own.entity_id and held.day between v_read_from and v_read_to
      and (held.day + 1)::timestamp at time zone v_source.timezone <= commit_ads.reported_at;
    perform analytics.note_unfinished_days(commit_ads.brand_id, commit_ads.reported_at);
    perform sources.note_days_without_rows(v_source, v_read_from, v_read_to, commit_ads.reported_at);
  end if;
  select count(*) into v_left_out from pg_temp.rejections;
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections, pg_temp.ad_account;
  if v_read_to between v_window.first_on and v_window.last_on - 1 then
    perform sources.shorten_window(v_window, v_read_to);
  end if;
  perform sources.finish_window(
    commit_ads.brand_id, commit_ads.window_id, commit_ads.lease, pg_catalog.jsonb_array_length(commit_ads.rows), v_changed, commit_ads.unknown_fields,
    limitations => pg_catalog.array_remove(
      array[case when v_read_from > v_window.first_on then 'days_no_longer_kept' end, case when v_left_out > 0 then 'hour_skipped' end,
        case when v_read_to < v_window.last_on then 'newest_days_lack_rates' end], null
    ),
    read_from => case when v_read_to < v_window.first_on then v_window.last_on + 1 else commit_ads.read_from end, rows_left_out => v_left_out
  );
  if v_read_to < v_window.first_on then
    delete from sources.windows as held where held.brand_id = commit_ads.brand_id and held.window_id = commit_ads.window_id;
  end if;
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_ads.rows), 'changed', v_changed);
end
$function$;
CREATE OR REPLACE FUNCTION sources.commit_sessions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed bigint;
begin
  v_window := sources.require_window(commit_sessions.brand_id, commit_sessions.window_id, commit_sessions.lease);
  v_source := sources.require_lease(commit_sessions.brand_id, v_window.source_id, commit_sessions.lease);
  create temporary table ga4_rows on commit drop as
  select
    (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign,
    sum(given.sessions)::bigint as sessions, sum(given.key_events) as key_events, sum(given.purchases) as purchases,
    sum(
      analytics.in_brand_currency(
        commit_sessions.brand_id, pg_catalog.round(given.revenue * 1000000)::bigint, case when given.revenue <> 0 then v_source.currency end, given.day
      )
    )::bigint as revenue_micros,
    pg_catalog.bool_or(
      given.revenue <> 0 and analytics.in_brand_currency(commit_sessions.brand_id, 1000000, v_source.currency, given.day) is null
    ) as lacks_rate,
    given.day
  from pg_catalog.jsonb_to_recordset(
    -- Texts that differ in hidden characters only are the same.
    case when platform.is_plain(commit_sessions.rows) then commit_sessions.rows else platform.plain(commit_sessions.rows) end
  ) as given (
    day date, hour integer, source text, medium text, campaign text, sessions numeric, key_events numeric, purchases numeric, revenue numeric
  )
  group by given.day, 1, given.source, given.medium, given.campaign;
  perform analytics.refuse_missing_rates(
    (
      select pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('from_currency', v_source.currency, 'to_currency', brands.currency, 'days', missing.days)
      )
      from core.brands
      cross join (
        select pg_catalog.range_agg(pg_catalog.daterange(ga4_rows.day, ga4_rows.day, '[]')) as days
        from pg_temp.ga4_rows
        where ga4_rows.lacks_rate
      ) as missing
      where brands.brand_id = commit_sessions.brand_id and missing.days is not null
    )
  );
  with removed as (
    delete from analytics.ga4_sessions as held
    where held.brand_id = commit_sessions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_window.last_on + 1)::timestamp at time zone v_source.timezone
      and not exists (
        select from pg_temp.ga4_rows as rows
        where (rows.hour, rows.source, rows.medium, rows.campaign) = (held.hour, held.source, held.medium, held.campaign)
      )
    returning held.hour
  ),
  written as (
    insert into analytics.ga4_sessions as held
      (brand_id, property_id, hour, source, medium, campaign, sessions, key_events, purchases, revenue_micros)
    select
      commit_sessions.brand_id, v_source.external_id, rows.hour, rows.source, rows.medium, rows.campaign,
      rows.sessions, rows.key_events, rows.purchases, rows.revenue_micros
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_sessions_pkey do update
    set
      sessions = excluded.sessions, key_events = excluded.key_events, purchases = excluded.purchases, revenue_micros = excluded.revenue_micros
    where (held.sessions, held.key_events, held.purchases, held.revenue_micros)
      is distinct from (excluded.sessions, excluded.key_events, excluded.purchases, excluded.revenue_micros)
    returning held.hour
  )
  select (select count(*) from removed) + (select count(*) from written) into v_changed;
  drop table pg_temp.ga4_rows;
  perform sources.finish_window(
    commit_sessions.brand_id, commit_sessions.window_id, commit_sessions.lease, pg_catalog.jsonb_array_length(commit_sessions.rows), v_changed,
    commit_sessions.unknown_fields, commit_sessions.limitations
  );
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_sessions.rows), 'changed', v_changed);
end
$function$;
CREATE OR REPLACE FUNCTION sources.commit_transactions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed text[];
begin
  v_window := sources.require_window(commit_transactions.brand_id, commit_transactions.window_id, commit_transactions.lease);
  v_source := sources.require_lease(commit_transactions.brand_id, v_window.source_id, commit_transactions.lease);
  -- GA4 gives a transaction several rows if it was sent twice. All hours are stored, so that the first one does not depend on the order of the windows.
  create temporary table ga4_rows on commit drop as
  select distinct on (given.transaction_id, 2)
    given.transaction_id, (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign
  from pg_catalog.jsonb_to_recordset(
    -- Texts that differ in hidden characters only are the same.
    case when platform.is_plain(commit_transactions.rows) then commit_transactions.rows else platform.plain(commit_transactions.rows) end
  ) as given (
    transaction_id text, day date, hour integer, source text, medium text, campaign text
  )
  where given.transaction_id not in ('', '(not set)', '(other)')
    and not exists (
      select from analytics.orders
      where orders.brand_id = commit_transactions.brand_id and orders.order_id = given.transaction_id
        and orders.visitor_id = analytics.erased_visitor_id(orders.order_id)
    )
  order by given.transaction_id, 2, given.source, given.medium, given.campaign;
  with removed as (
    delete from analytics.ga4_transactions as held
    where held.brand_id = commit_transactions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_window.last_on + 1)::timestamp at time zone v_source.timezone
      and not exists (select from pg_temp.ga4_rows as rows where rows.transaction_id = held.transaction_id and rows.hour = held.hour)
    returning held.transaction_id
  ),
  written as (
    insert into analytics.ga4_transactions as held (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    select
      commit_transactions.brand_id, v_source.external_id, rows.transaction_id, rows.hour, rows.source, rows.medium, rows.campaign
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_transactions_pkey do update
    set source = excluded.source, medium = excluded.medium, campaign = excluded.campaign
    where (held.source, held.medium, held.campaign) is distinct from (excluded.source, excluded.medium, excluded.campaign)
    returning held.transaction_id
  )
  select pg_catalog.array_agg(changed.transaction_id) into v_changed
  from (select removed.transaction_id from removed union all select written.transaction_id from written) as changed;
  drop table pg_temp.ga4_rows;
  -- Once a night all orders are compared, because files change orders and touches too.
  if v_changed is not null or v_window.purpose in ('nightly', 'weekly') then
    perform sources.touch_ga4_orders(
      commit_transactions.brand_id, case when v_window.purpose not in ('nightly', 'weekly') then v_changed end
    );
  end if;
  perform sources.finish_window(
    commit_transactions.brand_id, commit_transactions.window_id, commit_transactions.lease, pg_catalog.jsonb_array_length(commit_transactions.rows),
    coalesce(pg_catalog.cardinality(v_changed), 0), commit_transactions.unknown_fields, commit_transactions.limitations
  );
  return pg_catalog.jsonb_build_object(
    'rows', pg_catalog.jsonb_array_length(commit_transactions.rows), 'changed', coalesce(pg_catalog.cardinality(v_changed), 0)
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.touch_ga4_orders(brand_id text, order_ids text[] DEFAULT NULL::text[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_order_ids text[];
  v_written bigint;
  v_removed bigint;
  v_first_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || touch_ga4_orders.brand_id, 0));
  if touch_ga4_orders.order_ids is not null then
    -- An observed touch concerns all orders of its person.
    v_order_ids := touch_ga4_orders.order_ids || array(
      select others.order_id
      from analytics.orders as held
      join analytics.orders as others on others.brand_id = held.brand_id and others.person_id = held.person_id
      where held.brand_id = touch_ga4_orders.brand_id and held.order_id = any (touch_ga4_orders.order_ids)
    );
  end if;
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind, touch_id, campaign)
  select
    pg_catalog.row_number() over (order by orders.order_id), orders.order_id, least(reported.hour, orders.ordered_at)::text,
    case when reported.medium in ('', '(none)', '(not set)') then reported.source else reported.source || ' / ' || reported.medium end,
    'click', 'ga4:' || orders.order_id, nullif(nullif(reported.campaign, '(not set)'), '(direct)')
  from analytics.orders
  join (
    select distinct on (held.transaction_id) held.*
    from analytics.ga4_transactions as held
    where held.brand_id = touch_ga4_orders.brand_id and (v_order_ids is null or held.transaction_id = any (v_order_ids))
    order by held.transaction_id, held.hour, held.property_id
  ) as reported on reported.transaction_id = orders.order_id
  where orders.brand_id = touch_ga4_orders.brand_id
    and (v_order_ids is null or orders.order_id = any (v_order_ids))
    and orders.visitor_id <> analytics.erased_visitor_id(orders.order_id)
    and not exists (
      select from analytics.touchpoints as observed
      where observed.brand_id = orders.brand_id and observed.person_id = orders.person_id and observed.reported_by is null
        and observed.touched_at <= orders.ordered_at
    );
  perform analytics.name_channels(touch_ga4_orders.brand_id);
  create temporary table ga4_touches on commit drop as
  select
    orders.visitor_id, orders.person_id, journeys.touched_at::timestamptz as touched_at, journeys.channel, journeys.touch_id, journeys.campaign
  from pg_temp.journeys
  join analytics.orders on orders.brand_id = touch_ga4_orders.brand_id and orders.order_id = journeys.customer_id;
  with removed as (
    delete from analytics.touchpoints as held
    where held.brand_id = touch_ga4_orders.brand_id and held.reported_by = 'ga4'
      and (v_order_ids is null or held.touch_id in (select 'ga4:' || given.order_id from pg_catalog.unnest(v_order_ids) as given (order_id)))
      and not exists (
        select from pg_temp.ga4_touches as touches
        where (touches.visitor_id, touches.touched_at, touches.channel, touches.touch_id)
          = (held.visitor_id, held.touched_at, held.channel, held.touch_id)
      )
    returning held.touched_at
  )
  select count(*), min(removed.touched_at)::date - 1 into v_removed, v_first_on from removed;
  with written as (
    insert into analytics.touchpoints as held
      (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign, reported_by)
    select
      touch_ga4_orders.brand_id, touches.visitor_id, touches.touched_at, 'click', touches.channel, touches.touch_id, touches.person_id,
      touches.campaign, 'ga4'
    from pg_temp.ga4_touches as touches
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select count(*), least(v_first_on, min(written.touched_at)::date - 1) into v_written, v_first_on from written;
  drop table pg_temp.journeys, pg_temp.ga4_touches;
  if v_written + v_removed > 0 then
    perform analytics.attribute_imported(touch_ga4_orders.brand_id, v_first_on, v_written + v_removed);
  end if;
  return v_written + v_removed;
end
$function$;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF object_id ON sources.due_objects FOR EACH ROW WHEN ((NOT platform.is_plain(new.object_id))) EXECUTE FUNCTION platform.write_plain('object_id');
CREATE OR REPLACE FUNCTION sources.note_due_objects(brand_id text, source_id text, report text, object_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id)
  select distinct note_due_objects.brand_id, note_due_objects.source_id, note_due_objects.report, given.id
  from pg_catalog.unnest(note_due_objects.object_ids) as given (id)
  on conflict on constraint due_objects_pkey do update
  set noted_at = excluded.noted_at, due_at = excluded.due_at, is_unready = false;
$function$;
CREATE OR REPLACE FUNCTION sources.note_unready_journeys(brand_id text, source_id text, order_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id, due_at, is_unready)
  select orders.brand_id, note_unready_journeys.source_id, 'orders', orders.order_id, platform.clock() + interval '15 minutes', true
  from analytics.orders
  where orders.brand_id = note_unready_journeys.brand_id
    and orders.order_id = any (note_unready_journeys.order_ids)
    and orders.ordered_at > platform.now() - interval '7 days'
  on conflict on constraint due_objects_pkey do update
  set
    noted_at = platform.clock(), due_at = platform.clock() + greatest(interval '15 minutes', 2 * (held.due_at - held.noted_at)), attempts = 0,
    internal_errors = 0, failure = null, is_unready = true
  -- A later read is planned already.
  where held.due_at <= platform.clock();
$function$;
CREATE OR REPLACE FUNCTION sources.next_objects(brand_id text, source_id text, except_ids text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with due as (
    select held.*
    from sources.due_objects as held
    where held.brand_id = next_objects.brand_id and held.source_id = next_objects.source_id and held.due_at <= platform.clock()
      and held.object_id <> all (next_objects.except_ids)
  ),
  first as (
    select due.report, due.object_id, due.attempts, due.internal_errors from due order by due.due_at, due.report, due.object_id limit 1
  ),
  batch as (
    select due.report, due.object_id, due.due_at, first.attempts, first.internal_errors
    from due
    join first on first.report = due.report and (first.object_id = due.object_id or first.attempts = 0 and due.attempts = 0)
    order by due.due_at, due.object_id
    limit 50
  )
  select pg_catalog.jsonb_build_object(
    'report', batch.report, 'ids', pg_catalog.jsonb_agg(batch.object_id order by batch.due_at, batch.object_id), 'attempts', batch.attempts,
    'internal_errors', batch.internal_errors, 'began_at', platform.clock()
  )
  from batch
  group by batch.report, batch.attempts, batch.internal_errors;
$function$;
CREATE OR REPLACE FUNCTION sources.waiting_objects(brand_id text, source_id text)
 RETURNS SETOF sources.due_objects
 LANGUAGE sql
 STABLE
AS $function$
  select held.*
  from sources.due_objects as held
  where held.brand_id = waiting_objects.brand_id and held.source_id = waiting_objects.source_id and (not held.is_unready or held.attempts > 0);
$function$;
CREATE OR REPLACE FUNCTION sources.delay_objects(brand_id text, source_id text, report text, object_ids text[], seconds double precision, failure jsonb DEFAULT NULL::jsonb, is_internal boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update sources.due_objects as held
  set
    due_at = platform.clock() + pg_catalog.make_interval(secs => delay_objects.seconds), attempts = held.attempts + 1,
    internal_errors = held.internal_errors + delay_objects.is_internal::integer, failure = coalesce(delay_objects.failure, held.failure)
  where held.brand_id = delay_objects.brand_id and held.source_id = delay_objects.source_id and held.report = delay_objects.report
    and held.object_id = any (delay_objects.object_ids);
  if delay_objects.failure is not null then
    perform sources.need_attention(delay_objects.brand_id, delay_objects.source_id, delay_objects.failure, 0);
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION sources.write_orders(source sources.sources, reply jsonb, first_on date DEFAULT NULL::date, last_on date DEFAULT NULL::date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_written jsonb;
begin
  v_written := analytics.commit_shop_orders(
    (write_orders.source).brand_id, (write_orders.source).source_id, write_orders.reply, write_orders.first_on, write_orders.last_on
  );
  perform sources.note_due_objects(
    (write_orders.source).brand_id, (write_orders.source).source_id, 'orders',
    array(select pg_catalog.jsonb_array_elements_text(v_written -> 'vanished'))
  );
  perform sources.note_unready_journeys(
    (write_orders.source).brand_id, (write_orders.source).source_id,
    array(select pg_catalog.jsonb_array_elements_text(write_orders.reply -> 'unreadyJourneys'))
  );
  if (v_written ->> 'is_changed')::boolean
    and exists (select from analytics.ga4_transactions as held where held.brand_id = (write_orders.source).brand_id) then
    perform sources.touch_ga4_orders(
      (write_orders.source).brand_id,
      array(
        select given.order_id
        from pg_catalog.jsonb_to_recordset(write_orders.reply -> 'orders') as given (order_id text)
        union
        select asked.order_id from pg_catalog.jsonb_array_elements_text(write_orders.reply -> 'only') as asked (order_id)
      )
    );
  end if;
  return (v_written ->> 'changed')::bigint;
end
$function$;
CREATE OR REPLACE FUNCTION sources.advance_orders(source sources.sources, window_id text, reply jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  update sources.sources as held
  set updated_until = greatest(held.updated_until, (advance_orders.reply ->> 'updatedUntil')::timestamptz)
  where held.brand_id = (advance_orders.source).brand_id and held.source_id = (advance_orders.source).source_id
    and advance_orders.reply ? 'updatedUntil'
    and (
      held.updated_until >= (advance_orders.reply ->> 'updatedFrom')::timestamptz
      -- A window of earlier days that is due may be the only one that reads the changes before this reply.
      or not exists (
        select from sources.windows as others
        where others.brand_id = held.brand_id and others.source_id = held.source_id and others.report = 'orders' and others.purpose = 'hourly'
          and others.state <> 'read' and others.window_id <> advance_orders.window_id
      )
    );
$function$;
CREATE OR REPLACE FUNCTION sources.commit_orders(brand_id text, window_id text, lease text, reply jsonb, unknown_fields integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed bigint;
  v_first_on date;
  v_last_on date;
begin
  v_window := sources.require_window(commit_orders.brand_id, commit_orders.window_id, commit_orders.lease);
  v_source := sources.require_lease(commit_orders.brand_id, v_window.source_id, commit_orders.lease);
  -- Days on which some orders are invisible are not known.
  v_first_on := greatest(v_window.first_on, ((commit_orders.reply ->> 'visibleSince')::timestamptz at time zone v_source.timezone)::date + 1);
  v_last_on := least(v_window.last_on, (platform.now() at time zone v_source.timezone)::date);
  v_changed := sources.write_orders(
    v_source, commit_orders.reply, case when v_first_on <= v_last_on then v_first_on end, case when v_first_on <= v_last_on then v_last_on end
  );
  perform sources.finish_window(
    commit_orders.brand_id, commit_orders.window_id, commit_orders.lease, pg_catalog.jsonb_array_length(commit_orders.reply -> 'orders'),
    v_changed, commit_orders.unknown_fields
  );
  perform sources.advance_orders(v_source, commit_orders.window_id, commit_orders.reply);
end
$function$;
CREATE OR REPLACE FUNCTION sources.commit_products(brand_id text, window_id text, lease text, products jsonb, unknown_fields integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_written jsonb;
begin
  v_window := sources.require_window(commit_products.brand_id, commit_products.window_id, commit_products.lease);
  v_source := sources.require_lease(commit_products.brand_id, v_window.source_id, commit_products.lease);
  v_written := storefront.commit_shop_products(commit_products.brand_id, v_source.source_id, commit_products.products);
  perform sources.finish_window(
    commit_products.brand_id, commit_products.window_id, commit_products.lease, pg_catalog.jsonb_array_length(commit_products.products),
    (v_written ->> 'changed')::bigint + (v_written ->> 'deleted')::bigint, commit_products.unknown_fields,
    case when commit_products.products @? '$[*].reason' then '{products_rejected}'::text[] else '{}' end
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.commit_objects(brand_id text, source_id text, lease text, report text, reply jsonb, began_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_ids constant text[] := array(select pg_catalog.jsonb_array_elements_text(commit_objects.reply -> 'only'));
begin
  v_source := sources.require_lease(commit_objects.brand_id, commit_objects.source_id, commit_objects.lease);
  if commit_objects.report = 'orders' then
    perform sources.write_orders(v_source, commit_objects.reply);
  else
    perform storefront.commit_shop_products(commit_objects.brand_id, commit_objects.source_id, commit_objects.reply -> 'products', v_ids);
  end if;
  -- Orders whose journey is still not ready were planned for later just now.
  delete from sources.due_objects as held
  where held.brand_id = commit_objects.brand_id and held.source_id = commit_objects.source_id and held.report = commit_objects.report
    and held.object_id = any (v_ids) and held.noted_at <= commit_objects.began_at and held.due_at <= platform.clock();
end
$function$;
CREATE OR REPLACE FUNCTION sources.receive_webhook(platform text, webhook_id text, content text, proof text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_shop constant text := receive_webhook.content::jsonb ->> 'shop';
begin
  if receive_webhook.platform = 'shopify'
    and not exists (select from sources.sources as held where held.platform = 'shopify' and held.external_id = v_shop)
    and not exists (select from sources.connections as held where held.platform = 'shopify' and held.shop = v_shop and held.ended_at is null) then
    return 'unknown_shop';
  end if;
  insert into sources.webhooks (platform, webhook_id, content, proof)
  values (receive_webhook.platform, receive_webhook.webhook_id, receive_webhook.content, receive_webhook.proof)
  on conflict on constraint webhooks_pkey do nothing;
  return case when found then 'stored' else 'repeated' end;
end
$function$;
CREATE OR REPLACE FUNCTION sources.next_webhooks("limit" integer)
 RETURNS TABLE(platform text, webhook_id text, content text, proof text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.platform, held.webhook_id, held.content, held.proof
  from sources.webhooks as held
  where held.handled_at is null and held.due_at <= platform.clock()
  order by held.due_at, held.platform, held.webhook_id
  limit next_webhooks."limit";
$function$;
CREATE OR REPLACE FUNCTION sources.finish_webhook(platform text, webhook_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.webhooks as held
  set handled_at = platform.clock(), content = null
  where held.platform = finish_webhook.platform and held.webhook_id = finish_webhook.webhook_id and held.handled_at is null;
$function$;
CREATE OR REPLACE FUNCTION sources.delay_webhook(platform text, webhook_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update sources.webhooks as held
  set attempts = held.attempts + 1, due_at = platform.clock() + least(interval '1 hour', interval '10 seconds' * power(2, least(held.attempts, 10)))
  where held.platform = delay_webhook.platform and held.webhook_id = delay_webhook.webhook_id and held.handled_at is null;
$function$;
CREATE OR REPLACE FUNCTION sources.refuse_webhook(platform text, webhook_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from sources.webhooks as held
  where held.platform = refuse_webhook.platform and held.webhook_id = refuse_webhook.webhook_id and held.handled_at is null
    and held.received_at < platform.clock() - interval '1 day';
  if found then
    return true;
  end if;
  perform sources.delay_webhook(refuse_webhook.platform, refuse_webhook.webhook_id);
  return false;
end
$function$;
CREATE OR REPLACE FUNCTION sources.prune_webhooks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from sources.webhooks as held
  where held.handled_at < platform.clock() - interval '7 days'
    and (held.platform <> 'meta' or held.handled_at < platform.clock() - interval '1 year');
$function$;
CREATE OR REPLACE FUNCTION sources.count_late_webhooks()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from sources.webhooks as held where held.handled_at is null and held.received_at < platform.clock() - interval '1 hour';
$function$;
CREATE OR REPLACE FUNCTION sources.deletion_status(webhook_id text)
 RETURNS TABLE(requested_at text, deleted_at text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select platform.utc(held.received_at), platform.utc(held.handled_at)
  from sources.webhooks as held
  where held.platform = 'meta' and held.webhook_id = deletion_status.webhook_id;
$function$;
CREATE OR REPLACE FUNCTION sources.end_uninstalled(shop text, triggered_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_connection_id text;
  v_ended integer := 0;
begin
  for v_connection_id in
    select held.connection_id
    from sources.connections as held
    where held.platform = 'shopify' and held.shop = end_uninstalled.shop and held.ended_at is null
      -- A grant that was given later belongs to a new installation.
      and held.granted_at <= end_uninstalled.triggered_at
    for update
  loop
    perform sources.end_at_platform(v_connection_id, 'uninstalled', 'app_is_uninstalled');
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$function$;
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF request_id, customer_id, order_ids ON sources.data_requests FOR EACH ROW WHEN (((NOT platform.is_plain(new.request_id)) OR (NOT platform.is_plain(new.customer_id)) OR (NOT platform.is_plain(new.order_ids)))) EXECUTE FUNCTION platform.write_plain('request_id', 'customer_id', 'order_ids');
CREATE OR REPLACE FUNCTION sources.redact_shop(brand_id text, source_id text, triggered_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  -- Shopify asks 48 hours after the app was removed. A later grant or read shows that it was installed again.
  if exists (
    select
    from sources.sources as held
    join sources.connections on connections.connection_id = held.connection_id
    where held.brand_id = redact_shop.brand_id and held.source_id = redact_shop.source_id and held.status <> 'disconnected'
      and connections.ended_at is null
      and greatest(connections.granted_at, held.last_read_at) > redact_shop.triggered_at - interval '47 hours'
  ) then
    return false;
  end if;
  perform sources.end_source(redact_shop.brand_id, redact_shop.source_id, true);
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION sources.shop_sources(shop text)
 RETURNS TABLE(brand_id text, source_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select held.brand_id, held.source_id
  from sources.sources as held
  where held.platform = 'shopify' and held.external_id = shop_sources.shop
  order by held.brand_id, held.source_id;
$function$;
CREATE OR REPLACE FUNCTION sources.handle_shop_webhook(brand_id text, source_id text, webhook jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_kind constant text := handle_shop_webhook.webhook ->> 'kind';
  v_triggered_at constant timestamptz := (handle_shop_webhook.webhook ->> 'triggered_at')::timestamptz;
  v_ids constant text[] := array(select pg_catalog.jsonb_array_elements_text(handle_shop_webhook.webhook -> 'object_ids'));
begin
  case v_kind
    when 'redact_customer' then
      perform analytics.erase_person(handle_shop_webhook.brand_id, handle_shop_webhook.webhook ->> 'customer_id', v_ids);
    when 'redact_shop' then
      return sources.redact_shop(handle_shop_webhook.brand_id, handle_shop_webhook.source_id, v_triggered_at);
    when 'data_request' then
      insert into sources.data_requests as held (brand_id, request_id, shop, customer_id, order_ids, requested_at)
      values (
        handle_shop_webhook.brand_id, handle_shop_webhook.webhook ->> 'request_id', handle_shop_webhook.webhook ->> 'shop',
        handle_shop_webhook.webhook ->> 'customer_id', v_ids, v_triggered_at
      )
      -- Repeated webhooks can arrive in any order. The answer is due by the first.
      on conflict on constraint data_requests_pkey do update
      set requested_at = excluded.requested_at
      where excluded.requested_at < held.requested_at and held.answered_at is null;
    else
      if not exists (
        select from sources.sources as held
        where held.brand_id = handle_shop_webhook.brand_id and held.source_id = handle_shop_webhook.source_id and held.status <> 'disconnected'
      ) then
        return false;
      end if;
      perform sources.note_due_objects(handle_shop_webhook.brand_id, handle_shop_webhook.source_id, v_kind, v_ids);
  end case;
  return true;
end
$function$;
CREATE OR REPLACE FUNCTION sources.answer_data_request(brand_id text, request_id text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update sources.data_requests as held
  set answered_at = platform.now(), customer_id = null, order_ids = '{}'
  where held.brand_id = answer_data_request.brand_id and held.request_id = answer_data_request.request_id and held.answered_at is null;
  return found;
end
$function$;
CREATE OR REPLACE FUNCTION sources.open_data_requests()
 RETURNS TABLE(brand_id text, request_id text, shop text, customer_id text, order_ids text[], requested_at text, due_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select
    held.brand_id, held.request_id, held.shop, held.customer_id, held.order_ids, platform.utc(held.requested_at),
    (held.requested_at at time zone 'UTC')::date + 30
  from sources.data_requests as held
  where held.answered_at is null
  order by held.requested_at, held.brand_id, held.request_id;
$function$;
CREATE OR REPLACE FUNCTION sources.shrink_data_status(brand_id text, kinds text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_timezone text;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = shrink_data_status.brand_id;
  with remaining as (
    select 'ads_daily' as kind, min(held.day) as first_on, max(held.day) as last_on
    from analytics.facts_daily as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'ads_hourly', (min(held.hour) at time zone v_timezone)::date, (max(held.hour) at time zone v_timezone)::date
    from analytics.facts_hourly as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'orders', (min(held.ordered_at) at time zone v_timezone)::date, (max(held.ordered_at) at time zone v_timezone)::date
    from analytics.orders as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'journeys', (min(held.touched_at) at time zone v_timezone)::date, (max(held.touched_at) at time zone v_timezone)::date
    from analytics.touchpoints as held
    where held.brand_id = shrink_data_status.brand_id and held.reported_by is null
  ),
  gone as (
    delete from analytics.data_status as held
    using remaining
    where held.brand_id = shrink_data_status.brand_id and held.kind = any (shrink_data_status.kinds) and held.kind = remaining.kind
      and (remaining.first_on is null or remaining.first_on > held.last_on or remaining.last_on < held.first_on)
  )
  update analytics.data_status as held
  set first_on = greatest(held.first_on, remaining.first_on), last_on = least(held.last_on, remaining.last_on)
  from remaining
  where held.brand_id = shrink_data_status.brand_id and held.kind = any (shrink_data_status.kinds) and held.kind = remaining.kind
    and remaining.first_on <= held.last_on and remaining.last_on >= held.first_on;
end
$function$;
CREATE OR REPLACE FUNCTION sources.delete_data(brand_id text, source_id text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
  v_platform text;
  v_days date[];
  v_creative_ids bigint[];
  v_deleted bigint := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || delete_data.brand_id, 0));
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = delete_data.brand_id and held.source_id = delete_data.source_id and held.is_deletion_due
  for update;
  if not found then
    return 0;
  end if;
  delete from analytics.ga4_sessions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  delete from analytics.ga4_transactions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  if v_source.platform = 'ga4' then
    perform sources.touch_ga4_orders(v_source.brand_id);
  end if;
  if v_source.platform = 'shopify' then
    -- Otherwise the ids of its orders would remain in the reports of Google Analytics and in the requests of its customers.
    delete from analytics.ga4_transactions as held
    using analytics.orders
    where held.brand_id = v_source.brand_id and orders.brand_id = held.brand_id and orders.source_id = v_source.source_id
      and orders.order_id = held.transaction_id;
    update sources.data_requests as held
    set customer_id = null, order_ids = '{}'
    where held.brand_id = v_source.brand_id and held.shop = v_source.external_id;
    perform analytics.attribute_shop_days(
      v_source.brand_id, array(select analytics.delete_shop_orders(v_source.brand_id, v_source.source_id))
    );
    perform storefront.commit_shop_products(v_source.brand_id, v_source.source_id, '[]');
    perform sources.shrink_data_status(v_source.brand_id, '{orders,journeys}');
  end if;
  v_platform := analytics.imported_platform(v_source.platform);
  create temporary table ad_account on commit drop as
  select entities.entity_id from sources.account_entities(v_source.brand_id, v_platform, v_source.external_id) as entities (entity_id);
  delete from analytics.facts_hourly as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  with deleted as (
    delete from analytics.facts_daily as held using pg_temp.ad_account as own
    where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id
    returning held.day
  )
  select count(*), pg_catalog.array_agg(distinct deleted.day) into v_deleted, v_days from deleted;
  if v_days is not null then
    delete from analytics.rollups_daily as held where held.brand_id = v_source.brand_id and held.day = any (v_days);
    perform analytics.roll_up(v_source.brand_id, v_days, analytics.all_measures());
  end if;
  -- A deletion of facts keeps their last version, so that versions are deleted after facts.
  delete from analytics.facts_hourly_versions as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  delete from analytics.facts_daily_versions as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  v_creative_ids := array(
    select distinct ads.creative_id
    from analytics.entities as ads
    join pg_temp.ad_account as own on own.entity_id = ads.entity_id
    where ads.brand_id = v_source.brand_id and ads.creative_id is not null
  );
  -- With the account, everything below it is deleted.
  delete from analytics.entities as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id and held.level = 'account';
  delete from analytics.creatives as held
  where held.brand_id = v_source.brand_id and held.creative_id = any (v_creative_ids)
    and not exists (select from analytics.entities as ads where ads.brand_id = held.brand_id and ads.creative_id = held.creative_id);
  delete from analytics.platform_status as held
  where held.brand_id = v_source.brand_id and held.platform = v_platform
    and not exists (
      select from analytics.entities where entities.brand_id = held.brand_id and entities.level = 'account' and entities.platform = held.platform
    );
  drop table pg_temp.ad_account;
  if sources.has_report(v_source.platform, 'ads_daily') then
    perform sources.shrink_data_status(v_source.brand_id, '{ads_daily,ads_hourly}');
  end if;
  delete from sources.sources as held where held.brand_id = v_source.brand_id and held.source_id = v_source.source_id;
  return v_deleted;
end
$function$;
CREATE OR REPLACE FUNCTION sources.shown(source sources.sources)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'id', (shown.source).source_id,
    'platform', (shown.source).platform,
    'account_id', (shown.source).external_id,
    'name', (shown.source).name,
    'currency', (shown.source).currency,
    'timezone', (shown.source).timezone,
    'status', case when (shown.source).status = 'connected' and (days.read < days.planned or not (shown.source).planned ? 'recent') then 'syncing' else (shown.source).status end,
    'attention', stated.attention,
    'attention_since', platform.utc((shown.source).attention_since),
    'needs', case
      when (shown.source).status <> 'needs_attention' then null
      when (shown.source).attention ->> 'reason' = any (
        '{grant_is_dead,token_is_refused,app_is_uninstalled,access_denied,scope_missing,permission_is_missing,state_is_foreign,signature_is_wrong,code_is_used}'::text[]
      ) then 'reconnect'
      when stated.attention ->> 'reason' = 'exchange_rates_are_missing' then 'import_rates'
      else 'sync'
    end,
    'progress', case
      when not (shown.source).planned ? 'recent' then 0
      when days.read < days.planned then pg_catalog.round(days.read::numeric / days.planned, 4)
    end,
    -- An old window without rows that was read first is no data.
    'data_from', case when days.has_data then days.first_on end,
    'data_through', case when days.has_data then (shown.source).data_through end,
    'last_read_at', platform.utc((shown.source).last_read_at),
    'stale_since', platform.utc((shown.source).stale_since),
    'restatement_days', (shown.source).restatement_days,
    'unknown_fields', days.unknown_fields,
    'rows_left_out', days.rows_left_out,
    'limitations', days.limitations,
    'version_notice', (shown.source).version_notice,
    'connected_at', platform.utc((shown.source).connected_at),
    'disconnected_at', platform.utc((shown.source).disconnected_at)
  )
  from (
    select
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill')), 0) as planned,
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill') and held.state = 'read'), 0) as read,
      min(greatest(held.first_on, held.read_from)) filter (
        where held.state = 'read' and held.report not in ('ads_hourly', 'products') and greatest(held.first_on, held.read_from) <= held.last_on
      ) as first_on,
      coalesce(pg_catalog.bool_and(held.state = 'read') or sum(held.rows) > 0, false) as has_data,
      coalesce(max(held.unknown_fields), 0) as unknown_fields,
      coalesce(max(held.rows_left_out), 0) as rows_left_out,
      array(
        select distinct listed.limitation
        from sources.windows as stated
        cross join lateral pg_catalog.unnest(stated.limitations) as listed (limitation)
        where stated.brand_id = (shown.source).brand_id and stated.source_id = (shown.source).source_id
          -- Later days that were stored since show that the rates are known.
          and (listed.limitation <> 'newest_days_lack_rates' or stated.last_on >= (shown.source).data_through)
        order by listed.limitation
      ) as limitations
    from sources.windows as held
    where held.brand_id = (shown.source).brand_id and held.source_id = (shown.source).source_id
  ) as days
  cross join lateral (select sources.attention_of(shown.source) as attention) as stated;
$function$;
CREATE OR REPLACE FUNCTION sources.imported_files(brand core.brands)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select pg_catalog.jsonb_build_object(
    'id', 'file',
    'platform', 'file',
    'account_id', 'file',
    'name', 'Imported files',
    'currency', (imported_files.brand).currency,
    'timezone', (imported_files.brand).timezone,
    'status', 'connected',
    'attention', null,
    'attention_since', null,
    'needs', null,
    'progress', null,
    'data_from', min(imports.first_on),
    'data_through', max(imports.last_on),
    'last_read_at', platform.utc(max(imports.imported_at)),
    'stale_since', null,
    'restatement_days', null,
    'unknown_fields', 0,
    'rows_left_out', 0,
    'limitations', '[]'::jsonb,
    'version_notice', null,
    'connected_at', platform.utc(min(imports.imported_at)),
    'disconnected_at', null,
    'restatement', null
  )
  from analytics.imports
  where imports.brand_id = (imported_files.brand).brand_id and imports.undone_at is null
  having count(*) > 0;
$function$;
CREATE OR REPLACE FUNCTION sources.sources(brand_id text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := core.data_brand(sources.brand_id);
begin
  return pg_catalog.json_build_object(
    'brand_id', sources.brand_id,
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          sources.shown(held) || pg_catalog.jsonb_build_object('restatement', restated.restatement)
          order by held.platform, held.name, held.external_id
        )
        from sources.sources as held
        left join connector.restatements(v_brand, is_by_account => true) as restated
          on restated.platform = analytics.imported_platform(held.platform) and restated.account_id = held.external_id
        where held.brand_id = v_brand.brand_id
      ), '[]'
    ) || coalesce(sources.imported_files(v_brand), '[]')
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.start_authorization(brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text DEFAULT NULL::text, source_id text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select sources.add_authorization(
    start_authorization.brand_id, start_authorization.platform, start_authorization.state_hash, start_authorization.bound_to,
    start_authorization.sealed_verifier, start_authorization.redirect_uri, start_authorization.shop,
    start_authorization.source_id
  );
  select pg_catalog.jsonb_build_object('platform', start_authorization.platform);
$function$;
CREATE OR REPLACE FUNCTION sources.take_authorization(brand_id text, state_hash text, bound_to text)
 RETURNS jsonb
 LANGUAGE sql
RETURN sources.spend_authorization(brand_id, state_hash, bound_to);
CREATE OR REPLACE FUNCTION sources.store_connection(brand_id text, "grant" jsonb, accounts jsonb)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select pg_catalog.jsonb_build_object(
    'connection_id', sources.add_connection(store_connection.brand_id, store_connection."grant", store_connection.accounts)
  );
$function$;
CREATE OR REPLACE FUNCTION sources.connected_brands(connection_id text, external_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object('brand_id', held.brand_id, 'connection_id', held.connection_id) order by held.brand_id), '[]'
  )
  from sources.connections
  join sources.sources as held on held.platform = connections.platform
  join core.memberships on memberships.brand_id = held.brand_id and memberships.person_id = core.scope_person_id()
  where connections.connection_id = connected_brands.connection_id and held.external_id = connected_brands.external_id
    and held.status <> 'disconnected';
$function$;
CREATE OR REPLACE FUNCTION sources.require_connection(brand_id text, connection_id text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (
    select
    from sources.connections
    join core.brands on brands.account_id = connections.account_id
    where connections.connection_id = require_connection.connection_id and connections.ended_at is null
      and brands.brand_id = require_connection.brand_id
      -- A grant can reach accounts of brands that other admins do not see.
      and (core.scope_person_id() is null or connections.person_id = core.scope_person_id())
  ) then
    perform platform.fail('NTFND', 'there_is_no_such_connection', 'connection_id');
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION sources.reachable_accounts(brand_id text, connection_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform sources.require_connection(reachable_accounts.brand_id, reachable_accounts.connection_id);
  return pg_catalog.jsonb_build_object(
    'connection_id', reachable_accounts.connection_id,
    'platform', (select connections.platform from sources.connections where connections.connection_id = reachable_accounts.connection_id),
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'account_id', reached.external_id, 'name', reached.name, 'currency', reached.currency, 'timezone', reached.timezone,
            'manager_id', reached.manager_id, 'unavailable', reached.unavailable,
            'connected', sources.connected_brands(reached.connection_id, reached.external_id)
          )
          order by reached.name, reached.external_id
        )
        from sources.reachable_accounts as reached
        where reached.connection_id = reachable_accounts.connection_id
      ), '[]'
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION sources.kept_sources(connection_ids text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('brand_id', held.brand_id, 'source_id', held.source_id, 'account_id', held.external_id)
      order by held.brand_id, held.name, held.source_id
    ), '[]'
  )
  from sources.sources as held
  join core.memberships on memberships.brand_id = held.brand_id and memberships.person_id = core.scope_person_id()
  where held.connection_id = any (kept_sources.connection_ids) and held.status <> 'disconnected';
$function$;
CREATE OR REPLACE FUNCTION sources.choose_accounts(brand_id text, connection_id text, account_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_earlier text[];
  v_added jsonb;
begin
  perform sources.require_connection(choose_accounts.brand_id, choose_accounts.connection_id);
  v_earlier := sources.earlier_connections(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids);
  v_added := sources.add_sources(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids);
  return pg_catalog.jsonb_build_object('data', v_added, 'kept', sources.kept_sources(v_earlier));
end
$function$;
CREATE OR REPLACE FUNCTION sources.move_source(brand_id text, source_id text, action text, delete_data boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_source', 'source_id');
  elsif v_source.status = 'disconnected' and not (move_source.action = 'disconnect' and move_source.delete_data) then
    perform platform.fail('STALE', 'this_source_is_disconnected', 'source_id');
  elsif v_source.status = 'paused' and move_source.action = 'sync' then
    perform platform.fail('STALE', 'this_source_is_paused', 'source_id');
  end if;
  case move_source.action
    when 'pause' then
      update sources.sources as held
      set status = 'paused', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
    when 'resume' then
      update sources.sources as held
      set status = 'connected', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id and held.status = 'paused';
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'sync' then
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'disconnect' then
      perform sources.end_source(move_source.brand_id, move_source.source_id, move_source.delete_data);
    else
      perform platform.require_choice('action', move_source.action, '{pause,resume,sync,disconnect}');
  end case;
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  return sources.shown(v_source);
end
$function$;
create policy key on sources.sources for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.sources for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.sources for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.sources for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on sources.windows for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.windows for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.windows for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.windows for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on sources.due_objects for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.due_objects for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.due_objects for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.due_objects for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on sources.data_requests for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on sources.data_requests for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on sources.data_requests for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on sources.data_requests for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy worker on sources.connections for all to vitrine_worker
using (true);
create policy gate on sources.connections for all to vitrine_gate
using (true);
create policy person on sources.connections for select to vitrine_person
using ((EXISTS ( SELECT
   FROM core.brands
  WHERE ((brands.brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (brands.account_id = connections.account_id)))));
create policy person_adds on sources.connections for insert to vitrine_person
with check ((( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND (EXISTS ( SELECT
   FROM core.brands
  WHERE ((brands.brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND (brands.account_id = connections.account_id))))));
create policy worker on sources.reachable_accounts for all to vitrine_worker
using (true);
create policy person on sources.reachable_accounts for select to vitrine_person
using ((( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND (EXISTS ( SELECT
   FROM sources.connections
  WHERE ((connections.connection_id = reachable_accounts.connection_id) AND (connections.person_id = ( SELECT core.scope_person_id() AS scope_person_id)))))));
create policy person_adds on sources.reachable_accounts for insert to vitrine_person
with check ((( SELECT core.scope_role_is('admin'::text) AS scope_role_is) AND (EXISTS ( SELECT
   FROM sources.connections
  WHERE ((connections.connection_id = reachable_accounts.connection_id) AND (connections.person_id = ( SELECT core.scope_person_id() AS scope_person_id)))))));
create policy gate on sources.reachable_accounts for all to vitrine_gate
using (true);
create policy worker on sources.authorizations for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy person on sources.authorizations for select to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_adds on sources.authorizations for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.authorizations for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_deletes on sources.authorizations for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy gate on sources.authorizations for select to vitrine_gate
using (true);
create policy gate on sources.sources for all to vitrine_gate
using (true);
create policy gate on sources.windows for select to vitrine_gate
using (true);
create policy gate on sources.due_objects for select to vitrine_gate
using (true);
create policy gate on sources.data_requests for select to vitrine_gate
using (true);
create policy gate on sources.webhooks for all to vitrine_gate
using (true);
create policy person_adds on sources.sources for insert to vitrine_person
with check (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.sources for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.windows for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_deletes on sources.windows for delete to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy person_changes on sources.due_objects for update to vitrine_person
using (((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])) AND ( SELECT core.scope_role_is('admin'::text) AS scope_role_is)));
create policy backup on analytics.attribution_changes for select to vitrine_backup
using (true);
create policy backup on analytics.erased_visitors for select to vitrine_backup
using (true);
create policy backup on analytics.facts_daily_versions for select to vitrine_backup
using (true);
create policy backup on analytics.facts_hourly_versions for select to vitrine_backup
using (true);
create policy backup on analytics.ga4_sessions for select to vitrine_backup
using (true);
create policy backup on analytics.ga4_transactions for select to vitrine_backup
using (true);
create policy backup on analytics.restatement_factors for select to vitrine_backup
using (true);
create policy backup on analytics.targets for select to vitrine_backup
using (true);
create policy backup on analytics.upload_chunks for select to vitrine_backup
using (true);
create policy backup on analytics.uploads for select to vitrine_backup
using (true);
create policy backup on core.invitations for select to vitrine_backup
using (true);
create policy backup on core.notification_choices for select to vitrine_backup
using (true);
create policy backup on oauth.address_mails for select to vitrine_backup
using (true);
create policy backup on oauth.notification_mails for select to vitrine_backup
using (true);
create policy backup on oauth.notifications for select to vitrine_backup
using (true);
create policy backup on oauth.sign_up_links for select to vitrine_backup
using (true);
create policy backup on oauth.unsubscribe_tokens for select to vitrine_backup
using (true);
create policy backup on sources.authorizations for select to vitrine_backup
using (true);
create policy backup on sources.connections for select to vitrine_backup
using (true);
create policy backup on sources.data_requests for select to vitrine_backup
using (true);
create policy backup on sources.due_objects for select to vitrine_backup
using (true);
create policy backup on sources.reachable_accounts for select to vitrine_backup
using (true);
create policy backup on sources.sources for select to vitrine_backup
using (true);
create policy backup on sources.webhooks for select to vitrine_backup
using (true);
create policy backup on sources.windows for select to vitrine_backup
using (true);
revoke execute on function core.check_brand_settings(text,text) from public;
reset role;
grant create on schema core to vitrine_gate;
alter function core.keep_units(text) owner to vitrine_gate;
revoke create on schema core from vitrine_gate;
revoke execute on function core.keep_units(text) from public;
set role vitrine_owner;
revoke execute on function core.email_address(text) from public;
revoke execute on function core.display_name(text) from public;
reset role;
grant create on schema core to vitrine_gate;
alter function core.set_name(uuid,text) owner to vitrine_gate;
revoke create on schema core from vitrine_gate;
revoke execute on function core.set_name(uuid,text) from public;
grant create on schema core to vitrine_gate;
alter function core.keep_an_owner(uuid,text) owner to vitrine_gate;
revoke create on schema core from vitrine_gate;
revoke execute on function core.keep_an_owner(uuid,text) from public;
grant create on schema core to vitrine_gate;
alter function core.delete_brand(text) owner to vitrine_gate;
revoke create on schema core from vitrine_gate;
revoke execute on function core.delete_brand(text) from public;
grant create on schema core to vitrine_gate;
alter function core.delete_account(text) owner to vitrine_gate;
revoke create on schema core from vitrine_gate;
revoke execute on function core.delete_account(text) from public;
set role vitrine_owner;
revoke execute on function core.notification_kinds() from public;
revoke execute on function analytics.keep_versions() from public;
revoke execute on function analytics.stored_before(date,text) from public;
revoke execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) from public;
revoke execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
revoke execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
revoke execute on function analytics.require_entities(text,text,text[],text[]) from public;
revoke execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) from public;
revoke execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) from public;
revoke execute on function analytics.entities_without(text,text[],text,timestamp with time zone) from public;
revoke execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) from public;
revoke execute on function analytics.fact_table(text,text,timestamp with time zone) from public;
revoke execute on function analytics.whole_spend(text,text,timestamp with time zone) from public;
revoke execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) from public;
revoke execute on function analytics.partial_condition(text,text,timestamp with time zone) from public;
revoke execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) from public;
revoke execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) from public;
revoke execute on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) from public;
revoke execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) from public;
revoke execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) from public;
revoke execute on function analytics.restated_metrics() from public;
revoke execute on function analytics.is_provisional(double precision) from public;
revoke execute on function analytics.development(text,date,date) from public;
revoke execute on function analytics.expected_restatement(text) from public;
revoke execute on function analytics.renew_restatement_factors(text) from public;
revoke execute on function analytics.last_reported_on(text,analytics.entities,date) from public;
revoke execute on function analytics.restatement_status(text,boolean) from public;
revoke execute on function analytics.gap_warning(text,text,daterange,date) from public;
revoke execute on function analytics.days_without(date,date,datemultirange) from public;
revoke execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) from public;
revoke execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) from public;
revoke execute on function analytics.days_as_of(text,text,timestamp with time zone) from public;
revoke execute on function analytics.compared_range(text,date,date,date) from public;
revoke execute on function analytics.with_compared_range(text,jsonb) from public;
revoke execute on function analytics.comparable_time(text,jsonb,jsonb) from public;
revoke execute on function analytics.ids_of_rows(json) from public;
revoke execute on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) from public;
revoke execute on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) from public;
revoke execute on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) from public;
revoke execute on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) from public;
revoke execute on function analytics.visitor_hash(text,text) from public;
revoke execute on function analytics.erased_visitor_id(text) from public;
revoke execute on function analytics.forget_erased_visits(text) from public;
revoke execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) from public;
revoke execute on function analytics.order_movements(text,text,text,date,date) from public;
revoke execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) from public;
revoke execute on function analytics.lacks_lost_journeys(text) from public;
revoke execute on function analytics.require_lost_journeys(text) from public;
revoke execute on function analytics.markov_warnings(text,text) from public;
revoke execute on function analytics.channel_spend(text,text[],date,date) from public;
revoke execute on function analytics.campaign_credits(text,text,date,date) from public;
revoke execute on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) from public;
revoke execute on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) from public;
revoke execute on function analytics.model_choices(text,text,boolean) from public;
revoke execute on function analytics.customer_kinds(core.brands,text,date,date) from public;
revoke execute on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) from public;
revoke execute on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) from public;
revoke execute on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) from public;
revoke execute on function analytics.require_attribution_model(text,text) from public;
revoke execute on function analytics.check_attribution(analytics.attribution_settings) from public;
revoke execute on function analytics.apply_attribution_change(text) from public;
reset role;
grant create on schema analytics to vitrine_gate;
alter function analytics.due_attribution_changes() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
revoke execute on function analytics.due_attribution_changes() from public;
set role vitrine_owner;
revoke execute on function analytics.attribution_settings_of(text) from public;
revoke execute on function analytics.shown_attribution(analytics.attribution_settings) from public;
revoke execute on function analytics.attribution_settings(text) from public;
revoke execute on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) from public;
revoke execute on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) from public;
revoke execute on function analytics.stored_channels(text,text,date,date,integer) from public;
revoke execute on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) from public;
revoke execute on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) from public;
revoke execute on function analytics.month_results(text,date,date,text[]) from public;
revoke execute on function analytics.targets(text,text) from public;
revoke execute on function analytics.campaign_key(text,bigint) from public;
revoke execute on function analytics.daily_series(text,text,integer) from public;
revoke execute on function analytics.is_preliminary(text,text,text,integer) from public;
revoke execute on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) from public;
revoke execute on function analytics.is_found(analytics.entity_paths,text,text) from public;
revoke execute on function analytics.adds_up(text) from public;
revoke execute on function analytics.asked_range(core.brands,jsonb,jsonb,date) from public;
reset role;
grant create on schema analytics to vitrine_gate;
alter function analytics.waiting_uploads() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
revoke execute on function analytics.waiting_uploads() from public;
grant create on schema analytics to vitrine_gate;
alter function analytics.prune_uploads() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
revoke execute on function analytics.prune_uploads() from public;
set role vitrine_owner;
revoke execute on function analytics.claim_upload(text,text,text,integer) from public;
revoke execute on function analytics.keep_upload(text,text,text,integer,bigint,double precision) from public;
revoke execute on function analytics.upload_chunk(text,text,integer) from public;
revoke execute on function analytics.finish_upload(text,text,text,text) from public;
revoke execute on function analytics.fail_upload(text,text,text,text,jsonb) from public;
revoke execute on function analytics.refuse_undo(text,text) from public;
revoke execute on function analytics.undo_facts(text,regclass,regclass,text,text,text,timestamp with time zone) from public;
revoke execute on function analytics.undo_ad_import(analytics.imports) from public;
revoke execute on function analytics.undo_import(text,text) from public;
reset role;
grant create on schema analytics to vitrine_gate;
alter function analytics.waiting_undos() owner to vitrine_gate;
revoke create on schema analytics from vitrine_gate;
revoke execute on function analytics.waiting_undos() from public;
set role vitrine_owner;
revoke execute on function analytics.note_unfinished_days(text,timestamp with time zone) from public;
revoke execute on function analytics.keep_file_orders(text) from public;
revoke execute on function analytics.stage_shop_orders(jsonb) from public;
revoke execute on function analytics.change_shop_orders(text,text) from public;
revoke execute on function analytics.add_shop_touches(text) from public;
revoke execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) from public;
revoke execute on function analytics.attribute_shop_days(text,date[]) from public;
revoke execute on function analytics.commit_shop_orders(text,text,jsonb,date,date) from public;
revoke execute on function analytics.person_visitors(text,text[]) from public;
revoke execute on function analytics.erase_person(text,text,text[]) from public;
revoke execute on function analytics.person_data(text,text) from public;
revoke execute on function analytics.prune_touches(text,integer) from public;
reset role;
grant create on schema analytics to vitrine_worker;
alter function analytics.delete_brand_data(text) owner to vitrine_worker;
revoke create on schema analytics from vitrine_worker;
revoke execute on function analytics.delete_brand_data(text) from public;
set role vitrine_owner;
revoke execute on function analytics.plain_account_id(text,text) from public;
revoke execute on function analytics.stored_columns(text[]) from public;
revoke execute on function analytics.refuse_missing_rates(jsonb) from public;
revoke execute on function analytics.supersede_hours(text,text[],text,timestamp with time zone,timestamp with time zone) from public;
revoke execute on function analytics.clear_superseded_sums(text,text[]) from public;
revoke execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) from public;
revoke execute on function storefront.commit_shop_products(text,text,jsonb,text[]) from public;
revoke execute on function storefront.write_profile(text,jsonb) from public;
revoke execute on function storefront.emit_deployment(text,text) from public;
revoke execute on function commerce.policy_for(text,text) from public;
revoke execute on function commerce.tiers_of(commerce.pricing_policies) from public;
revoke execute on function commerce.not_negotiable_reason(commerce.pricing_policies,bigint,text) from public;
revoke execute on function commerce.policy_terms(commerce.pricing_policies,jsonb,integer,bigint,text) from public;
revoke execute on function commerce.policy_answer(commerce.price_terms,integer,bigint) from public;
revoke execute on function commerce.require_agent_price(bigint,bigint,bigint,text) from public;
revoke execute on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) from public;
revoke execute on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) from public;
revoke execute on function commerce.simulated_rounds(commerce.price_terms,bigint[],text) from public;
revoke execute on function commerce.simulate_policy(commerce.pricing_policies,jsonb,commerce.subject,integer,bigint[]) from public;
revoke execute on function commerce.simulate_negotiation(text,jsonb,integer,text,text,jsonb) from public;
revoke execute on function commerce.buyer_transactions(text,text[],text[]) from public;
revoke execute on function commerce.erase_buyer(text,text[],text[]) from public;
revoke execute on function connector.restatements(core.brands,boolean) from public;
revoke execute on function connector.hourly_accounts(core.brands,date,date,text[]) from public;
revoke execute on function connector.comparison(core.brands,text,date,date,text[]) from public;
revoke execute on function connector.month_budgets(text,text,date,date,boolean) from public;
reset role;
grant create on schema oauth to vitrine_oauth;
alter function oauth.change_name(bytea,text,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.change_name(bytea,text,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.has_account(text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.has_account(text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.is_invited(text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.is_invited(text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.request_sign_up(text,boolean,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.request_sign_up(text,boolean,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.next_address_mail() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.next_address_mail() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.claim_address_mail(bytea) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.claim_address_mail(bytea) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.show_sign_up(bytea) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.show_sign_up(bytea) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.sign_up(bytea,text,text,bytea,bytea,text,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.sign_up(bytea,text,text,bytea,bytea,text,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.admit_mail(text,text,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.admit_mail(text,text,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.gets_notifications(text,uuid,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.gets_notifications(text,uuid,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.notify_members(text,text,text,uuid,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.notify_members(text,text,text,uuid,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.notify_of_alert() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.notify_of_alert() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.notify_of_proposal() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.notify_of_proposal() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.notify_of_upload() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.notify_of_upload() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.notify_of_source() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.notify_of_source() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.due_notifications() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.due_notifications() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.end_notification_mail(text,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.end_notification_mail(text,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.claim_notification(bytea) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.claim_notification(bytea) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.drop_notification(text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.drop_notification(text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.fail_notification(text,integer) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.fail_notification(text,integer) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.count_failed_notifications() owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.count_failed_notifications() from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.show_unsubscription(bytea) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.show_unsubscription(bytea) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.unsubscribe(bytea,text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.unsubscribe(bytea,text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.forget_brand(text) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.forget_brand(text) from public;
grant create on schema oauth to vitrine_oauth;
alter function oauth.forget_person(uuid) owner to vitrine_oauth;
revoke create on schema oauth from vitrine_oauth;
revoke execute on function oauth.forget_person(uuid) from public;
set role vitrine_owner;
revoke execute on function console.period_days(text,text) from public;
revoke execute on function console.view(text,date,date,text,text[]) from public;
reset role;
grant create on schema console to vitrine_gate;
alter function console.create_brand(text,text,text) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.create_brand(text,text,text) from public;
grant create on schema console to vitrine_gate;
alter function console.display_name(uuid) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.display_name(uuid) from public;
grant create on schema console to vitrine_gate;
alter function console.is_member(text,text) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.is_member(text,text) from public;
set role vitrine_owner;
revoke execute on function console.require_member(text,text,text) from public;
revoke execute on function console.end_invitations_by(text,uuid,text) from public;
reset role;
grant create on schema console to vitrine_oauth;
alter function console.mail_invitation(text,text) owner to vitrine_oauth;
revoke create on schema console from vitrine_oauth;
revoke execute on function console.mail_invitation(text,text) from public;
set role vitrine_owner;
revoke execute on function console.people(text) from public;
revoke execute on function console.invite(text,text,text) from public;
revoke execute on function console.move_invitation(text,text,text) from public;
revoke execute on function console.change_role(text,text,text) from public;
revoke execute on function console.transfer_ownership(text,text) from public;
revoke execute on function console.remove_member(text,text) from public;
reset role;
grant create on schema console to vitrine_gate;
alter function console.require_invitation(text) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.require_invitation(text) from public;
grant create on schema console to vitrine_gate;
alter function console.invitation(text) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.invitation(text) from public;
grant create on schema console to vitrine_gate;
alter function console.answer_invitation(text,text) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.answer_invitation(text,text) from public;
set role vitrine_owner;
revoke execute on function console.undo_import(text,text) from public;
revoke execute on function console.shown_upload(analytics.uploads) from public;
revoke execute on function console.uploads(text) from public;
revoke execute on function console.upload(text,text) from public;
revoke execute on function console.start_upload(text,text) from public;
reset role;
grant create on schema console to vitrine_person;
alter function console.add_chunk(text,text,integer,bytea,boolean) owner to vitrine_person;
revoke create on schema console from vitrine_person;
revoke execute on function console.add_chunk(text,text,integer,bytea,boolean) from public;
grant create on schema console to vitrine_gate;
alter function console.store_chunk(bytea,text,text,integer,bytea,boolean) owner to vitrine_gate;
revoke create on schema console from vitrine_gate;
revoke execute on function console.store_chunk(bytea,text,text,integer,bytea,boolean) from public;
set role vitrine_owner;
revoke execute on function console.confirm_upload(text,text,text,jsonb,text,text) from public;
revoke execute on function console.delete_upload(text,text) from public;
revoke execute on function console.change_attribution(text,integer,text,integer,integer,integer,text) from public;
revoke execute on function console.target_fault(numeric,text,core.currencies) from public;
revoke execute on function console.set_target(text,text,integer,text,numeric,numeric,numeric) from public;
revoke execute on function console.pricing_policy(text,text) from public;
revoke execute on function console.remove_pricing_policy(text,text,integer) from public;
revoke execute on function console.stored_data(text) from public;
revoke execute on function console.brand_settings(text) from public;
revoke execute on function console.set_brand(text,integer,text,text,text) from public;
revoke execute on function console.storefront_settings(text) from public;
revoke execute on function console.set_storefront(text,integer,text,text,text,text,text,text,text,text,text,text,text,text) from public;
revoke execute on function console.publish_storefront(text,integer,boolean) from public;
reset role;
grant create on schema console to vitrine_oauth;
alter function console.end_unsubscribe_links(text,text) owner to vitrine_oauth;
revoke create on schema console from vitrine_oauth;
revoke execute on function console.end_unsubscribe_links(text,text) from public;
grant create on schema console to vitrine_oauth;
alter function console.notification_states(text) owner to vitrine_oauth;
revoke create on schema console from vitrine_oauth;
revoke execute on function console.notification_states(text) from public;
set role vitrine_owner;
revoke execute on function console.notification_settings(text) from public;
revoke execute on function console.set_notifications(text,boolean,boolean,boolean,boolean) from public;
revoke execute on function console.notified_alerts(text,text[]) from public;
revoke execute on function console.notified_sources(text,text[]) from public;
revoke execute on function console.notified_proposals(text,text[]) from public;
revoke execute on function console.notified_imports(text,text[]) from public;
revoke execute on function console.notified(text,text,text[]) from public;
revoke execute on function sources.add_authorization(text,text,text,text,text,text,text,text) from public;
revoke execute on function sources.spend_authorization(text,text,text) from public;
revoke execute on function sources.add_connection(text,jsonb,jsonb) from public;
revoke execute on function sources.add_sources(text,text,text[]) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.take_grant(text,integer,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.take_grant(text,integer,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) from public;
grant create on schema sources to vitrine_gate;
alter function sources.release_grant(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.release_grant(text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.keep_grant(text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.keep_grant(text,text,integer) from public;
grant create on schema sources to vitrine_gate;
alter function sources.fail_connection(text,jsonb) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.fail_connection(text,jsonb) from public;
set role vitrine_owner;
revoke execute on function sources.end_source(text,text,boolean) from public;
revoke execute on function sources.is_in_use(text) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.end_unused_connections() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_unused_connections() from public;
set role vitrine_owner;
revoke execute on function sources.earlier_connections(text,text,text[]) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.end_replaced_connections(text[]) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_replaced_connections(text[]) from public;
grant create on schema sources to vitrine_gate;
alter function sources.end_abandoned_connections() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_abandoned_connections() from public;
grant create on schema sources to vitrine_gate;
alter function sources.connections_to_revoke() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.connections_to_revoke() from public;
grant create on schema sources to vitrine_gate;
alter function sources.shares_access(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.shares_access(text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.begin_revocation(text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.begin_revocation(text,text,integer) from public;
grant create on schema sources to vitrine_gate;
alter function sources.is_revoking(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.is_revoking(text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.forget_grant(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.forget_grant(text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.end_account_connections(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_account_connections(text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.count_unrevoked(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.count_unrevoked(text) from public;
set role vitrine_owner;
revoke execute on function sources.end_at_platform(text,text,text) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.end_person(text,text,text,timestamp with time zone,boolean) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_person(text,text,text,timestamp with time zone,boolean) from public;
grant create on schema sources to vitrine_gate;
alter function sources.count_token_keys() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.count_token_keys() from public;
grant create on schema sources to vitrine_gate;
alter function sources.list_grants_of_other_keys(text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.list_grants_of_other_keys(text,text,integer) from public;
grant create on schema sources to vitrine_gate;
alter function sources.reseal_grant(text,text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.reseal_grant(text,text,text) from public;
set role vitrine_owner;
revoke execute on function sources.has_report(text,text) from public;
revoke execute on function sources.first_day_to_read(date) from public;
revoke execute on function sources.add_window(text,text,text,text,date,date) from public;
revoke execute on function sources.add_windows(text,text,text,text,date,date,integer) from public;
revoke execute on function sources.replace_unread_windows(text,text,text,date) from public;
revoke execute on function sources.last_night(text,integer,integer) from public;
revoke execute on function sources.plan_windows(text,text,text,jsonb,jsonb) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.due_sources(text,text,boolean) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.due_sources(text,text,boolean) from public;
grant create on schema sources to vitrine_gate;
alter function sources.claim_source(text,text,text,integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.claim_source(text,text,text,integer) from public;
set role vitrine_owner;
revoke execute on function sources.keep_source(text,text,text,integer) from public;
revoke execute on function sources.readable_windows(text,text) from public;
revoke execute on function sources.next_window(text,text) from public;
revoke execute on function sources.seconds_to_next_read(text,text) from public;
revoke execute on function sources.require_lease(text,text,text) from public;
revoke execute on function sources.require_window(text,text,text) from public;
revoke execute on function sources.days_in_timezone(datemultirange,text,text) from public;
revoke execute on function sources.reported_days(text) from public;
revoke execute on function sources.note_days_without_rows(sources.sources,date,date,timestamp with time zone) from public;
revoke execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) from public;
revoke execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) from public;
revoke execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) from public;
revoke execute on function sources.unread_comparison(text,date,date,date,date,text[],text) from public;
revoke execute on function sources.note_request(text,text,text,text,double precision,timestamp with time zone) from public;
revoke execute on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb,boolean,boolean) from public;
revoke execute on function sources.wait_for_platform(text,text,text,double precision) from public;
revoke execute on function sources.split_window(text,text,text) from public;
revoke execute on function sources.shorten_window(sources.windows,date) from public;
revoke execute on function sources.need_attention(text,text,jsonb,double precision) from public;
revoke execute on function sources.note_failed_run(text,text,text,text,integer) from public;
revoke execute on function sources.retry_source(text,text) from public;
revoke execute on function sources.note_version(text,text,text,jsonb) from public;
revoke execute on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],date,bigint) from public;
revoke execute on function sources.missing_rates(sources.sources) from public;
revoke execute on function sources.attention_of(sources.sources) from public;
revoke execute on function sources.stale_alert(sources.sources) from public;
revoke execute on function sources.reachable_since(sources.sources) from public;
revoke execute on function sources.has_stopped(sources.sources) from public;
revoke execute on function sources.working_sources() from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.troubled_sources() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.troubled_sources() from public;
grant create on schema sources to vitrine_gate;
alter function sources.raise_stale() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.raise_stale() from public;
set role vitrine_owner;
revoke execute on function sources.stage_ads(sources.sources,text,text[],jsonb) from public;
revoke execute on function sources.staged_columns(text[]) from public;
revoke execute on function sources.account_entities(text,text,text) from public;
revoke execute on function sources.remove_unreported(text,regclass,text,text[],text,text,text) from public;
revoke execute on function sources.write_days(text,text[],date,date) from public;
revoke execute on function sources.write_hours(text,text[],date,date,text) from public;
revoke execute on function sources.leave_out_newest(jsonb,sources.sources,date) from public;
revoke execute on function sources.commit_ads(text,text,text,text,text[],jsonb,integer,timestamp with time zone,date) from public;
revoke execute on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) from public;
revoke execute on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) from public;
revoke execute on function sources.touch_ga4_orders(text,text[]) from public;
revoke execute on function sources.note_due_objects(text,text,text,text[]) from public;
revoke execute on function sources.note_unready_journeys(text,text,text[]) from public;
revoke execute on function sources.next_objects(text,text,text[]) from public;
revoke execute on function sources.waiting_objects(text,text) from public;
revoke execute on function sources.delay_objects(text,text,text,text[],double precision,jsonb,boolean) from public;
revoke execute on function sources.write_orders(sources.sources,jsonb,date,date) from public;
revoke execute on function sources.advance_orders(sources.sources,text,jsonb) from public;
revoke execute on function sources.commit_orders(text,text,text,jsonb,integer) from public;
revoke execute on function sources.commit_products(text,text,text,jsonb,integer) from public;
revoke execute on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.receive_webhook(text,text,text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.receive_webhook(text,text,text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.next_webhooks(integer) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.next_webhooks(integer) from public;
grant create on schema sources to vitrine_gate;
alter function sources.finish_webhook(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.finish_webhook(text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.delay_webhook(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.delay_webhook(text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.refuse_webhook(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.refuse_webhook(text,text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.prune_webhooks() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.prune_webhooks() from public;
grant create on schema sources to vitrine_gate;
alter function sources.count_late_webhooks() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.count_late_webhooks() from public;
grant create on schema sources to vitrine_gate;
alter function sources.deletion_status(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.deletion_status(text) from public;
grant create on schema sources to vitrine_gate;
alter function sources.end_uninstalled(text,timestamp with time zone) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.end_uninstalled(text,timestamp with time zone) from public;
set role vitrine_owner;
revoke execute on function sources.redact_shop(text,text,timestamp with time zone) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.shop_sources(text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.shop_sources(text) from public;
set role vitrine_owner;
revoke execute on function sources.handle_shop_webhook(text,text,jsonb) from public;
revoke execute on function sources.answer_data_request(text,text) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.open_data_requests() owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.open_data_requests() from public;
set role vitrine_owner;
revoke execute on function sources.shrink_data_status(text,text[]) from public;
revoke execute on function sources.delete_data(text,text) from public;
revoke execute on function sources.shown(sources.sources) from public;
revoke execute on function sources.imported_files(core.brands) from public;
revoke execute on function sources.sources(text) from public;
revoke execute on function sources.start_authorization(text,text,text,text,text,text,text,text) from public;
revoke execute on function sources.take_authorization(text,text,text) from public;
revoke execute on function sources.store_connection(text,jsonb,jsonb) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.connected_brands(text,text) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.connected_brands(text,text) from public;
set role vitrine_owner;
revoke execute on function sources.require_connection(text,text) from public;
revoke execute on function sources.reachable_accounts(text,text) from public;
reset role;
grant create on schema sources to vitrine_gate;
alter function sources.kept_sources(text[]) owner to vitrine_gate;
revoke create on schema sources from vitrine_gate;
revoke execute on function sources.kept_sources(text[]) from public;
set role vitrine_owner;
revoke execute on function sources.choose_accounts(text,text,text[]) from public;
revoke execute on function sources.move_source(text,text,text,boolean) from public;
reset role;
comment on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) is 'Returns the days that each ad account had reported before a time. was_active: with spend or sales. is_cut_off: no value changed after the end of the day, so that the report may be of a part of it.';
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) is 'Returns the ad accounts of a brand that had not reported one of these metrics before a time, as analytics.accounts_without.';
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.active_accounts(text) is 'Returns the accounts of a brand with spend or sales in its last 14 finished days. reported_through is the last day that each has reported, lag_days the days behind the brand''s last reported day. Days that were reported before they ended do not count. Days that were read from a connected account count without rows too.';
comment on function analytics.add_shop_touches(text) is 'Adds the visits of the temporary table journeys as clicks, and returns the days of the new ones. They are visits of customers who ordered.';
grant execute on function analytics.add_shop_touches(text) to vitrine_worker;
comment on function analytics.adds_up(text) is 'Returns whether the values of days of a metric can be added up. False for ratios and reach.';
grant execute on function analytics.adds_up(text) to vitrine_analyst;
grant execute on function analytics.adds_up(text) to vitrine_key;
grant execute on function analytics.adds_up(text) to vitrine_person;
grant execute on function analytics.adds_up(text) to vitrine_simulated;
comment on function analytics.apply_attribution_change(text) is 'Applies the requested attribution settings of a brand (analytics.configure_attribution), and returns whether it did. Refuses the change if the settings have another version by then, or if the journeys of the brand do not allow the model.';
grant execute on function analytics.apply_attribution_change(text) to vitrine_worker;
comment on function analytics.asked_range(core.brands,jsonb,jsonb,date) is 'Returns the days of an answer. Averages and best periods use only whole days, weeks, months or quarters with data. Comparisons use the same complete days of both times if is_comparable. Pacing uses the reported days of the current month, and last_on is null if there are none.';
grant execute on function analytics.asked_range(core.brands,jsonb,jsonb,date) to vitrine_analyst;
grant execute on function analytics.asked_range(core.brands,jsonb,jsonb,date) to vitrine_key;
grant execute on function analytics.asked_range(core.brands,jsonb,jsonb,date) to vitrine_person;
grant execute on function analytics.asked_range(core.brands,jsonb,jsonb,date) to vitrine_simulated;
comment on function analytics.attribute_shop_days(text,date[]) is 'Recomputes the attribution of the orders of these days.';
grant execute on function analytics.attribute_shop_days(text,date[]) to vitrine_worker;
comment on function analytics.attribution(text,date,date,text,text[],text,text) is 'GET /v1/attribution: the results of each channel for the orders of a range, under the model and windows of the brand. The credits of channels and the unattributed part add up to the total to the cent. channels hides rows and changes no credit. Raises NTRDY if no order was ever ingested, and for the model markov if only shops and GA4 report journeys.';
comment on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) is 'GET /v1/attribution/comparison: the credits of each channel or campaign for the orders of a range, under two models and with other windows than those of the brand. Raises NTRDY as analytics.attribution does, and BADRQ for the model markov with other windows.';
grant execute on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) to vitrine_analyst;
grant execute on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) to vitrine_key;
grant execute on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) to vitrine_person;
grant execute on function analytics.attribution_comparison(text,date,date,text,text,text,integer,integer,text,integer) to vitrine_simulated;
comment on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) is 'GET /v1/attribution/paths: the paths of channels to the orders of a range, most frequent first. Raises NTRDY if no order was ever ingested.';
grant execute on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) to vitrine_analyst;
grant execute on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) to vitrine_key;
grant execute on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) to vitrine_person;
grant execute on function analytics.attribution_paths(text,date,date,integer,integer,integer,integer) to vitrine_simulated;
comment on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) is 'GET /v1/attribution-preview: the revenue and ROAS of each channel over the days up to yesterday, under the settings of the brand and under the given ones. Stores nothing. Raises BADRQ for invalid settings, and NTRDY if no order was ever ingested or for markov with other windows than the stored ones.';
grant execute on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) to vitrine_analyst;
grant execute on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) to vitrine_key;
grant execute on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) to vitrine_person;
grant execute on function analytics.attribution_preview(text,text,integer,integer,integer,text,integer) to vitrine_simulated;
comment on function analytics.attribution_settings(text) is 'GET /v1/attribution-settings: the model, windows, half-life and accounting of a brand, and a requested change that is not applied yet.';
grant execute on function analytics.attribution_settings(text) to vitrine_analyst;
grant execute on function analytics.attribution_settings(text) to vitrine_key;
grant execute on function analytics.attribution_settings(text) to vitrine_person;
grant execute on function analytics.attribution_settings(text) to vitrine_simulated;
comment on function analytics.attribution_settings_of(text) is 'Returns the attribution settings of a brand, or the defaults of analytics.attribution_settings if it has none yet.';
grant execute on function analytics.attribution_settings_of(text) to vitrine_analyst;
grant execute on function analytics.attribution_settings_of(text) to vitrine_key;
grant execute on function analytics.attribution_settings_of(text) to vitrine_person;
grant execute on function analytics.attribution_settings_of(text) to vitrine_simulated;
grant execute on function analytics.attribution_settings_of(text) to vitrine_worker;
comment on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) is 'GET /v1/breakdown: one row for each ad account, campaign, ad set or ad with the metrics of the whole range, sorted by a metric. totals covers all rows. deltas compares complete days with an earlier period. Raises BADRQ for an invalid range, metric, platform or id, and NTRDY if the brand has no ad data.';
grant execute on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) to vitrine_analyst;
grant execute on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) to vitrine_key;
grant execute on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) to vitrine_person;
grant execute on function analytics.breakdown(text,date,date,text,text[],text,text[],text[],text[],text,text,text,text,text,integer,integer) to vitrine_simulated;
comment on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) is 'Returns the rows of a page of analytics.breakdown with the trend of a metric by day or week. Periods without a report are absent.';
grant execute on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) to vitrine_analyst;
grant execute on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) to vitrine_key;
grant execute on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) to vitrine_person;
grant execute on function analytics.breakdown_trends(core.brands,text,json,text,text,date,date,jsonb) to vitrine_simulated;
comment on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) is 'Returns warnings about what recommendations or budgets omit, among them the days that were not read from accounts of these platforms, or of all.';
grant execute on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) to vitrine_analyst;
grant execute on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) to vitrine_key;
grant execute on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) to vitrine_person;
grant execute on function analytics.budget_warnings(core.brands,text,date,integer,bigint,text[]) to vitrine_simulated;
comment on function analytics.campaign_credits(text,text,date,date) is 'The credits of each channel and campaign for the orders of a range under a model, unrounded: value in micros, conversions, new customers. An empty campaign means that the touches name none. The credits of a channel add up to those of analytics.channel_credits.';
grant execute on function analytics.campaign_credits(text,text,date,date) to vitrine_analyst;
grant execute on function analytics.campaign_credits(text,text,date,date) to vitrine_key;
grant execute on function analytics.campaign_credits(text,text,date,date) to vitrine_person;
grant execute on function analytics.campaign_credits(text,text,date,date) to vitrine_simulated;
comment on function analytics.campaign_key(text,bigint) is 'The platform, account id and id of a campaign as one text, which names it uniquely in a form.';
grant execute on function analytics.campaign_key(text,bigint) to vitrine_analyst;
grant execute on function analytics.campaign_key(text,bigint) to vitrine_key;
grant execute on function analytics.campaign_key(text,bigint) to vitrine_person;
grant execute on function analytics.campaign_key(text,bigint) to vitrine_simulated;
comment on function analytics.change_shop_orders(text,text) is 'Writes the orders of the temporary table shop_orders that differ from the stored ones, and leaves those in the temporary table shop_changes. Raises BADRQ if an exchange rate is missing.';
grant execute on function analytics.change_shop_orders(text,text) to vitrine_worker;
comment on function analytics.channel_attribution(text,date,date) is 'Returns the credits of each channel for the orders of a range under every model, as GET /v1/attribution does for one model. The markov chain covers the whole range, and is absent if only shops and GA4 report journeys. Values are in units of currency, not rounded. Raises NTFND for a brand that an analyst may not read, and BADRQ for a range that is incomplete, reversed or too long.';
comment on function analytics.channel_credits(text,text,date,date) is 'The credits of each channel for the orders of a range under a model, unrounded: value in micros, conversions, new customers. Raises NTFND for an unknown brand, BADRQ for an unknown model, and NTRDY for markov if only shops and GA4 report journeys.';
comment on function analytics.channel_spend(text,text[],date,date) is 'The spend of each of these channels in a range, in micros. Null for a channel without a platform of its own. Raises NTFND for an unknown brand.';
grant execute on function analytics.channel_spend(text,text[],date,date) to vitrine_analyst;
grant execute on function analytics.channel_spend(text,text[],date,date) to vitrine_key;
grant execute on function analytics.channel_spend(text,text[],date,date) to vitrine_person;
grant execute on function analytics.channel_spend(text,text[],date,date) to vitrine_simulated;
comment on function analytics.check_attribution(analytics.attribution_settings) is 'Raises BADRQ for settings beyond the limits of analytics.attribution_settings, and as analytics.require_attribution_model.';
grant execute on function analytics.check_attribution(analytics.attribution_settings) to vitrine_analyst;
grant execute on function analytics.check_attribution(analytics.attribution_settings) to vitrine_key;
grant execute on function analytics.check_attribution(analytics.attribution_settings) to vitrine_person;
grant execute on function analytics.check_attribution(analytics.attribution_settings) to vitrine_simulated;
grant execute on function analytics.check_attribution(analytics.attribution_settings) to vitrine_worker;
comment on function analytics.claim_upload(text,text,text,integer) is 'Gives a confirmed upload to a process for some seconds and returns how to import it. Returns null if another process imports it or if it is gone. Fails an upload whose import was interrupted three times.';
grant execute on function analytics.claim_upload(text,text,text,integer) to vitrine_worker;
comment on function analytics.clear_superseded_sums(text,text[]) is 'Clears the sums of the days in ad_superseded and adds the days to ad_entity_days, so that they are summed again from the remaining hours. Returns the days.';
grant execute on function analytics.clear_superseded_sums(text,text[]) to vitrine_worker;
comment on function analytics.commit_shop_orders(text,text,jsonb,date,date) is 'Writes the orders and visits of a reply of a connected shop (OrdersReply of shared/sources/platform.ts), and recomputes the attribution that they change. Unchanged orders write nothing. Single orders that were asked for and do not exist are deleted. Stored orders that changed between the times of the reply and are not in it are returned as vanished, because they changed again or were deleted. first_on, last_on: the days on which all orders are known now. Raises BADRQ if an exchange rate is missing.';
grant execute on function analytics.commit_shop_orders(text,text,jsonb,date,date) to vitrine_worker;
comment on function analytics.comparable_days(text,date,date,date) is 'Returns the complete days of a range, and the same part of its analytics.compared_range. Returns nulls if no day is complete.';
comment on function analytics.comparable_time(text,jsonb,jsonb) is 'The days of the two times of a question that are compared, by analytics.comparable_part, with warnings where they are not all requested days. Without is_comparable, no day is complete, or days were not read from an account (sources.unread_comparison): the days are then the requested ones.';
grant execute on function analytics.comparable_time(text,jsonb,jsonb) to vitrine_analyst;
grant execute on function analytics.comparable_time(text,jsonb,jsonb) to vitrine_key;
grant execute on function analytics.comparable_time(text,jsonb,jsonb) to vitrine_person;
grant execute on function analytics.comparable_time(text,jsonb,jsonb) to vitrine_simulated;
comment on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) is 'Compares rows of analytics.metric_rows with an earlier period: none, previous_period, previous_year or previous_year_weekdays. Returns the rows, each with its deltas if they are of the whole range (granularity none); the earlier period with its totals; the deltas of the totals; and warnings. base and deltas are null if nothing is compared, and not_compared is the reason of connector.comparison. The other parameters are those of the rows.';
grant execute on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) to vitrine_analyst;
grant execute on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) to vitrine_key;
grant execute on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) to vitrine_person;
grant execute on function analytics.compare_metrics(core.brands,analytics.metric_rows,text[],text,text,date,date,jsonb,text[],text) to vitrine_simulated;
comment on function analytics.compared_range(text,date,date,date) is 'Returns the range that a comparison names for another. previous_period compares a week, month, quarter or year that is not over with the one before. The range must then include its last complete day. Any other range is compared with the range of equal length just before. previous_year uses the same dates a year earlier (29 February with 28 February), and previous_year_weekdays the days 364 days earlier, which are the same weekdays.';
grant execute on function analytics.compared_range(text,date,date,date) to vitrine_analyst;
grant execute on function analytics.compared_range(text,date,date,date) to vitrine_key;
grant execute on function analytics.compared_range(text,date,date,date) to vitrine_person;
grant execute on function analytics.compared_range(text,date,date,date) to vitrine_simulated;
comment on function analytics.completeness(core.brands,date,date,text,text[],text[]) is 'The days of a range that are over, lie within the history, and were read from every connected account and reported by every active one of these platforms, or of all. Behind them, the same of each of the platforms that rows are of, because one that reports late leaves the rows of another complete. warnings name what is missing. A period is complete when its multirange contains it (@> daterange); else its row is marked partial.';
comment on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) is 'The complete days of a range, and the warnings about the others, as analytics.completeness, by what was stored by the end of the day as_of.';
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_analyst;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_key;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_person;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_simulated;
comment on function analytics.configure_attribution(text,text,integer,integer,integer,text,boolean,boolean,text[]) is 'Sets the given attribution_settings of a brand, keeps the others, and recomputes the attribution of all orders. Windows are days before the order, the half-life is in hours. Raises BADRQ for a model that cannot divide orders, and NTRDY for markov if only shops and GA4 report journeys.';
comment on function analytics.convert_staged_money(text,text[]) is 'Converts staged money in other currencies to the brand''s currency, at the rate of each day, and keeps the reported spend and revenue. Sets money without a known rate to null and returns a warning with the days that lack one.';
comment on function analytics.credit_markov(text,integer) is 'Computes the markov credits of the days that are due, latest first, at most days_max. Credits by channel are those of analytics.channel_credits for the single day. Within a channel, they are divided among campaigns, ads and creatives by the weights of the model linear. Returns the number of days. Computes none while only shops and GA4 report journeys. The worker calls it every night.';
comment on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) is 'The credits of analytics.campaign_credits, calculated from the touches under the given settings. There are none for markov, whose chain also has the journeys without an order.';
grant execute on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) to vitrine_analyst;
grant execute on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) to vitrine_key;
grant execute on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) to vitrine_person;
grant execute on function analytics.credits_in_windows(core.brands,analytics.attribution_settings,text[],date,date) to vitrine_simulated;
comment on function analytics.customer_kinds(core.brands,text,date,date) is 'The orders of a range, less refunds, by whether the store marks the customer as new, as returning, or not at all.';
grant execute on function analytics.customer_kinds(core.brands,text,date,date) to vitrine_analyst;
grant execute on function analytics.customer_kinds(core.brands,text,date,date) to vitrine_key;
grant execute on function analytics.customer_kinds(core.brands,text,date,date) to vitrine_person;
grant execute on function analytics.customer_kinds(core.brands,text,date,date) to vitrine_simulated;
comment on function analytics.daily_series(text,text,integer) is 'Returns the daily values of a metric of a brand, without gaps, through the last finished day that every active account has reported. For ratios, returns the numerator and the denominator. Days without a report are null. Values that platforms are expected to change by more than 2 % are multiplied by the expected change (analytics.restatement_factors), and is_corrected is true. Metrics that cannot be forecast have no rows. Raises NTFND for an unknown brand, and BADRQ for an unknown metric or fewer days than one.';
grant execute on function analytics.daily_series(text,text,integer) to vitrine_analyst;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_key;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_person;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_simulated;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_worker;
comment on function analytics.days_as_of(text,text,timestamp with time zone) is 'Returns the first and the last day of a kind of ad data (ads_daily or ads_hourly) that a brand had before a time. Nulls if it had none.';
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.days_without(date,date,datemultirange) is 'Returns the days from first_on to last_on without the missing ones.';
grant execute on function analytics.days_without(date,date,datemultirange) to vitrine_analyst;
grant execute on function analytics.days_without(date,date,datemultirange) to vitrine_key;
grant execute on function analytics.days_without(date,date,datemultirange) to vitrine_person;
grant execute on function analytics.days_without(date,date,datemultirange) to vitrine_simulated;
comment on function analytics.delete_brand_data(text) is 'Deletes what refers to a brand without a foreign key: facts, their versions and sums, and jobs. core.delete_brand calls it.';
grant execute on function analytics.delete_brand_data(text) to vitrine_gate;
comment on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) is 'Deletes orders of a source, all or some, with their touches by GA4 and the visits of customers who then have no order. Orders that a file has too become those of the file. Returns the days whose attribution changes.';
grant execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) to vitrine_worker;
comment on function analytics.development(text,date,date) is 'Returns by how much the total of each ad account and day changed at each age of the day, in the unit of the fact tables. The change at the first age is the first value, at the end of the day after. Null if nothing was reported.';
grant execute on function analytics.development(text,date,date) to vitrine_analyst;
grant execute on function analytics.development(text,date,date) to vitrine_key;
grant execute on function analytics.development(text,date,date) to vitrine_person;
grant execute on function analytics.development(text,date,date) to vitrine_simulated;
grant execute on function analytics.development(text,date,date) to vitrine_worker;
comment on function analytics.due_attribution_changes() is 'The brands with requested attribution settings that are not applied yet.';
grant execute on function analytics.due_attribution_changes() to vitrine_worker;
comment on function analytics.entities_without(text,text[],text,timestamp with time zone) is 'Returns the ad accounts that have never reported revenue or the cost of goods, now or before a time, with all entities below them, if profit is requested. profit excludes them.';
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) is 'The SQL of one row per period (bucket) and entity of a level, with the sums of analytics.sum_columns. Filters: analytics.is_meant. stored_before: as in analytics.fact_table.';
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_key;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_person;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_simulated;
comment on function analytics.erase_person(text,text,text[]) is 'Erases a customer of a brand, given by any of the visitor ids: touches, links between ids, the ids in requests for data, and the buyer in commerce data. Orders keep their amounts and times, without a person and touches, and attribution is computed again. Data of the person up to now is not restored by later imports. order_ids: further orders of the person, such as those that name no customer. Returns the numbers of ids and of changed rows.';
grant execute on function analytics.erase_person(text,text,text[]) to vitrine_worker;
comment on function analytics.erased_visitor_id(text) is 'Returns the visitor id of an order whose person was erased. Each order has its own, so that two orders of a person are not linked.';
grant execute on function analytics.erased_visitor_id(text) to vitrine_analyst;
grant execute on function analytics.erased_visitor_id(text) to vitrine_key;
grant execute on function analytics.erased_visitor_id(text) to vitrine_person;
grant execute on function analytics.erased_visitor_id(text) to vitrine_simulated;
grant execute on function analytics.erased_visitor_id(text) to vitrine_worker;
comment on function analytics.expected_restatement(text) is 'Returns the expected final value of a day divided by its value at each age in days, by platform and base metric, from the restatements of the last 120 days. A platform has rows once 28 days were first reported on the day after.';
grant execute on function analytics.expected_restatement(text) to vitrine_analyst;
grant execute on function analytics.expected_restatement(text) to vitrine_key;
grant execute on function analytics.expected_restatement(text) to vitrine_person;
grant execute on function analytics.expected_restatement(text) to vitrine_simulated;
grant execute on function analytics.expected_restatement(text) to vitrine_worker;
comment on function analytics.fact_table(text,text,timestamp with time zone) is 'The table of the facts of a level. With stored_before, the facts of the level ad as they were before this time.';
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.facts_as_of(text,date,date,timestamp with time zone) is 'Returns the rows of facts_daily of a brand and days as they were just before a time. replaced_at is null for rows that still count.';
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_key;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_person;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_worker;
comment on function analytics.fail_upload(text,text,text,text,jsonb) is 'Records why nothing of a file was imported. The person can correct the mapping and confirm the file again.';
grant execute on function analytics.fail_upload(text,text,text,text,jsonb) to vitrine_worker;
comment on function analytics.finish_upload(text,text,text,text) is 'Ends an upload in the transaction of its import, and deletes its bytes. Raises STALE if another process has the lease, so that a file is imported once.';
grant execute on function analytics.finish_upload(text,text,text,text) to vitrine_worker;
comment on function analytics.forget_erased_visits(text) is 'Makes the staged orders of erased persons anonymous, and removes their staged visits (temporary tables shop_orders and journeys).';
grant execute on function analytics.forget_erased_visits(text) to vitrine_worker;
comment on function analytics.gap_warning(text,text,daterange,date) is 'Returns the warning that an ad account did not report these days. With reported_through it has reported nothing since that day.';
grant execute on function analytics.gap_warning(text,text,daterange,date) to vitrine_analyst;
grant execute on function analytics.gap_warning(text,text,daterange,date) to vitrine_key;
grant execute on function analytics.gap_warning(text,text,daterange,date) to vitrine_person;
grant execute on function analytics.gap_warning(text,text,daterange,date) to vitrine_simulated;
comment on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) is 'A warning for each account that reports days of a range and no hours of them. stored_before: by what was stored before this time. It is a function of its own, so that the partitions with hours are planned only for a request by hour.';
grant execute on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.hour_warnings(core.brands,date,date,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns the rows of facts_hourly of a brand from first_hour to before last_hour, as they were just before a time.';
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_key;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_person;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_worker;
comment on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns the time before stored_before at which facts of these hours last changed. Hours that had not ended by then were not reported as a whole.';
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_key;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_person;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_worker;
comment on function analytics.ids_of_rows(json) is 'Returns the filter (analytics.is_meant) of the entities of rows: the finest id that all of them have. A row of spend without ads has no id of an ad or ad set. Rows of everything have no id and need no filter.';
grant execute on function analytics.ids_of_rows(json) to vitrine_analyst;
grant execute on function analytics.ids_of_rows(json) to vitrine_key;
grant execute on function analytics.ids_of_rows(json) to vitrine_person;
grant execute on function analytics.ids_of_rows(json) to vitrine_simulated;
comment on function analytics.is_found(analytics.entity_paths,text,text) is 'Returns whether the name of the entity at a level contains a text, or its id is the text.';
grant execute on function analytics.is_found(analytics.entity_paths,text,text) to vitrine_analyst;
grant execute on function analytics.is_found(analytics.entity_paths,text,text) to vitrine_key;
grant execute on function analytics.is_found(analytics.entity_paths,text,text) to vitrine_person;
grant execute on function analytics.is_found(analytics.entity_paths,text,text) to vitrine_simulated;
comment on function analytics.is_preliminary(text,text,text,integer) is 'Returns whether later reports are expected to change a metric of a day of this age, or one of its bases, by more than 2 %.';
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_analyst;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_key;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_person;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_simulated;
comment on function analytics.is_provisional(double precision) is 'Whether later reports are expected to change a value by more than 2 %.';
grant execute on function analytics.is_provisional(double precision) to vitrine_analyst;
grant execute on function analytics.is_provisional(double precision) to vitrine_key;
grant execute on function analytics.is_provisional(double precision) to vitrine_person;
grant execute on function analytics.is_provisional(double precision) to vitrine_simulated;
grant execute on function analytics.is_provisional(double precision) to vitrine_worker;
comment on function analytics.keep_file_orders(text) is 'Keeps the orders of the temporary table bought that a connected shop reports beside those of the shop (orders.file_order), and marks them is_of_shop.';
grant execute on function analytics.keep_file_orders(text) to vitrine_worker;
comment on function analytics.keep_upload(text,text,text,integer,bigint,double precision) is 'Extends the lease of an import and records how far it has read.';
grant execute on function analytics.keep_upload(text,text,text,integer,bigint,double precision) to vitrine_worker;
comment on function analytics.keep_versions() is 'Keeps the rows of facts that a statement replaces or removes, as they were before, if their measures change. Simulated data and data of a removed brand have no versions.';
grant execute on function analytics.keep_versions() to vitrine_worker;
comment on function analytics.lacks_lost_journeys(text) is 'Returns whether all journeys of a brand are from connected shops or GA4, which report only the visits of customers who ordered. Only files of journeys also have journeys without an order. Visits before the attribution window are no lost journeys.';
grant execute on function analytics.lacks_lost_journeys(text) to vitrine_analyst;
grant execute on function analytics.lacks_lost_journeys(text) to vitrine_key;
grant execute on function analytics.lacks_lost_journeys(text) to vitrine_person;
grant execute on function analytics.lacks_lost_journeys(text) to vitrine_simulated;
grant execute on function analytics.lacks_lost_journeys(text) to vitrine_worker;
comment on function analytics.last_reported_on(text,analytics.entities,date) is 'Returns the day on which a report of this ad account and day was last stored, also one that changed nothing. Null if none is known.';
grant execute on function analytics.last_reported_on(text,analytics.entities,date) to vitrine_analyst;
grant execute on function analytics.last_reported_on(text,analytics.entities,date) to vitrine_key;
grant execute on function analytics.last_reported_on(text,analytics.entities,date) to vitrine_person;
grant execute on function analytics.last_reported_on(text,analytics.entities,date) to vitrine_simulated;
grant execute on function analytics.last_reported_on(text,analytics.entities,date) to vitrine_worker;
comment on function analytics.level_keys(text) is 'The columns that name the entity of a row, in their order. None at the level account, which is everything; ad_account has a row for each account.';
comment on function analytics.markov_warnings(text,text) is 'A warning for the model markov if the imported files have journeys, and all of them ended in an order.';
grant execute on function analytics.markov_warnings(text,text) to vitrine_analyst;
grant execute on function analytics.markov_warnings(text,text) to vitrine_key;
grant execute on function analytics.markov_warnings(text,text) to vitrine_person;
grant execute on function analytics.markov_warnings(text,text) to vitrine_simulated;
grant execute on function analytics.markov_warnings(text,text) to vitrine_worker;
comment on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) is 'Warnings about metrics: what a reader must know and the numbers do not show. as_of: of what was stored by the end of this day. See platform.warning.';
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_analyst;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_key;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_person;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_simulated;
comment on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) is 'Metrics of a brand through today at most, by period and entity; with as_of, those that were stored by the end of this day. complete_days are those of all and of each of these platforms (analytics.completeness). The other parameters are as in analytics.metrics_query.';
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_analyst;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_key;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_person;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_simulated;
comment on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) is 'GET /v1/metrics: one page of rows per period and entity, totals over the whole range, and warnings. Days, weeks (from Monday) and months are in the brand''s time zone. as_of: what was stored by the end of this day. Raises BADRQ for an invalid range, metric, platform, campaign or as_of, and NTRDY if the brand has no ad data, or had none then.';
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_analyst;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_key;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_person;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_simulated;
comment on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) is 'The query of analytics.metric_rows: the number of rows, the rows of a page, and the totals of all rows. Rows are ordered by period and then by the first metric, or by sort_by and then by period. Granularity none is the whole range; hours is the whole range from reports by hour. is_mixed: days are summed from single facts; without: the entities that profit leaves out; stored_before: the facts are those of this earlier time. Parameters: $1 to $4 as in analytics.fact_condition, $5 filters, $6 with hours the time that ends the last day, $7 limit, $8 rows to skip, $9 last day of the range, $10 complete days of all and of each platform (analytics.completeness), $11 these platforms.';
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) is 'Returns the missing bases of ad accounts as analytics.missing_bases, from the facts as they were before a time.';
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_key;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_person;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_simulated;
comment on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) is 'Warnings about accounts that do not report a base of these metrics, or not on every day, with the metrics that leave them out. stored_before: only reports before this time count.';
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.model_choices(text,text,boolean) is 'The models whose credits add up to the orders. Markov is not available for brands without lost journeys, and for other windows than those of the brand.';
grant execute on function analytics.model_choices(text,text,boolean) to vitrine_analyst;
grant execute on function analytics.model_choices(text,text,boolean) to vitrine_key;
grant execute on function analytics.model_choices(text,text,boolean) to vitrine_person;
grant execute on function analytics.model_choices(text,text,boolean) to vitrine_simulated;
comment on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) is 'The figures of a row under one model. share: its part of the revenue of all orders.';
grant execute on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) to vitrine_analyst;
grant execute on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) to vitrine_key;
grant execute on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) to vitrine_person;
grant execute on function analytics.model_figures(numeric,double precision,double precision,double precision,numeric,numeric) to vitrine_simulated;
comment on function analytics.month_results(text,date,date,text[]) is 'Spend, ROAS and CPA of a brand or some campaigns, as GET /v1/breakdown. Null if there is no data.';
grant execute on function analytics.month_results(text,date,date,text[]) to vitrine_analyst;
grant execute on function analytics.month_results(text,date,date,text[]) to vitrine_key;
grant execute on function analytics.month_results(text,date,date,text[]) to vitrine_person;
grant execute on function analytics.month_results(text,date,date,text[]) to vitrine_simulated;
comment on function analytics.note_unfinished_days(text,timestamp with time zone) is 'Records the staged days that had not ended when the report was requested, by ad account. Removes days that are reported again after their end.';
grant execute on function analytics.note_unfinished_days(text,timestamp with time zone) to vitrine_worker;
comment on function analytics.open_ad_import(text[]) is 'Creates the temporary tables of an import: ad_entities with one row for each ad, ad_facts with these columns of analytics.facts_daily, and rejections. A row of ad_facts has either an entity_no and a day, or the reason for its rejection. analytics.convert_staged_money adds the amounts in the currency of the account.';
comment on function analytics.order_movements(text,text,text,date,date) is 'The amounts that the orders of a brand add on these days. An order adds its revenue on its day. A refund subtracts its amount on the day of the order, or on its own day under cash accounting. is_new_customer is null where the store does not mark the customer.';
grant execute on function analytics.order_movements(text,text,text,date,date) to vitrine_analyst;
grant execute on function analytics.order_movements(text,text,text,date,date) to vitrine_key;
grant execute on function analytics.order_movements(text,text,text,date,date) to vitrine_person;
grant execute on function analytics.order_movements(text,text,text,date,date) to vitrine_simulated;
grant execute on function analytics.order_movements(text,text,text,date,date) to vitrine_worker;
comment on function analytics.paced_through(text,date) is 'Returns the last day of a month that every active account has reported. The pace of the month is measured through this day. Null, with a warning, if there is no such day, also before the first report of the brand. month is the first day of the month.';
comment on function analytics.partial_condition(text,text,timestamp with time zone) is 'Whether a row of analytics.metrics_query is partial: the complete days of its platform, or of the account, do not contain its period. An hour is partial until it has ended, and before stored_before until facts changed after its end.';
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.partial_warnings(core.brands,date,date,text,text[]) is 'Warnings about days of a range that are not complete: today, history that begins later, accounts that are still being read, report late or not at all, and days reported before they had ended.';
comment on function analytics.person_data(text,text) is 'Returns what is stored of a customer of a brand, given by any of the visitor ids: the rows that analytics.erase_person deletes or makes anonymous, and the rest of these orders.';
grant execute on function analytics.person_data(text,text) to vitrine_worker;
comment on function analytics.person_visitors(text,text[]) is 'Returns these visitor ids and all that are linked to them: customer ids, and device ids after device:.';
grant execute on function analytics.person_visitors(text,text[]) to vitrine_worker;
comment on function analytics.plain_account_id(text,text) is 'Returns the id of an ad account as its platform''s API writes it: files write 123-456-7890 for Google Ads and act_123 for Meta.';
grant execute on function analytics.plain_account_id(text,text) to vitrine_worker;
comment on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) is 'The revenue and ROAS of each channel under the given settings, rounded as in GET /v1/attribution, with the totals in each row.';
grant execute on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) to vitrine_analyst;
grant execute on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) to vitrine_key;
grant execute on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) to vitrine_person;
grant execute on function analytics.previewed_channels(core.brands,analytics.attribution_settings,date,date,integer) to vitrine_simulated;
comment on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) is 'The value that each channel is credited with for the orders of a range under the given settings, the value of these orders, and the part of it with touches, in units of the currency and not rounded. Stores nothing. Not for the model markov.';
grant execute on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) to vitrine_analyst;
grant execute on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) to vitrine_key;
grant execute on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) to vitrine_person;
grant execute on function analytics.previewed_credits(core.brands,analytics.attribution_settings,date,date) to vitrine_simulated;
comment on function analytics.prune_touches(text,integer) is 'Deletes touches of a brand that are older than these days, reports of transactions by GA4, and single links to visitors of whom nothing else is stored. A link stays if a row has its id as person_id or if it connects two other ids, so that analytics.erase_person finds every row of a person. Keeps what the nightly attribution needs: 92 days and the longest attribution window. Credits that were computed stay. Returns the number of touches.';
grant execute on function analytics.prune_touches(text,integer) to vitrine_worker;
comment on function analytics.prune_uploads() is 'Deletes uploads that are a day old, with their bytes, and returns their number.';
grant execute on function analytics.prune_uploads() to vitrine_worker;
comment on function analytics.refuse_missing_rates(jsonb) is 'Raises BADRQ (exchange_rates_are_missing) unless rates is null. rates are {from_currency, to_currency, days}, with the days that lack a rate as multirange.';
grant execute on function analytics.refuse_missing_rates(jsonb) to vitrine_worker;
comment on function analytics.refuse_undo(text,text) is 'Returns why an import cannot be undone exactly, as a statement, or null. Only the last report of its days can be undone, so that later ones stay.';
grant execute on function analytics.refuse_undo(text,text) to vitrine_person;
grant execute on function analytics.refuse_undo(text,text) to vitrine_worker;
comment on function analytics.renew_restatement_factors(text) is 'Computes analytics.restatement_factors of a brand again if they are older than 12 hours.';
grant execute on function analytics.renew_restatement_factors(text) to vitrine_worker;
comment on function analytics.require_attribution_model(text,text) is 'Raises BADRQ for a model that cannot divide orders, and NTRDY for markov if only shops and GA4 report journeys. Null is no change.';
grant execute on function analytics.require_attribution_model(text,text) to vitrine_analyst;
grant execute on function analytics.require_attribution_model(text,text) to vitrine_key;
grant execute on function analytics.require_attribution_model(text,text) to vitrine_person;
grant execute on function analytics.require_attribution_model(text,text) to vitrine_simulated;
grant execute on function analytics.require_attribution_model(text,text) to vitrine_worker;
comment on function analytics.require_campaigns(text,text[],text[]) is 'Returns the ids of campaigns unchanged, as analytics.require_entities does.';
comment on function analytics.require_entities(text,text,text[],text[]) is 'Returns the ids of campaigns, ad sets or ad accounts (level account) unchanged. Raises BADRQ for an empty list, and with the ids that no entity of this level of the brand, or of these platforms, has. The parameter is <level>_ids.';
grant execute on function analytics.require_entities(text,text,text[],text[]) to vitrine_analyst;
grant execute on function analytics.require_entities(text,text,text[],text[]) to vitrine_key;
grant execute on function analytics.require_entities(text,text,text[],text[]) to vitrine_person;
grant execute on function analytics.require_entities(text,text,text[],text[]) to vitrine_simulated;
comment on function analytics.require_lost_journeys(text) is 'Raises NTRDY for the model markov of a brand without lost journeys: every path ends in an order, so that removal effects mean nothing.';
grant execute on function analytics.require_lost_journeys(text) to vitrine_analyst;
grant execute on function analytics.require_lost_journeys(text) to vitrine_key;
grant execute on function analytics.require_lost_journeys(text) to vitrine_person;
grant execute on function analytics.require_lost_journeys(text) to vitrine_simulated;
grant execute on function analytics.require_lost_journeys(text) to vitrine_worker;
comment on function analytics.restated_metrics() is 'Returns the base metrics whose restatements are measured.';
grant execute on function analytics.restated_metrics() to vitrine_analyst;
grant execute on function analytics.restated_metrics() to vitrine_key;
grant execute on function analytics.restated_metrics() to vitrine_person;
grant execute on function analytics.restated_metrics() to vitrine_simulated;
grant execute on function analytics.restated_metrics() to vitrine_worker;
comment on function analytics.restatement_status(text,boolean) is 'Returns by platform, or by ad account, and metric the share by which the seven days that ended a week ago have changed since each account first reported them as whole days, and by which the last seven days are expected to change. Null if nothing was reported (has_last_week), if an account has a day that was not reported again since (is_reported_again), or if too little is known (is_known).';
grant execute on function analytics.restatement_status(text,boolean) to vitrine_analyst;
grant execute on function analytics.restatement_status(text,boolean) to vitrine_key;
grant execute on function analytics.restatement_status(text,boolean) to vitrine_person;
grant execute on function analytics.restatement_status(text,boolean) to vitrine_simulated;
grant execute on function analytics.restatement_status(text,boolean) to vitrine_worker;
comment on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) is 'Returns the metrics of the entities of a page of rows in other days, and the totals of all entities there. Without a page only the totals. is_all: the page has all entities, so that one query returns both. The other parameters are as in analytics.metric_rows.';
grant execute on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) to vitrine_analyst;
grant execute on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) to vitrine_key;
grant execute on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) to vitrine_person;
grant execute on function analytics.rows_of_page(core.brands,json,text[],text,text,date,date,jsonb,datemultirange,time without time zone,boolean) to vitrine_simulated;
comment on function analytics.shown_attribution(analytics.attribution_settings) is 'The attribution settings that a person can change, as in responses.';
grant execute on function analytics.shown_attribution(analytics.attribution_settings) to vitrine_analyst;
grant execute on function analytics.shown_attribution(analytics.attribution_settings) to vitrine_key;
grant execute on function analytics.shown_attribution(analytics.attribution_settings) to vitrine_person;
grant execute on function analytics.shown_attribution(analytics.attribution_settings) to vitrine_simulated;
comment on function analytics.stage_shop_orders(jsonb) is 'Creates the temporary tables of the orders that a connected shop reported, with amounts in the currency of the shop, and of the visits before them.';
grant execute on function analytics.stage_shop_orders(jsonb) to vitrine_worker;
comment on function analytics.stored_before(date,text) is 'Returns the end of a day in a time zone. Facts as of the day are those that were stored before it.';
grant execute on function analytics.stored_before(date,text) to vitrine_analyst;
grant execute on function analytics.stored_before(date,text) to vitrine_key;
grant execute on function analytics.stored_before(date,text) to vitrine_person;
grant execute on function analytics.stored_before(date,text) to vitrine_simulated;
grant execute on function analytics.stored_before(date,text) to vitrine_worker;
comment on function analytics.stored_channels(text,text,date,date,integer) is 'The columns of analytics.previewed_channels for the stored windows and accounting of the brand, as GET /v1/attribution returns them.';
grant execute on function analytics.stored_channels(text,text,date,date,integer) to vitrine_analyst;
grant execute on function analytics.stored_channels(text,text,date,date,integer) to vitrine_key;
grant execute on function analytics.stored_channels(text,text,date,date,integer) to vitrine_person;
grant execute on function analytics.stored_channels(text,text,date,date,integer) to vitrine_simulated;
comment on function analytics.stored_columns(text[]) is 'Returns the columns of facts that a report with these measures writes: the measures, and the amounts in the currency of the account.';
grant execute on function analytics.stored_columns(text[]) to vitrine_worker;
comment on function analytics.supersede_hours(text,text[],text,timestamp with time zone,timestamp with time zone) is 'Removes these measures of parents and children of the staged entities in the staged hours, because the newer report replaces the older. Returns whether there were any, and leaves their entities and days in the temporary table ad_superseded.';
grant execute on function analytics.supersede_hours(text,text[],text,timestamp with time zone,timestamp with time zone) to vitrine_worker;
comment on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) is 'The targets of a brand or campaign beside its results in the month so far, as in GET /v1/targets. actual: a row of GET /v1/breakdown.';
grant execute on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) to vitrine_analyst;
grant execute on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) to vitrine_key;
grant execute on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) to vitrine_person;
grant execute on function analytics.target_answer(analytics.targets,jsonb,date,date,smallint) to vitrine_simulated;
comment on function analytics.targets(text,text) is 'GET /v1/targets: the targets and budgets that a brand set for a month, beside the results so far. Null where no target is set. Raises BADRQ for an invalid month.';
grant execute on function analytics.targets(text,text) to vitrine_analyst;
grant execute on function analytics.targets(text,text) to vitrine_key;
grant execute on function analytics.targets(text,text) to vitrine_person;
grant execute on function analytics.targets(text,text) to vitrine_simulated;
comment on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) is 'The parts of an order that a touch gets under each model whose parts add up to 1, with the campaign, ad and creative that they belong to. An empty text means that the touch names none. The shares are those of the model position.';
grant execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) to vitrine_analyst;
grant execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) to vitrine_key;
grant execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) to vitrine_person;
grant execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) to vitrine_simulated;
grant execute on function analytics.touch_credits(analytics.conversion_touches,numeric,numeric) to vitrine_worker;
comment on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) is 'The touches before each order of a brand under the given settings: analytics.conversion_touches has them under those of the brand. Postgres inlines it, so that a filter by ordered_at reads only those orders.';
grant execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) to vitrine_analyst;
grant execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) to vitrine_key;
grant execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) to vitrine_person;
grant execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) to vitrine_simulated;
grant execute on function analytics.touches_before_orders(text,integer,integer,integer,double precision,double precision,boolean,boolean,text[]) to vitrine_worker;
comment on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) is 'The touches before the orders that add something on these days, under the given settings.';
grant execute on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) to vitrine_analyst;
grant execute on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) to vitrine_key;
grant execute on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) to vitrine_person;
grant execute on function analytics.touches_of_range(core.brands,analytics.attribution_settings,date,date) to vitrine_simulated;
comment on function analytics.undo_ad_import(analytics.imports) is 'Restores the facts of a brand to what they were before an import, with their roll-ups and known days. Names of campaigns stay. Returns the number of restored rows, or null if a later report changed one of them.';
grant execute on function analytics.undo_ad_import(analytics.imports) to vitrine_worker;
comment on function analytics.undo_facts(text,regclass,regclass,text,text,text,timestamp with time zone) is 'Restores the facts that an import at a time replaced or removed, and removes those that it created. Leaves their keys in the temporary table undone. Returns the number of rows, or null and changes nothing if a later report changed one of them.';
grant execute on function analytics.undo_facts(text,regclass,regclass,text,text,text,timestamp with time zone) to vitrine_worker;
comment on function analytics.undo_import(text,text) is 'Undoes an import for which a person asked, or records why it cannot be undone. Returns null if no undo was requested.';
grant execute on function analytics.undo_import(text,text) to vitrine_worker;
comment on function analytics.unreported_days(text,date,date,text[]) is 'Returns the days of a range without a report of an ad account, after a day with spend or sales. These are gaps of a week or longer, and the time after its last report, with its last day as ends_after. Days that were read from a connected account are no gap, also without rows. An account counts as ended after 90 days without a report, or after a report of zero.';
comment on function analytics.upload_chunk(text,text,integer) is 'Returns a piece of an uploaded file. Null if it was deleted.';
grant execute on function analytics.upload_chunk(text,text,integer) to vitrine_worker;
comment on function analytics.visitor_hash(text,text) is 'Returns the hash under which analytics.erased_visitors stores a visitor id.';
grant execute on function analytics.visitor_hash(text,text) to vitrine_worker;
comment on function analytics.waiting_undos() is 'Returns the imports of all brands that a person asked to undo.';
grant execute on function analytics.waiting_undos() to vitrine_worker;
comment on function analytics.waiting_uploads() is 'Returns the confirmed uploads of all brands that no worker imports. The lease of a killed worker expires, and its upload is returned again.';
grant execute on function analytics.waiting_uploads() to vitrine_worker;
comment on function analytics.whole_spend(text,text,timestamp with time zone) is 'What spend_share is a share of: all spend of the brand in the range, including what is filtered out or not reported at a level. per: a divisor. stored_before: as in analytics.fact_table.';
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.with_compared_range(text,jsonb) is 'Returns an interpretation with both the compared days and the name of the comparison in its time. A name is replaced by its days; days that no name means have a comparison of null.';
grant execute on function analytics.with_compared_range(text,jsonb) to vitrine_analyst;
grant execute on function analytics.with_compared_range(text,jsonb) to vitrine_key;
grant execute on function analytics.with_compared_range(text,jsonb) to vitrine_person;
grant execute on function analytics.with_compared_range(text,jsonb) to vitrine_simulated;
comment on function analytics.with_projection(json,text,date,date) is 'Returns the rows of a month with the metric projected to its end. Null for a metric that does not add up over days, such as a ratio.';
comment on function commerce.buyer_transactions(text,text[],text[]) is 'Returns the orders of agents that name a buyer by one of these references, or that the merchant reported as one of these orders of the store.';
grant execute on function commerce.buyer_transactions(text,text[],text[]) to vitrine_worker;
grant execute on function commerce.counter_price_micros(commerce.price_terms,integer) to vitrine_person;
comment on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) is 'Returns a pricing policy without storing it. Raises BADRQ with all its faults, and NTFND for an unknown product.';
grant execute on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) to vitrine_key;
grant execute on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) to vitrine_person;
grant execute on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) to vitrine_simulated;
grant execute on function commerce.draft_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer) to vitrine_worker;
comment on function commerce.erase_buyer(text,text[],text[]) is 'Makes the orders of a buyer anonymous (commerce.buyer_transactions), with their disputes, negotiations, holds and feedback: references, free texts, and the session and person of the agent. Also removes the author of reviews that has one of these references. Amounts, products and times stay. Returns the numbers of orders and reviews.';
grant execute on function commerce.erase_buyer(text,text[],text[]) to vitrine_worker;
grant execute on function commerce.find_subject(text,text,text) to vitrine_person;
grant execute on function commerce.micros(numeric,text,text) to vitrine_person;
grant execute on function commerce.money(bigint,text) to vitrine_person;
comment on function commerce.not_negotiable_reason(commerce.pricing_policies,bigint,text) is 'Why a policy does not answer offers at a list price. Null if it answers.';
grant execute on function commerce.not_negotiable_reason(commerce.pricing_policies,bigint,text) to vitrine_key;
grant execute on function commerce.not_negotiable_reason(commerce.pricing_policies,bigint,text) to vitrine_person;
grant execute on function commerce.not_negotiable_reason(commerce.pricing_policies,bigint,text) to vitrine_simulated;
comment on function commerce.policy_answer(commerce.price_terms,integer,bigint) is 'The answer of a policy to the price of an agent in a round: accept, decline, counter (with commerce.counter_price_micros), or merchant if it leaves the answer to people of the shop. The same offers get the same answers, for every agent. The floor does not affect them.';
grant execute on function commerce.policy_answer(commerce.price_terms,integer,bigint) to vitrine_key;
grant execute on function commerce.policy_answer(commerce.price_terms,integer,bigint) to vitrine_person;
grant execute on function commerce.policy_answer(commerce.price_terms,integer,bigint) to vitrine_simulated;
comment on function commerce.policy_for(text,text) is 'The policy of a product, or else that of all products without their own. A bundle (null) has the latter. Null without either.';
grant execute on function commerce.policy_for(text,text) to vitrine_key;
grant execute on function commerce.policy_for(text,text) to vitrine_person;
grant execute on function commerce.policy_for(text,text) to vitrine_simulated;
comment on function commerce.policy_terms(commerce.pricing_policies,jsonb,integer,bigint,text) is 'The price limits of a policy for a quantity, whether it is stored or not. Null where prices are not negotiable.';
grant execute on function commerce.policy_terms(commerce.pricing_policies,jsonb,integer,bigint,text) to vitrine_key;
grant execute on function commerce.policy_terms(commerce.pricing_policies,jsonb,integer,bigint,text) to vitrine_person;
grant execute on function commerce.policy_terms(commerce.pricing_policies,jsonb,integer,bigint,text) to vitrine_simulated;
grant execute on function commerce.pricing_policy_faults(commerce.pricing_policies,jsonb,numeric,jsonb,commerce.subject) to vitrine_person;
comment on function commerce.require_agent_price(bigint,bigint,bigint,text) is 'Raises BADRQ unless the price of an agent is below the list price and above the earlier offer. earlier_micros is null for the first offer.';
grant execute on function commerce.require_agent_price(bigint,bigint,bigint,text) to vitrine_key;
grant execute on function commerce.require_agent_price(bigint,bigint,bigint,text) to vitrine_person;
grant execute on function commerce.require_agent_price(bigint,bigint,bigint,text) to vitrine_simulated;
grant execute on function commerce.require_live() to vitrine_person;
grant execute on function commerce.round_up(numeric,bigint) to vitrine_person;
comment on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) is 'POST /pricing-policies: sets the pricing policy of a product, or of all products without their own. It replaces the previous policy. version is the one that the caller read, 0 for none. Raises STALE if the policy has another version.';
grant execute on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) to vitrine_key;
grant execute on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) to vitrine_person;
grant execute on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) to vitrine_simulated;
grant execute on function commerce.set_pricing_policy(text,jsonb,numeric,text,boolean,numeric,numeric,integer,numeric,jsonb,text,integer,integer,integer,integer) to vitrine_worker;
comment on function commerce.show_pricing_policy(commerce.pricing_policies) is 'A pricing policy without its floor. Only console.pricing_policy returns the floor, to admins.';
grant execute on function commerce.show_pricing_policy(commerce.pricing_policies) to vitrine_person;
comment on function commerce.simulate_negotiation(text,jsonb,integer,text,text,jsonb) is 'POST /pricing-policies/simulations: what the stored policy, and a draft of one, answer to the unit prices of an agent. Reads only. Raises BADRQ for prices that a negotiation refuses, and for the faults of the draft.';
grant execute on function commerce.simulate_negotiation(text,jsonb,integer,text,text,jsonb) to vitrine_key;
grant execute on function commerce.simulate_negotiation(text,jsonb,integer,text,text,jsonb) to vitrine_person;
grant execute on function commerce.simulate_negotiation(text,jsonb,integer,text,text,jsonb) to vitrine_simulated;
comment on function commerce.simulate_policy(commerce.pricing_policies,jsonb,commerce.subject,integer,bigint[]) is 'What a policy, stored or not, answers to the prices of an agent. not_negotiable is the reason of commerce.not_negotiable_reason; there are no rounds then.';
grant execute on function commerce.simulate_policy(commerce.pricing_policies,jsonb,commerce.subject,integer,bigint[]) to vitrine_key;
grant execute on function commerce.simulate_policy(commerce.pricing_policies,jsonb,commerce.subject,integer,bigint[]) to vitrine_person;
grant execute on function commerce.simulate_policy(commerce.pricing_policies,jsonb,commerce.subject,integer,bigint[]) to vitrine_simulated;
comment on function commerce.simulated_rounds(commerce.price_terms,bigint[],text) is 'The answers of a policy to the prices of an agent, one for each round, by commerce.policy_answer as in a negotiation. outcome is the status of the negotiation, null without prices. Assumes that no person of the shop answers.';
grant execute on function commerce.simulated_rounds(commerce.price_terms,bigint[],text) to vitrine_key;
grant execute on function commerce.simulated_rounds(commerce.price_terms,bigint[],text) to vitrine_person;
grant execute on function commerce.simulated_rounds(commerce.price_terms,bigint[],text) to vitrine_simulated;
comment on function commerce.tiers_of(commerce.pricing_policies) is 'The quantity discounts of a stored policy: [{"quantity_min", "percent_off"}].';
grant execute on function commerce.tiers_of(commerce.pricing_policies) to vitrine_key;
grant execute on function commerce.tiers_of(commerce.pricing_policies) to vitrine_person;
grant execute on function commerce.tiers_of(commerce.pricing_policies) to vitrine_simulated;
grant execute on function commerce.tiers_of(commerce.pricing_policies) to vitrine_worker;
comment on function connector.comparison(core.brands,text,date,date,text[]) is 'Returns the days of a range, the days that they are compared with, and warnings. Compares complete days only. Today alone is compared by the hours before until, for these accounts (platform/id; null means all). The days are null if nothing is compared. not_compared is then the reason: no_complete_day, or that of sources.unread_comparison if days of either period were not read from an account. It is null for compare_to none.';
grant execute on function connector.comparison(core.brands,text,date,date,text[]) to vitrine_analyst;
grant execute on function connector.comparison(core.brands,text,date,date,text[]) to vitrine_key;
grant execute on function connector.comparison(core.brands,text,date,date,text[]) to vitrine_person;
grant execute on function connector.comparison(core.brands,text,date,date,text[]) to vitrine_simulated;
comment on function connector.hourly_accounts(core.brands,date,date,text[]) is 'Returns the accounts that reported hours of today or of the compared day, the end of the last hour reported today (null if an account reported none today), and whether it reported hours of the compared day.';
grant execute on function connector.hourly_accounts(core.brands,date,date,text[]) to vitrine_analyst;
grant execute on function connector.hourly_accounts(core.brands,date,date,text[]) to vitrine_key;
grant execute on function connector.hourly_accounts(core.brands,date,date,text[]) to vitrine_person;
grant execute on function connector.hourly_accounts(core.brands,date,date,text[]) to vitrine_simulated;
comment on function connector.month_budgets(text,text,date,date,boolean) is 'Returns the budget of a whole month, as set for a campaign or calculated from the daily budget, and the spend so far, in units. Includes each account, campaign or ad set that has spend or a set budget, or that is running and has a budget.';
grant execute on function connector.month_budgets(text,text,date,date,boolean) to vitrine_analyst;
grant execute on function connector.month_budgets(text,text,date,date,boolean) to vitrine_key;
grant execute on function connector.month_budgets(text,text,date,date,boolean) to vitrine_person;
grant execute on function connector.month_budgets(text,text,date,date,boolean) to vitrine_simulated;
comment on function connector.restatements(core.brands,boolean) is 'Returns by platform, or by ad account, how much its reports changed after they were first stored, and are expected to change. A platform or account without reports in the last two weeks has no row.';
grant execute on function connector.restatements(core.brands,boolean) to vitrine_analyst;
grant execute on function connector.restatements(core.brands,boolean) to vitrine_key;
grant execute on function connector.restatements(core.brands,boolean) to vitrine_person;
grant execute on function connector.restatements(core.brands,boolean) to vitrine_simulated;
comment on function console.add_chunk(text,text,integer,bytea,boolean) is 'Adds a piece to a file that is being uploaded, as vitrine_person, so that row-level security decides. Raises NTFND for a file that is complete.';
grant execute on function console.add_chunk(text,text,integer,bytea,boolean) to vitrine_gate;
comment on function console.answer_invitation(text,text) is 'Accepts or declines an invitation of the signed-in person, and returns its brand. A member keeps the role. Raises as console.require_invitation.';
grant execute on function console.answer_invitation(text,text) to vitrine_person;
comment on function console.brand_settings(text) is 'Name, currency and time zone of a brand. Currency and time zone can change while stored_data is empty.';
grant execute on function console.brand_settings(text) to vitrine_person;
comment on function console.call(bytea,text,text,text,jsonb,text) is 'The gate of the console, in one statement: resolves the session, looks up the person''s role in the brand, sets the scope, and runs operations as the person. An operation of a range of days can get a named period (console.period_days) instead. Each operation has its own result. status states why no operation ran. access is read for a page that changes nothing. form_id identifies the form of a change. A form that has already made its change returns STALE.';
comment on function console.change_attribution(text,integer,text,integer,integer,integer,text) is 'Requests new attribution settings of a brand for an admin. The worker applies them, because all orders are attributed again. version is the one that the person saw. Raises STALE if the settings changed since, or if another change is not applied yet, and BADRQ for invalid settings.';
grant execute on function console.change_attribution(text,integer,text,integer,integer,integer,text) to vitrine_person;
comment on function console.change_role(text,text,text) is 'Changes the role of a member. Only owners change owners. Raises NMOVE for the last owner, DNIED for a role above that of the caller, and NTFND for a person who is no member.';
grant execute on function console.change_role(text,text,text) to vitrine_person;
comment on function console.confirm_upload(text,text,text,jsonb,text,text) is 'Confirms an upload, so that the worker imports it as this kind of data. columns maps fields to columns of the file. Raises STALE if it was confirmed before.';
grant execute on function console.confirm_upload(text,text,text,jsonb,text,text) to vitrine_person;
comment on function console.create_brand(text,text,text) is 'Creates a brand of which the signed-in person is an owner: in the oldest account whose brands this person owns, otherwise in a new account on the plan TRIAL. Raises BADRQ for a person who owns 10 brands, and as core.create_brand for the currency and the time zone.';
grant execute on function console.create_brand(text,text,text) to vitrine_person;
comment on function console.delete_upload(text,text) is 'Deletes an upload that was not confirmed, with its bytes. Raises STALE if it was confirmed.';
grant execute on function console.delete_upload(text,text) to vitrine_person;
comment on function console.display_name(uuid) is 'Returns the name that a person entered. Null if the hosting platform has none.';
grant execute on function console.display_name(uuid) to vitrine_person;
comment on function console.end_invitations_by(text,uuid,text) is 'Withdraws the invitations of a person that the new role does not permit. Null: the person is no longer a member.';
grant execute on function console.end_invitations_by(text,uuid,text) to vitrine_person;
comment on function console.end_unsubscribe_links(text,text) is 'Ends the links to unsubscribe of the signed-in person, who turns these mails on: the later choice wins over an old mail.';
grant execute on function console.end_unsubscribe_links(text,text) to vitrine_person;
comment on function console.invitation(text) is 'Returns an invitation of the signed-in person, with the name of its brand. Raises as console.require_invitation.';
grant execute on function console.invitation(text) to vitrine_person;
comment on function console.invite(text,text,text) is 'Invites an e-mail address to a brand, by a mail. The invitation is valid for seven days. Raises BADRQ for an address of a member or of an open invitation, DNIED for a role above that of the caller, and RLMTD beyond the budgets of console.mail_invitation.';
grant execute on function console.invite(text,text,text) to vitrine_person;
comment on function console.is_member(text,text) is 'Returns whether the person with an e-mail address is a member of a brand.';
grant execute on function console.is_member(text,text) to vitrine_person;
comment on function console.mail_invitation(text,text) is 'Requests the mail of an invitation. Raises RLMTD beyond 30 an hour of a person, and 3 an hour to an address.';
grant execute on function console.mail_invitation(text,text) to vitrine_person;
comment on function console.move_invitation(text,text,text) is 'Withdraws an invitation, or sends its mail again and extends it to seven days. Raises NTFND for an unknown one, and RLMTD beyond the budgets of console.mail_invitation.';
grant execute on function console.move_invitation(text,text,text) to vitrine_person;
comment on function console.notification_settings(text) is 'Returns which mails about a brand the signed-in person gets, the role that each requires, and how the last one ended.';
grant execute on function console.notification_settings(text) to vitrine_person;
comment on function console.notification_states(text) is 'Returns for the signed-in person which mails of a brand are sent, and how the last one of each kind ended.';
grant execute on function console.notification_states(text) to vitrine_person;
comment on function console.notified(text,text,text[]) is 'Returns the content of a mail for the worker: what of these subjects still applies, with its number, the time of the first and the first five items.';
grant execute on function console.notified(text,text,text[]) to vitrine_worker;
comment on function console.notified_alerts(text,text[]) is 'Returns these alerts for a mail: anomalies that are neither resolved nor a false positive, sources whose data has stopped, and disabled webhooks.';
grant execute on function console.notified_alerts(text,text[]) to vitrine_worker;
comment on function console.notified_imports(text,text[]) is 'Returns these imports, and those of these uploads that failed and were not confirmed again, for a mail.';
grant execute on function console.notified_imports(text,text[]) to vitrine_worker;
comment on function console.notified_proposals(text,text[]) is 'Returns those of these proposals that wait for a decision, for a mail.';
grant execute on function console.notified_proposals(text,text[]) to vitrine_worker;
comment on function console.notified_sources(text,text[]) is 'Returns those of these sources that need attention, for a mail.';
grant execute on function console.notified_sources(text,text[]) to vitrine_worker;
comment on function console.people(text) is 'Returns the members of a brand, owners first, and for admins its invitations.';
grant execute on function console.people(text) to vitrine_person;
comment on function console.period_days(text,text) is 'Returns the days of a named period in a time zone. last_28_days and the like end yesterday, this_month and the like today. Weeks begin on Monday. Raises BADRQ for an unknown period.';
grant execute on function console.period_days(text,text) to vitrine_gate;
grant execute on function console.person_name(uuid) to vitrine_gate;
comment on function console.pricing_policy(text,text) is 'The pricing policy of a product, or of all products without their own, with its floor, for an admin. not_negotiable is the reason of the policy that applies: its own, or that of all products. products are the 100 policies of products that changed last. Raises NTFND for an unknown product.';
grant execute on function console.pricing_policy(text,text) to vitrine_person;
comment on function console.publish_storefront(text,integer,boolean) is 'Publishes the storefront of a brand, or ends its publication, for an admin. A storefront that is not published answers only to credentials that reach the brand. version is that of the brand that the person saw. Raises STALE if the brand changed since.';
grant execute on function console.publish_storefront(text,integer,boolean) to vitrine_person;
comment on function console.remove_member(text,text) is 'Ends a membership: the own one, or for admins that of another person with at most their role. Raises NMOVE for the last owner, DNIED, and NTFND for a person who is no member.';
grant execute on function console.remove_member(text,text) to vitrine_person;
comment on function console.remove_pricing_policy(text,text,integer) is 'Removes the pricing policy of a product, so that the policy of all products applies to it. Open negotiations about it end with the next offer. version is the one that the person saw. Raises STALE if the policy changed since.';
grant execute on function console.remove_pricing_policy(text,text,integer) to vitrine_person;
comment on function console.require_invitation(text) is 'Returns an open invitation of the address of the signed-in person. Raises NTFND if it is unknown, expired or withdrawn, and DNIED for one of another address.';
comment on function console.require_member(text,text,text) is 'Returns the id of a member, if the caller has at least this role and the new one. Raises NTFND for a person who is no member, and DNIED otherwise.';
grant execute on function console.require_member(text,text,text) to vitrine_person;
comment on function console.set_brand(text,integer,text,text,text) is 'Changes the name, and the currency and time zone while the brand has no data, for an admin. version is the one that the person saw. Raises STALE if another person changed the brand since, and BADRQ for a currency or time zone that is unknown or by which data is stored.';
grant execute on function console.set_brand(text,integer,text,text,text) to vitrine_person;
comment on function console.set_notifications(text,boolean,boolean,boolean,boolean) is 'Turns mails about a brand on or off for the signed-in person. Null keeps a kind as it is. Mails that are turned on end the links of old mails that turn them off. Raises BADRQ for mails that the role does not allow.';
grant execute on function console.set_notifications(text,boolean,boolean,boolean,boolean) to vitrine_person;
comment on function console.set_storefront(text,integer,text,text,text,text,text,text,text,text,text,text,text,text) is 'Replaces the public profile of a storefront for an admin. A value that is not given is removed. Keeps destinations, payment methods and bundles. version is the one that the person saw, 0 for none. Raises STALE if it changed since.';
grant execute on function console.set_storefront(text,integer,text,text,text,text,text,text,text,text,text,text,text,text) to vitrine_person;
comment on function console.set_target(text,text,integer,text,numeric,numeric,numeric) is 'Sets the targets of a brand, or of a campaign, in a month for an admin. Null removes a target. version is the one that the person saw, 0 for none. Raises STALE if another person changed it since, and BADRQ for an unknown campaign or an amount with too many decimals.';
grant execute on function console.set_target(text,text,integer,text,numeric,numeric,numeric) to vitrine_person;
comment on function console.shown_upload(analytics.uploads) is 'Returns an upload as callers see it.';
grant execute on function console.shown_upload(analytics.uploads) to vitrine_person;
comment on function console.start_upload(text,text) is 'Begins an upload and returns its id. console.store_chunk receives its bytes. Raises BADRQ for a brand with ten uploads that are not imported.';
grant execute on function console.start_upload(text,text) to vitrine_person;
comment on function console.store_chunk(bytea,text,text,integer,bytea,boolean) is 'Stores a piece of an upload for the person of a session, as bytes instead of JSON. It checks session, membership and role like console.call, and takes nothing from the rate limit: console.start_upload did. Returns OK, NAUTH without a session, or NTFND for a brand of other persons.';
grant execute on function console.store_chunk(bytea,text,text,integer,bytea,boolean) to vitrine_functions;
comment on function console.stored_data(text) is 'What a brand has stored by its currency and its days, or is about to store. Stored amounts keep no exchange rate, and days no hours, so neither can be converted exactly.';
grant execute on function console.stored_data(text) to vitrine_person;
comment on function console.storefront_settings(text) is 'The publication of a storefront, its public profile, and the state of its catalog. version is 0 if nothing is published about the shop.';
grant execute on function console.storefront_settings(text) to vitrine_person;
comment on function console.target_fault(numeric,text,core.currencies) is 'Returns the fault of an amount with a fraction of the minor unit of its currency, as of platform.fault. Null for any other amount.';
grant execute on function console.target_fault(numeric,text,core.currencies) to vitrine_person;
comment on function console.transfer_ownership(text,text) is 'Makes a member an owner, and the caller, who must be an owner, an admin. Raises NTFND for a person who is no member.';
grant execute on function console.transfer_ownership(text,text) to vitrine_person;
comment on function console.undo_import(text,text) is 'Asks the worker to undo an import of ads. Raises STALE if it cannot be undone exactly, for example because a later report has the same days.';
grant execute on function console.undo_import(text,text) to vitrine_person;
comment on function console.upload(text,text) is 'Returns an uploaded file, with its first 128 KB in base64 until it is confirmed, from which the page recognizes its format. Raises NTFND for an unknown upload.';
grant execute on function console.upload(text,text) to vitrine_person;
comment on function console.uploads(text) is 'Returns the uploaded files of a brand that are not imported yet, newest first.';
grant execute on function console.uploads(text) to vitrine_person;
comment on function console.view(text,date,date,text,text[]) is 'The days of a page and what its menus offer: the connected platforms, and the 20 campaigns with the highest spend in these days. unread are the accounts of these platforms and campaigns that have not been read for all of these days. Raises BADRQ for an invalid range.';
grant execute on function console.view(text,date,date,text,text[]) to vitrine_person;
comment on function core.check_brand_settings(text,text) is 'Raises BADRQ unless a brand can have this currency and time zone.';
grant execute on function core.check_brand_settings(text,text) to vitrine_gate;
grant execute on function core.check_brand_settings(text,text) to vitrine_person;
comment on function core.choose_shown_brand(text,text[],boolean) is 'Returns the brand in a URL. Unless the operation is public for the caller, the credential must reach the brand. A storefront that is not published exists only for credentials that reach it.';
grant execute on function core.create_person(text,text,text) to vitrine_oauth;
comment on function core.delete_account(text) is 'Deletes an account with its brands, keys, connections, webhook endpoints, and the people who are members of no other brand, with their sessions and grants. End the connections at the platforms first (sources.end_account_connections). Returns the ids of the brands and people. A hosted platform keeps its own people: delete those there. Raises NTFND for an account that does not exist.';
grant execute on function core.delete_account(text) to vitrine_owner;
comment on function core.delete_brand(text) is 'Deletes a brand with all its data in every schema. Connections at platforms belong to the account and stay: disconnect their sources first. Raises NTFND for a brand that does not exist, and for the simulated brand of test keys.';
grant execute on function core.delete_brand(text) to vitrine_owner;
comment on function core.display_name(text) is 'Returns the name of a person or a brand without hidden characters. Raises BADRQ if it is empty or longer than 100 characters.';
grant execute on function core.display_name(text) to vitrine_gate;
grant execute on function core.display_name(text) to vitrine_person;
comment on function core.email_address(text) is 'Returns an e-mail address in the form in which it is stored: in lower case. Raises BADRQ for a text that is none or has hidden characters.';
grant execute on function core.email_address(text) to vitrine_gate;
grant execute on function core.email_address(text) to vitrine_oauth;
grant execute on function core.email_address(text) to vitrine_person;
comment on function core.keep_an_owner(uuid,text) is 'Raises NMOVE if this person is the only owner of a brand.';
grant execute on function core.keep_an_owner(uuid,text) to vitrine_person;
comment on function core.keep_units(text) is 'Keeps the currency and the time zone of a brand until the end of the transaction. Each function calls it before it stores the first amount or day (console.stored_data), unless it has the lock of the imports. console.set_brand waits for it, and then refuses to change them.';
grant execute on function core.keep_units(text) to vitrine_key;
grant execute on function core.keep_units(text) to vitrine_person;
grant execute on function core.keep_units(text) to vitrine_simulated;
grant execute on function core.keep_units(text) to vitrine_worker;
comment on function core.notification_kinds() is 'Returns the kinds of notifications by mail: the lowest role that gets them, and whether such a member gets them without a choice.';
grant execute on function core.notification_kinds() to vitrine_oauth;
grant execute on function core.notification_kinds() to vitrine_person;
grant execute on function core.require_own_people() to vitrine_oauth;
grant execute on function core.role_rank(text) to vitrine_oauth;
grant execute on function core.scope_person_id() to vitrine_gate;
comment on function core.set_name(uuid,text) is 'Changes the name of a person. Raises BADRQ for an unsuitable name, and where a hosted platform has the people.';
grant execute on function core.set_name(uuid,text) to vitrine_oauth;
comment on function oauth.admit_mail(text,text,text) is 'Returns whether a mail that an anonymous caller requests may be sent. Limits: 5 a minute from an IP address, 10 from its network, 60 in total for a purpose (RLMTD), and 3 an hour to an address (false).';
comment on function oauth.change_name(bytea,text,text) is 'Changes the name of the person of a session. Raises NAUTH without one, and BADRQ for an unsuitable name or an account of a hosted platform.';
grant execute on function oauth.change_name(bytea,text,text) to vitrine_functions;
comment on function oauth.claim_address_mail(bytea) is 'Claims the next due mail to an address, and makes this token valid for its link, unless the address has an account. The kind is sign_up, account_exists or invitation.';
grant execute on function oauth.claim_address_mail(bytea) to vitrine_worker;
comment on function oauth.claim_notification(bytea) is 'Claims the next due mail about a brand, as oauth.claim_mail does, and makes this token valid for its link to unsubscribe. The first attempt decides what the mail contains. Membership, role and choice are checked for each attempt. A mail that is not sent within a day is given up.';
grant execute on function oauth.claim_notification(bytea) to vitrine_worker;
comment on function oauth.count_failed_notifications() is 'Returns for how many members and kinds the last mail about a brand was given up, for the operator.';
grant execute on function oauth.count_failed_notifications() to vitrine_owner;
comment on function oauth.drop_notification(text) is 'Ends a mail that is not sent, because nothing of it applies any more. The next event begins another one.';
grant execute on function oauth.drop_notification(text) to vitrine_worker;
comment on function oauth.due_notifications() is 'Returns the members and kinds for which a mail must begin: a minute after the first event, and an hour after the last mail.';
comment on function oauth.end_notification_mail(text,text) is 'Ends a mail with its notifications. outcome: sent, failed (given up), or dropped, because nothing in it applies any more.';
comment on function oauth.fail_notification(text,integer) is 'Records that an attempt failed, with the code of the mail server, or null if it did not answer. oauth.claim_notification tries again.';
grant execute on function oauth.fail_notification(text,integer) to vitrine_worker;
comment on function oauth.finish_mail(text) is 'Ends a mail that was sent.';
comment on function oauth.forget_brand(text) is 'Removes a deleted brand from the grants that still name it, and from the audit log: changes in the brand, and its id in consents.';
grant execute on function oauth.forget_brand(text) to vitrine_gate;
comment on function oauth.forget_person(uuid) is 'Deletes the grants, sessions and audit events of a deleted person.';
grant execute on function oauth.forget_person(uuid) to vitrine_gate;
comment on function oauth.gets_notifications(text,uuid,text) is 'Returns whether a person gets mails of a kind now: a member of a brand that is not archived, with the required role, by choice or by default.';
comment on function oauth.has_account(text) is 'Returns whether a person has this e-mail address, also one who may not sign in.';
comment on function oauth.is_invited(text) is 'Returns whether an e-mail address has an open invitation to a brand.';
grant execute on function oauth.measure_mails() to vitrine_owner;
comment on function oauth.next_address_mail() is 'Claims the next due mail to an address, as oauth.claim_mail does for mails to people. Deletes mails to addresses without a required invitation.';
comment on function oauth.notify_members(text,text,text,uuid,text) is 'Records an event for the mails of the members who get this kind, or of one person. Members who get except_kind are informed by that one. Inserts only, so that concurrent events do not wait for each other.';
comment on function oauth.notify_of_alert() is 'Informs members of an alert. The alert of a source that needs attention is left out for members who are informed of the source.';
comment on function oauth.notify_of_proposal() is 'Informs members of a proposal that waits for a decision.';
comment on function oauth.notify_of_source() is 'Informs members of a source that needs attention. Its trigger is in sql/sources/attention.sql.';
comment on function oauth.notify_of_upload() is 'Informs the person who uploaded a file that it was imported or refused.';
comment on function oauth.request_mail(text,text,text) is 'Requests a mail that resets the password or unlocks the sign-in. The same for known and unknown addresses. Limits: oauth.admit_mail.';
comment on function oauth.request_sign_up(text,boolean,text) is 'Requests a mail with a link that creates an account; unless is_open, only for an invited address. The same for all addresses; the mail to a known one has no such link. Limits: oauth.admit_mail. Raises BADRQ for a text that is no address.';
grant execute on function oauth.request_sign_up(text,boolean,text) to vitrine_functions;
comment on function oauth.show_security(bytea) is 'Returns the name, the second factors and the open sessions of the person of a session. Raises NAUTH without a session.';
comment on function oauth.show_sign_up(bytea) is 'Returns the e-mail address for which a link creates an account. Raises NTFND if the link is unknown, used or expired, its invitation is over, or the address has an account.';
grant execute on function oauth.show_sign_up(bytea) to vitrine_functions;
comment on function oauth.show_unsubscription(bytea) is 'Returns which mails of which brand a link turns off, and whether they are on. Raises NTFND if it is unknown or expired, and after the person turned the mails on again.';
grant execute on function oauth.show_unsubscription(bytea) to vitrine_functions;
comment on function oauth.sign_up(bytea,text,text,bytea,bytea,text,text) is 'Creates the account of a link and opens a session. All links of the address end. Raises NTFND if the link is not valid, and BADRQ for an unsuitable name or password, after which the link stays valid.';
grant execute on function oauth.sign_up(bytea,text,text,bytea,bytea,text,text) to vitrine_functions;
comment on function oauth.unsubscribe(bytea,text) is 'Turns off the mails of a link: of one kind, brand and person. Has no effect if they are off. Raises NTFND like oauth.show_unsubscription.';
grant execute on function oauth.unsubscribe(bytea,text) to vitrine_functions;
grant execute on function platform.list_people(text) to vitrine_oauth;
comment on function sources.account_entities(text,text,text) is 'Returns an ad account with all entities below it.';
grant execute on function sources.account_entities(text,text,text) to vitrine_worker;
comment on function sources.add_authorization(text,text,text,text,text,text,text,text) is 'Records an authorization that begins at a platform. state_hash is hexadecimal. source_id: the source whose access is renewed.';
grant execute on function sources.add_authorization(text,text,text,text,text,text,text,text) to vitrine_person;
grant execute on function sources.add_authorization(text,text,text,text,text,text,text,text) to vitrine_worker;
comment on function sources.add_connection(text,jsonb,jsonb) is 'Stores a sealed grant for the account of a brand, with the accounts that it reaches. Returns the id of the connection.';
grant execute on function sources.add_connection(text,jsonb,jsonb) to vitrine_person;
grant execute on function sources.add_connection(text,jsonb,jsonb) to vitrine_worker;
comment on function sources.add_sources(text,text,text[]) is 'Connects accounts that a grant reaches to a brand, and returns their sources. An account that was connected before continues with the new grant, its open alert is resolved, and a connection that has no source any more ends.';
grant execute on function sources.add_sources(text,text,text[]) to vitrine_person;
grant execute on function sources.add_sources(text,text,text[]) to vitrine_worker;
comment on function sources.add_window(text,text,text,text,date,date) is 'Makes a window of a report of a source due. One whose report is being prepared stays as it is.';
grant execute on function sources.add_window(text,text,text,text,date,date) to vitrine_worker;
comment on function sources.add_windows(text,text,text,text,date,date,integer) is 'Makes the days of a report of a source due, in windows of at most days_max days.';
grant execute on function sources.add_windows(text,text,text,text,date,date,integer) to vitrine_worker;
comment on function sources.advance_orders(sources.sources,text,jsonb) is 'Moves the instant from which the next read of a shop continues to the start of this read, if all changes before it were read.';
grant execute on function sources.advance_orders(sources.sources,text,jsonb) to vitrine_worker;
comment on function sources.answer_data_request(text,text) is 'Records that the operator answered a request for the data of a customer, and removes its ids. Returns false if it is unknown or was answered.';
grant execute on function sources.answer_data_request(text,text) to vitrine_worker;
comment on function sources.attention_of(sources.sources) is 'Returns what a person must do about a source, as a statement: its attention, with all rates that are missing now in place of those of one report. Null if nothing.';
grant execute on function sources.attention_of(sources.sources) to vitrine_analyst;
grant execute on function sources.attention_of(sources.sources) to vitrine_gate;
grant execute on function sources.attention_of(sources.sources) to vitrine_key;
grant execute on function sources.attention_of(sources.sources) to vitrine_person;
grant execute on function sources.attention_of(sources.sources) to vitrine_simulated;
grant execute on function sources.attention_of(sources.sources) to vitrine_worker;
comment on function sources.begin_revocation(text,text,integer) is 'Announces that all access of a person or shop is revoked at the platform. shared: another connection depends on it. waits: a code that may be of the same person is being exchanged, or another process has the lease. begun: sources.spend_authorization waits until the grant is forgotten or released.';
grant execute on function sources.begin_revocation(text,text,integer) to vitrine_worker;
comment on function sources.choose_accounts(text,text,text[]) is 'Connects the chosen accounts of a grant to a brand. The worker begins to read them. kept: the sources of the person''s brands that keep the access that the chosen accounts had before.';
grant execute on function sources.choose_accounts(text,text,text[]) to vitrine_person;
comment on function sources.claim_source(text,text,text,integer) is 'Leases a source of the brand in scope to one process. Returns null if it needs a person, if its platform asked to wait, if another process reads it or the same account, or if four sources of the platform are being read.';
grant execute on function sources.claim_source(text,text,text,integer) to vitrine_worker;
comment on function sources.commit_ads(text,text,text,text,text[],jsonb,integer,timestamp with time zone,date) is 'Replaces one window of a report of an ad account by a whole reply: writes changed facts, removes those that the reply lacks, and keeps measures that the report does not have. The reply contains nothing after reported_at. Days before read_from were not read and stay. Newest days without an exchange rate are not stored, and the window ends before them. Writes nothing if earlier days lack one (BADRQ).';
grant execute on function sources.commit_ads(text,text,text,text,text[],jsonb,integer,timestamp with time zone,date) to vitrine_worker;
comment on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) is 'Stores single orders or products of a shop, deletes those that do not exist, and settles what was due before the read began.';
grant execute on function sources.commit_objects(text,text,text,text,jsonb,timestamp with time zone) to vitrine_worker;
comment on function sources.commit_orders(text,text,text,jsonb,integer) is 'Stores the orders of one window of a shop, which are those that changed in it (OrdersReply of shared/sources/platform.ts).';
grant execute on function sources.commit_orders(text,text,text,jsonb,integer) to vitrine_worker;
comment on function sources.commit_products(text,text,text,jsonb,integer) is 'Stores the whole catalog of a shop: [{product}], or [{reason}] for variants that cannot be in a catalog.';
grant execute on function sources.commit_products(text,text,text,jsonb,integer) to vitrine_worker;
comment on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) is 'Replaces one window of sessions of a GA4 property by a whole reply. Unchanged rows are not written.';
grant execute on function sources.commit_sessions(text,text,text,jsonb,integer,text[]) to vitrine_worker;
comment on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) is 'Replaces one window of transactions of a GA4 property by a whole reply, and gives their orders a touch (sources.touch_ga4_orders).';
grant execute on function sources.commit_transactions(text,text,text,jsonb,integer,text[]) to vitrine_worker;
comment on function sources.connected_brands(text,text) is 'Returns the brands of the person in scope to which an account of a platform is connected, each with the connection that its source uses.';
grant execute on function sources.connected_brands(text,text) to vitrine_person;
comment on function sources.connections_to_revoke() is 'Returns ended grants that are not revoked at their platform yet.';
grant execute on function sources.connections_to_revoke() to vitrine_worker;
comment on function sources.count_late_webhooks() is 'Returns how many webhooks of platforms were not handled within an hour, for the operator.';
grant execute on function sources.count_late_webhooks() to vitrine_owner;
grant execute on function sources.count_late_webhooks() to vitrine_worker;
comment on function sources.count_token_keys() is 'Returns the number of grants for each key that encrypts them.';
grant execute on function sources.count_token_keys() to vitrine_owner;
grant execute on function sources.count_token_keys() to vitrine_worker;
comment on function sources.count_unrevoked(text) is 'Returns the number of ended grants of an account that are not revoked at their platform yet.';
grant execute on function sources.count_unrevoked(text) to vitrine_owner;
comment on function sources.days_in_timezone(datemultirange,text,text) is 'Returns the days of another time zone that have a part of these days.';
grant execute on function sources.days_in_timezone(datemultirange,text,text) to vitrine_analyst;
grant execute on function sources.days_in_timezone(datemultirange,text,text) to vitrine_key;
grant execute on function sources.days_in_timezone(datemultirange,text,text) to vitrine_person;
grant execute on function sources.days_in_timezone(datemultirange,text,text) to vitrine_simulated;
grant execute on function sources.days_in_timezone(datemultirange,text,text) to vitrine_worker;
comment on function sources.delay_objects(text,text,text,text[],double precision,jsonb,boolean) is 'Makes objects whose read failed due later. With a failure the source needs attention, and everything else of it is still read. is_internal: the attempt failed with an internal error.';
grant execute on function sources.delay_objects(text,text,text,text[],double precision,jsonb,boolean) to vitrine_worker;
comment on function sources.delay_webhook(text,text) is 'Makes a webhook that could not be handled due later: after 10 seconds, then twice as long, at most an hour.';
grant execute on function sources.delay_webhook(text,text) to vitrine_worker;
comment on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb,boolean,boolean) is 'Records a failed attempt and when to try again. restarts discards an asynchronous report. delays_source makes the whole source wait. With a failure the source needs attention, and its other windows are still read. Without counts it is no failed attempt. is_internal: the attempt failed with an internal error.';
grant execute on function sources.delay_window(text,text,text,double precision,boolean,boolean,jsonb,boolean,boolean) to vitrine_worker;
comment on function sources.delete_data(text,text) is 'Deletes the data of a disconnected source for which a person asked: facts, their versions, entities and creatives of the ad account, or sessions and transactions of the GA4 property, and the source. Limits the known days to those of the remaining data. Returns the number of daily facts.';
grant execute on function sources.delete_data(text,text) to vitrine_worker;
comment on function sources.deletion_status(text) is 'Returns when Meta requested the deletion of what is stored of a person, and when it was done. No row for an unknown id.';
grant execute on function sources.deletion_status(text) to vitrine_functions;
comment on function sources.due_sources(text,text,boolean) is 'Returns the sources that have work now, in all brands or one. counts_waiting includes those whose work waits or is done by another process.';
grant execute on function sources.due_sources(text,text,boolean) to vitrine_worker;
comment on function sources.earlier_connections(text,text,text[]) is 'Returns the other connections that accounts of the platform of a connection use in a brand.';
grant execute on function sources.earlier_connections(text,text,text[]) to vitrine_person;
grant execute on function sources.earlier_connections(text,text,text[]) to vitrine_worker;
comment on function sources.end_abandoned_connections() is 'Ends connections for which no account was chosen within a day.';
grant execute on function sources.end_abandoned_connections() to vitrine_worker;
comment on function sources.end_account_connections(text) is 'Disconnects all sources of an account and ends its grants, so that the worker revokes them at the platforms. For the operator who deletes the account.';
grant execute on function sources.end_account_connections(text) to vitrine_owner;
comment on function sources.end_at_platform(text,text,text) is 'Ends a connection whose access has ended at the platform, and removes its tokens. Its sources need attention for this reason.';
grant execute on function sources.end_at_platform(text,text,text) to vitrine_gate;
comment on function sources.end_person(text,text,text,timestamp with time zone,boolean) is 'Ends the connections that a person of a platform gave to a registration of Vitrine by this time, because the platform says that the person removed it. Their sources need a new grant. is_deletion: also deletes what is stored of the person: grants, id and the accounts that they reached. The person of Vitrine who connected it (connected_by) may be another one, and stays.';
grant execute on function sources.end_person(text,text,text,timestamp with time zone,boolean) to vitrine_worker;
comment on function sources.end_replaced_connections(text[]) is 'Ends connections of the account in scope whose sources continue with another connection. Those that still have a source stay.';
grant execute on function sources.end_replaced_connections(text[]) to vitrine_person;
grant execute on function sources.end_replaced_connections(text[]) to vitrine_worker;
comment on function sources.end_source(text,text,boolean) is 'Disconnects a source. The worker revokes a grant without sources at the platform, and deletes the data of the account if that is asked.';
grant execute on function sources.end_source(text,text,boolean) to vitrine_person;
grant execute on function sources.end_source(text,text,boolean) to vitrine_worker;
comment on function sources.end_uninstalled(text,timestamp with time zone) is 'Ends the connections to a shop that removed the app, in all brands. Their sources need attention until a person connects the shop again. Returns their number.';
grant execute on function sources.end_uninstalled(text,timestamp with time zone) to vitrine_worker;
comment on function sources.end_unused_connections() is 'Ends grants whose sources are all disconnected.';
grant execute on function sources.end_unused_connections() to vitrine_person;
grant execute on function sources.end_unused_connections() to vitrine_worker;
comment on function sources.fail_connection(text,jsonb) is 'Stops all sources of a grant that the platform no longer accepts, in every brand, until a person gives access again. Returns their number.';
grant execute on function sources.fail_connection(text,jsonb) to vitrine_worker;
comment on function sources.finish_webhook(text,text) is 'Records a webhook as handled, and removes its content. Its id is kept to recognize a repeated one.';
grant execute on function sources.finish_webhook(text,text) to vitrine_worker;
comment on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],date,bigint) is 'Records a window as read. If no other window or object waits for a person and the connection has not ended, the source no longer needs attention. An open alert is resolved unless the source still needs attention.';
grant execute on function sources.finish_window(text,text,text,bigint,bigint,integer,text[],date,bigint) to vitrine_worker;
comment on function sources.first_day_to_read(date) is 'Returns the first day that the backfill of an account can reach. A platform can keep less.';
grant execute on function sources.first_day_to_read(date) to vitrine_analyst;
grant execute on function sources.first_day_to_read(date) to vitrine_key;
grant execute on function sources.first_day_to_read(date) to vitrine_person;
grant execute on function sources.first_day_to_read(date) to vitrine_simulated;
grant execute on function sources.first_day_to_read(date) to vitrine_worker;
comment on function sources.forget_grant(text) is 'Removes the tokens of an ended grant after it was revoked.';
grant execute on function sources.forget_grant(text) to vitrine_worker;
comment on function sources.handle_shop_webhook(text,text,jsonb) is 'Does what a webhook of a shop demands for one brand: makes orders or products due, records a request for data, or erases a customer or the shop. Returns false if there is nothing to do. Repetition changes nothing.';
grant execute on function sources.handle_shop_webhook(text,text,jsonb) to vitrine_worker;
comment on function sources.has_report(text,text) is 'Whether the accounts of a platform can have a report: shops have orders and products, GA4 properties sessions and transactions, all others ads.';
grant execute on function sources.has_report(text,text) to vitrine_analyst;
grant execute on function sources.has_report(text,text) to vitrine_key;
grant execute on function sources.has_report(text,text) to vitrine_person;
grant execute on function sources.has_report(text,text) to vitrine_simulated;
grant execute on function sources.has_report(text,text) to vitrine_worker;
comment on function sources.has_stopped(sources.sources) is 'Returns whether a source needs attention or was not read for 24 hours.';
grant execute on function sources.has_stopped(sources.sources) to vitrine_gate;
comment on function sources.imported_files(core.brands) is 'Returns the imported files of a brand in the form of a source: their days, and the time of the last import. Null without files.';
grant execute on function sources.imported_files(core.brands) to vitrine_analyst;
grant execute on function sources.imported_files(core.brands) to vitrine_key;
grant execute on function sources.imported_files(core.brands) to vitrine_person;
grant execute on function sources.imported_files(core.brands) to vitrine_simulated;
comment on function sources.is_in_use(text) is 'Whether a source that is not disconnected has this connection, in any brand that the caller sees.';
grant execute on function sources.is_in_use(text) to vitrine_gate;
comment on function sources.is_revoking(text,text) is 'Whether an access that may be of the same person or shop as a pending authorization of the brand in scope is being revoked at its platform.';
grant execute on function sources.is_revoking(text,text) to vitrine_person;
grant execute on function sources.is_revoking(text,text) to vitrine_worker;
comment on function sources.keep_grant(text,text,integer) is 'Extends the lease of a refresh that is running, unless another process has it.';
grant execute on function sources.keep_grant(text,text,integer) to vitrine_worker;
comment on function sources.keep_source(text,text,text,integer) is 'Extends a lease, or ends it with 0 seconds. Returns false if another process has the source.';
grant execute on function sources.keep_source(text,text,text,integer) to vitrine_worker;
comment on function sources.kept_sources(text[]) is 'Returns the sources of the brands of the person in scope that use these connections.';
grant execute on function sources.kept_sources(text[]) to vitrine_person;
comment on function sources.last_night(text,integer,integer) is 'Returns when this local hour last began, on any day or on one weekday (1 is Monday).';
grant execute on function sources.last_night(text,integer,integer) to vitrine_worker;
comment on function sources.leave_out_newest(jsonb,sources.sources,date) is 'Leaves staged rows of today and yesterday out that lack an exchange rate, with those of later days: these days are read again every hour. Returns the last day that is left. Raises BADRQ (exchange_rates_are_missing) for earlier days.';
grant execute on function sources.leave_out_newest(jsonb,sources.sources,date) to vitrine_worker;
comment on function sources.list_grants_of_other_keys(text,text,integer) is 'Returns encrypted grants that have another key, in the order of their connections, after an id.';
grant execute on function sources.list_grants_of_other_keys(text,text,integer) to vitrine_owner;
comment on function sources.missing_rates(sources.sources) is 'Returns the pairs of currencies that lack an exchange rate for days that a source could not store, with these days. Rates that were added since count as known.';
grant execute on function sources.missing_rates(sources.sources) to vitrine_analyst;
grant execute on function sources.missing_rates(sources.sources) to vitrine_gate;
grant execute on function sources.missing_rates(sources.sources) to vitrine_key;
grant execute on function sources.missing_rates(sources.sources) to vitrine_person;
grant execute on function sources.missing_rates(sources.sources) to vitrine_simulated;
grant execute on function sources.missing_rates(sources.sources) to vitrine_worker;
comment on function sources.move_source(text,text,text,boolean) is 'Pauses, resumes or disconnects a source, or reads it now. Of a disconnected source, only the data can be deleted. The worker revokes a grant without sources at the platform.';
grant execute on function sources.move_source(text,text,text,boolean) to vitrine_person;
comment on function sources.need_attention(text,text,jsonb,double precision) is 'Stops a source until a person has acted, or until retry_seconds have passed. The stored data stays.';
grant execute on function sources.need_attention(text,text,jsonb,double precision) to vitrine_worker;
comment on function sources.next_objects(text,text,text[]) is 'Returns up to 50 single objects of one report to read now, without except_ids, as {report, ids, attempts, internal_errors, began_at}. One that failed is alone. Null if none is due.';
grant execute on function sources.next_objects(text,text,text[]) to vitrine_worker;
comment on function sources.next_webhooks(integer) is 'Returns the webhooks that the worker must handle now, those that wait longest first.';
grant execute on function sources.next_webhooks(integer) to vitrine_worker;
comment on function sources.next_window(text,text) is 'Returns the window of a source to read next: today first, then the newest days. Its reported_at is now, or when its asynchronous report was requested. Returns null if none is due now.';
grant execute on function sources.next_window(text,text) to vitrine_worker;
comment on function sources.note_days_without_rows(sources.sources,date,date,timestamp with time zone) is 'Records that the daily data of a brand and platform, if there is any, reaches to the last of these days that was read whole, also without rows.';
grant execute on function sources.note_days_without_rows(sources.sources,date,date,timestamp with time zone) to vitrine_worker;
comment on function sources.note_due_objects(text,text,text,text[]) is 'Makes single objects of a source due now.';
grant execute on function sources.note_due_objects(text,text,text,text[]) to vitrine_worker;
comment on function sources.note_failed_run(text,text,text,text,integer) is 'Records that a run of a source failed with an internal error outside of its windows, unless another process has the source. After attempts_max runs in a row the source needs attention, and is tried every hour.';
grant execute on function sources.note_failed_run(text,text,text,text,integer) to vitrine_worker;
comment on function sources.note_request(text,text,text,text,double precision,timestamp with time zone) is 'Records the id of an asynchronous report, when it was requested by the clock of the data, and when to poll it next.';
grant execute on function sources.note_request(text,text,text,text,double precision,timestamp with time zone) to vitrine_worker;
comment on function sources.note_unready_journeys(text,text,text[]) is 'Makes orders whose journey is not ready due again after 15 minutes, and then after twice as long each time. Orders of more than 7 days have no journey.';
grant execute on function sources.note_unready_journeys(text,text,text[]) to vitrine_worker;
comment on function sources.note_version(text,text,text,jsonb) is 'Records that the platform announced the end of the version of its API, {reason, values}, or null if it did not.';
grant execute on function sources.note_version(text,text,text,jsonb) to vitrine_worker;
comment on function sources.open_data_requests() is 'Returns the requests of customers for their data that are not answered, in all brands, for the operator. They are due 30 days after the request.';
grant execute on function sources.open_data_requests() to vitrine_owner;
grant execute on function sources.open_data_requests() to vitrine_worker;
comment on function sources.plan_windows(text,text,text,jsonb,jsonb) is 'Makes the windows of a source due that its clock demands, in the time zone of the account: at first the last 90 days and the backfill to 37 months, then the newest days every hour, the restatement window every night at 3:00, and a deeper one on Mondays at 4:00. reports are {name, days_max, days_back_max, back_scope, days_back_max_without}, restatement is {hourly, nightly, weekly} in days. Returns the purpose, or null if nothing is due.';
grant execute on function sources.plan_windows(text,text,text,jsonb,jsonb) to vitrine_worker;
comment on function sources.prune_webhooks() is 'Deletes webhooks that were handled 7 days ago, and those of Meta after a year. Until then, repeated ones are recognized, and Meta shows the status of a deletion.';
grant execute on function sources.prune_webhooks() to vitrine_worker;
comment on function sources.raise_stale() is 'Emits alert.triggered (data_stale) once for each source of a brand that is not archived that needs attention or was not read for 24 hours. Returns the number of new alerts.';
grant execute on function sources.raise_stale() to vitrine_worker;
comment on function sources.reachable_accounts(text,text) is 'Returns the accounts that a grant reaches, for the person who gave the access to choose from. Raises NTFND for a grant of others.';
grant execute on function sources.reachable_accounts(text,text) to vitrine_person;
comment on function sources.reachable_since(sources.sources) is 'Returns when a source was last read, or connected again after that.';
grant execute on function sources.reachable_since(sources.sources) to vitrine_gate;
comment on function sources.readable_windows(text,text) is 'Returns the windows of a source that can be read when they are due. A window waits while the platform prepares a report of the same days, or four others.';
grant execute on function sources.readable_windows(text,text) to vitrine_worker;
comment on function sources.receive_webhook(text,text,text,text) is 'Stores a webhook of a platform with its proof for the worker. Returns stored, repeated, or unknown_shop for a shop that no account has connected. It says nothing about persons.';
grant execute on function sources.receive_webhook(text,text,text,text) to vitrine_functions;
comment on function sources.redact_shop(text,text,timestamp with time zone) is 'Disconnects a shop that removed the app, and makes the worker delete its data. Returns false if the app was installed again.';
grant execute on function sources.redact_shop(text,text,timestamp with time zone) to vitrine_worker;
comment on function sources.refuse_webhook(text,text) is 'Deletes a webhook whose proof is wrong if it was received more than a day ago, and returns true. Before, it may be that the worker has an older secret than the function: it becomes due later.';
grant execute on function sources.refuse_webhook(text,text) to vitrine_worker;
comment on function sources.release_grant(text,text) is 'Ends the lease of a refresh that failed, unless another process has it.';
grant execute on function sources.release_grant(text,text) to vitrine_worker;
comment on function sources.remove_unreported(text,regclass,text,text[],text,text,text) is 'Removes the measures of a report from the facts of the entities in pg_temp.ad_account between two keys that the reply does not have. reported is a query for its keys and entities. Leaves the keys in pg_temp.ad_gone and returns their number.';
grant execute on function sources.remove_unreported(text,regclass,text,text[],text,text,text) to vitrine_worker;
comment on function sources.replace_unread_windows(text,text,text,date) is 'Ends the windows of a report that were not read before its source was disconnected. New windows replace those from first_on on. Days before it can no longer be read.';
grant execute on function sources.replace_unread_windows(text,text,text,date) to vitrine_worker;
comment on function sources.reported_days(text) is 'Returns the days that were read whole from each connected ad account, also those without rows. A day without rows is a day without spend, not one that the account has yet to report.';
grant execute on function sources.reported_days(text) to vitrine_analyst;
grant execute on function sources.reported_days(text) to vitrine_key;
grant execute on function sources.reported_days(text) to vitrine_person;
grant execute on function sources.reported_days(text) to vitrine_simulated;
grant execute on function sources.reported_days(text) to vitrine_worker;
comment on function sources.require_connection(text,text) is 'Raises NTFND unless a connection belongs to the account of a brand, and to the person in scope if there is one.';
grant execute on function sources.require_connection(text,text) to vitrine_person;
grant execute on function sources.require_connection(text,text) to vitrine_worker;
comment on function sources.require_lease(text,text,text) is 'Locks a source that this process has leased and returns it. Raises STALE if another process has it, or a person paused or disconnected it.';
grant execute on function sources.require_lease(text,text,text) to vitrine_worker;
comment on function sources.require_window(text,text,text) is 'Locks the source of a window, which this process has leased, and returns the window. Raises STALE if another process has the source, or if a person paused or disconnected it, which can delete windows that wait.';
grant execute on function sources.require_window(text,text,text) to vitrine_worker;
comment on function sources.reseal_grant(text,text,text) is 'Replaces an encrypted grant by the same grant under another key. Returns false if it was changed meanwhile.';
grant execute on function sources.reseal_grant(text,text,text) to vitrine_owner;
comment on function sources.retry_source(text,text) is 'Makes a source due now, also one that needs attention.';
grant execute on function sources.retry_source(text,text) to vitrine_person;
grant execute on function sources.retry_source(text,text) to vitrine_worker;
comment on function sources.seconds_to_next_read(text,text) is 'Returns when the next window or single object of a source is due, without those that failed and wait for a person. One that is tried again has no failed attempt. Null if there is none.';
grant execute on function sources.seconds_to_next_read(text,text) to vitrine_worker;
comment on function sources.shares_access(text) is 'Whether another connection that has not ended may depend on the same access at the platform: of the same person or shop for the same registration of Vitrine. Where the platform does not name the person (Google), these count as one person: grants of one person of Vitrine, grants of the command line for one account of Vitrine, and grants that reach a common account of the platform.';
grant execute on function sources.shares_access(text) to vitrine_worker;
comment on function sources.shop_sources(text) is 'Returns the sources of a shop in all brands, for the worker that handles its webhooks.';
grant execute on function sources.shop_sources(text) to vitrine_worker;
comment on function sources.shorten_window(sources.windows,date) is 'Makes a window end earlier, because its last days cannot be stored yet. A window of the same days is replaced.';
grant execute on function sources.shorten_window(sources.windows,date) to vitrine_worker;
comment on function sources.shown(sources.sources) is 'Returns a source as callers see it. Its status is syncing until the first days and the backfill are read. needs is what a person can do: reconnect, import_rates or sync.';
grant execute on function sources.shown(sources.sources) to vitrine_analyst;
grant execute on function sources.shown(sources.sources) to vitrine_key;
grant execute on function sources.shown(sources.sources) to vitrine_person;
grant execute on function sources.shown(sources.sources) to vitrine_simulated;
grant execute on function sources.shown(sources.sources) to vitrine_worker;
comment on function sources.shrink_data_status(text,text[]) is 'Limits the known days of these kinds of data to those of the remaining rows. Without rows, the data is not ready.';
grant execute on function sources.shrink_data_status(text,text[]) to vitrine_worker;
comment on function sources.sources(text) is 'GET /v1/sources: the connected accounts of a brand and its imported files, with their status, what a person must do, how far their data reaches, and how much it was restated.';
grant execute on function sources.sources(text) to vitrine_analyst;
grant execute on function sources.sources(text) to vitrine_key;
grant execute on function sources.sources(text) to vitrine_person;
grant execute on function sources.sources(text) to vitrine_simulated;
comment on function sources.spend_authorization(text,text,text) is 'Takes a pending authorization of the same session, once. Raises BADRQ: authorization_is_used, or authorization_is_foreign for one of another session and an expired one. renews: the connection whose access the person renews, and its accounts in the brand. Null if the person connects accounts. Waits up to three seconds while an earlier access is revoked, and then raises STALE (an_earlier_access_is_being_ended).';
grant execute on function sources.spend_authorization(text,text,text) to vitrine_person;
grant execute on function sources.spend_authorization(text,text,text) to vitrine_worker;
comment on function sources.split_window(text,text,text) is 'Replaces a window by its two halves, because the platform refuses its size. Returns false for a single day.';
grant execute on function sources.split_window(text,text,text) to vitrine_worker;
comment on function sources.stage_ads(sources.sources,text,text[],jsonb) is 'Stages the rows of a reply, lists of texts in the order of fields, as analytics.open_ad_import expects. Returns the columns of its measures.';
grant execute on function sources.stage_ads(sources.sources,text,text[],jsonb) to vitrine_worker;
comment on function sources.staged_columns(text[]) is 'Returns the columns of ad_entities that a reply has, with their expressions.';
grant execute on function sources.staged_columns(text[]) to vitrine_worker;
comment on function sources.stale_alert(sources.sources) is 'Returns the data of an alert about a source whose data stopped.';
grant execute on function sources.stale_alert(sources.sources) to vitrine_gate;
grant execute on function sources.stale_alert(sources.sources) to vitrine_person;
grant execute on function sources.stale_alert(sources.sources) to vitrine_worker;
comment on function sources.start_authorization(text,text,text,text,text,text,text,text) is 'Records that a person goes to a platform to give access. The state and the session are hashes, and the code verifier is encrypted.';
grant execute on function sources.start_authorization(text,text,text,text,text,text,text,text) to vitrine_person;
comment on function sources.store_connection(text,jsonb,jsonb) is 'Stores the encrypted grant of an authorization, with the accounts that it reaches. Nothing reads it again but the worker.';
grant execute on function sources.store_connection(text,jsonb,jsonb) to vitrine_person;
comment on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) is 'Replaces the grant of this version after a refresh, and ends the lease. Returns false if another process replaced it. It does not require the lease, because the only copy of a rotated refresh token would be lost.';
grant execute on function sources.store_grant(text,integer,text,timestamp with time zone,timestamp with time zone,text[]) to vitrine_worker;
comment on function sources.take_authorization(text,text,text) is 'Takes a pending authorization when the platform sends the person back: once, by the same session, within 10 minutes.';
grant execute on function sources.take_authorization(text,text,text) to vitrine_person;
comment on function sources.take_grant(text,integer,text) is 'Returns the sealed grant of a connection. With seconds it also takes the lease for a refresh. Returns null if another process has it.';
grant execute on function sources.take_grant(text,integer,text) to vitrine_worker;
comment on function sources.touch_ga4_orders(text,text[]) is 'Gives each order that GA4 knows by its id, and that has no observed touch, one touch with the origin that GA4 attributes it to. Removes such touches that no longer apply. order_ids: only these orders and the others of their persons. Returns the number of changed touches.';
grant execute on function sources.touch_ga4_orders(text,text[]) to vitrine_worker;
comment on function sources.troubled_sources() is 'Returns the sources of all brands, except archived ones, that need attention, were not read for 24 hours, or use a version whose end is announced, for the operator.';
grant execute on function sources.troubled_sources() to vitrine_owner;
grant execute on function sources.troubled_sources() to vitrine_worker;
comment on function sources.unread_accounts(text,text[],text,timestamp with time zone) is 'Returns the accounts of these platforms, or of all, that the first read and the backfill had not finished before a time, with the days of a report that were not read, those that the platform no longer keeps, and the part of all days that was read. Results of these days do not include the account. A disconnected account is included if it has data. Days of ads_hourly are those of the brand, days of other reports those of the account.';
grant execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) to vitrine_analyst;
grant execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) to vitrine_key;
grant execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) to vitrine_person;
grant execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) to vitrine_simulated;
grant execute on function sources.unread_accounts(text,text[],text,timestamp with time zone) to vitrine_worker;
comment on function sources.unread_comparison(text,date,date,date,date,text[],text) is 'Returns why two ranges of a report cannot be compared, with warnings: not_read_yet or no_longer_kept, if days of one of them were not read from an ad account. Every comparison uses this rule. Returns null and no warnings if all of their days were read.';
grant execute on function sources.unread_comparison(text,date,date,date,date,text[],text) to vitrine_analyst;
grant execute on function sources.unread_comparison(text,date,date,date,date,text[],text) to vitrine_key;
grant execute on function sources.unread_comparison(text,date,date,date,date,text[],text) to vitrine_person;
grant execute on function sources.unread_comparison(text,date,date,date,date,text[],text) to vitrine_simulated;
grant execute on function sources.unread_comparison(text,date,date,date,date,text[],text) to vitrine_worker;
comment on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) is 'Returns the first and the last day of a range that were not read from each ad account, by reason: not_read_yet or no_longer_kept.';
grant execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) to vitrine_analyst;
grant execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) to vitrine_key;
grant execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) to vitrine_person;
grant execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) to vitrine_simulated;
grant execute on function sources.unread_days(text,date,date,text[],text,timestamp with time zone) to vitrine_worker;
comment on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) is 'Warnings about the accounts of which days of a range were not read, each with the first and the last of these days.';
grant execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) to vitrine_analyst;
grant execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) to vitrine_key;
grant execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) to vitrine_person;
grant execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) to vitrine_simulated;
grant execute on function sources.unread_warnings(text,date,date,text[],text,timestamp with time zone) to vitrine_worker;
comment on function sources.wait_for_platform(text,text,text,double precision) is 'Makes a source wait as long as its platform asked. No process reads it before, also if a person asks for it.';
grant execute on function sources.wait_for_platform(text,text,text,double precision) to vitrine_worker;
comment on function sources.waiting_objects(text,text) is 'Returns the single objects of a source that are not stored as the platform has them now, without orders of which only the journey is not ready.';
grant execute on function sources.waiting_objects(text,text) to vitrine_worker;
comment on function sources.working_sources() is 'Returns the sources of all brands in scope that are not archived.';
grant execute on function sources.working_sources() to vitrine_gate;
comment on function sources.write_days(text,text[],date,date) is 'Replaces the daily facts of the staged account from first_on to last_on by the staged ones. Returns the number of changed cells. Writes nothing if none changed.';
grant execute on function sources.write_days(text,text[],date,date) to vitrine_worker;
comment on function sources.write_hours(text,text[],date,date,text) is 'Replaces the hourly facts of the staged account on these local days by the staged ones. Rejects rows of hours that the clock skipped. Returns the number of changed cells.';
grant execute on function sources.write_hours(text,text[],date,date,text) to vitrine_worker;
comment on function sources.write_orders(sources.sources,jsonb,date,date) is 'Writes orders of a shop, and makes those due that must be read singly. Returns the number of changed orders.';
grant execute on function sources.write_orders(sources.sources,jsonb,date,date) to vitrine_worker;
comment on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) is 'Imports the temporary table products and indexes it for the search in the same transaction. Unchanged products are not written. replaces: deletes products that the file does not contain, unless the file has no valid row. warnings: reports of truncated values. source_id: the connected shop that reported the products, of which only its own are deleted; nothing is recorded as an import then. only_groups: the products that were read.';
grant execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) to vitrine_worker;
comment on function storefront.commit_shop_products(text,text,jsonb,text[]) is 'Writes the variants that a connected shop reported: [{product}], or [{reason}] for those that cannot be in the catalog. Unchanged ones are not written, and those that the shop no longer has leave the catalog. only_groups: the products that were read, if not all. Returns {changed, deleted}.';
grant execute on function storefront.commit_shop_products(text,text,jsonb,text[]) to vitrine_worker;
comment on function storefront.emit_deployment(text,text) is 'Emits an event of a storefront: deployment.created or deployment.updated.';
grant execute on function storefront.emit_deployment(text,text) to vitrine_person;
grant execute on function storefront.emit_deployment(text,text) to vitrine_worker;
comment on function storefront.web_address(text) is 'Returns a link that is a valid http or https URL without user name. Returns null for others, such as javascript: and data: URLs. shared/schema/web_address.ts has the same rule for input.';
comment on function storefront.write_profile(text,jsonb) is 'Replaces the profile and the policies of a shop, and what it states about shipping and payment. Returns the new version, 1 for the first. Keeps destinations, methods and bundles.';
grant execute on function storefront.write_profile(text,jsonb) to vitrine_person;
grant execute on function storefront.write_profile(text,jsonb) to vitrine_worker;
comment on schema sources is 'Connected accounts of platforms that feed brands: grants, accounts, and the windows of their reports.';
grant usage on schema sources to vitrine_analyst;
grant usage on schema sources to vitrine_backup;
grant usage on schema sources to vitrine_functions;
grant usage on schema sources to vitrine_gate;
grant usage on schema sources to vitrine_key;
grant usage on schema sources to vitrine_person;
grant usage on schema sources to vitrine_simulated;
grant usage on schema sources to vitrine_worker;
alter table analytics.attribution_changes enable row level security;
alter table analytics.attribution_changes force row level security;
comment on column analytics.attribution_changes.is_refused is 'Whether the change was not applied, because the settings had another version by then or the journeys do not allow the model.';
comment on column analytics.attribution_changes.version is 'The version of analytics.attribution_settings that the change replaces.';
comment on table analytics.attribution_changes is 'The requested attribution settings of a brand, until the worker has attributed all its orders under them (analytics.apply_attribution_change).';
grant delete on analytics.attribution_changes to vitrine_worker;
grant insert (accounting) on analytics.attribution_changes to vitrine_person;
grant insert (brand_id) on analytics.attribution_changes to vitrine_person;
grant insert (click_days) on analytics.attribution_changes to vitrine_person;
grant insert (half_life_hours) on analytics.attribution_changes to vitrine_person;
grant insert (model) on analytics.attribution_changes to vitrine_person;
grant insert (requested_at) on analytics.attribution_changes to vitrine_person;
grant insert (version) on analytics.attribution_changes to vitrine_person;
grant insert (view_days) on analytics.attribution_changes to vitrine_person;
grant insert on analytics.attribution_changes to vitrine_worker;
grant select (brand_id) on analytics.attribution_changes to vitrine_gate;
grant select (is_refused) on analytics.attribution_changes to vitrine_gate;
grant select (requested_at) on analytics.attribution_changes to vitrine_gate;
grant select on analytics.attribution_changes to vitrine_analyst;
grant select on analytics.attribution_changes to vitrine_backup;
grant select on analytics.attribution_changes to vitrine_key;
grant select on analytics.attribution_changes to vitrine_person;
grant select on analytics.attribution_changes to vitrine_simulated;
grant select on analytics.attribution_changes to vitrine_worker;
grant update (accounting) on analytics.attribution_changes to vitrine_person;
grant update (click_days) on analytics.attribution_changes to vitrine_person;
grant update (half_life_hours) on analytics.attribution_changes to vitrine_person;
grant update (is_refused) on analytics.attribution_changes to vitrine_person;
grant update (model) on analytics.attribution_changes to vitrine_person;
grant update (requested_at) on analytics.attribution_changes to vitrine_person;
grant update (version) on analytics.attribution_changes to vitrine_person;
grant update (view_days) on analytics.attribution_changes to vitrine_person;
grant update on analytics.attribution_changes to vitrine_worker;
comment on column analytics.data_status.first_stored_at is 'Time of the first report of this kind.';
alter table analytics.erased_visitors enable row level security;
alter table analytics.erased_visitors force row level security;
comment on column analytics.erased_visitors.erased_at is 'Touches and orders up to this time are not linked to the person again. Later ones are new data.';
comment on column analytics.erased_visitors.visitor_hash is 'SHA-256 of the brand and the visitor id. It confirms a known id, and contains none.';
comment on table analytics.erased_visitors is 'Hashes of the visitor ids of erased persons, so that imports and connected shops do not restore what was erased.';
grant delete on analytics.erased_visitors to vitrine_worker;
grant insert on analytics.erased_visitors to vitrine_worker;
grant select on analytics.erased_visitors to vitrine_analyst;
grant select on analytics.erased_visitors to vitrine_backup;
grant select on analytics.erased_visitors to vitrine_key;
grant select on analytics.erased_visitors to vitrine_person;
grant select on analytics.erased_visitors to vitrine_simulated;
grant select on analytics.erased_visitors to vitrine_worker;
grant update on analytics.erased_visitors to vitrine_worker;
comment on column analytics.facts_daily.first_stored_at is 'Time of the first report of this row. Later reports leave it.';
comment on column analytics.facts_daily.reported_revenue_micros is 'Revenue as reported, in micros of the account''s currency. Null if that is the brand''s currency or nothing was reported.';
comment on column analytics.facts_daily.reported_spend_micros is 'Spend as reported, in micros of the account''s currency (analytics.entities). Null if that is the brand''s currency or nothing was reported.';
alter table analytics.facts_daily_versions enable row level security;
alter table analytics.facts_daily_versions force row level security;
comment on column analytics.facts_daily_versions.first_stored_at is 'Time of the first report of this row. Later reports leave it.';
comment on column analytics.facts_daily_versions.replaced_at is 'Time from which the row no longer counted.';
comment on column analytics.facts_daily_versions.reported_revenue_micros is 'Revenue as reported, in micros of the account''s currency. Null if that is the brand''s currency or nothing was reported.';
comment on column analytics.facts_daily_versions.reported_spend_micros is 'Spend as reported, in micros of the account''s currency (analytics.entities). Null if that is the brand''s currency or nothing was reported.';
comment on table analytics.facts_daily_versions is 'Rows of facts_daily that a later report replaced or removed, as they were before. Only changes of measures are kept. To erase facts, delete them first and then their versions.';
grant delete on analytics.facts_daily_versions to vitrine_worker;
grant insert on analytics.facts_daily_versions to vitrine_worker;
grant select on analytics.facts_daily_versions to vitrine_analyst;
grant select on analytics.facts_daily_versions to vitrine_backup;
grant select on analytics.facts_daily_versions to vitrine_key;
grant select on analytics.facts_daily_versions to vitrine_person;
grant select on analytics.facts_daily_versions to vitrine_simulated;
grant select on analytics.facts_daily_versions to vitrine_worker;
grant update on analytics.facts_daily_versions to vitrine_worker;
alter table analytics.facts_hourly_versions enable row level security;
alter table analytics.facts_hourly_versions force row level security;
comment on column analytics.facts_hourly_versions.replaced_at is 'Time from which the row no longer counted.';
comment on table analytics.facts_hourly_versions is 'Rows of facts_hourly that a later report replaced or removed, as in facts_daily_versions.';
grant delete on analytics.facts_hourly_versions to vitrine_worker;
grant insert on analytics.facts_hourly_versions to vitrine_worker;
grant select on analytics.facts_hourly_versions to vitrine_analyst;
grant select on analytics.facts_hourly_versions to vitrine_backup;
grant select on analytics.facts_hourly_versions to vitrine_key;
grant select on analytics.facts_hourly_versions to vitrine_person;
grant select on analytics.facts_hourly_versions to vitrine_simulated;
grant select on analytics.facts_hourly_versions to vitrine_worker;
grant update on analytics.facts_hourly_versions to vitrine_worker;
alter table analytics.ga4_sessions enable row level security;
alter table analytics.ga4_sessions force row level security;
comment on column analytics.ga4_sessions.brand_id is 'The brand.';
comment on column analytics.ga4_sessions.campaign is 'Session campaign name, such as (direct).';
comment on column analytics.ga4_sessions.hour is 'Start of the hour as an instant.';
comment on column analytics.ga4_sessions.key_events is 'Key events (formerly conversions). GA4 credits fractions.';
comment on column analytics.ga4_sessions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_sessions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_sessions.purchases is 'E-commerce purchases.';
comment on column analytics.ga4_sessions.revenue_micros is 'Purchase revenue in micros of the brand''s currency.';
comment on column analytics.ga4_sessions.sessions is 'Sessions.';
comment on column analytics.ga4_sessions.source is 'Session source, such as google.';
comment on table analytics.ga4_sessions is 'Sessions that Google Analytics 4 counted, by hour and origin. They are totals without persons, so they are never touches of journeys.';
grant delete on analytics.ga4_sessions to vitrine_worker;
grant insert on analytics.ga4_sessions to vitrine_worker;
grant select on analytics.ga4_sessions to vitrine_analyst;
grant select on analytics.ga4_sessions to vitrine_backup;
grant select on analytics.ga4_sessions to vitrine_key;
grant select on analytics.ga4_sessions to vitrine_person;
grant select on analytics.ga4_sessions to vitrine_simulated;
grant select on analytics.ga4_sessions to vitrine_worker;
grant update on analytics.ga4_sessions to vitrine_worker;
alter table analytics.ga4_transactions enable row level security;
alter table analytics.ga4_transactions force row level security;
comment on column analytics.ga4_transactions.brand_id is 'The brand.';
comment on column analytics.ga4_transactions.campaign is 'Session campaign name.';
comment on column analytics.ga4_transactions.hour is 'Start of an hour in which the transaction is reported, as an instant. A shop page that is opened again sends it again.';
comment on column analytics.ga4_transactions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_transactions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_transactions.source is 'Session source, such as google.';
comment on column analytics.ga4_transactions.transaction_id is 'The transaction id that the shop sent to GA4: the id of the order.';
comment on table analytics.ga4_transactions is 'Origins to which Google Analytics 4 attributes transactions: a row for each hour in which it reports one. The first hour counts. An order with this id and without another touch gets one touch from it.';
grant delete on analytics.ga4_transactions to vitrine_worker;
grant insert on analytics.ga4_transactions to vitrine_worker;
grant select on analytics.ga4_transactions to vitrine_analyst;
grant select on analytics.ga4_transactions to vitrine_backup;
grant select on analytics.ga4_transactions to vitrine_key;
grant select on analytics.ga4_transactions to vitrine_person;
grant select on analytics.ga4_transactions to vitrine_simulated;
grant select on analytics.ga4_transactions to vitrine_worker;
grant update on analytics.ga4_transactions to vitrine_worker;
comment on column analytics.imports.imported_at is 'Never before an earlier import of the brand.';
comment on column analytics.imports.is_exact is 'Whether the facts that it changed can be distinguished from those of other reports by their time, imported_at, so that it can be undone.';
comment on column analytics.imports.platforms is 'The platforms of a report of ads. Null if they were not recorded.';
comment on column analytics.imports.undo_refused is 'Why it was not undone: {reason, values}.';
comment on column analytics.imports.undo_requested_at is 'When a person asked to undo it. Null if the worker has answered.';
grant select (brand_id) on analytics.imports to vitrine_gate;
grant select (import_id) on analytics.imports to vitrine_gate;
grant select (undo_requested_at) on analytics.imports to vitrine_gate;
grant update (undo_refused) on analytics.imports to vitrine_person;
grant update (undo_requested_at) on analytics.imports to vitrine_person;
comment on column analytics.orders.changed_at is 'When the order last changed in the connected shop.';
comment on column analytics.orders.file_order is 'The order as a file reported it, while a connected shop reports the same id. It returns when the data of the shop is deleted. Null if no file did.';
comment on column analytics.orders.source_id is 'The connected shop that reported the order. Null for orders of files.';
alter table analytics.restatement_factors enable row level security;
alter table analytics.restatement_factors force row level security;
comment on column analytics.restatement_factors.age is 'Days since the reported day: 1 on the day after it.';
comment on column analytics.restatement_factors.days is 'Number of days whose next change was observed at this age.';
comment on column analytics.restatement_factors.factor is 'The expected final value divided by the value at this age.';
comment on table analytics.restatement_factors is 'How much the reports of a platform are expected to change, by the age of the day, from the past of the platform and metric. The worker computes it every night. A platform with too little history has no rows.';
grant delete on analytics.restatement_factors to vitrine_worker;
grant insert on analytics.restatement_factors to vitrine_worker;
grant select on analytics.restatement_factors to vitrine_analyst;
grant select on analytics.restatement_factors to vitrine_backup;
grant select on analytics.restatement_factors to vitrine_key;
grant select on analytics.restatement_factors to vitrine_person;
grant select on analytics.restatement_factors to vitrine_simulated;
grant select on analytics.restatement_factors to vitrine_worker;
grant update on analytics.restatement_factors to vitrine_worker;
alter table analytics.targets enable row level security;
alter table analytics.targets force row level security;
comment on column analytics.targets.budget_micros is 'The budget of the whole month.';
comment on column analytics.targets.campaign_entity_id is 'Null for the targets of the whole brand.';
comment on column analytics.targets.cpa_micros is 'The highest cost per conversion that the brand wants.';
comment on column analytics.targets.month is 'The first day of the month.';
comment on column analytics.targets.roas is 'The lowest return on ad spend that the brand wants.';
comment on column analytics.targets.version is 'Increases with every change, so that a form does not overwrite the change of another person.';
comment on table analytics.targets is 'The targets and the budget of a brand, or of one of its campaigns, in a month. A removed target is null.';
grant delete on analytics.targets to vitrine_worker;
grant insert (brand_id) on analytics.targets to vitrine_person;
grant insert (budget_micros) on analytics.targets to vitrine_person;
grant insert (campaign_entity_id) on analytics.targets to vitrine_person;
grant insert (cpa_micros) on analytics.targets to vitrine_person;
grant insert (month) on analytics.targets to vitrine_person;
grant insert (roas) on analytics.targets to vitrine_person;
grant insert on analytics.targets to vitrine_worker;
grant select on analytics.targets to vitrine_analyst;
grant select on analytics.targets to vitrine_backup;
grant select on analytics.targets to vitrine_key;
grant select on analytics.targets to vitrine_person;
grant select on analytics.targets to vitrine_simulated;
grant select on analytics.targets to vitrine_worker;
grant update (budget_micros) on analytics.targets to vitrine_person;
grant update (cpa_micros) on analytics.targets to vitrine_person;
grant update (roas) on analytics.targets to vitrine_person;
grant update (version) on analytics.targets to vitrine_person;
grant update on analytics.targets to vitrine_worker;
comment on column analytics.touchpoints.reported_by is 'ga4: not observed, but the origin that Google Analytics 4 attributes the order to. Null for an observed touch.';
alter table analytics.upload_chunks enable row level security;
alter table analytics.upload_chunks force row level security;
comment on table analytics.upload_chunks is 'The bytes of uploaded files, in pieces. They are deleted when the file is imported.';
grant delete on analytics.upload_chunks to vitrine_worker;
grant insert on analytics.upload_chunks to vitrine_person;
grant insert on analytics.upload_chunks to vitrine_worker;
grant select on analytics.upload_chunks to vitrine_backup;
grant select on analytics.upload_chunks to vitrine_person;
grant select on analytics.upload_chunks to vitrine_worker;
grant update on analytics.upload_chunks to vitrine_worker;
alter table analytics.uploads enable row level security;
alter table analytics.uploads force row level security;
comment on column analytics.uploads.attempts is 'How often a worker began the import.';
comment on column analytics.uploads.failure is 'Why nothing was imported: {reason, values}.';
comment on column analytics.uploads.lease is 'The process that imports it. The import of another process is rolled back.';
comment on column analytics.uploads.options is 'How the file is read: columns by field, platform and currency. Empty for a known format.';
comment on column analytics.uploads.part_read is 'The part of the file that is read, from 0 to 1.';
comment on column analytics.uploads.rejections is 'The first rejected rows of a failed import: {line, reason}.';
comment on column analytics.uploads.state is 'receiving: bytes arrive. received: a person checks the preview. confirmed: the worker will import it. importing, imported. failed: nothing was imported.';
comment on column analytics.uploads.uploaded_by is 'The person who began the upload. Null if the account was deleted.';
comment on table analytics.uploads is 'Files that people uploaded in the console. A row is deleted a day after the upload. analytics.imports keeps what was imported.';
grant delete on analytics.uploads to vitrine_gate;
grant delete on analytics.uploads to vitrine_person;
grant delete on analytics.uploads to vitrine_worker;
grant insert (brand_id) on analytics.uploads to vitrine_person;
grant insert (file_name) on analytics.uploads to vitrine_person;
grant insert on analytics.uploads to vitrine_worker;
grant select (attempts) on analytics.uploads to vitrine_gate;
grant select (brand_id) on analytics.uploads to vitrine_gate;
grant select (busy_until) on analytics.uploads to vitrine_gate;
grant select (created_at) on analytics.uploads to vitrine_gate;
grant select (state) on analytics.uploads to vitrine_gate;
grant select (upload_id) on analytics.uploads to vitrine_gate;
grant select on analytics.uploads to vitrine_backup;
grant select on analytics.uploads to vitrine_person;
grant select on analytics.uploads to vitrine_worker;
grant update (attempts) on analytics.uploads to vitrine_person;
grant update (bytes) on analytics.uploads to vitrine_person;
grant update (failure) on analytics.uploads to vitrine_person;
grant update (kind) on analytics.uploads to vitrine_person;
grant update (options) on analytics.uploads to vitrine_person;
grant update (rejections) on analytics.uploads to vitrine_person;
grant update (state) on analytics.uploads to vitrine_person;
grant update on analytics.uploads to vitrine_worker;
grant delete on commerce.pricing_policies to vitrine_person;
grant insert (accept_percent) on commerce.pricing_policies to vitrine_person;
grant insert (answer_minutes) on commerce.pricing_policies to vitrine_person;
grant insert (answered_by) on commerce.pricing_policies to vitrine_person;
grant insert (brand_id) on commerce.pricing_policies to vitrine_person;
grant insert (decline_percent) on commerce.pricing_policies to vitrine_person;
grant insert (floor_currency) on commerce.pricing_policies to vitrine_person;
grant insert (floor_micros) on commerce.pricing_policies to vitrine_person;
grant insert (floor_percent) on commerce.pricing_policies to vitrine_person;
grant insert (hold_minutes) on commerce.pricing_policies to vitrine_person;
grant insert (is_enabled) on commerce.pricing_policies to vitrine_person;
grant insert (list_price_min_micros) on commerce.pricing_policies to vitrine_person;
grant insert (negotiations_per_day_max) on commerce.pricing_policies to vitrine_person;
grant insert (price_step_micros) on commerce.pricing_policies to vitrine_person;
grant insert (product_id) on commerce.pricing_policies to vitrine_person;
grant insert (rounds_max) on commerce.pricing_policies to vitrine_person;
grant insert (target_percent) on commerce.pricing_policies to vitrine_person;
grant update (accept_percent) on commerce.pricing_policies to vitrine_person;
grant update (answer_minutes) on commerce.pricing_policies to vitrine_person;
grant update (answered_by) on commerce.pricing_policies to vitrine_person;
grant update (decline_percent) on commerce.pricing_policies to vitrine_person;
grant update (floor_currency) on commerce.pricing_policies to vitrine_person;
grant update (floor_micros) on commerce.pricing_policies to vitrine_person;
grant update (floor_percent) on commerce.pricing_policies to vitrine_person;
grant update (hold_minutes) on commerce.pricing_policies to vitrine_person;
grant update (is_enabled) on commerce.pricing_policies to vitrine_person;
grant update (list_price_min_micros) on commerce.pricing_policies to vitrine_person;
grant update (negotiations_per_day_max) on commerce.pricing_policies to vitrine_person;
grant update (price_step_micros) on commerce.pricing_policies to vitrine_person;
grant update (rounds_max) on commerce.pricing_policies to vitrine_person;
grant update (target_percent) on commerce.pricing_policies to vitrine_person;
grant update (updated_at) on commerce.pricing_policies to vitrine_person;
grant update (version) on commerce.pricing_policies to vitrine_person;
grant delete on commerce.quantity_tiers to vitrine_person;
grant insert (brand_id) on commerce.quantity_tiers to vitrine_person;
grant insert (percent_off) on commerce.quantity_tiers to vitrine_person;
grant insert (policy_id) on commerce.quantity_tiers to vitrine_person;
grant insert (quantity_min) on commerce.quantity_tiers to vitrine_person;
grant delete on core.accounts to vitrine_gate;
comment on column core.brands.is_storefront_published is 'False: the storefront answers only to credentials that reach the brand. For all others it does not exist.';
comment on column core.brands.version is 'Increases with every change of the settings of the brand by a person.';
grant delete on core.brands to vitrine_gate;
grant update (currency) on core.brands to vitrine_person;
grant update (is_storefront_published) on core.brands to vitrine_person;
grant update (name) on core.brands to vitrine_person;
grant update (timezone) on core.brands to vitrine_person;
grant update (version) on core.brands to vitrine_person;
grant select on core.exchange_rates to vitrine_gate;
alter table core.invitations enable row level security;
alter table core.invitations force row level security;
comment on column core.invitations.invited_by is 'The person who invited.';
comment on table core.invitations is 'Open invitations of e-mail addresses to brands. An accepted, declined or withdrawn one is deleted.';
grant delete on core.invitations to vitrine_gate;
grant delete on core.invitations to vitrine_person;
grant insert (brand_id) on core.invitations to vitrine_person;
grant insert (email) on core.invitations to vitrine_person;
grant insert (invitation_id) on core.invitations to vitrine_person;
grant insert (role) on core.invitations to vitrine_person;
grant select on core.invitations to vitrine_backup;
grant select on core.invitations to vitrine_gate;
grant select on core.invitations to vitrine_oauth;
grant select on core.invitations to vitrine_person;
grant update (expires_at) on core.invitations to vitrine_person;
grant delete on core.memberships to vitrine_person;
grant select on core.memberships to vitrine_person;
grant update (role) on core.memberships to vitrine_person;
alter table core.notification_choices enable row level security;
alter table core.notification_choices force row level security;
comment on table core.notification_choices is 'Which mails a member of a brand gets. Without a row the default of core.notification_kinds applies. Ends with the membership.';
grant insert (brand_id) on core.notification_choices to vitrine_person;
grant insert (is_on) on core.notification_choices to vitrine_person;
grant insert (kind) on core.notification_choices to vitrine_person;
grant insert (person_id) on core.notification_choices to vitrine_person;
grant insert on core.notification_choices to vitrine_oauth;
grant select on core.notification_choices to vitrine_backup;
grant select on core.notification_choices to vitrine_oauth;
grant select on core.notification_choices to vitrine_person;
grant update (chosen_at) on core.notification_choices to vitrine_person;
grant update (is_on) on core.notification_choices to vitrine_person;
grant update on core.notification_choices to vitrine_oauth;
alter table oauth.address_mails enable row level security;
alter table oauth.address_mails force row level security;
comment on table oauth.address_mails is 'The outbox of mails to addresses that may have no account. As for oauth.mails, the worker sends them and creates the tokens.';
grant delete on oauth.address_mails to vitrine_oauth;
grant insert on oauth.address_mails to vitrine_oauth;
grant select on oauth.address_mails to vitrine_backup;
grant select on oauth.address_mails to vitrine_oauth;
grant update on oauth.address_mails to vitrine_oauth;
comment on table oauth.audit_events is 'Audit log: registrations, sign-ins, consents, code exchanges, refreshes, replays, revocations and console changes. Contains no secrets. Append-only: oauth.prune deletes old events, and oauth.forget_brand and oauth.forget_person what concerns a deleted brand or person.';
grant update (detail) on oauth.audit_events to vitrine_oauth;
alter table oauth.notification_mails enable row level security;
alter table oauth.notification_mails force row level security;
comment on column oauth.notification_mails.failed_at is 'When the last mail was given up. Null after a sent mail.';
comment on column oauth.notification_mails.mail_id is 'Null if no mail is being sent. The same for each attempt, so that a mail program recognizes a repetition.';
comment on column oauth.notification_mails.refusal is 'Why the last attempt failed: {smtp_code}, null if the mail server did not answer. Null after a sent mail.';
comment on table oauth.notification_mails is 'The outbox of notifications, one row for each member and kind: the mail that is being sent, and how the last one ended. As for oauth.mails, the worker sends them and creates the tokens.';
grant delete on oauth.notification_mails to vitrine_oauth;
grant insert on oauth.notification_mails to vitrine_oauth;
grant select on oauth.notification_mails to vitrine_backup;
grant select on oauth.notification_mails to vitrine_oauth;
grant update on oauth.notification_mails to vitrine_oauth;
alter table oauth.notifications enable row level security;
alter table oauth.notifications force row level security;
comment on column oauth.notifications.mail_id is 'The mail that contains it, also after a failed attempt. Null if no mail was begun.';
comment on column oauth.notifications.subject_id is 'The event, source, proposal, upload or import, by kind. Its texts are read when the mail is sent, under the row-level security of the brand.';
comment on table oauth.notifications is 'What members are informed of by mail, one row for each event and member, written in the transaction of the event. Deleted when the mail is sent or given up, and after seven days.';
grant delete on oauth.notifications to vitrine_oauth;
grant insert on oauth.notifications to vitrine_oauth;
grant select on oauth.notifications to vitrine_backup;
grant select on oauth.notifications to vitrine_oauth;
grant update on oauth.notifications to vitrine_oauth;
alter table oauth.sign_up_links enable row level security;
alter table oauth.sign_up_links force row level security;
comment on column oauth.sign_up_links.invitation_id is 'The invitation with which the link ends. Null for a link of a sign-up.';
comment on table oauth.sign_up_links is 'Links of mails that create an account, by the SHA-256 of their token. One is valid for one use.';
grant delete on oauth.sign_up_links to vitrine_oauth;
grant insert on oauth.sign_up_links to vitrine_oauth;
grant select on oauth.sign_up_links to vitrine_backup;
grant select on oauth.sign_up_links to vitrine_oauth;
grant update on oauth.sign_up_links to vitrine_oauth;
alter table oauth.unsubscribe_tokens enable row level security;
alter table oauth.unsubscribe_tokens force row level security;
comment on table oauth.unsubscribe_tokens is 'Links of notifications that turn off this kind of mails, by the SHA-256 of their token. They are no credentials. Valid for 60 days, until the person turns these mails on again.';
grant delete on oauth.unsubscribe_tokens to vitrine_oauth;
grant insert on oauth.unsubscribe_tokens to vitrine_oauth;
grant select on oauth.unsubscribe_tokens to vitrine_backup;
grant select on oauth.unsubscribe_tokens to vitrine_oauth;
grant update on oauth.unsubscribe_tokens to vitrine_oauth;
alter table sources.authorizations enable row level security;
alter table sources.authorizations force row level security;
comment on column sources.authorizations.bound_to is 'SHA-256 of the session that began it, in hexadecimal, or the process id of the command line.';
comment on column sources.authorizations.sealed_verifier is 'The code verifier of PKCE, encrypted by SOURCE_TOKEN_KEY.';
comment on column sources.authorizations.source_id is 'The source whose access the person renews. Null if the person connects accounts.';
comment on column sources.authorizations.state_hash is 'SHA-256 of the state parameter.';
comment on column sources.authorizations.stored_at is 'When the connection was stored. From then on the connection shows that the access is in use.';
comment on column sources.authorizations.taken_at is 'When the platform sent the person back.';
comment on table sources.authorizations is 'Authorizations at platforms that a person began. Each is valid for 10 minutes, one callback, and the session that began it.';
grant delete on sources.authorizations to vitrine_person;
grant delete on sources.authorizations to vitrine_worker;
grant insert on sources.authorizations to vitrine_person;
grant insert on sources.authorizations to vitrine_worker;
grant select on sources.authorizations to vitrine_backup;
grant select on sources.authorizations to vitrine_gate;
grant select on sources.authorizations to vitrine_person;
grant select on sources.authorizations to vitrine_worker;
grant update (stored_at) on sources.authorizations to vitrine_person;
grant update (taken_at) on sources.authorizations to vitrine_person;
grant update on sources.authorizations to vitrine_worker;
alter table sources.connections enable row level security;
alter table sources.connections force row level security;
comment on column sources.connections.client_id is 'The registration of Vitrine at the platform that the access was given to. Null if it is not known.';
comment on column sources.connections.connected_by is 'The e-mail address with which the person signs in to Vitrine, or cli. subject may be another person.';
comment on column sources.connections.ended_at is 'When it ended. The worker then revokes the grant and removes it.';
comment on column sources.connections.ended_for is 'disconnected: its last source was. replaced: another connection has its sources. expired: no account was chosen for a day. uninstalled, deauthorized: the access was removed at the platform.';
comment on column sources.connections.lease is 'The process that refreshes or revokes the grant.';
comment on column sources.connections.person_id is 'The person who gave the access, and alone chooses accounts of it. Null for the command line.';
comment on column sources.connections.refreshing_until is 'The end of the lease of the process that refreshes the grant.';
comment on column sources.connections.revoking_until is 'The end of the lease of the process that ends all access of the person or shop. No other access of them is exchanged meanwhile.';
comment on column sources.connections.sealed is 'The grant with its tokens, encrypted by SOURCE_TOKEN_KEY: id of the key, a dot, base64url of nonce and ciphertext. Only the worker reads it. Null after the access ended at the platform.';
comment on column sources.connections.shop is 'The domain of the shop, for Shopify only.';
comment on column sources.connections.subject is 'The person or shop at the platform. Null if the platform does not name it.';
comment on column sources.connections.version is 'The number of grants that replaced each other. A refresh raises it.';
comment on table sources.connections is 'Grants at platforms, by which the worker reads accounts. They belong to an account of Vitrine.';
grant insert (access_expires_at) on sources.connections to vitrine_person;
grant insert (account_id) on sources.connections to vitrine_person;
grant insert (client_id) on sources.connections to vitrine_person;
grant insert (connected_by) on sources.connections to vitrine_person;
grant insert (connection_id) on sources.connections to vitrine_person;
grant insert (platform) on sources.connections to vitrine_person;
grant insert (refresh_expires_at) on sources.connections to vitrine_person;
grant insert (scopes) on sources.connections to vitrine_person;
grant insert (sealed) on sources.connections to vitrine_person;
grant insert (shop) on sources.connections to vitrine_person;
grant insert (subject) on sources.connections to vitrine_person;
grant insert on sources.connections to vitrine_worker;
grant select (access_expires_at) on sources.connections to vitrine_person;
grant select (account_id) on sources.connections to vitrine_person;
grant select (connected_at) on sources.connections to vitrine_person;
grant select (connected_by) on sources.connections to vitrine_person;
grant select (connection_id) on sources.connections to vitrine_person;
grant select (ended_at) on sources.connections to vitrine_person;
grant select (ended_for) on sources.connections to vitrine_person;
grant select (granted_at) on sources.connections to vitrine_person;
grant select (person_id) on sources.connections to vitrine_person;
grant select (platform) on sources.connections to vitrine_person;
grant select (refresh_expires_at) on sources.connections to vitrine_person;
grant select (refreshed_at) on sources.connections to vitrine_person;
grant select (scopes) on sources.connections to vitrine_person;
grant select (shop) on sources.connections to vitrine_person;
grant select (subject) on sources.connections to vitrine_person;
grant select (version) on sources.connections to vitrine_person;
grant select on sources.connections to vitrine_backup;
grant select on sources.connections to vitrine_gate;
grant select on sources.connections to vitrine_worker;
grant update on sources.connections to vitrine_gate;
alter table sources.data_requests enable row level security;
alter table sources.data_requests force row level security;
comment on column sources.data_requests.customer_id is 'The customer at the platform. Null after the answer, or after the customer or the shop was erased.';
comment on column sources.data_requests.order_ids is 'The orders whose data is requested. Empty when customer_id is null.';
comment on column sources.data_requests.request_id is 'The id of the request at the platform.';
comment on table sources.data_requests is 'Requests of customers for their data that shops passed on. The operator answers them within 30 days.';
grant delete on sources.data_requests to vitrine_worker;
grant insert on sources.data_requests to vitrine_worker;
grant select on sources.data_requests to vitrine_analyst;
grant select on sources.data_requests to vitrine_backup;
grant select on sources.data_requests to vitrine_gate;
grant select on sources.data_requests to vitrine_key;
grant select on sources.data_requests to vitrine_person;
grant select on sources.data_requests to vitrine_simulated;
grant select on sources.data_requests to vitrine_worker;
grant update on sources.data_requests to vitrine_worker;
alter table sources.due_objects enable row level security;
alter table sources.due_objects force row level security;
comment on column sources.due_objects.attempts is 'How often its read failed. An object that failed is read alone.';
comment on column sources.due_objects.due_at is 'When the read may begin.';
comment on column sources.due_objects.failure is 'Why it cannot be read or stored until a person acts: {reason, values}. Null otherwise.';
comment on column sources.due_objects.internal_errors is 'How often its read failed with an internal error.';
comment on column sources.due_objects.is_unready is 'Whether it is an order that is stored, and only its journey was not ready.';
comment on column sources.due_objects.noted_at is 'When it was last noted. A read that began before does not settle it.';
comment on table sources.due_objects is 'Single orders and products of a shop that are read again: those of a webhook, orders whose journey was not ready, and orders that a read missed.';
grant delete on sources.due_objects to vitrine_worker;
grant insert on sources.due_objects to vitrine_worker;
grant select on sources.due_objects to vitrine_analyst;
grant select on sources.due_objects to vitrine_backup;
grant select on sources.due_objects to vitrine_gate;
grant select on sources.due_objects to vitrine_key;
grant select on sources.due_objects to vitrine_person;
grant select on sources.due_objects to vitrine_simulated;
grant select on sources.due_objects to vitrine_worker;
grant update (attempts) on sources.due_objects to vitrine_person;
grant update (due_at) on sources.due_objects to vitrine_person;
grant update on sources.due_objects to vitrine_worker;
alter table sources.reachable_accounts enable row level security;
alter table sources.reachable_accounts force row level security;
comment on column sources.reachable_accounts.manager_id is 'The account through which it is reached, such as the login-customer-id of Google Ads.';
comment on column sources.reachable_accounts.unavailable is 'Why it cannot be read. Null if it can.';
comment on table sources.reachable_accounts is 'The accounts of a platform that a grant reaches: ad accounts, GA4 properties or a shop. A person chooses from them.';
grant delete on sources.reachable_accounts to vitrine_gate;
grant delete on sources.reachable_accounts to vitrine_worker;
grant insert on sources.reachable_accounts to vitrine_person;
grant insert on sources.reachable_accounts to vitrine_worker;
grant select (connection_id) on sources.reachable_accounts to vitrine_gate;
grant select (external_id) on sources.reachable_accounts to vitrine_gate;
grant select on sources.reachable_accounts to vitrine_backup;
grant select on sources.reachable_accounts to vitrine_person;
grant select on sources.reachable_accounts to vitrine_worker;
alter table sources.sources enable row level security;
alter table sources.sources force row level security;
comment on column sources.sources.attention is 'What a person must do: {reason, values}. Null if nothing.';
comment on column sources.sources.currency is 'The currency of the account (ISO 4217).';
comment on column sources.sources.data_through is 'The last day of the account that was read whole or in part.';
comment on column sources.sources.external_id is 'The id of the account at the platform.';
comment on column sources.sources.is_deletion_due is 'Whether the worker must delete the data of the account.';
comment on column sources.sources.last_read_at is 'When a window was last read, by the clock of the data.';
comment on column sources.sources.lease is 'The process that reads it. A write of another process is refused.';
comment on column sources.sources.planned is 'When its windows were last planned, by purpose and the clock of the data.';
comment on column sources.sources.restatement_days is 'The days that are read again every night, as last planned.';
comment on column sources.sources.retry_at is 'When a source that needs attention is tried again without a person. Null if it waits for a person.';
comment on column sources.sources.stale_since is 'When the alert data_stale was raised. Null without an open alert.';
comment on column sources.sources.timezone is 'The time zone of the days of the account.';
comment on column sources.sources.updated_until is 'When the last complete read of changed orders began, from which the next read of a shop continues.';
comment on column sources.sources.version_notice is 'That the platform announced the end of the version of its API that is used: {reason, values}. Null if it did not.';
comment on column sources.sources.waits_until is 'No request is sent before, because the platform asked for this wait. Null if it did not.';
comment on table sources.sources is 'Accounts of platforms that feed a brand: ad accounts, GA4 properties and shops.';
grant delete on sources.sources to vitrine_worker;
grant insert (brand_id) on sources.sources to vitrine_person;
grant insert (connection_id) on sources.sources to vitrine_person;
grant insert (currency) on sources.sources to vitrine_person;
grant insert (external_id) on sources.sources to vitrine_person;
grant insert (manager_id) on sources.sources to vitrine_person;
grant insert (name) on sources.sources to vitrine_person;
grant insert (platform) on sources.sources to vitrine_person;
grant insert (timezone) on sources.sources to vitrine_person;
grant insert on sources.sources to vitrine_worker;
grant select on sources.sources to vitrine_analyst;
grant select on sources.sources to vitrine_backup;
grant select on sources.sources to vitrine_gate;
grant select on sources.sources to vitrine_key;
grant select on sources.sources to vitrine_person;
grant select on sources.sources to vitrine_simulated;
grant select on sources.sources to vitrine_worker;
grant update (attention) on sources.sources to vitrine_person;
grant update (attention_since) on sources.sources to vitrine_person;
grant update (connection_id) on sources.sources to vitrine_person;
grant update (currency) on sources.sources to vitrine_person;
grant update (disconnected_at) on sources.sources to vitrine_person;
grant update (is_deletion_due) on sources.sources to vitrine_person;
grant update (manager_id) on sources.sources to vitrine_person;
grant update (name) on sources.sources to vitrine_person;
grant update (planned) on sources.sources to vitrine_person;
grant update (retry_at) on sources.sources to vitrine_person;
grant update (stale_since) on sources.sources to vitrine_person;
grant update (status) on sources.sources to vitrine_person;
grant update (timezone) on sources.sources to vitrine_person;
grant update on sources.sources to vitrine_gate;
grant update on sources.sources to vitrine_worker;
alter table sources.webhooks enable row level security;
alter table sources.webhooks force row level security;
comment on column sources.webhooks.content is 'What the worker must do, as JSON: ShopWebhook of shared/sources/shopify/webhook.ts, or MetaWebhook of shared/sources/meta/webhook.ts. Null after it was handled.';
comment on column sources.webhooks.due_at is 'When the next attempt may begin.';
comment on column sources.webhooks.proof is 'HMAC of platform, webhook_id and content with the client secret, in hexadecimal. The worker checks it, because the login of the functions can store rows.';
comment on column sources.webhooks.webhook_id is 'By which a repeated webhook is recognized. For a deletion that Meta requests: SHA-256 of the confirmation code, in hexadecimal, which only Meta and the person have.';
comment on table sources.webhooks is 'Signed requests that platforms send by themselves, which the worker handles: what to read again, whose access ended, or what to erase. They have ids and times, and nothing else of what the platform sent.';
grant delete on sources.webhooks to vitrine_gate;
grant insert on sources.webhooks to vitrine_gate;
grant select on sources.webhooks to vitrine_backup;
grant select on sources.webhooks to vitrine_gate;
grant update on sources.webhooks to vitrine_gate;
alter table sources.windows enable row level security;
alter table sources.windows force row level security;
comment on column sources.windows.due_at is 'When the next attempt may begin.';
comment on column sources.windows.failure is 'Why it cannot be stored until a person acts: {reason, values}. Null otherwise.';
comment on column sources.windows.internal_errors is 'The attempts since the last complete read that failed with an internal error.';
comment on column sources.windows.limitations is 'What the platform said about the completeness of the last reply, such as sampled.';
comment on column sources.windows.purpose is 'recent: the first days after connecting. backfill: older days. hourly: today. nightly: the days that the platform restates. weekly: a deeper re-read.';
comment on column sources.windows.read_from is 'The first day that a reply covered. Null if one covered all days. After last_on if the platform had none of them any more.';
comment on column sources.windows.report_id is 'The id of the asynchronous report at the platform. Stored before the first poll.';
comment on column sources.windows.reported_at is 'When an asynchronous report was requested, by the clock of the data. It contains nothing that happened later.';
comment on column sources.windows.requested_at is 'When an asynchronous report was requested, by the clock of waits.';
comment on column sources.windows.rows is 'The rows of the last reply.';
comment on column sources.windows.rows_changed is 'The cells or records that the last reply changed. 0 if it was the same as before.';
comment on column sources.windows.rows_left_out is 'The rows of the last reply that have no place, because the clock skipped their hour.';
comment on column sources.windows.state is 'due: to be read. requested: the platform prepares an asynchronous report. read: stored.';
comment on column sources.windows.unknown_fields is 'The number of fields of the last reply that Vitrine does not know.';
comment on table sources.windows is 'The days of a report of a source that are due or were read. Days are those of the account.';
grant delete on sources.windows to vitrine_person;
grant delete on sources.windows to vitrine_worker;
grant insert on sources.windows to vitrine_worker;
grant select on sources.windows to vitrine_analyst;
grant select on sources.windows to vitrine_backup;
grant select on sources.windows to vitrine_gate;
grant select on sources.windows to vitrine_key;
grant select on sources.windows to vitrine_person;
grant select on sources.windows to vitrine_simulated;
grant select on sources.windows to vitrine_worker;
grant update (attempts) on sources.windows to vitrine_person;
grant update (due_at) on sources.windows to vitrine_person;
grant update on sources.windows to vitrine_worker;
comment on column storefront.catalog_products.source_id is 'The connected shop that reported the product. Null for products of files.';
comment on column storefront.shops.version is 'Increases with every change of the published information.';
grant insert (brand_id) on storefront.shops to vitrine_person;
grant insert (category) on storefront.shops to vitrine_person;
grant insert (description) on storefront.shops to vitrine_person;
grant insert (legal_name) on storefront.shops to vitrine_person;
grant insert (payment_state) on storefront.shops to vitrine_person;
grant insert (payment_statement) on storefront.shops to vitrine_person;
grant insert (privacy_policy) on storefront.shops to vitrine_person;
grant insert (returns_policy) on storefront.shops to vitrine_person;
grant insert (shipping_state) on storefront.shops to vitrine_person;
grant insert (shipping_statement) on storefront.shops to vitrine_person;
grant insert (support_contact) on storefront.shops to vitrine_person;
grant insert (terms_of_service) on storefront.shops to vitrine_person;
grant insert (website) on storefront.shops to vitrine_person;
grant update (category) on storefront.shops to vitrine_person;
grant update (description) on storefront.shops to vitrine_person;
grant update (legal_name) on storefront.shops to vitrine_person;
grant update (payment_state) on storefront.shops to vitrine_person;
grant update (payment_statement) on storefront.shops to vitrine_person;
grant update (privacy_policy) on storefront.shops to vitrine_person;
grant update (returns_policy) on storefront.shops to vitrine_person;
grant update (shipping_state) on storefront.shops to vitrine_person;
grant update (shipping_statement) on storefront.shops to vitrine_person;
grant update (support_contact) on storefront.shops to vitrine_person;
grant update (terms_of_service) on storefront.shops to vitrine_person;
grant update (updated_at) on storefront.shops to vitrine_person;
grant update (version) on storefront.shops to vitrine_person;
grant update (website) on storefront.shops to vitrine_person;
comment on column analytics.ad_keys.brand_id is 'The brand.';
comment on column analytics.ad_keys.entity_id is 'The internal id, as in analytics.facts_daily.';
comment on column analytics.ad_keys.external_id is 'The platform''s id of the campaign or ad.';
comment on column analytics.ad_keys.key is 'The id or the name of the campaign or ad.';
comment on column analytics.ad_keys.level is 'campaign or ad.';
comment on column analytics.ad_keys.name is 'The name in the ad reports. Null if not reported.';
comment on column analytics.ad_keys.platform is 'The ad platform.';
comment on view analytics.ad_keys is 'The names and ids by which touches name a campaign or ad. A key matches only if it is unique on the platform.';
grant select on analytics.ad_keys to vitrine_analyst;
grant select on analytics.ad_keys to vitrine_backup;
grant select on analytics.ad_keys to vitrine_key;
grant select on analytics.ad_keys to vitrine_person;
grant select on analytics.ad_keys to vitrine_simulated;
grant select on analytics.ad_keys to vitrine_worker;
comment on view analytics.conversion_paths is 'The path to each order as text, such as tiktok > meta > google. Orders without touches and paths without an order are absent, so that their number is no conversion rate.';
comment on view analytics.customers is 'Customers with at least one order, with the month of their first order. Erased persons are absent.';
comment on view analytics.daily_attribution is 'Credits of each channel for the orders of a day, under every model. analytics.daily_orders has the unattributed part. Markov credits use the paths of the single day and are computed every night. They are absent if only shops and GA4 report journeys. For the chain of a longer range, use analytics.channel_attribution.';
comment on column analytics.daily_performance.reported_currency is 'The currency of the ad account, an ISO 4217 code.';
comment on column analytics.daily_performance.reported_revenue is 'Revenue as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.daily_performance.reported_spend is 'Spend as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.entity_paths.account_currency is 'The billing currency of the ad account. Null if not reported: the brand''s currency.';
comment on column analytics.restatements.account_id is 'The platform''s id of the ad account.';
comment on column analytics.restatements.ad_id is 'The platform''s id of the ad. Null if only higher levels are reported.';
comment on column analytics.restatements.adset_id is 'The platform''s id of the ad set. Null if only higher levels are reported.';
comment on column analytics.restatements.brand_id is 'The brand.';
comment on column analytics.restatements.campaign_id is 'The platform''s id of the campaign. Null if only accounts are reported.';
comment on column analytics.restatements.day is 'The day of the value, as in analytics.daily_performance.';
comment on column analytics.restatements.from_value is 'The value before, in units: money in the brand''s currency. Null if none was reported or the row did not exist.';
comment on column analytics.restatements.hour is 'Start of the hour of the value. Null for values of a day.';
comment on column analytics.restatements.learned_at is 'Time of the later report.';
comment on column analytics.restatements.level is 'The level of the report: account, campaign, adset or ad.';
comment on column analytics.restatements.measure is 'The name of the metric, such as spend.';
comment on column analytics.restatements.platform is 'The ad platform, such as google or meta.';
comment on column analytics.restatements.to_value is 'The value after, in units. Null if the later report has no value or the row was removed.';
comment on view analytics.restatements is 'Each change of a reported value by a later report: one row per measure, entity, day or hour, and time. Days that are summed from hours have rows of their own.';
grant select on analytics.restatements to vitrine_analyst;
grant select on analytics.restatements to vitrine_backup;
grant select on analytics.restatements to vitrine_key;
grant select on analytics.restatements to vitrine_person;
grant select on analytics.restatements to vitrine_simulated;
grant select on analytics.restatements to vitrine_worker;
set role vitrine_owner;
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.attribution_comparison(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, level => input.level, model => input.model, compared_model => input.compared_model, click_days => input.click_days, view_days => input.view_days, platform => input.platform, \"limit\" => input.\"limit\") from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, level text, model text, compared_model text, click_days integer, view_days integer, platform text, \"limit\" integer)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.attribution_comparison", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.attribution_paths(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, click_days => input.click_days, view_days => input.view_days, \"limit\" => input.\"limit\", page => input.page) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, click_days integer, view_days integer, \"limit\" integer, page integer)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.attribution_paths", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.attribution_preview(brand_id => input.brand_id, model => input.model, click_days => input.click_days, view_days => input.view_days, half_life_hours => input.half_life_hours, accounting => input.accounting, days => input.days) from pg_catalog.jsonb_to_record($1) as input (brand_id text, model text, click_days integer, view_days integer, half_life_hours integer, accounting text, days integer)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "analytics.attribution_preview", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.attribution_settings(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "analytics.attribution_settings", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.breakdown(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, level => input.level, metrics => input.metrics, platform => input.platform, account_ids => input.account_ids, campaign_ids => input.campaign_ids, adset_ids => input.adset_ids, search => input.search, compare_to => input.compare_to, trend => input.trend, sort => input.sort, \"order\" => input.\"order\", \"limit\" => input.\"limit\", page => input.page) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, level text, metrics text[], platform text, account_ids text[], campaign_ids text[], adset_ids text[], search text, compare_to text, trend text, sort text, \"order\" text, \"limit\" integer, page integer)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.breakdown", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.creatives(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, platform => input.platform, format => input.format, status => input.status, sort => input.sort, \"order\" => input.\"order\", metrics => input.metrics, \"limit\" => input.\"limit\", page => input.page, base_url => input.base_url, campaign_ids => input.campaign_ids) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, platform text, format text, status text, sort text, \"order\" text, metrics text[], \"limit\" integer, page integer, base_url text, campaign_ids text[])", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.creatives", "served_by": ["analytics", "mcp", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.metric_definitions()", "role": "viewer", "brand": "none", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.metric_definitions", "served_by": ["analytics", "mcp", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.metrics(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, level => input.level, metrics => input.metrics, granularity => input.granularity, platform => input.platform, campaign_ids => input.campaign_ids, \"limit\" => input.\"limit\", page => input.page, as_of => input.as_of) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, level text, metrics text[], granularity text, platform text, campaign_ids text[], \"limit\" integer, page integer, as_of date)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.metrics", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.query(brand_id => input.brand_id, question => input.question, interpretation => input.interpretation) from pg_catalog.jsonb_to_record($1) as input (brand_id text, question text, interpretation jsonb)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.query", "served_by": ["analytics", "mcp", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.question_context(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": true, "may_lag": true, "recorder": null, "operation": "analytics.question_context", "served_by": ["analytics", "mcp", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.targets(brand_id => input.brand_id, month => input.month) from pg_catalog.jsonb_to_record($1) as input (brand_id text, month text)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "analytics.targets", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select commerce.set_pricing_policy(brand_id => input.brand_id, floor => input.floor, target_percent => input.target_percent, product_id => input.product_id, is_enabled => input.is_enabled, accept_percent => input.accept_percent, decline_percent => input.decline_percent, rounds_max => input.rounds_max, price_step => input.price_step, quantity_tiers => input.quantity_tiers, answered_by => input.answered_by, answer_minutes => input.answer_minutes, hold_minutes => input.hold_minutes, negotiations_per_day_max => input.negotiations_per_day_max, version => input.version) from pg_catalog.jsonb_to_record($1) as input (brand_id text, floor jsonb, target_percent numeric, product_id text, is_enabled boolean, accept_percent numeric, decline_percent numeric, rounds_max integer, price_step numeric, quantity_tiers jsonb, answered_by text, answer_minutes integer, hold_minutes integer, negotiations_per_day_max integer, version integer)", "role": "admin", "brand": "shown", "scope": "write:storefront", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "commerce.set_pricing_policy", "served_by": ["commerce", "console"], "is_idempotent": true, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select commerce.simulate_negotiation(brand_id => input.brand_id, offers => input.offers, quantity => input.quantity, product_id => input.product_id, bundle_id => input.bundle_id, policy => input.policy) from pg_catalog.jsonb_to_record($1) as input (brand_id text, offers jsonb, quantity integer, product_id text, bundle_id text, policy jsonb)", "role": "admin", "brand": "shown", "scope": "write:storefront", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "commerce.simulate_negotiation", "served_by": ["commerce", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.answer_invitation(invitation_id => input.invitation_id, answer => input.answer) from pg_catalog.jsonb_to_record($1) as input (invitation_id text, answer text)", "role": "viewer", "brand": "none", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.answer_invitation", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.attribution(brand_id => input.brand_id, days => input.days, compared_model => input.compared_model) from pg_catalog.jsonb_to_record($1) as input (brand_id text, days integer, compared_model text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": true, "may_lag": false, "recorder": null, "operation": "console.attribution", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.brand_settings(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.brand_settings", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.change_attribution(brand_id => input.brand_id, version => input.version, model => input.model, click_days => input.click_days, view_days => input.view_days, half_life_hours => input.half_life_hours, accounting => input.accounting) from pg_catalog.jsonb_to_record($1) as input (brand_id text, version integer, model text, click_days integer, view_days integer, half_life_hours integer, accounting text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.change_attribution", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.change_role(brand_id => input.brand_id, person_id => input.person_id, role => input.role) from pg_catalog.jsonb_to_record($1) as input (brand_id text, person_id text, role text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.change_role", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.confirm_upload(brand_id => input.brand_id, upload_id => input.upload_id, kind => input.kind, columns => input.columns, platform => input.platform, currency => input.currency) from pg_catalog.jsonb_to_record($1) as input (brand_id text, upload_id text, kind text, columns jsonb, platform text, currency text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.confirm_upload", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.create_brand(name => input.name, currency => input.currency, timezone => input.timezone) from pg_catalog.jsonb_to_record($1) as input (name text, currency text, timezone text)", "role": "viewer", "brand": "none", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.create_brand", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.delete_upload(brand_id => input.brand_id, upload_id => input.upload_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, upload_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.delete_upload", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.invitation(invitation_id => input.invitation_id) from pg_catalog.jsonb_to_record($1) as input (invitation_id text)", "role": "viewer", "brand": "none", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.invitation", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.invite(brand_id => input.brand_id, email => input.email, role => input.role) from pg_catalog.jsonb_to_record($1) as input (brand_id text, email text, role text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.invite", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.move_invitation(brand_id => input.brand_id, invitation_id => input.invitation_id, action => input.action) from pg_catalog.jsonb_to_record($1) as input (brand_id text, invitation_id text, action text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.move_invitation", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.notification_settings(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.notification_settings", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.people(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.people", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.performance(brand_id => input.brand_id, days => input.days) from pg_catalog.jsonb_to_record($1) as input (brand_id text, days integer)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": true, "may_lag": false, "recorder": null, "operation": "console.performance", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.pricing_policy(brand_id => input.brand_id, product_id => input.product_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, product_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.pricing_policy", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.publish_storefront(brand_id => input.brand_id, version => input.version, is_published => input.is_published) from pg_catalog.jsonb_to_record($1) as input (brand_id text, version integer, is_published boolean)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.publish_storefront", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.remove_member(brand_id => input.brand_id, person_id => input.person_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, person_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.remove_member", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.remove_pricing_policy(brand_id => input.brand_id, product_id => input.product_id, version => input.version) from pg_catalog.jsonb_to_record($1) as input (brand_id text, product_id text, version integer)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.remove_pricing_policy", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.set_brand(brand_id => input.brand_id, version => input.version, name => input.name, currency => input.currency, timezone => input.timezone) from pg_catalog.jsonb_to_record($1) as input (brand_id text, version integer, name text, currency text, timezone text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.set_brand", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.set_notifications(brand_id => input.brand_id, alerts => input.alerts, sources => input.sources, proposals => input.proposals, imports => input.imports) from pg_catalog.jsonb_to_record($1) as input (brand_id text, alerts boolean, sources boolean, proposals boolean, imports boolean)", "role": "viewer", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.set_notifications", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.set_storefront(brand_id => input.brand_id, version => input.version, website => input.website, description => input.description, category => input.category, legal_name => input.legal_name, support_contact => input.support_contact, privacy_policy => input.privacy_policy, terms_of_service => input.terms_of_service, returns_policy => input.returns_policy, shipping_state => input.shipping_state, shipping_statement => input.shipping_statement, payment_state => input.payment_state, payment_statement => input.payment_statement) from pg_catalog.jsonb_to_record($1) as input (brand_id text, version integer, website text, description text, category text, legal_name text, support_contact text, privacy_policy text, terms_of_service text, returns_policy text, shipping_state text, shipping_statement text, payment_state text, payment_statement text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.set_storefront", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.set_target(brand_id => input.brand_id, month => input.month, version => input.version, campaign => input.campaign, roas => input.roas, cpa => input.cpa, budget => input.budget) from pg_catalog.jsonb_to_record($1) as input (brand_id text, month text, version integer, campaign text, roas numeric, cpa numeric, budget numeric)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.set_target", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.start_upload(brand_id => input.brand_id, file_name => input.file_name) from pg_catalog.jsonb_to_record($1) as input (brand_id text, file_name text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.start_upload", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.storefront_settings(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.storefront_settings", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.transfer_ownership(brand_id => input.brand_id, person_id => input.person_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, person_id text)", "role": "owner", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.transfer_ownership", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.undo_import(brand_id => input.brand_id, import_id => input.import_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, import_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.undo_import", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.upload(brand_id => input.brand_id, upload_id => input.upload_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, upload_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.upload", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.uploads(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.uploads", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select console.view(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, platform => input.platform, campaign_ids => input.campaign_ids) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, platform text, campaign_ids text[])", "role": "viewer", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "console.view", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.choose_accounts(brand_id => input.brand_id, connection_id => input.connection_id, account_ids => input.account_ids) from pg_catalog.jsonb_to_record($1) as input (brand_id text, connection_id text, account_ids text[])", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.choose_accounts", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.move_source(brand_id => input.brand_id, source_id => input.source_id, action => input.action, delete_data => input.delete_data) from pg_catalog.jsonb_to_record($1) as input (brand_id text, source_id text, action text, delete_data boolean)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.move_source", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.reachable_accounts(brand_id => input.brand_id, connection_id => input.connection_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, connection_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.reachable_accounts", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.sources(brand_id => input.brand_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.sources", "served_by": ["analytics", "console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.start_authorization(brand_id => input.brand_id, platform => input.platform, state_hash => input.state_hash, bound_to => input.bound_to, sealed_verifier => input.sealed_verifier, redirect_uri => input.redirect_uri, shop => input.shop, source_id => input.source_id) from pg_catalog.jsonb_to_record($1) as input (brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text, source_id text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.start_authorization", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.store_connection(brand_id => input.brand_id, \"grant\" => input.\"grant\", accounts => input.accounts) from pg_catalog.jsonb_to_record($1) as input (brand_id text, \"grant\" jsonb, accounts jsonb)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.store_connection", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select sources.take_authorization(brand_id => input.brand_id, state_hash => input.state_hash, bound_to => input.bound_to) from pg_catalog.jsonb_to_record($1) as input (brand_id text, state_hash text, bound_to text)", "role": "admin", "brand": "one", "scope": "console", "access": "write", "is_part": false, "may_lag": false, "recorder": null, "operation": "sources.take_authorization", "served_by": ["console"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
reset role;
call core.record_catalog();
