import { type AnswerDelivery, answerFeedback } from '@portal/contract/community/review.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, feedbackMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { toParagraphs } from '#platform/text/user-html.ts'
import { type Dispatch, storeAnswer } from '#tickets/ticket-answers.ts'
import { changeState, lockFeedbackTicket } from '#tickets/ticket-store.ts'
import { findFeedback } from './feedback-repository.ts'

interface Options {
  db: Db
  notices: NoticeRepository
  now: () => number
  jobs: Jobs
}

/** Routes by which the family's clients answer feedback. The management pages answer tickets instead. */
export const feedbackAnswerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, notices, jobs } = options

  async function deliver({ notices: toNotify, mailId }: Dispatch): Promise<AnswerDelivery> {
    for (const notice of toNotify) await notices.notify(notice)
    if (mailId === null) return toNotify.length > 0 ? 'notice' : 'none'
    await jobs.runNow('ticketMail', String(mailId))
    const mail = db.selectFrom('ticket_mails').select('state').where('id', '=', mailId)
    return (await mail.executeTakeFirst())?.state === 'sent' ? 'mail' : 'none'
  }

  addRoute(app, answerFeedback, async (request) => {
    const { id } = request.body
    const content = toParagraphs(request.body.content)
    if (content === '') throw badInput('请填写答复内容')
    const by = getAccount(request).id
    // Stores the answer first, so that a failed delivery loses nothing.
    const { feedback, dispatch } = await db.transaction().execute(async (trx) => {
      const found = await findFeedback(trx, id)
      if (!found) throw feedbackMissing()
      const ticket = await lockFeedbackTicket(trx, found)
      const stored = await storeAnswer(trx, { ticket, feedback: found, by, content, ref: null, at: now() })
      return { feedback: found, dispatch: stored }
    })
    const delivery = await deliver(dispatch)
    if (delivery === 'none') return ok({ delivery })
    await db.transaction().execute(async (trx) => {
      await changeState(trx, await lockFeedbackTicket(trx, feedback), { to: 'closed', by, at: now() })
    })
    return ok({ delivery })
  })
}
