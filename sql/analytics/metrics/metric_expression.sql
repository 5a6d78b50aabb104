create function analytics.paired_part(part text, metric analytics.metric_definitions, paired text[])
returns text
language sql stable
return case
  -- A paired metric has its own sums, named <metric>_<base>.
  when (paired_part.metric).name = any (paired_part.paired) then pg_catalog.regexp_replace(
    paired_part.part, '\m(' || pg_catalog.array_to_string((paired_part.metric).bases, '|') || ')\M', (paired_part.metric).name || '_\1', 'g'
  )
  else paired_part.part
end;
comment on function analytics.paired_part(text, analytics.metric_definitions, text[]) is
  'The numerator or denominator of a metric over the columns of analytics.sum_columns. paired: the metrics that have sums of their own.';

create function analytics.metric_expression(metric analytics.metric_definitions, level text, currency_exponent smallint, paired text[] default '{}')
returns text
-- A stable expression without a subquery becomes a part of the query that calls it.
language sql stable
return case
  when (metric_expression.metric).name = 'mer' and metric_expression.level <> 'account' then 'null::numeric'
  else pg_catalog.format(
    'pg_catalog.trim_scale(pg_catalog.round(%s(%s)%s, %s))',
    case when (metric_expression.metric).multiplier = 1 then '' else (metric_expression.metric).multiplier || ' * ' end,
    analytics.paired_part((metric_expression.metric).numerator, metric_expression.metric, metric_expression.paired),
    coalesce(
      ' / nullif(' || analytics.paired_part((metric_expression.metric).denominator, metric_expression.metric, metric_expression.paired) || ', 0)', ''
    ),
    case when (metric_expression.metric).unit = 'money' then metric_expression.currency_exponent else 6 end
  )
end;
comment on function analytics.metric_expression(analytics.metric_definitions, text, smallint, text[]) is
  'The SQL of one metric over summed bases: money rounded to the currency''s minor unit, the rest to six decimals. paired: the metrics that have sums of their own (analytics.sum_columns).';
grant execute on function
  analytics.paired_part(text, analytics.metric_definitions, text[]),
  analytics.metric_expression(analytics.metric_definitions, text, smallint, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metric_expressions(metrics text[], level text, currency_exponent smallint, paired text[])
returns text[]
language plpgsql stable
as $$
begin
  return array(
    select analytics.metric_expression(definition, metric_expressions.level, metric_expressions.currency_exponent, metric_expressions.paired)
    from pg_catalog.unnest(metric_expressions.metrics) with ordinality as requested (name, position)
    join analytics.metric_definitions as definition on definition.name = requested.name
    order by requested.position
  );
end
$$;
comment on function analytics.metric_expressions(text[], text, smallint, text[]) is 'The SQL of these metrics, in their order (analytics.metric_expression).';
grant execute on function analytics.metric_expressions(text[], text, smallint, text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.object_expression(names text[], expressions text[])
returns text
language plpgsql immutable
as $$
begin
  -- A function takes at most 100 arguments. More than 50 pairs become a row first.
  return (
    select case when pg_catalog.cardinality(object_expression.names) <= 50
      then 'pg_catalog.json_build_object(' || pg_catalog.string_agg(pg_catalog.format('%L, %s', pair.name, pair.expression), ', ' order by pair.position) || ')'
      else '(select pg_catalog.row_to_json(wide) from (select '
        || pg_catalog.string_agg(pg_catalog.format('%s as %I', pair.expression, pair.name), ', ' order by pair.position) || ') as wide)'
    end
    from rows from (pg_catalog.unnest(object_expression.names), pg_catalog.unnest(object_expression.expressions)) with ordinality as pair (name, expression, position)
  );
end
$$;
comment on function analytics.object_expression(text[], text[]) is 'Returns the SQL of a JSON object with these names and expressions, in order.';
grant execute on function analytics.object_expression(text[], text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.partial_expression(is_partial text, date text, names text[], expressions text[])
returns text
language plpgsql immutable
as $$
declare
  v_names constant text[] := case when partial_expression.date is null then '{}' else array['date'] end;
  v_expressions constant text[] := case when partial_expression.date is null then '{}' else array[partial_expression.date] end;
begin
  return pg_catalog.format(
    'case when %s then %s else %s end',
    partial_expression.is_partial,
    analytics.object_expression(v_names || 'partial'::text || partial_expression.names, v_expressions || 'true'::text || partial_expression.expressions),
    analytics.object_expression(v_names || partial_expression.names, v_expressions || partial_expression.expressions)
  );
end
$$;
comment on function analytics.partial_expression(text, text, text[], text[]) is
  'The SQL of a row or of totals: an object with the date, if there is one, and these names. It has partial: true where the condition is_partial holds, '
  'and no partial elsewhere.';
grant execute on function analytics.partial_expression(text, text, text[], text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
