/** The longest texts of the profile of a storefront, in characters: in the form, in the operation and in imported files. */
export const profileLengths = { description: 5000, line: 500, address: 2000 } as const
