/** One value of a metric. Labels never contain a key or a brand. */
export interface Sample {
  /** Without the suffix `_total` of counters. */
  name: string
  type: 'counter' | 'gauge'
  help: string
  labels: Record<string, string>
  value: number
}
