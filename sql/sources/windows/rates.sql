create function sources.first_day_of_late_rates(timezone text)
returns date
language sql stable
-- Rates of a day are published when it has ended, or later.
return (platform.now() at time zone first_day_of_late_rates.timezone)::date - 1;
comment on function sources.first_day_of_late_rates(text) is
  'Returns yesterday in a time zone: from this day on, exchange rates need not be published yet. A missing rate of an earlier day needs attention.';

create function sources.rated_through(missing_rates jsonb, source sources.sources, last_on date)
returns date
language plpgsql volatile
as $$
declare
  v_newest_on constant date := sources.first_day_of_late_rates((rated_through.source).timezone);
  v_first_on date;
begin
  perform analytics.refuse_missing_rates(
    (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_set(given.rate, '{days}', pg_catalog.to_jsonb(older.days)))
      from pg_catalog.jsonb_array_elements(rated_through.missing_rates) as given (rate)
      cross join lateral (
        select (given.rate ->> 'days')::datemultirange * pg_catalog.datemultirange(pg_catalog.daterange(null, v_newest_on)) as days
      ) as older
      where older.days <> '{}'
    )
  );
  select min(pg_catalog.lower(missing.days)) into v_first_on
  from pg_catalog.jsonb_to_recordset(rated_through.missing_rates) as missing (days datemultirange);
  return least(rated_through.last_on, v_first_on - 1);
end
$$;
comment on function sources.rated_through(jsonb, sources.sources, date) is
  'Returns the last day of a reply before the newest ones that lack an exchange rate: these days are read again every hour. missing_rates are those of '
  'analytics.refuse_missing_rates. Raises BADRQ (exchange_rates_are_missing) for days before yesterday.';

create function sources.note_rated_days(window_read sources.windows, rated_through date)
returns void
language plpgsql volatile
as $$
declare
  v_lacks_from constant date := case when note_rated_days.rated_through < (note_rated_days.window_read).last_on then note_rated_days.rated_through + 1 end;
begin
  -- Hours are part of days.
  if (note_rated_days.window_read).report <> 'ads_hourly' then
    update sources.sources as held
    set
      lacks_rates_from = case
        when held.lacks_rates_from between (note_rated_days.window_read).first_on and (note_rated_days.window_read).last_on then v_lacks_from
        else least(held.lacks_rates_from, v_lacks_from)
      end
    where held.brand_id = (note_rated_days.window_read).brand_id and held.source_id = (note_rated_days.window_read).source_id
      and (held.lacks_rates_from is not null or v_lacks_from is not null);
  end if;
  -- A window of which nothing was stored is planned again.
  if note_rated_days.rated_through < (note_rated_days.window_read).first_on then
    delete from sources.windows as held
    where held.brand_id = (note_rated_days.window_read).brand_id and held.window_id = (note_rated_days.window_read).window_id;
    update sources.sources as held
    set data_through = (sources.stored_days(held)).last_on
    where held.brand_id = (note_rated_days.window_read).brand_id and held.source_id = (note_rated_days.window_read).source_id;
  end if;
end
$$;
comment on function sources.note_rated_days(sources.windows, date) is
  'Records from which day on a source waits for exchange rates, after a window was stored through a day. The window is given as it was before.';

create function sources.waiting_days(brand_id text, platforms text[] default null, report text default 'ads_daily')
returns table (platform text, account_id text, first_on date, last_on date)
language sql stable
as $$
  select named.platform, held.external_id, waits.first_on, waits.last_on
  from sources.sources as held
  cross join lateral (select analytics.imported_platform(held.platform) as platform) as named
  cross join lateral (
    select held.lacks_rates_from as first_on, greatest(held.lacks_rates_from, (platform.now() at time zone held.timezone)::date) as last_on
    where held.lacks_rates_from is not null and waiting_days.report in ('ads_daily', 'ads_hourly', 'sessions')
    union all
    select min(objects.lacks_rate_on), max(objects.lacks_rate_on)
    from sources.due_objects as objects
    where objects.brand_id = waiting_days.brand_id and objects.source_id = held.source_id and objects.lacks_rate_on is not null
      and waiting_days.report = 'orders'
    having count(*) > 0
  ) as waits
  where held.brand_id = waiting_days.brand_id
    and held.status in ('connected', 'needs_attention')
    and sources.has_report(held.platform, waiting_days.report)
    and (waiting_days.platforms is null or named.platform = any (waiting_days.platforms));
