do $$
begin
  perform core.create_account('Simulation', 'ENTERPRISE', 'acc_simulated');
  perform core.create_brand('acc_simulated', 'simulated', 'Simulated', 'USD', 'America/New_York', 'brd_simulated');
  update core.brands set is_simulated = true where brands.brand_id = 'brd_simulated';
end
$$;
