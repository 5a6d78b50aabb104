create function analytics.ad_credits(brand_id text, model text, date_from date, date_to date)
returns table (channel text, campaign text, ad text, creative text, value_micros double precision, conversions double precision, new_customers double precision)
language sql stable
as $$
  -- The chain of markov credits channels. Within a channel, its credits are divided like those of the model linear.
  with held as materialized (
    select credits.channel, credits.campaign, credits.ad, credits.creative, sum(credits.value_micros) as value_micros, sum(credits.conversions) as conversions,
      sum(credits.new_customers) as new_customers, sum(credits.weight) as weight
    from analytics.attribution_ad_credits as credits
    where credits.brand_id = ad_credits.brand_id
      and credits.model = case ad_credits.model when 'markov' then 'linear' else ad_credits.model end
      and credits.day between ad_credits.date_from and ad_credits.date_to
    group by credits.channel, credits.campaign, credits.ad, credits.creative
  )
  select held.channel, held.campaign, held.ad, held.creative, held.value_micros, held.conversions, held.new_customers
  from held
  where ad_credits.model <> 'markov'
  union all
  select
    chained.channel, coalesce(parts.campaign, ''), coalesce(parts.ad, ''), coalesce(parts.creative, ''), chained.value_micros * coalesce(parts.part, 1), chained.conversions * coalesce(parts.part, 1),
    chained.new_customers * coalesce(parts.part, 1)
  from (select ad_credits.model where ad_credits.model = 'markov') as chosen
  cross join lateral analytics.channel_credits(
    ad_credits.brand_id, chosen.model, ad_credits.date_from, ad_credits.date_to
  ) as chained
  left join (
    select held.channel, held.campaign, held.ad, held.creative, held.weight / sum(held.weight) over (partition by held.channel) as part from held
  ) as parts on parts.channel = chained.channel;
$$;
comment on function analytics.ad_credits(text, text, date, date) is
  'The credits of each channel, campaign, ad and creative for the orders of a range under a model, unrounded: value in micros, conversions, new customers. An empty text '
  'means that the touches name none. The credits of a channel add up to those of analytics.channel_credits.';

create function analytics.touches_of_range(
  brand core.brands, settings analytics.attribution_settings, date_from date, date_to date, channel_windows jsonb default '{}'::jsonb
)
returns setof analytics.conversion_touches
language sql stable
as $$
  with range as materialized (
    select min(movements.ordered_at) as first_at, max(movements.ordered_at) as last_at
    from analytics.order_movements(
      (touches_of_range.brand).brand_id, (touches_of_range.settings).accounting, (touches_of_range.brand).timezone, touches_of_range.date_from,
      touches_of_range.date_to
    ) as movements
  )
  select touches.*
  from analytics.touches_before_orders(
    (touches_of_range.brand).brand_id, (touches_of_range.settings).click_days, (touches_of_range.settings).view_days,
    (touches_of_range.settings).half_life_hours, (touches_of_range.settings).first_share::double precision,
    (touches_of_range.settings).last_share::double precision, (touches_of_range.settings).is_collapsed,
    (touches_of_range.settings).is_cut_at_orders, (touches_of_range.settings).direct_channels, touches_of_range.channel_windows
  ) as touches
  -- Postgres pushes a comparison with a subquery into the function, unlike a join with one.
  where touches.ordered_at >= (select range.first_at from range) and touches.ordered_at <= (select range.last_at from range);
$$;
comment on function analytics.touches_of_range(core.brands, analytics.attribution_settings, date, date, jsonb) is
  'The touches before the orders that add something on these days, under the given settings.';

create function analytics.credits_in_windows(
  brand core.brands, settings analytics.attribution_settings, models text[], date_from date, date_to date, channel_windows jsonb default '{}'::jsonb
)
returns table (
  model text, channel text, campaign text, ad text, creative text, value_micros double precision, conversions double precision, new_customers double precision
)
language plpgsql stable
-- The number of touches depends on the range and the windows, and execution takes longer than planning.
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  -- Both are calculated once, whatever the planner expects of their number.
  with touches as materialized (
    select held as touch, held.order_id, held.channel
    from analytics.touches_of_range(
      credits_in_windows.brand, credits_in_windows.settings, credits_in_windows.date_from, credits_in_windows.date_to,
      credits_in_windows.channel_windows
    ) as held
  ),
  movements as materialized (
    select held.*
    from analytics.order_movements(
      (credits_in_windows.brand).brand_id, (credits_in_windows.settings).accounting, (credits_in_windows.brand).timezone,
      credits_in_windows.date_from, credits_in_windows.date_to
    ) as held
  )
  select
    credit.model, touches.channel, credit.campaign, credit.ad, credit.creative, sum(credit.share * movements.value_micros),
    sum(credit.share * movements.conversions), sum(credit.share * movements.new_customers)
  from touches
  join movements using (order_id)
  cross join lateral analytics.touch_credits(
    touches.touch, (credits_in_windows.settings).first_share, (credits_in_windows.settings).last_share
  ) as credit
  where credit.model = any (credits_in_windows.models) and credit.share > 0
  group by credit.model, touches.channel, credit.campaign, credit.ad, credit.creative;
end
$$;
comment on function analytics.credits_in_windows(core.brands, analytics.attribution_settings, text[], date, date, jsonb) is
  'The credits of analytics.ad_credits, calculated from the touches under the given settings. There are none for markov, whose chain also has '
  'the journeys without an order.';
grant execute on function
  analytics.ad_credits(text, text, date, date),
  analytics.touches_of_range(core.brands, analytics.attribution_settings, date, date, jsonb),
  analytics.credits_in_windows(core.brands, analytics.attribution_settings, text[], date, date, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
