-- Plan of the tables on a Citus cluster, read from the system catalog, in an order in which they can be distributed.
-- distributed: brand data by brand_id, with all data of a brand on one node. reference: small tables that are joined with everything,
-- with a copy on every node. local: tables that stay on the coordinator, where credentials and sessions are resolved.
create temporary view distribution_plan as
with recursive tables as (
  select pg_class.oid as table_oid, nspname as schema, relname as name, format('%I.%I', nspname, relname) as table_name
  from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('core', 'analytics', 'storefront', 'commerce', 'connector', 'events', 'webhooks', 'simulate', 'sources', 'oauth', 'auth')
    and relkind in ('r', 'p') and not relispartition
),
exceptions (table_name, kind, reason) as (
  values
    ('core.brands', 'reference', 'found by its account with every credential; its slug is unique within the account'),
    ('core.memberships', 'reference', 'found by the person with every token'),
    ('core.analyst_grants', 'reference', 'found by the login of an analyst'),
    ('core.api_keys', 'local', 'found by its hash before any brand is known; an account''s as often as a brand''s'),
    ('core.slack_receivers', 'local', 'found by its id with the due messages, over all brands'),
    ('oauth.notification_mails', 'local', 'found by its next attempt, over all brands'),
    ('oauth.notifications', 'local', 'found by the member and the time, over all brands'),
    ('oauth.unsubscribe_tokens', 'local', 'found by its hash before any brand is known'),
    ('webhooks.endpoints', 'reference', 'an account''s: its brand_id narrows it and may be null'),
    ('webhooks.secrets', 'local', 'sealed, and read by the claim of deliveries only'),
    ('core.accounts', 'reference', 'found with every credential, for its plan; few and small'),
    ('auth.users', 'reference', 'who signs in, found with their memberships; a platform''s own where it has a schema auth'),
    ('auth.sessions', 'reference', 'what a platform knows of who is signed in, found with the person'),
    ('core.rate_limits', 'local', 'unlogged counters; with many nodes the limiter is in Redis'),
    ('events.wake_requests', 'local', 'unlogged: whether a listener sleeps')
),
placed as (
  select
    tables.*,
    exceptions.reason,
    case
      when exceptions.kind is not null then exceptions.kind
      when tables.schema = 'oauth' then 'local'
      when exists (select from pg_attribute where attrelid = table_oid and attname = 'brand_id' and attnotnull) then 'distributed'
      else 'reference'
    end as kind
  from tables
  left join exceptions using (table_name)
),
-- Referenced tables come before the tables that reference them.
depths as (
  select table_oid, 0 as depth from placed
  union
  select conrelid, depth + 1
  from depths
  join pg_constraint on confrelid = depths.table_oid and contype = 'f' and conrelid <> confrelid
  where depth < 20
)
select
  table_name,
  kind,
  coalesce(
    reason,
    case kind
      when 'distributed' then 'brand data'
      when 'local' then 'the authorization server''s'
      else 'small, and joined with everything'
    end
  ) as reason,
  max(depth) as depth
from placed
join depths using (table_oid)
group by table_name, kind, reason
order by kind = 'distributed', max(depth), table_name;
