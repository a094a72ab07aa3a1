import { emailLogin, emailRegister, forgetPassword, logout, sendEmailCode } from '@portal/contract/accounts/login.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { WIRE_TEXT } from '@portal/contract/errors.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { PenaltyRepository } from '#accounts/people/penalties.ts'
import type { NameGuard } from '#accounts/profiles/name-guard.ts'
import { NICKNAME_MAX } from '#accounts/profiles/profile.ts'
import { toUserInfo } from '#accounts/profiles/user-info.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import { accountDisabled, emailTaken, malformed, wrongPassword } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { type AccountRepository, toAccountName } from './account-repository.ts'
import { describeDevice } from './device.ts'
import { type EmailCodes, requireEmail } from './email-codes.ts'
import { checkNewPassword } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

const WRONG_PASSWORDS = 10
const WRONG_PASSWORDS_MS = 15 * MINUTE_MS

interface Options {
  createLimit: CreateLimit
  accounts: AccountRepository
  codes: EmailCodes
  names: NameGuard
  passwords: Passwords
  penalties: PenaltyRepository
  sessions: SessionRepository
}

export const loginRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { accounts, sessions, codes, passwords, names, penalties, createLimit } = options
  // Counts by account and client, so that guesses block the guessing client and not the owner at another address.
  const wrongPasswords = createLimit('wrong-password', { max: WRONG_PASSWORDS, windowMs: WRONG_PASSWORDS_MS })

  addRoute(app, emailLogin, async ({ body, ip, headers }) => {
    const accountName = toAccountName(body.email)
    const client = toClientKey(ip)
    const guesser = JSON.stringify([accountName, client])
    // Counts the guess before the verification, so that concurrent guesses count too.
    await wrongPasswords.use(guesser)
    const found = await accounts.findCredentials(accountName)
    const isRight = await passwords.verify(body.password, found?.passwordHash ?? null, client)
    if (!found?.passwordHash || !isRight) throw wrongPassword()
    await wrongPasswords.forget(guesser)
    if (found.isDisabled && !(await penalties.endDue(found.account.id))) {
      const penalty = await penalties.findInForce(found.account.id)
      throw accountDisabled(
        penalty && { reason: penalty.reason, until: penalty.endsAt === null ? null : toWireMinute(penalty.endsAt) },
      )
    }
    const { account, passwordHash } = found
    if (passwords.isOutdated(passwordHash)) {
      await accounts.rehash(account.id, passwordHash, await passwords.hash(body.password, client))
    }
    const token = await sessions.create(account.id, describeDevice(headers['user-agent']))
    return ok({ ...toUserInfo(account), email: accountName, token })
  })

  addRoute(app, sendEmailCode, async ({ query, ip }) => {
    await codes.send(requireEmail(query.email), toClientKey(ip))
    return ok(null)
  })

  addRoute(app, emailRegister, async ({ body, ip }) => {
    const email = requireEmail(body.email)
    const nickname = toOneLine(body.nickname, NICKNAME_MAX)
    if (nickname === '') throw malformed()
    // Checks the password before the code, so that a refused password does not use up the code.
    checkNewPassword(body.password, { email, nickname })
    await names.check(nickname)
    // Checks the code first: only a person who reads the mail of the address learns whether it has an account.
    await codes.consume(email, body.code, toClientKey(ip))
    if (await accounts.isTaken(email)) throw emailTaken()
    const passwordHash = await passwords.hash(body.password, toClientKey(ip))
    if (!(await accounts.create({ accountName: email, nickname, passwordHash }))) throw emailTaken()
    return ok(null)
  })

  addRoute(app, forgetPassword, async ({ body, ip }) => {
    const email = requireEmail(body.email)
    checkNewPassword(body.password, { email })
    await codes.consume(email, body.code, toClientKey(ip))
    await accounts.resetPassword(email, await passwords.hash(body.password, toClientKey(ip)))
    return ok(null)
  })

  addRoute(app, logout, async ({ headers }) => {
    if (headers.authorization) await sessions.end(headers.authorization)
    return ok(WIRE_TEXT.loggedOut)
  })
}
