import { beforeAll, describe, expect, test } from 'vitest'
import { searchShop } from '../support/search_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const catalog = [
  { id: 'half', title: 'Flask 0.5 l' },
  { id: 'half-ml', title: 'Flask 500 ml' },
  { id: 'large', title: 'Flask 1.5 L' },
  { id: 'two', title: 'Kettlebell 2 kg' },
  { id: 'two-g', title: 'Kettlebell 2000 g' },
  { id: 'four', title: 'Kettlebell 4 kg' },
  { id: 'thousand', title: 'Torch 1,000 lumens' },
  { id: 'thousand-k', title: 'Torch 1k lumens' },
  { id: 'two-hundred', title: 'Torch 200 lm' },
  { id: 'sign', title: 'Television 43"' },
  { id: 'inch', title: 'Television 43 inch' },
  { id: 'wide', title: 'Television 50-inch' },
  { id: 'mat', title: 'Mat 60 cm' },
  { id: 'rug', title: 'Mat 24 inches' },
  { id: 'puzzle', title: 'Puzzle with 1,000 pictures' },
  { id: 'ring', title: 'Ring 14k' },
]

let brandId: string
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

const find = (parameters: Record<string, string>) => searchShop(shops, brandId, parameters)

describe('a number with its unit finds every spelling of it first', () => {
  test.each([
    ['flask 0.5 l', ['half', 'half-ml']],
    ['flask 0,5l', ['half', 'half-ml']],
    ['flask .5 liter', ['half', 'half-ml']],
    ['500 ml flask', ['half', 'half-ml']],
    ['500ml flask', ['half', 'half-ml']],
    ['flask 1500 ml', ['large']],
    ['1.50-liter flask', ['large']],
    ['2 kg kettlebell', ['two', 'two-g']],
    ['two kilograms kettlebell', ['two', 'two-g']],
    ['2,000 g kettlebell', ['two', 'two-g']],
    ['2000g kettlebell', ['two', 'two-g']],
    ['torch 1k lumen', ['thousand', 'thousand-k']],
    ['torch 1,000 lm', ['thousand', 'thousand-k']],
    ['1000lm torch', ['thousand', 'thousand-k']],
    ['television 43"', ['inch', 'sign']],
    ['43in television', ['inch', 'sign']],
    ['43-inch television', ['inch', 'sign']],
    ['television 43″', ['inch', 'sign']],
    ['600 mm mat', ['mat']],
    ['mat 0.6 m', ['mat']],
    ['24" mat', ['rug']],
    ['puzzle 1000', ['puzzle']],
    ['puzzle 1,000', ['puzzle']],
    ['14k ring', ['ring']],
  ])('%s', async (q, ids) => {
    const answer = await find({ q })
    expect([answer.ids.slice(0, ids.length).toSorted(), answer.unmatched]).toEqual([ids, []])
  })
})

describe('a number with its unit that no product has is unmatched as written', () => {
  test.each([
    ['flask 0.7 l', ['0.7 l']],
    ['flask 0.7l', ['0.7l']],
    ['kettlebell 3 kg', ['3 kg']],
    ['torch for 9 people', ['9 people']],
    ['mat 61 cm', ['61 cm']],
    ['torch 2k lumen', ['2k lumen']],
  ])('%s', async (q, unmatched) => {
    expect((await find({ q })).unmatched).toEqual(unmatched)
  })

  test('and a letter that is no unit does not match its number', async () => {
    const answer = await find({ q: 'television 4k' })
    expect([answer.ids.toSorted(), answer.unmatched]).toEqual([['inch', 'sign', 'wide'], ['4k']])
  })
})

describe('quotation marks after numbers', () => {
  let quoted: string
  beforeAll(async () => {
    ;({ brandId: quoted } = await shops.open([
      { id: 'model', title: 'Model 4 lamp' },
      { id: 'named', title: 'Lamp "Series 9"' },
      { id: 'pipe', title: 'Pipe 4"' },
      { id: 'long-pipe', title: 'Pipe 9 inch' },
      { id: 'monitor', title: '"27" monitor" with 4k' },
      { id: 'wide-monitor', title: 'Monitor 32" with 4k' },
      { id: 'board', title: 'Surfboard 3\'6"' },
      { id: 'long-board', title: 'Surfboard 3\'9"' },
    ]))
  })
  const search = (q: string) => searchShop(shops, quoted, { q })

  test.each([
    ['"model 4"', 'model'],
    ['“model 4”', 'model'],
    ['lamp "model 4" for a desk', 'model'],
    ['series 9 lamp', 'named'],
    ['4" pipe', 'pipe'],
    ['4 " pipe', 'pipe'],
    ['27" monitor 4k', 'monitor'],
    ['"27" monitor"', 'monitor'],
    ['monitor 27 inch', 'monitor'],
    ['"monitor" 27"', 'monitor'],
    ['3\'6" surfboard', 'board'],
  ])('%s finds %s first', async (q, id) => {
    const { ids, unmatched } = await search(q)
    expect([ids[0], unmatched.filter((word) => /\d/.test(word))]).toEqual([id, []])
  })

  test('a product with a quotation that ends with a number has no inches', async () => {
    expect((await search('lamp 9 inch')).unmatched).toEqual(['9 inch'])
  })
})
