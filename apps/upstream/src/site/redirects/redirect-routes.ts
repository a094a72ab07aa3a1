import { toOwnPath, toSlugPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import {
  addRedirects,
  listManagedRedirects,
  listMissingAddresses,
  listRedirects,
  removeRedirect,
  reportAddressHits,
} from '@portal/contract/site/redirect-calls.ts'
import { planRedirects, toSourcePath } from '@portal/contract/site/redirect-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { readRedirects } from '#articles/links/text-targets.ts'
import { raiseRevision } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { listMissing, readMovedHits, storeAddressHits } from './address-hits.ts'
import { storeRedirects } from './move-address.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
  /** Origin of this site. */
  manageOrigin: string
}

/** Routes of redirects. */
export const redirectRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, manageOrigin } = options

  addRoute(app, listRedirects, async () => ok(await readRedirects(db)))

  addRoute(app, listManagedRedirects, async () => {
    const rows = await db
      .selectFrom('redirects')
      .leftJoin('users', 'users.id', 'redirects.actor_id')
      .select(['from_path as from', 'to_address as to', 'at', 'users.nickname as savedBy'])
      .orderBy('at', 'desc')
      .orderBy('from_path')
      .execute()
    const hits = await readMovedHits(db, now())
    return ok(rows.map(({ at, ...row }) => ({ ...row, time: toWireDateTime(at), times: hits.get(row.from) ?? 0 })))
  })

  addRoute(app, listMissingAddresses, async () => ok(await listMissing(db, now(), await readRedirects(db))))

  addRoute(app, reportAddressHits, async ({ body }) => {
    await storeAddressHits(db, now(), body, await readRedirects(db))
    return ok(null)
  })

  addManagedRoute(app, options, addRedirects, async ({ request, account, trx, record }) => {
    const rows = request.body.rows.map(({ from, to }) => ({ from, to: removeOrigin(to.trim(), manageOrigin) }))
    const [first] = rows
    const id = toSourcePath(first?.from ?? '')
    const name = rows.length === 1 ? `${id} → ${first?.to}` : `${rows.length} 条`
    record({ kind: 'redirect', id, name })
    // Raised first: it holds others that add redirects until this transaction ends.
    await raiseRevision(trx)
    const nameRow = (at: number) => (rows.length === 1 ? '' : `第 ${at + 1} 行：`)
    const plan = planRedirects(await readRedirects(trx), rows)
    if ('fault' in plan) throw badInput(nameRow(plan.at) + plan.fault)
    const live = await findPublishedArticle(trx, rows)
    if (live) throw badInput(`${nameRow(live.at)}${live.from} 有文章或页面在用，不能跳转`)
    await storeRedirects(trx, plan.rows, { actorId: account.id, at: now() })
    return ok({ added: rows.length })
  })

  addManagedRoute(app, options, removeRedirect, async ({ request, trx, record }) => {
    // In the stored form, which may contain an escape that is part of the address.
    const { from } = request.query
    record({ kind: 'redirect', id: from, name: from })
    await raiseRevision(trx)
    const removed = await trx.deleteFrom('redirects').where('from_path', '=', from).returning('to_address').execute()
    if (removed[0]) record({ kind: 'redirect', id: from, name: `${from} → ${removed[0].to_address}` })
    return ok({ removed: removed.length })
  })
}

/** Makes a path of a whole address of this site, which could lead to its own source. */
function removeOrigin(to: string, origin: string): string {
  const lower = to.toLowerCase()
  if (lower === origin) return '/'
  return lower.startsWith(`${origin}/`) ? to.slice(origin.length) : to
}

/** Finds the first source that is the address of a published article or own page. */
async function findPublishedArticle(db: Db, rows: readonly { from: string }[]) {
  const sources = rows.map(({ from }, at) => ({ from, at, path: toSourcePath(from) }))
  const names = sources.flatMap(({ path }) => /^\/(?:article|news-article|p)\/([a-z0-9-]{1,60})$/.exec(path)?.[1] ?? [])
  const ids = names.flatMap((name) => (/^\d{1,15}$/.test(name) ? Number(name) : []))
  const published = db.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.published)
  const articles = await published
    .select(['id', 'slug', 'category_id'])
    .where((eb) => eb.or([eb('slug', 'in', ['', ...names]), eb('id', 'in', [0, ...ids])]))
    .execute()
  const standing = await published
    .innerJoin('standing_pages', 'standing_pages.article_id', 'articles.id')
    .select('standing_pages.key')
    .execute()
  const paths = new Set<string>([
    ...PAGES.filter(({ key }) => standing.some((row) => row.key === key)).map(({ path }) => toSourcePath(path)),
    ...articles.flatMap(({ id, slug, category_id }) => [
      `/article/${id}`,
      `/news-article/${id}`,
      ...(slug === null ? [] : [category_id === PAGE_CATEGORY ? toOwnPath(slug) : toSlugPath(slug)]),
    ]),
  ])
  return sources.find(({ path }) => paths.has(path))
}
