create function commerce.count_stock()
returns trigger
language plpgsql volatile
as $$
begin
  if new.status in ('canceled', 'expired') then
    delete from storefront.ordered_stock as ordered where ordered.brand_id = new.brand_id and ordered.transaction_id = new.transaction_id;
  else
    update storefront.ordered_stock as ordered
    set expires_at = case when new.status in ('created', 'handed_off') then new.expires_at end
    where ordered.brand_id = new.brand_id and ordered.transaction_id = new.transaction_id
      and ordered.expires_at is distinct from case when new.status in ('created', 'handed_off') then new.expires_at end;
  end if;
  return null;
end
$$;
comment on function commerce.count_stock() is
  'An order counts against the reported stock until it is canceled or expires, and without an end once the merchant has confirmed it.';
create trigger count_stock after update of status, expires_at on commerce.transactions
for each row execute function commerce.count_stock();

create function commerce.product_availability(brand_id text, product_ids text[], quantity integer, transaction_id text default null)
returns jsonb
language sql stable
as $$
  with parts as (
    select
      storefront.remaining_availability(held.availability, held.quantity, others.quantity) as availability,
      case when held.quantity > 0 then storefront.remaining_quantity(held.quantity, others.quantity) end as quantity_available
    from storefront.catalog_products as held
    cross join lateral (
      select coalesce(sum(counted.quantity), 0) as quantity
      from storefront.counted_stock as counted
      where counted.brand_id = held.brand_id and counted.product_id = held.product_id
        and counted.transaction_id is distinct from product_availability.transaction_id
    ) as others
    where held.brand_id = product_availability.brand_id and held.product_id = any (product_availability.product_ids)
  )
  select case when count(*) = pg_catalog.cardinality(product_availability.product_ids) and count(*) > 0 then pg_catalog.jsonb_build_object(
    'status', (
      pg_catalog.array_agg(
        parts.availability
        order by case parts.availability when 'out_of_stock' then 1 when 'preorder' then 2 when 'low_stock' then 3 else 4 end
      )
    )[1],
    'quantity_available', min(parts.quantity_available),
    'is_orderable', pg_catalog.bool_and(
      parts.availability = 'preorder'
      or (parts.availability <> 'out_of_stock' and coalesce(parts.quantity_available >= product_availability.quantity, true))
    )
  ) end
  from parts;
$$;
comment on function commerce.product_availability(text, text[], integer, text) is
  'Whether this quantity of each of these products can be ordered: the stock that the shop last reported, minus later orders other than this one. '
  'Returns {status, quantity_available, is_orderable}. status is that of the least available product. quantity_available is null if the shop '
  'reports no stock for one of them. Returns null if one of them is no longer in the catalog.';

create function commerce.availability(brand_id text, product_id text, bundle_id text, quantity integer, transaction_id text default null)
returns jsonb
language sql stable
return commerce.product_availability(
  availability.brand_id,
  case
    when availability.product_id is not null then array[availability.product_id]
    -- An installation of 0.2.0 removed withdrawn products from their bundles, so that not all parts are stored.
    when storefront.is_whole_bundle(availability.brand_id, availability.bundle_id) then array(
      select parts.product_id
      from storefront.bundle_products as parts
      where parts.brand_id = availability.brand_id and parts.bundle_id = availability.bundle_id
    )
    else '{}'
  end,
  availability.quantity,
  availability.transaction_id
);
comment on function commerce.availability(text, text, text, integer, text) is
  'commerce.product_availability of a product, or of all products of a bundle. Null for a bundle of which the catalog lacks a product.';

create function commerce.require_availability(brand_id text, product_id text, bundle_id text, quantity integer, transaction_id text)
returns void
language plpgsql stable
as $$
declare
  v_availability constant jsonb := commerce.availability(
    require_availability.brand_id, require_availability.product_id, require_availability.bundle_id, require_availability.quantity,
    require_availability.transaction_id
  );
begin
  if (v_availability ->> 'is_orderable')::boolean then
    return;
  end if;
  perform platform.fail(
    'NOSTK',
    case
      when v_availability is null then 'is_no_longer_in_the_catalog'
      when v_availability ->> 'status' = 'out_of_stock' then 'is_out_of_stock'
      else 'is_short_in_stock'
    end,
    'items',
    pg_catalog.json_build_object(
      'product_id', require_availability.product_id,
      'bundle_id', require_availability.bundle_id,
      'quantity', require_availability.quantity,
      'availability', v_availability
    )
  );
end
$$;
comment on function commerce.require_availability(text, text, text, integer, text) is
  'Raises NOSTK if the shop cannot deliver: out of stock, fewer than the requested quantity, or no longer in the catalog. Preorders are allowed.';

grant execute on function commerce.product_availability(text, text[], integer, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.availability(text, text, text, integer, text) to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.require_availability(text, text, text, integer, text) to vitrine_key, vitrine_simulated;
