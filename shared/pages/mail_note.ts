/** What happens to mails, as far as a function knows: the worker sends them, possibly with another environment. */
export type Mails = 'sent' | 'printed' | 'unknown'

const notes: Record<Mails, string> = {
  sent: '',
  printed:
    'This installation sends no mails: it prints them where it was started (npm start). The operator can set SMTP_URL.',
  unknown:
    'This installation may have no mail server (SMTP_URL). If its worker has none either, no mail is sent: ask its operator.',
}

/** Returns what a page says about mails that are not sent. Empty where they are sent. */
export function mailNote(mails: Mails): string {
  return notes[mails]
}
