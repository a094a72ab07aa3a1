import multipart from '@fastify/multipart'
import type { CallParams, CallQuery } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { getAnswerPicture, getTicketPicture, uploadTicketPicture } from '@portal/contract/tickets/ticket-pictures.ts'
import { listVisibleKinds } from '@portal/contract/tickets/ticket-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { fileTooLarge, lacksDuty, malformed, noSuchCall, ticketMissing, tooFrequent } from '#platform/errors.ts'
import { readMultipartFile } from '#platform/files/multipart-file.ts'
import { sendPrivateFile } from '#platform/files/private-file.ts'
import { ok } from '#platform/http/add-route.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { isVisible, toTicketSubject } from '#tickets/ticket-view.ts'
import { createPicturePasses } from './picture-passes.ts'
import { findTicketPicture, type TicketPictures } from './ticket-pictures.ts'

/** Maximum uploads of one account. */
const UPLOADS_AN_HOUR = 120
/** Maximum concurrent uploads of all accounts, each of up to 10 MB in memory. */
const AT_ONCE = 4
const BUSY_RETRY_SECONDS = 5

interface Options {
  db: Db
  digest: Digest
  now: () => number
  ticketPictures: TicketPictures
}

/**
 * Routes of the pictures in answers and notes of staff. Staff open them with the ticket, the customer with the
 * conversation.
 */
export const ticketPictureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, ticketPictures } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createRateLimit({ max: UPLOADS_AN_HOUR, windowMs: HOUR_MS, now })
  const passes = createPicturePasses({ digest, now })
  let concurrentUploads = 0

  addPreparedRoute(
    app,
    options,
    uploadTicketPicture,
    async (request, account) => {
      await requireTicket(db, account, request.params.id)
      if (concurrentUploads >= AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
      limit.use(account.id)
      concurrentUploads += 1
      try {
        const file = await readMultipartFile(request, uploadTicketPicture.upload, UPLOAD_MAX_BYTES)
        if (file === 'too-large') throw fileTooLarge()
        if (file === 'none') throw malformed()
        return await ticketPictures.keep(file.bytes, account.id)
      } finally {
        concurrentUploads -= 1
      }
    },
    async ({ trx, account, request, prepared, record }) => {
      const ticket = await requireTicket(trx, account, request.params.id)
      record(toTicketSubject(ticket))
      await ticketPictures.note(trx, prepared, ticket.id, account.id)
      return ok({ name: prepared.name })
    },
  )

  app.get<{ Params: CallParams<typeof getTicketPicture> }>(
    toRouterPath(getTicketPicture),
    {
      config: { access: getTicketPicture.access, staff: getTicketPicture },
      schema: { params: getTicketPicture.params },
    },
    async (request, reply) => {
      const { id, duties } = getAccount(request)
      const { name } = request.params
      const found = await findTicketPicture(db, name)
      if (!found) throw noSuchCall()
      if (!isVisible(found, listVisibleKinds(duties), id)) throw lacksDuty()
      return await sendPrivateFile(reply, ticketPictures.folder, name)
    },
  )

  app.get<{ Params: CallParams<typeof getAnswerPicture>; Querystring: CallQuery<typeof getAnswerPicture> }>(
    toRouterPath(getAnswerPicture),
    {
      config: { access: getAnswerPicture.access },
      schema: { params: getAnswerPicture.params, querystring: getAnswerPicture.query },
    },
    async ({ params: { name }, query: { pass } }, reply) => {
      const found = passes.isValid(name, pass) ? await findTicketPicture(db, name) : undefined
      if (!found?.answerId) throw noSuchCall()
      return await sendPrivateFile(reply, ticketPictures.folder, name)
    },
  )
}

/** Checks that the account may open the ticket. @throws AppError otherwise, and when there is no such ticket */
async function requireTicket(db: Db, { id: selfId, duties }: SessionAccount, id: number) {
  const row = await db
    .selectFrom('tickets')
    .select(['id', 'kind', 'title', 'assignee_id as assigneeId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw ticketMissing()
  if (!isVisible(row, listVisibleKinds(duties), selfId)) throw lacksDuty()
  return row
}
