create function platform.fail(code text, reason text, field text default null, given json default '{}')
returns void
language plpgsql volatile
as $$
begin
  -- psql prints neither column, constraint nor data type at its default verbosity.
  raise exception using
    errcode = fail.code,
    message = platform.sentence(fail.reason, fail.field, coalesce(fail.given::jsonb, '{}')),
    constraint = fail.reason,
    column = coalesce(fail.field, ''),
    datatype = coalesce(fail.given, '{}');
end
$$;
comment on function platform.fail(text, text, text, json) is
  'Raises one of the SQLSTATEs of sql/README.md. reason is a name in snake_case, field is the input that it concerns, and given holds the values that a '
  'sentence about it needs. The message is a plain sentence for psql (platform.sentence). Programs read the reason as constraint name, the field as column '
  'name and the values as JSON in the data type name: shared/sentences makes the sentence of them for callers of the API, agents, the shell and pages.';

create function platform.raised(status text, reason text, field text, given text)
returns text
language sql immutable
return case
  when raised.status ~ '^[A-Z]{5}$' and raised.given <> ''
    then pg_catalog.json_build_object('reason', raised.reason, 'field', nullif(raised.field, ''), 'values', raised.given::json)::text
end;
comment on function platform.raised(text, text, text, text) is
  'Returns an error of platform.fail as {reason, field, values} in JSON, from its SQLSTATE, constraint name, column name and data type name. Null for any '
  'other error.';

grant execute on function platform.fail(text, text, text, json), platform.raised(text, text, text, text) to public;
