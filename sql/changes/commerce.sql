alter table core.operations add column acts_for_shop boolean not null default false;
alter table commerce.negotiations add column verified_agent text;
alter table commerce.transactions add column verified_agent text;
alter table commerce.feedback add column verified_agent text;
