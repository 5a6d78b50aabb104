create function analytics.with_losses(rows json, break_even numeric, exponent integer, "limit" integer)
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(placed.value || pg_catalog.jsonb_build_object('loss', placed.loss) order by placed.place)
  from (
    select
      valued.value, valued.loss, pg_catalog.row_number() over (order by valued.loss desc nulls last, valued.position) as place
    from (
      select
        row.value::jsonb as value, row.position,
        pg_catalog.trim_scale(pg_catalog.round(
          (row.value ->> 'spend')::numeric - (row.value ->> 'revenue')::numeric / with_losses.break_even, with_losses.exponent
        )) as loss
      from pg_catalog.json_array_elements(with_losses.rows) with ordinality as row (value, position)
    ) as valued
  ) as placed
  where placed.place <= with_losses."limit";
$$;
comment on function analytics.with_losses(json, numeric, integer, integer) is
  'Returns the rows with the largest losses first. loss: the spend minus the revenue divided by the break-even ROAS. It is negative above the break-even. exponent: the decimals of the currency.';
grant execute on function analytics.with_losses(json, numeric, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
