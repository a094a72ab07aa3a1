import { create } from 'zustand'
import { type Site, toSite } from '#domain/site/site.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { setTitleSite } from '#manage/controls/layout/page-title.ts'

/** The site's name and mark; the defaults until they are loaded. */
export const useSite = create<{ site: Site }>()(() => ({ site: toSite(null) }))

/** Loads the site info. A failure leaves the defaults. */
export async function loadSite(api: ApiClient): Promise<void> {
  const info = await api.call('GET /v1/webSiteInfo', { quiet: true }).catch(() => null)
  const site = toSite(info)
  setTitleSite(site.name)
  useSite.setState({ site })
}
