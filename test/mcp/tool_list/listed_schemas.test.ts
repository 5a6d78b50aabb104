import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { knownMetricNames } from '../../../shared/schema/analytics/metric_names.ts'
import { tools } from '../../../shared/tools.ts'
import { exampleOf } from './schema_example.ts'
import { contractMembers, listedMembers } from './schema_members.ts'
import type { Schema } from './schema_members.ts'

const named = tools.map((tool) => [tool.name, tool] as const)

describe('a listed output schema', () => {
  test.each(named)('of %s has every member of the contract with its type', (_, tool) => {
    const members = listedMembers(tool.listed.outputSchema)
    expect(Object.keys(members).length).toBeGreaterThan(5)
    expect(members).toEqual(contractMembers(tool.output))
  })

  test.each(named)('of %s has descriptions only of members that exist', (_, tool) => {
    const members = listedMembers(tool.listed.outputSchema)
    const args = listedMembers(tool.listed.inputSchema)
    expect(Object.keys(tool.resultNotes ?? {}).filter((path) => !(path in members))).toEqual([])
    expect(Object.keys(tool.argumentNotes ?? {}).filter((path) => !(path in args))).toEqual([])
    const notes = [...Object.values(tool.resultNotes ?? {}), ...Object.values(tool.argumentNotes ?? {})]
    const listed = JSON.stringify([tool.listed.inputSchema, tool.listed.outputSchema])
    for (const note of notes) expect(listed).toContain(`"description":${JSON.stringify(note)}`)
  })

  test.each(named)('of %s refuses every member of another type', (_, tool) => {
    const schema = tool.listed.outputSchema
    const valid = exampleOf(tool.output) as Schema
    for (const Validator of [Ajv, Ajv2020]) {
      const validate = new Validator({ strict: false, validateFormats: false }).compile(schema)
      expect([validate(valid), validate.errors]).toEqual([true, null])
      for (const [path, wrong] of wrongValues(valid)) expect([path, validate(wrong)]).toEqual([path, false])
    }
  })

  test('repeats no object of more than three members', () => {
    for (const { name, listed } of tools) {
      const texts = objectsOf(listed.outputSchema).map((each) => JSON.stringify(each))
      expect([name, texts.filter((text, index) => texts.indexOf(text) !== index)]).toEqual([name, []])
    }
  })
})

describe('a listed input schema', () => {
  test.each(named)('of %s has every argument of the contract with type, default and required', (_, tool) => {
    const { inputSchema, listed } = tool
    expect(listedMembers(listed.inputSchema)).toEqual(listedMembers(inputSchema))
    expect(listed.inputSchema.required ?? []).toEqual(inputSchema.required)
    expect(listed.inputSchema.additionalProperties).toBe(false)
    const given = (schema: Schema, name: string) => (schema.properties as Record<string, Schema>)[name]
    for (const name of Object.keys(inputSchema.properties as Schema).filter((each) => each !== 'response_format')) {
      expect(given(listed.inputSchema, name)?.default).toEqual(given(inputSchema, name)?.default)
    }
  })

  test('lists the metric names wherever an argument is one', () => {
    const metricArguments = tools.flatMap(({ name, listed }) =>
      Object.entries(listedMembers(listed.inputSchema)).flatMap(([path, type]) =>
        /metric|sort_by/.test(path) && !type.startsWith('array') ? [`${name} ${path}: ${type}`] : [],
      ),
    )
    const all = `enum ${knownMetricNames.join(' ')}`
    expect(metricArguments).toEqual([
      `get_ad_performance metrics[]: ${all}`,
      `get_ad_performance sort_by: ${all}`,
      `list_creatives sort_by: ${all}`,
      `list_creatives metrics[]: ${all}`,
      'list_anomalies metric: enum spend cpa roas cpc ctr conversions revenue',
      `get_forecast metric: ${all}`,
      'get_attribution metric: enum purchases revenue spend roas cac',
    ])
  })
})

/** Returns copies of a value in which one member has another type, with the path of the member. */
function* wrongValues(value: unknown, path = ''): Generator<[string, unknown]> {
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries(value)) {
    const put = (changed: unknown) =>
      Array.isArray(value)
        ? value.map((each, index) => (String(index) === key ? changed : (each as unknown)))
        : { ...value, [key]: changed }
    const at = `${path}.${key}`
    // Any value is valid there.
    if (member !== 'free') yield [at, put(typeof member === 'string' ? { wrong: true } : 'wrong')]
    for (const [inner, changed] of wrongValues(member, at)) yield [inner, put(changed)]
  }
}

function objectsOf(schema: unknown): Schema[] {
  if (schema === null || typeof schema !== 'object') return []
  const inner = Object.values(schema).flatMap(objectsOf)
  const { properties, patternProperties, type } = schema as Record<string, object | undefined>
  const isObject = type !== undefined && Object.keys({ ...properties, ...patternProperties }).length > 3
  return isObject ? [schema as Schema, ...inner] : inner
}
