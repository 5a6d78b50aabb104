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
  'price_step', (show_pricing_policy.policy).price_step_micros / 1000000.0,
  'quantity_tiers', commerce.tiers_of(show_pricing_policy.policy),
  'version', (show_pricing_policy.policy).version,
  'updated_at', platform.utc((show_pricing_policy.policy).updated_at)
);
comment on function commerce.show_pricing_policy(commerce.pricing_policies) is 'A pricing policy without its floor. Only console.pricing_policy returns the floor, to admins.';

grant execute on function commerce.show_pricing_policy(commerce.pricing_policies) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
