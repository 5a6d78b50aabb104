create function storefront.meets(product storefront.products, filters jsonb)
returns boolean
language sql immutable
return
  (meets.filters ->> 'category' is null or pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(meets.filters ->> 'category')) > 0)
  and (
    meets.filters -> 'categories' is null
    or exists (
      select from pg_catalog.jsonb_array_elements_text(meets.filters -> 'categories') as wanted (name)
      where pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(wanted.name)) > 0
    )
  )
  and (meets.filters ->> 'brand' is null or pg_catalog.lower(meets.product.product_brand) = pg_catalog.lower(meets.filters ->> 'brand'))
  and (meets.filters ->> 'brand_not' is null or pg_catalog.lower(meets.product.product_brand) is distinct from pg_catalog.lower(meets.filters ->> 'brand_not'))
  and (meets.filters ->> 'category_not' is null or meets.product.category is distinct from meets.filters ->> 'category_not')
  and (meets.filters -> 'not_ids' is null or not meets.filters -> 'not_ids' ? meets.product.product_id)
  and (meets.filters ->> 'currency' is null or meets.product.currency = meets.filters ->> 'currency')
  and (meets.filters ->> 'price_min' is null or meets.product.price_micros >= (meets.filters ->> 'price_min')::numeric * 1000000)
  and (meets.filters ->> 'price_max' is null or meets.product.price_micros <= (meets.filters ->> 'price_max')::numeric * 1000000)
  and (meets.filters -> 'in_stock' is distinct from 'true' or meets.product.availability in ('in_stock', 'low_stock'))
  and (meets.filters -> 'in_stock' is distinct from 'false' or meets.product.availability not in ('in_stock', 'low_stock'))
  and (meets.filters ->> 'rating_min' is null or meets.product.shown_score >= (meets.filters ->> 'rating_min')::numeric)
  and (meets.filters ->> 'rating_max' is null or meets.product.shown_score <= (meets.filters ->> 'rating_max')::numeric)
  and (
    meets.filters -> 'attributes' is null
    or not exists (
      select from pg_catalog.jsonb_each(meets.filters -> 'attributes') as wanted
      where not exists (
        select
        from pg_catalog.jsonb_path_query(meets.product.attributes -> wanted.key, 'lax $[*]') as has
        join pg_catalog.jsonb_path_query(wanted.value, 'lax $[*]') as any_of on pg_catalog.lower(has #>> '{}') = pg_catalog.lower(any_of #>> '{}')
      )
    )
  );
comment on function storefront.meets(storefront.products, jsonb) is
  'Returns whether a product passes all filters. Filters: category (part of the name), categories (any of them), brand, currency, price_min, '
  'price_max, in_stock, rating_min, rating_max and attributes. Exclusions: brand_not, category_not and not_ids.';

create function storefront.preferred(brand_id text, preferences jsonb)
returns table (product_id text, preferences text[])
language sql stable
as $$
  select postings.product_id, pg_catalog.array_agg(distinct wish.words order by wish.words)
  from pg_catalog.jsonb_array_elements_text(preferred.preferences) as wish (words)
  cross join lateral storefront.read_terms(wish.words) as said
  join storefront.postings on postings.brand_id = preferred.brand_id and postings.term = said.asked
  group by postings.product_id;
$$;
comment on function storefront.preferred(text, jsonb) is 'Returns the products whose text contains a word of a preference, with these preferences.';

create function storefront.find_products(
  brand_id text,
  query text,
  filters jsonb default '{}',
  names jsonb default '{}',
  context jsonb default '{}',
  sort text default 'relevance',
  "limit" integer default 10,
  "offset" bigint default 0,
  variants text default 'grouped',
  is_strict boolean default false,
  said jsonb default null
)
returns table (
  product_id text, score double precision, has_all boolean, number bigint, total bigint, goes_by_names boolean, is_repaired boolean, lacking bigint, siblings jsonb
)
language plpgsql stable
-- Planning takes longer than execution, and a custom plan would be the same.
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  v_brand_id constant text := storefront.check_search(
    find_products.brand_id, find_products.query, find_products.filters, find_products.names, find_products.context, find_products.sort,
    find_products."limit", find_products."offset", find_products.variants, find_products.said
  );
  v_said constant jsonb := coalesce(find_products.said, storefront.said_terms(v_brand_id, find_products.query));
  v_asked text[];
  v_terms text[];
  v_is_repaired boolean;
  v_currency text;
  v_has_groups boolean;
  v_keep bigint;
  v_brand constant text := find_products.names ->> 'brand';
  v_category constant text := find_products.names ->> 'category';
  v_filters constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.filters) - 'without' - 'stated_without';
  v_context constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.context);
  v_without constant text[] := case when find_products.filters ? 'without'
    then array(select mentioned.product_id from storefront.mentioning(find_products.brand_id, find_products.filters -> 'without') as mentioned)
    else '{}'
  end;
  v_stated constant text[] := case when find_products.filters ? 'stated_without'
    then array(select stated.product_id from storefront.stating(find_products.brand_id, find_products.filters -> 'stated_without') as stated)
  end;
  -- If none of these apply, only products whose score can reach the page are read.
  v_is_plain constant boolean := v_filters = '{}' and v_context = '{}' and v_without = '{}' and find_products.sort = 'relevance' and not find_products.is_strict;
