import { z } from 'zod'
import { operation } from '../../operation.ts'
import { text } from '../../schema/text.ts'

export const findProposal = operation({
  name: 'console.find_proposal',
  method: 'get',
  path: '/console/proposals/{proposal_id}',
  scope: 'console',
  summary: 'Whose proposal it is',
  description:
    "The address that an agent hands on names a proposal only: this tells which of the person's brands it is for.",
  input: z.object({ proposal_id: text(1, 100) }),
  output: z.object({ brand_id: z.string() }),
})
