import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** The field of a new password. `describedBy` is the id of the alert about it. */
export function newPasswordField(describedBy: string | null, label = 'New password'): Markup {
  return html`
    <label class="field">
      <span>${label}</span>
      <input
        type="password"
        name="new_password"
        autocomplete="new-password"
        minlength="12"
        required
        ${describedBy ? html`aria-invalid="true" aria-describedby="${describedBy}"` : ''}
      />
      <span class="quiet">At least 12 characters.</span>
    </label>
  `
}
