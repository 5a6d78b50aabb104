-- Executors: each runs a statement as the role that owns it, so that row-level security and grants
-- decide what an operation may see. Only the gate may call them.
create function core.run_as_anonymous(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_anonymous.statement into v_body using run_as_anonymous.input; return v_body; end $$;

create function core.run_as_key(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_key.statement into v_body using run_as_key.input; return v_body; end $$;

create function core.run_as_simulated(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_simulated.statement into v_body using run_as_simulated.input; return v_body; end $$;

create function core.run_as_person(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_person.statement into v_body using run_as_person.input; return v_body; end $$;

comment on function core.run_as_anonymous(text, jsonb) is 'Runs the statement of an operation as vitrine_anonymous.';
comment on function core.run_as_key(text, jsonb) is 'Runs the statement of an operation as vitrine_key.';
comment on function core.run_as_simulated(text, jsonb) is 'Runs the statement of an operation as vitrine_simulated.';
comment on function core.run_as_person(text, jsonb) is 'Runs the statement of an operation as vitrine_person.';

create function core.run_operation(
  operation core.operations, executor text, input jsonb, credential_id text, out body json, out is_replayed boolean
)
language plpgsql volatile
as $$
declare
  v_brand_id constant text := run_operation.input ->> 'brand_id';
  v_key constant text := run_operation.input ->> 'idempotency_key';
  v_request_hash bytea;
begin
  is_replayed := false;
  if (run_operation.operation).is_idempotent then
    v_request_hash := pg_catalog.sha256(pg_catalog.convert_to((run_operation.input - '{idempotency_key,base_url}'::text[])::text, 'UTF8'));
    body := core.find_answer(v_brand_id, run_operation.credential_id, (run_operation.operation).operation, v_key, v_request_hash);
    is_replayed := body is not null;
  end if;
  if is_replayed then
    return;
  end if;
  body := case run_operation.executor
    when 'anonymous' then core.run_as_anonymous((run_operation.operation).call, run_operation.input)
    when 'simulated' then core.run_as_simulated((run_operation.operation).call, run_operation.input)
    when 'key' then core.run_as_key((run_operation.operation).call, run_operation.input)
  end;
  if (run_operation.operation).is_idempotent then
    perform core.keep_answer(v_brand_id, run_operation.credential_id, (run_operation.operation).operation, v_key, v_request_hash, body);
  end if;
end
$$;
comment on function core.run_operation(core.operations, text, jsonb, text) is
  'Runs an operation as an executor role: anonymous, simulated or key. An idempotent operation that has an answer for its key and input returns this answer.';

create type core.outcome as (
  status text,
  message text,
  detail text,
  body json,
  is_replayed boolean,
  admitted jsonb
);
comment on type core.outcome is
  'The result of an operation for core.call: its response, or the SQLSTATE, message and detail of its error. admitted is described at core.call.';

create function core.attempt_operation(operation core.operations, credential core.credential, input jsonb, admission jsonb)
returns core.outcome
language plpgsql volatile
as $$
declare
  v_operation constant core.operations := attempt_operation.operation;
  v_credential constant core.credential := attempt_operation.credential;
  v_is_replica constant boolean := coalesce(attempt_operation.admission ? 'reach', false);
  v_input jsonb := attempt_operation.input;
  v_brand_id text;
  v_executor text;
  v_outcome core.outcome;
  v_reason text;
  v_field text;
  v_values text;
begin
  v_outcome.is_replayed := false;
  v_brand_id := core.enter_scope(v_credential, v_operation, v_input ->> 'brand_id');
  if v_operation.brand = 'one' then
    v_input := v_input || pg_catalog.jsonb_build_object('brand_id', v_brand_id);
  end if;
  if attempt_operation.admission is not null then
    v_outcome.admitted := core.admit_read(attempt_operation.admission, core.scope_hash(v_credential), v_operation);
    -- The primary runs what it does not admit to a replica. A replica runs what is admitted.
    if v_is_replica = (v_outcome.admitted is null) then
      return v_outcome;
    end if;
  end if;
  v_executor := case when v_credential.key_id is null then 'anonymous' when v_credential.is_simulated then 'simulated' else 'key' end;
  select ran.body, ran.is_replayed into v_outcome.body, v_outcome.is_replayed
  from core.run_operation(v_operation, v_executor, v_input, v_credential.credential_id) as ran;
  return v_outcome;
exception when others or query_canceled then
  get stacked diagnostics
    v_outcome.status = returned_sqlstate, v_outcome.message = message_text, v_outcome.detail = pg_exception_detail,
    v_reason = constraint_name, v_field = column_name, v_values = pg_datatype_name;
  v_outcome.detail := coalesce(platform.raised(v_outcome.status, v_reason, v_field, v_values), v_outcome.detail);
  return v_outcome;
end
$$;
comment on function core.attempt_operation(core.operations, core.credential, jsonb, jsonb) is
  'Sets the scope of the credential and runs an operation. An error rolls back its changes and is returned.';

grant execute on function
  core.run_operation(core.operations, text, jsonb, text),
  core.attempt_operation(core.operations, core.credential, jsonb, jsonb)
to vitrine_gate;
