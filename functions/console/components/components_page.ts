import { html } from 'hono/html'
import { unknownBrandMessage } from '../../../shared/errors/api_error.ts'
import { clientNameMarkup } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { failureBody } from '../../../shared/pages/failure.ts'
import { chips } from '../ask/chips.ts'
import { awaitedForecasts } from '../charts/timeline_figure.ts'
import { creativeCard } from '../pages/analytics/creatives.ts'
import { badge } from '../parts/badge.ts'
import { banner } from '../parts/banner.ts'
import { choices, statusChoices } from '../parts/choices.ts'
import { fact } from '../parts/fact.ts'
import { heading, money } from '../parts/format.ts'
import { menu } from '../parts/menu.ts'
import {
  alert,
  beyondEnd,
  emptyState,
  importState,
  missingDaysFootnote,
  missingDaysMark,
  notes,
  notice,
  pager,
  warnings,
} from '../parts/notices.ts'
import { numbersToCome, readingBanner } from '../parts/reading.ts'
import { secretNotice } from '../parts/secret_notice.ts'
import { searchForm } from '../parts/forms.ts'
import { hiddenFields, viewMenus } from '../parts/view.ts'
import { dropZone } from '../uploads/drop_zone.ts'
import { rejectedRows } from '../uploads/rejected_rows.ts'
import { charts } from './chart_section.ts'
import { forms } from './form_section.ts'
import { tokens } from './token_section.ts'
import * as sample from './sample.ts'

/** Every token and component of the console with its states, by the functions that the pages use. */
export function componentsPage(): Markup {
  return html`
    <header class="heading">
      <div>
        <h1>Components</h1>
        <p class="quiet">The design system of the console. The data is a sample: its links and forms lead nowhere.</p>
      </div>
    </header>
    ${tokens()} ${buttons()} ${menus()} ${forms()} ${notices()} ${badges()} ${tables()} ${cards()} ${charts()}
    ${emptyStates()} ${uploads()}
    <h2>Chips</h2>
    ${chips(sample.asked)}
  `
}

function buttons(): Markup {
  return html`
    <h2>Buttons and links</h2>
    <div class="buttons">
      <button class="primary">Primary</button> <button class="secondary">Secondary</button>
      <button class="primary slim">Primary, slim</button> <button class="secondary slim">Secondary, slim</button>
      <a class="button primary slim" href="#main">Link as a button</a> <button class="link">Button as a link</button>
      <a href="#main">Link</a>
    </div>
  `
}

function menus(): Markup {
  const { path } = sample.pageContext
  return html`
    <h2>Menus</h2>
    <div class="toolbar">
      ${menu({
        name: 'Model',
        current: 'Last touch',
        items: [
          { text: 'Last touch', link: path, isCurrent: true, note: 'of the brand' },
          { text: sample.longName, link: path, isCurrent: false },
        ],
        end: html`<p class="note">A note at the end of a menu.</p>`,
      })}
      ${viewMenus({
        path,
        query: { period: 'last_28_days' },
        shown: sample.days,
        platforms: sample.asked.offered.platforms,
        campaigns: sample.asked.offered.campaigns,
      })}
    </div>
    ${choices(
      'Horizon',
      path,
      30,
      [14, 30, 90].map((value) => ({ value, text: `${value} days`, query: {} })),
    )}
    ${statusChoices(path, null, ['pending', 'accepted'])} ${pager(path, 2, 3)}
    ${searchForm({
      action: path,
      name: 'search',
      value: '',
      label: 'Search names',
      placeholder: 'Name or id',
      lengthMax: 200,
      kept: hiddenFields({}, []),
    })}
  `
}

function notices(): Markup {
  return html`
    <h2>Banners and notices</h2>
    ${banner(sample.stopped)} ${readingBanner(sample.unread, sample.pageContext)} ${notice('The file is imported.')}
    ${alert(sample.wrong)} ${warnings(['Two accounts report no revenue.', 'The last day is not complete.'])}
    ${notes(['Two accounts report no revenue.'])}
    <p>$1,204.00 ${missingDaysMark()}</p>
    ${missingDaysFootnote([{ partial: true }])}
    <p class="note">A note below a section.</p>
    ${awaitedForecasts([{ body: null, error: sample.awaited }])}
    ${secretNotice('The endpoint is created.', 'whsec_sample')}
  `
}

