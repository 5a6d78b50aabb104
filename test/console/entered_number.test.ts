import { expect, test } from 'vitest'
import { enteredNumber, faultOf } from '../../functions/console/settings/amounts/entered_number.ts'

test.each([
  ['1,250', 'USD', '1,250 can mean thousands or decimals. Write 1250, or 1.25 for decimals.'],
  ['1.500', 'EUR', '1.500 can mean thousands or decimals. Write 1500, or 1.50 for decimals.'],
  ['1,234', 'EUR', '1,234 can mean thousands or decimals. Write 1234, or an amount with at most 2 decimals.'],
  ['1,234', 'KWD', '1,234 can mean thousands or decimals. Write 1234, or 1.234 for decimals.'],
  ['1,234', 'JPY', '1,234 can mean thousands or decimals. Write 1234. Amounts in JPY have no decimals.'],
  ['1.234', 'EUR', '1.234 can mean thousands or decimals. Write 1234, or an amount with at most 2 decimals.'],
  ['1,250', undefined, '1,250 can mean thousands or decimals. Write 1250, or 1.25 for decimals.'],
  ['1.250', undefined, '1.250 can mean thousands or decimals. Write 1250, or 1.25 for decimals.'],
  ['1,234', undefined, '1,234 can mean thousands or decimals. Write 1234, or 1.234 for decimals.'],
  [
    '€5',
    'JPY',
    '€5 is an amount in Euro (EUR), and amounts of this brand are in JPY. Enter an amount in JPY, such as 1200.',
  ],
])('%s in %s is refused with what to write', (text, currency, sentence) => {
  expect(faultOf(text, currency)).toBe(sentence)
})

test.each([
  ['1,234.50', 'USD'],
  ['1.000,00', 'EUR'],
  ['0.125', 'KWD'],
  ['1.234', 'KWD'],
  ['1.234', undefined],
  ['1234', 'JPY'],
  ['$1,200.50', 'USD'],
])('%s in %s has one meaning', (text, currency) => {
  expect(faultOf(text, currency)).toBeUndefined()
})

test.each([
  ['1,000.50', '1000.5'],
  ['1.000,50', '1000.5'],
  ['1 000', '1000'],
  ['1\u202f000', '1000'],
  ["1'000", '1000'],
  ['1,250,000', '1250000'],
  ['1.250.000', '1250000'],
  ['4,5', '4.5'],
  ['1,00,0', '1,00,0'],
])('%s is read as %s', (text, number) => {
  expect(faultOf(text, 'USD')).toBeUndefined()
  expect(enteredNumber(text)).toBe(number)
})
