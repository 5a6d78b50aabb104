create function connector.check_negotiation(action text, negotiation_id text, offer jsonb, confirm boolean)
returns void
language plpgsql stable
as $$
begin
  if check_negotiation.action = 'open' and check_negotiation.negotiation_id is not null then
    perform platform.fail('BADRQ', 'negotiation_id: not with action=open, which begins a new one.');
  elsif check_negotiation.action <> 'open' and check_negotiation.negotiation_id is null then
    perform platform.fail('BADRQ', 'negotiation_id: required unless action is open.');
  elsif check_negotiation.action in ('open', 'counter') and check_negotiation.offer is null then
    perform platform.fail('BADRQ', 'offer: required when action is open or counter.');
  elsif check_negotiation.action in ('accept', 'withdraw') and check_negotiation.offer is not null then
    perform platform.fail('BADRQ', 'offer: only with action=open or action=counter.');
  elsif check_negotiation.action = 'accept' and check_negotiation.confirm is distinct from true then
    perform platform.fail('BADRQ', 'confirm: must be true to accept. Ask the person first: accepting may end in an order.');
  elsif check_negotiation.offer is not null
    and not exists (select from core.currencies where currencies.currency = check_negotiation.offer ->> 'currency') then
    perform platform.fail('BADRQ', 'offer.currency: must be an ISO 4217 code.');
  end if;
end
$$;
comment on function connector.check_negotiation(text, text, jsonb, boolean) is 'Refuses a move that lacks what it needs.';

create function connector.negotiate_price(
  brand_id text,
  product_id text,
  quantity integer,
  action text,
  idempotency_key text,
  negotiation_id text default null,
  offer jsonb default null,
  confirm boolean default null
)
returns json
language plpgsql volatile
as $$
begin
  perform connector.check_negotiation(negotiate_price.action, negotiate_price.negotiation_id, negotiate_price.offer, negotiate_price.confirm);
  if not exists (
    select from storefront.products as held
    where held.brand_id = core.data_brand_id(negotiate_price.brand_id) and held.product_id = negotiate_price.product_id
  ) then
    perform platform.fail('NTFND', 'product_id: this shop has no such product. search_catalog finds what it has.');
  end if;
  perform platform.fail('NTFND', 'brand_id: negotiation is not enabled for this brand. Its prices are as listed; buy at the product''s purchase_url.');
  return null;
end
$$;
comment on function connector.negotiate_price(text, text, integer, text, text, text, jsonb, boolean) is
  'negotiate_price: no brand has enabled negotiation yet, so that a move that could be made is answered NTFND. Never touches funds.';
grant execute on function
  connector.check_negotiation(text, text, jsonb, boolean),
  connector.negotiate_price(text, text, integer, text, text, text, jsonb, boolean)
to vitrine_key, vitrine_simulated;
call core.register_operation('connector.negotiate_price', 'write:negotiation', brand => 'shown', access => 'write');
