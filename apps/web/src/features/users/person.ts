import { isEditor } from '#domain/people/roles.ts'
import type { UserInfo } from '#lib/session.ts'

/** Pictures of this site, or over https. */
const PICTURE = /^(?:https:\/\/|\/file\/img\/)/

function pictureOf(url: string | null | undefined): string {
  const address = url?.trim() ?? ''
  return PICTURE.test(address) ? address : ''
}

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
    avatarUrl: pictureOf(user.avatar),
    coverUrl: pictureOf(user.bjCover),
    /** An http(s) address. */
    siteUrl: /^https?:\/\//i.test(site) ? site : null,
    registeredAt: user.registerTime ?? null,
    isFollowed: user.isFollowed === true,
    isStaff: isEditor({ ...user, id }),
  }
}
