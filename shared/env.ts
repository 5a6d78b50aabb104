import process from 'node:process'
import { z } from 'zod'

const optional = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())

/** Every environment variable, parsed once and handed on; .env.example says what each is for. */
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8787),
  DATABASE_URL: optional,
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).max(100).default(8),
  PUBLIC_BASE_URL: optional,
  PUBLIC_API_URL: optional,
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  VITRINE_HOME: z.string().default('.vitrine'),
  VITRINE_NOW: z.preprocess((value) => (value === '' ? undefined : value), z.iso.datetime({ offset: true }).optional()),
})

export type Env = z.infer<typeof schema>

/** Reads the environment. Throws one sentence a variable that is wrong. */
export function parseEnv(variables: Record<string, string | undefined> = process.env): Env {
  const parsed = schema.safeParse(variables)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}
