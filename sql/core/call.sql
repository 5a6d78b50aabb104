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

create function core.enter_scope(
  account_id text, brand_ids text[], credential_id text, person_id uuid, brand_id text, is_merchant boolean
)
returns void
language plpgsql volatile
as $$
begin
  perform
    pg_catalog.set_config('vitrine.account_id', coalesce(enter_scope.account_id, ''), true),
    pg_catalog.set_config('vitrine.brand_ids', coalesce(enter_scope.brand_ids, '{}')::text, true),
    pg_catalog.set_config(
      'vitrine.merchant_brand_ids', case when enter_scope.is_merchant then array[enter_scope.brand_id] else '{}' end::text, true
    ),
    pg_catalog.set_config('vitrine.credential_id', coalesce(enter_scope.credential_id, ''), true),
    pg_catalog.set_config(
      'vitrine.is_member',
      (
        enter_scope.person_id is not null
        and exists (
          select from core.memberships
          where memberships.person_id = enter_scope.person_id and memberships.brand_id = enter_scope.brand_id
        )
      )::text, true
    ),
    pg_catalog.set_config('vitrine.person_id', coalesce(enter_scope.person_id::text, ''), true);
end
$$;
comment on function core.enter_scope(text, text[], text, uuid, text, boolean) is
  'Sets for the rest of the transaction what policies compare with: the brands in scope, the credential and the person. brand_id is the brand of the request; '
  'is_merchant: the credential may write to its storefront.';

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

create function core.note_use(key_id text, is_token boolean)
returns void
language plpgsql volatile
as $$
begin
  if note_use.is_token then
    update oauth.grants set last_used_at = platform.now() where grants.grant_id = note_use.key_id;
  else
    update core.api_keys set last_used_at = platform.now() where api_keys.key_id = note_use.key_id;
  end if;
end
$$;
comment on function core.note_use(text, boolean) is 'Records when a key, or the grant of an access token, was last used.';

