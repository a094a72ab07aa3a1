import { Readable } from 'node:stream'
import { CODE } from '@portal/contract/errors.ts'
import { MEDIA_FRESH_SECONDS } from '@portal/contract/media/media-rules.ts'
import type { FastifyReply } from 'fastify'
import type { AnswerReader } from '#calls/answer-reader.ts'
import { withRequestId } from '#errors.ts'
import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import { answerError } from '#plugins/error-handler.ts'
import { getClientAddress } from '#request/client-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import { runWithinTime } from '#time-limit.ts'
import { toUpstreamError } from '#upstream/upstream-client.ts'
import { readWhole } from '#upstream/whole-answer.ts'
import { FILE_HEADERS, type StreamedCall } from './streamed-call.ts'

/** Maximum size of an answer to an upload, bytes; a longer one is no envelope. */
const UPLOAD_ANSWER_MAX_BYTES = 1024 * 1024

const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const FILE_TYPES = /^(?:image|video)\/[a-z0-9.+-]+$/i
const DATA_TYPES = /^(?:text\/plain; charset=utf-8|application\/octet-stream)$/i
/** Answer when upstream cannot read a file now. It is not 503: nginx would take this instance for one that drains, and ask the others. */
const UNREADABLE = [CODE.upstreamUnreachable, '这个文件暂时取不到，请稍后再试'] as const
/** Statuses by which upstream says that a file does not exist. Others mean that it cannot be read now. */
const ABSENT = new Set([404, 410])
/** A download with an ASCII name and its whole name, in which every other character is encoded. */
const NAMED_DOWNLOAD = /^attachment; filename="[a-z0-9.-]+"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/
/** Statuses of a whole file, a part of one, and «not modified». */
const FILE_STATUSES = new Set([200, 206, 304])

/** Sends the answer to an upload. It is read whole, as it may contain a 401. */
export async function sendEnvelope(
  reply: FastifyReply,
  stream: Readable,
  readAnswer: AnswerReader,
  { cookies, cleaning, timeoutMs }: { cookies: SessionCookies; cleaning: AnswerCleaning; timeoutMs: number },
): Promise<void> {
  const { session } = reply.request
  const address = getClientAddress(reply.request)
  try {
    const text = await runWithinTime(timeoutMs, (signal) => {
      signal.addEventListener('abort', () => stream.destroy())
      return readWhole(stream, UPLOAD_ANSWER_MAX_BYTES)
    })
    const status = reply.statusCode
    const unclean = readAnswer({ status, text }, session?.token)
    const { envelope } = await unclean.cleaned((texts) => cleaning.clean(texts, { session, address }))
    if (envelope.code === CODE.unauthenticated || status === CODE.unauthenticated) cookies.clear(reply)
    for (const name of ['content-length', 'content-encoding', 'content-disposition']) reply.removeHeader(name)
    reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(withRequestId(envelope, reply.request.id))
  } catch (error) {
    failStream(reply, error)
  }
}

/** Streams a file, or a response that `PROXY_ALLOW` lets through. */
export function sendFile(
  reply: FastifyReply,
  stream: Readable,
  call: StreamedCall,
  status: number,
  cookies: SessionCookies,
): void {
  if (status === CODE.unauthenticated) cookies.clear(reply)
  if (call.isData) {
    sendData(reply, stream, status)
    return
  }
  if (call.media) {
    sendMedia(reply, stream, call.media, status)
    return
  }
  if (call.from === 'file') {
    const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
    if (!FILE_STATUSES.has(status) || (status !== 304 && !FILE_TYPES.test(type))) {
      refuseFile(reply, stream, status)
      return
    }
    reply.header('content-security-policy', FILE_CSP)
    // The picture shows inside a page; opened by itself it is saved.
    reply.header('content-disposition', 'attachment')
    // nginx asks again after a day, so that a deleted picture is gone there too.
    if (!isPassing(reply))
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'x-accel-expires': 86_400 })
  } else {
    reply.header('cache-control', 'no-store')
    if (call.file) {
      reply.header('content-security-policy', FILE_CSP)
      reply.header('content-disposition', call.file.disposition)
    }
  }
  reply.send(Readable.from(relay(stream), { objectMode: false }))
}

