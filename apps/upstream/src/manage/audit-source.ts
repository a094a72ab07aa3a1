import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#resources/login/device.ts'
import { networkOf } from './audit-log.ts'

/** Where a request comes from, as the audit log has it. */
export function auditSourceOf(request: FastifyRequest) {
  return {
    requestId: String(request.id),
    network: networkOf(request.ip),
    device: deviceOf(request.headers['user-agent']),
  }
}
