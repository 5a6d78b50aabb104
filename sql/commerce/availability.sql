create function commerce.product_availability(brand_id text, product_ids text[], quantity integer)
returns jsonb
language sql stable
as $$
  with parts as (
    select
      held.availability,
      case when held.quantity > 0 then held.quantity end as quantity_available,
      case held.availability when 'out_of_stock' then 1 when 'preorder' then 2 when 'low_stock' then 3 else 4 end as position
    from storefront.products as held
    where held.brand_id = product_availability.brand_id and held.product_id = any (product_availability.product_ids)
  )
  select case when count(*) = pg_catalog.cardinality(product_availability.product_ids) and count(*) > 0 then pg_catalog.jsonb_build_object(
    'status', (pg_catalog.array_agg(parts.availability order by parts.position))[1],
    'quantity_available', min(parts.quantity_available),
    'is_orderable', pg_catalog.bool_and(
      parts.availability = 'preorder'
      or (parts.availability <> 'out_of_stock' and coalesce(parts.quantity_available >= product_availability.quantity, true))
    )
  ) end
  from parts;
$$;
comment on function commerce.product_availability(text, text[], integer) is
  'Whether so many of each of these products can be ordered, by what the shop last reported: {status, quantity_available, is_orderable}. status is that of '
  'the least available one. quantity_available is null where the shop reports no stock, or reports none of a product that it still sells. '
  'Null where one of them is no longer in the catalog.';

create function commerce.availability(brand_id text, product_id text, bundle_id text, quantity integer)
returns jsonb
language sql stable
return commerce.product_availability(
  availability.brand_id,
  case when availability.product_id is not null then array[availability.product_id] else array(
    select parts.product_id
    from storefront.bundle_products as parts
    where parts.brand_id = availability.brand_id and parts.bundle_id = availability.bundle_id
  ) end,
  availability.quantity
);
comment on function commerce.availability(text, text, text, integer) is 'commerce.product_availability of a product, or of all products of a bundle.';

create function commerce.require_availability(brand_id text, product_id text, bundle_id text, quantity integer)
returns void
language plpgsql stable
as $$
declare
  v_id constant text := coalesce(require_availability.product_id, require_availability.bundle_id);
  v_availability constant jsonb := commerce.availability(
    require_availability.brand_id, require_availability.product_id, require_availability.bundle_id, require_availability.quantity
  );
begin
  if (v_availability ->> 'is_orderable')::boolean then
    return;
  end if;
  perform platform.fail(
    'NOSTK',
    case
      when v_availability is null then pg_catalog.format('items: "%s" is no longer in the catalog. Search for another product.', v_id)
      when v_availability ->> 'status' = 'out_of_stock' then
        pg_catalog.format('items: "%s" is out of stock. Order another product, or this one when it is available again.', v_id)
      else pg_catalog.format(
        'items: %s of "%s" were asked for and the shop has %s. Order %s or fewer.',
        require_availability.quantity, v_id, v_availability ->> 'quantity_available', v_availability ->> 'quantity_available'
      )
    end,
    pg_catalog.json_build_object(
      'product_id', require_availability.product_id, 'bundle_id', require_availability.bundle_id, 'availability', v_availability
    )::text
  );
end
$$;
comment on function commerce.require_availability(text, text, text, integer) is
  'Refuses to order what the shop cannot deliver (NOSTK): out of stock, fewer than asked for, or no longer in the catalog. A preorder is no refusal.';
