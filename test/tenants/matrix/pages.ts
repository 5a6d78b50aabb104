import type { Row } from './oracle.ts'

/** A page, which redirects to sign-in without a session. */
const page = (shows?: string, more: Partial<Row> = {}): Row => ({
  surface: 'page',
  brand: 'row',
  withoutSession: 303,
  shows,
  ...more,
})
/** A form, which returns 403 to a viewer and without its token. */
const form = (fields: Record<string, string> = {}, more: Partial<Row> = {}): Row => ({
  ...page(),
  ok: [403],
  withoutSession: 403,
  writes: true,
  fields,
  ...more,
})
const root = '/console/brands/{brand_id}'

/** Every page and form of the console and the authorization server that is not in the OpenAPI document. */
export const pages: Record<string, Row> = {
  'GET /console': page(undefined, { brand: 'none', ok: [303] }),
  'GET /console/sources': page(undefined, { brand: 'none', ok: [303] }),
  // Without a state it belongs to no authorization.
  'GET /console/sources/callback': page(undefined, { brand: 'none', ok: [400] }),
  'GET /console/proposals/{proposal_id}': page(undefined, { ok: [303] }),
  // The default of the setting: the operator creates brands.
  'GET /console/kept-form': page(undefined, { brand: 'none', ok: [404] }),
  // Without a kept form it leads to the brands.
  'POST /console/kept-form/discard': form({}, { brand: 'none', ok: [303] }),
  'GET /console/brands/new': page(undefined, { brand: 'none', ok: [403], withoutSession: 403 }),
  'POST /console/brands': form({}, { brand: 'none' }),
  // It exists in development only, and shows no data.
  'GET /console/_components': page(undefined, { brand: 'none', ok: [404], withoutSession: 404 }),
  [`GET ${root}/start`]: page(),
  [`GET ${root}`]: page('analytics_entities'),
  [`GET ${root}/performance`]: page('analytics_entities'),
  [`GET ${root}/performance.csv`]: page('analytics_entities'),
  [`GET ${root}/ask`]: page(),
  // Without a question.
  [`GET ${root}/ask.csv`]: page(undefined, { ok: [400] }),
  [`GET ${root}/attribution`]: page('analytics_touchpoints'),
  [`GET ${root}/forecasts`]: page(),
  [`GET ${root}/creatives`]: page('analytics_creatives'),
  [`GET ${root}/anomalies`]: page('analytics_entities'),
  [`POST ${root}/anomalies/{anomaly_id}`]: form({ status: 'resolved' }),
  [`GET ${root}/proposals`]: page('connector_proposals'),
  [`POST ${root}/proposals/{proposal_id}`]: form({ decision: 'approve' }),
  [`GET ${root}/catalog`]: page('storefront_catalog_products'),
  [`GET ${root}/sources`]: page('sources_sources'),
  [`POST ${root}/sources/authorizations`]: form({ platform: 'meta' }),
  // Only admins choose accounts.
  [`GET ${root}/sources/connections/{connection_id}`]: page(undefined, { ok: [403] }),
  // Without an account it leads to its page, which only admins see.
  [`POST ${root}/sources/connections/{connection_id}`]: form({}, { ok: [303] }),
  [`POST ${root}/sources/{source_id}`]: form({ action: 'pause' }),
  [`GET ${root}/imports`]: page('analytics_imports'),
  [`GET ${root}/imports/{import_id}`]: page('analytics_import_rejections'),
  [`GET ${root}/imports/{import_id}/rejected.csv`]: page('analytics_import_rejections'),
  [`POST ${root}/imports/{import_id}/undo`]: form(),
  // It takes multipart/form-data only.
  [`POST ${root}/imports/uploads`]: form({}, { ok: [303], withoutSession: 303 }),
  [`GET ${root}/imports/uploads/{upload_id}`]: page('analytics_uploads'),
  [`POST ${root}/imports/uploads/{upload_id}`]: form({ kind: 'ads' }),
  [`POST ${root}/imports/uploads/{upload_id}/delete`]: form(),
  [`POST ${root}/imports/uploads/delete`]: form(),
  [`GET ${root}/keys`]: page('core_api_keys'),
  [`POST ${root}/keys`]: form({ prefix: 'svc_sk_live_', name: 'n', scope: 'read:marketing' }),
  [`POST ${root}/keys/{key_id}/revoke`]: form(),
  [`GET ${root}/webhooks`]: page('webhooks_endpoints'),
  [`POST ${root}/webhooks`]: form({ url: 'https://example.com/hooks' }),
  [`GET ${root}/webhooks/{endpoint_id}`]: page('webhooks_attempts'),
  [`POST ${root}/webhooks/{endpoint_id}/test`]: form(),
  [`POST ${root}/webhooks/{endpoint_id}/rotate`]: form(),
  [`POST ${root}/webhooks/{endpoint_id}/delete`]: form(),
  [`POST ${root}/webhooks/{endpoint_id}/deliveries/{delivery_id}/replay`]: form(),
  [`GET ${root}/people`]: page(),
  [`POST ${root}/people`]: form({ email: 'a@people.example', role: 'viewer' }),
  [`POST ${root}/people/invitations/{invitation_id}`]: form({ action: 'withdraw' }),
  [`POST ${root}/people/{person_id}/role`]: form({ role: 'viewer' }),
  [`POST ${root}/people/{person_id}/transfer`]: form(),
  // A viewer may leave, so the form id that is missing is refused before the role.
  [`POST ${root}/people/{person_id}/remove`]: form({}, { ok: [400] }),
  // The invitations are for other addresses than that of the viewer.
  'GET /console/invitations/{invitation_id}': page(undefined, { brand: 'none', ok: [403, 404] }),
  'POST /console/invitations/{invitation_id}': form({ answer: 'accept' }, { brand: 'none', ok: [400] }),
  [`GET ${root}/apps`]: page(),
  [`GET ${root}/settings/attribution`]: page('analytics_touchpoints'),
  [`POST ${root}/settings/attribution`]: form({
    model: 'linear',
    click_days: '7',
    view_days: '1',
    half_life_hours: '24',
    accounting: 'cash',
    version: '1',
  }),
  [`GET ${root}/settings/targets`]: page('analytics_entities'),
  [`POST ${root}/settings/targets`]: form({ month: '2026-11', version: '0', budget: '1' }),
  [`GET ${root}/settings/targets.csv`]: page('analytics_entities'),
  // Only admins copy targets.
  [`GET ${root}/settings/targets/copy`]: page(undefined, { ok: [403] }),
  // Without a kept form it leads to the page of the targets.
  [`GET ${root}/settings/targets/file`]: page(undefined, { ok: [303] }),
  // It takes multipart/form-data only. The refusal leads to the page of the targets.
  [`POST ${root}/settings/targets/file`]: form({}, { ok: [303], withoutSession: 303 }),
  [`POST ${root}/settings/targets/campaigns`]: form({
    month: '2026-11',
    campaign0: 'google/a/1',
    version0: '0',
    seen0: '||',
    budget0: '5',
  }),
  [`GET ${root}/settings/brand`]: page(),
  [`POST ${root}/settings/brand`]: form({ version: '1', name: 'n', currency: 'USD', timezone: 'UTC' }),
  [`POST ${root}/settings/brand/deletion`]: form({ name: 'n' }),
  [`GET ${root}/settings/storefront`]: page(),
  [`POST ${root}/settings/storefront`]: form({ version: '0', description: 'd' }),
  [`POST ${root}/settings/storefront/publication`]: form({ version: '1', is_published: 'false' }),
  [`POST ${root}/settings/storefront/profile-check`]: form(),
  [`GET ${root}/settings/pricing`]: page(),
  [`POST ${root}/settings/pricing`]: form({ action: 'save', version: '1', floor: '1', target_percent: '2' }),
  [`GET ${root}/settings/notifications`]: page(),
  // Each member chooses their own mails.
  [`POST ${root}/settings/notifications`]: form(
    { form_id: 'a-choice-of-mails', shown: 'alerts', alerts: 'true' },
    { ok: [303] },
  ),
  [`POST ${root}/apps/disconnect`]: form({ grant_id: '' }, { ok: [303, 404] }),

  'GET /oauth/sign-in': { surface: 'open', brand: 'none' },
  'POST /oauth/sign-in': form({}, { brand: 'none', ok: [400, 401] }),
  'POST /oauth/sign-out': form({}, { brand: 'none', ok: [303] }),
  // No sign-in of this scene waits for a second factor, also not that of the viewer.
  'GET /oauth/second-factor': { surface: 'open', brand: 'none', ok: [303] },
  'POST /oauth/second-factor': form({ code: '000000' }, { brand: 'none', ok: [303] }),
  // Browsers offer no passkeys at the http address of this scene.
  'GET /oauth/passkeys.js': { surface: 'open', brand: 'none' },
  'GET /console/copy.js': { surface: 'open', brand: 'none' },
  'GET /console/charts.js': { surface: 'open', brand: 'none' },
  'GET /console/unsaved.js': { surface: 'open', brand: 'none' },
  'GET /console/zone.js': { surface: 'open', brand: 'none' },
  'POST /oauth/passkey': form({}, { brand: 'none', ok: [404] }),
  'POST /oauth/passkey/sign-in': form({}, { brand: 'none', ok: [404] }),
  'GET /oauth/reset': { surface: 'open', brand: 'none' },
  'POST /oauth/reset': form({ email: 'unknown@shop.example' }, { brand: 'none', ok: [200] }),
  'GET /oauth/reset/link': { surface: 'open', brand: 'none', ok: [404] },
  'POST /oauth/reset/link': form(
    { token: 'unknown', new_password: 'a new long password' },
    { brand: 'none', ok: [404] },
  ),
  'GET /oauth/sign-up': { surface: 'open', brand: 'none' },
  'POST /oauth/sign-up': form({ email: 'unknown@shop.example' }, { brand: 'none', ok: [200] }),
  'GET /oauth/sign-up/link': { surface: 'open', brand: 'none', ok: [404] },
  'POST /oauth/sign-up/link': form({ token: 'unknown' }, { brand: 'none', ok: [404] }),
  'GET /oauth/unlock': { surface: 'open', brand: 'none' },
  'POST /oauth/unlock': form({ email: 'unknown@shop.example' }, { brand: 'none', ok: [200] }),
  'GET /oauth/unlock/link': { surface: 'open', brand: 'none', ok: [404] },
  'POST /oauth/unlock/link': form({ token: 'unknown' }, { brand: 'none', ok: [404] }),
  'GET /oauth/unsubscribe': { surface: 'open', brand: 'none', ok: [404] },
  'POST /oauth/unsubscribe': { surface: 'open', brand: 'none', ok: [400] },
  'GET /oauth/consent': { surface: 'open', brand: 'none', ok: [404] },
  'POST /oauth/authorize/decision': form({ brand_id: '', decision: 'allow' }, { ok: [404] }),
  'GET /oauth/connections': page(undefined, { brand: 'none' }),
  'POST /oauth/connections/disconnect': form({ grant_id: '' }, { ok: [303, 404] }),
  'GET /oauth/security': page(undefined, { brand: 'none' }),
  'POST /oauth/security/name': form({ name: 'Ada' }, { brand: 'none', ok: [303] }),
  'POST /oauth/security/deletion': form({ email: 'other@shop.example' }, { brand: 'none', ok: [400] }),
  'POST /oauth/security/password': form(
    { password: 'wrong', new_password: 'a new long password' },
    { brand: 'none', ok: [400] },
  ),
  'POST /oauth/security/sessions/end': form({ session_id: 'unknown' }, { brand: 'none', ok: [404] }),
  'POST /oauth/security/sessions/end-others': form({}, { brand: 'none', ok: [303] }),
  'POST /oauth/security/app': form({}, { brand: 'none', ok: [200] }),
  'POST /oauth/security/app/confirm': form({ code: '' }, { brand: 'none', ok: [303, 400, 409] }),
  'POST /oauth/security/app/remove': form({}, { brand: 'none', ok: [303] }),
  'POST /oauth/security/passkeys': form({}, { brand: 'none', ok: [404] }),
  'POST /oauth/security/passkeys/add': form({}, { brand: 'none', ok: [404] }),
  'POST /oauth/security/passkeys/remove': form({ passkey_id: '' }, { brand: 'none', ok: [404] }),
  // The viewer has not confirmed an authenticator app.
  'POST /oauth/security/recovery-codes': form({}, { brand: 'none', ok: [409] }),
}
