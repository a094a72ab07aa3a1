import {
  getApprovalTask,
  startApprovalTask,
  stopApprovalTask,
} from '@portal/contract/certificates/desk/approval-tasks.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { toAuditSource } from '#accounts/audit/audit-source.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { approvalRunning, noApprovalTask } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { addApproval, endApproval, findNewestApproval } from './approval-task-rows.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
  jobs: Jobs
}

/** A task is shown for so long. */
const SHOWN_MS = 7 * DAY_MS

/** Routes of tasks that review or approve up to 500 certificates. */
export const approvalTaskRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now, jobs }) => {
  addManagedRoute(app, { db, digest, now }, startApprovalTask, async (managed) => {
    const { request, account, trx, record, runAfterwards } = managed
    const { step = 'approve', certificates: items } = request.body
    const source = toAuditSource(request)
    const task = await addApproval(trx, { userId: account.id, step, items, source, at: now() })
    if (!task) throw approvalRunning()
    record({ kind: 'certificates', id: task.id, name: `${task.total} 份` })
    runAfterwards(() => jobs.runSoon('certificateApproval'))
    return ok(task)
  })

  addRoute(app, getApprovalTask, async (request) =>
    ok((await findNewestApproval(db, getAccount(request).id, now() - SHOWN_MS)) ?? null),
  )

  addManagedRoute(app, { db, digest, now }, stopApprovalTask, async ({ account, trx, record }) => {
    const task = await findNewestApproval(trx, account.id, 0)
    if (!task || task.finishTime !== null) throw noApprovalTask()
    await endApproval(trx, task.id, now())
    record({ kind: 'certificates', id: task.id, name: `${task.position} / ${task.total} 份` })
    return ok(null)
  })
}
