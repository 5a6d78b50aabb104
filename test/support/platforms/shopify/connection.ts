import { FieldProblem } from './graphql/execute.ts'
import type { Arguments, DataObject } from './graphql/execute.ts'

const pageMax = 250

export interface Ordered {
  node: DataObject
  /** Orders the nodes as text. Without it, nodes keep their places. */
  key?: string
}

/**
 * Returns a field that pages through nodes. A cursor names a place in the order, not a node: a node that moves or is deleted
 * between two pages does not hide others. A bulk operation passes `isBulk` and gets all nodes.
 */
export function connect(
  type: string,
  nodesOf: (args: Arguments) => (DataObject | Ordered)[],
): (args: Arguments) => DataObject {
  return (args) => {
    const { first, last, isBulk } = args as { first?: number; last?: number; isBulk?: true }
    const isDescending = args['reverse'] === true
    const all = nodesOf(args).map((each, index) =>
      edgeOf('node' in each ? (each as Ordered) : { node: each as DataObject }, index),
    )
    const size = first ?? last
    if (!isBulk && size === undefined) {
      throw new FieldProblem('you must provide one of first or last', { code: 'BAD_REQUEST' })
    }
    if (size !== undefined && (size > pageMax || size < 0)) {
      throw new FieldProblem(`${first === undefined ? 'last' : 'first'} must be between 0 and ${pageMax}`, {
        code: 'BAD_REQUEST',
      })
    }
    const after = keyOf(args['after'])
    const before = keyOf(args['before'])
    const range = all.filter(
      ({ key }) =>
        (after === null || (isDescending ? key < after : key > after)) &&
        (before === null || (isDescending ? key > before : key < before)),
    )
    const page = isBulk ? range : first === undefined ? range.slice(-(last || range.length)) : range.slice(0, first)
    return {
      typeName: `${type}Connection`,
      nodes: page.map(({ node }) => node),
      edges: page.map(({ node, cursor }) => ({ typeName: `${type}Edge`, node, cursor })),
      pageInfo: {
        typeName: 'PageInfo',
        hasNextPage: page.length > 0 && page.at(-1) !== all.at(-1),
        hasPreviousPage: page.length > 0 && page[0] !== all[0],
        startCursor: page[0]?.cursor ?? null,
        endCursor: page.at(-1)?.cursor ?? null,
      },
    }
  }
}

function edgeOf({ node, key }: Ordered, index: number): { node: DataObject; key: string; cursor: string } {
  const place = key ?? String(index).padStart(9, '0')
  const cursor = Buffer.from(JSON.stringify({ last_id: node['id'], last_value: place })).toString('base64')
  return { node, key: place, cursor }
}

function keyOf(cursor: unknown): string | null {
  if (typeof cursor !== 'string') return null
  try {
    return (JSON.parse(Buffer.from(cursor, 'base64').toString()) as { last_value: string }).last_value
  } catch {
    throw new FieldProblem('Invalid cursor for current pagination sort.', { code: 'BAD_REQUEST' })
  }
}
