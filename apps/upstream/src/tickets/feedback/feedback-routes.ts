import type { CallBody } from '@portal/contract/call.ts'
import { reportFake } from '@portal/contract/certificates/certificates.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { sendFeedback, sendVisitorFeedback } from '@portal/contract/site/directory.ts'
import type { FastifyPluginAsync } from 'fastify'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { parsePictureAddress } from '#platform/text/address.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { toParagraphs } from '#platform/text/user-html.ts'
import { findContactEmail } from '#tickets/contact-email.ts'
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
  const formatLine = (label: string, value: string | undefined) => {
    const text = toOneLine(value ?? '', LINE_MAX)
    return text === '' ? [] : [`${label}：${text}`]
  }
  const description = toParagraphs(text)
  if (description === '') throw badInput('请填写情况说明')
  const number = toOneLine(certificateNo ?? '', LINE_MAX)
  return {
    type: FEEDBACK.forgery,
    title: toOneLine(`举报：${KINDS[kind]} ${number}`, TITLE_MAX),
    content: [
      description,
      ...formatLine('证书编号', certificateNo),
      ...formatLine('网址或销售地点', place),
      ...formatLine('联系方式', contact),
    ].join('\n'),
    imgUrl: null,
  }
}

interface Options {
  createLimit: CreateLimit
  feedback: FeedbackRepository
}

export const feedbackRoutes: FastifyPluginAsync<Options> = async (app, { feedback, createLimit }) => {
  const limit = createLimit('feedback', { max: FEEDBACK_AN_HOUR, windowMs: HOUR_MS })
  const visitors = createLimit('visitor-feedback', { max: VISITORS_AN_HOUR, windowMs: HOUR_MS })
  const reports = createLimit('report', { max: REPORTS_AN_HOUR, windowMs: HOUR_MS })

  addRoute(app, sendFeedback, async (request) => {
    const { id: userId } = getAccount(request)
    const { type, imgUrl } = request.body
    const [title, content] = [toOneLine(request.body.title, TITLE_MAX), toParagraphs(request.body.content)]
    if (title === '' || content === '') throw badInput('添加反馈失败')
    const picture = imgUrl ? parsePictureAddress(imgUrl) : null
    if (picture === undefined) throw badInput('图片地址不正确，请重新上传')
    await limit.use(userId)
    await feedback.add({ userId, type: Number(type), title, content, imgUrl: picture })
    return ok(null)
  })

  addRoute(app, sendVisitorFeedback, async ({ body, ip }) => {
    const email = requireEmail(body.email)
    const [title, content] = [toOneLine(body.title, TITLE_MAX), toParagraphs(body.content)]
    if (title === '' || content === '') throw badInput('请填写标题和内容')
    await visitors.use(toClientKey(ip))
    await feedback.add({ userId: null, email, type: body.type, title, content, imgUrl: null })
    return ok(null)
  })

  addRoute(app, reportFake, async ({ body, account, ip }) => {
    const report = toFeedback(body)
    await reports.use(toClientKey(ip))
    const userId = account?.id ?? null
    // Members get the answer as a notice, so their contact field is not searched.
    const contactEmail = userId === null ? findContactEmail(body.contact ?? '') : null
    return ok(await feedback.add({ userId, contactEmail, ...report, pictures: body.pictures ?? [], isFollowed: true }))
  })
}
