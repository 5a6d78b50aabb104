import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { isInNumbers } from '../../../shared/question/corrections/correctable.ts'
import { deltaMark } from '../charts/delta.ts'
import { address } from '../parts/choices.ts'
import { fact } from '../parts/fact.ts'
import { count, formatValue } from '../parts/format.ts'
import { warnings } from '../parts/notices.ts'
import { definitionOf, valueAt } from './asked.ts'
import type { Asked, Row } from './asked.ts'
import { chartOf } from './chart.ts'
import { columnsOf, isShort, labelOf, textOf, unitOf } from './columns.ts'
import { factorsTable, isOfOneCampaign } from './explanation/factors.ts'
import { related } from './related.ts'
import { scenarioCaption } from './scenario.ts'
import { sentenceOf } from './sentence.ts'

/** The result of a question: a sentence, the numbers of one row as tiles, a chart and a table, with links to follow. */
export function resultOf(asked: Asked): Markup {
  const { answer, pageContext, query } = asked
  const links = related(asked)
  return html`
    <p class="sentence" role="status"><bdi>${sentenceOf(asked)}</bdi></p>
    ${claimed(asked)} ${warnings(answer.meta.warnings)} ${facts(asked)} ${tiles(asked)} ${framed(chartOf(asked))}
    ${isOfOneCampaign(asked) ? factorsTable(asked) : table(asked)}
    ${
      answer.meta.truncated
        ? html`<p class="note">
            The table shows ${count(answer.data.length)} of ${count(answer.meta.total_rows)} rows.
          </p>`
        : ''
    }
    <p class="buttons">
      ${
        // A file does not show which parts of the question the answer ignores.
        answer.data.length === 0 || asked.interpretation.unmatched.length > 0
          ? ''
          : html`<a class="button secondary slim" href="${address(`${pageContext.path}.csv`, query)}">Download CSV</a>`
      }
      ${links.map(({ text, link }) => html`<a href="${link}">${text}</a>`)}
    </p>
  `
}

/** States whose revenue an answer has, because the sales of the store are another number. */
function claimed(asked: Asked): Markup | string {
  const { interpretation, offered, pageContext } = asked
  const { intent, time } = interpretation
  // Profit has a warning of its own.
  const ofRevenue = (interpretation.metrics ?? []).some(
    (name) =>
      name !== 'profit' && name !== 'poas' && /\brevenue\b/.test(`${name} ${definitionOf(asked, name)?.formula}`),
  )
  if (offered.revenue_source === 'store' || !ofRevenue || !(isInNumbers(intent) || intent === 'forecast')) return ''
  // A forecast is of days without orders.
  const days = intent === 'forecast' || !time ? {} : { date_from: time.date_from, date_to: time.date_to }
  return html`<p class="note">
    Revenue is what ad platforms claim: each one claims every order that it contributed to.
    <a href="${address(pageContext.path.replace(/\/ask$/, '/attribution'), days)}">Revenue of orders</a>
  </p>`
}

/** What happened in the periods of an explanation. */
function facts({ answer, pageContext }: Asked): Markup | string {
  const listed = (answer.explanations ?? []).flatMap((explanation) => explanation.facts)
  const statements = new Map(listed.map((fact) => [`${fact.anomaly_id} ${fact.statement}`, fact]))
  if (statements.size === 0) return ''
  const anomalies = pageContext.path.replace(/\/ask$/, '/anomalies')
  return html`<ul data-metric="facts">
    ${[...statements.values()].map(({ statement, anomaly_id, happened_on }) => {
      const days = { date_from: happened_on ?? undefined, date_to: happened_on ?? undefined }
      return html`<li>
        <bdi>${statement}</bdi>
        ${anomaly_id ? html`<a href="${address(anomalies, days)}#${anomaly_id}">Open the anomaly</a>` : ''}
      </li>`
    })}
  </ul>`
}

function framed(chart: Markup | string): Markup | string {
  return chart === '' ? '' : html`<div class="charts"><div class="across">${chart}</div></div>`
}

/** The metrics of a total, with their changes if it is compared. */
function tiles(asked: Asked): Markup | string {
  const { intent, group_by, time, metrics, operation } = asked.interpretation
  const [row] = asked.answer.data
  const isTotal = intent === 'metric_value' || (intent === 'comparison' && time?.compare_from)
  if (
    !row ||
    !isTotal ||
    group_by !== null ||
    operation !== null ||
    (intent === 'metric_value' && asked.answer.data.length > 1)
  ) {
    return ''
  }
  return html`<dl class="tiles">
    ${(metrics ?? []).flatMap((name) => {
      const definition = definitionOf(asked, name)
      if (!definition) return []
      const value = (row[name] ?? null) as number | null
      const delta = row[`${name}_change_rate`]
      return fact(
        definition.label,
        html`<data value="${value ?? ''}">${formatValue(value, definition.unit, asked.answer.meta)}</data> ${
            intent === 'comparison' ? deltaMark(typeof delta === 'number' ? delta : null, definition) : ''
          }`,
      )
    })}
  </dl>`
}

function table(asked: Asked): Markup | string {
  const { data } = asked.answer
  const [first] = data
  if (!first) return ''
  const columns = columnsOf(asked)
  const units = columns.map((column) => unitOf(asked, column, first))
  // The columns that matter are the last ones, which a narrow window would hide.
  const isStacked = ['scenario', 'explain_change'].includes(asked.interpretation.intent ?? '')
  const label = (column: string) => (isStacked ? html` data-label="${labelOf(asked, column)}"` : '')
  const cell = (row: Row, column: string, index: number) => {
    const text = textOf(asked, row, column)
    const isText = units[index] === null
    if (isText)
      return index === 0
        ? html`<th scope="row"><bdi>${text}</bdi></th>`
        : html`<td ${isShort(column) ? html`class="whole"` : ''}${label(column)}><bdi>${text}</bdi></td>`
    return html`<td class="number" ${label(column)}><data value="${valueAt(row, column) ?? ''}">${text}</data></td>`
  }
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Answer">
    <table data-metric="answer" class="performance answer${isStacked ? ' stacked' : ''}">
      ${
        asked.interpretation.intent === 'scenario'
          ? html`<caption>
              ${scenarioCaption(first)}
            </caption>`
          : ''
      }
      <thead>
        <tr>
          ${columns.map(
            (column, index) =>
              html`<th scope="col" ${units[index] === null ? '' : html`class="number"`}>${labelOf(asked, column)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${data.map(
          (row) =>
            html`<tr>
              ${columns.map((column, index) => cell(row, column, index))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
