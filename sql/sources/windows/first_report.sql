create function sources.first_report(brand_id text, platforms text[], report text)
returns date
language sql stable
as $$
  select min(known.first_on)
  from analytics.platform_status as known
  where known.brand_id = first_report.brand_id and known.kind = first_report.report
    and (first_report.platforms is null or known.platform = any (first_report.platforms));
$$;
comment on function sources.first_report(text, text[], text) is
  'Returns the day of the first report of these platforms, null for all of them. Null without a report. Earlier days are not known, and no zeros.';
grant execute on function sources.first_report(text, text[], text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
