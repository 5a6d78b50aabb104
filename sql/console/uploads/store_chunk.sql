create function console.add_chunk(brand_id text, upload_id text, "position" integer, bytes bytea, is_last boolean)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update analytics.uploads as held
  set bytes = held.bytes + octet_length(add_chunk.bytes), state = case when add_chunk.is_last then 'received' else 'receiving' end
  where held.brand_id = add_chunk.brand_id and held.upload_id = add_chunk.upload_id and held.state = 'receiving';
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
  end if;
  if octet_length(add_chunk.bytes) > 0 then
    insert into analytics.upload_chunks (brand_id, upload_id, position, bytes)
    values (add_chunk.brand_id, add_chunk.upload_id, add_chunk.position, add_chunk.bytes);
  end if;
end
$$;
comment on function console.add_chunk(text, text, integer, bytea, boolean) is
  'Adds a piece to a file that is being uploaded, as vitrine_person, so that row-level security decides. Raises NTFND for a file that is complete.';

create function console.store_chunk(
  session_hash bytea, brand_id text, upload_id text, "position" integer, bytes bytea, is_last boolean
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id uuid;
  v_credential core.credential;
  v_operation core.operations;
begin
  select used.person_id into v_person_id from oauth.use_session(store_chunk.session_hash) as used;
  if v_person_id is null then
    return 'NAUTH';
  end if;
  select reached.role into v_credential.role
  from console.person_brands(v_person_id) as reached
  where reached.brand_id = store_chunk.brand_id;
  if v_credential.role is null then
    return 'NTFND';
  end if;
  v_credential.is_simulated := false;
  v_credential.accepted_by := '{console}';
  v_credential.person_id := v_person_id;
  v_credential.brand_ids := array[store_chunk.brand_id];
  select operations.* into strict v_operation from core.operations where operations.operation = 'console.start_upload';
  perform core.enter_scope(v_credential, v_operation, store_chunk.brand_id);
  perform console.add_chunk(store_chunk.brand_id, store_chunk.upload_id, store_chunk.position, store_chunk.bytes, store_chunk.is_last);
  return 'OK';
end
$$;
comment on function console.store_chunk(bytea, text, text, integer, bytea, boolean) is
  'Stores a piece of an upload for the person of a session, as bytes instead of JSON. It checks session, membership and role like console.call, and '
  'takes nothing from the rate limit: console.start_upload did. Returns OK, NAUTH without a session, or NTFND for a brand of other persons.';
