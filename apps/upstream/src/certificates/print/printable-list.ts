import type { PrintRow } from '@portal/contract/certificates/desk/print.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { readPublishedText } from './printed-text.ts'
import { toPrintData } from './printing.ts'

interface Listing {
  db: Db
  certificates: CertificateRepository
}

/** Lists the printable numbers, in their order, and the text of the first one. */
export async function listPrintables({ db, certificates }: Listing, numbers: readonly string[]) {
  if (numbers.length === 0) return { rows: [], first: null }
  const entries = await certificates.findMany(numbers)
  const answers = await certificates.readAnswers([...entries.values()].filter(({ state }) => state === 'published'))
  const published = new Map(answers.map((answer) => [answer.certificate?.certificateNo, answer.certificate]))
  const sealed = await findSealedCodes(db, numbers)
  const prints = await countPrints(db, numbers)
  const rows = numbers.map((certificateNo): PrintRow => {
    const entry = entries.get(certificateNo)
    const certificate = published.get(certificateNo)
    const state = toPrintState(entry?.state)
    return {
      certificateNo,
      state: state === 'ready' && !certificate ? 'mismatch' : state,
      hasCode: sealed.has(certificateNo),
      version: entry?.version ?? 0,
      conclusion: certificate?.conclusion ?? null,
      prints: prints.get(certificateNo) ?? 0,
    }
  })
  const firstNo = rows.find(({ state }) => state === 'ready')?.certificateNo
  const text = firstNo === undefined ? undefined : await readPublishedText(db, certificates, firstNo)
  return { rows, first: text ? toPrintData(text) : null }
}

function toPrintState(state: string | undefined): PrintRow['state'] {
  if (state === undefined) return 'unknown'
  if (state === 'published') return 'ready'
  return state === 'withdrawn' || state === 'reissued' ? state : 'unpublished'
}

/** Finds the numbers whose code the desk has. */
async function findSealedCodes(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('certificates')
    .select('certificate_no')
    .where('certificate_no', 'in', [...numbers])
    .where('code_sealed', 'is not', null)
    .execute()
  return new Set(rows.map(({ certificate_no }) => certificate_no))
}

/** Counts the prints of the present version of each number. */
export async function countPrints(db: Db, numbers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('certificate_prints as print')
    .innerJoin('certificates as entry', (join) =>
      join.onRef('entry.certificate_no', '=', 'print.certificate_no').onRef('entry.version', '=', 'print.version'),
    )
    .select((eb) => ['print.certificate_no', eb.fn.countAll<number>().as('prints')])
    .where('print.certificate_no', 'in', [...numbers])
    .groupBy('print.certificate_no')
    .execute()
  return new Map(rows.map(({ certificate_no, prints }) => [certificate_no, Number(prints)]))
}
