import { describe, expect, test } from 'vitest'
import { demoFiles } from '../../scripts/demo/write_files.ts'

describe('the files of the demo', () => {
  test('are the same bytes for the same day', () => {
    const texts = () => demoFiles('2026-11-19').map(({ name, text }) => [name, text()])
    expect(texts()).toEqual(texts())
  })

  test('agree between two days: what one history says of a past day the other says too', () => {
    const orders = (date: string) =>
      demoFiles(date).find(({ name }) => name === 'lumen_orders.csv.gz')?.text().split('\n').filter((line) => line.includes(',2026-03-')) ?? []
    const first = orders('2026-11-19')
    expect(first.length).toBeGreaterThan(100)
    expect(orders('2027-03-02')).toEqual(first)
  })
})

