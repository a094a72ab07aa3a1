import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import { PROVIDER_NAMES, type ProviderName } from '#platform/config/login-providers.ts'

export function isProviderName(name: string): name is ProviderName {
  return PROVIDER_NAMES.some((one) => one === name)
}

/** An unchecked answer of a provider. */
export type ProviderAnswer = Record<string, unknown>

/** Result of the exchange of an authorisation code. */
export interface Grant {
  clientId: string
  accessToken: string
  /** Token response; some providers include the user in it. */
  answer: ProviderAnswer
}

/** A user as the provider describes it, unchecked. */
interface ProviderUser {
  id: unknown
  nickname: unknown
  avatar: unknown
}

/** One provider of social login by OAuth 2 authorisation code (RFC 6749, section 4.1): endpoints and peculiarities. */
export interface Provider {
  loginType: number
  /** Nickname of a user without one. */
  label: string
  authorizeUrl: string
  /** Smallest scope that includes id, nickname and avatar. */
  scope?: string
  /** PKCE with S256 (RFC 7636). */
  hasPkce: boolean
  tokenUrl: string
  tokenMethod: 'GET' | 'POST'
  /** Further parameters for `tokenUrl`. */
  tokenQuery?: Record<string, string>
  /** Requested before `userUrl` where the token response does not identify the user. */
  openIdUrl?: string
  userUrl: string
  /** Query of `userUrl`. When it is left out, the token is sent as a bearer token. */
  userQuery?: (grant: Grant, openId: ProviderAnswer) => Record<string, string>
  /** Hosts of avatars, subdomains included: the server requests no other host. */
  avatarHost: string
  toUser: (answer: ProviderAnswer, grant: Grant, openId: ProviderAnswer) => ProviderUser
}

const QQ: Provider = {
  loginType: LOGIN_TYPE.qq,
  label: 'QQ 用户',
  avatarHost: 'qlogo.cn',
  // QQ Connect documentation, «Server-side 模式» and «get_user_info». QQ has no PKCE. Without `fmt=json` the token comes
  // as a query string and the open id inside `callback( … );`.
  authorizeUrl: 'https://graph.qq.com/oauth2.0/authorize',
  scope: 'get_user_info',
  hasPkce: false,
  tokenUrl: 'https://graph.qq.com/oauth2.0/token',
  tokenMethod: 'GET',
  tokenQuery: { fmt: 'json' },
  openIdUrl: 'https://graph.qq.com/oauth2.0/me',
  userUrl: 'https://graph.qq.com/user/get_user_info',
  userQuery: ({ accessToken, clientId }, { openid }) => ({
    access_token: accessToken,
    oauth_consumer_key: clientId,
    openid: String(openid),
  }),
  toUser: ({ ret, nickname, figureurl_qq_2, figureurl_qq_1 }, { clientId }, { openid, client_id }) => ({
    // Detects a token that was issued to another site.
    id: ret === 0 && client_id === clientId ? openid : undefined,
    nickname,
    avatar: figureurl_qq_2 || figureurl_qq_1,
  }),
}

const WEIBO: Provider = {
  loginType: LOGIN_TYPE.weibo,
  label: '微博用户',
  avatarHost: 'sinaimg.cn',
  // Weibo open platform, «OAuth2/authorize», «OAuth2/access_token», «2/users/show». Weibo has no PKCE and needs no
  // scope.
  authorizeUrl: 'https://api.weibo.com/oauth2/authorize',
  hasPkce: false,
  tokenUrl: 'https://api.weibo.com/oauth2/access_token',
  tokenMethod: 'POST',
  userUrl: 'https://api.weibo.com/2/users/show.json',
  userQuery: ({ accessToken, answer }) => ({ access_token: accessToken, uid: String(answer.uid) }),
  toUser: ({ idstr, screen_name, avatar_large }, { answer }) => ({
    id: idstr === String(answer.uid) ? idstr : undefined,
    nickname: screen_name,
    avatar: avatar_large,
  }),
}

const GITEE: Provider = {
  loginType: LOGIN_TYPE.gitee,
  label: 'Gitee 用户',
  avatarHost: 'gitee.com',
  // Gitee, «OAuth 文档» of API v5. It mentions no PKCE, and Gitee refuses calls without a User-Agent.
  authorizeUrl: 'https://gitee.com/oauth/authorize',
  scope: 'user_info',
  hasPkce: false,
  tokenUrl: 'https://gitee.com/oauth/token',
  tokenMethod: 'POST',
  userUrl: 'https://gitee.com/api/v5/user',
  userQuery: ({ accessToken }) => ({ access_token: accessToken }),
  toUser: ({ id, name, login, avatar_url }) => ({ id, nickname: name || login, avatar: avatar_url }),
}

const GITHUB: Provider = {
  loginType: LOGIN_TYPE.github,
  label: 'GitHub 用户',
  avatarHost: 'githubusercontent.com',
  // GitHub Docs, «Authorizing OAuth apps». PKCE since 14 July 2025. Without a scope only public data can be read.
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  hasPkce: true,
  tokenUrl: 'https://github.com/login/oauth/access_token',
  tokenMethod: 'POST',
  userUrl: 'https://api.github.com/user',
  // Other upstreams use the login name too.
  toUser: ({ id, login, avatar_url }) => ({ id, nickname: login, avatar: avatar_url }),
}

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  qq: QQ,
  weibo: WEIBO,
  gitee: GITEE,
  github: GITHUB,
}
