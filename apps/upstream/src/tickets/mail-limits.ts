import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type NewNotice, NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { mailsUsedUp, tooManyMailsToAddress } from '#platform/errors.ts'
import { escapeHtml } from '#platform/search/mark.ts'

/** Maximum mails to an address that staff have registered, because the customer has not proved it. */
const ADDRESS_MAILS_A_DAY = 3
const ACCOUNT_MAILS_AN_HOUR = 60

interface NewMail {
  /** Account that sends the answer. */
  by: string
  feedbackId: string
  email: string
  at: number
}

/**
 * Counts a mail of staff in the database, so that all instances agree. Locks the account for the rest of the transaction.
 * @returns notices to the owners, when it is the last one that the account may send
 * @throws AppError when the address, or the account, has no mail left
 */
export async function countMail(trx: Db, { by, feedbackId, email, at }: NewMail): Promise<NewNotice[]> {
  const { nickname } = await trx
    .updateTable('users')
    .set((eb) => ({ nickname: eb.ref('nickname') }))
    .where('id', '=', by)
    .returning('nickname')
    .executeTakeFirstOrThrow()
  const mails = trx
    .selectFrom('ticket_mails as mail')
    .innerJoin('feedback_answers as answer', 'answer.id', 'mail.answer_id')
    .innerJoin('feedback', 'feedback.id', 'answer.feedback_id')
  const { source } = await trx
    .selectFrom('feedback')
    .select('source')
    .where('id', '=', feedbackId)
    .executeTakeFirstOrThrow()
  const toAddress = mails.where('mail.created_at', '>', at - DAY_MS).where('feedback.email', '=', email)
  if (source !== 'site' && (await countRows(toAddress)) >= ADDRESS_MAILS_A_DAY) throw tooManyMailsToAddress(email)
  const accountMails = mails.where('mail.created_at', '>', at - HOUR_MS).where('answer.user_id', '=', by)
  const sentCount = await countRows(accountMails)
  if (sentCount >= ACCOUNT_MAILS_AN_HOUR) throw mailsUsedUp()
  return sentCount + 1 === ACCOUNT_MAILS_AN_HOUR ? await makeOwnersNotices(trx, nickname) : []
}

async function makeOwnersNotices(trx: Db, name: string): Promise<NewNotice[]> {
  const owners = await trx
    .selectFrom('users')
    .innerJoin('duties', 'duties.user_id', 'users.id')
    .select('users.id')
    .where('duties.duty', '=', 'owner')
    .where('users.status', '=', ACCOUNT_STATUS.normal)
    .execute()
  const text = `${escapeHtml(name)}一小时内已发出 ${ACCOUNT_MAILS_AN_HOUR} 封答复邮件，暂不能再发。如非本人所为，请锁定这个账号。`
  return owners.map(({ id }) => ({ to: id, type: NOTICE.system, content: text }))
}
