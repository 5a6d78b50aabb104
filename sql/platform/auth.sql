-- What a hosted platform brings along and a bare Postgres lacks: the tables of those who sign in
-- and of their sessions, in the columns that Supabase Auth uses, and pgcrypto for bcrypt.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create schema if not exists auth;
create table if not exists auth.users (
  id uuid not null default pg_catalog.gen_random_uuid(),
  email text,
  encrypted_password text,
  raw_user_meta_data jsonb,
  created_at timestamptz default pg_catalog.now(),
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email)
);
create table if not exists auth.sessions (
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz default pg_catalog.now(),
  not_after timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users on delete cascade
);
grant usage on schema extensions, auth to vitrine_owner, vitrine_gate, vitrine_oauth;
grant select, references on auth.users to vitrine_owner;
grant select, insert on auth.users to vitrine_gate;
grant select on auth.users, auth.sessions to vitrine_oauth;
-- Trigrams and edit distance, for the search of a shop.
grant usage on schema extensions to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
