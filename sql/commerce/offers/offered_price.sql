create function commerce.offered_price_micros(
  brand_id text, offer_id text, product_id text, bundle_id text, subject commerce.subject, platform text
)
returns bigint
language plpgsql stable
as $$
declare
  v_offer commerce.exclusive_offers;
  v_price_micros bigint;
begin
  select held.* into v_offer
  from commerce.exclusive_offers as held
  where held.brand_id = offered_price_micros.brand_id and held.offer_id = offered_price_micros.offer_id
    and held.starts_at <= platform.now() and (held.ends_at is null or held.ends_at > platform.now());
  if not found then
    perform platform.fail('NTFND', 'names_no_active_offer_of_this_shop', 'offer_id');
  elsif not offered_price_micros.platform = any (coalesce(v_offer.platforms, array[offered_price_micros.platform])) then
    perform platform.fail('DNIED', 'is_no_platform_of_this_offer', 'agent.platform', pg_catalog.json_build_object('platforms', v_offer.platforms));
  elsif v_offer.platforms is not null and offered_price_micros.platform is null then
    perform platform.fail('BADRQ', 'is_required_for_this_offer', 'agent.platform');
  elsif v_offer.redemptions >= v_offer.redemptions_max then
    perform platform.fail('NTFND', 'the_offer_is_used_up', 'offer_id');
  elsif not commerce.covers(v_offer, offered_price_micros.product_id, offered_price_micros.bundle_id, offered_price_micros.subject.category) then
    perform platform.fail('BADRQ', 'the_offer_is_for_other_products', 'offer_id');
  end if;
  v_price_micros := commerce.reduced_price_micros(v_offer, offered_price_micros.subject.price_micros, offered_price_micros.subject.currency);
  if v_price_micros is null then
    perform platform.fail('BADRQ', 'the_offer_does_not_lower_this_price', 'offer_id');
  end if;
  return v_price_micros;
end
$$;
comment on function commerce.offered_price_micros(text, text, text, text, commerce.subject, text) is
  'The price of a product with an exclusive offer. Refuses an offer that is over, used up, or for other platforms.';

create function commerce.covers(offer commerce.exclusive_offers, product_id text, bundle_id text, category text)
returns boolean
language sql immutable
return case
  when covers.bundle_id is not null then (covers.offer).bundle_id is not distinct from covers.bundle_id
  when (covers.offer).bundle_id is not null then false
  when (covers.offer).product_ids <> '{}' then covers.product_id = any ((covers.offer).product_ids)
  when (covers.offer).category is not null then coalesce(
    covers.category = (covers.offer).category or pg_catalog.starts_with(covers.category, (covers.offer).category || ' > '), false
  )
  else true
end;
comment on function commerce.covers(commerce.exclusive_offers, text, text, text) is 'Whether an exclusive offer applies: to a bundle, to listed products, to a category and its subcategories, or to everything.';

create function commerce.reduced_price_micros(offer commerce.exclusive_offers, price_micros bigint, currency text)
returns bigint
language sql stable
as $$
  select case when reduced.micros > 0 and reduced.micros < reduced_price_micros.price_micros then reduced.micros end
  from core.currencies
  cross join lateral (
    select case (reduced_price_micros.offer).type
      when 'percent_off' then commerce.round_up(
        reduced_price_micros.price_micros * (100 - (reduced_price_micros.offer).percent_off) / 100, (10 ^ (6 - currencies.exponent))::bigint
      )
      when 'amount_off' then case when (reduced_price_micros.offer).currency = currencies.currency
        then reduced_price_micros.price_micros - (reduced_price_micros.offer).amount_micros end
      when 'fixed_price' then case when (reduced_price_micros.offer).currency = currencies.currency then (reduced_price_micros.offer).amount_micros end
    end as micros
  ) as reduced
  where currencies.currency = reduced_price_micros.currency;
$$;
comment on function commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text) is 'A price reduced by an exclusive offer. Null if the offer does not reduce it.';

grant execute on function
  commerce.offered_price_micros(text, text, text, text, commerce.subject, text)
to vitrine_key, vitrine_simulated;
grant execute on function
  commerce.covers(commerce.exclusive_offers, text, text, text),
  commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_worker;
