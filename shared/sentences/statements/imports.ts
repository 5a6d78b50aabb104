/** Why an uploaded file was not imported, and why an import is not undone. */
export const importStatements = {
  file_was_refused: ({ message }: { message: string }) => message,
  import_was_interrupted: ({ attempts }: { attempts: number }) =>
    `The import was interrupted ${attempts} times. Split the file into smaller ones and upload them.`,

  import_is_undone: () => 'This import is undone already.',
  import_has_no_history: ({ kind }: { kind: string }) =>
    `Imports of ${kind} cannot be undone, because earlier values of ${kind} are not kept. Upload a corrected file: it replaces them.`,
  import_is_not_exact: () =>
    'This import cannot be undone, because it was not uploaded here or another report was stored at the same time. Upload a corrected file.',
  import_has_a_successor: ({ file_name }: { file_name: string }) =>
    `A later file has the same days: ${file_name}. Undo that import first.`,
  import_is_read_again: ({ name }: { name: string }) =>
    `The connected account ${name} was read later for the same days, so its numbers stay.`,
  import_was_changed: () => 'Later reports changed some of these numbers, so the import stays.',
}
