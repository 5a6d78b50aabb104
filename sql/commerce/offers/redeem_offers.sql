create function commerce.lock_offers(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('commerce.exclusive_offers/' || lock_offers.brand_id, 0));
$$;
comment on function commerce.lock_offers(text) is
  'Locks the offers of a shop while their redemptions are counted. Taken after commerce.lock_agent, so that no deadlock occurs.';

create function commerce.redeem_offers(brand_id text, transaction_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_used record;
begin
  perform commerce.lock_offers(redeem_offers.brand_id);
  for v_used in
    select holds.exclusive_offer_id as offer_id, count(*) as holds
    from commerce.price_holds as holds
    where holds.brand_id = redeem_offers.brand_id and holds.transaction_id = redeem_offers.transaction_id and holds.exclusive_offer_id is not null
    group by holds.exclusive_offer_id
  loop
    update commerce.exclusive_offers as held
    set redemptions = held.redemptions + v_used.holds
    where held.brand_id = redeem_offers.brand_id and held.offer_id = v_used.offer_id
      and coalesce(held.redemptions + v_used.holds <= held.redemptions_max, true);
    if not found then
      perform platform.fail('NTFND', 'the_held_offer_is_used_up', 'hold_id');
    end if;
  end loop;
end
$$;
comment on function commerce.redeem_offers(text, text) is 'Counts the redemptions of exclusive offers by an order. Raises NTFND at redemptions_max.';
revoke execute on function commerce.redeem_offers(text, text) from public;

create function commerce.return_offers(brand_id text, transaction_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select commerce.lock_offers(return_offers.brand_id);
  update commerce.exclusive_offers as held
  set redemptions = held.redemptions - used.holds
  from (
    select holds.exclusive_offer_id as offer_id, count(*) as holds
    from commerce.price_holds as holds
    where holds.brand_id = return_offers.brand_id and holds.transaction_id = return_offers.transaction_id
    group by holds.exclusive_offer_id
  ) as used
  where held.brand_id = return_offers.brand_id and held.offer_id = used.offer_id;
$$;
comment on function commerce.return_offers(text, text) is 'Returns the redemptions of exclusive offers of a canceled or expired order.';
revoke execute on function commerce.return_offers(text, text) from public;

grant execute on function commerce.lock_offers(text) to vitrine_worker;
grant execute on function commerce.redeem_offers(text, text), commerce.return_offers(text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
