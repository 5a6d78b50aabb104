import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'

export interface UcpOptions {
  /** Fetches the profile of a platform from a public address, without following redirects. */
  fetchProfile: (address: string) => Promise<PublicAnswer>
}

const profileLimits = { bytesMax: 64 * 1024, secondsMax: 3 }

export const ucpOptions: UcpOptions = {
  fetchProfile: async (address) => {
    // Imported on first use, because it loads Node's HTTP and DNS clients.
    const { fetchPublic } = await import('../../../shared/http/outbound/fetch_public.ts')
    return await fetchPublic(address, profileLimits)
  },
}
