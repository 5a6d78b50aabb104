create table core.notification_choices (
  brand_id text not null,
  person_id uuid not null default core.scope_person_id(),
  kind text not null,
  is_on boolean not null,
  chosen_at timestamptz not null default platform.clock(),
  constraint notification_choices_pkey primary key (brand_id, person_id, kind),
  constraint notification_choices_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_choices_kind_check check (kind in ('alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest'))
);

create index notification_choices_digest_idx on core.notification_choices (brand_id, person_id) where kind = 'digest' and is_on;

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

create table oauth.notifications (
  brand_id text not null,
  notification_id text not null default platform.new_id('ntf'),
  person_id uuid,
  receiver_id text,
  recipient text not null generated always as (coalesce(person_id::text, receiver_id)) stored,
  kind text not null,
  subject_id text not null,
  noted_at timestamptz not null default platform.clock(),
  mail_id text,
  constraint notifications_pkey primary key (brand_id, notification_id),
  constraint notifications_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notifications_receiver_id_fkey foreign key (receiver_id) references core.slack_receivers (receiver_id) on delete cascade,
  constraint notifications_recipient_check check (pg_catalog.num_nonnulls(person_id, receiver_id) = 1),
  constraint notifications_kind_check check (kind in ('alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest'))
);
create index notifications_membership_idx on oauth.notifications (brand_id, person_id);
create index notifications_receiver_id_idx on oauth.notifications (receiver_id) where receiver_id is not null;
create index notifications_mail_id_idx on oauth.notifications (mail_id) where mail_id is not null;

create table oauth.notification_mails (
  brand_id text not null,
  person_id uuid,
  receiver_id text,
  recipient text not null generated always as (coalesce(person_id::text, receiver_id)) stored,
  kind text not null,
  mail_id text,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  expires_at timestamptz,
  refusal jsonb,
  sent_at timestamptz,
  failed_at timestamptz,
  digest_week date,
  constraint notification_mails_pkey primary key (brand_id, recipient, kind),
  constraint notification_mails_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_mails_receiver_id_fkey foreign key (receiver_id) references core.slack_receivers (receiver_id) on delete cascade,
  constraint notification_mails_recipient_check check (pg_catalog.num_nonnulls(person_id, receiver_id) = 1),
  constraint notification_mails_kind_check check (kind in ('alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest', 'test')),
  constraint notification_mails_slack_kind_check check (
    case when receiver_id is null then kind <> 'test' else kind in ('alerts', 'shop', 'experiments', 'digest', 'test') end
  ),
  constraint notification_mails_mail_check check (pg_catalog.num_nonnulls(mail_id, next_attempt_at, expires_at) in (0, 3)),
  constraint notification_mails_digest_check check (kind = 'digest' or digest_week is null)
);
create unique index notification_mails_mail_id_idx on oauth.notification_mails (mail_id) where mail_id is not null;
create index notification_mails_membership_idx on oauth.notification_mails (brand_id, person_id);
create index notification_mails_receiver_id_idx on oauth.notification_mails (receiver_id) where receiver_id is not null;
create index notification_mails_next_attempt_at_idx on oauth.notification_mails (next_attempt_at) where next_attempt_at is not null;

create table oauth.unsubscribe_tokens (
  token_hash bytea not null,
  brand_id text not null,
  person_id uuid not null,
  kind text not null,
  expires_at timestamptz not null,
  constraint unsubscribe_tokens_pkey primary key (token_hash),
  constraint unsubscribe_tokens_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint unsubscribe_tokens_kind_check check (kind in ('alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest'))
);
create index unsubscribe_tokens_membership_idx on oauth.unsubscribe_tokens (brand_id, person_id);

alter table core.brands
  add column quiet_from time,
  add column quiet_to time;
alter table core.brands
  add column quiet_days smallint[] constraint brands_quiet_hours_check check (
    pg_catalog.num_nonnulls(quiet_from, quiet_to, quiet_days) in (0, 3) and quiet_days <@ '{1,2,3,4,5,6,7}' and quiet_days <> '{}'
    and (quiet_from <> quiet_to or pg_catalog.cardinality(quiet_days) < 7)
  );
