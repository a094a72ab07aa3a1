import { endSessions, getUserByToken, getUserInfo, listSessions, updateUser } from '@portal/contract/accounts/users.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { keepStaffName } from '#accounts/people/staff-names.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { nicknameNeedsProof, unauthenticated, userMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { NameGuard } from './name-guard.ts'
import { type ProfileChange, parseProfile } from './profile.ts'
import { toUserInfo } from './user-info.ts'
import { createUserRepository, type UserRepository } from './user-repository.ts'

const CHANGED = '修改信息成功'

/** Treats null as left out. The schema would convert it to an empty text. */
async function dropNulls({ body }: FastifyRequest) {
  if (typeof body !== 'object' || body === null) return
  const members = body as Record<string, unknown>
  for (const name of Object.keys(members)) if (members[name] === null) delete members[name]
}

interface Options {
  db: Db
  digest: Digest
  /** Numbers of followers, and whether the caller follows this account. */
  follows: {
    readStanding(
      userId: string,
      callerId: string | undefined,
    ): Promise<{ fansCount: number; watchCount: number; isFollowed: boolean }>
  }
  names: NameGuard
  now: () => number
  sessions: SessionRepository
  users: UserRepository
}

export const userRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { users, follows, sessions, names } = options

  addRoute(app, getUserInfo, async ({ query, account }) => {
    const id = query.userId ?? account?.id
    if (!id) throw unauthenticated()
    const profile = await users.findProfile(id)
    if (!profile) return ok(null)
    const publicMembers = {
      ...toUserInfo(profile),
      ...(await follows.readStanding(id, account?.id)),
      registerTime: toWireDateTime(profile.registeredAt),
    }
    if (id !== account?.id) return ok(publicMembers)
    const { lastLoginAt } = profile
    const ownMembers = {
      email: account.email,
      lastLoginTime: lastLoginAt === null ? null : toWireDateTime(lastLoginAt),
    }
    return ok({ ...publicMembers, ...ownMembers })
  })

  addRoute(
    app,
    updateUser,
    async (request) => {
      const { id, heldRole, factorAt, nickname } = getAccount(request)
      const change = parseProfile(request.body)
      // A name that was given before the rule, or before a colleague took it, may stay. A new one must follow the rule.
      const isNew = change.nickname !== undefined && change.nickname !== nickname
      if (isNew && heldRole !== 'user' && factorAt === null) throw nicknameNeedsProof()
      if (isNew) await names.check(change.nickname ?? '', id)
      if (isNew && heldRole !== 'user') await renameStaff(options, request, change)
      else if (!(await users.change(id, change))) throw userMissing()
      return ok(CHANGED)
    },
    { preValidation: dropNulls },
  )

  addRoute(app, getUserByToken, async ({ query }) => {
    const token = query.token ?? ''
    const account = (await sessions.find(token)) ?? (await sessions.findClosing(token))
    return ok(account ? toUserInfo(account) : null)
  })

  addRoute(app, listSessions, async (request) => {
    const open = await sessions.listOpen(getAccount(request).id, request.headers.authorization ?? '')
    return ok(
      open.map(({ id, device, createdAt, lastUsedAt, isCurrent }) => ({
        id,
        device,
        createTime: toWireDateTime(createdAt),
        lastUsedTime: lastUsedAt === null ? null : toWireDateTime(lastUsedAt),
        isCurrent,
      })),
    )
  })

  addRoute(app, endSessions, async (request) => {
    const { id } = getAccount(request)
    const { id: one, others } = request.query
    if (one !== undefined) await sessions.endOne(id, one)
    else if (others) await sessions.endOthers(id, request.headers.authorization ?? '')
    else await sessions.endAll(id)
    return ok(null)
  })
}

/** Stores and records the new name of a member of staff, because colleagues know each other by their names. */
async function renameStaff(
  { db, now, digest }: Options,
  request: FastifyRequest,
  change: ProfileChange,
): Promise<void> {
  const account = getAccount(request)
  const { id, nickname } = account
  const { nickname: after = '' } = change
  await db.transaction().execute(async (trx) => {
    if (!(await createUserRepository({ db: trx }).change(id, change))) throw userMissing()
    await keepStaffName(trx, id)
    await appendAudit(
      trx,
      { now, digest },
      {
        ...toAuditSource(request),
        actor: toAuditActor(account),
        action: 'user.nickname',
        outcome: 'done',
        subject: { kind: 'user', id, name: after, changes: [{ member: 'nickname', before: nickname, after }] },
      },
    )
  })
}
