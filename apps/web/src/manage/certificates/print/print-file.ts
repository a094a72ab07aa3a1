import type { PrintOrder } from '@portal/contract/certificates/desk/print.ts'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { passGate, readAction, readGate } from '#manage/staff/gates.ts'

const ADDRESS = '/bff/certificates/print'
/** Marker of a finished page in a PDF. */
const PAGE = '/Type /Page\n'
const END = '%%EOF'
/** Length that contains the last line of an interrupted file. */
const TAIL_CHARS = 4000
/** Maximum number of dialogs: login, then the proof, and once more when the session ends in between. */
const GATES_MAX = 3

interface Options {
  signal: AbortSignal
  /** Called with the number of finished pages. */
  onPages: (pages: number) => void
}

/**
 * Prints certificates into a PDF, whose pages arrive as they are made.
 * @throws ApiError when it is refused or interrupted; the reason of `signal`; the rejection of `fetch`
 */
export async function printFile(order: PrintOrder, options: Options): Promise<Blob> {
  for (let passed = 0; ; passed += 1) {
    try {
      return await receiveFile(order, options)
    } catch (reason) {
      const gate = readGate(reason)
      if (!gate || passed >= GATES_MAX) throw reason
      if (!(await passGate(gate, readAction(reason), options.signal))) throw reason
      options.onPages(0)
    }
  }
}

async function receiveFile(order: PrintOrder, { signal, onPages }: Options): Promise<Blob> {
  const headers = { ...ownCallHeaders, 'content-type': 'application/json' }
  const response = await fetch(ADDRESS, { method: 'POST', headers, body: JSON.stringify(order), signal })
  if (!response.body || !response.headers.get('content-type')?.startsWith('application/pdf')) {
    throw toError(await response.json().catch(() => ({ code: response.status })))
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const asText = new TextDecoder('latin1')
  let pages = 0
  let tail = ''
  for await (const chunk of readChunks(response.body)) {
    chunks.push(chunk)
    const text = tail.slice(1 - PAGE.length) + asText.decode(chunk, { stream: true })
    pages += text.split(PAGE).length - 1
    tail = (tail + text).slice(-TAIL_CHARS)
    onPages(pages)
  }
  if (!tail.trimEnd().endsWith(END)) throw readStopReason(chunks)
  return new Blob(chunks, { type: 'application/pdf' })
}

/** Safari cannot iterate over a stream. */
async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

/** Reads the reason from the last line of an interrupted file. */
function readStopReason(chunks: readonly Uint8Array<ArrayBuffer>[]): ApiError {
  const tail = new TextDecoder().decode(chunks.at(-1) ?? new Uint8Array())
  const [, json = '{}'] = /%%Stopped (\{.*\})\n$/.exec(tail) ?? []
  const stopped = JSON.parse(json) as Refusal & { certificateNo?: string | null }
  const error = toError(stopped)
  const { certificateNo } = stopped
  return certificateNo ? new ApiError(error.code, `${certificateNo}：${error.message}`, { extra: error.extra }) : error
}

interface Refusal {
  code?: number
  message?: string
  extra?: Record<string, unknown>
}

function toError(envelope: Refusal): ApiError {
  const { code = 0, message = '打印件没有收全，请再试一次', extra = {} } = envelope
  return new ApiError(code, message, { extra })
}
