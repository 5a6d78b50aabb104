import { z } from 'zod'
import { operation } from '../../operation.ts'

export const anomalyMoves = operation({
  name: 'console.anomaly_moves',
  method: 'get',
  path: '/console/anomaly-moves',
  scope: 'console',
  summary: 'List anomaly transitions',
  description: 'Returns the statuses that each anomaly status can change to.',
  input: z.object({}),
  output: z.object({ moves: z.record(z.string(), z.array(z.string())) }),
})