begin
  select
    coalesce(pg_catalog.array_agg(term.words ->> 0), '{}'), coalesce(pg_catalog.array_agg(term.words ->> 1), '{}'),
    coalesce(pg_catalog.bool_or(term.words ->> 0 <> term.words ->> 1 and storefront.is_replaced(v_said, term.words ->> 0)), false)
  into v_asked, v_terms, v_is_repaired
  from pg_catalog.jsonb_array_elements(v_said) as term (words)
  -- If no word is known, the query may be a product number.
  where term.words -> 2 = 'true' or not v_said @? 'strict $[*] ? (@[2] == true)';
  select coalesce(v_filters ->> 'currency', catalogs.currencies[1]), catalogs.has_groups and find_products.variants = 'grouped'
  into v_currency, v_has_groups
  from storefront.catalogs where catalogs.brand_id = find_products.brand_id;
  -- Neither names nor groups can move other products to the page, so that only its own are read.
  if v_is_plain and not v_has_groups and v_stated is null and find_products.names = '{}' and v_terms <> '{}' then
    v_keep := find_products."limit" + find_products."offset";
  end if;
  return query
  with ranked as materialized (
    select hits.product_id, hits.score, hits.has_all, hits.hits
    from storefront.rank_products(find_products.brand_id, v_asked, v_terms, find_products.query, v_keep) as hits
    where v_terms <> '{}' and (v_stated is null or hits.product_id = any (v_stated))
    union all
    -- Without words there is no ranking. Every product has the same score.
    select products.product_id, 0, true, null
    from storefront.products
    where v_terms = '{}' and find_products.query !~ '\S' and products.brand_id = find_products.brand_id
      and (v_stated is null or products.product_id = any (v_stated))
  ),
  named as materialized (
    select ranked.*
    from ranked
    join (
      select products.product_id
      from storefront.products
      where find_products.names <> '{}'
        and products.brand_id = find_products.brand_id
        and (v_brand is null or products.product_brand = v_brand)
        and (v_category is null or products.category = v_category)
    ) as bearer using (product_id)
  ),
  -- A name in the query is a filter if some product has this name and every word. Otherwise its words are ordinary words.
  choice as materialized (
    select exists (
      select
      from named
      join storefront.products on products.brand_id = find_products.brand_id and products.product_id = named.product_id
      where named.has_all and (v_filters = '{}' or storefront.meets(products, v_filters))
    ) as goes_by_names
  ),
  answering as (
    select named.* from named where (select choice.goes_by_names from choice)
    union all
    select ranked.* from ranked where not (select choice.goes_by_names from choice)
  ),
  whole as materialized (
    select answering.* from answering where v_without = '{}' or not answering.product_id = any (v_without)
  ),
  chosen as materialized (
    select whole.*, whole.product_id as group_key
    from whole
    where not v_has_groups and (not find_products.is_strict or whole.has_all or not exists (select from whole as other where other.has_all))
    union all
    select whole.*, products.group_key
    from whole
    join storefront.products on products.brand_id = find_products.brand_id and products.product_id = whole.product_id
    where v_has_groups and (not find_products.is_strict or whole.has_all or not exists (select from whole as other where other.has_all))
  ),
  edge as (
    (select chosen.score from chosen where v_is_plain and not v_has_groups order by chosen.score desc limit 1 offset find_products."limit" + find_products."offset" - 1)
    union all
    (
      select max(chosen.score) from chosen where v_is_plain and v_has_groups
      group by chosen.group_key order by 1 desc limit 1 offset find_products."limit" + find_products."offset" - 1
    )
  ),
  held as (
    select chosen.*, product.price_micros, product.currency, product.shown_score, product.availability,
      product.price_micros is not null and find_products.sort like 'price%' and product.currency <> v_currency as is_foreign,
      case find_products.sort
        when 'price_asc' then product.price_micros when 'price_desc' then -product.price_micros
        when 'rating' then -product.shown_score when 'rating_asc' then product.shown_score
        when 'newest' then -extract(epoch from product.created_at) when 'oldest' then extract(epoch from product.created_at)
        when 'weight_asc' then storefront.weight_grams(product.attributes) when 'weight_desc' then -storefront.weight_grams(product.attributes)
      end as fact
    from chosen
    cross join lateral (
      select products.price_micros, products.currency, products.shown_score, products.availability, products.created_at, products.attributes
      from storefront.products
      where products.brand_id = find_products.brand_id and products.product_id = chosen.product_id
        and (v_filters = '{}' or storefront.meets(products, v_filters))
      offset 0
    ) as product
    where chosen.score >= coalesce((select edge.score from edge), 0)
  ),
  weighed as (
    select
      held.*,
      held.score
        * case when held.price_micros > (v_context ->> 'user_budget')::numeric * 1000000
            and held.currency = coalesce(v_context ->> 'budget_currency', held.currency) then 0.5 else 1 end
        * (1 + 0.15 * coalesce(pg_catalog.cardinality(preferred.preferences), 0)) as weight
    from held
    left join storefront.preferred(find_products.brand_id, coalesce(v_context -> 'user_preferences', '[]')) as preferred using (product_id)
  ),
  -- A group of variants is represented by its best match.
  best as (
    select placed.*
    from (
      select weighed.*, pg_catalog.row_number() over (
        partition by weighed.group_key
        order by weighed.is_foreign, weighed.fact, weighed.weight desc, weighed.availability in ('in_stock', 'low_stock') desc,
          weighed.shown_score desc nulls last, weighed.price_micros, weighed.product_id
      ) as place
      from weighed
    ) as placed
    where placed.place = 1
  ),
  ordered as (
    select
      best.*,
      pg_catalog.row_number() over (
        order by best.is_foreign, best.fact, best.weight desc, best.shown_score desc nulls last, best.product_id
      ) as number,
      case when v_is_plain and v_has_groups then (select count(distinct chosen.group_key) from chosen) when v_is_plain then (
          select case when v_keep is null then count(*) else max(chosen.hits) end from chosen
        )
        else count(*) over ()
      end as total,
      count(*) filter (where find_products.sort <> 'relevance' and (best.fact is null or best.is_foreign)) over () as lacking
    from best
  ),
  paged as materialized (
    select ordered.* from ordered where ordered.number > find_products."offset" and ordered.number <= find_products."offset" + find_products."limit"
  ),
  ranges as (
    select chosen.group_key, product.currency, count(*) as matching, min(product.price_micros) as low, max(product.price_micros) as high
    from chosen
    join paged using (group_key)
    cross join lateral (
      select products.price_micros, products.currency
      from storefront.products
      where v_has_groups and products.brand_id = find_products.brand_id and products.product_id = chosen.product_id
        and (v_filters = '{}' or storefront.meets(products, v_filters))
      offset 0
    ) as product
    group by chosen.group_key, product.currency
  )
  select
    paged.product_id, paged.weight, paged.has_all, paged.number, paged.total, (select choice.goes_by_names from choice), v_is_repaired, paged.lacking,
    case when ranges.group_key is not null then (
      select pg_catalog.jsonb_build_object(
        'group_id', paged.group_key, 'total', count(*), 'matching', ranges.matching,
        'price_min_micros', ranges.low, 'price_max_micros', ranges.high
      )
      from storefront.products as members
      where members.brand_id = find_products.brand_id and members.item_group_id = paged.group_key
      having count(*) > 1
    ) end
  from paged
  left join ranges on ranges.group_key = paged.group_key and ranges.currency = paged.currency
  order by paged.number;
end
$$;
comment on function storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, boolean, jsonb) is
  'Returns a page of the products that match a query, in order, and their total number. Filters always apply. names apply only if some product then '
  'has every word. context lowers products above the budget and raises products that match preferences. variants grouped returns one product for '
  'each group of variants. is_strict returns only products that have every word known to the catalog, if there are any. lacking is the number of '
  'products without a comparable value for the sort order. said is the result of said_terms for the query, if it is already known.';

grant execute on function
  storefront.meets(storefront.products, jsonb),
  storefront.preferred(text, jsonb),
  storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, boolean, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
