create table storefront.trust_components (
  component text not null,
  position smallint not null,
  weight numeric not null,
  baseline numeric not null,
  kind text not null,
  description text not null,
  constraint trust_components_pkey primary key (component),
  constraint trust_components_weight_check check (weight > 0 and weight <= 1),
  constraint trust_components_baseline_check check (baseline between 0 and 100),
  constraint trust_components_kind_check check (kind in ('rate', 'mean', 'known'))
);
comment on table storefront.trust_components is 'Components of a trust score, with their weights and the baseline for shops without signals.';

comment on column storefront.trust_components.kind is
  'rate: the Wilson lower bound of a share. mean: the mean of the observations. Both are shrunk to the baseline. known: a fact that is not shrunk.';

insert into storefront.trust_components values
  ('fulfillment', 1, 0.20, 70, 'rate', 'Orders that arrived as promised.'),
  ('description_accuracy', 2, 0.15, 70, 'rate', 'Products that were what their description says.'),
  ('price_and_stock', 3, 0.15, 70, 'rate', 'Prices and stock that held at the checkout.'),
  ('disputes', 4, 0.15, 70, 'rate', 'Transactions without a dispute.'),
  ('reviews', 5, 0.15, 70, 'mean', 'What buyers'' reviews come to.'),
  ('policies', 6, 0.10, 50, 'known', 'Published identity, policies, shipping and payment.'),
  ('responsiveness', 7, 0.10, 70, 'rate', 'Questions and disputes that were answered in time.');

create table storefront.trust_tiers (
  tier text not null,
  rank smallint not null,
  score_min numeric not null,
  signals_min integer not null,
  days_min integer not null,
  constraint trust_tiers_pkey primary key (tier),
  constraint trust_tiers_rank_key unique (rank)
);
comment on table storefront.trust_tiers is 'Requirements of each tier. A shop has the highest tier whose requirements it meets. Otherwise it is new.';

insert into storefront.trust_tiers values
  ('new', 0, 0, 0, 0), ('basic', 1, 0, 20, 30), ('established', 2, 60, 20, 30), ('trusted', 3, 75, 100, 30), ('exemplary', 4, 90, 500, 30);

create table storefront.platforms (
  platform text not null,
  name text not null,
  position smallint not null,
  citation_format text not null,
  constraint platforms_pkey primary key (platform)
);
comment on table storefront.platforms is 'Assistant platforms that a shop is configured for. generic covers any other assistant.';

insert into storefront.platforms values
  ('chatgpt', 'ChatGPT', 1, 'markdown_link'), ('claude', 'Claude', 2, 'markdown_link'), ('gemini', 'Gemini', 3, 'markdown_link'),
  ('perplexity', 'Perplexity', 4, 'numbered_source'), ('copilot', 'Copilot', 5, 'numbered_source'), ('meta_ai', 'Meta AI', 6, 'plain_link'),
  ('grok', 'Grok', 7, 'plain_link'), ('alexa', 'Alexa', 8, 'spoken'), ('generic', 'Any other assistant', 9, 'plain_link');

create table storefront.trust_signals (
  brand_id text not null,
  signal_id text not null,
  component text not null,
  platform text,
  value numeric not null,
  occurred_at timestamptz not null,
  source text not null,
  constraint trust_signals_pkey primary key (brand_id, signal_id),
  constraint trust_signals_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint trust_signals_component_fkey foreign key (component) references storefront.trust_components on delete restrict,
  constraint trust_signals_platform_fkey foreign key (platform) references storefront.platforms on delete restrict,
  constraint trust_signals_value_check check (value between 0 and 1)
);
call platform.keep_plain('storefront.trust_signals', 'source');
create index trust_signals_time_idx on storefront.trust_signals (brand_id, occurred_at);
comment on table storefront.trust_signals is 'Trust observations of a shop, one per row. value is between 0 (not as expected) and 1 (as expected).';
comment on column storefront.trust_signals.platform is 'The assistant platform of the observation. Null if there was none.';

create table storefront.trust_scores (
  brand_id text not null,
  score numeric,
  tier text not null,
  falling_runs smallint not null default 0,
  signals integer not null,
  dispute_rate numeric,
  components jsonb not null,
  network_score numeric,
  compound_factor numeric,
  platform_scores jsonb not null,
  category text,
  calculated_at timestamptz not null,
  constraint trust_scores_pkey primary key (brand_id),
  constraint trust_scores_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint trust_scores_tier_fkey foreign key (tier) references storefront.trust_tiers on delete restrict,
  constraint trust_scores_score_check check (score between 0 and 100)
);
create index trust_scores_category_idx on storefront.trust_scores (category, network_score);
comment on table storefront.trust_scores is 'Trust scores of shops, as of their last calculation.';
comment on column storefront.trust_scores.score is '0 to 100. Null with fewer than five signals, not counting policies.';
comment on column storefront.trust_scores.platform_scores is
  'The result of each assistant platform: score (null without signals), signals, transactions, avg_feedback and last_activity.';
comment on column storefront.trust_scores.falling_runs is
  'Number of consecutive runs that gave a lower tier, counted at most once per day. The second run lowers the tier.';

create table storefront.trust_history (
  brand_id text not null,
  day date not null,
  score numeric,
  tier text not null,
  constraint trust_history_pkey primary key (brand_id, day),
  constraint trust_history_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table storefront.trust_history is 'A shop''s score at the end of each day (UTC) on which it was calculated.';

create table storefront.certificates (
  brand_id text not null,
  certificate_id text not null default platform.new_id('crt'),
  level text not null,
  state text not null default 'valid',
  checks jsonb not null default '[]',
  issued_at timestamptz not null default platform.now(),
  valid_until timestamptz not null,
  constraint certificates_pkey primary key (brand_id, certificate_id),
  constraint certificates_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint certificates_level_check check (level in ('bronze', 'silver', 'gold', 'platinum')),
  constraint certificates_state_check check (state in ('valid', 'suspended', 'revoked')),
  constraint certificates_valid_until_check check (valid_until > issued_at and valid_until <= issued_at + interval '366 days')
);
comment on table storefront.certificates is 'Certificates that an operator issued. A score alone never issues one.';
