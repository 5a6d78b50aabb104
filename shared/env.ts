import process from 'node:process'
import { z } from 'zod'
import { plainMessage } from './http/input/plain_messages.ts'
import { parseAddress, withAuthority } from './db/address.ts'
import { levels } from './log/log.ts'

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host:5432/database.',
})
const databaseUrls = ['DATABASE_URL', 'DATABASE_URL_READ', 'DATABASE_SESSION_URL', 'WORKER_DATABASE_URL'] as const

/** A base URL without trailing slash, because paths are appended to it. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL.' })
  .transform((url) => url.replace(/\/+$/, ''))
  .refine((url) => URL.parse(url)?.origin === url.toLowerCase().replace(/:(80|443)$/, ''), {
    error: 'must be an origin such as https://example.com, without path, query or password.',
  })

const flagOr = (usual: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false.')
    .default(usual)
    .transform((text) => text === 'true')
const flag = flagOr('false')

/** The base address of a platform. Without https only on this machine, for tests: everything else would send tokens unencrypted. */
const platformAddress = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => isPlatformAddress(url.replaceAll('{shop}', 'shop.invalid')), {
      error: 'must be an https URL without query or password, or an http URL of this machine.',
    })

function isPlatformAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname))
  )
}

/** The registration of Vitrine at a platform and its settings: `<PLATFORM>_CLIENT_ID` and so on. */
const platformVariables = {
  ...credentials('GOOGLE'),
  ...credentials('GOOGLE_ADS'),
  ...credentials('META'),
  ...credentials('TIKTOK'),
  ...credentials('GA4'),
  ...credentials('SHOPIFY'),
  SHOPIFY_CLIENT_SECRET: z
    .string()
    .regex(/^(\s*[^\s,][^,]*(,(?!$)|$))+$/, 'must be one or more secrets, newest first, with commas between.')
    .optional(),
  ...settingsOf('GOOGLE_ADS'),
  ...settingsOf('META'),
  ...settingsOf('TIKTOK'),
  ...settingsOf('GA4'),
  ...settingsOf('SHOPIFY'),
}

function credentials<Name extends string>(name: Name) {
  const credential = z.string().optional()
  return { [`${name}_CLIENT_ID`]: credential, [`${name}_CLIENT_SECRET`]: credential } as Record<
    `${Name}_CLIENT_ID` | `${Name}_CLIENT_SECRET`,
    typeof credential
  >
}

function settingsOf<Name extends string>(name: Name) {
  const days = z.coerce.number().int().min(1).max(365).optional()
  const version = z
    .string()
    .regex(/^[\w.-]{1,20}$/, 'must be a version such as v26 or 2026-10.')
    .optional()
  return { [`${name}_RESTATEMENT_DAYS`]: days, [`${name}_API_VERSION`]: version } as Record<
    `${Name}_RESTATEMENT_DAYS`,
    typeof days
  > &
    Record<`${Name}_API_VERSION`, typeof version>
}

const names = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
  .transform((list) => list.filter((name) => name !== ''))

/** The text of a key ring (key_ring.ts). A ring with one unusable key is refused as a whole. */
const keyRing = z
  .string()
  .refine((text) => text.split(',').every((key) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key.trim())), {
    error: 'must be one or more keys of 32 bytes in base64, newest first, with commas between.',
    abort: true,
  })
  .refine((text) => new Set(text.match(/[A-Za-z0-9+/_-]{43}/g)).size === text.split(',').length, {
    error: 'must not contain a key twice.',
  })

