import { z } from 'zod'

/** The discovery document (Agentic Commerce Protocol, DiscoveryResponse). */
export const acpDocument = z.object({
  protocol: z.object({
    name: z.literal('acp'),
    version: z.string(),
    supported_versions: z.array(z.string()),
    documentation_url: z.string(),
  }),
  api_base_url: z.string().describe('The paths of checkout sessions follow it.'),
  transports: z.array(z.literal('rest')),
  capabilities: z.object({
    services: z.array(z.literal('checkout')),
    supported_currencies: z.array(z.string()).optional().describe('Absent without a catalog.'),
  }),
})
