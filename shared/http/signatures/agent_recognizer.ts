import type { Log } from '../../log/log.ts'
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
  /** Verifies the request by the keys of the profile that it names. */
  recognizeBy: (profile: string, keys: readonly PublicKey[]) => Promise<ProfileCheck>
}

/** What the signatures of a request say about the profile that it names. The members are false and null if no signature is for UCP. */
export interface ProfileCheck {
  /** Whether a key of the profile signed the whole request. */
  isVerified: boolean
  /** Why the request must be refused. */
  fault: SignatureFault | null
}

/** Recognizes the agents of signed requests. One for each process, because it stores key directories. */
export class AgentRecognizer {
  readonly #directories: KeyDirectories
  readonly #budgets = new AgentBudgets()

  constructor(fetchKeys: FetchKeys, log: Log) {
    this.#directories = new KeyDirectories(fetchKeys, log)
  }

  async recognize(request: SignedRequest, clientIp: string): Promise<SignedAgent> {
    const signatures = readSignatures(request.headers)
    const isComplete = ['signature-input', 'signature'].every((name) => request.headers.get(name))
    const fault = isComplete ? 'malformed' : 'signature_missing'
    const agent: SignedAgent = { name: null, fault, recognizeBy: async () => ({ isVerified: false, fault }) }
    if (!signatures) return agent
    const signed = { request, signatures }
    const admit = ({ agent: name, fault }: Recognized) => {
      const isAdmitted = name !== undefined && this.#budgets.takeAgent(clientIp, name)
      agent.name = isAdmitted ? name : null
      agent.fault = isAdmitted ? null : (fault ?? 'too_many_agents')
    }
    admit(await recognizeAgent(signed, this.#directories, () => this.#budgets.takeFetch(clientIp)))
    agent.recognizeBy = async (profile, keys) => {
      const recognized = await recognizePlatform(signed, profile, keys)
      const isVerified = recognized?.agent !== undefined
      // An agent that is verified already keeps its name, which is no proof of the profile.
      if (agent.name !== null) return { isVerified, fault: null }
      if (recognized) admit(recognized)
      return { isVerified, fault: recognized?.fault ?? null }
    }
    return agent
  }
}
