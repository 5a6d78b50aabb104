const shelves = [
  ['Outdoor > Tents', ['Ridge tent', 'Valley tent', 'Dome tent'], ['for one', 'for two', 'for four'], 140],
  ['Outdoor > Sleeping bags', ['Down sleeping bag', 'Summer sleeping bag'], ['regular', 'long'], 110],
  ['Clothing > Jackets', ['Down jacket', 'Rain jacket', 'Fleece jacket'], ['S', 'M', 'L'], 120],
  ['Outdoor > Lights', ['Headlamp', 'Camping lantern'], ['200 lumen', '400 lumen'], 32],
  ['Outdoor > Cooking', ['Gas stove', 'Titanium mug', 'Cook set'], ['small', 'large'], 38],
] as const

/** A number from 0 to 1 that follows from the seed. */
type Chance = (seed: string) => number

/** The shop of Aurora: every shelf's products in each of their variants. */
export function products(chance: Chance): string {
  return shelves
    .flatMap(([category, names, variants, price]) =>
      names.flatMap((name, index) =>
        variants.map((variant, number) => {
          const id = `${name} ${variant}`.toLowerCase().replaceAll(' ', '-')
          return JSON.stringify({
            id,
            item_group_id: name.toLowerCase().replaceAll(' ', '-'),
            title: `${name}, ${variant}`,
            description: `${name} by Aurora, ${variant}. Made for the weather you get, light enough to carry all day.`,
            link: `https://aurora.example/p/${id}`,
            image_links: [`https://aurora.example/i/${id}.jpg`],
            price: Math.round(price * (1 + index * 0.4 + number * 0.15)) - 0.05,
            currency: 'USD',
            availability: ['in_stock', 'in_stock', 'low_stock', 'out_of_stock'][Math.floor(chance(id) * 4)],
            brand: index === 2 ? 'Northline' : 'Aurora',
            category,
            mpn: `AU-${1000 + Math.floor(chance(name) * 9000)}-${number}`,
            attributes: { variant, season: index === 1 ? 'summer' : 'all year' },
          })
        }),
      ),
    )
    .join('\n')
}

/** What buyers said of them, most of it kind. */
export function reviews(chance: Chance): string {
  const said = ['Kept me dry for a week', 'As described', 'Good for the price', 'Smaller than I thought', 'Would buy it again']
  const rows = listIds(chance).flatMap((id) =>
    Array.from({ length: Math.floor(chance(`reviews ${id}`) * 7) }, (_, number) => {
      const seed = `${id} ${number}`
      const rating = [5, 5, 5, 4, 4, 4, 3, 2][Math.floor(chance(`rating ${seed}`) * 8)]
      const title = said[Math.floor(chance(`title ${seed}`) * said.length)]
      const isVerified = chance(`verified ${seed}`) < 0.8
      return [`r-${id}-${number}`, id, rating, title, isVerified, 'en', day(chance(`day ${seed}`), 300)].join(',')
    }),
  )
  return ['id,product_id,rating,title,verified_purchase,language,created_at', ...rows].join('\n')
}

/** What assistants reported of the shop: mostly as it should be. */
export function signals(chance: Chance): string {
  const components = ['fulfilment', 'description_accuracy', 'price_and_stock', 'disputes', 'responsiveness']
  const assistants = ['chatgpt', 'chatgpt', 'claude', 'claude', 'gemini', 'perplexity', 'generic']
  const rows = components.flatMap((component) =>
    Array.from({ length: 36 }, (_, number) => {
      const seed = `${component} ${number}`
      const platform = assistants[Math.floor(chance(`platform ${seed}`) * assistants.length)]
      const value = chance(`value ${seed}`) < 0.95 ? 1 : 0
      return [`s-${component}-${number}`, component, value, platform, day(chance(`day ${seed}`), 330)].join(',')
    }),
  )
  return ['signal_id,component,value,platform,occurred_at', ...rows].join('\n')
}

function listIds(chance: Chance): string[] {
  return products(chance)
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)
}

/** A time of day in the days before 2026-11-14. */
function day(share: number, days: number): string {
  return `${new Date(Date.UTC(2026, 10, 14) - Math.floor(share * days * 86_400) * 1000).toISOString().slice(0, 19)}Z`
}
