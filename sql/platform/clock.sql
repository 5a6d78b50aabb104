create function platform.now()
returns timestamptz
language sql stable parallel safe
return coalesce(
  nullif(pg_catalog.current_setting('vitrine.now', true), '')::timestamptz,
  pg_catalog.now()
);
comment on function platform.now() is 'The service''s clock: the database''s, unless the setting vitrine.now (VITRINE_NOW) fixes it.';
grant execute on function platform.now() to public;
