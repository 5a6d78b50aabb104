create function console.write_targets(brand_id text, month date, targets jsonb)
returns table (campaign_entity_id bigint, version integer)
language sql volatile
as $$
  -- Two statements for all campaigns, because policies are evaluated once a statement.
  with given as materialized (
    select row.campaign_entity_id, row.version, row.roas, (row.cpa * 1000000)::bigint as cpa_micros, (row.budget * 1000000)::bigint as budget_micros
    from pg_catalog.jsonb_to_recordset(write_targets.targets)
      as row (campaign_entity_id bigint, version integer, roas numeric, cpa numeric, budget numeric)
  ),
  added as (
    insert into analytics.targets as held (brand_id, month, campaign_entity_id, roas, cpa_micros, budget_micros)
    select write_targets.brand_id, write_targets.month, given.campaign_entity_id, given.roas, given.cpa_micros, given.budget_micros
    from given
    where given.version = 0
    -- Removed targets have no version on the page.
    on conflict on constraint targets_month_key do update
    set roas = excluded.roas, cpa_micros = excluded.cpa_micros, budget_micros = excluded.budget_micros, version = held.version + 1
    where pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) = 0
    returning held.campaign_entity_id, held.version
  ),
  changed as (
    update analytics.targets as held
    set roas = given.roas, cpa_micros = given.cpa_micros, budget_micros = given.budget_micros, version = held.version + 1
    from given
    where held.brand_id = write_targets.brand_id and held.month = write_targets.month and held.version = given.version
      and coalesce(held.campaign_entity_id, 0) = coalesce(given.campaign_entity_id, 0)
    returning held.campaign_entity_id, held.version
  )
  select added.campaign_entity_id, added.version
  from added
  union all
  select changed.campaign_entity_id, changed.version
  from changed;
$$;
comment on function console.write_targets(text, date, jsonb) is
  'Stores the targets of a brand (campaign_entity_id null) or of its campaigns in a month, and returns those that it stored with their new version. '
  'A row whose stored version is not the given one is not stored.';

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
    core.decimals_fault(set_target.cpa, 'cpa', v_currency),
    core.decimals_fault(set_target.budget, 'budget', v_currency)
  ]);
  select written.version into v_version
  from console.write_targets(
    set_target.brand_id, v_month,
    pg_catalog.jsonb_build_array(
      pg_catalog.jsonb_build_object(
        'version', set_target.version, 'roas', set_target.roas, 'cpa', set_target.cpa, 'budget', set_target.budget
      )
    )
  ) as written;
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
  console.write_targets(text, date, jsonb),
  console.set_target(text, text, integer, numeric, numeric, numeric)
to vitrine_person;
call core.register_operation('console.set_target', 'console', access => 'write');
