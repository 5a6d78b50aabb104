/** Why an uploaded file was not imported. */
export const importStatements = {
  file_was_refused: ({ message }: { message: string }) => message,
  import_was_interrupted: ({ attempts }: { attempts: number }) =>
    `The import was interrupted ${attempts} times. Split the file into smaller ones and upload them.`,
}
