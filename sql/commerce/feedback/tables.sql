create table commerce.feedback (
  brand_id text not null,
  feedback_id text not null default platform.new_id('fb'),
  subject_type text not null,
  subject_id text not null,
  outcome text not null,
  rating smallint,
  tags text[] not null default '{}',
  comment text,
  agent jsonb not null default '{}',
  verified_agent text,
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  constraint feedback_pkey primary key (brand_id, feedback_id),
  constraint feedback_subject_key unique (brand_id, created_by, subject_type, subject_id),
  constraint feedback_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint feedback_subject_type_check check (subject_type in ('query', 'product', 'negotiation', 'transaction', 'response')),
  constraint feedback_outcome_check check (
    outcome in ('purchased', 'recommended', 'abandoned', 'not_relevant', 'wrong_data', 'price_mismatch', 'unavailable', 'slow', 'error')
  ),
  constraint feedback_rating_check check (rating between 1 and 5),
  constraint feedback_comment_check check (pg_catalog.length(comment) <= 1000)
);
call platform.keep_plain('commerce.feedback', 'subject_id', 'tags', 'comment', 'agent', 'verified_agent');
comment on table commerce.feedback is 'Feedback of agents: one row for each subject; a later one replaces it.';
comment on column commerce.feedback.verified_agent is 'The agent that signed the request, verified. Null without a valid signature.';
