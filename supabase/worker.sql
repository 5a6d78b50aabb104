-- For a hosted installation: schedules a request to the function `worker` every minute. Run it once as the owner of the database:
-- psql -v url=https://project.supabase.co/functions/v1 -v worker_secret=... ; a second run changes both values.
-- It needs pg_cron, pg_net and the vault of the platform. With your own Postgres, run functions/worker/process.ts instead.
create extension if not exists pg_cron;
create extension if not exists pg_net with schema extensions;

select vault.update_secret(secrets.id, new_secret => given.secret)
from (values ('vitrine_functions_url', :'url'), ('vitrine_worker_secret', :'worker_secret')) as given (name, secret)
join vault.secrets on secrets.name = given.name;

select vault.create_secret(given.secret, given.name)
from (values ('vitrine_functions_url', :'url'), ('vitrine_worker_secret', :'worker_secret')) as given (name, secret)
where not exists (select from vault.secrets where secrets.name = given.name);

select cron.schedule('vitrine_tick', '* * * * *', $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'vitrine_functions_url') || '/worker/tick',
    headers := jsonb_build_object(
      'Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'vitrine_worker_secret')
    ),
    timeout_milliseconds := 55000
  )
$$);

-- What pg_cron keeps of every run is of no use after a week.
select cron.schedule('vitrine_forget_ticks', '17 3 * * *', $$
  delete from cron.job_run_details where end_time < now() - interval '7 days'
$$);
