/** Every page that is written as Markdown, by its path below /docs; written by scripts/write_docs.ts. */
export const sources: Readonly<Record<string, string>>
