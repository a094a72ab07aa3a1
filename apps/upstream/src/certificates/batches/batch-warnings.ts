import { BATCH_WARNINGS_MAX } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Batch } from '@portal/contract/certificates/desk/batches.ts'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import type { Db } from '#platform/db/open.ts'
import type { Findings } from './batch-judge.ts'
import type { StoredRow } from './batch-rows.ts'

type Warned = Pick<StoredRow, 'change' | 'is_faulty' | 'is_warned' | 'findings' | 'form'>

/** Warnings of one kind: the same property of the same conclusion. */
interface WarningKind {
  member: string
  conclusion: string
  text: string
}

export const kindKey = (member: string | null, conclusion: string) => `${member ?? ''}|${conclusion}`

/** Text of the requirement, without the value of the row. */
const demandIn = (text: string) => text.replace(/(?:，现为|：原为 ).*$/s, '')

function listWarningKinds({ change, is_faulty, is_warned, findings, form }: Warned): WarningKind[] {
  if (!is_warned || is_faulty || change === 'unchanged' || form === null) return []
  const { conclusion = '' } = (JSON.parse(form) as { fields: Record<string, string> }).fields
  const { warnings } = JSON.parse(findings) as Findings
  return warnings.map(({ member, text }) => ({ member: member ?? '', conclusion, text: demandIn(text) }))
}

/** Counts the warnings of rows by kind. @param sign -1 to subtract */
export async function addWarnings(trx: Db, batchId: number, rows: readonly Warned[], sign = 1): Promise<void> {
  const counted = new Map<string, WarningKind & { rows: number }>()
  for (const kind of rows.flatMap(listWarningKinds)) {
    const key = kindKey(kind.member, kind.conclusion)
    counted.set(key, { ...kind, rows: (counted.get(key)?.rows ?? 0) + sign })
  }
  for (const kind of counted.values()) {
    await trx
      .insertInto('certificate_batch_warnings')
      .values({ batch_id: batchId, ...kind })
      .onConflict((conflict) =>
        conflict
          .columns(['batch_id', 'member', 'conclusion'])
          .doUpdateSet((eb) => ({ rows: eb('certificate_batch_warnings.rows', '+', kind.rows) })),
      )
      .execute()
  }
}

/** Lists the kinds of warnings, those with the most rows first. */
export async function listWarnings(db: Db, batchId: number): Promise<Batch['warnings']> {
  const kinds = await db
    .selectFrom('certificate_batch_warnings')
    .select(['member', 'conclusion', 'text', 'rows', 'answer'])
    .where('batch_id', '=', batchId)
    .where('rows', '>', 0)
    .orderBy('rows', 'desc')
    .orderBy('member')
    .orderBy('conclusion')
    .limit(BATCH_WARNINGS_MAX)
    .execute()
  return kinds.map((kind) => ({ ...kind, title: formatColumnTitle(kind.member) }))
}

/** Answers a kind for all its rows. @param answer `null` to delete the answer @returns whether there is such a kind */
export async function answerKind(
  trx: Db,
  batchId: number,
  { member, conclusion, answer }: { member: string; conclusion: string; answer: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('certificate_batch_warnings')
    .set({ answer })
    .where('batch_id', '=', batchId)
    .where('member', '=', member)
    .where('conclusion', '=', conclusion)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Reads the answers, by `kindKey`. */
export async function readAnswers(db: Db, batchId: number): Promise<Map<string, string>> {
  const kinds = await db
    .selectFrom('certificate_batch_warnings')
    .select(['member', 'conclusion', 'answer'])
    .where('batch_id', '=', batchId)
    .where('answer', 'is not', null)
    .execute()
  return new Map(kinds.map(({ member, conclusion, answer }) => [kindKey(member, conclusion), answer ?? '']))
}
