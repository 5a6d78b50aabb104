import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { demoFiles } from '../../cli/demo/write_files.ts'

const module = new URL('../../cli/demo/write_files.ts', import.meta.url).href
const script = `
  import { createHash } from 'node:crypto'
  import { demoFiles } from ${JSON.stringify(module)}
  const digests = demoFiles('2026-11-19').map(({ name, text }) => [name, createHash('sha256').update(text()).digest('hex')])
  console.log(JSON.stringify(digests))`

const ordersOf = (lastDate: string, brand: string, month: string) =>
  demoFiles(lastDate)
    .filter((file) => file.brand === brand && file.kind === 'orders')
    .flatMap(({ text }) => text().split('\n'))
    .filter((line) => line.includes(`,${month}-`))

describe('demoFiles', () => {
  test('returns the same bytes for the same day in two processes', async () => {
    const digests = demoFiles('2026-11-19').map(({ name, text }) => [
      name,
      createHash('sha256').update(text()).digest('hex'),
    ])
    const args = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual(digests)
  })

  test.each(['brd_aurora', 'brd_lumen'])('returns the same past orders of %s for any last day', (brand) => {
    for (const month of ['2025-11', '2026-03']) {
      const first = ordersOf('2026-11-19', brand, month)
      expect(first.length).toBeGreaterThan(100)
      expect(ordersOf('2027-03-02', brand, month)).toEqual(first)
    }
  })
})
