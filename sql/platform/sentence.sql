create function platform.sentence(reason text, field text, given jsonb)
returns text
language plpgsql immutable
as $$
declare
  -- Names that a reason can contain, which stay as they are.
  v_names constant text[] := array['date_from', 'starts_at', 'max_shift_pct', 'quantity_min', 'quantity_break', 'percent_off'];
  v_name text;
  v_value record;
  v_sentence text := pg_catalog.replace(sentence.reason, '_', ' ');
begin
  if sentence.reason = 'has_faults' then
    return (
      select pg_catalog.string_agg(platform.sentence(fault ->> 'reason', fault ->> 'field', fault -> 'values'), ' ' order by position)
      from pg_catalog.jsonb_array_elements(sentence.given -> 'faults') with ordinality as faults (fault, position)
    );
  end if;
  foreach v_name in array v_names loop
    v_sentence := pg_catalog.replace(v_sentence, pg_catalog.replace(v_name, '_', ' '), '`' || v_name || '`');
  end loop;
  if sentence.field is not null and v_sentence ~ '^(must|is|are|has|have|was|can|cannot|names?|contains?|costs?|changes|exceeds?|keeps)\M' then
    v_sentence := '`' || sentence.field || '` ' || v_sentence;
  else
    v_sentence := pg_catalog.upper(pg_catalog.left(v_sentence, 1)) || pg_catalog.substr(v_sentence, 2);
  end if;
  for v_value in
    select named.key, shown.value, pg_catalog.replace(named.key, '_', ' ') as words
    from pg_catalog.jsonb_each(sentence.given) as named
    cross join lateral (
      select case pg_catalog.jsonb_typeof(named.value)
        when 'array' then coalesce(
          (select pg_catalog.string_agg(element, ', ' order by position) from pg_catalog.jsonb_array_elements_text(named.value) with ordinality as elements (element, position)),
          'none'
        )
        when 'string' then '"' || pg_catalog.left(platform.plain(named.value #>> '{}'), 200) || '"'
        when 'number' then named.value #>> '{}'
        when 'null' then case when named.key = sentence.field then 'null' end
      end
    ) as shown (value)
    where shown.value is not null
    -- The value that completes the reason, the value that was given, other values, other lists.
    order by
      named.key not in ('choices', 'minimum', 'maximum'), named.key <> coalesce(sentence.field, ''), pg_catalog.jsonb_typeof(named.value) = 'array', named.key
  loop
    v_sentence := v_sentence || case
      when v_sentence ~ ' (of|after|at least|at most)$' then ' ' || v_value.value
      when v_value.key = sentence.field then '; it is ' || v_value.value
      when v_value.key ~ '_max$' then '; at most ' || v_value.value || ' ' || pg_catalog.left(v_value.words, -4)
      when v_value.key ~ '_min$' then '; at least ' || v_value.value || ' ' || pg_catalog.left(v_value.words, -4)
      else '; ' || v_value.words || ': ' || v_value.value
    end;
  end loop;
  return v_sentence || '.';
end
$$;
comment on function platform.sentence(text, text, jsonb) is
  'Returns a plain sentence for psql of a reason, the input that it concerns, and values. A reason that begins with a verb is the predicate of the input, '
  'as in "`level` must be one of account, campaign; it is "junk".". Any other reason has its own subject. A value completes a reason that ends with "of", '
  '"after", "at least" or "at most". A value with the name of the input is "it", days_max is "at most 31 days", and other values follow with their '
  'names. Flags and objects are left out.';

create function platform.sentence(stated jsonb)
returns text
language sql immutable
return case pg_catalog.jsonb_typeof(stated)
  when 'object' then platform.sentence(stated ->> 'reason', null, stated -> 'values')
  else stated #>> '{}'
end;
comment on function platform.sentence(jsonb) is
  'Returns a plain sentence of a warning or a statement of an answer ({reason, values}), for psql. A text stays as it is.';

grant execute on function platform.sentence(text, text, jsonb), platform.sentence(jsonb) to public;
