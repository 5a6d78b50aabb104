create table core.slack_receivers (
  brand_id text not null,
  receiver_id text not null,
  sealed text not null,
  key_id text not null generated always as (pg_catalog.split_part(sealed, '.', 1)) stored,
  host text not null,
  ending text not null,
  connected_at timestamptz not null default platform.clock(),
  wait_until timestamptz,
  disabled_at timestamptz,
  refusal jsonb,
  constraint slack_receivers_pkey primary key (brand_id),
  constraint slack_receivers_receiver_id_key unique (receiver_id),
  constraint slack_receivers_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint slack_receivers_sealed_check check (sealed ~ '^[\w-]{16}\.[\w-]+$' and pg_catalog.length(sealed) <= 2800),
  constraint slack_receivers_host_check check (pg_catalog.length(host) <= 260),
  constraint slack_receivers_ending_check check (pg_catalog.length(ending) = 4),
  constraint slack_receivers_refusal_check check ((disabled_at is null) = (refusal is null))
);
comment on table core.slack_receivers is
  'The Slack channel of a brand that receives alerts and the weekly digest. The address is a credential, and encrypted with AES-256-GCM under a key that '
  'the database does not have.';
comment on column core.slack_receivers.sealed is
  'The address: id of the key of WEBHOOK_SECRET_KEY, a dot, and base64url of nonce and ciphertext. The receiver is authenticated.';
comment on column core.slack_receivers.host is 'Host and port of the address, for people.';
comment on column core.slack_receivers.ending is 'The last four characters of the address, for people.';
comment on column core.slack_receivers.wait_until is 'No message is sent before this time, because Slack requested a delay (Retry-After).';
comment on column core.slack_receivers.disabled_at is 'When Slack answered that the address is not valid any more. Null for an active receiver.';
comment on column core.slack_receivers.refusal is 'The answer that disabled the receiver: {error, http_status, slack_code}.';

alter table core.slack_receivers enable row level security;
alter table core.slack_receivers force row level security;
create policy gate on core.slack_receivers to vitrine_gate using (true);
create policy oauth on core.slack_receivers to vitrine_oauth using (true);
-- Members see which channel is connected. Admins connect and disconnect it. No caller reads the address.
create policy person on core.slack_receivers for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person_connects on core.slack_receivers for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_disconnects on core.slack_receivers for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant select, update (sealed) on core.slack_receivers to vitrine_gate;
grant select, update (wait_until, disabled_at, refusal) on core.slack_receivers to vitrine_oauth;
grant
  select (brand_id, receiver_id, host, ending, connected_at, wait_until, disabled_at, refusal), insert (brand_id, receiver_id, sealed, host, ending), delete
on core.slack_receivers to vitrine_person;
