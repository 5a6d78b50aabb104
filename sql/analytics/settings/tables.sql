create table analytics.attribution_changes (
  brand_id text not null,
  model text not null,
  click_days integer not null,
  view_days integer not null,
  half_life_hours integer not null,
  accounting text not null,
  version integer not null,
  is_refused boolean not null default false,
  requested_at timestamptz not null default platform.clock(),
  constraint attribution_changes_pkey primary key (brand_id),
  constraint attribution_changes_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_changes_model_fkey foreign key (model) references analytics.attribution_models on delete restrict,
  constraint attribution_changes_windows_check check (click_days between 1 and 365 and view_days between 0 and 365),
  constraint attribution_changes_half_life_check check (half_life_hours between 1 and 8760),
  constraint attribution_changes_accounting_check check (accounting in ('accrual', 'cash'))
);
comment on table analytics.attribution_changes is
  'The requested attribution settings of a brand, until the worker has attributed all its orders under them (analytics.apply_attribution_change).';
comment on column analytics.attribution_changes.version is 'The version of analytics.attribution_settings that the change replaces.';
comment on column analytics.attribution_changes.is_refused is
  'Whether the change was not applied, because the settings had another version by then or the journeys do not allow the model.';
