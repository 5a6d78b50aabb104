/**
 * Returns the manifest of the host. It lists no storefronts: a caller with a brand id requests the manifest of that
 * brand.
 */
export function storefrontHost(baseUrl: string) {
  const root = `${baseUrl}/api/storefront`
  return {
    protocol: { name: 'agent-query-protocol', version: '1.0', supported_versions: ['1.0'] },
    osp_version: '2026-08-01',
    api_base_url: `${root}/{brandId}`,
    manifest: `${root}/{brandId}/.well-known/osp.json`,
    health: `${root}/health`,
    documentation: `${baseUrl}/docs`,
  }
}
