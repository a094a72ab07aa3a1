import { toTargetPath } from '@portal/contract/site/menu-rules.ts'
import type { FooterGroup, HeaderItem, MenuLink } from '@portal/contract/site/site-settings.ts'
import type { Db } from '#platform/db/open.ts'
import { readMembers } from '#platform/settings/site-settings.ts'
import { readStamp, saveSettings } from './save-settings.ts'

/**
 * Leads the entries of the menus that open a page to its new address, as a version of the settings.
 * @param to `null`: the entries are removed, and with the last one below it a heading that leads nowhere
 */
export async function moveMenuEntries(
  trx: Db,
  { from, to }: { from: string; to: string | null },
  by: { actorId: string; at: number },
): Promise<void> {
  const { headerMenu, footerLinks } = await readMembers(trx)
  const moveLinks = <L extends MenuLink>(links: readonly L[]): L[] =>
    links.flatMap((link) => {
      if (toTargetPath(link.to) !== from) return link
      return to === null ? [] : { ...link, to }
    })
  const moveItem = ({ links, ...item }: HeaderItem): HeaderItem[] => {
    const below = links && moveLinks(links)
    const isOwn = toTargetPath(item.to) === from
    const own = isOwn ? { ...item, to: to ?? '' } : item
    if (below === undefined || below.length === 0) return own.to === '' ? [] : [own]
    return [{ ...own, links: below }]
  }
  const moveGroup = ({ title, links }: FooterGroup): FooterGroup => ({ title, links: moveLinks(links) })
  const members = {
    ...(headerMenu !== null && { headerMenu: (headerMenu as HeaderItem[]).flatMap(moveItem) }),
    ...(footerLinks !== null && { footerLinks: (footerLinks as FooterGroup[]).map(moveGroup) }),
  }
  await saveSettings(trx, { version: (await readStamp(trx)).version, members, ...by })
}
