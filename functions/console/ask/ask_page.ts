import { html } from 'hono/html'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { daysBetween } from '../../../shared/calendar/days.ts'
import { correctionsOf } from '../../../shared/question/corrections/correctable.ts'
import { correctionNames } from '../../../shared/schema/analytics/corrections.ts'
import { lostWords } from '../../../shared/question/corrections/lost_part.ts'
import type { LostPart } from '../../../shared/question/corrections/lost_part.ts'
import { escape } from '../../../shared/question/language/spans.ts'
import type { Interpretation, Reason } from '../../../shared/question/interpretation.ts'
import type { PageContext } from '../page_context.ts'
import { address } from '../parts/choices.ts'
import { alert } from '../parts/notices.ts'
import type { Query } from '../parts/view.ts'
import { definitionOf, inSentence } from './asked.ts'
import type { Asked } from './asked.ts'
import { chips } from './chips.ts'
import { resultOf } from './result.ts'
import { operatorWords } from './wording.ts'

const reasons: Record<Reason, string> = {
  off_topic: 'This was not understood as a question about the ads of this brand.',
  write_not_supported: 'This asks for a change. Questions only read.',
  unknown_metric: 'The question names no metric that this brand has.',
  unsupported_entity: 'The ad reports do not contain what the question asks for.',
  empty: 'The question has no words.',
  ambiguous: 'Several campaigns or ad sets match a name of the question.',
  impossible_date: 'The question names a time that does not exist.',
  ambiguous_date: 'The question names a time that can be read in two ways.',
  unclear_exclusion: 'The question leaves something out that cannot be left out.',
  unknown_brand: 'The question names another brand.',
  unknown_name: 'The question names a campaign or ad set that this brand does not have.',
  unknown_platform: 'The question names a platform or channel that this brand does not have.',
  unsupported_currency: 'The question names another currency.',
  unsupported_target: 'The question asks for targets or budgets.',
  unsupported_advice: 'The question asks for a decision that the numbers do not make.',
  unsupported_calculation: 'The question asks for a number that is not computed here.',
  unsupported_scenario: 'The question supposes changes that are not computed here.',
  unsupported_explanation: 'A difference between two things has no explanation here.',
}
/** The corrections of an address. Without them the question is understood as asked. */
const corrected = ['period', ...correctionNames]

interface AskPage {
  pageContext: PageContext
  query: Query
  examples: readonly string[]
  /** Null before a question, and for one that was refused. */
  asked: Asked | null
  error: ApiError | null
}

/** The page of a question: what was understood, the result, or why there is none with examples that work. */
export function askPage({ pageContext, query, examples, asked, error }: AskPage): Markup {
  const question = query.question?.trim() ?? ''
  return html`
    <header class="heading">
      <div>
        <h1>${question === '' || error ? 'Ask about your ads' : html`<bdi>${question}</bdi>`}</h1>
        ${
          question === ''
            ? html`<p class="quiet">
                Ask in plain English for metrics, times, platforms and campaigns. No language model is used.
              </p>`
            : ''
        }
      </div>
    </header>
    ${alert(error)} ${asked === null ? '' : asked.interpretation.intent === null ? refusal(asked) : understood(asked)}
    ${asked === null || asked.interpretation.intent === null ? exampleList(pageContext, query, examples) : ''}
  `
}

function understood(asked: Asked): Markup {
  const { interpretation, query, pageContext } = asked
  const { unmatched, lost = [], time } = interpretation
  const isCorrected = corrected.some((name) => query[name] !== undefined)
  const removed = lost.map(lostWords)
  const unused = unmatched.filter((part) => !removed.includes(part))
  const asAsked = Object.fromEntries(corrected.map((name) => [name, undefined]))
  return html`
    ${chips(asked)}
    ${
      isCorrected
        ? html`<p class="note corrected">
            You corrected what was understood.
            <a href="${address(pageContext.path, { ...query, ...asAsked })}">Undo the corrections</a>
          </p>`
        : ''
    }
    ${
      time?.defaulted && correctionsOf(interpretation.intent ?? '').includes('date_from')
        ? html`<p class="note">
            The question names no time. The answer covers
            ${time.preset === 'default_days' ? 'the days of the page where you asked' : `${daysBetween(time)} days`}.
          </p>`
        : ''
    }
    ${
      unused.length > 0
        ? html`<p class="alert" role="alert">
            Words not used: ${quoted(unused)}. The answer ignores ${unused.length === 1 ? 'this part' : 'these parts'}
            of the question. Correct what was understood, or ask in other words.
          </p>`
        : ''
    }
    ${
      lost.length > 0
        ? html`<p class="alert" role="alert">
            Parts of the question that your corrections removed:
            ${lost.map((part) => partText(asked, part)).join(', ')}.
          </p>`
        : ''
    }
    ${resultOf(asked)} ${asked.answer.data.length === 0 ? instead(asked) : ''}
  `
}

