import type { DeskCertificate } from '@portal/contract/certificates/desk/desk.ts'
import { DESK_COUNTED_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { orderRows, type Place, queryDeskRows, selectBeyond, type Way } from './desk-paths.ts'

const querySubmitted = (db: Db) => queryDeskRows(db).where('row.change_state', '=', 'submitted')

/** Finds the position of a submitted certificate among all that wait for a signatory, in the order of the list. */
export async function readQueue(db: Db, certificateNo: string): Promise<DeskCertificate['queue']> {
  const place = await querySubmitted(db)
    .select(['row.day', 'row.certificate_no'])
    .where('row.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (!place) return undefined
  return {
    place: (await countUp(db, selectBeyond(querySubmitted(db), place, 'newer'), DESK_COUNTED_MAX)) + 1,
    total: await countUp(db, querySubmitted(db), DESK_COUNTED_MAX + 1),
    previous: await findNeighbour(db, place, 'newer'),
    next: await findNeighbour(db, place, 'older'),
  }
}

async function findNeighbour(db: Db, place: Place, way: Way): Promise<string | null> {
  const row = await orderRows(selectBeyond(querySubmitted(db), place, way), way)
    .select('row.certificate_no')
    .limit(1)
    .executeTakeFirst()
  return row?.certificate_no ?? null
}

async function countUp(db: Db, rows: ReturnType<typeof querySubmitted>, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(rows.select('row.certificate_no').limit(most).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
