import type { AnswerDelivery } from '@portal/contract/community/review.ts'
import type { NewTicketMails } from '@portal/contract/tickets/staff-mail-rules.ts'
import type { TicketKind, TicketSource, TicketState } from '@portal/contract/tickets/ticket-rules.ts'
import type { Generated } from 'kysely'

/** Feedback and reports, with the tickets of staff. */
export interface TicketsTables {
  feedback: {
    id: string
    /** `null` for a visitor. */
    user_id: string | null
    /** Address for answers to a visitor; `null` for members and reports. */
    email: string | null
    /** Contact address of a reporter, as typed; staff decide whether it becomes `email`. */
    contact_email: string | null
    /** 1 wish, 2 defect, 3 report of a forgery. */
    type: number
    title: string
    content: string
    img_url: string | null
    /** Channel by which it was received. Staff register `phone` and `visit`. */
    source: Generated<TicketSource>
    /** Name of the customer of a registered ticket; `null` otherwise. */
    customer_name: string | null
    phone: string | null
    /** 0 open, 1 solved. */
    status: number
    created_at: number
  }
  feedback_answers: {
    id: string
    feedback_id: string
    /** Author of the answer. */
    user_id: string | null
    content: string
    /** Channel by which it reached the writer: `notice`, `mail`, or `none` yet. */
    delivery: AnswerDelivery
    /** Idempotency key of the page that sent it. */
    ref: string | null
    created_at: number
  }
  /** Tickets of staff for feedback, reports and reported comments, one row for each. */
  /** Mails that a person of the staff wants. */
  staff_mails: {
    user_id: string
    new_tickets: NewTicketMails
    due: number
    overdue: number
    comments: number
    /** Time of the last daily mail. */
    daily_at: number
  }
  tickets: {
    /** Displayed as T-1042. */
    id: Generated<number>
    kind: TicketKind
    feedback_id: string | null
    /** Comment of the kind `comment`; `null` once the comment is deleted. */
    comment_id: number | null
    /** Title of the feedback, or of the comment's article. */
    title: string
    /** Closed tickets have `feedback.status` 1, others 0. */
    state: TicketState
    assignee_id: string | null
    /** Time when an answer is due; `null` while the clock stops. */
    due_at: number | null
    /** Working time that was left when the clock stopped, negative when late; `null` while it runs. */
    /** `due_at` of which staff got a mail; `null`: of none. */
    due_mailed_for: Generated<number | null>
    left_ms: number | null
    allowed_ms: number
    /** Sort key of lists: when it is due, since when it waits, or when it was closed. */
    sort_at: number
    created_at: number
    first_answer_at: number | null
    /** Working time between creation and first answer. */
    first_answer_ms: number | null
    closed_at: number | null
    version: number
  }
  /** A reported comment as it was at the last report. It stays when the comment is deleted. */
  ticket_comments: {
    ticket_id: number
    article_id: number
    article_title: string
    /** The writer; `null` once the account is erased. */
    user_id: string | null
    nickname: string
    /** HTML. */
    content: string
    /** JSON array of texts, newest first. */
    reasons: Generated<string>
  }
  /** Further messages of the customer, notes of staff, and changes; answers are in `feedback_answers`. */
  ticket_entries: {
    id: Generated<number>
    ticket_id: number
    kind: 'customer' | 'note' | 'event'
    /** Author of the entry; `null`: a visitor, or the site. */
    user_id: string | null
    /** Plain text; for an event the JSON of `{member, before, after}`. */
    content: string
    created_at: number
  }
  /** Mails of answers to visitors, one row each, to the address of the feedback. */
  ticket_mails: {
    id: Generated<number>
    ticket_id: number
    answer_id: string
    state: 'queued' | 'sent' | 'failed'
    reason: string | null
    /** Number of attempts, a running one included. */
    attempts: Generated<number>
    /** Time of the next attempt of a queued mail that failed. */
    retry_at: number | null
    created_at: number
    changed_at: number
  }
  /** Links to a ticket, as mailed to the visitor. `token_hash` is the SHA-256 of the token, which is not stored. */
  ticket_links: { token_hash: string; ticket_id: number; expires_at: number }
  report_pictures: {
    /** Name of the file in the folder `report-pictures` of `DATA_DIR`. */
    name: string
    /** `null` until a report refers to it. */
    feedback_id: string | null
    /** Entry of a later message; `null`: the picture belongs to the first one. */
    entry_id: number | null
    bytes: number
    created_at: number
  }
  /** Pictures in answers and notes of staff. They are uploaded before these and deleted with them. */
  ticket_pictures: {
    /** Name of the file in the folder `ticket-pictures` of `DATA_DIR`. */
    name: string
    ticket_id: number
    /** Account that uploaded it, and may send it. */
    user_id: string | null
    answer_id: string | null
    /** Entry of the note with the picture. */
    entry_id: number | null
    /** Position within the answer or note, from 0. */
    place: Generated<number>
    bytes: number
    created_at: number
  }
  /** Texts for answers with placeholders. */
  saved_replies: { id: Generated<number>; title: string; content: string; version: number; changed_at: number }
}
