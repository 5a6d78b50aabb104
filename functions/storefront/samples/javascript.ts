/** Returns a JavaScript module without dependencies: a client class, and a demonstration when it is run. */
export function javascriptSample(baseUrl: string): string {
  return `// Usage: node sample.mjs BRAND_ID [KEY] [BASE_URL]. Without a key, the limit is 10 requests per minute.
export class Storefront {
  constructor(brandId, { key, baseUrl = '${baseUrl}' } = {}) {
    this.root = \`\${baseUrl}/api/storefront/\${encodeURIComponent(brandId)}\`
    this.headers = { Accept: 'application/vnd.svc.v1.0+json', ...(key ? { Authorization: \`Bearer \${key}\` } : {}) }
  }

  search(q, parameters = {}) {
    return this.#send(\`/search?\${new URLSearchParams({ q, ...parameters })}\`)
  }

  product(id) {
    return this.#send(\`/products/\${encodeURIComponent(id)}\`)
  }

  compare(ids) {
    return this.#send(\`/compare?\${new URLSearchParams({ ids: ids.join(',') })}\`)
  }

  query(text, options = {}) {
    const body = { agent: { platform: 'generic' }, query: { text, ...options } }
    return this.#send('/query', { method: 'POST', body: JSON.stringify(body) })
  }

  async #send(path, { method = 'GET', body } = {}) {
    const headers = body ? { ...this.headers, 'Content-Type': 'application/json' } : this.headers
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(this.root + path, { method, body, headers })
      const result = await response.json()
      if (response.ok) return result
      const seconds = Number(response.headers.get('Retry-After'))
      if (attempt === 3 || !seconds || ![429, 503].includes(response.status)) {
        throw new Error(\`\${response.status}: \${result.error} (request \${result.request_id})\`)
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

const [brandId, key, baseUrl] = process.argv.slice(2)
if (brandId) {
  const shop = new Storefront(brandId, { key, ...(baseUrl ? { baseUrl } : {}) })
  const { products, meta } = await shop.search('tent', { limit: '3' })
  console.log(\`\${meta.total} found:\`, products.map(({ title, price }) => \`\${title}, \${price.formatted}\`))
  const { query_interpretation } = await shop.query('tents under 300 in stock')
  console.log('Understood:', JSON.stringify(query_interpretation))
}
`
}
