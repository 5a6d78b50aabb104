create function analytics.switchback_blocks(starts_on date, pairs integer, block_days integer, washout_days integer, seed bigint)
returns table (pair integer, block integer, is_on boolean, first_on date, counted_from date, last_on date)
language sql immutable
as $$
  select
    pairs.pair, blocks.block,
    (blocks.block = 1) = pairs.is_on_first,
    days.first_on, days.first_on + switchback_blocks.washout_days, days.first_on + switchback_blocks.block_days - 1
  from (
    select
      numbers.pair,
      -- One bit of a hash is a coin that gives the same calendar in every version of Postgres.
      pg_catalog.get_bit(pg_catalog.sha256(pg_catalog.convert_to('pair ' || switchback_blocks.seed || ' ' || numbers.pair, 'UTF8')), 0) = 1 as is_on_first
    from pg_catalog.generate_series(1, switchback_blocks.pairs) as numbers (pair)
  ) as pairs
  cross join pg_catalog.generate_series(1, 2) as blocks (block)
  cross join lateral (
    select switchback_blocks.starts_on + (2 * (pairs.pair - 1) + blocks.block - 1) * switchback_blocks.block_days as first_on
  ) as days
  order by 1, 2;
$$;
comment on function analytics.switchback_blocks(date, integer, integer, integer, bigint) is
  'Returns the calendar of a switch-back experiment: for each pair two consecutive blocks of block_days, of which a coin of the seed makes one "on" '
  'and the other "off". The days from first_on to the day before counted_from are the washout.';
grant execute on function analytics.switchback_blocks(date, integer, integer, integer, bigint)
to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
