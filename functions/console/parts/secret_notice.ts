import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** A notice with a new signing secret. Only the response that created the secret contains it. */
export function secretNotice(happened: string, secret: string): Markup {
  return html`
    <div class="secret" role="status">
      <p>
        <strong><bdi>${happened}</bdi></strong> Deliveries are signed with this secret. Copy it now: it is not shown
        again.
      </p>
      <p><code>${secret}</code></p>
    </div>
  `
}
