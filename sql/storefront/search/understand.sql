create function storefront.bound_currency(brand_id text, said text, fallback text)
returns text
language plpgsql stable
as $$
begin
  return (
    select case
      when bound_currency.said = '$' then coalesce(
        (select held.currency from pg_catalog.unnest(shop.currencies) with ordinality as held (currency, place) where held.currency ~ '^(USD|CAD|AUD|NZD|SGD|HKD)$' order by held.place limit 1),
        'USD'
      )
      else coalesce(bound_currency.said, bound_currency.fallback, shop.currencies[1], 'USD')
    end
    from (
      select (select catalogs.currencies from storefront.catalogs where catalogs.brand_id = bound_currency.brand_id) as currencies
    ) as shop
  );
end
$$;
comment on function storefront.bound_currency(text, text, text) is
  'Returns the currency of a price bound: the stated one, else the fallback, else the most common one of the shop. $ is the most common dollar of '
  'the shop.';

create function storefront.are_stated(brand_id text, words text, filters jsonb, compounds jsonb)
returns boolean
language plpgsql stable
as $$
begin
  return exists (
    with said as materialized (
      select term.asked, term.term from storefront.query_terms(are_stated.brand_id, are_stated.words) as term where term.is_known
    )
    select
    from storefront.stating(are_stated.brand_id, are_stated.compounds) as stated
    join storefront.products on products.brand_id = are_stated.brand_id and products.product_id = stated.product_id
    where storefront.meets(products, are_stated.filters)
      and not exists (
        select
        from said
        left join storefront.postings
          on postings.brand_id = are_stated.brand_id and postings.term = said.term and postings.product_id = stated.product_id
        group by said.asked
        having count(postings.product_id) = 0
      )
  );
end
$$;
comment on function storefront.are_stated(text, text, jsonb, jsonb) is
  'Returns whether some product passes the filters, has every word known to the catalog, and states the absence of each of the compounds.';

create function storefront.name_pattern(words text[])
returns text
language sql immutable
return '\m' || pg_catalog.regexp_replace(
  pg_catalog.array_to_string(name_pattern.words, ' ') collate pg_catalog."und-x-icu", '[^[:alnum:][:space:]]', '.', 'g'
) || '(?![[:alnum:]])';
comment on function storefront.name_pattern(text[]) is 'Returns a regular expression that finds these words of a name in a query.';

create function storefront.contrary_exclusions(words text, "without" text[])
returns text[]
language plpgsql stable
as $$
begin
  if contrary_exclusions."without" = '{}' then
    return '{}'::text[];
  end if;
  return array(
    with wanted as materialized (
      select read.asked from storefront.read_terms(
        -- "BPA-free" does not want BPA.
        pg_catalog.regexp_replace(contrary_exclusions.words, '\m[[:alpha:]][[:alnum:]]*(?:[\s-]+free(?!\s+(?:of|from|shipping|delivery|returns?|gifts?)\M)|less)\M', ' ', 'gi')
      ) as read
    )
    select excluded.word
    from pg_catalog.unnest(contrary_exclusions."without") with ordinality as excluded (word, number)
    where (select pg_catalog.bool_and(read.asked in (select wanted.asked from wanted)) from storefront.read_terms(excluded.word) as read)
    order by excluded.number
  );
end
$$;
comment on function storefront.contrary_exclusions(text, text[]) is
  'Returns the exclusions of which a query also wants every word: black in "black jacket not black". No product can meet both.';

create function storefront.understand(
  brand_id text, query text, given jsonb,
  out words text, out filters jsonb, out names jsonb, out name_words text[], out sort text, out unmatched text[], out topics jsonb
)
returns record
language plpgsql stable
as $$
declare
  v_named record;
  v_unused text[];
  v_without text[];
  v_compounds text[];
  v_contrary text[];
  v_negation constant text := '\m(?:not|no|without|except|but|non|never)[\s-]+(?:(?:by|from|the|a|any|of)\s+)?';
  v_said jsonb;
  v_has_bound constant boolean := understand.given ->> 'price_min' is not null or understand.given ->> 'price_max' is not null;
