import { z } from 'zod'

const split = (text: string) => text.split(',').map((secret) => secret.trim())

/** The text of a variable with secrets. An empty secret is refused, because anyone can sign with it. */
export const secretList = z.string().refine((text) => !split(text).includes(''), {
  error: 'must be one or more secrets, newest first, with commas between.',
})

/** Returns the secrets of a list, newest first. Throws a ZodError if one is empty. */
export function readSecrets(text: string): [newest: string, ...older: string[]] {
  return split(secretList.parse(text)) as [string, ...string[]]
}
