import { listWithdrawn, WITHDRAWN_PAGE_SIZE } from '@portal/contract/certificates/withdrawn.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'

interface Options {
  db: Db
}

/** Route of the withdrawals that the laboratory has made public. */
export const withdrawnRoutes: FastifyPluginAsync<Options> = async (app, { db }) => {
  addRoute(app, listWithdrawn, async ({ query: { after } }) => {
    let query = db
      .selectFrom('certificates')
      .select(['certificate_no', 'noticed_on'])
      .where('noticed_on', 'is not', null)
      .where('state', '=', 'withdrawn')
      .orderBy('noticed_on', 'desc')
      .orderBy('certificate_no', 'desc')
      .limit(WITHDRAWN_PAGE_SIZE + 1)
    if (after !== undefined) {
      const [day = '', certificateNo = ''] = after.split('_')
      query = query
        .where('noticed_on', '<=', day)
        .where((eb) => eb.or([eb('noticed_on', '<', day), eb('certificate_no', '<', certificateNo)]))
    }
    const rows = await query.execute()
    const records = rows.slice(0, WITHDRAWN_PAGE_SIZE).map(({ certificate_no, noticed_on }) => ({
      certificateNo: certificate_no,
      withdrawnOn: noticed_on ?? '',
    }))
    const last = rows.length > records.length ? records.at(-1) : undefined
    return ok({ records, next: last ? `${last.withdrawnOn}_${last.certificateNo}` : null })
  })
}
