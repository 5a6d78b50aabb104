create table connector.proposals (
  brand_id text not null,
  proposal_id text not null default platform.new_id('prp'),
  target jsonb not null,
  change jsonb not null,
  rationale text not null,
  evidence text[] not null default '{}',
  idempotency_key text not null,
  request_hash bytea not null,
  status text not null default 'pending_approval',
  created_by text not null,
  person_id uuid,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null default platform.now() + interval '14 days',
  decided_by uuid,
  decided_at timestamptz,
  note text,
  constraint proposals_pkey primary key (brand_id, proposal_id),
  constraint proposals_once_key unique (brand_id, created_by, idempotency_key),
  constraint proposals_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint proposals_decided_check check ((decided_at is not null) = (status in ('approved', 'rejected'))),
  constraint proposals_note_check check (pg_catalog.length(note) <= 1000),
  constraint proposals_status_check check (status in ('pending_approval', 'approved', 'rejected', 'expired')),
  constraint proposals_target_check check (target ->> 'level' in ('account', 'campaign', 'adset', 'ad') and target ?& '{level,platform,id}'),
  constraint proposals_change_check check (change ->> 'kind' in ('budget', 'bid', 'status', 'creative', 'other') and change ?& '{kind,to}'),
  constraint proposals_rationale_check check (pg_catalog.length(rationale) between 1 and 4000),
  constraint proposals_expires_at_check check (expires_at > created_at and expires_at <= created_at + interval '14 days')
);
call platform.keep_plain('connector.proposals', 'target', 'change', 'rationale', 'evidence', 'note');
create index proposals_person_id_idx on connector.proposals (person_id) where person_id is not null;
create index proposals_decided_by_idx on connector.proposals (decided_by) where decided_by is not null;
comment on table connector.proposals is
  'Changes that agents and members suggest and that a person approves or rejects. A decision is only a record. It changes nothing on any platform.';
comment on column connector.proposals.created_by is 'The key that created the proposal, the app whose access token was used, or the id of the person who created it in the console.';
comment on column connector.proposals.person_id is 'The person who granted the access token, or created the proposal in the console. Null for a key.';
comment on column connector.proposals.idempotency_key is
  'Chosen by the caller and unique for each credential. A repeated request with it creates no second proposal.';
comment on column connector.proposals.request_hash is 'SHA-256 of the request. The same idempotency key with another request is an error.';
