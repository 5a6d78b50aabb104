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
comment on table core.invitations is 'Open invitations of e-mail addresses to brands. An accepted, declined or withdrawn one is deleted.';
comment on column core.invitations.mailed_at is 'When the mail server accepted the last mail. Null until then.';
comment on column core.invitations.invited_by is 'The person who invited.';
create index invitations_invitation_id_idx on core.invitations (invitation_id);
create index invitations_email_idx on core.invitations (email);

alter table core.invitations enable row level security;
alter table core.invitations force row level security;
create policy gate on core.invitations to vitrine_gate using (true);
create policy oauth on core.invitations for select to vitrine_oauth using (true);
create policy oauth_mails on core.invitations for update to vitrine_oauth using (true);
-- Admins see and manage the invitations of their brand. They give roles up to their own.
create policy person on core.invitations for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_invites on core.invitations for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')) and core.scope_role_is(role));
create policy person_resends on core.invitations for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_withdraws on core.invitations for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant select, delete on core.invitations to vitrine_gate;
grant select, update (mailed_at) on core.invitations to vitrine_oauth;
grant select, insert (brand_id, invitation_id, email, role), update (expires_at, mail_requested_at, mailed_at), delete on core.invitations to vitrine_person;

-- Members see each other. Admins change and end memberships up to their own role, and everyone ends their own.
create policy person on core.memberships for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person_changes on core.memberships for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')) and core.scope_role_is(role));
create policy person_removes on core.memberships for delete to vitrine_person
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and (person_id = (select core.scope_person_id()) or (select core.scope_role_is('admin')) and core.scope_role_is(role))
);
grant select, update (role), delete on core.memberships to vitrine_person;

create function core.end_invitations()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- An invitation that this person sends at the same time is committed before, or waits (core.keep_inviter).
  perform from core.brands where brands.brand_id = old.brand_id for no key update;
  delete from core.invitations
  where invitations.brand_id = old.brand_id
    and invitations.invited_by = old.person_id
    and (
      -- There is no new row after the end of a membership.
      coalesce(core.role_rank(new.role), 0) < core.role_rank('admin')
      or core.role_rank(invitations.role) > core.role_rank(new.role)
    );
  return null;
end
$$;
comment on function core.end_invitations() is
  'Withdraws the invitations of a person that the new role does not permit, and all of a person whose membership ends, also by the deletion of the account.';

create function core.keep_inviter(brand_id text, role text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_role text;
begin
  perform from core.brands where brands.brand_id = keep_inviter.brand_id for share;
  select memberships.role into v_role
  from core.memberships
  where memberships.brand_id = keep_inviter.brand_id and memberships.person_id = core.scope_person_id();
  if not found then
    perform platform.fail('NTFND', 'you_are_not_a_member_any_more');
  elsif core.role_rank(v_role) < greatest(core.role_rank('admin'), core.role_rank(keep_inviter.role)) then
    perform platform.fail(
      'DNIED', 'this_role_is_too_low',
      given => pg_catalog.json_build_object('role', v_role, 'required', case when keep_inviter.role = 'owner' then 'owner' else 'admin' end)
    );
  end if;
end
$$;
comment on function core.keep_inviter(text, text) is
  'Keeps the membership of the caller until the end of the transaction, so that core.end_invitations finds the invitation that it stores. Raises NTFND '
  'or DNIED if the membership has ended, or its role has become too low for an invitation with this role.';

create trigger end_invitations after delete or update of role on core.memberships
for each row execute function core.end_invitations();
