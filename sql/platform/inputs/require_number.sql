create function platform.require_number(field text, given numeric, minimum numeric, maximum numeric default null)
returns void
language plpgsql immutable
as $$
begin
  if require_number.given is null then
    perform platform.fail('BADRQ', 'is_required', require_number.field);
  elsif require_number.given = 'NaN' then
    perform platform.fail('BADRQ', 'must_be_a_number', require_number.field);
  elsif require_number.given < require_number.minimum then
    perform platform.fail(
      'BADRQ', 'must_be_at_least', require_number.field,
      pg_catalog.json_build_object('minimum', require_number.minimum, require_number.field, require_number.given)
    );
  elsif require_number.given > require_number.maximum then
    perform platform.fail(
      'BADRQ', 'must_be_at_most', require_number.field,
      pg_catalog.json_build_object('maximum', require_number.maximum, require_number.field, require_number.given)
    );
  end if;
end
$$;
comment on function platform.require_number(text, numeric, numeric, numeric) is
  'Raises BADRQ for null, NaN and a number out of its bounds.';

create function platform.read_number(field text, given text, minimum numeric, maximum numeric)
returns numeric
language plpgsql immutable
as $$
begin
  if read_number.given is null then
    return null;
  elsif read_number.given !~* '^[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})(e[+-]?\d{1,3})?$' then
    perform platform.fail('BADRQ', 'must_be_a_number', read_number.field);
  end if;
  perform platform.require_number(read_number.field, read_number.given::numeric, read_number.minimum, read_number.maximum);
  return read_number.given::numeric;
end
$$;
comment on function platform.read_number(text, text, numeric, numeric) is
  'Returns the number of a member of a JSON input, or null without it. Raises BADRQ for another text and for a number out of its bounds.';

create function platform.require_page("limit" integer, page bigint default 1)
returns void
language plpgsql immutable
as $$
begin
  if (require_page."limit" > 0 and require_page.page between 1 and 1000000) is not true then
    perform platform.require_number('limit', require_page."limit", 1);
    perform platform.require_number('page', require_page.page, 1, 1000000);
  end if;
end
$$;
comment on function platform.require_page(integer, bigint) is 'Raises BADRQ for a page that does not exist in any list: limit and page are 1 or more.';

grant execute on function
  platform.require_number(text, numeric, numeric, numeric),
  platform.read_number(text, text, numeric, numeric),
  platform.require_page(integer, bigint)
to public;
