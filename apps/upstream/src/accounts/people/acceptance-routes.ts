import { randomBytes } from 'node:crypto'
import { acceptInvitation, joinByInvitation, readInvitation } from '@portal/contract/accounts/invitations.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { toAuditSource } from '#accounts/audit/audit-source.ts'
import { readDuties, setDuties } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { checkNewPassword } from '#accounts/login/password-rules.ts'
import type { Passwords } from '#accounts/login/passwords.ts'
import type { NameGuard } from '#accounts/profiles/name-guard.ts'
import { NICKNAME_MAX } from '#accounts/profiles/profile.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, emailTaken, invitationInvalid, invitedAnotherAddress } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { createInvitationRepository } from './invitations.ts'
import { hashSecretCode } from './secret-code.ts'
import { readSiteName } from './site-name.ts'

interface Options {
  db: Db
  digest: Digest
  names: NameGuard
  now: () => number
  passwords: Passwords
  site: SiteRepository
}

/**
 * Routes by which an invited person accepts. They take POST requests only, because mail programs open links for a
 * preview.
 */
export const acceptanceRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, passwords, site, names } = options
  const hashCode = (code: string) => hashSecretCode(digest, 'invitation', code)
  const findOpenInvitation = (code: string) => createInvitationRepository({ db, now }).findOpen(hashCode(code))

  const readAccountName = async (id: string | undefined) =>
    id && (await db.selectFrom('users').select('account_name').where('id', '=', id).executeTakeFirst())?.account_name

  addRoute(app, readInvitation, async ({ body, account }) => {
    const found = await findOpenInvitation(body.code)
    if (!found) throw invitationInvalid()
    const { email, byName, duties, expiresAt } = found
    const holder = await db.selectFrom('users').select('id').where('account_name', '=', email).executeTakeFirst()
    const isOwn = (await readAccountName(account?.id)) === email
    return ok({
      siteName: await readSiteName(site),
      byName,
      email,
      duties,
      expireTime: toWireDateTime(expiresAt),
      hasAccount: holder !== undefined,
      isOwn,
      loggedInAs: account && !isOwn ? account.nickname : null,
    })
  })

  /** Uses up the invitation, gives the duties, and records the invited person as the actor. */
  async function accept(
    trx: Db,
    request: FastifyRequest,
    code: string,
    accountFor: (email: string) => Promise<{ id: string; name: string }>,
  ): Promise<void> {
    const invitation = await createInvitationRepository({ db: trx, now }).take(hashCode(code))
    if (!invitation) throw invitationInvalid()
    const { id, name } = await accountFor(invitation.email)
    const before = await readDuties(trx, id)
    const duties = [...new Set([...before, ...invitation.duties])]
    await setDuties(trx, id, duties, { by: invitation.invitedBy, at: now() })
    const changes = [{ member: 'duties', before: before.join(','), after: duties.join(',') }]
    await appendAudit(
      trx,
      { now, digest },
      {
        ...toAuditSource(request),
        actor: { id, name },
        action: 'invitation.accept',
        outcome: 'done',
        subject: { kind: 'user', id, name, changes },
      },
    )
  }

  addRoute(app, joinByInvitation, async (request) => {
    const { code, password } = request.body
    const nickname = toOneLine(request.body.nickname, NICKNAME_MAX)
    if (nickname === '') throw badInput('请填写姓名')
    const found = await findOpenInvitation(code)
    if (!found) throw invitationInvalid()
    checkNewPassword(password, { email: found.email, nickname })
    await names.check(nickname)
    const passwordHash = await passwords.hash(password, toClientKey(request.ip))
    await db.transaction().execute((trx) =>
      accept(trx, request, code, async (email) => {
        const id = randomBytes(16).toString('hex')
        const row = { id, account_name: email, email, nickname, avatar: '', password_hash: passwordHash }
        const newAccount = await trx
          .insertInto('users')
          .values({ ...row, status: ACCOUNT_STATUS.normal, created_at: now() })
          .onConflict((conflict) => conflict.column('account_name').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!newAccount) throw emailTaken()
        return { id, name: nickname }
      }),
    )
    return ok(null)
  })

  addRoute(app, acceptInvitation, async (request) => {
    const { id, nickname } = getAccount(request)
    const accountName = await readAccountName(id)
    await db.transaction().execute((trx) =>
      accept(trx, request, request.body.code, async (email) => {
        // Compares the address of the registration, because the one of the profile is not verified.
        if (accountName !== email) throw invitedAnotherAddress()
        return { id, name: nickname }
      }),
    )
    return ok(null)
  })
}
