create function simulate.forget_moves()
returns void
language plpgsql volatile
as $$
begin
  perform core.enter_brand('brd_simulated');
  delete from connector.proposals where proposals.brand_id = 'brd_simulated' and proposals.expires_at <= platform.now();
  delete from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.created_at <= platform.now() - interval '1 day';
  delete from commerce.negotiations
  where negotiations.brand_id = 'brd_simulated' and negotiations.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = negotiations.transaction_id);
  delete from commerce.price_holds
  where price_holds.brand_id = 'brd_simulated' and price_holds.created_at <= platform.now() - interval '1 day'
    and not exists (select from commerce.transactions where transactions.brand_id = 'brd_simulated' and transactions.transaction_id = price_holds.transaction_id);
  delete from commerce.feedback where feedback.brand_id = 'brd_simulated' and feedback.created_at <= platform.now() - interval '1 day';
end
$$;
comment on function simulate.forget_moves() is
  'Deletes expired proposals of test keys, and their transactions, negotiations, price holds and feedback after a day. A negotiation or price hold '
  'is deleted only after its transaction.';

create function simulate.days_kept()
returns integer
language sql immutable
return 791;
comment on function simulate.days_kept() is 'Returns the number of days of data of the simulated brand: 26 months, which include two Black Fridays.';

create function simulate.missing_days(through date default null)
returns json
language plpgsql volatile
as $$
declare
  v_through constant date := coalesce(missing_days.through, (platform.now() at time zone 'America/New_York')::date - 1);
  v_last_on date;
begin
  perform core.enter_brand('brd_simulated');
  if not exists (select from core.brands where brands.brand_id = 'brd_simulated') then
    return null;
  end if;
  select data_status.last_on into v_last_on
  from analytics.data_status
  -- Orders are imported last. If they exist for a day, all data does.
  where data_status.brand_id = 'brd_simulated' and data_status.kind = 'orders';
  if v_last_on >= v_through then
    return null;
  end if;
  return pg_catalog.json_build_object('first_on', greatest(v_last_on + 1, v_through - simulate.days_kept() + 1), 'last_on', v_through);
end
$$;
comment on function simulate.missing_days(date) is
  'Returns the first and the last day that the simulated brand lacks up to a given day, by default yesterday. Null if no day is missing or there '
  'is no simulated brand.';

create function simulate.begin_extension(world jsonb)
returns boolean
language plpgsql volatile
as $$
begin
  perform core.enter_brand('brd_simulated');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('simulate.extend', 0));
  return (simulate.missing_days((begin_extension.world ->> 'last_on')::date) ->> 'first_on')::date
    is not distinct from (begin_extension.world ->> 'first_on')::date;
end
$$;
comment on function simulate.begin_extension(jsonb) is
  'Waits for other workers that extend the simulated brand. Returns whether the days of a world are still the missing ones.';

