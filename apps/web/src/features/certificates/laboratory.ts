import { DEFAULT_SITE_NAME } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { optional } from '#lib/api/define-loader.ts'

export type Laboratory = Awaited<ReturnType<typeof loadLaboratory>>
/** The names of the laboratory; without an English one, English pages show the Chinese one. */
export type Organisation = Pick<Laboratory, 'name' | 'nameEn'>

/** Facts about the laboratory. Never fails: the lookup works without the site's settings. */
export async function loadLaboratory(api: ApiClient, request: Pick<Request, 'signal'>) {
  const [info, site] = await Promise.all([
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
    optional(api.callBff('GET /bff/certificates'), null, request),
  ])
  return {
    name: info?.name?.trim() || DEFAULT_SITE_NAME,
    nameEn: info?.nameEn,
    /** Telephone number as printed, like the two filing numbers; empty when missing. */
    phone: info?.phone?.trim() ?? '',
    recordNum: info?.recordNum?.trim() ?? '',
    policeRecordNum: info?.policeRecordNum?.trim() ?? '',
    /** Address of the seal's picture; empty for the site's own drawing. */
    sealUrl: info?.seal ?? '',
    /** Whether lookups are open. When this is unknown, the lookup itself shows it. */
    isOpen: site?.isOpen ?? true,
    /** Scheme and host of the official site. */
    officialOrigin: site?.officialOrigin ?? '',
  }
}
