import { z } from 'zod'
import type { Operation, Scope } from '../operation.ts'
import { text } from '../schema/text.ts'
import { listOutput, outputOf } from './answer.ts'
import type { Place } from './answer.ts'
import { digestOf } from './digest.ts'

/** The declaration of a connector tool: an operation with the texts and options for agents. */
export interface ToolDeclaration {
  name: string
  title: string
  /** What it returns, when to use it instead of its neighbor, units, bounds of dates. Never an instruction. */
  description: string
  operation: Operation
  /** The end of its address in the REST mirror, where that is not its name. */
  address?: string
  /** Arguments that agents know by another name: the operation's name, then the tool's. */
  renames?: Record<string, string>
  /** Arguments that take another form or need other words here, by the operation's name. */
  forms?: Record<string, z.ZodType>
  /** The key of the answer that holds rows; an answer without may not be cut. */
  rows?: string
  /** Whether the operation has pages, which a cursor walks through. */
  pages?: boolean
  /** Paths of the answer that only response_format=detailed shows. */
  details?: readonly string[]
  /**
   * What to ask the person before a call with these arguments, or null. A client that can ask does, and `confirm` says yes;
   * for every other the operation wants `confirm` among the arguments.
   */
  confirms?: (given: Record<string, unknown>) => string | null
  /** Whether it answers with words of strangers, such as reviews. */
  quotesStrangers?: boolean
}

export interface Tool extends ToolDeclaration {
  scope: Scope
  input: z.ZodObject
  output: z.ZodObject
  /** The same for the wire. */
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  annotations: Annotations
}

interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

const brandId = text(1, 100)
  .optional()
  .describe('Required when this connection can access more than one brand; list_brands lists them.')
const responseFormat = z
  .enum(['concise', 'detailed'])
  .default('concise')
  .describe('detailed adds rarely needed fields.')
const cursor = text(2, 60)
  .regex(
    /^(p[1-9]\d{0,5}\.[0-9a-f]{8})?(~[1-9]\d{0,5}\.[0-9a-f]{8}\.[0-9a-f]{8})?$/,
    'must be the next_cursor of an answer.',
  )
  .optional()
  .describe('next_cursor of the previous response, with otherwise unchanged arguments.')

/** Everything else about a tool follows from its operation. */
export function tool(declaration: ToolDeclaration): Tool {
  const { operation, rows, details = [], quotesStrangers = false } = declaration
  const input = inputOf(declaration)
  const output = outputOf(operation.output as z.ZodObject, details, rows === undefined ? {} : listOutput)
  const writes = operation.scope.startsWith('write:')
  let inputSchema: Record<string, unknown> | undefined
  let outputSchema: Record<string, unknown> | undefined
  return {
    ...declaration,
    scope: operation.scope,
    input,
    output,
    // Made when somebody asks for the list: a cold start has other things to do.
    get inputSchema() {
      return (inputSchema ??= { ...jsonSchema(input), required: requiredOf(input) })
    },
    get outputSchema() {
      return (outputSchema ??= jsonSchema(output, { isOutput: true }))
    },
    annotations: {
      readOnlyHint: !writes,
      // A write asks the person each time.
      destructiveHint: writes,
      idempotentHint: true,
      openWorldHint: quotesStrangers,
    },
  }
}

/** The input of the operation for the arguments of its tool. */
export function operationInput({ renames = {}, pages }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const { response_format: _, ...rest } = given
  const names = Object.fromEntries(Object.entries(renames).map(([name, known]) => [known, name]))
  const input = Object.fromEntries(Object.entries(rest).map(([name, value]) => [names[name] ?? name, value]))
  if (!pages) return input
  const { cursor, ...others } = input
  return { ...others, page: typeof cursor === 'string' && cursor !== '' ? Number.parseInt(cursor.slice(1), 10) : 1 }
}

/** Where a call of a tool that has a cursor begins; null for a tool without one. */
export function placeOf({ input }: Tool, given: Record<string, unknown>): Place | null {
  if (!('cursor' in input.shape)) return null
  const sent = typeof given.cursor === 'string' ? given.cursor : null
  const [, cursor = '', skip, digest = null, list] =
    /^([^~]*)(?:~(\d+)\.([0-9a-f]{8})\.([0-9a-f]{8}))?$/.exec(sent ?? '') ?? []
  const own = listOf(given)
  const place = { cursor: cursor === '' ? null : cursor, skip: Number(skip ?? 0), digest, list: own, isStray: false }
  if (sent !== null && skip === undefined) return { ...place, cursor: sent }
  return { ...place, isStray: list !== undefined && list !== own }
}

/** Which list a cursor of pages belongs to: the arguments beside it, by 32 bits of FNV-1a. */
export function listOf(tool: Record<string, unknown>): string {
  const { cursor: _cursor, response_format: _format, ...given } = tool
  return digestOf(Object.entries(given).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

function inputOf({ operation, renames = {}, forms = {}, pages }: ToolDeclaration): z.ZodObject {
  const fields = Object.entries(operation.input.shape as Record<string, z.ZodType>)
    .filter(([name]) => !(pages && name === 'page'))
    .map(([name, field]) => [renames[name] ?? name, forms[name] ?? (isOptionalBrand(name, field) ? brandId : field)])
  const shape = { ...Object.fromEntries(fields), ...(pages ? { cursor } : {}), response_format: responseFormat }
  // An unknown argument is refused: without it the answer would be to another question.
  return z.strictObject(shape)
}

function isOptionalBrand(name: string, field: z.ZodType): boolean {
  return name === 'brand_id' && field.safeParse(undefined).success
}

function requiredOf(input: z.ZodObject): string[] {
  const fields = Object.entries(input.shape as Record<string, z.ZodType>)
  return fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
}

/**
 * What an argument is, not what is coerced to it; without $schema, which older clients cannot resolve, and without what
 * an agent pays for and never needs: the expression behind a date, the bounds of every integer, and of an answer that it has
 * no further members, which would also make every new one a breaking change.
 */
function jsonSchema(schema: z.ZodType, { isOutput = false } = {}): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (isOutput && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (isOutput) delete jsonSchema.propertyNames
      if (jsonSchema.format === 'date') delete jsonSchema.pattern
      if (jsonSchema.enum)
        for (const implied of ['pattern', 'minLength', 'maxLength'] as const) delete jsonSchema[implied]
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}
