import {
  addSavedReply,
  changeSavedReply,
  listSavedReplies,
  removeSavedReply,
  type SavedReply,
} from '@portal/contract/tickets/saved-replies.ts'
import {
  findUnknownPlaceholders,
  SAVED_REPLIES_MAX,
  SAVED_REPLY_TITLE_MAX,
} from '@portal/contract/tickets/saved-reply-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, placeholderUnknown, savedMeanwhile, savedRepliesFull, savedReplyMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { toParagraphs } from '#platform/text/user-html.ts'

const COLUMNS = ['id', 'title', 'content', 'version'] as const

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Routes of texts that all staff use in answers; the duty `support` edits them. */
export const savedReplyRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now }) => {
  const base = { db, digest, now }

  addRoute(app, listSavedReplies, async () =>
    ok(await db.selectFrom('saved_replies').select(COLUMNS).orderBy('title').orderBy('id').execute()),
  )

  addManagedRoute(app, base, addSavedReply, async ({ request, trx, record }) => {
    const text = trimTexts(request.body)
    const { n } = await trx
      .selectFrom('saved_replies')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (n >= SAVED_REPLIES_MAX) throw savedRepliesFull()
    const added = await trx
      .insertInto('saved_replies')
      .values({ ...text, version: 1, changed_at: now() })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    record(toReplySubject(added, null))
    return ok(added)
  })

  addManagedRoute(app, base, changeSavedReply, async ({ request, trx, record }) => {
    const text = trimTexts(request.body)
    const before = await lock(trx, request.params.id, request.body.version)
    const changed = await trx
      .updateTable('saved_replies')
      .set({ ...text, version: before.version + 1, changed_at: now() })
      .where('id', '=', before.id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    record(toReplySubject(changed, before))
    return ok(changed)
  })

  addManagedRoute(app, base, removeSavedReply, async ({ request, trx, record }) => {
    const removed = await lock(trx, request.params.id, request.query.version)
    await trx.deleteFrom('saved_replies').where('id', '=', removed.id).execute()
    record(toReplySubject(null, removed))
    return ok(null)
  })
}

/** Trims title and text. @throws AppError when one is blank, or has an unknown placeholder */
function trimTexts(body: { title: string; content: string }) {
  const text = { title: toOneLine(body.title, SAVED_REPLY_TITLE_MAX), content: toParagraphs(body.content) }
  if (text.title === '' || text.content === '') throw badInput('请填写名称和内容')
  const [unknown] = findUnknownPlaceholders(text.content)
  if (unknown !== undefined) throw placeholderUnknown(unknown)
  return text
}

/** Locks a saved reply. @throws AppError when it was deleted, or 409 when it has another version */
async function lock(trx: Db, id: number, version: number): Promise<SavedReply> {
  const row = await trx
    .updateTable('saved_replies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw savedReplyMissing()
  if (row.version !== version) throw savedMeanwhile(row)
  return row
}

/** Makes the subject of the entry in the audit log. @param after `null`: it was deleted */
function toReplySubject(after: SavedReply | null, before: SavedReply | null) {
  const { id = 0, title = '' } = after ?? before ?? {}
  const changes = (['title', 'content'] as const)
    .map((member) => ({ member, before: before?.[member] ?? null, after: after?.[member] ?? null }))
    .filter((change) => change.before !== change.after)
  return { kind: 'reply', id: String(id), name: title, changes }
}
