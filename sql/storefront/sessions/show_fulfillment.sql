create function storefront.chosen_destination(fulfillment jsonb)
returns jsonb
language sql immutable
return (
  select destination
  from pg_catalog.jsonb_array_elements(coalesce(chosen_destination.fulfillment -> 'destinations', '[]')) as destination
  where destination ->> 'id' = chosen_destination.fulfillment ->> 'selected_destination_id'
  limit 1
);
comment on function storefront.chosen_destination(jsonb) is 'Returns the selected destination of storefront.checkouts.fulfillment, or null.';

create function storefront.show_fulfillment(checkout storefront.checkouts, is_shown boolean, items_amount numeric, currency text, places jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_checkout constant storefront.checkouts := show_fulfillment.checkout;
  v_destination constant jsonb := storefront.chosen_destination(v_checkout.fulfillment);
  v_place constant jsonb := coalesce(v_destination, nullif(v_checkout.context, '{}'));
  v_country constant text := storefront.country_code(v_place ->> 'address_country');
  v_wanted constant text := v_checkout.fulfillment ->> 'selected_option_id';
  v_state text;
  v_options jsonb;
  v_chosen jsonb;
  v_line_ids jsonb;
  v_codes text[];
begin
  if v_checkout.kind = 'cart' or (not show_fulfillment.is_shown and v_destination is null) then
    return '{}'::jsonb;
  end if;
  v_state := coalesce((select shops.shipping_state from storefront.shops where shops.brand_id = v_checkout.brand_id), 'unconfigured');
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'id', offered.option_id, 'service', offered.service, 'price', offered.price, 'handling_min', offered.handling_min,
      'handling_max', offered.handling_max, 'transit_min', offered.transit_min, 'transit_max', offered.transit_max
    )) order by offered.place
  )
  into v_options
  from storefront.shipping_options(
    v_checkout.brand_id, v_checkout.line_items, v_place, show_fulfillment.items_amount, show_fulfillment.currency
  ) with ordinality as offered (option_id, service, price, handling_min, handling_max, transit_min, transit_max, place)
  where v_country is not null and v_state <> 'not_offered';
  -- A destination with one service leaves no choice.
  v_chosen := case
    when v_destination is null then null
    when v_wanted is null and pg_catalog.jsonb_array_length(v_options) = 1 then v_options -> 0
    else (select offered from pg_catalog.jsonb_array_elements(v_options) as offered where offered ->> 'id' = v_wanted)
  end;
  select coalesce(pg_catalog.jsonb_agg('li_' || line.number order by line.number::integer), '[]') into v_line_ids
  from pg_catalog.jsonb_object_keys(coalesce(show_fulfillment.places, '{}')) as line (number);
  v_codes := array[
    case when v_wanted is not null and v_chosen is null then 'fulfillment_changed' end,
    case
      when v_state = 'not_offered' then 'fulfillment_not_offered'
      when v_place ->> 'address_country' is null then 'fulfillment_destination_missing'
      when v_country is null then 'fulfillment_country_unknown'
      when v_options is null and v_state = 'unconfigured' then 'fulfillment_not_published'
      when v_options is null and storefront.needs_closer_place(v_checkout.brand_id, v_country, v_place) then 'fulfillment_destination_incomplete'
      when v_options is null then 'fulfillment_not_published_here'
      when v_chosen is not null and not v_chosen ? 'price' then 'fulfillment_cost_unknown'
      when v_chosen is null and v_options @? '$[*] ? (!exists (@.price))' then 'fulfillment_costs_unknown'
    end,
    case when v_state = 'partial' then 'fulfillment_partly_published' end
  ];
  return pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'cost', v_chosen -> 'price',
    'messages', case when show_fulfillment.is_shown then (
      select coalesce(pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('type', case when code in ('fulfillment_changed', 'fulfillment_cost_unknown') then 'warning' else 'info' end, 'code', code)
      ), '[]')
      from pg_catalog.unnest(pg_catalog.array_remove(v_codes, null)) as given (code)
    ) end,
    'fulfillment', case when show_fulfillment.is_shown then pg_catalog.jsonb_build_object('methods', case when v_state = 'not_offered' then '[]'::jsonb
      else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
        'id', 'shipping', 'type', 'shipping', 'line_item_ids', v_line_ids,
        'destinations', coalesce(v_checkout.fulfillment -> 'destinations', '[]'),
        'selected_destination_id', v_destination -> 'id',
        'groups', case when v_options is null then '[]'::jsonb else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
          'id', 'package', 'line_item_ids', v_line_ids, 'options', v_options, 'selected_option_id', v_chosen -> 'id'
        )) end
      )) end) end
  ));
end
$$;
comment on function storefront.show_fulfillment(storefront.checkouts, boolean, numeric, text, jsonb) is
  'Returns the fulfillment of a checkout session: one method with one group for all lines, its messages if is_shown, and the cost in minor units. The cost '
  'is absent until a destination and an option with a published price are chosen.';

create function storefront.needs_closer_place(brand_id text, country text, place jsonb)
returns boolean
language sql stable
return exists (
  select
  from storefront.shipping_destinations as destinations
  where destinations.brand_id = needs_closer_place.brand_id and destinations.country = needs_closer_place.country
    and (
      (destinations.regions <> '{}' and needs_closer_place.place ->> 'address_region' is null)
      or (destinations.postal_codes <> '{}' and needs_closer_place.place ->> 'postal_code' is null)
    )
);
comment on function storefront.needs_closer_place(text, text, jsonb) is
  'Whether a shop ships to parts of a country, and the place does not say in which part it is.';

grant execute on function
  storefront.chosen_destination(jsonb),
  storefront.show_fulfillment(storefront.checkouts, boolean, numeric, text, jsonb),
  storefront.needs_closer_place(text, text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
