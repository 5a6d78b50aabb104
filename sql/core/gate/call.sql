create function core.note_use(key_id text, is_token boolean)
returns void
language plpgsql volatile
as $$
begin
  if note_use.is_token then
    update oauth.grants set last_used_at = platform.clock() where grants.grant_id = note_use.key_id;
  else
    update core.api_keys set last_used_at = platform.clock() where api_keys.key_id = note_use.key_id;
  end if;
end
$$;
comment on function core.note_use(text, boolean) is 'Records when a key, or the grant of an access token, was last used.';

create function core.refuse_unknown(client_ip text, counted integer)
returns text
language plpgsql volatile
as $$
begin
  if refuse_unknown.counted is null and core.take('unauthorized:' || refuse_unknown.client_ip, 100) is null then
    return 'RLMTD';
  end if;
  return 'NAUTH';
end
$$;
comment on function core.refuse_unknown(text, integer) is
  'Counts an unknown credential of a client address, unless Redis counts, and returns the status of the response.';

create function core.call(
  operation text,
  credential_hash bytea,
  client_ip text,
  input jsonb,
  resource text default null,
  counted integer default null,
  admission jsonb default null,
  agent text default null,
  platform_origin text default null,
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
  v_now constant timestamptz := platform.clock();
  v_is_replica constant boolean := coalesce(call.admission ? 'reach', false);
  v_operation core.operations;
  v_credential core.credential;
  v_brand_id text;
  v_request_hash bytea;
  v_bucket text;
  v_reason text;
  v_field text;
  v_values text;
begin
  rate_reset_at := extract(epoch from core.minute(v_now))::bigint + 60;
  retry_after_seconds := greatest(1, pg_catalog.ceil(rate_reset_at - extract(epoch from v_now)));
  is_simulated := false;
  is_replayed := false;
  if call.counted < 1 then
    perform platform.fail('UNAVL', 'must_be_positive', 'counted');
  -- An admitted read was metered on the primary that admitted it. Another primary must not run it without metering.
  elsif v_is_replica and not pg_catalog.pg_is_in_recovery() then
    perform platform.fail('UNAVL', 'this_server_is_no_replica', 'admission');
  end if;
  select operations.* into v_operation from core.operations where operations.operation = call.operation;
  if not found and call.operation is not null then
    perform platform.fail('UNAVL', 'names_no_operation', 'operation');
  end if;

  if call.credential_hash is null then
    -- The connector has no anonymous callers.
    if call.resource is not null or not v_operation.allow_anonymous then
      status := 'NAUTH';
      return;
    end if;
    v_credential.is_simulated := false;
    v_credential.accepted_by := '{storefront,commerce}';
    -- A verified agent has many addresses, so its limit is higher than that of an address.
    v_credential.rate_limit := case when call.agent is null then 10 else 300 end;
    v_bucket := coalesce('agent:' || call.agent, 'ip:' || call.client_ip);
  else
    select found.* into v_credential from core.find_key(call.credential_hash, call.resource) as found;
    if not found and call.resource is not null then
      select found.* into v_credential from core.find_token(call.credential_hash, call.resource) as found;
    end if;
    if v_credential.key_id is null then
      rate_limit := 100;
      status := core.refuse_unknown(call.client_ip, call.counted);
      return;
    end if;
    v_bucket := case when v_credential.is_token then 'grant:' else 'key:' end || v_credential.key_id;
  end if;
  key_id := v_credential.key_id;
  is_simulated := v_credential.is_simulated;
  scopes := v_credential.scopes;
  rate_limit := v_credential.rate_limit;

  if coalesce(call.counted - 1, core.taken(v_bucket)) >= rate_limit then
    rate_remaining := 0;
    status := 'RLMTD';
    return;
  end if;

  if coalesce(pg_catalog.current_setting('vitrine.agent', true), '') <> coalesce(call.agent, '') then
    perform pg_catalog.set_config('vitrine.agent', coalesce(call.agent, ''), true);
  end if;
  -- The primary that admitted a read has compared the platform. Compared only: a row of the key that was locked here would stay locked while the
  -- operation works, and other requests of the key hold its bucket when they wait for the row.
  if call.platform_origin is not null and key_id is not null and not v_is_replica and not core.acts_for(key_id, call.platform_origin) then
    status := 'DNIED';
    detail := platform.fault('this_key_acts_for_another_platform', null);
  elsif call.operation is not null then
    -- An error of the operation rolls back its changes and is returned.
    begin
      v_brand_id := core.enter_scope(v_credential, v_operation, call.input ->> 'brand_id');
      if v_operation.brand = 'one' then
        input := call.input || pg_catalog.jsonb_build_object('brand_id', v_brand_id);
      end if;
      if call.admission is not null then
        admitted := core.admit_read(call.admission, core.scope_hash(v_credential), v_operation);
      end if;
      -- The primary runs what it does not admit to a replica. A replica runs what is admitted.
      if v_is_replica = (admitted is not null) then
        if v_operation.is_idempotent then
          v_request_hash := pg_catalog.sha256(pg_catalog.convert_to((call.input - '{idempotency_key,base_url}'::text[])::text, 'UTF8'));
          body := core.find_answer(v_brand_id, v_credential.credential_id, v_operation.operation, call.input ->> 'idempotency_key', v_request_hash);
          is_replayed := body is not null;
        end if;
        if not is_replayed then
          body := case
            when key_id is null then core.run_as_anonymous(v_operation.call, call.input)
            when is_simulated then core.run_as_simulated(v_operation.call, call.input)
            else core.run_as_key(v_operation.call, call.input)
          end;
          if v_operation.is_idempotent then
            perform core.keep_answer(
              v_brand_id, v_credential.credential_id, v_operation.operation, call.input ->> 'idempotency_key', v_request_hash, body
            );
          end if;
        end if;
      end if;
    exception when others or query_canceled then
      get stacked diagnostics
        status = returned_sqlstate, message = message_text, detail = pg_exception_detail,
        v_reason = constraint_name, v_field = column_name, v_values = pg_datatype_name;
      detail := coalesce(platform.raised(status, v_reason, v_field, v_values), detail);
      body := null;
    end;
  end if;

  -- Preparation calls are not metered, because the main call is. A failed preparation is metered: no main call follows.
  -- A call to a replica was metered when the primary admitted it.
  if v_operation.is_part and status is null or v_is_replica then
    return;
  end if;

  -- Taken last, so that no lock on the bucket is held while the operation works.
  -- If a concurrent call took the last request of the limit, this call is rolled back.
  rate_remaining := rate_limit - coalesce(call.counted, core.take(v_bucket, rate_limit));
  if rate_remaining is null then
    perform platform.fail(
      'RLMTD', 'the_quota_is_used_up',
      given => pg_catalog.json_build_object('limit', rate_limit, 'reset_at', rate_reset_at, 'reset_in_seconds', retry_after_seconds)
    );
  end if;
  -- A refused request binds no key, and neither does a read that a replica can still refuse.
  if call.platform_origin is not null and key_id is not null and call.operation is not null and status is null and admitted is null then
    perform core.bind_platform(key_id, call.platform_origin);
  end if;
  if key_id is not null and (v_credential.last_used_at is null or v_credential.last_used_at < v_now - interval '1 minute') then
    perform core.note_use(key_id, v_credential.is_token);
  end if;
end
$$;
comment on function core.call(text, bytea, text, jsonb, text, integer, jsonb, text, text) is
  'Runs one operation for the functions in one statement: resolves the credential, checks the rate limit, sets the scope, runs the operation and '
  'counts the request. status is null or a SQLSTATE of sql/README.md. A null operation checks only credential and limit. counted is the number of '
  'this request in its minute if Redis counts requests; nothing is counted here then. resource selects the connector: it is the required audience of an '
  'access token. admission belongs to a caller with a replica. As {"lag_seconds_max": 10} it checks and counts a read that may lag '
  'but does not run it, and admitted is the value to pass to the replica as admission. The replica runs the read if the credential has the same '
  'reach there and the replica is current; otherwise admitted is null. agent is the verified name of the caller: without a credential its requests are '
  'counted by it instead of the client address, 300 in a minute, and events name it. platform_origin is the origin of the platform profile that the '
  'request names: a key that acts for another platform is refused, and one that acts for none is bound to it if the request succeeds. For an unknown credential (NAUTH), rate_limit is the limit of failed '
  'attempts of the client address.';
grant execute on function
  core.note_use(text, boolean),
  core.refuse_unknown(text, integer)
to vitrine_gate;
grant execute on function core.call(text, bytea, text, jsonb, text, integer, jsonb, text, text) to vitrine_functions;
