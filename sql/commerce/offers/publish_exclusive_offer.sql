create function commerce.exclusive_offer_faults(given commerce.exclusive_offers, amount numeric)
returns jsonb[]
language sql stable
return (
  with rules as (
    select
      pg_catalog.json_build_object('type', (exclusive_offer_faults.given).type) as words,
      (select currencies.exponent from core.currencies where currencies.currency = (exclusive_offer_faults.given).currency) as decimals,
      case (exclusive_offer_faults.given).type
        when 'percent_off' then array['percent_off']
        when 'amount_off' then array['amount', 'currency']
        when 'fixed_price' then array['amount', 'currency']
        when 'gift' then array['gift']
        else array[]::text[]
      end as fields
  ),
  typed as (
    select
      fields.position,
      case
        when not fields.name = any (rules.fields) then case
          when fields.value is not null then platform.fault('is_not_for_the_type', fields.name, rules.words)
        end
        when fields.value is null then platform.fault('is_required_for_the_type', fields.name, rules.words)
        when fields.name = 'percent_off' and ((exclusive_offer_faults.given).percent_off <= 0 or (exclusive_offer_faults.given).percent_off >= 100)
          then platform.fault('must_be_above_0_and_below_100', 'percent_off')
        when fields.name = 'amount' and pg_catalog.round(exclusive_offer_faults.amount, rules.decimals) <> exclusive_offer_faults.amount then platform.fault(
          'has_too_many_decimals', 'amount',
          pg_catalog.json_build_object('currency', (exclusive_offer_faults.given).currency, 'decimals', rules.decimals)
        )
        when fields.name = 'currency' and rules.decimals is null then platform.fault('must_be_a_currency_code', 'currency')
      end as fault
    from rules
    cross join lateral (values
      (1, 'percent_off', (exclusive_offer_faults.given).percent_off::text),
      (2, 'amount', exclusive_offer_faults.amount::text),
      (3, 'currency', (exclusive_offer_faults.given).currency),
      (4, 'gift', (exclusive_offer_faults.given).gift)
    ) as fields (position, name, value)
  ),
  -- An offer is for products, for a category or for a bundle.
  targets as (
    select named.position, named.name, pg_catalog.first_value(named.name) over (order by named.position) as first_name
    from (values
      (1, 'product_ids', (exclusive_offer_faults.given).product_ids <> '{}'),
      (2, 'category', (exclusive_offer_faults.given).category is not null),
      (3, 'bundle_id', (exclusive_offer_faults.given).bundle_id is not null)
    ) as named (position, name, is_given)
    where named.is_given
  ),
  faults as (
    select 1 as part, typed.position::bigint as position, typed.fault
    from typed
    union all
    select 2, targets.position, platform.fault('must_not_be_sent_with', targets.name, pg_catalog.json_build_object('other', targets.first_name))
    from targets
    where targets.name <> targets.first_name
    union all
    select 3, given.position, platform.fault('names_no_product_of_the_catalog', 'product_ids', pg_catalog.json_build_object('product_id', given.product_id))
    from pg_catalog.unnest((exclusive_offer_faults.given).product_ids) with ordinality as given (product_id, position)
    where not exists (
      select from storefront.products as held
      where held.brand_id = (exclusive_offer_faults.given).brand_id and held.product_id = given.product_id
    )
    union all
    select 4, 1, case
      when (exclusive_offer_faults.given).starts_at is null then platform.fault('must_not_be_in_the_past', 'ends_at')
      else platform.fault('must_not_be_before_starts_at', 'ends_at')
    end
    where (exclusive_offer_faults.given).ends_at < coalesce((exclusive_offer_faults.given).starts_at, platform.now())
  )
  select pg_catalog.array_agg(faults.fault order by faults.part, faults.position)
  from faults
);
comment on function commerce.exclusive_offer_faults(commerce.exclusive_offers, numeric) is
  'Returns the faults of an exclusive offer as of platform.fault, with nulls for the rules that it follows. Each type requires its own fields and accepts '
  'no others. The same rules as the checks of commerce.exclusive_offers.';

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
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  v_offer.brand_id := publish_exclusive_offer.brand_id;
  v_offer.type := publish_exclusive_offer.type;
  v_offer.product_ids := publish_exclusive_offer.product_ids;
  v_offer.category := publish_exclusive_offer.category;
  v_offer.bundle_id := publish_exclusive_offer.bundle_id;
  v_offer.percent_off := publish_exclusive_offer.percent_off;
  v_offer.currency := publish_exclusive_offer.currency;
  v_offer.gift := publish_exclusive_offer.gift;
  v_offer.starts_at := publish_exclusive_offer.starts_at;
  v_offer.ends_at := publish_exclusive_offer.ends_at;
  perform platform.fail_for(commerce.exclusive_offer_faults(v_offer, publish_exclusive_offer.amount));
  if v_offer.bundle_id is not null then
    perform commerce.find_subject(v_offer.brand_id, null, v_offer.bundle_id);
  end if;
  insert into commerce.exclusive_offers as held (
    brand_id, type, title, product_ids, category, bundle_id, percent_off, amount_micros, currency, gift, platforms, redemptions_max, terms_url, starts_at, ends_at
  )
  values (
    v_offer.brand_id, v_offer.type, publish_exclusive_offer.title, v_offer.product_ids, v_offer.category, v_offer.bundle_id, v_offer.percent_off,
    case when publish_exclusive_offer.amount is not null then commerce.micros(publish_exclusive_offer.amount, v_offer.currency, null) end,
    v_offer.currency, v_offer.gift, publish_exclusive_offer.platforms, publish_exclusive_offer.redemptions_max, publish_exclusive_offer.terms_url,
    coalesce(v_offer.starts_at, platform.now()), v_offer.ends_at
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
  commerce.exclusive_offer_faults(commerce.exclusive_offers, numeric),
  commerce.publish_exclusive_offer(text, text, text, text[], text, text, numeric, numeric, text, text, text[], integer, text, timestamptz, timestamptz)
to vitrine_key, vitrine_simulated, vitrine_worker;
call core.register_operation('commerce.publish_exclusive_offer', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
