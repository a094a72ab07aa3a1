import { SECOND_MS, UPLOAD_MAX_MS } from '@portal/contract/constants.ts'
import { limitBodyTime } from '@portal/server/body-time.ts'
import { type FastifyError, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from './platform/config/config.ts'
import { answerClientError, answerError } from './platform/http/error-handler.ts'
import { readRequestId } from './platform/http/request-log.ts'

const BODY_MAX_BYTES = 2_500_000
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS
/** Longer than the BFF's idle timeout, so that it never sends on a connection that is being closed. */
const KEEP_ALIVE_MS = 75 * SECOND_MS
/** Maximum connections, with one open socket per connected user. */
const CONNECTIONS_MAX = 20_000
/**
 * Maximum length of a path parameter. File names of the contract are shorter; Fastify's default of 100 is about as
 * much.
 */
const PARAM_MAX_LENGTH = 128

interface Options {
  config: Pick<Config, 'trustedHops' | 'logLevel'>
  /** Receives log lines; standard output by default. */
  log?: { write(line: string): void } | undefined
}

/** Creates Fastify with its limits and its log, without routes. */
export function createServer({ config, log }: Options): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    // Time limit of the longest request; other bodies have shorter limits below.
    requestTimeout: UPLOAD_MAX_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    exposeHeadRoutes: false,
    // Each proxy appends the address of its client. Upstream trusts as many entries as there are proxies.
    trustProxy: (_address: string, hop: number) => hop < config.trustedHops,
    frameworkErrors: (error, request, reply) => void answerError(error as FastifyError, request, reply),
    clientErrorHandler: answerClientError,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: readRequestId,
    logger: {
      level: config.logLevel,
      base: { name: 'upstream' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: {
        // `*.headers`: the multipart reader repeats a request's headers at level `trace`.
        paths: ['req', 'res', '*.headers', '*.authorization', '*.password', '*.token', '*.code_hash', '*.cookie'],
        remove: true,
      },
      ...(log && { stream: log }),
    },
  })
  app.server.maxConnections = CONNECTIONS_MAX
  limitBodyTime(app.server, REQUEST_TIMEOUT_MS)
  return app
}
