import { fnv1a } from '../text/fnv1a.ts'

/** 32 bits of FNV-1a over a value as JSON, in hexadecimal. */
export function digestOf(value: unknown): string {
  return fnv1a(JSON.stringify(value)).toString(16).padStart(8, '0')
}
