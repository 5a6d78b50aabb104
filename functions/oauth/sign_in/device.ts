/** Product tokens of current browsers. Edge and others also send the token of Chrome, so they come first. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const

/**
 * Returns browser and operating system of a User-Agent header (RFC 9110, section 10.1.5), such as "Chrome on macOS", or null.
 * It helps a person to distinguish two connections of one app. No decision depends on it, because a client can send any value.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(' on ') || null
}
