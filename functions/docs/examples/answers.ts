import kept from './answers.json' with { type: 'json' }

/**
 * The recorded responses to the example requests, by operation. test/docs/examples.test.ts records and verifies them.
 */
export const exampleAnswers: Record<string, unknown> = kept.answers
export const exampleErrors: Record<string, Record<string, unknown>> = kept.errors

/** The X-Request-Id of all example requests. It is constant, so that the recorded responses do not change. */
export const exampleRequestId = 'req_example'
/** The base URL in the recorded responses. The OpenAPI document replaces it with its own base URL. */
export const exampleBaseUrl = 'http://vitrine.test'
