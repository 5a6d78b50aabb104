/** The result of one check. If `is_fine` is false, `finding` contains the fix. */
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
