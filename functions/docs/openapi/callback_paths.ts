import { operationId } from './operation_id.ts'

const hmac = 'HMAC-SHA256 of the body in base64, with the client secret of the app.'
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})
const refused = Object.fromEntries(
  ['400', '401', '408', '413', '500', '503'].map((status) => [
    status,
    { $ref: `#/components/responses/Error${status}` },
  ]),
)

/** The endpoints that platforms call. They accept no key, because the platform signs its requests. */
export function callbackPaths(): Record<string, Record<string, unknown>> {
  const summary = 'Receive a webhook of Shopify'
  const outcome = { type: 'string', enum: ['stored', 'repeated', 'unknown_shop', 'ignored'] }
  return {
    '/api/sources/shopify/webhooks': {
      post: {
        operationId: operationId(summary),
        tags: ['webhooks'],
        summary,
        description:
          'Called by Shopify, as the operator subscribes to it. Stores what to read again, and none of the content. The guide *Connect Shopify* ' +
          'lists the topics.',
        security: [{}],
        parameters: [
          header('X-Shopify-Hmac-Sha256', hmac),
          header('X-Shopify-Topic', 'The topic, such as `orders/updated`.'),
          header('X-Shopify-Shop-Domain', 'The domain of the shop, such as `acme.myshopify.com`.'),
          header('X-Shopify-Webhook-Id', 'The id of the webhook, by which a repeated one is recognized.'),
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          '200': {
            description: 'The webhook is accepted.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data', 'meta'],
                  properties: {
                    data: { type: 'object', required: ['outcome'], properties: { outcome } },
                    meta: { type: 'object', required: ['request_id'], properties: { request_id: { type: 'string' } } },
                  },
                },
              },
            },
          },
          ...refused,
        },
      },
    },
  }
}
