import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  removeFactor,
  renewRecoveryCodes,
} from '@portal/contract/accounts/security.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { cannotRemoveLastFactor, factorUnknown, factorWrong, proofExpired } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { APP_LABEL, type FactorOptions, type FactorService, listMethods } from './factor-service.ts'
import { readChallenge } from './passkeys.ts'
import { makeTotpSecret, makeTotpUri } from './totp.ts'

/** Routes that add and remove methods of the second factor. */
export const enrolmentRoutes: FastifyPluginAsync<FactorOptions & { factor: FactorService }> = async (app, options) => {
  const { factor } = options

  /**
   * Completes the addition of a method. The first method of an account also proves this session and comes with recovery
   * codes.
   */
  async function finish(
    {
      account,
      request,
      trx,
      record,
      runAfterwards: afterwards,
    }: Pick<Managed<unknown>, 'account' | 'trx' | 'record' | 'runAfterwards'> & { request: { ip: string } },
    isFirst: boolean,
    method: { id: string; label: string },
  ) {
    record({ kind: 'factor', id: method.id, name: method.label })
    afterwards(() => factor.notify(account, `您的账号新增了验证方式“${escapeHtml(method.label)}”。`))
    if (!isFirst) return ok({ recoveryCodes: [] })
    await factor.noteProof(trx, account, request.ip)
    return ok({ recoveryCodes: await factor.makeRecoveryCodes(factor.createFactors(account, trx), account.id) })
  }

  addRoute(app, beginPasskey, async (request) => {
    const account = getAccount(request)
    const factors = factor.createFactors(account)
    await factor.checkMayEnrol(account, factors)
    const user = { id: account.id, name: account.email ?? account.nickname }
    const registration = await factor.passkeys.makeRegistrationOptions(user, await factors.listPasskeys())
    await factors.beginCeremony(registration.challenge, account.sessionId, 'enrol')
    return ok({ options: { ...registration } })
  })

  addManagedRoute(app, options, addPasskey, async (managed) => {
    const { account, trx, request } = managed
    const factors = factor.createFactors(account, trx)
    await factor.checkMayEnrol(account, factors)
    const { response } = request.body
    const challenge = readChallenge(response)
    if (!(await factors.endCeremony(challenge, account.sessionId, 'enrol'))) throw proofExpired()
    const isFirst = !(await factors.hasAny())
    const label = toOneLine(request.body.label, request.body.label.length)
    const credential = await factor.passkeys.register(response, challenge)
    if (!(await factors.addPasskey({ ...credential, label }))) throw factorWrong()
    return await finish(managed, isFirst, { id: credential.id, label })
  })

  addRoute(app, beginTotp, async (request) => {
    const account = getAccount(request)
    const factors = factor.createFactors(account)
    await factor.checkMayEnrol(account, factors)
    if (await factors.findTotp()) throw factorWrong()
    const secret = makeTotpSecret()
    await factors.beginTotp(factor.sealSecret(secret, account.id))
    return ok({ secret, uri: makeTotpUri(secret, factor.siteName, account.email ?? account.nickname) })
  })

  const countCode = ({ ip }: { ip: string }, { id }: SessionAccount) => factor.codeTries.use(id, ip)

  addPreparedRoute(app, options, addTotp, countCode, async (managed) => {
    const { account, trx, request, prepared } = managed
    const factors = factor.createFactors(account, trx)
    await factor.checkMayEnrol(account, factors)
    const isFirst = !(await factors.hasAny())
    const row = await factors.findUnconfirmedTotp()
    if (!row) throw proofExpired()
    await factor.takeCode(factors, account.id, row.sealed, request.body.code)
    await factors.confirmTotp()
    await factor.codeTries.forget(trx, prepared)
    return await finish(managed, isFirst, { id: 'totp', label: APP_LABEL })
  })

  addManagedRoute(app, options, removeFactor, async ({ account, trx, request, record, runAfterwards: afterwards }) => {
    const factors = factor.createFactors(account, trx)
    const method = (await listMethods(factors)).find(({ id }) => id === request.query.id)
    if (!method) throw factorUnknown()
    record({ kind: 'factor', id: method.id, name: method.label })
    await factors.remove(method.id)
    if (!(await factors.hasAny())) throw cannotRemoveLastFactor()
    afterwards(() => factor.notify(account, `您的账号移除了验证方式“${escapeHtml(method.label)}”。`))
    return ok(null)
  })

  addManagedRoute(app, options, renewRecoveryCodes, async ({ account, trx, runAfterwards: afterwards }) => {
    afterwards(() => factor.notify(account, '您的账号换了一组新的恢复码。'))
    return ok({ recoveryCodes: await factor.makeRecoveryCodes(factor.createFactors(account, trx), account.id) })
  })
}
