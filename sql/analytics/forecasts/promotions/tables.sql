create table analytics.promotions (
  brand_id text not null,
  promotion_id text not null default platform.new_id('prm'),
  name text not null,
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default platform.now(),
  created_by text not null,
  constraint promotions_pkey primary key (brand_id, promotion_id),
  constraint promotions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint promotions_name_check check (pg_catalog.length(name) between 1 and 200 and name !~ '^\s|\s$'),
  constraint promotions_days_check check (ends_on >= starts_on and ends_on <= starts_on + 91)
);
call platform.keep_plain('analytics.promotions', 'name');
create index promotions_period_idx on analytics.promotions (brand_id, starts_on);
comment on table analytics.promotions is
  'Past and coming promotions of a brand. Forecasts learn the effect of the past ones and add it to the days of the coming ones.';
comment on column analytics.promotions.name is
  'Promotions with the same name, in any case, are occurrences of one promotion, such as "Summer sale".';
comment on column analytics.promotions.ends_on is 'The last day. A promotion has at most 92 days.';
comment on column analytics.promotions.created_by is 'The key that added the promotion.';
