import { z } from 'zod'
import { operation } from '../../operation.ts'
import { eventDescriptions, eventSchema } from '../../schema/event.ts'
import type { EventType } from '../../schema/event.ts'
import { meta } from '../../schema/meta.ts'
import { webhooksRoot } from '../../schema/webhook.ts'

interface Answer {
  data: { type: EventType }[]
}

export const eventTypes = operation({
  name: 'webhooks.event_types',
  method: 'get',
  path: `${webhooksRoot}/event-types`,
  scope: 'write:webhooks',
  summary: 'List event types',
  description:
    'Returns every event type with the JSON Schema of its webhook body. New fields may be added at any time.',
  input: z.object({}),
  // The database has the list of event types. Their descriptions and schemas are defined in TypeScript.
  complete: (answer) => {
    const data = (answer as unknown as Answer).data.map((row) => ({
      ...row,
      description: eventDescriptions[row.type],
      schema: eventSchema(row.type),
    }))
    return { ...answer, data }
  },
  output: z.object({
    data: z.array(
      z.object({
        type: z.string(),
        description: z.string(),
        is_streamed: z.boolean().describe('True when the event stream also has this type.'),
        schema: z.record(z.string(), z.unknown()),
      }),
    ),
    meta,
  }),
})