const states = [
  'active',
  'confirmed',
  'resolved',
  'false_positive',
  'pending',
  'failed',
  'delivered',
  'needs_attention',
  'paused',
  'fatigued',
  'fatiguing',
  'stable',
]

function badges(): Markup {
  return html`
    <h2>Badges</h2>
    <ul class="cards">
      <li><p class="buttons">${states.map((state) => badge(state, heading(state)))}</p></li>
    </ul>
  `
}

function tables(): Markup {
  return html`
    <h2>Tables</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="Table">
      <table>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col" class="number">Spend</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          ${[sample.longName, 'Brand search'].map(
            (name, index) =>
              html`<tr>
                <th scope="row"><bdi>${name}</bdi> <span class="quiet">google</span></th>
                <td class="number">${money(index * 1234.5, sample.numbers)}</td>
                <td>${index === 0 ? html`<strong class="bad">Not imported</strong>` : 'Imported'}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h3>Rejected rows</h3>
    ${rejectedRows([
      { line: 2, reason: 'The day "32.11.2026" is not readable.' },
      { line: 12_345, reason: `${sample.longName} has no spend.` },
    ])}
  `
}

function cards(): Markup {
  return html`
    <h2>Cards</h2>
    <dl class="tiles">
      ${fact('Spend', html`<data value="1">${money(12_345.67, sample.numbers)}</data> <span class="quiet">a note</span>`)}
      ${fact('Orders', html`<data>–</data> <span class="quiet">not reported</span>`)}
      ${fact('Days', '1 to 30 Nov 2026')}
    </dl>
    <ul class="cards">
      <li>
        <div class="card-head">
          <h3><bdi>${sample.longName}</bdi></h3>
          <div class="card-end">${badge('active')} <button class="link">Resolve</button></div>
        </div>
        <p class="quiet">Meta, 12 Nov 2026</p>
        <dl class="row">
          ${fact('Spend', money(400, sample.numbers))} ${fact('Expected', money(180, sample.numbers))}
        </dl>
      </li>
    </ul>
    <h3>Creatives</h3>
    <ul class="wall">
      ${sample.creatives.map((creative) => creativeCard(creative, sample.numbers, '#creatives'))}
    </ul>
    <h3>Pages with one card</h3>
    <div class="card">
      ${failureBody({
        title: 'Request failed',
        message: unknownBrandMessage,
        next: { href: '#main', text: 'Back to your brands' },
        requestId: 'req_sample',
      })}
      <p>
        ${clientNameMarkup({ client_name: 'Desk assistant', redirect_uri: 'https://desk.example/callback' })}
        <span class="tag">requested</span>
      </p>
      <dl class="facts">${fact('Redirects to', 'desk.example')}</dl>
      <label class="choice"
        ><input type="checkbox" name="scope" checked /><span
          ><span class="title">Read numbers</span> <span class="quiet">Spend, revenue and campaigns</span></span
        ></label
      >
      <label class="choice requested"
        ><input type="checkbox" name="scope" /><span
          ><span class="title">Propose changes</span> <span class="quiet">A person decides each</span></span
        ></label
      >
    </div>
  `
}

function emptyStates(): Markup {
  return html`
    <h2>Empty states</h2>
    ${emptyState(null, 'No anomaly was detected in this period.')}
    ${importState(sample.missing, sample.pageContext, 'a report of an ad platform')}
    ${importState(sample.missing, sample.readingContext, 'a report of an ad platform')}
    ${numbersToCome(sample.missing, sample.unread, sample.pageContext)} ${beyondEnd('/console/_components', 9, 3)}
  `
}

function uploads(): Markup {
  return html`
    <h2>Drop zone and progress</h2>
    ${dropZone(sample.pageContext, 100_000_000)}
    <p class="progress">
      <progress value="0.4" aria-label="Read of Aurora DE">40%</progress> 40% of the days are read.
    </p>
  `
}
