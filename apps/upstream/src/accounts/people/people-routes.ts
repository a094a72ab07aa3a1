import { Readable } from 'node:stream'
import { countPeople, exportPeople, getPerson, listPeople, listWritings } from '@portal/contract/accounts/people.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addCsvExport } from '#accounts/duties/csv-export.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { userMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { streamPeopleCsv } from './people-csv.ts'
import { createPeopleList } from './people-list.ts'
import { findPerson } from './person.ts'
import { readWritings } from './person-writings.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Routes of the accounts as staff see them. Only owners see complete addresses of members. */
export const peopleRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now }) => {
  const people = createPeopleList({ db, now })

  addRoute(app, listPeople, async (request) => {
    return ok(await people.page(request.query, getAccount(request).duties.includes('owner')))
  })

  addRoute(app, countPeople, async () => ok(await people.countViews()))

  addCsvExport(app, { db, digest, now }, exportPeople, {
    createFile: ({ query }) => Readable.from(streamPeopleCsv(people, query)),
    createSubject: ({ query }) => ({ kind: 'export', id: query.view ?? 'all' }),
  })

  addRoute(app, getPerson, async (request) => {
    const { id: callerId, duties } = getAccount(request)
    const found = await findPerson(request.params.id, { db, now, callerId, showsEmails: duties.includes('owner') })
    if (!found) throw userMissing()
    return ok(found)
  })

  addRoute(app, listWritings, async ({ params, query }) => {
    return ok(await readWritings(db, params.id, query.kind, query.after))
  })
}
