create function analytics.log_mean(a double precision, b double precision)
returns double precision
language sql immutable
return case
  when log_mean.a <= 0 or log_mean.b <= 0 then 0
  -- Near each other, the quotient of the differences loses its digits. The series has an error below 1e-18 there.
  when pg_catalog.abs(log_mean.a - log_mean.b) < 0.001 * (log_mean.a + log_mean.b) then
    (log_mean.a + log_mean.b) / 2 / (
      1 + pg_catalog.power((log_mean.a - log_mean.b) / (log_mean.a + log_mean.b), 2) / 3
      + pg_catalog.power((log_mean.a - log_mean.b) / (log_mean.a + log_mean.b), 4) / 5
    )
  else (log_mean.a - log_mean.b) / pg_catalog.ln(log_mean.a / log_mean.b)
end;
comment on function analytics.log_mean(double precision, double precision) is
  'Returns the logarithmic mean of two numbers, (a - b) / ln(a / b), which is a if they are equal. Its limit is 0 if one of them is 0.';

create function analytics.funnel_position(base text)
returns integer
language sql immutable
return case
  when funnel_position.base = 'spend' then 1
  when funnel_position.base = 'impressions' then 2
  when funnel_position.base in ('clicks', 'link_clicks', 'video_views_3s', 'thruplays', 'video_p25', 'video_p50', 'video_p75', 'video_p100') then 3
  when funnel_position.base in (
    'landing_page_views', 'conversions', 'view_conversions', 'purchases', 'leads', 'installs', 'add_to_carts', 'checkouts', 'new_customers'
  ) then 4
  when funnel_position.base in ('revenue', 'store_revenue') then 5
end;
comment on function analytics.funnel_position(text) is
  'Returns the place of a base metric between spend (1) and revenue (5). Null for metrics that ads do not lead to, such as refunds.';

create function analytics.explained_bases(metric text)
returns text[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select case
      when metric.name = 'profit' then array['spend', 'cogs', 'revenue']
      when ends.first_base = ends.last_base then array[ends.last_base]
      else ends.first_base || array(
        select between_ends.base
        from pg_catalog.unnest(array['impressions', 'clicks', 'conversions']) as between_ends (base)
        where analytics.funnel_position(between_ends.base) > least(ends.first_position, ends.last_position)
          and analytics.funnel_position(between_ends.base) < greatest(ends.first_position, ends.last_position)
        order by analytics.funnel_position(between_ends.base) * case when ends.first_position < ends.last_position then 1 else -1 end
      ) || ends.last_base
    end
    from analytics.metric_definitions as metric
    cross join lateral (
      select
        named.first_base, metric.numerator as last_base, analytics.funnel_position(named.first_base) as first_position,
        analytics.funnel_position(metric.numerator) as last_position
      from (
        select coalesce(metric.denominator, case when analytics.funnel_position(metric.numerator) is null then metric.numerator else 'spend' end) as first_base
      ) as named
    ) as ends
    where metric.name = explained_bases.metric
      -- Reach counts people and cannot be added up. A share of spend has a denominator outside of the campaigns.
      and metric.name not in ('reach', 'frequency', 'spend_share', 'poas')
  );
end
$$;
comment on function analytics.explained_bases(text) is
  'Returns the base metrics whose steps explain a metric, in their order: {spend, impressions, clicks, conversions, revenue} for revenue and ROAS, and '
  '{conversions, clicks, impressions, spend} for the cost per conversion. Null for a metric that cannot be explained.';

create function analytics.explained_factors(bases text[])
returns table (below text, base text, factor text, unit text, multiplier integer, is_inverse boolean)
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return query
  select
    below.base,
    above.base,
    coalesce(
      known.name,
      case
        when later.base in ('revenue', 'store_revenue') and earlier.base = 'conversions' then 'order_value'
        else later.base || '_per_' || pg_catalog.rtrim(earlier.base, 's')
      end
    ),
    coalesce(known.unit, case when later.base in ('revenue', 'store_revenue') then 'money' else 'fraction' end),
    coalesce(known.multiplier, 1),
    coalesce(known.numerator, later.base) = below.base
  from pg_catalog.unnest(explained_factors.bases) with ordinality as below (base, position)
  join pg_catalog.unnest(explained_factors.bases) with ordinality as above (base, position) on above.position > below.position
  cross join lateral (
    select case when analytics.funnel_position(above.base) > analytics.funnel_position(below.base) then below.base else above.base end as base
  ) as earlier
  cross join lateral (select case when earlier.base = below.base then above.base else below.base end as base) as later
  left join lateral (
    select metric.name, metric.unit, metric.multiplier, metric.numerator
    from analytics.metric_definitions as metric
    where (metric.numerator = below.base and metric.denominator = above.base) or (metric.numerator = above.base and metric.denominator = below.base)
    order by metric.position
    limit 1
  ) as known on true;
end
$$;
comment on function analytics.explained_factors(text[]) is
  'Returns the factor of each pair of base metrics: the ratio of the catalog that has both, such as cpc for spend and clicks, otherwise order_value or '
  '<base>_per_<base>. is_inverse: the first base of the pair is the numerator of the factor.';

grant execute on function
  analytics.log_mean(double precision, double precision),
  analytics.funnel_position(text),
  analytics.explained_bases(text),
  analytics.explained_factors(text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
