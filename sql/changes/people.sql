create table core.invitations (
  brand_id text not null,
  invitation_id text not null default platform.new_id('inv'),
  email text not null,
  role text not null,
  invited_by uuid default core.scope_person_id(),
  created_at timestamptz not null default platform.clock(),
  expires_at timestamptz not null default platform.clock() + interval '7 days',
  mail_requested_at timestamptz not null default platform.clock(),
  mailed_at timestamptz,
  constraint invitations_pkey primary key (brand_id, invitation_id),
  constraint invitations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint invitations_email_key unique (brand_id, email),
  constraint invitations_role_check check (role in ('owner', 'admin', 'analyst', 'viewer'))
);
create index invitations_invitation_id_idx on core.invitations (invitation_id);
create index invitations_email_idx on core.invitations (email);

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
create index address_mails_next_attempt_at_idx on oauth.address_mails (next_attempt_at);

create table oauth.sign_up_links (
  token_hash bytea not null,
  email text not null,
  invitation_id text,
  expires_at timestamptz not null,
  constraint sign_up_links_pkey primary key (token_hash)
);
create index sign_up_links_email_idx on oauth.sign_up_links (email);

-- A hosted platform has its own people, and the gate has no access to them.
reset role;
do $$
begin
  if pg_catalog.has_schema_privilege('vitrine_gate', 'auth', 'usage') then
    grant update (raw_user_meta_data) on auth.users to vitrine_gate;
  end if;
end
$$;
set role vitrine_owner;
