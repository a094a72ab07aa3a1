import { Readable, Transform } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Call } from '@portal/contract/call.ts'
import { calls } from '@portal/contract/calls.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { type AnswerReader, createAnswerReader } from '#calls/answer-reader.ts'
import { requestHeaders } from '#calls/call-service.ts'
import { type AllowedCall, ConfigError } from '#config.ts'
import { malformed, overloaded, tooLarge } from '#errors.ts'
import type { HtmlCleaner } from '#html/clean-html.ts'
import { answerError } from '#plugins/error-handler.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import { readWhole, STREAMS_MAX, toUpstreamError, type UpstreamClient, withinTime } from '#upstream/upstream-client.ts'
import { callerOf } from './call-routes.ts'
import { rawSearch } from './request-address.ts'

/** The file itself and what multipart wraps around it, bytes. */
const UPLOAD_BODY_MAX_BYTES = UPLOAD_MAX_BYTES + 64 * 1024
/** Answers to uploads are short; longer ones are no envelope, bytes. */
const UPLOAD_ANSWER_MAX_BYTES = 1024 * 1024

/** Headers of upstream's files that may come back. */
const FILE_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
]
const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const FILE_NAME = new RegExp(FILE_NAME_PATTERN)
const FILE_TYPES = /^(?:image|video)\/[a-z0-9.+-]+$/i
/** Whole, in part, and «you have it already». */
const FILE_STATUSES = new Set([200, 206, 304])

interface Options {
  upstream: UpstreamClient
  upstreamOrigin: string
  upstreamPrefix: string
  timeoutMs: number
  cookies: SessionCookies
  cleanHtml: HtmlCleaner
  proxyAllow: readonly AllowedCall[]
}

/** One streamed call: its address on both sides and what is done with the answer. */
interface StreamedCall {
  method: string
  path: string
  /** Route below `path`. */
  route: string
  access: 'public' | 'member'
  from: 'call' | 'file'
  exactPath: (params: Record<string, unknown>) => string
  answerHeaders: readonly string[]
  /** Of an upload, whose answer is an envelope. */
  readAnswer?: AnswerReader
}

/** Uploads, files and `PROXY_ALLOW`: what is too large or too unknown to be read whole. */
export const streamRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  limitStreams(app)
  for (const call of calls as readonly Call[]) {
    if (call.upload) await register(app, options, uploadCall(call, options.cleanHtml))
    if (call.file) await register(app, options, fileCall(call))
  }
  for (const call of options.proxyAllow) {
    const { method, path } = call
    if (app.hasRoute({ method: method as HTTPMethods, url: path })) {
      throw new ConfigError(`PROXY_ALLOW is "${method} ${path}": accepted is a call that the site does not have yet`)
    }
    await register(app, options, allowedCall(call))
  }
}

/** Refuses what would have to wait for a connection, as nothing says when one is free. */
function limitStreams(app: FastifyInstance): void {
  let open = 0
  app.addHook('preHandler', async (_request, reply) => {
    if (open >= STREAMS_MAX) throw overloaded()
    // A client that has gone meanwhile will not close again.
    if (reply.raw.destroyed) return
    open += 1
    reply.raw.once('close', () => {
      open -= 1
    })
  })
}

function uploadCall(call: Call, cleanHtml: HtmlCleaner): StreamedCall {
  return {
    ...allowedCall(call),
    readAnswer: createAnswerReader(call, cleanHtml),
  }
}

function fileCall(call: Call): StreamedCall {
  const folder = call.path.slice(0, call.path.indexOf('/{'))
  return {
    method: call.method,
    path: folder,
    route: '/:name',
    access: 'public',
    from: 'file',
    exactPath: ({ name }) => (FILE_NAME.test(String(name)) ? `${folder}/${name}` : ''),
    answerHeaders: FILE_HEADERS,
  }
}

function allowedCall({ method, path }: AllowedCall): StreamedCall {
  return {
    method,
    path,
    route: '',
    access: 'member',
    from: 'call',
    exactPath: () => path,
    answerHeaders: ['content-type', 'content-length', 'content-encoding', 'content-disposition'],
  }
}

