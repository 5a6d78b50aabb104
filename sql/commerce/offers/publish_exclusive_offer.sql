create function commerce.offer_faults(
  type text, percent_off numeric, amount numeric, currency text, gift text, starts_at timestamptz, ends_at timestamptz
)
returns jsonb[]
language sql stable
return (
  with rules as (
    select
      offer_faults.type in ('amount_off', 'fixed_price') as has_amount,
      pg_catalog.json_build_object('type', offer_faults.type) as given,
      (select currencies.exponent from core.currencies where currencies.currency = offer_faults.currency) as decimals
  )
  select array[
    case when offer_faults.type = 'percent_off' then case
      when offer_faults.percent_off is null then platform.fault('is_required_for_the_type', 'percent_off', rules.given)
      when offer_faults.percent_off <= 0 or offer_faults.percent_off >= 100 then platform.fault('must_be_above_0_and_below_100', 'percent_off')
    end end,
    case
      when offer_faults.amount is null and rules.has_amount then platform.fault('is_required_for_the_type', 'amount', rules.given)
      when pg_catalog.round(offer_faults.amount, rules.decimals) <> offer_faults.amount then platform.fault(
        'has_too_many_decimals', 'amount', pg_catalog.json_build_object('currency', offer_faults.currency, 'decimals', rules.decimals)
      )
    end,
    case
      when offer_faults.currency is null and rules.has_amount then platform.fault('is_required_for_the_type', 'currency', rules.given)
      when offer_faults.currency is null and offer_faults.amount is not null then platform.fault('must_be_a_currency_code', 'currency')
      when offer_faults.currency is not null and rules.decimals is null then platform.fault('must_be_a_currency_code', 'currency')
    end,
    case when offer_faults.type = 'gift' and offer_faults.gift is null then platform.fault('is_required_for_the_type', 'gift', rules.given) end,
    case
      when offer_faults.ends_at < coalesce(offer_faults.starts_at, platform.now()) then case
        when offer_faults.starts_at is null then platform.fault('must_not_be_in_the_past', 'ends_at')
        else platform.fault('must_not_be_before_starts_at', 'ends_at')
      end
    end
  ]
  from rules
);
comment on function commerce.offer_faults(text, numeric, numeric, text, text, timestamptz, timestamptz) is
  'Returns the faults of an exclusive offer as of platform.fault, with nulls for the rules that it follows. The same rules as the checks of '
  'commerce.exclusive_offers.';

create function commerce.publish_exclusive_offer(
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
  perform platform.fail_for(commerce.offer_faults(
    publish_exclusive_offer.type, publish_exclusive_offer.percent_off, publish_exclusive_offer.amount, publish_exclusive_offer.currency,
    publish_exclusive_offer.gift, publish_exclusive_offer.starts_at, publish_exclusive_offer.ends_at
  ));
  select given.product_id into v_unknown
  from pg_catalog.unnest(publish_exclusive_offer.product_ids) as given (product_id)
  where not exists (
    select from storefront.products as held where held.brand_id = publish_exclusive_offer.brand_id and held.product_id = given.product_id
  )
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', 'names_no_product_of_the_catalog', 'product_ids', pg_catalog.json_build_object('product_id', v_unknown));
  elsif publish_exclusive_offer.bundle_id is not null then
    perform commerce.find_subject(publish_exclusive_offer.brand_id, null, publish_exclusive_offer.bundle_id);
  end if;
  insert into commerce.exclusive_offers as held (
    brand_id, type, title, product_ids, category, bundle_id, percent_off, amount_micros, currency, gift, platforms, redemptions_max, terms_url, starts_at, ends_at
  )
  values (
    publish_exclusive_offer.brand_id, publish_exclusive_offer.type, publish_exclusive_offer.title, publish_exclusive_offer.product_ids, publish_exclusive_offer.category, publish_exclusive_offer.bundle_id,
    publish_exclusive_offer.percent_off,
    case when publish_exclusive_offer.amount is not null then commerce.micros(publish_exclusive_offer.amount, publish_exclusive_offer.currency, null) end,
    publish_exclusive_offer.currency, publish_exclusive_offer.gift, publish_exclusive_offer.platforms, publish_exclusive_offer.redemptions_max, publish_exclusive_offer.terms_url,
    coalesce(publish_exclusive_offer.starts_at, platform.now()), publish_exclusive_offer.ends_at
  )
  returning held.* into v_offer;
  perform events.emit(
    v_offer.brand_id, 'offer.published', pg_catalog.jsonb_build_object('offer_id', v_offer.offer_id, 'type', v_offer.type, 'title', v_offer.title)
  );
  return commerce.show_exclusive_offer(v_offer);
end
$$;
comment on function commerce.publish_exclusive_offer(
  text, text, text, text[], text, text, numeric, numeric, text, text, text[], integer, text, timestamptz, timestamptz
) is 'POST /offers: publishes an exclusive offer to agents.';
grant execute on function
  commerce.offer_faults(text, numeric, numeric, text, text, timestamptz, timestamptz),
  commerce.publish_exclusive_offer(text, text, text, text[], text, text, numeric, numeric, text, text, text[], integer, text, timestamptz, timestamptz)
to vitrine_key, vitrine_simulated, vitrine_worker;
call core.register_operation('commerce.publish_exclusive_offer', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
