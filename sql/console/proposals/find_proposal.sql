create function console.find_proposal(proposal_id text)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand_id text;
begin
  select proposals.brand_id into v_brand_id from connector.proposals where proposals.proposal_id = find_proposal.proposal_id;
  if v_brand_id is null then
    perform platform.fail('NTFND', 'there_is_no_such_proposal');
  end if;
  return pg_catalog.jsonb_build_object('brand_id', v_brand_id);
end
$$;
comment on function console.find_proposal(text) is
  'Returns the brand of a proposal, whose URL does not name it. Raises NTFND outside of the person''s brands.';
grant execute on function console.find_proposal(text) to vitrine_person;
call core.register_operation('console.find_proposal', 'console', brand => 'none');
