import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { CATEGORY, PAGE_CATEGORY, SEARCHES_KEPT_DAYS } from '@portal/contract/constants.ts'
import { dropBulletinLinks, listBulletinLinks } from '@portal/contract/site/bulletin-words.ts'
import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@portal/contract/site/default-menus.ts'
import type { MenuTarget, TargetState } from '@portal/contract/site/menu-calls.ts'
import { showFooter, showHeader, toCategoryPath } from '@portal/contract/site/menu-rules.ts'
import type { ShownGroup, ShownItem } from '@portal/contract/site/site.ts'
import type { FooterGroup, HeaderItem } from '@portal/contract/site/site-settings.ts'
import { listTextTargets } from '#articles/links/text-targets.ts'
import { findClosedAddresses } from '#articles/publishing/content-faults.ts'
import type { Db } from '#platform/db/open.ts'
import type { MemberValues } from '#platform/settings/site-settings.ts'
import { createDirectoryRepository } from '#site/directory/directory-repository.ts'
import { HOT_CLIENTS_MIN } from '#site/directory/directory-routes.ts'

/** Routes that show one category. */
const CATEGORY_ROUTES: Readonly<Record<string, number>> = { '/gem': CATEGORY.gem, '/surrounding': CATEGORY.merchandise }

/** Lists pages, categories and lists, and the articles among these addresses, with what readers see of each. */
export async function listTargets(db: Db, now: () => number, addresses: readonly string[]): Promise<MenuTarget[]> {
  return [...(await listTextTargets(db, addresses)), ...(await listContentTargets(db, now))]
}

async function listContentTargets(db: Db, now: () => number): Promise<MenuTarget[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'article_count as articles'])
    .where('id', '!=', PAGE_CATEGORY)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  const countArticles = (id: number) => rows.find((row) => row.id === id)?.articles ?? 0
  const categories = rows.map(({ id, name, articles }): MenuTarget => {
    const [route] = Object.entries(CATEGORY_ROUTES).find(([, category]) => category === id) ?? []
    return { to: route ?? toCategoryPath(id), name, kind: 'category', state: toState(articles > 0), articles }
  })
  const directory = createDirectoryRepository({ db, now })
  const searches = { days: SEARCHES_KEPT_DAYS, clientsMin: HOT_CLIENTS_MIN, limit: 1 }
  const post = await db.selectFrom('says').select('id').where('is_public', '=', 1).limit(1).executeTakeFirst()
  const hasArticles = rows.some(({ articles }) => articles > 0)
  const lists: readonly (readonly [to: string, name: string, hasContent: boolean])[] = [
    ['/archive', '文章归档', hasArticles],
    ['/category', '文章分类', hasArticles],
    ['/say', '说说', post !== undefined],
    ['/hot', '站内热搜', (await directory.listMostSearched(searches)).length > 0],
    ['/navigation', '站点导航', (await directory.listSites()).length > 0],
  ]
  return [
    ...categories,
    // The same categories by the address of the list, which articles and older menus use.
    ...Object.values(CATEGORY_ROUTES).map((id): MenuTarget => {
      const name = rows.find((row) => row.id === id)?.name ?? ''
      return { to: toCategoryPath(id), name, kind: 'category', state: toState(countArticles(id) > 0) }
    }),
    ...lists.map(([to, name, has]): MenuTarget => ({ to, name, kind: 'list', state: toState(has) })),
  ]
}

const toState = (hasContent: boolean): TargetState => (hasContent ? 'shown' : 'empty')

/** Lists the addresses of all entries. */
export function listMenuAddresses({ headerMenu, footerLinks }: MemberValues): string[] {
  const header = ((headerMenu ?? DEFAULT_HEADER) as HeaderItem[]).flatMap(({ to, links = [] }) => [{ to }, ...links])
  const footer = ((footerLinks ?? DEFAULT_FOOTER) as FooterGroup[]).flatMap(({ links }) => links)
  return [...header, ...footer].map(({ to }) => to)
}

/** Reduces menus and bulletin to what readers can open, and lists the standing pages that they cannot. */
export async function showOpenLinks(
  db: Db,
  now: () => number,
  stored: MemberValues,
): Promise<{ headerMenu: ShownItem[]; footerLinks: ShownGroup[]; bulletin: string | null; closedPages: string[] }> {
  const targets = await listTargets(db, now, listMenuAddresses(stored))
  const hidden = new Set(targets.filter(({ state }) => state !== 'shown').map(({ to }) => to))
  const bulletin = typeof stored.bulletin === 'string' ? stored.bulletin : null
  const closedLinks = await findClosedAddresses(db, [], listBulletinLinks(bulletin ?? ''))
  return {
    bulletin: bulletin && dropBulletinLinks(bulletin, closedLinks),
    headerMenu: showHeader((stored.headerMenu ?? DEFAULT_HEADER) as HeaderItem[], hidden),
    footerLinks: showFooter((stored.footerLinks ?? DEFAULT_FOOTER) as FooterGroup[], hidden),
    closedPages: PAGES.flatMap(({ path }) => (hidden.has(path) ? path : [])),
  }
}
