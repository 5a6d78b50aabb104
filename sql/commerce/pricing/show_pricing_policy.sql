create function commerce.show_pricing_policy(policy commerce.pricing_policies)
returns json
language sql stable
return pg_catalog.json_build_object(
  'id', (show_pricing_policy.policy).policy_id,
  'product_id', (show_pricing_policy.policy).product_id,
  'is_enabled', (show_pricing_policy.policy).is_enabled,
  'target_percent', (show_pricing_policy.policy).target_percent,
  'accept_percent', (show_pricing_policy.policy).accept_percent,
  'decline_percent', (show_pricing_policy.policy).decline_percent,
  'rounds_max', (show_pricing_policy.policy).rounds_max,
  'answered_by', (show_pricing_policy.policy).answered_by,
  'answer_minutes', (show_pricing_policy.policy).answer_minutes,
  'hold_minutes', (show_pricing_policy.policy).hold_minutes,
  'negotiations_per_day_max', (show_pricing_policy.policy).negotiations_per_day_max,
  'quantity_tiers', coalesce(
    (
      select pg_catalog.json_agg(pg_catalog.json_build_object('quantity_min', tiers.quantity_min, 'percent_off', tiers.percent_off) order by tiers.quantity_min)
      from commerce.quantity_tiers as tiers
      where tiers.brand_id = (show_pricing_policy.policy).brand_id and tiers.policy_id = (show_pricing_policy.policy).policy_id
    ), '[]'
  ),
  'updated_at', platform.utc((show_pricing_policy.policy).updated_at)
);
comment on function commerce.show_pricing_policy(commerce.pricing_policies) is 'A pricing policy without its floor, which no response contains.';

grant execute on function commerce.show_pricing_policy(commerce.pricing_policies) to vitrine_key, vitrine_simulated, vitrine_worker;
