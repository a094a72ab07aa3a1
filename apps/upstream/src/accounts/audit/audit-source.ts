import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#accounts/login/device.ts'
import { toStaffName } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { toNetwork } from '#platform/audit/audit-log.ts'

/** Converts an account to the actor of an entry in the audit log. */
export const toAuditActor = (account: Pick<SessionAccount, 'id' | 'nickname' | 'signingName'>) => ({
  id: account.id,
  name: toStaffName(account),
})

/** Returns the request id, network and device that the audit log stores of a request. */
export function toAuditSource(request: FastifyRequest) {
  return {
    requestId: String(request.id),
    network: toNetwork(request.ip),
    device: describeDevice(request.headers['user-agent']),
  }
}
