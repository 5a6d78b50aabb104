create function oauth.without_loopback_port(uri text)
returns text
language sql immutable
return pg_catalog.regexp_replace(
  without_loopback_port.uri, '^(http://(localhost|127([.][0-9]{1,3}){3}|\[::1\])):[0-9]{1,5}(?=[/?]|$)', '\1'
);
comment on function oauth.without_loopback_port(text) is
  'Returns a loopback redirect URI without its port (RFC 8252, section 7.3), and any other URI unchanged.';

create function oauth.registered_uri(client oauth.clients, redirect_uri text)
returns text
language sql immutable
as $$
  select registered.uri
  from pg_catalog.unnest((registered_uri.client).redirect_uris) as registered (uri)
  where registered.uri = registered_uri.redirect_uri
    or (
      (registered_uri.client).is_document
      and oauth.without_loopback_port(registered.uri) = oauth.without_loopback_port(registered_uri.redirect_uri)
    )
  order by registered.uri = registered_uri.redirect_uri desc
  limit 1;
$$;
comment on function oauth.registered_uri(oauth.clients, text) is
  'Returns the registered URI that equals a given one, character by character. Null without one. Only for a client with a metadata document may the '
  'port of a loopback URI differ.';

create function oauth.request_fault(parameters jsonb, resource text)
returns jsonb
language sql stable
as $$
  select case
    when exists (select from jsonb_each(request_fault.parameters) as given where jsonb_array_length(given.value) > 1)
      then oauth.refusal('invalid_request', 'a_parameter_is_repeated')
    when request_fault.parameters #>> '{response_type,0}' is null
      then oauth.refusal('invalid_request', 'is_required_with_the_value_code', 'response_type')
    when request_fault.parameters #>> '{response_type,0}' <> 'code'
      then oauth.refusal('unsupported_response_type', 'must_be_code', 'response_type')
    when coalesce(request_fault.parameters #>> '{response_mode,0}', 'query') <> 'query'
      then oauth.refusal('invalid_request', 'must_be_query', 'response_mode')
    when coalesce(request_fault.parameters #>> '{code_challenge,0}', '') !~ '^[A-Za-z0-9_-]{43}$'
      then oauth.refusal('invalid_request', 'must_be_a_sha256_in_base64url', 'code_challenge')
    when request_fault.parameters #>> '{code_challenge_method,0}' is distinct from 'S256'
      then oauth.refusal('invalid_request', 'must_be_s256', 'code_challenge_method')
    when request_fault.parameters #>> '{resource,0}' is distinct from request_fault.resource
      then oauth.refusal('invalid_target', 'must_be_the_connector', 'resource', jsonb_build_object('resource', request_fault.resource))
    when length(request_fault.parameters #>> '{state,0}') > 4000
      then oauth.refusal('invalid_request', 'is_too_long', 'state', jsonb_build_object('characters_max', 4000))
    when oauth.known_scopes(request_fault.parameters #>> '{scope,0}') = '{}'
      then oauth.refusal('invalid_scope', 'contains_no_known_scope', 'scope')
  end;
$$;
comment on function oauth.request_fault(jsonb, text) is
  'What is wrong with an authorization request, as oauth.refusal (RFC 6749, 4.1.2.1; RFC 7636, 4.4.1; RFC 8707, 2), or null.';

create function oauth.known_scopes(scope text)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(scopes.scope order by scopes.position), '{}')
  from oauth.scopes
  where case
    when coalesce(known_scopes.scope, '') = '' then scopes.is_default
    else scopes.scope = any (pg_catalog.string_to_array(known_scopes.scope, ' '))
  end;
$$;
comment on function oauth.known_scopes(text) is
  'Returns the known scopes of a space-separated list, or the default scopes for an empty list. Unknown scopes are omitted.';

create function oauth.request_authorization(
  parameters jsonb,
  state text,
  resource text,
  request_hash bytea,
  browser_hash bytea,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client oauth.clients;
  v_redirect_uri constant text := request_authorization.parameters #>> '{redirect_uri,0}';
  v_registered_uri text;
  v_fault jsonb;
begin
  perform oauth.admit('authorize:' || request_authorization.client_ip, 60);
  if jsonb_array_length(request_authorization.parameters -> 'client_id') = 1 then
    select clients.* into v_client from oauth.clients
    where clients.client_id = request_authorization.parameters #>> '{client_id,0}';
  end if;
  if v_client.client_id is null then
    return oauth.refusal('invalid_request', 'this_app_is_not_registered');
  end if;
  if jsonb_array_length(request_authorization.parameters -> 'redirect_uri') = 1 then
    v_registered_uri := oauth.registered_uri(v_client, v_redirect_uri);
  end if;
  if v_registered_uri is null then
    return oauth.refusal('invalid_request', 'the_redirect_uri_is_not_registered');
  end if;

  v_fault := oauth.request_fault(request_authorization.parameters, request_authorization.resource);
  if v_fault is not null then
    return jsonb_build_object('redirect_uri', v_redirect_uri, 'state', request_authorization.state) || v_fault;
  end if;

  insert into oauth.authorization_requests (
    request_hash, browser_hash, client_id, redirect_uri, registered_uri, code_challenge, resource, scopes, state, created_at, expires_at
  )
  values (
    request_authorization.request_hash, request_authorization.browser_hash, v_client.client_id, v_redirect_uri, v_registered_uri,
    request_authorization.parameters #>> '{code_challenge,0}', request_authorization.resource,
    oauth.known_scopes(request_authorization.parameters #>> '{scope,0}'), request_authorization.state,
    platform.clock(), platform.clock() + interval '10 minutes'
  );
  return '{}'::jsonb;
end
$$;
comment on function oauth.request_authorization(jsonb, text, text, bytea, bytea, text) is
  'RFC 6749, section 4.1.1: holds a request for ten minutes and answers {}; or a refusal, which is sent to redirect_uri where there is one and otherwise shown. '
  'Parameters come as lists, so that a repeated one is seen.';
