create function analytics.alert_rule_preview(
  brand_id text, metric text, comparison text, threshold numeric, days integer default 1, platform text default null, campaign_id text default null,
  campaign_name text default null, threshold_units text[] default null
)
returns json
language plpgsql stable
as $$
declare
  v_days_max constant integer := 90;
  v_brand constant core.brands := core.data_brand(alert_rule_preview.brand_id);
  v_rule analytics.alert_rules;
  v_metric analytics.metric_definitions;
  v_last_on date;
begin
  v_rule := analytics.draft_alert_rule(
    v_brand, alert_rule_preview.metric, alert_rule_preview.comparison, alert_rule_preview.threshold, alert_rule_preview.days,
    alert_rule_preview.platform,
    case when alert_rule_preview.campaign_name is null then alert_rule_preview.campaign_id
      else analytics.campaign_of_name(v_brand.brand_id, alert_rule_preview.campaign_name, alert_rule_preview.platform)
    end,
    null
  );
  select definitions.* into v_metric from analytics.metric_definitions as definitions where definitions.name = v_rule.metric;
  if v_metric.unit <> all (alert_rule_preview.threshold_units) then
    perform platform.fail(
      'BADRQ', 'is_no_amount_of_the_metric', 'text', pg_catalog.json_build_object('label', v_metric.label, 'unit', v_metric.unit)
    );
  end if;
  v_last_on := analytics.alert_rule_complete_through(v_rule);
  if v_last_on is null then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  return (
    with judged as materialized (
      select * from analytics.judge_alert_rule(v_rule, v_last_on - v_days_max + 1, v_last_on)
    ),
    -- A day that is not known neither begins nor ends an alert.
    known as (
      select judged.*, judged.holds and not coalesce(lag(judged.holds) over (order by judged.day), false) as begins
      from judged
      where judged.holds is not null
    ),
    numbered as (
      select known.*, count(*) filter (where known.begins) over (order by known.day) as alert
      from known
    ),
    alerts as (
      select
        min(numbered.day) - v_rule.days + 1 as first_on, max(numbered.day) as last_on,
        (pg_catalog.array_agg(numbered.value order by numbered.day))[1] as value, (pg_catalog.array_agg(numbered.base order by numbered.day))[1] as base
      from numbered
      where numbered.holds
      group by numbered.alert
    )
    select pg_catalog.json_build_object(
      'brand_id', alert_rule_preview.brand_id,
      'currency', v_brand.currency,
      'rule', analytics.alert_rule_terms(v_rule) - '{rule_id,name}'::text[],
      'date_from', v_last_on - v_days_max + 1,
      'date_to', v_last_on,
      'days_judged', (select count(*) from known),
      'days_not_known', (select count(*) from judged where judged.holds is null),
      'alerts', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object('first_on', alerts.first_on, 'last_on', alerts.last_on, 'value', alerts.value, 'base', alerts.base)
            order by alerts.first_on
          )
          from alerts
        ), '[]'
      )
    )
  );
end
$$;
comment on function analytics.alert_rule_preview(text, text, text, numeric, integer, text, text, text, text[]) is
  'POST /v1/alert-rules/preview: the alerts that a rule would have raised in the last 90 complete days, judged with the present data. Stores nothing. '
  'threshold_units: the units that the amount of a text can have. Raises BADRQ for a rule that cannot be judged, also for a metric with another unit, and NTRDY before the first report.';
grant execute on function analytics.alert_rule_preview(text, text, text, numeric, integer, text, text, text, text[]) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.alert_rule_preview', 'read:marketing', served_by => '{analytics,console}');
