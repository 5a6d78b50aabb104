import { html } from 'hono/html'
import { privateDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { banner } from './banner.ts'
import { address } from './choices.ts'
import { menu } from './menu.ts'
import { questionBox, viewed } from '../ask/question_box.ts'

/** The pages of a brand, as the navigation lists them. */
const sections = [
  ['', 'Overview'],
  ['/performance', 'Performance'],
  ['/attribution', 'Attribution'],
  ['/forecasts', 'Forecasts'],
  ['/plan', 'Plan'],
  ['/creatives', 'Creatives'],
  ['/anomalies', 'Anomalies'],
  ['/alert-rules', 'Alert rules'],
  ['/proposals', 'Proposals'],
  ['/catalog', 'Catalog'],
  ['/agents', 'Agents'],
  ['/negotiations', 'Negotiations'],
  ['/orders', 'Orders'],
  ['/sources', 'Sources'],
  ['/imports', 'Imports'],
  ['/keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/apps', 'Connected apps'],
  ['/people', 'People'],
  ['/settings/attribution', 'Settings'],
] as const

const formExpired = html`<p class="notice" role="status">
  This form was sent meanwhile, or is no longer kept. The page shows what is stored now.
</p>`

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
      ${brandSwitch(pageContext)} ${brand ? questionBox(brand.id, pageContext.questionBox) : ''}
      ${personMenu(pageContext)}
    </header>
    <div class="${brand ? 'room' : 'room alone'}">
      ${brand ? navigation(brand.id, pageContext) : ''}
      <main id="main" tabindex="-1">
        ${brand ? html`<p class="printed"><bdi>${brand.name}</bdi></p>` : ''} ${banner(pageContext)}
        ${pageContext.isFormExpired ? formExpired : ''} ${body}
      </main>
    </div>
  `
  return privateDocument({
    title: brand ? `${title}, ${brand.name}` : title,
    stylesheet: '/console/style.css',
    body: framed,
  })
}

function personMenu({ person, formToken }: PageContext): Markup {
  return menu({
    name: 'Signed in',
    current: 'Account',
    note: person,
    items: [{ text: 'Your account', link: '/oauth/security', isCurrent: false }],
    end: html`
      <form method="post" action="/oauth/sign-out">
        <input type="hidden" name="form_token" value="${formToken}" />
        <input type="hidden" name="to" value="/console" />
        <button class="link">Sign out</button>
      </form>
    `,
  })
}

function brandSwitch({ brand, brands }: PageContext): Markup | string {
  if (!brand) return ''
  if (brands.length < 2) return html`<span class="here"><bdi>${brand.name}</bdi></span>`
  return menu({
    name: 'Brand',
    current: brand.name,
    items: brands.map(({ id, name, role }) => ({
      text: name,
      link: `/console/brands/${id}`,
      isCurrent: id === brand.id,
      note: role,
    })),
  })
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

/** Returns the page that has a form, by the path of its action: a page of settings, or of its section. */
export function pageOfForm(action: string): { href: string; text: string } | undefined {
  const root = /^\/console\/brands\/[\w-]+(?=\/\w)/.exec(action)?.[0]
  const section = root === undefined ? undefined : sectionOf(action)
  if (root === undefined || !section) return undefined
  const settings = /^\/settings\/[\w-]+/.exec(action.slice(root.length))?.[0]
  return { href: root + (settings ?? section[0]), text: section[1] }
}

/** Returns the section of a page of a brand: the one with the same first part after the id of the brand. */
export function sectionOf(path: string): (typeof sections)[number] | undefined {
  const part = path.split('/')[4]
  return sections.find(([end]) => end.split('/')[1] === part)
}
