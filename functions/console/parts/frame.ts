import { html } from 'hono/html'
import { privateDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { banner } from './banner.ts'
import { address } from './choices.ts'

/** The pages of a brand, as the navigation lists them. */
const sections = [
  ['', 'Overview'],
  ['/performance', 'Performance'],
  ['/attribution', 'Attribution'],
  ['/forecasts', 'Forecasts'],
  ['/creatives', 'Creatives'],
  ['/anomalies', 'Anomalies'],
  ['/proposals', 'Proposals'],
  ['/catalog', 'Catalog'],
  ['/sources', 'Sources'],
  ['/imports', 'Imports'],
  ['/keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/apps', 'Connected apps'],
  ['/people', 'People'],
  ['/settings/attribution', 'Settings'],
] as const
/** The pages of a view: their links keep its days, comparison and platform. */
const viewed: readonly string[] = ['', '/performance', '/attribution', '/creatives']

export interface Frame {
  title: string
  pageContext: PageContext
  body: Markup
}

export function consoleDocument({ title, pageContext, body }: Frame): Markup {
  const { brand } = pageContext
  const framed = html`
    <a class="skip" href="#main">Skip to content</a>
    <header class="top">
      <a class="brand" href="/console">Vitrine</a>
      ${brandSwitch(pageContext)}
      <form class="person" method="post" action="/oauth/sign-out">
        <input type="hidden" name="form_token" value="${pageContext.formToken}" />
        <input type="hidden" name="to" value="/console" />
        <bdi>${pageContext.person}</bdi>
        <a href="/oauth/security">Your account</a>
        <button class="link">Sign out</button>
      </form>
    </header>
    <div class="${brand ? 'room' : 'room alone'}">
      ${brand ? navigation(brand.id, pageContext) : ''}
      <main id="main" tabindex="-1">${banner(pageContext)} ${body}</main>
    </div>
  `
  return privateDocument({
    title: brand ? `${title}, ${brand.name}` : title,
    stylesheet: '/console/style.css',
    body: framed,
  })
}

/** The menu to switch between brands. It is a `<details>` element, so it works without a script. */
function brandSwitch({ brand, brands }: PageContext): Markup | string {
  if (!brand) return ''
  if (brands.length < 2) return html`<span class="here"><bdi>${brand.name}</bdi></span>`
  return html`
    <details class="switch">
      <summary><bdi>${brand.name}</bdi></summary>
      <ul>
        ${brands.map(
          ({ id, name, role }) =>
            html`<li>
              <a href="/console/brands/${id}" ${id === brand.id ? html`aria-current="true"` : ''}
                ><bdi>${name}</bdi> <span class="quiet">${role}</span></a
              >
            </li>`,
        )}
      </ul>
    </details>
  `
}

function navigation(brandId: string, { path, view }: PageContext): Markup {
  const root = `/console/brands/${brandId}`
  const current = sectionOf(path)
  return html`
    <nav aria-label="Brand">
      <ul>
        ${sections.map(
          (section) =>
            html`<li>
              <a
                href="${address(root + section[0], viewed.includes(section[0]) ? view : {})}"
                ${section === current ? html`aria-current="page"` : ''}
                >${section[1]}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
  `
}

/** Returns the section of a page of a brand: the one with the same first part after the id of the brand. */
export function sectionOf(path: string): (typeof sections)[number] | undefined {
  const part = path.split('/')[4]
  return sections.find(([end]) => end.split('/')[1] === part)
}
