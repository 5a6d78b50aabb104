create function analytics.has_every_day(brand core.brands, date_from date, date_to date)
returns boolean
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand constant core.brands := has_every_day.brand;
begin
  return has_every_day.date_from <= has_every_day.date_to
    and has_every_day.date_to < (platform.now() at time zone v_brand.timezone)::date
    and (
      select pg_catalog.bool_and(coalesce(reported.days @> pg_catalog.daterange(has_every_day.date_from, has_every_day.date_to, '[]'), false))
      from analytics.entities as accounts
      left join analytics.coverage as reported
        on reported.brand_id = accounts.brand_id and reported.entity_id = accounts.entity_id and reported.measure = 'any'
      where accounts.brand_id = v_brand.brand_id and accounts.level = 'account'
    )
    and not exists (
      select from analytics.unfinished_days as held
      where held.brand_id = v_brand.brand_id and held.day between has_every_day.date_from and has_every_day.date_to
    )
    -- A part of the days of a connected account can be unread although it has rows.
    and (
      not exists (select from sources.sources where sources.brand_id = v_brand.brand_id)
      or not exists (select from sources.unread_accounts(v_brand.brand_id)) and not exists (select from sources.waiting_days(v_brand.brand_id))
    );
end
$$;
comment on function analytics.has_every_day(core.brands, date, date) is
  'Returns true if every ad account of a brand has reported every day of a range that is over, after it ended, and no connected account is still '
  'being read. Then analytics.completeness finds nothing missing. Any other range needs its rules.';
grant execute on function analytics.has_every_day(core.brands, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
