create function analytics.round_to_total(amounts double precision[], total numeric, decimals integer)
returns numeric[]
-- plpgsql keeps the plan of the query.
language plpgsql immutable
as $$
declare
  v_units constant numeric := pg_catalog.power(10::numeric, round_to_total.decimals);
begin
  return (
    -- Largest remainder method (Hare and Niemeyer): rounds all amounts down and adds the remaining units to the largest remainders.
    with parts as (
      select
        part.position,
        pg_catalog.floor(part.amount::numeric * v_units) as units,
        part.amount::numeric * v_units as exact
      from pg_catalog.unnest(round_to_total.amounts) with ordinality as part (amount, position)
    ),
    missing as (
      select pg_catalog.round(round_to_total.total * v_units) - sum(parts.units) as units
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
        ) / v_units,
        round_to_total.decimals
      )
      order by ranked.position
    )
    from ranked
    cross join missing
  );
end
$$;
comment on function analytics.round_to_total(double precision[], numeric, integer) is
  'Returns the amounts rounded to this many decimals so that they add up exactly to the total (largest remainder method).';
grant execute on function analytics.round_to_total(double precision[], numeric, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
