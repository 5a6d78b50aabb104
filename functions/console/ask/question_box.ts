import type { Context } from 'hono'
import { html } from 'hono/html'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import type { Markup } from '../../../shared/pages/document.ts'

/** The question of the page `ask`, and the days of a question that names no time. */
export interface QuestionBox {
  question: string
  lengthMax: number
  default_period: string | undefined
  default_from: string | undefined
  default_to: string | undefined
}

/** The pages of a view: their links keep its days, comparison and platform. */
export const viewed: readonly string[] = ['', '/performance', '/attribution', '/creatives']

/** Whether a page of a brand shows the days of a view. */
export function hasView(path: string): boolean {
  const [, , , , ...parts] = path.split('/')
  return viewed.includes(parts.map((part) => `/${part}`).join(''))
}

/**
 * Returns the content of the question box of a page: its days are the default of the next question. `shown` is the period that
 * the page shows if its address has no days.
 */
export function questionBoxOf({ req }: Context<AppEnv>, lengthMax: number, shown?: string): QuestionBox {
  const [period, from, to] = [req.query('period'), req.query('date_from'), req.query('date_to')]
  const hasDays = period !== undefined || from !== undefined || to !== undefined
  return {
    question: req.query('question') ?? '',
    lengthMax,
    default_period: hasDays ? period : (shown ?? req.query('default_period')),
    default_from: hasDays ? from : req.query('default_from'),
    default_to: hasDays ? to : req.query('default_to'),
  }
}

/** The question box in the frame of every page of a brand. */
export function questionBox(brandId: string, { question, lengthMax, ...defaults }: QuestionBox): Markup {
  return html`<form
    class="question"
    role="search"
    aria-label="Ask about your ads"
    method="get"
    action="/console/brands/${brandId}/ask"
  >
    <label
      ><span class="unseen">Ask about your ads</span
      ><input
        type="search"
        name="question"
        value="${question}"
        maxlength="${lengthMax}"
        placeholder="Ask about your ads"
        required
    /></label>
    ${Object.entries(defaults).map(([name, value]) =>
      value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="secondary slim">Ask</button>
  </form>`
}
