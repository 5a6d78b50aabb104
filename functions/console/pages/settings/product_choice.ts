import { html } from 'hono/html'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { Refused } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { errorOf, fieldError } from '../../parts/forms.ts'
import { partsOf, valueOf } from '../../settings/find_products.ts'
import type { Found } from '../../settings/find_products.ts'

export interface ProductChoice {
  found: readonly Found[]
  /** The choice as product/id or bundle/id. */
  chosen: string | undefined
  /** The text of the search. */
  text: string
  refused: Refused | undefined
}

/**
 * The choice of a product or bundle in a form, with a search. The search is a button of the same form (`action=find`), so that the page
 * comes back with all entered values and what was found.
 */
export function productChoice({ found, chosen, text, refused }: ProductChoice): Markup {
  const error = errorOf(refused, 'subject')
  const isKnown = chosen === undefined || found.some((each) => valueOf(each) === chosen)
  // A choice that does not exist stays visible beside its error.
  const offered = isKnown ? found : [unknown(chosen), ...found]
  return html`
    <fieldset class="pick-list whole-line" ${error ? html`aria-describedby="form-subject-error"` : ''}>
      <legend>Product or bundle</legend>
      ${offered.map((each) => {
        const value = valueOf(each)
        const isChosen = value === chosen
        return html`<label class="pick">
          <input
            type="radio"
            name="subject"
            value="${value}"
            ${isChosen ? 'checked' : ''}
            ${isChosen && error ? html`aria-invalid="true" autofocus` : ''}
          />
          <span
            ><bdi>${each.title}</bdi>
            <span class="quiet"
              >${[each.price, each.kind === 'bundle' ? 'bundle' : '', each.id].filter((part) => part !== '').join(', ')}</span
            ></span
          >
        </label>`
      })}
      ${
        offered.length === 0
          ? html`<p class="quiet">
              ${text === '' ? 'The catalog has no products yet.' : 'Nothing matches. Try fewer or other words, or the id.'}
            </p>`
          : ''
      }
      ${fieldError('form-subject-error', error)}
      <div class="line-form">
        <label
          ><span class="unseen">Search products and bundles</span
          ><input type="search" name="find" value="${text}" maxlength="200" placeholder="Title or id"
        /></label>
        <button class="secondary slim" name="action" value="find">Find</button>
      </div>
    </fieldset>
  `
}

const unknown = (chosen: string): Found => {
  const [kind, id] = partsOf(chosen)
  return { kind: kind === 'bundle' ? 'bundle' : 'product', id, title: id, price: '' }
}

/** A search of products whose results are links to their policies. */
export function productSearch(path: string, text: string | undefined, found: readonly Found[]): Markup {
  const products = found.filter(({ kind }) => kind === 'product')
  return html`
    <form class="line-form" role="search" method="get" action="${path}#products">
      <label
        >Product
        <input type="search" name="find" value="${text ?? ''}" required maxlength="200" placeholder="Title or id"
      /></label>
      <button class="secondary slim">Find a product</button>
    </form>
    ${
      text === undefined
        ? ''
        : products.length === 0
          ? html`<p class="quiet" role="status">No product matches. Try fewer or other words, or the id.</p>`
          : html`<ul class="choices">
              ${products.map(
                ({ id, title, price }) =>
                  html`<li>
                    <a href="${address(path, { product: id })}"><bdi>${title}</bdi></a>
                    <span class="quiet">${price}, ${id}</span>
                  </li>`,
              )}
            </ul>`
    }
  `
}
