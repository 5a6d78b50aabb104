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
  -- The chain may credit a channel of which no order of the day has a touch: then there is no campaign to name.
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
  'Works out the markov credits of the days that are due, latest first: by channel as analytics.channel_credits does for the single day, and within a channel '
  'as linear divides it among campaigns, ads and creatives. Returns how many days it did. The worker calls it every night.';
grant execute on function analytics.credit_markov(text, integer) to vitrine_worker;
