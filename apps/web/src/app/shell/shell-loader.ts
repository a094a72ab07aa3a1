import type { SiteInfo } from '@portal/contract/site/site.ts'
import { useRouteLoaderData } from 'react-router-dom'
import { type Site, toSite } from '#domain/site/site.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'

export const SHELL_ROUTE_ID = 'shell'

export interface ShellData {
  /** `null` when the settings could not be loaded: the shell then shows its defaults. */
  siteInfo: SiteInfo | null
}

export const shellLoader = defineLoader<ShellData>(async ({ api, request }) => {
  const siteInfo = await optional(api.call('GET /v1/webSiteInfo'), null, request)
  // Part of every page's HTML: unset members are dropped.
  return { siteInfo: siteInfo && Object.fromEntries(Object.entries(siteInfo).filter(([, value]) => value !== null)) }
})

export function useSite(): Site {
  const data = useRouteLoaderData(SHELL_ROUTE_ID) as ShellData | undefined
  return toSite(data?.siteInfo ?? null)
}
