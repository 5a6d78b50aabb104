create function analytics.require_reported_comparison(
  brand_id text, date_from date, date_to date, compared_from date, compared_to date, platforms text[]
)
returns void
language plpgsql stable
as $$
declare
  v_first_on constant date := sources.first_report(
    require_reported_comparison.brand_id, require_reported_comparison.platforms, 'ads_daily'
  );
  v_early constant text := case
    when require_reported_comparison.compared_from < v_first_on then 'compared_from'
    when require_reported_comparison.date_from < v_first_on then 'date_from'
  end;
  v_unread record;
begin
  v_unread := sources.unread_comparison(
    require_reported_comparison.brand_id, require_reported_comparison.date_from, require_reported_comparison.date_to,
    require_reported_comparison.compared_from, require_reported_comparison.compared_to, require_reported_comparison.platforms
  );
  if v_unread.not_compared = 'no_longer_kept' then
    perform platform.fail('BADRQ', 'days_to_compare_are_no_longer_kept', given => (v_unread.warnings[1] -> 'values')::json);
  elsif v_unread.not_compared = 'not_read_yet' then
    perform platform.fail('NTRDY', 'days_to_compare_are_not_read', given => (v_unread.warnings[1] -> 'values')::json);
  elsif v_early is not null then
    perform platform.fail('BADRQ', 'must_not_precede_the_first_report', v_early, pg_catalog.json_build_object('first_on', v_first_on));
  end if;
end
$$;
comment on function analytics.require_reported_comparison(text, date, date, date, date, text[]) is
  'Raises BADRQ if one of two compared ranges begins before the first report or has days that a platform no longer keeps, and NTRDY if days of them were not read '
  'from a connected account: missing reports would look like zeros.';

create function analytics.explain_change(
  brand_id text, metric text, date_from date, date_to date, compared_from date, compared_to date, only_platform text default null
)
returns table (
  platform text, account_id text, campaign_id text, campaign_name text, factor text, contribution numeric, current_value numeric, previous_value numeric
)
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(explain_change.brand_id);
  v_filters jsonb;
begin
  perform analytics.check_range(explain_change.date_from, explain_change.date_to, 'none');
  perform analytics.check_compared_range(explain_change.compared_from, explain_change.compared_to);
  perform analytics.require_explained(explain_change.metric);
  v_filters := analytics.entity_filters(analytics.require_platforms(v_brand.brand_id, explain_change.only_platform), null);
  perform analytics.require_explained_filters(explain_change.metric, v_filters);
  perform analytics.require_reported_comparison(
    v_brand.brand_id, explain_change.date_from, explain_change.date_to, explain_change.compared_from, explain_change.compared_to,
    analytics.filtered_platforms(v_brand.brand_id, v_filters)
  );
  return query
  select
    paths.platform, paths.account_id, paths.campaign_id, paths.campaign_name, part.factor, part.contribution::numeric,
    part.multiplier * part.factor_amounts[1] / case when part.factor_amounts[2] is null then 1 else nullif(part.factor_amounts[2], 0) end,
    part.multiplier * part.factor_amounts[3] / case when part.factor_amounts[4] is null then 1 else nullif(part.factor_amounts[4], 0) end
  from analytics.divide_change(
    v_brand, explain_change.metric, explain_change.date_from, explain_change.date_to, explain_change.compared_from, explain_change.compared_to, v_filters
  ) as part
  left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = part.entity_id
  order by pg_catalog.abs(part.contribution) desc nulls last, paths.platform, paths.campaign_id, part.factor;
end
$$;
comment on function analytics.explain_change(text, text, date, date, date, date, text) is
  'Returns what changed a metric between two periods: one row for each campaign and factor, such as cpc, cvr and order_value of revenue, by size. The '
  'contributions are in the unit of the metric, not rounded, and add up to its change. They describe the numbers and prove no cause. mix: campaigns with '
  'another ratio got more or less of the denominator. undivided: the amounts of the campaign are no chain. current_value and previous_value are those of the '
  'factor in the campaign. only_platform: comma-separated platforms. Days that an account did not report are left out (analytics.left_out_days); '
  'other days are used as stored, also incomplete ones: end with analytics.yesterday. Raises BADRQ for a metric that cannot be explained and for days before the '
  'first report or no longer kept, and NTRDY for days that were not read from a connected account.';

create function analytics.check_compared_range(compared_from date, compared_to date)
returns void
language plpgsql immutable
as $$
begin
  perform platform.require_day('compared_from', check_compared_range.compared_from);
  perform platform.require_day('compared_to', check_compared_range.compared_to);
  if check_compared_range.compared_from > check_compared_range.compared_to then
    perform platform.fail('BADRQ', 'must_not_be_before_compared_from', 'compared_to');
  elsif check_compared_range.compared_to - check_compared_range.compared_from >= 1127 then
    perform platform.fail('BADRQ', 'is_too_far_after_compared_from', 'compared_to', pg_catalog.json_build_object('days_max', 1127));
  end if;
end
$$;
comment on function analytics.check_compared_range(date, date) is
  'Raises BADRQ for compared days that are incomplete, reversed or too many, with the parameter.';

create function analytics.require_explained(metric text)
returns void
language plpgsql stable
as $$
begin
  if analytics.explained_bases(require_explained.metric) is null then
    perform platform.require_choice(
      'metric', require_explained.metric,
      array(select known.name from analytics.metric_definitions as known where analytics.explained_bases(known.name) is not null order by known.position)
    );
  end if;
end
$$;
comment on function analytics.require_explained(text) is 'Raises BADRQ for a name that is no metric, or one whose changes cannot be explained.';

create function analytics.require_explained_filters(metric text, filters jsonb)
returns void
language plpgsql stable
as $$
begin
  -- Sales of the store belong to no platform, so that only those of the whole brand are known.
  if require_explained_filters.filters <> '{}' and require_explained_filters.metric in ('mer', 'store_revenue') then
    perform platform.fail('BADRQ', 'is_of_the_whole_brand', 'metric', pg_catalog.json_build_object('metric', require_explained_filters.metric));
  end if;
end
$$;
comment on function analytics.require_explained_filters(text, jsonb) is
  'Raises BADRQ for a metric of the store with filters of platforms or campaigns.';

grant execute on function
  analytics.check_compared_range(date, date),
  analytics.require_explained(text),
  analytics.require_explained_filters(text, jsonb),
  analytics.require_reported_comparison(text, date, date, date, date, text[]),
  analytics.explain_change(text, text, date, date, date, date, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
