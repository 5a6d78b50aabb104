create function analytics.invert_matrix(matrix double precision[], size integer)
returns double precision[]
language plpgsql immutable
as $$
declare
  v_left double precision[] := invert_matrix.matrix;
  v_right double precision[] := pg_catalog.array_fill(0::double precision, array[invert_matrix.size * invert_matrix.size]);
  v_size constant integer := invert_matrix.size;
  v_pivot_row integer;
  v_pivot double precision;
  v_factor double precision;
  v_swap double precision;
begin
  for i in 1 .. v_size loop
    v_right[(i - 1) * v_size + i] := 1;
  end loop;
  for i in 1 .. v_size loop
    v_pivot_row := i;
    for j in i + 1 .. v_size loop
      if abs(v_left[(j - 1) * v_size + i]) > abs(v_left[(v_pivot_row - 1) * v_size + i]) then
        v_pivot_row := j;
      end if;
    end loop;
    v_pivot := v_left[(v_pivot_row - 1) * v_size + i];
    if v_pivot = 0 then
      return null;
    end if;
    for k in 1 .. v_size loop
      v_swap := v_left[(i - 1) * v_size + k];
      v_left[(i - 1) * v_size + k] := v_left[(v_pivot_row - 1) * v_size + k] / v_pivot;
      if v_pivot_row <> i then
        v_left[(v_pivot_row - 1) * v_size + k] := v_swap;
      end if;
      v_swap := v_right[(i - 1) * v_size + k];
      v_right[(i - 1) * v_size + k] := v_right[(v_pivot_row - 1) * v_size + k] / v_pivot;
      if v_pivot_row <> i then
        v_right[(v_pivot_row - 1) * v_size + k] := v_swap;
      end if;
    end loop;
    for j in 1 .. v_size loop
      v_factor := v_left[(j - 1) * v_size + i];
      if j <> i and v_factor <> 0 then
        for k in 1 .. v_size loop
          v_left[(j - 1) * v_size + k] := v_left[(j - 1) * v_size + k] - v_factor * v_left[(i - 1) * v_size + k];
          v_right[(j - 1) * v_size + k] := v_right[(j - 1) * v_size + k] - v_factor * v_right[(i - 1) * v_size + k];
        end loop;
      end if;
    end loop;
  end loop;
  return v_right;
end
$$;
comment on function analytics.invert_matrix(double precision[], integer) is
  'Returns the inverse of a square matrix in row-major order, by Gauss-Jordan elimination with partial pivoting. Null for a singular matrix.';

create function analytics.markov_removal_effects(from_channels text[], to_channels text[], paths double precision[], values_of_orders double precision[] default null)
returns table (channel text, removal_effect double precision)
language plpgsql immutable
as $$
declare
  v_states text[];
  v_size integer;
  v_kept double precision[];
  v_reach double precision[];
  v_inverse double precision[];
  v_win double precision[];
begin
  select array['(start)'] || pg_catalog.array_agg(distinct states.state order by states.state)
  into v_states
  from pg_catalog.unnest(markov_removal_effects.from_channels || markov_removal_effects.to_channels) as states (state)
  where states.state not in ('(start)', '(order)', '(none)');
  v_size := pg_catalog.cardinality(v_states);
  if v_size is null or v_size < 2 then
    return;
  end if;

  with counted as (
    select
      pg_catalog.array_position(v_states, given.from_channel) as from_no,
      pg_catalog.array_position(v_states, given.to_channel) as to_no,
      given.to_channel = '(order)' as is_order,
      sum(given.paths) as paths,
      sum(given.value) as value
    from rows from (
      pg_catalog.unnest(markov_removal_effects.from_channels),
      pg_catalog.unnest(markov_removal_effects.to_channels),
      pg_catalog.unnest(markov_removal_effects.paths),
      pg_catalog.unnest(coalesce(markov_removal_effects.values_of_orders, markov_removal_effects.paths))
    ) as given (from_channel, to_channel, paths, value)
    group by 1, 2, 3
  ),
  totals as (
    select counted.from_no, sum(counted.paths) as paths from counted group by counted.from_no
  ),
  shares as (
    select
      counted.from_no, counted.to_no, counted.is_order,
      counted.paths / totals.paths as share,
      counted.value / totals.paths as value
    from counted
    join totals using (from_no)
    where totals.paths > 0
  ),
  cells as (
    select
      from_no, to_no,
      (from_no = to_no)::integer - coalesce(shares.share, 0) as kept
    from pg_catalog.generate_series(1, v_size) as from_no
    cross join pg_catalog.generate_series(1, v_size) as to_no
    left join shares using (from_no, to_no)
  )
  select
    (select pg_catalog.array_agg(cells.kept order by cells.from_no, cells.to_no) from cells),
    (
      select pg_catalog.array_agg(coalesce(ends.value, 0) order by from_no)
      from pg_catalog.generate_series(1, v_size) as from_no
      left join (select shares.from_no, sum(shares.value) as value from shares where shares.is_order group by shares.from_no) as ends using (from_no)
    )
  into v_kept, v_reach;

  v_inverse := analytics.invert_matrix(v_kept, v_size);
  if v_inverse is null then
    return;
  end if;
  -- Expected orders, or their expected value, from each state.
  select pg_catalog.array_agg(won.value order by won.from_no)
  into v_win
  from (
    select from_no, sum(v_inverse[(from_no - 1) * v_size + to_no] * v_reach[to_no]) as value
    from pg_catalog.generate_series(1, v_size) as from_no
    cross join pg_catalog.generate_series(1, v_size) as to_no
    group by from_no
  ) as won;
  return query
  select
    v_states[k],
    case when v_win[1] = 0 then 0 else v_inverse[k] / v_inverse[(k - 1) * v_size + k] * v_win[k] / v_win[1] end
  from pg_catalog.generate_series(2, v_size) as k
  order by 1;
end
$$;
comment on function analytics.markov_removal_effects(text[], text[], double precision[], double precision[]) is
  'Returns the part of the orders, or of their value, that would be lost without each channel. The first-order chain is given by its counted '
  'transitions between (start), channels, (order) and (none). One inversion gives the exact effect of every channel: N[S,k] / N[k,k] * p[k] / p[S], '
  'with N the fundamental matrix (Kemeny and Snell 1960; Anderl et al. 2016).';
grant execute on function
  analytics.invert_matrix(double precision[], integer),
  analytics.markov_removal_effects(text[], text[], double precision[], double precision[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
