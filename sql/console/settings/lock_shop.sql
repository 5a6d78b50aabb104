create function console.lock_shop(brand_id text, version integer)
returns boolean
language plpgsql volatile
as $$
begin
  -- A shop that has published nothing gets a row to lock, so that a concurrent first change or import waits.
  insert into storefront.shops (brand_id, version) values (lock_shop.brand_id, 0) on conflict on constraint shops_pkey do nothing;
  perform from storefront.shops where shops.brand_id = lock_shop.brand_id and shops.version = lock_shop.version for no key update;
  return found;
end
$$;
comment on function console.lock_shop(text, integer) is
  'Locks what a shop publishes if its version is this one, until the transaction ends, and returns whether it is. 0 is the version of a shop that has '
  'published nothing. If it returns false, the caller must raise an error.';
grant execute on function console.lock_shop(text, integer) to vitrine_person;
