create function storefront.rating_summary(brand_id text, product_id text, score numeric, count bigint)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'score', pg_catalog.round(rating_summary.score, 2),
    'count', rating_summary.count,
    'summary', case when count(reviews.rating) > 0 then platform.statement(
      'rating_of_reviews',
      pg_catalog.jsonb_build_object(
        'score', pg_catalog.round(rating_summary.score, 1), 'count', rating_summary.count,
        'verified', count(*) filter (where reviews.verified_purchase)
      )
    ) else platform.statement(
      'rating_of_the_feed', pg_catalog.jsonb_build_object('score', pg_catalog.round(rating_summary.score, 1), 'count', rating_summary.count)
    ) end
  )
  from storefront.reviews
  where reviews.brand_id = rating_summary.brand_id and reviews.product_id = rating_summary.product_id
  having rating_summary.score is not null and rating_summary.count > 0;
$$;
comment on function storefront.rating_summary(text, text, numeric, bigint) is
  'Returns a rating with a statement about its source, {reason, values} as of platform.statement. Null without ratings.';

create function storefront.purchase_confidence(
  availability text, rating numeric, has_all boolean, is_within_budget boolean, preferences_met integer, preferences_count integer
)
returns numeric
language sql immutable
as $$
  -- avg() ignores nulls, so unknown factors do not count.
  select pg_catalog.round(pg_catalog.avg(part.value), 2)
  from (
    values
      (case purchase_confidence.availability when 'in_stock' then 1 when 'low_stock' then 0.8 when 'preorder' then 0.5 else 0 end),
      (purchase_confidence.rating / 5),
      (purchase_confidence.has_all::integer::numeric),
      (purchase_confidence.is_within_budget::integer::numeric),
      (purchase_confidence.preferences_met::numeric / nullif(purchase_confidence.preferences_count, 0))
  ) as part (value);
$$;
comment on function storefront.purchase_confidence(text, numeric, boolean, boolean, integer, integer) is
  'Returns the mean (0 to 1) of the known factors: availability, rating divided by 5, match of all words, price within the budget, and share of '
  'preferences met.';

create function storefront.rich_cards(brand_id text, product_ids text[], format text, context jsonb, search_terms text[])
returns table (product_id text, card json)
language sql stable
as $$
  with asked as materialized (
    select term.word, term.position, array(select said.term from storefront.query_terms(rich_cards.brand_id, term.word) as said) as terms
    from pg_catalog.unnest(rich_cards.search_terms) with ordinality as term (word, position)
    where term.position <= 20
  )
  select
    products.product_id,
    platform.with_members(
      platform.with_members(
        platform.with_members(
          pg_catalog.json_build_object(
            'id', products.product_id,
            'title', products.title,
            'price', storefront.formatted_price(products.price_micros, currencies),
            'availability', pg_catalog.json_strip_nulls(pg_catalog.json_build_object('status', products.availability, 'quantity', products.quantity))
          ),
          case when products.list_price_micros is not null
            then pg_catalog.json_build_object('list_price', storefront.formatted_price(products.list_price_micros, currencies))
          end
        ),
        case when rich_cards.format <> 'minimal' then pg_catalog.json_build_object(
          'summary', coalesce(storefront.summary(products.description), ''),
          'rating', storefront.rating_summary(rich_cards.brand_id, products.product_id, products.shown_score, products.shown_count),
          'agent_context', pg_catalog.json_build_object(
            'why_recommended', platform.statement(
              'matches_the_query',
              pg_catalog.jsonb_build_object(
                'terms', matched.terms,
                'rating', case when products.shown_count > 0 then pg_catalog.round(products.shown_score, 1) end,
                'ratings', products.shown_count,
                'availability', products.availability,
                'is_within_budget', budget.is_within,
                'preferences', preferred.preferences
              )
            ),
            'purchase_confidence', storefront.purchase_confidence(
              products.availability, products.shown_score,
              pg_catalog.cardinality(matched.terms) = pg_catalog.cardinality(rich_cards.search_terms), budget.is_within,
              coalesce(pg_catalog.cardinality(preferred.preferences), 0), pg_catalog.jsonb_array_length(rich_cards.context -> 'user_preferences')
            )
          )
        ) end
      ),
      case when rich_cards.format = 'full' then pg_catalog.json_build_object(
        'description', coalesce(products.description, ''),
        'attributes', products.attributes,
        -- The specification requires text for these members, so unknown ones are omitted.
        'images', pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
          'primary', (storefront.web_addresses(products.images))[1], 'thumbnails', (storefront.web_addresses(products.images))[2:]
        )),
        'urls', pg_catalog.json_strip_nulls(
          pg_catalog.json_build_object('product', storefront.web_address(products.link), 'purchase', storefront.web_address(products.link))
        )
      ) end
    )
  from storefront.products
  join core.currencies on currencies.currency = products.currency
  left join storefront.preferred(rich_cards.brand_id, coalesce(rich_cards.context -> 'user_preferences', '[]')) as preferred using (product_id)
  cross join lateral (
    -- Ignore the budget if the price is in another currency.
    select products.price_micros <= (rich_cards.context ->> 'user_budget')::numeric * 1000000 as is_within
    where products.currency = coalesce(rich_cards.context ->> 'budget_currency', products.currency)
    union all
    select null where products.currency <> rich_cards.context ->> 'budget_currency'
  ) as budget
  cross join lateral (
    select array(
      select asked.word
      from asked
      where exists (
        select
        from storefront.postings
        where postings.brand_id = rich_cards.brand_id and postings.product_id = products.product_id and postings.term = any (asked.terms)
      )
      order by asked.position
    ) as terms
  ) as matched
  where products.brand_id = rich_cards.brand_id and products.product_id = any (rich_cards.product_ids);
$$;
comment on function storefront.rich_cards(text, text[], text, jsonb, text[]) is
  'Returns rich product cards (specification, Storefront rich product card) in the format full, summary or minimal. why_recommended contains facts '
  'only, {reason, values} as of platform.statement.';

grant execute on function
  storefront.rating_summary(text, text, numeric, bigint),
  storefront.purchase_confidence(text, numeric, boolean, boolean, integer, integer),
  storefront.rich_cards(text, text[], text, jsonb, text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
