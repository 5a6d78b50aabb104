/** Writes functions/docs/built, because functions cannot read files: `node cli/generate/docs.ts`. npm install runs it. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { exampleBaseUrl } from '../../functions/docs/examples/answers.ts'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'

const root = join(import.meta.dirname, '..', '..')
const built = join(root, 'functions', 'docs', 'built')

/** Writes three modules: the Markdown sources, the OpenAPI document and the script of the interactive reference. */
export function writeDocs(): void {
  write('sources.js', `export const sources = ${JSON.stringify(readSources(), null, 1)}\n`)
  const document = JSON.stringify(JSON.stringify(openApiDocument(exampleBaseUrl)))
  write('document.js', `export const documentBaseUrl = '${exampleBaseUrl}'\nexport const document = ${document}\n`)
  const script = readFileSync(
    createRequire(import.meta.url).resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'),
  )
  const version = createHash('sha256').update(script).digest('hex').slice(0, 12)
  if (readIfThere('explorer.js').includes(version)) return
  const text = gzipSync(script, { level: 9 }).toString('base64')
  write('explorer.js', `export const explorerVersion = '${version}'\nexport const explorer = '${text}'\n`)
}

function readSources(): Record<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const guides = globSync('functions/docs/guides/*.md', { cwd: root }).toSorted()
  const methods = globSync('docs/methods/*.md', { cwd: root }).toSorted()
  return {
    ...Object.fromEntries(guides.map((path) => [`guides/${basename(path, '.md')}`, read(path)])),
    ...Object.fromEntries(methods.map((path) => [`methods/${basename(path, '.md')}`, withoutFiles(read(path))])),
    promises: read('functions/docs/promises.md'),
    deprecation: read('functions/docs/deprecation.md'),
    changelog: read('CHANGELOG.md'),
    client: read('client/README.md'),
  }
}

/** Replaces links to files of the repository, which the site does not serve, by their text. */
function withoutFiles(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1')
}

function readIfThere(file: string): string {
  return existsSync(join(built, file)) ? readFileSync(join(built, file), 'utf8') : ''
}

/** Writes a file only if its text changed, so that file watchers do not trigger. */
function write(file: string, text: string): void {
  if (readIfThere(file) !== text) writeFileSync(join(built, file), text)
}

if (import.meta.main) writeDocs()
