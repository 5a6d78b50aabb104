create table oauth.address_mails (
  mail_id text not null default platform.new_id('mai'),
  kind text not null,
  email text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  constraint address_mails_pkey primary key (mail_id),
  constraint address_mails_kind_check check (kind in ('sign_up'))
);
create index address_mails_next_attempt_at_idx on oauth.address_mails (next_attempt_at);

create table oauth.sign_up_links (
  token_hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  constraint sign_up_links_pkey primary key (token_hash)
);
create index sign_up_links_email_idx on oauth.sign_up_links (email);
