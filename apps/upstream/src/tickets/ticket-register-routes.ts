import { randomBytes } from 'node:crypto'
import type { CallBody } from '@portal/contract/call.ts'
import { REGISTERED_MAX } from '@portal/contract/tickets/ticket-rules.ts'
import { registerTicket } from '@portal/contract/tickets/tickets.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { requireEmail } from '#accounts/login/email-codes.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { toParagraphs } from '#platform/text/user-html.ts'
import { addEvent, openFeedbackTicket } from './ticket-store.ts'
import { readTicket, toTicketSubject } from './ticket-view.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
  sendsMail: boolean
  siteUrl: string | null
}

/** Route by which staff register what a customer said on the phone or at the counter. */
export const ticketRegisterRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { now, sendsMail, siteUrl } = options

  addManagedRoute(app, options, registerTicket, async ({ request, account, trx, record }) => {
    const { source, type } = request.body
    const { title, ...said } = trimTexts(request.body)
    const at = now()
    const feedbackId = randomBytes(16).toString('hex')
    await trx
      .insertInto('feedback')
      .values({
        id: feedbackId,
        user_id: null,
        type,
        title,
        ...said,
        img_url: null,
        status: 0,
        source,
        created_at: at,
      })
      .execute()
    const { id } = await openFeedbackTicket(trx, { feedbackId, type, title, at })
    const change = { member: 'source', before: null, after: source }
    await addEvent(trx, id, { by: account.id, at, ...change })
    record(toTicketSubject({ id, title }, [change]))
    return ok(await readTicket(trx, id, { sendsMail, siteUrl, answers: true, now: at }))
  })
}

/** Trims the texts. @throws AppError when name, title or text is blank, or the mail address is invalid */
function trimTexts(body: CallBody<typeof registerTicket>) {
  const [name, title] = [toOneLine(body.name, REGISTERED_MAX.name), toOneLine(body.title, REGISTERED_MAX.title)]
  const text = toParagraphs(body.content)
  if (name === '' || title === '' || text === '') throw badInput('请填写称呼、标题和内容')
  const number = toOneLine(body.certificateNo ?? '', REGISTERED_MAX.certificateNo)
  const phone = toOneLine(body.phone ?? '', REGISTERED_MAX.phone)
  return {
    title,
    customer_name: name,
    phone: phone || null,
    email: body.email ? requireEmail(body.email) : null,
    content: number === '' ? text : `${text}\n证书编号：${number}`,
  }
}
