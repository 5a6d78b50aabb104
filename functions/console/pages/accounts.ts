import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { noAccounts, noReadableAccounts } from '../../../shared/sentences/statements/no_accounts.ts'
import { statusOfAccount } from '../../../shared/sentences/statements/platform_statuses.ts'
import type { PlatformName } from '../../../shared/sources/platform.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { formError, ownForm } from '../parts/forms.ts'
import { emptyState } from '../parts/notices.ts'
import { feeds, managedBrands } from '../sources/connect_chosen.ts'
import type { Account } from '../sources/connect_chosen.ts'

type Brand = PageContext['brands'][number]

export interface AccountsPage {
  pageContext: PageContext
  platform: PlatformName
  /** The name of the platform. */
  title: string
  accounts: Account[]
  /** The beginning of the names of fields. The id of the account follows. */
  field: string
  refused?: Refused | undefined
}

/** The accounts that a grant reaches. A person chooses those to connect, each for brands that the person manages. */
export function accountsPage(shown: AccountsPage): Markup {
  const { pageContext, platform, title, accounts, refused } = shown
  const list = listOf(pageContext)
  const isReadable = accounts.some(({ unavailable }) => unavailable === null)
  const lists = groups(accounts).map(([manager, members]) => group(shown, manager, members))
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${list}">Sources</a></p>
        <h1>Choose accounts of ${title}</h1>
        <p class="quiet">Vitrine reads the chosen accounts. It never changes them.</p>
      </div>
    </header>
    ${
      isReadable
        ? html`<form class="form" method="post" action="${pageContext.path}">
            ${ownForm(pageContext)} ${formError(refused, [])} ${lists}
            <div class="buttons">
              <button class="primary slim">Connect accounts</button>
              <a href="${list}">Cancel</a>
            </div>
          </form>`
        : html`${emptyState(
              null,
              accounts.length === 0
                ? noAccounts[platform]()
                : noReadableAccounts(
                    title,
                    accounts.map(({ unavailable }) => unavailable),
                  ),
            )}
            ${accounts.length === 0 ? '' : html`<div class="form">${lists}</div>`}
            <p><a href="${list}">Back to Sources, to connect again</a></p>`
    }
  `
}

/** Returns the accounts by the manager account through which they are reached. */
function groups(accounts: Account[]): [manager: string | null, members: Account[]][] {
  const byManager = new Map<string | null, Account[]>()
  for (const account of accounts) {
    const members = byManager.get(account.manager_id) ?? []
    byManager.set(account.manager_id, [...members, account])
  }
  return [...byManager]
}

function group(shown: AccountsPage, manager: string | null, members: Account[]): Markup {
  const isOnly = members.length === shown.accounts.length && manager === null
  return html`
    <fieldset>
      <legend>${manager !== null ? `Manager account ${manager}` : isOnly ? 'Accounts' : 'Direct access'}</legend>
      ${members.map((account) => choice(shown, account))}
    </fieldset>
  `
}

function choice(shown: AccountsPage, account: Account): Markup {
  const { pageContext } = shown
  const managed = managedBrands(pageContext.brands, pageContext.brand?.id ?? '')
  const text = about(account, pageContext)
  if (account.unavailable !== null) return html`<label class="pick"><input type="checkbox" disabled /> ${text}</label>`
  const chosen = chosenOf(shown, account)
  const note = ratesNote(account, managed)
  const [only, another] = managed
  if (only && !another) return html`${pick(shown, account, { brand: only, text, chosen })} ${note}`
  const connected = managed.filter(({ id }) => feeds(account, id))
  const others = managed.filter(({ id }) => !feeds(account, id))
  const renewals = connected.map((brand) => {
    const named = html`<span
      ><span class="unseen">${account.name}: </span>Renew the access for <bdi>${brand.name}</bdi></span
    >`
    return pick(shown, account, { brand, text: named, chosen })
  })
  const menu = html`<select name="${shown.field}${account.account_id}">
    <option value="">${connected.length === 0 ? 'Do not connect' : 'No other brand'}</option>
    ${others.map(
      (brand) =>
        html`<option value="${brand.id}" ${chosen.includes(brand.id) ? 'selected' : ''}>${brand.name}</option>`,
    )}
  </select>`
  return html`<div class="account">
    ${
      connected.length === 0
        ? html`<label class="pick">${text} ${menu}</label>`
        : html`<p class="pick">${text}</p>
            ${renewals}
            ${
              others.length === 0
                ? ''
                : html`<label class="pick"
                    ><span><span class="unseen">${account.name}: </span>Also connect to</span> ${menu}</label
                  >`
            }`
    }
    ${note}
  </div>`
}

interface Pick {
  brand: Brand
  text: Markup
  chosen: string[]
}

function pick({ field }: AccountsPage, { account_id }: Account, { brand, text, chosen }: Pick): Markup {
  const isChosen = chosen.includes(brand.id)
  return html`<label class="pick"
    ><input type="checkbox" name="${field}${account_id}" value="${brand.id}" ${isChosen ? 'checked' : ''} />
    ${text}</label
  >`
}

/** The account in words, with the brands of the person to which it is connected. */
function about(account: Account, { brands }: PageContext): Markup {
  const { account_id, name, currency, timezone, unavailable } = account
  const connected = brands.filter(({ id }) => feeds(account, id)).map((brand) => brand.name)
  return html`<span
    ><bdi>${name}</bdi>
    <span class="quiet">${unavailable === null ? `${account_id}, ${currency}, ${timezone}` : account_id}.</span>
    ${connected.length === 0 ? '' : html`<span class="quiet">Connected to <bdi>${connected.join(', ')}</bdi>.</span>`}
    ${unavailable === null ? '' : html`<span class="quiet">Cannot be read. Status: ${statusOfAccount(unavailable)}.</span>`}</span
  >`
}

/** Returns the brands that are proposed or were entered: those of a connected account, or this brand for the only account. */
function chosenOf({ pageContext, accounts, field, refused }: AccountsPage, account: Account): string[] {
  if (refused) return refused.form.getAll(field + account.account_id)
  const connected = account.connected.map(({ brand_id }) => brand_id)
  const readable = accounts.filter(({ unavailable }) => unavailable === null)
  return connected.length === 0 && readable.length === 1 ? [pageContext.brand?.id ?? ''] : connected
}

/** Says which rates a brand with another currency needs. */
function ratesNote({ currency }: Account, managed: Brand[]): Markup[] {
  const others = [...new Set(managed.map((brand) => brand.currency))].filter((each) => each !== currency)
  return others.map((each) => {
    const brands = managed.filter((brand) => brand.currency === each).map((brand) => brand.name)
    return html`<p class="note">
      This account reports in ${currency}, and <bdi>${brands.join(', ')}</bdi> ${brands.length === 1 ? 'uses' : 'use'}
      ${each}. Its amounts need the rates from ${currency} to ${each} of each day.
      <code>vitrine import rates</code> adds them.
    </p>`
  })
}

function listOf({ brand }: PageContext): string {
  return `/console/brands/${brand?.id}/sources`
}
