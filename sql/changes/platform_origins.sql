alter table core.api_keys add column platform_origin text
constraint api_keys_platform_origin_check check (platform_origin ~ '^https://[!-.0-~]+$' and pg_catalog.length(platform_origin) <= 2000);
