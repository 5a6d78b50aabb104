/** Thrown if one row is invalid; rejects only that row. The message is for the person who corrects the file. */
export class RowError extends Error {}
