alter table core.operations add column acts_for_shop boolean not null default false;
alter table commerce.negotiations add column verified_agent text;
alter table commerce.transactions add column verified_agent text;
alter table commerce.feedback add column verified_agent text;
create index negotiations_waiting_idx on commerce.negotiations (brand_id, expires_at) where status = 'pending_merchant';
create index transactions_waiting_idx on commerce.transactions (brand_id, expires_at) where status in ('created', 'handed_off');
create index disputes_waiting_idx on commerce.disputes (brand_id, expires_at) where status = 'open';
