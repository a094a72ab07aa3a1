import { DEFAULT_SITE_NAME } from '@portal/contract/constants.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'

/** Reads the name of the site for the sender and the subject of mails. */
export async function readSiteName(site: Pick<SiteRepository, 'readSettings'>): Promise<string> {
  const { name } = await site.readSettings()
  return typeof name === 'string' && name !== '' ? name : DEFAULT_SITE_NAME
}
