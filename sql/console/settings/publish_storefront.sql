create function console.publish_storefront(brand_id text, version integer, is_published boolean)
returns jsonb
language plpgsql volatile
as $$
declare
  v_version integer;
begin
  update core.brands
  set is_storefront_published = publish_storefront.is_published, version = brands.version + 1
  where brands.brand_id = publish_storefront.brand_id and brands.version = publish_storefront.version
  returning brands.version into v_version;
  if v_version is null then
    perform platform.fail('STALE', 'the_brand_changed_meanwhile');
  end if;
  perform storefront.emit_deployment(
    publish_storefront.brand_id, case when publish_storefront.is_published then 'deployment.created' else 'deployment.updated' end
  );
  return pg_catalog.jsonb_build_object('version', v_version, 'is_published', publish_storefront.is_published);
end
$$;
comment on function console.publish_storefront(text, integer, boolean) is
  'Publishes the storefront of a brand, or ends its publication, for an admin. A storefront that is not published answers only to credentials that reach the '
  'brand. version is that of the brand that the person saw. Raises STALE if the brand changed since.';
grant execute on function console.publish_storefront(text, integer, boolean) to vitrine_person;
call core.register_operation('console.publish_storefront', 'console', access => 'write');
