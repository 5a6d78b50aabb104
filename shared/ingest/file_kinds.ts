/** The kinds of data that an uploaded file can contain, in the order in which a person chooses from them. */
export const fileKinds = ['ads', 'orders', 'journeys', 'creatives', 'products', 'reviews', 'signals'] as const
export type FileKind = (typeof fileKinds)[number]
