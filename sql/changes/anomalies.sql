alter table analytics.detectors add column is_default boolean not null default true;
create table analytics.chosen_detectors (
  brand_id text not null,
  detector text not null,
  constraint chosen_detectors_pkey primary key (brand_id, detector),
  constraint chosen_detectors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint chosen_detectors_detector_fkey foreign key (detector) references analytics.detectors on delete cascade
);

alter table analytics.anomalies
  add column contributors jsonb,
  add column also text[] not null default '{}',
  add column deviations jsonb;
alter table analytics.detected_days
  add column tests integer,
  add column expected_false_alarms double precision,
  add column expected_alarms double precision,
  -- Before, the same detectors ran for every brand.
  add column detectors text[] not null default '{spend_surge,cpa_spike,roas_drop}';
alter table analytics.detected_days alter column detectors set default '{}';

alter type analytics.deviation add attribute also text[];
comment on type analytics.deviation is
  'A deviation of a day that is reported. grouped_count is the number of pairs of detector and entity that deviated together, this one included. also are the other detectors among them.';

alter type analytics.series_score add attribute z_material double precision;
comment on type analytics.series_score is
  'The test of a day of one series, a detector of a campaign or ad account. p_value is the fraction of ordinary days that deviate as far in the direction of the detector. z_material is the absolute z from which on the deviation is large enough to be reported. A series that could not be tested has error_class and cause instead of a z_score.';

-- No policy lets the owner of the table insert.
alter table analytics.detectors no force row level security;
insert into analytics.detectors (detector, position, metric, direction, is_default) values
  ('spend_drop', 4, 'spend', 'drop', false),
  ('cpc_spike', 5, 'cpc', 'spike', false),
  ('ctr_drop', 6, 'ctr', 'drop', false),
  ('conversions_drop', 7, 'conversions', 'drop', false),
  ('conversions_surge', 8, 'conversions', 'spike', false),
  ('revenue_drop', 9, 'revenue', 'drop', false),
  ('revenue_surge', 10, 'revenue', 'spike', false);
alter table analytics.detectors force row level security;

update core.key_kinds set scopes = scopes || '{write:anomalies}' where kind = 'analytics';
