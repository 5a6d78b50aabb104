create function analytics.round_to_total(amounts double precision[], total numeric, decimals integer)
returns numeric[]
language sql immutable
as $$
  -- Largest remainder method (Hare and Niemeyer): all are rounded down, and the remaining units go to the largest remainders.
  with parts as (
    select
      part.position,
      pg_catalog.floor((part.amount::numeric) * pg_catalog.power(10::numeric, round_to_total.decimals)) as units,
      (part.amount::numeric) * pg_catalog.power(10::numeric, round_to_total.decimals) as exact
    from pg_catalog.unnest(round_to_total.amounts) with ordinality as part (amount, position)
  ),
  missing as (
    select pg_catalog.round(round_to_total.total * pg_catalog.power(10::numeric, round_to_total.decimals)) - sum(parts.units) as units
    from parts
  ),
  ranked as (
    select parts.*, pg_catalog.row_number() over (order by parts.exact - parts.units desc, parts.position) as rank from parts
  )
  select pg_catalog.array_agg(
    pg_catalog.round(
      (
        ranked.units + pg_catalog.floor(missing.units / (select count(*) from parts))
        + (ranked.rank <= missing.units - (select count(*) from parts) * pg_catalog.floor(missing.units / (select count(*) from parts)))::integer
      ) / pg_catalog.power(10::numeric, round_to_total.decimals),
      round_to_total.decimals
    )
    order by ranked.position
  )
  from ranked
  cross join missing;
$$;
comment on function analytics.round_to_total(double precision[], numeric, integer) is
  'Amounts rounded to this many decimals so that they add up to the total exactly, by largest remainder.';

create function analytics.platform_of_channel(channel text)
returns text
language sql stable
return (
  select coalesce(
    (
      select aliases.platform
      from analytics.platform_aliases as aliases
      where named.words like '% ' || aliases.name || ' %'
        or named.words like '% ' || aliases.alias || ' %'
        -- "googlebrand" is of Google, "igloo" is not of Instagram.
        or (pg_catalog.length(aliases.alias) > 3 and named.words like '% ' || aliases.alias || '%')
      order by pg_catalog.length(aliases.alias) desc, aliases.alias
      limit 1
    ),
    pg_catalog.lower(platform_of_channel.channel)
  )
  from (
    select ' ' || pg_catalog.regexp_replace(pg_catalog.lower(platform_of_channel.channel), '[^[:alnum:]]+', ' ', 'g') || ' ' as words
  ) as named
  where named.words !~ '(organic|referral|email|direct)'
);
comment on function analytics.platform_of_channel(text) is
  'The ad platform whose spend buys a channel''s touches: the one whose longest alias is in the name of the channel. Null of channels that cost nothing.';

create function analytics.channel_credits(brand_id text, model text, date_from date, date_to date)
returns table (channel text, value_micros double precision, conversions double precision, new_customers double precision)
language plpgsql stable
as $$
declare
  -- Days of which no path ended in an order, only in refunds, have no chain: their amounts go to the touches in equal parts.
  v_model constant text := case
    when channel_credits.model = 'markov' and not exists (
      select from analytics.attribution_transitions as held
      where held.brand_id = channel_credits.brand_id
        and held.day between channel_credits.date_from and channel_credits.date_to
        and held.to_channel = '(order)'
    ) then 'linear'
    else channel_credits.model
  end;
begin
  if v_model <> 'markov' then
    return query
    select credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = v_model
      and credits.day between channel_credits.date_from and channel_credits.date_to
    group by credits.channel;
    return;
  end if;
  return query
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
      where held.brand_id = channel_credits.brand_id and held.day between channel_credits.date_from and channel_credits.date_to
      group by 1, 2
    ) as counted
  ),
  totals as (
    select
      sum(days.value_micros - days.unattributed_value_micros)::double precision as value_micros,
      sum(days.conversions - days.unattributed_conversions)::double precision as conversions
    from analytics.attribution_days as days
    where days.brand_id = channel_credits.brand_id and days.day between channel_credits.date_from and channel_credits.date_to
  ),
  new_totals as (
    select sum(credits.new_customers) as new_customers
    from analytics.attribution_credits as credits
    where credits.brand_id = channel_credits.brand_id
      and credits.model = 'linear'
      and credits.day between channel_credits.date_from and channel_credits.date_to
  ),
  by_count as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(transitions.from_channels, transitions.to_channels, transitions.paths) as effects
  ),
  by_value as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(
      transitions.from_channels, transitions.to_channels, transitions.paths, transitions.value_micros
    ) as effects
  ),
  by_new as (
    select effects.channel, effects.removal_effect / nullif(sum(effects.removal_effect) over (), 0) as share
    from transitions
    cross join lateral analytics.markov_removal_effects(
      transitions.from_channels, transitions.to_channels, transitions.paths, transitions.new_customers
    ) as effects
  )
  select
    by_count.channel,
    coalesce(by_value.share, by_count.share) * totals.value_micros,
    by_count.share * totals.conversions,
    coalesce(by_new.share, by_count.share) * coalesce(new_totals.new_customers, 0)
  from by_count
  join by_value using (channel)
  join by_new using (channel)
  cross join totals
  cross join new_totals
  where by_count.share is not null;
