import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#resources/login/device.ts'
import type { SessionAccount } from '#resources/login/session-repository.ts'
import { networkOf } from './audit-log.ts'
import { staffNameOf } from './people/staff-names.ts'

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
