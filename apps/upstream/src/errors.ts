import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'

/** An expected failure: a code and a Chinese text fit to be shown. Made by the functions below. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: number
  /** Sent as `Retry-After` when given. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const unauthenticated = () => new AppError(CODE.unauthenticated, WIRE_TEXT.sessionExpired)
export const lacksPermission = () => new AppError(CODE.lacksPermission, WIRE_TEXT.lacksPermission)
/** Also the answer to a malformed request: what was wrong with it is logged, not told (fact sheet 1.3). */
export const malformed = () => new AppError(CODE.malformed, WIRE_TEXT.busy)
export const noSuchCall = () => new AppError(CODE.noSuchCall, '没有这个接口')
export const tooFrequent = (retryAfterSeconds: number) =>
  new AppError(CODE.rule, WIRE_TEXT.tooFrequent, Math.max(1, Math.ceil(retryAfterSeconds)))
export const wrongPassword = () => new AppError(CODE.rule, WIRE_TEXT.wrongPassword)
export const accountDisabled = () => new AppError(CODE.rule, WIRE_TEXT.accountDisabled)
export const emailCodeWrong = () => new AppError(CODE.emailCode, WIRE_TEXT.codeWrong)
export const articleCodeWrong = () => new AppError(CODE.rule, WIRE_TEXT.codeWrong)
export const emailTaken = () => new AppError(CODE.rule, WIRE_TEXT.emailTaken)
export const emailFormatWrong = () => new AppError(CODE.emailFormat, WIRE_TEXT.emailFormat)
export const mailFailed = () => new AppError(CODE.rule, WIRE_TEXT.mailFailed)
export const sourceNotConnected = () => new AppError(CODE.rule, '未接入该来源')
export const articleMissing = () => new AppError(CODE.rule, WIRE_TEXT.articleMissing)
