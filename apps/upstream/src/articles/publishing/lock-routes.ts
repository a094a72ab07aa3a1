import { lockContent, takeOverContent, unlockContent } from '@portal/contract/articles/content-editing.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { lockMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { computeLockLimit, findContent, findLock } from './content-repository.ts'

interface Options {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
}

/**
 * Routes that show which editor has opened an article. The lock is advisory: the version number prevents lost changes.
 */
export const lockRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now, notices }) => {
  async function isHolding(trx: Db, id: number, userId: string) {
    const lock = await findLock(trx, id, now(), userId)
    if (!lock) throw lockMissing()
    return lock
  }

  addRoute(app, lockContent, async (request) => {
    const { id: userId } = getAccount(request)
    const { id } = request.params
    const { unsaved, idleSeconds } = request.body
    const at = now()
    const typing = {
      renewed_at: at,
      unsaved,
      typed_at: idleSeconds === null ? null : Math.round(at - idleSeconds * SECOND_MS),
    }
    return await db.transaction().execute(async (trx) => {
      await findContent(trx, id)
      await trx
        .insertInto('article_locks')
        .values({ article_id: id, user_id: userId, since: at, ...typing })
        // One statement, so that one of two concurrent callers waits and finds the other.
        .onConflict((conflict) =>
          conflict
            .column('article_id')
            .doUpdateSet((eb) => ({
              ...typing,
              user_id: userId,
              since: eb
                .case()
                .when('article_locks.user_id', '=', userId)
                .then(eb.ref('article_locks.since'))
                .else(at)
                .end(),
            }))
            .where((eb) =>
              eb.or([
                eb('article_locks.user_id', '=', userId),
                eb('article_locks.renewed_at', '<=', computeLockLimit(at)),
              ]),
            ),
        )
        .execute()
      return ok(await isHolding(trx, id, userId))
    })
  })

  addRoute(app, unlockContent, async (request) => {
    await db
      .deleteFrom('article_locks')
      .where('article_id', '=', request.params.id)
      .where('user_id', '=', getAccount(request).id)
      .execute()
    return ok(null)
  })

  addManagedRoute(
    app,
    { db, digest, now },
    takeOverContent,
    async ({ request, account, trx, record, runAfterwards: afterwards }) => {
      const { id } = request.params
      const { title } = await findContent(trx, id)
      const otherLock = await findLock(trx, id, now(), account.id)
      const ownLock = { user_id: account.id, since: now(), renewed_at: now(), typed_at: null, unsaved: 0 }
      await trx
        .insertInto('article_locks')
        .values({ article_id: id, ...ownLock })
        .onConflict((conflict) => conflict.column('article_id').doUpdateSet(ownLock))
        .execute()
      record({
        kind: 'article',
        id: String(id),
        name: title,
        changes: [{ member: 'lock', before: otherLock?.holderName ?? null, after: account.nickname }],
      })
      if (otherLock && !otherLock.isMine) {
        const content = `${escapeHtml(account.nickname)}接手编辑了《${escapeHtml(title)}》。您未保存的内容已存为您的草稿`
        afterwards(() => notices.notify({ to: otherLock.holderId, type: NOTICE.system, articleId: id, content }))
      }
      return ok(await isHolding(trx, id, account.id))
    },
  )
}
