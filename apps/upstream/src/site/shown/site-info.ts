import type { SiteInfo } from '@portal/contract/site/site.ts'
import { loginTypesOff, shownSettings } from './shown-settings.ts'

const SITE_INFO_ID = 1
/** Every member of the site info: unset ones are null, never left out. Comments are open. */
const UNSET = {
  logo: null,
  name: null,
  webUrl: null,
  summary: null,
  keyword: null,
  author: null,
  recordNum: null,
  aliPay: null,
  weixinPay: null,
  github: null,
  gitee: null,
  qqNumber: null,
  qqGroup: null,
  email: null,
  wechat: null,
  showList: null,
  authorInfo: null,
  authorAvatar: null,
  touristAvatar: null,
  bulletin: null,
  aboutMe: null,
  isMusicPlayer: null,
  openComment: 1,
  openAdmiration: null,
  createTime: null,
  updateTime: null,
} satisfies SiteInfo

export interface ConfiguredLogins {
  /** `LOGIN_TYPE` of the contract: those with configured credentials. */
  loginTypes: readonly number[]
  /** Picture of the official account's code; `null` when logging in by it is not offered. */
  wechatQr: string | null
}

/** What `GET /v1/webSiteInfo` answers at an instant. The call's schema selects the public members. */
export function toSiteInfo(
  stored: Readonly<Record<string, unknown>>,
  { loginTypes, wechatQr }: ConfiguredLogins,
  nowMs: number,
): SiteInfo {
  // The login types come from the configuration, not from the settings: a login type without its provider is not offered.
  const offered = loginTypes.filter((type) => !loginTypesOff(stored).includes(type))
  const shown = shownSettings(stored, nowMs)
  return { ...UNSET, ...shown, id: SITE_INFO_ID, loginTypeList: offered.join(','), wechatQr }
}
