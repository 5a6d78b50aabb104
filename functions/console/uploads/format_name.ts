import { heading } from '../parts/format.ts'

const names: Record<string, string> = {
  google_tsv: 'Google Merchant table',
  google_xml: 'Google Merchant XML',
  google_reviews_xml: 'Google reviews XML',
  shopify_csv: 'Shopify product export',
  shopify_orders: 'Shopify order export',
  acp_csv: 'OpenAI table',
  acp_jsonl: 'Agentic Commerce Protocol, JSON Lines',
  generic_jsonl: 'JSON Lines',
  jsonl: 'JSON Lines',
  csv: 'CSV',
  xml: 'XML',
}

/** Returns the name of a format of files as pages show it. A table of Google can be separated by tabs, commas or semicolons. */
export function formatName(dialect: string): string {
  return names[dialect] ?? heading(dialect)
}
