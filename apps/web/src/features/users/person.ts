import { isEditor } from '#domain/people/roles.ts'
import { pictureAddress } from '#lib/picture-addresses.ts'
import type { UserInfo } from '#lib/session.ts'

export type Person = ReturnType<typeof toPerson>

/**
 * The public data of a user; texts are empty where there are none.
 * @param id of the account: some upstreams answer with the id of a database row instead
 */
export function toPerson(user: Omit<UserInfo, 'id'>, id: string) {
  const site = user.webSite?.trim() ?? ''
  return {
    id,
    name: user.nickname?.trim() || '未署名',
    intro: user.intro?.trim() ?? '',
    avatarUrl: pictureAddress(user.avatar),
    coverUrl: pictureAddress(user.bjCover),
    /** An http(s) address. */
    siteUrl: /^https?:\/\//i.test(site) ? site : null,
    registeredAt: user.registerTime ?? null,
    isFollowed: user.isFollowed === true,
    isStaff: isEditor({ ...user, id }),
  }
}
