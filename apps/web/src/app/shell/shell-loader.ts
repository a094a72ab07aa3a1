import type { SiteInfo } from '@portal/contract/site.ts'
import { useRouteLoaderData } from 'react-router-dom'
import { type Site, siteOf } from '#app/document/site.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { defineLoader } from '#lib/api/define-loader.ts'

export const SHELL_ROUTE_ID = 'shell'

export interface ShellData {
  /** `null` when the settings could not be loaded: the shell then shows its defaults. */
  siteInfo: SiteInfo | null
}

export const shellLoader = defineLoader<ShellData>(async ({ api, request }) => {
  try {
    const siteInfo = await api.call('GET /v1/webSiteInfo')
    // Part of every page's HTML: unset members are dropped.
    return { siteInfo: Object.fromEntries(Object.entries(siteInfo).filter(([, value]) => value !== null)) }
  } catch (reason) {
    if (request.signal.aborted) throw reason
    if (!(reason instanceof ApiError)) console.error('site settings could not be read', reason)
    return { siteInfo: null }
  }
})

export function useSite(): Site {
  const data = useRouteLoaderData(SHELL_ROUTE_ID) as ShellData | undefined
  return siteOf(data?.siteInfo ?? null)
}
