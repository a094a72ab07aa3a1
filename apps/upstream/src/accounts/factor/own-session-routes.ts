import { endOwnSessions, listOwnSessions, renamePasskey } from '@portal/contract/accounts/own-sessions.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, cannotEndOwnSession, factorUnknown, sessionMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { createFactorRepository } from './factor-repository.ts'
import { createOwnSessions } from './own-sessions.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
}

/** Routes of the caller's own logins and names of passkeys. Every statement names the caller's account. */
export const ownSessionRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now } = options

  addRoute(app, listOwnSessions, async (request) => {
    const { id, sessionId } = getAccount(request)
    const rows = await createOwnSessions({ db, now, userId: id }).list()
    return ok(
      rows.map(({ createdAt, lastUsedAt, factorAt, ...row }) => ({
        ...row,
        createTime: toWireDateTime(createdAt),
        lastUseTime: lastUsedAt === null ? null : toWireDateTime(lastUsedAt),
        isProven: factorAt !== null,
        isCurrent: row.id === sessionId,
      })),
    )
  })

  addManagedRoute(app, options, endOwnSessions, async ({ account, trx, request, record }) => {
    const { id } = request.query
    const sessions = createOwnSessions({ db: trx, now, userId: account.id })
    record({ kind: 'session', id: id ?? 'others' })
    if (id === account.sessionId) throw cannotEndOwnSession()
    const ended = await sessions.end(id === undefined ? { except: account.sessionId } : { only: id })
    if (id !== undefined && ended.length === 0) throw sessionMissing()
    record({
      kind: 'session',
      id: id ?? 'others',
      name: ended.map((device) => device ?? '未知设备').join('、') || null,
    })
    return ok({ ended: ended.length })
  })

  addManagedRoute(app, options, renamePasskey, async ({ account, trx, request, record }) => {
    const { id } = request.body
    const label = toOneLine(request.body.label, request.body.label.length)
    record({ kind: 'factor', id })
    if (label === '') throw badInput('请填写名称')
    const factors = createFactorRepository({ db: trx, userId: account.id, now })
    const before = (await factors.listPasskeys()).find((passkey) => passkey.id === id)
    if (!before) throw factorUnknown()
    record({ kind: 'factor', id, name: label, changes: [{ member: 'label', before: before.label, after: label }] })
    await factors.renamePasskey(id, label)
    return ok(null)
  })
}
