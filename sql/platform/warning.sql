create function platform.warning(reason text, given jsonb default '{}')
returns jsonb
-- A stable function becomes a part of the query that calls it. An immutable one with such arguments does not.
language sql stable
return pg_catalog.jsonb_build_object('reason', warning.reason, 'values', warning.given);
comment on function platform.warning(text, jsonb) is
  'A warning of an answer, {reason, values}. reason is a name in snake_case that reads as plain words, and given holds the values that a sentence about it '
  'needs; a value may be another warning. shared/sentences/warnings/warning.ts replaces it by its sentence.';
grant execute on function platform.warning(text, jsonb) to public;
