create table analytics.uploads (
  brand_id text not null,
  upload_id text not null default platform.new_id('upl'),
  file_name text not null,
  bytes bigint not null default 0,
  state text not null default 'receiving',
  kind text,
  options jsonb not null default '{}',
  attempts integer not null default 0,
  lease text,
  busy_until timestamptz,
  rows_read bigint not null default 0,
  part_read double precision not null default 0,
  failure jsonb,
  rejections jsonb not null default '[]',
  import_id text,
  created_at timestamptz not null default platform.clock(),
  uploaded_by uuid default core.scope_person_id(),
  constraint uploads_pkey primary key (brand_id, upload_id),
  constraint uploads_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint uploads_state_check check (state in ('receiving', 'received', 'confirmed', 'importing', 'imported', 'failed')),
  constraint uploads_failure_check check ((state = 'failed') = (failure is not null)),
  constraint uploads_import_check check ((state = 'imported') = (import_id is not null))
);
create index uploads_uploaded_by_idx on analytics.uploads (uploaded_by) where uploaded_by is not null;

create table analytics.upload_chunks (
  brand_id text not null,
  upload_id text not null,
  position integer not null,
  bytes bytea not null,
  constraint upload_chunks_pkey primary key (brand_id, upload_id, position),
  constraint upload_chunks_upload_fkey foreign key (brand_id, upload_id) references analytics.uploads on delete cascade,
  constraint upload_chunks_bytes_check check (pg_catalog.octet_length(bytes) between 1 and 1048576)
);

alter table analytics.imports
  add column platforms text[],
  add column is_exact boolean not null default false,
  add column undo_requested_at timestamptz,
  add column undo_refused jsonb,
  add column undone_at timestamptz;

reset role;
alter table analytics.uploads
  add constraint uploads_uploaded_by_fkey foreign key (uploaded_by) references auth.users on delete set null;
insert into core.schedules (queue, every, past, is_of_brands) values ('import_uploads', '1 minute', '0', false);
set role vitrine_owner;
