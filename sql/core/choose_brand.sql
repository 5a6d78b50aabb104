create function core.choose_brand(brand_id text, reachable_brand_ids text[])
returns text
language plpgsql immutable
as $$
begin
  if choose_brand.brand_id = any (choose_brand.reachable_brand_ids) then
    return choose_brand.brand_id;
  elsif choose_brand.brand_id is not null then
    perform platform.fail('DNIED', 'brand_is_out_of_reach', 'brand_id');
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 1 then
    return choose_brand.reachable_brand_ids[1];
  elsif pg_catalog.cardinality(choose_brand.reachable_brand_ids) = 0 then
    perform platform.fail('DNIED', 'key_reaches_no_brand', 'brand_id');
  end if;
  return platform.fail('BADRQ', 'required_with_several_brands', 'brand_id');
end
$$;
comment on function core.choose_brand(text, text[]) is
  'The brand_id rule: optional when exactly one brand is reachable, else required; a brand out of reach is forbidden whether it exists or not.';

create function core.choose_shown_brand(brand_id text, reachable_brand_ids text[])
returns text[]
language plpgsql stable
as $$
begin
  if not exists (select from core.brands where brands.brand_id = choose_shown_brand.brand_id and brands.status <> 'archived' and not brands.is_simulated) then
    perform platform.fail('NTFND', 'no_such_storefront', 'brand_id');
  elsif not choose_shown_brand.brand_id = any (choose_shown_brand.reachable_brand_ids) then
    perform platform.fail('DNIED', 'storefront_is_out_of_reach', 'brand_id');
  end if;
  return array[choose_shown_brand.brand_id];
end
$$;
comment on function core.choose_shown_brand(text, text[]) is
  'The brand in a URL: public without a key (null); with a key, only a brand that the key reaches.';
grant execute on function core.choose_brand(text, text[]), core.choose_shown_brand(text, text[]) to vitrine_gate;
