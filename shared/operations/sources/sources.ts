import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { restatement } from '../../schema/restatement.ts'

/** A connected account of a platform. */
export const source = z.object({
  id: z.string(),
  connection_id: z
    .string()
    .nullable()
    .describe('Id of the access by which it is read. Sources with the same one are reconnected together.'),
  platform: z.string().describe('`google_ads`, `meta`, `tiktok`, `ga4` or `shopify`; `file` for imported files.'),
  account_id: z.string().describe('Id of the account at the platform.'),
  name: z.string(),
  currency: z.string().describe('Currency of the account.'),
  timezone: z.string().describe('Time zone of the days of the account.'),
  status: z
    .string()
    .describe(
      '`syncing` until the first days and the backfill are read, then `connected`; `needs_attention`, `paused` or `disconnected`.',
    ),
  attention: z.string().nullable().describe('What a person must do.'),
  attention_since: z.string().nullable(),
  needs: z.string().nullable().describe('`reconnect`, `import_rates` or `sync`: the action that helps.'),
  progress: z.number().nullable().describe('The part of the backfill that is read, from 0 to 1. Null when it is done.'),
  planned_from: z.string().nullable().describe('First day that is read or will be. Null until this is known.'),
  last_attempt: z
    .object({
      at: z.string(),
      next_at: z.string().nullable().describe('When it is tried again. Null if a person must act first.'),
      failure: z.string(),
    })
    .nullable()
    .describe('The last failed attempt. Null if what it concerns was read since.'),
  data_from: z
    .string()
    .nullable()
    .describe('First day of which all reports are stored. Null before any row is stored.'),
  data_through: z
    .string()
    .nullable()
    .describe(
      'Last day before the first one that is not stored, over all reports with days. Null before any row is stored.',
    ),
  last_read_at: z.string().nullable().describe('When it was last read, or the last file imported.'),
  stale_since: z
    .string()
    .nullable()
    .describe('Since when its data is stale: it has not been read for 24 hours, or needs attention.'),
  restatement_days: z
    .int()
    .nullable()
    .describe('Days that are read again every night, because the platform restates them.'),
  unknown_fields: z.int().describe('Fields of the replies that Vitrine does not know. They are ignored.'),
  rows_left_out: z
    .int()
    .describe('Rows of the last replies that have no place, because the clock skipped their hour. Days include them.'),
  limitations: z.array(z.string()).describe('What is known about completeness, such as `sampled`.'),
  version_notice: z
    .string()
    .nullable()
    .describe('That the platform announced the end of the version of its API. Null if it did not.'),
  access_ends_at: z
    .string()
    .nullable()
    .describe(
      'When the access at the platform ends, in the 14 days before. Null if it does not end soon or its end is not known.',
    ),
  is_deletion_pending: z.boolean().describe('Whether the data of the disconnected account is about to be deleted.'),
  connected_at: z.string(),
  disconnected_at: z.string().nullable(),
})

export const sources = operation({
  name: 'sources.sources',
  method: 'get',
  path: '/v1/sources',
  scope: 'read:marketing',
  summary: 'List sources',
  description:
    'Returns the connected accounts of a brand: ad accounts, GA4 properties and shops, and its imported files as one source `file`, with their status, what a person ' +
    'must do, how far their data reaches, and how much it was restated.',
  input: z.object({ brand_id: brandId }),
  output: z.object({ brand_id: z.string(), data: z.array(source.extend({ restatement })), meta }),
})
