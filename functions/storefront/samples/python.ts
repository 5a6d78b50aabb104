/** Returns a Python script that uses only the standard library: a client class, and a demonstration when it is run. */
export function pythonSample(baseUrl: string): string {
  return `# Usage: python3 sample.py BRAND_ID [KEY] [BASE_URL]. Without a key, the limit is 10 requests per minute.
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Storefront:
    def __init__(self, brand_id, key=None, base_url="${baseUrl}"):
        self.root = base_url + "/api/storefront/" + urllib.parse.quote(brand_id, safe="")
        self.headers = {"Accept": "application/vnd.svc.v1.0+json"}
        if key:
            self.headers["Authorization"] = "Bearer " + key

    def search(self, q, **parameters):
        return self._send("/search?" + urllib.parse.urlencode({"q": q, **parameters}))

    def product(self, product_id):
        return self._send("/products/" + urllib.parse.quote(product_id, safe=""))

    def compare(self, ids):
        return self._send("/compare?" + urllib.parse.urlencode({"ids": ",".join(ids)}))

    def query(self, text, **options):
        return self._send("/query", {"agent": {"platform": "generic"}, "query": {"text": text, **options}})

    def _send(self, path, body=None, attempts=3):
        data = None if body is None else json.dumps(body).encode()
        headers = dict(self.headers, **({"Content-Type": "application/json"} if data else {}))
        try:
            with urllib.request.urlopen(urllib.request.Request(self.root + path, data, headers)) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            result = json.load(error)
            seconds = int(error.headers.get("Retry-After") or 0)
            if attempts > 1 and seconds and error.code in (429, 503):
                time.sleep(seconds)
                return self._send(path, body, attempts - 1)
            raise RuntimeError("%d: %s (request %s)" % (error.code, result["error"], result["request_id"])) from None


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Usage: python3 sample.py BRAND_ID [KEY] [BASE_URL]")
    options = {"base_url": sys.argv[3]} if len(sys.argv) > 3 else {}
    shop = Storefront(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None, **options)
    found = shop.search("tent", limit=3)
    print(found["meta"]["total"], "found:", [product["title"] for product in found["products"]])
    print("Understood:", json.dumps(shop.query("tents under 300 in stock")["query_interpretation"]))
`
}
