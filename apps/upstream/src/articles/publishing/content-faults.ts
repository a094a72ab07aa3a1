import type { FaultKind, listFaultyArticles } from '@portal/contract/articles/content-checks.ts'
import type { CallData } from '@portal/contract/call.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toTargetPath } from '@portal/contract/site/menu-rules.ts'
import { createRedirectTable, findSourceFault, toSourcePath } from '@portal/contract/site/redirect-rules.ts'
import { keepLinks, listDeadLinks } from '#articles/links/link-repository.ts'
import { listTextTargets, readRedirects } from '#articles/links/text-targets.ts'
import type { Db } from '#platform/db/open.ts'

/** Maximum stored faults of one text. */
const FAULTS_MAX = 50
/** Maximum links of one text within this site that are checked. */
const LINKS_MAX = 1000
/** Maximum links to other sites of one text that are checked. */
const EXTERNAL_MAX = 200
const ADDRESS_MAX = 2000
const FILE = /^\/file\/img\/([^/?#]+)$/
/** Address of a file of the library. */
const LIBRARY_FILE = /^\/file\/(?:img|doc)\/m\/([0-9a-f]{32})\//

type FaultyArticle = CallData<typeof listFaultyArticles>[number]

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

/** Finds the links of a text within this site that readers cannot open once the article is published. */
export function findClosedLinks(db: Db, articleId: number, html: string): Promise<string[]> {
  return findClosedAddresses(db, [articleId], findReferences(html).links.slice(0, LINKS_MAX))
}

/** Finds the articles that have faults which readers would see once all these articles are published. */
export async function findFaultyArticles(db: Db, ids: readonly number[]): Promise<FaultyArticle[]> {
  const rows = await db
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select(['articles.id', 'content as html'])
    .where('articles.id', 'in', ids)
    .where('is_publish', '!=', PUBLISH_STATE.published)
    .orderBy('articles.id')
    .execute()
  const faulty: FaultyArticle[] = []
  for (const { id, html } of rows) {
    const { links, pictures } = findReferences(html)
    const closedLinks = (await findClosedAddresses(db, ids, links.slice(0, LINKS_MAX))).length
    const picturesWithoutText = pictures.filter(({ text }) => text.trim() === '').length
    if (closedLinks + picturesWithoutText > 0) faulty.push({ id, closedLinks, picturesWithoutText })
  }
  return faulty
}

/**
 * Finds the addresses of this site that readers cannot open. Redirects are followed.
 * @param publishedIds articles that count as published
 */
export async function findClosedAddresses(
  db: Db,
  publishedIds: readonly number[],
  addresses: readonly string[],
): Promise<string[]> {
  const closed = await selectClosed(db, publishedIds, addresses)
  if (closed.length === 0) return []
  const redirects = createRedirectTable(await readRedirects(db))
  const followed = closed.map((link) => {
    return { link, to: redirects.find(toSourcePath(link.split(/[?#]/, 1)[0] ?? ''))?.to }
  })
  const closedEnds = await selectClosed(
    db,
    publishedIds,
    followed.flatMap(({ to }) => to ?? []),
  )
  const isOpen = (to: string | undefined) => to !== undefined && !closedEnds.includes(to)
  return followed.flatMap(({ link, to }) => (isOpen(to) ? [] : link)).slice(0, FAULTS_MAX)
}

/** Selects the addresses of this site that have nothing for readers. */
async function selectClosed(db: Db, publishedIds: readonly number[], addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const targets = new Map((await listTextTargets(db, addresses)).map((target) => [toSourcePath(target.to), target]))
  return addresses.filter((address) => {
    if (!address.startsWith('/')) return false
    const path = toSourcePath(toTargetPath(address))
    const target = targets.get(path)
    // Every other address that something uses cannot become the source of a redirect.
    if (!target) return findSourceFault(path) === null
    return target.state !== 'shown' && !publishedIds.some((id) => id === target.articleId)
  })
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

/** Finds files that are not in the library, or in its recycle bin, e.g. of an old version that was restored. */
async function findMissingMedia(db: Db, targets: readonly string[]): Promise<Fault[]> {
  const idByTarget = new Map<string, string>()
  for (const target of targets) {
    const id = LIBRARY_FILE.exec(target)?.[1]
    if (id !== undefined) idByTarget.set(target, id)
  }
  if (idByTarget.size === 0) return []
  const found = await db
    .selectFrom('media')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...idByTarget.values()].slice(0, 1000))
    .execute()
  const ids = new Set(found.map(({ id }) => id))
  return [...idByTarget].filter(([, id]) => !ids.has(id)).map(([target]) => ({ kind: 'missingFile', target }))
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
  const closed = await findClosedLinks(db, articleId, html)
  const dead = await listDeadLinks(db, external)
  const faults: Fault[] = [
    ...closed.map((target) => ({ kind: 'missingPage' as const, target })),
    ...(hasFile ? await findMissingFiles(files, hasFile) : await findKnownMissing(db, articleId, files)),
    ...(await findMissingMedia(db, files)),
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
