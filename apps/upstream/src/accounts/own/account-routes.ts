import {
  changePassword,
  closeAccount,
  getAccountSecurity,
  sendOwnCode,
  undoClosure,
} from '@portal/contract/accounts/account.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { toWireDateTime, toWireMinute } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AccountRepository } from '#accounts/login/account-repository.ts'
import { type EmailCodes, requireEmail } from '#accounts/login/email-codes.ts'
import { checkNewPassword } from '#accounts/login/password-rules.ts'
import type { Passwords } from '#accounts/login/passwords.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import {
  currentPasswordWrong,
  emailTaken,
  hasNoPasswordOrEmail,
  lastOwnerCannotLeave,
  passwordUnchanged,
  tooManyProofs,
  unauthenticated,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { OwnAccount, OwnAccountRepository } from './own-account-repository.ts'

interface Options {
  createLimit: CreateLimit
  accounts: AccountRepository
  codes: EmailCodes
  mailer: Mailer
  notices: NoticeRepository
  now: () => number
  ownAccounts: OwnAccountRepository
  passwords: Passwords
  sessions: SessionRepository
  onMailError: (error: Error) => void
}

const WRONG_PROOFS = 5
const WRONG_PROOFS_MS = 15 * MINUTE_MS

interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/**
 * Requires more than a session, which may have been left open or stolen: the current password, or a code mailed to the
 * address of an account without a password.
 */
function createOwnerProof({ createLimit, ownAccounts, passwords, codes }: Options) {
  const wrongProofs = createLimit('wrong-proof', {
    max: WRONG_PROOFS,
    windowMs: WRONG_PROOFS_MS,
    refusal: tooManyProofs,
  })

  /** @throws AppError when the proof is wrong, or too many were wrong */
  return async function prove(id: string, { password, code }: Proof, client: string): Promise<OwnAccount> {
    const ownAccount = await ownAccounts.find(id)
    if (!ownAccount) throw unauthenticated()
    if (ownAccount.passwordHash === null) {
      if (ownAccount.email === null) throw hasNoPasswordOrEmail()
      // `consume` counts wrong codes.
      await codes.consume(ownAccount.email, code ?? '', client)
      return ownAccount
    }
    // Counts the guess before the verification, so that concurrent guesses count too.
    await wrongProofs.use(id)
    if (!(await passwords.verify(password ?? '', ownAccount.passwordHash, client))) throw currentPasswordWrong()
    await wrongProofs.forget(id)
    return ownAccount
  }
}

/** Routes by which the owner of an account changes the password, closes the account, or undoes the closure. */
export const accountRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { ownAccounts, accounts, sessions, passwords, codes, notices, mailer, now, onMailError } = options
  const prove = createOwnerProof(options)

  /** Mails a warning in the background. A failed mail does not fail the request. */
  function warn(to: string | null, subject: string, text: string): void {
    if (to !== null) mailer.send({ to, subject, text }).catch(onMailError)
  }

  addRoute(app, getAccountSecurity, async (request) => {
    const ownAccount = await ownAccounts.find(getAccount(request).id)
    const { passwordHash = null, email = null, role = 'user' } = ownAccount ?? {}
    return ok({ hasPassword: passwordHash !== null, email, isStaff: role !== 'user' })
  })

  addRoute(app, sendOwnCode, async (request) => {
    const ownAccount = await ownAccounts.find(getAccount(request).id)
    if (!ownAccount?.email) throw hasNoPasswordOrEmail()
    await codes.send(requireEmail(ownAccount.email), toClientKey(request.ip))
    return ok(null)
  })

  addRoute(app, changePassword, async (request) => {
    const { id, email, nickname } = getAccount(request)
    const { newPassword, ...proof } = request.body
    const client = toClientKey(request.ip)
    // Checks the password before the proof, so that a refused password does not use up the mailed code.
    checkNewPassword(newPassword, { email: email ?? '', nickname })
    if (newPassword === proof.password) throw passwordUnchanged()
    const ownAccount = await prove(id, proof, client)
    // The login name of an account of a social login becomes the address that was just proved.
    const accountName = ownAccount.accountName ?? ownAccount.email
    if (ownAccount.accountName === null && accountName !== null && (await accounts.isTaken(accountName)))
      throw emailTaken()
    const changed = await ownAccounts.setPassword(id, {
      passwordHash: await passwords.hash(newPassword, client),
      before: ownAccount.passwordHash,
      accountName,
      keptSession: sessions.toSessionKey(request.headers.authorization ?? ''),
    })
    if (!changed) throw currentPasswordWrong()
    await notices.notify({
      to: id,
      type: NOTICE.system,
      content: '密码已修改，其他设备已退出登录。如非本人操作，请立即用“忘记密码”重设密码。',
    })
    const at = toWireMinute(now())
    warn(
      ownAccount.email,
      '密码已修改',
      `您的账号密码已于 ${at} 修改，其他设备已退出登录。如非本人操作，请立即用登录窗口的“忘记密码”重设密码。`,
    )
    return ok(null)
  })

  addRoute(app, closeAccount, async (request) => {
    const { id } = getAccount(request)
    const { keepsWritings, ...proof } = request.body
    const ownAccount = await prove(id, proof, toClientKey(request.ip))
    const closesAt = await ownAccounts.beginClosing(id, keepsWritings || ownAccount.role !== 'user')
    if (closesAt === undefined) throw lastOwnerCannotLeave()
    const at = toWireMinute(closesAt)
    warn(
      ownAccount.email,
      '账号注销申请',
      `您的账号将于 ${at} 注销。在此之前登录，可以撤销注销。如非本人操作，请立即登录撤销，并修改密码。`,
    )
    return ok({ closeTime: toWireDateTime(closesAt) })
  })

  const undo = async (request: FastifyRequest) => {
    await ownAccounts.undoClosing(getAccount(request).id)
    return ok(null)
  }
  addRoute(app, undoClosure, undo, { config: { whileClosing: true } })
}
