import { createInvitationRepository } from '#manage/people/invitations.ts'
import { newSecretCode, secretCodeHash } from '#manage/people/secret-code.ts'
import { type Attempts, attempt } from './attempt.ts'
import { OWN_FACTORS } from './own-factors.ts'
import { OWN_WORK } from './own-work.ts'

const NOT_INVITED = { duties: [], refusal: '邀请发给了另一个邮箱，请用那个邮箱的账号登录' }

/** Calls about what belongs to one person. */
export const OWN_THINGS: Attempts = {
  ...OWN_FACTORS,
  ...OWN_WORK,
  'GET /v1/manage/audit': [
    attempt('shows no entry of the holder', {}, async (bureau, holder, colleague) => {
      await bureau.done(holder, 'POST /v1/manage/factor/recoveryCodes')
      return () => colleague.ask(`GET /v1/manage/audit?actor=${holder.id}`)
    }),
  ],
  'POST /v1/invitation/accept': [
    attempt('takes no invitation of the holder', NOT_INVITED, async ({ owner, upstream }, holder, colleague) => {
      const { db, digest } = upstream
      const named = db.selectFrom('users').select('account_name').where('id', '=', holder.id)
      const { account_name: email } = await named.executeTakeFirstOrThrow()
      const code = newSecretCode()
      const invitations = createInvitationRepository({ db, now: Date.now })
      await invitations.put(email ?? '', ['owner'], secretCodeHash(digest, 'invitation', code), owner.id)
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
