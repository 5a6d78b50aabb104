import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The path of an installed Chromium. Without it, tests of pages are skipped. */
export const chromiumPath = candidates.find((path) => path && existsSync(path))
if (!chromiumPath) console.log('Pages are not tested: no Chromium here. apt-get install chromium, or set CHROMIUM.')

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath as string, args: ['--no-sandbox'] })
}
