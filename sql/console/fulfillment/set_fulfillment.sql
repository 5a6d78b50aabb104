create function console.option_destinations(brand_id text, options jsonb)
returns jsonb
language sql stable
return (
  with stored as materialized (
    select pg_catalog.jsonb_strip_nulls(option.value::jsonb) as value
    from pg_catalog.json_array_elements(console.shipping_options(option_destinations.brand_id)) as option
  ),
  given as (
    select
      option.value, option.place,
      -- A second copy of a stored option is a new one.
      option.value in (select stored.value from stored)
        and pg_catalog.row_number() over (partition by option.value order by option.place) = 1 as is_stored
    from pg_catalog.jsonb_array_elements(option_destinations.options) with ordinality as option (value, place)
  )
  select coalesce(
    pg_catalog.jsonb_agg(
      (given.value - 'countries') || pg_catalog.jsonb_build_object(
        'country', coalesce(storefront.country_code(country.name), country.name), 'option', given.place - 1, 'is_stored', given.is_stored
      )
      order by given.place, country.place
    ),
    '[]'
  )
  from given
  cross join lateral pg_catalog.jsonb_array_elements_text(given.value -> 'countries') with ordinality as country (name, place)
);
comment on function console.option_destinations(text, jsonb) is
  'Returns one destination for each country of shipping options, as of storefront.destination_faults. option is the index of its option from 0.';

create function console.publication_state(state text, rows_before bigint, rows integer)
returns text
language sql immutable
return case
  when publication_state.rows > 0 and publication_state.rows_before = 0 and publication_state.state in ('unconfigured', 'not_offered') then 'configured'
  when publication_state.rows = 0 and publication_state.rows_before > 0 and publication_state.state in ('configured', 'partial') then 'unconfigured'
  else publication_state.state
end;
comment on function console.publication_state(text, bigint, integer) is
  'Returns the state of shipping or payment after its rows changed. The first row publishes them, and without the last row nothing is published. Otherwise '
  'the state that a person chose stays. rows is null if they did not change.';

create function console.set_fulfillment(brand_id text, version integer, options jsonb default null, payment_methods jsonb default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_methods constant jsonb := platform.plain(set_fulfillment.payment_methods);
  v_destinations jsonb;
  v_version integer;
begin
  if not console.lock_shop(set_fulfillment.brand_id, set_fulfillment.version) then
    perform platform.fail('STALE', 'fulfillment_changed_meanwhile');
  end if;
  if set_fulfillment.options is not null then
    v_destinations := console.option_destinations(set_fulfillment.brand_id, platform.plain(set_fulfillment.options));
    perform platform.fail_for(array(
      select found.fault || pg_catalog.jsonb_build_object(
        'field', pg_catalog.format(
          'options[%s].%s', v_destinations -> (found.place - 1)::integer ->> 'option',
          case found.fault ->> 'field' when 'country' then 'countries' else found.fault ->> 'field' end
        )
      )
      from storefront.destination_faults(set_fulfillment.brand_id, v_destinations) as found
    ));
  end if;
  update storefront.shops as held
  set
    shipping_state = console.publication_state(
      held.shipping_state, (select count(*) from storefront.shipping_destinations as rows where rows.brand_id = set_fulfillment.brand_id),
      pg_catalog.jsonb_array_length(v_destinations)
    ),
    payment_state = console.publication_state(
      held.payment_state, (select count(*) from storefront.payment_methods as rows where rows.brand_id = set_fulfillment.brand_id),
      pg_catalog.jsonb_array_length(v_methods)
    ),
    updated_at = platform.now(), version = held.version + 1
  where held.brand_id = set_fulfillment.brand_id
  returning held.version into v_version;
  if v_destinations is not null then
    perform storefront.write_destinations(set_fulfillment.brand_id, v_destinations);
  end if;
  if v_methods is not null then
    perform storefront.write_payment_methods(set_fulfillment.brand_id, v_methods);
  end if;
  perform storefront.emit_deployment(set_fulfillment.brand_id, 'deployment.updated');
  return pg_catalog.jsonb_build_object('version', v_version);
end
$$;
comment on function console.set_fulfillment(text, integer, jsonb, jsonb) is
  'Replaces the shipping options, the payment methods or both of a shop for an admin. A list that is not given stays. Keeps the profile, but for the states '
  'of shipping and payment (console.publication_state), and the bundles. version is the one that the person saw, 0 for none. Raises STALE if it changed '
  'since, and BADRQ with every fault of an option that is not stored already.';
grant execute on function
  console.option_destinations(text, jsonb), console.publication_state(text, bigint, integer), console.set_fulfillment(text, integer, jsonb, jsonb)
to vitrine_person;
call core.register_operation('console.set_fulfillment', 'console', access => 'write');
