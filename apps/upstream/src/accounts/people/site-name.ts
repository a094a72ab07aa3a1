import type { SiteRepository } from '#platform/settings/site-repository.ts'

const SITE_NAME = '石衡检测'

/** As mails name the site. */
export async function readSiteName(site: Pick<SiteRepository, 'settings'>): Promise<string> {
  const { name } = await site.settings()
  return typeof name === 'string' && name !== '' ? name : SITE_NAME
}
