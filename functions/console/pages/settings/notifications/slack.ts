import { html } from 'hono/html'
import type { z } from 'zod'
import { connectSlack } from '../../../../../shared/operations/console/connect_slack.ts'
import type { notificationSettings } from '../../../../../shared/operations/console/notification_settings.ts'
import type { Markup } from '../../../../../shared/pages/document.ts'
import type { SlackChannel, SlackMessageKind } from '../../../../../shared/schema/console/slack.ts'
import { instant } from '../../../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, textField } from '../../../parts/forms.ts'
import type { PageContext, Refused } from '../../../page_context.ts'

interface Slack {
  pageContext: PageContext
  settings: z.output<(typeof notificationSettings)['output']>
  refusedSlack?: Refused | undefined
}

type Message = SlackChannel['messages'][number]
type Refusal = NonNullable<Message['refusal']>

const kinds: Record<SlackMessageKind, { name: string; triedFor: string }> = {
  alerts: { name: 'Alerts', triedFor: 'a day' },
  shop: { name: 'Offers, orders and disputes', triedFor: 'a day' },
  experiments: { name: 'Experiments', triedFor: 'a day' },
  digest: { name: 'Weekly digest', triedFor: 'a day' },
  test: { name: 'Test message', triedFor: 'ten minutes' },
}

/** The Slack channel of the brand: its state, and forms for admins. */
export function slack({ pageContext, settings: { slack: channel }, refusedSlack: refused }: Slack): Markup {
  const mayManage = mayDo(pageContext, connectSlack)
  return html`
    <h2 id="slack">Slack</h2>
    <p>
      Alerts, offers, orders and disputes, reminders of switches of experiments, and the weekly digest can also be sent
      to a Slack channel of the brand. Everyone in the channel can read them.
      <a href="/docs/guides/notifications#slack">How to connect a channel</a>
    </p>
    ${channel ? connected(channel, pageContext) : html`<p class="note">No channel is connected.${mayManage ? '' : ' Admins and owners can connect one.'}</p>`}
    ${mayManage ? forms(channel, pageContext, refused) : ''}
  `
}

function connected(channel: SlackChannel, { brand }: PageContext): Markup {
  const { host, ending, connected_at, wait_until, disabled_at, refusal, messages } = channel
  const zone = brand?.timezone
  return html`
    ${
      disabled_at && refusal
        ? html`<p class="alert">
            The channel was disabled on ${instant(disabled_at, zone)}, because ${causeOf(refusal)}. Nothing is sent to
            it. Create a new incoming webhook in Slack, and connect it.
          </p>`
        : ''
    }
    <p>
      Connected to <bdi>${host}</bdi>, address ending in <code>${ending}</code>, since ${instant(connected_at, zone)}.
      ${wait_until ? html`Slack asked to send nothing until ${instant(wait_until, zone)}.` : ''}
    </p>
    ${
      messages.length > 0 && !disabled_at
        ? html`<ul>
            ${messages.map((message) => html`<li>${kinds[message.kind].name}: ${stateOf(message, zone)}</li>`)}
          </ul>`
        : ''
    }
  `
}

/** States how the last message of a kind ended. */
function stateOf(
  { kind, is_waiting, sent_at, failed_at, refusal }: Message,
  zone: string | undefined,
): Markup | string {
  if (is_waiting)
    return refusal
      ? html`<strong class="bad">not delivered yet,</strong> because ${causeOf(refusal)}. It is tried again for
          ${kinds[kind].triedFor}.`
      : 'is being sent.'
  if (failed_at)
    return html`<strong class="bad">given up on ${instant(failed_at, zone)},</strong> ${
        refusal ? html`because ${causeOf(refusal)}.` : 'because it could not be sent in time.'
      }`
  return sent_at ? html`last sent ${instant(sent_at, zone)}.` : 'nothing was sent yet.'
}

const causes: Record<string, string> = {
  timeout: 'the address did not answer in time',
  dns: 'the host of the address was not found',
  tls: 'the certificate of the host is not valid',
  forbidden_address: 'the address is not on the public internet',
  secret_unreadable: 'the address cannot be decrypted. Ask the people who run Vitrine to add its key',
  redirect: 'the address redirects to another one',
}

function causeOf({ error, http_status, slack_code }: Refusal): string {
  if (http_status === 429) return 'Slack asked to send less (status 429)'
  if (http_status === null || error === 'redirect') return causes[error] ?? 'the connection failed'
  const code = slack_code ? `, ${slack_code}` : ''
  const isGone = http_status === 404 || http_status === 410
  return isGone
    ? `Slack answered that this address or its channel does not exist any more (status ${http_status}${code})`
    : `Slack refused it (status ${http_status}${code})`
}

function forms(channel: SlackChannel | null, pageContext: PageContext, refused: Refused | undefined): Markup {
  const root = `/console/brands/${pageContext.brand?.id}/settings/notifications/slack`
  // The address is a credential, so that a refused form does not show it again.
  const shown = refused && { ...refused, form: new URLSearchParams() }
  return html`
    ${
      channel
        ? html`<div class="buttons">
            ${
              channel.disabled_at
                ? ''
                : html`<form method="post" action="${root}/test">
                    ${ownForm(pageContext)}<button class="secondary slim">Send a test message</button>
                  </form>`
            }
            ${confirmedForm({
              pageContext,
              action: `${root}/disconnect`,
              summary: 'Disconnect',
              about: 'Slack',
              question: 'The address is deleted, and messages that wait are not sent.',
              verb: 'Disconnect Slack',
            })}
          </div>`
        : ''
    }
    <form class="form notifications" method="post" action="${root}">
      ${ownForm(pageContext)} ${formError(refused, ['webhook_url'])}
      ${textField({
        label: channel ? 'Replace it by another incoming webhook' : 'URL of an incoming webhook',
        name: 'webhook_url',
        requirement: true,
        attributes: html`type="url" maxlength="2000" placeholder="https://hooks.slack.com/services/…" spellcheck="false"`,
        refused: shown,
        formName: 'slack',
        isWide: true,
      })}
      <p class="note">
        Anyone who knows this URL can write to the channel. It is stored encrypted, and not shown again.
      </p>
      <div class="buttons"><button class="primary slim">${channel ? 'Replace' : 'Connect Slack'}</button></div>
    </form>
  `
}
