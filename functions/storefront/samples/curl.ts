/** Returns a shell script that calls a shop with curl. */
export function curlSample(baseUrl: string): string {
  return `#!/bin/sh
# Usage: sh sample.sh BRAND_ID [KEY] [BASE_URL]. Without a key, the limit is 10 requests per minute.
set -eu
brand=\${1:?Usage: sh sample.sh BRAND_ID [KEY] [BASE_URL]}
key=\${2:-}
root="\${3:-${baseUrl}}/api/storefront/$brand"
get() {
  if [ -n "$key" ]; then curl -fsS -H "Authorization: Bearer $key" "$@"; else curl -fsS "$@"; fi
}

echo "Manifest:"
get "$root/.well-known/osp.json"
echo
echo "First products:"
get "$root/products?limit=3"
echo
echo "Plain-language query:"
get -X POST -H 'Content-Type: application/json' -H 'Accept: application/vnd.svc.v1.0+json' \\
  -d '{"agent": {"platform": "generic"}, "query": {"text": "tent under 300 in stock"}, "response": {"format": "minimal"}}' \\
  "$root/query"
echo
`
}
