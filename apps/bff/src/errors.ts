import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'

/**
 * Reason for a missing response of upstream; `overloaded`: too many requests wait, `breaker`: the circuit breaker is
 * open, `aborted`: the client disconnected.
 */
export type UpstreamFault = 'unreachable' | 'broken' | 'timeout' | 'overloaded' | 'breaker' | 'aborted'

interface AppErrorOptions {
  cause?: unknown
  fault?: UpstreamFault
  retryAfterSeconds?: number
  extra?: Record<string, unknown>
}

/** An expected failure whose text may be shown. Created by the functions below; answered by `error-handler`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: number
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** Set if upstream failed; metrics count by it. */
  readonly fault: UpstreamFault | undefined
  /** Content of the answer's `extra`. */
  readonly extra: Record<string, unknown>

  constructor(code: number, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.fault = options.fault
    this.extra = options.extra ?? {}
  }
}

export function malformed(message = '请求的格式不正确，请检查后重试', cause?: unknown): AppError {
  return new AppError(CODE.malformed, message, { cause })
}

export function unauthenticated(): AppError {
  return new AppError(CODE.unauthenticated, WIRE_TEXT.sessionExpired)
}

export function refused(message = '请求被拒绝，请从本站页面操作'): AppError {
  return new AppError(CODE.refused, message)
}

export function noSuchCall(): AppError {
  return new AppError(CODE.noSuchCall, '没有这个接口')
}

export function tooLarge(): AppError {
  return new AppError(CODE.tooLarge, '内容过大，请缩小后重试')
}

export function addressTooLong(): AppError {
  return new AppError(414, '地址过长，请缩短后重试')
}

export function headTooLarge(): AppError {
  return new AppError(431, '请求头过大')
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError(CODE.tooMany, '操作过于频繁，请稍后重试', { retryAfterSeconds })
}

export function upstreamUnreachable(cause?: unknown): AppError {
  return new AppError(CODE.upstreamUnreachable, '暂时连接不上数据服务，请稍后重试', { cause, fault: 'unreachable' })
}

/** Upstream was not called, because it has been unavailable until now. */
export function upstreamAway(cause: unknown): AppError {
  return new AppError(CODE.upstreamUnreachable, upstreamUnreachable().message, { cause, fault: 'breaker' })
}

/** Upstream's answer does not match the contract. */
export function upstreamBroken(cause?: unknown): AppError {
  return new AppError(CODE.upstreamUnreachable, '数据服务的答复不正确，请稍后重试', { cause, fault: 'broken' })
}

/** HTML of upstream took too long to clean. The fault is not `broken`: its author may be a member. */
export function htmlTooComplex(cause?: unknown): AppError {
  return new AppError(CODE.upstreamUnreachable, '内容过于复杂，暂时无法显示，请稍后重试', { cause })
}

export function overloaded(): AppError {
  return new AppError(CODE.overloaded, '访问人数较多，请稍后重试', { retryAfterSeconds: 5, fault: 'overloaded' })
}

export function otherFileForm(): AppError {
  const message = '您所在的网络正在提交另一份带图片的表单，这一份没有提交。请稍后返回上一页重新提交'
  return new AppError(CODE.tooMany, message, { retryAfterSeconds: 10 })
}

export function fileFormTooSlow(): AppError {
  return new AppError(408, '图片上传得太慢，没有提交。请返回上一页，换小一些的图片，或在网络较好时重试')
}

/** The client disconnected before its request was complete. 499 as in nginx. */
export function clientGone(cause?: unknown): AppError {
  return new AppError(499, '请求没有发送完整', { cause, fault: 'aborted' })
}

export function upstreamTimeout(cause?: unknown): AppError {
  return new AppError(CODE.upstreamTimeout, '数据服务没有及时答复，请稍后重试', { cause, fault: 'timeout' })
}

/** The JSON envelope of an error. */
export function errorEnvelope(code: number, message: string, extra: Record<string, unknown> = {}): Envelope<null> {
  return { code, message, data: null, extra }
}

/** Adds the request id to an answer if it is an error of upstream. */
export function withRequestId(envelope: Envelope, requestId: string): Envelope {
  return envelope.code === CODE.ok ? envelope : { ...envelope, extra: { ...envelope.extra, requestId } }
}
