create function console.delete_upload(brand_id text, upload_id text)
returns jsonb
language plpgsql volatile
as $$
begin
  delete from analytics.uploads as held
  where held.brand_id = delete_upload.brand_id and held.upload_id = delete_upload.upload_id
    and held.state in ('receiving', 'received', 'failed');
  if found then
    return pg_catalog.jsonb_build_object('id', delete_upload.upload_id);
  elsif exists (
    select from analytics.uploads as held where held.brand_id = delete_upload.brand_id and held.upload_id = delete_upload.upload_id
  ) then
    perform platform.fail('STALE', 'this_upload_was_confirmed', 'upload_id');
  end if;
  perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
end
$$;
comment on function console.delete_upload(text, text) is 'Deletes an upload that was not confirmed, with its bytes. Raises STALE if it was confirmed.';
grant execute on function console.delete_upload(text, text) to vitrine_person;
call core.register_operation('console.delete_upload', 'console', access => 'write');
