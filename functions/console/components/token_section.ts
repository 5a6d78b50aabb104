import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { colors, pairings, spacings, typeScale } from './tokens.ts'
import type { Pairing, SizeToken } from './tokens.ts'

/** The colors with their contrast, the type scale and the distances, as the palette and the stylesheet have them. */
export function tokens(): Markup {
  return html`
    <h2>Colors</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="Colors">
      <table data-tokens="colors">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
          </tr>
        </thead>
        <tbody>
          ${colors().map(
            ({ name, light, dark }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${swatch(light)} ${light}</td>
                <td>${swatch(dark)} ${dark}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h2>Contrast</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="Contrast">
      <table data-tokens="contrast">
        <thead>
          <tr>
            <th scope="col">Color on background</th>
            <th scope="col" class="number">Light</th>
            <th scope="col" class="number">Dark</th>
            <th scope="col" class="number">At least</th>
          </tr>
        </thead>
        <tbody>
          ${pairings().map(
            (pairing) =>
              html`<tr>
                <th scope="row">${pairing.text} on ${pairing.background}</th>
                ${ratio(pairing.light, pairing)} ${ratio(pairing.dark, pairing)}
                <td class="number">${pairing.least}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <h2>Type scale</h2>
    ${sizes(
      'type',
      typeScale(),
      (size) =>
        html`<svg width="100%" height="${height(size)}" role="img" aria-label="Text of ${size}">
          <text fill="currentColor" font-size="${size}" y="75%">Spend and return on ad spend</text>
        </svg>`,
    )}
    <h2>Distances</h2>
    ${sizes(
      'distances',
      spacings(),
      (size) =>
        html`<svg width="4rem" height="0.75rem" aria-hidden="true">
          <rect class="own" width="${size}" height="100%" />
        </svg>`,
    )}
  `
}

function height(size: string): string {
  return `${Number.parseFloat(size) * 1.4}rem`
}

function swatch(color: string): Markup {
  return html`<svg class="swatch" width="2.5rem" height="1rem" aria-hidden="true">
    <rect width="100%" height="100%" fill="${color}" stroke="currentColor" stroke-width="0.5" />
  </svg>`
}

function ratio(value: number, { least }: Pairing): Markup {
  return html`<td class="number ${value < least ? 'bad' : ''}">${value.toFixed(2)}</td>`
}

function sizes(name: string, tokens: readonly SizeToken[], picture: (size: string) => Markup): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}">
    <table data-tokens="${name}">
      <thead>
        <tr>
          <th scope="col">Size</th>
          <th scope="col">Shown</th>
          <th scope="col" class="number">Rules</th>
        </tr>
      </thead>
      <tbody>
        ${tokens.map(
          ({ name, size, uses }) =>
            html`<tr>
              <th scope="row">${name === size ? size : html`${name} <span class="quiet">${size}</span>`}</th>
              <td>${picture(size)}</td>
              <td class="number">${uses}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
