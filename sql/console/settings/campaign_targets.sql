create function console.campaign_targets(
  brand_id text, month text default null, search text default null, page integer default 1, "limit" integer default 100,
  after text default null
)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(campaign_targets.brand_id);
  v_this_month constant date := pg_catalog.date_trunc('month', platform.now() at time zone v_brand.timezone)::date;
  v_month constant date := coalesce((campaign_targets.month || '-01')::date, v_this_month);
  v_previous constant date := v_month - interval '1 month';
  -- A future month has the campaigns that run now.
  v_first_on constant date := least(v_previous, (v_this_month - interval '1 month')::date);
  v_last_on constant date := v_month + interval '1 month' - interval '1 day';
  v_after analytics.entities;
  v_total bigint;
  v_data jsonb;
begin
  if campaign_targets.after is not null then
    select campaigns.* into v_after
    from analytics.entities as campaigns
    join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
    where campaigns.brand_id = campaign_targets.brand_id and campaigns.level = 'campaign'
      and pg_catalog.concat_ws('/', campaigns.platform, accounts.external_id, campaigns.external_id) = campaign_targets.after;
    if not found then
      perform platform.fail('BADRQ', 'must_name_a_campaign', 'after');
    end if;
  end if;
  with spent as (
    select distinct facts.entity_id
    from analytics.rollups_daily as facts
    where facts.brand_id = campaign_targets.brand_id and facts.level = 'campaign' and facts.day between v_first_on and v_last_on
  ),
  listed as (
    select campaigns.entity_id, campaigns.platform, campaigns.name, campaigns.external_id, accounts.external_id as account_id, accounts.name as account_name
    from analytics.entities as campaigns
    join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
    where campaigns.brand_id = campaign_targets.brand_id and campaigns.level = 'campaign'
      and (
        exists (select from spent where spent.entity_id = campaigns.entity_id)
        or (v_month >= v_this_month and connector.is_running(campaigns.status))
        or exists (
          select from analytics.targets as held
          where held.brand_id = campaign_targets.brand_id and held.campaign_entity_id = campaigns.entity_id and held.month in (v_month, v_previous)
            and pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0
        )
      )
      and (
        campaign_targets.search is null
        or pg_catalog.strpos(
          pg_catalog.lower(pg_catalog.concat_ws(' ', campaigns.name, campaigns.external_id, campaigns.platform, accounts.name)),
          pg_catalog.lower(campaign_targets.search)
        ) > 0
      )
  ),
  shown as (
    select listed.*
    from listed
    where campaign_targets.after is null
      or (listed.platform, coalesce(listed.name, ''), listed.entity_id) > (v_after.platform, coalesce(v_after.name, ''), v_after.entity_id)
    order by listed.platform, coalesce(listed.name, ''), listed.entity_id
    limit campaign_targets."limit" offset (campaign_targets.page - 1) * campaign_targets."limit"
  )
  select
    (select count(*) from listed),
    coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'campaign', analytics.campaign_key(campaign_targets.brand_id, shown.entity_id),
          'campaign_id', shown.external_id,
          'account_id', shown.account_id,
          'account_name', shown.account_name,
          'platform', shown.platform,
          'name', shown.name,
          'version', coalesce(
            (
              select case when pg_catalog.num_nonnulls(held.roas, held.cpa_micros, held.budget_micros) > 0 then held.version else 0 end
              from analytics.targets as held
              where held.brand_id = campaign_targets.brand_id and held.month = v_month and held.campaign_entity_id = shown.entity_id
            ),
            0
          ),
          'month', console.targets_of(campaign_targets.brand_id, v_month, shown.entity_id),
          'previous', console.targets_of(campaign_targets.brand_id, v_previous, shown.entity_id)
        )
        order by shown.platform, coalesce(shown.name, ''), shown.entity_id
      ),
      '[]'
    )
  into v_total, v_data
  from shown;
  return pg_catalog.jsonb_build_object(
    'month', pg_catalog.to_char(v_month, 'YYYY-MM'),
    'previous_month', pg_catalog.to_char(v_previous, 'YYYY-MM'),
    'currency', v_brand.currency,
    'total', v_total,
    'data', v_data
  );
end
$$;
comment on function console.campaign_targets(text, text, text, integer, integer, text) is
  'The campaigns of a month with their targets and those of the month before, by platform and name, in pages. They are the campaigns with reports since '
  'the month before, those that run, and those with targets. search: a part of a name, id, platform or account. '
  'after: a campaign, whose successors are returned.';

create function console.targets_of(brand_id text, month date, campaign_entity_id bigint)
returns jsonb
language sql stable
return (
  select pg_catalog.jsonb_build_object(
    'roas', pg_catalog.trim_scale(held.roas),
    'cpa', pg_catalog.trim_scale(held.cpa_micros * 0.000001),
    'budget', pg_catalog.trim_scale(held.budget_micros * 0.000001)
  )
  from (select) as one
  left join analytics.targets as held
    on held.brand_id = targets_of.brand_id and held.month = targets_of.month and held.campaign_entity_id = targets_of.campaign_entity_id
);
comment on function console.targets_of(text, date, bigint) is 'The targets and the budget of a campaign in a month. Null where none is set.';
grant execute on function
  console.targets_of(text, date, bigint), console.campaign_targets(text, text, text, integer, integer, text)
to vitrine_person;
call core.register_operation('console.campaign_targets', 'console');
