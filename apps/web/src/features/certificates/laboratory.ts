import type { SiteInfo } from '@portal/contract/site.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'

/** What this page says about the laboratory; empty where there is nothing to say. */
export interface Laboratory {
  /** 石衡珠宝玉石检测中心 */
  name: string
  /** As printed. */
  phone: string
  /** ICP filing number. */
  recordNum: string
  policeRecordNum: string
  /** Whether certificates can be asked for at all; also when that could not be learnt, as asking tells. */
  isOpen: boolean
  /** Scheme and host of the official site. */
  officialOrigin: string
}

const DEFAULT_NAME = '石衡珠宝玉石检测中心'

/** Never fails: without the site's settings the lookup works all the same. */
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
