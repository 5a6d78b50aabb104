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
    perform platform.fail('NTFND', 'offer_id: there is no such offer now. GET /offers lists those there are.');
  elsif not offered_price_micros.platform = any (coalesce(v_offer.platforms, array[offered_price_micros.platform])) then
    perform platform.fail('DNIED', 'offer_id: this offer is for ' || pg_catalog.array_to_string(v_offer.platforms, ', ') || '. Say in agent.platform what you are.');
  elsif v_offer.platforms is not null and offered_price_micros.platform is null then
    perform platform.fail('BADRQ', 'agent.platform: required, because this offer is for some platforms only.');
  elsif v_offer.redemptions >= v_offer.redemptions_max then
    perform platform.fail('NTFND', 'offer_id: this offer has been used as often as it may be.');
  elsif not commerce.covers(v_offer, offered_price_micros.product_id, offered_price_micros.bundle_id, offered_price_micros.subject.category) then
    perform platform.fail('BADRQ', 'offer_id: this offer is not for that product.');
  end if;
  v_price_micros := commerce.reduced_price_micros(v_offer, offered_price_micros.subject.price_micros, offered_price_micros.subject.currency);
  if v_price_micros is null then
    perform platform.fail('BADRQ', 'offer_id: this offer makes no lower price of that product. It is good at the shop''s own checkout.');
  end if;
  return v_price_micros;
end
$$;
comment on function commerce.offered_price_micros(text, text, text, text, commerce.subject, text) is
  'What something costs with an exclusive offer; refuses one that is over, used up, or for others.';

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
comment on function commerce.covers(commerce.exclusive_offers, text, text, text) is 'Whether an offer is for it: a bundle, certain products, a category with what is below it, or everything.';

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
comment on function commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text) is 'A price with an offer taken off; null where it makes none lower.';

create function commerce.show_exclusive_offer(offer commerce.exclusive_offers)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_exclusive_offer.offer).offer_id,
    'type', (show_exclusive_offer.offer).type,
    'title', storefront.plain((show_exclusive_offer.offer).title),
    'product_ids', (show_exclusive_offer.offer).product_ids,
    'category', (show_exclusive_offer.offer).category,
    'bundle_id', (show_exclusive_offer.offer).bundle_id,
    'percent_off', (show_exclusive_offer.offer).percent_off,
    'amount', commerce.money((show_exclusive_offer.offer).amount_micros, (show_exclusive_offer.offer).currency),
    'gift', storefront.plain((show_exclusive_offer.offer).gift),
    'products', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'product_id', held.product_id, 'list_price', commerce.money(held.price_micros, held.currency),
            'price', commerce.money(commerce.reduced_price_micros(show_exclusive_offer.offer, held.price_micros, held.currency), held.currency)
          )
          order by held.product_id
        )
        from storefront.products as held
        where held.brand_id = (show_exclusive_offer.offer).brand_id and held.product_id = any ((show_exclusive_offer.offer).product_ids)
      ), '[]'
    ),
    'audience', pg_catalog.json_build_object('platforms', coalesce((show_exclusive_offer.offer).platforms, array['all'])),
    'starts_at', platform.utc((show_exclusive_offer.offer).starts_at),
    'ends_at', platform.utc((show_exclusive_offer.offer).ends_at),
    'redemptions_max', (show_exclusive_offer.offer).redemptions_max,
    'terms_url', storefront.web_address((show_exclusive_offer.offer).terms_url)
  );
$$;
comment on function commerce.show_exclusive_offer(commerce.exclusive_offers) is 'An exclusive offer as agents see it, with what the products it names come to.';

create function commerce.exclusive_offers(brand_id text, platform text default null)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('offers', coalesce(pg_catalog.json_agg(commerce.show_exclusive_offer(held) order by held.starts_at desc, held.offer_id), '[]'))
  from commerce.exclusive_offers as held
  where held.brand_id = core.data_brand_id(exclusive_offers.brand_id)
    and held.starts_at <= platform.now() and (held.ends_at is null or held.ends_at > platform.now())
    and coalesce(held.redemptions < held.redemptions_max, true)
    and (exclusive_offers.platform is null or held.platforms is null or exclusive_offers.platform = any (held.platforms));
$$;
comment on function commerce.exclusive_offers(text, text) is 'GET /offers: what the shop offers to agents now.';

