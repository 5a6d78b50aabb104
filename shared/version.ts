/** The release, as in package.json. test/rules/documents.test.ts compares them. */
export const version = '0.2.0'
