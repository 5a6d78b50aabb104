import { Marked } from 'marked'
import type { Tokens } from 'marked'

/**
 * Renders our own Markdown as HTML. Headings have ids to link to. Code and tables scroll separately and can be focused,
 * so that they can be scrolled by keyboard.
 */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const inner = this.parser.parseInline(tokens)
      return `<h${depth} id="${slug(text)}">${inner}</h${depth}>\n`
    },
    code({ text, lang = '' }) {
      const [, name, rest] = /^(?:\/\/|#|--) (\S+\.\w+)\n([\s\S]*)$/.exec(text) ?? []
      const caption = name ? `<figcaption>${escape(name)}</figcaption>` : ''
      const label = name ?? (lang === 'json' ? 'Response' : lang === 'sql' ? 'SQL' : 'Command')
      const code = `<pre tabindex="0" role="group" aria-label="${escape(label)}" data-copy><code>${escape(rest ?? text)}</code></pre>`
      return `<figure>${caption}${code}</figure>\n`
    },
    table(token: Tokens.Table) {
      const row = (tag: string, cells: Tokens.TableCell[]) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const rows = token.rows.map((cells) => row('td', cells)).join('')
      const table = `<table><thead>${row('th', token.header)}</thead><tbody>${rows}</tbody></table>`
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>\n`
    },
    // On narrow screens, a long field path breaks after a dot and not within a name.
    codespan({ text }) {
      const isLong = text.length > 30
      return `<code>${isLong ? escape(text).replaceAll(/\.(?=\w)/g, '.<wbr>') : escape(text)}</code>`
    },
    // Raw HTML is omitted. Our Markdown contains it only as comments with instructions for the tests.
    html: () => '',
  },
})

export function renderMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
