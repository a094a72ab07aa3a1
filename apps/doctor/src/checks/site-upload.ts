import { Readable } from 'node:stream'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { uploadFile } from '@portal/contract/files.ts'
import { describeFailure } from '#failure.ts'
import { fault, ok, SITE_REQUEST_MS, type SiteCheck, warn } from '#finding.ts'

const CHUNK_BYTES = 64 * 1024
const MEBIBYTES = UPLOAD_MAX_BYTES / 1024 / 1024
const LIMIT_MEND = `Raise its limit for bodies to at least ${MEBIBYTES + 1} MiB (nginx: client_max_body_size ${MEBIBYTES + 1}m)`

/**
 * Remedy for a proxy that closes its connection after each request: it loses answers that arrive before it has sent
 * everything.
 */
const CLOSING_MEND =
  'Let the proxy keep its connections to the site (nginx: proxy_http_version 1.1; proxy_set_header Connection "")'

/** Sends as much as the largest picture, without a login: the site refuses it for that and stores nothing. */
export const checkUpload: SiteCheck = async ({ ask }, { origin }) => {
  const question = {
    method: uploadFile.method,
    headers: { 'content-type': 'multipart/form-data; boundary=doctor', 'content-length': String(UPLOAD_MAX_BYTES) },
    body: Readable.from(generateZeros()),
    timeoutMs: SITE_REQUEST_MS,
  }
  try {
    const { status } = await ask(origin + uploadFile.path, question)
    if (status === 413) return [fault('the proxy refuses an upload of 10 MB (413)', LIMIT_MEND)]
    if (status === 401) return [ok(`an upload of ${MEBIBYTES} MiB comes through`)]
    if (status === 502)
      return [warn(`an upload of ${MEBIBYTES} MiB that the site refuses is answered 502`, CLOSING_MEND)]
    return [
      warn(`an upload of ${MEBIBYTES} MiB without a login is answered ${status}, not 401`, 'Look at the proxy’s log'),
    ]
  } catch (error) {
    // The site answers before it has read all; a client that still writes may see the end of the connection first.
    const { why, remedy } = describeFailure(error)
    return [warn(`an upload of ${MEBIBYTES} MiB: ${why}`, `${remedy}, or: ${LIMIT_MEND}`)]
  }
}

function* generateZeros(): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let sent = 0; sent < UPLOAD_MAX_BYTES; sent += CHUNK_BYTES) {
    yield chunk.subarray(0, Math.min(CHUNK_BYTES, UPLOAD_MAX_BYTES - sent))
  }
}
