create function console.emptied_fields(brand_id text, product_ids text[], stated_fields text[])
returns jsonb
language plpgsql stable
as $$
begin
  return pg_catalog.jsonb_build_object(
    'emptied', storefront.emptied_fields(emptied_fields.brand_id, emptied_fields.product_ids, emptied_fields.stated_fields)
  );
end
$$;
comment on function console.emptied_fields(text, text[], text[]) is
  'Returns which values of the products of a brand a file empties, by the ids and the fields with values at the beginning of the file.';
grant execute on function console.emptied_fields(text, text[], text[]) to vitrine_person;
call core.register_operation('console.emptied_fields', 'console');
