create function commerce.ordered_quantity(brand_id text, product_id text, other_than text default null)
returns integer
language sql stable
as $$
  select coalesce(sum(ordered.quantity), 0)::integer
  from commerce.ordered_stock as ordered
  join commerce.transactions as held on held.brand_id = ordered.brand_id and held.transaction_id = ordered.transaction_id
  where ordered.brand_id = ordered_quantity.brand_id and ordered.product_id = ordered_quantity.product_id
    and ordered.transaction_id is distinct from ordered_quantity.other_than
    and held.status not in ('canceled', 'expired')
    -- An expired order does not count, even before the expiration job has updated its state.
    and not (held.status in ('created', 'handed_off') and held.expires_at <= platform.now());
$$;
comment on function commerce.ordered_quantity(text, text, text) is
  'Returns how many pieces of a product were ordered since the shop last reported its quantity, within the caller''s row-level security. Canceled '
  'and expired orders and the order other_than do not count. Price holds reserve no stock.';

create function commerce.ordered_by_all(brand_id text, product_id text, other_than text default null)
returns integer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select commerce.ordered_quantity(ordered_by_all.brand_id, ordered_by_all.product_id, ordered_by_all.other_than); $$;
comment on function commerce.ordered_by_all(text, text, text) is
  'commerce.ordered_quantity over the orders of all agents, which an agent cannot read. Runs as its owner, within the brands of the caller.';
revoke execute on function commerce.ordered_by_all(text, text, text) from public;

create function commerce.product_availability(brand_id text, product_ids text[], quantity integer, transaction_id text default null)
returns jsonb
language sql stable
as $$
  with parts as (
    select
      case when held.availability in ('in_stock', 'low_stock') and remaining.quantity = 0 then 'out_of_stock' else held.availability end as availability,
      remaining.quantity as quantity_available
    from storefront.products as held
    left join lateral (
      select greatest(
        held.quantity - case
          -- All test keys share one simulated shop, and none of them sees the orders of another.
          when current_user = 'vitrine_simulated' then commerce.ordered_quantity(held.brand_id, held.product_id, product_availability.transaction_id)
          else commerce.ordered_by_all(held.brand_id, held.product_id, product_availability.transaction_id)
        end, 0
      ) as quantity
      where held.quantity > 0
    ) as remaining on true
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
  case when availability.product_id is not null then array[availability.product_id] else array(
    select parts.product_id
    from storefront.bundle_products as parts
    where parts.brand_id = availability.brand_id and parts.bundle_id = availability.bundle_id
  ) end,
  availability.quantity,
  availability.transaction_id
);
comment on function commerce.availability(text, text, text, integer, text) is
  'commerce.product_availability of a product, or of all products of a bundle.';

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

grant execute on function
  commerce.ordered_quantity(text, text, text),
  commerce.ordered_by_all(text, text, text),
  commerce.product_availability(text, text[], integer, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.availability(text, text, text, integer, text) to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.require_availability(text, text, text, integer, text) to vitrine_key, vitrine_simulated;
