create function storefront.check_search(
  brand_id text, query text, filters jsonb, names jsonb, context jsonb, sort text, "limit" integer, "offset" bigint, variants text, said jsonb
)
returns text
language plpgsql stable
as $$
declare
  v_bound text;
begin
  if check_search.query is null then
    perform platform.fail('BADRQ', 'is_required', 'query');
  end if;
  perform platform.require_object('filters', check_search.filters, array[
    'category', 'categories', 'category_not', 'brand', 'brand_not', 'not_ids', 'currency', 'price_min', 'price_max', 'in_stock', 'rating_min', 'rating_max',
    'attributes', 'without', 'stated_without'
  ]);
  foreach v_bound in array array['price_min', 'price_max', 'rating_min', 'rating_max'] loop
    perform platform.read_number('filters.' || v_bound, check_search.filters ->> v_bound, 0, 1e15);
  end loop;
  perform platform.require_object('names', check_search.names, array['brand', 'category']);
  perform platform.require_object('context', check_search.context);
  perform platform.require_choice(
    'sort', check_search.sort,
    array['relevance', 'price_asc', 'price_desc', 'rating', 'rating_asc', 'newest', 'oldest', 'weight_asc', 'weight_desc']
  );
  perform platform.require_choice('variants', check_search.variants, array['grouped', 'all']);
  perform platform.require_page(check_search."limit");
  perform platform.require_number('offset', check_search."offset", 0, 1e15);
  if check_search.said is not null and pg_catalog.jsonb_typeof(check_search.said) <> 'array' then
    perform platform.fail('BADRQ', 'must_be_a_list', 'said');
  end if;
  return core.data_brand_id(check_search.brand_id);
end
$$;
comment on function storefront.check_search(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, jsonb) is
  'Returns the brand whose products are searched. Raises BADRQ or NTFND for an input of storefront.find_products that it would not use.';

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
  v_is_repaired constant boolean := exists (
    select from storefront.used_terms(v_said) as used where used.asked <> used.term and storefront.is_replaced(v_said, used.asked)
  );
  v_currency text;
  v_has_groups boolean;
  v_context constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.context);
  -- If none of these apply, only products whose score can reach the page are read.
  v_is_plain constant boolean := v_context = '{}' and find_products.sort = 'relevance' and not find_products.is_strict;
begin
  select coalesce(find_products.filters ->> 'currency', catalogs.currencies[1]), catalogs.has_groups and find_products.variants = 'grouped'
  into v_currency, v_has_groups
  from storefront.catalogs where catalogs.brand_id = find_products.brand_id;
  return query
  with matching as materialized (
    select matched.*
    from storefront.match_products(
      find_products.brand_id, find_products.query, find_products.filters, find_products.names, find_products.is_strict, v_said,
      keep => case when v_is_plain then find_products."limit" + find_products."offset" end, is_grouped => v_is_plain and v_has_groups
    ) as matched
  ),
  chosen as materialized (
    select matching.*, matching.product_id as group_key from matching where not v_has_groups
    union all
    select matching.*, products.group_key
    from matching
    join storefront.products on products.brand_id = find_products.brand_id and products.product_id = matching.product_id
    where v_has_groups
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
      case when v_is_plain then (select coalesce(max(chosen.hits), count(distinct chosen.group_key)) from chosen)
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
      offset 0
    ) as product
    group by chosen.group_key, product.currency
  )
  select
    paged.product_id, paged.weight, paged.has_all, paged.number, paged.total, paged.goes_by_names, v_is_repaired, paged.lacking,
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
  storefront.check_search(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, jsonb),
  storefront.preferred(text, jsonb),
  storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, boolean, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
