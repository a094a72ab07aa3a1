import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './encodings.ts'
import type { PreparedResponse } from './prepared-response.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Quality 0 to 11. Quality 5 saves 0.4 ms and makes pages 2 % longer; quality 9 takes 14 ms more and is no shorter. */
const BROTLI_QUALITY = 7
/** Compresses in half of the time; the result is a fifth longer. */
const FAST_BROTLI_QUALITY = 3
/** Room for a whole result, in bytes; with zlib's 16 KiB most pages would need two turns of a thread. */
const BROTLI_CHUNK = 64 * 1024

/** How a response is sent; `unchanged`: the browser has this version. */
export type ResponseForm = Encoding | 'unchanged'

type CompleteHead = (own: Readonly<Record<string, string>>) => readonly string[]

/** A text that is sent many times, with its compressed copies and prepared responses: each is made when first needed. */
export class CachedResponse {
  readonly status: number
  readonly text: string
  /** Target of a redirect. */
  readonly location: string | null
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  readonly #prepared = new Map<ResponseForm, PreparedResponse>()
  #etag: string | undefined
  /** The text in UTF-8, from the ETag to the first response, which both need it. */
  #bytes: Buffer | undefined
  #isSent = false

  constructor(status: number, text: string, location: string | null = null) {
    this.status = status
    this.text = text
    this.location = location
  }

  /**
   * Returns the response that replaces this one: the same object if nothing has changed, so that its compressed copies
   * are kept. If this one was sent, a changed one is compressed at the better quality from the start.
   */
  renew(status: number, text: string, location: string | null): CachedResponse {
    if (status === this.status && text === this.text && location === this.location) return this
    const next = new CachedResponse(status, text, location)
    next.#isSent = this.#isSent
    return next
  }

  get etag(): string {
    this.#etag ??= `"${hash('sha256', this.#encodeText(), 'base64url').slice(0, 22)}"`
    return this.#etag
  }

  prepared(form: ResponseForm): PreparedResponse | undefined {
    return this.#prepared.get(form)
  }

  /** Prepares and caches the uncompressed response. */
  prepareText(head: readonly string[]): PreparedResponse {
    const body = Buffer.from(this.text).toString('latin1')
    const prepared: PreparedResponse = {
      status: this.status,
      head: [...head, 'content-length', String(body.length)],
      body,
      encoding: 'latin1',
    }
    this.#prepared.set('identity', prepared)
    return prepared
  }

  /**
   * Prepares and caches one form. The first brotli response is compressed fast and not cached, as it may be the only
   * one; nor is the uncompressed one, which is rarely requested and would hold the text twice.
   */
  async prepare(form: ResponseForm, own: Readonly<Record<string, string>>, completeHead: CompleteHead) {
    const isFirst = !this.#isSent
    this.#isSent = true
    const isFast = form === 'br' && isFirst
    const prepared =
      form === 'unchanged'
        ? { status: 304, head: completeHead(own), body: null }
        : await this.#prepareBody(form, own, completeHead, isFast)
    this.#bytes = undefined
    if (form !== 'identity' && !isFast) this.#prepared.set(form, prepared)
    return prepared
  }

  async #prepareBody(
    encoding: Encoding,
    own: Readonly<Record<string, string>>,
    completeHead: CompleteHead,
    isFast: boolean,
  ): Promise<PreparedResponse> {
    const body = await (isFast
      ? compressBrotli(this.#encodeText(), makeBrotliOptions(FAST_BROTLI_QUALITY))
      : this.encoded(encoding))
    const coded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    const head = completeHead({ ...own, ...coded, 'content-length': String(body.length) })
    return { status: this.status, head, body }
  }

  #encodeText(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  /** Returns the body in an encoding. Compressed copies are cached. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return Buffer.from(this.text)
    const compressed = this.#compressed.get(encoding) ?? this.#compress(encoding).then(detachBuffer)
    this.#compressed.set(encoding, compressed)
    return compressed
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    return encoding === 'br' ? compressBrotli(this.text, makeBrotliOptions(BROTLI_QUALITY)) : compressGzip(this.text)
  }
}

function makeBrotliOptions(quality: number): BrotliOptions {
  return { chunkSize: BROTLI_CHUNK, params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
}

/**
 * Copies a buffer into memory of its own. Small buffers are views of a slab of 64 KiB, and zlib's results are views of
 * its whole output: holding one would hold all of that in memory.
 */
export function detachBuffer(bytes: Buffer): Buffer {
  const detached = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(detached)
  return detached
}
