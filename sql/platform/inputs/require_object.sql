create function platform.require_object(field text, given jsonb, members text[] default null)
returns void
language plpgsql immutable
as $$
declare
  v_unknown text;
begin
  if pg_catalog.jsonb_typeof(require_object.given) is distinct from 'object' then
    perform platform.fail('BADRQ', 'must_be_an_object', require_object.field);
  elsif require_object.members is not null and require_object.given - require_object.members <> '{}' then
    select min(member) into v_unknown from pg_catalog.jsonb_object_keys(require_object.given - require_object.members) as member;
    perform platform.fail(
      'BADRQ', 'contains_an_unknown_member', require_object.field,
      pg_catalog.json_build_object('unknown', v_unknown, 'known', require_object.members)
    );
  end if;
end
$$;
comment on function platform.require_object(text, jsonb, text[]) is 'Raises BADRQ unless the input is a JSON object, and for other members than these.';
grant execute on function platform.require_object(text, jsonb, text[]) to public;
