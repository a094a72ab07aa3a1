import { isEditor } from '#domain/people/roles.ts'
import { toPictureAddress } from '#lib/picture-addresses.ts'
import type { UserInfo } from '#lib/session.ts'

export type Person = ReturnType<typeof toPerson>

/**
 * Extracts the public data of a user; missing texts are empty.
 * @param id id of the account: some upstreams answer with the id of a database row instead
 */
export function toPerson(user: Omit<UserInfo, 'id'>, id: string) {
  const site = user.webSite?.trim() ?? ''
  return {
    id,
    name: user.nickname?.trim() || '未署名',
    intro: user.intro?.trim() ?? '',
    avatarUrl: toPictureAddress(user.avatar),
    coverUrl: toPictureAddress(user.bjCover),
    /** Only an http(s) address is used. */
    siteUrl: /^https?:\/\//i.test(site) ? site : null,
    registeredAt: user.registerTime ?? null,
    isFollowed: user.isFollowed === true,
    isStaff: isEditor({ ...user, id }),
  }
}
