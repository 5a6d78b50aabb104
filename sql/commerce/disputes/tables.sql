create table commerce.disputes (
  brand_id text not null,
  dispute_id text not null default platform.new_id('dsp'),
  transaction_id text not null,
  status text not null default 'none',
  version integer not null default 0,
  reason_code text not null,
  created_by text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint disputes_pkey primary key (brand_id, dispute_id),
  constraint disputes_transaction_key unique (brand_id, transaction_id),
  constraint disputes_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint disputes_reason_code_check check (
    reason_code in (
      'not_received', 'not_as_described', 'damaged', 'wrong_item', 'incorrect_amount', 'duplicate', 'not_authorized', 'refund_not_processed', 'other'
    )
  )
);
create index disputes_status_idx on commerce.disputes (status, expires_at);
create index disputes_waiting_idx on commerce.disputes (brand_id, expires_at) where status = 'open';
comment on table commerce.disputes is 'Disputes as the parties report them. They are not adjudicated.';
comment on column commerce.disputes.expires_at is '30 days after the last statement.';

create table commerce.dispute_statements (
  brand_id text not null,
  dispute_id text not null,
  position smallint not null,
  party text not null,
  statement text not null,
  evidence_urls text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  constraint dispute_statements_pkey primary key (brand_id, dispute_id, position),
  constraint dispute_statements_dispute_fkey foreign key (brand_id, dispute_id) references commerce.disputes on delete cascade,
  constraint dispute_statements_party_check check (party in ('agent', 'merchant')),
  constraint dispute_statements_statement_check check (pg_catalog.length(statement) between 1 and 4000)
);
call platform.keep_plain('commerce.dispute_statements', 'statement', 'evidence_urls');
comment on table commerce.dispute_statements is 'The statements of both sides in a dispute. Rows are added and never changed.';
