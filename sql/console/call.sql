create function console.person_brands(person_id uuid)
returns table (brand_id text, account_id text, name text, currency text, timezone text, role text)
language sql stable
as $$
  select brands.brand_id, brands.account_id, coalesce(brands.name, brands.slug), brands.currency, brands.timezone, memberships.role
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id
  where memberships.person_id = person_brands.person_id and brands.status <> 'archived'
  order by 3, 1;
$$;
comment on function console.person_brands(uuid) is 'Returns the brands that a person is currently a member of, with the role in each.';

create function console.account_rank(person_id uuid, account_id text)
returns integer
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select min(coalesce(core.role_rank(memberships.role), 0))
    from core.brands
    left join core.memberships on memberships.brand_id = brands.brand_id and memberships.person_id = account_rank.person_id
    where brands.account_id = account_rank.account_id and brands.status <> 'archived'
  );
end
$$;
comment on function console.account_rank(uuid, text) is
  'Returns the lowest rank of the roles of a person in the brands of an account. Only if the role of an operation has no higher rank may the person '
  'access objects of the whole account.';

create function console.speaks_for_account(person_id uuid, account_id text, role text)
returns boolean
language sql stable
as $$
  select core.role_rank(speaks_for_account.role) <= console.account_rank(speaks_for_account.person_id, speaks_for_account.account_id);
$$;
comment on function console.speaks_for_account(uuid, text, text) is
  'Returns whether a person has at least this role in every brand of an account. Only requests of release 0.1 call it: those that wait for a lock of the '
  'migration continue with the body of console.call that they began with. The release after the next one drops it.';

