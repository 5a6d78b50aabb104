import kept from './answers.json' with { type: 'json' }

/** What the simulated brand answered to the examples, written by test/docs/examples.test.ts and held to it. */
export const exampleAnswers: Record<string, unknown> = kept.answers
export const exampleErrors: Record<'Error' | 'StorefrontError', Record<string, unknown>> = kept.errors

/** Sent with every example, so that its answer is the same bytes every time. */
export const exampleRequestId = 'req_example'
/** Where examples are asked; the document says its own address instead. */
export const exampleBaseUrl = 'http://vitrine.test'
