create function commerce.money(micros bigint, currency text)
returns json
language plpgsql stable
as $$
begin
  return (
    select storefront.formatted_price(money.micros, currencies)
    from core.currencies
    where currencies.currency = money.currency and money.micros is not null
  );
end
$$;
comment on function commerce.money(bigint, text) is
  'Returns an amount in the form of every price: number, currency, text and minor units. Null for a null amount.';

create function commerce.micros(amount numeric, currency text, field text)
returns bigint
language plpgsql stable
as $$
declare
  v_exponent smallint;
begin
  select currencies.exponent into v_exponent from core.currencies where currencies.currency = micros.currency;
  if v_exponent is null then
    perform platform.fail('BADRQ', 'must_be_a_currency_code', pg_catalog.concat_ws('.', micros.field, 'currency'));
  elsif pg_catalog.round(micros.amount, v_exponent) <> micros.amount then
    perform platform.fail(
      'BADRQ', 'has_too_many_decimals', pg_catalog.concat_ws('.', micros.field, 'amount'),
      pg_catalog.json_build_object('currency', micros.currency, 'decimals', v_exponent)
    );
  end if;
  return (micros.amount * 1000000)::bigint;
end
$$;
comment on function commerce.micros(numeric, text, text) is
  'Returns an amount in micros. Raises BADRQ with the field for an unknown currency or a fraction of its minor unit.';

create type commerce.subject as (
  title text,
  price_micros bigint,
  is_reduced boolean,
  currency text,
  category text,
  link text,
  observed_at timestamptz
);
comment on type commerce.subject is 'A product or bundle to be bought, its price, and when the shop last reported that price.';

create function commerce.find_subject(brand_id text, product_id text, bundle_id text)
returns commerce.subject
language plpgsql stable
as $$
declare
  v_subject commerce.subject;
begin
  if pg_catalog.num_nonnulls(find_subject.product_id, find_subject.bundle_id) <> 1 then
    perform platform.fail('BADRQ', 'must_name_one_product_or_bundle', 'product_id');
  elsif find_subject.product_id is not null then
    select
      held.title, held.price_micros, coalesce(held.list_price_micros > held.price_micros, false), held.currency, held.category,
      storefront.web_address(held.link), held.updated_at
    into v_subject
    from storefront.products as held
    where held.brand_id = find_subject.brand_id and held.product_id = find_subject.product_id;
    if not found then
      perform platform.fail('NTFND', 'names_no_product_of_this_shop', 'product_id', pg_catalog.json_build_object('product_id', find_subject.product_id));
    end if;
  else
    select held.name, held.price_micros, true, held.currency, null, storefront.web_address(shops.website), shops.updated_at
    into v_subject
    from storefront.bundles as held
    join storefront.shops on shops.brand_id = held.brand_id
    where held.brand_id = find_subject.brand_id and held.bundle_id = find_subject.bundle_id
      and (held.valid_until is null or held.valid_until > platform.now())
      and storefront.is_whole_bundle(held.brand_id, held.bundle_id);
    if not found then
      perform platform.fail('NTFND', 'names_no_bundle_of_this_shop', 'bundle_id');
    end if;
  end if;
  if v_subject.price_micros = 0 then
    perform platform.fail('BADRQ', 'costs_nothing', 'product_id');
  end if;
  return v_subject;
end
$$;
comment on function commerce.find_subject(text, text, text) is
  'Returns a product or bundle with its present price. Raises NTFND with the field if it does not exist.';

create function commerce.minutes_from_now(minutes integer)
returns timestamptz
language sql stable
return platform.now() + pg_catalog.make_interval(mins => minutes_from_now.minutes);
comment on function commerce.minutes_from_now(integer) is 'Returns the instant that is this many minutes from now.';

grant execute on function
  commerce.money(bigint, text),
  commerce.micros(numeric, text, text),
  commerce.find_subject(text, text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function commerce.minutes_from_now(integer) to vitrine_key, vitrine_simulated;
