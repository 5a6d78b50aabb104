import { read } from './ask.ts'
import type { Door, Handler } from './door.ts'
import { sendPage } from './page.ts'
import { brandsPage } from './pages/brands.ts'

/** The only brand of somebody is where they want to be. */
export function chooseBrand(door: Door): Handler {
  return async (context) => {
    const { visit } = await read(door, context, [])
    const [only, another] = visit.brands
    if (only && !another) return context.redirect(`/console/brands/${only.id}`, 303)
    return await sendPage(context, { title: 'Your brands', visit, body: brandsPage(visit) })
  }
}
