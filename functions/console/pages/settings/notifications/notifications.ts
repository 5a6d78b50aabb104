import { html } from 'hono/html'
import type { z } from 'zod'
import type { notificationSettings } from '../../../../../shared/operations/console/notification_settings.ts'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { mailNote } from '../../../../../shared/pages/mail_note.ts'
import { notificationKinds, notificationNames } from '../../../../../shared/schema/console/notification_kinds.ts'
import type { AppContext } from '../../../app_context.ts'
import type { PageContext, Refused } from '../../../page_context.ts'
import { instant } from '../../../parts/format.ts'
import { errorOf, fieldError, formError, ownForm } from '../../../parts/forms.ts'
import { notice } from '../../../parts/notices.ts'
import { quietHours } from './quiet_hours.ts'
import { slack } from './slack.ts'
import { settingsHeading } from '../tabs.ts'

type Setting = z.output<(typeof notificationSettings)['output']>['data'][number]

export interface NotificationsPage {
  pageContext: PageContext
  settings: z.output<(typeof notificationSettings)['output']>
  mails: AppContext['mails']
  refused?: Refused | undefined
  refusedHours?: Refused | undefined
  refusedSlack?: Refused | undefined
  done?: string | undefined
}

const messages: Record<string, string> = {
  saved: 'Your choice is saved.',
  quiet: 'The quiet hours are saved.',
  connected: 'The Slack channel is connected. Send a test message to check it.',
  tested: 'A test message is being sent. Reload the page in a few seconds to see whether Slack accepted it.',
  disconnected: 'The Slack channel is disconnected, and its address is deleted.',
}

/** The values of `done` that have a notice. */
export const notices = Object.keys(messages)

export function notificationsPage(page: NotificationsPage): Markup {
  const { pageContext, settings, mails, refused, done } = page
  return html`
    ${settingsHeading(pageContext, 'The mails about this brand that you get. Each member chooses their own.')}
    ${notice(messages[done ?? ''])} ${mailNote(mails) ? html`<p class="note">${mailNote(mails)}</p>` : ''}
    <form class="form notifications" method="post" action="${root(pageContext)}">
      ${ownForm(pageContext)} ${formError(refused, notificationKinds)}
      <fieldset>
        <legend>Mails to <bdi>${pageContext.person}</bdi></legend>
        ${settings.data.map((setting) => row(setting, pageContext, refused))}
      </fieldset>
      <p class="note">
        A mail comes a minute after something happens, and at most once an hour for each kind. It lists everything that
        happened since the last one. The weekly digest comes on Monday. Every mail has a link that turns off its kind.
        <a href="/docs/guides/notifications">When mails are sent</a> ·
        <a href="${root(pageContext)}/digest">See the weekly digest</a>
      </p>
      <div class="buttons"><button class="primary slim">Save the choice</button></div>
    </form>
    ${slack(page)} ${quietHours(page)}
  `
}

function row(setting: Setting, { brand }: PageContext, refused: Refused | undefined): Markup {
  const { kind, is_allowed } = setting
  const { name, about } = notificationNames[kind]
  const error = errorOf(refused, kind)
  const isOn = refused ? refused.form.get(kind) === 'true' : setting.is_on
  const receivers = setting.role === 'analyst' ? 'analysts, admins and owners' : 'admins and owners'
  const state = is_allowed ? stateOf(setting, brand?.timezone) : `Only ${receivers} of this brand get these mails.`
  return html`<label class="pick">
      <input
        type="checkbox"
        name="${kind}"
        value="true"
        aria-describedby="about-${kind}${error ? ` form-${kind}-error` : ''}"
        ${isOn ? 'checked' : ''}
        ${is_allowed ? '' : 'disabled'}
        ${error ? html`aria-invalid="true" autofocus` : ''}
      />
      <span>${name}</span>
    </label>
    <p class="quiet" id="about-${kind}">${about}${state ? html` ${state}` : ''}</p>
    ${is_allowed ? html`<input type="hidden" name="shown" value="${kind}" />` : ''}
    ${fieldError(`form-${kind}-error`, error)}`
}

const root = ({ brand }: PageContext) => `/console/brands/${brand?.id}/settings/notifications`

/** States how the last mail ended. */
function stateOf({ is_on, sent_at, failed_at, refusal }: Setting, timezone: string | undefined): Markup | string {
  const cause =
    refusal === null
      ? 'It could not be composed or sent in time'
      : refusal.smtp_code === null
        ? 'The service that delivers mails did not answer'
        : `It was refused on the way to your mailbox (code ${refusal.smtp_code})`
  if (failed_at)
    return html`<strong class="bad">The mail of ${instant(failed_at, timezone)} did not reach you.</strong> ${cause}.
      ${refusal === null ? 'Ask' : 'Check your address, or ask'} the people who run Vitrine for you.`
  if (refusal && is_on)
    return html`<strong class="bad">A mail has not reached you yet.</strong> ${cause}. It is tried again for a day.`
  return sent_at ? `Last mail: ${instant(sent_at, timezone)}.` : ''
}
