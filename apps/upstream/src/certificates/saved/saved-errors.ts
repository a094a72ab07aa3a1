import { LIVE_SHARES_MAX, SAVED_CERTIFICATES_MAX } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { CODE } from '@portal/contract/errors.ts'
import { AppError } from '#platform/errors.ts'

/** Same refusal for an unknown number, a wrong code and an unpublished certificate. */
export const notShown = () => new AppError(CODE.rule, '未查到相符的证书，请核对编号与核对码')
export const notSaved = () => new AppError(CODE.rule, '这份证书不在我的证书中')
export const savedUsedUp = () => new AppError(CODE.rule, `最多收存 ${SAVED_CERTIFICATES_MAX} 份证书，请先移出不用的`)
export const notShareable = () => new AppError(CODE.rule, '证书已换发或已撤销，不能分享')
export const sharesUsedUp = () =>
  new AppError(CODE.rule, `这份证书已有 ${LIVE_SHARES_MAX} 个有效的分享，请先收回不用的`)
/** Same answer for every unknown secret. */
export const shareMissing = () => new AppError(CODE.rule, '没有这个分享')
