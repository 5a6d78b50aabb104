create function oauth.begin_reminders()
returns void
language plpgsql volatile
as $$
declare
  v_claimed record;
begin
  for v_claimed in select * from analytics.claim_switches()
  loop
    perform oauth.notify_channel(v_claimed.brand_id, 'experiments', v_claimed.experiment_id || '/' || v_claimed.day);
    perform oauth.notify_members(v_claimed.brand_id, 'experiments', v_claimed.experiment_id || '/' || v_claimed.day);
  end loop;
end
$$;
comment on function oauth.begin_reminders() is
  'Informs members and the Slack channels of the due switches of experiments: once for each switch, also if several workers run or one is stopped, because '
  'the claim is in the same transaction.';
