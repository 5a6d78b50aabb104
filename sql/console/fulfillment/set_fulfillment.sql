create function console.fulfillment_faults(options jsonb, currency text)
returns jsonb[]
language sql stable
return (
  with given as materialized (
    select
      option.ordinality, option.value, currencies,
      pg_catalog.format('options[%s].', option.ordinality - 1) as place, country.name, storefront.country_code(country.name) as code
    from pg_catalog.jsonb_array_elements(fulfillment_faults.options) with ordinality as option
    cross join lateral pg_catalog.jsonb_array_elements_text(option.value -> 'countries') as country (name)
    left join core.currencies on currencies.currency = coalesce(option.value ->> 'currency', fulfillment_faults.currency)
  ),
  found as (
    select
      given.*,
      exists (select from storefront.countries() as countries where countries.code = given.code) as is_known,
      pg_catalog.row_number() over (
        partition by pg_catalog.lower(given.value ->> 'service'), given.code, given.value -> 'regions', given.value -> 'postal_codes'
        order by given.ordinality
      ) > 1 as is_repeated
    from given
  )
  select pg_catalog.array_agg(distinct fault.value) filter (where fault.value is not null)
  from found
  cross join lateral (
    values
      (
        case
          when not found.is_known then platform.fault(
            'must_name_countries', found.place || 'countries', pg_catalog.json_build_object('country', found.name)
          )
          when found.is_repeated then platform.fault(
            'shipping_option_is_repeated', found.place || 'countries', pg_catalog.json_build_object('country', found.code)
          )
        end
      ),
      (case when found.currencies is null then platform.fault('must_be_a_currency_code', found.place || 'currency') end),
      (console.target_fault((found.value ->> 'price')::numeric, found.place || 'price', found.currencies)),
      (console.target_fault((found.value ->> 'free_over')::numeric, found.place || 'free_over', found.currencies))
  ) as fault (value)
);
comment on function console.fulfillment_faults(jsonb, text) is
  'The faults of shipping options: an unknown country or currency, a service that is named twice for a country, and amounts with too many decimals. The '
  'field is as options[0].price.';

create function console.publication_state(state text, rows_before bigint, rows integer)
returns text
language sql immutable
return case
  when publication_state.rows > 0 and publication_state.state in ('unconfigured', 'not_offered') then 'configured'
  when publication_state.rows = 0 and publication_state.rows_before > 0 and publication_state.state in ('configured', 'partial') then 'unconfigured'
  else publication_state.state
end;
comment on function console.publication_state(text, bigint, integer) is
  'Returns the state of shipping or payment after its rows changed. Rows that are published are not unconfigured or not offered, and without the last row '
  'nothing is published. Otherwise the state that a person chose stays.';

create function console.set_fulfillment(brand_id text, version integer, options jsonb, payment_methods jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_options constant jsonb := platform.plain(set_fulfillment.options);
  v_methods constant jsonb := platform.plain(set_fulfillment.payment_methods);
  v_currency constant text := (select brands.currency from core.brands where brands.brand_id = set_fulfillment.brand_id);
  v_destinations jsonb;
  v_shop storefront.shops;
  v_version integer;
begin
  -- One change of a brand at a time: the first one has no row to lock.
  perform from core.brands where brands.brand_id = set_fulfillment.brand_id for no key update;
  select shops.* into v_shop from storefront.shops where shops.brand_id = set_fulfillment.brand_id;
  if coalesce(v_shop.version, 0) <> set_fulfillment.version then
    perform platform.fail('STALE', 'fulfillment_changed_meanwhile');
  end if;
  perform platform.fail_for(console.fulfillment_faults(v_options, v_currency));
  select coalesce(
    pg_catalog.jsonb_agg(
      (option.value - 'countries') || pg_catalog.jsonb_build_object('country', storefront.country_code(country.name))
      order by option.ordinality, country.ordinality
    ),
    '[]'
  )
  into v_destinations
  from pg_catalog.jsonb_array_elements(v_options) with ordinality as option
  cross join lateral pg_catalog.jsonb_array_elements_text(option.value -> 'countries') with ordinality as country (name, ordinality);
  insert into storefront.shops as held (brand_id, shipping_state, payment_state)
  values (
    set_fulfillment.brand_id,
    console.publication_state('unconfigured', 0, pg_catalog.jsonb_array_length(v_destinations)),
    console.publication_state('unconfigured', 0, pg_catalog.jsonb_array_length(v_methods))
  )
  on conflict on constraint shops_pkey do update
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
  returning held.version into v_version;
  perform storefront.write_destinations(set_fulfillment.brand_id, v_destinations);
  perform storefront.write_payment_methods(set_fulfillment.brand_id, v_methods);
  perform storefront.emit_deployment(set_fulfillment.brand_id, 'deployment.updated');
  return pg_catalog.jsonb_build_object('version', v_version);
end
$$;
comment on function console.set_fulfillment(text, integer, jsonb, jsonb) is
  'Replaces the shipping options and payment methods of a shop for an admin. Keeps its profile, but for the states of shipping and payment '
  '(console.publication_state), and its bundles. version is the one that the person saw, 0 for none. Raises STALE if it changed since, and BADRQ with '
  'every fault.';
grant execute on function
  console.fulfillment_faults(jsonb, text), console.publication_state(text, bigint, integer), console.set_fulfillment(text, integer, jsonb, jsonb)
to vitrine_person;
call core.register_operation('console.set_fulfillment', 'console', access => 'write');
