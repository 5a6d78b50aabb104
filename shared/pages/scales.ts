/** The sizes of type of all pages in rem, by role. */
export const typeSizes = {
  caption: 0.8125,
  small: 0.875,
  body: 0.9375,
  lead: 1.0625,
  figure: 1.25,
  title: 1.5,
  display: 2.25,
} as const

/** The distances of paddings, margins and gaps of the console in rem, smallest first. */
export const distances = [0.125, 0.25, 0.375, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4] as const

/** The type scale as properties, such as `--type-body`. */
export const typeProperties = `:root { ${Object.entries(typeSizes)
  .map(([role, size]) => `--type-${role}: ${size}rem;`)
  .join(' ')} }
`
