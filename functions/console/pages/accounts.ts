import { html } from 'hono/html'
import type { z } from 'zod'
import type { reachableAccounts } from '../../../shared/operations/sources/reachable_accounts.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { words } from '../parts/format.ts'
import { formError, ownForm } from '../parts/forms.ts'
import { emptyState } from '../parts/notices.ts'

type Account = z.output<(typeof reachableAccounts)['output']>['data'][number]
type Brand = PageContext['brands'][number]

export interface AccountsPage {
  pageContext: PageContext
  /** The name of the platform. */
  title: string
  accounts: Account[]
  /** The beginning of the names of fields. The id of the account follows. */
  field: string
  refused?: Refused | undefined
}

/** The accounts that a grant reaches. A person chooses those to connect, each for one of the brands that the person manages. */
export function accountsPage(shown: AccountsPage): Markup {
  const { pageContext, title, accounts, refused } = shown
  const list = `/console/brands/${pageContext.brand?.id}/sources`
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${list}">Sources</a></p>
        <h1>Choose accounts of ${title}</h1>
        <p class="quiet">Vitrine reads the chosen accounts. It never changes them.</p>
      </div>
    </header>
    ${
      accounts.length === 0
        ? emptyState(null, `The access that you gave reaches no account of ${title}.`)
        : html`<form class="form" method="post" action="${pageContext.path}">
            ${ownForm(pageContext)} ${formError(refused, [])}
            ${groups(accounts).map(([manager, members]) => group(shown, manager, members))}
            <div class="buttons">
              <button class="primary slim">Connect accounts</button>
              <a href="${list}">Cancel</a>
            </div>
          </form>`
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

function choice({ pageContext, accounts, field, refused }: AccountsPage, account: Account): Markup {
  const { account_id, name, currency, timezone, unavailable, is_connected } = account
  const brands = managedBrands(pageContext)
  const readable = accounts.filter((each) => each.unavailable === null)
  const isProposed = is_connected || readable.length === 1
  const here = pageContext.brand?.id ?? ''
  const chosen = refused ? (refused.form.get(field + account_id) ?? '') : isProposed ? here : ''
  const about = unavailable === null ? `${account_id}, ${currency}, ${timezone}` : account_id
  const text = html`<span
    ><bdi>${name}</bdi>
    <span class="quiet">${about}</span>
    ${is_connected ? html`<span class="quiet">(connected to this brand)</span>` : ''}
    ${unavailable === null ? '' : html`<span class="quiet">cannot be read: ${words(unavailable)}</span>`}</span
  >`
  if (unavailable !== null) {
    return html`<label class="pick"><input type="checkbox" disabled /> ${text}</label>`
  }
  if (brands.length < 2) {
    return html`<label class="pick"
      ><input type="checkbox" name="${field}${account_id}" value="${here}" ${chosen === here ? 'checked' : ''} />
      ${text}</label
    >`
  }
  return html`<label class="pick"
    >${text}
    <select name="${field}${account_id}">
      <option value="">Do not connect</option>
      ${brands.map(
        (brand) => html`<option value="${brand.id}" ${chosen === brand.id ? 'selected' : ''}>${brand.name}</option>`,
      )}
    </select></label
  >`
}

/** Returns the brands of the account of this brand in which the person may connect accounts. */
function managedBrands({ brand, brands }: PageContext): Brand[] {
  const accountId = brands.find(({ id }) => id === brand?.id)?.account_id
  return brands.filter(({ account_id, role }) => account_id === accountId && (role === 'owner' || role === 'admin'))
}
