create table analytics.erased_visitors (
  brand_id text not null,
  visitor_hash bytea not null,
  erased_at timestamptz not null default platform.now(),
  constraint erased_visitors_pkey primary key (brand_id, visitor_hash),
  constraint erased_visitors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint erased_visitors_visitor_hash_check check (pg_catalog.octet_length(visitor_hash) = 32)
);

-- A hosted platform has its own people, and the gate has no access to them.
reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('prune_touches', '1 hour', '50 minutes', true);
do $$
begin
  if pg_catalog.has_schema_privilege('vitrine_gate', 'auth', 'usage') then
    grant delete on auth.users to vitrine_gate;
  end if;
end
$$;
set role vitrine_owner;
