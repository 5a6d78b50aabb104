import type { ProductPlan } from '../plan.ts'
import { RandomStream } from '../random_stream.ts'

const aisles = [
  ['Outdoor > Tents', ['Ridge tent', 'Valley tent', 'Dome tent'], ['for one', 'for two', 'for four'], 140, 0.45],
  ['Outdoor > Sleeping bags', ['Down sleeping bag', 'Summer sleeping bag'], ['regular', 'long'], 110, 0.44],
  ['Clothing > Jackets', ['Down jacket', 'Rain jacket', 'Fleece jacket'], ['S', 'M', 'L'], 120, 0.42],
  ['Outdoor > Lights', ['Headlamp', 'Camping lantern'], ['200 lumen', '400 lumen'], 32, 0.38],
  ['Outdoor > Cooking', ['Gas stove', 'Titanium mug', 'Cook set'], ['small', 'large'], 38, 0.4],
] as const

/** The products of Aurora's shop, each with its variants. */
export const auroraProducts: ProductPlan[] = aisles.flatMap(([category, names, variants, price, costShare]) =>
  names.flatMap((name, index) =>
    variants.map((variant, number): ProductPlan => {
      const id = `${name} ${variant}`.toLowerCase().replaceAll(' ', '-')
      const random = new RandomStream(`aurora/product/${name}`)
      return {
        id,
        groupId: name.toLowerCase().replaceAll(' ', '-'),
        title: `${name}, ${variant}`,
        description: `${name} by Aurora, ${variant}. Made for the weather you get, light enough to carry all day.`,
        path: `/p/${id}`,
        image: `/i/${id}.jpg`,
        price: Math.round(price * (1 + index * 0.4 + number * 0.15)) - 0.05,
        costShare,
        brand: index === 2 ? 'Northline' : 'Aurora',
        category,
        mpn: `AU-${1000 + random.below(9000)}-${number}`,
        attributes: { variant, season: index === 1 ? 'summer' : 'all year' },
        quality: Math.round(random.between(3.9, 4.8) * 10) / 10,
      }
    }),
  ),
)
