import { z } from 'zod'

const refusal = z.object({
  error: z.string().describe('The kind of failure, such as `status`, `timeout` or `dns`.'),
  http_status: z.int().nullable().describe('Null if Slack did not answer.'),
  slack_code: z.string().nullable().describe('The code of the answer of Slack, such as `no_service`.'),
})

/** The Slack channel of a brand, without its address. */
export const slackChannel = z
  .object({
    host: z.string(),
    ending: z.string().describe('The last four characters of the address.'),
    connected_at: z.string(),
    wait_until: z.string().nullable().describe('Until when Slack asked to send nothing.'),
    disabled_at: z.string().nullable().describe('When Slack answered that the address is not valid any more.'),
    refusal: refusal.nullable().describe('The answer that disabled the channel.'),
    messages: z.array(
      z.object({
        kind: z.enum(['alerts', 'shop', 'experiments', 'digest', 'test']),
        is_waiting: z.boolean().describe('Whether a message is being sent.'),
        sent_at: z.string().nullable(),
        failed_at: z.string().nullable().describe('When the last message was given up. Null if it was sent.'),
        refusal: refusal.nullable().describe('Why the last attempt failed. Null if it was sent.'),
      }),
    ),
  })
  .nullable()
  .describe(
    'The Slack channel that receives alerts, offers, orders and disputes, reminders of switches of experiments, and the weekly digest. Null: there is none.',
  )

export type SlackChannel = NonNullable<z.output<typeof slackChannel>>
export type SlackMessageKind = SlackChannel['messages'][number]['kind']
