import type { Dispatcher } from 'undici'
import { upstreamBroken } from '#errors.ts'
import type { Deadline } from './deadline.ts'

export interface WholeAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/**
 * Sends a request and reads the whole response. It does not use undici's `request`, whose stream for the body costs as
 * much as all the rest.
 * @throws AppError 502 above `maxBytes`; the error of the deadline or of the connection
 */
export function fetchWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { maxBytes, deadline }: { maxBytes: number; deadline: Deadline },
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: WholeAnswer['headers'] = {}
    const chunks: Buffer[] = []
    let bytes = 0

    let late: Error | undefined
    deadline.whenOver((reason) => {
      late = reason
      controller?.abort(reason)
      reject(reason)
    })
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started
        if (late) started.abort(late)
      },
      onResponseStart(_controller, statusCode, answered) {
        status = statusCode
        headers = answered
      },
      onResponseData(reading, chunk) {
        bytes += chunk.length
        if (bytes <= maxBytes) chunks.push(chunk)
        else reading.abort(createTooLong(maxBytes))
      },
      onResponseEnd() {
        resolve({ status, headers, bytes: joinChunks(chunks) })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    })
  })
}

/**
 * Reads a streamed body as text.
 * @throws AppError 502 above `maxBytes`
 */
export async function readWhole(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // An error inside the loop closes the body.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw createTooLong(maxBytes)
    chunks.push(chunk)
  }
  return joinChunks(chunks).toString('utf8')
}

function createTooLong(maxBytes: number): Error {
  return upstreamBroken(new Error(`answer above ${maxBytes} bytes`))
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}
