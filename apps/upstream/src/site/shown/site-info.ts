import type { SiteInfo } from '@portal/contract/site/site.ts'
import { loginTypesOff, toShownSettings } from './shown-settings.ts'

const SITE_INFO_ID = 1
/** Every member of the site info. Unset members are null and never left out. Comments are open. */
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
  /** `LOGIN_TYPE` of the logins with configured credentials. */
  loginTypes: readonly number[]
  /** Picture of the official account's code; `null` when there is no login by it. */
  wechatQr: string | null
}

/** Makes the answer of `GET /v1/webSiteInfo` at an instant. The schema of the call selects the public members. */
export function toSiteInfo(
  stored: Readonly<Record<string, unknown>>,
  { loginTypes, wechatQr }: ConfiguredLogins,
  nowMs: number,
): SiteInfo {
  // The login types come from the configuration and not from the settings, because a login needs a configured provider.
  const offered = loginTypes.filter((type) => !loginTypesOff(stored).includes(type))
  const settings = toShownSettings(stored, nowMs)
  return { ...UNSET, ...settings, id: SITE_INFO_ID, loginTypeList: offered.join(','), wechatQr }
}
