import { html } from 'hono/html'
import type { z } from 'zod'
import type { notificationSettings } from '../../../../../shared/operations/console/notification_settings.ts'
import { setQuietHours } from '../../../../../shared/operations/console/set_quiet_hours.ts'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { instant } from '../../../parts/format.ts'
import { errorOf, fieldError, formError, mayDo, ownForm, textField, versionField } from '../../../parts/forms.ts'
import type { PageContext, Refused } from '../../../page_context.ts'

type Settings = z.output<(typeof notificationSettings)['output']>

interface QuietHours {
  pageContext: PageContext
  settings: Settings
  refusedHours?: Refused | undefined
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The quiet hours of the brand: a form for admins, and a sentence for other members. */
export function quietHours({ pageContext, settings, refusedHours: refused }: QuietHours): Markup {
  const zone = settings.timezone.replaceAll('_', ' ')
  return html`
    <h2 id="quiet-hours">Quiet hours</h2>
    <p>
      In the quiet hours of the brand, Vitrine sends no alerts and no weekly digest by mail or Slack, and no mails about
      accounts. What happens meanwhile is sent after they end, in one mail or message of each kind.
    </p>
    ${mayDo(pageContext, setQuietHours) ? hoursForm({ pageContext, settings, refusedHours: refused }, zone) : stated(settings, zone)}
  `
}

function stated({ quiet_hours: hours, timezone }: Settings, zone: string): Markup {
  if (!hours) return html`<p class="note">This brand has no quiet hours. Admins and owners can set them.</p>`
  const days = hours.days.length === 7 ? 'every day' : hours.days.map((day) => weekdays[day - 1]).join(', ')
  return html`<p class="note">
    From ${hours.starts_at} to ${hours.ends_at} (${zone}), beginning ${days}.
    ${hours.quiet_until ? html`They hold until ${instant(hours.quiet_until, timezone)}.` : ''} Admins and owners can
    change them.
  </p>`
}

function hoursForm({ pageContext, settings, refusedHours: refused }: QuietHours, zone: string): Markup {
  const { quiet_hours: hours, version } = settings
  const entered = refused?.error.code === 'version_conflict' ? undefined : refused
  const days = entered ? entered.form.getAll('days') : (hours?.days ?? [1, 2, 3, 4, 5, 6, 7]).map(String)
  const error = errorOf(refused, 'days')
  const time = (label: string, name: 'starts_at' | 'ends_at') =>
    textField({
      label,
      name,
      value: hours?.[name] ?? '',
      attributes: html`type="time"`,
      refused: entered,
      formName: 'quiet',
    })
  return html`
    <form
      class="form notifications"
      method="post"
      action="/console/brands/${pageContext.brand?.id}/settings/notifications/quiet-hours"
    >
      ${ownForm(pageContext)} ${versionField(version, refused)} ${formError(refused, ['starts_at', 'ends_at', 'days'])}
      ${time('Starts at', 'starts_at')} ${time('Ends at', 'ends_at')}
      <fieldset ${error ? html`aria-describedby="quiet-days-error"` : ''}>
        <legend>Days on which they begin</legend>
        ${weekdays.map(
          (name, index) =>
            html`<label class="pick"
              ><input
                type="checkbox"
                name="days"
                value="${index + 1}"
                ${days.includes(String(index + 1)) ? 'checked' : ''}
              />
              <span>${name}</span></label
            >`,
        )}
        ${fieldError('quiet-days-error', error)}
      </fieldset>
      <p class="note">
        Times are those of ${zone}. Hours that end before they start end on the next day. Leave both times empty to have
        no quiet
        hours.${hours?.quiet_until ? html` They hold now, until ${instant(hours.quiet_until, settings.timezone)}.` : ''}
      </p>
      <div class="buttons"><button class="primary slim">Save the quiet hours</button></div>
    </form>
  `
}
