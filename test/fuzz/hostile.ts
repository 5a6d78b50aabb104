import fc from 'fast-check'
import type { Schema } from './described.ts'

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

/** Unusual texts. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\u001f',
  '\u007f',
  '\ufeff',
  '😀'.repeat(300),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '+1',
  ' 7',
  '٣',
  '1_000',
  '99999999999999999999',
  '-1',
  '0',
  '1.5',
  '1e-9',
  '2147483648',
  '-9223372036854775809',
  '1e308',
  'true',
  'TRUE',
  'yes',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '10000-01-01',
  '2026-11-20T25:00:00Z',
  '2026-11-20T12:00:00+99:00',
  '-infinity',
  'epoch',
  'today',
  "'; drop table core.brands;--",
  '$1',
  '%',
  '\\',
  '{',
  '{}',
  '{"a":1}',
  '[',
  '(',
  '*',
  '|',
  '&',
  '!',
  'a & | !',
  '<->',
  ':*',
  ','.repeat(50),
  'a,'.repeat(60),
  '../../etc/passwd',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'http://169.254.169.254/',
  'https://[::1]:1/',
  'brd_unknown',
  'ſ',
  'İ',
  'ß',
]

const hostileValues: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  0,
  -0,
  -1,
  0.1,
  1.5,
  1e-9,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  999_999_999_999.999,
  nested(40),
  nested(2000),
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: { admin: true } } },
  { toString: 1 },
  { length: 1e9 },
]

/** The numbers next to every bound in these schemas. */
function beyondBounds(schemas: Schema[]): unknown[] {
  const found = [...JSON.stringify(schemas).matchAll(/"(min|max)\w*":(-?[\d.]+)/g)].map(([, , number]) =>
    Number(number),
  )
  const small = found.filter((bound) => bound >= 0 && bound <= 20_000)
  return [
    ...found.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5]),
    ...small.flatMap((bound) => ['a'.repeat(bound + 1), 'a'.repeat(bound)]),
    ...small
      .filter((bound) => bound <= 200)
      .flatMap((bound) => [Array<string>(bound + 1).fill('a'), Array.from({ length: bound + 1 }, () => ({}))]),
  ]
}

export function hostileTextsFor(schemas: Schema[]): fc.Arbitrary<string> {
  const bounds = beyondBounds(schemas).map((value) => (Array.isArray(value) ? value.join(',') : String(value)))
  return fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.constantFrom(...hostileTexts, ...bounds),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
}

export function hostileValuesFor(schemas: Schema[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(...hostileValues),
    fc.constantFrom<unknown>(...hostileTexts),
    fc.constantFrom<unknown>(null, ...beyondBounds(schemas)),
    fc.jsonValue({ maxDepth: 2 }),
  )
}

/** Malformed paths: incomplete percent-encoding, invalid UTF-8, parent directories. */
export const brokenSegments = [
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '..',
  '%2e%2e',
  '.',
  '',
  'a%2fb',
  '%00',
  ';a=1',
  'a'.repeat(3000),
]

/** Bodies that are not JSON objects. */
export const brokenBodies = [
  '',
  '{',
  '{"a":1',
  '[]',
  'null',
  '1',
  '"a"',
  'NaN',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"a":\u0000}',
  '['.repeat(50_000),
  '{"a":'.repeat(10_000),
  `{"a":1${'0'.repeat(400)}}`,
  '<a/>',
  'a=1&b=2',
  '{"\\ud800":1}',
  '{"\\u0000":1}',
]

/** Headers that clients should not send, but proxies and testers do. */
export const oddHeaders: Record<string, string>[] = [
  ...[
    'text/html',
    'application/xml',
    '*/*;q=0',
    'application/vnd.svc.v9.9+json',
    'application/vnd.svc.v1.0+json',
    ',;,',
  ].map((Accept) => ({ Accept })),
  ...[
    'text/xml',
    'multipart/form-data',
    'application/json; charset=utf-16',
    'a',
    'application/x-www-form-urlencoded',
  ].map((type) => ({ 'Content-Type': type })),
  ...['*', 'W/"x"', '"'].map((tag) => ({ 'If-None-Match': tag })),
  { Range: 'bytes=0-0' },
  { 'X-Request-Id': 'a b' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-OSP-Capabilities': ',,a,' },
  { Origin: 'null' },
  { 'Last-Event-ID': 'é\u00ff' },
  { Cookie: 'vitrine_session=x; __proto__=1' },
  { 'Content-Encoding': 'gzip' },
  { Forwarded: 'for=1' },
]
