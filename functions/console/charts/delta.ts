import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { change } from '../parts/format.ts'

/** Metrics whose growth alone is neither good nor bad. */
const neutral = new Set(['spend', 'spend_share', 'impressions', 'reach', 'frequency', 'cogs'])

/** The relative change of a metric. Its color states whether the change is good, and the sign its direction. A change that rounds to 0 is
 * neither. */
export function deltaMark(delta: number | null, { name, better }: { name: string; better: string }): Markup {
  const isGood = delta !== null && delta > 0 === (better === 'up')
  const tone = delta === null || Math.abs(delta) < 0.0005 || neutral.has(name) ? 'even' : isGood ? 'better' : 'worse'
  return html`<span class="delta ${tone}">${change(delta)}</span>`
}
