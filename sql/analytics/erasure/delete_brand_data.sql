create function analytics.delete_brand_data(brand_id text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform core.enter_brand(delete_brand_data.brand_id);
  delete from analytics.rollups_daily as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_hourly as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_daily as held where held.brand_id = delete_brand_data.brand_id;
  -- A deletion of facts keeps their last version, so that versions are deleted after facts.
  delete from analytics.facts_hourly_versions as held where held.brand_id = delete_brand_data.brand_id;
  delete from analytics.facts_daily_versions as held where held.brand_id = delete_brand_data.brand_id;
  delete from storefront.postings as held where held.brand_id = delete_brand_data.brand_id;
  delete from storefront.reviews as held where held.brand_id = delete_brand_data.brand_id;
  -- A deletion of these rows renews the version of the catalog, which core.delete_brand may not write.
  delete from storefront.names as held where held.brand_id = delete_brand_data.brand_id;
  delete from storefront.catalog_products as held where held.brand_id = delete_brand_data.brand_id;
  -- pg-boss creates its tables when it first starts.
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where job.data ->> 'brand_id' = delete_brand_data.brand_id;
  end if;
end
$$;
comment on function analytics.delete_brand_data(text) is
  'Deletes what refers to a brand without a foreign key: facts, their versions and sums, the search index, reviews, and jobs. Also deletes products and '
  'names, which only the worker may. core.delete_brand calls it.';
revoke execute on function analytics.delete_brand_data(text) from public;
