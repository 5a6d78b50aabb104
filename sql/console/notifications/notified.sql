create function console.notified_alerts(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    alerts.occurred_at,
    pg_catalog.jsonb_build_object(
      'detector', alerts.data ->> 'detector', 'level', alerts.data ->> 'level', 'day', alerts.data ->> 'day',
      'name', coalesce(
        named.name, named.external_id, alerts.data ->> 'name', webhooks.endpoint_origin(alerts.brand_id, alerts.data ->> 'endpoint_id')
      ),
      'endpoint_id', alerts.data ->> 'endpoint_id', 'source_id', alerts.data ->> 'source_id',
      'rule', case when alerts.data ? 'rule_id' then alerts.data || pg_catalog.jsonb_build_object(
        'label', metric.label, 'unit', metric.unit,
        'currency', (select brands.currency from core.brands where brands.brand_id = alerts.brand_id),
        'campaign_name', analytics.campaign_name(alerts.brand_id, alerts.data ->> 'platform', alerts.data ->> 'campaign_id')
      ) end
    )
  from events.outbox as alerts
  left join analytics.metric_definitions as metric on metric.name = alerts.data ->> 'metric'
  left join analytics.anomalies as found on found.brand_id = alerts.brand_id and found.anomaly_id = alerts.data ->> 'anomaly_id'
  left join analytics.entities as named on named.brand_id = found.brand_id and named.entity_id = found.entity_id
  where alerts.brand_id = notified_alerts.brand_id and alerts.event_id = any (notified_alerts.subject_ids)
    and case
      when alerts.data ? 'anomaly_id' then found.status in ('active', 'confirmed')
      when alerts.data ? 'rule_id' then exists (
        select from analytics.rule_alerts as held
        where held.brand_id = notified_alerts.brand_id and held.alert_id = alerts.data ->> 'alert_id' and held.ended_at is null
      )
      when alerts.data ? 'source_id' then exists (
        select from sources.sources as held
        where held.brand_id = notified_alerts.brand_id and held.source_id = alerts.data ->> 'source_id' and held.stale_since is not null
      )
      else true
    end;
$$;
comment on function console.notified_alerts(text, text[]) is
  'Returns these alerts for a mail: anomalies that are neither resolved nor a false positive, alerts of rules that have not ended, sources whose data '
  'has stopped, and disabled webhooks.';

create function console.notified_sources(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    held.attention_since,
    pg_catalog.jsonb_build_object('platform', held.platform, 'name', held.name, 'attention', sources.attention_of(held))
  from sources.sources as held
  where held.brand_id = notified_sources.brand_id and held.source_id = any (notified_sources.subject_ids) and held.status = 'needs_attention';
$$;
comment on function console.notified_sources(text, text[]) is 'Returns those of these sources that need attention, for a mail.';

create function console.notified_proposals(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    held.created_at,
    pg_catalog.jsonb_build_object(
      'change', held.change ->> 'kind', 'level', held.target ->> 'level', 'name', coalesce(connector.target_name(notified_proposals.brand_id, held.target), held.target ->> 'id'),
      'from', held.change -> 'from', 'to', held.change -> 'to', 'currency', brands.currency,
      'in_console', coalesce(held.created_by = held.person_id::text, false),
      'person', console.person_name(held.person_id), 'app', console.app_name(held.created_by, held.person_id)
    )
  from connector.proposals as held
  join core.brands on brands.brand_id = held.brand_id
  where held.brand_id = notified_proposals.brand_id and held.proposal_id = any (notified_proposals.subject_ids)
    and held.status = 'pending_approval' and held.expires_at > platform.now();
$$;
comment on function console.notified_proposals(text, text[]) is 'Returns those of these proposals that wait for a decision, with their change and who proposed it, for a mail.';

create function console.notified_shop(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    offers.created_at,
    pg_catalog.jsonb_build_object(
      'type', 'offer', 'title', held.title, 'quantity', offers.quantity, 'offer_type', offers.type, 'currency', held.currency,
      'price', offers.unit_price_micros / 1000000.0, 'list_price', held.list_price_micros / 1000000.0, 'expires_at', platform.utc(held.expires_at)
    )
  from commerce.negotiations as held
  join commerce.negotiation_offers as offers on offers.brand_id = held.brand_id and offers.offer_id = held.current_offer_id
  where held.brand_id = notified_shop.brand_id and held.negotiation_id = any (notified_shop.subject_ids)
    and held.status = 'pending_merchant' and held.expires_at > platform.now()
  union all
  select
    held.created_at,
    pg_catalog.jsonb_build_object(
      'type', 'order', 'title', items.titles[1], 'quantity', items.quantities[1], 'more_items', pg_catalog.cardinality(items.titles) - 1,
      'currency', held.currency, 'total', items.total_micros / 1000000.0, 'expires_at', platform.utc(held.expires_at)
    )
  from commerce.transactions as held
  cross join lateral (
    select
      pg_catalog.array_agg(parts.title order by parts.position) as titles, pg_catalog.array_agg(parts.quantity order by parts.position) as quantities,
      sum(parts.unit_price_micros::numeric * parts.quantity) as total_micros
    from commerce.transaction_items as parts
    where parts.brand_id = held.brand_id and parts.transaction_id = held.transaction_id
  ) as items
  where held.brand_id = notified_shop.brand_id and held.transaction_id = any (notified_shop.subject_ids)
    and held.status in ('created', 'handed_off') and held.expires_at > platform.now()
  union all
  select
    held.created_at,
    pg_catalog.jsonb_build_object(
      'type', 'dispute', 'reason_code', held.reason_code, 'order', coalesce(orders.merchant_order_id, orders.transaction_id),
      'expires_at', platform.utc(held.expires_at)
    )
  from commerce.disputes as held
  join commerce.transactions as orders on orders.brand_id = held.brand_id and orders.transaction_id = held.transaction_id
  where held.brand_id = notified_shop.brand_id and held.dispute_id = any (notified_shop.subject_ids)
    and held.status = 'open' and held.expires_at > platform.now();
$$;
comment on function console.notified_shop(text, text[]) is
  'Returns those of these negotiations, orders and disputes that wait for the shop, for a mail: no text of an agent, and nothing about a buyer.';

create function console.notified_experiments(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    analytics.reminder_at(switches.day, brands.timezone),
    pg_catalog.jsonb_build_object(
      'experiment_id', held.experiment_id, 'name', held.name, 'status', held.status, 'platform', held.platform,
      'day', switches.day, 'state', case when switches.is_on then 'on' else 'off' end, 'is_first', switches.day = held.starts_on,
      'is_today', switches.day = local.today,
      'campaigns', analytics.experiment_campaigns(held)
    )
  from analytics.experiments as held
  join core.brands on brands.brand_id = held.brand_id
  cross join lateral (select (platform.clock() at time zone brands.timezone)::date as today) as local
  cross join lateral analytics.switches(held.starts_on, held.pairs, held.block_days, held.seed) as switches
  where held.brand_id = notified_experiments.brand_id
    and held.experiment_id || '/' || switches.day = any (notified_experiments.subject_ids)
    and switches.day >= local.today
    and (
      held.status = 'running'
      or (held.status = 'planned' and switches.day = held.starts_on)
      -- The reminder after the last block is also sent if a person ends the experiment on or after its last day.
      or (held.status = 'ended' and held.closed_on >= held.ends_on and switches.day > held.ends_on)
    );
$$;
comment on function console.notified_experiments(text, text[]) is
  'Returns those of these switches of experiments (id and day) that people must still make, for a mail. campaigns is null for all ads of the platform.';

create function console.notified_imports(brand_id text, subject_ids text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select
    held.imported_at,
    pg_catalog.jsonb_build_object(
      'name', held.file_name, 'is_imported', true, 'rows_accepted', held.rows_accepted, 'rows_rejected', held.rows_rejected
    )
  from analytics.imports as held
  where held.brand_id = notified_imports.brand_id and held.import_id = any (notified_imports.subject_ids)
  union all
  select held.created_at, pg_catalog.jsonb_build_object('name', held.file_name, 'is_imported', false)
  from analytics.uploads as held
  where held.brand_id = notified_imports.brand_id and held.upload_id = any (notified_imports.subject_ids) and held.state = 'failed';
$$;
comment on function console.notified_imports(text, text[]) is
  'Returns these imports, and those of these uploads that failed and were not confirmed again, for a mail.';

create function console.notified_digest(brand_id text, weeks text[])
returns table (at timestamptz, item jsonb)
language sql stable
as $$
  select platform.now(), sent.digest
  from (
    select analytics.digest_to_send(notified_digest.brand_id, (select max(listed.week)::date from pg_catalog.unnest(notified_digest.weeks) as listed (week)))
  ) as sent (digest)
  where sent.digest is not null;
$$;
comment on function console.notified_digest(text, text[]) is 'Returns the digest of the latest of these weeks for a mail. No row if it has nothing to say.';

create function console.notified(brand_id text, kind text, subject_ids text[])
returns json
language sql stable
as $$
  with found as (
    select alerts.at, alerts.item from console.notified_alerts(notified.brand_id, notified.subject_ids) as alerts where notified.kind = 'alerts'
    union all
    select held.at, held.item from console.notified_sources(notified.brand_id, notified.subject_ids) as held where notified.kind = 'sources'
    union all
    select held.at, held.item from console.notified_proposals(notified.brand_id, notified.subject_ids) as held where notified.kind = 'proposals'
    union all
    select held.at, held.item from console.notified_shop(notified.brand_id, notified.subject_ids) as held where notified.kind = 'shop'
    union all
    select held.at, held.item from console.notified_experiments(notified.brand_id, notified.subject_ids) as held where notified.kind = 'experiments'
    union all
    select held.at, held.item from console.notified_imports(notified.brand_id, notified.subject_ids) as held where notified.kind = 'imports'
    union all
    select held.at, held.item from console.notified_digest(notified.brand_id, notified.subject_ids) as held where notified.kind = 'digest'
  ),
  first_found as (
    select found.at, found.item from found order by found.at, found.item limit 5
  )
  select pg_catalog.json_build_object(
    'brand', coalesce(brands.name, brands.slug),
    'timezone', brands.timezone,
    'count', (select count(*) from found),
    'counts', (
      select pg_catalog.jsonb_object_agg(counted.type, counted.number)
      from (select found.item ->> 'type' as type, count(*) as number from found where notified.kind = 'shop' group by 1) as counted
    ),
    'since', (select platform.utc(min(found.at)) from found),
    'items', coalesce((select pg_catalog.jsonb_agg(first_found.item order by first_found.at, first_found.item) from first_found), '[]')
  )
  from core.brands
  where brands.brand_id = notified.brand_id;
$$;
comment on function console.notified(text, text, text[]) is
  'Returns the content of a mail for the worker: those of these subjects that still apply, as their number, the time of the first and the first five items. '
  'A mail about a shop has the number of each type too.';
grant execute on function
  console.notified_alerts(text, text[]),
  console.notified_sources(text, text[]),
  console.notified_proposals(text, text[]),
  console.notified_shop(text, text[]),
  console.notified_experiments(text, text[]),
  console.notified_imports(text, text[]),
  console.notified_digest(text, text[]),
  console.notified(text, text, text[])
to vitrine_worker;
