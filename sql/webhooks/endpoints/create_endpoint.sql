create function webhooks.require_types(types text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  select given.type into v_unknown
  from pg_catalog.unnest(require_types.types) as given (type)
  where given.type <> '*' and not exists (select from events.types where types.type = given.type)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', 'contains_an_unknown_event_type', 'types', pg_catalog.json_build_object('unknown', v_unknown));
  end if;
end
$$;
comment on function webhooks.require_types(text[]) is 'Raises BADRQ if one of the event types does not exist.';

create function webhooks.count_endpoints(account_id text)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks.endpoints/' || count_endpoints.account_id, 0));
  return (select count(*) from webhooks.endpoints where endpoints.account_id = count_endpoints.account_id);
end
$$;
comment on function webhooks.count_endpoints(text) is
  'Returns the number of endpoints of an account, including those that the key cannot see. Other sessions cannot create one until the transaction '
  'ends.';
revoke execute on function webhooks.count_endpoints(text) from public;
grant execute on function webhooks.count_endpoints(text) to vitrine_key, vitrine_simulated, vitrine_person;

create function webhooks.admit_endpoint(brand_id text, types text[])
returns json
language plpgsql volatile
as $$
declare
  v_account_id text := core.scope_account_id();
  v_brand_id text := admit_endpoint.brand_id;
begin
  if v_brand_id is not null and not v_brand_id = any (core.scope_brand_ids()) then
    perform platform.fail('DNIED', 'is_out_of_reach', 'brand_id');
  end if;
  -- A key of one brand creates endpoints of that brand.
  if v_account_id is null then
    v_brand_id := (core.scope_brand_ids())[1];
    select brands.account_id into v_account_id from core.brands where brands.brand_id = v_brand_id;
  end if;
  if v_account_id is null then
    perform platform.fail('DNIED', 'this_key_reaches_no_brand', 'brand_id');
  end if;
  perform webhooks.require_types(admit_endpoint.types);
  if webhooks.count_endpoints(v_account_id) >= 50 then
    perform platform.fail('BADRQ', 'this_account_has_too_many_endpoints', 'url', pg_catalog.json_build_object('endpoints_max', 50));
  end if;
  return pg_catalog.json_build_object('endpoint_id', platform.new_id('whe'), 'account_id', v_account_id, 'brand_id', v_brand_id);
end
$$;
comment on function webhooks.admit_endpoint(text, text[]) is
  'Checks whether the key may create such an endpoint, and returns its id, account and brand. The secret is encrypted for this id only. Raises '
  'DNIED for a brand out of reach, and BADRQ for an unknown event type or an account with 50 endpoints.';

create function webhooks.create_endpoint(
  endpoint_id text,
  url text,
  types text[],
  sealed_secret text,
  description text default null,
  brand_id text default null
)
returns json
language plpgsql volatile
as $$
declare
  v_admitted constant json := webhooks.admit_endpoint(create_endpoint.brand_id, create_endpoint.types);
  v_endpoint webhooks.endpoints;
begin
  v_endpoint.endpoint_id := create_endpoint.endpoint_id;
  v_endpoint.account_id := v_admitted ->> 'account_id';
  v_endpoint.brand_id := v_admitted ->> 'brand_id';
  v_endpoint.url := create_endpoint.url;
  v_endpoint.description := coalesce(create_endpoint.description, '');
  v_endpoint.types := create_endpoint.types;
  v_endpoint.status := 'active';
  v_endpoint.created_at := platform.clock();
  -- For a test key, nothing is stored.
  if current_user <> 'vitrine_simulated' then
    insert into webhooks.endpoints (endpoint_id, account_id, brand_id, url, description, types)
    values (v_endpoint.endpoint_id, v_endpoint.account_id, v_endpoint.brand_id, v_endpoint.url, v_endpoint.description, v_endpoint.types)
    returning endpoints.description into v_endpoint.description;
    insert into webhooks.secrets (endpoint_id, sealed)
    values (v_endpoint.endpoint_id, create_endpoint.sealed_secret);
  end if;
  return pg_catalog.json_build_object('data', webhooks.show_endpoint(v_endpoint));
end
$$;
comment on function webhooks.create_endpoint(text, text, text[], text, text, text) is
  'POST /api/webhooks: creates an endpoint. The secret is passed encrypted. The function that encrypted it shows it once.';
grant execute on function
  webhooks.require_types(text[]),
  webhooks.admit_endpoint(text, text[]),
  webhooks.create_endpoint(text, text, text[], text, text, text)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.create_endpoint', 'write:webhooks', brand => 'none', access => 'write', served_by => '{webhooks,console}');
call core.register_operation('webhooks.admit_endpoint', 'write:webhooks', brand => 'none', is_part => true, role => 'admin', served_by => '{webhooks,console}');
