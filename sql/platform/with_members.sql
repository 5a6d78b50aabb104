create function platform.with_members(object json, members json)
returns json
-- plpgsql, because a function in SQL is planned in each query that calls it.
language plpgsql immutable
as $$
begin
  return case when with_members.members is null then with_members.object
    else (pg_catalog.left(with_members.object::text, -1) || ', ' || pg_catalog.substr(with_members.members::text, 2))::json
  end;
end
$$;
comment on function platform.with_members(json, json) is
  'Returns a JSON object with further members. Both objects have members, and none in common. Without further members (null) it returns the object. jsonb || '
  'does the same for jsonb, but parses and writes both.';
grant execute on function platform.with_members(json, json) to public;
