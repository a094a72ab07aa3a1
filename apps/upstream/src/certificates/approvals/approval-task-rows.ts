import { randomBytes } from 'node:crypto'
import type { ApprovalTask } from '@portal/contract/certificates/desk/approval-tasks.ts'
import type { ChosenCertificate } from '@portal/contract/certificates/desk/desk-approval.ts'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { endTask, findNewestTask, hasRunningTask, type TaskSource } from '#platform/jobs/account-tasks.ts'
import { addJob } from '#platform/jobs/job-rows.ts'

export type ApprovalRow = Selectable<Tables['certificate_approvals']>
export type Refused = ApprovalTask['refused'][number]

interface NewApproval {
  userId: string
  step: SignedStep
  items: readonly ChosenCertificate[]
  source: TaskSource
  at: number
}

/** Adds a task and its job. @returns `undefined` while another task of the account runs */
export async function addApproval(
  trx: Db,
  { userId, step, items, source, at }: NewApproval,
): Promise<ApprovalTask | undefined> {
  if (await hasRunningTask(trx, 'certificate_approvals', userId)) return undefined
  const row = await trx
    .insertInto('certificate_approvals')
    .values({
      id: randomBytes(16).toString('hex'),
      user_id: userId,
      step,
      items: JSON.stringify(items),
      source: JSON.stringify(source),
      total: items.length,
      position: 0,
      published: 0,
      refused: '[]',
      started_at: at,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addJob(trx, { kind: 'certificateApproval', ref: row.id, dueAt: at })
  return toApprovalTask(row)
}

/** Finds the newest task of an account. @param sinceMs it began after this */
export async function findNewestApproval(db: Db, userId: string, sinceMs: number): Promise<ApprovalTask | undefined> {
  const row = await findNewestTask(db, 'certificate_approvals', userId, sinceMs)
  return row && toApprovalTask(row)
}

/**
 * Counts the certificate at `position` as done, and locks the task for the rest of the transaction.
 * @returns `undefined` for a task that has ended, or is at another certificate
 */
export async function countPublished(trx: Db, { id, position }: ApprovalRow): Promise<ApprovalRow | undefined> {
  return await trx
    .updateTable('certificate_approvals')
    .set((eb) => ({ position: eb('position', '+', 1), published: eb('published', '+', 1) }))
    .where('id', '=', id)
    .where('position', '=', position)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Counts the certificate at `position` as refused. */
export async function noteRefused(trx: Db, { id, position, refused }: ApprovalRow, one: Refused): Promise<void> {
  await trx
    .updateTable('certificate_approvals')
    .set({ position: position + 1, refused: JSON.stringify([...(JSON.parse(refused) as Refused[]), one]) })
    .where('id', '=', id)
    .where('position', '=', position)
    .where('finished_at', 'is', null)
    .execute()
}

export const endApproval = (db: Db, id: string, at: number) => endTask(db, 'certificate_approvals', id, at)

function toApprovalTask(row: ApprovalRow): ApprovalTask {
  return {
    id: row.id,
    step: row.step,
    total: row.total,
    position: row.position,
    published: row.published,
    refused: JSON.parse(row.refused) as Refused[],
    startTime: toWireDateTime(row.started_at),
    finishTime: row.finished_at === null ? null : toWireDateTime(row.finished_at),
  }
}
