create function analytics.removal_shares(from_channels text[], to_channels text[], paths double precision[], weights double precision[])
returns table (channel text, share double precision)
language sql immutable
as $$
  select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0)
  from analytics.markov_removal_effects(removal_shares.from_channels, removal_shares.to_channels, removal_shares.paths, removal_shares.weights) as effects;
$$;
comment on function analytics.removal_shares(text[], text[], double precision[], double precision[]) is
  'The share of each channel in the removal effects of all channels. Null if no channel has any effect.';

create function analytics.markov_credits(brand_id text, date_from date, date_to date)
returns table (channel text, value_micros double precision, conversions double precision, new_customers double precision)
language sql stable
as $$
  with transitions as materialized (
    select
      pg_catalog.array_agg(counted.from_channel) as from_channels,
      pg_catalog.array_agg(counted.to_channel) as to_channels,
      pg_catalog.array_agg(counted.paths) as paths,
      pg_catalog.array_agg(case when counted.to_channel = '(order)' then counted.value_micros else counted.paths end) as value_micros,
      pg_catalog.array_agg(case when counted.to_channel = '(order)' then counted.new_customers else counted.paths end) as new_customers
    from (
      select
        held.from_channel, held.to_channel, sum(held.paths) as paths, sum(held.value_micros) as value_micros, sum(held.new_customers) as new_customers
      from analytics.attribution_transitions as held
      where held.brand_id = markov_credits.brand_id and held.day between markov_credits.date_from and markov_credits.date_to
      group by 1, 2
    ) as counted
  )
  select
    by_count.channel,
    coalesce(by_value.share, by_count.share) * (sums.value_micros - sums.unattributed_value_micros)::double precision,
    by_count.share * (sums.conversions - sums.unattributed_conversions)::double precision,
    coalesce(by_new_customers.share, by_count.share)
      * coalesce(analytics.attributed_new_customers(markov_credits.brand_id, markov_credits.date_from, markov_credits.date_to), 0)
  from transitions
  cross join lateral analytics.removal_shares(transitions.from_channels, transitions.to_channels, transitions.paths, null) as by_count
  join lateral analytics.removal_shares(
    transitions.from_channels, transitions.to_channels, transitions.paths, transitions.value_micros
  ) as by_value using (channel)
  join lateral analytics.removal_shares(
    transitions.from_channels, transitions.to_channels, transitions.paths, transitions.new_customers
  ) as by_new_customers using (channel)
  cross join analytics.attribution_sums(markov_credits.brand_id, markov_credits.date_from, markov_credits.date_to) as sums
  where by_count.share is not null;
$$;
comment on function analytics.markov_credits(text, date, date) is
  'The credits of each channel under the model markov, by the chain of the range: three chains, weighted by orders, value and new customers.';

create function analytics.channel_credits(brand_id text, model text, date_from date, date_to date)
returns table (channel text, value_micros double precision, conversions double precision, new_customers double precision)
language plpgsql stable
as $$
declare
  -- Days on which no path ended in an order, only in refunds, have no chain. Their amounts are divided equally among the touches.
  v_has_chain constant boolean := channel_credits.model = 'markov' and exists (
    select from analytics.attribution_transitions as held
    where held.brand_id = channel_credits.brand_id
      and held.day between channel_credits.date_from and channel_credits.date_to
      and held.to_channel = '(order)'
  );
begin
  perform core.data_brand_id(channel_credits.brand_id);
  perform platform.require_choice(
    'model', channel_credits.model, array(select models.model from analytics.attribution_models as models order by models.position)
  );
  if channel_credits.model = 'markov' then
    perform analytics.require_lost_journeys(channel_credits.brand_id);
  end if;
  if v_has_chain then
    return query
    select * from analytics.markov_credits(channel_credits.brand_id, channel_credits.date_from, channel_credits.date_to);
  else
    return query
    select credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = case channel_credits.model when 'markov' then 'linear' else channel_credits.model end
      and credits.day between channel_credits.date_from and channel_credits.date_to
    group by credits.channel;
  end if;
end
$$;
comment on function analytics.channel_credits(text, text, date, date) is
  'The credits of each channel for the orders of a range under a model, unrounded: value in micros, conversions, new customers. Raises NTFND for an '
  'unknown brand, BADRQ for an unknown model, and NTRDY for markov if only shops and GA4 report journeys.';

grant execute on function
  analytics.removal_shares(text[], text[], double precision[], double precision[]),
  analytics.markov_credits(text, date, date),
  analytics.channel_credits(text, text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
