import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#accounts/login/device.ts'
import { toStaffName } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { toNetwork } from '#platform/audit/audit-log.ts'

/** The person who did something, in the form of the audit log. */
export const toAuditActor = (account: SessionAccount) => ({ id: account.id, name: toStaffName(account) })

/** Where a request comes from, as the audit log has it. */
export function toAuditSource(request: FastifyRequest) {
  return {
    requestId: String(request.id),
    network: toNetwork(request.ip),
    device: describeDevice(request.headers['user-agent']),
  }
}
