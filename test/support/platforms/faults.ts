import type { Incoming, Reply } from './server.ts'

/** A fault of the network, of the HTTP message, or of the rows in a reply. A field is a dotted path in a row. */
export type Fault<Refusal extends string = string> =
  | { kind: 'cut' | 'hang' | 'wrong_type' | 'html' | 'truncated' }
  | { kind: 'slow'; milliseconds: number }
  | { kind: 'slow'; until: Promise<unknown> }
  | { kind: 'missing_field' | 'retyped_field' | 'extra_field'; field: string }
  | { kind: 'repeated_row' | 'wrong_count' | 'day_outside' }
  | { kind: 'refusal'; name: Refusal }

export interface Aim {
  /** Requests whose `METHOD path` matches. Without it, all requests. */
  on?: RegExp
  /** How many requests the fault affects, by default one. */
  times?: number
  /** How many matching requests pass before. */
  after?: number
}

interface Armed<Refusal extends string> extends Required<Aim> {
  fault: Fault<Refusal>
}

/** Where the rows, the count and the day are in the replies of a platform. */
export interface ReplyShape {
  rows: (reply: Reply) => unknown[] | undefined
  /** Makes the count in the reply disagree with its rows. Returns whether the reply has a count. */
  miscount: (reply: Reply) => boolean
  /** Moves a row to another day. Returns whether the row has a day. */
  moveDay: (row: unknown, days: number) => boolean
}

/** The faults that a test arms. Faults are used in the order in which they are armed. */
export class Faults<Refusal extends string = string> {
  #armed: Armed<Refusal>[] = []
  readonly #refusals: Record<Refusal, (incoming: Incoming) => Reply>
  readonly #shape: ReplyShape

  constructor(refusals: Record<Refusal, (incoming: Incoming) => Reply>, shape: ReplyShape) {
    this.#refusals = refusals
    this.#shape = shape
  }

  arm(fault: Fault<Refusal>, { on = /./, times = 1, after = 0 }: Aim = {}): void {
    this.#armed.push({ fault, on, times, after })
  }

  clear(): void {
    this.#armed = []
  }

  /** How many requests the armed faults still affect. */
  left(): number {
    return this.#armed.reduce((sum, { times }) => sum + times, 0)
  }

  /** Returns the refusal that replaces the reply of a request. */
  refuse(incoming: Incoming): { reply: Reply; name: string } | null {
    for (const armed of this.#aimedAt(incoming)) {
      if (armed.fault.kind !== 'refusal' || !this.#use(armed)) continue
      return { reply: this.#refusals[armed.fault.name](incoming), name: armed.fault.name }
    }
    return null
  }

  /** Changes a reply as the armed faults say. Returns the fault that applies to its transport, or null. */
  alter(incoming: Incoming, reply: Reply): { transport: Fault | null; names: string[] } {
    const names: string[] = []
    let transport: Fault | null = null
    for (const armed of this.#aimedAt(incoming)) {
      const { fault } = armed
      if (fault.kind === 'refusal') continue
      if (!isOfRows(fault)) {
        if (transport || !this.#use(armed)) continue
        transport = fault
        names.push(fault.kind)
      } else if (this.#canAlter(reply, fault) && this.#use(armed)) {
        // The rows can belong to a report that later requests read again.
        Object.assign(reply, structuredClone({ body: reply.body, lines: reply.lines }))
        this.#alterRows(reply, fault)
        names.push(fault.kind)
      }
    }
    return { transport, names }
  }

  #aimedAt({ method, url }: Incoming): Armed<Refusal>[] {
    this.#armed = this.#armed.filter(({ times }) => times > 0)
    return this.#armed.filter(({ on }) => on.test(`${method} ${url.pathname}`))
  }

  #use(armed: Armed<Refusal>): boolean {
    if (armed.after > 0) {
      armed.after -= 1
      return false
    }
    armed.times -= 1
    return true
  }

  #canAlter(reply: Reply, fault: Fault): boolean {
    if (fault.kind === 'wrong_count') return this.#shape.miscount(structuredClone(reply))
    const rows = this.#shape.rows(reply) ?? []
    const row = rows.at(-1)
    if (row === undefined) return false
    if (fault.kind === 'repeated_row') return rows.length > 1
    if (fault.kind === 'day_outside') return this.#shape.moveDay(structuredClone(row), 0)
    if (fault.kind === 'missing_field' || fault.kind === 'retyped_field') return find(row, fault.field) !== null
    return true
  }

  #alterRows(reply: Reply, fault: Fault): void {
    if (fault.kind === 'wrong_count') return void this.#shape.miscount(reply)
    const rows = this.#shape.rows(reply) as unknown[]
    const row = rows.at(-1)
    if (fault.kind === 'repeated_row') rows.splice(-1, 1, structuredClone(rows[0]))
    if (fault.kind === 'day_outside') this.#shape.moveDay(row, 400)
    if (!('field' in fault)) return
    if (fault.kind === 'extra_field') return void Object.assign(row as object, { [fault.field]: 'unexpected' })
    const place = find(row, fault.field)
    if (!place) return
    if (fault.kind === 'retyped_field') place.parent[place.name] = retyped(place.parent[place.name])
    else if (Array.isArray(place.parent)) place.parent.splice(Number(place.name), 1)
    else delete place.parent[place.name]
  }
}

function isOfRows(fault: Fault): boolean {
  return /_field$|_row$|_count$|_outside$/.test(fault.kind)
}

function find(row: unknown, path: string): { parent: Record<string, unknown>; name: string } | null {
  const names = path.split('.')
  const name = names.pop() as string
  let parent = row
  for (const each of names) parent = (parent as Record<string, unknown> | undefined)?.[each]
  return typeof parent === 'object' && parent !== null && name in parent
    ? { parent: parent as Record<string, unknown>, name }
    : null
}

/** Returns a value of another type, as after a careless change of an API. */
function retyped(value: unknown): unknown {
  if (typeof value === 'string') return { amount: value }
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  return 'unexpected'
}
