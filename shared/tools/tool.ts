import { z } from 'zod'
import type { Contract, Scope } from '../operation.ts'
import { text } from '../schema/text.ts'
import { pageCursor, positionOf } from './cursor.ts'
import { inputJsonSchema, outputJsonSchema } from './json_schema.ts'
import { listedInput, listedOutput } from './listed_schema.ts'
import type { Notes } from './listed_schema.ts'
import { outputOf } from './output.ts'
import { untrustedFields } from './untrusted_fields.ts'

/** The declaration of a connector tool: an operation as agents see it. */
export interface ToolDeclaration<Of extends Contract = Contract> {
  name: string
  title: string
  /** What it returns, when to use it instead of a similar tool, units and bounds of dates. Never an instruction. */
  description: string
  operation: Of
  /** The last part of its path in the REST mirror, if it is not its name. */
  address?: string
  /**
   * Inputs of the operation that have another name or another schema in the tool, by the operation's name. `page`
   * becomes `cursor` in every tool; all other inputs are arguments without a change.
   */
  arguments?: { [Name in keyof Of['input']['shape']]?: Argument }
  /** The member of the result that holds rows. A result without rows is never truncated. */
  rows?: string
  /** Paths of the result that only response_format=detailed returns. */
  details?: readonly string[]
  /**
   * Returns the question to confirm a call with these arguments, or null. A client that supports it asks the person,
   * and consent sets `confirm`. For other clients the operation requires `confirm` among the arguments.
   */
  confirms?: (given: Record<string, unknown>) => string | null
  /** What `tools/list` says about arguments, by path. Other descriptions of the operation are for people. */
  argumentNotes?: Notes
  /** What `tools/list` says about members of the result, by path, such as `data[].status`. */
  resultNotes?: Notes
  /** Whether the result contains texts of third parties, such as reviews. */
  quotesStrangers?: boolean
}

export interface Argument {
  /** The name of the argument, if it is not the operation's. */
  name?: string
  /** The schema of the argument, if it is not the operation's. */
  schema?: z.ZodType
}

export interface Tool extends ToolDeclaration {
  scope: Scope
  input: z.ZodObject
  output: z.ZodObject
  /** `input` as JSON Schema, complete. */
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  /** The schemas as `tools/list` returns them: the same members and types in fewer tokens. */
  listed: Pick<Tool, 'inputSchema' | 'outputSchema'>
  /** Paths of the result that contain words of third parties. */
  untrustedFields: readonly string[]
  annotations: Annotations
}

interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  /** Has a meaning only for tools that write. */
  idempotentHint?: boolean
  openWorldHint: boolean
}

const brandId = text(1, 100)
  .optional()
  .describe('Required when this connection can access more than one brand; list_brands lists them.')
const responseFormat = z
  .enum(['concise', 'detailed'])
  .default('concise')
  .describe('detailed adds rarely needed fields.')

/** Returns the tool of a declaration. Scope, schemas and annotations follow from its operation. */
export function tool<Of extends Contract>(declaration: ToolDeclaration<Of>): Tool {
  const { operation, rows, details = [], quotesStrangers = false } = declaration
  const input = inputOf(declaration)
  const output = outputOf(operation.output as z.ZodObject, { details, hasRows: rows !== undefined })
  const writes = operation.scope.startsWith('write:')
  let inputSchema: Record<string, unknown> | undefined
  let outputSchema: Record<string, unknown> | undefined
  let listed: Tool['listed'] | undefined
  let untrusted: readonly string[] | undefined
  const made: Tool = {
    ...declaration,
    scope: operation.scope,
    input,
    output,
    // Converted when the tools are listed, not at a cold start.
    get inputSchema() {
      return (inputSchema ??= inputJsonSchema(input))
    },
    get outputSchema() {
      return (outputSchema ??= outputJsonSchema(output))
    },
    get listed() {
      return (listed ??= {
        inputSchema: listedInput(made.inputSchema, declaration.argumentNotes ?? {}),
        outputSchema: listedOutput(made.outputSchema, declaration.resultNotes ?? {}),
      })
    },
    get untrustedFields() {
      return (untrusted ??= untrustedFields(output))
    },
    annotations: {
      readOnlyHint: !writes,
      // Makes the client ask the person each time.
      destructiveHint: writes,
      ...(writes ? { idempotentHint: true } : {}),
      openWorldHint: quotesStrangers,
    },
  }
  return made
}

/** Returns the name of the tool's argument for an input of the operation. */
export function argumentName(tool: Pick<ToolDeclaration, 'arguments'>, input: string): string {
  return tool.arguments?.[input]?.name ?? input
}

/** Returns the input of the operation for arguments of its tool. */
export function operationInput(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of Object.keys(tool.operation.input.shape)) {
    const argument = argumentName(tool, name)
    if (argument in given) input[name] = given[argument]
  }
  const { cursor: _, ...rest } = input
  const position = positionOf(tool, given)
  if (position?.page) return { ...rest, page: position.page.number }
  return position?.cursor ? { ...rest, cursor: position.cursor } : rest
}

function inputOf({ operation, arguments: changed = {} }: ToolDeclaration): z.ZodObject {
  const { page, ...inputs } = operation.input.shape as Record<string, z.ZodType>
  const fields = Object.entries(inputs).map(([name, schema]) => [
    argumentName({ arguments: changed }, name),
    changed[name]?.schema ?? (isOptionalBrand(name, schema) ? brandId : schema),
  ])
  // Refuse unknown arguments: a result that ignores one would be wrong but look right.
  return z.strictObject({
    ...Object.fromEntries(fields),
    ...(page ? { cursor: pageCursor } : {}),
    response_format: responseFormat,
  })
}

function isOptionalBrand(name: string, schema: z.ZodType): boolean {
  return name === 'brand_id' && schema.safeParse(undefined).success
}
