import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#accounts/login/device.ts'
import { staffNameOf } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { networkOf } from '#platform/audit/audit-log.ts'

/** Who did something, as the audit log has it. */
export const auditActorOf = (account: SessionAccount) => ({ id: account.id, name: staffNameOf(account) })

/** Where a request comes from, as the audit log has it. */
export function auditSourceOf(request: FastifyRequest) {
  return {
    requestId: String(request.id),
    network: networkOf(request.ip),
    device: deviceOf(request.headers['user-agent']),
  }
}
