import type { Duty } from '@portal/contract/accounts/duties.ts'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import {
  COMMENT_MAIL_HOURS,
  DAILY_MAIL_HOUR,
  DUE_MAIL_HOURS,
  type NewTicketMails,
} from '@portal/contract/tickets/staff-mail-rules.ts'
import { listVisibleKinds, TICKET_KINDS, type TicketKind } from '@portal/contract/tickets/ticket-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { readDuties } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny } from '#platform/db/queries.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { MAIL_LEASE_MS, mailRetryMs } from '#platform/mail/mail-retries.ts'
import { type Mail, type Mailer, noMailer } from '#platform/mail/mailer.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { readWorkingTime } from './ticket-clock.ts'

/** What a person has chosen. */
export interface StaffMailChoices {
  newTickets: NewTicketMails
  due: boolean
  overdue: boolean
  comments: boolean
}

/** Choices of a person who has not chosen. */
const NO_STAFF_MAILS: StaffMailChoices = { newTickets: 'none', due: false, overdue: false, comments: false }

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  site: SiteRepository
  /** Address of the management pages. */
  manageOrigin: string
}

/** Tickets that one run looks at. */
const DUE_MAX = 200
const FOOT = '邮件不含来信和评论的内容。在“登录与安全”的“邮件提醒”里可以改动或停止。'
const KIND_WORDS: Readonly<Record<TicketKind, string>> = {
  feedback: '反馈',
  forgery: '假证书举报',
  comment: '评论举报',
}

const formatRef = (...parts: (string | number)[]) => parts.join('.')

/** Queues the mails about a new ticket, if anybody wants them. @param trx the transaction that stores the ticket */
export async function queueNewTicketMails(trx: Db, ticketId: number, at: number): Promise<void> {
  const wanted = trx.selectFrom('staff_mails').select('user_id').where('new_tickets', '=', 'once').limit(1)
  if (await isAny(wanted)) await addJob(trx, { kind: 'staffMail', ref: formatRef('new', ticketId), dueAt: at })
}

/** Reads the choices of a person. */
export async function readStaffMailChoices(db: Db, userId: string): Promise<StaffMailChoices> {
  const row = await db.selectFrom('staff_mails').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return NO_STAFF_MAILS
  return { newTickets: row.new_tickets, due: row.due === 1, overdue: row.overdue === 1, comments: row.comments === 1 }
}

/** Finds the address of an account that can log in: that of its login, because the one in the profile is not verified. */
export async function findStaffAddress(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.coalesce('users.account_name', 'users.email').as('email'))
    .where('id', '=', userId)
    .where('status', '=', ACCOUNT_STATUS.normal)
    .executeTakeFirst()
  return row?.email?.includes('@') ? row.email : null
}

/** Composes a mail to staff, with a link to the page where the work is done. */
export async function composeStaffMail(
  { site, manageOrigin }: Pick<Options, 'site' | 'manageOrigin'>,
  { subject, lines, path }: { subject: string; lines: readonly string[]; path: string },
): Promise<Omit<Mail, 'to'>> {
  const { name } = await site.readSettings()
  const from = typeof name === 'string' && name !== '' ? `${name}：` : ''
  return { subject: `${from}${subject}`, text: [...lines, '', `${manageOrigin}/manage${path}`, '', FOOT].join('\n') }
}

/** Composes the mails for one person at the time when they leave. They name numbers and kinds, and nothing that a customer wrote. */
function createComposer({ db, now, site, manageOrigin }: Omit<Options, 'mailer'>) {
  const readTicket = (id: number) =>
    db
      .selectFrom('tickets')
      .select(['id', 'kind', 'state', 'assignee_id', 'due_at'])
      .where('id', '=', id)
      .where('state', 'in', ['new', 'open'])
      .executeTakeFirst()

  /** Composes the mail about one ticket; `null`: it is none of the person's business, or done already. */
  async function composeTicketMail(event: string, id: number, userId: string, duties: readonly Duty[]) {
    const ticket = await readTicket(id)
    const choices = await readStaffMailChoices(db, userId)
    const isWanted = event === 'new' ? choices.newTickets === 'once' : choices.due
    if (!ticket || !isWanted) return null
    const isMine = ticket.assignee_id === userId
    if (event === 'due' && ticket.assignee_id !== null && !isMine) return null
    if (!isMine && !(listVisibleKinds(duties)?.includes(ticket.kind) ?? true)) return null
    const what = `${KIND_WORDS[ticket.kind]} T-${id}`
    const [subject, line] =
      event === 'new'
        ? [`新的${what}`, `收到一件${KIND_WORDS[ticket.kind]}，工单号 T-${id}。`]
        : [`${what} 即将到时`, `工单 T-${id} 剩下不到 ${DUE_MAIL_HOURS} 个工作小时。`]
    return await composeStaffMail({ site, manageOrigin }, { subject, lines: [line], path: `/tickets/${id}` })
  }

  /** Composes the daily mail; `null`: there is nothing to say. */
  async function composeDailyMail(sinceMs: number, userId: string, duties: readonly Duty[]) {
    const choices = await readStaffMailChoices(db, userId)
    const kinds = listVisibleKinds(duties) ?? TICKET_KINDS
    const tickets = db.selectFrom('tickets').where('kind', 'in', [...kinds])
    const open = tickets.where('state', 'in', ['new', 'open'])
    const seesComments = duties.some((duty) => duty === 'edit' || duty === 'support' || duty === 'owner')
    const waiting = db.selectFrom('held_comments').where('held_comments.state', '=', 'waiting')
    const counted: [isOn: boolean, words: string, unit: string, count: () => Promise<number>][] = [
      [choices.newTickets === 'daily', '新工单', '件', () => countRows(tickets.where('created_at', '>=', sinceMs))],
      [choices.overdue, '超时的工单', '件', () => countRows(open.where('due_at', '<', now()))],
      [
        choices.comments && seesComments,
        `等待审核超过 ${COMMENT_MAIL_HOURS} 小时的评论`,
        '条',
        () => countRows(waiting.where('held_comments.created_at', '<', now() - COMMENT_MAIL_HOURS * HOUR_MS)),
      ],
    ]
    const lines: string[] = []
    for (const [isOn, words, unit, count] of counted) {
      const number = isOn && (kinds.length > 0 || unit === '条') ? await count() : 0
      if (number > 0) lines.push(`${words} ${number} ${unit}`)
    }
    if (lines.length === 0) return null
    return await composeStaffMail({ site, manageOrigin }, { subject: '待办汇总', lines, path: '/' })
  }

  return { composeTicketMail, composeDailyMail }
}

