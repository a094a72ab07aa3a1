import type { FooterGroup, HeaderItem, OtherSites } from '@portal/contract/site/site-settings.ts'
import type { Db } from '#platform/db/open.ts'
import { type MemberValues, readMembers } from '#platform/settings/site-settings.ts'
import { forgetUnusedLinks, keepAddresses } from './link-repository.ts'

/** Lists addresses of other sites in the menus and on `/navigation`. */
export function listSiteLinks({ headerMenu, footerLinks, navigation }: MemberValues): string[] {
  const header = ((headerMenu ?? []) as HeaderItem[]).flatMap(({ to, links = [] }) => [
    to,
    ...links.map((one) => one.to),
  ])
  const footer = ((footerLinks ?? []) as FooterGroup[]).flatMap(({ links }) => links.map(({ to }) => to))
  const sites = ((navigation ?? []) as OtherSites[]).flatMap((group) => group.sites.map(({ url }) => url))
  return [...new Set([...header, ...footer, ...sites])].filter((address) => /^https?:\/\//i.test(address))
}

/** Adds these links to the checked ones, and deletes links that neither a published text nor the settings have. */
export async function keepSiteLinks(db: Db): Promise<void> {
  const addresses = listSiteLinks(await readMembers(db))
  await keepAddresses(db, addresses)
  await forgetUnusedLinks(db, addresses)
}
