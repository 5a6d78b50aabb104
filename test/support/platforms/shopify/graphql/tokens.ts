/** A query or schema that is not GraphQL, with the place of the error. */
export class SyntaxProblem extends Error {
  readonly line: number
  readonly column: number
  constructor(message: string, { line, column }: Place) {
    super(message)
    this.line = line
    this.column = column
  }
}

export interface Place {
  line: number
  column: number
}

export interface Token extends Place {
  kind: 'name' | 'number' | 'string' | 'mark' | 'end'
  text: string
}

const pattern =
  /[\s,\uFEFF]+|#[^\n]*|("""(?:[^"]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*")|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\.\.\.|[!$&()[\]{}:=@|])/y

/** Reads the tokens of a document one after the other. */
export class Tokens {
  readonly #tokens: Token[]
  #next = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  peek(): Token {
    return this.#tokens[this.#next] as Token
  }

  take(): Token {
    const token = this.peek()
    if (token.kind !== 'end') this.#next += 1
    return token
  }

  is(text: string): boolean {
    const { kind, text: found } = this.peek()
    return found === text && (kind === 'mark' || kind === 'name')
  }

  /** Takes the next token if it is this text. */
  skip(text: string): boolean {
    const isNext = this.is(text)
    if (isNext) this.take()
    return isNext
  }

  expect(text: string): void {
    if (!this.skip(text)) this.fail(`Expected "${text}"`)
  }

  name(): string {
    const token = this.take()
    return token.kind === 'name' ? token.text : this.fail('Expected a name', token)
  }

  fail(message: string, token = this.peek()): never {
    const found = token.kind === 'end' ? 'end of file' : `"${token.text}"`
    throw new SyntaxProblem(`syntax error, unexpected ${found}: ${message}`, token)
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex
    const match = pattern.exec(text)
    if (!match) throw new SyntaxProblem(`syntax error, unexpected character "${text[start]}"`, placeOf(text, start))
    const [, string, name, number, mark] = match
    const found = string ?? name ?? number ?? mark
    if (found === undefined) continue
    const kind = string ? 'string' : name ? 'name' : number ? 'number' : 'mark'
    tokens.push({ kind, text: found, ...placeOf(text, start) })
  }
  return [...tokens, { kind: 'end', text: '', ...placeOf(text, text.length) }]
}

function placeOf(text: string, index: number): Place {
  const lines = text.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
