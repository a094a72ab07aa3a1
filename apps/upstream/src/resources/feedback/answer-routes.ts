import { type AnswerDelivery, answerFeedback } from '@portal/contract/review.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { badInput, feedbackMissing } from '#errors.ts'
import { accountOf } from '#plugins/auth.ts'
import { NOTICE } from '#resources/notices/notice-repository.ts'
import { escapeHtml } from '#search/mark.ts'
import { oneLine } from '#text/one-line.ts'
import { paragraphs } from '#text/user-html.ts'
import type { FeedbackRepository } from './feedback-repository.ts'

type Options = Dependencies & {
  /** Receives the cause of a failed mail; the editor only sees that it failed. */
  onMailError: (error: Error) => void
}

const SUBJECT_MAX = 120

type Found = NonNullable<Awaited<ReturnType<FeedbackRepository['find']>>>

/** The answer to a visitor's feedback, in plain text. */
function answerMail({ title, content, createdAt }: Found, siteName: string, answer: string) {
  const [year, month, day] = toWireDate(createdAt).split('-').map(Number)
  const quoted = content.split('\n').map((line) => `> ${line}`)
  const lines = [
    '您好：',
    '',
    `您于 ${year} 年 ${month} 月 ${day} 日提交的留言《${title}》，现答复如下：`,
    '',
    answer,
    '',
    '您的留言原文：',
    ...quoted,
    '',
    '如需补充，请在本站“联系我们”页面再次留言。本邮件由系统发送，请勿直接回复。',
    ...(siteName === '' ? [] : ['', siteName]),
  ]
  return { subject: oneLine(`关于《${title}》的答复`, SUBJECT_MAX), text: lines.join('\n') }
}

/** Answers of the editors: a member gets a notice, a visitor a mail. */
export const feedbackAnswerRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { feedback, notices, site, mailer, onMailError } = options

  async function deliver(found: Found, answer: string): Promise<AnswerDelivery> {
    const { userId, email, title } = found
    if (userId !== null) {
      const html = `您的反馈《${escapeHtml(title)}》已有答复：<br>${escapeHtml(answer).replaceAll('\n', '<br>')}`
      await notices.notify({ to: userId, type: NOTICE.system, content: html })
      return 'notice'
    }
    if (email === null) return 'none'
    const { name } = await site.settings()
    const siteName = typeof name === 'string' ? name : ''
    try {
      await mailer.send({ to: email, ...answerMail(found, siteName, answer) })
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
    // Stored first, so that a failed delivery loses nothing.
    const userId = accountOf(request).id
    const answerId = await feedback.addAnswer({ feedbackId: id, userId, content: answer, delivery: 'none' })
    const delivery = await deliver(found, answer)
    if (delivery !== 'none') await feedback.markAnswered(id, answerId, delivery)
    return ok({ delivery })
  })
}
