create function storefront.amount_minor(price_micros bigint, currency core.currencies)
returns numeric
language sql immutable
return pg_catalog.round(amount_minor.price_micros * 0.000001 * 10::numeric ^ amount_minor.currency.exponent);
comment on function storefront.amount_minor(bigint, core.currencies) is
  'Converts micros to the minor unit of a currency, such as cents. Rounds to a whole number.';

create function storefront.formatted_price(price_micros bigint, currency core.currencies)
returns json
-- Stable for the reason at platform.warning.
language sql stable
return pg_catalog.json_build_object(
  'amount', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent),
  'currency', formatted_price.currency.currency,
  'formatted', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent)::text || ' ' || formatted_price.currency.currency,
  'amount_minor', storefront.amount_minor(formatted_price.price_micros, formatted_price.currency)
);
comment on function storefront.formatted_price(bigint, core.currencies) is
  'Returns a price as JSON: decimal amount, currency, text such as 12.50 EUR, and amount in minor units.';

create function storefront.summary(description text)
returns text
language sql immutable
return case when pg_catalog.length(summary.description) <= 200 then summary.description
  else pg_catalog.regexp_replace(pg_catalog.left(summary.description, 200), '\s+\S*$', '') || '…'
end;
comment on function storefront.summary(text) is
  'Returns a description of at most 200 characters. A longer one is cut at a space and ends with an ellipsis.';

create function storefront.rating(score numeric, count bigint)
returns json
-- Stable for the reason at platform.warning.
language sql stable
return case when rating.score is not null and rating.count > 0
  then pg_catalog.json_build_object('score', pg_catalog.round(rating.score, 2), 'count', rating.count)
end;
comment on function storefront.rating(numeric, bigint) is
  'Returns a rating as {score, count}. Null without ratings, never 0 (specification, Storefront compact product card).';

create function storefront.comparison_context(price_micros bigint, currency text, category storefront.names)
returns jsonb
language sql stable
return case when comparison_context.category.compared_products >= 3 and comparison_context.category.currency = comparison_context.currency
  and comparison_context.price_micros > 0
then platform.statement(
  'price_beside_median',
  pg_catalog.jsonb_build_object(
    'percent', pg_catalog.round(100.0 * comparison_context.price_micros / comparison_context.category.middle_price_micros - 100),
    'products', comparison_context.category.compared_products,
    'category', comparison_context.category.name
  )
) end;
comment on function storefront.comparison_context(bigint, text, storefront.names) is
  'Compares a price with the median of its category: {reason, values} as of platform.statement, with the difference in percent. Null for a price '
  'of 0, and if the category has fewer than three priced products or another currency.';

create function storefront.cards(brand_id text, product_ids text[])
returns table (product_id text, card json)
language plpgsql stable
-- A function in SQL is planned at each call, which takes longer than the query.
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  select
    products.product_id,
    platform.with_members(
      pg_catalog.json_build_object(
        'id', products.product_id,
        'title', products.title,
        'summary', coalesce(storefront.summary(products.description), ''),
        'price', storefront.formatted_price(products.price_micros, currencies),
        'availability', products.availability,
        'rating', storefront.rating(products.shown_score, products.shown_count),
        'attributes', products.attributes,
        'comparison_context', storefront.comparison_context(products.price_micros, products.currency, peers),
        'purchase_url', storefront.web_address(products.link),
        'images', storefront.web_addresses(products.images)
      ),
      case when products.list_price_micros is not null
        then pg_catalog.json_build_object('list_price', storefront.formatted_price(products.list_price_micros, currencies))
      end
    )
  from (
    select held.*
    from storefront.products as held
    where held.brand_id = cards.brand_id and held.product_id = any (cards.product_ids)
    -- Computes the price of a product once. The functions above become a part of the query only for a plain column.
    offset 0
  ) as products
  join core.currencies on currencies.currency = products.currency
  left join storefront.names as peers
    on peers.brand_id = cards.brand_id and peers.kind = 'category' and peers.name = products.category;
end
$$;
comment on function storefront.cards(text, text[]) is
  'Returns compact product cards (specification, Storefront compact product card). During a sale they include list_price.';

create function storefront.page_meta(brand_id text, total bigint, page integer)
returns json
language plpgsql stable
as $$
begin
  return (
    pg_catalog.jsonb_build_object(
      'total', page_meta.total,
      'page', page_meta.page,
      'authority_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = page_meta.brand_id)
    )
    || coalesce(
      (
        select pg_catalog.jsonb_build_object('data_freshness', platform.utc(catalogs.updated_at))
        from storefront.catalogs
        where catalogs.brand_id = page_meta.brand_id
      ), '{}'
    )
  )::json;
