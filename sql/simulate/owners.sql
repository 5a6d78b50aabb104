grant create, usage on schema simulate to vitrine_gate;
alter function simulate.create_brand() owner to vitrine_gate;
alter function simulate.serve_test_key() owner to vitrine_gate;
grant execute on function simulate.create_brand() to vitrine_owner;
revoke create on schema simulate from vitrine_gate;
