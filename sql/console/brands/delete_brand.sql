create function console.delete_brand(brand_id text, name text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_brand core.brands;
begin
  if pg_catalog.current_setting('vitrine.session_is_recent', true) is distinct from 'true' then
    perform platform.fail('DNIED', 'this_session_is_too_old');
  end if;
  select brands.* into strict v_brand from core.brands where brands.brand_id = delete_brand.brand_id for update;
  if pg_catalog.btrim(delete_brand.name) <> coalesce(v_brand.name, v_brand.slug) then
    perform platform.fail('BADRQ', 'must_be_the_name_of_the_brand', 'name');
  end if;
  update core.api_keys set revoked_at = platform.clock()
  where api_keys.brand_id = delete_brand.brand_id and api_keys.revoked_at is null;
  perform sources.end_source(sources.brand_id, sources.source_id, false)
  from sources.sources
  where sources.brand_id = delete_brand.brand_id and sources.status <> 'disconnected';
  update core.brands
  set status = 'archived', is_storefront_published = false, deletion_due_at = platform.clock() + interval '7 days', version = brands.version + 1
  where brands.brand_id = delete_brand.brand_id
  returning brands.* into v_brand;
  return pg_catalog.jsonb_build_object('id', v_brand.brand_id, 'deletion_due_at', platform.utc(v_brand.deletion_due_at));
end
$$;
comment on function console.delete_brand(text, text) is
  'Closes a brand for an owner who typed its name and signed in within 30 minutes: revokes its keys, disconnects its sources, and archives it, so that '
  'nothing answers for it. core.delete_due_brand deletes its data after 7 days. Raises DNIED for an older session, and BADRQ for another name.';
grant execute on function console.delete_brand(text, text) to vitrine_person;
call core.register_operation('console.delete_brand', 'console', access => 'write', role => 'owner');
