import { toWireDateTime } from '@portal/contract/time.ts'
import { endSessions, getUserByToken, getUserInfo, listSessions, updateUser } from '@portal/contract/users.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { unauthenticated, userMissing } from '#errors.ts'
import { accountOf } from '#plugins/auth.ts'
import { profileFrom } from './profile.ts'
import { toUserInfo } from './user-info.ts'

const CHANGED = '修改信息成功'

/** null counts as left out. Left alone, the schema's coercion would make an empty text of it. */
async function dropNulls({ body }: FastifyRequest) {
  if (typeof body !== 'object' || body === null) return
  const members = body as Record<string, unknown>
  for (const name of Object.keys(members)) if (members[name] === null) delete members[name]
}

export const userRoutes: FastifyPluginAsync<Dependencies> = async (app, { users, follows, sessions, names }) => {
  addRoute(app, getUserInfo, async ({ query, account }) => {
    const id = query.userId ?? account?.id
    if (!id) throw unauthenticated()
    const profile = await users.findProfile(id)
    if (!profile) return ok(null)
    const everybodys = {
      ...toUserInfo(profile),
      ...(await follows.standingOf(id, account?.id)),
      registerTime: toWireDateTime(profile.registeredAt),
    }
    if (id !== account?.id) return ok(everybodys)
    const { lastLoginAt } = profile
    const own = { email: account.email, lastLoginTime: lastLoginAt === null ? null : toWireDateTime(lastLoginAt) }
    return ok({ ...everybodys, ...own })
  })

  addRoute(
    app,
    updateUser,
    async (request) => {
      const { id, role, nickname } = accountOf(request)
      const change = profileFrom(request.body)
      // A name from before the rule, or before a colleague took it, may stay; a new one must follow the rule.
      const isNew = change.nickname !== undefined && change.nickname !== nickname
      if (isNew && role === 'user') await names.check(change.nickname ?? '')
      if (!(await users.change(id, change))) throw userMissing()
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
    const open = await sessions.listOf(accountOf(request).id, request.headers.authorization ?? '')
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
    const { id } = accountOf(request)
    const { id: one, others } = request.query
    if (one !== undefined) await sessions.endOneOf(id, one)
    else if (others) await sessions.endOthersOf(id, request.headers.authorization ?? '')
    else await sessions.endAllOf(id)
    return ok(null)
  })
}
