import { HOUR_MS } from '@portal/contract/constants.ts'
import { getStaffMails, saveStaffMails, testStaffMail } from '@portal/contract/tickets/staff-mails.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, testMailFailed, tooManyTestMails } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { toMailFailure } from '#platform/mail/mail-watch.ts'
import { type Mailer, noMailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { composeStaffMail, findStaffAddress, readStaffMailChoices } from './staff-mails.ts'

/** Maximum test mails of one person. */
const TESTS = { max: 5, windowMs: HOUR_MS }

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  mailer: Mailer
  manageOrigin: string
  now: () => number
  site: SiteRepository
  smtpUrl: string | null
}

/** Routes of the mails to staff; each person chooses the own ones. */
export const staffMailRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { createLimit, db, mailer, now, smtpUrl } = options
  const tests = createLimit('test-mail', { ...TESTS, refusal: tooManyTestMails })

  addRoute(app, getStaffMails, async (request) => {
    const { id } = getAccount(request)
    const mode = mailer === noMailer ? ('off' as const) : smtpUrl ? ('on' as const) : ('mailbox' as const)
    return ok({ ...(await readStaffMailChoices(db, id)), email: await findStaffAddress(db, id), mode })
  })

  addManagedRoute(app, options, saveStaffMails, async ({ request, account, trx, record }) => {
    const { newTickets, due, overdue, comments } = request.body
    const before = await readStaffMailChoices(trx, account.id)
    const row = {
      new_tickets: newTickets,
      due: due ? 1 : 0,
      overdue: overdue ? 1 : 0,
      comments: comments ? 1 : 0,
    }
    await trx
      .insertInto('staff_mails')
      // The first daily mail comes tomorrow, unless it is before nine.
      .values({ user_id: account.id, ...row, daily_at: now() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    const changes = (['newTickets', 'due', 'overdue', 'comments'] as const)
      .filter((member) => before[member] !== request.body[member])
      .map((member) => ({ member, before: String(before[member]), after: String(request.body[member]) }))
    record({ kind: 'user', id: account.id, name: account.nickname, changes })
    return ok(null)
  })

  addPreparedRoute(
    app,
    options,
    testStaffMail,
    async (request, { id }) => {
      const address = await findStaffAddress(db, id)
      if (address === null) throw badInput('您的账号没有邮箱，先在个人主页填写')
      await tests.use(id)
      const mail = await composeStaffMail(options, {
        subject: '测试邮件',
        lines: ['这是一封测试邮件。收到它，说明本站可以发出邮件。'],
        path: '/security',
      })
      await mailer.send({ to: address, ...mail }).catch((error: Error) => {
        request.log.warn({ cause: error.message }, 'a test mail failed')
        throw testMailFailed(toMailFailure(error))
      })
      return { email: address, isSent: smtpUrl !== null }
    },
    async ({ account, record, prepared }) => {
      record({ kind: 'user', id: account.id, name: account.nickname })
      return ok(prepared)
    },
  )
}
