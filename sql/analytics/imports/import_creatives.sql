create function analytics.open_creative_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table creatives (
    line bigint not null,
    platform text,
    creative_id text,
    name text,
    format text,
    headline text,
    body text,
    call_to_action text,
    landing_url text,
    thumbnail_url text,
    reason jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.creatives', 'platform', 'creative_id', 'name', 'headline', 'body', 'call_to_action', 'landing_url', 'thumbnail_url');
end
$$;
comment on function analytics.open_creative_import() is 'Creates the temporary table for the rows of an import of creatives.';

create function analytics.commit_creative_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_creative_import.brand_id, 0));
  create temporary table rejections on commit drop as
  select creatives.line, creatives.reason from pg_temp.creatives where creatives.reason is not null;
  select count(*) into v_accepted from pg_temp.creatives where creatives.reason is null;

  insert into analytics.creatives as held
    (brand_id, platform, external_id, name, format, headline, body, call_to_action, landing_url, thumbnail_url)
  select distinct on (creatives.platform, creatives.creative_id)
    commit_creative_import.brand_id, creatives.platform, creatives.creative_id, creatives.name, creatives.format, creatives.headline,
    creatives.body, creatives.call_to_action, creatives.landing_url, creatives.thumbnail_url
  from pg_temp.creatives
  where creatives.reason is null
  order by creatives.platform, creatives.creative_id, creatives.line desc
  on conflict on constraint creatives_external_key do update
  set
    name = coalesce(excluded.name, held.name),
    format = coalesce(excluded.format, held.format),
    headline = coalesce(excluded.headline, held.headline),
    body = coalesce(excluded.body, held.body),
    call_to_action = coalesce(excluded.call_to_action, held.call_to_action),
    landing_url = coalesce(excluded.landing_url, held.landing_url),
    thumbnail_url = coalesce(excluded.thumbnail_url, held.thumbnail_url);
  return analytics.record_import(
    commit_creative_import.brand_id, 'creatives', commit_creative_import.dialect, commit_creative_import.file_name,
    commit_creative_import.rows_read, v_accepted, null, null
  );
end
$$;
comment on function analytics.commit_creative_import(text, text, text, bigint) is
  'Imports the rows of the temporary table creatives. A column that the file lacks or leaves empty keeps its value. Returns the report on the '
  'import.';
grant execute on function
  analytics.open_creative_import(),
  analytics.commit_creative_import(text, text, text, bigint)
to vitrine_worker;
