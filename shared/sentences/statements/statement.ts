import type { Audience } from '../audience.ts'
import { isReason, sentenceFrom } from '../warnings/warning.ts'
import type { Sentences } from '../warnings/warning.ts'
import { anomalyStatements } from './anomalies.ts'
import { experimentStatements } from './experiments.ts'
import { explanationStatements } from './explanations.ts'
import { productStatements } from './product_facts.ts'
import { importStatements } from './imports.ts'
import { restatementStatements } from './restatements.ts'
import { sourceStatements } from './sources.ts'
import { storefrontStatements } from './storefront.ts'

/** The sentence of each reason of a statement (sql/platform/statement.sql). */
export const statementSentences: Sentences = {
  ...anomalyStatements,
  ...experimentStatements,
  ...explanationStatements,
  ...productStatements,
  ...importStatements,
  ...restatementStatements,
  ...sourceStatements,
  ...storefrontStatements,
}

/** Returns a member of a result with its sentence, if it is a statement. Any other member stays as it is. */
export function sentenceOfStatement(member: unknown, audience: Audience): unknown {
  return isReason(member) ? sentenceFrom(statementSentences, member, audience) : member
}
