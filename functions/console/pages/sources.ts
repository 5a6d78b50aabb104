import { html } from 'hono/html'
import { moveSource } from '../../../shared/operations/sources/move_source.ts'
import { startAuthorization } from '../../../shared/operations/sources/start_authorization.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { sentenceOfLimitation } from '../../../shared/sentences/statements/limitations.ts'
import { sourceStatements } from '../../../shared/sentences/statements/sources.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { fact } from '../parts/fact.ts'
import { day, heading, instant } from '../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, textField } from '../parts/forms.ts'
import { emptyState, notice } from '../parts/notices.ts'
import {
  accessEnd,
  accountsOf,
  lastAttempt,
  moved,
  pauseNote,
  platformNotes,
  progress,
  sharedRepair,
} from './source_notes.ts'
import type { Source } from './source_notes.ts'

/** A platform, and whether the operator has registered Vitrine there. */
export interface OfferedPlatform {
  name: string
  title: string
  isSetUp: boolean
}

export interface SourcesPage {
  pageContext: PageContext
  sources: Source[]
  platforms: OfferedPlatform[]
  done?: string | undefined
  /** The ids of the sources of this brand, and of the other brands, that keep their old access. */
  kept?: string[] | undefined
  /** The brands of the accounts that were connected: their id, a dot and the number of accounts. */
  to?: string[] | undefined
  refused?: Refused | undefined
}

export const sourceNotices: Record<string, string> = {
  connected: 'Their data of the last 90 days is read first.',
  renewed: 'The accounts that the new access reaches use it.',
  chosen_again: 'The chosen accounts use the new access.',
  sync: 'The source is read with the next run, within a minute.',
  pause: 'The source is paused. Its data stays.',
  resume: 'The source is read again.',
  disconnect:
    'The source is disconnected. Its data stays. Vitrine ends its access at the platform when no other account needs it.',
  delete: 'The source is disconnected, and its data is deleted within minutes.',
}

export function sourcesPage(shown: SourcesPage): Markup {
  const { pageContext, sources, platforms, refused } = shown
  const mayConnect = mayDo(pageContext, startAuthorization)
  const active = sources.filter(({ status }) => status !== 'disconnected')
  const ended = sources.filter(({ status }) => status === 'disconnected')
  return html`
    <header class="heading">
      <div>
        <h1>Sources</h1>
        <p class="quiet">
          Connected accounts of ad platforms, analytics and shops. Vitrine reads them by itself and never changes them.
          Files are one source.
          <a href="/docs/guides/connect_ad_accounts">How to connect accounts</a>
        </p>
      </div>
    </header>
    ${notice(doneNotice(shown))}
    ${
      active.length + ended.length === 0
        ? emptyState(
            null,
            mayConnect
              ? 'No account is connected. Connect one below.'
              : 'No account is connected. An admin or owner of this brand can connect one.',
          )
        : html`<ul class="cards">
            ${[...active, ...ended].map((source) => card(source, shown))}
          </ul>`
    }
    ${
      mayConnect
        ? html`<h2>Connect an account</h2>
            ${formError(refused, ['shop'])}
            <ul class="platforms">
              ${platforms.map((platform) => offer(platform, pageContext, refused))}
            </ul>`
        : html`<p class="note">An admin or owner of this brand can connect and disconnect accounts.</p>`
    }
  `
}

/** What was done, and which accounts and brands keep their old access. Ids that the person does not see are left out. */
function doneNotice({ pageContext, sources, done = '', kept = [], to = [] }: SourcesPage): string | undefined {
  const [accounts, brands] = [
    sources.filter(({ id }) => kept.includes(id)).map(({ name }) => name),
    pageContext.brands.filter(({ id }) => kept.includes(id)).map(({ name }) => name),
  ]
  const connected = done === 'connected' ? [connectedTo(to, pageContext)] : []
  const rest = [
    ...(accounts.length === 0 ? [] : [`These accounts keep their old access: ${accounts.join(', ')}.`]),
    ...(brands.length === 0 ? [] : [`Accounts of these brands keep their old access: ${brands.join(', ')}.`]),
  ]
  const sentence = sourceNotices[done]
  return sentence === undefined ? undefined : [...connected, sentence, ...rest].join(' ')
}

