import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { noAccounts, noReadableAccounts } from '../../../shared/sentences/statements/no_accounts.ts'
import { statusOfAccount } from '../../../shared/sentences/statements/platform_statuses.ts'
import type { PlatformName } from '../../../shared/sources/platform.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { formError, ownForm } from '../parts/forms.ts'
import { emptyState } from '../parts/notices.ts'
import { feeds, managedBrands } from '../sources/connect_chosen.ts'
import type { Account, UnreachedSource } from '../sources/connect_chosen.ts'

type Brand = PageContext['brands'][number]

export interface AccountsPage {
  pageContext: PageContext
  platform: PlatformName
  /** The name of the platform. */
  title: string
  accounts: Account[]
  /** Connected accounts that the person may expect, and that the grant does not reach. */
  unreached: UnreachedSource[]
  /** The beginning of the names of fields. The id of the account follows. */
  field: string
  refused?: Refused | undefined
}

/** The accounts that a grant reaches. A person chooses those to connect, each for brands that the person manages. */
export function accountsPage(shown: AccountsPage): Markup {
  const { pageContext, platform, title, accounts, refused } = shown
  const list = listOf(pageContext)
  const isReadable = accounts.some(({ unavailable }) => unavailable === null)
  const lists = groups(shown).map(([legend, members]) => group(shown, legend, members))
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${list}">Sources</a></p>
        <h1>Choose accounts of ${title}</h1>
        <p class="quiet">
          Vitrine reads the numbers of the accounts that you choose. It never changes anything in them.
        </p>
      </div>
    </header>
    ${unreachedNotice(shown)}
    ${
      isReadable
        ? html`<form class="form" method="post" action="${pageContext.path}">
            ${ownForm(pageContext)} ${formError(refused, [])} ${lists} ${ratesNotes(shown)} ${clearedNote(accounts)}
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

/** Names the connected accounts that the new access does not reach, before anything is changed. */
function unreachedNotice({ pageContext, unreached, title }: AccountsPage): Markup | string {
  if (unreached.length === 0) return ''
  const brandOf = ({ brand_id }: UnreachedSource) => pageContext.brands.find(({ id }) => id === brand_id)?.name
  const isBroken = unreached.some(({ status }) => status === 'needs_attention')
  return html`
    <div class="alert banner" role="status">
      <p>
        <strong
          >Your sign-in at ${title} cannot open ${unreached.length === 1 ? '1 account' : `${unreached.length} accounts`}
          that you may expect.</strong
        >
        Nothing changes for ${unreached.length === 1 ? 'it' : 'them'}:
      </p>
      <ul>
        ${unreached.map(
          (source) =>
            html`<li>
              <bdi>${source.name}</bdi> (${source.account_id}), brand <bdi>${brandOf(source)}</bdi>${
                source.status === 'needs_attention' ? ', still needs attention' : ', works as before'
              }
            </li>`,
        )}
      </ul>
      <p>
        ${
          isBroken
            ? 'To repair those that need attention, connect again and sign in with an account that can open them.'
            : 'To read them with your sign-in too, connect again and sign in with an account that can open them.'
        }
        <a href="${listOf(pageContext)}">Back to Sources</a>
      </p>
    </div>
  `
}

function clearedNote(accounts: readonly Account[]): Markup | string {
  if (!accounts.some(({ connected, unavailable }) => connected.length > 0 && unavailable === null)) return ''
  return html`<p class="note">An account whose box you clear stays connected as before.</p>`
}

/** Returns the accounts that can be read by the manager account through which they are reached, and then the others. */
function groups({ accounts }: AccountsPage): [legend: string, members: Account[]][] {
  const readable = accounts.filter(({ unavailable }) => unavailable === null)
  const managers = [...new Set(readable.map(({ manager_id }) => manager_id))]
  const rest = accounts.filter(({ unavailable }) => unavailable !== null)
  const direct = managers.length > 1 ? 'Direct access' : 'Accounts'
  const named = managers.map((manager): [string, Account[]] => {
    const members = readable.filter(({ manager_id }) => manager_id === manager)
    return [manager === null ? direct : `Manager account ${managerOf(members[0] as Account)}`, members]
  })
  return rest.length === 0 ? named : [...named, ['Accounts that cannot be read', rest]]
}

function managerOf({ manager_id, manager_name }: Account): string {
  return manager_name === null ? `${manager_id}` : `${manager_name} (${manager_id})`
}

function group(shown: AccountsPage, legend: string, members: Account[]): Markup {
  return html`
    <fieldset>
      <legend><bdi>${legend}</bdi></legend>
      ${members.map((account) => choice(shown, account))}
    </fieldset>
  `
}

/** Brands that are offered without opening a list. */
const brandsMax = 6

/** An account with a box for each brand of the person, so that one access connects it to several brands. */
function choice(shown: AccountsPage, account: Account): Markup {
  const { pageContext } = shown
  const managed = managedBrands(pageContext.brands, pageContext.brand?.id ?? '')
  const text = about(account, pageContext)
  if (account.unavailable !== null) return html`<p class="pick">${text}</p>`
  const chosen = chosenOf(shown, account)
  const [only, another] = managed
  if (only && !another) return html`${pick(shown, account, { brand: only, text, chosen })}`
  const box = (brand: Brand) => {
    const verb = feeds(account, brand.id) ? 'Renew the access for' : 'Connect to'
    const named = html`<span><span class="unseen">${account.name}: </span>${verb} <bdi>${brand.name}</bdi></span>`
    return pick(shown, account, { brand, text: named, chosen })
  }
  const isFirst = (brand: Brand) => feeds(account, brand.id) || chosen.includes(brand.id)
  const others = managed.filter((brand) => !isFirst(brand))
  const isLong = managed.length > brandsMax && others.length > 1
  return html`<div class="account">
    <p class="pick">${text}</p>
    ${managed.filter((brand) => isFirst(brand) || !isLong).map(box)}
    ${
      isLong
        ? html`<details>
            <summary><span class="unseen">${account.name}: </span>Connect to other brands (${others.length})</summary>
            ${others.map(box)}
          </details>`
        : ''
    }
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
  const { account_id, name, currency, timezone, manager_id, unavailable } = account
  const through = manager_id === null ? '' : `, manager account ${managerOf(account)}`
  const connected = brands.filter(({ id }) => feeds(account, id)).map((brand) => brand.name)
  return html`<span
    ><bdi>${name}</bdi>
    <span class="quiet"
      >${unavailable === null ? `${account_id}, ${currency}, ${timezone}` : account_id + through}.</span
    >
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

/** Says once for each pair of currencies which rates the brands need. */
function ratesNotes({ pageContext, accounts }: AccountsPage): Markup[] {
  const managed = managedBrands(pageContext.brands, pageContext.brand?.id ?? '')
  const readable = accounts.filter(({ unavailable }) => unavailable === null)
  const currencies = [...new Set(readable.map(({ currency }) => currency))]
  const pairs = currencies.flatMap((currency) =>
    [...new Set(managed.map((brand) => brand.currency))]
      .filter((each) => each !== currency)
      .map((each) => [currency, each]),
  )
  return pairs.map(([from, to]) => {
    const brands = managed.filter(({ currency }) => currency === to).map(({ name }) => name)
    return html`<p class="note">
      <bdi>${brands.join(', ')}</bdi> ${brands.length === 1 ? 'shows' : 'show'} amounts in ${to}. Accounts in ${from}
      need the exchange rate from ${from} to ${to} of each day. Without these rates, their numbers are missing and the
      account needs attention. Ask the people who run Vitrine for you to add the rates.
    </p>`
  })
}

function listOf({ brand }: PageContext): string {
  return `/console/brands/${brand?.id}/sources`
}
