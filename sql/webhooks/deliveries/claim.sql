create function webhooks.claim_deliveries("limit" integer default 16, seconds integer default 30)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_until constant timestamptz := v_now + make_interval(secs => claim_deliveries.seconds);
  v_claimed json;
begin
  -- Accounts take turns, each with at most eight deliveries at once, so that slow or numerous endpoints of one account do not delay others.
  with candidates as (
    select
      endpoints.endpoint_id, due.brand_id, due.delivery_id, due.next_attempt_at, due.locked_until,
      row_number() over (partition by endpoints.account_id order by due.next_attempt_at, endpoints.endpoint_id)
        + (select count(*) from webhooks.endpoints as busy where busy.account_id = endpoints.account_id and busy.busy_until > v_now) as turn
    from webhooks.endpoints
    cross join lateral (
      select deliveries.brand_id, deliveries.delivery_id, deliveries.next_attempt_at, deliveries.locked_until
      from webhooks.deliveries
      where deliveries.endpoint_id = endpoints.endpoint_id and deliveries.status = 'pending' and deliveries.next_attempt_at <= v_now
      order by deliveries.next_attempt_at, deliveries.written
      limit 1
    ) as due
    where endpoints.status = 'active'
      and (endpoints.busy_until is null or endpoints.busy_until <= v_now)
      and (endpoints.quiet_until is null or endpoints.quiet_until <= v_now)
  ),
  free as (
    select endpoints.endpoint_id, endpoints.url, candidates.brand_id, candidates.delivery_id, candidates.locked_until
    from candidates
    join webhooks.endpoints using (endpoint_id)
    where candidates.turn <= 8
      and endpoints.status = 'active'
      and (endpoints.busy_until is null or endpoints.busy_until <= v_now)
    order by candidates.turn, candidates.next_attempt_at
    limit claim_deliveries."limit"
    for update of endpoints skip locked
  ),
  -- Deliveries that another worker has handled meanwhile are not pending.
  leased as (
    update webhooks.deliveries
    set attempts = deliveries.attempts + 1, locked_until = v_until
    from free
    where deliveries.brand_id = free.brand_id and deliveries.delivery_id = free.delivery_id
      and deliveries.status = 'pending' and deliveries.next_attempt_at <= v_now
      and (deliveries.locked_until is null or deliveries.locked_until <= v_now)
    returning deliveries.*, free.url, free.locked_until as lease_ended_at
  ),
  held as (
    update webhooks.endpoints
    set busy_until = v_until
    from leased
    where endpoints.endpoint_id = leased.endpoint_id
  ),
  -- An attempt with an expired lease has no reported result.
  abandoned as (
    insert into webhooks.attempts (brand_id, delivery_id, attempt, attempted_at, error)
    select
      leased.brand_id, leased.delivery_id, leased.attempts - 1,
      leased.lease_ended_at - make_interval(secs => claim_deliveries.seconds), 'abandoned'
    from leased
    where leased.lease_ended_at is not null
    on conflict on constraint attempts_pkey do nothing
  )
  select json_agg(
    json_build_object(
      'delivery_id', leased.delivery_id, 'brand_id', leased.brand_id, 'endpoint_id', leased.endpoint_id, 'attempt', leased.attempts,
      -- The real clock, because receivers compare this time with their own.
      'url', leased.url, 'claimed_at', floor(extract(epoch from clock_timestamp()))::bigint, 'event_id', leased.event_id, 'type', leased.type,
      'timestamp', to_char(leased.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', leased.data,
      'secrets', (
        select json_agg(secrets.sealed order by secrets.expires_at desc nulls first)
        from webhooks.secrets
        where secrets.endpoint_id = leased.endpoint_id and (secrets.expires_at is null or secrets.expires_at > platform.clock())
      )
    )
  )
  into v_claimed
  from leased;
  return coalesce(v_claimed, '[]');
end
$$;
comment on function webhooks.claim_deliveries(integer, integer) is
  'Claims due deliveries, the oldest of each free endpoint, under a lease. If the worker dies, another one claims them after the lease ends.';
revoke execute on function webhooks.claim_deliveries(integer, integer) from public;
