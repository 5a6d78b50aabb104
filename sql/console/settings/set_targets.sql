create type console.given_target as (
  place text, campaign text, version integer, roas numeric, cpa numeric, budget numeric, campaign_entity_id bigint, is_repeated boolean
);
comment on type console.given_target is 'A target of a request, with its place in it and its campaign.';

create function console.given_targets(brand_id text, targets jsonb)
returns console.given_target[]
language sql stable
as $$
  -- One pass over the campaigns of the brand, because a form can name 500.
  with known as materialized (
    select pg_catalog.concat_ws('/', campaigns.platform, accounts.external_id, campaigns.external_id) as campaign, campaigns.entity_id
    from analytics.entities as campaigns
    join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
    where campaigns.brand_id = given_targets.brand_id and campaigns.level = 'campaign'
  )
  select
    pg_catalog.array_agg(
      row (
        pg_catalog.format('targets[%s].', given.ordinality - 1), given.campaign, given.version, given.roas, given.cpa, given.budget, known.entity_id,
        given.is_repeated
      )::console.given_target
      order by given.ordinality
    )
  from (
    select
      element.ordinality, row.*,
      pg_catalog.row_number() over (partition by row.campaign order by element.ordinality) > 1 as is_repeated
    from pg_catalog.jsonb_array_elements(given_targets.targets) with ordinality as element
    cross join lateral pg_catalog.jsonb_to_record(element.value)
      as row (campaign text, version integer, roas numeric, cpa numeric, budget numeric)
  ) as given
  left join known on known.campaign = given.campaign;
$$;
comment on function console.given_targets(text, jsonb) is
  'The targets of a request in order, with their place in it, such as targets[0]., and their campaign: null if the brand has none of this name.';

create function console.targets_faults(brand_id text, targets console.given_target[])
returns jsonb[]
language sql stable
return (
  select pg_catalog.array_agg(fault.value order by given.ordinality, fault.at) filter (where fault.value is not null)
  from pg_catalog.unnest(targets_faults.targets) with ordinality as given
  join core.brands on brands.brand_id = targets_faults.brand_id
  join core.currencies on currencies.currency = brands.currency
  cross join lateral (
    values
      (
        1,
        case
          when given.campaign_entity_id is null then platform.fault('must_name_a_campaign', given.place || 'campaign')
          when given.is_repeated then platform.fault('campaign_is_named_twice', given.place || 'campaign')
        end
      ),
      (2, core.decimals_fault(given.cpa, given.place || 'cpa', currencies)),
      (3, core.decimals_fault(given.budget, given.place || 'budget', currencies))
  ) as fault (at, value)
);
comment on function console.targets_faults(text, console.given_target[]) is
  'The faults of the targets of several campaigns: an unknown or repeated campaign, and amounts with too many decimals. The field is as targets[0].cpa.';

create function console.campaigns_with_targets(brand_id text, month date)
returns bigint
language sql stable
return (
  select count(*)
  from analytics.targets as held
  where held.brand_id = campaigns_with_targets.brand_id and held.month = campaigns_with_targets.month and held.campaign_entity_id is not null
    and pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0
);
comment on function console.campaigns_with_targets(text, date) is
  'How many campaigns have a target in a month. The targets of the whole brand and removed targets do not count.';

create function console.set_targets(brand_id text, month text, targets jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_month constant date := (set_targets.month || '-01')::date;
  v_all constant console.given_target[] := console.given_targets(set_targets.brand_id, set_targets.targets);
  v_stale text[];
  v_campaigns_before bigint;
  v_campaigns bigint;
  v_targets_max constant integer := 500;
begin
  perform core.keep_units(set_targets.brand_id);
  perform platform.fail_for(console.targets_faults(set_targets.brand_id, v_all));
  -- Concurrent calls wait for each other, so that each counts the targets of the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('console.set_targets/' || set_targets.brand_id, 0));
  v_campaigns_before := console.campaigns_with_targets(set_targets.brand_id, v_month);
  with written as materialized (
    select stored.campaign_entity_id
    from console.write_targets(set_targets.brand_id, v_month, pg_catalog.to_jsonb(v_all)) as stored
  )
  select pg_catalog.array_agg(given.campaign order by given.ordinality)
  into v_stale
  from pg_catalog.unnest(v_all) with ordinality as given
  where given.campaign_entity_id not in (select written.campaign_entity_id from written);
  if v_stale is not null then
    perform platform.fail(
      'STALE', 'some_targets_changed_meanwhile', 'targets', pg_catalog.json_build_object('campaigns', v_stale)
    );
  end if;
  v_campaigns := console.campaigns_with_targets(set_targets.brand_id, v_month);
  if v_campaigns > v_targets_max and v_campaigns > v_campaigns_before then
    perform platform.fail('BADRQ', 'month_has_too_many_targets', 'targets', pg_catalog.json_build_object('targets_max', v_targets_max));
  end if;
  return pg_catalog.jsonb_build_object('saved', pg_catalog.jsonb_array_length(set_targets.targets));
end
$$;
comment on function console.set_targets(text, text, jsonb) is
  'Sets the targets of several campaigns in a month for an admin, all or none. Null removes a target. version is the one that the person saw, 0 for none. '
  'Raises STALE with the campaigns that another person changed since, and BADRQ with every fault.';
grant execute on function
  console.campaigns_with_targets(text, date), console.given_targets(text, jsonb), console.targets_faults(text, console.given_target[]), console.set_targets(text, text, jsonb)
to vitrine_person;
call core.register_operation('console.set_targets', 'console', access => 'write');
