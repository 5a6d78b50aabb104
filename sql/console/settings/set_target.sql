create function console.target_fault(amount numeric, field text, currency core.currencies)
returns jsonb
language sql immutable
return case when pg_catalog.round(target_fault.amount, (target_fault.currency).exponent) <> target_fault.amount then platform.fault(
  'has_too_many_decimals', target_fault.field,
  pg_catalog.json_build_object('currency', (target_fault.currency).currency, 'decimals', (target_fault.currency).exponent)
) end;
comment on function console.target_fault(numeric, text, core.currencies) is
  'Returns the fault of an amount with a fraction of the minor unit of its currency, as of platform.fault. Null for any other amount.';

create function console.write_target(
  brand_id text, month date, campaign_entity_id bigint, version integer, roas numeric, cpa numeric, budget numeric
)
returns integer
language plpgsql volatile
as $$
declare
  v_cpa_micros constant bigint := write_target.cpa * 1000000;
  v_budget_micros constant bigint := write_target.budget * 1000000;
  v_version integer;
begin
  if write_target.version = 0 then
    insert into analytics.targets as held (brand_id, month, campaign_entity_id, roas, cpa_micros, budget_micros)
    values (write_target.brand_id, write_target.month, write_target.campaign_entity_id, write_target.roas, v_cpa_micros, v_budget_micros)
    -- Removed targets have no version on the page.
    on conflict on constraint targets_month_key do update
    set roas = excluded.roas, cpa_micros = excluded.cpa_micros, budget_micros = excluded.budget_micros, version = held.version + 1
    where pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) = 0
    returning held.version into v_version;
  else
    update analytics.targets as held
    set roas = write_target.roas, cpa_micros = v_cpa_micros, budget_micros = v_budget_micros, version = held.version + 1
    where held.brand_id = write_target.brand_id and held.month = write_target.month
      and held.campaign_entity_id is not distinct from write_target.campaign_entity_id and held.version = write_target.version
    returning held.version into v_version;
  end if;
  return v_version;
end
$$;
comment on function console.write_target(text, date, bigint, integer, numeric, numeric, numeric) is
  'Stores the targets of a brand or campaign in a month, and returns their new version. Returns null if the stored version is not the given one.';

create function console.set_target(
  brand_id text, month text, version integer, roas numeric default null, cpa numeric default null, budget numeric default null
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_month constant date := (set_target.month || '-01')::date;
  v_currency core.currencies;
  v_version integer;
begin
  perform core.keep_units(set_target.brand_id);
  select currencies.* into strict v_currency
  from core.brands
  join core.currencies on currencies.currency = brands.currency
  where brands.brand_id = set_target.brand_id;
  perform platform.fail_for(array[
    console.target_fault(set_target.cpa, 'cpa', v_currency),
    console.target_fault(set_target.budget, 'budget', v_currency)
  ]);
  v_version := console.write_target(
    set_target.brand_id, v_month, null, set_target.version, set_target.roas, set_target.cpa, set_target.budget
  );
  if v_version is null then
    perform platform.fail('STALE', 'targets_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('version', v_version);
end
$$;
comment on function console.set_target(text, text, integer, numeric, numeric, numeric) is
  'Sets the targets of a whole brand in a month for an admin. Null removes a target. version is the one that the person saw, 0 for '
  'none. Raises STALE if another person changed it since, and BADRQ for an amount with too many decimals.';
grant execute on function
  console.target_fault(numeric, text, core.currencies),
  console.write_target(text, date, bigint, integer, numeric, numeric, numeric),
  console.set_target(text, text, integer, numeric, numeric, numeric)
to vitrine_person;
call core.register_operation('console.set_target', 'console', access => 'write');
