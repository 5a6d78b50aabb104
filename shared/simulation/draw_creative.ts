import type { CreativePlan } from './creatives.ts'
import { RandomStream } from './random_stream.ts'

const skies = ['#f4d9a8', '#cfe3ea', '#f3c6b3', '#dfe6cf', '#d9d3ea']
const hills = ['#2f8a6c', '#3d6f8f', '#8a5a44', '#5d7a3a', '#5b4b8a']

/** Returns an SVG picture of a creative, 600 by 600: hills under a sun, with its headline. Deterministic. */
export function drawCreative({ creativeId, name, format, headline }: CreativePlan): string {
  const random = new RandomStream(`picture/${creativeId}`)
  const [sky, hill] = [random.pick(skies), random.pick(hills)]
  const [sunX, sunY, sunRadius] = [80 + random.below(440), 90 + random.below(130), 36 + random.below(40)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" role="img">`,
    `<title>${escape(name)}</title>`,
    `<rect width="600" height="600" fill="${sky}"/>`,
    `<circle cx="${sunX}" cy="${sunY}" r="${sunRadius}" fill="#fff" fill-opacity="0.75"/>`,
    ridge(random, 330, hill, 0.45),
    ridge(random, 400, hill, 0.75),
    `<path d="M0 470H600V600H0Z" fill="${hill}"/>`,
    format === 'video' ? play : format === 'carousel' ? cards : tent,
    `<text x="40" y="545" font-family="system-ui, sans-serif" font-size="40" font-weight="600" fill="#fff">${escape(headline)}</text>`,
    '</svg>',
    '',
  ].join('\n')
}

const play =
  '<circle cx="300" cy="300" r="64" fill="#000" fill-opacity="0.45"/><path d="M280 262l64 38l-64 38Z" fill="#fff"/>'
const cards =
  '<g fill="#fff" fill-opacity="0.85"><rect x="60" y="220" width="140" height="180" rx="10"/>' +
  '<rect x="230" y="220" width="140" height="180" rx="10"/><rect x="400" y="220" width="140" height="180" rx="10"/></g>'
const tent =
  '<path d="M210 440L300 270L390 440Z" fill="#fff" fill-opacity="0.9"/><path d="M300 340L268 440H332Z" fill="#000" fill-opacity="0.4"/>'

function ridge(random: RandomStream, base: number, fill: string, opacity: number): string {
  const points = Array.from({ length: 7 }, (_, index) => `${index * 100} ${base - random.below(140)}`)
  return `<path d="M0 600L${points.join('L')}L600 600Z" fill="${fill}" fill-opacity="${opacity}"/>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
