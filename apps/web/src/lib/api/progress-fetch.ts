import type { ApiFetch } from './api-client.ts'

/** Creates a `fetch` with upload progress, 0 to 1, by XMLHttpRequest. */
export function createProgressFetch(onProgress: (part: number) => void): ApiFetch {
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const settle = (act: () => void) => () => {
        signal?.removeEventListener('abort', abort)
        act()
      }
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
      request.onload = settle(() => resolve(toResponse(request)))
      // Rejects with the same error as `fetch`.
      request.onerror = settle(() => reject(new TypeError('Failed to fetch')))
      request.onabort = settle(() => reject(signal?.reason ?? new DOMException('aborted', 'AbortError')))
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', abort)
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return new Response(request.responseText, { status: request.status, headers })
}
