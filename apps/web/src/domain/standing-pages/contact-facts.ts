import { readNumberList } from '@portal/contract/lists.ts'
import type { SiteInfo } from '@portal/contract/site/site.ts'

export interface ContactFact {
  name: string
  value: string
  /** `tel:` or `mailto:`. */
  href?: string
}

/** Numbers of `showList` (contract, `SiteInfo`). */
const SHOWN = { email: 1, qq: 2, wechat: 5, qqGroup: 6 } as const

/**
 * Contact details that the operator has set and not hidden.
 * @param creditCode the credit code on the business licence
 */
export function readContactFacts(info: SiteInfo, creditCode: string | null = null): ContactFact[] {
  const shown = readNumberList(info.showList)
  const getIfShown = (number: number, value: string | null | undefined) => (shown.includes(number) ? value : null)
  const email = getIfShown(SHOWN.email, info.email)?.trim()
  const phone = info.phone?.trim()
  const facts: { name: string; value: string | null | undefined; href?: string | false | undefined }[] = [
    { name: '电话', value: phone, href: phone && `tel:${phone.replace(/[^\d+]/g, '')}` },
    { name: '地址', value: info.visitAddress },
    { name: '营业时间', value: info.openingHours },
    { name: '节假日', value: info.holidays },
    { name: '邮箱', value: email, href: email && `mailto:${email}` },
    { name: '微信', value: getIfShown(SHOWN.wechat, info.wechat) },
    { name: 'QQ', value: getIfShown(SHOWN.qq, info.qqNumber) },
    { name: 'QQ 群', value: getIfShown(SHOWN.qqGroup, info.qqGroup) },
    { name: '统一社会信用代码', value: creditCode },
  ]
  return facts.flatMap(({ name, value, href }) => {
    const words = value?.trim()
    return words ? [{ name, value: words, ...(href && { href }) }] : []
  })
}
