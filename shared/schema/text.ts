import { z } from 'zod'

/** Text that Postgres can store: no NUL, no other control character but tab and line ends, no lone surrogate. */
export function text(lengthMin: number, lengthMax: number) {
  return z
    .string()
    .min(lengthMin, `must have at least ${lengthMin} character${lengthMin === 1 ? '' : 's'}.`)
    .max(lengthMax, `must have at most ${lengthMax} characters.`)
    .refine((value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value), {
      error: 'must not contain control characters.',
    })
}
