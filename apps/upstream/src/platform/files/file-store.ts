import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

interface FileFacts {
  bytes: number
  /** When it was stored, epoch ms. */
  storedAtMs: number
}

export interface FoundFile extends FileFacts {
  /** Another text for another content. */
  version: string
}

export interface OpenFile extends FoundFile {
  /** The content, or the wanted part of it. A caller that does not read it to its end destroys it. */
  content: Readable
}

interface ByteRange {
  /** First byte, from 0. */
  start: number
  /** Last byte. */
  end: number
}

/** Content to store: bytes, or a file of this machine, which is moved. */
export type FileSource = Buffer | { path: string }

/**
 * Stores files of one area by name, in a folder or in object storage. A name belongs to one content, so a file is never
 * changed. Every method throws `StorageFault` when object storage does not answer.
 */
export interface FileStore {
  /** Stores a file, completely or not at all. When it returns, the file survives a power failure. */
  put(name: string, source: FileSource): Promise<void>
  /** @returns `undefined` when there is no such file */
  head(name: string): Promise<FoundFile | undefined>
  /** @param range only these bytes of the file @returns `undefined` when there is no such file */
  get(name: string, range?: ByteRange): Promise<OpenFile | undefined>
  /** Does nothing when there is no such file. */
  delete(name: string): Promise<void>
  /** Lists all files, in no certain order. */
  list(): AsyncIterable<FileFacts & { name: string }>
  /**
   * Lends a path on this machine: that of the file itself, or of a copy that is deleted afterwards.
   * @returns what `use` returns; `undefined` when there is no such file
   */
  usePath<T>(name: string, use: (path: string) => Promise<T>): Promise<T | undefined>
}

/** Stores content under a new name, which nobody can guess. @param ending without the dot @returns the name */
export async function storeNew(store: FileStore, content: Buffer, ending: string): Promise<string> {
  const name = `${makeFileName()}.${ending}`
  await store.put(name, content)
  return name
}

/** Opens the first file of this name. @param name from a request or a text @returns `undefined` when there is none */
export async function openFirst(stores: readonly FileStore[], name: string): Promise<OpenFile | undefined> {
  if (!isFileName(name)) return undefined
  for (const store of stores) {
    const file = await store.get(name)
    if (file) return file
  }
  return undefined
}

/** Makes a random name without an ending. */
export const makeFileName = () => randomBytes(16).toString('hex')

/** Object storage does not answer, or refuses a request. */
export class StorageFault extends Error {
  override name = 'StorageFault'
  readonly code = 'STORAGE'
  /** Error code with which the service refuses what is configured; missing when it may answer otherwise in a moment. */
  readonly refusal: string | undefined

  constructor(message: string, { cause, refusal }: { cause?: unknown; refusal?: string | undefined } = {}) {
    super(message, { cause })
    this.refusal = refusal
  }
}

/** Names that this server gives to files. None begins with a dot or leads to another folder. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

export const isFileName = (name: string) => NAME.test(name)

/** @throws Error for a name that no file may have */
export function checkFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is no name of a stored file`)
}
