create function analytics.shown_promotion(promotion analytics.promotions)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'promotion_id', (shown_promotion.promotion).promotion_id,
  'name', (shown_promotion.promotion).name,
  'starts_on', (shown_promotion.promotion).starts_on,
  'ends_on', (shown_promotion.promotion).ends_on,
  'created_at', platform.utc((shown_promotion.promotion).created_at),
  'created_by', (shown_promotion.promotion).created_by
);
comment on function analytics.shown_promotion(analytics.promotions) is 'A promotion as in responses.';

create function analytics.promotions(
  brand_id text, date_from date default null, date_to date default null, "limit" integer default 50, page integer default 1
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(promotions.brand_id);
begin
  perform platform.require_page(promotions."limit", promotions.page);
  if promotions.date_to < promotions.date_from then
    perform platform.fail('BADRQ', 'must_not_be_before_date_from', 'date_to');
  end if;
  return (
    with chosen as materialized (
      select held as promotion, pg_catalog.row_number() over (order by held.starts_on desc, held.created_at desc, held.promotion_id) as rank
      from analytics.promotions as held
      where held.brand_id = v_brand_id
        and (promotions.date_from is null or held.ends_on >= promotions.date_from)
        and (promotions.date_to is null or held.starts_on <= promotions.date_to)
    )
    select pg_catalog.jsonb_build_object(
      'brand_id', promotions.brand_id,
      'data', coalesce(
        pg_catalog.jsonb_agg(analytics.shown_promotion(chosen.promotion) order by chosen.rank) filter (
          where chosen.rank > promotions."limit"::bigint * (promotions.page - 1) and chosen.rank <= promotions."limit"::bigint * promotions.page
        ), '[]'
      ),
      'meta', pg_catalog.jsonb_build_object('total_rows', count(*), 'truncated', count(*) > promotions."limit"::bigint * promotions.page)
    )
    from chosen
  );
end
$$;
comment on function analytics.promotions(text, date, date, integer, integer) is
  'GET /v1/promotions: the promotions of a brand with a day in a range of days, the latest first. Raises BADRQ for a range that ends before it begins.';
grant execute on function analytics.shown_promotion(analytics.promotions) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.promotions(text, date, date, integer, integer) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.promotions', 'read:marketing');
