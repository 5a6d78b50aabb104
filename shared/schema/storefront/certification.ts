import { z } from 'zod'

/** Specification, Certification response. Null without a valid certificate. */
export const certification = z
  .object({
    certified: z.boolean(),
    level: z.string().nullable(),
    certificate_id: z.string().nullable(),
    valid_until: z.string().nullable(),
    verified_url: z.string().nullable(),
    _cache: z.string(),
  })
  .nullable()
