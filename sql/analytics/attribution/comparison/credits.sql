create function analytics.campaign_credits(brand_id text, model text, date_from date, date_to date)
returns table (channel text, campaign text, value_micros double precision, conversions double precision, new_customers double precision)
language sql stable
as $$
  -- The chain of markov credits channels. Within a channel, its credits are divided like those of the model linear.
  with held as materialized (
    select credits.channel, credits.campaign, sum(credits.value_micros) as value_micros, sum(credits.conversions) as conversions,
      sum(credits.new_customers) as new_customers, sum(credits.weight) as weight
    from analytics.attribution_ad_credits as credits
    where credits.brand_id = campaign_credits.brand_id
      and credits.model = case campaign_credits.model when 'markov' then 'linear' else campaign_credits.model end
      and credits.day between campaign_credits.date_from and campaign_credits.date_to
    group by credits.channel, credits.campaign
  )
  select held.channel, held.campaign, held.value_micros, held.conversions, held.new_customers
  from held
  where campaign_credits.model <> 'markov'
  union all
  select
    chained.channel, coalesce(parts.campaign, ''), chained.value_micros * coalesce(parts.part, 1), chained.conversions * coalesce(parts.part, 1),
    chained.new_customers * coalesce(parts.part, 1)
  from (select campaign_credits.model where campaign_credits.model = 'markov') as chosen
  cross join lateral analytics.channel_credits(
    campaign_credits.brand_id, chosen.model, campaign_credits.date_from, campaign_credits.date_to
  ) as chained
  left join (
    select held.channel, held.campaign, held.weight / sum(held.weight) over (partition by held.channel) as part from held
  ) as parts on parts.channel = chained.channel;
$$;
comment on function analytics.campaign_credits(text, text, date, date) is
  'The credits of each channel and campaign for the orders of a range under a model, unrounded: value in micros, conversions, new customers. An empty campaign '
  'means that the touches name none. The credits of a channel add up to those of analytics.channel_credits.';

create function analytics.touches_of_range(brand core.brands, settings analytics.attribution_settings, date_from date, date_to date)
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
    (touches_of_range.settings).is_cut_at_orders, (touches_of_range.settings).direct_channels
  ) as touches
  -- Postgres pushes a comparison with a subquery into the function, unlike a join with one.
  where touches.ordered_at >= (select range.first_at from range) and touches.ordered_at <= (select range.last_at from range);
$$;
comment on function analytics.touches_of_range(core.brands, analytics.attribution_settings, date, date) is
  'The touches before the orders that add something on these days, under the given settings.';

create function analytics.credits_in_windows(
  brand core.brands, settings analytics.attribution_settings, models text[], date_from date, date_to date
)
returns table (
  model text, channel text, campaign text, value_micros double precision, conversions double precision, new_customers double precision
)
language sql stable
as $$
  select
    credit.model, touches.channel, credit.campaign, sum(credit.share * movements.value_micros), sum(credit.share * movements.conversions),
    sum(credit.share * movements.new_customers)
  from analytics.touches_of_range(
    credits_in_windows.brand, credits_in_windows.settings, credits_in_windows.date_from, credits_in_windows.date_to
  ) as touches
  join analytics.order_movements(
    (credits_in_windows.brand).brand_id, (credits_in_windows.settings).accounting, (credits_in_windows.brand).timezone,
    credits_in_windows.date_from, credits_in_windows.date_to
  ) as movements on movements.order_id = touches.order_id
  cross join lateral analytics.touch_credits(
    touches, (credits_in_windows.settings).first_share, (credits_in_windows.settings).last_share
  ) as credit
  where credit.model = any (credits_in_windows.models) and credit.share > 0
  group by credit.model, touches.channel, credit.campaign;
$$;
comment on function analytics.credits_in_windows(core.brands, analytics.attribution_settings, text[], date, date) is
  'The credits of analytics.campaign_credits, calculated from the touches under the given settings. There are none for markov, whose chain also has '
  'the journeys without an order.';
grant execute on function
  analytics.campaign_credits(text, text, date, date),
  analytics.touches_of_range(core.brands, analytics.attribution_settings, date, date),
  analytics.credits_in_windows(core.brands, analytics.attribution_settings, text[], date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
