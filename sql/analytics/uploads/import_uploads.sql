create function analytics.is_importing_upload(brand_id text)
returns boolean
language sql stable
return exists (
  select from analytics.uploads as held
  where held.brand_id = is_importing_upload.brand_id and held.state = 'importing' and held.busy_until > platform.clock()
);
comment on function analytics.is_importing_upload(text) is 'Returns whether a worker imports an upload of a brand.';

create function analytics.waiting_uploads()
returns table (brand_id text, upload_id text, attempts integer)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id, held.upload_id, held.attempts
  from analytics.uploads as held
  where (held.state = 'confirmed' or held.state = 'importing' and held.busy_until <= platform.clock())
    and not analytics.is_importing_upload(held.brand_id)
  order by held.created_at;
$$;
comment on function analytics.waiting_uploads() is
  'Returns the confirmed uploads that no worker imports, of all brands except those of which a worker imports another one. The lease of a killed worker '
  'expires, and its upload is returned again.';
revoke execute on function analytics.waiting_uploads() from public;

create function analytics.prune_uploads()
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_uploads bigint;
begin
  delete from analytics.uploads as held
  where held.created_at <= platform.clock() - interval '1 day' and coalesce(held.busy_until <= platform.clock(), true);
  get diagnostics v_uploads = row_count;
  return v_uploads;
end
$$;
comment on function analytics.prune_uploads() is 'Deletes uploads that are a day old, with their bytes, and returns their number.';
revoke execute on function analytics.prune_uploads() from public;

create function analytics.claim_upload(brand_id text, upload_id text, lease text, seconds integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_upload analytics.uploads;
  v_attempts_max constant integer := 3;
begin
  -- Imports of a brand wait for the same lock, and fail when it times out. Therefore a second one does not begin.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.uploads/' || claim_upload.brand_id, 0));
  if analytics.is_importing_upload(claim_upload.brand_id) then
    return null;
  end if;
  select held.* into v_upload
  from analytics.uploads as held
  where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id
    and (held.state = 'confirmed' or held.state = 'importing' and held.busy_until <= platform.clock())
  for update;
  if not found then
    return null;
  end if;
  if v_upload.attempts >= v_attempts_max then
    update analytics.uploads as held
    set
      state = 'failed', lease = null, busy_until = null,
      failure = platform.statement('import_was_interrupted', pg_catalog.jsonb_build_object('attempts', v_upload.attempts))
    where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id;
    return null;
  end if;
  update analytics.uploads as held
  set
    state = 'importing', lease = claim_upload.lease, attempts = held.attempts + 1, rows_read = 0, part_read = 0,
    busy_until = platform.clock() + pg_catalog.make_interval(secs => claim_upload.seconds)
  where held.brand_id = claim_upload.brand_id and held.upload_id = claim_upload.upload_id;
  return pg_catalog.jsonb_build_object(
    'file_name', v_upload.file_name, 'bytes', v_upload.bytes, 'kind', v_upload.kind, 'options', v_upload.options,
    'chunks', (
      select count(*) from analytics.upload_chunks as chunks
      where chunks.brand_id = claim_upload.brand_id and chunks.upload_id = claim_upload.upload_id
    )
  );
end
$$;
comment on function analytics.claim_upload(text, text, text, integer) is
  'Gives a confirmed upload to a process for some seconds and returns how to import it. Returns null if another process imports it or another '
  'upload of the brand, or if it is gone. Fails an upload whose import was interrupted three times.';

create function analytics.keep_upload(brand_id text, upload_id text, lease text, seconds integer, rows_read bigint, part_read double precision)
returns void
language sql volatile
as $$
  update analytics.uploads as held
  set
    busy_until = platform.clock() + pg_catalog.make_interval(secs => keep_upload.seconds), rows_read = keep_upload.rows_read,
    part_read = keep_upload.part_read
  where held.brand_id = keep_upload.brand_id and held.upload_id = keep_upload.upload_id and held.state = 'importing' and held.lease = keep_upload.lease;
$$;
comment on function analytics.keep_upload(text, text, text, integer, bigint, double precision) is
  'Extends the lease of an import and records how far it has read.';

create function analytics.upload_chunk(brand_id text, upload_id text, "position" integer)
returns bytea
language sql stable
as $$
  select chunks.bytes
  from analytics.upload_chunks as chunks
  where chunks.brand_id = upload_chunk.brand_id and chunks.upload_id = upload_chunk.upload_id and chunks.position = upload_chunk.position;
$$;
comment on function analytics.upload_chunk(text, text, integer) is 'Returns a piece of an uploaded file. Null if it was deleted.';

create function analytics.finish_upload(brand_id text, upload_id text, lease text, import_id text)
returns void
language plpgsql volatile
as $$
begin
  update analytics.uploads as held
  set
    state = 'imported', lease = null, busy_until = null, part_read = 1, import_id = finish_upload.import_id,
    rows_read = (
      select imports.rows_read from analytics.imports
      where imports.brand_id = finish_upload.brand_id and imports.import_id = finish_upload.import_id
    )
  where held.brand_id = finish_upload.brand_id and held.upload_id = finish_upload.upload_id
    and held.state = 'importing' and held.lease = finish_upload.lease;
  if not found then
    perform platform.fail('STALE', 'this_upload_is_imported_elsewhere', 'upload_id');
  end if;
  -- The lock of the import is held, so no other report of the brand is stored meanwhile.
  if pg_catalog.to_regclass('pg_temp.ad_entities') is not null then
    update analytics.imports as held
    set is_exact = held.imported_at = platform.now()
        and not exists (
          select from analytics.imports as others
          where others.brand_id = held.brand_id and others.import_id <> held.import_id and others.imported_at >= held.imported_at
        )
        and not exists (select from sources.windows where windows.brand_id = held.brand_id and windows.read_at >= held.imported_at)
    where held.brand_id = finish_upload.brand_id and held.import_id = finish_upload.import_id;
  end if;
  delete from analytics.upload_chunks as chunks
  where chunks.brand_id = finish_upload.brand_id and chunks.upload_id = finish_upload.upload_id;
end
$$;
comment on function analytics.finish_upload(text, text, text, text) is
  'Ends an upload in the transaction of its import, and deletes its bytes. Raises STALE if another process has the lease, so that a file is imported once.';

create function analytics.fail_upload(brand_id text, upload_id text, lease text, message text, rejections jsonb)
returns void
language sql volatile
as $$
  update analytics.uploads as held
  set
    state = 'failed', lease = null, busy_until = null, rejections = fail_upload.rejections,
    failure = platform.statement('file_was_refused', pg_catalog.jsonb_build_object('message', fail_upload.message))
  where held.brand_id = fail_upload.brand_id and held.upload_id = fail_upload.upload_id and held.state = 'importing' and held.lease = fail_upload.lease;
$$;
comment on function analytics.fail_upload(text, text, text, text, jsonb) is
  'Records why nothing of a file was imported. The person can correct the mapping and confirm the file again.';

-- analytics.waiting_uploads runs as its owner, vitrine_gate.
grant execute on function analytics.is_importing_upload(text) to vitrine_worker, vitrine_gate;
grant execute on function
  analytics.claim_upload(text, text, text, integer),
  analytics.keep_upload(text, text, text, integer, bigint, double precision),
  analytics.upload_chunk(text, text, integer),
  analytics.finish_upload(text, text, text, text),
  analytics.fail_upload(text, text, text, text, jsonb)
to vitrine_worker;
