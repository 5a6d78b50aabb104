create function console.set_brand(brand_id text, version integer, name text, currency text, timezone text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_stored text[];
  v_given json;
begin
  perform core.check_brand_settings(set_brand.currency, set_brand.timezone);
  -- Imports take the same lock before they store amounts and days.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || set_brand.brand_id, 0));
  -- A row of another table that refers to the brand locks its key, so this waits for uncommitted first rows, and later ones wait.
  select brands.* into strict v_brand from core.brands where brands.brand_id = set_brand.brand_id for update;
  if v_brand.version <> set_brand.version then
    perform platform.fail('STALE', 'the_brand_changed_meanwhile');
  end if;
  if (v_brand.currency, v_brand.timezone) <> (set_brand.currency, set_brand.timezone) then
    v_stored := console.stored_data(set_brand.brand_id);
    v_given := pg_catalog.json_build_object('stored', v_stored, 'currency', v_brand.currency, 'timezone', v_brand.timezone);
    if pg_catalog.cardinality(v_stored) > 0 then
      perform platform.fail_for(array[
        case when v_brand.currency <> set_brand.currency then platform.fault('amounts_are_stored', 'currency', v_given) end,
        case when v_brand.timezone <> set_brand.timezone then platform.fault('days_are_stored', 'timezone', v_given) end
      ]);
    end if;
  end if;
  update core.brands
  set name = core.display_name(set_brand.name), currency = set_brand.currency, timezone = set_brand.timezone, version = brands.version + 1
  where brands.brand_id = set_brand.brand_id;
  return pg_catalog.jsonb_build_object('version', v_brand.version + 1);
end
$$;
comment on function console.set_brand(text, integer, text, text, text) is
  'Changes the name, and the currency and time zone while the brand has no data, for an admin. version is the one that the person saw. Raises STALE if '
  'another person changed the brand since, and BADRQ for a currency or time zone that is unknown or by which data is stored.';
grant execute on function core.display_name(text), console.set_brand(text, integer, text, text, text) to vitrine_person;
call core.register_operation('console.set_brand', 'console', access => 'write');
