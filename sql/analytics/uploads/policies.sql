-- Only the people of a brand and the worker read uploaded files. API keys and analysts read what was imported.
alter table analytics.uploads enable row level security;
alter table analytics.uploads force row level security;
alter table analytics.upload_chunks enable row level security;
alter table analytics.upload_chunks force row level security;
create policy worker on analytics.uploads to vitrine_worker
using (brand_id = any ((select core.scope_brand_ids())::text[])) with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy worker on analytics.upload_chunks to vitrine_worker
using (brand_id = any ((select core.scope_brand_ids())::text[])) with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person on analytics.uploads for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person_adds on analytics.uploads for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on analytics.uploads for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_deletes on analytics.uploads for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person on analytics.upload_chunks for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person_adds on analytics.upload_chunks for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
-- The gate finds waiting and old uploads of all brands.
create policy gate on analytics.uploads to vitrine_gate using (true);
create policy person_undoes on analytics.imports for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant update (undo_requested_at, undo_refused) on analytics.imports to vitrine_person;
create policy gate on analytics.imports for select to vitrine_gate using (undo_requested_at is not null);
grant select (brand_id, import_id, undo_requested_at) on analytics.imports to vitrine_gate;
grant select, insert, update, delete on analytics.uploads, analytics.upload_chunks to vitrine_worker;
grant
  select, insert (brand_id, file_name), update (bytes, state, kind, options, attempts, failure, rejections), delete
on analytics.uploads to vitrine_person;
grant select, insert on analytics.upload_chunks to vitrine_person;
grant select (brand_id, upload_id, state, attempts, busy_until, created_at), delete on analytics.uploads to vitrine_gate;
