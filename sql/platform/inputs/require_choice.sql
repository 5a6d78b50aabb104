create function platform.require_choice(field text, given text, choices text[])
returns void
language plpgsql immutable
as $$
begin
  if pg_catalog.array_position(require_choice.choices, require_choice.given) is null then
    perform platform.fail(
      'BADRQ', 'must_be_one_of', require_choice.field,
      pg_catalog.json_build_object('choices', pg_catalog.array_remove(require_choice.choices, null), require_choice.field, require_choice.given)
    );
  end if;
end
$$;
comment on function platform.require_choice(text, text, text[]) is
  'Raises BADRQ unless the input has one of the values. Null is a value like any other. The schemas of the API check the same lists before the call.';
grant execute on function platform.require_choice(text, text, text[]) to public;
