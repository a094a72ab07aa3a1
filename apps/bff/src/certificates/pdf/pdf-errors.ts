import { CODE } from '@portal/contract/errors.ts'
import { AppError } from '#errors.ts'

/** The certificate is as valid as before; only its file could not be made. */
export function certificateNotDrawn(cause: unknown): AppError {
  return new AppError(CODE.rule, '证书文件暂时无法生成，查询结果不受影响，请稍后再试', { cause })
}
