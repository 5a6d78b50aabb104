create function analytics.draft_alert_rule(
  brand core.brands, metric text, comparison text, threshold numeric, days integer, platform text, campaign_id text, name text
)
returns analytics.alert_rules
language plpgsql stable
as $$
declare
  v_rule analytics.alert_rules;
  v_platforms text[];
begin
  perform platform.require_choice(
    'metric', draft_alert_rule.metric, array(select definitions.name from analytics.metric_definitions as definitions order by definitions.position)
  );
  perform platform.require_choice('comparison', draft_alert_rule.comparison, array['below', 'above', 'falls_by', 'rises_by']);
  perform platform.require_number('days', draft_alert_rule.days, 1, 30);
  if draft_alert_rule.threshold is null then
    perform platform.fail('BADRQ', 'is_required', 'threshold');
  elsif draft_alert_rule.comparison = 'falls_by' and not (draft_alert_rule.threshold > 0 and draft_alert_rule.threshold <= 1) then
    perform platform.fail('BADRQ', 'must_be_a_fraction_of_a_fall', 'threshold');
  elsif draft_alert_rule.comparison = 'rises_by' and not (draft_alert_rule.threshold > 0 and draft_alert_rule.threshold <= 100) then
    perform platform.fail('BADRQ', 'must_be_a_fraction_of_a_rise', 'threshold');
  elsif pg_catalog.abs(draft_alert_rule.threshold) > 1e12 or draft_alert_rule.threshold = 'NaN' then
    perform platform.fail('BADRQ', 'is_no_amount', 'threshold');
  end if;
  if draft_alert_rule.platform is not null then
    v_rule.platform := analytics.whole_platform((draft_alert_rule.brand).brand_id, draft_alert_rule.platform);
  end if;
  if draft_alert_rule.campaign_id is not null then
    select coalesce(pg_catalog.array_agg(distinct campaign.platform order by campaign.platform), '{}') into v_platforms
    from analytics.entities as campaign
    where campaign.brand_id = (draft_alert_rule.brand).brand_id and campaign.level = 'campaign'
      and campaign.external_id = draft_alert_rule.campaign_id
      and (v_rule.platform is null or campaign.platform = v_rule.platform);
    if v_platforms = '{}' then
      perform platform.fail('BADRQ', 'names_no_campaign', 'campaign_id', pg_catalog.json_build_object('campaign', draft_alert_rule.campaign_id));
    elsif pg_catalog.cardinality(v_platforms) > 1 then
      perform platform.fail(
        'BADRQ', 'names_campaigns_of_several_platforms', 'campaign_id',
        pg_catalog.json_build_object('campaign', draft_alert_rule.campaign_id, 'platforms', v_platforms)
      );
    end if;
    -- A rule of a campaign must not wait for platforms on which it does not run.
    v_rule.platform := v_platforms[1];
  end if;
  v_rule.brand_id := (draft_alert_rule.brand).brand_id;
  v_rule.name := nullif(pg_catalog.btrim(platform.plain(draft_alert_rule.name)), '');
  v_rule.metric := draft_alert_rule.metric;
  v_rule.campaign_id := draft_alert_rule.campaign_id;
  v_rule.comparison := draft_alert_rule.comparison;
  v_rule.threshold := draft_alert_rule.threshold;
  v_rule.days := draft_alert_rule.days;
  return v_rule;
end
$$;
comment on function analytics.draft_alert_rule(core.brands, text, text, numeric, integer, text, text, text) is
  'Returns a rule that is not stored, with the connected platform of a name, or that of its campaign. Raises BADRQ for an unknown metric, platform or '
  'campaign, for an id that campaigns of several platforms have, and for a threshold that the comparison cannot have.';

create function analytics.campaign_of_name(brand_id text, name text, platform text)
returns text
language plpgsql stable
as $$
declare
  v_ids text[];
begin
  select pg_catalog.array_agg(distinct campaign.external_id)
  into v_ids
  from analytics.entities as campaign
  where campaign.brand_id = campaign_of_name.brand_id and campaign.level = 'campaign'
    and pg_catalog.lower(campaign.name) = pg_catalog.lower(campaign_of_name.name)
    and (campaign_of_name.platform is null or campaign.platform = analytics.whole_platform(campaign_of_name.brand_id, campaign_of_name.platform));
  if v_ids is null then
    perform platform.fail('BADRQ', 'names_no_campaign', 'text', pg_catalog.json_build_object('campaign', campaign_of_name.name));
  elsif pg_catalog.cardinality(v_ids) > 1 then
    perform platform.fail('BADRQ', 'names_several_campaigns', 'text', pg_catalog.json_build_object('campaign', campaign_of_name.name, 'ids', v_ids));
  end if;
  return v_ids[1];
end
$$;
comment on function analytics.campaign_of_name(text, text, text) is
  'Returns the id of the campaign with a name, in any case, on a platform or on any (null). Raises BADRQ if no campaign or several have the name.';

create function analytics.require_other_alert_rule(draft analytics.alert_rules)
returns void
language plpgsql volatile
as $$
declare
  v_other_id text;
begin
  -- Concurrent requests wait for each other, so that a repeated request finds the rule of the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.alert_rules/' || (require_other_alert_rule.draft).brand_id, 0));
  select held.rule_id into v_other_id
  from analytics.alert_rules as held
  where held.brand_id = (require_other_alert_rule.draft).brand_id
    and held.rule_id is distinct from (require_other_alert_rule.draft).rule_id
    and analytics.alert_rule_terms(held) - '{rule_id,name}'::text[] = analytics.alert_rule_terms(require_other_alert_rule.draft) - '{rule_id,name}'::text[]
  limit 1;
  if found then
    perform platform.fail('NMOVE', 'the_same_alert_rule_exists', given => pg_catalog.json_build_object('rule_id', v_other_id));
  end if;
end
$$;
comment on function analytics.require_other_alert_rule(analytics.alert_rules) is
  'Raises NMOVE if another rule of the brand says the same. Until the transaction ends, other rules of the brand wait.';

create function analytics.require_live_alert_rule()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'test_keys_cannot_change_alert_rules');
  end if;
end
$$;
comment on function analytics.require_live_alert_rule() is 'Raises DNIED for a test key: the simulated brand is the same for all test keys.';

create function analytics.alert_rule_answer(brand core.brands, brand_id text, rule analytics.alert_rules)
returns json
language sql stable
return pg_catalog.json_build_object(
  'brand_id', alert_rule_answer.brand_id, 'currency', (alert_rule_answer.brand).currency, 'rule', analytics.shown_alert_rule(alert_rule_answer.rule)
);
comment on function analytics.alert_rule_answer(core.brands, text, analytics.alert_rules) is 'One rule as in responses.';

grant execute on function
  analytics.draft_alert_rule(core.brands, text, text, numeric, integer, text, text, text),
  analytics.campaign_of_name(text, text, text),
  analytics.require_other_alert_rule(analytics.alert_rules),
  analytics.require_live_alert_rule(),
  analytics.alert_rule_answer(core.brands, text, analytics.alert_rules)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
