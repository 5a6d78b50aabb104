import { describe, expect, test } from 'vitest'
import { sources as pages } from '../../functions/docs/built/sources.js'
import { heading } from '../../functions/console/parts/format.ts'
import { source } from '../../shared/operations/sources/sources.ts'
import { api, shell } from '../../shared/sentences/audience.ts'
import { limitationSentences } from '../../shared/sentences/statements/limitations.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'
import { platforms } from '../../shared/sources/platforms.ts'

const guides = Object.entries(pages).filter(([path]) => path.startsWith('guides/connect_')) as [string, string][]
const platformGuides = ['google', 'meta', 'tiktok', 'shopify'].map((name) => `guides/connect_${name}`)
const accessEnd = { ends_at: '2026-12-03T12:00:00Z', is_paused: false }
const ending = { platform: 'Google Ads', version: 'v22', ends_on: '2026-10-07', setting: 'GOOGLE_ADS_API_VERSION' }
const stated = Object.values(sourceStatements).map((sentence) =>
  sentence({ ...ending, ...accessEnd, rates: [], error: 'TypeError', times: 3, reason: 'report_failed' }, api),
)

/** Returns the rows of the table whose first heading is this one. */
function rowsOf(page: string, first: string): string[][] {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${first} |`))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return start < 0
    ? []
    : lines.slice(start + 2, end).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
}

describe('guides of connected accounts', () => {
  test('quote the sentences about sources that need attention', () => {
    const quoted = guides.flatMap(([, page]) => rowsOf(page, 'Sentence').map(([cell = '']) => cell))
    expect(quoted.length).toBeGreaterThan(8)
    const begins = (cell: string) => stated.some((sentence) => sentence === cell || sentence.startsWith(`${cell} `))
    expect(quoted.filter((cell) => !begins(cell))).toEqual([])
  })

  test('list every status and every limitation in the words of the console', () => {
    const page = pages['guides/connect_ad_accounts'] as string
    const statuses = [...(source.shape.status.description ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) =>
      heading(name),
    )
    expect(rowsOf(page, 'Status').map(([name]) => name)).toEqual(statuses)
    const limitations = rowsOf(page, '`limitations` of `GET /v1/sources`').map(([name = '', note]) => [
      name.slice(1, -1),
      note,
    ])
    expect(Object.fromEntries(limitations)).toEqual(limitationSentences)
  })

  test('quote the note about the end of a version, and name only known reasons', () => {
    const page = pages['guides/connect_ad_accounts'] as string
    expect(page).toContain(`A note such as "${sourceStatements.version_ends(ending, shell)}" means`)
    const reasons = guides.flatMap(([, each]) =>
      [...each.matchAll(/reports `(\w+)`/g)].map(([, reason = '']) => reason),
    )
    expect(reasons.filter((reason) => !(reason in sourceStatements))).toEqual([])
  })

  test('say for every platform what the local servers cannot prove, with steps to try it', () => {
    const tried = platformGuides.map(
      (path) => (pages[path as keyof typeof pages] as string).split(/^## Try the real platforms?$/m)[1] ?? '',
    )
    for (const section of tried) {
      expect(section).toContain('They cannot prove how the live platform behaves: ')
      expect(section.match(/^\d+\. /gm)?.length).toBeGreaterThanOrEqual(3)
    }
    const register = pages['guides/register_platforms'] as string
    const named = rowsOf(register, 'Platform').map((cells) => cells.join(' '))
    for (const { title } of platforms) expect(named.join('\n')).toContain(title)
    for (const path of platformGuides) expect(register).toContain(`/docs/${path}`)
  })
})
