import { readFileSync } from 'node:fs'
import ts from 'typescript'

export interface DeclaredTest {
  title: string
  /** The calls that may skip it or its group: `describe.skipIf`, `context.skip`. Empty if it always runs. */
  skippedBy: string[]
}

const leavesOut = ['skip', 'skipIf', 'runIf', 'todo', 'fails']

/** Returns the titles of the tests that a file declares, and what may skip them. Parses the file as TypeScript. */
export function declaredTests(file: string): DeclaredTest[] {
  const found: DeclaredTest[] = []
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true), [])
  return found

  function visit(node: ts.Node, around: string[]): void {
    const said = ts.isCallExpression(node) ? declaration(node) : null
    if (!said || !ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, around))
    const skippedBy = [...around, ...said.modifiers]
    if (said.kind === 'test') found.push({ title: said.title, skippedBy: [...skippedBy, ...skipsInside(node)] })
    else ts.forEachChild(node, (child) => visit(child, skippedBy))
  }
}

/** `test('...')`, `test.each([...])('...')`, `describe.skipIf(...)('...')`. */
function declaration(call: ts.CallExpression): { kind: string; title: string; modifiers: string[] } | null {
  const [title] = call.arguments
  const modifiers: string[] = []
  let callee: ts.Expression = call.expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      modifiers.push(callee.name.text)
      callee = callee.expression
    } else if (ts.isCallExpression(callee)) callee = callee.expression
    else return null
  }
  const kind = callee.text
  if (!/^(test|it|describe)$/.test(kind) || !title || !ts.isStringLiteralLike(title)) return null
  const skips = modifiers.filter((name) => leavesOut.includes(name)).map((name) => `${kind}.${name}`)
  return { kind: kind === 'it' ? 'test' : kind, title: title.text, modifiers: skips }
}

/** Returns the calls of `context.skip` inside a test. */
function skipsInside(node: ts.Node): string[] {
  const found: string[] = []
  const look = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner) && /\bskip$/.test(inner.expression.getText())) found.push(inner.expression.getText())
    ts.forEachChild(inner, look)
  }
  ts.forEachChild(node, look)
  return found
}
