import { UPLOAD_MAX_MS } from '@portal/contract/constants.ts'
import { SOCKET_PATH } from '@portal/contract/socket.ts'
import { limitBodyTime } from '@portal/server/body-time.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createProxyTrust } from '#config/trusted-proxies.ts'
import { limitConnections } from '#connections/connection-limits.ts'
import { createMalformedAnswer } from '#connections/malformed-request.ts'
import { limitPipelining } from '#connections/pipelining.ts'
import { isSharedAddress } from '#connections/shared-addresses.ts'
import { cutOffSlowReaders } from '#connections/slow-readers.ts'
import { answerError } from '#plugins/error-handler.ts'
import { type HeaderOptions, setSafeHeaders } from '#plugins/headers.ts'
import { chooseRequestId } from '#request/request-address.ts'
import type { Config } from './config/config.ts'
import type { ServerLimits } from './config/limits.ts'
import { createLoggerOptions, RequestLines } from './logging.ts'

interface Options {
  config: Pick<Config, 'logLevel' | 'trustProxy' | 'upstreamTimeoutMs'>
  limits: ServerLimits
  headers: HeaderOptions
  /** Receives log lines; standard output by default. */
  logTo?: { write(line: string): void } | undefined
}

/** Creates Fastify with its log and with the limits of connections and requests; it has no routes yet. */
export function createServer({ config, limits, headers, logTo }: Options): FastifyInstance {
  const malformed = createMalformedAnswer(limits)
  const isProxy = createProxyTrust(config.trustProxy)
  const app = Fastify({
    logger: createLoggerOptions(config.logLevel, logTo),
    logController: new RequestLines(),
    genReqId: chooseRequestId,
    trustProxy: isProxy,
    bodyLimit: limits.bodyBytes,
    // The longest limit of all; other bodies are limited below.
    requestTimeout: UPLOAD_MAX_MS,
    // A client that waits for upstream is idle too.
    connectionTimeout: limits.silenceMs + config.upstreamTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.requestsPerConnection,
    http: {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // `request-form` refuses it with a message.
      requireHostHeader: false,
      shouldUpgradeCallback: isHandshake,
    },
    forceCloseConnections: 'idle',
    // Open connections get their answers during the drain; `/readyz` reports the state.
    return503OnClosing: false,
    clientErrorHandler: malformed.answer,
    routerOptions: { maxParamLength: 128, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be parsed.
      setSafeHeaders(reply as FastifyReply, headers)
      answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  }) as FastifyInstance

  malformed.watch(app.server)
  limitBodyTime(app.server, limits.requestMs)
  limitConnections(app.server, {
    total: limits.connections,
    perAddress: limits.connectionsPerAddress,
    // All visitors have the address of the proxy in front.
    isShared: (address) => isProxy(address, 0) || isSharedAddress(address),
  })
  limitPipelining(app.server, limits.waitingRequests)
  const stopWatchingReaders = cutOffSlowReaders(app.server, {
    graceMs: limits.readerGraceMs,
    bytesPerSecond: limits.readerBytesPerSecond,
  })
  app.addHook('onClose', async () => stopWatchingReaders())
  return app
}

/** Whether a request may upgrade to a WebSocket; every other one is handled as a plain request. */
function isHandshake({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean {
  return method === 'GET' && (url === SOCKET_PATH || url?.startsWith(`${SOCKET_PATH}?`) === true)
}
