create function webhooks.require_endpoint(id text)
returns json
language plpgsql stable
as $$
begin
  if not exists (select from webhooks.endpoints where endpoints.endpoint_id = require_endpoint.id) then
    perform platform.fail('NTFND', 'names_no_endpoint', 'id');
  end if;
  return pg_catalog.json_build_object('endpoint_id', require_endpoint.id);
end
$$;
comment on function webhooks.require_endpoint(text) is 'Raises NTFND for an endpoint that does not exist or that the key does not reach.';

create function webhooks.hold_endpoint(id text)
returns webhooks.endpoints
language plpgsql volatile
as $$
declare
  v_endpoint webhooks.endpoints;
begin
  perform webhooks.require_endpoint(hold_endpoint.id);
  select endpoints.* into v_endpoint from webhooks.endpoints where endpoints.endpoint_id = hold_endpoint.id for key share;
  -- The endpoint may have been deleted between the two statements.
  perform webhooks.require_endpoint(hold_endpoint.id);
  return v_endpoint;
end
$$;
comment on function webhooks.hold_endpoint(text) is
  'Returns an endpoint and prevents its deletion until the transaction ends, so that rows can reference it. Raises NTFND if it does not exist.';

create function webhooks.show_endpoint(endpoint webhooks.endpoints)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_endpoint.endpoint).endpoint_id,
    'url', (show_endpoint.endpoint).url,
    'description', (show_endpoint.endpoint).description,
    'brand_id', (show_endpoint.endpoint).brand_id,
    'types', (show_endpoint.endpoint).types,
    'status', (show_endpoint.endpoint).status,
    'disabled_reason', (show_endpoint.endpoint).disabled_reason,
    'created_at', platform.utc((show_endpoint.endpoint).created_at),
    'failing_since', platform.utc((show_endpoint.endpoint).failing_since),
    'last_attempt_at', platform.utc((show_endpoint.endpoint).last_attempt_at),
    'last_success_at', platform.utc((show_endpoint.endpoint).last_success_at),
    'previous_secret_expires_at', (
      select platform.utc(max(secrets.expires_at))
      from webhooks.secrets
      where secrets.endpoint_id = (show_endpoint.endpoint).endpoint_id and secrets.expires_at > platform.clock()
    )
  );
$$;
comment on function webhooks.show_endpoint(webhooks.endpoints) is 'Returns an endpoint as in every response, without secrets.';

create function webhooks.endpoint(id text)
returns json
language plpgsql stable
as $$
begin
  perform webhooks.require_endpoint(endpoint.id);
  return (
    select pg_catalog.json_build_object('data', webhooks.show_endpoint(endpoints))
    from webhooks.endpoints
    where endpoints.endpoint_id = endpoint.id
  );
end
$$;
comment on function webhooks.endpoint(text) is 'GET /api/webhooks/{id}: returns one endpoint. Raises NTFND for an unknown one.';
grant execute on function webhooks.require_endpoint(text), webhooks.hold_endpoint(text), webhooks.show_endpoint(webhooks.endpoints), webhooks.endpoint(text)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.endpoint', 'write:webhooks', brand => 'none', served_by => '{webhooks,console}');
call core.register_operation('webhooks.require_endpoint', 'write:webhooks', brand => 'none', is_part => true, role => 'admin', served_by => '{webhooks,console}');

create function webhooks.endpoint_origin(brand_id text, endpoint_id text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select substring(endpoints.url from '^[a-z]+://[^/?#]+')
  from webhooks.endpoints
  join core.brands on brands.account_id = endpoints.account_id
  where brands.brand_id = endpoint_origin.brand_id and endpoints.endpoint_id = endpoint_origin.endpoint_id;
$$;
comment on function webhooks.endpoint_origin(text, text) is
  'Returns scheme and host of an endpoint of the account of a brand, for mails of the worker. The path can contain a secret.';
revoke execute on function webhooks.endpoint_origin(text, text) from public;
