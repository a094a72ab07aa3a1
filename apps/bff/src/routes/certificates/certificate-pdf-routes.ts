import { readCertificateNo, readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { CODE } from '@portal/contract/errors.ts'
import { PROOF_MAX_CHARS } from '@portal/contract/proof-of-work.ts'
import { getSiteInfo, type SiteInfo } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { createCertificateMismatch } from '#certificates/certificate-errors.ts'
import type { CertificateLookup, LookupResult } from '#certificates/certificate-lookup.ts'
import { createPdfPrinter } from '#certificates/pdf/pdf-printer.ts'
import type { PictureReader } from '#certificates/pdf/picture-reader.ts'
import { AppError } from '#errors.ts'
import { answerError } from '#plugins/error-handler.ts'
import { formBody } from '#plugins/form-body.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { getCaller } from '#request/caller.ts'
import { getClientAddress, toClientKey } from '#request/client-address.ts'
import { getSiteOrigin } from '#request/request-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

interface Options {
  lookup: CertificateLookup
  /** Reads the organisation's name and telephone number. */
  service: CallService
  readPictures: PictureReader
  /** Budget of one client for PDFs. */
  budget: RateLimit
  publicOrigin: string | null
  now: () => number
}

/** Pages with the form, in Chinese and in English. */
const FORM_PAGES = ['/certificate-check', '/en/certificate-check'] as const
type FormPage = (typeof FORM_PAGES)[number]

function isEnglish({ url }: FastifyRequest): boolean {
  return url.startsWith('/en/')
}

/**
 * Serves a certificate as a PDF by a form with number and check code: it works without JavaScript, and the code is in
 * no URL. Each request looks the certificate up again.
 */
export const certificatePdfRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { lookup, service, readPictures, budget, publicOrigin, now } = options
  const printer = createPdfPrinter()
  app.addHook('onClose', () => printer.close())
  await app.register(formBody)
  // A person reads the response to a form: text, not JSON.
  app.setErrorHandler((error, request, reply) => sendTextError(error, request, reply))

  for (const page of FORM_PAGES) {
    const path = `${page}/certificate.pdf`
    const config = { access: 'public', from: 'form', exactPath: () => path, hasOwnBudgets: true } as const
    app.post<{ Body: string }>(path, { config }, (request, reply) => answer(request, reply, page))
  }

  async function answer(request: FastifyRequest<{ Body: string }>, reply: FastifyReply, page: FormPage) {
    const form = new URLSearchParams(request.body)
    const number = readCertificateNo(form.get('certificateNo') ?? '')
    if (number.kind !== 'right') return reply.redirect(page, 303)
    const { certificateNo } = number
    const code = readCheckCode(form.get('checkCode') ?? '')
    if (code.kind !== 'right') return redirectToForm(reply, page, certificateNo)
    const origin = getSiteOrigin(request, publicOrigin)
    const proof = form.get('proof')?.slice(0, PROOF_MAX_CHARS) || undefined
    const question = { certificateNo, checkCode: code.checkCode, proof }
    const found = await lookup.lookUp(question, getCaller(request), origin)
    if (found.answer.state === 'mismatch') return sendMismatch(request, reply)
    if (!found.answer.certificate) return redirectToForm(reply, page, certificateNo)
    await takeCall(budget, request)
    const pdf = await print(request, found, origin)
    reply.header('content-disposition', `attachment; filename="${certificateNo}.pdf"`)
    return reply.header('cache-control', 'no-store').type('application/pdf').send(Buffer.from(pdf))
  }

  async function print(request: FastifyRequest, { answer, receipt }: LookupResult, origin: string) {
    const lookedUpAtMs = now()
    const makeSheet = async () => {
      const [pictures, site] = await Promise.all([
        readPictures(answer.certificate?.pictures ?? []),
        fetchSiteInfo(request),
      ])
      const siteName = site?.name?.trim() || new URL(origin).host
      const siteNameEn = site?.nameEn?.trim() ?? ''
      const phone = site?.phone?.trim() ?? ''
      const facts = { origin, siteName, siteNameEn, phone, lookedUpAtMs }
      return { answer, receipt, pictures, ...facts, isEnglish: isEnglish(request) }
    }
    return printer.print(toClientKey(getClientAddress(request)), makeSheet).catch((error: unknown) => {
      throw error instanceof AppError ? error : createPdfFailed(error)
    })
  }

  /** Returns `null` when the information is unavailable: the certificate is printed all the same. */
  async function fetchSiteInfo(request: FastifyRequest): Promise<SiteInfo | null> {
    const caller = { ...getCaller(request), session: null }
    const { envelope } = await service
      .perform(getSiteInfo, {}, caller)
      .catch(() => ({ envelope: { code: 0, data: null } }))
    return envelope.code === CODE.ok ? (envelope.data as SiteInfo) : null
  }
}

/** Only the file failed; the certificate is valid. */
function createPdfFailed(cause: unknown): AppError {
  return new AppError(CODE.rule, '证书文件暂时无法生成，查询结果不受影响，请稍后再试', { cause })
}

/** Redirects to the form. The number is public; the code must not be in a URL. */
function redirectToForm(reply: FastifyReply, page: FormPage, certificateNo: string) {
  return reply.header('cache-control', 'no-store').redirect(`${page}?no=${certificateNo}`, 303)
}

const MISMATCH_ENGLISH =
  'This certificate failed the check: what is stored differs from the public log, so it is not shown. Do not rely on it in a sale, and contact the laboratory.'

function sendMismatch(request: FastifyRequest, reply: FastifyReply) {
  const { code, message } = createCertificateMismatch()
  reply.code(code).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  return reply.send(`${isEnglish(request) ? MISMATCH_ENGLISH : `${message}。`}\n`)
}

function sendTextError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof AppError)) return answerError(error, request, reply)
  if (error.code >= 500) request.log.warn({ err: error, cause: error.cause }, 'certificate PDF failed')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  reply.code(error.code).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  if (!isEnglish(request)) return reply.send(`${error.message}\n返回上一页可以重试。\n`)
  const why = error.code === CODE.tooMany ? 'Too many requests from your network' : 'The file could not be made'
  return reply.send(`${why}. The result of the lookup is not affected; go back and try again later.\n`)
}
