import type { Operation } from '../operation.ts'
import { createEndpoint } from './webhooks/create_endpoint.ts'
import { deleteEndpoint } from './webhooks/delete_endpoint.ts'
import { deliveries } from './webhooks/deliveries.ts'
import { endpoint } from './webhooks/endpoint.ts'
import { endpoints } from './webhooks/endpoints.ts'
import { eventTypes } from './webhooks/event_types.ts'
import { replayDelivery } from './webhooks/replay_delivery.ts'
import { rotateSecret } from './webhooks/rotate_secret.ts'
import { testEndpoint } from './webhooks/test_endpoint.ts'
import { updateEndpoint } from './webhooks/update_endpoint.ts'

/** All operations on webhooks, below /api/webhooks. Fixed paths must precede paths with an id. */
export const webhookOperations: readonly Operation[] = [
  eventTypes, //     GET    /event-types
  endpoints, //      GET    /
  createEndpoint, // POST   /
  endpoint, //       GET    /{id}
  updateEndpoint, // PATCH  /{id}
  deleteEndpoint, // DELETE /{id}
  rotateSecret, //   POST   /{id}/rotate-secret
  testEndpoint, //   POST   /{id}/test
  deliveries, //     GET    /{id}/deliveries
  replayDelivery, // POST   /{id}/deliveries/{delivery_id}/replay
]
