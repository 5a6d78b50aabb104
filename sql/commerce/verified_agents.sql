create view commerce.verified_agents
with (security_invoker = true)
as
with acts as (
  select
    received.brand_id, received.data ->> 'agent' as agent, received.occurred_at as at, 1 / (received.data ->> 'sampling_rate')::numeric as requests,
    null as kind, null as outcome
  from events.outbox as received
  where received.type = 'query.received' and received.data ->> 'agent' is not null
  union all
  select negotiations.brand_id, negotiations.verified_agent as agent, negotiations.created_at as at, 0 as requests, 'negotiation' as kind, null as outcome
  from commerce.negotiations
  where negotiations.verified_agent is not null and negotiations.created_at > platform.now() - interval '365 days'
  union all
  select transactions.brand_id, transactions.verified_agent as agent, transactions.created_at as at, 0 as requests, 'order' as kind, transactions.status as outcome
  from commerce.transactions
  where transactions.verified_agent is not null and transactions.created_at > platform.now() - interval '365 days'
  union all
  select transactions.brand_id, transactions.verified_agent as agent, disputes.created_at as at, 0 as requests, 'dispute' as kind, null as outcome
  from commerce.disputes
  join commerce.transactions on transactions.brand_id = disputes.brand_id and transactions.transaction_id = disputes.transaction_id
  where transactions.verified_agent is not null and transactions.created_at > platform.now() - interval '365 days'
  union all
  select feedback.brand_id, feedback.verified_agent as agent, feedback.created_at as at, 0 as requests, 'feedback' as kind, null as outcome
  from commerce.feedback
  where feedback.verified_agent is not null and feedback.created_at > platform.now() - interval '365 days'
),
counted as (
  select
    acts.brand_id, acts.agent, pg_catalog.round(sum(acts.requests)) as requests,
    count(*) filter (where acts.kind = 'negotiation') as negotiations,
    count(*) filter (where acts.kind = 'order') as orders,
    count(*) filter (where acts.outcome = 'completed') as completed,
    count(*) filter (where acts.outcome = 'expired') as expired,
    count(*) filter (where acts.outcome = 'canceled') as canceled,
    count(*) filter (where acts.kind = 'dispute') as disputes,
    count(*) filter (where acts.kind = 'feedback') as feedback,
    max(acts.at) as last_seen_at
  from acts
  group by acts.brand_id, acts.agent
)
select
  counted.*,
  case when counted.completed + counted.expired >= 5 then
    pg_catalog.round(storefront.component_score('rate', counted.completed, counted.completed + counted.expired, 70), 1)
  end as score
from counted;
comment on view commerce.verified_agents is
  'The agents with verified signatures that a shop has seen, one row each: their requests of the last 7 days, and their negotiations, orders, disputes and '
  'feedback of the last 365 days.';
comment on column commerce.verified_agents.brand_id is 'The brand of the shop.';
comment on column commerce.verified_agents.agent is 'The verified name, for example chatgpt.com.';
comment on column commerce.verified_agents.requests is 'Searches, lookups and recommendation requests of the last 7 days. An estimate if the events were sampled.';
comment on column commerce.verified_agents.negotiations is 'Negotiations that the agent opened.';
comment on column commerce.verified_agents.orders is 'Orders that the agent created.';
comment on column commerce.verified_agents.completed is 'Orders that are completed.';
comment on column commerce.verified_agents.expired is 'Orders that expired, because the buyer did not order at the merchant.';
comment on column commerce.verified_agents.canceled is 'Orders that either side canceled.';
comment on column commerce.verified_agents.disputes is 'Disputes about orders of the agent.';
comment on column commerce.verified_agents.feedback is 'Feedback that the agent gave, one for each subject.';
comment on column commerce.verified_agents.last_seen_at is 'Time of the latest of these.';
comment on column commerce.verified_agents.score is
  'Trust in the agent, 0 to 100: the Wilson lower bound of the share of completed orders among completed and expired ones, shrunk to 70, which weighs as '
  'much as 20 orders. Null with fewer than five of them. Canceled orders do not count, because either side can cancel.';
grant select on commerce.verified_agents to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
