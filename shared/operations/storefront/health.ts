import { z } from 'zod'
import { operation } from '../../operation.ts'

const check = z.object({ status: z.string(), latency_ms: z.number() })
const redisCheck = z.object({
  status: z.enum(['up', 'down', 'not_configured']),
  latency_ms: z.number().optional().describe('Absent when Redis is not configured or down.'),
})

/** Specification, Health response. It covers the whole platform, not one brand. */
export const health = operation({
  name: 'storefront.health',
  method: 'get',
  path: '/api/storefront/health',
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Check health',
  description: 'Returns 200 when storefronts can be read, and 503 with the same body when they cannot.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['healthy', 'unhealthy']),
    version: z.string(),
    uptime_seconds: z.int(),
    checks: z.object({ database: check, redis: redisCheck, circuit_breaker: check }),
    active_brands: z.int().optional().describe('Absent when the database cannot be reached.'),
    timestamp: z.string(),
  }),
})
