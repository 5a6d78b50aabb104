import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '../../shared/version.ts'

const root = join(import.meta.dirname, '..', '..')
const documents = globSync(['*.md', 'docs/**/*.md', '{sql,shared/ingest,demo,client}/*.md'], { cwd: root })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Relative links and pictures of a document, without fragments. Addresses of a running Vitrine begin with a slash. */
function linksOf(path: string): string[] {
  const links = [...read(path).matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target)
  return links.filter((target) => !/^(https?:|mailto:|\/)/.test(target))
}

describe('documents of the repository', () => {
  test('link to files that exist', () => {
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((target) => !existsSync(join(root, dirname(path), target)))
        .map((target) => `${path} -> ${target}`),
    )
    expect(broken).toEqual([])
    expect(documents.length).toBeGreaterThan(10)
  })

  test('include a README with both commands and less than 140 lines', () => {
    const readme = read('README.md')
    for (const command of ['npm install && npm start', 'npm install && npm test']) {
      expect(readme).toContain(`\`\`\`\n${command}\n\`\`\``)
    }
    expect(readme.split('\n').length).toBeLessThan(140)
  })
})

test('shared/version.ts has the version of package.json', () => {
  expect(version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
})

describe('docs/decisions', () => {
  const rows = globSync('docs/decisions/*.md', { cwd: root })
    .flatMap((path) => read(path).split('\n'))
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Question |'))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .filter((cells) => cells.length === 4)

  test('has a decision, a reason, and a test or "not tested" in every row', () => {
    const incomplete = rows.filter(
      ([question = '', decision = '', reason = '', held = '']) =>
        !question.trim() || !decision.trim() || !reason.trim() || !/^ (not tested|\[.+\.test\.ts\)) $/.test(held),
    )
    expect(incomplete).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
  })

  test('has each question once', () => {
    const questions = rows.map(([question = '']) => question.trim())
    expect(questions.filter((question, index) => questions.indexOf(question) !== index)).toEqual([])
  })
})
