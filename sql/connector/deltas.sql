create function connector.deltas(answer jsonb, base jsonb, metrics text[])
returns jsonb
-- plpgsql keeps the plan of the query.
language plpgsql immutable
as $$
begin
  return (
    select pg_catalog.jsonb_object_agg(
      metric.name,
      analytics.relative_change((deltas.answer ->> metric.name)::numeric, (deltas.base ->> metric.name)::numeric)
    )
    from pg_catalog.unnest(deltas.metrics) as metric (name)
  );
end
$$;
comment on function connector.deltas(jsonb, jsonb, text[]) is
  'Returns the relative changes of metrics as fractions, calculated from the displayed numbers. Null, never 0, if a number is missing or the base is '
  'zero.';

create function connector.entity_of(answer jsonb)
returns text[]
language sql immutable
return array[
  entity_of.answer ->> 'platform', entity_of.answer ->> 'account_id', entity_of.answer ->> 'campaign_id', entity_of.answer ->> 'adset_id',
  entity_of.answer ->> 'ad_id'
];
comment on function connector.entity_of(jsonb) is 'Returns the identity of a performance row: platform and ids of account, campaign, ad set and ad.';

create function connector.row_deltas(data json, part json, base json, metrics text[])
returns json
-- plpgsql keeps the plan of the query.
language plpgsql immutable
as $$
begin
  return (
    select pg_catalog.json_agg(
      shown.value || pg_catalog.jsonb_build_object('deltas', connector.deltas(held.value, compared.value, row_deltas.metrics))
      order by shown.position
    )
    from pg_catalog.jsonb_array_elements(row_deltas.data::jsonb) with ordinality as shown (value, position)
    left join pg_catalog.jsonb_array_elements(row_deltas.part::jsonb) as held (value) on connector.entity_of(held.value) = connector.entity_of(shown.value)
    left join pg_catalog.jsonb_array_elements(row_deltas.base::jsonb) as compared (value) on connector.entity_of(compared.value) = connector.entity_of(shown.value)
  );
end
$$;
comment on function connector.row_deltas(json, json, json, text[]) is
  'Returns the rows of a whole range with their deltas. A delta compares the comparable part of a row with the same entity in the compared days.';
grant execute on function
  connector.deltas(jsonb, jsonb, text[]),
  connector.entity_of(jsonb),
  connector.row_deltas(json, json, json, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
