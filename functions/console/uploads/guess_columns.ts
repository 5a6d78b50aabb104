import { platformNames } from '../../../shared/ingest/ads/ad_dialects.ts'

/** Other names of fields in reports, in English, German, French and Spanish. */
const aliases: Record<string, readonly string[]> = {
  date: ['day', 'datum', 'tag', 'jour', 'fecha', 'dia', 'día'],
  ordered_at: ['order date', 'created at', 'date', 'datum', 'bestelldatum'],
  order_id: ['order', 'order no', 'order number', 'order name', 'bestellnummer'],
  customer_id: ['customer', 'email', 'kundennummer', 'kunde'],
  touched_at: ['time', 'timestamp', 'date', 'datum'],
  platform: platformNames,
  currency: [
    'currency code',
    'account currency',
    'währung',
    'waehrung',
    'währungscode',
    'devise',
    'code devise',
    'moneda',
    'código de moneda',
    'divisa',
  ],
  campaign_name: ['campaign', 'kampagne', 'kampagnenname', 'campagne', 'campaña'],
  adset_name: ['ad set', 'ad set name', 'ad group', 'ad group name', 'anzeigengruppe'],
  ad_name: ['ad', 'anzeige'],
  spend: [
    'cost',
    'costs',
    'kosten',
    'ausgaben',
    'amount spent',
    'ausgegebener betrag',
    'montant dépensé',
    'importe gastado',
    'dépenses',
    'coût',
    'coûts',
    'gasto',
    'coste',
  ],
  impressions: ['impr', 'impressionen', 'impresiones'],
  clicks: ['klicks', 'clics', 'klicks (alle)'],
  link_clicks: ['link klicks', 'clics sur un lien', 'clics en el enlace'],
  purchases: ['käufe', 'kaeufe', 'achats', 'compras'],
  reach: ['reichweite', 'couverture', 'alcance'],
  conversions: ['conv', 'conversionen', 'conversiones'],
  revenue: [
    'umsatz',
    'sales',
    'ingresos',
    "chiffre d'affaires",
    'conversion value',
    'conversions value',
    'conv value',
    'conversion wert',
    'conversionwert',
  ],
}

const brackets = /\s*[([]([^)\]]*)[)\]]$/
const unit = /^(in )?(usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|pln|inr|brl|mxn|[a-z]{0,3}[$€£¥₹₫₩₺])$/
/** A figure for each of something, such as "Kosten pro Klick", is not the figure itself. */
const rate =
  /(^|[\s(])(per|pro|par|por|je|rate|ratio|average|avg|durchschnittlich\w*|cp[acmtvo]|cpv|ctr|cvr|roas)([\s)]|$)|rate$|%|\//

/**
 * Returns the column that most likely contains each field. A whole name goes before one with an addition, such as
 * "Total impressions". Each column is guessed once, and rates never.
 */
export function guessColumns(fields: readonly string[], columns: readonly string[]): Record<string, string> {
  const guessed: Record<string, string> = {}
  for (const simplified of [fullName, bareName]) {
    for (const field of fields.filter((each) => guessed[each] === undefined)) {
      for (const name of [field.replaceAll('_', ' '), ...(aliases[field] ?? [])]) {
        const found = columns.find(
          (column) => !Object.values(guessed).includes(column) && !isRate(column) && simplified(column) === name,
        )
        if (found === undefined) continue
        guessed[field] = found
        break
      }
    }
  }
  return guessed
}

/** Returns a name in lower case, without punctuation and without a currency in brackets. */
function fullName(column: string): string {
  const name = column.normalize('NFC').trim().toLowerCase()
  const [end, content = ''] = brackets.exec(name) ?? []
  const plain = end !== undefined && unit.test(content.trim()) ? name.slice(0, -end.length) : name
  return plain
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns a full name without brackets, "total" and a currency at its end. */
function bareName(column: string): string {
  return fullName(column)
    .replace(brackets, '')
    .replace(/^(total|gesamt) (?=\S)/, '')
    .replace(/ (total|gesamt|eur|usd|gbp|chf|[$€£¥])$/, '')
}

function isRate(column: string): boolean {
  return rate.test(
    column
      .trim()
      .toLowerCase()
      .replaceAll(/[_.-]+/g, ' '),
  )
}
