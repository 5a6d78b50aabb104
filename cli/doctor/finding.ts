/** What the doctor saw of one thing; where it is not fine, with what mends it. */
export interface Finding {
  check: string
  is_fine: boolean
  finding: string
}

export function fine(check: string, finding: string): Finding {
  return { check, is_fine: true, finding }
}

export function wrong(check: string, finding: string): Finding {
  return { check, is_fine: false, finding }
}
