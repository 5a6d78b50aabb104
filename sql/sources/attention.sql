create function sources.missing_rates(source sources.sources)
returns table (from_currency text, to_currency text, periods jsonb, more_periods integer)
language sql stable
as $$
  with failed as (
    select held.failure -> 'values' as given, pg_catalog.daterange(held.first_on, held.last_on, '[]') as days
    from sources.windows as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'rate_of_exchange_is_missing'
    union all
    select held.failure -> 'values', null
    from sources.due_objects as held
    where held.brand_id = (missing_rates.source).brand_id and held.source_id = (missing_rates.source).source_id
      and held.failure ->> 'reason' = 'rate_of_exchange_is_missing'
  ),
  asked as (
    select failed.given ->> 'from_currency' as from_currency, failed.given ->> 'to_currency' as to_currency, failed.days,
      pg_catalog.daterange((failed.given ->> 'date_from')::date, (failed.given ->> 'date_to')::date, '[]') as reported
    from failed
  ),
  needed as (
    select asked.from_currency, asked.to_currency,
      -- Windows that failed follow each other, also where no row is between them.
      pg_catalog.range_agg(coalesce(asked.days, asked.reported)) * pg_catalog.datemultirange(pg_catalog.range_merge(pg_catalog.range_agg(asked.reported))) as days
    from asked
    group by 1, 2
  ),
  lacking as (
    select needed.from_currency, needed.to_currency, period.days, pg_catalog.row_number() over pair as number, count(*) over (partition by needed.from_currency, needed.to_currency) as periods
    from needed
    cross join lateral pg_catalog.unnest(
      needed.days - coalesce(
        (
          select pg_catalog.range_agg(pg_catalog.daterange(rates.on_day, rates.on_day, '[]'))
          from core.exchange_rates as rates
          where rates.from_currency = needed.from_currency and rates.to_currency = needed.to_currency
            and rates.on_day between pg_catalog.lower(needed.days) and pg_catalog.upper(needed.days) - 1
        ), '{}'
      )
    ) as period (days)
    window pair as (partition by needed.from_currency, needed.to_currency order by period.days)
  )
  select
    lacking.from_currency, lacking.to_currency,
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_array(pg_catalog.lower(lacking.days), pg_catalog.upper(lacking.days) - 1) order by lacking.number
    ) filter (where lacking.number <= 5),
    greatest(max(lacking.periods) - 5, 0)::integer
  from lacking
  group by 1, 2
  order by 1, 2;
$$;
comment on function sources.missing_rates(sources.sources) is
  'Returns the pairs of currencies that lack a rate for days that a source could not store, with the first five periods of these days and the number of '
  'further ones. Rates that were added since count as known.';

create function sources.attention_of(source sources.sources)
returns jsonb
language sql stable
as $$
  select case
    when (attention_of.source).attention ->> 'reason' is distinct from 'rate_of_exchange_is_missing' then (attention_of.source).attention
    when missing.rates is not null
      then platform.statement('rates_of_exchange_are_missing', pg_catalog.jsonb_build_object('rates', missing.rates))
    else platform.statement('rates_of_exchange_were_added')
  end
  from (
    select
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'from_currency', lacking.from_currency, 'to_currency', lacking.to_currency, 'periods', lacking.periods, 'more_periods', lacking.more_periods
        )
      ) as rates
    from sources.missing_rates(attention_of.source) as lacking
    where (attention_of.source).attention ->> 'reason' = 'rate_of_exchange_is_missing'
  ) as missing;
$$;
comment on function sources.attention_of(sources.sources) is
  'Returns what a person must do about a source, as a statement: its attention, with all rates that are missing now in place of those of one report. '
  'Null if nothing.';
grant execute on function sources.missing_rates(sources.sources), sources.attention_of(sources.sources) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant select on core.exchange_rates to vitrine_gate;

create function sources.note_failed_run(brand_id text, source_id text, error text)
returns void
language plpgsql volatile
as $$
declare
  v_times integer;
begin
  perform core.record_failure(note_failed_run.brand_id, 'sync_sources', note_failed_run.source_id, note_failed_run.error);
  select held.attempts into v_times
  from core.job_failures as held
  where held.brand_id = note_failed_run.brand_id and held.queue = 'sync_sources' and held.subject = note_failed_run.source_id;
  if v_times >= 3 then
    perform sources.need_attention(
      note_failed_run.brand_id, note_failed_run.source_id,
      platform.statement('reading_failed', pg_catalog.jsonb_build_object('error', note_failed_run.error, 'times', v_times)), 3600
    );
  end if;
end
$$;
comment on function sources.note_failed_run(text, text, text) is
  'Records that a run of a source failed with an internal error outside of its windows. After three runs in a row the source needs attention, and is '
  'tried every hour.';
grant execute on function sources.note_failed_run(text, text, text) to vitrine_worker;

create trigger notify_of_source after update of status on sources.sources
for each row when (new.status = 'needs_attention' and old.status <> 'needs_attention') execute function oauth.notify_of_source();
