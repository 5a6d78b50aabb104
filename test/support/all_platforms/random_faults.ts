import type { Fault } from '../platforms/faults.ts'
import type { Random } from '../platforms/random.ts'
import type { AllPlatforms, Servers } from './all_platforms.ts'

const transport = ['cut', 'html', 'truncated', 'wrong_type'] as const
const rows = ['repeated_row', 'wrong_count', 'day_outside'] as const

/** The errors of each platform from which a source recovers without a person: limits, failures and tokens that ended. */
const refusals = {
  identity: ['server_error', 'unavailable'],
  googleAds: ['throttled', 'expensive_queries', 'server_error', 'unavailable', 'transient_error', 'token_expired'],
  ga4: ['concurrency_exhausted', 'hourly_tokens_exhausted', 'server_error', 'unavailable', 'token_expired'],
  meta: [
    'throttled_app',
    'throttled_user',
    'throttled_custom',
    'throttled_account',
    'transient',
    'unknown_error',
    'too_much_data',
    'timeout',
  ],
  tiktok: [
    'throttled',
    'task_error',
    'task_not_ready',
    'conflict',
    'internal_validation',
    'system_error',
    'processing_error',
    'bad_gateway',
  ],
  shopify: ['throttled', 'server_error', 'unavailable', 'internal_error', 'token_invalid'],
} as const satisfies Record<keyof Servers, readonly string[]>

/** Arms faults at random requests to come. Returns them, for the message of a failure. */
export function armAll({ servers }: AllPlatforms, random: Random): string[] {
  const armed: string[] = []
  for (const name of Object.keys(refusals) as (keyof Servers)[]) {
    for (let count = random.integer(0, 5); count > 0; count--) {
      const fault = faultOf(name, random)
      const aim = { after: random.integer(0, 25), times: random.integer(1, 2) }
      servers[name].faults.arm(fault as never, aim)
      armed.push(`${name} ${'name' in fault ? fault.name : fault.kind} after ${aim.after} times ${aim.times}`)
    }
  }
  return [...armed, ...failReports(servers, random), ...endTokens(servers, random)]
}

export function clearAll({ servers }: AllPlatforms): void {
  for (const { faults } of Object.values(servers)) faults.clear()
  servers.meta.runs.outcomes.length = 0
  servers.tiktok.tasks.outcomes.length = 0
  for (const { bulk } of servers.shopify.shops.values()) bulk.outcomes.length = 0
}

function faultOf(name: keyof Servers, random: Random): Fault {
  const share = random.fraction()
  if (share < 0.5) return { kind: 'refusal', name: random.pick(refusals[name]) }
  // A shop has no row that a client can know to be of another day.
  if (share < 0.65 && name !== 'identity' && name !== 'shopify') return { kind: random.pick(rows) }
  if (share < 0.75) return { kind: 'slow', milliseconds: random.integer(1, 30) }
  return { kind: random.pick(transport) }
}

/** Asynchronous reports that fail once. */
function failReports({ meta, tiktok, shopify }: Servers, random: Random): string[] {
  const isFailing = () => random.fraction() < 0.3
  const failed: string[] = []
  if (isFailing()) failed.push(`meta run ${(meta.runs.outcomes[0] = random.pick(['failed', 'skipped']))}`)
  if (isFailing()) failed.push(`tiktok task ${(tiktok.tasks.outcomes[0] = random.pick(['FAILED', 'CANCELED']))}`)
  for (const { bulk } of shopify.shops.values()) {
    if (isFailing()) {
      bulk.outcomes[0] = random.pick(['FAILED', 'TIMEOUT', 'CANCELED', 'EXPIRED'])
      failed.push(`shopify bulk ${bulk.outcomes[0]}`)
    }
  }
  return failed
}

/** Access tokens that end before their time. */
function endTokens({ identity, shopify }: Servers, random: Random): string[] {
  const endings = [
    () => (identity.clock.advance(2 * 3_600_000), 'google tokens end'),
    () => (shopify.access.expireAccessTokens(), 'shopify tokens end'),
  ]
  return endings.filter(() => random.fraction() < 0.3).map((end) => end())
}
