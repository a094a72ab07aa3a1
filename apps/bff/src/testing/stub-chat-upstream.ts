import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Session } from '#session/session-cookie.ts'
import { type ChatStore, createChatStore, Refusal } from './stub-chat-store.ts'

/** Outcome of one `POST /v1/im/chat`. */
export interface SendFate {
  /** `true` by default. */
  isStored?: boolean
  /**
   * `ok` (default); `never`: there is no answer; `reset`: the connection is reset; `busy`: 502 of a proxy in front; or
   * an error envelope.
   */
  answer?: 'ok' | 'never' | 'reset' | 'busy' | { code: number; message: string }
  /** Delays the answer until then. */
  after?: Promise<unknown>
}

interface SeenCall {
  method: string
  path: string
  query: URLSearchParams
  userId: string | null
  headers: IncomingMessage['headers']
}

/** An upstream of the family in memory, over real sockets: its messages survive stop and start. */
export interface StubChatUpstream {
  origin: string
  /** Address of its own socket; `null` where it has none. */
  wsUrl: string | null
  store: ChatStore
  /** All calls except logins. */
  seen: SeenCall[]
  /** Counts the calls to this path. */
  count(path?: string): number
  /** Creates a session of a user; an unknown user is added. */
  session(userId: string): Session
  /** Answers 401 to this token from now on. */
  forgetToken(token: string): void
  /** Decides the outcome of the next sends; by default all succeed. */
  onSend: (send: { fromUserId: string; toUserId: string; content: string }) => SendFate
  /** Runs before any call is answered; a test may delay here. */
  onCall: (call: SeenCall) => Promise<void> | void
  /** Makes a message that arrives directly at upstream, as from another site: stored, and sent by the socket. */
  say(fromUserId: string, toUserId: string, content: string, type?: number): string
  withdraw(id: string, userId: string): void
  /** Sends any text to the user's socket, unchanged. */
  push(userId: string, text: string): void
  /** Number of pings that its sockets received. */
  pings: number
  /** Returns the users with an open socket. */
  listening(): string[]
  /** Resets the sockets; the server keeps running. */
  dropSockets(): void
  /** Waits until `isSo` is true; it is evaluated after each call and whenever a socket opens or closes. */
  until(isSo: () => boolean): Promise<void>
  /** Stops as a crashed server does. */
  stop(): Promise<void>
  /** Starts again at the same address with its data. */
  start(): Promise<void>
}

interface Options {
  hasSocket?: boolean
  /** Behaves like our reference upstream: `extra.message`, `Idempotency-Key`, `ext`, `lastMessage`. */
  isReference?: boolean
  /** `false`: its sockets stay open and answer nothing, like a connection that a firewall has forgotten. */
  answersPings?: boolean
  tls?: { key: string; cert: string }
  now?: () => number
}

const DAY_MS = 86_400_000

