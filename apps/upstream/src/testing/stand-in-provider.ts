import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Behaviour of the next request. `cancel`: the user refuses. `error`: redirects with an error. `silent`: never answers.
 * `endless`: answers without end. `elsewhere`: redirects the server's call. `broken`: answers 500 with a page.
 */
type Behaviour = 'success' | 'cancel' | 'error' | 'silent' | 'endless' | 'elsewhere' | 'broken'

export interface StandInUser {
  id: string
  nickname: string
  avatar: string
}

export interface StandInProvider {
  url: string
  behaviour: Behaviour
  /** The user of the next login. */
  user: StandInUser
  /** Received calls, without their query: `POST /oauth/token`. */
  calls: string[]
  /** Environment with which an upstream uses it for all four providers. */
  env: Record<string, string>
  close(): Promise<void>
}

const STAND_IN_ID = 'stand-in-client'
export const STAND_IN_SECRET = 'stand-in-client-secret'

interface GrantedCode {
  user: StandInUser
  redirectUri: string | null
  challenge: string | null
}

/** One grey pixel, PNG. */
const AVATAR = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const AUTHORIZE = ['/oauth2.0/authorize', '/oauth2/authorize', '/oauth/authorize', '/login/oauth/authorize']
const TOKEN = ['/oauth2.0/token', '/oauth2/access_token', '/oauth/token', '/login/oauth/access_token']

async function readBody(request: IncomingMessage, query: URLSearchParams): Promise<URLSearchParams> {
  if (request.method === 'GET') return query
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/**
 * Starts a provider that serves QQ, Weibo, Gitee and GitHub, at the paths of each, on a free port. It checks what they
 * check: client and secret, the return address, a code valid once, and the verifier when there was a challenge.
 * @param registered return address for clients that name none
 */
export async function startStandInProvider(registered = 'http://site.test/oauth/callback/github') {
  const codes = new Map<string, GrantedCode>()
  const tokens = new Map<string, StandInUser>()

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const redirectUri = query.get('redirect_uri')
    const back = new URL(redirectUri ?? registered)
    back.searchParams.set('state', query.get('state') ?? '')
    if (query.get('client_id') !== STAND_IN_ID || query.get('response_type') !== 'code') {
      response.writeHead(400).end('unknown client')
      return
    }
    if (standIn.behaviour === 'cancel') back.searchParams.set('error', 'access_denied')
    else if (standIn.behaviour === 'error') back.searchParams.set('error', 'server_error')
    else {
      const code = randomBytes(8).toString('hex')
      codes.set(code, { user: standIn.user, redirectUri, challenge: query.get('code_challenge') })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange(form: URLSearchParams): Record<string, unknown> {
    const code = form.get('code') ?? ''
    const agreed = codes.get(code)
    codes.delete(code)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      agreed !== undefined &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === STAND_IN_ID &&
      form.get('client_secret') === STAND_IN_SECRET &&
      form.get('redirect_uri') === agreed.redirectUri &&
      (agreed.challenge === null || agreed.challenge === verifier)
    if (!isRight) return { error: 'invalid_grant', error_description: 'The code is wrong, used or over.' }
    const token = randomBytes(16).toString('hex')
    tokens.set(token, agreed.user)
    return { access_token: token, token_type: 'bearer', expires_in: 3600, uid: agreed.user.id }
  }

  function makeProfile(path: string, request: IncomingMessage, query: URLSearchParams): Record<string, unknown> {
    const bearer = request.headers.authorization?.replace(/^Bearer /, '')
    const user = tokens.get(query.get('access_token') ?? bearer ?? '')
    if (!user) return { error: 'invalid_token', ret: 100014 }
    const { id, nickname, avatar } = user
    if (path === '/oauth2.0/me') return { client_id: STAND_IN_ID, openid: id }
    if (path === '/user/get_user_info') return { ret: 0, msg: '', nickname, figureurl_qq_2: avatar }
    if (path === '/2/users/show.json') return { idstr: id, screen_name: nickname, avatar_large: avatar }
    return { id: Number(id), login: nickname, name: nickname, avatar_url: avatar }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    standIn.calls.push(`${request.method} ${pathname}`)
    if (AUTHORIZE.includes(pathname)) return authorize(searchParams, response)
    if (standIn.behaviour === 'silent') return undefined
    if (standIn.behaviour === 'elsewhere') return response.writeHead(302, { location: '/elsewhere' }).end()
    if (standIn.behaviour === 'broken') return response.writeHead(500).end('<h1>Internal Server Error</h1>')
    if (standIn.behaviour === 'endless') {
      response.on('error', () => {})
      while (!response.destroyed)
        if (!response.write('x'.repeat(64 * 1024))) await once(response, 'drain').catch(() => {})
      return undefined
    }
    if (pathname === '/avatar.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(AVATAR)
    const isToken = TOKEN.includes(pathname)
    const answer = isToken
      ? exchange(await readBody(request, searchParams))
      : makeProfile(pathname, request, searchParams)
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = ['QQ', 'WEIBO', 'GITEE', 'GITHUB']
  const standIn: StandInProvider = {
    url,
    behaviour: 'success',
    user: { id: '10001', nickname: '翡翠小记', avatar: `${url}/avatar.png` },
    calls: [],
    env: Object.fromEntries(
      names.flatMap((name) => [
        [`OAUTH_${name}_ID`, STAND_IN_ID],
        [`OAUTH_${name}_SECRET`, STAND_IN_SECRET],
        [`OAUTH_${name}_BASE`, url],
      ]),
    ),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
