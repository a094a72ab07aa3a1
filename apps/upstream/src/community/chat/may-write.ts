import { DAY_MS } from '@portal/contract/constants.ts'
import type { Account } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { type Blanks, prepare } from '#platform/db/prepared.ts'
import { awaitsReply, newConversationsUsedUp, peerDoesNotReceive, peerIsBlocked } from '#platform/errors.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'

/** Maximum messages to a user who has not answered yet. */
const UNANSWERED_MAX = 3
/** Maximum conversations that one account may start in a day. */
const NEW_CONVERSATIONS_A_DAY = 20

type Ways = Record<'from' | 'to' | 'pair', string>

/** Throws when the sender may not write to the recipient. Runs in the transaction that has just stored the message. */
export type MayWrite = (trx: Db, from: Pick<Account, 'id' | 'role'>, to: string, pair: string) => Promise<void>

export function createMayWrite({ db, createLimit }: { db: Db; createLimit: CreateLimit }): MayWrite {
  const newConversations = createLimit('conversation', {
    max: NEW_CONVERSATIONS_A_DAY,
    windowMs: DAY_MS,
    refusal: newConversationsUsedUp,
  })

  const findRelation = prepare((blank: Blanks<Ways>) =>
    db.selectNoFrom((eb) => {
      const block = (blocker: 'from' | 'to', blocked: 'from' | 'to') =>
        eb
          .selectFrom('blocks')
          .select('blocked_id')
          .where('blocker_id', '=', blank(blocker))
          .where('blocked_id', '=', blank(blocked))
      const queryMessages = (by: 'from' | 'to', limit: number) =>
        eb
          .selectFrom('chat_messages')
          .select('seq')
          .where('pair', '=', blank('pair'))
          .where('from_user_id', '=', blank(by))
          .limit(eb.lit(limit))
      return [
        eb.exists(block('to', 'from')).as('isBlocked'),
        eb.exists(block('from', 'to')).as('hasBlocked'),
        eb
          .selectFrom(queryMessages('from', UNANSWERED_MAX + 1).as('own'))
          .select((builder) => builder.fn.countAll<number>().as('count'))
          .as('own'),
        eb.exists(queryMessages('to', 1)).as('isAnswered'),
        eb
          .exists(
            eb
              .selectFrom('follows')
              .select('followed_id')
              .where('follower_id', '=', blank('to'))
              .where('followed_id', '=', blank('from')),
          )
          .as('isFollowed'),
      ]
    }),
  )

  return async (trx, { id, role }, to, pair) => {
    const [found] = await findRelation(trx, { from: id, to, pair })
    if (!found) return
    if (found.hasBlocked) throw peerIsBlocked()
    if (found.isBlocked) throw peerDoesNotReceive()
    // Staff may always answer feedback, and a follower may be written to.
    if (role !== 'user' || found.isAnswered || found.isFollowed) return
    const own = Number(found.own)
    if (own > UNANSWERED_MAX) throw awaitsReply(UNANSWERED_MAX)
    if (own === 1) await newConversations.use(id, 1, trx)
  }
}
