import { Readable } from 'node:stream'
import type { CallData } from '@portal/contract/call.ts'
import { listPrintable, PrintOrder, printWithCode, printWithoutCode } from '@portal/contract/certificates/desk/print.ts'
import { canHoldCode } from '@portal/contract/certificates/desk/print-rules.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import { getSiteInfo, type SiteInfo } from '@portal/contract/site/site.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { CallOutcome, CallService } from '#calls/call-service.ts'
import type { PictureReader } from '#certificates/pdf/picture-reader.ts'
import type { PrintFacts, PrintItem } from '#certificates/print/print-types.ts'
import { createStaffPrinter } from '#certificates/print/staff-printer.ts'
import { AppError, errorEnvelope, withRequestId } from '#errors.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { getCaller } from '#request/caller.ts'
import { getSiteOrigin } from '#request/request-address.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

interface Options {
  service: CallService
  cookies: SessionCookies
  readPictures: PictureReader
  /** Budget of one client for prints. */
  budget: RateLimit
  publicOrigin: string | null
}

const PATH = '/bff/certificates/print'

/** A refusal of upstream, as received. */
class PrintRefused extends Error {
  readonly outcome: CallOutcome
  readonly certificateNo: string | null

  constructor(outcome: CallOutcome, certificateNo: string | null) {
    super('upstream refused a print')
    this.outcome = outcome
    this.certificateNo = certificateNo
  }
}

/**
 * Prints certificates as a PDF for staff. The check code goes from upstream's answer into the file, and nowhere else:
 * no JSON of this site contains it. The file is sent page by page and stored nowhere. An interrupted file ends in a
 * line `%%Stopped` with the refusal as JSON, and is no valid PDF.
 */
export const certificatePrintRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { service, cookies, readPictures, budget, publicOrigin } = options
  const printer = createStaffPrinter()
  app.addHook('onClose', () => printer.close())
  const config = { access: 'member', from: 'call', exactPath: () => PATH, hasOwnBudgets: true } as const

  app.post<{ Body: PrintOrder }>(PATH, { config, schema: { body: PrintOrder } }, async (request, reply) => {
    await takeCall(budget, request)
    const { numbers, isPreview, ...layout } = request.body
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const facts = await fetchFacts(request)
    const chunks = printer.print({ layout, facts, items: fetchItems(request, gone.signal), signal: gone.signal })
    try {
      // The first certificate is drawn before the head is sent, because most refusals occur here.
      const first = await chunks.next()
      reply.header('content-disposition', `attachment; filename="${makeFileName(request.body)}"`)
      reply.header('cache-control', 'no-store').type('application/pdf')
      return reply.send(Readable.from(streamFile(first, chunks, request), { objectMode: false }))
    } catch (error) {
      await chunks.return()
      if (error instanceof PrintRefused) return sendRefusal(reply, error.outcome)
      throw error instanceof AppError ? error : createPrintFailed(error)
    }
  })

  async function* fetchItems(
    request: FastifyRequest<{ Body: PrintOrder }>,
    signal: AbortSignal,
  ): AsyncGenerator<PrintItem> {
    const { numbers, kind, withCode, isPreview } = request.body
    if (numbers.length === 0 || isPreview) {
      // Upstream refuses the call, also for the printer's test page, to callers without the duty.
      const body = { numbers: numbers.slice(0, 1) }
      const { first } = readData(await service.perform(listPrintable, { body }, getCaller(request)), null) as Printable
      if (first) yield await toPrintItem(withCode && canHoldCode(kind) ? { ...first, checkCode: HIDDEN_CODE } : first)
      else if (isPreview) throw new AppError(CODE.rule, '这份证书现在不能打印')
      return
    }
    const call = withCode && canHoldCode(kind) ? printWithCode : printWithoutCode
    for (const certificateNo of numbers) {
      signal.throwIfAborted()
      const input = { params: { certificateNo }, body: { kind } }
      const data = readData(await service.perform(call, input, getCaller(request)), certificateNo)
      yield await toPrintItem(data as PrintData)
    }
  }

  async function toPrintItem({ checkCode, publishedTime, signatures: signed, ...text }: PrintData): Promise<PrintItem> {
    const pictures = await readPictures(text.certificate.pictures ?? [])
    const signatures = signed.map(({ member, content }) => ({ member, bytes: Buffer.from(content, 'base64') }))
    const publishedMs = toInstantMs(publishedTime) ?? 0
    return { ...text, checkCode: checkCode ?? null, pictures, signatures, publishedMs }
  }

  async function fetchFacts(request: FastifyRequest): Promise<PrintFacts> {
    const origin = getSiteOrigin(request, publicOrigin)
    const { envelope } = await service.perform(getSiteInfo, {}, { ...getCaller(request), session: null })
    const site = envelope.code === CODE.ok ? (envelope.data as SiteInfo) : null
    return {
      origin,
      siteName: site?.name?.trim() || new URL(origin).host,
      siteNameEn: site?.nameEn?.trim() ?? '',
      phone: site?.phone?.trim() ?? '',
    }
  }

  function sendRefusal(reply: FastifyReply, { status, envelope, isSessionOver }: CallOutcome) {
    if (isSessionOver) cookies.clear(reply)
    reply.header('cache-control', 'no-store')
    return reply.code(status).send(withRequestId(envelope, reply.request.id))
  }
}

/**
 * Returns the data of a success.
 * @throws PrintRefused for anything else
 */
function readData(outcome: CallOutcome, certificateNo: string | null): unknown {
  if (outcome.envelope.code !== CODE.ok) throw new PrintRefused(outcome, certificateNo)
  return outcome.envelope.data
}

type Printable = CallData<typeof listPrintable>
type PrintData = CallData<typeof printWithoutCode> & { checkCode?: string }

/** Replaces the code in a preview. */
const HIDDEN_CODE = '******'

/** Yields the file, or its beginning and the reason why it ends there. */
async function* streamFile(
  first: IteratorResult<Uint8Array, void>,
  chunks: AsyncGenerator<Uint8Array, void>,
  request: FastifyRequest,
): AsyncGenerator<Uint8Array> {
  if (!first.done && first.value.length > 0) yield first.value
  try {
    for await (const chunk of chunks) if (chunk.length > 0) yield chunk
  } catch (error) {
    const isRefused = error instanceof PrintRefused
    if (!isRefused && !request.raw.destroyed) request.log.warn({ cause: (error as Error).stack }, 'a print broke off')
    const { code, message, extra } = isRefused ? error.outcome.envelope : describeStop(error)
    const stopped = { code, message, extra, certificateNo: isRefused ? error.certificateNo : null }
    yield Buffer.from(`\n%%Stopped ${JSON.stringify(stopped)}\n`)
  }
}

function describeStop(error: unknown): Pick<Envelope, 'code' | 'message' | 'extra'> {
  const { code, message } = error instanceof AppError ? error : createPrintFailed(error)
  return errorEnvelope(code, message)
}

function createPrintFailed(cause: unknown): AppError {
  return new AppError(CODE.rule, '打印件暂时无法生成，请稍后再试', { cause })
}

/** Builds the file name from kind and number, never a code. */
function makeFileName({ numbers, kind }: PrintOrder): string {
  const [first] = numbers
  if (first === undefined) return 'printer-test.pdf'
  return numbers.length === 1 ? `${first}-${kind}.pdf` : `${kind}-${numbers.length}.pdf`
}
