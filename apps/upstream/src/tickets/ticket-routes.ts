import { Readable } from 'node:stream'
import type { CallQuery } from '@portal/contract/call.ts'
import { listVisibleKinds } from '@portal/contract/tickets/ticket-rules.ts'
import {
  countTickets,
  exportTickets,
  getAnswerTimes,
  getTicket,
  listAssignees,
  listTickets,
} from '@portal/contract/tickets/tickets.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { addCsvExport } from '#accounts/duties/csv-export.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { lacksDuty } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readAnswerTimes } from './answer-times.ts'
import { readAssignees } from './assignees.ts'
import { readWorkingTime } from './ticket-clock.ts'
import { streamTicketCsv } from './ticket-csv.ts'
import { countLate, countView, listTicketRows, type TicketFilter, type TicketPlace } from './ticket-list.ts'
import { isVisible, readTicket, toTicketSubject, toWireItem } from './ticket-view.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
  sendsMail: boolean
  siteUrl: string | null
}

/** Routes of the lists of tickets, and of one ticket with its conversation. */
export const ticketRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now, sendsMail, siteUrl }) => {
  addRoute(app, listTickets, async (request) => {
    const { after, ...query } = request.query
    const { rows, next } = await listTicketRows(db, toFilter(request, query), after ? parsePlace(after) : undefined)
    const time = await readWorkingTime(db)
    const records = rows.map((row) => toWireItem(row, time, now()))
    return ok({ records, next: next && `${next.sort}.${next.id}` })
  })

  addRoute(app, countTickets, async (request) => {
    const { kinds, selfId } = toFilter(request, {})
    const count = (view: TicketFilter['view']) => countView(db, { view, kinds, selfId })
    return ok({
      new: await count('new'),
      mine: await count('mine'),
      open: await count('open'),
      waiting: await count('waiting'),
      closed: await count('closed'),
      all: await count('all'),
      late: await countLate(db, kinds, now()),
    })
  })

  addRoute(app, getAnswerTimes, async () => ok(await readAnswerTimes(db, now())))

  addRoute(app, listAssignees, async () => ok(await readAssignees(db)))

  addRoute(app, getTicket, async (request) => {
    const { id, duties } = getAccount(request)
    const kinds = listVisibleKinds(duties)
    const ticket = await readTicket(db, request.params.id, { sendsMail, siteUrl, answers: kinds === null, now: now() })
    if (!isVisible(ticket, kinds, id)) throw lacksDuty()
    // The text of a deleted comment is there for the report alone, so each look at it is recorded.
    if (ticket.comment?.id === null) {
      const entry = { ...toAuditSource(request), actor: toAuditActor(getAccount(request)), action: 'comment.view' }
      await db
        .transaction()
        .execute((trx) =>
          appendAudit(trx, { now, digest }, { ...entry, outcome: 'done', subject: toTicketSubject(ticket) }),
        )
    }
    return ok(ticket)
  })

  addCsvExport(app, { db, digest, now }, exportTickets, {
    createFile: (request) => Readable.from(streamTicketCsv(db, toFilter(request, request.query))),
  })
}

/** Makes the caller's filter, without kinds that the duties do not allow. */
function toFilter(request: FastifyRequest, query: CallQuery<typeof exportTickets>): TicketFilter {
  const { id, duties } = getAccount(request)
  const { view = 'all', kind, q } = query
  const visible = listVisibleKinds(duties)
  const kinds = kind === undefined ? visible : (visible ?? [kind]).filter((one) => one === kind)
  return { view, selfId: id, kinds, q: q?.trim() }
}

function parsePlace(after: string): TicketPlace {
  const [sort, id] = after.split('.').map(Number)
  return { sort: sort ?? 0, id: id ?? 0 }
}
