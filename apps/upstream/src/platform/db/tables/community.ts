import type { HeldState } from '@portal/contract/community/comment-policy.ts'
import type { Generated } from 'kysely'

/** Columns that both tables of comments have. */
interface StoredComment {
  article_id: number
  user_id: string
  parent_id: number | null
  /** Writer of the answered comment. */
  reply_user_id: string | null
  /** HTML: text and pictures (`#text/user-html.ts`). */
  content: string
  browser: string | null
  browser_version: string | null
  system: string | null
  system_version: string | null
  created_at: number
}

/** Comments, posts, chats, follows and notices of members. */
export interface CommunityTables {
  /** Comments on articles; answers have a parent, and a parent has none. */
  comments: StoredComment & {
    id: Generated<number>
    /** Time of the newest report; `null` when there is none. */
    reported_at: number | null
    /** Reasons and word of `held_comments` before the approval; `null` for a comment that never waited. */
    held_reasons: string | null
    held_word: string | null
  }
  /** Comments that readers do not see. A comment is either here or in `comments`, under the same number. */
  held_comments: StoredComment & {
    id: number
    state: HeldState
    /** JSON: list of `HoldReason`. */
    reasons: string
    /** The listed word that held it back, as it was listed then. */
    word: string | null
    /** Since when it has this state. */
    changed_at: number
    /** Id of the account that rejected or deleted it. */
    changed_by: string | null
  }
  comment_reports: { comment_id: number; user_id: string; reason: string; created_at: number }
  /** Favourites. */
  collects: { article_id: number; user_id: string; created_at: number }
  follows: { follower_id: string; followed_id: string; created_at: number }
  blocks: { blocker_id: string; blocked_id: string; created_at: number }
  /** Short posts. */
  says: {
    id: string
    user_id: string
    /** HTML, as that of a comment. */
    content: string
    /** Addresses, one a line. */
    pictures: string | null
    address: string | null
    /** 0: only its writer sees it. */
    is_public: number
    created_at: number
  }
  say_likes: { say_id: string; user_id: string; created_at: number }
  say_comments: {
    id: Generated<number>
    say_id: string
    user_id: string
    reply_user_id: string | null
    content: string
    created_at: number
  }
  /** One row per user and day. `day` is `yyyy-MM-dd` in UTC+8. */
  sign_ins: { id: string; user_id: string; day: string; created_at: number }
  notices: {
    id: string
    /** Recipient. */
    user_id: string
    /** `noticeType` on the wire. */
    type: number
    /** `commentMark`, for comments only. */
    mark: number | null
    article_id: number | null
    comment_id: number | null
    /** Account of the actor; `null`: the site itself. */
    actor_id: string | null
    /** HTML. */
    content: string | null
    is_read: number
    created_at: number
  }
  /** Private messages. */
  chat_messages: {
    /** Sorts messages: a later message of a conversation has a higher one. */
    seq: Generated<number>
    id: string
    /** Key of the conversation, the same for both users (`toPairKey`). */
    pair: string
    from_user_id: string
    to_user_id: string
    /** HTML, as that of a comment; for a withdrawn message the contract's `WITHDRAWN_TEXT`. */
    content: string
    /** `MESSAGE_TYPE` of the contract. */
    type: number
    is_read: number
    is_withdraw: number
    /** Key that the sender gave the message; a repetition stores no second row. */
    idempotency_key: string | null
    created_at: number
  }
  /** A conversation in the list of one user. The other user has a row of the own, or none. */
  chat_rooms: {
    id: string
    user_id: string
    peer_id: string
    pair: string
    /** Time of the newest message, or when the room was opened. */
    active_at: number
    created_at: number
  }
}
