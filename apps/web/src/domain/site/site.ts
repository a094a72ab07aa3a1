import { DEFAULT_SITE_NAME } from '@portal/contract/constants.ts'
import { readFlag, readNumberList } from '@portal/contract/lists.ts'
import type { SiteInfo } from '@portal/contract/site/site.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { asSafeHtml, toPlainText } from '#lib/html/safe-html.ts'

/** The brand mark breaks the line before this word; a name without it stays on one line. */
const MARK_BREAK = '珠宝'

export type Site = ReturnType<typeof toSite>

/** The site's settings with defaults filled in. Missing texts are empty. */
export function toSite(info: SiteInfo | null) {
  const name = info?.name?.trim() || DEFAULT_SITE_NAME
  const bulletin = asSafeHtml(info?.bulletin)
  return {
    name,
    mark: { ...splitName(name), logo: info?.logo },
    description: info?.summary?.trim() || `${name}：证书查询与送检服务。`,
    bulletin,
    // Some upstreams hide the bar with 0; the others do not send the member.
    hasBulletin: toPlainText(bulletin) !== '' && info?.showBulletin !== 0,
    /** Telephone number as printed. */
    phone: info?.phone?.trim() ?? '',
    /** ICP filing number. */
    recordNum: info?.recordNum?.trim() ?? '',
    policeRecordNum: info?.policeRecordNum?.trim() ?? '',
    openingHours: info?.openingHours,
    /** Start of the footer's clock, epoch ms; `null` when it is hidden or no date is set. */
    startedAtMs: info?.hidesClock ? null : (toInstantMs(info?.startedAt) ?? toInstantMs(info?.createTime)),
    loginTypes: readNumberList(info?.loginTypeList),
    /** The official account on WeChat. */
    wechat: { name: info?.wechat?.trim() ?? '', qrUrl: info?.wechatQr?.trim() ?? '' },
    headerMenu: info?.headerMenu ?? [],
    footerLinks: info?.footerLinks ?? [],
    closedPaths: info?.closedPages?.join(' ') ?? '',
    hasLantern: readFlag(info?.lantern),
  }
}

/** The name in two lines: 石衡 and 珠宝玉石检测中心. */
function splitName(name: string) {
  const at = name.indexOf(MARK_BREAK)
  return at > 0 ? { head: name.slice(0, at), rest: name.slice(at) } : { head: name, rest: '' }
}