create function console.permitted_operations(role text)
returns text[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return array(
    select operations.operation
    from core.operations
    where operations.access = 'write' and core.role_rank(operations.role) <= core.role_rank(permitted_operations.role)
    order by operations.operation
  );
end
$$;
comment on function console.permitted_operations(text) is 'Returns the write operations that a role permits. Pages offer only these.';

create function console.call(session_hash bytea, client_ip text, brand_id text, access text, requests jsonb, form_id text default null)
-- Processes of release 0.1 expect this type.
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_session record;
  v_brands jsonb;
  v_brand record;
  v_brand_ids text[];
  v_brand_id text;
  v_account_rank integer;
  v_credential core.credential;
  v_request jsonb;
  v_operation core.operations;
  v_input jsonb;
  v_status text;
  v_message text;
  v_detail text;
  v_reason text;
  v_field text;
  v_values text;
  v_answers jsonb[] := '{}'::jsonb[];
begin
  select used.person_id, used.email into v_session from oauth.use_session(call.session_hash) as used;
  if v_session.person_id is null then
    return jsonb_build_object('status', case when core.take('unauthorized:' || call.client_ip, 100) is null then 'RLMTD' else 'NAUTH' end);
  -- The two calls of a page have a counter each, so that neither waits for the other.
  elsif core.take(case call.access when 'read_beside' then 'beside:' else 'person:' end || v_session.person_id, 300) is null then
    return jsonb_build_object('status', 'RLMTD');
  end if;
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', reached.brand_id, 'account_id', reached.account_id, 'name', reached.name, 'role', reached.role, 'currency', reached.currency
        )
      ), '[]'
    ),
    coalesce(array_agg(reached.brand_id), '{}')
  into v_brands, v_brand_ids
  from console.person_brands(v_session.person_id) as reached;
  select reached.* into v_brand from console.person_brands(v_session.person_id) as reached where reached.brand_id = call.brand_id;
  if call.brand_id is not null then
    -- The response does not reveal whether a brand of other persons exists.
    if v_brand.brand_id is null then
      return jsonb_build_object('status', 'NTFND', 'person', v_session.email, 'brands', v_brands);
    end if;
    v_brand_ids := array[v_brand.brand_id];
  end if;
  if call.access = 'write' then
    perform set_config('vitrine.session_is_recent', oauth.is_recent_session(call.session_hash)::text, true);
  end if;
  v_account_rank := console.account_rank(v_session.person_id, v_brand.account_id);
  v_credential.is_simulated := false;
  v_credential.accepted_by := '{console}';
  v_credential.person_id := v_session.person_id;
  v_credential.brand_ids := v_brand_ids;
  v_credential.role := coalesce(v_brand.role, 'viewer');

  for v_request in select request.value from jsonb_array_elements(call.requests) as request loop
    v_status := null;
    v_input := v_request -> 'input';
    begin
      select operations.* into strict v_operation from core.operations where operations.operation = v_request ->> 'operation';
      if v_operation.access = 'write' and call.access <> 'write' then
        perform platform.fail('DNIED', 'a_page_may_not_write');
      end if;
      v_credential.account_id := case
        when (v_account_rank < core.role_rank(v_operation.role)) is not true then v_brand.account_id
      end;
      v_brand_id := core.enter_scope(v_credential, v_operation, v_brand.brand_id);
      if v_operation.access = 'write' then
        if call.form_id is null or length(call.form_id) not between 8 and 100 then
          perform platform.fail('BADRQ', 'this_form_is_outdated');
        elsif not oauth.spend_form(call.session_hash, call.form_id) then
          perform platform.fail('STALE', 'this_form_was_sent_before');
        end if;
      end if;
      if v_input ? 'period' then
        v_input := v_input - 'period' || (
          select jsonb_build_object('date_from', days.first_on, 'date_to', days.last_on)
          from console.period_days(v_brand.timezone, v_input ->> 'period') as days
        );
      end if;
      if v_operation.brand <> 'none' then
        v_input := v_input || jsonb_build_object('brand_id', v_brand_id);
      end if;
      v_answers := array_append(v_answers, jsonb_build_object(
        'body',
        case when v_operation.acts_for_shop then core.run_as_key(v_operation.call, v_input) else core.run_as_person(v_operation.call, v_input) end
      ));
      if v_operation.access = 'write' then
        perform oauth.record_change(v_session.person_id, call.client_ip, v_operation.operation, v_brand.brand_id);
      end if;
    exception when others or query_canceled then
      get stacked diagnostics
        v_status = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
        v_reason = constraint_name, v_field = column_name, v_values = pg_datatype_name;
      v_detail := coalesce(platform.raised(v_status, v_reason, v_field, v_values), v_detail);
      v_answers := array_append(v_answers, jsonb_build_object('status', v_status, 'message', v_message, 'detail', v_detail));
    end;
  end loop;

  return jsonb_build_object(
    'person', v_session.email,
    'brands', v_brands,
    'brand', case when v_brand.brand_id is not null then jsonb_build_object(
      'id', v_brand.brand_id, 'name', v_brand.name, 'role', v_brand.role, 'currency', v_brand.currency, 'timezone', v_brand.timezone,
      'may', to_jsonb(console.permitted_operations(v_brand.role)),
      'waiting', case
        when call.access = 'read' and core.role_rank(v_brand.role) >= core.role_rank('admin') then commerce.waiting_counts(v_brand.brand_id)
      end,
      'is_storefront_published', (select brands.is_storefront_published from core.brands where brands.brand_id = v_brand.brand_id)
    ) end,
    'answers', to_jsonb(v_answers)
  );
end
$$;
comment on function console.call(bytea, text, text, text, jsonb, text) is
  'The gate of the console, in one statement: resolves the session, looks up the person''s role in the brand, sets the scope, and runs operations as '
  'the person. An operation of a range of days can get a named period (console.period_days) instead. Each operation has its own result. status states why no operation ran. access is read for a page that changes nothing. form_id '
  'identifies the form of a change. A form that has already made its change returns STALE.';
grant execute on function
  console.person_brands(uuid),
  console.account_rank(uuid, text),
  console.speaks_for_account(uuid, text, text),
  console.permitted_operations(text)
to vitrine_gate;