end
$$;
comment on function analytics.channel_credits(text, text, date, date) is
  'Each channel''s part in the orders of a range under a model, unrounded: value in micros, conversions, new customers.';

create function analytics.lowered(words text[])
returns text[]
language sql immutable
return array(select pg_catalog.lower(pg_catalog.btrim(word)) from pg_catalog.unnest(lowered.words) as word);
comment on function analytics.lowered(text[]) is 'Words in lower case, without blanks around them.';

create function analytics.attribution_warnings(brand_id text, date_from date, date_to date, orders analytics.data_status)
returns jsonb[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(pg_catalog.to_jsonb(warning.text) order by warning.position), '{}')
  from (
    select 1 as position, 'Orders are known from ' || (attribution_warnings.orders).first_on || ' on only.' as text
    where attribution_warnings.date_from < (attribution_warnings.orders).first_on
    union all
    select 2, 'Orders are known through ' || (attribution_warnings.orders).last_on || ' only.'
    where attribution_warnings.date_to > (attribution_warnings.orders).last_on
    union all
    select 3, 'No orders were ingested for this range: what came of it is not known.'
    where attribution_warnings.date_from > (attribution_warnings.orders).last_on or attribution_warnings.date_to < (attribution_warnings.orders).first_on
    union all
    select 4, 'No journeys have been ingested: every order is unattributed.'
    where not exists (
      select from analytics.data_status where data_status.brand_id = attribution_warnings.brand_id and data_status.kind = 'journeys'
    )
    union all
    select 5, core.failure_warning(attribution_warnings.brand_id, 'attribution', 'Attribution')
  ) as warning
  where warning.text is not null;
$$;
comment on function analytics.attribution_warnings(text, date, date, analytics.data_status) is 'What a reader of attributed numbers must know; orders: from when to when the brand has any.';

create function analytics.check_channels(brand_id text, channels text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  select min(asked.channel) into v_unknown
  from pg_catalog.unnest(check_channels.channels) as asked (channel)
  where not exists (
    select from analytics.channels as known
    where known.brand_id = check_channels.brand_id and known.key = analytics.channel_key(asked.channel)
  );
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'no_such_channel', 'channels',
      pg_catalog.json_build_object(
        'channel', v_unknown,
        'channels', array(
          select channels.channel from analytics.channels
          where channels.brand_id = check_channels.brand_id
          order by channels.channel
          limit 50
        )
      )
    );
  end if;
end
$$;
comment on function analytics.check_channels(text, text[]) is 'Refuses a channel that no touch of the brand has, naming those there are.';

create function analytics.unattributed_spend(brand core.brands, date_from date, date_to date, platforms text[])
returns jsonb[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(pg_catalog.to_jsonb(spent.text) order by spent.platform), '{}')
  from (
    select
      accounts.platform,
      pg_catalog.format(
        'No single channel stands for %s: what it spent, %s %s, is in the total and in no row.',
        accounts.platform, pg_catalog.round(sum(facts.spend_micros) * 0.000001, currencies.exponent), (unattributed_spend.brand).currency
      ) as text
    from analytics.rollups_daily as facts
    join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
    join core.currencies on currencies.currency = (unattributed_spend.brand).currency
    where facts.brand_id = (unattributed_spend.brand).brand_id
      and facts.level = 'account'
      and facts.day between unattributed_spend.date_from and unattributed_spend.date_to
      and facts.spend_micros > 0
      and accounts.platform <> all (unattributed_spend.platforms)
    group by accounts.platform, currencies.exponent
  ) as spent;
$$;
comment on function analytics.unattributed_spend(core.brands, date, date, text[]) is
  'A warning for each other platform with spend in the range: it has no channel in the paths, or several, so that its spend cannot be divided.';

grant execute on function
  analytics.round_to_total(double precision[], numeric, integer),
  analytics.platform_of_channel(text),
  analytics.channel_credits(text, text, date, date),
  analytics.lowered(text[]),
  analytics.check_channels(text, text[]),
  analytics.attribution_warnings(text, date, date, analytics.data_status),
  analytics.unattributed_spend(core.brands, date, date, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.platform_of_channel(text), analytics.channel_credits(text, text, date, date) to vitrine_worker;
