call core.protect('analytics.entities');
call core.protect('analytics.creatives');
call core.protect('analytics.facts_daily');
call core.protect('analytics.facts_hourly');
call core.protect('analytics.rollups_daily');
call core.protect('analytics.imports');
call core.protect('analytics.import_rejections');
call core.protect('analytics.data_status');

alter table analytics.metric_definitions enable row level security;
alter table analytics.metric_definitions force row level security;
create policy everybody on analytics.metric_definitions for select using (true);
grant select on analytics.metric_definitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
