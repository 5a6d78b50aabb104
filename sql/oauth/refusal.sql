create function oauth.refusal(error text, reason text, field text default null, given jsonb default '{}')
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'refusal', pg_catalog.jsonb_build_object('error', refusal.error, 'reason', refusal.reason, 'field', refusal.field, 'values', refusal.given)
);
comment on function oauth.refusal(text, text, text, jsonb) is
  'An answer that refuses a request without raising, so that limits and audit events stay: the error of RFC 6749, section 4.1.2.1 or 5.2, and reason, field '
  'and values as of platform.fail. shared/sentences makes error_description of them.';
