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
comment on table oauth.notifications is
  'What members are informed of by mail, and the Slack channel of the brand by message: one row for each event and recipient, written in the transaction '
  'of the event. Deleted when the mail or message is sent or given up, and after seven days.';
comment on column oauth.notifications.person_id is 'The member. Null for a Slack channel.';
comment on column oauth.notifications.receiver_id is 'The Slack channel of the brand. Null for a member.';
comment on column oauth.notifications.recipient is 'The id of the member or of the Slack channel.';
comment on column oauth.notifications.subject_id is
  'The event, source, proposal, switch of an experiment (its id and day), upload, import or Monday of a digest, by kind. Its texts are read when the mail is sent, under the row-level security of the brand.';
comment on column oauth.notifications.mail_id is 'The mail that contains it, also after a failed attempt. Null if no mail was begun.';
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
comment on table oauth.notification_mails is
  'The outbox of notifications, one row for each recipient and kind: the mail to a member, or the message to the Slack channel of the brand, that is being '
  'sent, and how the last one ended. As for oauth.mails, the worker sends them and creates the tokens.';
comment on column oauth.notification_mails.person_id is 'The member who gets the mail. Null for a message to Slack.';
comment on column oauth.notification_mails.receiver_id is 'The Slack channel that gets the message. Null for a mail.';
comment on column oauth.notification_mails.recipient is 'The id of the member or of the Slack channel.';
comment on column oauth.notification_mails.mail_id is 'Null if no mail is being sent. The same for each attempt, so that a mail program recognizes a repetition.';
comment on column oauth.notification_mails.refusal is
  'Why the last attempt failed: {smtp_code}, null if the mail server did not answer, and for a message {error, http_status, slack_code}. Null after a sent '
  'one.';
comment on column oauth.notification_mails.failed_at is 'When the last mail was given up. Null after a sent mail.';
comment on column oauth.notification_mails.digest_week is
  'The Monday of the last week whose digest was begun. Each week is begun once. Null for other kinds.';
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
comment on table oauth.unsubscribe_tokens is
  'Links of notifications that turn off this kind of mails, by the SHA-256 of their token. They are no credentials. Valid for 60 days, until the person '
  'turns these mails on again.';
create index unsubscribe_tokens_membership_idx on oauth.unsubscribe_tokens (brand_id, person_id);

call core.protect_for_role('oauth.notifications', 'vitrine_oauth');
call core.protect_for_role('oauth.notification_mails', 'vitrine_oauth');
call core.protect_for_role('oauth.unsubscribe_tokens', 'vitrine_oauth');
grant select, insert, update, delete on oauth.notifications, oauth.notification_mails, oauth.unsubscribe_tokens to vitrine_oauth;