/** Whether upstream sends another file for a short time: a whole picture while its width cannot be made. */
const isPassing = (reply: FastifyReply) => reply.getHeader('cache-control') === 'no-store'

/** Says why there is no file. Caches in front may go on sending the one that they have when storage is away. */
function refuseFile(reply: FastifyReply, stream: Readable, status: number): void {
  stream.destroy()
  for (const name of [...FILE_HEADERS, 'content-disposition', 'x-robots-tag']) reply.removeHeader(name)
  const [code, text] = findNoFile(status)
  // nginx keeps it in the place of a picture that was deleted. Before 1.23 it reads this header only before the next one.
  if (ABSENT.has(status)) reply.header('x-accel-expires', 1)
  reply.code(code).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}

/** Returns the status and the text for a status of upstream that is no file. */
function findNoFile(status: number): readonly [code: number, text: string] {
  if (status === 410) return [410, '这个文件已删除']
  return status >= CODE.rule || status === CODE.tooMany ? UNREADABLE : [CODE.noSuchCall, '没有这个文件']
}

/** A file of the library: pictures show inside a page, a PDF is saved under the name that staff gave it. */
function sendMedia(reply: FastifyReply, stream: Readable, type: RegExp, status: number): void {
  if (!FILE_STATUSES.has(status) || (status !== 304 && !type.test(String(reply.getHeader('content-type'))))) {
    refuseFile(reply, stream, status)
    return
  }
  const disposition = String(reply.getHeader('content-disposition'))
  const isDocument = type.test('application/pdf')
  reply.header('content-disposition', isDocument && NAMED_DOWNLOAD.test(disposition) ? disposition : 'attachment')
  reply.header('content-security-policy', isDocument ? "default-src 'none'; sandbox" : FILE_CSP)
  if (isDocument && reply.getHeader('x-robots-tag') !== 'all') reply.header('x-robots-tag', 'noindex')
  if (!isPassing(reply)) reply.header('cache-control', `public, max-age=${MEDIA_FRESH_SECONDS}`)
  reply.send(Readable.from(relay(stream), { objectMode: false }))
}

/**
 * Sends a file for programs: programs never get a page or an envelope for a file, and no cache remembers that it is
 * absent.
 */
function sendData(reply: FastifyReply, stream: Readable, status: number): void {
  const type = String(reply.getHeader('content-type') ?? '')
  if (status === 200 && DATA_TYPES.test(type)) {
    reply.header('content-security-policy', FILE_CSP)
    reply.send(Readable.from(relay(stream), { objectMode: false }))
    return
  }
  stream.destroy()
  for (const name of FILE_HEADERS) reply.removeHeader(name)
  // A program that follows the log retries after a fault, but not after 404.
  const isFault = status >= CODE.rule || status === CODE.tooMany
  // 503 means that the log is stopped, which readers can tell apart from a site that is away.
  const fault = status === CODE.overloaded ? CODE.overloaded : CODE.upstreamUnreachable
  reply.code(isFault ? fault : CODE.noSuchCall).header('cache-control', 'no-store')
  reply.type('text/plain; charset=utf-8').send(isFault ? '暂时无法读取公开日志' : '公开日志中没有这个文件')
}

/** Relays upstream's stream; an interruption becomes an error that names upstream. */
async function* relay(stream: Readable) {
  try {
    yield* stream
  } catch (error) {
    throw toUpstreamError(error)
  }
}

/** Sends an error for a stream that failed before its first byte. */
export function failStream(reply: FastifyReply, error: unknown): void {
  // The rest of a refused upload is not read.
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  answerError(toUpstreamError(error), reply.request, reply)
}
