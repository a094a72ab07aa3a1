import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { toWireDateTime } from '@portal/contract/time.ts'
import { ZipFile } from 'yazl'
import { type FileStore, openFirst } from '#platform/files/file-store.ts'
import type { OwnDataFile } from './own-data.ts'

/** Name of an uploaded file within a text. */
const UPLOAD_NAME = /\b[0-9a-f]{32}\.(?:png|jpe?g|gif|webp|avif)\b/g

interface Options {
  files: readonly OwnDataFile[]
  /** Where the owner's pictures may be. */
  stores: readonly FileStore[]
  nowMs: number
}

export interface Archive {
  /** The ZIP file. Destroying it early also ends its sources. */
  stream: Readable
  /** Settles when all sources are closed, after success and after failure. */
  done: Promise<void>
}

/** Writes a ZIP file as fast as it is read, one file at a time, without holding the whole in memory. */
export function createArchive({ files, stores, nowMs }: Options): Archive {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const reading = new AbortController()
  stream.once('close', () => reading.abort())
  zip.on('error', (error: Error) => stream.destroy(error))

  async function add(source: Readable, name: string, compress: boolean): Promise<void> {
    zip.addReadStream(source, name, { compress, mtime: new Date(nowMs) })
    try {
      await finished(source, { signal: reading.signal })
    } finally {
      source.destroy()
    }
  }

  async function fill(): Promise<void> {
    const uploads = new Set<string>()
    zip.addBuffer(Buffer.from(writeReadme(files, nowMs)), 'README.txt', { mtime: new Date(nowMs) })
    for (const file of files) await add(Readable.from(toJsonLines(file, uploads)), file.name, true)
    for (const name of uploads) {
      const picture = await openFirst(stores, name).catch(() => undefined)
      // The name comes from a text, so the file may not exist any more.
      if (picture) await add(picture.content, `pictures/${name}`, false)
    }
    zip.end()
  }

  const done = fill().catch((error: Error) => {
    if (!reading.signal.aborted) stream.destroy(error)
  })
  return { stream, done }
}

/** Writes a list with one entry a line. @param uploads collects the names of the owner's pictures */
async function* toJsonLines({ rows, isOwn }: OwnDataFile, uploads: Set<string>) {
  let before = '[\n'
  for await (const row of rows) {
    const text = JSON.stringify(row)
    if (isOwn) for (const [name] of text.matchAll(UPLOAD_NAME)) uploads.add(name)
    yield before + text
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

function writeReadme(files: readonly OwnDataFile[], nowMs: number): string {
  return [
    '个人数据副本',
    '',
    `打包时间：${toWireDateTime(nowMs)}（UTC+8）`,
    '',
    '每个文件是一份 JSON 列表，编码为 UTF-8；时间为 ISO 8601 格式，带时区。',
    '“content”是页面上显示的 HTML，文章另附您写下的 Markdown 原文（markdown）。',
    '他人只以当时显示的昵称出现。密码不以明文保存，因此不在其中。',
    '',
    ...files.map(({ name, about }) => `${name}  ${about}`),
    'pictures/  您上传、且仍在上述内容中使用的图片',
    '',
    '其中可能有他人发给您的私信，请妥善保管，不要公开。',
    '',
  ].join('\r\n')
}
