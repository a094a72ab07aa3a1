import type { BodyFor } from '@portal/contract/calls.ts'
import { describeCommentDays, type HoldReason } from '@portal/contract/community/comment-policy.ts'
import {
  approveComments,
  countManagedComments,
  deleteComments,
  getArticleComments,
  listDeletedComments,
  listManagedComments,
  rejectComments,
  restoreComments,
  returnComments,
  setArticleComments,
} from '@portal/contract/community/managed-comments.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { addToCounter } from '#articles/reading/article-counters.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { articleMissing, commentMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readComment, removeComment } from './comment-repository.ts'
import { sendCommentNotice } from './comment-routes.ts'
import { changeHeldState, holdComments, readCloseDays, releaseComment } from './held-comments.ts'
import { countForStaff, listForStaff } from './managed-list.ts'

interface Options {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
}

/** Why a comment stays as it is; `null`: it was changed. */
type Refusal = string | null
const HANDLED = '已由同事处理，或作者已删除'
const PARENT_GONE = '所回复的评论已不在，不能公开'
const HAS_REPLIES = '已有回复，不能退回，可以删除'

type Decision = typeof approveComments
interface Decided extends Pick<Managed<Decision>, 'trx' | 'runAfterwards'> {
  by: string
  at: number
  isUndo: boolean
}

/** Routes of the queue of comments. */
export const manageCommentRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, notices } = options

  addRoute(app, listManagedComments, async ({ query }) => ok(await listForStaff(db, query)))

  addRoute(app, countManagedComments, async () => ok(await countForStaff(db)))

  const findArticle = (trx: Db, id: number) =>
    trx
      .selectFrom('articles')
      .select(['title', 'comment_days as days'])
      .where('id', '=', id)
      .where('category_id', '!=', PAGE_CATEGORY)
      .executeTakeFirst()

  addRoute(app, getArticleComments, async ({ params }) => {
    const article = await findArticle(db, params.id)
    if (!article) throw articleMissing()
    return ok({ days: article.days, siteDays: await readCloseDays(db) })
  })

  addManagedRoute(app, options, setArticleComments, async ({ request, trx, record }) => {
    const { params, body } = request
    const article = await findArticle(trx, params.id)
    if (!article) throw articleMissing()
    await trx.updateTable('articles').set({ comment_days: body.days }).where('id', '=', params.id).execute()
    const [before, after] = [article.days, body.days].map(describeCommentDays)
    record({
      kind: 'article',
      id: String(params.id),
      name: article.title,
      changes: before === after ? [] : [{ member: 'commentDays', before: before ?? null, after: after ?? null }],
    })
    return ok(null)
  })

  addManagedRoute(app, options, listDeletedComments, async ({ request, trx, record }) => {
    const found = await listForStaff(trx, { ...request.query, state: 'deleted' })
    const numbers = found.records.map(({ id }) => id).join('、')
    record({
      kind: 'comment',
      id: 'deleted',
      name: `${found.records.length} 条`,
      changes: [{ member: 'numbers', before: null, after: numbers }],
    })
    return ok(found)
  })

  /** Adds the route of a decision about several comments, each on its own. */
  function addDecision(
    call: Omit<Decision, 'path' | 'audit' | 'summary'> & { path: string; audit: string },
    decide: (id: number, decided: Decided) => Promise<Refusal>,
  ) {
    addManagedRoute(app, options, call as Decision, async ({ request, trx, account, record, runAfterwards }) => {
      const ids = [...new Set(request.body.ids)].sort((one, other) => one - other)
      const { isUndo = false } = request.body as BodyFor<'POST /v1/manage/comments/return'>
      const decided = { trx, runAfterwards, by: account.id, at: now(), isUndo }
      const done: number[] = []
      const skipped: { id: number; reason: string }[] = []
      for (const id of ids) {
        const reason = await decide(id, decided)
        if (reason === null) done.push(id)
        else skipped.push({ id, reason })
      }
      const numbers = (done.length > 0 ? done : ids).join('、')
      record({
        kind: 'comment',
        id: numbers.length <= 64 ? numbers : `${ids[0]}…`,
        name: `${done.length} 条`,
        changes: [],
      })
      if (done.length === 0 && ids.length === 1 && skipped[0]?.reason === HANDLED) throw commentMissing()
      return ok({ done, skipped })
    })
  }

  /** Shows a held comment, and sends its notice if readers have never seen it. */
  async function release(id: number, { trx, runAfterwards }: Decided, from: 'queue' | 'deleted'): Promise<Refusal> {
    const released = await releaseComment(trx, id, from === 'queue' ? ['waiting', 'rejected'] : ['deleted'])
    if (released === 'no parent') return PARENT_GONE
    if (!released) return HANDLED
    if (from === 'queue') {
      const comment = await readComment(trx, id)
      runAfterwards(() => sendCommentNotice(notices, comment, released.authorId))
    }
    return null
  }

  addDecision(approveComments, async (id, decided) => await release(id, decided, 'queue'))
  addDecision(restoreComments, async (id, decided) => await release(id, decided, 'deleted'))

  addDecision(rejectComments, async (id, { trx, by, at }) =>
    (await changeHeldState(trx, id, ['waiting'], { state: 'rejected', by, at })) ? null : HANDLED,
  )

  addDecision(returnComments, async (id, { trx, by, at, isUndo }) => {
    const state = { state: 'waiting', by: null, at } as const
    if (await changeHeldState(trx, id, ['rejected'], state)) return null
    const shown = await trx
      .selectFrom('comments')
      .select(['article_id', 'held_reasons', 'held_word'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!shown) return HANDLED
    await addToCounter(trx, 'comment_count', shown.article_id, 0)
    if (await isAny(trx.selectFrom('comments').select('id').where('parent_id', '=', id))) return HAS_REPLIES
    const reasons = isUndo && shown.held_reasons ? (JSON.parse(shown.held_reasons) as HoldReason[]) : ['back' as const]
    const isHeld = await holdComments(trx, [id], { ...state, by, reasons, word: isUndo ? shown.held_word : null })
    if (isHeld === 0) return HANDLED
    await addToCounter(trx, 'comment_count', shown.article_id, -1)
    return null
  })

  addDecision(deleteComments, async (id, { trx, by, at }) =>
    (await removeComment(trx, id, { by, at })) ? null : HANDLED,
  )
}
