create function commerce.show_offer(offer commerce.negotiation_offers)
returns json
language sql stable
return pg_catalog.json_build_object(
  'id', (show_offer.offer).offer_id,
  'position', (show_offer.offer).position,
  'party', (show_offer.offer).party,
  'type', (show_offer.offer).type,
  'terms', (show_offer.offer).terms,
  'quantity', (show_offer.offer).quantity,
  'unit_price', commerce.money((show_offer.offer).unit_price_micros, (show_offer.offer).currency),
  'message', (show_offer.offer).message,
  'status', (show_offer.offer).status,
  'valid_until', platform.utc((show_offer.offer).expires_at),
  'created_at', platform.utc((show_offer.offer).created_at)
);
comment on function commerce.show_offer(commerce.negotiation_offers) is 'Returns an offer of a negotiation as both sides see it.';

create function commerce.negotiation_actions(negotiation commerce.negotiations, brand_id text)
returns text[]
language sql stable
return array(
  select action
  from pg_catalog.unnest(
    commerce.allowed_actions(
      'negotiation', (negotiation_actions.negotiation).status,
      commerce.actors(
        negotiation_actions.brand_id, (negotiation_actions.negotiation).created_by, (negotiation_actions.negotiation).person_id
      )
    )
  ) as allowed (action)
  where not (
    action = 'counter' and (negotiation_actions.negotiation).status = 'pending_agent'
    and (negotiation_actions.negotiation).round >= (negotiation_actions.negotiation).rounds_max
  )
  and not (
    action in ('accept', 'counter') and (negotiation_actions.negotiation).status = 'pending_merchant' and not commerce.is_sold(
      (negotiation_actions.negotiation).brand_id, (negotiation_actions.negotiation).product_id, (negotiation_actions.negotiation).bundle_id
    )
  )
  order by action
);
comment on function commerce.negotiation_actions(commerce.negotiations, text) is 'The actions that the caller may take next: no counter-offer after the last round, and the shop can only decline an offer for what is no longer sold.';

create function commerce.show_negotiation(brand_id text, negotiation_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.negotiation_id,
      'brand_id', show_negotiation.brand_id,
      'status', held.status,
      'version', held.version,
      'product_id', held.product_id,
      'bundle_id', held.bundle_id,
      'title', held.title,
      'quantity', held.quantity,
      'availability', commerce.availability(held.brand_id, held.product_id, held.bundle_id, held.quantity),
      'list_price', commerce.money(held.list_price_micros, held.currency),
      'present_list_price', case when held.status in ('pending_merchant', 'pending_agent') and commerce.is_sold(held.brand_id, held.product_id, held.bundle_id) then coalesce(
        (
          select commerce.money(sold.price_micros, sold.currency)
          from storefront.products as sold
          where sold.brand_id = held.brand_id and sold.product_id = held.product_id
        ),
        (
          select commerce.money(sold.price_micros, sold.currency)
          from storefront.bundles as sold
          where sold.brand_id = held.brand_id and sold.bundle_id = held.bundle_id
        )
      ) end,
      'currency', held.currency,
      'round', held.round,
      'rounds_max', held.rounds_max,
      'current_offer', (
        select commerce.show_offer(offers)
        from commerce.negotiation_offers as offers
        where offers.brand_id = held.brand_id and offers.offer_id = held.current_offer_id
      ),
      'offers', (
        select pg_catalog.json_agg(commerce.show_offer(offers) order by offers.position)
        from commerce.negotiation_offers as offers
        where offers.brand_id = held.brand_id and offers.negotiation_id = held.negotiation_id
      ),
      'outcome', case when held.hold_id is not null then pg_catalog.json_build_object(
        'price', commerce.money(held.price_micros, held.currency), 'quantity', held.quantity, 'hold_id', held.hold_id, 'transaction_id', held.transaction_id,
        'quote', (
          select commerce.quote_claims(holds)
          from commerce.price_holds as holds
          where holds.brand_id = held.brand_id and holds.hold_id = held.hold_id
        )
      ) end,
      'resolution', held.resolution,
      'next_actions', commerce.negotiation_actions(held, show_negotiation.brand_id),
      'agent', held.agent,
      'verified_agent', held.verified_agent,
      'expires_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.negotiations as held
    where held.brand_id = core.data_brand_id(show_negotiation.brand_id) and held.negotiation_id = show_negotiation.negotiation_id
  );
end
$$;
comment on function commerce.show_negotiation(text, text) is 'A negotiation for its agent and its shop, without the limits of the pricing policy.';

grant execute on function
  commerce.show_offer(commerce.negotiation_offers),
  commerce.negotiation_actions(commerce.negotiations, text),
  commerce.show_negotiation(text, text)
to vitrine_key, vitrine_simulated;