/** Says how many accounts were connected to which brands. Brands that the person does not see are not named. */
function connectedTo(to: readonly string[], { brands }: PageContext): string {
  const parts = to.flatMap((each) => {
    const [, id, number] = /^([\w-]+)\.([1-9]\d{0,3})$/.exec(each) ?? []
    const brand = brands.find((known) => known.id === id)
    return brand === undefined ? [] : [`${accountsOf(Number(number))} to ${brand.name}`]
  })
  return parts.length === 0 ? 'The accounts are connected.' : `Connected: ${parts.join(', ')}.`
}

/** The imported files, as one source. */
function filesCard(source: Source, { brand }: PageContext): Markup {
  return html`
    <li id="${source.id}">
      <div class="card-head">
        <h2>${source.name}</h2>
        <a href="/console/brands/${brand?.id}/imports">Imports</a>
      </div>
      <dl class="row">
        ${fact('Data from', day(source.data_from))} ${fact('Data through', day(source.data_through))}
        ${fact('Last import', instant(source.last_read_at, brand?.timezone))}
      </dl>
    </li>
  `
}

function card(source: Source, shown: SourcesPage): Markup {
  if (source.platform === 'file') return filesCard(source, shown.pageContext)
  const { pageContext, platforms } = shown
  const zone = pageContext.brand?.timezone
  const title = platforms.find(({ name }) => name === source.platform)?.title ?? source.platform
  return html`
    <li id="${source.id}">
      <div class="card-head">
        <h2><bdi>${source.name}</bdi></h2>
        ${badge(source.status, heading(source.status))}
      </div>
      <p class="quiet">${title}, account <bdi>${source.account_id}</bdi>, ${source.currency}, ${source.timezone}</p>
      ${
        source.attention === null
          ? ''
          : html`<p class="alert">
              ${source.attention} The source has needed attention since ${instant(source.attention_since, zone)}.
              ${sharedRepair(source, shown.sources, title)}
            </p>`
      }
      ${source.status === 'paused' ? pauseNote(source) : ''} ${lastAttempt(source, zone)}
      ${source.status === 'syncing' ? progress(source) : ''}
      <dl class="row">
        ${fact('Data through', source.data_through ? day(source.data_through) : 'no data yet')}
        ${fact('Last read', source.last_read_at ? instant(source.last_read_at, zone) : 'not yet')}
        ${source.restatement_days === null || source.status === 'disconnected' ? '' : fact('Read again every night', `${source.restatement_days} days`)}
        ${source.status === 'disconnected' ? '' : moved(source)}
      </dl>
      ${source.is_deletion_pending ? html`<p class="note">The deletion of its data is pending. It takes minutes.</p>` : ''}
      ${[accessEnd(source, title, zone), source.version_notice, ...source.limitations.map(sentenceOfLimitation), platformNotes[source.platform]].map((note) => note && html`<p class="note">${note}</p>`)}
      ${mayDo(pageContext, moveSource) ? actions(source, shown) : ''}
    </li>
  `
}

