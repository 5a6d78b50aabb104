import { html } from 'hono/html'
import { copyScript } from '../../../shared/pages/copy_script.ts'
import type { Markup } from '../../../shared/pages/document.ts'

/** A notice with a new signing secret. Only the response that created the secret contains it. */
export function secretNotice(happened: string, secret: string): Markup {
  return html`
    <div class="secret" role="status">
      <p>
        <strong><bdi>${happened}</bdi></strong> Deliveries are signed with this secret. Copy it now: it is not shown
        again.
      </p>
      ${secretValue(secret)}
    </div>
  `
}

/** A secret with a button that copies it. The page of it must be sent with `hasScript`. */
export function secretValue(secret: string): Markup {
  return html`<p><code data-copy>${secret}</code></p>
    ${copyScript('/console')}`
}
