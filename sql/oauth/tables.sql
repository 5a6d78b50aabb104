create table oauth.scopes (
  scope text not null,
  position smallint not null,
  is_default boolean not null,
  title text not null,
  meaning text not null,
  constraint scopes_pkey primary key (scope),
  constraint scopes_position_key unique (position)
);
comment on table oauth.scopes is 'Scopes that a person can grant (specification, Connector 6), in the order of the consent page.';
comment on column oauth.scopes.is_default is
  'Selected on the consent page by default. The other scopes are not selected, even if a client requests them.';

insert into oauth.scopes (scope, position, is_default, title, meaning) values
  ('read:marketing', 1, true, 'Read marketing data', 'Ad performance, campaigns, anomalies, forecasts, budgets and profit of the brands you choose.'),
  ('read:commerce', 2, true, 'Read public storefronts', 'Products, prices, trust signals and catalogs, as the public sees them.'),
  ('write:negotiation', 3, false, 'Negotiate prices', 'Open real price negotiations. One may end in an accepted order at a discount.'),
  ('write:proposals', 4, false, 'Propose changes', 'Place suggested changes in the approvals queue. It cannot approve anything or change an ad account.');

create table oauth.clients (
  client_id text not null default platform.new_id('client'),
  is_document boolean not null default false,
  client_name text,
  redirect_uris text[] not null,
  grant_types text[] not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default platform.clock(),
  fresh_until timestamptz,
  constraint clients_pkey primary key (client_id),
  constraint clients_redirect_uris_check check (pg_catalog.cardinality(redirect_uris) between 1 and 10),
  constraint clients_fresh_until_check check (is_document = (fresh_until is not null))
);
call platform.keep_plain('oauth.clients', 'client_name', 'metadata');
comment on table oauth.clients is 'Clients that may request a grant: registered by RFC 7591, or described by a client ID metadata document.';
comment on column oauth.clients.client_id is 'A generated id, or the https URL of the document.';
comment on column oauth.clients.redirect_uris is 'The redirect URIs verbatim. They are compared character by character.';
comment on column oauth.clients.metadata is 'Other metadata from the client. It is displayed as unverified and has no effect.';
comment on column oauth.clients.fresh_until is 'Time when a document must be fetched again. Null for a registered client.';

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
  'Requests of clients to /oauth/authorize, stored while the person signs in and decides. The pages carry none of this data.';
comment on column oauth.authorization_requests.browser_hash is
  'Hash that identifies the browser that started the request. No other browser may see or decide it.';
comment on column oauth.authorization_requests.registered_uri is
  'The redirect URI as the client registered it. It can differ from redirect_uri only in the port of a loopback URI.';
comment on column oauth.authorization_requests.state is
  'The state parameter as in the URL, still percent-encoded, so that it is returned byte for byte.';
create index authorization_requests_client_id_idx on oauth.authorization_requests (client_id);

create table oauth.grants (
  grant_id text not null default platform.new_id('gra'),
  person_id uuid not null,
  client_id text not null,
  resource text not null,
  redirect_uri text not null,
  device text,
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
  constraint grants_device_check check (pg_catalog.length(device) between 1 and 100),
  constraint grants_scopes_check check (pg_catalog.cardinality(scopes) > 0),
  constraint grants_revoked_check check ((revoked_at is null) = (revoked_for is null)),
  constraint grants_revoked_for_check check (
    revoked_for in ('code_replay', 'refresh_replay', 'grant_limit', 'client', 'person', 'password_changed', 'may_not_sign_in', 'no_brand_left')
  )
);
call platform.keep_plain('oauth.grants', 'device');
comment on table oauth.grants is 'Access that a person granted to a client: scopes, brands and one resource, for at most 365 days.';
comment on column oauth.grants.brand_ids is
  'The granted brands. A call reaches those that the person is still a member of. Later brands are never added.';
