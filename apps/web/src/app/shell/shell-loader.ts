import type { SiteInfo } from '@portal/contract/site/site.ts'
import { useRouteLoaderData } from 'react-router-dom'
import { type Site, toSite } from '#domain/site/site.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'

export const SHELL_ROUTE_ID = 'shell'

export interface ShellData {
  /** Only the menus when the settings could not be loaded: the shell then shows its defaults. */
  siteInfo: SiteInfo
}

export const shellLoader = defineLoader<ShellData>(async ({ api, request }) => {
  const siteInfo = await optional(api.call('GET /v1/webSiteInfo'), null, request)
  // Part of every page's HTML: unset members are dropped, and the longest text, which no page takes from here.
  const { aboutMe: _aboutMe, ...settings } = siteInfo ?? {}
  const members = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
  return { siteInfo: siteInfo?.headerMenu && siteInfo.footerLinks ? members : { ...(await loadMenus()), ...members } }
})

/** The menus of an upstream that has none: loaded apart, because pages of this one never need them. */
async function loadMenus(): Promise<Pick<SiteInfo, 'headerMenu' | 'footerLinks'>> {
  const { DEFAULT_FOOTER, DEFAULT_HEADER } = await import('@portal/contract/site/default-menus.ts')
  return {
    headerMenu: DEFAULT_HEADER.map(({ links, ...item }) => ({ ...item, ...(links && { links }) })),
    footerLinks: [...DEFAULT_FOOTER],
  }
}

export function useSite(): Site {
  const data = useRouteLoaderData(SHELL_ROUTE_ID) as ShellData | undefined
  return toSite(data?.siteInfo ?? null)
}
