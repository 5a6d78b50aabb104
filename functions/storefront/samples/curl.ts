/** A session of a shop with curl. */
export function curlSample(baseUrl: string): string {
  return `#!/bin/sh
# Ask a shop: sh sample.sh BRAND_ID [KEY] [BASE_URL]. Without a key, ten requests a minute.
set -eu
brand=\${1:?Say which shop: sh sample.sh BRAND_ID [KEY]}
key=\${2:-}
root="\${3:-${baseUrl}}/api/storefront/$brand"
ask() {
  if [ -n "$key" ]; then curl -fsS -H "Authorization: Bearer $key" "$@"; else curl -fsS "$@"; fi
}

echo "What it can be asked:"
ask "$root/.well-known/osp.json"
echo
echo "Its first products:"
ask "$root/products?limit=3"
echo
echo "A question in words:"
ask -X POST -H 'Content-Type: application/json' -H 'Accept: application/vnd.svc.v1.0+json' \\
  -d '{"agent": {"platform": "generic"}, "query": {"text": "tent under 300 in stock"}, "response": {"format": "minimal"}}' \\
  "$root/query"
echo
`
}