end
$$;
comment on function storefront.page_meta(text, bigint, integer) is
  'Returns the meta object of the GET endpoints. Omits data_freshness if no catalog was ever imported. The server adds the response time.';

create function storefront.degradation(brand_id text, notes text[] default '{}', version text default null)
returns json
language plpgsql stable
as $$
declare
  v_seconds constant bigint := greatest(0, extract(epoch from platform.now() - (
    select max(catalogs.updated_at) from storefront.catalogs where catalogs.brand_id = degradation.brand_id
  )));
begin
  return pg_catalog.json_build_object(
    'status', case when pg_catalog.cardinality(degradation.notes) > 0 then 'partial' when v_seconds > 30 * 86400 then 'stale' else 'live' end,
    'age_seconds', v_seconds,
    'notes', degradation.notes || case when v_seconds > 30 * 86400 then array['catalog;reason=stale'] else '{}' end,
    'version', degradation.version
  );
end
$$;
comment on function storefront.degradation(text, text[], text) is
  'Returns status (live, stale or partial), age in seconds, notes and version of a response. The server sends them as headers. A catalog without an import '
  'for 30 days is stale. version: of storefront.shop_version, if the response depends on nothing else.';

create function storefront.is_chosen(name text, label text)
returns boolean
language sql immutable
return is_chosen.name !~ '(^|_)(product_type|category|categories|taxonomy|tags?|date|day|time|url|link|gtin|ean|upc|mpn|sku|id|highlight)($|_)'
  and is_chosen.name !~ '^(shipping|availability|custom_label|sale|cost|tax)'
  and is_chosen.label !~ '^\d{4}-\d\d-\d\d([T ]|$)';
comment on function storefront.is_chosen(text, text) is
  'Returns whether a buyer can choose an attribute. Product types, categories, dates, addresses and identifiers are not '
  'choices.';

