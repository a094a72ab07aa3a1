import { Transform } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { Call } from '@portal/contract/call.ts'
import { calls } from '@portal/contract/calls.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { type AnswerReader, createAnswerReader } from '#calls/answer-reader.ts'
import { requestHeaders } from '#calls/call-service.ts'
import type { AllowedCall } from '#config.ts'
import { malformed, tooLarge, upstreamBroken, upstreamTimeout, upstreamUnreachable } from '#errors.ts'
import type { HtmlCleaner } from '#html/clean-html.ts'
import { answerError } from '#plugins/error-handler.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { UpstreamClient } from '#upstream/upstream-client.ts'
import { callerOf } from './call-routes.ts'

/** The file itself and what multipart wraps around it, bytes. */
const UPLOAD_BODY_MAX_BYTES = UPLOAD_MAX_BYTES + 64 * 1024
/** Answers to uploads are short; longer ones are no envelope, bytes. */
const UPLOAD_ANSWER_MAX_BYTES = 1024 * 1024

/** Headers of upstream's files that may come back. */
const FILE_HEADERS = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
]
const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const FILE_NAME = new RegExp(FILE_NAME_PATTERN)
const FILE_TYPES = /^(?:image|video)\/[a-z0-9.+-]+$/i

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
  isUpload: boolean
  answerHeaders: readonly string[]
  onAnswer?: AnswerReader
}

/** Uploads, files and `PROXY_ALLOW`: what is too large or too unknown to be read whole. */
export const streamRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  for (const call of calls as readonly Call[]) {
    if (call.upload) await register(app, options, uploadCall(call, options.cleanHtml))
    if (call.file) await register(app, options, fileCall(call))
  }
  for (const call of options.proxyAllow) await register(app, options, allowedCall(call))
}

function uploadCall(call: Call, cleanHtml: HtmlCleaner): StreamedCall {
  return {
    ...allowedCall(call),
    isUpload: true,
    onAnswer: createAnswerReader(call, cleanHtml),
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
    isUpload: false,
    answerHeaders: FILE_HEADERS,
  }
}

function allowedCall({ method, path }: AllowedCall): StreamedCall {
  return {
    method,
    path,
    route: '/',
    access: 'member',
    from: 'call',
    exactPath: () => path,
    isUpload: false,
    answerHeaders: ['content-type', 'content-length', 'content-disposition'],
  }
}

async function register(app: Parameters<typeof streamRoutes>[0], options: Options, call: StreamedCall): Promise<void> {
  const { upstream, upstreamOrigin, upstreamPrefix, cookies } = options
  await app.register(httpProxy, {
    upstream: upstreamOrigin,
    prefix: call.path,
    rewritePrefix: upstreamPrefix + call.path,
    routes: [call.route === '/' ? '' : call.route],
    httpMethods: [call.method as HTTPMethods],
    config: { access: call.access, from: call.from, exactPath: call.exactPath },
    // reply-from would neither verify TLS by itself nor share our limits; our own dispatcher does both.
    undici: upstream.dispatcher as unknown as { request: never },
    preHandler: (request, _reply, done) => done(call.isUpload ? limitUpload(request) : undefined),
    replyOptions: {
      retryDelay: () => null,
      timeout: options.timeoutMs,
      queryString: (_search, address) => (call.from === 'file' ? '' : (address.split('?')[1] ?? '')),
      rewriteRequestHeaders: (request, headers) => ({
        ...requestHeaders(callerOf(request as FastifyRequest), false),
        ...(call.from === 'file' ? { accept: '*/*', ...pick(headers, ['range', 'if-none-match']) } : {}),
        ...pick(headers, ['content-type', 'content-length']),
      }),
      rewriteHeaders: (headers) => pick(headers, call.answerHeaders),
      onResponse: (request, reply, answer) => {
        const response = answer as unknown as { stream: NodeJS.ReadableStream; statusCode: number }
        const { onAnswer } = call
        if (onAnswer)
          void sendEnvelope(
            request as FastifyRequest,
            reply as unknown as FastifyReply,
            response.stream,
            onAnswer,
            cookies,
          )
        else sendFile(reply as unknown as FastifyReply, response.stream, call, response.statusCode, cookies)
      },
      onError: (reply, { error }) => {
        answerError(toAppError(error), reply.request as FastifyRequest, reply as unknown as FastifyReply)
      },
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

/** Counts what comes, as a client need not say how much it sends. */
function limitUpload(request: FastifyRequest): Error | undefined {
  if (!String(request.headers['content-type'] ?? '').startsWith('multipart/form-data'))
    return malformed('请以文件形式上传')
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_MAX_BYTES) return tooLarge()
  const body = request.body as NodeJS.ReadableStream | undefined
  if (!body?.pipe) return malformed('没有收到文件')
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > UPLOAD_BODY_MAX_BYTES) done(tooLarge())
      else done(null, chunk)
    },
  })
  body.on('error', (error) => limited.destroy(error as Error))
  request.body = body.pipe(limited)
  return undefined
}

async function sendEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: NodeJS.ReadableStream,
  readAnswer: AnswerReader,
  cookies: SessionCookies,
): Promise<void> {
  try {
    const { envelope } = readAnswer({ status: reply.statusCode, text: await readText(stream) }, request.session?.token)
    if (envelope.code === CODE.unauthenticated || reply.statusCode === CODE.unauthenticated) cookies.clear(reply)
    reply.removeHeader('content-length')
    await reply.header('cache-control', 'no-store').send(envelope)
  } catch (error) {
    reply.removeHeader('content-length')
    answerError(error, request, reply)
  }
}

async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > UPLOAD_ANSWER_MAX_BYTES) throw upstreamBroken(new Error('answer to an upload too long'))
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendFile(
  reply: FastifyReply,
  stream: NodeJS.ReadableStream,
  call: StreamedCall,
  status: number,
  cookies: SessionCookies,
): void {
  if (status === CODE.unauthenticated) cookies.clear(reply)
  if (call.from === 'file') {
    const isFile = status === 304 || FILE_TYPES.test(String(reply.getHeader('content-type') ?? '').split(';')[0] ?? '')
    if (!isFile || status >= 400) {
      stream.resume()
      reply.removeHeader('content-length')
      reply.removeHeader('cache-control')
      void reply.code(404).type('text/plain; charset=utf-8').send('没有这个文件')
      return
    }
    reply.header('content-security-policy', FILE_CSP)
    // In a page it shows; opened by itself it is saved.
    reply.header('content-disposition', 'attachment')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
  } else {
    reply.header('cache-control', 'no-store')
  }
  void reply.send(stream)
}

function toAppError(error: unknown): unknown {
  const known = (error as { cause?: unknown }).cause ?? error
  if (known instanceof Error && known.name === 'AppError') return known
  const { code, name } = known as { code?: string; name?: string }
  const isTimeout = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || name === 'TimeoutError'
  return isTimeout ? upstreamTimeout(known) : upstreamUnreachable(known)
}
