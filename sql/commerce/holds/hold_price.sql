create function commerce.give_up_hold(hold commerce.price_holds)
returns void
language plpgsql volatile
as $$
begin
  perform commerce.move('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id, 'release', 'agent');
  perform commerce.follow('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id);
end
$$;
comment on function commerce.give_up_hold(commerce.price_holds) is 'Releases a price hold and cancels the agreement that created it.';

create function commerce.hold_price(
  brand_id text,
  product_id text,
  bundle_id text,
  subject commerce.subject,
  quantity integer,
  source text,
  minutes integer,
  created_by text,
  person_id uuid,
  negotiation_id text default null,
  exclusive_offer_id text default null,
  terms jsonb default '{}'
)
returns text
language plpgsql volatile
as $$
declare
  v_other commerce.price_holds;
  v_hold_id text;
begin
  select held.* into v_other
  from commerce.price_holds as held
  where held.brand_id = hold_price.brand_id and held.created_by = hold_price.created_by and held.status = 'active'
    and coalesce(held.product_id, held.bundle_id) = coalesce(hold_price.product_id, hold_price.bundle_id);
  if found and not commerce.settle('price_hold', v_other.brand_id, v_other.hold_id) then
    if hold_price.negotiation_id is null then
      perform platform.fail('HOLDX', 'has_a_price_hold_already', 'product_id', pg_catalog.json_build_object('hold_id', v_other.hold_id));
    end if;
    -- The new agreement replaces the earlier hold.
    perform commerce.give_up_hold(v_other);
  end if;
  insert into commerce.price_holds as held (
    brand_id, product_id, bundle_id, title, link, quantity, unit_price_micros, currency, terms, source, price_observed_at, negotiation_id,
    exclusive_offer_id, created_by, person_id, expires_at
  )
  values (
    hold_price.brand_id, hold_price.product_id, hold_price.bundle_id, hold_price.subject.title, hold_price.subject.link, hold_price.quantity,
    hold_price.subject.price_micros, hold_price.subject.currency, hold_price.terms, hold_price.source, hold_price.subject.observed_at,
    hold_price.negotiation_id, hold_price.exclusive_offer_id, hold_price.created_by, hold_price.person_id,
    commerce.minutes_from_now(hold_price.minutes)
  )
  returning held.hold_id into v_hold_id;
  perform commerce.move('price_hold', hold_price.brand_id, v_hold_id, 'create', 'agent');
  return v_hold_id;
end
$$;
comment on function commerce.hold_price(text, text, text, commerce.subject, integer, text, integer, text, uuid, text, text, jsonb) is
  'Creates a price hold for an agent, one for each product. Raises HOLDX if there is one, unless an agreement replaces it.';

grant execute on function
  commerce.give_up_hold(commerce.price_holds),
  commerce.hold_price(text, text, text, commerce.subject, integer, text, integer, text, uuid, text, text, jsonb)
to vitrine_key, vitrine_simulated;
