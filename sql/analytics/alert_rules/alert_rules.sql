create function analytics.alert_rule_terms(rule analytics.alert_rules)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'rule_id', (alert_rule_terms.rule).rule_id,
  'name', (alert_rule_terms.rule).name,
  'metric', (alert_rule_terms.rule).metric,
  'platform', (alert_rule_terms.rule).platform,
  'campaign_id', (alert_rule_terms.rule).campaign_id,
  'comparison', (alert_rule_terms.rule).comparison,
  'threshold', (alert_rule_terms.rule).threshold,
  'days', (alert_rule_terms.rule).days
);
comment on function analytics.alert_rule_terms(analytics.alert_rules) is 'Returns what a rule says, without its state. The threshold is in units of the metric, or a fraction.';

create function analytics.shown_rule_alert(alert analytics.rule_alerts)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'alert_id', (shown_rule_alert.alert).alert_id,
  'first_on', (shown_rule_alert.alert).first_on,
  'last_on', (shown_rule_alert.alert).last_on,
  'value', (shown_rule_alert.alert).value,
  'base', (shown_rule_alert.alert).base,
  'triggered_at', platform.utc((shown_rule_alert.alert).triggered_at),
  'ended_at', platform.utc((shown_rule_alert.alert).ended_at),
  'end_reason', (shown_rule_alert.alert).end_reason
);
comment on function analytics.shown_rule_alert(analytics.rule_alerts) is 'An alert of a rule as in responses.';

create function analytics.campaign_name(brand_id text, platform text, campaign_id text)
returns text
language sql stable
return (
  -- Two accounts of a platform can have campaigns with one id.
  select min(campaign.name)
  from analytics.entities as campaign
  where campaign.brand_id = campaign_name.brand_id and campaign.level = 'campaign'
    and campaign.platform = campaign_name.platform and campaign.external_id = campaign_name.campaign_id
);
comment on function analytics.campaign_name(text, text, text) is 'Returns the name of a campaign of a platform. Null without a name.';

create function analytics.yesterday(brand_id text)
returns date
language sql stable
return (
  select (platform.now() at time zone brands.timezone)::date - 1 from core.brands where brands.brand_id = yesterday.brand_id
);
comment on function analytics.yesterday(text) is 'Returns the last day that has ended in the time zone of a brand.';

create function analytics.not_judged_since(rule analytics.alert_rules)
returns date
language plpgsql stable
as $$
declare
  v_yesterday constant date := analytics.yesterday((not_judged_since.rule).brand_id);
  -- A rule that was not judged yet should have been judged on the last day before it was changed.
  v_next_on constant date := coalesce(
    (not_judged_since.rule).judged_through + 1, v_yesterday - extract(day from platform.now() - (not_judged_since.rule).changed_at)::integer
  );
begin
  return case when (not_judged_since.rule).is_on then
    least((not_judged_since.rule).unknown_since, case when v_next_on < v_yesterday then v_next_on end)
  end;
end
$$;
comment on function analytics.not_judged_since(analytics.alert_rules) is
  'Returns the first day since which a rule that is on is not judged: a day has no report, the metric is null, or the rule was not judged for longer than a '
  'day, for example because an account reports late. Null if it is judged. Reports of yesterday have a day to arrive.';

create function analytics.shown_alert_rule(rule analytics.alert_rules)
returns jsonb
language sql stable
return analytics.alert_rule_terms(shown_alert_rule.rule) || pg_catalog.jsonb_build_object(
  'campaign_name', analytics.campaign_name(
    (shown_alert_rule.rule).brand_id, (shown_alert_rule.rule).platform, (shown_alert_rule.rule).campaign_id
  ),
  'is_on', (shown_alert_rule.rule).is_on,
  'version', (shown_alert_rule.rule).version,
  'created_at', platform.utc((shown_alert_rule.rule).created_at),
  'changed_at', platform.utc((shown_alert_rule.rule).changed_at),
  'judged_through', (shown_alert_rule.rule).judged_through,
  'unknown_since', analytics.not_judged_since(shown_alert_rule.rule),
  'latest_alert', (
    select analytics.shown_rule_alert(held)
    from analytics.rule_alerts as held
    where held.brand_id = (shown_alert_rule.rule).brand_id and held.rule_id = (shown_alert_rule.rule).rule_id
    order by held.ended_at is not null, held.triggered_at desc, held.alert_id
    limit 1
  )
);
comment on function analytics.shown_alert_rule(analytics.alert_rules) is 'A rule as in responses, with its state and its latest alert.';

create function analytics.alert_rules(brand_id text, "limit" integer default 50, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(alert_rules.brand_id);
begin
  perform platform.require_page(alert_rules."limit", alert_rules.page);
  return (
    with numbered as materialized (
      select held as rule, pg_catalog.row_number() over (order by held.created_at, held.rule_id) as rank
      from analytics.alert_rules as held
      where held.brand_id = v_brand.brand_id
    )
    select pg_catalog.jsonb_build_object(
      'brand_id', alert_rules.brand_id,
      'currency', v_brand.currency,
      'data', coalesce(
        pg_catalog.jsonb_agg(analytics.shown_alert_rule(numbered.rule) order by numbered.rank) filter (
          where numbered.rank > alert_rules."limit"::bigint * (alert_rules.page - 1) and numbered.rank <= alert_rules."limit"::bigint * alert_rules.page
        ), '[]'
      ),
      'meta', pg_catalog.jsonb_build_object('total_rows', count(*), 'truncated', count(*) > alert_rules."limit"::bigint * alert_rules.page)
    )
    from numbered
  );
end
$$;
comment on function analytics.alert_rules(text, integer, integer) is
  'GET /v1/alert-rules: the alert rules of a brand, the oldest first, each with its latest alert and the day through which it was judged.';
grant execute on function
  analytics.alert_rule_terms(analytics.alert_rules),
  analytics.shown_rule_alert(analytics.rule_alerts),
  analytics.campaign_name(text, text, text),
  analytics.yesterday(text),
  analytics.not_judged_since(analytics.alert_rules),
  analytics.shown_alert_rule(analytics.alert_rules)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function analytics.alert_rules(text, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.alert_rules', 'read:marketing', served_by => '{analytics,console}');
