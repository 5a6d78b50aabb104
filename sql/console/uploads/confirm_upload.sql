create function console.confirm_upload(
  brand_id text, upload_id text, kind text, columns jsonb default null, platform text default null, currency text default null,
  dates text default null
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_upload analytics.uploads;
begin
  update analytics.uploads as held
  set
    state = 'confirmed', kind = confirm_upload.kind, failure = null, rejections = '[]', attempts = 0,
    options = pg_catalog.jsonb_strip_nulls(
      pg_catalog.jsonb_build_object(
        'columns', confirm_upload.columns, 'platform', confirm_upload.platform, 'currency', confirm_upload.currency,
        'dates', confirm_upload.dates
      )
    )
  where held.brand_id = confirm_upload.brand_id and held.upload_id = confirm_upload.upload_id and held.state in ('received', 'failed')
  returning held.* into v_upload;
  if found then
    return console.shown_upload(v_upload);
  elsif exists (
    select from analytics.uploads as held where held.brand_id = confirm_upload.brand_id and held.upload_id = confirm_upload.upload_id
  ) then
    perform platform.fail('STALE', 'this_upload_was_confirmed', 'upload_id');
  end if;
  perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
end
$$;
comment on function console.confirm_upload(text, text, text, jsonb, text, text, text) is
  'Confirms an upload, so that the worker imports it as this kind of data. columns maps fields to columns of the file; dates is the order of day and month. Raises STALE if it was confirmed before.';
grant execute on function console.confirm_upload(text, text, text, jsonb, text, text, text) to vitrine_person;
call core.register_operation('console.confirm_upload', 'console', access => 'write');
