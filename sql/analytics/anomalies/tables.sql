create table analytics.detectors (
  detector text not null,
  position smallint not null,
  metric text not null,
  direction text not null,
  is_default boolean not null default true,
  constraint detectors_pkey primary key (detector),
  constraint detectors_metric_fkey foreign key (metric) references analytics.metric_definitions on delete restrict,
  constraint detectors_direction_check check (direction in ('spike', 'drop'))
);
comment on column analytics.detectors.position is 'Order of causes before consequences: more spend or fewer conversions explain less return.';
comment on column analytics.detectors.is_default is 'Whether the detector runs for every brand. The others run for brands that chose them.';
comment on table analytics.detectors is 'Anomaly detectors: a metric of each campaign and ad account, and the direction that is reported.';
insert into analytics.detectors (detector, position, metric, direction, is_default) values
  ('spend_surge', 1, 'spend', 'spike', true),
  ('cpa_spike', 2, 'cpa', 'spike', true),
  ('roas_drop', 3, 'roas', 'drop', true),
  ('spend_drop', 4, 'spend', 'drop', false),
  ('cpc_spike', 5, 'cpc', 'spike', false),
  ('ctr_drop', 6, 'ctr', 'drop', false),
  ('conversions_drop', 7, 'conversions', 'drop', false),
  ('conversions_surge', 8, 'conversions', 'spike', false),
  ('revenue_drop', 9, 'revenue', 'drop', false),
  ('revenue_surge', 10, 'revenue', 'spike', false);

create table analytics.chosen_detectors (
  brand_id text not null,
  detector text not null,
  constraint chosen_detectors_pkey primary key (brand_id, detector),
  constraint chosen_detectors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint chosen_detectors_detector_fkey foreign key (detector) references analytics.detectors on delete cascade
);
comment on table analytics.chosen_detectors is
  'The detectors that run for a brand in addition to the default ones. Set by analytics.choose_detectors.';

create table analytics.anomaly_transitions (
  from_status text not null,
  to_status text not null,
  constraint anomaly_transitions_pkey primary key (from_status, to_status)
);
comment on table analytics.anomaly_transitions is 'Allowed status changes of anomalies. All other changes are rejected.';
insert into analytics.anomaly_transitions values
  ('active', 'confirmed'),
  ('active', 'false_positive'),
  ('active', 'resolved'),
  ('confirmed', 'resolved');

create table analytics.anomalies (
  brand_id text not null,
  anomaly_id text not null,
  detector text not null,
  entity_id bigint not null,
  level text not null,
  first_on date not null,
  last_on date not null,
  day date not null,
  value double precision not null,
  expected double precision not null,
  scale double precision not null,
  z_score double precision not null,
  impact double precision not null,
  spend_share double precision not null,
  grouped_count integer not null default 1,
  contributors jsonb,
  also text[] not null default '{}',
  deviations jsonb,
  status text not null default 'active',
  detected_at timestamptz not null default platform.now(),
  changed_at timestamptz not null default platform.now(),
  constraint anomalies_pkey primary key (brand_id, anomaly_id),
  constraint anomalies_once_key unique (brand_id, detector, entity_id, first_on),
  constraint anomalies_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade,
  constraint anomalies_detector_fkey foreign key (detector) references analytics.detectors on delete restrict,
  constraint anomalies_status_check check (status in ('active', 'confirmed', 'false_positive', 'resolved'))
);
create index anomalies_latest_idx on analytics.anomalies (brand_id, last_on desc);
comment on table analytics.anomalies is 'Detected anomalies, one row for each episode, with the value and the expected value of its worst day.';
comment on column analytics.anomalies.value is 'Value of the metric on the day, in units of the brand''s currency, or as a multiple for roas.';
comment on column analytics.anomalies.impact is 'Cost or loss caused by the deviation on that day, in units of the brand''s currency.';
comment on column analytics.anomalies.grouped_count is 'Number of deviating pairs of metric and entity that this row represents.';
comment on column analytics.anomalies.also is
  'The other detectors that deviated in the episode, in the order of causes: of the entity, or of the account or the campaigns that it explains.';
comment on column analytics.anomalies.deviations is
  'The days on which the reported detector deviated, with the impact, z_score, value, expected, scale and spend_share of each: '
  '{"2026-11-20": {"impact": 320, "z_score": 5.1, ...}}. The row has those of the day with the largest impact. Null for episodes of several days that were '
  'found before version 0.3.0.';
comment on column analytics.anomalies.contributors is
  'The children of the entity with the largest parts of the deviation. The view analytics.anomaly_contributors has one row for each. Null if the day '
  'was checked before version 0.3.0.';

create table analytics.anomaly_thresholds (
  brand_id text not null,
  detector text not null,
  entity_id bigint not null,
  z_min double precision not null,
  constraint anomaly_thresholds_pkey primary key (brand_id, detector, entity_id),
  constraint anomaly_thresholds_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade,
  constraint anomaly_thresholds_detector_fkey foreign key (detector) references analytics.detectors on delete cascade,
  constraint anomaly_thresholds_z_check check (z_min between 3 and 5)
);
comment on table analytics.anomaly_thresholds is 'Minimum z of series with false positives: 0.5 more for each, at most 5. The default is 3.';

create table analytics.detected_days (
  brand_id text not null,
  day date not null,
  tested integer not null,
  flagged integer not null,
  detected_at timestamptz not null default platform.now(),
  changed_at timestamptz,
  tests integer,
  expected_false_alarms double precision,
  expected_alarms double precision,
  detectors text[] not null default '{}',
  constraint detected_days_pkey primary key (brand_id, day),
  constraint detected_days_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.detected_days is 'Checked days of each brand, with the number of tested and flagged series.';
comment on column analytics.detected_days.tests is 'Number of tested pairs of detector and entity. Null if the day was checked before version 0.3.0.';
comment on column analytics.detected_days.expected_false_alarms is
  'Expected number of the tests that report an ordinary day: the sum of their false alarm rates at the deviation that each test requires.';
comment on column analytics.detected_days.expected_alarms is
  'The same with natural outliers such as holidays, as frequent as in the reference series (analytics.rate_with_outliers).';
comment on column analytics.detected_days.changed_at is 'Time of the first import since the check that changed the day or an earlier one, or null.';
comment on column analytics.detected_days.detectors is 'The detectors that ran in the last check of the day.';

create function analytics.day_of_deviation(day date, deviation jsonb)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  pg_catalog.to_char(day_of_deviation.day, 'YYYY-MM-DD'),
  pg_catalog.jsonb_build_object(
    'impact', deviation -> 'impact', 'z_score', deviation -> 'z_score', 'value', deviation -> 'value', 'expected', deviation -> 'expected',
    'scale', deviation -> 'scale', 'spend_share', deviation -> 'spend_share'
  )
);
comment on function analytics.day_of_deviation(date, jsonb) is
  'Returns one day of the column deviations of analytics.anomalies. deviation is an analytics.deviation or an anomaly as JSON.';

create function analytics.deviations_of(anomaly analytics.anomalies)
returns jsonb
language sql stable
return case
  when (anomaly).deviations is not null then (anomaly).deviations
  when (anomaly).first_on = (anomaly).last_on then analytics.day_of_deviation((anomaly).day, pg_catalog.to_jsonb(anomaly))
end;
comment on function analytics.deviations_of(analytics.anomalies) is
  'Returns the days on which the reported detector deviated, as in the column deviations. Null if they were not recorded.';
grant execute on function
  analytics.day_of_deviation(date, jsonb),
  analytics.deviations_of(analytics.anomalies)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
