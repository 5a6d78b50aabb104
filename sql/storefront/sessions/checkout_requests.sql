create function storefront.checkout_request(
  brand_id text, operation text, checkout_id text, caller text, idempotency_key text, fingerprint text
)
returns storefront.checkout_requests
language plpgsql volatile
as $$
declare
  v_request storefront.checkout_requests;
  v_known storefront.checkout_requests;
begin
  if checkout_request.idempotency_key is null then
    return null;
  end if;
  v_request.brand_id := checkout_request.brand_id;
  v_request.request_key := pg_catalog.sha256(pg_catalog.convert_to(
    -- An array, because the address of a profile may contain any separator.
    pg_catalog.jsonb_build_array(
      checkout_request.operation, checkout_request.checkout_id, checkout_request.caller, pg_catalog.lower(checkout_request.idempotency_key),
      -- The response of another credential can have prices that were agreed with it.
      core.scope_credential_id()
    )::text,
    'UTF8'
  ));
  v_request.request_hash := pg_catalog.sha256(pg_catalog.convert_to(coalesce(checkout_request.fingerprint, ''), 'UTF8'));
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(checkout_request.brand_id || pg_catalog.encode(v_request.request_key, 'hex'), 0)
  );
  select held.* into v_known
  from storefront.checkout_requests as held
  where held.brand_id = v_request.brand_id and held.request_key = v_request.request_key;
  if v_known.request_hash <> v_request.request_hash then
    perform platform.fail('CNFLT', 'is_of_another_request', 'idempotency_key');
  end if;
  v_request.answer := v_known.answer;
  return v_request;
end
$$;
comment on function storefront.checkout_request(text, text, text, text, text, text) is
  'Returns a request with an idempotency key, with the response if it was answered before. Null without a key. '
  'fingerprint is the hash of the body. Raises CNFLT if the key was used with another one.';

create function storefront.store_checkout_response(request storefront.checkout_requests, answer json)
returns json
language plpgsql volatile
as $$
begin
  if store_checkout_response.request.request_key is not null then
    insert into storefront.checkout_requests (brand_id, request_key, request_hash, answer, owner)
    values (
      store_checkout_response.request.brand_id, store_checkout_response.request.request_key, store_checkout_response.request.request_hash,
      store_checkout_response.answer, storefront.session_owner()
    );
  end if;
  return store_checkout_response.answer;
end
$$;
comment on function storefront.store_checkout_response(storefront.checkout_requests, json) is
  'Stores the response to a request with an idempotency key, and returns it.';

create function storefront.stored_checkout_response(request storefront.checkout_requests)
returns json
language sql immutable
return ((stored_checkout_response.request).answer::jsonb || '{"is_replayed": true}')::json;
comment on function storefront.stored_checkout_response(storefront.checkout_requests) is
  'Returns the stored response of an idempotency key, marked as replayed.';

create function storefront.prune_checkouts()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with requests as (
    delete from storefront.checkout_requests where checkout_requests.created_at < platform.now() - interval '2 days'
  ), pruned as (
    delete from storefront.checkouts where checkouts.expires_at < platform.now() - interval '1 day' returning true
  )
  select count(*) from pruned;
$$;
comment on function storefront.prune_checkouts() is
  'Deletes carts and checkout sessions a day after they expire, and responses of idempotency keys after two days. Returns the number of sessions.';
revoke execute on function storefront.prune_checkouts() from public;

grant execute on function
  storefront.checkout_request(text, text, text, text, text, text),
  storefront.store_checkout_response(storefront.checkout_requests, json),
  storefront.stored_checkout_response(storefront.checkout_requests)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
