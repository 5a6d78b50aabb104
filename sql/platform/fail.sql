create function platform.fail(code text, reason text, field text default null, given json default '{}')
returns void
language plpgsql volatile
as $$
declare
  v_values text;
  v_words text := pg_catalog.replace(fail.reason, '_', ' ');
  v_name text;
begin
  select pg_catalog.string_agg(given.key || ' = ' || shown.value, ', ') into v_values
  from pg_catalog.json_each(fail.given) as given
  cross join lateral (
    select case pg_catalog.json_typeof(given.value)
      when 'array' then (select pg_catalog.string_agg(element, ', ') from pg_catalog.json_array_elements_text(given.value) as element)
      when 'object' then null
      else given.value #>> '{}'
    end
  ) as shown (value);
  -- A reason can contain the name of another input, which stays as it is: "must not be before date_from".
  foreach v_name in array array['date_from', 'starts_at', 'max_shift_pct', 'quantity_min', 'idempotency_key'] loop
    v_words := pg_catalog.replace(v_words, pg_catalog.replace(v_name, '_', ' '), v_name);
  end loop;
  raise exception using
    errcode = fail.code,
    message = coalesce(fail.field || ': ', '') || v_words || coalesce(' (' || v_values || ')', ''),
    detail = pg_catalog.json_build_object('reason', fail.reason, 'field', fail.field, 'values', fail.given);
end
$$;
comment on function platform.fail(text, text, text, json) is
  'Raises one of the SQLSTATEs of sql/README.md. reason is a name in snake_case that reads as plain words, field is the input that it concerns, and given '
  'holds the values that a sentence about it needs. The message is plain English for psql, such as "campaign_id: no such campaign (platform = google)". '
  'The detail is {reason, field, values} as JSON: shared/sentences makes the sentence of it for callers of the API, agents, the shell and pages.';
grant execute on function platform.fail(text, text, text, json) to public;
