import { z } from 'zod'
import { operation } from '../../operation.ts'
import { words } from '../../schema/list.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

/** Specification, Event stream. The answer of the database says where a reader stands; what is served is text/event-stream. */
export const stream = operation({
  name: 'events.stream',
  method: 'get',
  path: `${storefrontRoot}/events/stream`,
  scope: 'analytics:read',
  summary: 'What happens, as it happens',
  description:
    'Server-sent events {id, type, timestamp, data} in the order of the brand, each once. Last-Event-ID goes on where a reader was. A ' +
    'block that has only an id moves it past what its filter leaves out, and is the first one for a reader without an id; the response ' +
    'header Last-Event-ID says the same at the start. The stream ends by itself after a while: connect again.',
  input: z.object({
    brand_id: shopId,
    types: words(11, 64).optional().describe('Comma-separated types; all of them without it.'),
    last_event_id: text(1, 100).optional().describe('As the header Last-Event-ID, which comes before it.'),
  }),
  output: z.object({ cursor: z.int(), cursor_id: z.string().nullable() }),
  contentTypes: ['text/event-stream'],
})
