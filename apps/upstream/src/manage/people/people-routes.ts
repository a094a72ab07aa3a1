import { Readable } from 'node:stream'
import type { QueryOf } from '@portal/contract/call.ts'
import { countPeople, exportPeople, getPerson, listPeople, listWritings } from '@portal/contract/manage/people.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { userMissing } from '#errors.ts'
import { appendAudit } from '#manage/audit-log.ts'
import { auditSourceOf } from '#manage/audit-source.ts'
import { accountOf } from '#plugins/auth.ts'
import { peopleCsv } from './people-csv.ts'
import { createPeopleList } from './people-list.ts'
import { findPerson } from './person.ts'
import { listWritingsOf } from './person-writings.ts'

/** Accounts as staff see them. Only owners see the addresses of members in full. */
export const peopleRoutes: FastifyPluginAsync<Dependencies> = async (app, { db, now }) => {
  const people = createPeopleList({ db, now })

  addRoute(app, listPeople, async (request) => {
    return ok(await people.page(request.query, accountOf(request).duties.includes('owner')))
  })

  addRoute(app, countPeople, async () => ok(await people.counts()))

  app.get<{ Querystring: QueryOf<typeof exportPeople> }>(
    exportPeople.path,
    { config: { access: exportPeople.access, staff: exportPeople }, schema: { querystring: exportPeople.query } },
    async (request, reply) => {
      const { id, nickname } = accountOf(request)
      const fact = { ...auditSourceOf(request), actor: { id, name: nickname }, action: exportPeople.audit }
      const subject = { kind: 'export', id: request.query.view ?? 'all' }
      await db.transaction().execute((trx) => appendAudit(trx, now, { ...fact, subject, outcome: 'done' }))
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': `attachment; filename="${exportPeople.fileName}"`,
        })
        .send(Readable.from(peopleCsv(people, request.query)))
    },
  )

  addRoute(app, getPerson, async (request) => {
    const { id: callerId, duties } = accountOf(request)
    const found = await findPerson(request.params.id, { db, now, callerId, showsEmails: duties.includes('owner') })
    if (!found) throw userMissing()
    return ok(found)
  })

  addRoute(app, listWritings, async ({ params, query }) => {
    return ok(await listWritingsOf(db, params.id, query.kind, query.after))
  })
}
