/** Characters that must be percent-encoded in an address (RFC 3986, section 2). */
const unsafe = /[\s"<>\\^`{|}\u0000-\u001f\u007f-\u009f]/u

/**
 * Returns what is wrong with an http or https address, as a predicate such as "must not contain a space.". Null for one that Vitrine
 * publishes. storefront.web_address has the same rule for what is stored.
 */
export function webAddressFault(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return 'must be an http or https address.'
  const character = unsafe.exec(text)?.[0]
  if (character !== undefined) {
    const name =
      character === ' ' ? 'a space' : /[!-~]/.test(character) ? `the character ${character}` : 'this character'
    return `must not contain ${name}. Write it as ${encodeURIComponent(character)}.`
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return 'must not contain a user name or a password.'
  return URL.canParse(text) ? null : 'must be an http or https address.'
}
