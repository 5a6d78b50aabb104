import { sources } from '../built/sources.js'
import { errorPages } from './error_pages.ts'
import { operationPages } from './operation_pages.ts'
import type { Page, Section } from './page.ts'

/** Pages written by hand, in reading order. */
const written: { title: string; pages: [path: string, about: string][] }[] = [
  {
    title: 'Guides',
    pages: [
      ['guides/first_request', 'Get a key and send requests with curl and the typed client.'],
      ['guides/connect_an_assistant', 'Use the MCP connector with Claude, ChatGPT, Cursor and scripts.'],
      ['guides/sign_requests', 'Be known as an agent by signed requests to a storefront.'],
      ['guides/shop_over_ucp', 'Search and check out with the Universal Commerce Protocol.'],
      ['guides/agentic_checkout', 'Start a checkout with the Agentic Commerce Protocol, which ends at the merchant.'],
      ['guides/negotiate_over_ucp', 'The negotiation extension of the Universal Commerce Protocol.'],
      ['guides/receive_webhooks', 'Receive signed events at your own endpoint.'],
      ['guides/resume_a_stream', 'Read events in order and continue after an interruption.'],
      ['guides/upload_files', 'Upload reports, orders and catalogs in the console.'],
      ['guides/import_data', 'Import ads, orders, journeys and products from files.'],
      ['guides/connect_ad_accounts', 'Connect accounts of ad platforms, GA4 and shops in the console.'],
      ['guides/register_platforms', 'Register an installation at the platforms, and test the connection.'],
      ['guides/connect_google', 'Register Vitrine at Google and connect Google Ads and GA4.'],
      ['guides/connect_meta', 'Register Vitrine at Meta and connect ad accounts.'],
      ['guides/connect_tiktok', 'Register Vitrine at TikTok and connect advertiser accounts.'],
      ['guides/connect_shopify', 'Register Vitrine at Shopify, subscribe to webhooks and connect shops.'],
      [
        'guides/brand_settings',
        'Change name, storefront, attribution, targets and prices for agents of a brand in the console.',
      ],
      ['guides/run_experiments', 'Measure what ads cause, with blocks of days without them.'],
      ['guides/sql_for_analysts', 'Query the data of your brands with psql.'],
      ['guides/connect_dashboards', 'Connect Metabase, Grafana and dbt to the analyst views.'],
      ['guides/sign_in', 'Sign in, reset the password, and set up a second factor.'],
      ['guides/manage_people', 'Invite people to a brand, and change their roles.'],
      ['guides/alert_rules', 'Set bounds of a brand, and be informed when one is crossed.'],
      ['guides/notifications', 'Choose which mails about a brand you get, turn them off, and connect Slack.'],
      ['guides/deploy', 'Run the functions with Deno, in containers or on Supabase.'],
      ['guides/privacy', 'Export, erase and delete the data of customers, brands and accounts.'],
      ['guides/operate', 'Monitor, upgrade, back up and scale an installation.'],
      ['guides/find_a_slow_operation', 'Find the operation behind a slow request or statement.'],
      ['guides/rotate_secrets', 'Replace keys, passwords and other secrets of an installation.'],
    ],
  },
  {
    title: 'Methods',
    pages: [
      ['methods/forecasts', 'Models, intervals, totals, holidays and promotions, with their measured accuracy.'],
      ['methods/anomalies', 'Detectors, expected values and thresholds, with their measured accuracy.'],
      ['methods/attribution', 'The models that divide the value of orders among channels.'],
      ['methods/explanations', 'The division of a change among campaigns and factors.'],
      ['methods/budgets', 'Response curves of campaigns: the expected effect of another spend, and its interval.'],
      ['methods/restatements', 'How far platforms change the numbers of past days.'],
      ['methods/creative_fatigue', 'When the click-through rate of a creative has fallen.'],
      ['methods/lift', 'Switch-back experiments: design, interval and cost per incremental order.'],
      ['methods/search', 'The score of a product for a query of an agent.'],
      ['methods/feeds', 'The published rules of each platform for its feed, their sources, and what is not checked.'],
    ],
  },
  {
    title: 'Policies',
    pages: [
      ['promises', 'Guarantees, each with the test that verifies it.'],
      ['deprecation', 'How operations and fields change and are removed.'],
      ['changelog', 'Changes in each version.'],
      ['client', 'The typed client, generated from the OpenAPI document.'],
    ],
  },
]

/** Every page of the documentation except the front page. */
export function contents(document: Parameters<typeof operationPages>[0], baseUrl: string): Section[] {
  const guides = written.map(({ title, pages }) => ({
    title,
    pages: pages.map(([path, about]) => writtenPage(path, about, baseUrl)),
  }))
  return [...guides, errorPages(), ...operationPages(document)]
}

function writtenPage(path: string, about: string, baseUrl: string): Page {
  const markdown = (sources[path] as string).replaceAll('{{base_url}}', baseUrl)
  return { path, title: /^# (.+)$/m.exec(markdown)?.[1] as string, about, markdown }
}

/** The Markdown of a page without its instructions for tests. */
export function markdownSource({ markdown }: Pick<Page, 'markdown'>): string {
  return markdown.replaceAll(/^<!--.*-->\n/gm, '')
}
