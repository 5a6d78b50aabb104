import { html } from 'hono/html'
import type { z } from 'zod'
import { publishStorefront } from '../../../../shared/operations/console/publish_storefront.ts'
import { setStorefront } from '../../../../shared/operations/console/set_storefront.ts'
import type { storefrontSettings } from '../../../../shared/operations/console/storefront_settings.ts'
import { copyScript } from '../../../../shared/pages/copy_script.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { profileLengths } from '../../../../shared/schema/storefront/shop/profile_lengths.ts'
import { feedPlatformName } from '../../../../shared/sentences/statements/feed_rules.ts'
import { merchantProfileAddress } from '../../../../shared/storefront/merchant_profile.ts'
import type { ProfileCheck } from '../../../../shared/storefront/merchant_profile.ts'
import type { PageContext, Refused } from '../../page_context.ts'
import { fact } from '../../parts/fact.ts'
import { count, instant, words } from '../../parts/format.ts'
import {
  areaField,
  confirmedForm,
  formError,
  mayDo,
  ownForm,
  selectField,
  textField,
  versionField,
} from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { settingsHeading } from './tabs.ts'
import { unsavedScript } from './unsaved_script.ts'

export interface StorefrontPage {
  pageContext: PageContext
  settings: z.output<(typeof storefrontSettings)['output']>
  publicBaseUrl: string
  refused?: Refused | undefined
  refusedPublication?: Refused | undefined
  /** The profile at the merchant's own domain, compared with the one here. Absent until a person asks. */
  profileCheck?: ProfileCheck | undefined
  done?: string | undefined
}
type Profile = StorefrontPage['settings']['profile']

const textFields = [
  ['website', 'Website', 'https://'],
  ['category', 'Line of business', ''],
  ['legal_name', 'Legal name (for the trust score, not published)', ''],
  ['support_contact', 'Contact for customers', 'E-mail address, telephone or page'],
  ['returns_policy', 'Returns policy', 'https://'],
  ['privacy_policy', 'Privacy policy', 'https://'],
  ['terms_of_service', 'Terms of service', 'https://'],
  ['shipping_statement', 'What you state about shipping', ''],
  ['payment_statement', 'What you state about payment', ''],
] as const
const states = { shipping_state: 'Shipping', payment_state: 'Payment' } as const
const stateWords: Record<Profile['shipping_state'], string> = {
  unconfigured: 'Not published',
  configured: 'Published completely',
  partial: 'Published in part',
  not_offered: 'Not offered',
}
/** The inputs of the profile. */
export const profileFields: readonly (keyof Profile)[] = [
  ...textFields.map(([name]) => name),
  'description',
  'shipping_state',
  'payment_state',
]

const notices: Record<string, string> = {
  saved: 'The profile is saved.',
  published: 'The storefront is published.',
  unpublished: 'The storefront is no longer published. Cached answers of the internet may remain for a minute.',
}

export function storefrontPage(page: StorefrontPage): Markup {
  const { pageContext, settings, refused, done } = page
  const may = mayDo(pageContext, setStorefront)
  return html`
    ${settingsHeading(pageContext, 'What assistants and shopping agents read about the shop.')}
    ${notice(done ? notices[done] : undefined)}
    ${refused && refused.error.code !== 'invalid_request' ? alert(refused.error) : ''} ${publication(page)}
    <h2>Catalog</h2>
    ${catalog(page)}
    <h2>Profile</h2>
    ${may ? profileForm(page) : profileFacts(settings.profile)}
    <h2>Shipping, payment and bundles</h2>
    <dl class="row">
      ${fact('Ships to', stated(settings.profile.shipping_state, settings.countries))}
      ${fact('Payment methods', stated(settings.profile.payment_state, settings.payment_methods.map(words)))}
      ${fact('Bundles', count(settings.bundles))}
    </dl>
    <p class="note">
      <a href="/console/brands/${pageContext.brand?.id}/settings/fulfillment">Shipping options and payment methods</a>
      are settings of their own. Bundles come from a file that the operator of this installation imports. The profile
      above keeps them.
    </p>
    ${may ? '' : html`<p class="note">An admin or owner of this brand can change the storefront.</p>`}
  `
}

