const moneyName =
  /\b(spend|spent|cost|costs|amount|revenue|sales|turnover|value|price|budget|profit|fee|fees|gmv|umsatz|kosten|ausgaben|betrag|preis|wert|dépenses|coût|montant|chiffre|coste|gasto|ingresos|importe|valor|spesa|costo|ricavi|importo)\b/i
const moneyUnit = /[$€£¥₹₫₩₺]|\((usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|pln|inr|brl|mxn)\)|\b(usd|eur|gbp)\b/i
const moneyCell = /^-?[$€£¥₹₫₩₺]\s?\d|\d\s?[$€£¥₹₫₩₺]$|^-?\d[\d.,'\s]*[.,]\d{2}$/

/**
 * Returns the columns that seem to contain money and that a mapping leaves out, judged by their names and their first
 * cells. Their values would not be stored.
 */
export function lostMoneyColumns(
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  mapped: readonly string[],
): string[] {
  const used = new Set(mapped.map((name) => name.trim().toLowerCase()))
  return columns.filter((name, index) => {
    if (used.has(name.trim().toLowerCase())) return false
    const words = name.replaceAll(/[_-]/g, ' ')
    if (moneyName.test(words) || moneyUnit.test(words)) return true
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter(Boolean)
    return cells.length > 0 && cells.every((cell) => moneyCell.test(cell))
  })
}
