/** The pages of a brand, as the navigation lists them. */
export const sections = [
  ['', 'Overview'],
  ['/performance', 'Performance'],
  ['/attribution', 'Attribution'],
  ['/forecasts', 'Forecasts'],
  ['/plan', 'Plan'],
  ['/experiments', 'Experiments'],
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
