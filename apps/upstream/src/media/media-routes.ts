import {
  changeMedia,
  deleteMedia,
  getMedia,
  listMedia as listCall,
  restoreMedia,
} from '@portal/contract/media/media.ts'
import { MEDIA_ALT_MAX, MEDIA_NAME_MAX, MEDIA_SOURCE_MAX } from '@portal/contract/media/media-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { mediaMissing, mediaNameBlank } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { binMedia, lockMedia, restoreFile } from './media-changes.ts'
import {
  countMedia,
  listMedia,
  listUploaders,
  readFiles,
  readItem,
  readNeighbours,
  readUses,
  sumMediaBytes,
} from './media-list.ts'
import { findChangedUses } from './media-uses.ts'

/** Changed texts whose uses are found before a list is shown; the rest is found in the background. */
const SCANNED_MAX = 400

interface Options {
  db: Db
  config: Pick<Config, 'mediaTotalBytes'>
  digest: Digest
  now: () => number
}

/** Routes of the library of pictures and PDF files. */
export const mediaRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now } = options
  const { mediaTotalBytes: totalBytes } = options.config
  addRoute(app, listCall, async ({ query }) => {
    const isCounting = await findChangedUses(db, SCANNED_MAX)
    const page = await listMedia(db, query, now(), isCounting)
    const counts = await countMedia(db, now())
    const [uploaders, usedBytes] = [await listUploaders(db), await sumMediaBytes(db)]
    return ok({ ...page, counts, uploaders, isCounting, usedBytes, totalBytes })
  })

  addRoute(app, getMedia, async ({ params: { id }, query }) => {
    const isCounting = await findChangedUses(db, SCANNED_MAX)
    const nowMs = now()
    const item = await readItem(db, id, nowMs, isCounting)
    const [usedIn, files] = [await readUses(db, id, nowMs), await readFiles(db, id, nowMs)]
    return ok({ item, usedIn, files, ...(await readNeighbours(db, id, query, nowMs)) })
  })

  addManagedRoute(app, options, changeMedia, async ({ trx, account, request, record }) => {
    const { id } = request.params
    record({ kind: 'media', id })
    const nowMs = now()
    const { version, isDecorative, isSearchable, ...body } = request.body
    const after = {
      name: toOneLine(body.name.replace(/[\\/]/g, '-'), MEDIA_NAME_MAX),
      alt: toOneLine(body.alt, MEDIA_ALT_MAX),
      source: toOneLine(body.source, MEDIA_SOURCE_MAX),
      is_decorative: Number(isDecorative),
      is_searchable: Number(isSearchable),
    }
    if (after.name === '') throw mediaNameBlank()
    const row = await lockMedia({ trx, userId: account.id, nowMs }, id, version)
    await trx.updateTable('media').set(after).where('id', '=', id).execute()
    const flags = { isDecorative: 'is_decorative', isSearchable: 'is_searchable' } as const
    const members = { name: 'name', alt: 'alt', origin: 'source', ...flags } as const
    const changes = Object.entries(members)
      .map(([member, column]) => ({ member, before: String(row[column]), after: String(after[column]) }))
      .filter((change) => change.before !== change.after)
    record({ kind: 'media', id, name: after.name, changes })
    return ok(await readItem(trx, id, nowMs))
  })

  addManagedRoute(app, options, deleteMedia, async ({ trx, account, request, record }) => {
    const { id } = request.params
    record({ kind: 'media', id })
    const step = { trx, userId: account.id, nowMs: now() }
    const row = await lockMedia(step, id, request.query.version)
    record({ kind: 'media', id, name: row.name })
    await binMedia(step, row)
    return ok(null)
  })

  addManagedRoute(app, options, restoreMedia, async ({ trx, account, request, record }) => {
    const { id } = request.params
    const { version, revision } = request.body
    record({ kind: 'media', id })
    const step = { trx, userId: account.id, nowMs: now() }
    const row = await lockMedia(step, id, version)
    if (revision === null) {
      if (row.deleted_at === null) throw mediaMissing()
      await trx.updateTable('media').set({ deleted_at: null }).where('id', '=', id).execute()
      record({ kind: 'media', id, name: row.name })
    } else {
      const sha256 = await restoreFile(step, row, revision)
      record({ kind: 'media', id, name: row.name, changes: [{ member: 'sha256', before: row.sha256, after: sha256 }] })
    }
    return ok(await readItem(trx, id, step.nowMs))
  })
}
