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

comment on function core.run_as_anonymous(text, jsonb) is 'Runs an operation''s statement as vitrine_anonymous.';
comment on function core.run_as_key(text, jsonb) is 'Runs an operation''s statement as vitrine_key.';
comment on function core.run_as_simulated(text, jsonb) is 'Runs an operation''s statement as vitrine_simulated.';
comment on function core.run_as_person(text, jsonb) is 'Runs an operation''s statement as vitrine_person.';

create function core.choose_brand(brand_id text, reachable_brand_ids text[])
returns text
language plpgsql immutable
as $$
begin
  if choose_brand.brand_id = any (choose_brand.reachable_brand_ids) then
    return choose_brand.brand_id;
  elsif choose_brand.brand_id is not null then
    perform platform.fail('DNIED', 'brand_is_out_of_reach', 'brand_id');
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 1 then
    return choose_brand.reachable_brand_ids[1];
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 0 then
    perform platform.fail('DNIED', 'key_reaches_no_brand', 'brand_id');
  end if;
  return platform.fail('BADRQ', 'required_with_several_brands', 'brand_id');
end
$$;
comment on function core.choose_brand(text, text[]) is
  'The brand_id rule: optional when exactly one brand is reachable, else required; a brand out of reach is forbidden whether it exists or not.';

create function core.choose_shown_brand(brand_id text, reachable_brand_ids text[])
returns text[]
language plpgsql stable
as $$
begin
  if not exists (select from core.brands where brands.brand_id = choose_shown_brand.brand_id and brands.status <> 'archived' and not brands.is_simulated) then
    perform platform.fail('NTFND', 'no_such_storefront', 'brand_id');
  elsif not choose_shown_brand.brand_id = any (choose_shown_brand.reachable_brand_ids) then
    perform platform.fail('DNIED', 'storefront_is_out_of_reach', 'brand_id');
  end if;
  return array[choose_shown_brand.brand_id];
end
$$;
comment on function core.choose_shown_brand(text, text[]) is
  'The brand in a URL: public without a key (null); with a key, only a brand that the key reaches.';

create function core.is_level(admission jsonb)
returns boolean
language sql stable
return coalesce(
  pg_catalog.pg_last_wal_replay_lsn() >= (is_level.admission ->> 'lsn')::pg_lsn
  or (is_level.admission ->> 'at')::timestamptz - pg_catalog.pg_last_xact_replay_timestamp()
    <= pg_catalog.make_interval(secs => (is_level.admission ->> 'lag_seconds_max')::double precision),
  false
);
comment on function core.is_level(jsonb) is
  'Whether this replica holds all that the primary held when it admitted a read, or lacks no more than its last seconds, by the primary''s clock alone. '
  'False on what is no replica.';
grant execute on function core.is_level(jsonb) to vitrine_gate;

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
  v_request_hash bytea;
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
  -- What a primary admitted is metered there: read on any other primary it would not be.
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
    -- An app is the same to what it began when its person connects it again.
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
        -- Through the connector every storefront is readable. At the address of a storefront a key is for one account.
        v_brand_ids := core.choose_shown_brand(v_input ->> 'brand_id', case when call.resource is null then v_brand_ids end);
      end if;
      perform
        pg_catalog.set_config('vitrine.account_id', coalesce(v_account_id, ''), true),
        pg_catalog.set_config('vitrine.brand_ids', coalesce(v_brand_ids, '{}')::text, true),
        pg_catalog.set_config(
          'vitrine.merchant_brand_ids', case when v_is_own and 'write:storefront' = any (scopes) then array[v_input ->> 'brand_id'] else '{}' end::text, true
        ),
        pg_catalog.set_config('vitrine.credential_id', coalesce(v_credential_id, ''), true),
        pg_catalog.set_config(
          'vitrine.is_member',
          (
            v_person_id is not null
            and exists (select from core.memberships where memberships.person_id = v_person_id and memberships.brand_id = v_input ->> 'brand_id')
          )::text, true
        ),
        pg_catalog.set_config('vitrine.person_id', coalesce(v_person_id::text, ''), true);
      if call.admission is not null then
        v_reach := pg_catalog.md5(
          row(key_id, is_simulated, scopes, v_account_id, v_brand_ids, v_person_id, v_is_own, v_input ->> 'brand_id')::text
        );
      end if;
      if v_is_replica then
        if v_reach is distinct from call.admission ->> 'reach' or not v_operation.may_lag or not core.is_level(call.admission) then
          return;
        end if;
        admitted := call.admission;
      elsif call.admission is not null and v_operation.may_lag then
        admitted := call.admission || jsonb_build_object(
          'reach', v_reach, 'lsn', pg_catalog.pg_current_wal_lsn(), 'at', pg_catalog.clock_timestamp(), 'recorder', v_operation.recorder
        );
      end if;
      if v_operation.is_idempotent then
        v_request_hash := pg_catalog.sha256(pg_catalog.convert_to((v_input - '{idempotency_key,base_url}'::text[])::text, 'UTF8'));
        body := core.find_answer(v_input ->> 'brand_id', v_credential_id, call.operation, v_input ->> 'idempotency_key', v_request_hash);
        is_replayed := body is not null;
      end if;
      if not is_replayed and (admitted is null or v_is_replica) then
        body := case
          when call.credential_hash is null then core.run_as_anonymous(v_operation.call, v_input)
          when is_simulated then core.run_as_simulated(v_operation.call, v_input)
          else core.run_as_key(v_operation.call, v_input)
        end;
        if v_operation.is_idempotent then
          perform core.keep_answer(v_input ->> 'brand_id', v_credential_id, call.operation, v_input ->> 'idempotency_key', v_request_hash, body);
        end if;
      end if;
    exception when others or query_canceled then
      get stacked diagnostics status = returned_sqlstate, message = message_text, detail = pg_exception_detail;
    end;
  end if;

  -- Half of an answer costs nothing, because the other half does; one that fails is all there is. A replica's was paid for.
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
    if v_is_token then
      update oauth.grants set last_used_at = v_now where grants.grant_id = call.key_id;
    else
      update core.api_keys set last_used_at = v_now where api_keys.key_id = call.key_id;
    end if;
  end if;
end
$$;
comment on function core.call(text, bytea, text, jsonb, text, integer, jsonb) is
  'The gate of the functions: resolves the credential, checks the limit, sets the scope, runs the operation and takes from the limit, in one statement. '
  'status is null or a SQLSTATE of sql/README.md; a null operation checks credential and limit only. '
  'counted is which request of this minute the caller''s is where something else counts them: the limit is then held against it and nothing is taken here. '
  'resource is the audience that an access token must be for; without one only keys hold. '
  'admission is of a caller with a replica, {"lag_seconds_max": 10}: a read that may lag is checked and taken from the limit but not run, and admitted is '
  'what the replica is to be given for admission. It runs the read where the credential reaches the same there and it is level; else admitted is null. '
  'For an unknown credential (NAUTH), rate_limit is the limit of such failures for the client address.';
grant execute on function core.choose_brand(text, text[]), core.choose_shown_brand(text, text[]) to vitrine_gate;
grant execute on function core.call(text, bytea, text, jsonb, text, integer, jsonb) to vitrine_functions;