create function core.call(
  operation text,
  credential_hash bytea,
  client_ip text,
  input jsonb,
  resource text default null,
  counted integer default null,
  admission jsonb default null,
  out status text,
  out message text,
  out detail text,
  out body json,
  out is_simulated boolean,
  out key_id text,
  out rate_limit integer,
  out rate_remaining integer,
  out rate_reset_at bigint,
  out retry_after_seconds integer,
  out scopes text[],
  out is_replayed boolean,
  out admitted jsonb
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_bucket text;
  v_taken integer;
  v_last_used_at timestamptz;
  v_is_token boolean := false;
  v_person_id uuid;
  v_client_id text;
  v_credential_id text;
  v_account_id text;
  v_brand_ids text[];
  v_operation core.operations;
  v_input jsonb := call.input;
  v_is_own boolean;
  v_executor text;
  v_reach text;
  v_is_replica constant boolean := coalesce(call.admission ? 'reach', false);
begin
  rate_reset_at := extract(epoch from core.minute(v_now))::bigint + 60;
  retry_after_seconds := greatest(1, pg_catalog.ceil(rate_reset_at - extract(epoch from v_now)));
  is_simulated := false;
  is_replayed := false;
  if call.counted < 1 then
    perform platform.fail('UNAVL', 'count_must_be_positive', 'counted');
  end if;
  -- An admitted read was metered on the primary that admitted it. Another primary must not run it without metering.
  if v_is_replica and not pg_catalog.pg_is_in_recovery() then
    perform platform.fail('UNAVL', 'not_a_replica', 'admission');
  end if;
  if call.operation is not null then
    select operations.* into strict v_operation from core.operations where operations.operation = call.operation;
  end if;

  if call.credential_hash is null then
    if call.operation is not null and not v_operation.allow_anonymous then
      status := 'NAUTH';
      return;
    end if;
    v_bucket := 'ip:' || call.client_ip;
    rate_limit := 10;
  else
    select credential.key_id, credential.is_token, credential.is_simulated, credential.scopes, credential.account_id,
      credential.brand_ids, credential.rate_limit, credential.last_used_at, credential.person_id, credential.client_id
    into key_id, v_is_token, is_simulated, scopes, v_account_id, v_brand_ids, rate_limit, v_last_used_at, v_person_id, v_client_id
    from core.find_credential(call.credential_hash, call.resource) as credential;

    if key_id is null then
      is_simulated := false;
      rate_limit := 100;
      status := case
        when call.counted is not null then 'NAUTH'
        when core.take('unauthorized:' || call.client_ip, rate_limit) is null then 'RLMTD'
        else 'NAUTH'
      end;
      return;
    end if;
    -- An app keeps its credential id when its person connects it again, so that it can continue what it began.
    v_credential_id := case when v_is_token then 'app_' || pg_catalog.md5(v_client_id || '/' || v_person_id) else key_id end;
    v_bucket := case when v_is_token then 'grant:' else 'key:' end || key_id;
  end if;

  v_taken := coalesce(call.counted - 1, core.taken(v_bucket));
  if v_taken >= rate_limit then
    rate_remaining := 0;
    status := 'RLMTD';
    return;
  end if;

  if call.operation is not null then
    begin
      if scopes is not null and not v_operation.scope = any (scopes) then
        perform platform.fail('DNIED', 'scope_is_missing', given => pg_catalog.json_build_object('scope', v_operation.scope));
      end if;
      if v_operation.brand = 'one' then
        v_input := v_input || jsonb_build_object('brand_id', core.choose_brand(v_input ->> 'brand_id', v_brand_ids));
      end if;
      v_is_own := v_input ->> 'brand_id' = any (v_brand_ids);
      if v_operation.brand = 'shown' then
        -- The connector can read every storefront. At a storefront's own address, a key reaches only its account.
        v_brand_ids := core.choose_shown_brand(v_input ->> 'brand_id', case when call.resource is null then v_brand_ids end);
      end if;
      perform core.enter_scope(
        v_account_id, v_brand_ids, v_credential_id, v_person_id, v_input ->> 'brand_id', v_is_own and 'write:storefront' = any (scopes)
      );
      if call.admission is not null then
        v_reach := pg_catalog.md5(
          row(key_id, is_simulated, scopes, v_account_id, v_brand_ids, v_person_id, v_is_own, v_input ->> 'brand_id')::text
        );
        admitted := core.admit_read(call.admission, v_reach, v_operation);
      end if;
      if v_is_replica and admitted is null then
        return;
      end if;
      if v_is_replica or admitted is null then
        v_executor := case when call.credential_hash is null then 'anonymous' when is_simulated then 'simulated' else 'key' end;
        select ran.body, ran.is_replayed into body, is_replayed
        from core.run_operation(v_operation, v_executor, v_input, v_credential_id) as ran;
      end if;
    exception when others or query_canceled then
      get stacked diagnostics status = returned_sqlstate, message = message_text, detail = pg_exception_detail;
    end;
  end if;

  -- Preparation calls are not metered, because the main call is. A failed preparation is metered: no main call follows.
  -- A call to a replica was metered when the primary admitted it.
  if v_operation.is_part and status is null or v_is_replica then
    return;
  end if;

  -- Taken last, so that no lock on the bucket is held while the operation works.
  -- If a concurrent call took the last request of the limit, this call is rolled back.
  v_taken := coalesce(call.counted, core.take(v_bucket, rate_limit));
  if v_taken is null then
    perform platform.fail(
      'RLMTD', 'quota_is_used_up',
      given => pg_catalog.json_build_object('limit', rate_limit, 'reset_at', rate_reset_at, 'reset_in_seconds', retry_after_seconds)
    );
  end if;
  rate_remaining := rate_limit - v_taken;
  if key_id is not null and (v_last_used_at is null or v_last_used_at < v_now - interval '1 minute') then
    perform core.note_use(key_id, v_is_token);
  end if;
end
$$;
comment on function core.call(text, bytea, text, jsonb, text, integer, jsonb) is
  'Runs one operation for the functions in one statement: resolves the credential, checks the rate limit, sets the scope, runs the operation and '
  'counts the request. status is null or a SQLSTATE of sql/README.md. A null operation checks only credential and limit. counted is the number of '
  'this request in its minute if Redis counts requests; nothing is counted here then. resource is the required audience of an access token; without '
  'it only API keys are accepted. admission belongs to a caller with a replica. As {"lag_seconds_max": 10} it checks and counts a read that may lag '
  'but does not run it, and admitted is the value to pass to the replica as admission. The replica runs the read if the credential has the same '
  'reach there and the replica is current; otherwise admitted is null. For an unknown credential (NAUTH), rate_limit is the limit of failed '
  'attempts of the client address.';
grant execute on function
  core.enter_scope(text, text[], text, uuid, text, boolean),
  core.run_operation(core.operations, text, jsonb, text),
  core.note_use(text, boolean)
to vitrine_gate;
grant execute on function core.call(text, bytea, text, jsonb, text, integer, jsonb) to vitrine_functions;
