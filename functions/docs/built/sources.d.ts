/** Every page that is written as Markdown, by its path below /docs; written by cli/generate/docs.ts. */
export const sources: Readonly<Record<string, string>>
