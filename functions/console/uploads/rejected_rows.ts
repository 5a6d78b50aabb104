import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { count } from '../parts/format.ts'

/** The table of rejected rows of a file: line and reason, which names the value. */
export function rejectedRows(rejections: readonly { line: number; reason: string }[]): Markup {
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Rejected rows">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">Line</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          ${rejections.map(
            ({ line, reason }) =>
              html`<tr>
                <th scope="row" class="number">${count(line)}</th>
                <td><bdi>${reason}</bdi></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