comment on column oauth.grants.redirect_uri is 'The redirect URI as the client registered it.';
comment on column oauth.grants.device is
  'Browser and operating system in which the person gave the consent, for example Chrome on macOS. Distinguishes installations of one app. Null if '
  'the browser did not state it.';
comment on column oauth.grants.redeemed_at is
  'Time of the code exchange. Null for a consent whose code was not redeemed. Such a grant is not listed and does not count toward the limit of '
  'grants.';
comment on column oauth.grants.last_used_at is 'Time of the last use, written at most once a minute.';
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
comment on table oauth.codes is
  'Authorization codes by their SHA-256. A code is valid for 60 seconds and one use. Used codes are kept to detect a second use.';
create index codes_grant_id_idx on oauth.codes (grant_id);

create table oauth.access_tokens (
  token_hash bytea not null,
  grant_id text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  constraint access_tokens_pkey primary key (token_hash),
  constraint access_tokens_grant_id_fkey foreign key (grant_id) references oauth.grants on delete cascade
);
comment on table oauth.access_tokens is 'Access tokens by their SHA-256. A token is valid for one hour, or until the grant ends.';
comment on column oauth.access_tokens.scopes is 'The scopes of the grant, or fewer if the client requested fewer.';
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
  'Refresh tokens by their SHA-256. A token is valid for one use and 30 days. Used tokens are kept as long as the grant, to detect a replay.';
comment on column oauth.refresh_tokens.pair_hashes is
  'Hashes of the access token and the refresh token that this token was exchanged for. Null without a grace period.';
comment on column oauth.refresh_tokens.sealed_pair is
  'Both new tokens, encrypted with a key derived from this token, for the seconds of the grace period. Null without a grace period.';
create index refresh_tokens_grant_id_idx on oauth.refresh_tokens (grant_id);

create table oauth.sessions (
  session_hash bytea not null,
  session_id text not null default platform.new_id('ses'),
  person_id uuid not null,
  device text,
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz not null default platform.clock(),
  constraint sessions_pkey primary key (session_hash),
  constraint sessions_session_id_key unique (session_id),
  constraint sessions_device_check check (pg_catalog.length(device) between 1 and 100)
);
call platform.keep_plain('oauth.sessions', 'device');
comment on table oauth.sessions is
  'Sessions of signed-in persons by the SHA-256 of their cookie. A session ends after 12 hours, or after 2 hours without a console page.';
comment on column oauth.sessions.session_id is 'The name of the session in the list of sessions. It is no credential.';
comment on column oauth.sessions.device is 'Browser and operating system of the sign-in, for example Chrome on macOS. Null if the browser did not state it.';
comment on column oauth.sessions.network is 'The address prefix of the sign-in, as of oauth.network_of.';
comment on column oauth.sessions.used_at is 'Time of the last use, written at most once a minute.';
create index sessions_person_id_idx on oauth.sessions (person_id);

create table oauth.sent_forms (
  session_hash bytea not null,
  form_id text not null,
  constraint sent_forms_pkey primary key (session_hash, form_id),
  constraint sent_forms_session_hash_fkey foreign key (session_hash) references oauth.sessions on delete cascade,
  constraint sent_forms_form_id_check check (pg_catalog.length(form_id) between 8 and 100)
);
comment on table oauth.sent_forms is 'Console forms that have made their change, until the session ends. A form makes its change only once.';

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
call platform.keep_plain('oauth.audit_events', 'detail');
comment on table oauth.audit_events is
  'Audit log: registrations, sign-ins, consents, code exchanges, refreshes, replays, revocations and console changes. Contains no secrets. '
  'Append-only: oauth.prune deletes old events, and oauth.forget_brand and oauth.forget_person what concerns a deleted brand or person.';
create index audit_events_grant_id_idx on oauth.audit_events (grant_id);
create index audit_events_occurred_at_idx on oauth.audit_events (occurred_at);
