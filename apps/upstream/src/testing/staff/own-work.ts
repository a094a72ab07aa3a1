import { randomUUID } from 'node:crypto'
import { sampleForm } from '@portal/contract/articles/content.ts'
import { type Attempt, type Attempts, attempt, type Outcome } from './attempt.ts'

const NOT_YOURS = { refusal: '您的职责不包括这项操作' }
const TICKETS = '/v1/manage/tickets'
const ARTICLES = '/v1/manage/articles'
const form = { ...sampleForm, title: '草稿' }
const publishAt = '2030-12-01 09:00'

/**
 * Makes an attempt on feedback that is assigned to the holder, whose duty alone does not show it.
 * @param call `{id}` is the ticket
 */
function attemptOnTicket(call: string, body?: Record<string, unknown>, outcome: Outcome = NOT_YOURS): Attempt {
  return attempt('shows no ticket in the charge of the holder', outcome, async (bureau, holder, colleague) => {
    const id = await bureau.ticket()
    await bureau.done(bureau.owner, `PUT ${TICKETS}/${id}`, { version: 1, assigneeId: holder.id })
    await bureau.done(holder, `GET ${TICKETS}/${id}`)
    return () => colleague.ask(call.replace('{id}', String(id)), body)
  })
}

/** Makes an attempt on an article of which the holder has an unpublished text. @param call `{id}` is its article */
function attemptOnDraft(call: string, body?: Record<string, unknown>): Attempt {
  return attempt('leaves the draft of the holder', {}, async (bureau, holder, colleague) => {
    const id = await bureau.article()
    const draft = { baseVersion: 1, form: { ...form, contentMd: '还没有写完' } }
    await bureau.done(holder, `PUT ${ARTICLES}/${id}/draft`, draft)
    return () => colleague.ask(call.replace('{id}', String(id)), body)
  })
}

/** Makes an attempt on an article that the holder has opened. */
function attemptOnLock(method: 'POST' | 'DELETE', outcome: Outcome): Attempt {
  return attempt('leaves the lock of the holder', outcome, async (bureau, holder, colleague) => {
    const call = `${ARTICLES}/${await bureau.article()}/lock`
    const typing = { unsaved: 12, idleSeconds: 1 }
    await bureau.done(holder, `POST ${call}`, typing)
    return () => colleague.ask(`${method} ${call}`, method === 'POST' ? typing : undefined)
  })
}

/** Makes an attempt on a running job of the holder. */
function attemptOnJob(method: 'GET' | 'DELETE', outcome: Outcome): Attempt {
  return attempt('leaves the job of the holder', outcome, async ({ upstream }, holder, colleague) => {
    const progress = { total: 9, position: 0, done: 0, skipped: '[]', finished_at: null }
    const job = { user_id: holder.id, action: '{"action":"stick"}', article_ids: '[]', source: '{}', ...progress }
    const at = Date.now()
    const row = { id: randomUUID(), started_at: at, ...job }
    await upstream.db.insertInto('article_bulk_jobs').values(row).execute()
    return () => colleague.ask(`${method} ${ARTICLES}/bulkJobs`)
  })
}

/** Makes an attempt on a running approval of the holder. */
function attemptOnApproval(method: 'GET' | 'DELETE', outcome: Outcome): Attempt {
  return attempt('leaves the approval of the holder', outcome, async ({ upstream }, holder, colleague) => {
    const progress = { total: 9, position: 0, published: 0, refused: '[]', finished_at: null }
    const task = { user_id: holder.id, items: '[]', source: '{}', started_at: Date.now(), ...progress }
    await upstream.db
      .insertInto('certificate_approvals')
      .values({ id: randomUUID(), ...task })
      .execute()
    return () => colleague.ask(`${method} /v1/manage/certificates/approvals`)
  })
}

