create function storefront.read_query(query text)
returns table (words text, price_min numeric, price_max numeric, in_stock boolean, rating_min numeric)
language plpgsql immutable
as $$
declare
  v_match text[];
begin
  words := read_query.query;
  v_match := pg_catalog.regexp_match(words, '(?i)\m(?:between|from)\s+[$€£]?(\d+(?:\.\d+)?)\s*(?:and|to|-)\s*[$€£]?(\d+(?:\.\d+)?)');
  if v_match is not null then
    price_min := least(v_match[1]::numeric, v_match[2]::numeric);
    price_max := greatest(v_match[1]::numeric, v_match[2]::numeric);
    words := pg_catalog.regexp_replace(words, '(?i)\m(?:between|from)\s+[$€£]?\d+(?:\.\d+)?\s*(?:and|to|-)\s*[$€£]?\d+(?:\.\d+)?', ' ');
  end if;
  v_match := pg_catalog.regexp_match(words, '(?i)\m(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?)\s+[$€£]?(\d+(?:\.\d+)?)\s*(?:dollars|euros|pounds|usd|eur|gbp|[$€£])?');
  if v_match is not null then
    price_max := v_match[1]::numeric;
    words := pg_catalog.regexp_replace(words, '(?i)\m(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?)\s+[$€£]?\d+(?:\.\d+)?\s*(?:dollars|euros|pounds|usd|eur|gbp|[$€£])?', ' ');
  end if;
  v_match := pg_catalog.regexp_match(words, '(?i)\m(?:over|above|more than|at least|min(?:imum)?)\s+[$€£](\d+(?:\.\d+)?)');
  if v_match is not null then
    price_min := v_match[1]::numeric;
    words := pg_catalog.regexp_replace(words, '(?i)\m(?:over|above|more than|at least|min(?:imum)?)\s+[$€£]\d+(?:\.\d+)?', ' ');
  end if;
  v_match := pg_catalog.regexp_match(words, '(?i)\m([1-5](?:\.\d)?)\s*\+?\s*stars?(?:\s+(?:and up|or more|or better))?');
  if v_match is not null then
    rating_min := v_match[1]::numeric;
    words := pg_catalog.regexp_replace(words, '(?i)\m[1-5](?:\.\d)?\s*\+?\s*stars?(?:\s+(?:and up|or more|or better))?', ' ');
  end if;
  if words ~* '\m(in stock|available now|in-stock)\M' then
    in_stock := true;
    words := pg_catalog.regexp_replace(words, '(?i)\m(in stock|available now|in-stock)\M', ' ');
  end if;
  return next;
end
$$;
comment on function storefront.read_query(text) is 'What a query says of price, stock and rating, and the words that are left: "tents under 300 in stock" is tents, up to 300, in stock.';

create function storefront.search(
  brand_id text,
  q text,
  "limit" integer default 10,
  category text default null,
  price_min numeric default null,
  price_max numeric default null,
  in_stock boolean default null,
  rating_min numeric default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(search.brand_id);
  v_read record;
  v_products json;
  v_total bigint;
begin
  select * into v_read from storefront.read_query(search.q);
  with hits as (
    select ranked.product_id, ranked.score, ranked.has_all
    from storefront.rank_products(v_brand_id, v_read.words) as ranked
  ),
  kept as (
    select hits.*, products.rating_score, max(hits.score) over () as best
    from hits
    join storefront.products on products.brand_id = v_brand_id and products.product_id = hits.product_id
    where (search.category is null or products.category ilike '%' || search.category || '%')
      and products.price_micros >= coalesce(search.price_min, v_read.price_min, 0) * 1000000
      and (coalesce(search.price_max, v_read.price_max) is null or products.price_micros <= coalesce(search.price_max, v_read.price_max) * 1000000)
      and (coalesce(search.in_stock, v_read.in_stock, false) = false or products.availability in ('in_stock', 'low_stock'))
      and (coalesce(search.rating_min, v_read.rating_min) is null or products.rating_score >= coalesce(search.rating_min, v_read.rating_min))
  ),
  page as (
    select kept.* from kept order by kept.score desc, kept.rating_score desc nulls last, kept.product_id limit search."limit"
  )
  select
    (select count(*) from kept),
    (
      select pg_catalog.json_agg(
        cards.card || pg_catalog.jsonb_build_object('relevance', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
        order by page.score desc, page.rating_score desc nulls last, page.product_id
      )
      from page
      join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
    )
  into v_total, v_products;
  return pg_catalog.json_build_object(
    'query', search.q,
    'products', coalesce(v_products, '[]'),
    'meta', storefront.page_meta(v_brand_id, v_total, 1)
  );
end
$$;
comment on function storefront.search(text, text, integer, text, numeric, numeric, boolean, numeric) is
  'GET /search: products by relevance. A price, rating or stock that the words name is a filter; parameters come before it.';
grant execute on function
  storefront.read_query(text),
  storefront.search(text, text, integer, text, numeric, numeric, boolean, numeric)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.search', 'read:commerce', brand => 'shown', allow_anonymous => true);
