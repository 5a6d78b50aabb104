create function sources.take_authorization(brand_id text, state_hash text, bound_to text)
returns jsonb
language sql volatile
return sources.spend_authorization(take_authorization.brand_id, take_authorization.state_hash, take_authorization.bound_to);
comment on function sources.take_authorization(text, text, text) is
  'Takes a pending authorization when the platform sends the person back: once, by the same session, within 10 minutes.';
grant execute on function sources.take_authorization(text, text, text) to vitrine_person;
call core.register_operation('sources.take_authorization', 'console', access => 'write', served_by => '{console}');
