create function console.shown_upload(upload analytics.uploads)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'id', (shown_upload.upload).upload_id,
  'file_name', (shown_upload.upload).file_name,
  'bytes', (shown_upload.upload).bytes,
  'state', (shown_upload.upload).state,
  'kind', (shown_upload.upload).kind,
  'options', (shown_upload.upload).options,
  'rows_read', (shown_upload.upload).rows_read,
  'part_read', (shown_upload.upload).part_read,
  'failure', (shown_upload.upload).failure,
  'rejections', (shown_upload.upload).rejections,
  'import_id', (shown_upload.upload).import_id,
  'uploaded_at', platform.utc((shown_upload.upload).created_at)
);
comment on function console.shown_upload(analytics.uploads) is 'Returns an upload as callers see it.';

create function console.uploads(brand_id text)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'data', coalesce(pg_catalog.jsonb_agg(console.shown_upload(held) order by held.created_at desc, held.upload_id), '[]')
  )
  from analytics.uploads as held
  where held.brand_id = uploads.brand_id and held.state not in ('receiving', 'imported');
$$;
comment on function console.uploads(text) is 'Returns the uploaded files of a brand that are not imported yet, newest first.';

grant execute on function console.uploads(text), console.shown_upload(analytics.uploads) to vitrine_person;
call core.register_operation('console.uploads', 'console');
