create function platform.statement(reason text, given jsonb default '{}')
returns jsonb
-- Stable for the reason at platform.warning.
language sql stable
return pg_catalog.jsonb_build_object('reason', statement.reason, 'values', statement.given);
comment on function platform.statement(text, jsonb) is
  'A statement of an answer, {reason, values}, in the form of a warning. reason is a name in snake_case that reads as plain words, and given holds the values '
  'that a sentence about it needs. shared/sentences/statements/statement.ts replaces it by its sentence, in the members that shared/db/warnings.ts lists.';
grant execute on function platform.statement(text, jsonb) to public;
