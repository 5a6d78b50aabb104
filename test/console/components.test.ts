import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairings, spacings } from '../../functions/console/components/tokens.ts'
import { styleText } from '../../functions/console/parts/stylesheet.ts'
import { distances } from '../../shared/pages/scales.ts'
import { ConsoleScene } from '../support/console.ts'
import { Browser } from '../support/browser.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
let development: ConsoleScene
let hosted: ConsoleScene

beforeAll(async () => {
  development = await ConsoleScene.start({ isDevelopment: true })
  hosted = await ConsoleScene.start()
})
afterAll(async () => {
  await development.stop()
  await hosted.stop()
})

/** The functions of parts and of shared pages that return markup, without documents, which contain a whole page. */
function componentNames(): string[] {
  const texts = globSync(['functions/console/parts/*.ts', 'functions/console/charts/*.ts', 'shared/pages/*.ts'], {
    cwd: root,
  }).map(read)
  return texts.flatMap((text) =>
    [...text.matchAll(/^export function (\w+)(?:<\w+>)?\([^]*?\): ([^{\n]*) \{$/gm)]
      .filter(([, name, type = '']) => type.startsWith('Markup') && !name?.endsWith('Document'))
      .map(([, name = '']) => name),
  )
}

describe('GET /console/_components', () => {
  test('returns 404 in a hosted deployment, with and without a session', async () => {
    const brand = await hosted.brand()
    const { browser } = await hosted.member(brand.brandId, 'owner')
    for (const visitor of [browser, new Browser(hosted.api.url)]) {
      const { status, html } = await visitor.open('/console/_components')
      expect([status, html]).toEqual([404, expect.not.stringContaining('Drop a file here')])
    }
  })

  test('shows the components of a development installation without a session', async () => {
    const page = await new Browser(development.api.url).open('/console/_components')
    expect(page.status).toBe(200)
    for (const title of ['Colors', 'Contrast', 'Type scale', 'Menus', 'Forms', 'Tables', 'Charts', 'Empty states']) {
      expect(page.html).toContain(`<h2>${title}</h2>`)
    }
    expect(page.html).not.toMatch(/undefined|NaN|\[object/)
    const text = page.html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'projected $4,900.00 (80% interval $4,700.00 to $5,150.00), 98.0% of the budget: on track. The projections of the campaigns',
    )
    expect(text).toContain('Budget of the month: $5,000.00.')
    expect((await new Browser(development.api.url).open('/console/_components?x=1')).status).toBe(400)
  })

  test('has only sizes of type and distances of the scales', () => {
    expect([...styleText.matchAll(/font-size: ([\d.]+rem)/g)].map(([, size]) => size)).toEqual([])
    const scale = distances.map((distance) => `${distance}rem`)
    expect(spacings().filter(({ size }) => !scale.includes(size))).toEqual([])
  })

  test('is rendered by every component function', () => {
    const sources = globSync('functions/console/components/*.ts', { cwd: root }).map(read).join('\n')
    const names = componentNames()
    expect(names.length).toBeGreaterThan(30)
    // These are rendered by other components (the frame, fields, the notice of a secret and the drawing of bars), or have nothing to see.
    const within = ['copyScript', 'drawBars', 'fieldError', 'questionBox', 'secretValue', 'versionField']
    expect(names.filter((name) => !within.includes(name) && !sources.includes(`${name}(`))).toEqual([])
  })

  test('lists text colors with a contrast of 4.5 and marks with one of 3, in both schemes', () => {
    const weak = pairings().filter(({ light, dark, least }) => Math.min(light, dark) < least)
    expect(weak).toEqual([])
  })
})
