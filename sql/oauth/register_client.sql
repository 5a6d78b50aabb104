create function oauth.is_redirect_uri(redirect_uri text)
returns boolean
language sql immutable
return pg_catalog.char_length(is_redirect_uri.redirect_uri) <= 2048 and is_redirect_uri.redirect_uri !~ '[^\x21-\x7e]|#' and case
  when is_redirect_uri.redirect_uri ~* '^https:' then is_redirect_uri.redirect_uri ~ '^https://[^/?@]+([/?]|$)'
  when is_redirect_uri.redirect_uri ~* '^http:'
    then is_redirect_uri.redirect_uri ~ '^http://(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?([/?]|$)'
  else is_redirect_uri.redirect_uri ~ '^[a-z][a-z0-9+.-]*:'
    and is_redirect_uri.redirect_uri !~* '^(javascript|data|file|blob|vbscript|about|wss?|ftp|view-source):'
end;
comment on function oauth.is_redirect_uri(text) is
  'Whether a text may be a redirect URI: https, http on the device of the person (loopback), or of an app there (private-use scheme). The functions '
  'check it more strictly (functions/oauth/registration/redirect_uri.ts).';

create function oauth.check_client(client_name text, redirect_uris text[], grant_types text[], metadata jsonb)
returns void
language plpgsql immutable
as $$
begin
  if pg_catalog.char_length(check_client.client_name) > 200 then
    perform platform.fail('BADRQ', 'is_too_long', 'client_name', pg_catalog.json_build_object('characters_max', 200));
  elsif pg_catalog.char_length(check_client.metadata::text) > 32000 then
    perform platform.fail('BADRQ', 'is_too_long', 'metadata', pg_catalog.json_build_object('characters_max', 32000));
  elsif pg_catalog.cardinality(check_client.redirect_uris) between 1 and 10 is not true then
    perform platform.fail('BADRQ', 'must_contain_1_to_10_addresses', 'redirect_uris');
  elsif exists (
    select from pg_catalog.unnest(check_client.redirect_uris) as given (uri) where oauth.is_redirect_uri(given.uri) is not true
  ) then
    perform platform.fail('BADRQ', 'must_be_https_loopback_or_private_use', 'redirect_uris');
  end if;
  perform platform.require_choice(
    'grant_types', pg_catalog.array_to_string(check_client.grant_types, ' '), array['authorization_code', 'authorization_code refresh_token']
  );
end
$$;
comment on function oauth.check_client(text, text[], text[], jsonb) is
  'Raises BADRQ for a description of a client that the functions would not accept: its limits also apply to a leaked login of the functions.';

create function oauth.register_client(
  client_name text,
  redirect_uris text[],
  grant_types text[],
  metadata jsonb,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_client oauth.clients;
begin
  perform oauth.admit('register:' || register_client.client_ip, 30);
  perform oauth.check_client(
    register_client.client_name, register_client.redirect_uris, register_client.grant_types, register_client.metadata
  );
  insert into oauth.clients (client_name, redirect_uris, grant_types, metadata, created_at)
  values (
    register_client.client_name, register_client.redirect_uris, register_client.grant_types, register_client.metadata, platform.clock()
  )
  returning * into v_client;
  perform oauth.record('client_registered', v_client.client_id, client_ip => register_client.client_ip);
  return jsonb_build_object('client_id', v_client.client_id, 'client_id_issued_at', extract(epoch from v_client.created_at)::bigint)
    || jsonb_strip_nulls(jsonb_build_object(
      'client_name', v_client.client_name,
      'redirect_uris', v_client.redirect_uris,
      'grant_types', v_client.grant_types,
      'response_types', array['code'],
      'token_endpoint_auth_method', 'none'
    ))
    || v_client.metadata;
end
$$;
comment on function oauth.register_client(text, text[], text[], jsonb, text) is
  'RFC 7591, section 3: stores a client as it describes itself, and returns the registration. It grants no access. Raises RLMTD above 30 a minute '
  'from an address, and BADRQ for a description that oauth.check_client refuses.';

create function oauth.find_client_document(client_id text, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from oauth.clients
    where clients.client_id = find_client_document.client_id and clients.is_document and clients.fresh_until > platform.clock()
  ) then
    return true;
  end if;
  perform oauth.admit('client_document:' || find_client_document.client_ip, 10);
  return false;
end
$$;
comment on function oauth.find_client_document(text, text) is
  'Returns whether a client ID metadata document is stored and fresh. If it is not, the caller may fetch it. Raises RLMTD above ten fetches a minute '
  'from an address.';

create function oauth.is_own_redirect_uri(client_id text, redirect_uri text)
returns boolean
language sql immutable
return case
  when is_own_redirect_uri.redirect_uri ~* '^https:'
    then pg_catalog.substring(is_own_redirect_uri.redirect_uri, '^https://([A-Za-z0-9.-]+)(?::[0-9]+)?(?:[/?]|$)')
      = pg_catalog.substring(is_own_redirect_uri.client_id, '^https://([A-Za-z0-9.-]+)(?::[0-9]+)?/')
  else oauth.is_redirect_uri(is_own_redirect_uri.redirect_uri)
end;
comment on function oauth.is_own_redirect_uri(text, text) is
  'Whether a redirect URI of a client ID metadata document is on the host of the document, on the device of the person (loopback), or of an app there '
  '(private-use scheme).';

create function oauth.keep_client_document(
  client_id text,
  client_name text,
  redirect_uris text[],
  grant_types text[],
  metadata jsonb,
  seconds_fresh integer
)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from pg_catalog.unnest(keep_client_document.redirect_uris) as given (uri)
    where oauth.is_own_redirect_uri(keep_client_document.client_id, given.uri) is not true
  ) then
    perform platform.fail('BADRQ', 'must_be_on_the_host_of_the_document', 'redirect_uris');
  end if;
  perform oauth.check_client(
    keep_client_document.client_name, keep_client_document.redirect_uris, keep_client_document.grant_types, keep_client_document.metadata
  );
  insert into oauth.clients (client_id, is_document, client_name, redirect_uris, grant_types, metadata, created_at, fresh_until)
  values (
    keep_client_document.client_id, true, keep_client_document.client_name, keep_client_document.redirect_uris,
    keep_client_document.grant_types, keep_client_document.metadata, platform.clock(),
    platform.clock() + pg_catalog.make_interval(secs => least(keep_client_document.seconds_fresh, 604800))
  )
  on conflict on constraint clients_pkey do update
  set
    client_name = excluded.client_name,
    redirect_uris = excluded.redirect_uris,
    grant_types = excluded.grant_types,
    metadata = excluded.metadata,
    fresh_until = excluded.fresh_until
  -- A fresh document is not fetched again, so a change of it did not come from its host.
  where clients.is_document and clients.fresh_until <= platform.clock();
end
$$;
comment on function oauth.keep_client_document(text, text, text[], text[], jsonb, integer) is
  'Stores a client ID metadata document for at most a week. Never changes a registered client or a fresh document. Raises BADRQ '
  'for a redirect URI on another host, so that the login of the functions cannot redirect the codes of a client.';
