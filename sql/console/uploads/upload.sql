create function console.upload(brand_id text, upload_id text)
returns jsonb
language plpgsql stable
as $$
declare
  v_upload analytics.uploads;
begin
  select held.* into v_upload from analytics.uploads as held where held.brand_id = upload.brand_id and held.upload_id = upload.upload_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
  end if;
  return console.shown_upload(v_upload) || pg_catalog.jsonb_build_object(
    'head', case when v_upload.state in ('received', 'failed') then (
      select pg_catalog.translate(pg_catalog.encode(pg_catalog.substr(chunks.bytes, 1, 131072), 'base64'), E'\n', '')
      from analytics.upload_chunks as chunks
      where chunks.brand_id = upload.brand_id and chunks.upload_id = upload.upload_id and chunks.position = 0
    ) end
  );
end
$$;
comment on function console.upload(text, text) is
  'Returns an uploaded file, with its first 128 KB in base64 until it is confirmed, from which the page recognizes its format. Raises NTFND for an unknown upload.';
grant execute on function console.upload(text, text) to vitrine_person;
call core.register_operation('console.upload', 'console');
