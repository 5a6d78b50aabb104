import { z } from 'zod'

/** The `meta` of every successful analytics response (specification, Meta). */
export const meta = z.object({
  request_id: z
    .string()
    .describe('Id of this request, equal to the X-Request-Id header. Include it in support requests.'),
  simulated: z.boolean().describe('True for test keys: the data is simulated.'),
})
