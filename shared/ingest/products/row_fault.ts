/** Why one row cannot be taken, in words for the person who repairs the file. It rejects the row and no other. */
export class RowFault extends Error {}
