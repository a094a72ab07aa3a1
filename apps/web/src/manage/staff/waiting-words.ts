import type { Waiting } from '@portal/contract/site/figures.ts'
import { WAITING_MAX, type WaitingKind } from '@portal/contract/site/waiting-rules.ts'
import { toInstantMs } from '@portal/contract/time.ts'

interface WaitingWords {
  name: string
  /** Path of the page where the tasks are done, below `/manage`. */
  path: string
  /** Filter that shows exactly the counted tasks. */
  search: string
  /** The title of a task is a number, whose page lies below `path`. */
  isNumber?: true
}

export const WAITING_WORDS: Readonly<Record<WaitingKind, WaitingWords>> = {
  feedback: { name: '反馈', path: '/tickets', search: '?view=todo&kind=feedback' },
  forgery: { name: '假证书举报', path: '/tickets', search: '?view=todo&kind=forgery' },
  comment: { name: '评论举报', path: '/tickets', search: '?view=todo&kind=comment' },
  review: { name: '证书待审核', path: '/certificates', search: '?state=review', isNumber: true },
  certificate: { name: '证书待批准', path: '/certificates', search: '?state=submitted', isNumber: true },
  returned: { name: '退回待改', path: '/certificates', search: '?state=returned', isNumber: true },
  recovery: { name: '恢复后待核对', path: '/certificates', search: '?state=recovered', isNumber: true },
  withdrawal: { name: '紧急撤销待复核', path: '/certificates', search: '?state=unconfirmed', isNumber: true },
  heldComment: { name: '评论待审', path: '/comments', search: '' },
  article: { name: '文章待审', path: '/articles', search: '?view=waiting' },
  excess: { name: '复称超出待放行', path: '/orders', search: '?mark=excess', isNumber: true },
  dispute: { name: '异议待了结', path: '/orders', search: '?mark=disputed', isNumber: true },
}

export function countText(count: number): string {
  return count > WAITING_MAX ? `${WAITING_MAX}+` : String(count)
}

/**
 * Computes the used share of the allowed time, and its end. Only tickets count working time, so a remainder in days would be
 * misread for one of them.
 */
export function computeDue(
  { since, dueAt }: NonNullable<Waiting['oldest']>,
  nowMs: number,
): { share: number; text: string } {
  const [from, due] = [toInstantMs(since) ?? nowMs, toInstantMs(dueAt) ?? nowMs]
  const share = due > from ? (nowMs - from) / (due - from) : 2
  const time = dueAt.slice(5, 16)
  return { share, text: nowMs > due ? `已过 ${time}` : `${time} 前` }
}
