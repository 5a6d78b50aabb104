import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

interface Agented {
  agent: Record<string, unknown>
  verified_agent?: string | null | undefined
}

/** The agent of a negotiation or an order: its verified name, or the platform that it states. */
export function agentName({ agent, verified_agent }: Agented): Markup {
  if (verified_agent) return html`<bdi>${verified_agent}</bdi> (verified)`
  const { platform } = agent
  return typeof platform === 'string' ? html`<bdi>${platform}</bdi> (not verified)` : html`An agent without a name`
}