/**
 * Mails to staff about tickets and waiting comments. A job of an event is replaced by one for each person, so that a mail is
 * repeated for those alone who have not got it.
 */
export function createStaffMails(options: Options): JobHandler & { sweep(): Promise<void> } {
  const { db, now, mailer } = options
  const { composeTicketMail, composeDailyMail } = createComposer(options)

  async function listPeople(column: 'new_tickets' | 'due', value: 'once' | 1): Promise<string[]> {
    const rows = await db.selectFrom('staff_mails').select('user_id').where(column, '=', value).execute()
    return rows.map(({ user_id }) => user_id)
  }

  /** Replaces the job of an event by one for each person who wants the mail. */
  async function fanOut(event: string, key: number): Promise<void> {
    const people = event === 'new' ? await listPeople('new_tickets', 'once') : await listPeople('due', 1)
    await db.transaction().execute(async (trx) => {
      for (const id of people) await addJob(trx, { kind: 'staffMail', ref: formatRef(event, key, id), dueAt: now() })
    })
  }

  /** Tells of tickets that are due soon, each once for each due time. */
  async function findDueSoon(): Promise<void> {
    if ((await listPeople('due', 1)).length === 0) return
    const time = await readWorkingTime(db)
    const at = now()
    const soon = time.after(at, DUE_MAIL_HOURS * HOUR_MS)
    await db.transaction().execute(async (trx) => {
      const tickets = await trx
        .selectFrom('tickets')
        .select(['id', 'due_at'])
        .where('state', 'in', ['new', 'open'])
        .where('due_at', '>', at)
        .where('due_at', '<=', soon)
        .where((eb) => eb.or([eb('due_mailed_for', 'is', null), eb('due_mailed_for', '!=', eb.ref('due_at'))]))
        .limit(DUE_MAX)
        .execute()
      for (const { id, due_at } of tickets) {
        await trx.updateTable('tickets').set({ due_mailed_for: due_at }).where('id', '=', id).execute()
        await addJob(trx, { kind: 'staffMail', ref: formatRef('due', id), dueAt: at })
      }
    })
  }

  /** Queues the daily mails after nine o'clock. */
  async function queueDaily(): Promise<void> {
    const at = now()
    const hour = `${String(DAILY_MAIL_HOUR).padStart(2, '0')}:00:00+08:00`
    const nine = Date.parse(`${toWireDate(at)}T${hour}`)
    if (at < nine) return
    await db.transaction().execute(async (trx) => {
      const people = trx.selectFrom('staff_mails').select(['user_id', 'daily_at']).where('daily_at', '<', nine)
      for (const { user_id: id, daily_at: last } of await people.execute()) {
        const isTaken = trx.updateTable('staff_mails').set({ daily_at: at }).where('user_id', '=', id)
        if (!(await isAny(isTaken.where('daily_at', '=', last).returning('user_id')))) continue
        const since = Math.max(last, at - 7 * DAY_MS)
        await addJob(trx, { kind: 'staffMail', ref: formatRef('daily', since, id), dueAt: at })
      }
    })
  }

  return {
    async run({ ref }) {
      const [event = '', key = '', userId] = ref.split('.')
      if (mailer === noMailer) return
      if (userId === undefined) return await fanOut(event, Number(key))
      const address = await findStaffAddress(db, userId)
      const duties = await readDuties(db, userId)
      if (address === null || duties.length === 0) return
      const mail =
        event === 'daily'
          ? await composeDailyMail(Number(key), userId, duties)
          : await composeTicketMail(event, Number(key), userId, duties)
      if (mail) await mailer.send({ to: address, ...mail })
    },
    leaseMs: MAIL_LEASE_MS,
    retryAfterMs: mailRetryMs,
    // A connection of the mailer stays free for login codes.
    atOnce: 1,

    async sweep() {
      await findDueSoon()
      await queueDaily()
    },
  }
}
