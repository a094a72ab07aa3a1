import type { SiteRepository } from '#platform/settings/site-repository.ts'

const SITE_NAME = '石衡检测'

/** Reads the name of the site for the sender and the subject of mails. */
export async function readSiteName(site: Pick<SiteRepository, 'readSettings'>): Promise<string> {
  const { name } = await site.readSettings()
  return typeof name === 'string' && name !== '' ? name : SITE_NAME
}
