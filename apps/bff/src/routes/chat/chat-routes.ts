import websocket from '@fastify/websocket'
import { CLOSE, FRAME_MAX_BYTES, SOCKET_PATH } from '@portal/contract/socket.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Relay } from '#chat/relay.ts'
import { malformed } from '#errors.ts'
import type { Overload } from '#overload/overload.ts'
import { isFromOwnPage } from '#plugins/origin-guard.ts'
import { getCaller } from '#request/caller.ts'

/** Maximum number of fragments of a frame: many small ones would need more memory than their content. */
const PIECES = { maxFragments: 64, maxBufferedChunks: 1024 }

interface Options {
  relay: Relay
  overload: Overload
  publicOrigin: string | null
}

/**
 * `GET /bff/ws`: a browser's socket for messages and counters. A refused handshake is accepted and closed with a code
 * for the reason: browsers hide the status of a failed handshake from pages.
 */
export const chatRoutes: FastifyPluginAsync<Options> = async (app, { relay, overload, publicOrigin }) => {
  await app.register(websocket, {
    options: { maxPayload: FRAME_MAX_BYTES, ...PIECES, perMessageDeflate: false, clientTracking: false },
    // This handles a fault of the BFF while it takes the socket; the relay handles the socket's own errors.
    errorHandler: (error, socket, request) => {
      request.log.error({ err: error }, 'unexpected error')
      socket.terminate()
    },
    preClose: (done) => void relay.close().then(() => done()),
  })

  app.route({
    method: 'GET',
    url: SOCKET_PATH,
    exposeHeadRoute: false,
    config: { access: 'public', from: 'socket' },
    // The socket would otherwise hold the response and request of its handshake in memory.
    preHandler: async (request, reply) => {
      if (request.ws) reply.raw.detachSocket(request.raw.socket)
    },
    handler: async () => {
      throw malformed('这个地址只接受 WebSocket 连接')
    },
    wsHandler: (socket, request) => {
      const { session } = request
      if (!isFromOwnPage(request, publicOrigin)) relay.refuse(socket, CLOSE.wrongOrigin)
      else if (!session) relay.refuse(socket, CLOSE.loggedOut)
      else if (overload.refuses('needed')) relay.refuse(socket, CLOSE.overloaded)
      else relay.connect(socket, { ...getCaller(request), session }, request.raw.socket)
    },
  })
}