const mailVariables = ['SMTP_URL', 'MAIL_FROM'] as const
const credentialPairs = (['GOOGLE', 'GOOGLE_ADS', 'META', 'TIKTOK', 'GA4', 'SHOPIFY'] as const).map(
  (name) => [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const,
)
const redisVariables = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'] as const

/** All environment variables. .env.example documents each. */
const variables = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(8787),
  HOST: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'must be an address or a host name.')
    .optional(),
  CONNECTIONS_PER_ADDRESS_MAX: z.coerce.number().int().min(1).max(1_000_000).default(256),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_READ: databaseUrl.optional(),
  REPLICA_LAG_SECONDS_MAX: z.coerce.number().min(0).max(3600).default(10),
  DATABASE_TRANSACTION_POOLER: flag,
  DATABASE_SESSION_URL: databaseUrl.optional(),
  WORKER_DATABASE_URL: databaseUrl.optional(),
  HARDEN_SERVER: flagOr('true'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  DATABASE_CA: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .pipe(z.string().includes('-----BEGIN CERTIFICATE-----', 'must be the text of a certificate (PEM).'))
    .optional(),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).max(100).default(8),
  PUBLIC_BASE_URL: origin.optional(),
  PUBLIC_API_URL: origin.optional(),
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+|tel:\+[\d-]+)$/, 'must be a mailto:, https: or tel: address.')
    .optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(levels, `must be ${levels.join(', ')}.`).default('info'),
  LOG_CLIENT_ADDRESS: flagOr('true'),
  VITRINE_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be the id of a commit.')
    .optional(),
  OTEL_SDK_DISABLED: flag,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json.').optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none.').default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none.').default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1000).max(3_600_000).default(60_000),
  VITRINE_HOME: z.string().default('.vitrine'),
  METRICS_SECRET: z.string().min(16, 'must have at least 16 characters.').optional(),
  WORKER_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  FACTS_KEEP_MONTHS: z.coerce.number().int().min(14).max(600).optional(),
  TOUCHES_KEEP_DAYS: z.coerce.number().int().min(123).max(3650).optional(),
  WORKER_SECRET: z.string().min(16, 'must have at least 16 characters.').optional(),
  WEBHOOK_SECRET_KEY: keyRing.optional(),
  QUOTE_SIGNING_KEY: keyRing.optional(),
  TOTP_SECRET_KEY: keyRing.optional(),
  SOURCE_TOKEN_KEY: keyRing.optional(),
  SOURCE_WAIT_SCALE: z.coerce.number().min(0).max(100).default(1),
  ...platformVariables,
  GOOGLE_ADS_DEVELOPER_TOKEN: z.string().optional(),
  SHOPIFY_EXTRA_SCOPES: names,
  GOOGLE_ACCOUNTS_BASE_URL: platformAddress('https://accounts.google.com'),
  GOOGLE_OAUTH_BASE_URL: platformAddress('https://oauth2.googleapis.com'),
  GOOGLE_ADS_BASE_URL: platformAddress('https://googleads.googleapis.com'),
  GA4_DATA_BASE_URL: platformAddress('https://analyticsdata.googleapis.com'),
  GA4_ADMIN_BASE_URL: platformAddress('https://analyticsadmin.googleapis.com'),
  META_WWW_BASE_URL: platformAddress('https://www.facebook.com'),
  META_GRAPH_BASE_URL: platformAddress('https://graph.facebook.com'),
  TIKTOK_BASE_URL: platformAddress('https://business-api.tiktok.com'),
  SHOPIFY_BASE_URL: platformAddress('https://{shop}').refine((url) => url.includes('{shop}'), {
    error: 'must contain {shop}, the placeholder of the domain of the shop.',
  }),
  WEBHOOK_ALLOW_LOOPBACK: flag,
  UPLOAD_BYTES_MAX: z.coerce.number().int().min(1000).max(1_000_000_000).default(100_000_000),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtps://user:password@mail.example.com:465.' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as Vitrine <mail@example.com>.',
    )
    .optional(),
  MAIL_TO_CONSOLE: flag,
  SHOW_COMPONENTS: flag,
  SIGN_UP: z.enum(['open', 'invited', 'off'], 'must be open, invited or off.').default('invited'),
  UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' }).optional(),
  UPSTASH_REDIS_REST_TOKEN: z
    .string()
    .regex(/^[!-~]+$/, 'must be printable ASCII without spaces.')
    .optional(),
  OAUTH_REDIRECT_SCHEMES: z
    .string()
    .default('cursor,vscode,vscode-insiders,vscodium,windsurf,zed')
    .transform((list) => list.split(',').map((scheme) => scheme.trim()))
    .pipe(z.array(z.string().regex(/^[a-z][a-z0-9+-]*$/, 'must be schemes in lower case with commas between.'))),
  OAUTH_CLIENT_ID_METADATA_DOCUMENTS: flagOr('true'),
  OAUTH_REFRESH_GRACE_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  CONNECTOR_ORIGINS: names.pipe(
    z.array(z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/[^/]+$/, 'must be origins such as https://app.example.')),
  ),
  CONNECTOR_HOSTS: names.pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'must be host names without a port.'))),
  SUPABASE_URL: origin.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  VITRINE_NOW: z.iso.datetime({ offset: true }).optional(),
})

