create function platform.fault(reason text, field text, given json default '{}')
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object('reason', fault.reason, 'field', fault.field, 'values', fault.given);
comment on function platform.fault(text, text, json) is
  'One of several faults of a request, for platform.fail_for: {reason, field, values} as of platform.fail.';
grant execute on function platform.fault(text, text, json) to public;
