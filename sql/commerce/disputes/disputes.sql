create function commerce.disputes(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(disputes.brand_id);
begin
  perform commerce.settle_agent(v_brand_id, core.scope_credential_id());
  return (
    with matching as (
      select held.dispute_id, held.created_at
      from commerce.disputes as held
      where held.brand_id = v_brand_id and (disputes.status is null or held.status = disputes.status)
    )
    select pg_catalog.json_build_object(
      'disputes', coalesce(
        pg_catalog.json_agg(commerce.show_dispute(disputes.brand_id, shown.dispute_id) order by shown.created_at desc, shown.dispute_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), disputes.page, disputes."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.dispute_id
      limit disputes."limit" offset (disputes.page - 1)::bigint * disputes."limit"
    ) as shown
  );
end
$$;
comment on function commerce.disputes(text, text, integer, integer) is
  'GET /disputes: the disputes of the orders of the calling agent, or all of the shop for its own keys. Newest first.';
grant execute on function commerce.disputes(text, text, integer, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.disputes', 'write:negotiation', brand => 'shown', access => 'write');
