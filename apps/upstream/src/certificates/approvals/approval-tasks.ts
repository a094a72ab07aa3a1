import { setImmediate as breathe } from 'node:timers/promises'
import type { ChosenCertificate } from '@portal/contract/certificates/desk/desk-approval.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { recordRefusal } from '#accounts/audit/audit-refusals.ts'
import { toAuditActor } from '#accounts/audit/audit-source.ts'
import { readDuties } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Desk } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError, lacksReviewDuty, lacksSigningAuthority } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { findRunningTask, type TaskSource } from '#platform/jobs/account-tasks.ts'
import { type JobHandler, type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type ApprovalRow, countPublished, endApproval, noteRefused } from './approval-task-rows.ts'
import { toApprovedSubject } from './approve-certificate.ts'
import { sign } from './approve-many.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  fileDigest: FileDigest
  now: () => number
}

/**
 * Creates the job that reviews or approves the certificates of a task. Each step is taken in a transaction of its own, with its entry
 * in the audit log and the progress of the task, so that none is taken twice or lost. Duty, four eyes, scope and days
 * of the signatory are checked at its turn.
 */
export function createApprovalTasks(options: Options): JobHandler {
  const { db, digest, now } = options
  const writer = { digest, now }

  /** Takes the step for the next certificate of a task. @returns whether the task goes on */
  async function signNext(id: string, lease: Lease): Promise<boolean> {
    const task = await findRunningTask(db, 'certificate_approvals', id)
    const item = task && (JSON.parse(task.items) as ChosenCertificate[])[task.position]
    const account = task && (await findSigner(db, task))
    if (!task) return false
    if (!item || !account) {
      await endApproval(db, id, now())
      return false
    }
    try {
      await signOne(task, item, lease)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await refuseOne(task, item, account, error.message, lease)
    }
    return true
  }

  async function signOne(task: ApprovalRow, item: ChosenCertificate, lease: Lease): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // The task is locked before the job and the audit log, in the same order as by a request that stops it.
      if (!(await countPublished(trx, task))) return
      await lease.renew(trx, true)
      const account = await findSigner(trx, task)
      if (!account) throw task.step === 'review' ? lacksReviewDuty() : lacksSigningAuthority()
      const change = await sign({ ...options, trx, account }, task.step, item)
      const fact = { ...readSource(task), actor: toAuditActor(account), action: `certificate.${task.step}` }
      await appendAudit(trx, writer, { ...fact, subject: toApprovedSubject(change), outcome: 'done' })
    })
  }

  async function refuseOne(
    task: ApprovalRow,
    { certificateNo }: ChosenCertificate,
    account: Desk['account'],
    reason: string,
    lease: Lease,
  ): Promise<void> {
    await recordRefusal(
      { db, ...writer },
      {
        ...readSource(task),
        actor: toAuditActor(account),
        action: `certificate.${task.step}`,
        subject: { kind: 'certificate', id: certificateNo },
        outcome: 'refused',
        reason,
      },
    )
    await db.transaction().execute(async (trx) => {
      await noteRefused(trx, task, { certificateNo, reason })
      await lease.renew(trx, true)
    })
  }

  return {
    async run({ ref }, lease) {
      while (await signNext(ref, lease)) await breathe()
    },
    async showFailure(trx, { ref }, _error, retryAt) {
      if (retryAt === null) await endApproval(trx, ref, now())
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 2,
  }
}

const readSource = ({ source }: ApprovalRow) => JSON.parse(source) as TaskSource

/** Reads the account of a task with its present duties and name, unless it is disabled, closing or without the duty of its step. */
async function findSigner(db: Db, { user_id: userId, step }: ApprovalRow): Promise<Desk['account'] | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'nickname', 'signing_name as signingName'])
    .where('id', '=', userId)
    .where('status', '=', ACCOUNT_STATUS.normal)
    .executeTakeFirst()
  const duties = await readDuties(db, userId)
  return row && (duties.includes(step) || duties.includes('owner')) ? { ...row, duties } : undefined
}
