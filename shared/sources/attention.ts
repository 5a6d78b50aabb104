import { sourceReasons } from './source_error.ts'

/** The reasons why a source needs attention. shared/sentences/statements/sources.ts has a sentence for each. */
export const attentionReasons = [
  ...sourceReasons,
  'exchange_rates_are_missing',
  'reading_failed',
  'token_key_is_missing',
  'app_is_uninstalled',
  'is_not_set_up',
] as const
