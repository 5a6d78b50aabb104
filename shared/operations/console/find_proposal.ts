import { z } from 'zod'
import { operation } from '../../operation.ts'
import { text } from '../../schema/text.ts'

export const findProposal = operation({
  name: 'console.find_proposal',
  method: 'get',
  path: '/console/proposals/{proposal_id}',
  scope: 'console',
  summary: 'Find a proposal',
  description: 'Returns the brand of a proposal. The approval link of an agent contains only the id of the proposal.',
  input: z.object({ proposal_id: text(1, 100) }),
  output: z.object({ brand_id: z.string() }),
})
