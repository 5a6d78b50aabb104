create function analytics.credit_markov(brand_id text, days_max integer default 1200)
returns integer
language plpgsql volatile
as $$
declare
  v_days date[];
begin
  v_days := array(
    select days.day from analytics.attribution_days as days
    where days.brand_id = credit_markov.brand_id and days.is_markov_due
    order by days.day desc
    limit credit_markov.days_max
  );
  if v_days = '{}' then
    return 0;
  end if;
  if analytics.lacks_lost_journeys(credit_markov.brand_id) then
    delete from analytics.attribution_credits as credits where credits.brand_id = credit_markov.brand_id and credits.model = 'markov';
    delete from analytics.attribution_ad_credits as credits where credits.brand_id = credit_markov.brand_id and credits.model = 'markov';
    -- The days are computed when journeys without an order are imported.
    update analytics.attribution_days as days set is_markov_due = true
    where days.brand_id = credit_markov.brand_id and not days.is_markov_due;
    return 0;
  end if;
  delete from analytics.attribution_credits as credits
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);
  delete from analytics.attribution_ad_credits as credits
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);

  insert into analytics.attribution_credits (brand_id, model, day, channel, value_micros, conversions, new_customers)
  select credit_markov.brand_id, 'markov', due.day, credits.channel, credits.value_micros, credits.conversions, credits.new_customers
  from pg_catalog.unnest(v_days) as due (day)
  cross join lateral analytics.channel_credits(credit_markov.brand_id, 'markov', due.day, due.day) as credits;

  insert into analytics.attribution_ad_credits
    (brand_id, model, day, channel, campaign, ad, creative, value_micros, conversions, new_customers, weight)
  select
    credits.brand_id, 'markov', credits.day, credits.channel,
    coalesce(parts.campaign, ''), coalesce(parts.ad, ''), coalesce(parts.creative, ''),
    credits.value_micros * coalesce(parts.part, 1), credits.conversions * coalesce(parts.part, 1),
    credits.new_customers * coalesce(parts.part, 1), coalesce(parts.weight, 0)
  -- The chain can credit a channel that has no touch in the orders of the day. These credits have no campaign.
  from analytics.attribution_credits as credits
  left join (
    select
      held.day, held.channel, held.campaign, held.ad, held.creative, held.weight,
      held.weight / sum(held.weight) over (partition by held.day, held.channel) as part
    from analytics.attribution_ad_credits as held
    where held.brand_id = credit_markov.brand_id and held.model = 'linear' and held.day = any (v_days)
  ) as parts on parts.day = credits.day and parts.channel = credits.channel
  where credits.brand_id = credit_markov.brand_id and credits.model = 'markov' and credits.day = any (v_days);
  update analytics.attribution_days as days
  set is_markov_due = false
  where days.brand_id = credit_markov.brand_id and days.day = any (v_days);
  return pg_catalog.cardinality(v_days);
end
$$;
comment on function analytics.credit_markov(text, integer) is
  'Computes the markov credits of the days that are due, latest first, at most days_max. Credits by channel are those of analytics.channel_credits '
  'for the single day. Within a channel, they are divided among campaigns, ads and creatives by the weights of the model linear. Returns the number '
  'of days. Computes none while only shops and GA4 report journeys. The worker calls it every night.';
grant execute on function analytics.credit_markov(text, integer) to vitrine_worker;
