create table core.notification_choices (
  brand_id text not null,
  person_id uuid not null default core.scope_person_id(),
  kind text not null,
  is_on boolean not null,
  chosen_at timestamptz not null default platform.clock(),
  constraint notification_choices_pkey primary key (brand_id, person_id, kind),
  constraint notification_choices_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_choices_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports', 'digest'))
);

create index notification_choices_digest_idx on core.notification_choices (brand_id, person_id) where kind = 'digest' and is_on;

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
  constraint notifications_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports', 'digest'))
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
  digest_week date,
  constraint notification_mails_pkey primary key (brand_id, person_id, kind),
  constraint notification_mails_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_mails_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports', 'digest')),
  constraint notification_mails_mail_check check (pg_catalog.num_nonnulls(mail_id, next_attempt_at, expires_at) in (0, 3)),
  constraint notification_mails_digest_check check (kind = 'digest' or digest_week is null)
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
  constraint unsubscribe_tokens_kind_check check (kind in ('alerts', 'sources', 'proposals', 'imports', 'digest'))
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
