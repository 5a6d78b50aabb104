/** Returns a link as a URI (RFC 3986), which protocols require. Feeds also contain IRIs, which browsers accept. */
export function uriOf(link: string): string {
  if (!URL.canParse(link)) return link
  const { href, origin } = new URL(link)
  const rest = href.slice(origin.length)
  return (
    origin +
    rest
      .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
      .replaceAll('[', '%5B')
      .replaceAll(']', '%5D')
  )
}
