create function commerce.list_transactions(brand_id text, status text default null, page integer default 1, "limit" integer default 20, base_url text default '')
returns json
language plpgsql stable
as $$
begin
  return (
  with matching as (
    select held.transaction_id, held.created_at
    from commerce.transactions as held
    where held.brand_id = core.data_brand_id(list_transactions.brand_id) and (list_transactions.status is null or held.status = list_transactions.status)
  )
  select pg_catalog.json_build_object(
    'transactions', coalesce(
      pg_catalog.json_agg(
        commerce.show_transaction(list_transactions.brand_id, shown.transaction_id, list_transactions.base_url) order by shown.created_at desc, shown.transaction_id
      ), '[]'
    ),
    'pagination', commerce.pagination((select count(*) from matching), list_transactions.page, list_transactions."limit")
  )
  from (
    select matching.* from matching order by matching.created_at desc, matching.transaction_id
    limit list_transactions."limit" offset (list_transactions.page - 1)::bigint * list_transactions."limit"
  ) as shown
  );
end
$$;
comment on function commerce.list_transactions(text, text, integer, integer, text) is
  'The orders that the caller may see, newest first: those of an agent, or all of a shop. Expires none.';
grant execute on function commerce.list_transactions(text, text, integer, integer, text) to vitrine_key, vitrine_simulated;

create function commerce.transactions(brand_id text, status text default null, page integer default 1, "limit" integer default 20, base_url text default '')
returns json
language plpgsql volatile
as $$
begin
  perform commerce.settle_agent(core.data_brand_id(transactions.brand_id), core.scope_credential_id());
  return commerce.list_transactions(transactions.brand_id, transactions.status, transactions.page, transactions."limit", transactions.base_url);
end
$$;
comment on function commerce.transactions(text, text, integer, integer, text) is
  'GET /transactions: the orders of the calling agent, or all of the shop for its own keys. Newest first.';
grant execute on function commerce.transactions(text, text, integer, integer, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.transactions', 'write:negotiation', brand => 'shown', access => 'write');
