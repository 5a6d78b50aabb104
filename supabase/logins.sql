-- Gives the two logins of a hosted installation their passwords: psql -v functions=... -v worker=... -f supabase/logins.sql
alter role vitrine_functions password :'functions';
alter role vitrine_worker password :'worker';
