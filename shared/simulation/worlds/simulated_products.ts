import type { ProductPlan } from '../plan.ts'

type Availability = NonNullable<ProductPlan['stock']>['availability']
/** Availability, quantity and manufacturer's number of a color. */
type Variant = [availability: Availability, quantity: number, mpn: number]
type Row = [
  title: string,
  brand: string,
  category: string,
  season: string,
  price: number,
  description: string,
  costShare: number,
  quality: number,
  variants: [Variant, Variant, Variant],
]

const rows: Row[] = [
  [
    'Ridge tent for two',
    'Northfold',
    'Outdoor > Tents',
    'all year',
    219,
    'Two kilos, dry in a storm, up in four minutes.',
    0.46,
    4.6,
    [
      ['in_stock', 17, 8006],
      ['in_stock', 32, 5754],
      ['in_stock', 35, 1832],
    ],
  ],
  [
    'Valley tent for four',
    'Northfold',
    'Outdoor > Tents',
    'summer',
    349,
    'Room for a family and a porch for their boots.',
    0.48,
    4.3,
    [
      ['out_of_stock', 0, 6258],
      ['in_stock', 28, 9562],
      ['in_stock', 30, 6638],
    ],
  ],
  [
    'Dome tent for one',
    'Stillwater',
    'Outdoor > Tents',
    'all year',
    159,
    'Goes into a pannier, stands without pegs.',
    0.45,
    4.1,
    [
      ['low_stock', 3, 3363],
      ['preorder', 0, 9369],
      ['in_stock', 41, 6847],
    ],
  ],
  [
    'Down jacket',
    'Stillwater',
    'Clothing > Jackets',
    'winter',
    189,
    'Recycled down, warm to minus ten.',
    0.42,
    4.7,
    [
      ['low_stock', 4, 5190],
      ['in_stock', 28, 1098],
      ['low_stock', 1, 7242],
    ],
  ],
  [
    'Rain jacket',
    'Northfold',
    'Clothing > Jackets',
    'all year',
    129,
    'Three layers, taped seams, a hood for a helmet.',
    0.43,
    4.4,
    [
      ['low_stock', 5, 7872],
      ['low_stock', 2, 2328],
      ['preorder', 0, 3897],
    ],
  ],
  [
    'Fleece jacket',
    'Loden & Sons',
    'Clothing > Jackets',
    'winter',
    79,
    'Soft, quick to dry, good under a shell.',
    0.38,
    4.5,
    [
      ['low_stock', 3, 4565],
      ['in_stock', 30, 7097],
      ['low_stock', 1, 6342],
    ],
  ],
  [
    'Hiking boot',
    'Loden & Sons',
    'Footwear > Boots',
    'all year',
    169,
    'Leather, resoleable, waterproof.',
    0.47,
    4.6,
    [
      ['out_of_stock', 0, 3102],
      ['low_stock', 2, 9201],
      ['in_stock', 41, 5792],
    ],
  ],
  [
    'Trail shoe',
    'Stillwater',
    'Footwear > Shoes',
    'summer',
    119,
    'Light and sure on wet rock.',
    0.44,
    4.0,
    [
      ['preorder', 0, 8479],
      ['in_stock', 13, 8036],
      ['out_of_stock', 0, 7949],
    ],
  ],
  [
    'Sleeping bag',
    'Northfold',
    'Outdoor > Sleeping',
    'all year',
    149,
    'Comfortable to freezing, packs to a loaf.',
    0.45,
    4.3,
    [
      ['out_of_stock', 0, 4095],
      ['in_stock', 32, 4102],
      ['preorder', 0, 9723],
    ],
  ],
  [
    'Sleeping mat',
    'Stillwater',
    'Outdoor > Sleeping',
    'all year',
    69,
    'Six centimeters of air against stones.',
    0.4,
    3.9,
    [
      ['out_of_stock', 0, 2582],
      ['in_stock', 41, 9027],
      ['in_stock', 43, 6375],
    ],
  ],
  [
    'Gas stove',
    'Kettle',
    'Outdoor > Cooking',
    'all year',
    49,
    'A liter of water boils in three minutes.',
    0.41,
    4.2,
    [
      ['out_of_stock', 0, 3661],
      ['in_stock', 42, 5115],
      ['in_stock', 30, 7265],
    ],
  ],
  [
    'Titanium mug',
    'Kettle',
    'Outdoor > Cooking',
    'all year',
    29,
    'Weighs ninety grams, keeps for a lifetime.',
    0.36,
    4.8,
    [
      ['low_stock', 1, 7962],
      ['preorder', 0, 8709],
      ['in_stock', 26, 5655],
    ],
  ],
  [
    'Headlamp',
    'Kettle',
    'Outdoor > Lights',
    'all year',
    45,
    'Four hundred lumens, rechargeable.',
    0.39,
    4.4,
    [
      ['in_stock', 20, 4806],
      ['out_of_stock', 0, 8387],
      ['in_stock', 41, 3495],
    ],
  ],
  [
    'Camping lantern',
    'Kettle',
    'Outdoor > Lights',
    'summer',
    39,
    'Warm light for a table of six.',
    0.38,
    4.1,
    [
      ['in_stock', 30, 3870],
      ['low_stock', 2, 4091],
      ['low_stock', 3, 3810],
    ],
  ],
  [
    'Backpack 40 liters',
    'Loden & Sons',
    'Bags > Backpacks',
    'all year',
    139,
    'A frame that carries, a lid that closes.',
    0.44,
    4.5,
    [
      ['in_stock', 45, 5696],
      ['preorder', 0, 4308],
      ['out_of_stock', 0, 4896],
    ],
  ],
  [
    'Day pack 20 liters',
    'Northfold',
    'Bags > Backpacks',
    'all year',
    79,
    'For a laptop on weekdays and lunch on Sundays.',
    0.42,
    4.2,
    [
      ['preorder', 0, 9759],
      ['in_stock', 43, 8472],
      ['in_stock', 19, 2362],
    ],
  ],
]

const colors = ['forest green', 'slate gray', 'rust red']
/** Indexes of the kinds that are sold below list price. */
const reduced = [4, 5]

/** The products of the simulated shop: sixteen products in three colors. */
export const simulatedProducts: ProductPlan[] = rows.flatMap(
  ([title, brand, category, season, price, description, costShare, quality, variants], index) =>
    variants.map(([availability, quantity, mpn], place): ProductPlan => {
      const kind = index + 1
      const number = place + 1
      const groupId = `sim-${String(kind).padStart(2, '0')}`
      const color = colors[place] as string
      return {
        id: `${groupId}-${number}`,
        groupId,
        title: `${title}, ${color}`,
        description: `${title} in ${color}. ${description}`,
        path: `/p/${kind}-${number}`,
        image: `/i/${kind}-${number}.jpg`,
        price: price + number * 2,
        ...(reduced.includes(kind) ? { listPrice: price + number * 2 + 20 } : {}),
        costShare,
        brand,
        category,
        mpn: `SIM-${mpn}`,
        attributes: { color, season },
        quality,
        stock: { availability, quantity },
      }
    }),
)
