-- What a release does to tables that are read and written all day: columns, a checked column, an index, a table of brand data.
set role vitrine_owner;
alter table analytics.facts_daily add column saves bigint;
alter table analytics.facts_hourly add column saves bigint;
alter table analytics.facts_daily_versions add column saves bigint;
alter table analytics.facts_hourly_versions add column saves bigint;
alter table analytics.rollups_daily add column saves bigint;
alter table connector.proposals add column priority text not null default 'normal';
alter table connector.proposals add constraint proposals_priority_check check (priority in ('low', 'normal', 'high')) not valid;
create table analytics.notes (
  brand_id text not null,
  day date not null,
  note text not null,
  constraint notes_pkey primary key (brand_id, day),
  constraint notes_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.notes is 'What people remember of a day.';
call core.protect('analytics.notes');
insert into core.plans (plan, requests_per_minute) values ('NEXT', 7);
reset role;
