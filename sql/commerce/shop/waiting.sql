create function commerce.offer_waits(brand_id text, negotiation_id text)
returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from commerce.negotiations as held
    where held.brand_id = offer_waits.brand_id and held.negotiation_id = offer_waits.negotiation_id and held.status = 'pending_merchant'
  );
end
$$;
comment on function commerce.offer_waits(text, text) is 'Returns whether the offer of an agent waits for a person of the shop, for oauth.notify_of_shop.';
revoke execute on function commerce.offer_waits(text, text) from public;

create function commerce.waiting_counts(brand_id text)
returns jsonb
language plpgsql stable
as $$
begin
  return pg_catalog.jsonb_build_object(
    'offers', (
      select count(*)
      from (
        select from commerce.negotiations as held
        where held.brand_id = waiting_counts.brand_id and held.status = 'pending_merchant' and held.expires_at > platform.now()
        limit 100
      ) as found
    ),
    'orders', (
      select count(*)
      from (
        select from commerce.transactions as held
        where held.brand_id = waiting_counts.brand_id and held.status in ('created', 'handed_off') and held.expires_at > platform.now()
        limit 100
      ) as found
    ),
    'disputes', (
      select count(*)
      from (
        select from commerce.disputes as held
        where held.brand_id = waiting_counts.brand_id and held.status = 'open' and held.expires_at > platform.now()
        limit 100
      ) as found
    )
  );
end
$$;
comment on function commerce.waiting_counts(text) is
  'Returns how many offers, orders and disputes wait for a person of the shop, each at most 100, for the menu of the console. What has expired does not wait.';
