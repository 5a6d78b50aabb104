/** Elements that end a line of text in HTML. */
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|footer|h[1-6]|header|hr|ol|p|pre|section|table|td|th|tr|ul)$/
/** Elements whose content is not text. */
const unread = /^(script|style|template|noscript|iframe|object|svg|head|title)$/
/** All other elements of HTML, including obsolete ones. */
const others =
  /^(a|abbr|acronym|area|audio|b|base|basefont|bdi|bdo|big|body|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|del|details|dfn|dialog|dir|em|embed|fieldset|font|form|frame|frameset|hgroup|html|i|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|optgroup|option|output|param|picture|progress|q|rp|rt|ruby|s|samp|search|select|slot|small|source|span|strike|strong|sub|summary|sup|tbody|textarea|tfoot|thead|time|track|tt|u|var|video|wbr)$/
/** Elements that are often or always without a closing tag. */
const unclosed =
  /^(area|base|br|col|dd|dt|embed|hr|iframe|img|input|li|link|meta|p|param|script|source|style|td|th|tr|track|wbr)$/

const entities = new Map(
  (
    'amp=& lt=< gt=> quot=" apos=\' nbsp=\u00a0 copy=© reg=® trade=™ deg=° plusmn=± times=× divide=÷ frac12=½ frac14=¼ frac34=¾ ' +
    'sup2=² sup3=³ micro=µ middot=· bull=• hellip=… ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ ' +
    'laquo=« raquo=» lsaquo=‹ rsaquo=› euro=€ pound=£ yen=¥ cent=¢ sect=§ para=¶ iexcl=¡ iquest=¿ szlig=ß aelig=æ AElig=Æ ' +
    'oslash=ø Oslash=Ø aring=å Aring=Å agrave=à aacute=á acirc=â atilde=ã auml=ä Agrave=À Aacute=Á Acirc=Â Atilde=Ã Auml=Ä ' +
    'ccedil=ç Ccedil=Ç egrave=è eacute=é ecirc=ê euml=ë Egrave=È Eacute=É Ecirc=Ê Euml=Ë igrave=ì iacute=í icirc=î iuml=ï ' +
    'Igrave=Ì Iacute=Í Icirc=Î Iuml=Ï ntilde=ñ Ntilde=Ñ ograve=ò oacute=ó ocirc=ô otilde=õ ouml=ö Ograve=Ò Oacute=Ó Ocirc=Ô ' +
    'Otilde=Õ Ouml=Ö ugrave=ù uacute=ú ucirc=û uuml=ü Ugrave=Ù Uacute=Ú Ucirc=Û Uuml=Ü yacute=ý yuml=ÿ scaron=š Scaron=Š ' +
    'oelig=œ OElig=Œ shy= zwnj= zwj= lrm= rlm='
  )
    .split(' ')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const),
)

/** Control characters, direction marks and byte order marks. */
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/**
 * Returns the plain text of possible HTML: no tags, entities or control characters, with a line end after each block. A text without an element
 * of HTML is no HTML: its angle brackets stay.
 */
export function plainText(html: string): string {
  const isHtml = hasMarkup(html)
  // In HTML, a line end is a space.
  return withoutControls(decoded(isHtml ? withoutTags(html.replaceAll('\n', ' '), () => true) : html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns one line of plain text. Only comments and elements of HTML are tags: "Cable <USB-C>" and the brand "<A>" stay. */
export function plainLine(html: string): string {
  if (!/[<&\s\u007f-\uffff]/.test(html) && !controlled(html)) return html
  return withoutControls(decoded(withoutTags(html, markupOf(html))))
    .replace(/\s+/g, ' ')
    .trim()
}

function controlled(text: string): boolean {
  return /[\u0000-\u001f]/.test(text)
}

function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, '')
}

function hasMarkup(html: string): boolean {
  const isMarkup = markupOf(html)
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) if (isMarkup(at)) return true
  return false
}

/**
 * Returns a function that returns whether an index is the beginning of markup: a comment, or an element of HTML that has attributes, that is closed
 * later, or that needs no closing tag.
 */
function markupOf(html: string): (at: number) => boolean {
  let closings: Map<string, number> | undefined
  const tag = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*|\/)?>/iy
  return (at) => {
    if (html.startsWith('<!--', at)) return true
    if (/^<!doctype\s/i.test(html.slice(at, at + 10))) return true
    tag.lastIndex = at
    const found = tag.exec(html)
    const name = found?.[2]?.toLowerCase() ?? ''
    if (found === null || ![blocks, unread, others].some((elements) => elements.test(name))) return false
    if (found[1] === '/' || unclosed.test(name) || /=|\/>$/.test(found[0])) return true
    closings ??= new Map(
      [...html.matchAll(/<\/([a-z][a-z0-9]*)/gi)].map((closing) => [closing[1]!.toLowerCase(), closing.index]),
    )
    return (closings.get(name) ?? -1) > at
  }
}

/** Removes tags in one pass, in linear time for any text. */
function withoutTags(html: string, isTag: (at: number) => boolean): string {
  let at = html.indexOf('<')
  if (at < 0) return html
  let text = html.slice(0, at)
  while (at >= 0) {
    const [piece, end] = isTag(at) ? tagAt(html, at) : ['<', at + 1]
    const next = html.indexOf('<', end)
    text += piece + html.slice(end, next < 0 ? html.length : next)
    at = next
  }
  return text
}

/** Returns the replacement of the tag that begins here, and the index of the text after it. */
function tagAt(html: string, at: number): [piece: string, end: number] {
  if (html.startsWith('<!--', at)) return ['', after(html, '-->', at)]
  const name = /^<\/?([a-z][a-z0-9]*)|^<[!?]/i.exec(html.slice(at, at + 20))
  // "a < b" is not a tag.
  if (name === null) return ['<', at + 1]
  const end = after(html, '>', at)
  const tag = name[1]?.toLowerCase() ?? ''
  if (unread.test(tag) && html[at + 1] !== '/' && html[end - 2] !== '/') {
    const closing = new RegExp(`</${tag}`, 'gi')
    closing.lastIndex = end
    return ['', closing.test(html) ? after(html, '>', closing.lastIndex) : html.length]
  }
  if (tag === 'li') return [html[at + 1] === '/' ? '' : '\n- ', end]
  if (tag === 'p' || /^h[1-6]$/.test(tag)) return ['\n\n', end]
  return [blocks.test(tag) ? '\n' : '', end]
}

function after(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from)
  return found < 0 ? html.length : found + what.length
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,10}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return entities.get(name) ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
