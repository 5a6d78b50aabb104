import { anomalies } from './anomalies.ts'
import { attribution } from './attribution.ts'
import { expirations } from './expirations.ts'
import { extendSimulation } from './extend_simulation.ts'
import { forecasts } from './forecasts.ts'
import { maintainPartitions } from './maintain_partitions.ts'
import { pruneEvents } from './prune_events.ts'
import { pruneOauth } from './prune_oauth.ts'
import { pruneRateLimits } from './prune_rate_limits.ts'
import type { Queue } from './queue.ts'
import { trust } from './trust.ts'

/** Everything that the worker does. */
export const queues: readonly Queue[] = [
  maintainPartitions,
  extendSimulation,
  pruneRateLimits,
  pruneOauth,
  pruneEvents,
  expirations,
  attribution,
  anomalies,
  forecasts,
  trust,
]
