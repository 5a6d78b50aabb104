import { importUploads } from '../../functions/worker/queues/import_uploads.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Browser, Visit } from './browser.ts'
import { ownForm } from './console.ts'
import type { ConsoleScene } from './console.ts'
import { createTenant } from './factories.ts'

/** A person in a browser on the imports of a brand. */
export interface Uploader {
  brandId: string
  browser: Browser
  root: string
  page: Visit
}

export async function openImports(scene: ConsoleScene, role: 'viewer' | 'admin' = 'admin'): Promise<Uploader> {
  const { brandId } = await createTenant(scene.database.sql, { currency: 'EUR' })
  const { browser } = await scene.member(brandId, role)
  const root = `/console/brands/${brandId}`
  return { brandId, browser, root, page: await browser.open(`${root}/imports`) }
}

/** Uploads a file with the form of the page, and returns its preview. */
export async function sendFile(
  { browser, root, page }: Uploader,
  name: string,
  content: string | Uint8Array,
  fields: [string, string][] = ownForm(page),
): Promise<Visit> {
  const form = new FormData()
  for (const [field, value] of fields) form.append(field, value)
  form.append('file', new Blob([content as BlobPart]), name)
  return await browser.open(`${root}/imports/uploads`, { method: 'POST', body: form })
}

/** The error that a page shows. */
export const alertOf = ({ html }: Visit) => /class="alert"[^>]*>\s*([^<]+?)\s*</.exec(html)?.[1]

/** Runs the waiting imports of a brand, as the worker does. */
export async function runImports(worker: Database, brandId: string): Promise<Record<string, unknown>[]> {
  const jobs = (await importUploads.split?.(worker, [])) ?? []
  return await Promise.all(
    jobs.filter((job) => job.brand_id === brandId).map(async (job) => await importUploads.run(worker, job)),
  )
}

/** Uploads and confirms a file, imports it, and returns the page of the import or of its failure. */
export async function importThrough(
  worker: Database,
  visit: Uploader,
  name: string,
  content: string | Uint8Array,
): Promise<Visit> {
  const preview = await sendFile(visit, name, content)
  await visit.browser.submit(preview, preview.url.pathname)
  await runImports(worker, visit.brandId)
  return await visit.browser.open(preview.url.pathname)
}
