import { isIP } from 'node:net'
import { carriesToken, createPictureCheck } from '@portal/contract/paths/addresses.ts'
import { areSafeWidths } from '#html/safe-widths.ts'

/** Members of answers, at any depth, that pages show as a picture; `imgUrl` may contain several, joined by commas. */
const PICTURES: ReadonlySet<string> = new Set([
  ...['avatar', 'userAvatar', 'fromUserAvatar', 'authorAvatar', 'touristAvatar', 'bjCover', 'imgUrl', 'logo'],
  ...['aliPay', 'weixinPay', 'wechatQr'],
])
/** Members that pages link to. */
const LINKS: ReadonlySet<string> = new Set([
  ...['webSite', 'replyWebSite', 'originalUrl', 'linkUrl', 'url', 'webUrl', 'github', 'gitee', 'to'],
])

/** Places of users, parts joined by `|`: some upstreams send the IP address when they do not know the place. */
const PLACES: ReadonlySet<string> = new Set(['ipAddress', 'ipSource'])

/** The members of this object are texts under the laboratory's own names, which are compared with the public log. */
const TEXTS = 'certificate'

/**
 * Removes addresses from an answer that must not reach a browser: pictures that are calls of this site, links with a
 * login token, and IP addresses of users.
 */
export type AddressGuard = (answer: unknown) => void

/** @param origin origin of the site, `null` where it is not configured */
export function createAddressGuard(origin: string | null): AddressGuard {
  const isPicture = createPictureCheck(origin)
  const guardPicture = (value: string) => (isPicture(value) ? value : null)
  const guardPictures = (value: string) =>
    value
      .split(',')
      .filter((address) => isPicture(address.trim()))
      .join(',')
  const guardLink = (value: string) => (carriesToken(value) ? '' : value)
  const guardWidths = (value: string) => (areSafeWidths(value, isPicture) ? value : null)
  const guards = new Map<string, (value: string) => string | null>()
  for (const name of PICTURES) guards.set(name, name === 'imgUrl' ? guardPictures : guardPicture)
  guards.set('srcSet', guardWidths)
  for (const name of LINKS) guards.set(name, guardLink)
  for (const name of PLACES) guards.set(name, removeIp)

  return function guard(answer) {
    if (Array.isArray(answer)) return answer.forEach(guard)
    if (typeof answer !== 'object' || answer === null) return
    const members = answer as Record<string, unknown>
    for (const name of Object.keys(members)) {
      const value = members[name]
      if (typeof value === 'string') {
        const guarded = value === '' ? undefined : guards.get(name)
        if (guarded) members[name] = guarded(value)
      } else if (typeof value === 'object' && name !== TEXTS) guard(value)
    }
  }
}

function removeIp(place: string): string {
  if (!/[.:]/.test(place)) return place
  return place
    .split('|')
    .filter((part) => isIP(part.trim().replace(/^::ffff:/i, '')) === 0)
    .join('|')
}
