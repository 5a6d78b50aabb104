import process from 'node:process'
import { schemaVersion } from '../db/readiness.ts'
import type { Env } from '../env.ts'
import { version } from '../version.ts'
import { createLog } from './log.ts'

/** The settings that the first line of the log contains. None is a secret; a URL is only reported as set. */
function settings(env: Env): Record<string, unknown> {
  return {
    port: env.PORT,
    host: env.HOST,
    public_base_url: env.PUBLIC_BASE_URL,
    database_connections_max: env.DATABASE_CONNECTIONS_MAX,
    database_transaction_pooler: env.DATABASE_TRANSACTION_POOLER,
    read_replica: env.DATABASE_URL_READ !== undefined,
    rate_limits_in: env.UPSTASH_REDIS_REST_URL ? 'redis' : 'database',
    trusted_proxy_hops: env.TRUSTED_PROXY_HOPS,
    drain_seconds: env.DRAIN_SECONDS,
    webhooks: env.WEBHOOK_SECRET_KEY !== undefined,
    authenticator_apps: env.TOTP_SECRET_KEY !== undefined,
    signed_quotes: env.QUOTE_SIGNING_KEY !== undefined,
    mail: env.SMTP_URL ? 'smtp' : env.MAIL_TO_CONSOLE ? 'console' : 'none',
    metrics: env.METRICS_SECRET !== undefined,
    opentelemetry: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && !env.OTEL_SDK_DISABLED,
    now: env.VITRINE_NOW,
  }
}

/** Writes the first line of a process: the function, the release, the schema that it needs, and the settings that matter. */
export function logStart(name: string, env: Env, extra: Record<string, unknown> = {}): void {
  const { deno, node } = process.versions as { deno?: string; node: string }
  createLog(
    console.log,
    env.LOG_LEVEL,
  )({
    started: name,
    version,
    commit: env.VITRINE_COMMIT,
    schema: schemaVersion,
    runtime: deno ? `deno ${deno}` : `node ${node}`,
    ...settings(env),
    ...extra,
  })
}
