import { z } from 'zod'
import { operation } from '../../operation.ts'

export const anomalyMoves = operation({
  name: 'console.anomaly_moves',
  method: 'get',
  path: '/console/anomaly-moves',
  scope: 'console',
  summary: 'What may become of an anomaly',
  description: 'By the status that it has, those that may follow.',
  input: z.object({}),
  output: z.object({ moves: z.record(z.string(), z.array(z.string())) }),
})
