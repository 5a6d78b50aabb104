const tracking = /^(utm_\w+|gclid|srsltid|fbclid|msclkid|ttclid)$/

/** Whether a parameter is one that mail programs, search engines and ad platforms add to links. No page and operation reads them. */
export function isTrackingParameter(name: string): boolean {
  return tracking.test(name)
}
