create function console.start_upload(brand_id text, file_name text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_uploads_max constant integer := 10;
  v_upload_id text;
begin
  perform core.keep_units(start_upload.brand_id);
  if (
    select count(*) from analytics.uploads as held where held.brand_id = start_upload.brand_id and held.state <> 'imported'
  ) >= v_uploads_max then
    perform platform.fail(
      'BADRQ', 'this_brand_has_too_many_uploads', 'file', pg_catalog.json_build_object('uploads_max', v_uploads_max)
    );
  end if;
  insert into analytics.uploads (brand_id, file_name) values (start_upload.brand_id, start_upload.file_name)
  returning uploads.upload_id into v_upload_id;
  return pg_catalog.jsonb_build_object('id', v_upload_id);
end
$$;
comment on function console.start_upload(text, text) is
  'Begins an upload and returns its id. console.store_chunk receives its bytes. Raises BADRQ for a brand with ten uploads that are not imported.';
grant execute on function console.start_upload(text, text) to vitrine_person;
call core.register_operation('console.start_upload', 'console', access => 'write');
