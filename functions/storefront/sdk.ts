import type { App, AppOptions } from '../../shared/http/app.ts'
import { routeAllowed } from '../../shared/http/route.ts'
import { curlSample } from './samples/curl.ts'
import { javascriptSample } from './samples/javascript.ts'
import { pythonSample } from './samples/python.ts'

const samples = {
  curl: { contentType: 'text/x-shellscript; charset=utf-8', write: curlSample },
  javascript: { contentType: 'text/javascript; charset=utf-8', write: javascriptSample },
  python: { contentType: 'text/x-python; charset=utf-8', write: pythonSample },
}

/** Routes complete client samples: {base_url}/api/storefront/sdk/{language}. */
export function routeSamples(app: App, options: AppOptions): void {
  for (const [language, { contentType, write }] of Object.entries(samples)) {
    routeAllowed(app, `/api/storefront/sdk/${language}`, options, (context) => {
      context.header('Cache-Control', 'public, max-age=3600')
      return context.body(write(options.services.publicBaseUrl), 200, { 'Content-Type': contentType })
    })
  }
}
