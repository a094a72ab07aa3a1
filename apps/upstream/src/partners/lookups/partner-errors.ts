import { CODE } from '@portal/contract/errors.ts'
import type { PartnerQuota } from '@portal/contract/partners/partner-calls.ts'
import { ITEMS_A_DAY, ORDERS_A_DAY } from '@portal/contract/partners/partner-rules.ts'
import { AppError } from '#platform/errors.ts'

/** Refusals of calls of partners. `extra.reason` names each for programs. */

const refusal = (code: number, reason: string, message: string) => new AppError(code, message, undefined, { reason })

export const keyMissing = () =>
  refusal(CODE.unauthenticated, 'keyMissing', '缺少密钥，请在请求头中写 Authorization: Bearer <密钥>')
export const keyMalformed = () => refusal(CODE.unauthenticated, 'keyMalformed', '密钥的格式不正确，可能没有复制完整')
export const keyUnknown = () => refusal(CODE.unauthenticated, 'keyUnknown', '密钥无效')
export const keyRevoked = () => refusal(CODE.unauthenticated, 'keyRevoked', '密钥已吊销，请联系实验室')
export const keyEnded = () => refusal(CODE.unauthenticated, 'keyEnded', '密钥已过期，请改用轮换后的新密钥')
export const partnerDisabled = () => refusal(CODE.refused, 'partnerDisabled', '合作方已停用，请联系实验室')
export const scopeMissing = () => refusal(CODE.refused, 'scopeMissing', '密钥没有这项权限')
export const pollingOff = () => refusal(CODE.refused, 'pollingOff', '没有开通轮询，或轮询已停用，请联系实验室')
/** @param address as this server sees it, which helps the staff of the partner */
export const addressNotAllowed = (address: string) =>
  refusal(CODE.refused, 'addressNotAllowed', `来源地址 ${address} 不在允许的范围内`)
export const keyInAddress = () =>
  refusal(CODE.malformed, 'keyInAddress', '密钥不能写在网址里，那里会被记入日志。请吊销这个密钥，改用请求头')

export const orderUnknown = () => refusal(CODE.malformed, 'orderUnknown', '没有这个合作方的这张委托单')
/** @param error refusal by a rule of orders */
export const orderRefusal = ({ message, extra }: AppError, code: number, reason: string) =>
  new AppError(code, message, undefined, { reason, ...extra })
export const ordersUsedUp = (retryAfterSeconds: number) =>
  new AppError(
    CODE.tooMany,
    `24 小时内至多 ${ORDERS_A_DAY} 张委托单、${ITEMS_A_DAY} 件样品，请稍后再试`,
    retryAfterSeconds,
    {
      reason: 'ordersUsedUp',
    },
  )

const usedUp = (retryAfterSeconds: number, reason: string, message: string, quota: PartnerQuota) =>
  new AppError(CODE.tooMany, message, retryAfterSeconds, { reason, ...quota })

export const quotaUsedUp = (retryAfterSeconds: number, quota: PartnerQuota) =>
  usedUp(retryAfterSeconds, 'quotaUsedUp', `今天还可核验 ${quota.remaining} 对，这次的数量超出了额度`, quota)
export const tooManyUnknown = (retryAfterSeconds: number, quota: PartnerQuota) =>
  usedUp(retryAfterSeconds, 'tooManyUnknown', '今天查不到的编号和核对码过多，请检查数据来源，明天再试', quota)
