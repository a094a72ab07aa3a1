import { type AnswerDelivery, answerFeedback } from '@portal/contract/review.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { badInput, feedbackMissing } from '#errors.ts'
import { accountOf } from '#plugins/auth.ts'
import { NOTICE } from '#resources/notices/notice-repository.ts'
import { escapeHtml } from '#search/mark.ts'
import { paragraphs } from '#text/user-html.ts'
import { answerMail } from './answer-mail.ts'
import type { FeedbackRepository } from './feedback-repository.ts'

type Options = Dependencies & {
  /** Receives the cause of a failed mail; the editor only sees that it failed. */
  onMailError: (error: Error) => void
}

/** Answers of the editors: a member gets a notice, a visitor a mail. */
export const feedbackAnswerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { feedback, notices, site, mailer, onMailError } = options

  type Found = NonNullable<Awaited<ReturnType<FeedbackRepository['find']>>>

  async function deliver({ userId, email, title, content, createdAt }: Found, answer: string): Promise<AnswerDelivery> {
    if (userId !== null) {
      const html = `您的反馈《${escapeHtml(title)}》已有答复：<br>${escapeHtml(answer).replaceAll('\n', '<br>')}`
      await notices.notify({ to: userId, type: NOTICE.system, content: html })
      return 'notice'
    }
    if (email === null) return 'none'
    const { name } = await site.settings()
    const siteName = typeof name === 'string' ? name : ''
    try {
      await mailer.send(answerMail({ to: email, siteName, title, content, writtenAt: createdAt, answer }))
      return 'mail'
    } catch (error) {
      onMailError(error as Error)
      return 'none'
    }
  }

  addRoute(app, answerFeedback, async (request) => {
    const { id } = request.body
    const answer = paragraphs(request.body.content)
    if (answer === '') throw badInput('请填写答复内容')
    const found = await feedback.find(id)
    if (!found) throw feedbackMissing()
    // Stored first: what fails on its way is not lost.
    const userId = accountOf(request).id
    const answerId = await feedback.addAnswer({ feedbackId: id, userId, content: answer, delivery: 'none' })
    const delivery = await deliver(found, answer)
    if (delivery !== 'none') await feedback.markAnswered(id, answerId, delivery)
    return ok({ delivery })
  })
}