create function commerce.publish_offer(
  brand_id text,
  type text,
  title text,
  product_ids text[] default '{}',
  category text default null,
  bundle_id text default null,
  percent_off numeric default null,
  amount numeric default null,
  currency text default null,
  gift text default null,
  platforms text[] default null,
  redemptions_max integer default null,
  terms_url text default null,
  starts_at timestamptz default null,
  ends_at timestamptz default null
)
returns json
language plpgsql volatile
as $$
declare
  v_unknown text;
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  select given.product_id into v_unknown
  from pg_catalog.unnest(publish_offer.product_ids) as given (product_id)
  where not exists (
    select from storefront.products as held where held.brand_id = publish_offer.brand_id and held.product_id = given.product_id
  )
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', pg_catalog.format('product_ids: the catalogue has no product %s.', v_unknown));
  elsif publish_offer.bundle_id is not null then
    perform commerce.find_subject(publish_offer.brand_id, null, publish_offer.bundle_id);
  end if;
  insert into commerce.exclusive_offers as held (
    brand_id, type, title, product_ids, category, bundle_id, percent_off, amount_micros, currency, gift, platforms, redemptions_max, terms_url, starts_at, ends_at
  )
  values (
    publish_offer.brand_id, publish_offer.type, publish_offer.title, publish_offer.product_ids, publish_offer.category, publish_offer.bundle_id,
    publish_offer.percent_off,
    case when publish_offer.amount is not null then commerce.micros(publish_offer.amount, publish_offer.currency, 'offer') end,
    publish_offer.currency, publish_offer.gift, publish_offer.platforms, publish_offer.redemptions_max, publish_offer.terms_url,
    coalesce(publish_offer.starts_at, platform.now()), publish_offer.ends_at
  )
  returning held.* into v_offer;
  perform events.emit(
    v_offer.brand_id, 'offer.published', pg_catalog.jsonb_build_object('offer_id', v_offer.offer_id, 'type', v_offer.type, 'title', v_offer.title)
  );
  return commerce.show_exclusive_offer(v_offer);
exception
  when check_violation then
    perform platform.fail(
      'BADRQ', 'type: percent_off goes with percent_off, amount_off and fixed_price with amount and currency, gift with gift; ends_at comes after starts_at.'
    );
end
$$;
comment on function commerce.publish_offer(
  text, text, text, text[], text, text, numeric, numeric, text, text, text[], integer, text, timestamptz, timestamptz
) is 'POST /offers: the shop makes an offer to agents.';

create function commerce.end_offer(brand_id text, offer_id text)
returns json
language plpgsql volatile
as $$
declare
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  update commerce.exclusive_offers as held
  set ends_at = greatest(held.starts_at, least(held.ends_at, platform.now()))
  where held.brand_id = end_offer.brand_id and held.offer_id = end_offer.offer_id
  returning held.* into v_offer;
  if not found then
    perform platform.fail('NTFND', 'offer_id: this shop has made no such offer.');
  end if;
  return commerce.show_exclusive_offer(v_offer);
end
$$;
comment on function commerce.end_offer(text, text) is 'DELETE /offers/{offer_id}: it is over. Prices that are held stay held. Again is the same as once.';

create function commerce.lock_offers(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('commerce.exclusive_offers/' || lock_offers.brand_id, 0));
$$;
comment on function commerce.lock_offers(text) is
  'Taken last, after an agent''s lock: whoever counts the offers of a shop does so alone, in whatever order the orders name them.';

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
      perform platform.fail('NTFND', 'hold_id: the offer that a price is held by has been used as often as it may be.');
    end if;
  end loop;
end
$$;
comment on function commerce.redeem_offers(text, text) is 'Counts the offers that an order uses, none more often than it may be.';
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
  delete from commerce.ordered_stock as taken
  where taken.brand_id = return_offers.brand_id and taken.transaction_id = return_offers.transaction_id;
$$;
comment on function commerce.return_offers(text, text) is 'An order that came to nothing has used no offer, and takes no stock.';
revoke execute on function commerce.return_offers(text, text) from public;

create function commerce.require_live()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'the simulated shop''s offers and prices are as they are. Use a live key to publish your own.');
  end if;
end
$$;
comment on function commerce.require_live() is 'DNIED for a test key: everybody''s share one simulated shop, which nobody rearranges.';

call core.register_operation('commerce.exclusive_offers', 'read:commerce', brand => 'shown', allow_anonymous => true);
call core.register_operation('commerce.publish_offer', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.end_offer', 'write:storefront', brand => 'shown', access => 'write');
