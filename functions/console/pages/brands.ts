import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

interface BrandsPage {
  /** The path of the page of each brand to which the links lead. */
  section?: string
  /** Whether the person can create a brand. */
  createsBrands: boolean
}

export function brandsPage({ brands, person }: PageContext, { section = '', createsBrands }: BrandsPage): Markup {
  if (brands.length === 0) {
    return html`
      <h1>Your brands</h1>
      <p class="empty">
        You are not a member of any brand. Ask the operator of this installation to add <bdi>${person}</bdi> to a brand.
      </p>
    `
  }
  return html`
    <h1>Your brands</h1>
    <ul class="choices">
      ${brands.map(
        ({ id, name, role }) =>
          html`<li>
            <a href="/console/brands/${id}${section}"><bdi>${name}</bdi></a> <span class="quiet">${role}</span>
          </li>`,
      )}
    </ul>
    ${createsBrands ? html`<p><a href="/console/brands/new">Create another brand</a></p>` : ''}
  `
}
