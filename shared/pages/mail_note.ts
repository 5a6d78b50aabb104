/** What happens to mails, as far as a function knows: the worker sends them, possibly with another environment. */
export type Mails = 'sent' | 'printed' | 'unknown'

const notes: Record<Mails, string> = {
  sent: '',
  printed:
    'Mails are not sent from here. Their text appears only where Vitrine was started. To get mails, ask the people who run Vitrine for you.',
  unknown:
    'Mails may not be sent from here. If none arrives, ask the people who run Vitrine for you whether mails are set up.',
}

/** Returns what a page says about mails that are not sent. Empty where they are sent. */
export function mailNote(mails: Mails): string {
  return notes[mails]
}
