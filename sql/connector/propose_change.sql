create function connector.target_name(brand_id text, target jsonb)
returns text
language sql stable
as $$
  select case when count(*) = 1 then min(named.name) end
  from analytics.entities as named
  where named.brand_id = target_name.brand_id and named.level = target_name.target ->> 'level' and named.external_id = target_name.target ->> 'id'
    and named.platform in (
      pg_catalog.lower(target_name.target ->> 'platform'),
      (
        select aliases.platform from analytics.platform_aliases as aliases
        where aliases.alias = analytics.platform_key(target_name.target ->> 'platform') and not aliases.is_part
      )
    );
$$;
comment on function connector.target_name(text, jsonb) is
  'Returns the name of what a proposal changes. An alias of the platform counts, such as Google Ads. Null if nothing has this id, or several accounts have it.';
grant execute on function connector.target_name(text, jsonb) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function connector.check_change(change jsonb)
returns void
language plpgsql stable
as $$
declare
  v_to constant jsonb := check_change.change -> 'to';
  -- Names of the platforms and of the console. None of them says when or why.
  v_statuses constant text[] := array['active', 'enabled', 'paused', 'removed', 'archived', 'deleted'];
begin
  if check_change.change ->> 'kind' in ('budget', 'bid') then
    if pg_catalog.jsonb_typeof(v_to) is distinct from 'number' or (v_to #>> '{}')::numeric < 0 then
      perform platform.fail('BADRQ', 'must_be_an_amount', 'change.to');
    end if;
    if pg_catalog.jsonb_typeof(check_change.change -> 'from') <> 'number' then
      perform platform.fail('BADRQ', 'must_be_an_amount', 'change.from');
    end if;
  elsif pg_catalog.jsonb_typeof(v_to) is distinct from 'string' then
    perform platform.fail('BADRQ', 'must_be_text', 'change.to');
  elsif check_change.change ->> 'kind' = 'status' and pg_catalog.lower(v_to #>> '{}') <> all (v_statuses) then
    perform platform.fail('BADRQ', 'must_be_a_status', 'change.to', pg_catalog.json_build_object('statuses', v_statuses));
  end if;
  if v_to = check_change.change -> 'from' then
    perform platform.fail('BADRQ', 'changes_nothing', 'change.to');
  end if;
end
$$;
comment on function connector.check_change(jsonb) is 'Raises BADRQ for a change without effect, an unknown status, or a value of the wrong type.';

create function connector.check_budget(brand_id text, platform text, target jsonb, change jsonb, is_confirmed boolean)
returns void
language plpgsql stable
as $$
declare
  v_times_max constant integer := 10;
  v_to numeric;
  v_first_day constant date := (
    select (platform.now() at time zone brands.timezone)::date - 28 from core.brands where brands.brand_id = check_budget.brand_id
  );
  v_present numeric;
begin
  if check_budget.change ->> 'kind' <> 'budget' or check_budget.is_confirmed then
    return;
  end if;
  v_to := (check_budget.change ->> 'to')::numeric;
  select 0.000001 * coalesce(
    greatest(max(held.daily_budget_micros), max(spent.spend_micros)),
    (
      select max(days.spend_micros)
      from (
        select sum(facts.spend_micros) as spend_micros
        from analytics.rollups_daily as facts
        where facts.brand_id = check_budget.brand_id and facts.level = 'account' and facts.day > v_first_day
        group by facts.day
      ) as days
    )
  )
  into v_present
  from analytics.entities as held
  left join analytics.rollups_daily as spent
    on spent.brand_id = held.brand_id and spent.level = held.level and spent.entity_id = held.entity_id
    and spent.day > v_first_day
  where held.brand_id = check_budget.brand_id
    and held.level = check_budget.target ->> 'level'
    and held.platform = check_budget.platform
    and held.external_id = check_budget.target ->> 'id';
  if v_to > v_times_max * nullif(v_present, 0) then
    perform platform.fail(
      'BADRQ', 'is_many_times_the_present_budget', 'change.to',
      pg_catalog.json_build_object('to', pg_catalog.trim_scale(v_to), 'times_max', v_times_max, 'present', pg_catalog.round(v_present, 2))
    );
  end if;
end
$$;
comment on function connector.check_budget(text, text, jsonb, jsonb, boolean) is
  'Limits a daily budget without confirmation by a person to 10 times the present one or the highest daily spend of the last 28 days. For a target '
  'without either, the highest daily spend of the brand counts. Without any of these values there is no limit. Raises BADRQ above the limit.';

create function connector.check_present_budget(brand_id text, platform text, target jsonb, change jsonb)
returns void
language plpgsql stable
as $$
declare
  v_present numeric[];
begin
  if check_present_budget.change ->> 'kind' <> 'budget' or check_present_budget.change ->> 'from' is null then
    return;
  end if;
  -- Several accounts can have the same id.
  v_present := array(
    select distinct pg_catalog.round(held.daily_budget_micros * 0.000001, 2)
    from analytics.entities as held
    where held.brand_id = check_present_budget.brand_id
      and held.level = check_present_budget.target ->> 'level'
      and held.platform = check_present_budget.platform
      and held.external_id = check_present_budget.target ->> 'id'
      and held.daily_budget_micros is not null
    order by 1
  );
  if v_present <> '{}' and pg_catalog.round((check_present_budget.change ->> 'from')::numeric, 2) <> all (v_present) then
    perform platform.fail('BADRQ', 'is_not_the_present_budget', 'change.from', pg_catalog.json_build_object('present', v_present[1]));
  end if;
end
$$;
comment on function connector.check_present_budget(text, text, jsonb, jsonb) is
  'Raises BADRQ for a change of a budget from another one than the last reported daily budget of its target, if that is known.';

create function connector.require_target(brand_id text, target jsonb)
returns text
language plpgsql stable
as $$
declare
  v_named constant text := pg_catalog.lower(require_target.target ->> 'platform');
  v_platform text;
begin
  select entities.platform into v_platform
  from analytics.entities
  where entities.brand_id = require_target.brand_id
    and entities.level = require_target.target ->> 'level'
    and entities.platform in (v_named, analytics.imported_platform(require_target.target ->> 'platform'))
    and entities.external_id = require_target.target ->> 'id'
  order by entities.platform = v_named desc
  limit 1;
  if v_platform is null then
    perform platform.fail('NTFND', 'names_no_target_of_this_brand', 'target.id', pg_catalog.json_build_object('level', require_target.target ->> 'level'));
  end if;
  return v_platform;
end
$$;
comment on function connector.require_target(text, jsonb) is
  'Returns the platform of a target as analytics.entities names it, also if the target states an alias. Raises NTFND if the brand has no such '
  'target.';

create function connector.check_waiting(brand_id text, target jsonb, change jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_waiting text;
begin
  -- Concurrent proposals for one target wait for each other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(
    pg_catalog.concat_ws('/', 'connector.target', check_waiting.brand_id, check_waiting.target ->> 'level', check_waiting.target ->> 'id'), 0
  ));
  select held.proposal_id into v_waiting
  from connector.proposals as held
  where held.brand_id = check_waiting.brand_id and held.status = 'pending_approval' and held.expires_at > platform.now()
    and held.target ->> 'level' = check_waiting.target ->> 'level' and held.target ->> 'id' = check_waiting.target ->> 'id'
    and pg_catalog.lower(held.target ->> 'platform') = pg_catalog.lower(check_waiting.target ->> 'platform')
    and held.change ->> 'kind' = check_waiting.change ->> 'kind' and held.change -> 'to' = check_waiting.change -> 'to'
  limit 1;
  if v_waiting is not null then
    perform platform.fail('BADRQ', 'is_proposed_already', 'change.to', pg_catalog.json_build_object('proposal_id', v_waiting));
  end if;
end
$$;
comment on function connector.check_waiting(text, jsonb, jsonb) is 'Raises BADRQ if the same change of the target already waits for a decision.';

create function connector.proposal_result(proposal connector.proposals, brand_id text, base_url text)
returns json
language sql stable
return pg_catalog.json_build_object(
  'brand_id', proposal_result.brand_id,
  'proposal_id', (proposal_result.proposal).proposal_id,
  'status', case
    when (proposal_result.proposal).status = 'pending_approval' and (proposal_result.proposal).expires_at <= platform.now() then 'expired'
    else (proposal_result.proposal).status
  end,
  'target', (proposal_result.proposal).target,
  'change', (proposal_result.proposal).change,
  'approval_url', coalesce(proposal_result.base_url, '') || '/console/proposals/' || (proposal_result.proposal).proposal_id,
  'created_at', platform.utc((proposal_result.proposal).created_at),
  'expires_at', platform.utc((proposal_result.proposal).expires_at),
  'meta', pg_catalog.json_build_object('data_as_of', platform.utc((proposal_result.proposal).created_at))
);
comment on function connector.proposal_result(connector.proposals, text, text) is
  'Returns a proposal to the credential that created it. A proposal without a decision in time has the status expired.';

create function connector.proposer()
returns text
language sql stable
return coalesce(core.scope_credential_id(), core.scope_person_id()::text);
comment on function connector.proposer() is 'Returns the key or app that makes a proposal, or the person who makes it in the console.';

create function connector.propose_change(
  brand_id text,
  target jsonb,
  change jsonb,
  rationale text,
  idempotency_key text,
  evidence text[] default '{}',
  base_url text default '',
  confirm boolean default false
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(propose_change.brand_id);
  v_request_hash constant bytea := pg_catalog.sha256(
    pg_catalog.convert_to(
      pg_catalog.jsonb_build_array(
        propose_change.brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence
      )::text,
      'UTF8'
    )
  );
  v_proposer constant text := connector.proposer();
  v_platform text;
  v_proposal connector.proposals;
begin
  -- Concurrent requests with one idempotency key wait for each other, also for different brands.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'connector.propose', v_proposer, propose_change.idempotency_key), 0)
  );
  select held.* into v_proposal
  from connector.proposals as held
  where held.created_by = v_proposer and held.idempotency_key = propose_change.idempotency_key;
  if not found then
    perform connector.check_change(propose_change.change);
    v_platform := connector.require_target(v_brand_id, propose_change.target);
    perform connector.check_present_budget(v_brand_id, v_platform, propose_change.target, propose_change.change);
    perform connector.check_budget(v_brand_id, v_platform, propose_change.target, propose_change.change, coalesce(propose_change.confirm, false));
    perform connector.check_waiting(v_brand_id, propose_change.target, propose_change.change);
    insert into connector.proposals as held (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
    values (
      v_brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence, propose_change.idempotency_key,
      v_request_hash, v_proposer, core.scope_person_id()
    )
    returning held.* into v_proposal;
  elsif v_proposal.request_hash <> v_request_hash then
    perform platform.fail('CNFLT', 'is_of_another_proposal', 'idempotency_key');
  end if;
  return connector.proposal_result(v_proposal, propose_change.brand_id, propose_change.base_url);
end
$$;
comment on function connector.propose_change(text, jsonb, jsonb, text, text, text[], text, boolean) is
  'propose_change: submits a suggested change for approval. It approves nothing and changes nothing on any platform. The same idempotency_key and '
  'request return the same proposal with its current status. Another request with the key raises CNFLT. Raises BADRQ for an invalid change and for one that already waits for a decision, and NTFND '
  'for an unknown target.';
grant execute on function
  connector.check_change(jsonb),
  connector.check_budget(text, text, jsonb, jsonb, boolean),
  connector.check_present_budget(text, text, jsonb, jsonb),
  connector.require_target(text, jsonb),
  connector.check_waiting(text, jsonb, jsonb),
  connector.proposal_result(connector.proposals, text, text),
  connector.proposer(),
  connector.propose_change(text, jsonb, jsonb, text, text, text[], text, boolean)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('connector.propose_change', 'write:proposals', access => 'write', role => 'analyst', served_by => '{mcp,console}');
