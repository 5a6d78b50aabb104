create function commerce.buyer_of(dispute commerce.disputes)
returns uuid
language sql stable
return (
  select transactions.person_id
  from commerce.transactions
  where transactions.brand_id = (buyer_of.dispute).brand_id and transactions.transaction_id = (buyer_of.dispute).transaction_id
);
comment on function commerce.buyer_of(commerce.disputes) is 'The person whose connected app created the order of a dispute. Null for an order of a key.';

create function commerce.show_dispute(brand_id text, dispute_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.dispute_id,
      'brand_id', show_dispute.brand_id,
      'transaction_id', held.transaction_id,
      'status', held.status,
      'version', held.version,
      'reason_code', held.reason_code,
      'adjudicated', false,
      'statements', (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'party', said.party, 'text', said.statement, 'evidence_urls', storefront.web_addresses(said.evidence_urls), 'created_at', platform.utc(said.created_at)
          )
          order by said.position
        )
        from commerce.dispute_statements as said
        where said.brand_id = held.brand_id and said.dispute_id = held.dispute_id
      ),
      'next_actions', commerce.allowed_actions('dispute', held.status, commerce.actors(show_dispute.brand_id, held.created_by, commerce.buyer_of(held))),
      'closes_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.disputes as held
    where held.brand_id = core.data_brand_id(show_dispute.brand_id) and held.dispute_id = show_dispute.dispute_id
  );
end
$$;
comment on function commerce.show_dispute(text, text) is 'A dispute with the statements of both sides.';

grant execute on function commerce.buyer_of(commerce.disputes), commerce.show_dispute(text, text) to vitrine_key, vitrine_simulated;
