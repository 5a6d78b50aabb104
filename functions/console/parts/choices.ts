import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { words } from './format.ts'

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

/** Links to the rows of a list with each status, and to all. */
export function statusChoices(
  path: string,
  status: string | null,
  statuses: readonly string[],
  wording: (status: string) => string = words,
): Markup {
  const offered = [null, ...statuses].map((name) => ({
    value: name,
    text: name === null ? 'all' : wording(name),
    query: { status: name },
  }))
  return choices('Filter by status', path, status, offered)
}

/** Returns a path with its query parameters, without null and undefined. */
export function address(path: string, query: Choice<unknown>['query']): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return parameters.length === 0
    ? path
    : `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`
}
