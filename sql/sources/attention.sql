create function sources.missing_rates(source sources.sources)
returns table (from_currency text, to_currency text, days datemultirange)
language sql stable
as $$
  with failed as (
    select held.failure as stated
    from sources.windows as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'exchange_rates_are_missing'
    union all
    select held.failure
    from sources.due_objects as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'exchange_rates_are_missing'
  ),
  asked as (
    select failed.stated -> 'values' -> 'rates' as rates from failed
    union all
    -- A window that failed can have been replaced by one of more days, which has not been read yet.
    select (missing_rates.source).attention -> 'values' -> 'rates'
    where (missing_rates.source).attention ->> 'reason' = 'exchange_rates_are_missing' and not exists (select from failed)
  ),
  lacking as (
    select given.from_currency, given.to_currency, given.days
    from asked
    cross join pg_catalog.jsonb_to_recordset(asked.rates) as given (from_currency text, to_currency text, days datemultirange)
    union all
    -- Days that are planned and not read yet may have amounts, so that one file of rates is enough.
    select
      (missing_rates.source).currency, brands.currency,
      pg_catalog.range_agg(pg_catalog.daterange(planned.first_on, least(planned.last_on + 1, sources.first_day_of_late_rates((missing_rates.source).timezone))))
    from sources.windows as planned
    join core.brands on brands.brand_id = planned.brand_id
    where planned.brand_id = (missing_rates.source).brand_id and planned.source_id = (missing_rates.source).source_id
      and planned.purpose in ('recent', 'backfill') and planned.read_at is null and planned.report not in ('products', 'transactions')
      and planned.failure ->> 'reason' is distinct from 'exchange_rates_are_missing'
      and planned.first_on < sources.first_day_of_late_rates((missing_rates.source).timezone)
      and brands.currency <> (missing_rates.source).currency
    group by brands.currency
  ),
  needed as (
    select lacking.from_currency, lacking.to_currency, pg_catalog.range_agg(part.days) as days
    from lacking
    cross join lateral pg_catalog.unnest(lacking.days) as part (days)
    group by 1, 2
  )
  select needed.from_currency, needed.to_currency, unknown.days
  from needed
  cross join lateral (
    select needed.days - coalesce(
      (
        select pg_catalog.range_agg(pg_catalog.daterange(rates.on_day, rates.on_day, '[]'))
        from core.exchange_rates as rates
        where rates.from_currency = needed.from_currency and rates.to_currency = needed.to_currency
          and rates.on_day between pg_catalog.lower(needed.days) and pg_catalog.upper(needed.days) - 1
      ), '{}'
    ) as days
  ) as unknown
  where unknown.days <> '{}'
  order by 1, 2;
$$;
comment on function sources.missing_rates(sources.sources) is
  'Returns the pairs of currencies that lack an exchange rate for days that a source could not store, or that are planned and not read yet, with these '
  'days. Rates that were added since count as known.';

create function sources.attention_of(source sources.sources)
returns jsonb
language sql stable
as $$
  select case
    when (attention_of.source).attention ->> 'reason' is distinct from 'exchange_rates_are_missing' then (attention_of.source).attention
    when missing.rates is not null
      then platform.statement('exchange_rates_are_missing', pg_catalog.jsonb_build_object('rates', missing.rates))
    else platform.statement('exchange_rates_were_added')
  end
  from (
    select
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'from_currency', lacking.from_currency, 'to_currency', lacking.to_currency, 'days', lacking.days
        )
      ) as rates
    from sources.missing_rates(attention_of.source) as lacking
    where (attention_of.source).attention ->> 'reason' = 'exchange_rates_are_missing'
  ) as missing;
$$;
comment on function sources.attention_of(sources.sources) is
  'Returns what a person must do about a source, as a statement: its attention, with all rates that are missing now in place of those of one report. '
  'Null if nothing.';
grant execute on function sources.missing_rates(sources.sources), sources.attention_of(sources.sources) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant select on core.exchange_rates to vitrine_gate;

create trigger notify_of_source after update of status on sources.sources
for each row when (new.status = 'needs_attention' and old.status <> 'needs_attention') execute function oauth.notify_of_source();