/** The questions that can be asked in place of one without an answer. */
function instead({ interpretation: { suggestions }, pageContext, query }: Asked): Markup | string {
  if (suggestions.length === 0) return ''
  return html`<p>You can ask instead:</p>
    <ul class="examples">
      ${suggestions.map((text) => html`<li>${link(pageContext, query, text)}</li>`)}
    </ul>`
}

/** Returns a removed part of a question in words, such as "CPA above 1". */
function partText(asked: Asked, lost: LostPart): string {
  if (lost.part === 'operation' && lost.operation === 'versus_total') return 'comparison with the total'
  if (lost.part !== 'threshold') return lostWords(lost)
  const { metric, operator, value } = lost
  return `${inSentence(definitionOf(asked, metric)?.label ?? metric)} ${operatorWords[operator]} ${value}`
}

/** Returns why a question has no answer, as a sentence. */
export function refusalText({ reason }: Interpretation): string {
  return reason === null ? 'The question was not understood.' : reasons[reason]
}

/** Why a question has no answer, with readings or names to choose from. */
function refusal(asked: Asked): Markup {
  const { interpretation, answer, pageContext, query } = asked
  const { reason, suggestions, unmatched } = interpretation
  const isReading = reason === 'ambiguous_date' || reason === 'unsupported_explanation'
  const isScenario = reason === 'unsupported_scenario'
  const isAdvice =
    reason === 'unsupported_advice' ||
    reason === 'unsupported_calculation' ||
    isScenario ||
    (reason === 'write_not_supported' && suggestions.length === 1)
  const isName = reason === 'ambiguous' || reason === 'unknown_name'
  return html`<div class="empty" role="status">
    <p>
      <strong>${refusalText(interpretation)}</strong>
      ${unmatched.length > 0 ? html`Not understood: ${quoted(unmatched)}.` : ''}
    </p>
    ${answer.meta.warnings.map((text) => html`<p>${text}</p>`)}
    ${
      reason === 'unsupported_target'
        ? html`<p>
            <a href="/console/brands/${pageContext.brand?.id}/settings/targets"
              >Targets and budgets of the month, with the results so far</a
            >
            <a href="/console/brands/${pageContext.brand?.id}">Overview with daily budgets</a>
          </p>`
        : ''
    }
    ${
      isScenario
        ? html`<p><a href="${pageContext.path.replace(/\/ask$/, '/plan')}">Plan changes of spend by campaign</a></p>`
        : ''
    }
    ${
      isReading && suggestions.length > 0
        ? html`<p>Did you mean: ${suggestions.map((text) => html`${link(pageContext, query, text)} `)}</p>`
        : ''
    }
    ${isAdvice ? instead(asked) : ''}
    ${
      isName && suggestions.length > 0
        ? html`<p>
            ${reason === 'ambiguous' ? 'Matching names' : 'Some names'}:
            ${suggestions.map((name, index) => {
              const named = withName(query.question ?? '', unmatched[0], name)
              return html`${index === 0 ? '' : ', '}<bdi>${named ? link(pageContext, query, named, name) : name}</bdi>`
            })}.
          </p>`
        : ''
    }
  </div>`
}

function quoted(texts: readonly string[]): Markup[] {
  return texts.map((text, index) => html`${index === 0 ? '' : ', '}“<bdi>${text}</bdi>”`)
}

function exampleList(pageContext: PageContext, query: Query, examples: readonly string[]): Markup | string {
  if (examples.length === 0) return ''
  return html`<h2>Questions that work for this brand</h2>
    <ul class="examples">
      ${examples.map((text) => html`<li>${link(pageContext, query, text)}</li>`)}
    </ul>`
}

/** Returns the question with a whole name in place of the words that several names contain, or null. */
function withName(question: string, words: string | undefined, name: string): string | null {
  if (words === undefined || name.includes('"')) return null
  const index = new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(words)}(?![\p{L}\p{N}])`, 'iu').exec(question)?.index
  if (index === undefined) return null
  return `${question.slice(0, index)}"${name}"${question.slice(index + words.length)}`
}

function link(
  { path }: PageContext,
  { default_period, default_from, default_to }: Query,
  question: string,
  shown = question,
): Markup {
  return html`<a href="${address(path, { question, default_period, default_from, default_to })}">${shown}</a>`
}
