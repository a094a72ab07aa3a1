import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Call } from '@portal/contract/call.ts'
import { calls } from '@portal/contract/calls.ts'
import { allowBodyTime } from '@portal/server/body-time.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Dispatcher } from 'undici'
import { createAnswerReader } from '#calls/answer-reader.ts'
import { adaptUpload } from '#calls/upload-answer.ts'
import { type AllowedCall, ConfigError } from '#config/config.ts'
import { overloaded } from '#errors.ts'
import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import type { UpstreamWatch, WatchedCall } from '#observability/upstream-watch.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { createRequestHeaders, getCaller } from '#request/caller.ts'
import { getRawSearch } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { limitBody, refuseNoFile } from '#streams/limit-body.ts'
import { failStream, sendEnvelope, sendFile } from '#streams/send-stream.ts'
import {
  createAllowedCall,
  createDataCall,
  createDownloadCall,
  createFileCall,
  createMediaCall,
  createPrivateFileCall,
  createUploadCall,
  type StreamedCall,
} from '#streams/streamed-call.ts'
import { STREAMS_MAX, toUpstreamError, type UpstreamClient } from '#upstream/upstream-client.ts'

interface Options {
  upstream: UpstreamClient
  watch: UpstreamWatch
  timeoutMs: number
  cookies: SessionCookies
  cleaning: AnswerCleaning
  proxyAllow: readonly AllowedCall[]
  /** Budget of one client for files of the public log. */
  logFiles: RateLimit
}

/** Streams uploads, files and `PROXY_ALLOW`, as they are too large or too unknown to be read whole. */
export const streamRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  limitStreams(app)
  for (const call of calls as readonly Call[]) {
    if (call.upload) {
      const readAnswer = createAnswerReader(call, undefined, adaptUpload(call, options.upstream.address))
      await register(app, options, { ...createUploadCall(call), readAnswer })
    }
    if (call.file === 'private') await register(app, options, createPrivateFileCall(call))
    else if (call.file === 'media') await register(app, options, createMediaCall(call))
    else if (call.file === 'data') await register(app, options, createDataCall(call))
    else if (call.file) await register(app, options, call.fileName ? createDownloadCall(call) : createFileCall(call))
  }
  for (const call of options.proxyAllow) {
    const { method, path } = call
    if (app.hasRoute({ method: method as HTTPMethods, url: path })) {
      throw new ConfigError(`PROXY_ALLOW is "${method} ${path}": accepted is a call that the site does not have yet`)
    }
    await register(app, options, createAllowedCall(call))
  }
}

/** One kind of stream may hold at most this many times the free places: pictures that hang leave places for uploads. */
const SHARE = 3

/** Refuses streams that would wait for a connection. */
function limitStreams(app: FastifyInstance): void {
  const openByName = new Map<string, number>()
  let open = 0
  app.addHook('preHandler', async ({ routeOptions: { url = '' } }, reply) => {
    const own = openByName.get(url) ?? 0
    if (own >= SHARE * (STREAMS_MAX - open)) throw overloaded()
    // A client that has already disconnected emits no further `close`.
    if (reply.raw.destroyed) return
    open += 1
    openByName.set(url, own + 1)
    reply.raw.once('close', () => {
      open -= 1
      openByName.set(url, (openByName.get(url) ?? 1) - 1)
    })
  })
}

async function register(app: FastifyInstance, options: Options, call: StreamedCall): Promise<void> {
  const { upstream, watch, cookies } = options
  const name = `${call.method} ${call.path}${call.route}`
  const isUpload = call.readAnswer !== undefined && call.file === undefined
  const watched = new WeakMap<object, WatchedCall>()
  await app.register(httpProxy, {
    upstream: upstream.address.origin,
    prefix: call.path,
    rewritePrefix: call.path,
    routes: [call.route],
    httpMethods: [call.method as HTTPMethods],
    config: { access: call.access, from: call.from, exactPath: call.exactPath },
    // reply-from would neither verify TLS by itself nor share our limits; our own dispatcher does both.
    undici: upstream.streams as Dispatcher & { request: never },
    preHandler: (request, _reply, done) => {
      if (call.uploadMs !== undefined) allowBodyTime(app.server, request.raw, call.uploadMs)
      if (call.isData) return void takeCall(options.logFiles, request).then(() => done(), done)
      done((isUpload && refuseNoFile(request)) || limitBody(request, call.maxBytes))
    },
    replyOptions: {
      retryDelay: () => null,
      timeout: options.timeoutMs,
      queryString: (_search, _address, request) => makeSearch(call, request as FastifyRequest),
      rewriteRequestHeaders: (request, headers) => {
        const begun = watch.begin(name)
        watched.set(request, begun)
        return {
          ...createRequestHeaders(getCaller(request as FastifyRequest), false),
          ...(call.from === 'file' && !call.isData
            ? { accept: '*/*', ...pick(headers, ['range', 'if-range', 'if-none-match']) }
            : {}),
          ...pick(headers, ['content-type', 'content-length']),
          ...begun.headers,
        }
      },
      rewriteHeaders: (headers) => pick(headers, call.answerHeaders),
      onResponse: (request, reply, answer) => {
        const { stream, statusCode } = answer as { stream: Readable; statusCode: number }
        watched.get(request)?.answered(statusCode)
        const ours = reply as FastifyReply
        const isFile = call.file?.type.test(String(ours.getHeader('content-type'))) === true
        if (call.readAnswer && !isFile) void sendEnvelope(ours, stream, call.readAnswer, options)
        else sendFile(ours, stream, call, statusCode, cookies)
      },
      onError: (reply, { error }) => {
        const failure = toUpstreamError(error.cause ?? error)
        watched.get(reply.request)?.failed(failure)
        failStream(reply as FastifyReply, failure)
      },
    },
  })
}

/** Forwards only the query members of the contract: some upstreams read the caller's identity from the query. */
function makeSearch({ passesQuery, queryNames = [] }: StreamedCall, request: FastifyRequest): string {
  if (passesQuery) return getRawSearch(request).slice(1)
  const query = request.query as Record<string, unknown>
  const named = queryNames.filter((name) => typeof query[name] === 'string' && query[name] !== '')
  return new URLSearchParams(named.map((name): [string, string] => [name, String(query[name])])).toString()
}

function pick(headers: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}
