create function console.remove_pricing_policy(brand_id text, product_id text, version integer)
returns jsonb
language plpgsql volatile
as $$
begin
  delete from commerce.pricing_policies as held
  where held.brand_id = remove_pricing_policy.brand_id and held.product_id = remove_pricing_policy.product_id
    and held.version = remove_pricing_policy.version;
  if not found then
    perform platform.fail('STALE', 'the_pricing_policy_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('product_id', remove_pricing_policy.product_id);
end
$$;
comment on function console.remove_pricing_policy(text, text, integer) is
  'Removes the pricing policy of a product, so that the policy of all products applies to it. Open negotiations about it end with the next offer. version is the '
  'one that the person saw. Raises STALE if the policy changed since.';
grant execute on function console.remove_pricing_policy(text, text, integer) to vitrine_person;
call core.register_operation('console.remove_pricing_policy', 'console', access => 'write');
