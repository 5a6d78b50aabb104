create function core.decimals_fault(amount numeric, field text, currency core.currencies)
returns jsonb
language sql immutable
return case when pg_catalog.round(decimals_fault.amount, (decimals_fault.currency).exponent) <> decimals_fault.amount then platform.fault(
  'has_too_many_decimals', decimals_fault.field,
  pg_catalog.json_build_object('currency', (decimals_fault.currency).currency, 'decimals', (decimals_fault.currency).exponent)
) end;
comment on function core.decimals_fault(numeric, text, core.currencies) is
  'Returns the fault of an amount with a fraction of the minor unit of its currency, as of platform.fault. Null for any other amount.';
grant execute on function core.decimals_fault(numeric, text, core.currencies) to vitrine_person, vitrine_worker;
