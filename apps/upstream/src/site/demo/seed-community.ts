import { randomBytes } from 'node:crypto'
import { OWNER_ID } from '@portal/contract/constants.ts'
import { MESSAGE_TYPE } from '@portal/contract/socket.ts'
import type { Transaction } from 'kysely'
import { toPairKey } from '#community/chat/stored-message.ts'
import type { Tables } from '#platform/db/tables.ts'
import { markDemo } from '#platform/settings/demo-rows.ts'
import { type CommunityContent, type DemoText, OWNER_KEY } from './community-content.ts'
import { ContentError } from './content-files.ts'

type Trx = Transaction<Tables>
type Ids = ReadonlyMap<string, string>

const makeId = () => randomBytes(16).toString('hex')
const UNKNOWN_DEVICE = { browser: null, browser_version: null, system: null, system_version: null, reported_at: null }

/**
 * Inserts demo users without a password, and their texts; counters follow.
 * @throws ContentError for an unknown article
 */
export async function seedCommunity(trx: Trx, content: CommunityContent): Promise<void> {
  // Users register before they write.
  const messages = content.chats.flatMap((chat) => chat.messages)
  const written = [...content.comments, ...content.posts, ...messages]
  const registeredAt = Math.min(...written.map(({ at }) => at), Number.MAX_SAFE_INTEGER)
  const ids = new Map([[OWNER_KEY, OWNER_ID], ...content.users.map(({ key }) => [key, makeId()] as const)])
  const people = content.users.map(({ key, nickname, intro }) => ({
    id: findId(ids, key),
    nickname,
    intro,
    avatar: '',
    status: 1,
    created_at: registeredAt,
  }))
  if (people.length > 0) await trx.insertInto('users').values(people).execute()
  await markDemo(
    trx,
    'user',
    people.map(({ id }) => ({ id })),
  )
  await seedComments(trx, content.comments, ids)
  for (const post of content.posts) await seedPost(trx, post, ids)
  await seedChats(trx, content.chats, ids)
}

/** Finds an id by a name, which the reader of the file has checked. */
function findId(ids: Ids, key: string): string {
  return ids.get(key) ?? OWNER_ID
}

/** Inserts comments and replies from oldest to newest, because ids give the order. */
async function seedComments(trx: Trx, comments: CommunityContent['comments'], ids: Ids): Promise<void> {
  const stored = new Map<DemoText, number>()
  const all = comments
    .flatMap((comment) => [
      { text: comment as DemoText, root: undefined, article: comment.article },
      ...comment.replies.map((text) => ({ text, root: comment as DemoText, article: comment.article })),
    ])
    .sort((one, other) => one.text.at - other.text.at)
  for (const { text, root, article: title } of all) {
    const article = await trx
      .updateTable('articles')
      .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
      .where('title', '=', title)
      .returning('id')
      .executeTakeFirst()
    if (!article) throw new ContentError(`community.yaml: there is no article ${title}`)
    const { id } = await trx
      .insertInto('comments')
      .values({
        article_id: article.id,
        user_id: findId(ids, text.user),
        parent_id: root ? (stored.get(root) ?? null) : null,
        reply_user_id: root ? findId(ids, root.user) : null,
        content: text.content,
        ...UNKNOWN_DEVICE,
        created_at: text.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    stored.set(text, id)
  }
  await markDemo(
    trx,
    'comment',
    [...stored.values()].map((id) => ({ id })),
  )
}

async function seedPost(trx: Trx, post: CommunityContent['posts'][number], ids: Ids): Promise<void> {
  const id = makeId()
  await trx
    .insertInto('says')
    .values({
      id,
      user_id: OWNER_ID,
      content: post.content,
      pictures: post.pictures.join('\n') || null,
      address: post.address,
      is_public: 1,
      created_at: post.at,
    })
    .execute()
  await markDemo(trx, 'post', [{ id }])
  const likes = post.likes.map((key, nth) => ({ say_id: id, user_id: findId(ids, key), created_at: post.at + nth }))
  if (likes.length > 0) await trx.insertInto('say_likes').values(likes).execute()
  const comments = post.comments.map(({ user, answers, content, at }) => ({
    say_id: id,
    user_id: findId(ids, user),
    reply_user_id: answers === null ? null : findId(ids, answers),
    content,
    created_at: at,
  }))
  if (comments.length === 0) return
  await markDemo(trx, 'postComment', await trx.insertInto('say_comments').values(comments).returning('id').execute())
}

/**
 * Inserts both rooms of each conversation, and all messages from oldest to newest, because their numbers give the
 * order.
 */
async function seedChats(trx: Trx, chats: CommunityContent['chats'], ids: Ids): Promise<void> {
  const rooms = chats.flatMap(({ between: [one, other], messages }) => {
    const [userId, peerId] = [findId(ids, one), findId(ids, other)]
    const times = messages.map(({ at }) => at)
    const room = { pair: toPairKey(userId, peerId), created_at: Math.min(...times), active_at: Math.max(...times) }
    return [
      { id: makeId(), user_id: userId, peer_id: peerId, ...room },
      { id: makeId(), user_id: peerId, peer_id: userId, ...room },
    ]
  })
  if (rooms.length > 0) await trx.insertInto('chat_rooms').values(rooms).execute()
  const messages = chats
    .flatMap(({ between, messages }) => messages.map((message) => ({ between, message })))
    .sort((one, next) => one.message.at - next.message.at)
  for (const { between, message } of messages) {
    const from = findId(ids, message.user)
    const to = findId(ids, message.user === between[0] ? between[1] : between[0])
    const id = makeId()
    await markDemo(trx, 'message', [{ id }])
    await trx
      .insertInto('chat_messages')
      .values({
        id,
        pair: toPairKey(from, to),
        from_user_id: from,
        to_user_id: to,
        content: message.content,
        type: MESSAGE_TYPE.text,
        is_read: message.isRead ? 1 : 0,
        is_withdraw: 0,
        idempotency_key: null,
        created_at: message.at,
      })
      .execute()
  }
}
