import { CODE } from '@portal/contract/errors.ts'
import type { ProofChallenge } from '@portal/contract/proof-of-work.ts'
import { AppError } from '#errors.ts'

/** Certificate lookup is switched off by `CERTIFICATE_SOURCE=off`. */
export function createLookupClosed(): AppError {
  return new AppError(CODE.overloaded, '本站暂未开通证书查询，请致电实验室核实')
}

/** The source failed; certificates are never answered from a cache. The error has the code of its cause. */
export function createLookupFailed(cause: unknown): AppError {
  const text = '暂时无法查询，请稍后再试，或致电实验室核实'
  if (!(cause instanceof AppError) || cause.code <= CODE.rule) {
    return new AppError(CODE.upstreamUnreachable, text, { cause })
  }
  const { code, retryAfterSeconds } = cause
  return new AppError(code, text, {
    cause: cause.cause ?? cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

/** What is stored is not what the public log has. */
export function createCertificateMismatch(): AppError {
  return new AppError(CODE.rule, '这份证书未能通过核对：所存内容与公开日志不符，因此不出示。请勿据此交易，并联系本中心')
}

/** The budget is used up: the client may continue with a proof of work. */
export function createProofRequired(challenge: ProofChallenge, retryAfterSeconds: number): AppError {
  return new AppError(CODE.tooMany, '查询较为频繁，需要先完成一次自动验证', { retryAfterSeconds, extra: { challenge } })
}
