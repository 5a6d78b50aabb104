create function commerce.pagination(total bigint, page integer, "limit" integer)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'page', pagination.page,
  'limit', pagination."limit",
  'total', pagination.total,
  'total_pages', pg_catalog.ceil(pagination.total::numeric / pagination."limit")::bigint,
  'has_more', pagination.total > pagination.page::bigint * pagination."limit"
);
comment on function commerce.pagination(bigint, integer, integer) is 'Pagination of a list.';

grant execute on function commerce.pagination(bigint, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person;
