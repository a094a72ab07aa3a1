import type { SiteInfo } from '@portal/contract/site.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'

/** Facts about the laboratory; empty strings for missing ones. */
export interface Laboratory {
  /** 石衡珠宝玉石检测中心 */
  name: string
  /** Phone number as printed. */
  phone: string
  /** ICP filing number. */
  recordNum: string
  policeRecordNum: string
  /** Whether lookups are open. `true` when unknown: the lookup will tell. */
  isOpen: boolean
  /** Scheme and host of the official site. */
  officialOrigin: string
}

const DEFAULT_NAME = '石衡珠宝玉石检测中心'

/** Never fails: the lookup works without the site's settings. */
export async function loadLaboratory(api: ApiClient, signal: AbortSignal): Promise<Laboratory> {
  const [info, site] = await Promise.all([
    orNull(api.call('GET /v1/webSiteInfo', { quiet: true }), signal),
    orNull(api.callBff('GET /bff/certificates'), signal),
  ])
  return { ...namesOf(info), isOpen: site?.isOpen ?? true, officialOrigin: site?.officialOrigin ?? '' }
}

function namesOf(info: SiteInfo | null): Omit<Laboratory, 'isOpen' | 'officialOrigin'> {
  return {
    name: info?.name?.trim() || DEFAULT_NAME,
    phone: info?.phone?.trim() ?? '',
    recordNum: info?.recordNum?.trim() ?? '',
    policeRecordNum: info?.policeRecordNum?.trim() ?? '',
  }
}

async function orNull<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await answer
  } catch (reason) {
    if (signal.aborted) throw reason
    if (!(reason instanceof ApiError)) console.error('facts of the laboratory could not be read', reason)
    return null
  }
}
