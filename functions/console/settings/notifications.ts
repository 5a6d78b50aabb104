import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { connectSlack as connect } from '../../../shared/operations/console/connect_slack.ts'
import { disconnectSlack as disconnect } from '../../../shared/operations/console/disconnect_slack.ts'
import { notificationSettings } from '../../../shared/operations/console/notification_settings.ts'
import { setNotifications as set } from '../../../shared/operations/console/set_notifications.ts'
import { setQuietHours as setHours } from '../../../shared/operations/console/set_quiet_hours.ts'
import { testSlack as test } from '../../../shared/operations/console/test_slack.ts'
import { notificationKinds } from '../../../shared/schema/console/notification_kinds.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit, write } from '../page_context.ts'
import { notices, notificationsPage } from '../pages/settings/notifications/notifications.ts'
import type { NotificationsPage } from '../pages/settings/notifications/notifications.ts'
import { pageQuery } from '../parts/page_query.ts'

const settingsEnd = '/settings/notifications'
const quietHoursEnd = `${settingsEnd}/quiet-hours`

export function showNotifications(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], notices)
    const refused = await refusedForm(app, context, settingsEnd)
    return await render(app, context, { done, refused, refusedHours: await refusedForm(app, context, quietHoursEnd) })
  }
}

export function setNotifications(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, set, (form) => {
      // A browser does not send a box without a check, so the form names those that it shows.
      const shown = notificationKinds.filter((kind) => form.getAll('shown').includes(kind))
      return Object.fromEntries(shown.map((kind) => [kind, form.get(kind) ?? 'false']))
    })
    if (!refused) return context.redirect(`${context.req.path}?done=saved`, 303)
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await render(app, context, { refused }))
  }
}

export function setQuietHours(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, setHours, (form) => ({
      version: form.get('version') ?? undefined,
      starts_at: form.get('starts_at')?.trim() || undefined,
      ends_at: form.get('ends_at')?.trim() || undefined,
      days: form.getAll('days'),
    }))
    const to = settingsPath(context)
    if (!refused) return context.redirect(`${to}?done=quiet`, 303)
    const rendered = async () => await render(app, context, { refusedHours: refused })
    return await showForm(app, context, { ...refused, to }, rendered)
  }
}

export function connectSlack(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, connect, (form) => ({
      webhook_url: (form.get('webhook_url') ?? '').trim(),
    }))
    const to = settingsPath(context)
    if (!refused) return context.redirect(`${to}?done=connected#slack`, 303)
    const rendered = async () => await render(app, context, { refusedSlack: refused })
    return await showForm(app, context, { ...refused, to }, rendered)
  }
}

export function testSlack(app: AppContext): Handler {
  return async (context) => {
    await write(app, context, test, () => ({}))
    return context.redirect(`${settingsPath(context)}?done=tested#slack`, 303)
  }
}

export function disconnectSlack(app: AppContext): Handler {
  return async (context) => {
    await write(app, context, disconnect, () => ({}))
    return context.redirect(`${settingsPath(context)}?done=disconnected#slack`, 303)
  }
}

function settingsPath({ req }: Context<AppEnv>): string {
  return `/console/brands/${req.param('brand_id')}${settingsEnd}`
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: Pick<NotificationsPage, 'refused' | 'refusedHours' | 'refusedSlack' | 'done'>,
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(notificationSettings)])
  const [settings] = results
  if (settings.error) throw settings.error
  return await sendFormPage(app, context, (outcome.refused ?? outcome.refusedHours ?? outcome.refusedSlack)?.error, {
    title: 'Settings: notifications',
    pageContext,
    body: notificationsPage({ pageContext, settings: settings.body, mails: app.mails, ...outcome }),
  })
}
