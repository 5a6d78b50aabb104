import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { notice } from '../parts/notices.ts'

interface BrandsPage {
  /** The path of the page of each brand to which the links lead. */
  section?: string
  /** Whether the person can create a brand. */
  createsBrands: boolean
  /** What the last form changed. */
  done?: string | undefined
}

/** The notices of the list of brands, by `done` in its address. */
export const brandsNotices: Record<string, string> = {
  left: 'You left the brand. Your access to it has ended.',
  deleted: 'The brand is closed, and its data will be deleted in 7 days. Until then, the operator can restore it.',
}

export function brandsPage({ brands, person }: PageContext, { section = '', createsBrands, done }: BrandsPage): Markup {
  if (brands.length === 0) {
    return html`
      <h1>Your brands</h1>
      ${notice(brandsNotices[done ?? ''])}
      <p class="empty">
        You are not a member of any brand. Ask an owner of a brand to invite <bdi>${person}</bdi>, or ask the operator
        for a new brand.
      </p>
      ${createsBrands ? html`<p><a href="/console/brands/new">Create a brand</a></p>` : ''}
    `
  }
  return html`
    <h1>Your brands</h1>
    ${notice(brandsNotices[done ?? ''])}
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
