create function storefront.is_of_kind(title text, category text, attributes jsonb, terms text[])
returns boolean
language plpgsql stable
as $$
begin
  return pg_catalog.tsvector_to_array(storefront.shop_vector(pg_catalog.concat_ws(
    ' ', storefront.head_words(is_of_kind.title), storefront.head_words(storefront.kind_text(is_of_kind.category, is_of_kind.attributes))
  ))) && is_of_kind.terms;
end
$$;
comment on function storefront.is_of_kind(text, text, jsonb, text[]) is
  'Returns whether a head word of the title, category or product type of a product is one of the terms: true for "Dome tent" and tent, false for "Tent pegs".';

create function storefront.is_english(brand_id text)
returns boolean
language plpgsql stable
as $$
begin
  return (
    select coalesce(sum(terms.products) filter (where terms.term = any ('{the,and,for,with,of,is,from}')), 0)
      >= coalesce(sum(terms.products) filter (where terms.term <> all ('{the,and,for,with,of,is,from}')), 0)
    from storefront.terms
    where terms.brand_id = is_english.brand_id and terms.products > 0
      and terms.term = any ('{the,and,for,with,of,is,from,de,la,le,les,et,pour,avec,und,mit,fur,der,das,el,los,con,para,y,il,di,per,van,het,een,och,med,til}')
    having count(*) > 0
  );
end
$$;
comment on function storefront.is_english(text) is
  'Returns whether the texts of a catalog have at least as many English function words as those of other European languages. Null without any of these '
  'words: the language is unknown. The rule of storefront.head_words applies to English only: the head of "tente de camping" is its first word.';

create function storefront.kind_notices(brand_id text, words text, filters jsonb, names jsonb, sort text, said jsonb, product_ids text[])
returns jsonb
language plpgsql stable
as $$
declare
  v_bounds constant text[] := array['price_min', 'price_max', 'in_stock', 'rating_min', 'rating_max'];
  v_facts constant jsonb := storefront.fact_filters(kind_notices.filters);
  v_is_dearest constant boolean := v_facts ? 'price_min' and not v_facts ? 'price_max';
  v_currency text;
  v_heads text[];
  v_terms text[];
  v_kind text;
  v_others text[];
  v_without text[];
  v_known record;
begin
  if kind_notices.said = '[]' or (not v_facts ?| v_bounds and kind_notices.sort = 'relevance') then
    return '[]'::jsonb;
  end if;
  -- The name of a brand is no kind of product.
  v_heads := array(
    select head from pg_catalog.unnest(pg_catalog.tsvector_to_array(storefront.shop_vector(storefront.head_words(kind_notices.words)))) as head
    where head <> all (pg_catalog.string_to_array(storefront.name_words(coalesce(kind_notices.names ->> 'brand', '')), ' '))
  );
  v_terms := array(
    select distinct term.words ->> 1 from pg_catalog.jsonb_array_elements(kind_notices.said) as term (words)
    where term.words ->> 0 = any (v_heads) and term.words -> 2 = 'true'
  );
  if v_terms = '{}' or pg_catalog.array_to_string(v_terms, '') ~ '[^\x01-\x7f]' or storefront.is_english(kind_notices.brand_id) is not true then
    return '[]'::jsonb;
  end if;
  select token.word into v_kind
  from pg_catalog.unnest(storefront.search_terms(kind_notices.words, '{}')) with ordinality as token (word, number)
  where exists (select from storefront.read_terms(token.word) as part where part.asked = any (v_heads))
  order by token.number
  limit 1;
  v_others := array(
    select given.id
    from pg_catalog.unnest(kind_notices.product_ids) with ordinality as given (id, number)
    join storefront.products on products.brand_id = kind_notices.brand_id and products.product_id = given.id
    where not storefront.is_of_kind(products.title, products.category, products.attributes, v_terms)
      and (products.category = kind_notices.names ->> 'category') is not true
    order by given.number
  );
  if pg_catalog.cardinality(v_others) < pg_catalog.cardinality(kind_notices.product_ids) then
    return case when v_others = '{}' then '[]'::jsonb
      else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'other_kind', 'kind', v_kind, 'ids', v_others)) end;
  end if;
  v_without := array(select mentioned.product_id from storefront.mentioning(kind_notices.brand_id, kind_notices.filters -> 'without') as mentioned);
  v_currency := coalesce(
    v_facts ->> 'currency', (select catalogs.currencies[1] from storefront.catalogs where catalogs.brand_id = kind_notices.brand_id)
  );
  -- Products are tested in the order of their prices until one is of the kind. Only prices in the currency of the search are compared.
  for v_known in
    select
      nearby.product_id, nearby.title, nearby.category, nearby.attributes, nearby.price_micros, nearby.currency, nearby.is_near,
      nearby.is_near and storefront.is_priced_within(nearby.price_micros, v_facts) as is_met
    from (
      select
        products.product_id, products.title, products.category, products.attributes, products.price_micros, products.currency,
        storefront.meets(products, v_facts - 'price_min' - 'price_max')
          and (not v_facts ?| array['price_min', 'price_max'] or products.currency = v_currency) as is_near
      from (
        select distinct postings.product_id from storefront.postings
        where postings.brand_id = kind_notices.brand_id and postings.term = any (v_terms) and postings.weight > 0
      ) as bearer
      join storefront.products on products.brand_id = kind_notices.brand_id and products.product_id = bearer.product_id
      where products.product_id <> all (v_without)
      offset 0
    ) as nearby
    order by
      is_met desc, nearby.is_near desc, nearby.currency <> v_currency,
      nearby.price_micros * case when v_is_dearest then -1 else 1 end, nearby.product_id
  loop
    if v_known.category = kind_notices.names ->> 'category'
      or storefront.is_of_kind(v_known.title, v_known.category, v_known.attributes, v_terms) then
      return case
        when v_known.is_met and v_others = '{}' then '[]'::jsonb
        when v_known.is_met then pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'other_kind', 'kind', v_kind, 'ids', v_others))
        else pg_catalog.jsonb_build_array(pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
          'code', 'kind_not_found', 'kind', v_kind, 'ids', v_others, 'is_dearest', v_is_dearest,
          'price', case when v_known.is_near and v_facts ?| array['price_min', 'price_max']
            then storefront.amount(v_known.price_micros, v_known.currency) end,
          'currency', v_known.currency
        )))
      end;
    end if;
  end loop;
  return '[]'::jsonb;
end
$$;
comment on function storefront.kind_notices(text, text, jsonb, jsonb, text, jsonb, text[]) is
  'Returns a warning if products of the page only mention the head word of a query with a filter or a sort order: pegs for "tents under 50". '
  'kind_not_found: no product of that kind passes the filters, with the price of the nearest one. other_kind: only some products of the page do.';

grant execute on function
  storefront.is_of_kind(text, text, jsonb, text[]),
  storefront.is_english(text),
  storefront.kind_notices(text, text, jsonb, jsonb, text, jsonb, text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
