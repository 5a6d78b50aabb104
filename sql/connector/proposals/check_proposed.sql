create function connector.check_change(change jsonb, place text)
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
      perform platform.fail('BADRQ', 'must_be_an_amount', check_change.place || 'change.to');
    end if;
    if pg_catalog.jsonb_typeof(check_change.change -> 'from') <> 'number' then
      perform platform.fail('BADRQ', 'must_be_an_amount', check_change.place || 'change.from');
    end if;
  elsif pg_catalog.jsonb_typeof(v_to) is distinct from 'string' then
    perform platform.fail('BADRQ', 'must_be_text', check_change.place || 'change.to');
  elsif check_change.change ->> 'kind' = 'status' and pg_catalog.lower(v_to #>> '{}') <> all (v_statuses) then
    perform platform.fail('BADRQ', 'must_be_a_status', check_change.place || 'change.to', pg_catalog.json_build_object('statuses', v_statuses));
  end if;
  if v_to = check_change.change -> 'from' then
    perform platform.fail('BADRQ', 'changes_nothing', check_change.place || 'change.to');
  end if;
end
$$;
comment on function connector.check_change(jsonb, text) is
  'Raises BADRQ for a change without effect, an unknown status, or a value of the wrong type. place precedes the field of an error, such as changes[1]. for one of several.';

create function connector.check_budget(brand_id text, platform text, target jsonb, change jsonb, is_confirmed boolean, place text)
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
      'BADRQ', 'is_many_times_the_present_budget', check_budget.place || 'change.to',
      pg_catalog.json_build_object('to', pg_catalog.trim_scale(v_to), 'times_max', v_times_max, 'present', pg_catalog.round(v_present, 2))
    );
  end if;
end
$$;
comment on function connector.check_budget(text, text, jsonb, jsonb, boolean, text) is
  'Limits a daily budget without confirmation by a person to 10 times the present one or the highest daily spend of the last 28 days. For a target '
  'without either, the highest daily spend of the brand counts. Without any of these values there is no limit. Raises BADRQ above the limit.';

create function connector.check_present_budget(brand_id text, platform text, target jsonb, change jsonb, place text)
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
    perform platform.fail(
      'BADRQ', 'is_not_the_present_budget', check_present_budget.place || 'change.from', pg_catalog.json_build_object('present', v_present[1])
    );
  end if;
end
$$;
comment on function connector.check_present_budget(text, text, jsonb, jsonb, text) is
  'Raises BADRQ for a change of a budget from another one than the last reported daily budget of its target, if that is known.';

create function connector.require_target(brand_id text, target jsonb, place text)
returns text
language plpgsql stable
as $$
declare
  v_platform constant text := connector.target_platform(require_target.brand_id, require_target.target);
begin
  if v_platform is null then
    perform platform.fail(
      'NTFND', 'names_no_target_of_this_brand', require_target.place || 'target.id',
      pg_catalog.json_build_object(
        'level', require_target.target ->> 'level', 'id', require_target.target ->> 'id', 'platform', require_target.target ->> 'platform'
      )
    );
  end if;
  return v_platform;
end
$$;
comment on function connector.require_target(text, jsonb, text) is 'As connector.target_platform. Raises NTFND if the brand has no such target.';

create function connector.lock_target(brand_id text, target jsonb)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(
    pg_catalog.concat_ws('/', 'connector.target', lock_target.brand_id, lock_target.target ->> 'level', lock_target.target ->> 'id'), 0
  ));
$$;
comment on function connector.lock_target(text, jsonb) is 'Makes concurrent proposals for one target wait for each other until the transaction ends.';

create function connector.waiting_proposal(brand_id text, target jsonb, change jsonb)
returns text
-- A volatile function sees what others committed while it waited for connector.lock_target.
language sql volatile
as $$
  select held.proposal_id
  from connector.proposals as held
  where held.brand_id = waiting_proposal.brand_id and held.status = 'pending_approval' and held.expires_at > platform.now()
    and connector.is_same_target(held.target, waiting_proposal.target)
    and held.change ->> 'kind' = waiting_proposal.change ->> 'kind' and held.change -> 'to' = waiting_proposal.change -> 'to'
  limit 1;
$$;
comment on function connector.waiting_proposal(text, jsonb, jsonb) is
  'Returns the proposal of the same change of the target that waits for a decision, or null. Call connector.lock_target first.';

create function connector.check_proposed(brand_id text, target jsonb, change jsonb, is_confirmed boolean, place text default '')
returns void
language plpgsql stable
as $$
declare
  v_platform text;
begin
  perform connector.check_change(check_proposed.change, check_proposed.place);
  v_platform := connector.require_target(check_proposed.brand_id, check_proposed.target, check_proposed.place);
  perform connector.check_present_budget(
    check_proposed.brand_id, v_platform, check_proposed.target, check_proposed.change, check_proposed.place
  );
  perform connector.check_budget(
    check_proposed.brand_id, v_platform, check_proposed.target, check_proposed.change, coalesce(check_proposed.is_confirmed, false), check_proposed.place
  );
end
$$;
comment on function connector.check_proposed(text, jsonb, jsonb, boolean, text) is
  'Raises BADRQ for a change that cannot be proposed, and NTFND for an unknown target. place precedes the field of an error, such as changes[1]. for one of several.';
grant execute on function
  connector.check_change(jsonb, text),
  connector.check_budget(text, text, jsonb, jsonb, boolean, text),
  connector.check_present_budget(text, text, jsonb, jsonb, text),
  connector.require_target(text, jsonb, text),
  connector.check_proposed(text, jsonb, jsonb, boolean, text),
  connector.lock_target(text, jsonb),
  connector.waiting_proposal(text, jsonb, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person;
