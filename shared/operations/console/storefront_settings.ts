import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

const string = z.string().nullable()
export const publicationStates = ['unconfigured', 'configured', 'partial', 'not_offered'] as const

export const storefrontSettings = operation({
  name: 'console.storefront_settings',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/storefront',
  scope: 'console',
  summary: 'Get storefront settings',
  description: 'Returns whether a storefront is published, its public profile, and the state of its catalog.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    is_published: z.boolean(),
    brand_version: z.int(),
    version: z.int().describe('Version of the profile. 0: nothing is published about the shop.'),
    profile: z.object({
      website: string,
      description: string,
      category: string,
      legal_name: string,
      support_contact: string,
      privacy_policy: string,
      terms_of_service: string,
      returns_policy: string,
      shipping_state: z.enum(publicationStates),
      shipping_statement: string,
      payment_state: z.enum(publicationStates),
      payment_statement: string,
    }),
    countries: z.array(z.string()).describe('Countries of the shipping destinations.'),
    payment_methods: z.array(z.string()),
    bundles: z.int(),
    negotiates: z.boolean(),
    products: z.int(),
    catalog_updated_at: string,
    feeds: z
      .array(z.object({ platform: z.string(), files: z.array(z.string()) }))
      .describe('The files of each platform.'),
  }),
})
