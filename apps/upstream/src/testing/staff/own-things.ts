import { createInvitationRepository } from '#accounts/people/invitations.ts'
import { hashSecretCode, makeSecretCode } from '#accounts/people/secret-code.ts'
import type { Member } from '../members.ts'
import { type Attempts, attempt } from './attempt.ts'
import type { Bureau } from './bureau.ts'
import { OWN_BATCHES } from './own-batches.ts'
import { OWN_FACTORS } from './own-factors.ts'
import { OWN_WORK } from './own-work.ts'

const NOT_INVITED = { duties: [], refusal: '邀请发给了另一个邮箱，请用那个邮箱的账号登录' }

const NO_VIEW = '这个视图不存在，可能已删除'
const MAILS = { newTickets: 'once', due: true, overdue: true, comments: true }
const VIEW = { list: 'articles', name: '草稿', query: 'view=draft' }

async function createView({ done }: Bureau, holder: Member): Promise<number> {
  return (await done(holder, 'POST /v1/manage/views', VIEW)).id
}

/** Attempts on the things of one person. */
export const OWN_THINGS: Attempts = {
  ...OWN_FACTORS,
  ...OWN_WORK,
  ...OWN_BATCHES,
  'GET /v1/manage/audit': [
    attempt('shows no entry of the holder', {}, async (bureau, holder, colleague) => {
      await bureau.done(holder, 'POST /v1/manage/factor/recoveryCodes')
      return () => colleague.ask(`GET /v1/manage/audit?actor=${holder.id}`)
    }),
  ],
  'GET /v1/manage/audit/counts': [
    attempt('counts no entry of the holder', { data: { total: 0 } }, async (bureau, holder, colleague) => {
      await bureau.done(holder, 'POST /v1/manage/factor/recoveryCodes')
      return () => colleague.ask(`GET /v1/manage/audit/counts?actor=${holder.id}`)
    }),
  ],
  'GET /v1/manage/sessions': [
    attempt('shows the own sessions alone', { data: [{}] }, async (_bureau, _holder, colleague) => {
      return () => colleague.ask('GET /v1/manage/sessions')
    }),
  ],
  'DELETE /v1/manage/sessions': [
    attempt('ends no session of the holder', { refusal: '这次登录已经结束' }, async (bureau, holder, colleague) => {
      const [{ id }] = await bureau.done(holder, 'GET /v1/manage/sessions')
      return () => colleague.ask(`DELETE /v1/manage/sessions?id=${id}`)
    }),
    attempt('ends no session of the holder with all others', {}, async (_bureau, _holder, colleague) => {
      return () => colleague.ask('DELETE /v1/manage/sessions')
    }),
  ],
  'GET /v1/manage/staffMail': [
    attempt('shows the own choices alone', { data: { newTickets: 'none' } }, async (bureau, holder, colleague) => {
      await bureau.done(holder, 'PUT /v1/manage/staffMail', MAILS)
      return () => colleague.ask('GET /v1/manage/staffMail')
    }),
  ],
  'PUT /v1/manage/staffMail': [
    attempt('changes no choice of the holder', {}, async (bureau, holder, colleague) => {
      await bureau.done(holder, 'PUT /v1/manage/staffMail', MAILS)
      return () => colleague.ask('PUT /v1/manage/staffMail', { ...MAILS, newTickets: 'none' })
    }),
  ],
  'POST /v1/manage/staffMail/test': [
    attempt('sends nothing to the holder', {}, async (_bureau, _holder, colleague) => {
      return () => colleague.ask('POST /v1/manage/staffMail/test')
    }),
  ],
  'GET /v1/manage/views': [
    attempt('shows the own views alone', { data: [] }, async (bureau, holder, colleague) => {
      await createView(bureau, holder)
      return () => colleague.ask('GET /v1/manage/views')
    }),
  ],
  'POST /v1/manage/views': [
    attempt('takes no name of the holder', {}, async (bureau, holder, colleague) => {
      await createView(bureau, holder)
      return () => colleague.ask('POST /v1/manage/views', VIEW)
    }),
  ],
  'PUT /v1/manage/views/{id}': [
    attempt('renames no view of the holder', { refusal: NO_VIEW }, async (bureau, holder, colleague) => {
      const id = await createView(bureau, holder)
      return () => colleague.ask(`PUT /v1/manage/views/${id}`, { name: '我的', version: 1 })
    }),
  ],
  'DELETE /v1/manage/views/{id}': [
    attempt('deletes no view of the holder', {}, async (bureau, holder, colleague) => {
      const id = await createView(bureau, holder)
      return () => colleague.ask(`DELETE /v1/manage/views/${id}`)
    }),
  ],
  'POST /v1/invitation/accept': [
    attempt('takes no invitation of the holder', NOT_INVITED, async ({ owner, upstream }, holder, colleague) => {
      const { db, digest } = upstream
      const nameQuery = db.selectFrom('users').select('account_name').where('id', '=', holder.id)
      const { account_name: email } = await nameQuery.executeTakeFirstOrThrow()
      const code = makeSecretCode()
      const invitations = createInvitationRepository({ db, now: Date.now })
      await invitations.put(email ?? '', ['owner'], hashSecretCode(digest, 'invitation', code), owner.id)
      return () => colleague.ask('POST /v1/invitation/accept', { code })
    }),
  ],
  'GET /v1/user/sessions': [
    attempt('shows the own sessions alone', { data: [{ isCurrent: true }] }, async (_bureau, _holder, colleague) => {
      return () => colleague.ask('GET /v1/user/sessions')
    }),
  ],
  'DELETE /v1/user/sessions': [
    attempt('ends no session of the holder', {}, async ({ upstream }, holder, colleague) => {
      const found = upstream.db.selectFrom('sessions').select('id').where('user_id', '=', holder.id)
      const { id } = await found.executeTakeFirstOrThrow()
      return () => colleague.ask(`DELETE /v1/user/sessions?id=${id}`)
    }),
  ],
}
