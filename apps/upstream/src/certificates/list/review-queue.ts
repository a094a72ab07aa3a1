import type { DeskCertificate } from '@portal/contract/certificates/desk/desk.ts'
import { DESK_COUNTED_MAX, type DeskStage } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { applyFilter, orderRows, type Place, queryDeskRows, selectBeyond, type Way } from './desk-paths.ts'

const queryStage = (db: Db, stage: DeskStage) => applyFilter(queryDeskRows(db), { stage }, ['change_state'])

/** Finds the position of a submitted certificate among all that wait for the same step, in the order of the list. */
export async function readQueue(db: Db, certificateNo: string, stage: DeskStage): Promise<DeskCertificate['queue']> {
  const place = await queryStage(db, stage)
    .select(['row.day', 'row.certificate_no'])
    .where('row.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (!place) return undefined
  return {
    place: (await countUp(db, selectBeyond(queryStage(db, stage), place, 'newer'), DESK_COUNTED_MAX)) + 1,
    total: await countUp(db, queryStage(db, stage), DESK_COUNTED_MAX + 1),
    previous: await findNeighbour(db, stage, place, 'newer'),
    next: await findNeighbour(db, stage, place, 'older'),
  }
}

async function findNeighbour(db: Db, stage: DeskStage, place: Place, way: Way): Promise<string | null> {
  const row = await orderRows(selectBeyond(queryStage(db, stage), place, way), way)
    .select('row.certificate_no')
    .limit(1)
    .executeTakeFirst()
  return row?.certificate_no ?? null
}

async function countUp(db: Db, rows: ReturnType<typeof queryStage>, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(rows.select('row.certificate_no').limit(most).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
