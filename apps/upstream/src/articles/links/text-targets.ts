import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { MenuTarget, TargetState } from '@portal/contract/site/menu-calls.ts'
import { toTargetPath } from '@portal/contract/site/menu-rules.ts'
import type { Redirect } from '@portal/contract/site/redirect-rules.ts'
import type { Db } from '#platform/db/open.ts'

/** The page that shows more than its text: readers can open it before it is written. */
const ALWAYS_SHOWN = '/contact-us'

interface TextTarget extends MenuTarget {
  /** `null`: its text does not exist. */
  articleId: number | null
}

/** Lists all pages, and the articles among these addresses, with what readers see of each. */
export async function listTextTargets(db: Db, addresses: readonly string[]): Promise<TextTarget[]> {
  return [...(await listPageTargets(db)), ...(await listArticleTargets(db, addresses))]
}

async function listPageTargets(db: Db): Promise<TextTarget[]> {
  const rows = await db
    .selectFrom('standing_pages')
    .innerJoin('articles', 'articles.id', 'standing_pages.article_id')
    .select(['key', 'title', 'is_publish', 'article_id'])
    .execute()
  const standing = PAGES.map(({ key, title, path }): TextTarget => {
    const row = rows.find((one) => one.key === key)
    const state = path === ALWAYS_SHOWN ? 'shown' : toTextState(row?.is_publish)
    return { to: path, name: row?.title ?? title, kind: 'page', state, articleId: row?.article_id ?? null }
  })
  const ownPages = await db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'is_publish'])
    .where('category_id', '=', PAGE_CATEGORY)
    .where('slug', 'is not', null)
    .orderBy('id')
    .execute()
  const own = ownPages.map(({ id, slug, title, is_publish }): TextTarget => {
    return { to: toOwnPath(slug ?? ''), name: title, kind: 'page', state: toTextState(is_publish), articleId: id }
  })
  return [...standing, ...own]
}

function toTextState(isPublish: number | undefined): TargetState {
  if (isPublish === PUBLISH_STATE.published) return 'shown'
  return isPublish === PUBLISH_STATE.offShelf ? 'offShelf' : 'unpublished'
}

async function listArticleTargets(db: Db, addresses: readonly string[]): Promise<TextTarget[]> {
  const names = addresses.flatMap((to) => /^\/article\/([a-z0-9-]{1,60})$/i.exec(toTargetPath(to))?.[1] ?? [])
  if (names.length === 0) return []
  const ids = names.flatMap((name) => (/^\d{1,15}$/.test(name) ? Number(name) : []))
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'is_publish'])
    .where('category_id', '!=', PAGE_CATEGORY)
    .where((eb) => eb.or([eb('slug', 'in', names), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .execute()
  return [...new Set(names)].flatMap((name): TextTarget[] => {
    const row = rows.find(({ id, slug }) => slug === name || String(id) === name)
    // An address that an article no longer has may be redirected.
    if (!row && !/^\d+$/.test(name)) return []
    const state = toTextState(row?.is_publish)
    return [{ to: `/article/${name}`, name: row?.title ?? '', kind: 'article', state, articleId: row?.id ?? null }]
  })
}

export async function readRedirects(db: Db): Promise<Redirect[]> {
  return await db
    .selectFrom('redirects')
    .select(['from_path as from', 'to_address as to'])
    .orderBy('from_path')
    .execute()
}
