import type { Duty } from '@portal/contract/accounts/duties.ts'
import { invite, inviteAgain, listInvitations, withdrawInvitation } from '@portal/contract/accounts/invitations.ts'
import { INVITATION_MAILS_A_DAY } from '@portal/contract/accounts/people-rules.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDateTime, toWireMinute } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readDuties } from '#accounts/duties/duties.ts'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { requireEmail } from '#accounts/login/email-codes.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import {
  accountNotNormal,
  hasDutiesAlready,
  invitationInvalid,
  mailNotSetUp,
  tooManyInvitations,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { type Mailer, noMailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { formatDutyNames } from './duty-names.ts'
import { createInvitationRepository } from './invitations.ts'
import { hashSecretCode, makeSecretCode, makeSecretLink } from './secret-code.ts'
import { readSiteName } from './site-name.ts'

export interface InvitationOptions extends Pick<Config, 'manageOrigin'> {
  db: Db
  digest: Digest
  mailer: Mailer
  now: () => number
  site: SiteRepository
}

/** Routes by which owners invite staff by mail. */
export const invitationRoutes: FastifyPluginAsync<InvitationOptions> = async (app, options) => {
  const { db, digest, mailer, now, site, manageOrigin } = options
  const invitations = createInvitationRepository({ db, now })

  addRoute(app, listInvitations, async ({ query }) => {
    const { invitations: found, hasMore } = await invitations.list(query.after)
    const records = found.map(({ invitedBy: _by, createdAt, expiresAt, ...rest }) => ({
      ...rest,
      createTime: toWireDateTime(createdAt),
      expireTime: toWireDateTime(expiresAt),
      state: expiresAt > now() ? ('open' as const) : ('expired' as const),
    }))
    return ok({ records, hasMore })
  })

  /** Stores an invitation, and mails its code after the commit. */
  async function send(
    {
      account,
      trx,
      record,
      runAfterwards: afterwards,
    }: Pick<Managed<unknown>, 'account' | 'trx' | 'record' | 'runAfterwards'>,
    email: string,
    duties: readonly Duty[],
  ): Promise<void> {
    if (mailer === noMailer) throw mailNotSetUp()
    await checkMayBeInvited(trx, email)
    await checkMailsLeft(trx, email, now())
    const code = makeSecretCode()
    const invitationsInTrx = createInvitationRepository({ db: trx, now })
    const id = await invitationsInTrx.put(email, duties, hashSecretCode(digest, 'invitation', code), account.id)
    const changes = [{ member: 'duties', before: null, after: duties.join(',') }]
    record({ kind: 'invitation', id: String(id), name: email, changes })
    afterwards(async () => {
      const siteName = await readSiteName(site)
      const expiresAt = (await invitations.find(id))?.expiresAt ?? now()
      await mailer.send({
        to: email,
        subject: `邀请您参与管理“${siteName}”`,
        text: [
          `${account.nickname}邀请您参与管理“${siteName}”，职责：${formatDutyNames(duties)}。`,
          `请在 ${toWireMinute(expiresAt)} 之前打开下面的地址，按提示接受邀请：`,
          makeSecretLink(manageOrigin, '/manage/invitation', code),
          '链接只能使用一次，只对本邮箱有效，请勿转发。如与您无关，请忽略本邮件。',
        ].join('\n\n'),
      })
      await invitations.noteMailed(id)
    })
  }

  addManagedRoute(app, options, invite, async (managed) => {
    const { email, duties } = managed.request.body
    await send(managed, requireEmail(email), duties)
    return ok(null)
  })

  addManagedRoute(app, options, inviteAgain, async (managed) => {
    const found = await createInvitationRepository({ db: managed.trx, now }).find(managed.request.params.number)
    if (!found) throw invitationInvalid()
    await send(managed, found.email, found.duties)
    return ok(null)
  })

  addManagedRoute(app, options, withdrawInvitation, async ({ trx, request, record }) => {
    const invitationsInTrx = createInvitationRepository({ db: trx, now })
    const found = await invitationsInTrx.find(request.params.number)
    if (!found) throw invitationInvalid()
    record({ kind: 'invitation', id: String(found.id), name: found.email })
    await invitationsInTrx.remove(found.id)
    return ok(null)
  })
}

/**
 * Counts the mails in the audit log, so that all instances agree.
 * @throws AppError after three mails to an address in 24 hours
 */
async function checkMailsLeft(trx: Db, email: string, at: number): Promise<void> {
  const mailQuery = trx
    .selectFrom('audit_log')
    .where('at', '>', at - DAY_MS)
    .where('action', 'in', [invite.audit, inviteAgain.audit])
    .where('target_name', '=', email)
    .where('outcome', '=', 'done')
  if ((await countRows(mailQuery)) >= INVITATION_MAILS_A_DAY) throw tooManyInvitations(email)
}

/** Checks the address of an invitation. @throws AppError for an account with duties, and for one that cannot log in */
async function checkMayBeInvited(trx: Db, email: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('account_name', '=', email)
    .executeTakeFirst()
  if (!account) return
  if (account.status !== ACCOUNT_STATUS.normal) throw accountNotNormal()
  if ((await readDuties(trx, account.id)).length > 0) throw hasDutiesAlready()
}