async function register(app: FastifyInstance, options: Options, call: StreamedCall): Promise<void> {
  const { upstream, upstreamOrigin, upstreamPrefix, cookies } = options
  await app.register(httpProxy, {
    upstream: upstreamOrigin,
    prefix: call.path,
    rewritePrefix: upstreamPrefix + call.path,
    routes: [call.route],
    httpMethods: [call.method as HTTPMethods],
    config: { access: call.access, from: call.from, exactPath: call.exactPath },
    // reply-from would neither verify TLS by itself nor share our limits; our own dispatcher does both.
    undici: upstream.streams as unknown as { request: never },
    preHandler: (request, _reply, done) => done((call.readAnswer && refuseNoFile(request)) || limitBody(request)),
    replyOptions: {
      retryDelay: () => null,
      timeout: options.timeoutMs,
      queryString: (_search, _address, request) =>
        call.from === 'file' ? '' : rawSearch(request as FastifyRequest).slice(1),
      rewriteRequestHeaders: (request, headers) => ({
        ...requestHeaders(callerOf(request as FastifyRequest), false),
        ...(call.from === 'file' ? { accept: '*/*', ...pick(headers, ['range', 'if-none-match']) } : {}),
        ...pick(headers, ['content-type', 'content-length']),
      }),
      rewriteHeaders: (headers) => pick(headers, call.answerHeaders),
      onResponse: (_request, reply, answer) => {
        const { stream, statusCode } = answer as unknown as { stream: Readable; statusCode: number }
        const ours = reply as unknown as FastifyReply
        if (call.readAnswer) void sendEnvelope(ours, stream, call.readAnswer, options)
        else sendFile(ours, stream, call, statusCode, cookies)
      },
      onError: (reply, { error }) => failStream(reply as unknown as FastifyReply, error.cause ?? error),
    },
  })
}

function pick(headers: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}

function refuseNoFile({ headers, body }: FastifyRequest): Error | undefined {
  if (!headers['content-type']?.startsWith('multipart/form-data')) return malformed('请以文件形式上传')
  return isStream(body) ? undefined : malformed('没有收到文件')
}

function isStream(body: unknown): body is Readable {
  return body instanceof Readable
}

/** Counts what comes, as a client need not say how much it sends. */
function limitBody(request: FastifyRequest): Error | undefined {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_MAX_BYTES) return tooLarge()
  const { body } = request
  if (!isStream(body)) return undefined
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > UPLOAD_BODY_MAX_BYTES) done(tooLarge())
      else done(null, chunk)
    },
  })
  body.on('error', (error) => limited.destroy(error))
  // Upstream may have answered before the body was through: then nobody else listens any more.
  limited.on('error', () => undefined)
  request.body = body.pipe(limited)
  return undefined
}

async function sendEnvelope(
  reply: FastifyReply,
  stream: Readable,
  readAnswer: AnswerReader,
  { cookies, timeoutMs }: Options,
): Promise<void> {
  try {
    const text = await withinTime(timeoutMs, (signal) => {
      signal.addEventListener('abort', () => stream.destroy())
      return readWhole(stream, UPLOAD_ANSWER_MAX_BYTES)
    })
    const status = reply.statusCode
    const { envelope } = readAnswer({ status, text }, reply.request.session?.token)
    if (envelope.code === CODE.unauthenticated || status === CODE.unauthenticated) cookies.clear(reply)
    for (const name of ['content-length', 'content-encoding', 'content-disposition']) reply.removeHeader(name)
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(envelope)
  } catch (error) {
    failStream(reply, error)
  }
}

function sendFile(
  reply: FastifyReply,
  stream: Readable,
  call: StreamedCall,
  status: number,
  cookies: SessionCookies,
): void {
  if (status === CODE.unauthenticated) cookies.clear(reply)
  if (call.from === 'file') {
    const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
    if (!FILE_STATUSES.has(status) || (status !== 304 && !FILE_TYPES.test(type))) {
      stream.destroy()
      for (const name of FILE_HEADERS) reply.removeHeader(name)
      reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('没有这个文件')
      return
    }
    reply.header('content-security-policy', FILE_CSP)
    // In a page it shows; opened by itself it is saved.
    reply.header('content-disposition', 'attachment')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
  } else {
    reply.header('cache-control', 'no-store')
  }
  reply.send(Readable.from(relay(stream), { objectMode: false }))
}

/** What comes from upstream; when it breaks off, the error says so. */
async function* relay(stream: Readable) {
  try {
    yield* stream
  } catch (error) {
    throw toUpstreamError(error)
  }
}

function failStream(reply: FastifyReply, error: unknown): void {
  // The rest of an upload that nobody wants is not waited for.
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  answerError(toUpstreamError(error), reply.request, reply)
}
