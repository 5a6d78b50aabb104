import { z } from 'zod'

/** Present on every successful analytics answer (specification, Meta). */
export const meta = z.object({
  request_id: z.string().describe('Identifies this call, as X-Request-Id does. Quote it when you ask for help.'),
  simulated: z.boolean().describe('True when a test key was used: the numbers are simulated.'),
})
