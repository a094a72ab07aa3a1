import { MINUTE_MS } from '@portal/contract/constants.ts'
import { checkSetup, listMissing, makeOwner } from '@portal/contract/site/setup.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { toAuditSource } from '#accounts/audit/audit-source.ts'
import type { AccountRepository } from '#accounts/login/account-repository.ts'
import { describeDevice } from '#accounts/login/device.ts'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { checkNewPassword } from '#accounts/login/password-rules.ts'
import type { Passwords } from '#accounts/login/passwords.ts'
import { NICKNAME_MAX } from '#accounts/profiles/profile.ts'
import { toUserInfo } from '#accounts/profiles/user-info.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import { appendAudit, toNetwork } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, emailTaken, setupCodeWrong, siteHasOwner, tooManySetupCodes } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { hasOwner, makeFirstOwner } from './first-owner.ts'
import { listMissingItems } from './missing-items.ts'
import { createSetupCode } from './setup-code.ts'

/** Maximum wrong codes of one client. An operator with an old address sends a few. */
const WRONG_CODES = { max: 5, windowMs: 15 * MINUTE_MS }
/** Maximum log lines about wrong codes. */
const ALARMS = { max: 1, windowMs: 10 * MINUTE_MS }

interface Options extends Pick<Config, 'hasDemoContent' | 'manageOrigin'> {
  createLimit: CreateLimit
  accounts: AccountRepository
  db: Db
  digest: Digest
  now: () => number
  passwords: Passwords
  sessions: SessionRepository
}

/**
 * Routes that create the first owner of a site. Without an owner, each start logs a one-time address with a code for
 * them, unless the site shows the demo content.
 */
export const setupRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { createLimit, db, digest, now, accounts, passwords, sessions, hasDemoContent, manageOrigin } = options
  const announce = (code: string) =>
    app.log.warn(
      `尚无负责人，请在浏览器中打开（24 小时内有效，只能用一次） There is no owner yet, open: ${manageOrigin}/manage/setup#code=${code}`,
    )
  const codes = createSetupCode({ db, now, announce })

  // Runs when the server begins to listen, after the database was filled.
  app.addHook('onReady', async () => {
    if (!hasDemoContent && !(await hasOwner(db))) await codes.renew()
  })

  const wrongCodes = createLimit('wrong-setup-code', { ...WRONG_CODES, refusal: tooManySetupCodes })
  const alarms = createRateLimit({ ...ALARMS, now })

  /** Counts a wrong code. @throws AppError when this client has sent too many */
  async function noteWrong(ip: string) {
    const tries = await codes.noteWrong()
    if (tries > WRONG_CODES.max && alarms.hasLeft('')) {
      alarms.use('')
      app.log.warn(
        { tries, network: toNetwork(ip) },
        '有人在试首次设置的链接，日志中的那一条仍然有效 Wrong codes of the first set-up are being tried, the logged address stays valid',
      )
    }
    await wrongCodes.use(toClientKey(ip))
  }

  /**
   * Finds the setup code.
   * @throws AppError when the code is not the present one, or has expired; then a new one is logged
   */
  async function findCode(code: string, ip: string) {
    const found = await codes.find(code)
    if (found?.usedAt != null) return found
    if (await hasOwner(db)) throw siteHasOwner()
    if (!found) await noteWrong(ip)
    if (found?.isOver) await codes.renew()
    if (!found || found.isOver) throw setupCodeWrong()
    return found
  }

  addRoute(app, checkSetup, async ({ body, ip }) => {
    const { usedAt, expiresAt, ownerId } = await findCode(body.code, ip)
    if (usedAt === null) return ok({ state: 'open', time: toWireDateTime(expiresAt), ownerName: null })
    return ok({ state: 'used', time: toWireDateTime(usedAt), ownerName: ownerId && (await readName(db, ownerId)) })
  })

  addRoute(app, makeOwner, async (request) => {
    const { body, ip, headers } = request
    const { usedAt, wrongTries } = await findCode(body.code, ip)
    if (usedAt !== null) throw siteHasOwner()
    const email = requireEmail(body.email)
    const nickname = toOneLine(body.nickname, NICKNAME_MAX)
    if (nickname === '') throw badInput('请填写姓名')
    checkNewPassword(body.password, { email, nickname })
    if (await accounts.isTaken(email)) throw emailTaken()
    const passwordHash = await passwords.hash(body.password, toClientKey(ip))
    await db.transaction().execute(async (trx) => {
      const id = await makeFirstOwner(trx, { email, passwordHash, nickname, at: now() })
      if (id === null || !(await codes.take(trx, body.code, id))) throw siteHasOwner()
      await appendAudit(
        trx,
        { now, digest },
        {
          ...toAuditSource(request),
          actor: { id, name: nickname },
          action: makeOwner.audit,
          outcome: 'done',
          subject: { kind: 'user', id, name: nickname },
          reason: wrongTries > 0 ? `此前用错链接 ${wrongTries} 次` : null,
        },
      )
    })
    const newOwner = await accounts.findCredentials(email)
    if (!newOwner) throw siteHasOwner()
    const token = await sessions.create(newOwner.account.id, describeDevice(headers['user-agent']))
    return ok({ ...toUserInfo(newOwner.account), email, token })
  })

  addRoute(app, listMissing, async (request) => ok(await listMissingItems(db, getAccount(request).duties)))
}

async function readName(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('nickname').where('id', '=', id).executeTakeFirst()
  return row?.nickname ?? null
}
