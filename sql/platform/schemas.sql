create schema platform authorization vitrine_owner;
comment on schema platform is 'What every topic needs: the clock, ids, and the raising of errors.';
create schema core authorization vitrine_owner;
comment on schema core is 'Accounts, brands, people, credentials, plans, the rate limiter, and the gate core.call.';
create schema analytics authorization vitrine_owner;
comment on schema analytics is 'Ad entities, facts, roll-ups, the metric catalog and the operations that read them.';
create schema storefront authorization vitrine_owner;
comment on schema storefront is 'What a shop shows to agents: products, reviews, search.';
create schema commerce authorization vitrine_owner;
comment on schema commerce is 'Negotiations, held prices, orders handed over and what was said of them afterwards. It holds no funds.';
create schema connector authorization vitrine_owner;
comment on schema connector is 'What only the connector''s tools answer, and the proposals that agents make through them.';
create schema oauth authorization vitrine_owner;
comment on schema oauth is 'The authorization server of the connector: clients, consent, grants, tokens, sessions.';
create schema events authorization vitrine_owner;
comment on schema events is 'Events: the outbox, the order of its events, and their stream.';
create schema webhooks authorization vitrine_owner;
comment on schema webhooks is 'Webhooks: endpoints, their secrets and deliveries.';
create schema console authorization vitrine_owner;
comment on schema console is 'What people look at: the gate of the signed-in, and the operations that only they have.';
create schema simulate authorization vitrine_owner;
comment on schema simulate is 'The deterministic generator behind test keys.';
create schema pgboss authorization vitrine_worker;
comment on schema pgboss is 'The job queue. pg-boss makes and keeps its own tables here.';

-- Temporary objects precede others in a search path. Only the worker may create them, because imports copy into them.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to vitrine_worker', current_database());
end
$$;

grant usage on schema platform, core, analytics, storefront, events, webhooks to
  vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema commerce to vitrine_gate, vitrine_anonymous;
grant usage on schema commerce, connector to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant usage on schema core, oauth, events, console to vitrine_functions;
grant usage on schema console to vitrine_gate, vitrine_person;
grant usage on schema platform, core, oauth to vitrine_oauth;
grant usage on schema oauth to vitrine_gate, vitrine_worker;
grant usage on schema simulate to vitrine_worker;

alter default privileges for role vitrine_owner revoke execute on functions from public;
alter default privileges for role vitrine_gate revoke execute on functions from public;
alter default privileges for role vitrine_oauth revoke execute on functions from public;