/** Lists stored entries. Those of a state in which agents see none of them are marked. */
function stated(state: Profile['shipping_state'], entries: string[]): string {
  if (entries.length === 0) return 'none is published'
  const isPublished = state === 'configured' || state === 'partial'
  return `${entries.join(', ')}${isPublished ? '' : ` (stored, ${stateWords[state].toLowerCase()})`}`
}

function publication(page: StorefrontPage): Markup {
  const { pageContext, settings, publicBaseUrl, refusedPublication } = page
  const { is_published } = settings
  const root = `${publicBaseUrl}/api/storefront/${pageContext.brand?.id}`
  const feeds = settings.feeds.flatMap(({ platform, files }) =>
    files.map((file): Address => [
      `${feedPlatformName(platform)}, ${fileFormat(file)}`,
      `${root}/platforms/${platform}/${file}`,
    ]),
  )
  return html`
    <h2>${is_published ? 'Published' : 'Not published'}</h2>
    <p>
      ${
        is_published
          ? 'Everyone can read the storefront at these addresses, without a key.'
          : 'Only keys of this brand reach these addresses. For all others the storefront does not exist.'
      }
    </p>
    ${addresses(
      [
        ['Documentation for agents', `${root}/docs`],
        ['Manifest', `${root}/.well-known/osp.json`],
        ['ACP discovery document', `${root}/.well-known/acp.json`],
        ['UCP profile', `${root}/.well-known/ucp`],
        ['UCP profile for /.well-known/ucp of your own domain', `${root}/.well-known/ucp?download=true`],
      ],
      is_published,
    )}
    <dl class="rules">
      <dt>Base address of all operations</dt>
      <dd><code data-copy aria-label="Base address">${root}</code></dd>
      <dt>MCP connector, for signed-in people</dt>
      <dd><code data-copy aria-label="MCP connector">${publicBaseUrl}/mcp</code></dd>
    </dl>
    ${copyScript('/console')} ${ownDomain(page)}
    <details>
      <summary>Feeds for ${count(settings.feeds.length)} platforms</summary>
      <p class="note">Enter the address of a file at the platform. It reads the file again by its own schedule.</p>
      ${addresses(feeds, is_published)}
    </details>
    ${mayDo(pageContext, publishStorefront) ? publicationForm(pageContext, settings, refusedPublication) : ''}
  `
}

/** The profile at the domain of the website, which is fetched only when an admin or owner asks. */
function ownDomain({ pageContext, settings, profileCheck }: StorefrontPage): Markup {
  const address = merchantProfileAddress(settings.profile.website)
  if (!settings.is_published || !mayDo(pageContext, setStorefront)) return html``
  if (address === null) {
    return html`<p class="note">Add the website to the profile to check the UCP profile of your own domain.</p>`
  }
  return html`
    ${
      profileCheck
        ? html`<p role="status" ${profileCheck.state === 'differs' ? html`class="bad"` : ''}>
            <bdi>${profileCheck.sentence}</bdi>
          </p>`
        : ''
    }
    <form method="post" action="${pageContext.path}/profile-check">
      ${ownForm(pageContext)}
      <button class="secondary slim">Check <bdi>${address}</bdi></button>
    </form>
  `
}

/** Returns the format of a feed file: "feed.tsv" is TSV. */
const fileFormat = (file: string) => (file.split('.').at(-1) ?? file).toUpperCase()

type Address = [name: string, link: string]

