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
call platform.keep_plain('analytics.uploads', 'file_name', 'failure', 'rejections');
comment on table analytics.uploads is
  'Files that people uploaded in the console. A row is deleted a day after the upload. analytics.imports keeps what was imported.';
create index uploads_uploaded_by_idx on analytics.uploads (uploaded_by) where uploaded_by is not null;
comment on column analytics.uploads.uploaded_by is 'The person who began the upload. Null if the account was deleted.';
comment on column analytics.uploads.state is
  'receiving: bytes arrive. received: a person checks the preview. confirmed: the worker will import it. importing, imported. failed: nothing was imported.';
comment on column analytics.uploads.options is 'How the file is read: columns by field, platform and currency. Empty for a known format.';
comment on column analytics.uploads.attempts is 'How often a worker began the import.';
comment on column analytics.uploads.lease is 'The process that imports it. The import of another process is rolled back.';
comment on column analytics.uploads.part_read is 'The part of the file that is read, from 0 to 1.';
comment on column analytics.uploads.failure is 'Why nothing was imported: {reason, values}.';
comment on column analytics.uploads.rejections is 'The first rejected rows of a failed import: {line, reason}.';

create table analytics.upload_chunks (
  brand_id text not null,
  upload_id text not null,
  position integer not null,
  bytes bytea not null,
  constraint upload_chunks_pkey primary key (brand_id, upload_id, position),
  constraint upload_chunks_upload_fkey foreign key (brand_id, upload_id) references analytics.uploads on delete cascade,
  constraint upload_chunks_bytes_check check (pg_catalog.octet_length(bytes) between 1 and 1048576)
);
comment on table analytics.upload_chunks is 'The bytes of uploaded files, in pieces. They are deleted when the file is imported.';
