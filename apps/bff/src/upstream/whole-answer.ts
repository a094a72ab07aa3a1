import type { Dispatcher } from 'undici'
import { upstreamBroken } from '#errors.ts'

export interface WholeAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

interface Limits {
  maxBytes: number
  /** Ends the asking, also while no connection is free. */
  signal: AbortSignal
}

/**
 * Asks and reads the whole answer. Without undici's own `request`, whose body is a stream: for answers that are read
 * whole, making and draining it costs as much as all the rest.
 * @throws AppError 502 above `maxBytes`; the signal's reason; whatever the connection failed with
 */
export function askWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { maxBytes, signal }: Limits,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: WholeAnswer['headers'] = {}
    const chunks: Buffer[] = []
    let bytes = 0

    function giveUp(): void {
      controller?.abort(signal.reason)
      reject(signal.reason)
    }

    signal.addEventListener('abort', giveUp)
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) started.abort(signal.reason)
      },
      onResponseStart(_controller, statusCode, answered) {
        status = statusCode
        headers = answered
      },
      onResponseData(reading, chunk) {
        bytes += chunk.length
        if (bytes <= maxBytes) chunks.push(chunk)
        else reading.abort(upstreamBroken(new Error(`answer above ${maxBytes} bytes`)))
      },
      onResponseEnd() {
        signal.removeEventListener('abort', giveUp)
        resolve({ status, headers, text: textOf(chunks) })
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', giveUp)
        reject(error)
      },
    })
  })
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return chunks.length === 1 && first ? first.toString('utf8') : Buffer.concat(chunks).toString('utf8')
}
