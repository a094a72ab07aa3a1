import {
  commentOnPost,
  createPost,
  deletePost,
  deletePostComment,
  likePost,
  listPosts,
  type Post,
} from '@portal/contract/community/posts.ts'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isStaff, toUserInfo } from '#accounts/profiles/user-info.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { readPictures } from '#media/offered-widths.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, commentFailed, commentMissing, commentsTooFrequent, postMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { parsePictureAddress } from '#platform/text/address.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import type { PostRepository, StoredPost } from './post-repository.ts'

const PICTURES_MAX = 9
const ADDRESS_MAX = 100
/** Maximum comments of one account. */
const COMMENTS_AN_HOUR = 20
const LIKES_A_MINUTE = 60

/** Splits the list of pictures. @throws AppError for too many, and for one that is neither local nor HTTPS */
function parsePictures(joined: string): string[] {
  const typed = joined
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  if (typed.length > PICTURES_MAX) throw badInput(`最多上传 ${PICTURES_MAX} 张图片`)
  return typed.map((address) => {
    const picture = parsePictureAddress(address)
    // The wire joins the list with commas, so no address may contain one.
    if (!picture || picture.includes(',')) throw badInput('图片地址不正确，请重新上传')
    return picture
  })
}

function maySeeHidden({ account }: FastifyRequest): boolean {
  return account?.role === 'owner'
}

interface Options {
  createLimit: CreateLimit
  db: Db
  now: () => number
  posts: PostRepository
  texts: TextRenderer
}

export const postRoutes: FastifyPluginAsync<Options> = async (app, { db, posts, texts, createLimit, now }) => {
  const limit = createLimit('post-comment', { max: COMMENTS_AN_HOUR, windowMs: HOUR_MS, refusal: commentsTooFrequent })

  const likes = createLimit('post-like', { max: LIKES_A_MINUTE, windowMs: MINUTE_MS })

  async function toWire(post: StoredPost, userId: string | undefined): Promise<Post> {
    const [likers, comments] = [await posts.listLikers(post.id), await posts.listComments(post.id)]
    const { pictures, createdAt, role, ...shown } = post
    const offered = await readPictures(db, pictures?.split('\n') ?? [])
    return {
      ...shown,
      isStaff: isStaff(role),
      imgUrl: pictures === null ? null : pictures.split('\n').join(','),
      imgSets: [...offered].flatMap(([imgUrl, { srcSet }]) => (srcSet ? { imgUrl, srcSet } : [])),
      userLikeList: likers.map(toUserInfo),
      isLike: userId === undefined ? null : await posts.isLikedBy(post.id, userId),
      sayCommentVOList: comments.map((comment) => ({
        id: String(comment.id),
        userId: comment.userId,
        nickname: comment.nickname,
        isStaff: isStaff(comment.role),
        replyUserId: comment.replyUserId,
        replyUserNickname: comment.replyNickname,
        sayId: null,
        content: comment.content,
        ip: null,
        ipAddress: '',
        createTime: toWireDateTime(comment.createdAt),
        createTimeStr: null,
      })),
      createTime: toWireDateTime(createdAt),
      createTimeStr: toRelativeText(createdAt, now()),
    }
  }

  addRoute(app, listPosts, async (request) => {
    const page = toPage(request.query)
    const { rows, total } = await posts.list(maySeeHidden(request), page)
    const records = await Promise.all(rows.map((row) => toWire(row, request.account?.id)))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, likePost, async (request) => {
    const { id } = getAccount(request)
    await likes.use(id)
    const toggled = await posts.toggleLike(request.query.sayId, id, maySeeHidden(request))
    if (!toggled) throw postMissing()
    return ok(toggled === 'liked' ? '点赞成功' : '取消点赞成功')
  })

  addRoute(app, commentOnPost, async (request) => {
    const { id: userId } = getAccount(request)
    const { sayId: postId, replyUserId } = request.body
    const content = await texts.renderUserHtml(userId, request.body.content)
    if (content === '') throw commentFailed()
    await limit.use(userId)
    const comment = { userId, replyUserId: replyUserId ?? null, content, seesHidden: maySeeHidden(request) }
    const id = await posts.addComment(postId, comment)
    if (id === undefined) throw postMissing()
    return ok(null, { id: String(id) })
  })

  addRoute(app, deletePostComment, async (request) => {
    const { id, role } = getAccount(request)
    if (!(await posts.removeComment(request.query.id, role === 'user' ? id : undefined))) throw commentMissing()
    return ok(null)
  })

  addRoute(app, createPost, async (request) => {
    const { id: userId } = getAccount(request)
    const { imgUrl, address, isPublic } = request.body
    const pictures = parsePictures(imgUrl ?? '')
    const content = await texts.renderUserHtml(userId, request.body.content)
    if (content === '' && pictures.length === 0) throw badInput('请填写内容')
    const place = toOneLine(address ?? '', ADDRESS_MAX) || null
    await posts.add({ userId, content, pictures, address: place, isPublic: Number(isPublic ?? 1) === 1 })
    return ok(null)
  })

  addRoute(app, deletePost, async ({ query }) => {
    if (!(await posts.remove(query.sayId))) throw postMissing()
    return ok(null)
  })
}
