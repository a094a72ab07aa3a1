import type { PrintRow } from '@portal/contract/manage/certificates/print.ts'
import type { Db } from '#db/open.ts'
import { publishedTextOf } from './printed-text.ts'
import { dataOf } from './printing.ts'

/** Which numbers can be printed, in their order, and the text of the first one that can. */
export async function listPrintables(db: Db, numbers: readonly string[], now: () => number) {
  if (numbers.length === 0) return { rows: [], first: null }
  const entries = await db
    .selectFrom('certificates')
    .select(['certificate_no', 'state', 'version', 'body_import_id', 'code_sealed'])
    .where('certificate_no', 'in', [...numbers])
    .execute()
  const byNumber = new Map(entries.map((entry) => [entry.certificate_no, entry]))
  const conclusions = await conclusionsOf(db, numbers)
  const prints = await printCounts(db, numbers)
  const rows = numbers.map((certificateNo): PrintRow => {
    const entry = byNumber.get(certificateNo)
    return {
      certificateNo,
      state: stateOf(entry?.state),
      hasCode: entry?.code_sealed != null,
      version: entry?.version ?? 0,
      conclusion: conclusions.get(certificateNo) ?? null,
      prints: prints.get(certificateNo) ?? 0,
    }
  })
  const firstNo = rows.find(({ state }) => state === 'ready')?.certificateNo
  const entry = firstNo === undefined ? undefined : byNumber.get(firstNo)
  const text = entry && (await publishedTextOf(db, entry))
  return { rows, first: text ? await dataOf(db, text, now) : null }
}

function stateOf(state: string | undefined): PrintRow['state'] {
  if (state === undefined) return 'unknown'
  if (state === 'published') return 'ready'
  return state === 'withdrawn' || state === 'reissued' ? state : 'unpublished'
}

async function conclusionsOf(db: Db, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('certificate_desk as row')
    .innerJoin('certificate_conclusions as conclusion', 'conclusion.id', 'row.conclusion_id')
    .select(['row.certificate_no', 'conclusion.name'])
    .where('row.certificate_no', 'in', [...numbers])
    .execute()
  return new Map(rows.map(({ certificate_no, name }) => [certificate_no, name]))
}

async function printCounts(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('certificate_prints')
    .select((eb) => ['certificate_no', eb.fn.countAll<number>().as('prints')])
    .where('certificate_no', 'in', [...numbers])
    .groupBy('certificate_no')
    .execute()
  return new Map(rows.map(({ certificate_no, prints }) => [certificate_no, Number(prints)]))
}
