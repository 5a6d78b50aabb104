import { addDays, isDay } from '../days.ts'
import { fields, resources } from './fields.ts'
import type { Field } from './fields.ts'

export interface Condition {
  field: string
  operator: string
  values: string[]
}

export interface Query {
  fields: string[]
  resource: string
  conditions: Condition[]
  order: { field: string; isDescending: boolean }[]
  limit: number | null
}

/** A query that the Google Ads API refuses, with the name of its QueryError (v25_query_error.proto). */
export class GaqlError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const token =
  /\s*(?:('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)|(!=|<=|>=|[=<>(),]))/y
const clauses = /^(SELECT|FROM|WHERE|ORDER|LIMIT|PARAMETERS)$/i
const ranges = /^(TODAY|YESTERDAY|LAST_7_DAYS|LAST_14_DAYS|LAST_30_DAYS|THIS_MONTH|LAST_MONTH)$/

/** Parses and checks a query in the Google Ads Query Language. Throws a GaqlError. */
export function parseGaql(text: string): Query {
  const tokens = tokensOf(text)
  let place = 0
  const peek = () => tokens[place]
  const is = (word: string) => peek()?.toUpperCase() === word
  const take = (): string => {
    const next = tokens[place++]
    if (next === undefined) throw new GaqlError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
    return next
  }
  const expect = (word: string, code: string) => {
    if (!is(word)) throw new GaqlError(code, `Error in query: expected ${word}, found ${peek() ?? 'end of query'}.`)
    place += 1
  }
  const list = (): string[] => {
    const items = [take()]
    while (is(',')) {
      place += 1
      items.push(take())
    }
    return items
  }

  expect('SELECT', 'EXPECTED_SELECT')
  const query: Query = { fields: list(), resource: '', conditions: [], order: [], limit: null }
  expect('FROM', 'EXPECTED_FROM')
  query.resource = take()
  if (is('WHERE')) {
    do {
      place += 1
      query.conditions.push(condition())
    } while (is('AND'))
  }
  if (is('ORDER')) {
    place += 1
    expect('BY', 'EXPECTED_BY')
    do {
      if (is(',')) place += 1
      const field = take()
      const isDescending = is('DESC')
      if (isDescending || is('ASC')) place += 1
      query.order.push({ field, isDescending })
    } while (is(','))
  }
  if (is('LIMIT')) {
    place += 1
    query.limit = Number(take())
    if (!Number.isInteger(query.limit)) throw new GaqlError('BAD_LIMIT_VALUE', 'Error in query: invalid limit.')
    if (query.limit < 1) throw new GaqlError('LIMIT_VALUE_TOO_LOW', 'The limit must be greater than zero.')
  }
  if (place < tokens.length) throw new GaqlError('UNEXPECTED_INPUT', `Error in query: unexpected input ${peek()}.`)
  check(query)
  return query

  function condition(): Condition {
    const field = take()
    let operator = take().toUpperCase()
    if (operator === 'NOT') operator = `NOT ${take().toUpperCase()}`
    if (operator === 'IS') operator = is('NOT') ? `IS ${take().toUpperCase()}` : 'IS'
    if (operator === 'BETWEEN') {
      const low = take()
      expect('AND', 'EXPECTED_AND')
      return { field, operator, values: [low, take()].map(unquoted) }
    }
    if (operator === 'IN' || operator === 'NOT IN') {
      if (!is('(')) throw new GaqlError('EXPECTED_LIST', 'Error in query: expected a list.')
      place += 1
      if (is(')')) throw new GaqlError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'The list must not be empty.')
      const values = list()
      if (take() !== ')') throw new GaqlError('EXPECTED_LIST', 'Error in query: expected ).')
      return { field, operator, values: values.map(unquoted) }
    }
    if (!/^(=|!=|<|<=|>|>=|LIKE|NOT LIKE|DURING|IS|IS NOT)$/.test(operator)) {
      throw new GaqlError('BAD_OPERATOR', `Error in query: invalid operator ${operator}.`)
    }
    return { field, operator, values: [unquoted(take())] }
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const start = token.lastIndex
    const match = token.exec(text)
    if (!match) {
      const rest = text.slice(start).trim()
      const code = /^['"]/.test(rest) ? 'STRING_NOT_TERMINATED' : 'BAD_SYMBOL'
      throw new GaqlError(code, `Error in query: unexpected input ${rest.slice(0, 20)}.`)
    }
    tokens.push(match[0].trim())
  }
  return tokens
}

function unquoted(value: string): string {
  return /^['"]/.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}

function check(query: Query): void {
  const resource = resources[query.resource]
  if (!resource) {
    throw new GaqlError('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `${query.resource} is not a resource of a FROM clause.`)
  }
  const orders = query.order.map(({ field }) => field)
  const used = [...query.fields, ...query.conditions.map(({ field }) => field), ...orders]
  const unknown = used.filter((field) => clauses.test(field) || !(field in fields))
  if (unknown.length > 0) {
    throw new GaqlError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${unknown[0]}'.`)
  }
  for (const field of used) checkResource(field, query, resource)
  const missing = orders.find((field) => !query.fields.includes(field))
  if (missing) throw expectedInSelect(missing)
  for (const each of query.conditions) checkCondition(each, fields[each.field] as Field)
  const hour = query.conditions.find(({ field }) => field === 'segments.hour')
  if (hour && !query.fields.includes('segments.hour')) throw expectedInSelect('segments.hour')
  if (query.fields.includes('segments.date')) {
    const { from, to } = boundsOf(query)
    if (!from || !to) {
      throw new GaqlError('EXPECTED_FILTERS_ON_DATE_RANGE', 'The filter on segments.date must have a start and an end.')
    }
  }
}

function checkResource(field: string, query: Query, resource: { with: readonly string[]; hasMetrics: boolean }): void {
  const name = field.split('.')[0] as string
  const place = query.fields.includes(field) ? 'SELECT' : 'WHERE'
  if (name === 'metrics' && !resource.hasMetrics) {
    throw new GaqlError(
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `${field} cannot be used with ${query.resource}.`,
    )
  }
  if (name === 'segments' && !resource.hasMetrics) {
    throw new GaqlError(
      'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
      `${field} cannot be used with ${query.resource}.`,
    )
  }
  if (name !== 'metrics' && name !== 'segments' && !resource.with.includes(name)) {
    throw new GaqlError(
      `PROHIBITED_RESOURCE_TYPE_IN_${place}_CLAUSE`,
      `${field} cannot be used with ${query.resource}.`,
    )
  }
}

function checkCondition({ field, operator, values }: Condition, { kind, constants }: Field): void {
  const isDate = field === 'segments.date'
  if (operator === 'DURING') {
    if (!isDate || !ranges.test(values[0] as string)) {
      throw new GaqlError('INVALID_VALUE_WITH_DURING_OPERATOR', `${values[0]} is not a date range.`)
    }
    return
  }
  if (isDate && !values.every(isDay)) {
    throw new GaqlError('INVALID_DATE_FORMAT', `Invalid date: ${values.join(', ')}. Expected 'YYYY-MM-DD'.`)
  }
  if (isDate && operator === 'BETWEEN' && (values[0] as string) > (values[1] as string)) {
    throw new GaqlError('DATE_RANGE_TOO_NARROW', 'The start date must not be after the end date.')
  }
  const wrong = constants && !operator.startsWith('IS') && values.find((value) => !constants.includes(value))
  if (wrong) throw new GaqlError('BAD_ENUM_CONSTANT', `Invalid enum value: '${wrong}'.`)
  if (kind === 'enum' && /^(<|>|BETWEEN|LIKE)/.test(operator)) {
    throw new GaqlError('OPERATOR_FIELD_MISMATCH', `${operator} cannot be used with ${field}.`)
  }
}

/** Returns the days of the conditions on `segments.date`, without those of DURING. */
export function boundsOf(query: Query): { from: string | null; to: string | null; during: string | null } {
  let from: string | null = null
  let to: string | null = null
  for (const { field, operator, values } of query.conditions) {
    if (field !== 'segments.date') continue
    const [first = '', last = first] = values
    if (operator === 'DURING') return { from: first, to: first, during: first }
    if (/^(=|>=|BETWEEN)$/.test(operator)) from = first
    if (/^(=|<=|BETWEEN)$/.test(operator)) to = last
    if (operator === '>') from = addDays(first, 1)
    if (operator === '<') to = addDays(last, -1)
  }
  return { from, to, during: null }
}

function expectedInSelect(field: string): GaqlError {
  return new GaqlError(
    'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    `The following field must be present in SELECT clause: '${field}'.`,
  )
}
