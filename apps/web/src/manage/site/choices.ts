import { LOGIN_TYPE } from '@portal/contract/constants.ts'

/** Numbers of `SiteInfo.showList` that this site shows. */
export const CONTACT_KINDS = [
  { value: 1, label: '邮箱' },
  { value: 2, label: 'QQ' },
  { value: 5, label: '微信公众号' },
  { value: 6, label: 'QQ 群' },
] as const

/** Names by `LOGIN_TYPE`. */
export const LOGIN_NAMES: Readonly<Record<number, string>> = {
  [LOGIN_TYPE.account]: '账号密码与邮箱注册',
  [LOGIN_TYPE.qq]: 'QQ',
  [LOGIN_TYPE.weibo]: '微博',
  [LOGIN_TYPE.gitee]: 'Gitee',
  [LOGIN_TYPE.wechat]: '微信扫码',
  [LOGIN_TYPE.github]: 'GitHub',
}

const CHINESE = new Intl.DateTimeFormat('en-u-ca-chinese', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
})
const DAY_MS = 86_400_000
const SEARCHED_DAYS = 400

/**
 * Begin and end of the lanterns around the next Spring Festival: seven days before the first day of the first lunar month,
 * to the end of its fifteenth, the Lantern Festival. UTC+8.
 */
export function springFestivalSpan(nowMs: number): { from: string; until: string } | null {
  for (let day = 0; day < SEARCHED_DAYS; day += 1) {
    const atMs = nowMs + day * DAY_MS
    const parts = CHINESE.formatToParts(atMs)
    const part = (type: string) => parts.find((one) => one.type === type)?.value
    if (part('month') === '1' && part('day') === '1') {
      return { from: `${dayOf(atMs - 7 * DAY_MS)} 00:00`, until: `${dayOf(atMs + 15 * DAY_MS)} 00:00` }
    }
  }
  return null
}

function dayOf(instantMs: number): string {
  return new Date(instantMs + 8 * 3_600_000).toISOString().slice(0, 10)
}
