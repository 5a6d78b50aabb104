create function storefront.query_terms(brand_id text, query text)
returns table (asked text, place integer, term text, is_known boolean)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  -- limit makes the planner use the index, even if its statistics are outdated after an import.
  with said as materialized (
    select asked.asked, asked.place, known.term as known_term,
      pg_catalog.row_number() over (partition by known.term is null order by asked.place, asked.asked) as number
    from storefront.read_terms(query_terms.query) as asked
    left join lateral (
      select terms.term from storefront.terms where terms.brand_id = query_terms.brand_id and terms.term = asked.asked limit 1
    ) as known on true
  ),
  -- Two words that the catalog also writes as one: "flash light" matches flashlight.
  joined as materialized (
    select part.asked, part.place, compound.term
    from said as head
    join said as tail on tail.place = head.place + 1
    cross join lateral (
      select terms.term from storefront.terms
      where terms.brand_id = query_terms.brand_id and terms.term = (pg_catalog.ts_lexize('storefront.stem', head.asked || tail.asked))[1]
      limit 1
    ) as compound
    cross join lateral (values (head.asked, head.place), (tail.asked, tail.place)) as part (asked, place)
    where (head.asked || tail.asked) !~ '[^[:alpha:]]'
    union all
    select said.asked, said.place, form.term
    from said
    cross join lateral storefront.inflections(query_terms.brand_id, said.asked) as form (term)
    where pg_catalog.octet_length(said.asked) > pg_catalog.length(said.asked)
  )
  select joined.asked, joined.place, joined.term, true from joined
  union all
  select said.asked, said.place, coalesce(said.known_term, near.term, said.asked), said.known_term is not null or near.term is not null
  from said
  left join lateral pg_catalog.unnest(
    -- Repairs at most eight unknown words. Function words and common words are never misspellings of other words.
    case when said.known_term is null and said.number <= 8 and not storefront.is_grammar(said.asked) and not storefront.is_common(said.asked)
      then array(select storefront.near_terms(query_terms.brand_id, said.asked))
    end
  ) as near (term) on true
  where said.known_term is not null or not exists (select from joined where joined.asked = said.asked);
end
$$;
comment on function storefront.query_terms(text, text) is
  'Returns the terms of a query with their places and the matching terms of the catalog. Repairs spelling, completes words and finds compounds. A word '
  'has several rows if several terms match it.';

create function storefront.said_terms(brand_id text, query text)
returns jsonb
language plpgsql stable
as $$
begin
  return (
    with said as materialized (
      select term.*, term.is_known and storefront.is_measure(term.asked) as is_measure
      from storefront.query_terms(said_terms.brand_id, said_terms.query) as term
    )
    select coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_array(
          said.asked, said.term,
          said.is_known and (
            not said.is_measure
            or not exists (select from said as other where other.is_known and not other.is_measure)
            or exists (
              -- Reads the postings of the rarer term, and looks each of their products up among those of the other.
              select
              from said as other
              cross join lateral (
                select terms.term as rarer, case when terms.term = said.term then other.term else said.term end as commoner
                from storefront.terms
                where terms.brand_id = said_terms.brand_id and terms.term in (said.term, other.term)
                order by terms.products
                limit 1
              ) as pair
              cross join lateral (
                select postings.product_id from storefront.postings
                where postings.brand_id = said_terms.brand_id and postings.term = pair.rarer
                offset 0
              ) as bearer
              cross join lateral (
                select from storefront.postings
                where postings.brand_id = said_terms.brand_id and postings.term = pair.commoner and postings.product_id = bearer.product_id
                offset 0
              ) as both_of_them
              where other.is_known and not other.is_measure
            )
          )
        )
        order by said.place, said.asked, said.term
      ), '[]'
    )
    from said
  );
end
$$;
comment on function storefront.said_terms(text, text) is
  'Returns the terms of a query as rows of asked, term and is_known, so that one response looks them up only once. A measure that no product has '
  'together with another word of the query is not known: "sleeping bag for 4 people" finds no tents.';

create function storefront.is_replaced(said jsonb, asked text)
returns boolean
language sql immutable
return not exists (
  select from pg_catalog.jsonb_array_elements(is_replaced.said) as own (words)
  where own.words ->> 0 = is_replaced.asked
    -- One character of a script without spaces is a part of its terms.
    and (own.words ->> 1 = is_replaced.asked or (pg_catalog.length(is_replaced.asked) = 1 and pg_catalog.strpos(own.words ->> 1, is_replaced.asked) > 0))
);
comment on function storefront.is_replaced(jsonb, text) is
  'Returns whether said_terms replaced a word of a query by other terms, because no product has the word.';

create function storefront.spelled(brand_id text, term text)
returns text
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select word.text
      from (
        select postings.product_id from storefront.postings where postings.brand_id = spelled.brand_id and postings.term = spelled.term limit 1
      ) as bearer
      join storefront.products on products.brand_id = spelled.brand_id and products.product_id = bearer.product_id
      cross join lateral pg_catalog.regexp_split_to_table(
        storefront.lowered(pg_catalog.concat_ws(
          ' ', products.title, products.product_brand, products.category, storefront.attribute_text(products.attributes), products.description
        )) collate pg_catalog."und-x-icu", '[^[:alnum:]]+'
      ) with ordinality as word (text, place)
      where pg_catalog.left(word.text, 2) = pg_catalog.left(spelled.term, 2)
        and spelled.term = any (pg_catalog.tsvector_to_array(storefront.shop_vector(word.text)))
      order by word.place
      limit 1
    ), spelled.term
  );
end
$$;
comment on function storefront.spelled(text, text) is
  'Returns a term of the catalog as one of its products spells it: battery for the stem batteri. Returns the term itself if that product does not '
  'contain it as one word.';

grant execute on function
  storefront.query_terms(text, text), storefront.said_terms(text, text), storefront.is_replaced(jsonb, text), storefront.spelled(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
