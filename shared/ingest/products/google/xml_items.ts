import { SaxesParser } from 'saxes'
import type { SaxesTagNS } from 'saxes'
import { ImportError } from '../../import_error.ts'
import { readText } from '../../files/text_file.ts'
import type { FileSource } from '../../files/input_file.ts'

export interface XmlElement {
  name: string
  /** Namespace URI, '' if it has none. */
  space: string
  attributes: Record<string, string>
  /** Its own text, without that of its children. */
  text: string
  children: XmlElement[]
}

export interface XmlItem {
  line: number
  /** Null if the item is too large. */
  element: XmlElement | null
}

const itemCharactersMax = 4_000_000
const depthMax = 50
const childrenMax = 10_000

/**
 * Yields the elements of one name in an XML file, in batches; nothing else is kept in memory. Only the five XML
 * entities and character references are known, and a document type declaration is refused. Throws ImportError if the
 * file is not well-formed.
 */
export async function* readXmlItems(file: FileSource, itemName: string): AsyncGenerator<XmlItem[]> {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let items: XmlItem[] = []
  let item: XmlItem | null = null
  let depth = 0
  let itemAt = 0
  let itemDepth = 0
  let children = 0
  let eventAt = 0

  parser.on('error', (error) => {
    throw malformed(error.message)
  })
  parser.on('doctype', () => {
    throw new ImportError('The file has a document type declaration (<!DOCTYPE ...>), which is not allowed. Remove it.')
  })
  parser.on('opentag', (tag) => {
    eventAt = parser.position
    depth += 1
    if (depth > depthMax)
      throw new ImportError(`Line ${parser.line}: elements are nested more than ${depthMax} levels deep.`)
    if (item === null) {
      if (tag.local !== itemName) return
      item = { line: parser.line, element: elementOf(tag) }
      open.push(item.element as XmlElement)
      itemAt = eventAt
      itemDepth = depth
      children = 0
      return
    }
    if (item.element === null) return
    children += 1
    if (children > childrenMax || eventAt - itemAt > itemCharactersMax) {
      item.element = null
      return
    }
    const element = elementOf(tag)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const takeText = (text: string) => {
    eventAt = parser.position
    const element = item?.element && open.at(-1)
    if (!element) return
    if (eventAt - itemAt <= itemCharactersMax) element.text += text
    else if (item) item.element = null
  }
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('comment', () => {
    eventAt = parser.position
  })
  parser.on('closetag', () => {
    eventAt = parser.position
    depth -= 1
    open.pop()
    if (item === null || depth >= itemDepth) return
    items.push(item)
    item = null
    open.length = 0
  })

  for await (const text of readText(file)) {
    parser.write(text)
    if (parser.position - eventAt > itemCharactersMax) {
      throw new ImportError(
        `Line ${parser.line}: a text has more than 4,000,000 characters, or an & before it is not written &amp;.`,
      )
    }
    yield items
    items = []
  }
  parser.close()
}

function elementOf(tag: SaxesTagNS): XmlElement {
  const attributes = Object.values(tag.attributes).map(({ local, value }) => [local, value] as const)
  return { name: tag.local, space: tag.uri, attributes: Object.fromEntries(attributes), text: '', children: [] }
}

function malformed(message: string): ImportError {
  const [, line, reason] = /^(\d+):\d+: (.*)$/s.exec(message) ?? [null, null, message]
  const where = line === null ? '' : ` on line ${line}`
  if (/unclosed tag|unexpected end/.test(reason as string)) {
    return new ImportError(
      'The file ends within an element. It is truncated, or an & near its end is not written &amp;. Export it again.',
    )
  }
  if (/entity/.test(reason as string)) {
    return new ImportError(
      `The XML is not well-formed: an &${where} or shortly before is not the start of an entity. Write it &amp;.`,
    )
  }
  if (/unbound namespace prefix/.test(reason as string)) {
    return new ImportError(
      `The XML uses a prefix that it does not declare${where} (${reason}) Add xmlns:g="http://base.google.com/ns/1.0" to the first element.`,
    )
  }
  return new ImportError(`The XML is not well-formed${where}: ${reason} Export it again.`)
}
