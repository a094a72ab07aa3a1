import { getWechatLoginCode, isWechatLoggedIn } from '@portal/contract/accounts/login.ts'
import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AccountRepository } from '#accounts/login/account-repository.ts'
import { describeDevice } from '#accounts/login/device.ts'
import { toUserInfo } from '#accounts/profiles/user-info.ts'
import type { UserRepository } from '#accounts/profiles/user-repository.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import { accountDisabled, notAuthorised, sourceNotConnected } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { WechatCodes } from './wechat-codes.ts'

interface Options {
  accounts: AccountRepository
  sessions: SessionRepository
  site: SiteRepository
  users: UserRepository
  wechatCodes: WechatCodes
  /** Whether the operator has an official account. */
  isOffered: boolean
}

/** Routes of the browser: it shows a code and polls until the user has sent the code. */
export const wechatLoginRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { isOffered, wechatCodes, users, sessions, site } = options

  addRoute(app, getWechatLoginCode, async ({ ip }) => {
    if (!isOffered || (await site.isLoginOff(LOGIN_TYPE.wechat))) throw sourceNotConnected()
    return ok(await wechatCodes.issue(toClientKey(ip)))
  })

  addRoute(app, isWechatLoggedIn, async ({ query, ip, headers }) => {
    const userId = await wechatCodes.redeem(query.loginCode, toClientKey(ip))
    if (!userId) throw notAuthorised()
    const account = await users.findForLogin(userId)
    if (!account) throw accountDisabled()
    const token = await sessions.create(account.id, describeDevice(headers['user-agent']))
    return ok({ ...toUserInfo(account), email: account.email, loginType: LOGIN_TYPE.wechat, token })
  })
}
