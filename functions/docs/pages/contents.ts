import { sources } from '../built/sources.js'
import { errorPages } from './error_pages.ts'
import { operationPages } from './operation_pages.ts'
import type { Page, Section } from './page.ts'

/** Pages written by hand, in reading order. */
const written: { title: string; pages: [path: string, about: string][] }[] = [
  {
    title: 'Guides',
    pages: [
      ['guides/first_request', 'Get a key and send requests with curl and the typed client.'],
      ['guides/connect_an_assistant', 'Use the MCP connector with Claude, ChatGPT, Cursor and scripts.'],
      ['guides/receive_webhooks', 'Receive signed events at your own endpoint.'],
      ['guides/resume_a_stream', 'Read events in order and continue after an interruption.'],
      ['guides/import_data', 'Import ads, orders, journeys and products from files.'],
      ['guides/connect_google', 'Register Vitrine at Google and connect Google Ads and GA4.'],
