import { html } from 'hono/html'
import type { ShownRequest } from '../../../shared/db/oauth.ts'
import { clientNameMarkup, isLocal, redirectHost } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'

export interface ConsentPage {
  shown: ShownRequest
  handle: string
  formToken: string
  /** The parts that an incomplete approval lacked. */
  missing?: { scope: boolean; brand: boolean }
}

/** The consent page. A grant has only the scopes and brands that the person ticks, whatever the request contains. */
export function consentPage({ shown, handle, formToken, missing }: ConsentPage): Markup {
  return html`
    <h1>Connect ${clientNameMarkup(shown)}?</h1>
    ${identity(shown)} ${missing ? html`<p class="alert" id="missing" role="alert">${missingText(missing)}</p>` : ''}
    <form method="post" action="/oauth/authorize/decision">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="request" value="${handle}" />
      <fieldset ${missing?.scope ? html`aria-describedby="missing"` : ''}>
        <legend>Permissions</legend>
        ${shown.scopes.map(scopeChoice)}
      </fieldset>
      <fieldset ${missing?.brand ? html`aria-describedby="missing"` : ''}>
        <legend>Brands</legend>
        ${shown.brands.length > 0 ? shown.brands.map(brandChoice) : html`<p>You are not a member of any brand, so you cannot grant access.</p>`}
        ${
          shown.brands.length > 1
            ? html`<button class="link" name="decision" value="tick_all_brands">
                Select all ${shown.brands.length} brands
              </button>`
            : ''
        }
        <p class="quiet">Brands that you join later are not included.</p>
      </fieldset>
      <p class="quiet">
        Access expires after ${shown.grant_days} days. You can disconnect the app at any time under
        <a href="/oauth/connections">Connected apps</a>.
      </p>
      <p class="hint">Select at least one permission and one brand to allow access.</p>
      <div class="actions">
        <button class="primary" name="decision" value="allow">Allow</button>
        <button class="secondary" name="decision" value="deny">Deny</button>
      </div>
    </form>
    <form class="who" method="post" action="/oauth/sign-out">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="request" value="${handle}" />
      <span>Signed in as <bdi>${shown.person}</bdi></span>
      <button class="link">Use another account</button>
    </form>
  `
}

function missingText(missing: { scope: boolean; brand: boolean }): string {
  const what = [missing.scope ? 'permission' : '', missing.brand ? 'brand' : ''].filter(Boolean)
  const choice = what.map((each) => `at least one ${each}`).join(' and ')
  return `Access is not granted yet. Select ${choice}, then choose Allow. To refuse access, choose Deny.`
}

function identity(shown: ShownRequest): Markup {
  return html`
    <dl class="facts">
      <div>
        <dt>Identity</dt>
        <dd>
          ${
            shown.is_document
              ? html`Verified by its website, <strong>${new URL(shown.client_id).host}</strong>`
              : html`<strong>Unverified</strong>: any app can use this name`
          }
        </dd>
      </div>
      <div>
        <dt>Redirects to</dt>
        <dd><strong>${redirectHost(shown.redirect_uri)}</strong></dd>
      </div>
    </dl>
    ${
      isLocal(shown.redirect_uri)
        ? html`<p class="alert">
            Access is granted to a program on this device. Choose Deny if you did not start this connection yourself.
          </p>`
        : ''
    }
  `
}

function scopeChoice(choice: ShownRequest['scopes'][number]): Markup {
  return html`
    <label class="${choice.is_highlighted ? 'choice requested' : 'choice'}">
      <input type="checkbox" name="scope" value="${choice.scope}" ${choice.is_ticked ? 'checked' : ''} />
      <span>
        <span class="title">${choice.title}</span>
        ${choice.is_highlighted ? html`<span class="tag">requested</span>` : ''}
        <span class="quiet">${choice.meaning}</span>
      </span>
    </label>
  `
}

function brandChoice(brand: ShownRequest['brands'][number]): Markup {
  return html`
    <label class="choice">
      <input type="checkbox" name="brand_id" value="${brand.brand_id}" ${brand.is_ticked ? 'checked' : ''} />
      <span><bdi class="title">${brand.name}</bdi></span>
    </label>
  `
}
