create table oauth.sign_in_failures (
  bucket text not null,
  window_start timestamptz not null,
  failures integer not null,
  constraint sign_in_failures_pkey primary key (bucket)
);
comment on table oauth.sign_in_failures is
  'Counts of the current hour: wrong passwords of an account by unknown devices, of an account with a network or a known device, wrong codes, and mails.';

create table oauth.devices (
  person_id uuid not null,
  device_hash bytea not null,
  used_at timestamptz not null,
  constraint devices_pkey primary key (person_id, device_hash)
);
comment on table oauth.devices is
  'Browsers in which a person has signed in or opened a link of a mail, by the SHA-256 of their cookie. They have a budget of their own for password '
  'checks, so that strangers cannot lock the person out. A device is no credential.';

create table oauth.pending_sign_ins (
  pending_hash bytea not null,
  person_id uuid not null,
  failures smallint not null default 0,
  expires_at timestamptz not null,
  constraint pending_sign_ins_pkey primary key (pending_hash)
);
comment on table oauth.pending_sign_ins is
  'Sign-ins with the right password that wait for the second factor, by the SHA-256 of their cookie. They are no sessions. One ends after ten '
  'minutes or five wrong codes.';
create index pending_sign_ins_person_id_idx on oauth.pending_sign_ins (person_id);

create table oauth.totp_secrets (
  person_id uuid not null,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  constraint totp_secrets_pkey primary key (person_id)
);
comment on table oauth.totp_secrets is 'Secrets of authenticator apps (RFC 6238). Only functions of oauth read them; no function returns a confirmed one.';
comment on column oauth.totp_secrets.confirmed_at is 'Time of the first correct code. Without it the app is not a second factor.';
comment on column oauth.totp_secrets.last_step is 'The time step of the last accepted code. This step and earlier ones are refused.';

create table oauth.recovery_codes (
  person_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (person_id, code_hash)
);
comment on table oauth.recovery_codes is 'Unused recovery codes by their SHA-256. Each replaces the second factor once.';

create table oauth.mails (
  mail_id text not null default platform.new_id('mai'),
  kind text not null,
  person_id uuid,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  constraint mails_pkey primary key (mail_id),
  constraint mails_kind_check check (kind in ('reset', 'unlock'))
);
comment on table oauth.mails is
  'The outbox of mails. The worker sends them and deletes the rows. A row contains no link: the worker creates the token when it sends.';
comment on column oauth.mails.person_id is 'Null for an unknown address, so that the request takes the same time. Such a row is deleted without a mail.';
create index mails_person_id_idx on oauth.mails (person_id);
create index mails_next_attempt_at_idx on oauth.mails (next_attempt_at);

create table oauth.mail_tokens (
  token_hash bytea not null,
  kind text not null,
  person_id uuid not null,
  expires_at timestamptz not null,
  constraint mail_tokens_pkey primary key (token_hash),
  constraint mail_tokens_kind_check check (kind in ('reset', 'unlock'))
);
comment on table oauth.mail_tokens is 'Links of mails by the SHA-256 of their token. One is valid for 30 minutes and one use.';
create index mail_tokens_person_id_idx on oauth.mail_tokens (person_id);

call core.protect_for_role('oauth.sign_in_failures', 'vitrine_oauth');
call core.protect_for_role('oauth.devices', 'vitrine_oauth');
call core.protect_for_role('oauth.pending_sign_ins', 'vitrine_oauth');
call core.protect_for_role('oauth.totp_secrets', 'vitrine_oauth');
call core.protect_for_role('oauth.recovery_codes', 'vitrine_oauth');
call core.protect_for_role('oauth.mails', 'vitrine_oauth');
call core.protect_for_role('oauth.mail_tokens', 'vitrine_oauth');
grant select, insert, update, delete on
  oauth.sign_in_failures, oauth.devices, oauth.pending_sign_ins, oauth.totp_secrets, oauth.recovery_codes, oauth.mails, oauth.mail_tokens
to vitrine_oauth;
