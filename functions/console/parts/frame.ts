import { html } from 'hono/html'
import { privateDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { banner } from './banner.ts'
import { address } from './choices.ts'
import { menu } from './menu.ts'
import { waitingCount } from '../shop/waiting_count.ts'
import { sectionOf, sections } from '../sections.ts'
import { questionBox, viewed } from '../ask/question_box.ts'

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

function navigation(brandId: string, pageContext: PageContext): Markup {
  const { path, view } = pageContext
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
                >${section[1]}${waitingCount(pageContext, section[0])}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
  `
}