/** The addresses. A browser has no key, so that those of a storefront that is not published are no links. */
function addresses(listed: Address[], isPublished: boolean): Markup {
  return html`<dl class="rules">
    ${listed.map(
      ([name, link]) =>
        html`<dt>${name}</dt>
          <dd>${isPublished ? html`<a href="${link}">${link}</a>` : html`<code>${link}</code>`}</dd>`,
    )}
  </dl>`
}

function publicationForm(
  pageContext: PageContext,
  { is_published: isPublished, brand_version: version, products }: StorefrontPage['settings'],
  refused: Refused | undefined,
): Markup {
  return confirmedForm({
    pageContext,
    action: `${pageContext.path}/publication`,
    summary: isPublished ? 'End the publication' : 'Publish the storefront',
    question: html`${
        isPublished || products > 0
          ? ''
          : html`<strong class="bad">The storefront has 0 products, so agents find an empty shop.</strong>
              <a href="/console/brands/${pageContext.brand?.id}/imports">Upload a catalog</a> first. `
      }${versionField(version, refused)}
      <input type="hidden" name="is_published" value="${String(!isPublished)}" />
      ${
        isPublished
          ? `Agents without a key of this brand no longer find the shop, its feeds and the links of open orders. Keys of the
            brand still work; revoke those that should not.`
          : 'Everyone can then read the catalog, the prices and the profile, and agents with a key can negotiate by the pricing policy.'
      }`,
    verb: isPublished ? 'End it now' : products === 0 ? 'Publish without products' : 'Publish',
    refused,
  })
}

function catalog({ pageContext, settings }: StorefrontPage): Markup {
  const { products, catalog_updated_at, negotiates } = settings
  const root = `/console/brands/${pageContext.brand?.id}`
  return html`
    <dl class="row">
      ${fact('Products', count(products))}
      ${fact('Last change', catalog_updated_at ? instant(catalog_updated_at, pageContext.brand?.timezone) : 'no catalog is imported')}
      ${fact('Prices', negotiates ? 'negotiable for agents' : 'not negotiable')}
    </dl>
    <p class="note">
      <a href="${root}/catalog">Products and trust</a>, <a href="${root}/imports">upload a catalog</a>,
      <a href="${root}/settings/pricing">pricing policy</a>
    </p>
  `
}

function profileForm({ pageContext, settings, refused }: StorefrontPage): Markup {
  const { profile, version } = settings
  return html`
    ${unsavedScript('/console')}
    <form class="form settings" method="post" action="${pageContext.path}" data-unsaved="${refused ? 'yes' : 'no'}">
      ${ownForm(pageContext)} ${refused?.error.code === 'invalid_request' ? formError(refused, profileFields) : ''}
      ${versionField(version, refused)}
      ${areaField({
        label: 'Description',
        name: 'description',
        attributes: html`rows="4" maxlength="${profileLengths.description}"`,
        refused,
        value: profile.description ?? '',
        isWide: true,
      })}
      ${textFields.map(([name, label, placeholder]) =>
        textField({
          label,
          name,
          attributes: html`${placeholder ? html`placeholder="${placeholder}"` : ''}
          maxlength="${placeholder === 'https://' ? profileLengths.address : profileLengths.line}"`,
          refused,
          value: profile[name] ?? '',
        }),
      )}
      ${(Object.keys(states) as (keyof typeof states)[]).map((name) =>
        selectField({
          label: states[name],
          name,
          options: Object.entries(stateWords).map(([value, text]) => ({ value, text })),
          selected: profile[name],
          refused,
        }),
      )}
      <div class="buttons"><button class="primary slim">Save the profile</button></div>
    </form>
  `
}

function profileFacts(profile: Profile): Markup {
  return html`<dl class="row">
    ${fact('Description', html`<bdi>${profile.description ?? 'not published'}</bdi>`)}
    ${textFields.map(([name, label]) => fact(label, html`<bdi>${profile[name] ?? 'not published'}</bdi>`))}
    ${(Object.keys(states) as (keyof typeof states)[]).map((name) => fact(states[name], stateWords[profile[name]]))}
  </dl>`
}
