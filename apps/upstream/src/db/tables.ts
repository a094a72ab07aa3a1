import type { Generated } from 'kysely'

/**
 * The tables as queries see them, the same on both databases: instants are epoch ms, flags 0 or 1, ids of rows numbers,
 * ids of accounts text.
 */
export interface Tables {
  users: {
    /** 32 hex characters; `1` for the site owner. */
    id: string
    /** What one logs in with, in lower case: the verified e-mail address of who registered here. */
    account_name: string | null
    /** Shown to its owner; not verified once it was edited, so nobody logs in with it. */
    email: string | null
    nickname: string
    avatar: string
    intro: string | null
    web_site: string | null
    address: string | null
    bj_cover: string | null
    /** `null`: nobody can log in with a password. */
    password_hash: string | null
    /** 0 disabled, 1 normal. */
    status: number
    created_at: number
    last_login_at: number | null
  }
  sessions: {
    /** SHA-256 of the token, hex. The token itself is stored nowhere. */
    token_hash: string
    user_id: string
    created_at: number
    expires_at: number
  }
  /** One row an address: its newest code, and how often codes were sent to it. */
  email_codes: {
    email: string
    /** HMAC of the code; `null` once it was used or could not be mailed. */
    code_hash: string | null
    expires_at: number
    tries: number
    sent_at: number
    day_started_at: number
    sent_in_day: number
  }
  categories: { id: number; name: string; icon: string | null; sort: number }
  tags: { id: Generated<number>; name: string; sort: number; created_at: number }
  articles: {
    id: Generated<number>
    category_id: number
    author_id: string
    /** Printed instead of the account's nickname when given. */
    author_name: string | null
    title: string
    summary: string | null
    /** Address of the cover picture. */
    cover: string | null
    keywords: string | null
    /** `PUBLISH_STATE` of the contract. */
    is_publish: number
    is_original: number
    original_url: string | null
    /** `READ_TYPE` of the contract. */
    read_type: number
    is_stick: number
    is_recommend: number
    is_carousel: number
    /** The article lives elsewhere. */
    link_url: string | null
    /** Reads. */
    quantity: Generated<number>
    like_count: Generated<number>
    comment_count: Generated<number>
    created_at: number
    updated_at: number | null
  }
  /** The long columns, apart so that lists read short rows. */
  article_texts: {
    article_id: number
    /** Sanitised HTML, rendered once. */
    content: string
    content_md: string
    /** Plain text, one block a line. */
    plain: string
    /** Title, in the form that is searched (`#search/fold.ts`). */
    title_folded: string
    /** Title, summary and text, in the form that is searched. */
    folded: string
  }
  article_tags: { article_id: number; tag_id: number; position: number }
  /** What search finds articles by; holds published ones only. */
  article_terms: {
    term: string
    /** 1: stands in the title. 0: stands anywhere, the title included. */
    scope: number
    /** The sort key is part of the key, so that the newest hits are read without sorting. */
    created_at: number
    article_id: number
  }
  article_likes: { article_id: number; user_id: string; created_at: number }
  /** Who read what on which day, so that a reader counts once. */
  article_reads: { article_id: number; day: string; client_hash: string }
  /** Codes that open code-gated articles, given out by the official account. */
  article_codes: { code_hash: string; expires_at: number }
  /** Clients that showed such a code. */
  gate_passes: { client_hash: string; expires_at: number }
  /** The navigation page. */
  navigation_sites: {
    id: Generated<number>
    group_position: number
    group_name: string
    position: number
    name: string
    url: string
    info: string | null
  }
  feedback: {
    id: string
    user_id: string
    /** 1 wish, 2 defect. */
    type: number
    title: string
    content: string
    img_url: string | null
    /** 0 open, 1 solved. */
    status: number
    created_at: number
  }
  site_settings: { name: string; value: string }
  /** `page_views` and `visitors`. */
  site_counters: { name: string; value: number }
  visitors: { visitor_hash: string; first_seen_at: number }
  /** What was searched here with success, by day. */
  search_terms: { keyword: string; day: string; times: number }
}
