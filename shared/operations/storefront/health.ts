import { z } from 'zod'
import { operation } from '../../operation.ts'

const check = z.object({ status: z.string(), latency_ms: z.number() })
const redisCheck = z.object({
  status: z.enum(['up', 'down', 'not_configured']),
  latency_ms: z
    .number()
    .optional()
    .describe('Absent where Redis was not measured: it is not configured, or it is down.'),
})

/** Specification, Health response: of the whole platform, not of a brand. */
export const health = operation({
  name: 'storefront.health',
  method: 'get',
  path: '/api/storefront/health',
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Whether shops can be read',
  description: '200 when they can, 503 with the same body when they cannot.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['healthy', 'unhealthy']),
    version: z.string(),
    uptime_seconds: z.int(),
    checks: z.object({ database: check, redis: redisCheck, circuit_breaker: check }),
    active_brands: z.int().optional().describe('Absent while the database cannot be reached.'),
    timestamp: z.string(),
  }),
})