export async function startStubChatUpstream(options: Options = {}): Promise<StubChatUpstream> {
  const { hasSocket = false, isReference = false, answersPings = true, tls, now = Date.now } = options
  const store = createChatStore({ now, isReference })
  const userByToken = new Map<string, string>()
  const sentByKey = new Map<string, string>()
  /** Connections by user: a newer one replaces the older. */
  const sockets = new Map<string, WebSocket>()
  const changeEvents = new EventEmitter().setMaxListeners(0)
  let server: Server | undefined
  let connections = new Set<Socket>()
  let port = 0

  function sendFrame(userId: string, frame: object): void {
    stub.push(userId, JSON.stringify(frame))
  }

  /** Sends a frame to both users. Members that have no value are left out, and so is the time. */
  function notifyBoth(id: string, extra: object = {}): void {
    const message = store.messages.find((row) => row.id === id)
    if (!message) return
    const { createTime: _time, ...wire } = store.toWire(message)
    const frame = Object.fromEntries(Object.entries({ ...wire, ...extra }).filter(([, value]) => value !== null))
    for (const userId of [message.toUserId, message.fromUserId]) sendFrame(userId, frame)
  }

  function findUser(request: IncomingMessage): string {
    const userId = userByToken.get(request.headers.authorization ?? '')
    if (!userId) throw new Refusal(401, '当前会话已过期，请重新登录')
    return userId
  }

  async function send(userId: string, body: Record<string, unknown>, request: IncomingMessage): Promise<Reply> {
    const toUserId = String(body.toUserId)
    const content = String(body.content)
    const key = isReference ? `${userId} ${request.headers['idempotency-key']}` : ''
    const { isStored = true, answer = 'ok', after } = stub.onSend({ fromUserId: userId, toUserId, content })
    let id = sentByKey.get(key)
    if (!id && isStored) {
      id = store.add({ fromUserId: userId, toUserId, content, type: Number(body.type ?? 0) }).id
      if (key) sentByKey.set(key, id)
      notifyBoth(id)
    }
    await after
    if (typeof answer === 'object') throw new Refusal(answer.code, answer.message)
    if (answer !== 'ok') return { kind: answer }
    const stored = store.messages.find((row) => row.id === id)
    return { kind: 'ok', data: null, extra: isReference && stored ? { message: store.toWire(stored) } : {} }
  }

  async function answer(request: IncomingMessage, url: URL, body: Record<string, unknown>): Promise<Reply> {
    if (url.pathname === '/oauth/emailLogin') {
      const { token, userId } = stub.session(String(body.email).split('@')[0] ?? '')
      return makeSuccess({ id: userId, nickname: userId, email: String(body.email), token })
    }
    if (url.pathname === '/v1/webSiteInfo') return makeSuccess({ name: '检测中心' })
    const userId = userByToken.get(request.headers.authorization ?? '') ?? null
    const call = { path: url.pathname, query: url.searchParams, userId, headers: request.headers }
    stub.seen.push({ method: request.method ?? '', ...call })
    changeEvents.emit('change')
    await stub.onCall({ method: request.method ?? '', ...call })
    if (url.pathname === '/logout') return makeSuccess('退出成功')
    return answerMember(findUser(request), url, body, request)
  }

  async function answerMember(
    userId: string,
    { pathname, searchParams: query }: URL,
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): Promise<Reply> {
    switch (pathname) {
      case '/v1/user/selectUserInfoByToken':
        return makeSuccess({ id: userId, nickname: userId })
      case '/v1/im/chat':
        return send(userId, body, request)
      case '/v1/im/withdraw':
        stub.withdraw(String(body.id), userId)
        return makeSuccess(null)
      case '/v1/im/read':
        store.read(userId, query.get('userId') ?? '')
        return makeSuccess(null)
      case '/v1/im/getRoomList':
        return makeSuccess(store.rooms(userId))
      case '/v1/im/addRoom':
        return makeSuccess(store.addRoom(userId, query.get('userId') ?? ''))
      case '/v1/im/deleteRoom':
        store.deleteRoom(query.get('roomId') ?? '')
        return makeSuccess(null)
      case '/v1/im/selectUserImHistory': {
        const pageSize = Math.min(100, Number(query.get('pageSize') ?? 10))
        return makeSuccess(
          store.history(userId, query.get('toUserId') ?? '', Math.max(1, Number(query.get('pageNo') ?? 1)), pageSize),
        )
      }
      case '/v1/im/getNewSystemNotice':
        return makeSuccess(store.counters(userId))
      default:
        return { kind: 'missing' }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://stub')
    try {
      reply(response, await answer(request, url, text ? JSON.parse(text) : {}))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Errors have HTTP status 200.
      sendJson(response, { code: error.code, message: error.message, data: null, extra: {} })
    }
  }

  function listen(userId: string, socket: WebSocket): void {
    sockets.set(userId, socket)
    // All users receive a frame when a user connects.
    for (const other of sockets.keys()) sendFrame(other, { code: 5, isRead: 0, isWithdraw: 0, type: 0 })
    changeEvents.emit('change')
    socket.on('ping', () => {
      stub.pings += 1
      changeEvents.emit('change')
    })
    socket.on('close', () => {
      if (sockets.get(userId) === socket) sockets.delete(userId)
      changeEvents.emit('change')
    })
    socket.on('error', () => socket.terminate())
  }

  const stub: StubChatUpstream = {
    origin: '',
    wsUrl: null,
    store,
    seen: [],
    pings: 0,
    onSend: () => ({}),
    onCall: () => undefined,
    count: (path) => stub.seen.filter((call) => path === undefined || call.path === path).length,
    session(userId) {
      const token = `token-of-${userId}-`.padEnd(128, 'k')
      userByToken.set(token, userId)
      return { token, userId, expiresAtMs: now() + 7 * DAY_MS }
    },
    forgetToken: (token) => void userByToken.delete(token),
    say(fromUserId, toUserId, content, type = 1) {
      const { id } = store.add({ fromUserId, toUserId, content, type })
      notifyBoth(id)
      return id
    },
    withdraw(id, userId) {
      store.withdraw(id, userId)
      notifyBoth(id, { index: 0, isWithdraw: 1 })
    },
    push: (userId, text) => sockets.get(userId)?.send(text),
    listening: () => [...sockets.keys()],
    dropSockets() {
      for (const socket of sockets.values()) socket.terminate()
    },
    async until(isSo) {
      while (!isSo()) await once(changeEvents, 'change')
    },
    async start() {
      const answerOrEnd = (request: IncomingMessage, response: ServerResponse) => {
        handle(request, response).catch(() => response.destroy())
      }
      server = tls ? createTlsServer(tls, answerOrEnd) : createServer(answerOrEnd)
      connections = new Set()
      server.on('connection', (connection) => {
        connections.add(connection)
        connection.on('close', () => connections.delete(connection))
      })
      if (hasSocket) acceptSockets(server)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      stub.origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
      stub.wsUrl = hasSocket ? `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}/websocket` : null
    },
    async stop() {
      const closed = new Promise((resolve) => server?.close(resolve))
      for (const connection of connections) connection.destroy()
      await closed
    },
  }

  /** Accepts sockets whose handshake has a valid token, as a safe upstream requires. */
  function acceptSockets(on: Server): void {
    const accepting = new WebSocketServer({ noServer: true, autoPong: answersPings })
    on.on('upgrade', (request, connection, head) => {
      const userId = userByToken.get(request.headers.authorization ?? '')
      const asked = new URL(request.url ?? '/', 'http://stub').searchParams.get('userId')
      if (!userId || userId !== asked) {
        connection.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        return
      }
      accepting.handleUpgrade(request, connection, head, (socket) => listen(userId, socket))
    })
  }

  await stub.start()
  return stub
}

type Reply =
  | { kind: 'ok'; data: unknown; extra: object }
  | { kind: 'never' }
  | { kind: 'reset' }
  | { kind: 'busy' }
  | { kind: 'missing' }

function makeSuccess(data: unknown): Reply {
  return { kind: 'ok', data, extra: {} }
}

function reply(response: ServerResponse, answer: Reply): void {
  if (answer.kind === 'never') return
  if (answer.kind === 'reset') return void response.socket?.destroy()
  if (answer.kind === 'busy') return void response.writeHead(502).end('<html>Bad Gateway</html>')
  if (answer.kind === 'missing') return void response.writeHead(404).end('{"status":404,"error":"Not Found"}')
  sendJson(response, { code: 200, message: '成功', data: answer.data, extra: answer.extra })
}

function sendJson(response: ServerResponse, envelope: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
}
