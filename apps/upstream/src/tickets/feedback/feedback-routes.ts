import type { CallBody } from '@portal/contract/call.ts'
import { reportFake } from '@portal/contract/certificates/certificates.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { sendFeedback, sendVisitorFeedback } from '@portal/contract/site/directory.ts'
import type { FastifyPluginAsync } from 'fastify'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { clientKey } from '#platform/http/client.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import { pictureAddress } from '#platform/text/address.ts'
import { oneLine } from '#platform/text/one-line.ts'
import { paragraphs } from '#platform/text/user-html.ts'
import { emailInContact } from '#tickets/contact-email.ts'
import { FEEDBACK, type FeedbackRepository } from './feedback-repository.ts'

const FEEDBACK_AN_HOUR = 10
/** Maximum reports of one client, because reporters usually have no account. */
const REPORTS_AN_HOUR = 5
/** Maximum feedback of one client without an account. */
const VISITORS_AN_HOUR = 5
const TITLE_MAX = 100
const LINE_MAX = 300

const KINDS = { certificate: '假证书', site: '假冒网站', name: '冒用机构名称' } as const

/** Converts a report to feedback: its subject is the title, and each other member a line. */
function toFeedback({ kind, certificateNo, place, text, contact }: CallBody<typeof reportFake>) {
  const line = (label: string, value: string | undefined) => {
    const text = oneLine(value ?? '', LINE_MAX)
    return text === '' ? [] : [`${label}：${text}`]
  }
  const description = paragraphs(text)
  if (description === '') throw badInput('请填写情况说明')
  const number = oneLine(certificateNo ?? '', LINE_MAX)
  return {
    type: FEEDBACK.forgery,
    title: oneLine(`举报：${KINDS[kind]} ${number}`, TITLE_MAX),
    content: [
      description,
      ...line('证书编号', certificateNo),
      ...line('网址或销售地点', place),
      ...line('联系方式', contact),
    ].join('\n'),
    imgUrl: null,
  }
}

interface Options {
  feedback: FeedbackRepository
  now: () => number
}

export const feedbackRoutes: FastifyPluginAsync<Options> = async (app, { feedback, now }) => {
  const limit = createRateLimit({ max: FEEDBACK_AN_HOUR, windowMs: HOUR_MS, now })
  const visitors = createRateLimit({ max: VISITORS_AN_HOUR, windowMs: HOUR_MS, now })
  const reports = createRateLimit({ max: REPORTS_AN_HOUR, windowMs: HOUR_MS, now })

  addRoute(app, sendFeedback, async (request) => {
    const { id: userId } = getAccount(request)
    const { type, imgUrl } = request.body
    const [title, content] = [oneLine(request.body.title, TITLE_MAX), paragraphs(request.body.content)]
    if (title === '' || content === '') throw badInput('添加反馈失败')
    const picture = imgUrl ? pictureAddress(imgUrl) : null
    if (picture === undefined) throw badInput('图片地址不正确，请重新上传')
    limit.use(userId)
    await feedback.add({ userId, type: Number(type), title, content, imgUrl: picture })
    return ok(null)
  })

  addRoute(app, sendVisitorFeedback, async ({ body, ip }) => {
    const email = requireEmail(body.email)
    const [title, content] = [oneLine(body.title, TITLE_MAX), paragraphs(body.content)]
    if (title === '' || content === '') throw badInput('请填写标题和内容')
    visitors.use(clientKey(ip))
    await feedback.add({ userId: null, email, type: body.type, title, content, imgUrl: null })
    return ok(null)
  })

  addRoute(app, reportFake, async ({ body, account, ip }) => {
    const report = toFeedback(body)
    reports.use(clientKey(ip))
    const userId = account?.id ?? null
    // Members get the answer as a notice, so their contact field is not searched.
    const contactEmail = userId === null ? emailInContact(body.contact ?? '') : null
    return ok(await feedback.add({ userId, contactEmail, ...report, pictures: body.pictures ?? [], isFollowed: true }))
  })
}
