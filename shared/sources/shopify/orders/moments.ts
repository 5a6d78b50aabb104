import { z } from 'zod'
import type { Call } from '../../call.ts'
import { askShop } from '../admin_api.ts'
import { visitFields, visitShape } from './order_form.ts'
import type { GivenVisit } from './order_form.ts'
import { nextCursor, pageInfo } from '../pages.ts'

const form = z.object({
  order: z
    .object({
      customerJourneySummary: z
        .object({
          moments: z.object({ pageInfo, nodes: z.array(z.object(visitShape)) }).nullable(),
        })
        .nullable(),
    })
    .nullable(),
})

/** Returns the moments of an order's journey after a cursor. */
export async function readMoments(
  call: Call,
  orderId: string,
  cursor: string | null,
  unknownFields: Set<string>,
): Promise<GivenVisit[]> {
  const found: GivenVisit[] = []
  let after = cursor
  while (after !== null) {
    const { order }: z.output<typeof form> = await askShop(
      call,
      form,
      `query ($id: ID!, $after: String) { order(id: $id) { customerJourneySummary {
        moments(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${visitFields} } } } } }`,
      { id: orderId, after },
      unknownFields,
    )
    const moments = order?.customerJourneySummary?.moments
    found.push(...(moments?.nodes ?? []))
    after = moments ? nextCursor(moments.pageInfo, after) : null
  }
  return found
}
