import { z } from 'zod'

const check = z.object({ status: z.string(), latency_ms: z.number() })

/** Specification, Health response: of the whole platform, not of a brand. */
export const health = z.object({
  status: z.enum(['healthy', 'unhealthy']),
  version: z.string(),
  uptime_seconds: z.int(),
  checks: z.object({ database: check, redis: check, circuit_breaker: check }),
  active_brands: z.int().nullable(),
  timestamp: z.string(),
})
