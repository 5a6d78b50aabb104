import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { html } from 'hono/html'
import type { z } from 'zod'
import type { trust } from '../../../shared/operations/storefront/trust.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { badge } from '../parts/badge.ts'
import { count, day, instant, percent, words } from '../parts/format.ts'

type Trust = z.output<(typeof trust)['output']>

/** The components: what raises each, and where a member of the brand acts on it. */
const parts: Record<string, { name: string; advice: string; place?: [path: string, name: string] }> = {
  fulfillment: {
    name: 'Fulfillment',
    advice: 'Orders that arrive as promised.',
    place: ['/orders', 'Report orders'],
  },
  description_accuracy: {
    name: 'Description accuracy',
    advice: 'Products that are what their description says: correct those that buyers dispute.',
  },
  price_and_stock: {
    name: 'Price and stock accuracy',
    advice: 'Prices and stock that hold at the checkout: import the catalog whenever they change.',
  },
  disputes: {
    name: 'Orders without dispute',
    advice: 'Orders without a dispute.',
    place: ['/orders', 'Answer disputes'],
  },
  reviews: { name: 'Reviews', advice: 'Better reviews of buyers.' },
  policies: {
    name: 'Published policies',
    // The page names what is missing.
    advice: '',
    place: ['/settings/storefront', 'Publish them'],
  },
  responsiveness: {
    name: 'Responsiveness',
    advice: 'Offers of agents and disputes that are answered in time.',
    place: ['/negotiations', 'See the negotiations'],
  },
}
const adviceMax = 3
/** Below so many points of the score, a component is not worth a line. */
const pointsMin = 0.5

/** The trust score, its history, a bar for each component, and what would raise it most. A component with too few observations has no bar. */
export function trustSection(trust: Trust, root: string, timezone?: string): Markup {
  return html`
    <section class="trust" aria-labelledby="trust">
      <h2 id="trust">Trust</h2>
      <div class="trust-score">
        <p class="score">
          <data value="${trust.score ?? ''}">${trust.score ?? '–'}</data> <span class="quiet">of 100</span>
        </p>
        <p>
          ${badge(trust.tier)}
          <span class="quiet">${count(trust.signals_total)} signals in ${trust.window_days} days</span>
        </p>
        ${trust.calculated_at === null ? '' : html`<p class="quiet">Calculated ${instant(trust.calculated_at, timezone)}</p>`}
        ${history(trust)}
        ${
          trust.score === null
            ? html`<p class="quiet">
                A score needs at least five signals. Signals come from orders, from reviews, and from files that the
                operator of this installation imports. <a href="/docs/guides/import_data">How to import data</a>
              </p>`
            : ''
        }
      </div>
      <ul class="components">
        ${trust.components.map(
          ({ key, score, weight, signals }) =>
            html`<li>
              <span>${parts[key]?.name ?? key}</span>
              <span class="number">${score ?? '–'}</span>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="rail" width="100" height="6" />
                <rect class="own" width="${score ?? 0}" height="6" />
              </svg>
              <span class="quiet"
                >${score === null ? 'too few signals' : `${percent(weight)} of the score`}, ${count(signals)}
                signals</span
              >
            </li>`,
        )}
      </ul>
      ${raises(trust, root)}
    </section>
  `
}

/** The advice for the component policies. Its score is calculated every night. */
function unpublished(missing: readonly string[]): string {
  return missing.length === 0
    ? 'All of them are published now. The next calculation counts them.'
    : `Not published: ${missing.map(words).join(', ')}.`
}

/** The components that could add the most points to the score, each by what it lacks to 100, and those that have too few signals to count. */
function raises({ score, components, missing_information }: Trust, root: string): Markup | string {
  const open = components
    .map(({ key, score: own, weight }) => ({ key, points: (weight ?? 0) * (100 - (own ?? 100)) }))
    .filter(({ points }) => points >= pointsMin)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, adviceMax)
  const uncounted = components.filter((component) => component.score === null)
  if (score === null || open.length + uncounted.length === 0) return ''
  const item = (key: string, effect: string) => {
    const { name, advice: usual, place } = parts[key] ?? { name: key, advice: '' }
    const advice = key === 'policies' ? unpublished(missing_information) : usual
    return html`<li>
      ${name}, ${effect}: ${advice} ${place ? html`<a href="${root}${place[0]}">${place[1]}</a>` : ''}
    </li>`
  }
  return html`<div class="raises">
    <h3>What would raise it most</h3>
    <ul>
      ${open.map(({ key, points }) => item(key, `up to ${points.toFixed(1)} points`))}
      ${uncounted.map(({ key }) => item(key, 'not in the score yet, for too few signals'))}
    </ul>
  </div>`
}

function history({ history }: Trust): Markup | string {
  const known = history.filter((point): point is { date: string; score: number } => point.score !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return ''
  const x = scaleUtc([new Date(first.date), new Date(last.date)], [2, 218])
  const y = scaleLinear(
    [Math.min(...known.map(({ score }) => score)) - 1, Math.max(...known.map(({ score }) => score)) + 1],
    [42, 4],
  )
  const path = line<(typeof known)[number]>(
    ({ date }) => x(new Date(date)),
    ({ score }) => y(score),
  )(known)
  const summary = `Trust score: ${first.score} on ${day(first.date)}, ${last.score} on ${day(last.date)}`
  return html`<svg class="spark" viewBox="0 0 220 46" role="img" aria-label="${summary}">
    <path class="line" d="${path ?? ''}" />
  </svg>`
}
