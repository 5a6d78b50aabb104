create table webhooks.endpoints (
  endpoint_id text not null default platform.new_id('whe'),
  account_id text not null,
  brand_id text,
  url text not null,
  description text not null default '',
  types text[] not null default '{*}',
  status text not null default 'active',
  disabled_reason text,
  created_at timestamptz not null default platform.clock(),
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
call platform.keep_plain('webhooks.endpoints', 'description');
create index endpoints_account_id_idx on webhooks.endpoints (account_id);
create index endpoints_brand_id_idx on webhooks.endpoints (brand_id);
comment on table webhooks.endpoints is 'Webhook endpoints of an account.';
comment on column webhooks.endpoints.brand_id is 'Limits the endpoint to one brand. Null means every brand of the account.';
comment on column webhooks.endpoints.types is 'The event types that the endpoint receives. * means all of them.';
comment on column webhooks.endpoints.failures is 'Number of failed attempts since the last success.';
comment on column webhooks.endpoints.failing_since is 'Start of the current period of failures. Null without failures.';
comment on column webhooks.endpoints.busy_until is 'The end of the lease of the delivery in progress. After this time another worker may take over.';
comment on column webhooks.endpoints.quiet_until is
  'No delivery is sent before this time, because the endpoint requested a delay or failed repeatedly.';

create table webhooks.secrets (
  secret_id text not null default platform.new_id('whs'),
  endpoint_id text not null,
  sealed text not null,
  key_id text not null generated always as (pg_catalog.split_part(sealed, '.', 1)) stored,
  created_at timestamptz not null default platform.clock(),
  expires_at timestamptz,
  constraint secrets_pkey primary key (secret_id),
  constraint secrets_endpoint_id_fkey foreign key (endpoint_id) references webhooks.endpoints on delete cascade,
  constraint secrets_sealed_check check (sealed ~ '^[\w-]{16}\.[\w-]{80}$')
);
create index secrets_endpoint_id_idx on webhooks.secrets (endpoint_id);
comment on table webhooks.secrets is
  'Signing secrets of endpoints, encrypted with AES-256-GCM under a key that the database does not have. Signatures need the secret itself, so a '
  'hash is not sufficient.';
comment on column webhooks.secrets.sealed is
  'Id of the key of WEBHOOK_SECRET_KEY, a dot, and base64url of nonce and ciphertext. The endpoint is authenticated.';
comment on column webhooks.secrets.expires_at is 'Time when a replaced secret stops signing. Null for the current secret.';

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
  next_attempt_at timestamptz default platform.clock(),
  locked_until timestamptz,
  created_at timestamptz not null default platform.clock(),
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
create index deliveries_failed_idx on webhooks.deliveries (created_at) where status = 'failed';
create index deliveries_newest_idx on webhooks.deliveries (endpoint_id, written);
create index deliveries_created_at_idx on webhooks.deliveries (created_at);
comment on table webhooks.deliveries is
  'One event for one endpoint, written in the transaction that assigns the sequence number of the event. It contains the data to send, because the '
  'outbox deletes events earlier.';
comment on column webhooks.deliveries.written is 'Sequence number that orders deliveries with the same time.';
comment on column webhooks.deliveries.attempts is 'Number of attempts that were started, including those of replays.';
comment on column webhooks.deliveries.failures is 'Number of failed attempts in the current round. A replay starts a new round.';
comment on column webhooks.deliveries.locked_until is 'End of the lease of the attempt in progress, after which it counts as abandoned.';

create table webhooks.attempts (
  brand_id text not null,
  delivery_id text not null,
  attempt integer not null,
  attempted_at timestamptz not null default platform.clock(),
  status integer,
  latency_ms integer,
  answer text,
  error text,
  constraint attempts_pkey primary key (brand_id, delivery_id, attempt),
  constraint attempts_delivery_id_fkey foreign key (brand_id, delivery_id) references webhooks.deliveries on delete cascade,
  constraint attempts_answer_check check (pg_catalog.length(answer) <= 1024)
);
call platform.keep_plain('webhooks.attempts', 'answer', 'error');
comment on table webhooks.attempts is 'Result of each attempt: status and beginning of the response, or the kind of failure.';
