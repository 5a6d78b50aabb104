create function commerce.simulated_rounds(terms commerce.price_terms, prices_micros bigint[], currency text)
returns jsonb
language plpgsql stable
as $$
declare
  v_policy constant commerce.pricing_policies := (simulated_rounds.terms).policy;
  v_answer text;
  v_outcome text;
  v_rounds jsonb := pg_catalog.jsonb_build_array();
begin
  for v_round in 1 .. pg_catalog.cardinality(simulated_rounds.prices_micros) loop
    if v_outcome in ('accepted', 'rejected') then
      v_answer := 'negotiation_is_over';
    elsif v_outcome = 'pending_merchant' then
      -- In this state, an agent can only withdraw.
      v_answer := 'pending_merchant';
    elsif v_round > v_policy.rounds_max then
      v_answer := 'no_round_left';
    else
      v_answer := commerce.policy_answer(simulated_rounds.terms, v_round, simulated_rounds.prices_micros[v_round]);
      v_outcome := case v_answer when 'accept' then 'accepted' when 'decline' then 'rejected' when 'merchant' then 'pending_merchant' else 'pending_agent' end;
    end if;
    v_rounds := v_rounds || pg_catalog.jsonb_build_object(
      'round', v_round,
      'offer', commerce.money(simulated_rounds.prices_micros[v_round], simulated_rounds.currency),
      'answer', v_answer,
      'counter_offer', case
        when v_answer = 'counter' then commerce.money(commerce.counter_price_micros(simulated_rounds.terms, v_round), simulated_rounds.currency)
      end
    );
  end loop;
  return pg_catalog.jsonb_build_object('outcome', v_outcome, 'rounds', v_rounds);
end
$$;
comment on function commerce.simulated_rounds(commerce.price_terms, bigint[], text) is
  'The answers of a policy to the prices of an agent, one for each round, by commerce.policy_answer as in a negotiation. outcome is the status of the '
  'negotiation, null without prices. Assumes that no person of the shop answers.';

create function commerce.simulate_policy(
  policy commerce.pricing_policies, quantity_tiers jsonb, subject commerce.subject, quantity integer, prices_micros bigint[]
)
returns jsonb
language plpgsql stable
as $$
declare
  v_currency constant text := (simulate_policy.subject).currency;
  v_list_price_micros constant bigint := (simulate_policy.subject).price_micros;
  v_reason constant text := commerce.not_negotiable_reason(simulate_policy.policy, v_list_price_micros, v_currency);
  v_terms commerce.price_terms;
  v_ran jsonb := pg_catalog.jsonb_build_object('outcome', null, 'rounds', pg_catalog.jsonb_build_array());
begin
  if v_reason is null then
    v_terms := commerce.policy_terms(simulate_policy.policy, simulate_policy.quantity_tiers, simulate_policy.quantity, v_list_price_micros, v_currency);
    v_ran := commerce.simulated_rounds(v_terms, simulate_policy.prices_micros, v_currency);
  end if;
  return v_ran || pg_catalog.jsonb_build_object(
    'policy_product_id', (simulate_policy.policy).product_id,
    'not_negotiable', v_reason,
    'quantity_price', commerce.money(v_terms.reference_micros, v_currency),
    'rounds_max', (simulate_policy.policy).rounds_max,
    'answer_minutes', (simulate_policy.policy).answer_minutes,
    'hold_minutes', (simulate_policy.policy).hold_minutes
  );
end
$$;
comment on function commerce.simulate_policy(commerce.pricing_policies, jsonb, commerce.subject, integer, bigint[]) is
  'What a policy, stored or not, answers to the prices of an agent. not_negotiable is the reason of commerce.not_negotiable_reason; there are no rounds then.';

create function commerce.simulate_negotiation(
  brand_id text, offers jsonb, quantity integer default 1, product_id text default null, bundle_id text default null, policy jsonb default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(simulate_negotiation.brand_id);
  v_subject constant commerce.subject := commerce.find_subject(v_brand_id, simulate_negotiation.product_id, simulate_negotiation.bundle_id);
  v_stored constant commerce.pricing_policies := commerce.policy_for(v_brand_id, simulate_negotiation.product_id);
  v_draft commerce.pricing_policies;
  v_prices_micros bigint[] := array[]::bigint[];
  v_price_micros bigint;
  v_applies boolean;
begin
  for v_index in 0 .. pg_catalog.jsonb_array_length(simulate_negotiation.offers) - 1 loop
    v_price_micros := commerce.micros((simulate_negotiation.offers ->> v_index)::numeric, v_subject.currency, 'offers');
    perform commerce.require_agent_price(v_price_micros, v_subject.price_micros, v_prices_micros[v_index], 'offers');
    v_prices_micros := v_prices_micros || v_price_micros;
  end loop;
  if simulate_negotiation.policy is not null then
    select drafted.*
    into v_draft
    from pg_catalog.jsonb_to_record(simulate_negotiation.policy) as given (
      floor jsonb, target_percent numeric, product_id text, is_enabled boolean, accept_percent numeric, decline_percent numeric,
      rounds_max integer, price_step numeric, quantity_tiers jsonb, answered_by text, answer_minutes integer, hold_minutes integer,
      negotiations_per_day_max integer
    )
    cross join lateral commerce.draft_pricing_policy(
      v_brand_id, given.floor, given.target_percent, given.product_id, given.is_enabled, given.accept_percent, given.decline_percent,
      given.rounds_max, given.price_step, given.quantity_tiers, given.answered_by, given.answer_minutes, given.hold_minutes,
      given.negotiations_per_day_max
    ) as drafted;
    -- The default policy does not apply to a product with its own, nor the policy of another product.
    v_applies := case when v_draft.product_id is null then v_stored.product_id is null
      else v_draft.product_id is not distinct from simulate_negotiation.product_id end;
  end if;
  return pg_catalog.json_build_object(
    'product_id', simulate_negotiation.product_id,
    'bundle_id', simulate_negotiation.bundle_id,
    'title', v_subject.title,
    'list_price', commerce.money(v_subject.price_micros, v_subject.currency),
    'quantity', simulate_negotiation.quantity,
    'stored', commerce.simulate_policy(v_stored, commerce.tiers_of(v_stored), v_subject, simulate_negotiation.quantity, v_prices_micros),
    'draft_applies', v_applies,
    'draft', case
      when v_applies
        then commerce.simulate_policy(v_draft, simulate_negotiation.policy -> 'quantity_tiers', v_subject, simulate_negotiation.quantity, v_prices_micros)
    end
  );
end
$$;
comment on function commerce.simulate_negotiation(text, jsonb, integer, text, text, jsonb) is
  'POST /pricing-policies/simulations: what the stored policy, and a draft of one, answer to the unit prices of an agent. Reads only. Raises BADRQ for '
  'prices that a negotiation refuses, and for the faults of the draft.';
grant execute on function
  commerce.simulated_rounds(commerce.price_terms, bigint[], text),
  commerce.simulate_policy(commerce.pricing_policies, jsonb, commerce.subject, integer, bigint[]),
  commerce.simulate_negotiation(text, jsonb, integer, text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('commerce.simulate_negotiation', 'write:storefront', brand => 'shown', role => 'admin', served_by => '{commerce,console}');
