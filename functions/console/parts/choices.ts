import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface Choice<Value> {
  value: Value
  text: string
  /** The query parameters of the link. Null and undefined are omitted. */
  query: Record<string, string | number | null | undefined>
}

/** Links to the variants of a page. The current one is marked. */
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

/** Returns a path with its query parameters, without null and undefined. */
export function address(path: string, query: Choice<unknown>['query']): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return parameters.length === 0
    ? path
    : `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`
}
