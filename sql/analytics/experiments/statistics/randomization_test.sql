create function analytics.subset_sums(numbers double precision[], seed bigint)
returns table (total double precision, size integer)
language plpgsql immutable
as $$
begin
  if pg_catalog.cardinality(subset_sums.numbers) <= 12 then
    return query
    with recursive sums (length, total, size) as (
      select 0, 0::double precision, 0
      union all
      select sums.length + 1, sums.total + pick.taken * subset_sums.numbers[sums.length + 1], sums.size + pick.taken
      from sums
      cross join (values (0), (1)) as pick (taken)
      where sums.length < pg_catalog.cardinality(subset_sums.numbers)
    )
    select sums.total, sums.size from sums where sums.length = pg_catalog.cardinality(subset_sums.numbers);
  else
    return query
    select sum(given.number * ((samples.bits >> given.position::integer) & 1)), sum((samples.bits >> given.position::integer) & 1)::integer
    from (
      select
        sample.number,
        ('x' || pg_catalog.left(pg_catalog.md5('subset ' || subset_sums.seed || ' ' || sample.number), 16))::bit(64)::bigint as bits
      from pg_catalog.generate_series(1, 4095) as sample (number)
      -- Keeps the subquery apart, so that a subset is drawn once.
      offset 0
    ) as samples
    cross join pg_catalog.unnest(subset_sums.numbers) with ordinality as given (number, position)
    group by samples.number;
  end if;
end
$$;
comment on function analytics.subset_sums(double precision[], bigint) is
  'Returns the sum and the size of each of the 2^n subsets of up to 12 numbers, also of the empty one. Of more numbers, it returns 4,095 random '
  'subsets, which the seed decides.';

create function analytics.randomization_test(
  differences double precision[], seed bigint,
  out estimate double precision, out lower double precision, out upper double precision, out level double precision,
  out p_value double precision, out is_exact boolean
)
language plpgsql immutable
as $$
declare
  v_known constant double precision[] := array(
    select given.number
    from pg_catalog.unnest(randomization_test.differences) with ordinality as given (number, position)
    where given.number > '-infinity' and given.number < 'infinity'
    order by given.position
  );
  v_pairs constant integer := pg_catalog.cardinality(v_known);
  v_gaps constant integer := case when v_pairs <= 12 then (2 ^ v_pairs)::integer else 4096 end;
  v_dropped constant integer := pg_catalog.round(v_gaps * 0.05);
  v_sum double precision;
  v_means double precision[];
begin
  is_exact := v_pairs <= 12;
  select sum(given.number), avg(given.number) into v_sum, estimate from pg_catalog.unnest(v_known) as given (number);
  if v_pairs < 6 then
    return;
  end if;
  -- A change of signs changes the sum of the differences to twice the sum of a subset minus the whole sum.
  select
    pg_catalog.array_agg(subsets.total / nullif(subsets.size, 0) order by subsets.total / nullif(subsets.size, 0)) filter (where subsets.size > 0),
    (
      count(*) filter (where pg_catalog.abs(2 * subsets.total - v_sum) >= pg_catalog.abs(v_sum) * (1 - 1e-9)) + case when is_exact then 0 else 1 end
    )::double precision / v_gaps
  into v_means, p_value
  from analytics.subset_sums(v_known, randomization_test.seed) as subsets;
  -- The spread of differences cannot be estimated if all are equal.
  if v_means[v_gaps - 1] - v_means[1] <= 1e-9 * pg_catalog.abs(estimate) then
    return;
  end if;
  lower := v_means[v_dropped];
  upper := v_means[v_gaps - v_dropped];
  level := (v_gaps - 2 * v_dropped)::double precision / v_gaps;
end
$$;
comment on function analytics.randomization_test(double precision[], bigint) is
  'Returns the mean of the differences of pairs, its interval of about 90 % and the two-sided p value, if a coin decided the sign of each difference '
  '(Fisher 1935; Hartigan 1969). The interval lies between the ordered means of all subsets of the differences; each gap between two of them has the '
  'same probability, and 5 % are dropped at each end. level is what remains, 58 of 64 for six pairs. Exact for up to 12 pairs, otherwise by '
  '4,095 random subsets of the seed. Fewer than 6 pairs have an estimate only, and equal differences have no interval. Differences that are null, NaN or infinite '
  'are unknown, and their pairs are left out. Unit: that of the differences.';
grant execute on function
  analytics.subset_sums(double precision[], bigint),
  analytics.randomization_test(double precision[], bigint)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
