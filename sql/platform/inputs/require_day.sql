create function platform.require_day(field text, given date)
returns void
language plpgsql immutable
as $$
begin
  if require_day.given is null then
    perform platform.fail('BADRQ', 'is_required', require_day.field);
  elsif not pg_catalog.isfinite(require_day.given) then
    perform platform.fail('BADRQ', 'must_be_a_day', require_day.field);
  end if;
end
$$;
comment on function platform.require_day(text, date) is 'Raises BADRQ for null, infinity and -infinity.';
grant execute on function platform.require_day(text, date) to public;