/** Attempts on assigned tickets, drafts, locks and jobs. */
export const OWN_WORK: Attempts = {
  'GET /v1/manage/tickets': [
    attemptOnTicket(`GET ${TICKETS}?view=mine`, undefined, { data: { records: [] } }),
    attemptOnTicket(`GET ${TICKETS}?view=all`, undefined, { data: { records: [] } }),
  ],
  'GET /v1/manage/tickets/counts': [attemptOnTicket(`GET ${TICKETS}/counts`, undefined, { data: { all: 0, mine: 0 } })],
  'GET /v1/manage/tickets/{id}': [attemptOnTicket(`GET ${TICKETS}/{id}`)],
  // The call also names an old version, and the refusal for that shows the stored ticket.
  'PUT /v1/manage/tickets/{id}': [
    attemptOnTicket(`PUT ${TICKETS}/{id}`, { version: 2, state: 'closed' }),
    attemptOnTicket(`PUT ${TICKETS}/{id}`, { version: 1, state: 'closed' }),
  ],
  'POST /v1/manage/tickets/{id}/notes': [attemptOnTicket(`POST ${TICKETS}/{id}/notes`, { content: '备注' })],
  'POST /v1/manage/tickets/{id}/answers': [
    attemptOnTicket(`POST ${TICKETS}/{id}/answers`, {
      version: 1,
      content: '答复',
      state: 'closed',
      ref: 'ref-of-other',
    }),
  ],
  'POST /v1/manage/tickets/{id}/pictures': [attemptOnTicket(`POST ${TICKETS}/{id}/pictures`)],
  'GET /v1/manage/tickets/pictures/{name}': [
    attempt(
      'shows no picture of a ticket in the charge of the holder',
      NOT_YOURS,
      async (bureau, holder, colleague) => {
        const ticket_id = await bureau.ticket()
        await bureau.done(bureau.owner, `PUT ${TICKETS}/${ticket_id}`, { version: 1, assigneeId: holder.id })
        const name = `${randomUUID().replaceAll('-', '')}.webp`
        const row = { name, ticket_id, user_id: holder.id, bytes: 1, created_at: Date.now() }
        await bureau.upstream.db.insertInto('ticket_pictures').values(row).execute()
        return () => colleague.ask(`GET ${TICKETS}/pictures/${name}`)
      },
    ),
  ],
  'POST /v1/manage/tickets/{id}/mails': [attemptOnTicket(`POST ${TICKETS}/{id}/mails`, { mailId: 1 })],
  'POST /v1/manage/tickets/{id}/comment': [
    attemptOnTicket(`POST ${TICKETS}/{id}/comment`, { version: 1, decision: 'remove' }),
  ],
  'PUT /v1/manage/articles/{id}': [attemptOnDraft(`PUT ${ARTICLES}/{id}`, { version: 1, form })],
  'PUT /v1/manage/articles/{id}/draft': [attemptOnDraft(`PUT ${ARTICLES}/{id}/draft`, { baseVersion: 1, form })],
  'DELETE /v1/manage/articles/{id}/draft': [attemptOnDraft(`DELETE ${ARTICLES}/{id}/draft`)],
  'POST /v1/manage/articles/{id}/versions/{version}/restore': [
    attemptOnDraft(`POST ${ARTICLES}/{id}/versions/1/restore`),
  ],
  'PUT /v1/manage/articles/{id}/schedule': [
    attemptOnDraft(`PUT ${ARTICLES}/{id}/schedule`, { version: 1, publishAt, form }),
  ],
  'DELETE /v1/manage/articles/{id}/schedule': [
    attempt('leaves the draft of the holder', {}, async (bureau, holder, colleague) => {
      const path = `${ARTICLES}/${await bureau.article()}`
      await bureau.done(bureau.owner, `PUT ${path}/schedule`, { version: 1, publishAt, form })
      await bureau.done(holder, `PUT ${path}/draft`, { baseVersion: 1, form })
      return () => colleague.ask(`DELETE ${path}/schedule`)
    }),
  ],
  'PUT /v1/manage/pages/{key}': [
    attempt('leaves the draft of the holder', {}, async (bureau, holder, colleague) => {
      const { articleId } = await bureau.done(bureau.owner, 'POST /v1/manage/pages/about/open')
      await bureau.done(holder, `PUT ${ARTICLES}/${articleId}/draft`, { baseVersion: 1, form })
      const version = await bureau.readVersion('articles', articleId)
      const { title, summary, keywords, contentMd } = form
      return () =>
        colleague.ask('PUT /v1/manage/pages/about', { version, form: { title, summary, keywords, contentMd } })
    }),
  ],
  'PUT /v1/manage/ownPages/{id}': [
    attempt('leaves the draft of the holder', {}, async (bureau, holder, colleague) => {
      const { title, summary, keywords, contentMd } = form
      const page = { title, summary, keywords, contentMd }
      const slug = `page-${randomUUID().slice(0, 8)}`
      const { articleId } = await bureau.done(bureau.owner, 'POST /v1/manage/ownPages', { slug, form: page })
      await bureau.done(holder, `PUT ${ARTICLES}/${articleId}/draft`, { baseVersion: 1, form })
      return () => colleague.ask(`PUT /v1/manage/ownPages/${articleId}`, { version: 1, form: page })
    }),
  ],
  'GET /v1/manage/articles/bulkJobs': [attemptOnJob('GET', { data: null })],
  'DELETE /v1/manage/articles/bulkJobs': [attemptOnJob('DELETE', { refusal: '没有正在处理的批次' })],
  'GET /v1/manage/certificates/approvals': [attemptOnApproval('GET', { duties: ['approve'], data: null })],
  'DELETE /v1/manage/certificates/approvals': [
    attemptOnApproval('DELETE', { duties: ['approve'], refusal: '没有正在批准的批次' }),
  ],
  'POST /v1/manage/articles/{id}/lock': [attemptOnLock('POST', { data: { isMine: false } })],
  'DELETE /v1/manage/articles/{id}/lock': [attemptOnLock('DELETE', {})],
}
