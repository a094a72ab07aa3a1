import type { Post } from '@portal/contract/community/posts.ts'
import type { WireDate } from '#lib/format.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { toTypedText } from '#lib/html/upstream-text.ts'
import { splitPictureAddresses } from '#lib/picture-addresses.ts'

export interface PostPerson {
  id: string | null
  name: string
  isStaff?: boolean
}

export interface PostCommentView {
  key: string
  /** `null` when upstream sends none: the comment then cannot be deleted. */
  id: number | null
  writer: PostPerson
  /** Name of the user whose comment it answers. */
  answers: string | null
  html: SafeHtml
  at: WireDate
  isPending: boolean
}

export interface PostView {
  id: string
  writer: PostPerson & { avatar: string | null }
  html: SafeHtml
  /** Addresses of the pictures, at most 9. */
  pictures: readonly string[]
  /** Smaller widths of the large ones, as `srcset`. */
  pictureSets: NonNullable<Post['imgSets']>
  place: string
  /** Whether all visitors see the post; otherwise only the owner does. */
  isPublic: boolean
  likers: readonly PostPerson[]
  isLiked: boolean
  comments: readonly PostCommentView[]
  at: WireDate
  /** Age when upstream answered: `2小时前`. */
  age: string
}

export const PICTURES_MAX = 9
export function toPostView(post: Post): PostView {
  return {
    id: post.id,
    writer: {
      id: post.userId ?? null,
      name: getName(post.nickname),
      isStaff: post.isStaff === true,
      avatar: post.avatar ?? null,
    },
    html: asSafeHtml(toTypedText(post.content)),
    pictures: splitPictureAddresses(post.imgUrl).slice(0, PICTURES_MAX),
    pictureSets: post.imgSets ?? [],
    place: post.address?.trim() ?? '',
    isPublic: post.isPublic !== 0,
    likers: (post.userLikeList ?? []).map(({ id, nickname }) => ({ id, name: getName(nickname) })),
    isLiked: post.isLike === true,
    comments: (post.sayCommentVOList ?? []).map((comment, index) => ({
      key: comment.id ?? String(index),
      id: readCommentId(comment.id),
      writer: { id: comment.userId ?? null, name: getName(comment.nickname), isStaff: comment.isStaff === true },
      answers: comment.replyUserNickname || null,
      html: asSafeHtml(toTypedText(comment.content)),
      at: comment.createTime ?? null,
      isPending: false,
    })),
    at: post.createTime ?? null,
    age: post.createTimeStr ?? '',
  }
}

/** Only comments with a numeric id can be deleted. */
export function readCommentId(id: string | null | undefined): number | null {
  return id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

function getName(nickname: string | null | undefined): string {
  return nickname?.trim() || '用户'
}
