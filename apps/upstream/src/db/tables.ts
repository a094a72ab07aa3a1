import type { FaultKind } from '@portal/contract/manage/content-checks.ts'
import type { DemoKind } from '@portal/contract/manage/demo.ts'
import type { Duty } from '@portal/contract/manage/duties.ts'
import type { MarkKind } from '@portal/contract/manage/people-rules.ts'
import type { TicketKind, TicketState } from '@portal/contract/manage/ticket-rules.ts'
import type { AnswerDelivery } from '@portal/contract/review.ts'
import type { Generated } from 'kysely'

/** What an account may do, as the family's clients know it; derived from its duties. */
export type Role = 'user' | 'editor' | 'owner'

/**
 * The tables as queries see them, the same on both databases: instants are epoch ms, flags 0 or 1, ids of rows numbers,
 * ids of accounts text.
 */
export interface Tables {
  users: {
    /** 32 hex characters; `1` for the site owner. */
    id: string
    /** Login name, in lower case: the verified e-mail address of the registration. */
    account_name: string | null
    /** Shown to its owner. Unverified after an edit, so it is no login name. */
    email: string | null
    nickname: string
    avatar: string
    intro: string | null
    web_site: string | null
    address: string | null
    bj_cover: string | null
    /** `null`: no password login. */
    password_hash: string | null
    /** `ACCOUNT_STATUS`. */
    status: number
    role: Generated<Role>
    created_at: number
    last_login_at: number | null
    /** When the account is to be erased; `null` when it is not being closed, or was erased. */
    closes_at: number | null
    /** 1: published writings stay when the account is closed. */
    keeps_writings: number | null
    /** Rises with each change by staff: duties, disabling. */
    managed_version: Generated<number>
  }
  sessions: {
    /** SHA-256 of the token, hex. The token itself is stored nowhere. */
    token_hash: string
    /** Random; identifies the session for its owner, who can end it. */
    id: string
    /** Browser and system in words; `null` when they are not known. */
    device: string | null
    user_id: string
    created_at: number
    /** Precise to ten minutes; `null` for old sessions. */
    last_used_at: number | null
    expires_at: number
    /** When the second factor was last proved; `null`: not in this session, in which duties do not count. */
    factor_at: Generated<number | null>
  }
  duties: { user_id: string; duty: Duty; given_by: string | null; given_at: number }
  passkeys: {
    user_id: string
    /** Of the credential, base64url. */
    id: string
    /** COSE key, base64url. */
    public_key: string
    counter: number
    /** JSON list. */
    transports: string
    is_synced: number
    label: string
    created_at: number
    last_used_at: number | null
  }
  totp_secrets: {
    user_id: string
    /** AES-256-GCM with a key of the installation, base64url. */
    sealed: string
    /** `null`: not valid yet. */
    confirmed_at: number | null
    /** Of the last accepted code, 30 s each: a code counts once. */
    last_step: number
    last_used_at: number | null
    created_at: number
  }
  /** Unused ones. `code_hash`: keyed digest. */
  recovery_codes: { user_id: string; code_hash: string }
  /** Ceremonies that were begun; each counts once, for its session and purpose. */
  factor_challenges: {
    user_id: string
    challenge: string
    session_id: string
    purpose: 'enrol' | 'prove'
    expires_at: number
  }
  /** Times during which accounts were disabled by staff. */
  penalties: {
    id: Generated<number>
    user_id: string
    reason: string
    /** Who gave it; `null`: the operator. */
    given_by: string | null
    given_at: number
    /** When it ends by itself; `null`: when it is lifted. */
    ends_at: number | null
    /** `null`: it is in force. */
    lifted_at: number | null
    /** `null`: it ended by itself. */
    lifted_by: string | null
  }
  /** Resets of a second factor that were asked for. */
  factor_resets: {
    user_id: string
    asked_by: string
    asked_at: number
    due_at: number
    code_hash: string
    /** `null`: the mail could not be handed over, and nothing is reset. */
    mailed_at: number | null
  }
  /** Invitations of staff that nobody has accepted. */
  invitations: {
    id: Generated<number>
    email: string
    /** JSON: `Duty[]`. */
    duties: string
    code_hash: string
    invited_by: string
    created_at: number
    expires_at: number
    /** `null`: the mail could not be handed over. */
    mailed_at: number | null
  }
  /** Authorisations to sign certificates. */
  signatories: {
    id: Generated<number>
    user_id: string
    title: string
    /** JSON: `CertificateCategory[]`. */
    categories: string
    valid_from: string
    /** The last day. */
    valid_to: string
    version: number
    withdrawn_at: number | null
    updated_at: number
  }
  /** Marks of the body that certificates may carry, one row a kind. */
  marks: {
    kind: MarkKind
    number: string
    /** JSON: `CertificateCategory[]`. */
    categories: string
    scope: string
    /** The last day. */
    valid_to: string
    version: number
    updated_at: number
  }
  /** What staff did (decision 0038). Triggers refuse UPDATE and DELETE. */
  audit_log: {
    id: Generated<number>
    at: number
    /** `null`: the operator's command, or the site itself. */
    actor_id: string | null
    actor_name: string
    action: string
    target_kind: string | null
    target_id: string | null
    target_name: string | null
    /** JSON: `AuditChange[]` of the contract. */
    changes: string
    outcome: 'done' | 'refused' | 'failed'
    reason: string | null
    request_id: string
    network: string
    device: string | null
    previous_hash: string
    hash: string
  }
  /** One row: number of entries and the newest hash. */
  audit_head: { entries: number; hash: string }
  /** One row at most: the code with which the first owner is made. */
  setup_codes: {
    id: number
    /** SHA-256, hex. */
    code_hash: string
    expires_at: number
    wrong_tries: number
    used_at: number | null
    /** Who was made with it. */
    owner_id: string | null
  }
  /** Rows that were made with the demo content, by `DemoKind` of the contract. */
  demo_rows: {
    kind: DemoKind
    id: string
    /** Of settings the value, of certificates the import, as they were stored: a changed one is the site's own. */
    value: string | null
  }
  /** One row: number of sessions that ended before their expiry, counted by triggers. */
  session_ends: { times: number }
  /** One row per address: its newest code, and the number of sent codes. */
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
  /** Accounts at providers of social login, WeChat included. */
  social_accounts: { provider: string; provider_user_id: string; user_id: string; created_at: number }
  /** Social logins that were begun and have not come back. */
  oauth_states: {
    /** SHA-256 of the state. */
    state_hash: string
    provider: string
    /** Of PKCE; `null` where the provider has none. */
    verifier: string | null
    expires_at: number
  }
  wechat_codes: {
    code_hash: string
    /** Client that requested the code. */
    client_hash: string
    /** The user who sent the code to the official account; `null` until it arrives. */
    user_id: string | null
    expires_at: number
  }
  /** Answered messages to the official account: WeChat repeats a message when the response is slow. */
  wechat_messages: { message_id: string; received_at: number }
  categories: {
    id: number
    name: string
    icon: string | null
    sort: number
    /** Published articles, counted by triggers. */
    article_count: Generated<number>
    version: Generated<number>
  }
  tags: { id: Generated<number>; name: string; sort: number; created_at: number; version: Generated<number> }
  /** Categories and tags that were merged into others: their old addresses lead there. */
  merged_topics: { kind: 'category' | 'tag'; from_id: number; into_id: number; name: string; at: number }
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
    collect_count: Generated<number>
    /** Of the first publication; until then of the first save. */
    created_at: number
    updated_at: number | null
    /** When it was last handed in for review. */
    submitted_at: number | null
    /** `null`: never was. */
    published_at: number | null
    /** Rises with every change of what staff edit. */
    version: Generated<number>
  }
  /** Which article is the text of which standing page (`PAGE_KEYS` of the contract). */
  standing_pages: {
    key: string
    article_id: number
    /** 1: nobody has completed the template yet. */
    is_template: number
  }
  /** Texts of articles. The first is stored with the second: until then the article itself has it. */
  article_versions: {
    id: Generated<number>
    article_id: number
    version: number
    editor_id: string | null
    note: string | null
    /** JSON: `ContentForm` of the contract. */
    form: string
    created_at: number
  }
  /** Unpublished texts of staff, one of each for an article. */
  article_drafts: {
    id: Generated<number>
    article_id: number
    user_id: string
    base_version: number
    form: string
    saved_at: number
  }
  /** Who edits an article; lapses without renewal. */
  article_locks: {
    article_id: number
    user_id: string
    since: number
    renewed_at: number
    typed_at: number | null
    /** Characters that are in no version. */
    unsaved: number
  }
  /** Texts to be published at a set time; rendered when the time was set. */
  article_schedules: {
    article_id: number
    publish_at: number
    /** With another version of the article nothing is published. */
    base_version: number
    editor_id: string | null
    form: string
    content: string
    plain: string
  }
  /** One row: rises when published texts change. */
  content_revision: { revision: number }
  content_faults: {
    id: Generated<number>
    article_id: number
    kind: FaultKind
    target: string
    found_at: number
  }
  /** One row: the last check of all texts. `alive_at`: a run without a sign for a minute has died. */
  content_check: {
    started_at: number | null
    alive_at: number | null
    finished_at: number | null
    checked: number
    total: number
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
  article_tags: {
    article_id: number
    tag_id: number
    position: number
    /** From here on copies of the article's columns, maintained by triggers: a tag's list is read from one index. */
    is_publish: Generated<number>
    is_stick: Generated<number>
    created_at: Generated<number>
    category_id: Generated<number>
  }
  /** What search finds articles by; holds published ones only. */
  article_terms: {
    term: string
    /** 1: in the title. 0: anywhere, the title included. */
    scope: number
    /** The sort key is part of the key, so that the newest hits are read without sorting. */
    created_at: number
    article_id: number
  }
  article_likes: { article_id: number; user_id: string; created_at: number }
  /** On articles; answers have a parent, and a parent has none. */
  comments: {
    id: Generated<number>
    article_id: number
    user_id: string
    parent_id: number | null
    /** Writer of the comment that is answered. */
    reply_user_id: string | null
    /** HTML: text and pictures (`#text/user-html.ts`). */
    content: string
    browser: string | null
    browser_version: string | null
    system: string | null
    system_version: string | null
    /** Of the newest report; `null` when there is none. */
    reported_at: number | null
    created_at: number
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
    /** HTML, as a comment's. */
    content: string
    /** Addresses, one a line. */
    pictures: string | null
    address: string | null
    /** 0: for the owner alone. */
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
  /** One row a user and day. `day` is `yyyy-MM-dd` in UTC+8. */
  sign_ins: { id: string; user_id: string; day: string; created_at: number }
  notices: {
    id: string
    /** Recipient. */
    user_id: string
    /** `noticeType` on the wire. */
    type: number
    /** `commentMark`; of comments only. */
    mark: number | null
    article_id: number | null
    comment_id: number | null
    /** Who did it; `null` for the site. */
    actor_id: string | null
    /** HTML. */
    content: string | null
    is_read: number
    created_at: number
  }
  /** Private messages. */
  chat_messages: {
    /** Rises in the order of storing, within a conversation always. */
    seq: Generated<number>
    id: string
    /** Names the conversation, the same from both sides (`pairOf`). */
    pair: string
    from_user_id: string
    to_user_id: string
    /** HTML, as a comment's; of a withdrawn message the contract's `WITHDRAWN_TEXT`. */
    content: string
    /** `MESSAGE_TYPE` of the contract. */
    type: number
    is_read: number
    is_withdraw: number
    /** The sender's name for it: one row of his for each. */
    idempotency_key: string | null
    created_at: number
  }
  /** A conversation in one person's list; the other's is a row of his own, or none. */
  chat_rooms: {
    id: string
    user_id: string
    peer_id: string
    pair: string
    /** Of the newest message, or of the opening. */
    active_at: number
    created_at: number
  }
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
    /** `null` for a visitor. */
    user_id: string | null
    /** Where a visitor is answered; `null` for members and reports. */
    email: string | null
    /** 1 wish, 2 defect, 3 report of a forgery. */
    type: number
    title: string
    content: string
    img_url: string | null
    /** 0 open, 1 solved. */
    status: number
    created_at: number
  }
  feedback_answers: {
    id: string
    feedback_id: string
    /** Who answered. */
    user_id: string | null
    content: string
    /** How it reached the writer: `notice`, `mail`, or `none` yet. */
    delivery: AnswerDelivery
    /** Idempotency key of the page that sent it. */
    ref: string | null
    created_at: number
  }
  /** Feedback, reports and reported comments as staff work on them. One row for each. */
  tickets: {
    /** Shown as T-1042. */
    id: Generated<number>
    kind: TicketKind
    feedback_id: string | null
    /** Of kind `comment`; `null` once the comment is gone. */
    comment_id: number | null
    /** Of the feedback, or of the comment's article. */
    title: string
    /** Closed tickets have `feedback.status` 1, others 0. */
    state: TicketState
    assignee_id: string | null
    /** Until when an answer is due; `null` while the clock stops. */
    due_at: number | null
    /** Working time that was left when the clock stopped, negative when late; `null` while it runs. */
    left_ms: number | null
    allowed_ms: number
    /** Of lists: when it is due; since when it waits; when it was closed. */
    sort_at: number
    created_at: number
    first_answer_at: number | null
    /** Working time from the creation to the first answer. */
    first_answer_ms: number | null
    closed_at: number | null
    version: number
  }
  /** Further messages of the customer, notes of staff, and changes; answers are in `feedback_answers`. */
  ticket_entries: {
    id: Generated<number>
    ticket_id: number
    kind: 'customer' | 'note' | 'event'
    /** Who wrote or did it; `null`: a visitor, or the site. */
    user_id: string | null
    /** Plain text; of an event the JSON of `{member, before, after}`. */
    content: string
    created_at: number
  }
  /** Mails of answers to visitors, one row each; the address is that of the feedback. */
  ticket_mails: {
    id: Generated<number>
    ticket_id: number
    answer_id: string
    state: 'queued' | 'sent' | 'failed'
    reason: string | null
    /** An instance is sending it until then. */
    taken_until: number
    created_at: number
    changed_at: number
  }
  /** Links in mails. `token_hash`: SHA-256; the token itself is stored nowhere. */
  ticket_links: { token_hash: string; ticket_id: number; expires_at: number }
  report_pictures: {
    /** Of the file in the folder `report-pictures` of `DATA_DIR`. */
    name: string
    /** `null` until a report names it. */
    feedback_id: string | null
    bytes: number
    created_at: number
  }
  /** `value`: JSON. */
  site_settings: { name: string; value: string }
  /** Each save of the site's settings. */
  site_versions: {
    version: number
    at: number
    /** `null`: the operator's command. */
    actor_id: string | null
    /** The version whose values were put back. */
    restored_to: number | null
    /** JSON: `StoredChange[]` of `manage/site/site-settings.ts`. */
    changes: string
  }
  /** One row: the newest version. */
  site_head: { version: number }
  /** `page_views` and `visitors`. */
  site_counters: { name: string; value: number }
  visitors: { visitor_hash: string; first_seen_at: number }
  /** What was searched here with success, by day. `times`: different clients on that day. */
  search_terms: { keyword: string; day: string; times: number }
  /** Which clients were counted today, so that each counts once. The digest is of client and day; no address. */
  search_clients: { keyword: string; day: string; client_hash: string }
  /**
   * What happened on a day in UTC+8, without any trace of persons. `storage`: a sample instead of a count, bytes.
   */
  daily_counts: { day: string; kind: CountKind; key: string; times: number }
  /** When something last happened: mails, the check of the audit log. */
  health_marks: { name: HealthMark; at: number; detail: string }
  /** What a lookup reads of a number. */
  certificates: {
    certificate_no: string
    /** Keyed digest of number and check code. */
    check_code_hash: string
    state: StoredCertificateState
    /** The newest, which is the one that is shown. */
    version: number
    /** Which import holds the body of that version. */
    body_import_id: number
    /** `reissued`: the number that took its place. */
    newer_no: string | null
    /** `withdrawn`: why. */
    reason: string | null
    /** `yyyy-MM-dd`, as all days here. */
    changed_on: string | null
    received_on: string | null
    category: string | null
    /** The last import that touched the row. */
    import_id: number
    imported_at: number
  }
  /** All versions. Those of an unfinished import are invisible. */
  certificate_versions: {
    certificate_no: string
    version: number
    import_id: number
    /** JSON: the contract's `Certificate` without `certificateNo` and `version`. */
    body: string
    imported_at: number
  }
  certificate_imports: {
    id: Generated<number>
    /** SHA-256 of the file, hex. */
    file_hash: string
    file_name: string
    state: 'staging' | 'done'
    /** Staged rows of the file: where an interrupted import resumes. */
    rows_done: number
    added: number
    corrected: number
    unchanged: number
    started_at: number
    finished_at: number | null
  }
  /** Rows of `certificates` as an unfinished import will make them. */
  certificate_staging: {
    import_id: number
    certificate_no: string
    line_no: number
    change: 'added' | 'corrected' | 'unchanged'
    /** `import_id` of the row that this one was compared with; 0 when there was none. */
    base_import_id: number
    check_code_hash: string
    state: StoredCertificateState
    version: number
    body_import_id: number
    newer_no: string | null
    reason: string | null
    changed_on: string | null
    received_on: string | null
    category: string | null
  }
  /** Imported pictures: the served name and the original file. */
  certificate_pictures: { name: string; content_hash: string; file_name: string; import_id: number }
}

/** `draft` is invisible outside. */
export type StoredCertificateState = 'published' | 'reissued' | 'withdrawn' | 'examination' | 'draft'

/** `miss`: a search without hits. `unknown`: the start of a number that does not exist. */
export type CountKind = 'view' | 'lookup' | 'unknown' | 'miss' | 'storage'

export type HealthMark = 'mail.sent' | 'mail.failed' | 'audit.checked'
