-- Objects that a hosted platform provides and a bare Postgres lacks: the tables of users and sessions with the columns of
-- Supabase Auth, and pgcrypto for bcrypt.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- On the hosted platform these objects exist, and only the platform may create or grant them. Even "if not exists" would be refused.
do $$
begin
  if pg_catalog.to_regclass('auth.users') is not null then
    return;
  end if;
  create schema if not exists auth;
  create table auth.users (
    id uuid not null default pg_catalog.gen_random_uuid(),
    email text,
    encrypted_password text,
    raw_user_meta_data jsonb,
    created_at timestamptz default pg_catalog.now(),
    constraint users_pkey primary key (id),
    constraint users_email_key unique (email)
  );
  create table auth.sessions (
    id uuid not null,
    user_id uuid not null,
    created_at timestamptz default pg_catalog.now(),
    not_after timestamptz,
    constraint sessions_pkey primary key (id),
    constraint sessions_user_id_fkey foreign key (user_id) references auth.users on delete cascade
  );
  grant usage on schema auth to vitrine_gate;
  grant select, insert, update (encrypted_password, raw_user_meta_data), delete on auth.users to vitrine_gate;
end
$$;

-- Trigrams, edit distance and bcrypt.
grant usage on schema extensions to
  vitrine_owner, vitrine_gate, vitrine_oauth, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
