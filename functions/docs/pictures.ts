import type { Context } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { findCreative } from '../../shared/simulation/creatives.ts'
import { drawCreative } from '../../shared/simulation/draw_creative.ts'
import { auroraWorld } from '../../shared/simulation/worlds/aurora.ts'
import { lumenWorld } from '../../shared/simulation/worlds/lumen.ts'
import { simulatedWorld } from '../../shared/simulation/worlds/simulated.ts'

const plans = { simulated: simulatedWorld, aurora: auroraWorld('2026-01-01'), lumen: lumenWorld }

/**
 * Sends the image of a creative of a demo brand or the simulated brand as SVG. An image never changes. Throws 404 if
 * there is no such creative.
 */
export function sendPicture(context: Context<AppEnv>): Response {
  const { brand = '', file = '' } = context.req.param() as { brand?: string; file?: string }
  const plan = Object.hasOwn(plans, brand) ? plans[brand as keyof typeof plans] : undefined
  const creative = plan && file.endsWith('.svg') ? findCreative(plan, file.slice(0, -'.svg'.length)) : undefined
  if (!creative) throw new ApiError('not_found', `${context.req.path}: no creative has this picture.`)
  return context.body(drawCreative(creative), 200, {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=31536000, immutable',
    // Consoles and reports of any origin may show it.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
