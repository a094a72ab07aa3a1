import { beginProof, getStaffSelf, proveFactor } from '@portal/contract/accounts/security.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { factorWrong } from '#platform/errors.ts'
import { addRoute, ok, type RequestFor } from '#platform/http/add-route.ts'
import { hasDemoContent } from '#platform/settings/demo-rows.ts'
import { enrolmentRoutes } from './enrolment-routes.ts'
import { createFactorService, type FactorOptions, listMethods } from './factor-service.ts'
import { ownSessionRoutes } from './own-session-routes.ts'

/** Routes of the second factor of staff: its state, its proof, and its methods. */
export const factorRoutes: FastifyPluginAsync<FactorOptions> = async (app, options) => {
  const { db } = options
  const factor = await createFactorService(options)

  addRoute(app, getStaffSelf, async (request) => {
    const account = getAccount(request)
    const { id, nickname, signingName, avatar, email, duties, factorAt } = account
    const factors = factor.createFactors(account)
    const methods = await listMethods(factors)
    return ok({
      id,
      nickname,
      signingName,
      avatar,
      email,
      duties: [...duties],
      methods,
      isEnrolled: methods.length > 0,
      isProven: factorAt !== null,
      freshUntil: factor.freshUntil(account),
      recoveryCodes: await factors.countRecoveryCodes(),
      hasDemoContent: await hasDemoContent(db),
    })
  })

  addRoute(app, beginProof, async (request) => {
    const account = getAccount(request)
    const factors = factor.createFactors(account)
    const authentication = await factor.passkeys.makeAuthenticationOptions(await factors.listPasskeys())
    await factors.beginCeremony(authentication.challenge, account.sessionId, 'prove')
    return ok({ options: { ...authentication } })
  })

  const countCode = async (request: RequestFor<typeof proveFactor>, { id }: SessionAccount) =>
    request.body.totp && !request.body.passkey ? await factor.codeTries.use(id, request.ip) : null

  addPreparedRoute(
    app,
    options,
    proveFactor,
    countCode,
    async ({ account, trx, request, record, runAfterwards: afterwards, prepared }) => {
      const { passkey, totp, recoveryCode = '' } = request.body
      const factors = factor.createFactors(account, trx)
      record({ kind: 'factor', id: passkey ? 'passkey' : totp ? 'totp' : 'recoveryCode' })
      if (passkey) {
        await factor.takePasskey(factors, account, passkey)
      } else if (totp) {
        const row = await factors.findTotp()
        if (!row) throw factorWrong()
        await factor.takeCode(factors, account.id, row.sealed, totp)
      } else {
        // A recovery code replaces the usual method at a login only; it never serves as a second proof.
        if (account.factorAt !== null) throw factorWrong()
        await factor.takeRecoveryCode(factors, account.id, recoveryCode)
        afterwards(() => factor.notify(account, '有人用恢复码登录了您的账号。'))
      }
      if (prepared !== null) await factor.codeTries.forget(trx, prepared)
      await factor.noteProof(trx, account, request.ip)
      return ok(null)
    },
  )

  await app.register(enrolmentRoutes, { ...options, factor })
  await app.register(ownSessionRoutes, options)
}
