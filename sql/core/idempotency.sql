create table core.idempotent_requests (
  brand_id text not null,
  credential_id text not null,
  operation text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamptz not null default platform.clock(),
  constraint idempotent_requests_pkey primary key (brand_id, credential_id, operation, idempotency_key),
  constraint idempotent_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint idempotent_requests_request_hash_check check (pg_catalog.octet_length(request_hash) = 32)
);
create index idempotent_requests_created_at_idx on core.idempotent_requests (created_at);
comment on table core.idempotent_requests is
  'Responses to requests with an idempotency key, written in the transaction of their effect and kept for a day. Refused requests have no row.';

create function core.find_answer(brand_id text, credential_id text, operation text, idempotency_key text, request_hash bytea)
returns json
language plpgsql volatile
as $$
declare
  v_known core.idempotent_requests;
begin
  if find_answer.idempotency_key is null then
    perform platform.fail('BADRQ', 'is_required_for_each_operation', 'idempotency_key');
  end if;
  if not pg_catalog.pg_try_advisory_xact_lock(
    pg_catalog.hashtextextended(
      pg_catalog.concat_ws('/', find_answer.brand_id, find_answer.credential_id, find_answer.operation, find_answer.idempotency_key), 0
    )
  ) then
    perform platform.fail('INFLT', 'is_in_use_by_a_request_in_progress', 'idempotency_key', pg_catalog.json_build_object('retry_after', 1));
  end if;
  select held.* into v_known
  from core.idempotent_requests as held
  where held.brand_id = find_answer.brand_id and held.credential_id = find_answer.credential_id
    and held.operation = find_answer.operation and held.idempotency_key = find_answer.idempotency_key
    and held.created_at > platform.clock() - interval '1 day';
  if v_known.request_hash <> find_answer.request_hash then
    perform platform.fail('CNFLT', 'is_of_another_request', 'idempotency_key');
  end if;
  return v_known.answer;
end
$$;
comment on function core.find_answer(text, text, text, text, bytea) is
  'The response to the same request within the last day, or null for a new one. Raises CNFLT if the key was used for another request, and INFLT while the first request runs.';

create function core.keep_answer(brand_id text, credential_id text, operation text, idempotency_key text, request_hash bytea, answer json)
returns void
language sql volatile
as $$
  insert into core.idempotent_requests as held (brand_id, credential_id, operation, idempotency_key, request_hash, answer)
  values (
    keep_answer.brand_id, keep_answer.credential_id, keep_answer.operation, keep_answer.idempotency_key, keep_answer.request_hash, keep_answer.answer
  )
  on conflict on constraint idempotent_requests_pkey do update
  set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at;
$$;
comment on function core.keep_answer(text, text, text, text, bytea, json) is
  'Stores the response for repeated requests. It replaces one that is older than a day.';

create function core.prune_answers()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from core.idempotent_requests where idempotent_requests.created_at < platform.clock() - interval '1 day' returning true
  )
  select count(*) from pruned;
$$;
comment on function core.prune_answers() is 'Deletes responses older than a day. Returns their number.';

grant execute on function
  core.find_answer(text, text, text, text, bytea),
  core.keep_answer(text, text, text, text, bytea, json)
to vitrine_gate;
