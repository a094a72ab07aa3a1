import { carriesToken, isPictureAddress } from '@portal/contract/paths/addresses.ts'

/** Members of answers, wherever they stand, that pages show as a picture; `imgUrl` may hold several, joined by commas. */
const PICTURES: ReadonlySet<string> = new Set([
  ...['avatar', 'userAvatar', 'fromUserAvatar', 'authorAvatar', 'touristAvatar', 'bjCover', 'imgUrl', 'logo'],
  ...['aliPay', 'weixinPay', 'wechatQr'],
])
/** Members that pages link to. */
const LINKS: ReadonlySet<string> = new Set([
  ...['webSite', 'replyWebSite', 'originalUrl', 'linkUrl', 'url', 'webUrl', 'github', 'gitee'],
])

/**
 * Takes out of an answer the addresses that upstream must not hand to a browser: pictures that are calls of this site,
 * and links with a login token.
 */
export type AddressGuard = (answer: unknown) => void

/** @param origin of the site, `null` where it is not configured */
export function createAddressGuard(origin: string | null): AddressGuard {
  const isPicture = (address: string) => isPictureAddress(address, origin)

  function guarded(name: string, value: string): string | null {
    if (LINKS.has(name)) return carriesToken(value) ? '' : value
    if (name !== 'imgUrl') return isPicture(value) ? value : null
    return value
      .split(',')
      .filter((address) => isPicture(address.trim()))
      .join(',')
  }

  return function guard(answer) {
    if (typeof answer !== 'object' || answer === null) return
    const members = answer as Record<string, unknown>
    for (const name of Object.keys(members)) {
      const value = members[name]
      if (typeof value !== 'string') guard(value)
      else if (value !== '' && (PICTURES.has(name) || LINKS.has(name))) members[name] = guarded(name, value)
    }
  }
}
