import type { Call } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import { LOG_PATH } from '@portal/contract/log/log.ts'
import { MEDIA_ID_PATTERN, MEDIA_NAME_PATTERN } from '@portal/contract/media/media.ts'
import { readTilePath } from '@portal/contract/tlog/tile-paths.ts'
import { type AnswerReader, createAnswerReader } from '#calls/answer-reader.ts'
import { fillPath } from '#calls/call-input.ts'
import type { AllowedCall } from '#config/config.ts'

/** Headers of upstream's files that are passed on. */
export const FILE_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
]
const FILE_NAME = new RegExp(FILE_NAME_PATTERN)
const MEDIA_ID = new RegExp(MEDIA_ID_PATTERN)
const MEDIA_NAME = new RegExp(MEDIA_NAME_PATTERN)

/** One streamed call: its address on both sides and how its answer is handled. */
export interface StreamedCall {
  method: string
  path: string
  /** Route below `path`. */
  route: string
  access: 'public' | 'member'
  from: 'call' | 'file' | 'ownFile' | 'download'
  /** Set for files that programs read: type and cache lifetime are upstream's. */
  isData?: true
  /** Set for files of the library, whose content may change: type of the file. */
  media?: RegExp
  exactPath: (params: Record<string, unknown>) => string
  answerHeaders: readonly string[]
  /** Set for a call outside the contract: its query is passed on unchanged. */
  passesQuery?: true
  /** Query members that are passed on, for a call of the contract. */
  queryNames?: readonly string[]
  /** Reads the answer of an upload, which is an envelope, or of a refused download. */
  readAnswer?: AnswerReader
  /** Maximum size of an uploaded file, bytes. */
  maxBytes?: number
  /** Time for the body of an upload, ms, if it differs from the server's. */
  uploadMs?: number
  /** Type and disposition of a file for the caller alone. */
  file?: { type: RegExp; disposition: string }
}

/** Whether a value is one part of a path: the proxy answers `../x` with an error, although it is encoded. */
const isPlainPart = (value: unknown) => !/[/\\]|^\.{1,2}$/.test(String(value))

/** An upload of the contract. */
export function createUploadCall(call: Call): StreamedCall {
  const { passesQuery: _query, ...streamed } = createAllowedCall(call)
  const first = call.path.indexOf('/{')
  const queryNames = Object.keys(call.query?.properties ?? {})
  const path = first < 0 ? call.path : call.path.slice(0, first)
  return {
    ...streamed,
    path,
    queryNames,
    route: toRouterPath(call).slice(path.length),
    exactPath: (params) => (Object.values(params).every(isPlainPart) ? fillPath(call.path, params) : ''),
    access: call.access === 'public' ? 'public' : 'member',
    readAnswer: createAnswerReader(call),
    ...(call.uploadMaxBytes !== undefined && { maxBytes: call.uploadMaxBytes }),
    ...(call.uploadMs !== undefined && { uploadMs: call.uploadMs }),
  }
}

/** Files of a folder. */
export function createFileCall(call: Call): StreamedCall {
  const folder = call.path.slice(0, call.path.indexOf('/{'))
  return {
    method: call.method,
    path: folder,
    route: '/:name',
    access: 'public',
    from: 'file',
    exactPath: ({ name }) => (FILE_NAME.test(String(name)) ? `${folder}/${name}` : ''),
    answerHeaders: FILE_HEADERS,
  }
}

/** Files of the library: pictures, or PDF files as downloads. */
export function createMediaCall(call: Call): StreamedCall {
  const { method, path, route, exactPath } = createUploadCall(call)
  const isNamed = ({ id, name }: Record<string, unknown>) => MEDIA_ID.test(String(id)) && MEDIA_NAME.test(String(name))
  return {
    method,
    path,
    route,
    access: 'public',
    from: 'file',
    media: call.path.startsWith('/file/doc/') ? /^application\/pdf$/ : /^image\/(?:png|jpeg|gif|webp)$/,
    exactPath: (params) => (isNamed(params) ? exactPath(params) : ''),
    answerHeaders: [...FILE_HEADERS, 'content-disposition', 'x-robots-tag'],
  }
}

/** Files of the public log: each has one address, and an absent one is never cached. */
export function createDataCall(call: Call): StreamedCall {
  const { method, path: fixedPath, route } = createUploadCall(call)
  const isKnown = (path: string) => !call.params || readTilePath(path.slice(LOG_PATH.length)) !== undefined
  return {
    method,
    route,
    path: fixedPath,
    access: 'public',
    from: 'file',
    isData: true,
    exactPath: (params) => {
      const path = fillPath(call.path, params)
      return isKnown(path) ? path : ''
    },
    answerHeaders: ['content-type', 'content-length', 'cache-control'],
  }
}

/** Types of files that are made for the caller, by the ending of their name. */
const DOWNLOADS = {
  zip: /^application\/zip$/,
  csv: /^text\/csv; charset=utf-8$/,
  xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/,
  bin: /^application\/octet-stream$/,
}

/** A file that is made for the caller alone; a refusal is an envelope. */
export function createDownloadCall(call: Call): StreamedCall {
  const { fileName = 'file.zip' } = call
  const type = DOWNLOADS[fileName.slice(fileName.lastIndexOf('.') + 1) as keyof typeof DOWNLOADS]
  // A link of the page names the file of one thing; a name in the header would replace it.
  const disposition = call.params ? 'attachment' : `attachment; filename="${fileName}"`
  return { ...createUploadCall(call), from: 'download', file: { type, disposition } }
}

/** Pictures that our own pages show to staff; upstream checks the roles. */
export function createPrivateFileCall(call: Call): StreamedCall {
  const { path, route, exactPath } = createFileCall(call)
  const file = { type: /^image\/(?:png|jpeg|gif|webp)$/, disposition: 'attachment' }
  return { ...createUploadCall(call), path, route, exactPath, from: 'ownFile', file }
}

/** A call of `PROXY_ALLOW`. */
export function createAllowedCall({ method, path }: AllowedCall): StreamedCall {
  return {
    method,
    path,
    route: '',
    access: 'member',
    from: 'call',
    exactPath: () => path,
    answerHeaders: ['content-type', 'content-length', 'content-encoding', 'content-disposition'],
    passesQuery: true,
  }
}
