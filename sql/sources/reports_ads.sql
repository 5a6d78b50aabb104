create function sources.reports_ads(platform text)
returns boolean
language sql immutable
return reports_ads.platform <> all ('{ga4,shopify}');
comment on function sources.reports_ads(text) is 'Whether the accounts of a platform are ad accounts. GA4 properties and shops are not.';
grant execute on function sources.reports_ads(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
