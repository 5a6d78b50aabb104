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
    select pg_catalog.array_agg(
      pg_catalog.round(
        (
          ranked.units + pg_catalog.floor(ranked.missing / ranked.parts)
          + (ranked.rank <= ranked.missing - ranked.parts * pg_catalog.floor(ranked.missing / ranked.parts))::integer
        ) / v_units,
        round_to_total.decimals
      )
      order by ranked.position
    )
    from (
      select
        rounded.position, rounded.units,
        pg_catalog.round(round_to_total.total * v_units) - sum(rounded.units) over () as missing,
        count(*) over () as parts,
        pg_catalog.row_number() over (order by rounded.exact - rounded.units desc, rounded.position) as rank
      from (
        select part.position, part.amount::numeric * v_units as exact, pg_catalog.floor(part.amount::numeric * v_units) as units
        from pg_catalog.unnest(round_to_total.amounts) with ordinality as part (amount, position)
      ) as rounded
    ) as ranked
  );
end
$$;
comment on function analytics.round_to_total(double precision[], numeric, integer) is
  'Returns the amounts rounded to this many decimals so that they add up exactly to the total (largest remainder method).';
grant execute on function analytics.round_to_total(double precision[], numeric, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
