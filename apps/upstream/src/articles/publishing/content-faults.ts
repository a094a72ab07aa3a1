import type { FaultKind } from '@portal/contract/articles/content-checks.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { PUBLISH_STATE, STANDING_PAGES } from '@portal/contract/constants.ts'
import { keepLinks, listDeadLinks } from '#articles/links/link-repository.ts'
import type { Db } from '#platform/db/open.ts'

/** Maximum stored faults of one text. */
const FAULTS_MAX = 50
/** Maximum links to other sites of one text that are checked. */
const EXTERNAL_MAX = 200
const ADDRESS_MAX = 2000
const FILE = /^\/file\/img\/([^/?#]+)$/

interface Fault {
  kind: FaultKind
  target: string
}

/** Finds links and pictures of a sanitised text, whose attributes are always quoted. */
function findReferences(html: string) {
  const decodeEntities = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  const attribute = (tag: string, name: string) => {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
    return value === undefined ? undefined : decodeEntities(value)
  }
  const findTags = (name: string) => html.match(new RegExp(`<${name}\\s[^>]*>`, 'g')) ?? []
  const links = findTags('a').flatMap((tag) => attribute(tag, 'href') ?? [])
  return {
    links: [...new Set(links.filter((link) => /^\/(?!\/)/.test(link)))],
    external: [...new Set(links.filter((link) => /^https?:\/\//i.test(link) && link.length <= ADDRESS_MAX))].slice(
      0,
      EXTERNAL_MAX,
    ),
    pictures: findTags('img').map((tag) => ({
      target: attribute(tag, 'src') ?? '',
      text: attribute(tag, 'alt') ?? '',
    })),
  }
}

/** Finds what must exist for a link within this site; `null` for an address that always exists, or is not known. */
function findTarget(link: string): { article: number } | { page: string } | null {
  const path = link.split(/[?#]/, 1)[0] ?? ''
  const article = /^\/(?:article|news-article)\/(\d{1,15})$/.exec(path)
  if (article) return { article: Number(article[1]) }
  return (Object.values(STANDING_PAGES) as string[]).includes(path) ? { page: path } : null
}

/** Finds the links within this site that readers cannot open. */
async function findMissingPages(db: Db, links: readonly string[]): Promise<Fault[]> {
  const linkTargets = links.map((link) => ({ link, need: findTarget(link) }))
  const articles = linkTargets.flatMap(({ need }) => (need && 'article' in need ? need.article : []))
  const published = db.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.published)
  const found =
    articles.length === 0 ? [] : await published.select('id').where('id', 'in', articles.slice(0, 1000)).execute()
  const hasPages = linkTargets.some(({ need }) => need && 'page' in need)
  const keys = hasPages
    ? await published.innerJoin('standing_pages', 'article_id', 'articles.id').select('key').execute()
    : []
  const paths = PAGES.filter(({ key }) => keys.some((row) => row.key === key)).map(({ path }) => path as string)
  const isMissing = (target: ReturnType<typeof findTarget>) => {
    if (target === null) return false
    return 'article' in target ? !found.some(({ id }) => id === target.article) : !paths.includes(target.page)
  }
  return linkTargets.filter(({ need }) => isMissing(need)).map(({ link }) => ({ kind: 'missingPage', target: link }))
}

/** Returns whether a file of `/file/img/` exists, by its name. */
export type HasFile = (name: string) => Promise<boolean>

async function findMissingFiles(targets: readonly string[], hasFile: HasFile): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const target of new Set(targets)) {
    const name = FILE.exec(target)?.[1]
    if (name !== undefined && !(await hasFile(name))) faults.push({ kind: 'missingFile', target })
  }
  return faults
}

interface TextToCheck {
  html: string
  /** Address of the picture of the article; `null`: none. */
  cover: string | null
}

/** Finds the faults of a published text, each once, and updates the list of its links to other sites. */
async function findFaults(
  db: Db,
  articleId: number,
  { html, cover }: TextToCheck,
  hasFile?: HasFile,
): Promise<Fault[]> {
  const { links, external, pictures } = findReferences(html)
  await keepLinks(db, articleId, external)
  const files = [...links, ...pictures.map(({ target }) => target), ...(cover === null ? [] : [cover])]
  const dead = await listDeadLinks(db, external)
  const faults: Fault[] = [
    ...(await findMissingPages(db, links)),
    ...(hasFile ? await findMissingFiles(files, hasFile) : await findKnownMissing(db, articleId, files)),
    ...dead.map((target) => ({ kind: 'deadLink' as const, target })),
    ...pictures
      .filter(({ text }) => text.trim() === '')
      .map(({ target }) => ({ kind: 'noAlternativeText' as const, target })),
  ]
  const byName = new Map(faults.map((fault) => [`${fault.kind} ${fault.target}`, fault]))
  return [...byName.values()].slice(0, FAULTS_MAX)
}

/** Finds files that the last check missed and that the text still names. */
async function findKnownMissing(db: Db, articleId: number, files: readonly string[]): Promise<Fault[]> {
  const rows = await db
    .selectFrom('content_faults')
    .select('target')
    .where('article_id', '=', articleId)
    .where('kind', '=', 'missingFile')
    .execute()
  return rows.filter(({ target }) => files.includes(target)).map(({ target }) => ({ kind: 'missingFile', target }))
}

/**
 * Checks the stored text of an article; one that is not published has no faults.
 * @param hasFile left out by a save: its pictures were uploaded just now, and the next check looks for them
 */
export async function recordFaults(db: Db, articleId: number, at: number, hasFile?: HasFile): Promise<void> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select(['content as html', 'cover', 'is_publish'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  const isPublished = row?.is_publish === PUBLISH_STATE.published
  const faults = isPublished ? await findFaults(db, articleId, row, hasFile) : []
  if (!isPublished) await keepLinks(db, articleId, [])
  const storedFaults = await db
    .selectFrom('content_faults')
    .select(['id', 'kind', 'target'])
    .where('article_id', '=', articleId)
    .execute()
  const isSame = (one: Fault, other: Fault) => one.kind === other.kind && one.target === other.target
  const fixedIds = storedFaults.filter((fault) => !faults.some((one) => isSame(one, fault))).map(({ id }) => id)
  if (fixedIds.length > 0) await db.deleteFrom('content_faults').where('id', 'in', fixedIds).execute()
  const added = faults.filter((fault) => !storedFaults.some((one) => isSame(one, fault)))
  if (added.length === 0) return
  await db
    .insertInto('content_faults')
    .values(added.map((fault) => ({ ...fault, article_id: articleId, found_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
