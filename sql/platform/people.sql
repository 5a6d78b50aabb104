-- People belong to the platform (auth.users). Its row-level security shows them only to the role that migrates, `postgres` on Supabase,
-- which may reference and read them, but not grant either right. So that role owns the functions of this file.
create function platform.person_email(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.email from auth.users where users.id = person_email.person_id;
$$;
comment on function platform.person_email(uuid) is 'Returns the e-mail address by which a person signs in.';

create function platform.may_sign_in(person_id uuid)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    -- Only Supabase Auth has these columns. As JSON, a missing column is null.
    select from auth.users cross join lateral to_jsonb(users) as known (person)
    where users.id = may_sign_in.person_id
      and known.person ->> 'deleted_at' is null
      and coalesce((known.person ->> 'banned_until')::timestamptz <= platform.clock(), true)
  );
$$;
comment on function platform.may_sign_in(uuid) is
  'Returns whether a person exists and the hosting platform has neither banned nor deleted the account.';

create function platform.find_person(email text, out person_id uuid, out encrypted_password text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.id, users.encrypted_password
  from auth.users
  where users.email = find_person.email and platform.may_sign_in(users.id)
  order by users.id
  limit 1;
$$;
comment on function platform.find_person(text) is
  'Returns the person with an e-mail address who may sign in, and the bcrypt hash of the password. Nulls if there is none.';

create function platform.session_person(session_id uuid)
returns uuid
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select sessions.user_id
  from auth.sessions
  where sessions.id = session_person.session_id
    and coalesce(sessions.not_after, 'infinity') > platform.clock()
    and platform.may_sign_in(sessions.user_id);
$$;
comment on function platform.session_person(uuid) is
  'Returns the person of a session of the hosted platform. Null if there is none, if it has ended, and for a person who may not sign in.';

create function platform.list_people(reference text default null)
returns table (person_id uuid, email text, name text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select users.id, users.email, users.raw_user_meta_data ->> 'name'
  from auth.users
  where list_people.reference is null
    or users.email = lower(list_people.reference)
    or users.id::text = lower(list_people.reference);
$$;
comment on function platform.list_people(text) is
  'Returns the people who can sign in, with their e-mail addresses; only the one with this address or id if given.';

revoke execute on function
  platform.person_email(uuid), platform.may_sign_in(uuid), platform.find_person(text), platform.session_person(uuid),
  platform.list_people(text)
from public;
grant execute on function
  platform.person_email(uuid), platform.may_sign_in(uuid), platform.find_person(text), platform.session_person(uuid)
to vitrine_oauth;
grant execute on function platform.list_people(text) to vitrine_gate, vitrine_oauth;

alter table core.memberships
  add constraint memberships_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.grants
  add constraint grants_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.pending_sign_ins
  add constraint pending_sign_ins_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.totp_secrets
  add constraint totp_secrets_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.recovery_codes
  add constraint recovery_codes_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.passkeys
  add constraint passkeys_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.passkey_challenges
  add constraint passkey_challenges_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.mails
  add constraint mails_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.mail_tokens
  add constraint mail_tokens_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.devices
  add constraint devices_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table oauth.sessions
  add constraint sessions_person_id_fkey foreign key (person_id) references auth.users on delete cascade;
alter table connector.proposals
  add constraint proposals_person_id_fkey foreign key (person_id) references auth.users on delete set null,
  add constraint proposals_decided_by_fkey foreign key (decided_by) references auth.users on delete set null;
alter table analytics.uploads
  add constraint uploads_uploaded_by_fkey foreign key (uploaded_by) references auth.users on delete set null;
alter table commerce.negotiations
  add constraint negotiations_person_id_fkey foreign key (person_id) references auth.users on delete set null;
alter table commerce.price_holds
  add constraint price_holds_person_id_fkey foreign key (person_id) references auth.users on delete set null;
alter table commerce.transactions
  add constraint transactions_person_id_fkey foreign key (person_id) references auth.users on delete set null;

-- Every password change is an update of the platform's table.
create trigger end_person after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function oauth.end_person('password_changed');

-- The columns exist on Supabase only, so the trigger can name neither of them.
create trigger end_blocked_person after update on auth.users
for each row when (
  pg_catalog.to_jsonb(old) -> 'banned_until' is distinct from pg_catalog.to_jsonb(new) -> 'banned_until'
  or pg_catalog.to_jsonb(old) -> 'deleted_at' is distinct from pg_catalog.to_jsonb(new) -> 'deleted_at'
) execute function oauth.end_person('may_not_sign_in');
