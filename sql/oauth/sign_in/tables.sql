create table oauth.attempt_counts (
  bucket text not null,
  window_start timestamptz not null,
  attempts integer not null,
  constraint attempt_counts_pkey primary key (bucket)
);
comment on table oauth.attempt_counts is
  'Counts of the current hour: wrong passwords of an account by unknown devices, of an account with a network or a known device, wrong codes, mails, and '
  'notices.';

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
  sealed text not null,
  secret_hash bytea not null,
  key_id text not null generated always as (pg_catalog.split_part(sealed, '.', 1)) stored,
  confirmed_at timestamptz,
  last_step bigint,
  constraint totp_secrets_pkey primary key (person_id),
  constraint totp_secrets_sealed_check check (sealed ~ '^[\w-]{16}\.[\w-]{64}$')
);
comment on table oauth.totp_secrets is
  'Secrets of authenticator apps (RFC 6238), encrypted with AES-256-GCM under a key that the database does not have.';
comment on column oauth.totp_secrets.sealed is 'Id of the key of TOTP_SECRET_KEY, a dot, and base64url of nonce and ciphertext. The person is authenticated.';
comment on column oauth.totp_secrets.secret_hash is
  'The SHA-256 of the secret, which has 160 random bits. A code is checked with this secret only, so that a leaked login of the functions cannot use '
  'another one.';
comment on column oauth.totp_secrets.confirmed_at is 'Time of the first correct code. Without it the app is not a second factor.';
comment on column oauth.totp_secrets.last_step is 'The time step of the last accepted code. This step and earlier ones are refused.';

create table oauth.recovery_codes (
  person_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (person_id, code_hash)
);
comment on table oauth.recovery_codes is 'Unused recovery codes by their SHA-256. Each replaces the second factor once.';

create table oauth.passkeys (
  credential_id bytea not null,
  person_id uuid not null,
  name text not null,
  public_key bytea not null,
  rp_id text not null,
  counter bigint not null,
  may_be_synced boolean not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  needs_password boolean not null default false,
  constraint passkeys_pkey primary key (credential_id),
  constraint passkeys_credential_id_check check (pg_catalog.length(credential_id) between 16 and 1023),
  constraint passkeys_name_check check (pg_catalog.length(name) between 1 and 100),
  constraint passkeys_public_key_check check (
    pg_catalog.length(public_key) = 77
    and pg_catalog.substr(public_key, 1, 10) = '\xa5010203262001215820'::bytea
    and pg_catalog.substr(public_key, 43, 3) = '\x225820'::bytea
    or pg_catalog.length(public_key) = 272
    and pg_catalog.substr(public_key, 1, 11) = '\xa401030339010020590100'::bytea
    and pg_catalog.substr(public_key, 268) = '\x2143010001'::bytea
  )
);
call platform.keep_plain('oauth.passkeys', 'name');
comment on table oauth.passkeys is
  'Passkeys of people (Web Authentication, level 3, section 4: credential record). A passkey verifies the person, so it counts as both factors.';
comment on column oauth.passkeys.public_key is
  'The public key as COSE_Key in its canonical form (RFC 9052, CTAP 2.1 section 8): of ES256, or of RS256 with 2048 bits and the exponent 65537.';
comment on column oauth.passkeys.rp_id is 'The host for which the passkey was created. Its authenticator signs for no other host.';
comment on column oauth.passkeys.counter is 'The signature counter of the last use. 0 if the authenticator does not count.';
comment on column oauth.passkeys.may_be_synced is 'Whether the passkey can be copied to other devices (flag BE). It never changes.';
comment on column oauth.passkeys.is_synced is 'Whether the passkey was copied to other devices at its last use (flag BS).';
comment on column oauth.passkeys.needs_password is
  'Whether the passkey signs in only after the password: from a reset of the password by mail until such a sign-in. A passkey of an intruder stays so.';
create index passkeys_person_id_idx on oauth.passkeys (person_id);

create table oauth.passkey_challenges (
  holder_hash bytea not null,
  person_id uuid,
  challenge bytea not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (holder_hash)
);
comment on table oauth.passkey_challenges is
  'The open challenge of each session that adds a passkey, and of each browser that signs in with one. It is valid for five minutes and one use.';
comment on column oauth.passkey_challenges.holder_hash is 'The hash of the session, or of the browser.';
comment on column oauth.passkey_challenges.person_id is 'The person whose passkey is required. Null if the passkey says who signs in.';
create index passkey_challenges_person_id_idx on oauth.passkey_challenges (person_id);

create table oauth.mails (
  mail_id text not null default platform.new_id('mai'),
  kind text not null,
  person_id uuid,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  constraint mails_pkey primary key (mail_id),
  constraint mails_kind_check check (
    kind in ('reset', 'unlock', 'passkey_added', 'passkey_removed', 'app_added', 'app_removed', 'second_factors_removed')
  )
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
comment on table oauth.address_mails is
  'The outbox of mails to addresses that may have no account. As for oauth.mails, the worker sends them and creates the tokens.';
create index address_mails_next_attempt_at_idx on oauth.address_mails (next_attempt_at);

create table oauth.sign_up_links (
  token_hash bytea not null,
  email text not null,
  invitation_id text,
  expires_at timestamptz not null,
  constraint sign_up_links_pkey primary key (token_hash)
);
comment on table oauth.sign_up_links is
  'Links of mails that create an account, by the SHA-256 of their token. One is valid for one use.';
comment on column oauth.sign_up_links.invitation_id is 'The invitation with which the link ends. Null for a link of a sign-up.';
create index sign_up_links_email_idx on oauth.sign_up_links (email);

call core.protect_for_role('oauth.attempt_counts', 'vitrine_oauth');
call core.protect_for_role('oauth.devices', 'vitrine_oauth');
call core.protect_for_role('oauth.pending_sign_ins', 'vitrine_oauth');
call core.protect_for_role('oauth.totp_secrets', 'vitrine_oauth');
call core.protect_for_role('oauth.recovery_codes', 'vitrine_oauth');
call core.protect_for_role('oauth.passkeys', 'vitrine_oauth');
call core.protect_for_role('oauth.passkey_challenges', 'vitrine_oauth');
call core.protect_for_role('oauth.mails', 'vitrine_oauth');
call core.protect_for_role('oauth.mail_tokens', 'vitrine_oauth');
call core.protect_for_role('oauth.address_mails', 'vitrine_oauth');
call core.protect_for_role('oauth.sign_up_links', 'vitrine_oauth');
grant select, insert, update, delete on
  oauth.attempt_counts, oauth.devices, oauth.pending_sign_ins, oauth.totp_secrets, oauth.recovery_codes, oauth.passkeys,
  oauth.passkey_challenges, oauth.mails, oauth.mail_tokens, oauth.address_mails, oauth.sign_up_links
to vitrine_oauth;
