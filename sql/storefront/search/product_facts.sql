create function storefront.weight_grams(attributes jsonb)
returns numeric
language sql immutable
return (
  select said.amount * case
      when said.unit ~* '^(kg|kilo)' then 1000 when said.unit ~* '^mg' then 0.001 when said.unit ~* '^(g|gr)' then 1
      when said.unit ~* '^(lb|pound)' then 453.59237 when said.unit ~* '^(oz|ounce)' then 28.349523125
    end
  from (
    select attribute.key, found.parts[1]::numeric as amount,
      coalesce(nullif(found.parts[2], ''), pg_catalog.substring(pg_catalog.lower(attribute.key), '[ _(]+(kg|g|grams?|lbs?|oz)\)?$')) as unit
    from pg_catalog.jsonb_each(weight_grams.attributes) as attribute
    cross join lateral pg_catalog.regexp_match(
      pg_catalog.replace(attribute.value #>> '{}', ',', '.'), '^\s*(\d{1,7}(?:\.\d{1,6})?)\s*([[:alpha:]]*)\.?\s*$'
    ) as found (parts)
    where pg_catalog.jsonb_typeof(attribute.value) in ('string', 'number')
      and attribute.key ~* '^(item|net|product|total|packed|shipping)?[ _-]*weight([ _(]+(kg|g|grams?|lbs?|oz)\)?)?$'
  ) as said
  where said.unit ~* '^(kg|kilo|mg|g$|gr|lbs?|pound|oz|ounce)'
  order by said.key ~* 'shipping|packed', said.key
  limit 1
);
comment on function storefront.weight_grams(jsonb) is
  'Returns the weight that the attributes state, in grams. Null without a weight or a unit. Uses a shipping or packed weight only if there is no '
  'other.';

create function storefront.colors(words tsvector)
returns text[]
language sql immutable
return array(
  select lexeme from pg_catalog.unnest(pg_catalog.tsvector_to_array(colors.words)) as lexeme
  where lexeme = any (
    '{black,white,red,blue,green,yellow,orang,purpl,violet,pink,brown,grey,gray,silver,gold,beig,navi,teal,turquois,oliv,khaki,tan,cream,ivori,charcoal,burgundi,maroon,coral,mint}'::text[]
  )
);
comment on function storefront.colors(tsvector) is 'Returns the stems that are names of colors.';

create function storefront.states_absence(words text, term text)
returns boolean
language sql stable
return exists (
  select
  from (
    select said.parts[1] as word
    from pg_catalog.regexp_matches(
      states_absence.words, '\m(?:(?:no|non|not|without|free\s+of|free\s+from)[\s-]+(?:(?:a|an|any|the)\s+)?|non)([[:alpha:]][[:alnum:]]*)', 'gi'
    ) as said (parts)
    union all
    select said.parts[1]
    from pg_catalog.regexp_matches(
      states_absence.words, '\m([[:alpha:]]+)(?:-free|less|\s+free(?!\s+(?:of|from|shipping|delivery|returns?|gifts?)\M))\M', 'gi'
    ) as said (parts)
  ) as absent
  where states_absence.term = any (pg_catalog.tsvector_to_array(storefront.shop_vector(absent.word)))
);
comment on function storefront.states_absence(text, text) is
  'Returns whether a text states the absence of a term: no hood, non-stick, alcohol-free, hoodless.';

create function storefront.is_without(product storefront.products, term text, word text)
returns boolean
language sql stable
return coalesce(
  -- An attribute with this name takes precedence over the texts.
  (
    select pg_catalog.lower(attribute.value #>> '{}') in ('no', 'none', 'false', 'without', 'not included', 'n/a', '0', '')
    from pg_catalog.jsonb_each(is_without.product.attributes) as attribute
    where pg_catalog.jsonb_typeof(attribute.value) <> 'array' and storefront.lowered(attribute.key) = storefront.lowered(is_without.word)
    limit 1
  ),
  storefront.states_absence(
    pg_catalog.concat_ws(' ', is_without.product.title, storefront.attribute_text(is_without.product.attributes), is_without.product.description), is_without.term
  )
);
comment on function storefront.is_without(storefront.products, text, text) is
  'Returns whether a product states that it is without a property. The property is given as a word and its term.';

create function storefront.mentions(product storefront.products, term text, word text)
returns boolean
language plpgsql stable
as $$
declare
  v_own text[];
begin
  -- A red variant of a product that "comes in black and red" is not black.
  if storefront.colors(pg_catalog.to_tsvector('storefront.shop', mentions.term)) <> '{}' then
    v_own := storefront.colors(storefront.shop_vector(storefront.attribute_text(mentions.product.attributes)));
    if v_own = '{}' then
      v_own := storefront.colors(storefront.shop_vector(mentions.product.title));
    end if;
    if v_own <> '{}' then
      return mentions.term = any (v_own);
    end if;
  end if;
  return not storefront.is_without(mentions.product, mentions.term, mentions.word);
end
$$;
comment on function storefront.mentions(storefront.products, text, text) is
  'Returns whether a product whose text contains a term has the property. False if it states the absence, such as "no hood", or if the term is not '
  'its own color.';

create function storefront.excluded_terms(brand_id text, words text)
returns table (asked text, term text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select said.asked, said.term
  from storefront.query_terms(excluded_terms.brand_id, excluded_terms.words) as said
  where said.is_known and (pg_catalog.strpos(said.term, said.asked) > 0 or said.term in (select storefront.inflections(excluded_terms.brand_id, said.asked)));
end
$$;
comment on function storefront.excluded_terms(text, text) is
  'Returns the terms of the catalog that an exclusion means: its words, their forms in other scripts, and compounds of them. An exclusion is not repaired, because a wrong repair would '
  'remove other products.';

create function storefront.mentioning(brand_id text, phrases jsonb)
returns table (product_id text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  if coalesce(mentioning.phrases, '[]') = '[]' then
    return;
  end if;
  return query
  with phrase as (
    select given.words, said.asked, said.term, (select count(*) from storefront.read_terms(given.words)) as size
    from pg_catalog.jsonb_array_elements_text(coalesce(mentioning.phrases, '[]')) as given (words)
    cross join lateral storefront.excluded_terms(mentioning.brand_id, given.words) as said
  )
  select products.product_id
  from phrase
  join storefront.postings on postings.brand_id = mentioning.brand_id and postings.term = phrase.term
  join storefront.products on products.brand_id = mentioning.brand_id and products.product_id = postings.product_id
  where phrase.size = 1 and storefront.mentions(products, phrase.term, phrase.words)
  union
  -- A phrase of several words is a product name: it matches titles with all of its words.
  select products.product_id
  from phrase
  join storefront.postings on postings.brand_id = mentioning.brand_id and postings.term = phrase.term
  join storefront.products on products.brand_id = mentioning.brand_id and products.product_id = postings.product_id
  where phrase.size > 1 and storefront.shop_vector(products.title) @@ pg_catalog.plainto_tsquery('simple', phrase.term)
  group by products.product_id, phrase.words, phrase.size
  having count(distinct phrase.asked) = phrase.size
  union
  select products.product_id
  from storefront.products
  where products.brand_id = mentioning.brand_id
    and exists (
      select
      from pg_catalog.jsonb_each(products.attributes) as attribute
      join pg_catalog.jsonb_array_elements_text(mentioning.phrases) as given (words) on storefront.lowered(attribute.key) = storefront.lowered(given.words)
      where pg_catalog.lower(attribute.value #>> '{}') not in ('no', 'none', 'false', 'without', 'not included', 'n/a', '0', '')
    );
end
$$;
comment on function storefront.mentioning(text, jsonb) is
  'Returns the products with an excluded property, such as ["black", "hood"], or with all words of a phrase in their title.';

create function storefront.stating(brand_id text, words jsonb)
returns table (product_id text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with given as (
    select given.word, said.asked as term
    from pg_catalog.jsonb_array_elements_text(stating.words) as given (word)
    cross join lateral storefront.read_terms(given.word) as said
  ),
  stated as (
    select given.word, products.product_id
    from given
    cross join lateral (
      select postings.product_id
      from storefront.postings
      where postings.brand_id = stating.brand_id
        and postings.term = any (
          given.term || pg_catalog.ts_lexize('storefront.stem', 'non' || given.word) || pg_catalog.ts_lexize('storefront.stem', given.word || 'less')
        )
    ) as bearer
    join storefront.products on products.brand_id = stating.brand_id and products.product_id = bearer.product_id
    where storefront.is_without(products, given.term, given.word)
    union
    select given.word, products.product_id
    from given
    join storefront.products on products.brand_id = stating.brand_id
      and exists (select from pg_catalog.jsonb_object_keys(products.attributes) as attribute (name) where storefront.lowered(attribute.name) = given.word)
    where storefront.is_without(products, given.term, given.word)
  )
  select stated.product_id
  from stated
  group by stated.product_id
  having count(*) = (select count(distinct given.word) from given);
end
$$;
comment on function storefront.stating(text, jsonb) is
  'Returns the products that state the absence of each of these words: for ["stick"], the non-stick products.';

grant execute on function
  storefront.weight_grams(jsonb),
  storefront.colors(tsvector),
  storefront.states_absence(text, text),
  storefront.is_without(storefront.products, text, text),
  storefront.stating(text, jsonb),
  storefront.mentions(storefront.products, text, text),
  storefront.excluded_terms(text, text),
  storefront.mentioning(text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
