create function sources.has_report(platform text, report text)
returns boolean
language sql immutable
return case
  when has_report.report in ('orders', 'products') then has_report.platform = 'shopify'
  when has_report.report in ('sessions', 'transactions') then has_report.platform = 'ga4'
  else has_report.platform <> all ('{ga4,shopify}')
end;
comment on function sources.has_report(text, text) is
  'Whether the accounts of a platform can have a report: shops have orders and products, GA4 properties sessions and transactions, all others ads.';
grant execute on function sources.has_report(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
