import { html } from 'hono/html'
import type { z } from 'zod'
import type { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { feedPlatformName } from '../../../shared/sentences/statements/feed_rules.ts'
import { count } from '../parts/format.ts'
import { pager } from '../parts/notices.ts'

type FeedProblems = z.output<(typeof feedProblems)['output']>

export const problemsAPage = 50

/** What the platforms refuse of the feeds, or a link to check them: a check reads all products. */
export function feedSection(path: string, feed: string | null, found: FeedProblems | null): Markup {
  if (found === null) {
    return html`
      <h2 id="feeds">Feeds</h2>
      <p>
        Google Merchant Center, Meta, OpenAI, Shopify and the Agentic Commerce Protocol publish rules for feeds.
        <a href="${path}?feed=all#feeds">See what they refuse</a>
      </p>
    `
  }
  return html`
    <h2 id="feeds">Feeds</h2>
    <p class="quiet">
      ${count(found.products)} products by the published rules of the platforms. The feeds contain refused products
      nevertheless.
      <a href="/docs/methods/feeds#not-checked">Rules that are not checked</a>
      ${feed === 'all' ? '' : html`<a href="${path}?feed=all#feeds">All platforms</a>`}
    </p>
    <div class="scroll" role="region" tabindex="0" aria-label="Feeds">
      <table>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col" class="number">Refused</th>
            <th scope="col" class="number">With warnings</th>
          </tr>
        </thead>
        <tbody>
          ${found.platforms.map(
            ({ platform, refused, warned }) =>
              html`<tr>
                <th scope="row"><a href="${path}?feed=${platform}#feeds">${feedPlatformName(platform)}</a></th>
                <td class="number">${count(refused)}</td>
                <td class="number">${count(warned)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${feed === 'all' ? '' : problemList(path, feed, found)}
  `
}

function problemList(path: string, feed: string | null, found: FeedProblems): Markup {
  const rules = new Map(found.platforms.flatMap((each) => each.rules.map((rule) => [rule.rule, rule] as const)))
  if (rules.size === 0) return html`<p>No checked rule refuses a product or warns about one.</p>`
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Rules">
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Consequence</th>
            <th scope="col" class="number">Products</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          ${[...rules.values()].map(
            ({ statement, consequence, products, source }) =>
              html`<tr>
                <th scope="row">${statement}</th>
                <td>${consequence}</td>
                <td class="number">${count(products)}</td>
                <td>${source}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div class="scroll" role="region" tabindex="0" aria-label="Problems">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Problem</th>
            <th scope="col">Consequence</th>
          </tr>
        </thead>
        <tbody>
          ${found.problems.map(
            ({ product_id, title, rule, consequence }) =>
              html`<tr>
                <th scope="row"><bdi>${title}</bdi> <span class="quiet">${product_id}</span></th>
                <td>${rules.get(rule)?.statement ?? rule}</td>
                <td>${consequence}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${pager(path, found.page, Math.max(1, Math.ceil(found.total / problemsAPage)), { feed })}
  `
}
