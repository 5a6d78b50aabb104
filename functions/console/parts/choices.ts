import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface Choice<Value> {
  value: Value
  text: string
  /** What the address asks for, beside what is not there. */
  query: Record<string, string | number | null | undefined>
}

/** Links that show a page another way, the present one marked. */
export function choices<Value>(label: string, path: string, present: Value, offered: readonly Choice<Value>[]): Markup {
  return html`
    <nav class="ranges" aria-label="${label}">
      ${offered.map(
        ({ value, text, query }) =>
          html`<a href="${address(path, query)}" ${value === present ? html`aria-current="true"` : ''}>${text}</a>`,
      )}
    </nav>
  `
}

/** A path with its query, without what is null. */
export function address(path: string, query: Choice<unknown>['query']): string {
  const asked = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return asked.length === 0
    ? path
    : `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}
