import { renderSocialLogin, returnFromProvider } from '@portal/contract/accounts/login.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRepository } from '#accounts/login/account-repository.ts'
import { describeDevice } from '#accounts/login/device.ts'
import type { NameGuard } from '#accounts/profiles/name-guard.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import type { ProviderCredentials, ProviderName } from '#platform/config/login-providers.ts'
import { AppError, sourceNotConnected } from '#platform/errors.ts'
import type { PictureStore } from '#platform/files/picture-store.ts'
import { addRoute, ok, type RequestFor } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { OauthStates } from './oauth-states.ts'
import {
  createProviderClient,
  PROVIDER_TIMEOUT_MS,
  type ProviderClient,
  ProviderError,
  type SocialUser,
} from './provider-client.ts'
import { isProviderName, PROVIDERS } from './providers.ts'
import type { FoundAccount, SocialAccounts } from './social-account-repository.ts'

interface Options {
  createLimit: CreateLimit
  accounts: AccountRepository
  names: NameGuard
  pictures: PictureStore
  sessions: SessionRepository
  site: SiteRepository
  socialAccounts: SocialAccounts
  states: OauthStates
  credentials: Partial<Record<ProviderName, ProviderCredentials>>
  /** Origin of the site; `null`: redirects stay relative, and providers return to the address registered with them. */
  siteUrl: string | null
  /** Shorter in tests only. */
  timeoutMs?: number
}

const LOGINS_A_CLIENT = 30
const LOGINS_MS = 10 * MINUTE_MS

type ReturnRequest = RequestFor<typeof returnFromProvider>
/** Result of a login. The page shows no more than this. */
type Outcome = { token: string } | { login: 'cancelled' | 'failed' }

/** Returns no picture while the converter is busy, so that uploads do not delay logins. */
function ignoreBusyError(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

export const socialRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { credentials, siteUrl, states, socialAccounts, sessions, pictures, names, site, createLimit } = options
  const { timeoutMs = PROVIDER_TIMEOUT_MS } = options
  const begins = createLimit('social-begin', { max: LOGINS_A_CLIENT, windowMs: LOGINS_MS })
  const returns = createLimit('social-return', { max: LOGINS_A_CLIENT, windowMs: LOGINS_MS })

  function findClient(source: string) {
    const ownCredentials = isProviderName(source) ? credentials[source] : undefined
    if (!ownCredentials || !isProviderName(source)) return undefined
    const redirectUri = siteUrl === null ? null : `${siteUrl}/oauth/callback/${source}`
    return createProviderClient({ provider: PROVIDERS[source], credentials: ownCredentials, redirectUri, timeoutMs })
  }

  /** Stores the picture here: pages embed no foreign hosts, which would learn their visitors. */
  async function create(source: string, client: ProviderClient, user: SocialUser): Promise<FoundAccount> {
    const bytes = await client.fetchAvatar(user)
    const stored = bytes && pictures.keep(bytes).catch(ignoreBusyError)
    const avatar = (await stored) ?? ''
    return await socialAccounts.findOrCreate(source, {
      ...user,
      nickname: await names.toAllowedName(user.nickname),
      avatar,
    })
  }

  async function logIn({ params, query, headers, ip }: ReturnRequest): Promise<Outcome> {
    const { source } = params
    const client = findClient(source)
    if (!client) return { login: 'failed' }
    await returns.use(toClientKey(ip))
    // Checks the state first: a return that this browser did not begin is refused.
    const state = await states.take(query.state ?? '', source)
    if (!state) return { login: 'failed' }
    if (query.error !== undefined) return { login: query.error === 'access_denied' ? 'cancelled' : 'failed' }
    // QQ sends `usercancel` instead of an error; a missing code counts as a refusal too.
    if (!query.code) return { login: 'cancelled' }
    const user = await client.identify(query.code, state.verifier)
    const knownAccount = await socialAccounts.find(source, user.id)
    const { account, isDisabled } = knownAccount ?? (await create(source, client, user))
    if (isDisabled) return { login: 'failed' }
    return { token: await sessions.create(account.id, describeDevice(headers['user-agent'])) }
  }

  function logFailure(request: FastifyRequest, error: unknown): Outcome {
    if (error instanceof ProviderError) request.log.warn({ cause: error.message }, 'social login failed')
    else if (!(error instanceof AppError)) throw error
    return { login: 'failed' }
  }

  /** Redirects to the front page of this site only. */
  function leave(reply: FastifyReply, outcome: Outcome) {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reply.redirect(`${siteUrl ?? ''}/?${new URLSearchParams(outcome)}`, 302)
  }

  addRoute(app, renderSocialLogin, async ({ params, ip }) => {
    const { source } = params
    const client = findClient(source)
    const isOff = isProviderName(source) && (await site.isLoginOff(PROVIDERS[source].loginType))
    if (!client || isOff) throw sourceNotConnected()
    await begins.use(toClientKey(ip))
    const verifier = client.makeVerifier()
    return ok(client.authorizeUrl(await states.begin(source, verifier), verifier))
  })

  app.get(
    '/oauth/callback/:source',
    {
      config: { access: returnFromProvider.access },
      schema: { params: returnFromProvider.params, querystring: returnFromProvider.query },
      // A visitor sees the answer, so even an invalid return redirects to the home page.
      attachValidation: true,
    },
    async (request, reply) => {
      if (request.validationError) return leave(reply, { login: 'failed' })
      return leave(reply, await logIn(request as ReturnRequest).catch((error: unknown) => logFailure(request, error)))
    },
  )
}
