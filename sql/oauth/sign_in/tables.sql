create table oauth.sign_in_failures (
  bucket text not null,
  window_start timestamptz not null,
  failures integer not null,
  constraint sign_in_failures_pkey primary key (bucket)
);
comment on table oauth.sign_in_failures is
  'Wrong passwords in the current hour: of an account by strangers, and of an account with a network or a known device.';

create table oauth.devices (
  person_id uuid not null,
  device_hash bytea not null,
  used_at timestamptz not null,
  constraint devices_pkey primary key (person_id, device_hash)
);
comment on table oauth.devices is
  'Browsers in which a person has signed in or opened a link of a mail, by the SHA-256 of their cookie. They have a budget of their own for password '
  'checks, so that strangers cannot lock the person out. A device is no credential.';

call core.protect_for_role('oauth.sign_in_failures', 'vitrine_oauth');
call core.protect_for_role('oauth.devices', 'vitrine_oauth');
grant select, insert, update, delete on oauth.sign_in_failures, oauth.devices to vitrine_oauth;
