create schema platform authorization vitrine_owner;
comment on schema platform is 'Shared functions: the clock, ids and the raising of errors.';
create schema core authorization vitrine_owner;
comment on schema core is 'Accounts, brands, people, credentials, plans, the rate limiter, and the gate core.call.';
create schema analytics authorization vitrine_owner;
comment on schema analytics is 'Ad entities, facts, roll-ups, the metric catalog and the operations that read them.';
create schema storefront authorization vitrine_owner;
comment on schema storefront is 'The public data of a shop: products, reviews, search.';
create schema commerce authorization vitrine_owner;
comment on schema commerce is 'Negotiations, price holds, handed-over orders, and reports and disputes about them. It holds no funds.';
create schema connector authorization vitrine_owner;
comment on schema connector is 'Operations of the connector''s tools, and the proposals that agents make through them.';
create schema oauth authorization vitrine_owner;
comment on schema oauth is 'The authorization server of the connector: clients, consent, grants, tokens, sessions.';
create schema events authorization vitrine_owner;
comment on schema events is 'Events: the outbox, their sequence numbers and their stream.';
create schema webhooks authorization vitrine_owner;
comment on schema webhooks is 'Webhooks: endpoints, their secrets and deliveries.';
create schema console authorization vitrine_owner;
comment on schema console is 'The console: the gate of signed-in people, and their operations.';
create schema sources authorization vitrine_owner;
comment on schema sources is 'Connected accounts of platforms that feed brands: grants, accounts, and the windows of their reports.';
create schema simulate authorization vitrine_owner;
comment on schema simulate is 'The deterministic generator of the data of test keys.';
create schema pgboss authorization vitrine_worker;
comment on schema pgboss is 'The job queue. pg-boss creates and updates its tables here.';

-- Temporary objects come first in a search path. Only the worker may create them, because imports copy into them.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to vitrine_worker', current_database());
end
$$;

grant usage on schema platform, core, analytics, storefront, events, webhooks to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema commerce to vitrine_gate, vitrine_anonymous, vitrine_oauth;
grant usage on schema commerce, connector to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema core, oauth, events, console, sources to vitrine_functions;
grant usage on schema console to vitrine_gate, vitrine_person;
grant usage on schema platform, core, oauth, analytics to vitrine_oauth;
grant usage on schema oauth to vitrine_gate, vitrine_worker;
grant usage on schema simulate to vitrine_worker;
grant usage on schema sources to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter default privileges for role vitrine_owner revoke execute on functions from public;
alter default privileges for role vitrine_gate revoke execute on functions from public;
alter default privileges for role vitrine_oauth revoke execute on functions from public;