/** Rules between variables. An incomplete Redis configuration and a VITRINE_NOW without effect are errors. */
const consistent = variables.superRefine((env, context) => {
  if (env.VITRINE_NOW && env.DATABASE_TRANSACTION_POOLER) {
    const message = 'cannot be set behind a transaction pooler, which keeps no settings. Leave one of both out.'
    context.addIssue({ code: 'custom', path: ['VITRINE_NOW'], message })
  }
  for (const name of databaseUrls) {
    const message = env[name] && urlError(env[name], env.DATABASE_CA)
    if (message) context.addIssue({ code: 'custom', path: [name], message })
  }
  for (const pair of [redisVariables, mailVariables, ...credentialPairs]) {
    const missing = pair.filter((name) => env[name] === undefined)
    if (missing.length !== 1) continue
    const [set] = pair.filter((name) => name !== missing[0])
    context.addIssue({ code: 'custom', path: missing, message: `must be set where ${set} is.` })
  }
})

const schema = consistent.transform((env) => ({
  ...env,
  ...Object.fromEntries(
    databaseUrls.flatMap((name) => (env[name] ? [[name, withAuthority(env[name], env.DATABASE_CA)]] : [])),
  ),
}))

export type Env = z.infer<typeof consistent>

function urlError(url: string, ca: string | undefined): string | null {
  try {
    parseAddress(withAuthority(url, ca))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Reads each variable by name, so that `--allow-env=DATABASE_URL,PORT` is enough. A variable that is not allowed counts
 * as unset.
 */
function readEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(variables.shape).map((name) => [name, readVariable(name)]))
}

function readVariable(name: string): string | undefined {
  try {
    return process.env[name]
  } catch (thrown) {
    // Deno throws NotCapable for a variable that `--allow-env` does not list.
    if ((thrown as Error).name === 'NotCapable') return undefined
    throw thrown
  }
}

/**
 * Returns the parsed environment. An empty variable counts as unset. Throws an Error with one sentence per invalid
 * variable.
 */
export function parseEnv(given: Record<string, string | undefined> = readEnvironment()): Env {
  const set = Object.entries(given).filter(
    ([name, value]) => name in variables.shape && value !== undefined && value !== '',
  )
  const blank = set.filter(([, value]) => value?.trim() === '').map(([name]) => `${name}: must not be blank.`)
  const parsed = schema.safeParse(Object.fromEntries(set), { error: plainMessage })
  if (parsed.success && blank.length === 0) return parsed.data
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  throw new Error([...blank, ...issues].join('; '))
}

/** Returns the public base URL of the main host. */
export function publicBaseUrl({ PUBLIC_BASE_URL, PORT }: Pick<Env, 'PUBLIC_BASE_URL' | 'PORT'>): string {
  return PUBLIC_BASE_URL ?? `http://127.0.0.1:${PORT}`
}

/** Returns the environment of a server or worker. If it is invalid, prints one sentence and exits. */
export function bootEnv(role: 'vitrine_functions' | 'vitrine_worker'): Env & { DATABASE_URL: string } {
  try {
    const { DATABASE_URL, ...env } = parseEnv()
    if (DATABASE_URL) return { ...env, DATABASE_URL }
    throw new Error(`DATABASE_URL: must be set to the database, as the role ${role}.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