begin
  -- The collation makes \m, [[:alpha:]] and comparisons without case of these functions apply to letters of every script (storefront.lowered).
  select read.words, read.topics into words, topics from storefront.read_topics(
    storefront.spelled_exclusions(understand.query collate pg_catalog."und-x-icu")
  ) as read;
  select read.words, read.filters into words, v_said from storefront.read_query(words collate pg_catalog."und-x-icu") as read;
  select read.words, read.sort, read.unused into words, sort, unmatched from storefront.read_order(words collate pg_catalog."und-x-icu") as read;
  words := pg_catalog.regexp_replace(storefront.plain_negations(words collate pg_catalog."und-x-icu"), '\m(which|that|this|the|any|another|good|nice)\s+ones?\M', '\1', 'gi');
  -- Given filters take precedence over the query. Price bounds in two currencies never form a range.
  if v_has_bound then
    if v_said ? 'currency' and storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null)
      is distinct from storefront.bound_currency(understand.brand_id, null, understand.given ->> 'currency') then
      unmatched := unmatched || ('price in ' || storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null));
      v_said := v_said - 'price_min' - 'price_max';
    end if;
    v_said := v_said - 'currency';
  end if;
  filters := v_said || pg_catalog.jsonb_strip_nulls(understand.given);
  if v_said <> '{}' and understand.given <> '{}' then
    unmatched := unmatched || array(
      select bound.name || ': ' || (v_said ->> bound.name)
      from pg_catalog.unnest(array['price_min', 'price_max', 'rating_min', 'rating_max', 'in_stock']) with ordinality as bound (name, number)
      where v_said -> bound.name <> filters -> bound.name
      order by bound.number
    );
  end if;
  if filters ? 'price_min' or filters ? 'price_max' then
    filters := filters || pg_catalog.jsonb_build_object(
      'currency', coalesce(understand.given ->> 'currency', storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null))
    );
  end if;
  names := '{}';
  name_words := '{}';
  for v_named in
    select read.kind, read.name, read.words as said, read.is_negated, pg_catalog.bool_or(not read.is_negated) over (partition by read.kind, read.name) as is_wanted
    from storefront.read_names(understand.brand_id, words) as read
    order by read.is_negated desc
  loop
    if v_named.is_negated and v_named.is_wanted then
      -- "tents not tents": a name that is wanted and excluded is wanted.
      unmatched := unmatched || ('not ' || pg_catalog.array_to_string(v_named.said, ' '));
      words := pg_catalog.regexp_replace(
        words collate pg_catalog."und-x-icu", v_negation || storefront.name_pattern(v_named.said), ' ', 'gi'
      );
    elsif v_named.is_negated then
      filters := filters || pg_catalog.jsonb_build_object(v_named.kind || '_not', v_named.name);
      -- Do not search for an excluded name.
      words := pg_catalog.regexp_replace(
        words collate pg_catalog."und-x-icu", '(?:' || v_negation || ')?' || storefront.name_pattern(v_named.said), ' ', 'gi'
      );
    elsif not filters ? v_named.kind then
      names := names || pg_catalog.jsonb_build_object(v_named.kind, v_named.name);
      name_words := name_words || v_named.said;
    end if;
  end loop;
  select read.words, read."without", read.compounds, read.unused into words, v_without, v_compounds, v_unused from storefront.read_exclusions(words collate pg_catalog."und-x-icu") as read;
  unmatched := unmatched || v_unused;
  v_contrary := storefront.contrary_exclusions(words, v_without);
  if v_contrary <> '{}' then
    unmatched := unmatched || array(select 'not ' || excluded.word from pg_catalog.unnest(v_contrary) as excluded (word));
    v_without := array(select excluded.word from pg_catalog.unnest(v_without) as excluded (word) where excluded.word <> all (v_contrary));
    v_compounds := array(select excluded.word from pg_catalog.unnest(v_compounds) as excluded (word) where excluded.word <> all (v_contrary));
  end if;
  if v_without <> '{}' then
    filters := filters || pg_catalog.jsonb_build_object('without', v_without);
  end if;
  -- "non-stick pan" matches products that state it, if there are any. Otherwise it only excludes products that mention the word.
  if v_compounds <> '{}' and storefront.are_stated(understand.brand_id, words, filters - 'without', pg_catalog.to_jsonb(v_compounds)) then
    filters := filters || pg_catalog.jsonb_build_object('stated_without', v_compounds);
  end if;
  -- "something in stock" leaves no words to search by, so the filters are the whole query.
  if (filters <> pg_catalog.jsonb_strip_nulls(understand.given) or sort is not null)
    and not exists (select from storefront.read_terms(words) as said where not storefront.is_grammar(said.asked)) then
    words := '';
  elsif words !~ '\S' and understand.query ~ '\S' then
    -- A query that was not understood must not return every product.
    words := '?';
  end if;
end
$$;
comment on function storefront.understand(text, text, jsonb) is
  'Parses a query. Returns the words to search by, filters (given ones take precedence), names, a sort order, and topics about the shop itself. '
  'names apply only if they leave results. unmatched lists the words that were not used.';

create function storefront.shop_answers(brand_id text, topics jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_shop storefront.shops;
  v_published json;
begin
  if shop_answers.topics = '[]' then
    return '[]'::jsonb;
  end if;
  select shops.* into v_shop from storefront.shops where shops.brand_id = shop_answers.brand_id;
  v_published := storefront.fulfillment(shop_answers.brand_id);
  return (
    select pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object(
        'topic', asked.topic ->> 'topic', 'website', storefront.web_address(v_shop.website), 'contact', v_shop.support_contact
      )
      || case asked.topic ->> 'topic'
        when 'shipping' then pg_catalog.jsonb_build_object(
          'state', v_published #>> '{shipping,state}', 'note', v_shop.shipping_statement, 'country', asked.topic ->> 'country',
          'countries', array(
            select destination ->> 'country' from pg_catalog.json_array_elements(v_published #> '{shipping,destinations}') as destination
            group by destination ->> 'country' order by destination ->> 'country'
          ),
          'destinations', (
            select coalesce(pg_catalog.jsonb_agg(destination), '[]')
            from pg_catalog.json_array_elements(v_published #> '{shipping,destinations}') as destination
            where asked.topic ->> 'country' is null or destination ->> 'country' = asked.topic ->> 'country'
          )
        )
        when 'payment' then pg_catalog.jsonb_build_object(
          'state', v_published #>> '{payment,state}', 'note', v_shop.payment_statement, 'method', asked.topic ->> 'method',
          'methods', v_published #> '{payment,methods}'
        )
        else pg_catalog.jsonb_build_object('policy', storefront.web_address(v_shop.returns_policy))
      end
    )
    from pg_catalog.jsonb_array_elements(shop_answers.topics) as asked (topic)
  );
end
$$;
comment on function storefront.shop_answers(text, jsonb) is
  'Returns the facts that a shop has published about the topics of a query: shipping, returns, payment.';

grant execute on function
  storefront.bound_currency(text, text, text),
  storefront.are_stated(text, text, jsonb, jsonb),
  storefront.name_pattern(text[]),
  storefront.contrary_exclusions(text, text[]),
  storefront.understand(text, text, jsonb),
  storefront.shop_answers(text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
