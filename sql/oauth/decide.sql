create function oauth.decide(
  request_hash bytea,
  browser_hash bytea,
  session_hash bytea,
  is_approved boolean,
  scopes text[],
  brand_ids text[],
  code_hash bytea,
  client_ip text,
  device text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_request oauth.authorization_requests;
  v_person_id constant uuid := oauth.session_person(decide.session_hash);
  v_scopes constant text[] := array(
    select known.scope from oauth.scopes as known where known.scope = any (decide.scopes) order by known.position
  );
  v_brand_ids constant text[] := array(
    select reached.brand_id from unnest(oauth.person_brands(v_person_id)) as reached (brand_id)
    where reached.brand_id = any (decide.brand_ids)
  );
  v_grant_id text;
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'your_session_has_ended');
  end if;
  if decide.is_approved and (v_scopes = '{}' or v_brand_ids = '{}')
    and (oauth.open_request(decide.request_hash, decide.browser_hash)).request_hash is not null then
    -- An approval without a selection is a mistake, not a denial. The request stays open, so that the person can correct it.
    return jsonb_build_object('is_incomplete', true);
  end if;
  -- One statement, so that the second of two decisions on one request finds nothing.
  update oauth.authorization_requests
  set decided_at = v_now
  where authorization_requests.request_hash = (oauth.open_request(decide.request_hash, decide.browser_hash)).request_hash
    and authorization_requests.decided_at is null
  returning * into v_request;
  if v_request.request_hash is null then
    perform platform.fail('NTFND', 'this_authorization_request_is_over');
  end if;

  if not decide.is_approved then
    perform oauth.record('consent_denied', v_request.client_id, null, v_person_id, decide.client_ip);
    return jsonb_build_object('redirect_uri', v_request.redirect_uri, 'state', v_request.state)
      || oauth.refusal('access_denied', 'the_person_denied_access');
  end if;

  insert into oauth.grants (person_id, client_id, resource, redirect_uri, device, scopes, brand_ids, created_at, expires_at)
  values (
    v_person_id, v_request.client_id, v_request.resource, v_request.registered_uri, decide.device, v_scopes, v_brand_ids,
    v_now, v_now + interval '365 days'
  )
  returning grants.grant_id into v_grant_id;
  insert into oauth.codes (code_hash, grant_id, client_id, redirect_uri, code_challenge, expires_at)
  values (
    decide.code_hash, v_grant_id, v_request.client_id, v_request.redirect_uri, v_request.code_challenge, v_now + interval '60 seconds'
  );
  perform oauth.record(
    'consent_given', v_request.client_id, v_grant_id, v_person_id, decide.client_ip,
    jsonb_build_object('scopes', v_scopes, 'brand_ids', v_brand_ids)
  );
  return jsonb_build_object('redirect_uri', v_request.redirect_uri, 'state', v_request.state, 'is_approved', true);
end
$$;
comment on function oauth.decide(bytea, bytea, bytea, boolean, text[], text[], bytea, text, text) is
  'Decides an authorization request, once. Creates a grant of the selected scopes and brands with a code, or returns access_denied. Returns '
  '{is_incomplete} for an approval without a scope or a brand, and the request stays open. Only the selection of the person counts, not the request '
  'of the client. Other grants stay valid. Raises NAUTH without a session and NTFND for a request that is no longer open.';