create function simulate.extend_ads(world jsonb)
returns boolean
language plpgsql volatile
as $$
declare
  v_days constant integer := simulate.days_kept();
  v_days_by_hour constant integer := 35;
  v_first_on constant date := (extend_ads.world ->> 'first_on')::date;
  v_through constant date := (extend_ads.world ->> 'last_on')::date;
  -- End of the last day. It does not depend on the machine or the time of the run.
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
begin
  if not simulate.begin_extension(extend_ads.world) then
    return false;
  end if;
  perform simulate.import_ads(extend_ads.world, v_first_on, by_hour => false);
  perform simulate.import_ads(extend_ads.world, v_through - v_days_by_hour + 1, by_hour => true);
  perform simulate.import_creatives(extend_ads.world);
  perform simulate.stock_shop(extend_ads.world, v_through);

  delete from analytics.facts_daily where facts_daily.brand_id = 'brd_simulated' and facts_daily.day <= v_through - v_days;
  delete from analytics.rollups_daily where rollups_daily.brand_id = 'brd_simulated' and rollups_daily.day <= v_through - v_days;
  delete from analytics.facts_hourly
  where facts_hourly.brand_id = 'brd_simulated'
    and facts_hourly.hour < (v_through - v_days_by_hour + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.detected_days where detected_days.brand_id = 'brd_simulated' and detected_days.day <= v_through - v_days;
  delete from analytics.mixed_reports as held where held.brand_id = 'brd_simulated' and held.day <= v_through - v_days;
  perform analytics.clip_coverage('brd_simulated', v_through - v_days + 1);
  -- The simulated reports count as stored when their day or hour ended.
  update analytics.facts_daily
  set first_stored_at = (facts_daily.day + 1)::timestamp at time zone 'America/New_York'
  where facts_daily.brand_id = 'brd_simulated'
    and facts_daily.first_stored_at <> (facts_daily.day + 1)::timestamp at time zone 'America/New_York';
  update analytics.facts_hourly
  set first_stored_at = facts_hourly.hour + interval '1 hour'
  where facts_hourly.brand_id = 'brd_simulated' and facts_hourly.first_stored_at <> facts_hourly.hour + interval '1 hour';
  update analytics.data_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, last_on = v_through, updated_at = v_at
  where data_status.brand_id = 'brd_simulated' and data_status.kind in ('ads_daily', 'ads_hourly');
  update analytics.platform_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, updated_at = v_at
  where platform_status.brand_id = 'brd_simulated';
  delete from analytics.unfinished_days where unfinished_days.brand_id = 'brd_simulated';
  -- Detects anomalies for each day, as the daily run does for a real brand.
  perform analytics.detect_due_anomalies('brd_simulated', 60);
  update analytics.detected_days set detected_at = v_at where detected_days.brand_id = 'brd_simulated';
  delete from analytics.anomalies where anomalies.brand_id = 'brd_simulated' and anomalies.last_on <= v_through - 60;
  return true;
end
$$;
comment on function simulate.extend_ads(jsonb) is
  'Adds the ads, the anomalies and the shop of a world (shared/simulation) to the simulated brand. Deletes data older than simulate.days_kept() '
  'days, hourly data older than 35 days, and anomalies older than 60 days. simulate.extend_customers follows. Returns false if the days already '
  'exist.';

create function simulate.extend_customers(world jsonb)
returns integer
language plpgsql volatile
-- The sorts of a whole history stay in memory, as in imports of files.
set work_mem = '256MB'
as $$
declare
  v_days constant integer := simulate.days_kept();
  v_through constant date := (extend_customers.world ->> 'last_on')::date;
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
  v_begins_at constant timestamptz := (v_through - v_days + 1)::timestamp at time zone 'America/New_York';
begin
  if not simulate.begin_extension(extend_customers.world) then
    return 0;
  end if;
  perform simulate.import_customers(extend_customers.world);
  delete from analytics.orders where orders.brand_id = 'brd_simulated' and orders.ordered_at < v_begins_at;
  delete from analytics.touchpoints where touchpoints.brand_id = 'brd_simulated' and touchpoints.touched_at < v_begins_at;
  delete from analytics.attribution_credits as credits where credits.brand_id = 'brd_simulated' and credits.day <= v_through - v_days;
  delete from analytics.attribution_ad_credits as credits where credits.brand_id = 'brd_simulated' and credits.day <= v_through - v_days;
  delete from analytics.attribution_days as days where days.brand_id = 'brd_simulated' and days.day <= v_through - v_days;
  delete from analytics.attribution_transitions as held where held.brand_id = 'brd_simulated' and held.day <= v_through - v_days;
  update analytics.data_status
  set first_on = v_through + 1 - v_days, last_on = v_through, last_read_at = v_at, updated_at = v_at
  where data_status.brand_id = 'brd_simulated' and data_status.kind in ('journeys', 'orders');
  return v_through - (extend_customers.world ->> 'first_on')::date + 1;
end
$$;
comment on function simulate.extend_customers(jsonb) is
  'Adds the orders and touchpoints of a world to the simulated brand, after simulate.extend_ads added its ads. Returns the number of added days, or '
  '0 if they already exist. Runs in its own transaction, because it is long and its collection of statistics blocks other imports.';
grant execute on function
  simulate.forget_moves(),
  simulate.days_kept(),
  simulate.missing_days(date),
  simulate.begin_extension(jsonb),
  simulate.extend_ads(jsonb),
  simulate.extend_customers(jsonb)
to vitrine_worker;
