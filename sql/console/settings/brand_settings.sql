create function console.stored_data(brand_id text)
returns text[]
language sql stable
as $$
  select array(
    select held.kind
    from (
      values
        ('ad_reports', exists (select from analytics.entities where entities.brand_id = stored_data.brand_id)),
        ('orders', exists (select from analytics.orders where orders.brand_id = stored_data.brand_id)),
        ('journeys', exists (select from analytics.touchpoints where touchpoints.brand_id = stored_data.brand_id)),
        (
          'targets',
          exists (
            select from analytics.targets
            where targets.brand_id = stored_data.brand_id
              and pg_catalog.num_nonnulls(targets.roas, targets.cpa_micros, targets.budget_micros) > 0
          )
        ),
        ('accounts', exists (select from sources.sources where sources.brand_id = stored_data.brand_id)),
        ('uploads', exists (select from analytics.uploads where uploads.brand_id = stored_data.brand_id)),
        ('pricing_policies', exists (select from commerce.pricing_policies where pricing_policies.brand_id = stored_data.brand_id))
    ) as held (kind, is_stored)
    where held.is_stored
  );
$$;
comment on function console.stored_data(text) is
  'What a brand has stored by its currency and its days, or is about to store. Stored amounts keep no exchange rate, and days no hours, so neither can be '
  'converted exactly.';

create function console.brand_settings(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'name', coalesce(brands.name, brands.slug),
    'slug', brands.slug,
    'currency', brands.currency,
    'timezone', brands.timezone,
    'version', brands.version,
    'stored_data', console.stored_data(brands.brand_id)
  )
  from core.brands
  where brands.brand_id = brand_settings.brand_id;
$$;
comment on function console.brand_settings(text) is
  'Name, currency and time zone of a brand. Currency and time zone can change while stored_data is empty.';
grant execute on function console.stored_data(text), console.brand_settings(text) to vitrine_person;
call core.register_operation('console.brand_settings', 'console');
