import type { Sql } from 'postgres'
import { withSentences } from '../../shared/db/warnings.ts'
import { shell } from '../../shared/sentences/audience.ts'

/** A source as GET /v1/sources shows it, with its brand. */
export interface ListedSource {
  brand_id: string
  /** The slug of the brand, which `--brand` takes. */
  brand: string
  id: string
  platform: string
  account_id: string
  name: string
  status: string
  attention: string | null
  attention_since: string | null
  version_notice: string | null
  progress: number | null
  data_through: string | null
}

/** Lists the sources of all brands, or of one. */
export async function listSources(sql: Sql, brandId?: string): Promise<ListedSource[]> {
  const brands = brandId === undefined ? await sql`select core.working_brands() as brand_id` : [{ brand_id: brandId }]
  const listed: ListedSource[] = []
  for (const { brand_id } of brands) {
    const [row] = await sql`
      select core.enter_brand(${brand_id}), (
        select brands.slug from core.brands where brands.brand_id = ${brand_id}
      ) as brand, (
        select coalesce(json_agg(sources.shown(held) order by held.platform, held.external_id), '[]')
        from sources.sources as held
        where held.brand_id = ${brand_id}
      ) as sources`
    const shown = await withSentences(row?.sources as ListedSource[], shell)
    listed.push(...shown.map((source) => ({ ...source, brand_id: brand_id as string, brand: row?.brand as string })))
  }
  return listed
}