create function storefront.buyer_options(brand_id text, group_keys text[])
returns table (group_key text, product_id text, options jsonb)
language sql stable
as $$
  -- Window functions instead of joins: the planner cannot estimate the number of groups, and would loop over all pairs of them.
  with variants as (
    select held.group_key, held.product_id, held.attributes, count(*) over (partition by held.group_key) as variants
    from storefront.products as held
    where held.brand_id = buyer_options.brand_id and held.group_key = any (buyer_options.group_keys)
  ),
  said as (
    select
      variants.group_key, variants.product_id, variants.variants, option.key as name, option.value #>> '{}' as label,
      -- The attributes by which variants of one group differ (Google Merchant Center, item_group_id), and their usual companions.
      option.key in ('color', 'colour', 'size', 'material', 'pattern', 'style', 'flavor', 'scent', 'finish', 'length', 'width', 'fit', 'model') as is_usual,
      min(option.value #>> '{}') over same_name <> max(option.value #>> '{}') over same_name as differs
    from variants
    cross join lateral pg_catalog.jsonb_each(variants.attributes) as option
    where pg_catalog.jsonb_typeof(option.value) = 'string' and storefront.is_chosen(option.key, option.value #>> '{}')
    window same_name as (partition by variants.group_key, option.key)
  ),
  chosen as (
    select
      said.group_key, said.product_id, said.variants,
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', said.name, 'label', said.label) order by said.name collate "C") as every,
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', said.name, 'label', said.label) order by said.name collate "C") filter (where said.is_usual) as usual
    from said
    where said.differs
    group by said.group_key, said.product_id, said.variants
  ),
  ranked as (
    select chosen.*, pg_catalog.dense_rank() over (partition by chosen.group_key order by chosen.usual) as place from chosen
  )
  select
    ranked.group_key, ranked.product_id,
    -- Other attributes follow from the usual ones, such as the weight of a size, if these identify every variant.
    case when max(ranked.place) over (partition by ranked.group_key) = ranked.variants
        and count(ranked.usual) over (partition by ranked.group_key) = ranked.variants
      then ranked.usual else ranked.every
    end
  from ranked;
$$;
comment on function storefront.buyer_options(text, text[]) is
  'Returns the options that a buyer chooses of each variant of the groups: [{"name", "label"}]. They are the attributes by which the variants differ: '
  'color, size and the like if these identify every variant, else all of them.';

create function storefront.without_dangling_words(title text)
returns text
language plpgsql immutable
as $$
declare
  -- Words that need others after them, in the languages of most catalogs. A unit such as 24 in is none.
  v_word constant text :=
    '(?<!\d)\s+(an|and|by|for|from|in|of|or|size|the|to|with|aus|für|größe|mit|und|von|zu|avec|de|des|du|en|et|pour|taille|con|para|talla|di|per|taglia)$';
  v_title text := without_dangling_words.title;
  v_before text;
begin
  loop
    v_before := v_title;
    v_title := pg_catalog.regexp_replace(v_title collate pg_catalog."und-x-icu", v_word, '', 'i');
    -- One word after a comma is the beginning of a phrase, and so is a number after another separator.
    v_title := pg_catalog.regexp_replace(v_title, '^(.*\S)(?:\s*[,;]\s+\S+|\s+[-–—/|]\s+\d\S*)$', '\1');
    v_title := pg_catalog.regexp_replace(v_title collate pg_catalog."und-x-icu", '[^[:alnum:])"!?%°®™\u200d\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+$', '');
    exit when v_title = v_before;
  end loop;
  return case when pg_catalog.length(v_title) < 3 then without_dangling_words.title else v_title end;
end
$$;
comment on function storefront.without_dangling_words(text) is
  'Returns the beginning of a title without words at its end that need others after them: Tent for "Tent, for" and "Tent, sleeps".';

create function storefront.group_title(titles text[], own text)
returns text
language plpgsql immutable
as $$
declare
  v_shared text := group_title.titles[1];
  v_title text;
begin
  if group_title.own = all (group_title.titles) then
    return group_title.own;
  end if;
  -- The collation makes the last letter of "Café" a letter in every locale of the database (storefront.lowered).
  foreach v_title in array group_title.titles loop
    -- A title that ends with the shared words has a space after them, so that the end of a word is found in the same way.
    while not pg_catalog.starts_with(v_title || ' ', v_shared) loop
      v_shared := pg_catalog.left(v_shared, -1);
    end loop;
  end loop;
  if v_shared <> all (group_title.titles) and v_shared collate pg_catalog."und-x-icu" ~ '[[:alnum:]]$' then
    v_shared := pg_catalog.regexp_replace(v_shared collate pg_catalog."und-x-icu", '[[:alnum:]]+$', '');
  end if;
  v_title := pg_catalog.regexp_replace(v_shared collate pg_catalog."und-x-icu", '[^[:alnum:])"!?%°®™\u200d\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+$', '');
  -- The words end within a phrase if no separator follows them in the titles, such as "Tent, for" of "Tent, for two".
  if v_shared <> all (group_title.titles) and pg_catalog.substr(v_shared, pg_catalog.length(v_title) + 1) !~ '[,;:|/(–—]|\s-\s' then
    v_title := storefront.without_dangling_words(v_title);
  end if;
  v_shared := v_title;
  return case when pg_catalog.length(v_shared) < 3 then group_title.own else v_shared end;
end
$$;
comment on function storefront.group_title(text[], text) is
  'Returns the title of a product with variants: the words with which the titles of all variants begin, up to the end of a phrase. Returns own if there '
  'are none.';

create function storefront.group_description(descriptions text[], own text)
returns text
language sql immutable
return case
  -- Products of a group with very many variants are not compared.
  when group_description.own = all (group_description.descriptions) or pg_catalog.cardinality(group_description.descriptions) > 100 then coalesce(group_description.own, '')
  else coalesce((
    select pg_catalog.string_agg(sentence.written, ' ' order by sentence.number)
    from pg_catalog.regexp_split_to_table(group_description.own, '(?<=[.!?])\s+|\n+') with ordinality as sentence (written, number)
    where sentence.written <> '' and not exists (
      select from pg_catalog.unnest(group_description.descriptions) as given (description)
      where pg_catalog.strpos(coalesce(given.description, ''), sentence.written) = 0
    )
  ), group_description.own, '')
end;
comment on function storefront.group_description(text[], text) is
  'Returns the description of a product with variants: the sentences of own that the descriptions of all variants contain. Returns own if there are none.';

grant execute on function
  storefront.formatted_price(bigint, core.currencies),
  storefront.amount_minor(bigint, core.currencies),
  storefront.summary(text),
  storefront.rating(numeric, bigint),
  storefront.comparison_context(bigint, text, storefront.names),
  storefront.cards(text, text[]),
  storefront.page_meta(text, bigint, integer),
  storefront.is_chosen(text, text),
  storefront.buyer_options(text, text[]),
  storefront.without_dangling_words(text),
  storefront.group_title(text[], text),
  storefront.group_description(text[], text),
  storefront.degradation(text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
