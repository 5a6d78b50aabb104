import type { Installation } from './home.ts'

/** Returns the text of the first start: addresses, one key of each kind, a sign-in, and example requests that can be pasted. */
export function welcome({ base_url, keys, person, brands }: Installation): string {
  const from = daysAgo(30)
  const to = daysAgo(1)
  const range = `date_from=${from}&date_to=${to}`
  const request = (key: string | undefined, path: string) =>
    `curl -s -H 'Authorization: Bearer ${key}' '${base_url}${path}'`
  return `
Vitrine runs at ${base_url}   (Ctrl-C to stop)

Keys
  analytics, live    ${keys.analytics_live}
  analytics, test    ${keys.analytics_test}
  connector          ${keys.connector_live}
  storefront, read   ${keys.storefront_pk_live}
  storefront, write  ${keys.storefront_sk_live}
  event stream       ${keys.events}
Console              ${base_url}/console
Sign-in              ${person.email}   ${person.password}
Documentation        ${base_url}/docs
Connector            ${base_url}/mcp   (apps sign in with OAuth, or send the connector key)
Connected apps       ${base_url}/oauth/connections
Brands               ${brands.map(({ id, name }) => `${id} (${name})`).join(', ')}

Example requests
  ${request(keys.analytics_live, '/v1/brands')}
  ${request(keys.analytics_live, `/v1/metrics?brand_id=brd_aurora&${range}`)}
  ${request(keys.analytics_live, `/v1/metrics?brand_id=brd_lumen&${range}&level=campaign&granularity=week&metrics=roas,spend,revenue`)}
  ${request(keys.analytics_test, `/v1/metrics?brand_id=brd_fresh&${range}&level=ad&metrics=ctr,hook_rate,spend&limit=5`)}
  ${request(keys.analytics_live, '/v1/metrics/definitions')}
  ${request(keys.analytics_live, `/v1/attribution?brand_id=brd_aurora&${range}`)}
  ${request(keys.analytics_live, '/v1/forecasts?brand_id=brd_aurora&type=revenue')}
  ${request(keys.analytics_live, '/v1/anomalies?brand_id=brd_aurora')}
  ${request(keys.storefront_pk_live, '/api/storefront/brd_aurora/search?q=tents+under+300')}
  curl -s -H 'Authorization: Bearer ${keys.connector_live}' -d '{}' '${base_url}/api/mcp/brands'
  curl -s ${base_url}/openapi.json
`
}

/** Returns the text of later starts: addresses, and where the keys are. Terminals and logs must not show secrets at each start. */
export function welcomeBack({ base_url, person }: Installation, file: string): string {
  return `
Vitrine runs at ${base_url}   (Ctrl-C to stop)

Console         ${base_url}/console   (sign in as ${person.email})
Documentation   ${base_url}/docs
Connector       ${base_url}/mcp
Keys, password  printed by the first start, and in ${file}
New key         npm run vitrine -- keys create --help
New password    npm run vitrine -- people password --help
`
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
