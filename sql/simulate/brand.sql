create function simulate.create_brand()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from core.brands where brands.brand_id = 'brd_simulated') then
    return;
  end if;
  -- Of two concurrent calls, the second waits and then finds the brand.
  perform pg_advisory_xact_lock(hashtextextended('simulate.create_brand', 0));
  if exists (select from core.brands where brands.brand_id = 'brd_simulated') then
    return;
  end if;
  perform core.create_account('Simulation', 'ENTERPRISE', 'acc_simulated');
  perform core.create_brand('acc_simulated', 'simulated', 'Simulated', 'USD', 'America/New_York', 'brd_simulated');
  update core.brands set is_simulated = true where brands.brand_id = 'brd_simulated';
  -- The worker generates the data within a minute.
  update core.schedules set made_at = '-infinity' where schedules.queue = 'extend_simulation';
end
$$;
comment on function simulate.create_brand() is 'Creates the simulated brand, unless it exists. An installation without test keys has none.';

create function simulate.serve_test_key()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform simulate.create_brand();
  return null;
end
$$;
comment on function simulate.serve_test_key() is 'Creates the simulated brand with the first test key.';
create trigger serve_test_key after insert on core.api_keys
for each row when (new.prefix like '%\_test\_') execute function simulate.serve_test_key();
