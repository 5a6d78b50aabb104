create function platform.new_id(prefix text)
returns text
language sql volatile
return new_id.prefix || '_' || pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-', '');
comment on function platform.new_id(text) is 'A prefixed random id, e.g. brd_ and 32 hexadecimal digits (122 random bits).';
grant execute on function platform.new_id(text) to public;
