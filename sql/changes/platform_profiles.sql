alter table core.api_keys add column platform_profile text
constraint api_keys_platform_profile_check check (platform_profile ~ '^https://[!-~]+$' and pg_catalog.length(platform_profile) <= 2000);
