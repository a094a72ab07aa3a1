import multipart from '@fastify/multipart'
import type { CallParams, CallQuery } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { getAnswerPicture, getTicketPicture, uploadTicketPicture } from '@portal/contract/tickets/ticket-pictures.ts'
import { listVisibleKinds } from '@portal/contract/tickets/ticket-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { lacksDuty, noSuchCall, ticketMissing } from '#platform/errors.ts'
import { createPictureIntake } from '#platform/files/picture-intake.ts'
import { sendPrivateFile } from '#platform/files/private-file.ts'
import { ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { isVisible, toTicketSubject } from '#tickets/ticket-view.ts'
import { createPicturePasses } from './picture-passes.ts'
import { findTicketPicture, type TicketPictures } from './ticket-pictures.ts'

/** Maximum uploads of one account. */
const UPLOADS_AN_HOUR = 120
/** Maximum concurrent uploads of all accounts, each of up to 10 MB in memory. */
const AT_ONCE = 4

interface Options {
  createLimit: CreateLimit
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
  const { db, digest, now, createLimit, ticketPictures } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('ticket-picture', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })
  const passes = createPicturePasses({ digest, now })
  const readUpload = createPictureIntake({ limit, atOnce: AT_ONCE })

  addPreparedRoute(
    app,
    options,
    uploadTicketPicture,
    async (request, account) => {
      await requireTicket(db, account, request.params.id)
      const { id: userId } = account
      return await readUpload(request, { field: uploadTicketPicture.upload, userId }, (bytes) =>
        ticketPictures.keep(bytes, userId),
      )
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
      return await sendPrivateFile(reply, ticketPictures.store, name)
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
      return await sendPrivateFile(reply, ticketPictures.store, name)
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