$$;
comment on function sources.waiting_days(text, text[], text) is
  'Returns the accounts of these platforms, or of all, of which the newest days of a report are not stored, or not all their orders, because exchange '
  'rates are not published yet.';
grant execute on function sources.first_day_of_late_rates(text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant execute on function sources.waiting_days(text, text[], text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function sources.brands_of_currencies(currencies text[])
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select brands.brand_id from core.brands where brands.currency = any (brands_of_currencies.currencies) order by brands.brand_id;
$$;
comment on function sources.brands_of_currencies(text[]) is 'Returns the brands with one of these currencies, to which changed exchange rates apply.';
revoke execute on function sources.brands_of_currencies(text[]) from public;

create function sources.converted_entities(brand core.brands)
returns table (entity_id bigint, currency text, timezone text)
language sql stable
as $$
  select entities.entity_id, owners.currency, coalesce(owners.timezone, (converted_entities.brand).timezone)
  from analytics.entities
  join analytics.entities as owners
    on owners.brand_id = entities.brand_id and owners.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
  where entities.brand_id = (converted_entities.brand).brand_id and owners.currency <> (converted_entities.brand).currency;
$$;
comment on function sources.converted_entities(core.brands) is
  'Returns the entities of a brand whose ad account reports in another currency, with the currency and the time zone of the account.';

create function sources.convert_facts_again(brand core.brands)
returns bigint
language plpgsql volatile
as $$
declare
  v_first_on constant date := (select min(rates.day) from pg_temp.changed_rates as rates);
  v_last_on constant date := (select max(rates.day) from pg_temp.changed_rates as rates);
  v_days date[];
  v_changed bigint;
begin
  create temporary table converted_hours on commit drop as
  with priced as (
    select
      facts.hour, facts.entity_id, facts.spend_micros as old_spend, facts.revenue_micros as old_revenue,
      coalesce(pg_catalog.round(facts.reported_spend_micros * rates.rate)::bigint, facts.spend_micros) as spend,
      coalesce(pg_catalog.round(facts.reported_revenue_micros * rates.rate)::bigint, facts.revenue_micros) as revenue
    from analytics.facts_hourly as facts
    join sources.converted_entities(convert_facts_again.brand) as accounts on accounts.entity_id = facts.entity_id
    join pg_temp.changed_rates as rates
      on rates.from_currency = accounts.currency and rates.day = (facts.hour at time zone accounts.timezone)::date
    where facts.brand_id = (convert_facts_again.brand).brand_id
      and facts.hour >= (v_first_on - 1)::timestamp at time zone 'UTC' and facts.hour < (v_last_on + 2)::timestamp at time zone 'UTC'
  ),
  written as (
    update analytics.facts_hourly as held
    set spend_micros = priced.spend, revenue_micros = priced.revenue
    from priced
    where held.brand_id = (convert_facts_again.brand).brand_id and held.hour = priced.hour and held.entity_id = priced.entity_id
      and (priced.spend, priced.revenue) is distinct from (priced.old_spend, priced.old_revenue)
    returning held.entity_id, held.hour, priced.spend, priced.old_spend, priced.revenue, priced.old_revenue
  )
  select
    written.entity_id, (written.hour at time zone (convert_facts_again.brand).timezone)::date as day,
    sum(coalesce(written.spend, 0) - coalesce(written.old_spend, 0))::bigint as spend,
    sum(coalesce(written.revenue, 0) - coalesce(written.old_revenue, 0))::bigint as revenue
  from written
  group by 1, 2;

  create temporary table converted_days on commit drop as
  with priced as (
    select
      facts.day, facts.entity_id,
      -- Sums of hours change as their hours do, each of which has the rate of its own day.
      case when 'spend_micros' = any (facts.summed_measures) then coalesce(facts.spend_micros + hours.spend, hours.spend, facts.spend_micros)
        else coalesce(pg_catalog.round(facts.reported_spend_micros * rates.rate)::bigint, facts.spend_micros) end as spend,
      case when 'revenue_micros' = any (facts.summed_measures) then coalesce(facts.revenue_micros + hours.revenue, hours.revenue, facts.revenue_micros)
        else coalesce(pg_catalog.round(facts.reported_revenue_micros * rates.rate)::bigint, facts.revenue_micros) end as revenue
    from analytics.facts_daily as facts
    join sources.converted_entities(convert_facts_again.brand) as accounts on accounts.entity_id = facts.entity_id
    left join pg_temp.changed_rates as rates on rates.from_currency = accounts.currency and rates.day = facts.day
    left join pg_temp.converted_hours as hours on hours.entity_id = facts.entity_id and hours.day = facts.day
    where facts.brand_id = (convert_facts_again.brand).brand_id and facts.day between v_first_on - 1 and v_last_on + 1
      and (rates.rate is not null or hours.entity_id is not null)
  ),
  written as (
    update analytics.facts_daily as held
    set spend_micros = priced.spend, revenue_micros = priced.revenue
    from priced
    where held.brand_id = (convert_facts_again.brand).brand_id and held.day between v_first_on - 1 and v_last_on + 1
      and held.day = priced.day and held.entity_id = priced.entity_id
      and (held.spend_micros, held.revenue_micros) is distinct from (priced.spend, priced.revenue)
    returning held.day
  )
  select written.day, count(*) as facts from written group by 1;
  select pg_catalog.array_agg(converted.day), coalesce(sum(converted.facts), 0)
  into v_days, v_changed
  from pg_temp.converted_days as converted;
  perform analytics.roll_up((convert_facts_again.brand).brand_id, v_days, array['spend_micros', 'revenue_micros']);
  drop table pg_temp.converted_hours, pg_temp.converted_days;
  return v_changed;
end
$$;
comment on function sources.convert_facts_again(core.brands) is
  'Converts the reported spend and revenue of stored ad facts again at the rates of pg_temp.changed_rates, of files and connected accounts. Returns the '
  'number of changed facts of days. The versions of the facts keep what was stored before.';

create function sources.apply_rates(brand_id text, rates jsonb)
returns bigint
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_source sources.sources;
  v_changed bigint := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || apply_rates.brand_id, 0));
  select brands.* into strict v_brand from core.brands where brands.brand_id = apply_rates.brand_id;
  create temporary table changed_rates on commit drop as
  select held.from_currency, held.on_day as day, held.rate
  from pg_catalog.jsonb_to_recordset(apply_rates.rates) as given (from_currency text, to_currency text, on_day date)
  join core.exchange_rates as held
    on held.from_currency = given.from_currency and held.to_currency = given.to_currency and held.on_day = given.on_day
  where given.to_currency = v_brand.currency;
  if exists (select from pg_temp.changed_rates) then
    analyze pg_temp.changed_rates;
    v_changed := sources.convert_facts_again(v_brand);
    -- Sessions and orders keep no reported amount, so they are read again.
    for v_source in
      select held.* from sources.sources as held
      where held.brand_id = v_brand.brand_id and held.status in ('connected', 'needs_attention', 'paused')
        and held.currency in (select changed.from_currency from pg_temp.changed_rates as changed)
    loop
      update sources.windows as held
      set state = 'due', attempts = 0, due_at = platform.clock()
      from (
        select distinct on (changed.day) covering.window_id
        from pg_temp.changed_rates as changed
        join sources.windows as covering
          on covering.brand_id = v_brand.brand_id and covering.source_id = v_source.source_id and covering.report = 'sessions'
          and covering.read_at is not null and changed.day between greatest(covering.first_on, covering.read_from) and covering.last_on
        where changed.from_currency = v_source.currency
        order by changed.day, covering.read_at desc, covering.window_id
      ) as chosen
      where held.brand_id = v_brand.brand_id and held.window_id = chosen.window_id and held.state = 'read';
      perform sources.note_due_objects(
        v_brand.brand_id, v_source.source_id, 'orders',
        array(
          select orders.order_id
          from analytics.orders
          join pg_temp.changed_rates as changed
            on changed.from_currency = v_source.currency and changed.day = (orders.ordered_at at time zone v_brand.timezone)::date
          where orders.brand_id = v_brand.brand_id and orders.source_id = v_source.source_id
        )
      );
    end loop;
  end if;
  drop table pg_temp.changed_rates;
  return v_changed;
end
$$;
comment on function sources.apply_rates(text, jsonb) is
  'Applies new or corrected exchange rates, [{from_currency, to_currency, on_day}], to the stored data of a brand: converts the reported amounts of ad '
  'facts again, and makes the sessions and orders of connected accounts on these days due. Returns the number of changed facts of days.';
grant execute on function
  sources.converted_entities(core.brands),
  sources.convert_facts_again(core.brands),
  sources.apply_rates(text, jsonb)
to vitrine_worker;
