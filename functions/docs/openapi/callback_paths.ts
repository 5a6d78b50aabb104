import { operationId } from './operation_id.ts'

const refused = (statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))

const called = (summary: string, description: string) => ({
  operationId: operationId(summary),
  tags: ['sources'],
  summary,
  description,
  security: [{}],
})

const signedRequest = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        required: ['signed_request'],
        properties: {
          signed_request: {
            type: 'string',
            description:
              'Signature and payload in base64url. The signature is the HMAC-SHA256 of the encoded payload with the app secret.',
          },
        },
      },
      example: { signed_request: 'c2lnbmF0dXJl.cGF5bG9hZA' },
    },
  },
}
const signedStatuses = ['400', '401', '404', '408', '413', '500', '503']

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const outcome = { type: 'string', enum: ['stored', 'repeated', 'unknown_shop', 'ignored'] }

/** The addresses that platforms call. They are routes of functions/webhooks and have no operation of the database. */
export function callbackPaths(): Record<string, Record<string, unknown>> {
  return {
    '/api/sources/meta/deauthorize': {
      post: {
        ...called(
          'Receive a deauthorization of Meta',
          'Meta calls it when a person removes the app. The worker then ends the connections of the person. Requests without the signature of Meta change nothing.',
        ),
        requestBody: signedRequest,
        responses: {
          '200': {
            description: 'The request is stored. The connections of the person end within minutes.',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['success'], properties: { success: { type: 'boolean' } } },
                example: { success: true },
              },
            },
          },
          ...refused(signedStatuses),
        },
      },
    },
    '/api/sources/meta/delete-data': {
      post: {
        ...called(
          'Receive a deletion request of Meta',
          'Meta calls it when a person requests the deletion of their data. The worker then ends the connections of the person, and deletes the access, the id of the person at Meta and the list of accounts that they reached.',
        ),
        requestBody: signedRequest,
        responses: {
          '200': {
            description: 'The request is stored. The page of the address shows its status.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['url', 'confirmation_code'],
                  properties: { url: { type: 'string' }, confirmation_code: { type: 'string' } },
                },
                example: {
                  url: 'https://vitrine.example/api/sources/meta/deletions/0123456789abcdef0123456789abcdef',
                  confirmation_code: '0123456789abcdef0123456789abcdef',
                },
              },
            },
          },
          ...refused(signedStatuses),
        },
      },
    },
    '/api/sources/meta/deletions/{code}': {
      get: {
        ...called(
          'Get the status of a deletion',
          'Returns when the data of a person was deleted, or that it is not done yet. Known for a year. Counts against the rate limit of the address.',
        ),
        parameters: [
          {
            name: 'code',
            in: 'path',
            required: true,
            description: 'The confirmation code of the deletion.',
            schema: { type: 'string' },
            example: '0123456789abcdef0123456789abcdef',
          },
        ],
        responses: {
          '200': { description: 'A sentence.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...refused(['401', '404', '429', '500', '503']),
        },
      },
    },
    '/api/sources/shopify/webhooks': {
      post: {
        ...called(
          'Receive a webhook of Shopify',
          'Shopify calls it, as the operator subscribes to it. It stores what to read again, and none of the content. The guide *Connect Shopify* lists the topics.',
        ),
        parameters: [
          header(
            'X-Shopify-Hmac-Sha256',
            'HMAC-SHA256 of the body in base64, with the client secret of the app.',
            'XWmrwMey6OsLMeiZKwP4FppHH3cmAiiJJAweH5Jo4bM=',
          ),
          header('X-Shopify-Topic', 'The topic.', 'orders/updated'),
          header('X-Shopify-Shop-Domain', 'The domain of the shop.', 'acme.myshopify.com'),
          header(
            'X-Shopify-Webhook-Id',
            'The id of the webhook, by which a repeated one is recognized.',
            'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object' },
              example: { id: 5400000000018, updated_at: '2026-11-23T09:00:00Z' },
            },
          },
        },
        responses: {
          '200': {
            description: 'The webhook is accepted. The outcome says whether it is stored.',
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
                example: { data: { outcome: 'stored' }, meta: { request_id: 'req_0123456789abcdef0123456789abcdef' } },
              },
            },
          },
          ...refused(['400', '401', '408', '413', '500', '503']),
        },
      },
    },
  }
}
