import { z } from 'zod'
import { operation } from '../../operation.ts'
import { words } from '../../schema/list.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

/** Specification, Event stream. The database returns the position of the reader; the response is text/event-stream. */
export const stream = operation({
  name: 'events.stream',
  method: 'get',
  path: `${storefrontRoot}/events/stream`,
  scope: 'analytics:read',
  summary: 'Stream events',
  description:
    'Streams server-sent events {id, type, timestamp, data} in the order of the brand, each event once. Send ' +
    'Last-Event-ID to continue after an event. A block that contains only an id advances the position past events ' +
    'that the filter excludes; it is also the first block for a reader without an id. The response header ' +
    'Last-Event-ID has the position at the start. The server closes the stream after some time; reconnect then.',
  input: z.object({
    brand_id: shopId,
    types: words(11, 64).optional().describe('Comma-separated event types. Default: all types.'),
    last_event_id: text(1, 100).optional().describe('Same as the header Last-Event-ID. The header takes precedence.'),
  }),
  output: z.object({ cursor: z.int(), cursor_id: z.string().nullable() }),
  contentTypes: ['text/event-stream'],
})
