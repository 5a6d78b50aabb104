create function analytics.compared_days_warnings(
  brand core.brands, first_on date, last_on date, base_first_on date, base_last_on date, platforms text[],
  base_complete_days datemultirange default null
)
returns jsonb[]
language plpgsql stable
as $$
begin
  return case
    when compared_days_warnings.last_on - compared_days_warnings.first_on <> compared_days_warnings.base_last_on - compared_days_warnings.base_first_on
    then array[
      platform.warning(
        'compared_periods_differ_in_length',
        pg_catalog.jsonb_build_object(
          'days', compared_days_warnings.last_on - compared_days_warnings.first_on + 1,
          'date_from', compared_days_warnings.first_on, 'date_to', compared_days_warnings.last_on,
          'compared_days', compared_days_warnings.base_last_on - compared_days_warnings.base_first_on + 1,
          'compared_from', compared_days_warnings.base_first_on, 'compared_to', compared_days_warnings.base_last_on
        )
      )
    ]
    else '{}'
  end || case
    when not coalesce(
      compared_days_warnings.base_complete_days,
      analytics.complete_days(
        (compared_days_warnings.brand).brand_id, compared_days_warnings.base_first_on, compared_days_warnings.base_last_on,
        compared_days_warnings.platforms
      )
    ) @> pg_catalog.daterange(compared_days_warnings.base_first_on, compared_days_warnings.base_last_on, '[]')
    then array(
      select platform.warning(
        'compared_days_are_incomplete',
        pg_catalog.jsonb_build_object(
          'compared_from', compared_days_warnings.base_first_on, 'compared_to', compared_days_warnings.base_last_on, 'warning', partial.warning
        )
      )
      from pg_catalog.unnest(
        analytics.partial_warnings(
          compared_days_warnings.brand, compared_days_warnings.base_first_on, compared_days_warnings.base_last_on, 'day', compared_days_warnings.platforms
        )
      ) as partial (warning)
    )
    else '{}'
  end;
end
$$;
comment on function analytics.compared_days_warnings(core.brands, date, date, date, date, text[], datemultirange) is
  'Warnings about compared days: that the periods differ in length, and which days of the earlier one are incomplete. base_complete_days: the complete '
  'days of the earlier one, if they are known.';
grant execute on function analytics.compared_days_warnings(core.brands, date, date, date, date, text[], datemultirange) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.explanations(
  brand_id text,
  metric text,
  date_from date,
  date_to date,
  compare_to text default null,
  compared_from date default null,
  compared_to date default null,
  expected_direction text default null,
  platform text default null,
  campaign_ids text[] default null,
  "limit" integer default 10
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_through date;
  v_platforms text[];
  v_filters jsonb;
  v_time jsonb;
  v_days record;
  v_explained jsonb;
  v_warnings jsonb[];
begin
  perform platform.require_page(explanations."limit", 1);
  perform platform.require_choice(
    'compare_to', explanations.compare_to, array['previous_period', 'previous_days', 'previous_year', 'previous_year_weekdays', null]
  );
  perform platform.require_choice('expected_direction', explanations.expected_direction, array['up', 'down', null]);
  perform analytics.check_range(explanations.date_from, explanations.date_to, 'none');
  if explanations.compared_from is not null or explanations.compared_to is not null then
    perform analytics.check_compared_range(explanations.compared_from, explanations.compared_to);
    if explanations.compare_to is not null then
      perform platform.fail('BADRQ', 'must_not_be_beside_compared_days', 'compare_to');
    end if;
  end if;
  perform analytics.require_explained(explanations.metric);

  v_brand := core.data_brand(explanations.brand_id);
  v_through := analytics.ads_through(v_brand.brand_id, 'day');
  v_platforms := analytics.require_platforms(v_brand.brand_id, explanations.platform);
  v_filters := analytics.entity_filters(v_platforms, analytics.require_campaigns(v_brand.brand_id, explanations.campaign_ids, v_platforms));
  perform analytics.require_explained_filters(explanations.metric, v_filters);
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_time := analytics.with_compared_range(
    v_brand.brand_id,
    pg_catalog.jsonb_build_object(
      'filters', v_filters,
      'time', pg_catalog.jsonb_build_object('date_from', explanations.date_from, 'date_to', explanations.date_to) || case
        when explanations.compared_from is not null
        then pg_catalog.jsonb_build_object('compare_from', explanations.compared_from, 'compare_to', explanations.compared_to)
        else pg_catalog.jsonb_build_object('comparison', coalesce(explanations.compare_to, 'previous_period'))
      end
    )
  ) -> 'time';
  select compared.* into v_days from analytics.comparable_time(v_brand.brand_id, v_time, v_filters) as compared;
  v_warnings := analytics.measure_warnings(
    v_brand, array[explanations.metric], case when v_filters = '{}' then 'account' else 'campaign' end, v_days.first_on, v_days.last_on,
    (platform.now() at time zone v_brand.timezone)::date, 'none', v_platforms
  ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, explanations.platform);
  if v_days.is_comparable then
    v_explained := analytics.explanation(
      v_brand, explanations.metric, v_days.first_on, v_days.last_on, v_days.base_first_on, v_days.base_last_on, v_filters, explanations."limit",
      explanations.expected_direction
    );
    v_warnings := v_warnings || analytics.compared_days_warnings(
      v_brand, v_days.first_on, v_days.last_on, v_days.base_first_on, v_days.base_last_on, v_platforms
    ) || analytics.left_out_warnings(
      v_brand.brand_id, v_days.first_on, v_days.last_on, v_days.base_first_on, v_days.base_last_on, v_platforms
    );
  end if;
  return pg_catalog.json_build_object(
    'brand_id', explanations.brand_id,
    'date_from', explanations.date_from,
    'date_to', explanations.date_to,
    'explanation', v_explained,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_through,
      'attribution_setting', v_brand.revenue_source,
      'warnings', v_warnings
    )
  );
end
$$;
comment on function analytics.explanations(text, text, date, date, text, date, date, text, text, text[], integer) is
  'GET /v1/explanations: why a metric changed between two periods, by factor and campaign. explanation is null if nothing can be compared, and warnings say '
  'why. Raises BADRQ for an invalid range, a metric that cannot be explained, or an unknown platform or campaign, and NTRDY if the brand has no ad data.';
grant execute on function analytics.explanations(text, text, date, date, text, date, date, text, text, text[], integer) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.explanations', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