function actions(source: Source, shown: SourcesPage): Markup {
  const { pageContext } = shown
  if (source.status === 'disconnected') {
    return source.is_deletion_pending ? html`` : html`<div class="buttons">${deleteData(source, pageContext)}</div>`
  }
  const move = (action: string, text: string, style = 'secondary') =>
    html`<form method="post" action="${pathOf(source, pageContext)}">
      ${ownForm(pageContext)}
      <input type="hidden" name="action" value="${action}" />
      <button class="${style} slim" aria-label="${text}: ${source.name}">${text}</button>
    </form>`
  const needed =
    source.needs === 'reconnect'
      ? reconnect(source, shown, 'primary')
      : source.needs === 'import_rates'
        ? html`<a class="button primary slim" href="/docs/guides/import_data#exchange-rates"
            >Guide for the operator: exchange rates</a
          >`
        : source.needs === 'sync'
          ? move('sync', 'Try again', 'primary')
          : ''
  return html`
    <div class="buttons">
      ${needed} ${source.status === 'paused' ? move('resume', 'Resume', 'primary') : ''}
      ${source.status === 'connected' || source.status === 'syncing' ? move('sync', 'Sync now') : ''}
      ${source.status === 'paused' ? '' : move('pause', 'Pause')}
      ${source.needs === 'reconnect' ? '' : reconnect(source, shown, 'secondary')} ${disconnect(source, pageContext)}
    </div>
  `
}

function reconnect(source: Source, { pageContext, platforms }: SourcesPage, style: string): Markup | string {
  const platform = platforms.find(({ name }) => name === source.platform)
  if (!platform?.isSetUp) return style === 'primary' ? notSetUp(source.platform) : ''
  return html`<form method="post" action="/console/brands/${pageContext.brand?.id}/sources/authorizations">
    ${ownForm(pageContext)}
    <input type="hidden" name="platform" value="${source.platform}" />
    <input type="hidden" name="source_id" value="${source.id}" />
    ${source.platform === 'shopify' ? html`<input type="hidden" name="shop" value="${source.account_id}" />` : ''}
    <button class="${style} slim" aria-label="Reconnect: ${source.name}">Reconnect</button>
  </form>`
}

function disconnect(source: Source, pageContext: PageContext): Markup {
  return confirmedForm({
    pageContext,
    action: pathOf(source, pageContext),
    summary: 'Disconnect',
    about: source.name,
    question: html`Vitrine stops reading the account. Its data stays, unless you select its deletion. Deletion cannot be
      undone.
      <input type="hidden" name="action" value="disconnect" />
      <label class="pick"
        ><input type="checkbox" name="delete_data" value="true" />
        <span>Also delete the data of this account.</span></label
      >`,
    verb: 'Disconnect account',
  })
}

function deleteData(source: Source, pageContext: PageContext): Markup {
  return confirmedForm({
    pageContext,
    action: pathOf(source, pageContext),
    summary: 'Delete the data',
    about: source.name,
    question: html`Vitrine deletes all data of this account. This cannot be undone.
      <input type="hidden" name="action" value="disconnect" />
      <input type="hidden" name="delete_data" value="true" />`,
    verb: 'Delete the data',
  })
}

function offer({ name, title, isSetUp }: OfferedPlatform, pageContext: PageContext, refused?: Refused): Markup {
  const own = refused?.form.get('platform') === name ? refused : undefined
  return html`
    <li>
      <h3>${title}</h3>
      ${
        isSetUp
          ? html`<form method="post" action="/console/brands/${pageContext.brand?.id}/sources/authorizations">
              ${ownForm(pageContext)}
              <input type="hidden" name="platform" value="${name}" />
              ${
                name === 'shopify'
                  ? textField({
                      label: 'Domain of the shop',
                      name: 'shop',
                      requirement: true,
                      attributes: html`maxlength="200" placeholder="acme.myshopify.com"`,
                      refused: own,
                    })
                  : ''
              }
              <button class="secondary slim">Connect ${title}</button>
            </form>`
          : notSetUp(name)
      }
    </li>
  `
}

function notSetUp(platform: string): Markup {
  return html`<p class="quiet">
    ${sourceStatements.is_not_set_up({ platform }, page)}
    <a href="/docs/guides/register_platforms">Guide for the operator</a>
  </p>`
}

function pathOf({ id }: Source, { brand }: PageContext): string {
  return `/console/brands/${brand?.id}/sources/${id}`
}
