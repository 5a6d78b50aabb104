import { anomalies } from './queues/anomalies.ts'
import { attribution } from './queues/attribution.ts'
import { configureAttribution } from './queues/configure_attribution.ts'
import { deleteBrands } from './queues/delete_brands.ts'
import { expirations } from './queues/expirations.ts'
import { extendSimulation } from './queues/extend_simulation.ts'
import { forecasts } from './queues/forecasts.ts'
import { importUploads } from './queues/import_uploads.ts'
import { limitFunctionsLogin } from './queues/limit_functions_login.ts'
import { maintainPartitions } from './queues/maintain_partitions.ts'
import { pruneEvents } from './queues/prune_events.ts'
import { pruneOauth } from './queues/prune_oauth.ts'
import { pruneRateLimits } from './queues/prune_rate_limits.ts'
import { pruneTouches } from './queues/prune_touches.ts'
import type { Queue } from './queues/queue.ts'
import { syncSources } from './queues/sync_sources.ts'
import { trust } from './queues/trust.ts'

/** All queues of the worker. */
export const queues: readonly Queue[] = [
  maintainPartitions,
  extendSimulation,
  pruneRateLimits,
  pruneOauth,
  deleteBrands,
  pruneEvents,
  pruneTouches,
  expirations,
  limitFunctionsLogin,
  syncSources,
  configureAttribution,
  importUploads,
  attribution,
  anomalies,
  forecasts,
  trust,
]
