import { AgentBudgets } from './agent_budgets.ts'
import { KeyDirectories } from './key_directories.ts'
import type { FetchKeys } from './key_directories.ts'
import { readSignatures } from './signed_request.ts'
import type { PublicKey, SignatureFault, SignedRequest } from './signed_request.ts'
import { recognizePlatform } from './ucp_signature.ts'
import { recognizeAgent } from './web_bot_auth.ts'
import type { Recognized } from './web_bot_auth.ts'

/** What the signatures of a request say about its sender. */
export interface SignedAgent {
  /** The verified name; null if there is none. */
  name: string | null
  fault: SignatureFault | null
  /**
   * Verifies the request by the keys of a platform's profile. Returns why it must be refused; null if it is verified, or not
   * signed for the protocol of the profile.
   */
  recognizeBy: (profile: string, keys: readonly PublicKey[]) => Promise<SignatureFault | null>
}

/** Recognizes the agents of signed requests. One for each process, because it stores key directories. */
export class AgentRecognizer {
  readonly #directories: KeyDirectories
  readonly #budgets = new AgentBudgets()

  constructor(fetchKeys: FetchKeys) {
    this.#directories = new KeyDirectories(fetchKeys)
  }

  async recognize(request: SignedRequest, clientIp: string): Promise<SignedAgent> {
    const signatures = readSignatures(request.headers)
    const agent: SignedAgent = { name: null, fault: 'malformed', recognizeBy: async () => 'malformed' }
    if (!signatures) return agent
    const signed = { request, signatures }
    const admit = ({ agent: name, fault }: Recognized) => {
      const isAdmitted = name !== undefined && this.#budgets.takeAgent(clientIp, name)
      agent.name = isAdmitted ? name : null
      agent.fault = isAdmitted ? null : (fault ?? 'too_many_agents')
    }
    admit(await recognizeAgent(signed, this.#directories, () => this.#budgets.takeFetch(clientIp)))
    agent.recognizeBy = async (profile, keys) => {
      if (agent.name !== null) return null
      const recognized = await recognizePlatform(signed, profile, keys)
      if (recognized) admit(recognized)
      return recognized?.fault ?? null
    }
    return agent
  }
}
