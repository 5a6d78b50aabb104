create function platform.fail_for(faults jsonb[])
returns void
language plpgsql volatile
as $$
declare
  v_faults constant jsonb[] := pg_catalog.array_remove(fail_for.faults, null);
begin
  if pg_catalog.cardinality(v_faults) > 0 then
    perform platform.fail('BADRQ', 'has_faults', v_faults[1] ->> 'field', pg_catalog.json_build_object('faults', v_faults));
  end if;
end
$$;
comment on function platform.fail_for(jsonb[]) is
  'Raises BADRQ with all faults of a request (platform.fault), so that the caller can correct them at once. The field is that of the first fault. Nulls '
  'are no faults; without faults it does nothing.';
grant execute on function platform.fail_for(jsonb[]) to public;
