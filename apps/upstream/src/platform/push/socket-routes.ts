import type { IncomingMessage, ServerResponse } from 'node:http'
import websocket from '@fastify/websocket'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import fp from 'fastify-plugin'
import { noSuchCall } from '#platform/errors.ts'
import type { SocketHub } from './socket-hub.ts'

/** Maximum length of a frame, in bytes. */
const FRAME_MAX_BYTES = 64 * 1024
/** Time limit of the peer's close frame. */
const GOODBYE_MS = 2 * SECOND_MS

/** Frames are not compressed: compression would cost each socket more memory than it saves for small frames. */
const SOCKET_OPTIONS = {
  maxPayload: FRAME_MAX_BYTES,
  perMessageDeflate: false,
  clientTracking: false,
  closeTimeout: GOODBYE_MS,
}

interface Options {
  hub: SocketHub
  /** `toSessionKey` names the session of an `Authorization` header. */
  sessions: { toSessionKey(header: string | undefined): string }
}

/**
 * `GET /websocket?userId=…` pushes messages and notices. Unlike other upstreams it requires the token in the header
 * `Authorization`, and `userId` must be the token's account; otherwise it closes with 4401.
 */
export const socketRoutes = fp<Options>(
  async (app, { hub, sessions }) => {
    await app.register(websocket, {
      options: SOCKET_OPTIONS,
      errorHandler: (_error, socket) => socket.terminate(),
      preClose: () => hub.close(),
    })

    const answers = new WeakMap<IncomingMessage, ServerResponse>()

    app.route({
      method: 'GET',
      url: '/websocket',
      // The handler refuses by a close code, because a socket client does not read envelopes.
      config: { access: 'public' },
      preHandler: async ({ raw }, reply) => {
        answers.set(raw, reply.raw)
      },
      handler: async () => {
        throw noSuchCall()
      },
      wsHandler: (socket, request) => {
        const { userId } = request.query as { userId?: unknown }
        const { account, headers } = request
        // Listeners of the request would hold request and answer, 4 KiB each, as long as the socket is open.
        socket.removeAllListeners('error')
        answers.get(request.raw)?.detachSocket(request.raw.socket)
        if (account && headers.authorization && account.id === userId) {
          hub.add(socket, { userId: account.id, sessionKey: sessions.toSessionKey(headers.authorization) })
        } else {
          socket.on('error', () => socket.terminate())
          socket.close(CLOSE.loggedOut)
        }
      },
    })
  },
  { name: 'socket-routes', dependencies: ['auth'] },
)
