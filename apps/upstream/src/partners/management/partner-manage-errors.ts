import { CODE } from '@portal/contract/errors.ts'
import { LIVE_KEYS_MAX, PARTNER_MAX } from '@portal/contract/partners/partner-rules.ts'
import { AppError } from '#platform/errors.ts'

export const partnerMissing = () => new AppError(CODE.rule, '没有这个合作方')
export const partnersUsedUp = () => new AppError(CODE.rule, `最多登记 ${PARTNER_MAX.partners} 个合作方`)
export const partnerKeyMissing = () => new AppError(CODE.rule, '没有这个密钥')
export const keysUsedUp = () =>
  new AppError(CODE.rule, `同一种密钥最多同时有效 ${LIVE_KEYS_MAX} 个，请先吊销或等旧密钥到期`)
export const keyOver = () => new AppError(CODE.rule, '这个密钥已吊销或已定好到期时间')
