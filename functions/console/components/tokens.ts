import { palette } from '../../../shared/pages/palette.ts'
import { styleText } from '../parts/stylesheet.ts'
import { typeSizes } from '../../../shared/pages/scales.ts'
import { contrast } from './contrast.ts'

export type Scheme = 'light' | 'dark'

export interface ColorToken {
  name: string
  light: string
  dark: string
}

/** A text color on a background, as the pages use them, with its contrast in both schemes. */
export interface Pairing {
  text: string
  background: string
  light: number
  dark: number
  /** The least contrast: 4.5 for texts, 3 for the outlines of controls and for parts of drawings (WCAG 2.2, 1.4.3 and 1.4.11). */
  least: 4.5 | 3
}

export interface SizeToken {
  name: string
  size: string
  /** How many rules of the stylesheet use it. */
  uses: number
}

/** The colors of the palette. Dark colors replace the light ones of the same name. */
export function colors(): ColorToken[] {
  const [light = '', dark = ''] = palette.split('@media (prefers-color-scheme: dark)')
  const darkValues = new Map(declared(dark))
  return declared(light).map(([name, value]) => ({ name, light: value, dark: darkValues.get(name) ?? value }))
}

function declared(css: string): [name: string, value: string][] {
  return [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value])
}

const used: [text: string, backgrounds: string[], least: Pairing['least']][] = [
  ['text', ['ground', 'card', 'accent-soft'], 4.5],
  ['quiet', ['ground', 'card'], 4.5],
  ['accent', ['ground', 'card', 'accent-soft'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['warn', ['warn-soft'], 4.5],
  ['bad', ['ground', 'card', 'warn-soft'], 4.5],
  ['good', ['ground', 'card'], 4.5],
  ['second', ['card'], 3],
]

/** The contrast of each text color with the backgrounds on which pages use it. */
export function pairings(): Pairing[] {
  const known = new Map(colors().map((color) => [color.name, color]))
  return used.flatMap(([text, backgrounds, least]) =>
    backgrounds.map((background) => {
      const [above, below] = [known.get(text), known.get(background)]
      if (!above || !below) throw new Error(`The palette has no color ${above ? background : text}.`)
      return {
        text,
        background,
        light: contrast(above.light, below.light),
        dark: contrast(above.dark, below.dark),
        least,
      }
    }),
  )
}

/** The type scale, largest first, with how many rules of the stylesheet use each size. */
export function typeScale(): SizeToken[] {
  const uses = counted(/font-size: var\(--type-(\w+)\)/g, styleText)
  return largestFirst(
    Object.entries(typeSizes).map(([name, size]) => ({ name, size: `${size}rem`, uses: uses.get(name) ?? 0 })),
  )
}

/** The distances of paddings, margins and gaps, largest first, with how often the stylesheet uses each. */
export function spacings(): SizeToken[] {
  const declarations = styleText.match(/(?:padding|margin|gap)(?:-\w+)?: [^;}]+/g) ?? []
  const uses = counted(/(?<![\d.])([\d.]+rem)/g, declarations.join('; '))
  return largestFirst([...uses].map(([size, count]) => ({ name: size, size, uses: count })))
}

function counted(pattern: RegExp, css: string): Map<string, number> {
  const uses = new Map<string, number>()
  for (const [, found = ''] of css.matchAll(pattern)) uses.set(found, (uses.get(found) ?? 0) + 1)
  return uses
}

function largestFirst(tokens: SizeToken[]): SizeToken[] {
  return tokens.toSorted((one, other) => Number.parseFloat(other.size) - Number.parseFloat(one.size))
}
