-- Row-level security also applies to vitrine_owner.
reset role;
-- Earlier calculations stored the baseline for platforms without signals.
update storefront.trust_scores as held
set platform_scores = (
  select pg_catalog.jsonb_agg(
    case when entry.value -> 'signals' = '0' then entry.value || '{"score": null}' else entry.value end order by entry.position
  )
  from pg_catalog.jsonb_array_elements(held.platform_scores) with ordinality as entry (value, position)
)
where held.platform_scores @> '[{"signals": 0}]';
set role vitrine_owner;
